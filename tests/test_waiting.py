"""Waiting: nothing shows for a second, then a bar does, and it is wiped away."""

from __future__ import annotations

import io
import sys
from itertools import count
from time import monotonic
from unittest.mock import patch

from actionroll.cli.waiting import busy, progress

WIPED = "\r\x1b[K"


class Screen(io.StringIO):
    """A terminal that remembers."""

    def isatty(self) -> bool:
        return True


def test_progress_shows_only_what_takes_long() -> None:
    with patch.object(sys, "stderr", Screen()) as quick:
        assert list(progress([1, 2, 3], "done")) == [1, 2, 3]
    assert quick.getvalue() == ""
    with patch.object(sys, "stderr", Screen()) as slow, patch("time.monotonic", count().__next__):
        assert list(progress([1, 2, 3, 4], "done")) == [1, 2, 3, 4]
    assert f"[{'#' * 15}{'.' * 15}] 2 of 4 done" in slow.getvalue()
    assert slow.getvalue().endswith(WIPED)


def test_progress_is_silent_where_nobody_looks() -> None:
    with patch.object(sys, "stderr", io.StringIO()) as file, patch("time.monotonic", count().__next__):
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
