"""Sitting down on a phone: a name of one's own, and one's own seat again."""

import subprocess
import sys

import pytest
from playwright.sync_api import expect

from actionroll.chance import new_seed
from actionroll.ledger import take_in
from actionroll.store import open_store
from tests.page.phones import DESKTOP, Phones, at_ease
from tests.random_evening import evening
from tests.server import RunningServer, join, open_table

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


def test_an_imported_table_tells_where_its_seed_stayed_and_who_made_its_links(
    phones: Phones, server: RunningServer
) -> None:
    store = open_store(server.database)
    take_in(store, evening("in-the-dark", 8).lines(), 1, new_seed, ())
    store.close()
    command = [sys.executable, "-m", "actionroll", "links", "evening", "--database", server.database]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    phone = phones.at(join(server, "evening", told.split()[1], "Gem"))
    phone.tab("Log")
    entries = phone.page.locator("li.entry")
    expect(entries.filter(has_text="the old one stayed where the table came from")).to_be_visible()
    expect(entries.filter(has_text="The host renewed the links")).to_be_visible()


def test_a_link_that_got_around_seats_no_more_than_the_gm_says(phones: Phones, server: RunningServer) -> None:
    table = open_table(server)
    gm = phones.at(table.gm)
    gm.tab("Gm")
    gm.page.locator("summary", has_text="Seats and links").click()
    gm.page.locator("summary", has_text="Other links").click()
    seats = gm.page.get_by_label("Players:")
    expect(seats).to_have_value("12")
    expect(gm.page.locator(".room", has_text="Players")).to_contain_text("2 taken")
    seats.fill("2")
    seats.blur()
    gm.tab("Log")
    expect(gm.page.locator(".entry", has_text="set player seats 2")).to_be_visible()
    page = phones.phone().page
    page.goto(f"{phones.address}{table.links['player']}")
    page.get_by_label("Your name at the table").fill("Moth")
    page.get_by_role("button", name="Join the table").click()
    expect(page.get_by_role("alert")).to_contain_text("This link seats 2, and all are taken; the gm can")
    phones.troubles = [each for each in phones.troubles if "422" not in each]
    table.gm.do("set_up", player_seats=3)
    page.get_by_role("button", name="Join the table").click()
    expect(page.locator(".banner")).to_be_visible()


def test_freeing_a_seat_and_new_links_say_what_they_do_before_the_tap(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "starforged")
    gm = phones.at(table.gm, viewport=DESKTOP)
    gm.tab("Gm")
    gm.page.locator("summary", has_text="Invite, seats and links").click()
    card = gm.page.locator("details", has=gm.page.get_by_role("button", name="Renew the links")).last
    expect(card).to_contain_text("The old links then open nothing any more. Everyone keeps their seat.")
    expect(card).to_contain_text("their character and rolls stay, and you can bring them back")
