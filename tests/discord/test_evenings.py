"""Evenings in all five games: whatever people type, press and write, every reply is one that Discord takes."""

import random
from collections import Counter
from typing import Any

import pytest

from tests.counts import count
from tests.discord.fake_discord import FakeDiscord, Person, is_public, rows_of, words_of
from tests.random_evening import GAMES
from tests.server import RunningServer

TEXTS = ("The lantern goes out.", "*bold* @everyone <@1> `x`", "é" * 300, "1", "2", "none", "d8", "yes", "1+1", "")


class Evening:
    """People in one channel who press whatever they see."""

    def __init__(self, discord: FakeDiscord, server: RunningServer, game: str) -> None:
        self.discord, self.chosen, channel = discord, random.Random(f"an evening of {game}"), discord.id()
        self.people = [Person(discord, name, channel, server) for name in ("Gem", "Ann", "Bo")]
        self.rolls: list[str] = []
        self.counted: Counter[str] = Counter()
        gem, *players = self.people
        assert is_public(gem.types("table open", game=game, name="Lantern Street"))
        for each in players:
            assert is_public(each.types("table join"))
            ready = each.is_typing("character make", "name")
            assert is_public(each.types("character make", name=ready[0] if ready else each.name))

    def step(self) -> None:
        who = self.chosen.choice(self.people)
        if not self.rolls or self.chosen.random() < 0.12:
            self.declare(who)
        elif self.chosen.random() < 0.06:
            self.look(who)
        else:
            self.press(who)

    def declare(self, who: Person) -> None:
        before, said = set(self.discord.messages), {}
        if self.chosen.random() < 0.3:
            said["move"] = self.chosen.choice([*who.is_typing("roll", "move"), "2d6 + 1", "d20 vs 11"])
        if traits := who.is_typing("roll", "trait", **said):
            said["trait"] = self.chosen.choice(traits)
        if against := who.is_typing("roll", "against") if self.chosen.random() < 0.2 else []:
            said["against"] = self.chosen.choice(against)
        reply = self.count(who.types("roll", **said))
        if is_public(reply):
            self.rolls += [each for each in self.discord.messages if each not in before]

    def look(self, who: Person) -> None:
        what = [each for each in who.is_typing("character set", "what", value="1") if each != "round"]  # none acts then
        self.count(who.types("character show"))
        self.count(who.types("character set", what=self.chosen.choice(what or ["x"]), value=self.chosen.choice(TEXTS)))
        self.count(who.types("roll", secret=True, move="fortune", inputs=self.chosen.choice(["", "x=1", "dice=2"])))
        self.count(who.types("table show"))

    def press(self, who: Person) -> None:
        message = self.chosen.choice(self.rolls[-4:])
        parts = [each for each in rows_of(self.discord.messages[message]) if "custom_id" in each]
        blocked = [each for each in parts if ":throw:" in each["custom_id"] and each.get("disabled")]
        if blocked and self.chosen.random() < 0.6:
            who = self.people[0]  # the gm says what is waited for, which stands first
            said = [each for each in parts if ":set:" in each["custom_id"]][:1]
            parts = said + [each for each in parts if ":words:" in each["custom_id"]]
        buttons = [each for each in parts if each["type"] == 2 and not each.get("disabled")]
        likely = [each for each in buttons if ":withdraw:" not in each["custom_id"]]
        if not parts:
            return
        part = self.chosen.choice(likely if likely and self.chosen.random() < 0.5 else parts)
        values = [] if part["type"] == 2 else [self.chosen.choice(part["options"])["value"]]
        before = set(self.discord.messages)
        reply = self.count(who.presses(message, part["custom_id"], *values))
        if reply["type"] == 9:
            reply = self.count(who.writes(reply, message, **self.filled(reply)))
        if is_public(reply):
            self.rolls += [each for each in self.discord.messages if each not in before]

    def filled(self, asked: Any) -> dict[str, str]:
        parts = [each["component"] for each in asked["data"]["components"]]
        listed = {each["custom_id"]: [one["value"] for one in each.get("options", [])] for each in parts}
        longest = {each["custom_id"]: each.get("max_length", 500) for each in parts}
        return {name: self.chosen.choice(values or TEXTS)[: longest[name]] for name, values in listed.items()}

    def count(self, reply: Any) -> Any:
        self.counted[str(reply["type"])] += 1
        if reply["type"] in (4, 7):
            told = words_of(reply["data"])
            assert "our fault" not in told, self.counted
            assert "@everyone" not in told.replace("\\@everyone", ""), told
            self.counted["fallen"] += "\n## " in told
            self.counted["decided"] += "decides" in told
            self.counted["due"] += "- Next, " in told
        return reply


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_reply_of_an_evening_is_valid(discord: FakeDiscord, server: RunningServer, game: str) -> None:
    evening, steps = Evening(discord, server, game), count(150, 4000)
    for _ in range(steps):
        evening.step()
    assert not discord.faults, discord.faults[:3]
    assert evening.counted["7"] > steps / 10, evening.counted
    assert evening.counted["fallen"] >= 3, evening.counted
