"""A table's log as JSON lines: written byte for byte as it is stored, and taken into another store with new seeds."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator

from actionroll.chance import commitment
from actionroll.errors import InputError
from actionroll.ledger.verdict import Verdict, header, verify
from actionroll.store import Append, Batch, Conflict, Entry, Head, Paper, Row, Secret, Seed, Store, TableRow
from actionroll.table.deed import done
from actionroll.table.facts import SeedChanged
from actionroll.table.fairness import veil
from actionroll.table.log import canonical, falling, written
from actionroll.table.requests import Deed
from actionroll.table.roll_facts import Withdrawn

START = bytes(32)


def exported(head: Head, entries: Iterable[Entry], papers: Iterable[Paper | None] = ()) -> Iterator[bytes]:
    """The lines of an export: a header that says where the log ends, every entry, and what all may read beside it."""
    yield canonical(header(head)) + b"\n"
    for entry in entries:
        yield b'{"entry":%b,"hash":"%b","number":%d}\n' % (entry.body, entry.hash.hex().encode(), entry.number)
    for paper in papers:
        if paper and paper.content and not paper.seat:
            told = {"content": b64encode(paper.content).decode(), "kind": paper.kind, "paper": paper.hash}
            yield canonical(told) + b"\n"


def take_in(
    store: Store, lines: Iterable[bytes], seconds: int, seed: Callable[[], bytes], links: tuple[Secret, ...]
) -> Verdict:
    """Verify an export and store it. Its seats come back through links that the gm makes."""
    verdict = verify(lines)
    table = verdict.table
    if any(link.table != table.id for link in links):
        raise InputError("The links must be for the table that is taken in.")
    seeds = (Seed(table.id, "open", table.epoch + 1, seed()), Seed(table.id, "secret", 0, seed()))
    bodies = [*verdict.bodies]
    if not table.ended:
        bodies += _seed_changed(verdict, seeds, seconds)
    row = TableRow(table.id, table.game_id, table.name, seconds)
    rows: tuple[Row, ...] = (row, *seeds, *links, *(Paper(table.id, *each) for each in verdict.papers))
    try:
        store.append(Batch((Append(table.id, 0, tuple(bodies)),), rows=rows))
    except Conflict:
        raise InputError(f"The store has a table {table.id} already; import into another store.") from None
    return verdict


def _seed_changed(verdict: Verdict, seeds: tuple[Seed, Seed], seconds: int) -> Iterator[bytes]:
    """The old seed stayed where the log came from, so that from here on another one counts.

    Dice that were falling are given up: whoever knows what phones told of them could look for a seed that suits.
    """
    changed = SeedChanged(epoch=seeds[0].epoch, commitment=commitment(seeds[0].seed))
    given_up = [Withdrawn(roll=roll.id) for roll in falling(verdict.table)]
    acted = done(verdict.table, Deed([*given_up, changed]))
    verdict.table = acted.table
    for step in acted.steps:
        hidden = veil(seeds[1].seed, step.number, START)
        yield canonical({**written(step.entry), "at": seconds, "state": step.state, "veil": hidden})
