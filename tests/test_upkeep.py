"""Between scenes: characters grow for a price and recover, by the numbers of their game; undo takes it back."""

import pytest

from actionroll.games import game, games
from actionroll.rules.game import Game
from actionroll.rules.sheet import starting_values
from tests.table_in_memory import Played


@pytest.mark.parametrize("played_game", games(), ids=lambda each: each.id)
def test_upkeep_speaks_of_what_the_game_has(played_game: Game) -> None:
    start, face = starting_values(played_game.sheet), played_game.face
    assert face is not None
    assert face.upkeep
    for each in face.upkeep:
        assert {*each.price, *each.names, *each.changes} <= set(start), each.name
        assert each.things in {"", *(kind.name for kind in played_game.sheet.things)}


def test_experience_buys_an_asset_in_full_or_not_at_all() -> None:
    played = Played(game("starforged"))
    asked = {"character": "c1", "what": "A new asset", "thing": {"name": "Navigator", "does": [{"use": "reroll any"}]}}
    assert "cannot pay" in played.refuses("s2", "tend", **asked)
    played.do("s2", "edit", where="c1", values={"experience": 4})
    number = played.do("s2", "tend", **asked)
    assert played.value("experience") == 1
    assert [each["name"] for each in played.value("things")] == ["Navigator"]
    played.do("s1", "undo", entry=number)
    assert played.value("experience") == 4
    assert not played.value("things")


def test_actions_go_up_to_their_bound_and_are_gilded() -> None:
    played = Played(game("illuminated-worlds"))
    for wanted in (3, None):
        refused = played.refuses("s2", "tend", character="c1", what="A point more in an action", value="sway")
        assert (played.value("sway") == 3 and "as high as it goes" in refused) if wanted is None else not refused
    played.do("s2", "tend", character="c1", what="Gild another action", value="sway_gilded")
    assert played.value("sway_gilded") is True
    assert "value that goes up" in played.refuses(
        "s2", "tend", character="c1", what="A point more in an action", value="nerve"
    )


def test_a_skill_goes_a_die_up_and_stress_is_let_go() -> None:
    played = Played(game("wherever-we-go"))
    played.do("s2", "tend", character="c1", what="A skill a step up", value="stealth")
    assert played.value("stealth") == "d10"
    played.do("s2", "edit", where="c1", values={"stress": 3})
    assert "montage" in played.refuses("s2", "tend", character="c1", what="Let stress go")
    played.do("s2", "tend", character="c1", what="Let stress go", amount=5)
    assert played.value("stress") == 0
    assert "change nothing" in played.refuses("s2", "tend", character="c1", what="Let stress go", amount=1)


def test_harm_heals_by_one_kind_at_a_time() -> None:
    played = Played(game("wherever-we-go"))
    assert "nothing of the kind" in played.refuses("s2", "tend", character="c1", what="A major harm heals")
    played.do("s2", "edit", where="c1", values={"major_harm": True})
    for what, mark in (("A major harm heals", "severe_harm"), ("A severe harm heals", "minor_harm")):
        played.do("s2", "tend", character="c1", what=what)
        assert played.value(mark) is True
    assert (played.value("major_harm"), played.value("severe_harm")) == (False, False)


def test_whoever_is_out_of_the_scene_comes_back() -> None:
    played = Played(game("true-world"))
    played.do("s2", "edit", where="c1", values={"stress": 6})
    assert played.value("out_of_scene") is True
    played.do("s2", "tend", character="c1", what="Stress eases", amount=2)
    assert (played.value("stress"), played.value("out_of_scene")) == (4, False)


def test_upkeep_is_the_players_own() -> None:
    played = Played(game("in-the-dark"))
    asked = {"character": "c1", "what": "A dot more in an action", "value": "attune"}
    assert "another seat" in played.refuses("s3", "tend", **asked)
    assert "no upkeep called" in played.refuses("s2", "tend", character="c1", what="Wings").lower()
    played.do("s2", "tend", **asked)
    assert played.value("attune") == 1
