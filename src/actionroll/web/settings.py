"""How a server is set up."""

from __future__ import annotations

from dataclasses import dataclass, field

LOOPBACK = ("127.0.0.1", "::1")
LOOPBACK_NAMES = ("localhost", *LOOPBACK)


@dataclass(frozen=True)
class Limits:
    """How often and how much; 0 lifts a limit."""

    rolls_per_second: int = 10
    """Requests of one seat that change a table."""
    burst: int = 20
    failed_joins_per_minute: int = 20
    """Links and tokens of one address that open nothing."""
    tables_per_hour: int = 60
    """New tables of one address."""
    questions_per_second: int = 50
    """Odds and advice for one address."""
    connections: int = 50
    """Open connections of one address that no seat has used; trusted proxies have no such limit."""
    feeds: int = 10
    """Open feeds of one seat."""
    joins_per_minute: int = 60
    """Seats that one address takes."""
    header_seconds: float = 10.0
    request_seconds: float = 15.0
    """From the first byte of a request to its last."""
    send_seconds: float = 30.0
    """How long a listener may leave what was sent to it unread."""
    body_bytes: int = 65_536


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
    limits: Limits = field(default_factory=Limits)

    @property
    def secure(self) -> bool:
        """Whether people come here through TLS."""
        return self.public_url.startswith("https://")
