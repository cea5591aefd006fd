"""Pictures of every main view in each game, on a phone and on a wide screen, light and dark: `make screenshots`."""

import argparse
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser, Page, sync_playwright
from tests.server import NewTable, RunningServer, SeatAt, open_table
from tools.system_packages import browser as found_browser

SIZES = {"phone": (390, 844), "wide": (1280, 800)}
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]


@dataclass(frozen=True)
class Scene:
    """One roll of a game, played until it shows the most."""

    game: str
    trait: str
    values: dict[str, Any] = field(default_factory=dict)
    calls: dict[str, Any] = field(default_factory=dict)
    inputs: dict[str, Any] = field(default_factory=dict)
    decide: dict[str, str] = field(default_factory=dict)
    helped: bool = False
    faces: tuple[int, ...] = ()
    then: tuple[str, ...] = ()


TEXTS = {"intent": "Talk us past the guard", "stakes": "Being remembered", "expectations": "A name, or a chase"}
SCENES = (
    Scene(
        "wherever-we-go",
        "stealth",
        values={"stress": 2},
        inputs={"bonus": [1]},
        decide={"push": "push"},
        helped=True,
        faces=(7, 5, 1, 6),
        then=("keep",),
    ),
    Scene("starforged", "edge", values={"momentum": 7}, inputs={"adds": [1]}, faces=(2, 5, 6), then=("keep",)),
    Scene(
        "illuminated-worlds",
        "read",
        calls=TEXTS,
        inputs={"drive_spent": 1},
        helped=True,
        faces=(5, 3, 2, 4),
        then=("accept", "highest"),
    ),
    Scene(
        "in-the-dark",
        "skulk",
        values={"stress": 3},
        calls={"position": "good"},
        inputs={"extra": "push"},
        helped=True,
        faces=(4, 5, 2, 1, 3),
    ),
    Scene(
        "true-world", "climbing", values={"grit": 2}, calls={"difficulty": "d8", "position": "neutral"}, faces=(2, 6)
    ),
)


class Camera:
    """Takes a page at every size and in every scheme."""

    def __init__(self, folder: Path, browser: Browser, address: str) -> None:
        self.folder, self.browser, self.address = folder, browser, address

    @contextmanager
    def page(self, path: str, seat: SeatAt | None = None) -> Iterator[Page]:
        """A page, as this seat sees it."""
        context = self.browser.new_context(reduced_motion="reduce", device_scale_factor=1)
        context.set_default_timeout(15_000)
        if seat:
            cookie = {"name": f"seat-{seat.table}", "value": seat.client.token, "url": self.address}
            context.add_cookies([cookie])  # type: ignore[list-item]
        page = context.new_page()
        page.on("pageerror", lambda error: print(f"{path}: {error}", file=sys.stderr))
        page.goto(self.address + path)
        yield page
        context.close()

    def take(self, page: Page, name: str, ready: str, tab: str = "") -> None:
        """One picture for each size and scheme, as soon as what is waited for stands there."""
        for size, (width, height) in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            page.locator(".tabs" if size == "phone" and tab else "body").first.wait_for()
            if (button := page.locator(".tabs").get_by_role("button", name=tab)).count() and tab:
                button.click()
            page.locator(ready).first.wait_for()
            whole = size == "phone" and "/t/" not in page.url
            for scheme in SCHEMES:
                page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
                page.screenshot(path=self.folder / f"{name}-{size}-{scheme}.png", full_page=whole)


def play(camera: Camera, server: RunningServer, scene: Scene) -> None:
    """All views of one game."""
    table = open_table(server, scene.game)
    roller, ally = prepared(table, scene)
    with camera.page(f"/t/{table.id}", table.player) as player, camera.page(f"/t/{table.id}", table.gm) as gm:
        camera.take(player, f"{scene.game}-1-sheet", ".sheet", "Sheet")
        roll = table.player.do("declare", character=roller, trait=scene.trait)["rolls"][0]["roll"]
        camera.take(gm, f"{scene.game}-2-asked", ".roll", "Table")
        built(table, scene, roll, ally)
        camera.take(player, f"{scene.game}-3-built", ".roll .odds", "Sheet")
        thrown(table, scene, roll)
        camera.take(player, f"{scene.game}-4-thrown", ".roll .die", "Sheet")
        for option in scene.then:
            table.player.try_to("decide", roll=roll, option=option)
        camera.take(gm, f"{scene.game}-5-ended", ".roll .headline", "Table")
        camera.take(gm, f"{scene.game}-6-gm", "#panel-gm, .columns", "GM")
        camera.take(player, f"{scene.game}-7-log", "li.entry", "Log")
    with camera.page(f"/odds/{scene.game}") as odds:
        camera.take(odds, f"{scene.game}-8-odds", "#chart svg")


def prepared(table: NewTable, scene: Scene) -> tuple[str, str]:
    """Two characters and a clock."""
    roller, ally = (
        seat.do("make", name=name)["entries"][0]["entry"]["character"]
        for seat, name in ((table.player, "Nyx"), (table.other, "Moth"))
    )
    if scene.values:
        table.gm.do("edit", where=roller, values=scene.values)
    clock = table.gm.do("make_clock", name="The watch wakes", size=6)["entries"][0]["entry"]["clock"]
    table.gm.do("tick", clock=clock, by=2)
    table.gm.do("note", text="Rain on the roofs. The vault is two streets away.")
    return roller, ally


def built(table: NewTable, scene: Scene, roll: int, ally: str) -> None:
    """What the gm says, what the roller sets, and who helps."""
    if scene.calls:
        table.gm.do("set", roll=roll, inputs=scene.calls)
    if scene.inputs or scene.decide:
        table.player.do("set", roll=roll, inputs=scene.inputs, decide=scene.decide)
    if scene.helped:
        table.other.do("offer", roll=roll, character=ally)


def thrown(table: NewTable, scene: Scene, roll: int) -> None:
    """Dice that fall so that there is something to see."""
    dice = table.player.see(f"rolls/{roll}")["dice"]
    faces = [min(face, int(die["die"][1:])) for die, face in zip(dice, (*scene.faces, *[2] * 20), strict=False)]
    table.player.do("throw", roll=roll, dice=faces)


def front(camera: Camera, server: RunningServer) -> None:
    """The start page and the door of a table."""
    with camera.page("/") as start:
        camera.take(start, "0-start", ".game")
        start.get_by_role("button", name="Open a table").nth(3).click()
        camera.take(start, "0-start-chosen", "form.open")
        start.get_by_label("Name of the table").fill("The Vault")
        start.get_by_label("Your name").fill("Ana")
        start.get_by_role("button", name="Start").click()
        camera.take(start, "0-start-made", ".made ar-code svg")
    link = open_table(server).links["player"]
    with camera.page(link) as door:
        camera.take(door, "0-join", "input[name=nickname]")


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
        RunningServer(Path(kept) / "tables.db", "--no-limits") as server,
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
