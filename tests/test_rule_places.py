"""Every rule of a game leads to one place: its sentence in `RULES`, and one definition that implements it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from actionroll import games
from actionroll.games import BUILT_IN, game
from actionroll.rules.inputs import rulings_of

PLACES = tuple(BUILT_IN)
DECLARED = {"RULES", "ADVICE", "Rulings"}


def folder_of(name: str) -> Path:
    return Path(games.__file__).parent / BUILT_IN[name]


def names_of(node: ast.stmt) -> set[str]:
    """What a statement defines: its sentences and rulings are declared, not implemented."""
    if isinstance(node, ast.Assign):
        return {each.id for each in node.targets if isinstance(each, ast.Name)}
    return {node.name} if isinstance(node, ast.ClassDef | ast.FunctionDef) else set()


@cache
def definitions(name: str) -> tuple[tuple[str, str], ...]:
    """The source of each function, class and constant of a game (with the sentence below it), by file and line."""
    return tuple(each for path in sorted(folder_of(name).glob("*.py")) for each in defined_in(path))


def defined_in(path: Path) -> Iterator[tuple[str, str]]:
    source = path.read_text(encoding="utf-8")
    lines = source.split("\n")
    for node in ast.parse(source).body:
        if not DECLARED & names_of(node):
            yield f"{path.name}:{node.lineno}", "\n".join(lines[node.lineno - 1 : node.end_lineno])


@pytest.mark.parametrize("name", PLACES)
def test_every_rule_is_implemented_in_one_place(name: str) -> None:
    written = definitions(name)
    for rule in game(name).rules:
        places = [where for where, source in written if re.search(rf"\b{rule}\b(?!-)", source)]
        assert len(places) == 1 or (not places and rule in game(name).advice), (
            f"{rule} stands in {places}: name it in the one function that implements it, and let others call that"
        )


@pytest.mark.parametrize("name", PLACES)
def test_every_ruling_is_read_where_its_rule_is(name: str) -> None:
    sources = [source for _, source in definitions(name)]
    for ruling in rulings_of(game(name).rulings).values():
        read = (
            f"rulings.{ruling.name}",
            f'=("{ruling.name}", ',
            f'= ("{ruling.name}", ',
        )  # in a rule, or as what relaxes an input
        assert any(each in source for source in sources for each in read), ruling.name
        assert any(re.search(rf"\b{ruling.rule}\b", source) for source in sources), ruling.rule
