"""Phones around a table: each a browser of its own, used as a person uses it."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Dialog,
    Error,
    Locator,
    Page,
    Request,
    ViewportSize,
    expect,
)

from actionroll.games import BUILT_IN
from tests.counts import LONG
from tests.server import Listening, NewTable, SeatAt, open_table

PHONE: ViewportSize = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 800}
PATIENCE = 30_000
"""Milliseconds that anything may take beside other tests; what happens sooner is seen sooner."""
AT_EASE = {
    "wherever-we-go": {"calls": "optional", "helpers_say_how": "no"},
    "illuminated-worlds": {"texts": "optional", "helpers_say_how": "no"},
    "in-the-dark": {"helpers_say_how": "no"},
    "true-world": {"boosts_described": "no"},
}
LOGGED_OUT = "401 (Unauthorized)"
RECEIVED = """
() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
    .map((each) => [each.name, each.encodedBodySize])
"""
DRAWN = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""Until what changes with the screen is drawn."""
LAST_AT_A_TABLE = "/commit"
LINES = """
(cell) => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    return new Set([...range.getClientRects()].map((each) => Math.round(each.top))).size;
}
"""
"""On how many lines the text of an element stands."""
AT_THE_STAGE = """() => {
  const seen = (what) => [...document.querySelectorAll(what)].filter((each) => each.checkVisibility());
  const tabs = seen(".tabs button");
  const stands = (tab) => tab.hasAttribute("aria-current") && tab.textContent.trim() === "Table";
  return seen(".banner, .tv-room").length > 0 && (!tabs.length || tabs.some(stands));
}"""
"""Whether the stage is in view, asked at once: it is, nine times out of ten."""
WRITES_NO_MORE = """() => {
  window.name = "";
  sessionStorage.clear();
  Storage.prototype.setItem = () => {};
}"""
ABOVE_THE_TABS = PHONE["height"] - 60
KNOWS_ALL = """async () => {
  const table = location.pathname.split("/").at(-1);
  const { number } = await (await fetch(`/api/tables/${table}`)).json();
  return JSON.parse(localStorage["actionroll.receipts"] ?? "{}")[table]?.number >= number;
}"""
"""Whether a phone has heard of all that the server's log holds."""


def received(page: Page, last: str = "") -> int:
    """The bytes of all bodies that a browser received for a page, as compressed as they came, with the last one."""
    page.wait_for_function(f"(last) => ({RECEIVED})().some(([name, size]) => size && name.endsWith(last))", arg=last)
    return sum(size for _, size in page.evaluate(RECEIVED))


def at_ease(server: Listening, game: str) -> NewTable:
    """A table that asks for no words before a throw."""
    table = open_table(server, game)
    if game in AT_EASE:
        table.gm.do("rule", rulings=AT_EASE[game])
    return table


def seated(server: Listening, game: str, **values: Any) -> NewTable:
    """A table that asks for no words, with Nyx, who has these values, and Moth."""
    table = at_ease(server, game)
    table.player.do("make", name="Nyx", values=values or None)
    table.other.do("make", name="Moth")
    return table


def fight(table: NewTable) -> str:
    """A fight that the gm began."""
    begun = table.gm.do("undertake", kind="fight", name="Scrap pirates", rank="dangerous")
    return str(begun["entries"][0]["entry"]["undertaking"])


def acted(table: NewTable, seat: SeatAt, character: str) -> int:
    """Someone climbs, and all that it brings is said."""
    roll = int(seat.do("declare", character=character, trait="climbing")["number"])
    table.gm.do("set", roll=roll, inputs={"difficulty": "d6", "position": "neutral"})
    seat.do("throw", roll=roll, dice=[8, 1])
    for due in table.gm.see(f"rolls/{roll}")["open_dues"]:
        way = next(way["name"] for way in due["ways"] if not way["each"])
        table.gm.do("settle", roll=roll, due=due["due"], answer=[{"way": way, "words": "A way opens."}])
    return roll


def is_in_sight(target: Locator) -> bool:
    """Whether it can be seen without scrolling, above the tabs of a phone."""
    box = target.bounding_box()
    return box is not None and box["y"] >= 0 and box["y"] + box["height"] <= ABOVE_THE_TABS


def from_here(page: Page, sizes: Iterable[ViewportSize]) -> list[ViewportSize]:
    """All sizes, first the one that the screen has now: to be drawn for another is work."""
    return sorted(sizes, key=lambda size: size != page.viewport_size)


def looked_at(game: str, sizes: Sequence[ViewportSize], least: int = 1) -> list[ViewportSize]:
    """The screens that a game is looked at on: all of them, or in the short run so few, each game on the next."""
    first = list(BUILT_IN).index(game) * least
    return list(sizes) if LONG else [sizes[(first + place) % len(sizes)] for place in range(least)]


class Drawer:
    """Phones that were put away, by their kind. Whoever takes one out finds nothing on it of whoever had it before;
    only the files of the page, which never change, are not fetched and compiled once more.

    A page that was only used is left as it stands and goes elsewhere with the next test, which costs two thirds of a
    new one; it writes nothing any more, also not when it is left.
    """

    def __init__(self) -> None:
        self._kept: defaultdict[str, list[BrowserContext]] = defaultdict(list)

    def take(self, browser: Browser, address: str, how: dict[str, Any]) -> tuple[BrowserContext, Page]:
        if not self._kept[f"{address} {how}"]:
            context = browser.new_context(**how)
            context.set_default_timeout(PATIENCE)
            return context, context.new_page()
        context = self._kept[f"{address} {how}"].pop()
        page = context.pages[0] if context.pages else context.new_page()
        if page.viewport_size != how["viewport"]:
            page.set_viewport_size(how["viewport"])
        everything = {"origin": address, "storageTypes": "all"}
        session = context.new_cdp_session(page)
        session.send("Storage.clearDataForOrigin", everything)
        session.detach()  # a page that is left with hundreds of them opens ever more slowly
        return context, page

    def put(self, context: BrowserContext, address: str, how: dict[str, Any], *, only_used: bool) -> None:
        pages = context.pages
        if only_used and len(pages) == 1:
            pages[0].evaluate(WRITES_NO_MORE)
        else:
            for page in pages:
                page.close()
        self._kept[f"{address} {how}"].append(context)


@dataclass
class Phones:
    """All browsers of a test; what goes wrong in any of them is kept."""

    browser: Browser
    address: str
    drawer: Drawer = field(default_factory=Drawer)
    only_uses: bool = False
    """Whether pages are only used: nothing listens to them, stands between them and the server, or changes them."""
    troubles: list[str] = field(default_factory=list)
    outside: list[str] = field(default_factory=list)
    opened: list[tuple[BrowserContext, dict[str, Any]]] = field(default_factory=list)

    def phone(self, **how: Any) -> "Phone":
        how = {"viewport": PHONE, "reduced_motion": "reduce", **how}
        context, page = self.drawer.take(self.browser, self.address, how)
        self.opened.append((context, how))
        page.on("pageerror", self._erred)
        page.on("dialog", self._interrupted)
        page.on("console", self._heard)
        page.on("request", self._left)
        return Phone(self, page)

    def _erred(self, error: Error) -> None:
        self.troubles.append(str(error))

    def _interrupted(self, dialog: Dialog) -> None:
        self.troubles.append(f"dialog {dialog.message}")

    def _heard(self, said: ConsoleMessage) -> None:
        if said.type == "error" and LOGGED_OUT not in said.text and "net::ERR" not in said.text:
            self.troubles.append(said.text)

    def _left(self, asked: Request) -> None:
        if not asked.url.startswith((self.address, "data:", "blob:")):
            self.outside.append(asked.url)

    def put_away(self) -> None:
        for context, how in self.opened:
            self.drawer.put(context, self.address, how, only_used=self.only_uses)
            for page in context.pages:
                self._hang_up(page)
        assert not self.troubles, self.troubles
        assert not self.outside, self.outside

    def _hang_up(self, page: Page) -> None:
        page.remove_listener("pageerror", self._erred)
        page.remove_listener("dialog", self._interrupted)
        page.remove_listener("console", self._heard)
        page.remove_listener("request", self._left)

    def at(self, seat: SeatAt, **how: Any) -> "Phone":
        """The phone of someone who sat down before: it finds its seat."""
        phone = self.phone(**how)
        phone.sit(seat)
        return phone

    def at_screen(self, seat: SeatAt) -> Page:
        """The television of an onlooker's seat."""
        page = self.phone(viewport={"width": 1280, "height": 720}).page
        cookie = {"name": f"seat-{seat.table}", "value": seat.client.token, "url": self.address}
        page.context.add_cookies([cookie])  # type: ignore[list-item]
        page.goto(f"{self.address}/t/{seat.table}?stage")
        expect(page.locator(".tv-room")).to_be_visible()
        return page


@dataclass
class Phone:
    """One phone at one table."""

    phones: Phones
    page: Page
    link: str = ""

    def open_table(self, title: str, name: str = "The Vault", nickname: str = "Ana") -> str:
        """Start a table as its gm, and give the link for players."""
        self.page.goto(self.phones.address)
        card = self.page.locator(".game", has=self.page.get_by_role("heading", name=title, exact=True))
        card.get_by_role("button", name="Open a table").click()
        self.page.get_by_label("Name of the table").fill(name)
        self.page.get_by_label("Your name").fill(nickname)
        self.page.get_by_role("button", name="Start").click()
        self.link = self.page.get_by_label("Players link").input_value()
        self.page.get_by_role("link", name="Go to the table").click()
        expect(self.page.get_by_role("heading", name=name, exact=True)).to_be_visible()
        return self.link

    def join(self, link: str, nickname: str) -> "Phone":
        self.link = link
        self.page.goto(link)
        self.page.get_by_label("Your name at the table").fill(nickname)
        self.page.get_by_role("button", name="Join the table").click()
        expect(self.page.locator(".banner")).to_be_visible()
        return self

    def sit(self, seat: SeatAt) -> None:
        """Take up a seat that someone has already."""
        cookie = {"name": f"seat-{seat.table}", "value": seat.client.token, "url": self.phones.address}
        self.page.context.add_cookies([cookie])  # type: ignore[list-item]
        self.page.goto(f"{self.phones.address}/t/{seat.table}")
        expect(self.page.locator(".banner")).to_be_visible()

    def make(self, name: str) -> None:
        self.tab("Me")
        self.page.locator(".maker").get_by_label("Name").fill(name)
        self.page.get_by_role("button", name="Make it").click()
        expect(self.page.locator(".sheet h2").get_by_text(name, exact=True)).to_be_visible()

    def tab(self, name: str) -> None:
        self.page.locator(".tabs").get_by_role("button", name=name, exact=True).click()

    def declare(self, trait: str) -> None:
        """Tap a trait; the roll comes on stage by itself."""
        self.tab("Me")
        self.page.locator(".sheet").first.locator("button.trait", has_text=trait).first.click()
        expect(self.page.locator(".roll").first).to_be_visible()

    @property
    def roll(self) -> Locator:
        """The roll on stage; on a phone the stage is brought into view first."""
        if self.page.evaluate(AT_THE_STAGE):
            return self.page.locator(".roll").first
        expect(self.page.locator(".banner, .tv-room").first).to_be_visible()
        table = self.page.locator(".tabs").get_by_role("button", name="Table", exact=True)
        if table.count() and table.get_attribute("aria-current") is None:
            table.click()
        return self.page.locator(".roll").first

    def choose(self, control: str, option: str) -> None:
        self.roll.get_by_role("radiogroup", name=control).get_by_role("radio", name=option, exact=True).click()

    def throw(self) -> None:
        """The one big button, once nothing more has to be said."""
        button = self.roll.locator(".throwing button.throw")
        expect(button).to_be_enabled()
        button.click()

    def write(self, control: str, text: str) -> None:
        box = self.roll.get_by_role("textbox", name=control)
        box.fill(text)
        box.blur()

    def settle(self) -> None:
        """The button that says what will happen; for whoever may still answer, the gm says that they take it."""
        which = str(self.roll.locator(".due", has=self.page.locator("button.settle:enabled")).first.get_attribute("id"))
        self.page.locator(f"#{which} button.settle:enabled").first.click()
        self.page.wait_for_function(
            "id => !document.getElementById(id) || document.querySelector('.landing')", arg=which
        )
        if (takes := self.roll.get_by_role("button", name="takes it")).count():
            takes.click()
        expect(self.page.locator(f"#{which}")).to_have_count(0)

    def log(self) -> list[str]:
        """What the log says once all of it has come here, oldest first."""
        self.tab("Log")
        self.page.wait_for_function(KNOWS_ALL)
        expect(self.page.locator("ar-log li.entry").first).to_be_visible()
        return list(reversed(self.page.locator("ar-log li.entry").all_inner_texts()))
