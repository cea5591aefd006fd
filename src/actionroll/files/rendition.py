"""Python for the expressions and changes of one roll: what is wrong with them is noted, and the writing goes on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from actionroll.files.expressions import LIST, NUMBER, TRUTH, Compiled, Formula, Sort, compiled
from actionroll.files.faults import Faults, Place, Wrong
from actionroll.files.flow import Flow
from actionroll.files.functions import Ladder
from actionroll.files.lines import Change, Line
from actionroll.rules.steps import Due


class Setting(NamedTuple):
    """What of the game the roll of a move may name."""

    move: str
    tiers: tuple[str, ...]
    facts: tuple[str, ...]
    rule: str
    """The rule of a step that names none."""
    rules: frozenset[str]
    tracks: frozenset[str]
    marks: frozenset[str]
    dues: Mapping[str, Due]
    joined: Mapping[str, str]
    """The inputs through which others join, each with what they are called there."""
    inputs: Mapping[str, tuple[Sort, Formula | None]]
    """Each with its sort, and with what stands for it where it is left out."""
    rulings: Mapping[str, Sort]
    ladder: Ladder

    @property
    def known(self) -> dict[str, Sort]:
        """What is known before the first line."""
        return {**self.rulings, **{name: sort for name, (sort, _) in self.inputs.items()}}


class Writer:
    """Writes what stands at one line of a roll; `at` says at which."""

    def __init__(self, lines: tuple[Line, ...], setting: Setting, faults: Faults) -> None:
        self.lines, self.setting, self.faults = lines, setting, faults
        self.flow = Flow(lines, setting.known, setting.facts, faults)
        self.code: list[str] = []
        self.at = 0

    @property
    def known(self) -> dict[str, Sort]:
        """What is known at the line."""
        return self.flow.known[self.at] or {}

    def text(self, formula: Formula, wanted: Sort | None = None, more: Mapping[str, Sort] | None = None) -> str:
        """An expression of a sort as Python; more than usual may be known in it."""
        return self.compiled(formula, wanted, more).code

    def compiled(
        self, formula: Formula, wanted: Sort | None = None, more: Mapping[str, Sort] | None = None
    ) -> Compiled:
        """The same with its sort; where something is wrong, that is noted and something stands in its place."""
        known = {**self.known, **more} if more else self.known
        if self.flow.known[self.at] is None:
            return Compiled("0", wanted or NUMBER)
        missing = [name for name in sorted(formula.names) if name not in known]
        if missing:
            self.faults.add(formula.piece.place, self.flow.missing(self.at, missing[0]))
            return Compiled("0", wanted or NUMBER)
        try:
            return compiled(formula, known, wanted)
        except Wrong as wrong:
            self.faults.take(wrong)
            return Compiled("0", wanted or NUMBER)

    def when(self, formula: Formula | None) -> str:
        """A condition as Python; always, where there is none."""
        return "True" if formula is None else self.text(formula, TRUTH)

    def rule(self, named: str, place: Place) -> str:
        """The rule that a step names, or the move's own."""
        if named and named not in self.setting.rules:
            self.faults.unknown(place, "rule", named, self.setting.rules)
        return repr(named or self.setting.rule)

    def given(self, names: frozenset[str] | set[str]) -> tuple[str, ...]:
        """Values in the order in which functions are given them."""
        return tuple(f"v_{name}" for name in sorted(names))

    def changes(self, changes: tuple[Change, ...]) -> tuple[list[str], str]:
        """Lines that gather effects, and what holds them then."""
        if not changes:
            return [], "()"
        lines = ["made = []"]
        for each in changes:
            self.check_track(each)
            by = str(each.mark) if each.by is None else self.text(each.by, NUMBER)
            made = f"if by: made.append(Effect(%s, {each.track!r}, by, {each.why!r}, {bool(each.mark)}))"
            lines += [f"by = {by} if {self.when(each.when)} else 0"]
            if each.each:
                part = self.setting.joined.get(each.each, "helper")
                many = f"len(v_{each.each})" if self.known.get(each.each) == LIST else f"v_{each.each}"
                lines += [f"for at in range({many}):", "    " + made % f"{part + '-'!r} + str(at + 1)"]
            else:
                lines += [made % repr(each.who)]
        return lines, "summed(tuple(made))" if len(changes) > 1 else "tuple(made)"

    def check_track(self, change: Change) -> None:
        """A change names what stands on the sheet, and those who join."""
        known = self.setting.marks if change.mark else self.setting.tracks
        if change.track not in known:
            self.faults.unknown(change.place, "mark" if change.mark else "track", change.track, known)
        if change.each and change.each not in self.setting.joined:
            self.faults.unknown(change.place, "input through which others join", change.each, self.setting.joined)
