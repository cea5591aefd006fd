"""Claims: YAML sentences about rules, each checked against what the program does.

A claim names its rule, says what holds, and gives a roll or a question:

    rule, says            the rule's id (or a list of ids) and the sentence
    move, attempt,        the question; move is `action` unless given
    rulings, decide
    answers               faces for each throw and options for each decision: the roll is replayed and must end with
      tier                  this tier
      facts                 at least these facts
      effects               exactly these changes, written [who, track, by], costs among them, summed by who and track;
                            with `asks`, those so far
      dues                  exactly these kinds of dues
      asks                  or it must stop and ask this: the decision's name, or `dice`
      options               … with exactly these options
      why                   words that the explanation must hold
    tiers                 exactly these tiers can be the end of it, from the worst to the best
    chances               tier: "n/d" for the question's exact odds, as many as are named
    fact_chances          fact: {value: "n/d"}
    means                 … and words that the outcome's meaning must hold
    called                exactly these inputs of the move must be said before a throw at a table with a gm
    ready                 exactly these inputs are said in the ready words of what is picked
    says_how              exactly these inputs are joined only by those who say in words how they help
    with_gm               exactly these inputs have another default at a table with a gm: this one
    late                  exactly these inputs may still be said once the dice lie
    proof                 exactly these inputs are joined by what a roll of that move has settled, by the fact named
    players_only          whether only players make the move
    error                 words that the refusal must hold
    settles               answer to the first due of the roll …
      left                  … where this is left of tracks, written {track: points} for the roller …
      final                 … and who has the last word on it
      changes               … and the effects it has, or `error`
"""

from __future__ import annotations

import re
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from tools.written import written

from actionroll.api import odds_of, question, roll_of
from actionroll.errors import ActionrollError
from actionroll.games import BUILT_IN, game
from actionroll.reckoning.record import all_effects, long, short
from actionroll.rules.inputs import inputs_of, moot_inputs
from actionroll.rules.sheet import refuse_unbearable
from actionroll.rules.steps import Decide, Outcome
from actionroll.wire import fact_key

FOLDER = Path(__file__).parent / "claims"
KEYS = {
    "rule", "says", "move", "attempt", "rulings", "decide", "answers", "tier", "facts", "effects", "dues", "asks",
    "options", "why", "chances", "fact_chances", "called", "ready", "says_how", "with_gm",
    "players_only", "means", "error", "settles", "left", "final",
    "late", "proof", "changes", "answered_first", "ways", "tiers",
}  # fmt: skip


def claims_of(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = written(folder_of(name) / f"{name}.yaml")
    return found


def folder_of(name: str) -> Path:
    """Where the claims of a game stand: here; those of a package beside its rules."""
    if name in BUILT_IN:
        return FOLDER
    module = import_module(game(name).moves[0].start.__module__)
    return Path(str(module.__file__)).parent


def rules_of(claim: dict[str, Any]) -> list[str]:
    named = claim["rule"]
    return [named] if isinstance(named, str) else named


def check(name: str, claim: dict[str, Any]) -> None:
    """Fail unless the claim holds."""
    assert set(claim) <= KEYS, f"unknown keys {set(claim) - KEYS}"
    assert len(set(claim) - {"rule", "says", "move", "attempt", "rulings", "decide", "answers"}) > 0, "claims nothing"
    if "error" in claim:
        with pytest.raises(ActionrollError, match=re.escape(claim["error"])):
            _check(name, claim)
    else:
        _check(name, claim)


def _check(name: str, claim: dict[str, Any]) -> None:
    asked = question(
        name,
        claim.get("move", "action"),
        claim.get("attempt", {}),
        rulings=claim.get("rulings"),
        decide=claim.get("decide"),
    )
    _check_declared(asked, claim)
    assert claim.get("tiers", list(asked.tiers)) == list(asked.tiers)
    counted = odds_of(asked)
    for tier, chance in claim.get("chances", {}).items():
        assert counted[tier] == Fraction(chance), f"{tier} is {counted[tier]}"
    for fact, values in claim.get("fact_chances", {}).items():
        told = {fact_key(value): chance for value, chance in counted.facts[fact].items()}
        for value, chance in values.items():
            assert told.get(fact_key(value), Fraction(0)) == Fraction(chance), f"{fact} {value} is {told}"
    if "answers" in claim or set(claim) & {"tier", "facts", "effects", "dues", "asks", "why", "options", "settles"}:
        _check_roll(asked, claim)


def _check_declared(asked: Any, claim: dict[str, Any]) -> None:
    moot = moot_inputs(asked.move.attempt, claim.get("attempt", {}))
    inputs = [each for name, each in inputs_of(asked.move.attempt).items() if name not in moot]
    if "called" in claim:
        waits = [each.name for each in inputs if each.waits(asked.rulings) and not each.is_idle(claim["attempt"])]
        assert waits == claim["called"]
    if "ready" in claim:
        assert [each.name for each in inputs if each.is_ready(asked.rulings)] == claim["ready"]
    if "says_how" in claim:
        demanding = [each for each in inputs if each.joins and each.joins.demands_words(asked.rulings)]
        assert [each.name for each in demanding] == claim["says_how"]
    if "late" in claim:
        assert [each.name for each in inputs if each.late] == claim["late"]
    if "proof" in claim:
        proven = {each.name: list(each.joins.proof) for each in inputs if each.joins and each.joins.proof}
        assert proven == claim["proof"]
    if "with_gm" in claim:
        assert {each.name: each.with_gm for each in inputs if each.with_gm is not None} == claim["with_gm"]
    if "players_only" in claim:
        assert asked.move.players_only == claim["players_only"]


def _check_roll(asked: Any, claim: dict[str, Any]) -> None:
    done = roll_of(asked, answers=claim.get("answers", [])).roll
    step = done.step
    if "asks" in claim:
        assert not isinstance(step, Outcome), "it has ended"
        assert claim["asks"] == (step.name if isinstance(step, Decide) else "dice")
    if "options" in claim:
        assert isinstance(step, Decide)
        assert list(step.options) == claim["options"]
    if "why" in claim:
        assert claim["why"] in " ".join([short(done), *long(done)])
    if "effects" in claim:
        made = sorted([effect.who, effect.track, effect.by] for effect in all_effects(done))
        marks = {mark.name for mark in asked.game.sheet.marks}
        assert all(effect.is_mark == (effect.track in marks) for effect in all_effects(done))
        assert made == sorted(claim["effects"]), f"the effects are {made}, not {sorted(claim['effects'])}"
    if "effects" in claim and "asks" not in claim:
        assert isinstance(step, Outcome), "it still waits for something"
    if set(claim) & {"tier", "facts", "dues", "settles", "means", "final", "answered_first", "ways"}:
        assert isinstance(step, Outcome), "it still waits for something"
        _check_outcome(asked, step, claim)


def _check_outcome(asked: Any, outcome: Outcome, claim: dict[str, Any]) -> None:
    if "tier" in claim:
        assert outcome.tier == claim["tier"]
    assert claim.get("means", "") in outcome.means
    told = dict(outcome.facts)
    for fact, value in claim.get("facts", {}).items():
        assert told[fact] == value, f"{fact} is {told[fact]}"
    if "dues" in claim:
        assert [due.kind for due in outcome.dues] == claim["dues"]
    if "final" in claim:
        assert outcome.dues[0].final == claim["final"]
    if "answered_first" in claim:
        assert outcome.dues[0].answered_first == claim["answered_first"]
    if "ways" in claim:
        assert [way.name for way in outcome.dues[0].ways] == claim["ways"]
    if "settles" in claim:
        left = claim.get("left", {})
        refuse_unbearable(outcome.dues[0], claim["settles"], lambda who, track: left.get(track))
        changes = asked.game.settle(outcome.dues[0], claim["settles"])
        assert [[effect.who, effect.track, effect.by] for effect in changes] == claim["changes"]
