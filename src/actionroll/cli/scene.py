"""`actionroll scene`: how a scene ends, exactly, and what is best in it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from time import process_time

from actionroll.charts import percent
from actionroll.charts.curves import quantiles
from actionroll.cli import Command, Option
from actionroll.cli.odds import tier_lines
from actionroll.cli.questions import (
    ABOUT,
    JSON,
    SVG,
    VARY,
    Typed,
    subject_of,
    subject_options,
    typed,
    varied,
    write_picture,
)
from actionroll.cli.screen import TABLES, Screen, table, time_left
from actionroll.errors import Budget, InputError
from actionroll.rules.game import State
from actionroll.rules.sheet import FARTHEST
from actionroll.scenes import OUT_OF_ROLLS, SceneAdvice, SceneQuestion, decisions_of, solve_asked
from actionroll.scenes.played import read_conditions
from actionroll.scenes.solution import SceneOdds, decimal, title_of
from actionroll.sweep.grid import OfCell

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
    for track in solved.tracks_told:
        start = solved.played.named(solved.played.start)[track.name]
        low, high = quantiles(solved.track(track.name), ENDS)
        most = "–" if track.high == FARTHEST else track.high
        told = [track.low, most, start, decimal(solved.mean(track.name)), f"{low} to {high}"]
        rows.append([track.name, *(str(each).replace("-", "−") for each in told)])
    return rows


def _tell_worth(asked: SceneQuestion, solved: SceneOdds, screen: Screen) -> None:
    worth = solved.worth or Fraction(0)
    told = percent(worth) if asked.aim.is_chance else decimal(worth)
    if asked.aim.says != OUT_OF_ROLLS:
        screen.flow(f"Aim: {asked.aim.says}: {'reached ' if asked.aim.is_chance else 'worth '}{told}.")
    first = {each.name: next(iter(each.options)) for each in decisions_of(asked.scene, solved.played.settings)}
    if not first:
        return
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


OPTIONS = (
    *ABOUT,
    VARY,
    Option("sheet", "Read what the scene starts with from a character's JSON.", "FILE"),
    Option("trait", "The trait of a full sheet to roll with.", "NAME"),
    *TABLES,
    Option("at", "Advice with the tracks so: stress==2 and wp==3.", "STATE"),
    Option("left", "Advice with so many rolls left; all unless given.", "N"),
    Option("plan", "What is best at the first decision, for every state."),
    Option("count", "How often this tier is rolled, each number with its chance.", "TIER", many=True),
    Option("track", "The track that the chart shows.", "NAME"),
    SVG,
    JSON,
)


def options_for(words: Sequence[str]) -> list[Option]:
    """The options for the scene that these words name."""
    return subject_options(subject_of(words, scenes=True), OPTIONS)


def run(words: Sequence[str], screen: Screen) -> int:
    """Tell how a scene ends."""
    about = typed(words, OPTIONS, scenes=True)
    if about.given.has("vary"):
        from actionroll.cli.sweep import tell_small_sweep

        tell_small_sweep({**about.spec, "vary": varied(about.given.all("vary"), about.subject)}, about.given, screen)
        return 0
    said, within = OfCell(about.inputs, about.rulings, about.decide), Budget(clock=process_time)
    asked: SceneQuestion = about.subject.asked(said, about.given.one("aim"), within)
    with time_left("rolls") as asked.played.tell:
        solved = solve_asked(asked)
    if about.given.has("svg"):
        draw(about, solved)
    state, left = standing(about, solved)
    if about.given.has("json"):
        from actionroll.cli.batch import written
        from actionroll.wire import fraction, scene_shown

        shown = scene_shown(asked, solved, state, left)
        if tiers := about.given.all("count"):
            shown["times"] = {str(many): fraction(chance) for many, chance in solved.times(*tiers).items()}
        screen.say(written(shown))
    else:
        tell_scene(asked, solved, (state, left), screen)
        if about.given.has("plan"):
            tell_plan(solved, left, screen)
        if tiers := about.given.all("count"):
            tell_times(solved, tiers, screen)
    return 0


def draw(about: Typed, solved: SceneOdds) -> None:
    """The fan chart of a track."""
    from actionroll.scenes.solution import scene_svg, usual_track

    names = [track.name for track in solved.played.tracks]
    track = about.given.one("track") or usual_track(solved)
    if track not in names:
        raise InputError(f"--track takes one of {', '.join(names)}.")
    write_picture(about.given.one("svg") or "", scene_svg(solved, track))


def standing(about: Typed, solved: SceneOdds) -> tuple[State, int]:
    """The state that advice is asked for, and the rolls left: the start, unless something else is said."""
    at, left = about.given.one("at"), about.given.one("left")
    plan = solved.plan
    if plan is None:
        if at is not None or left is not None or about.given.has("plan"):
            raise InputError("Advice takes a decision to be made for the best: --decide NAME=best.")
        return solved.played.start, solved.played.rolls
    rolls = solved.played.rolls
    if left is not None and not (left.isascii() and left.isdigit() and 1 <= int(left[:9]) <= rolls):
        raise InputError(f"--left takes a whole number from 1 to {rolls}, the rolls of this scene.")
    number = rolls if left is None else int(left)
    names = [track.name for track in solved.played.tracks]
    conditions = read_conditions(at, names) if at else ()
    fitting = [
        state
        for state in sorted(plan.worths[number])
        if all(each.holds(solved.played.named(state)) for each in conditions) and not solved.played.ending(state)
    ]
    if not fitting:
        raise InputError(
            f"No state of this scene with {number} rolls left fits --at; with fewer left there may be one."
        )
    return fitting[0], number


SCENE = Command("GAME [SCENE]", OPTIONS, run, options_for)
