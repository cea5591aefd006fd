"""The language that games are written in."""

from actionroll.dice import Kept, Pool, Statistic, Term
from actionroll.rules.game import Aim, Decision, Game, Move, Policy, face_beside, outcome_after, without_risk
from actionroll.rules.inputs import Joins, OfEach, Texts, choice, die, many, ruling, whole, words, yes_no
from actionroll.rules.kinds import Choice, DieSize, Whole, YesNo
from actionroll.rules.sheet import Joining, Mark, Rounds, Sheet, SheetForm, Track, Trait, Values
from actionroll.rules.steps import (
    Decide,
    Due,
    Effect,
    Outcome,
    Part,
    Step,
    Throw,
    Way,
    clear_mark,
    decide,
    facts,
    set_mark,
    throw,
    throw_gathered,
    throw_read,
)

__all__ = [
    "Aim", "Choice", "Decide", "Decision", "DieSize", "Due", "Effect", "Game", "Joining", "Joins", "Kept", "Mark",
    "Move", "OfEach", "Outcome", "Part", "Policy", "Pool", "Rounds", "Sheet", "SheetForm", "Statistic", "Step", "Term",
    "Texts", "Throw", "Track", "Trait", "Values", "Way", "Whole", "YesNo", "choice", "clear_mark", "decide", "die",
    "face_beside", "facts", "many", "outcome_after", "ruling", "set_mark", "throw", "throw_gathered", "throw_read",
    "whole", "without_risk", "words", "yes_no",
]  # fmt: skip
