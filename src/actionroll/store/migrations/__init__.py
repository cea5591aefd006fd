"""Plain SQL that brings a store forward, one numbered file a version; a released file never changes."""

from __future__ import annotations

from importlib.resources import files
from typing import Protocol

from actionroll.store.protocol import StoreRefused

Statements = tuple[str, ...]


class Runner(Protocol):
    """Runs statements inside a transaction that already holds all others off."""

    def run(self, statement: str) -> None:
        """Run one statement."""

    def version(self) -> int:
        """The version found, 0 if none."""


def scripts(backend: str) -> tuple[Statements, ...]:
    """All versions of a backend's schema in order, each as its statements."""
    found = sorted((files(__name__) / backend).iterdir(), key=lambda file: file.name)
    return tuple(split(file.read_text("utf-8")) for file in found if file.name.endswith(".sql"))


def split(script: str) -> Statements:
    """The statements of a script; a semicolon ends one at the end of a line only."""
    return tuple(part for part in (part.strip() for part in script.split(";\n")) if part)


def migrate(runner: Runner, versions: tuple[Statements, ...]) -> None:
    """Run what is missing. The caller's transaction makes it all or nothing."""
    version = runner.version()
    if version > len(versions):
        raise StoreRefused(f"This store has version {version}; this program knows {len(versions)}: update the program.")
    if version == len(versions):
        return
    runner.run("CREATE TABLE IF NOT EXISTS schema_version (version integer NOT NULL)")
    for statements in versions[version:]:
        for statement in statements:
            runner.run(statement)
    runner.run("DELETE FROM schema_version")
    runner.run(f"INSERT INTO schema_version (version) VALUES ({len(versions)})")  # noqa: S608  a number of our own
