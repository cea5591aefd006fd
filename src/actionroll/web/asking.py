"""What each operation of a seat wants of its table, as entries, rows and secrets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from actionroll import chance
from actionroll.errors import InputError
from actionroll.ledger.rules_hash import rules_hash
from actionroll.reckoning.play import Chance
from actionroll.store import Row, Secret, Seed
from actionroll.table import acting
from actionroll.table.acting import act
from actionroll.table.requests import fields
from actionroll.table.rights import NotHere, refuse_unless_leading, seat_at
from actionroll.table.secret import reveal, roll_secretly
from actionroll.table.state import Json, Seat
from actionroll.web.entropy import Entropy
from actionroll.web.links import LINK, SEAT_LINK, SEAT_LINK_SECONDS, derived, hashed
from actionroll.web.opened import OpenTable
from actionroll.web.planning import Wanted


@dataclass(frozen=True, slots=True)
class Asking:
    """A seat that asks something of a table: with which key, and where fresh secrets come from."""

    opened: OpenTable
    seat: Seat
    key: str
    entropy: Entropy

    def dice(self, number: int, nonce: str) -> Chance:
        """The dice of an entry."""
        return chance.committed(self.opened.open_seed, self.opened.id, number, nonce)

    def secret_dice(self, number: int, nonce: str) -> Chance:
        """The dice of a secret entry."""
        return chance.committed(self.opened.secret_seed, self.opened.secret_head.log, number, nonce)


def wanted(asking: Asking, operation: str, request: Json) -> Wanted:
    """What an operation wants, or an error that says why not."""
    if operation in OPERATIONS:
        return OPERATIONS[operation](asking, request)
    return Wanted(_entries(asking, operation, request))


def _entries(asking: Asking, operation: str, request: Json) -> list[Json]:
    table = asking.opened.table
    return act(table, asking.seat.id, {**request, "do": operation}, asking.dice, rules_hash(table.game_id))


def _refuse_ended(asking: Asking) -> None:
    if asking.opened.table.ended:
        raise NotHere("This table has ended; its log can still be read and exported.")


def _secret_roll(asking: Asking, request: Json) -> Wanted:
    _refuse_ended(asking)
    opened = asking.opened
    number = opened.secret_head.number + 1
    rules = rules_hash(opened.table.game_id)
    entry = roll_secretly(opened.table, asking.seat, request, asking.secret_dice, rules, number)
    return Wanted(secret=[entry], reply={"secret": opened.secret_shown(number, entry)})


def _reveal(asking: Asking, request: Json) -> Wanted:
    _refuse_ended(asking)
    opened = asking.opened
    entries = reveal(opened.table, asking.seat, request, opened.secret_entries, opened.secret_seed)
    return Wanted([{**entry, "by": asking.seat.id} for entry in entries])


def _rotate_seed(asking: Asking, request: Json) -> Wanted:
    """Reveal the seed of all throws so far, and commit to a new one."""
    _refuse_ended(asking)
    fields(request)
    opened, table = asking.opened, asking.opened.table
    refuse_unless_leading(table, asking.seat, "change the seed")
    made = Seed(opened.id, "open", table.epoch + 1, asking.entropy.seed())
    old = replace(opened.seeds["open", table.epoch], revealed=True)
    entry: Json = {
        "kind": "seed_changed",
        "by": asking.seat.id,
        "epoch": made.epoch,
        "commitment": chance.commitment(made.seed),
        "seed": old.seed.hex(),
    }
    return Wanted([entry], rows=(old, made))


def _end(asking: Asking, request: Json) -> Wanted:
    """The end of a table reveals its last seed."""
    opened = asking.opened
    entries = _entries(asking, "end", request)
    last = replace(opened.seeds["open", opened.table.epoch], revealed=True)
    return Wanted([{**entry, "seed": last.seed.hex()} for entry in entries], rows=(last,))


def _hand_over(asking: Asking, request: Json) -> Wanted:
    """Who hands over knows the gm link, and perhaps a link to the new gm's seat: these open nothing any more."""
    entries = _entries(asking, "hand_over", request)
    return Wanted(entries, rows=_revoked(asking.opened, lambda link: link.role == "gm" or link.seat == request["to"]))


def _revoked(opened: OpenTable, which: Callable[[Secret], bool]) -> tuple[Row, ...]:
    links = [secret for secret in opened.access.values() if secret.kind in (LINK, SEAT_LINK) and not secret.revoked]
    return tuple(replace(link, revoked=True) for link in links if which(link))


def _renew_links(asking: Asking, request: Json) -> Wanted:
    """New links; the old ones open nothing any more, and seats that were taken stay."""
    _refuse_ended(asking)
    fields(request)
    opened, table = asking.opened, asking.opened.table
    refuse_unless_leading(table, asking.seat, "renew the links")
    return links_renewed(opened, asking.seat.id, asking.key, asking.entropy.salt())


def links_renewed(opened: OpenTable, by: str, key: str, salt: bytes) -> Wanted:
    """New links, whoever makes them; nothing is added to the log of a table that has ended."""
    roles = link_roles(opened.table.with_gm)
    rows = _revoked(opened, lambda _link: True) + link_rows(key, salt, opened.id, roles)
    entries = [] if opened.table.ended else [{"kind": "links_renewed", "by": by}]
    return Wanted(entries, rows=rows, reply={"table": opened.id, "links": list(roles)}, salt=salt)


def link_roles(with_gm: bool) -> tuple[str, ...]:
    """The roles that a table has links for."""
    return ("gm", "player", "onlooker") if with_gm else ("player", "onlooker")


def link_rows(key: str, salt: bytes, table: str, roles: tuple[str, ...]) -> tuple[Secret, ...]:
    """What the store keeps of new links."""
    made = {role: derived(key, salt, f"link {role}") for role in roles}
    return tuple(Secret(hashed(secret), LINK, table, "", role) for role, secret in made.items())


def _seat_link(asking: Asking, request: Json) -> Wanted:
    """A link for one seat, in place of any before: whoever opens it sits there, and no other device does any more."""
    _refuse_ended(asking)
    opened, table = asking.opened, asking.opened.table
    refuse_unless_leading(table, asking.seat, "make a link for a seat")
    seat = seat_at(table, str(fields(request, seat=str)["seat"]))
    if seat.role == "gm" and asking.seat.role != "gm":
        raise InputError("Only the gm makes a link for the gm's seat.")
    salt = asking.entropy.salt()
    made = hashed(derived(asking.key, salt, "link seat"))
    expires = asking.entropy.seconds() + SEAT_LINK_SECONDS
    row = Secret(made, SEAT_LINK, opened.id, seat.id, seat.role, expires=expires)
    rows = (*_revoked(opened, lambda link: link.seat == seat.id), row)
    entry = {"kind": "seat_link_made", "by": asking.seat.id, "seat": seat.id}
    return Wanted([entry], rows=rows, reply={"table": opened.id, "links": ["seat"]}, salt=salt)


OPERATIONS: dict[str, Callable[[Asking, Json], Wanted]] = {
    "secret_roll": _secret_roll,
    "reveal": _reveal,
    "rotate_seed": _rotate_seed,
    "end": _end,
    "hand_over": _hand_over,
    "renew_links": _renew_links,
    "seat_link": _seat_link,
}
ALL_OPERATIONS = (*acting.REQUESTS, *acting.WITH_DICE, *(name for name in OPERATIONS if name not in acting.REQUESTS))
