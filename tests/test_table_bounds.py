"""Bounds and words of the table, tried at both sides: what is just taken, what just is not, and what is then said."""

from __future__ import annotations

from typing import Any

import pytest

from actionroll.errors import InputError
from actionroll.games import game
from actionroll.rules.steps import Effect
from actionroll.table import act, papers
from actionroll.table.campaign import hash_of
from actionroll.table.fairness import next_phones, secret_record
from actionroll.table.log import canonical, fold, rolls_of
from actionroll.table.rights import picture_read
from actionroll.table.seats import links_of
from actionroll.table.sheets import changes_of
from actionroll.table.state import Change
from tests.jpegs import PICTURE
from tests.table_in_memory import Laid, Played, view

TOO_LONG = "is text of 1 to"


@pytest.fixture
def dark() -> Played:
    return Played(game("in-the-dark"))


@pytest.fixture
def stars() -> Played:
    return Played(game("starforged"))


# seats and links


@pytest.mark.parametrize(("with_gm", "roles"), [(True, ["gm", "player", "onlooker"]), (False, ["player", "onlooker"])])
def test_a_table_has_a_link_for_each_role_that_it_has(with_gm: bool, roles: list[str]) -> None:
    assert [each.role for each in links_of(with_gm)] == roles


def test_only_phones_of_seats_that_are_here_take_part(dark: Played) -> None:
    for place, seat in enumerate(("s1", "s2", "s3")):
        dark.do(seat, "commit", commitments=[f"{place}" * 64])
    dark.outside.here = frozenset({"s1", "s2", "s9"})
    assert next_phones(dark.table, dark.outside) == {"s1": "0" * 64, "s2": "1" * 64}
    dark.do("s2", "leave")
    assert next_phones(dark.table, dark.outside) == {"s1": "0" * 64}


@pytest.mark.parametrize(("open_", "more", "taken"), [(100, 28, True), (100, 29, False), (128, 1, False)])
def test_so_many_parts_are_promised_at_most(dark: Played, open_: int, more: int, taken: bool) -> None:
    hashes = [f"{each:064x}" for each in range(open_ + more)]
    for start in range(0, open_, 64):
        dark.do("s2", "commit", commitments=hashes[start : min(open_, start + 64)])
    told = dark.refuses("s2", "commit", commitments=hashes[open_:])
    assert (told == "") == taken, told


def test_a_part_is_promised_once(dark: Played) -> None:
    dark.do("s2", "commit", commitments=["a" * 64])
    assert dark.refuses("s2", "commit", commitments=["a" * 64]) == "Each commitment is made once."
    assert dark.refuses("s2", "commit", commitments=["b" * 64, "b" * 64]) == "Each commitment is made once."
    dark.do("s2", "commit", commitments=["a" * 64, "c" * 64], afresh=True)
    assert dark.table.promises["s2"] == ("a" * 64, "c" * 64)


# evenings, undertakings, cards


def test_an_evening_whose_end_is_taken_back_stands_as_before(dark: Played) -> None:
    dark.do("s1", "begin_evening", name="Rain")
    before = dark.sees("s2")["evenings"]
    ended = dark.do("s1", "end_evening")
    dark.do("s1", "undo", entry=ended)
    assert dark.sees("s2")["evenings"] == before
    assert (before[0]["ended"], before[0]["ended_at"]) == (0, 0)


def test_so_many_undertakings_go_on_at_most(stars: Played) -> None:
    for place in range(100):
        stars.do("s2", "undertake", kind="vow", name=f"Vow {place}", rank="epic")
    told = stars.refuses("s2", "undertake", kind="vow", name="One more", rank="epic")
    assert told == "A table holds at most 100 undertakings; end one first."
    stars.do("s2", "change_undertaking", undertaking=next(iter(stars.table.undertakings)), ended=True)
    assert stars.allows("s2", "undertake", kind="vow", name="One more", rank="epic")


@pytest.mark.parametrize(("times", "ticks"), [(1, 8), (10, 40), (None, 8)])
def test_progress_is_marked_so_often(stars: Played, times: int | None, ticks: int) -> None:
    track = f"u{stars.do('s2', 'undertake', kind='vow', name='X', rank='dangerous')}"
    stars.do("s2", "mark_progress", undertaking=track, times=times)
    assert stars.table.undertakings[track].ticks == ticks
    stars.do("s2", "mark_progress", undertaking=track, times=-10)
    assert stars.table.undertakings[track].ticks == 0
    for wrong in (0, 11, -11):
        assert "from -10 to 10, and not 0" in stars.refuses("s2", "mark_progress", undertaking=track, times=wrong)


@pytest.mark.parametrize(("size", "filled", "taken"), [(1, 0, True), (1, 1, True), (0, 0, False), (1, 2, False)])
def test_a_track_on_a_card_is_filled_within_its_size(dark: Played, size: int, filled: int, taken: bool) -> None:
    track = {"name": "Fear", "size": size, "filled": filled}
    told = dark.refuses("s1", "keep", what="npc", fields={"name": "Moth", "tracks": [track]})
    assert (told == "") == taken, told


@pytest.mark.parametrize(
    "wrong", [{"size": True}, {"size": 4, "filled": True}, {"size": "4"}, {"size": 4, "filled": -1}]
)
def test_a_track_on_a_card_has_whole_numbers(dark: Played, wrong: dict[str, Any]) -> None:
    told = dark.refuses("s1", "keep", what="npc", fields={"name": "Moth", "tracks": [{"name": "Fear", **wrong}]})
    assert "A track has a size from 1 to" in told


@pytest.mark.parametrize("use", ["complication", "stake", "consequence"])
def test_a_line_is_kept_for_one_of_three(dark: Played, use: str) -> None:
    assert dark.allows("s1", "keep", what="line", fields={"text": "The bell.", "for": use})
    assert "for takes one of" in dark.refuses("s1", "keep", what="line", fields={"text": "The bell.", "for": "fun"})


def test_a_card_that_is_taken_back_is_for_whom_it_was_for(dark: Played) -> None:
    dark.do("s1", "keep", what="handout", fields={"title": "A letter", "text": "Come."})
    card = dark.sees("s1")["cards"][0]["card"]
    dark.do("s1", "hand_out", card=card, seat="s2")
    dark.do("s1", "keep", card=card, what="handout", fields={"title": "A letter", "text": "Stay."})
    dark.do("s1", "take_back_card", card=card)
    assert [each["fields"]["text"] for each in dark.sees("s2")["cards"]] == ["Come."]
    fresh = dark.do("s1", "keep", what="handout", fields={"title": "Another"})
    assert fresh == 0
    other = next(each["card"] for each in dark.sees("s1")["cards"] if each["card"] != card)
    dark.do("s1", "take_back_card", card=other)
    assert [each["card"] for each in dark.sees("s1")["cards"]] == [card]


def test_a_card_that_a_player_takes_back_is_gone_for_whom_it_was_handed_to() -> None:
    played = Played(game("in-the-dark"), with_gm=False)
    played.do("s2", "keep", what="handout", fields={"title": "A letter", "text": "Come."})
    card = played.sees("s2")["cards"][0]["card"]
    played.do("s2", "hand_out", card=card, seat="s3")
    assert [each["card"] for each in played.sees("s3")["cards"]] == [card]
    played.do("s2", "put_away", handout=card)
    assert played.sees("s3")["cards"] == []
    assert [each["fields"]["text"] for each in played.sees("s2")["cards"]] == ["Come."]


# papers


@pytest.mark.parametrize(
    ("name", "longest"), [("pronouns", 40), ("look", 300), ("line", 200), ("notes", 4000), ("history", 2000)]
)
def test_words_of_a_character_are_so_long_at_most(name: str, longest: int) -> None:
    laid = Laid(game("in-the-dark"))
    assert laid.allows("s2", "describe", character="c1", words={name: "x" * longest})
    assert TOO_LONG in laid.refuses("s2", "describe", character="c1", words={name: "x" * (longest + 1)})


@pytest.mark.parametrize(("what", "kept"), [("words", 10), ("private", 10)])
def test_so_many_versions_are_kept(what: str, kept: int) -> None:
    laid = Laid(game("in-the-dark"))
    ask = {"words": "describe", "private": "note_privately"}[what]
    for place in range(kept + 2):
        text = f"Version {place}"
        body: dict[str, Any] = {"words": {"look": text}} if what == "words" else {"text": text}
        laid.do("s2", ask, character="c1", **body)
    own = [sha for sha, paper in laid.table.papers.items() if paper.what == what]
    assert len(own) == kept
    assert laid.table.value("c1", f"paper:{what}") == own[-1]
    assert sorted(papers.public_papers(laid.table)) == (sorted(own) if what == "words" else [])


def test_a_paper_comes_with_a_log_that_names_it_and_is_what_it_says() -> None:
    laid = Laid(game("in-the-dark"))
    laid.do("s2", "describe", character="c1", words={"look": "Tall."})
    laid.do("s2", "portray", character="c1", picture=PICTURE)
    by_kind = {"text" if paper.what == "words" else "image/jpeg": sha for sha, paper in laid.table.papers.items()}
    for kind, sha in by_kind.items():
        content = laid.texts[sha]
        assert papers.brought(laid.table, sha, kind, content).content == content
        for wrong in ((sha, "image/png", content), (sha, kind, content + b" "), ("0" * 64, kind, content)):
            with pytest.raises(InputError, match="not one that its log names"):
                papers.brought(laid.table, *wrong)


@pytest.mark.parametrize(
    ("said", "sound"),
    [
        ({"salt": "x" * 64, "look": "x" * 300}, True),
        ({"salt": "x" * 65}, False),
        ({"look": "x" * 301}, False),
        ({"height": "tall"}, False),
        ({"look": 7}, False),
        (["look"], False),
        ("not JSON", False),
    ],
)
def test_words_that_come_with_a_log_are_as_long_as_those_that_are_said(said: Any, sound: bool) -> None:
    played = Played(game("in-the-dark"))
    content = said.encode() if isinstance(said, str) else canonical(said)
    sha = hash_of(content)
    fold(played.table, played.table.number + 1, papers.Laid(by="s2", changes=(Change("c1", "paper:words", None, sha),)))
    if sound:
        assert papers.brought(played.table, sha, "text", content).content == content
        return
    with pytest.raises(InputError, match="not one that its log names"):
        papers.brought(played.table, sha, "text", content)


def test_a_picture_of_a_hidden_card_comes_with_a_log_too(dark: Played) -> None:
    content = picture_read(PICTURE)
    sha = hash_of(content)
    assert papers.brought(dark.table, sha, "image/jpeg", content, {sha}).content == content
    for hidden in ((), ("0" * 64,)):
        with pytest.raises(InputError, match="not one that its log names"):
            papers.brought(dark.table, sha, "image/jpeg", content, hidden)
    with pytest.raises(InputError, match="not one that its log names"):
        papers.brought(dark.table, sha, "text", content, {sha})


# rolls and whom they concern


@pytest.mark.parametrize(("rules", "steps"), [("rules", 1), ("those of last year", 0)])
def test_a_secret_roll_is_told_step_by_step_while_its_rules_hold(dark: Played, rules: str, steps: int) -> None:
    entry: dict[str, Any] = {
        "rules": rules,
        "move": "fortune",
        "attempt": {"dice": 1},
        "answers": [[6]],
        "tier": "strong success",
    }
    entry["after"] = dark.table.number
    told = secret_record(dark.table, entry)
    assert (len(told["steps"]), told["outcome"]["tier"]) == (steps, "strong success")


def test_an_entry_says_which_rolls_it_moves(dark: Played) -> None:
    own = dark.do("s2", "declare", character="c1", trait="skulk")
    other = dark.do("s3", "declare", character="c2", trait="skulk")
    entries = {
        "edit": {"where": "c1", "values": {"stress": 1}},
        "set": {"roll": own, "inputs": {"intent": "I run."}},
        "note": {"text": "Rain."},
    }
    moved = {}
    for request, body in entries.items():
        acted = act(dark.table, "s2", request, body, dark.outside)
        moved[request] = rolls_of(dark.table, acted.folded[0].entry, acted.folded[0].number)
    assert moved == {"edit": (own,), "set": (own,), "note": ()}
    declared = act(dark.table, "s2", "declare", {"character": "c1", "trait": "skulk"}, dark.outside).folded[0]
    assert rolls_of(dark.table, declared.entry, declared.number) == (declared.number,)
    assert other in dark.table.live


@pytest.mark.parametrize("nobody", [{"roller": ""}, {"roller": "c99"}, {}])
def test_what_falls_on_nobody_at_the_table_changes_nothing(dark: Played, nobody: dict[str, str]) -> None:
    assert changes_of(dark.table, (Effect("roller", "stress", 2),), nobody, "skulk") == ()
    (change,) = changes_of(dark.table, (Effect("roller", "stress", 2),), {"roller": "c1"}, "skulk")
    assert (change.where, change.name, change.before, change.after) == ("c1", "stress", 0, 2)


def test_what_was_said_of_an_open_roll_is_told_as_said(dark: Played) -> None:
    roll = dark.do("s2", "declare", character="c1", trait="skulk")
    assert not view(dark, roll)["inputs"]["position"]["set"]
    dark.do("s1", "set", roll=roll, inputs={"position": "bad"})
    told = view(dark, roll)["inputs"]
    assert (told["position"]["set"], told["position"]["value"], told["position"]["by"]) == (True, "bad", "gm")
    assert (told["dots"]["set"], told["dots"]["from_sheet"]) == (True, True)
    assert (told["minor"]["set"], told["minor"]["from_sheet"]) == (False, False)


def test_a_roll_is_undone_for_who_wished_for_it_only_by_another(dark: Played) -> None:
    roll = dark.do("s2", "roll_at_once", character="c1", trait="skulk", dice=[1, 2])
    assert view(dark, roll)["wished"] == ""
    dark.do("s2", "wish", roll=roll)
    assert view(dark, roll)["wished"] == "s2"
