"""`actionroll show`: all that there is to know of a game."""

from __future__ import annotations

from collections.abc import Sequence

from actionroll.cli.options import Option, parse
from actionroll.cli.questions import JSON
from actionroll.cli.screen import Screen
from actionroll.cli.show_text import tell_game, tell_move
from actionroll.errors import InputError
from actionroll.games import game, games

WORDS = "GAME [MOVE]"
OPTIONS = (
    JSON,
    Option("rules", "Only the rules, by their ids."),
    Option("template", "A sheet to start from, as JSON."),
)


def run(words: Sequence[str], screen: Screen) -> int:
    """Show a game, or one of its moves."""
    given = parse(words, OPTIONS, most_words=2)
    if not given.words:
        raise InputError(f"Name the game; accepted: {', '.join(each.id for each in games())}.")
    shown = game(given.words[0])
    move = shown.move(given.words[1]) if len(given.words) > 1 else None
    if given.has("template"):
        import json

        from actionroll.cli.full_sheet import template

        screen.say(json.dumps(template(shown), ensure_ascii=False, indent=2))
    elif given.has("json"):
        from actionroll.cli.json_out import written
        from actionroll.wire import game_shown, move_shown

        screen.say(written(move_shown(move) if move else game_shown(shown)))
    elif move:
        tell_move(move, screen)
    else:
        tell_game(shown, screen, only_rules=given.has("rules"))
    return 0
