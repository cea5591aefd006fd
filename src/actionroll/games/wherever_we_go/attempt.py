"""All that is settled before an action roll of Wherever We Go; bonuses and penalties step the base dice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from actionroll.errors import InputError, in_number
from actionroll.rules import Joins, Part, Texts, die, many, ruling, whole, words, yes_no
from actionroll.rules.inputs import Moot
from actionroll.rules.kinds import DieSize, Whole, die_name
from actionroll.values import signed


@dataclass(frozen=True, slots=True)
class Rulings:
    """The switches of Wherever We Go."""

    ladder: str = ruling(
        "WWG-A1",
        "zero_d6",
        "d4_floor",
        "zero_d4_d6",
        reason="The printed examples step from 0 to d6; a d4 can show no edge, so the floor changes no odds.",
    )
    unpushed_gamble: str = ruling(
        "WWG-A2",
        "one_die",
        "all_stress",
        reason="A gamble adds one stress die; if it brought all of them, no one would pay to push.",
    )
    step_order: str = ruling(
        "WWG-A3",
        "reevaluate",
        "pour",
        reason="Which die is lower or higher is looked at again after every step.",
    )
    bonus_cap_scope: str = ruling(
        "WWG-A4", "bonuses", "net", "help", reason="It is the bonuses together that cannot go beyond +3."
    )
    bonus_cap: int | None = ruling("WWG-A4", 3, None, reason="Bonuses cannot go beyond +3.", most=30)
    penalty_cap: int | None = ruling(
        "WWG-A5", None, reason="Only bonuses have a limit; penalties stop at the floor of the ladder.", most=30
    )
    source_limit: int | None = ruling("WWG-A6", 3, None, reason="A single bonus or penalty is 1, 2 or 3.", most=9)
    wp_timing: str = ruling(
        "WWG-A7", "final", "every_roll", reason="The new roll is resolved as normal, in place of the old one."
    )
    gamble_reroll: str = ruling(
        "WWG-A8", "all", "choose", reason="All dice but the banes are rolled again, those with edges too."
    )
    push_at_zero: str = ruling(
        "WWG-A9", "warn", "refuse", reason="Without stress a push adds no die; it is a waste, but a legal one."
    )
    split_severity: str = ruling(
        "WWG-A11", "per_target", "total", reason="Each target's own share is read on the harm table."
    )
    gear_loss: str = ruling(
        "WWG-A12",
        "per_damage",
        "per_bane",
        "manual",
        reason="Damage is taken from reliability point by point.",
    )
    opposed_tie: str = ruling("WWG-A13", "defender", "draw", reason="Ties go to the defender.")
    defender_may_risk: bool = ruling(
        "WWG-A14", True, reason="The text forbids it to no one; in combat a defender may not push or gamble."
    )
    help_threshold: int = ruling("WWG-A15", 1, reason="A mixed success of the helper still succeeds.", most=9)
    stress_max: int | None = ruling("WWG-A16", None, reason="No maximum is stated.", most=30)
    max_talent_dice: int = ruling("WWG-A18", 1, reason="The text speaks of the talent die, one.", most=5)
    calls: str = ruling(
        "WWG-A21", "asked", "optional", reason="Before the dice fall the gm makes clear what success looks like."
    )
    describing: str = ruling(
        "WWG-A24",
        "ready_words",
        "own_words",
        "optional",
        reason="The player says what is done and what for; a skill that is picked says it in ready words.",
    )
    helpers_say_how: bool = ruling("WWG-A22", True, reason="Each who helps justifies how they do.")
    bane_targets: str = ruling(
        "WWG-A23", "proposed", "player", reason="The gm has the last word on where damage from banes falls."
    )


RUNGS = (0, 4, 6, 8, 10, 12)
"""The dice that may be named; which of them are rungs of their own is the ruling `ladder`."""
TALENTS = (6, 8, 10, 12)
WP_MAX = 6
MOST_STRESS = 30
SOURCE = Whole(1, 3, by_ruling=9)
"""What one source gives or takes; more only by the ruling source_limit."""


def _full(inputs: Mapping[str, Any]) -> Any:
    return inputs["wp_max"]


def says_how(rulings: Rulings) -> bool:
    """WWG-28, WWG-A22. Who helps says how, unless a ruling lets that be."""
    return rulings.helpers_say_how


@dataclass(frozen=True, slots=True)
class Action(Texts):
    """WWG-03, WWG-A21. What is said, chosen and assembled before the dice fall.

    The gm makes clear what success looks like and what may follow; a table can leave that to be said or not.
    WWG-63, WWG-A24. The player says what is done and what for, in the ready words of what is picked or in their own.
    """

    moot: ClassVar[tuple[Moot, ...]] = (Moot("fits", (False,)),)
    intent: str = words(
        "What the character does, and what for.",
        called=True,
        relaxed=("describing", "optional"),
        ready=("describing", "ready_words"),
    )
    expectations: str = words(
        "What success looks like, and what may follow otherwise.", by="gm", called=True, relaxed=("calls", "optional")
    )
    attribute: int = die(RUNGS, "The attribute die.", by="sheet")
    skill: int = die(RUNGS, "The die of the related skill; 0 is untrained.", by="sheet")
    talent: int | None = die(TALENTS, "The talent die, if the roll uses a talent.", default=None, or_none=True)
    more_talents: tuple[int, ...] = many(
        DieSize(TALENTS),
        "Further talent dice, where the ruling max_talent_dice allows them.",
        most=5,
        under=lambda rulings: rulings.max_talent_dice > 1,
    )
    bonus: tuple[int, ...] = many(SOURCE, "Bonuses of 1 to 3, one for each source.")
    penalty: tuple[int, ...] = many(SOURCE, "Penalties of 1 to 3, one for each source.", by="gm", minus=True)
    helpers: int = whole(
        0,
        10,
        "Characters who help, +1 each.",
        by="helper",
        default=0,
        joins=Joins("Help, or do it together as a group: +1 for them.", how=says_how, allowed="help_allowed"),
    )
    helper_edges: tuple[int, ...] = many(
        Whole(0, 30),
        "Edges of each helper who had to roll first; who succeeded gives +1.",
        most=10,
        by="helper",
        joins=Joins(
            "After a roll of your own for it, which must succeed.",
            told="helps by a roll of their own",
            how=says_how,
            proof=("action", "edges", "help_threshold"),
            allowed="help_allowed",
        ),
    )
    help_allowed: bool = yes_no("Whether the gm accepts the help.", by="gm", default=True)
    drive: int = whole(0, 3, "The intensity of a drive that is acted on: a bonus, for 1 willpower.", default=0)
    harm: int = whole(0, 3, "What the worst harm that is marked takes, where it hinders.", by="sheet", default=0)
    harm_hinders: bool = yes_no("Whether that harm hinders what is done here.", by="gm", beside=("harm",))
    stress: int = whole(0, MOST_STRESS, "Current stress.", by="sheet", default=0)
    wp: int = whole(0, 20, "Willpower left.", by="sheet", follows=(_full, "its maximum"))
    wp_max: int = whole(0, 20, "The most willpower the character can hold.", by="sheet", default=WP_MAX)
    gambles: int = whole(0, 5, "How often the gm lets the roller gamble.", by="gm", default=1, late="gamble")
    waiting_bonus: int = whole(0, 3, "A bonus that waits for this roll, and is used up by it.", by="sheet", default=0)
    waiting_penalty: int = whole(
        0, 3, "A penalty that waits for this roll, and is used up by it.", by="sheet", default=0
    )
    fits: bool = yes_no("Whether the gm accepts that the skill fits.", by="gm", default=True)
    skill_named: str = words("The skill that fits the approach, as player and gm agree.")
    bonus_from: str = words("Where bonuses come from: a trait, fine gear, preparation, position.")
    penalty_from: str = words("Where penalties come from: harm, distraction, poor tools, opposition.", by="gm")


def check(you: Action, rulings: Rulings) -> None:
    """WWG-A16. More than a maximum is not accepted. WWG-02. Nor is a skill that the gm says does not fit."""
    if not you.fits:
        raise InputError("The gm does not accept that this skill fits; pick another, nothing is spent.")
    if you.drive and not you.wp:
        raise InputError("drive takes 0 without willpower: acting on a drive costs 1.")
    if you.wp > you.wp_max:
        raise InputError(f"wp takes at most {you.wp_max}, its maximum.")
    if rulings.stress_max is not None and you.stress > rulings.stress_max:
        raise InputError(f"stress takes at most {rulings.stress_max}, the ruling stress_max.")


def talents(you: Action, rulings: Rulings) -> tuple[int, ...]:
    """WWG-06. A talent die of its own size where the roll uses a talent. WWG-A18. One, by ruling more."""
    dice = (() if you.talent is None else (you.talent,)) + you.more_talents
    if len(dice) > rulings.max_talent_dice:
        most = in_number(rulings.max_talent_dice, "talent die", "talent dice")
        raise InputError(f"A roll takes at most {most}, the ruling max_talent_dice.")
    return dice


# Bonuses and penalties

LADDERS = {"zero_d6": (0, 6, 8, 10, 12), "d4_floor": (4, 6, 8, 10, 12), "zero_d4_d6": (0, 4, 6, 8, 10, 12)}


class Modifiers(NamedTuple):
    """What steps the base dice up and down, each with what it is; and the net that is left of it."""

    parts: tuple[tuple[int, str], ...]
    net: int

    def told(self) -> str:
        """The sum in words, with what a limit cuts off: `+3 bonus (a rope), +1 help, −1 beyond the limit, net +3`.

        What is alone is its own net.
        """
        cut = sum(points for points, _ in self.parts) - self.net
        parts = [f"{signed(points)} {label}" for points, label in (*self.parts, (-cut, "beyond the limit")) if points]
        return ", ".join([*parts, f"net {signed(self.net)}"] if len(parts) > 1 else parts)


def modifiers(you: Action, rulings: Rulings) -> Modifiers:
    """WWG-15. All bonuses and penalties are added up, and the net is applied. WWG-A5. By ruling penalties end too."""
    refuse_large_sources(you, rulings)
    bonuses, helped = sum(you.bonus) + you.drive + you.waiting_bonus, help_given(you, rulings)
    taken = at_most(rulings.penalty_cap, sum(you.penalty) + hindering(you) + you.waiting_penalty)
    net = net_of(bonuses, helped, taken, rulings)
    return Modifiers((*told_bonuses(you), (helped, "help"), *told_penalties(you, taken)), net)


def told_bonuses(you: Action) -> Iterator[tuple[int, str]]:
    """WWG-26. Each kind of bonus, and where it comes from."""
    yield sum(you.bonus), sourced("bonus", you.bonus_from)
    yield you.drive, "drive"
    yield you.waiting_bonus, "from before"


def told_penalties(you: Action, taken: int) -> Iterator[tuple[int, str]]:
    """Each kind of penalty, up to what is taken in all, and where it comes from."""
    harm = min(hindering(you), taken)
    waited = min(you.waiting_penalty, taken - harm)
    yield harm + waited - taken, sourced("penalty", you.penalty_from)
    yield -harm, sourced("harm", "" if you.penalty else you.penalty_from)
    yield -waited, "from before"


def sourced(label: str, source: str) -> str:
    """What it is, and in brackets where it comes from if that was said."""
    return f"{label} ({source})" if source else label


def hindering(you: Action) -> int:
    """WWG-61. Harm that is marked is a penalty where it hinders, and only the worst of it."""
    return you.harm if you.harm_hinders else 0


def refuse_large_sources(you: Action, rulings: Rulings) -> None:
    """WWG-25, WWG-A6. A single source gives or takes 1, 2 or 3."""
    limit = rulings.source_limit
    for name, sources in (("bonus", you.bonus), ("penalty", you.penalty)):
        if limit is not None and any(source > limit for source in sources):
            raise InputError(f"{name} takes a list of numbers from 1 to {limit}, more only by the ruling source_limit.")


def help_given(you: Action, rulings: Rulings) -> int:
    """WWG-27, WWG-58. Each helper gives +1, also those of a group for which one rolls.

    WWG-29, WWG-A15. One who had to roll first helps only if that succeeded. WWG-31. Nothing is taken from a helper.
    WWG-59. The gm may deny help.
    """
    rolled = sum(1 for edges in you.helper_edges if edges >= rulings.help_threshold)
    return you.helpers + rolled if you.help_allowed else 0


def no_help_from(you: Action, rulings: Rulings) -> tuple[Part, ...]:
    """Whose help was offered and does not count, as `help_given` has it; who had to roll comes after the others."""
    helps = [you.help_allowed] * you.helpers
    helps += [you.help_allowed and edges >= rulings.help_threshold for edges in you.helper_edges]
    return tuple(f"helper-{place}" for place, each in enumerate(helps, 1) if not each)


def net_of(bonuses: int, helped: int, penalties: int, rulings: Rulings) -> int:
    """WWG-30, WWG-A4. Bonuses together, help among them, stop at +3; by ruling the net does, or the help alone."""
    cap = rulings.bonus_cap
    match rulings.bonus_cap_scope:
        case "net":
            return at_most(cap, bonuses + helped - penalties)
        case "help":
            return bonuses + at_most(cap, helped) - penalties
        case _:
            return at_most(cap, bonuses + helped) - penalties


def at_most(cap: int | None, points: int) -> int:
    """Points up to a limit, if there is one."""
    return points if cap is None else min(points, cap)


def stepped(attribute: int, skill: int, net: int, rulings: Rulings) -> tuple[int, int]:
    """WWG-14, WWG-16. The base dice after a net bonus or penalty, one rung a point; a net of 0 changes nothing.

    WWG-21, WWG-22, WWG-23, WWG-24. From d8 + 0 it is d8 + d6, d8 + d8, d6 + 0 and 0 + 0 for +1, +2, −1 and −2.
    """
    ladder = LADDERS[rulings.ladder]
    places = [rung_of(attribute, ladder), rung_of(skill, ladder)]
    top = len(ladder) - 1
    first = next_to_move(places, net, top, None)
    for _ in range(abs(net)):
        if (place := next_to_move(places, net, top, first if rulings.step_order == "pour" else None)) is not None:
            places[place] += 1 if net > 0 else -1
    return ladder[places[0]], ladder[places[1]]


def rung_of(die: int, ladder: tuple[int, ...]) -> int:
    """WWG-A1. The die's place on the ladder; 0 and d4 are two names of the lowest rung where it has only one."""
    return ladder.index(die) if die in ladder else 0


def next_to_move(places: list[int], net: int, top: int, poured: int | None) -> int | None:
    """WWG-17, WWG-18. A bonus steps the lower die first, a penalty the higher one.

    WWG-19, WWG-20. None goes beyond the ladder's ends; what neither die can take is wasted. WWG-A3, WWG-A20. Which die
    is next is seen anew at every step; by ruling all is poured into the first until it can move no more.
    """
    free = [place for place in (0, 1) if (places[place] < top if net > 0 else places[place] > 0)]
    if poured in free or not free:
        return poured if free else None
    return min(free, key=places.__getitem__) if net > 0 else max(free, key=places.__getitem__)


def told_steps(you: Action, summed: Modifiers, base: tuple[int, int], rulings: Rulings) -> str:
    """How the base dice came about, and from what: `+1 bonus (fine gear): d8 + 0 → d8 + d6`."""
    ladder, dice = LADDERS[rulings.ladder], (you.attribute, you.skill)
    told = ["a d4 shows no edge"] if any(die == 4 and not left for die, left in zip(dice, base, strict=True)) else []
    if any(points for points, _ in summed.parts):
        before, after = (" + ".join(die_name(die) for die in pair) for pair in (dice, base))
        moves = [rung_of(die, ladder) for die in dice] != [rung_of(die, ladder) for die in base]
        lost = told_lost(summed.net, dice, base, rulings)
        told.append(f"{summed.told()}: {before} {f'→ {after}' if moves else 'stay'}{lost}")
    return "; ".join((*told, *told_no_help(you, rulings)))


def told_lost(net: int, before: tuple[int, int], after: tuple[int, int], rulings: Rulings) -> str:
    """The steps that neither die could take."""
    ladder = LADDERS[rulings.ladder]
    moved = sum(abs(rung_of(new, ladder) - rung_of(old, ladder)) for old, new in zip(before, after, strict=True))
    lost = abs(net) - moved
    return f", {lost} step{'s' * (lost > 1)} lost beyond the ladder's end" if lost else ""


def told_no_help(you: Action, rulings: Rulings) -> Iterator[str]:
    """Help that was offered and does not count: the gm denied it, or the helper's own roll failed."""
    failed = sum(edges < rulings.help_threshold for edges in you.helper_edges)
    if not you.help_allowed and (you.helpers or you.helper_edges):
        yield "the gm does not accept the help"
    elif failed:
        yield f"{failed} of those who rolled to help failed" if failed > 1 else "one who rolled to help failed"
