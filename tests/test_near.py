"""Near alternatives are the odds one would get by asking, and cover what a hand can reach next."""

from itertools import product

import pytest

from actionroll.api import odds
from actionroll.web.questions import WHOLE_GRID, Unchecked, near
from actionroll.wire import tiers_shown


def told(change: dict[str, object]) -> frozenset[tuple[str, str]]:
    return frozenset((name, str(value)) for name, value in change.items())


def test_small_grid_is_whole() -> None:
    asked = Unchecked("in-the-dark", "action", {"dots": 2})
    found = near(asked, frozenset({"position", "extra"}))
    assert found["inputs"] == ["position", "extra"]
    wanted = {
        told(
            {name: value for name, value in (("position", place), ("extra", extra)) if value not in ("normal", "none")}
        )
        for place, extra in product(("normal", "good", "bad"), ("none", "push", "bargain"))
    }
    assert wanted <= {told(each["change"]) for each in found["grid"]}


@pytest.mark.parametrize(
    ("game", "attempt"),
    [
        ("in-the-dark", {"dots": 2}),
        ("starforged", {"stat": 2, "momentum": 5}),
        ("wherever-we-go", {"attribute": "d8", "skill": "d6", "stress": 2}),
        ("illuminated-worlds", {"rating": 2, "drive": 3}),
        ("true-world", {"ability": ["d8"], "difficulty": "d6"}),
    ],
)
def test_every_alternative_is_what_asking_gives(game: str, attempt: dict[str, object]) -> None:
    grid = near(Unchecked(game, "action", attempt))["grid"]
    assert 1 < len(grid) <= WHOLE_GRID
    for each in grid[:: max(1, len(grid) // 25)]:
        inputs = {name: value for name, value in each["change"].items() if not name.startswith("decide.")}
        decide = {name[7:]: value for name, value in each["change"].items() if name.startswith("decide.")}
        assert each["tiers"] == tiers_shown(odds(game, decide=decide, **{**attempt, **inputs}))


def test_decision_before_the_dice_is_among_the_toggles() -> None:
    found = near(Unchecked("wherever-we-go", "action", {"attribute": "d8", "skill": "d6"}), frozenset({"decide.push"}))
    assert found["inputs"] == ["decide.push"]
    assert [each["change"] for each in found["grid"]] == [{}, {"decide.push": "push"}]


def test_large_grid_has_every_single_change_first() -> None:
    found = near(Unchecked("in-the-dark", "action", {"dots": 2}))
    changes = [each["change"] for each in found["grid"]]
    assert len(changes) <= WHOLE_GRID
    assert {} in changes
    for single in ({"dots": 1}, {"dots": 3}, {"position": "good"}, {"extra": "push"}):
        assert single in changes


def test_what_the_rules_refuse_is_left_out_and_a_price_that_is_not_there_says_so() -> None:
    found = near(Unchecked("in-the-dark", "action", {"dots": 2, "stress": 8}), frozenset({"extra", "position"}))
    assert {"extra": "push"} not in [each["change"] for each in found["grid"]]
    says = "A push costs the roller 2 stress, and only 1 of 9 boxes is free."
    assert found["unpaid"] == [{"change": {"extra": "push"}, "unpaid": says}]
    assert "unpaid" not in near(Unchecked("in-the-dark", "action", {"dots": 2}), frozenset({"extra", "position"}))
