"""A phone held sideways: what came of a roll is read whole, what is asked stands at what answers it."""

import pytest
from playwright.sync_api import expect
from tools.screenshots import SCENES, Scene, decided

from tests.page.phones import DRAWN, Phones
from tests.page.test_fits import TURNED, said, started, thrown_to_the_end
from tests.server import RunningServer

pytestmark = pytest.mark.slow

FADED = """() => {
  return [...document.querySelectorAll(".roll .result > *, .roll .effects li")].filter((each) => {
    let [box, at] = [each.getBoundingClientRect(), each];
    while ((at = at.parentElement) && !at.matches(".stage")) {
      const style = getComputedStyle(at);
      const ends = at.getBoundingClientRect().bottom - (style.maskImage === "none" ? 0 : 32);
      const cuts = style.display !== "contents" && style.overflowY !== "visible";
      if (cuts && box.bottom > ends) return true;
    }
    return box.bottom > innerHeight;
  }).map((each) => each.textContent);
}"""
"""What of an outcome is cut or fades out at the end of what it stands in."""


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.game)
def test_what_came_of_a_roll_is_read_whole(phones: Phones, server: RunningServer, scene: Scene) -> None:
    table, roll = started(server, scene)
    said(table, scene, roll)
    thrown_to_the_end(table, scene, roll)
    decided(table, roll)
    onlooker = phones.at(table.other, viewport=TURNED)
    expect(onlooker.roll.locator(".headline.word")).to_be_visible()
    onlooker.page.evaluate(DRAWN)
    assert onlooker.page.evaluate(FADED) == []


APART = """() => {
  const [says, ...answers] = [".due-says", ".stake", ".due textarea", ".kinds .chip", ".grid", ".answered .chip"]
    .flatMap((each) => [...document.querySelectorAll(`.settling ${each}`)]).map((each) => each.getBoundingClientRect());
  const sticks = [...document.querySelectorAll(".settling :is(.settle, .answer.secondary)")];
  const held = sticks.map((each) => each.getBoundingClientRect());
  const ends = Math.min(...held.map((each) => each.top));
  const wrong = answers.filter((each) => each.top < says.top - 8 || each.bottom > ends + 1).map((each) => each.top);
  const isMeeting = held.length > 1 && held[0].right > held[1].left;
  const column = document.querySelector(".doing").getBoundingClientRect().left;
  const isOut = says.left < column || held.some((each) => each.bottom > innerHeight);
  return [...wrong, ...(isMeeting ? ["meet"] : []), ...(isOut ? ["out"] : [])];
}"""
"""What answers a question and stands above it, or under the buttons at the end; and these, where they are not seen."""


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.game)
def test_what_is_asked_stands_over_what_answers_it(phones: Phones, server: RunningServer, scene: Scene) -> None:
    table, roll = started(server, scene)
    said(table, scene, roll)
    thrown_to_the_end(table, scene, roll)
    decided(table, roll)
    gm = phones.at(table.gm, viewport=TURNED)
    expect(gm.roll.locator(".due-says")).to_be_visible()
    gm.page.evaluate(DRAWN)
    assert gm.page.evaluate(APART) == []
    gm.roll.locator("textarea").first.fill(scene.words)
    if (kinds := gm.roll.locator(".kinds .chip.way")).count():
        kinds.nth(min(2, kinds.count() - 1)).click()
    expect(gm.roll.locator(".settle:enabled")).to_be_visible()
    assert gm.page.evaluate(APART) == []
