"""What someone hesitated at on a first evening: whose words count, what holds already, and what a tap will do."""

import re

import pytest
from playwright.sync_api import expect

from tests.page.phones import Phones, at_ease
from tests.page.test_moments import seated
from tests.server import RunningServer, open_table

pytestmark = pytest.mark.slow

TOO_LARGE = """
(tags) => tags.filter((tag) => tag.querySelector("svg").clientWidth > 16
    || tag.getBoundingClientRect().right > tag.closest(".die").getBoundingClientRect().right + 1).length
"""


def test_a_bane_that_stays_has_a_small_padlock(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "wherever-we-go", stress=2)
    roll = table.player.do("declare", character="c1", trait="stealth", decide={"push": "push"})["number"]
    table.player.do("throw", roll=roll, dice=[3, 3, 1, 4])
    table.player.do("decide", roll=roll, option="gamble")
    again = len(table.player.see(f"rolls/{roll}")["asks"]["dice"])
    table.player.do("throw", roll=roll, dice=[2] * again)
    onlooker = phones.at(table.other)
    locked = onlooker.roll.locator(".die .tag", has=onlooker.page.locator("svg"))
    expect(locked).to_have_count(1)
    assert not locked.evaluate_all(TOO_LARGE)


def test_what_a_player_wrote_is_proposed_to_the_gm_and_stands_once(phones: Phones, server: RunningServer) -> None:
    table = open_table(server, "illuminated-worlds")
    table.player.do("make", name="Nyx")
    player, gm = phones.at(table.player), phones.at(table.gm)
    player.declare("Hide")
    words = player.roll.get_by_role("textbox", name="What I do")
    words.fill("Slip past the guard")
    words.press("Enter")
    expect(gm.roll.locator(".intent textarea")).to_have_value("Slip past the guard")
    boxes = gm.roll.locator("textarea").all()
    assert [each.input_value() for each in boxes].count("Slip past the guard") == 1
    expect(player.roll.locator(".needs")).to_contain_text("Waiting for Gem: what is at stake and how it could end")
    throw = gm.roll.locator("button.throw")
    assert throw.evaluate("each => getComputedStyle(each).borderTopStyle") == "dashed"
    needs = [need["input"] for need in table.gm.see()["rolls"][0]["needs"]]
    assert "intent" in needs  # written above, and agreed to with whatever else is said
    assert gm.roll.locator(".asked.wanted").count() == len(needs) - 1
    gm.roll.get_by_role("group", name="ready phrases: how it could end").get_by_role("button").first.click()
    expect(player.roll.locator(".needs")).not_to_contain_text("how it could end")
    gm.roll.get_by_role("button", name="Let them throw").click()
    expect(player.roll.locator("button.throw")).to_be_enabled()
    assert table.gm.see()["rolls"][0]["inputs"]["intent"]["value"] == "Slip past the guard"
    assert throw.evaluate("each => getComputedStyle(each).borderTopStyle") == "solid"
    expect(player.roll.locator(".quote, h2.told")).to_have_count(0)


def test_a_position_is_seen_before_anybody_speaks_of_it(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "in-the-dark")
    table.player.do("make", name="Nyx")
    player, gm = phones.at(table.player), phones.at(table.gm)
    gm.tab("Gm")
    player.declare("Skulk")
    expect(player.roll.locator(".said-by", has_text=re.compile("position", re.IGNORECASE))).to_contain_text("normal")
    expect(gm.page.locator(".call-back")).to_contain_text("Nyx · to throw, position normal")


def test_what_a_player_answers_is_a_proposal_and_the_gm_agrees_with_one_tap(
    phones: Phones, server: RunningServer
) -> None:
    table = seated(server, "wherever-we-go", stress=2)
    roll = table.player.do("declare", character="c1", trait="stealth", decide={"push": "push"})["number"]
    table.player.do("throw", roll=roll, dice=[7, 3, 1, 1])
    table.player.do("decide", roll=roll, option="keep")
    (damage,) = [due["due"] for due in table.gm.see(f"rolls/{roll}")["open_dues"] if due["amount"] > 1]
    player = phones.at(table.player)
    expect(player.roll).not_to_contain_text("Gambles allowed")
    settle = player.roll.locator("button.settle")
    expect(settle).to_have_text(re.compile("^Propose it"))
    settle.click()
    expect(player.roll).to_contain_text("Waiting for the gm")
    for due in table.gm.see(f"rolls/{roll}")["open_dues"]:
        if due["due"] != damage:
            table.gm.do("settle", roll=roll, due=due["due"], answer=[{"way": due["ways"][0]["name"], "amount": 1}])
    gm = phones.at(table.gm)
    expect(gm.roll.get_by_role("button", name="Agree")).to_be_visible()
    expect(gm.roll.locator("button.settle")).to_be_hidden()


def test_resisting_says_what_it_brings_and_harm_is_told_once(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "in-the-dark", operate=0, study=0, tinker=0)
    roll = table.player.do("declare", character="c1", trait="skulk")["number"]
    table.player.do("throw", roll=roll, dice=[1] * len(table.player.see(f"rolls/{roll}")["dice"]))
    table.gm.do("name_due", roll=roll, due=0, answer=[{"way": "moderate harm", "amount": 1}])
    player, gm = phones.at(table.player), phones.at(table.gm)
    answers = player.roll.locator(".answers")
    expect(answers).to_contain_text("The consequence is reduced")
    expect(answers).to_contain_text("2 dice of which the lower counts")
    answers.get_by_role("button", name="Prowess").click()
    for phone in (player, gm):
        expect(phone.roll).to_have_attribute("aria-label", re.compile("Resist"))
    expect(player.roll.get_by_placeholder("What does Nyx do?")).to_have_count(0)
    expect(player.roll).not_to_contain_text("at stake")
    answer = table.player.see()["rolls"][-1]["roll"]
    table.player.do("throw", roll=answer, dice=[5] * len(table.player.see(f"rolls/{answer}")["dice"]))
    resist = player.roll.locator("button.option").last
    expect(resist).to_contain_text("stress 0 → 1")
    expect(resist).not_to_contain_text("stress +1")
    table.player.do("decide", roll=answer, option="resist")
    expect(gm.roll.locator(".due")).to_contain_text("Reduce the consequence")
    table.gm.do("undo", entry=answer)
    table.player.do("settle", roll=roll, due=0)
    lines = [line for line in gm.log() if "takes 1 moderate harm" in line]
    assert "".join(lines).count("Nyx takes 1 moderate harm") == 1


def test_a_roll_is_not_taken_back_by_one_tap(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "in-the-dark")
    roll = table.player.do("declare", character="c1", trait="skulk")["number"]
    table.player.do("throw", roll=roll, dice=[6] * len(table.player.see(f"rolls/{roll}")["dice"]))
    gm = phones.at(table.gm)
    gm.roll.get_by_text("Take the roll back", exact=True).click()
    expect(gm.roll).to_contain_text("which cannot be brought back")
    assert table.gm.see(f"rolls/{roll}")["status"] == "done"
    gm.roll.get_by_role("button", name="Yes, take it back").click()
    expect(gm.roll).to_contain_text("Taken back")


def test_what_a_roll_brought_is_taken_back_and_its_dice_lie(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "starforged")
    roll = table.player.do("declare", character="c1", trait="iron")["number"]
    table.player.do("throw", roll=roll, dice=[1, 9, 10])
    gm, player = phones.at(table.gm), phones.at(table.player)
    expect(gm.roll.get_by_role("button", name="Take back only")).to_have_count(0)
    hurt = [{"way": "endure harm", "amount": 2, "words": "A boathook across the ribs."}]
    table.gm.do("settle", roll=roll, due=0, answer=hurt)
    expect(player.page.get_by_text("Health", exact=False).first).to_be_visible()
    expect(gm.roll.locator(".brought")).to_contain_text("A boathook across the ribs.")
    expect(player.roll.get_by_role("button", name="Take back only")).to_have_count(0)
    gm.roll.get_by_role("button", name="Take back only").click()
    for phone in (gm, player):
        expect(phone.roll.locator(".brought")).to_have_count(0)
        expect(phone.roll).to_contain_text("Miss")
    expect(gm.roll.locator(".due")).to_be_visible()
    view = table.player.see()
    assert (view["characters"][0]["values"]["health"], view["rolls"][-1]["open_dues"][0]["kind"]) == (5, "price")
    assert any("took back what the roll of" in line for line in gm.log())


def test_an_evening_ends_with_what_happened(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "in-the-dark")
    table.gm.do("begin_evening", name="The vault")
    roll = table.player.do("declare", character="c1", trait="skulk", inputs={"intent": "Over the roof"})["number"]
    table.player.do("throw", roll=roll, dice=[6] * len(table.player.see(f"rolls/{roll}")["dice"]))
    gm = phones.at(table.gm)
    gm.tab("Gm")
    gm.page.get_by_role("button", name="End the evening").click()
    expect(gm.page.locator(".journal")).to_contain_text("Over the roof")
    expect(gm.page.get_by_role("heading", name="In short")).to_be_visible()
    expect(gm.page.locator(".recap")).to_have_count(1)
