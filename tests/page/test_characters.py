"""A character on a phone: made by the guidance, given a face and words, using a thing, and taken to another table."""

from base64 import b64decode
from pathlib import Path

import pytest
from playwright.sync_api import FilePayload, Page, expect

from actionroll.ledger import verify
from tests.jpegs import PNG
from tests.page.phones import LINES, Phone, Phones, at_ease, seated
from tests.page.test_fits import BROKEN
from tests.server import NewTable, RunningServer, SeatAt, open_table
from tests.waiting_for import wait_for

pytestmark = pytest.mark.slow

PLACE = "each => each.getBoundingClientRect().top - each.closest('.step').getBoundingClientRect().top"


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


def made_by_guidance(page: Page) -> None:
    page.get_by_role("button", name="Step by step").click()
    stats, assets = page.get_by_label("Stats", exact=True), page.get_by_label("Assets", exact=True)
    expect(stats.locator(".count")).to_have_text("fits")
    more = stats.get_by_role("button", name="more iron")
    place = more.evaluate(PLACE)
    more.click()
    expect(stats.locator(".count")).to_have_text("Iron: 3, not 4")
    assert more.evaluate(PLACE) == place, "what is said of a step pushed its rows down"
    stats.get_by_role("button", name="less iron").click()
    assets.get_by_role("button", name="+ Navigator").click()
    expect(assets.locator(".count")).to_have_text("1 of 3")
    assets.get_by_role("button", name="+ Old soldier").click()
    page.get_by_label("Name", exact=True).last.fill("Ikara")
    page.get_by_label("Pronouns").fill("they/them")
    page.get_by_label("What did they leave behind?").fill("A ship with my name on it.")
    page.get_by_role("button", name="Make the character").click()
    expect(page.locator(".sheet h2")).to_have_text("Ikara")
    expect(page.locator(".persona")).to_contain_text("they/them")


def sit(phone: Phone, seat: SeatAt) -> Page:
    """The same phone at another table."""
    cookie = {"name": f"seat-{seat.table}", "value": seat.client.token, "url": phone.phones.address}
    phone.page.context.add_cookies([cookie])  # type: ignore[list-item]
    phone.page.goto(f"{phone.phones.address}/t/{seat.table}")
    expect(phone.page.locator(".banner")).to_be_visible()
    return phone.page


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
    there.get_by_role("button", name="Make the character").click()
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
    button = page.get_by_role("button", name="Make the character")
    edges = [each.evaluate("each => each.getBoundingClientRect().toJSON()") for each in (last, button)]
    assert 0 <= edges[1]["top"] - edges[0]["bottom"] < 40
    page.get_by_label("Name", exact=True).last.fill("Nix")
    button.click()
    expect(page.locator(".sheet h2")).to_have_text("Nix")


def test_what_is_too_much_of_a_character_is_told_with_its_step_and_is_not_called_open(
    phones: Phones, server: RunningServer
) -> None:
    table = at_ease(server, "in-the-dark")
    page = phones.at(table.player).page
    page.get_by_role("button", name="Step by step").click()
    expect(page.get_by_text("Each action with a dot is also a die to resist with")).to_be_visible()
    page.get_by_role("button", name="more operate").click()
    says = "Action dots: 1 too many; still open: an ability, 2 of 2 gear left; nothing is forbidden."
    expect(page.locator(".still-open")).to_have_text(says)
    expect(page.get_by_role("button", name="Ghost step")).to_contain_text("to be used once")


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
        assets.locator("button.chip[aria-pressed=false]").first.click()
    expect(last).to_have_text("All is chosen: they are ready to play.")


@pytest.mark.parametrize("width", [390, 320])
def test_rows_of_a_character_in_the_making_are_all_alike(phones: Phones, server: RunningServer, width: int) -> None:
    table = at_ease(server, "wherever-we-go")
    page = phones.at(table.player, viewport={"width": width, "height": 844}).page
    page.get_by_role("button", name="Step by step").click()
    rows = page.get_by_label("Skills", exact=True).locator(".made .control")
    expect(rows).to_have_count(16)
    assert len(set(rows.evaluate_all("all => all.map((each) => Math.round(each.offsetHeight))"))) == 1
    lefts = rows.locator(".segments").evaluate_all("all => all.map((each) => Math.round(each.offsetLeft))")
    assert len(set(lefts)) == 1
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.get_by_label("Skills", exact=True).locator(".control").last.scroll_into_view_if_needed()
    count = page.get_by_label("Skills", exact=True).locator(".count")
    assert count.evaluate("each => each.getBoundingClientRect().top >= 40"), "the count stays in sight"


def test_a_name_that_is_cut_says_so_wherever_it_is_typed(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "in-the-dark")
    gm, guest = phones.at(table.gm), phones.phone()
    gm.tab("Gm")
    gm.page.locator("summary", has_text="Start a clock").click()
    guest.page.goto(phones.address)
    guest.page.locator(".game").first.get_by_role("button", name="Open a table").click()
    for page, label in ((gm.page, "Name of the clock"), (guest.page, "Name of the table")):
        page.get_by_label(label).fill("")
        page.get_by_label(label).press_sequentially("x" * 41)
        expect(page.get_by_role("alert").filter(has_text="40 letters")).to_be_visible()
        expect(page.get_by_label(label)).to_have_value("x" * 40)


def test_a_name_goes_along_step_by_step(phones: Phones, server: RunningServer) -> None:
    table = open_table(server, "wherever-we-go")
    player = phones.at(table.player)
    player.page.locator(".maker").get_by_label("Name").fill("Moss")
    player.page.get_by_role("button", name="Step by step").click()
    expect(player.page.locator(".making > form.words [name=name]")).to_have_value("Moss")
    top = player.page.locator(".making h3").first.evaluate("each => each.getBoundingClientRect().top")
    assert 40 <= top < 200


def test_a_made_character_is_seen_from_the_top(phones: Phones, server: RunningServer) -> None:
    table = open_table(server, "wherever-we-go")
    player = phones.at(table.player)
    player.page.locator(".maker").get_by_label("Name").fill("Wilhelmina Featherstonehaugh-Cholmondele")
    player.page.get_by_role("button", name="Step by step").click()
    player.page.get_by_role("button", name="Make the character").click()
    expect(player.page.locator(".sheet h2").first).to_be_visible()
    expect(player.page.locator(".making")).to_have_count(0)
    assert player.page.evaluate("scrollY") == 0
    assert player.page.evaluate(BROKEN) == []  # a long name stands above what is tapped beside a short one


def test_what_is_chosen_while_making_stays_where_it_was_touched(phones: Phones, server: RunningServer) -> None:
    table = open_table(server, "wherever-we-go")
    player = phones.at(table.player)
    player.tab("Me")
    one = player.page.locator(".ready-one").first
    best = str(one.locator("small").text_content()).split(" · ")
    assert all("\u00a0" in each for each in best), best  # a name and its number are on one line
    name = str(one.locator("b").text_content())
    table.other.do("make", name=name)  # taken while someone reads: it says by whom
    expect(one).to_be_disabled()
    expect(one.locator("small")).to_have_text("Bo plays them")
    player.page.get_by_role("button", name="Step by step").click()
    chip = player.page.locator(".making .kinds .chip").first
    chip.scroll_into_view_if_needed()
    before = chip.bounding_box()
    chip.click()
    expect(chip).to_have_attribute("aria-pressed", "true")
    assert chip.bounding_box() == before
    chip.click()
    expect(chip).to_have_attribute("aria-pressed", "false")


def test_making_says_apart_what_is_too_many_and_what_is_too_high(phones: Phones, server: RunningServer) -> None:
    table = open_table(server, "in-the-dark")
    player = phones.at(table.player)
    player.tab("Me")
    player.page.get_by_role("button", name="Step by step").click()
    dots = player.page.get_by_role("region", name="Action dots")
    expect(dots.locator(".count")).to_have_text("7 of 7")
    more = dots.get_by_role("button", name="more skulk")
    more.scroll_into_view_if_needed()
    before = more.bounding_box()
    more.click()
    expect(dots.locator(".count")).to_have_text("8 of 7")
    expect(dots.get_by_text("1 too many; skulk above 2", exact=True)).to_be_visible()  # whole, below its heading
    assert more.bounding_box() == before  # what is tapped twice is hit twice
    assert dots.locator("h4").evaluate(LINES) == 1
    ready = player.page.get_by_role("region", name="An ability").locator(".kinds .chip")
    expect(ready).to_have_count(3)
    expect(ready.first).to_contain_text("Ghost step · ability · Once a job")
