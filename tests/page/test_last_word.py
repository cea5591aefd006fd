"""The gm's last word on the page: another gamble once the dice lie, a roll before help, and what a round is."""

import re

import pytest
from playwright.sync_api import expect

from tests.page.phones import Phones
from tests.page.test_moments import seated
from tests.server import RunningServer, open_table
from tests.waiting_for import wait_for

pytestmark = pytest.mark.slow


def test_the_gm_asks_for_a_roll_before_help_and_forbids_a_gamble(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "wherever-we-go", stress=1)
    roll = table.player.do("declare", character="c1", trait="stealth")["number"]
    table.other.do("offer", roll=roll, character="c2", input="helpers", how="keeps watch")
    player, gm = phones.at(table.player), phones.at(table.gm)
    gm.roll.get_by_role("button", name="ask to roll first").click()
    expect(gm.roll.locator(".offers li")).to_have_count(0)
    ally = phones.at(table.other)
    first = ally.roll.locator(".help").get_by_role("button", name="Moth rolls first")
    expect(first).to_contain_text("The gm asks for it: if it succeeds, Moth helps.")
    expect(ally.roll.locator(".help button")).to_have_count(1)  # nothing is offered that would be refused
    first.click()
    ally.declare("Observation")
    own = table.gm.see()["rolls"][-1]["roll"]
    table.gm.do("set", roll=own, inputs={"expectations": "You see them first."})
    table.other.do("throw", roll=own, dice=[6, 1])
    table.other.do("decide", roll=own, option="keep")
    ally.page.locator(".strip").get_by_role("button", name="Nyx · you may help now").click()
    ally.roll.get_by_role("button", name="Moth helps by a roll of their own “keeps watch”").click()
    expect(player.roll.locator(".offers li")).to_contain_text("Moth helps by a roll of their own")
    table.gm.do("set", roll=roll, inputs={"expectations": "You are in."})
    table.player.do("throw", roll=roll, dice=[1, 1])
    expect(player.roll.locator("button.option", has_text="Gamble")).to_be_visible()
    gm.roll.get_by_role("group", name="The last word on gambles").get_by_role("button", name="one less").click()
    expect(player.roll.locator(".headline")).to_have_text("Failure")
    gm.roll.get_by_role("button", name="one more").click()
    expect(player.roll.locator("button.option", has_text="Gamble")).to_be_visible()


def test_a_round_is_said_and_then_acted(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "true-world")
    player, gm = phones.at(table.player), phones.at(table.gm)
    for phone in (player, gm):
        phone.tab("Table")
    gm.page.get_by_role("button", name="Begin a round").click()
    box = player.page.get_by_role("textbox", name="What Nyx is about to do")
    box.fill("Climb the wall.")
    box.press("Enter")
    rounds = gm.page.locator(".rounds")
    expect(rounds).to_contain_text("Climb the wall.")
    roll = table.player.do("declare", character="c1", trait="climbing")["number"]
    table.gm.do("set", roll=roll, inputs={"difficulty": "d6", "position": "neutral"})
    expect(player.roll).to_contain_text("Intentions are said first")
    rounds.get_by_role("button", name="Begin the actions").click()
    expect(player.roll).not_to_contain_text("Intentions are said first")
    table.player.do("throw", roll=roll, dice=[5, 2])
    expect(rounds.locator("li.acted")).to_contain_text("has acted")


def test_a_round_waits_for_intentions_and_the_gm_goes_on_in_words(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "true-world")
    gm = phones.at(table.gm)
    gm.tab("Table")
    gm.page.get_by_role("button", name="Begin a round").click()
    rounds = gm.page.locator(".rounds")
    begin = rounds.get_by_role("button", name="Begin the actions")
    unsaid = rounds.get_by_label("Not said yet: Nyx and Moth. In their place you say:")
    unsaid.fill("")
    begin.click()
    expect(unsaid).to_be_focused()
    assert not table.gm.see()["values"]["action_phase"]
    unsaid.fill("hold their breath")
    begin.click()
    expect(rounds).to_contain_text("Round 1: actions")
    expect(rounds.locator("li", has_text="Moth")).to_contain_text("hold their breath")
    assert "Moth is about to: hold their breath" in gm.log()[-1]


def test_a_skill_in_ones_own_words_is_rolled_from_the_sheet(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "true-world")
    table.gm.do("edit", where="c1", values={"things": [{"kind": "skill", "name": "piloting", "worth": "d12"}]})
    player = phones.at(table.player)
    player.declare("Piloting")
    (roll,) = table.gm.see()["rolls"]
    assert roll["trait"] == "piloting"
    table.gm.do("set", roll=roll["roll"], inputs={"difficulty": "d6", "position": "neutral"})
    expect(player.roll.get_by_role("img", name="Piloting d12")).to_be_visible()
    table.player.do("withdraw", roll=roll["roll"])
    player.tab("Me")
    player.page.get_by_label("Kind of roll").select_option("plain dice")  # which take no skill
    expect(player.page.locator("button.trait", has_text="Piloting")).to_have_count(0)


def test_a_helper_is_offered_skills_in_their_own_words(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "true-world")
    table.gm.do("edit", where="c2", values={"things": [{"kind": "skill", "name": "piloting", "worth": "d12"}]})
    roll = table.player.do("declare", character="c1", trait="locks")["number"]
    table.gm.do("set", roll=roll, inputs={"difficulty": "d6", "position": "neutral"})
    ally = phones.at(table.other)
    choice = ally.roll.get_by_label("Moth rolls")
    expect(choice).to_have_value("piloting")
    expect(choice.locator("option", has_text="blades d8")).to_have_count(1)
    ally.roll.locator(".way-in .phrases button").first.click()
    expect(ally.roll.locator(".offers li")).to_contain_text("with piloting")
    rows = ally.roll.locator(".to-throw .of-side")
    expect(rows.locator(".side-name")).to_have_text(["Moth, first", "Nyx, after that"])
    expect(rows.first.locator(".die")).to_have_count(2)
    assert [each["die"] for each in table.gm.see(f"rolls/{roll}")["dice"]] == ["d12", "d4"]


def test_the_gm_says_how_effective_it_is_beside_the_position(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "in-the-dark")
    roll = table.player.do("declare", character="c1", trait="skulk", inputs={"intent": "Over the roofs."})["number"]
    player, gm = phones.at(table.player), phones.at(table.gm)
    gm.choose("effect", "limited")
    expect(player.roll.locator(".works")).to_contain_text("limited effect")
    player.throw()
    expect(player.roll.locator(".fallen .die").first).to_be_visible()
    assert table.gm.see(f"rolls/{roll}")["attempt"]["effectiveness"] == "limited"


def test_what_is_picked_says_what_is_done_and_words_of_ones_own_take_its_place(
    phones: Phones, server: RunningServer
) -> None:
    table = seated(server, "in-the-dark")
    player, gm = phones.at(table.player), phones.at(table.gm)
    player.declare("Skulk")
    own = player.roll.get_by_role("textbox", name="intent")
    for field in (own, gm.roll.get_by_role("textbox", name="intent")):  # no words that nobody wrote
        expect(field).to_have_value("")
        expect(field).to_have_attribute("placeholder", "What does Nyx do?")
    expect(phones.at(table.other).roll.locator("h2.intent")).to_have_text("Nyx: Skulk")
    for words in ("Over the roofs, to the vault.", "", "Over the roofs, to the vault."):
        own.fill(words)
        own.blur()
        expect(gm.roll.get_by_role("textbox", name="intent")).to_have_value(words)
        expect(player.roll.locator("button.throw")).to_be_enabled()  # the pick says it where nobody does
    player.throw()
    expect(player.roll.locator(".told")).to_have_text("Over the roofs, to the vault.")


def test_a_boost_has_a_name_a_text_and_how_often_and_is_restored(phones: Phones, server: RunningServer) -> None:
    table = open_table(server, "true-world")
    table.player.do("make", name="Nyx")
    player = phones.at(table.player)
    player.tab("Me")
    sheet = player.page.locator(".sheet")
    sheet.locator(".things > summary").click()
    sheet.get_by_text("One of your own").click()
    choices = sheet.locator(".things form select")
    choices.first.select_option("boost")
    sheet.get_by_label("Name", exact=True).fill("High ground")
    sheet.get_by_label("In words").fill("When standing above them.")
    sheet.get_by_label("How often, if not always").fill("1")
    choices.nth(1).select_option("shifts the odds")
    sheet.get_by_role("button", name="Add it").click()
    expect(sheet.locator(".having li")).to_contain_text(
        "When standing above them. · One ability die more · 1 of 1 left"
    )
    player.declare("Climbing")
    player.roll.get_by_role("switch", name="Use High ground").click()
    expect(player.roll.locator(".using")).to_contain_text("boost: When standing above them. One ability die more.")
    roll = table.gm.see()["rolls"][-1]["roll"]
    expect(player.roll.get_by_role("textbox", name="how the boost is invoked")).to_be_hidden()
    said = table.gm.see(f"rolls/{roll}")["inputs"]["invoked"]["value"]
    assert said == "High ground: When standing above them."
    table.gm.do("set", roll=roll, inputs={"difficulty": "d6", "position": "neutral"})
    player.throw()
    expect(player.roll.locator(".fallen .die").first).to_be_visible()
    expect(player.roll.locator(".why")).to_contain_text("With High ground: When standing above them.")
    player.tab("Me")
    expect(sheet.locator(".having li")).to_contain_text("0 of 1 left")
    sheet.get_by_role("button", name="restore High ground").click()
    expect(sheet.locator(".having li")).to_contain_text("1 of 1 left")


def test_a_boost_without_a_name_waits_for_its_words(phones: Phones, server: RunningServer) -> None:
    table = open_table(server, "true-world")
    table.player.do("make", name="Nyx")
    roll = table.player.do("declare", character="c1", trait="climbing")["number"]
    table.gm.do("set", roll=roll, inputs={"difficulty": "d6", "position": "neutral"})
    player = phones.at(table.player)
    expect(player.roll.get_by_role("textbox", name="how the boost is invoked")).to_be_hidden()
    player.roll.get_by_role("button", name="more boosts").click()
    expect(player.roll.locator(".needs")).to_have_text("Still to say: how the boost is invoked")
    expect(player.roll.locator("button.throw")).to_be_disabled()
    player.write("how the boost is invoked", "Run-up, after a turn of it.")
    player.throw()
    expect(player.roll.locator(".fallen .die").first).to_be_visible()


def test_the_roller_is_told_that_approach_and_stakes_may_still_change(phones: Phones, server: RunningServer) -> None:
    table = open_table(server, "illuminated-worlds")
    table.player.do("make", name="Nyx")
    player, gm = phones.at(table.player), phones.at(table.gm)
    player.declare("Sway")
    player.write("What I do", "I flatter the clerk.")
    roll = table.gm.see()["rolls"][-1]["roll"]
    wait_for(lambda: table.gm.see(f"rolls/{roll}")["texts"] == {"approach": "I flatter the clerk."})
    said = {"intent": "You flatter him.", "stakes": "He calls the guard.", "expectations": "You are in, or known."}
    table.gm.do("set", roll=roll, inputs=said)
    expect(player.roll).to_contain_text("Until you throw you may do it another way, or lower the stakes")
    player.roll.get_by_role("button", name="lower the stakes").click()
    expect(player.roll.locator("button.throw")).to_be_disabled()
    expect(gm.roll.locator(".wish")).to_contain_text("I flatter the clerk, carefully, so that less is at stake")
    table.gm.do("set", roll=roll, inputs={**said, "stakes": "He smiles, and remembers you."})
    player.write("What I do", "I walk past.")
    expect(player.roll.locator(".needs")).to_have_text("Waiting for Gem: what is at stake and how it could end")
    table.gm.do("set", roll=roll, inputs=said)
    player.throw()
    expect(player.roll.locator(".fallen .die").first).to_be_visible()


def test_a_push_that_is_no_longer_offered_is_not_dropped_in_silence(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "wherever-we-go", stress=1, wp=1)
    roll = table.player.do("declare", character="c1", trait="stealth", decide={"push": "push"})["number"]
    player = phones.at(table.player)
    expect(player.roll.get_by_role("switch", name="Push")).to_have_attribute("aria-checked", "true")
    table.gm.do("edit", where="c1", values={"wp": 0})
    told = "Decided beforehand, but not offered before the throw: push. Nothing comes of it."
    expect(player.roll.get_by_text(told)).to_be_visible()
    table.player.do("throw", roll=roll, dice=[1, 1])
    expect(player.roll.locator(".result").get_by_text(told)).to_be_visible()


def test_where_nothing_is_rolled_nobody_is_asked_for_anything(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "true-world")
    roll = table.player.do("declare", character="c1", trait="climbing")["number"]
    gm, ally = phones.at(table.gm), phones.at(table.other)
    expect(ally.roll.locator(".way-in")).to_have_count(1)
    expect(gm.roll.locator(".called-for")).to_have_count(1)
    table.gm.do("set", roll=roll, inputs={"risk": "none"})
    expect(ally.roll.locator(".way-in")).to_have_count(0)
    expect(gm.roll.locator(".called-for")).to_have_count(0)
    expect(gm.roll.get_by_role("button", name="Do it for Nyx")).to_be_enabled()


def test_where_nothing_is_rolled_nothing_is_told_of_dice_or_stakes(phones: Phones, server: RunningServer) -> None:
    table = open_table(server, "illuminated-worlds")
    table.player.do("make", name="Nyx", values={"things": [{"kind": "ability", "name": "Sharp eye"}]})
    said = {"intent": "Sway", "stakes": "You are marked.", "expectations": "They agree.", "stakes_level": "high"}
    roll = table.gm.do("declare", character="c1", trait="sway", inputs=said)["number"]
    player = phones.at(table.player)
    expect(player.roll).to_contain_text("2 rating, high stakes = 2 dice")
    player.roll.get_by_role("switch", name="Use Sharp eye").click()
    table.gm.do("set", roll=roll, inputs={"risk": "none"})
    expect(player.roll.get_by_role("button", name="Do it")).to_be_enabled()
    for words in ("Until you throw", "lower the stakes", "You are marked", "Sharp eye", "From the sheet", "…"):
        expect(player.roll).not_to_contain_text(words)


def test_an_ability_that_is_used_is_named_once_the_dice_lie(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "illuminated-worlds")
    eye = {"kind": "ability", "name": "Sharp eye", "does": [{"use": "gilds a die"}]}
    table.player.do("edit", where="c1", values={"things": [eye]})
    roll = table.player.do("declare", character="c1", trait="move", inputs={"things": ["Sharp eye"]})["number"]
    table.player.do("throw", roll=roll, dice=[3])
    if table.player.see(f"rolls/{roll}")["asks"]:
        table.player.do("decide", roll=roll, option="highest")
    phone = phones.at(table.other)
    expect(phone.roll.locator(".why")).to_contain_text("With Sharp eye.")
    assert "With Sharp eye." in phone.log()[-1]


def test_the_rating_is_told_by_its_name_to_all(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "true-world")
    roll = table.player.do("declare", character="c1", trait="climbing")["number"]
    table.gm.do("set", roll=roll, inputs={"difficulty": "d8", "position": "neutral"})
    for phone in (phones.at(table.player), phones.at(table.other)):
        expect(phone.roll.locator(".locked").first).to_contain_text("d8, hard")
        expect(phone.roll.locator(".says")).to_contain_text("against d8 difficulty (hard)")
        expect(phone.roll).not_to_contain_text("ability ,")


def test_where_starforged_throws_no_dice_nothing_of_them_is_asked_or_told(
    phones: Phones, server: RunningServer
) -> None:
    table = seated(server, "starforged")
    roll = table.player.do("declare", character="c1", trait="edge")["number"]
    player = phones.at(table.player)
    player.tab("Table")
    expect(player.roll).to_contain_text("face danger")
    table.gm.do("set", roll=roll, inputs={"risk": "none"})
    expect(player.roll).not_to_contain_text("face danger")
    expect(player.roll).not_to_contain_text("match")
    table.player.do("throw", roll=roll)
    expect(player.roll.locator("p.means")).to_have_text("Nothing is in doubt: say how the character does it.")


def test_harm_that_is_marked_is_proposed_and_edges_of_helpers_are_never_typed(
    phones: Phones, server: RunningServer
) -> None:
    table = seated(server, "wherever-we-go")
    roll = table.player.do("declare", character="c1", trait="stealth")["number"]
    gm, ally = phones.at(table.gm), phones.at(table.other)
    expect(ally.roll.locator(".way-in")).to_have_count(1)
    expect(ally.roll.get_by_text("helper edges")).to_have_count(0)
    hinders = gm.roll.get_by_role("switch", name="harm hinders")
    expect(gm.roll.locator("button.throw")).to_be_visible()
    expect(hinders).to_have_count(0)
    table.gm.do("edit", where="c1", values={"severe_harm": True})
    expect(gm.roll.get_by_text(re.compile(r"^harm 2: \d+ %$"))).to_be_visible()
    hinders.click()
    expect(gm.roll.locator(".works")).to_contain_text("−2 harm")
    wait_for(lambda: table.gm.see(f"rolls/{roll}")["inputs"]["harm_hinders"]["value"] is True)


def test_the_roller_reads_that_a_helper_rolls_first(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "wherever-we-go")
    roll = table.player.do("declare", character="c1", trait="stealth")["number"]
    player = phones.at(table.player)
    table.other.do("offer", roll=roll, character="c2", how="keeps watch")
    expect(player.roll.locator(".offers")).to_contain_text("keeps watch")
    table.gm.do("demand_roll", roll=roll, character="c2")
    expect(player.roll.get_by_text("The gm asks Moth to roll first.")).to_be_visible()


def test_who_helps_a_side_of_a_contest_is_told_whom(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "wherever-we-go")
    roll = table.player.do("declare", character="c1", trait="stealth", move="opposed")["number"]
    ally = phones.at(table.other)
    expect(ally.roll.locator(".offer b").first).to_have_text("Moth helps Nyx")
    table.gm.do("demand_roll", roll=roll, character="c2")
    own = table.other.do("declare", character="c2", trait="observation")["number"]
    table.other.do("throw", roll=own, dice=[1, 1])
    table.other.do("decide", roll=own, option="keep")
    expect(ally.roll.get_by_text("Moth has rolled for it, and failed")).to_be_visible()
    expect(ally.roll.locator(".way-in")).to_have_count(0)
    again = table.other.do("declare", character="c2", trait="observation")["number"]
    table.other.do("throw", roll=again, dice=[6, 1])
    table.other.do("decide", roll=again, option="keep")
    expect(ally.roll.get_by_text("Moth helps Nyx by a roll of their own")).to_be_visible()
