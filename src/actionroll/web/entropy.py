"""All that a server takes from the outside world without asking a store: fresh secrets, ids, seeds and the time."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass

from actionroll.chance import new_seed
from actionroll.table.secret import veil

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


def _table_id() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(10))


def _salt() -> bytes:
    return secrets.token_bytes(32)


def _seconds() -> int:
    return int(time.time())


@dataclass(frozen=True)
class Entropy:
    """Where fresh things come from. Tests hand in sources that repeat; no request and no setting can."""

    seed: Callable[[], bytes] = new_seed
    salt: Callable[[], bytes] = _salt
    table_id: Callable[[], str] = _table_id
    seconds: Callable[[], int] = _seconds
    veil: Callable[[bytes, int, bytes], str] = veil
