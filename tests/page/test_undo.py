"""Taking back a roll or what it brought: asked once, granted or left, and heard by who asked."""

import re

import pytest
from playwright.sync_api import expect

from tests.page.phones import DESKTOP, Phones, acted, at_ease, seated
from tests.server import RunningServer

pytestmark = pytest.mark.slow


def test_who_asked_to_take_a_roll_back_may_let_it_stand(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "in-the-dark")
    table.player.do("make", name="Nyx", values={"skulk": 1})
    table.player.do("roll_at_once", character="c1", trait="skulk")
    player, gm = phones.at(table.player), phones.at(table.gm)
    player.roll.get_by_role("button", name="Ask to take the roll back").click()
    asked = gm.page.locator(".news-card", has_text="asks to take")
    expect(asked.get_by_role("button", name="Let it stand")).to_be_visible()
    player.roll.get_by_role("button", name="Let it stand after all").click()
    expect(asked).to_have_count(0)
    expect(player.roll.get_by_role("button", name="Ask to take the roll back")).to_be_enabled()


def test_one_wish_has_one_answer(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "starforged")
    roll = table.player.do("declare", character="c1", trait="edge")["number"]
    table.player.do("throw", roll=roll, dice=[6, 1, 2])
    table.player.do("wish", roll=roll)
    gm = phones.at(table.gm)
    expect(gm.roll.get_by_text("Take the roll back", exact=True)).to_have_count(1)


def test_a_roll_is_not_taken_back_by_one_tap(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "in-the-dark")
    roll = table.player.do("declare", character="c1", trait="skulk")["number"]
    table.player.do("throw", roll=roll, dice=[6] * len(table.player.see(f"rolls/{roll}")["dice"]))
    gm = phones.at(table.gm)
    gm.roll.get_by_text("Take the roll back", exact=True).click()
    expect(gm.roll).to_contain_text("as it was before the roll. These dice cannot be brought back.")
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
    opens, acts = gm.roll.locator(".undo summary"), gm.roll.get_by_role("button", name="Take back only")
    ink = "each => getComputedStyle(each).color"
    assert opens.evaluate(ink) == gm.roll.locator(".long summary").evaluate(ink) != acts.evaluate(ink)
    acts.click()
    for phone in (gm, player):
        expect(phone.roll.locator(".brought")).to_have_count(0)
        expect(phone.roll).to_contain_text("Miss")
    expect(gm.roll.locator(".due")).to_be_visible()
    view = table.player.see()
    assert (view["characters"][0]["values"]["health"], view["rolls"][-1]["open_dues"][0]["kind"]) == (5, "price")
    assert any("took back what the roll of" in line for line in gm.log())


def test_a_wish_that_was_left_is_not_asked_again_after_a_reload(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "in-the-dark")
    roll = table.player.do("declare", character="c1", trait="skulk")["number"]
    table.player.do("throw", roll=roll, dice=[1] * len(table.player.see(f"rolls/{roll}")["dice"]))
    table.player.do("wish", roll=roll)
    gm = phones.at(table.gm)
    wished = gm.roll.locator(".wished")
    wished.get_by_role("button", name="Let it stand").click()
    expect(wished).to_have_count(0)
    gm.page.reload()
    expect(gm.roll.locator(".headline")).to_be_visible()
    expect(wished).to_have_count(0)


def test_a_wish_to_take_a_roll_back_is_asked_once_and_its_answer_is_heard(
    phones: Phones, server: RunningServer
) -> None:
    table = seated(server, "starforged")
    roll = table.player.do("declare", character="c1", trait="iron")["number"]
    table.player.do("throw", roll=roll, dice=[1, 9, 8])
    gm, player = phones.at(table.gm, viewport=DESKTOP), phones.at(table.player)
    expect(gm.roll).to_be_visible()
    player.roll.get_by_role("button", name="Ask to take the roll back").click()
    expect(player.roll).to_contain_text("You asked to take this back.")
    stands = gm.page.get_by_role("button", name="Let it stand")
    expect(stands).to_have_count(1)
    expect(gm.page.locator(".news, .stage").get_by_role("button", name="Take the roll back")).to_have_count(1)
    stands.click()
    expect(stands).to_have_count(0)
    expect(gm.page.locator(".news-card")).to_have_count(0)
    stands, again = player.roll.get_by_text("Gem lets the roll stand."), player.roll.locator(".asides button.undo")
    expect(player.roll).to_contain_text("Gem lets the roll stand.")
    said, asks = stands.bounding_box(), again.bounding_box()
    assert said is not None
    assert asks is not None
    assert asks["y"] >= said["y"] + said["height"]
    assert asks["x"] < said["x"] + 3  # below it, and not beside it on a line of its own
    expect(player.roll).not_to_contain_text("You asked to take this back.")
    expect(player.page.locator(".news-card")).to_have_count(0)
    player.tab("Log")
    assert any("Gem lets the roll stand." in line for line in player.log()), player.log()


def test_who_looks_elsewhere_hears_on_a_card_that_the_roll_stands(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "starforged")
    roll = table.player.do("declare", character="c1", trait="iron")["number"]
    table.player.do("throw", roll=roll, dice=[1, 9, 8])
    table.player.do("wish", roll=roll)
    player = phones.at(table.player)
    player.tab("Me")
    table.gm.do("wish", roll=roll, withdrawn=True)
    expect(player.page.locator(".news-card")).to_contain_text("lets the roll stand")


def test_a_wish_to_take_a_roll_back_comes_before_the_gm_and_is_granted_there(
    phones: Phones, server: RunningServer
) -> None:
    table = seated(server, "wherever-we-go")
    roll = table.player.do("declare", character="c1", trait="stealth")["number"]
    table.player.do("throw", roll=roll, dice=[1, 1])
    gm = phones.at(table.gm, viewport=DESKTOP)
    expect(gm.roll).to_contain_text("Failure")
    table.player.do("wish", roll=roll)
    card = gm.page.locator(".news-card")
    expect(card).to_contain_text("Ann asks to take a roll back: Nyx rolls Stealth")
    card.get_by_role("button", name="Take the roll back").click()
    expect(card).to_have_count(0)
    expect(gm.roll).to_contain_text("Taken back")
    assert table.gm.see(f"rolls/{roll}")["status"] == "undone"


def test_who_takes_back_what_they_said_finds_it_in_the_form_again(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "illuminated-worlds", read=2, cunning_max=2)
    roll = table.player.do("declare", character="c1", trait="read", move="group")["number"]
    table.other.do("offer", roll=roll, character="c2", input="participants", how="I keep watch")
    table.player.do("throw", roll=roll, dice=[1, 2])
    said = [
        {"way": "brain marks", "who": "c1", "amount": 1, "words": "Whispers pour out of the cabinet"},
        {"way": "brain marks", "who": "c2", "amount": 1},
    ]
    table.gm.do("settle", roll=roll, due=0, answer=said)
    gm = phones.at(table.gm, viewport=DESKTOP)
    expect(gm.page.locator("ar-log")).to_contain_text("Brain marks: “Whispers pour out of the cabinet”")
    expect(gm.page.locator("ar-log")).not_to_contain_text("cabinet”, Brain marks")
    back = gm.roll.get_by_role("button", name="Take back only")
    expect(back).to_have_text("Take back only what was chosen: brain marks")
    back.click()
    expect(gm.roll.get_by_role("textbox", name="consequence in words")).to_have_value(str(said[0]["words"]))
    expect(gm.roll.locator(".kinds .chip[aria-pressed='true']")).to_have_count(0)  # words of before choose nothing
    expect(gm.roll.locator("button.settle")).to_be_disabled()
    gm.roll.get_by_role("button", name="Complication", exact=True).click()
    gm.roll.locator("button.settle").click()
    expect(gm.roll.locator(".brought")).to_have_text("Complication: “Whispers pour out of the cabinet”")
    gm.roll.get_by_text("Take the roll back", exact=True).click()
    expect(gm.roll).to_contain_text("All will be as it was before the roll.")


def test_who_took_a_roll_back_that_was_another_s_is_named(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "wherever-we-go")
    player = phones.at(table.player)
    roll = table.gm.do("declare", character="c1", trait="stealth")["number"]
    expect(player.roll.locator(".deed").first).to_contain_text("asks you to roll")
    table.gm.do("withdraw", roll=roll)
    expect(player.page.locator(".stage > [role=status]")).to_have_text("Gem took Nyx’s roll back; it cost nothing.")
    assert "Gem took Nyx’s roll back; it cost nothing." in player.log()[-1]


def test_words_that_were_taken_back_with_their_roll_go_from_the_players_screen(
    phones: Phones, server: RunningServer
) -> None:
    table = seated(server, "true-world")
    player = phones.at(table.player)
    roll = acted(table, table.player, "c1")
    expect(player.page.locator(".news-card")).to_contain_text("A way opens.")
    table.gm.do("undo", entry=roll)
    expect(player.page.locator(".news-card")).to_have_count(0)
    table.player.do("declare", character="c1", trait="climbing")
    expect(player.roll.locator(".to-throw")).to_be_visible()
    expect(player.page.locator(".docked, .news")).to_have_count(0)


def test_a_notice_of_what_was_taken_back_says_so(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "true-world")
    roll = table.player.do("declare", character="c1", trait="climbing")["number"]
    table.gm.do("set", roll=roll, inputs={"difficulty": "d6", "position": "neutral"})
    table.player.do("throw", roll=roll, dice=[1, 6])
    hurt = table.gm.do("settle", roll=roll, answer=[{"way": "stress", "amount": 2, "who": "c1"}])["number"]
    table.player.do("declare", character="c1", trait="climbing")
    player = phones.at(table.player)
    expect(player.roll.locator(".to-throw")).to_be_visible()
    table.gm.do("undo", entry=hurt)
    line = player.page.locator(".slim .docked span")
    expect(line).to_contain_text("takes back: your stress 2 → 0")
    assert line.evaluate("each => each.scrollHeight <= each.clientHeight")  # to its last number


def test_an_answer_taken_back_brings_what_it_answered_on_stage_again(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "starforged")
    roll = table.player.do("declare", character="c1", trait="edge")["number"]
    table.player.do("throw", roll=roll, dice=[1, 9, 10])
    table.gm.do("settle", roll=roll, due=0, answer=[{"way": "endure harm", "amount": 1}])
    player = phones.at(table.player)
    resists = player.roll.get_by_role("button", name=re.compile(r"roll health \d"))
    resists.click()
    expect(player.roll.locator("button.throw")).to_be_visible()
    answer = table.player.see()["rolls"][-1]["roll"]
    table.player.do("throw", roll=answer, dice=[6, 1, 2])
    expect(player.roll.locator(".headline")).to_have_text("Strong hit")
    table.gm.do("undo", entry=answer)
    expect(resists).to_be_visible()
    other = table.other.do("declare", character="c2", trait="iron")["number"]
    expect(player.roll).to_contain_text("Moth")
    table.other.do("withdraw", roll=other)


def test_a_resistance_taken_back_brings_its_consequence_on_stage_again(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "in-the-dark")
    roll = table.player.do("declare", character="c1", trait="skulk")["number"]
    table.player.do("throw", roll=roll, dice=[1] * len(table.player.see(f"rolls/{roll}")["dice"]))
    table.gm.do("name_due", roll=roll, due=0, answer=[{"way": "moderate harm", "amount": 1}])
    player, gm = phones.at(table.player), phones.at(table.gm)
    player.roll.locator(".answers").get_by_role("button", name="Prowess").click()
    expect(player.roll.locator("button.throw")).to_be_visible()
    answer = table.player.see()["rolls"][-1]["roll"]
    table.player.do("throw", roll=answer, dice=[6] * len(table.player.see(f"rolls/{answer}")["dice"]))
    for phone in (player, gm):
        expect(phone.roll.locator(".headline")).to_have_text("Resisted")
    table.gm.do("undo", entry=answer)
    expect(player.roll.locator(".answers").get_by_role("button", name="Prowess")).to_be_visible()
    expect(gm.roll).to_contain_text("Nyx takes it or answers it")


def test_what_was_taken_back_in_the_log_does_not_lengthen_the_page(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "illuminated-worlds")
    for _ in range(12):
        roll = table.player.do("declare", character="c1", trait="survey")["number"]
        dice = table.player.see(f"rolls/{roll}")["dice"]
        table.player.do("throw", roll=roll, dice=[6] * len(dice))
        table.gm.do("undo", entry=roll)
    gm = phones.at(table.gm, viewport=DESKTOP)
    gm.tab("Log")
    expect(gm.page.locator("ar-log del").nth(4)).to_be_attached()
    gm.page.locator(".desk .column", has=gm.page.locator("ar-log")).evaluate("each => each.scrollTo(0, 9999)")
    assert gm.page.evaluate("document.scrollingElement.scrollHeight") <= DESKTOP["height"]
