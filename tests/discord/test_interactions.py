"""The whole roll in a channel: who may come in, what is typed and pressed, and what phones see of it."""

import json
import re
import time

import pytest

from actionroll.discord.menus import RollShown, brings_told, option_label
from actionroll.discord.messages import roll_message
from actionroll.games import game as game_of
from actionroll.table.roll_view import roll_view
from tests.discord.fake_discord import (
    PUBLIC,
    TOKEN,
    FakeDiscord,
    Person,
    is_hidden,
    is_public,
    named,
    rows_of,
    signed_post,
    words_of,
)
from tests.server import RunningServer, open_table
from tests.table_in_memory import Played


def opened(gem: Person, ann: Person, game: str = "in-the-dark") -> str:
    """A table with a gm and a player who plays Nyx; its id."""
    shown = gem.types("table open", game=game, name="Lantern Street")
    ann.types("table join")
    ann.types("character make", name="Nyx")
    return str(named(shown["data"], "sit").split(":")[0])


def begun(ann: Person, trait: str = "skulk", **said: str) -> str:
    """A roll that was opened; its message."""
    before = set(ann.discord.messages)
    reply = ann.types("roll", trait=trait, **said)
    assert is_public(reply), reply
    return next(each for each in ann.discord.messages if each not in before)


def test_only_what_discord_signed_comes_in(discord: FakeDiscord, server: RunningServer) -> None:
    ping, now = json.dumps({"type": 1}).encode(), str(int(time.time()))
    assert signed_post(server, discord, ping) == (200, {"type": 1})
    good = discord.key.sign(now.encode() + ping).hex()
    wrong = [bytes([byte ^ (1 << bit)]).hex() for byte in bytes.fromhex(good)[:1] for bit in range(8)]
    for flipped in wrong:
        assert signed_post(server, discord, ping, now, flipped + good[2:])[0] == 401
    for signature in ("", "00", "zz" * 64, good[:-2], good + "00", "é" * 3):
        if signature.isascii():
            assert signed_post(server, discord, ping, now, signature)[0] == 401
    assert signed_post(server, discord, b'{"type": 2}', now, good)[0] == 401
    assert signed_post(server, discord, b"not even JSON", now, good)[0] == 401
    assert signed_post(server, discord, ping, str(int(now) + 1), good)[0] == 401
    assert signed_post(server, discord, ping, str(int(now) - 3600))[0] == 401
    assert signed_post(server, discord, ping, "soon")[0] == 401


def test_a_roll_grows_in_one_message_from_its_declaration_to_its_due(gem: Person, ann: Person) -> None:
    opened(gem, ann)
    message = begun(ann, intent="Over the roof")
    shown = gem.discord.messages[message]
    assert "Nyx: skulk" in words_of(shown)
    assert "Over the roof" in words_of(shown)
    assert "█" in words_of(shown)
    reply = gem.presses(message, named(shown, "set", "position"), "good")
    assert reply["type"] == 7
    assert "+1 good position" in words_of(reply["data"])
    reply = ann.presses(message, named(reply["data"], "throw"))
    told = words_of(reply["data"])
    assert reply["type"] == 7
    assert "**[" in told
    assert "## " in told
    assert named(reply["data"], "undo")
    reply = gem.presses(message, named(reply["data"], "undo"))
    assert "undone" in words_of(reply["data"])


def test_a_button_says_what_an_option_costs_and_brings() -> None:
    played = Played(game_of("starforged"))
    played.do("s2", "edit", where="c1", values={"momentum": 8})
    number = played.do("s2", "roll_at_once", character="c1", trait="iron", dice=[1, 6, 7])
    roll = RollShown(played.table, roll_view(played.table, number) or {})
    keep, burn = roll.view["asks"]["options"]
    assert option_label(roll, keep) == "Let it stand"
    assert option_label(roll, burn) == "Burn momentum: 6 momentum · strong hit"
    burn["odds"] = {"tiers": {"miss": "1/3", "weak hit": "0/1", "strong hit": "2/3"}}
    assert brings_told(roll, burn) == "67 % strong hit, 33 % miss"
    assert brings_told(roll, keep) == brings_told(roll, {**burn, "odds": None}) == ""
    keep["says"] = burn["says"] = ""
    told = words_of(roll_message(roll.table, roll.view, ""))
    assert "- **Let it stand**: It stays so." in told
    assert "- **Burn momentum**: 6 momentum, then 67 % strong hit, 33 % miss" in told


def test_a_button_pressed_twice_rolls_once(gem: Person, ann: Person, server: RunningServer) -> None:
    opened(gem, ann)
    message = begun(ann)
    throw = named(gem.discord.messages[message], "throw")
    told = ann.interaction(3, {"custom_id": throw, "component_type": 2}, message)
    first, again = ann.send(told), ann.send(told)
    assert first == again
    assert first["type"] == 7
    late = ann.presses(message, throw)
    assert is_hidden(late)
    assert late["data"]["content"].count(".") == 1


@pytest.mark.parametrize("game", ["wherever-we-go"])
def test_a_decision_says_what_it_costs_and_brings_and_is_made_once(gem: Person, ann: Person, game: str) -> None:
    opened(gem, ann, game)
    for _ in range(20):
        message = begun(ann, "menace")
        asked = gem.presses(message, named(gem.discord.messages[message], "words"))
        gem.writes(asked, message, expectations="It holds.")
        asked = ann.presses(message, named(gem.discord.messages[message], "words"))
        reply = ann.writes(asked, message, intent="Stares them down.")
        reply = ann.presses(message, named(reply["data"], "throw"))
        if any(":decide:gamble" in each.get("custom_id", "") for each in rows_of(reply["data"])):
            break
    gamble = named(reply["data"], "decide", "gamble")
    label = next(each["label"] for each in rows_of(reply["data"]) if each.get("custom_id") == gamble)
    assert label.startswith("Gamble: 1 stress · ")
    assert "%" in label
    reply = ann.presses(message, gamble)
    assert reply["type"] == 7
    late = ann.presses(message, gamble)
    assert late["data"]["flags"] & 64
    assert "gone on" in late["data"]["content"]


def test_an_ally_helps_from_a_menu_and_says_how(gem: Person, ann: Person) -> None:
    opened(gem, ann)
    bo = Person(gem.discord, "Bo", gem.channel, gem.server)
    bo.types("table join")
    bo.types("character make", name="Moth")
    message = begun(ann)
    asked = bo.presses(message, named(gem.discord.messages[message], "help"), "assist")
    assert asked["type"] == 9
    reply = bo.writes(asked, message, how="A hand up")
    assert "Moth" in words_of(reply["data"])
    assert "A hand up" in words_of(reply["data"])
    reply = bo.presses(message, named(reply["data"], "help"), "back c2")
    assert "Moth" not in words_of(reply["data"])


def test_what_is_typed_is_offered_from_the_sheet(gem: Person, ann: Person) -> None:
    opened(gem, ann)
    assert "skulk" in ann.is_typing("roll", "trait")
    assert ann.is_typing("roll", "trait", trait="sku") == ["skulk"]
    assert "fortune" in ann.is_typing("roll", "move")
    assert ann.is_typing("roll", "character") == ["Nyx"]
    assert "stress" in ann.is_typing("character set", "what", what="str", value="2")
    assert "Moth" in ann.is_typing("character make", "name")
    stranger = Person(gem.discord, "Una", gem.channel, gem.server)
    assert stranger.is_typing("roll", "trait") == []


def test_what_cannot_be_is_one_sentence_for_the_one_who_asked(gem: Person, ann: Person) -> None:
    stranger = Person(gem.discord, "Una", gem.channel, gem.server)
    said = [stranger.types("roll", trait="skulk"), stranger.types("table show")]
    opened(gem, ann)
    said += [
        stranger.types("roll", trait="skulk"),
        stranger.types("character show"),
        ann.types("table join"),
        ann.types("table open", game="in-the-dark", name="Another"),
        ann.types("table part"),
        ann.types("roll", trait="no such trait"),
        ann.types("roll", trait="skulk", character="@everyone"),
        ann.types("roll", secret=True, inputs="dots=2"),
        gem.types("roll", secret=True, inputs="dots=999999d999999"),
        gem.types("roll", secret=True, inputs="nothing=2"),
        ann.types("character set", what="stress", value="9" * 90),
        ann.types("character set", what="<@1>", value="2"),
        ann.types("table join", link="https://dice.example.org/t/nothing#here"),
        ann.types("table join", link="what"),
        gem.types("table open", game="no such game"),
        ann.presses(begun(ann), "something:else"),
        ann.presses(begun(ann), "t:1:1:throw:"),
    ]
    for reply in said:
        assert is_hidden(reply), reply
        assert reply["data"]["allowed_mentions"] == {"parse": []}
        assert not re.search("Traceback|our fault", reply["data"]["content"]), reply


def test_a_secret_roll_is_seen_by_the_gm_alone_until_it_is_shown(gem: Person, ann: Person) -> None:
    opened(gem, ann)
    reply = gem.types("roll", secret=True, move="fortune", inputs="dice=2", intent="Is the cellar flooded?")
    assert is_hidden(reply)
    assert "Is the cellar flooded?" in words_of(reply["data"])
    from_sheet = gem.types("roll", secret=True, move="downtime", trait="skulk", character="Nyx")
    assert from_sheet["data"]["flags"] & 64
    assert "##" in words_of(from_sheet["data"])
    hidden = next(name for name, each in gem.discord.messages.items() if each is reply["data"])
    name = named(reply["data"], "reveal")
    refused = ann.presses(hidden, name)
    assert refused["data"]["flags"] & 64
    assert "gm" in refused["data"]["content"]
    shown = gem.presses(hidden, name)
    assert is_public(shown)
    assert "cellar" in words_of(shown["data"])


def test_names_are_never_markup_and_ping_nobody(gem: Person, ann: Person) -> None:
    opened(gem, ann)
    ann.types("character make", name="@everyone **x** <@1>")
    reply = ann.types("roll", trait="skulk", character="@everyone **x** <@1>", intent="https://evil.example `x`")
    told = words_of(reply["data"])
    assert reply["data"]["allowed_mentions"] == {"parse": []}
    assert "@everyone" not in told.replace("\\@", "")
    assert "**x**" not in told
    assert "<@" not in told.replace("\\<", "")
    assert "https://" not in told


def test_who_is_not_let_in_yet_does_and_reads_nothing(gem: Person, ann: Person, server: RunningServer) -> None:
    table = open_table(server)
    table.player.do("make", name="Nyx")
    table.gm.do("set_up", knock=True)
    gem.types("table join", link=f"{PUBLIC}{table.links['gm']}", name="Gem here")
    assert "waits to be let in" in words_of(ann.types("table join", name="Ann here")["data"])
    for reply in (ann.types("character show", name="Nyx"), ann.types("roll", trait="skulk"), ann.types("table phone")):
        assert is_hidden(reply)
        assert "not let in yet" in words_of(reply["data"])
    assert ann.is_typing("roll", "trait") == []
    seat = next(each["seat"] for each in table.gm.see()["seats"] if each["name"] == "Ann here")
    table.gm.do("let_in", seat=seat)
    assert is_public(ann.types("character make", name="Moth"))


@pytest.mark.slow
def test_links_are_kept_over_a_restart(discord: FakeDiscord, tmp_path_factory: pytest.TempPathFactory) -> None:
    database = tmp_path_factory.mktemp("again") / "tables.db"
    flags = ("--discord", "gateway", "--discord-api", discord.api)
    gem = Person(discord, "Gem", discord.id())
    ann = Person(discord, "Ann", gem.channel)
    with RunningServer(database, *flags, ACTIONROLL_DISCORD_TOKEN=TOKEN):
        discord.wait(lambda: len(discord.greetings) == 1, "a greeting")
        opened(gem, ann)
        message = begun(ann)
        discord.wait(lambda: discord.called("GET", r"/webhooks/.*/messages/@original"), "the message")
        gem.types("table show")
    with RunningServer(database, *flags, ACTIONROLL_DISCORD_TOKEN=TOKEN):
        discord.wait(lambda: len(discord.greetings) == 2, "a greeting")
        reply = gem.presses(message, named(discord.messages[message], "set", "position"), "bad")
        assert "−1 bad position" in words_of(reply["data"])
        assert ann.types("character show")["data"]["flags"] & 64
