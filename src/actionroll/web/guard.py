"""What every request passes before anything else: host, origin, size, form; what every reply carries, and refusals."""

from __future__ import annotations

import asyncio
import ipaddress
import json
import logging
import math
import re
import time
from bisect import bisect_left
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from msgspec import DecodeError

from actionroll.errors import ActionrollError, InputError, RollError
from actionroll.store import Conflict, KeyReused, StoreBusy, StoreError, StoreFull
from actionroll.table.rights import NotHere, NotYours
from actionroll.table.undo import DependedOn
from actionroll.web import BOUNDS, LOOPBACK_NAMES, Metrics, Settings, address_of
from actionroll.web.bodies import PROBLEM_TYPE, BeyondTheEnd, Crowded, NoSeat, TooOften, decoded, problem
from actionroll.web.limits import BYTES_OF_ONE, HELD_SECONDS

if TYPE_CHECKING:
    from actionroll.web.endpoints import Budgets

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

CSP = (
    b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    b"manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors "
)
HEADERS = (
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)
HTML = b"text/html; charset=utf-8"
NO_STORE = (b"cache-control", b"no-store")
VARIES = (b"vary", b"origin")
HSTS = (b"strict-transport-security", b"max-age=31536000")
OUR_FAULT = "Something here is broken, and it is our fault; look at the log before you try again."
HEADERS_SENT, BODY_SENT, JSON_SENT = "actionroll.headers", "actionroll.body", "actionroll.json"
"""Where a request's scope holds what the guard has read of it."""
ADDRESS = "actionroll.address"
"""Where it holds whose budgets it takes from."""
FROM_ELSEWHERE = "actionroll.from-elsewhere"
"""Where it holds the other site whose script asks, if that is one of those that may."""
OPERATION = "actionroll.operation"
"""Where it holds what was asked for, once that is known."""
NOWHERE = "The link may be cut off or old."
DEPTH = 32
DIGITS = 18
LARGE = re.compile(rb"[0-9]{%d}" % (DIGITS + 1))
TOO_MANY_DIGITS = f"Numbers in the body may have {DIGITS} digits at most."
STREAMS = ("feed", "news")
METHODS = frozenset({"GET", "HEAD", "POST", "OPTIONS"})
log = logging.getLogger("actionroll.web")


class Refused(Exception):
    """A request that goes no further."""

    def __init__(self, status: int, detail: str) -> None:
        super().__init__(detail)
        self.status, self.detail = status, detail


class Guard:
    """Wraps the application; `lost` draws the page that someone sees in place of a refusal."""

    def __init__(
        self,
        app: App,
        settings: Settings,
        metrics: Metrics,
        budgets: Budgets,
        lost: Callable[[int, str], bytes] | None = None,
    ) -> None:
        self.app, self._metrics, self._budgets, self._lost = app, metrics, budgets, lost
        self._trusted = settings.trusted_proxies
        self._limit = settings.limits.body_bytes
        public = urlsplit(settings.public_url)
        self._public_origin = f"{public.scheme}://{public.netloc}".lower() if public.netloc else ""
        self._public_name = (public.hostname or "").lower()
        names = {*LOOPBACK_NAMES, settings.host, *settings.names, self._public_name} - {"", "0.0.0.0", "::"}  # noqa: S104
        self._names = {name.lower() for name in names}
        plain = [name for name in self._names if ":" not in name]
        self._usual = frozenset(f"{name}{port}" for name in plain for port in ("", f":{settings.port}"))
        self._elsewhere = frozenset(settings.embed_in)
        framed = " ".join(["'self'", *settings.embed_in] if settings.embed_in else ["'none'"]).encode()
        own = [(b"content-security-policy", CSP + framed), *([HSTS] if settings.secure else [])]
        self._headers = [*HEADERS, *own]
        self._log_requests = settings.log_requests

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Judge one request."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            return
        reply = _Reply(scope, send, self._headers, self._lost)
        started = time.perf_counter()
        headers = scope[HEADERS_SENT] = dict(scope["headers"])
        scope[ADDRESS] = address_of(scope.get("client"), headers, self._trusted)
        try:
            self._check_sender(scope)
            if scope["method"] == "OPTIONS" and scope[FROM_ELSEWHERE]:
                await reply.allow()
            else:
                await self._check_body(scope, receive)
                await self.app(scope, receive, reply.send)
        except Refused as refused:
            await self._hold(scope)
            await reply.refuse(refused.status, refused.detail)
        except ActionrollError as error:
            await self._hold(scope)
            await reply.refuse(status_of(error), str(error), headers_of(error), error.entries)
        except Exception:
            log.exception("defect", extra={"method": scope["method"], "path": scope["path"]})
            await reply.refuse(500, OUR_FAULT)
        self._count(scope, reply.status, time.perf_counter() - started)

    async def _hold(self, scope: Scope) -> None:
        """Whoever is refused again and again learns of it later; those who sit behind the same address do not wait."""
        if self._budgets.refused(scope[ADDRESS]):
            self._metrics.held += 1
            await asyncio.sleep(HELD_SECONDS)

    def _check_sender(self, scope: Scope) -> None:
        if scope["method"] not in METHODS:
            raise Refused(405, "Use GET to read and POST to change.")
        if "\0" in scope["path"]:
            raise Refused(404, NOWHERE)
        found = [value for name, value in scope["headers"] if name == b"host"]
        host = found[0].decode("latin-1").lower() if len(found) == 1 else ""
        if host not in self._usual and not self._is_here(host, scope):
            raise Refused(421, "This server is not known by that name; use the address it printed, or --public-url.")
        scope[FROM_ELSEWHERE] = ""
        if b"origin" in scope[HEADERS_SENT] or b"sec-fetch-site" in scope[HEADERS_SENT]:
            self._check_origin(scope, host)

    def _check_origin(self, scope: Scope, host: str) -> None:
        """Refuse what a browser asks for another site, unless that is one of those that may."""
        origins = [value.decode("latin-1").lower() for name, value in scope["headers"] if name == b"origin"]
        elsewhere = scope[FROM_ELSEWHERE] = origins[0] if len(origins) == 1 and origins[0] in self._elsewhere else ""
        for name, value in scope["headers"]:
            foreign = name == b"origin" and not self._is_same(value.decode("latin-1").lower(), host, scope)
            crosses = name == b"sec-fetch-site" and value in (b"cross-site", b"same-site") and scope["method"] == "POST"
            if (foreign or crosses) and not elsewhere:
                raise Refused(403, "Another site may not ask on your behalf; open the table's own page.")

    def _is_here(self, host: str, scope: Scope) -> bool:
        name = _without_port(host)
        if name in self._names:
            return True
        # An address cannot be rebound to another machine as a name can; it must be the one that was connected to.
        return _address(name) is not None and _address(name) == _address((scope.get("server") or ("", 0))[0])

    def _is_same(self, origin: str, host: str, scope: Scope) -> bool:
        """Whoever comes by the public name through TLS has only that origin; others have the address they came to."""
        through_tls = self._public_origin.startswith("https://") and _without_port(host) == self._public_name
        own = self._public_origin if through_tls else f"{scope['scheme']}://{host}"
        return origin in (own, self._public_origin) and origin != ""

    async def _check_body(self, scope: Scope, receive: Receive) -> None:
        """Read the whole body once, and refuse it unless it is small and strict JSON.

        Its length is taken from its address's budget first; a body of unknown length counts as the longest allowed.
        """
        headers = scope[HEADERS_SENT]
        told = headers.get(b"content-length", b"")
        length = int(told[:20]) if told.isdigit() else self._limit if b"transfer-encoding" in headers else 0
        self._budgets.requests.take(scope[ADDRESS], 1 + min(length, self._limit) // BYTES_OF_ONE)
        if scope["method"] != "POST":
            return
        if headers.get(b"content-type", b"").split(b";")[0].strip().lower() != b"application/json":
            raise Refused(415, "Send JSON, with the header Content-Type: application/json.")
        if length > self._limit:
            raise Refused(413, f"A request may have {self._limit} bytes at most.")
        body = await self.read_body(scope, receive)
        try:
            scope[BODY_SENT], scope[JSON_SENT] = body, strict_json(body)
        except NotJson as error:
            raise Refused(400, str(error)) from None

    async def read_body(self, scope: Scope, receive: Receive) -> bytes:
        """All bytes of a body that is not too long."""
        parts: list[bytes] = []
        size = 0
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise Refused(400, "The request ended before its body did.")
            parts.append(message.get("body", b""))
            size += len(parts[-1])
            if size > self._limit:
                raise Refused(413, f"A request may have {self._limit} bytes at most.")
            if not message.get("more_body"):
                return b"".join(parts)

    def _count(self, scope: Scope, status: int, seconds: float) -> None:
        """A request was answered; streams are counted when they end, without their length."""
        operation, metrics = scope.get(OPERATION, ""), self._metrics
        metrics.requests[operation or "page", status] += 1
        if operation not in STREAMS:
            metrics.buckets[bisect_left(BOUNDS, seconds)] += 1
            metrics.seconds += seconds
        if not self._log_requests:
            return
        extra = {"method": scope["method"], "path": scope["path"], "status": status, "ms": round(1000 * seconds, 1)}
        log.info("request", extra=extra)


@dataclass(slots=True)
class _Reply:
    """Sends the reply with the headers that every reply carries."""

    _scope: Scope
    _send: Send
    _headers: list[tuple[bytes, bytes]]
    _lost: Callable[[int, str], bytes] | None = None
    status: int = 0

    async def allow(self) -> None:
        """Let a script of another site ask, with a token of its own: what a browser keeps is never sent along."""
        headers = [
            (b"access-control-allow-methods", b"GET, POST"),
            (b"access-control-allow-headers", b"authorization, content-type, idempotency-key, last-event-id"),
            (b"access-control-max-age", b"600"),
            (b"content-length", b"0"),
        ]
        await self.send({"type": "http.response.start", "status": 204, "headers": headers})
        await self.send({"type": "http.response.body", "body": b""})

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            own = list(message.get("headers", []))
            cached = any(name == b"cache-control" for name, _ in own)
            elsewhere = self._scope.get(FROM_ELSEWHERE, "")
            readers = [(b"access-control-allow-origin", elsewhere.encode()), VARIES] if elsewhere else []
            message = {**message, "headers": [*own, *self._headers, *readers, *([] if cached else [NO_STORE])]}
        await self._send(message)

    async def refuse(
        self, status: int, detail: str, more: dict[str, str] | None = None, entries: tuple[int, ...] = ()
    ) -> None:
        if self.status:
            return
        lost = self._lost if _is_for_eyes(self._scope) else None
        body = lost(status, detail) if lost else problem(status, detail, entries)
        headers = [
            (b"content-type", HTML if lost else PROBLEM_TYPE),
            (b"content-length", b"%d" % len(body)),
        ]
        headers += [(name.lower().encode(), value.encode()) for name, value in (more or {}).items()]
        if status in (400, 413, 415):
            # What is still unread of the body is not read any more.
            headers.append((b"connection", b"close"))
        await self.send({"type": "http.response.start", "status": status, "headers": headers})
        await self.send({"type": "http.response.body", "body": b"" if self._scope["method"] == "HEAD" else body})


def _is_for_eyes(scope: Scope) -> bool:
    """Whether a person looks at the reply in a browser, and no script asks."""
    if scope["method"] == "POST" or scope["path"].startswith("/api/"):
        return False
    return any(name == b"accept" and b"text/html" in value for name, value in scope["headers"])


def _without_port(host: str) -> str:
    if host.startswith("["):
        return host[1 : host.find("]")]
    name, _, port = host.rpartition(":")
    return name if name and port.isdigit() else host


def _address(text: str) -> object:
    try:
        return ipaddress.ip_address(text)
    except ValueError:
        return None


class NotJson(InputError):
    """What was sent is not JSON that we take."""


def strict_json(body: bytes) -> Any:
    """JSON from outside as a value in which nothing is odd, or NotJson with a sentence that says what is accepted."""
    try:
        value = decoded(body)
    except (DecodeError, UnicodeDecodeError, RecursionError):
        value = read_plainly(body)  # which takes longer, and knows what is wrong
    # Only escapes make NUL and half characters, and few brackets are never deep.
    if b"\\" in body or body.count(b"[") + body.count(b"{") > DEPTH or LARGE.search(body):
        _check(value)
    return value


def read_plainly(body: bytes) -> Any:
    """The same value from the standard library, or what is wrong with it."""
    try:
        return _STRICT.decode(body.decode())
    except UnicodeDecodeError:
        raise NotJson("The body must be JSON in UTF-8.") from None
    except RecursionError:
        raise NotJson(f"The body may be nested {DEPTH} levels deep at most.") from None
    except json.JSONDecodeError as error:
        raise NotJson(f"The body must be JSON; it goes wrong at character {error.pos}.") from None
    except ValueError:
        raise NotJson(TOO_MANY_DIGITS) from None


def _refuse(text: str) -> Any:
    raise NotJson("Numbers in the body must be finite.")


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise NotJson("Numbers in the body must be finite.")
    return number


_STRICT = json.JSONDecoder(parse_constant=_refuse, parse_float=_finite)


def _check(value: Any) -> None:
    """Refuse texts with NUL or half characters, numbers of many digits, and what is nested too deep."""
    level = [value]
    for _ in range(DEPTH + 1):
        below: list[Any] = []
        for each in level:
            if isinstance(each, str):
                _check_text(each)
            elif isinstance(each, int) and abs(each) >= 10**DIGITS:
                raise NotJson(TOO_MANY_DIGITS)
            elif isinstance(each, dict):
                below += [*each.keys(), *each.values()]
            elif isinstance(each, list):
                below += each
        if not below:
            return
        level = below
    raise NotJson(f"The body may be nested {DEPTH} levels deep at most.")


def _check_text(text: str) -> None:
    if "\0" in text or any("\ud800" <= letter <= "\udfff" for letter in text):
        raise NotJson("Texts in the body must be without NUL and half characters.")


# What errors are told with

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


def headers_of(error: ActionrollError) -> dict[str, str]:
    """What else an error's reply says."""
    if isinstance(error, TooOften):
        return {"Retry-After": str(error.seconds)}
    return {"Retry-After": "1"} if isinstance(error, StoreError | Crowded) else {}
