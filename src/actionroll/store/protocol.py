"""The one protocol of all stores, and the errors they raise.

ActionrollError
├── Conflict               a log no longer stands where the batch expected it
├── KeyReused              a key was used again for something else
└── StoreError             the storage itself
    ├── StoreFull          no space left; nothing was stored
    ├── StoreBusy          others held the store for too long; nothing was stored
    ├── StoreUnavailable   the storage failed or is closed; retry with the same key to learn what holds
    ├── StoreDamaged       what is stored is not what was written
    └── StoreRefused       this storage cannot be used at all: its settings, place or version
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Future
from pathlib import Path
from typing import Protocol, Self

from actionroll.errors import ActionrollError
from actionroll.store.values import Batch, Damage, Entry, Head, Receipt, Secret, Seed, TableRow


class Grown(frozenset[str]):
    """The logs that grew; `numbers` says how far each did."""

    numbers: Mapping[str, int]

    def __new__(cls, numbers: Mapping[str, int]) -> Self:
        """The logs that are named."""
        grown = super().__new__(cls, numbers)
        grown.numbers = numbers
        return grown


Wake = Callable[[Grown | None], None]
"""Called with the logs that grew, or None when any may have; from a thread of the store, so it must be brief."""


class Conflict(ActionrollError):
    """A log no longer stands where the batch expected it; `heads` says where the batch's logs stand now."""

    def __init__(self, heads: tuple[Head, ...]) -> None:
        super().__init__("Something else happened at the table first; look again and repeat.")
        self.heads = heads


class KeyReused(ActionrollError):
    """A key was used again for something else."""

    def __init__(self) -> None:
        super().__init__("This key was already used for another request; use a fresh key for each request.")


class StoreError(ActionrollError):
    """The storage itself fails."""


class StoreFull(StoreError):
    """No space is left."""


class StoreBusy(StoreError):
    """Others held the store for too long."""


class StoreUnavailable(StoreError):
    """The storage failed or is closed. What was asked may or may not hold; the same key tells."""


class StoreDamaged(StoreError):
    """What is stored is not what was written."""


class StoreRefused(StoreError):
    """This storage cannot be used: its settings, its place or its version."""


class Store(Protocol):
    """Durable logs. Every method may be called from any thread; what `append` returned is never lost."""

    def append(self, batch: Batch) -> Receipt:
        """Store a batch whole, and return once it is durable; raises Conflict, KeyReused or a StoreError."""

    def submit(self, batch: Batch) -> Future[Receipt]:
        """The same without waiting: the future ends as `append` would. It cannot be cancelled."""

    def find_reply(self, scope: str, key: str, digest: bytes) -> Receipt | None:
        """What a key came to, if it was used; raises KeyReused if it was used for something else."""

    def forget_keys(self, older_than: int, keep: int = 100_000) -> int:
        """Drop keys older than that many seconds (at least a day) that are not among the last `keep`; how many."""

    def read(self, log: str, after: int = 0, limit: int = 1000) -> tuple[Entry, ...]:
        """The entries that follow number `after`, checked against the chain; raises StoreDamaged."""

    def head(self, log: str) -> Head:
        """Where a log stands; number 0 if it has no entry."""

    def heads(self) -> tuple[Head, ...]:
        """Where every log with entries stands, by name."""

    def find_table(self, table: str) -> TableRow | None:
        """The table of that id."""

    def tables(self) -> tuple[TableRow, ...]:
        """All tables, by id."""

    def find_secret(self, secret_hash: bytes) -> Secret | None:
        """What the secret with that hash opens, revoked or not."""

    def secrets(self, table: str) -> tuple[Secret, ...]:
        """All secrets of a table, by hash."""

    def seeds(self, table: str) -> tuple[Seed, ...]:
        """All seeds of a table, by kind and epoch."""

    def subscribe(self, wake: Wake) -> Callable[[], None]:
        """Be woken when logs grow, whichever process appended; the function returned ends it."""

    def wait(self, log: str, after: int, timeout: float) -> Head:
        """Where the log stands once it is past number `after`, or after that many seconds."""

    def verify(self, receipts: Iterable[Head] = ()) -> tuple[Damage, ...]:
        """Everything stored that is not what was written; receipts of clients also show a cut end."""

    def backup(self, path: Path) -> None:
        """Write a consistent copy to a new file, in the form of a SQLite store."""

    def close(self) -> None:
        """Finish what was submitted and let go; closing twice is harmless."""
