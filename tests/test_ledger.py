"""Exported logs: one changed bit, an entry cut, swapped, added or forged is found, and said which; import goes on."""

import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from actionroll.chance import new_seed
from actionroll.errors import ActionrollError, InputError
from actionroll.ledger import WrongLog, exported, take_in, verify
from actionroll.store import open_store
from actionroll.store.chain import start
from actionroll.table import Table, act, entry_read, fold
from actionroll.table.entries import Left, Noted, Revealed
from actionroll.table.log import canonical, standing, state_hash, written
from actionroll.web.open_table import entries_after, load
from tests.counts import count
from tests.random_evening import Evening, evening

VERIFIER = Path(__file__).parents[1] / "tools" / "verify_log.py"


@pytest.fixture(scope="module")
def ended() -> Evening:
    made = evening("starforged", 120)
    made.end()
    return made


def test_whole_log_is_right(ended: Evening) -> None:
    verdict = verify(ended.lines(), {5: ended.entries[4].hash.hex()})
    assert (verdict.head, verdict.unrevealed, verdict.left_behind) == (ended.head, 0, 0)
    assert verdict.dice > 10
    assert (verdict.replayed > 2, verdict.other_rules) == (True, 0)
    assert canonical(standing(verdict.table)) == canonical(standing(ended.table))


@pytest.mark.slow
def test_every_flipped_bit_is_found(ended: Evening) -> None:
    whole = b"".join(ended.lines())
    chosen = random.Random(1)
    for _ in range(count(700, 20_000)):
        place, bit = chosen.randrange(len(whole)), 1 << chosen.randrange(8)
        flipped = whole[:place] + bytes([whole[place] ^ bit]) + whole[place + 1 :]
        with pytest.raises(ActionrollError):
            verify(flipped.splitlines(keepends=True))


def test_first_wrong_entry_is_named(ended: Evening) -> None:
    lines = ended.lines()
    lines[7] = lines[7].replace(b'"by":"s', b'"by":"t')
    with pytest.raises(WrongLog, match="Entry 7 is wrong") as found:
        verify(lines)
    assert found.value.number == 7


def changed_lines(lines: list[bytes]) -> dict[str, list[bytes]]:
    return {
        "deleted": [*lines[:9], *lines[10:]],
        "swapped": [*lines[:9], lines[10], lines[9], *lines[11:]],
        "repeated": [*lines[:9], lines[9], *lines[9:]],
        "cut": lines[:-3],
        "without end": lines[:-1],
        "without header": lines[1:],
        "only header": lines[:1],
        "empty": [],
        "half a line": [*lines[:-1], lines[-1][:-5]],
        "not json": [*lines[:5], b"{\n", *lines[5:]],
        "spaces": [lines[0], lines[1].replace(b":", b": ", 1), *lines[2:]],
    }


@pytest.mark.parametrize("change", changed_lines([b""] * 20))
def test_cut_swapped_and_added_entries_are_found(ended: Evening, change: str, tmp_path: Path) -> None:
    lines = changed_lines(ended.lines())[change]
    with pytest.raises(ActionrollError):
        verify(lines)
    (tmp_path / "log.jsonl").write_bytes(b"".join(lines))
    assert independent(tmp_path / "log.jsonl").returncode != 0


def independent(file: Path, *receipts: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, str(VERIFIER), str(file), *receipts]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_rewritten_end_is_found_by_a_receipt(ended: Evening, tmp_path: Path) -> None:
    """A host can write a whole new end, chain and all; who kept a receipt of the old one sees it."""
    receipt = {ended.head.number - 2: ended.entries[-3].hash.hex()}
    other = evening("starforged", 60, seed=2)
    with pytest.raises(WrongLog, match="receipt"):
        verify(other.lines(), receipt)
    (tmp_path / "log.jsonl").write_bytes(b"".join(other.lines()))
    number, sha = next(iter(receipt.items()))
    assert independent(tmp_path / "log.jsonl").returncode == 0
    assert independent(tmp_path / "log.jsonl", f"{number}:{sha}").returncode != 0


def test_the_signs_that_a_phone_shows_are_a_receipt(ended: Evening, tmp_path: Path) -> None:
    """Forty of them, as one writes them on paper; of fewer, a host could make two logs agree."""
    (tmp_path / "log.jsonl").write_bytes(b"".join(ended.lines()))
    number, sha = ended.head.number - 2, ended.entries[-3].hash.hex()
    signs = "\n".join(" ".join(sha[at : at + 4] for at in range(line, line + 20, 4)) for line in (0, 20))
    verify(ended.lines(), {number: sha[:40]})
    wrong = (sha[:39], sha[:24], "", "0" * 40, f"{sha[:39]}{'1' if sha[39] == '0' else '0'}")
    for receipt, right in ((signs, True), (signs.upper(), True), *((each, False) for each in wrong)):
        assert (independent(tmp_path / "log.jsonl", f"{number}:{receipt}").returncode == 0) is right
    for few in wrong:
        with pytest.raises(WrongLog, match="receipt"):
            verify(ended.lines(), {number: few})


def rehashed(made: Evening, number: int, change: str, value: object) -> list[bytes]:
    """A forger's log: one entry changed, and every hash after it worked out anew."""
    forged = Evening(made.game, made.chosen, bodies=[*made.bodies])
    forged.bodies[number - 1] = canonical(told_otherwise(json.loads(made.bodies[number - 1]), change, value))
    return forged.lines()


def told_otherwise(entry: dict[str, Any], change: str, value: object) -> dict[str, Any]:
    target = entry
    *path, last = change.split(".")
    for name in path:
        target = target[name]
    target[last] = value
    return entry


def last_throw(made: Evening) -> int:
    return max(
        number
        for number, body in enumerate(made.bodies, 1)
        if (entry := json.loads(body))["kind"] == "thrown" and not entry.get("by_hand") and entry["dice"]
    )


def test_forged_dice_do_not_follow_from_the_seed(ended: Evening, tmp_path: Path) -> None:
    number = last_throw(ended)
    for name, value in (("nonce", "another"),):
        lines = rehashed(ended, number, name, value)
        with pytest.raises(WrongLog, match="dice do not follow") as found:
            verify(lines)
        assert found.value.number == number
        (tmp_path / "log.jsonl").write_bytes(b"".join(lines))
        assert "do not follow" in independent(tmp_path / "log.jsonl").stderr


def test_forged_seed_is_not_the_one_committed_to(ended: Evening) -> None:
    with pytest.raises(WrongLog, match="committed to"):
        verify(rehashed(ended, ended.head.number, "seed", "00" * 32))


def test_forged_changes_do_not_lead_to_what_stands(ended: Evening) -> None:
    number = next(n for n, body in enumerate(ended.bodies, 1) if json.loads(body)["kind"] == "renamed")
    with pytest.raises(WrongLog, match="what stands after it") as found:
        verify(rehashed(ended, number, "name", "Somebody Else"))
    assert found.value.number == number


def lying(made: Evening, number: int, change: str, value: object) -> list[bytes]:
    """A host's own log that tells another thing, and says of every entry after it what then stands."""
    forged = Evening(made.game, made.chosen, bodies=[*made.bodies])
    entries = [json.loads(body) for body in made.bodies]
    told_otherwise(entries[number - 1], change, value)
    table = Table()
    for place, entry in enumerate(entries):
        fold(table, place + 1, entry_read(entry))
        forged.bodies[place] = canonical({**entry, "state": state_hash(table)})
    return forged.lines()


def ended_throw(made: Evening) -> int:
    found = [json.loads(body) for body in made.bodies]
    return max(n for n, each in enumerate(found, 1) if each["kind"] == "thrown" and "tier" in each)


@pytest.mark.parametrize(
    ("change", "value", "says"),
    [
        ("tier", "strong success", "under the rules, and it tells 'strong success'"),
        ("facts", {"match": True}, "does not follow"),
        ("dues", [["pay the price"]], "does not follow"),
        ("reads", [], "does not follow"),
        ("changes", [["c1", "momentum", 2, 9]], "does not follow"),
        ("now", "strong hit", "does not follow"),
        ("odds", [["miss", "1/1"]], "does not follow"),
        ("attempt.stat", 9, "under the rules, and it tells|does not follow"),
    ],
)
def test_a_throw_that_tells_what_its_dice_do_not_is_named(
    ended: Evening, change: str, value: object, says: str
) -> None:
    number = ended_throw(ended)
    with pytest.raises(WrongLog, match=says) as found:
        verify(lying(ended, number, change, value))
    assert found.value.number == number


def test_a_revealed_secret_roll_is_played_again() -> None:
    made = evening("in-the-dark", 6)
    asked = {"move": "fortune", "inputs": {"dice": 2}}
    secret = act(made.table, "s1", "secret_roll", asked, made).secret[0]
    made.add(Revealed(by="s1", secret="one", entry=written(secret)))
    assert verify(made.lines()).replayed == 1
    with pytest.raises(WrongLog, match=f"Entry {len(made.bodies)} is wrong: its dice make it"):
        verify(lying(made, len(made.bodies), "entry.tier", "no such luck"))


def number_of(made: Evening, kind: str) -> int:
    return next(n for n, body in enumerate(made.bodies, 1) if json.loads(body)["kind"] == kind)


@pytest.mark.parametrize("by", ["s9", ""])
@pytest.mark.parametrize("kind", ["noted", "edited", "thrown", "declared"])
def test_an_entry_without_a_seat_that_wrote_it_is_named(ended: Evening, kind: str, by: str) -> None:
    number = number_of(ended, kind)
    with pytest.raises(WrongLog, match="had no seat") as found:
        verify(lying(ended, number, "by", by))
    assert found.value.number == number


def test_who_left_writes_nothing_and_who_sits_down_writes_it_themselves() -> None:
    made = evening("in-the-dark", 20)
    made.add(Left(by="s3", seat="s3"))
    verify(made.lines())
    made.add(Noted(by="s3", text="I am still here."))
    with pytest.raises(WrongLog, match="had left the table"):
        verify(made.lines())
    with pytest.raises(WrongLog, match="not who wrote it"):
        verify(lying(made, 3, "by", "s1"))


def test_a_change_that_does_not_begin_with_what_stood_is_named(ended: Evening) -> None:
    number = number_of(ended, "edited")
    where, name, before, after = json.loads(ended.bodies[number - 1])["changes"][0]
    with pytest.raises(WrongLog, match="to have stood before") as found:
        verify(lying(ended, number, "changes", [[where, name, before + 1, after]]))
    assert found.value.number == number


def test_throws_under_other_rules_are_counted_and_not_judged(ended: Evening) -> None:
    number = ended_throw(ended)
    verdict = verify(lying(ended, number, "rules", "the rules of long ago"))
    assert verdict.other_rules == 1


def test_import_goes_on_where_the_export_ended(tmp_path: Path) -> None:
    made = evening("in-the-dark", 40)
    store = open_store(tmp_path / "tables.db")
    try:
        take_in(store, made.lines(), 1, new_seed, ())
        opened = load(store, "evening")
        assert opened is not None
        assert opened.head.number == made.head.number + 1
        assert opened.table.commitment != made.table.commitment
        assert opened.open_seed
        again = verify([*exported(opened.head, entries_after(store, start("evening")))])
        assert (again.unrevealed, again.left_behind) == (0, verify(made.lines()).unrevealed)
        assert again.left_behind > 0
        (tmp_path / "log.jsonl").write_bytes(b"".join(exported(opened.head, entries_after(store, start("evening")))))
        assert f" {again.left_behind} fell before an import" in independent(tmp_path / "log.jsonl").stdout
        with pytest.raises(InputError, match="already"):
            take_in(store, made.lines(), 1, new_seed, ())
        assert store.verify() == ()
    finally:
        store.close()


def test_independent_verifier_is_short_and_alone() -> None:
    text = VERIFIER.read_text()
    assert len(text.splitlines()) <= 210
    assert "import actionroll" not in text
    assert "from actionroll" not in text
