"""The page's own checks of the dice, with Web Crypto and without: silent when all is right, loud when it is not."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest

from actionroll.chance import commitment, committed
from actionroll.table.fairness import promise_of
from tests.test_fair_dice import Phones

NODE = shutil.which("node")
HERE = Path(__file__).parent
SCRIPT = HERE.parents[1] / "src/actionroll/web/static/fairness.js"
SEAT = "s2"
pytestmark = pytest.mark.skipif(
    NODE is None, reason="Node is not installed; as root, tools/system_packages.py does it."
)


class Device:
    """A phone of one seat, without its screen."""

    def __init__(self, plain: str) -> None:
        command = [str(NODE), str(HERE / "fairness_check.mjs"), str(SCRIPT), plain]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.alarms: list[str] = []

    def ask(self, do: str, **asked: Any) -> Any:
        assert self._process.stdin and self._process.stdout  # noqa: PT018
        self._process.stdin.write(json.dumps({"do": do, **asked}) + "\n")
        self._process.stdin.flush()
        told = json.loads(self._process.stdout.readline())
        self.alarms += told["alarms"]
        self.sent = told["sent"]
        return told["answer"]

    def close(self) -> None:
        assert self._process.stdin
        self._process.stdin.close()
        self._process.wait(10)
        assert self._process.stdout
        self._process.stdout.close()


@pytest.fixture(params=["", "plain"], ids=["Web Crypto", "our own"])
def device(request: pytest.FixtureRequest) -> Iterator[Device]:
    made = Device(request.param)
    yield made
    made.close()


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


class Together:
    """A phone at a table in memory: what it sends is done, and it hears of every entry."""

    def __init__(self, device: Device) -> None:
        self.device, self.table = device, Phones("s1")
        self.table.here = ("s1", SEAT)
        device.ask("sit", table="evening", seat=SEAT)
        stands = self.table.table
        view = {"commitment": stands.commitment, "log": [], "rolls": [], "promises": []}
        device.ask("begin", view=view)
        self.heard = len(self.table.bodies)
        self.do_sent()

    def do_sent(self) -> None:
        """Do what the phone wants done, and let it hear of all that came of it."""
        while True:
            for operation, body in self.device.sent:
                self.table.do(SEAT, operation, **body)
            if self.heard == len(self.table.bodies):
                return
            self.heard += 1
            self.hear({**json.loads(self.table.bodies[self.heard - 1]), "number": self.heard})

    def hear(self, entry: dict[str, Any]) -> None:
        self.device.ask("heard", entry=entry)

    def roll(self, **forged: Any) -> None:
        """One roll of this phone, from the declaration to the dice; `forged` is what it is told of it instead."""
        roll = self.table.do(SEAT, "declare", character="c1", trait="iron")
        self.do_sent()
        self.table.do(SEAT, "throw", roll=roll, nonce=self.device.ask("nonce"))
        self.device.sent = []
        self.do_sent()
        self.table.do("s1", "throw", roll=roll)
        if forged:
            self.heard += 1
            self.hear({**self.table.last, "number": self.heard, **forged})
        self.do_sent()


def test_an_honest_evening_raises_no_alarm(device: Device) -> None:
    together = Together(device)
    for _ in range(40):
        together.roll()
    together.table.end()
    together.do_sent()
    kinds = [json.loads(body)["kind"] for body in together.table.bodies]
    assert kinds.count("committed") >= 3, "promises are made anew before they run out"
    given = [json.loads(body) for body in together.table.bodies if json.loads(body)["kind"] == "contributed"]
    assert [each["by"] for each in given] == [SEAT] * 40
    assert device.alarms == []


@pytest.mark.parametrize(
    ("forged", "words"),
    [
        ({"missing": ["s1", SEAT]}, "fell without this phone's part"),
        ({"dice": [[6, 6], [10, 1], [10, 2]]}, "do not follow from what everyone committed to"),
        ({"nonce": "another"}, "do not follow from what everyone committed to"),
    ],
)
def test_what_does_not_follow_raises_an_alarm(device: Device, forged: dict[str, Any], words: str) -> None:
    together = Together(device)
    together.roll(**forged)
    together.table.end()
    together.do_sent()
    assert any(words in alarm for alarm in device.alarms), device.alarms


def test_a_nonce_a_part_and_a_seed_that_are_not_this_phones_raise_an_alarm(device: Device) -> None:
    together = Together(device)
    together.hear({"kind": "called", "by": SEAT, "roll": 9, "nonce": "not mine", "number": 90})
    together.hear({"kind": "contributed", "by": SEAT, "roll": 9, "part": "not mine", "number": 91})
    together.hear({"kind": "ended", "by": "s1", "seed": "00" * 32, "number": 92})
    assert commitment(bytes(32)) != together.table.table.commitment
    found = " ".join(device.alarms)
    assert ("did not send" in found, "did not give" in found, "not the one" in found) == (True, True, True)
