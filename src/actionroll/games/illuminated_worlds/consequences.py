"""What an outcome of Illuminated Worlds still demands, and of whom."""

from __future__ import annotations

from actionroll.rules import Due, Part, Way

MARKS = ("body", "brain", "bleed")
MOST_MARKS = 9


def dues_of(tier: str, level: str, among: tuple[Part, ...]) -> tuple[Due, ...]:
    """IW-17 to IW-20. A failure brings consequences, a mixed success a cost, a critical success something extra."""
    match tier:
        case "failure":
            says = _told(f"Name the consequence, at {level} stakes", among)
            return (Due("consequence", "gm", says, (*HARM, ANYWAY), rule="IW-17", among=among, several=True),)
        case "mixed success":
            says = _told(f"Name the cost, at {level} stakes", among)
            return (Due("cost", "gm", says, HARM, rule="IW-18", among=among, several=True),)
        case "critical success":
            return (EXTRA,)
        case _:
            return ()


def _told(says: str, among: tuple[Part, ...]) -> str:
    if len(among) == 1:
        return f"{says}."
    return f"{says}; it may fall on {', '.join(part.replace('-', ' ') for part in among)}."


HARM = (
    Way("complication", "Something goes wrong, in words.", anyone=True),
    *(Way(f"{mark} marks", f"Marks on {mark}.", mark, 1, most=MOST_MARKS, anyone=True) for mark in MARKS),
)
ANYWAY = Way("accomplished anyway", "It is accomplished all the same; the consequence lies in how. (IW-B31)")
EXTRA = Due("extra", "gm", "Name what comes on top.", (Way("extra", "Something extra, in words."),), rule="IW-20")
