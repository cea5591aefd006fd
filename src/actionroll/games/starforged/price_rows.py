"""The price table: a row for every number of a d100, in our own short words."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """One row: the highest number it holds, what it is called, and the cost that makes it a number."""

    upto: int
    name: str
    track: str = ""


TWICE = "two prices at once"
ROWS = (
    Row(2, "a friend turns on you"),
    Row(4, "someone dear in danger"),
    Row(7, "a threat looms"),
    Row(10, "an opening for an enemy"),
    Row(14, "a hard choice"),
    Row(18, "an old choice bites"),
    Row(22, "the quest gets harder"),
    Row(26, "cut off"),
    Row(32, "unintended damage"),
    Row(38, "something of worth is lost"),
    Row(44, "a new hazard"),
    Row(50, "a new enemy"),
    Row(56, "an ally in harm's way"),
    Row(62, "gear fails"),
    Row(68, "the vehicle is damaged", "integrity"),
    Row(74, "supplies wasted", "supply"),
    Row(81, "harmed", "health"),
    Row(88, "stressed", "spirit"),
    Row(95, "held back", "momentum"),
    Row(100, TWICE),
)
NAMES = tuple(row.name for row in ROWS)
PLACE = tuple(next(place for place, row in enumerate(ROWS) if roll <= row.upto) for roll in range(101))
"""The place of the row for each roll."""
LAST = len(ROWS) - 1
