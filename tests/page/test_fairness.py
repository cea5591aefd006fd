"""The page's own checks of the dice, with Web Crypto and without: silent when all is right, loud when it is not."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest

from actionroll.chance import commitment, committed
from actionroll.errors import ActionrollError
from actionroll.ledger import verify
from actionroll.store import Head
from actionroll.store.chain import entry_hash, head_of, linked, start
from actionroll.table import traces
from actionroll.table.fairness import promise_of
from actionroll.table.log import canonical
from tests.counts import count
from tests.test_fair_dice import Phones

NODE = shutil.which("node")
HERE = Path(__file__).parent
SCRIPTS = HERE.parents[1] / "src/actionroll/web/static"
SEAT = "s2"
SHOWN = 60
FORTUNE = {"character": "c1", "move": "fortune", "inputs": {"dice": 2}}
pytestmark = pytest.mark.skipif(
    NODE is None, reason="Node is not installed; as root, tools/system_packages.py does it."
)


class Device:
    """Phones without their screens; what they ask of the server is answered by `acts`."""

    def __init__(self, plain: str) -> None:
        command = [str(NODE), str(HERE / "fairness_check.mjs"), str(SCRIPTS), plain]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.alarms: list[str] = []
        self.acts: Any = None

    def forget(self) -> None:
        """As if nobody had used it yet."""
        self.ask("forget")
        self.alarms, self.acts = [], None

    def _say(self, told: Any) -> None:
        assert self._process.stdin
        self._process.stdin.write(json.dumps(told) + "\n")
        self._process.stdin.flush()

    def ask(self, do: str, **asked: Any) -> Any:
        assert self._process.stdout
        self._say({"do": do, **asked})
        while "answer" not in (told := json.loads(self._process.stdout.readline())):
            self._say(self.acts(told["seat"], told["operation"], told["body"]))
        self.alarms += told["alarms"]
        return told["answer"]

    def close(self) -> None:
        assert self._process.stdin
        self._process.stdin.close()
        self._process.wait(60)
        assert self._process.stdout
        self._process.stdout.close()


@pytest.fixture(scope="module", params=["", "plain"], ids=["Web Crypto", "our own"])
def started(request: pytest.FixtureRequest) -> Iterator[Device]:
    made = Device(request.param)
    yield made
    made.close()


@pytest.fixture
def device(started: Device) -> Device:
    started.forget()
    return started


def test_hashes_and_dice_are_those_of_the_server(device: Device) -> None:
    for length in (0, 1, 55, 56, 63, 64, 65, 119, 120, 1000):
        assert device.ask("hash", text="é" * length) == sha256(("é" * length).encode()).hexdigest()
    assert device.ask("promise", table="t", seat="s1", part="ab") == promise_of("t", "s1", "ab")
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


@dataclass
class Page:
    """A page of a seat: how far it has heard, and whether it sleeps."""

    seat: str
    heard: int = 0
    sleeps: bool = False
    lied_to: str = ""
    """The hash of the last entry that it was told, where that is not the one in the log."""


@dataclass
class Room:
    """Phones around a table in memory: what they send is done, and those awake hear of every entry."""

    device: Device
    table: Phones = field(default_factory=lambda: Phones(game="in-the-dark"))
    pages: dict[str, Page] = field(default_factory=dict)
    hashes: list[str] = field(default_factory=list)
    told: list[dict[str, Any]] = field(default_factory=list)
    head: Head = field(default_factory=lambda: start("evening"))

    def __post_init__(self) -> None:
        self.device.acts = self.acts

    def acts(self, seat: str, operation: str, body: dict[str, Any]) -> dict[str, Any]:
        before = len(self.table.bodies)
        try:
            self.table.do(seat, operation, **body)
        except ActionrollError as refused:
            return {"ok": False, "told": {"detail": str(refused)}}
        return {"ok": True, "told": {"entries": [{}] * (len(self.table.bodies) - before)}}

    def log(self) -> list[dict[str, Any]]:
        """Every entry with its number and hash."""
        for body in self.table.bodies[len(self.told) :]:
            entry = linked(self.head, body)
            self.head = head_of(entry)
            self.hashes.append(entry.hash.hex())
            self.told.append({**json.loads(body), "number": entry.number})
        return self.told

    def open(self, name: str, seat: str, **lies: Any) -> None:
        """A page is opened, or reloaded; a tablet is a device of its own, which remembers nothing of the phone."""
        self.device.ask("sit", page=name, table="evening", seat=seat, device=name if name == "tablet" else "")
        self.pages[name] = page = Page(seat, len(self.log()))
        stands, shown = self.table.table, slice(max(0, page.heard - SHOWN), page.heard)
        rolls = [
            {"roll": roll.id, "phones": roll.parts, "given": sorted(roll.given), "falling": bool(roll.called)}
            for roll in stands.open_rolls
        ]
        view = {
            "commitment": stands.commitment,
            "number": page.heard,
            "hash": self.hashes[-1],
            "log": [{**entry, "hash": sha} for entry, sha in zip(self.told[shown], self.hashes[shown], strict=True)],
            "rolls": rolls,
            "promises": stands.promises.get(seat, ()),
            **lies,
        }
        self.listen()
        self.device.ask("begin", page=name, view=view)

    def listen(self) -> None:
        self.table.here = tuple(sorted({page.seat for page in self.pages.values() if not page.sleeps}))

    def hear(self) -> None:
        """Everyone awake hears all that is new, at once where it is much; what they send then is heard too."""
        while late := [name for name, page in self.pages.items() if not page.sleeps and page.heard < len(self.log())]:
            for name in late:
                page = self.pages[name]
                news = slice(page.heard, len(self.told))
                page.heard = len(self.told)
                entries = zip(self.told[news], self.hashes[news], strict=True)
                self.device.ask("heard", page=name, entries=[{"entry": each, "hash": sha} for each, sha in entries])

    def forged(self, name: str, **changed: Any) -> None:
        """A page is told the next entry otherwise, with a hash that fits."""
        page, told = self.pages[name], self.log()
        entry = {**told[page.heard], **changed}
        body = canonical({field: value for field, value in entry.items() if field != "number"})
        before = bytes.fromhex(page.lied_to or self.hashes[page.heard - 1])
        page.heard += 1
        page.lied_to = entry_hash("evening", page.heard, before, body).hex()
        self.device.ask("heard", page=name, entries=[{"entry": entry, "hash": page.lied_to}])

    def declared(self, seat: str = SEAT) -> int:
        roll = self.table.do(seat, "declare", **FORTUNE)
        self.hear()
        return roll

    def call(self, roll: int, name: str = "phone") -> None:
        self.table.do(self.pages[name].seat, "throw", roll=roll, nonce=self.nonce(roll, name))

    def nonce(self, roll: int, name: str = "phone") -> str:
        """What the phone sends with its throw of a roll."""
        return str(self.device.ask("nonce", page=name, roll=roll))

    def fall(self, roll: int, name: str = "phone") -> None:
        """As the server lets dice fall: as soon as all parts are there, or after a moment."""
        if self.table.table.live.get(roll):
            self.table.do(self.pages[name].seat, "throw", roll=roll)

    def roll(self) -> int:
        roll = self.declared()
        self.call(roll)
        self.hear()
        self.fall(roll)
        self.hear()
        return roll

    def end(self) -> None:
        self.table.end()
        self.hear()


def room_of(device: Device) -> Room:
    room = Room(device)
    room.open("phone", SEAT)
    room.open("gm", "s1")
    room.hear()
    return room


def test_a_phone_takes_part_and_promises_anew_before_it_runs_out(device: Device) -> None:
    room = room_of(device)
    for _ in range(40):
        room.roll()
    room.end()
    kinds = [each["kind"] for each in room.log()]
    assert kinds.count("committed") >= 6
    assert [each["by"] for each in room.log() if each["kind"] == "contributed"] == [SEAT, "s1"] * 40
    assert all("seen" in each for each in room.log() if each["kind"] == "contributed")
    verdict = verify(room.table.lines())
    assert (verdict.parts, verdict.missing, verdict.other_logs, device.alarms) == (80, 0, 0, [])


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
    assert (verdict.parts > throws, verdict.missing > throws / 20, verdict.other_logs) == (True, True, 0)
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
        ("thrown", {"missing": ["s1", SEAT]}, "fell without this phone's part"),
        ("thrown", {"missing": ["s1"]}, "whose parts are missing"),
        ("thrown", {"dice": [[6, 7], [6, 7]]}, "do not follow from what everyone committed to"),
        ("thrown", {"nonce": "another"}, "otherwise than they were called for"),
        ("called", {"nonce": "not mine"}, "did not send"),
        ("contributed", {"part": "not mine"}, "did not give"),
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


def lies(room: Room, kind: str, changed: dict[str, Any]) -> None:
    """All is heard as it is; but the phone is told the entries of this kind otherwise."""
    while len(room.log()) > room.pages["phone"].heard:
        told = room.told[room.pages["phone"].heard]
        if told["kind"] == kind and not (kind == "contributed" and told["by"] != SEAT):
            room.forged("phone", **changed)
        else:
            room.forged("phone")
        room.pages["phone"].sleeps = True
        room.hear()
        room.pages["phone"].sleeps = False


def test_a_second_device_of_a_seat_is_asked_about_once_and_raises_no_alarm(device: Device) -> None:
    room = room_of(device)
    room.roll()
    room.open("tablet", SEAT)
    room.hear()
    for name in ("phone", "tablet") * 15:
        roll = room.declared()
        room.call(roll, name)
        room.hear()
        room.fall(roll, name)
        room.hear()
    room.end()
    asked = device.ask("questions")
    assert device.alarms == []
    assert sorted(each.partition(":")[0] for each in asked) == ["phone", "tablet"]
    assert verify(room.table.lines()).parts > 40


def forge_a_promise(room: Room) -> None:
    """A host promises afresh in the name of the phone's seat, so that it knows the next parts."""
    parts = [promise_of("evening", SEAT, f"ground {place}") for place in range(8)]
    room.table.do(SEAT, "commit", commitments=parts, afresh=True)


def test_a_promise_that_a_host_forges_is_asked_about_and_one_tap_tells_all(device: Device) -> None:
    room = room_of(device)
    room.roll()
    forge_a_promise(room)
    room.hear()
    [asked] = device.ask("questions")
    assert asked.startswith("phone: Something is promised in this phone's name that it did not promise.")
    assert device.alarms == []
    saved = device.ask("saved", page="phone")
    device.ask("disown", page="phone", words="Something is promised in this phone's name.")
    room.hear()
    assert device.alarms == ["phone: Something is promised in this phone's name."]
    counted = {each["trace"]: each["seats"] for each in traces(room.table.table)}
    assert counted["afresh"] == {SEAT: 2}, "the host's, and then the phone's own"
    roll = room.roll()
    assert [each["by"] for each in room.log() if each["kind"] == "contributed" and each["roll"] == roll] == [SEAT, "s1"]
    forge_a_promise(room)
    room.hear()
    assert len(device.alarms) == 2, "what is forged again is an alarm at once"
    assert set(saved["promises"]).isdisjoint(room.log()[-1]["commitments"])


def test_a_promise_that_was_forged_while_the_phone_was_away_is_asked_about_when_it_is_back(device: Device) -> None:
    room = room_of(device)
    room.roll()
    room.pages["phone"].sleeps = True
    room.listen()
    forge_a_promise(room)
    room.open("phone", SEAT)
    room.hear()
    [asked] = device.ask("questions")
    assert asked.startswith("phone: While this phone was away, something was promised in its name.")
    room.roll()
    assert device.alarms == []


def test_an_entry_that_does_not_follow_raises_an_alarm_and_is_shown_no_part(device: Device) -> None:
    """A host who shows one phone a call that stands in no log, to learn its part."""
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


def test_a_page_that_is_opened_shows_no_part_for_a_call_that_stands_in_no_log(device: Device) -> None:
    """What falls is told with the table; a host could say so of any roll, and learn the part."""
    room = room_of(device)
    roll = room.declared()
    asked: list[str] = []

    def acts(seat: str, operation: str, body: dict[str, Any]) -> dict[str, Any]:
        asked.append(operation)
        return room.acts(seat, operation, body)

    device.acts = acts
    falling = [{"roll": roll, "phones": room.log()[roll - 1]["parts"], "given": [], "falling": True}]
    room.open("phone", SEAT, rolls=falling)
    forged = {"kind": "called", "by": "s1", "roll": roll, "number": len(room.log()) + 1, "hash": "ab" * 32}
    log = [{**each, "hash": sha} for each, sha in zip(room.log(), room.hashes, strict=True)]
    room.open("phone", SEAT, rolls=falling, log=[*log, forged])
    assert asked == []
    room.call(roll)
    room.open("phone", SEAT)
    assert asked == ["contribute"], "to a call that stands in the log it answers"


def test_a_part_that_was_shown_in_vain_is_not_asked_for_again(device: Device) -> None:
    """The host hears the part and answers that the dice fell already."""
    room = room_of(device)
    roll = room.declared()
    room.call(roll)
    device.acts = lambda _seat, _operation, _body: {"ok": True, "told": {"entries": []}}
    room.hear()
    device.acts = room.acts
    room.table.do("s1", "declare", **FORTUNE)
    room.forged("phone", parts=room.log()[roll - 1]["parts"])
    assert any("showed before" in alarm for alarm in device.alarms)


def test_dice_that_are_called_for_twice_raise_an_alarm(device: Device) -> None:
    """A host who knows all parts looks for a nonce, and lets the gm throw once more."""
    room = room_of(device)
    roll = room.declared()
    room.call(roll)
    room.hear()
    room.table.do("s3", "note", text="…")
    room.forged("phone", kind="called", by="s1", roll=roll, nonce="ground")
    assert any("called for twice" in alarm for alarm in device.alarms if alarm.startswith("phone"))


@pytest.mark.parametrize("which", ["none", "one of before", "one for another roll"])
def test_a_throw_carries_the_nonce_that_was_sent_for_it(device: Device, which: str) -> None:
    """A host who leaves out all phones would know the dice with a nonce that was known before."""
    room = room_of(device)
    room.roll()
    known = next(each["nonce"] for each in room.log() if each["kind"] == "thrown")
    room.table.here = ()
    roll, other = (room.table.do(SEAT, "declare", **FORTUNE) for _ in range(2))
    room.hear()
    nonces = {"none": None, "one of before": known, "one for another roll": room.nonce(other)}
    room.nonce(roll)
    room.table.do(SEAT, "throw", roll=roll, nonce=nonces[which])
    room.hear()
    assert ["did not send for it" in alarm for alarm in device.alarms] == [True]


def test_parts_and_nonces_are_sixteen_random_bytes(device: Device) -> None:
    room = room_of(device)
    for _ in range(10):
        room.roll()
    drawn = [each["part"] for each in room.log() if each["kind"] == "contributed"]
    drawn += [each["nonce"] for each in room.log() if each["kind"] == "called"]
    assert all(len(bytes.fromhex(each)) == 16 for each in drawn)
    assert len(set(drawn)) == len(drawn) == 30


def test_a_throw_keeps_its_nonce_until_its_dice_lie(device: Device) -> None:
    """A host who knows the dice by it and refuses or loses the throw is sent the same one, also after a reload."""
    room = room_of(device)
    room.table.here = ()
    roll = room.table.do(SEAT, "declare", **FORTUNE)
    room.hear()
    first = room.nonce(roll)
    assert room.nonce(roll) == first
    device.ask("sent", page="phone", nonce=first, told=None)
    assert room.nonce(roll) == first
    for _ in range(SHOWN):
        room.table.do("s3", "note", text="…")
    room.open("phone", SEAT)
    room.open("second tab", SEAT)
    room.table.here = ()
    assert [room.nonce(roll), room.nonce(roll, "second tab")] == [first, first]
    assert room.nonce(room.table.do(SEAT, "declare", **FORTUNE)) != first
    device.ask("sent", page="second tab", nonce=first, told={"entries": []})
    room.table.do(SEAT, "throw", roll=roll, nonce=first)
    room.hear()
    assert room.nonce(roll) != first, "it serves one throw"
    assert (device.alarms, first in device.ask("saved", page="phone")["nonces"]) == ([], True)


@pytest.mark.parametrize("heard", ["the reply", "the view"])
def test_a_nonce_is_used_up_by_its_throw_however_the_phone_hears_of_it(device: Device, heard: str) -> None:
    room = room_of(device)
    room.table.here = ()
    roll = room.table.do(SEAT, "declare", **FORTUNE)
    room.hear()
    first = room.nonce(roll)
    number = room.table.do(SEAT, "throw", roll=roll, nonce=first)
    if heard == "the reply":
        entries = [{"number": number, "entry": room.log()[number - 1]}]
        device.ask("sent", page="phone", nonce=first, told={"entries": entries})
    else:
        room.open("phone", SEAT)
    assert room.nonce(roll) != first
    room.hear()
    assert device.alarms == []


def test_a_nonce_is_drawn_anew_under_another_seed(device: Device) -> None:
    """Who knows a nonce could look for a seed that suits it; one that was refused under the old seed is not taken."""
    room = room_of(device)
    roll = room.declared()
    first = room.nonce(roll)
    device.ask("sent", page="phone", nonce=first, told=None)
    room.table.do("s1", "rotate_seed")
    room.hear()
    assert room.nonce(roll) != first
    assert device.alarms == []
    room.table.do(SEAT, "throw", roll=roll, nonce=first)
    room.hear()
    assert any("did not send for it" in alarm for alarm in device.alarms)


def test_a_die_of_more_sides_than_there_are_follows_from_nothing(device: Device) -> None:
    seen = {"seed": "00" * 32, "roll": 1, "place": 1, "nonces": ["n"], "dice": [[1001, 1], [70_000, 1], [0, 1], [1, 1]]}
    assert device.ask("faces", table="t", seen=seen) == [None, None, None, 1]


def test_a_throw_from_elsewhere_is_counted_by_the_phone_and_no_alarm(device: Device) -> None:
    """Who plays from Discord, too, sends no nonce there; nor does a nonce matter that called for no dice."""
    room = room_of(device)
    roll = room.declared()
    device.ask("sent", page="phone", nonce=room.nonce(roll), told={"entries": [{"entry": {"kind": "decided"}}]})
    room.table.do(SEAT, "throw", roll=roll)
    room.hear()
    room.fall(roll)
    room.hear()
    assert (device.alarms, device.ask("kept", page="phone")["elsewhere"]) == ([], 1)


def test_a_phone_counts_the_rolls_that_outran_its_promises(device: Device) -> None:
    """Who declares faster than phones promise anew, or hinders them, has dice without their parts."""
    room = room_of(device)
    device.acts = lambda _seat, _operation, _body: {"ok": False, "told": {"detail": "Not now."}}
    rolls = [room.declared() for _ in range(30)]
    without = sum(SEAT not in room.log()[roll - 1].get("parts", {}) for roll in rolls)
    assert (without, device.ask("kept", page="phone")["leftOut"]) == (6, 6)


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


def test_a_phone_counts_how_often_it_was_left_out(device: Device) -> None:
    """A host who says of a phone that it did not listen: only that phone can know."""
    room = room_of(device)
    room.roll()
    room.table.here = ("s1",)
    room.roll()
    assert device.ask("kept", page="phone")["leftOut"] == 1
    assert device.alarms == []


def test_a_part_that_was_shown_before_is_not_asked_for_again(device: Device) -> None:
    room = room_of(device)
    first = room.log()[room.roll() - 1]
    room.table.do("s1", "declare", **FORTUNE)
    room.forged("phone", parts=first["parts"])
    assert any("showed before" in alarm for alarm in device.alarms)


def test_a_seed_that_changes_while_dice_fall_raises_an_alarm(device: Device) -> None:
    room = room_of(device)
    room.call(room.declared())
    room.hear()
    room.table.do("s3", "note", text="…")
    room.forged("phone", kind="seed_changed", epoch=1, commitment=commitment(bytes(32)))
    assert any("while dice were falling" in alarm for alarm in device.alarms)
