"""Rounds in True World: one action each, and an action that was given up for teamwork is spent."""

from __future__ import annotations

from actionroll.errors import InputError
from actionroll.rules import Effect, Part, set_mark

ACTED = "acted"


def refuse_second_action(acted: bool, override: bool) -> None:
    """TW-A12. Who has already acted this round cannot act or help, unless the gm lets them."""
    if acted and not override:
        raise InputError("The action of this round is already spent; wait for the next one, or the gm sets override.")


def spent_action(who: Part) -> Effect:
    """TW-11. The action of this round is spent; a new round brings it back."""
    return set_mark(who, ACTED, "the action of this round")
