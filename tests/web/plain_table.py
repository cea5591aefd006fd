"""A table of In the Dark as plainly as it can be written down: who may do what, what it costs, what undo gives back."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

BOXES = 9
TRAUMAS = 4
PUSH = 2
ASSIST = 1
DOTS = 2
START = {
    "stress": 0,
    "minor_harm": 0,
    "moderate_harm": 0,
    "severe_harm": False,
    "out_of_action": False,
    "trauma": 0,
    "out_for_good": False,
}
"""What is watched of every sheet."""
HIGHEST = {"stress": BOXES, "minor_harm": 2, "moderate_harm": 2, "trauma": TRAUMAS}
WORSE = {"minor_harm": "moderate_harm", "moderate_harm": "severe_harm"}
READ_BY_THROW = ("stress", "minor_harm", "moderate_harm", "severe_harm", "out_of_action")
HARMS = {"minor harm": "minor_harm", "moderate harm": "moderate_harm", "severe harm": "severe_harm"}

Sheet = dict[str, int]
Place = tuple[str, str]
"""A character, and one of its values."""


@dataclass
class PlainRoll:
    """A roll: whose it is, what was said about it, and after the dice fell what it demands of whom."""

    seat: str
    character: str
    push: bool
    called: bool = True
    helpers: list[str] = field(default_factory=list)
    status: str = "open"
    dues: list[tuple[str, str]] = field(default_factory=list)
    """The kind of each due, and the character whose player settles it; empty for the gm."""
    settled: set[int] = field(default_factory=set)
    named: dict[int, tuple[str, str]] = field(default_factory=dict)
    """What the gm has said that a due will bring, and on whom; it has not fallen yet."""
    fell: dict[int, int] = field(default_factory=dict)
    """Which due an entry settled; each can be taken back by itself."""

    @property
    def open_dues(self) -> list[int]:
        return [place for place in range(len(self.dues)) if place not in self.settled] if self.status == "done" else []

    @property
    def seen(self) -> dict[str, object]:
        """What is to be seen of it while it is not over."""
        seen: dict[str, object] = {
            "status": self.status,
            "seat": self.seat,
            "helpers": self.helpers,
            "dues": self.open_dues,
        }
        return {**seen, "push": self.push, "called": self.called} if self.status == "open" else seen


@dataclass
class Happened:
    """An entry that changed or read values."""

    roll: int
    before: dict[Place, int]
    read: set[Place] = field(default_factory=set)
    undone: bool = False


@dataclass
class PlainTable:
    """Names of seats stand for themselves; "gm" leads and "onlooker" only watches."""

    owner: dict[str, str]
    sheets: dict[str, Sheet] = field(default_factory=dict)
    gone: set[str] = field(default_factory=set)
    rolls: dict[int, PlainRoll] = field(default_factory=dict)
    happened: dict[int, Happened] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.sheets = {character: dict(START) for character in self.owner}

    def is_here(self, seat: str) -> bool:
        return seat not in self.gone

    def plays(self, seat: str) -> bool:
        return self.is_here(seat) and seat != "onlooker"

    def give(self, character: str, to: str) -> None:
        self.owner[character] = to
        for roll in self.rolls.values():
            if roll.character == character and roll.status in ("open", "waiting"):
                roll.seat = to

    def may_act_for(self, seat: str, character: str) -> bool:
        return self.is_here(seat) and seat in ("gm", self.owner[character])

    def may_roll(self, seat: str, roll: PlainRoll) -> bool:
        return self.is_here(seat) and seat in ("gm", roll.seat)

    def in_status(self, status: str) -> list[int]:
        return [number for number, roll in self.rolls.items() if roll.status == status]

    @property
    def over(self) -> list[int]:
        """The rolls that nobody can build any more."""
        return [number for number, roll in self.rolls.items() if roll.status != "open"]

    def edited(self, number: int, character: str, name: str, value: int) -> None:
        before = dict(self.sheets[character])
        self.sheets[character][name] = value
        self._fill_up(character)
        self._note(number, 0, {character: before})

    def would_change(self, character: str, name: str, value: int) -> bool:
        """Whether an edit changes anything; one that does not is refused."""
        before = dict(self.sheets[character])
        self.sheets[character][name] = value
        self._fill_up(character)
        after, self.sheets[character] = self.sheets[character], before
        return after != before

    def can_be_thrown(self, roll: PlainRoll) -> bool:
        own = self.sheets[roll.character]
        able = not own["out_of_action"] and not own["severe_harm"] and len(roll.helpers) <= 1
        helped = all(self.sheets[helper]["stress"] + ASSIST <= BOXES for helper in roll.helpers)
        return able and helped and own["stress"] + self.price(roll) <= BOXES

    def can_help(self, roll: PlainRoll, character: str) -> bool:
        """Whoever is not in the roll yet; once it could be thrown, only as far as it then still could."""
        trial = replace(roll, helpers=[*roll.helpers, character])
        return character not in (roll.character, *roll.helpers) and (not roll.called or self.can_be_thrown(trial))

    def price(self, roll: PlainRoll) -> int:
        return PUSH if roll.push else 0

    def dice(self, roll: PlainRoll) -> int:
        """How many there are; below one, two are thrown and the lowest counts."""
        own = self.sheets[roll.character]
        return DOTS + roll.push + len(roll.helpers) - (own["minor_harm"] == 2) - (own["moderate_harm"] == 2)

    def dice_thrown(self, roll: PlainRoll) -> int:
        dice = self.dice(roll)
        return dice if dice > 0 else 2

    def throw(self, number: int, of: int, faces: list[int]) -> None:
        roll = self.rolls[of]
        lowest = self.dice(roll) < 1
        who = [(roll.character, self.price(roll)), *((helper, ASSIST) for helper in roll.helpers)]
        before = {character: dict(self.sheets[character]) for character, _ in who}
        roll.status, roll.dues = "done", [(kind, "") for kind in _demanded(faces, lowest)]
        for character, price in who:
            self.sheets[character]["stress"] += price
            if price and self.sheets[character]["stress"] == BOXES:
                self.sheets[character]["out_of_action"] = True
                roll.dues.append(("trauma", character))
        read = {(roll.character, name) for name in READ_BY_THROW} | {(helper, "stress") for helper in roll.helpers}
        self._note(number, of, before, read)

    @property
    def dues(self) -> list[tuple[int, int]]:
        """Every due by its roll and its place, settled or not."""
        return [(number, place) for number, roll in self.rolls.items() for place in range(len(roll.dues))]

    def may_name(self, seat: str, of: int, place: int) -> bool:
        roll = self.rolls[of]
        return seat == "gm" and place in roll.open_dues and roll.dues[place][0] == "consequence"

    def may_settle(self, seat: str, of: int, place: int, harm: str, on: str) -> bool:
        roll = self.rolls[of]
        kind, character = roll.dues[place]
        if place not in roll.open_dues:
            return False
        if kind != "consequence":
            return seat == "gm" or bool(character and self.may_act_for(seat, character))
        owner = self.owner[on]
        if seat == "gm":
            return not self.is_here(owner)
        return roll.named.get(place) == (harm, on) and self.is_here(owner) and seat == owner

    def settle(self, number: int, of: int, place: int, harm: str, on: str) -> None:
        roll = self.rolls[of]
        kind, owner = roll.dues[place]
        roll.settled.add(place)
        roll.fell[number] = place
        character, name = (owner, "trauma") if kind == "trauma" else (on, HARMS.get(harm, ""))
        before = dict(self.sheets[character])
        if kind != "benefit" and name:
            self._mark_one(self.sheets[character], name)
            self._fill_up(character)
        self._note(number, of, {character: before}, {(character, name)} if kind != "benefit" and name else ())

    def can_be_undone(self, numbers: list[int]) -> bool:
        """Only while nothing that came later builds on what would change back."""
        since: dict[Place, int] = {}
        for number in sorted(numbers):
            for place in self.happened[number].before:
                since.setdefault(place, number)
        later = {number: each for number, each in self.happened.items() if number not in numbers and not each.undone}
        return not any(
            since.get(place, number) < number for number, each in later.items() for place in {*each.read, *each.before}
        )

    def entries_of(self, roll: int) -> list[int]:
        return [number for number, each in self.happened.items() if each.roll == roll and not each.undone]

    def may_take_back(self, seat: str, number: int) -> bool:
        """The gm any edit, and what a roll brought; that also whoever was asked for it."""
        if number in self.edits():
            return seat == "gm"
        roll = self.rolls.get(self.happened[number].roll)
        if roll is None or roll.status != "done" or number not in roll.fell:
            return False
        _, character = roll.dues[roll.fell[number]]
        return seat == "gm" or bool(character and self.may_act_for(seat, character))

    def edits(self) -> list[int]:
        return [number for number, each in self.happened.items() if not each.roll and not each.undone]

    def undo(self, numbers: list[int]) -> None:
        for number in sorted(numbers, reverse=True):
            self.happened[number].undone = True
            if roll := self.rolls.get(self.happened[number].roll):
                roll.settled.discard(roll.fell.pop(number, -1))
            for (character, name), value in self.happened[number].before.items():
                self.sheets[character][name] = value

    def _fill_up(self, character: str) -> None:
        own = self.sheets[character]
        own["out_of_action"] |= own["stress"] == BOXES
        own["out_for_good"] |= own["trauma"] == TRAUMAS

    def _mark_one(self, own: Sheet, name: str) -> None:
        """One more; what does not fit is marked as something worse."""
        if name == "severe_harm":
            own[name] = True
        elif own[name] < HIGHEST[name]:
            own[name] += 1
        elif name in WORSE:
            self._mark_one(own, WORSE[name])

    def _note(self, number: int, roll: int, before: dict[str, Sheet], read: Iterable[Place] = ()) -> None:
        changed = {
            (character, name): value
            for character, sheet in before.items()
            for name, value in sheet.items()
            if self.sheets[character][name] != value
        }
        if changed or read:
            self.happened[number] = Happened(roll, changed, set(read))


def _demanded(faces: list[int], lowest: bool) -> list[str]:
    read = min(faces) if lowest else max(faces)
    if read == 6:
        return ["benefit"] if faces.count(6) > 1 and not lowest else []
    return ["consequence"]
