"""Medians of interleaved rounds: what disturbs one side in a run disturbs the other as well."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from statistics import median

ROUNDS = 101


def medians(*tasks: Callable[[], object], rounds: int = ROUNDS, number: int = 1) -> tuple[float, ...]:
    """The median seconds of each task, one round after the other, each `number` times in a round."""
    taken: list[list[float]] = [[] for _ in tasks]
    for task in tasks:
        task()
    gc.collect()
    gc.disable()
    try:
        for _ in range(rounds):
            for task, times in zip(tasks, taken, strict=True):
                times.append(_once(task, number))
    finally:
        gc.enable()
    return tuple(median(times) for times in taken)


def _once(task: Callable[[], object], number: int) -> float:
    began = time.perf_counter()
    for _ in range(number):
        task()
    return (time.perf_counter() - began) / number
