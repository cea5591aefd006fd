"""What seats do beside rolls: come and go, write notes, roll in secret, and ask once more for what they did."""

from concurrent.futures import ThreadPoolExecutor

from hypothesis import strategies as st
from hypothesis.stateful import invariant, precondition, rule

from tests.web.at_table import SEATS, AtTable

RIGHTFUL = "whoever may"
seats = st.sampled_from(SEATS)
whoever = st.sampled_from([*[RIGHTFUL] * 4, *SEATS])
"""Half the time someone who may, so that much happens; else anyone, so that it is seen who may not."""
picks = st.integers(0, 3)
"""Which of several there are, counted from the last."""


class Sitting(AtTable):
    """The rules of the machine that are about seats, not about rolls."""

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

    @rule(name=st.sampled_from(["other", "onlooker"]), again=st.sampled_from([False, False, True]))
    def leave_or_come_back(self, name: str, again: bool) -> None:
        here = self.plain.is_here(name)
        if here is again:
            self.tried("gm", "bring_back", not here, seat=self.seat(name).seat)
            self.plain.gone.discard(name)
            return
        self.tried(name, "leave", here)
        self.plain.gone.add(name)
        self.tried("gm", "give", False, character="c1", seat=self.seat(name).seat)
        self.tried("gm", "leave", False, seat=self.seat(name).seat)
        for side in self.seats[name]:
            assert side.client.get(f"/api/tables/{side.table}").status == 401

    @rule(name=whoever)
    def roll_in_secret(self, name: str) -> None:
        name = "gm" if name == RIGHTFUL else name
        note = hush(len(self.revealed) + 1)
        if self.tried(name, "secret_roll", name == "gm", 0, move="fortune", inputs={"dice": 1}, note=note):
            self.revealed.append(False)

    @rule(name=whoever, pick=picks)
    def reveal(self, name: str, pick: int) -> None:
        if not self.revealed:
            self.roll_in_secret("gm")
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
        assert left or (again.status, again.json) == (reply.status, reply.json)

    @invariant()
    def player_sees_no_secret(self) -> None:
        seat = self.seat("player")
        seen = seat.client.get(f"/api/tables/{seat.table}")
        assert seen.json["secrets"] == []
        self.refuse_secrets(seen.raw)

    def refuse_secrets(self, seen: bytes) -> None:
        for number, revealed in enumerate(self.revealed, 1):
            assert revealed or hush(number).encode() not in seen


def hush(number: int) -> str:
    return f"hush, this is secret {number}."
