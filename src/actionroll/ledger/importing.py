"""Take an exported table into a store: the log as it is, new seeds and new links."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from actionroll.chance import commitment
from actionroll.errors import InputError
from actionroll.ledger.verifying import Verdict, verify
from actionroll.store import Append, Batch, Conflict, Row, Secret, Seed, Store, TableRow
from actionroll.table.canonical import canonical
from actionroll.table.folding import fold
from actionroll.table.secret import veil
from actionroll.table.standing import state_hash
from actionroll.table.state import Json

START = bytes(32)


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
        bodies.append(_seed_changed(verdict, seeds, seconds))
    row = TableRow(table.id, table.game_id, table.name, seconds)
    rows: tuple[Row, ...] = (row, *seeds, *links)
    try:
        store.append(Batch((Append(table.id, 0, tuple(bodies)),), rows=rows))
    except Conflict:
        raise InputError(f"The store has a table {table.id} already; import into another store.") from None
    return verdict


def _seed_changed(verdict: Verdict, seeds: tuple[Seed, Seed], seconds: int) -> bytes:
    """The old seed stayed where the log came from, so that from here on another one counts."""
    table, number = verdict.table, verdict.head.number + 1
    entry: Json = {"kind": "seed_changed", "by": "", "epoch": seeds[0].epoch, "seed": ""}
    entry["commitment"] = commitment(seeds[0].seed)
    fold(table, number, entry)
    hidden = veil(seeds[1].seed, number, START)
    return canonical({**entry, "at": seconds, "state": state_hash(table), "veil": hidden})
