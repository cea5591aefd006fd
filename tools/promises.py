"""Write docs/promises.md: what is promised, and the tests that hold it, from tests/promises.yaml."""

from pathlib import Path
from typing import Any

from tools.written import written

ROOT = Path(__file__).parent.parent
SOURCE, PAGE = ROOT / "tests" / "promises.yaml", ROOT / "docs" / "promises.md"
HEAD = """# What is promised

Each promise with the tests that hold it, which `make test` runs with counts that fit its time and `make test-long` with
larger ones. This page is written by `make docs`, and a test sees to it that every test named here exists.
"""


def parts() -> list[dict[str, Any]]:
    """The promises, part by part."""
    found: list[dict[str, Any]] = written(SOURCE)
    return found


def page() -> str:
    """The whole page."""
    return HEAD + "".join(_part(each) for each in parts())


def _part(part: dict[str, Any]) -> str:
    rows = "".join(_row(each) for each in part["promises"])
    return f"\n## {part['part']}\n\n| | promise | held by |\n|---|---|---|\n{rows}"


def _row(promise: dict[str, Any]) -> str:
    tests = ", ".join(f"`{each.partition('::')[2]}`" for each in promise["held"])
    return f"| {promise['id']} | {promise['says']} | {tests} |\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
