"""Secret rolls of the gm: a log of their own, and one commitment to its head in every public entry."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from hmac import new as hmac  # `hmac.digest` stops for other threads each time, which takes longer than its work

from actionroll import wire
from actionroll.api import question
from actionroll.errors import InputError
from actionroll.reckoning.play import play
from actionroll.table.requests import fields, nonce_of, text_of
from actionroll.table.rights import NotHere, NotYours
from actionroll.table.rolling import Dice
from actionroll.table.state import Json, Seat, Table


def veil(secret_seed: bytes, number: int, secret_head: bytes) -> str:
    """A commitment to the secret log's head, salted anew for each public entry, so that it shows nothing."""
    salt = hmac(secret_seed, b"actionroll veil 1" + number.to_bytes(8, "big"), "sha256").digest()
    return sha256(b"actionroll veil 1" + salt + secret_head).hexdigest()


def secret_name(secret_seed: bytes, number: int) -> str:
    """What a secret roll is called when it is revealed: its number would tell how many others there are."""
    return hmac(secret_seed, b"actionroll reveal 1" + number.to_bytes(8, "big"), "sha256").hexdigest()[:32]


def roll_secretly(table: Table, seat: Seat, request: Json, dice: Dice, rules_hash: str, number: int) -> Json:
    """The entry of a secret roll: made at once, its decisions answered as the request says."""
    if seat.role != "gm":
        raise NotYours("Only the gm rolls in secret.")
    wanted = fields(request, move=str, inputs=dict, decide=dict, note=str, nonce=str)
    asked = question(
        table.game, wanted["move"] or "action", wanted["inputs"] or {}, rulings=table.rulings, decide=wanted["decide"]
    )
    roll = play(asked.start, dice(number, nonce_of(wanted["nonce"])), asked.policy)
    head = wire.head(asked.game, asked.move, asked.attempt, asked.rulings, asked.decide)
    note = text_of(wanted["note"], "note", 500) if wanted["note"] else ""
    told = {"rules_hash": rules_hash, "record": wire.roll_shown(roll)}
    return {"kind": "rolled_secretly", "by": seat.id, "note": note, **head, **told}


def reveal(
    table: Table, seat: Seat, request: Json, secret_entries: Mapping[int, Json], secret_seed: bytes
) -> list[Json]:
    """Show a secret roll to all."""
    if seat.role != "gm":
        raise NotYours("Only the gm reveals a secret roll.")
    number = fields(request, secret=int)["secret"]
    if number not in secret_entries:
        raise NotHere("There is no secret roll of that number.")
    name = secret_name(secret_seed, number)
    if name in table.revealed:
        raise InputError("That roll is revealed already.")
    return [{"kind": "revealed", "secret": name, "entry": secret_entries[number]}]
