"""Who works out the cells: processes of this machine, or a Dask cluster. A worker that is lost loses no cell."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import active_children, get_context
from multiprocessing.process import BaseProcess
from typing import Any, TypeAlias

from actionroll.errors import ActionrollError, InputError
from actionroll.sweep.cells import Row, work_out

MOST_AT_ONCE = 100
"""Cells in one task."""
TASKS_EACH = 8
"""Tasks for each worker, so that all end at about the same time."""
TRIES = 5

Done: TypeAlias = tuple[Sequence[int], list[Row]]


class SweepStopped(ActionrollError):
    """The workers were lost again and again; what is done is kept."""


def tasks_of(numbers: Sequence[int], workers: int) -> list[Sequence[int]]:
    """The cells in tasks of a fair size."""
    size = max(1, min(MOST_AT_ONCE, len(numbers) // (workers * TASKS_EACH)))
    return [numbers[start : start + size] for start in range(0, len(numbers), size)]


def in_this_process(spec: Mapping[str, Any], numbers: Sequence[int]) -> Iterator[Done]:
    """One cell after the other, for few."""
    for number in numbers:
        yield [number], work_out(spec, [number])


def on_cores(spec: Mapping[str, Any], numbers: Sequence[int], workers: int | None = None) -> Iterator[Done]:
    """On all cores. If a process dies, new ones take what it left."""
    count = workers or os.cpu_count() or 1
    left = tasks_of(numbers, count)
    for _ in range(TRIES):
        with ProcessPoolExecutor(count, mp_context=get_context("spawn"), initializer=_leave_interrupts) as pool:
            others = set(active_children())
            with _interrupts_held():
                waiting = {pool.submit(work_out, spec, task): task for task in left}
            started = set(active_children()) - others
            try:
                yield from _as_done(waiting)
            except BrokenProcessPool:
                pass
            finally:
                _end(started)
                pool.shutdown(cancel_futures=True)
        left = [task for future, task in waiting.items() if not _is_done(future)]
        if not left:
            return
    raise SweepStopped(f"The workers were lost {TRIES} times; start the sweep again, and it goes on where it stood.")


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Processes that start meanwhile are deaf to Ctrl-C from their first moment; this one hears it afterwards."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _leave_interrupts() -> None:
    """Ctrl-C is for the process that shows the sweep; it ends the others in order."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _end(processes: Iterable[BaseProcess]) -> None:
    """Nothing they do is wanted any more. Left to end by themselves, one may wait for a lock that a lost one held."""
    for process in processes:
        process.terminate()


def _as_done(waiting: Mapping[Future[list[Row]], Sequence[int]]) -> Iterator[Done]:
    for future in as_completed(waiting):
        yield waiting[future], future.result()


def _is_done(future: Future[list[Row]]) -> bool:
    return future.done() and not future.cancelled() and future.exception() is None


def on_cluster(spec: Mapping[str, Any], numbers: Sequence[int], address: str) -> Iterator[Done]:
    """On a Dask cluster that runs already; it gives the tasks of a lost worker to others."""
    try:
        from distributed import Client
    except ModuleNotFoundError:
        raise InputError("--cluster takes Dask distributed; install it: pip install 'actionroll[cluster]'.") from None
    try:
        client = Client(address, timeout="10s", set_as_default=False)
    except (OSError, ValueError):
        raise InputError(
            f"--cluster takes a running scheduler such as tcp://host:8786; {address} answers not."
        ) from None
    with client:
        left = tasks_of(numbers, max(1, len(client.scheduler_info(n_workers=-1)["workers"])))
        for _ in range(TRIES):
            lost: list[Sequence[int]] = []
            yield from _of_cluster(client, spec, left, lost)
            left = lost
            if not left:
                return
    raise SweepStopped(f"The workers were lost {TRIES} times; start the sweep again, and it goes on where it stood.")


def _of_cluster(
    client: Any, spec: Mapping[str, Any], left: Sequence[Sequence[int]], lost: list[Sequence[int]]
) -> Iterator[Done]:
    """Each task as it is done; those that went down with too many workers are put down as lost."""
    from distributed import KilledWorker
    from distributed.client import CancelledError, as_completed

    waiting = {client.submit(work_out, dict(spec), list(task), pure=False): task for task in left}
    for future in as_completed(list(waiting), loop=client.loop):
        try:
            rows = future.result()
        except KilledWorker:
            lost.append(waiting[future])
            continue
        except CancelledError:
            raise SweepStopped("The cluster is gone; start the sweep again, and it goes on where it stood.") from None
        yield waiting[future], rows
