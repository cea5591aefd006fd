"""How a server is set up, and the address that people reach it at."""

from __future__ import annotations

import socket
from contextlib import suppress
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Self

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
