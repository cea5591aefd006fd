"""`actionroll mcp`: an assistant's program starts it and talks to it over standard input and output."""

from __future__ import annotations

from collections.abc import Sequence

from actionroll.cli import Command
from actionroll.cli.options import parse
from actionroll.cli.screen import Screen


def run(words: Sequence[str], _screen: Screen) -> int:
    """Serve until the assistant's program hangs up."""
    parse(words, ())
    from actionroll.assistant import server

    server().run()
    return 0


MCP = Command("", (), run)
