"""Allies on their own phones, and a clock that all look at."""

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
