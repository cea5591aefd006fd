"""All that is settled before a roll of True World."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from actionroll.errors import InputError, in_number
from actionroll.rules import Due, Joins, OfEach, Part, Texts, Way, choice, die, many, ruling, whole, words, yes_no
from actionroll.rules.game import RISKS
from actionroll.rules.inputs import Moot
from actionroll.rules.kinds import DieSize


@dataclass(frozen=True, slots=True)
class Rulings:
    """The switches of True World."""

    effect_bands: str = ruling(
        "TW-A1",
        "plus_one",
        "raw",
        "plus_one_success_only",
        reason="The text says to add 1 before reading the bands, and an instruction must do something; "
        "1–3, 4–6 and 7–9 are then equally wide.",
    )
    extra_die: str = ruling(
        "TW-A2",
        "same_as_base",
        "helper",
        "custom",
        reason="The text speaks of pools of equal dice, so a boost or a helper adds one of the base die's size.",
    )
    unskilled_advantage: str = ruling(
        "TW-A3", "ignored", "cancels", reason="An unskilled roll is always made with a disadvantage."
    )
    unskilled_quick: str = ruling(
        "TW-A4",
        "disadvantage",
        "plain",
        reason="Lack of training is no fictional position, so a quick roll keeps its disadvantage.",
    )
    max_helpers: int | None = ruling("TW-A5", None, reason="The text names no limit: each helper adds a die.", most=10)
    ties: str = ruling(
        "TW-A7",
        "success",
        "failure",
        reason="A tie goes to the player; the option Dangerous Encounters turns it into a marginal failure.",
    )
    effect_cap: int = ruling(
        "TW-A8", 3, reason="Critical, level 3, is the highest effect that a boost can lift a success to.", most=3
    )
    helper_grit: str = ruling(
        "TW-A9", "assist", "main_action", reason="The text gives the grit for the helper's own success."
    )
    effect_grit: bool = ruling(
        "TW-A10", False, reason="The main rules give grit for help alone; another page of the game adds this."
    )
    grit_reroll: bool = ruling(
        "TW-A10", False, reason="The main rules let dice lie as they fell; another page of the game adds this."
    )
    quick_teamwork: bool = ruling(
        "TW-A17", False, reason="A quick roll compares raw ability, so nobody adds a die to it."
    )
    quick_in_rounds: str = ruling(
        "TW-A21",
        "action",
        "free",
        reason="A quick action is an action: in a round it comes in its turn and spends it, as one that helps does.",
    )
    texts: str = ruling(
        "TW-A18",
        "optional",
        "called",
        reason="Intentions and risks are spoken at most tables; called waits until they are written down.",
    )
    intentions: str = ruling(
        "TW-A19",
        "said_first",
        "free",
        reason="Actions follow stated intentions, so a round comes to its actions only once these are said.",
    )
    boosts_described: bool = ruling(
        "TW-A20", True, reason="The player names a boost and describes how what it asks for is met."
    )


LADDER = (4, 6, 8, 10, 12)
RATINGS = ("challenging", "very challenging", "hard", "very hard", "extremely hard")
"""TW-02. The name of each rating on that ladder; nothing is below a d4."""
A_DIE = DieSize(LADDER)
A_DIE_OR_NONE = DieSize(LADDER, or_none=True)
HELP_DIFFICULTY = 4
"""How hard it is to be of help, unless the gm says more."""
MOST_GRIT = 999
MOST_STRESS = 20
MOST_WAITING = 10
MOST_HELPERS = 6
"""Whose rolls are counted as part of one whole; every set of them that may succeed is an outcome of its own."""

Under = Callable[[Rulings], bool]
NO_ACTION_ROLL = (
    Moot("risk", ("impossible",)),
    Moot("risk", ("none",), but=("in_rounds", "action_phase", "acted", "override")),
    Moot("risk", ("none",), of=("intent", "stakes", "expectations", "how", "used", "invoked")),
)
"""What is easy is an action of its round all the same."""
NO_QUICK_ROLL = (*NO_ACTION_ROLL[:2], Moot("risk", ("none",), of=("intent", "stakes", "expectations", "how", "used")))
SKILLED_OR_NOT = ("ability", "unskilled")
UNSAID = ("texts", "optional")
"""The ruling under which nobody waits for words: ready ones stand where nobody has others."""
USUAL_RISK = "A failure brings stress or trouble, and more of it the farther it falls short."


def rating(says: str, **more: Any) -> Any:
    """How hard something is: a die, which has a name."""
    return die(LADDER, says, by="gm", names=RATINGS, **more)


def in_a_round(under: Under | None = None) -> Any:
    """Whether there is an action of this round to spend."""
    return yes_no("Whether rounds are played: the action of this round is then spent.", by="sheet", under=under)


def in_actions(under: Under | None = None) -> Any:
    """Whether it is time for actions."""
    return yes_no("Whether this round has come to its actions.", by="sheet", default=True, under=under)


def has_acted(under: Under | None = None) -> Any:
    """Whether that action is spent."""
    return yes_no("Whether the character has already acted this round.", by="sheet", under=under)


def out_of_turn(under: Under | None = None) -> Any:
    """Whether that does not matter."""
    says = "The gm lets someone act who has already acted, or before the others."
    return yes_no(says, by="gm", under=under)


def quick_in_turn(rulings: Rulings) -> bool:
    """TW-A21. A quick action is an action of its round; by ruling it is free."""
    return rulings.quick_in_rounds == "action"


def dice_of_helpers(under: Under) -> Any:
    """The sizes of their dice, where these are not the base die's."""
    says = "Sizes of the helpers' dice, under the rulings extra_die=helper and custom; none for the base die's."
    return many(A_DIE_OR_NONE, says, most=10, by="gm", under=under)


@dataclass(frozen=True, slots=True)
class Acting(Texts):
    """What an action roll and an assisted one have in common.

    TW-03. The gm sets the rating, as it is for this character. TW-09. Rating and position are said before the
    dice fall, and a table waits for them; TW-A18. by ruling also for what the player intends and what may go wrong,
    which stand there in ready words else.
    TW-38, TW-A20. A boost is named, with how what it asks for is met; one on the sheet says it in its text.
    """

    moot: ClassVar[tuple[Moot, ...]] = NO_ACTION_ROLL
    either: ClassVar[tuple[str, ...]] = SKILLED_OR_NOT
    intent: str = words("What the character is about to do.", called=True, relaxed=UNSAID, ready=UNSAID)
    stakes: str = words(
        "What may go wrong, and what it would bring.", by="gm", called=True, relaxed=UNSAID, with_gm=USUAL_RISK
    )
    ability: tuple[int, ...] = many(
        A_DIE, "The die of the skill set or specialization that fits best, then any further ability dice.", by="sheet"
    )
    unskilled: bool = yes_no("No skill fits: a d4, always at a disadvantage.", by="sheet")
    boosts: int = whole(0, 10, "Boosts that fit right now and add a die.", default=0)
    boost_dice: tuple[int, ...] = many(
        A_DIE,
        "Sizes of the boosts' dice, under the ruling extra_die=custom.",
        most=10,
        under=lambda rulings: rulings.extra_die == "custom",
    )
    invoked: str = words(
        "Which boosts these are, and how what they ask for is met.",
        called=True,
        relaxed=("boosts_described", False),
        beside=("boosts", "effect_boosts"),
    )
    effect_boosts: int = whole(0, 10, "Boosts that lift a success by a level of effect.", default=0)
    fuelled: int = whole(0, 20, "How many of these boosts are paid with a point of grit each.", default=0)
    difficulty: int = rating("How hard it is for this character.", called=True)
    position: str = choice(
        *("neutral", "advantage", "disadvantage"),
        says="How the situation favours the character.",
        by="gm",
        called=True,
        beside=("ability",),  # without a skill it is a disadvantage, whatever is said
    )
    waiting_help: int = whole(
        0, MOST_WAITING, "Dice of help that waited for this action, and are used up by it.", by="sheet", default=0
    )
    grit: int = whole(0, MOST_GRIT, "Grit at hand.", by="sheet", default=0)
    risk: str = choice(*RISKS, says="Easy and without risk, or beyond trying, needs no roll.", by="gm")
    in_rounds: bool = in_a_round()
    action_phase: bool = in_actions()
    acted: bool = has_acted()
    override: bool = out_of_turn()


@dataclass(frozen=True, slots=True)
class Action(Acting):
    """All that is settled before an action roll."""

    helpers: int = whole(
        0, 10, "Helpers whose own quick roll succeeded.", by="helper", default=0, of_each=OfEach("helper_abilities")
    )
    helper_dice: tuple[int | None, ...] = dice_of_helpers(lambda rulings: rulings.extra_die != "same_as_base")


@dataclass(frozen=True, slots=True)
class Assisted(Acting):
    """All that is settled before an action whose helpers still have to roll."""

    helper_abilities: tuple[int | None, ...] = many(
        A_DIE_OR_NONE,
        "The die of each helper's own skill; none for an unskilled one.",
        most=MOST_HELPERS,
        by="helper",
        joins=Joins(
            "Lend a hand, hold tools, advise; in a fight, flank or distract. Roll first, against a d4 or more: a "
            "success adds a die and earns 1 grit. In a round it is your action.",
            told="rolls first to help",
            with_trait=True,
            hardness="helper_difficulties",
        ),
    )
    helper_dice: tuple[int | None, ...] = many(
        A_DIE_OR_NONE,
        "Sizes of the dice that helpers add, under the ruling extra_die=custom; none for the base die's.",
        most=MOST_HELPERS,
        by="helper",
        of_each=OfEach("helper_abilities"),
        under=lambda rulings: rulings.extra_die == "custom",
    )
    helper_difficulties: tuple[int, ...] = many(
        DieSize(LADDER, names=RATINGS),
        "How hard it is for each helper to be of help; d4 where nothing is said.",
        most=MOST_HELPERS,
        by="gm",
    )
    helpers_acted: int = whole(
        0,
        MOST_HELPERS,
        "Helpers who have already acted this round.",
        by="sheet",
        default=0,
        of_each=OfEach("helper_abilities"),
    )


@dataclass(frozen=True, slots=True)
class RawAbility(Texts):
    """TW-16. A quick roll takes one ability die and no boosts."""

    either: ClassVar[tuple[str, ...]] = SKILLED_OR_NOT
    ability: int | None = die(LADDER, "The die of the skill that fits best.", by="sheet", default=None, or_none=True)
    unskilled: bool = yes_no("No skill fits: a d4, at a disadvantage.", by="sheet")
    grit: int = whole(0, MOST_GRIT, "Grit at hand.", by="sheet", default=0)


@dataclass(frozen=True, slots=True)
class Quick(RawAbility):
    """All that is settled before a quick action roll."""

    moot: ClassVar[tuple[Moot, ...]] = NO_QUICK_ROLL
    difficulty: int = rating("How hard it is for this character.", called=True)
    helpers: int = whole(
        0,
        10,
        "Helpers who succeeded, under the ruling quick_teamwork=yes.",
        by="gm",
        default=0,
        under=lambda rulings: rulings.quick_teamwork,
    )
    helper_dice: tuple[int | None, ...] = dice_of_helpers(
        lambda rulings: rulings.quick_teamwork and rulings.extra_die != "same_as_base"
    )
    risk: str = choice(*RISKS, says="Easy and without risk, or beyond trying, needs no roll.", by="gm")
    in_rounds: bool = in_a_round(quick_in_turn)
    action_phase: bool = in_actions(quick_in_turn)
    acted: bool = has_acted(quick_in_turn)
    override: bool = out_of_turn(quick_in_turn)


@dataclass(frozen=True, slots=True)
class Assist(RawAbility):
    """All that is settled before a helper's roll. TW-13. It is never easy, so it cannot be without risk."""

    difficulty: int = rating("How hard it is to be of help.", default=HELP_DIFFICULTY)
    in_rounds: bool = in_a_round()
    action_phase: bool = in_actions()
    acted: bool = yes_no("Whether the helper has already acted this round.", by="sheet")
    override: bool = yes_no("The gm lets someone help who has already acted.", by="gm")


@dataclass(frozen=True, slots=True)
class Group(Texts):
    """All that is settled before a group acts together."""

    abilities: tuple[int | None, ...] = many(
        A_DIE_OR_NONE, "The die of each member's skill; none for an unskilled one.", most=10, required=True
    )
    difficulty: int = rating("How hard it is for this group.", called=True)
    position: str = choice(
        "neutral", "advantage", "disadvantage", says="How the situation favours the group.", by="gm", called=True
    )


@dataclass(frozen=True, slots=True)
class Soak(Texts):
    """How much stress is soaked, and what there is."""

    points: int = whole(1, 20, "Points of grit to spend.", default=1)
    grit: int = whole(0, MOST_GRIT, "Grit at hand.", by="sheet", default=0)
    stress: int = whole(0, MOST_STRESS, "Stress suffered.", by="sheet", default=0)


# what cannot be, whichever roll it is


def refuse_early_action(action_phase: bool, override: bool, rulings: Rulings) -> None:
    """TW-37. In a round intentions are said first, then actions follow. TW-A19. By ruling they come as they come."""
    if not action_phase and not override and rulings.intentions == "said_first":
        raise InputError("Intentions are said first: actions follow once the gm begins the action phase of this round.")


def refuse_second_action(acted: bool, override: bool) -> None:
    """TW-A12. Who has already acted this round cannot act or help, unless the gm lets them."""
    if acted and not override:
        raise InputError(
            "The action of this round is already spent: the next round brings another, "
            "unless the gm lets you act again.",
            leave="override",
        )


def refuse_out_of_turn(you: Acting | Quick | Assist, rulings: Rulings) -> None:
    """An action before those of this round, or a second one in it."""
    refuse_early_action(you.action_phase, you.override, rulings)
    refuse_second_action(you.acted, you.override)


def refuse_unclear_skill(skilled: bool, unskilled: bool) -> None:
    """The die of a skill, or none and a d4: one of the two."""
    if skilled and unskilled:
        raise InputError("A roll is skilled or unskilled; leave out ability, or unskilled.")
    if not skilled and not unskilled:
        raise InputError("ability takes the die of the skill that is used; unskilled=yes takes its place.")


def counted(grit: int) -> str:
    """How much is there, after "there is"."""
    return f"only {grit}" if grit else "none"


def refuse_more_dice(name: str, named: tuple[int | None, ...], count: int) -> None:
    """Sizes are named for dice that are added, one each."""
    if len(named) > count:
        raise InputError(
            f"{name} takes at most {in_number(count, 'die', 'dice')} here, one for each die added, not {len(named)}."
        )


def refuse_helpers(count: int, rulings: Rulings) -> None:
    """TW-A5. Each helper adds a die, and the text names no limit; a ruling may."""
    if rulings.max_helpers is not None and count > rulings.max_helpers:
        raise InputError(f"At most {rulings.max_helpers} may help, the ruling max_helpers, not {count}.")


# what the gm says that it brings

TELLING = (Way("told", "It is told.", in_words=True), Way("theirs", "The player tells it.", alone=True))
GAINS = (Way("told", "What it brings.", in_words=True),)
CONSEQUENCES = (
    Way("told", "Something goes wrong.", in_words=True),
    Way("stress", "Someone suffers stress.", "stress", 1, most=12, anyone=True),
)


def named_by_gm(what: str, success: bool, rule: str, level: int = 0, on: Part = "roller") -> Due:
    """What the gm says that it brings; of stress as much as the failure's level of effect is usual."""
    told, stress = CONSEQUENCES
    kind, ways = ("gain", GAINS) if success else ("consequence", (told, stress._replace(usual=level or 1)))
    says = f"Name what {what} brings{f', such as {level} stress' if level and not success else ''}."
    return Due(kind, "gm", says, ways, on=on, rule=rule, several=True)
