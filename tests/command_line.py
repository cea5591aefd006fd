"""Run the command line inside this process, and see what it says."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from typing import Any, NamedTuple
from unittest.mock import patch

from actionroll import games
from actionroll.__main__ import main


class Ran(NamedTuple):
    status: int
    out: str
    err: str

    @property
    def told(self) -> Any:
        return json.loads(self.out)


def run(*words: str, typed: bytes = b"") -> Ran:
    out, err = io.StringIO(), io.StringIO()
    given = io.TextIOWrapper(io.BytesIO(typed), encoding="utf-8")
    with patch.object(sys, "stdin", given), redirect_stdout(out), redirect_stderr(err):
        status = main(words)
    games._files.clear()  # every command is a process of its own
    return Ran(status, out.getvalue(), err.getvalue())


def run_line(line: str) -> Ran:
    return run(*line.split())


def batch(*requests: object) -> list[dict[str, Any]]:
    lines = [each if isinstance(each, bytes) else json.dumps(each).encode() for each in requests]
    ran = run("batch", typed=b"\n".join(lines) + b"\n")
    assert ran.status == 0, ran.err
    return [json.loads(line) for line in ran.out.splitlines()]


def is_refused(ran: Ran) -> bool:
    """Whether it said what is accepted in one sentence, and nothing else happened."""
    sentence = ran.err.removeprefix("actionroll: ")
    return (
        ran.status == 2 and not ran.out and sentence != ran.err and ran.err.count("\n") == 1 and ran.err.endswith(".\n")
    )


def answered(words: Sequence[str]) -> bool:
    """Whether it either worked or was refused as it should be."""
    ran = run(*words)
    return (ran.status == 0 and not ran.err) or is_refused(ran)
