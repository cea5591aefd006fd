"""Every rule of a game leads to one place: its sentence in `RULES`, and one definition that implements it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
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


def definitions(name: str) -> Iterator[tuple[str, str]]:
    """The source of each function, class and constant of a game (with the sentence below it), by file and line."""
    for path in sorted(folder_of(name).glob("*.py")):
        source = path.read_text(encoding="utf-8")
        for node in ast.parse(source).body:
            if DECLARED & names_of(node):
                continue
            yield f"{path.name}:{node.lineno}", ast.get_source_segment(source, node) or ""


@pytest.mark.parametrize("name", PLACES)
def test_every_rule_is_implemented_in_one_place(name: str) -> None:
    written = list(definitions(name))
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
