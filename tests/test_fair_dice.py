"""Dice that nobody can choose: what they depend on is fixed before a contribution is known, and all is checked."""

import json
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from actionroll import chance
from actionroll.errors import ActionrollError
from actionroll.ledger import WrongLog, exported, take_in, verify
from actionroll.store import open_store
from actionroll.store.chain import entry_hash
from actionroll.table import act, entry_read, trace_told, traces
from actionroll.table.entries import Ended, Opened, Ruled, SeedChanged
from actionroll.table.fairness import out_of_place, promise_of
from actionroll.table.log import Entry, canonical, falling, fold, written
from actionroll.table.requests import Deed, done
from actionroll.table.roll import falls
from actionroll.table.roll_entries import Called, Closed, Contributed, Declared, InputsSet, Undone
from tests.counts import count
from tests.random_evening import SEED, Evening

VERIFIER = Path(__file__).parents[1] / "tools" / "verify_log.py"
ROLL = {"character": "c1", "trait": "iron"}


def contribution(seat: str, place: int) -> str:
    return f"{seat} {place}".encode().hex()


def seed_of(epoch: int) -> bytes:
    return bytes([*range(31), 31 ^ epoch % 256])


class Phones(Evening):
    """A table at which phones take part; `here` are those that listen."""

    def __init__(self, *here: str, game: str = "starforged") -> None:
        super().__init__(game, random.Random(1))
        self.here = here
        self.sent: dict[str, int] = {"n": 0}
        """The nonces that phones sent, each with the roll that it was for; 0, where any will do."""
        self.begin()
        self.do("s2", "make", name="Nyx")
        for seat in here:
            self.do(
                seat,
                "commit",
                commitments=[promise_of("evening", seat, contribution(seat, place)) for place in range(8)],
            )

    def do(self, seat: str, request: str, /, **body: Any) -> int:
        self.seed = seed_of(self.table.epoch).hex()
        acted = act(self.table, seat, request, body, self)
        self.take(acted)
        self.seed = seed_of(self.table.epoch).hex()
        return acted.folded[0].number if acted.folded else 0

    def new_commitment(self) -> str:
        return chance.commitment(seed_of(self.table.epoch + 1))

    def dice(self, roll: int, throw: int, *nonces: str) -> chance.Chance:
        return chance.committed(seed_of(self.table.epoch), "evening", roll, throw, *nonces)

    def secret_dice(self, number: int, nonce: str) -> chance.Chance:
        return chance.seeded(f"{number} {nonce}")

    def end(self) -> None:
        self.add(Ended(by="s1", seed=self.seed))

    def refuses(self, seat: str, request: str, /, **body: Any) -> str:
        try:
            self.do(seat, request, **body)
        except ActionrollError as refused:
            return str(refused)
        return ""

    def thrown(self, roll: int, giving: tuple[str, ...], nonce: str = "n") -> dict[str, Any]:
        """Call for the dice, let some phones give their contributions, and let the dice fall."""
        self.do("s2", "throw", roll=roll, nonce=nonce)
        for seat in giving:
            self.do(seat, "contribute", roll=roll, contribution=contribution(seat, 0))
        self.do("s2", "throw", roll=roll)
        return self.last

    @property
    def last(self) -> dict[str, Any]:
        told: dict[str, Any] = json.loads(self.bodies[-1])
        return told


def faces(entry: dict[str, Any]) -> list[int]:
    return [face for _, face in entry["dice"]]


def test_every_phone_has_a_part_in_the_dice(tmp_path: Path) -> None:
    table = Phones("s1", "s2", "s4")
    roll = table.do("s2", "declare", **ROLL)
    entry = table.thrown(roll, ("s1", "s2", "s4"))
    added = [text for seat in ("s1", "s2", "s4") for text in (seat, contribution(seat, 0))]
    source = chance.committed(SEED, "evening", roll, 1, "n", *added)
    assert faces(entry) == [source(sides) for sides, _ in entry["dice"]]
    assert "missing" not in entry
    table.end()
    verdict = verify(table.lines())
    assert (verdict.contributions, verdict.missing, verdict.dice) == (3, 0, 3)
    assert independent(tmp_path, table.lines()).returncode == 0


def test_a_phone_that_sleeps_holds_up_nothing_and_is_named(tmp_path: Path) -> None:
    table = Phones("s1", "s2", "s4")
    roll = table.do("s2", "declare", **ROLL)
    entry = table.thrown(roll, ("s2",))
    assert entry["missing"] == ["s1", "s4"]
    table.end()
    verdict = verify(table.lines())
    assert (verdict.contributions, verdict.missing) == (1, 2)
    assert independent(tmp_path, table.lines()).returncode == 0


def independent(folder: Path, lines: list[bytes], *kept: str) -> "subprocess.CompletedProcess[str]":
    (folder / "log.jsonl").write_bytes(b"".join(lines))
    command = [sys.executable, str(VERIFIER), str(folder / "log.jsonl"), *kept]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_without_phones_that_promised_dice_fall_at_once() -> None:
    table = Phones()
    roll = table.do("s2", "declare", **ROLL)
    table.do("s2", "throw", roll=roll, nonce="n")
    assert table.last["kind"] == "thrown"


def test_dice_by_hand_ask_no_phone() -> None:
    table = Phones("s1", "s2")
    roll = table.do("s2", "declare", **ROLL)
    table.do("s2", "throw", roll=roll, dice=[1, 2, 3])
    assert (table.last["kind"], table.last["by_hand"]) == ("thrown", True)
    assert verify(table.lines()).missing == 0


def test_nothing_about_a_roll_changes_while_its_dice_fall() -> None:
    table = Phones("s1", "s2")
    roll = table.do("s2", "declare", **ROLL)
    assert table.do("s1", "contribute", roll=roll, contribution=contribution("s1", 0)) == 0, "nobody asked for it"
    table.do("s2", "throw", roll=roll, nonce="n")
    falling = "The dice of that roll are falling; wait for them."
    assert table.refuses("s2", "set", roll=roll, inputs={"adds": 1}) == falling
    assert table.refuses("s2", "offer", roll=roll, character="c1") == falling
    assert "falling already" in table.refuses("s2", "throw", roll=roll, dice=[6, 1, 1])
    assert "what your phone committed to" in table.refuses(
        "s1", "contribute", roll=roll, contribution=contribution("s1", 1)
    )
    assert "64" in table.refuses("s1", "contribute", roll=roll, contribution="a" * 65)
    assert table.do("s3", "contribute", roll=roll, contribution=contribution("s3", 0)) == 0, (
        "who promised nothing is not asked"
    )
    assert table.do("s1", "contribute", roll=roll, contribution=contribution("s1", 0))
    assert table.do("s1", "contribute", roll=roll, contribution=contribution("s1", 0)) == 0, "it is given once"


def test_who_throws_twice_hurries_no_phone() -> None:
    """Where dice are let fall in time, a second throw does nothing, and says so if it brings dice of its own."""
    table = Phones("s1", "s2")
    table.lets_fall = True
    roll = table.do("s2", "declare", **ROLL)
    table.do("s2", "throw", roll=roll, nonce="n")
    assert table.do("s2", "throw", roll=roll) == 0
    assert "falling already" in table.refuses("s2", "throw", roll=roll, dice=[6, 1, 1])
    assert table.table.live[roll].called == "s2"


def test_each_roll_takes_other_parts() -> None:
    """Nothing falls from what an earlier throw has shown."""
    table = Phones("s1", "s2")
    rolls = [table.do("s2", "declare", **ROLL) for _ in range(2)]
    for place, number in enumerate(rolls):
        promised = {seat: promise_of("evening", seat, contribution(seat, place)) for seat in ("s1", "s2")}
        assert json.loads(table.bodies[number - 1])["phones"] == promised


@pytest.mark.parametrize("commitments", [[], ["ab"], ["G" * 64], ["a" * 64, "a" * 64], ["a" * 63 + "\n"]])
def test_what_is_no_commitment_is_refused(commitments: list[str]) -> None:
    assert Phones().refuses("s2", "commit", commitments=commitments)


def test_the_old_attack_a_host_who_adds_entries_until_the_dice_suit() -> None:
    """Who knows the seed holds the throw back and adds entries; it was the number of the throw that made the dice."""
    fell = set()
    for added in range(40):
        table = Phones()
        roll = table.do("s2", "declare", **ROLL)
        for _ in range(added):
            table.do("s1", "note", text="…")
        table.do("s2", "throw", roll=roll, nonce="n")
        fell.add(tuple(faces(table.last)))
    assert len(fell) == 1


def test_an_entry_that_changes_nothing_is_refused() -> None:
    table = Phones()
    roll = table.do("s2", "declare", **ROLL)
    nothing: list[tuple[str, dict[str, Any]]] = [
        ("set", {"roll": roll}),
        ("set", {"roll": roll, "inputs": {}, "decide": {}}),
        ("edit", {"where": "c1", "values": {}}),
        ("edit", {"where": "c1", "values": {"health": 5}}),
        ("rule", {"rulings": {}}),
        ("set_up", {}),
    ]
    for request, body in nothing:
        assert table.refuses("s1", request, **body), (request, body)


def test_a_host_who_knows_the_seed_cannot_look_ahead_of_the_phones() -> None:
    """Whatever the host knows before the phones reveal their contributions, the dice are still open."""
    sources = [chance.committed(SEED, "evening", 7, 1, "n", "s3", contribution("s3", other)) for other in range(40)]
    assert len({tuple(source(10) for _ in range(3)) for source in sources}) > 35


def forged(table: Phones, number: int, **changed: Any) -> list[bytes]:
    """A host's own log: one entry tells other than it was, and all that follows fits to it."""
    lying = Phones()
    lying.bodies, lying.table = [], type(table.table)(rules_of=table.table.rules_of)
    for place, body in enumerate(table.bodies, 1):
        told = json.loads(body)
        entry = entry_read({**told, **changed} if place == number else told)
        acted = done(lying.table, Deed([entry]))
        lying.table = acted.table
        lying.bodies.append(canonical({**written(entry), "at": 0, "state": acted.folded[0].state, "veil": ""}))
    return lying.lines()


@pytest.mark.parametrize(
    ("kind", "changed", "says"),
    [
        ("contributed", {"contribution": contribution("s1", 5)}, "not the one that was promised"),
        ("contributed", {"by": "s4"}, "not the one that was promised"),
        ("thrown", {"missing": ["s1"]}, "does not follow"),
        ("thrown", {"nonce": "another"}, "without the phones"),
        (
            "declared",
            {"phones": {"s1": promise_of("evening", "s1", contribution("s1", 3))}},
            "not what that phone promised",
        ),
        ("declared", {"phones": {}}, "not the one that was promised"),
        ("called", {"nonce": "another"}, "without the phones"),
    ],
)
def test_a_forged_part_is_found(kind: str, changed: dict[str, Any], says: str, tmp_path: Path) -> None:
    table = Phones("s1", "s2")
    roll = table.do("s2", "declare", **ROLL)
    table.thrown(roll, ("s1", "s2"))
    table.end()
    number = next(place for place, body in enumerate(table.bodies, 1) if json.loads(body)["kind"] == kind)
    lines = forged(table, number, **changed)
    with pytest.raises(WrongLog, match=says):
        verify(lines)
    if kind != "called":  # which tells the nonce a second time
        assert independent(tmp_path, lines).returncode != 0


def test_ground_throws_are_found() -> None:
    """Forty times a host who tells the dice that suit: every one is named."""
    for place in range(40):
        table = Phones("s1", "s2")
        roll = table.do("s2", "declare", **ROLL)
        told = table.thrown(roll, ("s1", "s2"), f"n{place}")["dice"]
        number = len(table.bodies)
        table.end()
        better = [[sides, sides if die == 0 else 1] for die, (sides, _) in enumerate(told)]
        with pytest.raises(WrongLog) as found:
            verify(forged(table, number, dice=better))
        assert found.value.number == number


def counted(table: Phones) -> dict[str, dict[str, int]]:
    """What `verify` and the page count of what someone who chooses among dice must do."""
    found = {each["trace"]: each["seats"] for each in traces(table.table)}
    assert found == {each["trace"]: each["seats"] for each in traces(verify(table.lines()).table)}
    return found


def test_an_honest_roll_leaves_no_trace() -> None:
    table = Phones("s1", "s2")
    table.thrown(table.do("s2", "declare", **ROLL), ("s1", "s2"))
    assert counted(table) == {}


def test_what_helps_to_choose_among_dice_is_counted() -> None:
    table = Phones("s1", "s2")
    first = table.do("s2", "declare", **ROLL)
    table.thrown(first, ("s1", "s2"))
    table.do("s1", "undo", entry=first)
    assert counted(table) == {"undone": {"s2": 1}}
    table.do("s2", "withdraw", roll=table.do("s2", "declare", **ROLL))
    again = table.do("s2", "declare", **ROLL)
    table.do("s1", "throw", roll=again, dice=[1, 2, 3])
    marks = {"undone": {"s2": 1}, "again": {"s2": 1}, "withdrawn": {"s2": 1}}
    marks |= {"for_another": {"s1": 1}, "by_hand": {"s2": 1}}
    assert counted(table) == marks
    falling = table.do("s2", "declare", **ROLL)
    table.do("s2", "throw", roll=falling)
    table.do("s1", "contribute", roll=falling, contribution=contribution("s1", 3))
    assert verify(table.lines()).falling == 1
    table.do("s2", "withdraw", roll=falling)
    table.do("s1", "alarm", text="The dice of roll 9 do not follow.")
    assert counted(table) == {**marks, "given_up": {"s2": 1}, "alarmed": {"s1": 1}}


def test_seeds_reveals_and_sleepers_are_counted() -> None:
    table = Phones("s1", "s2")
    table.thrown(table.do("s2", "declare", **ROLL), ("s2",))
    table.secrets = [{"kind": "rolled_secretly", "move": "price", "attempt": {}, "answers": [[7]]}] * 3
    table.do("s1", "reveal", secret=2)
    table.do("s1", "rotate_seed")
    found = {each["trace"]: each["count"] for each in traces(table.table)}
    assert found == {"missing": 1, "revealed": 1, "seed": 1}
    assert "1 × the seed was changed (Seat 1 1)" in [trace_told(table.table, each) for each in traces(table.table)]


def test_promises_put_aside_are_counted_and_a_host_who_forges_them_is_found_by_the_phones_file(tmp_path: Path) -> None:
    """The log alone fits together: only who holds the phone knows that it was not theirs."""
    table = Phones("s1", "s2")
    with_a_part_in_a_phones_name(table, table.do("s2", "declare", **ROLL))
    assert counted(table) == {"afresh": {"s1": 1}, "withdrawn": {"s2": 1}}
    table.end()
    told = [trace_told(table.table, each) for each in traces(verify(table.lines()).table)]
    assert [each for each in told if each.startswith("1 × a phone's promises were put aside")]
    assert independent(tmp_path, table.lines()).returncode == 0
    own, other = tmp_path / "own.json", tmp_path / "other.json"
    own.write_text(json.dumps(kept_by("s1", table)))
    other.write_text(json.dumps(kept_by("s2", table)))
    assert independent(tmp_path, table.lines(), str(other)).returncode == 0
    assert "the phone never promised this" in independent(tmp_path, table.lines(), str(own)).stderr


def test_files_of_two_devices_of_a_seat_speak_for_it_together(tmp_path: Path) -> None:
    table = Phones("s1", "s2")
    tablet = [promise_of("evening", "s2", f"tablet {place}") for place in range(4)]
    table.do("s2", "commit", commitments=tablet, afresh=True)
    table.end()
    phone = kept_by("s2", table)
    files = [tmp_path / "phone.json", tmp_path / "tablet.json"]
    for file, told in zip(files, (phone, {**phone, "promises": tablet, "nonces": []}), strict=True):
        file.write_text(json.dumps(told))
        assert "the phone never promised this" in independent(tmp_path, table.lines(), str(file)).stderr
    assert independent(tmp_path, table.lines(), *map(str, files)).returncode == 0
    forged = Phones("s1", "s2")
    forged.do("s2", "commit", commitments=tablet, afresh=True)
    forged.do("s2", "commit", commitments=[promise_of("evening", "s2", "the host's")], afresh=True)
    forged.end()
    for file in files:
        told = {**json.loads(file.read_text()), "receipts": kept_by("s2", forged)["receipts"]}
        file.write_text(json.dumps(told))
    assert "the phone never promised this" in independent(tmp_path, forged.lines(), *map(str, files)).stderr


def test_a_table_can_forbid_dice_by_hand() -> None:
    table = Phones()
    table.do("s1", "set_up", hand_dice=False)
    roll = table.do("s2", "declare", **ROLL)
    before = len(table.bodies)
    assert "no dice thrown by hand" in table.refuses("s2", "throw", roll=roll, dice=[6, 1, 1])
    assert "no dice thrown by hand" in table.refuses("s2", "roll_at_once", **ROLL, dice=[6, 1, 1])
    assert len(table.bodies) == before
    table.do("s2", "throw", roll=roll)
    with pytest.raises(WrongLog, match="does not follow"):
        verify(forged(table, len(table.bodies), by_hand=True))
    table.do("s1", "set_up", hand_dice=True)
    assert not table.refuses("s2", "roll_at_once", **ROLL, dice=[6, 1, 1])


def test_a_table_can_forbid_to_undo_alone() -> None:
    table = Phones()
    table.do("s1", "set_up", undo_alone=False)

    def fallen() -> int:
        return table.do("s2", "roll_at_once", **ROLL)

    roll = fallen()
    alone = "Nobody takes a roll back alone at this table: one seat wishes for it, another agrees."
    assert table.refuses("s1", "undo", entry=roll) == alone
    table.do("s1", "wish", roll=roll)
    assert table.refuses("s1", "undo", entry=roll) == alone
    assert table.refuses("s1", "wish", roll=roll) == "You asked for that already."
    table.do("s1", "wish", roll=roll, withdrawn=True)
    assert table.refuses("s1", "wish", roll=roll, withdrawn=True) == "You have not asked for that."
    assert table.refuses("s2", "undo", entry=roll) == alone
    table.do("s1", "wish", roll=roll)
    table.do("s2", "undo", entry=roll)
    roll = fallen()
    table.do("s2", "wish", roll=roll)
    assert "The gm is one of the two" in table.refuses("s3", "undo", entry=roll)
    assert "onlooker" in table.refuses("s4", "undo", entry=roll)
    table.do("s1", "undo", entry=roll)
    assert counted(table) == {"undone": {"s2": 2}, "again": {"s2": 1}}


def test_what_is_thrown_is_what_was_called() -> None:
    """The gm edits a sheet between the call and the fall: the dice are those that were called for."""
    table = Phones("s1", "s2")
    roll = table.do("s2", "declare", **ROLL)
    table.do("s2", "throw", roll=roll, nonce="n")
    called = table.last["attempt"]
    iron = table.table.value("c1", "iron")
    table.do("s1", "edit", where="c1", values={"iron": iron + 1, "momentum": 9})
    table.do("s2", "throw", roll=roll)
    assert table.last["attempt"] == called
    assert called["stat"] == iron
    number = len(table.bodies)
    verify(table.lines())
    with pytest.raises(WrongLog) as found:
        verify(forged(table, number, attempt={**called, "stat": iron + 1}))
    assert found.value.number == number


def test_rulings_and_seed_stay_while_dice_fall() -> None:
    table = Phones("s1", "s2")
    roll = table.do("s2", "declare", **ROLL)
    table.do("s2", "throw", roll=roll)
    ruling = next(iter(table.table.rulings))
    assert table.refuses("s1", "rotate_seed") == "Dice are falling; change the seed once they lie."
    assert table.refuses("s1", "rule", rulings={ruling: "x"}) == "Dice are falling; change rulings once they lie."


def test_a_roll_falls_from_the_seed_that_stands_when_its_dice_are_called_for(tmp_path: Path) -> None:
    """It stays declared when the seed changes before that, and its phones are asked for the same contributions."""
    for here in ((), ("s1", "s2")):
        table = Phones(*here)
        roll = table.do("s2", "declare", **ROLL)
        table.do("s1", "rotate_seed")
        table.do("s2", "throw", roll=roll, nonce="n")
        for seat in here:
            table.do(seat, "contribute", roll=roll, contribution=contribution(seat, 0))
        if here:
            table.do("s2", "throw", roll=roll)
        entry = table.last
        contributions = [text for seat in here for text in (seat, contribution(seat, 0))]
        source = chance.committed(seed_of(1), "evening", roll, 1, "n", *contributions)
        assert faces(entry) == [source(sides) for sides, _ in entry["dice"]]
        assert counted(table) == {"seed": {"s1": 1}}
        table.end()
        assert verify(table.lines()).dice == 3
        assert independent(tmp_path, table.lines()).returncode == 0


def test_how_many_dice_there_are_is_fixed_by_the_call_and_not_by_the_declaration() -> None:
    table = Phones("s1", "s2", game="in-the-dark")
    roll = table.do("s2", "declare", character="c1", move="fortune", inputs={"dice": 2})
    table.do("s2", "set", roll=roll, inputs={"dice": 3})
    table.do("s2", "throw", roll=roll, nonce="n")
    assert "falling" in table.refuses("s2", "set", roll=roll, inputs={"dice": 4})
    table.do("s2", "throw", roll=roll)
    assert len(table.last["dice"]) == 3


def test_the_first_signs_of_two_logs_can_be_made_to_agree() -> None:
    """In each log the host draws the veil of the last entry until both begin alike: half the bits are work enough."""
    forks, alike, signs = [Phones() for _ in range(2)], 4, [dict[str, int]() for _ in range(2)]
    for fork, nonce in zip(forks, "ab", strict=True):
        fork.do("s2", "throw", roll=fork.do("s2", "declare", **ROLL), nonce=nonce)
    ends = [(fork.entries[-2].hash, json.loads(fork.bodies[-1])) for fork in forks]
    number = len(forks[0].bodies)
    for drawn in range(20 * 16 ** (alike // 2)):
        for (before, told), found in zip(ends, signs, strict=True):
            body = canonical({**told, "veil": f"{drawn:064x}"})
            found.setdefault(entry_hash("evening", number, before, body).hex()[:alike], drawn)
        if same := signs[0].keys() & signs[1].keys():
            break
    shown = same.pop()
    for fork, (_, told), found in zip(forks, ends, signs, strict=True):
        fork.bodies[-1] = canonical({**told, "veil": f"{found[shown]:064x}"})
    hashes = [json.loads(fork.lines()[-1])["hash"] for fork in forks]
    assert {each[:alike] for each in hashes} == {shown}
    assert [verify(fork.lines(), {number: sha[:40]}).head.number for fork, sha in zip(forks, hashes, strict=True)]
    for sha in (hashes[0][:alike], hashes[0][:40]):
        with pytest.raises(WrongLog, match="receipt"):
            verify(forks[1].lines(), {number: sha})


def test_dice_of_more_sides_than_there_are_end_no_checker(tmp_path: Path) -> None:
    """A host who writes a die that no two bytes can throw is named, and nobody draws forever."""
    table = Phones("s1", "s2")
    told = table.thrown(table.do("s2", "declare", **ROLL), ("s1", "s2"))["dice"]
    number = len(table.bodies)
    table.end()
    for sides in (1001, 65_537, 70_000, 0, -6):
        lines = forged(table, number, dice=[[sides, 1], *told[1:]])
        with pytest.raises(WrongLog) as found:
            verify(lines)
        assert found.value.number == number
        assert f"entry {number}: " in independent(tmp_path, lines).stderr


@pytest.mark.parametrize("slipped", [SeedChanged(by="s1", epoch=1, commitment="00" * 32), Ruled(by="s1", rulings={})])
def test_a_seed_that_is_ground_once_all_parts_are_known_is_found(slipped: Entry) -> None:
    """A host who has seen every contribution looks for a seed that suits, and changes to it before the dice lie."""
    table = Phones("s1", "s2")
    roll = table.do("s2", "declare", **ROLL)
    table.do("s2", "throw", roll=roll)
    table.do("s1", "contribute", roll=roll, contribution=contribution("s1", 0))
    table.add(slipped)
    number = len(table.bodies)
    with pytest.raises(WrongLog, match="were falling") as found:
        verify(table.lines())
    assert found.value.number == number


def test_falling_dice_do_not_survive_an_import() -> None:
    """Whoever takes a log in draws a new seed, and could draw until it suits dice whose contributions are known."""
    table = Phones("s1", "s2")
    roll = table.do("s2", "declare", **ROLL)
    table.do("s2", "throw", roll=roll)
    table.do("s1", "contribute", roll=roll, contribution=contribution("s1", 0))
    store = open_store(":memory:")
    taken = take_in(store, table.lines(), 0, lambda: bytes(32), ())
    lines = list(exported(store.head("evening"), store.read("evening")))
    assert falling(taken.table) == []
    assert verify(lines).table.traces == {("given_up", "s2"): 1, ("seed", ""): 1}


def test_entries_that_only_a_host_would_write_are_told_where_they_stand() -> None:
    """Each with its neighbour that may stand there."""
    table = Phones("s1", "s2")
    roll, epoch = table.do("s2", "declare", **ROLL), table.table.epoch
    opened = Opened(table="evening", game="starforged", name="", commitment="")
    told = {
        "opened at first": out_of_place(table.table, 1, opened),
        "opened again": out_of_place(table.table, 2, opened),
        "the next seed": out_of_place(table.table, 90, SeedChanged(epoch=epoch + 1, commitment="")),
        "the same seed": out_of_place(table.table, 90, SeedChanged(epoch=epoch, commitment="")),
        "another seed": out_of_place(table.table, 90, SeedChanged(epoch=epoch + 2, commitment="")),
        "closes an open roll": out_of_place(table.table, 90, Closed(roll=roll)),
        "closes no roll": out_of_place(table.table, 90, Closed(roll=roll + 1)),
        "rules": out_of_place(table.table, 90, Ruled(rulings={})),
    }
    table.do("s2", "throw", roll=roll, nonce="n")
    told |= {
        "rules while dice fall": out_of_place(table.table, 90, Ruled(rulings={})),
        "sets while dice fall": out_of_place(table.table, 90, InputsSet(roll=roll, inputs={})),
        "gives while dice fall": out_of_place(table.table, 90, Contributed(by="s1", roll=roll, contribution="")),
        "sets another roll": out_of_place(table.table, 90, InputsSet(roll=roll + 1, inputs={})),
    }
    assert {what: says for what, says in told.items() if says} == {
        "opened again": "a table is opened once",
        "the same seed": "the seed that it changes to is not the next one",
        "another seed": "the seed that it changes to is not the next one",
        "closes an open roll": "it closes a roll that was not waiting",
        "closes no roll": "it closes a roll that was not waiting",
        "rules while dice fall": "it changes what dice depend on that were falling",
        "sets while dice fall": "it changes a roll whose dice were falling",
    }


def test_a_roll_that_was_over_is_not_closed_unseen() -> None:
    """Rolls that wait are closed when the rules change; a host could take back anything with such an entry."""
    table = Phones("s1", "s2")
    roll = table.do("s2", "declare", **ROLL)
    table.thrown(roll, ("s1", "s2"))
    table.add(Closed(roll=roll))
    table.thrown(table.do("s2", "declare", **ROLL), ())
    assert {each["trace"]: each["seats"].get("s2") for each in traces(table.table)}["again"] == 1
    with pytest.raises(WrongLog, match="not waiting"):
        verify(table.lines())


def test_dice_that_the_gm_called_for_are_the_gms_throw() -> None:
    """Whoever throws once more while dice fall does not make them theirs."""
    table = Phones("s1", "s2")
    roll = table.do("s2", "declare", **ROLL)
    table.do("s1", "throw", roll=roll, nonce="n")
    table.do("s2", "throw", roll=roll)
    assert table.last["by"] == "s1"
    assert counted(table)["for_another"] == {"s1": 1}
    with pytest.raises(WrongLog, match="by someone else"):
        verify(forged(table, len(table.bodies), by="s2"))


def test_a_seed_is_the_next_one() -> None:
    table = Phones()
    table.add(SeedChanged(by="s1", epoch=2, commitment=chance.commitment(seed_of(2))))
    with pytest.raises(WrongLog, match="not the next one"):
        verify(table.lines())


def test_a_roll_taken_back_while_its_dice_fall_leaves_the_seed_free(tmp_path: Path) -> None:
    table = Phones("s1", "s2", game="in-the-dark")
    table.do("s2", "declare", character="c1", move="fortune", inputs={"dice": 2})
    roll = len(table.bodies)
    table.do("s2", "throw", roll=roll)
    table.add(Undone(by="s1", roll=roll))
    table.do("s1", "rotate_seed")
    assert independent(tmp_path, table.lines()).stderr == ""


def test_a_secret_roll_for_the_best_keeps_nobody_waiting() -> None:
    """What takes longer than a moment to weigh is refused, since every table of the server would wait for it."""
    table = Phones(game="wherever-we-go")
    sides = ("attacker", "defender")
    inputs: dict[str, Any] = {f"{side}_{each}": "d12" for side in sides for each in ("attribute", "skill")}
    asked: dict[str, Any] = {"move": "opposed", "decide": {f"{side}_gamble": "best" for side in sides}}
    hard = {**inputs, **{f"{side}_stress": 9 for side in sides}}
    assert "more counting than one question gets" in table.refuses("s1", "secret_roll", inputs=hard, **asked)


def test_a_phone_tells_which_log_it_knows() -> None:
    table = Phones("s1", "s2")
    roll = table.do("s2", "declare", **ROLL)
    table.do("s2", "throw", roll=roll)
    known = f"{roll}:{table.entries[roll - 1].hash.hex()}"
    assert "NUMBER:HASH" in table.refuses("s1", "contribute", roll=roll, contribution=contribution("s1", 0), seen="12")
    table.do("s1", "contribute", roll=roll, contribution=contribution("s1", 0), seen=known)
    assert verify(table.lines()).other_logs == 0
    table.do("s2", "contribute", roll=roll, contribution=contribution("s2", 0), seen=f"{roll}:{'0' * 64}")
    assert verify(table.lines()).other_logs == 1


BEST = [6, 1, 1]
"""An action die and two challenge dice that nobody would complain about."""


def better(faces: list[int]) -> int:
    """How well a throw of Starforged suits its roller."""
    return 2 * faces[0] - faces[1] - faces[2]


def would_fall(table: Phones, roll: int, nonce: str, contributions: dict[str, str]) -> list[int]:
    source = table.dice(
        roll, 1, nonce, *(text for seat in sorted(contributions) for text in (seat, contributions[seat]))
    )
    return [source(6), source(10), source(10)]


CONTRIBUTIONS = {seat: contribution(seat, 0) for seat in ("s1", "s2")}


def with_a_nonce_of_its_own(table: Phones, roll: int) -> None:
    """The host learned every contribution by a call that it then forgot, and looks for a nonce that suits."""
    nonces = [f"ground {place}" for place in range(60)]
    best = max(nonces, key=lambda nonce: better(would_fall(table, roll, nonce, CONTRIBUTIONS)))
    table.thrown(roll, ("s1", "s2"), best)


def with_a_part_in_a_phones_name(table: Phones, roll: int) -> None:
    """The host promises in a phone's name and looks for a contribution that suits."""
    table.do("s2", "withdraw", roll=roll)
    contributions = [f"ground {place}" for place in range(60)]
    number = len(table.bodies) + 2
    mine = {"s2": contribution("s2", 1)}
    best = max(contributions, key=lambda each: better(would_fall(table, number, "n", {**mine, "s1": each})))
    table.do("s1", "commit", commitments=[promise_of("evening", "s1", best)], afresh=True)
    again = table.do("s2", "declare", **ROLL)
    assert again == number
    table.do("s2", "throw", roll=again, nonce="n")
    table.do("s1", "contribute", roll=again, contribution=best)
    table.do("s2", "contribute", roll=again, contribution=contribution("s2", 1))
    table.do("s2", "throw", roll=again)


def without_a_part_that_was_given(table: Phones, roll: int) -> None:
    """The host got every contribution, and leaves one out."""
    table.thrown(roll, ("s2",))


def with_other_faces(table: Phones, roll: int) -> None:
    told = table.thrown(roll, ("s1", "s2"))
    retold(table, dice=[[sides, face] for (sides, _), face in zip(told["dice"], BEST, strict=True)])


def with_a_seed_that_suits(table: Phones, roll: int) -> None:
    """The host knows all contributions, looks for a seed, changes to it and lets the dice fall."""
    table.do("s2", "throw", roll=roll, nonce="n")
    for seat in CONTRIBUTIONS:
        table.do(seat, "contribute", roll=roll, contribution=contribution(seat, 0))
    table.add(SeedChanged(by="s1", epoch=1, commitment=chance.commitment(seed_of(1)), seed=seed_of(0).hex()))
    table.do("s2", "throw", roll=roll)


def without_a_call(table: Phones, roll: int) -> None:
    """The dice fall without the phones being asked, as if they all slept."""
    table.thrown(roll, ())
    number = len(table.bodies) - 1
    del table.bodies[number - 1]
    retold(table, missing=["s1", "s2"])


def with_a_part_that_was_shown(table: Phones, roll: int) -> None:
    """The host asks for contributions that it knows from an earlier throw."""
    table.thrown(roll, ("s1", "s2"))
    again = table.do("s2", "declare", **ROLL)
    old = {seat: promise_of("evening", seat, contribution(seat, 0)) for seat in CONTRIBUTIONS}
    retold(table, phones=old)
    table.do("s2", "throw", roll=again, nonce="n")
    for seat in CONTRIBUTIONS:
        table.do(seat, "contribute", roll=again, contribution=contribution(seat, 0))
    table.do("s2", "throw", roll=again)


def with_another_sheet(table: Phones, roll: int) -> None:
    """The sheet is edited once the contributions are known, and other dice are told to have been called."""
    table.do("s2", "throw", roll=roll, nonce="n")
    called = len(table.bodies)
    table.do("s1", "edit", where="c1", values={"iron": table.table.value("c1", "iron") + 1})
    table.do("s2", "throw", roll=roll)
    last = len(table.bodies)
    attempt = {**table.last["attempt"], "stat": table.table.value("c1", "iron")}
    retold(table, number=called, attempt=attempt)
    retold(table, number=last, attempt=attempt)


def with_a_second_call(table: Phones, roll: int) -> None:
    """The host knows every contribution, looks for a nonce that suits, and lets the gm call for the dice once more."""
    table.do("s2", "throw", roll=roll, nonce="n")
    for seat in CONTRIBUTIONS:
        table.do(seat, "contribute", roll=roll, contribution=contribution(seat, 0))
    nonces = [f"ground {place}" for place in range(60)]
    best = max(nonces, key=lambda nonce: better(would_fall(table, roll, nonce, CONTRIBUTIONS)))
    table.sent[best] = 0  # the gm's phone is the host's own
    table.add(Called(by="s1", roll=roll, nonce=best, attempt=table.table.live[roll].brought))
    table.do("s2", "throw", roll=roll)


def with_a_second_opening(table: Phones, roll: int) -> None:
    """The host knows every contribution, looks for a seed, and opens the table once more with it."""
    table.do("s2", "throw", roll=roll, nonce="n")
    for seat in CONTRIBUTIONS:
        table.do(seat, "contribute", roll=roll, contribution=contribution(seat, 0))
    stands = table.table
    table.add(entry_read({**json.loads(table.bodies[0]), "values": stands.values, "rulings": stands.rulings}))
    retold(table, commitment=chance.commitment(seed_of(1)))
    table.do("s2", "throw", roll=roll)
    fell = chance.committed(
        seed_of(1), "evening", roll, 1, "n", *(text for each in CONTRIBUTIONS.items() for text in each)
    )
    retold(table, dice=[[sides, fell(sides)] for sides in (6, 10, 10)])
    table.seed = seed_of(1).hex()


def with_another_trait(table: Phones, roll: int) -> None:
    """The roller hears from the host what will fall, and makes more of it before it does."""
    table.do("s2", "throw", roll=roll, nonce="n")
    for seat in CONTRIBUTIONS:
        table.do(seat, "contribute", roll=roll, contribution=contribution(seat, 0))
    table.add(InputsSet(by="s2", roll=roll, inputs={"adds": [3]}))
    table.do("s2", "throw", roll=roll)


def without_the_nonce(table: Phones, roll: int) -> None:
    """The host leaves out every phone, looks for a number at which the dice suit, and leaves the nonce out, too."""
    table.do("s2", "withdraw", roll=roll)
    numbers = range(len(table.bodies) + 1, len(table.bodies) + 40)
    best = max(numbers, key=lambda number: better(would_fall(table, number, "", {})))
    while len(table.bodies) + 1 < best:
        table.do("s3", "note", text="…")
    table.here, again = (), len(table.bodies) + 1
    table.do("s2", "declare", **ROLL)
    table.sent = {"n": again}
    table.do("s2", "throw", roll=again)


def with_an_old_nonce(table: Phones, roll: int) -> None:
    """The same with the best of the nonces that the phone sent before."""
    table.thrown(roll, ("s1", "s2"))
    table.sent = {"n": -len(table.bodies)}
    table.here = ()
    again = table.do("s2", "declare", **ROLL)
    table.sent["meant"] = again
    table.do("s2", "throw", roll=again, nonce="n")


def after_the_end(table: Phones, roll: int) -> None:
    """The seed is shown, and dice of it fall."""
    table.thrown(roll, ("s1", "s2"))
    table.end()
    again = len(table.bodies) + 1
    table.add(Declared(by="s2", seat="s2", character="c1", trait="iron", move="action"))
    for entry in falls(table.table, table.table.live[again], {"dice": None, "nonce": "n"}, table, "s2"):
        table.add(entry)


def retold(table: Phones, number: int = 0, **changed: Any) -> None:
    """The host tells an entry otherwise, the last unless said, and works out anew all that follows from it."""
    lines = forged(table, number or len(table.bodies), **changed)
    table.bodies = [canonical(json.loads(line)["entry"]) for line in lines[1:]]
    stands = type(table.table)(rules_of=table.table.rules_of)
    for place, body in enumerate(table.bodies, 1):
        fold(stands, place, entry_read(json.loads(body)))
    table.table = stands


WAYS = (
    with_a_nonce_of_its_own,
    with_a_part_in_a_phones_name,
    without_a_part_that_was_given,
    with_other_faces,
    with_a_seed_that_suits,
    without_a_call,
    with_a_part_that_was_shown,
    with_another_sheet,
    with_a_second_call,
    with_a_second_opening,
    with_another_trait,
    without_the_nonce,
    with_an_old_nonce,
    after_the_end,
)


def kept_by(seat: str, table: Phones) -> dict[str, Any]:
    """What the phone of a seat would have saved that only does what it should."""
    promises = [promise_of("evening", seat, contribution(seat, place)) for place in range(8)]
    receipts = {str(len(table.bodies)): table.head.hash.hex()}
    told = {"since": 1, "promises": promises, "nonces": table.sent, "given": dict.fromkeys(promises, 1)}
    return {"form": "actionroll phone 1", "table": "evening", "seat": seat, **told, "receipts": receipts}


def found_by_someone(table: Phones, folder: Path) -> bool:
    """Whether `verify`, or a checker that the host did not serve with what phones saved, finds something wrong."""
    if not table.table.ended:
        table.end()
    try:
        verify(table.lines())
    except WrongLog:
        return True
    for seat in CONTRIBUTIONS:
        (folder / f"{seat}.json").write_text(json.dumps(kept_by(seat, table)))
    files = [str(folder / f"{seat}.json") for seat in CONTRIBUTIONS]
    return independent(folder, table.lines(), *files).returncode != 0


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
def test_ground_throws_are_found_in_every_way(way: Callable[[Phones, int], None], tmp_path: Path) -> None:
    """Forty throws that a host chose, in each way that we could think of; and none of forty honest ones."""
    tries = count(3, 40)
    found = honest = 0
    for place in range(tries):
        table = Phones("s1", "s2")
        for _ in range(place):
            table.do("s3", "note", text="…")
        roll = table.do("s2", "declare", **ROLL)
        true = Phones("s1", "s2")
        true.thrown(true.do("s2", "declare", **ROLL), ("s1", "s2"))
        way(table, roll)
        found += found_by_someone(table, tmp_path)
        honest += found_by_someone(true, tmp_path)
    assert (found, honest) == (tries, 0)
