"""Plain dice: what people write and what it comes to, against every fall in plain Python."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from actionroll.api import odds, roll
from actionroll.errors import InputError

Read = Callable[[Sequence[int]], int]


def law(sizes: Sequence[int], read: Read) -> dict[int, Fraction]:
    found: dict[int, Fraction] = {}
    falls = list(product(*(range(1, size + 1) for size in sizes)))
    for faces in falls:
        found[read(faces)] = found.get(read(faces), Fraction(0)) + Fraction(1, len(falls))
    return found


def exploding(size: int, left: int) -> dict[int, Fraction]:
    found: dict[int, Fraction] = {}
    for face in range(1, size + 1):
        for more, chance in (exploding(size, left - 1) if face == size and left else {0: Fraction(1)}).items():
            found[face + more] = found.get(face + more, Fraction(0)) + chance / size
    return found


PLAIN: list[tuple[str, list[int], Read]] = [
    ("d8", [8], sum),
    ("3d6", [6, 6, 6], sum),
    ("3d6kh2+1", [6, 6, 6], lambda faces: sum(sorted(faces)[1:]) + 1),
    ("4d6dl1", [6] * 4, lambda faces: sum(sorted(faces)[1:])),
    ("2d20kl1", [20, 20], min),
    ("3d6dh1", [6] * 3, lambda faces: sum(sorted(faces)[:2])),
    ("4dF", [3] * 4, lambda faces: sum(faces) - 8),
    ("2d6 + d4 - 3", [6, 6, 4], lambda faces: sum(faces) - 3),
    ("5d6c>=5", [6] * 5, lambda faces: sum(face >= 5 for face in faces)),
    ("3d6c=1 + 2", [6] * 3, lambda faces: list(faces).count(1) + 2),
    ("d%", [100], sum),
    ("-d4+10", [4], lambda faces: 10 - faces[0]),
]


@pytest.mark.parametrize(("text", "sizes", "read"), PLAIN, ids=[text for text, _, _ in PLAIN])
def test_plain_dice_come_to_what_they_show(text: str, sizes: list[int], read: Read) -> None:
    assert odds(text).facts["total"] == law(sizes, read)


def test_dice_explode_up_to_a_bound() -> None:
    assert odds("d6!2").facts["total"] == exploding(6, 2)
    assert odds("d10!").facts["total"] == exploding(10, 1)


def test_dice_are_rerolled_once() -> None:
    one = Fraction(1, 6)
    assert odds("d6r1").facts["total"] == {1: one * one, **dict.fromkeys(range(2, 7), one + one * one)}
    assert odds("d6r<3").facts["total"][1] == 2 * one * one


def test_dice_are_held_against_a_number_or_other_dice() -> None:
    held = odds("2d6+3 vs 9")
    assert held == {"below": Fraction(10, 36), "equal": Fraction(5, 36), "above": Fraction(21, 36)}
    falls = [(a > max(b, c)) - (a < max(b, c)) for a, b, c in product(range(1, 9), range(1, 7), range(1, 7))]
    expected = {tier: Fraction(falls.count(sign), 288) for tier, sign in (("below", -1), ("equal", 0), ("above", 1))}
    assert odds("d8 vs 2d6kh1") == expected


def test_plain_dice_are_rolled_as_any_move() -> None:
    made = roll("3d6kh2+1", answers=[[2, 5, 6]]).roll
    assert made.outcome is not None
    assert made.outcome.fact("total") == 12


WRONG: list[Any] = ["3d", "d0", "2d6 vs", "vs 3d6", "2d6++3", "1001d6", "2d6kh2x", "2d6 vs 3 vs 4", "d6" * 60, "d9999"]


@pytest.mark.parametrize("text", WRONG)
def test_what_is_not_understood_is_told_in_a_sentence(text: str) -> None:
    with pytest.raises(InputError):
        odds(text)
