"""A roll that waits while its game's rules change is closed, and nobody pays for it."""

import random

import pytest

from actionroll.games import game
from actionroll.table import Table, fold, traces
from actionroll.table.roll_entries import Closed
from actionroll.table.undo import close_changed
from tests.random_evening import Evening
from tests.table_in_memory import Played


def waiting_after_a_price(name: str) -> tuple[Table, Table]:
    """A table just before a throw that cost something, and just after it, with a decision still open."""
    for seed in range(40):
        made = Evening(name, random.Random(seed))
        made.begin()
        while len(made.bodies) < 150:
            before, number = made.table.fork(), len(made.bodies)
            made.step()
            paid = made.table.past.get(number + 1)
            if paid and paid.kind == "thrown" and paid.changes and status(made.table, paid.roll) == "waiting":
                return before, made.table
    raise AssertionError("no such roll came up")


def status(table: Table, roll: int) -> str:
    found = table.roll(roll)
    return found.status if found else ""


def other_rules(table: Table) -> Table:
    table.rules_of = lambda _game: "other rules"
    return table


@pytest.mark.parametrize("name", ["illuminated-worlds"])
def test_what_a_waiting_roll_cost_is_given_back(name: str) -> None:
    before, table = waiting_after_a_price(name)
    waiting = [roll.id for roll in table.open_rolls if roll.status == "waiting"]
    entries = [entry for entry in close_changed(other_rules(table)) if isinstance(entry, Closed)]
    assert [entry.roll for entry in entries] == waiting
    for entry in entries:
        fold(table, table.number + 1, entry)
    last = set(before.past) & {number for entry in entries for number in entry.entries}
    if not last:
        assert {each.id: each.values for each in table.characters.values()} == {
            each.id: each.values for each in before.characters.values()
        }
    assert {status(table, roll) for roll in waiting} == {"closed"}
    assert not close_changed(table)
    counted = {each["trace"]: each["count"] for each in traces(table)}
    assert counted["closed"] == len(waiting), "whoever changes rules could take back what fell badly"


def test_rolls_under_the_same_rules_go_on() -> None:
    _, table = waiting_after_a_price("illuminated-worlds")
    assert close_changed(table) == []


def test_a_mark_and_a_thing_are_as_they_were_and_what_others_changed_since_stays() -> None:
    """Numbers are given back from where they stand now; a yes or no, or a list of things, becomes what it was."""
    played = Played(game("true-world"), {"grit_reroll": "yes"})
    boost = {"kind": "boost", "name": "Fox step", "most": 2}
    played.do("s2", "edit", where="c1", values={"grit": 2, "things": [boost]})
    played.do("s1", "begin_round")
    played.do("s1", "begin_actions", unsaid="They wait.")
    roll = played.do("s2", "declare", character="c1", trait="climbing", inputs={"things": ["Fox step"]})
    played.do("s1", "set", roll=roll, inputs={"difficulty": "d12", "position": "neutral"})
    played.do("s2", "throw", roll=roll, dice=[1, 12])
    assert (played.value("acted"), played.value("things")[0]["spent"]) == (True, 1)
    played.do("s1", "edit", where="c1", values={"grit": 5})
    for entry in close_changed(other_rules(played.table)):
        fold(played.table, played.table.number + 1, entry)
    assert (played.value("acted"), played.value("things"), played.value("grit")) == (False, [boost], 5)
    assert played.value("acted") is False
