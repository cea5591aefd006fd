"""`actionroll batch`: JSON lines in, JSON lines out, one answer for each request, in order."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import BinaryIO

from actionroll.cli.json_in import LONGEST, read_object
from actionroll.cli.json_out import written
from actionroll.cli.options import parse
from actionroll.cli.requests import answer
from actionroll.cli.screen import Screen
from actionroll.errors import ActionrollError
from actionroll.wire import Json

WORDS = ""
OPTIONS = ()
DEFECT = 70


def run(words: Sequence[str], screen: Screen) -> int:
    """Answer every line of the standard input; a wrong one gets an error of its own, and the rest goes on."""
    parse(words, OPTIONS)
    status = 0
    for line in lines_of(sys.stdin.buffer):
        try:
            told: Json = answer(read_object(line, "A request"))
        except ActionrollError as error:
            told = {"error": str(error)}
        except Exception as defect:  # noqa: BLE001 (the other requests are answered; nothing is hidden)
            told, status = _defect(defect), DEFECT
        screen.say(written(told))
        sys.stdout.flush()
    return status


def lines_of(stream: BinaryIO) -> Iterator[bytes]:
    """The lines that hold something; of one that is too long, as much as shows that it is."""
    while line := stream.readline(LONGEST + 2):
        rest = line
        while len(rest) == LONGEST + 2 and not rest.endswith(b"\n"):
            rest = stream.readline(LONGEST + 2)
        if line.strip():
            yield line.strip(b"\r\n")


def _defect(defect: Exception) -> Json:
    from traceback import print_exception

    print_exception(defect)
    return {"error": f"This is a defect of actionroll, please report it: {type(defect).__name__}."}
