"""Wait for a condition, not for a time."""

from __future__ import annotations

import time
from collections.abc import Callable

DEADLINE = 60.0


def wait_for(holds: Callable[[], bool]) -> None:
    """Return as soon as it holds; fail if it never does."""
    end = time.monotonic() + DEADLINE
    while not holds():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)
