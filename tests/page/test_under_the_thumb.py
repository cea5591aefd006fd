"""Whatever others say of a roll or add to it while it is built: nothing that its roller could touch moves."""

import re
from typing import Any
from weakref import WeakKeyDictionary

import pytest
from playwright.sync_api import Page, Request, Route, ViewportSize, expect
from tools.screenshots import SCENES, Scene, decided

from tests.page.phones import DRAWN, KNOWS_ALL, PHONE, Phones, looked_at, seated
from tests.page.test_fits import is_held, said, started, thrown_to_the_end
from tests.server import NewTable, RunningServer, SeatAt, open_table

pytestmark = pytest.mark.slow

ALL_SIZES: tuple[ViewportSize, ...] = (
    PHONE,
    {"width": 844, "height": 390},
    {"width": 820, "height": 1180},
    {"width": 1280, "height": 800},
)
HELD = """(apart) => {
  const touched = "article.roll :is(button, textarea, summary, select, input):not(.to-throw *)";
  window.held = [...document.querySelectorAll(`${touched}, .to-throw, .standing, .tabs button`)]
    .filter((each) => each.checkVisibility() && !(apart && each.closest(apart)))
    .map((each) => [each, each.getBoundingClientRect()]);
}"""
MOVED = """() => window.held.filter(
  ([each]) => each.isConnected && each.checkVisibility() && !each.closest("[inert]")
).map(([each, was]) => {
  const is = each.getBoundingClientRect();
  const called = each.getAttribute("aria-label") || each.textContent.slice(0, 40) || each.className;
  return [called, Math.round(is.top - was.top), Math.round(is.left - was.left)];
}).filter(([, down, right]) => down || right)"""
SHORT = "You are seen."
LONG = (
    "The warden of the lower gate, who has been looking for a reason since the fire, hears of you and has the "
    "whole street searched, house by house, until the morning bell."
)
WORDS = [{"stakes": SHORT}, {"stakes": LONG}, {"expectations": LONG}]
SAID: dict[str, tuple[str, list[dict[str, Any]]]] = {
    "wherever-we-go": ("stealth", [*WORDS, {"penalty": [2]}, {"help_allowed": False}, {"help_allowed": True}]),
    "starforged": ("edge", [*WORDS, {"penalty": 1}, {"rank": "formidable"}]),
    "illuminated-worlds": (
        "sway",
        [{"intent": "Nyx flatters the clerk."}, {"intent": LONG}, *WORDS, {"stakes_level": "high"}],
    ),
    "in-the-dark": (
        "skulk",
        [
            *({"position": "good"}, *WORDS, {"position": "bad"}, {"effectiveness": "limited"}, {"bargain": LONG}),
            *({"target_level": 4}, {"level": 3, "target_level": 1}, {"despite_harm": True}),
        ],
    ),
    "true-world": (
        "climbing",
        [{"difficulty": "d8"}, {"position": "neutral"}, *WORDS, {"position": "disadvantage"}, {"difficulty": "d4"}],
    ),
}


def sizes(game: str) -> list[ViewportSize]:
    return looked_at(game, ALL_SIZES)


ASKED: WeakKeyDictionary[Page, set[Request]] = WeakKeyDictionary()
"""The odds of other choices that a page has asked for and not heard yet."""


def listen(page: Page) -> None:
    asked = ASKED.setdefault(page, set())

    def hear(answered: Request) -> None:
        asked.discard(answered)

    page.on("request", lambda each: asked.add(each) if "/rolls/" in each.url else None)
    page.on("requestfinished", hear)


def heard(page: Page) -> None:
    """Until a page shows all that was said, with its odds and those of other choices."""
    page.wait_for_function(KNOWS_ALL)
    expect(page.locator(".roll .odds[aria-busy]")).to_have_count(0)
    page.evaluate(DRAWN)
    while ASKED.get(page):
        page.wait_for_event("requestfinished")
    page.evaluate(DRAWN)


def at_their_roll(phones: Phones, seat: SeatAt, game: str, listening: bool) -> list[Page]:
    """Someone's screen in each size, with the roll on stage."""
    screens = [phones.phone(viewport=size) for size in sizes(game)]
    for screen in screens:
        if listening:
            listen(screen.page)
        screen.sit(seat)
    for screen in screens:
        expect(screen.roll).to_be_visible()
    return [screen.page for screen in screens]


def moved_by_late_odds(phones: Phones, table: NewTable) -> list[Any]:
    """What moves on a phone that shows the roll before the odds of other choices have come, once they are there."""
    phone, held = phones.phone(), list[Route]()

    def hold(route: Route) -> None:
        held.append(route)

    phone.page.route("**/rolls/*", hold)
    listen(phone.page)
    phone.sit(table.player)
    expect(phone.roll).to_be_visible()
    phone.page.evaluate(DRAWN)
    phone.page.evaluate(HELD)
    held.pop().continue_()
    heard(phone.page)
    return list(phone.page.evaluate(MOVED))


def moved_by(happens: list[tuple[str, Any]], pages: list[Page], apart: str = "") -> dict[tuple[str, int], Any]:
    """What moved on which screen while these things happened one after the other; what stands apart is not asked."""
    for page in pages:
        heard(page)
    moved = {}
    for what, happen in happens:
        for page in pages:
            page.evaluate(HELD, apart)
        happen()
        for page in pages:
            heard(page)
            if told := page.evaluate(MOVED):
                moved[what, page.evaluate("innerWidth")] = told
    return moved


@pytest.mark.parametrize("game", SAID)
def test_nothing_moves_under_the_thumb_of_who_rolls(game: str, phones: Phones, server: RunningServer) -> None:
    trait, said = SAID[game]
    table = open_table(server, game)
    table.player.do("make", name="Nyx")
    table.other.do("make", name="Moth")
    roll = table.player.do("declare", character="c1", trait=trait)["number"]
    assert not moved_by_late_odds(phones, table)
    pages = at_their_roll(
        phones, table.player, game, listening=game != "starforged"
    )  # whose moves are counted for seconds
    with_trait = {"trait": trait} if game == "true-world" else {}

    def joins(name: str, seat: Any) -> None:
        seat.try_to("offer", roll=roll, character=name, how="keeps watch", **with_trait)

    third = table.gm.do("make", name="Wren")["entries"][0]["entry"]["character"]
    happens: list[tuple[str, Any]] = [
        *((str(inputs)[:60], lambda inputs=inputs: table.gm.do("set", roll=roll, inputs=inputs)) for inputs in said),
        ("help", lambda: joins("c2", table.other)),
        ("more help", lambda: joins(third, table.gm)),
        ("help leaves", lambda: table.other.try_to("withdraw_offer", roll=roll, character="c2")),
        ("another rolls", lambda: table.other.do("declare", character="c2", trait=trait)),
    ]
    moved = moved_by(happens, pages)
    assert not moved, "\n".join(f"{each}: {told}" for each, told in moved.items())


SETTLED = """() => {
  const wanted = ".due :is(button, textarea):not(.grid *), .asides summary";
  window.held = [...document.querySelectorAll(wanted)].filter((each) => each.checkVisibility())
    .map((each) => [each, each.getBoundingClientRect()]);
}"""
OUT_OF_SIGHT = """() => {
  const box = (each) => each.getBoundingClientRect();
  const tabs = document.querySelector(".tabs");
  const end = Math.min(innerHeight, getComputedStyle(tabs).position === "fixed" && box(tabs).top || innerHeight);
  const [room, button] = [".due .grid", ".due .settle"].map((each) => document.querySelector(each));
  const last = [...room.querySelectorAll(".grid-row, .kind-says")].at(-1);
  const within = last ? box(last).top >= box(room).top - 1 && box(last).bottom <= box(room).bottom + 1 : "nothing";
  const over = box(room).bottom > box(button).top + 1;
  const told = [within === true || "the row is cut", !over || "the button is over it"];
  return [...told, box(button).bottom <= end + 1 || "the button is out of sight"].filter((each) => each !== true);
}"""
BEHIND = """() => {
  const box = (each) => each.getBoundingClientRect();
  const row = [...document.querySelectorAll(".due :is(.grid-row, .kind-says)")].at(-1);
  return box(row).bottom > box(document.querySelector(".due .settle")).top + 1;
}"""
SMALLEST: ViewportSize = {"width": 320, "height": 568}
USUAL = {"wherever-we-go": "Harm", "illuminated-worlds": "Body marks", "in-the-dark": "Minor harm"}


@pytest.mark.parametrize("scene", [each for each in SCENES if each.game in USUAL], ids=lambda scene: scene.game)
def test_a_chip_that_is_tapped_stays_and_what_it_asks_is_in_sight(
    scene: Scene, phones: Phones, server: RunningServer
) -> None:
    """In the gm's form for what a roll brings: on whom and how much comes into a room that is there before."""
    table, roll = started(server, scene)
    said(table, scene, roll)
    thrown_to_the_end(table, scene, roll)
    decided(table, roll)
    wrong = {}
    for size in sizes(scene.game):
        gm = phones.at(table.gm, viewport=size)
        for chip in (gm.roll.locator(".kinds .chip.way").first, gm.roll.get_by_role("button", name=USUAL[scene.game])):
            name = chip.first.inner_text()
            gm.page.evaluate(SETTLED)
            chip.first.click()
            expect(chip.first).to_have_attribute("aria-pressed", "true")
            heard(gm.page)
            if told := gm.page.evaluate(MOVED) + gm.page.evaluate(OUT_OF_SIGHT):
                wrong[size["width"], name] = told
            chip.first.click()
            expect(chip.first).to_have_attribute("aria-pressed", "false")
    is_held(gm, SMALLEST)  # where there is no room for all of it: on whom it falls comes before the button
    usual = gm.roll.get_by_role("button", name=USUAL[scene.game]).first
    usual.click()
    expect(usual).to_have_attribute("aria-pressed", "true")
    assert not gm.page.evaluate(BEHIND)
    assert not wrong, "\n".join(f"{each}: {told}" for each, told in wrong.items())


DONE: dict[str, list[dict[str, Any]]] = {
    "wherever-we-go": [{"decide": {"push": "push"}}],
    "starforged": [{"inputs": {"adds": [1]}}],
    "illuminated-worlds": [{"inputs": {"drive_spent": 1}}],
    "in-the-dark": [{"inputs": {"extra": "push"}}, {"inputs": {"extra": "bargain"}}, {"inputs": {"extra": "none"}}],
    "true-world": [{"inputs": {"boosts": 1}}, {"inputs": {"boosts": 0}}],
}


CALLED = {"true-world": [{"difficulty": "d6"}, {"position": "neutral"}, {"position": "advantage"}]}


@pytest.mark.parametrize("game", SAID)
def test_nothing_moves_under_the_thumb_of_the_gm(game: str, phones: Phones, server: RunningServer) -> None:
    """Whatever the gm says that brings the odds, and players say of a roll, choose, lend to it and take back. Who helps
    comes into a room that is there before; only words that players add stand below all of it."""
    trait, _ = SAID[game]
    table = open_table(server, game)
    table.player.do("make", name="Nyx")
    table.other.do("make", name="Moth")
    third = table.other.do("make", name="Wren")["entries"][0]["entry"]["character"]
    roll = table.player.do("declare", character="c1", trait=trait)["number"]
    pages = at_their_roll(phones, table.gm, game, listening=game != "starforged")
    with_trait = {"trait": trait} if game == "true-world" else {}
    own = "approach" if game == "illuminated-worlds" else "intent"

    def sets(body: dict[str, Any]) -> None:
        table.player.do("set", roll=roll, **body)

    def joins(name: str) -> None:
        table.other.try_to("offer", roll=roll, character=name, how="keeps watch", **with_trait)

    called = CALLED.get(game, [])
    words = [{"inputs": {own: "Over the roofs."}}, {"inputs": {own: LONG}}]
    happens: list[tuple[str, Any]] = [
        *((str(inputs), lambda inputs=inputs: table.gm.do("set", roll=roll, inputs=inputs)) for inputs in called),
        *((str(body)[:60], lambda body=body: sets(body)) for body in [*words, *DONE[game]]),
        ("help", lambda: joins("c2")),
        ("more help", lambda: joins(third)),
        ("help leaves", lambda: table.other.try_to("withdraw_offer", roll=roll, character="c2")),
        ("another rolls", lambda: table.other.do("declare", character="c2", trait=trait)),
    ]
    assert not (moved := moved_by(happens, pages, ".asides + .mods")), "\n".join(
        f"{each}: {told}" for each, told in moved.items()
    )


SCROLLED = "() => [scrollY, document.querySelector('.middle')?.scrollTop ?? 0]"
IS_READ = """(each) => each.scrollHeight <= each.clientHeight + 1
  && each.clientWidth > 0.75 * each.closest(".asked").clientWidth"""
"""Whether all that is being written is seen, in the whole line."""
ENDS = "(each) => Math.round(each.getBoundingClientRect().bottom)"


@pytest.mark.parametrize("game", ["wherever-we-go", "illuminated-worlds", "true-world"])
def test_what_the_gm_writes_in_stays_where_it_is(game: str, phones: Phones, server: RunningServer) -> None:
    """Its last line, all else that is touched, and the column: however much is written, on every screen; at a low desk
    in a round, where more lies below than is in sight, too."""
    table = open_table(server, game)
    table.player.do("make", name="Nyx")
    if game == "true-world":
        table.gm.do("begin_round")
        table.gm.do("begin_actions", waits=True)
    table.player.do("declare", character="c1", trait=SAID[game][0])
    gm = phones.at(table.gm)
    moved = {}
    for size in sizes(game):
        is_held(gm, size)
        for box in gm.roll.locator(".asked textarea").all():
            heard(gm.page)
            before, place = (box.evaluate(ENDS), gm.page.evaluate(SCROLLED)), box.bounding_box()
            assert place
            gm.page.evaluate(HELD, ".asked, .still")
            gm.page.mouse.click(place["x"] + 30, place["y"] + place["height"] / 2)
            expect(box).to_be_focused()
            gm.page.keyboard.type(LONG[:100])
            assert box.evaluate(IS_READ), box.get_attribute("aria-label")
            row = box.locator("xpath=../..")
            expect(row).to_have_class(re.compile("answered"))  # which is told while it is typed
            heard(gm.page)
            after = (box.evaluate(ENDS), gm.page.evaluate(SCROLLED))
            if told := [(before, after)] * (before != after) + gm.page.evaluate(MOVED):
                moved[size["width"], box.get_attribute("aria-label")] = told
            box.fill("")
            box.blur()
            expect(row).not_to_have_class(re.compile("answered"))
    assert not moved, "\n".join(f"{each}: {told}" for each, told in moved.items())


@pytest.mark.parametrize("who", ["player", "gm"])
def test_nothing_moves_but_the_sides_when_a_contest_is_against_someone_else(
    who: str, phones: Phones, server: RunningServer
) -> None:
    table = seated(server, "wherever-we-go", stress=2)
    table.gm.do("make", name="Wren")
    roll = table.player.do("declare", character="c1", move="opposed", trait="stealth", inputs={"intent": SHORT})[
        "number"
    ]
    pages = at_their_roll(phones, getattr(table, who), "wherever-we-go", listening=True)
    for page in pages:
        expect(page.get_by_role("combobox", name="Against")).to_be_visible()

    def sets(seat: SeatAt, body: dict[str, Any]) -> None:
        seat.do("set", roll=roll, **body)

    name = {"inputs": {"defender_name": "The warden of the lower gate"}}
    happens: list[tuple[str, Any]] = [
        (str(body), lambda seat=seat, body=body: sets(seat, body))
        for seat, body in [
            *((table.gm, name), (table.player, {"against": "c2"}), (table.gm, {"against": "c3"})),
            (table.player, {"against": ""}),
        ]
    ]
    theirs = ".mods, .asides, .npcs, .help"  # which are another's then, below whom it is against
    assert not (moved := moved_by(happens, pages, theirs)), "\n".join(f"{each}: {told}" for each, told in moved.items())


def test_what_comes_while_a_finger_is_down_waits_until_it_is_lifted(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "in-the-dark")
    phone = phones.at(table.player)
    button = phone.page.get_by_role("button", name="Change this sheet")
    button.scroll_into_view_if_needed()
    button.hover()
    phone.page.mouse.down()
    table.gm.do("edit", where="c1", values={"minor_harm": 1, "severe_harm": True})
    phone.page.wait_for_function(KNOWS_ALL)
    phone.page.mouse.up()
    expect(phone.page.get_by_label("Name of Nyx")).to_be_visible()
    expect(phone.page.locator(".news-card")).to_be_visible()
