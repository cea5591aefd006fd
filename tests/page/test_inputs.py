"""Every input that someone may set of a roll has a control on that one's phone, in every move of every game."""

from typing import Any

import pytest
from playwright.sync_api import expect

from actionroll.games import games
from actionroll.rules.sheet import SheetForm, picks_of
from tests.page.phones import Phone, Phones
from tests.server import NewTable, RunningServer, open_table

pytestmark = pytest.mark.slow
USABLE = """prefix => [...document.querySelectorAll(`[id^="${prefix}"]`)]
  .filter(label => !label.parentElement.querySelector(".locked")).map(label => label.id.slice(prefix.length))"""


def usable(phone: Phone, roll: int) -> set[str]:
    expect(phone.roll).to_be_visible()
    expect(phone.page.locator(f"article[aria-label^='Roll {roll}:']")).to_be_visible()
    return set(phone.page.evaluate(USABLE, f"in-{roll}-"))


def declared(table: NewTable, move: Any, form: SheetForm) -> tuple[int, dict[str, Any]]:
    body: dict[str, Any] = {"character": "c1", "move": move.name}
    pick = picks_of(form, move.name)[-1]
    if pick:
        body["trait"] = pick
    if move.against:
        body["against"] = "c2"
    if move.name in form.share:
        body["members"] = ["c1"]
    reply = table.player.do("declare", **body)
    return reply["number"], reply["rolls"][0]


def without_effect(move: Any, shown: dict[str, Any]) -> set[str]:
    """What nobody is asked for: what counts for nothing as the roll stands, and what is at stake where no dice fall.

    Nor are lower stakes asked for before any are said.
    """
    words = {"intent", "stakes", "expectations", "used"} if move.diceless else set()
    return {*shown["moot"], *words, *(() if "stakes" in shown["texts"] else ["lowers"])}


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_every_input_has_a_control(game: Any, phones: Phones, server: RunningServer) -> None:
    table = open_table(server, game.id)
    table.player.do("make", name="Nyx")
    table.other.do("make", name="Moth")
    gm, player, ally = (phones.at(seat) for seat in (table.gm, table.player, table.other))
    for move in game.moves:
        if move.only_answers:  # nothing waits for it here, so that only another ruling lets it be opened
            table.gm.do("rule", rulings={move.only_answers[0]: "at_once"})
        roll, shown = declared(table, move, game.sheet)
        inputs = {name: each for name, each in shown["inputs"].items() if not each["from_sheet"]}
        says = {name: each["by"] for name, each in inputs.items() if name not in without_effect(move, shown)}
        assert {name for name, by in says.items() if by == "gm"} <= usable(gm, roll)
        own = {name for name, by in says.items() if by == "roller" and not name.startswith("defender_")}
        assert own <= usable(player, roll)
        assert {name for name, by in says.items() if by == "roller"} - own <= usable(ally, roll)
        by_no_roll = [each for each in shown["help"] if not each["proven"]]  # that one comes once it is asked for
        ways = 0 if move.against else len(by_no_roll)
        expect(ally.page.locator(".way-in")).to_have_count(ways)
        table.player.do("withdraw", roll=roll)
        expect(player.page.locator(f"article[aria-label^='Roll {roll}:']")).to_have_count(0)
