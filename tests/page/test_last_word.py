"""The gm's last word on the page: another gamble once the dice lie, a roll before help, and what a round is."""

import pytest
from playwright.sync_api import expect

from tests.page.phones import Phones
from tests.page.test_moments import seated
from tests.server import RunningServer

pytestmark = pytest.mark.slow


def test_the_gm_asks_for_a_roll_before_help_and_forbids_a_gamble(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "wherever-we-go", stress=1)
    roll = table.player.do("declare", character="c1", trait="stealth")["number"]
    table.other.do("offer", roll=roll, character="c2", input="helpers", how="keeps watch")
    player, gm = phones.at(table.player), phones.at(table.gm)
    gm.roll.get_by_role("button", name="ask to roll first").click()
    expect(gm.roll.locator(".offers li")).to_have_count(0)
    ally = phones.at(table.other)
    expect(ally.roll.locator(".help")).to_contain_text("asks Moth to roll first")
    table.gm.do("set", roll=roll, inputs={"expectations": "You are in."})
    table.player.do("throw", roll=roll, dice=[1, 1])
    expect(player.roll.locator("button.option", has_text="Gamble")).to_be_visible()
    gm.roll.get_by_role("group", name="The last word on gambles").get_by_role("button", name="one less").click()
    expect(player.roll.locator(".headline")).to_have_text("Failure")
    gm.roll.get_by_role("button", name="one more").click()
    expect(player.roll.locator("button.option", has_text="Gamble")).to_be_visible()


def test_a_round_is_said_and_then_acted(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "true-world")
    player, gm = phones.at(table.player), phones.at(table.gm)
    for phone in (player, gm):
        phone.tab("Table")
    gm.page.get_by_role("button", name="Begin a round").click()
    box = player.page.get_by_role("textbox", name="What Nyx is about to do")
    box.fill("Climb the wall.")
    box.press("Enter")
    rounds = gm.page.locator(".rounds")
    expect(rounds).to_contain_text("Climb the wall.")
    roll = table.player.do("declare", character="c1", trait="climbing")["number"]
    table.gm.do("set", roll=roll, inputs={"difficulty": "d6", "position": "neutral"})
    expect(player.roll).to_contain_text("Intentions are said first")
    rounds.get_by_role("button", name="Begin the actions").click()
    expect(player.roll).not_to_contain_text("Intentions are said first")
    table.player.do("throw", roll=roll, dice=[5, 2])
    expect(rounds.locator("li.acted")).to_contain_text("has acted")
