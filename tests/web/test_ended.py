"""A table that has ended is read only: by those who sat there, and by everyone who has a link to it."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from actionroll.ledger import verify
from tests.random_evening import evening
from tests.server import NewTable, RunningServer, SeatAt, join, open_table, secret_of

pytestmark = pytest.mark.slow


@pytest.fixture
def ended(sqlite_server: RunningServer) -> NewTable:
    table = open_table(sqlite_server)
    table.gm.do("secret_roll", move="fortune", inputs={"dice": 1})
    table.gm.do("end")
    return table


def refused(seat: SeatAt) -> None:
    reply = seat.try_to("note", text="More.")
    assert (reply.status, reply.json["detail"]) == (
        404,
        "This table has ended; its log can still be read and exported.",
    )


def test_a_link_to_an_ended_table_opens_it_for_reading(sqlite_server: RunningServer, ended: NewTable) -> None:
    before = ended.gm.export()
    readers = [join(sqlite_server, ended.id, ended.links[role], name) for name, role in (("", "gm"), ("Una", "player"))]
    for reader in readers:
        assert (reader.seat, reader.role) == ("", "onlooker")
        shown = reader.see()
        assert (shown["ended"], shown["secrets"], len(shown["seats"])) == (True, [], 4)
        assert reader.export() == before
        assert next(reader.feed(0).entries())["entry"]["kind"] == "opened"
        refused(reader)
    assert ended.gm.export() == before


def test_a_link_to_an_open_table_still_needs_a_name(sqlite_server: RunningServer) -> None:
    table = open_table(sqlite_server)
    secret = {"secret": secret_of(table.links["player"])}
    assert table.player.client.post(f"/api/tables/{table.id}/join", secret).status == 422


def test_an_imported_table_that_has_ended_can_be_read(tmp_path: Path) -> None:
    played = evening("in-the-dark", 30)
    played.end()
    log, store = tmp_path / "evening.jsonl", tmp_path / "tables.db"
    log.write_bytes(b"".join(played.lines()))
    command = [sys.executable, "-m", "actionroll", "import", str(log), "--database", str(store)]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "has ended" in told
    links = dict(re.findall(r"(\w+) +(/t/\S+)", told))
    with RunningServer(store) as server:
        reader = join(server, "evening", links["player"], "")
        assert verify(reader.export().splitlines(keepends=True)).table.ended
        refused(reader)
