"""Settling a due: what an answer changes, or why it is not accepted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from actionroll.errors import InputError, UnknownName
from actionroll.rules.kinds import Whole, Words, read
from actionroll.rules.steps import Due, Effect, Way

MOST_ANSWERS = 20
FIELDS = ("way", "who", "amount", "words")


def settle(due: Due, answer: Any) -> tuple[Effect, ...]:
    """The effects of an answer: a list of {"way", "who", "amount", "words"}, one entry for each share."""
    if not isinstance(answer, Sequence) or isinstance(answer, str) or not 1 <= len(answer) <= MOST_ANSWERS:
        raise InputError(f"A due is settled by a list of 1 to {MOST_ANSWERS} shares, each with {', '.join(FIELDS)}.")
    shares = [_share(due, each) for each in answer]
    if due.amount and sum(amount for _, _, amount in shares) != due.amount:
        raise InputError(f"The shares must add up to {due.amount}, not {sum(amount for _, _, amount in shares)}.")
    return tuple(Effect(who, way.track, way.each * amount, due.kind) for way, who, amount in shares if way.track)


def _share(due: Due, raw: Any) -> tuple[Way, str, int]:
    if not isinstance(raw, Mapping) or any(name not in FIELDS for name in raw):
        raise InputError(f"A share of a due takes {', '.join(FIELDS)}, and nothing else.")
    way = _way(due, raw.get("way"))
    who = raw.get("who", due.on)
    if not isinstance(who, str) or (who != due.on and not way.anyone):
        raise InputError(f"{way.name} falls on {due.on} only.")
    read(Words(), "words", raw.get("words", ""))
    most = due.amount or way.most
    return way, who, read(Whole(1, most), "amount", raw.get("amount", due.amount or 1))


def _way(due: Due, name: object) -> Way:
    for way in due.ways:
        if way.name == name:
            return way
    raise UnknownName(f"way to settle the {due.kind} called", name, [way.name for way in due.ways])
