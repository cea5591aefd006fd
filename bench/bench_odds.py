"""Exact odds of the reference queries against icepool and dyce, with no cache of results on any side."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from actionroll import api
from actionroll.rules.futures import forget_steps
from actionroll.rules.inputs import forget_checked
from bench.figures import Figure, against, beside, geometric_mean, within
from bench.peers import histograms, illuminated_worlds, in_the_dark, starforged, true_world, wherever_we_go
from bench.timing import minima

MS = 1e-3
SIDES = ("attacker", "defender")


def figures() -> Iterator[Figure]:
    """All odds."""
    found: dict[str, list[Figure]] = {"icepool": [], "dyce": [], "anew": []}
    for name, attempt, decide, peer, under in queries():
        for other, figure in per_query(name, attempt, decide, peer, under).items():
            found[other].append(figure)
            yield figure
    for name, (attempt, decide, peer) in wherever_we_go.BY_HAND.items():
        yield beside(f"wherever-we-go: {name}", *minima(asked("wherever-we-go", attempt, decide), peer))
    yield geometric_mean("all of them against icepool, geometric mean", found["icepool"], 8)
    yield geometric_mean("all of them against dyce, geometric mean", found["dyce"], 1)
    yield geometric_mean("with the rules asked anew, against icepool", found["anew"], 1)
    yield forgotten()
    yield repeated()
    yield advice()
    yield opposed()


def queries() -> Iterator[tuple[str, Mapping[str, Any], Mapping[str, str], Callable[[], object], float]]:
    """Each reference query of each game: its name, attempt and policies, icepool's way, and the seconds it may take."""
    for name, (attempt, decide, peer) in wherever_we_go.QUERIES.items():
        yield f"wherever-we-go: {name}", attempt, decide, peer, 3 * MS
    for game, peers, decide in (
        ("starforged", starforged, starforged.DECIDE),
        ("illuminated-worlds", illuminated_worlds, {}),
        ("in-the-dark", in_the_dark, {}),
        ("true-world", true_world, {}),
    ):
        for name, (tried, peer) in peers.QUERIES.items():
            yield f"{game}: {name}", tried, decide, peer, 0.5 * MS


def per_query(
    name: str, attempt: Mapping[str, Any], decide: Mapping[str, str], peer: Callable[[], object], under: float
) -> dict[str, Figure]:
    """One query against both, and beside icepool where even what was checked and what the rules gave is forgotten."""
    ours = asked(name.partition(":")[0], attempt, decide)

    def anew() -> object:
        forget_steps()
        forget_checked()
        return ours()

    seconds, icepool, dyce, all_anew = minima(ours, peer, histograms.QUERIES[name], anew)
    return {
        "icepool": against(name, seconds, icepool, peer="icepool", least=1, under=under),
        "dyce": against(f"{name}, dyce", seconds, dyce, peer="dyce", least=1),
        "anew": beside(f"{name}, rules anew", all_anew, icepool),
    }


def asked(game: str, attempt: Mapping[str, Any], decide: Mapping[str, str]) -> Callable[[], object]:
    """A query of ours, from the raw attempt until its tiers are fractions, counted anew each time."""
    return lambda: dict(api.odds_of(api.question(game, "action", attempt, decide=decide)))


def forgotten() -> Figure:
    """A question whose results were forgotten; what it costs with the rules asked anew stands above."""
    (seconds,) = minima(asked("in-the-dark", {"dots": 2}, {}), rounds=400)
    return within("in-the-dark: 2 dice, results forgotten", seconds, 40e-6)


def repeated() -> Figure:
    """The same question again, from the bounded cache."""
    (seconds,) = minima(lambda: api.odds("in-the-dark", dots=2), number=200)
    return within("in-the-dark: 2 dice, asked again", seconds, 1.5e-6)


def advice() -> Figure:
    """What to do about a push and a gamble with ten stress dice, at every point of the roll."""
    attempt = {"attribute": "d8", "skill": "d8", "stress": 10}
    (seconds,) = minima(lambda: api.advise_of(api.question("wherever-we-go", "action", attempt)), rounds=15)
    return within("wherever-we-go: advice, 10 stress dice", seconds, 8 * MS)


def opposed() -> Figure:
    """A contest in which both sides push and gamble."""
    inputs = {"attribute": "d8", "skill": "d8", "stress": 5}
    attempt = {f"{side}_{name}": value for side in SIDES for name, value in inputs.items()}
    decide = {f"{side}_{name}": how for side in SIDES for name, how in (("push", "push"), ("gamble", "on-failure"))}
    asked = ("wherever-we-go", "opposed", attempt)
    (seconds,) = minima(lambda: dict(api.odds_of(api.question(*asked, decide=decide))), rounds=15)
    return within("wherever-we-go: opposed, 5 stress dice a side", seconds, 60 * MS)
