"""The page's own checks of the dice, with Web Crypto and without: silent when all is right, loud when it is not."""

from hashlib import sha256
from random import Random
from typing import Any

import pytest

from actionroll.chance import commitment, committed
from actionroll.ledger import verify
from actionroll.store.chain import entry_hash
from actionroll.table.fairness import promise_of
from actionroll.table.log import canonical
from tests.counts import count
from tests.page.devices import FORTUNE, NODE, SEAT, Device, Room, lies, room_of

pytestmark = pytest.mark.skipif(
    NODE is None, reason="Node is not installed; as root, tools/system_packages.py does it."
)


def test_hashes_and_dice_are_those_of_the_server(device: Device) -> None:
    for length in (0, 1, 55, 56, 63, 64, 65, 119, 120, 1000):
        assert device.ask("hash", text="é" * length) == sha256(("é" * length).encode()).hexdigest()
    assert device.ask("promise", table="t", seat="s1", contribution="ab") == promise_of("t", "s1", "ab")
    chosen = Random(1)
    for _ in range(30):
        seed, roll, place = chosen.randbytes(32), chosen.randrange(10**6), chosen.randrange(1, 9)
        nonces = ["n", *(f"{chosen.random()}" for _ in range(chosen.randrange(5)))]
        sides = [chosen.choice([1, 2, 6, 10, 100, 256, 257, 1000]) for _ in range(60)]
        source = committed(seed, "Tür", roll, place, *nonces)
        seen = {
            "seed": seed.hex(),
            "roll": roll,
            "place": place,
            "nonces": nonces,
            "dice": [[each, 1] for each in sides],
        }
        assert device.ask("faces", table="Tür", seen=seen) == [source(each) for each in sides]


def test_entries_are_hashed_as_the_log_does(device: Device) -> None:
    text = '‘hush’ \u2028 \x7f " \\ / \t\n\x1f é 👩‍👩‍👧 名'
    entry: dict[str, Any] = {
        "kind": "noted",
        "by": "s1",
        "text": text,
        "10": [True, None, -3, {}],
        "9": {"b": 1, "a": [], "Z": "", "𝒜": 1, "\uffee": 2, "ab": 3},
    }
    assert device.ask("canonical", value=entry).encode() == canonical(entry)
    right = entry_hash("Tür", 2**33 + 7, bytes(range(32)), canonical(entry)).hex()
    before = bytes(range(32)).hex()
    assert device.ask("chain", table="Tür", number=2**33 + 7, before=before, entry=entry) == right


@pytest.mark.slow
def test_honest_evenings_raise_no_alarm(device: Device) -> None:
    """Phones that sleep and reload, two tabs, a tablet; dice by hand, rolls withdrawn and undone, seeds changed."""
    chosen, throws = Random(7), count(60, 5000)
    room = Room(device)
    for name, seat in (
        ("gm", "s1"),
        ("phone", "s2"),
        ("tab", "s2"),
        ("tablet", "s2"),
        ("other", "s3"),
        ("onlooker", "s4"),
    ):
        room.open(name, seat)
    for _ in range(throws):
        for page in room.pages.values():
            page.sleeps = chosen.random() < 0.2
        room.listen()
        room.hear()
        if chosen.random() < 0.1:
            name = chosen.choice([*room.pages])
            room.open(name, room.pages[name].seat)
        an_honest_roll(room, chosen)
    for page in room.pages.values():
        page.sleeps = False
    room.hear()
    saved = room.device.ask("saved", page="phone")
    room.end()
    verdict = verify(room.table.lines())
    assert device.alarms == []
    assert (verdict.contributions > throws, verdict.missing > throws / 20, verdict.other_logs) == (True, True, 0)
    assert saved["receipts"][str(len(room.hashes) - 1)] == room.hashes[-2]


def an_honest_roll(room: Room, chosen: Random) -> None:
    roll, name = room.declared(), chosen.choice(["phone", "tab", "tablet"])
    what = chosen.random()
    for page in room.pages.values():
        page.sleeps |= chosen.random() < 0.1
    if what < 0.1:
        room.table.do(SEAT, "throw", roll=roll, dice=[3, 4])
    elif what < 0.15:
        room.table.do(SEAT, "withdraw", roll=roll)
    else:
        room.call(roll, name)
        if chosen.random() < 0.2:
            room.open(name, SEAT)
        room.hear()
        room.fall(roll, name)
        if what < 0.2:
            room.hear()
            room.table.do("s1", "undo", entry=roll)
        if what > 0.98:
            room.table.do("s1", "rotate_seed")
    room.hear()


@pytest.mark.parametrize(
    ("kind", "changed", "words"),
    [
        ("thrown", {"missing": ["s1", SEAT]}, "fell without this phone’s contribution"),
        ("thrown", {"missing": ["s1"]}, "whose contributions are missing"),
        ("thrown", {"dice": [[6, 7], [6, 7]]}, "do not follow from what everyone committed to"),
        ("thrown", {"nonce": "another"}, "otherwise than they were called for"),
        ("called", {"nonce": "not mine"}, "did not send"),
        ("contributed", {"contribution": "not mine"}, "did not give"),
        ("contributed", {"by": "s1"}, "not the one promised"),
        ("committed", {"by": SEAT}, "it did not promise"),
        ("ended", {"seed": "00" * 32}, "not the one that the table had committed to"),
    ],
)
def test_what_is_forged_raises_an_alarm(device: Device, kind: str, changed: dict[str, Any], words: str) -> None:
    """A host who tells one phone another thing, with a hash that fits: what the phone knows itself does not."""
    room = room_of(device)
    roll = room.declared()
    if kind == "committed":
        room.table.do("s3", "commit", commitments=["ab" * 32])
    room.call(roll)
    lies(room, kind, changed)
    room.fall(roll)
    lies(room, kind, changed)
    room.table.end()
    lies(room, kind, changed)
    room.hear()
    assert any(words in alarm for alarm in device.alarms if alarm.startswith("phone")), device.alarms


def test_an_entry_that_does_not_follow_raises_an_alarm_and_is_shown_no_part(device: Device) -> None:
    """A host who shows one phone a call that stands in no log, to learn its contribution."""
    room = room_of(device)
    roll = room.declared()
    before = len(room.table.bodies)
    fake = {"kind": "called", "by": "s1", "roll": roll, "number": len(room.log()) + 1}
    device.ask("heard", page="phone", entries=[{"entry": fake, "hash": "ab" * 32}])
    assert "does not follow from the log" in device.alarms[-1]
    assert len(room.table.bodies) == before


def test_an_entry_without_a_hash_follows_from_nothing(device: Device) -> None:
    room = room_of(device)
    roll = room.declared()
    before = len(room.table.bodies)
    fake = {"kind": "called", "by": "s1", "roll": roll, "number": len(room.log()) + 1}
    device.ask("heard", page="phone", entries=[{"entry": fake}])
    assert "does not follow from the log" in device.alarms[-1]
    assert len(room.table.bodies) == before


def test_dice_that_are_called_for_twice_raise_an_alarm(device: Device) -> None:
    """A host who knows all contributions looks for a nonce, and lets the gm throw once more."""
    room = room_of(device)
    roll = room.declared()
    room.call(roll)
    room.hear()
    room.table.do("s3", "note", text="…")
    room.forged("phone", kind="called", by="s1", roll=roll, nonce="ground")
    assert any("called for twice" in alarm for alarm in device.alarms if alarm.startswith("phone"))


def test_a_die_of_more_sides_than_there_are_follows_from_nothing(device: Device) -> None:
    seen = {"seed": "00" * 32, "roll": 1, "place": 1, "nonces": ["n"], "dice": [[1001, 1], [70_000, 1], [0, 1], [1, 1]]}
    assert device.ask("faces", table="t", seen=seen) == [None, None, None, 1]


def test_a_fork_shows_itself_when_phones_tell_what_they_know(device: Device) -> None:
    """A host who shows one phone another log, every hash of it fitting, and the other phone the true one."""
    room = room_of(device)
    room.table.do("s3", "note", text="All is well.")
    room.forged("phone", text="All is lost.")
    room.pages["gm"].sleeps = True
    room.hear()
    room.pages["gm"].sleeps = False
    device.ask("compare", page="phone", number=len(room.log()), hash=room.hashes[-1])
    assert "another log" in device.alarms.pop()
    for request, body in (("declare", FORTUNE), ("throw", {"roll": len(room.log()) + 1})):
        room.table.do("s1", request, **body)
        lies(room, "nothing", {})
    assert any("The phone of s2 knows another log" in alarm for alarm in device.alarms if alarm.startswith("gm"))
    assert verify(room.table.lines()).other_logs == 1


def test_a_seed_that_changes_while_dice_fall_raises_an_alarm(device: Device) -> None:
    room = room_of(device)
    room.call(room.declared())
    room.hear()
    room.table.do("s3", "note", text="…")
    room.forged("phone", kind="seed_changed", epoch=1, commitment=commitment(bytes(32)))
    assert any("while dice were falling" in alarm for alarm in device.alarms)
