"""Starforged against a second opinion, icepool, and the laws its text lets us derive."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random
from typing import Any

import icepool
import pytest
from bench.peers import starforged as peer

from actionroll import api
from actionroll.errors import InputError
from actionroll.games.starforged import GAME, LAST, NAMES, PLACE, ROWS, chosen
from actionroll.games.starforged.action import AGAIN
from actionroll.games.starforged.attempt import RANKS
from actionroll.games.starforged.dues import POINTS, Progress
from actionroll.games.starforged.moves import MOVES
from actionroll.reckoning import Odds
from actionroll.reckoning.record import dice_shown
from actionroll.rules.inputs import rulings_of
from actionroll.rules.sheet import changed, starting_values
from actionroll.rules.steps import Due, Effect, Outcome
from tests.claimed import claims_of, rules_of
from tests.counts import count
from tests.oracles import starforged as oracle

BURNS = ["keep", "burn", "any", "to-strong", "only-miss"]
RULINGS: dict[str, list[Any]] = {
    "burn_requires_improvement": [True, False],
    "burn_needs_above_reset": [False, True],
    "match_after_burn": ["keep", "ignore"],
    "cancel_check": ["final", "first"],
    "cancel_mandatory": [True, False],
    "score_floor": [0, None, 2],
    "clamp_on_impact": [True, False],
    "reset_bonus": ["before_floor", "after_floor"],
    "next_move_bonus": ["next_eligible", "bankable"],
    "adds_stack": [True, False],
    "cursed_die": ["separate", "counts"],
    "vehicle_impacts": ["when_aboard", "scene_end"],
}
MANY_FALLS = {"challenges", "action-and-challenge", "all"}


def ours(attempt: dict[str, Any], rulings: dict[str, Any], decide: dict[str, str]) -> oracle.Law:
    reasons = ", ".join(attempt.get("reasons", []))
    odds = api.odds_of(api.question(GAME, "action", {**attempt, "reasons": reasons}, rulings=rulings, decide=decide))
    law: oracle.Law = {}
    for outcome, chance in odds.joint.items():
        effects = frozenset((effect.who, effect.track, effect.by) for effect in outcome.effects)
        end = (outcome.tier, tuple((name, int(value)) for name, value in outcome.facts), effects)
        law[end] = law.get(end, Fraction(0)) + chance
    return law


def action(**attempt: Any) -> Odds:
    decide = attempt.pop("decide", None)
    return api.odds_of(api.question(GAME, "action", attempt, decide=decide))


def some_attempt(random: Random, rulings: dict[str, Any]) -> dict[str, Any]:
    attempt: dict[str, Any] = {
        "stat": random.randint(0, 10),
        "adds": random.choices(range(5), k=random.choice([0, 0, 1, 2, 3])),
        "impacts": random.choice([0, 0, 1, 2, 3, 5]),
        "sf_move": random.choice(list(oracle.GAINS)),
    }
    further: dict[str, list[Any]] = {
        "penalty": [0, 2, 6],
        "preset": [None, 1, 5, 6],
        "late_adds": [[], [1], [2, 2]],
        "reset_plus": [0, 1, 2],
        "vehicle_troubles": [0, 1, 2],
        "aboard": ["no", "yes", "boarded", "left"],
        "next_bonus": [0, 1, 3],
        "cursed_die": [False, False, True],
        "reroll": ["none", "none", "action", "challenge", "any"],
    }
    attempt.update({name: random.choice(values) for name, values in further.items() if random.random() < 0.3})
    attempt["reasons"] = random.choices(["gear", "bond", "gear"], k=random.randint(0, len(attempt["adds"])))
    if rulings.get("next_move_bonus") == "bankable":
        attempt["use_bonus"] = random.random() < 0.5
    if attempt.get("preset") and attempt.get("reroll") == "action":
        attempt["reroll"] = "challenge"
    highest = 10
    if rulings.get("clamp_on_impact", True):
        highest -= oracle.impacts({**oracle.INPUTS, **attempt}, {**oracle.RULES, **rulings})
    attempt["momentum"] = random.randint(-6, highest)
    return attempt


def some_decide(random: Random, attempt: dict[str, Any], large: bool) -> dict[str, str]:
    decide = {"burn": random.choice(BURNS), "add": random.choice(["keep", "add"])}
    decide["cancel"] = random.choice(["keep", "cancel"])
    options = ["keep", *(option for option in AGAIN if large or option not in MANY_FALLS)]
    decide["reroll"] = random.choice(options)
    if attempt.get("cursed_die") and decide["reroll"] != "keep":
        decide["reroll"] = "action"
    return decide


@pytest.mark.slow
def test_odds_equal_a_second_opinion() -> None:
    random = Random("starforged")
    seen: set[tuple[str, Any]] = set()
    for case in range(count(160, 4_000)):
        rulings = {name: random.choice(values) for name, values in RULINGS.items() if random.random() < 0.5}
        attempt = some_attempt(random, rulings)
        decide = some_decide(random, attempt, large=case % count(25, 50) == 0)
        seen |= set(rulings.items()) | {("burn", decide["burn"]), ("reroll", decide["reroll"])}
        assert ours(attempt, rulings, decide) == oracle.action(attempt, rulings, decide), (attempt, rulings, decide)
    assert seen >= {(name, value) for name, values in RULINGS.items() for value in values}
    assert seen >= {("burn", how) for how in BURNS} | {("reroll", how) for how in ("keep", *AGAIN)}


@pytest.mark.parametrize("bad_spot", [False, True])
def test_progress_equals_a_second_opinion(bad_spot: bool) -> None:
    for ticks in range(41):
        odds = api.odds_of(api.question(GAME, "progress", {"ticks": ticks, "bad_spot": bad_spot}))
        found = {(outcome.tier, outcome.fact("match")): chance for outcome, chance in odds.joint.items()}
        assert found == oracle.progress(ticks // 4, bad_spot)


def test_odds_equal_icepool() -> None:
    for bonus, momentum in product(range(11), range(1, 11)):
        odds = action(stat=bonus, momentum=momentum, decide={"burn": "any"})
        assert dict(odds) == peer.burning(bonus, momentum)
    for bonus in range(11):
        scores = (icepool.d6 + bonus).map(lambda score: min(10, score))
        tiers = icepool.map(lambda score, a, b: (score > a) + (score > b), scores, icepool.d10, icepool.d10)
        odds = action(stat=bonus, momentum=0)
        assert list(odds.values()) == [tiers.probability(tier) for tier in range(3)]


@pytest.mark.parametrize("query", peer.QUERIES)
def test_the_reference_queries_equal_icepool(query: str) -> None:
    attempt, in_icepool = peer.QUERIES[query]
    assert dict(action(**attempt, decide=peer.DECIDE)) == in_icepool()


# Laws


@pytest.mark.parametrize("momentum", [-6, -3, 0, 2, 7, 10])
def test_a_match_is_one_in_ten_and_never_a_weak_hit(momentum: int) -> None:
    for bonus, how in product(range(11), BURNS):
        odds = action(stat=bonus, momentum=momentum, decide={"burn": how})
        assert odds.facts["match"][True] == Fraction(1, 10)
        assert not any(outcome.tier == "weak hit" and outcome.fact("match") for outcome in odds.ways)
        assert sum(odds.values()) == 1
        assert odds["strong hit"] <= Fraction(81, 100)
        assert odds["miss"] >= Fraction(1, 100)


def test_more_is_never_worse_and_only_the_sum_counts() -> None:
    for total in range(15):
        odds = [
            action(stat=stat, adds=[total - stat], momentum=0) for stat in range(max(0, total - 10), min(10, total))
        ]
        assert all(dict(each) == dict(odds[0]) for each in odds)
        if total:
            less, more = (
                action(stat=min(10, each), adds=[max(0, each - 10)], momentum=0) for each in (total - 1, total)
            )
            assert more["strong hit"] >= less["strong hit"]
            assert more["miss"] <= less["miss"]


@pytest.mark.parametrize("total", range(1, 21))
def test_momentum_of_minus_six_is_a_point_of_stat_less(total: int) -> None:
    cancelled = action(stat=min(10, total), adds=[total - min(10, total)], momentum=-6)
    less = action(stat=min(10, total - 1), adds=[total - 1 - min(10, total - 1)], momentum=0)
    assert dict(cancelled) == dict(less)


def test_burning_whenever_it_helps_never_hurts_and_equals_cancelling_dice() -> None:
    for bonus, momentum in product(range(8), range(1, 11)):
        kept = action(stat=bonus, momentum=momentum)
        burned = action(stat=bonus, momentum=momentum, decide={"burn": "any"})
        assert burned["strong hit"] >= kept["strong hit"]
        assert burned["miss"] <= kept["miss"]
        classic = [0, 0, 0]
        for die, a, b in product(range(1, 7), range(1, 11), range(1, 11)):
            score = min(10, die + bonus)
            classic[(score > a or momentum > a) + (score > b or momentum > b)] += 1
        assert list(burned.values()) == [Fraction(ways, 600) for ways in classic]


def test_the_best_policy_for_a_strong_hit_burns_for_it() -> None:
    asked = api.question(GAME, "action", {"stat": 2, "momentum": 6}, decide={"burn": "best"}, aim="strong hit")
    assert api.odds_of(asked)["strong hit"] == action(stat=2, momentum=6, decide={"burn": "any"})["strong hit"]


def test_the_best_reroll_beats_every_fixed_one() -> None:
    attempt = {"stat": 3, "reroll": "challenge"}
    asked = api.question(GAME, "action", attempt, decide={"reroll": "best"}, aim="strong hit")
    fixed = [action(stat=3, reroll="challenge", decide={"reroll": how}) for how in ("keep", "challenge")]
    assert api.odds_of(asked)["strong hit"] > max(each["strong hit"] for each in fixed)


# The tables


def test_every_number_of_the_price_has_one_row() -> None:
    assert [row.upto for row in ROWS] == sorted({row.upto for row in ROWS})
    assert len(NAMES) == len(set(NAMES)) == 20
    ends = [2, 4, 7, 10, 14, 18, 22, 26, 32, 38, 44, 50, 56, 62, 68, 74, 81, 88, 95, 100]
    for roll in range(1, 101):
        assert PLACE[roll] == sum(roll > end for end in ends)
    odds = api.odds_of(api.question(GAME, "price"))
    assert odds["two prices at once"] == Fraction(5, 100)
    assert odds.facts["roll"] == {roll: Fraction(1, 100) for roll in range(1, 101)}
    assert {roll for roll in range(1, 101) if PLACE[roll] == LAST} == set(range(96, 101))


MATCHED = {"match", "rank", "discovery", "chaos", "lost"}
"""What a match asks: what it brings, or what the move offers then."""


@pytest.mark.parametrize("name", MOVES)
def test_every_outcome_of_every_move_is_reached_and_can_be_settled(name: str) -> None:
    values = starting_values(GAME.sheet)
    for stat, meters, match in product(MOVES[name].stats, (0, 3), (False, True)):
        status = dict.fromkeys(("health", "spirit", "supply", "companion_health", "integrity"), meters)
        attempt: dict[str, Any] = {**status, "stat": meters, "stat_name": stat, "sf_move": name, "momentum": -6}
        for faces in ([6, 1, 1 + (not match)], [6, 10, 1], [1, 10, 10 - (not match)]):
            done = api.roll("starforged", "action", answers=[faces], **attempt).roll.outcome
            assert done is not None
            assert done.means.endswith(".")
            assert "{" not in done.means, "its words are not filled"
            assert done.tier == "strong hit" or done.dues or done.effects, "it ends in silence"
            if faces[1] == faces[2]:
                asked = [way.name for due in done.dues for way in due.ways]
                matched = any(due.kind == "match" for due in done.dues) or {"rank", "discovery", "chaos", "lost"} & {
                    *asked
                }
                assert matched or "scene" in name, "a match goes by in silence"
            assert all(effect.track in values for effect in done.effects)
            for due in done.dues:
                settled_in_every_way(due, values)


@cache
def claims_by_move() -> dict[str, list[dict[str, Any]]]:
    """Read once: the file is long, and there are many moves."""
    found: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
    for claim in claims_of("starforged"):
        found[claim.get("attempt", {}).get("sf_move", "")].append(claim)
    return found


@pytest.mark.parametrize("name", MOVES)
def test_every_move_has_a_claim_for_each_of_its_outcomes(name: str) -> None:
    told = set()
    for claim in claims_by_move()[name]:
        if claim.get("answers") and "error" not in claim:
            rolled = api.roll(
                "starforged", answers=claim["answers"][:1], rulings=claim.get("rulings"), **claim["attempt"]
            )
            told.add(rolled.roll.outcome.tier if rolled.roll.outcome else claim.get("tier"))
    assert {"miss", "weak hit", "strong hit"} <= told


def settled_in_every_way(due: Due, values: dict[str, Any]) -> None:
    assert due.ways
    for way in due.ways:
        if due.kind == "choice" and due.amount > 1:
            beside = [each.name for each in due.ways if chosen(each.name) != chosen(way.name) and not each.alone]
            others = [] if way.alone else beside[: due.amount - 1]
            answer: list[dict[str, Any]] = [{"way": each, "words": "so it is"} for each in (way.name, *others)]
        elif due.kind == "repairs":
            points = min(due.amount, POINTS.get(way.name, 1))
            if points < POINTS.get(way.name, 1):
                continue
            answer = [{"way": way.name, "amount": points}]
            answer += [{"way": "leave", "amount": due.amount - points}] if points < due.amount else []
        else:
            answer = [{"way": way.name, "words": "so it is"}]
        assert all(effect.track in values for effect in GAME.settle(due, answer))


def test_every_move_names_stats_and_says_what_it_is() -> None:
    for move in MOVES.values():
        assert move.stats
        assert move.says.endswith(".")
        for end in (move.miss, move.weak, move.strong):
            assert end.means.endswith(".")
            for pick in end.picks:
                names = [way.name for way in (*pick.ways, *pick.on_match)]
                assert len(names) == len(set(names))


def test_every_ruling_and_question_of_the_table_has_a_claim() -> None:
    claimed = {rule for claim in claims_of("starforged") for rule in rules_of(claim)}
    assert claimed >= {f"SF-{place}" for place in range(1, 60)} | {f"SF-A{place}" for place in range(1, 26)}
    assert {each.rule for each in rulings_of(GAME.rulings).values()} <= claimed


# The sheet


def test_the_sheet_is_a_playable_character() -> None:
    values = starting_values(GAME.sheet)
    assert sorted(values[stat] for stat in ("edge", "heart", "iron", "shadow", "wits")) == [1, 1, 2, 2, 3]
    assert (values["momentum"], values["health"], values["supply"]) == (2, 5, 5)
    for trait in ("iron", "wits", "health", "supply"):
        filled = GAME.sheet.fill["action"](values, trait)
        assert sum(api.odds("starforged", "action", **filled).values()) == 1
    assert sum(api.odds("starforged", "progress", **GAME.sheet.fill["progress"](values, "bonds")).values()) == 1
    assert api.odds("starforged", "change", track="momentum", by=1, **GAME.sheet.fill["change"](values, ""))


def test_impacts_lower_the_maximum_at_once_and_give_nothing_back() -> None:
    values = starting_values(GAME.sheet)
    values["momentum"] = 10
    wounded = changed(GAME.sheet, values, Effect("roller", "wounded", 1))
    assert wounded["momentum"] == 9
    battered = changed(GAME.sheet, wounded, Effect("roller", "battered", 1))
    assert battered["momentum"] == 9
    aboard = changed(GAME.sheet, battered, Effect("roller", "aboard", 1))
    assert aboard["momentum"] == 8
    assert changed(GAME.sheet, aboard, Effect("roller", "aboard", -1))["momentum"] == 8


def test_supply_and_being_unprepared_belong_to_the_table() -> None:
    owners = {track.name: track.owner for track in GAME.sheet.tracks}
    owners |= {mark.name: mark.owner for mark in GAME.sheet.marks}
    assert owners["supply"] == owners["unprepared"] == owners["progress"] == "table"
    assert owners["health"] == owners["wounded"] == owners["quests"] == "character"


def test_all_ten_impacts_are_marks() -> None:
    others = {"aboard", "bad_spot", "quests_cleared", "bonds_cleared", "discoveries_cleared"}
    names = {mark.name for mark in GAME.sheet.marks} - others
    assert len(names) == 10


# Mistakes that other tools make


def test_the_action_die_is_not_counted_where_momentum_took_its_place() -> None:
    done = api.roll("starforged", "action", answers=[[1, 5, 5], "burn"], stat=2, momentum=6).roll
    assert [die.counted for die in dice_shown(done)[0]] == [False, True, True]
    cancelled = api.roll("starforged", "action", answers=[[3, 5, 5]], stat=2, momentum=-3).roll
    assert [die.counted for die in dice_shown(cancelled)[0]] == [False, True, True]


def test_rerolled_dice_count_no_more_and_the_others_stay() -> None:
    done = api.roll("starforged", "action", answers=[[2, 4, 9], "challenge", [3]], stat=3, reroll="challenge").roll
    first, second = dice_shown(done)
    assert [(die.face, die.counted) for die in first] == [(2, True), (4, True), (9, False)]
    assert [(die.face, die.counted) for die in second] == [(3, True)]


def test_what_cannot_be_is_refused_in_a_sentence() -> None:
    refused: list[dict[str, Any]] = [
        {"stat": 2, "momentum": 10, "impacts": 1},
        {"stat": 2, "sf_move": "face_danger", "stat_name": "supply"},
        {"stat": 2, "battered": True, "vehicle_troubles": 0},
        {"stat": 2, "preset": 3, "reroll": "action"},
        {"stat": 2, "adds": [11]},
        {"stat": 2, "preset": 0},
    ]
    for attempt in refused:
        with pytest.raises(InputError):
            assert api.question(GAME, "action", attempt).start is None


@pytest.mark.parametrize("rank", RANKS)
def test_a_vow_is_rewarded_by_its_rank(rank: str) -> None:
    ticks = dict(zip(RANKS, (1, 2, 4, 8, 12), strict=True))[rank]
    done = api.roll("starforged", "progress", answers=[[1, 2]], boxes=10, rank=rank, legacy="quests").roll.step
    assert isinstance(done, Outcome)
    assert done.effects == (Effect("roller", "quests", ticks),)


def test_where_adds_come_from_counts_also_for_what_was_asked_before() -> None:
    rulings = {"adds_stack": "no"}
    alike, apart = (
        api.odds("starforged", stat=2, adds=[1, 1], reasons=each, rulings=rulings) for each in ("a, a", "a, b")
    )
    assert dict(alike) == dict(action(stat=3))
    assert dict(apart) == dict(action(stat=4))
    assert dict(api.odds("starforged", stat=2, adds=[1]))
    with pytest.raises(InputError):
        api.odds("starforged", stat=2, adds=[1], reasons="a, b")


def test_two_prices_are_those_of_the_dice_however_others_fell_before() -> None:
    asked = api.question(GAME, "price")
    for first, second in ((40, 71), (84, 77), (40, 38), (2, 95)):
        rolled = api.roll_of(asked, answers=[[98], [first, second]]).roll
        assert isinstance(rolled.step, Outcome)
        rows = [
            next(name for row, name in zip(ROWS, NAMES, strict=True) if each <= row.upto) for each in (first, second)
        ]
        assert sorted(due.says.lower().rstrip(".") for due in rolled.step.dues) == sorted(rows)


def test_every_row_of_the_prices_and_every_answer_is_as_wide_as_in_the_book() -> None:
    widths = (2, 2, 3, 3, 4, 4, 4, 4, 6, 6, 6, 6, 6, 6, 6, 6, 7, 7, 7, 5)
    assert [chance * 100 for chance in api.odds("starforged", "price").values()] == list(widths)
    yes_upto = {"almost_certain": 90, "likely": 75, "fifty_fifty": 50, "unlikely": 25, "small_chance": 10}
    for likelihood, upto in yes_upto.items():
        assert api.odds("starforged", "oracle", likelihood=likelihood)["yes"] * 100 == upto


def marks_progress(name: str) -> bool:
    ends = [MOVES[name].ends(tier) for tier in range(3)]
    ways = [way for each in ends for pick in each.picks for way in (*pick.ways, *pick.on_match)]
    does = [one for each in ends for one in (*each.does, *(each.on_match or ()))]
    return any(isinstance(one, Progress) for one in does) or any(
        way.track == "progress" and way.name.startswith("mark") for way in ways
    )


def test_every_move_that_marks_progress_is_made_on_an_undertaking() -> None:
    marking = {name for name in MOVES if marks_progress(name)}
    in_a_fight = {"enter_the_fray", "react_under_fire"}  # others join it while it goes on, and stand badly in it
    assert set(GAME.sheet.made_on["sf_move"]) == marking | in_a_fight
    assert set(GAME.sheet.made_on["sf_move"].values()) < {each.name for each in GAME.sheet.undertakings}
