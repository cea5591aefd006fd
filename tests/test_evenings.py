"""Evenings that were written down, request by request, come again as they were told."""

from __future__ import annotations

import pytest
from tools.evenings import evenings, names, told_again

WRITTEN = {f"{name} {place}": told for name in names() for place, told in enumerate(evenings(name), 1)}


@pytest.mark.parametrize("name", WRITTEN)
def test_an_evening_comes_as_it_was_told(name: str) -> None:
    """Every entry and refusal, what each seat then sees, and how it is retold. After a meant change: `make docs`."""
    assert told_again(WRITTEN[name]).split("\n") == WRITTEN[name].split("\n")


def test_evenings_are_of_every_game() -> None:
    opened = {told.split('"game": "')[1].split('"')[0] for told in WRITTEN.values()}
    assert len(opened) >= 5
