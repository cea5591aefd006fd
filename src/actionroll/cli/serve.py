"""`actionroll serve`: run tables that people join from their phones; `export` and `mcp` serve in other ways."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from actionroll.cli import Command, Given, Option, pair, parse, whole_number
from actionroll.cli.screen import Screen
from actionroll.errors import InputError, UnknownName, shown
from actionroll.games import added

if TYPE_CHECKING:
    from actionroll.web import Limits, Settings
    from actionroll.web.app import Making

DISCORD_TOKEN = "ACTIONROLL_DISCORD_TOKEN"  # noqa: S105  where it is, not what it is
DISCORD_WAYS = ("gateway", "http")
DISCORD_API = Option("discord-api", "Where Discord's API is, if not at Discord: for trying things out.", "URL")
OPTIONS = (
    Option("port", "The port; 8000 unless given, and any free one for 0.", "NUMBER"),
    Option("local", "Only for this machine; phones in the same network cannot join."),
    Option("host", "The address to listen at; all of this machine's unless given.", "ADDRESS"),
    Option("database", "Where tables are kept: a file, or postgresql://…", "PLACE"),
    Option("public-url", "How people reach it through a proxy: https://dice.example.org", "URL"),
    Option("trusted-proxy", "A proxy whose X-Forwarded-For counts; 127.0.0.1 does already.", "ADDRESS", many=True),
    Option("games", "A folder whose game files are served, too.", "FOLDER"),
    Option("embed-in", "Another site that may show tables in its pages: https://vtt.example.org", "SITE", many=True),
    Option("workers", "How many processes serve; 1 unless given.", "NUMBER"),
    Option("port-each", "Each of them listens at a port of its own, from --port up; a proxy sends each table to one."),
    Option("backup-every", "Make a backup every so many minutes, beside the database.", "MINUTES"),
    Option("backups", "How many of these are kept; 24 unless given.", "NUMBER"),
    Option("discord", f"Play in Discord, too: gateway, or http; the bot's token is in {DISCORD_TOKEN}.", "HOW"),
    DISCORD_API,
    Option("log-requests", "Log every request, as JSON lines on standard error."),
    Option("limit", "Change a limit, 0 lifts it: rolls_per_second=20", "NAME=NUMBER", many=True),
    Option("no-limits", "Lift the limits on how often a seat or address may ask; for measuring."),
)


def run(words: Sequence[str], screen: Screen) -> int:
    """Serve until told to stop."""
    given = parse(words, OPTIONS)
    from contextlib import ExitStack
    from dataclasses import replace

    from actionroll.store import open_store
    from actionroll.web.app import listen, serve, serve_many

    settings = settings_from(given)
    added()  # a package that brings no game is told now, not to the first who asks
    with ExitStack() as held:
        listening = [held.enter_context(listen(settings.host, settings.port))]
        settings = replace(settings, port=listening[0].getsockname()[1])
        if given.has("port-each"):
            ports = range(settings.port + 1, settings.port + settings.workers)
            listening += [held.enter_context(listen(settings.host, port)) for port in ports]
        open_store(settings.database).close()  # so is a place where nothing can be kept
        _tell(settings, screen)
        try:
            if settings.workers > 1:
                serve_many(settings, listening, making(settings))
            else:
                serve(settings, listening, making=making(settings))
        except KeyboardInterrupt:
            screen.say()
        screen.flow(f"Stopped. All that was acknowledged is in {told_place(settings.database)}.")
    return 0


def making(settings: Settings) -> Making:
    """What makes the application; only who plays in Discord loads what that takes."""
    if settings.discord:
        from actionroll.discord import DiscordApp

        return DiscordApp
    from actionroll.web.app import App

    return App


def settings_from(given: Given) -> Settings:
    """The settings that were typed."""
    from actionroll.web import EVERYWHERE, LOOPBACK, Settings, own_names

    url = checked_url(given.one("public-url") or "")
    if given.has("local") and (given.has("host") or url):
        raise InputError("--local listens on this machine only; leave it out beside --host or --public-url.")
    return Settings(
        database=given.one("database") or "actionroll.db",
        host=given.one("host") or (LOOPBACK[0] if given.has("local") or url else EVERYWHERE[0]),
        port=_number(given, "port", 8000, 0, 65535),
        public_url=url,
        names=() if given.has("local") or url else own_names(),
        trusted_proxies=(*LOOPBACK, *map(_address, given.all("trusted-proxy"))),
        workers=_number(given, "workers", 1, 1, 64),
        log_requests=given.has("log-requests"),
        backup_minutes=_number(given, "backup-every", 0, 1, 100_000),
        backups_kept=_number(given, "backups", 24, 1, 100_000),
        games=_games(given.one("games") or ""),
        embed_in=tuple(map(checked_origin, given.all("embed-in"))),
        limits=_limits(given),
        **discord_settings(given, url),
    )


def discord_settings(given: Given, url: str) -> dict[str, str]:
    """How Discord comes in; its token comes from the environment, where no list of processes shows it."""
    import os

    how = given.one("discord") or ""
    if how not in ("", *DISCORD_WAYS):
        raise InputError(f"--discord takes gateway or http, not {shown(how)}.")
    if how == "http" and not url.startswith("https://"):
        raise InputError("--discord http takes --public-url with https, where Discord comes in; gateway needs neither.")
    if how == "http" and (given.one("workers") or "1") != "1":
        raise InputError("--discord http takes one process; leave --workers out, or use --discord gateway.")
    token = os.environ.get(DISCORD_TOKEN, "").strip()
    if how and not token:
        raise InputError(f"--discord takes the bot's token from the environment: set {DISCORD_TOKEN}.")
    api = (
        {"discord_api": checked_url(given.one("discord-api") or "", "discord-api")} if given.has("discord-api") else {}
    )
    return {"discord": how, "discord_token": token, **api} if how else {}


def _games(folder: str) -> str:
    """A folder of game files; a faulty one is told now, not to the first who asks."""
    if folder:
        from pathlib import Path

        from actionroll.shelf import games_in

        games_in(folder)
        return str(Path(folder).resolve())
    return ""


def _address(text: str) -> str:
    from ipaddress import ip_address

    try:
        return str(ip_address(text))
    except ValueError:
        raise InputError(f"--trusted-proxy takes an address such as 10.0.0.2, not {shown(text)}.") from None


def _limits(given: Given) -> Limits:
    from dataclasses import replace

    from actionroll.web import Limits

    counts = Limits.counts()
    limits = Limits.lifted() if given.has("no-limits") else Limits()
    for text in given.all("limit"):
        name, value = pair(text, "limit", counts)
        if name not in counts:
            raise UnknownName("limit", name, counts)
        limits = replace(limits, **{name: whole_number("limit", value, 0, 1_000_000)})
    return limits


def checked_url(text: str, option: str = "public-url") -> str:
    """An address without a slash at its end."""
    if text and not text.startswith(("https://", "http://")):
        raise InputError(f"--{option} takes an address such as https://dice.example.org, not {shown(text)}.")
    return text.rstrip("/")


def checked_origin(text: str) -> str:
    """A site as browsers name it: scheme, host, and port where it has one; neither a path nor a star."""
    import re

    if not re.fullmatch(r"https?://[a-z0-9.-]+(:[0-9]{1,5})?", text.lower()):
        example = "https://foundry.example.org, without a path"
        raise InputError(f"--embed-in takes a site such as {example}, not {shown(text)}.")
    return text.lower()


def _number(given: Given, name: str, usual: int, least: int, most: int) -> int:
    text = given.one(name)
    return usual if text is None else whole_number(name, text, least, most)


def _tell(settings: Settings, screen: Screen) -> None:
    """The address with a code that a phone's camera reads, who can come in by it, and what to do next."""
    import sys

    from actionroll.web import listens_at, reached_at

    address = reached_at(settings)
    behind = f", listening at {listens_at(settings)}" if settings.public_url else ""
    screen.flow(f"Tables are served at {address}{behind}.")
    if screen.blocks and sys.stdout.isatty():
        import segno

        segno.make(address).terminal(compact=True)
    screen.flow(_who_comes_in(settings, address))
    screen.flow("Next: open it, choose a game and name the table; the others then scan that table's own code.")
    screen.flow(f"Tables are kept in {told_place(settings.database)}. Stop with Ctrl-C.")
    sys.stdout.flush()


def _who_comes_in(settings: Settings, address: str) -> str:
    from actionroll.web import EVERYWHERE, LOOPBACK_NAMES, own_address

    if settings.public_url:
        return "Whoever reaches that address through your proxy can open tables, and join those they have a link to."
    if settings.host in LOOPBACK_NAMES:
        return "Only this machine can open it; leave --local out for phones in the room."
    if settings.host in EVERYWHERE and own_address() in LOOPBACK_NAMES:
        return "This machine is in no network now, so only it itself can open the address; join one and start again."
    return (
        f"Phones in the same network open {address}, as this machine does: scan the code or type it. Whoever is in "
        "that network can read along; where you do not trust it, use --local, or a proxy with TLS."
    )


def told_place(database: str) -> str:
    """Where tables are kept, without a password."""
    scheme, separator, rest = database.partition("://")
    return f"{scheme}://{rest.rpartition('@')[2]}" if separator else database


EXPORT_OPTIONS = (Option("cells", "Answers of each move at most; more take longer, and make larger files.", "NUMBER"),)


def run_export(words: Sequence[str], screen: Screen) -> int:
    """Write the site, and tell what it holds."""
    given = parse(words, EXPORT_OPTIONS, most_words=1)
    if not given.words:
        raise InputError("export takes the folder to write the site into.")
    from pathlib import Path

    from actionroll.cli.screen import time_left
    from actionroll.web.site import MOST_CELLS, write_site

    folder, most = Path(given.words[0]), _number(given, "cells", MOST_CELLS, 1, 100_000)
    if folder.exists() and not (folder.is_dir() and (not any(folder.iterdir()) or (folder / "odds").is_dir())):
        raise InputError(f"{shown(str(folder))} holds other things; name an empty folder, or one of an earlier export.")
    with time_left("games") as drawn:
        written = write_site(folder, most, drawn)
    for each in written:
        screen.say(f"{each.game}: {each.cells} exact answers, {each.size // 1000} kB")
    screen.flow(f"Put {folder} on any web space; its links are those of a served odds page.")
    return 0


def run_mcp(words: Sequence[str], _screen: Screen) -> int:
    """Serve an assistant's program over standard input and output, until it hangs up."""
    parse(words, ())
    from actionroll.assistant import server

    server().run()
    return 0


MCP = Command("", (), run_mcp)
EXPORT = Command("DIR", EXPORT_OPTIONS, run_export)
SERVE = Command("", OPTIONS, run)
