"""The text of a game file: TOML within bounds, the place of every key in it, and what is wrong with it."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator
from threading import Lock
from typing import Any, NamedTuple, TypeAlias

from actionroll.errors import InputError, UnknownName, nearest, shown

MOST_FAULTS = 40
"""How many are told at once; whoever has more mends the first ones first."""
_PARSING = Lock()


def syntax(text: str | bytes, mode: str = "exec") -> Any:
    """Python's own reading of a text, one at a time: its parser counts how deep it is for all threads in one number."""
    with _PARSING:
        return ast.parse(text, mode=mode)


class Place(NamedTuple):
    """Where something stands in a file, both counted from 1."""

    line: int
    column: int = 1


class Fault(NamedTuple):
    """One thing that is wrong, and where."""

    place: Place
    says: str

    def __str__(self) -> str:
        return f"line {self.place.line}, column {self.place.column}: {self.says}"


class FileError(InputError):
    """A game file that cannot be played as it stands; the message tells every fault with its line."""

    def __init__(self, name: str, faults: Iterable[Fault]) -> None:
        self.faults = tuple(sorted(set(faults)))[:MOST_FAULTS]
        super().__init__("\n".join(f"{name}, {fault}" for fault in self.faults))


class Wrong(Exception):
    """One fault found while something small is read; whoever reads the whole puts it with the others."""

    def __init__(self, place: Place, says: str) -> None:
        self.fault = Fault(place, says)
        super().__init__(says)


class Faults:
    """All faults of one file, gathered while the reading goes on."""

    def __init__(self) -> None:
        self.found: list[Fault] = []
        self.hints: list[Fault] = []
        """What can be played, and is perhaps not what was meant."""

    def hint(self, place: Place, says: str) -> None:
        """This is perhaps not what was meant."""
        self.hints.append(Fault(place, says))

    def add(self, place: Place, says: str) -> None:
        """Something is wrong here."""
        if len(self.found) < MOST_FAULTS:
            self.found.append(Fault(place, says))

    def unknown(self, place: Place, what: str, given: object, accepted: Iterable[str]) -> None:
        """There is nothing of that name; perhaps another was meant."""
        self.add(place, no_such(what, given, accepted))

    def take(self, wrong: Wrong) -> None:
        """A fault that was found while something small was read."""
        self.add(*wrong.fault)

    def take_other(self, told: Wrong, tries: Iterable[Callable[[], object]]) -> None:
        """The faults in parts of what was found faulty, but for the one that is told already."""
        for each in tries:
            try:
                each()
            except Wrong as wrong:
                if wrong.fault != told.fault:
                    self.take(wrong)

    def refuse(self, name: str) -> None:
        """Stop here if anything is wrong."""
        if self.found:
            raise FileError(name, self.found)


def no_such(what: str, given: object, accepted: Iterable[str]) -> str:
    """The sentence for a name that does not exist, with the nearest one that does."""
    return str(UnknownName(what, given, sorted(set(accepted))))


def not_so(what: str, accepted: str, given: object) -> str:
    """The sentence for a value that is not accepted."""
    return f"{what} takes {accepted}, not {shown(given)}."


MOST_BYTES = 64 * 1024
DEEPEST = 8
"""Tables within tables; a game needs five."""
MOST_DOTS = 40
"""In one key, before the text is read at all."""
LONGEST_TEXT = 600
LARGEST = 1_000_000
"""The largest number that a file may name."""

Path: TypeAlias = tuple[str, ...]

_KEY = re.compile(
    r"""\s*((?:[A-Za-z0-9_-]+|"[^"\n]*"|'[^'\n]*')(?:\s*\.\s*(?:[A-Za-z0-9_-]+|"[^"\n]*"|'[^'\n]*'))*)\s*="""
)
_PART = re.compile(r"""[A-Za-z0-9_-]+|"[^"\n]*"|'[^'\n]*'""")
_AT = re.compile(r"\s*\(at (?:line (\d+), column (\d+)|end of document)\)")


class Source:
    """A game file as text and as values, with the line and column of each key."""

    def __init__(self, text: str, faults: Faults) -> None:
        self.faults = faults
        self.lines = text.splitlines()
        self.places: dict[Path, Place] = {}
        self.values: dict[str, Any] = {}
        if self._is_fit(text):
            self.values = self._parsed(text)
            self._find_places()

    def _is_fit(self, text: str) -> bool:
        """Whether the text is small and flat enough to be read at all."""
        if len(text.encode("utf-8", "surrogatepass")) > MOST_BYTES:
            self.faults.add(Place(1), f"A game file takes at most {MOST_BYTES // 1024} kB.")
        for number, line in enumerate(self.lines, 1):
            if line.count(".") > MOST_DOTS and re.search(r"(?:\.\s*[\w-]+\s*){20}", line.split("#")[0][:2000]):
                self.faults.add(Place(number), "A key takes a few dots at most.")
            if line.count("[") + line.count("{") > 4 * MOST_DOTS:
                self.faults.add(Place(number), "Lists and tables stand a few deep at most.")
        return not self.faults.found

    def _parsed(self, text: str) -> dict[str, Any]:
        try:
            values = tomllib.loads(text)
        except (ValueError, RecursionError) as error:
            self._refuse_toml(str(error))
            return {}
        if _depth(values) > DEEPEST:
            self.faults.add(Place(1), f"Lists and tables stand at most {DEEPEST} deep.")
            return {}
        return values

    def _refuse_toml(self, told: str) -> None:
        at = _AT.search(told)
        end = len(self.lines) or 1
        place = Place(int(at[1]), int(at[2])) if at and at[1] else Place(end if at else 1)
        says = _AT.sub("", told).rstrip(".")
        if says.startswith("Illegal character '\\n'"):
            self.faults.add(place, "A quote is missing at the end of this line.")
        elif re.match("Expected .'{3}|Unterminated", says):
            self.faults.add(self._opened() or place, "What is quoted here is never closed: three quotes are missing.")
        elif twice := self._twice(says, place):
            self.faults.add(place, f"{twice} is there twice; a name stands once in a table.")
        elif says.startswith("Invalid value"):
            self.faults.add(
                place, 'A value is a number, a "text" in quotes, true or false in small letters, or a [list].'
            )
        else:
            way = 'Write key = "text", [table] or a comment.'
            self.faults.add(place, f"This is not TOML: {shown(says, 120)[1:-1]}. {way}")

    def _twice(self, says: str, place: Place) -> str:
        """The key or table that a line gives once more."""
        line = self.lines[place.line - 1] if place.line <= len(self.lines) else ""
        if says.startswith(("Cannot overwrite", "Cannot declare", "Duplicate")):
            return ".".join(_bare(part) for part in _PART.findall(line.split("=")[0]))
        return ""

    def _opened(self) -> Place | None:
        """The line whose three quotes are never closed."""
        opened, closing = None, ""
        for number, line in enumerate(self.lines, 1):
            if not closing:
                closing, opened = _left_open(line), Place(number)
            elif closing in line:
                closing = ""
        return opened if closing else None

    def _find_places(self) -> None:
        """The place of each key, by a look at the lines that is enough for a file that was read already."""
        table: Path = ()
        closing = ""
        for number, line in enumerate(self.lines, 1):
            if closing:
                closing = "" if closing in line else closing
                continue
            if line.lstrip().startswith("["):
                table = tuple(_bare(part) for part in _PART.findall(line.split("#")[0]))
                self.places.setdefault(table, Place(number, len(line) - len(line.lstrip()) + 1))
            elif key := _KEY.match(line):
                self._note_keys(table + tuple(_bare(part) for part in _PART.findall(key[1])), number, line, key)
            closing = _left_open(line)

    def _note_keys(self, path: Path, number: int, line: str, key: re.Match[str]) -> None:
        self.places.setdefault(path, Place(number, key.start(1) + 1))
        if "{" in line:
            for inner in re.finditer(r"""[{,]\s*([A-Za-z0-9_-]+|"[^"\n]*")\s*=""", line):
                self.places.setdefault((*path, _bare(inner[1])), Place(number, inner.start(1) + 1))

    def place(self, path: Path) -> Place:
        """Where a key stands, or the table that should hold it."""
        while path and path not in self.places:
            path = path[:-1]
        return self.places.get(path, Place(1))

    def script(self, path: Path) -> Iterator[tuple[Place, str]]:
        """The lines of a long text, each with its place."""
        text = self._value(path)
        first = self.place(path)
        opened = self.lines[first.line - 1] if first.line <= len(self.lines) else ""
        quotes = re.search(r"'''|\"\"\"", opened)
        if quotes and not opened[quotes.end() :].strip():
            start, indent = first.line + 1, 0
        else:
            start, indent = first.line, quotes.end() if quotes else opened.find("=") + 2
        for number, line in enumerate(text.split("\n")):
            yield Place(start + number, 1 + (indent if number == 0 else 0)), line

    def _value(self, path: Path) -> str:
        found: Any = self.values
        for name in path:
            found = found[name]
        return str(found)


def _bare(part: str) -> str:
    return part[1:-1] if part[:1] in "\"'" else part


def _left_open(line: str) -> str:
    """The quotes that a line opens and does not close."""
    for quotes in ("'''", '"""'):
        if line.count(quotes) % 2:
            return quotes
    return ""


def _depth(values: Any) -> int:
    """How deep lists and tables stand in each other; without recursion, for a stranger wrote them."""
    waiting, deepest = [(values, 1)], 0
    while waiting and deepest <= DEEPEST:
        value, depth = waiting.pop()
        deepest = max(deepest, depth)
        inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
        waiting += [(each, depth + 1) for each in inner if isinstance(each, dict | list)]
    return deepest


OTHER_WORDS = {
    "min": ("low",), "max": ("high", "most"), "values": ("words",), "options": ("words",), "sides": ("sizes",),
    "text": ("says",), "description": ("says",), "type": ("kind",), "name": ("title",), "dice": ("sizes",),
}  # fmt: skip
"""What people write for some keys."""


class Chapter:
    """One table of a file: what it holds is taken out by name and kind, and what is left over is a fault."""

    def __init__(self, source: Source, path: Path, values: dict[str, Any]) -> None:
        self.source, self.path, self.values = source, path, values
        self.faults = source.faults
        self.taken: set[str] = set()
        self.missing: dict[str, Fault] = {}

    def __contains__(self, name: str) -> bool:
        return name in self.values

    @property
    def name(self) -> str:
        """The last part of its path."""
        return self.path[-1] if self.path else "the file"

    def place(self, name: str = "") -> Place:
        """Where it stands, or one of its keys."""
        return self.source.place((*self.path, name) if name else self.path)

    def wrong(self, name: str, accepted: str) -> None:
        """A value is not what it should be."""
        self.faults.add(self.place(name), not_so(name, accepted, self.values.get(name)))

    def _take(self, name: str, required: str) -> Any:
        self.taken.add(name)
        if name not in self.values and required:
            self.missing[name] = Fault(self.place(), f"{self.name} needs {name}: {required}.")
            self.faults.add(*self.missing[name])
        return self.values.get(name)

    def text(self, name: str, default: str | None = None, longest: int = LONGEST_TEXT) -> str:
        """A text; required without a default."""
        value = self._take(name, "a text in quotes" if default is None else "")
        if isinstance(value, str) and len(value) <= longest and (value.isprintable() or longest > LONGEST_TEXT):
            return value
        if name in self.values:
            self.wrong(name, f"a text of at most {longest} characters")
        return default or ""

    def number(self, name: str, default: int | None = None, low: int = -LARGEST, high: int = LARGEST) -> int:
        """A whole number within bounds; required without a default."""
        value = self._take(name, f"a whole number from {low} to {high}" if default is None else "")
        if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
            return value
        if name in self.values:
            self.wrong(name, f"a whole number from {low} to {high}")
        return high if default is None else default

    def truth(self, name: str, default: bool = False) -> bool:
        """True or false."""
        value = self._take(name, "")
        if name in self.values and not isinstance(value, bool):
            self.wrong(name, "true or false")
        return value if isinstance(value, bool) else default

    def word(self, name: str, accepted: tuple[str, ...], default: str) -> str:
        """One of a few words."""
        value = self._take(name, "")
        if name in self.values and value not in accepted:
            self.faults.unknown(self.place(name), f"{name} called", value, accepted)
            return default
        return value if isinstance(value, str) else default

    def words(self, name: str, *, required: bool = False, most: int = 60) -> tuple[str, ...]:
        """A list of different short texts."""
        value = self._take(name, 'a list of words, such as ["miss", "hit"]' if required else "")
        if value is None:
            return ()
        if not isinstance(value, list) or not all(isinstance(each, str) and 0 < len(each) <= 60 for each in value):
            self.wrong(name, "a list of short texts in quotes")
            return ()
        if len(value) > most or len(set(value)) < len(value) or (required and not value):
            self.wrong(name, f"{'one to' if required else 'at most'} {most} texts, none of them twice")
        return tuple(dict.fromkeys(value))[:most]

    def numbers(self, name: str, default: tuple[int, ...], low: int, high: int) -> tuple[int, ...]:
        """A list of whole numbers within bounds."""
        value = self._take(name, "")
        if value is None:
            return default
        if not isinstance(value, list) or not value or not all(_is_whole(each, low, high) for each in value[:61]):
            self.wrong(name, f"a list of whole numbers from {low} to {high}")
            return default
        return tuple(value[:60])

    def section(self, name: str) -> Chapter:
        """The table of that name; an empty one where there is none."""
        value = self._take(name, "")
        if value is not None and not isinstance(value, dict):
            self.wrong(name, f"a table; write [{'.'.join((*self.path, name))}] and its keys below it")
        return Chapter(self.source, (*self.path, name), value if isinstance(value, dict) else {})

    def sections(self, most: int = 60) -> Iterator[tuple[str, Chapter]]:
        """Every table in it, by name."""
        for place, name in enumerate(self.values):
            if place == most:
                self.faults.add(self.place(name), f"{self.name} holds at most {most}.")
                return
            yield name, self.section(name)

    def texts(self, most: int = 300) -> dict[str, str]:
        """All of it as names with texts."""
        return {name: self.text(name) for name in list(self.values)[:most]}

    def end(self, *also: str) -> None:
        """Whatever was not taken is a fault; what it was perhaps meant for is then no fault besides."""
        for name in list(self.values)[: len(self.taken) + MOST_FAULTS]:
            if name not in self.taken:
                what = f"key in {'.'.join(self.path) or 'the file'} called"
                meant = next((each for each in OTHER_WORDS.get(name, ()) if each in {*self.taken, *also}), "")
                said = f"; here it is called {meant}." if meant else "."
                self.faults.add(self.place(name), no_such(what, name, {*self.taken, *also})[:-1] + said)
                meant = meant or nearest(name, list(self.missing))
                if meant in self.missing and self.missing[meant] in self.faults.found:
                    self.faults.found.remove(self.missing.pop(meant))


def _is_whole(value: object, low: int, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
