"""Rolls that are over leave memory, and their story is read from the log when somebody opens one."""

import json
from collections.abc import Iterator

import pytest

from actionroll.store import Append, Batch, TableRow, open_store
from actionroll.table import Table, entry_read, fold, state
from actionroll.table.log import UnknownEntry
from actionroll.table.roll_view import record_of, roll_view
from actionroll.table.state import Over, TableRoll
from actionroll.web.open_table import entry_of, load, story_of
from tests.random_evening import GAMES, Evening, evening

RECENT = 5


@pytest.fixture(scope="module", params=GAMES)
def played(request: pytest.FixtureRequest) -> Iterator[Evening]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(state, "RECENT", RECENT)
        yield evening(request.param, 500)


def test_only_the_last_rolls_that_are_over_are_kept_whole(played: Evening) -> None:
    over = list(played.table.over)
    assert len(over) > RECENT >= len(played.table.recent)
    assert isinstance(played.table.roll(over[0]), Over)
    assert not set(over) & set(played.table.live)


def test_the_story_of_a_roll_is_what_it_was_when_it_ended(played: Evening) -> None:
    """Every roll, followed until it is over; then read again from the store."""
    store = open_store(":memory:")
    bodies = tuple(played.bodies)
    store.append(Batch((Append("evening", 0, bodies),), rows=(TableRow("evening", played.game, "An evening", 0),)))
    table, told = Table(rules_of=played.table.rules_of), dict[int, TableRoll]()
    for number, body in enumerate(bodies, 1):
        fold(table, number, entry_of(body))
        told |= {each.id: each for each in table.recent if each.status != "undone"}
    for number in played.table.over:
        found = story_of(store, played.table, number)
        kept = played.table.over[number]
        assert (found.status, found.wished, found.seat) == (kept.status, kept.wished, kept.seat)
        if number in told and kept.status != "undone" and found.taken:
            assert record_of(played.table, found) == record_of(table, told[number])
            assert found.but(status="", wished="", seat="") == told[number].but(status="", wished="", seat="")
        view = roll_view(played.table, number, found)
        assert view is not None
        assert bool(view["record"]) == bool(found.taken)
    store.close()


def test_an_old_roll_is_shown_by_its_head_alone(played: Evening) -> None:
    first = next(number for number in played.table.over if number not in {roll.id for roll in played.table.recent})
    view = roll_view(played.table, first)
    assert view is not None
    assert (view["roll"], view["record"]) == (first, None)


def test_an_entry_of_a_later_version_is_refused_with_a_sentence() -> None:
    for told, says in (
        ({"kind": "danced", "by": "s1"}, "an entry of the kind 'danced', which this version does not know"),
        ({"kind": "noted", "by": "s1", "text": "x", "version": 2}, "kind 'noted' in version '2'"),
        ({"kind": "noted", "by": "s1", "text": "x", "mood": "dark"}, "kind 'noted' with 'mood'"),
    ):
        with pytest.raises(UnknownEntry, match=says):
            entry_read(told)
    with pytest.raises(UnknownEntry, match="open it with a later actionroll"):
        entry_of(json.dumps({"kind": "danced", "by": "s1"}).encode())


def test_a_table_with_entries_of_a_later_version_does_not_open_and_says_why() -> None:
    made = evening("in-the-dark", 10)
    store = open_store(":memory:")
    bodies = (*made.bodies, b'{"by":"s1","kind":"danced"}')
    store.append(Batch((Append("evening", 0, bodies),), rows=(TableRow("evening", made.game, "An evening", 0),)))
    with pytest.raises(UnknownEntry, match="danced"):
        load(store, "evening")
    store.close()
