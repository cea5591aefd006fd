"""Which files are read, and in which order: the longest first, so that none of them is the last to end."""

from pathlib import Path

import pytest

LONGEST = (
    "test_table_races",
    "test_model",
    "test_schema",
    "test_laws",
    "test_kill",
    "test_store_kill",
    "test_journeys",
    "test_feed",
    "test_types",
    "test_access",
    "test_sweep",
    "test_wherever_we_go",
    "test_keys",
    "test_rights",
    "test_inputs",
    "test_store_faults",
    "test_store_power_cut",
    "test_guard",
    "test_play",
    "test_together",
    "test_cli_tables",
    "test_interrupted",
    "test_played",
    "test_secrets",
    "test_sixth_game",
    "test_ended",
    "test_hostile",
)


def place_of(path: Path) -> int:
    """Where a file stands in the order; the short ones follow in their own."""
    return LONGEST.index(path.stem) if path.stem in LONGEST else len(LONGEST)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: place_of(item.path))


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Where only tests that run alone are asked for, files without any need not be read."""
    if config.getoption("markexpr") != "alone" or collection_path.suffix != ".py":
        return None
    return True if "mark.alone" not in collection_path.read_text(encoding="utf-8") else None
