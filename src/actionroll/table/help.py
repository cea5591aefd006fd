"""Help for a roll: the ways in which others may join it, and the requests to do so and to step back."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from typing import Any, NamedTuple

from actionroll.errors import ActionrollError, InputError, UnknownName
from actionroll.games import game
from actionroll.reckoning.play import choose
from actionroll.rules import things
from actionroll.rules.game import Move
from actionroll.rules.inputs import Input, Joins, inputs_of, moot_inputs
from actionroll.rules.kinds import Whole, read
from actionroll.rules.sheet import picks_of
from actionroll.rules.steps import Decide, Outcome
from actionroll.rules.things import THINGS
from actionroll.table import rights
from actionroll.table.campaign import Telling, by_name, capital, does_told, sentence
from actionroll.table.course import (
    DEFENDER_NAME,
    DEFENDER_TRAIT,
    SIDES,
    Ruled,
    asked,
    attempt_of,
    before_throw,
    inputs_under,
    joined_through,
    parts_of,
    payers_named,
    reached,
    rulings_under,
    still_needed,
    under_other_rules,
)
from actionroll.table.log import Fact
from actionroll.table.requests import CHARACTER, INPUTS, LEADING, OTHERS, ROLL, Field, Turn, request
from actionroll.table.roll_facts import MEMBERS, Demanded, Offered, OfferWithdrawn
from actionroll.table.sheets import own_traits, things_of
from actionroll.table.state import Character, Chose, Json, Offer, Table, TableRoll
from actionroll.values import not_blank

MOST_MEMBERS = 20
IN_BRACES = re.compile(r"\{(\w+)\}")
"""What stands for a number in the words of a deed."""
TAKES_PART = Input(
    MEMBERS,
    Whole(0, MOST_MEMBERS),
    "Those who take part.",
    "helper",
    None,
    joins=Joins("With your own dice.", "member", "takes part"),
)
"""The way into a roll of several: as one more of them, with what their own sheet brings."""


class WayIn(NamedTuple):
    """A way to join a roll: through an input, of the move that it then is."""

    move: str
    input: Input
    joins: Joins
    says_how: bool
    """Whether who joins so has to say how."""
    traits: tuple[str, ...]
    """What they may pick from their own sheet."""
    said: Mapping[str, Input]
    """What they may say besides: each input that holds something of each who does."""
    shown: Json
    """As everyone at the table sees it."""


def ways_in(table: Table, roll: TableRoll, said: Json | None = None) -> tuple[WayIn, ...]:
    """How others may join, to some effect where `said` is known; who rolls for it makes it a roll of another move."""
    ruled = tuple(table.rulings.items())
    found, becomes = _ways(table.game_id, roll.move, ruled, bool(roll.members)), table.move(roll.move).becomes
    if becomes and not roll.offers:
        known = {way.input.name for way in found}
        found += tuple(way for way in _ways(table.game_id, becomes, ruled) if way.input.name not in known)
    if said is None:
        return found
    # Where nothing is rolled, nothing comes of joining, and nobody need help.
    return tuple(way for way in found if way.input.name not in moot_inputs(table.move(way.move).attempt, said))


@lru_cache(maxsize=256)
def _ways(game_id: str, move: str, ruled: Ruled, together: bool = False) -> tuple[WayIn, ...]:
    """The ways into rolls of a move under rulings; of several who roll together there is one more."""
    form, inputs = game(game_id).sheet, inputs_under(game_id, move, ruled)
    found = []
    for each in [*inputs.values(), *([TAKES_PART] if together and move in form.share else [])]:
        if each.joins:
            of_each = {name: one for name, one in inputs.items() if joined_through(one) == each.name}
            said = {name: one for name, one in of_each.items() if one.by == "helper"}
            if each.kind.is_number or move in form.lend:
                said.pop(each.name, None)
            traits = form.rolled_with if each.joins.with_trait else ()
            says_how = each.joins.demands_words(rulings_under(game_id, ruled))
            shown: Json = {"move": move, "input": each.name, "says": each.joins.says, "told": each.joins.told}
            shown |= {"says_how": says_how, "proven": each.joins.proof is not None}
            shown |= {"traits": list(traits), "said": list(said)}
            found.append(WayIn(move, each, each.joins, says_how, traits, said, shown))
    return tuple(found)


def checked_words(way: WayIn, said: Mapping[str, Any]) -> Json:
    """What a helper says of their help, each value checked."""
    accepted = way.said
    for name, value in said.items():
        if name not in accepted:
            raise UnknownName("thing to say with this offer called", name, accepted)
        kind = accepted[name].kind
        read(kind.single(), name, value)
    if way.input.name in accepted and way.input.name not in said:
        raise InputError(f"Say {way.input.name} with your offer: {way.input.says}")
    return dict(said)


@request(
    "offer",
    ROLL,
    CHARACTER,
    Field("input", "text", "The input to join through, as the roll's `help` names it; the first if it is left out."),
    Field("how", "text", "How, in words."),
    Field("trait", "text", "What the character helps with, where that is for them to choose."),
    INPUTS,
    who={"by the other player": OTHERS},
    undo="withdraw_offer",
)
def offer(turn: Turn, wanted: Json) -> list[Fact]:
    """Offer help from one's own seat, at one's own price, which is taken with the throw."""
    table, seat = turn.table, turn.seat
    roll = rights.live_roll(table, wanted["roll"], "open")
    helper = rights.character_at(table, wanted["character"])
    rights.refuse_other_character(table, seat, helper)
    if before := _said_before(roll, helper, wanted):
        roll = roll.but(offers=tuple(each for each in roll.offers if each not in before))
    taken = (roll.character, roll.against, *roll.members, *(each.character for each in roll.offers))
    if helper.id in taken:
        raise InputError(f"{helper.name} is in this roll already; another character may help.")
    ways = [way for way in ways_in(table, roll) if helper.id not in roll.demanded or way.joins.proof]
    way = _way(ways, wanted["input"])
    if way.input.name in moot_inputs(table.move(way.move).attempt, attempt_of(table, roll)):
        raise InputError("Help would change nothing here, as this is not rolled so; nobody need offer any.")
    how = _words_of(helper, way, wanted["how"])
    given = dict(wanted["inputs"] or {})
    used = {THINGS: _things_used(table, helper.id, given.pop(THINGS), way.move)} if THINGS in given else {}
    words = checked_words(way, {**given, **proven(table, roll, helper, way)})
    trait, said = _trait(table, way, helper, wanted["trait"]), {**words, **used}
    _refuse_too_many(table, _joined(roll, way, Offer(seat.id, helper.id, way.input.name, trait=trait, inputs=said)))
    entry = Offered(roll=roll.id, character=helper.id, input=way.input.name, how=how, trait=trait, inputs=said)
    entry.move = way.move if way.move != roll.move else ""
    return [entry]


def _said_before(roll: TableRoll, helper: Character, wanted: Json) -> list[Offer]:
    """The offers of this helper through the same input that this replaces: it says words, or picks another trait."""
    how, trait = not_blank(wanted["how"]), wanted["trait"]
    own = [each for each in roll.offers if (each.character, each.input) == (helper.id, wanted["input"])]
    return [each for each in own if (how and not each.how) or (trait and trait != each.trait)]


def proven(table: Table, roll: TableRoll, helper: Character, way: WayIn) -> Json:
    """What the helper's own roll says, where one is asked for."""
    if way.joins.proof is None:
        return {}
    made = _own_roll(table, roll, helper.id, way.joins.proof)
    if made is None:
        raise InputError(f"{helper.name} rolls for it first: roll {way.joins.proof[0]}, and offer the help then.")
    return {way.input.name: made}


def _own_roll(table: Table, roll: TableRoll, helper: str, proof: tuple[str, str, str]) -> Any:
    """What the latest roll of a helper settled since this one was declared; None without any."""
    move, settled, _ = proof
    known = [*(each for _, each in table.live.after(roll.id)), *table.recent]
    for made in sorted(known, key=lambda each: each.id, reverse=True):
        if made.id > roll.id and (made.character, made.move, made.status) == (helper, move, "done") and made.ending:
            return made.ending.facts[settled]
    return None


def help_seen(table: Table, roll: TableRoll, said: Json) -> list[Json]:
    """The ways into a roll as all see them; of those whom the gm asks to roll first, whether what they rolled helps."""
    found = []
    for way in ways_in(table, roll, said):
        proof, shown = way.joins.proof, {**way.shown}
        if proof:
            made = {each: _own_roll(table, roll, each, proof) for each in roll.demanded}
            enough = made and getattr(rulings_under(table.game_id, tuple(table.rulings.items())), proof[2])
            shown["rolled"] = {each: settled >= enough for each, settled in made.items() if settled is not None}
        found.append(shown)
    return found


@request("demand_roll", ROLL, CHARACTER, who=LEADING, undo="withdraw")
def demand_roll(turn: Turn, wanted: Json) -> list[Fact]:
    """Ask of someone to roll, and succeed, before they help; what they offered without is withdrawn."""
    table = turn.table
    rights.refuse_unless_leading(table, turn.seat, "ask for a roll before help")
    roll = rights.live_roll(table, wanted["roll"], "open")
    helper = rights.character_at(table, wanted["character"])
    ways = [way.input.name for way in ways_in(table, roll) if way.joins.proof]
    if not ways:
        raise InputError(f"Nobody rolls first to help with {roll.move} in this game; veto the offer instead.")
    if helper.id in roll.demanded:
        raise InputError(f"{helper.name} is asked to roll already.")
    offered = [each for each in roll.offers if each.character == helper.id and each.input not in ways]
    withdrawn = [OfferWithdrawn(roll=roll.id, character=each.character) for each in offered]
    return [Demanded(roll=roll.id, character=helper.id), *withdrawn]


def _words_of(helper: Character, way: WayIn, how: str | None) -> str:
    """How someone helps, which they must say where the game wants it and the table does not relax it."""
    if not_blank(how):
        return rights.text_of(how, "description of help", 200)
    if way.says_how:
        raise InputError(f"Say in a few words how {helper.name} helps: how takes a short text.")
    return ""


def _joined(roll: TableRoll, way: WayIn, offer: Offer) -> TableRoll:
    if way.input.name == MEMBERS:
        return roll.but(members=(*roll.members, offer.character))
    return roll.but(move=way.move, offers=(*roll.offers, offer))


def _things_used(table: Table, helper: str, names: Any, move: str) -> list[str]:
    """The things of a helper that they use for another's roll, each once; or an error that says what is accepted."""
    kinds, own, declared = table.game.sheet.things, things_of(table, helper), inputs_of(table.move(move).attempt)
    usable = [each.name for each in own if each.does and things.can_use(kinds, each, declared, by="helper")]
    texts = isinstance(names, list) and all(isinstance(name, str) for name in names)
    if not texts or len(set(names)) < len(names) or any(name not in usable for name in names):
        raise InputError(f"things takes those that help another's roll, each once: {', '.join(usable) or 'none here'}.")
    return list(names)


def _way(ways: list[WayIn], name: str | None) -> WayIn:
    for way in ways:
        if name in (None, "", way.input.name):
            return way
    accepted = " or ".join(way.input.name for way in ways)
    raise InputError(
        f"Help joins this roll through {accepted}." if accepted else "Nobody helps here: it is rolled alone."
    )


def _trait(table: Table, way: WayIn, helper: Character, name: str | None) -> str:
    accepted = (*way.traits, *own_traits(table, helper.id)) if way.traits and name else ()
    if name and name not in accepted:
        raise UnknownName("trait to help with", name, accepted)
    return name or ""


def _refuse_too_many(table: Table, trial: TableRoll) -> None:
    """Help that the game has no room for is refused when it is offered, not when the dice fall.

    Words that are not said yet change no dice, and hide nothing of that.
    """
    declared = inputs_under(table.game_id, trial.move, tuple(table.rulings.items()))
    if all(declared[need["input"]].kind.is_text for need in still_needed(table, trial)):
        with payers_named(table, trial):
            before_throw(asked(table, trial).start, trial)


def other_side(table: Table, move: Move, character: Character, name: Any) -> Character:
    """The character that a contest is against."""
    if not move.against:
        raise InputError(f"{move.name} has no other side; leave against out.")
    against = rights.character_at(table, name)
    if against.id == character.id:
        raise InputError(f"{character.name} cannot roll against themselves; name another character.")
    return against


def against_anew(table: Table, roll: TableRoll, name: str) -> TableRoll:
    """The contest against another, or someone the gm plays: what was said for the other side goes with who it was."""
    move = table.move(roll.move)
    roller = table.characters.get(roll.character) or Character(roll.character, roll.character, roll.seat, {})
    against = other_side(table, move, roller, name).id if name or not move.against else ""
    if against == roll.against:
        return roll
    if any(offer.character == against for offer in roll.offers):
        helper = table.characters[against].name
        raise InputError(f"{helper} helps with this roll, and cannot be its other side before that is taken back.")
    side = f"{SIDES[1]}_"
    inputs = {each: value for each, value in roll.inputs.items() if not each.startswith(side)}
    return roll.but(
        against=against,
        inputs=inputs | (answers_with(table, roll.move, against, roll.trait) if against else {}),
        decide={each: option for each, option in roll.decide.items() if not each.startswith(side)},
        offers=tuple(offer for offer in roll.offers if not offer.input.startswith(side)),
    )


def members_of(table: Table, move: Move, names: list[str]) -> list[Character]:
    """Those who roll together, each once."""
    if move.name not in table.game.sheet.share:
        raise InputError(f"{move.name} is not rolled by several together; leave members out.")
    if len(set(names)) < len(names):
        raise InputError(f"members takes up to {MOST_MEMBERS} characters, each once.")
    return [rights.character_at(table, each) for each in names]


def answers_with(table: Table, move: str, against: str, trait: str) -> Json:
    """What the other side of a contest rolls with until they say, if not the same: their best, where they lack that."""
    form, own = table.game.sheet, own_traits(table, against)
    values, groups = {**table.values_of(against), **own}, {each.name: each.group for each in form.traits}
    told = {name: str(worth).removeprefix("d") for name, worth in values.items()}
    size = {name: int(each) if each.isdigit() else 0 for name, each in told.items()}
    picks = [name for name in (*picks_of(form, move), *own) if name]
    best = max(picks, key=lambda name: size.get(name, 0) + size.get(groups.get(name, ""), 0), default="")
    is_better = trait and size.get(best, 0) > 0 and not size.get(trait)
    return {DEFENDER_TRAIT: best} if is_better else {}


@request("withdraw_offer", ROLL, CHARACTER, who={"of the other player": OTHERS}, undo="offer")
def withdraw_offer(turn: Turn, wanted: Json) -> list[Fact]:
    """Take an offer back before the dice fall; the gm may veto one."""
    roll = rights.live_roll(turn.table, wanted["roll"], "open")
    helper = rights.character_at(turn.table, wanted["character"])
    rights.refuse_other_character(turn.table, turn.seat, helper)
    joined = {offer.character for offer in roll.offers} | set(roll.members) - {roll.character}
    if helper.id not in joined:
        raise InputError(f"{helper.name} offers no help here.")
    return [OfferWithdrawn(roll=roll.id, character=helper.id)]


def with_members(table: Table, roll: TableRoll) -> dict[str, Json]:
    """What would be tried with each one more who takes part in a roll of several."""
    found: dict[str, Json] = {}
    shared = roll.move in table.game.sheet.share and roll.members
    for each in [each for each in table.characters if shared and each not in roll.members]:
        with suppress(ActionrollError):
            found[f"{MEMBERS} {each}"] = attempt_of(table, roll.but(members=(*roll.members, each)))
    return found


def joins_told(table: Table, move: str, way: str) -> str:
    """What someone who joins a roll so does, after their name, in the word in which it was offered."""
    joins = getattr(inputs_of(table.move(move).attempt).get(way), "joins", None)
    return "takes part" if way == MEMBERS else joins.told if joins else "helps"


def name_all(table: Table, told: Telling) -> None:
    """Who else rolls, with or against whoever began it, and whose dice decided; by the rules it fell under alone."""
    roll: TableRoll = told.whole
    names = {each.id: each.name for each in table.characters.values()}
    others = [names[each] for each in roll.members if each != roll.character]
    told.against = (called := names.get(roll.against) or roll.inputs.get(DEFENDER_NAME)) or "the other side"
    if called:
        told.rolled, told.does = f"{told.rolled} against {told.against}", told.does.replace("someone", told.against)
    elif others:
        told.rolled, told.does = (f"{each}, with {' and '.join(others)}" for each in (told.rolled, told.does))
    ending = None if under_other_rules(table, roll) else reached(table, roll).outcome
    parts = {**parts_of(table, roll), SIDES[1]: roll.against}
    parts = {part: names.get(each, each) or told.against for part, each in parts.items() if part != "roller"}
    told.why = [sentence(capital(by_name(ending.why, parts)))] if ending and ending.why else []


def tell_helped(table: Table, told: Telling) -> None:
    """Whose help did not come is not told to have helped."""
    ending = reached(table, told.whole).outcome if told.helps and not under_other_rules(table, told.whole) else None
    in_vain = [parts_of(table, told.whole).get(part) for part in ending.in_vain] if ending else []
    for offer in [each for each in told.whole.offers if each.character in in_vain]:
        helps, vainly = joins_told(table, told.move, offer.input), "tries in vain to help"
        told.helps[offer.character] = told.helps[offer.character].replace(helps, vainly, 1)


def deed_told(table: Table, told: Telling, chose: Chose) -> list[str]:
    """What someone chose by its deed, and what they gave up for it; who let it stand has done nothing that is told."""
    option, plays = chose.option, parts_of(table, told.whole).get(chose.part, "")
    names = {each.id: each.name for each in table.characters.values()} | {told.whole.character: told.who}
    who = names.get(plays) or capital(told.whole.inputs.get(DEFENDER_NAME) or "the other side")
    decisions = {each.name: each for each in table.game.move(told.move).decisions}
    if (declared := decisions.get(chose.decision.rpartition(".")[2])) and option == next(iter(declared.options)):
        return []
    stood, came = _weighed(table, told.whole, option)
    shows = str(dict(came.facts).get("result", "die")) if came else "die"
    deed = table.game.face.deeds.get(option, "") if table.game.face else ""
    does = does_told(IN_BRACES.sub(lambda found: "result" if found[1] == "tier" else shows, deed))
    tiers = () if table.move(told.move).against else table.game.move(told.move).tiers
    both = [tiers.index(each.tier) for each in (stood, came) if each and each.tier in tiers]
    for_it = f", giving up the {stood.tier}" if stood and both[1:] and both[0] > both[1] else ""
    called = table.game.label(option).replace("_", " ").replace("-", " ")
    return [sentence(f"{who} {does}{for_it}" if does else f"{who}: {called}")]


def _weighed(table: Table, roll: TableRoll, option: str) -> tuple[Outcome | None, Outcome | None]:
    """What a roll would have come to had it been let stand, and what it came to; nothing where dice fell after it."""
    if under_other_rules(table, roll) or [getattr(each, "option", "") for each in roll.taken[-1:]] != [option]:
        return None, None
    before = reached(table, roll.but(taken=roll.taken[:-1], reached=None))
    options = before.step.options if isinstance(before.step, Decide) else ()
    return (choose(before, options[0]).outcome, choose(before, option).outcome) if option in options else (None, None)
