"""Phones and the channel see the same roll: what phones do shows in the channel, soon, and in one message."""

import re
import time
from pathlib import Path
from typing import Any

import pytest

from actionroll import discord
from tests.discord.fake_discord import PUBLIC, TOKEN, Called, FakeDiscord, Person, is_hidden, named, words_of
from tests.server import Client, NewTable, RunningServer, SeatAt, open_table, secret_of

SOON = 0.5


@pytest.fixture
def shown(gem: Person, server: RunningServer) -> NewTable:
    """A table that was opened on phones, shown in a channel by its gm."""
    table = open_table(server)
    table.player.do("make", name="Nyx")
    reply = gem.types("table join", link=f"{PUBLIC}{table.links['gm']}", name="Gem in Discord")
    assert is_hidden(reply)
    return table


def told_of(discord: FakeDiscord, roll: str) -> list[str]:
    """The messages that tell of a roll, by a word in it."""
    return [message for message, shown in discord.messages.items() if roll in words_of(shown)]


def test_a_roll_of_a_phone_appears_in_the_channel_and_grows_there(gem: Person, shown: NewTable) -> None:
    discord = gem.discord
    roll = shown.player.do("declare", character="c1", trait="skulk", inputs={"intent": "Over the roof tonight"})
    number = roll["entries"][0]["number"]
    [message] = discord.wait(lambda: told_of(discord, "Over the roof tonight"), "the roll")
    shown.gm.do("set", roll=number, inputs={"position": "bad"})
    discord.wait(lambda: "−1 bad position" in words_of(discord.messages[message]), "the position")
    reply = gem.presses(message, named(discord.messages[message], "set", "position"), "good")
    assert "+1 good position" in words_of(reply["data"])
    assert shown.player.see(f"rolls/{number}")["inputs"]["position"]["value"] == "good"
    shown.player.do("throw", roll=number)
    discord.wait(lambda: "## " in words_of(discord.messages[message]), "the outcome")
    assert told_of(discord, "Over the roof tonight") == [message]


def test_odds_that_take_longer_than_a_moment_are_told_once_they_are_counted(gem: Person, shown: NewTable) -> None:
    discord = gem.discord
    shown.player.do("declare", character="c1", move="60d10 vs 400", inputs={"intent": "All of them"})
    [message] = discord.wait(lambda: told_of(discord, "All of them"), "the roll")
    discord.wait(lambda: "below" in words_of(discord.messages[message]), "the odds")
    shown.player.do("declare", character="c1", move="900d20 vs 400", inputs={"intent": "Far too many"})
    [message] = discord.wait(lambda: told_of(discord, "Far too many"), "the roll")
    refused = discord.wait(lambda: "more counting than one question" in words_of(discord.messages[message]), "words")
    assert refused


@pytest.mark.alone
def test_a_phone_reaches_the_channel_in_half_a_second(gem: Person, shown: NewTable) -> None:
    number = shown.player.do("declare", character="c1", trait="skulk")["entries"][0]["number"]
    discord, took = gem.discord, []
    discord.wait(lambda: discord.called("POST", rf"/channels/{gem.channel}/messages"), "the roll")
    for place in range(20):
        before = len(discord.calls)
        began = time.monotonic()
        shown.gm.do("set", roll=number, inputs={"position": ("bad", "good")[place % 2]})
        discord.wait(lambda: len(discord.calls) > before, "a change")  # noqa: B023  called at once
        call = discord.calls[before]
        took.append(call.at - began)
    assert max(took) < SOON, took


def test_what_the_token_of_a_press_may_not_change_the_bot_does_and_else_it_is_told_anew(
    gem: Person, ann: Person, shown: NewTable
) -> None:
    discord = gem.discord
    ann.types("table join", name="Ann in Discord")
    ann.types("character make", name="Moth")
    before = set(discord.messages)
    reply = ann.types("roll", trait="skulk", intent="A very old roll")
    [message] = set(discord.messages) - before
    number = int(named(reply["data"], "throw").split(":")[1])
    discord.wait(lambda: discord.called("GET", r"/webhooks/.*/@original"), "its message")

    def changed(position: str) -> None:
        shown.gm.do("set", roll=number, inputs={"position": position})

    def expired(call: Called) -> int:
        return 404 if call.method == "PATCH" and call.path.startswith("/webhooks") else 0

    discord.refusing = expired
    changed("bad")
    discord.wait(lambda: "−1 bad" in words_of(discord.messages[message]), "the bot's change")
    discord.refusing = lambda call: 403 if call.method == "PATCH" else 0
    changed("good")
    new = discord.wait(lambda: [each for each in told_of(discord, "A very old roll") if each != message], "a new one")
    assert "+1 good position" in words_of(discord.messages[new[0]])
    limited = iter([429, 429])
    discord.refusing = lambda call: next(limited, 0) if call.method == "PATCH" else 0
    changed("bad")
    discord.wait(lambda: "−1 bad" in words_of(discord.messages[new[0]]), "a change after two refusals")
    discord.refusing = lambda _: 0
    assert len(told_of(discord, "A very old roll")) == 2


def test_a_token_is_good_for_less_than_fifteen_minutes(monkeypatch: pytest.MonkeyPatch) -> None:
    posting = discord.Posting("t", 1, "c", token="x", pressed=1000.0)
    monkeypatch.setattr(discord, "monotonic", lambda: 1000.0 + 14 * 60 - 1)
    assert posting.is_fresh
    monkeypatch.setattr(discord, "monotonic", lambda: 1000.0 + 14 * 60 + 1)
    assert not posting.is_fresh


def test_a_seat_goes_along_to_a_phone_and_discord_keeps_it(gem: Person, ann: Person, server: RunningServer) -> None:
    gem.types("table open", game="in-the-dark", name="Lantern Street")
    ann.types("table join")
    ann.types("character make", name="Nyx")
    reply = ann.types("table phone")
    assert is_hidden(reply)
    [link] = re.findall(rf"{PUBLIC}/t/(\w+#[\w-]+)", str(reply["data"]))
    table, secret = link.split("#")
    came = Client(server).post(f"/api/tables/{table}/enter", {"secret": secret})
    assert came.status == 200, came.raw
    phone = SeatAt(Client(server, came.json["token"]), table, came.json["seat"], "player")
    assert phone.do("declare", character="c1", trait="skulk")["number"]
    assert ann.types("roll", trait="skulk")["type"] == 4
    assert Client(server).post(f"/api/tables/{table}/enter", {"secret": secret}).status == 404


def test_a_link_that_the_gm_makes_for_a_seat_takes_it_from_an_account(gem: Person, shown: NewTable) -> None:
    made = shown.gm.do("links/seat", seat=shown.player.seat)["links"]["seat"]
    bo = Person(gem.discord, "Bo", gem.channel, gem.server)
    assert is_hidden(bo.types("table join", link=PUBLIC + made))
    assert not is_hidden(bo.types("roll", trait="skulk"))
    assert shown.player.try_to("note", text="I am out.").status == 401
    again = shown.gm.do("links/seat", seat=shown.player.seat)["links"]["seat"]
    path = f"/api/tables/{shown.id}/enter"
    assert Client(shown.gm.client.server).post(path, {"secret": secret_of(again)}).status == 200
    assert is_hidden(bo.types("roll", trait="skulk"))


@pytest.mark.slow
def test_no_token_is_ever_told(discord: FakeDiscord, tmp_path: Path) -> None:
    flags = ("--discord", "http", "--discord-api", discord.api, "--public-url", PUBLIC, "--log-requests")
    discord.endpoint = None
    with RunningServer(tmp_path / "tables.db", *flags, ACTIONROLL_DISCORD_TOKEN=TOKEN) as running:
        discord.wait(lambda: discord.endpoint, "the address")
        gem = Person(discord, "Gem", discord.id(), running)
        before = len(discord.calls)
        discord.refusing = lambda call: 500 if call.method in ("PATCH", "POST") or "@original" in call.path else 0
        gem.types("table open", game="in-the-dark", without_gm=True)
        gem.types("character make", name="Nyx")
        reply = gem.types("roll", trait="skulk")
        gem.presses(list(discord.messages)[-1], named(reply["data"], "throw"))
        discord.wait(lambda: discord.calls[before:], "a refused call")
        logged = running.stop()
    discord.refusing = lambda _: 0
    everything: list[Any] = [logged, str(discord.messages), str(discord.replies)]
    for each in everything:
        assert TOKEN not in each
        assert "aW50ZXJhY3Rpb246" not in each
    assert '"path": "/discord/interactions"' in logged
    stored = b"".join(each.read_bytes() for each in tmp_path.iterdir())
    assert TOKEN.encode() not in stored
    assert b"aW50ZXJhY3Rpb246" not in stored
