"""Exact odds of the reference queries against icepool, with no cache of results on either side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from actionroll import api
from bench.figures import Figure, against, beside, geometric_mean, within
from bench.peers import illuminated_worlds, in_the_dark, starforged, true_world, wherever_we_go
from bench.timing import medians

MS = 1e-3
SIDES = ("attacker", "defender")


def figures() -> Iterator[Figure]:
    """All odds."""
    found: list[Figure] = []
    for figure in per_query():
        found += [figure] if figure.promises else []
        yield figure
    first_two = [figure for figure in found if figure.name.startswith(("in-the-dark", "starforged"))]
    yield geometric_mean("In the Dark and Starforged, geometric mean", first_two, 2)
    yield geometric_mean("all of them, geometric mean", found, 4)
    yield repeated()
    yield advice()
    yield opposed()


def per_query() -> Iterator[Figure]:
    """Each reference query of each game."""
    for name, (attempt, decide, peer) in wherever_we_go.QUERIES.items():
        yield query("wherever-we-go", name, attempt, decide, peer, 8, 3 * MS)
    for name, (attempt, decide, peer) in wherever_we_go.BY_HAND.items():
        yield beside(f"wherever-we-go: {name}", *both("wherever-we-go", attempt, decide, peer))
    for game, peers, decide in (
        ("starforged", starforged, starforged.DECIDE),
        ("illuminated-worlds", illuminated_worlds, {}),
        ("in-the-dark", in_the_dark, {}),
        ("true-world", true_world, {}),
    ):
        for name, (attempt, peer) in peers.QUERIES.items():
            yield query(game, name, attempt, decide, peer, 1, 0.5 * MS)


def query(
    game: str, name: str, attempt: Mapping[str, Any], decide: Mapping[str, str], peer: Any, least: float, under: float
) -> Figure:
    """One query, held to what was promised of it."""
    seconds = both(game, attempt, decide, peer)
    return against(f"{game}: {name}", *seconds, peer="icepool", least=least, under=under)


def both(game: str, attempt: Mapping[str, Any], decide: Mapping[str, str], peer: Any) -> tuple[float, ...]:
    """Our seconds and the peer's for a query, counted anew each time until its tiers are fractions."""

    def ours() -> object:
        return dict(api.odds_of(api.question(game, "action", attempt, decide=decide)))

    return medians(ours, peer)


def repeated() -> Figure:
    """The same question again, from the bounded cache."""
    (seconds,) = medians(lambda: api.odds("in-the-dark", dots=2), number=200)
    return within("in-the-dark: 2 dice, asked again", seconds, 10e-6)


def advice() -> Figure:
    """What to do about a push and a gamble with ten stress dice, at every point of the roll."""
    attempt = {"attribute": "d8", "skill": "d8", "stress": 10}
    (seconds,) = medians(lambda: api.advise_of(api.question("wherever-we-go", "action", attempt)), rounds=15)
    return within("wherever-we-go: advice, 10 stress dice", seconds, 8 * MS)


def opposed() -> Figure:
    """A contest in which both sides push and gamble."""
    inputs = {"attribute": "d8", "skill": "d8", "stress": 5}
    attempt = {f"{side}_{name}": value for side in SIDES for name, value in inputs.items()}
    decide = {f"{side}_{name}": how for side in SIDES for name, how in (("push", "push"), ("gamble", "on-failure"))}
    asked = ("wherever-we-go", "opposed", attempt)
    (seconds,) = medians(lambda: dict(api.odds_of(api.question(*asked, decide=decide))), rounds=15)
    return within("wherever-we-go: opposed, 5 stress dice a side", seconds, 100 * MS)
