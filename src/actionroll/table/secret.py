"""Secret rolls of the gm: a log of their own, and one commitment to its head in every public entry."""

from __future__ import annotations

from hashlib import sha256
from hmac import new as hmac  # `hmac.digest` stops for other threads each time, which takes longer than its work
from typing import Any

from actionroll import wire
from actionroll.api import question
from actionroll.errors import InputError
from actionroll.reckoning.play import play, replay
from actionroll.rules.record import Cast
from actionroll.table import rights
from actionroll.table.facts import Revealed, RolledSecretly
from actionroll.table.log import Fact
from actionroll.table.requests import DECIDE, GM, INPUTS, NONCE, Deed, Field, Turn, request
from actionroll.table.state import Json, Table


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
def secret_roll(turn: Turn, wanted: Json) -> Deed:
    """A roll that only the gm sees, made at once, its decisions answered as the request says."""
    if turn.seat.role != "gm":
        raise rights.NotYours("Only the gm rolls in secret.")
    table, nonce = turn.table, rights.nonce_of(wanted["nonce"])
    inputs, decide = wanted["inputs"] or {}, wanted["decide"]
    asked = question(table.game, wanted["move"] or "action", inputs, rulings=table.rulings, decide=decide)
    chance = turn.outside.secret_dice(len(turn.outside.secrets) + 1, nonce)
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
def reveal(turn: Turn, wanted: Json) -> list[Fact]:
    """Show a secret roll to all."""
    if turn.seat.role != "gm":
        raise rights.NotYours("Only the gm reveals a secret roll.")
    number, secrets = wanted["secret"], turn.outside.secrets
    if not 1 <= number <= len(secrets):
        raise rights.NotHere("There is no secret roll of that number.")
    name = secret_name(turn.outside.secret_seed, number)
    if name in turn.table.revealed:
        raise InputError("That roll is revealed already.")
    return [Revealed(secret=name, entry=secrets[number - 1])]


def secret_record(table: Table, entry: Json) -> Json:
    """A secret roll with its steps and words, played again by today's rules; what is kept of it where they changed."""
    if entry.get("rules", "") != table.rules:
        outcome = {"tier": entry.get("tier", ""), "facts": entry.get("facts", {}), "effects": [], "dues": []}
        words = {"short": entry.get("tier", ""), "long": [entry.get("tier", "")]}
        return {"steps": [], "answers": entry.get("answers", []), "outcome": {**outcome, "words": words}}
    return wire.roll_shown(secret_replayed(table, entry))


def secret_replayed(table: Table, entry: Json) -> Any:
    """A secret roll, played again."""
    rulings = table.rulings_at(entry.get("after", 0))
    asked = question(table.game, entry["move"], entry["attempt"], rulings=rulings)
    return replay(asked.start, entry.get("answers", []))
