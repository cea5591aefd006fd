"""Secret rolls: two worlds that differ only in them are the same, byte for byte, to everyone but the gm."""

from collections.abc import Iterator
from hashlib import sha256
from itertools import product

import pytest

from actionroll.ledger import verify
from actionroll.table.fairness import veil
from actionroll.table.rights import clean_picture
from tests.jpegs import JPEG, PICTURE
from tests.server import NewTable, RunningServer, SeatAt, open_table
from tests.web.in_process import Place, World, running

pytestmark = pytest.mark.slow
CANARY = "the duke is the spy"


def evening(place: Place, rolls: int, dice: int, note: str) -> dict[str, bytes]:
    """The same script with different secrets; every byte that reaches a player or an onlooker."""
    table = open_table(place)
    seen: dict[str, bytes] = {}
    feeds = {name: seat.feed(0) for name, seat in public(table).items()}
    for feed in feeds.values():
        heard_all(feed.bytes(), table.player.see()["number"])
    table.player.do("make", name="Fox")
    for number in range(3):
        for _ in range(rolls):
            table.gm.do("secret_roll", move="fortune", inputs={"dice": dice}, note=note)
            prepared(table, note)
        roll = table.player.do("declare", character="c1", trait="skulk")["number"]
        table.gm.do("set", roll=roll, inputs={"position": "normal"})
        if number == 1:
            table.gm.do("rotate_seed")
        key = f"the same key in all worlds {number}".replace(" ", "-")
        seen[f"throw {number}"] = table.player.try_to("throw", key, roll=roll, nonce="mine").raw
        seen[f"refused {number}"] = table.player.try_to("reveal", secret=1).raw
        seen[f"refused roll {number}"] = table.player.try_to("secret_roll", move="fortune", inputs={"dice": 1}).raw
    for name, seat in public(table).items():
        for path in (
            "",
            "/log?limit=200",
            "/statistics",
            "/export",
            "/sheets/c1",
            "/rolls/8",
            "/recap",
            "/journal",
            "/news?after=0",
        ):
            reply = seat.client.get(f"/api/tables/{table.id}{path}")
            headers = {key: value for key, value in reply.headers.items() if key != "date"}
            seen[f"{name} {path}"] = str(headers).encode() + reply.raw
    table.gm.do("end")
    last = table.player.see()["number"]
    for name, feed in feeds.items():
        seen[f"{name} feed"] = b"".join(up_to(feed.bytes(), last))
    return seen


def prepared(table: NewTable, note: str) -> None:
    """The gm writes down what nobody else is to know, hands some of it to a seat of their own, and a clock fills."""
    for what, fields in CARDS.items():
        table.gm.do("keep", what=what, fields={name: each or note for name, each in fields.items()})
    cards = {each["what"]: each["card"] for each in table.gm.see()["cards"]}
    table.gm.do("keep", what="npc", card=cards["npc"], fields={"name": "Ottla", "numbers": {"dice": 4}, "text": note})
    table.gm.do("illustrate", card=cards["handout"], picture=PICTURE)
    table.gm.do("hand_out", card=cards["handout"], seat=table.gm.seat)
    table.gm.do("put_away", handout=cards["handout"])
    table.gm.do("discard", card=cards["note"])
    table.gm.do("take_back_card", card=cards["note"])


CARDS: dict[str, dict[str, str]] = {
    "note": {"text": ""},
    "npc": {"name": "Ottla", "text": ""},
    "handout": {"title": "A letter", "text": ""},
    "scene": {"name": "The quay"},
    "line": {"text": "A guard turns", "for": "complication"},
}
"""What a gm keeps; where a text is empty, the secret stands."""


def public(table: NewTable) -> dict[str, SeatAt]:
    return {"player": table.player, "other": table.other, "onlooker": table.onlooker}


def heard_all(chunks: Iterator[bytes], last: int) -> None:
    """Listen until what happened before, and who is here, has been told: how much of it comes at once is up to time."""
    heard = b""
    while not (b"id: %d\n" % last in heard and b'["s2","s3","s4"]' in heard):
        heard += next(chunks)


def up_to(chunks: Iterator[bytes], last: int) -> Iterator[bytes]:
    for chunk in chunks:
        yield chunk
        if b"id: %d\n" % last in chunk:
            return


def test_two_worlds_look_the_same_to_everyone_else() -> None:
    worlds = []
    for secret, rolls, dice, note in (("one", 0, 1, ""), ("two", 1, 2, CANARY), ("three", 4, 9, "x" * 400)):
        with running(":memory:", World(secret)) as place:
            worlds.append(evening(place, rolls, dice, note))
    for other in worlds[1:]:
        assert other.keys() == worlds[0].keys()
        for channel, seen in worlds[0].items():
            assert other[channel] == seen, channel
    assert not any(CANARY.encode() in seen for seen in worlds[1].values())


def letters(place: Place, text: str) -> dict[str, bytes]:
    """A letter for one player: every byte that reaches all others, and the gm's own is not among them."""
    table = open_table(place)
    seats = {"other": table.other, "onlooker": table.onlooker}
    feeds = {name: seat.feed(0) for name, seat in seats.items()}
    table.gm.do("keep", what="handout", fields={"title": "A letter", "text": text or "…"})
    drawing = sha256(clean_picture(JPEG)).hexdigest()
    if text:
        table.gm.do("illustrate", card=table.gm.see()["cards"][0]["card"], picture=PICTURE)
        assert table.player.client.get(f"/api/tables/{table.id}/pictures/{drawing}").status == 404
        table.gm.do("hand_out", card=table.gm.see()["cards"][0]["card"], seat=table.player.seat)
        assert [each["fields"] for each in table.player.see()["cards"]] == [
            {"title": "A letter", "text": text, "picture": drawing}
        ]
        assert table.player.client.get(f"/api/tables/{table.id}/pictures/{drawing}").raw == clean_picture(JPEG)
    table.player.do("note", text="I read it.")
    seen = {
        f"{name} {path}": seats[name].client.get(f"/api/tables/{table.id}{path}").raw
        for name in seats
        for path in (*PATHS, f"/pictures/{drawing}", "/export?private=yes")
    }
    seen |= {f"{name} feed": b"".join(up_to(feed.bytes(), 6)).partition(b"id: 6")[2] for name, feed in feeds.items()}
    return seen


PATHS = ("", "/log", "/export", "/journal", "/recap", "/news?after=0&secrets_after=0")


def test_a_letter_to_one_seat_reaches_no_other() -> None:
    worlds = []
    for secret, text in (("one", ""), ("two", CANARY)):
        with running(":memory:", World(secret)) as place:
            worlds.append(letters(place, text))
    assert worlds[0] == worlds[1]
    assert not any(CANARY.encode() in seen for seen in worlds[1].values())


def test_gm_sees_and_reveals(table: NewTable) -> None:
    feed = table.gm.feed(0)
    rolled = table.gm.do("secret_roll", move="fortune", inputs={"dice": 2}, note=CANARY)
    assert rolled["entries"] == []
    told = next(shown for kind, _, shown in feed.events() if kind == "secret")
    assert told["entry"]["note"] == CANARY
    assert table.player.see()["secrets"] == []
    assert CANARY.encode() not in table.player.export()
    table.gm.do("reveal", secret=rolled["secret"]["number"])
    shown = table.player.see()["log"][-1]
    assert (shown["kind"], shown["entry"]["note"]) == ("revealed", CANARY)
    assert shown["secret"] == table.gm.see()["secrets"][0]["name"]
    assert len(shown["secret"]) == 32, "a number would tell how many others there are"
    assert table.gm.try_to("reveal", secret=1).status == 422
    assert verify(table.player.export().splitlines(keepends=True)).replayed == 1


def test_secret_dice_do_not_follow_from_the_revealed_seed(sqlite_server: RunningServer) -> None:
    from actionroll.chance import committed

    table = open_table(sqlite_server)
    for _ in range(20):
        table.gm.do("secret_roll", move="fortune", inputs={"dice": 10}, nonce="n")
    rolled = [each["entry"]["record"]["answers"][0] for each in table.gm.see()["secrets"]]
    table.gm.do("end")
    seed = bytes.fromhex(table.gm.see()["log"][-1]["seed"])
    for log in (table.id, f"{table.id}/secret"):
        sources = [committed(seed, log, number, 1, "n") for number in range(1, 21)]
        guessed = [[source(6) for _ in range(10)] for source in sources]
        assert not [one for one, other in zip(rolled, guessed, strict=True) if one == other]


def test_veil_is_salted_fixed_in_size_and_never_repeats() -> None:
    seed = sha256(b"a secret seed").digest()
    heads = [sha256(bytes(dice)).digest() for dice in product(range(1, 7), repeat=2)]
    veils = {veil(seed, number, head) for number in range(50) for head in heads}
    assert len(veils) == 50 * len(heads)
    assert {len(each) for each in veils} == {64}
    unsalted = {sha256(b"actionroll veil 1" + head).hexdigest() for head in heads}
    assert not veils & unsalted
