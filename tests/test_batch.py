"""Batch: one answer for each line, in order; a wrong line gets an error of its own and the rest goes on."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import tracemalloc
from time import process_time
from typing import Any
from unittest.mock import patch

import pytest

from actionroll.games import BUILT_IN
from tests.claimed import claims_of
from tests.command_line import batch, run

ODDS = {"do": "odds", "game": "in-the-dark", "attempt": {"dots": 2}}
ROLL = {"do": "roll", "game": "in-the-dark", "attempt": {"dots": 2}}
BURN = {"do": "roll", "game": "starforged", "attempt": {"stat": 2, "momentum": 6}}
PROGRAM = [sys.executable, "-m", "actionroll", "batch"]


def test_odds_are_those_of_the_command() -> None:
    assert batch(ODDS) == [run("odds", "in-the-dark", "--dots=2", "--json").told]


def test_a_roll_from_a_seed_is_that_of_the_command() -> None:
    assert batch({**ROLL, "seed": "x"}) == [run("roll", "in-the-dark", "--dots=2", "--seed=x", "--json").told]


def test_advice_and_show_are_those_of_the_commands() -> None:
    asked = {**BURN, "do": "advise", "aim": "weak hit"}
    line = ["advise", "starforged", "--stat=2", "--momentum=6", "--aim=weak hit", "--json"]
    assert batch(asked, {"do": "show", "game": "starforged"}) == [
        run(*line).told,
        run("show", "starforged", "--json").told,
    ]


def test_an_aim_may_be_an_object() -> None:
    told = batch({**BURN, "do": "advise", "aim": {"weak hit": 1, "strong hit": 2, "momentum": "1/10"}})[0]
    assert told["decisions"][0]["options"][1]["worth"].count("/") == 1


def test_answers_make_the_roll() -> None:
    told = batch({**BURN, "answers": [[1, 5, 9], "burn"]})[0]
    assert told["outcome"]["tier"] == "weak hit"
    assert told["answers"] == [[1, 5, 9], "burn"]


def test_decide_is_not_used_beside_answers() -> None:
    kept, asks = batch(
        *({**BURN, "answers": some, "decide": {"burn": "burn"}} for some in ([[1, 5, 9], "keep"], [[1, 5, 9]]))
    )
    assert kept["outcome"]["tier"] == "miss"
    assert asks["asks"]["name"] == "burn"


def test_too_few_answers_stop_the_roll_and_say_what_it_asks() -> None:
    dice, decision = batch({**BURN, "answers": []}, {**BURN, "answers": [[1, 5, 9]]})
    assert "outcome" not in dice
    assert [each["die"] for each in dice["asks"]["dice"]] == ["d6", "d10", "d10"]
    assert decision["asks"]["name"] == "burn"
    assert [each["option"] for each in decision["asks"]["options"]] == ["keep", "burn"]
    assert decision["asks"]["now"]["tier"] == "miss"


@pytest.mark.parametrize("name", list(BUILT_IN))
def test_claims_hold_through_batch(name: str) -> None:
    """What the claims say of rolls is what a program reads here."""
    claims = [claim for claim in claims_of(name) if "tier" in claim and "error" not in claim]
    requests = [
        {"do": "roll", "game": name, "move": claim.get("move", "action"), "answers": claim.get("answers", [])}
        | {key: claim[key] for key in ("attempt", "rulings") if key in claim}
        for claim in claims
    ]
    for claim, told in zip(claims, batch(*requests), strict=True):
        assert told["outcome"]["tier"] == claim["tier"], claim["says"]


WRONG: list[Any] = [
    b"nonsense",
    b"[1, 2]",
    b'"text"',
    b"\xff\xfe",
    b"null",
    b"{}",
    b'{"do": "odds", "do"',
    b'{"do": "odds", "game": "in-the-dark", "attempt": {"dots": 1' + b"0" * 400 + b"}}",
    b'{"do": "odds", "game": "in-the-dark", "attempt": {"dots": -1' + b"0" * 4000 + b"}}",
    b'{"do": "odds", "game": "in-the-dark", "attempt": {"dots": 1e400}}',
    b'{"do": "odds", "game": "in-the-dark", "attempt": {"dots": NaN}}',
    b'{"do": "odds", "game": "in-the-dark", "attempt": {"dots": [' + b"1, " * 10_000 + b"1]}}",
    b'{"do": "odds", "game": "starforged", "attempt": {"stat": 1, "adds": [' + b"1, " * 10_000 + b"1]}}",
    b"[" * 90_000,
    b'{"a": ' * 15_000,
    b'{"do": "odds", "game": "in-the-dark", "attempt": ' + b'{"a": ' * 10_000 + b"1" + b"}" * 10_001,
    b'{"do": "odds", "game": "in-the-dark", "attempt": {"dots": ' + b"[" * 900 + b"]" * 900 + b"}}",
    b"x" * 99_999,
    b"x" * 1_000_000,
    {"do": "bogus"},
    {"do": ["odds"]},
    {"do": "odds"},
    {"do": "show", "game": "in-the-dark", "move": "action"},
    {**ODDS, "bogus": 1},
    {**ODDS, "answers": []},
    {**ODDS, "game": 7},
    {**ODDS, "game": ["in-the-dark"]},
    {**ODDS, "game": "in-the-drak"},
    {**ODDS, "move": "bogus"},
    {**ODDS, "move": {"a": 1}},
    {**ODDS, "attempt": []},
    {**ODDS, "attempt": None},
    {**ODDS, "attempt": {"dots": 11}},
    {**ODDS, "attempt": {"dots": True}},
    {**ODDS, "attempt": {"dots": 1.0}},
    {**ODDS, "attempt": {"dots": {}}},
    {**ODDS, "attempt": {"dots": 1, "bogus": 1}},
    {**ODDS, "attempt": {"dots": 1, "intent": "x" * 501}},
    {**ODDS, "attempt": {"dots": 1, "intent": "\ud800"}},
    {**ODDS, "rulings": {"bogus": 1}},
    {**ODDS, "rulings": {"zero_pool": 1}},
    {**ODDS, "rulings": "zero_pool=fail"},
    {**ODDS, "decide": {"bogus": "best"}},
    {**ODDS, "decide": {"burn": 1}},
    {**ODDS, "decide": ["burn"]},
    {**ODDS, "aim": "bogus"},
    {**ODDS, "aim": {"bogus": 1}},
    {**ODDS, "aim": {"failure": "1e999999"}},
    {**ODDS, "aim": {"failure": []}},
    {**ODDS, "aim": [1]},
    {**ROLL, "answers": "46"},
    {**ROLL, "answers": [[4, 7]]},
    {**ROLL, "answers": [[4]]},
    {**ROLL, "answers": [[4, "6"]]},
    {**ROLL, "answers": [[4, True]]},
    {**ROLL, "answers": [[4, 6], [4, 6]]},
    {**ROLL, "answers": ["burn"]},
    {**ROLL, "answers": [{}]},
    {**ROLL, "answers": [[4, 6]], "seed": "x"},
    {**ROLL, "answers": [[1] * 10_000]},
    {**ROLL, "seed": 1},
    {**ROLL, "seed": "\ud800"},
    {**BURN, "answers": [[1, 5, 9], "bogus"]},
]


@pytest.mark.parametrize("request_", WRONG, ids=range(len(WRONG)))
def test_a_wrong_line_gets_an_error_and_the_rest_goes_on(request_: Any) -> None:
    before, error, after = batch(ODDS, request_, ODDS)
    assert before == after
    assert list(error) == ["error"]
    assert error["error"].endswith(".")
    assert "\n" not in error["error"]
    assert len(error["error"]) < 1500
    assert "Traceback" not in error["error"]


@pytest.mark.alone
def test_wrong_lines_cost_little_time_and_memory() -> None:
    batch(ODDS)
    for request in WRONG:
        taken = []
        for _ in range(3):
            started = process_time()
            batch(request)
            taken.append(process_time() - started)
        assert min(taken) < 0.05, str(request)[:80]
        tracemalloc.start()
        batch(request)
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert most < 8_000_000, str(request)[:80]


def test_blank_lines_and_windows_line_ends_are_no_requests() -> None:
    line = json.dumps(ODDS).encode()
    ran = run("batch", typed=b"\n\r\n  \n" + line + b"\r\n" + line)
    assert len(ran.out.splitlines()) == 2


def test_a_long_line_counts_once_and_the_next_is_read() -> None:
    ran = run("batch", typed=b"x" * 350_000 + b"\n" + json.dumps(ODDS).encode())
    first, second = map(json.loads, ran.out.splitlines())
    assert list(first) == ["error"]
    assert second["tiers"]["failure"] == "1/4"


def test_a_defect_is_not_hidden_and_the_rest_goes_on(capsys: pytest.CaptureFixture[str]) -> None:
    with patch("actionroll.cli.batch.odds_of", side_effect=[ZeroDivisionError("ours"), None]):
        ran = run("batch", typed=json.dumps(ODDS).encode() + b"\n" + json.dumps(ROLL).encode())
    first, second = map(json.loads, ran.out.splitlines())
    assert "defect" in first["error"]
    assert "outcome" in second
    assert "ZeroDivisionError: ours" in ran.err
    assert ran.status == 70


def test_each_answer_comes_before_the_next_request_is_sent() -> None:
    with subprocess.Popen(PROGRAM, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as running:
        assert running.stdin
        assert running.stdout
        for _ in range(2):
            running.stdin.write(json.dumps(ODDS).encode() + b"\n")
            running.stdin.flush()
            assert b'"1/4"' in running.stdout.readline()
        running.stdin.close()
        assert running.wait(60) == 0


def test_stopped_by_the_keyboard() -> None:
    with subprocess.Popen(PROGRAM, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdin
        assert running.stdout
        assert running.stderr
        running.stdin.write(json.dumps(ODDS).encode() + b"\n")
        running.stdin.flush()
        running.stdout.readline()
        running.send_signal(signal.SIGINT)
        assert running.wait(60) == 130
        assert running.stderr.read() == b"actionroll: Stopped.\n"
