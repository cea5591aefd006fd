"""What a deed at a table would append: entries as bytes with the state's hash and the veil, rows, and the reply."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from actionroll import chance
from actionroll.reckoning.play import Chance
from actionroll.store import Append, Entry, Head, Receipt, Row, Seed, Store
from actionroll.store.chain import head_of, linked
from actionroll.table.log import Fact, state_hash, written
from actionroll.table.requests import Acted, Outside, Step
from actionroll.table.state import Json
from actionroll.web.access import Entropy
from actionroll.web.bodies import decoded, encoded, quick_canonical
from actionroll.web.open_table import News, OpenTable, messages, rolls_in, rolls_shown


class Hands(Outside):
    """What a table takes from outside: the dice of its seeds, fresh seeds, and its secret log."""

    lets_fall = True

    def __init__(self, opened: OpenTable, entropy: Entropy) -> None:
        self._opened, self._entropy = opened, entropy
        self.seed, self.secret_seed, self.secrets = opened.open_seed.hex(), opened.secret_seed, opened.secrets
        self.here = [seat for seat, times in opened.here.items() if seat and times > 0]
        self.seconds = entropy.seconds()
        self.fresh: Seed | None = None

    def dice(self, roll: int, throw: int, *nonces: str) -> Chance:
        """The dice of one throw of a roll."""
        return chance.committed(self._opened.open_seed, self._opened.id, roll, throw, *nonces)

    def secret_dice(self, number: int, nonce: str) -> Chance:
        """The dice of the secret entry of that number."""
        return chance.committed(self._opened.secret_seed, self._opened.secret_head.log, number, 1, nonce)

    def salt(self) -> str:
        """Fresh."""
        return self._entropy.salt().hex()[:32]

    def new_commitment(self) -> str:
        """The commitment to a fresh seed, which is stored with the entry."""
        self.fresh = Seed(self._opened.id, "open", self._opened.table.epoch + 1, self._entropy.seed())
        return chance.commitment(self.fresh.seed)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a deed made of a table, and what goes with it into the store and the reply."""

    acted: Acted
    rows: tuple[Row, ...] = ()
    reply: Json = field(default_factory=dict)
    """What the reply says besides what every reply does."""
    salt: bytes = b""
    """With what the secrets in the reply are made from the request's key; empty if there are none."""


class Draft(NamedTuple):
    """What would be appended, how the table would then stand, and what would be replied and told."""

    news: News
    steps: tuple[Step, ...]
    appends: tuple[Append, ...]
    reply: bytes
    kept: bytes
    """What is stored of the reply, to give it again: where its entries begin, and what none of them says."""


def drafted(opened: OpenTable, wanted: Wanted, entropy: Entropy) -> Draft:
    """The draft of a deed, on the table as it stands here now."""
    at, acted = entropy.seconds(), wanted.acted
    entries = _entries(opened, acted.steps, entropy, at)
    hidden = _hidden(opened, acted.secret, at) if acted.secret else ()
    appends = (
        Append(opened.id, opened.head.number, tuple([entry.body for entry in entries]), entries),
        # Without bodies this only demands that no secret roll came between, so that the veil tells the truth.
        Append(opened.secret_head.log, opened.secret_head.number, tuple([entry.body for entry in hidden]), hidden),
    )
    rolls = [step.rolls for step in acted.steps]
    shown = rolls_shown(acted.table, dict.fromkeys([roll for each in rolls for roll in each]))
    told = list(messages(entries, [step.entry for step in acted.steps], rolls, shown)) if opened.listeners else []
    more = {**wanted.reply, **({"salt": wanted.salt.hex()} if wanted.salt else {})}
    reply = _reply(head_of(entries[-1]) if entries else opened.head, entries, shown.values(), more)
    rides_along = not hidden and all(step.entry.rides_along for step in acted.steps)
    news = News(acted.table, entries, told, hidden, wanted.rows, rides_along)
    return Draft(news, acted.steps, appends, reply, encoded({"after": opened.head.number, **more}))


def _entries(opened: OpenTable, steps: Sequence[Step], entropy: Entropy, at: int) -> tuple[Entry, ...]:
    head, made = opened.head, []
    for step in steps:
        hidden = entropy.veil(opened.secret_seed, step.number, opened.secret_head.hash)
        body = {**written(step.entry), "at": at, "state": step.state, "veil": hidden}
        made.append(linked(head, quick_canonical(body)))
        head = head_of(made[-1])
    return tuple(made)


def _hidden(opened: OpenTable, facts: Sequence[Fact], at: int) -> tuple[Entry, ...]:
    head, made = opened.secret_head, []
    state = state_hash(opened.table, quick_canonical)
    for each in facts:
        made.append(linked(head, quick_canonical({**written(each), "at": at, "state": state})))
        head = head_of(made[-1])
    return tuple(made)


def _reply(head: Head, entries: Sequence[Entry], rolls: Iterable[bytes], more: Json) -> bytes:
    """Where the log then stands, the entries as they are stored, and the rolls they touched."""
    told = b",".join([b'{"number":%d,"entry":%b}' % (entry.number, entry.body) for entry in entries])
    return b'{"number":%d,"hash":"%b","entries":[%b],"rolls":[%b]%b}' % (
        head.number,
        head.hash.hex().encode(),
        told,
        b",".join(rolls),
        b"," + encoded(more)[1:-1] if more else b"",
    )


def retold(store: Store, opened: OpenTable, receipt: Receipt) -> bytes:
    """The reply to what was done before: the same entries, with their rolls as they stand now. Runs in a thread."""
    head, more = receipt.heads[0], decoded(receipt.reply or b"")
    after = more.pop("after")
    entries = store.read(head.log, after, head.number - after) if head.number > after else ()
    return _reply(head, entries, rolls_in(opened.table, entries)[-1].values(), more)
