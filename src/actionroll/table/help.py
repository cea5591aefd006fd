"""Help for a roll: the ways in which others may join it, and the requests to do so and to step back."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from typing import Any, NamedTuple

from actionroll.errors import ActionrollError, CannotPay, InputError, UnknownName
from actionroll.games import game
from actionroll.reckoning.play import choose
from actionroll.reckoning.record import begun
from actionroll.rules import things
from actionroll.rules.inputs import Input, Joins, inputs_of, moot_inputs
from actionroll.rules.kinds import Whole, read
from actionroll.rules.sheet import picks_of
from actionroll.rules.steps import Decide, Outcome
from actionroll.rules.things import THINGS
from actionroll.table import course, rights
from actionroll.table.campaign import ROLLS, Telling, by_name, does_told, sentence
from actionroll.table.log import Entry
from actionroll.table.requests import CHARACTER, INPUTS, LEADING, OTHERS, ROLL, Asking, Field, request
from actionroll.table.roll_entries import MEMBERS, Demanded, Offered, OfferWithdrawn
from actionroll.table.sheets import own_traits, things_of
from actionroll.table.state import Character, Chose, Json, Offer, Table, TableRoll
from actionroll.values import not_blank

IN_BRACES = re.compile(r"\{(\w+)\}")
"""What stands for a number in the words of a deed."""
TAKES_PART = Input(
    MEMBERS,
    Whole(0, rights.MOST_MEMBERS),
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
def _ways(game_id: str, move: str, ruled: course.Rulings, together: bool = False) -> tuple[WayIn, ...]:
    """The ways into rolls of a move under rulings; of several who roll together there is one more."""
    form, inputs = game(game_id).sheet, course.inputs_under(game_id, move, ruled)
    found = []
    for each in [*inputs.values(), *([TAKES_PART] if together and move in form.share else [])]:
        if each.joins:
            of_each = {name: one for name, one in inputs.items() if course.joined_through(one) == each.name}
            said = {name: one for name, one in of_each.items() if one.by == "helper"}
            if each.kind.is_number or move in form.lend:
                said.pop(each.name, None)
            traits = form.rolled_with if each.joins.with_trait else ()
            says_how = each.joins.demands_words(course.rulings_under(game_id, ruled))
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
def offer(asking: Asking, wanted: Json) -> list[Entry]:
    """Offer help from one's own seat, at one's own price, which is taken with the throw."""
    rights.refuse_other_character(asking.table, asking.seat, rights.character_at(asking.table, wanted["character"]))
    return [offered(asking.table, asking.seat.id, wanted)]


def offered(table: Table, seat: str, wanted: Json) -> Offered:
    """The entry of an offer from a seat, checked."""
    roll = rights.live_roll(table, wanted["roll"], "open")
    helper = rights.character_at(table, wanted["character"])
    if before := _said_before(roll, helper, wanted):
        roll = roll.but(offers=tuple(each for each in roll.offers if each not in before))
    taken = (roll.character, roll.against, *roll.members, *(each.character for each in roll.offers))
    if helper.id in taken:
        raise InputError(f"{helper.name} is in this roll already; another character may help.")
    ways = [way for way in ways_in(table, roll) if helper.id not in roll.demanded or way.joins.proof]
    way = _way(ways, wanted["input"])
    if way.input.name in moot_inputs(table.move(way.move).attempt, course.attempt_of(table, roll)):
        raise InputError("Help would change nothing here, as this is not rolled so; nobody need offer any.")
    how = _words_of(helper, way, wanted["how"])
    given = dict(wanted["inputs"] or {})
    used = {THINGS: _things_used(table, helper.id, given.pop(THINGS), way.move)} if THINGS in given else {}
    words = checked_words(way, {**given, **proven(table, roll, helper, way)})
    trait, said = _trait(table, way, helper, wanted["trait"]), {**words, **used}
    _refuse_too_many(table, _joined(roll, way, Offer(seat, helper.id, way.input.name, trait=trait, inputs=said)))
    entry = Offered(roll=roll.id, character=helper.id, input=way.input.name, how=how, trait=trait, inputs=said)
    entry.move, entry.by = way.move if way.move != roll.move else "", seat
    return entry


def _said_before(roll: TableRoll, helper: Character, wanted: Json) -> list[Offer]:
    """The offers of this helper through the same input that this replaces: it says words, or picks another trait."""
    how, trait = not_blank(wanted["how"]), wanted["trait"]
    own = [each for each in roll.offers if (each.character, each.input) == (helper.id, wanted["input"])]
    return [each for each in own if (how and not each.how) or (trait and trait != each.trait)]


def proven(table: Table, roll: TableRoll, helper: Character, way: WayIn) -> Json:
    """What the helper's own roll says, where one is asked for."""
    if way.joins.proof is None:
        return {}
    made = rights.own_rolls(table, roll, helper.id, way.joins.proof)
    if not made:
        raise InputError(f"{helper.name} rolls for it first: roll {way.joins.proof[0]}, and offer the help then.")
    return {way.input.name: made[max(made)]}


def help_seen(table: Table, roll: TableRoll, said: Json) -> list[Json]:
    """The ways into a roll as all see them; of those whom the gm asks to roll first, whether what they rolled helps."""
    found = []
    for way in ways_in(table, roll, said):
        shown = {**way.shown}
        if way.joins.proof:
            helps = {each: _helps(table, roll, each, way) for each in roll.demanded}
            shown["rolled"] = {each: enough for each, enough in helps.items() if enough is not None}
            earned = {each: _earned(table, roll, each, way, "") for each, enough in helps.items() if enough}
            shown["refused"] = {each: why for each, why in earned.items() if why and isinstance(why, str)}
        found.append(shown)
    return found


def _helps(table: Table, roll: TableRoll, helper: str, way: WayIn) -> bool | None:
    """Whether what a helper rolled last is enough; None while nothing is rolled, and where nobody rolls to help so."""
    proof = way.joins.proof
    made = rights.own_rolls(table, roll, helper, proof) if proof else {}
    rulings = course.rulings_under(table.game_id, tuple(table.rulings.items()))
    return bool(made[max(made)] >= getattr(rulings, proof[2])) if proof and made else None


@request("demand_roll", ROLL, CHARACTER, who=LEADING, undo="withdraw")
def demand_roll(asking: Asking, wanted: Json) -> list[Entry]:
    """Ask of someone to roll, and succeed, before they help; what they offered without waits until they have."""
    table = asking.table
    rights.refuse_unless_leading(table, asking.seat, "ask for a roll before help")
    roll = rights.live_roll(table, wanted["roll"], "open")
    helper = rights.character_at(table, wanted["character"])
    ways = [way.input.name for way in ways_in(table, roll) if way.joins.proof]
    if not ways:
        raise InputError(f"Nobody rolls first to help with {roll.move} in this game; veto the offer instead.")
    if helper.id in roll.demanded:
        raise InputError(f"{helper.name} is asked to roll already.")
    before = [each for each in roll.offers if each.character == helper.id and each.input not in ways]
    asks = [Demanded(roll=roll.id, character=helper.id, input=each.input, how=each.how) for each in before]
    withdrawn = [OfferWithdrawn(roll=roll.id, character=helper.id) for _ in before]
    return [*(asks or [Demanded(roll=roll.id, character=helper.id)]), *withdrawn]


def helping(table: Table, made: TableRoll) -> list[Entry]:
    """The help that a roll proves, as it was offered before; only the first since they were asked is for it."""
    found, who = [], made.character
    for roll in [each for each in table.open_rolls if each.status == "open" and who in each.demanded]:
        through, _ = roll.heard.get(who, ("", ""))
        side = next((each for each in course.SIDES if through.startswith(each)), "")
        ways = [each for each in ways_in(table, roll) if each.joins.proof and each.input.name.startswith(side)]
        proof = ways[0].joins.proof if len(ways) == 1 and _helps(table, roll, who, ways[0]) else None
        if proof and [*rights.own_rolls(table, roll, who, proof)] == [made.id]:
            found.append(_earned(table, roll, who, ways[0], made.seat))
    return [each for each in found if isinstance(each, Offered)]


def _earned(table: Table, roll: TableRoll, helper: str, way: WayIn, seat: str) -> Offered | str:
    """The help that someone rolled for, in the words of their offer; or why it is refused, empty while words miss."""
    how = roll.heard.get(helper, ("", ""))[1]
    if helper in [each.character for each in roll.offers] or (way.says_how and not not_blank(how)):
        return ""
    said = {"roll": roll.id, "character": helper, "input": way.input.name, "how": how, "trait": "", "inputs": {}}
    try:
        return offered(table, seat, said)
    except ActionrollError as refused:
        return refused.sentence


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
    declared = course.inputs_under(table.game_id, trial.move, tuple(table.rulings.items()))
    if all(declared[need["input"]].kind.is_text for need in course.still_needed(table, trial)):
        try:
            course.before_throw(course.asked(table, trial).start, trial)
        except CannotPay as refused:
            raise course.payer_named(table, trial, refused) from None


def against_anew(table: Table, roll: TableRoll, name: str) -> TableRoll:
    """The contest against another, or someone the gm plays: what was said for the other side goes with who it was."""
    move = table.move(roll.move)
    roller = table.characters.get(roll.character) or Character(roll.character, roll.character, roll.seat, {})
    against = rights.other_side(table, move, roller, name).id if name or not move.against else ""
    if against == roll.against:
        return roll
    if any(offer.character == against for offer in roll.offers):
        helper = table.characters[against].name
        raise InputError(f"{helper} helps with this roll, and cannot be its other side before that is taken back.")
    side = f"{course.SIDES[1]}_"
    inputs = {each: value for each, value in roll.inputs.items() if not each.startswith(side)}
    return roll.but(
        against=against,
        inputs=inputs | (answers_with(table, roll.move, against, roll.trait) if against else {}),
        decide={each: option for each, option in roll.decide.items() if not each.startswith(side)},
        offers=tuple(offer for offer in roll.offers if not offer.input.startswith(side)),
    )


def answers_with(table: Table, move: str, against: str, trait: str) -> Json:
    """What the other side of a contest rolls with until they say, if not the same: their best, where they lack that."""
    form, own = table.game.sheet, own_traits(table, against)
    values, groups = {**table.values_of(against), **own}, {each.name: each.group for each in form.traits}
    told = {name: str(worth).removeprefix("d") for name, worth in values.items()}
    size = {name: int(each) if each.isdigit() else 0 for name, each in told.items()}
    picks = [name for name in (*picks_of(form, move), *own) if name]
    best = max(picks, key=lambda name: size.get(name, 0) + size.get(groups.get(name, ""), 0), default="")
    is_better = trait and size.get(best, 0) > 0 and not size.get(trait)
    return {course.DEFENDER_TRAIT: best} if is_better else {}


@request("withdraw_offer", ROLL, CHARACTER, who={"of the other player": OTHERS}, undo="offer")
def withdraw_offer(asking: Asking, wanted: Json) -> list[Entry]:
    """Take an offer back before the dice fall; the gm may veto one."""
    roll = rights.live_roll(asking.table, wanted["roll"], "open")
    helper = rights.character_at(asking.table, wanted["character"])
    rights.refuse_other_character(asking.table, asking.seat, helper)
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
            found[f"{MEMBERS} {each}"] = course.attempt_of(table, roll.but(members=(*roll.members, each)))
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
    told.against = (called := names.get(roll.against) or roll.inputs.get(course.DEFENDER_NAME)) or "the other side"
    if called:
        told.rolled, told.does = f"{told.rolled} against {told.against}", told.does.replace("someone", told.against)
    elif others:
        so = "with" if told.does.startswith(ROLLS) else f"and so {'do' if others[1:] else 'does'}"
        told.rolled, told.does = (
            f"{each} {' and '.join(others)}" for each in (f"{told.rolled}, with", f"{told.does}, {so}")
        )
    ending = None if course.under_other_rules(table, roll) else course.reached(table, roll).outcome
    parts = {**course.parts_of(table, roll), course.SIDES[1]: roll.against}
    parts = {part: names.get(each, each) or told.against for part, each in parts.items() if part != "roller"}
    told.why = [sentence(begun(by_name(ending.why, parts)))] if ending and ending.why else []


def tell_helped(table: Table, told: Telling) -> None:
    """Whose help did not come is not told to have helped."""
    are_told = told.helps and not course.under_other_rules(table, told.whole)
    ending = course.reached(table, told.whole).outcome if are_told else None
    in_vain = [course.parts_of(table, told.whole).get(part) for part in ending.in_vain] if ending else []
    for offer in [each for each in told.whole.offers if each.character in in_vain]:
        helps, vainly = joins_told(table, told.move, offer.input), "tries in vain to help"
        told.helps[offer.character] = told.helps[offer.character].replace(helps, vainly, 1)


def deed_told(table: Table, told: Telling, chose: Chose) -> list[str]:
    """What someone chose by its deed, and what they gave up for it; who let it stand has done nothing that is told."""
    option, plays = chose.option, course.parts_of(table, told.whole).get(chose.part, "")
    names = {each.id: each.name for each in table.characters.values()} | {told.whole.character: told.who}
    who = names.get(plays) or begun(told.whole.inputs.get(course.DEFENDER_NAME) or "the other side")
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
    if course.under_other_rules(table, roll) or [getattr(each, "option", "") for each in roll.taken[-1:]] != [option]:
        return None, None
    before = course.reached(table, roll.but(taken=roll.taken[:-1], reached=None))
    options = before.step.options if isinstance(before.step, Decide) else ()
    return (choose(before, options[0]).outcome, choose(before, option).outcome) if option in options else (None, None)
