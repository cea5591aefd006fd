"""Named things of a character: what they are, and how using one fills the inputs of an attempt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from actionroll.api import odds, odds_of, question
from actionroll.errors import InputError
from actionroll.games import game, games
from actionroll.rules.game import Game
from actionroll.rules.inputs import Texts as Attempt
from actionroll.rules.inputs import choice, inputs_of, many, whole
from actionroll.rules.kinds import DieSize, Whole
from actionroll.rules.sheet import starting_values
from actionroll.rules.things import (
    ITS_VALUE,
    Thing,
    ThingKind,
    Use,
    can_bear,
    can_use,
    filled,
    kind_shown,
    named,
    once_more,
    read_thing,
    read_things,
    refuse_spent,
    restored,
    thing_shown,
    traits_of,
)


@dataclass(frozen=True, slots=True)
class Try(Attempt):
    dice: int = whole(0, 10, "Dice.", default=0)
    bonus: tuple[int, ...] = many(Whole(1, 3), "Bonuses.", most=2)
    talent: int | None = whole(4, 12, "A talent's die.", default=None, or_none=True)
    lift: str = choice("none", "one", "two", says="Lifts.")


GEAR = ThingKind(
    "gear",
    "What one carries.",
    (
        Use("adds", "A die more.", {"dice": 1}),
        Use("bonus", "A bonus.", {"bonus": ITS_VALUE}, Whole(1, 3)),
        Use("talent", "A die of its own.", {"talent": ITS_VALUE}, Whole(4, 12)),
        Use("lifts", "A tier more.", {"lift": "one"}),
        Use("lifts more", "Two tiers more.", {"lift": "two"}),
        Use("elsewhere", "Nothing here.", {"stat": 1}),
        Use("lent", "A die for a friend.", {"dice": 1}, by="helper"),
    ),
)
SKILL = ThingKind("skill", "What one can.", worth=DieSize((4, 6, 8)))
KINDS = (GEAR, SKILL)
INPUTS = inputs_of(Try)


def gear(name: str, *does: tuple[str, Any], **more: Any) -> Thing:
    return Thing("gear", name, does=does, **more)


def test_using_a_thing_adds_to_numbers_joins_lists_and_sets_words() -> None:
    rope, charm = gear("rope", ("adds", None), ("bonus", 2)), gear("charm", ("lifts", None), ("bonus", 1))
    given = filled(KINDS, [rope, charm], INPUTS, {"dice": 2})
    assert given == {"dice": 3, "bonus": [2, 1], "lift": "one", "used": "rope; charm"}


def test_in_a_contest_a_thing_fills_the_inputs_of_its_own_side() -> None:
    sides = {f"attacker_{name}": each for name, each in INPUTS.items()}
    rope = gear("rope", ("adds", None))
    assert can_use(KINDS, rope, sides, side="attacker_")
    assert not can_use(KINDS, rope, sides)
    assert filled(KINDS, [rope], sides, {"attacker_dice": 1}, "attacker_") == {"attacker_dice": 2}


def test_a_number_that_is_not_there_yet_is_set() -> None:
    assert filled(KINDS, [gear("knack", ("talent", 6))], INPUTS, {})["talent"] == 6


@pytest.mark.parametrize(
    ("things", "raw", "told"),
    [
        ([gear("a", ("lifts", None)), gear("b", ("lifts more", None))], {}, "No use for “b” now"),
        ([gear("rope", ("elsewhere", None))], {}, "'rope' does nothing in this roll, which has no stat"),
        ([gear("rope", ("adds", None))], {"dice": 10}, "dice takes a whole number from 0 to 10, not '11'"),
        ([gear("rope", ("adds", None), most=2, spent=2)], {}, "'rope' has been used 2 times, as often as it can be"),
    ],
)
def test_what_cannot_be_used_is_refused_in_a_sentence(things: list[Thing], raw: dict[str, Any], told: str) -> None:
    with pytest.raises(InputError, match=told):
        filled(KINDS, things, INPUTS, raw)


def test_a_thing_is_used_as_often_as_it_says_and_then_restored() -> None:
    rope = gear("rope", ("adds", None), most=1)
    used = once_more(rope)
    assert can_use(KINDS, rope, INPUTS)
    assert not can_use(KINDS, used, INPUTS)
    assert restored(used) == rope
    assert once_more(gear("knife")) == gear("knife")


def test_only_what_fits_the_roll_and_the_one_who_uses_it_can_be_used() -> None:
    assert can_use(KINDS, gear("map"), INPUTS)
    assert not can_use(KINDS, gear("lamp", ("lent", None)), INPUTS)
    assert can_use(KINDS, gear("lamp", ("lent", None)), INPUTS, by="helper")
    assert not can_use(KINDS, gear("box", ("elsewhere", None)), INPUTS)


def test_a_thing_reads_back_what_it_shows() -> None:
    for thing in (
        gear("rope", ("adds", None), ("bonus", 2), text="fifty feet", most=3, spent=1),
        Thing("skill", "piloting", worth="d8"),
    ):
        assert read_thing(KINDS, thing_shown(thing)) == thing
    assert thing_shown(gear("knife")) == {"kind": "gear", "name": "knife"}


@pytest.mark.parametrize(
    ("raw", "told"),
    [
        ("rope", "A thing takes kind, name"),
        ({"kind": "gear", "name": "rope", "weight": 3}, "A thing takes kind, name"),
        ({"kind": "spell", "name": "rope"}, "There is no kind of things called 'spell'"),
        ({"kind": "gear", "name": "  "}, "A thing needs a name"),
        ({"kind": "gear", "name": "x" * 41}, "name takes text of at most 40"),
        ({"kind": "gear", "name": "rope", "does": "adds"}, "does takes a list of at most 5"),
        (
            {"kind": "gear", "name": "rope", "does": [{"use": "flies"}]},
            "no use of the kind gear called 'flies'",
        ),
        ({"kind": "gear", "name": "rope", "does": [{"use": "bonus", "value": 9}]}, "value of bonus takes a whole"),
        ({"kind": "gear", "name": "rope", "does": [{"use": "adds", "value": 1}]}, "adds takes no value"),
        ({"kind": "gear", "name": "rope", "does": [{"how": "adds"}]}, "A use is written"),
        ({"kind": "gear", "name": "rope", "worth": "d6"}, "Things of the kind gear have no worth"),
        ({"kind": "skill", "name": "piloting"}, "worth of piloting takes one of d4, d6, d8"),
        ({"kind": "gear", "name": "rope", "most": 0}, "most takes a whole number from 1 to 99"),
        ({"kind": "gear", "name": "rope", "most": 2, "spent": 3}, "spent takes a whole number from 0 to 2"),
        ({"kind": "gear", "name": "rope", "spent": 1}, "spent takes a whole number from 0 to 0"),
    ],
)
def test_a_thing_that_is_none_is_refused_in_a_sentence(raw: Any, told: str) -> None:
    with pytest.raises(InputError, match=told):
        read_thing(KINDS, raw)


def test_things_with_a_worth_are_picked_as_traits_are() -> None:
    things = [gear("rope"), Thing("skill", "piloting", worth="d8")]
    assert traits_of(KINDS, things) == {"piloting": "d8"}
    assert named(things, "rope").kind == "gear"
    with pytest.raises(InputError, match="There is no thing on this sheet called 'sail'"):
        named(things, "sail")


def test_a_kind_shows_what_forms_need() -> None:
    shown = kind_shown(GEAR)
    assert shown["uses"][0] == {"use": "adds", "says": "A die more.", "inputs": ["dice"], "by": "roller", "value": None}
    assert shown["uses"][1]["value"]["type"] == "whole"
    assert kind_shown(SKILL)["worth"]["values"] == ["d4", "d6", "d8"]


@pytest.mark.parametrize("played", games(), ids=lambda each: each.id)
def test_what_a_game_declares_of_things_fits_its_moves(played: Game) -> None:
    for kind in played.sheet.things:
        for use in kind.uses:
            assert any(set(use.fills) <= set(inputs_of(move.attempt)) for move in played.moves), use.name
        for thing in kind.ready:
            assert read_thing(played.sheet.things, thing_shown(thing)) == thing


@pytest.mark.parametrize(
    ("name", "use", "value", "attempt"),
    [
        ("illuminated-worlds", "adds a die", None, {"rating": 1}),
        ("illuminated-worlds", "adds dice", 2, {"rating": 1}),
        ("illuminated-worlds", "gilds a die", None, {"rating": 2, "drive": 1}),
        ("illuminated-worlds", "adds a gilded die", None, {"rating": 1, "drive": 1}),
        ("illuminated-worlds", "doubles a point", None, {"rating": 1, "drive_spent": 1}),
        ("illuminated-worlds", "lifts a mixed success", None, {"rating": 1}),
        ("illuminated-worlds", "lifts the result", None, {"rating": 1}),
        ("true-world", "shifts the odds", None, {"ability": ["d6"], "difficulty": "hard"}),
        ("true-world", "shifts the odds for grit", None, {"ability": ["d6"], "difficulty": "hard", "grit": 1}),
        ("true-world", "lifts the effect", None, {"ability": ["d6"], "difficulty": "hard"}),
        ("true-world", "lifts the effect for grit", None, {"ability": ["d6"], "difficulty": "hard", "grit": 1}),
    ],
)
def test_a_thing_that_is_used_changes_the_odds(name: str, use: str, value: Any, attempt: dict[str, Any]) -> None:
    played = game(name)
    kind = next(each for each in played.sheet.things if any(use == one.name for one in each.uses))
    thing = Thing(kind.name, "Knack", does=((use, value),))
    given = filled(played.sheet.things, [thing], inputs_of(played.move("action").attempt), attempt)
    asked = question(name, "action", given)
    assert asked.attempt.used == "Knack"
    assert odds_of(asked).joint != odds_of(question(name, "action", attempt)).joint


@pytest.mark.parametrize(("use", "value"), [("lifts the result for points", 1), ("resists", None)])
def test_an_ability_that_asks_first_changes_the_best_odds(use: str, value: Any) -> None:
    played = game("illuminated-worlds")
    given = filled(
        played.sheet.things,
        [Thing("ability", "Knack", does=((use, value),))],
        inputs_of(played.move("action").attempt),
        {"rating": 1, "drive": 3},
    )
    decide = {"shift": "shift", "resist": "on-failure"}
    assert odds_of(question(played, "action", given, decide=decide))["failure"] < odds(played, rating=1)["failure"]


def test_an_ability_lets_another_drive_pay() -> None:
    played = game("illuminated-worlds")
    ability = Thing("ability", "Cold blood", does=(("pays from another drive", "nerve"),))
    given = filled(played.sheet.things, [ability], inputs_of(played.move("action").attempt), {"rating": 1})
    assert given == {"rating": 1, "pays": "nerve", "used": "Cold blood"}


def test_a_helpers_ability_gilds_the_die_that_they_give() -> None:
    played = game("illuminated-worlds")
    ability, inputs = (
        Thing("ability", "Verbose", does=(("gilds your help", None),)),
        inputs_of(played.move("action").attempt),
    )
    assert not can_use(played.sheet.things, ability, inputs)
    assert can_use(played.sheet.things, ability, inputs, by="helper")
    assert filled(played.sheet.things, [ability], inputs, {"rating": 1, "helpers": 1})["helper_gilds"] == 1


def test_a_skill_of_ones_own_is_rolled_with() -> None:
    played = game("true-world")
    skill = read_thing(played.sheet.things, {"kind": "skill", "name": "piloting", "worth": "d10"})
    values = {**starting_values(played.sheet), **traits_of(played.sheet.things, [skill])}
    assert played.sheet.fill["action"](values, "piloting")["ability"] == ["d10"]
    assert played.sheet.fill["action"](values, "")["unskilled"] is True
    assert played.sheet.fill["quick"](values, "")["ability"] == "none"


ROPE = {"kind": "gear", "name": "rope"}
WORN = (ThingKind("armour", "What is worn.", wears="health"), *KINDS)


def test_a_thing_that_wears_is_broken_and_one_that_is_used_is_spent() -> None:
    mail = Thing("armour", "mail", most=2, spent=2)
    with pytest.raises(InputError, match="'mail' is broken; mend it first"):
        filled(WORN, [mail], INPUTS, {})
    with pytest.raises(InputError, match="'rope' has been used 2 times, as often as it can be"):
        refuse_spent(WORN, gear("rope", most=2, spent=2))
    for sound in (gear("rope", most=2, spent=1), gear("rope"), Thing("armour", "mail", most=2, spent=1)):
        refuse_spent(WORN, sound)
        assert can_use(WORN, sound, INPUTS)
    assert once_more(gear("rope", most=5, spent=1), 3).spent == 4
    assert restored(mail).spent == 0


def test_a_thing_bears_what_is_left_of_it_and_only_of_its_own_track() -> None:
    mail = Thing("armour", "mail", most=5, spent=2)
    assert can_bear(WORN, mail, "health") == 3
    for thing, track, told in (
        (mail, "resolve", "'mail' stands in for no resolve, and bears nothing."),
        (gear("rope", most=3), "health", "'rope' stands in for no health, and bears nothing."),
        (
            Thing("armour", "mail"),
            "health",
            "'mail' has no reliability yet: write down how much it bears, as its most.",
        ),
    ):
        with pytest.raises(InputError, match=told):
            can_bear(WORN, thing, track)


def test_a_sheet_has_forty_things_at_most_each_with_a_name_of_its_own() -> None:
    many_things = [{**ROPE, "name": f"rope {number}"} for number in range(40)]
    assert len(read_things(KINDS, many_things, ("dice",))) == 40
    for raw, told in (
        ([*many_things, ROPE], "things takes a list of at most 40, each with a kind and a name."),
        ("rope", "things takes a list of at most 40"),
        ({"kind": "gear"}, "things takes a list of at most 40"),
        ([ROPE, ROPE], "There is something called rope on this sheet already; give it another name."),
        ([{**ROPE, "name": "dice"}], "There is something called dice on this sheet already"),
    ):
        with pytest.raises(InputError, match=told):
            read_things(KINDS, raw, ("dice",))
    with pytest.raises(InputError, match="This game knows no named things; leave things out"):
        read_things((), [], ())


def test_the_bounds_of_a_thing_are_taken() -> None:
    most = {**ROPE, "name": "x" * 40, "text": "y" * 500, "most": 99, "spent": 99, "does": [{"use": "adds"}] * 5}
    made = read_thing(KINDS, most)
    assert (len(made.name), len(made.text), made.most, made.spent, len(made.does)) == (40, 500, 99, 99, 5)
    assert read_thing(KINDS, {**ROPE, "most": 1, "spent": 0}).spent == 0
    for raw, told in (
        ({**ROPE, "most": 100}, "most takes a whole number from 1 to 99, not '100'."),
        ({**ROPE, "does": [{"use": "adds"}] * 6}, "does takes a list of at most 5 uses"),
        ({**ROPE, "does": ["adds"]}, "A use is written"),
        ({**ROPE, "does": {"use": "adds"}}, "does takes a list of at most 5 uses"),
        ({**ROPE, "does": [{"use": "bonus"}]}, "value of bonus takes a whole number from 1 to 3"),
    ):
        with pytest.raises(InputError, match=told):
            read_thing(KINDS, raw)


def test_what_was_used_is_named_after_what_was_said_of_it() -> None:
    used = filled(KINDS, [gear("rope"), gear("lamp")], INPUTS, {"used": "a map"})
    assert used == {"used": "a map; rope; lamp"}
    assert filled(KINDS, [], INPUTS, {"dice": 1}) == {"dice": 1}
    long = filled(KINDS, [gear("rope")], INPUTS, {"used": "x" * 499})["used"]
    assert long == "x" * 499 + ";"
    assert "used" not in filled(KINDS, [gear("rope")], {"dice": INPUTS["dice"]}, {})


def test_what_is_set_already_to_the_same_or_to_its_default_is_set() -> None:
    lifts = gear("charm", ("lifts", None))
    for before in ({}, {"lift": "none"}, {"lift": "one"}):
        assert filled(KINDS, [lifts], INPUTS, before)["lift"] == "one"
    with pytest.raises(InputError, match="No use for “charm” now: the lift is two already"):
        filled(KINDS, [lifts], INPUTS, {"lift": "two"})


def test_what_a_kind_wears_is_told_where_it_wears_anything() -> None:
    assert kind_shown(WORN[0]) == {
        "kind": "armour", "says": "What is worn.", "uses": [], "worth": None, "ready": [], "wears": "health",
    }  # fmt: skip
    assert "wears" not in kind_shown(GEAR)
    assert thing_shown(gear("rope", ("bonus", 2), ("adds", None), spent=0, most=1)) == {
        **ROPE, "most": 1, "does": [{"use": "bonus", "value": 2}, {"use": "adds"}],
    }  # fmt: skip
