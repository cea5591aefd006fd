"""`actionroll scene`: how a scene ends, exactly, and what is best in it."""

from __future__ import annotations

from collections.abc import Sequence

from actionroll.cli.options import Option
from actionroll.cli.questions import JSON
from actionroll.cli.screen import Screen
from actionroll.cli.subjects import ABOUT, SVG, VARY, Typed, options_of, subject_of, typed, varied, write_picture
from actionroll.cli.waiting import busy
from actionroll.errors import InputError
from actionroll.rules.scene import State
from actionroll.scenes import SceneQuestion, solve_asked
from actionroll.scenes.aims import read_conditions
from actionroll.scenes.solution import SceneOdds
from actionroll.sweep.grid import Given

WORDS = "GAME [SCENE]"
OPTIONS = (
    *ABOUT,
    VARY,
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
    return options_of(subject_of(words, scenes=True), OPTIONS)


def run(words: Sequence[str], screen: Screen) -> int:
    """Tell how a scene ends."""
    about = typed(words, OPTIONS, scenes=True)
    if about.given.has("vary"):
        from actionroll.cli.sweep_text import tell_small_sweep

        tell_small_sweep({**about.spec, "vary": varied(about.given.all("vary"), about.subject)}, about.given, screen)
        return 0
    asked: SceneQuestion = about.subject.asked(Given(about.inputs, about.rulings, about.decide), about.given.one("aim"))
    with busy("solving"):
        solved = solve_asked(asked)
    if about.given.has("svg"):
        draw(about, solved)
    state, left = standing(about, solved)
    if about.given.has("json"):
        from actionroll.cli.json_out import written
        from actionroll.wire import fraction, scene_shown

        shown = scene_shown(asked, solved, state, left)
        if tiers := about.given.all("count"):
            shown["times"] = {str(many): fraction(chance) for many, chance in solved.times(*tiers).items()}
        screen.say(written(shown))
    else:
        from actionroll.cli.scene_text import tell_plan, tell_scene, tell_times

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
