"""What is settled when the dice of Illuminated Worlds are thrown, and how far the roll has come since."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

from actionroll.dice import highest_and_sixes, lowest
from actionroll.games.illuminated_worlds.attempt import OWN, Action
from actionroll.games.illuminated_worlds.counting import Dice, alone, dice_of, terms_of
from actionroll.games.illuminated_worlds.faces import gilded_faces
from actionroll.games.illuminated_worlds.rulings import Rulings
from actionroll.rules import Effect, Part, Pool, Term

Pools = tuple[Pool[Any], ...]


@dataclass(frozen=True, slots=True)
class Settled:
    """An attempt under its rulings, with the dice counted."""

    you: Action
    rulings: Rulings
    group: bool
    dice: Dice
    again: Dice
    """The dice of a burned resistance."""
    again_pools: Pools = ()
    gains: str = OWN
    """The drive that gilded dice refresh."""
    room: int = 0
    """How many points that drive can take after what was spent for the throw."""
    told: Told = field(compare=False, kw_only=True)


class Claim(NamedTuple):
    """A gilded die that may be taken: what it shows, what it earns, and for whom."""

    value: int
    points: int
    part: Part = "roller"


class Seen(NamedTuple):
    """What a throw shows, as far as the rules tell it apart."""

    standard: int
    """The highest standard die, 0 where a gilded one beats it; under the zero rule the lowest die."""
    sixes: int
    """Up to two."""
    claims: tuple[Claim, ...] = ()
    """Gilded dice worth taking, the best first; under the zero rule the one that earned."""
    claimed: bool = False
    """Whether the highest result is a gilded die: by itself, or by the custom on ties."""
    zero: bool = False


class Gain(NamedTuple):
    """Points that a gilded die brought to someone's track."""

    part: Part
    track: str
    points: int


class Told(NamedTuple):
    """What is told of an outcome besides its tier, facts and effects."""

    dice: int
    """How many dice were read; 0 where an earlier throw stands."""
    donors: int
    """How many of them are helpers' own gilded ones."""
    level: str
    exposed: tuple[Part, ...]


class Course(NamedTuple):
    """How far the roll has come."""

    resistances: int
    resisted: bool = False
    earned: tuple[Gain, ...] = ()
    """Earned by gilded dice taken before a resistance."""
    before: Seen | None = None
    """What showed before a resistance, where the better of both counts."""
    stands: bool = False
    """Whether the earlier throw still counts after a resistance."""
    late_dice: int = 0
    late_points: int = 0
    late_asked: int = 0
    """Helpers who were asked after the throw."""
    late_helpers: tuple[Part, ...] = ()
    """Those of them who joined."""


def settle(you: Action, rulings: Rulings, group: bool) -> Settled:
    """The dice that the attempt makes, and those of a resistance."""
    dice = dice_of(you, rulings)
    gains = gain_track(you, rulings, dice.paid.points)
    room = room_of(you, gains, dice.paid.points)
    told = Told(dice.size, dice.donors, you.stakes_level, exposed(you, rulings))
    if not you.resistances:
        return Settled(you, rulings, group, dice, dice, (), gains, room, told=told)
    bare = alone(you, rulings)
    again = dice_of(bare, rulings)
    pools = pools_of(bare, again, rulings, group=False)
    return Settled(you, rulings, group, dice, again, pools, gains, room, told=told)


def exposed(you: Action, rulings: Rulings) -> tuple[Part, ...]:
    """IW-40, IW-B19. Whom consequences may fall on: the roller and helpers, and all who take part unless by ruling."""
    if not you.helpers and not you.participants:
        return ("roller",)
    paying = tuple(f"helper-{place + 1}" for place in range(you.helpers))
    if rulings.exposed == "payers":
        return ("roller", *paying)
    return ("roller", *paying, *(f"participant-{place + 1}" for place in range(you.participants)))


def gain_track(you: Action, rulings: Rulings, points: int) -> str:
    """IW-49, IW-B21. The action's own drive is refreshed, or by ruling the one that paid."""
    return you.pays if points and rulings.gain_drive == "spent" else OWN


def room_of(you: Action, gains: str, points: int) -> int:
    """IW-49. What the drive that is refreshed can take after so many points: up to its maximum."""
    free = you.drive_max - you.drive if gains == OWN else you.other_max - you.other_drive
    return free + points if gains == you.pays else free


def costs_of(settled: Settled) -> tuple[Effect, ...]:
    """IW-9, IW-36, IW-41. What the roller and each helper pay, when the dice are thrown."""
    you, paid = settled.you, settled.dice.paid
    own = (Effect("roller", you.pays, -paid.points, "dice"),) if paid.points else ()
    return own + tuple(
        Effect(f"helper-{place + 1}", you.helper_pays[place] if you.helper_pays else OWN, -points, "help")
        for place, points in enumerate(paid.helper_points)
        if points
    )


def pools_of(you: Action, dice: Dice, rulings: Rulings, group: bool) -> Pools:
    """The dice of the attempt."""
    return pools_by(you.rating, you.bonus_dice, dice, rulings.gilded_gain_multi == "showing", group)


@lru_cache(maxsize=1024)
def pools_by(rating: int, bonus: int, dice: Dice, showing: bool, group: bool) -> Pools:
    """IW-13, IW-24. Standard dice first, then gilded ones, each kind a pool of its own, read together."""
    low = lowest if dice.zero else highest_and_sixes
    each = gilded_faces if dice.zero or dice.donors or showing else highest_and_sixes
    plain: Pool[Any] = Pool((6,) * dice.standard, low, ("standard",), terms_of(rating, bonus, dice, group))
    gilded: Pool[Any] = Pool((6,) * dice.gilded, each, ("gilded",), beside=True)
    return (plain, gilded, *[_donor() for _ in range(dice.donors)])


def _donor() -> Pool[Any]:
    terms = (Term("gilded, a helper's", 1, "IW-B18"),)
    return Pool((6,), gilded_faces, ("gilded",), terms, beside=True)
