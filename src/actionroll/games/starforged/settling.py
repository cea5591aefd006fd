"""Settling what an outcome of Starforged still demands."""

from __future__ import annotations

from typing import Any

from actionroll.errors import InputError
from actionroll.games.starforged.ways import ALSO
from actionroll.rules import Due, Effect
from actionroll.rules.dues import settle


def settled(due: Due, answer: Any) -> tuple[Effect, ...]:
    """SF-35. A price or cost told in words needs words; ways are chosen once each; some change two tracks."""
    effects = settle(due, answer)
    tracks = {way.name: way.track for way in due.ways}
    for share in answer:
        if due.kind in ("price", "cost") and not tracks[share["way"]] and not share.get("words", "").strip():
            raise InputError("Something always happens: say in words what it is.")
    names = [share["way"] for share in answer]
    if due.kind == "choice" and len(set(names)) < len(names):
        raise InputError("Each of these can be chosen once; name different ways.")
    also = tuple(Effect(due.on, *ALSO[name], due.kind) for name in names if name in ALSO)
    return effects + also
