"""What an outcome of Starforged brings: numbers that change, choices, costs and prices, and how they are settled."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from actionroll.errors import InputError
from actionroll.games.starforged.rulings import Rulings
from actionroll.games.starforged.status import (
    HIGHEST_METER,
    METERS,
    MISFORTUNES,
    RANKS,
    TICKS,
    Lost,
    Status,
    gained,
    is_blocked,
    lost,
    maximum,
    metered,
)
from actionroll.rules import Due, Effect, Way, clear_mark
from actionroll.rules.dues import settle

MARKED = dict(zip(RANKS, (12, 8, 4, 2, 1), strict=True))
"""Ticks for each time that progress is marked, or a unit of it cleared."""

# How an outcome of a move is written down

Method: TypeAlias = Literal["choice", "highest", "lowest"]


@dataclass(frozen=True, slots=True)
class Change:
    """A track goes up or down, or a mark is set or cleared."""

    track: str
    by: int
    is_mark: bool = False


@dataclass(frozen=True, slots=True)
class Recovery:
    """A meter is raised; by less where an impact is cleared first."""

    track: str
    full: int
    cleared: int


@dataclass(frozen=True, slots=True)
class Progress:
    """Progress is marked, as often as said, by the rank of the challenge."""

    times: int = 1


Does: TypeAlias = Change | Recovery | Progress


@dataclass(frozen=True, slots=True)
class Pick:
    """Something to choose among, so many times."""

    kind: Literal["choice", "cost"]
    says: str
    ways: tuple[Way, ...]
    times: int = 0
    """How many points or ways are to be named in all; 0 where it is one way."""
    on_match: tuple[Way, ...] = ()
    """Further ways, where the challenge dice match."""
    at_zero: str = ""
    """Only where this meter is known to be empty."""


@dataclass(frozen=True, slots=True)
class Ends:
    """What one outcome of a move brings."""

    does: tuple[Does, ...] = ()
    picks: tuple[Pick, ...] = ()
    price: bool = False
    """Whether the price is to be paid."""


@dataclass(frozen=True, slots=True)
class SfMove:
    """A move of the game: the stats it takes, and what each of its outcomes brings, from miss to strong hit."""

    name: str
    says: str
    stats: tuple[str, ...]
    miss: Ends
    weak: Ends
    strong: Ends
    method: Method = "choice"

    def ends(self, tier: int) -> Ends:
        """What the outcome of that degree brings."""
        return (self.miss, self.weak, self.strong)[tier]


# Ways to settle what it leaves open

PROGRESS_BY_RANK = "mark progress"

SUFFER = (
    Way("lose momentum", "A delay or setback: lose momentum.", "momentum", -1, most=3),
    Way("endure harm", "Lose health.", "health", -1, most=3),
    Way("endure stress", "Lose spirit.", "spirit", -1, most=3),
    Way("companion takes a hit", "A companion loses health.", "companion_health", -1, most=3),
    Way("sacrifice resources", "The group loses supply.", "supply", -1, most=3),
    Way("withstand damage", "The vehicle loses integrity.", "integrity", -1, most=3),
)
"""The moves that make a cost a number: 1 minor, 2 serious, 3 major."""
OBVIOUS = Way("obvious", "The most likely bad turn, in words.")
ORACLE = Way("oracle", "Ask the oracle, and say what it means, in words.")
ROLLED = Way("rolled", "Roll it with the move price, and say what came of it, in words.")
PERIL = Way("peril", "Face a peril or complication there instead, in words.")

MOMENTUM_1 = Way("momentum", "Take 1 momentum.", "momentum", 1)
MOMENTUM_2 = Way("momentum", "Take 2 momentum.", "momentum", 2)
NEXT = Way("next", "Add 1 on the next move that is no progress move.", "next_bonus", 1)
CONTROL = Way("control", "Be in control.", "bad_spot", -1)
MARK_PROGRESS = Way(PROGRESS_BY_RANK, "Mark progress by the rank.", "progress")
DISCOVERY = Way("discovery", "Make a discovery instead: 2 ticks on the legacy of discoveries.", "discoveries", 2)
CHAOS = Way("chaos", "Confront chaos instead, in words.")

ALSO = {
    "trade for health": ("momentum", -1),
    "trade for spirit": ("momentum", -1),
    "trade for integrity": ("momentum", -1),
    "trade for the companion": ("momentum", -1),
    "ready again": ("supply", 1),
}
"""What some ways change besides their own track."""
PRESS_ON = Way("press on", "Bear it.")


def trade(name: str, track: str) -> Way:
    """Give 1 momentum for a point of a meter."""
    return Way(name, f"Lose 1 momentum, and take 1 {track.replace('_', ' ')}.", track, 1)


def clearing(rank: str) -> tuple[Way, ...]:
    """Progress to clear in place of momentum: by the rank, where it is known."""
    ranks = RANKS if rank == "none" else (rank,)
    return tuple(
        Way(f"clear {each} progress", "Clear one unit of progress of this rank.", "progress", -MARKED[each])
        for each in ranks
    )


# What it brings


def brought(
    ends: Ends, match: bool, momentum: int, decider: str, you: Status, rulings: Rulings
) -> tuple[tuple[Effect, ...], tuple[Due, ...]]:
    """SF-27, SF-28, SF-29. What an outcome changes and leaves open: the move decides, also how far a weak hit goes.

    SF-A17. A miss whose move asks for a price has one, unless a ruling says otherwise. SF-A20. So has no other.
    """
    effects, dues = changes(ends, you, rulings, momentum)
    for pick in ends.picks:
        dues += picked(pick, you, match)
    if ends.price and rulings.require_price:
        dues += (price_due(decider, rulings),)
    return effects, dues


def price_due(by: str, rulings: Rulings) -> Due:
    """SF-34. The price is named by the one who rolled, or told by the gm. SF-35. Something always happens.

    SF-A15. It is named, asked of the oracle, or rolled. SF-A18. Without a gm the one who rolled decides.
    """
    in_words = (OBVIOUS, ORACLE, ROLLED) if rulings.price_modes == 3 else (OBVIOUS, ROLLED)
    says = "Pay the price: something always happens."
    return Due("price", by, says, (*in_words, *SUFFER), rule="SF-35", answered_by="price")


def changes(ends: Ends, you: Status, rulings: Rulings, momentum: int) -> tuple[tuple[Effect, ...], tuple[Due, ...]]:
    """SF-31. The numbers an outcome changes, from this momentum on; what does not fit is due otherwise."""
    made: list[Effect] = []
    dues: tuple[Due, ...] = ()
    for each in ends.does:
        match each:
            case Change("momentum", by) if by < 0:
                loss = lost(momentum, -by, rulings)
                made.append(Effect("roller", "momentum", loss.by))
                dues += overflow(loss, you)
            case Change():
                made.append(changed(each, you, rulings, momentum))
            case Recovery():
                made.extend(recovered(each, you))
            case Progress():
                marked, open_dues = progressed(each, you)
                made.extend(marked)
                dues += open_dues
    return tuple(effect for effect in made if effect.by), dues


def changed(change: Change, you: Status, rulings: Rulings, momentum: int) -> Effect:
    """One track's change, within its bounds where they are known."""
    by = change.by
    if change.track == "momentum":
        by = gained(momentum, by, maximum(you, rulings))
    elif change.track in METERS:
        by = metered(you, change.track, by)
    return Effect("roller", change.track, by, is_mark=change.is_mark)


def recovered(recovery: Recovery, you: Status) -> tuple[Effect, ...]:
    """An impact is cleared and the meter raised a little, or the meter is raised in full."""
    value = getattr(you, recovery.track)
    cleared = is_blocked(you, recovery.track)
    by = recovery.cleared if cleared else recovery.full
    raised = Effect("roller", recovery.track, by if value is None else min(by, HIGHEST_METER - value))
    return (clear_mark("roller", MISFORTUNES[recovery.track]), raised) if cleared else (raised,)


def progressed(progress: Progress, you: Status) -> tuple[tuple[Effect, ...], tuple[Due, ...]]:
    """SF-49. Progress is marked by the rank; where no rank is known, it is due."""
    if you.rank == "none":
        ways = tuple(way._replace(each=-way.each, name=way.name.replace("clear", "mark")) for way in clearing("none"))
        ways = tuple(way._replace(says="Mark progress of this rank.") for way in ways)
        return (), (Due("progress", "roller", "Mark progress by the rank.", ways, progress.times, rule="SF-49"),)
    by = progress.times * MARKED[you.rank]
    return (Effect("roller", "progress", by if you.progress is None else min(by, TICKS - you.progress)),), ()


def overflow(loss: Lost, you: Status) -> tuple[Due, ...]:
    """SF-A9. What momentum cannot bear is paid with another cost, or with progress."""
    if not loss.left:
        return ()
    others = tuple(way for way in SUFFER if way.track != "momentum")
    amount = loss.left
    if not loss.each:
        others = tuple(way._replace(each=-loss.left, most=1) for way in others)
        amount = 0
    says = "Momentum is at its lowest: bear another cost, or clear progress."
    return (Due("overflow", "roller", says, others + clearing(you.rank), amount, rule="SF-A9"),)


def picked(pick: Pick, you: Status, match: bool) -> tuple[Due, ...]:
    """SF-30. A choice that the move offers, without what an impact blocks."""
    if pick.at_zero and getattr(you, pick.at_zero) != 0:
        return ()
    ways = tuple(by_rank(way, you) for way in (*pick.ways, *(pick.on_match if match else ())) if is_open(way, you))
    return (Due(pick.kind, "roller", pick.says, ways, pick.times, rule="SF-30"),) if ways else ()


def is_open(way: Way, you: Status) -> bool:
    """Whether this way can be taken: no blocked meter is raised, and only what is marked is cleared."""
    if way.name == "ready again":
        return you.unprepared
    return not (way.each > 0 and is_blocked(you, way.track))


def by_rank(way: Way, you: Status) -> Way:
    """Progress as a choice, in ticks where the rank is known."""
    if way.name != PROGRESS_BY_RANK:
        return way
    return way._replace(each=MARKED[you.rank]) if you.rank != "none" else way._replace(track="")


def settled(due: Due, answer: Any) -> tuple[Effect, ...]:
    """A price or cost told in words needs words; ways are chosen once each; some change two tracks."""
    effects = settle(due, answer)
    tracks = {way.name: way.track for way in due.ways}
    for share in answer:
        if due.kind in ("price", "cost") and not tracks[share["way"]] and not share.get("words", "").strip():
            raise InputError("Something always happens: say in words what it is.")
    names = [share["way"] for share in answer]
    if due.kind == "choice" and len(set(names)) < len(names):
        raise InputError("Each of these can be chosen once; name different ways.")
    also = tuple(Effect(due.on, *ALSO[name], due.kind) for name in names if name in ALSO)
    return effects + also
