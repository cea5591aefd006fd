"""The ways out: a gateway that breaks and comes back, answers that take long, and addresses that are not Discord's."""

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from actionroll.discord import Door, interactions
from actionroll.discord.components import said
from actionroll.discord.gateway import API, Rest, RestError
from actionroll.discord.interactions import Interactions
from actionroll.web.guard import HEADERS_SENT, Refused
from tests.command_line import is_refused, run
from tests.counts import count
from tests.discord.fake_discord import PUBLIC, TOKEN, FakeDiscord, Person, is_public
from tests.server import RunningServer


@pytest.fixture
def connected(discord: FakeDiscord, tmp_path: Path) -> Any:
    discord.greetings.clear()
    flags = ("--discord", "gateway", "--discord-api", discord.api)
    with RunningServer(tmp_path / "tables.db", *flags, ACTIONROLL_DISCORD_TOKEN=TOKEN) as running:
        discord.wait(lambda: discord.greetings, "a greeting")
        yield running


@pytest.mark.slow
def test_a_gateway_that_breaks_is_gone_on_with(discord: FakeDiscord, connected: RunningServer) -> None:
    gem = Person(discord, "Gem", discord.id())
    assert is_public(gem.types("table open", game="starforged", name="Lantern Street"))
    discord.tell({"op": 7, "d": None})
    discord.wait(lambda: len(discord.greetings) == 2, "a second greeting")
    assert discord.greetings[1]["op"] == 6
    assert discord.greetings[1]["d"]["session_id"] == "session"
    assert is_public(gem.types("table show"))
    discord.tell({"op": 9, "d": False})
    discord.wait(lambda: len(discord.greetings) == 3, "a third greeting")
    assert discord.greetings[2]["op"] == 2
    assert discord.greetings[2]["d"]["intents"] == 0
    assert is_public(gem.types("table show"))


@pytest.mark.slow
def test_a_wrong_token_is_told_to_the_host_and_tables_are_served(discord: FakeDiscord, tmp_path: Path) -> None:
    flags = ("--discord", "gateway", "--discord-api", discord.api)
    discord.refusing = lambda call: 0 if call.as_bot else 401
    before = len(discord.calls)
    with RunningServer(tmp_path / "tables.db", *flags, ACTIONROLL_DISCORD_TOKEN="another") as running:
        discord.wait(lambda: discord.calls[before:], "a call")
        logged = running.stop()
    discord.refusing = lambda _: 0
    assert "Discord does not know this bot yet" in logged
    assert "another" not in logged


def test_only_addresses_of_discord_are_called() -> None:
    rest = Rest(API, TOKEN)
    assert rest.checked_gateway("wss://gateway-us-east1-b.discord.gg") == "wss://gateway-us-east1-b.discord.gg"
    for wrong in ("ws://gateway.discord.gg", "wss://evil.example", "wss://discord.gg.evil.example", "wss://127.0.0.1"):
        with pytest.raises(RestError):
            rest.checked_gateway(wrong)
    assert Rest("http://127.0.0.1:1/api", TOKEN).checked_gateway("ws://127.0.0.1:2") == "ws://127.0.0.1:2"


class Told:
    """Remembers what is told late."""

    application = "1"

    def __init__(self) -> None:
        self.told: list[Any] = []
        self.tasks: list[asyncio.Task[None]] = []

    def in_background(self, work: Any) -> None:
        self.tasks.append(asyncio.ensure_future(work))

    async def follow(self, _application: str, token: str, body: Any) -> None:
        self.told.append(("follow", token, body))

    async def edit_answer(self, _application: str, token: str, message: str, body: Any) -> None:
        self.told.append(("edit", token, message, body))


@pytest.mark.parametrize(
    ("kind", "promised", "then"), [(2, {"type": 5}, "edit"), (3, {"type": 6}, "follow"), (4, {"type": 8}, "")]
)
def test_what_takes_long_is_promised_in_time(
    monkeypatch: pytest.MonkeyPatch, kind: int, promised: Any, then: str
) -> None:
    told = Told()
    slow: Any = Interactions(None, told, None, told)  # type: ignore[arg-type]
    monkeypatch.setattr(interactions, "SOON", 0.01)
    done = asyncio.Event()

    async def answered(_came: Any) -> Any:
        await done.wait()
        return said("It is done.")

    async def ask() -> Any:
        slow._answered = answered
        reply = await slow.answer({"type": kind, "id": "1", "token": "t", "data": {}, "channel_id": "2"})
        done.set()
        await asyncio.gather(*told.tasks)
        return reply

    assert asyncio.run(ask()).items() >= promised.items()
    assert [each[:2] for each in told.told] == ([(then, "t")] if then else [])


def test_thousands_of_changed_signatures_are_refused() -> None:
    key, door = Ed25519PrivateKey.generate(), Door.__new__(Door)
    door._key, door._settings, door._seconds = key.public_key(), SimpleNamespace(discord="http"), lambda: 1_000  # type: ignore[assignment]
    body, stamp = b'{"type":1}', b"1000"
    good = key.sign(stamp + body)

    def refused(signature: bytes, stamp: bytes, body: bytes) -> bool:
        headers = {b"x-signature-ed25519": signature.hex().encode(), b"x-signature-timestamp": stamp}
        try:
            door.check({HEADERS_SENT: headers}, body)
        except Refused as error:
            return error.status == 401
        return False

    assert not refused(good, stamp, body)
    assert not refused(key.sign(b"1800" + body), b"1800", body)
    assert refused(key.sign(b"2000" + body), b"2000", body)
    for place in range(count(600, 5000)):
        part = (good, stamp, body)[place % 3]
        changed = bytearray(part)
        changed[(place // 24) % len(part)] ^= 1 << (place // 3 % 8)
        parts = [good, stamp, body]
        parts[place % 3] = bytes(changed)
        assert refused(*parts), parts


def test_doctor_says_what_discord_knows(discord: FakeDiscord, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    asks = ("doctor", "--port", "18766", "--discord", "gateway", "--discord-api", discord.api)
    monkeypatch.delenv("ACTIONROLL_DISCORD_TOKEN", raising=False)
    assert "set ACTIONROLL_DISCORD_TOKEN" in " ".join(run(*asks).out.split())
    monkeypatch.setenv("ACTIONROLL_DISCORD_TOKEN", TOKEN)
    discord.endpoint = None
    found = run(*asks).out
    assert "Discord knows Lantern." in found
    discord.endpoint = f"{PUBLIC}/discord/interactions"
    assert "served so, through the gateway" in " ".join(run(*asks).out.split())
    by_http = ("--discord", "http", "--public-url", PUBLIC)
    assert "Discord knows Lantern." in run(*asks[:3], *by_http, *asks[5:]).out
    assert TOKEN not in found


@pytest.mark.parametrize(
    ("flags", "says"),
    [
        (("--discord", "carrier pigeon"), "takes gateway or http"),
        (("--discord", "http"), "--public-url with https"),
        (("--discord", "http", "--public-url", "http://x.example"), "--public-url with https"),
        (("--discord", "http", "--public-url", PUBLIC, "--workers", "2"), "takes one process"),
        (("--discord", "gateway"), "set ACTIONROLL_DISCORD_TOKEN"),
        (("--discord-api", "discord.com"), "such as https"),
    ],
)
def test_what_serve_does_not_take_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, flags: tuple[str, ...], says: str
) -> None:
    monkeypatch.delenv("ACTIONROLL_DISCORD_TOKEN", raising=False)
    found = run("serve", *flags)
    assert is_refused(found), found
    assert says in found.err
