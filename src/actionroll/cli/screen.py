"""Where output goes: its width, colour and blocks, whether someone answers, how far something long has come.

And tables of answers in the form that was asked for: text, Markdown, CSV, JSON or HTML; on the screen or in a file.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple, TextIO, TypeVar

from actionroll.cli import Given, Option
from actionroll.errors import InputError, UnknownName, shown

if TYPE_CHECKING:
    from threading import Event

USUAL_WIDTH = 80
NARROWEST, WIDEST = 40, 120
_BOLD, _PLAIN = "\x1b[1m", "\x1b[0m"


class Screen(NamedTuple):
    """The terminal or the pipe that a command writes to."""

    width: int = USUAL_WIDTH
    colour: bool = False
    blocks: bool = True
    asks: bool = False
    """Whether someone sits there who can be asked."""

    def say(self, text: str = "") -> None:
        """Write a line, or several."""
        sys.stdout.write(text + "\n")

    def title(self, text: str) -> None:
        """Write a heading."""
        told = flowed(text.split(" "), self.width, 2, " ", 0)
        self.say(f"{_BOLD}{told}{_PLAIN}" if self.colour else told)

    def flow(self, text: str, indent: int = 0, first: int | None = None) -> None:
        """Write a sentence, broken at the screen's edge."""
        self.say(flowed(text.split(" "), self.width, indent, " ", first))

    def entry(self, name: str, text: str, column: int = 28) -> None:
        """Write a name, and beside it what there is to say of it."""
        gap = " " * max(2, column - 2 - len(name))
        self.flow(f"{name}{gap}{text}", indent=column, first=2)

    def ask(self, prompt: str) -> str:
        """What someone types."""
        sys.stdout.flush()
        try:
            return input(prompt)
        except EOFError:
            self.say()
            raise InputError("The input ended before the roll did; nothing was written.") from None


def screen_here() -> Screen:
    """The screen of this process."""
    out = sys.stdout
    terminal = out.isatty()
    colour = terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    blocks = (out.encoding or "utf-8").lower().replace("-", "").startswith("utf")
    return Screen(_width(terminal), colour, blocks, terminal and sys.stdin is not None and sys.stdin.isatty())


def flowed(items: Iterable[str], width: int, indent: int = 0, between: str = "  ", first: int | None = None) -> str:
    """Items one after the other, a new line where the next does not fit; `first` is the first line's own indent."""
    lines: list[str] = []
    line, started = " " * (indent if first is None else first), False
    for item in items:
        if started and len(line) + len(between) + len(item) > width:
            lines.append(line.rstrip())
            line, started = " " * indent, False
        line += between + item if started else item
        started = True
    return "\n".join([*lines, line.rstrip()])


def _width(terminal: bool) -> int:
    told = os.environ.get("COLUMNS", "")
    if told.isascii() and told.isdigit() and len(told) < 5:
        width = int(told)
    elif terminal:
        try:
            width = os.get_terminal_size(sys.stdout.fileno()).columns
        except OSError:
            width = USUAL_WIDTH
    else:
        width = USUAL_WIDTH
    return min(WIDEST, max(NARROWEST, width or USUAL_WIDTH))


def table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Columns under a header, whose words stand one below the other so that the columns stay narrow."""
    stacks = [name.replace("_", " ").split(" ") for name in header]
    tall = max(map(len, stacks))
    lines = [[*([""] * (tall - len(stack))), *stack] for stack in stacks]
    printed = [[line[height] for line in lines] for height in range(tall)] + [list(row) for row in rows]
    widths = [max(len(row[place]) for row in printed) for place in range(len(header))]
    return "\n".join(_line(row, widths) for row in printed)


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    first, *numbers = [(each, width) for each, width in zip(row, widths, strict=True)]
    return "  ".join([first[0].ljust(first[1]), *(each.rjust(width) for each, width in numbers)]).rstrip()


T = TypeVar("T")
WIDTH = 30
FIRST, EVERY = 1.0, 0.2
"""Seconds until a bar is drawn, and between its steps."""
_WIPE = "\r\x1b[K"


class TimeLeft:
    """A bar for work of a known size, with the time that is left. It draws on a terminal; elsewhere it is silent."""

    def __init__(self, what: str, out: TextIO) -> None:
        self._what = what
        self._out = out
        self._began = monotonic()
        self._before: int | None = None
        self._next = self._began + FIRST
        self._drawn = False

    def __call__(self, done: int, count: int) -> None:
        """So much is done, of so much."""
        if self._before is None:
            self._before = done
        moment = monotonic()
        if self._out.isatty() and moment >= self._next:
            self._next, self._drawn = moment + EVERY, True
            self._out.write(f"{_WIPE}{bar_of(self._what, done, count, self._before, moment - self._began)}")
            self._out.flush()

    def wipe(self) -> None:
        """Nothing is left of it."""
        if self._drawn:
            self._out.write(_WIPE)
            self._out.flush()


def bar_of(what: str, done: int, count: int, before: int, seconds: float) -> str:
    """`[###...] 1200 of 10000 cells, 1 min 12 s left`; what was done before this run does not count for its speed."""
    bar = f"[{'#' * (WIDTH * done // count):.<{WIDTH}}] {done} of {count} {what}"
    if done <= before:
        return bar
    return f"{bar}, {_span(seconds / (done - before) * (count - done))} left"


def _span(seconds: float) -> str:
    whole = round(seconds)
    hours, minutes = whole // 3600, whole % 3600 // 60
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {whole % 60} s" if minutes else f"{whole} s"


@contextmanager
def time_left(what: str) -> Iterator[TimeLeft]:
    """The bar, wiped away when all is done."""
    drawn = TimeLeft(what, sys.stderr)
    try:
        yield drawn
    finally:
        drawn.wipe()


def progress(steps: Sequence[T], what: str) -> Iterator[T]:
    """The steps one by one; a bar shows how many are done."""
    with time_left(what) as drawn:
        for done, step in enumerate(steps):
            drawn(done, len(steps))
            yield step


@contextmanager
def busy(what: str) -> Iterator[None]:
    """While something is worked out whose length nobody knows, a bar that moves."""
    if not sys.stderr.isatty():
        yield
        return
    from threading import Event, Thread

    done = Event()
    waiting = Thread(target=_move_bar, args=(done, what), daemon=True)
    waiting.start()
    try:
        yield
    finally:
        done.set()
        waiting.join()


def _move_bar(done: Event, what: str) -> None:
    seconds = 0
    while not done.wait(1):
        seconds += 1
        sys.stderr.write(f"\r[{'.' * (seconds % (WIDTH - 1)) + '##':.<{WIDTH}}] {what}, {seconds} s")
        sys.stderr.flush()
    if seconds:
        sys.stderr.write(_WIPE)


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
