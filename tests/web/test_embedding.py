"""Other sites: none may show or ask anything unless the host names it, and a named one never acts for who sits here."""

import re
from collections.abc import Iterator

import pytest

from tests.command_line import is_refused, run
from tests.server import Client, NewTable, RunningServer, open_table, secret_of

FRIEND, STRANGER = "https://foundry.example.org", "https://evil.example"
PUBLIC = "https://dice.example.org"


@pytest.fixture(scope="module")
def embedded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    flags = ("--embed-in", FRIEND, "--public-url", PUBLIC)
    with RunningServer(tmp_path_factory.mktemp("embedded") / "tables.db", *flags) as running:
        yield running


@pytest.fixture(scope="module")
def shown(embedded: RunningServer) -> NewTable:
    return open_table(embedded)


def test_without_a_word_of_the_host_nobody_may(sqlite_server: RunningServer) -> None:
    reply = Client(sqlite_server).get("/", origin=FRIEND)
    assert reply.status == 403
    assert "access-control-allow-origin" not in reply.headers
    assert "frame-ancestors 'none'" in Client(sqlite_server).get("/").headers["content-security-policy"]
    asked = Client(sqlite_server).ask("OPTIONS", "/api/games", None, {"origin": FRIEND})
    assert asked.status == 403


def test_only_a_named_site_may_show_pages(embedded: RunningServer) -> None:
    told = Client(embedded).get("/").headers["content-security-policy"]
    assert re.search(rf"frame-ancestors 'self' {FRIEND}$", told)


def test_a_script_of_a_named_site_asks_with_a_token_of_its_own(embedded: RunningServer, shown: NewTable) -> None:
    asked = {"origin": FRIEND, "sec_fetch_site": "cross-site"}
    before = Client(embedded).ask("OPTIONS", f"/api/tables/{shown.id}/note", None, asked)
    assert (before.status, before.headers["access-control-allow-origin"]) == (204, FRIEND)
    assert "authorization" in before.headers["access-control-allow-headers"]
    assert "access-control-allow-credentials" not in before.headers
    seat = Client(embedded, shown.player.client.token)
    noted = seat.post(f"/api/tables/{shown.id}/note", {"text": "From a module"}, **asked)
    assert (noted.status, noted.headers["access-control-allow-origin"]) == (200, FRIEND)
    assert noted.headers["vary"] == "origin"


def test_what_a_browser_keeps_is_nothing_to_another_site(embedded: RunningServer, shown: NewTable) -> None:
    cookie = f"seat-{shown.id}={shown.player.client.token}"
    path = f"/api/tables/{shown.id}/note"
    assert Client(embedded).post(path, {"text": "Mine"}, cookie=cookie, host="dice.example.org").status == 200
    assert Client(embedded).post(path, {"text": "Theirs"}, cookie=cookie, origin=FRIEND).status == 401
    assert Client(embedded).post(path, {"text": "Theirs"}, cookie=cookie, origin=STRANGER).status == 403
    assert Client(embedded).get(f"/api/tables/{shown.id}", cookie=cookie, origin=FRIEND).status == 401
    for odd in ("null", FRIEND + ".evil.example", FRIEND + ":444", "http://foundry.example.org", FRIEND + "/"):
        reply = Client(embedded).get("/api/games", origin=odd)
        assert (reply.status, reply.headers.get("access-control-allow-origin")) == (403, None), odd


def test_a_seat_taken_in_a_frame_is_kept_for_that_site_alone(embedded: RunningServer, shown: NewTable) -> None:
    body = {"secret": secret_of(shown.links["player"]), "nickname": "Framed"}
    path = f"/api/tables/{shown.id}/join"
    kept = Client(embedded).post(path, body, host="dice.example.org").headers["set-cookie"]
    assert {"HttpOnly", "Secure", "SameSite=none", "Partitioned"} <= set(kept.split("; "))
    by_script = Client(embedded).post(path, {**body, "nickname": "Script"}, origin=FRIEND)
    assert "set-cookie" not in by_script.headers


@pytest.mark.parametrize(
    "wrong", ["*", "foundry.example.org", FRIEND + "/game", "https://*.example.org", "null", "'none'"]
)
def test_a_site_is_named_exactly(wrong: str) -> None:
    found = run("serve", "--embed-in", wrong)
    assert is_refused(found), found
    assert "without a path" in found.err
