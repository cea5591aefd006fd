"""Tables of answers, in the form that was asked for: text, Markdown, CSV, JSON or HTML; on the screen or in a file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from actionroll.cli.options import Given, Option
from actionroll.cli.screen import Screen
from actionroll.errors import InputError, UnknownName, shown

FORMS = ("text", "md", "csv", "json", "html")
FORMAT = Option("format", "How tables are written: text, md, csv, json or html.", "FORM", choices=FORMS)
SHOW = Option(
    "show",
    "What the columns tell: tiers, at-least, facts, changes, all, or the name of a fact, a track or a tier.",
    "NAME",
    many=True,
)
OUT = Option("out", "Write to a file whose ending says the form, or to - for the screen.", "FILE")
TABLES = (SHOW, FORMAT, OUT)


class Table(NamedTuple):
    """Columns under a header, each cell as people read it and as a program does."""

    title: str
    header: Sequence[str]
    rows: Sequence[Sequence[tuple[str, Any]]]
    figure: str = ""
    """What all its cells tell, where it is one of several."""

    def markdown(self) -> str:
        """A table of Markdown under its title."""
        head = " | ".join(_named(name).replace("|", "\\|") for name in self.header)
        rule = "|".join(["---", *["---:"] * (len(self.header) - 1)])
        lines = [" | ".join(text.replace("|", "\\|") for text, _ in row) for row in self.rows]
        return "\n".join([f"**{self.title}**", "", f"| {head} |", f"|{rule}|", *(f"| {line} |" for line in lines)])

    def html(self) -> str:
        """A table of HTML with its title as caption."""
        from html import escape

        head = "".join(f"<th>{escape(_named(name))}</th>" for name in self.header)
        lines = [
            "".join(f"<{kind}>{escape(text)}</{kind}>" for kind, (text, _) in zip(_kinds(row), row, strict=True))
            for row in self.rows
        ]
        body = "\n".join(f"<tr>{line}</tr>" for line in lines)
        return f"<table>\n<caption>{escape(self.title)}</caption>\n<tr>{head}</tr>\n{body}\n</table>"

    def csv(self) -> str:
        """Comma-separated values, fractions as decimal numbers."""
        import csv
        import io

        text = io.StringIO(newline="")
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(self.header)
        writer.writerows([_number(value) for _, value in row] for row in self.rows)
        return text.getvalue().rstrip("\n")


def _named(name: str) -> str:
    return name.replace("_", " ")


def _kinds(row: Sequence[object]) -> list[str]:
    return ["th", *["td"] * (len(row) - 1)]


def _number(value: Any) -> Any:
    return float(value) if isinstance(value, Fraction) else value


def form_of(given: Given) -> str:
    """The form that was asked for: by its name, by the ending of the file, or by `--json`; else text."""
    form, target = given.one("format"), given.one("out")
    if form is not None and form not in FORMS:
        raise UnknownName("form of tables called", form, FORMS)
    if form is not None:
        return form
    if given.has("json"):
        return "json"
    if target is None:
        return "text"
    if target == "-":
        return "csv"
    ending = target.rpartition(".")[2]
    if "." not in target or ending not in FORMS[1:]:
        raise InputError(f"--out takes - or a file that ends with .md, .csv, .json or .html, not {shown(target)}.")
    return ending


def deliver(given: Given, screen: Screen, tables: Callable[[], Sequence[Table]], json: Callable[[], Any]) -> bool:
    """Write in the form that was asked for; False where that is text, which a command tells in its own way."""
    form = form_of(given)
    if form == "text":
        if given.one("out") not in (None, "-"):
            raise InputError("--out writes md, csv, json or html; text is for the screen.")
        return False
    if form == "json":
        from actionroll.cli.batch import written

        text = written(json())
    else:
        write = {"md": Table.markdown, "csv": Table.csv, "html": Table.html}[form]
        text = "\n\n".join(write(each) for each in (_as_one(tables()) if form == "csv" else tables()))
    _put(given.one("out") or "-", text, screen)
    return True


def _as_one(tables: Sequence[Table]) -> Sequence[Table]:
    """Tables of one figure each as one, with the figure in the first column."""
    if not tables or not all(each.figure for each in tables):
        return tables
    rows = [[(each.figure, each.figure), *row] for each in tables for row in each.rows]
    return [Table(tables[0].title, ["figure", *tables[0].header], rows)]


def _put(target: str, text: str, screen: Screen) -> None:
    if target == "-":
        screen.say(text)
        return
    from pathlib import Path

    try:
        Path(target).write_text(text + "\n", encoding="utf-8")
    except OSError as error:
        raise InputError(f"--out takes a file that can be written: {error.strerror}.") from None
    screen.flow(f"Written: {target}.")
