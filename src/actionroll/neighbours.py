"""The odds of near alternatives: every toggle and stepper around an attempt, so that a change shows at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations, product
from math import prod
from typing import Any

from actionroll.api import Question, odds_of, question
from actionroll.errors import ActionrollError, Budget
from actionroll.reckoning.play import begin, choose
from actionroll.reckoning.record import Roll, told_pools
from actionroll.rules.inputs import inputs_of
from actionroll.rules.steps import Decide, Throw
from actionroll.wire import Json, counted_shown, dice_to_throw, effects_shown

WHOLE_GRID = 192
MOST_PAIRED = 4
"""An input with more values than this is changed alone: its pairs would crowd out all others."""
DECIDE = "decide."


@dataclass(frozen=True)
class Asked:
    """A question as it was asked, before it is checked."""

    game: Any
    move: str
    attempt: Mapping[str, Any]
    rulings: Mapping[str, Any] = field(default_factory=dict)
    decide: Mapping[str, str] = field(default_factory=dict)
    budget: Budget = field(default_factory=Budget)

    def question(self) -> Question:
        """The question, checked, with what is left of its budget."""
        within = self.budget.anew()
        return question(self.game, self.move, self.attempt, rulings=self.rulings, decide=self.decide, budget=within)

    def changed(self, change: Mapping[str, Any]) -> Asked:
        """The same with some inputs and decisions changed."""
        inputs = {name: value for name, value in change.items() if not name.startswith(DECIDE)}
        decide = {name.removeprefix(DECIDE): value for name, value in change.items() if name.startswith(DECIDE)}
        return replace(self, attempt={**self.attempt, **inputs}, decide={**self.decide, **decide})


def near(asked: Asked, over: frozenset[str] | None = None) -> Json:
    """The near alternatives of a question, over the inputs named (all that change dice, unless said).

    Those that change least come first, so that the nearest are there even if there is no time for the last. Without the
    odds of what is asked itself there is no answer.
    """
    stands = asked.question()
    values = {**_inputs(stands, over), **_decisions(stands, over)}
    names = [name for name, found in values.items() if len(found) > 1]
    changes = sorted(_changes({name: values[name] for name in names}), key=len)
    grid = (_alternative(asked, change) for change in changes if not change or asked.budget.lasts())
    return {"inputs": names, "grid": [each for each in grid if each is not None]}


def before_first_throw(asked: Question) -> Roll:
    """The roll with the decisions that come before any dice answered as asked."""
    standing = begin(asked.start)
    while isinstance(standing.step, Decide):
        standing = choose(standing, asked.policy(standing.step))
    return standing


def decisions_before(asked: Question) -> dict[str, tuple[str, tuple[str, ...]]]:
    """The decisions that come before any dice: what is chosen, and the options."""
    found: dict[str, tuple[str, tuple[str, ...]]] = {}
    standing = begin(asked.start)
    while isinstance(standing.step, Decide):
        chosen = asked.policy(standing.step)
        found[standing.step.name] = (chosen, standing.step.options)
        standing = choose(standing, chosen)
    return found


def first_throw(asked: Question, *, dice: bool = False) -> Json:
    """What will be rolled, in a plain sentence, and what that costs; with its dice, if they are asked for."""
    step = before_first_throw(asked).step
    if isinstance(step, Throw):
        found: Json = {"says": told_pools(step), "costs": effects_shown(step.costs)}
        return {**found, "dice": dice_to_throw(step)} if dice else found
    return {"says": "no dice", "costs": [], **({"dice": []} if dice else {})}


def _inputs(stands: Question, over: frozenset[str] | None) -> dict[str, list[Any]]:
    declared = inputs_of(type(stands.attempt))
    kinds = {name: each.kind for name, each in declared.items() if over is None or name in over}
    now = {name: getattr(stands.attempt, name) for name in kinds}
    return {name: [kind.show(now[name]), *kind.neighbours(now[name])] for name, kind in kinds.items()}


def _decisions(stands: Question, over: frozenset[str] | None) -> dict[str, list[Any]]:
    return {
        DECIDE + name: [chosen, *(option for option in options if option != chosen)]
        for name, (chosen, options) in decisions_before(stands).items()
        if over is None or DECIDE + name in over
    }


def _changes(values: Mapping[str, list[Any]]) -> Iterator[Json]:
    """The whole grid where it is small, else each change alone and then pairs."""
    if prod(len(found) for found in values.values()) <= WHOLE_GRID:
        for picked in product(*values.values()):
            yield {
                name: value for (name, found), value in zip(values.items(), picked, strict=True) if value != found[0]
            }
        return
    yield {}
    single = [(name, value) for name, found in values.items() for value in found[1:]]
    yield from ({name: value} for name, value in single)
    room = max(0, WHOLE_GRID - 1 - len(single))
    few = [(name, value) for name, value in single if len(values[name]) <= MOST_PAIRED]
    pairs = ({one[0]: one[1], two[0]: two[1]} for one, two in combinations(few, 2) if one[0] != two[0])
    for _, pair in zip(range(room), pairs, strict=False):
        yield pair


def _alternative(asked: Asked, change: Json) -> Json | None:
    """One alternative, or nothing where the rules do not allow it."""
    try:
        stands = asked.changed(change).question()
        return {"change": change, **counted_shown(stands.game, odds_of(stands)), **first_throw(stands)}
    except ActionrollError:
        if not change:
            raise
        return None
