"""Secret rolls, links and seeds in memory: what each does beside the open log, and whom it reaches."""

from __future__ import annotations

from typing import Any

import pytest

from actionroll.chance import commitment
from actionroll.games import game
from actionroll.table import act
from actionroll.table.requests import Acted, Opens, Shut
from actionroll.table.state import Role
from tests.table_in_memory import Dice, Played

FORTUNE = {"move": "fortune", "inputs": {"dice": 2}}


@pytest.fixture
def dark() -> Played:
    played = Played(game("in-the-dark"))
    played.outside = Dice()
    played.outside.seed = "the seed so far"
    return played


def acts(played: Played, request: str, seat: str = "s1", /, **body: Any) -> Acted:
    return act(played.table, seat, request, body, played.outside)


def kinds(acted: Acted) -> list[str]:
    return [each.entry.kind for each in acted.folded]


# secret rolls


def test_a_secret_roll_is_the_gms_alone_and_leaves_the_open_log_as_it_was(dark: Played) -> None:
    before, number = dark.sees("s2"), dark.table.number
    dark.do("s1", "secret_roll", **FORTUNE, note="Does it rain?", nonce="n")
    assert (dark.sees("s2"), dark.table.number) == (before, number)
    (shown,) = dark.sees("s1")["secrets"]
    entry = shown["entry"]
    assert (shown["number"], len(shown["name"])) == (1, 32)
    assert (entry["move"], entry["attempt"], entry["note"], entry["nonce"]) == (
        "fortune",
        {"dice": 2},
        "Does it rain?",
        "n",
    )
    faces = [face for _, face in entry["dice"]]
    assert ([sides for sides, _ in entry["dice"]], entry["answers"]) == ([6, 6], [faces])
    assert entry["record"]["outcome"]["tier"] == entry["tier"]
    assert [die["face"] for step in entry["record"]["steps"] for die in step["dice"]] == faces
    assert (entry["rules"], entry["after"]) == ("rules", number)


def test_a_secret_roll_decides_as_it_is_told() -> None:
    played = Played(game("wherever-we-go"))
    played.outside = Dice()
    asked = {"inputs": {"attribute": "d6", "skill": "d6", "stress": 2}, "decide": {"push": "push"}}
    for _ in range(8):
        played.do("s1", "secret_roll", **asked)
    told = [each["entry"] for each in played.sees("s1")["secrets"]]
    assert [each["number"] for each in played.sees("s1")["secrets"]] == list(range(1, 9))
    assert {len(each["dice"]) for each in told} == {4}
    assert "push" in {answer for each in told for answer in each["answers"] if isinstance(answer, str)}


@pytest.mark.parametrize(
    ("played", "inputs", "others"),
    [
        ("starforged", {"stat": 2}, {"oracle": {}, "price": {}, "2d6": {}}),
        ("in-the-dark", {"dots": 2}, {"fortune": {"dice": 1}, "2d6": {}}),
    ],
)
def test_what_only_players_roll_is_not_rolled_in_secret(
    played: str, inputs: dict[str, Any], others: dict[str, dict[str, Any]]
) -> None:
    table = Played(game(played))
    table.outside = Dice()
    told = table.refuses("s1", "secret_roll", inputs=inputs)
    assert told.startswith("Only players roll action, and a secret roll is the gm's; the gm rolls ")
    for move, given in others.items():
        table.do("s1", "secret_roll", move=move, inputs=given)
    assert [each["entry"]["move"] for each in table.sees("s1")["secrets"]] == list(others)


def test_a_secret_roll_stays_as_its_rulings_were(dark: Played) -> None:
    dark.do("s1", "secret_roll", **FORTUNE)
    before = dark.sees("s1")["secrets"][0]["entry"]["record"]
    dark.do("s1", "rule", rulings={"max_assistants": "2"})
    assert dark.sees("s1")["secrets"][0]["entry"]["record"] == before


def test_a_secret_roll_of_an_old_log_had_the_first_rulings(dark: Played) -> None:
    """It does not say yet after which entry it was made."""
    dark.do("s1", "secret_roll", **FORTUNE)
    before = dark.sees("s1")["secrets"][0]["entry"]["record"]
    dark.outside.secrets = [{name: each for name, each in dark.outside.secrets[0].items() if name != "after"}]
    dark.do("s1", "rule", rulings={"max_assistants": "2"})
    assert dark.sees("s1")["secrets"][0]["entry"]["record"] == before


def test_a_secret_roll_is_revealed_once_and_by_its_number(dark: Played) -> None:
    dark.do("s1", "keep", what="note", fields={"text": "Mine."})
    dark.do("s1", "secret_roll", **FORTUNE)
    for wrong in (0, 1, 3, -1):
        assert dark.refuses("s1", "reveal", secret=wrong) == "There is no secret roll of that number."
    entry: Any = acts(dark, "reveal", secret=2).folded[0].entry
    dark.do("s1", "reveal", secret=2)
    assert (entry.secret, entry.entry) == (dark.sees("s1")["secrets"][0]["name"], dark.outside.secrets[1])
    assert dark.refuses("s1", "reveal", secret=2) == "That roll is revealed already."
    assert dark.table.traces == {("revealed", "s1"): 1}


def test_a_secret_that_others_keep_does_not_count(dark: Played) -> None:
    """A handout of one seat is numbered for that seat as if nothing else were there."""
    dark.do("s1", "secret_roll", **FORTUNE)
    dark.do("s1", "keep", what="handout", fields={"title": "A letter"})
    dark.do("s1", "hand_out", card=dark.sees("s1")["cards"][0]["card"], seat="s2")
    assert [dark.sees(seat)["secrets_number"] for seat in ("s1", "s2", "s3")] == [3, 1, 0]
    assert dark.sees("s2")["secrets"] == []


# links and seats


def test_a_link_to_a_seat_shuts_what_opened_it_before(dark: Played) -> None:
    made = acts(dark, "seat_link", seat="s2")
    assert (kinds(made), made.shuts, made.opens) == (["seat_link_made"], (Shut(seat="s2"),), (Opens("player", "s2"),))
    assert acts(dark, "seat_link", seat="s1").opens == (Opens("gm", "s1", own=True),)  # on one device more


def test_a_code_opens_what_the_players_link_does(dark: Played) -> None:
    made = acts(dark, "show_code")
    assert (kinds(made), made.shuts, made.opens) == (["code_shown"], (), (Opens("player", typed=True),))


def test_new_links_shut_all_old_ones(dark: Played) -> None:
    made = acts(dark, "renew_links")
    roles: tuple[Role, ...] = ("gm", "player", "onlooker")
    assert (kinds(made), made.shuts) == (["links_renewed"], (Shut(),))
    assert made.opens == tuple(map(Opens, roles))


def test_who_hands_over_plays_on_and_what_they_knew_opens_nothing(dark: Played) -> None:
    made = acts(dark, "hand_over", to="s3")
    assert (kinds(made), made.shuts, made.opens) == (["handed_over"], (Shut(role="gm"), Shut(seat="s3")), ())
    assert {each.id: each.role for each in made.table.seats.values()} == {"s1": "player", "s2": "player", "s3": "gm"}
    assert dark.refuses("s1", "hand_over", to="s1") == "Hand over to another seat."
    assert "not at the table" in dark.refuses("s1", "hand_over", to="s9")


def test_who_leaves_frees_their_own_seat_and_the_gm_any(dark: Played) -> None:
    assert dark.refuses("s2", "leave", seat="s3") == "Only the gm may free another seat; ask them."
    dark.do("s2", "leave")
    dark.do("s1", "leave", seat="s3")
    assert [each.id for each in dark.table.seats.values() if each.gone] == ["s2", "s3"]
    assert dark.refuses("s1", "bring_back", seat="s1") == "That seat is not one that was freed."
    assert dark.refuses("s1", "bring_back", seat="s9") == "That seat is not one that was freed."
    dark.do("s1", "bring_back", seat="s2")
    assert [each.id for each in dark.table.seats.values() if each.gone] == ["s3"]


# seeds and settings


@pytest.mark.parametrize(("request_name", "kind"), [("rotate_seed", "seed_changed"), ("end", "ended")])
def test_a_seed_that_is_over_is_revealed(dark: Played, request_name: str, kind: str) -> None:
    made = acts(dark, request_name)
    entry: Any = made.folded[0].entry
    assert (kinds(made), made.reveals_seed, entry.seed) == ([kind], True, "the seed so far")
    assert not acts(dark, "note", text="x").reveals_seed
    assert (made.table.ended, made.table.epoch) == ((False, 1) if kind == "seed_changed" else (True, 0))


def test_a_new_seed_is_promised_with_the_end_of_the_old_one(dark: Played) -> None:
    dark.do("s1", "rotate_seed")
    dark.do("s1", "rotate_seed")
    seen = dark.sees("s2")
    assert (seen["commitment"], seen["epoch"]) == (commitment(bytes(32)), 2)
    assert dark.table.traces == {("seed", "s1"): 2}


def test_settings_change_by_name_and_the_others_stay(dark: Played) -> None:
    dark.do("s1", "set_up", advice=False, knock=True)
    dark.do("s1", "set_up", advice=True)
    assert dark.table.settings == {"advice": True, "knock": True}
    named = "advice, hand_dice, undo_alone, knock, gm_seats, player_seats, onlooker_seats"
    assert dark.refuses("s1", "set_up") == f"Name a setting to change: {named}."


def test_rulings_change_by_name_where_they_are_to_be_another(dark: Played) -> None:
    before = dark.sees("s2")["rulings"]
    dark.do("s1", "rule", rulings={"max_assistants": "2", "helpers_say_how": before["helpers_say_how"]})
    entry: Any = dark.lines[-1].entry
    assert entry.rulings == {"max_assistants": "2"}
    assert dark.sees("s2")["rulings"] == {**before, "max_assistants": "2"}
    assert "to be another than now" in dark.refuses("s1", "rule", rulings={"max_assistants": "2"})
    assert "ruling" in dark.refuses("s1", "rule", rulings={"luck": "yes"})


def test_while_dice_fall_rulings_and_seed_stay(dark: Played) -> None:
    dark.do("s2", "commit", commitments=["a" * 64])
    dark.outside.here = frozenset({"s2"})
    roll = dark.do("s2", "declare", character="c1", trait="skulk")
    dark.do("s2", "throw", roll=roll)
    assert dark.roll(roll).called == "s2"
    assert (
        dark.refuses("s1", "rule", rulings={"max_assistants": "2"}) == "Dice are falling; change rulings once they lie."
    )
    assert dark.refuses("s1", "rotate_seed") == "Dice are falling; change the seed once they lie."
    for request, body in (("set", {"inputs": {"extra": "push"}}), ("offer", {"character": "c2", "how": "So."})):
        seat = "s2" if request == "set" else "s3"
        assert dark.refuses(seat, request, roll=roll, **body) == "The dice of that roll are falling; wait for them."
    assert dark.refuses("s2", "throw", roll=roll, dice=[1, 2]) == "These dice are falling already; leave dice out."
    dark.do("s2", "withdraw", roll=roll)
    assert dark.table.traces == {("given_up", "s2"): 1}
    assert dark.allows("s1", "rotate_seed")


def test_a_table_that_ends_gives_up_the_dice_that_fall(dark: Played) -> None:
    dark.do("s2", "commit", commitments=["a" * 64])
    dark.outside.here = frozenset({"s2"})
    roll = dark.do("s2", "declare", character="c1", trait="skulk")
    dark.do("s2", "throw", roll=roll)
    dark.do("s1", "end")
    assert dark.table.traces == {("given_up", "s1"): 1}
    assert dark.sees("s2")["ended"] is True
