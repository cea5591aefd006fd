"""`actionroll games`: the games, one line each."""

from __future__ import annotations

from collections.abc import Sequence

from actionroll.cli.options import parse
from actionroll.cli.questions import JSON
from actionroll.cli.screen import Screen
from actionroll.games import games

WORDS = ""
OPTIONS = (JSON,)


def run(words: Sequence[str], screen: Screen) -> int:
    """List the games."""
    given = parse(words, OPTIONS)
    listed = games()
    if given.has("json"):
        from actionroll.cli.json_out import written

        screen.say(written([{"game": each.id, "title": each.title, "line": each.line} for each in listed]))
        return 0
    widest = max(len(each.id) for each in listed) + 2
    for each in listed:
        screen.say(f"{each.id:<{widest}}{each.line}")
    return 0
