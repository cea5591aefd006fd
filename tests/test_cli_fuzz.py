"""Whatever is typed or sent: an answer, or one sentence that says what is accepted; never a traceback."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from actionroll.cli.manual import candidates
from actionroll.errors import ActionrollError
from actionroll.games import games
from actionroll.rules.inputs import inputs_of, rulings_of
from tests.command_line import answered, run
from tests.counts import count

ALL = games()
EXAMPLES = count(160, 2_400)
QUICK = ("games", "show", "odds", "roll", "completion")
INPUTS = sorted({name for each in ALL for move in each.moves for name in inputs_of(move.attempt)})
RULINGS = sorted({name for each in ALL for name in rulings_of(each.rulings)})
DECISIONS = sorted({decision.name for each in ALL for move in each.moves for decision in move.decisions})
VALUES = [
    *(
        "0",
        "1",
        "2",
        "3",
        "-1",
        "6",
        "99",
        "1" + "0" * 400,
        "1.5",
        "1..2",
        "0..9",
        "1+2",
        "½",
        "d4",
        "d8",
        "d12",
        "none",
    ),
    *("yes", "no", "good", "bad", "push", "best", "any", "keep", "burn", "miss", "success", "success=2,stress=-1"),
    *("miss=1/0", "a,b", "", " ", "=", "--", "\udcff"),
]

value = st.one_of(st.sampled_from(VALUES), st.text(max_size=8))
name = st.sampled_from(
    [*INPUTS, "ruling", "decide", "aim", "vary", "dice", "faces", "seed", "trait", "json", "explain", "x"]
)
pair = st.builds("{}={}".format, st.sampled_from([*RULINGS, *DECISIONS, *INPUTS, "x"]), value)
option = st.builds(
    lambda name, value, joined: [f"--{name}={value}"] if joined else [f"--{name}", value],
    name.map(lambda each: each.replace("_", "-")),
    st.one_of(value, pair),
    st.booleans(),
)
place = st.sampled_from([[each.id, move.name] for each in ALL for move in each.moves] + [[each.id] for each in ALL])
words = st.builds(
    lambda command, place, options, more: [command, *place, *(word for each in options for word in each), *more],
    st.sampled_from(QUICK),
    place,
    st.lists(option, max_size=6),
    st.lists(st.one_of(value, st.sampled_from(["--help", "-h", "--json"])), max_size=2),
)


@pytest.mark.slow
@settings(max_examples=EXAMPLES)
@given(words)
def test_command_lines_made_of_known_words(typed: list[str]) -> None:
    assert answered(typed), typed


@settings(max_examples=EXAMPLES // 2)
@given(st.lists(st.one_of(st.text(max_size=20), st.sampled_from(QUICK), value), max_size=6))
def test_command_lines_made_of_anything(typed: list[str]) -> None:
    assert answered(typed), typed


@settings(max_examples=EXAMPLES // 4)
@given(words.map(" ".join))
def test_completion_of_anything(line: str) -> None:
    try:
        found = candidates("actionroll " + line)
    except ActionrollError:
        return
    assert all(isinstance(each, str) for each in found)


leaf = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-20, 20),
    st.integers(),
    st.floats(),
    st.text(max_size=8),
    st.sampled_from(VALUES),
)
anything = st.recursive(
    leaf,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=5), inner, max_size=3)),
    max_leaves=8,
)
attempt = st.dictionaries(st.sampled_from(INPUTS), st.one_of(leaf, anything), max_size=5)
request = st.fixed_dictionaries(
    {"do": st.sampled_from(["odds", "roll", "show", "x"])},
    optional={
        "game": st.one_of(st.sampled_from([each.id for each in ALL]), anything),
        "move": st.one_of(st.sampled_from(["action", "progress", "fortune", "quick", "opposed"]), anything),
        "attempt": st.one_of(attempt, anything),
        "rulings": st.one_of(st.dictionaries(st.sampled_from(RULINGS), leaf, max_size=2), anything),
        "decide": st.one_of(st.dictionaries(st.sampled_from(DECISIONS), value, max_size=2), anything),
        "answers": st.one_of(st.lists(st.one_of(st.lists(st.integers(0, 7), max_size=4), value), max_size=4), anything),
        "aim": anything,
        "seed": anything,
        "x": anything,
    },
)


def _answers(line: bytes) -> list[dict[str, Any]]:
    ran = run("batch", typed=line + b"\n")
    assert ran.status == 0, ran.err
    assert not ran.err
    return [json.loads(told) for told in ran.out.splitlines()]


def _is_answer(told: dict[str, Any]) -> bool:
    refused = list(told) == ["error"] and told["error"].endswith(".") and len(told["error"]) < 2000
    return refused or "error" not in told


@pytest.mark.slow
@settings(max_examples=EXAMPLES)
@given(request)
def test_requests_of_any_shape(asked: dict[str, Any]) -> None:
    told = _answers(json.dumps(asked).encode())
    assert len(told) == 1
    assert _is_answer(told[0]), told


@settings(max_examples=EXAMPLES // 2)
@given(st.binary(max_size=200).map(lambda line: line.replace(b"\n", b" ")))
@example(b"{" * 2000)
@example(b'{"do":"odds","game":"in-the-dark","attempt":{"dots":' + b"9" * 5000 + b"}}")
def test_lines_of_any_bytes(line: bytes) -> None:
    told = _answers(line)
    assert len(told) == (1 if line.strip() else 0)
    assert all(map(_is_answer, told))


@settings(max_examples=EXAMPLES // 2)
@given(request, st.integers(0, 200), st.binary(min_size=1, max_size=3))
def test_requests_with_broken_bytes(asked: dict[str, Any], at: int, noise: bytes) -> None:
    line = json.dumps(asked).encode()
    broken = (line[: at % len(line)] + noise + line[at % len(line) + len(noise) :]).replace(b"\n", b" ")
    assert all(map(_is_answer, _answers(broken)))
