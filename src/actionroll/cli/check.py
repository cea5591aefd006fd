"""`actionroll check`: whether a game holds together, what of it is reached, whether the claims beside it hold.

A file of claims is TOML, a list of `[[claim]]`: `rule`, `says`; `move`, `attempt`, `rulings`, `decide`; then `answers`
(faces for each throw, an option for each decision) with `tier`, `facts`, `effects`, `dues` or `asks`; or `chances` of
tiers as "n/d"; or the words of an `error`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from time import perf_counter, process_time
from typing import Any, NamedTuple, TypeVar

from actionroll.api import odds_of, question, roll_of
from actionroll.chance import Chance, seeded
from actionroll.cli import Command, Option, parse
from actionroll.cli.questions import JSON
from actionroll.cli.screen import Screen, busy
from actionroll.errors import ActionrollError, Budget, InputError, LimitError, TooLong, in_number, shown
from actionroll.files.flow import faults_of, faults_of_step
from actionroll.games import game, games
from actionroll.reckoning import Odds, count
from actionroll.reckoning.play import begin, cast, choose, draw
from actionroll.reckoning.record import Roll, all_effects
from actionroll.rules.game import Game, Move, Policy, do_nothing
from actionroll.rules.inputs import inputs_of
from actionroll.rules.steps import Decide, Outcome, Step, Throw

V = TypeVar("V")
ATTEMPTS = 200
"""That each move is tried with."""
TRIES = 20
"""For each attempt that is counted: most lists or numbers may be refused by the rules."""
LONGEST_LIST = 5
MOST_UNCOUNTED = 20
"""Attempts in a row, from the first on, that may have too many steps."""
ROLLS = 20
"""That are played of each attempt."""
LOOKED_AT = 4
"""Attempts of which it is seen whether different states end alike."""
STEPS = 200_000
"""In which the odds of one attempt are counted."""
SECONDS_A_MOVE = 10
"""Of the processor's time, after which no more is tried."""
CHECK_OPTIONS = (JSON, Option("attempts", f"How many attempts to try; {ATTEMPTS} unless given.", "NUMBER"))


class Tried(NamedTuple):
    """What came of many different attempts at a move."""

    counted: int
    uncounted: tuple[str, ...]
    """Attempts that have more steps than are counted."""
    remedy: str
    """What would make them countable; empty where they cannot be counted for another reason."""
    refused: int
    slowest: float
    faults: tuple[str, ...]
    never: tuple[str, ...]
    """Tiers, options and facts that never came up."""
    alike: tuple[str, ...]
    """Where the roll stood in different ways that end alike, whatever is decided."""


def checked(tried: Game, attempts: int = ATTEMPTS) -> tuple[list[str], dict[str, Tried]]:
    """What does not fit together in a game, and what came of trying each of its moves."""
    return faults_of(tried), {move.name: try_move(tried, move, attempts) for move in tried.moves}


def try_move(tried: Game, move: Move, attempts: int) -> Tried:
    """Attempts at random: names agree, chances sum to one, and what is reached is noted."""
    face = seeded(f"{tried.id} {move.name}")
    seen: set[str] = set()
    faults: dict[str, None] = {}
    counted = refused = 0
    slowest, ends = 0.0, process_time() + SECONDS_A_MOVE
    alike: dict[str, str] = {}
    known: set[str] = set()
    uncounted: dict[str, LimitError] = {}
    for _ in range(attempts * TRIES):
        if counted + len(uncounted) >= attempts or len(uncounted) > MOST_UNCOUNTED + counted or process_time() > ends:
            break
        inputs = _inputs(move, face)
        if (told := _told(inputs)) in known:
            continue
        known.add(told)
        try:
            asked = question(tried, move.name, inputs, budget=Budget(STEPS, process_time))
            begun = perf_counter()
            odds = odds_of(asked)
            slowest = max(slowest, perf_counter() - begun)
        except LimitError as error:
            uncounted[f"{told}: {error}"] = error
            continue
        except ActionrollError:
            refused += 1
            continue
        counted += 1
        if sum((chance for chance in odds.joint.values()), Fraction(0)) != 1:
            faults[f"The chances of {move.name} do not sum to one with {told}."] = None
        steps = [step for _ in range(ROLLS) for step in _played(asked.start, face)]
        faults.update(dict.fromkeys(fault for step in steps for fault in faults_of_step(tried, move, step)))
        seen.update(name for step in steps for name in _names(step))
        if counted <= LOOKED_AT and process_time() < ends:
            met = dict.fromkeys(step for step in steps if isinstance(step, Decide))
            alike = {**_alike(move, list(met)[:ROLLS]), **alike}
    never, same = tuple(_never(move, seen)), tuple(alike.values())
    remedy = REMEDY if any(isinstance(error, TooLong) for error in uncounted.values()) else ""
    return Tried(counted, tuple(uncounted), remedy, refused, slowest, tuple(faults), never, same)


def _alike(move: Move, met: Sequence[Decide]) -> dict[str, str]:
    """For each decision, a sentence on two states it came up in, from which every option leads to the same."""
    found: dict[str, str] = {}
    known: dict[Any, Decide] = {}
    for asked in met:
        try:
            follows = (asked.name, asked.options, *[_ends(move, asked, option) for option in asked.options])
        except LimitError:
            continue
        other = known.setdefault(follows, asked)
        if other is not asked and asked.name not in found:
            names = asked.then.__code__.co_varnames[1 : len(asked.given) + 1]
            pairs = [
                f"{name.removeprefix('v_')} is {one} or {another}"
                for name, one, another in zip(names, other.given, asked.given, strict=False)
                if one != another
            ]
            if pairs and all(isinstance(each, int | str | tuple) for each in (*other.given, *asked.given)):
                found[asked.name] = f"Whether {' and '.join(pairs)} makes no difference from {asked.name} on."
    return found


def _ends(move: Move, asked: Decide, option: str) -> Any:
    """How a roll can end after an option, by every way to decide what is asked later."""
    later = [each for each in move.decisions if each.name != asked.name]
    ways = [{each.name: how} for each in later for how in [*each.options, *each.policies][-2:]]
    policies: list[Policy] = [do_nothing, *map(move.policy, ways)]
    counted = [count(asked.then(option, *asked.given), each, (), Budget(STEPS // 20)) for each in policies]
    return tuple(frozenset(_law(odds).items()) for odds in counted)


def _law(odds: Odds) -> dict[Any, Fraction]:
    found: dict[Any, Fraction] = {}
    for end, chance in odds.joint.items():
        told = (end.tier, end.facts, end.effects, end.dues)
        found[told] = found.get(told, Fraction(0)) + chance
    return found


def _one_of(values: Sequence[V], face: Chance) -> V:
    return values[face(len(values)) - 1]


def _inputs(move: Move, face: Chance) -> dict[str, Any]:
    """Inputs of a move, each at its default or at one of its values."""
    found = {}
    for each in inputs_of(move.attempt).values():
        values = list(each.kind.values()) or list(each.kind.ladder())
        if not each.kind.is_text and (each.required or face(2) == 1) and values:
            found[each.name] = _one_of(values[:12] if face(5) > 1 else values, face)
            if each.kind.repeats:
                many = face(LONGEST_LIST) if each.required else face(LONGEST_LIST + 1) - 1
                most = getattr(each.kind, "most", LONGEST_LIST)
                found[each.name] = [_one_of(values, face) for _ in range(min(many, most))]
    return found


def _played(step: Step, face: Chance) -> Iterator[Step]:
    """The steps of one roll, its decisions answered at random."""
    roll = begin(step)
    while not isinstance(roll.step, Outcome):
        yield roll.step
        if isinstance(roll.step, Throw):
            roll = cast(roll, draw(roll.step, face))
        else:
            roll = choose(roll, _one_of(roll.step.options, face))
    yield roll.step


def _names(step: Step) -> Iterator[str]:
    """What a step shows to have been reached."""
    match step:
        case Decide():
            yield from (f"{step.name}={option}" for option in step.options)
        case Outcome():
            yield f"tier {step.tier}"
            yield from (f"fact {name}" for name, _ in step.facts)
        case Throw():
            return


def _never(move: Move, seen: set[str]) -> Iterator[str]:
    for tier in move.tiers:
        if f"tier {tier}" not in seen:
            yield f"the tier {tier}"
    for fact in move.facts:
        if f"fact {fact}" not in seen:
            yield f"the fact {fact}"
    for decision in move.decisions:
        yield from (
            f"{decision.name}={option}" for option in decision.options if f"{decision.name}={option}" not in seen
        )


def _told(inputs: dict[str, Any]) -> str:
    return ", ".join(f"{name}={value}" for name, value in inputs.items()) or "its defaults"


def run(words: Sequence[str], screen: Screen) -> int:
    """Check a game, and tell every fault; the status is 0 only where there is none."""
    given = parse(words, CHECK_OPTIONS, most_words=2)
    if not given.words:
        raise InputError(f"Name a game file or a game; accepted: FILE.toml, {', '.join(each.id for each in games())}.")
    name, attempts = given.words[0], given.one("attempts") or str(ATTEMPTS)
    if not attempts.isdigit() or not 1 <= int(attempts[:6]) <= 100_000:
        raise InputError(f"--attempts takes a whole number from 1 to 100000, not '{attempts[:20]}'.")
    hints: list[str] = []
    if name.endswith(".toml"):
        from actionroll.files import read
        from actionroll.shelf import text_of

        found, noted = read(text_of(name), Path(name).name)
        hints = [f"Perhaps not meant, {each}" for each in noted]
    else:
        found = game(name)
    with busy(f"trying {found.title}"):
        faults, moves = checked(found, int(attempts))
    claimed = ""
    if len(given.words) > 1:
        claims = claims_in(given.words[1])
        faults += broken(found, claims)
        claimed = _held(found, claims)
    if given.has("json"):
        from actionroll.cli.batch import written

        shown = {move: {**tried._asdict(), "slowest": round(tried.slowest * 1000, 1)} for move, tried in moves.items()}
        screen.say(written({"game": found.id, "faults": faults, "hints": hints, "moves": shown}))
    else:
        _tell(found, [*faults, *hints], moves, screen)
        if claimed:
            screen.flow(claimed)
    return 1 if faults or any(_is_wrong(tried) for tried in moves.values()) else 0


def _is_wrong(tried: Tried) -> bool:
    return bool(tried.faults or tried.uncounted or not tried.counted)


def _held(found: Game, claims: list[dict[str, Any]]) -> str:
    hold = sum(not list(_faults(found, claim)) for claim in claims)
    return "Every claim holds." if hold == len(claims) > 1 else f"{hold} of {len(claims)} claims hold."


def _counted(tried: Tried) -> Iterator[str]:
    """What came of counting, a sentence each."""
    told = f"{in_number(tried.counted, 'attempt')} counted"
    if tried.counted:
        slowest = f"the slowest in {tried.slowest * 1000:.0f} ms"
        yield f"{told}, every one sums to one, {slowest}; {tried.refused} refused by the rules."
    if tried.uncounted:
        all_of = tried.counted + len(tried.uncounted)
        some = f"{len(tried.uncounted)} of {all_of} attempts cannot be counted, such as with {tried.uncounted[0]}"
        yield f"{some} {tried.remedy}".rstrip()
    if tried.refused > TRIES // 2 * tried.counted:
        yield "So few attempts are accepted that this says little; set the bounds of inputs as the rules do."


REMEDY = (
    "Where a throw has several pools, add up right after it what is read from them, or make them one pool of several "
    "sizes: dice repeat(6, a) + repeat(8, b). Where throws follow each other, keep what they come to together, such as "
    "total = total + shown, and not what each showed. Else take fewer dice, or count faces upto what matters."
)


def _tell(found: Game, notes: list[str], moves: dict[str, Tried], screen: Screen) -> None:
    screen.title(f"{found.title} ({found.id})")
    for note in notes:
        screen.flow(note)
    for name, tried in moves.items():
        screen.say()
        screen.title(f"move {name}")
        for sentence in (*_counted(tried), *tried.faults, *tried.alike):
            screen.flow(sentence)
        if tried.never and tried.counted:
            screen.flow(f"Never reached: {', '.join(tried.never)}.")
    if not notes and not any(map(_is_wrong, moves.values())):
        screen.say()
        screen.flow("Names agree, and every roll ends. A table can throw it.")


CHECK = Command("FILE|GAME [CLAIMS]", CHECK_OPTIONS, run)


MOST_BYTES = 1_000_000
KEYS = frozenset((
    "rule", "says", "move", "attempt", "rulings", "decide", "answers", "tier", "facts", "effects", "dues", "asks",
    "chances", "error",
))  # fmt: skip


def claims_in(path: str) -> list[dict[str, Any]]:
    """The claims of a file."""
    try:
        if Path(path).stat().st_size > MOST_BYTES:
            raise InputError(f"{shown(path, 80)} is too large for a file of claims.")
        found = tomllib.loads(Path(path).read_text(encoding="utf-8")).get("claim")
    except (OSError, ValueError, RecursionError) as error:
        raise InputError(f"{shown(path, 80)} cannot be read as claims: {shown(str(error), 100)}.") from None
    if not isinstance(found, list) or not all(isinstance(each, dict) for each in found):
        raise InputError(f"{shown(path, 80)} holds no claims; write each as [[claim]] with rule and says.")
    return found


def broken(tried: Game, claims: list[dict[str, Any]]) -> Iterator[str]:
    """A sentence for each claim that does not hold, and for each rule that none is about."""
    for place, claim in enumerate(claims, 1):
        for fault in _faults(tried, claim):
            yield f"Claim {place}, {shown(claim.get('says', ''), 100)}: {fault}"
    named = {rule for claim in claims for rule in _rules(claim)}
    for rule in tried.rules:
        if rule not in named | set(tried.advice):
            yield f"No claim is about {rule}."


def _rules(claim: Mapping[str, Any]) -> list[str]:
    rule = claim.get("rule")
    return [str(each) for each in rule] if isinstance(rule, list) else [str(rule)]


def _faults(tried: Game, claim: dict[str, Any]) -> Iterator[str]:
    if unknown := [name for name in claim if name not in KEYS]:
        yield f"there is no {unknown[0]} in a claim; accepted: {', '.join(sorted(KEYS))}."
        return
    for rule in _rules(claim):
        if rule not in tried.rules:
            yield f"there is no rule {rule}."
    try:
        yield from _checked(tried, claim)
    except ActionrollError as error:
        if "error" not in claim:
            yield f"it is refused: {error}"
        elif str(claim["error"]) not in str(error):
            yield f"it is refused otherwise: {error}"
    except (TypeError, ValueError, ZeroDivisionError) as error:
        yield f"it cannot be read: {error}."
    else:
        if "error" in claim:
            yield "it should be refused, and is not."


def _checked(tried: Game, claim: dict[str, Any]) -> Iterator[str]:
    asked = question(
        tried, claim.get("move", tried.moves[0].name), claim.get("attempt"), rulings=claim.get("rulings"),
        decide=claim.get("decide"),
    )  # fmt: skip
    if "chances" in claim:
        counted = odds_of(asked)
        for tier, chance in claim["chances"].items():
            if counted.get(tier) != Fraction(chance):
                yield f"{tier} is {counted.get(tier)}, not {chance}."
    answers = claim.get("answers", [])
    if not isinstance(answers, list) or any(not isinstance(each, list | str) for each in answers):
        yield f"answers take a list of faces for each throw, also of one die: answers = [[4]], not {answers}."
        return
    if set(claim) & {"answers", "tier", "facts", "effects", "dues", "asks", "error"}:
        yield from _ended(roll_of(asked, answers=answers).roll, claim)


def _ended(roll: Roll, claim: dict[str, Any]) -> Iterator[str]:
    step = roll.step
    stands = step.name if isinstance(step, Decide) else step.tier if isinstance(step, Outcome) else "dice"
    if "asks" in claim and (isinstance(step, Outcome) or stands != claim["asks"]):
        yield f"it stands at {stands}, and should ask {claim['asks']}."
    if "effects" in claim:
        made = sorted([effect.who, effect.track, effect.by] for effect in all_effects(roll))
        if made != sorted(claim["effects"]):
            yield f"it changes {made}, not {claim['effects']}."
    if not set(claim) & {"tier", "facts", "dues"}:
        return
    if not isinstance(step, Outcome):
        yield f"it still waits for {stands}."
        return
    if "tier" in claim and step.tier != claim["tier"]:
        yield f"it ends in {step.tier}, not {claim['tier']}."
    told = dict(step.facts)
    for fact, value in claim.get("facts", {}).items():
        if told.get(fact) != value:
            yield f"{fact} is {told.get(fact)}, not {value}."
    if "dues" in claim and [due.kind for due in step.dues] != claim["dues"]:
        yield f"its dues are {[due.kind for due in step.dues]}, not {claim['dues']}."
