"""Scenes as people read them: endings with bars, tracks and tiers as tables, and advice."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from actionroll.charts import percent
from actionroll.charts.curves import quantiles
from actionroll.cli.odds_text import tier_lines
from actionroll.cli.screen import Screen
from actionroll.cli.table_text import table
from actionroll.rules.scene import State
from actionroll.scenes import SceneQuestion, decisions_of
from actionroll.scenes.plan import SceneAdvice
from actionroll.scenes.solution import SceneOdds, decimal, title_of

ENDS = (Fraction(1, 20), Fraction(19, 20))
MOST_STATES = 400


def tell_scene(asked: SceneQuestion, solved: SceneOdds, at: tuple[State, int], screen: Screen) -> None:
    """How it ends, where the tracks stand, how often each tier is rolled, and what it is worth."""
    screen.title(title_of(solved))
    screen.flow(f"{asked.scene.says} At most {solved.played.rolls} rolls, {decimal(solved.rolled)} on average.")
    screen.say()
    for line in tier_lines(solved.endings, screen):
        screen.say(line)
    screen.say()
    screen.say(table(["track", "from", "to", "start", "average", "usual"], _tracks(solved)))
    screen.say("(usual: in nine of ten scenes)")
    screen.say()
    header = ["rolled", *solved.tiers]
    screen.say(table(header, [["times", *(decimal(many) for many in solved.tiers.values())]]))
    screen.say()
    _tell_worth(asked, solved, screen)
    if solved.plan is not None:
        tell_advice(solved, at, screen)


def _tracks(solved: SceneOdds) -> list[list[str]]:
    rows = []
    for track, start in zip(solved.played.tracks, solved.played.start, strict=True):
        if track.high == track.low:
            continue
        low, high = quantiles(solved.track(track.name), ENDS)
        told = [track.low, track.high, start, decimal(solved.mean(track.name)), f"{low} to {high}"]
        rows.append([track.name, *(str(each).replace("-", "−") for each in told)])
    return rows


def _tell_worth(asked: SceneQuestion, solved: SceneOdds, screen: Screen) -> None:
    worth = solved.worth or Fraction(0)
    told = percent(worth) if asked.aim.is_chance else decimal(worth)
    screen.flow(f"Aim: {asked.aim.says}: {'reached ' if asked.aim.is_chance else 'worth '}{told}.")
    first = {each.name: next(iter(each.options)) for each in decisions_of(asked.scene)}
    taken = [f"{name}={asked.decide.get(name, option)}" for name, option in first.items()]
    screen.flow(f"Decided: {', '.join(taken)}. --decide NAME=HOW changes it; best is best for the aim.")


def told_state(solved: SceneOdds, state: State) -> str:
    """`stress 2, wp 3`."""
    open_tracks = {track.name for track in solved.played.tracks if track.high > track.low}
    named = solved.played.named(state).items()
    return ", ".join(f"{name} {value}".replace("-", "−") for name, value in named if name in open_tracks)


def tell_advice(solved: SceneOdds, at: tuple[State, int], screen: Screen) -> None:
    """What is best in one state."""
    state, left = at
    if solved.plan is None:
        return
    advised = solved.plan.advice(state, left)
    for name in dict.fromkeys(each.asked.name for each in advised):
        screen.say()
        screen.title(f"{name}, with {left} rolls left and {told_state(solved, state)}")
        rows = _rows([each for each in advised if each.asked.name == name])
        options = list(dict.fromkeys(option for row in rows for option in row[2]))
        header = ["now", "how often", *options, "best"]
        cells = [
            [now, percent(often), *(_told(row, option, solved) for option in options), best]
            for now, often, row, best in rows
        ]
        screen.say(table(header, cells))


def _told(worths: dict[str, Fraction], option: str, solved: SceneOdds) -> str:
    if option not in worths:
        return "–"
    is_chance = solved.aim is not None and solved.aim.is_chance
    return percent(worths[option]) if is_chance else decimal(worths[option])


def _rows(advised: Sequence[SceneAdvice]) -> list[tuple[str, Fraction, dict[str, Fraction], str]]:
    """States of a roll that show the same tier and have the same best option stand together, on average."""
    groups: dict[tuple[str, str], list[SceneAdvice]] = {}
    for each in advised:
        groups.setdefault((each.now.tier if each.now else "before the dice", each.best), []).append(each)
    rows = []
    for (now, best), own in groups.items():
        often = sum((each.chance for each in own), Fraction(0))
        options = dict.fromkeys(option for each in own for option in each.options)
        worths = {
            option: sum((each.chance * each.options.get(option, Fraction(0)) for each in own), Fraction(0)) / often
            for option in options
        }
        rows.append((now, often, worths, best))
    return rows


def tell_plan(solved: SceneOdds, left: int, screen: Screen) -> None:
    """The worth of every state with so many rolls left, and the best at its first decision."""
    plan = solved.plan
    if plan is None:
        return
    open_ones = [state for state in sorted(plan.worths[left]) if not solved.played.ending(state)][:MOST_STATES]
    names = [track.name for track in solved.played.tracks if track.high > track.low]
    rows = []
    for state in open_ones:
        named = solved.played.named(state)
        first = plan.advice(state, left)
        worth = _told({"": plan.worth(state, left)}, "", solved)
        before = [each for each in first if each.now is None]
        rows.append([*(str(named[name]) for name in names), worth, before[0].best if before else "–"])
    screen.say()
    screen.title(f"The plan with {left} rolls left")
    screen.say(table([*names, "worth", "first"], rows))


def tell_times(solved: SceneOdds, tiers: Sequence[str], screen: Screen) -> None:
    """How often some tiers are rolled together, each number with its chance."""
    screen.say()
    screen.title(f"Rolled {' or '.join(tiers)}")
    for line in tier_lines({f"{many} times": chance for many, chance in solved.times(*tiers).items()}, screen):
        screen.say(line)
