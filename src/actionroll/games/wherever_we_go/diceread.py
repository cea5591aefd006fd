"""How Wherever We Go reads dice: edges on all of them, sixes and banes on stress dice."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import lru_cache
from math import comb
from typing import TypeAlias

from actionroll.dice import Falls, Marks, folded
from actionroll.rules import Kept, Pool, Statistic, Term

Stress: TypeAlias = tuple[int, int]
"""Sixes and banes on stress dice."""

BANE = Kept("stress", 6, 1)
SIX = Kept("stress", 6, 6)


def edges_of(face: int) -> int:
    """WWG-07, WWG-09. A 6 or more is one edge, a 10 or more two, and never three."""
    return 0 if face < 6 else 1 if face < 10 else 2


def _edges_mark(read: Hashable, faces: Sequence[int]) -> Marks:
    return tuple(face >= 6 for face in faces)


def _add(a: int, b: int) -> int:
    return a + b


def _edges_law(sides: int, count: int) -> Falls[int]:
    """In how many ways so many dice of one size show edges: where none shows two, only which dice show one matters."""
    if not 6 <= sides < 10:
        return folded(edges, sides, count)
    hits = sides - 5
    return {shown: comb(count, shown) * hits**shown * (sides - hits) ** (count - shown) for shown in range(count + 1)}


edges: Statistic[int] = Statistic("edges", 0, edges_of, _add, _edges_mark, _edges_law)


def _edge_face(face: int) -> int:
    return face if face >= 6 else 0


edge_face: Statistic[int] = Statistic("the face, if it has an edge", 0, _edge_face, max, _edges_mark)
"""For one die that may stay on the table: then it matters what it shows."""


def stress_of(face: int) -> Stress:
    """WWG-45, WWG-49. A 6 on a stress die is an edge, a 1 is a bane."""
    return int(face == 6), int(face == 1)


def _stress_join(a: Stress, b: Stress) -> Stress:
    return a[0] + b[0], a[1] + b[1]


def _stress_mark(read: Hashable, faces: Sequence[int]) -> Marks:
    return tuple(face in (1, 6) for face in faces)


FEW_STRESS_DICE: dict[int, Falls[Stress]] = {0: {(0, 0): 1}, 1: {(0, 0): 4, (0, 1): 1, (1, 0): 1}}


@lru_cache(maxsize=64)
def stress_law(sides: int, count: int) -> Falls[Stress]:
    """In how many ways so many stress dice show sixes and banes."""
    if sides != 6:
        return folded(sixes_and_banes, sides, count)
    return FEW_STRESS_DICE.get(count) or {
        (sixes, banes): comb(count, sixes) * comb(count - sixes, banes) * 4 ** (count - sixes - banes)
        for sixes in range(count + 1)
        for banes in range(count + 1 - sixes)
    }


sixes_and_banes: Statistic[Stress] = Statistic(
    "sixes and banes", (0, 0), stress_of, _stress_join, _stress_mark, stress_law
)


@lru_cache(maxsize=1024)
def action_dice(dice: tuple[tuple[str, int], ...], part: str, note: str = "") -> Pool[int]:
    """WWG-04, WWG-06. The two base dice and the talent die; a rung of 0 is no die."""
    sources = tuple(source for source, _ in dice)
    return Pool(tuple(sides for _, sides in dice), edges, sources, by=part, note=note)


@lru_cache(maxsize=1024)
def stress_dice(
    count: int, part: str, terms: tuple[tuple[str, int, str], ...], locked: int = 0, stay: int = 0
) -> Pool[Stress]:
    """WWG-33, WWG-40. So many stress dice: locked banes are not cast again, nor sixes that stay by ruling."""
    kept = (("locked", -locked, "WWG-40"), ("stay", -stay, "WWG-A8"))
    told = tuple(Term(*term) for term in (*terms, *(term for term in kept if term[1])))
    lying = (BANE,) * locked + (SIX,) * stay
    return Pool((6,) * (count - len(lying)), sixes_and_banes, ("stress",), told, part, lying, beside=True)


@lru_cache(maxsize=1024)
def joined_dice(before: int, now: int, part: str, locked: int, stay: int = 0) -> Pool[Stress]:
    """WWG-38. The stress dice after a gamble: those that were there, and what joins them."""
    terms = (("stress", before, "WWG-33"), ("gamble", now - before, "WWG-38"))
    return stress_dice(now, part, terms if before else terms[1:], locked, stay)


@lru_cache(maxsize=1024)
def single_die(source: str, sides: int, part: str, kept: int = 0) -> Pool[int]:
    """WWG-A8. A die of its own, cast or left as it lies with an edge."""
    if kept:
        return Pool((), edge_face, (source,), (), part, (Kept(source, sides, kept),), beside=True)
    return Pool((sides,), edge_face, (source,), (), part, beside=source != "attribute")
