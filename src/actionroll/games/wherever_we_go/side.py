"""One side of a roll: what it stakes, the dice it throws, and what pushing and gambling do to both."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from actionroll.errors import InputError
from actionroll.games.wherever_we_go.attempt import Action
from actionroll.games.wherever_we_go.diceread import Stress, action_dice, edges_of, joined_dice, single_die, stress_dice
from actionroll.games.wherever_we_go.ladder import LEAST_DIE, stepped
from actionroll.games.wherever_we_go.modifiers import Modifiers, modifiers
from actionroll.games.wherever_we_go.rulings import Rulings
from actionroll.rules import Effect, Part, Pool
from actionroll.rules.kinds import die_name

HOLD, PUSH = "hold", "push"
KEEP, GAMBLE = "keep", "gamble"

Shown: TypeAlias = tuple[Any, ...]
"""Edges, willpower from sixes (up to the maximum) and banes on the table.

Where dice with edges may stay (WWG-A8), also the faces of the action dice and the number of sixes.
"""


class House(NamedTuple):
    """What the rulings say about the rest of a roll."""

    unpushed_gamble: str
    wp_timing: str
    gamble_reroll: str
    stress_max: int | None
    gear_loss: str
    split_severity: str
    opposed_tie: str


class Stakes(NamedTuple):
    """What the rest of a roll must know of one side, and nothing else."""

    part: Part
    dice: tuple[tuple[str, int], ...]
    """The action dice as they are after stepping, each with its source."""
    stress: int
    on_table: int
    """Stress dice on the table, locked banes among them."""
    room: int
    """Willpower that can still be gained."""
    gambles: int
    """How often this side may still gamble."""
    waiting: tuple[int, int]
    """The bonus and penalty that waited for this roll, and are used up by it."""
    house: House
    gambled: int = 0
    gained: int = 0
    """Willpower from throws before this one."""
    paid: int = 0
    """Sixes on the table that gave their willpower before."""


def opening(you: Action, rulings: Rulings, part: Part) -> tuple[Stakes, str]:
    """WWG-01. All that is settled before the dice fall, as far as it matters; and how the dice were stepped."""
    summed = modifiers(you, rulings)
    base = stepped(you.attribute, you.skill, summed.net, rulings)
    return staked(you, rulings, part, all_dice(you, base, rulings)), told_steps(you, summed, base)


def staked(you: Action, rulings: Rulings, part: Part, dice: tuple[tuple[str, int], ...]) -> Stakes:
    """What one side brings to the roll."""
    refuse_what_cannot_be(you, rulings)
    house = House(
        rulings.unpushed_gamble,
        rulings.wp_timing,
        rulings.gamble_reroll,
        rulings.stress_max,
        rulings.gear_loss,
        rulings.split_severity,
        rulings.opposed_tie,
    )
    waiting = (you.waiting_bonus, you.waiting_penalty)
    return Stakes(part, dice, you.stress, 0, you.wp_max - you.wp, you.gambles, waiting, house)


def refuse_what_cannot_be(you: Action, rulings: Rulings) -> None:
    """WWG-A16, WWG-A18. More than a maximum is not accepted."""
    if you.wp > you.wp_max:
        raise InputError(f"wp takes at most {you.wp_max}, its maximum wp_max.")
    if rulings.stress_max is not None and you.stress > rulings.stress_max:
        raise InputError(f"stress takes at most {rulings.stress_max}, the ruling stress_max.")
    if len(talents(you)) > rulings.max_talent_dice:
        raise InputError(f"A roll takes at most {rulings.max_talent_dice} talent dice, the ruling max_talent_dice.")


def talents(you: Action) -> tuple[int, ...]:
    """WWG-06. The talent dice, each of its own size."""
    return (() if you.talent is None else (you.talent,)) + you.more_talents


def all_dice(you: Action, base: tuple[int, int], rulings: Rulings) -> tuple[tuple[str, int], ...]:
    """WWG-04 to WWG-06. Attribute and skill die, as stepped; then the talent dice, which nothing steps."""
    dice = [("attribute", base[0]), ("skill", base[1]), *[("talent", die) for die in talents(you)]]
    least = LEAST_DIE[rulings.ladder]
    return tuple([each for each in dice if each[1] >= least])


def told_steps(you: Action, summed: Modifiers, base: tuple[int, int]) -> str:
    """How the base dice came about: `+2 bonus, −1 penalty, net +1: d8 + 0 become d8 + d6`."""
    if not any(summed):
        return ""
    before, after = (" + ".join(die_name(die) for die in pair) for pair in ((you.attribute, you.skill), base))
    sources = "; ".join(words for words in (you.bonus_from, you.penalty_from) if words)
    return f"{summed.told()}{f' ({sources})' if sources else ''}: {before} become {after}"


def push_options(you: Action, rulings: Rulings) -> tuple[str, ...]:
    """WWG-32. A push must be paid with 1 willpower. WWG-A9. Without stress it adds nothing; by ruling it is refused."""
    useless = you.stress == 0 and rulings.push_at_zero == "refuse"
    return (HOLD, PUSH) if you.wp and not useless else (HOLD,)


@lru_cache(maxsize=1024)
def pushed(option: str, stakes: Stakes) -> Stakes:
    """WWG-33 to WWG-35. A push adds stress dice equal to stress, which it does not change; else there are none."""
    if option == HOLD:
        return stakes
    return stakes._replace(on_table=stakes.stress, room=stakes.room + 1)


def push_costs(option: str, stakes: Stakes) -> tuple[Effect, ...]:
    """WWG-32. 1 willpower, taken when the dice are thrown."""
    return changes(stakes.part, -1, 0, 0, "push") if option == PUSH else ()


def first_pools(option: str, stakes: Stakes, note: str) -> tuple[Pool[Any], ...]:
    """WWG-08 and before it: action dice, and stress dice after a push."""
    label = "stress" if stakes.stress else "stress, so the push adds nothing"
    terms = ((label, stakes.on_table, "WWG-33"),) if option == PUSH else ()
    return *_action_pools(stakes, note), stress_dice(stakes.on_table, stakes.part, terms)


def gamble_options(stakes: Stakes) -> tuple[str, ...]:
    """WWG-36, WWG-43, WWG-44. After the roll, pushed or not, as often as the gm allows and stress can rise."""
    most = stakes.house.stress_max
    return (KEEP, GAMBLE) if stakes.gambles and (most is None or stakes.stress < most) else (KEEP,)


def gambled(shown: Shown, stakes: Stakes, stay: bool) -> Stakes:
    """WWG-37, WWG-38, WWG-A19. Stress rises by 1, and one more stress die joins, each time.

    WWG-42. It costs no willpower. WWG-A7. What earlier sixes gave is lost, unless every roll gives.
    """
    if stakes.house.wp_timing == "final":
        return raised(stakes)
    gained, paid = shown[1], shown[4] if stay else 0
    return raised(stakes)._replace(room=stakes.room - gained, gained=stakes.gained + gained, paid=paid)


@lru_cache(maxsize=1024)
def raised(stakes: Stakes) -> Stakes:
    """WWG-37, WWG-38, WWG-A2. One more stress, and one more stress die; by ruling as many as there is stress."""
    every = stakes.house.unpushed_gamble == "all_stress"
    return stakes._replace(
        stress=stakes.stress + 1,
        on_table=stakes.stress + 1 if every else stakes.on_table + 1,
        gambles=stakes.gambles - 1,
        gambled=stakes.gambled + 1,
    )


def again_pools(shown: Shown, before: Stakes, stakes: Stakes, stay: bool) -> tuple[Pool[Any], ...]:
    """WWG-39, WWG-40. All dice are thrown again but stress dice that show a 1: banes stay locked."""
    if not stay:
        return *_action_pools(stakes), joined_dice(before.on_table, stakes.on_table, stakes.part, shown[2])
    dice = zip(stakes.dice, shown[3], strict=True)
    lying = [single_die(source, sides, stakes.part, face) for (source, sides), face in dice]
    return *lying, joined_dice(before.on_table, stakes.on_table, stakes.part, shown[2], shown[4])


def _action_pools(stakes: Stakes, note: str = "") -> tuple[Pool[int], ...]:
    if stakes.house.gamble_reroll == "choose":
        return tuple(single_die(source, sides, stakes.part) for source, sides in stakes.dice)
    return (action_dice(stakes.dice, stakes.part, note),)


@lru_cache(maxsize=64)
def gamble_costs(part: Part) -> tuple[Effect, ...]:
    """WWG-37. 1 stress, which stays until it is cleared."""
    return (Effect(part, "stress", 1, "gamble"),)


def read(edges: int, stress: Stress, stakes: Stakes, *others: Any) -> Shown:
    """WWG-07, WWG-45, WWG-46. Edges of all dice, and willpower for each six on a stress die up to the maximum.

    WWG-47, WWG-48. Action dice give neither willpower nor banes.
    """
    sixes, banes = stress
    gained = sixes - stakes.paid
    return edges + sixes, gained if gained < stakes.room else stakes.room, banes


def read_faces(readings: tuple[Any, ...], stakes: Stakes) -> Shown:
    """WWG-A8. The same where dice with edges may stay: then their faces must be known."""
    faces, stress = readings[:-1], readings[-1]
    return *read(sum(edges_of(face) for face in faces), stress, stakes), faces, stress[0]


def effects_of(shown: Shown, stakes: Stakes) -> tuple[Effect, ...]:
    """WWG-46, WWG-13. Willpower gained, never beyond the maximum; what waited for this roll is used up."""
    return changes(stakes.part, stakes.gained + shown[1], *stakes.waiting)


@lru_cache(maxsize=1024)
def changes(part: Part, wp: int, bonus: int, penalty: int, why: str = "sixes on stress dice") -> tuple[Effect, ...]:
    """Willpower gained or paid, and the bonus and penalty that were used up."""
    found = (
        Effect(part, "wp", wp, why),
        Effect(part, "waiting_bonus", -bonus, "used by this roll"),
        Effect(part, "waiting_penalty", -penalty, "used by this roll"),
    )
    return tuple(effect for effect in found if effect.by)
