"""Replies are remembered by their keys for any repetition, but not for ever: most of a store would be these."""

from __future__ import annotations

import asyncio
import logging

from actionroll.store import Store, StoreError
from actionroll.store.protocol import DAY

REMEMBERED_SECONDS = 30 * DAY
REMEMBERED_AT_LEAST = 10_000
"""So many are kept however old they seem: the clock may be wrong."""
log = logging.getLogger("actionroll.web")


async def forget_now_and_then(store: Store, every_seconds: float = DAY / 4) -> None:
    """Forget old keys at once and then every few hours, until cancelled."""
    while True:
        try:
            await asyncio.to_thread(store.forget_keys, REMEMBERED_SECONDS, REMEMBERED_AT_LEAST)
        except StoreError as error:
            log.warning("old keys are still kept: %s", error)
        await asyncio.sleep(every_seconds)
