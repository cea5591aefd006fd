"""`actionroll doctor`: what a host needs to know before an evening, each with the way out where it is not well."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from actionroll import __version__
from actionroll.cli import EXTRAS, Command, Given, Option, parse, whole_number
from actionroll.cli.screen import Screen
from actionroll.cli.serve import DISCORD_API, DISCORD_TOKEN, checked_url, discord_settings, told_place
from actionroll.errors import ActionrollError, in_number

OPTIONS = (
    Option("database", "The store to look at: a file, or postgresql://…; actionroll.db unless given.", "PLACE"),
    Option("port", "The port to look at; 8000 unless given.", "NUMBER"),
    Option("public-url", "Ask the server through its proxy, as people do.", "URL"),
    Option("discord", "Ask Discord what it knows of your bot, as it would be served: gateway, or http.", "HOW"),
    DISCORD_API,
    Option("json", "As JSON, for programs."),
)
WELL, LOOK, ILL = "well", "look", "ill"
LITTLE_SPACE, NO_SPACE = 1_000_000_000, 100_000_000
FEW_DESCRIPTORS = 1024
WRONG_SECONDS = 30
ASKED_SECONDS = 5


class Finding(NamedTuple):
    """One thing that was looked at."""

    what: str
    how: str
    """`well`, `look` where it may matter, `ill` where serving will not work."""
    says: str


def run(words: Sequence[str], screen: Screen) -> int:
    """Look at everything; 1 where something is ill."""
    given = parse(words, OPTIONS)
    place, url = given.one("database") or "actionroll.db", checked_url(given.one("public-url") or "")
    port = whole_number("port", given.one("port") or "8000", 1, 65535)
    found = [version(), extras(), store(place), *space(place), descriptors(), network(), listening(port), clock()]
    if url:
        found += proxy(url)
    if given.has("discord"):
        found.append(discord(given, url))
    if given.has("json"):
        from actionroll.cli.batch import written

        screen.say(written([each._asdict() for each in found]))
    else:
        for each in found:
            screen.flow(f"{each.how:5} {each.what:12} {each.says}", indent=19, first=0)
    return int(any(each.how == ILL for each in found))


def version() -> Finding:
    """The program, and the Python that runs it."""
    python = ".".join(map(str, sys.version_info[:3]))
    return Finding("version", WELL, f"actionroll {__version__} on Python {python}, {sys.platform}.")


def extras() -> Finding:
    """What is installed beside the program; without `serve` nothing can be served."""
    from importlib.util import find_spec

    here = [extra for extra, modules in EXTRAS.items() if all(find_spec(each) for each in modules)]
    says = f"Installed: {', '.join(here) or 'none of them'}."
    if "serve" in here:
        return Finding("extras", WELL, says)
    return Finding("extras", ILL, f"{says} To serve: pip install 'actionroll[serve]'.")


def store(place: str) -> Finding:
    """Whether the store opens; one that is not there yet is not made."""
    if "://" not in place and not Path(place).exists():
        folder = Path(place).absolute().parent
        if os.access(folder, os.W_OK):
            return Finding("store", WELL, f"{place} is not there yet; `actionroll serve` makes it.")
        return Finding("store", ILL, f"{folder} cannot be written; name another place with --database.")
    try:
        from actionroll.store import open_store

        opened = open_store(place)
        tables = len(opened.tables())
        opened.close()
    except ModuleNotFoundError as missing:
        return Finding("store", ILL, f"This store takes {missing.name}: pip install 'actionroll[postgres]'.")
    except (ActionrollError, OSError) as error:
        return Finding("store", ILL, str(error))
    return Finding("store", WELL, f"{told_place(place)} opens and holds {in_number(tables, 'table')}.")


def space(place: str) -> Iterator[Finding]:
    """Room on the disk that the store stands on; a database elsewhere looks after its own."""
    if "://" in place:
        return
    from shutil import disk_usage

    folder = Path(place).absolute().parent
    if not folder.is_dir():
        return
    free = disk_usage(folder).free
    how = ILL if free < NO_SPACE else LOOK if free < LITTLE_SPACE else WELL
    advice = "" if how == WELL else " An evening takes about 1 MB; make room, or move the store."
    yield Finding("disk", how, f"{free / 1e9:.1f} GB are free at {folder}.{advice}")


def descriptors() -> Finding:
    """Every phone holds one or two connections, and each is an open file to the system."""
    try:
        from resource import RLIMIT_NOFILE, getrlimit
    except ImportError:
        return Finding("descriptors", WELL, "This system sets no limit that matters here.")
    soft = getrlimit(RLIMIT_NOFILE)[0]
    if soft >= FEW_DESCRIPTORS or soft < 0:
        return Finding("descriptors", WELL, f"{'Any number of' if soft < 0 else soft} connections can be open at once.")
    return Finding("descriptors", LOOK, f"Only {soft} connections can be open at once; raise it with `ulimit -n 4096`.")


def network() -> Finding:
    """The address that phones in the room use."""
    from actionroll.web import own_address

    address = own_address()
    if address.startswith("127."):
        return Finding("network", LOOK, "This machine is in no network; phones cannot reach it.")
    return Finding("network", WELL, f"Phones in the same network reach it at {address}, if no firewall stops them.")


def listening(port: int) -> Finding:
    """Whether the port is free."""
    import socket

    with socket.socket() as probe:
        if os.name != "nt":
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("", port))
        except OSError as error:
            says = f"Port {port} cannot be used now ({error.strerror}): something runs there, or it takes more rights."
            return Finding("port", LOOK, f"{says} --port names another.")
    return Finding("port", WELL, f"Port {port} is free.")


def clock() -> Finding:
    """A clock that stands before the program was installed is wrong; tables and keys carry its time."""
    import time

    if time.time() < Path(__file__).stat().st_mtime - WRONG_SECONDS:
        return Finding("clock", LOOK, f"It says {time.ctime()}, which is before this program was installed; set it.")
    return Finding("clock", WELL, f"It says {time.strftime('%Y-%m-%d %H:%M:%S %z')}.")


def proxy(url: str) -> Iterator[Finding]:
    """Whether people who come by the public address arrive here, and what its clock says."""
    import json
    import time
    from email.utils import parsedate_to_datetime
    from urllib.request import urlopen

    try:
        with urlopen(f"{url}/healthz", timeout=ASKED_SECONDS) as reply:  # noqa: S310 (http or https, checked before)
            status, told = json.loads(reply.read(1000)).get("status"), reply.headers.get("Date")
    except (OSError, ValueError, AttributeError) as error:
        yield Finding("proxy", ILL, f"{url}/healthz gives no answer of ours: {getattr(error, 'reason', error)}.")
        return
    yield Finding("proxy", WELL if status == "ok" else ILL, f"{url} leads to a server whose store says {status}.")
    if told and abs(parsedate_to_datetime(told).timestamp() - time.time()) > WRONG_SECONDS:
        yield Finding("clock", LOOK, f"The proxy's clock says {told}; one of the two is wrong.")


def discord(given: Given, url: str) -> Finding:
    """Whether Discord knows the bot whose token is set, and where it sends what people type and press."""
    import asyncio

    try:
        settings = discord_settings(given, url)
    except ActionrollError as error:
        return Finding("discord", ILL, str(error))
    try:
        from actionroll.discord import told_by_discord
    except ModuleNotFoundError:
        return Finding("discord", ILL, "To play in Discord: pip install 'actionroll[serve,discord]'.")
    try:
        name, address, wanted = asyncio.run(told_by_discord(settings, url))
    except ActionrollError as error:
        return Finding("discord", ILL, f"{error} Look at the token in {DISCORD_TOKEN}, and at the network.")
    if address != wanted:
        ways = [f"at {each}" if each else "through the gateway" for each in (address, wanted)]
        return Finding("discord", LOOK, f"What people type comes to {name} {ways[0]}; served so, {ways[1]}.")
    return Finding("discord", WELL, f"Discord knows {name}.")


DOCTOR = Command("", OPTIONS, run)
