"""Seats at a table that two processes serve, and a plain model beside it that says what each of them may do."""

from typing import Any

from hypothesis.internal.conjecture.providers import AVAILABLE_PROVIDERS
from hypothesis.stateful import RuleBasedStateMachine, initialize

from tests.server import Reply, RunningServer, SeatAt, new_key, open_table
from tests.web.plain_table import PlainTable

SEATS = ("gm", "player", "other", "onlooker")
CHARACTERS = {"c1": "player", "c2": "other", "c3": "player"}

EACH_AFRESH = "each afresh"
"""Hypothesis without its habit of varying every sequence five times: of forty sequences only eight would be new."""
AVAILABLE_PROVIDERS[EACH_AFRESH] = "hypothesis.internal.conjecture.providers.HypothesisProvider"


def picked(found: list[int], pick: int) -> int:
    """One of several, counted from the last."""
    return found[-1 - pick % len(found)]


class AtTable(RuleBasedStateMachine):
    """Everyone goes through the first process or the second; whatever is tried is tried in the model too."""

    servers: tuple[RunningServer, RunningServer]

    @initialize()
    def begin(self) -> None:
        table = open_table(self.servers[0])
        people = {name: getattr(table, name) for name in SEATS}
        self.seats: dict[str, tuple[SeatAt, ...]] = {
            name: (seat, seat.at(self.servers[1])) for name, seat in people.items()
        }
        self.ids = {seat.seat: name for name, seat in people.items()}
        for character, owner in CHARACTERS.items():
            people[owner].do("make", name=f"Called {character}")
        self.number = 5 + len(CHARACTERS)
        self.plain = PlainTable(dict(CHARACTERS))
        self.side = dict.fromkeys(SEATS, 0)
        self.revealed: list[bool] = []
        self.last: tuple[str, str, dict[str, Any], str, Reply] | None = None

    def seat(self, name: str) -> SeatAt:
        return self.seats[name][self.side[name]]

    def roll_seen(self, shown: Any) -> dict[str, Any]:
        """What the model says of a roll too, out of all that the server shows of it."""
        seen = {
            "status": shown["status"],
            "seat": self.ids[shown["seat"]],
            "helpers": [offer["character"] for offer in shown["offers"]],
            "dues": [due["due"] for due in shown["open_dues"]],
        }
        if shown["status"] == "open":
            seen |= {"push": shown["inputs"]["extra"]["value"] == "push", "called": not shown["needs"]}
        return seen

    def tried(self, name: str, operation: str, allowed: bool, entries: int = 1, **body: Any) -> bool:
        """Try it; the server must allow what the model allows, and nothing else."""
        key = new_key()
        reply = self.seat(name).try_to(operation, key, **body)
        assert (reply.status == 200) == allowed, (name, operation, body, reply.status, reply.raw)
        assert reply.status < 500
        if allowed:
            self.number += entries
            self.last = (name, operation, body, key, reply)
        return allowed

    def hang_up(self) -> None:
        """Close every connection, at the end."""
        for side in (side for sides in self.seats.values() for side in sides):
            side.client.close()
