"""Small screens, and letters twice as large: what is decided and said after the dice is whole, wherever it is read."""

import pytest
from playwright.sync_api import Page, ViewportSize, expect
from tools.screenshots import SCENES, WORDS, Scene, built, decided, prepared, thrown

from tests.page.phones import DRAWN, PHONE, Phone, Phones, at_ease, from_here, looked_at
from tests.page.test_fits import BROKEN, LIES_ON, SPILLS, TURNED, UNEVEN, is_held, said, started, thrown_to_the_end
from tests.server import NewTable, RunningServer

pytestmark = pytest.mark.slow

SMALL: tuple[ViewportSize, ...] = (
    {"width": 320, "height": 568},
    {"width": 195, "height": 422},  # a phone at 200 %
    {"width": 640, "height": 400},  # a desk at 200 %
)
BESIDE = """() => {
  const strips = ".phrases, .list, .cells, .kinds.answered, .strip, .visually-hidden, svg";  // these scroll
  const wide = document.documentElement.scrollWidth > innerWidth ? ["the page scrolls sideways"] : [];
  return [...wide, ...[...document.querySelectorAll("#table-page *")].filter((each) => {
    const { left, right, width } = each.getBoundingClientRect();
    return width && (right > innerWidth + 1 || left < -1) && each.checkVisibility() && !each.closest(strips);
  }).map((each) => `${each.className}: ${each.textContent}`)];
}"""
HALF_A_LINE = """() => [...document.querySelectorAll("article.roll textarea")].filter((each) => {
  const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(each);
  const lines = (each.clientHeight - parseFloat(paddingTop) - parseFloat(paddingBottom)) / parseFloat(lineHeight);
  return each.checkVisibility() && !each.closest(".asked, .intent") && each.scrollHeight > each.clientHeight &&
    Math.abs(lines - Math.round(lines)) > 0.1;
}).map((each) => each.value || each.placeholder)"""
SMALLEST_LETTERS = """() => {
  const told = document.createTreeWalker(document.querySelector("article.roll"), NodeFilter.SHOW_TEXT);
  const tiny = [];
  while (told.nextNode()) {
    const { data, parentElement: at } = told.currentNode;
    if (!data.trim() || at.closest(".visually-hidden, svg") || !at.checkVisibility({ visibilityProperty: true })) {
      continue;
    }
    if (parseFloat(getComputedStyle(at).fontSize) < 9) tiny.push(data.trim());
  }
  return tiny;
}"""


def is_whole(phone: Phone, ready: str, game: str) -> None:
    """No word is broken or leaves its box, no die lies on another, nothing on words, and nothing stands outside."""
    for size in from_here(phone.page, looked_at(game, SMALL)):
        is_held(phone, size)
        expect(phone.roll.locator(ready).first).to_be_visible()
        for wrong in (BESIDE, BROKEN_ON_STAGE, SPILLS, UNEVEN, HALF_A_LINE, SMALLEST_LETTERS):
            assert phone.page.evaluate(wrong) == [], size
        if size["height"] > size["width"]:
            is_held(phone, {**size, "height": 3000})  # all of it at once
        assert phone.page.evaluate(LIES_ON) == [], size


BROKEN_ON_STAGE = BROKEN.replace("#table-page", "article.roll")


def fallen_on(table: NewTable, scene: Scene, roll: int) -> None:
    said(table, scene, roll)
    thrown_to_the_end(table, scene, roll)


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.game)
def test_what_is_decided_and_settled_is_whole_on_a_small_screen(
    phones: Phones, server: RunningServer, scene: Scene
) -> None:
    table, roll = started(server, scene)
    fallen_on(table, scene, roll)
    player, gm = phones.at(table.player), phones.at(table.gm)
    is_whole(player, ".fallen .die", scene.game)
    decided(table, roll)
    is_whole(gm, ".settle", scene.game)
    gm.roll.locator(".due textarea").first.fill(WORDS)
    if (kinds := gm.roll.locator(".kinds .chip.way")).count():
        kinds.nth(min(2, kinds.count() - 1)).click()
    is_whole(gm, ".settle:enabled", scene.game)
    gm.roll.locator(".settle:enabled").last.click()
    expect(gm.roll.get_by_text(WORDS).first).to_be_visible()
    is_whole(gm, ".result", scene.game)


def test_whom_the_gm_lets_help_stands_on_the_screen_by_name(phones: Phones, server: RunningServer) -> None:
    scene = next(each for each in SCENES if each.game == "true-world")
    table, _ = started(server, scene)
    gm = phones.at(table.gm)
    for size in (PHONE, TURNED, *SMALL):
        is_held(gm, size)
        expect(gm.roll.locator(".offers select").first).to_be_visible()
        assert gm.page.evaluate(BESIDE) == [], size
        assert gm.page.evaluate(BROKEN_ON_STAGE) == [], size


LEAVES = """() => {
  const holders = { ".dice .die": ".to-throw", ".offers .what, .offers .acts": ".mod", ".segments .note": "button" };
  const wide = (each) => { const range = document.createRange(); range.selectNodeContents(each); return range; };
  return Object.entries(holders).flatMap(([inner, holder]) =>
    [...document.querySelectorAll(inner)].filter((each) => each.checkVisibility()).filter((each) => {
      const [box, room] = [wide(each), each.closest(holder)].map((one) => one.getBoundingClientRect());
      const isTall = holder !== ".to-throw" && (box.top < room.top - 6 || box.bottom > room.bottom + 6);
      return box.left < room.left - 1 || box.right > room.right + 1 || isTall;
    }).map((each) => `${each.className}: ${each.textContent}`));
}"""
ON_WORDS = """() => {
  const dice = [...document.querySelectorAll(".sight .die")].map((each) => each.getBoundingClientRect().bottom);
  return Math.max(...dice) - document.querySelector(".sight .works").getBoundingClientRect().top;
}"""


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.game)
def test_dice_helpers_and_what_may_be_chosen_stay_in_their_boxes_on_a_small_screen(
    phones: Phones, server: RunningServer, scene: Scene
) -> None:
    table, roll = started(server, scene)
    said(table, scene, roll)
    for phone in (phones.at(table.player), phones.at(table.gm)):
        for size in looked_at(scene.game, SMALL):
            is_held(phone, size)
            expect(phone.roll.locator(".works").first).to_be_visible()
            assert phone.page.evaluate(LEAVES) == [], size
            assert phone.page.evaluate(ON_WORDS) <= 1, size


def test_a_narrow_television_draws_nothing_over_its_name(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "starforged")
    prepared(table, SCENES[1])
    screen = phones.at_screen(table.onlooker)
    screen.set_viewport_size({"width": 195, "height": 422})
    screen.evaluate(DRAWN)
    name, clocks = (screen.locator(each).bounding_box() for each in (".tv-table", ".tv-clocks"))
    assert name
    assert clocks
    assert clocks["y"] >= name["y"] + name["height"] - 1


FILLED = """() => [...document.querySelectorAll(".option *")].filter((each) => {
  const { backgroundColor } = getComputedStyle(each);
  return backgroundColor !== "rgba(0, 0, 0, 0)" && each.checkVisibility() && each.getBoundingClientRect().height > 12;
}).map((each) => `${each.className}: ${each.textContent}`)"""


@pytest.mark.parametrize("scene", [SCENES[0], SCENES[2]], ids=lambda scene: scene.game)
def test_nothing_inside_an_option_looks_as_if_it_could_be_tapped(
    phones: Phones, server: RunningServer, scene: Scene
) -> None:
    table, roll = started(server, scene)
    fallen_on(table, scene, roll)
    player = phones.at(table.player)
    expect(player.roll.locator("button.option .odds").first).to_be_visible()
    assert player.page.evaluate(FILLED) == []
    lines = player.roll.locator(".option .segment:not(.sure)")
    assert set(lines.evaluate_all("all => all.map((each) => getComputedStyle(each).borderTopWidth)")) == {"8px"}


READ = """() => {
  const height = (each) => each.getBoundingClientRect().height / innerHeight;
  const range = document.createRange();
  const told = document.createTreeWalker(document.querySelector(".tv-room .roll"), NodeFilter.SHOW_TEXT);
  const lines = [];
  while (told.nextNode()) {
    const { data, parentElement: at } = told.currentNode;
    if (!data.trim() || !at.checkVisibility() || at.closest("svg, .visually-hidden, .tight, .source, .who")) continue;
    range.selectNodeContents(told.currentNode);
    lines.push(range.getClientRects()[0].height / innerHeight);
  }
  const dice = [...document.querySelectorAll(".tv-room .fallen > .sides > :last-child .die.forward > svg")].map(height);
  return [Math.min(...lines), Math.min(...dice), ...[...document.querySelectorAll(".tv-room .word")].map(height)];
}"""


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.game)
def test_a_phone_held_sideways_is_a_television_that_can_be_read(
    phones: Phones, server: RunningServer, scene: Scene
) -> None:
    table = at_ease(server, scene.game)
    roller, ally = prepared(table, scene)
    screen = phones.at_screen(table.onlooker)
    screen.set_viewport_size({"width": 844, "height": 390})
    roll = table.player.do("declare", character=roller, trait=scene.trait)["number"]
    built(table, scene, roll, ally)
    thrown(table, scene, roll)
    decided(table, roll)
    expect(screen.locator(".word.headline")).to_be_visible()
    can_be_read(screen)


def can_be_read(screen: Page) -> None:
    """Letters of at least 11 pixels with their leading, dice and the outcome of an eighth of the height."""
    screen.evaluate(DRAWN)
    letters, dice, word = screen.evaluate(READ)
    assert letters > 0.033
    assert dice > 0.13
    assert word > 0.115
