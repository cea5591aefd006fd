"""The style sheet inside every picture: the palette on paper and on the dark, and one family of fonts."""

from actionroll.charts.palette import DARK, LIGHT, SHADES

__all__ = ["STYLE"]

_DARK_INK, _LIGHT_INK = "#1c1f24", "#ffffff"
_FIRST_LIGHT_INK, _FIRST_DARK_INK = 7, 6


def _shade_rules(fills: tuple[str, ...], inks: tuple[str, ...]) -> str:
    return "".join(
        f".ar-f{shade}{{fill:{fill}}}.ar-l{shade}{{stroke:{fill}}}.ar-t{shade}{{fill:{ink}}}"
        for shade, (fill, ink) in enumerate(zip(fills, inks, strict=True))
    )


def _rules(paper: str, ink: str, muted: str, grid: str) -> str:
    return (
        f".ar-paper{{fill:{paper}}}.ar-ink{{fill:{ink}}}.ar-line{{stroke:{ink}}}"
        f".ar-muted{{fill:{muted}}}.ar-grid{{stroke:{grid}}}.ar-edge{{stroke:{muted}}}"
    )


def _style() -> str:
    light_inks = (_DARK_INK,) * _FIRST_LIGHT_INK + (_LIGHT_INK,) * (SHADES - _FIRST_LIGHT_INK)
    dark_inks = (_LIGHT_INK,) * _FIRST_DARK_INK + (_DARK_INK,) * (SHADES - _FIRST_DARK_INK)
    fonts = "system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','DejaVu Sans',sans-serif"
    return (
        ".ar-chart{max-width:100%;height:auto}"
        f".ar-chart text{{font-family:{fonts};font-variant-numeric:tabular-nums}}"
        + _rules("#fffdfa", _DARK_INK, "#5a6068", "#e4dfd6")
        + _shade_rules(LIGHT, light_inks)
        + "@media screen and (prefers-color-scheme:dark){"
        + _rules("#15181d", "#f1eee8", "#a3a9b2", "#2f343c")
        + _shade_rules(DARK, dark_inks)
        + "}"
    )


STYLE = _style()
"""The style sheet inside every chart. Names start with `ar-`, since an inlined chart shares them with its page."""
