"""The action roll of In the Dark."""

from __future__ import annotations

from dataclasses import dataclass

from actionroll.errors import CannotPay, InputError
from actionroll.games.in_the_dark.dicepool import Shown, pool_of, told
from actionroll.games.in_the_dark.fortune import FORTUNE_TIERS, fortune_with
from actionroll.games.in_the_dark.rulings import Rulings
from actionroll.rules import (
    Due,
    Effect,
    Outcome,
    Step,
    Term,
    Texts,
    Way,
    choice,
    facts,
    throw,
    whole,
    words,
    yes_no,
)
from actionroll.rules.game import CANNOT_BE_DONE, RISKS, tiers_by_risk, without_risk

TIERS = ("failure", "partial success", "full success", "critical success")
BOXES = 9
LEVELS = (0, 6)


@dataclass(frozen=True, slots=True)
class Action(Texts):
    """All that is settled before an action roll."""

    dots: int = whole(0, 10, "Dots in the action that fits.", by="sheet")
    crew_level: int = whole(*LEVELS, "The crew's level.", by="sheet", default=0)
    target_level: int | None = whole(
        *LEVELS, "The target's level; none if it has none.", by="gm", default=None, or_none=True
    )
    position: str = choice("normal", "good", "bad", says="How well placed the character is.", by="gm")
    minor_harm: int = whole(0, 2, "Boxes of minor harm marked.", by="sheet", default=0)
    moderate_harm: int = whole(0, 2, "Boxes of moderate harm marked.", by="sheet", default=0)
    severe_harm: bool = yes_no("Whether severe harm is marked.", by="sheet")
    harm_counts: bool = yes_no("Whether harm hinders this action, where the gm says so.", by="gm", default=True)
    extra: str = choice("none", "push", "bargain", "both", says="Push yourself, or take a devil's bargain.")
    bargain: str = words("The devil's bargain: it happens whatever the dice show.", by="gm")
    assist: int = whole(0, 10, "Crewmates who assist.", by="helper", default=0)
    stress: int = whole(0, BOXES, "Stress boxes marked.", by="sheet", default=0)
    risk: str = choice(*RISKS, says="Whether anything can go wrong, or right.", by="gm")
    off_job: bool = yes_no("Off a job, or without pressure: a fortune roll takes its place.", by="gm")
    fits: bool = yes_no("Whether the gm accepts that the action fits.", by="gm", default=True)
    npc: str = words("The npc whose own action is read from this roll, inverted.", by="gm")


def tiers_of(you: Action, rulings: Rulings) -> tuple[str, ...]:
    """ITD-02, ITD-03, ITD-04. Where no action roll is made, the answer has other tiers."""
    return tiers_by_risk(you.risk, FORTUNE_TIERS if you.off_job else TIERS)


def start(you: Action, rulings: Rulings) -> Step:
    """ITD-01. An action roll is made on a job, under pressure, at a risk."""
    if certain := without_risk(you.risk, "ITD-02" if you.risk == "none" else "ITD-03"):
        return certain
    if you.off_job:
        return fortune_with(Term("dots", you.dots, "ITD-04"), rulings)
    refuse_what_cannot_be(you, rulings)
    if rulings.ninth_box == "before_roll" and marks_ninth_box(you, rulings):
        return out_before_the_roll(you, rulings)
    return throw("ITD-18", (pool_of(terms(you, rulings), rulings),), read, you, rulings, costs=costs(you, rulings))


def refuse_what_cannot_be(you: Action, rulings: Rulings) -> None:
    """ITD-29, and what the rulings allow of push, bargain, assistants and severe harm."""
    if not you.fits:
        raise InputError("The gm does not accept that this action fits; pick another action, nothing is spent.")
    if you.severe_harm and rulings.severe == "incapacitated":
        raise InputError("Severe harm: out of action until treated, unless the ruling severe=ignore is set.")
    if you.extra == "both" and rulings.push_and_bargain == "exclusive":
        raise InputError("extra takes one of none, push, bargain; both only under the ruling push_and_bargain=both.")
    if you.assist > rulings.max_assistants:
        raise InputError(f"assist takes at most {rulings.max_assistants}, the ruling max_assistants.")
    if you.stress + push_price(you, rulings) > BOXES:
        raise CannotPay(
            f"A push costs {rulings.push_cost} stress, and only {BOXES - you.stress} of {BOXES} boxes are free."
        )


def terms(you: Action, rulings: Rulings) -> tuple[Term, ...]:
    """ITD-06 to ITD-15. What adds dice to the pool and what takes them away."""
    found = (
        Term("dots" if you.dots != 1 else "dot", you.dots, "ITD-06"),
        level_term(you, rulings),
        Term(
            f"{you.position} position",
            {"good": 1, "normal": 0, "bad": -1}[you.position],
            "ITD-13" if you.position == "good" else "ITD-08",
        ),
        Term("minor harm", -int(you.minor_harm == 2 and hinders(you, rulings)), "ITD-09"),
        Term("moderate harm", -int(you.moderate_harm == 2 and hinders(you, rulings)), "ITD-10"),
        Term("push", int(you.extra in ("push", "both")), "ITD-14"),
        Term("devil's bargain", int(you.extra in ("bargain", "both")), "ITD-14"),
        Term("assist", you.assist, "ITD-15"),
    )
    return found[:1] + tuple(term for term in found[1:] if term.count)


def level_term(you: Action, rulings: Rulings) -> Term:
    """ITD-07, ITD-12. A die for each level between the crew and the target."""
    target = you.target_level
    if target is None:
        target = 0 if rulings.no_level_target == "zero" else you.crew_level
    above = you.crew_level - target
    return Term("you outrank them", above, "ITD-12") if above > 0 else Term("they outrank you", above, "ITD-07")


def hinders(you: Action, rulings: Rulings) -> bool:
    """ITD-A7. Full harm boxes count on every action roll, unless it is the gm's to say."""
    return rulings.harm_relevance == "always" or you.harm_counts


def push_price(you: Action, rulings: Rulings) -> int:
    """ITD-A4. The stress that the roller pays for a push."""
    return rulings.push_cost if you.extra in ("push", "both") else 0


def costs(you: Action, rulings: Rulings) -> tuple[Effect, ...]:
    """ITD-16. Each assistant takes 1 stress; a push costs the roller, and the ninth box puts them out of action."""
    paid: tuple[Effect, ...] = ()
    if price := push_price(you, rulings):
        paid += (Effect("roller", "stress", price, "push"),)
    if marks_ninth_box(you, rulings):
        paid += (Effect("roller", "out_of_action", 1, "the ninth box"),)
    return paid + tuple(Effect(f"helper-{place + 1}", "stress", 1, "assist") for place in range(you.assist))


def marks_ninth_box(you: Action, rulings: Rulings) -> bool:
    """ITD-A9. Whether the push marks the last box."""
    return push_price(you, rulings) > 0 and you.stress + push_price(you, rulings) == BOXES


def out_before_the_roll(you: Action, rulings: Rulings) -> Outcome:
    """ITD-A9. By this ruling the ninth box ends the action before the dice fall."""
    why = "the push marked the ninth stress box, and the roll is lost"
    return Outcome("ITD-A9", CANNOT_BE_DONE, effects=costs(you, rulings), dues=(TRAUMA,), why=why)


TRAUMA = Due(
    "trauma",
    "roller",
    "Name the trauma that the ninth box brings.",
    (Way("trauma", "A new trauma.", "trauma", 1),),
    rule="ITD-A9",
)

CONSEQUENCES = (
    Way("complication", "Something new goes wrong, in words."),
    Way("minor harm", "Mark a box of minor harm.", "minor_harm", 1, anyone=True),
    Way("moderate harm", "Mark a box of moderate harm.", "moderate_harm", 1, anyone=True),
    Way("severe harm", "Mark severe harm: out of action.", "severe_harm", 1, anyone=True),
    Way("worse position", "The next attempt starts from a bad position, in words."),
)


CONSEQUENCE = Due("consequence", "gm", "Name the consequence; the player may resist it.", CONSEQUENCES, rule="ITD-21")
BENEFIT = Due(
    "benefit", "gm", "Name the extra benefit.", (Way("benefit", "An extra benefit, in words."),), rule="ITD-23"
)
DUES = {"failure": (CONSEQUENCE,), "partial success": (CONSEQUENCE,), "critical success": (BENEFIT,)}


def read(shown: Shown, you: Action, rulings: Rulings) -> Outcome:
    """ITD-18, ITD-19. The single highest die is read; two sixes are a critical success."""
    tier = tier_of(shown)
    pool = pool_of(terms(you, rulings), rulings)
    dues = dues_of(tier) + ((TRAUMA,) if marks_ninth_box(you, rulings) else ())
    return Outcome("ITD-18", tier, facts(highest=shown[0]), (), dues, told(shown, pool))


def tier_of(shown: Shown) -> str:
    """ITD-18 to ITD-24."""
    die, sixes = shown
    if die == 6:
        return "critical success" if sixes > 1 else "full success"
    return "partial success" if die >= 4 else "failure"


def dues_of(tier: str) -> tuple[Due, ...]:
    """ITD-20 to ITD-23. A failure or partial success brings a consequence, a critical success a benefit."""
    return DUES.get(tier, ())


def npc_reads(tier: str) -> str:
    """ITD-25, ITD-26, ITD-A15. What the player's result means for an npc who acts against them."""
    return {
        "failure": "the npc succeeds",
        "partial success": "the npc gets part of it, for good or ill of both",
        "full success": "the npc fails",
        "critical success": "the npc fails, and worse",
    }[tier]
