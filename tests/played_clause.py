"""A clause played at a table: a few steps in YAML, each something that someone does or that must then stand.

    - {player: declare, trait: stealth, as: first}   # who does what, with its body; the player is c1 and the ally c2
    - {ally: offer, refused: Say in a few words}     # `refused`: the sentence that it gets
    - {player: throw, dice: [6, 1]}                  # of the roll that was declared last, or `roll: first`
    - {tells: 1 edge, tier: mixed success, has: {stress: 1}}

What can stand: `tells` and `hides` (words that are, or are not, in what everyone sees of the roll), `logs` (words
of the log), `tier`, `needs` (what it waits for), `dice` (to be thrown), `dues` (open ones), and values: `has` of c1,
`ally_has`, `table_has`.
"""

from __future__ import annotations

import json
from typing import Any

from actionroll.games import game
from actionroll.table.roll_view import roll_view
from tests.table_in_memory import Played

SEATS = {"gm": "s1", "player": "s2", "ally": "s3"}
VALUES = {"has": "c1", "ally_has": "c2", "table_has": "table"}
NAMES_A_CHARACTER = ("declare", "roll_at_once", "offer")
OF_A_ROLL = ("set", "throw", "decide", "settle", "name_due", "offer", "retract", "demand_roll", "say_late", "withdraw")


class Scene:
    """One clause while it is played; what stands is told in the words of its steps."""

    def __init__(self, name: str, clause: dict[str, Any]) -> None:
        self.played = Played(game(name), clause.get("rulings", {}), with_gm=clause.get("with_gm", True))
        self.rolls: dict[str, int] = {}

    def take(self, step: dict[str, Any]) -> None:
        """Do what a step says, or hold that it stands."""
        rest = dict(step)
        for who, seat in SEATS.items():
            if who in rest:
                self._do(seat, rest.pop(who), rest)
                return
        roll = self.rolls[rest.pop("roll", "last")]
        for what, expected in rest.items():
            self._holds(roll, what, expected)

    def _do(self, seat: str, request: str, body: dict[str, Any]) -> None:
        refused, name = body.pop("refused", ""), body.pop("as", "last")
        if request in NAMES_A_CHARACTER and "npc" not in body:
            body = {"character": {"s3": "c2"}.get(seat, "c1"), **body}
        if request in OF_A_ROLL:
            body["roll"] = self.rolls[body.get("roll", "last")]
        if refused:
            told = self.played.refuses(seat, request, **body)
            assert told, f"{request} is not refused"
            assert refused in told, told
            return
        number = self.played.do(seat, request, **body)
        if request in ("declare", "roll_at_once"):
            self.rolls |= {name: number, "last": number}

    def _holds(self, roll: int, what: str, expected: Any) -> None:
        view = roll_view(self.played.table, roll)
        assert view is not None
        told = json.dumps(view, ensure_ascii=False)
        if what == "tells":
            wanted = [expected] if isinstance(expected, str) else expected
            assert [words for words in wanted if words not in told] == [], told
        elif what == "logs":
            assert expected in str(self.played.lines), expected
        elif what == "hides":
            assert expected not in told, expected
        else:
            stands = self._stands(view, what, expected)
            assert stands == expected, f"{what}: {stands}"

    def _stands(self, view: dict[str, Any], what: str, expected: Any) -> Any:
        match what:
            case "tier":
                return view["record"]["outcome"]["tier"]
            case "needs":
                return [each["input"] for each in view["needs"]]
            case "dice":
                return [each["die"] for each in view["dice"]]
            case "dues":
                return [each["kind"] for each in view["open_dues"]]
            case _:
                return {name: self.played.table.value(VALUES[what], name) for name in expected}
