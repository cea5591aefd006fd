"""A scene solved exactly, or by trials where it is too large: how it ends, where its tracks stand on the way."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import gcd, lcm, sqrt
from typing import TYPE_CHECKING, Any, TypeAlias

from actionroll.charts import percent
from actionroll.charts.curves import fan_svg
from actionroll.charts.svg import odds_bar_svg, written
from actionroll.errors import UnknownName
from actionroll.games import game
from actionroll.reckoning import fraction
from actionroll.reckoning.play import counts
from actionroll.rules.game import ByName, Carried, Scene, State
from actionroll.scenes.graph import Graph, best_options, ways
from actionroll.scenes.played import Played, SceneAim

if TYPE_CHECKING:
    from numpy.random import Generator

    from actionroll.scenes import Plan

Layer: TypeAlias = tuple[Mapping[State, int], int]
"""In how many ways each state stands, out of how many."""


@dataclass(frozen=True, repr=False)
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

    @cached_property
    def tracks_told(self) -> tuple[Carried, ...]:
        """The tracks that say something: of a crew, whose whole sheets are carried, those that may move."""
        tracks = [each for each in self.played.tracks if each.high > each.low]
        if self.played.scene.whole_sheets:
            tracks = [each for each in tracks if len(self.track(each.name)) > 1 or self.mean(each.name) != each.start]
        return tuple(tracks)

    def times(self, *tiers: str) -> Mapping[int, Fraction]:
        """The chance of each number of rolls that end in one of these tiers."""
        for tier in tiers:
            if tier not in self.tiers:
                raise UnknownName("tier of this scene called", tier, self.tiers)
        return times(self, tiers)

    @property
    def rolled(self) -> Fraction:
        """How many rolls are made on average."""
        return sum(self.tiers.values(), Fraction(0))

    def __repr__(self) -> str:
        return f"SceneOdds({', '.join(f'{ending}: {percent(chance)}' for ending, chance in self.endings.items())})"

    def to_dict(self) -> dict[str, Any]:
        """Worth, endings, tracks, tiers and ends, as JSON has them; chances are texts such as `5/12`."""
        return {
            "worth": fraction(self.worth or Fraction(0)),
            "endings": {ending: fraction(chance) for ending, chance in self.endings.items()},
            "tracks": {track.name: self._track_shown(track) for track in self.played.tracks},
            "tiers": {tier: fraction(many) for tier, many in self.tiers.items()},
            "ends": [
                {"ending": ending, "tracks": self.played.named(tracks), "chance": fraction(chance)}
                for (ending, tracks), chance in self.ends.items()
            ],
        }

    def _track_shown(self, track: Carried) -> dict[str, Any]:
        chances = {str(value): fraction(chance) for value, chance in self.track(track.name).items()}
        mean = fraction(self.mean(track.name))
        return {"low": track.low, "high": track.high, "says": track.says, "mean": mean, "chances": chances}

    def _repr_svg_(self) -> str:
        return scene_svg(self)

    def _repr_html_(self) -> str:
        return scene_html(self)


def all_endings(played: Played) -> list[str]:
    """Every way the scene can end, with its closing roll where it has one."""
    plain, last = played.scene.endings, played.scene.last_tiers
    return [f"{ending}, {tier}" for tier in last for ending in plain] if last else list(plain)


def tiers_of(scene: Scene, settings: Any) -> tuple[str, ...]:
    """The tiers of all its moves."""
    played = game(scene.game)
    return tuple(dict.fromkeys(tier for move in scene.moves(settings) for tier in played.move(move).tiers))


Counting = Callable[[State, Graph], list[int]]


def solve(played: Played, plan: Plan | None = None, aim: SceneAim | None = None) -> SceneOdds:
    """How the scene ends when every decision is answered by its policy, or for the best by the plan."""
    standing: dict[State, int] = {played.start: 1}
    below = 1
    tiers = dict.fromkeys(tiers_of(played.scene, played.settings), Fraction(0))
    layers: list[Layer] = [(standing, below)]
    counted: dict[Hashable, list[int]] = {}
    visits = 0
    before = 2 * played.rolls if plan else 0
    for number in range(played.rolls):
        played.tell(before + number, before + played.rolls)
        visits += len(standing)
        played.refuse_more(visits)
        standing, below = _one_roll(played, standing, below, tiers, counting(plan, played.rolls - number, counted))
        layers.append((standing, below))
    ends = _closed(played, _chances(standing, below))
    return SceneOdds(played, ends, tiers, tuple(layers), aim or (plan.aim if plan else None), plan)


def counting(plan: Plan | None, left: int, counted: dict[Hashable, list[int]]) -> Counting:
    """The ways to each end of a roll: once for each graph and the options that are chosen in it."""

    def count(state: State, graph: Graph) -> list[int]:
        chosen = best_options(graph, plan.weighed(state, left)) if plan else ()
        known = counted.get((id(graph), chosen))
        if known is None:
            known = counted[id(graph), chosen] = ways(graph, chosen)
        return known

    return count


def _one_roll(
    played: Played, standing: Mapping[State, int], below: int, tiers: dict[str, Fraction], count: Counting
) -> tuple[dict[State, int], int]:
    open_ones = [state for state in standing if not played.ending(state)]
    factor = lcm(*{played.onwards(state)[0].total for state in open_ones})
    following: dict[State, int] = {}
    rolled: dict[str, int] = {}
    for state, weight in standing.items():
        played.budget.look()
        if played.ending(state):
            following[state] = following.get(state, 0) + weight * factor
            continue
        graph, after = played.onwards(state)
        scale = weight * (factor // graph.total)
        for end, next_state, many in zip(graph.ends, after, count(state, graph), strict=True):
            if many:
                more = scale * many
                following[next_state] = following.get(next_state, 0) + more
                rolled[end.tier] = rolled.get(end.tier, 0) + more
    for tier, many in rolled.items():
        tiers[tier] = tiers.get(tier, Fraction(0)) + Fraction(many, below * factor)
    divisor = gcd(below * factor, *following.values())
    return {state: weight // divisor for state, weight in following.items()}, below * factor // divisor


def _chances(standing: Mapping[State, int], below: int) -> dict[State, Fraction]:
    return {state: Fraction(weight, below) for state, weight in standing.items()}


def _closed(played: Played, standing: Mapping[State, Fraction]) -> dict[tuple[str, State], Fraction]:
    ends: dict[tuple[str, State], Fraction] = {}
    for state, chance in standing.items():
        ending = played.ending_at_last(state)
        closing = played.closing(state)
        if closing is None:
            ends[ending, state] = chance
            continue
        for end, many in zip(closing.ends, ways(closing), strict=True):
            key = (f"{ending}, {end.tier}", state)
            ends[key] = ends.get(key, Fraction(0)) + chance * Fraction(many, closing.total)
    return ends


TimesRolled: TypeAlias = tuple[State, int]
"""The tracks, and how often it was rolled so far."""


def times(solved: SceneOdds, tiers: Collection[str]) -> Mapping[int, Fraction]:
    """The chance of each number of rolls that end in one of these tiers."""
    played = solved.played
    standing: dict[TimesRolled, int] = {(played.start, 0): 1}
    below = 1
    counted: dict[Hashable, list[int]] = {}
    for number in range(played.rolls):
        played.refuse_more(len(standing) * (number + 1))
        count = counting(solved.plan, played.rolls - number, counted)
        standing, below = _one_tallied_roll(solved, standing, below, tiers, count)
    found: dict[int, int] = {}
    for (_, many), weight in standing.items():
        found[many] = found.get(many, 0) + weight
    return {many: Fraction(weight, below) for many, weight in sorted(found.items())}


def _one_tallied_roll(
    solved: SceneOdds, standing: Mapping[TimesRolled, int], below: int, tiers: Collection[str], count: Counting
) -> tuple[dict[TimesRolled, int], int]:
    played = solved.played
    totals = {played.onwards(state)[0].total for state, _ in standing if not played.ending(state)}
    factor = lcm(*totals)
    following: dict[TimesRolled, int] = {}
    for (state, so_far), weight in standing.items():
        if played.ending(state):
            following[state, so_far] = following.get((state, so_far), 0) + weight * factor
            continue
        graph, after = played.onwards(state)
        scale = weight * (factor // graph.total)
        for end, to, many in zip(graph.ends, after, count(state, graph), strict=True):
            if many:
                key = (to, so_far + (end.tier in tiers))
                following[key] = following.get(key, 0) + scale * many
    divisor = gcd(below * factor, *following.values())
    return {key: weight // divisor for key, weight in following.items()}, below * factor // divisor


def title_of(solved: SceneOdds) -> str:
    """The game and the scene."""
    return f"{solved.played.game.title}, {solved.played.scene.name}"


def usual_track(solved: SceneOdds) -> str:
    """The track that moves most in the scene: what its chart shows unless another is named."""
    tracks = solved.tracks_told or solved.played.tracks
    moved = {
        track.name: abs(solved.mean(track.name) - solved.mean(track.name, 0)) / (track.high - track.low)
        for track in tracks
    }
    return max(moved, key=lambda name: moved[name])


def scene_svg(solved: SceneOdds, track: str = "") -> str:
    """A fan chart of a track over the rolls."""
    name = track or usual_track(solved)
    moments = [(str(number), solved.track(name, number)) for number in range(len(solved.layers))]
    return fan_svg(moments, title=f"{title_of(solved)}: {name.replace('_', ' ')}", across="rolls", up=name)


def scene_html(solved: SceneOdds) -> str:
    """Endings with a bar, the average of each track and tier, and the fan chart below."""
    chances = list(solved.endings.values())
    bar = odds_bar_svg(list(solved.endings), chances, title=f"{title_of(solved)}: how it ends")
    rows = [(ending, percent(chance)) for ending, chance in solved.endings.items()]
    rows += [(f"{track.name}, on average", decimal(solved.mean(track.name))) for track in solved.tracks_told]
    rows += [(f"{tier}, times", decimal(many)) for tier, many in solved.tiers.items()]
    if solved.aim is not None and solved.worth is not None:
        rows.append((f"worth for {solved.aim.says}", decimal(solved.worth)))
    cells = "".join(f"<tr><th>{written(name)}</th><td>{written(value)}</td></tr>" for name, value in rows)
    return f"<div>{bar}<table>{cells}</table>{scene_svg(solved)}</div>"


def decimal(value: Fraction) -> str:
    """Three digits after the point, with a true minus."""
    return f"{float(value):.3f}".replace("-", "−")


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


def simulate_scene(played: Played, aim: SceneAim, trials: int, source: Generator) -> SceneTrials:
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
        for ending, part in _trials_closed(played, state, many, source).items():
            done.ends[ending, state] = done.ends.get((ending, state), 0) + part
            worth = points + aim.of_end(ending, played.named(state))
            done.worths[worth] = done.worths.get(worth, 0) + part
    return done


def _after(
    done: SceneTrials, aim: SceneAim, here: Standing, many: int, source: Generator
) -> Iterable[tuple[Standing, int]]:
    played, (state, points) = done.played, here
    if played.ending(state):
        yield here, many
        return
    for end, part in counts(played.first_step(state), many, source, ByName(played.fixed(state))).items():
        done.tiers[end.tier] = done.tiers.get(end.tier, 0) + part
        yield (played.after(state, end), points + aim.of_roll(end.tier)), part


def _trials_closed(played: Played, state: State, many: int, source: Generator) -> dict[str, int]:
    ending = played.ending_at_last(state)
    step = played.closing_step(state)
    if step is None:
        return {ending: many}
    found: dict[str, int] = {}
    for end, part in counts(step, many, source).items():
        name = f"{ending}, {end.tier}"
        found[name] = found.get(name, 0) + part
    return found
