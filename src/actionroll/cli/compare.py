"""`actionroll compare`: two or more attempts, scenes or sets of rulings side by side, with the difference."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from actionroll.charts.terminal import stacked
from actionroll.cli import Command
from actionroll.cli.options import Option, pair
from actionroll.cli.questions import JSON
from actionroll.cli.screen import Screen, table
from actionroll.cli.subjects import ABOUT, SCENE, SVG, Typed, options_of, subject_of, typed, write_picture
from actionroll.cli.tables import TABLES, Table, deliver
from actionroll.errors import InputError
from actionroll.games import game
from actionroll.sweep.cells import row_of
from actionroll.sweep.figures import chosen, is_level, shown_as
from actionroll.sweep.grid import read_grid

OPTIONS = (
    Option("with", "The same with these changes: position=good or gambles=2,gamble=best.", "CHANGES", many=True),
    SCENE,
    *ABOUT,
    SVG,
    *TABLES,
    JSON,
)
AS_GIVEN = "given"
MOST = 12


class Side(NamedTuple):
    """One of the sides: what is changed, and its figures."""

    name: str
    figures: dict[str, Fraction]


def options_for(words: Sequence[str]) -> list[Option]:
    """The options for the move or scene that these words name."""
    return options_of(subject_of(words), OPTIONS)


def run(words: Sequence[str], screen: Screen) -> int:
    """Tell all sides and what differs."""
    about = typed(words, OPTIONS)
    changes = about.given.all("with")
    if not 1 <= len(changes) <= MOST:
        raise InputError(
            f"Say what to compare with: --with CHANGES, one to {MOST} times, such as --with position=good."
        )
    sides = [_side(about, ""), *(_side(about, each) for each in changes)]
    if about.given.has("svg"):
        write_picture(about.given.one("svg") or "", _picture(about, sides))
    shown = {**about.spec, "sides": [_shown(each, sides[0]) for each in sides]}
    if not deliver(about.given, screen, lambda: _tables(about, sides), lambda: shown):
        _tell(about, sides, screen)
    return 0


def _side(about: Typed, changes: str) -> Side:
    """The figures with some changes, exactly; what was refused is an error here."""
    subject = about.subject
    names = [*subject.inputs(), *subject.decisions(), *subject.rulings()]
    pairs = [pair(each.strip(), "with", names) for each in changes.split(",")] if changes else []
    grid = read_grid({**about.spec, "vary": {name: [value] for name, value in pairs}, "simulate": "never"})
    row = row_of(grid, 0)
    if row["how"] == "refused":
        raise InputError(row["error"])
    figures = {name: Fraction(value) for name, value in row.items() if name not in ("how", "error")}
    return Side(changes or AS_GIVEN, figures)


def _tell(about: Typed, sides: Sequence[Side], screen: Screen) -> None:
    screen.title(_title(about))
    for each in _tables(about, sides):
        screen.say()
        screen.say(table(each.header, [[text for text, _ in row] for row in each.rows]))
    screen.say()
    screen.say(stacked(*_parts(sides), screen.width, colour=screen.colour, blocks=screen.blocks))


def _title(about: Typed) -> str:
    return f"{game(about.subject.game).title}, {about.subject.scene or about.subject.move}: side by side"


def _tables(about: Typed, sides: Sequence[Side]) -> list[Table]:
    """Each side against the first, a line for each figure."""
    names = chosen([side.figures for side in sides], about.given.all("show"))
    tables = []
    for side in sides[1:]:
        header = ["", sides[0].name.replace(" ", "_"), side.name.replace("_", " "), "difference"]
        rows = [_line(name, sides[0], side) for name in names if name in sides[0].figures or name in side.figures]
        tables.append(Table(_title(about), header, rows))
    return tables


def _line(name: str, before: Side, after: Side) -> list[tuple[str, Any]]:
    first, second = (side.figures.get(name, Fraction(0)) for side in (before, after))
    differs = second - first
    is_share = shown_as(name, first).endswith("%")
    told = _signed(differs, 100, 1, " points") if is_share else _signed(differs, 1, 3, "")
    return [(name, name), (shown_as(name, first), first), (shown_as(name, second), second), (told, differs)]


def _signed(value: Fraction, scale: int, digits: int, unit: str) -> str:
    sign = "−" if value < 0 else "+" if value > 0 else "±"
    return f"{sign}{abs(float(value * scale)):.{digits}f}{unit}"


def _parts(sides: Sequence[Side]) -> tuple[list[str], list[tuple[str, list[Fraction]]]]:
    names = [name for name in dict.fromkeys(name for side in sides for name in side.figures) if is_level(name)]
    return names, [(side.name, [side.figures.get(name, Fraction(0)) for name in names]) for side in sides]


def _picture(about: Typed, sides: Sequence[Side]) -> str:
    from actionroll.charts.bars import stacked_svg

    return stacked_svg(*_parts(sides), title=_title(about))


def _shown(side: Side, first: Side) -> dict[str, Any]:
    differences = {
        name: side.figures.get(name, Fraction(0)) - first.figures.get(name, Fraction(0)) for name in side.figures
    }
    return {
        "with": side.name,
        "figures": {name: f"{value.numerator}/{value.denominator}" for name, value in side.figures.items()},
        "difference": {name: f"{value.numerator}/{value.denominator}" for name, value in differences.items()},
    }


COMPARE = Command("GAME [MOVE]", OPTIONS, run, options_for)
