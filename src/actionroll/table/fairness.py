"""Everyone's part in the dice: phones commit to it before a roll is declared, and reveal it when its dice are called.

What the dice depend on is fixed in the log before anyone can know it: the declaration and which throw of it, the seed
that the table committed to, and the parts of all phones that listened. A phone that sleeps holds up nothing: its part
is missing, and the entry says so.
"""

from __future__ import annotations

import re
from hashlib import sha256

from actionroll.errors import InputError
from actionroll.table import rights
from actionroll.table.log import Fact
from actionroll.table.requests import ANYONE, ROLL, Field, Outside, Turn, request
from actionroll.table.roll_facts import Committed, Contributed
from actionroll.table.state import Json, Over, Table, TableRoll

MOST_PROMISES = 128
HEX = re.compile(r"[0-9a-f]{64}")
HASHES = Field("commitments", "texts", "Hashes of your phone's parts, 64 hexadecimal digits each.", True, 64)


def promise_of(table: str, seat: str, part: str) -> str:
    """What a phone commits to: the hash of its part, for this table and seat alone."""
    fields = [b"actionroll/part/1", table.encode(), seat.encode(), part.encode()]
    return sha256(b"".join(len(each).to_bytes(4, "big") + each for each in fields)).hexdigest()


def next_parts(table: Table, outside: Outside) -> dict[str, str]:
    """Whose phones take part in the dice that fall next: those that listen, each with what it promised first."""
    here = [seat for seat in sorted(outside.here) if seat in table.seats and not table.seats[seat].gone]
    return {seat: table.promises[seat][0] for seat in here if table.promises.get(seat)}


def nonces_of(roll: TableRoll, nonce: str) -> tuple[str, ...]:
    """What people add to the dice: the roller's nonce, then each seat whose phone revealed its part, with it."""
    return (nonce, *(each for seat in sorted(roll.given) for each in (seat, roll.given[seat])))


@request(
    "commit", HASHES, Field("afresh", "yes or no", "Whether all that was promised before is put aside."), who=ANYONE
)
def commit(turn: Turn, wanted: Json) -> list[Fact]:
    """Commit to what your phone adds to throws to come, before anyone declares them."""
    promised = () if wanted["afresh"] else turn.table.promises.get(turn.seat.id, ())
    commitments = tuple(wanted["commitments"])
    if not commitments or not all(HEX.fullmatch(each) for each in commitments):
        raise InputError("commitments takes at least one text of 64 hexadecimal digits, and no other.")
    if len({*promised, *commitments}) < len(promised) + len(commitments):
        raise InputError("Each commitment is made once.")
    if len(promised) + len(commitments) > MOST_PROMISES:
        raise InputError(f"A seat has at most {MOST_PROMISES} commitments open; {len(promised)} are.")
    return [Committed(commitments=commitments, afresh=bool(wanted["afresh"]))]


@request("contribute", ROLL, Field("part", "text", "What your phone committed to.", True, 64), who=ANYONE)
def contribute(turn: Turn, wanted: Json) -> list[Fact]:
    """Reveal your phone's part in dice that were called for; nothing happens if it is not asked for, or no more."""
    roll, seat = rights.roll_at(turn.table, wanted["roll"]), turn.seat.id
    if isinstance(roll, Over) or not roll.called or seat not in roll.parts or seat in roll.given:
        return []
    if promise_of(turn.table.id, seat, wanted["part"]) != roll.parts[seat]:
        raise InputError("part takes what your phone committed to.")
    return [Contributed(roll=roll.id, part=wanted["part"])]
