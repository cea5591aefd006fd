"""The files of a docs page at hand, and where they are a package, as pip would have installed it.

So the game of the guide `a-game-of-your-own` is the sixth game, brought as someone else's package brings it.
"""

from __future__ import annotations

import os
import re
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from actionroll import games, scenes

ROOT = Path(__file__).parent.parent
GUIDE = ROOT / "docs" / "guides" / "a-game-of-your-own.md"
FILE = re.compile(r"^```(?:json|python|toml|yaml)\n# (\S+\.\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
"""A block whose first line is `# NAME` is a file of that name."""


@contextmanager
def files_of(page: Path, folder: Path) -> Iterator[None]:
    """The files that stand in a page are in a folder, and a package among them is installed."""
    for name, content in FILE.findall(page.read_text(encoding="utf-8")):
        head = f"# {name}\n" if name.endswith(".toml") else ""  # so that lines are counted as they stand in the page
        (folder / name).write_text(head + content, encoding="utf-8")
    if not (folder / "pyproject.toml").exists():
        yield
        return
    project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    with installed(project, folder):
        yield


@contextmanager
def installed(project: dict[str, Any], folder: Path) -> Iterator[None]:
    """Python finds a package that stands in a folder, here and in processes that are started from here."""
    told = folder / f"{project['name']}-{project['version']}.dist-info"
    told.mkdir(exist_ok=True)
    (told / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n")
    groups = project["entry-points"]
    lines = [f"[{group}]\n{name} = {value}" for group, points in groups.items() for name, value in points.items()]
    (told / "entry_points.txt").write_text("\n".join(lines))
    path = os.pathsep.join([str(folder), str(ROOT)])
    with patch.object(sys, "path", [str(folder), *sys.path]), patch.dict(os.environ, {"PYTHONPATH": path}):
        _look_anew(groups)
        yield
    _look_anew(groups)


def _look_anew(groups: dict[str, dict[str, str]]) -> None:
    games.added.cache_clear()
    scenes.added.cache_clear()
    for points in groups.values():
        for value in points.values():
            sys.modules.pop(value.partition(":")[0], None)
