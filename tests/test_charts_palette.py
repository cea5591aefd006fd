"""The look: told apart by every kind of colour vision, in black and white, on paper and on the dark."""

import re
from itertools import combinations, pairwise
from math import dist

import pytest

from actionroll.charts import DARK, LIGHT, SHADES, shades_for, terminal_colour
from actionroll.charts.svg import STYLE

Colour = tuple[float, float, float]

# What is left of red, green and blue (linear) for those who lack one kind of cone: Machado, Oliveira, Fernandes 2009.
VISIONS = {
    "full": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red cones": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "no green cones": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "no blue cones": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def linear(code: str) -> Colour:
    def channel(at: int) -> float:
        value = int(code[at : at + 2], 16) / 255
        return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4

    return channel(1), channel(3), channel(5)


def luminance(code: str) -> float:
    red, green, blue = linear(code)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def oklab(colour: Colour) -> Colour:
    red, green, blue = (max(0.0, value) for value in colour)
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    middle = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )


def seen(code: str, vision: str) -> Colour:
    colour = linear(code)
    red, green, blue = (sum(a * b for a, b in zip(row, colour, strict=True)) for row in VISIONS[vision])
    return oklab((red, green, blue))


def difference(one: str, other: str, vision: str) -> float:
    return dist(seen(one, vision), seen(other, vision))


MODES = pytest.mark.parametrize("mode", [LIGHT, DARK], ids=["light", "dark"])


@MODES
@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("levels", range(2, 7))
def test_all_levels_are_told_apart_by_every_vision(mode: tuple[str, ...], vision: str, levels: int) -> None:
    chosen = [mode[shade] for shade in shades_for(levels)]
    # 0.02 is about what is just noticed side by side.
    assert min(difference(a, b, vision) for a, b in combinations(chosen, 2)) > 0.07


@MODES
def test_the_order_shows_in_black_and_white(mode: tuple[str, ...]) -> None:
    steps = [luminance(code) for code in mode]
    assert steps in (sorted(steps), sorted(steps, reverse=True))
    for levels in range(2, 7):
        chosen = [mode[shade] for shade in shades_for(levels)]
        assert min(contrast(a, b) for a, b in pairwise(chosen)) > 1.25


def rules(dark: bool) -> dict[str, str]:
    light_part, dark_part = STYLE.split("@media")
    found = re.findall(r"\.(ar-[a-z0-9]+)\{(?:fill|stroke):(#[0-9a-f]{6})\}", dark_part if dark else light_part)
    return dict(found)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_every_text_can_be_read(dark: bool) -> None:
    style = rules(dark)
    for shade in range(SHADES):
        assert contrast(style[f"ar-f{shade}"], style[f"ar-t{shade}"]) >= 4.5
    assert contrast(style["ar-paper"], style["ar-ink"]) >= 7
    assert contrast(style["ar-paper"], style["ar-muted"]) >= 4.5
    assert contrast(style["ar-paper"], style["ar-edge"]) >= 3


def test_light_and_dark_name_the_same_things() -> None:
    assert rules(dark=False).keys() == rules(dark=True).keys()


@pytest.mark.parametrize("levels", range(1, 53))
def test_any_number_of_levels_has_shades_in_order(levels: int) -> None:
    shades = shades_for(levels)
    assert len(shades) == levels
    assert list(shades) == sorted(shades)
    assert set(shades) <= set(range(SHADES))
    assert levels > SHADES or len(set(shades)) == levels


def test_terminal_colours_of_six_levels_differ() -> None:
    assert len({terminal_colour(shade) for shade in shades_for(6)}) == 6
