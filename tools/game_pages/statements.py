"""What the games' own texts say about their dice, beside what is true; every figure is computed here."""

from __future__ import annotations

from fractions import Fraction

from actionroll.api import odds, question
from actionroll.charts import percent
from actionroll.dice import Pool, falls, highest
from actionroll.rules.futures import answered
from actionroll.rules.game import do_nothing
from actionroll.rules.kinds import die_name
from actionroll.rules.steps import Throw

STEPPING = (("+1", "bonus", 1, "d8 + d6"), ("+2", "bonus", 2, "d8 + d8"), ("−1", "penalty", 1, "d6 + 0"),
            ("−2", "penalty", 2, "0 + 0"))  # fmt: skip
"""The four examples printed in Wherever We Go, all from d8 + 0."""


def statements_section(game: str) -> str:
    """The statements of one game's text, where it makes any."""
    lines = {"wherever-we-go": stepping, "true-world": true_world}.get(game, list)()
    intro = "The game's text makes these statements about its dice. They are computed anew for this page."
    return "\n\n".join(["## What the text says, checked", intro, "\n".join(lines)]) if lines else ""


def stepping() -> list[str]:
    """WWG: four examples of bonuses and penalties."""
    rows = [
        f"| {net} | {printed} | {stepped(name, points)} | {'yes' if stepped(name, points) == printed else 'no'} |"
        for net, name, points, printed in STEPPING
    ]
    return ["From d8 + 0:", "", "| net | the text says | it becomes | as printed |", "|---|---|---|---|", *rows]


def stepped(name: str, points: int) -> str:
    """The base dice that d8 + 0 become."""
    asked = question("wherever-we-go", "action", {"attribute": "d8", "skill": "0", name: [points]})
    thrown = answered(asked.start, do_nothing)
    assert isinstance(thrown, Throw)
    dice = sorted((sides for pool in thrown.pools for sides in pool.sides), reverse=True)
    return " + ".join(die_name(sides) for sides in [*dice, 0, 0][:2])


def true_world() -> list[str]:
    """TW-33 and TW-32."""
    return [unskilled_told(), *pools_told()]


def unskilled_fails() -> Fraction:
    """The chance that an unskilled roll against d4 fails."""
    counted = odds("true-world", unskilled=True, difficulty="d4")
    return sum((chance for tier, chance in counted.items() if "failure" in tier), Fraction(0))


def unskilled_told() -> str:
    """TW-33."""
    chance = unskilled_fails()
    verdict = "it does" if chance > Fraction(1, 2) else "it does not"
    return f"- An unskilled roll against a d4 most likely fails: {verdict}, {percent(chance)} of the time ({chance})."


def pools_told() -> list[str]:
    """TW-32."""
    return [pool_told(count, said) for count, said in ((2, 7), (3, 8))]


def pool_told(count: int, said: int) -> str:
    """How good several d6 are beside the single die that the text likens them to."""
    mean = best_mean(count)
    like = min(range(4, 21), key=lambda sides: abs(one_mean(sides) - mean))
    return (
        f"- {count} d6 are about a d{said}: they are better. The best of {count} d6 is {mean} on average "
        f"({float(mean):.2f}); a d{said} is {float(one_mean(said)):.1f}, and nearest is a d{like} with "
        f"{float(one_mean(like)):.1f}. The remark is never used for odds."
    )


def best_mean(count: int) -> Fraction:
    """The mean of the highest of several d6."""
    ways, total = falls(Pool((6,) * count, highest))
    return Fraction(sum(face * many for face, many in ways.items()), total)


def one_mean(sides: int) -> Fraction:
    """The mean of one die."""
    return Fraction(sides + 1, 2)
