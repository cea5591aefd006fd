"""After the dice: choosing moves nothing, gifts go to others and look like gifts, and what was spent is no harm."""

import pytest
from playwright.sync_api import Locator, expect

from tests.page.phones import DESKTOP, Phones, at_ease
from tests.server import RunningServer

pytestmark = pytest.mark.slow


def top_of(found: Locator) -> float:
    return float(found.evaluate("(each) => each.getBoundingClientRect().top"))


def test_a_benefit_is_named_first_and_choosing_moves_no_words(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "wherever-we-go")
    table.player.do("make", name="Nyx")
    roll = table.player.do("declare", character="c1", trait="stealth")["number"]
    table.player.do("throw", roll=roll, dice=[8, 8])
    if table.player.see(f"rolls/{roll}")["asks"]:
        table.player.do("decide", roll=roll, option="keep")
    gm = phones.at(table.gm, viewport=DESKTOP)
    kinds = gm.roll.get_by_role("group", name="What it brings").get_by_role("button")
    expect(kinds.first).to_have_class("chip way good")
    words = gm.roll.locator(".due textarea")
    stood, at = top_of(words), top_of(kinds.first)
    kinds.first.click()
    expect(kinds.first).to_have_attribute("aria-pressed", "true")
    assert (top_of(words), top_of(kinds.first)) == (stood, at)
    assert stood < at


def test_a_gift_goes_to_the_ally_and_looks_like_one(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "starforged")
    table.player.do("make", name="Nyx")
    table.other.do("make", name="Moth")
    aid = {"sf_move": "aid_your_ally"}
    roll = table.player.do("declare", character="c1", trait="heart", inputs=aid)["number"]
    table.player.do("throw", roll=roll, dice=[6, 2, 9])
    player = phones.at(table.player)
    player.roll.get_by_role("group", name="What it brings").get_by_role("button").first.click()
    chosen = player.roll.locator(".cell[aria-pressed=true]")
    expect(chosen).to_contain_text("Moth")
    expect(chosen).to_have_class("cell good")
    expect(player.roll.locator("button.settle")).to_contain_text("Moth")


def test_what_was_spent_is_no_harm_and_a_mark_is_no_number(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "illuminated-worlds")
    table.player.do("make", name="Nyx", values={"move": 2})
    roll = table.player.do("declare", character="c1", trait="move", inputs={"drive_spent": 1})["number"]
    table.player.do("throw", roll=roll, dice=[6] * len(table.player.see(f"rolls/{roll}")["dice"]))
    player = phones.at(table.player)
    spent = player.roll.locator(".effects li").filter(has_text="spends")
    expect(spent).to_have_count(1)
    expect(spent).not_to_have_class("hurt")


def test_words_reach_whom_it_falls_on_and_are_enough(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "illuminated-worlds")
    table.player.do("make", name="Nyx", values={"move": 2})
    table.other.do("make", name="Moth")
    roll = table.player.do("declare", character="c1", trait="move")["number"]
    table.other.do("offer", roll=roll, character="c2")
    table.player.do("throw", roll=roll, dice=[2] * len(table.player.see(f"rolls/{roll}")["dice"]))
    gm, other = phones.at(table.gm), phones.at(table.other)
    words = gm.roll.locator(".due textarea")
    words.fill("Cold fingers on your neck")
    expect(gm.roll.locator(".cell[aria-pressed=true]")).to_have_text("Nyx")
    gm.roll.locator(".cell", has_text="Moth").click()
    expect(gm.roll.locator("button.settle small")).to_have_text("Moth: complication")
    gm.roll.locator("button.settle").click()
    expect(other.page.locator(".news-card")).to_contain_text("Cold fingers on your neck")


def test_what_is_left_of_a_harm_is_taken_from_the_one_who_resisted(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "in-the-dark")
    table.player.do("make", name="Nyx", values={"skulk": 2})
    table.other.do("make", name="Moth")
    roll = table.player.do("declare", character="c1", trait="skulk")["number"]
    table.other.do("offer", roll=roll, character="c2")
    table.player.do("throw", roll=roll, dice=[1] * len(table.player.see(f"rolls/{roll}")["dice"]))
    table.gm.do("name_due", roll=roll, answer=[{"way": "moderate harm", "amount": 1, "who": "c1"}], trait="prowess")
    resists = table.player.do("declare", character="c1", move="resistance", trait="prowess")["number"]
    table.player.do("throw", roll=resists, dice=[6] * len(table.player.see(f"rolls/{resists}")["dice"]))
    if table.player.see(f"rolls/{resists}")["asks"]:
        table.player.do("decide", roll=resists, option="resist")
    gm = phones.at(table.gm)
    gm.roll.get_by_role("button", name="Minor, not moderate").click()
    expect(gm.roll.locator(".cell[aria-pressed=true]")).to_contain_text("Nyx")


def test_a_card_names_a_track_that_moves_once(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "illuminated-worlds")
    table.player.do("make", name="Evelyn")
    roll = table.player.do("declare", character="c1", trait="hide")["number"]
    table.gm.do("throw", roll=roll, dice=[1] * len(table.gm.see(f"rolls/{roll}")["dice"]))
    while asks := table.player.see(f"rolls/{roll}")["asks"]:
        table.player.do("decide", roll=roll, option=asks["options"][0]["option"])
    player = phones.at(table.player, viewport=DESKTOP)
    table.gm.do(
        "settle", roll=roll, answer=[{"way": "brain marks", "amount": 1, "who": "c1", "words": "It looks back."}]
    )
    card = player.page.locator(".news-card")
    expect(card).to_contain_text("It looks back.")
    expect(card.get_by_text("Brain marks")).to_have_count(1)
