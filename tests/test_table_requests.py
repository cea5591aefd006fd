"""What a table takes: names that can be seen, and rolls of those who can stand in them."""

import pytest
from tools import operations

from actionroll.errors import InputError, Patience
from actionroll.games import game
from actionroll.table import REQUESTS, Viewer, act, course, fold, table_view
from actionroll.table.entries import Given, Joined
from actionroll.table.log import canonical, written
from actionroll.table.requests import Folded
from actionroll.table.roll_view import near_asked, roll_view
from actionroll.table.seats import SEATED, joining
from actionroll.table.state import Role
from tests.table_in_memory import NoDice, Played

SEEN = ["Zoë", "Ольга", "می‌خواهم", "👩‍👩‍👧", "名前", "e\u0301" * 40, "<b>", "x" * 40]
UNSEEN = [
    "",
    " ",
    "\u200b",
    "\u200d",
    "\u3164",
    "\u2800",
    "a\u061cb",
    "a\u202eb",
    "a\x9fb",
    "a\u00adb",
    "\U000e0041",
    "x" * 41,
]


def test_a_character_that_is_made_starts_full_where_its_maximum_was_raised() -> None:
    played = Played(game("illuminated-worlds"))
    played.do("s2", "make", name="Jonas", values={"nerve_max": 4, "intuition_max": 2, "cunning": 1})
    made = played.table.characters["c3"].values
    assert (made["nerve"], made["nerve_resistances"]) == (4, 1)
    assert (made["intuition"], made["intuition_resistances"]) == (2, 0)
    assert made["cunning"] == 1, "what was said stands"


@pytest.mark.parametrize("name", SEEN)
def test_name_that_can_be_seen_is_taken(name: str) -> None:
    assert Played(game("in-the-dark")).allows("s2", "rename", name=name)


@pytest.mark.parametrize("name", UNSEEN)
def test_name_in_which_something_hides_is_refused(name: str) -> None:
    played = Played(game("in-the-dark"))
    assert "without control characters" in played.refuses("s2", "rename", name=name)
    assert not played.allows("s2", "make", name=name)


@pytest.mark.parametrize(
    ("name", "twin"),
    [
        ("Ann", "\u0410nn"),
        ("Ann", "An\u200dn"),
        ("Ann", "Ann\ufe0f"),
        ("Ann", "Ann\U000e0000"),
        ("Ann", "A\u034fnn"),
        ("Ann", "\uff21nn"),
        ("Ian", "lan"),
        ("Nico", "\u039dico"),
        ("\u0412\u043e\u0432\u0430", "BoBa"),
        ("\u03bd\u03b9\u03ba\u03b7", "\u039d\u0399\u039a\u0397"),
        ("Arno", "Amo"),
        ("Bob", "B0b"),
        ("Fox Paul", "Fox\u3164Paul"),
        ("Fox Paul", "FoxPaul."),
        ("Fox Paul", "\ua4ddox Paul"),
        ("Fox Paul", "F\u0ce6x Paul"),
        ("Fox Paul", "F\u0332o\u0332x\u0332 Paul"),
        ("Ann", "\U0001f150nn"),
        ("Ann", "\U0001f170nn"),
        ("Ann", "\U0001f1e6nn"),
    ],
)
def test_a_nickname_that_looks_like_anothers_is_refused(name: str, twin: str) -> None:
    played = Played(game("starforged"))
    played.do("s2", "rename", name=name)
    assert f"Someone here is called {name} already" in played.refuses("s3", "rename", name=twin)


@pytest.mark.parametrize(
    "other",
    ["Anna", "Jos\u00e9", "Jose", "Ann \U0001f98a", "\U0001f98a", "Sigma", "\u041e\u043b\u044f", "Ann Two", "\u674e"],
)
def test_a_nickname_that_does_not_is_taken(other: str) -> None:
    played = Played(game("starforged"))
    played.do("s2", "rename", name="Ann")
    assert not played.refuses("s3", "rename", name=other)


@pytest.mark.parametrize(
    "name",
    [
        "GM",
        "Bob (gm)",
        "Bob [G.M.]",
        "Game Master",
        "\uff27m",
        "Bob \u2014 \u0262\u041c",
        "the gm",
        "\u13c0\u13b7",
        "\U0001f1ec\U0001f1f2",
    ],
)
def test_only_the_gm_is_called_gm(name: str) -> None:
    played = Played(game("starforged"))
    assert "does not say gm" in played.refuses("s2", "rename", name=name)
    assert not played.refuses("s1", "rename", name=name)


def test_who_knocks_waits_until_they_are_let_in() -> None:
    played = Played(game("starforged"))
    played.do("s1", "set_up", knock=True)
    for place in range(8):
        fold(played.table, played.table.number + 1, joining(played.table, f"s{4 + place}", f"Crowd {place}", "player"))
    with pytest.raises(InputError, match="8 are waiting"):
        joining(played.table, "s12", "Late", "player")
    assert not joining(played.table, "s12", "Second", "gm").waits
    assert "not let in yet" in played.refuses("s4", "note", text="Hello?")
    assert "Only the gm may let someone in" in played.refuses("s2", "let_in", seat="s4")
    played.do("s1", "let_in", seat="s4")
    assert "Nobody waits" in played.refuses("s1", "let_in", seat="s4")
    assert not played.refuses("s4", "note", text="Hello.")
    played.do("s1", "leave", seat="s5")
    assert played.table.seats["s5"].gone
    assert "Nobody waits" in played.refuses("s1", "let_in", seat="s5")


def sat_down(played: Played, role: Role, many: int = 1) -> None:
    for _ in range(many):
        seat = f"s{len(played.table.seats) + 1}"
        fold(played.table, played.table.number + 1, joining(played.table, seat, f"Crowd {seat}", role))


def test_each_link_seats_so_many_and_the_gm_says_how_many() -> None:
    played = Played(game("starforged"))
    sat_down(played, "player", 10)
    sat_down(played, "onlooker", 20)
    sat_down(played, "gm", 2)
    full = r"This link seats {}, and all are taken; the gm can let it seat more or free a seat \(Gm, Seats and links\)"
    for role, most in SEATED.items():
        with pytest.raises(InputError, match=full.format(most)):
            sat_down(played, role)
    played.do("s1", "leave", seat="s2")
    sat_down(played, "player")
    played.do("s1", "set_up", player_seats=13)
    sat_down(played, "player")
    played.do("s1", "set_up", player_seats=5)
    with pytest.raises(InputError, match=full.format(5)):
        sat_down(played, "player")
    assert not played.refuses("s3", "note", text="Who sits stays.")
    assert played.table.settings == {"player_seats": 5}
    for wrong in (0, -1, 41):
        assert "takes a whole number from 1 to 40" in played.refuses("s1", "set_up", onlooker_seats=wrong)
    assert "Only the gm" in played.refuses("s3", "set_up", player_seats=40)


def test_a_table_without_a_gm_names_who_can_make_room() -> None:
    played = Played(game("starforged"))
    played.table.with_gm = False
    played.do("s2", "set_up", player_seats=1)
    with pytest.raises(InputError, match="seats 1, and that is taken; someone at the table can let it seat more"):
        sat_down(played, "player")


def test_a_nickname_is_had_by_one_seat_only() -> None:
    played = Played(game("in-the-dark"))
    played.do("s2", "rename", name="Zoë")
    for twin in ("Zoë", "ZOË", "  zoe\u0308 "):
        assert "Someone here is called Zoë already" in played.refuses("s3", "rename", name=twin)
        with pytest.raises(InputError, match="choose another name; or, if that seat is your own on another device"):
            joining(played.table, "s4", twin, "player")
    assert played.allows("s2", "rename", name="ZOË"), "one's own name may be written otherwise"
    played.do("s2", "leave")
    assert played.allows("s3", "rename", name="zoë"), "who is gone keeps no name from others"
    assert "called zoë by now" in played.refuses("s1", "bring_back", seat="s2")
    played.do("s3", "rename", name="Bo")
    assert played.allows("s1", "bring_back", seat="s2")


def test_namesakes_of_old_logs_still_sit_side_by_side() -> None:
    played = Played(game("in-the-dark"))
    fold(played.table, played.table.number + 1, Joined(seat="s4", name="s2", role="player"))
    assert [seat.name for seat in played.table.seats.values()].count("s2") == 2
    assert played.allows("s2", "note", text="Which of us?")


def test_a_roll_that_is_not_over_goes_with_its_character_to_another_seat() -> None:
    played = Played(game("starforged"))
    over = played.do("s2", "declare", character="c1", trait="iron")
    played.do("s2", "withdraw", roll=over)
    waiting = played.do("s2", "declare", character="c1", trait="iron")
    played.do("s1", "edit", where="c1", values={"momentum": 8})
    played.do("s2", "throw", roll=waiting, dice=[1, 7, 7])
    opened, other = (
        played.do(seat, "declare", character=own, trait="edge") for seat, own in (("s2", "c1"), ("s3", "c2"))
    )
    assert played.roll(waiting).status == "waiting"
    played.do("s1", "give", character="c1", seat="s3")
    assert [played.roll(roll).seat for roll in (over, waiting, opened, other)] == ["s2", "s3", "s3", "s3"]
    assert "made from another seat" in played.refuses("s2", "withdraw", roll=opened)
    assert played.allows("s3", "decide", roll=waiting, option="burn")
    played.do("s1", "give", character="c1", seat="")
    assert played.roll(opened).seat == "s1", "whom nobody plays, the gm rolls for"


def test_a_gift_of_an_old_log_leaves_the_roll_where_it_was() -> None:
    played = Played(game("starforged"))
    roll = played.do("s2", "declare", character="c1", trait="iron")
    fold(played.table, roll + 1, Given(by="s1", character="c1", seat="s3"))
    assert (played.table.characters["c1"].seat, played.roll(roll).seat) == ("s3", "s2")


def test_only_what_a_move_can_be_rolled_with_is_picked() -> None:
    played = Played(game("wherever-we-go"))
    assert "no trait 'wp_max'" in played.refuses("s2", "declare", character="c1", trait="wp_max")
    played = Played(game("starforged"))
    assert "leave trait out" in played.refuses("s2", "declare", character="c1", move="price", trait="iron")
    assert played.allows("s2", "declare", character="c1", move="progress", trait="quests")


def test_contest_is_against_another_and_only_where_there_is_one() -> None:
    played = Played(game("wherever-we-go"))
    assert "no other side" in played.refuses("s2", "declare", character="c1", trait="stealth", against="c2")
    opposed = {"character": "c1", "trait": "stealth", "move": "opposed"}
    assert "against themselves" in played.refuses("s2", "declare", **opposed, against="c1")
    assert played.allows("s2", "declare", **opposed, against="c2")


def test_members_stand_in_a_roll_of_several_and_each_once() -> None:
    played = Played(game("in-the-dark"))
    roll = {"character": "c1", "trait": "skulk"}
    assert "leave members out" in played.refuses("s2", "declare", **roll, members=["c1"])
    assert "each once" in played.refuses("s2", "declare", **roll, move="teamwork", members=["c1", "c1"])
    assert played.allows("s2", "declare", **roll, move="teamwork", members=["c1"])


def test_open_roll_is_never_out_of_sight() -> None:
    """However many with open dues came after it; and there are never more open ones than can be seen."""
    played = Played(game("in-the-dark"))
    first = played.do("s2", "declare", character="c1", trait="skulk")
    for _ in range(60):
        roll = played.do("s1", "declare", character="c2", trait="skulk", inputs={"position": "normal"})
        played.do("s1", "throw", roll=roll, dice=[1, 1])
    shown = [each["roll"] for each in table_view(played.table, Viewer("s2", "player"), (), ())["rolls"]]
    assert (first in shown, len(shown)) == (True, 51)
    for _ in range(59):
        played.do("s2", "declare", character="c1", trait="skulk")
    assert "withdraw one" in played.refuses("s2", "declare", character="c1", trait="skulk")


def test_round_counts_and_clears_what_lasts_a_round() -> None:
    played = Played(game("true-world"))
    played.do("s1", "edit", where="c1", values={"acted": True})
    begun = played.do("s1", "begin_round")
    assert (played.value("acted"), played.value("round", "table")) == (False, 1)
    played.do("s1", "undo", entry=begun)
    assert (played.value("acted"), played.value("round", "table")) == (True, 0)


def test_zero_is_ten_on_a_ten_sided_die_and_on_no_other() -> None:
    played = Played(game("starforged"))
    roll = played.do("s2", "declare", character="c1", trait="iron")
    assert "d6" in played.refuses("s2", "throw", roll=roll, dice=[0, 3, 4])
    played.do("s2", "throw", roll=roll, dice=[6, 0, 3])
    assert played.roll(roll).answers == [[6, 10, 3]]


def test_lower_maximum_takes_its_track_along_and_undo_brings_both_back() -> None:
    played = Played(game("wherever-we-go"))
    edited = played.do("s2", "edit", where="c1", values={"wp_max": 2})
    assert (played.value("wp_max"), played.value("wp")) == (2, 2)
    played.do("s1", "undo", entry=edited)
    assert (played.value("wp_max"), played.value("wp")) == (6, 3)


@pytest.mark.parametrize("name", operations.MADE)
def test_the_pages_say_what_the_requests_declare(name: str) -> None:
    """docs/who-may-do-what.md is besides tried out over HTTP."""
    assert (operations.DOCS / name).read_text(encoding="utf-8") == operations.page(name), "run `make docs`"


def test_every_request_says_what_it_is_in_a_sentence() -> None:
    for request in REQUESTS.values():
        assert request.says.strip(), request.name
        assert all(field.says for field in request.fields), request.name
        assert request.schema()["additionalProperties"] is False


LEFT_OUT = ("rules", "by_hand")
"""A hash; and that the dice of a test are entered by hand."""


def test_a_gamble_writes_less_than_a_kilobyte() -> None:
    """The throw, the decision and the second throw of a gamble with two banes; hashes are not counted."""
    played = Played(game("wherever-we-go"), {"calls": "optional"})
    played.do("s1", "edit", where="c1", values={"stress": 2})
    roll = played.do("s2", "declare", character="c1", trait="stealth", decide={"push": "push"})
    folded: list[Folded] = []
    for request, body in (
        ("throw", {"dice": [2, 2, 1, 2]}),
        ("decide", {"option": "gamble"}),
        ("throw", {"dice": [1, 1, 1, 2]}),
    ):
        acted = act(played.table, "s2", request, {"roll": roll, **body}, NoDice())
        played.table = acted.table
        folded += acted.folded
    counted = [{name: value for name, value in written(each.entry).items() if name not in LEFT_OUT} for each in folded]
    told = [canonical(each) for each in counted]
    assert [each.entry.kind for each in folded] == ["thrown", "decided", "thrown"]
    assert written(folded[-1].entry)["facts"]["banes"] == 2
    assert sum(map(len, told)) < 1000, told


def test_a_throw_does_not_wait_for_odds_that_are_too_many_to_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(course, "PATIENCE", Patience(moment=1))
    course.odds_from.cache_clear()
    played = Played(game("starforged"))
    roll = played.do("s2", "declare", character="c1", trait="iron")
    view = roll_view(played.table, roll)
    assert view is not None
    assert (view["odds"], view["refusal"]) == (None, "")
    acted = act(played.table, "s2", "throw", {"roll": roll, "dice": [6, 1, 2]}, NoDice())
    told = written(acted.folded[0].entry)
    assert (told["tier"], "odds" in told) == ("strong hit", False)
    course.odds_from.cache_clear()


def test_questions_that_were_asked_are_remembered_in_bounded_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(course, "MOST_ASKED", 3)
    monkeypatch.setattr(course, "_asked", {})
    played = Played(game("starforged"))
    roll = played.do("s2", "declare", character="c1", trait="iron")
    for adds in range(6):
        played.do("s2", "set", roll=roll, inputs={"adds": [adds]})
        view = roll_view(played.table, roll)
        assert view is not None
        assert (view["inputs"]["adds"]["value"], len(course._asked) <= 3) == ([adds], True)


def test_the_other_side_of_a_contest_answers_with_what_it_can_and_uses_things_of_its_own() -> None:
    played = Played(game("wherever-we-go"), {"calls": "optional"})
    talent = {"kind": "talent", "name": "Unbroken", "most": 1, "does": [{"use": "talent die", "value": "d8"}]}
    lucky = {"kind": "gear", "name": "A lucky coin", "does": [{"use": "right tool", "value": 1}]}
    skills = {"strength": "d10", "melee": "d8", "observation": "d6", "stealth": "0", "things": [talent, lucky]}
    played.do("s3", "edit", where="c2", values=skills)
    roll = played.do("s2", "declare", character="c1", trait="stealth", move="opposed", against="c2")
    seen = roll_view(played.table, roll) or {}
    assert (seen["against_trait"], seen["defender_things"][0]["name"]) == ("melee", "Unbroken")
    assert [die["die"] for die in seen["dice"] if die["by"] == "defender"] == ["d10", "d8"]
    played.do("s2", "set", roll=roll, trait="observation")  # in which both are trained
    assert (roll_view(played.table, roll) or {})["against_trait"] == "observation"
    played.do("s2", "set", roll=roll, trait="stealth")
    played.do("s3", "set", roll=roll, inputs={"defender_trait": "force"})
    played.do("s2", "set", roll=roll, trait="observation")
    assert (roll_view(played.table, roll) or {})["against_trait"] == "force"  # as its player chose
    mine = {"defender_things": ["Unbroken", "A lucky coin"]}
    assert "for another seat" in played.refuses("s2", "set", roll=roll, inputs=mine)
    wrong = played.refuses("s3", "set", roll=roll, inputs={"defender_things": ["Unbroken", "Unbroken"]})
    assert wrong == "defender_things takes the names of at most 10 things of the defender's, each once."
    played.do("s3", "set", roll=roll, inputs=mine)
    seen = roll_view(played.table, roll) or {}
    assert [die["from"] for die in seen["dice"] if die["by"] == "defender"] == ["attribute", "skill", "talent"]
    assert {"defender_Unbroken", "defender_A lucky coin"} <= {*near_asked(played.table, played.table.live[roll]).things}
    played.do("s2", "throw", roll=roll, dice=[1] * len(seen["dice"]))
    assert played.table.characters["c2"].values["things"][0]["spent"] == 1
