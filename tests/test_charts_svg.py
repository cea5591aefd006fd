"""Pictures: well-formed, escaped, the same every time, true to their numbers, and told in words."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from actionroll.charts.curves import curves_svg, fan_svg, heat_svg, positions, quantiles
from actionroll.charts.svg import WIDTH, alt_text, odds_bar_svg, stacked_svg, text_width
from actionroll.errors import InputError, LimitError

SVG = "{http://www.w3.org/2000/svg}"
TIERS = ["failure", "partial success", "full success", "critical success"]
HOSTILE = "</text><script>alert('1')</script>&amp;\"\x00\x1b\ud800\ufffe\n"


def chances(*parts: int) -> list[Fraction]:
    return [Fraction(part, sum(parts)) for part in parts]


ROWS = [("0", chances(27, 8, 1, 0)), ("1", chances(3, 2, 1, 0)), ("2", chances(9, 16, 10, 1))]
MOMENTS = [
    ("0", {0: Fraction(1)}),
    ("1", {0: Fraction(1, 2), 1: Fraction(1, 3), 2: Fraction(1, 6)}),
    ("2", {0: Fraction(1, 4), 1: Fraction(1, 4), 9: Fraction(1, 2)}),
]


def every_chart(words: str) -> dict[str, str]:
    """Each kind of chart with the words wherever a caller can put words."""
    levels = [f"{words}{tier}" for tier in TIERS]
    rows = [(f"{words}{label}", row) for label, row in ROWS]
    moments = [(f"{words}{label}", row) for label, row in MOMENTS]
    return {
        "stacked": stacked_svg(levels, rows, title=f"{words} odds", axis=f"{words} dice"),
        "odds bar": odds_bar_svg(levels, ROWS[2][1], title=f"{words} odds"),
        "curves": curves_svg(levels, rows, title=f"{words} odds", axis=f"{words} dice"),
        "heat": heat_svg(rows, levels, title=f"{words} odds", down=f"{words} dice", across=f"{words} tier"),
        "fan": fan_svg(moments, title=f"{words} odds", across=f"{words} roll", up=f"{words} stress"),
    }


KINDS = pytest.mark.parametrize("kind", ["stacked", "odds bar", "curves", "heat", "fan"])


@KINDS
def test_each_chart_says_what_it_shows(kind: str) -> None:
    root = ET.fromstring(every_chart("Ours:")[kind])
    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img"
    assert root.get("aria-label") == "Ours: odds"
    assert [child.tag for child in root][:2] == [f"{SVG}title", f"{SVG}desc"]
    assert root.findtext(f"{SVG}title") == "Ours: odds"
    described = root.findtext(f"{SVG}desc") or ""
    assert described.startswith("Ours: odds.")
    assert re.search("9" if kind == "fan" else "44.4 %", described)


@KINDS
def test_each_chart_scales_and_knows_light_and_dark(kind: str) -> None:
    root = ET.fromstring(every_chart("")[kind])
    assert root.get("viewBox") == f"0 0 {root.get('width')} {root.get('height')}"
    assert "prefers-color-scheme:dark" in (root.findtext(f"{SVG}style") or "")


@KINDS
def test_hostile_words_stay_words(kind: str) -> None:
    drawn = every_chart(HOSTILE)[kind]
    root = ET.fromstring(drawn.encode())
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= {
        *("svg", "title", "desc", "style", "rect", "g", "text", "path"),
    }
    assert "alert('1')" in (root.findtext(f"{SVG}title") or "")
    assert "<script" not in drawn


@KINDS
def test_the_same_numbers_give_the_same_bytes_and_nothing_comes_from_elsewhere(kind: str) -> None:
    drawn = every_chart("x")[kind]
    assert drawn == every_chart("x")[kind]
    assert re.findall(r"https?://[^\"]*", drawn) == ["http://www.w3.org/2000/svg"]
    assert not re.search(r"\bid=|url\(|@import|href|NaN|inf\b", drawn)


@KINDS
def test_texts_are_large_enough_and_inside_the_picture(kind: str) -> None:
    root = ET.fromstring(every_chart("a long name for ")[kind])
    width, height = float(root.get("width", "")), float(root.get("height", ""))
    for text in root.iter(f"{SVG}text"):
        size, x, words = float(text.get("font-size", "")), float(text.get("x", "")), text.text or ""
        assert size >= 12
        assert 0 < float(text.get("y", "")) < height
        before = {"start": 0.0, "middle": 0.5, "end": 1.0}[text.get("text-anchor", "start")]
        assert x - before * text_width(words, size) > -1
        assert x + (1 - before) * text_width(words, size) < width + 1


def bar_widths(drawn: str) -> list[list[float]]:
    groups = ET.fromstring(drawn).findall(f"{SVG}g")
    return [[float(part.get("width", "")) for part in group.iter(f"{SVG}rect")] for group in groups]


def test_the_parts_of_a_bar_are_as_wide_as_their_chances() -> None:
    (widths,) = bar_widths(odds_bar_svg(TIERS, chances(9, 16, 10, 1), title="odds", width=362))
    assert [round(width) for width in widths] == [88, 159, 99, 10]


def test_what_cannot_happen_is_not_drawn_and_what_can_always_is() -> None:
    tiny = Fraction(1, 10**400)
    (widths,) = bar_widths(odds_bar_svg(["a", "b", "c"], [1 - tiny, tiny, Fraction(0)], title="odds"))
    assert len(widths) == 2
    assert min(widths) >= 1


def test_percentages_stand_only_where_they_fit() -> None:
    root = ET.fromstring(odds_bar_svg(TIERS, chances(9, 16, 10, 1), title="odds", width=360))
    assert [text.text for text in root.iter(f"{SVG}text")] == ["25.0 %", "44.4 %", "27.8 %"]


def test_every_row_and_every_cell_has_its_words_to_hover_over() -> None:
    stacked = ET.fromstring(stacked_svg(TIERS, ROWS, title="odds", axis="dice"))
    hints = [title.text for title in stacked.iter(f"{SVG}title")]
    assert hints[1] == "dice 0: failure 75.0 %, partial success 22.2 %, full success 2.8 %, critical success 0 %"
    heat = ET.fromstring(heat_svg(ROWS, TIERS, title="odds", down="dice", across="tier"))
    assert "dice 2, tier failure: 25.0 %" in [title.text for title in heat.iter(f"{SVG}title")]


def cell_shades(row: Sequence[Fraction]) -> list[str]:
    columns = [str(place) for place in range(len(row))]
    root = ET.fromstring(heat_svg([("", row)], columns, title="odds", down="", across=""))
    return [group.find(f"{SVG}rect").get("class", "") for group in root.iter(f"{SVG}g")]  # type: ignore[union-attr]


def test_the_heat_turns_from_warm_to_cool_at_one_half() -> None:
    half = Fraction(1, 2)
    row = [Fraction(0), half - Fraction(1, 10**9), half, Fraction(1)]
    assert cell_shades(row) == ["ar-f0", "ar-f5", "ar-f6", "ar-f11"]


@given(st.lists(st.fractions(0, 1), min_size=1, max_size=9))
def test_what_is_likelier_is_never_fainter(row: list[Fraction]) -> None:
    shades = [int(shade.removeprefix("ar-f")) for shade in cell_shades(sorted(row))]
    assert shades == sorted(shades)


@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        (["0", "1", "4"], [0, 0.25, 1]),
        (["d4", "d6", "d12"], [0, 0.5, 1]),
        (["-6", "10"], [0, 1]),
        (["3", "2", "1"], [0, 0.5, 1]),
        (["1", "1", "2"], [0, 0.5, 1]),
        (["1", "2", "nan"], [0, 0.5, 1]),
        (["1", "2", "inf"], [0, 0.5, 1]),
        (["-1e308", "0", "1e308"], [0, 0.5, 1]),
        (["7"], [0.5]),
    ],
)
def test_numbers_stand_at_their_distances_and_names_evenly(labels: list[str], expected: list[float]) -> None:
    assert positions(labels) == expected


def named_heights(drawn: str, names: Sequence[str]) -> list[float]:
    texts = ET.fromstring(drawn).iter(f"{SVG}text")
    return sorted(float(text.get("y", "")) for text in texts if text.text in names)


@given(st.lists(st.integers(0, 20), min_size=1, max_size=12).filter(any))
def test_names_of_curves_never_overlap(parts: list[int]) -> None:
    names = [f"level {place}" for place in range(len(parts))]
    drawn = curves_svg(names, [("0", chances(*parts)), ("1", chances(*parts))], title="odds")
    heights = named_heights(drawn, names)
    assert len(heights) == len(names)
    assert all(after - before > 17.9 for before, after in pairwise(heights))


def test_lines_are_told_apart_by_their_marks() -> None:
    root = ET.fromstring(curves_svg(TIERS, ROWS, title="odds"))
    marks = {
        re.sub(r"^M\S+ [^m]*", "", path.get("d", ""))
        for path in root.iter(f"{SVG}path")
        if "ar-f" in path.get("class", "")
    }
    assert len(marks) == len(TIERS)


DISTRIBUTIONS = st.dictionaries(st.integers(-6, 30), st.integers(1, 9), min_size=1, max_size=12)


@given(DISTRIBUTIONS, st.integers(1, 100))
def test_quantiles_agree_with_counting_scenes(counts: dict[int, int], hundredth: int) -> None:
    total = sum(counts.values())
    scenes = sorted(value for value, count in counts.items() for _ in range(count))
    share = Fraction(hundredth, 100)
    needed = -(-share.numerator * total // share.denominator)
    exact = {value: Fraction(count, total) for value, count in counts.items()}
    assert quantiles(exact, [share]) == [scenes[needed - 1]]


@given(st.lists(DISTRIBUTIONS, min_size=1, max_size=5))
def test_any_track_can_be_drawn(counts: list[dict[int, int]]) -> None:
    moments = [
        (str(place), {value: Fraction(count, sum(track.values())) for value, count in track.items()})
        for place, track in enumerate(counts)
    ]
    root = ET.fromstring(fan_svg(moments, title="stress", across="roll", up="stress"))
    for path in root.iter(f"{SVG}path"):
        for y in re.findall(r"[ML]\S+ ([\d.e+-]+)", path.get("d", "")):
            assert 0 <= float(y) <= float(root.get("height", ""))


def test_one_moment_of_one_value_is_drawn_too() -> None:
    ET.fromstring(fan_svg([("0", {10**18: Fraction(1)})], title="one", across="roll", up="track"))


def test_words_instead_of_a_picture() -> None:
    assert alt_text("Should I push?", ["miss", "hit"], [("2", chances(1, 2))], axis="stress") == (
        "Should I push? Stress 2: miss 33.3 %, hit 66.7 %."
    )
    assert alt_text("Odds", ["miss", "hit"], [("", chances(1, 2))]) == "Odds. Miss 33.3 %, hit 66.7 %."


def test_many_rows_are_told_by_a_dozen_with_both_ends() -> None:
    words = alt_text("Odds", ["hit"], [(str(place), chances(1)) for place in range(500)])
    assert words.count("100 %") == 12
    assert "0: hit" in words
    assert words.endswith("499: hit 100 %.")


@pytest.mark.parametrize(
    ("refused", "sentence"),
    [
        (lambda: stacked_svg(["a", "b"], [("", [Fraction(1)])], title=""), "each of the 2 levels"),
        (lambda: curves_svg(["a"], [("", [Fraction(1, 2)])], title=""), "add up to one"),
        (lambda: odds_bar_svg([], [], title=""), "levels, not none"),
        (lambda: heat_svg([("", [Fraction(1)])], ["a", "b"], title="", down="", across=""), "of the 2 columns"),
        (lambda: heat_svg([("", [Fraction(2)])], ["a"], title="", down="", across=""), "from 0 to 1"),
        (lambda: heat_svg([], ["a"], title="", down="", across=""), "rows, not none"),
        (lambda: heat_svg([("", chances(*[1] * 101))], ["a"] * 101, title="", down="", across=""), "not 101"),
        (lambda: fan_svg([], title="", across="", up=""), "moments, not none"),
        (lambda: fan_svg([("", {})], title="", across="", up=""), "values add up"),
        (lambda: fan_svg([("", {1: Fraction(1, 2)})], title="", across="", up=""), "track's values add up to one"),
    ],
)
def test_what_cannot_be_drawn_is_refused(refused: Callable[[], str], sentence: str) -> None:
    with pytest.raises((InputError, LimitError), match=sentence):
        refused()


def test_all_frames_share_one_width() -> None:
    charts = every_chart("")
    widths = {ET.fromstring(charts[kind]).get("width") for kind in charts if kind != "odds bar"}
    assert widths == {str(WIDTH)}


@pytest.mark.parametrize("title", ["word " * 60, "w" * 300], ids=["words", "one word"])
def test_a_long_title_takes_two_lines_and_no_more(title: str) -> None:
    texts = list(ET.fromstring(stacked_svg(["hit"], [("0", chances(1))], title=title)).iter(f"{SVG}text"))
    lines = [text.text or "" for text in texts if text.get("font-size") == "18"]
    assert len(lines) == 2
    assert all(text_width(line, 18) < WIDTH - 50 for line in lines)
    assert lines[1].endswith("…")


def test_where_someone_is_stands_in_the_chart() -> None:
    rows = [("1", [Fraction(1, 2), Fraction(1, 2)]), ("2", [Fraction(1, 4), Fraction(3, 4)])]
    assert curves_svg(["miss", "hit"], rows, title="T", here="2").count("you are here") == 1
    assert "you are here" not in curves_svg(["miss", "hit"], rows, title="T")
