"""Every limit of a table at both sides: what is just taken, what just is not, and that the refusal says the limit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, get_args

import pytest

from actionroll.errors import InputError
from actionroll.games import game, games
from actionroll.rules.game import Game
from actionroll.table.requests import REQUESTS, Field, Type
from actionroll.table.roll_view import roll_view
from actionroll.table.seats import joining
from actionroll.table.state import Role
from tests.table_in_memory import Dice, Played

FIELDS = [(name, each) for name, request in REQUESTS.items() for each in request.fields if each.most]


@pytest.mark.parametrize(("name", "field"), FIELDS, ids=[f"{name} {each.name}" for name, each in FIELDS])
def test_a_field_takes_so_much_at_most(name: str, field: Field) -> None:
    whole: dict[str, Any] = {"text": "x", "list": [{}], "numbers": [1], "texts": ["x"]}
    field.check(whole[field.type] * field.most)
    with pytest.raises(InputError, match=f"^{field.name} takes at most {field.most}, not {field.most + 1}.$"):
        field.check(whole[field.type] * (field.most + 1))


def test_the_limits_of_fields_are_those_that_programs_were_told() -> None:
    limits = {"seen": 90, "dice": 1000, "members": 20, "answer": 100, "commitments": 64, "contribution": 64}
    assert {each.name: each.most for _, each in FIELDS} == limits


@pytest.mark.parametrize(("name", "field"), FIELDS, ids=[f"{name} {each.name}" for name, each in FIELDS])
def test_the_schema_tells_how_much_a_field_takes(name: str, field: Field) -> None:
    told = field.schema()
    taken = told if field.required else told["anyOf"][0]
    assert taken["maxLength" if field.type == "text" else "maxItems"] == field.most
    assert not {"maxLength", "maxItems"} & set(Field("it", field.type, "", True).schema())


def test_the_schema_tells_what_a_field_takes() -> None:
    told = {kind: Field("it", kind, "", True).schema() for kind in get_args(Type)}
    for each in told.values():
        assert each.pop("description") == ""
    assert told == {
        "text": {"type": "string"},
        "number": {"type": "integer"},
        "yes or no": {"type": "boolean"},
        "object": {"type": "object"},
        "words": {"type": "object", "additionalProperties": {"type": "string"}},
        "list": {"type": "array"},
        "numbers": {"type": "array", "items": {"type": "integer"}},
        "texts": {"type": "array", "items": {"type": "string"}},
    }
    assert Field("it", "text", "Words.").schema() == {
        "anyOf": [{"type": "string"}, {"type": "null"}],
        "description": "Words.",
    }


def test_a_request_is_asked_under_its_name_or_where_it_says() -> None:
    elsewhere = {name: each.path for name, each in REQUESTS.items() if each.path != name}
    assert elsewhere == {"seat_link": "links/seat", "show_code": "links/code", "renew_links": "links/renew"}


@pytest.mark.parametrize("name", sorted(REQUESTS))
def test_what_a_request_needs_must_be_there_and_the_rest_may_be_left_out(name: str) -> None:
    asked = REQUESTS[name]
    of_type: dict[str, Any] = {"text": "x", "number": 1, "yes or no": True, "object": {}, "words": {"a": "b"}}
    of_type |= {"list": [], "numbers": [], "texts": []}
    needed = {each.name: of_type[each.type] for each in asked.fields if each.required}
    assert asked.checked(needed) == {each.name: needed.get(each.name) for each in asked.fields}
    for missing in needed:
        told = f"'{missing}' is missing; it must be given."
        for body in ({n: v for n, v in needed.items() if n != missing}, {**needed, missing: None}):
            with pytest.raises(InputError, match=told):
                asked.checked(body)
    assert asked.schema().get("required", []) == list(needed)
    with pytest.raises(InputError, match="luck"):
        asked.checked({**needed, "luck": 1})
    with pytest.raises(InputError, match="The body takes an object"):
        asked.checked([needed])


WRONG: dict[str, tuple[Any, ...]] = {
    "text": (1, True, ["x"]),
    "number": ("1", True, 1.0),
    "yes or no": (1, "yes", 0),
    "object": ([], "x"),
    "words": ({"a": 1}, {"a": True}, ["a"]),
    "list": ({}, "x"),
    "numbers": ([True], ["1"], [1, None], {}),
    "texts": ([1], [None], ["x", 1], "x"),
}


@pytest.mark.parametrize("kind", sorted(WRONG))
def test_a_field_of_a_type_takes_no_other(kind: Any) -> None:
    for value in WRONG[kind]:
        with pytest.raises(InputError, match="it takes "):
            Field("it", kind, "").check(value)


# names and texts


class Said(NamedTuple):
    """Something that is said in a request, and how long it may be."""

    request: str
    body: Callable[[str], dict[str, Any]]
    most: int
    game: str = "in-the-dark"
    seat: str = "s1"


def named(**more: Any) -> Callable[[str], dict[str, Any]]:
    return lambda words: {**more, "name": words}


SAID = [
    Said("rename", named(), 40),
    Said("make", named(), 40),
    Said("rename_character", named(character="c1"), 40),
    Said("make_clock", named(size=4), 40),
    Said("make_clock", lambda words: {"name": "Tide", "size": 4, "full": words}, 8000),
    Said("begin_evening", named(), 40),
    Said("begin_scene", named(), 40),
    Said("begin_scene", lambda words: {"name": "Quay", "conditions": [{"words": words}]}, 80),
    Said("undertake", named(kind="vow", rank="epic"), 100, "starforged"),
    Said("note", lambda words: {"text": words}, 2000),
    Said("alarm", lambda words: {"text": words}, 300),
    Said("intend", lambda words: {"character": "c1", "intention": words}, 200, "true-world", "s2"),
    Said("declare", lambda words: {"npc": words, "move": "fortune"}, 40),
    Said("secret_roll", lambda words: {"note": words, "move": "fortune", "inputs": {"dice": 1}}, 500),
    Said("keep", lambda words: {"what": "note", "fields": {"text": words}}, 8000),
    Said("keep", lambda words: {"what": "note", "fields": {"text": "x", "title": words}}, 40),
    Said("keep", lambda words: {"what": "npc", "fields": {"name": words}}, 40),
    Said("keep", lambda words: {"what": "line", "fields": {"text": words}}, 200),
    Said("keep", lambda words: {"what": "npc", "fields": {"name": "x", "tracks": [{"name": words, "size": 1}]}}, 40),
    Said("note_privately", lambda words: {"character": "c1", "text": words}, 4000, seat="s2"),
]


@pytest.mark.parametrize("said", SAID)
def test_what_is_said_is_so_long_at_most(said: Said) -> None:
    played = Played(game(said.game))
    played.outside = Dice()
    if said.request == "intend":
        played.do("s1", "begin_round")
    told = played.refuses(said.seat, said.request, **said.body("x" * (said.most + 1)))
    assert f"is text of 1 to {said.most} characters" in told
    assert "without control characters" in played.refuses(said.seat, said.request, **said.body("a\x07b"))
    assert played.refuses(said.seat, said.request, **said.body("x" * said.most)) == ""


def test_how_one_helps_is_said_in_few_words() -> None:
    played = Played(game("in-the-dark"))
    roll = played.do("s2", "declare", character="c1", trait="skulk")
    offer = {"roll": roll, "character": "c2"}
    assert "is text of 1 to 200 characters" in played.refuses("s3", "offer", **offer, how="x" * 201)
    assert played.allows("s3", "offer", **offer, how="x" * 200)


def test_what_all_helpers_say_is_kept_as_far_as_there_is_room() -> None:
    played = Played(game("illuminated-worlds"), {"texts": "optional"})
    roll = played.do("s2", "declare", character="c1", trait="sway")
    for place in range(3):
        made = f"c{len(played.table.characters) + 1}"
        played.do("s1", "make", name=f"Extra {place}")
        played.do("s1", "offer", roll=roll, character=made, input="participants", how=str(place) * 200)
    told = roll_view(played.table, roll)
    assert told is not None
    assert (told["refusal"], told["inputs"]["how"]["value"]) == (
        "",
        "; ".join(str(each) * 200 for each in range(3))[:500],
    )


# how many there are


class Many(NamedTuple):
    """Something of which a table has so many at most."""

    request: str
    body: Callable[[int], dict[str, Any]]
    most: int
    there: int = 0
    """How many of them a new table has."""
    game: str = "in-the-dark"


MANY = [
    Many("make", lambda place: {"name": f"Extra {place}"}, 60, 2),
    Many("make_clock", lambda place: {"name": f"Clock {place}", "size": 4}, 40),
    Many("declare", lambda _: {"character": "c1", "trait": "skulk"}, 60),
    Many("keep", lambda place: {"what": "note", "fields": {"text": f"Note {place}"}}, 400),
]


@pytest.mark.parametrize("many", MANY, ids=lambda each: each.request)
def test_a_table_holds_so_many_at_most(many: Many) -> None:
    played = Played(game(many.game))
    for place in range(many.there, many.most):
        played.do("s1", many.request, **many.body(place))
    assert str(many.most) in played.refuses("s1", many.request, **many.body(many.most))


def test_a_card_that_is_taken_away_makes_room() -> None:
    played = Played(game("in-the-dark"))
    for place in range(400):
        played.do("s1", "keep", what="note", fields={"text": f"Note {place}"})
    first = played.sees("s1")["cards"][0]["card"]
    played.do("s1", "keep", what="note", fields={"text": "Another"}, card=first)
    played.do("s1", "discard", card=first)
    assert played.allows("s1", "keep", what="note", fields={"text": "One more"})


def test_a_table_has_forty_seats() -> None:
    played = Played(game("in-the-dark"))
    played.do("s1", "set_up", onlooker_seats=40)
    for place in range(4, 41):
        played.sit(f"Guest {place}", "onlooker")
    with pytest.raises(InputError, match="has its 40 seats taken"):
        joining(played.table, "s41", "Late", "player")
    played.do("s1", "leave", seat="s40")
    assert joining(played.table, "s41", "Late", "player").role == "player"


@pytest.mark.parametrize(("role", "usual"), [("gm", 3), ("player", 12), ("onlooker", 20)])
def test_a_link_seats_so_many_and_who_leaves_makes_room(role: Role, usual: int) -> None:
    played = Played(game("in-the-dark"))
    assert played.sees("s2")["settings"][f"{role}_seats"] == usual
    here = sum(seat.role == role for seat in played.table.seats.values())
    played.do("s1", "set_up", **{f"{role}_seats": here + 1})
    last = played.sit("Last", role)
    with pytest.raises(
        InputError, match=f"This link seats {here + 1}, and {'that is' if not here else 'all are'} taken"
    ):
        joining(played.table, "s41", "Late", role)
    played.do(last, "leave")
    assert joining(played.table, "s41", "Late", role).role == role
    for wrong in (0, 41):
        told = f"{role}_seats takes a whole number from 1 to 40, not {wrong}."
        assert played.refuses("s1", "set_up", **{f"{role}_seats": wrong}) == told
    assert played.allows("s1", "set_up", **{f"{role}_seats": 40})


def test_eight_knock_at_a_time_and_who_is_sent_away_knocks_no_more() -> None:
    played = Played(game("in-the-dark"))
    played.do("s1", "set_up", knock=True)
    for place in range(8):
        played.sit(f"Guest {place}")
    with pytest.raises(InputError, match="8 are waiting to be let in already"):
        joining(played.table, "s12", "Late", "player")
    played.do("s1", "leave", seat="s4")
    assert joining(played.table, "s12", "Late", "player").waits


def test_twenty_roll_together_at_most() -> None:
    played = Played(game("true-world"))
    for place in range(3, 23):
        played.do("s1", "make", name=f"Extra {place}")
    crowd = [f"c{place}" for place in range(2, 23)]
    asked = {"character": "c1", "move": "group", "trait": "climbing"}
    assert "members takes at most 20, not 21" in played.refuses("s1", "declare", **asked, members=crowd)
    assert played.allows("s1", "declare", **asked, members=crowd[:20])


@pytest.mark.parametrize(("size", "taken"), [(0, False), (1, True), (100, True), (101, False)])
def test_a_clock_has_so_many_segments(size: int, taken: bool) -> None:
    told = Played(game("in-the-dark")).refuses("s1", "make_clock", name="Tide", size=size)
    assert told == ("" if taken else "size takes a whole number from 1 to 100.")


CARDS: list[tuple[str, str, Callable[[int], Any], int, str]] = [
    ("npc", "tracks", lambda many: [{"name": "Fear", "size": 1}] * many, 6, "tracks takes up to 6"),
    ("npc", "tracks", lambda size: [{"name": "Fear", "size": size}], 100, "a size from 1 to 100"),
    ("npc", "numbers", lambda many: {f"n{each}": 1 for each in range(many)}, 12, "numbers takes at most 12"),
    ("npc", "numbers", lambda long: {"n" * (long - len("('', 1)")): 1}, 40, "numbers takes at most 12"),
    ("scene", "conditions", lambda many: [{"words": "Rain"}] * many, 8, "conditions takes up to 8"),
]


@pytest.mark.parametrize(("what", "name", "made", "most", "told"), CARDS)
def test_a_card_holds_so_much_at_most(what: str, name: str, made: Callable[[int], Any], most: int, told: str) -> None:
    played = Played(game("in-the-dark"))
    assert told in played.refuses("s1", "keep", what=what, fields={"name": "Moth", name: made(most + 1)})
    assert played.refuses("s1", "keep", what=what, fields={"name": "Moth", name: made(most)}) == ""


# sheets: every track, mark and trait of every game


def edits(played: Played, where: str, name: str, value: Any) -> str:
    """The refusal of an edit; one that changes nothing was taken."""
    told = played.refuses("s1", "edit", where=where, values={name: value})
    return "" if told.startswith("values takes at least one value") else told


@pytest.mark.parametrize("played_game", games(), ids=lambda each: each.id)
def test_a_track_is_edited_within_the_bounds_that_are_seen(played_game: Game) -> None:
    played = Played(played_game)
    view = played.sees("s2")
    for where, bounds in (("c1", view["characters"][0]["bounds"]), ("table", view["bounds"])):
        for name, (low, high) in bounds.items():
            assert edits(played, where, name, low) == ""
            assert played.value(name, where) == low
            assert edits(played, where, name, low - 1).startswith(f"{name} takes a whole number from {low} to ")
            top = 10**6 if high is None else high
            assert edits(played, where, name, top) == ""
            assert edits(played, where, name, top + 1).startswith(f"{name} takes a whole number")
            for wrong in (True, "1", 1.0, None, [1]):
                assert edits(played, where, name, wrong) == f"{name} takes a whole number."


@pytest.mark.parametrize("played_game", games(), ids=lambda each: each.id)
def test_every_value_stands_on_the_sheet_of_its_owner_alone(played_game: Game) -> None:
    played, form = Played(played_game), played_game.sheet
    for mark in form.marks:
        own, other = ("table", "c1") if mark.owner == "table" else ("c1", "table")
        for value in (True, False):
            assert edits(played, own, mark.name, value) == ""
            assert played.value(mark.name, own) is value
        assert mark.name in edits(played, own, mark.name, "perhaps")
        assert f"called '{mark.name}'" in edits(played, other, mark.name, True)
    for track in form.tracks:
        other = "c1" if track.owner == "table" else "table"
        assert f"called '{track.name}'" in edits(played, other, track.name, 0)
    for trait in form.traits:
        assert f"called '{trait.name}'" in edits(played, "table", trait.name, 1)
        assert edits(played, "c1", trait.name, ["wrong"]) != ""
    assert "no value on this sheet called 'luck'" in edits(played, "c1", "luck", 1)
