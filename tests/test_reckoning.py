"""Rules of a few lines, whose odds, plays, trials and words can be counted and written down by hand."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, product
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from actionroll.dice import FUDGE, Kept, Pool, Term, highest, total
from actionroll.errors import LOOKS_UP, PATIENCE, ActionrollError, Budget, InputError, LimitError, RollError, WrongDice
from actionroll.reckoning import Odds, count, fraction
from actionroll.reckoning.advice import Best, advise, read_aim
from actionroll.reckoning.play import (
    MOST_LISTED,
    MOST_TRIALS,
    begin,
    cast,
    checked,
    choose,
    columns,
    counts,
    follow,
    outcome_columns,
    play,
    replay,
    sides_of,
    source_for,
    standing,
)
from actionroll.reckoning.record import (
    Cast,
    all_effects,
    dice_shown,
    is_nothing,
    long,
    short,
    signed,
    told_due,
    told_effects,
    told_pool,
    told_pools,
)
from actionroll.rules.futures import MOST_TAKEN, fallings, forget_steps
from actionroll.rules.game import Aim, ByName, Carried, Decision, Move, Scene, always, do_nothing, weight_of
from actionroll.rules.inputs import Texts
from actionroll.rules.steps import (
    Decide,
    Due,
    Effect,
    Outcome,
    Step,
    Throw,
    Way,
    decide,
    fact_key,
    facts,
    now,
    price,
    summed,
    throw,
)
from tests.enumerated import ends_of, enumerated

TIERS = ("lost", "won")
COST = Effect("roller", "luck", -1, "thrown")
PAID = (COST, Effect("helper-1", "luck", -2))


def duel(costs: tuple[Effect, ...] = ()) -> Throw:
    """A d4 against a d2; a tie may be thrown again, for a point, once."""
    pools = (Pool((4,), highest, ("sword",)), Pool((2,), highest, ("shield",)))
    return throw("T-1", pools, compared, True, costs=costs)


def compared(sword: int, shield: int, may: bool) -> Step:
    return decide(
        "T-2", "again", "roller", ("keep", "again") if may and sword == shield else ("keep",), then, sword, shield
    )


def then(option: str, sword: int, shield: int) -> Step:
    if option == "again":
        pools = (Pool((4,), highest, ("sword",)), Pool((2,), highest, ("shield",)))
        return throw("T-3", pools, compared, False, costs=PAID)
    won = sword > shield
    gained = (Effect("roller", "fame", sword - shield),) if won else ()
    return Outcome("T-4", TIERS[won], facts(margin=sword - shield, tie=sword == shield), gained, why="so it is")


AGAIN = ByName({"again": always("again")})


def test_odds_are_the_falls_counted_by_hand() -> None:
    odds = count(duel(), tiers=TIERS)
    assert dict(odds) == {"lost": Fraction(3, 8), "won": Fraction(5, 8)}
    assert (odds["lost"], list(odds), len(odds)) == (Fraction(3, 8), ["lost", "won"], 2)
    assert [odds.at_least(tier) for tier in TIERS] == [Fraction(1), Fraction(5, 8)]
    assert list(odds.facts) == ["margin", "tie"]
    assert list(odds.facts["margin"].items()) == [
        (-1, Fraction(1, 8)), (0, Fraction(2, 8)), (1, Fraction(2, 8)), (2, Fraction(2, 8)), (3, Fraction(1, 8)),
    ]  # fmt: skip
    assert odds.facts["tie"] == {False: Fraction(3, 4), True: Fraction(1, 4)}
    assert odds.changes == {("roller", "fame"): {1: Fraction(1, 4), 2: Fraction(1, 4), 3: Fraction(1, 8)}}
    assert repr(odds) == "Odds(lost: 3/8, won: 5/8)"


def test_what_is_thrown_again_is_weighed_by_the_way_to_it_and_paid_once() -> None:
    odds = count(duel((COST,)), AGAIN, TIERS)
    assert odds["won"] == Fraction(5, 8) + Fraction(2, 8) * Fraction(5, 8)
    assert odds.changes["helper-1", "luck"] == {-2: Fraction(1, 4)}
    assert odds.changes["roller", "luck"] == {-1: Fraction(3, 4), -2: Fraction(1, 4)}
    assert sum(odds.joint.values()) == 1
    assert [outcome.tier for outcome in odds.joint] == sorted(outcome.tier for outcome in odds.joint)


def test_odds_as_json_are_in_lowest_terms_and_from_worst_to_best() -> None:
    told = count(duel((COST,)), tiers=TIERS).to_dict()
    assert told["tiers"] == {"lost": "3/8", "won": "5/8"}
    assert told["facts"]["tie"] == {"false": "3/4", "true": "1/4"}
    assert told["joint"][0] == {
        "tier": "lost",
        "facts": {"margin": 0, "tie": True},
        "effects": [{"who": "roller", "track": "luck", "by": -1}],
        "chance": "1/4",
    }
    assert [each["tier"] for each in told["joint"]] == ["lost", "lost", "won", "won", "won"]
    assert (fraction(Fraction(5, 10)), fraction(Fraction(0))) == ("1/2", "0/1")
    assert [fact_key(value) for value in (0, True, False, "So")] == ["0", "true", "false", "So"]


def test_a_tier_that_nobody_declared_comes_last() -> None:
    assert list(count(duel(), tiers=("won",))) == ["won", "lost"]
    assert list(count(duel(), tiers=("draw", *TIERS)).values()) == [0, Fraction(3, 8), Fraction(5, 8)]


def test_an_end_without_dice_is_certain() -> None:
    odds = count(Outcome("T-9", "won", effects=(COST,)), tiers=TIERS)
    assert dict(odds) == {"lost": Fraction(0), "won": Fraction(1)}
    assert odds.total == 1
    assert isinstance(odds, Odds)


def test_facts_of_words_come_after_numbers() -> None:
    def named(face: int) -> Outcome:
        return Outcome("T", "won", (("what", "so" if face == 1 else face),))

    odds = count(throw("T", (Pool((3,), highest),), named))
    assert list(odds.facts["what"]) == [2, 3, "so"]


# Advice


def test_an_aim_weighs_tiers_and_points_of_whoever_is_named() -> None:
    outcome = Outcome("T", "won", effects=(Effect("roller", "luck", 2), Effect("helper-1", "luck", -1)))
    assert read_aim("won", TIERS).of_outcome(outcome) == 1
    assert read_aim("lost", TIERS).tiers == {"lost": 1, "won": 1}
    assert read_aim("won", TIERS).tiers == {"lost": 0, "won": 1}
    weighted = read_aim(" won = 3 , luck=1/2,helper-1.luck=-4", TIERS)
    assert weighted.tiers == {"won": Fraction(3)}
    assert weighted.points == {"luck": Fraction(1, 2), "helper-1.luck": Fraction(-4)}
    assert weighted.of_outcome(outcome) == 3 + 1 + 4
    assert Aim({}, {"luck": Fraction(1)}).of_outcome(outcome) == 2
    assert Aim({}, {"luck": Fraction(1)}).of_effects((Effect("attacker", "luck", 5), Effect("gm", "luck", 7))) == 5
    assert Aim({}, {"roller.luck": Fraction(3), "luck": Fraction(1)}).of_outcome(outcome) == 6
    assert Aim({"won": Fraction(1)}).of_effects(outcome.effects) == 0
    assert (read_aim("won", TIERS).says, read_aim({"won": 2}, TIERS).says) == ("at least won", "won 2")


@pytest.mark.parametrize("raw", ["draw", 7, None, "won=x", "won=1e3", "won=1/0", {"won": True}, {"won": 10**9}, "won="])
def test_what_is_no_aim_is_refused(raw: Any) -> None:
    with pytest.raises(ActionrollError):
        read_aim(raw, TIERS)


def test_a_weight_is_a_number_of_some_digits() -> None:
    assert weight_of("1/3") == Fraction(1, 3)
    assert weight_of("1" * 20) == Fraction(int("1" * 20))
    assert weight_of(10**9 - 1) == 10**9 - 1
    assert weight_of(1 - 10**9) == 1 - 10**9
    for wrong in ("1" * 21, 10**9, -(10**9), 1.5, True, "2E1"):
        with pytest.raises(InputError, match="A weight of an aim is a number such as 2, -1 or 1/2"):
            weight_of(wrong)


def test_advice_weighs_what_an_option_costs() -> None:
    """A tie is worth nothing; thrown again it wins in 5 of 8, for a point of one's own and two of a friend's."""
    for aim, worth in (
        ("won", Fraction(5, 8)),
        ("won=1,luck=1/2", Fraction(1, 8)),
        ("won=1,helper-1.luck=1", Fraction(-11, 8)),
    ):
        told = {each.asked.given: each for each in advise(duel(), Best(read_aim(aim, TIERS)))}
        assert len(told) == 2
        for each in told.values():
            assert each.chance == Fraction(1, 8)
            assert {choice.option: choice.worth for choice in each.choices} == {"keep": 0, "again": worth}
            assert each.best == ("again" if worth > 0 else "keep")


def test_the_best_policy_answers_only_what_is_open_and_the_other_side_goes_against_it() -> None:
    asked = compared(1, 1, True)
    assert isinstance(asked, Decide)
    won = read_aim("won", TIERS)
    assert Best(won)(asked) == "again"
    assert Best(won, open=("again",))(asked) == "again"
    assert Best(won, open=("other",))(asked) == "keep"
    assert Best(won, open=(), fixed=AGAIN)(asked) == "again"
    assert Best(won, against="roller")(asked) == "keep"
    assert Best(won).worth(duel()) == Fraction(5, 8) + Fraction(2, 8) * Fraction(5, 8)
    assert Best(read_aim("lost", TIERS))(asked) == "keep"


def endless(face: int) -> Step:
    return throw("T", (Pool((2,), highest),), endless)


def test_a_roll_without_an_end_is_refused_however_it_is_asked() -> None:
    start = endless(1)
    for work in (
        lambda: count(start),
        lambda: Best(read_aim("won", TIERS)).worth(start),
        lambda: play(start, lambda sides: 1, do_nothing),
        lambda: replay(start, [[1]] * (MOST_TAKEN + 1)),
        lambda: counts(start, 1, source_for(1)),
        lambda: advise(start, Best(read_aim("won", TIERS))),
    ):
        with pytest.raises(LimitError):
            work()
    assert len(replay(start, [[1]] * MOST_TAKEN).taken) == MOST_TAKEN


def test_a_budget_is_taken_to_its_last_step_and_looks_at_the_clock_on_the_way() -> None:
    budget = Budget(10)
    budget.take(10)
    with pytest.raises(LimitError, match="more counting than one question gets"):
        budget.take(1)
    asked: list[int] = []

    def clock() -> float:
        asked.append(patient.left)
        return PATIENCE.seconds

    patient = Budget(3 * LOOKS_UP, clock, began=0.0)
    for _ in range(30):
        patient.take(LOOKS_UP // 10)
    assert asked[0] == 3 * LOOKS_UP - LOOKS_UP // 10
    assert [before - after for before, after in pairwise(asked)] == [LOOKS_UP] * 2
    late = Budget(10, lambda: PATIENCE.seconds + 0.01, began=0.0)
    with pytest.raises(LimitError, match="more counting than one question gets"):
        late.anew().take(1)
    assert not late.lasts()
    assert Budget(10, lambda: PATIENCE.in_part - 0.01, began=0.0).lasts()


def test_throws_that_differ_in_any_pool_have_odds_of_their_own() -> None:
    def against(sword: int, shield: int) -> Throw:
        return throw("T-1", (Pool((sword,), highest), Pool((shield,), highest)), compared, False)

    found = {sides: count(against(*sides))["won"] for sides in ((4, 2), (6, 2), (6, 4), (2, 4))}
    assert found == {(4, 2): Fraction(5, 8), (6, 2): Fraction(9, 12), (6, 4): Fraction(14, 24), (2, 4): Fraction(1, 8)}


def test_steps_of_a_throw_are_told_with_their_ways() -> None:
    steps, ways = fallings(duel())
    assert ways == 8
    assert sum(many for _, many in steps) == 8


# Play


def test_dice_that_no_one_can_have_thrown_are_refused() -> None:
    start = duel()
    assert checked(start, [4, 2]) == (4, 2)
    assert checked(start, (1, 1)) == (1, 1)
    for faces, told in (
        ([4], "This throw takes the faces of 2 dice (d4 d2), not"),
        ([4, 2, 1], "This throw takes the faces of 2 dice (d4 d2), not"),
        ("42", "This throw takes the faces of 2 dice"),
        (None, "This throw takes the faces of 2 dice"),
        ([5, 1], "A d4 shows 1 to 4, not '5'; the dice are d4 d2."),
        ([0, 1], "A d4 shows 1 to 4, not '0'"),
        ([1, True], "A d2 shows 1 to 2, not 'True'"),
        ([1.0, 1], "A d4 shows 1 to 4, not '1.0'"),
    ):
        with pytest.raises(WrongDice, match=re.escape(told)):
            checked(start, faces)
    with pytest.raises(WrongDice, match=re.escape("A dF shows −1, 0 or 1, not '2'; the dice are dF.")):
        checked(throw("T", (Pool((FUDGE,), highest),), endless), [2])


def test_a_roll_says_what_it_waits_for() -> None:
    roll = begin(duel())
    assert standing(roll) == "waits for dice: d4 d2"
    with pytest.raises(RollError, match="Nothing is to be decided here; the roll waits for dice"):
        choose(roll, "keep")
    tied = cast(roll, (2, 2))
    assert standing(tied) == "waits for roller to decide 'again': keep or again"
    with pytest.raises(RollError, match="No dice are to be thrown here; the roll waits for roller to decide"):
        cast(tied, (1, 1))
    with pytest.raises(ActionrollError, match="no option at 'again' called 'burn'"):
        choose(tied, "burn")
    ended = choose(tied, "keep")
    assert standing(ended) == "has ended: lost"
    assert ended.answers == ((2, 2), "keep")
    with pytest.raises(InputError, match="There are more answers than this roll asks for"):
        replay(duel(), [[2, 2], "keep", [1, 1]])


def test_a_played_roll_is_its_answers_and_what_it_cost() -> None:
    faces = iter([1, 1, 4, 1])
    done = play(duel((COST,)), lambda sides: next(faces), AGAIN)
    assert done.answers == ((1, 1), "again", (4, 1))
    assert replay(duel((COST,)), done.answers) == done
    assert all_effects(done) == (
        Effect("roller", "luck", -2), Effect("helper-1", "luck", -2), Effect("roller", "fame", 3),
    )  # fmt: skip
    first, second = dice_shown(done)
    assert [(die.sides, die.face, die.source, die.counted) for die in first] == [
        (4, 1, "sword", False),
        (2, 1, "shield", False),
    ]
    assert [(die.face, die.counted) for die in second] == [(4, True), (1, True)]
    with pytest.raises(ActionrollError, match="no option at 'again' called 'burn'"):
        play(duel(), lambda sides: 1, lambda asked: "burn")


def test_trials_are_all_there_and_paid_for() -> None:
    found = counts(duel((COST,)), 8_000, source_for(3), AGAIN)
    assert sum(found.values()) == 8_000
    again = sum(many for outcome, many in found.items() if Effect("helper-1", "luck", -2) in outcome.effects)
    assert 1_750 < again < 2_250
    assert set(found) <= set(count(duel((COST,)), AGAIN).ways)
    listed = columns(found, source_for(4))
    assert {name: len(column) for name, column in listed.items()} == dict.fromkeys(
        ["tier", "margin", "tie", "roller.luck", "helper-1.luck", "roller.fame"], 8_000
    )
    assert sorted(set(listed["roller.luck"].tolist())) == [-2, -1]
    for wrong in (0, MOST_TRIALS + 1):
        with pytest.raises(InputError, match="trials takes a whole number from 1 to"):
            counts(duel(), wrong, source_for(1))
    with pytest.raises(InputError, match="At most 50000000 trials are listed one by one"):
        columns({Outcome("T", "won"): MOST_LISTED + 1}, source_for(1))
    assert sum(counts(Outcome("T", "won"), MOST_TRIALS, source_for(1)).values()) == MOST_TRIALS


def test_a_column_holds_zero_where_an_outcome_says_nothing() -> None:
    told = outcome_columns([Outcome("T", "won", facts(edges=2), (COST,)), Outcome("T", "lost")])
    assert told == {"tier": ["won", "lost"], "edges": [2, 0], "roller.luck": [-1, 0]}


# Words


def test_a_roll_is_told_from_its_dice_to_its_end() -> None:
    done = replay(duel((COST,)), [[1, 1], "again", [4, 1]], [True])
    assert short(done) == "Won: so it is. Luck falls by 2, helper 1's luck falls by 2, fame rises by 3."
    assert long(done) == (
        "Rolled d4 sword against d2 shield (T-1).",
        "The dice show 1 on the sword d4, 1 on the shield d2; entered by hand.",
        "Luck falls by 1.",
        "The roller chose again (again, T-2).",
        "Rolled d4 sword against d2 shield (T-3).",
        "The dice show [4] on the sword d4, [1] on the shield d2.",
        "Luck falls by 1, helper 1's luck falls by 2.",
        "Won: so it is. Fame rises by 3. (T-4)",  # what the throws cost was told with them
    )
    assert short(begin(duel())) == "To be thrown: d4 sword against d2 shield."
    assert short(replay(duel(), [[1, 1]])) == "The roller must decide: keep or again."
    assert short(begin(Outcome("", "won"))) == "Won."
    assert long(begin(Outcome("", "won", means="Say how."))) == ("Won.", "Say how.")


def test_a_pool_is_told_by_what_makes_it() -> None:
    def pool(dice: int, *terms: tuple[str, int], **more: Any) -> Pool[Any]:
        return Pool((6,) * dice, highest, ("action",), tuple(Term(*term, "T") for term in terms), **more)

    assert told_pool(pool(2)) == "2d6 action"
    assert told_pool(pool(1, note="so")) == "d6 action (so)"
    assert told_pool(pool(1, ("dot", 1))) == "1 dot = 1 die"
    assert told_pool(pool(2, ("dots", 3), ("harm", -1))) == "3 dots, −1 harm = 2 dice"
    assert told_pool(pool(3, ("dots", 2), ("push", 1))) == "2 dots, +1 push = 3 dice"
    assert (
        told_pool(pool(2, ("dots", 0), ("harm", -1)))
        == "0 dots, −1 harm = 0 dice, never fewer than 0, so 2d6 action read as highest"
    )
    assert told_pool(pool(0, ("dots", 1), ("gone", -1))) == "1 dots, −1 gone = 0 dice"
    assert told_pool(pool(0, ("dot", 1))) == "1 dot = 1 die, so nothing read as highest"
    assert told_pool(pool(2, ("dots", 0), note="the lower counts")) == "0 dots = 0 dice: the lower counts"
    taken = told_pools(Throw("ITD-18", (pool(2, ("dots", 1), ("gone", -1), note="the lower counts"),), endless))
    assert taken.besides == ("the lower counts: 1 dots, −1 gone = 0 dice",)  # first, where words are cut
    mixed: Pool[Any] = Pool((6, 8, 6), highest, ("skill", "boost", "skill"))
    assert told_pool(mixed) == "2d6 skill + d8 boost"
    assert [signed(number) for number in (2, 0, -3)] == ["+2", "+0", "−3"]


def test_pools_stand_against_each_other_or_beside() -> None:
    one, other = Pool((6,), highest, ("action",)), Pool((10,), highest, ("challenge",))
    beside, empty = Pool((8,), highest, ("cursed",), beside=True), Pool((), highest, ("none",))
    assert told_pools(Throw("T", (one, other), endless)).says == "d6 action against d10 challenge"
    assert told_pools(Throw("T", (one, other, beside), endless)).says == "d6 action against d10 challenge and d8 cursed"
    assert told_pools(Throw("T", (empty, beside), endless)).says == "d8 cursed"
    assert told_pools(Throw("T", (empty,), endless)).says == "no dice"


def test_a_sum_counts_the_dice_that_were_named_before_it_on_its_side() -> None:
    one, terms = Pool((6,), highest, ("action",)), (Term("stress", 2, "T"), Term("locked", -1, "T"))
    summed: Pool[Any] = Pool((6,), highest, ("stress",), terms, beside=True)
    told = told_pools(Throw("T", (one, summed, one, summed), endless)).says
    assert told == " against ".join(["d6 action and 2 stress, −1 locked = 2 dice"] * 2)


def test_what_a_sum_tells_besides_its_dice_is_told_apart() -> None:
    terms = Term("dots", 0, "T"), Term("of zero", 2, "T", tells="the lower counts"), Term("high stakes", 0, "T")
    summed: Pool[Any] = Pool((6, 6), highest, ("action",), terms)
    noted: Pool[Any] = Pool((10,), highest, ("challenge",), note="by the rank")
    told = told_pools(Throw("T", (summed, noted), endless))
    assert told.says == "0 dots, +2 of zero, the lower counts, high stakes = 2 dice against d10 challenge (by the rank)"
    assert told.besides == ("high stakes", "the lower counts", "by the rank")


def test_a_throw_of_nothing_is_not_told() -> None:
    def made(pool: Pool[Any], costs: tuple[Effect, ...] = ()) -> Throw:
        return Throw("T", (pool,), endless, costs=costs)

    assert is_nothing(made(Pool((), highest)))
    assert not is_nothing(made(Pool((), highest), (COST,)))
    assert not is_nothing(made(Pool((6,), highest)))
    assert not is_nothing(made(Pool((), highest, terms=(Term("dots", 0, "T"),))))
    assert not is_nothing(made(Pool((), highest, kept=(Kept("action", 6, 3),))))


def test_changes_and_dues_are_told_as_people_say_them() -> None:
    assert told_effects([Effect("roller", "next_bonus", 1)]) == "next bonus rises by 1"
    for by, told in {8: "rises by 2 boxes", -6: "falls by 1 box and 2 ticks", 1: "rises by 1 tick"}.items():
        marked = summed((Effect("roller", "progress", by, box=4), Effect("roller", "luck", 1)))
        assert told_effects(marked) == f"progress {told}, luck rises by 1"
    assert (
        told_effects([Effect("defender", "wp", -2)], lambda name: "willpower") == "the defender's willpower falls by 2"
    )
    assert told_effects([Effect("roller", "hurt", 1, is_mark=True)]) == "hurt is marked"
    assert told_effects([Effect("roller", "hurt", -1, is_mark=True)]) == "hurt is cleared"
    ways = (Way("so", ""),)
    assert told_due(Due("price", "gm", "Pay it.", ways)) == "Next, the gm: Pay it."
    assert (
        told_due(Due("damage", "helper-1", "Share it.", ways, 4, rule="T-1")) == "Next, helper 1: Share it (4). (T-1)"
    )
    assert told_due(Due("damage", "gm", "Share all 4.", ways, 4)) == "Next, the gm: Share all 4."


# Steps, policies and scenes


def test_effects_are_summed_by_part_and_track() -> None:
    up, mark = Effect("roller", "luck", 2), Effect("roller", "hurt", 1, is_mark=True)
    assert summed((up, COST, mark)) == (Effect("roller", "luck", 1), mark)
    assert summed((up, Effect("roller", "luck", -2))) == ()
    assert summed((Effect("roller", "luck", 0),)) == ()
    assert summed((up,)) == (up,)
    assert [each.is_mark for each in summed((up, mark, Effect("gm", "luck", 1)))] == [False, True, False]


def test_words_make_no_other_effect_and_no_other_outcome() -> None:
    told = Effect("roller", "hurt", 1, "so it is", is_mark=True)
    assert (told, hash(told)) == (Effect("roller", "hurt", 1), hash(Effect("roller", "hurt", 1)))
    assert not Effect("roller", "hurt", 1).is_mark
    due = Due("price", "gm", "Pay it.", ())
    worded = Outcome("T-1", "won", (), (), (due,), "so it is", (1,), "Say how.")
    assert (worded, hash(worded)) == (Outcome("T-2", "won"), hash(Outcome("T-2", "won")))
    assert Outcome("T", "won", facts(sum=1)) != Outcome("T", "won") != Outcome("T", "won", (), (told,))


def test_an_option_has_a_price_beyond_doing_nothing() -> None:
    asked = compared(1, 1, True)
    assert isinstance(asked, Decide)
    assert price(asked, "again") == PAID
    assert price(asked, "keep") == ()
    assert now(asked) == Outcome("T-4", "lost", facts(margin=0, tie=True))
    throwing = decide(
        "T", "go", "roller", ("go", "stay"), lambda option: duel() if option == "go" else Outcome("T", "won")
    )
    assert isinstance(throwing, Decide)
    assert now(throwing) is None


def test_a_decision_is_answered_by_an_option_a_policy_or_the_best() -> None:
    asked = compared(1, 1, True)
    assert isinstance(asked, Decide)
    known = Decision("again", {"keep": "Keep.", "again": "Again."}, {"cleverly": ("Again.", lambda asked: "again")})
    assert known.named_ways == ["cleverly", "best"]
    for how, answer in (("again", "again"), ("keep", "keep"), ("cleverly", "again")):
        known.check(how)
        assert known.policy(how)(asked) == answer
    known.check("best")
    for wrong in ("burn", None, 1, ["again"]):
        with pytest.raises(ActionrollError, match="no way to decide 'again' called"):
            known.check(wrong)
    assert always("burn")(asked) == "keep"
    move = Move("duel", "", Texts, lambda you, rulings: duel(), TIERS, decisions=(known,))
    assert move.policy({"again": "again"})(asked) == "again"
    assert move.policy({"again": "best"})(asked) == "keep"
    assert move.policy({}) is do_nothing
    with pytest.raises(ActionrollError, match="There is no decision"):
        move.policy({"burn": "keep"})
    for wrong in ("burn", ["again"]):
        with pytest.raises(ActionrollError, match="no way to decide 'again' called"):
            move.policy({"again": wrong})
    move.policy({"again": "best"})


@dataclass(frozen=True)
class Settings:
    rolls: int = 3


def scene(goes_on: Any = None) -> Scene:
    return Scene(
        game="", name="", says="", settings=Settings, carried=lambda each: (), attempts=lambda *each: {},
        over=lambda *each: "", endings=(), aim="", goes_on=goes_on,
    )  # fmt: skip


def test_a_scene_carries_the_rollers_own_tracks_within_their_bounds() -> None:
    plain = scene()
    outcome = Outcome(
        "T", "won", effects=(Effect("roller", "luck", 2), Effect("gm", "luck", 9), Effect("roller", "x", 5))
    )
    assert plain.seen(Settings(), ["fame", "luck"], outcome, ()).changes == (0, 2)
    assert plain.seen(Settings(), ["fame", "luck"], outcome, (COST,)) == ("won", (0, 1))
    more = scene(lambda settings, outcome: {"fame": settings.rolls})
    assert more.seen(Settings(), ["fame", "luck"], outcome, ()).changes == (3, 2)
    tracks = (Carried("a", 0, 5, 1), Carried("b", -2, 2, 0), Carried("c", 0, 9, 0))
    assert plain.moved(Settings(), tracks, (4, -1, 3), (1, -1, 2)) == (5, -2, 5)
    assert plain.moved(Settings(), tracks, (4, -1, 3), (2, -2, -4)) == (5, -2, 0)
    assert (plain.rolls(Settings()), plain.moves(), plain.move_at(Settings(), {})) == (3, ("action",), "action")


def test_dice_that_stay_are_read_with_those_that_are_thrown() -> None:
    both = total("sum", lambda face: face)
    pool = Pool((6,), both, ("fresh",), kept=(Kept("old", 6, 5),))
    done = replay(throw("T", (pool,), lambda shown: Outcome("T", "won", facts(sum=shown))), [[2]])
    assert done.outcome is not None
    assert done.outcome.fact("sum") == 7
    assert [isinstance(each, Cast) for each in done.taken] == [True]
    assert sides_of(Throw("T", (pool, Pool((4, 8), both)), endless)) == (6, 4, 8)


# Rules drawn at random: what is counted is what comes of playing every fall

EYES = total("eyes", lambda face: face)
DIE = st.sampled_from([(2,), (3,), (4,), (2, 2), (2, 3), ()])
ROUND = st.tuples(st.lists(DIE, min_size=1, max_size=3), st.sampled_from(["plain", "read", "gathered"]), st.booleans())


class Rounds(NamedTuple):
    """Throws that follow each other: their dice, how they are read, and whether someone is asked after them."""

    thrown: tuple[tuple[tuple[tuple[int, ...], ...], str, bool], ...]


def cast_next(place: int, sum_so_far: int, rounds: Rounds) -> Step:
    if place == len(rounds.thrown) or sum_so_far % 5 == 4:
        gained = (Effect("roller", "luck", sum_so_far % 3),) if sum_so_far % 3 else ()
        return Outcome("T", TIERS[sum_so_far % 2], facts(sum=sum_so_far), gained)
    dice, how, _ = rounds.thrown[place]
    pools = tuple(
        Pool((*sides, 2 + sum_so_far % 2) if number == len(dice) - 1 else sides, EYES if number % 2 else highest)
        for number, sides in enumerate(dice)
    )
    costs = (Effect("roller", "luck", -(sum_so_far % 2)),) if sum_so_far % 2 else ()
    given = (place, sum_so_far, rounds)
    if how == "read":
        return Throw("T", pools, shown_at, given, read=added, costs=costs)
    if how == "gathered":
        return Throw("T", pools, shown_at, given, gather=joined, costs=costs)
    return Throw("T", pools, shown_plainly, (len(pools), *given), costs=costs)


def added(*readings: Any) -> int:
    *shown, _, before, _ = readings
    return int(before + sum(shown)) % 7


def joined(before: int | None, shown: int) -> int:
    return ((before or 0) + shown) % 7


def shown_plainly(*told: Any) -> Step:
    *shown, many, place, before, rounds = told
    assert len(shown) == many
    return shown_at(before + sum(shown), place, before, rounds)


def shown_at(seen: int, place: int, before: int, rounds: Rounds) -> Step:
    asks = ("keep", "more") if rounds.thrown[place][2] and seen % 2 else ("keep",)
    return decide("T", "more", "gm" if seen % 4 == 3 else "roller", asks, more_or_not, seen, place, rounds)


def more_or_not(option: str, seen: int, place: int, rounds: Rounds) -> Step:
    return cast_next(place + 1, seen + (option == "more"), rounds)


def plain_worth(step: Step, aim: Aim, against: str) -> Fraction:
    """What a step is worth: the mean of all falls, the best of all options, the worst of the other side's."""
    if isinstance(step, Outcome):
        return aim.of_outcome(step)
    if isinstance(step, Decide):
        worths = [plain_worth(step.then(option, *step.given), aim, against) for option in step.options]
        return (min if step.by == against else max)(worths)
    falls = list(product(*(range(1, sides + 1) for sides in sides_of(step))))
    mean = sum((plain_worth(follow(step, each)[1], aim, against) for each in falls), Fraction(0))
    return mean / len(falls) + aim.of_effects(step.costs)


drawn = st.lists(ROUND, min_size=1, max_size=2).map(
    lambda rounds: Rounds(tuple((tuple(dice), how, asks) for dice, how, asks in rounds))
)


@settings(max_examples=30, deadline=None)
@given(drawn, st.sampled_from([do_nothing, ByName({"more": always("more")})]))
def test_odds_of_any_rule_are_what_comes_of_playing_every_fall(rounds: Rounds, policy: Any) -> None:
    start = cast_next(0, 0, rounds)
    forget_steps()
    assert ends_of(count(start, policy)) == enumerated(start, policy)
    assert ends_of(count(cast_next(0, 0, rounds), policy)) == enumerated(start, policy)


@settings(max_examples=25, deadline=None)
@given(drawn, st.sampled_from(["", "gm"]), st.sampled_from(["won", "won=2,luck=-1", "lost=1,luck=1/3"]))
def test_advice_on_any_rule_is_the_best_of_all_options_over_the_mean_of_all_falls(
    rounds: Rounds, against: str, wanted: str
) -> None:
    start, aim = cast_next(0, 0, rounds), read_aim(wanted, TIERS)
    best = Best(aim, against=against)
    assert best.worth(start) == plain_worth(start, aim, against)
    for advice in advise(start, best):
        for choice in advice.choices:
            assert choice.worth == plain_worth(choice.step, aim, against)
        pick = min if advice.asked.by == against else max
        assert advice.best == pick(advice.choices, key=lambda choice: choice.worth).option
    chances = {advice.asked: advice.chance for advice in advise(start, best)}
    assert chances == plain_chances(start, best, Fraction(1), {})


def plain_chances(step: Step, policy: Any, chance: Fraction, found: dict[Decide, Fraction]) -> dict[Decide, Fraction]:
    """The chance of each decision to come up when all are answered so."""
    if isinstance(step, Decide):
        found[step] = found.get(step, Fraction(0)) + chance
        plain_chances(step.then(policy(step), *step.given), policy, chance, found)
    elif isinstance(step, Throw):
        falls = list(product(*(range(1, sides + 1) for sides in sides_of(step))))
        for each in falls:
            plain_chances(follow(step, each)[1], policy, chance / len(falls), found)
    return found
