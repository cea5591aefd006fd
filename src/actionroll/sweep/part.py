"""What of a sweep is done, on disk: lines that are only ever added, so that an interrupted sweep goes on."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from actionroll.errors import InputError
from actionroll.sweep.cells import Row
from actionroll.sweep.grid import Grid

ENDING = ".part"


class Part:
    """The rows of a sweep so far, beside the file they are for. A line that was cut short is not taken as done."""

    def __init__(self, target: Path, grid: Grid) -> None:
        self.path = target.with_name(target.name + ENDING)
        self._grid = grid
        self.rows: dict[int, Row] = {}
        kept = self._read()
        self._file = self.path.open("r+b" if kept else "wb")
        self._file.seek(kept)
        self._file.truncate()
        if not kept:
            self._write({"grid": grid.digest, "cells": grid.count})

    def _read(self) -> int:
        """Take what is there; the number of bytes that are whole lines."""
        if not self.path.exists():
            return 0
        written = self.path.read_bytes()
        whole = written[: written.rfind(b"\n") + 1]
        if not whole:
            return 0
        head, *lines = whole.splitlines()
        if json.loads(head).get("grid") != self._grid.digest:
            raise InputError(f"{self.path} belongs to another grid; finish that one, or remove the file.")
        for line in lines:
            done = json.loads(line)
            self.rows |= {int(number): row for number, row in done["rows"].items()}
        return len(whole)

    def add(self, numbers: Sequence[int], rows: Sequence[Row]) -> None:
        """Cells that are done; they are on disk when this returns."""
        done = dict(zip(numbers, rows, strict=True))
        self.rows |= done
        self._write({"rows": done})

    def _write(self, line: object) -> None:
        self._file.write(json.dumps(line, separators=(",", ":")).encode() + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def remove(self) -> None:
        """All is done and written elsewhere."""
        self._file.close()
        self.path.unlink()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._file.close()
