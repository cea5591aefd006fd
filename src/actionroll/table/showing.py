"""A roll of the table as everyone sees it: what is set and by whom, its exact odds, what it asks and what is due."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from actionroll import wire
from actionroll.api import Question
from actionroll.errors import ActionrollError
from actionroll.games import game
from actionroll.neighbours import Asked, near
from actionroll.reckoning.explanation import told_effects, told_pools
from actionroll.rules.inputs import Input
from actionroll.rules.record import Chosen, Roll
from actionroll.rules.sheet import same_name
from actionroll.rules.steps import Decide, Effect, Throw, after, now, price
from actionroll.table.building import (
    asked,
    before_throw,
    inputs_for,
    odds_from,
    parts_of,
    payers_named,
    raw_attempt,
    said_by,
    seat_of_dice,
    seat_of_part,
    stands,
    still_needed,
)
from actionroll.table.joining import WayIn, in_order, open_inputs, said_by_helper, traits_to_join_with, ways_in
from actionroll.table.reading import DEFENDER_TRAIT, from_sheets
from actionroll.table.rolls import TableRoll
from actionroll.table.spending import still_offered
from actionroll.table.state import Json, Table


def roll_view(table: Table, roll: TableRoll) -> Json:
    """Everything about a roll that anyone at the table may see."""
    head: Json = {
        "roll": roll.id,
        "seat": roll.seat,
        "character": roll.character,
        "move": roll.move,
        "trait": roll.trait,
        "against": roll.against,
        "against_trait": (roll.inputs.get(DEFENDER_TRAIT) or roll.trait) if roll.against else "",
        "members": list(roll.members),
        "status": roll.status,
        "by_hand": roll.by_hand,
        "wished": roll.wished,
        "offers": [
            {
                "seat": each.seat,
                "character": each.character,
                "input": each.input,
                "how": each.how,
                "trait": each.trait,
                "inputs": each.inputs,
            }
            for each in in_order(roll)
        ],
        "parts": parts_of(table, roll),
        "track_names": _track_names(table, roll),
        "record": roll.record.told if roll.record else None,
        "open_dues": [_due_view(table, roll, place) for place in roll.open_dues],
        "asks": None,
    }
    match roll.status:
        case "open":
            return {**head, **_open_view(table, roll)}
        case "waiting":
            return {**head, **_waiting_view(table, roll)}
        case "done" | "withdrawn" | "undone" | "closed":
            return head


def _track_names(table: Table, roll: TableRoll) -> dict[str, str]:
    """The sheet's own names of what the rules call otherwise: "drive" is "cunning" for this trait."""
    named = table.game.sheet.track_named
    found = {name: named(name, roll.trait) for name in inputs_for(table, roll)} if named is not same_name else {}
    return {name: own for name, own in found.items() if own != name}


class NearAsked(NamedTuple):
    """Everything that the near alternatives of an open roll depend on."""

    game: str
    move: str
    attempt: Json
    rulings: dict[str, str]
    decide: dict[str, str]
    over: list[str]

    def view(self, go_on: Callable[[], bool] = lambda: True) -> Json:
        """The alternatives, over all that can still be set."""
        asked = Asked(game(self.game), self.move, self.attempt, self.rulings, self.decide)
        return near(asked, frozenset(self.over), go_on)


def near_asked(table: Table, roll: TableRoll) -> NearAsked:
    """What to ask for the near alternatives of an open roll."""
    sheets = from_sheets(table, roll)
    filled, _ = raw_attempt(table, roll, sheets)
    over = [name for name, each in open_inputs(table, roll.move).items() if _can_be_set(each, sheets[0])]
    decisions = [f"decide.{each.name}" for each in table.game.move(roll.move).decisions]
    return NearAsked(table.game_id, roll.move, filled, table.rulings, roll.decide, [*over, *decisions])


def _can_be_set(each: Input, from_sheet: Json) -> bool:
    return each.name not in from_sheet and each.of_each is None and not each.kind.is_text


def _open_view(table: Table, roll: TableRoll) -> Json:
    sheets = from_sheets(table, roll)
    raw, _ = raw_attempt(table, roll, sheets)
    needs = still_needed(table, roll, raw)
    shown: Json = {
        "help": [_way_view(table, way) for way in ways_in(table, roll)],
        "needs": needs,
        "refusal": "",
        "decide": {},
        "says": "",
        "costs": [],
        "dice": [],
        "odds": None,
    }
    if any(inputs_for(table, roll)[each["input"]].required for each in needs):
        return {**shown, "inputs": _inputs_view(table, roll, raw, raw, sheets[0])}
    try:
        with payers_named(table, roll):
            question = asked(table, roll, raw)
            return {**shown, **_ready_view(table, roll, question, raw, sheets[0])}
    except ActionrollError as refused:
        return {**shown, "inputs": _inputs_view(table, roll, raw, raw, sheets[0]), "refusal": str(refused)}


def _way_view(table: Table, way: WayIn) -> Json:
    return {
        "move": way.move,
        "input": way.input.name,
        "says": way.input.joins.says if way.input.joins else "",
        "told": way.input.joins.told if way.input.joins else "",
        "traits": list(traits_to_join_with(table, way)),
        "said": list(said_by_helper(table, way)),
    }


def _ready_view(table: Table, roll: TableRoll, question: Question, raw: Json, from_sheet: Json) -> Json:
    standing = before_throw(table, roll, question)
    odds = odds_from(standing.step, question.tiers)
    throw = standing.step if isinstance(standing.step, Throw) else None
    chosen = [each for each in standing.taken if isinstance(each, Chosen)]
    return {
        "inputs": _inputs_view(table, roll, raw, wire.attempt_shown(question.attempt), from_sheet),
        "decide": {each.asked.name: {"options": list(each.asked.options), "chosen": each.option} for each in chosen},
        "says": told_pools(throw) if throw else "no dice",
        "costs": _effects_view(table, roll, throw.costs if throw else ()),
        "dice": wire.asks_shown(throw)["dice"] if throw else [],
        "odds": {"tiers": wire.tiers_shown(odds)},
    }


def _inputs_view(table: Table, roll: TableRoll, raw: Json, full: Json, from_sheet: Json) -> Json:
    return {
        name: {
            "value": full[name] if name in full else _default(each),
            "set": name in raw,
            "from_sheet": name in from_sheet,
            "by": said_by(each) if name not in from_sheet else each.by,
        }
        for name, each in open_inputs(table, roll.move).items()
    }


def _default(each: Input) -> Any:
    return each.kind.show(each.default.value) if each.default and each.default.follows is None else None


def _waiting_view(table: Table, roll: TableRoll) -> Json:
    standing = stands(table, roll)
    step = standing.step
    if isinstance(step, Decide):
        return {"asks": _decision_view(table, roll, standing, step)}
    if isinstance(step, Throw):
        shown = wire.asks_shown(step)
        more = {"costs": _effects_view(table, roll, step.costs), "seat": seat_of_dice(table, roll)}
        return {"asks": {**shown, **more}, "says": shown["says"]}
    return {}


def _decision_view(table: Table, roll: TableRoll, standing: Roll, step: Decide) -> Json:
    tiers = asked(table, roll).tiers
    settled = now(step)
    sentences = {each.name: dict(each.options) for each in table.game.move(roll.move).decisions}.get(step.name, {})
    return {
        "ask": "decision",
        "rule": step.rule,
        "decision": step.name,
        "by": step.by,
        "seat": seat_of_part(table, roll, step.by),
        "now": wire.outcome_head(settled) if settled else None,
        "options": [
            {
                "option": option,
                "says": sentences.get(option, ""),
                "price": _effects_view(table, roll, price(step, option)),
                "odds": {"tiers": wire.tiers_shown(odds_from(after(step, option), tiers))},
                "words": _words(step, option, tiers),
            }
            for option in still_offered(table, roll, step)
        ],
    }


def _words(step: Decide, option: str, tiers: tuple[str, ...]) -> str:
    """`now …, it costs …, then …`, as a person reads it."""
    settled = now(step)
    start = f"now {settled.tier}" if settled else "now open"
    if option == step.options[0]:
        return f"{start}; it stays so" if settled else start
    costs = told_effects(price(step, option))
    odds = {tier: chance for tier, chance in odds_from(after(step, option), tiers).items() if chance}
    told = ", ".join(f"{round(100 * float(chance))} % {tier}" for tier, chance in reversed(odds.items()))
    then = next(iter(odds)) if len(odds) == 1 else told
    return f"{start}, it costs {costs or 'nothing'}, then {then}"


def _effects_view(table: Table, roll: TableRoll, effects: tuple[Effect, ...]) -> list[Json]:
    parts = parts_of(table, roll)
    return [
        {"who": each.who, "character": parts.get(each.who, ""), "track": each.track, "by": each.by} for each in effects
    ]


def _due_view(table: Table, roll: TableRoll, place: int) -> Json:
    due = roll.dues[place]
    return {"due": place, **due, "seat": "" if due["by"] == "gm" else seat_of_part(table, roll, due["by"])}
