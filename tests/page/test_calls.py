"""The gm's calls on one roll: where they are asked for and made, and how the roller reads them."""

import re
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from tests.page.phones import DESKTOP, LINES, Phones, at_ease, seated
from tests.server import RunningServer, open_table

pytestmark = pytest.mark.slow


def test_a_call_reaches_its_player_and_real_dice_have_one_button(phones: Phones, server: RunningServer) -> None:
    table = open_table(server, "wherever-we-go")
    table.player.do("make", name="Nyx")
    table.other.do("make", name="Moth")
    player, gm, ally = phones.at(table.player), phones.at(table.gm, viewport=DESKTOP), phones.at(table.other)
    expect(player.page.locator(".sheet")).to_be_visible()
    roll = table.gm.do("declare", character="c1", trait="stealth")["number"]
    card = player.page.locator(".news")
    expect(card).to_contain_text("Gem asks you to roll Stealth")
    card.get_by_role("button", name="To the roll").click()
    expect(player.roll.locator("header")).to_contain_text("Gem asks you to roll Stealth")
    push = player.roll.get_by_role("switch", name="Push")
    expect(push).to_contain_text("No stress yet")
    expect(ally.roll.locator(".offer b:first-child").filter(has_text="Moth")).to_have_text(["Moth helps"])

    at_stake = gm.roll.locator(".called-for .asked", has_text="What is at stake")
    at_stake.locator(".phrases button").first.click()
    expect(player.roll.locator(".quote")).to_contain_text("It takes too long.")
    assert "expectations" not in table.gm.see(f"rolls/{roll}")["texts"]
    expect(player.roll.locator(".needs")).to_have_text("The throw waits for Gem: how it could end")
    gm.roll.get_by_role("button", name="Leave it unsaid").click()
    expect(player.roll.locator(".of-text").first).to_contain_text("not said")

    player.roll.get_by_role("button", name="I throw real dice").click()
    expect(player.roll.locator("button.throw")).to_have_text(["These dice fell"])
    for place, face in enumerate("32"):
        player.roll.locator(".hand input").nth(place).fill(face)
    player.roll.locator("button.throw").click()
    expect(player.roll.locator(".badges .by-hand")).to_be_visible()


def test_what_the_gm_says_of_a_roll_stays_within_its_frame_on_a_phone(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "true-world")
    roll = table.player.do("declare", character="c1", trait="climbing")["number"]
    player = phones.at(table.player)
    player.tab("Table")
    table.gm.do("set", roll=roll, inputs={"difficulty": "d12", "position": "disadvantage"})
    expect(player.roll.locator(".said-by", has_text="disadvantage")).to_be_visible()
    boxes = player.roll.locator(".said-by", has_text="d").all()
    assert {box.evaluate("each => each.scrollWidth <= each.clientWidth") for box in boxes} == {True}
    assert {box.locator(".locked > span").evaluate(LINES) for box in boxes} == {1}


def test_what_is_known_is_drawn_before_the_gm_speaks(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "true-world")
    player = phones.at(table.player)
    player.declare("Climbing")
    expect(player.roll.get_by_role("img", name="Climbing d8")).to_be_visible()
    expect(player.roll.locator(".dice").get_by_role("button", name="difficulty not said yet")).to_be_visible()
    assert player.roll.locator(".uncounted").evaluate(
        "(each) => getComputedStyle(each).alignContent === 'center'"
    )  # the sentence stands where the bar will, in a room as tall as with it
    expect(player.roll.locator(".odds")).to_have_count(0)
    roll = table.gm.see()["rolls"][0]["roll"]
    table.gm.do("set", roll=roll, inputs={"difficulty": "d10"})
    expect(player.roll.locator(".dice").get_by_role("button", name="difficulty d10")).to_be_visible()


def test_who_is_asked_for_a_move_reads_which(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "starforged", edge=3)
    player = phones.at(table.player)
    table.gm.do("declare", character="c1", trait="edge", inputs={"sf_move": "enter_the_fray"})
    expect(player.page.locator(".news-card")).to_contain_text("Gem asks you to roll Enter the fray with edge")


def test_the_unskilled_have_no_position_to_be_told(phones: Phones, server: RunningServer) -> None:
    """True World: where the rules settle the position, the gm is asked for none and nobody waits for it."""
    table = seated(server, "true-world")
    table.player.do("declare", character="c1", trait="locks")
    gm = phones.at(table.gm)
    gm.roll.locator("[role=radio][aria-label=d6]").click()
    expect(gm.roll.locator("button.throw")).to_be_enabled()
    expect(gm.roll.locator(".called-for").get_by_role("radiogroup", name="difficulty")).to_be_visible()
    expect(gm.roll.locator(".called-for").get_by_role("radiogroup", name="position")).to_have_count(0)


def test_off_the_job_nobody_is_asked_for_a_position(phones: Phones, server: RunningServer) -> None:
    """In the Dark: neither position, nor push, nor bargain, on either screen."""
    table = seated(server, "in-the-dark")
    table.gm.do("edit", where="table", values={"off_job": True})
    table.player.do("declare", character="c1", trait="skulk")
    player, gm = phones.at(table.player), phones.at(table.gm)
    expect(player.roll.locator("button.throw")).to_be_enabled()
    for phone in (player, gm):
        expect(phone.roll).not_to_contain_text(re.compile("position|push|bargain", re.IGNORECASE))


def test_what_the_gm_denies_is_told(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "wherever-we-go")
    table.player.do("make", name="Nyx")
    table.other.do("make", name="Moth")
    player = phones.at(table.player)
    roll = table.player.do("declare", character="c1", trait="stealth")["number"]
    table.other.do("offer", roll=roll, character="c2", how="holds the rope")
    table.gm.do("set", roll=roll, inputs={"help_allowed": False})
    player.tab("Table")
    expect(player.roll.locator(".says")).to_contain_text("the gm does not accept the help")
    expect(player.roll.locator(".says")).not_to_contain_text("Moth helps")  # which would say that they do
    expect(player.page.get_by_text("set help allowed no")).to_be_attached()
    table.player.do("throw", roll=roll, dice=[1, 6])
    expect(player.roll.locator(".why")).to_contain_text("No help from Moth. What Moth tried: “holds the rope”.")
    expect(player.roll.locator(".why")).not_to_contain_text("Moth helps")


def test_the_gm_says_how_effective_it_is_beside_the_position(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "in-the-dark")
    roll = table.player.do("declare", character="c1", trait="skulk", inputs={"intent": "Over the roofs."})["number"]
    player, gm = phones.at(table.player), phones.at(table.gm)
    gm.choose("effect", "limited")
    expect(player.roll.locator(".works")).to_contain_text("limited effect")
    player.throw()
    expect(player.roll.locator(".fallen .die").first).to_be_visible()
    assert table.gm.see(f"rolls/{roll}")["attempt"]["effectiveness"] == "limited"


def test_the_rating_is_told_by_its_name_to_all(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "true-world")
    roll = table.player.do("declare", character="c1", trait="climbing")["number"]
    table.gm.do("set", roll=roll, inputs={"difficulty": "d8", "position": "neutral"})
    for phone in (phones.at(table.player), phones.at(table.other)):
        expect(phone.roll.locator(".locked").first).to_contain_text("d8, hard")
        expect(phone.roll.locator(".says")).to_contain_text("against d8 difficulty (hard)")
        expect(phone.roll).not_to_contain_text("ability ,")


EDGES = "each => [each.getBoundingClientRect().left, each.getBoundingClientRect().right]"


def test_the_words_of_difficulties_stand_apart(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "true-world")
    table.player.do("declare", character="c1", trait="climbing")
    gm = phones.at(table.gm)
    notes = gm.roll.locator(".called-for .segments .note")
    expect(notes).to_have_count(5)
    edges = [each.evaluate(EDGES) for each in notes.all()]
    assert all(one[1] <= other[0] for one, other in pairwise(edges))


TOUCHING = """() => [...document.querySelectorAll(".called-for .segments button")].filter((cell) => {
  const box = cell.getBoundingClientRect();
  const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
  for (const words = document.createRange(); texts.nextNode(); ) {
    words.selectNodeContents(texts.currentNode);
    const rows = [...words.getClientRects()];
    if (rows.some((each) => each.left < box.left + 4 || each.right > box.right - 4)) return true;
  }
  return false;
}).map((each) => each.textContent)"""
"""What stands less than four points from the lines beside it."""


@pytest.mark.parametrize("width", [320, 360, 390, 430])
def test_the_words_of_difficulties_have_air_beside_them(phones: Phones, server: RunningServer, width: int) -> None:
    table = seated(server, "true-world", climbing="d8")
    table.player.do("declare", character="c1", trait="climbing")
    gm = phones.at(table.gm, viewport={"width": width, "height": 844})
    expect(gm.roll.locator(".called-for .segments").first).to_contain_text("challenging")
    assert gm.page.evaluate(TOUCHING) == []


def test_what_a_player_says_is_quiet_on_the_gms_screen(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "starforged")
    roll = table.player.do("declare", character="c1", trait="iron", inputs={"sf_move": "strike"})["number"]
    table.player.do("throw", roll=roll, dice=[6, 2, 3])
    gm, player = phones.at(table.gm), phones.at(table.player)
    expect(gm.roll.locator("button.settle.for-another")).to_contain_text("for Ann")
    expect(player.roll.locator("button.settle.for-another")).to_have_count(0)
    expect(player.roll.locator(".turn")).to_be_visible()


def test_a_position_is_seen_before_anybody_speaks_of_it(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "in-the-dark")
    table.player.do("make", name="Nyx")
    player, gm = phones.at(table.player), phones.at(table.gm)
    gm.tab("Gm")
    player.declare("Skulk")
    expect(player.roll.locator(".said-by", has_text=re.compile("position", re.IGNORECASE))).to_contain_text("normal")
    expect(gm.page.locator(".call-back")).to_contain_text("Nyx · to throw, position normal")


def test_what_the_roller_chooses_moves_nothing_under_the_gms_finger(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "in-the-dark")
    table.player.do("make", name="Nyx")
    roll = table.player.do("declare", character="c1", trait="skulk")["number"]
    gm = phones.at(table.gm)
    position = gm.roll.get_by_role("radiogroup", name="position")
    expect(position).to_be_visible()
    before = position.evaluate("each => each.getBoundingClientRect().top")
    table.player.do("set", roll=roll, inputs={"extra": "bargain"})
    expect(gm.roll.get_by_role("textbox", name="bargain")).to_be_visible()
    assert abs(position.evaluate("each => each.getBoundingClientRect().top") - before) < 1


def test_the_gm_lets_a_roll_go_on_with_one_tap_and_reads_what_is_missing(phones: Phones, server: RunningServer) -> None:
    table = open_table(server, "illuminated-worlds")
    table.player.do("make", name="Nyx")
    table.player.do("declare", character="c1", trait="sway")
    player, gm, ally = phones.at(table.player), phones.at(table.gm), phones.at(table.other)
    expect(gm.roll.locator(".needs")).to_have_text("Still to say: what is at stake and how it could end")
    expect(player.roll.locator(".needs")).to_have_text("The throw waits for Gem: what is at stake and how it could end")
    expect(ally.roll.locator(".needs")).to_have_text("Waiting for Gem: what is at stake and how it could end")
    gm.roll.get_by_role("button", name="Leave it unsaid").click()
    expect(player.roll.locator("button.throw")).to_be_enabled()


def test_what_the_dice_wait_for_stands_first_at_the_gms_thumb(phones: Phones, server: RunningServer) -> None:
    table = open_table(server, "wherever-we-go")
    table.player.do("make", name="Nyx")
    table.player.do("declare", character="c1", trait="stealth")
    gm = phones.at(table.gm, viewport=DESKTOP)
    rows = gm.roll.locator(".called-for .asked .lab")
    expect(rows).to_have_text(["How it could end", "What is at stake"])
    expect(gm.roll.locator(".called-for .asked").first.locator(".phrases button")).to_have_count(2)


CUT = """(each) => {
  const alone = each.cloneNode();
  alone.append(each.selectedOptions[0].cloneNode(true));
  Object.assign(alone.style, { position: "fixed", width: "max-content" });
  each.parentNode.append(alone);
  const wanted = alone.offsetWidth;
  alone.remove();
  return wanted > each.offsetWidth;
}"""
"""Whether what is chosen is wider than the room that it has."""


@pytest.mark.parametrize("game", ["starforged", "wherever-we-go"])
def test_what_is_called_for_is_read_whole_at_the_desk(phones: Phones, server: RunningServer, game: str) -> None:
    table = open_table(server, game)
    table.player.do("make", name="Tamsin Reed")
    gm = phones.at(table.gm, viewport={"width": 1280, "height": 800})
    gm.tab("Gm")
    chosen = gm.page.locator(".call select")
    expect(chosen.first).to_be_visible()
    assert [each.evaluate(CUT) for each in chosen.all()] == [False] * chosen.count()


def test_a_called_roll_that_is_taken_back_says_who_calls_again(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "wherever-we-go")
    roll = table.gm.do("declare", character="c1", trait="stealth")["number"]
    table.player.do("throw", roll=roll, dice=[1, 1])
    player, gm = phones.at(table.player), phones.at(table.gm)
    for phone in (player, gm):
        expect(phone.roll.locator(".result")).to_be_visible()
    table.gm.do("undo", entry=roll)
    expect(player.roll).to_contain_text("Gem calls for it again")
    expect(gm.roll).to_contain_text("you call for it again")
