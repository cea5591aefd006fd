"""Screens that come late: a television joins with one tap, and a log read anew says the same."""

import pytest
from playwright.sync_api import expect

from tests.page.phones import Phones, at_ease
from tests.server import RunningServer

pytestmark = pytest.mark.slow


def test_a_screen_for_the_stage_joins_without_a_name(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "starforged")
    link = table.links["onlooker"].replace("#", "?stage#")
    for name in ("Screen", "Screen 2"):
        page = phones.phone(viewport={"width": 1280, "height": 720}).page
        page.goto(f"{phones.address}{link}")
        expect(page.get_by_label("Your name at the table")).to_have_count(0)
        page.get_by_role("button", name="Show the stage here").click()
        expect(page.locator(".tv-room")).to_be_visible()
        assert name in [each["name"] for each in table.gm.see()["seats"]]


def test_the_log_says_the_same_after_a_reload(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "starforged")
    table.player.do("make", name="Nyx", values={"momentum": 10})
    phone = phones.at(table.player)  # it listens, so that it takes part in the dice of what is declared
    expect(phone.page.locator(".banner")).to_be_visible()
    roll = table.player.do("declare", character="c1", trait="edge")["number"]
    table.player.do("throw", roll=roll, dice=[1, 8, 9])
    table.player.do("decide", roll=roll, option="burn")
    for due in table.player.see(f"rolls/{roll}")["open_dues"]:
        table.gm.do("settle", roll=roll, due=due["due"], answer=[{"way": due["ways"][0]["name"], "amount": 1}])
    assert table.player.see(f"rolls/{roll}")["status"] == "done"
    later = table.player.do("declare", character="c1", trait="edge")["number"]
    table.player.do("throw", roll=later, dice=[6, 1, 2])
    assert roll not in [each["roll"] for each in table.player.see()["rolls"]]
    before = phone.log()
    assert any("Nyx" in line for line in before)
    phone.page.reload()
    after = phone.log()
    assert [line.split("\n")[0] for line in after] == [line.split("\n")[0] for line in before]
    assert not any("oller" in line for line in after), after
