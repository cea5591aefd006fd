"""A table is its log: entries tell in the past tense what happened, and everything else is a fold over them.

Requests come in by `act` alone, and all that leaves the server about a table goes out through here: what a viewer may
see of it. Was it a bad night? Each seat's tiers stand against what its own throws could expect, with how surprising
that is, and with traces: what honest people do now and then, and what someone who chooses among dice must do often.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from actionroll.rules.sheet import bound_of
from actionroll.table import arcs, help, settlement, undo  # noqa: A004, F401  they declare requests
from actionroll.table import roll as _roll  # noqa: F401  and so do these
from actionroll.table.campaign import PAPER, Undertaking, is_seen
from actionroll.table.fairness import secret_name, secret_record
from actionroll.table.log import entry_read, fold
from actionroll.table.papers import words_shown
from actionroll.table.requests import REQUESTS, Acted, act
from actionroll.table.roll_view import roll_view
from actionroll.table.seats import seats_by_link
from actionroll.table.state import Json, Role, Seat, Table, TableRoll

__all__ = [
    "NO_TALLY", "REQUESTS", "Acted", "Table", "Tally", "Viewer", "act", "cards_view", "entry_read", "fold",
    "history_of", "secrets_view", "sheet_view", "statistics", "table_view", "tallied", "trace_told", "traces",
]  # fmt: skip

MOST_WITH_DUES = 50
NOTHING: Mapping[str, bytes] = {}


class Viewer(NamedTuple):
    """Who looks."""

    seat: str
    role: Role


def secrets_view(
    table: Table, viewer: Viewer, secret_seed: bytes, entries: Iterable[Json], after: int = 0
) -> list[Json]:
    """What a viewer sees of the secret log, numbered as if there were nothing else in it; from a number on."""
    seen = [(place, each) for place, each in enumerate(entries, 1) if is_seen(each, viewer.seat, viewer.role)]
    shown = []
    for number, (place, entry) in enumerate(seen[after:], after + 1):
        told = (
            _card_told(viewer, entry) if entry["kind"] == "kept" else {**entry, "record": secret_record(table, entry)}
        )
        shown.append({"number": number, "name": secret_name(secret_seed, place), "entry": told})
    return shown


def _card_told(viewer: Viewer, entry: Json) -> Json:
    """A card as it then stands for a viewer: what it is taken from sees that it is gone, and nobody where it is now."""
    taken = viewer.seat == entry.get("was") and viewer.seat != entry.get("to") and not _is_own(viewer, entry)
    told = {"kind": "kept", "card": entry["card"], "what": entry["what"], "by": entry["by"]}
    return {**told, "fields": {} if taken else entry.get("fields", {}), "to": entry.get("to", "") if not taken else ""}


def _is_own(viewer: Viewer, entry: Json) -> bool:
    return viewer.role == "gm" if entry.get("of_gm") else entry["by"] == viewer.seat


def _private(secrets: Iterable[Json]) -> Json:
    """Secret rolls one by one, cards as they stand, and how many entries that makes."""
    told = list(secrets)
    rolls = [each for each in told if each["entry"]["kind"] != "kept"]
    return {"secrets": rolls, "secrets_number": len(told), "cards": cards_view(told)}


def cards_view(secrets: Iterable[Json]) -> list[Json]:
    """Cards as they stand for a viewer, by what the viewer sees of the secret log."""
    entries = [each["entry"] for each in secrets if each["entry"]["kind"] == "kept"]
    cards = {each["card"]: {name: said for name, said in each.items() if name != "kind"} for each in entries}
    return [card for card in cards.values() if card["fields"]]


def _campaign_view(table: Table) -> Json:
    stands = table.campaign
    return {
        "evenings": [{"evening": each.id, **_without_id(each)} for each in stands.evenings.values()],
        "scene": {"scene": stands.scene.id, **_without_id(stands.scene)} if stands.scene else None,
        "handouts": [{"handout": each.id, **_without_id(each)} for each in stands.handouts.values()],
    }


def _without_id(each: Any) -> Json:
    return {name: value for name, value in each._asdict().items() if name != "id"}


def table_view(
    table: Table, viewer: Viewer, here: Iterable[str], secrets: Iterable[Json], texts: Mapping[str, bytes] = NOTHING
) -> Json:
    """Everything that stands, for one viewer; `texts` lie beside the log."""
    present = set(here)
    return {
        "table": table.id,
        "name": table.name,
        "game": table.game_id,
        "with_gm": table.with_gm,
        "number": table.number,
        "rulings": table.rulings,
        "settings": {**seats_by_link(table), **table.settings},
        "commitment": table.commitment,
        "epoch": table.epoch,
        "you": {"seat": viewer.seat, "role": viewer.role},
        "promises": list(table.promises.get(viewer.seat, ())),
        "seats": [{"seat": seat.id, **_seat_view(seat), "here": seat.id in present} for seat in table.seats.values()],
        "characters": [sheet_view(table, each, viewer, texts) for each in table.characters],
        "values": table.values,
        "bounds": _bounds(table, None),
        "clocks": [
            {"clock": clock.id, "name": clock.name, "size": clock.size, "filled": clock.filled}
            for clock in table.clocks.values()
        ],
        "undertakings": [
            {**_undertaking_view(table, each), "done": arcs.is_done(table, each.id)}
            for each in table.undertakings.values()
        ],
        **_campaign_view(table),
        "rolls": [roll_view(table, roll.id, roll) for roll in _rolls_shown(table)],
        "undone": sorted(table.undone),
        **_private(secrets),
        "ended": table.ended,
    }


def _undertaking_view(table: Table, found: Undertaking) -> Json:
    """An undertaking, with the characters of whom a roll on it is over and stands: pages no longer hold such rolls."""
    over = [table.over.get(number) for number in table.rolled.get(found.id, ())]
    rolled = sorted({roll.character for roll in over if roll and roll.status == "done"})
    return {"undertaking": found.id, **_without_id(found), "rolled": rolled}


def _seat_view(seat: Seat) -> Json:
    return {"name": seat.name, "role": seat.role, "gone": seat.gone, "waits": seat.waits}


def _rolls_shown(table: Table) -> list[TableRoll]:
    """Every roll that is not over, and the latest of those that only have open dues."""
    with_dues = [number for number in table.live if number not in table.making]
    left_out = set(with_dues[:-MOST_WITH_DUES])
    return [roll for number, roll in table.live.items() if number not in left_out]


def sheet_view(table: Table, character: str, viewer: Viewer, texts: Mapping[str, bytes] = NOTHING) -> Json:
    """A character with all values, the bounds of its tracks, and of its words those that the viewer may read."""
    found = table.characters[character]
    return {
        "character": found.id,
        "name": found.name,
        "seat": found.seat,
        "game": table.game_id,
        "values": {name: value for name, value in found.values.items() if not name.startswith(PAPER)},
        "bounds": _bounds(table, character),
        **words_shown(table, character, viewer.seat, texts),
    }


def _bounds(table: Table, character: str | None) -> dict[str, list[Any]]:
    form = table.game.sheet
    shared = form.of_the_table
    values = table.values_of(character) if character else dict(table.values)
    tracks = [track for track in form.tracks if (track.name in shared) == (character is None)]
    return {track.name: [bound_of(track.low, values), bound_of(track.high, values)] for track in tracks}


TierOdds: TypeAlias = tuple[tuple[str, str], ...]
"""Each tier with its chance, from the worst to the best."""

# Was it a bad night?

USUAL = 0.2
"""Nights that one in five differ as much from are nothing to speak of."""
TRACES = {
    "undone": "a roll was taken back after its dice fell",
    "again": "a roll was made again after the same was taken back or given up",
    "withdrawn": "a roll was withdrawn before its dice fell",
    "given_up": "a roll was given up while its dice were falling",
    "closed": "a roll was closed after dice of it fell, because the rules had changed",
    "for_another": "someone else than the roller threw",
    "by_hand": "a throw was entered by hand",
    "missing": "a phone's contribution was missing when dice fell",
    "afresh": "a phone's promises were put aside for others: its player came anew, as from another device",
    "seed": "the seed was changed",
    "revealed": "a secret roll was revealed; how many were made is not told",
    "alarmed": "a phone raised an alarm",
}
"""What leaves a trace, and how it is told."""
WHOLE_BITS = 96
"""Chances of sums of ranks are counted in parts of 2**96."""
TINY = (1 << WHOLE_BITS) // 10**20
"""Sums of ranks that are less likely are left away at both ends: thousands of throws would hold thousands of them."""
ROOM_BYTES = 28
"""That a sum of products of chances takes."""
MOST_POWERS = 512


class Ranks(NamedTuple):
    """The chance of each sum of ranks from the lowest on, the worst tier of a throw having rank 0."""

    lowest: int
    parts: tuple[int, ...]

    def with_more(self, more: Ranks) -> Ranks:
        """Of both together: multiplied as one long number each, which takes far less time than one by one."""
        size = len(self.parts) + len(more.parts) - 1
        raw = (self._packed() * more._packed()).to_bytes(ROOM_BYTES * (size + 1), "little")
        places = range(0, ROOM_BYTES * size, ROOM_BYTES)
        parts = [int.from_bytes(raw[at : at + ROOM_BYTES], "little") >> WHOLE_BITS for at in places]
        first = next(place for place, part in enumerate(parts) if part >= TINY)
        while parts[-1] < TINY:
            parts.pop()
        return Ranks(self.lowest + more.lowest + first, tuple(parts[first:]))

    def _packed(self) -> int:
        return int.from_bytes(b"".join([part.to_bytes(ROOM_BYTES, "little") for part in self.parts]), "little")


NO_RANKS = Ranks(0, (1 << WHOLE_BITS,))


@lru_cache(MOST_POWERS)
def ranks_of(chances: tuple[Fraction, ...], times: int) -> Ranks:
    """Of so many throws with the same chances; a few more are worked out from half as many."""
    if times <= 1:
        return Ranks(0, tuple([(chance.numerator << WHOLE_BITS) // chance.denominator for chance in chances]))
    half = ranks_of(chances, times // 2)
    both = half.with_more(half)
    return both.with_more(ranks_of(chances, 1)) if times % 2 else both


@dataclass(slots=True)
class Sums:
    """What a seat's throws came to."""

    throws: int = 0
    expected: dict[str, Fraction] = field(default_factory=dict)
    actual: dict[str, int] = field(default_factory=dict)
    ranks: Ranks = NO_RANKS
    mean: Fraction = Fraction(0)
    reached: int = 0

    def copy(self) -> Sums:
        """The same, to count on from."""
        return replace(self, expected={**self.expected}, actual={**self.actual})

    def add(self, odds: list[tuple[str, Fraction]], tier: str, times: int = 1) -> None:
        """More throws alike: their odds from the worst tier to the best, and what they came to."""
        self.throws += times
        for rank, (name, chance) in enumerate(odds):
            self.expected[name] = self.expected.get(name, Fraction(0)) + times * chance
            self.actual.setdefault(name, 0)
            self.mean += rank * times * chance
        self.actual[tier] += times
        self.reached += times * [name for name, _ in odds].index(tier)
        self.ranks = self.ranks.with_more(ranks_of(tuple([chance for _, chance in odds]), times))

    @property
    def as_bad(self) -> float:
        """The chance of a night as bad as this one, or worse."""
        place = self.reached - self.ranks.lowest
        return sum(self.ranks.parts[: max(0, place + 1)]) / (1 << WHOLE_BITS)

    @property
    def as_good(self) -> float:
        """The chance of a night as good as this one, or better."""
        place = self.reached - self.ranks.lowest
        return sum(self.ranks.parts[max(0, place) :]) / (1 << WHOLE_BITS)

    @property
    def surprise(self) -> float:
        """The chance of a night at least as far out, to either side."""
        return min(1.0, 2 * min(self.as_bad, self.as_good))


class Tally(NamedTuple):
    """What all throws came to by an entry, and how much had been taken back by then."""

    number: int = 0
    undone: int = 0
    sums: Mapping[str, Sums] = {}


NO_TALLY = Tally()


def tallied(table: Table, before: Tally = NO_TALLY) -> Tally:
    """Each seat's throws so far; only those since are counted, unless something was taken back since."""
    known = before if before.undone == len(table.undone) else NO_TALLY
    throws: Counter[tuple[str, TierOdds, str]] = Counter()
    for number, past in table.past.after(known.number):
        roll = table.roll(past.roll) if past.odds and number not in table.undone else None
        if roll is not None and roll.status != "undone":
            throws[roll.seat, past.odds, past.tier] += 1
    sums = {seat: each.copy() for seat, each in known.sums.items()}
    for (seat, odds, tier), times in throws.items():
        _count(sums.setdefault(seat, Sums()), odds, tier, times)
    return Tally(table.number, len(table.undone), sums)


def statistics(table: Table, tally: Tally | None = None) -> Json:
    """Each seat's throws so far; rolls that were taken back do not count."""
    sums = (tally or tallied(table)).sums
    known = [(seat, sums[seat.id]) for seat in table.seats.values() if seat.id in sums and sums[seat.id].throws]
    seats = [{"seat": seat.id, "name": seat.name, **_shown(each)} for seat, each in known]
    return {"seats": seats, "traces": traces(table)}


def traces(table: Table) -> list[Json]:
    """What was done that would help someone to choose their dice: how often, and by which seats; only what was."""
    found = []
    for what, says in TRACES.items():
        seats = {seat: times for (each, seat), times in table.traces.items() if each == what}
        if seats:
            found.append({"trace": what, "says": says, "count": sum(seats.values()), "seats": seats})
    return found


def trace_told(table: Table, trace: Json) -> str:
    """A trace in a line: what, how often, and by whom."""
    named = [(table.seats[seat].name if seat in table.seats else "the host", many) for seat, many in _most(trace)]
    return f"{trace['count']} × {trace['says']} ({', '.join(f'{name} {many}' for name, many in named)})"


def _most(trace: Json) -> list[tuple[str, int]]:
    return sorted(trace["seats"].items(), key=lambda each: (-each[1], each[0]))


def history_of(table: Table, character: str) -> Json:
    """What a character went through here: the table, and how many rolls came to which tier."""
    ended: dict[int, str] = {}
    for number, past in table.past.items():
        roll = table.roll(past.roll) if past.tier and number not in table.undone else None
        if roll is not None and roll.character == character and roll.status != "undone":
            ended[past.roll] = past.tier
    return {"table": table.name, "game": table.game.title, "rolls": len(ended), "tiers": dict(Counter(ended.values()))}


def _count(sums: Sums, told: TierOdds, tier: str, times: int) -> None:
    odds = [(name, Fraction(chance)) for name, chance in told]
    possible = [name for name, chance in odds if chance]
    if len(possible) > 1 and tier in possible:
        sums.add(odds, tier, times)


def _shown(sums: Sums) -> Json:
    return {
        "throws": sums.throws,
        "tiers": [
            {"tier": tier, "expected": _decimal(float(expected)), "actual": sums.actual[tier]}
            for tier, expected in sums.expected.items()
        ],
        "expected": _decimal(float(sums.mean / sums.throws)),
        "actual": _decimal(sums.reached / sums.throws),
        "surprise": _decimal(sums.surprise),
        "words": luck_told(sums),
    }


def luck_told(sums: Sums) -> str:
    """In a sentence: as usual, or how rare a night like this is."""
    if sums.surprise >= USUAL:
        return "About as expected."
    better = sums.as_good < sums.as_bad
    share = max(min(sums.as_good, sums.as_bad), 1e-9)
    rare = "fewer than one night in a million" if share < 1e-6 else f"about one night in {_rounded(1 / share)}"
    return f"A {'good' if better else 'bad'} night: {rare} goes this {'well' if better else 'badly'}, or more so."


def _rounded(number: float) -> int:
    digits = 1 if number < 20 else 5 if number < 100 else 10 ** (len(str(int(number))) - 2)
    return int(round(number / digits) * digits)


def _decimal(number: float) -> str:
    return f"{number:.3f}"
