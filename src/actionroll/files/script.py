"""The roll of a move as a designer writes it: one line a step, what belongs to a step indented below it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple, TypeVar

from actionroll.errors import nearest, shown
from actionroll.files import lines
from actionroll.files.expressions import NAME, Formula, Piece, Sort, parse
from actionroll.files.functions import Ladder
from actionroll.files.lines import AnyLine, Block, alone, blocks_of, dice_of, is_change, with_line, with_name
from actionroll.files.source import Faults, Place, Wrong, no_such
from actionroll.rules.steps import Due

READ = ("sum", "highest", "lowest", "top", "bottom", "count", "faces")
STEPS = ("throw", "decide", "end", "go", "refuse", "label", "NAME = …")
PART = re.compile(r"roller|gm|attacker|defender|(?:helper|member)(?:-\d{1,2})?")
_RULE = re.compile(r"\s*\[([A-Z][A-Za-z0-9.-]*)\]$")
_RULES = re.compile(r"\[[A-Z][\w.-]*(?:\s*[,;]\s*|\s+)[A-Z][^\]]*\]$")
POOL = re.compile(r"([a-z][a-z0-9_]*)(?: by ([a-z0-9-]+))?(?: for each ([a-z0-9_]+))?( against)?\s*:")
OPTION = re.compile(r'([a-z][a-z0-9_-]*)\s+("[^"]*")')
T = TypeVar("T")


class Setting(NamedTuple):
    """What of the game the roll of a move may name."""

    move: str
    tiers: tuple[str, ...]
    facts: Mapping[str, Place]
    """What is told of the outcome, and where that is declared."""
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
    declared: Mapping[str, Place]
    """Where each input stands."""
    also_used: frozenset[str]
    """Inputs that others follow or belong to."""
    settled_by: Mapping[str, str]
    """The inputs that a rule of its own is about."""

    @property
    def known(self) -> dict[str, Sort]:
        """What is known before the first line."""
        return {**self.rulings, **{name: sort for name, (sort, _) in self.inputs.items()}}


class Script:
    """Reads the lines of one move; every fault is noted, and the reading goes on with the next line."""

    def __init__(self, tiers: tuple[str, ...], faults: Faults) -> None:
        self.tiers, self.faults = tiers, faults
        self.doubtful: set[str] = set()
        """What is set by lines that could not be read."""
        self.broken = False
        """Whether a step is missing because it could not be read."""

    def read(self, written: Iterable[tuple[Place, str]]) -> tuple[AnyLine, ...]:
        """All steps of the roll."""
        blocks = blocks_of(written, self.faults)
        found = self.each(blocks, self.line)
        self.broken = len(found) < len(blocks)
        return found

    def each(self, blocks: list[Block], read: Callable[[Block], T]) -> tuple[T, ...]:
        """All blocks that can be read; what is wrong with the others is noted."""
        found = []
        for block in blocks:
            try:
                found.append(read(block))
            except Wrong as wrong:
                self.faults.take(wrong)
                found += self.without_condition(block, wrong, read)
        return tuple(found)

    def without_condition(self, block: Block, wrong: Wrong, read: Callable[[Block], T]) -> list[T]:
        """The rest of a line whose condition is faulty, so that what else is wrong with it is told as well."""
        begins = when_begins(block.piece.text)
        if 0 <= begins <= wrong.fault.place.column - block.piece.place.column:
            try:
                return [read(replace(block, piece=Piece(f"{block.piece.text[:begins]}when true", block.piece.place)))]
            except Wrong as other:
                self.faults.take(other)
        self.doubtful.update(names_set(block))
        return []

    def line(self, block: Block) -> AnyLine:
        """One step."""
        piece = block.piece
        word = piece.text.partition(" ")[0]
        if word in ("throw", "decide", "end"):
            read: dict[str, Callable[[Block], AnyLine]] = {"throw": self.throw, "decide": self.decide, "end": self.end}
            return read[word](block)
        setting = re.match(r"([a-z][a-z0-9_]*)\s*=(?!=)", piece.text)
        if word in ("refuse", "go", "label"):
            alone(block)
        if word == "refuse":
            rest, when = parted_when(piece.part(6))
            return lines.Refuse(piece.place, sentence(rest), needed(when, piece, "refuse"))
        if word == "go":
            rest, when = parted_when(piece.part(2))
            return lines.Go(piece.place, name_of(rest), when)
        if word == "label":
            return lines.Label(piece.place, name_of(piece.part(5)))
        if setting:
            piece, rule = parted_rule(piece)
            value = value_of(piece.part(setting.end()))
            alone(block)
            return lines.Let(piece.place, rule, setting[1], value)
        raise Wrong(piece.place, self.misplaced(piece.text) or no_such("step called", word, STEPS))

    def misplaced(self, text: str) -> str:
        """The sentence for a line that would be right elsewhere."""
        if POOL.match(text):
            return "Dice stand indented below throw."
        if any(text == tier or text.startswith(f"{tier} when") for tier in self.tiers):
            return "Tiers stand indented below end."
        return "Options stand indented below decide." if OPTION.match(text) else ""

    def throw(self, block: Block) -> lines.ThrowLine:
        """`throw [PB-1]`, with its pools below it."""
        piece, rule = parted_rule(block.piece)
        if piece.text != "throw":
            raise Wrong(piece.place, "The dice stand indented below throw, such as pool: 2d6.")
        changed = [each for each in block.inner if is_change(each)]
        pools = self.each([each for each in block.inner if not is_change(each)], self.pool)
        if not block.inner:
            raise Wrong(piece.place, "Below throw stand its dice, indented, such as pool: 2d6.")
        return lines.ThrowLine(piece.place, rule, pools, self.each(changed, change_of))

    def pool(self, block: Block) -> lines.PoolLine:
        """`stress by helper for each pools: each d6`, with its readings below it."""
        piece = block.piece
        head = POOL.match(piece.text)
        if not head and re.match(r"keep |explode |reroll |all |[a-z][a-z0-9_]*\s*=", piece.text):
            raise Wrong(piece.place, "What is read from dice stands indented below them.")
        if not head:
            order = " (NAME by gm against: d8 if they are another's)" if " against" in piece.text else ""
            raise Wrong(piece.place, f"Dice are written as NAME: 2d6{order}, what is read from them indented below.")
        by = part_of(head[2] or ("member" if head[3] else "roller"), piece.place)
        each = parse(piece.part(head.start(3), head.end(3))) if head[3] else None
        dice, sides = dice_of(piece.part(head.end()))
        made = lines.PoolLine(piece.place, head[1], by, each, dice, sides, bool(head[4]))
        for inner in block.inner:
            try:
                made = with_line(made, inner)
            except Wrong as wrong:
                self.faults.take(wrong)
                self.doubtful.update(names_set(inner))
                made = with_name(made, inner)
        self.hint(made)
        if not made.readings:
            raise Wrong(piece.place, f"What is read from {head[1]} stands indented below it, such as best = highest.")
        return made

    def hint(self, pool: lines.PoolLine) -> None:
        """Dice that explode are read one by one, which is seldom meant where the best is read."""
        for each in pool.readings if pool.times else ():
            if each.how in ("highest", "lowest", "top", "bottom"):
                self.faults.hint(
                    each.place,
                    f"{each.how} reads single faces: a die that explodes adds another die to {pool.name}, and does not "
                    "grow. sum adds them up; take a pool for each die whose total you compare.",
                )

    def decide(self, block: Block) -> lines.DecideLine:
        """`decide push by roller [PB-2]`, with its options below it."""
        piece, rule = parted_rule(block.piece)
        head = re.fullmatch(r"decide ([a-z][a-z0-9_]*)(?: by ([a-z0-9-]+))?", piece.text)
        if not head:
            raise Wrong(piece.place, "A decision is written as decide NAME by roller, its options indented below.")
        policies = [each for each in block.inner if each.piece.text.startswith("policy ")]
        written = [each for each in block.inner if each not in policies]
        options = self.each(written, option_of)
        if len(options) < len(written):
            self.doubtful.add(head[1])
        if len(written) < 2 or not options:
            raise Wrong(
                piece.place,
                'A decision has at least two options below it, such as keep "Leave it."; the first does nothing.',
            )
        by = part_of(head[2] or "roller", piece.place)
        return lines.DecideLine(piece.place, rule, head[1], by, options, self.each(policies, policy_of))

    def end(self, block: Block) -> lines.EndLine:
        """`end when sure [PB-3]`, with its tiers below it."""
        piece, rule = parted_rule(block.piece)
        piece, when = parted_when(piece)
        if piece.text != "end":
            raise Wrong(piece.place, "The tiers stand indented below end, such as strong hit when total >= 10.")
        changed = [each for each in block.inner if is_change(each)]
        dues = [each for each in block.inner if each.piece.text.startswith("due ")]
        why = [each for each in block.inner if each.piece.text.startswith("why ")]
        rest = [each for each in block.inner if each not in [*changed, *dues, *why]]
        words = self.each(why, lambda each: Piece(sentence(each.piece.part(3)), each.piece.place))
        return lines.EndLine(
            piece.place, rule, when, self.each(rest, self.tier), self.each(changed, change_of), self.each(dues, due_of),
            words[0] if words else Piece("", piece.place),
        )  # fmt: skip

    def tier(self, block: Block) -> lines.TierLine:
        """`strong hit when total >= 10`, `at beaten`."""
        alone(block)
        piece, when = parted_when(block.piece)
        if piece.text.startswith("at ") and piece.text not in self.tiers:
            return lines.TierLine(piece.place, "", parse(piece.part(3)), when)
        name = piece.text.strip('"')
        if self.tiers and name not in self.tiers:
            self.faults.unknown(piece.place, "tier", name, self.tiers)
        return lines.TierLine(piece.place, name, None, when)


def names_set(block: Block) -> set[str]:
    """The values that a line and those below it set, as far as that can be seen."""
    own = re.match(r"(?:all |decide )?([a-z][a-z0-9_]*)\s*(?:=(?!=)|$|by )", block.piece.text)
    return ({own[1]} if own else set()).union(*[names_set(each) for each in block.inner])


def parted_rule(piece: Piece) -> tuple[Piece, str]:
    """A line without the rule at its end, and the rule: `throw [PB-1]`."""
    if several := _RULES.search(piece.text):
        says = "A line names one rule. What another one settles is a value of its own: dark = -1 if lamp is dark else 0"
        raise Wrong(piece.part(several.start()).place, f'{says} [S-2]; or an input: {{…, rule = "S-2"}}.')
    found = _RULE.search(piece.text)
    return (piece.part(0, found.start()), found[1]) if found else (piece, "")


def when_begins(text: str) -> int:
    """Where the condition of a line begins, outside what is quoted; −1 where it has none."""
    plain = re.sub(r'"[^"]*"', lambda quoted: "_" * len(quoted[0]), text)
    found = re.search(r"(?:^| )(when )", plain)
    return found.start(1) if found else -1


def parted_when(piece: Piece) -> tuple[Piece, Formula | None]:
    """What stands before `when`, and the condition after it."""
    begins = when_begins(piece.text)
    return (piece, None) if begins < 0 else (piece.part(0, begins), parse(piece.part(begins + 4)))


def needed(when: Formula | None, piece: Piece, what: str) -> Formula:
    """A condition that must be there."""
    if when is None:
        raise Wrong(piece.place, f'{what} needs a condition: {what} "Sentence." when stress > 9.')
    return when


def value_of(piece: Piece) -> Formula:
    """What stands after the = of a step; what would be read from dice is told where that stands."""
    try:
        return parse(piece)
    except Wrong as wrong:
        word, _, more = piece.text.partition(" ")
        meant = nearest(word, list(READ))
        if not meant or not more:
            raise
        asked = "" if meant == word else f" (did you mean {meant} {more}?)"
        says = f"{shown(piece.text)} is read from dice{asked}: such a line stands indented below its dice."
        raise Wrong(wrong.fault.place, says) from None


def sentence(piece: Piece) -> str:
    """A text in double quotes."""
    if not re.fullmatch(r'"[^"]{1,300}"', piece.text):
        raise Wrong(piece.place, 'A sentence stands here, in double quotes: "What is meant."')
    return piece.text[1:-1]


def name_of(piece: Piece) -> str:
    """The name of a value or a label."""
    if not NAME.fullmatch(piece.text):
        raise Wrong(piece.place, "A name stands here: small letters, digits and _.")
    return piece.text


def part_of(text: str, place: Place) -> str:
    """Who someone is in the roll."""
    if not PART.fullmatch(text):
        raise Wrong(place, no_such("part called", text, ("roller", "gm", "attacker", "defender", "helper", "member")))
    return text


def change_of(block: Block) -> lines.ChangeLine:
    """`change stress of each assist by 1 "push" when pushed`, `mark wounded`, `clear wounded of helper-1`."""
    alone(block)
    if re.search(r'\bwhen [^"]*"[^"]*"$', block.piece.text):
        raise Wrong(block.piece.place, 'The words stand before when: change luck by -1 "spent" when luck > 0.')
    piece, when = parted_when(block.piece)
    piece, why = parted_why(piece)
    found = re.fullmatch(
        r"(change|mark|clear) ([a-z][a-z0-9_]*)(?: of (each [a-z][a-z0-9_]*|[a-z0-9-]+))?(?: by (.+))?", piece.text
    )
    if not found or (found[1] == "change") != (found[4] is not None):
        raise Wrong(piece.place, 'A change is written as change TRACK by 1 "why" when …, mark NAME or clear NAME.')
    who = found[3] or "roller"
    each = who[5:] if who.startswith("each ") else ""
    by = parse(piece.part(*found.span(4))) if found[4] else None
    mark = {"mark": 1, "clear": -1}.get(found[1], 0)
    return lines.ChangeLine(piece.place, found[2], "" if each else part_of(who, piece.place), each, by, mark, when, why)


def parted_why(piece: Piece) -> tuple[Piece, str]:
    """A line without the words at its end, and the words."""
    found = re.search(r'\s"([^"]*)"$', piece.text)
    return (piece.part(0, found.start()), found[1]) if found else (piece, "")


def due_of(block: Block) -> lines.DueLine:
    """`due harm of banes when banes > 0`."""
    alone(block)
    piece, when = parted_when(block.piece)
    found = re.fullmatch(r"due ([a-z][a-z0-9_]*)(?: of (.+))?", piece.text)
    if not found:
        raise Wrong(piece.place, "A due is written as due NAME, or due NAME of AMOUNT.")
    return lines.DueLine(piece.place, found[1], parse(piece.part(*found.span(2))) if found[2] else None, when)


def option_of(block: Block) -> lines.OptionLine:
    """`push "Pay 1 willpower." when wp > 0`."""
    alone(block)
    piece, when = parted_when(block.piece)
    found = OPTION.fullmatch(piece.text)
    if not found:
        raise Wrong(
            piece.place,
            'An option is written as NAME "What it does.", with when CONDITION where it is not always there.',
        )
    return lines.OptionLine(piece.place, found[1], sentence(piece.part(found.start(2))), when)


def policy_of(block: Block) -> lines.PolicyLine:
    """`policy on-failure: gamble when edges == 0`; without when, in all other cases."""
    alone(block)
    piece, when = parted_when(block.piece)
    found = re.fullmatch(r"policy ([a-z][a-z0-9-]*): ([a-z][a-z0-9_-]*)", piece.text)
    if not found:
        raise Wrong(piece.place, "A policy is written as policy NAME: OPTION when CONDITION.")
    return lines.PolicyLine(piece.place, found[1], found[2], when)
