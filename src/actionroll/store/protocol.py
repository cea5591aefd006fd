"""What a store keeps, the one protocol of all stores, and the errors they raise.

ActionrollError
├── Conflict               a log no longer stands where the batch expected it
├── KeyReused              a key was used again for something else
└── StoreError             the storage itself
    ├── StoreFull          no space left; nothing was stored
    ├── StoreBusy          others held the store for too long; nothing was stored
    ├── StoreUnavailable   the storage failed or is closed; retry with the same key to learn what holds
    ├── StoreLost          the file is not at its path any more; what was acknowledged is saved elsewhere
    ├── StoreDamaged       what is stored is not what was written
    └── StoreRefused       this storage cannot be used at all: its settings, place or version
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from actionroll.errors import ActionrollError, InputError, LimitError, shown
from actionroll.values import value

LONGEST_TEXT = 400
LONGEST_BYTES = 4_194_304
DAY = 86_400


@value
class Head:
    """Where a log stands: its last number and that entry's hash. Kept by a client, it is a receipt."""

    log: str
    number: int
    hash: bytes


@value
class StoredEntry:
    """An entry as it is stored: bytes that the store does not read; `prev` is the hash of the entry before it."""

    log: str
    number: int
    prev: bytes
    body: bytes
    hash: bytes


@value
class Append:
    """Bodies to add to a log that must still stand at `after`. Without bodies it only demands that."""

    log: str
    after: int
    bodies: tuple[bytes, ...] = ()
    entries: tuple[StoredEntry, ...] = ()
    """The same as the entries that they become, if the log stands where whoever appends knows it: then nobody hashes
    them again."""

    def __post_init__(self) -> None:
        check_text("log", self.log)
        if not self.log.isprintable():
            raise InputError(f"The log {shown(self.log)} must have a printable name in one line.")
        for body in self.bodies:
            check_bytes("entry", body)


@value
class Key:
    """The key of a request within its scope (a seat), the digest of what it asked, and the reply to give again."""

    scope: str
    key: str
    digest: bytes
    reply: bytes = b""

    def __post_init__(self) -> None:
        check_text("scope", self.scope)
        check_text("key", self.key)
        check_bytes("reply", self.reply)


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table in the list of tables; `created` is in seconds and orders nothing."""

    id: str
    game: str
    name: str
    created: int

    def __post_init__(self) -> None:
        check_texts(self, "id", "game", "name")


@dataclass(frozen=True, slots=True)
class Seed:
    """A seed of a table's dice; secret until revealed, so no message or repr shows it."""

    table: str
    kind: str
    epoch: int
    seed: bytes = field(repr=False)
    revealed: bool = False

    def __post_init__(self) -> None:
        check_texts(self, "table", "kind")


@dataclass(frozen=True, slots=True)
class Secret:
    """What the holder of a link or token may do. Only the secret's hash is kept."""

    hash: bytes
    kind: str
    table: str
    seat: str
    role: str
    revoked: bool = False
    expires: int | None = None

    def __post_init__(self) -> None:
        check_texts(self, "kind", "table", "seat", "role")


@dataclass(frozen=True, slots=True)
class Paper:
    """Bytes beside a table's log, which names them by their hash: a picture, words. Emptied, they are gone for good."""

    table: str
    hash: str
    kind: str
    seat: str
    """The seat that alone may read it; empty for all at the table."""
    content: bytes = field(repr=False)

    def __post_init__(self) -> None:
        check_texts(self, "table", "hash", "kind", "seat")
        check_bytes("paper", self.content)


Row = TableRow | Seed | Secret | Paper


@value
class Batch:
    """What is stored whole or not at all."""

    appends: tuple[Append, ...] = ()
    key: Key | None = None
    rows: tuple[Row, ...] = ()

    def __post_init__(self) -> None:
        if len({append.log for append in self.appends}) < len(self.appends):
            raise InputError("A batch names each log once; give all bodies for a log together.")


@value
class Receipt:
    """What a batch came to: where its logs then stood, and the reply kept with its key."""

    heads: tuple[Head, ...]
    reply: bytes | None = None
    repeated: bool = False


@dataclass(frozen=True, slots=True)
class Damage:
    """Something stored that is not what was written, and where."""

    where: str
    number: int | None
    what: str

    def __str__(self) -> str:
        place = self.where if self.number is None else f"{self.where} entry {self.number}"
        return f"{place}: {self.what}"


def check_texts(row: object, *names: str) -> None:
    """Refuse a row with a text that not every backend could give back unchanged."""
    for name in names:
        check_text(name, getattr(row, name))


def check_text(what: str, text: str) -> None:
    """Refuse what PostgreSQL cannot store, so that both backends take the same."""
    if len(text) > LONGEST_TEXT:
        raise LimitError(f"The {what} may have at most {LONGEST_TEXT} characters, not {len(text)}.")
    if "\0" in text or not (text.isascii() or _encodable(text)):
        raise InputError(f"The {what} {shown(text)} must be text without NUL or half characters.")


def check_bytes(what: str, content: bytes) -> None:
    """Refuse what would make the store slow for everyone."""
    if len(content) > LONGEST_BYTES:
        raise LimitError(f"The {what} may have at most {LONGEST_BYTES} bytes, not {len(content)}.")


def check_key_age(seconds: int) -> None:
    """Refuse to forget a key that a client may still repeat."""
    if seconds < DAY:
        raise InputError(f"Keys are kept for at least a day ({DAY} seconds), not {seconds}.")


def heads_by_log(heads: Iterable[Head]) -> dict[str, Head]:
    """Heads by the log they belong to."""
    return {head.log: head for head in heads}


def _encodable(text: str) -> bool:
    return not any("\ud800" <= letter <= "\udfff" for letter in text)


Grown = Mapping[str, int]
"""The logs that grew, each with the number that it reached."""
Wake = Callable[[Grown | None], object]
"""Called with the logs that grew, or None when any may have; from a thread of the store, so it must be brief."""


Answered = Callable[[Receipt | Exception], object]
"""Called once with what `append` would return or raise; from any thread, so it must be brief."""


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

    def again(self) -> StoreError:
        """The same for another who waits: raising one object in many threads would mix their tracebacks."""
        return type(self)(*self.args)


class StoreFull(StoreError):
    """No space is left."""


class StoreBusy(StoreError):
    """Others held the store for too long."""


class StoreUnavailable(StoreError):
    """The storage failed or is closed. What was asked may or may not hold; the same key tells."""


class StoreLost(StoreError):
    """The store's file was moved, deleted or replaced while it was open; `saved` is where its content is now."""

    def __init__(self, saved: Path | None = None) -> None:
        kept = f"; what was acknowledged is saved as {saved.name}" if saved else ""
        super().__init__(
            f"The store's file, or one beside it, was moved, deleted or replaced, and nothing more is stored{kept}. "
            "Put it back, or stop the server and put the saved one in its place."
        )
        self.saved = saved

    def again(self) -> StoreError:
        """The same for another who waits."""
        return StoreLost(self.saved)


class StoreDamaged(StoreError):
    """What is stored is not what was written."""


class StoreRefused(StoreError):
    """This storage cannot be used: its settings, its place or its version."""


@dataclass(slots=True)
class Written:
    """How much a store has written since it was opened."""

    commits: int = 0
    batches: int = 0
    seconds: float = 0.0
    waiting: int = 0
    """Batches that were submitted and have no answer yet."""


class Store(Protocol):
    """Durable logs. Every method may be called from any thread; what `append` returned is never lost."""

    @property
    def written(self) -> Written:
        """How much was written."""

    def check(self) -> None:
        """Raise a StoreError if what is written now would not be kept."""

    def append(self, batch: Batch) -> Receipt:
        """Store a batch whole, and return once it is durable; raises Conflict, KeyReused or a StoreError."""

    def submit(self, batch: Batch, answered: Answered) -> None:
        """The same without waiting. It cannot be called off, as it may already be on disk."""

    def find_reply(self, scope: str, key: str, digest: bytes) -> Receipt | None:
        """What a key came to, if it was used; raises KeyReused if it was used for something else."""

    def forget_keys(self, older_than: int, keep: int = 100_000) -> int:
        """Drop keys older than that many seconds (at least a day) that are not among the last `keep`; how many."""

    def read(self, log: str, after: int = 0, limit: int = 1000) -> tuple[StoredEntry, ...]:
        """The entries that follow number `after`, checked against the chain; raises StoreDamaged."""

    def head(self, log: str) -> Head:
        """Where a log stands; number 0 if it has no entry."""

    def heads(self) -> tuple[Head, ...]:
        """Where every log with entries stands, by name."""

    def find_table(self, table: str) -> TableRow | None:
        """The table of that id."""

    def tables(self) -> tuple[TableRow, ...]:
        """All tables, by id."""

    def remove_table(self, table: str) -> None:
        """Remove a table for good: its logs, rows, papers and replies. Copies that were made of the store keep it."""

    def find_secret(self, secret_hash: bytes) -> Secret | None:
        """What the secret with that hash opens, revoked or not."""

    def secrets(self, table: str) -> tuple[Secret, ...]:
        """All secrets of a table, by hash."""

    def seeds(self, table: str) -> tuple[Seed, ...]:
        """All seeds of a table, by kind and epoch."""

    def papers(self, table: str, kind: str) -> tuple[Paper, ...]:
        """All papers of a table of that kind, by hash; those emptied are of no kind."""

    def find_paper(self, table: str, sha: str) -> Paper | None:
        """The paper of that hash."""

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
