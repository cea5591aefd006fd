"""Whatever others say of a roll or add to it while it is built: nothing that its roller could touch moves."""

from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.page.phones import DRAWN, KNOWS_ALL, PHONE, Phones
from tests.server import NewTable, RunningServer, open_table

pytestmark = pytest.mark.slow

SIZES: tuple[ViewportSize, ...] = (
    PHONE,
    {"width": 844, "height": 390},
    {"width": 820, "height": 1180},
    {"width": 1280, "height": 800},
)
HELD = """() => {
  const touched = "article.roll :is(button, textarea, summary, select, input):not(.to-throw *)";
  window.held = [...document.querySelectorAll(`${touched}, .to-throw, .standing, .tabs button`)]
    .filter((each) => each.checkVisibility()).map((each) => [each, each.getBoundingClientRect()]);
}"""
MOVED = """() => window.held.filter(([each]) => each.isConnected && each.checkVisibility()).map(([each, was]) => {
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
            *({"level": 3, "target_level": 1}, {"despite_harm": True}),
        ],
    ),
    "true-world": (
        "climbing",
        [{"difficulty": "d8"}, {"position": "neutral"}, *WORDS, {"position": "disadvantage"}, {"difficulty": "d4"}],
    ),
}


def heard(page: Page) -> None:
    """Until a page shows all that was said, with its odds."""
    page.wait_for_function(KNOWS_ALL)
    expect(page.locator(".roll .odds[aria-busy]")).to_have_count(0)
    page.evaluate(DRAWN)


def at_their_roll(phones: Phones, table: NewTable) -> list[Page]:
    """The roller's screen in each size, with their roll on stage."""
    screens = [phones.at(table.player, viewport=size) for size in SIZES]
    for screen in screens:
        expect(screen.roll).to_be_visible()
    return [screen.page for screen in screens]


@pytest.mark.parametrize("game", SAID)
def test_nothing_moves_under_the_thumb_of_who_rolls(game: str, phones: Phones, server: RunningServer) -> None:
    trait, said = SAID[game]
    table = open_table(server, game)
    table.player.do("make", name="Nyx")
    table.other.do("make", name="Moth")
    roll = table.player.do("declare", character="c1", trait=trait)["number"]
    pages = at_their_roll(phones, table)
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
    for page in pages:
        heard(page)
    moved = {}
    for what, happen in happens:
        for page in pages:
            page.evaluate(HELD)
        happen()
        for page, size in zip(pages, SIZES, strict=True):
            heard(page)
            if told := page.evaluate(MOVED):
                moved[what, size["width"]] = told
    assert not moved, "\n".join(f"{each}: {told}" for each, told in moved.items())
