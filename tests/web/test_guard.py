"""What never gets in: foreign hosts and origins, bodies that are no JSON of ours, more than the limits allow."""

import asyncio
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from actionroll.web.bodies import Together
from tests.server import Client, Feed, Listening, NewTable, RunningServer, new_key, open_table, secret_of

pytestmark = pytest.mark.slow
FOREIGN_ORIGINS = (
    "http://evil.example",
    "null",
    "https://127.0.0.1",
    "http://127.0.0.1.evil.example",
    "http://127.0.0.1:1",
)
FOREIGN_HOSTS = (
    "evil.example",
    "127.0.0.1.evil.example",
    "localhost.evil.example:80",
    "",
    "169.254.169.254",
    "[::2]:80",
)
POSTS = ("/api/odds", "/api/tables", "/api/tables/{}/look", "/api/tables/{}/join", "/api/tables/{}/throw")
GETS = ("/", "/t/{}", "/api/games", "/api/tables/{}", "/api/tables/{}/feed", "/openapi.json", "/healthz")


@pytest.fixture(scope="module")
def there(sqlite_server: RunningServer) -> NewTable:
    return open_table(sqlite_server)


@pytest.mark.parametrize("origin", FOREIGN_ORIGINS)
def test_foreign_origin_is_refused_everywhere(there: NewTable, origin: str) -> None:
    client = there.gm.client
    for path in GETS:
        assert client.get(path.format(there.id), origin=origin).status == 403, path
    for path in POSTS:
        assert client.post(path.format(there.id), {}, origin=origin).status == 403, path


@pytest.mark.parametrize("host", FOREIGN_HOSTS)
def test_foreign_host_is_refused_everywhere(there: NewTable, host: str) -> None:
    for path in (*GETS, *POSTS):
        method = "POST" if path in POSTS else "GET"
        assert raw(there.gm.client.server, f"{method} {path.format(there.id)} HTTP/1.1", f"Host: {host}") == 421, path


def test_two_hosts_are_none(sqlite_server: RunningServer) -> None:
    assert raw(sqlite_server, "GET / HTTP/1.1", f"Host: 127.0.0.1:{sqlite_server.port}", "Host: evil.example") == 421


@pytest.mark.parametrize("name", ["%00", "x%00", "%ED%A0%80", "%FF", "%0A", "%F0%9F%98%80", "'"])
def test_table_of_an_odd_name_is_not_there(table: NewTable, name: str) -> None:
    """On either store: a database may not even take such a name."""
    client = table.gm.client
    replies = [client.get(f"/api/tables/{name}"), client.post(f"/api/tables/{name}/note", {"text": "x"})]
    assert {reply.status for reply in replies} <= {401, 404}


def test_own_origin_and_fetch_metadata(there: NewTable) -> None:
    own = f"http://127.0.0.1:{there.gm.client.server.port}"
    assert there.gm.client.post(f"/api/tables/{there.id}/note", {"text": "own"}, origin=own).status == 200
    sent = there.gm.client.post(f"/api/tables/{there.id}/note", {"text": "?"}, sec_fetch_site="cross-site")
    assert sent.status == 403


def test_public_url_is_known_by_its_name(fresh: Path) -> None:
    with RunningServer(fresh, "--host", "127.0.0.1", "--public-url", "https://dice.example.org") as server:
        made = Client(server).post(
            "/api/tables",
            {"game": "in-the-dark", "name": "x", "nickname": "y"},
            host="dice.example.org",
            origin="https://dice.example.org",
        )
        plain = Client(server).get("/healthz", host="dice.example.org", origin="http://dice.example.org")
    assert (made.status, plain.status) == (201, 403)
    assert {"Secure", "HttpOnly", "SameSite=strict"} <= set(made.headers["set-cookie"].split("; "))
    assert "max-age" in made.headers["strict-transport-security"]


HOSTILE = {
    "nothing": b"",
    "not json": b"{",
    "invalid utf-8": b'{"text":"\xff"}',
    "utf-16": '{"text":"x"}'.encode("utf-16"),
    "deep": b"[" * 30_000,
    "deep objects": b'{"text":' * 200 + b"1" + b"}" * 200,
    "many digits": b'{"text":' + b"9" * 5000 + b"}",
    "2^63": b'{"roll":9223372036854775808}',
    "infinite": b'{"roll":1e400}',
    "nan": b'{"roll":NaN}',
    "nul": b'{"text":"a\\u0000b"}',
    "half a character": b'{"text":"\\ud800"}',
}


@pytest.mark.parametrize("body", HOSTILE.values(), ids=HOSTILE)
def test_hostile_json_is_told_in_one_sentence(server: RunningServer, table: NewTable, body: bytes) -> None:
    for operation in ("note", "throw", "declare", "look"):
        reply = table.player.client.post(f"/api/tables/{table.id}/{operation}", body)
        assert (reply.status, reply.headers["content-type"]) == (400, "application/problem+json"), reply.raw
        assert reply.json["detail"].endswith(".")
    assert table.player.see()["number"] == 5


VALUES: tuple[Any, ...] = (
    None,
    True,
    -1,
    2**53,
    10**17,
    1.5,
    "",
    "x" * 3000,
    "\u0663",
    "\u202e",
    [],
    {},
    [[]],
    {"a": {"b": []}},
    ["c1"],
    "c1",
)
FIELDS = ("roll", "dice", "character", "inputs", "decide", "option", "answer", "where", "values", "clock", "by", "size")


def test_odd_values_in_every_field_never_break_the_server(table: NewTable) -> None:
    table.player.do("make", name="Fox")
    roll = table.player.do("declare", character="c1", trait="skulk")["number"]
    usual = {"roll": roll, "character": "c1", "where": "c1", "values": {"stress": 1}, "option": "x", "answer": []}
    for operation in (
        "declare",
        "set",
        "offer",
        "throw",
        "decide",
        "settle",
        "undo",
        "make",
        "edit",
        "tick",
        "make_clock",
    ):
        for field in FIELDS:
            for value in VALUES:
                body = {**{name: usual[name] for name in usual if name == field}, field: value}
                reply = table.gm.client.post(f"/api/tables/{table.id}/{operation}", body)
                assert reply.status < 500, (operation, body, reply.raw)
    for name in ("position", "extra", "dots", "target_level", "intent", "assist", "no such"):
        for value in VALUES:
            for body in ({"roll": roll, "inputs": {name: value}}, {"roll": roll, "decide": {name: value}}):
                reply = table.gm.client.post(f"/api/tables/{table.id}/set", body)
                assert reply.status < 500, (body, reply.raw)
            odds = table.gm.client.post("/api/odds", {"game": "in-the-dark", "attempt": {"dots": 1, name: value}})
            assert odds.status in (200, 422)


def test_large_body_is_refused_before_it_is_read(sqlite_server: RunningServer) -> None:
    length = "Content-Length: 20000000"
    assert raw(sqlite_server, "POST /api/odds HTTP/1.1", host(sqlite_server), JSON, length) == 413
    chunked = b"ffff\r\n" + b" " * 0xFFFF + b"\r\n"
    lines = ("POST /api/odds HTTP/1.1", host(sqlite_server), JSON, "Transfer-Encoding: chunked")
    assert raw(sqlite_server, *lines, body=chunked * 2) == 413


def test_only_json_is_taken(sqlite_server: RunningServer) -> None:
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
        assert Client(sqlite_server).post("/api/odds", b"{}", content_type=kind).status == 415


def test_odd_requests_are_no_defects(sqlite_server: RunningServer) -> None:
    server = sqlite_server
    for line in ("BREW / HTTP/1.1", "DELETE /api/games HTTP/1.1", "PUT /api/odds HTTP/1.1", "TRACE / HTTP/1.1"):
        assert raw(server, line, host(server)) in (400, 405), line
    for path in (
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/static/%00",
        "/%ff",
        "/t/" + "x" * 3000,
        "//",
        "/api/games/%2e",
    ):
        assert raw(server, f"GET {path} HTTP/1.1", host(server)) < 500, path
    assert raw(server, "GET / HTTP/1.1", host(server), "X-Long: " + "x" * 100_000) in (200, 400, 431)
    both = ("Content-Length: 2", "Transfer-Encoding: chunked")
    assert raw(server, "POST /api/odds HTTP/1.1", host(server), JSON, *both, body=b"{}") == 400


def test_key_is_needed_and_must_be_plain(table: NewTable) -> None:
    client, path = table.gm.client, f"/api/tables/{table.id}/note"
    body = b'{"text":"x"}'
    opening = b'{"game": "in-the-dark", "name": "T", "nickname": "N"}'
    joining = b'{"secret": "x", "nickname": "N"}'
    asked = ((path, body), ("/api/tables", opening), (f"/api/tables/{table.id}/join", joining))
    for where, what in asked:
        missing = client.ask("POST", where, what, {"content_type": "application/json"})
        wrong = [client.post(where, what, key) for key in ("short", "x" * 101, "with spaces in between")]
        assert {reply.status for reply in (missing, *wrong)} == {422}
        told = {reply.json["detail"] for reply in (missing, *wrong)}
        assert len(told) == 1
        assert told.pop().startswith("Send the header Idempotency-Key with 16 to 100 plain characters")


def test_what_is_missing_is_named(table: NewTable) -> None:
    refused = table.gm.try_to("undo")
    assert (refused.status, refused.json["detail"]) == (422, "'entry' is missing; it must be given.")


def test_every_reply_carries_the_headers(there: NewTable) -> None:
    client = there.gm.client
    for path in ("/", f"/t/{there.id}", "/api/games", f"/api/tables/{there.id}", "/nowhere", "/api/games/none"):
        headers = client.get(path).headers
        assert "script-src 'self'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert (headers["referrer-policy"], headers["x-content-type-options"]) == ("no-referrer", "nosniff")
        if path.startswith("/api"):
            assert headers["cache-control"] == "no-store"


def test_limits_are_kept_and_say_when_to_come_back(fresh: Path) -> None:
    with RunningServer(fresh, "--limit", "refusals_per_second=0") as server:  # so that all are told at once
        table = open_table(server)
        feeds: list[Feed] = [table.player.feed() for _ in range(12)]
        assert [feed.status for feed in feeds] == [200] * 10 + [429] * 2
        replies = [table.player.try_to("note", text="again") for _ in range(60)]
        refused = [reply for reply in replies if reply.status == 429]
        assert refused
        assert all(int(reply.headers["retry-after"]) >= 1 for reply in refused)
        assert table.other.try_to("note", text="mine").status == 200
        guesses = [guess(server, table.id, "127.0.0.1") for _ in range(40)]
        assert guesses.count(404) == 20
        assert set(guesses[20:]) == {429}
        assert Client(server, new_key()).get(f"/api/tables/{table.id}").status == 429
        assert table.other.see()["you"]["seat"] == table.other.seat
        crowd = Client(server, source="127.0.0.8")
        body = {"secret": secret_of(table.links["player"])}
        names = [{**body, "nickname": f"Crowd {place}"} for place in range(70)]
        joined = [crowd.post(f"/api/tables/{table.id}/join", each).status for each in names]
        assert (joined.count(200), set(joined[:60]), 429 in joined) == (10, {200, 422}, True)
        forged = Client(server, source="127.0.0.9")
        tried = [
            forged.post(f"/api/tables/{table.id}/look", {"secret": "x"}, x_forwarded_for=f"10.0.0.{place}").status
            for place in range(30)
        ]
        assert tried.count(404) == 20
        told = [
            Client(server)
            .post(f"/api/tables/{table.id}/look", {"secret": "x"}, x_forwarded_for=f"10.0.0.{place}")
            .status
            for place in range(3)
        ]
        assert told == [404, 404, 404]


def guess(server: RunningServer, table: str, source: str) -> int:
    return Client(server, source=source).post(f"/api/tables/{table}/look", {"secret": new_key()}).status


def test_revoked_and_unknown_links_look_the_same(sqlite_server: RunningServer) -> None:
    table = open_table(sqlite_server)
    table.gm.do("links/renew")
    path = f"/api/tables/{table.id}/look"
    revoked = Client(sqlite_server).post(path, {"secret": secret_of(table.links["player"])})
    unknown = Client(sqlite_server).post(path, {"secret": new_key()})
    assert (revoked.status, revoked.raw) == (unknown.status, unknown.raw)


JSON = "Content-Type: application/json"


def host(server: Listening) -> str:
    return f"Host: 127.0.0.1:{server.port}"


def raw(server: Listening, *lines: str, body: bytes = b"") -> int:
    """The status of a reply to exactly these bytes."""
    with socket.create_connection((server.host, server.port), timeout=20) as there:
        there.sendall("\r\n".join([*lines, "", ""]).encode() + body)
        with there.makefile("rb") as replied:
            answer = replied.readline()
    return int(answer.split()[1])


class Wire(asyncio.Transport):
    """A transport that notes what it is given to send at once."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[bytes] = []

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.sent.append(bytes(data))

    def close(self) -> None:
        self.sent.append(b"closed")


def test_what_is_written_in_one_turn_of_the_loop_goes_out_at_its_end_as_one() -> None:
    head, later = b"HTTP/1.1 200 OK\r\n\r\n", list[Callable[[], object]]()
    wire = Wire()
    together = Together(wire, later.append)

    def end_of_turn() -> None:
        while later:
            later.pop(0)()

    together.write(head)
    together.write(b"body")
    assert wire.sent == []
    end_of_turn()
    assert wire.sent.pop() == head + b"body"
    together.write(head)
    end_of_turn()
    assert wire.sent.pop() == head, "a head never waits for its body"
    together.write(b"an event")
    together.write(head)
    together.close()
    end_of_turn()
    assert wire.sent == [b"an event" + head, b"closed"]
