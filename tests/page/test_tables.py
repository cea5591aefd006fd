"""A table as a place: opened, found again, its links renewed, its evenings ended and itself."""

import re

import pytest
from playwright.sync_api import Route, expect

from tests.page.phones import Phones, acted, seated
from tests.server import RunningServer

pytestmark = pytest.mark.slow


def test_a_table_for_one_opens_at_once_and_others_show_their_code_from_the_top(
    phones: Phones, server: RunningServer
) -> None:
    page = phones.phone().page
    page.goto(phones.address)
    page.get_by_role("button", name="Open a table").first.click()
    page.get_by_label("Your name").fill("Ana")
    page.get_by_text("I play alone").click()
    page.get_by_role("button", name="Start").click()
    expect(page.locator(".banner")).to_be_visible()
    assert "/t/" in page.url
    page.goto(phones.address)
    page.get_by_role("button", name="Open a table").first.click()
    late: list[Route] = []
    page.route("**/links/code", lambda asked, _: late.append(asked))
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_text("Your table is open")).to_be_visible()
    named = page.locator(".made > p").first
    expect(named).to_contain_text(", tonight")
    assert named.inner_text() == named.locator("b").inner_text()  # and not the game's name once more
    assert page.evaluate("scrollY") == 0
    warned = "() => [...document.querySelectorAll('.made .warning, .made ar-code')].map((each) => each.localName)"
    assert page.evaluate(warned)[:2] == [
        "p",
        "ar-code",
    ]  # where phones cannot come is said before they are pointed at it
    watching = page.locator(".made details")
    watching.locator("summary").click()
    expect(watching.get_by_label("Television link")).to_have_value(re.compile(r"\?stage#"))
    watching.locator("summary").click()
    go = page.get_by_role("link", name="Go to the table")
    expect(page.locator("ar-code svg").first).to_be_visible()
    stood = go.bounding_box()
    late[0].continue_()  # a code that comes late moves nothing that is about to be pressed
    expect(page.locator(".typed-code b")).to_be_visible()
    assert go.bounding_box() == stood


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
    table = seated(server, "true-world")
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


def test_an_ended_table_keeps_its_sheets_and_says_so_at_the_front(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "in-the-dark")
    player = phones.at(table.player)
    expect(player.page.get_by_role("button", name="Save as a file")).to_be_visible()
    table.gm.do("end")
    expect(player.page.locator(".banner")).to_contain_text("ended")
    player.page.locator(".pc-line", has_text="Nyx").click()
    expect(player.page.get_by_role("button", name="Save as a file").first).to_be_visible()
    player.page.reload()
    expect(player.page.locator(".banner")).to_contain_text("ended")
    player.page.goto(phones.address)
    expect(player.page.locator(".known")).to_contain_text("ended")


def test_old_links_are_gone_once_they_are_renewed(phones: Phones, server: RunningServer) -> None:
    gm = phones.phone()
    link = gm.open_table("True World")
    gm.tab("Gm")
    gm.page.locator("summary", has_text="seats and links").click()
    code = gm.page.locator(".link", has_text="Players").locator("ar-code")
    expect(code).to_have_attribute("link", link)
    gm.page.get_by_role("button", name="Renew the links").click()
    gm.page.get_by_role("button", name="Yes").click()
    expect(code).not_to_have_attribute("link", link)


def test_an_evening_ends_with_what_happened(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "in-the-dark")
    table.gm.do("begin_evening", name="The vault")
    roll = table.player.do("declare", character="c1", trait="skulk", inputs={"intent": "Over the roof"})["number"]
    table.player.do("throw", roll=roll, dice=[6] * len(table.player.see(f"rolls/{roll}")["dice"]))
    gm = phones.at(table.gm)
    gm.tab("Gm")
    gm.page.get_by_role("button", name="End the evening").click()
    gm.page.get_by_role("button", name="Yes").click()  # what the roll brings is still open, and said so
    expect(gm.page.locator(".recap")).to_contain_text("Over the roof")
    expect(gm.page.get_by_text("The evening is over.")).to_be_visible()
    expect(gm.page.locator(".recap")).to_have_count(1)
