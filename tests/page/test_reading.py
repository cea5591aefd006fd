"""Sheets and odds read by someone new: what a full track means, what a thing does, which move is which."""

import re

import pytest
from playwright.sync_api import expect

from tests.page.phones import Phones, at_ease
from tests.server import RunningServer

pytestmark = pytest.mark.slow
LINES = """
(cell) => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    return new Set([...range.getClientRects()].map((each) => Math.round(each.top))).size;
}
"""


def test_momentum_stands_before_assets_that_speak_in_words_and_moves_stand_in_groups(
    phones: Phones, server: RunningServer
) -> None:
    table = at_ease(server, "starforged")
    table.player.do("make", name="Nyx")
    asset = {"kind": "asset", "name": "Old soldier", "does": [{"use": "add late", "value": 1}]}
    table.player.do("edit", where="c1", values={"things": [asset]})
    phone = phones.at(table.player)
    phone.tab("Me")
    sheet = phone.page.locator(".sheet")
    having = sheet.locator(".having li")
    expect(having).to_contain_text("Adds to the score, decided on once the dice lie: 1")
    expect(having).not_to_contain_text("add late")
    momentum = sheet.get_by_role("group", name=re.compile("^momentum: ")).bounding_box()
    things = having.bounding_box()
    assert momentum
    assert things
    assert momentum["y"] < things["y"]
    ready = sheet.get_by_role("button", name="+ Navigator")
    expect(ready).to_be_hidden()
    sheet.get_by_text("Add one").click()
    expect(ready).to_be_visible()

    moves = phone.page.get_by_label("Move", exact=True).first
    assert moves.locator("optgroup").count() == 6
    assert moves.locator("optgroup option").count() == 36
    expect(moves.locator("option[value=gather_information]")).to_have_text("Gather information (wits)")
    moves.select_option("gather_information")
    expect(sheet.get_by_text("Investigate or search for clues.")).to_be_visible()
    expect(sheet.get_by_text("a new one, with these numbers")).to_be_visible()


def test_a_full_row_of_marks_says_what_it_means_and_a_scar_is_taken_from_there(
    phones: Phones, server: RunningServer
) -> None:
    table = at_ease(server, "illuminated-worlds")
    table.player.do("make", name="Evelyn")
    phone = phones.at(table.player)
    phone.tab("Me")
    sheet = phone.page.locator(".sheet")
    expect(sheet.get_by_label("Kind of roll").locator("option[value=scar]")).to_have_count(0)
    full = sheet.locator(".track .tells")
    expect(full).to_have_count(0)
    table.player.do("edit", where="c1", values={"bleed": 3})
    expect(full).to_have_text("Three marks; a fourth becomes a scar.")
    expect(sheet.get_by_role("form", name="Take a scar")).to_have_count(0)
    table.player.do("edit", where="c1", values={"scar_owed": True})
    form = sheet.get_by_role("form", name="Take a scar")
    expect(form.get_by_placeholder("What is it, in words?")).to_be_visible()
    form.get_by_label("Action that loses a point").select_option("sway")
    form.get_by_label("Action that gains it").select_option("move")
    form.get_by_role("button", name="So it is").click()
    gm = phones.at(table.gm)
    gm.tab("Table")
    expect(gm.roll.locator(".headline")).to_have_text("Shifted")
    expect(gm.page.get_by_text("at stake")).to_be_hidden()


def test_a_table_of_odds_breaks_no_word_and_no_number_on_a_phone(phones: Phones) -> None:
    page = phones.phone().page
    page.goto(f"{phones.address}/odds/starforged?stat=2")
    page.get_by_role("button", name="Compare with another").click()
    page.get_by_role("button", name="A stat of 3 and an add").click()
    expect(page.locator(".beside .hint", has_text="Compared with 67 %")).to_be_visible()
    page.locator(".exact summary").click()
    cells = page.locator(".exact td, .exact thead th:nth-child(-n+2)").all()
    assert cells
    assert {cell.evaluate(LINES) for cell in cells} == {1}
    adds = page.locator(".inputs .control .label span", has_text="adds").first
    assert adds.evaluate(LINES) == 1
    page.get_by_role("button", name="Throw it").click()
    came = page.locator(".result .came")
    expect(came.locator(".word")).to_be_visible()
    assert came.evaluate("(each) => each.scrollHeight <= each.clientHeight")
