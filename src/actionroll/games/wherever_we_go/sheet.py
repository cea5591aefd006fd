"""What a character of Wherever We Go carries."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from actionroll.games.wherever_we_go.attempt import WP_MAX
from actionroll.games.wherever_we_go.dues import MAJOR, MINOR, SEVERE, WEAKENED
from actionroll.rules import Mark, SheetForm, Track, Trait
from actionroll.rules.kinds import DieSize, Whole, die_name
from actionroll.rules.sheet import Values
from actionroll.rules.things import ITS_VALUE, Thing, ThingKind, Use

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
        "A piece of gear; how often it can be used up is its reliability.",
        (Use("right tool", "A bonus where it is the right thing.", {"bonus": ITS_VALUE}, Whole(1, 3)),),
        ready=(
            Thing("gear", "Fine lockpicks", "Thin as hair.", (("right tool", 1),)),
            Thing("gear", "Climbing rope", "Forty feet, and sound."),
        ),
    ),
    ThingKind(
        "trait",
        "Something about the character that helps where it fits.",
        (Use("fits here", "A bonus.", {"bonus": ITS_VALUE}, Whole(1, 3)),),
    ),
)

SHEET = SheetForm(
    traits=(
        *(Trait(name, ATTRIBUTE_DICE, TEMPLATE[name], "attributes") for name in SKILLS),
        *(
            Trait(skill, SKILL_DICE, TEMPLATE.get(skill, "0"), attribute)
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
        Track("waiting_bonus", 0, 3, 0, "A bonus that waits for the next roll and is used up by it."),
        Track("waiting_penalty", 0, 3, 0, "A penalty that waits for the next roll and is used up by it."),
    ),
    marks=(
        Mark(WEAKENED, "1 damage: no further effect."),
        Mark(MINOR, "2 or 3 damage: −1 where it hinders."),
        Mark(SEVERE, "4 or 5 damage: −2 where it hinders."),
        Mark(MAJOR, "6 damage or more: −3 where it hinders."),
    ),
    fill={"action": fill_action, "opposed": fill_opposed},
    things=THINGS,
)
