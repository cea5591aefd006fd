"""What a roll at a table has come to, as its log tells it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Literal


@dataclass(slots=True)
class Record:
    """How a roll was answered, whether it has ended, and how much its end demands.

    All the rest is read when needed: thousands of rolls of a long log are folded for each one that anybody looks at.
    """

    answers: list[Any]
    ended: bool
    demands: int
    told: dict[str, Any] | bytes
    """All of it, or the entry that tells it as it was written."""

    @classmethod
    def of(cls, told: dict[str, Any]) -> Record:
        """A record that was just made."""
        outcome = told.get("outcome")
        return cls(told["answers"], outcome is not None, len(outcome["dues"]) if outcome else 0, told)

    @property
    def status(self) -> Literal["done", "waiting"]:
        """Where its roll stands with it."""
        return "done" if self.ended else "waiting"

    def whole(self) -> dict[str, Any]:
        """The steps, and the outcome or what is asked."""
        if isinstance(self.told, bytes):
            self.told = dict(json.loads(self.told)["record"])
        return self.told

    @property
    def dues(self) -> list[dict[str, Any]]:
        """What the outcome demanded, settled or not."""
        return list(self.whole()["outcome"]["dues"]) if self.demands else []
