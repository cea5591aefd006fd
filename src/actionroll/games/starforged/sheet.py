"""What a character and a group of Starforged carry, and what they carry from roll to roll in a scene."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from actionroll.games.starforged.attempt import (
    BORNE,
    BOX,
    CLOCK,
    HIGHEST,
    HIGHEST_METER,
    LOWEST,
    MARKED,
    METERS,
    RANKS,
    TICKS,
    Rulings,
    bounds,
)
from actionroll.games.starforged.dues import STATS, TIERS
from actionroll.games.starforged.moves import MOVES
from actionroll.games.starforged.tracks import ProgressRoll, legacy_of, score
from actionroll.rules import Decide, Decision, Joining, Mark, Outcome, SheetForm, Track, Trait, choice, many, whole
from actionroll.rules.game import OUT_OF_ROLLS, Carried, Scene
from actionroll.rules.kinds import Whole
from actionroll.rules.sheet import Owner, UndertakingKind, Values
from actionroll.rules.things import ITS_VALUE, Thing, ThingKind, Use

TEMPLATE = {"edge": 2, "heart": 2, "iron": 3, "shadow": 1, "wits": 1}
VEHICLE_IMPACTS = {
    "battered": "The vehicle's integrity cannot be raised.",
    "cursed": "The vehicle is haunted for good.",
}
IMPACTS = {
    "wounded": "Health cannot be raised.",
    "shaken": "Spirit cannot be raised.",
    "unprepared": "Supply cannot be raised; the whole group's.",
    "doomed": "Until the quest is done.",
    "tormented": "Until the quest is done.",
    "indebted": "Until the quest is done.",
    "permanently_harmed": "For good.",
    "traumatized": "For good.",
}
CONNECTION = "connection_rank"
"""The rank of a connection, which a move takes in place of a stat."""
LEGACIES = {"quests": "Vows fulfilled.", "bonds": "Bonds forged.", "discoveries": "Wonders found."}


def impacts_of(values: Values) -> int:
    """Impacts of the character, without those of a vehicle."""
    return sum(bool(values.get(name)) for name in IMPACTS)


def troubles_of(values: Values) -> int:
    """Impacts of the vehicle."""
    return sum(bool(values.get(name)) for name in VEHICLE_IMPACTS)


def weighing(values: Values) -> int:
    """All impacts that weigh on momentum now."""
    return impacts_of(values) + (troubles_of(values) if values.get("aboard") else 0)


def highest_momentum(values: Values) -> int:
    """How far momentum can rise now."""
    return bounds(weighing(values)).highest


def reset_momentum(values: Values) -> int:
    """Momentum starts at its reset."""
    return bounds(weighing(values), values["reset_plus"]).reset


def meter(name: str, says: str, owner: Owner = "character") -> Track:
    """A condition meter, which a move may take in place of a stat."""
    return Track(name, 0, HIGHEST_METER, HIGHEST_METER, says, owner, rolls=True)


def fill_status(values: Values) -> dict[str, Any]:
    """How a character stands, as inputs."""
    read = (*METERS, "wounded", "shaken", "unprepared", "battered", "next_bonus", "progress", "tension")
    return {
        **{name: values[name] for name in read},
        "momentum": min(values["momentum"], highest_momentum(values)),
        "impacts": impacts_of(values),
        "vehicle_troubles": troubles_of(values),
        "aboard": "yes" if values["aboard"] else "no",
        "reset_plus": values["reset_plus"],
    }


def fill_action(values: Values, trait: str) -> Mapping[str, Any]:
    """What an action roll reads from the sheet: the stat, or a meter's current value."""
    return {"stat": values[trait], "stat_name": "rank" if trait == CONNECTION else trait, **fill_status(values)}


def lend_ally(values: Values, how: Joining) -> Mapping[str, Any]:
    """How an ally stands who takes part."""
    return {"allies": "_and_".join(mark for mark in BORNE if values[mark]) or "well"}


def fill_other_stat(values: Values, trait: str, inputs: Values) -> Mapping[str, Any]:
    """The second of two stats, where the move takes the higher or lower one."""
    move = MOVES.get(str(inputs.get("sf_move")))
    others = [name for name in move.stats if name in STATS and name != trait] if move else []
    compares = move is not None and move.method != "choice" and trait in move.stats
    return {"other_stat": values[others[0]] if compares and others else None}


def fill_progress(values: Values, trait: str) -> Mapping[str, Any]:
    """What a progress roll reads: the track that is picked."""
    ticks = {"ticks": values[trait if trait in LEGACIES else "progress"], "boxes": None} if trait else {}
    return {**ticks, "bad_spot": trait not in LEGACIES and bool(values["bad_spot"])}


def fill_progress_for(values: Values, trait: str, inputs: Values) -> Mapping[str, Any]:
    """Where no track is picked and no boxes are said, the challenge at hand; and the legacy that is rewarded."""
    said = inputs.get("boxes") is not None
    ticks = {} if trait else {"ticks": None if said else values["progress"]}
    legacy = legacy_of(str(inputs.get("finishes", "none")), str(inputs.get("legacy", "none")))
    return {**ticks, **_legacy(values, legacy)}


def _legacy(values: Values, legacy: str) -> Mapping[str, Any]:
    if legacy not in LEGACIES:
        return {"legacy_ticks": None, "legacy_cleared": False}
    return {"legacy_ticks": values[legacy], "legacy_cleared": bool(values[cleared(legacy)])}


FILLED_ONCE = "That legacy was filled once: its boxes earn 1 experience each."


def cleared(legacy: str) -> str:
    """The mark of a legacy track that was filled and cleared."""
    return f"{legacy}_cleared"


UNDERTAKINGS = {
    "vow": "A quest that was sworn to.",
    "expedition": "A way through perilous places.",
    "connection": "Someone who may become a bond.",
    "fight": "What is fought for.",
    "scene": "A scene challenge against a clock.",
}
MARKED_BY = {
    "expedition": "undertake_an_expedition explore_a_waypoint",
    "connection": "test_your_relationship",
    "fight": "enter_the_fray gain_ground react_under_fire aid_in_a_fight strike clash",
    "scene": "face_danger_in_a_scene secure_an_advantage_in_a_scene",
}
"""The moves that may mark progress on an undertaking, by its kind, and those of a fight beside."""
FINISHES = {"connection": "bond"}
"""What finishing an undertaking is called, where that is not its kind: a connection lasts, whatever the dice show."""


def fill_action_on(undertaking: Values) -> Mapping[str, Any]:
    """What an action reads from the undertaking that it is made on."""
    return {"rank": undertaking["rank"], "progress": undertaking["ticks"]}


def fill_progress_on(undertaking: Values) -> Mapping[str, Any]:
    """What a progress roll reads from the undertaking that it would finish."""
    kind = str(undertaking["kind"])
    finishes = FINISHES.get(kind, kind)
    legacy = legacy_of(finishes, "none")
    return {
        "ticks": undertaking["ticks"],
        "boxes": None,
        "rank": undertaking["rank"],
        "finishes": finishes,
        **({"legacy": legacy} if legacy != "none" else {}),  # what has none of its own may still be rewarded
    }


def fill_change(values: Values, trait: str) -> Mapping[str, Any]:
    """What a change without a roll reads."""
    return fill_status(values)


THINGS = (
    ThingKind(
        "asset",
        "Something the character has or has learned, with what it does in a roll.",
        (
            Use("add", "Adds to the score.", {"adds": ITS_VALUE}, Whole(1, 3)),
            Use("add late", "Adds to the score, decided on after the throw.", {"late_adds": ITS_VALUE}, Whole(1, 3)),
            Use("reroll any", "Any dice may be thrown again.", {"reroll": "any"}),
            Use("reroll action", "The action die may be thrown again.", {"reroll": "action"}),
            Use("reroll challenge", "A challenge die may be thrown again.", {"reroll": "challenge"}),
            Use("set action die", "The action die shows this.", {"preset": ITS_VALUE}, Whole(1, 6)),
        ),
        ready=(
            Thing("asset", "Navigator", "Has seen this sky before.", (("reroll challenge", None),)),
            Thing("asset", "Old soldier", "Knows how fights go.", (("add", 1),)),
            Thing("asset", "Wreck diver", "Goes in where the air ran out.", (("reroll action", None),)),
            Thing("asset", "Smooth talker", "Once they have begun to listen.", (("add late", 1),)),
        ),
    ),
    ThingKind(
        "companion",
        "Someone or something at your side, with health of their own.",
        (Use("aid", "Adds to the score.", {"adds": ITS_VALUE}, Whole(1, 3)),),
    ),
    ThingKind(
        "connection",
        "Someone who helps where their role fits.",
        (Use("aid", "Adds to the score.", {"adds": ITS_VALUE}, Whole(1, 2)),),
    ),
)

SHEET = SheetForm(
    traits=(
        *(Trait(stat, Whole(0, HIGHEST_METER), TEMPLATE[stat], "stats") for stat in STATS),
        Trait(CONNECTION, Whole(1, len(RANKS)), 1, "stats"),
        Trait("reset_plus", Whole(0, 3), 0, "limits", rolls=False),
    ),
    tracks=(
        Track(
            "momentum",
            LOWEST,
            highest_momentum,
            reset_momentum,
            "To 10, and burned it resets to 2; both less one for each impact.",
        ),
        meter("health", "At 0, harm costs momentum."),
        meter("spirit", "At 0, stress costs momentum."),
        meter("supply", "Shared by the group.", owner="table"),
        meter("companion_health", "A companion's."),
        meter("integrity", "The vehicle's.", owner="table"),
        Track("next_bonus", 0, HIGHEST, 0, "What waits for the next action roll.", rolled=True),
        Track("progress", 0, TICKS, 0, "Ticks of the challenge at hand, four to a box.", owner="table"),
        Track(
            "tension", 0, CLOCK, 0, "The clock of a scene challenge: when it is full, the scene ends.", owner="table"
        ),
        *(Track(name, 0, TICKS, 0, f"A legacy, in ticks: {says}") for name, says in LEGACIES.items()),
        Track("experience", 0, None, 0, "To spend on assets."),
    ),
    marks=(
        *(Mark(name, says, owner="table" if name == "unprepared" else "character") for name, says in IMPACTS.items()),
        *(Mark(name, says, owner="table") for name, says in VEHICLE_IMPACTS.items()),
        Mark("aboard", "Aboard the vehicle: its troubles weigh."),
        Mark("bad_spot", "The fight goes against them; without it they are in control.", verb="is in a"),
        *(Mark(cleared(name), FILLED_ONCE, verb="has") for name in LEGACIES),
    ),
    fill={"action": fill_action, "progress": fill_progress, "change": fill_change},
    lend={"action": lend_ally},
    fill_for={"action": fill_other_stat, "progress": fill_progress_for},
    picks={"progress": ("progress", *LEGACIES, ""), "change": ("",)},
    undertakings=tuple(UndertakingKind(name, says, name in FINISHES) for name, says in UNDERTAKINGS.items()),
    ranks=MARKED,
    most_ticks=TICKS,
    progress="progress",
    made_on={"sf_move": {move: kind for kind, moves in MARKED_BY.items() for move in moves.split()}},
    fill_on={"action": fill_action_on, "progress": fill_progress_on},
    while_on={"fight": ("bad_spot",)},
    finished_by="progress",
    things=THINGS,
)


# the scene: a progress track with momentum, then the progress roll


@dataclass(frozen=True, slots=True)
class Expedition:
    """What an expedition is played with."""

    stat: int = whole(0, 10, "The stat of travelling.", default=2)
    wits: int = whole(0, 10, "The stat of looking around.", default=2)
    adds: tuple[int, ...] = many(Whole(0, 10), "Adds on every roll.")
    rank: str = choice(*RANKS, says="The rank of the expedition.", default="dangerous")
    progress: int = whole(0, TICKS, "Ticks at the start, four to a box.", default=0)
    finish: int = whole(1, 10, "Filled boxes at which the progress roll is made.", default=10)
    momentum: int = whole(LOWEST, 10, "Momentum at the start.", default=6)
    impacts: int = whole(0, 10, "Impacts marked.", default=0)
    weak_cost: int = whole(0, 5, "Momentum that a weak hit on the way costs.", default=1)
    miss_cost: int = whole(0, 5, "Momentum that the price of a miss costs.", default=2)
    rolls: int = whole(1, 200, "The largest number of rolls.", default=12)


def carried(trip: Expedition) -> tuple[Carried, ...]:
    """Progress and momentum."""
    highest = bounds(trip.impacts).highest
    return (
        Carried("progress", 0, TICKS, trip.progress, "Ticks, four to a box."),
        Carried("momentum", LOWEST, highest, trip.momentum, "What it cannot bear is let go."),
    )


def attempts(trip: Expedition, now: Mapping[str, int], rulings: Rulings) -> Mapping[str, Mapping[str, Any]]:
    """On along the way, or a look around for momentum."""
    standing = {"adds": trip.adds, "rank": trip.rank, "momentum": now["momentum"], "impacts": trip.impacts}
    return {
        "travel": {"sf_move": "undertake_an_expedition", "stat": trip.stat, **standing},
        "look": {"sf_move": "gather_information", "stat": trip.wits, **standing},
    }


def goes_on(trip: Expedition, outcome: Outcome) -> Mapping[str, int]:
    """The costs that people name are paid with momentum; a weak hit has one only where it marked progress."""
    on_the_way = any(each.track == "progress" for each in outcome.effects)
    costs = {"miss": trip.miss_cost, "weak hit": trip.weak_cost if on_the_way else 0}
    return {"momentum": -costs.get(outcome.tier, 0)}


def over(trip: Expedition, now: Mapping[str, int]) -> str:
    """The track is as full as it was meant to be."""
    return "there" if now["progress"] >= trip.finish * BOX else ""


def last(trip: Expedition, now: Mapping[str, int]) -> tuple[str, Mapping[str, Any]]:
    """The progress roll, with what was marked."""
    return "progress", {"ticks": now["progress"]}


SCENES = (
    Scene(
        game="starforged",
        name="expedition",
        says="A progress track with momentum to burn, then the progress roll.",
        settings=Expedition,
        carried=carried,
        attempts=attempts,
        over=over,
        endings=(OUT_OF_ROLLS, "there"),
        aim="strong hit",
        goes_on=goes_on,
        last=last,
        last_tiers=TIERS,
        ways={"travel": "Undertake an expedition.", "look": "Gather information, for momentum."},
    ),
)


# What is said of going on after a miss, in the figures of the track as it stands


def recommit_now(asked: Decide) -> Mapping[str, str]:
    """What is left of the progress, and the rank at which it goes on."""
    you = asked.given[2]
    return {"recommit": recommitting(you)} if isinstance(you, ProgressRoll) else {}


def recommitting(you: ProgressRoll) -> str:
    """`progress 3 → 0–2 boxes, rank dangerous`: the lower die takes one box at least."""
    boxes = score(you)
    left = f"progress {boxes} → {'0' if boxes < 2 else f'0–{boxes - 1}'} box{'es' * (boxes != 1)}"
    rank = RANKS[min(RANKS.index(you.rank) + 1, len(RANKS) - 1)] if you.rank != "none" else ""
    goes_on = f"rank {rank}" if rank and rank != you.rank else f"the rank stays {rank}" if rank else "a rank one higher"
    return f"Throw two new dice, and lose as many boxes as the lower: {left if boxes else 'none to lose'}, {goes_on}."


RECOMMIT = Decision(
    "recommit",
    {
        "forsake": "Let it go, and pay for it.",
        "recommit": "Throw two new dice: lose as many boxes as the lower, and go on at a rank one higher.",
    },
    says_now=recommit_now,
)
