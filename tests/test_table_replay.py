"""The log alone makes the table: random evenings of every game, folded anew from every kind of store."""

import json
from collections.abc import Iterable
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from actionroll.errors import ActionrollError
from actionroll.ledger import verify
from actionroll.store import Append, Batch, Store, open_store
from actionroll.store.chain import start
from actionroll.table import REQUESTS, Table, act, entry_read, fold
from actionroll.table.course import from_sheets
from actionroll.table.log import canonical, standing, state_hash
from actionroll.table.undo import tracks_outside
from actionroll.web.open_table import entries_after, entry_of
from tests.counts import count
from tests.postgres_server import PostgresServer
from tests.random_evening import GAMES, LEFT_OUT, Evening, evening
from tests.random_evening import REQUESTS as TRIED

GOLDEN = Path(__file__).parent / "golden" / "logs"
ENTRIES = count(2000, 5_000)
"""For each of the five games, so ten thousand in all at the least."""


@pytest.fixture(scope="module", params=GAMES)
def played(request: pytest.FixtureRequest) -> Evening:
    return evening(request.param, ENTRIES)


def folded(bodies: Iterable[bytes]) -> Table:
    table = Table()
    for number, body in enumerate(bodies, 1):
        fold(table, number, entry_read(json.loads(body)))
    return table


def test_random_evenings_try_every_request_or_say_why_not() -> None:
    left_out = {name for names in LEFT_OUT.values() for name in names}
    unknown = set(REQUESTS) - set(TRIED) - left_out
    where = "MORE (USUAL would change every evening that is drawn from a seed), or a reason in LEFT_OUT"
    assert not unknown, f"give {sorted(unknown)} in tests/random_evening.py a body in {where}"
    assert not left_out & set(TRIED), "what is tried is not left out"
    assert set(TRIED) | left_out == set(REQUESTS), "what is named there is a request"


@pytest.mark.slow
def test_evenings_with_every_request_are_replayed_too() -> None:
    played = [evening(game, 600, widely=True) for game in GAMES]
    never = set(TRIED).difference(*(each.made for each in played))
    assert not never, f"never accepted: {sorted(never)}"
    verdicts = [verify(each.lines()) for each in played]
    assert [each.table for each in verdicts] == [each.table for each in played]
    assert (sum(each.replayed for each in verdicts) > 100, sum(each.other_rules for each in verdicts)) == (True, 0)


@pytest.mark.slow
def test_replay_gives_the_same_table(played: Evening) -> None:
    verdict = verify(played.lines())
    assert canonical(standing(verdict.table)) == canonical(standing(played.table))
    assert verdict.table == played.table
    assert (verdict.replayed > 100, verdict.other_rules) == (True, 0), "every throw and decision is played again too"
    assert len(played.bodies) >= ENTRIES


@pytest.mark.slow
def test_entries_read_quickly_give_the_same_table(played: Evening) -> None:
    table = Table()
    for number, body in enumerate(played.bodies, 1):
        entry = entry_of(body)
        assert entry == entry_read(json.loads(body))
        fold(table, number, entry)
    assert canonical(standing(table)) == canonical(standing(played.table))
    assert table == played.table


@pytest.mark.slow
def test_no_track_is_ever_outside_its_bounds(played: Evening) -> None:
    table = Table()
    for number, body in enumerate(played.bodies, 1):
        entry = entry_read(json.loads(body))
        fold(table, number, entry)
        changed = {change.where for change in getattr(entry, "changes", ()) if change.where in table.characters}
        assert not [name for where in changed for name in tracks_outside(table, where)], number


@pytest.mark.slow
@pytest.mark.parametrize("backend", ["memory", "sqlite", "postgresql"])
def test_every_store_gives_the_same_table(
    played: Evening, backend: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    store = opened(backend, request, tmp_path)
    log = f"evening of {played.game}"
    try:
        for first in range(0, len(played.bodies), 500):
            store.append(Batch((Append(log, first, tuple(played.bodies[first : first + 500])),)))
        bodies = [entry.body for entry in entries_after(store, start(log))]
    finally:
        store.close()
    assert bodies == played.bodies
    assert canonical(standing(folded(bodies))) == canonical(standing(played.table))


def opened(backend: str, request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    if backend == "postgresql":
        postgres: PostgresServer = request.getfixturevalue("postgres")
        return open_store(postgres.database())
    return open_store(":memory:" if backend == "memory" else tmp_path / "tables.db")


def test_a_refused_request_changes_nothing() -> None:
    made = evening("in-the-dark", 60)
    before, stood = len(made.bodies), canonical(standing(made.table))
    refused = made.refused
    while made.refused == refused:
        before, stood = len(made.bodies), canonical(standing(made.table))
        made.step()
    assert (len(made.bodies), canonical(standing(made.table))) == (before, stood)


def test_a_fork_leaves_the_table_as_it_was() -> None:
    made = evening("true-world", 120)
    stood = canonical(standing(made.table))
    table, made.table = made.table, made.table.fork()
    for _ in range(300):
        made.step()
    assert canonical(standing(table)) == stood
    assert canonical(standing(made.table)) != stood


@pytest.mark.parametrize("game", GAMES)
def test_undo_restores_every_value_of_everyone(game: str) -> None:
    """Whenever a roll just ended, taking it back leaves all values as they were before its first dice fell.

    A clock that was removed meanwhile stays away.
    """
    made = evening(game, 5)
    stood: dict[int, dict[tuple[str, str], object]] = {}
    undone = 0
    while len(made.bodies) < 400:
        before, number = values(made.table), len(made.bodies)
        made.step()
        for past in [made.table.past[at] for at in range(number + 1, len(made.bodies) + 1) if at in made.table.past]:
            if past.changes or past.reads:
                stood = {roll: then for roll, then in stood.items() if roll == past.roll}
            if past.kind == "thrown" and [each.roll for _, each in made.table.past.items()].count(past.roll) == 1:
                stood[past.roll] = before
            if past.roll in stood and getattr(made.table.roll(past.roll), "status", "") == "done":
                later = act(made.table, "s1", "undo", {"entry": past.roll}, made).table
                now, then = values(later), stood.pop(past.roll)
                assert [(place, now[place]) for place in then if place in now and now[place] != then[place]] == []
                undone += 1
    assert undone


@pytest.mark.parametrize("game", GAMES)
def test_what_a_roll_keeps_of_sheets_is_what_they_say_now(game: str) -> None:
    """Whatever is edited, begun or said between a declaration and the throw."""
    made, looked = evening(game, 20), 0
    for _ in range(200):
        made.step()
        for roll in made.table.open_rolls:
            assert from_sheets(made.table, roll) == from_sheets(made.table, roll.but())
            looked += 1
    assert looked


ROUNDS = ["begin_round", "begin_actions", "end_rounds", *["intend"] * 3]
SPOKEN = [*ROUNDS, "edit", "offer", *["undo"] * 4, *["declare", "set", "settle", "decide"] * 2, *["throw"] * 4]


@settings(max_examples=count(25, 400))
@given(seed=st.integers(0, 10**9))
def test_undo_changes_what_it_takes_back_and_no_word_that_was_said(seed: int) -> None:
    """Whoever spoke before, between or after: of all values only those change that the entries taken back changed."""
    made = Evening("true-world", Random(seed))
    made.begin()
    for seat in ("s2", "s3"):
        made.take(act(made.table, seat, "make", {"name": seat}, made))
    for _ in range(120):
        stood = values(made.table)
        request = made.chosen.choice(SPOKEN)
        try:
            made.take(
                act(made.table, made.chosen.choice(["s1", "s1", "s2", "s3"]), request, TRIED[request](made), made)
            )
        except ActionrollError:
            continue
        if request == "undo":
            taken = [made.table.past[each] for each in json.loads(made.bodies[-1]).get("entries", ())]
            changes = [change for past in reversed(taken) for change in reversed(past.changes)]
            given_back = {(change.where, change.name): change.before for change in changes}
            assert values(made.table) == {**stood, **given_back}


def values(table: Table) -> dict[tuple[str, str], object]:
    sheets = {each.id: each.values for each in table.characters.values()}
    clocks = {clock.id: {"filled": clock.filled} for clock in table.clocks.values()}
    everything = {**sheets, **clocks, "table": table.values}
    return {(where, name): value for where, own in everything.items() for name, value in own.items()}


@pytest.mark.parametrize("game", GAMES)
def test_what_stands_is_hashed_alike_entry_by_entry_and_all_at_once(game: str) -> None:
    made = evening(game, 200)
    forked = made.table.fork()
    forked.hashes = None
    said = json.loads(made.bodies[-1])["state"]
    assert said == state_hash(forked) == state_hash(made.table) == state_hash(folded(made.bodies))
    made.step()
    assert said == state_hash(forked), "what comes later changes nothing of what stood"


@pytest.mark.parametrize("game", GAMES)
def test_golden_log_still_verifies(game: str) -> None:
    """Recorded once, and good for ever: rules may change, what happened may not."""
    verdict = verify((GOLDEN / f"{game}.jsonl").read_bytes().splitlines(keepends=True))
    assert verdict.dice > 20
    assert verdict.unrevealed == 0
