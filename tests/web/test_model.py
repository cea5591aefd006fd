"""Seats doing everything they can, in any order and through two processes, against a plain model: no difference."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import invariant, precondition, rule

from actionroll.ledger import verify
from tests.counts import count
from tests.server import RunningServer
from tests.web.at_table import CHARACTERS, EACH_AFRESH, picked
from tests.web.plain_table import ASSIST, BOXES, HARMS, HIGHEST, PUSH, START, WORSE, PlainRoll
from tests.web.sitting import RIGHTFUL, Sitting, picks, seats, whoever

pytestmark = pytest.mark.slow
characters = st.sampled_from([*CHARACTERS])
levels = st.sampled_from([-1, 0, 2, 3, 6, 7, 7, 8, 8, BOXES, BOXES + 1])
faces = st.lists(st.sampled_from([1, 4, 6]), min_size=2, max_size=2)

some = st.lists(characters, max_size=2, unique=True)
harms = st.sampled_from([*HARMS, "minor harm", "complication"])
wrong = st.sampled_from(["act for others", "come too late", "say what others say"])
afterwards = st.sampled_from(["nothing", "nothing", "an edit", "another roll"])


class Sessions(Sitting):
    """In the Dark with three characters: who may do what, what it costs, what undo gives back, and what is seen."""

    @rule(name=whoever, character=characters, track=st.sampled_from(["stress", "stress", *WORSE]), value=levels)
    def edit(self, name: str, character: str, track: str, value: int) -> None:
        name = self.plain.owner[character] if name == RIGHTFUL else name
        allowed = self.plain.may_act_for(name, character) and 0 <= value <= HIGHEST[track]
        allowed &= self.plain.would_change(character, track, value)
        if self.tried(name, "edit", allowed, where=character, values={track: value}):
            self.plain.edited(self.number, character, track, value)

    @rule(name=whoever, character=characters, mark=st.sampled_from(["out_of_action", "severe_harm"]))
    def come_back_into_action(self, name: str, character: str, mark: str) -> None:
        name = self.plain.owner[character] if name == RIGHTFUL else name
        allowed = self.plain.may_act_for(name, character) and self.plain.would_change(character, mark, False)
        if self.tried(name, "edit", allowed, where=character, values={mark: False}):
            self.plain.edited(self.number, character, mark, False)

    @rule(name=seats, character=characters, to=st.sampled_from(["player", "other"]))
    def give(self, name: str, character: str, to: str) -> None:
        allowed = name == "gm" and self.plain.is_here(to)
        if self.tried(name, "give", allowed, character=character, seat=self.seat(to).seat):
            self.plain.give(character, to)

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

    def being_built(self, pick: int) -> tuple[int, PlainRoll]:
        """One of the rolls whose dice did not fall yet; where there is none, the gm calls for one."""
        if not self.plain.in_status("open"):
            self.declare("gm", "c1", False)
        number = picked(self.plain.in_status("open"), pick)
        return number, self.plain.rolls[number]

    @rule(name=seats, pick=picks)
    def call(self, name: str, pick: int) -> None:
        number, roll = self.being_built(pick)
        roll.called |= self.tried(name, "set", name == "gm", roll=number, inputs={"position": "normal"})

    @rule(name=whoever, pick=picks, push=st.booleans())
    def push_or_not(self, name: str, pick: int, push: bool) -> None:
        number, roll = self.being_built(pick)
        name = roll.seat if name == RIGHTFUL else name
        allowed = self.plain.may_roll(name, roll)
        if self.tried(name, "set", allowed, roll=number, inputs={"extra": "push" if push else "none"}):
            roll.push = push

    @rule(name=whoever, character=characters, pick=picks)
    def offer(self, name: str, character: str, pick: int) -> None:
        number, roll = self.being_built(pick)
        name = self.plain.owner[character] if name == RIGHTFUL else name
        allowed = self.plain.may_act_for(name, character) and self.plain.can_help(roll, character)
        if self.tried(name, "offer", allowed, roll=number, character=character, how="So."):
            roll.helpers.append(character)

    @rule(name=whoever, character=characters, offered=st.booleans(), pick=picks)
    def withdraw_offer(self, name: str, character: str, offered: bool, pick: int) -> None:
        number, roll = self.being_built(pick)
        if offered and not roll.helpers:
            self.offer("gm", character, pick)
        character = roll.helpers[-1] if offered and roll.helpers else character
        name = self.plain.owner[character] if name == RIGHTFUL else name
        allowed = self.plain.may_act_for(name, character) and character in roll.helpers
        if self.tried(name, "withdraw_offer", allowed, roll=number, character=character):
            roll.helpers.remove(character)

    @rule(name=whoever, pick=picks)
    def withdraw(self, name: str, pick: int) -> None:
        number, roll = self.being_built(pick)
        name = roll.seat if name == RIGHTFUL else name
        if self.tried(name, "withdraw", self.plain.may_roll(name, roll), roll=number):
            roll.status = "withdrawn"

    @rule(what=wrong, name=st.sampled_from(["player", "other", "onlooker"]), character=characters, pick=picks)
    def do_what_nobody_may(self, what: str, name: str, character: str, pick: int) -> None:
        if what == "come too late" and self.plain.over:
            self.come_too_late(character, picked(self.plain.over, pick))
        elif what == "act for others":
            self.act_for_others(name, *self.being_built(pick))
        else:
            number, _ = self.being_built(pick)
            for inputs in ({"stress": 0}, {"dots": 9}, {"assist": 1}):
                self.tried("gm", "set", False, roll=number, inputs=inputs)

    def act_for_others(self, name: str, number: int, roll: PlainRoll) -> None:
        if not self.plain.may_roll(name, roll):
            self.tried(name, "set", False, roll=number, inputs={"extra": "none"})
            self.tried(name, "throw", False, roll=number)
            self.tried(name, "withdraw", False, roll=number)
        for character in CHARACTERS:
            if not self.plain.may_act_for(name, character):
                operation = "withdraw_offer" if character in roll.helpers else "offer"
                self.tried(name, operation, False, roll=number, character=character)

    def come_too_late(self, character: str, number: int) -> None:
        helper = [*self.plain.rolls[number].helpers, character][0]
        self.tried("gm", "set", False, roll=number, inputs={"extra": "none"})
        self.tried("gm", "offer", False, roll=number, character=character)
        self.tried("gm", "withdraw_offer", False, roll=number, character=helper)
        self.tried("gm", "throw", False, roll=number, dice=[6, 6])
        self.tried("gm", "withdraw", False, roll=number)

    @rule(name=whoever, pick=picks, dice=faces)
    def throw(self, name: str, pick: int, dice: list[int]) -> None:
        number, roll = self.being_built(pick)
        if name == RIGHTFUL and not roll.called:
            self.call("gm", pick)
        name = roll.seat if name == RIGHTFUL else name
        allowed = self.plain.may_roll(name, roll) and roll.called and self.plain.can_be_thrown(roll)
        thrown = [*dice, 1, 1][: self.plain.dice_thrown(roll)]
        if self.tried(name, "throw", allowed, roll=number, dice=thrown):
            self.plain.throw(self.number, number, thrown)

    @precondition(lambda self: self.plain.dues)
    @rule(name=whoever, pick=picks, harm=harms, on=characters)
    def settle(self, name: str, pick: int, harm: str, on: str) -> None:
        self.settle_one(name, *self.plain.dues[-1 - pick % len(self.plain.dues)], harm, on)

    @precondition(lambda self: self.plain.dues)
    @rule(name=whoever, pick=picks, harm=harms, on=characters)
    def name_due(self, name: str, pick: int, harm: str, on: str) -> None:
        number, place = self.plain.dues[-1 - pick % len(self.plain.dues)]
        self.name_one("gm" if name == RIGHTFUL else name, number, place, harm, on)

    def name_one(self, name: str, number: int, place: int, harm: str, on: str) -> None:
        """What a consequence will bring is said first: whoever it falls on may still answer it."""
        roll = self.plain.rolls[number]
        answer = [self.way(roll, place, harm, on)]
        if self.tried(
            name, "name_due", self.plain.may_name(name, number, place), roll=number, due=place, answer=answer
        ):
            roll.named[place] = harm, self.falls_on(roll, harm, on)

    def falls_on(self, roll: PlainRoll, harm: str, on: str) -> str:
        return on if harm in HARMS else roll.character

    def way(self, roll: PlainRoll, place: int, harm: str, on: str) -> dict[str, Any]:
        kind, _ = roll.dues[place]
        if kind != "consequence":
            return {"way": kind}
        return {"way": harm, "who": on} if harm in HARMS else {"way": harm}

    def settle_one(self, name: str, number: int, place: int, harm: str, on: str) -> None:
        roll = self.plain.rolls[number]
        kind, owed_by = roll.dues[place]
        on, way = self.falls_on(roll, harm, on), self.way(roll, place, harm, on)
        if name == RIGHTFUL:
            if kind == "consequence":
                self.name_one("gm", number, place, harm, on)
            on_player = kind == "consequence" and self.plain.is_here(self.plain.owner[on])
            name = self.plain.owner[owed_by or on] if owed_by or on_player else "gm"
        allowed = self.plain.may_settle(name, number, place, harm, on)
        if self.tried(name, "settle", allowed, roll=number, due=place, answer=[way]):
            self.plain.settle(self.number, number, place, harm, on)

    @precondition(lambda self: self.plain.rolls)
    @rule(name=whoever, pick=picks)
    def undo(self, name: str, pick: int) -> None:
        self.undo_roll("gm" if name == RIGHTFUL else name, picked([*self.plain.rolls], pick))

    def undo_roll(self, name: str, number: int) -> None:
        entries, roll = self.plain.entries_of(number), self.plain.rolls[number]
        allowed = name == "gm" and roll.status == "done" and self.plain.can_be_undone(entries)
        if self.tried(name, "undo", allowed, entry=number):
            self.plain.undo(entries)
            roll.status = "undone"
            self.tried("gm", "undo", False, entry=number)

    @precondition(lambda self: self.plain.happened)
    @rule(name=whoever, pick=picks)
    def undo_an_edit(self, name: str, pick: int) -> None:
        self.undo_entry("gm" if name == RIGHTFUL else name, picked([*self.plain.happened], pick))

    def undo_entry(self, name: str, number: int) -> None:
        allowed = self.plain.may_take_back(name, number) and self.plain.can_be_undone([number])
        if self.tried(name, "undo", allowed, entry=number):
            self.plain.undo([number])
            self.tried("gm", "undo", False, entry=number)

    @rule(character=characters, first=levels, then=levels)
    def edit_twice_and_take_back(self, character: str, first: int, then: int) -> None:
        known = len(self.plain.happened)
        for value in (first, then):
            self.edit("gm", character, "stress", value)
        edits = [*self.plain.happened][known:]
        for number in (*edits[:1], *reversed(edits)):
            self.undo_entry("gm", number)

    @invariant()
    def gm_sees_what_the_model_says(self) -> None:
        shown = self.seat("gm").see()
        assert shown["number"] == self.number
        watched = {each["character"]: {name: each["values"][name] for name in START} for each in shown["characters"]}
        assert watched == self.plain.sheets
        assert {each["character"]: self.ids[each["seat"]] for each in shown["characters"]} == self.plain.owner
        seen = {each["roll"]: self.roll_seen(each) for each in shown["rolls"]}
        live = {number: roll for number, roll in self.plain.rolls.items() if roll.status == "open" or roll.open_dues}
        assert seen == {number: roll.seen for number, roll in live.items()}
        assert len(shown["secrets"]) == len(self.revealed)

    def teardown(self) -> None:
        exported = self.seat("player").export()
        self.hang_up()
        self.refuse_secrets(exported)
        assert verify(exported.splitlines(keepends=True)).head.number == self.number


@pytest.fixture
def two_servers(fresh: Any) -> Iterator[tuple[RunningServer, RunningServer]]:
    with RunningServer(fresh, "--no-limits") as one, RunningServer(fresh, "--no-limits") as other:
        yield one, other


def test_no_sequence_of_requests_differs_from_the_model(two_servers: tuple[RunningServer, RunningServer]) -> None:
    Sessions.servers = two_servers
    Sessions.TestCase.settings = settings(
        max_examples=count(16, 200),
        stateful_step_count=count(30, 60),
        backend=EACH_AFRESH,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    Sessions.TestCase().runTest()
