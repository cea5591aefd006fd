"""A table in memory, without a server or a store: a gm, two players and a character of each."""

from collections.abc import Mapping
from typing import Any

from actionroll.chance import Chance, commitment, committed
from actionroll.errors import ActionrollError
from actionroll.rules.game import Game
from actionroll.table import Table, Viewer, act, fold, secrets_view, table_view
from actionroll.table.arcs import span
from actionroll.table.chronicle import Chronicle
from actionroll.table.log import Entry, Line, state_hash, written
from actionroll.table.requests import Outside
from actionroll.table.roll_view import roll_view
from actionroll.table.seats import joining, opening
from actionroll.table.state import Role, TableRoll
from actionroll.web.bodies import quick_canonical

SEATS: dict[str, Any] = {"s1": "gm", "s2": "player", "s3": "player"}


class Played:
    """Requests of its seats, each folded at once. Dice are entered by hand."""

    def __init__(self, game: Game, rulings: Mapping[str, Any] = {}, *, with_gm: bool = True) -> None:
        self.table = Table(rules_of=lambda _game: "rules")
        self.outside = NoDice()
        self.lines: list[Line] = []
        self._add(opening("t", {"game": game.id, "name": "T", "rulings": dict(rulings), "with_gm": with_gm}, ""))
        for seat, role in SEATS.items():
            self._add(joining(self.table, seat, seat, role if with_gm else "player"))
        self.do("s2", "make", name="Nyx")
        self.do("s3", "make", name="Moth")

    def _add(self, entry: Entry) -> None:
        fold(self.table, self.table.number + 1, entry)

    def do(self, seat: str, request: str, /, **body: Any) -> int:
        """Do it; the number of the first entry that it makes."""
        acted = act(self.table, seat, request, body, self.outside, quick_canonical)
        assert not acted.folded or acted.folded[-1].state == state_hash(acted.table)  # however it is written
        self.table = acted.table
        self.outside.secrets = [*self.outside.secrets, *map(written, acted.secret)]
        self.lines += [Line(each.number, self.outside.seconds, each.entry) for each in acted.folded]
        return acted.folded[0].number if acted.folded else 0

    def sit(self, name: str, role: Role = "player") -> str:
        """One more at the table: the seat."""
        seat = f"s{len(self.table.seats) + 1}"
        self._add(joining(self.table, seat, name, role))
        return seat

    def roll(self, number: int) -> TableRoll:
        """A roll that is not long over."""
        found = self.table.roll(number)
        assert isinstance(found, TableRoll)
        return found

    def allows(self, seat: str, request: str, /, **body: Any) -> bool:
        try:
            self.do(seat, request, **body)
        except ActionrollError:
            return False
        return True

    def refuses(self, seat: str, request: str, /, **body: Any) -> str:
        """The sentence that it is refused with; empty if it is done."""
        try:
            self.do(seat, request, **body)
        except ActionrollError as refused:
            return str(refused)
        return ""

    def sees(self, seat: str) -> Any:
        """Everything that stands, as a seat sees it."""
        viewer, outside = Viewer(seat, self.table.seats[seat].role), self.outside
        secrets = secrets_view(self.table, viewer, outside.secret_seed, outside.secrets)
        return table_view(self.table, viewer, (), secrets)

    def told(self, evening: str = "") -> Chronicle:
        """What happened in an evening, or at all."""
        found = self.table.campaign.evenings.get(evening)
        first, last = span(self.table, found)
        return Chronicle(self.table, [line for line in self.lines if first <= line.number <= last], found)

    def value(self, name: str, character: str = "c1") -> Any:
        return self.table.value(character, name)


def view(played: Played, roll: int) -> Any:
    """A roll of it, as everyone sees it."""
    shown = roll_view(played.table, roll)
    assert shown is not None
    return shown


class NoDice(Outside):
    """Nothing from outside: dice are entered by hand, and secrets are those that were kept here."""

    seconds = 1_700_000_000

    def salt(self) -> str:
        """One for each time it is asked."""
        self.salted = getattr(self, "salted", 0) + 1
        return f"salt {self.salted}"


class Dice(NoDice):
    """Dice of a seed that everybody knows."""

    def dice(self, roll: int, throw: int, *nonces: str) -> Chance:
        """The same for the same throw."""
        return committed(bytes(32), "t", roll, throw, *nonces)

    def secret_dice(self, number: int, nonce: str) -> Chance:
        """As those in the open."""
        return self.dice(number, 1, nonce)

    def new_commitment(self) -> str:
        """To the same seed again."""
        return commitment(bytes(32))


class Laid(Played):
    """A table whose papers are kept too."""

    def __init__(self, game: Game) -> None:
        self.texts: dict[str, bytes] = {}
        self._outside = NoDice()
        super().__init__(game)

    def do(self, seat: str, request: str, /, **body: Any) -> int:
        """Do it, and keep what it lays beside the log."""
        acted = act(self.table, seat, request, body, self._outside)
        self.table = acted.table
        self.texts |= {each.hash: each.content for each in acted.lays}
        return acted.folded[0].number
