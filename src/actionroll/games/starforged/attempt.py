"""All that is settled before an action roll of Starforged."""

from __future__ import annotations

from dataclasses import dataclass

from actionroll.errors import InputError
from actionroll.games.starforged.dues import STATS, SfMove
from actionroll.games.starforged.moves import MOVES
from actionroll.games.starforged.rulings import Rulings
from actionroll.games.starforged.status import HIGHEST_METER, METERS, Status, check_status
from actionroll.rules import choice, many, whole, words, yes_no
from actionroll.rules.game import RISKS
from actionroll.rules.kinds import Whole


@dataclass(frozen=True, slots=True)
class Action(Status):
    """The inputs of an action roll."""

    stat: int = whole(0, 10, "The stat that the move names, or a meter or rank in its place.", by="sheet")
    adds: tuple[int, ...] = many(Whole(0, 10), "Bonuses from the move or from assets.")
    reasons: str = words("Where each add comes from, in their order, separated by commas.", counts=True)
    preset: int | None = whole(
        1, 6, "The action die's final value, where an asset sets it.", default=None, or_none=True
    )
    late_adds: tuple[int, ...] = many(Whole(0, 10), "Adds that may be decided on after the dice have fallen.")
    use_bonus: bool = yes_no("Use what waits for the next move; it can be saved only by ruling.", default=True)
    penalty: int = whole(0, 10, "What takes from the score.", by="gm", default=0)
    reroll: str = choice("none", "action", "challenge", "any", says="Dice that an asset lets one throw again, once.")
    cursed: bool = yes_no("Throw the cursed die of Sundered Isles too.")
    automatic: str = choice("none", "miss", "weak_hit", "strong_hit", says="An outcome that needs no dice.", by="gm")
    sf_move: str = choice("none", *MOVES, says="The move of the game, for its stats and what its outcomes change.")
    stat_name: str = choice("none", *STATS, *METERS, "rank", says="Which stat, meter or rank it is.")
    other_stat: int | None = whole(
        0,
        10,
        "The second value, where a move takes the higher or lower of two.",
        by="sheet",
        default=None,
        or_none=True,
    )
    repairs_at: str = choice("field", "facility", "under_fire", says="Where repairs are made, for the move repair.")
    supply_given: int = whole(0, 3, "Supply given for repair points, for the move repair.", default=0)
    decider: str = choice("roller", "gm", says="Who says what the price of a miss is.", by="gm", with_gm="gm")
    risk: str = choice(*RISKS, says="Whether anything can go wrong, or right.", by="gm")


def check(you: Action, rulings: Rulings) -> None:
    """Refuse what cannot be, before any die falls."""
    check_status(you, rulings)
    check_stat(you)
    if len(reasons(you)) > len(you.adds):
        raise InputError(f"reasons takes at most {len(you.adds)} sources, one for each of the adds.")
    if you.next_bonus and not you.use_bonus and rulings.next_move_bonus == "next_eligible":
        raise InputError(
            "The bonus counts on the next move; it is saved only under the ruling next_move_bonus=bankable."
        )
    if you.supply_given > (HIGHEST_METER if you.supply is None else you.supply):
        raise InputError(f"supply_given takes at most {you.supply}, the supply that is left.")
    if you.preset is not None and you.reroll == "action":
        raise InputError("reroll takes none, challenge or any while the action die is set.")


def check_stat(you: Action) -> None:
    """SF-7, SF-8, SF-9. A stat or meter that the move names, exactly one, unless it compares two."""
    if you.stat_name in METERS:
        check_meter(you)
    move = MOVES.get(you.sf_move)
    if move and you.stat_name not in ("none", *move.stats):
        raise InputError(f"stat_name takes {' or '.join(move.stats)} for {you.sf_move}, not '{you.stat_name}'.")
    if you.other_stat is not None and (move is None or move.method == "choice"):
        raise InputError("other_stat takes none here: exactly one stat is used, unless the move compares two.")


def check_meter(you: Action) -> None:
    """SF-10. A track counts with its current value."""
    value = getattr(you, you.stat_name)
    if you.stat > HIGHEST_METER:
        raise InputError(f"stat takes 0 to {HIGHEST_METER} where it is {you.stat_name}, not {you.stat}.")
    if value is not None and value != you.stat:
        raise InputError(f"stat takes {value}, the current {you.stat_name}, not {you.stat}.")


def stat_used(you: Action) -> int:
    """SF-6. The stat, or the higher or lower of two where the move says so."""
    move = MOVES.get(you.sf_move)
    if move is None or move.method == "choice":
        return you.stat
    other = you.other_stat if you.other_stat is not None else known_other(you, move)
    if other is None:
        return you.stat
    return (min if move.method == "lowest" else max)(you.stat, other)


def known_other(you: Action, move: SfMove) -> int | None:
    """The meter that the move compares with the stat, where its current value is known."""
    for name in move.stats:
        if name in METERS and you.stat_name not in ("none", name):
            value: int | None = getattr(you, name)
            return value
    return None


def reasons(you: Action) -> tuple[str, ...]:
    """Where each add comes from, as far as it is said."""
    return tuple(each.strip() for each in you.reasons.split(",")) if you.reasons.strip() else ()


def adds_used(you: Action, rulings: Rulings) -> tuple[tuple[str, int], ...]:
    """SF-11, SF-12, SF-A13. Every add with its source; by ruling only the highest of each, and of those without one."""
    named = reasons(you)
    told = [(named[place] if place < len(named) else "", add) for place, add in enumerate(you.adds)]
    if rulings.adds_stack:
        return tuple(told)
    best: dict[str, int] = {}
    for name, add in told:
        best[name.casefold()] = max(add, best.get(name.casefold(), 0))
    return tuple(best.items())
