"""A named progress track on phones: begun, marked with one tap and rolled on."""

import pytest
from playwright.sync_api import expect

from tests.page.phones import Phones, at_ease
from tests.server import RunningServer

pytestmark = pytest.mark.slow


def test_a_vow_is_begun_marked_and_rolled_on(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "starforged")
    table.player.do("make", name="Nyx")
    phone = phones.at(table.player)
    phone.tab("Table")
    card = phone.page.locator(".undertakings")
    card.get_by_text("Begin something").click()
    card.locator("[name=kind]").select_option("vow")
    card.locator("[name=name]").fill("Find the lost beacon")
    card.locator("[name=rank]").select_option("dangerous")
    card.get_by_role("button", name="Begin", exact=True).click()
    expect(card.get_by_text("Find the lost beacon")).to_be_visible()
    card.get_by_role("button", name="mark progress: Find the lost beacon").click()
    expect(card.get_by_role("img", name="Find the lost beacon: 2 boxes")).to_be_visible()
    card.get_by_role("button", name="roll on it: Find the lost beacon").click()
    expect(phone.roll.get_by_role("button", name="Throw 2 dice")).to_be_visible()
    (roll,) = [each for each in table.gm.see()["rolls"] if each["move"] == "progress"]
    assert roll["undertaking"] == table.gm.see()["undertakings"][0]["undertaking"]


def test_where_banes_go_is_proposed_and_the_gm_takes_it(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "wherever-we-go")
    table.player.do("make", name="Nyx", values={"stress": 1})
    roll = table.player.do("declare", character="c1", trait="stealth", decide={"push": "push"})["number"]
    table.player.do("throw", roll=roll, dice=[1, 1, 1])
    table.player.do("decide", roll=roll, option="keep")
    table.player.do("settle", roll=roll, answer=[{"way": "gear", "amount": 2}])
    gm, player = phones.at(table.gm), phones.at(table.player)
    expect(player.roll.get_by_text("Waiting for the gm, who has the last word.")).to_be_visible()
    expect(player.roll).not_to_contain_text("Your turn")
    expect(player.roll.locator("button.settle:visible")).to_have_count(0)
    gm.roll.get_by_role("button", name="As proposed").click()
    expect(gm.page.get_by_role("button", name="As proposed")).to_have_count(0)
    (nyx,) = table.gm.see()["characters"]
    assert nyx["values"]["gear"] == 1
