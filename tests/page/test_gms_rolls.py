"""Rolls that the gm makes: in secret, or in the open for the world."""

import re

import pytest
from playwright.sync_api import expect

from tests.page.phones import Phones, seated
from tests.server import RunningServer

pytestmark = pytest.mark.slow


def test_a_secret_roll_is_built_like_any_other(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "in-the-dark")
    gm = phones.at(table.gm)
    gm.tab("Gm")
    gm.page.locator("summary", has_text="Roll for the world").click()
    card = gm.page.locator(".card.secret")
    expect(card.get_by_label("Kind of roll")).to_contain_text("Leave it to fortune")
    expect(card.locator(".dice.building .die")).to_have_count(2)
    before = card.locator(".odds .bar").get_attribute("aria-label")
    card.get_by_role("button", name="more dice").click()
    expect(card.locator(".dice.building .die")).to_have_count(3)
    assert card.locator(".odds .bar").get_attribute("aria-label") != before
    card.get_by_label("What is it about?").fill("Do they hear her?")
    card.get_by_role("button", name="Roll in secret: 3 dice").click()
    expect(card.locator(".fallen .told")).to_have_text("Do they hear her?")
    expect(card.locator(".fallen .die")).to_have_count(3)
    expect(card.locator(".fallen .word")).to_be_visible()
    assert not [each for each in table.player.see()["log"] if "secret" in each["kind"]]
    call = gm.page.locator(".card.call")
    call.get_by_label("Kind of roll").select_option("fortune")
    call.get_by_label("What is it about?").fill("Will the guards come?")
    call.get_by_role("button", name="Call for it").click()
    player, ally = phones.at(table.player), phones.at(table.other)
    expect(ally.roll.locator("h2.intent")).to_have_text("Fortune: Will the guards come?")
    player.throw()
    expect(gm.roll.locator(".headline")).to_be_visible()
    expect(gm.roll.locator("h2.told")).to_have_text("Fortune: Will the guards come?")
    gm.tab("Gm")
    expect(gm.page.locator(".call-back")).to_have_text(re.compile("· how it goes$"))
    gm.tab("Table")
    (called,) = [each for each in table.gm.see()["rolls"] if each["open_dues"]]
    told = {"way": called["open_dues"][0]["ways"][0]["name"], "words": "They do."}
    table.gm.do("settle", roll=called["roll"], answer=[told])
    table.gm.do("declare", npc="The world", move="fortune", inputs={"dice": 1})
    expect(ally.roll.locator("h2.intent")).to_have_text("Fortune for the world")
    expect(gm.roll.locator(".odds .bar")).to_be_visible()
    expect(gm.roll).not_to_contain_text("+1:")  # of a chance that stands nowhere on it
    ally.tab("Log")
    expect(ally.page.locator(".call-back")).to_have_text(re.compile(" rolls for the world$"))
    expect(gm.roll.get_by_placeholder("What is it about?")).to_be_visible()


def test_what_a_roll_for_the_world_is_made_of_stands_above_its_throw(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "in-the-dark")
    gm = phones.at(table.gm)
    gm.tab("Gm")
    gm.page.locator("summary", has_text="Roll for the world").click()
    card = gm.page.locator(".card.secret")
    more, throw = card.get_by_role("button", name="more dice"), card.get_by_role("button", name="Roll in secret")
    expect(throw).to_be_visible()
    (above, below) = (each.bounding_box() for each in (more, throw))
    assert above
    assert below
    assert above["y"] + above["height"] <= below["y"]


@pytest.mark.parametrize("name", ["wherever-we-go", "illuminated-worlds", "in-the-dark", "starforged", "true-world"])
def test_the_world_rolls_in_the_open_from_the_same_form(phones: Phones, server: RunningServer, name: str) -> None:
    table = seated(server, name)
    gm = phones.at(table.gm)
    gm.tab("Gm")
    gm.page.locator("summary", has_text="Roll for the world").click()
    card = gm.page.locator(".card.secret")
    card.get_by_label("What is it about?").fill("Does the bridge hold?")
    card.get_by_role("button", name="Roll in the open").click()
    expect(gm.roll).to_have_attribute("aria-label", re.compile("the world", re.IGNORECASE))
    (roll,) = table.player.see()["rolls"]
    assert (roll["character"], roll["status"]) == ("The world", "open")


def test_secret_rolls_are_seen_by_none_until_revealed(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "in-the-dark")
    gm, player = phones.at(table.gm), phones.at(table.player)
    gm.tab("Gm")
    gm.page.locator("summary", has_text="Roll for the world").click()
    gm.page.get_by_role("button", name="Roll in secret").click()
    expect(gm.page.locator(".secrets li")).to_have_count(1)
    player.tab("Log")
    assert not any("secret" in line.lower() for line in player.log())
    expect(gm.page.get_by_role("button", name="Reveal")).to_have_count(
        1
    )  # in the list of all; the last one has its own
    gm.page.get_by_role("button", name="Show it to all").click()
    expect(player.page.locator(".entry", has_text="revealed a secret roll")).to_be_visible()
    expect(gm.page.get_by_role("button", name="Show it to all")).to_have_count(0)
    *_, made, revealed = gm.log()  # the gm reads when it was made, a line of its own that nobody else has
    assert made.startswith("In secret: ")
    assert "revealed" in revealed
    assert not any(line.startswith("In secret") for line in player.log())
