"""A program that fills its disk: writes are refused, reading goes on, and with space again writes do too."""

import sys
from pathlib import Path

from actionroll.store import Append, Batch, Store, StoreFull, open_store

LOG = "full/open"


def main(folder: str) -> None:
    ballast = Path(folder) / "ballast"
    ballast.write_bytes(bytes(1_000_000))
    store = open_store(Path(folder) / "tables.db")
    acknowledged = _fill(store)
    assert [entry.number for entry in store.read(LOG, limit=100_000)] == list(range(1, acknowledged + 1))
    assert not _has_room(store)
    ballast.unlink()
    assert _has_room(store)
    for number in range(acknowledged, acknowledged + 20):
        store.append(_batch(number))
    assert store.head(LOG).number == acknowledged + 20
    assert store.verify() == ()
    sys.stdout.write(f"whole after {acknowledged}")


def _fill(store: Store) -> int:
    """How many were acknowledged before the disk was full; refused ones are refused again and again."""
    number, refused = 0, 0
    while refused < 3:
        try:
            store.append(_batch(number))
            number += 1
        except StoreFull:
            refused += 1
    return number


def _has_room(store: Store) -> bool:
    try:
        store.check()
    except StoreFull:
        return False
    return True


def _batch(number: int) -> Batch:
    return Batch((Append(LOG, number, (bytes(3000),)),))


if __name__ == "__main__":
    main(*sys.argv[1:])
