"""Sitting down on a phone: a name of one's own, and one's own seat again."""

import pytest
from playwright.sync_api import expect

from tests.page.phones import Phones
from tests.server import RunningServer, open_table

pytestmark = pytest.mark.slow


def test_a_namesake_is_told_the_way_out_and_keeps_what_was_typed(phones: Phones, server: RunningServer) -> None:
    table = open_table(server)
    page = phones.phone().page
    page.goto(f"{phones.address}{table.links['player']}")
    name, join = page.get_by_label("Your name at the table"), page.get_by_role("button", name="Join the table")
    name.fill("gem")
    join.click()
    expect(page.get_by_role("alert")).to_contain_text("Someone here is called Gem already: choose another name")
    expect(name).to_have_value("gem")
    refused = [trouble for trouble in phones.troubles if "422" in trouble]
    phones.troubles.remove(*refused)
    name.fill("Gemma")
    join.click()
    expect(page.locator(".banner")).to_be_visible()


def test_a_link_to_a_seat_says_whose_it_is(phones: Phones, server: RunningServer) -> None:
    table = open_table(server)
    link = table.gm.do("links/seat", seat=table.player.seat)["links"]["seat"]
    page = phones.phone().page
    page.goto(f"{phones.address}{link}")
    expect(page.get_by_text(f"Your seat, {table.gm.see()['seats'][1]['name']}, is waiting for you.")).to_be_visible()
