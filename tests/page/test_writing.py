"""Someone writes a game who has never seen one: what may be written is said beside the file, line by line."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.server import RunningServer

pytestmark = pytest.mark.slow


def words_and_an_example_stand_beside(page: Page, kept: str) -> None:
    file = page.get_by_label("The game file")
    page.get_by_text("What may be written").click()
    reference = page.locator(".reference")
    reference.get_by_text("What is read, below dice").click()
    reference.get_by_role("button", name="sixes = count face == 6").click()
    assert file.input_value() == f"{kept}\n        sixes = count face == 6"
    file.press("Control+z")
    assert file.input_value() == kept

    page.get_by_text("An example beside yours").click()
    page.get_by_label("Example to look at").select_option("sixes-and-a-push")
    expect(page.get_by_label("The file of Push It")).to_contain_text("count face == 6")
    assert file.input_value() == kept


def own_file_takes_its_place(page: Page, own: Path) -> None:
    file = page.get_by_label("The game file")
    own.write_text(page.get_by_label("The file of Push It").inner_text().replace("Push It", "Embers"))
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Open a file").click()
    chooser.value.set_files(own)
    page.get_by_role("button", name="Replace it").click()
    expect(page.get_by_role("heading", name="Embers")).to_be_visible()
    file.fill(file.input_value().replace('id = "sixes-and-a-push"', 'id = "embers"').replace("face == 6", "face >= 5"))
    expect(page.get_by_label("Odds")).to_contain_text("First throw")
    expect(page.get_by_text("Before your changes")).to_have_count(0)


def test_who_writes_a_first_game_finds_the_words_an_example_and_their_own_file(
    browser: Browser, server: RunningServer, tmp_path: Path
) -> None:
    page = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
    page.goto(f"http://127.0.0.1:{server.port}/workshop")
    expect(page.get_by_role("heading", name="Two Dice")).to_be_visible()
    file = page.get_by_label("The game file")
    expect(page.locator("#starts option[value=sixes-and-a-push]")).to_have_text(re.compile("^Push It: Count sixes"))

    file.fill("roll = '''")
    file.press("End")
    for typed in ("throw", "dice: 2d6", "best = highest", "more"):
        file.press("Enter")
        page.keyboard.type(typed)
    kept = "roll = '''\nthrow\n    dice: 2d6\n        best = highest\n        more"
    assert file.input_value() == kept
    assert page.get_by_role("button", name="Open a table with it").is_disabled()

    words_and_an_example_stand_beside(page, kept)
    own_file_takes_its_place(page, tmp_path / "embers.toml")

    page.get_by_role("button", name="Open a table with it").click()
    expect(page.get_by_label("Name of the table")).to_be_focused()
    page.get_by_label("Your name").fill("Mina")
    page.get_by_label("I play alone").check()
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page).to_have_url(re.compile("/t/"))
    expect(page.get_by_text("Embers, tonight").first).to_be_visible()
