"""Requests about rolls: declare, set, throw, decide."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from actionroll.errors import ActionrollError, CannotPay, InputError, RollError, UnknownName
from actionroll.reckoning import play
from actionroll.reckoning.record import Cast, Roll, named
from actionroll.rules.game import Move
from actionroll.rules.kinds import YesNo, read
from actionroll.rules.sheet import INTENTIONS, picks_of
from actionroll.rules.steps import Decide, Throw, led_through, now
from actionroll.rules.things import THINGS
from actionroll.table import course, requests, rights
from actionroll.table.arcs import changes_by, made_on
from actionroll.table.course import DEFENDER_NAME, DEFENDER_READY, DEFENDER_TRAIT, SIDES
from actionroll.table.fairness import next_phones, nonces_of
from actionroll.table.help import against_anew, answers_with, helping
from actionroll.table.log import Entry, fold, merged
from actionroll.table.requests import Asking, Deed, Field, Outside, request
from actionroll.table.roll_entries import Called, Decided, Declared, InputsSet, OfferWithdrawn, Resolved, Thrown
from actionroll.table.settlement import answerable, answering, asks_nothing, refuse_spent, told_of_due
from actionroll.table.sheets import changes_of, own_traits, refuse_unusable, spent_by, with_changes
from actionroll.table.state import Change, Character, Json, Owed, Seat, Table, TableRoll
from actionroll.values import once

DEFENDER, THEIR_NAME = SIDES[1], "name of the other side"
MOST_ROLLS = 60
STILL_NEEDED = "This roll still waits for {input}, which is the {by}'s to say: {says}"
DECLARING = (
    Field("character", "text", "A character's id."),
    Field("npc", "text", "Whom the gm rolls for in the open, without a sheet, in place of a character."),
    Field("move", "text", "The move; `action` if it is left out."),
    Field("trait", "text", "What is picked on the sheet to roll with."),
    Field("against", "text", "The character on the other side of a contest."),
    Field("members", "texts", "The characters that roll together.", most=rights.MOST_MEMBERS),
    requests.INPUTS,
    requests.DECIDE,
    Field("undertaking", "text", "The undertaking that it is made on: a vow, a fight."),
)


@request("declare", *DECLARING, who=requests.OWN, undo="withdraw")
def declare(asking: Asking, wanted: Json) -> list[Entry]:
    """Open a roll for all; or, from the gm, call for one from a named seat."""
    return [_declaration(asking, wanted)]


def _declaration(asking: Asking, wanted: Json) -> Declared:
    """The entry that declares a roll."""
    table, seat = asking.table, asking.seat
    if len(table.making) >= MOST_ROLLS:
        raise InputError(f"{MOST_ROLLS} rolls are open here; throw or withdraw one of them first.")
    move = table.move(wanted["move"] or "action")
    character = _roller(table, seat, move, wanted)
    against = rights.other_side(table, move, character, wanted["against"]) if wanted["against"] else None
    members = rights.members_of(table, move, wanted["members"]) if wanted["members"] else []
    for each in (character, *members):
        rights.refuse_other_character(table, seat, each)
    trait = _trait(table, move.name, character.id, wanted["trait"]) if wanted["trait"] else ""
    answer = answers_with(table, move.name, against.id, trait) if against else {}
    entry = Declared(
        seat=character.seat or seat.id,
        character=character.id,
        move=move.name,
        trait=trait,
        against=against.id if against else "",
        members=tuple(each.id for each in members),
        inputs={**answer, **(wanted["inputs"] or {})},
        phones=next_phones(table, asking.outside),
    )
    roll = entry.as_roll(0)
    if wanted["undertaking"] or table.game.sheet.made_on:
        entry.undertaking = made_on(table, roll, wanted["undertaking"])
        roll = entry.as_roll(0)
    _refuse_inputs(table, seat, roll, wanted["inputs"] or {})
    entry.sheets = roll.sheets
    entry.decide = _decisions_set(table, seat, roll, wanted["decide"]) if wanted["decide"] else {}
    doing = course.doing(table, roll) if table.with_gm or table.values.get(INTENTIONS) else {}
    if ready := {**doing, **told_of_due(table, move, character.id, entry.trait, entry.inputs)}:
        entry.inputs = {**ready, **entry.inputs}
    return entry


def _roller(table: Table, seat: Seat, move: Move, wanted: Json) -> Character:
    """The character that rolls; or someone without a sheet, whom the gm plays and who is known by name alone.

    What only players roll is not rolled by a character of the gm's.
    """
    character = rights.npc_of(table, seat, wanted) if wanted["npc"] else rights.character_at(table, wanted["character"])
    player = table.seats.get(character.seat)
    if player is not None and player.role == "gm":
        rights.refuse_what_players_roll(table, move, character.name)
    if move.only_answers and any((each.character, each.move) == (character.id, move.name) for each in table.open_rolls):
        raise InputError(f"{character.name} has a roll of {move.name} open; throw or withdraw it first.")
    return character


def _trait(table: Table, move: str, character: str, name: Any) -> str:
    """What is picked on the sheet to roll with."""
    accepted = [pick for pick in picks_of(table.game.sheet, move) if pick]
    if not accepted:
        raise InputError(f"{move} is rolled without a trait; leave trait out.")
    if name not in accepted and name not in (own := own_traits(table, character)):
        raise UnknownName("trait", name, [*accepted, *own])
    return str(name)


@request(
    "set",
    requests.ROLL,
    requests.INPUTS,
    requests.DECIDE,
    Field("undertaking", "text", "What it is made on from now on; empty for none."),
    Field("trait", "text", "What is picked on the sheet in the place of what was; all else stays that fits it."),
    Field("against", "text", "Who is on the other side of a contest from now on; empty for someone the gm plays."),
    who={
        "": requests.OWN,
        "the gm's call": requests.LEADING,
        "whom a contest is against": requests.OWN,
        "the other player's side of a contest": requests.OTHERS,
        "a side of a contest that no seat plays": requests.LEADING,
    },
    undo="set",
)
def set_inputs(asking: Asking, wanted: Json) -> list[Entry]:
    """Set inputs of an open roll, each by whoever may, and decisions before the first throw; words also later."""
    table, seat = asking.table, asking.seat
    inputs, said, trait, against = dict(wanted["inputs"] or {}), *map(wanted.get, ("undertaking", "trait", "against"))
    is_moved = any(each is not None for each in (said, trait, against))
    before = rights.roll_to_set(table, wanted["roll"], inputs, wanted["decide"] or is_moved)
    if is_moved:
        rights.refuse_other_roll(table, seat, before)
    roll = before if against is None else against_anew(table, before, against)
    roll = roll if trait is None else _picked_anew(table, roll, trait)
    then = roll.but(inputs={**roll.inputs, **inputs})
    undertaking = made_on(table, then, said)
    _refuse_inputs(table, seat, then.but(undertaking=undertaking), inputs)
    decide = _decisions_set(table, seat, roll, wanted["decide"]) if wanted["decide"] else {}
    if not inputs and not decide and not is_moved:
        raise InputError("Say what to set: inputs, decide, trait, against or undertaking takes at least one.")
    inputs = {**{name: value for name, value in roll.inputs.items() if before.inputs.get(name) != value}, **inputs}
    declared = course.inputs_for(table, roll)
    changed = [declared[name] for name, value in inputs.items() if name in declared and roll.inputs.get(name) != value]
    is_asked = table.with_gm and roll.status == "open" and not roll.called
    repicked = trait not in (None, before.trait) and not rights.leads(table, seat)
    of_pick = getattr(table.move(roll.move).attempt, "of_pick", ()) if repicked else None
    forgets = course.reopened(table, roll, changed, inputs, of_pick) if is_asked else ()
    anew = tuple([name for name in forgets if name in (of_pick or ())])
    forgets += tuple([name for name in before.inputs if name not in roll.inputs])
    forgets += tuple([name for name in before.decide if name not in roll.decide])
    if DEFENDER_READY not in inputs and any(name.startswith(f"{DEFENDER}_") for name in (*inputs, *decide)):
        forgets += tuple(name for name in roll.inputs if name == DEFENDER_READY)
    moved = None if undertaking == roll.undertaking else undertaking
    said_anew: Json = {"inputs": inputs, "decide": decide, "forgets": forgets, "undertaking": moved, "trait": trait}
    left = [OfferWithdrawn(roll=roll.id, character=each.character) for each in before.offers if each not in roll.offers]
    return [InputsSet(roll=roll.id, **said_anew, against=against, anew=anew), *left]


def _picked_anew(table: Table, roll: TableRoll, trait: str) -> TableRoll:
    """The roll with another pick: what is of the old one alone goes, such as a veto of it, and what does not fit."""
    told_of_due(table, table.move(roll.move), roll.character, trait, roll.inputs)
    declared = course.inputs_for(table, roll)
    later = roll.but(trait=_trait(table, roll.move, roll.character, trait) if trait else "")
    moot = getattr(table.move(roll.move).attempt, "moot", ())
    idle = [each.input for each in moot if each.holds(declared, roll.inputs)]
    kept = {name: value for name, value in roll.inputs.items() if name not in idle or trait == roll.trait}
    answers = [answers_with(table, roll.move, roll.against, each.trait) for each in (roll, later) if roll.against]
    if answers and kept.get(DEFENDER_TRAIT) == answers[0].get(DEFENDER_TRAIT):  # nobody chose it
        kept = {name: value for name, value in kept.items() if name != DEFENDER_TRAIT} | answers[1]
    if kept.get("intent") == course.doing(table, roll).get("intent"):  # nobody wrote it
        kept = {name: value for name, value in kept.items() if name != "intent"} | course.doing(table, later)
    if _is_refused(table, later.but(inputs=kept)) and not _is_refused(table, roll):
        numbers = {name for name, each in declared.items() if each.by != "gm" and not each.kind.is_text}
        kept = {name: value for name, value in kept.items() if name not in {THINGS, *numbers}}
    return later.but(inputs=kept)


def _is_refused(table: Table, roll: TableRoll) -> bool:
    """Whether the rules would not let it be thrown as it stands: points that nobody has, a thing of no use here."""
    try:
        course.before_throw(course.asked(table, roll).start, roll)
    except ActionrollError:
        return True
    return False


def _refuse_inputs(table: Table, seat: Seat, roll: TableRoll, wanted: Mapping[str, Any]) -> None:
    """Refuse inputs that are set anew, unless they may be so, and from this seat."""
    if roll.against and wanted.get(DEFENDER_TRAIT):
        _trait(table, roll.move, roll.against, wanted[DEFENDER_TRAIT])
    filled, _ = course.from_sheets(table, roll)
    users = {user.names: user for user in rights.users_of(table, roll)}
    for name, value in wanted.items():
        if name in users:
            given = course.attempt_of(table, roll.but(inputs={**roll.inputs, name: []}))
            refuse_unusable(table, users[name], value, course.inputs_for(table, roll), given)
        elif name == DEFENDER_READY and roll.against:
            read(YesNo(), name, value)
        elif name == DEFENDER_NAME and table.move(roll.move).against and not roll.against:
            rights.name_of(rights.text_of(value if value != "" else "-", THEIR_NAME, rights.LONGEST_NAME), THEIR_NAME)
        elif name != DEFENDER_TRAIT or not roll.against:
            course.refuse_wrong_input(table, roll, name, value, filled)
            if course.said_by(course.inputs_for(table, roll)[name]) == "gm":
                rights.refuse_unless_leading(table, seat, f"set {name}")
                continue
        _refuse_other_side(table, seat, roll, name)
    if wanted:
        _refuse_unruled(table, roll, wanted)


def _refuse_unruled(table: Table, roll: TableRoll, wanted: Mapping[str, Any]) -> None:
    """How much each of several may be by a ruling is known at once; all else may still come to fit."""
    kinds = {name: each.kind for name, each in course.inputs_for(table, roll).items() if name in wanted}
    ruled = [name for name, kind in kinds.items() if kind.repeats and getattr(kind.single(), "by_ruling", None)]
    if ruled and not _is_refused(table, roll.but(inputs={k: v for k, v in roll.inputs.items() if k not in ruled})):
        course.asked(table, roll)


def _refuse_other_side(table: Table, seat: Seat, roll: TableRoll, name: str) -> None:
    """What is the defender's is set from that seat, or by the gm who plays them; all else by the roller."""
    if not name.startswith(f"{DEFENDER}_"):
        rights.refuse_other_roll(table, seat, roll)
    elif not roll.against:
        rights.refuse_unless_leading(table, seat, f"set {name} of someone they play")
    elif course.seat_of_part(table, roll, DEFENDER) != seat.id:
        rights.refuse_unless_leading(table, seat, f"set {name} for another seat")


def _decisions_set(table: Table, seat: Seat, roll: TableRoll, wanted: Mapping[str, Any]) -> dict[str, str]:
    move = table.move(roll.move)
    for name, option in wanted.items():
        if option not in move.decision(name).options:
            raise InputError(f"{name} takes one of {', '.join(move.decision(name).options)}.")
        _refuse_other_side(table, seat, roll, name)
    return dict(wanted)


@request("throw", requests.ROLL, requests.DICE, requests.NONCE, who=requests.OWN, undo="undo")
def throw(asking: Asking, wanted: Json) -> list[Entry]:
    """Throw the dice of a roll, or enter those that were thrown by hand."""
    roll = rights.live_roll(asking.table, wanted["roll"], "open", "waiting", falling=True)
    rights.refuse_other_dice(asking.table, asking.seat, roll, course.seat_of_dice(asking.table, roll))
    if roll.called and asking.outside.lets_fall and wanted["dice"] is None:
        return []  # whoever throws twice leaves no phone less time for its contribution
    return falls(asking.table, roll, wanted, asking.outside, asking.seat.id)


def _answers(table: Table, roll: TableRoll, entry: Thrown | Decided) -> list[Entry]:
    """What follows by itself: what an ended roll settles of others, and the first option where nothing is asked."""
    standing, step = entry.reached, entry.reached.step if entry.reached else None
    unasked = isinstance(step, Decide) and asks_nothing(table, roll, step)
    proves = any(roll.character in each.demanded for each in table.open_rolls)
    if not unasked and not (entry.tier and (proves or answerable(table, roll.character, roll.move, roll.id))):
        return []
    later = table.fork()
    fold(later, table.number + 1, entry)
    if not isinstance(step, Decide) or standing is None:
        return [*answering(later, roll, standing.outcome if standing else None), *helping(later, roll)]
    first, _ = decided(later, later.live[roll.id], standing, step, step.options[0])
    return [first, *_answers(later, later.live[roll.id], first)]


@request("roll_at_once", *DECLARING, requests.DICE, requests.NONCE, who=requests.OWN, undo="undo")
def roll_at_once(asking: Asking, wanted: Json) -> Deed:
    """Declare a roll and throw its dice in one go, or neither: for programs, and for who plays alone."""
    declared = _declaration(asking, wanted)
    later, declared.by = asking.table.fork(), asking.seat.id
    fold(later, later.number + 1, declared)
    roll = later.live[later.number]
    rights.refuse_other_dice(asking.table, asking.seat, roll, course.seat_of_dice(asking.table, roll))
    return Deed([declared, *falls(later, roll, wanted, asking.outside, asking.seat.id)], begun=later)


def falls(table: Table, roll: TableRoll, wanted: Json, outside: Outside, by: str) -> list[Entry]:
    """The dice fall at once; where phones take part in them, these are first asked for their contributions."""
    entry = thrown(table, roll, wanted, outside)
    entry.by = roll.called or by
    if roll.phones and not roll.called and entry.dice and not entry.by_hand:
        return [Called(roll=roll.id, nonce=entry.nonce, attempt=entry.attempt)]
    return [entry, *_answers(table, roll, entry)]


def thrown(table: Table, roll: TableRoll, wanted: Json, outside: Outside) -> Thrown:
    """The entry of a throw, whoever makes it."""
    entry = Thrown(roll=roll.id, nonce=roll.nonce if roll.called else rights.nonce_of(wanted["nonce"]))
    if roll.status == "open":
        brought, reads = course.brought(table, roll)
        entry.reads = once(table.known, reads)
        entry.attempt, entry.rules = roll.brought or brought, table.rules
        tried = course.attempt_of(table, roll, entry.attempt)
        if needed := course.still_needed(table, roll, tried):
            raise InputError(STILL_NEEDED.format(**needed[0]))
        try:
            question = course.asked(table, roll, tried)
            standing = course.before_throw(question.start, roll)
        except CannotPay as refused:
            raise course.payer_named(table, roll, refused) from None
    else:
        question, standing = course.asked(table, roll), course.reached(table, roll)
    if isinstance(standing.step, Decide):
        raise RollError(f"The roll {play.standing(standing)}.")
    if not course.chosen_later(table, roll, standing.step, question.tiers):  # of a price that is chosen none are told
        odds = course.odds_from(table.game, standing.step, question.tiers)
        entry.odds = tuple(odds["tiers"].items()) if odds else ()
    entry.changes = _changes(table, roll, standing, after := _cast(table, roll, standing, wanted, entry, outside))
    tell_ending(entry, after)
    if not entry.tier:
        entry.phones = next_phones(table, outside)
    return entry


def _changes(table: Table, roll: TableRoll, standing: Roll, after: Roll) -> tuple[Change, ...]:
    """What a throw changes: by its costs, by how the roll ends, and of the things that it uses up."""
    casts = [taken for taken in after.taken[len(standing.taken) :] if isinstance(taken, Cast)]
    costs = [cost for taken in casts for cost in taken.throw.costs]
    effects, tier = (after.outcome.effects, after.outcome.tier) if after.outcome else ((), "")
    uses = roll.offers or any(name.endswith(THINGS) for name in roll.inputs)
    spent = spent_by(table, roll) if roll.status == "open" and uses else ()
    if not (costs or effects or spent or roll.undertaking):
        return ()
    parts = course.parts_of(table, roll)
    paid = changes_of(table, costs, parts, roll.trait, paid=True)
    ends = changes_by(with_changes(table, paid), roll, effects, parts, tier)
    return tuple([each for each in merged((*paid, *ends, *spent)) if each.before != each.after])


def _cast(table: Table, roll: TableRoll, standing: Roll, wanted: Json, entry: Thrown, outside: Outside) -> Roll:
    """Let the dice fall, by hand or from the table's seed."""
    faces, entry.by_hand = wanted["dice"], wanted["dice"] is not None
    if not isinstance(standing.step, Throw):
        if entry.by_hand:
            raise InputError("There are no dice in this roll; leave dice out.")
        return standing
    if entry.by_hand:
        if roll.called:
            raise InputError("These dice are falling already; leave dice out.")
        if table.settings.get("hand_dice") is False:
            raise InputError("This table takes no dice thrown by hand; leave dice out, and they fall here.")
        fallen = play.checked(standing.step, play.as_read_off(standing.step, faces))
    else:
        entry.missing = tuple(sorted(seat for seat in roll.phones if seat not in roll.given))
        fallen = play.draw(standing.step, outside.dice(roll.id, roll.throws + 1, *nonces_of(roll, entry.nonce)))
    after = play.cast(standing, fallen, entry.by_hand)
    owners = {pool.by for pool in standing.step.pools if pool.sides}
    entry.part = owners.pop() if len(owners) == 1 else "roller"
    entry.dice = tuple(zip(play.sides_of(standing.step), fallen, strict=True))
    return after


def tell_ending(entry: Resolved, after: Roll) -> None:
    """What a roll came to: its tier, facts and dues, or how it stands while something is to be decided."""
    entry.reached = after
    if outcome := after.outcome:
        entry.tier, entry.facts = outcome.tier, dict(outcome.facts)
        entry.dues = tuple(Owed(due.kind, due.amount, due.by, due.on) for due in outcome.dues)
    elif isinstance(after.step, Decide):
        stands = now(after.step)
        entry.now = stands.tier if stands else ""


@request(
    "decide",
    requests.ROLL,
    Field("option", "text", "One of the options that the roll asks for.", required=True),
    requests.DICE,
    requests.NONCE,
    who={"": requests.OWN, "for the other player's side of a contest": requests.OTHERS},
    undo="undo",
)
def decide(asking: Asking, wanted: Json) -> list[Entry]:
    """Answer a decision; dice that follow from it are thrown at once, unless this roll's are entered by hand."""
    table, roll = asking.table, rights.live_roll(asking.table, wanted["roll"], "waiting")
    standing = course.reached(table, roll)
    if not isinstance(standing.step, Decide):
        raise RollError(f"Nothing is to be decided here; the roll {play.standing(standing)}.")
    if course.seat_of_part(table, roll, standing.step.by) != asking.seat.id and not rights.leads(table, asking.seat):
        raise rights.NotYours(f"This is for {named(standing.step.by)} to decide; the gm may answer for an absent seat.")
    passed = led_through(standing.step, wanted["option"])
    entry, chosen = decided(table, roll, standing, standing.step, passed or wanted["option"])
    if not passed and (not isinstance(chosen.step, Throw) or (roll.by_hand and wanted["dice"] is None)):
        return [entry, *_answers(table, roll, entry)]
    later = table.fork()
    fold(later, table.number + 1, entry)
    if passed and isinstance(further := decide(asking._replace(table=later), wanted), list):
        return [entry, *further]
    return [entry, *falls(later, later.live[roll.id], wanted, asking.outside, asking.seat.id)]


def decided(table: Table, roll: TableRoll, standing: Roll, step: Decide, option: Any) -> tuple[Decided, Roll]:
    """The entry of a decision, whoever makes it, and where the roll then stands."""
    refuse_spent(table, roll, step, option)
    chosen = play.choose(standing, option)
    entry = Decided(roll=roll.id, decision=step.name, option=option, part=step.by)
    if out := chosen.outcome:
        entry.changes = changes_by(table, roll, out.effects, course.parts_of(table, roll), out.tier)
    tell_ending(entry, chosen)
    return entry, chosen
