"""What agrees in a game: the lines of a roll in their order, and whether everything that is named is declared.

It holds for games in Python as for files; `actionroll check` and the tests ask it.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterable, Iterator, Mapping

from actionroll.errors import ActionrollError
from actionroll.files.expressions import ANY, LIST, NUMBER, Formula, Sort, compiled, word_of
from actionroll.files.lines import (
    AnyLine,
    DecideLine,
    EndLine,
    Go,
    Label,
    Let,
    Refuse,
    ThrowLine,
    names_in,
    names_of,
    of_change,
    of_pool,
)
from actionroll.files.script import Script
from actionroll.files.source import Wrong, no_such
from actionroll.rules.game import CANNOT_BE_DONE, JUST_HAPPENS, Game, Move
from actionroll.rules.inputs import inputs_of, make_rulings, rulings_of
from actionroll.rules.kinds import read
from actionroll.rules.sheet import Joining, picks_of, starting_values
from actionroll.rules.steps import Decide, Due, Outcome, Step, Throw

OWN_WORDS = ("each", "face", "false", "size", "tier", "trait", "true", *filter(str.islower, keyword.kwlist))
RESERVED = frozenset((*OWN_WORDS, *keyword.kwlist))
"""What a value cannot be called."""


class Flow:
    """The lines of one roll as a graph."""

    def __init__(
        self, lines: tuple[AnyLine, ...], known: Mapping[str, Sort], facts: Iterable[str], script: Script
    ) -> None:
        self.lines, self.faults = lines, script.faults
        self.doubtful, self.broken = script.doubtful, script.broken
        self.facts = tuple(facts)
        self.labels = {line.name: place for place, line in enumerate(lines) if isinstance(line, Label)}
        self.next = [self._following(place) for place in range(len(lines))]
        self.ever: set[str] = set(known).union(*[set(self.defined(line)) for line in lines])
        self.known: list[dict[str, Sort] | None] = [None] * len(lines)
        """What is known before each line; None where it is never reached."""
        if lines:
            self._go_forward({**dict.fromkeys(self.doubtful, ANY), **known})
        self.needed = self._go_backward()
        """What each line and those after it still name."""
        self._check()

    def _following(self, place: int) -> list[int]:
        line = self.lines[place]
        after = [place + 1] if place + 1 < len(self.lines) else []
        match line:
            case Go():
                if line.to not in self.labels:
                    if not self.broken:
                        self.faults.unknown(line.place, "label", line.to, self.labels)
                    return after
                return [self.labels[line.to], *(after if line.when is not None else [])]
            case EndLine():
                return after if line.when is not None else []
            case _:
                return after

    def defined(self, line: AnyLine) -> dict[str, Sort | Formula]:
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
                known[name] = ANY
            if name in self.doubtful:
                known[name] = ANY
        return known

    def _met(self, one: dict[str, Sort] | None, other: dict[str, Sort]) -> dict[str, Sort]:
        if one is None:
            return other
        met = {}
        for name, sort in one.items():
            if name in other and ANY in (sort, other[name]):
                met[name] = ANY
            elif name in other and other[name].name == sort.name:
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
                return set().union(*[of_pool(pool) for pool in line.pools], *[of_change(each) for each in line.changes])
            case DecideLine():
                return names_of(*[option.when for option in line.options]) | self.policies_need(line)
            case EndLine():
                tiers = names_of(line.when, *[form for tier in line.tiers for form in (tier.at, tier.when)])
                dues = names_of(*[form for due in line.dues for form in (due.amount, due.when)])
                changes = set().union(*[of_change(each) for each in line.changes])
                told = set(self.facts) | set(names_in(line.why.text))
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
            if self.broken:
                continue
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

    def _reached(self, start: int, *stops: type[AnyLine]) -> set[int]:
        """The lines after one, up to those of certain kinds."""
        seen, waiting = {start}, [start]
        while waiting:
            place = waiting.pop()
            for following in () if isinstance(self.lines[place], stops) else self.next[place]:
                if following not in seen:
                    seen.add(following)
                    waiting.append(following)
        return seen

    def _refuse_circles(self) -> None:
        """Whoever goes round must throw dice or decide on the way; every round has a line that goes back."""
        for place, line in enumerate(self.lines):
            if isinstance(line, Go) and self._goes_round(place, line.to, ThrowLine, DecideLine):
                says = f"between {line.to} and here dice must be thrown, or someone be asked."
                self.faults.add(line.place, f"This goes round for ever: {says}")
            elif isinstance(line, Go) and not self._ends(place):
                self.faults.add(line.place, "This goes round for ever: no way leads from here to an end.")

    def _ends(self, place: int) -> bool:
        return self.broken or any(isinstance(self.lines[each], EndLine) for each in self._reached(place))

    def _goes_round(self, place: int, label: str, *stops: type[AnyLine]) -> bool:
        back = self.labels.get(label, place + 1)
        return back < place and place in self._reached(back, *stops)

    def asks_again(self, place: int, label: str) -> bool:
        """Whether a line goes back to a decision, and no dice are thrown on the way round."""
        return self._goes_round(place, label, ThrowLine)

    def _refuse_twice(self) -> None:
        seen: set[tuple[type, str]] = set()
        for line in self.lines:
            if isinstance(line, Label | DecideLine):
                if (type(line), line.name) in seen:
                    self.faults.add(line.place, f"{line.name} is there twice; go back to the first with go.")
                seen.add((type(line), line.name))

    def missing(self, place: int, name: str) -> str:
        """The sentence for a name that is not known at a line."""
        if name not in self.ever:
            return no_such("value", name, [each for each, sort in (self.known[place] or {}).items() if sort != ANY])
        seen, waiting = {place}, [place]
        while waiting:
            at = waiting.pop()
            if not at:
                return f"{name} is not set on every way to this line; set it before, such as {name} = 0 at the top."
            for before in [each for each, after in enumerate(self.next) if at in after and each not in seen]:
                line = self.lines[before]
                if self.known[before] is None or name in self._after(before):
                    continue
                if isinstance(line, Go) and self.labels.get(line.to) == at:
                    way = f"the way through go {line.to} in line {line.place.line}"
                    return f"{name} is not set on {way}; set it before, such as {name} = 0 at the top."
                seen.add(before)
                waiting.append(before)
        return f"{name} is a different thing on different ways to this line; take two names."


PARTS = re.compile(r"roller|ally|attacker|defender|gm|table|(helper|member|participant)-\d+")
OTHER_TIERS = (JUST_HAPPENS, CANNOT_BE_DONE)
SHORTENED = {"wp", "sf", "npc", "max", "min", "plus"}
OPEN_QUESTION = re.compile(r"[A-Z]+-[A-Z]\d+")
"""What a game's text leaves open has ids of its own, `ITD-A9`, and is told by its ruling."""


def faults_of(game: Game) -> list[str]:
    """What does not fit together in what a game declares, before anything is rolled."""
    return [*_in_rules(game), *_in_sheet(game), *_in_moves_of_sheet(game), *_in_picks(game), *_in_labels(game)]


def _in_picks(game: Game) -> Iterator[str]:
    known = {*names_on_sheet(game), *(trait.group for trait in game.sheet.traits), ""}
    for move, picks in game.sheet.picks.items():
        for name in [each for each in picks if each not in known]:
            yield f"The move {move} can be made with {name}, and no sheet has it."


def _in_labels(game: Game) -> Iterator[str]:
    taken = [pair for move in game.moves for pair in inputs_of(move.attempt).items()]
    inputs = {re.sub("^(attacker|defender)_", "", name) for name, _ in taken}
    names = inputs | names_on_sheet(game) | set(rulings_of(game.rulings))
    decided = (name for move in game.moves for each in move.decisions for name in (each.name, *each.policies))
    facts = (name for move in game.moves for name in move.facts)
    known = {*names, *decided, *facts, *(value for _, each in taken for value in each.kind.values())}
    yield from (f"The game has a label for {each}, and nothing of that name." for each in {*game.labels} - known)
    for name in sorted(names):
        if short := set(game.label(name).split()) & SHORTENED:
            yield f"People do not say {short.pop()}: label {name} as they call it."


def _in_rules(game: Game) -> Iterator[str]:
    for ruling in rulings_of(game.rulings).values():
        yield from _rule(game, ruling.rule, f"the ruling {ruling.name}")
    for rule in game.advice:
        yield from _rule(game, rule, "the advice")


def _in_sheet(game: Game) -> Iterator[str]:
    for trait in game.sheet.traits:
        if trait.kind.show(read(trait.kind, trait.name, trait.start)) != trait.start:
            yield f"The trait {trait.name} starts as {trait.start!r}, and is written otherwise: a die as 'd6'."
    marks = {mark.name for mark in game.sheet.marks}
    for track in game.sheet.tracks:
        if track.when_full and track.when_full not in marks:
            yield f"The track {track.name} sets the mark {track.when_full} when it is full, and there is none."
        if track.overflow and track.overflow not in names_on_sheet(game):
            yield f"The track {track.name} flows over into {track.overflow}, and there is none."
    for mark in game.sheet.each_round:
        if mark not in marks:
            yield f"The mark {mark} lasts for a round, and there is none."


def _in_moves_of_sheet(game: Game) -> Iterator[str]:
    sheet, moves = game.sheet, {move.name: move for move in game.moves}
    for name in {*sheet.fill, *sheet.fill_for, *sheet.share, *sheet.lend, *sheet.picks} - set(moves):
        yield f"The sheet speaks of a move {name}, and there is none."
    for move in game.moves:
        inputs = inputs_of(move.attempt)
        of_sheet = [name for name, each in inputs.items() if each.required and each.by == "sheet"]
        needed = {name for name in of_sheet if not _theirs(name, move)}
        for pick, filled in _read_by(game, move):
            for name in filled - set(inputs):
                yield f"The sheet fills {name} of the move {move.name}, and it has no such input."
            for name in needed - filled if pick else ():
                yield f"The move {move.name} needs {name} of the sheet, and it is not filled."
        for name in _lent_to(game, move) - set(inputs):
            yield f"A friend's sheet lends {name} to the move {move.name}, and it has no such input."


def _theirs(name: str, move: Move) -> bool:
    """Whether an input is read from the sheet of the other side."""
    return bool(move.against) and name.startswith(f"{move.against}_")


def _read_by(game: Game, move: Move) -> Iterator[tuple[str, set[str]]]:
    """What can be picked on the sheet for a move, and the inputs that it then reads."""
    fill = {**game.sheet.share, **game.sheet.fill}.get(move.name)
    values = starting_values(game.sheet)
    for pick in picks_of(game.sheet, move.name) if fill else game.sheet.rolled_with:
        yield pick, set(fill(values, pick)) if fill else set()


def _lent_to(game: Game, move: Move) -> set[str]:
    """The inputs that a friend's sheet brings to a move, whatever they pick on it."""
    lend = game.sheet.lend.get(move.name)
    if lend is None:
        return set()
    values, rulings = starting_values(game.sheet), make_rulings(game.rulings, {})
    return {name for pick in game.sheet.rolled_with for name in lend(values, Joining(pick, {}, rulings))}


def names_on_sheet(game: Game) -> set[str]:
    """Traits, tracks and marks."""
    return set(starting_values(game.sheet))


def faults_of_step(game: Game, move: Move, step: Step) -> Iterator[str]:
    """What a step names and the game does not declare."""
    yield from _rule(game, step.rule, type(step).__name__)
    match step:
        case Throw():
            for pool in step.pools:
                if len(pool.sources) > 1 and len(pool.sources) != len(pool.sides):
                    yield f"A pool of {len(pool.sides)} dice names {len(pool.sources)} sources; name one, or one each."
                for term in pool.terms:
                    yield from _rule(game, term.rule, f"the term {term.label}")
        case Decide():
            yield from _in_decision(move, step)
        case Outcome():
            if step.tier not in (*move.tiers, *OTHER_TIERS) and move.tiers_of is None:
                yield f"The move {move.name} ends in the tier {step.tier}, and lists {', '.join(move.tiers)}."
            for due in step.dues:
                yield from _in_due(game, due)


def _in_decision(move: Move, asked: Decide) -> Iterator[str]:
    listed = next((list(each.options) for each in move.decisions if each.name == asked.name), None)
    if listed is None:
        yield f"The decision {asked.name} is asked, and the move {move.name} does not list it."
    elif not set(asked.options) <= set(listed):
        yield f"The decision {asked.name} offers {', '.join(asked.options)}, and lists {', '.join(listed)}."
    elif asked.options[0] != listed[0]:
        yield f"The decision {asked.name} offers {asked.options[0]} first, and lists {listed[0]} first."
    yield from _part(asked.by, f"the decision {asked.name}")


def _in_due(game: Game, due: Due) -> Iterator[str]:
    if due.rule:
        yield from _rule(game, due.rule, f"the due {due.kind}")
    for part in (due.by, due.on, *due.among):
        yield from _part(part, f"the due {due.kind}")
    if due.answered_by and due.answered_by not in {move.name for move in game.moves}:
        yield f"The due {due.kind} is answered by the move {due.answered_by}, and there is none."
    for way in due.ways:
        try:
            effects = game.settle(due, [{"way": way.name, "amount": due.amount or 1}])
        except ActionrollError:  # what must be shared out otherwise
            continue
        for effect in effects:
            if effect.track not in names_on_sheet(game) | ({"rank"} if game.sheet.undertakings else set()):
                yield f"The due {due.kind}, settled by {way.name}, changes {effect.track}, and no sheet has it."


def _rule(game: Game, rule: str, where: str) -> Iterator[str]:
    if rule not in game.rules and not OPEN_QUESTION.fullmatch(rule):
        yield f"There is no rule {rule}, which {where} names."


def _part(part: str, where: str) -> Iterator[str]:
    if not PARTS.fullmatch(part):
        yield f"There is no part {part}, which {where} names."
