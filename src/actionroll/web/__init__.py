"""The table on the web, as its host knows it: how a server is set up, its address, and the numbers it is watched by.

The numbers are in Prometheus' text form; no table, seat, name, link or address stands in them.
"""

from __future__ import annotations

import ipaddress
import os
import socket
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, fields
from functools import lru_cache
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from actionroll.web.endpoints import Service

LOOPBACK = ("127.0.0.1", "::1")
LOOPBACK_NAMES = ("localhost", *LOOPBACK)
EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104


@dataclass(frozen=True)
class Limits:
    """How often and how much; 0 lifts a limit."""

    rolls_per_second: int = 10
    """Requests of one seat that change a table."""
    burst: int = 20
    failed_joins_per_minute: int = 20
    """Links and tokens of one address that open nothing."""
    guesses_per_minute: int = 60
    """Short codes that open nothing, of all addresses together."""
    tables_per_hour: int = 60
    """New tables of one address."""
    questions_per_second: int = 50
    """Odds and advice for one address."""
    requests_per_second: int = 200
    """Of one address, whatever it asks for; ten times that may come at once. Large bodies count as several."""
    quick_requests_per_second: int = 40
    """Of one address that begin at once, however busy the server is; further ones wait until it has time."""
    refusals_per_second: int = 10
    """Of one address that are told at once; five times that may come at once, and further ones are told late."""
    reads_per_second: int = 20
    """Of one seat; ten times that may come at once."""
    table_writes_per_second: int = 100
    """Requests that change one table, of all its seats."""
    writes_per_second: int = 200
    """Requests of one address that change tables."""
    connections: int = 50
    """Open connections of one address that no seat has used; trusted proxies have no such limit."""
    address_connections: int = 400
    """Open connections of one address altogether; trusted proxies have no such limit."""
    connects_per_second: int = 50
    """Connections of one address that are let in; twice that may come at once, and further ones wait."""
    seat_connections: int = 20
    """Open connections that one seat uses."""
    feeds: int = 10
    """Open feeds of one seat."""
    joins_per_minute: int = 60
    """Seats that one address takes."""
    header_seconds: float = 10.0
    request_seconds: float = 15.0
    """From the first byte of a request to its last."""
    send_seconds: float = 30.0
    """How long a listener may leave what was sent to it unread."""
    url_bytes: int = 4_096
    head_bytes: int = 16_384
    """Of a request's first line and headers."""
    body_bytes: int = 65_536

    @classmethod
    def counts(cls) -> tuple[str, ...]:
        """The limits on how often and how many; the others say how long and how large."""
        return tuple(each.name for each in fields(cls) if each.type == "int" and not each.name.endswith("_bytes"))

    @classmethod
    def lifted(cls) -> Self:
        """As often and as many as anyone likes; for measuring."""
        return cls(**dict.fromkeys(cls.counts(), 0))


@dataclass(frozen=True)
class Settings:
    """Everything that `serve` can be told."""

    database: str = "actionroll.db"
    host: str = "127.0.0.1"
    port: int = 8000
    public_url: str = ""
    names: tuple[str, ...] = ()
    """Host names that lead here, besides those of this machine's addresses."""
    trusted_proxies: tuple[str, ...] = LOOPBACK
    workers: int = 1
    log_requests: bool = False
    backup_minutes: int = 0
    """How often a backup is made; never for 0."""
    backups_kept: int = 24
    games: str = ""
    """A folder whose game files are served besides the games that are installed."""
    embed_in: tuple[str, ...] = ()
    """Other sites that may show pages of this server in their own, and whose scripts may ask with a token."""
    discord: str = ""
    """How Discord comes in: `gateway` or `http`; not at all if it is empty."""
    discord_token: str = field(default="", repr=False)
    discord_api: str = "https://discord.com/api/v10"
    limits: Limits = field(default_factory=Limits)

    @property
    def backup_folder(self) -> Path:
        """Where backups are kept: beside the file, or here for a database elsewhere."""
        scheme, elsewhere, _ = self.database.partition("://")
        return Path("actionroll-backups" if elsewhere and scheme != "sqlite" else f"{self._file}-backups")

    @property
    def _file(self) -> str:
        return self.database.removeprefix("sqlite:///")

    @property
    def secure(self) -> bool:
        """Whether people come here through TLS."""
        return self.public_url.startswith("https://")


def reached_at(settings: Settings) -> str:
    """How people reach the server."""
    return settings.public_url or listens_at(settings)


def listens_at(settings: Settings) -> str:
    """Where the server itself listens, in its network."""
    host = own_address() if settings.host in EVERYWHERE else settings.host
    return f"http://{f'[{host}]' if ':' in host else host}:{settings.port}"


def own_address() -> str:
    """This machine's address in its network. Nothing is sent: connecting a datagram socket only picks a way out."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way_out:
        way_out.connect(("192.0.2.1", 9))
        return str(way_out.getsockname()[0])
    return "127.0.0.1"


def own_names() -> tuple[str, ...]:
    """The names by which others in the same network may know this machine."""
    name = socket.gethostname().lower().partition(".")[0]
    return (name, f"{name}.local") if name else ()


@lru_cache(maxsize=4096)
def one_address(address: str) -> str:
    """What counts as one address: of IPv6 the whole /64 that one household has."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if parsed.version == 6:
        mapped = parsed.ipv4_mapped
        return str(mapped) if mapped else str(ipaddress.ip_network((parsed, 64), strict=False).network_address)
    return address


def address_of(client: Any, headers: Mapping[bytes, bytes], trusted: Sequence[str]) -> str:
    """Where a request comes from; what a proxy says counts only from a trusted one."""
    peer = client[0] if client else ""
    if peer in trusted and b"x-forwarded-for" in headers:
        told = [each.strip() for each in headers[b"x-forwarded-for"].decode("latin-1").split(",") if each.strip()]
        peer = next((each for each in reversed(told) if each not in trusted), peer)
    return one_address(peer[:60])


# What a host watches

SENT_AS = "text/plain; version=0.0.4; charset=utf-8"
BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Seconds, up to which each bucket of latencies counts."""


class Metrics:
    """Counts of one process, from its start on."""

    def __init__(self) -> None:
        self.requests: Counter[tuple[str, int]] = Counter()
        """Those that were answered, by operation and status."""
        self.buckets = [0] * (len(BOUNDS) + 1)
        self.seconds = 0.0
        self.held = 0

    def lines(self, service: Service) -> Iterator[str]:
        """Everything, with what the rest of the server says of itself."""
        requests = {f'operation="{name}",status="{status}"': n for (name, status), n in self.requests.items()}
        yield from _told("requests_total", "counter", "Requests answered.", requests)
        refused = Counter[str]()
        for (_, status), times in self.requests.items():
            if status >= 400:
                refused[f'status="{status}"'] += times
        yield from _told("refusals_total", "counter", "Requests refused, by status.", refused)
        yield from _told("refusals_held_total", "counter", "Refusals that were told late.", {"": self.held})
        yield from self._latencies()
        for name, says, value in _stands(service):
            kind = "counter" if name.endswith("_total") else "gauge"
            yield from _told(name, kind, says, {"": value})

    def _latencies(self) -> Iterator[str]:
        sums = list(accumulate(self.buckets))
        buckets = {f'le="{bound:g}"': times for bound, times in zip(BOUNDS, sums, strict=False)}
        yield "# HELP actionroll_request_seconds How long requests took, streams left out."
        yield "# TYPE actionroll_request_seconds histogram"
        yield from _samples("request_seconds_bucket", {**buckets, 'le="+Inf"': sums[-1]})
        yield from _samples("request_seconds_sum", {"": round(self.seconds, 6)})
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
