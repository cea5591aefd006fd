"""One look for all charts: twelve shades from worst to best, for paper, for the dark and for terminals.

Two families of hue (warm, then cool) that every kind of colour vision tells apart, and a lightness that only ever
falls (on the dark: rises), so that the order also shows in black and white. What is better stands out more.
"""

__all__ = ["DARK", "LIGHT", "SHADES", "shades_for", "terminal_colour"]

LIGHT = (
    *("#f5ecda", "#eddaba", "#e7c79b", "#e2b47b", "#de9f5b", "#d98939"),
    *("#3c959f", "#2a8094", "#1d6a87", "#175579", "#154069", "#152c58"),
)
DARK = (
    *("#40362a", "#54402b", "#684a2b", "#7c542a", "#925e28", "#a86725"),
    *("#49a1ab", "#68b1bd", "#85c2cf", "#a1d2e0", "#bce3f1", "#d7f4ff"),
)
SHADES = len(LIGHT)
_TERMINAL = (180, 180, 179, 179, 172, 172, 37, 37, 32, 32, 27, 27)
_CHOSEN = {1: (9,), 2: (2, 9), 3: (1, 4, 9), 4: (1, 4, 7, 11), 5: (1, 3, 5, 8, 11), 6: (1, 3, 5, 7, 9, 11)}


def shades_for(levels: int) -> tuple[int, ...]:
    """Which shades so many levels take, worst first, as far from each other as they can be."""
    return _CHOSEN.get(levels) or tuple(level * SHADES // levels for level in range(levels))


def terminal_colour(shade: int) -> str:
    """The ANSI sequence that switches to a shade, of 256 colours, readable on light and dark alike."""
    return f"\x1b[38;5;{_TERMINAL[shade]}m"
