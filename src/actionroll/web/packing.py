"""Replies as small as the asker takes them: a phone's network is the slowest part of all."""

import gzip

from starlette.requests import Request
from starlette.responses import Response

JSON = "application/json"
SMALLEST = 500
QUICK = 1


def packed(request: Request, body: bytes, headers: dict[str, str] | None = None) -> Response:
    """JSON, compressed where that is taken and worth it. Nothing secret stands in what is packed."""
    told = {"Vary": "Accept-Encoding", **(headers or {})}
    if len(body) > SMALLEST and "gzip" in request.headers.get("accept-encoding", ""):
        told["Content-Encoding"] = "gzip"
        body = gzip.compress(body, QUICK, mtime=0)
    return Response(body, media_type=JSON, headers=told)
