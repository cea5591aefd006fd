"""What import-linter cannot say: from `table` down, nothing reaches for chance, a clock, a file or foreign code."""

import ast
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "actionroll"
OUTSIDE_WORLD = {
    *("asyncio", "datetime", "getpass", "http", "multiprocessing", "os", "pathlib", "random", "secrets", "select"),
    *("shutil", "signal", "socket", "sqlite3", "ssl", "subprocess", "tempfile", "time", "urllib", "uuid"),
}
# Large simulations and scenes may use arrays where the extra `sim` is installed.
MAY_USE_ARRAYS = {"reckoning", "scenes"}


def lines() -> list[list[str]]:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    return [[name.strip(" ()") for name in line.split("|")] for line in contracts[0]["layers"]]


def pure() -> list[str]:
    names = [name for line in lines() for name in line]
    return [name for name in names[names.index("table") :] if name != "chance"]


def files_of(layer: str) -> list[Path]:
    return [path for path in [SOURCE / f"{layer}.py", *(SOURCE / layer).rglob("*.py")] if path.exists()]


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{name.name}" for name in node.names)


def unwanted(layer: str, name: str) -> bool:
    package, _, rest = name.partition(".")
    if package == "actionroll":
        return rest.split(".")[0] == "chance" and layer != "api"
    if package == "numpy":
        return layer not in MAY_USE_ARRAYS
    return package in OUTSIDE_WORLD or package not in sys.stdlib_module_names


@pytest.mark.parametrize("layer", pure())
def test_pure_layers_import_nothing_from_outside(layer: str) -> None:
    found = {f"{path.name}: {name}" for path in files_of(layer) for name in imported(path) if unwanted(layer, name)}
    assert not found


def test_an_unwanted_import_is_seen() -> None:
    assert unwanted("play", "actionroll.chance.system")
    assert unwanted("rules", "random.choice")
    assert unwanted("odds", "numpy")
    assert not unwanted("api", "actionroll.chance")
    assert not unwanted("dice", "collections.abc.Mapping")


CALLING = ("aiohttp", "ftplib", "http.client", "httpx", "smtplib", "telnetlib", "urllib.request", "xmlrpc")
"""What one calls other machines with; a server that listens needs none of it."""
REACH_OUT = {"guest.py", "cli/doctor.py", "discord/gateway.py"}
"""A seat at a table that someone names at their own prompt, a host's own check, and Discord."""


def test_only_these_modules_reach_out() -> None:
    found = {
        path.relative_to(SOURCE).as_posix()
        for path in SOURCE.rglob("*.py")
        if any(name.startswith(CALLING) for name in imported(path))
    }
    assert found == REACH_OUT
