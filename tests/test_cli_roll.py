"""The command line rolls and advises, by chance, by seed and with the dice on the table."""

from __future__ import annotations

from fractions import Fraction

import pytest

from actionroll import api
from tests.command_line import is_refused, run, run_line

ROLLED = """\
In the Dark, action
Rolled 3 dots = 3 dice, entered by hand.
  action d6  1 [5] 2

Partial success: 5 is the highest of 3 dice.
It succeeds, with a complication or consequence: the gm says which.
Next, the gm: Name the consequence; the player may resist it once, before it
falls. (ITD-21)
  Ways: complication, worse position, minor harm, moderate harm, severe harm.
"""


def test_a_roll_in_text_marks_the_die_that_counted() -> None:
    assert run("roll", "in-the-dark", "--dots", "3", "--dice", "1 5 2") == (0, ROLLED, "")


def test_what_people_said_of_a_roll_is_told_with_it() -> None:
    said = ("--intent", "Climb the wall.", "--boosts", "1", "--invoked", "Rope, from above", "--stakes", " ")
    typed = ("true-world", "--ability", "d8", "--difficulty", "hard", "--dice", "4 3 2", *said)
    for more in ((), ("--explain",)):
        told = run("roll", *typed, *more).out.splitlines()
        assert told[1:3] == ["Intent: Climb the wall.", "How the boost is invoked: Rope, from above"]
        assert told[3].startswith("Rolled d8 skill + d8 boost against d8 difficulty (hard)")


def test_the_move_that_is_made_stands_above_a_roll_of_starforged() -> None:
    made = run("roll", "starforged", "--stat", "2", "--sf-move", "face_danger", "--dice", "5 3 9")[1]
    assert made.startswith("Ironsworn: Starforged, action, face danger\n")
    assert run("roll", "starforged", "--stat", "2", "--dice", "5 3 9")[1].startswith("Ironsworn: Starforged, action\n")


def test_an_explanation_tells_each_cost_once_and_whose_die_is_whose() -> None:
    attempt = ["--attribute=d8", "--skill=d8", "--stress=1", "--decide=push=push", "--decide=gamble=keep"]
    told = run("roll", "wherever-we-go", *attempt, "--dice", "6 2 6", "--explain")[1]
    assert told.count("Willpower falls by 1.") == told.count("Willpower rises by 1.") == 1
    assert " wp " not in told
    assert " Wp " not in told
    sides = [f"--{side}-{name}=d8" for side in ("attacker", "defender") for name in ("attribute", "skill")]
    told = " ".join(run("roll", "wherever-we-go", "opposed", *sides, "--dice", "6 1 1 7", "--explain")[1].split())
    assert "[6] on the attacker's attribute d8, 1 on the attacker's skill d8, 1 on the defender's attribute d8" in told


def test_a_roll_as_json_is_the_contract() -> None:
    told = run("roll", "in-the-dark", "--dots=2", "--dice=4 6", "--json").told
    assert list(told)[:5] == ["game", "move", "attempt", "rulings", "decide"]
    assert told["steps"][0]["dice"][1] == {"die": "d6", "face": 6, "from": "action", "counted": True}
    assert told["steps"][0]["by_hand"] is True
    assert told["outcome"]["tier"] == "full success"
    assert {"tier", "facts", "effects", "dues", "words"} <= set(told["outcome"])


def test_a_seed_repeats_a_roll_and_another_does_not() -> None:
    first, again, other = (run("roll", "in-the-dark", "--dots=9", "--json", "--seed", seed).told for seed in "aab")
    assert first == again
    assert first["answers"] != other["answers"]


def test_rolls_without_a_seed_differ() -> None:
    rolled = {run_line("roll in-the-dark --dots 10 --json").out for _ in range(4)}
    assert len(rolled) > 1


@pytest.mark.parametrize("typed", ["1 5 0", "1,5,10", "150", " 1  5 , 0 "])
def test_physical_dice_are_typed_in_many_ways(typed: str) -> None:
    told = run("roll", "starforged", "--stat=2", "--json", "--dice", typed).told
    assert told["answers"][0] == [1, 5, 10]


def test_physical_dice_for_every_throw() -> None:
    line = ["roll", "wherever-we-go", "--attribute=d8", "--skill=d6", "--decide=gamble=gamble", "--json"]
    told = run(*line, "--dice", "3 3", "--dice", "4 4 1").told
    assert [answer for answer in told["answers"] if isinstance(answer, list)] == [[3, 3], [4, 4, 1]]
    assert is_refused(run(*line, "--dice", "3 3"))
    assert is_refused(run(*line, "--dice", "3 3", "--dice", "4 4 1", "--dice", "1"))


def test_where_dice_is_an_input_its_first_value_is_that() -> None:
    told = run_line("roll in-the-dark fortune --dice 2 --dice 46 --json").told
    assert told["attempt"]["dice"] == 2
    assert told["answers"] == [[4, 6]]
    assert run_line("roll in-the-dark fortune --dice 2 --faces 46 --json").told["answers"] == [[4, 6]]


def test_a_roll_decides_as_told_or_does_nothing() -> None:
    line = ["roll", "starforged", "--stat=2", "--momentum=6", "--dice=1 5 9", "--json"]
    assert run(*line).told["outcome"]["tier"] == "miss"
    assert run(*line, "--decide=burn=burn").told["outcome"]["tier"] == "weak hit"
    assert run(*line, "--decide=burn=best", "--aim=weak hit").told["outcome"]["tier"] == "weak hit"


def test_what_was_decided_and_never_offered_is_told() -> None:
    line = ["wherever-we-go", "--attribute=d8", "--skill=d8", "--wp=0", "--decide=push=push"]
    told = "Decided beforehand, but not offered in this roll: push. Nothing comes of it."
    for command in (["roll", "--dice=8 1"], ["roll", "--dice=8 1", "--explain"], ["odds"]):
        assert told in " ".join(run(command[0], *line, *command[1:]).out.split())
    assert run("roll", *line, "--dice=8 1", "--json").told["unasked"] == {"push": "push"}
    asked = [*line[:3], "--stress=1", "--decide=push=push"]
    assert "unasked" not in run("roll", *asked, "--dice=8 1 1", "--json").told
    for unheard in ("--decide=push=hold", "--decide=gamble=on-failure"):
        assert "unasked" not in run("roll", *line[:4], unheard, "--dice=8 1", "--json").told
    assert str(api.roll("starforged", stat=2, decide={"burn": "burn"}, seed="3")).endswith("Nothing comes of it.")


def test_advice_in_text_groups_what_looks_alike() -> None:
    shown = run("advise", "starforged", "--stat=2", "--momentum=6", "--aim=weak hit").out
    assert "burn: the roller decides; comes up 17.7 %" in shown
    assert "\nmiss      12.3 %    0 %  100 %  burn\n" in shown
    assert "burn: momentum falls by 4" in shown
    assert "nothing to decide" in run_line("advise in-the-dark --dots 1").out


def test_advice_tells_states_of_one_tier_apart_by_their_facts() -> None:
    shown = run_line("advise in-the-dark resistance --dice 2 --may-decline --aim resisted=3,stress=-1").out
    assert "highest 1–3" in shown
    assert "highest 4–5" in shown  # a six is resisted for nothing, and nobody is asked


def test_advice_as_json() -> None:
    told = run("advise", "starforged", "--stat=2", "--momentum=6", "--aim=weak hit", "--json").told
    assert list(told) == ["game", "move", "attempt", "rulings", "decide", "aim", "decisions"]
    assert told["aim"] == "weak hit"
    first = told["decisions"][0]
    assert list(first) == ["decision", "rule", "by", "chance", "now", "best", "options"]
    assert list(first["options"][0]) == ["option", "worth", "price", "tiers"]
    assert sum(Fraction(chance) for chance in first["options"][1]["tiers"].values()) == 1
