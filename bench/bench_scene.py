"""Scenes solved exactly, and simulation, against what one writes by hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from actionroll.api import question, scene
from actionroll.reckoning.play import columns, counts, source_for
from actionroll.rules.futures import forget_steps
from actionroll.rules.inputs import forget_checked
from bench.figures import Figure, Promise, against, shown, within
from bench.peers import scenes
from bench.timing import minima

BEST = {"push": "best", "gamble": "best"}
LIMIT_MS = 100e-3
TRIALS = 200_000
FEW_TRIALS = 4_000
STRESS = 4


def figures() -> Iterator[Figure]:
    """All figures of scenes and simulation."""
    yield from small_scenes()
    yield from full_scenes()
    yield from growth()
    yield trials_one_by_one()


def small_scenes() -> Iterator[Figure]:
    """The same scene on a size that all finish: the answers are the same fractions."""
    for peer, throws, rolls, limit, rounds in (
        ("plain Python", scenes.by_hand, 3, 3, 3),
        ("icepool", scenes.by_icepool, 10, 8, 3),
    ):
        settings = {"rolls": rolls, "limit": limit}
        exact = scenes.best_with(throws, rolls, limit)
        assert solved("wherever-we-go", settings, BEST) == exact, "both must have the same answer"
        seconds = minima(
            lambda settings=settings: solved("wherever-we-go", settings, BEST),  # type: ignore[misc]
            lambda throws=throws, rolls=rolls, limit=limit: scenes.best_with(throws, rolls, limit),  # type: ignore[misc]
            rounds=rounds,
        )
        yield against(f"Wherever We Go, best of {rolls} rolls", *seconds, peer=peer, least=50)


def solved(game: str, settings: Mapping[str, Any], decide: Mapping[str, str]) -> Fraction:
    """The worth of the best plan, with the whole distribution of the end."""
    worth = scene(game, decide=decide, **settings).worth
    assert worth is not None
    return worth


def full_scenes() -> Iterator[Figure]:
    """At full size, with the best plan and the distribution of the end."""
    travel = {"burn": "best", "way": "best"}
    for name, game, settings, decide in (
        ("Wherever We Go, best of 20 rolls", "wherever-we-go", {"rolls": 20}, BEST),
        ("Starforged, formidable track, 20 rolls", "starforged", {"rank": "formidable", "rolls": 20}, travel),
        ("Starforged, epic track from 20 ticks, 20 rolls", "starforged", EPIC, travel),
        (
            "Illuminated Worlds, assignment",
            "illuminated-worlds",
            {},
            dict.fromkeys(("drive", "take", "resist"), "best"),
        ),
        ("In the Dark, job", "in-the-dark", {}, {"push": "best"}),
        ("True World, scene", "true-world", {"boost": "yes"}, {"boost": "best", "reroll": "best"}),
    ):
        (seconds,) = minima(lambda g=game, s=settings, d=decide: solved(g, s, d), rounds=7)  # type: ignore[misc]
        yield within(name, seconds, LIMIT_MS)
    yield anew()


def anew() -> Figure:
    """The first of them for the first time: nothing that the rules gave is remembered, no path is found."""

    def first() -> object:
        forget_steps()
        forget_checked()
        return solved("wherever-we-go", {"rolls": 20}, BEST)

    (seconds,) = minima(first, rounds=3)
    return Figure("Wherever We Go, best of 20 rolls, rules anew", shown(seconds), "", None, ())


EPIC = {"rank": "epic", "progress": 20, "rolls": 20}


def growth() -> Iterator[Figure]:
    """How the cost grows with the number of rolls, in a scene whose tracks go up and down within their bounds."""
    sizes = (10, 20, 40, 80)
    tasks = [lambda rolls=rolls: solved("wherever-we-go", {"rolls": rolls, "clears": 2}, BEST) for rolls in sizes]
    taken = minima(*tasks, rounds=3)
    for rolls, seconds in zip(sizes, taken, strict=True):
        ratio = seconds / taken[0] / (rolls / sizes[0])
        kept = Promise(f"≤ 1.5 × the time of {sizes[0]} rolls, by roll", ratio <= 1.5)
        yield Figure(
            f"Wherever We Go, clearing stress, {rolls} rolls", shown(seconds), shown(taken[0]), 1 / ratio, (kept,)
        )


def trials_one_by_one() -> Figure:
    """Trials as columns, against one trial after the other with `random`; seconds are for one trial."""
    attempt = {"attribute": "d8", "skill": "d8", "stress": STRESS}
    asked = question("wherever-we-go", "action", attempt, decide={"push": "push", "gamble": "on-failure"})
    source = source_for(1)

    def ours() -> object:
        return columns(counts(asked.start, TRIALS, source, asked.policy), source)

    def peer() -> object:
        return [scenes.one_trial(STRESS) for _ in range(FEW_TRIALS)]

    mine, theirs = minima(ours, peer, rounds=9)
    return against("a trial of Wherever We Go", mine / TRIALS, theirs / FEW_TRIALS, peer="random", least=20)
