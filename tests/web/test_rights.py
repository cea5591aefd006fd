"""Every operation of the OpenAPI document, tried by everyone: the table in docs/who-may-do-what.md is so."""

import re
from pathlib import Path

import pytest

from tests.server import Client, Reply, RunningServer, SeatAt, join, open_table
from tests.web.uses import CHANGES_SEATS, GAMES, READS, made, newcomer, tried

pytestmark = pytest.mark.slow
DOCS = Path(__file__).parents[2] / "docs" / "who-may-do-what.md"
ROLES = ("gm", "player", "other", "onlooker", "revoked", "elsewhere", "nobody")
STATUSES = {"yes": (200, 201), "no": (403,), "out": (401,)}


def stated() -> dict[str, dict[str, str]]:
    """What the page says: each use of an operation, with the answer to each role."""
    rows = [line.strip("| ").split(" | ") for line in DOCS.read_text().splitlines() if re.match(r"\| [a-z_]+ ", line)]
    for row in rows:
        assert len(row) == 1 + len(ROLES), f"docs/who-may-do-what.md: {row[0]} needs an answer for each of {ROLES}"
    return {row[0]: dict(zip(ROLES, row[1:], strict=True)) for row in rows if row[0] != "operation"}


USES = stated()


@pytest.mark.parametrize("use", USES)
def test_everyone_gets_the_stated_answer(sqlite_server: RunningServer, use: str) -> None:
    game = GAMES.get(use, "in-the-dark")
    scene = made(sqlite_server, game)
    for role in ROLES:
        if use in CHANGES_SEATS:
            scene = made(sqlite_server, game)
        assert USES[use][role] in STATUSES, f"docs/who-may-do-what.md: {use} takes {', '.join(STATUSES)} for {role}"
        reply = tried(scene, use, role)
        said = reply.raw if isinstance(reply, Reply) else b""
        assert reply.status in STATUSES[USES[use][role]], (use, role, reply.status, said)


def test_every_operation_is_stated(sqlite_server: RunningServer) -> None:
    document = Client(sqlite_server).get("/openapi.json").json
    known = {operation["operationId"] for path in document["paths"].values() for operation in path.values()}
    told = {use.partition(" ")[0] for use in USES}
    assert not known - told, f"docs/who-may-do-what.md needs a row for each of {sorted(known - told)}"
    assert not told - known, f"docs/who-may-do-what.md tells of {sorted(told - known)}, which is not there"


def test_who_is_not_let_in_reads_nothing(sqlite_server: RunningServer) -> None:
    scene = made(sqlite_server)
    scene.table.gm.do("set_up", knock=True)
    seat = join(sqlite_server, scene.table.id, scene.table.links["player"], newcomer())
    for use, path in READS.items():
        if use not in ("games", "starts", "game") and path(scene).startswith(f"/api/tables/{scene.table.id}"):
            assert seat.client.get(path(scene)).status == 403, use
    assert seat.client.get(f"/api/tables/{scene.table.id}/feed").status == 403
    scene.table.gm.do("let_in", seat=seat.seat)
    assert seat.see()["you"]["seat"] == seat.seat


def test_unknown_table_and_foreign_seat_look_the_same(sqlite_server: RunningServer) -> None:
    here, there = open_table(sqlite_server), open_table(sqlite_server)
    foreign = here.gm.client.get(f"/api/tables/{there.id}")
    unknown = here.gm.client.get("/api/tables/nowhere")
    nobody = Client(sqlite_server).get(f"/api/tables/{there.id}")
    assert foreign.raw == unknown.raw == nobody.raw


@pytest.mark.parametrize("field", ["role", "by", "seat_id", "do", "number", "values"])
def test_who_asks_is_never_read_from_a_body(sqlite_server: RunningServer, field: str) -> None:
    table = open_table(sqlite_server)
    forged = table.player.try_to("note", text="I am the gm", **{field: "s1"})
    assert forged.status == 422
    assert table.gm.see()["number"] == 5


def test_foreign_ids_open_nothing(sqlite_server: RunningServer) -> None:
    here, there = made(sqlite_server), made(sqlite_server)
    roll = there.called()
    for _ in range(roll):
        here.table.player.do("note", text="…")
    assert here.table.gm.try_to("throw", roll=roll).status == 404
    assert here.table.gm.client.get(f"/api/tables/{here.table.id}/rolls/{roll}").status == 404
    assert here.table.gm.try_to("edit", where="c9", values={"stress": 1}).status == 422


def test_a_link_opened_by_robots_changes_nothing(sqlite_server: RunningServer) -> None:
    table = open_table(sqlite_server)
    before = table.gm.see()["number"]
    for method in ("GET", "HEAD", "OPTIONS"):
        for path in (f"/t/{table.id}", f"/api/tables/{table.id}/join", f"/api/tables/{table.id}/throw"):
            Client(sqlite_server).ask(method, path, None, {})
    assert table.gm.see()["number"] == before


def test_a_kept_seat_is_named(sqlite_server: RunningServer) -> None:
    seat: SeatAt = open_table(sqlite_server).player
    assert seat.see()["you"] == {"seat": "s2", "role": "player"}
