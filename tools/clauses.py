"""Write docs/clauses.md: every clause of the five texts, in our own words, with what holds it (`make docs`).

The clauses stand in tests/clauses/GAME.yaml: `says`, the `rules` whose claims hold it, the `tests` (path::function)
that hold what happens at a table or on the page, and a `table` at which it is played (tests/played_clause.py).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tools.written import written

from actionroll.games import games

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "tests" / "clauses"
PAGE = ROOT / "docs" / "clauses.md"
HEAD = """# Clause by clause

What each game's own text says about its action roll, clause by clause in our own words, and what holds it here: the
claims of the rules named (`tests/claims`), and how it goes at a table: *played* stands for the steps beside the clause
in `tests/clauses`, which are played with a gm and two players and say what happens and what is told. A clause that no
claim or no table holds is an error of `make test`.
"""


def clauses_of(game: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = written(FOLDER / f"{game}.yaml")
    return found


def page() -> str:
    sections = [HEAD]
    for game in games():
        if not (FOLDER / f"{game.id}.yaml").exists():
            continue  # a package's own
        rows = "\n".join(_row(game.id, clause) for clause in clauses_of(game.id))
        sections.append(f"## {game.title}\n\n| clause | rules | at the table |\n|---|---|---|\n{rows}\n")
    return "\n".join(sections)


def _row(game: str, clause: dict[str, Any]) -> str:
    rules = ", ".join(f"[{rule}](games/{game}.md)" for rule in clause.get("rules", ()))
    played = ["*played*"] if "table" in clause else []
    tests = ", ".join([*played, *(f"`{test}`" for test in clause.get("tests", ()))])
    return f"| {clause['says']} | {rules} | {tests} |"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
