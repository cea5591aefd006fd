"""A consequence is named, may be resisted once, and then falls."""

from __future__ import annotations

import random
from typing import Any

import pytest

from actionroll.errors import ActionrollError
from actionroll.games import game, games
from actionroll.reckoning.play import sides_of
from actionroll.rules.sheet import bound_of
from actionroll.rules.steps import Decide, Due, Outcome
from actionroll.table import Table, act, course
from actionroll.table.roll_entries import Settled
from actionroll.table.roll_view import foretold, roll_view
from actionroll.table.settlement import due_of
from actionroll.table.state import MAKING, Change, TableRoll
from tests.table_in_memory import NoDice, Played

GAMES = tuple(each.id for each in games())


def failed(harm: str = "severe harm") -> tuple[Played, int]:
    played = Played(game("in-the-dark"))
    roll = played.do("s2", "declare", character="c1", trait="skulk")
    played.do("s2", "throw", roll=roll, dice=[2, 1])
    played.do("s1", "name_due", roll=roll, answer=[{"way": harm}])
    return played, roll


def test_a_consequence_that_is_named_has_not_fallen_yet() -> None:
    played, roll = failed()
    assert played.value("severe_harm") is False
    shown = roll_view(played.table, roll)
    assert shown is not None
    assert shown["open_dues"][0]["named"] == [{"way": "severe harm"}]


def test_the_player_may_take_it_as_it_was_named_and_nothing_else() -> None:
    played, roll = failed()
    assert "Only the gm may settle" in played.refuses("s2", "settle", roll=roll, answer=[{"way": "complication"}])
    assert "Only the gm may settle" in played.refuses("s3", "settle", roll=roll)
    played.do("s2", "settle", roll=roll)
    assert played.value("severe_harm") is True


def test_a_resistance_comes_before_it_falls_and_only_once() -> None:
    played, roll = failed()
    resistance = played.do("s2", "declare", character="c1", move="resistance", trait="prowess")
    played.do("s2", "throw", roll=resistance, dice=[5, 4, 1])
    assert played.value("severe_harm") is False
    played.do("s2", "decide", roll=resistance, option="resist")
    assert played.value("severe_harm") is False, "nothing is marked before the gm has said what is left"
    assert played.roll(roll).open_dues == []
    told = played.refuses("s1", "settle", roll=resistance, answer=[{"way": "moderate, not severe", "who": "c2"}])
    assert told == "moderate, not severe falls on one of roller, c1, not 'c2'."
    played.do("s1", "settle", roll=resistance, answer=[{"way": "moderate, not severe", "who": "c1"}])
    assert (played.value("severe_harm"), played.value("moderate_harm")) == (False, 1)


def test_a_lesser_form_in_words_marks_no_harm() -> None:
    played, _ = failed("moderate harm")
    resistance = played.do("s2", "declare", character="c1", move="resistance", trait="prowess")
    played.do("s2", "throw", roll=resistance, dice=[5, 4, 1])
    played.do("s2", "decide", roll=resistance, option="resist")
    played.do("s1", "settle", roll=resistance, answer=[{"way": "a lesser form", "words": "Only winded."}])
    assert (played.value("moderate_harm"), played.value("minor_harm"), played.value("stress")) == (0, 0, 1)


def test_harm_that_fell_at_once_is_taken_back_when_it_is_resisted() -> None:
    played = Played(game("in-the-dark"), {"consequences": "at_once"})
    roll = played.do("s2", "declare", character="c1", trait="skulk")
    played.do("s2", "throw", roll=roll, dice=[2, 1])
    played.do("s1", "settle", roll=roll, answer=[{"way": "moderate harm"}])
    resistance = played.do("s2", "declare", character="c1", move="resistance", trait="prowess")
    played.do("s2", "throw", roll=resistance, dice=[5, 4, 1])
    played.do("s2", "decide", roll=resistance, option="resist")
    assert played.value("moderate_harm") == 1
    played.do("s1", "settle", roll=resistance, answer=[{"way": "minor, not moderate"}])
    assert (played.value("moderate_harm"), played.value("minor_harm")) == (0, 1)


def test_nobody_resists_what_is_not_named_yet() -> None:
    played = Played(game("in-the-dark"))
    roll = played.do("s2", "declare", character="c1", trait="skulk")
    played.do("s2", "throw", roll=roll, dice=[2, 1])
    told = played.refuses("s2", "declare", character="c1", move="resistance", trait="prowess")
    assert told == "The consequence is named first (name_due); then Nyx may answer it, once."
    idle = "Nothing waits for resistance by Moth: what it answers is named first, and answered once."
    assert played.refuses("s3", "declare", character="c2", move="resistance", trait="prowess") == idle, "it is Nyx's"
    played.do("s1", "name_due", roll=roll, answer=[{"way": "complication", "words": "Seen."}])
    assert played.do("s2", "declare", character="c1", move="resistance", trait="prowess")


def test_nothing_is_resisted_twice_nor_where_nothing_is_named() -> None:
    played, roll = failed("minor harm")
    resists = {"character": "c1", "move": "resistance", "trait": "prowess"}
    resistance = played.do("s2", "declare", **resists)
    assert "open; throw or withdraw it first" in played.refuses("s2", "declare", **resists)
    played.do("s2", "throw", roll=resistance, dice=[6, 2, 1])
    assert played.roll(roll).open_dues == []
    for seat in ("s2", "s1"):
        assert "named first, and answered once" in played.refuses(seat, "declare", **resists)
    assert played.do("s1", "declare", **resists, inputs={"consequence": "The wall gives way."}), "the gm says what"
    at_once = Played(game("in-the-dark"), {"consequences": "at_once"})
    assert at_once.do("s2", "declare", **resists), "what fell at once is resisted after it"
    alone = Played(game("in-the-dark"), with_gm=False)
    assert alone.do("s2", "declare", **resists), "nobody there names it"


def test_a_consequence_in_words_falls_on_a_crewmate_too() -> None:
    played = Played(game("in-the-dark"))
    roll = played.do("s2", "declare", character="c1", trait="skulk")
    played.do("s2", "throw", roll=roll, dice=[4, 1])
    shares = [{"way": "complication", "words": "Nyx is heard."}, {"way": "worse position", "who": "c2"}]
    played.do("s1", "name_due", roll=roll, answer=shares)
    shown = roll_view(played.table, roll)
    assert shown is not None
    assert [each["character"] for each in shown["open_dues"][0]["answers"]] == ["c1", "c2"]
    played.do("s3", "settle", roll=roll)
    assert played.roll(roll).named == {0: shares[:1]}


def test_who_declines_after_the_dice_suffers_it_in_full() -> None:
    played, roll = failed("minor harm")
    resistance = played.do("s2", "declare", character="c1", move="resistance", trait="prowess")
    played.do("s2", "throw", roll=resistance, dice=[1, 2, 1])
    played.do("s2", "decide", roll=resistance, option="decline")
    assert (played.value("minor_harm"), played.value("stress")) == (1, 0)
    assert played.roll(roll).open_dues == []


def test_nothing_falls_past_someone_who_may_still_resist() -> None:
    played, roll = failed()
    named = [{"way": "severe harm"}]
    assert "Nyx may still answer" in played.refuses("s1", "settle", roll=roll)
    assert "Nyx may still answer" in played.refuses("s1", "settle", roll=roll, answer=named)
    assert "Name it first: Nyx" in played.refuses("s1", "settle", roll=roll, answer=[{"way": "minor harm"}])
    assert played.value("severe_harm") is False
    played.do("s1", "settle", roll=roll, character="c1")
    assert played.value("severe_harm") is True


def test_a_consequence_on_several_is_answered_by_each_for_themselves() -> None:
    played = Played(game("in-the-dark"))
    roll = played.do("s2", "declare", character="c1", trait="skulk")
    played.do("s2", "throw", roll=roll, dice=[2, 1])
    shares = [{"way": "moderate harm"}, {"way": "minor harm", "who": "c2"}]
    played.do("s1", "name_due", roll=roll, answer=shares)
    assert "It falls on Nyx and Moth" in played.refuses("s1", "settle", roll=roll, character=npc(played))
    played.do("s3", "settle", roll=roll)
    assert (played.value("minor_harm", "c2"), played.value("moderate_harm")) == (1, 0)
    assert played.roll(roll).open_dues == [0]
    assert "Only the gm may settle" in played.refuses("s3", "settle", roll=roll)
    resistance = played.do("s2", "declare", character="c1", move="resistance", trait="prowess")
    played.do("s2", "throw", roll=resistance, dice=[5, 4, 1])
    played.do("s2", "decide", roll=resistance, option="resist")
    assert (played.value("minor_harm", "c2"), played.value("moderate_harm")) == (1, 0)
    assert played.roll(roll).open_dues == []


def npc(played: Played) -> str:
    played.do("s1", "make", name="Guard", seat="")
    return list(played.table.characters)[-1]


def test_whoever_nobody_plays_waits_for_nobody() -> None:
    played = Played(game("in-the-dark"))
    guard = npc(played)
    roll = played.do("s2", "declare", character="c1", trait="skulk")
    played.do("s2", "throw", roll=roll, dice=[2, 1])
    played.do("s1", "settle", roll=roll, answer=[{"way": "minor harm", "who": guard}])
    assert played.value("minor_harm", guard) == 1


def test_a_table_may_let_consequences_fall_at_once() -> None:
    played = Played(game("in-the-dark"), {"consequences": "at_once"})
    roll = played.do("s2", "declare", character="c1", trait="skulk")
    played.do("s2", "throw", roll=roll, dice=[2, 1])
    played.do("s1", "settle", roll=roll, answer=[{"way": "minor harm"}])
    assert played.value("minor_harm") == 1


def test_the_gm_may_say_what_it_is_resisted_with() -> None:
    played, roll = failed()
    bad = played.refuses("s1", "name_due", roll=roll, answer=[{"way": "severe harm"}], trait="skulk")
    assert "there is no trait to answer it with 'skulk'" in bad.lower()
    played.do("s1", "name_due", roll=roll, answer=[{"way": "severe harm"}], trait="resolve")
    shown = roll_view(played.table, roll)
    assert shown is not None
    (answer,) = shown["open_dues"][0]["answers"]
    assert (answer["character"], answer["seat"]) == ("c1", "s2")
    (way,) = answer["with"]
    assert (way["trait"], way["dice"]) == ("resolve", 1)
    assert way["chosen_later"]["resist"]["facts"]["stress"] == dict.fromkeys("012345", "1/6")
    refused = played.refuses("s2", "declare", character="c1", move="resistance", trait="prowess")
    assert refused == "The gm says that it is answered with resolve; pick that."


def test_the_odds_of_an_answers_price_tell_apart_what_cannot_be_paid() -> None:
    played, roll = failed()
    played.do("s1", "edit", where="c1", values={"stress": 8})
    played.do("s1", "name_due", roll=roll, answer=[{"way": "severe harm"}], trait="resolve")
    shown = roll_view(played.table, roll)
    assert shown is not None
    (way,) = shown["open_dues"][0]["answers"][0]["with"]
    assert way["chosen_later"]["resist"] == {
        "tiers": {"not resisted": "2/3", "resisted": "1/3"},
        "facts": {"stress": {"0": "1/6", "1": "1/6"}},
        "barred": {"says": "more stress than boxes are free", "chance": "2/3"},
    }


def test_a_resistance_is_told_what_it_answers_and_what_it_would_cost() -> None:
    played, _ = failed()
    resistance = played.do("s2", "declare", character="c1", move="resistance", trait="prowess")
    shown = roll_view(played.table, resistance)
    assert shown is not None
    assert shown["texts"]["consequence"] == "severe harm"
    assert shown["chosen_later"]["resist"]["facts"]["stress"]["5"] == "1/216"
    played.do("s2", "throw", roll=resistance, dice=[5, 4, 1])
    played.do("s2", "decide", roll=resistance, option="resist")
    ended = roll_view(played.table, resistance)
    assert ended is not None
    ways = [way["name"] for way in ended["open_dues"][0]["ways"]]
    assert ways == ["moderate, not severe", "a lesser form"]


def test_what_nothing_answers_is_settled_at_once() -> None:
    played = Played(game("in-the-dark"))
    roll = played.do("s2", "declare", character="c1", trait="skulk")
    played.do("s2", "throw", roll=roll, dice=[6, 6])
    told = played.refuses("s1", "name_due", roll=roll, answer=[{"way": "benefit"}])
    assert told == "Nothing answers the benefit; settle it."
    assert "is missing" in played.refuses("s1", "settle", roll=roll)
    assert "Only the gm may name this" in played.refuses("s2", "name_due", roll=roll, answer=[{"way": "benefit"}])


def test_downtime_clears_stress_at_the_table() -> None:
    played = Played(game("in-the-dark"))
    played.do("s2", "edit", where="c1", values={"stress": 5})
    played.do("s2", "roll_at_once", character="c1", move="downtime")
    assert played.value("stress") == 0


def random_sheets(table: Table, chosen: random.Random) -> Table:
    """The same table with every track of every character anywhere within its bounds."""
    changed = table.fork()
    for character in list(changed.characters):
        for track in changed.game.sheet.tracks:
            values = changed.values_of(character)
            low, high = bound_of(track.low, values), bound_of(track.high, values)
            if track.owner == "character" and high is not None:
                value = chosen.choice((high, chosen.randint(low or 0, high)))
                changed.put(Change(character, track.name, values[track.name], value), value)
    return changed


def random_answer(table: Table, due: Due, chosen: random.Random) -> list[dict[str, Any]]:
    """Shares of a due that are often accepted."""
    left, shares = due.amount if due.amount and not due.several else 1, []
    while left > 0:
        way = chosen.choice(due.ways)
        amount = chosen.randint(1, left if due.amount and not due.several else way.most)
        left -= amount if due.amount and not due.several else 1
        who = {"who": chosen.choice([*table.characters])} if way.anyone else {}
        shares.append({"way": way.name, "amount": amount, "words": "So.", **who})
    return shares


def random_roll(played: Played, chosen: random.Random) -> TableRoll:
    """An action roll of the first, thrown and decided anyhow."""
    form = played.table.game.sheet
    roll = played.do("s2", "declare", character="c1", trait=chosen.choice(form.rolled_with))
    for need in (roll_view(played.table, roll) or {})["needs"]:
        least = course.inputs_for(played.table, played.roll(roll))[need["input"]].kind
        played.do("s1", "set", roll=roll, inputs={need["input"]: (least.values() or ["So."])[0]})
    while (found := played.roll(roll)).status in MAKING:
        step = course.reached(played.table, found).step
        assert not isinstance(step, Outcome)
        if isinstance(step, Decide):
            played.do("s1", "decide", roll=roll, option=chosen.choice(step.options))
        else:
            dice = [chosen.randint(1, min(2, sides)) for sides in sides_of(step)]
            played.do("s1", "throw", roll=roll, dice=dice)
    return found


@pytest.mark.parametrize("name", GAMES)
def test_what_is_foretold_is_what_then_changes(name: str) -> None:
    """On random sheets, of the answer as it is given and as it was named."""
    chosen, fell = random.Random(name), 0
    for _ in range(6):
        played = Played(game(name))
        roll = random_roll(played, chosen)
        for place in [*roll.open_dues] * 12:
            fell += foretold_and_settled(random_sheets(played.table, chosen), roll, place, chosen)
    assert fell > 5


def foretold_and_settled(table: Table, roll: TableRoll, place: int, chosen: random.Random) -> bool:
    """Whether an answer is accepted; then it changes what was foretold."""
    due = due_of(table, roll, place)
    answer = random_answer(table, due, chosen)
    told, asked = foretold(table, roll, place, answer), {"roll": roll.id, "due": place, "answer": answer}
    try:
        if due.answered_first:
            table = act(table, "s1", "name_due", asked, NoDice()).table
            (shown,) = [each for each in (roll_view(table, roll.id) or {})["open_dues"] if each["due"] == place]
            assert shown["foretold"] == told["changes"]
            asked = {"roll": roll.id, "due": place, "character": answer[0].get("who", roll.character)}
        settled = act(table, "s1", "settle", asked, NoDice())
    except ActionrollError:
        return False
    entry = settled.folded[0].entry
    assert isinstance(entry, Settled)
    assert (told["changes"], told["refused"]) == (entry.changes, "")
    return True
