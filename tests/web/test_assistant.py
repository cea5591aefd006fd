"""Assistants over the Model Context Protocol, with the SDK's own client."""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anyio
import pytest

from actionroll.api import odds
from actionroll.errors import InputError
from actionroll.guest import Guest, GuestError, Link
from tests.server import RunningServer, open_table

if TYPE_CHECKING:  # it takes long to import, and only what is run here needs it
    from mcp import Client
    from mcp.types import ElicitResult

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")
PLAIN = {"attribute": "d8", "skill": "d6"}


def using(work: Callable[[Client], Awaitable[Any]], **settings: Any) -> Any:
    from mcp import Client

    from actionroll.assistant import server

    async def talk() -> Any:
        async with Client(server(), **settings) as client:
            return await work(client)

    return anyio.run(talk)


def call(name: str, words: dict[str, Any], **settings: Any) -> Any:
    return using(lambda client: client.call_tool(name, words), **settings)


def test_games_are_small_and_one_at_a_time() -> None:
    told = call("games", {}).structured_content["result"]
    assert [each["game"] for each in told][:2] == ["wherever-we-go", "starforged"]
    assert len(str(call("game", {"game": "in-the-dark"}).structured_content)) < 12_000


def test_odds_are_exact() -> None:
    told = call("odds", {"game": "in-the-dark", "inputs": {"dots": 2}}).structured_content
    assert told["tiers"]["failure"] == "25.0 % (1/4)"
    assert str(odds("in-the-dark", dots=2)["failure"]) == "1/4"


def test_a_refusal_is_one_sentence() -> None:
    refused = call("odds", {"game": "in-the-dark", "inputs": {"dots": 99}})
    assert refused.is_error
    assert "dots takes a whole number from 0 to 10" in refused.content[0].text
    assert call("odds", {"game": "nope", "inputs": {}}).is_error
    assert "link that the gm sent" in call("table", {}).content[0].text


def test_advice_names_the_best_option() -> None:
    told = call("advise", {"game": "starforged", "inputs": {"stat": 2, "momentum": 8}}).structured_content["result"]
    assert told
    assert all(each["best"] in each["options"] for each in told)


async def _asked_until_the_end(client: Client, option: str = "") -> tuple[Any, int]:
    told = (
        await client.call_tool("roll", {"game": "wherever-we-go", "inputs": {**PLAIN, "stress": 2}})
    ).structured_content
    asked = 0
    while "roll" in told:
        asked += 1
        answer = await client.call_tool(
            "decide", {"roll": told["roll"], "option": option or told["asks"]["options"][0]["option"]}
        )
        assert not answer.is_error, answer.content
        told = answer.structured_content
    return told, asked


def test_decisions_are_the_persons() -> None:
    from mcp.types import ElicitResult

    seen: list[str] = []

    async def person(_context: Any, params: Any) -> ElicitResult:
        seen.append(params.message)
        first = params.requested_schema["properties"]["option"]["enum"][0]
        return ElicitResult(action="accept", content={"option": first})

    told, asked = using(lambda client: _asked_until_the_end(client, "push"), elicitation_callback=person)
    assert told["outcome"]["tier"]
    assert len(seen) == asked == 2
    assert seen[0].startswith("push")


def test_who_cannot_be_asked_is_asked_by_the_assistant() -> None:
    told, asked = using(_asked_until_the_end)
    assert told["outcome"]["tier"]
    assert asked == 2


def test_a_person_who_does_not_decide_leaves_the_roll_waiting() -> None:
    from mcp.types import ElicitResult

    async def person(_context: Any, _params: Any) -> ElicitResult:
        return ElicitResult(action="decline")

    async def twice(client: Client) -> None:
        told: Any = (await client.call_tool("roll", {"game": "wherever-we-go", "inputs": PLAIN})).structured_content
        for _ in range(2):
            refused: Any = await client.call_tool("decide", {"roll": told["roll"]})
            assert refused.is_error
            assert "still waits" in refused.content[0].text

    using(twice, elicitation_callback=person)


def test_a_seat_at_a_table_has_that_seats_rights_and_nothing_more(sqlite_server: RunningServer) -> None:
    opened = open_table(sqlite_server, "in-the-dark")
    link = f"http://{sqlite_server.host}:{sqlite_server.port}{opened.links['player']}"

    async def evening(client: Client) -> None:
        async def do(name: str, **words: Any) -> Any:
            done = await client.call_tool(name, words)
            assert not done.is_error, done.content
            return done.structured_content

        told = await do("sit", link=link, nickname="Automaton")
        assert told["game"] == "in-the-dark"
        made = await do("act", operation="make", body={"name": "Brass", "values": {"skulk": 2}})
        character = made["entries"][0]["entry"]["character"]
        declared = await do("act", operation="declare", body={"character": character, "trait": "skulk"})
        number = declared["rolls"][0]["roll"]
        assert declared["rolls"][0]["odds"]
        assert [each["roll"] for each in (await do("table"))["rolls"]] == [number]
        opened.gm.do("set", roll=number, inputs={"position": "good"})
        thrown = await do("act", operation="throw", body={"roll": number})
        assert thrown["rolls"][0]["status"] == "done"
        assert (await do("log", limit=3))["entries"]
        refused: Any = await client.call_tool("act", {"operation": "end", "body": {}})
        assert refused.is_error
        assert "Only the gm may" in refused.content[0].text
        everything = str([await do("table"), await do("log", limit=20), made, thrown])
        assert link.partition("#")[2] not in everything

    using(evening)


def test_a_token_is_shown_by_nothing(sqlite_server: RunningServer) -> None:
    opened = open_table(sqlite_server, "in-the-dark")
    guest = Guest.sit(f"http://{sqlite_server.host}:{sqlite_server.port}{opened.links['onlooker']}", "Watcher")
    token = guest._token
    assert len(token) > 20
    assert token not in repr(guest)
    with pytest.raises(GuestError) as refused:
        guest.act("note", {"text": "x"})
    assert token not in str(refused.value)


@pytest.mark.parametrize("link", ["", "table", "ftp://x/t/a#b", "https://example.org/t/abc", "https://example.org/#b"])
def test_a_link_says_how_one_reads(link: str) -> None:
    with pytest.raises(InputError, match="reads like https"):
        Link.read(link)


def test_a_server_that_is_not_there_is_told(sqlite_server: RunningServer) -> None:
    with pytest.raises(GuestError, match="cannot be reached"):
        Guest.sit("http://127.0.0.1:9/t/abc#secret", "Robin")
    with pytest.raises(GuestError):
        Guest.sit(f"http://{sqlite_server.host}:{sqlite_server.port}/t/abc#secret", "Robin")


@pytest.mark.slow
def test_the_command_talks_over_standard_input_and_output() -> None:
    from mcp import Client, StdioServerParameters, stdio_client

    from actionroll.assistant import TOOLS

    started = StdioServerParameters(command=sys.executable, args=["-m", "actionroll", "mcp"])

    async def talk() -> list[str]:
        async with Client(stdio_client(started)) as client:
            return [tool.name for tool in (await client.list_tools()).tools]

    assert anyio.run(talk) == list(TOOLS)


def test_the_guide_names_every_tool() -> None:
    from actionroll.assistant import TOOLS

    guide = (Path(__file__).parent.parent.parent / "docs" / "guides" / "assistants.md").read_text(encoding="utf-8")
    assert [name for name in TOOLS if f"`{name}`" not in guide] == []
