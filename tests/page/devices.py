"""Phones without their screens: the page's own checks of dice, run in Node, around a table in memory."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from actionroll.errors import ActionrollError
from actionroll.store import Head
from actionroll.store.chain import entry_hash, head_of, linked, start
from actionroll.table.log import canonical
from tests.test_fair_dice import Phones

NODE = shutil.which("node")
HERE = Path(__file__).parent
SCRIPTS = HERE.parents[1] / "src/actionroll/web/static"
SEAT = "s2"
SHOWN = 60
FORTUNE = {"character": "c1", "move": "fortune", "inputs": {"dice": 2}}


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
            {"roll": roll.id, "phones": roll.phones, "given": sorted(roll.given), "falling": bool(roll.called)}
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
        """As the server lets dice fall: as soon as all contributions are there, or after a moment."""
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
