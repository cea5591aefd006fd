"""Every input that someone may set of a roll has a control on that one's phone, in every move of every game."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from actionroll.games import games
from actionroll.rules.inputs import inputs_of, moot_inputs
from actionroll.rules.sheet import SheetForm, picks_of
from actionroll.wire import move_shown
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


MOOT = """([module, moves]) => import(module).then(({ mootBeside }) => moves.map(({ move, sets }) =>
    sets.map((values) => [...new Set(mootBeside(move, (name) => values[name]))].sort())))"""


def with_each_value(move: Any) -> Iterator[dict[str, Any]]:
    """What leaves other inputs without effect, each at each of its values, beside the usual ones."""
    declared = {each.input: inputs_of(move.attempt)[each.input] for each in getattr(move.attempt, "moot", ())}
    values = {name: [each.kind.parse(value) for value in each.kind.values()] for name, each in declared.items()}
    usual = {name: each.default.value if each.default else values[name][0] for name, each in declared.items()}
    for each in getattr(move.attempt, "moot", ()):
        yield from ({**usual, each.input: value} for value in (*values[each.input], *each.values))


def shown(move: Any, values: dict[str, Any]) -> dict[str, Any]:
    declared = inputs_of(move.attempt)
    return {name: declared[name].kind.show(value) for name, value in values.items()}


def test_the_page_finds_without_effect_what_the_rules_do(phones: Phones, server: RunningServer) -> None:
    """At once, before the server has answered: in every game, move and value."""
    moves = {move: list(with_each_value(move)) for game in games() for move in game.moves}
    asked = [{"move": move_shown(move), "sets": [shown(move, each) for each in of]} for move, of in moves.items()]
    expected = [[sorted(moot_inputs(move.attempt, each)) for each in of] for move, of in moves.items()]
    page = phones.at(open_table(server).gm).page
    module = page.evaluate("new URL('inputs.js', document.querySelector('script[type=module]').src).href")
    assert page.evaluate(MOOT, [module, asked]) == expected
    assert len([some for each in expected for some in each if some]) > 50


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
