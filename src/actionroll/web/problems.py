"""Errors as RFC 9457 problem details: the one sentence says the way out."""

from __future__ import annotations

from actionroll.errors import ActionrollError, RollError
from actionroll.store import Conflict, KeyReused, StoreBusy, StoreError, StoreFull
from actionroll.table.rights import NotHere, NotYours
from actionroll.table.undo import DependedOn
from actionroll.web.bodies import REFUSED, encoded

TITLES = {
    400: "Not understood",
    401: "No seat here",
    403: "Not allowed",
    404: "Not here",
    405: "Not done this way",
    408: "Too slow",
    409: "It stands otherwise",
    411: "Length needed",
    413: "Too large",
    415: "Not JSON",
    421: "Another host",
    422: "Not accepted",
    429: "Too often",
    500: "Our defect",
    503: "Not now",
    507: "No space left",
}
TYPE = REFUSED.encode()


class NoSeat(ActionrollError):
    """Nobody who sits here asked."""

    def __init__(self) -> None:
        super().__init__("There is no seat of yours at this table; open its link and join.")


class TooOften(ActionrollError):
    """More requests than the limit allows; `seconds` says when to come back."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"That is too often; wait {seconds} second{'s' if seconds != 1 else ''} and repeat.")
        self.seconds = seconds


class Crowded(ActionrollError):
    """Too many questions are waiting to be counted."""

    def __init__(self) -> None:
        super().__init__("So many questions are being counted that yours would wait long; ask again in a moment.")


class BeyondTheEnd(ActionrollError):
    """Someone knows of entries that the log does not have."""

    def __init__(self, last: int) -> None:
        super().__init__(
            f"The log ends at entry {last}, so that what you know of it is not what stands here; read it anew."
        )


STATUSES: tuple[tuple[type[ActionrollError], int], ...] = (
    (NoSeat, 401),
    (TooOften, 429),
    (Crowded, 503),
    (NotYours, 403),
    (NotHere, 404),
    (DependedOn, 409),
    (BeyondTheEnd, 409),
    (RollError, 409),
    (Conflict, 409),
    (KeyReused, 422),
    (StoreFull, 507),
    (StoreBusy, 503),
    (StoreError, 503),
    (ActionrollError, 422),
)


def status_of(error: ActionrollError) -> int:
    """The HTTP status that an error is told with."""
    return next(status for kind, status in STATUSES if isinstance(error, kind))


def problem(status: int, detail: str) -> bytes:
    """Problem details as JSON."""
    return encoded({"type": "about:blank", "title": TITLES.get(status, "Error"), "status": status, "detail": detail})


def headers_of(error: ActionrollError) -> dict[str, str]:
    """What else an error's reply says."""
    if isinstance(error, TooOften):
        return {"Retry-After": str(error.seconds)}
    return {"Retry-After": "1"} if isinstance(error, StoreError | Crowded) else {}
