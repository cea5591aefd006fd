"""A Discord of our own, and a server that plays in it, over HTTP as hosts with a public address do."""

from collections.abc import Iterator

import pytest

from tests.discord.fake_discord import PUBLIC, TOKEN, FakeDiscord, Person, fake_discord
from tests.server import RunningServer


@pytest.fixture(scope="module")
def discord() -> Iterator[FakeDiscord]:
    with fake_discord() as made:
        yield made
        assert not made.faults, made.faults[:5]


@pytest.fixture(scope="module")
def server(discord: FakeDiscord, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    database = tmp_path_factory.mktemp("discord") / "tables.db"
    flags = ("--discord", "http", "--discord-api", discord.api, "--public-url", PUBLIC, "--no-limits")
    with RunningServer(database, *flags, ACTIONROLL_DISCORD_TOKEN=TOKEN) as running:
        discord.wait(lambda: discord.endpoint, "the address that interactions go to")
        yield running


@pytest.fixture
def gem(discord: FakeDiscord, server: RunningServer) -> Person:
    """Someone who opens tables, in a channel of their own."""
    return Person(discord, "Gem", discord.id(), server)


@pytest.fixture
def ann(gem: Person) -> Person:
    return Person(gem.discord, "Ann", gem.channel, gem.server)
