"""A solved scene: how it ends, where its tracks stand, what it is worth; it shows itself in notebooks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import TypeAlias

from actionroll.errors import UnknownName
from actionroll.rules.scene import State
from actionroll.scenes.aims import SceneAim
from actionroll.scenes.planning import Plan
from actionroll.scenes.played import Played

Layer: TypeAlias = tuple[Mapping[State, int], int]
"""In how many ways each state stands, out of how many."""


@dataclass(frozen=True)
class SceneOdds:
    """Exactly how a scene ends."""

    played: Played
    ends: Mapping[tuple[str, State], Fraction]
    """The chance of each ending with the tracks as they then stand."""
    tiers: Mapping[str, Fraction]
    """How often each tier is rolled, on average."""
    layers: tuple[Layer, ...] = field(repr=False)
    """The tracks after each number of rolls; where the scene was over before, as they stood then."""
    aim: SceneAim | None = None
    plan: Plan | None = None
    """What was decided for the best, where anything was."""

    @cached_property
    def endings(self) -> Mapping[str, Fraction]:
        """The chance of each ending, from worst to best."""
        chances: dict[str, Fraction] = {}
        for (ending, _), chance in self.ends.items():
            chances[ending] = chances.get(ending, Fraction(0)) + chance
        order = all_endings(self.played)
        return {ending: chances[ending] for ending in sorted(chances, key=order.index)}

    @cached_property
    def worth(self) -> Fraction | None:
        """What the scene is worth for the aim, where there is one."""
        if self.aim is None:
            return None
        worth = sum((many * self.aim.of_roll(tier) for tier, many in self.tiers.items()), Fraction(0))
        for (ending, state), chance in self.ends.items():
            worth += chance * self.aim.of_end(ending, self.played.named(state))
        return worth

    @cached_property
    def along(self) -> tuple[Mapping[State, Fraction], ...]:
        """The chances of the tracks after each number of rolls; where the scene was over before, as they stood then."""
        return tuple({state: Fraction(many, below) for state, many in ways.items()} for ways, below in self.layers)

    def track(self, name: str, rolls: int = -1) -> Mapping[int, Fraction]:
        """The distribution of one carried track after a number of rolls; at the end without one."""
        place = [track.name for track in self.played.tracks].index(name)
        standing, below = self.layers[rolls]
        ways: dict[int, int] = {}
        for state, many in standing.items():
            ways[state[place]] = ways.get(state[place], 0) + many
        return {value: Fraction(many, below) for value, many in sorted(ways.items())}

    def mean(self, name: str, rolls: int = -1) -> Fraction:
        """A track's average after a number of rolls; at the end without one."""
        return sum((value * chance for value, chance in self.track(name, rolls).items()), Fraction(0))

    def times(self, *tiers: str) -> Mapping[int, Fraction]:
        """The chance of each number of rolls that end in one of these tiers."""
        from actionroll.scenes.tally import times

        for tier in tiers:
            if tier not in self.tiers:
                raise UnknownName("tier of this scene called", tier, self.tiers)
        return times(self, tiers)

    @property
    def rolled(self) -> Fraction:
        """How many rolls are made on average."""
        return sum(self.tiers.values(), Fraction(0))

    def _repr_svg_(self) -> str:
        from actionroll.scenes.pictures import scene_svg

        return scene_svg(self)

    def _repr_html_(self) -> str:
        from actionroll.scenes.pictures import scene_html

        return scene_html(self)


def all_endings(played: Played) -> list[str]:
    """Every way the scene can end, with its closing roll where it has one."""
    plain, last = played.scene.endings, played.scene.last_tiers
    return [f"{ending}, {tier}" for tier in last for ending in plain] if last else list(plain)
