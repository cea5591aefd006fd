"""Histories of calls to a table, and a checker that decides whether they could have happened one after the other.

Every append is answered with its number and every read with the number that the log had reached, so that each call
says where in the one order it stands. A history is linearizable if that order keeps to real time: whatever ended
before something else began stands before it.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf
from typing import Literal, NamedTuple


@dataclass(frozen=True)
class Called:
    """One call as its client saw it; without an answer it ends never, and has no number."""

    what: Literal["append", "read"]
    began: float
    ended: float = inf
    number: int | None = None
    text: str = ""
    hash: str = ""


class Kept(NamedTuple):
    """An entry as the log holds it at the end."""

    number: int
    text: str
    hash: str


def faults(history: Sequence[Called], log: Sequence[Kept]) -> Iterator[str]:
    """Everything in a history that no order explains."""
    kept = {entry.number: entry for entry in log}
    if sorted(kept) != list(range(1, len(log) + 1)):
        yield "the log has gaps or repeats a number"
    times = Counter(entry.text for entry in log if entry.text)
    yield from (f"{text} stands {count} times" for text, count in times.items() if count > 1)
    answered = [call for call in history if call.number is not None]
    for call in answered:
        entry = kept.get(call.number or 0)
        if entry is None or (call.what == "append" and entry.text != call.text):
            yield f"what was acknowledged as {call.number} is not there: {call.text or 'a read'}"
        elif call.hash and entry.hash != call.hash:
            yield f"a {call.what} of {call.number} saw another log"
    yield from _out_of_order(answered)


def _out_of_order(answered: Sequence[Called]) -> Iterator[str]:
    ends = iter(sorted(answered, key=lambda call: call.ended))
    following, reached = next(ends, None), 0
    for call in sorted(answered, key=lambda call: call.began):
        while following is not None and following.ended < call.began:
            reached = max(reached, following.number or 0)
            following = next(ends, None)
        stands = call.number or 0
        if stands < reached or (call.what == "append" and stands == reached):
            yield f"{call.what} {stands} began after {reached} was known"
