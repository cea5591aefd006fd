"""Papers through a server: private words reach nobody, pictures are images only, exports carry what all may read."""

import json
from base64 import b64decode, b64encode
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest

from actionroll.chance import new_seed
from actionroll.errors import InputError
from actionroll.ledger import take_in, verify
from actionroll.store import open_store
from actionroll.table.log import canonical
from tests.jpegs import JPEG, PICTURE, sized, with_segment
from tests.server import NewTable, RunningServer, SeatAt, open_table

pytestmark = pytest.mark.slow
CANARY = "the heir of the duke"


@pytest.fixture
def table(server: RunningServer) -> NewTable:
    made = open_table(server)
    made.player.do("make", name="Nyx")
    made.player.do("describe", character="c1", words={"look": "A grey coat."})
    made.player.do("note_privately", character="c1", text=CANARY)
    return made


def everything(seat: SeatAt) -> Iterator[bytes]:
    for path in ("", "/log?limit=200", "/statistics", "/export", "/sheets/c1", "/news?after=0"):
        yield seat.client.get(f"/api/tables/{seat.table}{path}").raw


def test_private_words_reach_no_other_seat_by_any_way(table: NewTable) -> None:
    feeds = {seat.seat: seat.feed(0) for seat in (table.gm, table.other, table.onlooker)}
    table.player.do("note_privately", character="c1", text=f"{CANARY}, still")
    last = table.player.do("note", text="It rains.")["number"]
    for seat in (table.gm, table.other, table.onlooker):
        seen = b"".join(everything(seat))
        for chunk in feeds[seat.seat].bytes():
            seen += chunk
            if b"id: %d\n" % last in chunk:
                break
        assert CANARY.encode() not in seen
        guessed = (canonical({"notes": CANARY}), CANARY.encode())
        assert not any(sha256(each).hexdigest().encode() in seen for each in guessed)
    assert CANARY in table.player.see("sheets/c1")["private"]["notes"]
    assert CANARY.encode() not in table.player.export()


def test_another_process_shows_words_and_forgets_them(table: NewTable, second_server: RunningServer) -> None:
    there = table.other.at(second_server)
    assert there.see()["characters"][0]["words"] == {"look": "A grey coat."}
    table.player.do("describe", character="c1", words={"look": "Red."})
    assert there.see()["characters"][0]["words"] == {"look": "Red."}
    table.player.do("burn")
    assert "words" not in there.see()["characters"][0]
    assert "private" not in table.player.at(second_server).see()["characters"][0]


def test_a_portrait_comes_back_clean_and_as_an_image_only(table: NewTable) -> None:
    placed = b64encode(with_segment(0xE1, b"Exif\0\0GPS 52.52 N")).decode()
    table.player.do("portray", character="c1", picture=placed)
    sha = table.other.see()["characters"][0]["portrait"]
    reply = table.other.client.get(f"/api/tables/{table.id}/pictures/{sha}")
    assert reply.status == 200
    assert sha256(reply.raw).hexdigest() == sha
    assert b"GPS" not in reply.raw
    headers = {name.lower(): value for name, value in reply.headers.items()}
    assert headers["content-type"] == "image/jpeg"
    assert headers["x-content-type-options"] == "nosniff"
    assert "immutable" in headers["cache-control"]
    assert b64decode(table.player.see("sheets/c1")["picture"]) == reply.raw
    refused = table.player.try_to("portray", character="c1", picture=b64encode(sized(10_000, 10_000)).decode())
    assert (refused.status, "10000 by 10000" in refused.json["detail"]) == (422, True)


def test_deleted_bytes_are_gone_from_the_store(tmp_path: Path) -> None:
    database = tmp_path / "tables.db"
    with RunningServer(database, "--no-limits") as server:
        table = open_table(server)
        table.player.do("make", name="Nyx")
        table.player.do("describe", character="c1", words={"look": CANARY})
        table.player.do("portray", character="c1", picture=PICTURE)
        sha = table.player.see()["characters"][0]["portrait"]
        table.player.do("burn")
        assert table.player.client.get(f"/api/tables/{table.id}/pictures/{sha}").status == 404
        assert CANARY.encode() not in table.gm.export()
    left = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert CANARY.encode() not in left
    assert JPEG[-60:] not in left


def test_words_are_deleted_after_the_table_ended_and_its_log_stays(table: NewTable) -> None:
    table.player.do("portray", character="c1", picture=PICTURE)
    table.gm.do("end")
    before = table.gm.see()
    sha = before["characters"][0]["portrait"]
    table.player.do("burn")
    after = table.gm.see()
    assert after["number"] == before["number"]
    assert not {"words", "portrait", "private"} & set(after["characters"][0])
    assert table.gm.client.get(f"/api/tables/{table.id}/pictures/{sha}").status == 404
    assert b"grey coat" not in table.gm.export()
    assert verify(table.gm.export().splitlines(keepends=True)).papers == []
    assert table.player.try_to("note", text="One more thing.").status == 404


def test_what_all_may_read_travels_in_the_export_and_the_log_verifies(table: NewTable, tmp_path: Path) -> None:
    table.player.do("portray", character="c1", picture=PICTURE)
    lines = table.gm.export().splitlines(keepends=True)
    verdict = verify(lines)
    assert sorted(each.kind for each in verdict.papers) == ["image/jpeg", "text"]
    store = open_store(tmp_path / "tables.db")
    take_in(store, lines, 1, new_seed, ())
    store.close()
    with RunningServer(tmp_path / "tables.db") as elsewhere:
        assert elsewhere.port
    store = open_store(tmp_path / "tables.db")
    assert [b"grey coat" in paper.content for paper in store.papers(table.id, "text")] == [True]
    assert store.verify() == ()
    store.close()


@pytest.mark.parametrize("broken", ["content", "kind", "paper", "again"])
def test_a_paper_that_the_log_does_not_name_is_refused(table: NewTable, broken: str) -> None:
    table.player.do("portray", character="c1", picture=PICTURE)
    *entries, last = table.gm.export().splitlines(keepends=True)
    told = json.loads(last)
    changed = {"content": b64encode(b"<svg/>").decode(), "kind": "text/html", "paper": "0" * 64, "again": "x"}
    told[broken] = changed[broken]
    with pytest.raises(InputError):
        verify([*entries, canonical(told) + b"\n"])


def test_history_counts_the_rolls_of_a_character(table: NewTable) -> None:
    roll = table.player.do("declare", character="c1", trait="skulk")["number"]
    table.gm.do("set", roll=roll, inputs={"position": "normal"})
    table.player.do("throw", roll=roll, dice=[6, 1])
    history = table.other.see("sheets/c1")["history"]
    assert history == {
        "table": "Lantern Street",
        "game": "In the Dark",
        "rolls": 1,
        "tiers": {"full success": 1},
    }
