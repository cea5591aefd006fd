"""Random evenings as every seat sees them, against the log read plainly."""

from __future__ import annotations

import json
from typing import Any

import pytest

from actionroll import odds
from actionroll.table import Table, Viewer, entry_read, fold, table_view, traces
from actionroll.table.roll_view import roll_view
from actionroll.table.state import Change
from actionroll.wire import tiers_shown
from tests.plain_reading import Reading, open_dues
from tests.random_evening import GAMES, Evening, evening

ENTRIES = 260
AS_READ = "what is new in table_view is read plainly too: tests/plain_reading.py"
OF_ROLL = ("character", "move", "trait", "against", "undertaking", "seat", "members", "demanded", "status", "wished")


@pytest.fixture(scope="module", params=GAMES)
def played(request: pytest.FixtureRequest) -> Evening:
    return evening(request.param, ENTRIES, seed=3, widely=True)


@pytest.fixture(scope="module")
def read(played: Evening) -> Reading:
    return Reading(json.loads(body) for body in played.bodies)


def seen(played: Evening, seat: str) -> Any:
    return table_view(played.table, Viewer(seat, played.table.seats[seat].role), ("s2",), ())


def settings(read: Reading) -> dict[str, Any]:
    """Those that were changed, and how many each link seats as long as nobody says otherwise."""
    return {"gm_seats": 3, "player_seats": 12, "onlooker_seats": 20, **read.table["settings"]}


def by(name: str, listed: list[dict[str, Any]]) -> dict[str, Any]:
    return {each[name]: {said: value for said, value in each.items() if said != name} for each in listed}


@pytest.fixture
def without_rolls(monkeypatch: pytest.MonkeyPatch) -> None:
    """Which phones are told apart."""
    monkeypatch.setattr("actionroll.table._rolls_shown", lambda table: [])


@pytest.mark.usefixtures("without_rolls")
def test_an_entry_that_says_all_leaves_nothing_to_read_anew(played: Evening) -> None:
    table, viewer = Table(), Viewer("s2", "player")
    tracks = {track.name for track in played.table.game.sheet.tracks}
    for number, body in enumerate(played.bodies, 1):
        entry = entry_read(json.loads(body))
        changes = getattr(entry, "changes", ())
        if not entry.says_all or any(each.name not in {"name", "filled", *tracks} for each in changes):
            fold(table, number, entry)  # what else changes may move bounds
            continue
        before = table_view(table, viewer, (), ())
        fold(table, number, entry)
        for each in changes:
            put(before, each)
        after = table_view(table, viewer, (), ())
        assert {**before, "number": number, "undertakings": after["undertakings"]} == after, entry


def put(view: dict[str, Any], change: Change) -> None:
    """As a phone puts it."""
    if change.where == "table":
        view["values"] = {**view["values"], change.name: change.after}
    for clock in view["clocks"]:
        if clock["clock"] == change.where:
            clock["filled"] = change.after
    for character in view["characters"]:
        if character["character"] == change.where:
            (character if change.name == "name" else character["values"])[change.name] = change.after


def test_every_seat_sees_what_the_log_says(played: Evening, read: Reading) -> None:
    for seat in read.seats:
        view = seen(played, seat)
        assert view["you"] == {"seat": seat, "role": read.seats[seat]["role"]}
        assert {name: view[name] for name in read.table} == {**read.table, "settings": settings(read)}
        assert by("clock", view["clocks"]) == read.clocks, AS_READ
        told = {
            name: {**each, "done": read.is_done(name), "rolled": read.rolled(name)}
            for name, each in read.undertakings.items()
        }
        assert by("undertaking", view["undertakings"]) == told, AS_READ
        assert by("evening", view["evenings"]) == read.evenings, AS_READ
        seats = {name: {**each, "here": name == "s2"} for name, each in read.seats.items()}
        assert by("seat", view["seats"]) == seats, AS_READ
        assert view["undone"] == sorted(read.undone)
        own = ("name", "seat", "values")
        shown = {each["character"]: {name: each[name] for name in own} for each in view["characters"]}
        assert shown == read.characters


def test_rolls_that_go_on_are_shown_as_the_log_says(played: Evening, read: Reading) -> None:
    shown = {each["roll"]: each for each in seen(played, "s3")["rolls"]}
    assert list(shown) == sorted(read.going_on)
    for number, roll in read.going_on.items():
        told = shown[number]
        assert {name: told[name] for name in OF_ROLL} == {name: roll[name] for name in OF_ROLL}
        assert (told["by_hand"], told["rulings"]) == (roll["by_hand"], roll["rulings"])
        assert {each["character"]: each for each in told["offers"]} == roll["offers"]
        dues = [(each["due"], each["kind"], each["named"], each["proposed"]) for each in told["open_dues"]]
        owed = [(place, roll["dues"][place][0]) for place in open_dues(roll)]
        assert dues == [(place, kind, roll["named"].get(place), roll["proposed"].get(place)) for place, kind in owed]


def test_rolls_that_are_over_keep_how_they_ended(played: Evening, read: Reading) -> None:
    over = {number: each for number, each in read.rolls.items() if number not in read.going_on}
    assert over
    for number, roll in over.items():
        told = roll_view(played.table, number)
        assert told is not None
        assert [told[name] for name in ("status", "wished", "character", "move")] == [
            roll[name] for name in ("status", "wished", "character", "move")
        ]


def test_traces_are_counted_for_whom_they_are(played: Evening, read: Reading) -> None:
    counted = {(each["trace"], seat): times for each in traces(played.table) for seat, times in each["seats"].items()}
    assert counted == dict(read.traces)


@pytest.mark.parametrize("game", GAMES)
def test_the_odds_of_an_open_roll_are_those_of_its_inputs(game: str) -> None:
    """What the view says of each input, asked again of the library alone, gives the odds that the view shows."""
    made, asked = evening(game, 30, seed=5), 0
    while asked < 12:
        made.step()
        for roll in [each.id for each in made.table.open_rolls if each.status == "open"][-1:]:
            told = roll_view(made.table, roll)
            assert told is not None
            if told["odds"]:
                attempt = {name: each["value"] for name, each in told["inputs"].items() if each["value"] is not None}
                decide = {name: each["chosen"] for name, each in told["decide"].items()}
                counted = odds(game, told["move"], rulings=made.table.rulings, decide=decide, **attempt)
                assert told["odds"]["tiers"] == tiers_shown(counted)
                asked += 1
