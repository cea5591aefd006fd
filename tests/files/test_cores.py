"""The action moves of the five built-in games as files: the same odds, outcome by outcome."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from actionroll.api import odds_of, question
from actionroll.errors import ActionrollError
from actionroll.games import BUILT_IN
from actionroll.shelf import load
from tests.counts import count
from tests.files.attempts import CORES, attempt, ends_of, told


def test_every_built_in_game_has_a_core() -> None:
    assert {path.stem for path in CORES} == set(BUILT_IN)


@pytest.mark.parametrize("path", CORES, ids=lambda path: path.stem)
def test_a_core_has_the_odds_of_its_game(path: Any) -> None:
    core, chance = load(path), Random(path.stem)
    compared = refused = 0
    while compared < count(40, 300) and refused < 3_000:
        inputs, decide = attempt(core, "action", chance)
        try:
            ours = odds_of(question(path.stem, "action", inputs, decide=decide))
        except ActionrollError:
            with pytest.raises(ActionrollError):
                odds_of(question(core, "action", inputs, decide=decide))
            refused += 1
            continue
        theirs = odds_of(question(core, "action", inputs, decide=decide))
        assert told(ends_of(theirs)) == told(ends_of(ours)), (inputs, decide)
        compared += 1
    assert compared == count(40, 300)
