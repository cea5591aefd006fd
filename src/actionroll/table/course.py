"""The course of a roll: what it would be thrown with, the question that is, its odds, and whose turn it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from marshal import dumps
from operator import is_not
from typing import Any, NamedTuple, TypeAlias

from actionroll.api import question
from actionroll.errors import PATIENCE, ActionrollError, Budget, CannotPay, InputError, LimitError, UnknownName
from actionroll.games import game
from actionroll.question import move_named
from actionroll.reckoning import chance_of_yes, count
from actionroll.reckoning.play import begin, cast, checked, choose
from actionroll.reckoning.record import Roll, begun
from actionroll.rules.game import Game, Policy, do_nothing
from actionroll.rules.inputs import Input, inputs_of, make_rulings, moot_inputs
from actionroll.rules.kinds import read
from actionroll.rules.sheet import INTENTIONS, Joining, WatchedValues, picks_of, proposed
from actionroll.rules.steps import Decide, Outcome, Step, Throw
from actionroll.rules.things import THINGS
from actionroll.table.rights import users_of
from actionroll.table.sheets import brought_by_things, own_traits
from actionroll.table.state import TABLE, Chose, Json, Offer, Read, Table, TableRoll
from actionroll.values import is_said
from actionroll.wire import certain_shown, counted_shown, fraction

SIDES = ("attacker", "defender")
DEFENDER_TRAIT = "defender_trait"  # what the other side of a contest rolls with, if another; set like an input
DEFENDER_READY = "defender_ready"  # whether it said that it has chosen, until it changes something; set so too
DEFENDER_NAME = "defender_name"  # what someone is called whom only the gm plays there; set so too
SheetReading: TypeAlias = Callable[..., Mapping[str, Any]]
Rulings: TypeAlias = tuple[tuple[str, str], ...]


def inputs_for(table: Table, roll: TableRoll) -> Mapping[str, Input]:
    """The inputs of the roll's move."""
    return inputs_of(table.move(roll.move).attempt)


def brought(table: Table, roll: TableRoll) -> tuple[Json, tuple[Read, ...]]:
    """What sheets and helpers bring to the roll, and which values of sheets were read for that."""
    (filled, reads), declared = from_sheets(table, roll), inputs_for(table, roll)
    # Beside a gm some inputs have another value than usual while nobody says anything.
    unsaid = [each for each in declared.values() if each.name not in roll.inputs] if table.with_gm else []
    found: Json = {each.name: each.with_gm for each in unsaid if each.with_gm is not None and not each.kind.is_text}
    if roll.offers:
        found |= lent(table, roll, reads)
        how = "; ".join(offer.how for offer in roll.offers if offer.how)
        found |= {"how": how[:500]} if how and "how" in declared else {}
    if table.game.sheet.proposes:
        found |= proposed(table.game.sheet, declared, table.values_of(roll.character), roll.inputs)
    found |= filled
    users = [user.character for user in users_of(table, roll) if user.names in roll.inputs]
    users += [offer.character for offer in roll.offers if THINGS in offer.inputs]
    if users:
        reads.extend((who, THINGS) for who in users)
        found |= brought_by_things(table, roll, declared, attempt_of(table, roll, found))
    return found, tuple(reads)


def attempt_of(table: Table, roll: TableRoll, more: Json | None = None) -> Json:
    """What the roll was thrown with or would be now; `more` is what is brought to it, where that is known already."""
    if more is None:
        more = roll.brought if roll.taken else brought(table, roll)[0]
    declared = inputs_for(table, roll)
    own = {name: value for name, value in roll.inputs.items() if name in declared}
    said = {name: value for name, value in own.items() if not declared[name].kind.is_text or is_said(value)}
    return {**said, **more}


def doing(table: Table, roll: TableRoll) -> Json:
    """What the roller does, as long as they say nothing else: what was said of this round, or what the pick says."""
    declared = inputs_for(table, roll).get("intent")
    if declared is None:
        return {}
    spent = any(table.values_of(roll.character).get(mark) for mark in table.game.sheet.each_round)  # by its own roll
    said = "" if spent else (table.values.get(INTENTIONS) or {}).get(roll.character, "")
    in_round = (rounds := table.game.sheet.rounds) and table.values[rounds.track]  # where it is said before
    if said == "" and not in_round and table.with_gm and declared.is_ready(rulings_of(table)):
        said = next((trait.deed for trait in table.game.sheet.traits if trait.name == roll.trait), "")
    return {"intent": begun(said) if said else said} if said != "" else {}


def still_needed(table: Table, roll: TableRoll, known: Json | None = None) -> list[Json]:
    """What must still be said before this can be thrown, and who may say it."""
    attempt = attempt_of(table, roll) if known is None else known
    form: Any = table.move(roll.move).attempt
    awaited = _awaited(form, bool(table.game.sheet.rounds), table.with_gm)
    asked = roll.anew if table.with_gm and not table.game.sheet.rounds else ()
    anew = [each for name, each in inputs_of(form).items() if name in asked]
    unsaid = [each for each in (*awaited, *anew) if each.name not in attempt]
    if not unsaid:
        return []
    moot = moot_inputs(form, attempt)
    needed = [each for each in unsaid if each.name not in moot]
    few = moot and any(not each.of and each.holds(inputs_of(form), attempt) for each in form.moot)  # little else counts
    called = [each for each in needed if each.required or (not few and _waited_for(table, roll, each, attempt))]
    return [{"input": each.name, "by": said_by(each), "says": each.says} for each in called]


@lru_cache(maxsize=256)
def _awaited(form: Any, in_rounds: bool, with_gm: bool) -> tuple[Input, ...]:
    """The inputs of a move that a throw may wait for."""
    return tuple(each for each in inputs_of(form).values() if in_rounds or (each.called and with_gm) or each.required)


def _waited_for(table: Table, roll: TableRoll, each: Input, attempt: Json) -> bool:
    """Whether a throw waits for what the game lets people say: the gm, or a player of what they do themselves."""
    if each.is_idle(attempt) or (each.by != "gm" and table.seats[roll.seat].role != "player"):
        return False
    rulings, rounds = rulings_of(table), table.game.sheet.rounds
    declared = open_inputs(table, roll.move)
    late = rounds and rounds.is_unsaid(each.name, roll.character, declared, table.values, rulings)
    return bool(late) or (table.with_gm and (each.name in roll.anew or each.waits(rulings)))


def reopened(
    table: Table, roll: TableRoll, changed: Iterable[Input], said: Iterable[str], of_pick: tuple[str, ...] | None
) -> tuple[str, ...]:
    """The gm's inputs to ask for again: those that changed words reopen; after another pick (`of_pick`), all."""
    declared, rulings, before = inputs_for(table, roll), rulings_of(table), roll.inputs
    was_said = {each.name: bool(str(before.get(each.name) or "").strip()) for each in changed}  # or asked for
    asked = {name for each in changed if was_said[each.name] == each.kind.is_text for name in each.reopens}
    if of_pick is not None:
        asked |= {name for name, each in declared.items() if each.by == "gm"}
    asked.difference_update(said)
    return tuple(n for n in before if n in (of_pick or ()) or (n in asked and declared[n].waits(rulings)))


def said_by(each: Input) -> str:
    """Who sets an input; one that no sheet has set is the helper's if it holds something of helpers, else the gm's."""
    return each.by if each.by != "sheet" else "helper" if each.of_each else "gm"


def refuse_wrong_input(table: Table, roll: TableRoll, name: str, value: Any, filled: Mapping[str, Any]) -> None:
    """An input that is not of the move, comes from a sheet, or takes another value."""
    declared = inputs_for(table, roll)
    if name not in declared:
        raise UnknownName("input", name, declared)
    each = declared[name]
    if name in filled:
        raise InputError(f"{name} is read from the sheet when the dice are thrown; edit the sheet instead.")
    if said_by(each) == "helper" and not each.kind.is_text:
        raise InputError(f"{name} is set by those who offer help, each from their own seat.")
    read(each.kind, name, value)


def open_inputs(table: Table, move: str) -> Mapping[str, Input]:
    """The inputs of a move that are there under the table's rulings."""
    return inputs_under(table.game_id, move, tuple(table.rulings.items()))


@lru_cache(maxsize=256)
def inputs_under(game_id: str, move: str, ruled: Rulings) -> Mapping[str, Input]:
    """The inputs of a move that are there under rulings."""
    declared = inputs_of(move_named(game(game_id), move).attempt)
    made = rulings_under(game_id, ruled)
    return {name: each for name, each in declared.items() if each.under is None or each.under(made)}


@lru_cache(maxsize=256)
def _of_helpers(game_id: str, move: str, ruled: Rulings) -> Mapping[str, Input]:
    """Those of them that hold something of each who helps."""
    return {name: each for name, each in inputs_under(game_id, move, ruled).items() if joined_through(each)}


def rulings_of(table: Table) -> Any:
    """The table's rulings as the game reads them."""
    return rulings_under(table.game_id, tuple(table.rulings.items()))


@lru_cache(maxsize=64)
def rulings_under(game_id: str, ruled: Rulings) -> Any:
    """Rulings as the game reads them."""
    return make_rulings(game(game_id).rulings, dict(ruled))


def joined_through(each: Input) -> str:
    """The input through which those join of whom this one holds a value each; empty if it is of no helpers."""
    return each.of_each.joined if each.of_each else each.name if each.joins else ""


def from_sheets(table: Table, roll: TableRoll) -> tuple[Json, list[Read]]:
    """What the sheets of roller and defender, or of each member, fill in and what was read; kept while that stands."""
    form, stands = table.game.sheet, (table.characters, table.values, table.undertakings, roll.inputs)
    if roll.sheets and not any(map(is_not, stands, roll.sheets[0])):
        return roll.sheets[1], [*roll.sheets[2]]
    fill, fill_for, share = form.fill.get(roll.move), form.fill_for.get(roll.move), form.share.get(roll.move)
    picked = bool(roll.trait) or "" in picks_of(form, roll.move)
    filled, reads = dict[str, Any](), list[Read]()
    if roll.character not in table.characters:
        return filled, reads
    if fill is not None and picked:
        filled.update(read_with(table, roll.character, reads, fill, roll.trait))
        if roll.against:
            trait = str(roll.inputs.get(DEFENDER_TRAIT) or roll.trait)
            theirs = read_with(table, roll.against, reads, fill, trait)
            filled.update({f"{SIDES[1]}_{name.removeprefix(f'{SIDES[0]}_')}": each for name, each in theirs.items()})
    if fill_for is not None and picked:
        filled.update(read_with(table, roll.character, reads, fill_for, roll.trait, roll.inputs))
    if roll.undertaking in table.undertakings and roll.move in form.fill_on:
        filled.update(form.fill_on[roll.move](table.undertakings[roll.undertaking]._asdict()))
        reads.extend([(roll.undertaking, "rank"), (roll.undertaking, "ticks")])
    if share is not None and picked:
        for member in roll.members:
            for name, value in read_with(table, member, reads, share, roll.trait).items():
                filled.setdefault(name, []).append(value)
    roll.sheets = stands, filled, reads
    return filled, [*reads]


def read_with(table: Table, character: str, reads: list[Read], reading: SheetReading, *how: Any) -> Mapping[str, Any]:
    """What a roll reads from one sheet; every value that it looked at is noted."""
    own, values = own_traits(table, character), table.values_of(character)
    watched = WatchedValues({**values, **own} if own else values)
    filled = reading(watched, *how)
    shared = table.game.sheet.of_the_table
    seen = sorted({THINGS if name in own else name for name in watched.read})
    reads.extend([(TABLE if name in shared else character, name) for name in seen])
    return filled


def lent(table: Table, roll: TableRoll, reads: list[Read]) -> Json:
    """The inputs as all offers of help make them: how many help, a list with a value of each, or a sum."""
    shares_of = [(offer.input, _brought(table, roll, offer, reads)) for offer in in_order(roll)]
    found: Json = {}
    for name, each in _of_helpers(table.game_id, roll.move, tuple(table.rulings.items())).items():
        shares = [share for joined, share in shares_of if joined == joined_through(each)]
        if each.joins and each.kind.is_number and shares:
            found[name] = len(shares)
        elif any(name in share for share in shares):
            found[name] = each.kind.together(name, shares, each.of_each.unsaid if each.of_each else None)
    return found


def _brought(table: Table, roll: TableRoll, offer: Offer, reads: list[Read]) -> Mapping[str, Any]:
    lend, trait = table.game.sheet.lend.get(roll.move), _helps_with(table, roll, offer)
    if lend is None or trait is None:
        return offer.inputs
    joining = Joining(trait, offer.inputs, rulings_of(table))
    return {**read_with(table, offer.character, reads, lend, joining), **offer.inputs}


def _helps_with(table: Table, roll: TableRoll, offer: Offer) -> str | None:
    """The helper's own choice, which may be none where the move can be made without; else the roller's, if any."""
    way = _of_helpers(table.game_id, roll.move, tuple(table.rulings.items())).get(offer.input)
    if way and way.joins and way.joins.with_trait and "" in picks_of(table.game.sheet, roll.move):
        return offer.trait
    return offer.trait or roll.trait or None


def in_order(roll: TableRoll) -> list[Offer]:
    """The offers as the rules count them: those through one input after those through another."""
    return sorted(roll.offers, key=lambda offer: offer.place)


MOST_ASKED = 1024
PLAIN = 2  # the version of `marshal` that writes equal values as equal bytes, and True unlike 1


class Asked(NamedTuple):
    """A roll as a question: the attempt it is, its first step, and all that it can end in, from worst to best."""

    attempt: Any
    start: Step
    tiers: tuple[str, ...]


_asked: dict[bytes, Asked] = {}
"""A roll is the same question from when it is declared until its dice fall, however often anyone looks at it."""


def asked(table: Table, roll: TableRoll, known: Json | None = None) -> Asked:
    """The roll as a question, for odds and for the throw; `known` is the attempt where it is known already."""
    attempt = known or attempt_of(table, roll)
    rulings = roll.rulings or table.rulings
    key = dumps((table.game_id, roll.move, attempt, rulings), PLAIN)
    found = _asked.get(key)
    if found is None:
        made = question(table.game, roll.move, attempt, rulings=rulings)
        found = Asked(made.attempt, made.start, made.tiers)
        if len(_asked) >= MOST_ASKED:
            _asked.clear()
        _asked[key] = found
    return found


def reached(table: Table, roll: TableRoll) -> Roll:
    """Where the roll stands, played again by today's rules; decisions before the first throw as they are set."""
    if roll.reached is None:
        roll.reached = _replayed(asked(table, roll).start, roll)
    return roll.reached


def _replayed(start: Step, roll: TableRoll) -> Roll:
    standing = before_throw(start, roll)
    for each in roll.taken:
        if isinstance(each, Chose):
            standing = choose(standing, each.option)
        elif each.dice:
            standing = cast(standing, checked(standing.step, [face for _, face in each.dice]), each.by_hand)
    return standing


def under_other_rules(table: Table, roll: TableRoll) -> bool:
    """Whether its dice fell under other rules than those here: what its entries keep stands then."""
    return bool(roll.taken) and roll.rules != table.rules


def replayed_with(table: Table, roll: TableRoll, attempt: Json) -> Roll:
    """Where the roll would stand had it been thrown with another attempt, and fallen in the same way."""
    return _replayed(question(table.game, roll.move, attempt, rulings=roll.rulings).start, roll)


def before_throw(start: Step, roll: TableRoll) -> Roll:
    """A roll from its start up to its first throw: what is decided before is as it is set, or the first option."""
    standing = begin(start)
    while isinstance(standing.step, Decide):
        chosen = roll.decide.get(standing.step.name, standing.step.options[0])
        standing = choose(standing, chosen if chosen in standing.step.options else standing.step.options[0])
    return standing


@lru_cache(maxsize=2048)
def odds_from(
    game: Game, step: Step, tiers: tuple[str, ...], policy: Policy = do_nothing, barred: str = ""
) -> Json | None:
    """The odds of a roll from a step on, if they can be counted in a moment: no throw waits for them."""
    if isinstance(step, Outcome):
        return certain_shown(game, step, tiers)
    try:
        shown = counted_shown(game, count(step, policy, tiers, budget := Budget(PATIENCE.moment)), barred)
        helps = step if isinstance(step, Throw) and step.pools and step.pools[0].by.startswith("helper-") else None
        own = chance_of_yes(helps, budget) if helps else None
    except LimitError:
        return None
    return shown if own is None else {**shown, "own": fraction(own)}


def chosen_later(table: Table, roll: TableRoll, step: Step, tiers: tuple[str, ...]) -> dict[str, Json]:
    """Where the dice only tell the price of a choice: the odds if it is made, for each such decision."""
    asked = table.game.face.asks if table.game.face else {}
    choices = [each for each in table.move(roll.move).decisions if each.name in asked]
    made = [(each, each.policy(list(each.options)[-1])) for each in choices]
    counted = {each.name: odds_from(table.game, step, tiers, policy, each.barred) for each, policy in made}
    return {name: odds for name, odds in counted.items() if odds}


def parts_of(table: Table, roll: TableRoll) -> dict[str, str]:
    """The character behind each part of the roll; the other side may be one that only the gm plays."""
    sides = {SIDES[0]: roll.character if table.move(roll.move).against else "", SIDES[1]: roll.against}
    parts = {"roller": roll.character, **{part: who for part, who in sides.items() if who}}
    joined: dict[str, int] = {}
    for offer in in_order(roll) if roll.offers else ():
        joined[offer.part] = joined.get(offer.part, 0) + 1
        parts[f"{offer.part}-{joined[offer.part]}"] = offer.character
    parts |= {f"member-{place}": character for place, character in enumerate(roll.members, 1)}
    return parts


def payer_named(table: Table, roll: TableRoll, refused: ActionrollError) -> ActionrollError:
    """The same refusal; who cannot pay is told by the name of the character, where a game only knows the part."""
    if not isinstance(refused, CannotPay):
        return refused
    payer = table.characters.get(parts_of(table, roll).get(refused.part, ""))
    return refused.naming(payer.name) if payer else refused


def seat_of_part(table: Table, roll: TableRoll, part: str) -> str:
    """The seat that answers for a part; empty where that is the gm."""
    character = parts_of(table, roll).get(part)
    return table.characters[character].seat if character in table.characters else ""


def seat_of_dice(table: Table, roll: TableRoll) -> str:
    """The seat whose dice are to fall next."""
    if roll.status == "waiting":
        return seat_to_throw(table, roll, reached(table, roll).step)
    if not roll.offers:
        return roll.seat
    try:
        return seat_to_throw(table, roll, before_throw(asked(table, roll).start, roll).step)
    except CannotPay as refused:
        raise payer_named(table, roll, refused) from None


def seat_to_throw(table: Table, roll: TableRoll, step: Step) -> str:
    """The roller's own, or in their turn that of a helper or member who has one."""
    parts = {pool.by for pool in step.pools} if isinstance(step, Throw) else set()
    return (seat_of_part(table, roll, parts.pop()) if len(parts) == 1 else "") or roll.seat
