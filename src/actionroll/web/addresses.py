"""The address that people type in: the public one, this machine's in its network, or the loopback one."""

from __future__ import annotations

import socket
from contextlib import suppress

from actionroll.web.settings import Settings

EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104


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
