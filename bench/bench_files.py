"""Games as files: the five cores against the built-in games that they are of, and how long a file takes to load."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from actionroll import api
from actionroll.files import loads
from actionroll.games import game
from actionroll.rules import futures
from actionroll.shelf import core, starts
from actionroll.web.bodies import WorkshopBody, encoded
from actionroll.web.questions import workshop_answer
from bench.figures import Figure, no_slower_than, within
from bench.timing import minima

MS = 1e-3
ATTEMPTS: dict[str, tuple[dict[str, Any], dict[str, str]]] = {
    "in-the-dark": ({"dots": 3, "position": "good", "assist": 1}, {}),
    "starforged": ({"stat": 2, "adds": [1], "momentum": 5}, {"burn": "any"}),
    "illuminated-worlds": ({"rating": 3, "gilded": True, "drive_spent": 1, "resistances": 1}, {"take": "gilded"}),
    "true-world": ({"ability": ["d8"], "boosts": 2, "difficulty": "d10", "position": "advantage"}, {}),
    "wherever-we-go": (
        {"attribute": "d8", "skill": "d10", "stress": 6, "bonus": [2]},
        {"push": "push", "gamble": "on-failure"},
    ),
}


def figures() -> Iterator[Figure]:
    """All of them."""
    for name, (attempt, decide) in ATTEMPTS.items():
        yield as_fast(name, attempt, decide)
    texts = {**starts(), **{name: core(game(name)) for name in ATTEMPTS}}
    slowest = max(texts, key=lambda name: len(texts[name]))
    for name in ("two-dice", slowest):
        (seconds,) = minima(lambda name=name: loads(texts[name]), rounds=24)  # type: ignore[misc]
        yield within(f"loading {name}", seconds, 20 * MS)
    for name in ("two-dice", "step-pool"):
        asked = WorkshopBody(file=texts[name])
        (seconds,) = minima(lambda asked=asked: encoded(workshop_answer(asked)), rounds=24)  # type: ignore[misc]
        yield within(f"the workshop's answer to {name}", seconds, 50 * MS)


def as_fast(name: str, attempt: dict[str, Any], decide: dict[str, str]) -> Figure:
    """The odds of one attempt, counted anew by the file and by the built-in game."""
    file = loads(core(game(name)))

    def counted(played: Any) -> object:
        futures.forget_steps()
        return dict(api.odds_of(api.question(played, "action", attempt, decide=decide)))

    ours, theirs = minima(lambda: counted(file), lambda: counted(name))
    return no_slower_than(f"{name} as a file", ours, theirs, peer="the built-in game", most=2)
