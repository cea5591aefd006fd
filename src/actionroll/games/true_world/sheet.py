"""What a character of True World carries, and what it carries from roll to roll in a scene."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from actionroll.games.true_world.action import ACTED, SUCCESSES, WAITING, level_in
from actionroll.games.true_world.attempt import LADDER, MOST_STRESS, MOST_WAITING, Rulings
from actionroll.rules import Joining, Mark, Outcome, Rounds, SheetForm, Track, Trait, choice, die, whole, yes_no
from actionroll.rules.game import OUT_OF_ROLLS, Carried, Scene
from actionroll.rules.kinds import DieSize, Whole, die_name
from actionroll.rules.sheet import Values
from actionroll.rules.things import Thing, ThingKind, Use

UNTRAINED = "0"
ACTION_PHASE = "action_phase"
STANDARD_TURN = "A turn is one move, one thing handled, one exchange of words and one action at one target."
SKILL_SETS = {"athletics": "d6", "fighting": "d6", "stealth": "d4", "lore": "d4", "social": "d4", "crafts": "0"}
SPECIALIZATIONS = {"blades": "d8", "climbing": "d8", "locks": "0", "healing": "0", "tracking": "0", "deception": "0"}
SKILLS = (*SKILL_SETS, *SPECIALIZATIONS)
DEEDS = {
    "athletics": "Runs, jumps or lifts, to get there.",
    "fighting": "Fights, to put them down.",
    "stealth": "Goes unseen, to get past.",
    "lore": "Thinks back, to know what this is.",
    "social": "Talks, to win them over.",
    "crafts": "Makes or mends it, so that it holds.",
    "blades": "Strikes with a blade, to end it.",
    "climbing": "Climbs, to get up there.",
    "locks": "Works the lock, to get in.",
    "healing": "Tends the wound, so that it closes.",
    "tracking": "Follows the trail, to find them.",
    "deception": "Lies, to be believed.",
}

SKILL = ThingKind(
    "skill",
    "A skill set (d4 or d6) or specialization (d8 to d12) in your own words, picked for a roll by its name.",
    worth=DieSize(LADDER),
    ready=(Thing("skill", "piloting", "Whatever flies, floats or rolls.", worth="d6"),),
)
BOOSTS = (
    Use("shifts the odds", "One ability die more.", {"boosts": 1}),
    Use("shifts the odds for grit", "1 grit, win or lose: one ability die more.", {"boosts": 1, "fuelled": 1}),
    Use("lifts the effect", "A success is lifted by a level of effect.", {"effect_boosts": 1}),
    Use(
        "lifts the effect for grit",
        "1 grit, win or lose: a success is lifted by a level of effect.",
        {"effect_boosts": 1, "fuelled": 1},
    ),
)
BOOST = ThingKind(
    "boost",
    "What helps under a condition: its text says when it can be invoked, and how.",
    BOOSTS,
    ready=(
        Thing("boost", "Run-up", "After a turn spent gathering speed.", (("shifts the odds", None),)),
        Thing(
            "boost", "Death grip", "Once hold of something, it does not let go.", (("lifts the effect for grit", None),)
        ),
        Thing("boost", "Home ground", "Where you know every stone and door.", (("shifts the odds", None),)),
        Thing("boost", "Second look", "After a turn spent watching them.", (("lifts the effect", None),)),
        Thing("boost", "All in", "When there is no way back.", (("shifts the odds for grit", None),)),
    ),
)
GEAR = ThingKind(
    "gear",
    "Common gear permits an action; specialised gear carries a boost.",
    BOOSTS,
    ready=(Thing("gear", "Rope", "Fifty paces of it."),),
)


def _traits(dice: Mapping[str, str], group: str, sizes: tuple[int, ...]) -> tuple[Trait, ...]:
    return tuple(Trait(name, DieSize((0, *sizes)), start, group, deed=DEEDS[name]) for name, start in dice.items())


def stress_limit(values: Values) -> int:
    """The most stress this character bears."""
    limit: int = values["stress_limit"]
    return limit


def in_rounds(values: Values) -> bool:
    """Rounds are played once the table has begun one."""
    return bool(values["round"] > 0)


def may_act(values: Values) -> bool:
    """Outside rounds always; in one, once it has come to its actions."""
    return not in_rounds(values) or bool(values[ACTION_PHASE])


def has_acted(values: Values) -> bool:
    """Outside rounds nobody has spent an action."""
    return in_rounds(values) and bool(values[ACTED])


def round_of(values: Values) -> Mapping[str, Any]:
    """What the round says of whoever acts or helps in it."""
    return {"in_rounds": in_rounds(values), "action_phase": may_act(values), "acted": has_acted(values)}


def die_of(values: Values, trait: str) -> str:
    """The die of a skill; none without it, or where no skill is picked."""
    return "none" if not trait or values[trait] == UNTRAINED else str(values[trait])


def fill_action(values: Values, trait: str) -> Mapping[str, Any]:
    """What an action roll reads from the sheet: the skill that was picked, or none."""
    die = die_of(values, trait)
    return {
        "ability": [] if die == "none" else [die],
        "unskilled": die == "none",
        "grit": values["grit"],
        WAITING: values[WAITING],
        **round_of(values),
    }


def fill_quick(values: Values, trait: str) -> Mapping[str, Any]:
    """What a quick roll reads from the sheet, and a helper's from their own."""
    die = die_of(values, trait)
    return {"ability": die, "unskilled": die == "none", "grit": values["grit"], **round_of(values)}


def fill_soak(values: Values, trait: str) -> Mapping[str, Any]:
    """What soaking reads from the sheet."""
    return {"grit": values["grit"], "stress": values["stress"]}


def share_of_group(values: Values, trait: str) -> Mapping[str, Any]:
    """What one member brings to a group's action."""
    return {"abilities": die_of(values, trait)}


def lend_to_assisted(values: Values, how: Joining) -> Mapping[str, Any]:
    """What a helper rolls first with, and whether their action of this round is spent already."""
    return {"helper_abilities": die_of(values, how.trait), "helpers_acted": int(has_acted(values))}


SHEET = SheetForm(
    traits=(
        *_traits(SKILL_SETS, "skill sets", (4, 6)),
        *_traits(SPECIALIZATIONS, "specializations", (8, 10, 12)),
        Trait("stress_limit", Whole(1, MOST_STRESS), 6, "limits", rolls=False),
    ),
    things=(SKILL, BOOST, GEAR),
    tracks=(
        Track("grit", 0, None, 0, "Earned by helping; spent to soak stress and on boosts."),
        Track("stress", 0, stress_limit, 0, "At its limit you are out of the scene.", when_full="out_of_scene"),
        Track(
            WAITING,
            0,
            MOST_WAITING,
            0,
            "Dice of help that wait for the next action, and are used up by it.",
            rolled=True,
        ),
        Track("round", 0, None, 0, "The round that is played; 0 outside rounds.", owner="table"),
    ),
    marks=(
        Mark(ACTED, "The action of this round is spent.", verb="has"),
        Mark("out_of_scene", "Until this scene is over.", verb="is"),
        Mark(ACTION_PHASE, "Intentions are said, and actions follow in turn.", owner="table"),
    ),
    fill={
        "action": fill_action,
        "quick": fill_quick,
        "assist": fill_quick,
        "assisted": fill_action,
        "soak": fill_soak,
    },
    share={"group": share_of_group},
    lend={"assisted": lend_to_assisted},
    picks={"soak": ("",), **dict.fromkeys(("action", "assisted", "quick", "assist"), (*SKILLS, ""))},
    each_round=(ACTED,),
    rounds=Rounds("round", ACTION_PHASE, STANDARD_TURN, ("intentions", "free"), ACTED),
)


# the scene: grit, earned by effects and spent to roll again


@dataclass(frozen=True, slots=True)
class Grit:
    """What the scene is played with."""

    ability: int = die(LADDER, "The ability die.", default=8)
    difficulty: int = die(LADDER, "The difficulty of every roll.", default=8)
    position: str = choice("neutral", "advantage", "disadvantage", says="The position of every roll.")
    boost: bool = yes_no("Whether a boost fits that can be fuelled with grit.")
    grit: int = whole(0, 20, "Grit at the start.", default=1)
    grit_limit: int = whole(1, 20, "The most grit that is kept; the game names none.", default=10)
    stress: int = whole(0, MOST_STRESS, "Stress at the start.", default=0)
    stress_limit: int = whole(1, MOST_STRESS, "Stress that puts the character out of the scene.", default=6)
    clock: int = whole(1, 20, "Segments of the clock.", default=8)
    rolls: int = whole(1, 200, "The largest number of rolls.", default=8)


def carried(scene: Grit) -> tuple[Carried, ...]:
    """Clock, stress and grit."""
    return (
        Carried("clock", 0, scene.clock, 0, "Segments filled: 1, 2 or 3 by the success's level of effect."),
        Carried("stress", 0, scene.stress_limit, scene.stress, "1, 2 or 3 by the failure's level of effect."),
        Carried("grit", 0, scene.grit_limit, scene.grit, "The game leaves it open; here what is kept has a limit."),
    )


def attempts(scene: Grit, now: Mapping[str, int], rulings: Rulings) -> Mapping[str, Mapping[str, Any]]:
    """An action roll, and with grit one with a boost. More than two points of grit change nothing in a roll."""
    roll = {
        "ability": (die_name(scene.ability),),
        "difficulty": die_name(scene.difficulty),
        "position": scene.position,
        "grit": min(2, now["grit"]) if scene.boost else min(1, now["grit"]),
    }
    if not scene.boost or not now["grit"]:
        return {"plain": roll}
    return {"plain": roll, "boost": {**roll, "boosts": 1, "fuelled": 1}}


def goes_on(scene: Grit, outcome: Outcome) -> Mapping[str, int]:
    """The clock fills by the effect of a success, and stress is taken by that of a failure."""
    return {"clock" if outcome.tier in SUCCESSES else "stress": level_in(outcome.tier)}


def over(scene: Grit, now: Mapping[str, int]) -> str:
    """The clock is full, or the stress."""
    if now["clock"] >= scene.clock:
        return "clock full"
    return "out of the scene" if now["stress"] >= scene.stress_limit else ""


SCENES = (
    Scene(
        game="true-world",
        name="scene",
        says="Grit over a scene, by the rulings that let effects earn it and rerolls spend it.",
        settings=Grit,
        carried=carried,
        attempts=attempts,
        over=over,
        endings=("out of the scene", OUT_OF_ROLLS, "clock full"),
        aim="clock full",
        goes_on=goes_on,
        choice="boost",
        ways={"plain": "Roll as it is.", "boost": "Fuel a boost with a point of grit."},
        rulings={"effect_grit": "yes", "grit_reroll": "yes"},
    ),
)
