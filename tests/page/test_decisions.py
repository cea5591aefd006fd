"""Decisions once the dice lie: gilded dice, gambles and banes, each with what it costs and earns."""

import re

import pytest
from playwright.sync_api import expect

from tests.page.phones import Phones, at_ease, seated
from tests.server import RunningServer

pytestmark = pytest.mark.slow


def test_a_gilded_die_is_taken_once_it_is_and_both_sides_of_drive_are_told(
    phones: Phones, server: RunningServer
) -> None:
    table = seated(server, "illuminated-worlds", cunning_max=6, cunning=4, read=2, read_gilded=True)
    player = phones.at(table.player)
    player.declare("Read")
    words = player.roll.get_by_role("textbox", name="What I do")
    words.fill("I read the room")
    words.press("Enter")
    (roll,) = [each["roll"] for each in table.gm.see()["rolls"]]
    table.player.do("set", roll=roll, inputs={"drive_spent": 1})
    table.player.do("throw", roll=roll, dice=[1, 2, 6])
    expect(player.roll.locator(".why")).to_have_text("As it stands, the gilded 6 is taken and earns 1 drive.")
    if (stand := player.roll.get_by_role("button", name="Let it stand")).count():
        stand.click()
    options = player.roll.locator("button.option")
    expect(options.locator("strong")).to_have_text(["Take the 6", "Take the 6 without its drive"])
    expect(options.first).to_contain_text("cunning 3 → 4")
    options.first.click()
    expect(player.roll.locator(".effects li")).to_have_text(["Nyx: cunning 4 → 3 → 4 (spends 1, gains 1)"])
    expect(player.roll.locator(".effects li.good")).to_have_count(1)  # what was paid and came back is no harm
    expect(player.roll.locator(".badges")).not_to_contain_text("Drive")  # which is said by then
    expect(player.roll.locator("details.long")).to_contain_text("chose “Take the die” (IW-14)")
    player.tab("Log")
    player.page.locator("ar-log .tell").first.click()
    expect(player.page.locator("ar-log ol.steps")).to_contain_text("Nyx chose “Take the die” (IW-14)")
    table.gm.do("undo", entry=roll)
    expect(player.roll).to_contain_text("Taken back")
    expect(player.page.locator(".news")).to_have_count(0)
    assert not any("+0" in line for line in player.log())


def test_a_gilded_die_says_what_its_chance_is_of_and_one_more_what_one_more_costs(
    phones: Phones, server: RunningServer
) -> None:
    table = seated(server, "illuminated-worlds", sway=2, sway_gilded=True, cunning=3, cunning_max=5, read_gilded=False)
    roll = table.player.do("declare", character="c1", trait="sway")["number"]
    player = phones.at(table.player)
    pill = player.roll.locator(".pills .pill").first
    expect(pill).to_contain_text("58 % cunning +1if the gilded die is also the best; otherwise you may take it lower")
    spent = player.roll.locator(".control", has_text="Drive spent").first
    expect(spent).to_contain_text("+1: 88 % · 1 cunning")
    table.player.do("set", roll=roll, inputs={"drive_spent": 1})
    expect(spent).to_contain_text("+1: 94 % · 1 cunning")
    table.player.do("withdraw", roll=roll)
    table.player.do("edit", where="c1", values={"cunning": 5})
    table.player.do("declare", character="c1", trait="read")  # no die of it is gilded: nothing is said of a full drive
    expect(player.roll.locator(".who")).to_contain_text("Read")
    expect(player.roll).not_to_contain_text("full: no more to gain")


def test_what_a_resistance_is_sure_to_earn_is_told_with_its_price(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "illuminated-worlds", sway=1, sway_gilded=True, cunning=3, cunning_max=5)
    player = phones.at(table.player)
    meters = player.page.locator(".sheet > .meters .small-track")
    expect(meters).to_have_count(6)
    lefts = meters.evaluate_all("all => all.map((each) => Math.round(each.getBoundingClientRect().left))")
    assert len(set(lefts[:3])) == len(set(lefts[3:])) == 1  # drives in a column of their own, and marks
    roll = table.player.do("declare", character="c1", trait="sway")["number"]
    table.player.do("throw", roll=roll, dice=[3])
    player.tab("Table")
    burn = player.roll.locator("button.option", has_text="Burn a resistance")
    expect(burn.locator(".point")).to_contain_text(["cunning resistances 1 → 0", "cunning +1"])


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
    others = player.roll.get_by_text("Also possible: take the gilded 4")
    expect(others).to_have_count(2 - cards)
    if cards == 1:
        others.click()
        expect(options.last).to_be_visible()
    options.last.click()
    expect(player.roll.locator(".headline")).to_have_text("Mixed success")
    assert "takes the gilded die" in player.log()[-1]
    assert "lets it stand" not in player.log()[-1]  # which was no choice on the screen


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
    gamble = player.roll.locator("button.option", has_text=re.compile("^Gamble"))
    expect(player.roll.locator("button.option", has_text="Keep")).to_be_visible()
    expect(gamble).to_be_hidden()
    player.roll.get_by_text("Also possible: gamble").click()
    expect(gamble).to_be_visible()
    table.player.do("decide", roll=roll, option="keep")
    other = phones.at(table.other)
    expect(other.roll.get_by_role("region", name="Keep the result, or Gamble?")).to_be_visible()
    other.roll.locator("button.option", has_text="Gamble").click()
    table.other.do("throw", roll=roll, dice=[1, 1, 2])
    expect(player.roll.locator(".headline")).to_have_text("Nyx wins")
    expect(player.roll).not_to_contain_text("Gambles allowed for Nyx")  # who kept


def test_who_keeps_is_told_what_the_other_side_may_still_do(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "wherever-we-go")
    roll = table.player.do("declare", character="c1", trait="stealth", move="opposed")["number"]
    table.gm.do(
        "set",
        roll=roll,
        inputs={"defender_name": "Toll guard", "defender_attribute": "d8", "defender_skill": "d8"},
    )
    table.player.do("throw", roll=roll, dice=[10, 8, 1, 1])
    player = phones.at(table.player)
    keep = player.roll.locator("button.option", has_text="Keep")
    expect(keep).to_contain_text("Toll guard may still gamble.")
    keep.click()
    player.tab("Me")
    expect(player.page.locator(".call-back")).to_have_text("Toll guard · to decide: keep the result or gamble")
    table.gm.do("undo", entry=roll)
    losing = table.player.do("declare", character="c1", trait="stealth", move="opposed", against="c2")["number"]
    table.player.do("throw", roll=losing, dice=[1, 1, 6, 6])  # who wins has nothing to gamble for
    expect(player.roll.locator("button.option", has_text="Keep")).to_be_visible()
    expect(player.roll.locator(".decision")).not_to_contain_text("may still")


def test_a_burned_resistance_says_what_falls_again_and_what_only_earns_less_stands_last(
    phones: Phones, server: RunningServer
) -> None:
    table = seated(server, "illuminated-worlds", sway=1, sway_gilded=True, cunning_max=4, cunning=2)
    roll = table.player.do("declare", character="c1", trait="sway")["number"]
    player, gm = phones.at(table.player), phones.at(table.gm)
    gm.tab("Me")
    table.player.do("throw", roll=roll, dice=[5])
    shown = player.roll.locator("button.option:visible")
    expect(shown.locator("strong")).to_have_text(["Take the 5", "Burn a resistance"])
    expect(shown.last).to_contain_text("the rating’s dice fall again")
    player.roll.get_by_text("Also possible: take the 5 without its drive").click()
    expect(shown.locator("strong")).to_have_text(["Take the 5", "Burn a resistance", "Take the 5 without its drive"])
    expect(gm.page.locator(".call-back")).to_have_text("Nyx · to decide: take the 5 or burn a resistance")


def test_a_choice_that_only_earns_less_is_not_put_beside_the_other(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "illuminated-worlds", sway=1, sway_gilded=True, cunning_max=3, cunning=1)
    roll = table.player.do("declare", character="c1", trait="sway")["number"]
    player = phones.at(table.player)
    table.player.do("throw", roll=roll, dice=[5])
    table.player.do("decide", roll=roll, option="accept")
    decision = player.roll.locator(".decision")
    expect(decision.get_by_role("button", name="Take the 5").first).to_be_visible()
    expect(decision.get_by_text("without its drive").first).to_be_visible()
    expect(decision.locator(".option:visible")).to_have_count(1)


def test_odds_that_are_still_counted_show_no_choice_that_goes_again(phones: Phones) -> None:
    page = phones.phone().page
    page.route("**/api/advice", lambda route: None)
    page.goto(f"{phones.address}/odds/starforged")
    expect(page.locator(".inputs")).to_contain_text("What else may count")
    expect(page.get_by_role("radiogroup", name="Reroll")).to_be_hidden()


def test_banes_look_like_harm_and_keeping_says_so(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "wherever-we-go", stress=2)
    roll = table.player.do("declare", character="c1", trait="stealth", decide={"push": "push"})["number"]
    player = phones.at(table.player)
    expect(player.roll.locator(".pill.hurt")).to_contain_text("31 % a bane")
    table.player.do("throw", roll=roll, dice=[7, 3, 1, 1])
    expect(player.roll.locator(".die.broken")).to_have_count(2)
    expect(player.roll.locator(".die.forward")).to_have_count(1)
    keep = player.roll.locator("button.option", has_text="Keep the mixed success")
    expect(keep).to_contain_text("2 banes stay")
    expect(keep).not_to_contain_text("It costs nothing")
    gamble = player.roll.locator("button.option", has_text="Gamble")
    expect(gamble).to_contain_text("17 % another bane")  # both stay locked, and one stress die more is thrown
    expect(gamble).to_contain_text("failure 26.0 %")
    fact = player.roll.locator(".badges .hurt")
    expect(fact).to_have_text("2 banes")
    for name, value in (("border-top-width", "0px"), ("text-transform", "none")):  # nothing that could be pressed
        expect(fact).to_have_css(name, value)


def test_every_chance_of_an_option_is_read_on_its_card(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "wherever-we-go", strength="d8", endurance="d6")
    roll = table.player.do("declare", character="c1", trait="endurance")["number"]
    table.player.do("throw", roll=roll, dice=[6, 2])
    gamble = phones.at(table.player).roll.locator("button.option", has_text="Gamble")
    expect(gamble.locator(".figures > span")).to_have_text(["43 %", "43 %", "12 %", "1 %"])
    expect(gamble.locator(".figures .sign")).to_have_count(4)
    assert gamble.evaluate("each => each.scrollWidth <= each.clientWidth")


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
    expect(onlooker.roll.locator(".die text.face").nth(2)).to_have_text("1")  # where it lay: others fall around it


def test_willpower_that_is_thrown_again_is_not_called_another(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "wherever-we-go")
    table.player.do("make", name="Nyx", values={"stress": 2})
    player = phones.at(table.player)
    roll = table.player.do("declare", character="c1", trait="stealth", decide={"push": "push"})["number"]
    table.player.do("throw", roll=roll, dice=[6, 1, 1, 6])
    player.tab("Table")
    gamble = player.roll.locator("button.option", has_text="Gamble")
    expect(gamble).to_contain_text("31 % another bane")
    expect(gamble).to_contain_text("31 % willpower +1")


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


def test_what_a_better_result_was_bought_with_is_no_harm(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "starforged", edge=2, momentum=9)
    roll = table.player.do("declare", character="c1", trait="edge")["number"]
    table.player.do("throw", roll=roll, dice=[1, 7, 8])
    table.player.do("decide", roll=roll, option="burn")
    player = phones.at(table.player)
    expect(player.roll.locator(".headline")).to_have_text("Strong hit")
    spent = player.roll.locator(".effects li", has_text="momentum")
    expect(spent).to_have_count(1)
    expect(spent).to_have_class("plain ")
