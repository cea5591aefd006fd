"""Check stored logs: any changed bit, any entry deleted, swapped or added is found, and said which.

A chain alone does not show that its end was cut or that all of it was written anew; the receipts that clients kept do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from actionroll.store.chain import START, entry_hash, head_of, start
from actionroll.store.protocol import StoreDamaged
from actionroll.store.rows import REPLIES, SECRETS, SEEDS, TABLES, Shape
from actionroll.store.values import Damage, Entry, Head, heads_by_log


def checked(log: str, rows: Iterable[Sequence[Any]], after: int) -> tuple[Entry, ...]:
    """Entries that follow number `after`, if each is whole and follows the one before it; else StoreDamaged."""
    passed = []
    last, known = after, START if after == 0 else None
    for number, prev, body, sha in rows:
        entry = Entry(log, number, prev, body, sha)
        if what := fault(entry, last, known):
            raise StoreDamaged(f"{Damage(log, number, what)}; restore a backup.")
        passed.append(entry)
        last, known = number, sha
    return tuple(passed)


def fault(entry: Entry, number: int, sha: bytes | None) -> str | None:
    """What is wrong with an entry, given the number and hash before it (None if that hash is not known)."""
    log, own_number, prev, body = entry.log, entry.number, entry.prev, entry.body
    if not (type(log) is str and type(own_number) is int and type(prev) is type(body) is type(entry.hash) is bytes):
        return "a column is not of its type"
    if own_number != number + 1:
        return f"the entry after number {number} is missing"
    if sha is not None and prev != sha:
        return "it does not follow the entry before it"
    if entry.hash != entry_hash(log, own_number, prev, body):
        return "its content is not what was written"
    return None


def verify_entries(entries: Iterable[Entry], heads: Iterable[Head] = (), receipts: Iterable[Head] = ()) -> list[Damage]:
    """Damage to logs: the first in each, with entries sorted by log and number, against counters and receipts."""
    counters, wanted = heads_by_log(heads), _receipts_by_log(receipts)
    damages, seen = [], set()
    for log, rows in groupby(entries, key=lambda entry: entry.log):
        seen.add(log)
        damages += _verify_log(log, rows, counters.get(log), wanted.get(log, {}))
    damages += [Damage(log, None, "all its entries are missing") for log in sorted({*counters, *wanted} - seen)]
    return damages


def verify_rows(shape: Shape[Any], records: Iterable[Sequence[Any]]) -> Iterator[Damage]:
    """Damage to rows without history."""
    for record in records:
        try:
            shape.unpacked(record)
        except (StoreDamaged, TypeError, ValueError):
            yield Damage(f"{shape.table} row {record[0]!r}", None, "its content is not what was written")


SEALED: tuple[Shape[Any], ...] = (TABLES, SEEDS, SECRETS, REPLIES)


def _verify_log(log: str, entries: Iterator[Entry], counter: Head | None, receipts: dict[int, bytes]) -> list[Damage]:
    last = start(log)
    for entry in entries:
        what = fault(entry, last.number, last.hash)
        if what is None and receipts.pop(entry.number, entry.hash) != entry.hash:
            what = "it is not the entry that a receipt names"
        if what:
            return [Damage(log, entry.number, what)]
        last = head_of(entry)
    if receipts:
        return [Damage(log, min(receipts), "a receipt names this entry, and it is missing")]
    if counter is None or (counter.number, counter.hash) != (last.number, last.hash):
        return [Damage(log, last.number, "the log's counter does not stand at its last entry")]
    return []


def _receipts_by_log(receipts: Iterable[Head]) -> dict[str, dict[int, bytes]]:
    found: dict[str, dict[int, bytes]] = {}
    for receipt in receipts:
        if receipt.number:
            found.setdefault(receipt.log, {})[receipt.number] = receipt.hash
    return found
