"""What a roll at a table has come to, as its log tells it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal


@dataclass(frozen=True, slots=True)
class Record:
    """The steps of a roll with their answers, and its outcome or what is asked."""

    told: dict[str, Any]

    @property
    def answers(self) -> list[Any]:
        """The dice and choices so far."""
        return list(self.told["answers"])

    @property
    def status(self) -> Literal["done", "waiting"]:
        """Where its roll stands with it."""
        return "done" if self.told.get("outcome") is not None else "waiting"

    @property
    def dues(self) -> list[dict[str, Any]]:
        """What the outcome demanded, settled or not."""
        outcome = self.told.get("outcome")
        return list(outcome["dues"]) if outcome else []
