"""A sixth game, as someone else's package would bring it: leap, dare again if short, twist an ankle on a 1."""

from __future__ import annotations

from dataclasses import dataclass

from actionroll import rules as r
from actionroll.dice import highest


@dataclass(frozen=True, slots=True)
class Leap(r.Texts):
    far: int = r.whole(1, 6, "How far it is to the other roof.", by="gm")


@dataclass(frozen=True, slots=True)
class Rulings:
    twist: bool = r.ruling("HR-3", True, reason="A roof is no place to be careless.")


def start(you: Leap, rulings: Rulings) -> r.Step:
    return r.throw("HR-1", (LEGS,), landed, you.far, rulings)


def landed(face: int, far: int, rulings: Rulings) -> r.Step:
    options = ("stay", "dare") if face < far else ("stay",)
    return r.decide("HR-2", "dare", "roller", options, dared, face, far, rulings)


def dared(option: str, face: int, far: int, rulings: Rulings) -> r.Step:
    return end(face, far, twisted=False) if option == "stay" else r.throw("HR-2", (LEGS,), again, far, rulings)


def again(face: int, far: int, rulings: Rulings) -> r.Outcome:
    return end(face, far, twisted=rulings.twist and face == 1)


def end(face: int, far: int, twisted: bool) -> r.Outcome:
    effects = (r.Effect("roller", "ankles", -1),) if twisted and face < far else ()
    return r.Outcome("HR-1", "across" if face >= far else "short", r.facts(shown=face), effects)


LEGS = r.Pool((6,), highest, ("legs",))
RULES = {"HR-1": "Reach as far as the gap.", "HR-2": "Dare again if short.", "HR-3": "A 1 on a dare twists an ankle."}
DARE = r.Decision("dare", {"stay": "Stay where you are.", "dare": "Jump once more."})
LEAP = r.Move("action", "Leap over a street.", Leap, start, ("short", "across"), {"shown": "The die."}, (DARE,))
SHEET = r.SheetForm(tracks=(r.Track("ankles", 0, 2, 2, "Two, at first."),))
GAME = r.Game("high-roofs", "High Roofs", "Leap, and dare.", Rulings, (LEAP,), RULES, sheet=SHEET)
