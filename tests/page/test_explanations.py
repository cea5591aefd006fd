"""What a tap explains: why it is refused, who may allow it, which rule is named, and what a word means."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.page.phones import Phones, at_ease, seated
from tests.server import RunningServer, open_table

pytestmark = pytest.mark.slow


def test_a_word_of_the_game_opens_what_it_is(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "wherever-we-go")
    table.player.do("make", name="Nyx", values={"stress": 1})
    roll = table.player.do("declare", character="c1", trait="stealth")["number"]
    player = phones.at(table.player)
    expect(player.roll.locator(".pill").first).to_have_text("no bane")
    player.roll.get_by_role("switch", name="Push").click()
    expect(player.roll.locator(".pill").first).to_have_text(re.compile(r"\d+ % a bane"))
    table.player.do("throw", roll=roll, dice=[6, 6, 1])
    told = player.page.locator(".refusal")
    player.roll.locator(".why").get_by_role("button", name="edges").click()
    expect(told).to_contain_text("A 6 to 9 on a die is one edge, a 10 to 12 two.")
    expect(told).to_contain_text("One: it half works; two: it works; three: greatly.")
    player.roll.locator(".why").get_by_role("button", name="bane").click()
    expect(told).to_contain_text("A 1 on a stress die.")


def test_what_a_track_is_opens_over_the_sheet_and_squeezes_nothing(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "illuminated-worlds", cunning_max=3, intuition_max=3)
    player = phones.at(table.player)
    player.tab("Me")
    player.page.locator("details.section", has_text="Resistances").evaluate("each => { each.open = true; }")
    name = player.page.get_by_role("button", name="Cunning resistances", exact=True)
    name.scroll_into_view_if_needed()
    before = name.bounding_box()
    name.click()
    expect(player.page.locator(".refusal")).to_contain_text("Burn one to roll a cunning action again. Tap a box")
    assert name.bounding_box() == before


def test_what_only_the_gm_may_allow_is_one_tap_where_it_is_told(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "in-the-dark")
    things = [{"kind": "gear", "name": "Old map", "does": [{"use": "a good position"}]}]
    table.player.do("make", name="Nyx", values={"severe_harm": True, "things": things})
    player, gm = phones.at(table.player), phones.at(table.gm)
    gm.tab("Me")
    table.player.do("declare", character="c1", trait="skulk")
    told = "Severe harm: out of action until treated, unless the gm lets them act this once."
    expect(player.roll.locator(".held")).to_have_text(told)
    expect(player.roll.get_by_text("out of action until treated")).to_have_count(1)
    expect(player.roll.locator(".turn")).to_have_count(0)
    expect(gm.page.locator(".call-back")).to_have_text("Your turn: Nyx · to say: act despite severe harm")
    gm.page.locator(".call-back").click()
    gm.roll.get_by_role("button", name="Let them act despite severe harm").click()
    expect(player.roll.locator("button.throw")).to_be_enabled()
    expect(player.roll.locator(".turn")).to_contain_text("your turn")


UNDER_IT = """(each) => {
  const { left, right, top, bottom } = each.getBoundingClientRect();
  return [...document.querySelectorAll("input, textarea, select, button")].filter((other) => {
    const box = other.getBoundingClientRect();
    const lies = box.width && box.left < right && box.right > left && box.top < bottom && box.bottom > top;
    return lies && !each.contains(other);
  }).map((other) => other.name || other.textContent);
}"""


def test_what_a_full_field_says_lies_over_no_other_field(phones: Phones, server: RunningServer) -> None:
    page = phones.phone().page
    page.goto(phones.address)
    page.get_by_role("button", name="Open a table").first.click()
    name = page.get_by_label("Name of the table")
    name.fill("x" * (int(str(name.get_attribute("maxlength"))) - 1))
    name.press("y")
    told = page.locator(".refusal")
    expect(told).to_contain_text("That is as long as it may be")
    assert told.evaluate(UNDER_IT) == []


def test_a_refusal_stands_where_the_finger_is(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "wherever-we-go")
    player = phones.at(table.player)
    player.page.locator("summary", has_text="Another character").click()
    player.page.locator(".maker").get_by_label("Name").fill("Moth")
    button = player.page.get_by_role("button", name="Make it")
    table.other.do("make", name="Wren")
    player.page.evaluate(
        "fetch = (path, how) => Promise.resolve(new Response(JSON.stringify("
        "{detail: 'Someone here is called Moth already.'}), {status: 422}))"
    )
    button.click()
    told = player.page.get_by_role("alert")
    expect(told).to_contain_text("Someone here is called Moth already.")
    near, shown = button.bounding_box(), told.bounding_box()
    assert near is not None
    assert shown is not None
    assert min(abs(shown["y"] - near["y"] - near["height"]), abs(shown["y"] + shown["height"] - near["y"])) < 60


def test_what_cannot_be_tapped_looks_so(phones: Phones, server: RunningServer) -> None:
    table: Any = open_table(server, "in-the-dark")
    table.player.do("make", name="Nyx")
    other = phones.at(table.other)
    other.page.locator(".pc-line", has_text="Nyx").click()
    tile = other.page.locator("button.trait", has_text="Skulk")
    expect(tile).to_be_disabled()
    assert tile.evaluate("each => getComputedStyle(each).borderStyle") == "dashed"
    assert other.page.evaluate(
        "[...document.querySelectorAll('input')].every(each => each.type === 'file' || each.maxLength)"
    )


def test_every_rule_that_is_named_opens_its_sentence(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "in-the-dark")
    roll = table.player.do("declare", character="c1", trait="skulk")["number"]
    table.player.do("throw", roll=roll, dice=[6, 5])
    player = phones.at(table.player)
    player.roll.get_by_text("Step by step, with the rules").click()
    expect(player.roll.locator(".long .hint")).to_have_text(
        re.compile("Codes in round brackets name rules of this game")
    )
    for rule in player.roll.locator("button.rule").all():
        rule.click()
        expect(rule).to_have_attribute("aria-expanded", "true")
        expect(player.roll.locator(".rule-says")).to_contain_text(re.compile(r"\w{3,}"))
    assert player.roll.locator("button.rule").count() >= 2


def test_a_refusal_names_no_ruling_by_its_identifier(phones: Phones, server: RunningServer) -> None:
    """What people read is "a house rule", in every sentence of the games that speaks of one."""
    said = r'"([^"]*\bthe rulings? [a-z]+_[^"]*)"'
    games = Path(__file__).parents[2].glob("src/actionroll/games/*/*.py")
    sentences = [found for path in games for found in re.findall(said, path.read_text()) if not found.startswith('"')]
    page = phones.at(open_table(server).gm).page
    words = "new URL('words.js', document.querySelector('script[type=module]').src).href"
    told = page.evaluate(f"said => import({words}).then(({{ worded }}) => said.map(worded))", sentences)
    assert len(told) > 10
    assert not [each for each in told if re.search(r"the ruling|=|_", each)]
