"""Game files and their claims before `check`: what does not hold together is told, with its line and what helps."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from actionroll import errors
from actionroll.api import odds
from actionroll.cli import check
from actionroll.errors import Patience
from actionroll.files import loads
from actionroll.files.flow import faults_of, faults_of_step
from actionroll.shelf import starts
from tests.command_line import run
from tests.files.grammar import plain
from tests.files.written import SMALL, TWO_DICE


def test_check_tells_whether_a_game_holds_together(file: Path) -> None:
    told = run("check", str(file), "--attempts", "20")
    assert told.status == 0
    assert "Names agree" in told.out
    shown = json.loads(run("check", "in-the-dark", "--attempts", "20", "--json").out)
    assert shown["faults"] == []
    assert run("check").status == 2
    assert run("check", "in-the-dark", "--attempts", "many").status == 2


def test_check_groups_what_cannot_be_counted_and_says_what_helps(tmp_path: Path) -> None:
    pools = "".join(f"    p{at}: 30d20\n        r{at} = faces\n" for at in range(3))
    path = tmp_path / "many.toml"
    path.write_text(plain(f"throw\n{pools}shown = length(r0 + r1 + r2) + points\nend\n    worst\n"), encoding="utf-8")
    told = run("check", str(path), "--attempts", "20")
    assert told.status == 1
    assert "5 of 5 attempts cannot be counted, such as with" in told.out
    assert "dice repeat(6, a) + repeat(8, b)" in told.out.replace("\n", " ")
    assert "Names agree" not in told.out


def test_check_counts_each_attempt_once_and_says_how_many_claims_hold(tmp_path: Path) -> None:
    path, claims = tmp_path / "small.toml", tmp_path / "claims.toml"
    path.write_text(
        plain("throw\n    one: 1 + points dF\n        shown = sum\nend\n    best when shown > 0\n    worst\n"),
        encoding="utf-8",
    )
    claim = '[[claim]]\nrule = "ACTION"\nsays = "It is read."\nanswers = [[{}]]\ntier = "best"\n'
    claims.write_text(claim.format("1") + claim.format("0"), encoding="utf-8")
    told = run("check", str(path), str(claims))
    assert "5 attempts counted" in told.out, "the default, and each of 0 to 3"
    assert "1 of 2 claims hold." in told.out
    assert "Claim 2" in told.out
    claims.write_text(claim.format("1") * 2, encoding="utf-8")
    assert "Every claim holds." in run("check", str(path), str(claims)).out


def test_check_goes_on_until_enough_attempts_are_accepted(tmp_path: Path) -> None:
    text = starts()["step-pool"].replace(
        "throw [ST-1]", 'refuse "Two." when length(opposition) != 2 or length(dice_list) < 2\nthrow [ST-1]', 1
    )
    path = tmp_path / "pool.toml"
    path.write_text(text, encoding="utf-8")
    shown = json.loads(run("check", str(path), "--attempts", "20", "--json").out)
    assert shown["moves"]["action"]["counted"] == 20
    assert shown["moves"]["action"]["refused"] > 20


ALIKE = """id = "alike"
title = "Alike"
line = "A roll that reads more than it needs."
[moves.action]
says = "Try."
tiers = ["no", "yes"]
roll = '''
throw
    one: 2d6
        best = highest
decide again
    keep "Leave it."
    turn "Once more."
go done when again is keep
throw
    one: d6
        best = highest
label done
end
    yes when best >= 5
    no
'''
"""


def test_check_tells_which_states_cannot_be_told_apart(tmp_path: Path) -> None:
    path = tmp_path / "alike.toml"
    path.write_text(ALIKE, encoding="utf-8")
    told = " ".join(run("check", str(path), "--attempts", "5").out.split())
    assert re.search(r"Whether best is [1-4] or [1-4] makes no difference from again on\.", told)
    path.write_text(ALIKE.replace("tiers =", 'facts = {best = "It."}\ntiers ='), encoding="utf-8")
    assert "makes no difference" not in run("check", str(path), "--attempts", "5").out


def test_check_hints_at_what_is_perhaps_not_meant(tmp_path: Path) -> None:
    path = tmp_path / "wild.toml"
    path.write_text(starts()["wild-die"].replace("own = sum", "own = highest"), encoding="utf-8")
    told = run("check", str(path), "--attempts", "5")
    assert told.status == 0
    assert "Perhaps not meant, line 25, column 9: highest reads single faces" in " ".join(told.out.split())


def test_check_tells_what_is_never_reached(file: Path) -> None:
    file.write_text(TWO_DICE.replace("weak hit when total >= 7", "weak hit when total >= 99"), encoding="utf-8")
    assert "Never reached: the tier weak hit" in run("check", str(file), "--attempts", "20").out


CLAIMS = """
[[claim]]
rule = "ACTION"
says = "Ten is a strong hit"
attempt = {stat = 1}
answers = [[4, 5]]
tier = "strong hit"
facts = {total = 10}
effects = []
dues = []

[[claim]]
rule = "ACTION"
says = "The odds of two dice"
attempt = {stat = 0}
chances = {miss = "5/12"}

[[claim]]
rule = "ACTION"
says = "The dice are asked for"
attempt = {stat = 0}
asks = "dice"

[[claim]]
rule = "ACTION"
says = "No such stat"
attempt = {stat = 9}
error = "stat takes a whole number"
"""


def test_claims_that_hold_are_no_faults(file: Path) -> None:
    (file.parent / "claims.toml").write_text(CLAIMS, encoding="utf-8")
    told = run("check", str(file), str(file.parent / "claims.toml"), "--attempts", "5")
    assert told.status == 0, told.out


@pytest.mark.parametrize(
    ("right", "wrong", "says"),
    [
        ('tier = "strong hit"', 'tier = "miss"', "it ends in strong hit, not miss"),
        ("total = 10", "total = 11", "total is 10, not 11"),
        ("effects = []", 'effects = [["roller", "experience", 1]]', "it changes []"),
        ("dues = []", 'dues = ["price"]', "its dues are []"),
        ('"5/12"', '"1/2"', "miss is 5/12, not 1/2"),
        ('"5/12"', '"half"', "it cannot be read"),
        ('asks = "dice"', 'asks = "push"', "and should ask push"),
        ("stat = 9", "stat = 3", "it should be refused"),
        ('error = "stat', 'error = "luck', "it is refused otherwise"),
        ('rule = "ACTION"', 'rule = "XX-1"', "there is no rule XX-1"),
        ("facts =", "factz =", "there is no factz in a claim"),
        ("answers = [[4, 5]]", "answers = [[4]]", "it is refused"),
        ("answers = [[4, 5]]", "", "it still waits for dice"),
    ],
    ids=range(13),
)
def test_claims_that_do_not_hold_are_told(file: Path, right: str, wrong: str, says: str) -> None:
    assert right in CLAIMS
    (file.parent / "claims.toml").write_text(CLAIMS.replace(right, wrong, 1), encoding="utf-8")
    told = run("check", str(file), str(file.parent / "claims.toml"), "--attempts", "5")
    assert told.status == 1
    assert says in " ".join(told.out.split())


def test_a_rule_without_a_claim_is_told_and_what_is_no_file_of_claims_is_refused(file: Path) -> None:
    (file.parent / "claims.toml").write_text("claim = []", encoding="utf-8")
    assert "No claim is about ACTION" in run("check", str(file), str(file.parent / "claims.toml")).out
    (file.parent / "claims.toml").write_text("claim = 3", encoding="utf-8")
    assert run("check", str(file), str(file.parent / "claims.toml")).status == 2
    assert run("check", str(file), "none.toml").status == 2


def test_a_tier_that_is_not_listed_and_a_pick_that_no_sheet_has_are_told() -> None:
    played = loads(TWO_DICE)
    move = replace(played.moves[0], tiers=("miss", "strong hit"))
    ended = odds(played, stat=0).joint
    told = {fault for outcome in ended for fault in faults_of_step(played, move, outcome)}
    assert told == {"The move action ends in the tier weak hit, and lists miss, strong hit."}
    picked = replace(played, sheet=replace(played.sheet, picks={"action": ("hot",)}))
    assert "The move action can be made with hot, and no sheet has it." in faults_of(picked)


def test_check_says_how_faces_are_written_in_a_claim_about_one_die(tmp_path: Path) -> None:
    path, claims = tmp_path / "small.toml", tmp_path / "claims.toml"
    path.write_text(SMALL)
    for answers in ("[4]", "4"):
        claims.write_text(f'[[claim]]\nrule = "S-1"\nsays = "A 4 is enough"\nanswers = {answers}\ntier = "yes"\n')
        assert "also of one die: answers = [[4]]" in " ".join(run("check", str(path), str(claims)).out.split())


def test_check_gives_up_on_what_takes_too_long_and_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(errors, "PATIENCE", Patience(seconds=0))
    monkeypatch.setattr(check, "STEPS", 10**9)
    path = tmp_path / "long.toml"
    throws = "".join(f"throw\n    p{name}: 9d20\n        {name} = sum\n" for name in "abcd")
    facts = ", ".join(f'{name} = "Read."' for name in "abcd")
    path.write_text(SMALL.replace("facts = {}", f"facts = {{{facts}}}").replace("throw\n", f"{throws}throw\n", 1))
    told = " ".join(run("check", str(path)).out.split())
    assert "takes more counting than one question gets" in told
    assert "total = total + shown" in told
    assert "Never reached" not in told
