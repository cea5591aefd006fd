"""True World, ability against difficulty: its rules in a sentence each, the moves beside the action, and the game."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from actionroll.errors import CannotPay, InputError
from actionroll.games.true_world import action, attempt
from actionroll.games.true_world.action import FAILURES, MEANS, TIERS
from actionroll.games.true_world.attempt import Action, Assist, Assisted, Group, Quick, Rulings, Soak
from actionroll.games.true_world.sheet import SCENES, SHEET
from actionroll.rules import (
    Decide,
    Decision,
    Due,
    Effect,
    Game,
    Move,
    Outcome,
    Step,
    Way,
    face_beside,
    facts,
    throw_gathered,
    throw_read,
)
from actionroll.rules.game import CANNOT_BE_DONE, JUST_HAPPENS, tiers_by_risk
from actionroll.rules.steps import now
from actionroll.values import signed

RULES = {
    "TW-01": "What is easy and without risk succeeds by itself: nobody rolls, and it is told.",
    "TW-02": "All else is rated d4 challenging, d6 very challenging, d8 hard, d10 very hard or d12 extremely hard.",
    "TW-03": "The gm sets the rating, as it is for this character.",
    "TW-04": "The difficulty pool holds the die of that rating.",
    "TW-05": "A position adds one more die of the same size to it.",
    "TW-06": "With an advantage the lower of the two difficulty dice counts.",
    "TW-07": "With a disadvantage the higher of the two difficulty dice counts.",
    "TW-08": "Without a position there is one difficulty die.",
    "TW-09": "The gm says rating, position and risks before the dice fall.",
    "TW-10": "Who helps goes first.",
    "TW-11": "A helper gives up their own action of this round, whether the help succeeds or not.",
    "TW-12": "A helper makes a quick action roll, against d4 unless the gm says more.",
    "TW-13": "Helping is never easy: it always takes a roll.",
    "TW-14": "Help that succeeds adds an ability die to the other's pool, and the helper earns 1 grit.",
    "TW-15": "Help that fails adds no die and earns no grit; the action goes on without harm from it.",
    "TW-16": "A quick action roll takes no boosts.",
    "TW-17": "A quick action roll knows no position.",
    "TW-18": "A quick action roll is a success or a failure; its effect is not read.",
    "TW-19": "On a quick action roll, too, a tie succeeds.",
    "TW-20": "The player picks the skill set or specialization that fits best, and its die starts the ability pool.",
    "TW-21": "Where none fits, the roll is unskilled: a d4, always at a disadvantage, but boosts and help still count.",
    "TW-22": "A boost adds an ability die once its constraint is met; or, instead, a level of effect to a success.",
    "TW-23": "The highest ability die counts.",
    "TW-24": "Only skill, boosts and teamwork put dice into the ability pool; plain gear adds none.",
    "TW-25": "The player rolls both pools.",
    "TW-26": "The result is the ability less the difficulty, from −11 to +11.",
    "TW-27": "A result of 0 or more is a success, one below 0 a failure: a tie goes to the player.",
    "TW-28": "In dangerous encounters, an option, a tie fails.",
    "TW-29": "The effect is marginal (1), complete (2) or critical (3), for successes and for failures.",
    "TW-30": "The effect is read from the size of the result plus 1: to 3 marginal, to 6 complete, from 7 critical.",
    "TW-31": "The gm reads outcome and effect together and names what follows.",
    "TW-32": "An extra die is said to be worth about half a step of size, two d6 a d7. It is more: the best of two d6 "
    "averages 161/36, about 4.47, where a d8 averages 4.5. The odds here are exact and never use the remark.",
    "TW-33": "An unskilled roll against d4 most likely fails: 17 times in 32. Without its disadvantage, 3 in 8.",
    "TW-34": "When a group acts, each member rolls in turn.",
    "TW-35": "The levels of effect of all, failures below zero, are summed and read as a result is.",
    "TW-36": "A quick action roll compares one ability die with the difficulty.",
    "TW-37": "In a round everyone first says what they intend; then actions follow in turn, one for each.",
    "TW-38": "A boost is named when it is invoked, with how what it asks for is met.",
    "TW-39": "Help that is rolled for by itself goes to whom the helper names: a die waits for their next action.",
    "TW-A6": "However many circumstances there are, they make one position: never more than one extra die.",
    "TW-A11": "Grit starts at 0 and has no upper limit; a point of it soaks a point of stress.",
    "TW-A12": "Who has already acted this round cannot act or help, unless the gm lets them.",
    "TW-A13": "A position changes the effect only through the dice.",
    "TW-A14": "Ability dice may be of different sizes; the highest face counts.",
    "TW-A15": "Help that fails takes nothing from the one who was to be helped.",
    "TW-A16": "The gm may say that something cannot be tried at all.",
}

ADVICE: dict[str, str] = {}


def on_failure(asked: Decide) -> str:
    """Roll again whenever it would fail."""
    stands = now(asked)
    return "reroll" if stands is not None and stands.tier in (*FAILURES, QUICK_TIERS[0]) else "keep"


RESULT = {"result": "Ability less difficulty, with its sign."}
REROLL = Decision(
    "reroll",
    {"keep": "Let the result stand.", "reroll": "Spend 1 grit and roll again; the new result stands."},
    {"on-failure": ("Only where it stands at a failure.", on_failure)},
)

QUICK_TIERS = ("failure", "success")
QUICK_MEANS = {
    "failure": "It does not work: the gm says what follows.",
    "success": "It works, no better and no worse: the gm tells it.",
}
ASSIST_MEANS = {
    "failure": "The help is of no use; the other acts as if nobody had helped.",
    "success": "The help is of use: say whom it helps. They add a die.",
}
GROUP_MEANS = {
    "failure": "The group fails together: the gm says what follows, and on whom it falls.",
    "success": "The group succeeds together: the gm says what it brings.",
}

# the quick action roll, and assistance, which is one


def start_quick(you: Quick, rulings: Rulings) -> Step:
    """A simple comparison of raw ability with difficulty, in its turn and for the action of it where that counts."""
    if not attempt.quick_in_turn(rulings):
        you = replace(you, in_rounds=False, action_phase=True, acted=False)
    if certain := action.without_dice(you, rulings):
        return certain
    attempt.refuse_out_of_turn(you, rulings)
    refuse_teamwork(you, rulings)
    return quick_throw(may_reroll, action.spent_action("roller", you.in_rounds), you, rulings)


def quick_tiers_of(you: Quick, rulings: Rulings) -> tuple[str, ...]:
    """Success or failure, or no roll at all."""
    return tiers_by_risk(you.risk, QUICK_TIERS)


def start_assist(you: Assist, rulings: Rulings) -> Step:
    """A helper's own quick roll, which spends their action of this round."""
    attempt.refuse_out_of_turn(you, rulings)
    return quick_throw(may_reroll, action.spent_action("roller", you.in_rounds), you, rulings)


def refuse_teamwork(you: Quick, rulings: Rulings) -> None:
    """TW-A17. Nobody adds a die to a quick roll, unless by ruling."""
    if you.helpers and not rulings.quick_teamwork:
        raise InputError("helpers cannot help a quick roll, unless the ruling quick_teamwork=yes is set.")
    if you.helper_dice and rulings.extra_die == "same_as_base":
        raise InputError("helper_dice is for the rulings extra_die=helper and extra_die=custom only; leave it out.")
    attempt.refuse_helpers(you.helpers, rulings)
    attempt.refuse_more_dice("helper_dice", you.helper_dice, you.helpers)


def quick_throw(then: action.Then, costs: tuple[Effect, ...], you: Quick | Assist, rulings: Rulings) -> Step:
    """TW-36. One ability die, and by ruling those of helpers, against the difficulty."""
    attempt.refuse_unclear_skill(you.ability is not None, you.unskilled)
    base = you.ability or action.NOVICE
    teamwork = action.extra_dice(you.helpers, you.helper_dice, base) if isinstance(you, Quick) else ()
    pools = action.quick_pools((base, *teamwork), you.difficulty, you.unskilled, rulings)
    return throw_gathered("TW-36", pools, action.difference, then, you, rulings, costs=costs)


def may_reroll(result: int, you: Quick | Assist, rulings: Rulings) -> Step:
    """A quick roll can be rolled again for grit, where that option is played."""
    return action.ask_reroll(you.grit, keep_or_reroll, result, you, rulings)


def keep_or_reroll(option: str, result: int, you: Quick | Assist, rulings: Rulings) -> Step:
    """The new result stands, whatever it is."""
    if option == "keep":
        return quick_end(result, False, you, rulings)
    return quick_throw(rerolled, action.REROLL_COSTS, you, rulings)


def rerolled(result: int, you: Quick | Assist, rulings: Rulings) -> Outcome:
    """The end after a reroll: grit was spent."""
    return quick_end(result, True, you, rulings)


def quick_end(result: int, grit_spent: bool, you: Quick | Assist, rulings: Rulings) -> Outcome:
    """TW-18. Success or failure, and no more: of a failure the gm names what follows. TW-19. A tie succeeds too."""
    success = action.succeeds(result, rulings)
    failed = attempt.named_by_gm("the failure", False, "TW-18")
    helps = isinstance(you, Assist)
    earns = helps and success and not grit_spent
    effects = action.earned_by_help(("roller",), "assist", rulings) if earns else ()
    tier = QUICK_TIERS[success]
    means = (ASSIST_MEANS if helps else QUICK_MEANS)[tier]
    dues = (help_due() if helps else failed,) if helps == success else ()
    why = action.result_told(result, success)
    return Outcome("TW-18", tier, facts(result=result), effects, dues, why, means=means)


def help_due() -> Due:
    """TW-39. Help that succeeds before anyone acts goes to whom the helper names, and waits there as a die."""
    ways = (
        Way("help", "A die waits on their sheet for their next action.", action.WAITING, 1, anyone=True),
        Way("nobody", "It comes too late, or nobody needs it.", alone=True),
    )
    says = "Say whom it helps: a die waits for their next action."
    return Due("help", "roller", says, ways, on="ally", rule="TW-39", among=("ally",))


# a group's action


@dataclass(frozen=True)
class Levels:
    """The levels of effect of the members so far. Whose they are is for the words; only their sum counts."""

    total: int = 0
    each: tuple[int, ...] = field(default=(), compare=False)


def start_group(you: Group, rulings: Rulings) -> Step:
    """Each member rolls in turn."""
    if not you.abilities:
        raise InputError("abilities takes the die of at least one member, none for an unskilled one.")
    return next_member(0, Levels(), you, rulings)


def next_member(place: int, levels: Levels, you: Group, rulings: Rulings) -> Step:
    """TW-34. The next member's own roll, or the end."""
    if place == len(you.abilities):
        return group_end(levels, rulings)
    part = f"member-{place + 1}"
    ability = you.abilities[place]
    source = "unskilled" if ability is None else "skill"
    position = action.position_of(you.position, ability is None, rulings)
    pools = (
        action.ability_pool((ability or action.NOVICE,), (source,), part, levels_told(levels)),
        action.difficulty_pool(you.difficulty, position, rulings, part),
    )
    return throw_read("TW-34", pools, own_level, after_member, place, levels, you, rulings)


def own_level(ability: int, difficulty: int, place: int, levels: Levels, you: Group, rulings: Rulings) -> int:
    """A member's level of effect, below zero for a failure."""
    result = ability - difficulty
    success = action.succeeds(result, rulings)
    level = action.level_of(result, success, rulings)
    return level if success else -level


def after_member(level: int, place: int, levels: Levels, you: Group, rulings: Rulings) -> Step:
    """What this member brings joins the sum."""
    return next_member(place + 1, Levels(levels.total + level, (*levels.each, level)), you, rulings)


def group_end(levels: Levels, rulings: Rulings) -> Outcome:
    """TW-35. The sum of all levels is read as a result is."""
    success = action.succeeds(levels.total, rulings)
    due = attempt.named_by_gm(f"the group's {QUICK_TIERS[success]}", success, "TW-35", on="member-1")
    tier, told = QUICK_TIERS[success], f"{levels_told(levels)}: together {signed(levels.total)}"
    return Outcome("TW-35", tier, facts(levels=levels.total), (), (due,), told, means=GROUP_MEANS[tier])


def levels_told(levels: Levels) -> str:
    """Each member's own level with its name."""
    called = {own: action.TIERS[own + 3 if own < 0 else own + 2] for own in (-3, -2, -1, 1, 2, 3)}
    each = [f"member {place + 1} has {signed(own)} ({called[own]})" for place, own in enumerate(levels.each)]
    return ", ".join(each)


# grit against stress

SOAKED = "soaked"
SOAK_MEANS = {SOAKED: "Grit carries the character on: say how they shake it off."}


def start_soak(you: Soak, rulings: Rulings) -> Step:
    """TW-A11. Each point of grit takes away a point of stress, and eases a condition by one, in words."""
    if you.points > you.grit:
        raise CannotPay(f"To soak {you.points} takes {you.points} grit, and there is {attempt.counted(you.grit)}.")
    if you.points > you.stress:
        raise InputError(f"points takes at most {you.stress}, the stress there is.", at="points")
    effects = (Effect("roller", "grit", -you.points, "soak"), Effect("roller", "stress", -you.points, "soak"))
    return Outcome(
        "TW-A11", SOAKED, facts(points=you.points), effects, why="grit takes stress away", means=SOAK_MEANS[SOAKED]
    )


# the game

GAME = Game(
    id="true-world",
    title="True World",
    line="Your best ability die against the difficulty: by how much decides how well.",
    rulings=Rulings,
    moves=(
        Move(
            "action",
            "The usual roll: you act, and it may go wrong. Others may still help before the dice fall.",
            Action,
            action.start,
            TIERS,
            RESULT,
            (REROLL,),
            tiers_of=action.tiers_of,
            becomes="assisted",
            means=MEANS,
        ),
        Move(
            "quick",
            "Only whether it works: one die of a skill, without boosts, position or effect.",
            Quick,
            start_quick,
            QUICK_TIERS,
            RESULT,
            (REROLL,),
            tiers_of=quick_tiers_of,
            means={**QUICK_MEANS, JUST_HAPPENS: MEANS[JUST_HAPPENS], CANNOT_BE_DONE: MEANS[CANNOT_BE_DONE]},
        ),
        Move(
            "assist",
            "Before someone begins to act: you roll, and a success is a die for their next action.",
            Assist,
            start_assist,
            QUICK_TIERS,
            RESULT,
            (REROLL,),
            means=ASSIST_MEANS,
        ),
        Move(
            "assisted",
            "What an act is once someone helps: others roll first, and each success is a die more.",
            Assisted,
            action.start_assisted,
            TIERS,
            {**RESULT, "helped": "How many helpers succeeded."},
            (REROLL,),
            tiers_of=action.tiers_of,
            means=MEANS,
        ),
        Move(
            "group",
            "All do the same at once: each rolls, and their levels add up. Marginal counts 1, complete 2, critical 3, "
            "failures below 0. A sum of 0 is a tie, and succeeds as a tie does.",
            Group,
            start_group,
            QUICK_TIERS,
            {"levels": "The sum of all levels of effect, failures below zero."},
            means=GROUP_MEANS,
        ),
        Move(
            "soak",
            "Spend grit against stress, without dice.",
            Soak,
            start_soak,
            (SOAKED,),
            {"points": "The points of grit spent."},
            means=SOAK_MEANS,
            diceless=True,
        ),
    ),
    rules=RULES,
    advice=ADVICE,
    sheet=SHEET,
    labels={
        "max_helpers": "most helpers",
        "waiting_help": "help at hand",
        "invoked": "how the boost is invoked",
        "fuelled": "boosts paid with grit",
        "override": "act again",
        "in_rounds": "a round is played",
        "action_phase": "its actions have begun",
    },
    way_labels={"theirs": "the player tells it", "nobody": "it helps nobody"},
    credits="True World by Chris Beckett, CC BY 4.0; the rules restated as a program.",
    look=face_beside(__name__),
    scenes=SCENES,
)
