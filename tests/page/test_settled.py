"""After the dice: what is proposed, asked and told until all that a roll brings has been said."""

import re

import pytest
from playwright.sync_api import expect

from tests.page.phones import DESKTOP, PHONE, Phones, at_ease
from tests.server import NewTable, RunningServer

pytestmark = pytest.mark.slow


def seated(server: RunningServer, game: str, **values: object) -> NewTable:
    table = at_ease(server, game)
    table.player.do("make", name="Nyx", values=values)
    table.other.do("make", name="Moth")
    return table


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
    expect(form.locator(".unassigned")).to_have_text("All assigned")
    form.get_by_role("button", name="Nyx: health, one more").click()
    form.locator("button.settle").click()
    expect(asked).to_have_count(0)
    nyx, moth = table.gm.see()["characters"]
    assert (nyx["values"]["health"], moth["values"]["resolve"]) == (16, 14)


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


def test_a_price_is_asked_of_the_oracle_and_its_answer_stands_in_the_words(
    phones: Phones, server: RunningServer
) -> None:
    table = seated(server, "starforged")
    roll = table.player.do("declare", character="c1", trait="edge")["number"]
    table.player.do("throw", roll=roll, dice=[1, 9, 8])
    gm = phones.at(table.gm)
    gm.roll.get_by_role("button", name="Ask the oracle").click()
    expect(gm.roll).to_have_attribute("aria-label", re.compile("Ask the oracle"))
    asked = table.gm.see()["rolls"][-1]
    assert asked["move"] == "oracle"
    gm.write("question", "Do the pirates hear it?")
    expect(gm.roll.locator(".throwing button.throw")).to_be_enabled()
    table.gm.do("throw", roll=asked["roll"], dice=[41])
    expect(gm.roll.locator(".headline")).to_have_text("Yes")
    gm.page.get_by_role("button", name="Next: Nyx").click()
    words = gm.roll.get_by_role("textbox", name="price in words")
    expect(words).to_have_value("Do the pirates hear it? Yes.")
    expect(gm.roll.get_by_role("button", name="Ask the oracle")).to_have_attribute("aria-pressed", "true")
    gm.settle()
    assert "Do the pirates hear it? Yes." in " ".join(gm.log())


def test_a_row_that_is_full_says_what_one_more_brings(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "illuminated-worlds", body=3)
    roll = table.player.do("declare", character="c1", trait="sway")["number"]
    table.player.do("throw", roll=roll, dice=[1, 1])
    table.player.do("decide", roll=roll, option="accept")
    gm = phones.at(table.gm)
    gm.roll.get_by_role("button", name="Brain marks", exact=True).click()
    expect(gm.roll.locator(".cell", has_text="Nyx")).to_have_text("Nyx0 → 1")
    gm.roll.get_by_role("button", name="Brain marks", exact=True).click()
    gm.roll.get_by_role("button", name="Body marks", exact=True).click()
    expect(gm.roll.locator(".cell", has_text="Nyx")).to_contain_text("full: scars 0 → 1, incapacitated")
    expect(gm.roll.locator("button.settle")).to_contain_text("scars 0 → 1, incapacitated")
    gm.settle()
    nyx = table.gm.see()["characters"][0]["values"]
    assert (nyx["scars"], nyx["incapacitated"]) == (1, True)


@pytest.mark.parametrize(
    ("values", "way", "says"),
    [
        ({"minor_harm": 2}, "Minor harm", "full: moderate harm 0 → 1"),
        ({"minor_harm": 2, "moderate_harm": 2}, "Minor harm", "full: severe harm"),
        ({"moderate_harm": 1}, "Moderate harm", "1 → 2"),
    ],
)
def test_harm_that_flows_over_says_where_it_goes(
    phones: Phones, server: RunningServer, values: dict[str, int], way: str, says: str
) -> None:
    table = seated(server, "in-the-dark", **values)
    roll = table.player.do("declare", character="c1", trait="skulk")["number"]
    table.player.do("throw", roll=roll, dice=[1] * len(table.player.see(f"rolls/{roll}")["dice"]))
    gm = phones.at(table.gm)
    gm.roll.get_by_role("button", name=way, exact=True).click()
    expect(gm.roll.locator(".cell", has_text="Nyx")).to_contain_text(says)


def test_a_scar_is_taken_on_the_sheet_with_what_the_game_asks(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "illuminated-worlds", scar_owed=True, sway=2, move=0, read=3)
    phone = phones.at(table.player)
    phone.tab("Me")
    form = phone.page.get_by_role("form", name="Take a scar")
    lose, gain = form.get_by_label("Action that loses a point"), form.get_by_label("Action that gains it")
    expect(lose.locator("option[value=move]")).to_have_count(0)
    expect(gain.locator("option[value=read]")).to_have_count(0)
    expect(lose.locator("option[value=sway]")).to_have_text("Sway 2 → 1")
    form.get_by_placeholder("What is it, in words?").fill("A hand that never warms.")
    lose.select_option("sway")
    gain.select_option("move")
    form.get_by_role("button", name="Take a scar").click()
    expect(phone.roll).to_contain_text("A hand that never warms.")
    nyx = table.gm.see()["characters"][0]["values"]
    assert (nyx["sway"], nyx["move"], nyx["scar_owed"]) == (1, 1, False)


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desk"])
def test_a_card_about_a_roll_that_is_over_waits_in_the_strip(
    phones: Phones, server: RunningServer, size: dict[str, int]
) -> None:
    table = seated(server, "wherever-we-go")
    first = table.player.do("declare", character="c1", trait="stealth")["number"]
    table.player.do("throw", roll=first, dice=[1, 1])
    table.player.do("decide", roll=first, option="keep")
    player = phones.at(table.player, viewport=size)
    expect(player.roll.locator(".headline")).to_have_text("Failure")
    second = table.player.do("declare", character="c1", trait="melee")["number"]
    player.page.locator(".strip").get_by_role("button", name="Nyx").click()
    throw = player.page.locator(f"[aria-label^='Roll {second}'] .throwing button.throw")
    expect(throw).to_be_visible()
    stress = {"way": "stress", "amount": 1, "words": "Glass breaks underfoot."}
    table.gm.do("settle", roll=first, due=0, answer=[stress])
    docked = player.page.locator(".strip .docked")
    expect(docked).to_have_text("Stress 0 → 1")
    expect(docked).to_be_in_viewport()
    expect(player.page.locator(".news-card")).to_have_count(0)
    docked.click()
    expect(player.page.locator(".news-card")).to_contain_text("Glass breaks underfoot.")
    player.page.get_by_role("button", name="All right").click()
    expect(docked).to_have_count(0)
    expect(throw).to_be_visible()
