"""A round stays in sight from its first intention to its last action, and help that is rolled for says whose it is."""

import re

import pytest
from playwright.sync_api import expect

from tests.page.phones import DESKTOP, Phones
from tests.page.test_big_moments import acted
from tests.page.test_in_sight import is_in_sight
from tests.page.test_moments import seated
from tests.server import RunningServer

pytestmark = pytest.mark.slow


def test_all_intentions_and_who_has_acted_stay_in_sight_beside_rolls(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "true-world")
    acted(table, table.player, "c1")
    player, gm = phones.at(table.player), phones.at(table.gm, viewport=DESKTOP)
    player.tab("Table")
    gm.page.get_by_role("button", name="Begin a round").click()
    for phone in (player, gm):  # what is over makes room
        expect(phone.page.locator(".roll").first).to_be_hidden()
        expect(phone.page.get_by_text("Before this round: Nyx: Climbing")).to_be_visible()
    silent = gm.page.get_by_label("Not said yet: Nyx and Moth. In their place you say:")
    expect(silent).to_have_value("waits and sees")
    silent.fill("keeps watch")
    silent.blur()
    player.page.get_by_label("What Nyx is about to do").fill("cuts the rope")
    player.page.get_by_role("button", name="Say it").click()
    waiting = player.page.get_by_text("Waiting for Moth.")
    expect(waiting).to_be_visible()
    assert is_in_sight(waiting)
    typed = player.page.get_by_label("What Nyx is about to do")
    expect(typed).to_have_value("cuts the rope")
    silent = gm.page.get_by_label("Not said yet: Moth. In their place you say:")
    expect(silent).to_have_value("keeps watch")  # what is typed and left stays, whoever says something meanwhile
    typed.fill("cuts the rope at last")
    typed.blur()
    table.other.do("intend", character="c2", intention="talks the guards down")
    expect(player.page.locator(".rounds")).to_contain_text("talks the guards down")
    expect(typed).to_have_value("cuts the rope at last")
    gm.page.get_by_role("button", name="Begin the actions").click()
    expect(gm.page.locator(".rounds li", has_text="talks the guards down")).to_be_visible()
    roll = table.player.do("declare", character="c1", trait="climbing")["number"]
    table.gm.do("set", roll=roll, inputs={"difficulty": "d6", "position": "neutral"})
    for phone in (player, gm):
        lines = phone.page.locator(".in-round li")
        expect(lines).to_have_text(["Nyxcuts the ropeacts now", "Mothtalks the guards downmay act"])
        expect(lines.last).to_be_in_viewport(ratio=1)
        expect(phone.roll.locator("button.throw")).to_be_in_viewport(ratio=1)
    assert is_in_sight(player.roll.locator("button.throw"))  # above the tabs, which a desk has not
    table.player.do("throw", roll=roll, dice=[8, 1])
    expect(gm.page.locator(".in-round li.acted")).to_have_text("Nyxcuts the ropehas acted")
    player.tab("Me")
    expect(player.page.locator(".chooser")).to_contain_text("Nyx has acted; what else they do waits")
    table.gm.do("end_evening")  # and with it the round, which ends at no time of day
    expect(gm.page.get_by_text(re.compile("^Evening 1 ended at"))).to_be_visible()


def test_who_says_nothing_waits_and_sees(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "true-world")
    gm = phones.at(table.gm, viewport=DESKTOP)
    gm.page.get_by_role("button", name="Begin a round").click()
    gm.page.get_by_role("button", name="Begin the actions").click()
    lines = gm.page.locator(".rounds li", has_text="waits and sees")
    expect(lines).to_have_count(2)
    assert table.gm.see()["values"]["intentions"] == {"c1": "waits and sees", "c2": "waits and sees"}
    acted(table, table.player, "c1")
    table.player.do("declare", character="c1", trait="climbing")
    player = phones.at(table.player)
    spent = "already spent: the next round brings another, unless the gm lets you act again."
    expect(player.roll.locator(".needs")).to_contain_text(spent)
    expect(player.roll.locator(".turn")).to_have_count(0)
    expect(player.roll).not_to_contain_text("waits and sees")
    gm.roll.get_by_role("button", name="Let them act again").click()
    expect(player.roll.locator(".needs")).to_have_text("Waiting for Gem: difficulty and position")


def test_the_result_stays_where_it_is_when_the_last_has_acted(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "true-world")
    table.gm.do("begin_round")
    table.gm.do("begin_actions", unsaid="waits and sees")
    gm = phones.at(table.gm, viewport=DESKTOP)
    acted(table, table.player, "c1")
    roll = table.other.do("declare", character="c2", trait="climbing")["number"]
    table.gm.do("set", roll=roll, inputs={"difficulty": "d6", "position": "neutral"})
    table.other.do("throw", roll=roll, dice=[8, 1])
    headline = gm.roll.locator(".headline")
    expect(headline).to_have_text(re.compile("success"))
    before = gm.roll.bounding_box()
    table.gm.do("settle", roll=roll, answer=[{"way": "told", "amount": 1, "words": "A way opens."}])
    expect(gm.page.locator(".next").get_by_role("button", name="Next round")).to_be_visible()
    after = gm.roll.bounding_box()
    assert is_in_sight(headline)
    assert before
    assert after
    assert after["y"] == pytest.approx(before["y"], abs=1)
    gm.page.locator(".next").get_by_role("button", name="Next round").click()
    expect(gm.page.locator(".rounds")).to_contain_text("Round 2: intentions")


def test_at_the_desk_the_round_covers_no_heading(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "true-world")
    for name in ("Wren", "Sable", "Finch"):
        table.gm.do("make", name=name)
    table.gm.do("begin_round")
    table.gm.do("begin_actions", unsaid="waits and sees")
    gm = phones.at(table.gm, viewport={"width": 1280, "height": 600})
    roll = table.player.do("declare", character="c1", trait="climbing")["number"]
    table.gm.do("set", roll=roll, inputs={"difficulty": "d6", "position": "neutral"})
    table.player.do("throw", roll=roll, dice=[8, 1])
    expect(gm.roll.locator(".headline")).to_be_visible()
    gm.page.locator(".middle").evaluate("each => each.scrollTo(0, 120)")
    heights = "each => [each.getBoundingClientRect().top, each.getBoundingClientRect().bottom]"
    assert gm.page.locator(".in-round").evaluate(heights)[1] <= gm.roll.evaluate(heights)[0]


def test_help_that_is_rolled_for_says_whose_odds_and_how_hard_and_draws_what_follows(
    phones: Phones, server: RunningServer
) -> None:
    table = seated(server, "true-world")
    roll = table.player.do("declare", character="c1", move="assisted", trait="climbing")["number"]
    table.gm.do("set", roll=roll, inputs={"difficulty": "d8", "position": "disadvantage"})
    ally, gm = phones.at(table.other), phones.at(table.gm, viewport=DESKTOP)
    ally.roll.get_by_role("button", name="Moth rolls first to help").click()
    expect(ally.roll.locator(".offers")).to_contain_text("against d4")
    expect(ally.roll.locator(".works b")).to_contain_text("Nyx: ")
    ally.roll.locator(".way-in").get_by_text("Say how").click()
    ally.roll.get_by_label("How Moth helps", exact=True).fill("holds the rope")
    ally.roll.get_by_label("How Moth helps", exact=True).press("Enter")
    expect(ally.roll.locator(".offers")).to_contain_text("holds the rope")
    expect(ally.roll.locator(".way-in")).to_have_count(0)
    hard = gm.roll.get_by_label("How hard it is for Moth to help")
    expect(hard).to_have_value("d4")
    assert is_in_sight(hard)
    hard.select_option("d6")
    expect(ally.roll.locator(".offers")).to_contain_text("against d6")
    expect(ally.roll.locator(".to-throw")).to_contain_text("d6")
    dice = [6 if die["from"] != "difficulty" else 1 for die in table.gm.see(f"rolls/{roll}")["dice"]]
    table.other.do("throw", roll=roll, dice=[min(each, 4) for each in dice])
    player = phones.at(table.player)
    expect(player.roll.locator(".to-throw .die")).to_have_count(4)
    expect(player.roll.locator(".odds .bar")).to_be_visible()
    assert is_in_sight(player.roll.get_by_role("button", name="Throw 4 dice"))


def test_who_rolls_to_help_is_asked_whom_and_their_die_waits(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "true-world")
    ally, player = phones.at(table.other), phones.at(table.player)
    assist = table.other.do("declare", character="c2", move="assist", trait="athletics")["number"]
    table.other.do("throw", roll=assist, dice=[5, 2])
    due = ally.roll.get_by_role("region", name="help")
    expect(due).to_contain_text("Say whom it helps: a die waits for their next action.")
    expect(due.locator(".cell")).to_have_text(["Nyx0 → 1"])
    give = due.locator("button.settle")
    expect(give).to_contain_text("Nyx: help, waiting help 0 → 1")
    nobody = due.get_by_role("button", name="It helps nobody").bounding_box()
    words = due.locator("textarea").bounding_box()
    assert nobody
    assert words
    assert nobody["y"] > words["y"]  # the rarer answer is not the first
    give.click()
    expect(player.page.locator(".news")).to_contain_text("Waiting help0 → 1")
    table.player.do("declare", character="c1", trait="climbing")
    expect(player.roll.locator(".to-throw")).to_contain_text("teamwork")
