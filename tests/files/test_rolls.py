"""What the lines of a roll come to: policies, rounds, fudge dice, dice that stay, and pools counted one by one."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from actionroll.api import advise, odds, question, roll
from actionroll.errors import LimitError, WrongDice
from actionroll.files import loads
from actionroll.rules.game import Game
from tests.command_line import run
from tests.enumerated import ends_of, enumerated
from tests.files.grammar import plain

CLIMB = """
throw
    one: d6
        shown = highest
decide haul
    hold "Hold on."
    rope "Cut the rope." when shown < 6
    leap "Leap."
    policy bold: leap when shown <= 2
    policy bold: rope when shown <= 4
    policy bold: leap
    policy meek: rope when shown == 1
end
    best when haul is leap
    middling when haul is rope
    worst
    change luck by -1 "haul" when haul is rope
"""


def test_the_first_line_of_a_policy_that_holds_is_taken_and_the_last_may_hold_always() -> None:
    game = loads(plain(CLIMB))
    assert dict(odds(game, decide={"haul": "bold"})) == {
        "worst": 0, "middling": Fraction(2, 6), "best": Fraction(4, 6),
    }  # fmt: skip
    assert odds(game, decide={"haul": "meek"})["worst"] == Fraction(5, 6)
    assert [list(each.policies) for each in game.moves[0].decisions] == [["bold", "meek"]]


INVOKES = """
bonus = 0
left = points
throw
    mine: 4dF
        rolled = sum
label ask
shown = rolled + bonus
go done when left == 0
decide invoke
    stop "Take it."
    add "Add 2."
    again "Throw again."
    policy need: add when shown <= 0
go done when invoke is stop
left = left - 1
go add when invoke is add
throw
    mine: 4dF
        rolled = sum
go ask
label add
bonus = bonus + 2
go ask
label done
end
    best when shown > 0
    middling when shown == 0
    worst
    change luck by left - points "invokes"
"""


def test_a_decision_may_be_asked_again_and_again_without_dice() -> None:
    game = loads(plain(INVOKES))
    asked = question(game, "action", {"points": 3}, decide={"invoke": "need"})
    assert ends_of(odds(game, points=3, decide={"invoke": "need"})) == enumerated(asked.start, asked.policy)
    assert odds(game, points=3, decide={"invoke": "need"})["best"] == 1
    done = roll(game, points=2, answers=[[-1, -1, 0, 0], "add", "add"])
    assert (done.outcome.tier, done.outcome.fact("shown")) == ("best", 2)
    assert advise(game, points=2, aim="best")


ROUNDS = [
    'label again\ndecide more\n    no "No."\n    yes "Yes."\n    policy ever: yes\nx = 0\ngo again when more is yes\n',
    "label again\nthrow\n    none: 0d6\n        x = sum\ngo again when x == 0\n",
    "label again\nthrow\n    one: d6\n        x = sum\ngo again when x > 0\n",
]


@pytest.mark.parametrize("rounds", ROUNDS, ids=range(len(ROUNDS)))
def test_rounds_without_end_are_cut_off_wherever_they_are_asked(rounds: str) -> None:
    game = loads(plain(f"{rounds}shown = 0\nend\n    worst\n"))
    decide = {"more": "ever"} if "decide" in rounds else {}
    for asked in (lambda: odds(game, decide=decide), lambda: roll(game, decide=decide, seed="x")):
        with pytest.raises(LimitError, match="at most 1000 throws and decisions"):
            asked()
    if not decide:
        with pytest.raises(LimitError, match="at most 1000 throws and decisions"):
            advise(game, aim="best")


def test_what_never_comes_to_an_end_is_refused_as_it_is_read() -> None:
    roll_of_rounds = "label again\nthrow\n    one: d6\n        shown = sum\ngo again\n"
    with pytest.raises(Exception, match="no way leads from here to an end"):
        loads(plain(roll_of_rounds))


FUDGE = "throw\n    mine: 4dF\n        shown = sum\nend\n    best when shown > 0\n    worst\n"


def test_fudge_dice_show_and_take_minus_one_nought_and_one(tmp_path: Path) -> None:
    game = loads(plain(FUDGE))
    assert roll(game, answers=[[-1, 0, 1, 1]]).outcome.fact("shown") == 1
    for wrong in ([2, 0, 0, 0], [3, 1, 1, 1], [-2, 0, 0, 0]):
        with pytest.raises(WrongDice, match="A dF shows −1, 0 or 1"):
            roll(game, answers=[wrong])
    file = tmp_path / "fudge.toml"
    file.write_text(plain(FUDGE), encoding="utf-8")
    for typed in ("-1 0 1 1", "- 0 + +", "−1,0,+1,+1", "-0++"):
        assert "mine dF  [−1] [0] [+1] [+1]" in run("roll", str(file), f"--dice={typed}").out
    assert "4dF mine" in run("odds", str(file)).out
    faces = {die["face"] for seed in range(9) for die in _dice(game, str(seed))}
    assert faces == {-1, 0, 1}
    assert {die["die"] for die in _dice(game, "x")} == {"dF"}


def _dice(game: Game, seed: str) -> list[dict[str, object]]:
    from actionroll.wire import roll_shown

    return list(roll_shown(roll(game, seed=seed).roll)["steps"][0]["dice"])


def test_fudge_dice_that_stay_explode_and_are_thrown_again() -> None:
    again = "throw\n    mine: 2dF\n        {}\n        shown = sum\nend\n    best when shown > 1\n    worst\n"
    for line in ("explode face == 1 upto 2", "reroll face == -1", "keep 2 dF showing -1", "keep 1 dF showing 0"):
        game = loads(plain(again.format(line)))
        asked = question(game, "action", {})
        assert ends_of(odds(game)) == enumerated(asked.start, asked.policy)


PUSH = """
throw
    base: 3d6
        sixes = count face == 6
    none: points + points d6
        other = sum
throw
    base: 3 - sixes d6
        keep sixes d6 showing 6
        shown = count face == 6
end
    best when shown > 0
    worst
"""


def test_dice_that_stay_are_told_and_pools_without_dice_are_not(tmp_path: Path) -> None:
    file = tmp_path / "push.toml"
    file.write_text(plain(PUSH), encoding="utf-8")
    told = run("roll", str(file), "--points", "0", "--dice", "6 1 2", "--dice", "3 6").out
    assert "  kept: base d6  6\n" in told
    assert "Rolled 3d6 base, entered by hand.\n" in told


def sums_of(chance: Random) -> str:
    """A throw of several pools, and what is added up from them."""
    lines, names = ["throw"], []
    for pool in range(chance.randint(3, 4)):
        lines.append(f"    p{pool}: {chance.choice(['d2', '1d3', 'points d2', '1dF', 'd2'])}")
        for reading in range(chance.randint(1, 2)):
            names.append(f"r{pool}{reading}")
            how = chance.choice(["sum", "highest", "count face == 1", "sum of face * 2"])
            lines.append(f"        {names[-1]} = {how}")
    lines.append("a = " + " ".join(f"{chance.choice('+-')} {name}" for name in names).lstrip("+ "))
    lines.append(f"b = a {chance.choice('+-')} {chance.choice(names)} * 2 + points")
    lines.append(f"c = {chance.choice(['max(a, b)', 'b + a', f'a * {names[0]}', '1 if a > b else 0'])}")
    lines.append(f"shown = {chance.choice(['a', 'b - c', 'c + points', f'c + {names[-1]}', 'max(b, 0)'])}")
    return "\n".join([*lines, "end", "    best when shown > 2", "    middling when shown > c", "    worst", ""])


def test_pools_that_are_added_up_are_counted_one_after_the_other_and_to_the_same() -> None:
    gathered = 0
    for number in range(60):
        chance = Random(number)
        game = loads(plain(sums_of(chance)))
        asked = question(game, "action", {"points": chance.randint(0, 2)})
        gathered += getattr(asked.start, "gather", None) is not None
        assert ends_of(odds(game, points=asked.attempt.points)) == enumerated(asked.start, asked.policy), number
    assert gathered > 20


SYMBOLS = """
throw
    good: points + 3 d8
        s1 = sum of nth([0, 1, 1, 2, 0, 0, 1, 0], face)
        a1 = sum of nth([0, 0, 0, 0, 1, 1, 1, 2], face)
    better: 3d12
        s2 = sum of nth([0, 1, 1, 2, 2, 0, 1, 1, 1, 0, 0, 1], face)
        a2 = sum of nth([0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 0], face)
        triumphs = count face == 12
    bad by gm against: 4d8
        f1 = sum of nth([0, 1, 2, 0, 0, 0, 0, 1], face)
        t1 = sum of nth([0, 0, 0, 1, 1, 1, 2, 1], face)
    worse by gm against: 3d12
        f2 = sum of nth([0, 1, 1, 2, 2, 0, 0, 1, 1, 0, 0, 1], face)
        t2 = sum of nth([0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 0], face)
shown = s1 + s2 - f1 - f2
more = a1 + a2 - t1 - t2
end
    best when shown > 0 and more >= 0
    middling when shown > 0
    worst
    change luck by triumphs when triumphs > 0
"""


def test_many_pools_with_symbols_are_counted_and_fit_the_same_as_one_pool() -> None:
    """Each pool by itself gives the law of the sum; added up by hand, it is what was counted."""
    game = loads(plain(SYMBOLS))
    counted = odds(game, points=2)
    laws = [
        (8, 5, [0, 1, 1, 2, 0, 0, 1, 0], 1), (12, 3, [0, 1, 1, 2, 2, 0, 1, 1, 1, 0, 0, 1], 1),
        (8, 4, [0, 1, 2, 0, 0, 0, 0, 1], -1), (12, 3, [0, 1, 1, 2, 2, 0, 0, 1, 1, 0, 0, 1], -1),
    ]  # fmt: skip
    law = {0: Fraction(1)}
    for sides, many, symbols, sign in laws:
        for _ in range(many):
            after: dict[int, Fraction] = {}
            for net, share in law.items():
                for symbol in symbols:
                    after[net + sign * symbol] = after.get(net + sign * symbol, Fraction(0)) + share / sides
            law = after
    assert counted.facts["shown"] == law
    assert counted["worst"] == sum(share for net, share in law.items() if net <= 0)
