"""Statistics of a session: expected and actual tiers, and how surprising a night is, against plain counting."""

import json
from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb

import pytest

from actionroll.games import game
from actionroll.table import NO_TALLY, Ranks, Sums, luck_told, ranks_of, statistics, tallied
from tests.random_evening import evening
from tests.table_in_memory import Played

COIN = [("failure", Fraction(1, 2)), ("success", Fraction(1, 2))]
TIERS = [("miss", Fraction(1, 4)), ("weak hit", Fraction(1, 2)), ("strong hit", Fraction(1, 4))]


def counted(odds: list[tuple[str, Fraction]], throws: int, reached: int) -> tuple[Fraction, Fraction]:
    """The chances of a night as bad or worse, and as good or better: every night there could be, one by one."""
    as_bad, as_good = Fraction(0), Fraction(0)
    for ranks in product(range(len(odds)), repeat=throws):
        chance = Fraction(1)
        for rank in ranks:
            chance *= odds[rank][1]
        as_bad += chance * (sum(ranks) <= reached)
        as_good += chance * (sum(ranks) >= reached)
    return as_bad, as_good


@pytest.mark.parametrize("odds", [COIN, TIERS])
@pytest.mark.parametrize("got", [(0, 0, 0, 0, 0), (0, 1, 1, 0, 1), (1, 1, 1, 1, 1)])
def test_surprise_is_that_of_all_nights_counted(odds: list[tuple[str, Fraction]], got: tuple[int, ...]) -> None:
    sums = Sums()
    for rank in got:
        sums.add(odds, odds[rank][0])
    as_bad, as_good = counted(odds, len(got), sum(got))
    assert sums.as_bad == pytest.approx(float(as_bad), abs=1e-12)
    assert sums.as_good == pytest.approx(float(as_good), abs=1e-12)
    assert sums.surprise == pytest.approx(min(1.0, 2 * float(min(as_bad, as_good))), abs=1e-12)


def test_a_bad_night_is_as_rare_as_its_own_odds_say() -> None:
    """Three throws, three failures, of .25, .75 and .5: .25 x .75 x .5 is 9.4 %, one night in 10.7."""
    sums = Sums()
    for chance in (Fraction(1, 4), Fraction(3, 4), Fraction(1, 2)):
        sums.add([("failure", chance), ("mixed success", 1 - chance)], "failure")
    assert sums.as_bad == pytest.approx(3 / 32)
    assert luck_told(sums) == "A bad night: about one night in 11 goes this badly, or more so."


def test_words_tell_good_bad_and_usual_nights() -> None:
    usual, bad, good = Sums(), Sums(), Sums()
    for place in range(10):
        usual.add(COIN, COIN[place % 2][0])
        bad.add(COIN, "failure")
        good.add(COIN, "success")
    assert luck_told(usual) == "About as expected."
    assert luck_told(bad).startswith("A bad night: about one night in ")
    assert luck_told(good).startswith("A good night: ")


@pytest.mark.parametrize(
    ("throws", "words"),
    [(4, "in 16 "), (5, "in 30 "), (6, "in 65 "), (8, "in 260 "), (11, "in 2000 "), (25, "in a million ")],
)
def test_how_rare_a_night_is_is_told_in_round_numbers(throws: int, words: str) -> None:
    """All tails: one night in two to the power of its throws."""
    sums = Sums()
    for _ in range(throws):
        sums.add(COIN, "failure")
    assert words in luck_told(sums), luck_told(sums)


@pytest.mark.parametrize("good", [True, False])
def test_a_good_night_is_as_rare_as_a_bad_one(good: bool) -> None:
    sums = Sums()
    for _ in range(6):
        sums.add(COIN, "success" if good else "failure")
    words = (
        "A good night: about one night in 65 goes this well"
        if good
        else "A bad night: about one night in 65 goes this badly"
    )
    assert luck_told(sums) == f"{words}, or more so."


def test_what_one_night_in_five_is_like_is_usual() -> None:
    sums = Sums()
    sums.add([("failure", Fraction(1, 10)), ("success", Fraction(9, 10))], "failure")
    assert (sums.surprise, luck_told(sums)) == (0.2, "About as expected.")


def test_undone_rolls_do_not_count() -> None:
    made = evening("wherever-we-go", 400)
    entries = [(number, json.loads(body)) for number, body in enumerate(made.bodies, 1)]
    thrown = [(number, each) for number, each in entries if each["kind"] == "thrown"]
    undone = [number for number, each in thrown if getattr(made.table.roll(each["roll"]), "status", "") == "undone"]
    assert undone
    seats = statistics(made.table)["seats"]
    random_ = [
        number
        for number, each in thrown
        if number not in undone and sum(1 for _, chance in each["odds"] if chance != "0/1") > 1
    ]
    assert sum(seat["throws"] for seat in seats) == len(random_)
    for seat in seats:
        assert sum(tier["actual"] for tier in seat["tiers"]) == seat["throws"]


def test_what_is_counted_on_is_what_is_counted_at_once() -> None:
    """Throw by throw, with a decision between them and one taken back, after which all is counted anew."""
    played, tally = Played(game("in-the-dark")), NO_TALLY
    for place in range(8):
        roll = played.do("s2", "declare", character="c1", trait="skulk")
        played.do("s2", "throw", roll=roll, dice=[1 + place % 6] * len(played.sees("s2")["rolls"][-1]["dice"]))
        if place == 5:
            played.do("s1", "undo", entry=roll)
        before, tally = tally, tallied(played.table, tally)
        assert statistics(played.table, tally) == statistics(played.table)
        assert before.sums != tally.sums


def test_a_whole_campaign_is_told_from_few_sums() -> None:
    """What hardly ever happens to anyone is left away, and what is told stays the same."""
    sums, throws = Sums(), 1000
    for place in range(throws):
        sums.add(COIN, "failure" if place % 40 < 21 else "success")
    as_bad = sum(comb(throws, reached) for reached in range(sums.reached + 1))
    assert sums.as_bad == pytest.approx(float(as_bad / 2**throws), abs=1e-12)
    assert len(sums.ranks.parts) < throws / 3
    for _ in range(200):
        sums.add(COIN, "failure")
    assert sums.as_bad < 1e-6
    assert "fewer than one night in a million" in luck_told(sums)


def test_many_throws_alike_are_counted_as_one_by_one() -> None:
    """However many times, and in whichever order they come together."""
    one_by_one, together = Sums(), Sums()
    for tier, times in (("failure", 37), ("success", 64)):
        for _ in range(times):
            one_by_one.add(COIN, tier)
    together.add(COIN, "success", 64)
    together.add(COIN, "failure", 37)
    assert (together.throws, together.actual, together.expected) == (101, one_by_one.actual, one_by_one.expected)
    assert together.as_bad == pytest.approx(one_by_one.as_bad, abs=1e-15)
    assert together.mean == one_by_one.mean


def test_ten_thousand_throws_take_few_multiplications(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody who asks for them again and again makes others wait."""
    multiplied = Counter[str]()
    plain = Ranks.with_more

    def multiply(one: Ranks, other: Ranks) -> Ranks:
        multiplied["times"] += 1
        return plain(one, other)

    monkeypatch.setattr(Ranks, "with_more", multiply)
    ranks_of.cache_clear()
    sums = Sums()
    for tier, times in (("failure", 5_000), ("success", 5_000)):
        sums.add(COIN, tier, times)
    assert sums.as_bad == pytest.approx(0.5, abs=0.005)
    assert multiplied["times"] < 30


@pytest.mark.parametrize(
    ("chances", "tier", "words"),
    [
        (("1/10", "9/10"), "bad", "About as expected."),
        (("1/12", "11/12"), "bad", "A bad night: about one night in 12 goes this badly, or more so."),
        (("199/200", "1/200"), "good", "A good night: about one night in 200 goes this well, or more so."),
        (("1/2", "1/2"), "good", "About as expected."),
        (("5/98", "93/98"), "bad", "A bad night: about one night in 20 goes this badly, or more so."),
        (("10/206", "196/206"), "bad", "A bad night: about one night in 20 goes this badly, or more so."),
    ],
)
def test_how_rare_a_night_is_counts_those_alike_and_one_in_five_to_either_side_is_usual(
    chances: tuple[str, str], tier: str, words: str
) -> None:
    sums = Sums()
    sums.add(list(zip(("bad", "good"), map(Fraction, chances), strict=True)), tier)
    assert luck_told(sums) == words
