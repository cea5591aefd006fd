"""The command line has one sentence for everything that is wrong, and it says what is accepted."""

from __future__ import annotations

import pytest

from tests.command_line import is_refused, run_line

WRONG = [
    "bogus",
    "--bogus",
    "games extra",
    "games --bogus",
    "show",
    "show bogus",
    "show in-the-dark bogus",
    "show in-the-dark action more",
    "odds",
    "odds --json",
    "odds bogus",
    "odds in-the-dark",
    "odds in-the-dark bogus",
    "odds in-the-dark action more --dots 1",
    "odds in-the-dark --bogus 1",
    "odds in-the-dark bogus --help",
    "bogus --help",
    "odds in-the-dark --dots",
    "odds in-the-dark --dots --json",
    "odds in-the-dark --dots two",
    "odds in-the-dark --dots 1.5",
    "odds in-the-dark --dots 11",
    "odds in-the-dark --dots -1",
    "odds in-the-dark --dots 1 --dots 1",
    "odds in-the-dark --dots 1 --position worst",
    "odds in-the-dark --dots 1 --severe-harm=maybe",
    "odds in-the-dark --dots 1 --json=yes",
    "odds in-the-dark --dots 1 --ruling",
    "odds in-the-dark --dots 1 --ruling zero_pool",
    "odds in-the-dark --dots 1 --ruling bogus=1",
    "odds in-the-dark --dots 1 --ruling zero_pool=bogus",
    "odds in-the-dark --dots 1 --ruling push_cost=1 --ruling push_cost=2",
    "odds in-the-dark --dots 1 --decide bogus=best",
    "odds starforged --stat 1 --decide burn=bogus",
    "odds starforged --stat 1 --decide burn",
    "odds starforged --stat 1 --aim bogus",
    "odds starforged --stat 1 --aim bogus=1",
    "odds starforged --stat 1 --aim miss=x",
    "odds starforged --stat 1 --aim miss=1/0",
    "odds in-the-dark --dots 1 --trait skulk",
    "odds in-the-dark --dots 1 --sheet /nowhere/at/all.json",
    "odds in-the-dark --vary dots",
    "odds in-the-dark --vary bogus=1",
    "odds in-the-dark --vary dots=",
    "odds in-the-dark --vary dots=0..99",
    "odds in-the-dark --vary dots=3..1",
    "odds in-the-dark --vary dots=0..3 --vary dots=1",
    "odds in-the-dark --vary dots=0..3 --vary stress=0..3 --vary assist=0..1",
    "odds in-the-dark --vary position=bad..good --dots 1",
    "odds starforged --vary stat=0..10 --vary momentum=-6..10 --vary impacts=0..9",
    "roll in-the-dark --dots 2 --dice 46 --seed x",
    "roll in-the-dark --dots 2 --dice 47",
    "roll in-the-dark --dots 2 --dice 4",
    "roll in-the-dark --dots 2 --dice four,six",
    "roll in-the-dark --dots 2 --dice 0,1",
    "roll in-the-dark --dots 2 --dice ask",
    "roll in-the-dark fortune --dice 46",
    "roll in-the-dark --dots 1 --severe-harm",
    "advise starforged --stat 1 --vary stat=1,2",
    "batch extra",
    "completion",
    "completion bogus",
    "completion bash zsh",
    "odds in-the-dark --dots " + "1" + "0" * 400,
    "odds in-the-dark --dots 1 --vary dots=0.." + "9" * 400,
    "odds in-the-dark teamwork" + " --pools 1" * 10_000,
    "odds " + "x" * 100_000,
    "odds in-the-dark --dots 1 --intent \udcff\udcfe",
    "odds \udcff",
    "\udcff",
    "roll in-the-dark --dots 1 --seed \udcff",
    "odds in-the-dark --dots 1 --sheet \udcff.json",
    "odds in-the-dark --dots \u0663",
    "odds in-the-dark --dots ²",
]


@pytest.mark.parametrize("line", WRONG, ids=[line[:60].encode("ascii", "backslashreplace").decode() for line in WRONG])
def test_what_is_wrong_gets_one_sentence(line: str) -> None:
    ran = run_line(line)
    assert is_refused(ran), ran
    assert len(ran.err) < 1500


def test_a_sentence_says_what_is_accepted() -> None:
    assert "from 0 to 10" in run_line("odds in-the-dark --dots 11").err
    assert "did you mean in-the-dark?" in run_line("odds in-the-drak --dots 1").err
    assert "dots (a whole number from 0 to 10)" in run_line("odds in-the-dark").err
    assert "A d6 shows 1 to 6, not '7'" in run_line("roll in-the-dark --dots 2 --dice 47").err
