"""What a store keeps: entries of logs, remembered replies, and a few rows without history."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from actionroll.errors import InputError, LimitError, shown
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
class Entry:
    """One entry as stored; `prev` is the hash of the entry before it."""

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


Row = TableRow | Seed | Secret


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
