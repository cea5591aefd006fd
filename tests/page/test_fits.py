"""Every moment of every game stands on one screen of a phone, upright or turned, with two helpers and one decision."""

import re
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import ViewportSize, expect
from tools.screenshots import SCENES, WORDS, Scene, built, decided, prepared, thrown

from tests.page.phones import DRAWN, LINES, PHONE, Phone, Phones, at_ease, from_here, looked_at
from tests.server import NewTable, RunningServer, open_table

pytestmark = pytest.mark.slow

TURNED: ViewportSize = {"width": 844, "height": 390}
COVERED = """() => {
  const wanted = ".who, .intent, .told, .quote, .dice, .word, .why, .badges li, .effects li, .odds, .pills, .costs, " +
    ".mods .control, [role=switch], .offers li, .option, .due-says, .nothing, .chip, .grid-row, .targets, .asked, " +
    "textarea, .settle";
  const rare = "details.more, details.long, footer.asides, .phrases";
  const roll = document.querySelector("article.roll");
  const thumb = roll.querySelector(".throwing");
  const tabs = document.querySelector(".tabs").getBoundingClientRect();
  const bottom = tabs.top > 0 ? tabs.top : innerHeight;
  const over = thumb?.getBoundingClientRect();
  const isUnder = (box) => over && box.right > over.left && box.left < over.right && box.bottom > over.top + 1;
  return [...roll.querySelectorAll(wanted)].filter((each) => !each.closest(rare) && each.checkVisibility())
    .map((each) => [each.className, each.getBoundingClientRect(), thumb?.contains(each)])
    .filter(([, box, ofThumb]) => box.top < 0 || box.bottom > bottom || (!ofThumb && isUnder(box)))
    .map(([name, box]) => `${name} ${box.bottom} > ${Math.min(bottom, over?.top ?? bottom)}`);
}"""

CUT = """() => [...document.querySelectorAll("article.roll *")].filter((each) => {
  const style = getComputedStyle(each);
  const aside = ".visually-hidden, .phrases, .list, .sight, .doing, .kinds, details:not([open]) > :not(summary)";
  return each.checkVisibility() && !each.matches(aside) && !each.closest("svg, .asked, .bar") &&
    ["hidden", "clip"].includes(style.overflowY) &&
    (each.scrollHeight > each.clientHeight + 2 || each.scrollWidth > each.clientWidth + 1);
}).map((each) => `${each.className}: ${each.textContent}`)"""
RAGGED = """() => {
  const left = document.querySelector("article.roll header").getBoundingClientRect().left;
  const column = document.querySelector("article.roll .doing").getBoundingClientRect().left;
  return [...document.querySelectorAll("article.roll .asides > :first-child")].filter((each) => {
    const words = document.createRange();
    words.selectNodeContents(each.querySelector("summary") ?? each);
    const begins = words.getBoundingClientRect().left;
    return Math.min(Math.abs(begins - left), Math.abs(begins - column)) > 4;
  }).map((each) => each.textContent);
}"""


def in_sight(phone: Phone, ready: str) -> None:
    """All that belongs to the moment, once it stands there: nothing covered, no words cut, all begins at one line;
    on a phone that is held upright, and then turned."""
    for held in (PHONE, TURNED):
        is_held(phone, held)
        expect(phone.roll.locator(ready).first).to_be_visible()
        assert phone.page.evaluate("scrollY") == 0, held
        faded = phone.page.locator(".doing:has(.throwing)").evaluate_all(
            "all => all.map((e) => getComputedStyle(e).maskImage)"
        )
        assert set(faded) <= {"none"}, held  # what is tapped at the edge is whole
        assert phone.page.evaluate(COVERED) == [], held
        assert phone.page.evaluate(CUT) == [], held
        assert phone.page.evaluate(RAGGED) == [], held
        assert phone.page.evaluate(UNEVEN) == [], held
    is_held(phone, PHONE)


def is_held(phone: Phone, size: ViewportSize) -> None:
    """The same page on a screen of this size, once it is drawn for it."""
    if phone.page.viewport_size != size:
        phone.page.set_viewport_size(size)
    phone.page.evaluate(DRAWN)


def thrown_to_the_end(table: NewTable, scene: Scene, roll: int) -> None:
    thrown(table, scene, roll)
    while (asks := table.player.see(f"rolls/{roll}")["asks"]) and asks["ask"] == "dice":
        table.gm.do("throw", roll=roll, dice=[2] * len(asks["dice"]))


def started(server: RunningServer, scene: Scene, at_defaults: bool = False) -> tuple[NewTable, int]:
    """A roll with two who help, and the table on which it is."""
    table = open_table(server, scene.game) if at_defaults else at_ease(server, scene.game)
    roller, ally = prepared(table, scene)
    third = table.gm.do("make", name="Wren")["entries"][0]["entry"]["character"]
    roll = table.player.do("declare", character=roller, trait=scene.trait)["rolls"][0]["roll"]
    table.other.try_to("offer", roll=roll, character=ally, how="Keeps watch")
    table.gm.try_to("offer", roll=roll, character=third, how="Lends a hand")
    return table, roll


def said(table: NewTable, scene: Scene, roll: int) -> None:
    """All that the scene says, and words for whatever else the gm must say."""
    built(table, scene, roll, "c2")
    for need in table.gm.see(f"rolls/{roll}")["needs"]:
        table.gm.do("set", roll=roll, inputs={need["input"]: "A name, or a chase"})


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.game)
def test_each_moment_fits_a_screen(phones: Phones, server: RunningServer, scene: Scene) -> None:
    table, roll = started(server, scene)
    said(table, scene, roll)
    player, gm = phones.at(table.player), phones.at(table.gm)
    in_sight(player, ".odds .bar")
    lies_free(player, ".odds .bar")
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


@pytest.mark.parametrize("game", ["illuminated-worlds", "starforged"])
def test_what_a_roll_brought_is_in_sight_however_the_phone_is_held(
    phones: Phones, server: RunningServer, game: str
) -> None:
    (scene,) = (each for each in SCENES if each.game == game)
    table, roll = started(server, scene)
    said(table, scene, roll)
    thrown_to_the_end(table, scene, roll)
    decided(table, roll)
    gm = phones.at(table.gm)
    gm.roll.locator("textarea").first.fill(WORDS)
    gm.roll.locator(".kinds .chip.way").nth(2).click()
    told_by_two_taps(gm)
    for held in (PHONE, TURNED):
        is_held(gm, held)
        change = gm.roll.locator(".brought .effects li").first
        expect(change).to_be_in_viewport(ratio=1)
        assert change.evaluate(
            "each => getComputedStyle(each.closest('.sight, .doing')).maskImage === 'none'"
            " || each.getBoundingClientRect().bottom < innerHeight - 32"
        ), held


@pytest.mark.parametrize("name", ["Nyx", "Orsolya Brackwater-Finch"])
def test_all_that_answers_a_consequence_is_in_sight(phones: Phones, server: RunningServer, name: str) -> None:
    (scene,) = (each for each in SCENES if each.game == "in-the-dark")
    scene = replace(scene, names=(name, "Moth"), intent=f"{name} slips past the lamp-lighters")
    table, roll = started(server, scene)
    said(table, scene, roll)
    thrown_to_the_end(table, scene, roll)
    words = "The bar springs back and takes her across the ribs, and the lamp goes over."
    table.gm.do("name_due", roll=roll, answer=[{"way": "minor harm", "who": "c1", "words": words}])
    player = phones.at(table.player)
    for held in (PHONE, TURNED):
        is_held(player, held)
        expect(player.roll.locator(".answers .trait")).to_have_count(3)
        assert player.page.evaluate("scrollY") == 0
        tabs = player.page.locator(".tabs").bounding_box()
        ways = player.roll.locator(".answers").bounding_box()
        assert tabs
        assert ways
        assert ways["y"] + ways["height"] <= (tabs["y"] or held["height"])
        assert player.page.evaluate(CUT) == []


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.game)
def test_what_the_gm_must_say_is_at_the_thumb(phones: Phones, server: RunningServer, scene: Scene) -> None:
    """At the game's own defaults: before anything is said, and once all of it is."""
    table, roll = started(server, scene, at_defaults=True)
    gm = phones.at(table.gm)
    in_sight(gm, ".throwing .asked")
    said(table, scene, roll)
    expect(gm.roll.locator("button.throw")).to_be_enabled()
    in_sight(gm, ".throwing .asked.answered")


LIES_ON = """() => {
  const told = document.createTreeWalker(document.querySelector("#table-page"), NodeFilter.SHOW_TEXT);
  const apart = ".tabs, .banner, .call-back, .news, .asked, .visually-hidden, option, textarea";
  const sticks = ".throwing, .settle";
  const range = document.createRange();
  const found = [];
  while (told.nextNode()) {
    const { data, parentElement: at } = told.currentNode;
    if (!data.trim() || !at.checkVisibility({ visibilityProperty: true }) || at.closest(apart)) continue;
    range.selectNodeContents(told.currentNode);
    const cut = getComputedStyle(at).overflowX === "visible" ? Infinity : at.getBoundingClientRect().right;
    const ends = at.closest(".clip")?.getBoundingClientRect().bottom ?? Infinity;  // more of it opens with a tap
    const pit = at.closest(".cells, .grid")?.getBoundingClientRect();  // more of it comes by scrolling
    for (const { left, top, width, height } of range.getClientRects()) {
      for (const [x, y] of [[0.5, 0.5], [0.1, 0.3], [0.9, 0.7], [0.1, 0.8], [0.9, 0.2]]) {
        if (left + width * x > cut || top + height * y > ends) continue;
        if (pit && (left + width * x > pit.right || top + height * y > pit.bottom)) continue;
        const over = document.elementFromPoint(left + width * x, top + height * y);
        if (!over || over.contains(at) || at.contains(over) || over.closest(apart)) continue;
        if (!over.closest(sticks) || at.closest(sticks)) found.push(`${over.textContent} lies on ${data.trim()}`);
      }
    }
  }
  return [...new Set(found)];
}"""
SMALL = (("390px", "100%"), ("320px", "100%"), ("390px", "200%"))


def lies_free(phone: Phone, ready: str) -> None:
    """Nothing lies on any words: on usual and on small phones, and with letters twice as large."""
    expect(phone.page.locator(ready).first).to_be_visible()
    for width, letters in SMALL:
        phone.page.evaluate("(size) => document.documentElement.style.fontSize = size", letters)
        is_held(phone, {"width": int(width[:-2]), "height": 3000})
        assert phone.page.evaluate(LIES_ON) == [], (width, letters)
    phone.page.evaluate("document.documentElement.style.fontSize = ''")
    is_held(phone, PHONE)


def test_who_else_waits_lies_on_no_headline(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "wherever-we-go")
    table.player.do("make", name="Tamsin Reed", values={"stress": 2})
    table.player.do("make", name="Wick")
    said = {"intent": "Tamsin slips past the toll-house while they sleep"}
    roll = table.player.do("declare", character="c1", trait="stealth", decide={"push": "push"}, inputs=said)["number"]
    table.player.do("throw", roll=roll, dice=[7, 3, 1, 1])
    player = phones.at(table.player)
    player.tab("Me")
    lies_free(player, ".sheet")
    table.player.do("decide", roll=roll, option="keep")
    expect(player.roll.locator(".settle")).to_be_visible()
    table.player.do("declare", character="c2", trait="insight")
    expect(player.page.locator(".strip button")).to_be_visible()
    lies_free(player, ".settling .settle")


SPILLS = """() => {
  const boxes = ".control, .pill, .segments button, .mod, .chip, .trait, .turn, button.throw";
  const told = document.createTreeWalker(document.querySelector("article.roll"), NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const spilt = [];
  while (told.nextNode()) {
    const { data, parentElement: at } = told.currentNode;
    const box = at.closest(boxes)?.getBoundingClientRect();
    if (!box || !data.trim() || !at.checkVisibility() || at.closest(".visually-hidden, option, textarea")) continue;
    range.selectNodeContents(told.currentNode);
    const cut = at.closest(".clip, .hint")?.getBoundingClientRect().bottom ?? Infinity;
    for (const { left, right, top, bottom } of range.getClientRects()) {
      const below = Math.min(bottom, cut) > box.bottom + 1;
      if (top >= cut) continue;
      if (below || top < box.top - 1 || left < box.left - 1 || right > box.right + 1) spilt.push(data.trim());
    }
  }
  const dice = [...document.querySelectorAll("article.roll .die :is(svg, .source, .tag)")]
    .filter((each) => each.checkVisibility()).map((each) => [each.parentElement, each.getBoundingClientRect()]);
  const meet = ([one, a], [other, b]) => one !== other && a.left < b.right - 1 && b.left < a.right - 1
    && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const lying = dice.filter((one) => dice.some((other) => meet(one, other))).map(([die]) => die.textContent);
  return [...spilt, ...lying];
}"""


def stays_in_its_boxes(phone: Phone, ready: str) -> None:
    """What is said of a roll stands whole in its box, no word is broken, and no die or its name lies on another."""
    expect(phone.roll.locator(ready).first).to_be_visible()
    phone.page.evaluate(DRAWN)
    assert phone.page.evaluate(SPILLS) == []
    assert phone.page.evaluate(BROKEN) == []
    assert phone.page.evaluate(LIES_ON) == []


def test_words_stay_in_their_boxes_on_a_phone(phones: Phones, server: RunningServer) -> None:
    table = open_table(server, "wherever-we-go")
    table.player.do("make", name="Marrow", values={"stress": 4})
    table.other.do("make", name="Ser Ottoline", values={"stress": 4})
    player, other = phones.at(table.player), phones.at(table.other)
    roll = table.player.do("declare", character="c1", trait="melee")["number"]
    stays_in_its_boxes(player, ".said-by.unsaid")
    assert player.roll.locator(".pill b").first.evaluate("(each) => each.offsetHeight") < 20
    table.player.do("withdraw", roll=roll)
    deed = {"intent": "Slip off with the toll chest unseen"}
    against: dict[str, Any] = {"move": "opposed", "against": "c2", "inputs": deed}
    roll = table.player.do("declare", character="c1", trait="stealth", **against)["number"]
    stays_in_its_boxes(other, ".intent")
    expect(other.roll.locator("header")).to_contain_text("“Slip off with the toll chest unseen”")
    stays_in_its_boxes(player, ".said-by.unsaid")
    table.player.do("set", roll=roll, decide={"attacker_push": "push"})
    table.other.do("set", roll=roll, decide={"defender_push": "push"})
    expect(player.roll.locator(".to-throw .die")).to_have_count(12)
    stays_in_its_boxes(player, ".to-throw .die")
    table.gm.do("set", roll=roll, inputs={"expectations": "The chest is yours, or the guard wakes"})
    table.player.do("throw", roll=roll, dice=[6, 5, 1, 1, 1, 1, 5, 4, 1, 1, 1, 1])
    stays_in_its_boxes(player, ".fallen .tag")
    for seat in (table.player, table.other):
        seat.do("decide", roll=roll, option="keep")
    onlooker = phones.at(table.onlooker)
    expect(onlooker.roll.locator(".turn")).to_contain_text("say what it brings")
    stays_in_its_boxes(onlooker, ".turn")
    assert onlooker.roll.locator(".who > :first-child").evaluate(LINES) <= 2


def test_a_bargain_stays_in_its_boxes_on_a_phone(phones: Phones, server: RunningServer) -> None:
    table = open_table(server, "in-the-dark")
    table.player.do("make", name="Hollis")
    player = phones.at(table.player)
    table.player.do("declare", character="c1", trait="skulk", inputs={"extra": "bargain"})
    stays_in_its_boxes(player, ".said-by.unsaid")


def told_by_two_taps(gm: Phone) -> None:
    """The kind was one, the button that says what will happen is the other."""
    which = gm.roll.locator(".due").first.get_attribute("id")
    gm.roll.locator(".settle:enabled").first.click()
    expect(gm.page.locator(f"#{which} .settle:visible")).to_have_count(0)


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.game)
def test_making_someone_step_by_step_is_no_wider_than_the_phone(
    phones: Phones, server: RunningServer, scene: Scene
) -> None:
    phone = phones.at(open_table(server, scene.game).player)
    phone.page.get_by_role("button", name="Step by step").click()
    expect(phone.page.locator(".step").first).to_be_visible()
    assert phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


WIDE: tuple[ViewportSize, ...] = ({"width": 1280, "height": 800}, {"width": 820, "height": 1180})
BROKEN = """() => {
  const kept = ".visually-hidden, textarea, code";
  const shown = ({ parentElement }) => parentElement.checkVisibility() && !parentElement.closest(kept);
  const told = document.createTreeWalker(document.querySelector("#table-page"), NodeFilter.SHOW_TEXT);
  const broken = [];
  const range = document.createRange();
  while (told.nextNode()) {
    if (!shown(told.currentNode)) continue;
    for (const word of told.currentNode.data.matchAll(/[\\p{L}\\p{N}]+/gu)) {
      range.setStart(told.currentNode, word.index);
      range.setEnd(told.currentNode, word.index + word[0].length);
      if (new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1) broken.push(word[0]);
    }
  }
  return broken;
}"""
UNEVEN = """() => {
  const box = (each) => each.getBoundingClientRect();
  const all = (at, wanted) => [...at.querySelectorAll(wanted)].filter((each) => each.checkVisibility());
  const beside = (one, other) => box(one).top < box(other).bottom && box(other).top < box(one).bottom;
  const off = (parts, edge) => parts.some((one) => Math.abs(edge(box(one)) - edge(box(parts[0]))) > 1);
  const uneven = [];
  for (const row of all(document, ".fallen .dice, .dice.building")) {
    const dice = all(row, ".die").filter((die, _, every) => beside(die, every[0]));
    if (off(dice.flatMap((die) => all(die, ":scope > svg")), (edge) => edge.bottom)) uneven.push(row.textContent);
    if (off(dice.flatMap((die) => all(die, ".source")), (edge) => edge.top)) uneven.push(row.innerText);
  }
  for (const sides of all(document, ".sides")) {
    const names = all(sides, ".of-side").filter((side, _, every) => beside(side, every[0]));
    if (off(names.flatMap((side) => all(side, ".side-name")), (edge) => edge.top)) uneven.push(sides.innerText);
  }
  return uneven;
}"""
OUTSIDE = """() => {
  const box = (each) => each.getBoundingClientRect();
  const meets = (one, other) => one !== other && one.left < other.right && other.left < one.right
    && one.top < other.bottom && other.top < one.bottom;
  const all = (wanted) => [...document.querySelectorAll(wanted)].filter((each) => each.checkVisibility());
  const cut = all(".works .says, .control, .chip, .segments, .cell, .trait, .pill")
    .filter((each) => each.scrollHeight > each.clientHeight + 2 || each.scrollWidth > each.clientWidth + 2);
  const beyond = all(".column .segments, .column .chip:not(.phrases *, .list *), .column .stepper, .column select")
    .filter((each) => box(each).right > box(each.closest(".column")).right - 8);
  const dice = all(".dice .die").map(box);
  const edge = all("article.roll").map((roll) => box(roll).left - 1)[0];
  const outside = all("article.roll .dice .die > svg").filter((die) => box(die).left < edge);
  const over = all(".news").some((card) => all(".column, .banner").some((each) => meets(box(card), box(each))));
  return [
    ...[...cut, ...beyond].map((each) => `${each.className} ${each.textContent}`),
    ...dice.filter((one) => dice.some((other) => meets(one, other))).map(() => "dice lie on dice"),
    ...(over ? ["a card lies on what is read or tapped"] : []),
    ...outside.map(() => "a die stands outside the column"),
  ];
}"""


def looks_whole(phone: Phone, ready: str, game: str) -> None:
    """No word is broken, no text cut, and nothing lies on anything else: on a desk, and on a tablet."""
    for size in from_here(phone.page, looked_at(game, WIDE)):
        is_held(phone, size)
        expect(phone.page.locator(ready).first).to_be_visible()
        assert phone.page.evaluate(BROKEN) == [], size
        assert phone.page.evaluate(OUTSIDE) == [], size
        assert phone.page.evaluate(UNEVEN) == [], size


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.game)
def test_nothing_is_cut_or_covered_on_wide_screens(phones: Phones, server: RunningServer, scene: Scene) -> None:
    table = at_ease(server, scene.game)
    first = looked_at(scene.game, WIDE)[0]
    player, gm = phones.at(table.player, viewport=first), phones.at(table.gm, viewport=first)
    player.page.get_by_role("button", name="Step by step").click()
    looks_whole(player, ".step", scene.game)
    roller, _ = prepared(table, scene)
    looks_whole(player, ".sheet", scene.game)
    roll = table.player.do("declare", character=roller, trait=scene.trait)["rolls"][0]["roll"]
    looks_whole(gm, ".roll .throwing", scene.game)
    said(table, scene, roll)
    changed = {"starforged": {"momentum": 3}, "illuminated-worlds": {"brain": 1}}.get(scene.game, {"stress": 1})
    table.gm.do("edit", where=roller, values=changed)
    expect(player.page.locator(".news")).to_be_visible()
    looks_whole(player, ".roll .odds .bar", scene.game)
    looks_whole(gm, ".roll .odds .bar", scene.game)
    thrown_to_the_end(table, scene, roll)
    looks_whole(player, ".roll .word", scene.game)
    decided(table, roll)
    looks_whole(gm, ".roll .settle", scene.game)


CUT_CELLS = """() => [...document.querySelectorAll(".grid .cell")].filter((each) => {
  const [own, row, room] = [each, each.parentElement, each.closest(".grid")].map((at) => at.getBoundingClientRect());
  return own.right > row.right + 1 || own.left < row.left - 1 || own.bottom > room.bottom + 1
    || each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 2;
}).map((each) => each.textContent)"""


@pytest.mark.parametrize(("game", "kind"), [("wherever-we-go", "Worse situation"), ("in-the-dark", "Minor harm")])
def test_all_of_a_party_are_in_sight_where_it_is_said_on_whom_it_falls(
    phones: Phones, server: RunningServer, game: str, kind: str
) -> None:
    (scene,) = (each for each in SCENES if each.game == game)
    table, roll = started(server, scene)
    for name in ("Ser Ottoline Marrow", "Wren Blackwater"):
        table.gm.do("make", name=name)
    said(table, scene, roll)
    thrown_to_the_end(table, scene, roll)
    decided(table, roll)
    gm = phones.at(table.gm, viewport=WIDE[0])
    gm.roll.get_by_role("button", name=kind).click()
    expect(gm.roll.locator(".grid .cell")).to_have_count(6)  # with one for somebody else too
    for size in (WIDE[0], ViewportSize(width=1440, height=900)):
        is_held(gm, size)
        assert gm.page.evaluate(CUT_CELLS) == [], size


def test_dice_that_wait_are_drawn_and_not_told_again(phones: Phones, server: RunningServer) -> None:
    scene = next(each for each in SCENES if each.game == "true-world")
    table = at_ease(server, scene.game)
    roller, ally = prepared(table, scene)
    roll = table.player.do("declare", character=roller, trait=scene.trait)["rolls"][0]["roll"]
    built(table, scene, roll, ally)
    thrown(table, scene, roll)
    player = phones.at(table.player)
    expect(player.roll.locator(".dice.building .die")).to_have_count(2)
    expect(player.roll.locator(".throwing .hint")).to_have_text("Kestrel’s roll: hard")


USED: dict[str, tuple[dict[str, Any], ...]] = {
    "wherever-we-go": (
        {"kind": "talent", "does": [{"use": "talent die", "value": "d8"}], "text": "At home where no lamp burns."},
        {"kind": "drive", "does": [{"use": "act on it", "value": 2}], "text": "He took the same road."},
    ),
    "starforged": ({"kind": "asset", "does": [{"use": "add", "value": 1}], "text": "When you fly by feel."},) * 2,
    "illuminated-worlds": ({"kind": "ability", "does": [{"use": "adds a die"}]},) * 2,
    "in-the-dark": ({"kind": "gear", "does": [{"use": "a good position"}]},) * 2,
    "true-world": (
        {"kind": "boost", "does": [{"use": "shifts the odds"}], "text": "Once you hold on, you hold on."},
        {"kind": "gear", "text": "Fifty paces of it."},
    ),
}
BELOW = """() => {
  const column = document.querySelector(".desk .middle");
  const thumb = document.querySelector("article.roll .throwing").getBoundingClientRect().top;
  return [...document.querySelectorAll("article.roll :is(.standing, .using > *, .help, .offers li, .asides > *)")]
    .filter((each) => each.checkVisibility() && each.getBoundingClientRect().bottom > thumb + 1)
    .map((each) => `${each.className} ${each.textContent}`)
    .concat(column.scrollHeight > column.clientHeight ? [`${column.scrollHeight} > ${column.clientHeight}`] : []);
}"""


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.game)
def test_a_roll_that_the_gm_builds_fits_a_desk(phones: Phones, server: RunningServer, scene: Scene) -> None:
    """With two who help and two things to use, at the game's own defaults: before anything is said, and once all is."""
    things = [{**thing, "name": name} for thing, name in zip(USED[scene.game], ("Death grip", "Rope"), strict=True)]
    wanted = replace(scene, values={**scene.values, "things": things})
    table, roll = started(server, wanted, at_defaults=True)
    gm = phones.at(table.gm, viewport=WIDE[0])
    expect(gm.roll.locator(".using > .mod")).to_have_count(2)
    assert gm.page.evaluate(BELOW) == []
    said(table, scene, roll)
    expect(gm.roll.locator("button.throw")).to_be_enabled()
    expect(gm.roll.locator(".using .effect").first).to_be_visible()
    assert gm.page.evaluate(BELOW) == []


def test_names_of_things_to_use_are_whole_at_a_desk_and_nothing_covers_who_helps(
    phones: Phones, server: RunningServer
) -> None:
    (scene,) = (each for each in SCENES if each.game == "wherever-we-go")
    names = ("Born under a lamp", "Find who sold us out")
    things = [{**thing, "name": name} for thing, name in zip(USED[scene.game], names, strict=True)]
    table = at_ease(server, scene.game)
    roller, _ = prepared(table, replace(scene, values={**scene.values, "things": things}))
    table.player.do("declare", character=roller, trait=scene.trait)
    for seat in (table.gm, table.player):
        desk = phones.at(seat, viewport=WIDE[0])
        effects = desk.roll.locator(".using .effect", has_text="→")
        expect(effects).to_have_count(2)
        assert all(told.endswith(" % works") for told in effects.all_text_contents())
        cut = "all => all.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent)"
        assert desk.roll.locator(".using .what > b").evaluate_all(cut) == []
        expect(desk.roll.locator(".unhelped")).to_have_count(1 if seat is table.gm else 0)
        below = desk.page.evaluate(BELOW)
        assert [each for each in below if not re.fullmatch(r"\d+ > \d+", each)] == []  # what else there is scrolls


HIDDEN = """() => {
  const rows = ".who, .intent, .to-throw, .standing, .mods .control, .using > *, .help, .offers li, .asides > *, " +
    ".needs, .asked, button.throw";
  const room = document.querySelector(".desk .middle").getBoundingClientRect();
  return [...document.querySelectorAll("article.roll :is(" + rows + ")")].filter((each) => {
    if (!each.checkVisibility() || each.closest("details.more > :not(summary)") || !each.offsetHeight) return false;
    const { left, right, top, bottom } = each.getBoundingClientRect();
    const at = [[left + 12, top + 3], [right - 12, bottom - 3], [(left + right) / 2, (top + bottom) / 2]];
    const over = at.map(([x, y]) => document.elementFromPoint(x, y));
    return top < room.top || bottom > room.bottom || over.some((on) => !each.contains(on) && !on?.contains(each));
  }).map((each) => `${each.className} ${each.textContent}`);
}"""


@pytest.mark.parametrize("extra", ["bargain", "both"])
def test_a_bargain_with_help_and_things_to_use_fits_a_desk(phones: Phones, server: RunningServer, extra: str) -> None:
    """Someone hurt, for whom a push has the longest price: while the gm says what the bargain costs, and afterwards."""
    (scene,) = (each for each in SCENES if each.game == "in-the-dark")
    things = [{**thing, "name": name} for thing, name in zip(USED[scene.game], ("Death grip", "Rope"), strict=True)]
    hurt = {"stress": 7, "minor_harm": 1, "moderate_harm": 1, "things": things}
    table = open_table(server, scene.game)
    if extra == "both":
        table.gm.do("rule", rulings={"push_and_bargain": extra})
    roller, ally = prepared(table, replace(scene, values=hurt))
    roll = table.player.do("declare", character=roller, trait=scene.trait, inputs={"extra": extra})["number"]
    table.other.do("offer", roll=roll, character=ally, how="Keeps watch")
    gm = phones.at(table.gm, viewport=WIDE[0])
    expect(gm.roll.locator(".using .effect")).to_have_count(2)
    expect(gm.roll).to_contain_text("out of action")  # what a push brings
    assert gm.page.evaluate(BELOW) + gm.page.evaluate(HIDDEN) == []
    price = "The lamp-lighter tells his sister, who is in the watch."
    table.gm.do("set", roll=roll, inputs={**scene.calls, "intent": scene.intent, "stakes": "Seen.", "bargain": price})
    expect(gm.roll.get_by_role("textbox", name="bargain")).to_have_value(price)
    expect(gm.roll.locator(".dice.building .die")).to_have_count(5 + (extra == "both"))
    gm.page.evaluate(DRAWN)
    assert gm.page.evaluate(BELOW) + gm.page.evaluate(HIDDEN) == []


def test_a_headline_lies_on_nothing_below_it(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "true-world")
    table.player.do("make", name="Maud Harrow", values={"athletics": "d6"})
    table.player.do("declare", character="c1", trait="athletics")
    other = phones.at(table.other)
    title = other.roll.locator("h2.intent")
    expect(title).to_have_text("Maud Harrow: Athletics")
    assert title.evaluate("each => each.firstChild.getBoundingClientRect().bottom") <= title.evaluate(
        "each => each.getBoundingClientRect().bottom + 1"
    )
