"""Every moment of every game stands on one screen of a phone, with two helpers and one decision, uncovered."""

import pytest
from playwright.sync_api import expect
from tools.screenshots import SCENES, WORDS, Scene, built, decided, prepared, thrown

from tests.page.phones import Phone, Phones, at_ease
from tests.server import NewTable, RunningServer

pytestmark = pytest.mark.slow

COVERED = """() => {
  const wanted = ".who, .intent, .told, .quote, .dice, .word, .why, .badges li, .effects li, .odds, .pills, .costs, " +
    ".mods .control, [role=switch], .offers li, .option, .due-says, .nothing, .chip, .grid-row, .targets, " +
    "textarea, .settle";
  const rare = "details.more, details.long, footer.asides";
  const roll = document.querySelector("article.roll");
  const thumb = roll.querySelector(".throwing");
  const edge = Math.min(document.querySelector(".tabs").getBoundingClientRect().top,
    thumb ? thumb.getBoundingClientRect().top + 1 : Infinity);
  return [...roll.querySelectorAll(wanted)].filter((each) => !each.closest(rare) && !thumb?.contains(each))
    .filter((each) => each.checkVisibility()).map((each) => [each.className, each.getBoundingClientRect()])
    .filter(([, box]) => box.top < 0 || box.bottom > edge).map(([name, box]) => `${name} ${box.bottom} > ${edge}`);
}"""


def in_sight(phone: Phone, ready: str) -> None:
    """All that belongs to the moment, once it stands there."""
    expect(phone.roll.locator(ready).first).to_be_visible()
    assert phone.page.evaluate("scrollY") == 0
    assert phone.page.evaluate(COVERED) == []


def thrown_to_the_end(table: NewTable, scene: Scene, roll: int) -> None:
    thrown(table, scene, roll)
    while (asks := table.player.see(f"rolls/{roll}")["asks"]) and asks["ask"] == "dice":
        table.gm.do("throw", roll=roll, dice=[2] * len(asks["dice"]))


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.game)
def test_each_moment_fits_a_screen(phones: Phones, server: RunningServer, scene: Scene) -> None:
    table = at_ease(server, scene.game)
    roller, ally = prepared(table, scene)
    third = table.gm.do("make", name="Wren")["entries"][0]["entry"]["character"]
    roll = table.player.do("declare", character=roller, trait=scene.trait)["rolls"][0]["roll"]
    built(table, scene, roll, ally)
    table.gm.try_to("offer", roll=roll, character=third, how="Lends a hand")
    player, gm = phones.at(table.player), phones.at(table.gm)
    in_sight(player, ".odds .bar")
    thrown_to_the_end(table, scene, roll)
    in_sight(player, ".word")
    decided(table, roll)
    expect(gm.roll.locator(".due")).to_be_visible()
    in_sight(gm, ".settle")
    gm.roll.locator("textarea").first.fill(WORDS)
    if (kinds := gm.roll.locator(".kinds .chip.way")).count():
        kinds.nth(min(2, kinds.count() - 1)).click()
    in_sight(gm, ".settle:enabled")
    told_by_two_taps(gm)


def told_by_two_taps(gm: Phone) -> None:
    """The kind was one, the button that says what will happen is the other."""
    which = gm.roll.locator(".due").first.get_attribute("id")
    gm.roll.locator(".settle:enabled").first.click()
    expect(gm.page.locator(f"#{which} .settle:visible")).to_have_count(0)
