"""What is sealed before it is told: what everyone's phone adds to the dice, and the secret rolls of the gm.

What the dice depend on is fixed in the log before anyone can know it: the declaration and which throw of it, the seed
that the table committed to, and the contributions of all phones that listened. A phone that sleeps holds up
nothing: its contribution is missing, and the entry says so.
"""

from __future__ import annotations

import re
from hashlib import sha256
from hmac import new as hmac  # `hmac.digest` stops for other threads each time, which takes longer than its work
from typing import Any

from actionroll import wire
from actionroll.api import question
from actionroll.errors import PATIENCE, Budget, InputError
from actionroll.reckoning.play import play, replay
from actionroll.reckoning.record import Cast
from actionroll.table import rights
from actionroll.table.campaign import is_seen
from actionroll.table.entries import Alarmed, Opened, Revealed, RolledSecretly, Ruled, SeedChanged
from actionroll.table.log import Entry, OfRoll, falling
from actionroll.table.requests import ANYONE, DECIDE, GM, INPUTS, NONCE, ROLL, Asking, Deed, Field, Outside, request
from actionroll.table.roll_entries import Called, Closed, Committed, Contributed, Declared, Thrown, Withdrawn
from actionroll.table.state import Json, Over, Table, TableRoll

MOST_PROMISES = 128
HEX = re.compile(r"[0-9a-f]{64}")
SEEN = re.compile(r"[1-9][0-9]{0,15}:[0-9a-f]{64}")
HASHES = Field("commitments", "texts", "Hashes of your phone's contributions, 64 hexadecimal digits each.", True, 64)


def promise_of(table: str, seat: str, contribution: str) -> str:
    """What a phone commits to: the hash of its contribution, for this table and seat alone."""
    fields = [b"actionroll/contribution/1", table.encode(), seat.encode(), contribution.encode()]
    return sha256(b"".join(len(each).to_bytes(4, "big") + each for each in fields)).hexdigest()


def next_phones(table: Table, outside: Outside) -> dict[str, str]:
    """Whose phones take part in the dice that fall next: those that listen, each with what it promised first."""
    here = [seat for seat in sorted(outside.here) if seat in table.seats and not table.seats[seat].gone]
    return {seat: table.promises[seat][0] for seat in here if table.promises.get(seat)}


def nonces_of(roll: TableRoll, nonce: str) -> tuple[str, ...]:
    """What people add to the dice: the roller's nonce, then each seat whose phone contributed, and with what."""
    return (nonce, *(each for seat in sorted(roll.given) for each in (seat, roll.given[seat])))


@request(
    "commit", HASHES, Field("afresh", "yes or no", "Whether all that was promised before is put aside."), who=ANYONE
)
def commit(asking: Asking, wanted: Json) -> list[Entry]:
    """Commit to what your phone adds to throws to come, before anyone declares them."""
    promised = () if wanted["afresh"] else asking.table.promises.get(asking.seat.id, ())
    commitments = tuple(wanted["commitments"])
    if not commitments or not all(HEX.fullmatch(each) for each in commitments):
        raise InputError("commitments takes at least one text of 64 hexadecimal digits, and no other.")
    if len({*promised, *commitments}) < len(promised) + len(commitments):
        raise InputError("Each commitment is made once.")
    if len(promised) + len(commitments) > MOST_PROMISES:
        raise InputError(f"A seat has at most {MOST_PROMISES} commitments open; {len(promised)} are.")
    return [Committed(commitments=commitments, afresh=bool(wanted["afresh"]))]


@request(
    "contribute",
    ROLL,
    Field("contribution", "text", "What your phone committed to.", True, 64),
    Field("seen", "text", "The last entry that your phone knows, as NUMBER:HASH.", most=90),
    who=ANYONE,
)
def contribute(asking: Asking, wanted: Json) -> list[Entry]:
    """Reveal your phone's contribution to dice that were called for; nothing happens if it is not asked for."""
    roll, seat = rights.roll_at(asking.table, wanted["roll"]), asking.seat.id
    if isinstance(roll, Over) or not roll.called or seat not in roll.phones or seat in roll.given:
        return []
    if promise_of(asking.table.id, seat, wanted["contribution"]) != roll.phones[seat]:
        raise InputError("contribution takes what your phone committed to.")
    seen = wanted["seen"] or ""
    if seen and not SEEN.fullmatch(seen):
        raise InputError("seen takes NUMBER:HASH, the number of an entry and its 64 hexadecimal digits.")
    return [Contributed(roll=roll.id, contribution=wanted["contribution"], seen=seen)]


@request("alarm", Field("text", "text", "What your phone found.", required=True), who=ANYONE)
def alarm(asking: Asking, wanted: Json) -> list[Entry]:
    """Tell everyone that your phone finds the dice or the log not to be what they should."""
    return [Alarmed(text=rights.text_of(wanted["text"], "alarm", 300))]


def refuse_while_falling(table: Table, what: str) -> None:
    """What the dice depend on stays as it is from when they are called for until they lie."""
    if falling(table):
        raise rights.NotHere(f"Dice are falling; {what} once they lie.")


def out_of_place(table: Table, number: int, entry: Entry) -> str:
    """Why an entry cannot stand where it does if nobody is to choose dice, as the end of a sentence; empty if it can.

    Requests refuse all of this; a host who writes entries by hand is found by it.
    """
    roll = table.live.get(getattr(entry, "roll", 0))
    match entry:
        case Opened() if number > 1:
            return "a table is opened once"
        case SeedChanged() if entry.epoch != table.epoch + 1:
            return "the seed that it changes to is not the next one"
        case SeedChanged() | Ruled() if falling(table):
            return "it changes what dice depend on that were falling"
        case Declared() | Called() | Contributed() | Thrown() | SeedChanged() if table.ended:
            return "the table had ended, and its seed was shown"
        case Closed() if roll is None or roll.status != "waiting":
            return "it closes a roll that was not waiting"
        case Thrown() if roll and roll.called and entry.by != roll.called:
            return "its dice were called for by someone else"
        case OfRoll() if roll and roll.called and not isinstance(entry, Contributed | Thrown | Withdrawn):
            return "it changes a roll whose dice were falling"
    return ""


def veil(secret_seed: bytes, number: int, secret_head: bytes) -> str:
    """A commitment to the secret log's head, salted anew for each public entry, so that it shows nothing."""
    salt = hmac(secret_seed, b"actionroll veil 1" + number.to_bytes(8, "big"), "sha256").digest()
    return sha256(b"actionroll veil 1" + salt + secret_head).hexdigest()


def secret_name(secret_seed: bytes, number: int) -> str:
    """What a secret roll is called when it is revealed: its number would tell how many others there are."""
    return hmac(secret_seed, b"actionroll reveal 1" + number.to_bytes(8, "big"), "sha256").hexdigest()[:32]


@request(
    "secret_roll",
    Field("move", "text", "The move; `action` if it is left out."),
    INPUTS,
    DECIDE,
    Field("note", "text", "What it is for."),
    NONCE,
    who=GM,
    undo="",
)
def secret_roll(asking: Asking, wanted: Json) -> Deed:
    """A roll that only the gm sees, made at once, its decisions answered as the request says."""
    if asking.seat.role != "gm":
        raise rights.NotYours("Only the gm rolls in secret.")
    table, nonce = asking.table, rights.nonce_of(wanted["nonce"])
    inputs, decide = wanted["inputs"] or {}, wanted["decide"]
    move, within = wanted["move"] or "action", Budget(PATIENCE.moment)  # whoever decides for the best, at once or not
    rights.refuse_what_players_roll(table, table.move(move), "a secret roll")
    asked = question(table.game, move, inputs, rulings=table.rulings, decide=decide, budget=within)
    chance = asking.outside.secret_dice(len(asking.outside.secrets) + 1, nonce)
    rolled = play(asked.start, chance, asked.policy)
    sides = [
        side for each in rolled.taken if isinstance(each, Cast) for pool in each.throw.pools for side in pool.sides
    ]
    faces = [face for each in rolled.taken if isinstance(each, Cast) for face in each.faces]
    entry = RolledSecretly(
        move=asked.move.name,
        attempt=inputs,
        dice=tuple(zip(sides, faces, strict=True)),
        answers=[list(each) if isinstance(each, tuple) else each for each in rolled.answers],
        nonce=nonce,
        note=rights.text_of(wanted["note"], "note", 500) if wanted["note"] else "",
        rules=table.rules,
        after=table.number,
    )
    if rolled.outcome:
        entry.tier, entry.facts = rolled.outcome.tier, dict(rolled.outcome.facts)
    return Deed(secret=[entry])


@request("reveal", Field("secret", "number", "The number of a secret roll.", required=True), who=GM)
def reveal(asking: Asking, wanted: Json) -> list[Entry]:
    """Show a secret roll to all."""
    if asking.seat.role != "gm":
        raise rights.NotYours("Only the gm reveals a secret roll.")
    secrets = asking.outside.secrets
    seen = [place for place, each in enumerate(secrets) if is_seen(each, asking.seat.id, asking.seat.role)]
    place = seen[wanted["secret"] - 1] if 1 <= wanted["secret"] <= len(seen) else -1
    if place < 0 or secrets[place]["kind"] != "rolled_secretly":
        raise rights.NotHere("There is no secret roll of that number.")
    name = secret_name(asking.outside.secret_seed, place + 1)
    if name in asking.table.revealed:
        raise InputError("That roll is revealed already.")
    return [Revealed(secret=name, entry=secrets[place])]


def secret_record(table: Table, entry: Json) -> Json:
    """A secret roll with its steps and words, played again by today's rules; what is kept of it where they changed."""
    if entry.get("rules", "") != table.rules:
        outcome = {"tier": entry.get("tier", ""), "facts": entry.get("facts", {}), "effects": [], "dues": []}
        words = {"short": entry.get("tier", ""), "long": [entry.get("tier", "")]}
        return {"steps": [], "answers": entry.get("answers", []), "outcome": {**outcome, "words": words}}
    return wire.roll_shown(secret_replayed(table, entry), table.game.label)


def secret_replayed(table: Table, entry: Json) -> Any:
    """A secret roll, played again."""
    rulings = table.rulings_at(entry.get("after", 1))
    asked = question(table.game, entry["move"], entry["attempt"], rulings=rulings)
    return replay(asked.start, entry.get("answers", []))
