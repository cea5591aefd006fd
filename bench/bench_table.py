"""A table that grows: a roll among 100,000 settled entries against one among 100, and the memory of 10,000 rolls.

Both hold whatever else the machine does: processor time is compared with itself, and bytes are counted.
"""

from __future__ import annotations

import gc
import time
import tracemalloc
from collections.abc import Iterator
from copy import copy

from actionroll import chance
from actionroll.table import Table, act, fold
from actionroll.table.log import Entry
from actionroll.table.requests import Deed, Outside, done
from actionroll.table.seats import joining, opening
from actionroll.web.bodies import quick_canonical
from bench.bench_web import Seeded
from bench.figures import Figure, Promise, no_slower_than

LONG, SHORT = 100_000, 100
PATTERN = 40
"""So many different rolls, which long logs repeat."""
ROLLS, ROUNDS = 40, 7
ROLLS_KEPT, MOST_MB = 10_000, 5.0
ROLL = {"character": "c1", "trait": "skulk", "inputs": {"position": "good"}}


def figures() -> Iterator[Figure]:
    """The seconds are the processor's own, minima of rounds that take turns."""
    tables = long_table(LONG), long_table(SHORT)
    taken: list[list[float]] = [[], []]
    for _ in range(ROUNDS):
        for place, table in enumerate(tables):
            taken[place].append(seconds_a_roll(table))
    long, short = map(min, taken)
    yield no_slower_than("a roll at 100,000 settled entries", long, short, peer="one at 100", most=1.5)
    kept = megabytes_kept(ROLLS_KEPT)
    promised = Promise(f"< {MOST_MB:.3g} MB", kept < MOST_MB)
    yield Figure("10,000 rolls of an open table, kept", f"{kept:.2f} MB", "", None, (promised,))


def new_table() -> Table:
    """A table with one who plays alone, and their character."""
    told = {"game": "in-the-dark", "name": "Long", "with_gm": False}
    begun = done(Table(), Deed((opening("long", told, ""), joining(Table(), "s1", "Gem", "player"))))
    return act(begun.table, "s1", "make", {"name": "Fox"}, Seeded()).table


class Alike(Outside):
    """The same dice for every throw, so that what is measured at two tables is the same roll."""

    def dice(self, roll: int, throw: int, *nonces: str) -> chance.Chance:
        """Whatever is thrown."""
        return chance.seeded("alike")


def rolled(table: Table, outside: Outside) -> tuple[Table, list[Entry]]:
    """Declare a roll, throw it and settle what it demands; the table after it, and its entries."""
    acted = act(table, "s1", "declare", ROLL, outside, quick_canonical)
    number, entries = acted.table.number, [acted.folded[0].entry]
    acted = act(acted.table, "s1", "throw", {"roll": number}, outside, quick_canonical)
    entries += [each.entry for each in acted.folded]
    owing = acted.table.live.get(number)
    ending = owing.ending if owing else None
    for place, due in enumerate(ending.dues if ending else ()):
        way = "complication" if due.kind == "consequence" else due.kind
        settling = {"roll": number, "due": place, "answer": [{"way": way}]}
        acted = act(acted.table, "s1", "settle", settling, outside, quick_canonical)
        entries += [each.entry for each in acted.folded]
    return acted.table, entries


def long_table(entries: int) -> Table:
    """A table with about so many entries, of rolls that are all settled."""
    table, pattern, trial = new_table(), [], new_table()
    for _ in range(PATTERN):
        trial, made = rolled(trial, Seeded())
        pattern.append(made)
    rolls = 0
    while table.number < entries:
        repeat(table, pattern[rolls % PATTERN])
        rolls += 1
    return rolled(table, Alike())[0]


def repeat(table: Table, entries: list[Entry]) -> None:
    """The same once more, as a roll of its own."""
    number = table.number + 1
    for each in entries:
        entry = copy(each)
        if hasattr(entry, "roll"):
            entry.roll = number
        fold(table, table.number + 1, entry)


def seconds_a_roll(table: Table) -> float:
    """The processor's seconds for one roll at a table that stays as it is."""
    began = time.process_time()
    for _ in range(ROLLS):
        rolled(table, Alike())
    return (time.process_time() - began) / ROLLS


def megabytes_kept(rolls: int) -> float:
    """What a table keeps in memory of so many rolls."""
    tracemalloc.start()
    entries = len(rolled(new_table(), Alike())[1]) * rolls
    before = tracemalloc.get_traced_memory()[0]
    table = long_table(entries)
    gc.collect()
    kept = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    return kept / 1e6 * entries / table.number
