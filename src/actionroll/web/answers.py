"""Answers to questions, worked out beside the event loop."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from actionroll.web.encoding import encoded

MOST_KEPT = 2_000
THREADS = 2


class Answers:
    """Answers to questions that were asked before are given again; they depend on nothing but the question."""

    def __init__(self) -> None:
        # Threads of their own: however long these take, those that read the store are never waited for.
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="actionroll-answers")
        self._kept: OrderedDict[tuple[str, bytes], bytes] = OrderedDict()
        self._underway: dict[tuple[str, bytes], asyncio.Future[bytes]] = {}

    async def of(self, what: str, asked: bytes, answer: Callable[[], Any]) -> bytes:
        """The answer to a question, by its bytes; who asks while it is worked out waits for the same."""
        key = (what, asked)
        if key in self._kept:
            return self._kept[key]
        if key not in self._underway:
            loop = asyncio.get_running_loop()
            self._underway[key] = loop.run_in_executor(self._threads, lambda: encoded(answer()))
            self._underway[key].add_done_callback(lambda done: self._keep(key, done))
        return await asyncio.shield(self._underway[key])

    def _keep(self, key: tuple[str, bytes], done: asyncio.Future[bytes]) -> None:
        del self._underway[key]
        if not done.cancelled() and done.exception() is None:
            self._kept[key] = done.result()
            if len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
