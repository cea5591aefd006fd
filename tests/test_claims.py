"""Every claim holds, and every rule has one."""

from __future__ import annotations

from typing import Any

import pytest

from actionroll.games import game, games
from tests.claimed import check, claims_of, rules_of

GAMES = tuple(each.id for each in games())
MOST_ADVICE = 6


def _named_claims() -> list[Any]:
    return [
        pytest.param(name, claim, id=f"{name} {'+'.join(rules_of(claim))}: {claim['says'][:60]}")
        for name in GAMES
        for claim in claims_of(name)
    ]


@pytest.mark.parametrize(("name", "claim"), _named_claims())
def test_claim(name: str, claim: dict[str, Any]) -> None:
    check(name, claim)


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_has_a_claim(name: str) -> None:
    played = game(name)
    claimed = {rule for claim in claims_of(name) for rule in rules_of(claim)}
    assert not set(played.rules) - claimed - set(played.advice)


@pytest.mark.parametrize("name", GAMES)
def test_rules_left_to_people_are_few_and_say_why(name: str) -> None:
    played = game(name)
    assert len(played.advice) <= MOST_ADVICE
    assert all(rule in played.rules and reason for rule, reason in played.advice.items())
