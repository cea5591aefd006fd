"""A table's log as JSON lines: written byte for byte as it is stored, verified offline, and taken into another store.

Verifying goes through the chain, every die and what follows from it, what stands then, and receipts; what is taken in
gets new seeds.
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from actionroll.chance import MOST_SIDES, commitment, committed
from actionroll.errors import ActionrollError, InputError, RollError
from actionroll.games import games
from actionroll.reckoning import play
from actionroll.rules.steps import Decide
from actionroll.shelf import rules_hash
from actionroll.store import Append, Batch, Conflict, Head, Paper, Row, Secret, Seed, Store, StoredEntry, TableRow
from actionroll.store.chain import entry_hash, start
from actionroll.table import course
from actionroll.table.entries import CardKept, Joined, Revealed, SeedChanged
from actionroll.table.fairness import nonces_of, out_of_place, promise_of, secret_replayed, veil
from actionroll.table.log import Changing, Entry, canonical, entry_read, falling, fold, state_hash, written
from actionroll.table.papers import brought
from actionroll.table.preparation import card_read, pictures_shown
from actionroll.table.requests import Deed, Lays, Outside, done
from actionroll.table.roll import decided, thrown
from actionroll.table.roll_entries import Called, Contributed, Decided, Declared, Thrown, Withdrawn
from actionroll.table.state import Json, Table

FORM = "actionroll log 3"
LONGEST_LINE = 5_000_000
LEAST_SIGNS = 40  # of a hash in a receipt, as many as a phone shows: of fewer, two logs could be made to agree
SIDES = frozenset({-3, *range(1, MOST_SIDES + 1)})
NOT_FOLLOWING = "what it tells does not follow from its dice under the rules"


class WrongLog(ActionrollError):
    """A log that is not what was written; `number` is the first entry that is wrong, 0 for the header."""

    def __init__(self, number: int, what: str) -> None:
        where = f"Entry {number}" if number else "The header"
        super().__init__(f"{where} is wrong: {what}. Ask the others at the table for their export and compare.")
        self.number = number


@dataclass(slots=True)
class Verdict:
    """What was found right."""

    table: Table
    head: Head
    bodies: list[bytes] = field(default_factory=list)
    papers: list[Lays] = field(default_factory=list)
    """What lies beside the log and came with it."""
    cards: list[CardKept] = field(default_factory=list)
    """What whoever exported it keeps in private; nothing in the log speaks of it."""
    dice: int = 0
    by_hand: int = 0
    unrevealed: int = 0
    """Dice whose seed is not revealed yet."""
    left_behind: int = 0
    """Dice from before an import, whose seed stayed where the log came from."""
    contributions: int = 0
    """How often a phone took part in dice with what it had promised."""
    missing: int = 0
    """How often one was to take part, and did not."""
    replayed: int = 0
    """Throws, decisions and revealed secret rolls that were played again and came to what the log tells."""
    other_rules: int = 0
    """Those that were made under other rules than those installed here, and so are not played again."""
    falling: int = 0
    """Rolls whose dice were called for, and had not fallen when the log ended."""
    other_logs: int = 0
    """How often a phone had seen another entry than stands here: the log was forked, or that phone lies."""


def header(head: Head) -> Json:
    """Where the log stands: a receipt for its end."""
    return {"form": FORM, "table": head.log, "number": head.number, "hash": head.hash.hex()}


def rules_here(game_id: str) -> str:
    """The hash of a game's rules; empty where the game is not installed."""
    return rules_hash(game_id) if game_id in {each.id for each in games()} else ""


def verify(lines: Iterable[bytes], receipts: Mapping[int, str] | None = None) -> Verdict:
    """Check a log from its first byte to its last; raises WrongLog at the first entry that is wrong."""
    found = [_line(place, line) for place, line in enumerate(lines)]
    if not found or not isinstance(found[0].get("table"), str):
        raise InputError("This is not an exported log; it should begin with a line that names its table.")
    verdict = Verdict(Table(rules_of=rules_here), start(found[0]["table"]))
    papers = [each for each in found[1:] if "paper" in each]
    cards = [each for each in found[1:] if "card" in each]
    found = [each for each in found if "paper" not in each and "card" not in each]
    for place, each in enumerate(found[1:]):
        _check_chain(verdict, place + 1, each)
    if found[0] != header(verdict.head):
        raise WrongLog(0, "it does not say where the log ends, so that entries may be missing")
    entries = [each["entry"] for each in found[1:]]
    seeds = _seeds(entries)
    for place, entry in enumerate(entries):
        _check_content(verdict, place + 1, entry, seeds)
    _check_receipts(found, receipts or {})
    verdict.cards = [card_read(verdict.table, each["card"]) for each in cards]
    verdict.papers = [_paper(verdict, each) for each in papers]
    verdict.falling = len(falling(verdict.table))
    verdict.other_logs = sum(_saw_another(found, number, each) for number, each in enumerate(entries, 1))
    return verdict


def _saw_another(lines: list[Json], number: int, entry: Json) -> bool:
    seen, _, sha = str(entry.get("seen", "")).partition(":")
    return bool(seen) and not (0 < int(seen) < number and lines[int(seen)]["hash"] == sha)


def _paper(verdict: Verdict, told: Json) -> Lays:
    """What came beside the log is what that names and everyone may read, or what a card shows that came along."""
    try:
        content = b64decode(told["content"], validate=True) if set(told) == {"paper", "kind", "content"} else b""
    except (TypeError, ValueError):
        content = b""
    if not content:
        raise InputError("A paper in this export is not written as papers are; ask for the export anew.")
    hidden = pictures_shown({"fields": each.fields} for each in verdict.cards)
    return brought(verdict.table, told["paper"], told["kind"], content, hidden)


def _line(place: int, line: bytes) -> Json:
    try:
        found = json.loads(line[:LONGEST_LINE].decode())
        same = canonical(found) + b"\n" == line
    except (ValueError, RecursionError):
        raise WrongLog(place, "it is not JSON") from None
    if not isinstance(found, dict) or not same:
        raise WrongLog(place, "it is not written as a log is")
    return found


def _check_chain(verdict: Verdict, number: int, line: Json) -> None:
    if set(line) != {"entry", "hash", "number"} or line["number"] != number or not isinstance(line["entry"], dict):
        raise WrongLog(number, "it is not the entry of that number")
    body = canonical(line["entry"])
    sha = entry_hash(verdict.head.log, number, verdict.head.hash, body)
    if sha.hex() != line["hash"]:
        raise WrongLog(number, "its hash does not follow from its content and the entry before it")
    verdict.head = Head(verdict.head.log, number, sha)
    verdict.bodies.append(body)


def _check_content(verdict: Verdict, number: int, told: Json, seeds: Mapping[int, bytes | None]) -> None:
    try:
        entry = entry_read(told)
        _check_writer(verdict.table, number, entry)
        _check_befores(verdict.table, number, entry)
        _check_fixed(verdict.table, number, entry)
        _check_contributions(verdict, number, entry)
        _check_dice(verdict, number, entry, seeds)
        _check_roll(verdict, number, entry)
        fold(verdict.table, number, entry)
        right = told["state"] == state_hash(verdict.table)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError):
        raise WrongLog(number, "it says what cannot have happened") from None
    if not right:
        raise WrongLog(number, "what stands after it is not what it says")


def _check_writer(table: Table, number: int, entry: Entry) -> None:
    """Whoever wrote an entry sat at the table then; who called for dice may leave before they fall."""
    if isinstance(entry, Joined):
        if entry.by != entry.seat or entry.seat in table.seats:
            raise WrongLog(number, "who sits down with it is not who wrote it")
        return
    seat = table.seats.get(entry.by)
    if not (entry.by_host if not entry.by else seat and not seat.waits):
        raise WrongLog(number, "whoever wrote it had no seat at the table")
    if seat and seat.gone and not isinstance(entry, Thrown):
        raise WrongLog(number, "whoever wrote it had left the table")


def _check_befores(table: Table, number: int, entry: Entry) -> None:
    """Every change begins with what stood before it."""
    for change in entry.changes if isinstance(entry, Changing) else ():
        if canonical(table.value(change.where, change.name)) != canonical(change.before):
            raise WrongLog(number, "what it says to have stood before is not what stood")


def _check_fixed(table: Table, number: int, entry: Entry) -> None:
    """What dice depend on stays as it is from when they are called for until they lie."""
    if isinstance(entry, Called):
        roll = table.live[entry.roll]
        brought = course.brought(table, roll)[0] if roll.status == "open" else {}
        if canonical(entry.attempt) != canonical(brought):
            raise WrongLog(number, "what it calls dice for is not what stood on the sheets")
    if wrong := out_of_place(table, number, entry):
        raise WrongLog(number, wrong)


def _seeds(entries: list[Json]) -> dict[int, bytes | None]:
    """The seed of each epoch, where it was revealed and is the one that was committed to."""
    promised = [str(each["commitment"]) for each in entries if "commitment" in each]
    seeds: dict[int, bytes | None] = dict.fromkeys(range(len(promised)))
    for number, each in enumerate(entries, 1):
        if each.get("seed"):
            epoch = each.get("epoch", len(promised)) - 1
            seeds[epoch] = _seed(number, each["seed"], promised[epoch] if epoch in seeds else "")
    return seeds


def _seed(number: int, told: Any, promised: str) -> bytes:
    try:
        seed = bytes.fromhex(told)
        right = commitment(seed) == promised
    except (ValueError, TypeError, ActionrollError):
        right = False
    if not right:
        raise WrongLog(number, "the seed it reveals is not the one that was committed to")
    return seed


def _check_contributions(verdict: Verdict, number: int, entry: Entry) -> None:
    """Phones take part with what they promised first, and reveal what they promised; who did not is named."""
    table = verdict.table
    if isinstance(entry, Declared | Thrown):
        for seat, promise in entry.phones.items():
            if table.promises.get(seat, ("",))[0] != promise:
                raise WrongLog(number, f"what it takes as promised by {seat} is not what that phone promised next")
    if isinstance(entry, Contributed):
        promised = table.live[entry.roll].phones.get(entry.by)
        if promise_of(table.id, entry.by, entry.contribution) != promised:
            raise WrongLog(number, "the contribution it reveals is not the one that was promised")
    if isinstance(entry, Thrown) and not entry.by_hand:
        roll = table.live[entry.roll]
        if entry.dice and roll.phones and (not roll.called or roll.nonce != entry.nonce):
            raise WrongLog(number, "its dice fell without the phones that take part being asked")
        verdict.contributions += len(roll.given)
        verdict.missing += len(entry.missing)


def _check_dice(verdict: Verdict, number: int, entry: Entry, seeds: Mapping[int, bytes | None]) -> None:
    if not isinstance(entry, Thrown):
        return
    table, dice = verdict.table, len(entry.dice)
    if entry.by_hand:
        verdict.by_hand += dice
        return
    seed = seeds.get(table.epoch)
    if seed is None:
        if table.epoch < max(seeds, default=0):
            verdict.left_behind += dice
        else:
            verdict.unrevealed += dice
        return
    roll = table.live[entry.roll]
    chance = committed(seed, verdict.head.log, entry.roll, roll.throws + 1, *nonces_of(roll, entry.nonce))
    if any(sides not in SIDES or face != chance(sides) for sides, face in entry.dice):
        raise WrongLog(number, "its dice do not follow from the seed that was committed to")
    verdict.dice += dice


def _check_roll(verdict: Verdict, number: int, entry: Entry) -> None:
    """Play a throw, a decision or a revealed secret roll again, where the rules here are those it was made under."""
    if not isinstance(entry, Thrown | Decided | Revealed):
        return
    table = verdict.table
    if _made_under(table, entry) != table.rules:
        verdict.other_rules += 1
        return
    try:
        right = _replayed(table, entry)
    except ActionrollError:
        raise WrongLog(number, NOT_FOLLOWING) from None
    if isinstance(right, Thrown) and isinstance(entry, Thrown) and not (right.odds and entry.odds):
        right.odds = entry.odds  # too many to count, there or here
    if isinstance(right, Thrown) and isinstance(entry, Thrown):
        right.phones = entry.phones  # which phones listened is not to be known any more
    if canonical({**written(right), "by": ""}) != canonical({**written(entry), "by": ""}):
        raise WrongLog(number, _difference(right, entry))
    verdict.replayed += 1


def _made_under(table: Table, entry: Thrown | Decided | Revealed) -> str:
    if isinstance(entry, Revealed):
        return str(entry.entry.get("rules", ""))
    return getattr(entry, "rules", "") or table.live[entry.roll].rules


def _replayed(table: Table, entry: Thrown | Decided | Revealed) -> Entry:
    """What the entry should tell by its own dice and choice."""
    match entry:
        case Thrown():
            faces = [face for _, face in entry.dice]
            wanted = {"dice": faces if entry.by_hand else None, "nonce": entry.nonce}
            return thrown(table, table.live[entry.roll], wanted, AsTold(faces))
        case Decided():
            standing = course.reached(table, table.live[entry.roll])
            if not isinstance(standing.step, Decide):
                raise RollError(f"Nothing is to be decided here; the roll {play.standing(standing)}.")
            return decided(table, table.live[entry.roll], standing, standing.step, entry.option)[0]
        case Revealed():
            outcome = secret_replayed(table, entry.entry).outcome
            told = {"tier": outcome.tier, "facts": dict(outcome.facts)}
            right = {**{name: each for name, each in entry.entry.items() if name not in told}, **told}
            return Revealed(secret=entry.secret, entry={name: each for name, each in right.items() if each != {}})


class AsTold(Outside):
    """Dice that fall as they are told to have fallen; too few of them show a face that no die has."""

    def __init__(self, faces: list[int]) -> None:
        self._left: Iterator[int] = iter(faces)

    def dice(self, roll: int, throw: int, *nonces: str) -> play.Chance:
        """The faces that are told."""
        return lambda _sides: next(self._left, 0)


def _difference(right: Entry, entry: Entry) -> str:
    """How an entry tells it otherwise, as the middle of a sentence."""
    should, says = (_tier(each) for each in (right, entry))
    if should and should != says:
        return f"its dice make it '{should}' under the rules, and it tells '{says}'"
    return NOT_FOLLOWING


def _tier(entry: Entry) -> str:
    if isinstance(entry, Revealed):
        return str(entry.entry.get("tier", ""))
    return entry.tier if isinstance(entry, Thrown | Decided) else ""


def _check_receipts(lines: list[Json], receipts: Mapping[int, str]) -> None:
    for number, sha in sorted(receipts.items()):
        if not 0 < number < len(lines):
            raise WrongLog(number, "a receipt names it, and it is missing")
        if len(sha) < LEAST_SIGNS or not lines[number]["hash"].startswith(sha):
            raise WrongLog(number, "it is not the entry that a receipt names")


START = bytes(32)


def exported(
    head: Head, entries: Iterable[StoredEntry], papers: Iterable[Paper | None] = (), cards: Iterable[Json] = ()
) -> Iterator[bytes]:
    """The lines of an export: a header that says where the log ends, every entry, and what may be read beside it."""
    yield canonical(header(head)) + b"\n"
    for entry in entries:
        yield b'{"entry":%b,"hash":"%b","number":%d}\n' % (entry.body, entry.hash.hex().encode(), entry.number)
    for paper in papers:
        if paper and paper.content and not paper.seat:
            told = {"content": b64encode(paper.content).decode(), "kind": paper.kind, "paper": paper.hash}
            yield canonical(told) + b"\n"
    for card in cards:
        yield canonical({"card": card}) + b"\n"


def take_in(
    store: Store, lines: Iterable[bytes], seconds: int, seed: Callable[[], bytes], links: tuple[Secret, ...]
) -> Verdict:
    """Verify an export and store it. Its seats come back through links that the gm makes."""
    verdict = verify(lines)
    table = verdict.table
    if any(link.table != table.id for link in links):
        raise InputError("The links must be for the table that is taken in.")
    seeds = (Seed(table.id, "open", table.epoch + 1, seed()), Seed(table.id, "secret", 0, seed()))
    bodies = [*verdict.bodies]
    if not table.ended:
        bodies += _seed_changed(verdict, seeds, seconds)
    row = TableRow(table.id, table.game_id, table.name, seconds)
    rows: tuple[Row, ...] = (row, *seeds, *links, *(Paper(table.id, *each) for each in verdict.papers))
    try:
        cards = tuple(canonical({**written(each), "at": seconds, "state": ""}) for each in verdict.cards)
        hidden = Append(f"{table.id}/secret", 0, cards)
        store.append(Batch((Append(table.id, 0, tuple(bodies)), hidden), rows=rows))
    except Conflict:
        raise InputError(f"The store has a table {table.id} already; import into another store.") from None
    return verdict


def _seed_changed(verdict: Verdict, seeds: tuple[Seed, Seed], seconds: int) -> Iterator[bytes]:
    """The old seed stayed where the log came from, so that from here on another one counts.

    Dice that were falling are given up: whoever knows what phones told of them could look for a seed that suits.
    """
    changed = SeedChanged(epoch=seeds[0].epoch, commitment=commitment(seeds[0].seed))
    given_up = [Withdrawn(roll=roll.id) for roll in falling(verdict.table)]
    acted = done(verdict.table, Deed([*given_up, changed]))
    verdict.table = acted.table
    for each in acted.folded:
        hidden = veil(seeds[1].seed, each.number, START)
        yield canonical({**written(each.entry), "at": seconds, "state": each.state, "veil": hidden})
