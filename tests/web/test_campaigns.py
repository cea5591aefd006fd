"""A table over many evenings on a server: recap and journal, a fresh table like it, and its removal for good."""

from pathlib import Path

import pytest

from actionroll.errors import InputError
from actionroll.ledger import verify
from actionroll.table.campaign import hash_of
from actionroll.table.rights import clean_picture
from tests.command_line import run
from tests.jpegs import JPEG, PICTURE
from tests.server import Client, NewTable, RunningServer, SeatAt, join, new_key, open_table

pytestmark = pytest.mark.slow


@pytest.fixture
def played(sqlite_server: RunningServer) -> NewTable:
    table = open_table(sqlite_server)
    table.player.do("make", name="Fox", values={"skulk": 3})
    table.gm.do("rule", rulings={"max_assistants": "2"})
    table.gm.do("begin_evening", name="The docks")
    roll = table.player.do("declare", character="c1", trait="skulk", inputs={"intent": "Over the wall"})["number"]
    table.gm.do("set", roll=roll, inputs={"position": "normal"})
    table.player.do("throw", roll=roll, dice=[6, 6, 1])
    table.player.do("note", text="We owe the ferryman.")
    table.gm.do("end_evening")
    return table


def test_recap_and_journal_are_told_to_every_seat(played: NewTable) -> None:
    recap = played.onlooker.see("recap?evening=e1&zone=Europe/Berlin")
    assert [each["title"] for each in recap["sections"]][:2] == ["What happened", "Great rolls"]
    assert recap["markdown"].startswith(f"# {recap['title']}\n\n")
    assert "Over the wall (skulk) – critical success" in recap["markdown"]
    journal = played.player.see("journal?evening=e1")
    assert [each["what"] for each in journal["items"]] == ["evening", "roll", "prose"]
    assert journal["items"][2]["at"] > 1_600_000_000
    assert played.player.see("journal?zone=No/Where")["markdown"]
    unknown = played.player.client.get(f"/api/tables/{played.id}/recap?evening=e9")
    assert (unknown.status, "e1" in unknown.json["detail"]) == (422, True)


def test_the_time_is_the_servers(played: NewTable) -> None:
    (evening,) = played.player.see()["evenings"]
    entries = {each["number"]: each for each in played.player.see()["log"]}
    assert (entries[evening["begun"]]["at"], entries[evening["ended"]]["at"]) == (evening["at"], evening["ended_at"])


def test_a_log_with_all_of_it_verifies(played: NewTable) -> None:
    gm = played.gm
    gm.do("begin_scene", name="Quay", conditions=[{"words": "Rain", "input": "position", "value": "bad"}])
    gm.do("keep", what="handout", fields={"title": "A letter", "text": "Come alone."})
    gm.do("hand_out", card=gm.see()["cards"][0]["card"])
    gm.do("make_clock", name="Alarm", size=1, full="The gates close.")
    played.player.do("tick", clock=gm.see()["clocks"][0]["clock"])
    roll = gm.do("declare", npc="The watch", move="fortune", inputs={"dice": 2})["number"]
    gm.do("throw", roll=roll)
    gm.do("undo", entry=roll)
    gm.do("end_scene")
    gm.do("end")
    verdict = verify(played.player.export().splitlines(keepends=True))
    assert verdict.replayed == 2
    assert list(verdict.table.campaign.evenings) == ["e1"]


def like(seat: SeatAt, key: str | None = None, **more: object) -> dict[str, object]:
    reply = seat.client.post(f"/api/tables/{seat.table}/duplicate", {"name": "Again", "nickname": "Gia", **more}, key)
    assert reply.status == 201, reply.raw
    return dict(reply.json)


def test_a_fresh_table_has_the_rulings_and_the_characters_if_wanted(
    sqlite_server: RunningServer, played: NewTable
) -> None:
    key = new_key()
    made = like(played.gm, key, characters=True)
    assert like(played.gm, key, characters=True) == made
    fresh = SeatAt(Client(sqlite_server, str(made["token"])), str(made["table"]), "s1", "gm").see()
    assert (fresh["name"], fresh["rulings"]["max_assistants"], fresh["evenings"]) == ("Again", "2", [])
    assert [(each["name"], each["seat"], each["values"]["skulk"]) for each in fresh["characters"]] == [("Fox", "", 3)]
    bare = like(played.gm)
    alone = SeatAt(Client(sqlite_server, str(bare["token"])), str(bare["table"]), "s1", "gm")
    assert alone.see()["characters"] == []
    alone.do("begin_evening")
    verify(alone.export().splitlines(keepends=True))


def test_a_removed_table_is_gone_for_everyone(server: RunningServer, second_server: RunningServer) -> None:
    played = open_table(server)
    elsewhere = played.player.at(second_server)
    elsewhere.see()
    feed = played.player.feed(0)
    refused = played.gm.try_to("remove", name="Not its name")
    assert (refused.status, "type its name" in refused.json["detail"]) == (422, True)
    assert played.gm.try_to("remove", name=played.gm.see()["name"]).status == 200
    assert any(kind == "gone" for kind, _, _ in feed.events())
    for seat in (played.gm, played.player, elsewhere):
        assert seat.client.get(f"/api/tables/{played.id}").status == 401
        assert seat.try_to("note", text="Still here?").status == 401
    link = {"secret": played.links["player"].partition("#")[2], "nickname": "Late"}
    assert Client(server).post(f"/api/tables/{played.id}/join", link).status == 404


def test_what_is_prepared_moves_with_its_owner_and_with_nobody_else(played: NewTable, tmp_path: Path) -> None:
    played.gm.do("keep", what="npc", fields={"name": "Ottla", "numbers": {"dice": 3}})
    played.gm.do("keep", what="handout", fields={"title": "A letter"})
    letter = played.gm.see()["cards"][1]["card"]
    played.gm.do("illustrate", card=letter, picture=PICTURE)
    played.gm.do("hand_out", card=letter, seat=played.player.seat)
    path = f"/api/tables/{played.id}/export?private=yes"
    assert b'"card"' not in played.gm.export()
    assert b'"card"' not in played.player.client.get(path).raw
    whole = played.gm.client.get(path).raw
    verify(whole.splitlines(keepends=True))
    file, store = tmp_path / "log.jsonl", tmp_path / "other.db"
    file.write_bytes(whole)
    told = run("import", str(file), "--database", str(store)).out
    link = next(line.split()[1] for line in told.splitlines() if line.startswith("gm "))
    with RunningServer(store) as elsewhere:
        joined = join(elsewhere, played.id, link, "Gia")
        moved = [each["fields"] for each in joined.see()["cards"]]
        sha = hash_of(clean_picture(JPEG))
        assert moved == [{"name": "Ottla", "numbers": {"dice": 3}}, {"title": "A letter", "picture": sha}]
        assert joined.client.get(f"/api/tables/{played.id}/pictures/{sha}").raw == clean_picture(JPEG)
        joined.do("hand_out", card=letter)
        assert len(verify(joined.export().splitlines(keepends=True)).papers) == 1


def test_a_card_that_is_not_one_is_refused(played: NewTable) -> None:
    lines = [*played.gm.export().splitlines(keepends=True), b'{"card":{"what":"note"}}\n']
    with pytest.raises(InputError, match="not written as cards are"):
        verify(lines)
