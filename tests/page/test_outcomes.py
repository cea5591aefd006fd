"""What an outcome means: who tells it, in which ready words, and what its dice are called."""

import re

import pytest
from playwright.sync_api import expect
from tools.screenshots import SCENES

from tests.page.phones import Phones, at_ease, seated
from tests.page.test_fits import said, started, thrown_to_the_end
from tests.server import RunningServer

pytestmark = pytest.mark.slow


def test_every_outcome_says_what_it_means_and_a_match_what_it_is(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "starforged")
    table.player.do("make", name="Nyx")
    player = phones.at(table.player)
    roll = table.player.do("declare", character="c1", trait="edge", inputs={"sf_move": "face_danger"})["number"]
    table.player.do("throw", roll=roll, dice=[6, 1, 2])
    player.tab("Table")
    expect(player.roll.locator(".effects")).to_contain_text("gains 1 momentum")
    expect(player.roll.locator("p.means")).to_contain_text("It works. Say how.")
    roll = table.player.do("declare", character="c1", trait="edge")["number"]
    table.player.do("throw", roll=roll, dice=[1, 3, 3])
    expect(player.roll.locator("p.means")).to_contain_text("The dice match: the miss takes a turn for the worse")
    expect(player.roll.locator(".why")).to_contain_text("a tie goes to the challenge die")


def test_whoever_says_what_follows_reads_what_the_tier_means(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "starforged")
    table.player.do("make", name="Nyx")
    roll = table.player.do("declare", character="c1", trait="edge")["number"]
    table.player.do("throw", roll=roll, dice=[4, 3, 9])
    player = phones.at(table.player)
    expect(player.roll.locator(".settle").first).to_be_visible()
    expect(player.roll.locator("p.means")).to_contain_text("You probably succeed, with less effect or at a cost.")
    expect(player.roll.locator("p.means")).to_be_visible()


def test_dice_keep_the_names_of_who_added_them(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "illuminated-worlds")
    table.player.do("make", name="Nyx", values={"move": 1})
    roll = table.player.do("declare", character="c1", trait="move")["number"]
    player = phones.at(table.player)
    player.roll.get_by_role("button", name="more drive spent").click()
    sources = player.roll.locator(".die .source")
    expect(sources).to_have_text(["standard", "drive"])
    table.player.do("throw", roll=roll, dice=[2, 3])
    expect(player.roll.locator(".fallen .die .source")).to_have_text(["standard", "drive"])


def test_a_suggestion_for_a_match_is_all_that_it_takes(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "starforged", edge=3)
    roll = table.player.do("declare", character="c1", trait="edge", inputs={"sf_move": "face_danger"})["number"]
    table.player.do("throw", roll=roll, dice=[6, 2, 2])
    player = phones.at(table.player)
    player.roll.get_by_role("button", name="An old name comes up.").click()
    player.roll.locator("button.settle", has_text="Twist").click()
    expect(player.roll.locator(".due")).to_have_count(0)


def test_who_is_to_tell_it_hears_so(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "true-world")
    gm, player = phones.at(table.gm), phones.at(table.player)
    roll = table.player.do("declare", character="c1", trait="stealth", move="quick")["number"]
    table.gm.do("set", roll=roll, inputs={"risk": "none"})
    table.player.do("throw", roll=roll)
    expect(gm.roll.locator(".nothing.way b")).to_have_text("The player tells it")
    gm.roll.locator(".nothing.way").click()
    expect(player.page.locator(".news-card")).to_contain_text("It is yours to tell how it goes")


def test_suggestions_fit_how_well_it_went(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "true-world")
    gm = phones.at(table.gm)
    for dice, fits in (([5, 5], "Not all of it."), ([8, 1], "Someone is impressed.")):
        roll = table.player.do("declare", character="c1", trait="climbing")["number"]
        table.gm.do("set", roll=roll, inputs={"difficulty": "d8", "position": "neutral"})
        table.player.do("throw", roll=roll, dice=dice)
        gm.tab("Table")
        expect(gm.roll.get_by_role("group", name="ready words").get_by_text(fits)).to_be_visible()
        table.gm.do("settle", roll=roll, answer=[{"way": "told", "amount": 1, "words": "So it is."}])


def test_a_die_for_want_of_training_is_called_so(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "true-world")
    player = phones.at(table.player)
    roll = table.player.do("declare", character="c1", trait="")["number"]
    table.gm.do("set", roll=roll, inputs={"difficulty": "d6", "position": "neutral"})
    player.tab("Table")
    expect(player.roll.locator(".dice")).to_contain_text("untrained")
    expect(player.roll.locator(".dice")).not_to_contain_text("position")


def test_a_success_has_ready_words_too(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "true-world", climbing="d8")
    roll = table.player.do("declare", character="c1", trait="climbing")["number"]
    table.gm.do("set", roll=roll, inputs={"difficulty": "d4", "position": "neutral"})
    table.player.do("throw", roll=roll, dice=[5, 1])
    gm = phones.at(table.gm)
    gm.roll.locator(".due .phrases button").first.click()  # which goes into the box, as everywhere
    words = gm.roll.get_by_role("textbox", name="in words")
    expect(words).to_have_value("It goes as planned.")
    assert table.gm.see(f"rolls/{roll}")["open_dues"]
    words.fill("")
    expect(gm.roll.locator("button.settle")).to_contain_text("as it was said aloud")
    gm.roll.locator(".due .phrases button").first.click()
    gm.settle()
    expect(gm.roll.locator(".brought")).to_contain_text("It goes as planned.")


def test_what_a_roll_with_helpers_came_of_is_told_in_sentences(phones: Phones, server: RunningServer) -> None:
    """On the phone and on the television; who had rolled to help is not told as if they still were to."""
    scene = next(each for each in SCENES if each.game == "true-world")
    table, roll = started(server, scene)
    said(table, scene, roll)
    thrown_to_the_end(table, scene, roll)
    player, screen = phones.at(table.player), phones.at_screen(table.onlooker)
    told = (
        "Tied, which favours the player, so the effect is marginal. "
        "Help came from Wren, none from Lark. What Lark tried: “Keeps watch”. What Wren tried: “Lends a hand”."
    )
    expect(player.roll.locator(".why")).to_have_text(told)
    expect(screen.locator(".why")).to_have_text(told)


def test_what_is_said_to_the_roller_says_so_on_the_phones_of_others(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "wherever-we-go")
    roll = table.player.do("declare", character="c1", trait="stealth")["number"]
    table.player.do("throw", roll=roll, dice=[6, 6])
    table.player.do("decide", roll=roll, option="keep")
    means = [phones.at(seat).roll.locator(".means") for seat in (table.player, table.other, table.gm)]
    expect(means[0]).to_have_text(re.compile("^It works as you hoped"))
    for each in means[1:]:
        expect(each).to_have_text(re.compile("^To Ann: It works as you hoped"))


def test_who_plays_the_side_that_wins_a_contest_says_how(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "wherever-we-go")
    roll = table.player.do("declare", character="c1", trait="stealth", move="opposed")["number"]
    table.gm.do("set", roll=roll, inputs={"defender_attribute": "d6", "defender_skill": "d6"})
    player = phones.at(table.player)
    table.player.do("throw", roll=roll, dice=[1] * len(table.player.see(f"rolls/{roll}")["dice"]))
    while asks := table.gm.see(f"rolls/{roll}")["asks"]:
        table.gm.do("decide", roll=roll, option=asks["options"][0]["option"])
    expect(player.roll.locator(".means")).to_contain_text("The other side holds, and says how")
