"""A seat at a table of any server, taken over HTTP with a link: what programs use that play along.

    guest = Guest.sit("https://example.org/t/AbC#secret", "Robin")
    guest.act("declare", {"character": "c1", "trait": "skulk"})

The token stays in here: it is part of no text that a guest shows.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from secrets import token_urlsafe
from typing import Any, TypeAlias
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from actionroll.errors import ActionrollError, InputError

Json: TypeAlias = dict[str, Any]
SECONDS = 20
LARGEST = 4_000_000
"""Bytes of a reply; a longer one is no table's."""
LINK = re.compile(r"/t/([A-Za-z0-9_-]{1,40})/?$")


class GuestError(ActionrollError):
    """A table that cannot be reached, or what it refused, in its own sentence."""


class _NoRedirects(HTTPRedirectHandler):
    """A token goes to the server it was made by and nowhere else."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        return None


@dataclass(frozen=True, slots=True)
class Link:
    """What a link to a table says: where the server is, which table, and the secret that opens it."""

    server: str
    table: str
    secret: str

    @classmethod
    def read(cls, text: str) -> Link:
        """The link that a gm sends; anything else is refused with a sentence."""
        parts = urlsplit(text.strip())
        found = LINK.search(parts.path)
        if parts.scheme not in ("http", "https") or not parts.netloc or found is None or not parts.fragment:
            raise InputError("A link to a table reads like https://example.org/t/NAME#SECRET; ask the gm for it.")
        before = parts.path[: found.start()]
        return cls(f"{parts.scheme}://{parts.netloc}{before}", found.group(1), parts.fragment)


@dataclass(slots=True)
class Guest:
    """Someone who sits at a table: reads what that seat may see, and does what it may do."""

    server: str
    table: str
    _token: str = field(repr=False)

    @classmethod
    def sit(cls, link: str, nickname: str) -> Guest:
        """Sit down with a link and a nickname."""
        where = Link.read(link)
        visitor = cls(where.server, where.table, "")
        joined = visitor._send("POST", "join", {"secret": where.secret, "nickname": nickname})
        visitor._token = str(joined["token"])
        return visitor

    def view(self) -> Json:
        """All that stands, as this seat sees it."""
        return self._send("GET", "")

    def log(self, before: int | None = None, limit: int = 20) -> Json:
        """The last entries, or those before a number."""
        earlier = f"&before={before}" if before is not None else ""
        return self._send("GET", f"log?limit={limit}{earlier}")

    def roll(self, number: int) -> Json:
        """One roll as it stands."""
        return self._send("GET", f"rolls/{number}")

    def act(self, operation: str, body: Json, key: str = "") -> Json:
        """Do something; whether this seat may is the table's to say. The same key again is the same deed."""
        if not re.fullmatch(r"[a-z_]{1,40}", operation):
            raise InputError("An operation is a word such as declare, throw or settle.")
        return self._send("POST", operation, body, key)

    def _send(self, method: str, path: str, body: Json | None = None, key: str = "") -> Json:
        address = f"{self.server}/api/tables/{self.table}{'/' if path else ''}{path}"
        headers = {"Accept": "application/json"}
        if self._token:
            headers["Authorization"] = f"Bearer {self._token}"
        if body is not None:
            headers |= {"Content-Type": "application/json", "Idempotency-Key": key or token_urlsafe(18)}
        sent = json.dumps(body).encode() if body is not None else None
        request = Request(address, sent, headers, method=method)  # noqa: S310  Link.read takes http and https only
        try:
            with build_opener(_NoRedirects).open(request, timeout=SECONDS) as reply:
                return self._read(reply.read(LARGEST + 1))
        except HTTPError as refused:
            with refused:
                raise GuestError(_reason(refused)) from None
        except (URLError, OSError) as error:
            raise GuestError(f"The table's server cannot be reached: {_why(error)}. Try again in a moment.") from None

    def _read(self, reply: bytes) -> Json:
        try:
            found = json.loads(reply)
        except ValueError:
            found = None
        if not isinstance(found, dict):
            raise GuestError("What answers at that address is no table of actionroll.")
        return found


def _reason(refused: HTTPError) -> str:
    try:
        told = json.loads(refused.read(LARGEST))["detail"]
    except (ValueError, KeyError, TypeError):
        return f"The table's server answers with status {refused.code}."
    return str(told)


def _why(error: OSError) -> str:
    reason = getattr(error, "reason", error)
    return "no answer in time" if isinstance(reason, TimeoutError) else str(getattr(reason, "strerror", None) or reason)
