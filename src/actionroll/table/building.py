"""The roll that a table builds together: who sets what, what it reads from the sheets, and its exact odds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any, TypeAlias

from actionroll.api import Question, question
from actionroll.errors import InputError
from actionroll.odds import Odds, count
from actionroll.play import begin, choose, replay
from actionroll.rules.inputs import Input, inputs_of
from actionroll.rules.kinds import Whole, Words
from actionroll.rules.record import Roll
from actionroll.rules.steps import Decide, Step
from actionroll.table.changing import owned_by_table, values_of
from actionroll.table.state import TABLE, Json, Read, Table, TableRoll

SIDES = ("attacker", "defender")
DEFENDER_TRAIT = "defender_trait"
"""What the other side of an opposed roll rolls with, where it is not the same; set like an input."""
Reading: TypeAlias = Callable[[Mapping[str, Any], str], Mapping[str, Any]]


class Watched(Mapping[str, Any]):
    """Values of a sheet that remember which of them were read."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self._values = values
        self.read: set[str] = set()

    def __getitem__(self, name: str) -> Any:
        self.read.add(name)
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)


def inputs_for(table: Table, roll: TableRoll) -> Mapping[str, Input]:
    """The inputs of the roll's move."""
    return inputs_of(table.game.move(roll.move).attempt)


def raw_attempt(table: Table, roll: TableRoll) -> tuple[Json, tuple[Read, ...]]:
    """What the roll would be thrown with now, and which values of sheets it read for that."""
    filled, reads = _from_sheets(table, roll)
    declared = inputs_for(table, roll)
    own = {name: value for name, value in roll.inputs.items() if name in declared}
    helped = {name: count for name, count in _offered(roll).items() if name in declared}
    how = "; ".join(offer.how for offer in roll.offers if offer.how)
    texts = {"how": how[:500]} if how and "how" in declared else {}
    return {**own, **helped, **texts, **filled}, reads


def _from_sheets(table: Table, roll: TableRoll) -> tuple[Json, tuple[Read, ...]]:
    """What the sheets of all who take part fill in: the roller's, the defender's, or each member's share."""
    form = table.game.sheet
    fill, share = form.fill.get(roll.move), form.share.get(roll.move)
    filled: Json = {}
    reads: list[Read] = []
    if fill is not None and roll.trait:
        filled.update(_read(table, roll.character, fill, roll.trait, reads))
        if roll.against:
            trait = str(roll.inputs.get(DEFENDER_TRAIT, roll.trait))
            theirs = _read(table, roll.against, fill, trait, reads)
            filled.update({_of_defender(name): value for name, value in theirs.items()})
    if share is not None and roll.trait:
        for member in roll.members:
            for name, value in _read(table, member, share, roll.trait, reads).items():
                filled.setdefault(name, []).append(value)
    return filled, tuple(reads)


def _read(table: Table, character: str, reading: Reading, trait: str, reads: list[Read]) -> Mapping[str, Any]:
    """What a roll reads from one sheet; every value that it looked at is noted."""
    watched = Watched(values_of(table, character))
    filled = reading(watched, trait)
    shared = owned_by_table(table.game.sheet)
    reads.extend(Read(TABLE if name in shared else character, name) for name in sorted(watched.read))
    return filled


def _of_defender(name: str) -> str:
    return f"{SIDES[1]}_{name.removeprefix(f'{SIDES[0]}_')}"


def _offered(roll: TableRoll) -> dict[str, int]:
    counts: dict[str, int] = {}
    for offer in roll.offers:
        counts[offer.input] = counts.get(offer.input, 0) + 1
    return counts


def asked(table: Table, roll: TableRoll, raw: Json | None = None) -> Question:
    """The roll as a question, for odds and for the throw; `raw` is the attempt where it is known already."""
    attempt = roll.attempt or raw or raw_attempt(table, roll)[0]
    return question(table.game, roll.move, attempt, rulings=roll.rulings or table.rulings)


def stands(table: Table, roll: TableRoll) -> Roll:
    """Where the roll stands, the decisions before the first throw taken as they are set."""
    if roll.stands is None:
        start = asked(table, roll).start
        roll.stands = replay(start, roll.answers) if roll.answers else _decided_before(begin(start), roll)
    return roll.stands


def before_throw(table: Table, roll: TableRoll, question: Question | None = None) -> Roll:
    """The roll up to its first throw, worked out anew from what is set now."""
    return _decided_before(begin((question or asked(table, roll)).start), roll)


@lru_cache(maxsize=2048)
def odds_from(step: Step, tiers: tuple[str, ...]) -> Odds:
    """The odds of a roll from a step on. A table looks at the same step again and again until its dice fall."""
    return count(step, tiers=tiers)


def _decided_before(standing: Roll, roll: TableRoll) -> Roll:
    while isinstance(standing.step, Decide):
        chosen = roll.decide.get(standing.step.name, standing.step.options[0])
        standing = choose(standing, chosen if chosen in standing.step.options else standing.step.options[0])
    return standing


def parts_of(roll: TableRoll) -> dict[str, str]:
    """The character behind each part of the roll."""
    parts = {"roller": roll.character}
    if roll.against:
        parts.update({SIDES[0]: roll.character, SIDES[1]: roll.against})
    for place, offer in enumerate(roll.offers):
        alike = sum(1 for earlier in roll.offers[:place] if earlier.part == offer.part)
        parts[f"{offer.part}-{alike + 1}"] = offer.character
    parts.update({f"member-{place + 1}": character for place, character in enumerate(roll.members)})
    return parts


def seat_of_part(table: Table, roll: TableRoll, part: str) -> str:
    """The seat that answers for a part; empty where that is the gm."""
    character = parts_of(roll).get(part)
    return table.characters[character].seat if character in table.characters else ""


def still_needed(table: Table, roll: TableRoll, known: Json | None = None) -> list[Json]:
    """What must still be said before this can be thrown, and who may say it."""
    raw = raw_attempt(table, roll)[0] if known is None else known
    needed = [each for each in inputs_for(table, roll).values() if each.name not in raw]
    called = [each for each in needed if each.required or (each.called and table.with_gm)]
    return [{"input": each.name, "by": each.by, "says": each.says} for each in called]


def help_inputs(table: Table, roll: TableRoll) -> list[Input]:
    """The inputs through which others may join the roll."""
    return [each for each in inputs_for(table, roll).values() if each.by == "helper" and isinstance(each.kind, Whole)]


def refuse_wrong_input(table: Table, roll: TableRoll, name: str, value: Any, filled: Mapping[str, Any]) -> None:
    """An input that is not of the move, comes from a sheet, or takes another value."""
    from actionroll.errors import UnknownName
    from actionroll.rules.kinds import read

    declared = inputs_for(table, roll)
    if name not in declared:
        raise UnknownName("input", name, declared)
    each = declared[name]
    if name in filled:
        raise InputError(f"{name} is read from the sheet when the dice are thrown; edit the sheet instead.")
    if each.by == "helper" and not isinstance(each.kind, Words):
        raise InputError(f"{name} is set by those who offer help, each from their own seat.")
    read(each.kind, name, value)
