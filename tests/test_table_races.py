"""Two seats spend the last point of a third at once, through two processes: exactly one does, the other is told why."""

import json
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

import pytest

from actionroll.store import Store, open_store
from actionroll.table import Table, entry_read, fold
from actionroll.table.log import state_hash
from tests.counts import count
from tests.crash.appender import all_entries
from tests.crash.spender import LAST_BOX, copy_tables, helper, spend
from tests.crash.victim import Message, Victim
from tests.forking import FORKING
from tests.memory_folder import memory_folder
from tests.postgres_server import PostgresServer

RACES_A_TABLE = 10
TABLES = count(30, 1000)
PATIENCE = count(200, 1000)
EACH_START = 100.0
"""How long one side waits for the other: who died will never come."""


@dataclass(frozen=True)
class Side:
    """How a race went for one of the two."""

    refused: str
    met_a_conflict: bool
    began: int
    ended: int


Race = tuple[str, int]


def raced(address: str, tables: list[str]) -> dict[Race, list[Side]]:
    """Every race with what both sides told of it."""
    start = FORKING.Barrier(2, timeout=EACH_START)
    victims = [Victim(spend, address, side, start, tables, RACES_A_TABLE) for side in range(2)]
    found: dict[Race, list[Side]] = defaultdict(list)
    for told in [victim.ended(PATIENCE) for victim in victims]:
        for table, race, refused, conflict, began, ended in map(_six, told):
            found[table, int(race)].append(Side(refused, bool(conflict), int(began), int(ended)))
    return found


def _six(message: Message) -> tuple[str, str, str, str, str, str]:
    table, race, refused, conflict, began, ended = message
    return table, race, refused, conflict, began, ended


def overlapped(one: Side, other: Side) -> bool:
    return max(one.began, other.began) < min(one.ended, other.ended)


def check_log(store: Store, name: str) -> None:
    """Every point is spent once, and the log says so."""
    table, entries = Table(), all_entries(store, name)
    for entry in entries:
        fold(table, entry.number, entry_read(json.loads(entry.body)))
    helpers = [table.characters[helper(race)].values["stress"] for race in range(RACES_A_TABLE)]
    assert helpers == [LAST_BOX] * RACES_A_TABLE
    assert sum(past.kind == "thrown" for _, past in table.past.items()) == RACES_A_TABLE
    assert json.loads(entries[-1].body)["state"] == state_hash(table)


def check_races(address: str) -> None:
    store = open_store(address)
    tables = copy_tables(store, TABLES, RACES_A_TABLE)
    races = raced(address, tables)
    assert len(races) == TABLES * RACES_A_TABLE
    for one, other in races.values():
        won, lost = sorted((one.refused, other.refused))
        assert (won, "stress" in lost) == ("", True)
    for name in tables:
        check_log(store, name)
    assert store.verify() == ()
    store.close()
    at_once = sum(overlapped(one, other) for one, other in races.values())
    collided = sum(one.met_a_conflict or other.met_a_conflict for one, other in races.values())
    assert min(at_once, collided) > len(races) / 2, (len(races), at_once, collided)


@pytest.mark.slow
def test_last_point_is_spent_once_on_sqlite() -> None:
    with memory_folder() as folder:
        check_races(str(Path(folder) / "tables.db"))


@pytest.mark.slow
def test_last_point_is_spent_once_on_postgresql(postgres: PostgresServer) -> None:
    check_races(postgres.database())
