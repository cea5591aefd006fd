"""What a roll demands of people: dues that its outcome leaves to settle, and the price of an option."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from actionroll.errors import ActionrollError, CannotPay, InputError, UnknownName
from actionroll.reckoning.play import sides_of
from actionroll.reckoning.record import told_pools
from actionroll.rules.game import Move
from actionroll.rules.sheet import OF_THING, bound_of, picks_of, refuse_unbearable, refuse_unfit
from actionroll.rules.steps import Decide, Due, Effect, Outcome, Step, Throw, Told, Way, after, price
from actionroll.table import course, rights
from actionroll.table.arcs import aimed_by, among_characters, changes_by, of_its_rank
from actionroll.table.log import Entry
from actionroll.table.requests import GM, OWN, ROLL, Asking, Field, request
from actionroll.table.roll_entries import Declared, Named, Proposed, Settled
from actionroll.table.sheets import aimed_at, left_of_thing, worn_by
from actionroll.table.state import Json, Owed, Past, Seat, Table, TableRoll

STILL_ANSWERED = 60
"""So many rolls back a due is looked for: a table that settles nothing would look through all of its log."""
IN_WORDS = "in words"
"""What a way is called that is words alone: it is told by them, and where there are none by nothing."""
BY_HAND = Way("by hand", "The rules have changed since: change the sheets by hand, and strike this off.")


DUE = Field("due", "number", "Which due, as `open_dues` names it; 0 if it is left out.")
ANSWER = Field(
    "answer",
    "list",
    "Shares of it, each with way, amount, who and words; only way must be there; as named or proposed, if left out.",
    most=100,
)
WITH = Field("trait", "text", "What it is answered with, if that is the gm's to say; whoever answers chooses else.")
WHOSE = Field("character", "text", "Who takes what was named, where the gm answers for an absent seat.")


@request("name_due", ROLL, DUE, ANSWER, WITH, who={"the gm's due": GM}, undo="name_due")
def name_due(asking: Asking, wanted: Json) -> list[Entry]:
    """Say what a due will bring before it falls: each on whom it falls may answer it first, once."""
    roll, place = rights.live_roll(asking.table, wanted["roll"], "done"), wanted["due"] or 0
    due = _open_due(asking.table, roll, place)
    rights.refuse_unless_leading(asking.table, asking.seat, "name this")
    if not due.answered_by or due.answered_as:
        raise InputError(f"Nothing answers the {due.kind}; settle it.")
    fallen(asking.table, roll, place, wanted["answer"])
    if (trait := wanted["trait"] or "") and trait not in (picks := picks_of(asking.table.game.sheet, due.answered_by)):
        raise UnknownName("trait to answer it with", trait, picks)
    return [Named(roll=roll.id, due=place, answer=wanted["answer"], trait=trait)]


@request("settle", ROLL, DUE, ANSWER, WHOSE, who={"the gm's due": GM, "as it was named": OWN}, undo="undo")
def settle(asking: Asking, wanted: Json) -> list[Entry]:
    """Settle a due of a roll that has ended, take it as it was named, or propose how where the gm has the last word."""
    table = asking.table
    roll, place = rights.live_roll(table, wanted["roll"], "done"), wanted["due"] or 0
    due, named = _open_due(table, roll, place), roll.named.get(place)
    if named is not None and wanted["answer"] in (None, named):
        return [_taken(asking, roll, place, due, wanted["character"])]
    answer = wanted["answer"] if wanted["answer"] is not None else roll.proposed.get(place)
    refuse_unless_settling(table, asking.seat, roll, due)
    entry = fallen(table, roll, place, answer)
    _refuse_unrolled(due, entry.answer)
    if due.answered_first and (others := awaited(table, roll, due.on, answer, asking.seat.id)):
        raise InputError(f"Name it first: {_listed(table, others)} may answer it before it falls (name_due).")
    if due.final == "gm" and not rights.leads(table, asking.seat):
        return [Proposed(roll=roll.id, due=place, answer=answer or [])]
    return [entry]


def refuse_unless_settling(table: Table, seat: Seat, roll: TableRoll, due: Due) -> None:
    """A due is settled, and what it brought taken back, by the one whom it asks or by whoever leads."""
    if due.by == "gm":
        rights.refuse_unless_leading(table, seat, "settle this")
    elif course.seat_of_part(table, roll, due.by) != seat.id:
        rights.refuse_unless_leading(table, seat, "settle this for another seat")


def _refuse_unrolled(due: Due, answer: Sequence[Any]) -> None:
    """The way that stands for a roll is taken by that roll alone."""
    if due.answered_as and any(share["way"] == due.answered_as for share in answer):
        raise InputError(f"A roll of {due.answered_by} settles this as {due.answered_as}: roll it, or name another.")


def _taken(asking: Asking, roll: TableRoll, place: int, due: Due, character: str | None) -> Settled:
    """What was named falls on those who take it: one's own characters, or for the gm all whom nobody has to ask."""
    table, named = asking.table, roll.named[place]
    targets = list(dict.fromkeys(_falls_on(table, roll, due.on, share) for share in named))
    if character:
        rights.refuse_other_character(table, asking.seat, rights.character_at(table, character))
        if character not in targets:
            raise InputError(f"It falls on {_listed(table, targets)}, not on {table.characters[character].name}.")
        return _share_falls(table, roll, place, [character])
    own = [each for each in targets if each in table.characters and table.characters[each].seat == asking.seat.id]
    if not rights.leads(table, asking.seat):
        if not own:
            rights.refuse_unless_leading(table, asking.seat, "settle this")
        return _share_falls(table, roll, place, own)
    others = awaited(table, roll, due.on, named, asking.seat.id) if due.answered_first else []
    if not (free := [each for each in targets if each not in others]):
        raise InputError(f"{_listed(table, others)} may still answer: they take it or {due.answered_by} is rolled.")
    return _share_falls(table, roll, place, free)


def _falls_on(table: Table, roll: TableRoll, on: str, share: Mapping[str, Any]) -> str:
    """The character that a share falls on; empty where it is nobody's at this table."""
    part = str(share.get("who", on))
    return course.parts_of(table, roll).get(part, part if part in table.characters else "")


def awaited(table: Table, roll: TableRoll, on: str, answer: Any, asking: str = "") -> list[str]:
    """Those on whom an answer falls and who answer for themselves: characters of another player at the table."""
    found = dict.fromkeys(_falls_on(table, roll, on, share) for share in answer)
    return [each for each in found if is_awaited(table, each, asking)]


def is_awaited(table: Table, character: str, asking: str = "") -> bool:
    """Whether a character is played from the seat of a player who is at the table, and is another's."""
    seat = table.seats.get(table.characters[character].seat) if character in table.characters else None
    return seat is not None and not seat.gone and seat.role == "player" and seat.id != asking


def _listed(table: Table, characters: Sequence[str]) -> str:
    names = [table.characters[each].name if each in table.characters else "nobody's character" for each in characters]
    return " and ".join(names)


def _share_falls(
    table: Table, roll: TableRoll, place: int, whose: Sequence[str], answers: int = 0, due: Due | None = None
) -> Settled:
    """What was named falls on these characters; the rest waits for the others."""
    due, named = due or _open_due(table, roll, place), roll.named[place]
    theirs = [share for share in named if _falls_on(table, roll, due.on, share) in whose]
    entry = fallen(table, roll, place, theirs)
    entry.left, entry.answers = [share for share in named if share not in theirs], answers
    return entry


def answers_to(table: Table, roll: TableRoll, place: int, due: Due) -> list[Json]:
    """Who has still to answer what was named of a due: with which traits they may, and what each would cost."""
    if place not in roll.named:
        return []
    move, said = due.answered_by, roll.answered_with.get(place, "")
    traits = [said] if said else [each for each in picks_of(table.game.sheet, move) if each]
    return [
        {
            "character": each,
            "seat": table.characters[each].seat,
            "with": [{"trait": trait, **_costs_with(table, each, move, trait)} for trait in traits],
        }
        for each in awaited(table, roll, due.on, roll.named[place])
    ]


def _costs_with(table: Table, character: str, move: str, trait: str) -> Json:
    """How many dice an answer with this trait has, and the odds of what it would cost."""
    trial = Declared(seat="", character=character, move=move, trait=trait).as_roll(0)
    question = course.asked(table, trial, course.attempt_of(table, trial))
    step = course.before_throw(question.start, trial).step
    costs = course.chosen_later(table, trial, step, question.tiers)
    dice = len(sides_of(step)) if isinstance(step, Throw) else 0
    told = told_pools(step) if isinstance(step, Throw) else Told("")
    return {"dice": dice, **told._asdict(), "chosen_later": costs}


def _open_due(table: Table, roll: TableRoll, place: int) -> Due:
    """A due that nobody has settled; those it may fall on are known by their characters too."""
    if place not in roll.open_dues:
        still = f"still open: {', '.join(map(str, roll.open_dues))}" if roll.open_dues else "none of this roll is open"
        raise InputError(f"That due is settled or not there; {still}.")
    return among_characters(table, roll, due_of(table, roll, place), course.parts_of(table, roll))


def fallen(table: Table, roll: TableRoll, place: int, answer: Any, placed: int = 0) -> Settled:
    """The entry of a due that falls so, or why it cannot; of one that is shared out, as far as so much is `placed`."""
    if answer is None:
        raise InputError("'answer' is missing; say in which way this is settled.")
    due, own = _open_due(table, roll, place), course.parts_of(table, roll)
    due = due._replace(amount=placed) if 0 < placed < due.amount and not due.several else due
    effects = table.game.settle(due, answer)
    parts = {**own, **{name: name for name in table.characters}}
    if any(effect.who == "ally" for effect in effects):
        allies = [f"{table.characters[each].name} ({each})" for each in due.among if each in table.characters]
        raise InputError(f"Say which ally: {', '.join(allies) or 'nobody else has a sheet here'}.")
    if unknown := [effect.who for effect in effects if effect.who not in parts]:
        raise InputError(f"It falls on a part of the roll or on a character: {', '.join(parts)}, not {unknown[0]}.")
    refuse_unfit(due, answer, lambda who, mark: table.values_of(parts.get(who, ""))[mark])
    worn = _track_of_things(due)
    refuse_unbearable(due, answer, lambda who, track: _left(table, parts.get(who, ""), track, roll, worn))
    if len(due.ways) == 1 and due.ways[0].in_words and not any(share.get("words") for share in answer):
        answer = [{**share, "way": IN_WORDS} for share in answer]
    on_tracks = [effect for effect in effects if not effect.track.startswith(OF_THING)]
    reads = aimed_by(table, roll, on_tracks, parts)
    changes = (*changes_by(table, roll, on_tracks, parts), *worn_by(table, effects, parts))
    return Settled(roll=roll.id, due=place, answer=answer, changes=changes, reads=tuple(reads))


def _track_of_things(due: Due) -> str:
    """The track in whose place named things may stand."""
    return next((way.track for way in due.ways if way.bears == "all"), "")


class Answerable(NamedTuple):
    """A due that a roll of someone would answer, and what was named of it for them."""

    roll: TableRoll
    place: int
    due: Due
    shares: list[Any]


def answerable(table: Table, character: str, move: str, itself: int = 0) -> Answerable | None:
    """The latest due that a roll of this move by this character answers: their own, or what was named for them.

    What the roll itself brings it does not answer: a row of prices that does not fit is rolled again.
    """
    for other in _awaiting(table, move):
        for place, due in _owed_of(table, other):
            if due.answered_by != move or other.id == itself:
                continue
            named = other.named.get(place, ())
            shares = [share for share in named if _falls_on(table, other, due.on, share) == character]
            if shares or (due.answered_as and other.character == character):
                return Answerable(other, place, due, shares)
    return None


def answering(table: Table, roll: TableRoll, ended: Outcome | None) -> list[Entry]:
    """The latest due that such a roll answers is settled by it.

    A price that was rolled is paid; a consequence that was named falls now, unless the answer has still to say what is
    left of it: then nothing of it falls before.
    """
    found = answerable(table, roll.character, roll.move, roll.id)
    if found is None:
        return []
    if found.due.answered_as:
        paid = [{"way": found.due.answered_as}]
        return [Settled(roll=found.roll.id, due=found.place, answer=paid, answers=roll.id)]
    entry = _share_falls(table, found.roll, found.place, [roll.character], roll.id, found.due)
    if ended and any(due.is_remainder for due in ended.dues):
        entry.changes = entry.reads = ()
    return [entry]


def told_of_due(table: Table, move: Move, character: str, trait: str, said: Json) -> Json:
    """What a roll that answers what was named is told of it; refused where the gm said another trait."""
    found = answerable(table, character, move.name)
    if found is None:
        _refuse_unnamed(table, character, move, said)
    if found is None or not found.shares:
        return {}
    if (wanted := found.roll.answered_with.get(found.place, trait)) != trait:
        raise InputError(f"The gm says that it is answered with {wanted}; pick that.")
    return dict(move.told_of(found.shares)) if move.told_of else {}


def _refuse_unnamed(table: Table, character: str, move: Move, said: Json) -> None:
    """What is named first is answered neither before nor twice: nobody pays for an answer to they know not what."""
    name = table.characters[character].name if character in table.characters else character
    for other in _awaiting(table, move.name):
        for place, due in _owed_of(table, other):
            unnamed = due.answered_first and due.answered_by == move.name and place not in other.named
            if unnamed and _falls_on(table, other, due.on, {}) == character:
                raise InputError(f"The {due.kind} is named first (name_due); then {name} may answer it, once.")
    told = move.told_of(()) if move.told_of and table.with_gm and move.only_answers in [*table.rulings.items()] else {}
    if told and not any(map(said.get, told)):
        raise InputError(f"Nothing waits for {move.name} by {name}: what it answers is named first, and answered once.")


def _left(table: Table, character: str, track: str, roll: TableRoll, worn: str) -> int | None:
    """What a character's track still has above its lower bound; or a thing of theirs that stands in for one."""
    if track.startswith(OF_THING):
        return left_of_thing(table, character, track.removeprefix(OF_THING), worn)
    if character not in table.characters:
        return None
    form, values = table.game.sheet, table.values_of(character)
    name = form.track_named(track, roll.trait)
    low = {each.name: bound_of(each.low, values) for each in form.tracks}.get(name)
    return None if low is None else values[name] - low


def due_of(table: Table, roll: TableRoll, place: int) -> Due:
    """A due with the ways to settle it; where the rules have changed since, only by hand."""
    outcome = None if course.under_other_rules(table, roll) else course.reached(table, roll).outcome
    if outcome is not None:
        return of_its_rank(table, roll, outcome.dues[place])
    kept = roll.ending.dues[place] if roll.ending else Owed("")
    amount = f" {kept.amount}" if kept.amount else ""
    return Due(kept.kind, kept.by, f"{kept.kind}{amount}: {BY_HAND.says}", (BY_HAND,), 0, kept.on)


def _owed_of(table: Table, roll: TableRoll) -> tuple[tuple[int, Due], ...]:
    """The open dues of a roll with their places."""
    if roll.owed is None:
        roll.owed = tuple((place, due_of(table, roll, place)) for place in roll.open_dues)
    return roll.owed


BY_PLAYERS = ""  # among the names of moves that answer dues: those which players settle


def _awaiting(table: Table, what: str) -> list[TableRoll]:
    """The rolls with open dues that a move answers, or that players settle, the latest first.

    Every roll asks for them, so dues are sorted out once after they have changed.
    """
    numbers: list[int] = []
    before = table.demands
    while before and len(numbers) < STILL_ANSWERED:
        number, before = before
        numbers.append(number)
    for number in numbers:
        owed = _owed_of(table, table.live[number]) if number in table.live else ()
        moves = {due.answered_by for _, due in owed if due.answered_by}
        for each in {*moves, BY_PLAYERS} if any(due.by != "gm" for _, due in owed) else moves:
            others = {number, *table.awaiting.get(each, ())}
            table.awaiting = {**table.awaiting, each: tuple(sorted(others)[-STILL_ANSWERED:])}
    table.demands = None
    found = table.awaiting.get(what, ())
    return [table.live[number] for number in reversed(found) if number in table.live]


def owed_by(table: Table, character: str, move: str) -> list[Json]:
    """What a character has still to settle of earlier rolls, but for what such a roll itself answers."""
    return [
        {"roll": roll.id, "due": place, "kind": due.kind, "amount": due.amount}
        for roll in _awaiting(table, BY_PLAYERS)
        for place, due in _owed_of(table, roll)
        if due.by != "gm"
        and due.answered_by != move
        and course.parts_of(table, roll).get(due.by) == character
        and place not in roll.proposed
    ]


def still_offered(table: Table, roll: TableRoll, step: Decide) -> tuple[str, ...]:
    """The options of a decision that would be there too if the sheets had stood at the throw as they stand now.

    Of options that come to the same only the first is shown.
    """
    there = [option for option in step.options if not _spent(table, roll, step, option)]
    futures = [after(step, option) for option in there]
    return tuple(option for place, option in enumerate(there) if futures[place] not in futures[:place])


def asks_nothing(table: Table, roll: TableRoll, step: Decide) -> bool:
    """Whether a decision need not be asked: its options cannot differ, or who is asked has what they could want.

    That is so where all their own choices, left as they are, end in a tier that is declared as good enough.
    """
    content = {each.name: each.content for each in table.move(roll.move).decisions}.get(step.name)
    then: Step = step
    while content and isinstance(then, Decide) and then.by == step.by:
        then = after(then, then.options[0])
    if content and isinstance(then, Outcome) and then.tier in content:
        return True
    return len({after(step, option) for option in step.options}) == 1


def refuse_spent(table: Table, roll: TableRoll, step: Decide, option: str) -> None:
    """An option whose price is not there any more: others may have spent of the track since the dice fell."""
    if option in step.options and _spent(table, roll, step, option):
        payers = [course.parts_of(table, roll).get(effect.who, "") for effect in price(step, option)]
        named = [table.characters[payer].name for payer in payers if payer in table.characters]
        accepted = ", ".join(still_offered(table, roll, step))
        whose = f" {named[0]}" if named else ""
        raise CannotPay(f"What {option} costs{whose} was spent since these dice fell; accepted: {accepted}.")


def _spent(table: Table, roll: TableRoll, step: Decide, option: str) -> bool:
    """What is paid with a throw is refused there; here is what an outcome takes, which would only be kept in bounds."""
    if option == step.options[0] or not isinstance(after(step, option), Outcome):
        return False
    attempt = course.attempt_of(table, roll)
    costs = [effect for effect in price(step, option) if effect.by < 0 and effect.track in attempt]
    lost = {effect.track: _taken_since(table, roll, effect) for effect in costs}
    if all(points <= 0 for points in lost.values()):
        return False
    left = {track: attempt[track] - max(0, points) for track, points in lost.items()}
    try:
        standing = course.replayed_with(table, roll, {**attempt, **left})
    except ActionrollError:
        return True
    return not (isinstance(standing.step, Decide) and option in standing.step.options)


def _taken_since(table: Table, roll: TableRoll, effect: Effect) -> int:
    """By how much a track sank since the dice of a roll fell, through anything but the roll itself."""
    places = aimed_at(table, (effect,), course.parts_of(table, roll), roll.trait)
    changes = [change for past in _others_since(table, roll) for change in past.changes]
    return sum(change.before - change.after for change in changes if (change.where, change.name) in places)


def _others_since(table: Table, roll: TableRoll) -> list[Past]:
    since = list(table.past.after(roll.id))
    thrown = min((number for number, past in since if past.roll == roll.id), default=0)
    return [past for number, past in since if number > thrown and past.roll != roll.id]
