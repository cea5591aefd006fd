"""Seats doing everything they can, in any order, against the server and against a plain model: no difference."""

from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from actionroll.ledger import verify
from tests.counts import count
from tests.server import NewTable, Reply, RunningServer, SeatAt, new_key, open_table

pytestmark = pytest.mark.slow
BOXES = 9
SEATS = ("gm", "player", "other", "onlooker")
seats = st.sampled_from(SEATS)
characters = st.sampled_from(["c1", "c2"])


class Sessions(RuleBasedStateMachine):
    """In the Dark with two characters: who may do what, what it costs, and what undo gives back."""

    server: RunningServer

    @initialize()
    def begin(self) -> None:
        self.table: NewTable = open_table(self.server)
        self.table.player.do("make", name="Fox")
        self.table.other.do("make", name="Crow")
        self.number = 7
        self.stress = {"c1": 0, "c2": 0}
        self.owner = {"c1": "player", "c2": "other"}
        self.gone: set[str] = set()
        self.open: dict[int, dict[str, Any]] = {}
        self.done: dict[int, tuple[str, int]] = {}
        self.touched: dict[int, set[str]] = {}
        self.secrets = 0
        self.last: tuple[SeatAt, str, dict[str, Any], str, Reply] | None = None

    def seat(self, name: str) -> SeatAt:
        found: SeatAt = getattr(self.table, name)
        return found

    def may(self, name: str, character: str) -> bool:
        return name not in self.gone and (name == "gm" or self.owner[character] == name)

    def tried(self, name: str, operation: str, allowed: bool, entries: int = 1, **body: Any) -> Reply:
        """Try it; the server must allow what the model allows, and nothing else."""
        key = new_key()
        reply = self.seat(name).try_to(operation, key, **body)
        assert (reply.status == 200) == allowed, (name, operation, body, reply.status, reply.raw)
        assert reply.status < 500
        if allowed:
            self.number += entries
            self.last = (self.seat(name), operation, body, key, reply)
        return reply

    @rule(name=seats)
    def note(self, name: str) -> None:
        self.tried(name, "note", name not in self.gone and name != "onlooker", text="It rains.")

    @rule(name=seats, character=characters, value=st.integers(-2, 12))
    def edit(self, name: str, character: str, value: int) -> None:
        allowed = self.may(name, character) and 0 <= value <= BOXES
        self.tried(name, "edit", allowed, where=character, values={"stress": value})
        if allowed:
            self.stress[character] = value
            for roll in self.touched.values():
                roll.add(character)

    @rule(name=seats, character=characters, push=st.booleans())
    def declare(self, name: str, character: str, push: bool) -> None:
        inputs = {"extra": "push"} if push else {}
        reply = self.tried(
            name, "declare", self.may(name, character), character=character, trait="skulk", inputs=inputs
        )
        if reply.status == 200:
            self.open[self.number] = {"character": character, "push": push, "called": False}

    @precondition(lambda self: self.open)
    @rule(name=seats, data=st.data())
    def call(self, name: str, data: st.DataObject) -> None:
        roll = data.draw(st.sampled_from(sorted(self.open)))
        allowed = name == "gm"
        self.tried(name, "set", allowed, roll=roll, inputs={"position": "normal"})
        self.open[roll]["called"] |= allowed

    @precondition(lambda self: self.open)
    @rule(name=seats, data=st.data())
    def withdraw(self, name: str, data: st.DataObject) -> None:
        roll = data.draw(st.sampled_from(sorted(self.open)))
        if self.tried(name, "withdraw", self.may(name, self.open[roll]["character"]), roll=roll).status == 200:
            del self.open[roll]

    @precondition(lambda self: self.open)
    @rule(name=seats, data=st.data())
    def throw(self, name: str, data: st.DataObject) -> None:
        roll = data.draw(st.sampled_from(sorted(self.open)))
        mine = self.open[roll]
        character, price = mine["character"], 2 if mine["push"] else 0
        payable = self.stress[character] + price <= BOXES
        allowed = self.may(name, character) and mine["called"] and payable
        faces = [6, 6, 6][: 3 if mine["push"] else 2]
        if self.tried(name, "throw", allowed, roll=roll, dice=faces).status == 200:
            self.stress[character] += price
            for other in self.touched.values():
                other.add(character)
            self.touched[roll] = set()
            self.done[roll] = (character, price)
            del self.open[roll]

    @precondition(lambda self: self.done)
    @rule(name=seats, data=st.data())
    def undo(self, name: str, data: st.DataObject) -> None:
        roll = data.draw(st.sampled_from(sorted(self.done)))
        character, price = self.done[roll]
        free = not price or character not in self.touched[roll]
        if self.tried(name, "undo", name == "gm" and free, entry=roll).status == 200:
            self.stress[character] -= price
            del self.done[roll], self.touched[roll]

    @rule(name=st.sampled_from(["other", "onlooker"]))
    def leave(self, name: str) -> None:
        self.tried(name, "leave", name not in self.gone)
        self.gone.add(name)

    @rule(name=st.sampled_from(["other", "onlooker"]))
    def bring_back(self, name: str) -> None:
        self.tried("gm", "bring_back", name in self.gone, seat=self.seat(name).seat)
        self.gone.discard(name)

    @rule(name=seats)
    def roll_in_secret(self, name: str) -> None:
        reply = self.tried(name, "secret_roll", name == "gm", entries=0, move="fortune", inputs={"dice": 1})
        self.secrets += reply.status == 200

    @precondition(lambda self: self.last)
    @rule()
    def repeat_the_last(self) -> None:
        assert self.last is not None
        seat, operation, body, key, reply = self.last
        again = seat.try_to(operation, key, **body)
        assert (again.status, again.raw) == (reply.status, reply.raw) or (operation == "leave" and again.status == 401)

    @invariant()
    def table_is_as_the_model_says(self) -> None:
        shown = self.table.gm.see()
        assert shown["number"] == self.number
        assert {each["character"]: each["values"]["stress"] for each in shown["characters"]} == self.stress
        assert {each["roll"] for each in shown["rolls"] if each["status"] == "open"} == set(self.open)
        assert len(shown["secrets"]) == self.secrets

    def teardown(self) -> None:
        verdict = verify(self.table.gm.export().splitlines(keepends=True))
        assert verdict.head.number == self.number


def test_no_sequence_of_requests_differs_from_the_model(sqlite_server: RunningServer) -> None:
    Sessions.server = sqlite_server
    Sessions.TestCase.settings = settings(
        max_examples=count(12, 500),
        stateful_step_count=count(25, 50),
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    Sessions.TestCase().runTest()
