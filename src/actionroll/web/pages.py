"""The pages: shells that scripts fill, and their static files, compressed once and cached for ever by their version."""

import asyncio
import gzip
from functools import lru_cache
from hashlib import sha256
from mimetypes import guess_type
from pathlib import Path

from fastapi import APIRouter, Request, Response
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from actionroll.charts.svg import STYLE
from actionroll.games import game
from actionroll.table.rights import NotHere
from actionroll.web.asked_by import server_of
from actionroll.web.bundle import bundled
from actionroll.web.encoding import encoded

router = APIRouter(include_in_schema=False)
HERE = Path(__file__).parent
STATIC = HERE / "static"
CHARTS = "charts.css"
PAGES = ("start-page", "table-page", "odds-page")
FOREVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
SMALLEST_COMPRESSED = 500


class File:
    """A static file as it is sent."""

    def __init__(self, name: str, body: bytes) -> None:
        self.body = body
        self.kind = guess_type(name)[0] or "application/octet-stream"
        self.hash = sha256(self.body).hexdigest()[:16]
        self.packed = gzip.compress(self.body, 9, mtime=0) if len(self.body) > SMALLEST_COMPRESSED else b""

    def sent(self, request: Request, cache: str) -> Response:
        """Nothing if the browser has it, else the smallest form that it takes."""
        headers = {"ETag": f'"{self.hash}"', "Cache-Control": cache, "Vary": "Accept-Encoding"}
        if request.headers.get("if-none-match") == headers["ETag"]:
            return Response(status_code=304, headers=headers)
        if self.packed and "gzip" in request.headers.get("accept-encoding", ""):
            headers["Content-Encoding"] = "gzip"
            return Response(self.packed, headers=headers, media_type=self.kind)
        return Response(self.body, headers=headers, media_type=self.kind)


@lru_cache
def _files() -> dict[str, File]:
    files = {path.name: File(path.name, path.read_bytes()) for path in sorted(STATIC.iterdir()) if path.is_file()}
    bundles = {f"{page}.bundle.js": bundled(f"{page}.js", lambda name: files[name].body.decode()) for page in PAGES}
    made = {CHARTS: STYLE, **bundles}
    return {**files, **{name: File(name, body.encode()) for name, body in made.items()}}


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
    found.globals["static"] = static_url
    return found


def _page(request: Request, name: str, **told: str) -> Response:
    body = _templates().get_template(name).render(**told).encode()
    headers = {"Cache-Control": ASK_AGAIN, "ETag": f'"{sha256(body).hexdigest()[:16]}"', "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == headers["ETag"]:
        return Response(status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        body = gzip.compress(body, 6, mtime=0)
    return Response(body, headers=headers, media_type="text/html; charset=utf-8")


@router.api_route("/", methods=["GET", "HEAD"])
async def start(request: Request) -> Response:
    """The start page."""
    return _page(request, "start.html")


@router.api_route("/t/{table}", methods=["GET", "HEAD"])
async def table(request: Request, table: str) -> Response:
    """A table's page; the same for every table, so that opening a link tells and changes nothing."""
    return _page(request, "table.html", table=table)


@router.api_route("/odds/{name}", methods=["GET", "HEAD"])
async def odds(request: Request, name: str) -> Response:
    """A game's odds, set up by the query."""
    played = game(name)
    return _page(request, "odds.html", game=played.id, title=played.title, line=played.line)


@router.api_route("/static/{version}/{name}", methods=["GET", "HEAD"])
async def static(request: Request, version: str, name: str) -> Response:
    """A static file; kept for ever if it is asked for by the version that is served."""
    return static_file(name).sent(request, FOREVER if version == _version() else ASK_AGAIN)


@router.api_route("/manifest.webmanifest", methods=["GET", "HEAD"])
async def manifest(request: Request) -> Response:
    """What a phone needs to keep the page as an app."""
    return static_file("manifest.webmanifest").sent(request, ASK_AGAIN)


@router.api_route("/sw.js", methods=["GET", "HEAD"])
async def service_worker(request: Request) -> Response:
    """The service worker, which must stand at the top."""
    return static_file("sw.js").sent(request, ASK_AGAIN)


@router.api_route("/healthz", methods=["GET", "HEAD"])
async def health(request: Request) -> Response:
    """Whether the server is up and its store answers."""
    await asyncio.to_thread(server_of(request).tables.store.find_table, "")
    return Response(encoded({"status": "ok"}), media_type="application/json")
