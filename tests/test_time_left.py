"""The bar of a long piece of work: how much is done, and how long the rest takes."""

from __future__ import annotations

import io

import pytest

from actionroll.cli import time_left
from actionroll.cli.time_left import TimeLeft, told


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_time_left_is_told_from_what_this_run_has_done() -> None:
    assert told("cells", 50, 100, 0, 10) == "[###############...............] 50 of 100 cells, 10 s left"
    assert told("cells", 60, 100, 50, 30).endswith("60 of 100 cells, 2 min 0 s left")
    assert told("cells", 50, 100, 50, 3).endswith("50 of 100 cells")
    assert told("cells", 1, 10_001, 0, 1).endswith("2 h 46 min left")


def test_it_draws_on_a_terminal_only(monkeypatch: pytest.MonkeyPatch) -> None:
    moments = iter(range(100))
    monkeypatch.setattr(time_left, "monotonic", lambda: next(moments))
    screen, file = Terminal(), io.StringIO()
    for out in (screen, file):
        drawn = TimeLeft("cells", out)
        drawn(1, 10)
        drawn(5, 10)
        drawn.wipe()
    assert "5 of 10 cells, 2 s left" in screen.getvalue()
    assert screen.getvalue().endswith("\r\x1b[K")
    assert file.getvalue() == ""
