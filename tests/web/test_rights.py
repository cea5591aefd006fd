"""Every operation of the OpenAPI document, tried by everyone: the table in docs/who-may-do-what.md is so."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.every_use import GAMES, Table, newcomer
from tests.every_use import USES as EVERY_USE
from tests.server import Client, Feed, NewTable, Reply, RunningServer, SeatAt, join, open_table, secret_of

pytestmark = pytest.mark.slow
DOCS = Path(__file__).parents[2] / "docs" / "who-may-do-what.md"
ROLES = ("gm", "player", "other", "onlooker", "revoked", "elsewhere", "nobody")
STATUSES = {"yes": (200, 201), "no": (403,), "out": (401,)}
PATHS = {"renew_links": "links/renew", "seat_link": "links/seat", "show_code": "links/code"}


def stated() -> dict[str, dict[str, str]]:
    """What the page says: each use of an operation, with the answer to each role."""
    rows = [line.strip("| ").split(" | ") for line in DOCS.read_text().splitlines() if re.match(r"\| [a-z_]+ ", line)]
    for row in rows:
        assert len(row) == 1 + len(ROLES), f"docs/who-may-do-what.md: {row[0]} needs an answer for each of {ROLES}"
    return {row[0]: dict(zip(ROLES, row[1:], strict=True)) for row in rows if row[0] != "operation"}


USES = stated()


class Scene(Table):
    """A table of a server, and one elsewhere."""

    def __init__(self, server: RunningServer, table: NewTable, elsewhere: NewTable) -> None:
        super().__init__(table.gm, table.player, table.other)
        self.server, self.table, self.elsewhere = server, table, elsewhere

    def joined(self) -> SeatAt:
        return join(self.server, self.table.id, self.table.links["player"], newcomer())

    def code(self) -> str:
        return str(self.table.gm.do("links/code")["code"])

    def seat_link(self) -> str:
        return secret_of(self.table.gm.do("links/seat", seat="s2")["links"]["seat"])

    def asker(self, role: str) -> Client:
        seats = {"gm": self.table.gm, "player": self.table.player, "other": self.table.other}
        seats |= {"onlooker": self.table.onlooker, "elsewhere": self.elsewhere.gm}
        if role == "revoked":
            seat = self.joined()
            seat.do("leave")
            return seat.client
        return seats[role].client if role in seats else Client(self.server)


def made(server: RunningServer, game: str = "in-the-dark") -> Scene:
    scene = Scene(server, open_table(server, game), open_table(server))
    scene.table.player.do("make", name="Fox")
    scene.table.other.do("make", name="Crow")
    return scene


ODDS = {"game": "in-the-dark", "attempt": {"dots": 2}}
READS: dict[str, Callable[[Scene], str]] = {
    "games": lambda _: "/api/games",
    "starts": lambda _: "/api/starts",
    "game": lambda _: "/api/games/in-the-dark",
    "table": lambda scene: f"/api/tables/{scene.table.id}",
    "log": lambda scene: f"/api/tables/{scene.table.id}/log",
    "roll": lambda scene: f"/api/tables/{scene.table.id}/rolls/{scene.declared()}",
    "foretold": lambda scene: f"/api/tables/{scene.table.id}/rolls/{scene.failed()}/foretold?answer=[]",
    "sheet": lambda scene: f"/api/tables/{scene.table.id}/sheets/c1",
    "picture": lambda scene: f"/api/tables/{scene.table.id}/pictures/{scene.portrayed()}",
    "statistics": lambda scene: f"/api/tables/{scene.table.id}/statistics",
    "export": lambda scene: f"/api/tables/{scene.table.id}/export",
    "recap": lambda scene: f"/api/tables/{scene.table.id}/recap",
    "journal": lambda scene: f"/api/tables/{scene.table.id}/journal",
    "news": lambda scene: f"/api/tables/{scene.table.id}/news?after=0",
}
OUTSIDE: dict[str, Callable[[Scene], tuple[str, Any]]] = {
    "odds": lambda _: ("/api/odds", ODDS),
    "advice": lambda _: ("/api/advice", ODDS),
    "vary": lambda _: ("/api/vary", {**ODDS, "over": "dots"}),
    "try": lambda _: ("/api/try", ODDS),
    "workshop": lambda _: ("/api/workshop", {"file": "game: x"}),
    "qr": lambda _: ("/api/qr", {"text": "http://127.0.0.1/t/x#y"}),
    "create": lambda _: ("/api/tables", {"game": "in-the-dark", "name": "New", "nickname": "Me"}),
    "find (a code)": lambda scene: ("/api/code", {"code": scene.code()}),
    "look (with a link)": lambda scene: (
        f"/api/tables/{scene.table.id}/look",
        {"secret": secret_of(scene.table.links["player"])},
    ),
    "join (with a link)": lambda scene: (
        f"/api/tables/{scene.table.id}/join",
        {"secret": secret_of(scene.table.links["player"]), "nickname": newcomer()},
    ),
    "enter (with a seat link)": lambda scene: (
        f"/api/tables/{scene.table.id}/enter",
        {"secret": scene.seat_link()},
    ),
}
INSIDE: dict[str, Callable[[Scene], Any]] = {
    **EVERY_USE,
    "duplicate": lambda _: {"name": "Again", "nickname": "Me"},
    "remove": lambda _: {"name": "Lantern Street"},
}
CHANGES_SEATS = {"leave", "hand_over", "end", "remove", "renew_links", "enter (with a seat link)"}


def tried(scene: Scene, use: str, role: str) -> Reply | Feed:
    asker = scene.asker(role)
    if use in READS:
        return asker.get(READS[use](scene))
    if use in OUTSIDE:
        return asker.post(*OUTSIDE[use](scene))
    if use == "feed":
        return Feed(scene.server, scene.table.id, asker.token, 0, {})
    operation = use.partition(" ")[0]
    assert use in INSIDE, f"docs/who-may-do-what.md has a row for {use}; give a body for it in tests/every_use.py"
    return asker.post(f"/api/tables/{scene.table.id}/{PATHS.get(operation, operation)}", INSIDE[use](scene))


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
