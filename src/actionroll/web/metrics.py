"""What a host watches: requests, latencies, tables, listeners, commits, queues and refusals, in Prometheus' text form.

Numbers only: no table, seat, name, link or address stands in it.
"""

from __future__ import annotations

import os
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from actionroll.web.endpoints import Service

SENT_AS = "text/plain; version=0.0.4; charset=utf-8"
BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Seconds, up to which each bucket of latencies counts."""


class Metrics:
    """Counts of one process, from its start on."""

    def __init__(self) -> None:
        self._requests: Counter[tuple[str, int]] = Counter()
        self._buckets = [0] * (len(BOUNDS) + 1)
        self._seconds = 0.0
        self.held = 0

    def count(self, operation: str, status: int, seconds: float) -> None:
        """One request that was answered; streams are counted when they end, without their length."""
        self._requests[operation or "page", status] += 1
        if operation not in ("feed", "news"):
            self._buckets[bisect_left(BOUNDS, seconds)] += 1
            self._seconds += seconds

    def lines(self, service: Service) -> Iterator[str]:
        """Everything, with what the rest of the server says of itself."""
        requests = {f'operation="{name}",status="{status}"': n for (name, status), n in self._requests.items()}
        yield from _told("requests_total", "counter", "Requests answered.", requests)
        refused = Counter[str]()
        for (_, status), times in self._requests.items():
            if status >= 400:
                refused[f'status="{status}"'] += times
        yield from _told("refusals_total", "counter", "Requests refused, by status.", refused)
        yield from _told("refusals_held_total", "counter", "Refusals that were told late.", {"": self.held})
        yield from self._latencies()
        for name, says, value in _stands(service):
            kind = "counter" if name.endswith("_total") else "gauge"
            yield from _told(name, kind, says, {"": value})

    def _latencies(self) -> Iterator[str]:
        sums = list(accumulate(self._buckets))
        buckets = {f'le="{bound:g}"': times for bound, times in zip(BOUNDS, sums, strict=False)}
        yield "# HELP actionroll_request_seconds How long requests took, streams left out."
        yield "# TYPE actionroll_request_seconds histogram"
        yield from _samples("request_seconds_bucket", {**buckets, 'le="+Inf"': sums[-1]})
        yield from _samples("request_seconds_sum", {"": round(self._seconds, 6)})
        yield from _samples("request_seconds_count", {"": sums[-1]})


def _stands(service: Service) -> Iterator[tuple[str, str, float]]:
    tables, answers, written = service.tables, service.answers, service.tables.store.written
    yield "tables_open", "Tables that this process has open.", tables.open_count
    yield "listeners", "Feeds that are open.", tables.listener_count
    yield "commits_total", "Commits to the store.", written.commits
    yield "batches_total", "Requests that these commits made durable.", written.batches
    yield "commit_queue", "Requests that wait for a commit.", written.waiting
    yield "commit_seconds_total", "Seconds that commits took.", round(written.seconds, 6)
    yield "question_queue", "Questions that wait to be counted.", answers.waiting
    yield "questions_underway", "Questions that are being counted.", answers.underway
    yield "connections", "Connections that are open.", service.connections()
    yield "descriptors_open", "Files and connections that this process has open.", _descriptors()
    yield "memory_bytes", "Memory that this process holds.", _memory()


def _told(name: str, kind: str, says: str, values: Mapping[str, float]) -> Iterator[str]:
    yield f"# HELP actionroll_{name} {says}"
    yield f"# TYPE actionroll_{name} {kind}"
    yield from _samples(name, values)


def _samples(name: str, values: Mapping[str, float]) -> Iterable[str]:
    return (f"actionroll_{name}{f'{{{labels}}}' if labels else ''} {value}" for labels, value in values.items())


def _descriptors() -> int:
    try:
        return sum(1 for _ in Path("/proc/self/fd").iterdir())
    except OSError:
        return 0


def _memory() -> int:
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except (OSError, ValueError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")
