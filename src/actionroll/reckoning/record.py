"""The record of a roll, in the making or done: what was cast and chosen, and where it stands; and the same in words.

Words are a short form, and a long one with every number's source and every step's rule.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import lru_cache, partial
from operator import is_not
from typing import Any, TypeAlias

from actionroll.dice import Kept, Pool, Term, face_told, fold
from actionroll.reckoning.advice import counted_by
from actionroll.rules.game import Move
from actionroll.rules.kinds import die_name
from actionroll.rules.steps import Decide, Due, Effect, Outcome, Step, Throw, Told, summed
from actionroll.values import value


@value
class Cast:
    """A throw, and how its dice fell."""

    throw: Throw
    faces: tuple[int, ...]
    shown: tuple[Hashable, ...]  # what each pool shows with them
    by_hand: bool = False


@value
class Chosen:
    """A decision, and what was chosen."""

    asked: Decide
    option: str


Taken: TypeAlias = Cast | Chosen
Answer: TypeAlias = tuple[int, ...] | str


@value
class Roll:
    """One resolution: what was taken so far, and where it stands."""

    step: Step
    taken: tuple[Taken, ...] = ()

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, once it has."""
        return self.step if isinstance(self.step, Outcome) else None

    @property
    def answers(self) -> tuple[Answer, ...]:
        """What replays this roll: faces for each throw of at least one die, options for each decision."""
        return tuple(
            taken.faces if isinstance(taken, Cast) else taken.option
            for taken in self.taken
            if isinstance(taken, Chosen) or taken.faces
        )


@value
class Die:
    """One die as it lies on the table."""

    sides: int
    face: int
    source: str
    by: str
    counted: bool
    kept: bool = False


def readings(throw: Throw, faces: tuple[int, ...]) -> tuple[Hashable, ...]:
    """What each pool of the throw shows, with the dice that stayed on the table."""
    found, start = [], 0
    for pool in throw.pools:
        end, sides = start + len(pool.sides), pool.sides
        own = faces[start:end]
        if pool.kept:
            own = (*(die.face for die in pool.kept), *own)
            sides = (*(die.sides for die in pool.kept), *sides)
        found.append(fold(pool.statistic, own, sides))
        start = end
    return tuple(found)


def dice_shown(roll: Roll) -> tuple[tuple[Die, ...], ...]:
    """The dice of each throw in turn, marked whether they counted in the end, or may while that is chosen."""
    casts = [taken for taken in roll.taken if isinstance(taken, Cast)]
    return tuple([_dice(cast, casts[index + 1 :], counted_by(roll.step)) for index, cast in enumerate(casts)])


def _dice(cast: Cast, later: list[Cast], counted: tuple[tuple[Any, ...] | None, ...]) -> tuple[Die, ...]:
    """The dice of one throw; those that their part threw again later count no more, but for those that stayed."""
    known = [each for each in counted if each] if not later else []
    dice, start = list[Die](), 0
    for pool, *reads in zip(cast.throw.pools, *(known or [cast.shown]), strict=True):
        own = cast.faces[start : start + len(pool.sides)]
        start += len(own)
        again = [more.throw for more in later if _again(more.throw, pool.by)]
        stays = [kept for other in again[-1].pools if other.by == pool.by for kept in other.kept] if again else []
        marks = [pool.statistic.mark(read, own) for read in reads if read is not None and not again]
        for index, (sides, face) in enumerate(zip(pool.sides, own, strict=True)):
            source = pool.source(index)
            kept = bool(stays) and Kept(source, sides, face) in stays
            if kept:
                stays.remove(Kept(source, sides, face))
            dice.append(Die(sides, face, source, pool.by, kept or any(each[index] for each in marks), kept))
    return tuple(dice)


def _again(throw: Throw, by: str) -> bool:
    """Whether a throw takes the place of the dice that this part threw before."""
    return not throw.further and any(pool.by == by for pool in throw.pools)


def all_effects(roll: Roll) -> tuple[Effect, ...]:
    """Every change the roll makes: costs of its throws and effects of its outcome, summed by part and track."""
    costs, gains = _costs_and_gains(roll)
    return summed(costs + gains)


def paid_and_gained(roll: Roll) -> tuple[Effect, ...]:
    """The same, where something was paid for the dice and came back with them as both: neither hides the other."""
    costs, gains = _costs_and_gains(roll)
    paid = summed(costs)
    back = {(gain.who, gain.track) for gain in gains for cost in paid if _comes_back(cost, gain)}
    apart = [each for each in (*paid, *gains) if (each.who, each.track) in back]
    return (*[each for each in summed(costs + gains) if (each.who, each.track) not in back], *apart)


def _costs_and_gains(roll: Roll) -> tuple[tuple[Effect, ...], tuple[Effect, ...]]:
    costs = [cost for taken in roll.taken if isinstance(taken, Cast) for cost in taken.throw.costs]
    return tuple(costs), roll.step.effects if isinstance(roll.step, Outcome) else ()


def _comes_back(cost: Effect, gain: Effect) -> bool:
    return (cost.who, cost.track) == (gain.who, gain.track) and cost.by * gain.by < 0


# In words

FEW_WAYS = 3
Label = Callable[[str], str]  # what people call a track


def plainly(name: str) -> str:
    """A name as it is read, where nobody calls it otherwise."""
    return name.replace("_", " ")


def short(roll: Roll, label: Label = plainly) -> str:
    """The outcome and what settled it, in one line."""
    match roll.step:
        case Outcome():
            return _told_outcome(roll.step, paid_and_gained(roll), label)
        case Decide():
            return f"{begun(named(roll.step.by))} must decide: {' or '.join(roll.step.options)}."
        case Throw():
            return f"To be thrown: {told_pools(roll.step).says}."


def _told_outcome(outcome: Outcome, effects: Iterable[Effect], label: Label) -> str:
    tail = f": {outcome.why}" if outcome.why else ""
    changes = told_effects(effects, label)
    return f"{begun(outcome.tier)}{tail}." + (f" {begun(changes)}." if changes else "")


def long(roll: Roll, label: Label = plainly) -> tuple[str, ...]:
    """Every step in turn, one sentence each with its rule, the outcome last."""
    return step_by_step(roll, dice_shown(roll), label)


def step_by_step(roll: Roll, dice: tuple[tuple[Die, ...], ...], label: Label = plainly) -> tuple[str, ...]:
    """The story of a roll whose dice are known, line by line; the price of a throw is told with the throw alone."""
    lines: list[str] = []
    thrown = iter(dice)
    for taken in roll.taken:
        if isinstance(taken, Cast):
            cast = _told_cast(taken, next(thrown), label)
            lines.extend([] if is_nothing(taken.throw) else cast)
        else:
            lines.append(told_choice(taken))
    ended = roll.outcome
    last = _told_outcome(ended, summed(ended.effects), label) if ended else short(roll, label)
    lines.append(last + (f" ({roll.step.rule})" if roll.step.rule else ""))
    if isinstance(roll.step, Outcome):
        lines.extend([told for told in (roll.step.worked_out, roll.step.means) if told])
        lines.extend([told_due(due) for due in roll.step.dues])
    return tuple(lines)


def is_nothing(throw: Throw) -> bool:
    """Whether a throw is only a way to go round: of no dice, none that stay, and nothing that tells why."""
    return not throw.costs and not any(pool.sides or pool.terms or pool.kept or pool.note for pool in throw.pools)


def unasked(move: Move, decided: Mapping[str, str], roll: Roll) -> dict[str, str]:
    """Options that were chosen beforehand and that a roll did not offer; the first leaves things as they are anyway."""
    offered = {
        (each.asked.name, option) for each in roll.taken if isinstance(each, Chosen) for option in each.asked.options
    }
    chosen = {name: how for name, how in decided.items() if how in list(move.decision(name).options)[1:]}
    return {name: how for name, how in chosen.items() if (name, how) not in offered}


def told_unasked(dropped: Mapping[str, str], label: Label = plainly, where: str = "in this roll") -> str:
    """That in a sentence."""
    told = ", ".join(label(name) if name == how else f"{label(name)} ({label(how)})" for name, how in dropped.items())
    return f"Decided beforehand, but not offered {where}: {told}. Nothing comes of it."


NOT_BELOW = "never fewer than 0"
"""What a sum tells that comes to less than no dice: it would look like a slip."""


def told_pools(throw: Throw) -> Told:
    """What will be rolled and why, in a plain sentence without its full stop; a throw is told often, and keeps it."""
    if throw.told:
        return throw.told
    says, besides, named_dice = "", list[str](), 0
    counted = any(term.apart for pool in throw.pools for term in pool.terms)
    for pool in throw.pools:
        named_dice *= pool.beside
        if pool.terms or (pool.sides and not (counted and pool.beside)) or (pool.note and not pool.sides):
            says += (" and " if pool.beside else " against ") * bool(says) + told_pool(pool, named_dice)
            besides += _besides_dice(pool)
        named_dice += 0 if pool.terms else len(pool.sides)
    told = Told(says or "no dice", tuple(besides))
    object.__setattr__(throw, "told", told)
    return told


def _besides_dice(pool: Pool[object]) -> list[str]:
    """What counts without a die, what a line of the sum means besides, and how the dice came about."""
    if any(term.count < 0 and not term.apart for term in pool.terms):
        told, _, how = told_pool(pool).rpartition(": ")  # no die tells of one that was taken away
        return [f"{how}: {told}" if told and how == pool.note else told_pool(pool)]
    without = [term.label for term in pool.terms[1:] if not term.count]
    return [*without, *(each for each in (*(term.tells for term in pool.terms), pool.note) if each)]


def told_next(roll: Roll) -> Told:
    """What is thrown next; where it comes to no dice, why: as a throw of none has told it, or as it ends."""
    if isinstance(roll.step, Throw):
        return told_pools(roll.step)
    passed = [taken.throw for taken in roll.taken if isinstance(taken, Cast) and not is_nothing(taken.throw)]
    ends = roll.outcome.why if roll.outcome else ""
    return told_pools(passed[-1]) if passed else Told(ends or "no dice")


def told_pool(pool: Pool[object], named_dice: int = 0) -> str:
    """`2 dots, +1 good position = 3 dice`, with those named before it; or the dice by name where there is no sum."""
    if not pool.terms:
        dice = told_dice(pool)
        return f"{dice or 'no die'} ({pool.note})" if pool.note else dice
    first, *more = pool.terms
    begins = f"{first.count} {first.label}{f', {first.tells}' if first.tells else ''}"
    parts = [begins, *(_signed(term) for term in more)]
    count = sum(term.count for term in pool.terms)
    whole = named_dice + count - sum(term.count for term in more if term.apart)
    total = "1 die" if whole == 1 else f"{whole} dice" if whole >= 0 else f"0 dice, {NOT_BELOW}"
    read = f": {pool.note}" if pool.note else f", so {told_dice(pool) or 'nothing'} read as {pool.statistic.name}"
    return f"{', '.join(parts)} = {total}{'' if count == len(pool.sides) else read}"


def told_dice(pool: Pool[object]) -> str:
    """The dice of a pool by size and source."""
    groups = Counter([(sides, pool.source(index)) for index, sides in enumerate(pool.sides)])
    return " + ".join(
        f"{many if many > 1 else ''}{die_name(sides)} {source}".strip() for (sides, source), many in groups.items()
    )


def told_effects(effects: Iterable[Effect], label: Label = plainly) -> str:
    """Changes of tracks: `stress rises by 1, wounded is marked`; with whose they are unless they are the roller's."""
    told = []
    for effect in effects:
        whose = "" if effect.who == "roller" else f"{named(effect.who)}'s "
        verb = "rise" if effect.by > 0 else "fall"
        amount = told_boxes(abs(effect.by), effect.box) if effect.box else abs(effect.by)
        rises = f"{verb}{'' if is_several(label(effect.track)) else 's'} by {amount}"
        is_now = f"is {'marked' if effect.by > 0 else 'cleared'}" if effect.is_mark else rises
        told.append(f"{whose}{label(effect.track)} {is_now}")
    return ", ".join(told)


def told_boxes(ticks: int, box: int) -> str:
    """`2 boxes`, `1 box and 2 ticks`: as people mark them."""
    boxes, left = divmod(ticks, box)
    told = [f"{boxes} box{'es' * (boxes != 1)}"] * bool(boxes)
    return " and ".join([*told, *[f"{left} tick{'s' * (left != 1)}"] * bool(left)])


def is_several(name: str) -> bool:
    """Whether a name speaks of several: `quests rise`, but `stress rises`."""
    return name.endswith("s") and not name.endswith(("ss", "us"))


def told_due(due: Due) -> str:
    """What is still demanded and of whom, and who has the last word on it."""
    amount = f" ({due.amount})" if due.amount and str(due.amount) not in due.says else ""
    return f"Next, {named(due.by)}: {due.says.rstrip('.')}{amount}.{last_word_on(due)}" + (
        f" ({due.rule})" if due.rule else ""
    )


def last_word_on(due: Due) -> str:
    """Who has the last word on how it is settled, in a sentence to go on with; empty where nobody else has."""
    return f" {begun(named(due.final))} has the last word." if due.final else ""


def told_ways(due: Due) -> str:
    """The ways to settle it, where there is a choice: by their names, and with what they are where they are few."""
    if len(due.ways) < 2:
        return ""
    told = [f"{way.name} ({way.says[:1].lower()}{way.says[1:].rstrip('.')})" for way in due.ways]
    return f"Ways: {', '.join(told if len(told) <= FEW_WAYS else [way.name for way in due.ways])}."


def named(part: str) -> str:
    """A part as a person reads it."""
    return f"the {part}" if part.isalpha() else part.replace("-", " ")


def begun(words: str) -> str:
    """Words as the start of a sentence; the rest stays as it is."""
    return words[:1].upper() + words[1:]


def signed(number: int) -> str:
    """A change with its sign, a real minus."""
    return f"+{number}" if number >= 0 else f"−{-number}"


def _signed(term: Term) -> str:
    count = "" if not term.count else str(-term.count) if term.apart else signed(term.count)
    return f"{count} {term.label}{f', {term.tells}' if term.tells else ''}".strip()


def told_choice(chosen: Chosen) -> str:
    """What was chosen, in the line that tells it step by step."""
    asked = chosen.asked
    return f"{begun(named(asked.by))} chose {chosen.option} ({asked.name}, {asked.rule})."


def _told_cast(cast: Cast, dice: tuple[Die, ...], label: Label) -> list[str]:
    lines = [f"Rolled {told_pools(cast.throw).says} ({cast.throw.rule})."]
    if dice:
        lines.append(
            "The dice show "
            + ", ".join([_told_die(die) for die in dice])
            + ("; entered by hand." if cast.by_hand else ".")
        )
    if cast.throw.costs:
        lines.append(f"{begun(told_effects(cast.throw.costs, label))}.")
    return lines


def _told_die(die: Die) -> str:
    face = face_told(die.face, die.sides)
    note = " kept" if die.kept else ""
    whose = "the" if die.by in ("roller", die.source) else f"{named(die.by)}'s"
    return f"{f'[{face}]' if die.counted else face} on {whose} {die.source} {die_name(die.sides)}{note}"


_with_table = lru_cache(maxsize=512)(partial(re.compile(r"\b([Tt]he) gm\b").sub, r"\1 table"))
TOLD = frozenset({"says", "why", "means", "short", "long", "choices", "refusal", "unasked"})
"""Where in what is shown of a roll a game speaks, and not the people who play it."""
NESTED, SPOKEN = (dict, list), (dict, list, str)
APART = frozenset({"answers", "attempt", "costs", "dice", "dues", "effects", "facts", "inputs", "odds", "open_dues"})
APART |= {"parts", "phones", "rulings", "texts", "tiers"}
"""Where in it no game speaks; and where dues stand, each of which is told for itself."""


def without_gm(shown: Any, told: bool = True) -> Any:
    """What is shown at a table without a gm: where a game speaks of the gm it is the table that speaks or decides.

    What speaks of none is the same value, not a copy of it.
    """
    if isinstance(shown, str):
        return _with_table(shown) if told and "gm" in shown else shown
    if isinstance(shown, list):
        all_told = [without_gm(each, told) if isinstance(each, SPOKEN) else each for each in shown]
        return all_told if any(map(is_not, all_told, shown)) else shown
    otherwise: dict[str, Any] = {}
    for name, each in shown.items():
        is_told = name in TOLD
        if each and isinstance(each, SPOKEN if is_told else NESTED) and name not in APART:
            then = without_gm(each, is_told)
            if then is not each:
                otherwise[name] = then
    return {**shown, **otherwise} if otherwise else shown
