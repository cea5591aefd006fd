"""What a character and a crew of In the Dark carry, and what they carry from roll to roll in a scene."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from actionroll.errors import CannotPay
from actionroll.games.in_the_dark.attempt import BOXES, HIGHEST_LEVEL, POSITIONS, Rulings
from actionroll.rules import Due, Effect, Joining, Mark, Outcome, SheetForm, Track, Trait, Way, choice, set_mark, whole
from actionroll.rules.game import CANNOT_BE_DONE, JUST_HAPPENS, OUT_OF_ROLLS, Carried, Scene
from actionroll.rules.kinds import Whole, Words
from actionroll.rules.sheet import Values
from actionroll.rules.sheet import settle as settled
from actionroll.rules.things import Thing, ThingKind, Use
from actionroll.values import not_blank

ACTIONS = {
    "insight": ("operate", "study", "tinker"),
    "prowess": ("attack", "maneuver", "skulk"),
    "resolve": ("attune", "command", "sway"),
}
DEEDS = {
    "operate": "Makes it run, or stop, without a fuss.",
    "study": "Looks closely, to learn what matters.",
    "tinker": "Takes it apart, to get past it.",
    "attack": "Strikes, to put them down.",
    "maneuver": "Moves fast, to get there first.",
    "skulk": "Keeps to the shadows, to get by unseen.",
    "attune": "Listens for what is beyond, to be answered.",
    "command": "Gives an order, to be obeyed.",
    "sway": "Talks, to win them over.",
}
TEMPLATE = {"skulk": 2, "maneuver": 1, "study": 1, "sway": 1, "tinker": 1, "attack": 1}

WORSE = "worse_position"
PLACES = (Use("a good position", "Puts you in a good position, unless the gm says otherwise.", {"position": "good"}),)
"""The text has no other dice than those for how someone is placed, pushes, bargains and is helped."""
ABILITIES = (
    Thing("ability", "Ghost step", "Once a job you are somewhere you cannot have got to.", most=1),
    Thing("ability", "Somebody's cousin", "Once a job, someone who stands in your way is family.", most=1),
    Thing("ability", "Counted steps", "Once a job you say what lies behind the next door.", most=1),
)
GEAR = (
    Thing("gear", "Lockpicks", "Fine ones, where there is a lock.", (("a good position", None),)),
    Thing("gear", "Grapnel and line"),
    Thing("gear", "Dark lantern"),
    Thing("gear", "Weighted gloves", "At arm's length.", (("a good position", None),)),
)


def attribute_rating(values: Values, attribute: str) -> int:
    """An attribute is rated by how many of its actions have a dot."""
    return sum(1 for action in ACTIONS[attribute] if values[action] > 0)


def fill_action(values: Values, trait: str) -> Mapping[str, Any]:
    """What an action roll reads from the sheet."""
    read = (
        "crew_level",
        "worse_position",
        "minor_harm",
        "moderate_harm",
        "severe_harm",
        "stress",
        "out_of_action",
        "off_job",
    )
    return {"dots": values[trait], **{name: values[name] for name in read}}


def fill_resistance(values: Values, trait: str) -> Mapping[str, Any]:
    """What a resistance roll reads from the sheet: the attribute, whichever of its actions is picked."""
    attribute = trait if trait in ACTIONS else next(name for name, actions in ACTIONS.items() if trait in actions)
    return {"dice": attribute_rating(values, attribute), "stress": values["stress"], "may_decline": True}


def fill_fortune(values: Values, trait: str) -> Mapping[str, Any]:
    """What a fortune roll reads from the sheet; without a trait, as many dice as are said."""
    return {"dice": values[trait]} if trait else {}


def share_of_teamwork(values: Values, trait: str) -> Mapping[str, Any]:
    """What one member brings to a teamwork roll."""
    return {"pools": values[trait], "stress": values["stress"], "severe_harm": values["severe_harm"]}


def fill_downtime(values: Values, trait: str) -> Mapping[str, Any]:
    """What downtime reads from the sheet."""
    return {"stress": values["stress"], "out_of_action": values["out_of_action"]}


def lend_to_action(values: Values, how: Joining) -> Mapping[str, Any]:
    """What an assistant brings: the boxes that are marked already."""
    return {"assist_stress": values["stress"]}


SHEET = SheetForm(
    traits=tuple(
        Trait(action, Whole(0, 3), TEMPLATE.get(action, 0), attribute, deed=DEEDS[action])
        for attribute, actions in ACTIONS.items()
        for action in actions
    ),
    tracks=(
        Track("stress", 0, BOXES, 0, "Nine boxes; the ninth puts you out of action.", when_full="out_of_action"),
        Track("minor_harm", 0, 2, 0, "Both marked: one die less.", overflow="moderate_harm"),
        Track("moderate_harm", 0, 2, 0, "Both marked: one die less.", overflow="severe_harm"),
        Track("trauma", 0, 4, 0, "The fourth ends a career.", when_full="out_for_good"),
        Track(
            "crew_level",
            0,
            HIGHEST_LEVEL,
            0,
            "Targets have levels too: a die less for each level above the crew's, a die more for each below.",
            owner="table",
        ),
    ),
    marks=(
        Mark(WORSE, "A consequence left it: the next action starts from a bad position.", verb="is in a"),
        Mark("severe_harm", "Incapacitated until treated.", verb="has"),
        Mark("out_of_action", "Until downtime, with a new trauma.", verb="is"),
        Mark("out_for_good", "Four traumas: this career is over.", verb="is"),
        Mark("off_job", "Between jobs, or when nothing presses, action rolls become fortune rolls.", owner="table"),
    ),
    things=(
        ThingKind("ability", "A special ability: what it lets you do, and how often.", PLACES, ready=ABILITIES),
        ThingKind("gear", "What you carry on a job.", PLACES, ready=GEAR),
    ),
    fill={
        "action": fill_action,
        "resistance": fill_resistance,
        "fortune": fill_fortune,
        "downtime": fill_downtime,
    },
    proposes={"position": (WORSE, "bad")},
    share={"teamwork": share_of_teamwork},
    lend={"action": lend_to_action},
    picks={
        "downtime": ("",),
        "resistance": tuple(ACTIONS),
        "fortune": (*(action for actions in ACTIONS.values() for action in actions), ""),
    },
)


# stress


def refuse_unless_free(part: str, marked: int, price: int, what: str) -> None:
    """ITD-37. What cannot be paid in full is not available."""
    if marked + price > BOXES:
        raise CannotPay(f"{what} costs {{who}} {price} stress, and {left_free(marked)}.", part)


def left_free(marked: int) -> str:
    """How many boxes of stress are left where that is too few."""
    free = BOXES - marked
    return f"only {free} of {BOXES} boxes {'is' if free == 1 else 'are'} free"


def is_ninth(marked: int | None, price: int) -> bool:
    """Whether this price marks the last box; where nobody said what is marked, it is not told."""
    return marked is not None and price > 0 and marked + price == BOXES


def is_out_before(marked: int | None, price: int, rulings: Rulings) -> bool:
    """ITD-A9. What was paid for counts, and the roll is resolved first; by ruling the ninth box ends it before."""
    return rulings.ninth_box == "before_roll" and is_ninth(marked, price)


def paid(who: str, marked: int | None, price: int, why: str) -> tuple[Effect, ...]:
    """The boxes marked; the ninth puts a character out of action."""
    boxes = (Effect(who, "stress", price, why),) if price else ()
    return (*boxes, set_mark(who, "out_of_action", "the ninth box")) if is_ninth(marked, price) else boxes


def trauma_of(who: str, marked: int | None, price: int) -> tuple[Due, ...]:
    """ITD-38. The ninth box brings a new trauma, which its owner names."""
    if not is_ninth(marked, price):
        return ()
    ways = (Way("trauma", "It stays for good.", "trauma", 1),)
    return (Due("trauma", who, "Name the trauma that the ninth box brings.", ways, on=who, rule="ITD-38"),)


# what the dice bring

TIERS = ("failure", "partial success", "full success", "critical success")


def unharmed(but: str = "", whose: str = "you") -> str:
    """What a full success means, and who did it; and what bad thing comes of it all the same."""
    return f"It succeeds, and nothing bad comes of it{but}: say how {whose} do it."


MEANS = {
    "failure": "It fails, and something bad comes of it: the gm says what.",
    "partial success": "It succeeds, with a complication or consequence: the gm says which.",
    "full success": unharmed(),
    "critical success": "It succeeds with an extra benefit: the gm says which.",
    JUST_HAPPENS: "Nothing can go wrong: say how the character does it.",
    CANNOT_BE_DONE: "It is impossible: say what the character tries instead.",
}

CONSEQUENCES = (
    Way("complication", "Something new goes wrong, in words.", anyone=True, in_words=True),
    Way("worse position", "The next action starts from a bad position.", WORSE, 1, anyone=True),
    Way("minor harm", "Mark a box of minor harm; if both are marked, of moderate harm.", "minor_harm", 1, anyone=True),
    Way(
        "moderate harm",
        "Mark a box of moderate harm; if both are marked, severe harm.",
        "moderate_harm",
        1,
        anyone=True,
    ),
    Way("severe harm", "Mark severe harm: out of action.", "severe_harm", 1, anyone=True),
)
BENEFITS = (Way("benefit", "An extra benefit, in words.", in_words=True),)


def rule_of(tier: str) -> str:
    """The rule that says what a tier means.

    ITD-20. A full success has no negative consequence. ITD-21. A partial success brings one. ITD-22. So does a
    failure. ITD-23. A critical success brings an extra benefit.
    """
    return {
        "failure": "ITD-22",
        "partial success": "ITD-21",
        "full success": "ITD-20",
        "critical success": "ITD-23",
    }[tier]


def dues_of(tier: str, rulings: Rulings, on: str = "roller") -> tuple[Due, ...]:
    """The consequence of a failure or partial success, the benefit of a critical one.

    ITD-42. A consequence is named, answered by each on whom it falls, and then falls; ITD-A19. by ruling at once.
    """
    match tier:
        case "failure" | "partial success":
            says = "Name the consequence; the player may resist it once, before it falls."
            due = Due("consequence", "gm", says, CONSEQUENCES, on=on, rule=rule_of(tier), several=True)
            return (due._replace(answered_by="resistance", answered_first=rulings.consequences == "named_first"),)
        case "critical success":
            return (Due("benefit", "gm", "Name the extra benefit.", BENEFITS, on=on, rule=rule_of(tier)),)
        case _:
            return ()


BARGAIN = Due(
    "bargain",
    "gm",
    "The devil's bargain happens whatever the dice show: say what it is.",
    (Way("bargain", "It happens, in words.", in_words=True), *CONSEQUENCES[1:]),
    rule="ITD-A17",
    several=True,
)
"""Asked for where nobody put it into words before the throw; the gm may let it cost what a consequence would."""


TELLING = Due("telling", "gm", "Say how it goes.", (Way("told", "It goes so, in words.", in_words=True),))
"""A fortune roll changes nothing by itself: what it means is the gm's to say, to everyone."""


# what a resistance makes of it

AVOIDED = Way("avoided", "It was mild, and does not happen.")
LESSER = Way("a lesser form", "It happens in a lesser form, in words.", in_words=True)
TAKEN_BACK = (
    AVOIDED,
    LESSER,
    Way("no minor harm", "Take back a box of minor harm.", "minor_harm", -1, anyone=True),
    Way("minor, not moderate", "Moderate harm becomes minor harm.", "moderate_harm", -1, anyone=True),
    Way("moderate, not severe", "Severe harm becomes moderate harm.", "severe_harm", -1, anyone=True),
)
"""What is left of harm that is marked already, as where consequences fall at once."""
ONE_LIGHTER = {"moderate_harm": "minor_harm", "severe_harm": "moderate_harm"}
ARRIVES = {
    "none": (AVOIDED, LESSER),
    "minor": (AVOIDED, LESSER),
    "moderate": (Way("minor, not moderate", "Mark minor harm instead.", "minor_harm", 1, anyone=True), LESSER),
    "severe": (Way("moderate, not severe", "Mark moderate harm instead.", "moderate_harm", 1, anyone=True), LESSER),
}
"""What is left of what was named and has not fallen: by its worst harm, which arrives one lighter."""
REDUCTION = Due("reduction", "gm", "Reduce the consequence, or take it away if it was mild.", TAKEN_BACK, rule="ITD-36")
HARMS = ("minor", "moderate", "severe")


def reduction(harm: str) -> Due:
    """What is left of a consequence: where its harm is known, only what fits it, and nothing is marked before."""
    if harm not in ARRIVES:
        return REDUCTION
    says = "Reduce the consequence." if harm in ("moderate", "severe") else REDUCTION.says
    return REDUCTION._replace(says=says, ways=ARRIVES[harm], among=("roller",), is_remainder=True)


def told_of_consequence(shares: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
    """What a resistance roll is told of the consequence that was named: all of it, and the worst harm in it."""
    named = [str(share["way"]) for share in shares]
    harms = [harm for harm in HARMS if f"{harm} harm" in named]
    words = zip(named, [not_blank(share.get("words")) for share in shares], strict=True)
    each = [f"{way}: {said}" if said and len(named) > 1 else said or way for way, said in words]
    return {"consequence": "; ".join(each)[: Words().longest], "harm": harms[-1] if harms else "none"}


def settle(due: Due, answer: Any) -> tuple[Effect, ...]:
    """What an answer changes; marked harm that is reduced becomes the next lighter one."""
    made = settled(due, answer)
    if due.kind != REDUCTION.kind or due.is_remainder:
        return made
    return made + tuple(
        Effect(effect.who, ONE_LIGHTER[effect.track], 1, due.kind) for effect in made if effect.track in ONE_LIGHTER
    )


# the scene: a clock against stress


@dataclass(frozen=True, slots=True)
class Job:
    """What a job is played with."""

    dots: int = whole(0, 10, "Dots in the action that is used.", default=2)
    position: str = choice(*POSITIONS, says="The position of every roll.", default="normal")
    assist: int = whole(0, 1, "Whether a crewmate assists every roll.", default=0)
    clock: int = whole(1, 20, "Segments of the clock.", default=8)
    stress: int = whole(0, BOXES - 1, "Stress at the start.", default=0)
    partial_stress: int = whole(0, 5, "What the consequence of a partial success costs in stress.", default=1)
    failure_stress: int = whole(0, 5, "What the consequence of a failure costs in stress.", default=2)
    rolls: int = whole(1, 200, "The largest number of rolls.", default=12)


def carried(job: Job) -> tuple[Carried, ...]:
    """The clock and the stress."""
    return (
        Carried("clock", 0, job.clock, 0, "Segments filled: 1 for a partial, 2 for a full, 3 for a critical success."),
        Carried("stress", 0, BOXES, job.stress, "The ninth box puts the character out of action."),
    )


def attempts(job: Job, now: Mapping[str, int], rulings: Rulings) -> Mapping[str, Mapping[str, Any]]:
    """An action roll, and where it can be paid a pushed one; the last box counts where it ends only what follows."""
    plain = {"dots": job.dots, "position": job.position, "assist": job.assist}
    pushed = {**plain, "extra": "push"}
    free = BOXES - now["stress"] - (1 if rulings.ninth_box == "before_roll" else 0)
    return {"hold": plain, "push": pushed} if rulings.push_cost <= free else {"hold": plain}


FILLS = {"partial success": 1, "full success": 2, "critical success": 3}


def goes_on(job: Job, outcome: Outcome) -> Mapping[str, int]:
    """The clock fills by success, and consequences are taken as stress."""
    costs = {"failure": job.failure_stress, "partial success": job.partial_stress}
    return {"clock": FILLS.get(outcome.tier, 0), "stress": costs.get(outcome.tier, 0)}


def over(job: Job, now: Mapping[str, int]) -> str:
    """The clock is full, or the stress."""
    if now["clock"] >= job.clock:
        return "clock full"
    return "out of action" if now["stress"] >= BOXES else ""


SCENES = (
    Scene(
        game="in-the-dark",
        name="job",
        says="A clock against stress: fill it before the ninth box, pushing or not.",
        settings=Job,
        carried=carried,
        attempts=attempts,
        over=over,
        endings=("out of action", OUT_OF_ROLLS, "clock full"),
        aim="clock full",
        goes_on=goes_on,
        choice="push",
        ways={"hold": "Roll as it is.", "push": "Take stress for one die more."},
    ),
)
