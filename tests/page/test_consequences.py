"""What an outcome still asks of people: proposed, agreed to, shared out, said in words, and settled."""

import re

import pytest
from playwright.sync_api import Locator, ViewportSize, expect
from tools.screenshots import decided

from tests.page.phones import DESKTOP, DRAWN, PHONE, Phones, at_ease, fight, is_in_sight, seated
from tests.server import RunningServer, open_table

pytestmark = pytest.mark.slow


def test_otherwise_opens_the_form_with_what_was_proposed(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "wherever-we-go", stress=2)
    roll = table.player.do("declare", character="c1", trait="stealth", decide={"push": "push"})["number"]
    table.player.do("throw", roll=roll, dice=[1, 1, 1, 1])
    table.player.do("decide", roll=roll, option="keep")
    gm = phones.at(table.gm)
    expect(gm.roll.locator(".due")).to_be_visible()
    split = [{"way": "health", "amount": 1, "who": "c1"}, {"way": "resolve", "amount": 3, "who": "c2"}]
    table.player.do("settle", roll=roll, answer=split)
    asked = gm.roll.get_by_role("group", name="What is proposed")
    expect(asked).to_contain_text("Ann proposes: Nyx: health 18 → 17 (weakened) and Moth: resolve 16 → 13 (minor harm)")
    expect(asked.get_by_role("button", name="Agree")).to_be_visible()
    asked.get_by_role("button", name="Otherwise").click()
    form = gm.roll.locator(".due .share")
    expect(form.locator(".placed")).to_have_count(2)
    expect(form.locator(".unassigned")).to_have_text("Not yet applied: tap “So it happens” below")
    form.get_by_role("button", name="Nyx: health, one more").click()
    form.locator("button.settle").click()
    expect(asked).to_have_count(0)
    nyx, moth = table.gm.see()["characters"]
    assert (nyx["values"]["health"], moth["values"]["resolve"]) == (16, 14)
    told = " ".join(gm.log())
    assert "loses 2 health (now 16)" in told
    assert "Nyx: 1 to health. Moth: 3 to resolve." in told  # which of it they propose, not what is left
    assert "Health 2" not in told


BEHIND = """() => {
  return [...document.querySelectorAll(".share :is(.cell, .placed)")].filter((each) => {
    each.scrollIntoView({ block: "nearest" });
    return each.getBoundingClientRect().bottom > document.querySelector(".share .throwing").getBoundingClientRect().top;
  }).map((each) => each.textContent);
}"""
"""What is shared out and is still behind the button once it is scrolled to."""


@pytest.mark.parametrize("height", [640, 844])
@pytest.mark.parametrize("many", [1, 4])
def test_what_is_shared_out_is_clear_of_the_button(
    phones: Phones, server: RunningServer, height: int, many: int
) -> None:
    table = seated(server, "wherever-we-go", stress=2)
    for place in range(many):
        table.gm.do("make", name=f"Wren {place}")
    roll = table.player.do("declare", character="c1", trait="stealth", decide={"push": "push"})["number"]
    table.player.do("throw", roll=roll, dice=[7, 3, 1, 1])
    table.player.do("decide", roll=roll, option="keep")
    player = phones.at(table.player, viewport={"width": 360, "height": height})
    expect(player.roll.locator(".share .placed")).to_be_visible()
    assert player.page.evaluate(BEHIND) == []
    player.page.evaluate("scrollTo(0, 0)")
    player.page.evaluate(DRAWN)
    cell, button = player.roll.locator(".share .cell").first, player.roll.locator(".share .throwing")
    (top, below) = (each.bounding_box() for each in (cell, button))
    assert top
    assert below
    assert top["y"] + top["height"] <= below["y"]


def test_a_proposal_beside_what_the_gm_writes_is_agreed_to_with_one_tap(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "wherever-we-go", stress=1)
    roll = table.player.do("declare", character="c1", trait="stealth", decide={"push": "push"})["number"]
    table.player.do("throw", roll=roll, dice=[1, 1, 1])
    table.player.do("decide", roll=roll, option="keep")
    gm = phones.at(table.gm)
    gm.roll.locator(".due textarea").first.fill("The bridge gives.")
    table.player.do("settle", roll=roll, answer=[{"way": "health", "amount": 2, "who": "c1"}])
    gm.roll.get_by_role("button", name="Agree").click()
    expect(gm.roll.get_by_role("group", name="What is proposed")).to_have_count(0)
    expect(gm.roll.locator(".due textarea").first).to_have_value("The bridge gives.")
    assert table.gm.see()["characters"][0]["values"]["health"] == 16


def test_a_button_that_waits_for_a_choice_has_the_form_of_one_that_cannot_be_pressed(
    phones: Phones, server: RunningServer
) -> None:
    table = seated(server, "wherever-we-go")
    roll = table.player.do("declare", character="c1", trait="stealth")["number"]
    table.player.do("throw", roll=roll, dice=[1, 1])
    table.player.do("decide", roll=roll, option="keep")
    settle = phones.at(table.gm).roll.locator("button.settle")
    expect(settle).to_have_text("Choose what it brings")
    expect(settle).to_be_disabled()
    for side in ("top", "right", "bottom", "left"):
        expect(settle).to_have_css(f"border-{side}-style", "dashed")
        expect(settle).not_to_have_css(f"border-{side}-color", "rgba(0, 0, 0, 0)")
    expect(settle).not_to_have_css("background-color", "rgba(0, 0, 0, 0)")


def test_a_button_has_a_verb_and_below_it_what_will_happen(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "wherever-we-go")
    roll = table.player.do("declare", character="c1", trait="stealth")["number"]
    table.player.do("throw", roll=roll, dice=[1, 1])
    table.player.do("decide", roll=roll, option="keep")
    gm = phones.at(table.gm)
    settle = gm.roll.locator("button.settle")
    expect(settle).to_have_text("Choose what it brings")
    gm.roll.get_by_role("button", name="Stress", exact=True).click()
    expect(settle.locator("b")).to_have_text("So it happens")
    expect(settle.locator("small")).to_have_text("Nyx: stress 0 → 1")


def test_one_tap_puts_all_the_damage_elsewhere_and_it_is_split_below(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "wherever-we-go", stress=1)
    roll = table.player.do("declare", character="c1", trait="stealth", decide={"push": "push"})["number"]
    table.player.do("throw", roll=roll, dice=[1, 1, 1])
    table.player.do("decide", roll=roll, option="keep")
    player = phones.at(table.player)
    player.roll.get_by_role("button", name="Nyx: resolve, all of it").click()
    small = player.roll.locator("button.settle small")
    expect(small).to_have_text("Nyx: resolve 16 → 14 (minor harm)")
    player.roll.get_by_role("button", name="less for Nyx: resolve").click()
    player.roll.get_by_role("button", name="Nyx: health, one more").click()
    expect(small).to_have_text("Nyx: resolve 16 → 15 (weakened) and Nyx: health 18 → 17 (weakened)")


def test_what_was_at_stake_is_not_told_as_if_it_had_happened(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "true-world")
    roll = table.player.do("declare", character="c1", trait="climbing")["number"]
    said = {"difficulty": "d4", "position": "neutral", "stakes": "You are noticed."}
    table.gm.do("set", roll=roll, inputs=said)
    table.player.do("throw", roll=roll, dice=[7, 1])
    player = phones.at(table.player)
    expect(player.roll.locator(".headline")).to_be_visible()
    expect(player.roll.locator(".quote")).to_have_text("At stake “You are noticed.”")


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
    expect(gm.roll.locator(".ways > .nothing")).to_have_count(0)
    expect(kinds.last).to_have_text("Nothing more")  # who was told of a benefit to come is not told first of none
    words = gm.roll.locator(".due textarea")
    stood, at = top_of(words), top_of(kinds.first)
    kinds.first.click()
    expect(kinds.first).to_have_attribute("aria-pressed", "true")
    assert top_of(kinds.first) - top_of(words) == at - stood
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


def test_what_was_at_stake_is_said_with_the_complication(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "wherever-we-go")
    roll = table.player.do("declare", character="c1", trait="stealth", inputs={"intent": "Over the wall"})["number"]
    table.gm.do("set", roll=roll, inputs={"stakes": "Someone sees you."})
    table.player.do("throw", roll=roll, dice=[1, 1])
    table.player.do("decide", roll=roll, option="keep")
    gm = phones.at(table.gm)
    words = gm.roll.get_by_role("textbox", name="consequence in words")
    expect(words).to_have_attribute("placeholder", "What happens, if you like")
    ready = gm.roll.get_by_role("group", name="ready words").get_by_role("button", name="Someone sees you.")
    expect(ready).to_be_visible()
    expect(gm.roll.locator(".ways > .nothing")).to_have_count(0)  # no failure is nothing before all else
    expect(gm.roll.locator(".kinds .nothing")).to_have_text("Nothing more")
    gm.roll.get_by_role("button", name="Complication", exact=True).click()
    expect(words).to_have_value("Someone sees you.")
    expect(ready).to_have_attribute("aria-pressed", "true")
    expect(gm.roll.locator(".told .of")).to_be_visible()  # whose roll it is, in every moment
    expect(gm.roll.locator(".told")).to_have_text("Nyx: Over the wall")
    gm.settle()
    assert "Complication: “Someone sees you.”" in " ".join(gm.log())
    again = table.player.do("declare", character="c1", trait="stealth")["number"]
    table.player.do("throw", roll=again, dice=[1, 1])
    gm.tab("Gm")
    expect(gm.page.locator(".evening-card .open-lines")).to_have_text(
        "Still open: Nyx · to decide: keep the failure or gamble"
    )
    table.player.do("decide", roll=again, option="keep")
    table.gm.do("settle", roll=again, answer=[{"way": "nothing", "amount": 1}])
    taken = gm.roll.get_by_role(
        "button", name="Take back only what was chosen: that it brought nothing more", include_hidden=True
    )
    expect(taken).to_have_count(1)


def test_what_answers_a_consequence_is_seen_by_all_and_what_was_said_before_is_kept(
    phones: Phones, server: RunningServer
) -> None:
    table = at_ease(server, "in-the-dark")
    table.player.do("make", name="Nyx", values={"skulk": 1})
    said = {"extra": "bargain"}
    roll = table.player.do("declare", character="c1", trait="skulk", inputs=said)["number"]
    table.gm.do("set", roll=roll, inputs={"bargain": "You owe a favour."})
    gm = phones.at(table.gm)
    table.player.do("throw", roll=roll, dice=[2, 1])
    dues = {each["kind"]: each["due"] for each in table.gm.see(f"rolls/{roll}")["open_dues"]}
    table.gm.do("name_due", roll=roll, due=dues["consequence"], answer=[{"way": "moderate harm", "amount": 1}])
    expect(gm.roll).to_contain_text("Nyx takes it or answers it")
    answer = table.player.do("declare", character="c1", move="resistance", trait="prowess")["number"]
    table.player.do("throw", roll=answer, dice=[6] + [1] * (len(table.gm.see(f"rolls/{answer}")["dice"]) - 1))
    expect(gm.roll).to_contain_text("Resisted")
    gm.roll.get_by_role("button", name=re.compile("Minor, not moderate")).click()
    gm.roll.locator("button.settle").click()
    expect(gm.roll.locator("button.settle")).to_have_count(0)
    expect(gm.roll.locator(".due")).to_have_count(0)  # the bargain was said before, and is not asked for again
    assert "You owe a favour." in "".join(gm.log())


def test_stakes_that_are_lowered_arrive_where_the_consequence_is_named(phones: Phones, server: RunningServer) -> None:
    table = open_table(server, "illuminated-worlds")
    table.player.do("make", name="Nyx", values={"sway": 1})
    inputs = {"approach": "I smile at the clerk"}
    roll = table.player.do("declare", character="c1", trait="sway", inputs=inputs)["number"]
    said = {"intent": "You flatter him.", "stakes": "He calls the guard.", "expectations": "You are in, or known."}
    table.gm.do("set", roll=roll, inputs=said)
    player, gm = phones.at(table.player), phones.at(table.gm)
    player.roll.get_by_role("button", name="Ask for lower stakes").click()
    player.roll.get_by_role("button", name="Take it back").click()
    expect(gm.roll.locator(".wish")).to_contain_text("Nyx leaves the stakes as they were")
    gm.roll.get_by_role("button", name="Leave it so").click()
    expect(player.roll.locator(".throwing button.throw")).to_be_enabled()  # all is said again, the last word too
    player.roll.get_by_role("button", name="Ask for lower stakes").click()
    expect(gm.roll.locator(".wish")).to_contain_text("Nyx asks to lower the stakes")
    gm.write("stakes", "He remembers your face.")
    gm.roll.get_by_role("button", name="Lower them").click()
    expect(player.roll.locator(".says").first).to_contain_text("low stakes")
    expect(player.roll.locator(".throwing button.throw")).to_be_enabled()
    table.player.do("throw", roll=roll, dice=[1])
    table.gm.do("undo", entry=roll)
    again = table.player.do("declare", character="c1", trait="sway", inputs=inputs)["number"]
    table.gm.do("set", roll=again, inputs={**said, "stakes_level": "low"})
    table.player.do("throw", roll=again, dice=[1])
    table.player.do("decide", roll=again, option="accept")
    expect(gm.roll).to_contain_text("Name the consequence, at low stakes.")
    usual = table.player.do("declare", character="c1", trait="sway", inputs=inputs)["number"]
    table.gm.do("set", roll=usual, inputs=said)
    table.player.do("throw", roll=usual, dice=[1])
    table.player.do("decide", roll=usual, option="accept")
    assert table.gm.see(f"rolls/{usual}")["open_dues"][0]["says"] == "Name the consequence."


def test_words_stay_with_what_is_words_and_with_whom_it_falls_on(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "illuminated-worlds", sway=1)
    roll = table.player.do("declare", character="c1", trait="sway")["number"]
    table.other.do("offer", roll=roll, character="c2", how="Keeps watch")
    table.player.do("throw", roll=roll, dice=[1, 2])
    table.player.do("decide", roll=roll, option="accept")
    gm = phones.at(table.gm)
    due = gm.roll.locator(".due")
    due.locator("button.way", has_text="Body").click()
    due.get_by_role("group", name="body").get_by_role("button", name="Moth").click()
    due.locator("button.way", has_text="Complication").click()
    due.get_by_role("textbox").fill("The lamp goes out.")
    gm.settle()
    said = gm.roll.locator(".brought p")
    expect(said).to_have_text("Moth: body marks 1. Nyx: complication, “The lamp goes out.”")


def test_what_was_proposed_waits_for_the_gm_and_the_form_is_gone(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "wherever-we-go", stress=2)
    roll = table.player.do("declare", character="c1", trait="stealth", decide={"push": "push"})["number"]
    table.player.do("throw", roll=roll, dice=[7, 3, 1, 1])
    table.player.do("decide", roll=roll, option="keep")
    player = phones.at(table.player)
    player.roll.get_by_role("button", name="Nyx: resolve, all of it").click()
    settle = player.roll.locator("button.settle")
    expect(settle).to_contain_text("Nyx: resolve")
    settle.click()
    expect(player.roll.get_by_role("group", name="What is proposed")).to_contain_text("Waiting for the gm")
    expect(settle).to_have_count(0)
    player.roll.get_by_role("button", name="Change it").click()
    expect(settle).to_contain_text("Nyx: resolve")
    player.roll.get_by_role("button", name="Cancel").click()
    expect(settle).to_have_count(0)


def test_words_are_enough_also_where_a_kind_was_tapped_and_left_again(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "wherever-we-go")
    roll = table.player.do("declare", character="c1", trait="stealth")["number"]
    table.player.do("throw", roll=roll, dice=[1, 1])
    table.player.do("decide", roll=roll, option="keep")
    gm = phones.at(table.gm)
    harm = gm.roll.get_by_role("button", name="Harm", exact=True)
    harm.click()
    gm.roll.locator(".due textarea").fill("The lamp goes out.")
    harm.click()
    settle = gm.roll.locator("button.settle")
    expect(settle).to_contain_text("So it happens")
    gm.page.reload()
    expect(settle).to_contain_text("So it happens")  # the words stand there again
    gm.roll.locator(".due textarea").fill("")
    expect(settle).to_be_disabled()
    gm.roll.locator(".due textarea").fill("The lamp goes out.")
    gm.roll.get_by_role("button", name="Nothing more").click()
    expect(
        gm.roll.get_by_role("button", name="Take back only what was chosen: what was said", include_hidden=True)
    ).to_have_count(1)


def test_what_is_shared_out_says_what_stands_where(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "starforged", edge=3)
    started = fight(table)
    table.player.do("mark_progress", undertaking=started, times=3)
    roll = table.player.do("declare", character="c1", move="progress", undertaking=started)["number"]
    table.player.do("throw", roll=roll, dice=[1, 10])
    due = phones.at(table.player).roll.locator(".share")
    expect(due.locator(".unassigned")).to_have_text("2 of 2 left: each tap puts 1")
    expect(due.locator(".target", has_text="Endure harm").locator("b")).to_have_text("Health: 5")
    due.locator(".target", has_text="Endure harm").get_by_role("button").first.click()
    expect(due.locator(".target", has_text="Endure harm").locator("b")).to_have_text("5 → 4")


def test_a_consequence_on_two_is_told_in_numbers_and_each_answers_for_their_own(
    phones: Phones, server: RunningServer
) -> None:
    table = seated(server, "in-the-dark")
    roll = table.player.do("declare", character="c1", trait="skulk")["number"]
    table.other.do("offer", roll=roll, character="c2", how="I hold the rope.")
    table.player.do("throw", roll=roll, dice=[1] * len(table.player.see(f"rolls/{roll}")["dice"]))
    shares = [{"way": "moderate harm", "words": "The arm breaks."}, {"way": "minor harm", "who": "helper-1"}]
    table.gm.do("name_due", roll=roll, answer=shares)
    player, gm = phones.at(table.player), phones.at(table.gm)
    rows, rule = player.roll.locator(".landing .change"), "Both marked: one die less."
    expect(rows).to_have_text([f"Nyx: Moderate harm0 → 1{rule}", f"Moth: Minor harm0 → 1{rule}"])
    answer = table.player.do("declare", character="c1", move="resistance", trait="prowess")["number"]
    table.player.do("throw", roll=answer, dice=[4, 1, 1])
    expect(player.roll.locator("button.option", has_text="Take it in full")).to_contain_text("Moderate harm 0 → 1")
    expect(player.roll).not_to_contain_text("minor harm")
    table.player.do("decide", roll=answer, option="resist")
    told = "".join(gm.log())
    assert "It is not taken in full: what is left is still to be said." in told
    assert "Moth assists: I hold the rope.\n" in told


def test_what_the_gm_works_on_stays_when_a_player_proposes(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "wherever-we-go", stress=2)
    roll = table.player.do("declare", character="c1", trait="stealth", decide={"push": "push"})["number"]
    table.player.do("throw", roll=roll, dice=[1, 1, 1, 1])
    table.player.do("decide", roll=roll, option="keep")
    gm, player = phones.at(table.gm, viewport=DESKTOP), phones.at(table.player)
    gm.roll.locator(".due textarea").first.fill("The bridge gives.")
    player.roll.locator(".due button.settle").first.click()
    expect(player.roll).to_contain_text("Waiting for the gm")
    expect(player.roll).not_to_contain_text("Your turn")
    expect(gm.roll.locator(".due-line.mine")).to_contain_text("Ann proposes")
    expect(gm.roll.locator(".due textarea").first).to_have_value("The bridge gives.")
    button = gm.roll.locator(".throwing:has(button.settle)")
    assert button.evaluate("each => getComputedStyle(each).position") == "static"


def test_a_better_situation_is_the_rollers_and_used_by_their_next_roll(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "wherever-we-go", stress=2)
    gm = phones.at(table.gm)
    roll = table.player.do("declare", character="c1", trait="stealth")["number"]
    table.player.do("throw", roll=roll, dice=[6, 6])
    table.player.do("decide", roll=roll, option="keep")
    gm.roll.get_by_role("button", name="Better situation").click()
    better = gm.roll.get_by_role("group", name="better situation", exact=True)
    expect(better.get_by_role("button", name="Nyx")).to_have_attribute("aria-pressed", "true")
    gm.settle()
    assert table.gm.see()["characters"][0]["values"]["waiting_bonus"] == 1
    table.gm.do("edit", where="c1", values={"waiting_penalty": 2})
    next_roll = table.player.do("declare", character="c1", trait="stealth")["number"]
    table.player.do("throw", roll=next_roll, dice=[1, 1])
    table.player.do("decide", roll=next_roll, option="keep")
    used = ["Nyx uses a bonus of 1 for this roll", "Nyx bears a penalty of 2 in this roll"]
    expect(gm.roll.locator(".effects li")).to_have_text(used)
    assert ", ".join(used) in gm.log()[-1]


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


def test_while_a_player_answers_the_gms_desk_says_whose_turn_it_is_and_what_is_left_to_say(
    phones: Phones, server: RunningServer
) -> None:
    table = seated(server, "in-the-dark", skulk=1)
    gm = phones.at(table.gm, viewport=DESKTOP)
    turn = gm.roll.locator(".turn")
    for inputs, whose in (({}, []), ({"extra": "bargain"}, ["Your turn"])):
        roll = table.player.do("declare", character="c1", trait="skulk", inputs=inputs)["number"]
        table.player.do("throw", roll=roll, dice=[1] * len(table.player.see(f"rolls/{roll}")["dice"]))
        expect(turn).to_have_text("Your turn")
        words = {"way": "moderate harm", "amount": 1, "words": "The grate bites."}
        table.gm.do("name_due", roll=roll, due=0, answer=[words])
        expect(gm.roll).to_contain_text(
            "Nyx takes it or answers it" if not inputs else "Nyx: to take it or to answer it"
        )
        expect(turn).to_have_text(whose)
        expect(gm.roll.locator(".due-line, .waits").filter(has_text="the gm")).to_have_count(0)
        answer = table.player.do("declare", character="c1", move="resistance", trait="prowess")["number"]
        expect(turn).to_have_text("Ann’s turn")
        expect(gm.roll.locator(".also")).to_have_text(["Also: bargain"] if inputs else [])
        expect(gm.roll.locator(".also").locator("visible=true")).to_have_count(0)  # the strip says it
        table.player.do("throw", roll=answer, dice=[6] + [1] * (len(table.gm.see(f"rolls/{answer}")["dice"]) - 1))
        expect(turn).to_have_text("Your turn")
        table.gm.do("settle", roll=answer, answer=[{"way": "minor, not moderate", "amount": 1}])
    expect(gm.page.locator("ar-log .entry.story").first).to_contain_text("Minor, not moderate")
    told = "Moderate harm: “The grate bites.” Resisted. Nyx takes 1 minor harm (now 1)"
    expect(gm.page.locator("ar-log .entry.story").last).to_contain_text(told)


def test_whose_turn_it_is_never_covers_what_the_roll_is_called(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "wherever-we-go")
    table.player.do("make", name="Tamsin Reed", values={"stress": 1})
    roll = table.player.do("declare", character="c1", trait="endurance")["number"]
    table.player.do("set", roll=roll, decide={"push": "push"})
    table.player.do("throw", roll=roll, dice=[6, 1])
    table.player.do("decide", roll=roll, option="keep")
    player = phones.at(table.player)
    title, pill = player.roll.locator("h2.told"), player.roll.locator(".turn")
    for says in ("Your turn", "Gem says what it brings"):
        expect(pill).to_have_text(says)
        words = title.evaluate(
            "(each) => { const all = document.createRange(); all.selectNodeContents(each);"
            " return [...all.getClientRects()].map(({ right, top, bottom }) => ({ right, top, bottom })) }"
        )
        box = pill.bounding_box()
        assert box
        beside = [line for line in words if line["bottom"] > box["y"] and line["top"] < box["y"] + box["height"]]
        assert all(line["right"] <= box["x"] for line in beside)
        if says == "Your turn":
            player.roll.get_by_role("button", name="Propose it").first.click()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desk", "phone"])
def test_both_on_whom_it_falls_are_in_sight_and_one_more_tap_spares_the_second(
    phones: Phones, server: RunningServer, size: ViewportSize
) -> None:
    table = seated(server, "illuminated-worlds", read=2, cunning_max=2)
    roll = table.player.do("declare", character="c1", trait="read")["number"]
    table.other.do("offer", roll=roll, character="c2")
    table.player.do("throw", roll=roll, dice=[1, 2, 2])
    gm = phones.at(table.gm, viewport=size)
    gm.roll.get_by_role("button", name="Brain marks").click()
    more = gm.roll.get_by_role("button", name="+ another person")
    expect(more).to_have_text("+ another person")
    more.click()
    rows = gm.roll.locator(".grid-row")
    expect(rows).to_have_count(2)
    hidden = """() => { const room = document.querySelector(".ways .grid").getBoundingClientRect();
      return [...document.querySelectorAll(".ways .grid-row .cell")].map((each) => each.getBoundingClientRect())
        .filter((each) => each.top < room.top || each.bottom > room.bottom).length; }"""
    assert gm.page.evaluate(hidden) == 0
    assert is_in_sight(gm.roll.locator("button.settle"))
    rows.nth(1).get_by_role("button", name=re.compile("^Moth")).click()
    expect(rows).to_have_count(1)
    rows.get_by_role("button", name=re.compile("^Nyx")).click()
    expect(rows.locator("[aria-pressed=true]")).to_contain_text("Nyx")  # who is left is not spared by a tap


def test_who_else_it_falls_on_is_in_sight_as_soon_as_it_is_asked(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "illuminated-worlds", read=2, cunning_max=2)
    roll = table.player.do("declare", character="c1", trait="read", move="group")["number"]
    table.other.do("offer", roll=roll, character="c2", input="participants", how="I keep watch")
    table.player.do("throw", roll=roll, dice=[1, 2])
    gm = phones.at(table.gm, viewport=DESKTOP)
    gm.roll.get_by_role("button", name="Brain marks").click()
    gm.roll.get_by_role("button", name="+ another person").click()
    rows = gm.roll.locator(".grid-row")
    expect(rows).to_have_count(2)
    gm.page.wait_for_function(
        """() => { const [room, row] = [".ways .grid", ".ways .grid-row:last-child"].map((each) =>
          document.querySelector(each).getBoundingClientRect()); return row.bottom <= room.bottom + 1; }"""
    )


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desk", "phone"])
def test_harm_falls_on_whom_the_gm_says(size: ViewportSize, phones: Phones, server: RunningServer) -> None:
    table = seated(server, "wherever-we-go")
    roll = table.player.do("declare", character="c1", trait="stealth")["number"]
    table.player.do("throw", roll=roll, dice=[1, 1])
    table.player.do("decide", roll=roll, option="keep")
    gm = phones.at(table.gm, viewport=size)
    for kind, stands in (("Stress", "0 → 1"), ("Harm", "18 → 17")):
        gm.roll.get_by_role("button", name=kind, exact=True).click()
        expect(gm.roll.locator(".grid-row .cell", has_text="Nyx")).to_contain_text(stands)
        gm.roll.get_by_role("button", name="+ another person").click()
        expect(gm.roll.locator("button.settle")).to_contain_text(
            re.compile(f"Nyx: .*{stands}.* and Moth: ", re.IGNORECASE)
        )
        gm.roll.get_by_role("button", name=kind, exact=True).click()


@pytest.mark.parametrize(("dice", "rest", "shown"), [([6, 6], "bad", "New opportunity"), ([1, 1], "good", "Stress")])
def test_what_does_not_fit_how_it_went_waits_behind_a_tap(
    phones: Phones, server: RunningServer, dice: list[int], rest: str, shown: str
) -> None:
    table = seated(server, "wherever-we-go", dexterity="d8", stealth="d8")
    roll = table.player.do("declare", character="c1", trait="stealth")["number"]
    table.player.do("throw", roll=roll, dice=dice)
    while table.gm.see(f"rolls/{roll}")["asks"]:
        table.player.do("decide", roll=roll, option="keep")
    gm = phones.at(table.gm, viewport=DESKTOP)
    other = {"New opportunity": "Stress", "Stress": "New opportunity"}[shown]
    kinds = gm.roll.get_by_role("group", name="What it brings")
    expect(kinds.get_by_role("button", name=shown, exact=True)).to_be_visible()
    expect(kinds.get_by_role("button", name=other, exact=True)).to_have_count(0)
    kinds.get_by_role("button", name=f"Something {rest}").click()
    expect(kinds.get_by_role("button", name=other, exact=True)).to_be_visible()


def test_who_places_damage_is_not_told_to_say_what_it_brings(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "wherever-we-go", dexterity="d8", stealth="d8", stress=2)
    roll = table.player.do("declare", character="c1", trait="stealth")["number"]
    table.player.do("set", roll=roll, decide={"push": "push"})
    table.player.do("throw", roll=roll, dice=[8, 8, 1, 1])
    while table.gm.see(f"rolls/{roll}")["asks"]:
        table.player.do("decide", roll=roll, option="keep")
    (due,) = [each for each in table.gm.see(f"rolls/{roll}")["open_dues"] if each["seat"]]
    for each in table.gm.see(f"rolls/{roll}")["open_dues"]:
        if not each["seat"]:
            table.gm.do("settle", roll=roll, due=each["due"], answer=[{"way": "nothing"}])
    other = phones.at(table.other)
    expect(other.roll.locator(".turn")).to_have_text(f"Ann places the {due['kind']}")


def test_what_was_named_stands_in_the_form_that_says_it_otherwise(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "in-the-dark")
    roll = table.player.do("declare", character="c1", trait="skulk")["number"]
    table.player.do("throw", roll=roll, dice=[1] * len(table.player.see(f"rolls/{roll}")["dice"]))
    share = {"way": "minor harm", "amount": 1, "who": "c1", "words": "You are seen."}
    table.gm.do("name_due", roll=roll, answer=[share], trait="prowess")
    gm = phones.at(table.gm)
    gm.roll.get_by_text("Say it otherwise").click()
    expect(gm.roll.locator(".due textarea").first).to_have_value("You are seen.")
    expect(gm.roll.locator(".chip[aria-pressed=true]", has_text="prowess")).to_be_visible()
    expect(gm.roll.locator("button.settle").first).to_contain_text("minor harm")


def test_once_the_gm_has_said_theirs_only_the_plan_is_open_and_it_says_whose_it_was(
    phones: Phones, server: RunningServer
) -> None:
    """The card and the result named tracks alone, as if the gm had placed the harm."""
    table = seated(server, "wherever-we-go", stress=2)
    roll = table.player.do("declare", character="c1", trait="stealth", decide={"push": "push"})["number"]
    table.player.do("throw", roll=roll, dice=[7, 3, 1, 1])
    table.player.do("decide", roll=roll, option="keep")
    dues = {due["kind"]: due["due"] for due in table.gm.see(f"rolls/{roll}")["open_dues"]}
    player = phones.at(table.player)
    expect(player.roll.locator(".means")).to_have_count(1)
    table.gm.do("settle", roll=roll, due=dues["consequence"], answer=[{"way": "nothing"}])
    expect(player.roll.locator(".means")).to_have_count(0)
    shares = [{"way": way, "amount": amount, "who": "c1"} for way, amount in (("gear", 1), ("resolve", 3))]
    table.player.do("settle", roll=roll, due=dues["damage"], answer=shares)
    table.gm.do("settle", roll=roll, due=dues["damage"], answer=shares)
    expect(player.page.locator(".news-card .lab")).to_have_text("Gem agrees: as you proposed")
    expect(player.roll.locator(".brought p").first).to_have_text("As you proposed.")
    assert "As you proposed. Nyx" in player.log()[-1]


@pytest.mark.parametrize(
    ("game", "trait", "stake", "chip"),
    [
        ("in-the-dark", "skulk", "You get hurt.", "Minor harm"),
        ("wherever-we-go", "stealth", "You get hurt.", "Harm"),
        ("true-world", "climbing", "You suffer stress.", "Stress"),
    ],
)
def test_a_phrase_that_speaks_of_being_hurt_chooses_harm(
    phones: Phones, server: RunningServer, game: str, trait: str, stake: str, chip: str
) -> None:
    table = seated(server, game)
    roll = table.player.do("declare", character="c1", trait=trait)["number"]
    calls = {"difficulty": "d6", "position": "neutral"} if game == "true-world" else {}
    table.gm.do("set", roll=roll, inputs={"stakes": stake, **calls})
    dice = table.player.see(f"rolls/{roll}")["dice"]
    table.player.do("throw", roll=roll, dice=[1, 6] if calls else [1] * len(dice))
    decided(table, roll)
    gm = phones.at(table.gm)
    phrases, chosen = gm.roll.locator(".ways .phrases"), gm.roll.locator(".chip.way[aria-pressed=true]")
    phrases.get_by_role("button", name=stake, exact=True).click()
    expect(chosen).to_have_text(chip)
    gm.roll.locator(".due textarea").first.fill(f"{stake} Badly.")
    expect(chosen).to_have_text(chip)
