"""`actionroll serve`: run tables that people join from their phones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from actionroll.cli import Command
from actionroll.cli.options import Given, Option, pair, parse
from actionroll.cli.screen import Screen
from actionroll.errors import InputError, UnknownName, shown
from actionroll.games import added

if TYPE_CHECKING:
    from actionroll.web.settings import Limits, Settings

OPTIONS = (
    Option("port", "The port; 8000 unless given, and any free one for 0.", "NUMBER"),
    Option("lan", "Let phones in the same network join, not only this machine."),
    Option("host", "The address to listen at, in place of --lan.", "ADDRESS"),
    Option("database", "Where tables are kept: a file, or postgresql://…", "PLACE"),
    Option("public-url", "How people reach it through a proxy: https://dice.example.org", "URL"),
    Option("trusted-proxy", "A proxy whose X-Forwarded-For counts; 127.0.0.1 does already.", "ADDRESS", many=True),
    Option("workers", "How many processes serve; 1 unless given.", "NUMBER"),
    Option("log-requests", "Log every request, as JSON lines on standard error."),
    Option("limit", "Change a limit, 0 lifts it: rolls_per_second=20", "NAME=NUMBER", many=True),
    Option("no-limits", "Lift the limits on how often a seat or address may ask; for measuring."),
)


def run(words: Sequence[str], screen: Screen) -> int:
    """Serve until told to stop."""
    given = parse(words, OPTIONS)
    from actionroll.store import open_store

    try:
        from actionroll.web.server import listen, serve
    except ModuleNotFoundError as missing:
        raise InputError(
            f"This needs more packages ({missing.name}); install them with: pip install actionroll[serve]"
        ) from None
    from dataclasses import replace

    settings = settings_from(given)
    added()  # a package that brings no game is told now, not to the first who asks
    with listen(settings.host, settings.port) as listening:
        open_store(settings.database).close()  # so is a place where nothing can be kept
        settings = replace(settings, port=listening.getsockname()[1])
        _tell(settings, screen)
        if settings.workers > 1:
            from actionroll.web.server import serve_many

            serve_many(settings, listening)
        else:
            serve(settings, [listening])
    return 0


def settings_from(given: Given) -> Settings:
    """The settings that were typed."""
    from actionroll.web.settings import LOOPBACK, Settings, own_names

    url = (given.one("public-url") or "").rstrip("/")
    if url and not url.startswith(("https://", "http://")):
        raise InputError(f"--public-url takes an address such as https://dice.example.org, not {shown(url)}.")
    return Settings(
        database=given.one("database") or "actionroll.db",
        host=given.one("host") or ("0.0.0.0" if given.has("lan") else LOOPBACK[0]),  # noqa: S104
        port=_number(given, "port", 8000, 0, 65535),
        public_url=url,
        names=own_names() if given.has("lan") else (),
        trusted_proxies=(*LOOPBACK, *map(_address, given.all("trusted-proxy"))),
        workers=_number(given, "workers", 1, 1, 64),
        log_requests=given.has("log-requests"),
        limits=_limits(given),
    )


def _address(text: str) -> str:
    from ipaddress import ip_address

    try:
        return str(ip_address(text))
    except ValueError:
        raise InputError(f"--trusted-proxy takes an address such as 10.0.0.2, not {shown(text)}.") from None


def _limits(given: Given) -> Limits:
    from dataclasses import fields, replace

    from actionroll.web.settings import Limits

    counts = {each.name: 0 for each in fields(Limits) if isinstance(each.default, int) and each.name != "body_bytes"}
    limits = replace(Limits(), **counts) if given.has("no-limits") else Limits()
    for text in given.all("limit"):
        name, value = pair(text, "limit", counts)
        if name not in counts:
            raise UnknownName("limit", name, counts)
        limits = replace(limits, **{name: _whole("limit", value, 0, 1_000_000)})
    return limits


def _number(given: Given, name: str, usual: int, least: int, most: int) -> int:
    text = given.one(name)
    return usual if text is None else _whole(name, text, least, most)


def _whole(name: str, text: str, least: int, most: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 8 and least <= int(text) <= most):
        raise InputError(f"--{name} takes a whole number from {least} to {most}, not {shown(text)}.")
    return int(text)


def _tell(settings: Settings, screen: Screen) -> None:
    """The address, and a code that a phone's camera reads."""
    import sys

    from actionroll.web.settings import listens_at, reached_at

    address = reached_at(settings)
    behind = f", listening at {listens_at(settings)}" if settings.public_url else ""
    kept = told_place(settings.database)
    screen.say(f"Tables are served at {address}{behind} (stop with Ctrl-C); they are kept in {kept}.")
    if screen.blocks and sys.stdout.isatty():
        import segno

        segno.make(address).terminal(compact=True)
    sys.stdout.flush()


def told_place(database: str) -> str:
    """Where tables are kept, without a password."""
    scheme, separator, rest = database.partition("://")
    return f"{scheme}://{rest.rpartition('@')[2]}" if separator else database


SERVE = Command("", OPTIONS, run)
