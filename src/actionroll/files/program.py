"""The roll of a move as plain Python, made once from its lines: each step is a function, and equal futures merge.

A function begins at the start, after each throw and decision, and at each label. It is given only what is still
needed. What is reckoned right after a throw becomes the throw's `read`: falls that come to the same go on as one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

from actionroll.dice import Kept, Pool, Statistic, Term, mark_all
from actionroll.errors import InputError
from actionroll.files import functions, readings
from actionroll.files.expressions import ANY, NUMBER, TRUTH, Formula, alone_in, grows, place_of, word_of
from actionroll.files.lines import (
    MOST_LINES,
    AnyLine,
    DecideLine,
    EndLine,
    Go,
    Label,
    Let,
    PolicyLine,
    Refuse,
    ThrowLine,
    names_in,
    names_of,
)
from actionroll.files.script import Script, Setting
from actionroll.files.source import Place, no_such
from actionroll.files.throws import Throws, Writer
from actionroll.rules.game import BEST, Policy
from actionroll.rules.steps import Decide, Effect, Outcome, Step, Throw, decide, summed

KNOWN_STATISTICS = 256
"""Of one pool, by the values that its readings depend on."""


class CompiledRoll(NamedTuple):
    """A roll that was compiled: how it starts, and the policies of its decisions."""

    start: Callable[[Any, Any], Step]
    policies: Mapping[str, Mapping[str, tuple[str, Policy]]]
    code: str


def roll_of(lines: tuple[AnyLine, ...], setting: Setting, script: Script) -> CompiledRoll | None:
    """The roll that these lines make; None where something is wrong with them."""
    program = Program(lines, setting, script)
    program.write()
    return None if script.faults.found else program.roll()


def policies_of(line: DecideLine) -> dict[str, list[PolicyLine]]:
    """The lines of each policy, by its name."""
    found: dict[str, list[PolicyLine]] = {}
    for each in line.policies:
        found.setdefault(each.name, []).append(each)
    return found


def policy_told(named: list[PolicyLine]) -> str:
    """What a policy does, in a sentence as its lines have it."""
    told = [each.option + (f" when {each.when.piece.text}" if each.when else "") for each in named]
    return f"{told[0][:1].upper()}{told[0][1:]}{''.join(f'; {each}' for each in told[1:])}."


class Program(Writer):
    """Writes the Python of one roll."""

    def __init__(self, lines: tuple[AnyLine, ...], setting: Setting, script: Script) -> None:
        super().__init__(lines, setting, script)
        self.targets = {line.to for line in lines if isinstance(line, Go)}
        self.rounds = {
            line.to for at, line in enumerate(lines) if isinstance(line, Go) and self.flow.asks_again(at, line.to)
        }
        """Labels to which a line goes back without dice on the way."""
        self.throws = Throws(self)

    def write(self) -> None:
        """All functions of the roll."""
        if not self.lines:
            return
        self.function("start", ("you", "rulings"), self.first_values(), 0)
        self.hint_unused()
        for place, line in enumerate(self.lines):
            self.at = place
            if isinstance(line, Label) and line.name in self.targets and self.flow.labels[line.name] == place:
                given = self.given(self.flow.needed[place])
                self.function(f"at_{line.name}", given, [], place)
                if line.name in self.rounds:
                    self.code.append(f"def again_{line.name}({', '.join(('_', *given))}): {self.go(line.name)}")
            elif isinstance(line, ThrowLine):
                self.after_throw(place, line)
            elif isinstance(line, DecideLine):
                given = self.decided_given(place, line)
                self.function(f"after_{place}", (f"v_{line.name}", *given), [], place + 1)
                self.policies(place, line, given)

    def hint_unused(self) -> None:
        """An input that nothing names changes nothing."""
        inputs = self.setting.inputs
        used = set().union(*[self.flow.uses(place) for place, _ in enumerate(self.lines)], self.setting.also_used)
        used |= names_of(*[stands_for for _, stands_for in inputs.values()])
        for name in [each for each in inputs if each not in used] if not self.flow.broken else ():
            self.faults.hint(self.setting.declared[name], f"No line of {self.setting.move} uses the input {name}.")

    def decided_given(self, place: int, line: DecideLine) -> tuple[str, ...]:
        """What the rest of the roll and the policies must know besides what is decided."""
        return self.given(self.flow.needed_after(place) - {line.name} | self.flow.policies_need(line))

    def first_values(self) -> list[str]:
        """The inputs and rulings that the roll needs."""
        inputs, known = self.setting.inputs, self.setting.known
        left_out = {name: inputs[name][1] for name in sorted(self.flow.needed[0] & set(inputs)) if inputs[name][1]}
        needed = self.flow.needed[0] & set(known) | names_of(*left_out.values()) & set(known)
        found = [f"v_{name} = {'rulings' if name in self.setting.rulings else 'you'}.{name}" for name in sorted(needed)]
        for name, stands_for in left_out.items():
            assert stands_for is not None  # noqa: S101
            found.append(f"if v_{name} is None: v_{name} = {self.text(stands_for, NUMBER)}")
        return found

    def function(self, name: str, takes: tuple[str, ...], first: list[str], place: int) -> None:
        """A function that goes on from a line."""
        body = [*first, *self.body(place)]
        self.code += [f"def {name}({', '.join(takes)}):", *[f"    {line}" for line in body or ["pass"]]]

    def body(self, start: int) -> list[str]:
        """The lines from one step up to the next throw, decision or end."""
        found: list[str] = []
        for place in range(start, len(self.lines)):
            self.at = place
            line = self.lines[place]
            if isinstance(line, Label):
                if place != start and line.name in self.targets:
                    return [*found, self.go(line.name)]
                continue
            written, ends = self.step(line)
            found += written
            if ends:
                return found
        return found

    def step(self, line: AnyLine) -> tuple[list[str], bool]:
        """One line as Python, and whether the function ends with it."""
        match line:
            case Let():
                return [self.let(line)], False
            case Refuse():
                return [f"if {self.text(line.when, TRUTH)}: raise InputError({line.says!r})"], False
            case Go():
                goes = self.go(line.to, again=self.flow.asks_again(self.at, line.to))
                return [goes if line.when is None else f"if {self.when(line.when)}: {goes}"], line.when is None
            case ThrowLine():
                return self.throws.step(self.at, line), True
            case DecideLine():
                return self.decide(line), True
            case EndLine():
                ended = self.end(line)
                sure = line.when is None
                return (ended if sure else [f"if {self.when(line.when)}:", *[f"    {each}" for each in ended]]), sure
            case Label():
                return [], False

    def let(self, line: Let) -> str:
        """A value gets a name."""
        self.rule(line.rule, line.place)
        made = self.compiled(line.value)
        self.hint_words(line)
        code = f"bounded({made.code})" if made.sort == NUMBER and grows(line.value, line.name) else made.code
        return f"v_{line.name} = {code}"

    def hint_words(self, line: Let) -> None:
        """A name by itself is the value of that name, though it may be a word, too."""
        for name in sorted(alone_in(line.value) & set(self.known)):
            if any(name in sort.words for other, sort in self.known.items() if other != name):
                says = f'{name} is here the value of that name; the word is written in quotes, "{name}".'
                self.faults.hint(place_of(line.value, name), says)

    def go(self, label: str, *, again: bool = False) -> str:
        """Go on at a label; back to a decision by a throw of no dice, so that rounds without end are cut off."""
        place = self.flow.labels.get(label)
        given = self.given(self.flow.needed[place] if place is not None else frozenset())
        if again:
            told = "".join(f"{each}, " for each in given)
            return f"return Throw({self.setting.rule!r}, no_pools, again_{label}, ({told}))"
        return f"return at_{label}({', '.join(given)})"

    def after_throw(self, place: int, line: ThrowLine) -> None:
        """What follows a throw: its readings and what is reckoned from them, then the rest."""
        by_pool, given = self.throws.unpacked(place, line), self.throws.given(place, line)
        raws = tuple(f"r_{at}" for at, _ in enumerate(line.pools))
        lets = self.throws.lets_after(place, line)
        if shares := self.throws.shares(place, line):
            self.after_shares(place, shares, by_pool, lets)
            return
        unpacked = [each for own in by_pool for each in own]
        if not lets:
            self.function(f"after_{place}", (*raws, *given), unpacked, place + 1)
            return
        written, rest = [], place + 1 + len(lets)
        for self.at in range(place + 1, rest):
            written.append(self.let(lets[self.at - place - 1]))
        made = {*self.flow.defined(line), *[each.name for each in lets]}
        needed = self.flow.needed[rest] if rest < len(self.lines) else frozenset()
        outs = ", ".join(self.given(needed & made))
        self.code.append(f"def read_{place}({', '.join((*raws, *given))}):")
        self.code += [f"    {each}" for each in (*unpacked, *written, f"return {outs or None}")]
        self.function(f"after_{place}", ("seen", *given), [f"{outs} = seen"] if outs else [], rest)

    def after_shares(self, place: int, shares: readings.Shares, unpacked: list[list[str]], lets: list[Let]) -> None:
        """What follows a throw whose pools are counted one after the other."""
        self.code += shares.gathering(f"share_{place}", unpacked)
        first = [f"{', '.join(('_', *[f'v_{name}' for name in shares.names]))} = seen"]
        first += [f"v_{name} = bounded(v_{name})" for name in shares.growing]
        for at in shares.late:
            self.at = place + 1 + at
            first.append(self.let(lets[at]))
        line = self.lines[place]
        given = self.throws.given(place, line) if isinstance(line, ThrowLine) else ()
        self.function(f"after_{place}", ("seen", *given), first, place + 1 + len(lets))

    def decide(self, line: DecideLine) -> list[str]:
        """The step that asks."""
        place = self.at
        for at, option in enumerate(line.options):
            if option.name in [other.name for other in line.options[:at]]:
                self.faults.add(option.place, f"The option {option.name} is there twice; take another name for one.")
        if line.options[0].when is not None:
            self.faults.add(line.place, f"The first option, {line.options[0].name}, does nothing and is always there.")
        offered = " + ".join(
            f"({option.name!r},)"
            if option.when is None
            else f"(({option.name!r},) if {self.when(option.when)} else ())"
            for option in line.options
        )
        given = "".join(f", {each}" for each in self.decided_given(place, line))
        rule = self.rule(line.rule, line.place)
        return [f"return decide({rule}, {line.name!r}, {line.by!r}, {offered}, after_{place}{given})"]

    def policies(self, place: int, line: DecideLine, given: tuple[str, ...]) -> None:
        """The named ways to answer a decision, each a function of its own."""
        self.at = place
        for number, named in enumerate(policies_of(line).values()):
            self.check_policy(line, named)
            self.code += [
                f"def policy_{place}_{number}(asked):",
                *([f"    {', '.join(given)}, = asked.given"] if given else []),
                *[
                    f"    if {each.option!r} in asked.options and {self.when(each.when)}: return {each.option!r}"
                    for each in named
                ],
                "    return asked.options[0]",
            ]

    def check_policy(self, line: DecideLine, named: list[PolicyLine]) -> None:
        """A policy takes options that are there, has a name of its own, and ends with a line without when."""
        options = [option.name for option in line.options]
        for each in named:
            if each.option not in options and line.name not in self.flow.doubtful:
                self.faults.unknown(each.place, "option", each.option, options)
        if named[0].name in (*options, BEST):
            self.faults.add(named[0].place, f"{named[0].name} means something already here; call the policy otherwise.")
        for before, each in pairwise(named):
            if before.when is None:
                self.faults.add(each.place, f"This line of {each.name} is never reached: the one before has no when.")

    def end(self, line: EndLine) -> list[str]:
        """The outcome: its tier, facts, effects, dues and the words about it."""
        rule = self.rule(line.rule, line.place)
        found = self.tier(line)
        if self.flow.known[self.at] is not None:
            self.check_facts(line)
            self.flow.known[self.at] = {
                **self.known,
                "tier": word_of(self.setting.tiers) if self.setting.tiers else ANY,
            }
        lines, effects = self.changes(line.changes)
        facts = "".join(f"({name!r}, v_{name}), " for name in self.setting.facts if name in self.known)
        dues = " + ".join(self.due(each.name, each.amount, each.when, each.place) for each in line.dues) or "()"
        outcome = f"Outcome({rule}, v_tier, ({facts}), {effects}, {dues}, {self.why(line)})"
        return [*found, *lines, f"return {outcome}"]

    def check_facts(self, line: EndLine) -> None:
        """What is told of the outcome is set on every way to it."""
        for name, place in self.setting.facts.items():
            if name not in self.known and name in self.flow.ever:
                self.faults.add(line.place, f"The fact {self.flow.missing(self.at, name)}")
            elif name not in self.known and not self.flow.broken:
                self.faults.add(place, no_such("value for the fact", name, set(self.known) - {"tier"}))

    def tier(self, line: EndLine) -> list[str]:
        """The tier by the first condition that holds."""
        found = []
        for place, tier in enumerate(line.tiers):
            last = place == len(line.tiers) - 1
            if (tier.when is None) != last:
                says = (
                    "The last tier stands without when, for everything else."
                    if last
                    else "Only the last tier stands without when."
                )
                self.faults.add(tier.place, says)
            name = repr(tier.tier)
            if tier.at is not None:
                name = f"tiers[max(0, min({len(self.setting.tiers) - 1}, {self.text(tier.at, NUMBER)}))]"
            if tier.when is not None:
                found.append(f"{'elif' if place else 'if'} {self.when(tier.when)}: v_tier = {name}")
            else:
                found.append(f"else: v_tier = {name}" if place else f"v_tier = {name}")
        if not found:
            self.faults.add(line.place, "Below end stand the tiers, indented, such as strong hit when total >= 10.")
        return found

    def due(self, name: str, amount: Formula | None, when: Formula | None, place: Place) -> str:
        """A due, where its condition holds and its amount is more than nothing."""
        if name not in self.setting.dues:
            self.faults.unknown(place, "due", name, self.setting.dues)
            return "()"
        code = f"dues[{name!r}]"
        if amount is not None:
            many = self.text(amount, NUMBER)
            return f"((({code}._replace(amount={many}),) if {many} > 0 and {self.when(when)} else ()))"
        return f"(({code},) if {self.when(when)} else ())"

    def why(self, line: EndLine) -> str:
        """A text with values in braces, as Python's own."""
        for name in names_in(line.why.text):
            if name not in self.known:
                self.faults.add(line.why.place, self.flow.missing(self.at, name))
        parts = line.why.text.split("{")
        if any("}" not in part for part in parts[1:]):
            self.faults.add(line.why.place, "A brace is never closed here: a value stands in braces, such as {best}.")
        told = [repr(parts[0])]
        for part in parts[1:]:
            name, closed, rest = part.partition("}")
            minus = '.replace("-", "−")' if self.known.get(name) == NUMBER else ""
            told += [f"str(v_{name}){minus}" if closed and name in self.known else repr(name), repr(rest)]
        return " + ".join(told)

    def roll(self) -> CompiledRoll:
        """The functions of the code. It is our own: nothing of the file stands in it but checked names and values."""
        space: dict[str, Any] = {
            "__builtins__": {}, "kept": lru_cache(KNOWN_STATISTICS), "chain": lru_cache(MOST_LINES)(readings.Chain),
            "no_pools": readings.NO_POOLS, "tiers": self.setting.tiers, "dues": self.setting.dues,
            "step": self.setting.ladder.step, "spread": self.setting.ladder.spread, **NAMES,
        }  # fmt: skip
        code = "\n".join(self.code)
        exec(compile(code, f"<the roll of {self.setting.move}>", "exec"), space)  # noqa: S102
        policies = {
            line.name: {
                name: (policy_told(named), space[f"policy_{place}_{number}"])
                for number, (name, named) in enumerate(policies_of(line).items())
            }
            for place, line in enumerate(self.lines)
            if isinstance(line, DecideLine)
        }
        return CompiledRoll(space["start"], policies, code)


NAMES: dict[str, Any] = {
    **functions.CALLS,
    **{each.__name__: each for each in (min, max, abs, sum, len, tuple, sorted, enumerate, range, str, any)},
    **{each.__name__: each for each in (Pool, Statistic, Kept, Term, Throw, Decide, Outcome, Effect, InputError)},
    **{each.__name__: each for each in (decide, summed, mark_all, readings.beyond, readings.marked)},
    **{each.__name__: each for each in (readings.most_kept, readings.Again, readings.OneByOne)},
}
"""All that the code can name."""
