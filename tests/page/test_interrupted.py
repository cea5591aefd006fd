"""Phones that are reloaded, cut off or locked in the middle of something come back to it."""

import pytest
from playwright.sync_api import expect

from tests.page.phones import Phone, Phones

pytestmark = pytest.mark.slow


def at_a_decision(phones: Phones) -> tuple[Phone, Phone]:
    gm = phones.phone()
    player = phones.phone().join(gm.open_table("Wherever We Go"), "Bo")
    player.make("Nyx")
    player.declare("Stealth")
    player.roll.get_by_role("button", name="Throw the dice").click()
    expect(player.roll.locator("button.option").first).to_be_visible()
    return gm, player


def test_a_reload_comes_back_to_the_decision(phones: Phones) -> None:
    _, player = at_a_decision(phones)
    player.page.reload()
    expect(player.roll.locator(".turn")).to_be_visible()
    player.roll.locator("button.option", has_text="Keep").click()
    expect(player.roll.locator(".headline")).to_be_visible()


def test_what_is_tapped_without_a_network_is_sent_once(phones: Phones) -> None:
    gm, player = at_a_decision(phones)
    player.page.context.set_offline(True)
    player.roll.locator("button.option", has_text="Keep").click()
    expect(player.page.locator(".reconnecting")).to_be_visible()
    player.page.context.set_offline(False)
    expect(player.roll.locator(".headline")).to_be_visible()
    expect(gm.roll.locator(".headline")).to_be_visible()
    gm.tab("Log")
    expect(gm.page.locator(".entry.of-decided")).to_have_count(1)


def test_what_was_typed_stays_when_the_table_goes_on(phones: Phones) -> None:
    gm = phones.phone()
    player = phones.phone().join(gm.open_table("In the Dark"), "Bo")
    player.tab("Sheet")
    player.page.locator(".maker").get_by_label("Name").fill("Half a na")
    gm.tab("Log")
    gm.page.get_by_label("Note").fill("Rain on the roofs.")
    gm.page.get_by_role("button", name="Add").click()
    expect(gm.page.locator(".entry", has_text="Rain on the roofs.")).to_be_visible()
    player.tab("Log")
    expect(player.page.locator(".entry", has_text="Rain on the roofs.")).to_be_visible()
    player.tab("Sheet")
    expect(player.page.locator(".maker").get_by_label("Name")).to_be_visible()


def test_real_dice_are_typed_in_and_marked(phones: Phones) -> None:
    gm = phones.phone()
    player = phones.phone().join(gm.open_table("Ironsworn: Starforged"), "Bo")
    player.make("Nyx")
    player.declare("Edge")
    player.roll.get_by_role("button", name="I rolled real dice").click()
    faces = player.roll.locator(".hand input")
    expect(faces).to_have_count(3)
    faces.first.press_sequentially("4")
    expect(faces.nth(1)).to_be_focused()
    player.page.keyboard.type("0x")
    expect(faces.nth(2)).to_be_focused()
    player.page.keyboard.type("3")
    player.roll.get_by_role("button", name="These dice fell").click()
    expect(player.roll.locator(".die text").nth(1)).to_have_text("10")
    expect(player.roll).to_contain_text("entered by hand")
