"""For each game one chart of odds, the same as a table, and one roll told in full."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from actionroll.api import odds, roll
from actionroll.charts import percent
from actionroll.charts.svg import stacked_svg
from actionroll.reckoning import Odds
from actionroll.reckoning.record import long


@dataclass(frozen=True)
class Row:
    """One bar: its label, and the question behind it."""

    label: str
    attempt: Mapping[str, Any]
    decide: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Picture:
    """A chart of a game's odds, and a roll that is told below it."""

    title: str
    axis: str
    rows: tuple[Row, ...]
    told: str
    attempt: Mapping[str, Any]
    answers: list[Any]


PUSHED = {"push": "push", "gamble": "on-failure"}
PICTURES = {
    "wherever-we-go": Picture(
        "Wherever We Go: an action by its dice, pushes with 3 stress",
        "dice",
        (
            *(Row(f"{die} {die}", {"attribute": die, "skill": die}) for die in ("d6", "d8", "d10", "d12")),
            Row("d8 d8, push", {"attribute": "d8", "skill": "d8", "stress": 3}, {"push": "push"}),
            Row("d8 d8, push, gamble", {"attribute": "d8", "skill": "d8", "stress": 3}, PUSHED),
        ),
        "Pushed with 2 stress, and gambled",
        {"attribute": "d8", "skill": "d6", "stress": 2, "bonus": [1]},
        ["push", [5, 2, 1, 4], "gamble", [8, 7, 6, 3]],
    ),
    "starforged": Picture(
        "Starforged: an action by what is added to the die",
        "added",
        (
            *(Row(f"+{stat}", {"stat": stat}) for stat in range(6)),
            Row("+2, burn 6", {"stat": 2, "momentum": 6}, {"burn": "any"}),
            Row("+2, burn 9", {"stat": 2, "momentum": 9}, {"burn": "any"}),
        ),
        "Momentum 7, burned to lift the result",
        {"stat": 2, "adds": [1], "momentum": 7},
        [[1, 5, 6], "burn"],
    ),
    "illuminated-worlds": Picture(
        "Illuminated Worlds: an action by its number of dice",
        "dice",
        (
            Row("0 (lowest of 2)", {"rating": 0}),
            *(Row(str(dice), {"rating": min(3, dice), "bonus_dice": max(0, dice - 3)}) for dice in range(1, 7)),
        ),
        "A gilded die, taken to earn drive",
        {"rating": 2, "gilded": True, "drive_spent": 1, "drive": 3},
        [[2, 5, 4], "gilded"],
    ),
    "in-the-dark": Picture(
        "In the Dark: an action by its number of dice",
        "dice",
        (
            Row("0 (lowest of 2)", {"dots": 0}),
            *(Row(str(dots), {"dots": dots}) for dots in range(1, 7)),
        ),
        "A push from a good position, against a target that outranks the crew",
        {"dots": 1, "position": "good", "target_level": 1, "extra": "push", "stress": 3, "npc": "the guard"},
        [[2, 5]],
    ),
    "true-world": Picture(
        "True World: an action against a difficulty of d6",
        "ability",
        (
            Row("unskilled", {"unskilled": True, "difficulty": "d6"}),
            *(Row(die, {"ability": [die], "difficulty": "d6"}) for die in ("d4", "d6", "d8", "d10", "d12")),
            Row("2 d6", {"ability": ["d6"], "helpers": 1, "difficulty": "d6"}),
            Row("3 d6", {"ability": ["d6"], "helpers": 2, "difficulty": "d6"}),
        ),
        "With one helper, against a disadvantage",
        {"ability": ["d8"], "helpers": 1, "difficulty": "d6", "position": "disadvantage"},
        [[3, 7, 2, 5]],
    ),
}


def counted(game: str) -> list[tuple[str, Odds]]:
    """The odds of every bar."""
    return [(row.label, odds(game, decide=row.decide, **row.attempt)) for row in PICTURES[game].rows]


def picture(game: str) -> str:
    """The chart."""
    shown = PICTURES[game]
    found = counted(game)
    rows = [(label, list(chances.values())) for label, chances in found]
    return stacked_svg(list(found[0][1]), rows, title=shown.title, axis=shown.axis)


def odds_section(game: str) -> str:
    """The chart, and the same as a table."""
    shown = PICTURES[game]
    found = counted(game)
    tiers = list(found[0][1])
    head = [f"| {shown.axis} | {' | '.join(tiers)} |", "|---|" + "---:|" * len(tiers)]
    lines = [f"| {label} | {' | '.join(map(cell, chances.values()))} |" for label, chances in found]
    return "\n\n".join(["## The odds", f"![{shown.title}]({game}.svg)", "\n".join([*head, *lines])])


def cell(chance: Fraction) -> str:
    """A chance as people read it, and exactly where that is short."""
    exact = f" ({chance})" if 1 < chance.denominator <= 1000 else ""
    return percent(chance) + exact


def example_section(game: str) -> str:
    """One roll, told as the program tells it; the die that counted stands in brackets."""
    shown = PICTURES[game]
    made = roll(game, answers=shown.answers, **shown.attempt)
    lines = [f"> {line}" for line in long(made.roll, made.question.game.label)]
    intro = f"{shown.told}. The dice that counted stand in brackets, and each step names its rule."
    asking = "\n".join(["```console", f"$ {told_words('odds', game)}", f"$ {told_words('roll', game)}", "```"])
    return "\n\n".join(["## A roll, told", intro, "\\\n".join(lines), "To know its odds, or to roll it:", asking])


def told_words(do: str, game: str) -> str:
    """The command as it is typed."""
    return " ".join(f'"{word}"' if " " in word else word for word in ["actionroll", *command(do, game)])


def command(do: str, game: str) -> list[str]:
    """The words of the command that asks for the roll that is told."""
    words = [do, game]
    for name, value in PICTURES[game].attempt.items():
        flag = f"--{name.replace('_', '-')}"
        for each in value if isinstance(value, list) else [value]:
            words += [flag] if each is True else [flag, str(each)]
    return words
