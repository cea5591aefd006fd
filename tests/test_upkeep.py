"""Between scenes: characters grow for a price and recover, by the numbers of their game; undo takes it back."""

import pytest

from actionroll.games import game, games
from actionroll.rules.face import Guide, Upkeep
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


def test_how_much_is_said_only_where_it_is_asked_for() -> None:
    dark = Played(game("in-the-dark"))
    dark.do("s2", "tend", character="c1", what="The crew goes up a level", amount=3)
    assert dark.table.values["crew_level"] == 1
    played = Played(game("wherever-we-go"))
    for wrong in (0, 101):
        told = played.refuses("s2", "tend", character="c1", what="Let stress go", amount=wrong)
        assert told.startswith("amount takes a whole number from 1 to 100")


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


def test_the_crew_rises_for_all() -> None:
    played = Played(game("in-the-dark"))
    number = played.do("s2", "tend", character="c1", what="The crew goes up a level")
    assert played.table.values["crew_level"] == 1
    played.do("s1", "undo", entry=number)
    assert played.table.values["crew_level"] == 0


NO_TEXT = "no text says a number: a start that makes people like the filled sheet"
"""What is ours, and says so."""
SOURCES = {
    "wherever-we-go": {
        "Attributes": ("spread d10 d8 d8 d8", NO_TEXT),
        "Skills": (
            "points 9, most 2, d6 1, d8 2, d10 3, d12 4",
            f"ladder of the skills page, d6 novice first; {NO_TEXT}",
        ),
        "A talent": ("points 1", NO_TEXT),
        "A drive": ("points 1", f"drives have an intensity of 1 to 3; {NO_TEXT}"),
        "A skill a step up": ("by 1", "advancement: each gamble marks the skill's clock of 6, 8, 10 or 12"),
        "Let stress go": ("stress -1", "stress: a montage roll clears its edges and 1"),
        "A major harm heals": (
            "major_harm 0, severe_harm 1",
            "harm and recovery: a full clock of two lowers it by a kind",
        ),
        "A severe harm heals": ("severe_harm 0, minor_harm 1", "the same"),
        "A minor harm heals": ("minor_harm 0, weakened 1", "the same"),
        "Well again": ("weakened 0", "the same, weakened being the least"),
        "Gear is mended": ("gear 1", "gear: the edges of a precision roll restore points"),
    },
    "starforged": {
        "Stats": ("spread 3 2 2 1 1", "making a character: the array of the five stats"),
        "Assets": ("points 3", "making a character: two paths, one more, and the starship that all have"),
        "A new asset": ("experience 3", "advance: three experience for an asset"),
        "An asset's next ability": ("experience 2", "advance: two experience for an ability of an asset"),
    },
    "illuminated-worlds": {
        "Actions": (
            "points 9, most 2",
            "making a character: five fixed, one where none is, three more, none above two",
        ),
        "Gilded actions": ("points 2", "making a character: two gilded actions"),
        "Drives": ("points 9, most 6", "making a character: three fixed and six free, none above six"),
        "An ability": ("points 1", "making a character: an ability of the specialty"),
        "A point more in an action": ("by 1", "advancement: one action point, at most three"),
        "Gild another action": ("by 1", "advancement: gild another action"),
        "A point more in a drive": ("by 1", "advancement: two drive points, together or apart, at most nine"),
        "A new ability": ("", "advancement: a new ability; two different picks"),
    },
    "in-the-dark": {
        "Action dots": ("points 7, most 2", "as in Blades in the Dark: seven dots, none above two"),
        "An ability": ("points 1", "as in Blades in the Dark: one special ability"),
        "Gear": ("points 2", NO_TEXT),
        "A dot more in an action": ("by 1", "stats: nine actions of up to three dots"),
        "A new ability": ("", "as in Blades in the Dark: an advance may be an ability"),
        "Severe harm is treated": ("severe_harm 0", "harm: severe harm puts out of action until it is treated"),
        "The crew goes up a level": ("crew_level 1", "level: six experience and one of the funds for a level"),
    },
    "true-world": {
        "Skill sets": ("points 7, d4 1, d6 2", f"ability ratings: skill sets from d4 to d6; {NO_TEXT}"),
        "Specializations": ("points 2, d8 1, d10 2, d12 3", f"ability ratings: from d8 to d12; {NO_TEXT}"),
        "Boosts": ("points 2", NO_TEXT),
        "Stress eases": (
            "stress -1, out_of_scene 0",
            "stress: at its limit out of the scene, below it back; the gm says how much",
        ),
    },
}


def numbers_of(each: Guide | Upkeep) -> str:
    """Every number of it, in words."""
    if isinstance(each, Guide):
        counts = [f"spread {' '.join(map(str, each.spread))}"] if each.spread else []
        counts += [f"{name} {value}" for name in ("points", "most") if (value := getattr(each, name))]
        return ", ".join([*counts, *(f"{name} {value}" for name, value in each.worth.items())])
    moved = {**each.price, **({"by": each.by} if each.names else {}), **each.changes}
    return ", ".join(f"{name} {value}" for name, value in moved.items())


@pytest.mark.parametrize("played_game", games(), ids=lambda each: each.id)
def test_every_number_has_its_source(played_game: Game) -> None:
    """A number of making, growing or recovering stands beside the text it comes from, or the word that it is ours."""
    face = played_game.face
    assert face is not None
    told = {each.title: numbers_of(each) for each in face.making if not each.asks}
    told |= {each.name: numbers_of(each) for each in face.upkeep}
    assert told == {name: numbers for name, (numbers, _) in SOURCES[played_game.id].items()}
    assert all(source for _, source in SOURCES[played_game.id].values())


def test_a_skill_goes_up_to_the_largest_die_and_no_further() -> None:
    played = Played(game("wherever-we-go"))
    asked = {"character": "c1", "what": "A skill a step up", "value": "stealth"}
    sizes = [played.value("stealth")]
    while not (refused := played.refuses("s2", "tend", **asked)):
        sizes.append(played.value("stealth"))
    assert (sizes, "as high as it goes" in refused) == (["d8", "d10", "d12"], True)
