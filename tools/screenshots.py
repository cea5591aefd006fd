"""Pictures of every moment of a roll in each game, in four sizes, light and dark: `make screenshots`."""

import argparse
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser, Page, sync_playwright
from tests.page.phones import at_ease
from tests.server import NewTable, SeatAt, StartedServer, open_table
from tools.system_packages import browser as found_browser

SIZES = {"phone": (390, 844), "turned": (844, 390), "tablet": (820, 1180), "wide": (1280, 800)}
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
WORDS = "The bar springs back and takes her across the ribs."
HELD = """() => {
  for (let timer = setTimeout(() => {}); timer; timer -= 1) clearTimeout(timer);
  for (const each of document.getAnimations().filter(({ timeline }) => timeline === document.timeline)) {
    each.pause();
    each.currentTime = 200;
  }
}"""  # dice tumble for less than a second, and there are eight pictures of it


@dataclass(frozen=True)
class Scene:
    """One roll of a game, played until it shows the most."""

    game: str
    trait: str
    intent: str
    stakes: str
    values: dict[str, Any] = field(default_factory=dict)
    calls: dict[str, Any] = field(default_factory=dict)
    inputs: dict[str, Any] = field(default_factory=dict)
    decide: dict[str, str] = field(default_factory=dict)
    faces: tuple[int, ...] = ()
    names: tuple[str, str] = ("Nyx", "Moth")
    words: str = WORDS


SCENES = (
    Scene(
        "wherever-we-go",
        "stealth",
        "Tamsin slips past the toll-house",
        "The keeper knows your face.",
        values={"stress": 2},
        decide={"push": "push"},
        faces=(7, 3, 1, 1),
        names=("Tamsin", "Wick"),
        words="The ferry casts off without them.",
    ),
    Scene(
        "starforged",
        "edge",
        "Iora threads the debris",
        "The drive overheats.",
        values={"momentum": 7},
        inputs={"adds": [1]},
        faces=(2, 5, 6),
        names=("Iora", "Kast"),
        words="The thrusters cough, and the gap begins to close.",
    ),
    Scene(
        "illuminated-worlds",
        "read",
        "Evelyn reads the ledger upside down",
        "It notices you.",
        calls={"expectations": "A name, or a chase"},
        inputs={"drive_spent": 1},
        faces=(5, 3, 2, 4),
        names=("Evelyn", "Tobias"),
        words="The letters crawl, and her own name is among them.",
    ),
    Scene(
        "in-the-dark",
        "skulk",
        "Nyx slips past the lamp-lighters",
        "You are seen.",
        values={"stress": 3},
        calls={"position": "good"},
        inputs={"extra": "push"},
        faces=(3, 1, 2, 1, 3),
    ),
    Scene(
        "true-world",
        "climbing",
        "Kestrel climbs the dry waterfall",
        "You lose time.",
        values={"grit": 2},
        calls={"difficulty": "d8", "position": "neutral"},
        faces=(2, 6),
        names=("Kestrel", "Lark"),
    ),
)


class Camera:
    """Takes a page at every size and in every scheme."""

    def __init__(self, folder: Path, browser: Browser, address: str) -> None:
        self.folder, self.browser, self.address = folder, browser, address

    @contextmanager
    def page(self, path: str, seat: SeatAt | None = None, calm: bool = True) -> Iterator[Page]:
        """A page, as this seat sees it."""
        motion: Literal["reduce", "no-preference"] = "reduce" if calm else "no-preference"
        context = self.browser.new_context(reduced_motion=motion, device_scale_factor=1)
        context.set_default_timeout(15_000)
        if seat:
            cookie = {"name": f"seat-{seat.table}", "value": seat.client.token, "url": self.address}
            context.add_cookies([cookie])  # type: ignore[list-item]
        page = context.new_page()
        page.on("pageerror", lambda error: print(f"{path}: {error}", file=sys.stderr))
        page.goto(self.address + path)
        yield page
        context.close()

    def take(self, page: Page, name: str, ready: str, tab: str = "", first: str = "() => {}") -> None:
        """One picture for each size and scheme, as soon as what is waited for stands there."""
        for size, (width, height) in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
            if (button := page.locator(".tabs").get_by_role("button", name=tab, exact=True)).count() and tab:
                button.click()
            page.locator(ready).first.wait_for()
            page.evaluate(first)
            page.evaluate("scrollTo(0, 0)")
            whole = size == "phone" and "/t/" not in page.url
            for scheme in SCHEMES:
                page.emulate_media(color_scheme=scheme)
                page.screenshot(path=self.folder / f"{name}-{size}-{scheme}.png", full_page=whole)


def play(camera: Camera, server: StartedServer, scene: Scene) -> None:
    """All moments of one roll."""
    table = at_ease(server, scene.game)
    roller, ally = prepared(table, scene)
    path, name = f"/t/{table.id}", scene.game
    with (
        camera.page(path, table.player) as player,
        camera.page(path, table.gm) as gm,
        camera.page(f"{path}?stage", table.onlooker) as screen,
    ):
        camera.take(player, f"{name}-1-sheet", ".sheet", "Me")
        roll = table.player.do("declare", character=roller, trait=scene.trait)["rolls"][0]["roll"]
        camera.take(gm, f"{name}-2-asked", ".roll", "Table")
        built(table, scene, roll, ally)
        camera.take(player, f"{name}-3-building", ".roll .odds", "Table")
        with camera.page(path, table.other, calm=False) as falling:
            falling.set_viewport_size({"width": 390, "height": 844})
            falling.locator(".tabs").get_by_role("button", name="Table", exact=True).click()
            falling.locator(".roll").first.wait_for()
            thrown(table, scene, roll)
            falling.locator(".tumble").first.wait_for()
            falling.evaluate(HELD)
            camera.take(falling, f"{name}-4-falling", ".tumble", first=HELD)  # in no tab: a tap would let them lie
        while (asks := table.player.see(f"rolls/{roll}")["asks"]) and asks["ask"] == "dice":  # a helper's fell first
            table.gm.do("throw", roll=roll, dice=scene.faces[: len(asks["dice"])])
        camera.take(player, f"{name}-5-fallen", ".fallen .die", "Table")
        camera.take(screen, f"{name}-5-television", ".fallen .die")
        decided(table, roll)
        settling(camera, gm, name, scene.words)
        camera.take(player, f"{name}-7-card", ".news, .headline", "Table")
        camera.take(gm, f"{name}-8-gm", "#panel-gm", "Gm")
        put_away(player)
        camera.take(player, f"{name}-9-log", "li.entry", "Log")
    with camera.page(f"/odds/{name}") as odds:
        camera.take(odds, f"{name}-odds", "#chart svg")


def settling(camera: Camera, gm: Page, name: str, words: str) -> None:
    """The gm names the usual thing in words, says it, and it lands."""
    camera.take(gm, f"{name}-6-settling", ".roll .result", "Table")
    kinds = gm.locator(".kinds .chip.way")
    if not kinds.count():
        return
    kinds.nth(min(2, kinds.count() - 1)).click()
    gm.locator(".due textarea").first.fill(words)
    camera.take(gm, f"{name}-6-named", ".settle", "Table")
    gm.locator(".settle:not([disabled])").last.click()
    gm.get_by_text(words).first.wait_for()
    camera.take(gm, f"{name}-6-settled", ".roll .result", "Table")


def put_away(page: Page) -> None:
    """Every card that tells of the roll, so that what lies below is seen."""
    while (card := page.locator(".news button")).count():
        card.first.click()


def prepared(table: NewTable, scene: Scene) -> tuple[str, str]:
    """Two characters and a clock."""
    seats = zip((table.player, table.other), scene.names, strict=True)
    roller, ally = (seat.do("make", name=name)["entries"][0]["entry"]["character"] for seat, name in seats)
    if scene.values:
        table.gm.do("edit", where=roller, values=scene.values)
    clock = table.gm.do("make_clock", name="The watch wakes", size=6)["entries"][0]["entry"]["clock"]
    table.gm.do("tick", clock=clock, by=2)
    table.gm.do("note", text="Rain on the roofs. The vault is two streets away.")
    return roller, ally


def built(table: NewTable, scene: Scene, roll: int, ally: str) -> None:
    """What the gm says, what the roller sets, and who helps."""
    table.gm.do("set", roll=roll, inputs={"intent": scene.intent, "stakes": scene.stakes, **scene.calls})
    if scene.inputs or scene.decide:
        table.player.do("set", roll=roll, inputs=scene.inputs, decide=scene.decide)
    table.other.try_to("offer", roll=roll, character=ally, how="Keeps watch")


def thrown(table: NewTable, scene: Scene, roll: int) -> None:
    """Dice that fall so that there is something to see."""
    dice = table.gm.see(f"rolls/{roll}")["dice"]
    faces = [min(face, int(die["die"][1:])) for die, face in zip(dice, (*scene.faces, *[2] * 20), strict=False)]
    table.gm.do("throw", roll=roll, dice=faces)  # the gm may for everyone: a helper throws first


def decided(table: NewTable, roll: int) -> None:
    """Whatever is asked is left as it is."""
    for _ in range(6):
        asks = table.player.see(f"rolls/{roll}")["asks"]
        if not asks:
            return
        if asks["ask"] == "dice":
            table.gm.do("throw", roll=roll, dice=[2] * len(asks["dice"]))
        else:
            table.player.do("decide", roll=roll, option=asks["options"][0]["option"])


def front(camera: Camera, server: StartedServer) -> None:
    """The front page, the door of a table, and the page for what does not exist."""
    with camera.page("/") as start:
        start.locator(".try .throw").click()
        camera.take(start, "0-front", ".try .word")
        start.locator(".game").get_by_role("button", name="Open a table").nth(3).click()
        start.get_by_label("Name of the table").fill("The Vault")
        start.get_by_label("Your name").fill("Ana")
        start.get_by_role("button", name="Start").click()
        camera.take(start, "0-front-made", ".made ar-code svg")
    link = open_table(server).links["player"]
    with camera.page(link) as door:
        camera.take(door, "0-join", "input[name=nickname]")
    with camera.page("/nowhere") as lost:
        camera.take(lost, "0-lost", "h1")


def main() -> int:
    """Take them all into a folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=Path("screenshots"))
    parser.add_argument("--only", choices=[scene.game for scene in SCENES])
    asked = parser.parse_args()
    chromium = found_browser()
    if chromium is None:
        print("Chromium is not installed; as root with apt, tools/system_packages.py installs it.", file=sys.stderr)
        return 1
    asked.folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as kept,
        StartedServer(Path(kept) / "tables.db", "--no-limits") as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        camera = Camera(asked.folder, browser, f"http://127.0.0.1:{server.port}")
        if not asked.only:
            front(camera, server)
        for scene in SCENES:
            if asked.only in (None, scene.game):
                play(camera, server, scene)
        browser.close()
    print(f"{len(list(asked.folder.glob('*.png')))} pictures in {asked.folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
