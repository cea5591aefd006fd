"""What is read from standard and gilded dice where the highest and the sixes are not enough."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from actionroll.dice import Marks, mark_first
from actionroll.rules import Statistic


class Marked(NamedTuple):
    """The die of a pool that counted: what it shows, and whether all its sixes did."""

    value: int
    sixes: int = 0


def _one(face: int) -> tuple[int, ...]:
    return (face,)


def _both(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(a + b, reverse=True))


def _mark(read: Any, faces: Sequence[int]) -> Marks:
    """The die that was taken, or all sixes of a critical success; the highest while nothing is taken yet."""
    if not isinstance(read, Marked):
        return mark_first(max(faces, default=0), faces)
    return tuple(face == 6 for face in faces) if read.sixes > 1 else mark_first(read.value, faces)


gilded_faces: Statistic[tuple[int, ...]] = Statistic("every gilded face", (), _one, _both, _mark)
