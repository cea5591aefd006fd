"""Bonuses, penalties and help: what they come to."""

from __future__ import annotations

from typing import NamedTuple

from actionroll.errors import InputError
from actionroll.games.wherever_we_go.attempt import Action
from actionroll.games.wherever_we_go.rulings import Rulings


class Modifiers(NamedTuple):
    """What steps the base dice up and down."""

    bonuses: int
    help: int
    penalties: int
    net: int

    def told(self) -> str:
        """The sum in words: `+2 bonus, +1 help, −1 penalty, net +2`."""
        parts = [
            f"{sign}{points} {label}"
            for sign, points, label in (
                ("+", self.bonuses, "bonus"),
                ("+", self.help, "help"),
                ("−", self.penalties, "penalty"),
            )
            if points
        ]
        return ", ".join([*parts, f"net {'−' if self.net < 0 else '+'}{abs(self.net)}"]) if parts else ""


UNCHANGED = Modifiers(0, 0, 0, 0)


def modifiers(you: Action, rulings: Rulings) -> Modifiers:
    """WWG-15. All bonuses and penalties are added up, and the net is applied."""
    if not (you.bonus or you.penalty or you.helpers or you.helper_edges or you.waiting_bonus or you.waiting_penalty):
        return UNCHANGED
    refuse_large_sources(you, rulings)
    bonuses = sum(you.bonus) + you.waiting_bonus
    helped = help_given(you, rulings)
    penalties = at_most(rulings.penalty_cap, sum(you.penalty) + you.waiting_penalty)
    return Modifiers(bonuses, helped, penalties, net_of(bonuses, helped, penalties, rulings))


def net_of(bonuses: int, helped: int, penalties: int, rulings: Rulings) -> int:
    """WWG-30, WWG-A4. Bonuses together, help among them, stop at +3; by ruling the net does, or the help alone."""
    cap = rulings.bonus_cap
    match rulings.bonus_cap_scope:
        case "net":
            return at_most(cap, bonuses + helped - penalties)
        case "help":
            return bonuses + at_most(cap, helped) - penalties
        case _:
            return at_most(cap, bonuses + helped) - penalties


def help_given(you: Action, rulings: Rulings) -> int:
    """WWG-27. Each helper gives +1. WWG-29, WWG-A15. One who had to roll first helps only if that succeeded.

    WWG-31. Nothing is taken from a helper. WWG-59. The gm may deny help.
    """
    rolled = sum(1 for edges in you.helper_edges if edges >= rulings.help_threshold)
    return you.helpers + rolled if you.help_allowed else 0


def refuse_large_sources(you: Action, rulings: Rulings) -> None:
    """WWG-25, WWG-A6. A single source gives 1, 2 or 3."""
    limit = rulings.source_limit
    for name, sources in (("bonus", you.bonus), ("penalty", you.penalty)):
        if limit is not None and any(source > limit for source in sources):
            raise InputError(f"{name} takes a list of numbers from 1 to {limit}, more only by the ruling source_limit.")


def at_most(cap: int | None, points: int) -> int:
    """Points up to a limit, if there is one."""
    return points if cap is None else min(points, cap)
