"""What is done and not rolled: no dice, no odds, no stakes; one button says what it changes, and does it."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.page.phones import DESKTOP, Phone, Phones, at_ease, seated
from tests.server import RunningServer, open_table

pytestmark = pytest.mark.slow


DRESSED = re.compile("at stake|What does|Throw|that it works|%")
"""Words that belong to rolls alone."""


def without_a_roll(phone: Phone, called: str = "Without a roll") -> Locator:
    phone.tab("Me")
    return phone.page.locator(".sheet").get_by_role("region", name=called)


def test_who_relaxes_reads_what_it_does_and_taps_once(phones: Phones, server: RunningServer) -> None:
    table = open_table(server, "in-the-dark")
    thing = {"kind": "ability", "name": "Ghost step", "text": "Once a job, unseen."}
    table.player.do("make", name="Hollis", values={"stress": 4, "things": [thing]})
    phone = phones.at(table.player)
    between = phone.page.locator(".sheet details.upkeep")
    between.locator("> summary").dispatch_event("click")  # as a screen reader does it, before anything is touched
    expect(between.get_by_role("button", name=re.compile("^Do it: ")).first).to_be_visible()
    phone.tab("Me")
    kinds = phone.page.locator(".sheet").get_by_label("Kind of roll").locator("option")
    expect(kinds).to_have_text(
        ["Act on the job", "Leave it to fortune", "Resist (nothing to answer now)", "Work as one", "Plain dice"]
    )
    without_a_roll(phone, "Downtime").get_by_role("button", name="Relax").click()
    expect(phone.roll.get_by_role("heading", name="Hollis: Relax")).to_be_visible()
    phone.tab("Me")
    expect(phone.page.get_by_text("Your turn: Hollis · to relax")).to_be_visible()  # nothing is thrown
    phone.tab("Table")
    expect(phone.roll).not_to_contain_text(DRESSED)
    expect(phone.roll).not_to_contain_text("Ghost step")
    gm = phones.at(table.gm, viewport=DESKTOP)
    expect(gm.roll).not_to_contain_text(DRESSED)
    phone.roll.get_by_role("button", name="Relax: stress 4 → 0").click()
    expect(phone.roll.locator(".headline")).to_have_text("Relaxed")
    expect(phone.roll.locator(".sign")).to_have_count(0)
    phone.tab("Log")
    story = phone.page.locator("li.entry.story").first
    expect(story).to_contain_text("Hollis relaxes")
    expect(story).not_to_contain_text("rolls")


def test_the_clock_that_heals_is_one_of_the_tables(phones: Phones, server: RunningServer) -> None:
    table = open_table(server, "wherever-we-go")
    table.player.do("make", name="Hollis", values={"minor_harm": True})
    gm = phones.at(table.gm)
    gm.tab("Me")
    gm.page.locator(".party").get_by_role("button", name="Hollis").click()
    between = gm.page.locator("details.upkeep")
    between.locator("> summary").click()
    heals = between.locator(".upkeep-one", has_text="A minor harm heals")
    heals.get_by_role("button", name="Start a clock of 2").click()
    expect(between).not_to_contain_text("on paper")
    gm.tab("Table")
    expect(gm.page.get_by_text("Hollis: a minor harm heals")).to_be_visible()
    assert [(each["name"], each["size"]) for each in table.gm.see()["clocks"]] == [("Hollis: a minor harm heals", 2)]


def test_marks_are_the_gms_to_give_and_no_triumph(phones: Phones, server: RunningServer) -> None:
    table = open_table(server, "illuminated-worlds")
    table.player.do("make", name="Evelyn", values={"bleed": 1})
    player = phones.at(table.player)
    expect(without_a_roll(player).get_by_role("button")).to_have_text(["Rest and refresh"])
    gm = phones.at(table.gm)
    gm.tab("Me")
    gm.page.locator(".party").get_by_role("button", name="Evelyn").click()
    gm.page.get_by_role("region", name="Without a roll").get_by_role("button", name="Take marks").click()
    do = gm.roll.locator("button.deed")
    expect(do).to_be_disabled()
    expect(player.roll).not_to_contain_text(DRESSED)
    gm.roll.get_by_role("radio", name="bleed").click()
    expect(do).to_have_text("Take marks: bleed marks 1 → 2")
    do.click()
    for phone in (gm, player):
        expect(phone.roll.locator(".headline")).to_have_text("Marked")
        expect(phone.roll.locator(".sign")).to_have_count(0)


def test_what_cannot_be_so_is_said_where_it_was_chosen(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "illuminated-worlds")
    lamp = {"kind": "gear", "name": "Hand lamp", "text": ""}
    table.player.do("make", name="Evelyn", values={"read": 1, "move": 1, "things": [lamp]})
    phone = phones.at(table.player)
    table.player.do("declare", character="c1", move="scar")
    expect(phone.roll).not_to_contain_text("Hand lamp")
    lose = phone.roll.get_by_label("action that loses a point")
    lose.select_option("read")
    phone.roll.get_by_label("action that gains it").select_option("read")
    refused = phone.roll.get_by_role("alert")
    expect(refused).to_have_text("It takes another action than the one that loses the point: two different actions.")
    expect(phone.roll.locator("button.deed")).to_be_disabled()
    phone.roll.get_by_label("action that gains it").select_option("move")
    expect(refused).to_have_count(0)
    phone.roll.get_by_role("button", name="Take a scar: read 1 → 0, move 1 → 2").click()
    phone.tab("Log")
    expect(phone.page.locator("li.entry.story").first).to_contain_text("Evelyn takes a scar")


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
    expect(player.roll).to_contain_text("2 rating, high stakes, so what goes wrong is worse = 2 dice")
    player.roll.get_by_role("switch", name="Use Sharp eye").click()
    table.gm.do("set", roll=roll, inputs={"risk": "none"})
    expect(player.roll.get_by_role("button", name="Do it")).to_be_enabled()
    for words in ("Until you throw", "lower stakes", "You are marked", "Sharp eye", "From the sheet", "…"):
        expect(player.roll).not_to_contain_text(words)


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


def test_stress_is_soaked_for_grit_that_is_spent(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "true-world")
    table.player.do("make", name="Nyx", values={"stress": 3, "grit": 1})
    roll = table.player.do("declare", character="c1", move="soak")["number"]
    player = phones.at(table.player)
    head, says = player.roll.locator(".intent"), player.roll.get_by_text("Spend grit against stress, without dice.")
    top, below = head.bounding_box(), says.bounding_box()
    inner = head.evaluate("each => each.scrollHeight")
    assert top
    assert below
    assert top["y"] + inner <= below["y"] + 1
    do = player.roll.locator("button.deed")
    expect(do).to_have_text("Soak stress with grit: grit 1 → 0, stress 3 → 2")
    table.player.do("set", roll=roll, inputs={"points": 2})
    expect(player.roll.get_by_role("alert")).to_have_text("To soak 2 takes 2 grit, and there is only 1.")
    assert do.evaluate("each => getComputedStyle(each).display") == "block"  # its words stand in the middle
    table.player.do("set", roll=roll, inputs={"points": 1})
    table.player.do("throw", roll=roll)
    told = player.roll.locator(".result > .effects li")
    expect(told).to_have_text(["Nyx spends 1 grit (now 0)", "Nyx sheds 1 stress (now 2)"])
    expect(told.first).not_to_have_class(re.compile("hurt"))
    expect(player.roll.get_by_role("button", name="Ask to take it back")).to_be_visible()


def test_what_cannot_be_done_now_looks_so_and_says_why(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "true-world")
    table.player.do("make", name="Nyx", values={"stress": 3})
    phone = phones.at(table.player)
    deeds = without_a_roll(phone)
    soak = deeds.get_by_role("button", name="Soak stress with grit")
    expect(soak).to_be_disabled()
    expect(deeds).to_contain_text("Nyx has no grit.")
    table.player.do("edit", where="c1", values={"grit": 1, "stress": 0})
    expect(deeds).to_contain_text("Nyx has no stress.")
    expect(soak).to_be_disabled()
    table.player.do("edit", where="c1", values={"stress": 1})
    expect(soak).to_be_enabled()
    expect(deeds).not_to_contain_text("Nyx has no")


def test_an_act_that_was_left_is_not_told_as_done(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "true-world")
    table.player.do("make", name="Nyx", values={"stress": 3, "grit": 1})
    roll = table.player.do("declare", character="c1", move="soak")["number"]
    phone = phones.at(table.player)
    phone.tab("Log")
    story = phone.page.locator("li.entry.story").first
    expect(story).to_have_text("Nyx: Soak stress with grit")
    table.player.do("withdraw", roll=roll)
    expect(story).to_have_text("Nyx left it for now: Soak stress with grit")
    phone.page.locator("summary", has_text="Were the dice fair?").click()
    expect(phone.page.locator(".fairness")).to_contain_text("Nothing was done that someone who chooses")


def test_whose_throws_count_for_a_night_is_told(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "true-world")
    roll = table.player.do("declare", character="c1", trait="climbing")["number"]
    table.other.do("offer", roll=roll, character="c2", input="helper_abilities", trait="athletics", how="A hand.")
    table.gm.do("set", roll=roll, inputs={"difficulty": "d6", "position": "neutral"})
    table.other.do("throw", roll=roll, dice=[1, 4])
    table.player.do("throw", roll=roll, dice=[8, 1])
    phone = phones.at(table.other)
    phone.tab("Log")
    phone.page.locator("summary", has_text="Was it a bad night?").click()
    night = phone.page.locator(".statistics")
    expect(night.locator("h3")).to_have_text(["Ann, 1 throw"])
    expect(night).to_contain_text("what others throw along with it does not")
