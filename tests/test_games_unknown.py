"""No table and no door knows a game: what one game alone has is declared with it, and never named outside it."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

from actionroll.games import BUILT_IN, game
from actionroll.rules.game import Game
from actionroll.rules.inputs import inputs_of

SOURCE = Path(__file__).parents[1] / "src/actionroll"
PLACES = ("web/static/*.js", "web/*.py", "table/*.py", "discord/*.py")
OF_PROGRAMS = "a word of programs: of requests, keys of elements, style sheets and browsers"
OF_TABLES = "what every table has, by the same word"
OF_ROLLS = "what every roll or sheet has, by the same word"
PROGRESS = "what undertakings of any game have: the language names it"
EXCEPTED = {
    word: why
    for why, words in {
        OF_PROGRAMS: "accept add any body change gain level marked never no resisted take untrained yes",
        OF_TABLES: "acted burn burned consequence help helper npc ready round",
        OF_ROLLS: "amount by dice lower mark marks points price track",
        PROGRESS: "boxes progress rank ticks",
    }.items()
    for word in words.split()
}
"""Words that one game alone has too, and that mean something of the table's own, each with the reason."""


def names_of(each: Game) -> set[str]:
    """What a game calls its moves, inputs, tiers, decisions, options, policies, tracks, marks and dice."""
    found = {each.id, *(track.name for track in each.sheet.tracks), *(mark.name for mark in each.sheet.marks)}
    found |= set(each.face.dice) if each.face else set()
    for move in each.moves:
        found |= {move.name, *inputs_of(move.attempt), *move.tiers}
        for decision in move.decisions:
            found |= {decision.name, *decision.options, *decision.policies}
    return found


def of_one_game() -> set[str]:
    """The names that only one of the games has."""
    having: dict[str, set[str]] = defaultdict(set)
    for each in map(game, BUILT_IN):
        for name in names_of(each):
            having[name].add(each.id)
    return {name for name, ids in having.items() if len(ids) == 1}


def literals(path: Path) -> set[str]:
    """What stands in quotes in a file, or as the name of a field with several words; comments and docstrings aside."""
    text = re.sub(r'"""[\s\S]*?"""|/\*[\s\S]*?\*/', "", path.read_text())
    code = re.sub(r"(?m)(?:^|\s)(?://|#).*$", "", text)
    quoted = re.findall(r'"([^"\n]+)"', code)
    return {*quoted, *re.findall(r"\.([a-z]+_[a-z_]+)\b", code if path.suffix == ".js" else "")}


def test_no_table_and_no_door_names_what_one_game_alone_has() -> None:
    names = of_one_game() - set(EXCEPTED)
    found = {str(path.relative_to(SOURCE)): literals(path) & names for place in PLACES for path in SOURCE.glob(place)}
    assert {path: sorted(named) for path, named in found.items() if named} == {}


def test_what_is_excepted_is_the_name_of_something() -> None:
    assert set(EXCEPTED) - of_one_game() == set()
