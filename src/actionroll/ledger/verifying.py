"""Verify an exported log offline: the chain, every die and what follows from it, what stands then, and receipts."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from actionroll.chance import commitment, committed
from actionroll.errors import ActionrollError, InputError
from actionroll.ledger.replaying import NOT_FOLLOWING, difference, replayed
from actionroll.ledger.writing import header
from actionroll.store import Head
from actionroll.store.chain import entry_hash, start
from actionroll.table.canonical import canonical
from actionroll.table.folding import fold
from actionroll.table.standing import state_hash
from actionroll.table.state import Json, Table

LONGEST_LINE = 5_000_000


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
    dice: int = 0
    by_hand: int = 0
    unrevealed: int = 0
    """Dice whose seed is not revealed yet."""
    left_behind: int = 0
    """Dice from before an import, whose seed stayed where the log came from."""
    replayed: int = 0
    """Throws, decisions and revealed secret rolls that were played again and came to what the log tells."""
    other_rules: int = 0
    """Those that were made under other rules than those installed here, and so are not played again."""


def verify(lines: Iterable[bytes], receipts: Mapping[int, str] | None = None) -> Verdict:
    """Check a log from its first byte to its last; raises WrongLog at the first entry that is wrong."""
    found = [_line(place, line) for place, line in enumerate(lines)]
    if not found or not isinstance(found[0].get("table"), str):
        raise InputError("This is not an exported log; it should begin with a line that names its table.")
    verdict = Verdict(Table(), start(found[0]["table"]))
    for place, each in enumerate(found[1:]):
        _check_chain(verdict, place + 1, each)
    if found[0] != header(verdict.head):
        raise WrongLog(0, "it does not say where the log ends, so that entries may be missing")
    entries = [each["entry"] for each in found[1:]]
    seeds = _seeds(entries)
    for place, entry in enumerate(entries):
        _check_content(verdict, place + 1, entry, seeds)
    _check_receipts(found, receipts or {})
    return verdict


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


def _check_content(verdict: Verdict, number: int, entry: Json, seeds: Mapping[int, bytes | None]) -> None:
    try:
        _check_dice(verdict, number, entry, seeds)
        _check_roll(verdict, number, entry)
        fold(verdict.table, number, entry)
        right = entry["state"] == state_hash(verdict.table)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError):
        raise WrongLog(number, "it says what cannot have happened") from None
    if not right:
        raise WrongLog(number, "what stands after it is not what it says")


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


def _check_dice(verdict: Verdict, number: int, entry: Json, seeds: Mapping[int, bytes | None]) -> None:
    if entry["kind"] != "thrown":
        return
    thrown = [step["dice"] for step in entry["record"]["steps"] if step["do"] == "throw" and step["dice"]]
    faces = [die["face"] for die in thrown[-1]] if thrown else []
    if faces and faces != [each for each in entry["record"]["answers"] if isinstance(each, list)][-1]:
        raise WrongLog(number, "the dice it shows are not those it counts")
    if entry["by_hand"]:
        verdict.by_hand += len(faces)
        return
    seed = seeds.get(verdict.table.epoch)
    if seed is None:
        if verdict.table.epoch < max(seeds, default=0):
            verdict.left_behind += len(faces)
        else:
            verdict.unrevealed += len(faces)
        return
    chance = committed(seed, verdict.head.log, number, entry["nonce"])
    if faces != [chance(int(die["die"][1:])) for die in (thrown[-1] if thrown else [])]:
        raise WrongLog(number, "its dice do not follow from the seed that was committed to")
    verdict.dice += len(faces)


def _check_roll(verdict: Verdict, number: int, entry: Json) -> None:
    try:
        told = replayed(verdict.table, entry)
    except ActionrollError:
        raise WrongLog(number, NOT_FOLLOWING) from None
    if told is None:
        verdict.other_rules += 1
    elif told and canonical({**entry, **told}) != verdict.bodies[number - 1]:
        raise WrongLog(number, difference(told, entry))
    elif told:
        verdict.replayed += 1


def _check_receipts(lines: list[Json], receipts: Mapping[int, str]) -> None:
    for number, sha in sorted(receipts.items()):
        if not 0 < number < len(lines):
            raise WrongLog(number, "a receipt names it, and it is missing")
        if lines[number]["hash"] != sha:
            raise WrongLog(number, "it is not the entry that a receipt names")
