"""Bonuses and penalties: what they come to, and how they step the two base dice along the ladder."""

from __future__ import annotations

from typing import NamedTuple

from actionroll.errors import InputError
from actionroll.games.wherever_we_go.attempt import Action, Rulings
from actionroll.rules.kinds import die_name

LADDERS = {"zero_d6": (0, 6, 8, 10, 12), "d4_floor": (4, 6, 8, 10, 12), "zero_d4_d6": (0, 4, 6, 8, 10, 12)}


class Modifiers(NamedTuple):
    """What steps the base dice up and down."""

    bonuses: int
    help: int
    penalties: int
    net: int

    def told(self) -> str:
        """The sum in words, with what a limit cuts off: `+3 bonus, +1 help, −1 beyond the limit, net +3`."""
        cut = self.bonuses + self.help - self.penalties - self.net
        signed = (("+", self.bonuses, "bonus"), ("+", self.help, "help"), ("−", self.penalties, "penalty"))
        parts = [
            f"{sign}{points} {label}" for sign, points, label in (*signed, ("−", cut, "beyond the limit")) if points
        ]
        return ", ".join([*parts, f"net {'−' if self.net < 0 else '+'}{abs(self.net)}"])


def modifiers(you: Action, rulings: Rulings) -> Modifiers:
    """WWG-15. All bonuses and penalties are added up, and the net is applied. WWG-A5. By ruling penalties end too."""
    refuse_large_sources(you, rulings)
    bonuses = sum(you.bonus) + you.drive + you.waiting_bonus
    helped = help_given(you, rulings)
    penalties = at_most(rulings.penalty_cap, sum(you.penalty) + hindering(you) + you.waiting_penalty)
    return Modifiers(bonuses, helped, penalties, net_of(bonuses, helped, penalties, rulings))


def hindering(you: Action) -> int:
    """WWG-61. Harm that is marked is a penalty where it hinders, and only the worst of it."""
    return you.harm if you.harm_hinders else 0


def refuse_large_sources(you: Action, rulings: Rulings) -> None:
    """WWG-25, WWG-A6. A single source gives or takes 1, 2 or 3."""
    limit = rulings.source_limit
    for name, sources in (("bonus", you.bonus), ("penalty", you.penalty)):
        if limit is not None and any(source > limit for source in sources):
            raise InputError(f"{name} takes a list of numbers from 1 to {limit}, more only by the ruling source_limit.")


def help_given(you: Action, rulings: Rulings) -> int:
    """WWG-27, WWG-58. Each helper gives +1, also those of a group for which one rolls.

    WWG-29, WWG-A15. One who had to roll first helps only if that succeeded. WWG-31. Nothing is taken from a helper.
    WWG-59. The gm may deny help.
    """
    rolled = sum(1 for edges in you.helper_edges if edges >= rulings.help_threshold)
    return you.helpers + rolled if you.help_allowed else 0


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


def at_most(cap: int | None, points: int) -> int:
    """Points up to a limit, if there is one."""
    return points if cap is None else min(points, cap)


def stepped(attribute: int, skill: int, net: int, rulings: Rulings) -> tuple[int, int]:
    """WWG-14, WWG-16. The base dice after a net bonus or penalty, one rung a point; a net of 0 changes nothing.

    WWG-21, WWG-22, WWG-23, WWG-24. From d8 + 0 it is d8 + d6, d8 + d8, d6 + 0 and 0 + 0 for +1, +2, −1 and −2.
    """
    ladder = LADDERS[rulings.ladder]
    places = [rung_of(attribute, ladder), rung_of(skill, ladder)]
    top = len(ladder) - 1
    first = next_to_move(places, net, top, None)
    for _ in range(abs(net)):
        if (place := next_to_move(places, net, top, first if rulings.step_order == "pour" else None)) is not None:
            places[place] += 1 if net > 0 else -1
    return ladder[places[0]], ladder[places[1]]


def rung_of(die: int, ladder: tuple[int, ...]) -> int:
    """WWG-A1. The die's place on the ladder; 0 and d4 are two names of the lowest rung where it has only one."""
    return ladder.index(die) if die in ladder else 0


def next_to_move(places: list[int], net: int, top: int, poured: int | None) -> int | None:
    """WWG-17, WWG-18. A bonus steps the lower die first, a penalty the higher one.

    WWG-19, WWG-20. None goes beyond the ladder's ends; what neither die can take is wasted. WWG-A3, WWG-A20. Which die
    is next is seen anew at every step; by ruling all is poured into the first until it can move no more.
    """
    free = [place for place in (0, 1) if (places[place] < top if net > 0 else places[place] > 0)]
    if poured in free or not free:
        return poured if free else None
    return min(free, key=places.__getitem__) if net > 0 else max(free, key=places.__getitem__)


def told_steps(you: Action, summed: Modifiers, base: tuple[int, int]) -> str:
    """WWG-26. How the base dice came about, and from what: `+1 bonus, net +1 (fine gear): d8 + 0 become d8 + d6`."""
    if not any(summed):
        return ""
    before, after = (" + ".join(die_name(die) for die in pair) for pair in ((you.attribute, you.skill), base))
    sources = "; ".join(words for words in (you.bonus_from, you.penalty_from) if words)
    return f"{summed.told()}{f' ({sources})' if sources else ''}: {before} become {after}"
