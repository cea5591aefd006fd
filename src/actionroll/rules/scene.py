"""What a scene is: several rolls in a row with the tracks carried over, declared on top of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from actionroll.rules.steps import Effect, Outcome

State: TypeAlias = tuple[int, ...]
"""The carried tracks, in the order in which the scene declares them."""
OUT_OF_ROLLS = "out of rolls"


class Carried(NamedTuple):
    """A track that a scene carries from roll to roll, within its bounds."""

    name: str
    low: int
    high: int
    start: int
    says: str = ""


class End(NamedTuple):
    """How a roll ended, as far as a scene looks at it: its tier, and what it changes of each carried track."""

    tier: str
    changes: State


@dataclass(frozen=True, kw_only=True)
class Scene:
    """A scene of a game. Its functions take the settings and the carried tracks by name."""

    game: str
    name: str
    says: str
    settings: type[Any]
    carried: Callable[[Any], tuple[Carried, ...]]
    attempts: Callable[[Any, Mapping[str, int], Any], Mapping[str, Mapping[str, Any]]]
    """The inputs of the next roll, for each way to go about it that there is now; the first is the default.

    It is also given the rulings, which may say what can be paid.
    """
    over: Callable[[Any, Mapping[str, int]], str]
    """How the scene has ended, or an empty text."""
    endings: tuple[str, ...]
    """All endings from worst to best, running out of rolls among them."""
    aim: str
    """What best means unless something else is said."""
    goes_on: Callable[[Any, Outcome], Mapping[str, int]] | None = None
    """What else a roll's outcome changes, besides its effects on the roller's carried tracks."""
    last: Callable[[Any, Mapping[str, int]], tuple[str, Mapping[str, Any]]] | None = None
    """A closing roll when the scene has ended: its move and inputs; how it ends joins the ending."""
    last_tiers: tuple[str, ...] = ()
    """The tiers of that roll."""
    choice: str = "way"
    """What choosing among the ways to go about a roll is called, as a decision."""
    ways: Mapping[str, str] = field(default_factory=dict)
    """All ways to go about a roll, each with a sentence, where there are several."""
    move: str = "action"
    rulings: Mapping[str, str] = field(default_factory=dict)
    """Rulings that the scene is about, unless others are set."""

    def rolls(self, settings: Any) -> int:
        """The largest number of rolls: a setting that every scene has."""
        most: int = settings.rolls
        return most

    def seen(self, settings: Any, names: Sequence[str], outcome: Outcome, spent: tuple[Effect, ...]) -> End:
        """What of an outcome, and of what was paid on the way to it, matters here."""
        changes = dict.fromkeys(names, 0)
        for effect in spent + outcome.effects if spent else outcome.effects:
            if effect.who == "roller" and effect.track in changes:
                changes[effect.track] += effect.by
        if self.goes_on is not None:
            for name, by in self.goes_on(settings, outcome).items():
                changes[name] += by
        return End(outcome.tier, tuple(changes.values()))
