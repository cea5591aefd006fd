"""Sheets: every value within its bounds, whatever falls on it; and what an answer to a due changes."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from actionroll.errors import InputError
from actionroll.rules.kinds import DieSize, Whole
from actionroll.rules.sheet import (
    Mark,
    SheetForm,
    Track,
    Trait,
    Values,
    changed,
    clamped,
    fill,
    picks_of,
    refuse_unbearable,
    settle,
    starting_values,
    values_of,
)
from actionroll.rules.steps import Due, Effect, Way
from actionroll.rules.things import Thing, ThingKind, thing_shown


def twice_brawn(values: Values) -> int:
    return 2 * int(values["brawn"])


def scarred(values: Values, points: int) -> Values:
    return {"wounds": values["wounds"] - 3, "scars": values["scars"] + points}


FORM = SheetForm(
    traits=(Trait("brawn", Whole(1, 3), 2, "body"), Trait("luck", DieSize((4, 6)), "d4", "fate", rolls=False)),
    tracks=(
        Track("health", 0, twice_brawn, twice_brawn, "Health."),
        Track("harm", 0, 2, 0, "Harm.", overflow="agony"),
        Track("agony", 0, 3, 0, "Agony.", overflow="dying", when_full="broken"),
        Track("wounds", 0, 3, 0, "Wounds.", beyond=scarred),
        Track("scars", 0, None, 0, "Scars.", rolls=True),
        Track("debt", None, 0, 0, "Debt."),
        Track("doom", 0, 6, 0, "Doom.", owner="table"),
    ),
    marks=(Mark("broken", "Broken."), Mark("dying", "Dying."), Mark("dark", "It is dark.", owner="table")),
    things=(ThingKind("skill", "A skill.", worth=DieSize((6, 8))),),
    fill={"act": lambda values, trait: {"dots": values[trait]}, "rest": lambda values, trait: {"stress": 1}},
    fill_for={"act": lambda values, trait, said: {"more": said.get("how", "no")}},
    share={"all": lambda values, trait: {"pools": values[trait]}},
    picks={"rest": ("",)},
)
FARTHEST = 1_000_000
"""Where a track without a bound may stand in a file."""
START = {
    "brawn": 2, "luck": "d4", "broken": False, "dying": False, "dark": False, "health": 4, "harm": 0, "agony": 0,
    "wounds": 0, "scars": 0, "debt": 0, "doom": 0,
}  # fmt: skip


def test_a_sheet_starts_filled_and_a_bound_may_follow_from_other_values() -> None:
    assert starting_values(FORM) == START
    assert values_of(FORM, {}) == START
    assert values_of(FORM, {"brawn": "3", "health": 6, "luck": "d6", "dark": "yes"}) == {
        **START, "brawn": 3, "health": 6, "luck": "d6", "dark": True,
    }  # fmt: skip
    assert values_of(FORM, {"brawn": 3})["health"] == 6, "what is not given starts where the given traits let it"
    assert values_of(FORM, {"brawn": 1})["health"] == 2
    assert FORM.of_the_table == {"doom", "dark"}


@pytest.mark.parametrize(
    ("raw", "told"),
    [
        ({"health": 5}, "health takes a whole number from 0 to 4, not 5."),
        ({"health": -1}, "health takes a whole number from 0 to 4, not -1."),
        ({"brawn": 1, "health": 4}, "health takes a whole number from 0 to 2, not 4."),
        ({"scars": -1}, "scars takes a whole number from 0 up, not -1."),
        ({"debt": 1}, "debt takes a whole number up to 0, not 1."),
        ({"scars": FARTHEST + 1}, f"scars takes a whole number from -{FARTHEST} to {FARTHEST}, not"),
        ({"luck": "d8"}, "luck takes one of d4, d6, not 'd8'."),
        ({"dark": 2}, "dark takes yes or no"),
        ({"speed": 1}, "no value of this game's sheets called 'speed'"),
        ({"things": [{"kind": "skill", "name": "brawn", "worth": "d6"}]}, "There is something called brawn on this"),
    ],
)
def test_what_no_sheet_holds_is_refused(raw: dict[str, Any], told: str) -> None:
    with pytest.raises(InputError, match=re.escape(told)):
        values_of(FORM, raw)


def test_the_bounds_themselves_are_within() -> None:
    for name, value in (("health", 0), ("health", 4), ("scars", FARTHEST), ("debt", -FARTHEST), ("debt", 0)):
        assert values_of(FORM, {name: value})[name] == value


def test_things_are_kept_as_they_are_shown() -> None:
    skill = thing_shown(Thing("skill", "piloting", worth="d8"))
    assert values_of(FORM, {"things": [skill]})["things"] == [skill]


@pytest.mark.parametrize(
    ("before", "effect", "after"),
    [
        ({}, ("health", -3), {"health": 1}),
        ({}, ("health", -5), {"health": 0}),
        ({"health": 3}, ("health", 5), {"health": 4}),
        ({}, ("harm", 2), {"harm": 2}),
        ({}, ("harm", 3), {"harm": 2, "agony": 1}),
        ({"harm": 2, "agony": 2}, ("harm", 1), {"agony": 3, "broken": True}),
        ({"harm": 2, "agony": 2}, ("harm", 2), {"agony": 3, "broken": True, "dying": True}),
        ({"harm": 1}, ("harm", -2), {"harm": 0}),
        ({"harm": 3}, ("harm", -1), {"harm": 2}),
        ({"harm": 2}, ("harm", 0), {}),
        ({"wounds": 2}, ("wounds", 1), {"wounds": 3}),
        ({"wounds": 2}, ("wounds", 3), {"wounds": 0, "scars": 2}),
        ({}, ("scars", 50), {"scars": 50}),
        ({}, ("debt", -50), {"debt": -50}),
        ({}, ("debt", 1), {}),
        ({}, ("dark", 1), {"dark": True}),
        ({"dark": True}, ("dark", -1), {"dark": False}),
        ({"dark": True}, ("dark", 0), {"dark": False}),
        ({}, ("brawn", 1), {"brawn": 3}),
        ({}, ("brawn", 5), {"brawn": 3}),
        ({"health": 4}, ("brawn", -1), {"brawn": 1, "health": 2}),
        ({}, ("luck", 1), {}),
        ({}, ("elsewhere", 1), {}),
    ],
)
def test_what_falls_on_a_sheet(before: dict[str, Any], effect: tuple[str, int], after: dict[str, Any]) -> None:
    values = {**START, **before}
    assert changed(FORM, values, Effect("roller", *effect)) == {**values, **after}


def test_a_track_of_the_table_leaves_a_character_as_it_is() -> None:
    own = {name: value for name, value in START.items() if name not in FORM.of_the_table}
    assert changed(FORM, own, Effect("roller", "doom", 1)) == own
    assert clamped(FORM, {"harm": 5}) == {"harm": 2}


def test_an_effect_falls_on_the_track_that_its_trait_names() -> None:
    named = SheetForm(tracks=FORM.tracks, track_named=lambda track, trait: "doom" if trait == "fate" else track)
    values = {"harm": 0, "doom": 0}
    assert changed(named, values, Effect("roller", "harm", 1), "fate") == {"harm": 0, "doom": 1}
    assert changed(named, values, Effect("roller", "harm", 1), "body") == {"harm": 1, "doom": 0}


tracks = st.sampled_from([track.name for track in FORM.tracks] + [mark.name for mark in FORM.marks] + ["brawn"])


@given(st.lists(st.tuples(tracks, st.integers(-9, 9))))
def test_whatever_falls_on_a_sheet_it_is_one_that_would_be_accepted(effects: list[tuple[str, int]]) -> None:
    values = starting_values(FORM)
    for track, by in effects:
        values = changed(FORM, values, Effect("roller", track, by))
    assert values_of(FORM, values) == values


def test_what_can_be_picked_for_a_move() -> None:
    assert FORM.rolled_with == ("brawn", "scars")
    assert picks_of(FORM, "act") == picks_of(FORM, "all") == ("brawn", "scars")
    assert picks_of(FORM, "rest") == picks_of(FORM, "unknown") == ("",)


def test_a_move_reads_the_trait_and_where_what_is_said_leads() -> None:
    values = {**START, "things": [{"kind": "skill", "name": "piloting", "worth": "d8"}]}
    assert fill(FORM, "act", values, "brawn", {"how": "so"}) == {"dots": 2, "more": "so"}
    assert fill(FORM, "act", values, "piloting", {}) == {"dots": "d8", "more": "no"}
    assert fill(FORM, "rest", values, "", {}) == {"stress": 1}
    assert fill(FORM, "unknown", values, "", {}) == {}
    with pytest.raises(InputError, match=r"no trait to roll this with called 'wits'.*brawn"):
        fill(FORM, "act", values, "wits", {})
    with pytest.raises(InputError, match="Pick what to roll with: --trait takes one of brawn, scars"):
        fill(FORM, "act", values, "", {})


# Dues

HEALTH = Way("health", "", "health", -1, anyone=True, brings=((1, "hurt"), (4, "maimed")), bears="some")
GEAR = Way("gear", "", "gear", -3, per=4, bears="all", anyone=True)
WORDS = Way("words", "")
GAIN = Way("gain", "", "wp", 2, most=3)
LUCK = Way("luck", "", "luck", 1)
ALONE = Way("nothing", "", alone=True)
DAMAGE = Due("damage", "roller", "Share it.", (HEALTH, GEAR, WORDS), amount=6, among=("roller", "helper-1"))
STORY = Due("story", "gm", "Say.", (WORDS, GAIN, LUCK, ALONE, HEALTH), several=True)
TWO = Due("choice", "roller", "Take two.", (GAIN, LUCK, HEALTH, ALONE), amount=2, several=True)
PRICE = Due("price", "gm", "Say.", (WORDS, GAIN), on="attacker")


def share(way: str, amount: int | None = None, **more: Any) -> dict[str, Any]:
    return {"way": way, **({} if amount is None else {"amount": amount}), **more}


@pytest.mark.parametrize(
    ("due", "answer", "changes"),
    [
        (DAMAGE, [share("health")], [("roller", "health", -6), ("roller", "maimed", 1)]),
        (
            DAMAGE,
            [share("health", 3), share("health", 3, who="helper-1")],
            [("roller", "health", -3), ("roller", "hurt", 1), ("helper-1", "health", -3), ("helper-1", "hurt", 1)],
        ),
        (DAMAGE, [share("health", 2), share("health", 2), share("words", 2)],
         [("roller", "health", -4), ("roller", "maimed", 1)]),
        (DAMAGE, [share("gear", 4), share("words", 2)], [("roller", "gear", -3)]),
        (DAMAGE, [share("gear", 5), share("words", 1)], [("roller", "gear", -4)]),
        (DAMAGE, [share("gear", 1), share("words", 5)], [("roller", "gear", -1)]),
        (DAMAGE, [share("gear", 4, thing="rope"), share("words", 2)], [("roller", "thing: rope", -3)]),
        (DAMAGE, [share("gear", 2, thing="rope"), share("gear", 4, thing="axe")],
         [("roller", "thing: rope", -2), ("roller", "thing: axe", -3)]),
        (STORY, [share("words", words="so")], []),
        (STORY, [share("gain", 3), share("words")], [("roller", "wp", 6)]),
        (STORY, [share("nothing")], []),
        (STORY, [share("luck")], [("roller", "luck", 1)]),
        (STORY, [share("health", who="helper-7")], [("helper-7", "health", -1), ("helper-7", "hurt", 1)]),
        (TWO, [share("gain"), share("luck")], [("roller", "wp", 2), ("roller", "luck", 1)]),
        (TWO, [share("nothing")], []),
        (PRICE, [share("gain")], [("attacker", "wp", 2)]),
        (PRICE, [share("gain", 1), share("gain", 2)], [("attacker", "wp", 6)]),
    ],
)  # fmt: skip
def test_what_an_answer_changes(due: Due, answer: list[Any], changes: list[Any]) -> None:
    made = settle(due, answer)
    assert [(each.who, each.track, each.by) for each in made] == changes
    assert all(each.why == due.kind for each in made)


@pytest.mark.parametrize(
    ("due", "answer", "told"),
    [
        (DAMAGE, [], "A due is settled by a list of 1 to 20 shares"),
        (DAMAGE, "health", "A due is settled by a list of 1 to 20 shares"),
        (DAMAGE, {"way": "health"}, "A due is settled by a list of 1 to 20 shares"),
        (DAMAGE, [share("words", 1)] * 21, "A due is settled by a list of 1 to 20 shares"),
        (DAMAGE, ["health"], "A share of a due takes way, who, amount, words, thing, and nothing else."),
        (DAMAGE, [share("health", where="arm")], "A share of a due takes way, who, amount, words, thing,"),
        (DAMAGE, [share("gain")], "no way to settle the damage called 'gain'"),
        (DAMAGE, [share("health", 5)], "The shares must add up to 6, not 5."),
        (DAMAGE, [share("health", 6), share("gear", 1)], "The shares must add up to 6, not 7."),
        (DAMAGE, [share("health", 0)], "amount takes a whole number from 1 to 6, not '0'."),
        (DAMAGE, [share("health", 7)], "amount takes a whole number from 1 to 6, not '7'."),
        (DAMAGE, [share("words", who="helper-1")], "words falls on roller only."),
        (DAMAGE, [share("health", who=1)], "health falls on roller only."),
        (DAMAGE, [share("health", who="helper-2")], "health falls on one of roller, helper-1, not 'helper-2'."),
        (DAMAGE, [share("health", thing="rope")], "health falls on no thing; leave thing out."),
        (DAMAGE, [share("gear", thing="x" * 41)], "thing takes text of at most 40 characters"),
        (STORY, [share("gain", 4)], "amount takes a whole number from 1 to 3, not '4'."),
        (STORY, [share("gain", 2), share("gain", 2)], "gain for roller takes a whole number from 1 to 3, not '4'."),
        (STORY, [share("nothing"), share("words")], "nothing is named alone, or left out"),
        (STORY, [share("words", words=3)], "words takes text of at most 500 characters"),
        (TWO, [share("luck")], "Choose 2 of gain, luck, health, nothing; each can be chosen once."),
        (TWO, [share("luck", 2)], "amount takes a whole number from 1 to 1, not '2'."),
        (TWO, [share("luck"), share("luck")], "Choose 2 of gain, luck, health, nothing; each can be chosen once."),
        (TWO, [share("health"), share("health", who="helper-1")], "each can be chosen once."),
        (TWO, [share("gain"), share("luck"), share("health")], "Choose 2 of gain, luck, health, nothing;"),
        (TWO, [share("gain"), share("nothing")], "nothing is named alone, or left out"),
        (PRICE, [share("words"), share("gain")], "The price is settled in one way: name one of words, gain, not 2."),
        (PRICE, [share("gain", who="roller")], "gain falls on attacker only."),
    ],
)
def test_what_settles_nothing_is_refused(due: Due, answer: Any, told: str) -> None:
    with pytest.raises(InputError, match=re.escape(told)):
        settle(due, answer)


def test_twenty_shares_and_a_thing_of_forty_letters_are_taken() -> None:
    twenty = DAMAGE._replace(amount=20)
    assert settle(twenty, [share("words", 1)] * 20) == ()
    assert settle(DAMAGE, [share("gear", thing="x" * 40)])


def bearing(**left: int) -> Any:
    return lambda who, track: left.get(track.removeprefix("thing: "))


@pytest.mark.parametrize(
    ("answer", "left", "told"),
    [
        ([share("health")], {"health": 6}, ""),
        ([share("health")], {"health": 1}, ""),
        ([share("health")], {}, ""),
        ([share("health")], {"health": 0}, ""),
        ([share("health")], {"health": 0, "resolve": 1}, "health can bear nothing more: let it fall elsewhere."),
        ([share("health")], {"health": 1, "resolve": 1}, ""),
        ([share("gear", 4)], {"gear": 3}, ""),
        ([share("gear", 4)], {"gear": 2}, "gear can bear 2 more, not 3: let the rest fall elsewhere."),
        ([share("gear", 4)], {"gear": 0}, "gear can bear 0 more, not 3: let the rest fall elsewhere."),
        ([share("gear", 4, thing="rope")], {"rope": 3, "gear": 0}, ""),
        ([share("gear", 4, thing="rope")], {"rope": 2}, "rope can bear 2 more, not 3: let the rest fall elsewhere."),
        ([share("gear", 4, thing="rope")], {"rope": 0}, "rope is broken and can bear nothing more"),
        ([share("gear", 2), share("gear", 2)], {"gear": 2}, "gear can bear 2 more, not 3"),
        ([share("words")], {"": 0}, ""),
    ],
)
def test_damage_falls_only_where_it_can_be_borne(answer: list[Any], left: dict[str, int], told: str) -> None:
    resolve = Way("resolve", "", "resolve", -1, bears="some")
    due = DAMAGE._replace(ways=(*DAMAGE.ways, resolve))
    if told:
        with pytest.raises(InputError, match=re.escape(told)):
            refuse_unbearable(due, answer, bearing(**left))
    else:
        refuse_unbearable(due, answer, bearing(**left))
