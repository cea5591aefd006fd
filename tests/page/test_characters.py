"""A character on a phone: made by the guidance, given a face and words, using a thing, and taken to another table."""

from base64 import b64decode
from pathlib import Path

import pytest
from playwright.sync_api import FilePayload, Page, expect

from actionroll.ledger import verify
from tests.jpegs import PNG
from tests.page.phones import Phone, Phones, at_ease
from tests.server import NewTable, RunningServer, SeatAt
from tests.waiting_for import wait_for

pytestmark = pytest.mark.slow


def sit(phone: Phone, seat: SeatAt) -> Page:
    """The same phone at another table."""
    cookie = {"name": f"seat-{seat.table}", "value": seat.client.token, "url": phone.phones.address}
    phone.page.context.add_cookies([cookie])  # type: ignore[list-item]
    phone.page.goto(f"{phone.phones.address}/t/{seat.table}")
    expect(phone.page.locator(".banner")).to_be_visible()
    return phone.page


def made_by_guidance(page: Page) -> None:
    page.get_by_role("button", name="Step by step").click()
    stats, assets = page.get_by_label("Stats", exact=True), page.get_by_label("Assets", exact=True)
    expect(stats.locator(".count")).to_have_text("fits")
    stats.get_by_role("button", name="more iron").click()
    expect(stats.locator(".count")).to_contain_text("3 still to give")
    stats.get_by_role("button", name="less iron").click()
    assets.get_by_role("button", name="+ Navigator").click()
    expect(assets.locator(".count")).to_have_text("1 of 3")
    assets.get_by_role("button", name="+ Old soldier").click()
    page.get_by_label("Name", exact=True).last.fill("Ikara")
    page.get_by_label("Pronouns").fill("they/them")
    page.get_by_label("What did they leave behind?").fill("A ship with my name on it.")
    page.get_by_role("button", name="Make them").click()
    expect(page.locator(".sheet h2")).to_have_text("Ikara")
    expect(page.locator(".persona")).to_contain_text("they/them")


def given_a_face(page: Page) -> None:
    page.get_by_role("button", name="Words and portrait of Ikara").click()
    picture: FilePayload = {"name": "me.png", "mimeType": "image/png", "buffer": b64decode(PNG)}
    page.get_by_label("Portrait of Ikara").set_input_files(files=[picture])
    expect(page.locator(".sheet .portrait img")).to_be_visible()
    page.get_by_label("Notes that only you see").fill("I burned it.")
    page.get_by_role("button", name="Save", exact=True).click()
    page.locator("summary", has_text="Notes that only you see").click()
    expect(page.get_by_text("I burned it.")).to_be_visible()
    assert page.evaluate("document.querySelector('.sheet .portrait img').naturalWidth") == 16


def uses_a_thing(phone: Phone, table: NewTable) -> None:
    phone.declare("Edge")
    phone.roll.get_by_role("switch", name="Use Old soldier").click()
    expect(phone.roll.get_by_role("switch", name="Use Old soldier")).to_have_attribute("aria-checked", "true")
    phone.throw()
    wait_for(lambda: any(each["kind"] == "thrown" for each in table.gm.see()["log"]))
    thrown = next(each for each in table.gm.see()["log"] if each["kind"] == "thrown")
    assert table.gm.see(f"rolls/{thrown['roll']}")["attempt"]["used"] == "Old soldier"


def test_a_character_is_made_by_the_guidance_and_taken_along(phones: Phones, server: RunningServer) -> None:
    table, other = at_ease(server, "starforged"), at_ease(server, "starforged")
    phone = phones.at(table.player)
    page = phone.page
    made_by_guidance(page)
    given_a_face(page)
    uses_a_thing(phone, table)
    phone.tab("Me")
    page.get_by_role("button", name="Keep on this phone").click()
    expect(page.get_by_role("button", name="Keep on this phone anew")).to_be_visible()
    there = sit(phone, other.player)
    there.get_by_role("button", name="Bring Ikara").click()
    expect(there.locator(".sheet .portrait img")).to_be_visible()
    there.get_by_text("Before this table").click()
    expect(there.get_by_text("Lantern Street (Ironsworn: Starforged): 1 roll")).to_be_visible()
    (brought,) = other.player.see()["characters"]
    assert [each["name"] for each in brought["values"]["things"]] == ["Navigator", "Old soldier"]
    assert brought["private"]["notes"] == "I burned it."
    assert "burned it" not in str(other.gm.see())
    for one in (table, other):
        assert verify(one.gm.export().splitlines(keepends=True)).table.characters


def test_a_file_is_saved_and_brought_back_and_words_are_deleted(
    phones: Phones, server: RunningServer, tmp_path: Path
) -> None:
    table, other = at_ease(server, "in-the-dark"), at_ease(server, "in-the-dark")
    phone = phones.at(table.player)
    page = phone.page
    page.get_by_role("button", name="Play Nyx").click()
    expect(page.locator(".introduced")).to_contain_text("Never once seen")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as a file").click()
    saved.value.save_as(tmp_path / "nyx.json")
    page.get_by_role("button", name="Words and portrait of Nyx").click()
    page.get_by_role("button", name="Delete for good").click()
    page.get_by_role("dialog").get_by_role("button", name="Yes").click()
    expect(page.locator(".introduced")).to_have_count(0)
    assert "Never once" not in table.gm.export().decode()
    there = sit(phone, other.player)
    there.locator(".maker input[type=file]").set_input_files(tmp_path / "nyx.json")
    expect(there.locator(".introduced")).to_contain_text("Never once seen")
    there.get_by_role("button", name="Make another like this").click()
    expect(there.get_by_label("Action dots").locator(".count")).to_have_text("7 of 7")
    there.get_by_label("Name", exact=True).last.fill("Nix")
    there.get_by_role("button", name="Make them").click()
    expect(there.locator(".sheet h2").get_by_text("Nix", exact=True)).to_be_visible()
    assert other.player.see()["characters"][1]["values"]["skulk"] == 2


def test_a_file_that_is_no_picture_is_refused_where_the_finger_is(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "in-the-dark")
    table.player.do("make", name="Nyx")
    page = phones.at(table.player).page
    page.get_by_role("button", name="Words and portrait of Nyx").click()
    script: FilePayload = {
        "name": "x.svg",
        "mimeType": "image/svg+xml",
        "buffer": b"<svg><script>alert(1)</script></svg>",
    }
    page.get_by_label("Portrait of Nyx").set_input_files(files=[script])
    expect(page.locator(".refusal")).to_contain_text("cannot read that file as a picture")
    assert "portrait" not in table.player.see()["characters"][0]
