"""Several processes on one store: one order, one winner for each place, one entry for each key."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from actionroll.store import open_store
from tests.counts import count
from tests.crash.appender import all_entries
from tests.crash.racer import LOG, race_for_numbers, race_with_keys
from tests.crash.victim import Message, Victim

RACES = count(250, 8000)
KEYS = count(120, 2000)
PATIENCE = count(60, 600)


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    server = request.param == "postgresql"
    return str(request.getfixturevalue("postgres").database()) if server else str(tmp_path / "tables.db")


def told_by(children: int, start: Callable[[int], Victim]) -> list[list[Message]]:
    victims = [start(number) for number in range(children)]
    return [victim.ended(PATIENCE) for victim in victims]


@pytest.mark.slow
def test_exactly_one_process_gets_each_number(address: str) -> None:
    told = told_by(2, lambda child: Victim(race_for_numbers, address, f"child {child}", RACES))
    wins = sorted((int(number), name) for child in told for _, number, name in child)
    assert [number for number, _ in wins] == list(range(1, RACES + 1))
    store = open_store(address)
    entries = all_entries(store, LOG)
    assert [(entry.number, entry.body.decode()) for entry in entries] == wins
    assert store.verify() == ()
    store.close()


@pytest.mark.slow
def test_the_same_keys_sent_by_four_processes_make_one_entry_each(address: str) -> None:
    told = told_by(4, lambda _child: Victim(race_with_keys, address, KEYS))
    assert all(child == told[0] for child in told)
    assert [message[2] for message in told[0]] == [f"reply to key {number}" for number in range(KEYS)]
    store = open_store(address)
    assert Counter(entry.body for entry in all_entries(store, LOG)).most_common(1)[0][1] == 1
    assert store.head(LOG).number == KEYS
    store.close()


@pytest.mark.slow
def test_a_listener_sees_every_entry_of_others_once_and_in_order(address: str) -> None:
    """As a feed reads: woken, it reads on from the last number it knows."""
    store = open_store(address)
    victims = [Victim(race_for_numbers, address, f"child {child}", RACES) for child in range(2)]
    seen: list[int] = []
    while len(seen) < RACES and store.wait(LOG, len(seen), 20).number > len(seen):
        seen += [entry.number for entry in store.read(LOG, len(seen), 7)]
    assert seen == list(range(1, RACES + 1))
    assert sum(len(victim.ended(PATIENCE)) for victim in victims) == RACES
    store.close()
