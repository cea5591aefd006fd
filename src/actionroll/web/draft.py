"""What a deed at a table would append: entries as bytes with the state's hash and the veil, rows, and the reply."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field
from typing import NamedTuple

from actionroll import chance
from actionroll.reckoning.play import Chance
from actionroll.store import Append, Head, Receipt, Row, Seed, Store, StoredEntry
from actionroll.store.chain import head_of, linked
from actionroll.table import rights
from actionroll.table.log import Entry, state_hash, written
from actionroll.table.requests import Acted, Deed, Folded, Outside, done
from actionroll.table.roll import falls
from actionroll.table.state import Json
from actionroll.values import value
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


@value
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
    folded: tuple[Folded, ...]
    appends: tuple[Append, ...]
    reply: bytes
    kept: bytes
    """What is stored of the reply, to give it again: where its entries begin, and what none of them says."""


def drafted(opened: OpenTable, wanted: Wanted, entropy: Entropy) -> Draft:
    """The draft of a deed, on the table as it stands here now."""
    at, acted = entropy.seconds(), wanted.acted
    entries = _entries(opened, acted.folded, entropy, at)
    hidden = _hidden(opened, acted.secret, at) if acted.secret else ()
    appends = (
        Append(opened.id, opened.head.number, tuple([entry.body for entry in entries]), entries),
        # Without bodies this only demands that no secret roll came between, so that the veil tells the truth.
        Append(opened.secret_head.log, opened.secret_head.number, tuple([entry.body for entry in hidden]), hidden),
    )
    rolls = [each.rolls for each in acted.folded]
    shown = rolls_shown(acted.table, dict.fromkeys([roll for each in rolls for roll in each]))
    told = list(messages(entries, [each.entry for each in acted.folded], rolls, shown)) if opened.listeners else []
    more = {**wanted.reply, **({"salt": wanted.salt.hex()} if wanted.salt else {})}
    reply = _reply(head_of(entries[-1]) if entries else opened.head, entries, shown.values(), more)
    rides_along = not hidden and all(each.entry.rides_along for each in acted.folded)
    news = News(acted.table, entries, told, hidden, wanted.rows, rides_along)
    return Draft(news, acted.folded, appends, reply, encoded({"after": opened.head.number, **more}))


def fallen(opened: OpenTable, roll: int, entropy: Entropy) -> Wanted:
    """The fall of dice that were called for, unless they fell already."""
    called = rights.live_roll(opened.table, roll, "open", "waiting", falling=True)
    if not called.called:
        raise rights.NotHere("They fell already.")
    nothing = {"dice": None, "nonce": None}
    entries = falls(opened.table, called, nothing, Hands(opened, entropy), called.called)
    return Wanted(done(opened.table, Deed(entries), called.called, quick_canonical))


def _entries(opened: OpenTable, folded: Sequence[Folded], entropy: Entropy, at: int) -> tuple[StoredEntry, ...]:
    head, made = opened.head, []
    for each in folded:
        hidden = entropy.veil(opened.secret_seed, each.number, opened.secret_head.hash)
        body = {**written(each.entry), "at": at, "state": each.state, "veil": hidden}
        made.append(linked(head, quick_canonical(body)))
        head = head_of(made[-1])
    return tuple(made)


def _hidden(opened: OpenTable, entries: Sequence[Entry], at: int) -> tuple[StoredEntry, ...]:
    head, made = opened.secret_head, []
    state = state_hash(opened.table, quick_canonical)
    for each in entries:
        made.append(linked(head, quick_canonical({**written(each), "at": at, "state": state})))
        head = head_of(made[-1])
    return tuple(made)


def _reply(head: Head, entries: Sequence[StoredEntry], rolls: Iterable[bytes], more: Json) -> bytes:
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
