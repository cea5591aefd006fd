"""What a newcomer stumbled over who played two games for an evening: each was seen on the page, and is mended."""

import re

import pytest
from playwright.sync_api import expect

from tests.page.phones import DESKTOP, Phones, at_ease
from tests.page.test_big_moments import acted
from tests.server import Client, NewTable, RunningServer, SeatAt

pytestmark = pytest.mark.slow


def two(server: RunningServer, game: str, **values: int) -> NewTable:
    table = at_ease(server, game)
    table.player.do("make", name="Nyx", values=values)
    table.other.do("make", name="Moth")
    return table


def test_a_suggestion_for_a_match_is_all_that_it_takes(phones: Phones, server: RunningServer) -> None:
    table = two(server, "starforged", edge=3)
    roll = table.player.do("declare", character="c1", trait="edge", inputs={"sf_move": "face_danger"})["number"]
    table.player.do("throw", roll=roll, dice=[6, 2, 2])
    player = phones.at(table.player)
    player.roll.get_by_role("button", name="An old name comes up.").click()
    player.roll.locator("button.settle", has_text="Twist").click()
    expect(player.roll.locator(".due")).to_have_count(0)


def test_who_is_to_tell_it_hears_so(phones: Phones, server: RunningServer) -> None:
    table = two(server, "true-world")
    gm, player = phones.at(table.gm), phones.at(table.player)
    roll = table.player.do("declare", character="c1", trait="stealth", move="quick")["number"]
    table.gm.do("set", roll=roll, inputs={"risk": "none"})
    table.player.do("throw", roll=roll)
    expect(gm.roll.locator(".nothing.way b")).to_have_text("The player tells it")
    gm.roll.locator(".nothing.way").click()
    expect(player.page.locator(".news-card")).to_contain_text("It is yours to tell how it goes")


def test_a_bonus_is_told_of_the_one_who_gets_it(phones: Phones, server: RunningServer) -> None:
    table = two(server, "starforged", heart=3)
    own = table.player.do("declare", character="c1", trait="edge", inputs={"sf_move": "face_danger"})["number"]
    aid = table.other.do("declare", character="c2", trait="heart", inputs={"sf_move": "aid_your_ally"})["number"]
    table.other.do("throw", roll=aid, dice=[1, 2, 9])
    player = phones.at(table.player)
    expect(player.roll).to_have_attribute("aria-label", re.compile(f"Roll {own}:"))
    due = next(each["due"] for each in table.other.see()["rolls"][-1]["open_dues"] if each["kind"] == "choice")
    table.other.do("settle", roll=aid, due=due, answer=[{"way": "next", "amount": 1, "who": "c1"}])
    news = player.page.get_by_role("button", name=re.compile("bonus on the next move 0 → 1"))
    expect(news).to_have_text("Nyx: bonus on the next move 0 → 1 (from Moth)")


def fight(table: NewTable) -> str:
    return str(
        table.gm.do("undertake", kind="fight", name="Scrap pirates", rank="dangerous")["entries"][0]["entry"][
            "undertaking"
        ]
    )


def test_who_enters_the_fray_joins_the_fight_that_goes_on(phones: Phones, server: RunningServer) -> None:
    table = two(server, "starforged", edge=3)
    started = fight(table)
    player = phones.at(table.player)
    fray = {"sf_move": "enter_the_fray", "intent": "Into their blind side"}
    roll = table.player.do("declare", character="c1", trait="edge", inputs=fray)["number"]
    assert table.gm.see()["rolls"][0]["undertaking"] == started
    table.player.do("throw", roll=roll, dice=[6, 1, 2])
    expect(player.roll.locator(".headline")).to_be_visible()
    expect(player.page.locator("form.begun")).to_have_count(0)
    gm = phones.at(table.gm, viewport=DESKTOP)
    party = gm.page.locator(".party")
    expect(party.locator(".condition")).to_have_text(["in control"])
    table.gm.do("edit", where="c1", values={"bad_spot": True})
    expect(party.locator(".condition")).to_have_text(["bad spot"])
    table.gm.do("change_undertaking", undertaking=started, ended=True)
    expect(party.locator(".condition")).to_have_count(0)


def test_a_fight_that_begins_is_named_by_people_and_is_everyones(phones: Phones, server: RunningServer) -> None:
    table = two(server, "starforged", edge=3)
    player = phones.at(table.player)
    fray = {"sf_move": "enter_the_fray", "intent": "Into their blind side"}
    roll = table.player.do("declare", character="c1", trait="edge", inputs=fray)["number"]
    table.player.do("throw", roll=roll, dice=[6, 1, 2])
    player.tab("Table")
    form = player.page.locator("form.begun")
    expect(form.get_by_label("Name")).to_have_value("")
    form.get_by_label("Name").fill("Pirates")
    form.get_by_role("button", name="Write it down").click()
    expect(form).to_have_count(0)
    assert [each["character"] for each in table.gm.see()["undertakings"]] == [""]


def test_moves_of_a_fight_say_where_they_belong(phones: Phones, server: RunningServer) -> None:
    table = two(server, "starforged", edge=3)
    started = fight(table)
    player = phones.at(table.player)
    player.tab("Me")
    player.page.locator("summary", has_text="Make a move on it").first.click()
    moves = player.page.locator("p.on-it")
    expect(moves.filter(has_text="Strike")).to_contain_text("In control, assault a foe.")
    expect(moves.filter(has_text="Clash")).to_contain_text("In a bad spot, fight back.")
    strike = {"sf_move": "strike"}
    made = table.player.do("declare", character="c1", trait="iron", inputs=strike, undertaking=started)
    table.player.do("throw", roll=made["number"], dice=[1, 9, 8])
    expect(player.roll).to_contain_text("You are in a bad spot. What fits now: React under fire, Clash.")


def test_what_is_shared_out_says_what_stands_where(phones: Phones, server: RunningServer) -> None:
    table = two(server, "starforged", edge=3)
    started = fight(table)
    table.player.do("mark_progress", undertaking=started, times=3)
    roll = table.player.do("declare", character="c1", move="progress", undertaking=started)["number"]
    table.player.do("throw", roll=roll, dice=[1, 10])
    due = phones.at(table.player).roll.locator(".share")
    expect(due.locator(".unassigned")).to_have_text("2 of 2 left: each tap puts 1")
    expect(due.locator(".target", has_text="Endure harm").locator("b")).to_have_text("Health: 5")
    due.locator(".target", has_text="Endure harm").get_by_role("button").first.click()
    expect(due.locator(".target", has_text="Endure harm").locator("b")).to_have_text("5 → 4")


def test_suggestions_fit_how_well_it_went(phones: Phones, server: RunningServer) -> None:
    table = two(server, "true-world")
    gm = phones.at(table.gm)
    for dice, fits in (([5, 5], "Not all of it."), ([8, 1], "Someone is impressed.")):
        roll = table.player.do("declare", character="c1", trait="climbing")["number"]
        table.gm.do("set", roll=roll, inputs={"difficulty": "d8", "position": "neutral"})
        table.player.do("throw", roll=roll, dice=dice)
        gm.tab("Table")
        expect(gm.roll.get_by_role("group", name="ready words").get_by_text(fits)).to_be_visible()
        table.gm.do("settle", roll=roll, answer=[{"way": "told", "amount": 1, "words": "So it is."}])


def test_a_die_for_want_of_training_is_called_so(phones: Phones, server: RunningServer) -> None:
    table = two(server, "true-world")
    player = phones.at(table.player)
    roll = table.player.do("declare", character="c1", trait="")["number"]
    table.gm.do("set", roll=roll, inputs={"difficulty": "d6", "position": "neutral"})
    player.tab("Table")
    expect(player.roll.locator(".dice")).to_contain_text("untrained")
    expect(player.roll.locator(".dice")).not_to_contain_text("position")


def test_a_table_that_was_opened_is_named_and_found_again(phones: Phones, server: RunningServer) -> None:
    phone = phones.phone()
    phone.page.goto(phones.address)
    phone.page.locator(".game").first.get_by_role("button", name="Open a table").click()
    phone.page.get_by_label("Name of the table").fill("The Vault")
    phone.page.get_by_label("Your name").fill("Ana")
    phone.page.get_by_role("button", name="Start").click()
    expect(phone.page.locator(".made")).to_contain_text(re.compile("The Vault, .+"))
    phone.page.goto(phones.address)
    expect(phone.page.locator(".known")).to_contain_text("The Vault")


def test_who_comes_back_is_offered_the_last_evening_once(phones: Phones, server: RunningServer) -> None:
    table = two(server, "true-world")
    table.gm.do("begin_evening", name="Rain")
    acted(table, table.player, "c1")
    table.gm.do("end_evening")
    phone = phones.at(table.player)
    expect(phone.page.locator(".news")).to_have_count(0)
    ended = table.gm.see()["evenings"][0]["ended_at"]
    phone.page.clock.set_fixed_time((ended + 3600) * 1000)
    phone.page.reload()
    expect(phone.page.locator(".news-card")).to_contain_text("Last time: Evening 1: Rain")
    expect(phone.page.locator(".news-card")).to_contain_text(re.compile("It ended so: .*A way opens"))
    phone.page.get_by_role("button", name="Read the recap").click()
    phone.page.reload()
    expect(phone.page.locator(".banner")).to_be_visible()
    expect(phone.page.locator(".news")).to_have_count(0)


def test_what_waits_is_told_once_to_who_asks_fate_about_it(phones: Phones, server: RunningServer) -> None:
    made = Client(server).post(
        "/api/tables", {"game": "starforged", "name": "Drift", "nickname": "Ann", "with_gm": False}
    )
    seat = SeatAt(Client(server, made.json["token"]), made.json["table"], "s1", made.json["role"])
    seat.do("make", name="Iora")
    roll = seat.do("declare", character="c1", trait="edge", inputs={"sf_move": "face_danger"})["number"]
    seat.do("throw", roll=roll, dice=[1, 9, 10])
    asked = seat.do("declare", character="c1", move="oracle")["number"]
    player = phones.at(seat)
    player.tab("Table")
    waiting = player.page.get_by_role("group", name="Waiting").get_by_role("button")
    waiting.click()
    expect(player.roll).to_have_attribute("aria-label", re.compile(f"Roll {asked}:"))
    expect(waiting).to_have_count(1)
    expect(player.page.locator("button.also")).to_have_count(0)
    expect(player.page.get_by_text("First: ")).to_have_count(0)


def test_who_is_asked_for_a_move_reads_which(phones: Phones, server: RunningServer) -> None:
    table = two(server, "starforged", edge=3)
    player = phones.at(table.player)
    table.gm.do("declare", character="c1", trait="edge", inputs={"sf_move": "enter_the_fray"})
    expect(player.page.locator(".news-card")).to_contain_text("Gem asks you to roll Enter the fray with edge")


def test_odds_that_are_still_counted_show_no_choice_that_goes_again(phones: Phones) -> None:
    page = phones.phone().page
    page.route("**/api/advice", lambda route: None)
    page.goto(f"{phones.address}/odds/starforged")
    expect(page.locator(".inputs")).to_contain_text("What else may count")
    expect(page.get_by_role("radiogroup", name="Reroll")).to_be_hidden()


def test_a_round_in_short_is_never_wider_than_the_phone(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "true-world")
    for seat, name in ((table.player, "Kestrel"), (table.other, "Maud Harrow of the Upper Reeds")):
        seat.do("make", name=name)
    table.gm.do("begin_round")
    said = "hold the rope, cut the reeds and keep the boat from drifting"
    table.player.do("intend", character="c1", intention=said)
    table.other.do("intend", character="c2", intention=said)
    table.gm.do("begin_actions")
    gm = phones.at(table.gm)
    table.player.do("declare", character="c1", trait="climbing")
    expect(gm.roll.first).to_be_visible()
    expect(gm.page.locator(".in-round li")).to_have_count(2)
    assert gm.page.evaluate("document.documentElement.scrollWidth") == 390
    edges = gm.page.locator(".in-round small").evaluate_all("(all) => all.map((each) => each.getBoundingClientRect())")
    assert all(0 < each["right"] <= 390 for each in edges)


def test_a_long_vow_can_be_written_down_as_it_was_said(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "starforged")
    table.player.do("make", name="Iora")
    intent = "Find the beacon that my sister sent from the drowned moon of Tolleth"
    inputs = {"sf_move": "swear_an_iron_vow", "intent": intent}
    roll = table.player.do("declare", character="c1", trait="heart", inputs=inputs)["number"]
    table.player.do("throw", roll=roll, dice=[6, 1, 2])
    player = phones.at(table.player)
    player.roll.get_by_role("button", name="Write it down").first.click()
    expect(player.roll).to_contain_text("its track stands on the sheet")
    assert table.gm.see()["undertakings"][0]["name"] == intent[:40].strip()


def test_a_card_without_words_waits_in_the_strip_by_its_title(phones: Phones, server: RunningServer) -> None:
    table = two(server, "true-world")
    easy = table.player.do("declare", character="c1", trait="climbing")["number"]
    table.gm.do("set", roll=easy, inputs={"risk": "none"})
    table.player.do("throw", roll=easy)
    table.player.do("declare", character="c1", trait="stealth")
    player = phones.at(table.player)
    expect(player.roll).to_contain_text("Stealth")
    table.gm.do("settle", roll=easy, due=0, answer=[{"way": "theirs", "amount": 1}])
    expect(player.page.get_by_role("button", name="It is yours to tell how it goes").first).to_be_visible()


def test_a_fight_that_is_won_stays_so_when_the_page_is_opened_anew(phones: Phones, server: RunningServer) -> None:
    table = two(server, "starforged")
    table.gm.do("undertake", kind="fight", name="Scrap pirates", rank="dangerous")
    track = table.gm.see()["undertakings"][0]["undertaking"]
    for _ in range(5):
        table.gm.do("mark_progress", undertaking=track)
    roll = table.player.do("declare", character="c1", move="progress", undertaking=track)["number"]
    table.player.do("throw", roll=roll, dice=[1, 2])
    for _ in range(12):
        other = table.other.do("declare", character="c2", trait="edge")["number"]
        table.other.do("throw", roll=other, dice=[6, 1, 2])
    player = phones.at(table.player)
    expect(player.page.get_by_text("It is done.").first).to_be_visible()
    expect(player.page.get_by_role("button", name="Roll to finish it")).to_have_count(0)
