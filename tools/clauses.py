"""Write docs/clauses.md: every clause of the five texts, in our own words, with what holds it (`make docs`).

The clauses stand in tests/clauses/GAME.yaml: `says`, the `rules` whose claims hold it, and the `tests` (path::function)
that hold what happens at a table, on the page or in words.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from actionroll.games import games

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "tests" / "clauses"
PAGE = ROOT / "docs" / "clauses.md"
HEAD = """# Clause by clause

What each game's own text says about its action roll, clause by clause in our own words, and what holds it here: the
claims of the rules named (`tests/claims`), and tests at a table, on the page or of the words. A clause that nothing
holds is an error of `make test`.
"""


def clauses_of(game: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = yaml.safe_load((FOLDER / f"{game}.yaml").read_text(encoding="utf-8"))
    return found


def page() -> str:
    sections = [HEAD]
    for game in games():
        if not (FOLDER / f"{game.id}.yaml").exists():
            continue  # a package's own
        rows = "\n".join(_row(game.id, clause) for clause in clauses_of(game.id))
        sections.append(f"## {game.title}\n\n| clause | rules | tests |\n|---|---|---|\n{rows}\n")
    return "\n".join(sections)


def _row(game: str, clause: dict[str, Any]) -> str:
    rules = ", ".join(f"[{rule}](games/{game}.md)" for rule in clause.get("rules", ()))
    tests = ", ".join(f"`{test}`" for test in clause.get("tests", ()))
    return f"| {clause['says']} | {rules} | {tests} |"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
