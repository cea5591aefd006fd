"""Open a store that a command works on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from actionroll.errors import InputError, shown

if TYPE_CHECKING:
    from actionroll.store import Store


def existing_store(place: str) -> Store:
    """The store at a place, which must be there already."""
    from pathlib import Path

    from actionroll.store import open_store

    if "://" not in place and not Path(place).is_file():
        raise InputError(f"There is no store {shown(place)}; name it with --database.")
    return open_store(place)
