"""A roll that waits while its game's rules change is closed, and nobody pays for it."""

import random

import pytest

from actionroll.table import Table, fold
from actionroll.table.roll_facts import Closed
from actionroll.table.undo import close_changed
from tests.random_evening import Evening


def waiting_after_a_price(game: str) -> tuple[Table, Table]:
    """A table just before a throw that cost something, and just after it, with a decision still open."""
    for seed in range(40):
        made = Evening(game, random.Random(seed))
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


@pytest.mark.parametrize("game", ["illuminated-worlds"])
def test_what_a_waiting_roll_cost_is_given_back(game: str) -> None:
    before, table = waiting_after_a_price(game)
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


def test_rolls_under_the_same_rules_go_on() -> None:
    _, table = waiting_after_a_price("illuminated-worlds")
    assert close_changed(table) == []
