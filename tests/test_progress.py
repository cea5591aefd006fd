"""Progress: nothing shows for a second, then a bar does with the time that is left, and it is wiped away."""

from __future__ import annotations

import io
import sys
from itertools import count
from time import monotonic
from unittest.mock import patch

import pytest

from actionroll.cli import screen as progress_module
from actionroll.cli.screen import TimeLeft, bar_of, busy, progress

WIPED = "\r\x1b[K"


class Screen(io.StringIO):
    """A terminal that remembers."""

    def isatty(self) -> bool:
        return True


def test_progress_shows_only_what_takes_long() -> None:
    with patch.object(sys, "stderr", Screen()) as quick:
        assert list(progress([1, 2, 3], "done")) == [1, 2, 3]
    assert quick.getvalue() == ""
    with patch.object(sys, "stderr", Screen()) as slow, patch.object(progress_module, "monotonic", count().__next__):
        assert list(progress([1, 2, 3, 4], "done")) == [1, 2, 3, 4]
    assert f"[{'#' * 15}{'.' * 15}] 2 of 4 done" in slow.getvalue()
    assert slow.getvalue().endswith(WIPED)


def test_progress_is_silent_where_nobody_looks() -> None:
    with (
        patch.object(sys, "stderr", io.StringIO()) as file,
        patch.object(progress_module, "monotonic", count().__next__),
    ):
        list(progress([1, 2, 3, 4], "done"))
    assert file.getvalue() == ""


def test_busy_moves_until_it_is_done() -> None:
    with patch.object(sys, "stderr", Screen()) as screen:
        with busy("counting"):
            ends = monotonic() + 30
            while "counting, 1 s" not in screen.getvalue():
                assert monotonic() < ends
        assert screen.getvalue().endswith(WIPED)


def test_busy_is_silent_for_what_is_quick_and_where_nobody_looks() -> None:
    for stream in (Screen(), io.StringIO()):
        with patch.object(sys, "stderr", stream), busy("counting"):
            pass
        assert stream.getvalue() == ""


def test_time_left_is_told_from_what_this_run_has_done() -> None:
    assert bar_of("cells", 50, 100, 0, 10) == "[###############...............] 50 of 100 cells, 10 s left"
    assert bar_of("cells", 60, 100, 50, 30).endswith("60 of 100 cells, 2 min 0 s left")
    assert bar_of("cells", 50, 100, 50, 3).endswith("50 of 100 cells")
    assert bar_of("cells", 1, 10_001, 0, 1).endswith("2 h 46 min left")


def test_it_draws_on_a_terminal_only(monkeypatch: pytest.MonkeyPatch) -> None:
    moments = iter(range(100))
    monkeypatch.setattr(progress_module, "monotonic", lambda: next(moments))
    screen, file = Screen(), io.StringIO()
    for out in (screen, file):
        drawn = TimeLeft("cells", out)
        drawn(1, 10)
        drawn(5, 10)
        drawn.wipe()
    assert "5 of 10 cells, 2 s left" in screen.getvalue()
    assert screen.getvalue().endswith("\r\x1b[K")
    assert file.getvalue() == ""
