"""The pages: shells that scripts fill, and their static files, compressed once and cached for ever by their version."""

import asyncio
import gzip
import re
import zlib
from collections import Counter
from collections.abc import Callable, Container, Iterator, Sequence
from functools import lru_cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, metadata
from mimetypes import guess_type
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import Response

from actionroll.charts.svg import STYLE
from actionroll.errors import UnknownName
from actionroll.games import games
from actionroll.question import game_named
from actionroll.table.rights import NotHere
from actionroll.web.bodies import JSON, encoded
from actionroll.web.endpoints import Call, endpoint

HERE = Path(__file__).parent
STATIC = HERE / "static"
STYLES = {
    "page.bundle.css": ("app.css", "dice.css", "page.css"),
    "table.bundle.css": ("app.css", "dice.css", "sheets.css", "table.css", "stage.css", "screens.css"),
}
"""What a page looks like comes in one file; pages other than tables have charts too, a television more."""
PAGES = ("start-page", "table-page", "odds-page", "workshop-page")
FOREVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
SMALLEST_COMPRESSED = 500
NOT_FOUND = 404
IMPORT = re.compile(r'^import (?:\{([\w,\s]+)\} from )?"\./([a-z-]+\.js)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export ((?:async )?function|class|const) (\w+)", re.MULTILINE)
FOR_READERS = re.compile(
    r"^[ \t]*/\*\*(?:(?!\*/)[^\x00])*\*/\n|^[ \t]*//.*\n| // .*$|^[ \t]+|/\*\* @(?:(?!\*/).)*\*/ ?|^\n", re.MULTILINE
)
"""Comments, types, indentation and empty lines: whoever reads the code finds each module by its own name."""
BROKEN_LINES = re.compile(
    r",\n(?=[)\]}])|(?<=[(\[{;,])\n|\n(?=[?:.&|])|(?<=\{) (?=[\w\"\[.])|(?<=[\w\"\])]) (?=\})|"
    r" (?=(?:[!=]==|&&|\|\||\?\?) )|(?<= [!=]==) |(?<= &&) |(?<= \|\|) |(?<= \?\?) "
)
"""Where a line is broken or spaced only to be read: after an opening bracket, a comma or an end, before a closing
bracket with its comma, around operators, and inside of braces."""
TEXT = r'"(?:[^"\\\n]|\\.)*"'
PATTERN = r"(?:(?<=[(,=:&|?!] )|(?<=[(!\[])|(?<=return ))/(?![/*])(?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/"
WITHIN = r"`(?:[^`$\\]|\\.|\$(?!\{)|\$\{[^{}`]*\})*`"
TEMPLATE = rf"`(?:[^`\\$]|\\.|\$(?!\{{)|\$\{{(?:[^`{{}}]|\{{[^{{}}]*\}}|{WITHIN})*\}})*`"
AROUND = re.compile(rf"({TEXT}|{PATTERN}|{TEMPLATE})| (=>|[=?:<>*]|[<>+]=) |(,) (?=\S)| (?=[({{])|(?<=[)}}]) (?=\S)")
"""Texts, patterns and templates, which stay as they are; elsewhere the spaces around operators, commas and brackets."""
BETWEEN = re.compile(
    rf'({TEXT}|{PATTERN}|{TEMPLATE})|(?<=[\w"]:) (?=\S)|(?<=\):) (?=null)|(?<=\?) (?=h\()|'
    r";(?=\})|(?<=[:})=>|&?])\n(?=\S)|(?<=return) (?=[\[{!(])"
)
"""The same, and what is left between other signs: the last end before a closing bracket too."""
SPACED = re.compile(
    r"/\*.*?\*/\s*|^\s+|(?<=[{};:,])[ \n]+|[ \n]+(?=\{)|;(?=\s*\})| (?=[>~] )|(?<=[ (][>~]) |(?<![\w.#])0(?=\.\d)",
    re.DOTALL | re.MULTILINE,
)
"""Comments of styles, the white space that a browser does not need, and noughts before a point."""
WORD = re.compile(r"\w+")
LATER = re.compile(r'\bimport\("\./([a-z-]+\.js)"\)')
"""What is asked for once it is wanted: it stands in a file of its own."""
GZIP = 31
"""The window of zlib, written as gzip."""
LEFT_OVER = re.compile(r"^(?:import|export)\b", re.MULTILINE)


class File:
    """A static file as it is sent."""

    def __init__(self, name: str, body: bytes) -> None:
        self.body = body
        self.kind = guess_type(name)[0] or "application/octet-stream"
        self.hash = sha256(self.body).hexdigest()[:16]
        self.packed = _packed(self.body) if len(self.body) > SMALLEST_COMPRESSED else b""

    def sent(self, request: Request, cache: str) -> Response:
        """Nothing if the browser has it, else the smallest form that it takes."""
        headers = {"ETag": f'"{self.hash}"', "Cache-Control": cache, "Vary": "Accept-Encoding"}
        if request.headers.get("if-none-match") == headers["ETag"]:
            return Response(status_code=304, headers=headers)
        if self.packed and "gzip" in request.headers.get("accept-encoding", ""):
            headers["Content-Encoding"] = "gzip"
            return Response(self.packed, headers=headers, media_type=self.kind)
        return Response(self.body, headers=headers, media_type=self.kind)


def _packed(body: bytes) -> bytes:
    """As small as it gets: how much is remembered of what repeats, more or less, helps now one file and now another."""
    ways = (zlib.compressobj(9, zlib.DEFLATED, GZIP, memory) for memory in (6, 7, 9))
    return min((way.compress(body) + way.flush() for way in ways), key=len)


def bundled(name: str, read: Callable[[str], str]) -> dict[str, str]:
    """By their names, the file of a page's script and those that it asks for later, each after all that it imports."""
    page, seen = name.removesuffix(".js"), set[str]()
    first = list(_in_order(name, read, seen))
    files = {f"{page}.bundle.js": "export const modules = {};\n" + _told(page, first, read)}
    scripts = (FOR_READERS.sub("", read(each)) for each in first)
    asked = dict.fromkeys(found[1] for script in scripts for found in LATER.finditer(script))
    parts: dict[str, list[str]] = {}
    for wanted in asked:
        needed = set(_in_order(wanted, read, set(first)))
        before = "".join(f'import "./{page}.{part}";\n' for part, own in parts.items() if needed.intersection(own))
        parts[wanted] = list(_in_order(wanted, read, seen))
        begins = f'{before}import {{ modules }} from "./{page}.bundle.js";\n'
        files[f"{page}.{wanted}"] = begins + _told(page, parts[wanted], read)
    return files


def _told(page: str, names: Sequence[str], read: Callable[[str], str]) -> str:
    """The modules of a file, each in a scope of its own, in the file's: there they find what they take from others.

    A name that is given to two things stands for neither there, and is taken by itself.
    """
    given = {(each, found[2]) for each in names for found in EXPORT.finditer(read(each))}
    imports = [found for each in names for found in IMPORT.finditer(read(each)) if found[1]]
    taken = sorted({(found[2], name) for found in imports for name in WORD.findall(found[1])})
    things = Counter(name for _, name in given.union(taken))
    around = {name for _, name in taken if things[name] == 1}
    outside: dict[str, list[str]] = {}
    for module, name in taken:
        if module not in names and name in around:
            outside.setdefault(module, []).append(name)
    head = "".join(f'const{{{",".join(found)}}}=modules["{module}"];' for module, found in outside.items())
    return head + "".join(_scoped(page, each, read(each), around) for each in names)


def _in_order(name: str, read: Callable[[str], str], seen: set[str]) -> Iterator[str]:
    seen.add(name)
    for found in IMPORT.finditer(read(name)):
        if found[2] not in seen:
            yield from _in_order(found[2], read, seen)
    yield name


def _scoped(page: str, name: str, source: str, around: Container[str]) -> str:
    """A module in a scope of its own, in which it finds what is known around it."""

    def taken(found: re.Match[str]) -> str:
        own = [each for each in WORD.findall(found[1] or "") if each not in around]
        return f'const {{{",".join(own)}}} = modules["{found[2]}"];\n' if own else ""

    exported = [found[2] for found in EXPORT.finditer(source)]
    asked = rf'import("./{page}.\1").then(() => modules["\1"])'
    body = tight(EXPORT.sub(r"\1 \2", IMPORT.sub(taken, LATER.sub(asked, FOR_READERS.sub("", source)))))
    if LEFT_OVER.search(body):
        raise ValueError(f"{name} imports or exports in a form that bundling does not know.")
    gives = ",".join(each for each in exported if each in around)
    known = f"const{{{gives}}}=" if gives else ""
    return f'{known}modules["{name}"]=(()=>{{{body}return{{{",".join(exported)}}}}})();'


def tight(source: str) -> str:
    """A script without the lines and spaces that only its readers need."""
    spaced = AROUND.sub(lambda found: found[1] or found[2] or found[3] or "", BROKEN_LINES.sub("", source))
    return BETWEEN.sub(lambda found: found[1] or "", spaced)


@lru_cache
def _files() -> dict[str, File]:
    read = {path.name: path.read_bytes() for path in sorted(STATIC.iterdir()) if path.is_file()}
    styles = {name: SPACED.sub("", read[name].decode()) for name in read if name.endswith(".css")}
    files = {name: File(name, body) for name, body in read.items()}
    bundles = {name: "".join(styles[each] for each in parts) for name, parts in STYLES.items()}
    bundles["page.bundle.css"] += STYLE
    for page in PAGES:
        bundles |= bundled(f"{page}.js", lambda name: files[name].body.decode())
    return {**files, **{name: File(name, body.encode()) for name, body in (styles | bundles).items()}}


@lru_cache
def _version() -> str:
    return sha256("".join(each.hash for each in _files().values()).encode()).hexdigest()[:12]


def static_file(name: str) -> File:
    """A file of the static folder."""
    found = _files().get(name)
    if found is None:
        raise NotHere("There is no such file.")
    return found


def static_url(name: str) -> str:
    """The address of a static file; it changes when any of them does, so modules that import each other fit."""
    static_file(name)
    return f"/static/{_version()}/{name}"


@lru_cache
def _templates() -> Environment:
    found = Environment(loader=FileSystemLoader(HERE / "pages"), autoescape=True, undefined=StrictUndefined)
    found.globals["static"], found.globals["top"] = static_url, "/"
    return found


def rendered(name: str, **told: object) -> bytes:
    """A page as it is sent."""
    return _templates().get_template(name).render(**told).encode()


def _page(request: Request, name: str, **told: object) -> Response:
    body = rendered(name, origin=str(request.base_url).rstrip("/"), **told)
    headers = {"Cache-Control": ASK_AGAIN, "ETag": f'"{sha256(body).hexdigest()[:16]}"', "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == headers["ETag"]:
        return Response(status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        body = gzip.compress(body, 6, mtime=0)
    return Response(body, headers=headers, media_type="text/html; charset=utf-8")


def lost(status: int, detail: str) -> bytes:
    """The page for what does not exist, or cannot be had: what happened, and the way back."""
    title, offered = ("There is nothing here", games()) if status == NOT_FOUND else ("That did not work", ())
    return _templates().get_template("lost.html").render(origin="", title=title, detail=detail, games=offered).encode()


@lru_cache
def source() -> str:
    """Where the source is to be had, as the installed package says; empty where it says nothing."""
    try:
        addresses = metadata("actionroll").get_all("Project-URL") or []
    except PackageNotFoundError:  # it runs from its sources
        return ""
    return next((each.partition(", ")[2] for each in addresses if each.startswith("Source, ")), "")


@endpoint("GET HEAD", "/")
async def start(call: Call) -> Response:
    """The start page."""
    return _page(call, "start.html", source=source())


@endpoint("GET HEAD", "/t/{table}")
async def table(call: Call, table: str) -> Response:
    """A table's page. To whoever shares its address it tells the game and the gm's name, and nothing else."""
    opened = await call.service.tables.opened(table)
    stands = opened.table if opened else None
    leading = [each.name for each in stands.seats.values() if each.role == "gm" and not each.gone] if stands else []
    invited = stands.game.title + (f" with {leading[0]}" if leading else "") if stands else ""
    return _page(
        call, "table.html", table=table, invited=invited, stage="stage" if "stage" in call.query_params else ""
    )


@endpoint("GET HEAD", "/odds")
async def all_odds(call: Call) -> Response:
    """The games, each with the way to its odds."""
    return _page(call, "all-odds.html", games=games())


@endpoint("GET HEAD", "/odds/{name}")
async def odds(call: Call, name: str) -> Response:
    """A game's odds, set up by the query."""
    try:
        played = game_named(name)
    except UnknownName:
        raise NotHere(f"There is no game called “{name[:60]}”.") from None
    return _page(call, "odds.html", game=name, title=played.title, line=played.line, is_played=played in games())


@endpoint("GET HEAD", "/workshop")
async def workshop(call: Call) -> Response:
    """Where a game is written as a file; the file stays in the browser."""
    return _page(call, "workshop.html")


@endpoint("GET HEAD", "/static/{version}/{name}")
async def static(call: Call, version: str, name: str) -> Response:
    """A static file; kept for ever if it is asked for by the version that is served."""
    return static_file(name).sent(call, FOREVER if version == _version() else ASK_AGAIN)


@endpoint("GET HEAD", "/manifest.webmanifest")
async def manifest(call: Call) -> Response:
    """What a phone needs to keep the page as an app."""
    return static_file("manifest.webmanifest").sent(call, ASK_AGAIN)


@endpoint("GET HEAD", "/sw.js")
async def service_worker(call: Call) -> Response:
    """The service worker, which must stand at the top."""
    return static_file("sw.js").sent(call, ASK_AGAIN)


@endpoint("GET HEAD", "/healthz")
async def health(call: Call) -> Response:
    """Whether the server is up, and its store answers and is where it was."""
    await asyncio.to_thread(call.service.tables.store.check)
    return Response(encoded({"status": "ok"}), media_type=JSON)


ENDPOINTS = (start, table, all_odds, odds, workshop, static, manifest, service_worker, health)
