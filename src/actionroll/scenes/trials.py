"""Scenes that are too large to be solved: trials go through them side by side, those in one state as one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, TypeAlias

from actionroll.reckoning.simulation import counts
from actionroll.rules.policy import by_name
from actionroll.rules.scene import State
from actionroll.scenes.aims import SceneAim
from actionroll.scenes.played import Played
from actionroll.scenes.solution import all_endings

if TYPE_CHECKING:
    from actionroll.reckoning.simulation import Source

Standing: TypeAlias = tuple[State, Fraction]
"""The tracks, and what the rolls so far were worth."""


@dataclass
class SceneTrials:
    """How many of all trials ended in which way, what they were worth, and the tiers that they rolled."""

    played: Played
    trials: int
    ends: dict[tuple[str, State], int] = field(default_factory=dict)
    worths: dict[Fraction, int] = field(default_factory=dict)
    tiers: dict[str, int] = field(default_factory=dict)

    @property
    def endings(self) -> dict[str, int]:
        """The trials by ending, in the order of the scene."""
        found = dict.fromkeys(all_endings(self.played), 0)
        for (ending, _), many in self.ends.items():
            found[ending] += many
        return {ending: many for ending, many in found.items() if many}

    def mean(self, track: str) -> tuple[float, float]:
        """A track's average at the end, and its standard error."""
        place = [each.name for each in self.played.tracks].index(track)
        return self._mean([(state[place], many) for (_, state), many in self.ends.items()])

    @property
    def worth(self) -> tuple[float, float]:
        """The worth for the aim, and its standard error."""
        return self._mean([(float(value), many) for value, many in self.worths.items()])

    def _mean(self, values: Iterable[tuple[float, int]]) -> tuple[float, float]:
        listed = list(values)
        mean = sum(value * many for value, many in listed) / self.trials
        spread = sum((value - mean) ** 2 * many for value, many in listed) / self.trials
        return mean, sqrt(spread / self.trials)


def simulate_scene(played: Played, aim: SceneAim, trials: int, source: Source) -> SceneTrials:
    """So many trials of a scene whose decisions are all answered by policies."""
    standing: dict[Standing, int] = {(played.start, Fraction(0)): trials}
    done = SceneTrials(played, trials)
    for _ in range(played.rolls):
        following: dict[Standing, int] = {}
        for here, many in standing.items():
            for after, part in _after(done, aim, here, many, source):
                following[after] = following.get(after, 0) + part
        standing = following
    for (state, points), many in standing.items():
        for ending, part in _closed(played, state, many, source).items():
            done.ends[ending, state] = done.ends.get((ending, state), 0) + part
            worth = points + aim.of_end(ending, played.named(state))
            done.worths[worth] = done.worths.get(worth, 0) + part
    return done


def _after(
    done: SceneTrials, aim: SceneAim, here: Standing, many: int, source: Source
) -> Iterable[tuple[Standing, int]]:
    played, (state, points) = done.played, here
    if played.ending(state):
        yield here, many
        return
    for end, part in counts(played.first_step(state), many, source, by_name(played.fixed(state))).items():
        done.tiers[end.tier] = done.tiers.get(end.tier, 0) + part
        yield (played.after(state, end), points + aim.of_roll(end.tier)), part


def _closed(played: Played, state: State, many: int, source: Source) -> dict[str, int]:
    ending = played.ending_at_last(state)
    step = played.closing_step(state)
    if step is None:
        return {ending: many}
    found: dict[str, int] = {}
    for end, part in counts(step, many, source).items():
        name = f"{ending}, {end.tier}"
        found[name] = found.get(name, 0) + part
    return found
