"""Replay the rolls of a log: what each throw, decision and revealed secret roll tells follows from its dice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from actionroll import wire
from actionroll.api import question
from actionroll.errors import RollError
from actionroll.games import games
from actionroll.ledger.rules_hash import rules_hash
from actionroll.reckoning import play
from actionroll.rules.steps import Decide
from actionroll.table.building import stands
from actionroll.table.rolling import decision_told, throw_told
from actionroll.table.state import Json, Table


def replayed(table: Table, entry: Json) -> Json | None:
    """What an entry of the table as it stands before it should tell; None where other rules than those here made it.

    Empty for entries that tell nothing of a roll. Raises an ActionrollError if the rules allow no such thing.
    """
    if entry["kind"] not in REPLAYS:
        return {}
    if _made_under(table, entry) != _rules_here(table.game_id):
        return None
    return REPLAYS[entry["kind"]](table, entry)


def difference(told: Json, entry: Json) -> str:
    """How an entry tells it otherwise, as the middle of a sentence."""
    right, said = (_tier(each.get("record") or _secret(each).get("record") or {}) for each in (told, entry))
    if right and right != said:
        return f"its dice make it '{right}' under the rules, and it tells '{said}'"
    return NOT_FOLLOWING


NOT_FOLLOWING = "what it tells does not follow from its dice under the rules"


def _tier(record: Json) -> str:
    return str((record.get("outcome") or {}).get("tier", ""))


def _secret(entry: Json) -> Json:
    found = entry.get("entry")
    return found if isinstance(found, dict) else {}


def _made_under(table: Table, entry: Json) -> str:
    match entry["kind"]:
        case "thrown":
            return str(entry["rules_hash"])
        case "decided":
            return table.rolls[entry["roll"]].rules_hash
        case _:
            return str(_secret(entry).get("rules_hash", ""))


def _rules_here(game_id: str) -> str | None:
    return rules_hash(game_id) if game_id in {each.id for each in games()} else None


def _thrown(table: Table, entry: Json) -> Json:
    roll = table.rolls[entry["roll"]]
    fallen = _thrown_in(entry["record"]["answers"])
    faces = fallen[-1] if len(fallen) > len(_thrown_in(roll.answers)) else []
    wanted = {"dice": faces if entry["by_hand"] else None, "nonce": entry["nonce"]}
    return throw_told(table, roll, wanted, lambda _number, _nonce: _showing(faces), entry["rules_hash"])


def _thrown_in(answers: list[Any]) -> list[list[int]]:
    return [each for each in answers if isinstance(each, list)]


def _showing(faces: list[int]) -> play.Chance:
    """Dice that fall as they are told to have fallen; too few of them show a face that no die has."""
    left: Iterator[int] = iter(faces)
    return lambda _sides: next(left, 0)


def _decided(table: Table, entry: Json) -> Json:
    roll = table.rolls[entry["roll"]]
    standing = stands(table, roll)
    if not isinstance(standing.step, Decide):
        raise RollError(f"Nothing is to be decided here; the roll {play.standing(standing)}.")
    return decision_told(table, roll, standing, standing.step, entry["option"])[0]


def _revealed(table: Table, entry: Json) -> Json:
    secret = entry["entry"]
    asked = question(table.game, secret["move"], secret["attempt"], rulings=secret["rulings"])
    rolled = play.replay(asked.start, secret["record"]["answers"])
    return {"entry": {**secret, "record": wire.roll_shown(rolled)}}


REPLAYS: dict[str, Callable[[Table, Json], Json]] = {
    "thrown": _thrown,
    "decided": _decided,
    "revealed": _revealed,
}
