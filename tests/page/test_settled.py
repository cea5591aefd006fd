"""After the dice: what is proposed, asked and told until all that a roll brings has been said."""

import re

import pytest
from playwright.sync_api import expect

from tests.page.phones import DESKTOP, PHONE, Phones, at_ease
from tests.server import NewTable, RunningServer

pytestmark = pytest.mark.slow


IN_SIGHT = """(each) => {
    const { x, y } = each.getBoundingClientRect();
    return each.contains(document.elementFromPoint(x + 20, y + 20));
}"""


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
    form.get_by_role("button", name="So it is").click()
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
    docked = player.page.locator(".docked:visible")
    expect(docked).to_have_text("Stress 0 → 1")
    expect(docked).to_be_in_viewport()
    assert docked.evaluate(IN_SIGHT), "nothing lies over it"
    expect(player.page.locator(".news-card")).to_have_count(0)
    docked.click()
    expect(player.page.locator(".news-card")).to_contain_text("Glass breaks underfoot.")
    player.page.get_by_role("button", name="All right").click()
    expect(docked).to_have_count(0)
    expect(throw).to_be_visible()


def test_a_card_that_was_seen_does_not_come_back(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "wherever-we-go")
    first = table.player.do("declare", character="c1", trait="stealth")["number"]
    table.player.do("throw", roll=first, dice=[1, 1])
    table.player.do("decide", roll=first, option="keep")
    player = phones.at(table.player)
    expect(player.roll.locator(".headline")).to_have_text("Failure")
    table.gm.do("settle", roll=first, due=0, answer=[{"way": "stress", "amount": 1, "words": "Glass breaks."}])
    card = player.page.locator(".news-card")
    expect(card).to_contain_text("Glass breaks.")
    second = table.other.do("declare", character="c2", trait="melee")["number"]
    expect(player.page.locator(".docked:visible")).to_have_text("Stress 0 → 1")
    table.other.do("withdraw", roll=second)
    expect(player.page.locator(".docked")).to_have_count(0)
    expect(card).to_have_count(0)


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
    expect(player.roll).to_contain_text("Gem lets the roll stand.")
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


@pytest.mark.parametrize(("cunning", "cards"), [(4, 1), (2, 2)], ids=["full", "spent"])
def test_a_gilded_die_that_would_earn_nothing_waits_behind_a_tap(
    phones: Phones, server: RunningServer, cunning: int, cards: int
) -> None:
    table = seated(server, "illuminated-worlds", read=2, read_gilded=True, cunning_max=4, cunning=cunning)
    roll = table.player.do("declare", character="c1", trait="read")["number"]
    table.player.do("throw", roll=roll, dice=[6, 4])
    player = phones.at(table.player)
    options = player.roll.locator("button.option")
    expect(options.first).to_contain_text("Take the 6")
    assert [each.is_visible() for each in options.all()].count(True) == cards
    others = player.roll.get_by_text("Or, all the same: take the gilded 4")
    expect(others).to_have_count(2 - cards)
    if cards == 1:
        others.click()
        expect(options.last).to_be_visible()
    options.last.click()
    expect(player.roll.locator(".headline")).to_have_text("Mixed success")


def test_whose_turn_it_is_to_answer_is_theirs_on_whom_it_falls(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "in-the-dark")
    roll = table.gm.do("declare", character="c1", trait="skulk", move="teamwork", members=["c1", "c2"])["number"]
    dice = table.player.see(f"rolls/{roll}")["dice"]
    table.gm.do("throw", roll=roll, dice=[1] * len(dice))
    harm = [{"way": "minor harm", "amount": 1, "who": "c2"}]
    table.gm.do("name_due", roll=roll, due=0, answer=harm)
    player, other = phones.at(table.player), phones.at(table.other)
    expect(other.roll.locator(".turn")).to_have_text("Your turn")
    expect(player.roll).to_contain_text("Moth answers next.")
    expect(player.roll.locator(".turn")).to_have_count(0)


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


def test_who_decides_for_whom_is_told_and_what_is_not_mine_looks_so(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "wherever-we-go")
    roll = table.player.do("declare", character="c1", trait="stealth", move="opposed", against="c2")["number"]
    table.player.do("throw", roll=roll, dice=[10, 8, 1, 1])
    player = phones.at(table.player)
    expect(player.roll.locator(".decision .deed")).to_have_count(0)
    player.roll.locator("button.option", has_text="Keep").click()
    expect(player.roll.locator(".decision .deed")).to_have_text("Bo decides for Moth")
    expect(player.roll.locator("button.option")).to_have_count(0)
    expect(player.roll.locator(".option.of-another")).to_have_count(2)


def test_who_is_winning_keeps_and_finds_the_gamble_behind_a_tap(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "wherever-we-go")
    roll = table.player.do("declare", character="c1", trait="stealth", move="opposed", against="c2")["number"]
    table.player.do("throw", roll=roll, dice=[10, 8, 1, 1])
    player = phones.at(table.player)
    gamble = player.roll.locator("button.option", has_text="Gamble")
    expect(player.roll.locator("button.option", has_text="Keep")).to_be_visible()
    expect(gamble).to_be_hidden()
    player.roll.get_by_text("Or, all the same: gamble").click()
    expect(gamble).to_be_visible()
    table.player.do("decide", roll=roll, option="keep")
    other = phones.at(table.other)
    expect(other.roll.get_by_role("region", name="Keep the result, or Gamble?")).to_be_visible()
    other.roll.locator("button.option", has_text="Gamble").click()
    table.other.do("throw", roll=roll, dice=[1, 1, 2])
    expect(player.roll.locator(".headline")).to_have_text("Nyx wins")
    expect(player.roll).not_to_contain_text("Gambles allowed for Nyx")  # who kept


def test_harm_says_how_bad_it_is_and_from_where_it_is_worse(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "wherever-we-go")
    roll = table.player.do("declare", character="c1", trait="stealth")["number"]
    table.player.do("throw", roll=roll, dice=[1, 1])
    table.player.do("decide", roll=roll, option="keep")
    gm = phones.at(table.gm)
    gm.roll.get_by_role("button", name="Harm", exact=True).click()
    row = gm.roll.get_by_role("group", name="harm", exact=True)
    expect(row).to_contain_text("Weakened: no further effect; from 2 on minor harm; from 4 on severe harm")
    row.get_by_role("button", name="more of harm", exact=True).click()
    expect(row).to_contain_text("Minor harm: −1 where it hinders; from 4 on severe harm; from 6 on major harm")


def test_a_resistance_that_cost_nothing_says_so(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "in-the-dark")
    roll = table.player.do("declare", character="c1", trait="skulk")["number"]
    table.player.do("throw", roll=roll, dice=[1] * len(table.player.see(f"rolls/{roll}")["dice"]))
    table.gm.do("name_due", roll=roll, due=0, answer=[{"way": "minor harm", "amount": 1, "who": "c1"}])
    answer = table.player.do("declare", character="c1", move="resistance", trait="prowess")["number"]
    table.player.do("throw", roll=answer, dice=[6] * len(table.player.see(f"rolls/{answer}")["dice"]))
    player = phones.at(table.player)
    expect(player.roll.locator(".why")).to_contain_text("It costs no stress.")


@pytest.mark.parametrize("name", ["wherever-we-go", "illuminated-worlds", "in-the-dark", "starforged", "true-world"])
def test_the_world_rolls_in_the_open_from_the_same_form(phones: Phones, server: RunningServer, name: str) -> None:
    table = seated(server, name)
    gm = phones.at(table.gm)
    gm.tab("Gm")
    gm.page.locator("summary", has_text="Roll for the world").click()
    card = gm.page.locator(".card.secret")
    card.get_by_label("What is it about?").fill("Does the bridge hold?")
    card.get_by_role("button", name="Open it for all to see").click()
    expect(gm.roll).to_have_attribute("aria-label", re.compile("the world", re.IGNORECASE))
    (roll,) = table.player.see()["rolls"]
    assert (roll["character"], roll["status"]) == ("The world", "open")


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


def test_what_was_at_stake_is_not_told_as_if_it_had_happened(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "true-world")
    roll = table.player.do("declare", character="c1", trait="climbing")["number"]
    said = {"difficulty": "d4", "position": "neutral", "stakes": "You are noticed."}
    table.gm.do("set", roll=roll, inputs=said)
    table.player.do("throw", roll=roll, dice=[7, 1])
    player = phones.at(table.player)
    expect(player.roll.locator(".headline")).to_be_visible()
    expect(player.roll.locator(".quote")).to_have_text("“You are noticed.” was at stake")
