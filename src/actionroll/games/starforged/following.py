"""What follows from an outcome: numbers that a move changes, choices and costs it leaves, the price of a miss."""

from __future__ import annotations

from functools import lru_cache

from actionroll.games.starforged.casting import MISS
from actionroll.games.starforged.ends import Change, Ends, Pick, Progress, Recovery
from actionroll.games.starforged.momentum import Lost, gained, impacts_counted, lost, maximum
from actionroll.games.starforged.moves import MOVES, NOTHING, PRICE
from actionroll.games.starforged.ranks import MARKED, TICKS
from actionroll.games.starforged.rulings import Rulings
from actionroll.games.starforged.status import HIGHEST_METER, METERS, MISFORTUNES, Status, is_blocked
from actionroll.games.starforged.ways import OBVIOUS, ORACLE, PROGRESS_BY_RANK, ROLLED, SUFFER, clearing
from actionroll.rules import Due, Effect, Way, clear_mark


def ends_of(sf_move: str, tier: int) -> Ends:
    """SF-30, SF-32. The move says what an outcome brings; without one, a miss asks for the price."""
    if sf_move != "none":
        return MOVES[sf_move].ends(tier)
    return PRICE if tier == MISS else NOTHING


@lru_cache
def price_due(by: str, modes: int) -> Due:
    """SF-33, SF-34, SF-A15, SF-A18. Named, asked of the oracle, or rolled; by the one who rolled, or told by the gm."""
    in_words = (OBVIOUS, ORACLE, ROLLED) if modes == 3 else (OBVIOUS, ROLLED)
    return Due(
        "price", by, "Pay the price: something always happens.", (*in_words, *SUFFER), rule="SF-35", answered_by="price"
    )


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
    """SF-38, SF-47. One track's change, within its bounds where they are known."""
    by = change.by
    if change.track == "momentum":
        by = gained(momentum, by, maximum(impacts_counted(you, rulings)))
    elif change.track in METERS:
        by = metered(you, change.track, by)
    return Effect("roller", change.track, by, is_mark=change.is_mark)


def metered(you: Status, track: str, by: int) -> int:
    """SF-47. A meter runs from 0 to 5, and is not raised while its impact is marked."""
    if by > 0 and is_blocked(you, track):
        return 0
    value = getattr(you, track)
    return by if value is None else max(0, min(HIGHEST_METER, value + by)) - value


def recovered(recovery: Recovery, you: Status) -> tuple[Effect, ...]:
    """An impact is cleared and the meter raised a little, or the meter is raised in full."""
    value = getattr(you, recovery.track)
    cleared = is_blocked(you, recovery.track)
    by = recovery.cleared if cleared else recovery.full
    raised = Effect("roller", recovery.track, by if value is None else min(by, HIGHEST_METER - value))
    return (clear_mark("roller", MISFORTUNES[recovery.track]), raised) if cleared else (raised,)


def progressed(progress: Progress, you: Status) -> tuple[tuple[Effect, ...], tuple[Due, ...]]:
    """Progress by the rank; where no rank is known, it is due."""
    if you.rank == "none":
        ways = tuple(way._replace(each=-way.each, name=way.name.replace("clear", "mark")) for way in clearing("none"))
        ways = tuple(way._replace(says="Mark progress of this rank.") for way in ways)
        return (), (Due("progress", "roller", "Mark progress by the rank.", ways, progress.times, rule="SF-31"),)
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
    """SF-47. Whether this way can be taken: no blocked meter is raised, and only what is marked is cleared."""
    if way.name == "ready again":
        return you.unprepared
    return not (way.each > 0 and is_blocked(you, way.track))


def by_rank(way: Way, you: Status) -> Way:
    """Progress as a choice, in ticks where the rank is known."""
    if way.name != PROGRESS_BY_RANK:
        return way
    return way._replace(each=MARKED[you.rank]) if you.rank != "none" else way._replace(track="")
