"""The workshop in a real browser: a game is typed, its faults stand beside the lines, and a table plays it."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.page.phones import DESKTOP, Phones
from tests.server import RunningServer

pytestmark = pytest.mark.slow


@pytest.fixture
def page(browser: Browser) -> Page:
    return browser.new_context(viewport={"width": 1300, "height": 900}).new_page()


def test_a_game_is_written_shared_and_played(page: Page, server: RunningServer) -> None:
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"http://127.0.0.1:{server.port}/workshop")
    expect(page.get_by_role("heading", name="Two Dice")).to_be_visible()
    expect(page.get_by_label("Odds")).to_contain_text("strong")
    expect(page.get_by_label("Odds")).to_contain_text("First throw")

    file = page.get_by_label("The game file")
    right = file.input_value()
    file.fill(right.replace("total >= 10", "totl >= 10"))
    expect(page.get_by_text("did you mean total?")).to_be_visible()
    expect(page.locator(".editor pre .wrong")).to_have_count(1)
    file.fill(right.replace("total >= 10", "total >= 11"))
    expect(page.get_by_text("did you mean total?")).to_have_count(0)

    page.get_by_label("Start from").select_option("wild-die")
    page.get_by_role("button", name="Replace it").click()
    expect(page.get_by_role("heading", name="Wild Die")).to_be_visible()
    file.press("Control+End")
    file.type("# expl")
    expect(page.get_by_label("Names that fit").get_by_role("button", name="explode")).to_be_visible()
    file.press("Tab")
    assert file.input_value().endswith("# explode")

    page.get_by_role("button", name="Copy a link").click()
    expect(page).to_have_url(re.compile("/workshop#.{100,}"))
    other = page.context.browser.new_context().new_page()  # type: ignore[union-attr]
    other.goto(page.url)
    expect(other.get_by_role("heading", name="Wild Die")).to_be_visible()
    assert other.get_by_label("The game file").input_value() == file.input_value()

    page.get_by_role("button", name="Open a table with it").click()
    page.get_by_label("Name of the table").fill("Wild evening")
    page.get_by_label("Your name").fill("Gem")
    page.get_by_role("button", name="Start").click()
    expect(page).to_have_url(re.compile("/t/"))
    expect(page.get_by_text("Wild evening").first).to_be_visible()
    assert errors == []


def test_a_fault_is_gone_to_odds_are_compared_and_nothing_is_replaced_unasked(
    page: Page, server: RunningServer
) -> None:
    page.goto(f"http://127.0.0.1:{server.port}/workshop")
    expect(page.get_by_role("heading", name="Two Dice")).to_be_visible()
    file = page.get_by_label("The game file")
    right = file.input_value()
    file.fill(right.replace("total >= 10", "totl >= 10"))
    page.get_by_role("button", name="did you mean total?").click()
    expect(file).to_have_css("background-image", re.compile("gradient"))
    chosen = file.evaluate("each => each.value.slice(each.selectionStart, each.selectionEnd)")
    assert chosen == "totl >= 10"
    file.fill(right.replace("total >= 10", "total >= 11"))
    before = page.get_by_label("Odds").locator(".was")
    expect(before).to_contain_text("72 % as before, but weak hit 56 %, +12 points. Before your changes:")
    expect(before.get_by_role("img")).to_have_attribute("aria-label", re.compile("strong hit 27.8 %"))
    page.get_by_role("button", name="Compare from here on").click()
    expect(before).to_have_count(0)

    page.get_by_label("Start from").select_option("wild-die")
    page.get_by_role("button", name="Keep mine").click()
    assert "total >= 11" in file.input_value()
    page.get_by_label("Start from").select_option("true-world")
    page.get_by_role("button", name="Replace it").click()
    expect(page.get_by_role("heading", name="True World, the core")).to_be_visible()
    page.get_by_label("Start from").select_option("wild-die")
    expect(page.get_by_role("heading", name="Wild Die")).to_be_visible()


def test_what_stands_beside_a_broken_file_is_marked_as_old_or_gone(page: Page, server: RunningServer) -> None:
    page.goto(f"http://127.0.0.1:{server.port}/workshop")
    file, beside = page.get_by_label("The game file"), page.locator(".beside")
    expect(page.get_by_role("heading", name="Two Dice")).to_be_visible()
    right = file.input_value()
    page.get_by_role("button", name="more stat").click()
    file.fill(right.replace("total >= 10", "totl >= 10"))
    expect(beside).to_have_class(re.compile("stale"))
    expect(page.get_by_text("as it was before")).to_be_visible()
    expect(page.get_by_role("heading", name="Two Dice")).to_be_visible()
    file.fill(right)
    expect(page.get_by_text("as it was before")).to_have_count(0)
    expect(beside).not_to_have_class(re.compile("stale"))

    renamed = re.sub(r"\bstat\b", "grit", right)
    file.fill(renamed)
    expect(page.get_by_role("group", name="grit").or_(page.get_by_text("grit", exact=True)).first).to_be_visible()
    expect(page.get_by_text("There is no input")).to_have_count(0)
    expect(page.get_by_label("Odds")).to_contain_text("strong")

    file.fill(right.replace('id = "two-dice"', 'id = "another"').replace("total >= 10", "totl >= 10"))
    expect(page.get_by_text("did you mean total?")).to_be_visible()
    expect(page.get_by_role("heading", name="Two Dice")).to_have_count(0)
    expect(page.get_by_label("The roll")).to_have_count(0)


def test_decisions_are_answered_beside_the_file(page: Page, server: RunningServer) -> None:
    page.goto(f"http://127.0.0.1:{server.port}/workshop")
    expect(page.get_by_role("heading", name="Two Dice")).to_be_visible()
    page.get_by_label("Start from").select_option("sixes-and-a-push")
    push = page.get_by_role("radiogroup", name="push")
    expect(push.get_by_role("radio").first).to_have_attribute("aria-checked", "true")
    before = page.get_by_label("Odds").inner_text()
    push.get_by_role("radio").nth(1).click()
    expect(page.get_by_label("Odds")).not_to_have_text(before)
    expect(push.get_by_role("radio").nth(1)).to_have_attribute("aria-checked", "true")


KEYS = """
async (edits) => {
  const text = document.getElementById("game-file");
  const told = () => document.querySelector(".beside").textContent;
  const times = [];
  for (const [from, to] of edits) {
    const before = told();
    const seen = new Promise((done) => {
      setTimeout(() => done(Infinity), 3000);
      const watched = new MutationObserver(() => {
        if (told() !== before) {
          watched.disconnect();
          done(performance.now());
        }
      });
      watched.observe(document.querySelector(".beside"), { subtree: true, childList: true, characterData: true });
    });
    text.value = text.value.replace(from, to);
    const start = performance.now();
    text.dispatchEvent(new Event("input"));
    times.push((await seen) - start);
  }
  return times;
}
"""


@pytest.mark.alone
@pytest.mark.parametrize(
    ("start", "first", "second"),
    [
        ("two-dice", "total >= 10", "total >= 9"),
        ("highest-of-a-pool", "best >= 4", "best >= 3"),
        ("sixes-and-a-push", "sixes >= 2", "sixes >= 3"),
        ("step-pool", "margin >= 5", "margin >= 4"),
    ],
)
def test_new_odds_stand_there_within_a_tenth_of_a_second_of_a_key(
    page: Page, server: RunningServer, start: str, first: str, second: str
) -> None:
    page.goto(f"http://127.0.0.1:{server.port}/workshop")
    expect(page.get_by_role("heading", name="Two Dice")).to_be_visible()
    page.get_by_label("Start from").select_option(start)
    expect(page.get_by_label("The game file")).to_have_value(re.compile(re.escape(first)))
    expect(page.get_by_label("Odds")).not_to_contain_text("Two Dice" if start != "two-dice" else "nothing")
    times = page.evaluate(KEYS, [[first, second], [second, first]] * 5)
    assert sorted(times)[len(times) // 2] < 100, times


def test_the_odds_of_a_file_are_in_sight_while_it_is_typed(phones: Phones) -> None:
    page = phones.phone(viewport={"width": 390, "height": 420}).page  # a phone with its keyboard
    page.goto(f"{phones.address}/workshop")
    odds = page.locator(".writing .in-sight .bar")
    expect(odds).to_be_visible()
    before = odds.get_attribute("aria-label")
    file = page.get_by_label("The game file")
    file.scroll_into_view_if_needed()
    file.fill(file.input_value().replace("total >= 10", "total >= 12"))
    expect(odds).not_to_have_attribute("aria-label", str(before))
    expect(odds).to_be_in_viewport()


def test_a_whole_game_is_changed_in_the_workshop(phones: Phones) -> None:
    page = phones.phone(viewport=DESKTOP).page
    page.goto(f"{phones.address}/workshop")
    page.get_by_label("Start from").select_option("starforged-house")
    expect(page.get_by_role("heading", name="Starforged, our way")).to_be_visible()
    expect(page.get_by_text("quests", exact=False).first).to_be_visible()
    page.get_by_role("button", name="Open a table with it").click()
    page.get_by_label("Name of the table").fill("Ours")
    page.get_by_label("Your name").fill("Gem")
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_text("Ours").first).to_be_visible()
