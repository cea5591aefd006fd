"""Before the dice: making a character, building a roll, what is still to be said and by whom."""

import pytest
from playwright.sync_api import expect

from tests.page.phones import Phones, at_ease
from tests.server import RunningServer

pytestmark = pytest.mark.slow


def test_what_is_open_of_a_character_stands_above_the_button(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "in-the-dark")
    page = phones.at(table.player).page
    page.get_by_role("button", name="Step by step").click()
    last = page.locator(".still-open")
    dots = page.get_by_label("Action dots", exact=True)
    dots.locator("button:enabled", has_text="−").first.click()
    expect(last).to_have_text(
        "Still open: 1 of 7 points left (Action dots), an ability, 2 of 2 gear left; nothing is forbidden."
    )
    button = page.get_by_role("button", name="Make them")
    above = page.evaluate("([one, other]) => !!(one.compareDocumentPosition(other) & 4)",
                          [last.element_handle(), button.element_handle()])
    assert above
    gap = button.bounding_box()["y"] - last.bounding_box()["y"] - last.bounding_box()["height"]
    assert 0 <= gap < 40, gap
    page.get_by_label("Name", exact=True).last.fill("Nix")
    button.click()
    expect(page.locator(".sheet h2")).to_have_text("Nix")


def test_a_character_as_the_game_has_it_leaves_nothing_open(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "starforged")
    page = phones.at(table.player).page
    page.get_by_role("button", name="Step by step").click()
    last = page.locator(".still-open")
    expect(last).to_have_text("Still open: 3 of 3 assets left; nothing is forbidden.")
    stats, assets = page.get_by_label("Stats", exact=True), page.get_by_label("Assets", exact=True)
    stats.get_by_role("button", name="more iron").click()
    expect(last).to_contain_text("3 still to give (Stats)")
    stats.get_by_role("button", name="less iron").click()
    for _ in range(3):
        assets.locator("button.chip").first.click()
    expect(last).to_have_text("All of it is as the game has it.")
