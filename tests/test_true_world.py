"""True World against a second opinion, icepool, and the laws its text lets us derive."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import prod
from random import Random
from typing import Any

import icepool
import pytest
from bench.peers import true_world as peer

from actionroll import api
from actionroll.errors import InputError
from actionroll.games import game
from actionroll.games.true_world import GAME
from actionroll.games.true_world.attempt import LADDER
from actionroll.reckoning import Odds
from actionroll.rules.inputs import inputs_of
from actionroll.rules.sheet import changed, starting_values
from actionroll.rules.steps import Effect
from actionroll.table import Table, act, fold
from actionroll.table.course import still_needed
from actionroll.table.seats import joining, opening
from actionroll.table.state import Role
from tests.counts import count
from tests.oracles import true_world as oracle
from tests.table_in_memory import NoDice, Played, view

DICE = [f"d{size}" for size in LADDER]
RULINGS: dict[str, list[Any]] = {
    "effect_bands": ["plus_one", "raw", "plus_one_success_only"],
    "unskilled_advantage": ["ignored", "cancels"],
    "unskilled_quick": ["disadvantage", "plain"],
    "ties": ["success", "failure"],
    "effect_cap": [0, 1, 2, 3],
    "helper_grit": ["assist", "main_action"],
    "effect_grit": [False, True],
    "grit_reroll": [False, True],
    "quick_in_rounds": ["action", "free"],
}
FALLS = 60_000
HOW = ["keep", "reroll", "on-failure"]


def joint(odds: Odds) -> oracle.Law:
    law: oracle.Law = {}
    for outcome, chance in odds.joint.items():
        effects = frozenset((effect.who, effect.track, effect.by) for effect in outcome.effects)
        end = (outcome.tier, tuple((name, int(value)) for name, value in outcome.facts), effects)
        law[end] = law.get(end, Fraction(0)) + chance
    return law


def ours(move: str, attempt: dict[str, Any], rulings: dict[str, Any], how: str) -> oracle.Law:
    return joint(api.odds_of(api.question(GAME, move, attempt, rulings=rulings, decide={"reroll": how})))


def some_rulings(random: Random) -> dict[str, Any]:
    drawn = {name: random.choice(values) for name, values in RULINGS.items() if random.random() < 0.6}
    return {**drawn, "extra_die": random.choice(["same_as_base", "helper", "custom"])}


def some_acting(random: Random, rulings: dict[str, Any]) -> dict[str, Any]:
    attempt: dict[str, Any] = {
        "difficulty": random.choice(DICE),
        "position": random.choice(["neutral", "advantage", "disadvantage"]),
        "boosts": random.choice([0, 0, 1]),
        "effect_boosts": random.choice([0, 0, 0, 1, 2]),
        "grit": random.choice([0, 1, 2, 5]),
        "in_rounds": random.random() < 0.2,
        "waiting_help": random.choice([0, 0, 0, 1]),
    }
    if random.random() < 0.25:
        attempt["unskilled"] = True
    else:
        attempt["ability"] = random.choices(DICE, k=random.choice([1, 1, 1, 2]))
    attempt["fuelled"] = random.randint(0, min(attempt["grit"], attempt["boosts"] + attempt["effect_boosts"]))
    if rulings["extra_die"] == "custom" and attempt["boosts"]:
        attempt["boost_dice"] = random.choices(DICE, k=random.randint(0, 1))
    return attempt


def some_action(random: Random, rulings: dict[str, Any]) -> dict[str, Any]:
    attempt = some_acting(random, rulings)
    attempt["helpers"] = random.choice([0, 0, 1])
    if rulings["extra_die"] != "same_as_base":
        attempt["helper_dice"] = random.choices(DICE, k=random.randint(0, attempt["helpers"] + attempt["waiting_help"]))
    return attempt


def drawn_small(
    draw: Callable[[Random, dict[str, Any]], dict[str, Any]], random: Random, rulings: dict[str, Any]
) -> dict[str, Any]:
    """An attempt whose falls can be gone through one by one."""
    while True:
        attempt = draw(random, rulings)
        added = attempt.get("helpers", 0) + attempt["waiting_help"] + len(attempt.get("helper_abilities", ()))
        dice = oracle.own_dice(attempt)
        if prod(dice) * max(dice) ** added * oracle.sides(attempt["difficulty"]) ** 2 <= FALLS:
            return attempt


def some_assisted(random: Random, rulings: dict[str, Any]) -> dict[str, Any]:
    attempt = some_acting(random, rulings)
    attempt["helper_abilities"] = random.choices([*DICE, None], k=random.choice([0, 1, 1, 2]))
    helpers = len(attempt["helper_abilities"])
    attempt["helper_difficulties"] = random.choices(DICE, k=random.randint(0, helpers))
    if rulings["extra_die"] == "custom":
        attempt["helper_dice"] = random.choices(DICE, k=random.randint(0, helpers))
    return attempt


def some_quick(random: Random) -> dict[str, Any]:
    skilled = {"ability": random.choice(DICE)} if random.random() < 0.7 else {"unskilled": True}
    return {**skilled, "difficulty": random.choice(DICE), "grit": random.choice([0, 1, 3])}


def test_actions_equal_plain_enumeration() -> None:
    random = Random(20_01)
    for _ in range(count(200, 3000)):
        rulings = some_rulings(random)
        attempt, how = drawn_small(some_action, random, rulings), random.choice(HOW)
        assert ours("action", attempt, rulings, how) == oracle.action(attempt, rulings, how), (attempt, rulings, how)


def test_assisted_actions_equal_plain_enumeration() -> None:
    random = Random(20_02)
    for _ in range(count(60, 600)):
        rulings = some_rulings(random)
        attempt, how = drawn_small(some_assisted, random, rulings), random.choice(HOW)
        expected = oracle.assisted(attempt, rulings, how)
        assert ours("assisted", attempt, rulings, how) == expected, (attempt, rulings, how)


@pytest.mark.parametrize("move", ["quick", "assist"])
def test_quick_rolls_equal_plain_enumeration(move: str) -> None:
    random = Random(f"20_03 {move}")
    for _ in range(count(80, 1200)):
        rulings, how, attempt = some_rulings(random), random.choice(HOW), some_quick(random)
        if move == "quick":
            rulings["quick_teamwork"] = True
            attempt["helpers"] = random.choice([0, 1, 2])
            if rulings["extra_die"] != "same_as_base":
                attempt["helper_dice"] = random.choices(DICE, k=random.randint(0, attempt["helpers"]))
        attempt["in_rounds"] = random.random() < 0.5
        expected = oracle.quick(attempt, rulings, how, assist=move == "assist")
        assert ours(move, attempt, rulings, how) == expected, (attempt, rulings, how)


def test_groups_equal_plain_enumeration() -> None:
    random = Random(20_04)
    for _ in range(count(60, 600)):
        rulings = some_rulings(random)
        attempt = {
            "abilities": random.choices([*DICE, None], k=random.randint(1, 4)),
            "difficulty": random.choice(DICE),
            "position": random.choice(["neutral", "advantage", "disadvantage"]),
        }
        found = joint(api.odds_of(api.question(GAME, "group", attempt, rulings=rulings)))
        assert found == oracle.group(attempt, rulings), (attempt, rulings)


def test_icepool_gives_the_same_results() -> None:
    random = Random(20_05)
    for _ in range(count(60, 600)):
        ability = random.choices(LADDER, k=random.randint(1, 5))
        hard, position = random.choice(LADDER), random.choice(["neutral", "advantage", "disadvantage"])
        best = icepool.highest([icepool.d(size) for size in ability])
        die = icepool.d(hard)
        against = {"neutral": die, "advantage": die.lowest(2), "disadvantage": die.highest(2)}[position]
        law = best - against
        attempt = {"ability": [f"d{size}" for size in ability], "difficulty": f"d{hard}", "position": position}
        odds = api.odds_of(api.question(GAME, "action", attempt))
        assert odds.facts["result"] == {each: Fraction(ways, law.denominator()) for each, ways in law.items()}


@pytest.mark.parametrize("query", peer.QUERIES)
def test_the_reference_queries_equal_icepool(query: str) -> None:
    attempt, in_icepool = peer.QUERIES[query]
    assert dict(api.odds_of(api.question(GAME, "action", attempt))) == in_icepool()


def results(**attempt: Any) -> dict[Any, Fraction]:
    return dict(api.odds_of(api.question(GAME, "action", attempt)).facts["result"])


@pytest.mark.parametrize("ability", LADDER)
@pytest.mark.parametrize("difficulty", LADDER)
def test_with_one_die_advantage_mirrors_disadvantage(ability: int, difficulty: int) -> None:
    dice: dict[str, Any] = {"ability": [f"d{ability}"], "difficulty": f"d{difficulty}"}
    with_it, without = results(position="advantage", **dice), results(position="disadvantage", **dice)
    assert with_it == {ability - difficulty - result: chance for result, chance in without.items()}


def test_with_several_dice_it_does_not() -> None:
    dice: dict[str, Any] = {"ability": ["d8", "d8"], "difficulty": "d8"}
    with_it, without = results(position="advantage", **dice), results(position="disadvantage", **dice)
    assert with_it != {-result: chance for result, chance in without.items()}


@pytest.mark.parametrize(("dice", "mean"), [(2, Fraction(161, 36)), (3, Fraction(119, 24))])
def test_extra_dice_are_worth_more_than_the_texts_half_step(dice: int, mean: Fraction) -> None:
    """TW-32. The text's remark says d7 (mean 4) for two d6 and d8 (4.5) for three."""
    law = results(ability=["d6"] * dice, difficulty="d4")
    found = sum((result * chance for result, chance in law.items()), Fraction(0)) + Fraction(5, 2)
    assert found == mean > Fraction(7, 2) + Fraction(dice - 1, 2)


def test_an_unskilled_roll_mostly_fails() -> None:
    """TW-33."""
    odds = api.odds_of(api.question(GAME, "action", {"unskilled": True, "difficulty": "d4"}))
    assert 1 - odds.at_least("marginal success") == Fraction(17, 32)
    plain = api.odds_of(
        api.question(
            GAME,
            "action",
            {"unskilled": True, "difficulty": "d4", "position": "advantage"},
            rulings={"unskilled_advantage": "cancels"},
        )
    )
    assert 1 - plain.at_least("marginal success") == Fraction(3, 8)


def test_help_that_may_fail_stands_between_no_help_and_help() -> None:
    def success(move: str, **more: Any) -> Fraction:
        attempt = {"ability": ["d8"], "difficulty": "d6", **more}
        return api.odds_of(api.question(GAME, move, attempt)).at_least("marginal success")

    alone, helped = success("action"), success("action", helpers=1)
    assert success("assisted", helper_abilities=["d6"]) == alone / 4 + helped * 3 / 4 == Fraction(417, 512)
    assert success("assisted") == alone


def test_six_helpers_are_counted() -> None:
    attempt = {"ability": ["d8"], "difficulty": "d12", "helper_abilities": ["d6"] * 6}
    odds = api.odds_of(api.question(GAME, "assisted", attempt))
    assert sum(odds.values()) == 1
    assert odds.facts["helped"][6] == Fraction(3, 4) ** 6


def test_advice_on_a_reroll_is_to_reroll_what_chance_would_better() -> None:
    asked = api.question(
        GAME, "action", {"ability": ["d8"], "difficulty": "d6", "grit": 1}, rulings={"grit_reroll": True},
        aim="marginal success",
    )  # fmt: skip
    advice = api.advise_of(asked)
    for each in advice:
        worth = {option.name: option.worth for option in each.options}
        assert worth["reroll"] == Fraction(33, 48)
        assert each.best == ("keep" if each.now.fact("result") >= 0 else "reroll")
    assert len(advice) == 13


def test_the_gm_sets_what_is_the_gms() -> None:
    """TW-03, TW-09. Rating and position are the gm's, and called before a throw."""
    declared = inputs_of(GAME.move("action").attempt)
    for name in ("difficulty", "position"):
        assert (declared[name].by, declared[name].called) == ("gm", True)
    assert declared["difficulty"].required


class Evening:
    """A table of True World with a gm and two characters, each at a seat of their own."""

    def __init__(self) -> None:
        self.table = Table()
        self._add(opening("t", {"game": "true-world", "name": "An evening"}, ""))
        roles: tuple[tuple[str, Role], ...] = (("s1", "gm"), ("s2", "player"), ("s3", "player"))
        for seat, role in roles:
            self._add(joining(self.table, seat, f"Seat {seat}", role))
        for seat in ("s2", "s3"):
            self.does(seat, do="make", name=f"Of {seat}")

    def does(self, seat: str, do: str, **body: Any) -> int:
        self.table = act(self.table, seat, do, body, NoDice()).table
        return self.table.number

    def _add(self, entry: Any) -> None:
        fold(self.table, self.table.number + 1, entry)

    def value(self, character: str, name: str) -> Any:
        return self.table.characters[character].values[name]


def test_helping_spends_the_action_until_a_new_round() -> None:
    """TW-10 to TW-14, TW-A12. At a table: the helper rolls first, then the other acts with one die more."""
    evening = Evening()
    evening.does("s1", do="begin_round")
    evening.does("s1", do="begin_actions", unsaid="waits")
    assist = evening.does("s3", do="declare", move="assist", trait="blades", character="c2")
    evening.does("s3", do="throw", roll=assist, dice=[5, 2])
    assert (evening.value("c2", "grit"), evening.value("c2", "acted")) == (1, True)

    evening.does("s3", do="settle", roll=assist, answer=[{"way": "help", "who": "c1"}])
    action = evening.does("s2", do="declare", trait="blades", character="c1")
    evening.does("s1", do="set", roll=action, inputs={"difficulty": "hard", "position": "neutral"})
    with pytest.raises(InputError, match="helpers is set by those who offer help"):
        evening.does("s1", do="set", roll=action, inputs={"helpers": 1})
    with pytest.raises(InputError, match="Help joins this roll through helper_abilities"):
        evening.does("s3", do="offer", roll=action, character="c2", input="helpers", how="flanking")
    evening.does("s2", do="throw", roll=action, dice=[2, 7, 3])
    assert evening.value("c1", "acted")

    again = evening.does("s3", do="declare", move="assist", trait="blades", character="c2")
    with pytest.raises(InputError, match="already spent"):
        evening.does("s3", do="throw", roll=again, dice=[5, 2])
    evening.does("s1", do="begin_round")
    assert not evening.value("c1", "acted")
    with pytest.raises(InputError, match="Intentions are said first"):
        evening.does("s3", do="throw", roll=again, dice=[5, 2])
    evening.does("s1", do="begin_actions", unsaid="waits")
    evening.does("s3", do="throw", roll=again, dice=[5, 2])
    assert evening.value("c2", "grit") == 2


def test_every_skill_says_in_ready_words_what_is_done() -> None:
    """TW-37. A pick says what is about to be done; in a round it is said before, and a pick says nothing."""
    skills = {trait.name: trait.deed for trait in GAME.sheet.traits if trait.rolls}
    assert len(set(skills.values())) == len(skills)
    for name, deed in skills.items():
        played = Played(GAME)
        assert played.roll(played.do("s2", "declare", character="c1", trait=name)).inputs["intent"] == deed
        played.do("s1", "begin_round")
        assert "intent" not in played.roll(played.do("s2", "declare", character="c1", trait=name)).inputs


def helping(played: Played, *who: str) -> int:
    """Moth rolls to help on their own, and says whom."""
    assist = played.do("s3", "declare", character="c2", move="assist", trait="blades")
    played.do("s3", "throw", roll=assist, dice=[5, 2])
    for each in who:
        played.do("s3", "settle", roll=assist, answer=[{"way": "help", "who": each}])
    return assist


def cutting(played: Played) -> int:
    roll = played.do("s2", "declare", character="c1", trait="blades")
    played.do("s1", "set", roll=roll, inputs={"difficulty": "d6", "position": "neutral"})
    return roll


@pytest.mark.parametrize(
    ("seat", "share", "says"),
    [
        ("s3", {}, "Say which ally: Nyx (c1)."),
        ("s3", {"who": "c2"}, "help falls on one of ally, c1, not 'c2'."),
        ("s3", {"who": "c9"}, "help falls on one of ally, c1, not 'c9'."),
        ("s3", {"who": "c1", "amount": 2}, "amount takes a whole number from 1 to 1"),
        ("s2", {"who": "c1"}, "Only the gm may settle this for another seat"),
    ],
)
def test_help_goes_to_someone_else_and_is_the_helpers_to_give(seat: str, share: dict[str, Any], says: str) -> None:
    played = Played(GAME)
    assist = helping(played)
    before = played.table.number
    assert says in played.refuses(seat, "settle", roll=assist, answer=[{"way": "help", **share}])
    assert (played.table.number, played.roll(assist).open_dues) == (before, [0])


def test_help_that_nobody_needs_is_let_go() -> None:
    played = Played(GAME)
    assist = helping(played)
    played.do("s3", "settle", roll=assist, answer=[{"way": "nobody"}])
    assert (played.roll(assist).open_dues, played.value("waiting_help")) == ([], 0)


def test_help_that_waited_is_used_up_by_the_next_action_and_comes_back_with_it() -> None:
    played = Played(GAME)
    assist, roll = helping(played, "c1"), cutting(played)
    assert "takes the faces of 3 dice (d8 d8 d6)" in played.refuses("s2", "throw", roll=roll, dice=[2, 3])
    played.do("s2", "throw", roll=roll, dice=[2, 7, 3])
    assert played.value("waiting_help") == 0
    assert played.refuses("s1", "undo", entry=assist) == f"Later entries build on it: {roll}; undo those first."
    played.do("s1", "undo", entry=roll)
    assert played.value("waiting_help") == 1
    played.do("s1", "undo", entry=assist)
    assert (played.value("waiting_help"), played.value("grit", "c2")) == (0, 0)


def test_help_that_is_given_while_a_roll_is_open_counts_in_it() -> None:
    played = Played(GAME)
    roll = cutting(played)
    helping(played, "c1")
    played.do("s2", "throw", roll=roll, dice=[2, 7, 3])
    ending = played.roll(roll).ending
    assert ending is not None
    assert ending.tier == "complete success"


def test_only_as_much_help_that_waited_counts_as_may_help_and_the_rest_waits_on() -> None:
    played = Played(GAME, {"max_helpers": "1"})
    helping(played, "c1")
    helping(played, "c1")
    played.do("s2", "throw", roll=cutting(played), dice=[2, 7, 3])
    assert played.value("waiting_help") == 1


def test_grit_for_help_that_waited_comes_with_the_action_where_a_table_plays_so() -> None:
    played = Played(GAME, {"helper_grit": "main_action"})
    helping(played, "c1")
    roll = cutting(played)
    played.do("s2", "throw", roll=roll, dice=[2, 7, 3])
    assert (played.value("grit", "c2"), len(played.roll(roll).open_dues)) == (0, 2)
    played.do("s1", "settle", roll=roll, due=1, answer=[{"way": "grit", "who": "c2", "amount": 1}])
    assert played.value("grit", "c2") == 1
    helping(played, "c1")
    failed = cutting(played)
    played.do("s2", "throw", roll=failed, dice=[1, 1, 3])
    assert len(played.roll(failed).open_dues) == 1


def test_what_was_intended_outlives_a_roll_that_is_taken_back_and_is_said_again() -> None:
    played = Played(GAME)
    played.do("s1", "begin_round")
    played.do("s2", "intend", character="c1", intention="cuts the rope")
    played.do("s3", "intend", character="c2", intention="talks the guards down")
    played.do("s1", "begin_actions")
    said = played.table.values["intentions"]
    roll = cutting(played)
    played.do("s2", "throw", roll=roll, dice=[5, 3])
    played.do("s1", "settle", roll=roll, answer=[{"way": "told", "words": "It falls."}])
    played.do("s1", "undo", entry=roll)
    assert (played.table.values["intentions"], played.value("acted")) == (said, False)
    assert played.roll(cutting(played)).inputs["intent"] == "Cuts the rope"


def test_a_round_has_intentions_then_actions_one_for_each() -> None:
    played = Played(GAME)
    told = played.refuses("s2", "intend", character="c1", intention="Climb the wall.")
    assert told == "No round has begun; begin one first (begin_round)."
    played.do("s1", "begin_round")
    assert "from another seat" in played.refuses("s3", "intend", character="c1", intention="Run.")
    assert "The stated intention is text" in played.refuses("s2", "intend", character="c1", intention="")
    played.do("s2", "intend", character="c1", intention="Climb the wall.")
    called = {"difficulty": "d4", "position": "neutral"}
    early = played.do("s1", "declare", character="c1", trait="blades", inputs=called)
    assert played.roll(early).inputs["intent"] == "Climb the wall."
    assert "Intentions are said first" in played.refuses("s2", "throw", roll=early, dice=[5, 2])
    assert "Only the gm may begin the actions" in played.refuses("s2", "begin_actions")
    silent = played.refuses("s1", "begin_actions")
    assert silent == "What these are about to do is not said yet: Moth. Say it for them (unsaid), or wait."
    assert played.refuses("s1", "begin_actions", unsaid=" ") == silent
    begun = played.do("s1", "begin_actions", waits=True)
    assert played.table.values["intentions"] == {"c1": "Climb the wall.", "c2": False}
    assert "come to its actions already" in played.refuses("s1", "begin_actions")
    late = played.refuses("s3", "intend", character="c2", intention="Run.")
    assert late.startswith("The actions of this round have begun")
    played.do("s2", "throw", roll=early, dice=[5, 2])
    assert played.value("acted") is True
    again = played.do("s1", "declare", character="c1", trait="blades", inputs=called)
    assert "already spent" in played.refuses("s2", "throw", roll=again, dice=[5, 2])
    assert "intent" not in played.roll(again).inputs  # which its own roll has used up
    assert "Later entries build on it" in played.refuses("s1", "undo", entry=begun)
    played.do("s1", "begin_round")
    assert (played.value("acted"), played.value("round", "table")) == (False, 2)
    assert played.table.values["intentions"] == {}
    played.do("s1", "end_rounds")
    assert played.value("round", "table") == 0
    played.do("s2", "throw", roll=again, dice=[5, 2])
    assert played.value("acted") is False


def test_a_round_is_not_taken_back_under_what_was_said_in_it() -> None:
    played = Played(GAME)
    round_begun = played.do("s1", "begin_round")
    said = played.do("s2", "intend", character="c1", intention="Climb the wall.")
    begun = played.do("s1", "begin_actions", unsaid="Waits.")
    told = played.refuses("s1", "undo", entry=round_begun)
    assert told == f"Later entries build on it: {said}, {begun}; undo those first."
    assert played.table.values["intentions"] == {"c1": "Climb the wall.", "c2": "Waits."}
    for entry in (begun, said, round_begun):
        played.do("s1", "undo", entry=entry)
    assert (played.value("round", "table"), played.value("action_phase", "table")) == (0, False)
    assert not played.table.values["intentions"]


def test_rounds_end_with_the_evening_and_come_back_with_it() -> None:
    played = Played(GAME)
    played.do("s1", "begin_evening")
    played.do("s1", "begin_round")
    played.do("s1", "begin_actions", waits=True)
    ended = played.do("s1", "end_evening")
    assert (played.value("round", "table"), played.value("action_phase", "table")) == (0, False)
    assert played.table.values["intentions"] == {}
    played.do("s1", "undo", entry=ended)
    assert (played.value("round", "table"), played.value("action_phase", "table")) == (1, True)
    assert played.table.campaign.evening


def test_a_roll_that_cannot_be_thrown_says_so_before_anything_is_asked() -> None:
    played = Played(GAME)
    played.do("s1", "begin_round")
    played.do("s1", "begin_actions", waits=True)
    called = {"difficulty": "d4", "position": "neutral"}
    roll = played.do("s2", "declare", character="c1", trait="blades")
    assert view(played, roll)["refusal"] == ""
    played.do("s1", "set", roll=roll, inputs=called)
    played.do("s2", "throw", roll=roll, dice=[5, 2])
    again = view(played, played.do("s2", "declare", character="c1", trait="blades"))
    assert [each["input"] for each in again["needs"]] == ["difficulty", "position"]
    assert again["refusal"].startswith("The action of this round is already spent")


def test_taking_back_a_roll_leaves_what_was_said_of_the_round() -> None:
    played = Played(GAME)
    played.do("s1", "begin_round")
    played.do("s2", "intend", character="c1", intention="Climb the wall.")
    called = {"difficulty": "d4", "position": "neutral"}
    roll = played.do("s1", "declare", character="c1", trait="blades", inputs=called)
    played.do("s3", "intend", character="c2", intention="Hold the rope.")
    played.do("s1", "begin_actions")
    played.do("s2", "throw", roll=roll, dice=[5, 2])
    played.do("s1", "undo", entry=roll)
    assert played.value("acted") is False
    assert played.table.values["intentions"] == {"c1": "Climb the wall.", "c2": "Hold the rope."}
    again = played.do("s1", "declare", character="c1", trait="blades", inputs=called)
    assert played.roll(again).inputs["intent"] == "Climb the wall."


def test_who_comes_to_the_actions_late_says_first_what_they_do() -> None:
    """TW-37. A character made during the actions has not been asked: said in the round, or with the roll itself."""
    played = Played(GAME)
    played.do("s1", "begin_round")
    played.do("s1", "begin_actions", waits=True)
    played.do("s3", "make", name="Wren")
    called = {"difficulty": "d4", "position": "neutral"}
    roll = played.do("s1", "declare", character="c3", trait="blades", inputs=called)
    assert "still waits for intent" in played.refuses("s3", "throw", roll=roll, dice=[5, 2])
    said = played.do("s3", "intend", character="c3", intention="Runs.")
    assert "already" not in played.refuses("s3", "throw", roll=roll, dice=[5, 2])
    assert played.value("acted", "c3") is True
    played.do("s1", "undo", entry=roll)
    played.do("s1", "undo", entry=said)
    again = played.do("s3", "declare", character="c3", trait="blades", inputs={"intent": "Runs."})
    played.do("s1", "set", roll=again, inputs=called)
    played.do("s3", "throw", roll=again, dice=[5, 2])
    quick = played.do("s3", "declare", character="c3", move="quick", trait="blades")
    assert [each["input"] for each in still_needed(played.table, played.roll(quick))] == ["difficulty", "intent"]
    played.do("s1", "rule", rulings={"quick_in_rounds": "free"})
    assert [each["input"] for each in still_needed(played.table, played.roll(quick))] == ["difficulty"]


def test_what_was_intended_is_the_tables_and_on_no_sheet() -> None:
    """A throw in a round wrote all intentions onto the sheets that it changed."""
    played = Played(GAME)
    played.do("s1", "begin_round")
    played.do("s1", "begin_actions", waits=True)
    roll = played.do(
        "s1", "declare", character="c1", trait="blades", inputs={"difficulty": "d4", "position": "neutral"}
    )
    played.do("s2", "throw", roll=roll, dice=[5, 2])
    assert "intentions" not in played.table.characters["c1"].values
    assert "There is no value" in played.refuses("s1", "edit", where="c1", values={"intentions": {}})
    assert "There is no value" in played.refuses("s1", "edit", where="table", values={"intentions": {}})


def test_characters_of_the_gm_keep_no_round_waiting() -> None:
    played = Played(GAME)
    played.do("s1", "make", name="A guard")
    played.do("s1", "begin_round")
    for seat, character in (("s2", "c1"), ("s3", "c2")):
        played.do(seat, "intend", character=character, intention="Holds on.")
    played.do("s1", "begin_actions")
    roll = played.do(
        "s1", "declare", character="c3", trait="blades", inputs={"difficulty": "d4", "position": "neutral"}
    )
    played.do("s1", "throw", roll=roll, dice=[5, 2])


def test_by_ruling_actions_wait_for_no_intentions() -> None:
    played = Played(GAME, {"intentions": "free"})
    played.do("s1", "begin_round")
    played.do("s1", "begin_actions")
    called = {"difficulty": "d4", "position": "neutral"}
    roll = played.do("s1", "declare", character="c1", trait="blades", inputs=called)
    played.do("s2", "throw", roll=roll, dice=[5, 2])
    assert played.value("acted") is True


def test_a_game_without_phases_says_so() -> None:
    played = Played(game("in-the-dark"))
    told = played.refuses("s2", "intend", character="c1", intention="Hide.")
    assert told == "In the Dark has no rounds with intentions and actions; just act."


def test_outside_rounds_nobody_has_acted() -> None:
    values = {**starting_values(GAME.sheet), "acted": True}
    assert not GAME.sheet.fill["assist"](values, "blades")["acted"]
    assert GAME.sheet.fill["assist"]({**values, "round": 1}, "blades")["acted"]


def test_a_sheet_fills_every_move_that_reads_one() -> None:
    values = starting_values(GAME.sheet)
    told = {"difficulty": "d6"}
    for trait in (trait.name for trait in GAME.sheet.traits if trait.rolls):
        for move in ("action", "assisted", "quick", "assist"):
            filled = {**told, **GAME.sheet.fill[move](values, trait)}
            odds = api.odds_of(api.question(GAME, move, filled))
            assert sum(odds.values()) == 1
    soaking = GAME.sheet.fill["soak"]({**values, "grit": 1, "stress": 1}, "")
    assert api.odds_of(api.question(GAME, "soak", soaking))["soaked"] == 1


def test_stress_ends_at_its_limit_and_takes_you_out() -> None:
    after = changed(GAME.sheet, starting_values(GAME.sheet), Effect("roller", "stress", 9))
    assert (after["stress"], after["out_of_scene"]) == (6, True)
    assert changed(GAME.sheet, after, Effect("roller", "grit", -3))["grit"] == 0
