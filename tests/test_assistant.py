"""Assistants over the Model Context Protocol, with the SDK's own client."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import anyio
import pytest
from mcp import Client
from mcp.types import ElicitResult

from actionroll.api import odds
from actionroll.assistant import server

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")
PLAIN = {"attribute": "d8", "skill": "d6"}


def using(work: Callable[[Client], Awaitable[Any]], **settings: Any) -> Any:
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
    async def person(_context: Any, _params: Any) -> ElicitResult:
        return ElicitResult(action="decline")

    async def twice(client: Client) -> None:
        told: Any = (await client.call_tool("roll", {"game": "wherever-we-go", "inputs": PLAIN})).structured_content
        for _ in range(2):
            refused: Any = await client.call_tool("decide", {"roll": told["roll"]})
            assert refused.is_error
            assert "still waits" in refused.content[0].text

    using(twice, elicitation_callback=person)
