"""What everyone at a table may see of a roll: while it is built, while it waits, and when it is done."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import lru_cache
from typing import Any, NamedTuple

from actionroll import wire
from actionroll.errors import ActionrollError
from actionroll.reckoning.advice import counted_by
from actionroll.reckoning.record import Chosen, last_word_on, told_next, told_unasked, unasked, without_gm
from actionroll.rules.inputs import Input, moot_inputs
from actionroll.rules.kinds import die_name
from actionroll.rules.sheet import same_name
from actionroll.rules.steps import Decide, Outcome, Throw, after, left_open, now, outcome_head, price_of, straight_to
from actionroll.rules.things import THINGS, can_use
from actionroll.table import course
from actionroll.table.arcs import among_characters
from actionroll.table.course import DEFENDER_NAME, DEFENDER_READY, DEFENDER_TRAIT
from actionroll.table.help import help_seen, with_members
from actionroll.table.rights import User, users_of
from actionroll.table.settlement import answers_to, asks_nothing, due_of, fallen, owed_by, still_offered
from actionroll.table.sheets import overruled_by, things_of
from actionroll.table.state import MAKING, Chose, Fell, Json, Offer, Table, TableRoll
from actionroll.values import WORDLESS, not_blank

OFFERED = [name for name in Offer._fields if name not in ("part", "place")]
DUE_TOLD = {True: lru_cache(256)(wire.due_shown), False: lru_cache(256)(lambda due: without_gm(wire.due_shown(due)))}
"""What is shown of a due, at a table with a gm and without: few come up again and again, and nobody changes them."""


def roll_view(table: Table, number: int, whole: TableRoll | None = None) -> Json | None:
    """Everything about a roll that anyone at the table may see; of one that is long over, only its head."""
    roll = whole or table.roll(number)
    if not isinstance(roll, TableRoll):
        return {"roll": number, **roll._asdict(), "record": None, "open_dues": [], "asks": None} if roll else None
    attempt, offers = course.attempt_of(table, roll) if roll.taken else {}, course.in_order(roll) if roll.offers else ()
    told: Json = record_of(table, roll, attempt) if roll.taken else {"record": None, "tiers": None}
    head: Json = {
        "roll": roll.id,
        "seat": roll.seat,
        "character": roll.character,
        "undertaking": roll.undertaking,
        "move": roll.move,
        "trait": roll.trait,
        "against": roll.against,
        "ready": bool(roll.against and roll.inputs.get(DEFENDER_READY)),
        "against_trait": (roll.inputs.get(DEFENDER_TRAIT) or roll.trait) if roll.against else "",
        "members": list(roll.members),
        "status": roll.status,
        "by_hand": roll.by_hand,
        "wished": roll.wished,
        "demanded": list(roll.demanded),
        "offers": [{name: getattr(each, name) for name in OFFERED} for each in offers],
        "parts": course.parts_of(table, roll),
        "track_names": _track_names(table, roll) if table.game.sheet.track_named is not same_name else {},
        "texts": _texts(table, roll),
        "attempt": attempt,
        "rulings": roll.rulings,
        **told,
        "open_dues": [_due_view(table, roll, place, told["record"]["outcome"]["dues"]) for place in roll.open_dues],
        "asks": None,
        "falling": bool(roll.called),
        "phones": roll.phones,
        "given": sorted(roll.given),
        **(_unasked(table, roll) if roll.taken and roll.decide else {}),
    }
    if roll.status in MAKING:
        head |= _open_view(table, roll) if roll.status == "open" else _waiting_view(table, roll)
    return head if table.with_gm else without_gm(head)


def _unasked(table: Table, roll: TableRoll) -> Json:
    """What was set for decisions that are not asked before the first throw, in a sentence; nothing where all are."""
    if course.under_other_rules(table, roll):
        return {}
    dropped = unasked(table.move(roll.move), roll.decide, course.before_throw(course.asked(table, roll).start, roll))
    return {"unasked": told_unasked(dropped, table.game.label, "before the throw")} if dropped else {}


def _texts(table: Table, roll: TableRoll) -> dict[str, str]:
    """What people wrote about it, by input."""
    form: Any = table.move(roll.move).attempt
    written, texts = {**roll.inputs, **roll.brought}, (*wire.ways_to_show(form).texts, DEFENDER_NAME)
    return {name: written[name] for name in texts if not_blank(written.get(name))}


def record_of(table: Table, roll: TableRoll, attempt: Json | None = None) -> Json:
    """A roll's steps and outcome in today's words, or as kept where the rules changed; and what it could end in."""
    if not course.under_other_rules(table, roll):
        shown = wire.record_shown(course.reached(table, roll), table.game.label, DUE_TOLD[table.with_gm])
        return {"record": shown, "tiers": list(course.asked(table, roll, attempt).tiers)}
    told: Json = {"steps": [_kept(each) for each in roll.taken], "answers": roll.answers}
    if roll.ending:
        dues = [DUE_TOLD[table.with_gm](due_of(table, roll, place)) for place in range(len(roll.ending.dues))]
        words = {"short": roll.ending.tier, "long": [f"{roll.ending.tier}, by rules that have changed since."]}
        kept = {"tier": roll.ending.tier, "facts": roll.ending.facts, "effects": []}
        told["outcome"] = {**kept, "dues": dues, "words": words}
    return {"record": told, "tiers": list(table.move(roll.move).tiers)}


def _kept(each: Fell | Chose) -> Json:
    if isinstance(each, Chose):
        return {"do": "decide", "rule": "", "name": each.decision, "by": each.part, "options": [], "chose": each.option}
    dice = [{"die": die_name(sides), "face": face, "from": "", "counted": True} for sides, face in each.dice]
    return {"do": "throw", "rule": "", "says": "", "dice": dice, "costs": [], "by_hand": each.by_hand}


def _track_names(table: Table, roll: TableRoll) -> dict[str, str]:
    """The sheet's own names of what the rules call otherwise: "drive" is "cunning" for this trait."""
    own, inputs = table.game.sheet.track_named, course.inputs_for(table, roll)
    return {name: called for name in inputs if (called := own(name, roll.trait)) != name}


class NearAsked(NamedTuple):
    """Everything that the near alternatives of an open roll depend on."""

    game: str
    move: str
    attempt: Json
    rulings: dict[str, str]
    decide: dict[str, str]
    over: list[str]
    things: dict[str, Json]
    """The attempt with each thing used that is not, or left that is."""


def near_asked(table: Table, roll: TableRoll) -> NearAsked:
    """What to ask for the near alternatives of an open roll."""
    sheets = course.from_sheets(table, roll)
    filled = course.attempt_of(table, roll)
    moot = moot_inputs(table.move(roll.move).attempt, filled)
    inputs = course.open_inputs(table, roll.move).items()
    over = [name for name, each in inputs if name not in moot and _can_be_set(each, sheets[0])]
    over += [f"decide.{each.name}" for each in table.move(roll.move).decisions]
    toggled = _with_things(table, roll) | with_members(table, roll)
    return NearAsked(table.game_id, roll.move, filled, table.rulings, roll.decide, over, toggled)


def _with_things(table: Table, roll: TableRoll) -> dict[str, Json]:
    """What would be tried with each thing of the roller's used that is not, or left that is; not what cannot be."""
    found = {}
    for user in users_of(table, roll):
        used = [*roll.inputs.get(user.names, ())]
        for name in _in_use_or_usable(table, roll, user):
            names = [each for each in used if each != name] if name in used else [*used, name]
            with suppress(ActionrollError):
                then = roll.but(inputs={**roll.inputs, user.names: names})
                found[name if user.names == THINGS else user.side + name] = course.attempt_of(table, then)
    return found


def _can_be_set(each: Input, from_sheet: Json) -> bool:
    return each.name not in from_sheet and each.of_each is None and each.weighs and not each.kind.is_text


def _open_view(table: Table, roll: TableRoll) -> Json:
    sheets = course.from_sheets(table, roll)
    refusal: Json = {"refusal": ""}
    try:
        said = course.attempt_of(table, roll)
    except ActionrollError as refused:  # a thing that cannot be used any more
        said, refusal = course.attempt_of(table, roll, sheets[0]), _refusal_view(refused)
    needs = course.still_needed(table, roll, said)
    shown: Json = {
        "help": help_seen(table, roll, said),
        "needs": needs,
        "owed": owed_by(table, roll.character, roll.move),
        "moot": sorted(moot_inputs(table.move(roll.move).attempt, said)),
        **{each.names: _things_view(table, roll, each) for each in users_of(table, roll)},
        **refusal,
    }
    shown |= {"decide": {}, "says": "", "costs": [], "dice": [], "sketched": [], "odds": None}
    if any(course.inputs_for(table, roll)[each["input"]].required for each in needs):
        unless = _refusal_with(table, roll, {})
        more = {"inputs": _inputs_view(table, roll, said, said, sheets[0]), "sketched": _sketched(table, roll, said)}
        return {**shown, **more, **(unless if unless.get("leave") else {})}
    try:
        question = course.asked(table, roll, said)
        return {**shown, **_ready_view(table, roll, question, said, sheets[0])}
    except ActionrollError as refused:
        refusal = _refusal_view(course.payer_named(table, roll, refused))
        return {**shown, "inputs": _inputs_view(table, roll, said, said, sheets[0]), **refusal}


def _sketched(table: Table, roll: TableRoll, said: Json) -> list[Json]:
    """The dice that fall whatever is still to be said; one that depends on it is there without its size."""
    try:
        certain, all_of_them = (_dice_with(table, roll, {**said, **filled}) for filled in _unsaid(table, roll, said))
    except ActionrollError:
        return []
    sketch = [die if die in certain else {**die, "die": ""} for die in all_of_them]
    return [*sketch, *_in_turn(table, roll, sketch, _sketched)]


def _unsaid(table: Table, roll: TableRoll, said: Json) -> tuple[Json, Json]:
    """What the roll needs and nobody has said: the least that it can be, and with the largest dice."""
    kinds = {each.name: each.kind for each in course.inputs_for(table, roll).values() if each.required}
    unsaid = {name: kind for name, kind in kinds.items() if name not in said and kind.values()}
    least = {name: kind.values()[0] for name, kind in unsaid.items()}
    most = {name: kind.values()[-1] if kind.form()["type"] == "die" else least[name] for name, kind in unsaid.items()}
    return least, most


def _dice_with(table: Table, roll: TableRoll, attempt: Json) -> list[Json]:
    step = course.before_throw(course.asked(table, roll, attempt).start, roll).step
    return wire.dice_to_throw(step) if isinstance(step, Throw) else []


def _in_turn(table: Table, roll: TableRoll, first: list[Json], dice_of: Callable[..., list[Json]]) -> list[Json]:
    """What falls after the first dice: the roller's own after those of who helps, each member's in their turn."""
    turns = enumerate(roll.members[1:], 2) if {die["by"] for die in first} == {"member-1"} else ()
    others: list[tuple[TableRoll, Json]] = [(roll.but(members=(each,)), {"by": f"member-{n}"}) for n, each in turns]
    if any(die["by"].startswith("helper-") for die in first):
        inputs = {name: said for name, said in roll.inputs.items() if name == THINGS or not isinstance(said, list)}
        others = [(roll.but(offers=(), inputs=inputs), {})]
    later = [(by, die) for then, by in others for die in dice_of(table, then, course.attempt_of(table, then))]
    return [{**die, **by, "later": True} for by, die in later]


def _things_view(table: Table, roll: TableRoll, user: User) -> list[Json]:
    """Someone's things that are used or may be, with what each does; and why one cannot be used with the others."""
    own, used = things_of(table, user.character), roll.inputs.get(user.names, ())
    if not own or table.move(roll.move).diceless:
        return []
    kinds, shown = table.game.sheet.things, _in_use_or_usable(table, roll, user)
    using, sheets = [each.name for each in own if each.name in used], course.from_sheets(table, roll)
    uses = {(kind.name, use.name): use for kind in kinds for use in kind.uses}
    return [
        {
            "name": each.name,
            "kind": each.kind,
            "says": in_vain
            or " ".join(_use_told(uses[each.kind, use].says, value) for use, value in each.does)
            or f"{each.text} In words alone: it changes no dice.".strip(),
            **({"text": each.text} if each.does and each.text else {}),
            "fills": [] if in_vain else sorted({name for use, _ in each.does for name in uses[each.kind, use].fills}),
            "used": each.name in used,
            "refusal": ""
            if each.name in used
            else in_vain or _refusal_with(table, roll, {user.names: [*using, each.name]})["refusal"],
        }
        for each in own
        if each.name in shown
        for in_vain in [overruled_by(table, roll, each, user, sheets[0])]
    ]


def _in_use_or_usable(table: Table, roll: TableRoll, user: User) -> list[str]:
    """Someone's things that are used in the roll or may be."""
    kinds, declared = table.game.sheet.things, course.inputs_for(table, roll)
    used = roll.inputs.get(user.names, ())
    return [
        each.name
        for each in things_of(table, user.character)
        if each.name in used or (each.worth is None and can_use(kinds, each, declared, side=user.side))
    ]


def _use_told(says: str, value: object) -> str:
    """What a use does, and how much of it: "Adds to the score: 1"."""
    return says if value is None else f"{says.rstrip('.')}: {value}."


def _refusal_view(refused: ActionrollError) -> Json:
    """Why a roll cannot be thrown, at which input, and where the gm may allow it all the same, the one that says so."""
    return {"refusal": refused.sentence, "leave": refused.leave, "refused_at": refused.at}


def _refusal_with(table: Table, roll: TableRoll, used: Json) -> Json:
    """Why the roll could not be thrown with these things, such as its price; what is unsaid is taken at its least."""
    then = roll.but(inputs={**roll.inputs, **used})
    try:
        said = course.attempt_of(table, then)
        course.before_throw(course.asked(table, then, {**_unsaid(table, roll, said)[0], **said}).start, then)
    except ActionrollError as refused:
        return _refusal_view(course.payer_named(table, then, refused))
    return {"refusal": ""}


def _ready_view(table: Table, roll: TableRoll, question: course.Asked, said: Json, from_sheet: Json) -> Json:
    standing = course.before_throw(question.start, roll)
    throw = standing.step if isinstance(standing.step, Throw) else None
    done = standing.step if isinstance(standing.step, Outcome) and table.move(roll.move).diceless else None
    chosen = [each for each in standing.taken if isinstance(each, Chosen)]
    return {
        "inputs": _inputs_view(table, roll, said, wire.attempt_shown(question.attempt), from_sheet),
        "decide": {each.asked.name: {"options": list(each.asked.options), "chosen": each.option} for each in chosen},
        **told_next(standing)._asdict(),
        "costs": wire.effects_shown(throw.costs if throw else (), course.parts_of(table, roll)),
        "dice": (dice := wire.dice_to_throw(throw) if throw else []),
        "sketched": _in_turn(table, roll, dice, _dice_with) if roll.members or roll.offers else [],
        **({"changing": wire.effects_shown(done.effects, course.parts_of(table, roll))} if done else {}),
        "thrower": course.seat_to_throw(table, roll, standing.step),
        "odds": course.odds_from(table.game, standing.step, question.tiers),
        "chosen_later": course.chosen_later(table, roll, standing.step, question.tiers),
        **(_unasked(table, roll) if roll.decide else {}),
    }


def _inputs_view(table: Table, roll: TableRoll, said: Json, full: Json, from_sheet: Json) -> Json:
    # What waited on the sheet is proposed, and not said yet.
    waits = {name: value for name, (mark, value) in table.game.sheet.proposes.items() if said.get(mark)}
    full = full | {name: value for name, value in said.items() if value is WORDLESS}
    shown: Json = {}
    for name, each in course.open_inputs(table, roll.move).items():
        usual = each.default if each.default and each.default.follows is None else None
        ready = each.with_gm if table.with_gm else None
        shown[name] = {
            "value": full[name] if name in full else each.kind.show(usual.value) if usual else None,
            "set": name in said and (name in roll.inputs or full[name] not in filter(None, (waits.get(name), ready))),
            "from_sheet": name in from_sheet,
            "by": course.said_by(each) if name not in from_sheet else each.by,
        }
        if ready and each.kind.is_text and not each.waits(course.rulings_of(table)):
            shown[name]["usual"] = ready
    return shown


def _waiting_view(table: Table, roll: TableRoll) -> Json:
    if course.under_other_rules(table, roll):
        return {}
    step = course.reached(table, roll).step
    if isinstance(step, Decide):
        return {"asks": _decision_view(table, roll, step)}
    if isinstance(step, Throw):
        shown, tiers = wire.asks_shown(step), course.asked(table, roll).tiers
        shown["costs"] = wire.effects_shown(step.costs, course.parts_of(table, roll))
        more = {"seat": course.seat_of_dice(table, roll), "odds": course.odds_from(table.game, step, tiers)}
        return {"asks": {**shown, **more}, "says": shown["says"]}
    return {}


def _decision_view(table: Table, roll: TableRoll, step: Decide) -> Json:
    tiers, parts, settled = course.asked(table, roll).tiers, course.parts_of(table, roll), now(step)
    decisions = {each.name: each for each in table.move(roll.move).decisions}
    return {
        "ask": "decision",
        "rule": step.rule,
        "decision": step.name,
        "by": step.by,
        "seat": course.seat_of_part(table, roll, step.by),
        "among": len(read := counted_by(step)) > 1 and all(any(each or ()) for each in read),
        "content": bool(settled and step.name in decisions and settled.tier in decisions[step.name].content),
        "now": {**outcome_head(settled), "why": settled.why, "brings": left_open(settled)} if settled else None,
        "options": [
            {
                "option": option,
                "says": ({**of.options, **(of.says_now(asked) if of.says_now else {})} if of else {}).get(option, ""),
                "price": wire.effects_shown(price_of(then, settled), parts),
                "ends": isinstance(then, Outcome),
                **({"leaves": {"by": other.by, "options": list(other.options[1:])}} if other else {}),
                **({"brings": left_open(then)} if isinstance(then, Outcome) else {}),
                "odds": course.odds_from(table.game, then, tiers),
            }
            for asked, option in _options(table, roll, step)
            for then in [after(asked, option)]
            for of in [decisions.get(asked.name)]
            for others in [isinstance(then, Decide) and then.by != step.by and not asks_nothing(table, roll, then)]
            for other in [then if others and isinstance(then, Decide) else None]
        ],
    }


def _options(table: Table, roll: TableRoll, step: Decide) -> Iterator[tuple[Decide, str]]:
    """What is chosen from, each with the decision it is of: for one that only leads to a further one, those of that."""
    for option in still_offered(table, roll, step):
        further = straight_to(step, option)
        if further is None or asks_nothing(table, roll, further):
            yield step, option
        else:
            yield from ((further, each) for each in still_offered(table, roll, further))


def foretold(table: Table, roll: TableRoll, place: int, answer: object, placed: int = 0) -> Json:
    """What an answer to a due would change if it fell so now, as settling it would; or why it cannot."""
    try:
        return {"changes": fallen(table, roll, place, answer, placed).changes, "refused": ""}
    except ActionrollError as refused:
        return {"changes": (), "refused": refused.sentence}


def _due_view(table: Table, roll: TableRoll, place: int, shown: list[Json]) -> Json:
    due, said = due_of(table, roll, place), roll.proposed.get(place) or roll.named.get(place)
    among = among_characters(table, roll, due, course.parts_of(table, roll)) if due.among or roll.undertaking else None
    return {
        "due": place,
        **(DUE_TOLD[table.with_gm](among) if among else shown[place]),
        **({"says": due.says + last_word_on(due)} if table.with_gm else {}),
        "answered_as": due.answered_as,
        "named": roll.named.get(place),
        "seat": "" if due.by == "gm" else course.seat_of_part(table, roll, due.by),
        "proposed": roll.proposed.get(place),
        "answers": answers_to(table, roll, place, due),
        **({"foretold": foretold(table, roll, place, said)["changes"]} if said else {}),
    }
