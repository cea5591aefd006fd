"""Throws and expressions as Python: pools, the statistics that are read from them, and what follows."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from functools import partial

from actionroll.dice import FUDGE
from actionroll.files import readings
from actionroll.files.expressions import (
    LIST,
    NUMBER,
    TRUTH,
    Compiled,
    Formula,
    Sort,
    added,
    compiled,
    conditions_of,
    grows,
    meant_words,
    place_of,
    summands,
)  # fmt: skip
from actionroll.files.flow import Flow
from actionroll.files.lines import AnyLine, ChangeLine, Let, PoolLine, ThrowLine
from actionroll.files.script import Script, Setting
from actionroll.files.source import Place, Wrong


class Writer:
    """Writes what stands at one line of a roll; `at` says at which."""

    def __init__(self, lines: tuple[AnyLine, ...], setting: Setting, script: Script) -> None:
        self.lines, self.setting, self.faults = lines, setting, script.faults
        self.flow = Flow(lines, setting.known, setting.facts, script)
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
            self.tell_missing(formula, known, missing)
            return Compiled("0", wanted or NUMBER)
        try:
            return compiled(formula, known, wanted)
        except Wrong as wrong:
            self.faults.take(wrong)
            self.faults.take_other(wrong, [partial(compiled, each, known, TRUTH) for each in conditions_of(formula)])
            return Compiled("0", wanted or NUMBER)

    def tell_missing(self, formula: Formula, known: Mapping[str, Sort], missing: list[str]) -> None:
        """Every name of an expression that is not known, each at its place; or that a word was meant."""
        if word := meant_words(formula, known):
            self.faults.take(word)
            return
        for name in missing:
            self.faults.add(place_of(formula, name), self.flow.missing(self.at, name))

    def when(self, formula: Formula | None) -> str:
        """A condition as Python; always, where there is none."""
        return "True" if formula is None else self.text(formula, TRUTH)

    def rule(self, named: str, place: Place) -> str:
        """The rule that a step names, or the move's own."""
        if named and named not in self.setting.rules:
            self.faults.unknown(place, "rule", named, self.setting.rules)
        return repr(named or self.setting.rule)

    def rule_about(self, name: str, rule: str) -> str:
        """The rule that settles a value: its own, or the one of the step."""
        lets = {line.name: line.rule for line in self.lines if isinstance(line, Let) and line.rule}
        own = {**self.setting.settled_by, **lets}.get(name)
        return repr(own) if own else rule

    def given(self, names: frozenset[str] | set[str]) -> tuple[str, ...]:
        """Values in the order in which functions are given them."""
        return tuple(f"v_{name}" for name in sorted(names))

    def changes(self, changes: tuple[ChangeLine, ...]) -> tuple[list[str], str]:
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

    def check_track(self, change: ChangeLine) -> None:
        """A change names what stands on the sheet, and those who join."""
        known = self.setting.marks if change.mark else self.setting.tracks
        if change.track not in known:
            self.faults.unknown(change.place, "mark" if change.mark else "track", change.track, known)
        if change.each and change.each not in self.setting.joined:
            self.faults.unknown(change.place, "input through which others join", change.each, self.setting.joined)


def is_gathered(line: ThrowLine) -> bool:
    """Whether it throws a pool for each number of a list."""
    return any(pool.each is not None for pool in line.pools)


def is_chained(line: ThrowLine) -> bool:
    """Whether some of its dice may be thrown again at once."""
    return any(pool.again is not None for pool in line.pools)


def read_beside(pool: PoolLine, line: AnyLine) -> set[str]:
    """What is read from the other pools of a throw."""
    pools = line.pools if isinstance(line, ThrowLine) else ()
    return {each.name for other in pools if other is not pool for each in other.readings}


def sorts_of(pool: PoolLine) -> dict[str, Sort]:
    """What each reading of a pool is."""
    return {each.name: LIST if each.how in ("top", "bottom", "faces") else NUMBER for each in pool.readings}


FEWEST_SHARING = 3
"""Pools from which on it pays to count them one after the other: of two, each reading meets each in any case."""


def shares_of(writer: Writer, place: int, line: ThrowLine, lets: list[Let]) -> readings.Shares | None:
    """The shares of a throw's pools in what is reckoned right after it; None where they would spare nothing."""
    pool_of = {each.name: at for at, pool in enumerate(line.pools) for each in pool.readings}
    names = [each.name for each in lets]
    if len({*names, *pool_of}) < len(names) + len(pool_of) or set(names) & set(writer.known):
        return None  # a name that is set twice would mean two things at once
    sums: dict[str, list[tuple[int, Formula]]] = {}
    late = []
    for at, let in enumerate(lets):
        parts = [each for part in added(let.value) for each in _spread(part, sums)]
        of_pools = [{pool_of[name] for name in part.names & set(pool_of)} for _, part in parts]
        if all(
            len(pools) < 2 and not part.names & set(names) for pools, (_, part) in zip(of_pools, parts, strict=True)
        ):
            sums[let.name] = parts
        else:
            late.append(at)
    after = place + 1 + len(lets)
    needed = set(writer.flow.needed[after]) if after < len(writer.lines) else set()
    needed |= set().union(*[lets[at].value.names for at in late])
    kept = {name: parts for name, parts in sums.items() if name in needed}
    used = (
        pool_of.keys() & {name for parts in kept.values() for _, part in parts for name in part.names}
        | pool_of.keys() & needed
    )
    own = {name: at for name, at in pool_of.items() if name in needed}
    if len(kept) + len(own) >= len(used):
        return None
    return _written(writer, place, lets, kept, own, tuple(late), pool_of)


def _spread(part: tuple[int, Formula], sums: Mapping[str, list[tuple[int, Formula]]]) -> list[tuple[int, Formula]]:
    """A part of a sum; one that is itself a sum is that one's parts."""
    sign, formula = part
    if not isinstance(formula.tree, ast.Name) or formula.tree.id not in sums:
        return [part]
    return [(sign * own, each) for own, each in sums[formula.tree.id]]


def _written(
    writer: Writer, place: int, lets: list[Let], kept: Mapping[str, list[tuple[int, Formula]]], own: dict[str, int],
    late: tuple[int, ...], pool_of: Mapping[str, int],
) -> readings.Shares | None:  # fmt: skip
    """The shares as Python; None where something of them is no number."""
    sums: dict[str, list[list[str]]] = {}
    taken: set[str] = set()
    many = 1 + max(pool_of.values())
    for name, parts in kept.items():
        sums[name] = [[] for _ in range(many)]
        for sign, part in parts:
            writer.at = place + 1
            made = writer.compiled(part)
            if made.sort not in (NUMBER, TRUTH):
                return None
            at = next((pool_of[each] for each in part.names if each in pool_of), 0)
            sums[name][at].append(f"{'+' if sign > 0 else '-'} ({made.code})")
            taken |= part.names - pool_of.keys()
    growing = tuple(let.name for let in lets if let.name in sums and grows(let.value, let.name))
    return readings.Shares(sums, own, late, tuple(sorted(taken)), growing)


class Throws:
    """Writes the throws of a roll."""

    def __init__(self, writer: Writer) -> None:
        self.writer = writer

    def given(self, place: int, line: ThrowLine) -> tuple[str, ...]:
        """What the rest of the roll must know besides what the dice show."""
        flow = self.writer.flow
        return self.writer.given(flow.needed_after(place) - set(flow.defined(line)))

    def lets_after(self, place: int, line: ThrowLine) -> list[Let]:
        """What is reckoned right after a throw, and so read from it."""
        found: list[Let] = []
        for each in self.writer.lines[place + 1 :]:
            if not isinstance(each, Let) or is_gathered(line):
                break
            found.append(each)
        return found

    def unpacked(self, place: int, line: ThrowLine) -> list[list[str]]:
        """The statistics of the pools are written; for each pool the lines that take apart what it shows."""
        self.writer.at = place
        found: list[list[str]] = []
        self.refuse_mixed(line)
        for at, pool in enumerate(line.pools):
            try:
                found.append(self.statistic(place, at, pool, chained=is_chained(line)))
            except Wrong as wrong:
                self.writer.faults.take(wrong)
                found.append([])
        return found

    def shares(self, place: int, line: ThrowLine) -> readings.Shares | None:
        """How pools are counted one after the other; None where all must be looked at together."""
        if len(line.pools) < FEWEST_SHARING or is_gathered(line) or is_chained(line) or self.writer.faults.found:
            return None
        found = shares_of(self.writer, place, line, self.lets_after(place, line))
        self.writer.at = place
        return found

    def refuse_mixed(self, line: ThrowLine) -> None:
        """What one throw cannot be."""
        faults = self.writer.faults
        for pool in line.pools:
            if pool.each is not None and (len(line.pools) > 1 or not pool.overall):
                says = "Pools for each stand alone in a throw, and say what is read of all: all best = highest of one."
                faults.add(pool.place, says)
            if pool.each is None and pool.overall:
                faults.add(pool.place, "all is for pools of a list: crew for each dots: each d6.")
        for place, pool in enumerate(line.pools):
            if pool.name in [other.name for other in line.pools[:place]]:
                faults.add(pool.place, f"Two pools of this throw are called {pool.name}; take another name for one.")
        names = [each.name for pool in line.pools for each in (*pool.readings, *pool.overall)]
        if len(set(names)) < len(names):
            faults.add(line.place, "Two readings of one throw have the same name.")
        self._refuse_sisters(line)

    def _refuse_sisters(self, line: ThrowLine) -> None:
        """What is read in a pool knows nothing of what is read in another pool of the same throw."""
        for pool in line.pools:
            of_others = read_beside(pool, line)
            for formula in [each for read in pool.readings for each in (read.of, read.many, read.by) if each]:
                for name in sorted(formula.names & of_others):
                    says = f"{name} is read in this same throw, whose pools do not see each other; throw it before."
                    self.writer.faults.add(formula.piece.place, says)

    def statistic(self, place: int, at: int, pool: PoolLine, chained: bool) -> list[str]:
        """Write the factory of a pool's statistic; the lines that take its reading apart."""
        writer = self.writer
        missing = [name for name in writer.flow.uses(place) if name not in writer.known]
        if missing or writer.flow.known[place] is None:
            for each in readings.formulas_of(pool):
                for name in sorted(each.names & set(missing) - read_beside(pool, writer.flow.lines[place])):
                    writer.faults.add(place_of(each, name), writer.flow.missing(place, name))
            return []
        shown = readings.read_of(pool, pool.readings, writer.known, readings.OF_A_DIE)
        again = writer.text(pool.again, TRUTH, readings.OF_A_DIE) if pool.again else "False"
        stays = f"not {again}" if pool.again and not pool.times else "True"
        name, fudge = f"stat_{place}_{at}", pool.sides == FUDGE
        writer.code += ["@kept", *shown.factory(name, pool.readings[0].how, fudge, again if chained else "", stays)]
        if pool.each is None:
            return shown.unpacked(f"r_{at}")
        overall = readings.read_of(pool, pool.overall, writer.known, sorts_of(pool))
        writer.code += overall.gathering(f"over_{place}", shown)
        return [f"if r_0 is None: r_0 = {overall.none}", *overall.unpacked("r_0")]

    def step(self, place: int, line: ThrowLine) -> list[str]:
        """The step that casts the dice."""
        writer, rule = self.writer, self.writer.rule(line.rule, line.place)
        given = ", ".join(self.given(place, line))
        given = f"({given},)" if given else "()"
        lines, costs = writer.changes(line.changes)
        read = f"read_{place}" if self.lets_after(place, line) else "None"
        if is_gathered(line):
            pools, gather = self.pools_of_list(place, line.pools[0])
            thrown = f"pools or no_pools, after_{place}, {given}, gather={gather} if pools else None, costs={costs}"
            return [*lines, f"pools = {pools}", f"return Throw({rule}, {thrown})"]
        pools = ", ".join(self.pool(place, at, line, rule) for at, _ in enumerate(line.pools))
        if shares := self.shares(place, line):
            gather = f"gather=share_{place}({', '.join(f'v_{name}' for name in shares.taken)})"
            return [*lines, f"return Throw({rule}, ({pools},), after_{place}, {given}, {gather}, costs={costs})"]
        if not is_chained(line):
            return [*lines, f"return Throw({rule}, ({pools},), after_{place}, {given}, {read}, costs={costs})"]
        casts = ", ".join(self.made(place, at, pool) for at, pool in enumerate(line.pools))
        names, parts = tuple(pool.name for pool in line.pools), tuple(pool.by for pool in line.pools)
        times = tuple(-1 if pool.again is None else pool.times for pool in line.pools)
        chain = f"chain({rule}, {names!r}, {parts!r}, {times!r}, after_{place}, {read})"
        return [*lines, f"return {chain}.start(({pools},), ({casts},), {costs}, {given})"]

    def made(self, place: int, at: int, pool: PoolLine) -> str:
        """The statistic of a pool, for what its readings depend on."""
        return f"stat_{place}_{at}({self.taken(pool, overall=False)})"

    def taken(self, pool: PoolLine, overall: bool) -> str:
        """The values that the readings of a pool depend on; a fault in them is told where they are written."""
        shown, of = (pool.overall, sorts_of(pool)) if overall else (pool.readings, readings.OF_A_DIE)
        try:
            return ", ".join(f"v_{name}" for name in readings.read_of(pool, shown, self.writer.known, of).taken)
        except Wrong:
            return ""

    def pool(self, place: int, at: int, line: ThrowLine, rule: str) -> str:
        """One pool of a throw."""
        pool = line.pools[at]
        statistic = self.made(place, at, pool) + (".first" if is_chained(line) else "")
        beside = at > 0 and pool.by == line.pools[at - 1].by and not pool.against
        kept = " + ".join(
            f"kept_dice({pool.name!r}, {self.writer.text(each.count, NUMBER)}, {each.sides}, {each.face})"
            for each in pool.kept
        )
        terms = self.terms(pool, rule)
        return f"Pool({self.dice(pool)}, {statistic}, ({pool.name!r},), {terms}, {pool.by!r}, {kept or '()'}, {beside})"

    def dice(self, pool: PoolLine, more: Mapping[str, Sort] | None = None) -> str:
        """The sizes of the dice."""
        if pool.sides:
            return f"same_dice({self.writer.text(pool.dice, NUMBER, more)}, {pool.sides})"
        made = self.writer.compiled(pool.dice, None, more)
        if made.sort.name == "word":
            says = "After dice stands a die, or a list of dice such as [attribute, skill]."
            self.writer.faults.add(pool.dice.piece.place, says)
        return f"{'dice_of' if made.sort == LIST else 'die_of'}({made.code})"

    def terms(self, pool: PoolLine, rule: str) -> str:
        """Where the count is a sum of names, each of them is a term that is told."""
        found = summands(pool.dice) if pool.sides > 0 else None
        if not found or len(found) < 2 or any(self.writer.known.get(name) != NUMBER for _, name in found):
            return "()"
        parts = "".join(
            f", ({name.replace('_', ' ')!r}, {'' if sign > 0 else '-'}v_{name}, {self.writer.rule_about(name, rule)})"
            for sign, name in found
        )
        return f"terms_of({parts[2:]})"

    def pools_of_list(self, place: int, pool: PoolLine) -> tuple[str, str]:
        """A pool for each number of a list, cast by as many parts; and how they are gathered."""
        numbers = self.writer.text(pool.each, LIST) if pool.each is not None else "()"
        dice = self.dice(pool, {"each": NUMBER})
        statistic, by = self.made(place, 0, pool), f"{pool.by + '-'!r} + str(at + 1)"
        made = f"Pool({dice}, {statistic}, ({pool.name!r},), (), {by}, (), at > 0)"
        return (
            f"tuple([{made} for at, v_each in enumerate({numbers})])",
            f"over_{place}({self.taken(pool, overall=True)})",
        )
