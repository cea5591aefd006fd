"""What newcomers read twice: where a thing comes from, what follows it, and what the next tap is."""

import re

import pytest
from playwright.sync_api import expect

from tests.page.phones import Phones, at_ease
from tests.server import RunningServer

pytestmark = pytest.mark.slow


def test_a_sheet_begins_with_what_is_rolled_and_what_is_at_hand(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "starforged")
    table.player.do("make", name="Nyx")
    player = phones.at(table.player)
    player.tab("Me")
    sheet = player.page.locator(".sheet")
    expect(sheet.locator("> .meters")).to_contain_text("momentum 2")
    expect(sheet.locator(".trait", has_text="Connection rank")).to_have_count(0)
    place = sheet.locator(".trait", has_text="Edge").bounding_box()
    assert place
    assert place["y"] < 480
    sheet.get_by_label("Move", exact=True).select_option("develop_your_relationship")
    sheet.get_by_role("button", name="Ask the oracle").click()
    expect(player.roll.get_by_role("button", name="Throw the die")).to_be_enabled()


def test_a_bonus_is_asked_where_it_comes_from(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "wherever-we-go")
    table.player.do("make", name="Nyx")
    player = phones.at(table.player)
    player.declare("Stealth")
    source = player.roll.get_by_role("textbox", name="where the bonus comes from")
    expect(source).to_be_hidden()
    player.roll.get_by_role("button", name="add 1 to bonus").click()
    expect(source).to_be_visible()


def test_a_boost_that_is_named_is_said_once(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "true-world")
    thing = {"kind": "boost", "name": "Death grip", "does": [{"use": "shifts the odds"}]}
    table.player.do("make", name="Nyx", values={"things": [thing]})
    table.other.do("make", name="Moth")
    for seat, steppers in ((table.player, 0), (table.other, 1)):
        phone = phones.at(seat)
        phone.declare("Climbing")
        expect(phone.roll.locator(".mods > .side").get_by_role("group", name="boosts")).to_have_count(steppers)
        phone.roll.get_by_role("button", name="Take the roll back").click()


def test_dice_keep_the_names_of_who_added_them(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "illuminated-worlds")
    table.player.do("make", name="Nyx", values={"move": 1})
    roll = table.player.do("declare", character="c1", trait="move")["number"]
    player = phones.at(table.player)
    player.roll.get_by_role("button", name="more drive spent").click()
    sources = player.roll.locator(".die .source")
    expect(sources).to_have_text(["standard", "drive"])
    table.player.do("throw", roll=roll, dice=[2, 3])
    expect(player.roll.locator(".fallen .die .source")).to_have_text(["standard", "drive"])


def test_what_a_price_brings_goes_on(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "starforged")
    table.player.do("make", name="Nyx")
    player, gm = phones.at(table.player), phones.at(table.gm)
    roll = table.player.do("declare", character="c1", trait="edge", inputs={"sf_move": "face_danger"})["number"]
    table.gm.do("set", roll=roll, inputs={"stakes": "They learn of you."})
    table.player.do("throw", roll=roll, dice=[1, 10, 9])
    gm.roll.get_by_role("button", name="In words", exact=True).click()
    expect(gm.roll.get_by_role("textbox", name="price in words")).to_have_value("They learn of you.")
    price = table.player.do("declare", character="c1", move="price")["number"]
    table.player.do("throw", roll=price, dice=[35])
    player.roll.get_by_role("button", name="Roll the price again").click()
    expect(player.roll.locator("button.throw")).to_be_visible()
    price = table.gm.see()["rolls"][-1]["roll"]
    table.player.do("throw", roll=price, dice=[38])
    assert [each["roll"] for each in table.gm.see()["rolls"] if each["open_dues"]] == [price]
    table.gm.do("settle", roll=price, due=0, answer=[{"way": "endure stress", "amount": 1}])
    player.page.get_by_role("button", name="All right").click()
    then = player.roll.get_by_role("group", name="Next: endure stress")
    expect(then).to_contain_text("if you like; at 0 spirit you have to. Roll the higher.")
    then.get_by_role("button", name=re.compile(r"Endure stress: roll heart \d")).click()
    expect(player.roll.locator(".who")).to_contain_text("Endure stress with heart")


def test_what_is_everyones_comes_to_each_player(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "starforged")
    table.player.do("make", name="Nyx")
    player = phones.at(table.player)
    table.gm.do("edit", where="table", values={"supply": 4})
    expect(player.page.locator(".news")).to_contain_text("Supply5 → 4")
    assert "the party loses 1 supply (now 4)" in player.log()[-1].replace("The", "the")


def test_who_asked_to_take_a_roll_back_may_let_it_stand(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "in-the-dark")
    table.player.do("make", name="Nyx", values={"skulk": 1})
    table.player.do("roll_at_once", character="c1", trait="skulk")
    player, gm = phones.at(table.player), phones.at(table.gm)
    player.roll.get_by_role("button", name="Ask to take the roll back").click()
    asked = gm.page.locator(".news-card", has_text="asks to take")
    expect(asked.get_by_role("button", name="Let it stand")).to_be_visible()
    player.roll.get_by_role("button", name="Let it stand after all").click()
    expect(asked).to_have_count(0)
    expect(player.roll.get_by_role("button", name="Ask to take the roll back")).to_be_enabled()


def test_a_word_of_the_game_opens_what_it_is(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "wherever-we-go")
    table.player.do("make", name="Nyx", values={"stress": 1})
    roll = table.player.do("declare", character="c1", trait="stealth")["number"]
    player = phones.at(table.player)
    expect(player.roll.locator(".pill").first).to_have_text("no chance of a bane")
    player.roll.get_by_role("switch", name="Push").click()
    expect(player.roll.locator(".pill").first).to_have_text(re.compile(r"\d+ % a bane"))
    table.player.do("throw", roll=roll, dice=[6, 6, 1])
    told = player.page.locator(".refusal")
    player.roll.locator(".why").get_by_role("button", name="edges").click()
    expect(told).to_contain_text("A 6 to 9 on a die is one edge, a 10 to 12 two.")
    player.roll.locator(".why").get_by_role("button", name="bane").click()
    expect(told).to_contain_text("A 1 on a stress die.")


def test_what_answers_a_consequence_is_seen_by_all_and_what_was_said_before_is_kept(
    phones: Phones, server: RunningServer
) -> None:
    table = at_ease(server, "in-the-dark")
    table.player.do("make", name="Nyx", values={"skulk": 1})
    said = {"extra": "bargain"}
    roll = table.player.do("declare", character="c1", trait="skulk", inputs=said)["number"]
    table.gm.do("set", roll=roll, inputs={"bargain": "You owe a favour."})
    gm = phones.at(table.gm)
    table.player.do("throw", roll=roll, dice=[2, 1])
    dues = {each["kind"]: each["due"] for each in table.gm.see(f"rolls/{roll}")["open_dues"]}
    table.gm.do("name_due", roll=roll, due=dues["consequence"], answer=[{"way": "moderate harm", "amount": 1}])
    expect(gm.roll).to_contain_text("Nyx takes it or answers it")
    answer = table.player.do("declare", character="c1", move="resistance", trait="prowess")["number"]
    table.player.do("throw", roll=answer, dice=[6] + [1] * (len(table.gm.see(f"rolls/{answer}")["dice"]) - 1))
    expect(gm.roll).to_contain_text("Resisted")
    gm.roll.get_by_role("button", name=re.compile("Minor, not moderate")).click()
    gm.roll.locator("button.settle").click()
    expect(gm.roll.locator("button.settle")).to_have_count(0)
    assert "the devil's bargain happens: You owe a favour." in "".join(gm.log())


def test_whoever_says_what_follows_reads_what_the_tier_means(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "starforged")
    table.player.do("make", name="Nyx")
    roll = table.player.do("declare", character="c1", trait="edge")["number"]
    table.player.do("throw", roll=roll, dice=[4, 3, 9])
    player = phones.at(table.player)
    expect(player.roll.locator(".settle").first).to_be_visible()
    expect(player.roll.locator("p.means")).to_contain_text("You probably succeed, with less effect or at a cost.")
    expect(player.roll.locator("p.means")).to_be_visible()
