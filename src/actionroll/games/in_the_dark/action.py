"""The action roll of In the Dark, and the fortune roll that takes its place off a job."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from actionroll.dice import Marks, highest_and_sixes, mark_first
from actionroll.errors import InputError
from actionroll.games.in_the_dark import sheet
from actionroll.games.in_the_dark.attempt import Action, Fortune, Rulings
from actionroll.rules import Due, Effect, Outcome, Pool, Statistic, Step, Term, clear_mark, facts, throw
from actionroll.rules.game import CANNOT_BE_DONE, tiers_by_risk, without_risk

FORTUNE_TIERS = ("failure", "mixed success", "strong success")
FORTUNE_CRITICAL = "critical success"
FORTUNE_GOES = {
    "failure": ("It goes badly", "the gm says how."),
    "mixed success": ("It goes partly well", "the gm says what is missing."),
    "strong success": ("It goes well", "the gm says how it looks."),
    FORTUNE_CRITICAL: ("It could not go better", "the gm says what comes on top."),
}


def fortune_told(tier: str, whom: str = "") -> str:
    """How it goes, for whom, and who says more of it."""
    goes, says = FORTUNE_GOES[tier]
    return f"{goes} for {whom}: {says}" if whom else f"{goes}: {says}"


FORTUNE_MEANS = {tier: fortune_told(tier) for tier in FORTUNE_GOES}
ROLLED_FOR = "whoever it is rolled for"


def start(you: Action, rulings: Rulings) -> Step:
    """ITD-01. An action roll is made on a job, under pressure, at a risk. ITD-05. Players make it, and nobody else."""
    if certain := nothing_to_roll(you):
        return certain
    if simple := simple_term(you):
        return fortune_with(you.dots, rulings, simple.label, (dots_term(you), simple))
    refuse_what_cannot_be(you, rulings)
    if sheet.is_out_before(you.stress, push_price(you, rulings), rulings):
        return out_before_the_roll(you, rulings)
    return cast(you, rulings)


def tiers_of(you: Action, rulings: Rulings) -> tuple[str, ...]:
    """Where no action roll is made, the answer has other tiers."""
    if you.risk != "risky":
        return tiers_by_risk(you.risk, sheet.TIERS)
    if simple_term(you):
        return fortune_tiers_of(you, rulings)
    return (CANNOT_BE_DONE,) if sheet.is_out_before(you.stress, push_price(you, rulings), rulings) else sheet.TIERS


# when there is no action roll


def nothing_to_roll(you: Action) -> Outcome | None:
    """ITD-02. Where nothing can go wrong, it just happens. ITD-03. Where nothing can go right, it cannot be done."""
    return without_risk(you.risk, "ITD-02" if you.risk == "none" else "ITD-03", sheet.MEANS)


def simple_term(you: Action) -> Term | None:
    """ITD-04. Off a job or without pressure, and ITD-A16 for minor actions, it is a fortune roll, and said to be."""
    if you.off_job:
        return Term("left to fortune off the job", 0, "ITD-04")
    return Term("left to fortune as a minor action", 0, "ITD-04") if you.minor else None


def refuse_what_cannot_be(you: Action, rulings: Rulings) -> None:
    """All that speaks against the roll, said before anything is spent: ITD-31. Another way is open at no cost."""
    refuse_what_does_not_fit(you)
    if you.out_of_action:
        raise InputError("Out of action: nothing is rolled until downtime, where relaxing brings the character back.")
    refuse_severe_harm(you.severe_harm, you.despite_harm, rulings)
    refuse_both(you, rulings)
    sheet.refuse_unless_free("roller", you.stress, push_price(you, rulings), "A push")
    refuse_assistants(you, rulings)


def refuse_what_does_not_fit(you: Action) -> None:
    """ITD-29. The gm must accept that the action fits."""
    if not you.fits:
        raise InputError("The gm does not accept that this action fits; pick another action, nothing is spent.")


def refuse_severe_harm(severe: bool, despite: bool, rulings: Rulings) -> None:
    """ITD-11. Severe harm takes no die away. ITD-A8. It puts out of action, unless the gm says, or by ruling."""
    if severe and not despite and rulings.severe == "incapacitated":
        says = "Severe harm: out of action until treated, unless the gm lets them act this once."
        raise InputError(says, leave="despite_harm", at="severe_harm")


def refuse_both(you: Action, rulings: Rulings) -> None:
    """ITD-A3. A push or a bargain: both only by ruling."""
    if you.extra == "both" and rulings.push_and_bargain == "exclusive":
        raise InputError("extra takes one of none, push, bargain; both only under the ruling push_and_bargain=both.")


def refuse_assistants(you: Action, rulings: Rulings) -> None:
    """ITD-A5. One assistant, unless by ruling; and each must have a free box."""
    if rulings.max_assistants is not None and you.assist > rulings.max_assistants:
        raise InputError(f"assist takes at most {rulings.max_assistants}, the ruling max_assistants.")
    if you.assist_stress and len(you.assist_stress) != you.assist:
        raise InputError(f"assist_stress takes one number for each assistant, and assist is {you.assist}.")
    for place, marked in enumerate(you.assist_stress):
        sheet.refuse_unless_free(assistant(place), marked, 1, "Assisting")


# the pool


def terms(you: Action, rulings: Rulings) -> tuple[Term, ...]:
    """What adds dice to the pool and what takes them away."""
    found = (
        level_term(you, rulings),
        position_term(you),
        *harm_terms(you, rulings),
        *extra_terms(you),
        assist_term(you, rulings),
    )
    return (dots_term(you), *[term for term in found if term.count], *effect_terms(you))


def dots_term(you: Action) -> Term:
    """ITD-06. One die for each dot of the action."""
    return Term("dots" if you.dots != 1 else "dot", you.dots, "ITD-06")


def level_term(you: Action, rulings: Rulings) -> Term:
    """ITD-07. A die less for each level above the crew. ITD-12. A die more for each below. ITD-A6. Or no level."""
    own = you.crew_level if you.level is None else you.level
    target = you.target_level
    if target is None:
        target = 0 if rulings.no_level_target == "zero" else own
    above = own - target
    return Term("lower target level", above, "ITD-12") if above > 0 else Term("higher target level", above, "ITD-07")


def position_term(you: Action) -> Term:
    """ITD-17. One of three. ITD-08. A bad position takes a die. ITD-13. A good one adds one."""
    left = "left by the last consequence" if you.worse_position else ""
    return {
        "good": Term("good position", 1, "ITD-13"),
        "normal": Term("normal position", 0, "ITD-17"),
        "bad": Term("bad position", -1, "ITD-08", tells=left),
    }[you.position]


def effect_terms(you: Action) -> tuple[Term, ...]:
    """ITD-30. The gm says how effective it will be, which changes no dice; silence is normal."""
    return () if you.effectiveness == "normal" else (Term(f"{you.effectiveness} effect", 0, "ITD-30"),)


def harm_terms(you: Action, rulings: Rulings) -> tuple[Term, Term]:
    """ITD-09, ITD-10. Both boxes of minor or of moderate harm take a die. ITD-A7. Always, or where the gm says."""
    counts = rulings.harm_relevance == "always" or you.harm_counts
    minor, moderate = (counts and boxes == 2 for boxes in (you.minor_harm, you.moderate_harm))
    return Term("minor harm", -int(minor), "ITD-09"), Term("moderate harm", -int(moderate), "ITD-10")


def extra_terms(you: Action) -> tuple[Term, Term]:
    """ITD-14. One die for a push or a devil's bargain."""
    return Term("push", int(pushes(you)), "ITD-14"), Term("devil's bargain", int(bargains(you)), "ITD-14")


def pushes(you: Action) -> bool:
    """Whether the roller pushes."""
    return you.extra in ("push", "both")


def bargains(you: Action) -> bool:
    """Whether the roller takes a devil's bargain."""
    return you.extra in ("bargain", "both")


def assist_term(you: Action, rulings: Rulings) -> Term:
    """ITD-15. A die from each assistant, unless the ninth box puts them out before."""
    lost = sum(sheet.is_out_before(marked, 1, rulings) for marked in you.assist_stress)
    return Term("assist", you.assist - lost, "ITD-15")


def assistant(place: int) -> str:
    """The part of an assistant by their place in the list."""
    return f"helper-{place + 1}"


def cast(you: Action, rulings: Rulings) -> Step:
    """ITD-18. The pool is thrown, and its single highest die is read."""
    summed = terms(you, rulings)
    pool = pool_of(sum(term.count for term in summed), rulings, "action", terms=summed)
    paid = costs(you, rulings)
    said = Said(you.npc, you.effectiveness, you.bargain.strip() if bargains(you) else "")
    return throw("ITD-18", (pool,), read, how_read(pool), said, other_dues(you, rulings), rulings, costs=paid)


# what it costs


def costs(you: Action, rulings: Rulings) -> tuple[Effect, ...]:
    """What is paid as the dice fall. ITD-44. What made the position worse is used up, whatever the gm says of it."""
    used = (clear_mark("roller", sheet.WORSE, "used by this roll"),) if you.worse_position else ()
    return (*push_paid(you, rulings), *assists_paid(you), *used)


def push_price(you: Action, rulings: Rulings) -> int:
    """ITD-A4. The stress that the roller pays for a push."""
    return rulings.push_cost if pushes(you) else 0


def push_paid(you: Action, rulings: Rulings) -> tuple[Effect, ...]:
    """What the push alone changes."""
    return sheet.paid("roller", you.stress, push_price(you, rulings), "push")


def assists_paid(you: Action) -> tuple[Effect, ...]:
    """ITD-16. Each assistant takes 1 stress, and the roller none for it."""
    marked: tuple[int | None, ...] = you.assist_stress or (None,) * you.assist
    assists = (sheet.paid(assistant(place), boxes, 1, "assist") for place, boxes in enumerate(marked))
    return tuple(effect for each in assists for effect in each)


def out_before_the_roll(you: Action, rulings: Rulings) -> Outcome:
    """The push is paid, and no dice fall."""
    price = push_price(you, rulings)
    lost = sheet.trauma_of("roller", you.stress, price)
    why = "the push marked the ninth stress box, and the roll is lost"
    return Outcome(lost[0].rule, CANNOT_BE_DONE, effects=push_paid(you, rulings), dues=lost, why=why)


def other_dues(you: Action, rulings: Rulings) -> tuple[Due, ...]:
    """Whatever the dice show: a bargain that nobody has put into words yet, and a trauma for each ninth box."""
    bargain = (sheet.BARGAIN,) if bargains(you) and not you.bargain.strip() else ()
    own = sheet.trauma_of("roller", you.stress, push_price(you, rulings))
    theirs = [sheet.trauma_of(assistant(place), marked, 1) for place, marked in enumerate(you.assist_stress)]
    return (*bargain, *own, *(due for dues in theirs for due in dues))


# how dice are read

Shown: TypeAlias = tuple[int, int]
"""The die that is read, and how many sixes stand behind it, up to two."""


def _lower(a: Shown, b: Shown) -> Shown:
    """One six behind a lower die means nothing: only two are asked for, and then the lowest of two dice is one."""
    return min(a[0], b[0]), min(2, a[1] + b[1])


def _without_sixes(face: int) -> Shown:
    return face, 0


def _with_sixes(face: int) -> Shown:
    return face, int(face == 6)


def _mark_lowest(read: Shown, faces: Sequence[int]) -> Marks:
    if read[0] != min(faces):
        return (False,) * len(faces)
    return (True,) * len(faces) if read[1] > 1 else mark_first(read[0], faces)


lowest: Statistic[Shown] = Statistic("lowest", (6, 0), _without_sixes, _lower, _mark_lowest)
lowest_and_sixes: Statistic[Shown] = Statistic("lowest, and sixes", (6, 0), _with_sixes, _lower, _mark_lowest)


def pool_of(
    count: int, rulings: Rulings, source: str, *, terms: tuple[Term, ...] = (), by: str = "roller", beside: bool = False
) -> Pool[Shown]:
    """A pool of so many dice, or what the rulings put in its place."""
    sides, statistic = dice_for(count, rulings)
    note = "without a die, the lower of two counts" if count < 1 and len(sides) == 2 else ""
    return Pool(sides, statistic, (source,), terms, by, beside=beside, note=note)


def dice_for(count: int, rulings: Rulings) -> tuple[tuple[int, ...], Statistic[Shown]]:
    """ITD-A1. Below one die, two dice are rolled and the lowest is read. ITD-A2. Two sixes are then still one."""
    if count >= 1 or rulings.zero_pool == "min_one":
        return (6,) * max(1, count), highest_and_sixes
    if rulings.zero_pool == "fail":
        return (), highest_and_sixes
    return (6, 6), lowest if rulings.zero_pool_critical == "never" else lowest_and_sixes


class HowRead(NamedTuple):
    """What a rule must still know of a pool to tell how it was read."""

    dice: int
    lowest: bool


def how_read(pool: Pool[Shown]) -> HowRead:
    """How many dice a pool has, and whether the lowest counts."""
    return HowRead(len(pool.sides), pool.statistic is not highest_and_sixes)


def die_told(shown: Shown, pool: HowRead) -> str:
    """Which die was read, and why that one."""
    die, sixes = shown
    if not pool.dice:
        return "no die is left, so nothing is rolled"
    if pool.lowest:
        return f"{die} is the lowest of two dice, because no die was left"
    if sixes > 1:
        return f"two sixes or more among {pool.dice} dice"
    return f"{die} is the highest of {pool.dice} dice" if pool.dice > 1 else f"the only die shows {die}"


# the outcome


class Said(NamedTuple):
    """What the gm said of a roll that its outcome tells."""

    npc: str
    effectiveness: str
    bargain: str


def read(shown: Shown, pool: HowRead, said: Said, others: tuple[Due, ...], rulings: Rulings) -> Outcome:
    """What the die that was read means, and what it leaves open."""
    tier = tier_of(shown)
    one_six = ", where two sixes are no critical success" if pool.lowest and tier == "full success" else ""
    read_by_npc = f", {npc_reads(tier, said.npc)}" if said.npc else ""
    why = die_told(shown, pool) + one_six + read_by_npc + bargain_told(said.bargain)
    means = meaning(tier, said) + effect_told(tier, said.effectiveness)
    dues = sheet.dues_of(tier, rulings) + others
    return Outcome(sheet.rule_of(tier), tier, facts(highest=shown[0]), (), dues, why, means=means)


def meaning(tier: str, said: Said) -> str:
    """What a tier means; where a bargain was struck, nothing bad comes of it but that."""
    harmed_by_bargain = said.bargain and tier == "full success"
    return sheet.unharmed(" but the bargain") if harmed_by_bargain else sheet.MEANS[tier]


def effect_told(tier: str, effectiveness: str) -> str:
    """What a success brings, where the gm said another effect than the usual; a failure brings none."""
    if tier == "failure" or effectiveness == "normal":
        return ""
    brings = "less" if effectiveness == "limited" else "more"
    return f" Its effect is {effectiveness}, as the gm said: it brings {brings} than usual."


def bargain_told(bargain: str) -> str:
    """A devil's bargain that was said before the throw happens as it was said, whatever the dice show."""
    return f". The devil's bargain happens: {bargain.rstrip('.')}" if bargain else ""


def tier_of(shown: Shown) -> str:
    """6 is a full success, 4 and 5 partial, below a failure. ITD-19, ITD-24. Two sixes are critical, one never is."""
    die, sixes = shown
    if die == 6:
        return "critical success" if sixes > 1 else "full success"
    return "partial success" if die >= 4 else "failure"


def npc_reads(tier: str, npc: str) -> str:
    """ITD-25. What succeeds for the player fails for the npc. ITD-26. A partial success is for both. ITD-A15."""
    return {
        "failure": f"so {npc} succeeds",
        "partial success": f"so {npc} gets part of it, for good or ill of both",
        "full success": f"so {npc} fails",
        "critical success": f"so {npc} fails, and worse",
    }[tier]


# the fortune roll


def start_fortune(you: Fortune, rulings: Rulings) -> Step:
    """ITD-27. For npcs among themselves, for minor actions, and for all that happens off a job."""
    return fortune_with(you.dice, rulings, f"for {you.npc}" if you.npc else "", whom=you.npc or ROLLED_FOR)


def fortune_with(dice: int, rulings: Rulings, about: str = "", terms: tuple[Term, ...] = (), *, whom: str = "") -> Step:
    """ITD-32. As many dice as a stat or level has; `about` is told before the die that is read, `whom` beside it."""
    pool = pool_of(dice, rulings, "fortune", terms=terms)
    return throw("ITD-32", (pool,), read_fortune, how_read(pool), about, whom, rulings)


def read_fortune(shown: Shown, pool: HowRead, about: str, whom: str, rulings: Rulings) -> Outcome:
    """ITD-33. 6 is a strong success, 4 and 5 a mixed one. ITD-A12. No critical, unless by ruling."""
    die, sixes = shown
    tier = "strong success" if die == 6 else "mixed success" if die >= 4 else "failure"
    if sixes > 1 and rulings.fortune_critical:
        tier = FORTUNE_CRITICAL
    why = die_told(shown, pool)
    told = f"{about}, {why}" if about else why
    dues, means = (sheet.TELLING._replace(rule="ITD-33"),), fortune_told(tier, whom)
    return Outcome("ITD-33", tier, facts(highest=die), dues=dues, why=told, means=means)


def fortune_tiers_of(you: object, rulings: Rulings) -> tuple[str, ...]:
    """A critical success is there only by ruling."""
    return (*FORTUNE_TIERS, FORTUNE_CRITICAL) if rulings.fortune_critical else FORTUNE_TIERS
