"""Minima of interleaved rounds: what disturbs one side in a run disturbs the other as well, and the least is disturbed.

Before each measurement both sides forget their results, so that neither answers from memory. What rules are made of
(steps, words, dues: no chances) stays, as the peer keeps the dice and tables that it made beforehand.
"""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable
from functools import _lru_cache_wrapper

from actionroll.dice import forget_falls

ROUNDS = 101
IN_A_ROW = 8
"""How often a side goes before the other's turn: a page or a sweep asks in bursts, and so finds a warm processor."""
PEERS = ("icepool", "dyce")
"""Packages whose caches hold results."""


def minima(
    *tasks: Callable[[], object], rounds: int = ROUNDS, number: int = 1, clock: Callable[[], float] = time.thread_time
) -> tuple[float, ...]:
    """The fewest seconds of each task, one round after the other, each `number` times in a round.

    By default the processor's seconds, so that what else runs on the machine is not counted.
    """
    taken: list[list[float]] = [[] for _ in tasks]
    for task in tasks:
        task()
    known = caches()
    gc.collect()
    gc.disable()
    try:
        for _ in range(-(-rounds // IN_A_ROW)):
            for task, times in zip(tasks, taken, strict=True):
                for _ in range(IN_A_ROW):
                    forget(known)
                    times.append(_once(task, number, clock))
    finally:
        gc.enable()
    return tuple(min(times) for times in taken)


def caches() -> list[_lru_cache_wrapper[object]]:
    """Every cache of results of the peers, as far as they are imported."""
    found = [each for each in gc.get_objects() if isinstance(each, _lru_cache_wrapper)]
    return [each for each in found if (each.__module__ or "").startswith(PEERS)]


def forget(known: list[_lru_cache_wrapper[object]]) -> None:
    """Empty the caches of results of both sides."""
    forget_falls()
    for each in known:
        each.cache_clear()
    if icepool := sys.modules.get("icepool.math"):
        icepool.comb_row_cache.clear()


def _once(task: Callable[[], object], number: int, clock: Callable[[], float]) -> float:
    began = clock()
    for _ in range(number):
        task()
    return (clock() - began) / number
