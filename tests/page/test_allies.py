"""Allies on their own phones, and a clock that all look at."""

import re

import pytest
from playwright.sync_api import expect

from tests.page.phones import Phones, at_ease
from tests.server import RunningServer

pytestmark = pytest.mark.slow


def test_an_ally_takes_part_in_a_sojourn_and_says_how_they_recover(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "starforged")
    table.player.do("make", name="Nyx")
    table.other.do("make", name="Moth", values={"spirit": 1})
    roll = table.player.do("declare", character="c1", trait="heart", inputs={"sf_move": "sojourn"})["number"]
    ally = phones.at(table.other)
    ally.roll.get_by_role("button", name="Moth takes part").click()
    expect(ally.roll.locator(".offers")).to_contain_text("Moth")
    table.player.do("throw", roll=roll, dice=[6, 9, 1])
    recovery = ally.roll.get_by_role("region", name="recovery")
    recovery.get_by_role("button", name="Hearten").click()
    recovery.locator("button.settle").click()
    expect(recovery).to_contain_text("Next, Ann says the recovery.")
    assert table.gm.see()["characters"][1]["values"]["spirit"] == 4


def test_a_clock_that_is_full_is_told_so_in_the_log(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "starforged")
    table.player.do("make", name="Nyx")
    phone = phones.at(table.player)
    made = table.gm.do("make_clock", name="Flood", size=3)["number"]
    table.gm.do("tick", clock=f"k{made}", by=1)
    table.gm.do("tick", clock=f"k{made}", by=2)
    phone.tab("Log")
    told = phone.log()
    assert any("Flood is full (3 of 3)" in line for line in told), told
    assert any("Flood +1 (now 1)" in line for line in told), told


def test_what_aid_gains_can_only_be_given_to_an_ally_and_the_ally_sees_it(
    phones: Phones, server: RunningServer
) -> None:
    table = at_ease(server, "starforged")
    table.player.do("make", name="Nyx")
    table.other.do("make", name="Moth")
    table.other.do("make", name="Rook")
    player, ally = phones.at(table.player), phones.at(table.other)
    aid = {"sf_move": "aid_your_ally"}
    roll = table.player.do("declare", character="c1", trait="heart", inputs=aid)["number"]
    table.player.do("throw", roll=roll, dice=[6, 2, 3])
    due = player.roll.get_by_role("region", name="choice")
    expect(due.locator(".cell span")).to_have_text(["Moth", "Rook"])
    due.locator(".cell", has_text="Rook").click()
    due.locator("button.settle", has_text="Rook").click()
    expect(ally.roll.locator(".effects")).to_contain_text("Rook")
    stands = {each["name"]: each["values"] for each in table.gm.see()["characters"]}
    assert {name: (values["momentum"], values["next_bonus"]) for name, values in stands.items()} == {
        "Nyx": (2, 0),
        "Moth": (2, 0),
        "Rook": (4, 1),
    }


def test_two_of_three_things_are_two_different_ones(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "starforged")
    table.player.do("make", name="Nyx")
    table.other.do("make", name="Moth")
    fight = {"sf_move": "aid_in_a_fight"}
    roll = table.player.do("declare", character="c1", trait="heart", inputs=fight)["number"]
    table.gm.do("set", roll=roll, inputs={"rank": "dangerous"})
    table.player.do("throw", roll=roll, dice=[6, 2, 3])
    player, ally = phones.at(table.player), phones.at(table.other)
    expect(ally.roll.locator(".waits").first).to_contain_text("chooses 2 of")
    due = player.roll.get_by_role("region", name="choice").first
    kinds = due.get_by_role("group", name="What it brings")
    kinds.get_by_role("button", name="Momentum").click()
    expect(due.locator("button.settle")).to_have_text("Choose 2")
    expect(due.locator("button.settle")).to_be_disabled()
    kinds.get_by_role("button", name="Next").click()
    kinds.get_by_role("button", name="Mark progress").click()
    expect(kinds.locator("[aria-pressed=true]")).to_have_count(2)
    due.locator("button.settle").click()
    expect(player.roll.locator(".effects", has_text="Moth")).to_contain_text("a bonus of 1")
    seen = table.gm.see()
    own, theirs = (each["values"] for each in seen["characters"])
    assert (own["momentum"], own["next_bonus"]) == (2, 0)
    assert (theirs["momentum"], theirs["next_bonus"], seen["values"]["progress"]) == (2, 1, 8)


def test_who_is_healed_is_offered_what_fits_them_and_one_without_a_sheet_comes_last(
    phones: Phones, server: RunningServer
) -> None:
    table = at_ease(server, "starforged")
    table.player.do("make", name="Nyx", values={"health": 1})
    table.other.do("make", name="Moth", values={"health": 1, "wounded": True})
    roll = table.player.do("declare", character="c1", trait="wits", inputs={"sf_move": "heal_another"})["number"]
    table.player.do("throw", roll=roll, dice=[6, 2, 3])
    player = phones.at(table.player)
    due = player.roll.get_by_role("region", name="choice")
    expect(due.locator("button.nothing")).to_have_count(0)
    kinds = due.get_by_role("group", name="What it brings").get_by_role("button")
    expect(kinds).to_have_text(["Treat wounds", "Only in words"])
    kinds.last.click()
    expect(due.locator("button.settle")).to_be_disabled()
    kinds.first.click()
    due.locator("button.settle", has_text="Moth").click()
    expect(player.roll.locator(".effects", has_text="Moth")).to_contain_text("wounded")
    own, theirs = (each["values"] for each in table.gm.see()["characters"])
    assert (own["health"], theirs["health"], theirs["wounded"]) == (1, 3, False)


def test_who_waits_to_throw_is_told_that_an_ally_aids_and_sees_the_dice_of_it(
    phones: Phones, server: RunningServer
) -> None:
    table = at_ease(server, "starforged")
    table.player.do("make", name="Nyx")
    table.other.do("make", name="Moth")
    roll = table.player.do("declare", character="c1", trait="iron")["number"]
    roller, gm = phones.at(table.player), phones.at(table.gm)
    for phone in (roller, gm):
        expect(phone.roll.locator("button.throw")).to_be_visible()
        expect(phone.roll.locator(".aided")).to_have_count(0)
    aid = table.other.do("declare", character="c2", trait="heart", inputs={"sf_move": "aid_your_ally"})["number"]
    for phone in (roller, gm):
        expect(phone.roll.locator(".aided")).to_have_text("Moth is aiding: wait for it, or throw now")
        expect(phone.roll.locator("button.throw")).to_be_enabled()
    table.other.do("throw", roll=aid, dice=[6, 2, 3])
    for phone in (roller, gm):
        expect(phone.roll).to_have_attribute("aria-label", re.compile(f"Roll {aid}:"))
        expect(phone.roll.locator(".headline")).to_contain_text("Strong hit")
    expect(roller.roll.locator("button.also")).to_be_hidden()  # the strip below says it, once and over no words
    roller.page.locator(".strip button").click()
    expect(roller.roll.locator(".aided")).to_be_visible()
    table.other.do("settle", roll=aid, due=0, answer=[{"way": "both", "who": "c1"}])
    for phone in (roller, gm):
        expect(phone.roll).to_have_attribute("aria-label", re.compile(f"Roll {roll}:"))
        expect(phone.roll.locator(".aided")).to_have_count(0)
    given = roller.page.locator(".docked:visible")
    expect(given).to_contain_text("Nyx: momentum 2 → 4, bonus on the next move 0 → 1 (from Moth)")
    roller.throw()
    expect(roller.roll.locator(".headline")).to_be_visible()
    expect(given).to_have_count(0)
    expect(roller.page.locator(".news-card")).to_have_count(0)


def test_a_roll_that_opens_comes_into_view_on_a_phone_that_looks_at_the_table(
    phones: Phones, server: RunningServer
) -> None:
    table = at_ease(server, "starforged")
    table.player.do("make", name="Nyx")
    table.other.do("make", name="Moth")
    phone = phones.at(table.player, viewport={"width": 390, "height": 400})
    phone.tab("Table")
    phone.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    assert phone.page.evaluate("scrollY") > 0
    table.other.do("declare", character="c2", trait="iron")
    expect(phone.page.locator(".roll .who")).to_be_in_viewport()


def test_what_aiding_is_stands_in_sight_where_it_is_rolled(phones: Phones, server: RunningServer) -> None:
    """The line that says so lay under the head of the page."""
    table = at_ease(server, "starforged")
    table.player.do("make", name="Nyx")
    table.other.do("make", name="Moth")
    table.player.do("declare", character="c1", trait="edge")
    other = phones.at(table.other)
    other.roll.locator(".mod.offer").first.click()
    told = other.page.locator(".sheet .chooser p.hint", has_text="what you gain is theirs")
    expect(told).to_be_in_viewport(ratio=1)
    head = other.page.locator(".banner").evaluate("(each) => each.getBoundingClientRect().bottom")
    assert told.evaluate("(each) => each.getBoundingClientRect().top") >= head
