"""A program that appends while its disk fails: it tells what was acknowledged or refused, and never breaks."""

import sys
from pathlib import Path

from actionroll.store import Store, StoreError, open_store
from tests.crash.appender import all_entries, send

REQUESTS = 4
PATIENCE = 3


def main(path: str) -> None:
    store = _opened(Path(path))
    if store is None:
        return
    for number in range(REQUESTS):
        _request(store, f"faulty.{number}")
    _read(store)
    _tell("end")


def _opened(path: Path) -> Store | None:
    for _ in range(PATIENCE):
        try:
            return open_store(path)
        except StoreError as error:
            _tell("refused", "open", type(error).__name__)
    return None


def _request(store: Store, key: str) -> None:
    """Repeat with the same key, as a client does."""
    _tell("try", key, "0")
    for _ in range(PATIENCE):
        try:
            receipt = send(store, key, 0)
        except StoreError as error:
            _tell("refused", key, type(error).__name__)
        else:
            _tell("ack", key, "0", *(f"{head.number}:{head.hash.hex()}" for head in receipt.heads))
            return


def _read(store: Store) -> None:
    try:
        _tell("read", str(len(all_entries(store, "0/open"))))
    except StoreError as error:
        _tell("refused", "read", type(error).__name__)


def _tell(*words: str) -> None:
    sys.stdout.write("\t".join(words) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
