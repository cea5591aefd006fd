"""All that is settled before a roll of In the Dark."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from actionroll.rules import Joins, OfEach, Texts, choice, many, ruling, whole, words, yes_no
from actionroll.rules.game import RISKS
from actionroll.rules.inputs import Moot
from actionroll.rules.kinds import Whole, YesNo


@dataclass(frozen=True, slots=True)
class Rulings:
    """The switches of In the Dark."""

    zero_pool: str = ruling(
        "ITD-A1",
        "lowest_of_two",
        "fail",
        "min_one",
        reason="Below one die, two are rolled and the lowest is read, as in Blades.",
    )
    zero_pool_critical: str = ruling(
        "ITD-A2", "never", "allow", reason="One lowest die is read, so two sixes are still one six."
    )
    push_and_bargain: str = ruling(
        "ITD-A3", "exclusive", "both", reason="The text lists them in one line, joined by an or."
    )
    push_cost: int = ruling("ITD-A4", 2, reason="The main rules name no number; the page on stress says 2.", most=9)
    max_assistants: int | None = ruling("ITD-A5", 1, None, reason="The text speaks of one crewmate.", most=10)
    no_level_target: str = ruling("ITD-A6", "ignore", "zero", reason="What has no level gives and takes no dice.")
    harm_relevance: str = ruling(
        "ITD-A7", "always", "gm", reason="The text asks for no relevance: full boxes count on every roll."
    )
    severe: str = ruling("ITD-A8", "incapacitated", "ignore", reason="Severe harm puts a character out of action.")
    ninth_box: str = ruling(
        "ITD-A9", "after_roll", "before_roll", reason="What was paid for counts; the roll is resolved first."
    )
    resist_critical: bool = ruling("ITD-A12", False, reason="No critical is printed for a resistance roll.")
    fortune_critical: bool = ruling("ITD-A12", False, reason="No critical is printed for a fortune roll.")
    group_critical: str = ruling(
        "ITD-A14", "best_member", "union", reason="Each member's own result is read, then the best counts."
    )
    helpers_say_how: bool = ruling(
        "ITD-A18", True, reason="The text wants the assistant to say what they do; a table may take it as said."
    )
    consequences: str = ruling(
        "ITD-A19",
        "named_first",
        "at_once",
        reason="Whom a consequence falls on may resist it, so it is named and answered before it falls.",
    )
    describing: str = ruling(
        "ITD-A20",
        "ready_words",
        "own_words",
        "optional",
        reason="The action is described before the dice fall; what is picked says it in ready words, to be changed.",
    )


HIGHEST_LEVEL = 10
BOXES = 9
"""Of stress."""

POSITIONS, EFFECTIVENESS = ("bad", "normal", "good"), ("limited", "normal", "great")
"""From the worst to the best."""

WITHOUT_AN_ACTION_ROLL = (
    Moot("risk", ("none", "impossible")),
    Moot("fits", (False,)),
    Moot("off_job", (True,), but=("dots", "risk", "minor")),
    Moot("minor", (True,), but=("dots", "risk", "off_job")),
)
"""Where a fortune roll takes its place only the dots count, and where nothing is rolled not even those."""
TO_FORTUNE = "a fortune roll takes the place of the action roll, and only the dots count."


READY, UNSAID = ("describing", "ready_words"), ("describing", "optional")
"""ITD-A20. Under which a pick says what is done, and under which nobody need say it."""


def says_what_they_do(rulings: Rulings) -> bool:
    """ITD-A18. The assistant says what they do, unless the table relaxes it."""
    return rulings.helpers_say_how


@dataclass(frozen=True, slots=True)
class Action(Texts):
    """An action roll. ITD-43, ITD-A20. The action is described before the dice fall, in ready words or one's own."""

    moot: ClassVar[tuple[Moot, ...]] = WITHOUT_AN_ACTION_ROLL
    of_pick: ClassVar[tuple[str, ...]] = ("position", "effectiveness")
    intent: str = words("What the character does, and what for.", called=True, relaxed=UNSAID, ready=READY)
    dots: int = whole(0, 10, "Dots in the action that fits.", by="sheet")
    crew_level: int = whole(0, HIGHEST_LEVEL, "The crew's level.", by="sheet", default=0)
    level: int | None = whole(
        0, HIGHEST_LEVEL, "The character's own level, where it is not the crew's.", by="gm", default=None, or_none=True
    )
    target_level: int | None = whole(
        0, HIGHEST_LEVEL, "The target's level; none if it has none.", by="gm", default=None, or_none=True
    )
    position: str = choice(
        *POSITIONS,
        says="How well placed the character is, as the gm says; normal if they say nothing.",
        by="gm",
        default="normal",
    )
    worse_position: bool = yes_no("Whether the last consequence left a bad position.", by="sheet")
    effectiveness: str = choice(
        *EFFECTIVENESS,
        says="How much it brings if it succeeds, as the gm says; normal if they say nothing.",
        by="gm",
        default="normal",
        weighs=False,
    )
    minor_harm: int = whole(0, 2, "Boxes of minor harm marked.", by="sheet", default=0)
    moderate_harm: int = whole(0, 2, "Boxes of moderate harm marked.", by="sheet", default=0)
    severe_harm: bool = yes_no("Whether severe harm is marked.", by="sheet")
    despite_harm: bool = yes_no("The gm lets a character act this once, severe harm or not.", by="gm")
    harm_counts: bool = yes_no(
        "Whether harm hinders this action, where that is the gm's to say.",
        by="gm",
        default=True,
        under=lambda rulings: rulings.harm_relevance == "gm",
    )
    extra: str = choice(
        *("none", "push", "bargain", "both"),
        says="One die more: push yourself for stress, or take a devil's bargain.",
        only=("both", "push_and_bargain", "both"),
    )
    bargain: str = words(
        "What a devil's bargain brings: it happens whatever the dice show.",
        by="gm",
        about=("extra", ("bargain", "both")),
        agreed="Bargain: {value}",
    )
    assist: int = whole(
        0,
        10,
        "Crewmates who assist.",
        by="helper",
        default=0,
        joins=Joins("One die more for them, 1 stress for you: say what you do.", told="assists", how=says_what_they_do),
    )
    assist_stress: tuple[int, ...] = many(
        Whole(0, BOXES),
        "Stress boxes each assistant has marked, if they are to be checked.",
        most=10,
        by="sheet",
        of_each=OfEach("assist"),
    )
    stress: int = whole(0, BOXES, "Stress boxes marked.", by="sheet", default=0)
    out_of_action: bool = yes_no("Whether the character is out of action until downtime.", by="sheet")
    risk: str = choice(
        *RISKS, says="Risky: it is rolled. None: nothing can go wrong. Impossible: nothing can go right.", by="gm"
    )
    off_job: bool = yes_no(f"Off a job, or without pressure: {TO_FORTUNE}", by="gm")
    minor: bool = yes_no(f"A minor action, even on a job: {TO_FORTUNE}", by="gm")
    fits: bool = yes_no("Whether the gm accepts that the action fits.", by="gm", default=True)
    npc: str = words("The npc whose own action is read from this roll, inverted.", by="gm")


@dataclass(frozen=True, slots=True)
class Fortune(Texts):
    """A fortune roll."""

    dice: int = whole(0, 10, "Dice: a stat, a level, or 1 if none fits.")
    npc: str = words("The npc it is for, where no player character is involved.", by="gm")


@dataclass(frozen=True, slots=True)
class Resistance(Texts):
    """A resistance roll."""

    dice: int = whole(0, 10, "The rating of the attribute that the gm picks.", by="sheet")
    stress: int | None = whole(
        0, BOXES, "Stress boxes marked; none if they are not to be checked.", by="sheet", default=None, or_none=True
    )
    may_decline: bool = yes_no("Ask after the throw whether to pay; without it the price is paid.")
    consequence: str = words("The consequence that it answers.", by="gm")
    harm: str = choice(
        "unsaid", "none", "minor", "moderate", "severe", says="The worst harm that it answers, if any.", by="gm"
    )


@dataclass(frozen=True, slots=True)
class Teamwork(Texts):
    """A teamwork roll."""

    pools: tuple[int, ...] = many(Whole(0, 10), "The dice of each of you, one after the other.", most=10, required=True)
    stress: tuple[int, ...] = many(
        Whole(0, BOXES), "Stress boxes each member has marked, if they are to be checked.", most=10, by="sheet"
    )
    severe_harm: tuple[bool, ...] = many(YesNo(), "Whether each member has severe harm marked.", most=10, by="sheet")
    despite_harm: bool = yes_no("The gm lets all of them act this once, severe harm or not.", by="gm")


@dataclass(frozen=True, slots=True)
class Downtime(Texts):
    """Time to relax between jobs."""

    stress: int = whole(0, BOXES, "Stress boxes marked.", by="sheet", default=BOXES)
    out_of_action: bool = yes_no("Whether the character is out of action.", by="sheet")
