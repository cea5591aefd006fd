"""Settling a due: what an answer changes, or why it is not accepted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from actionroll.errors import InputError, UnknownName, shown
from actionroll.rules.kinds import Whole, Words, read
from actionroll.rules.steps import Due, Effect, Way

MOST_ANSWERS = 20
FIELDS = ("way", "who", "amount", "words")


def settle(due: Due, answer: Any) -> tuple[Effect, ...]:
    """The effects of an answer: a list of {"way", "who", "amount", "words"}, one entry for each share."""
    if not isinstance(answer, Sequence) or isinstance(answer, str) or not 1 <= len(answer) <= MOST_ANSWERS:
        raise InputError(f"A due is settled by a list of 1 to {MOST_ANSWERS} shares, each with {', '.join(FIELDS)}.")
    shares: dict[tuple[Way, str], int] = {}
    for way, who, amount in [_share(due, each) for each in answer]:
        shares[way, who] = shares.get((way, who), 0) + amount
    if due.amount and sum(shares.values()) != due.amount:
        raise InputError(f"The shares must add up to {due.amount}, not {sum(shares.values())}.")
    if not due.amount:
        _refuse_beside(due, [way for way, _ in shares])
    for (way, who), amount in shares.items():
        read(Whole(1, due.amount or way.most), f"{way.name} for {who}", amount)
    return tuple(effect for (way, who), amount in shares.items() for effect in _effects(due, way, who, amount))


def refuse_unbearable(due: Due, answer: Any, left: Callable[[str, str], int | None]) -> None:
    """Refuse an answer that lets more fall on someone's track than it can bear; `left` says what it still has."""
    for way, who, amount in [_share(due, each) for each in answer]:
        have = left(who, way.track) if way.bears else None
        loss = sum(-effect.by for effect in _effects(due, way, who, amount) if effect.track == way.track)
        if have is None or loss <= have:
            continue
        if way.bears == "all":
            raise InputError(f"{way.name} can bear {have} more, not {loss}: let the rest fall elsewhere.")
        if not have and any(left(who, other.track) for other in due.ways if other.bears == "some"):
            raise InputError(f"{way.name} can bear nothing more: let it fall elsewhere.")


def _refuse_beside(due: Due, named: list[Way]) -> None:
    """One way settles what has no amount; several only where the rule speaks of several, and none of them alone."""
    if len(named) > 1 and not due.several:
        raise InputError(f"The {due.kind} is settled in one way: name one of {_names(due.ways)}, not {len(named)}.")
    if len(named) > 1 and (alone := [way.name for way in named if way.alone]):
        raise InputError(f"{alone[0]} is named alone, or left out where something else settles the {due.kind}.")


def _effects(due: Due, way: Way, who: str, amount: int) -> Iterator[Effect]:
    """The change of the way's track, and the mark that a share of this size brings."""
    if way.track:
        size = -(-abs(way.each) * amount // way.per)
        yield Effect(who, way.track, size if way.each > 0 else -size, due.kind)
    if reached := [mark for least, mark in way.brings if amount >= least]:
        yield Effect(who, reached[-1], 1, due.kind)


def _share(due: Due, raw: Any) -> tuple[Way, str, int]:
    if not isinstance(raw, Mapping) or any(name not in FIELDS for name in raw):
        raise InputError(f"A share of a due takes {', '.join(FIELDS)}, and nothing else.")
    way = _way(due, raw.get("way"))
    who = raw.get("who", due.on)
    if not isinstance(who, str) or (who != due.on and not way.anyone):
        raise InputError(f"{way.name} falls on {due.on} only.")
    if due.among and who not in due.among:
        raise InputError(f"{way.name} falls on one of {', '.join(due.among)}, not {shown(who)}.")
    read(Words(), "words", raw.get("words", ""))
    most = due.amount or way.most
    return way, who, read(Whole(1, most), "amount", raw.get("amount", due.amount or 1))


def _way(due: Due, name: object) -> Way:
    for way in due.ways:
        if way.name == name:
            return way
    raise UnknownName(f"way to settle the {due.kind} called", name, [way.name for way in due.ways])


def _names(ways: tuple[Way, ...]) -> str:
    return ", ".join(way.name for way in ways)
