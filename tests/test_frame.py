"""The frame holds: one version, and files that name no machine and no package registry."""

import re
import subprocess
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import actionroll

ROOT = Path(__file__).parent.parent
# Built from halves, so that this file does not name them itself.
UNWANTED = re.compile("|".join(["/" + "home/", "/" + "root/", "/" + "opt/", "pypi" + r"\.org", "python" + "hosted"]))
WRITTEN = {".py", ".md", ".toml", ".txt", ".yaml", ".json", ".js", ".css", ".html", ".sql", ""}


@cache
def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text())


@cache
def pinned() -> dict[str, str]:
    """Each pinned package with the block of text that pins it."""
    blocks = re.split(r"\n(?=[a-z0-9])", (ROOT / "constraints.txt").read_text())
    return {re.split(r"[=\[ ]", block, maxsplit=1)[0]: block for block in blocks}


def tracked() -> list[Path]:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode != 0:
        pytest.skip("not a git clone")
    return [ROOT / name for name in listed.stdout.splitlines()]


def test_version_is_the_packages() -> None:
    assert project()["project"]["version"] == actionroll.__version__


def test_no_file_names_a_machine_or_a_registry() -> None:
    written = [path for path in tracked() if path.suffix in WRITTEN and path.is_file()]
    assert written
    named = {
        f"{path.relative_to(ROOT)}: {found.group()}" for path in written if (found := UNWANTED.search(path.read_text()))
    }
    assert not named


def test_every_dependency_is_pinned_with_its_hash() -> None:
    extras = project()["project"]["optional-dependencies"].values()
    asked = [*project()["project"]["dependencies"], *project()["dependency-groups"]["dev"]]
    asked += [name for extra in extras for name in extra]
    names = {re.split(r"[<>=\[; ]", requirement, maxsplit=1)[0] for requirement in asked}
    assert names - {"actionroll"} <= pinned().keys()
    assert all("==" in block and "--hash=sha256:" in block for block in pinned().values())
