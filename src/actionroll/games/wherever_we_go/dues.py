"""What a roll leaves to people: banes to assign, benefits and consequences to name."""

from __future__ import annotations

from actionroll.games.wherever_we_go.rulings import Rulings
from actionroll.rules import Due, Part, Way

WEAKENED, MINOR, SEVERE, MAJOR = "weakened", "minor_harm", "severe_harm", "major_harm"
HARM = ((1, WEAKENED), (2, MINOR), (4, SEVERE), (6, MAJOR))
"""How bad a share of damage is, from which size on."""

NOTHING = Way("nothing", "Nothing this time; the story goes on all the same.", alone=True)

BENEFITS = (
    Way("better situation", "A bonus of 1 to 3 on the next roll, yours or an ally's.", "waiting_bonus", 1, 3, True),
    Way("clear stress", "Clear 1 stress.", "stress", -1),
    Way("gain willpower", "Gain 1 willpower, up to the maximum.", "wp", 1),
    Way("new opportunity", "A new opportunity shows, in words."),
    Way("more effective", "It works better than expected, in words."),
)

CONSEQUENCES = (
    Way("worse situation", "A penalty of 1 to 3 on the next roll, yours or an ally's.", "waiting_penalty", 1, 3, True),
    Way("complication", "A new complication, threat or obstacle, in words."),
    Way("opportunity lost", "This way is closed; try another approach."),
    Way("stress", "Take as much stress as the gm names.", "stress", 1, 10),
    Way("harm", "Take as much damage to health as the gm names.", "health", -1, 10, brings=HARM),
    Way("harm to resolve", "Take as much damage to resolve as the gm names.", "resolve", -1, 10, brings=HARM),
    Way("less effective", "It works less well than expected, in words."),
)


def damage_of(banes: int) -> int:
    """WWG-51. One bane is 2 damage (minor harm), two are 4 (severe), three or more are 6 (major)."""
    return 2 * min(banes, 3)


def harm_of(damage: int) -> str:
    """What damage of that size is called."""
    return [mark for least, mark in HARM if damage >= least][-1]


def bane_dues(banes: int, part: Part, rulings: Rulings) -> tuple[Due, ...]:
    """WWG-50, WWG-53. Banes must be assigned as damage, in full; it may be split, and its parts add up to the whole.

    WWG-A23. The player proposes where, and the gm has the last word; by ruling the player's word stands.
    """
    if not banes:
        return ()
    damage = damage_of(banes)
    says = (
        f"Assign {damage} damage ({harm_of(damage).replace('_', ' ')}) for {counted(banes, 'bane')} "
        "to health, resolve or gear of whoever it fits; it may be split, and the gm has the last word."
    )
    final = "gm" if rulings.bane_targets == "proposed" else ""
    due = Due("damage", part, says, damage_ways(banes, rulings), damage, part, "WWG-50", final=final)
    return (due, gear_due(part)) if rulings.gear_loss == "manual" else (due,)


def damage_ways(banes: int, rulings: Rulings) -> tuple[Way, ...]:
    """WWG-52. Health, resolve, or the reliability of gear; of the acting character, an ally, whoever it fits.

    WWG-62. Gear bears what is left of it and no more; health and resolve, while any is left. WWG-A11. Each target's
    share is read on the harm table; by ruling the whole keeps its name when it is split.
    """
    harm = HARM if rulings.split_severity == "per_target" else ((1, harm_of(damage_of(banes))),)
    return (
        Way("health", "Physical harm.", "health", -1, anyone=True, brings=harm, bears="some"),
        Way("resolve", "Mental or emotional harm.", "resolve", -1, anyone=True, brings=harm, bears="some"),
        gear_way(banes, rulings),
    )


def gear_way(banes: int, rulings: Rulings) -> Way:
    """WWG-A12. Gear loses 1 reliability for each point; by ruling for each bane, or as much as the gm says."""
    match rulings.gear_loss:
        case "per_bane":
            per = damage_of(banes)
            return Way("gear", "Gear used: 1 reliability a bane.", "gear", -banes, anyone=True, per=per, bears="all")
        case "manual":
            return Way("gear", "Gear used; the gm says what it loses.", anyone=True)
        case _:
            return Way("gear", "Gear used: 1 reliability a point.", "gear", -1, anyone=True, bears="all")


def gear_due(part: Part) -> Due:
    """The gm's own number for gear that took damage, where the ruling leaves it to them."""
    ways = (
        Way("nothing", "No gear took damage, or it holds.", alone=True),
        Way("gear", "As much reliability as the gm names.", "gear", -1, 10, anyone=True),
    )
    says = "Say how much reliability gear that took damage loses."
    return Due("gear", "gm", says, ways, on=part, rule="WWG-A12", several=True)


def story_due(tier: str, part: Part) -> Due:
    """WWG-10, WWG-11. What the gm names after a roll: a benefit is one of five things, a consequence one of six.

    WWG-12. A failure or mixed success brings consequences, a success benefits; either may bring both, or nothing.
    """
    ways, kind, rule = (*BENEFITS, *CONSEQUENCES, NOTHING), "benefit", "WWG-10"
    if tier in ("failure", "mixed success"):
        ways, kind, rule = (*CONSEQUENCES, *BENEFITS, NOTHING), "consequence", "WWG-11"
    says = f"Name what the {tier} brings: a {kind}, another thing beside it, or nothing."
    return Due(kind, "gm", says, ways, on=part, rule=rule, several=True)


def extra_dues(extra: int, part: Part) -> tuple[Due, ...]:
    """WWG-56. Edges beyond those that won may grant benefits."""
    if extra < 1:
        return ()
    says = f"{counted(extra, 'extra edge')}: the gm may grant benefits to the {part}."
    return (Due("extra edges", "gm", says, (*BENEFITS, NOTHING), on=part, rule="WWG-56", several=True),)


def counted(number: int, what: str) -> str:
    """`1 edge`, `2 edges`, `no edges`."""
    return f"{number or 'no'} {what}{'' if number == 1 else 's'}"
