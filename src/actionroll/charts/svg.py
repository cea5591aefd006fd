"""The pen: shapes and texts as SVG, always escaped, always with the same short numbers."""

import re
from collections.abc import Iterable
from functools import lru_cache
from unicodedata import east_asian_width

from actionroll.charts.style import STYLE

__all__ = ["cut", "document", "group", "line", "number", "path", "rect", "text", "text_width", "written"]

_SPECIAL = re.compile(r"[&<>\"'\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_MARKUP = frozenset("&<>\"'")
_MOST_LETTERS = 200
_LARGEST_PLAIN = 15
_NARROW = frozenset("ijlt.,:;|!'()[] ·")
_WIDE = frozenset("mwMW@%—…&<>")


def written(plain: str) -> str:
    """Text as it may stand in SVG: no markup, no characters that XML forbids."""
    return _SPECIAL.sub(_replaced, plain) if _SPECIAL.search(plain) else plain


def _replaced(found: re.Match[str]) -> str:
    return f"&#{ord(found[0])};" if found[0] in _MARKUP else "�"


def number(value: float) -> str:
    """Five digits: finer than anyone sees."""
    return f"{value:.5g}"


def text_width(plain: str, size: float) -> float:
    """About how wide a text is, rather too wide than too narrow, whatever font the reader has."""
    bold = 1.12 if size > _LARGEST_PLAIN else 1
    return bold * size * sum(map(_letter_width, plain[:_MOST_LETTERS]))


@lru_cache(4096)
def _letter_width(letter: str) -> float:
    if letter in _NARROW:
        return 0.36
    if letter in _WIDE or letter.isupper():
        return 0.92 if letter in _WIDE else 0.7
    return 0.6 if letter.isascii() or east_asian_width(letter) not in "WF" else 1.05


def cut(plain: str, size: float, room: float) -> str:
    """The text, or as much of it as has room."""
    kept = plain[:_MOST_LETTERS]
    if kept == plain and text_width(plain, size) <= room:
        return plain
    while kept and text_width(kept, size) > room - size:
        kept = kept[:-1]
    return kept.rstrip() + "…"


def text(x: float, y: float, plain: str, *, kind: str = "ar-ink", size: float = 13, anchor: str = "start") -> str:
    """A text whose middle height is at y."""
    end = "" if anchor == "start" else f' text-anchor="{anchor}"'
    weight = ' font-weight="600"' if size > _LARGEST_PLAIN else ""
    # A third of the size is about half a digit's height; `dominant-baseline` is not known to every viewer.
    place = f'x="{number(x)}" y="{number(y + size * 0.35)}"'
    return f'<text {place} class="{kind}" font-size="{number(size)}"{end}{weight}>{written(plain)}</text>'


def rect(x: float, y: float, width: float, height: float, kind: str, rounded: float = 0) -> str:
    """A filled rectangle."""
    corner = f' rx="{number(rounded)}"' if rounded else ""
    size = f'width="{number(width)}" height="{number(height)}"'
    return f'<rect x="{number(x)}" y="{number(y)}" {size} class="{kind}"{corner}/>'


def line(x1: float, y1: float, x2: float, y2: float, kind: str = "ar-grid") -> str:
    """A thin straight line."""
    return f'<path d="M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}" class="{kind}" fill="none"/>'


def path(points: Iterable[tuple[float, float]], *, closed: bool = False) -> str:
    """The points one after the other, as the `d` of a path."""
    joined = "L".join(f"{number(x)} {number(y)}" for x, y in points)
    return f"M{joined}Z" if closed else f"M{joined}"


def group(parts: Iterable[str], hint: str) -> str:
    """Shapes that belong together, with the words that appear over them."""
    return f"<g><title>{written(hint)}</title>{''.join(parts)}</g>"


def document(
    width: float, height: float, body: Iterable[str], *, title: str, alternative: str, card: bool = True
) -> str:
    """A whole picture, that says in words what it shows to those who cannot see it."""
    size = f'viewBox="0 0 {number(width)} {number(height)}" width="{number(width)}" height="{number(height)}"'
    paper = rect(0, 0, width, height, "ar-paper", 14) if card else ""
    name = written(title)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} class="ar-chart" role="img" aria-label="{name}">'
        f"<title>{name}</title><desc>{written(alternative)}</desc><style>{STYLE}</style>"
        f"{paper}{''.join(body)}</svg>\n"
    )
