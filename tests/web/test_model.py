"""Seats doing everything they can, in any order and through two processes, against a plain model: no difference."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import invariant, precondition, rule

from actionroll.ledger import verify
from tests.counts import count
from tests.server import RunningServer
from tests.web.at_table import CHARACTERS, SEATS, AtTable, picked
from tests.web.plain_table import ASSIST, BOXES, HARMS, HIGHEST, PUSH, START, WORSE, PlainRoll

pytestmark = pytest.mark.slow
RIGHTFUL = "whoever may"
seats = st.sampled_from(SEATS)
whoever = st.sampled_from([*[RIGHTFUL] * 4, *SEATS])
"""Half the time someone who may, so that much happens; else anyone, so that it is seen who may not."""
characters = st.sampled_from([*CHARACTERS])
picks = st.integers(0, 3)
"""Which of several there are, counted from the last."""
levels = st.sampled_from([-1, 0, 2, 3, 6, 7, 7, 8, 8, BOXES, BOXES + 1])
faces = st.lists(st.sampled_from([1, 4, 6]), min_size=2, max_size=2)

some = st.lists(characters, max_size=2, unique=True)
harms = st.sampled_from([*HARMS, "minor harm", "complication"])
afterwards = st.sampled_from(["nothing", "nothing", "an edit", "another roll"])


class Sessions(AtTable):
    """In the Dark with three characters: who may do what, what it costs, what undo gives back, and what is seen."""

    @rule(name=seats)
    def go_through_the_other_process(self, name: str) -> None:
        self.side[name] = 1 - self.side[name]

    @rule(one=st.sampled_from(["gm", "player"]), other=st.sampled_from(["other", "onlooker"]))
    def note_at_once(self, one: str, other: str) -> None:
        asks = [(self.seats[name][side], name) for side, name in enumerate((one, other))]
        with ThreadPoolExecutor(2) as pool:
            replies = list(pool.map(lambda ask: ask[0].try_to("note", text="It rains."), asks))
        allowed = [self.plain.plays(name) for _, name in asks]
        assert [reply.status == 200 for reply in replies] == allowed
        numbers = sorted(reply.json["number"] for reply in replies if reply.status == 200)
        assert numbers == [self.number + place + 1 for place in range(sum(allowed))]
        self.number += sum(allowed)

    @rule(name=whoever, character=characters, track=st.sampled_from(["stress", "stress", *WORSE]), value=levels)
    def edit(self, name: str, character: str, track: str, value: int) -> None:
        name = self.plain.owner[character] if name == RIGHTFUL else name
        allowed = self.plain.may_act_for(name, character) and 0 <= value <= HIGHEST[track]
        if self.tried(name, "edit", allowed, where=character, values={track: value}):
            self.plain.edited(self.number, character, track, value)

    @rule(name=whoever, character=characters, mark=st.sampled_from(["out_of_action", "severe_harm"]))
    def come_back_into_action(self, name: str, character: str, mark: str) -> None:
        name = self.plain.owner[character] if name == RIGHTFUL else name
        allowed = self.plain.may_act_for(name, character)
        if self.tried(name, "edit", allowed, where=character, values={mark: False}):
            self.plain.edited(self.number, character, mark, False)

    @rule(name=seats, character=characters, to=st.sampled_from(["player", "other"]))
    def give(self, name: str, character: str, to: str) -> None:
        allowed = name == "gm" and self.plain.is_here(to)
        if self.tried(name, "give", allowed, character=character, seat=self.seat(to).seat):
            self.plain.owner[character] = to

    @rule(name=whoever, character=characters, push=st.booleans())
    def declare(self, name: str, character: str, push: bool) -> None:
        name = self.plain.owner[character] if name == RIGHTFUL else name
        allowed, inputs = self.plain.may_act_for(name, character), {"extra": "push"} if push else {}
        if self.tried(name, "declare", allowed, character=character, trait="skulk", inputs=inputs):
            self.plain.rolls[self.number] = PlainRoll(self.plain.owner[character], character, push)

    @rule(character=characters, push=st.booleans(), helpers=some, dice=st.none() | faces)
    def build(self, character: str, push: bool, helpers: list[str], dice: list[int] | None) -> None:
        """What every player does all evening, in one go."""
        self.declare(RIGHTFUL, character, push)
        if self.number in self.plain.rolls:
            self.call("gm", 0)
            for helper in helpers:
                self.offer(RIGHTFUL, helper, 0)
            if dice:
                self.throw(RIGHTFUL, 0, dice)

    @rule(character=characters, helpers=some, dice=faces, harm=harms, on=characters, anyone=seats, then=afterwards)
    def roll_at_the_limit(
        self, character: str, helpers: list[str], dice: list[int], harm: str, on: str, anyone: str, then: str
    ) -> None:
        """A push, mostly for the last boxes, all that it demands, and the wish that it had not been."""
        left = BOXES // 2 if then == "another roll" else 0
        for each in (character, *helpers):
            self.edit("gm", each, "stress", BOXES - left - (PUSH if each == character else ASSIST))
        self.edit("gm", on, "minor_harm", HIGHEST["minor_harm"])
        known = len(self.plain.in_status("done"))
        self.build(character, True, helpers, dice)
        for number in self.plain.in_status("done")[known:]:
            for place in range(len(self.plain.rolls[number].dues)):
                for name in (anyone, RIGHTFUL):
                    self.settle_one(name, number, place, harm, on)
            if then == "an edit":
                self.edit("gm", character, "stress", 1)
            if then == "another roll":
                self.build(character, False, [], dice)
            self.gm_sees_what_the_model_says()
            for name in (anyone, "gm"):
                self.undo_roll(name, number)

    @property
    def building(self) -> list[int]:
        return self.plain.in_status("open")

    def roll_of(self, found: list[int], pick: int) -> tuple[int, PlainRoll]:
        number = picked(found, pick)
        return number, self.plain.rolls[number]

    @precondition(lambda self: self.building)
    @rule(name=seats, pick=picks)
    def call(self, name: str, pick: int) -> None:
        number, roll = self.roll_of(self.building, pick)
        roll.called |= self.tried(name, "set", name == "gm", roll=number, inputs={"position": "normal"})

    @precondition(lambda self: self.building)
    @rule(name=whoever, pick=picks, push=st.booleans())
    def push_or_not(self, name: str, pick: int, push: bool) -> None:
        number, roll = self.roll_of(self.building, pick)
        name = roll.seat if name == RIGHTFUL else name
        allowed = self.plain.may_roll(name, roll)
        if self.tried(name, "set", allowed, roll=number, inputs={"extra": "push" if push else "none"}):
            roll.push = push

    @precondition(lambda self: self.building)
    @rule(name=whoever, pick=picks, wrong=st.sampled_from([{"stress": 0}, {"dots": 9}, {"assist": 1}]))
    def set_what_is_not_theirs_to_say(self, name: str, pick: int, wrong: dict[str, int]) -> None:
        number, roll = self.roll_of(self.building, pick)
        self.tried(roll.seat if name == RIGHTFUL else name, "set", False, roll=number, inputs=wrong)

    @precondition(lambda self: self.building)
    @rule(name=whoever, character=characters, pick=picks)
    def offer(self, name: str, character: str, pick: int) -> None:
        number, roll = self.roll_of(self.building, pick)
        name = self.plain.owner[character] if name == RIGHTFUL else name
        allowed = self.plain.may_act_for(name, character) and self.plain.can_help(roll, character)
        if self.tried(name, "offer", allowed, roll=number, character=character):
            roll.helpers.append(character)

    @precondition(lambda self: self.building)
    @rule(name=whoever, character=characters, pick=picks)
    def withdraw_offer(self, name: str, character: str, pick: int) -> None:
        number, roll = self.roll_of(self.building, pick)
        character = roll.helpers[-1] if roll.helpers and name == RIGHTFUL else character
        name = self.plain.owner[character] if name == RIGHTFUL else name
        allowed = self.plain.may_act_for(name, character) and character in roll.helpers
        if self.tried(name, "withdraw_offer", allowed, roll=number, character=character):
            roll.helpers.remove(character)

    @precondition(lambda self: self.plain.rolls)
    @rule(name=whoever, pick=picks)
    def withdraw(self, name: str, pick: int) -> None:
        number, roll = self.roll_of([*self.plain.rolls], pick)
        name = roll.seat if name == RIGHTFUL else name
        if self.tried(name, "withdraw", self.plain.may_roll(name, roll) and roll.status == "open", roll=number):
            roll.status = "withdrawn"

    @precondition(lambda self: self.building)
    @rule(name=whoever, pick=picks, dice=faces)
    def throw(self, name: str, pick: int, dice: list[int]) -> None:
        number, roll = self.roll_of(self.building, pick)
        name = roll.seat if name == RIGHTFUL else name
        allowed = self.plain.may_roll(name, roll) and roll.called and self.plain.can_be_thrown(roll)
        thrown = [*dice, 1, 1][: self.plain.dice_thrown(roll)]
        if self.tried(name, "throw", allowed, roll=number, dice=thrown):
            self.plain.throw(self.number, number, thrown)

    @precondition(lambda self: self.plain.dues)
    @rule(name=whoever, pick=picks, harm=harms, on=characters)
    def settle(self, name: str, pick: int, harm: str, on: str) -> None:
        self.settle_one(name, *self.plain.dues[-1 - pick % len(self.plain.dues)], harm, on)

    def settle_one(self, name: str, number: int, place: int, harm: str, on: str) -> None:
        kind, owed_by = self.plain.rolls[number].dues[place]
        name = (self.plain.owner[owed_by] if owed_by else "gm") if name == RIGHTFUL else name
        way: dict[str, Any] = {"way": harm if kind == "consequence" else kind}
        if kind == "consequence" and harm in HARMS:
            way["who"] = on
        allowed = self.plain.may_settle(name, number, place)
        if self.tried(name, "settle", allowed, roll=number, due=place, answer=[way]):
            self.plain.settle(self.number, number, place, harm, on)

    @precondition(lambda self: self.plain.in_status("done"))
    @rule(name=seats, pick=picks)
    def undo(self, name: str, pick: int) -> None:
        self.undo_roll(name, picked(self.plain.in_status("done"), pick))

    def undo_roll(self, name: str, number: int) -> None:
        entries, roll = self.plain.entries_of(number), self.plain.rolls[number]
        allowed = name == "gm" and roll.status == "done" and self.plain.can_be_undone(entries)
        if self.tried(name, "undo", allowed, entry=number):
            self.plain.undo(entries)
            roll.status = "undone"

    @precondition(lambda self: self.plain.edits())
    @rule(name=seats, pick=picks)
    def undo_an_edit(self, name: str, pick: int) -> None:
        number = picked(self.plain.edits(), pick)
        if self.tried(name, "undo", name == "gm" and self.plain.can_be_undone([number]), entry=number):
            self.plain.undo([number])

    @rule(name=st.sampled_from(["other", "onlooker"]))
    def leave(self, name: str) -> None:
        self.tried(name, "leave", self.plain.is_here(name))
        self.plain.gone.add(name)
        for side in self.seats[name]:
            assert side.client.get(f"/api/tables/{side.table}").status == 401

    @rule(name=st.sampled_from(["other", "onlooker"]))
    def bring_back(self, name: str) -> None:
        self.tried("gm", "bring_back", name in self.plain.gone, seat=self.seat(name).seat)
        self.plain.gone.discard(name)

    @rule(name=whoever)
    def roll_in_secret(self, name: str) -> None:
        name = "gm" if name == RIGHTFUL else name
        note = hush(len(self.revealed) + 1)
        if self.tried(name, "secret_roll", name == "gm", 0, move="fortune", inputs={"dice": 1}, note=note):
            self.revealed.append(False)

    @rule(name=whoever, pick=picks)
    def reveal(self, name: str, pick: int) -> None:
        name = "gm" if name == RIGHTFUL else name
        number = 1 + pick % (len(self.revealed) + 1)
        hidden = number <= len(self.revealed) and not self.revealed[number - 1]
        if self.tried(name, "reveal", name == "gm" and hidden, secret=number):
            self.revealed[number - 1] = True
            self.tried("gm", "reveal", False, secret=number)

    @precondition(lambda self: self.last)
    @rule(elsewhere=st.booleans())
    def repeat_the_last(self, elsewhere: bool) -> None:
        assert self.last is not None
        name, operation, body, key, reply = self.last
        again = self.seats[name][elsewhere].try_to(operation, key, **body)
        left = operation == "leave" and again.status == 401
        assert left or (again.status, again.raw) == (reply.status, reply.raw)

    @invariant()
    def gm_sees_what_the_model_says(self) -> None:
        shown = self.seat("gm").see()
        assert shown["number"] == self.number
        watched = {each["character"]: {name: each["values"][name] for name in START} for each in shown["characters"]}
        assert watched == self.plain.sheets
        assert {each["character"]: self.ids[each["seat"]] for each in shown["characters"]} == self.plain.owner
        live = {each["roll"]: (each["status"], len(each["open_dues"])) for each in shown["rolls"]}
        wanted = {number: (roll.status, len(roll.open_dues)) for number, roll in self.plain.rolls.items()}
        assert live == {number: each for number, each in wanted.items() if each[0] == "open" or each[1]}
        assert len(shown["secrets"]) == len(self.revealed)

    @invariant()
    def player_sees_no_secret(self) -> None:
        seat = self.seat("player")
        seen = seat.client.get(f"/api/tables/{seat.table}")
        assert seen.json["secrets"] == []
        self.refuse_secrets(seen.raw)

    def refuse_secrets(self, seen: bytes) -> None:
        for number, revealed in enumerate(self.revealed, 1):
            assert revealed or hush(number).encode() not in seen

    def teardown(self) -> None:
        exported = self.seat("player").export()
        self.hang_up()
        self.refuse_secrets(exported)
        assert verify(exported.splitlines(keepends=True)).head.number == self.number


def hush(number: int) -> str:
    return f"hush, this is secret {number}."


@pytest.fixture
def two_servers(fresh: Any) -> Iterator[tuple[RunningServer, RunningServer]]:
    with RunningServer(fresh, "--no-limits") as one, RunningServer(fresh, "--no-limits") as other:
        yield one, other


def test_no_sequence_of_requests_differs_from_the_model(two_servers: tuple[RunningServer, RunningServer]) -> None:
    Sessions.servers = two_servers
    Sessions.TestCase.settings = settings(
        max_examples=count(40, 500),
        stateful_step_count=count(30, 60),
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    Sessions.TestCase().runTest()
