"""What a character of Wherever We Go carries, and what it carries from roll to roll in a scene."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from actionroll.games.wherever_we_go.attempt import MOST_STRESS, RUNGS, WP_MAX, Rulings
from actionroll.rules import Due, Mark, Outcome, Part, SheetForm, Track, Trait, Way, die, many, whole
from actionroll.rules.game import OUT_OF_ROLLS, Carried, Scene
from actionroll.rules.kinds import DieSize, Whole, die_name
from actionroll.rules.sheet import Values
from actionroll.rules.things import ITS_VALUE, Thing, ThingKind, Use

WEAKENED, MINOR, SEVERE, MAJOR = "weakened", "minor_harm", "severe_harm", "major_harm"
HARM = ((1, WEAKENED), (2, MINOR), (4, SEVERE), (6, MAJOR))
"""How bad a share of damage is, from which size on."""

NOTHING = Way("nothing", "Nothing this time; the story goes on.", alone=True)

BENEFITS = (
    Way("better situation", "A bonus of 1 to 3 on the next roll, yours or an ally's.", "waiting_bonus", 1, 3, True),
    Way("clear stress", "Clear 1 stress.", "stress", -1),
    Way("gain willpower", "Gain 1 willpower, up to the maximum.", "wp", 1),
    Way("new opportunity", "A new opportunity shows, in words.", in_words=True),
    Way("more effective", "It works better than expected, in words.", in_words=True),
)

CONSEQUENCES = (
    Way("worse situation", "A penalty of 1 to 3 on the next roll, yours or an ally's.", "waiting_penalty", 1, 3, True),
    Way("complication", "A new complication, threat or obstacle, in words.", in_words=True),
    Way("opportunity lost", "This way is closed; try another approach."),
    Way("stress", "Stress rises by as much as is named.", "stress", 1, 10, True),
    Way("harm", "Health falls by as much as is named.", "health", -1, 10, True, brings=HARM),
    Way("harm to resolve", "Resolve falls by as much as is named.", "resolve", -1, 10, True, brings=HARM),
    Way("less effective", "It works less well than expected, in words.", in_words=True),
)


def damage_of(banes: int) -> int:
    """WWG-51. One bane is 2 damage (minor harm), two are 4 (severe), three or more are 6 (major)."""
    return 2 * min(banes, 3)


def harm_of(damage: int) -> str:
    """What damage of that size is called."""
    return [mark for least, mark in HARM if damage >= least][-1]


def bane_dues(banes: int, part: Part, rulings: Rulings) -> tuple[Due, ...]:
    """WWG-50, WWG-53. Banes must be assigned as damage, in full; it may be split, and its parts add up to the whole.

    WWG-A23. The player proposes where, and the gm has the last word; by ruling the player's word stands.
    """
    if not banes:
        return ()
    damage, final = damage_of(banes), "gm" if rulings.bane_targets == "proposed" else ""
    says = (
        f"Assign {damage} damage ({harm_of(damage).replace('_', ' ')}) for {counted(banes, 'bane')} "
        f"to health, resolve or gear of whoever it fits; it may be split."
    )
    due = Due("damage", part, says, damage_ways(banes, rulings), damage, part, "WWG-50", final=final)
    return (due, gear_due(part)) if rulings.gear_loss == "manual" else (due,)


def damage_ways(banes: int, rulings: Rulings) -> tuple[Way, ...]:
    """WWG-52. Health, resolve, or the reliability of gear; of the acting character, an ally, whoever it fits.

    WWG-62. Gear, each piece for itself, bears what is left of it; health and resolve, while any is left. WWG-A11. Each
    target's share is read on the harm table; by ruling the whole keeps its name when it is split.
    """
    harm = HARM if rulings.split_severity == "per_target" else ((1, harm_of(damage_of(banes))),)
    return (
        Way("health", "Physical harm.", "health", -1, anyone=True, brings=harm, bears="some"),
        Way("resolve", "Mental or emotional harm.", "resolve", -1, anyone=True, brings=harm, bears="some"),
        gear_way(banes, rulings),
    )


def gear_way(banes: int, rulings: Rulings) -> Way:
    """WWG-A12. Gear loses 1 reliability for each point; by ruling for each bane, or as much as the gm says."""
    match rulings.gear_loss:
        case "per_bane":
            per = damage_of(banes)
            return Way(
                "gear",
                "The gear you used loses 1 reliability for each bane.",
                "gear",
                -banes,
                anyone=True,
                per=per,
                bears="all",
            )
        case "manual":
            return Way("gear", "The gear you used; the gm says what it loses.", anyone=True)
        case _:
            return Way("gear", "The gear you used loses 1 reliability a point.", "gear", -1, anyone=True, bears="all")


def gear_due(part: Part) -> Due:
    """The gm's own number for gear that took damage, where the ruling leaves it to them."""
    ways = (
        Way("nothing", "No gear took damage, or it holds.", alone=True),
        Way("gear", "As much reliability as the gm names.", "gear", -1, 10, anyone=True),
    )
    says = "Say how much reliability gear that took damage loses."
    return Due("gear", "gm", says, ways, on=part, rule="WWG-A12", several=True)


def story_due(tier: str, part: Part) -> Due:
    """WWG-10, WWG-11. What the gm names after a roll: a benefit is one of five things, a consequence one of six.

    WWG-12. A failure or mixed success brings consequences, a success benefits; either may bring both, or nothing.
    """
    ways, kind, other, rule = (*BENEFITS, *CONSEQUENCES, NOTHING), "benefit", "consequence", "WWG-10"
    if tier in ("failure", "mixed success"):
        ways, kind, other, rule = (*CONSEQUENCES, *BENEFITS, NOTHING), "consequence", "benefit", "WWG-11"
    says = f"Name what the {tier} brings: a {kind}, a {other} too if you like, or nothing."
    return Due(kind, "gm", says, ways, on=part, rule=rule, several=True)


def loser_due(part: Part) -> Due:
    """WWG-64. Who loses a contest bears what a failure brings, as the gm names it."""
    says = f"Name what losing brings the {part}: a consequence, a benefit too if you like, or nothing."
    return story_due("failure", part)._replace(says=says, rule="WWG-64")


def extra_dues(extra: int, part: Part) -> tuple[Due, ...]:
    """WWG-56. Edges beyond those that won may grant benefits."""
    if extra < 1:
        return ()
    says = f"{counted(extra, 'extra edge')}: the gm may grant benefits to the {part}."
    return (Due("extra edges", "gm", says, (*BENEFITS, NOTHING), on=part, rule="WWG-56", several=True),)


def counted(number: int, what: str) -> str:
    """`1 edge`, `2 edges`, `no edges`."""
    return f"{number or 'no'} {what}{'' if number == 1 else 's'}"


SKILLS = {
    "strength": ("force", "endurance", "melee", "menace"),
    "dexterity": ("marksmanship", "mobility", "precision", "stealth"),
    "intuition": ("connection", "insight", "manipulation", "performance"),
    "wits": ("craft", "learning", "medicine", "observation"),
}
ATTRIBUTE_DICE = DieSize((6, 8, 10, 12))
SKILL_DICE = DieSize((0, 6, 8, 10, 12))
HINDERS = {MINOR: 1, SEVERE: 2, MAJOR: 3}
"""What harm of each kind takes where it hinders."""
TEMPLATE = {
    "strength": "d8",
    "dexterity": "d10",
    "intuition": "d8",
    "wits": "d8",
    "stealth": "d8",
    "mobility": "d8",
    "precision": "d6",
    "melee": "d6",
    "insight": "d6",
    "observation": "d8",
}


def sides_of(value: Any) -> int:
    """A die of the sheet as its number of sides."""
    sides: int = SKILL_DICE.parse(value if isinstance(value, str) else die_name(value)) or 0
    return sides


def health(values: Values) -> int:
    """Health is the size of both physical attribute dice together."""
    return sides_of(values["strength"]) + sides_of(values["dexterity"])


def resolve(values: Values) -> int:
    """Resolve is the size of both mental attribute dice together."""
    return sides_of(values["intuition"]) + sides_of(values["wits"])


def wp_max(values: Values) -> int:
    """WWG-13. The most willpower this character can hold, as stress is cleared to 0 at most."""
    most: int = values["wp_max"]
    return most


def fill_action(values: Values, trait: str) -> Mapping[str, Any]:
    """What an action reads from the sheet: the skill's die, its attribute's, and what waits for the roll."""
    attribute = next((name for name, skills in SKILLS.items() if trait in skills), trait)
    dice = {"attribute": values[attribute], "skill": values[trait] if trait != attribute else "0"}
    read = ("stress", "wp", "wp_max", "waiting_bonus", "waiting_penalty")
    return {
        **{name: die_name(sides_of(value)) for name, value in dice.items()},
        **{name: values[name] for name in read},
        "harm": max((points for mark, points in HINDERS.items() if values[mark]), default=0),
        "skill_named": trait,
    }


def fill_opposed(values: Values, trait: str) -> Mapping[str, Any]:
    """What an opposed roll reads from the sheet of the one who starts it."""
    return {f"attacker_{name}": value for name, value in fill_action(values, trait).items()}


THINGS = (
    ThingKind(
        "talent",
        "A talent, with its die for rolls that use it.",
        (Use("talent die", "Adds its die.", {"talent": ITS_VALUE}, DieSize((6, 8, 10, 12))),),
        ready=(
            Thing("talent", "Nightwalker", "At home where no lamp burns.", (("talent die", "d8"),)),
            Thing("talent", "Silver tongue", "People hear what they hoped to hear.", (("talent die", "d6"),)),
        ),
    ),
    ThingKind(
        "drive",
        "What moves the character, with an intensity of 1 to 3.",
        (Use("act on it", "For 1 willpower, a bonus of its intensity.", {"drive": ITS_VALUE}, Whole(1, 3)),),
        ready=(Thing("drive", "Find my brother", "He took the same road.", (("act on it", 2),)),),
    ),
    ThingKind(
        "gear",
        "A piece of gear; what it can bear is its reliability, and at none left it is broken.",
        (
            Use(
                "right tool",
                "A bonus that steps the lower die up, where it is the right thing.",
                {"bonus": ITS_VALUE},
                Whole(1, 3),
            ),
        ),
        ready=(
            Thing("gear", "Fine lockpicks", "Thin as hair.", (("right tool", 1),), most=2),
            Thing("gear", "Climbing rope", "Forty feet, and sound.", most=3),
        ),
        wears="gear",
    ),
    ThingKind(
        "trait",
        "Something about the character that helps where it fits.",
        (Use("fits here", "A bonus that steps the lower die up.", {"bonus": ITS_VALUE}, Whole(1, 3)),),
    ),
)

DEEDS = {
    "strength": "Leans into it, to move it.",
    "dexterity": "Reacts, to be quicker.",
    "intuition": "Trusts a feeling, to see what is meant.",
    "wits": "Thinks, to find a way.",
    "force": "Throws weight against it, to break it.",
    "endurance": "Holds out, to outlast it.",
    "melee": "Closes in, to bring them down.",
    "menace": "Threatens, to make them yield.",
    "marksmanship": "Takes aim, to hit.",
    "mobility": "Runs, jumps or climbs, to get there.",
    "precision": "Works with steady hands, to get it right.",
    "stealth": "Moves quietly, to get by unseen.",
    "connection": "Reaches out, to be trusted.",
    "insight": "Reads them, to learn what they hide.",
    "manipulation": "Works on them, to get their way.",
    "performance": "Puts on a show, to hold their eyes.",
    "craft": "Builds or mends, to make it serve.",
    "learning": "Recalls what was read, to know what this is.",
    "medicine": "Tends to them, to make them well.",
    "observation": "Looks and listens, to miss nothing.",
}

SHEET = SheetForm(
    traits=(
        *(Trait(name, ATTRIBUTE_DICE, TEMPLATE[name], "attributes", deed=DEEDS[name]) for name in SKILLS),
        *(
            Trait(skill, SKILL_DICE, TEMPLATE.get(skill, "0"), attribute, deed=DEEDS[skill])
            for attribute, skills in SKILLS.items()
            for skill in skills
        ),
        Trait("wp_max", Whole(0, 20), WP_MAX, "limits", rolls=False),
    ),
    tracks=(
        Track("stress", 0, None, 0, "Stress: as many dice when you push; a gamble adds 1."),
        Track("wp", 0, wp_max, 3, "Willpower: a push costs 1, a six on a stress die gives 1."),
        Track("health", 0, health, health, "Physical harm is taken from it; at 0 you are broken."),
        Track("resolve", 0, resolve, resolve, "Mental harm is taken from it; at 0 you are broken."),
        Track("gear", 0, 4, 3, "Reliability of the gear in use; at 0 it is broken."),
        Track("waiting_bonus", 0, 3, 0, "A bonus that waits for the next roll and is used up by it.", rolled=True),
        Track("waiting_penalty", 0, 3, 0, "A penalty that waits for the next roll and is used up by it.", rolled=True),
    ),
    marks=(
        Mark(WEAKENED, "1 damage: it hinders no roll, and adds nothing to a worse harm."),
        Mark(MINOR, "2 or 3 damage: a penalty of 1 where it hinders; only the worst harm counts.", verb="has"),
        Mark(SEVERE, "4 or 5 damage: a penalty of 2 where it hinders; only the worst harm counts.", verb="has"),
        Mark(MAJOR, "6 damage or more: a penalty of 3 where it hinders; only the worst harm counts.", verb="has"),
    ),
    fill={"action": fill_action, "opposed": fill_opposed},
    things=THINGS,
)


# the scene: stress and willpower over several rolls

FILLS = {"failure": 0, "mixed success": 1, "success": 2, "great success": 3}


@dataclass(frozen=True, slots=True)
class Pressure:
    """What the scene is played with."""

    attribute: int = die(RUNGS, "The attribute die of every roll.", default=8)
    skill: int = die(RUNGS, "The die of the related skill.", default=8)
    bonus: tuple[int, ...] = many(Whole(1, 9), "Bonuses of 1 to 3 on every roll.")
    penalty: tuple[int, ...] = many(Whole(1, 9), "Penalties of 1 to 3 on every roll.")
    stress: int = whole(0, MOST_STRESS, "Stress at the start.", default=0)
    limit: int = whole(1, MOST_STRESS, "The stress at which the character breaks; the game names none.", default=10)
    wp: int = whole(0, 20, "Willpower at the start.", default=3)
    wp_max: int = whole(0, 20, "The most willpower the character can hold.", default=WP_MAX)
    gambles: int = whole(0, 5, "How often the gm lets the roller gamble in one roll.", default=1)
    failure_stress: int = whole(0, 5, "What the consequence of a failure costs in stress.", default=1)
    mixed_stress: int = whole(0, 5, "What the consequence of a mixed success costs in stress.", default=0)
    clears: int = whole(0, 5, "Stress that the benefit of a success or better clears.", default=0)
    health: int = whole(0, 24, "Health that banes are taken from; 0 leaves them out.", default=0)
    clock: int = whole(0, 20, "Segments of a clock that ends the scene; 0 for none.", default=0)
    rolls: int = whole(1, 200, "The largest number of rolls.", default=12)


def carried(scene: Pressure) -> tuple[Carried, ...]:
    """Stress, willpower, health and the clock."""
    filled = "Segments filled: 1 for a mixed success, 2 for a success, 3 for a great success."
    return (
        Carried("stress", 0, scene.limit, scene.stress, "The game leaves it open; here the limit breaks a character."),
        Carried("wp", 0, scene.wp_max, scene.wp, "A push costs 1, a six on a stress die gives 1."),
        Carried("health", 0, scene.health, scene.health, "Banes are taken from it; at 0 the character breaks."),
        Carried("clock", 0, scene.clock, 0, filled),
    )


def attempts(scene: Pressure, now: Mapping[str, int], rulings: Rulings) -> Mapping[str, Mapping[str, Any]]:
    """An action roll at the stress and with the willpower that there is."""
    roll = {
        "attribute": die_name(scene.attribute),
        "skill": die_name(scene.skill),
        "bonus": scene.bonus,
        "penalty": scene.penalty,
        "stress": now["stress"],
        "wp": now["wp"],
        "wp_max": scene.wp_max,
        "gambles": scene.gambles,
    }
    return {"roll": roll}


def goes_on(scene: Pressure, outcome: Outcome) -> Mapping[str, int]:
    """Consequences are taken as stress, benefits clear it, banes cost health, and the clock fills."""
    changes = {"failure": scene.failure_stress, "mixed success": scene.mixed_stress}
    changed = {"stress": changes.get(outcome.tier, -scene.clears), "clock": FILLS[outcome.tier]}
    return {**changed, "health": -damage_of(int(outcome.fact("banes")))} if scene.health else changed


def over(scene: Pressure, now: Mapping[str, int]) -> str:
    """The clock is full, or the stress is, or no health is left."""
    if scene.clock and now["clock"] >= scene.clock:
        return "clock full"
    return "broken" if now["stress"] >= scene.limit or (scene.health and not now["health"]) else ""


SCENES = (
    Scene(
        game="wherever-we-go",
        name="stress",
        says="Stress and willpower over several rolls, pushing and gambling or not.",
        settings=Pressure,
        carried=carried,
        attempts=attempts,
        over=over,
        endings=("broken", OUT_OF_ROLLS, "clock full"),
        aim="success=1,great success=1",
        goes_on=goes_on,
    ),
)
