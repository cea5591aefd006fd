"""How the lines of a roll follow each other: what is known at each, what is still needed, and what is reached."""

from __future__ import annotations

import keyword
from collections.abc import Iterable, Mapping

from actionroll.files.expressions import LIST, NUMBER, Formula, Sort, compiled, word_of
from actionroll.files.faults import Faults, Wrong, no_such
from actionroll.files.lines import (
    Change,
    DecideLine,
    EndLine,
    Go,
    Label,
    Let,
    Line,
    PoolLine,
    Refuse,
    ThrowLine,
)  # fmt: skip

OF_A_DIE = frozenset(("face", "size"))
RESERVED = frozenset((*OF_A_DIE, "tier", "each", "true", "false", "trait", *keyword.kwlist))
"""What a value cannot be called."""


def names_of(*formulas: Formula | None) -> set[str]:
    """The values that expressions name."""
    return {name for formula in formulas if formula is not None for name in formula.names}


class Flow:
    """The lines of one roll as a graph."""

    def __init__(
        self, lines: tuple[Line, ...], known: Mapping[str, Sort], facts: Iterable[str], faults: Faults
    ) -> None:
        self.lines, self.faults = lines, faults
        self.facts = tuple(facts)
        self.labels = {line.name: place for place, line in enumerate(lines) if isinstance(line, Label)}
        self.next = [self._following(place) for place in range(len(lines))]
        self.ever: set[str] = set(known).union(*[set(self.defined(line)) for line in lines])
        self.known: list[dict[str, Sort] | None] = [None] * len(lines)
        """What is known before each line; None where it is never reached."""
        if lines:
            self._go_forward(dict(known))
        self.needed = self._go_backward()
        """What each line and those after it still name."""
        self._check()

    def _following(self, place: int) -> list[int]:
        line = self.lines[place]
        after = [place + 1] if place + 1 < len(self.lines) else []
        match line:
            case Go():
                if line.to not in self.labels:
                    self.faults.unknown(line.place, "label", line.to, self.labels)
                    return after
                return [self.labels[line.to], *(after if line.when is not None else [])]
            case EndLine():
                return after if line.when is not None else []
            case _:
                return after

    def defined(self, line: Line) -> dict[str, Sort | Formula]:
        """The values that a line sets, each with its sort, or with the expression that tells it."""
        match line:
            case Let():
                return {line.name: line.value}
            case DecideLine():
                return {line.name: word_of(tuple(option.name for option in line.options))}
            case ThrowLine():
                return {
                    each.name: LIST if each.how in ("top", "bottom", "faces") else NUMBER
                    for pool in line.pools
                    for each in (pool.overall if pool.each is not None else pool.readings)
                }
            case _:
                return {}

    def _go_forward(self, start: dict[str, Sort]) -> None:
        """What is known before each line: on every way to it, and of one sort."""
        self.known[0] = start
        waiting = [0]
        while waiting:
            place = waiting.pop()
            after = self._after(place)
            for following in self.next[place]:
                met = self._met(self.known[following], after)
                if met != self.known[following]:
                    self.known[following] = met
                    waiting.append(following)

    def _after(self, place: int) -> dict[str, Sort]:
        known = dict(self.known[place] or {})
        for name, sort in self.defined(self.lines[place]).items():
            try:
                known[name] = compiled(sort, known).sort if isinstance(sort, Formula) else sort
            except Wrong:  # told once, where the line is turned into Python
                known.pop(name, None)
        return known

    def _met(self, one: dict[str, Sort] | None, other: dict[str, Sort]) -> dict[str, Sort]:
        if one is None:
            return other
        met = {}
        for name, sort in one.items():
            if name in other and other[name].name == sort.name:
                met[name] = Sort(sort.name, sort.words | other[name].words)
        return met

    def uses(self, place: int) -> set[str]:
        """The values that a line names."""
        line, known = self.lines[place], self.known[place] or {}
        match line:
            case Let():
                return names_of(line.value)
            case Refuse() | Go():
                return names_of(line.when)
            case ThrowLine():
                return set().union(
                    *[_of_pool(pool) for pool in line.pools], *[_of_change(each) for each in line.changes]
                )
            case DecideLine():
                return names_of(*[option.when for option in line.options], *[each.when for each in line.policies])
            case EndLine():
                tiers = names_of(line.when, *[form for tier in line.tiers for form in (tier.at, tier.when)])
                dues = names_of(*[form for due in line.dues for form in (due.amount, due.when)])
                changes = set().union(*[_of_change(each) for each in line.changes])
                told = set(self.facts) | set(names_in(line.why))
                return (tiers | dues | changes | {name for name in told if name in known}) - {"tier"}
            case _:
                return set()

    def policies_need(self, line: DecideLine) -> set[str]:
        """What the policies of a decision look at."""
        return names_of(*[each.when for each in line.policies])

    def _go_backward(self) -> list[frozenset[str]]:
        needed: list[frozenset[str]] = [frozenset()] * len(self.lines)
        changed = True
        while changed:
            changed = False
            for place in range(len(self.lines) - 1, -1, -1):
                after = set().union(*[needed[following] for following in self.next[place]])
                own = frozenset(after - set(self.defined(self.lines[place])) | self.uses(place))
                if own != needed[place]:
                    needed[place], changed = own, True
        return needed

    def needed_after(self, place: int) -> frozenset[str]:
        """What is still needed once a line is done."""
        return frozenset().union(*[self.needed[following] for following in self.next[place]])

    def _check(self) -> None:
        for place, line in enumerate(self.lines):
            for name in RESERVED.intersection(self.defined(line)):
                self.faults.add(line.place, f"{name} means something already; take another name.")
            if self.known[place] is None:
                self.faults.add(line.place, "This line is never reached; give it a label to go to, or leave it out.")
            elif not self.next[place] and not (isinstance(line, EndLine) and line.when is None):
                self.faults.add(line.place, "The roll must end: put end with its tiers as the last step.")
            elif isinstance(line, Refuse) and self._after_dice(place):
                self.faults.add(line.place, "refuse stands before the first throw and the first decision.")
        self._refuse_circles()
        self._refuse_twice()

    def _after_dice(self, place: int) -> bool:
        """Whether dice fall or someone decides before a line."""
        stops = [at for at, line in enumerate(self.lines) if isinstance(line, ThrowLine | DecideLine)]
        return any(place in self._reached(following) for at in stops for following in self.next[at])

    def _reached(self, start: int) -> set[int]:
        seen, waiting = {start}, [start]
        while waiting:
            for following in self.next[waiting.pop()]:
                if following not in seen:
                    seen.add(following)
                    waiting.append(following)
        return seen

    def _refuse_circles(self) -> None:
        """Whoever goes round must throw dice on the way."""
        left = {place for place, line in enumerate(self.lines) if not isinstance(line, ThrowLine)}
        while ends := {place for place in left if not any(following in left for following in self.next[place])}:
            left -= ends
        for place in sorted(left):
            line = self.lines[place]
            if isinstance(line, Go):
                self.faults.add(
                    line.place, f"This goes round for ever: between {line.to} and here dice must be thrown."
                )
                return

    def _refuse_twice(self) -> None:
        seen: set[tuple[type, str]] = set()
        for line in self.lines:
            if isinstance(line, Label | DecideLine):
                if (type(line), line.name) in seen:
                    self.faults.add(line.place, f"{line.name} is there twice; go back to the first with go.")
                seen.add((type(line), line.name))

    def missing(self, place: int, name: str) -> str:
        """The sentence for a name that is not known at a line."""
        if name in self.ever:
            return f"{name} is not set on every way to this line, or is of two sorts; set it before."
        return no_such("value", name, self.known[place] or {})


def _of_pool(pool: PoolLine) -> set[str]:
    own = {each.name for each in pool.readings} if pool.each is not None else set()
    readings = names_of(*[form for each in (*pool.readings, *pool.overall) for form in (each.of, each.many, each.by)])
    outer = names_of(pool.each)
    inner = names_of(pool.dice, pool.again, *[kept.count for kept in pool.kept])
    return outer | (inner | readings) - OF_A_DIE - own - ({"each"} if pool.each is not None else set())


def _of_change(change: Change) -> set[str]:
    return names_of(change.by, change.when) | ({change.each} if change.each else set())


def names_in(words: str) -> list[str]:
    """The values in braces in a text: `{best} is the highest`."""
    return [part.partition("}")[0] for part in words.split("{")[1:] if "}" in part]
