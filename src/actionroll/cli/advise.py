"""`actionroll advise`: what each option is worth for an aim, now and at every later decision."""

from __future__ import annotations

from collections.abc import Sequence

from actionroll.api import advise_of
from actionroll.cli.advise_text import tell_advice
from actionroll.cli.questions import FIXED, ask
from actionroll.cli.screen import Screen
from actionroll.cli.waiting import busy

WORDS = "GAME [MOVE]"
OPTIONS = FIXED


def run(words: Sequence[str], screen: Screen) -> int:
    """Tell the advice."""
    asked = ask(words, OPTIONS)
    with busy("weighing"):
        advised = advise_of(asked.question)
    if asked.given.has("json"):
        from actionroll.cli.json_out import advise_json, written

        screen.say(written(advise_json(asked.question, advised)))
    else:
        tell_advice(asked.question, advised, screen)
    return 0
