"""What looks said is said, what looks chosen is chosen: seen by a newcomer at three games, and mended."""

import pytest
from playwright.sync_api import expect

from tests.page.phones import Phones
from tests.page.test_fifth_reading import two
from tests.server import RunningServer, open_table

pytestmark = pytest.mark.slow


def test_what_was_at_stake_is_said_with_the_complication(phones: Phones, server: RunningServer) -> None:
    table = two(server, "wherever-we-go")
    roll = table.player.do("declare", character="c1", trait="stealth", inputs={"intent": "Over the wall"})["number"]
    table.gm.do("set", roll=roll, inputs={"stakes": "Someone sees you."})
    table.player.do("throw", roll=roll, dice=[1, 1])
    table.player.do("decide", roll=roll, option="keep")
    gm = phones.at(table.gm)
    words = gm.roll.get_by_role("textbox", name="consequence in words")
    expect(words).to_have_attribute("placeholder", "In words, if you like")
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
    expect(gm.page.locator(".evening-card")).to_contain_text("?")
    expect(gm.page.locator(".evening-card")).not_to_contain_text("?.")
    table.player.do("decide", roll=again, option="keep")
    table.gm.do("settle", roll=again, answer=[{"way": "nothing", "amount": 1}])
    taken = gm.roll.get_by_role("button", name="Take back only: that it brought nothing more", include_hidden=True)
    expect(taken).to_have_count(1)


def test_a_line_of_what_changed_covers_nothing_of_the_roll_and_goes_with_its_dice(
    phones: Phones, server: RunningServer
) -> None:
    table = two(server, "illuminated-worlds")
    roll = table.player.do("declare", character="c1", trait="sway", inputs={"approach": "Find out more."})["number"]
    player = phones.at(table.player)
    expect(player.roll.locator("button.throw")).to_be_visible()
    table.gm.do("edit", where="c1", values={"bleed": 1})
    line = player.page.locator(".news.slim")
    expect(line).to_contain_text("Bleed")
    low = line.evaluate("(each) => each.getBoundingClientRect().bottom")
    assert low <= player.roll.evaluate("(each) => each.getBoundingClientRect().top")
    table.player.do("throw", roll=roll, dice=[1] * len(table.player.see(f"rolls/{roll}")["dice"]))
    expect(player.roll.locator(".word")).to_be_visible()
    expect(line).to_have_count(0)


def test_a_gilded_die_says_what_its_chance_is_of_and_one_more_what_one_more_costs(
    phones: Phones, server: RunningServer
) -> None:
    table = two(server, "illuminated-worlds", sway=2, sway_gilded=True, cunning=3, cunning_max=5, read_gilded=False)
    roll = table.player.do("declare", character="c1", trait="sway")["number"]
    player = phones.at(table.player)
    pill = player.roll.locator(".pills .pill").first
    expect(pill).to_contain_text("58 % drive +1if the gilded die is highest; else you choose")
    spent = player.roll.locator(".control", has_text="Drive spent").first
    expect(spent).to_contain_text("+1: 87 % · 1 cunning")
    table.player.do("set", roll=roll, inputs={"drive_spent": 1})
    expect(spent).to_contain_text("+1: 94 % · 1 cunning")
    table.player.do("withdraw", roll=roll)
    table.player.do("edit", where="c1", values={"cunning": 5})
    table.player.do("declare", character="c1", trait="read")  # no die of it is gilded: nothing is said of a full drive
    expect(player.roll.locator(".who")).to_contain_text("Read")
    expect(player.roll).not_to_contain_text("full: no more to gain")


def test_in_a_contest_it_is_said_whose_a_tie_is_and_no_button_promises_a_throw_too_soon(
    phones: Phones, server: RunningServer
) -> None:
    table = open_table(server, "wherever-we-go")
    table.player.do("make", name="Nyx")
    table.player.do("declare", character="c1", trait="stealth", move="opposed")
    gm, player = phones.at(table.gm), phones.at(table.player)
    leave = gm.roll.locator("button.as-usual")
    expect(leave).to_have_text("Leave the words as usual")
    alike = gm.roll.get_by_role("radio", name="d6").first
    stood = (alike.bounding_box() or {"y": 0})["y"]
    alike.click()
    expect(gm.roll.get_by_role("switch", name="Push")).to_have_count(2)
    assert abs((alike.bounding_box() or {"y": 0})["y"] - stood) < 1  # what arrives is added below
    expect(leave).to_have_text("Let them throw")
    leave.click()
    expect(player.roll.locator("button.throw")).to_be_enabled()
    expect(player.roll.locator(".works")).to_contain_text("a tie goes to the other side")
    expect(player.roll).not_to_contain_text("You have no stress")


def test_who_takes_part_is_told_the_price_first_and_the_dice_are_called_by_what_is_done(
    phones: Phones, server: RunningServer
) -> None:
    table = two(server, "in-the-dark", skulk=2)
    table.player.do("declare", character="c1", trait="skulk", move="teamwork", members=["c1"])
    other = phones.at(table.other)
    offer = other.roll.locator(".offer")
    expect(offer).to_contain_text("With your own dice. It costs Moth 1 stress.")
    offer.click()
    expect(other.roll.locator(".side-name")).to_have_text(["Nyx", "Moth"])
    expect(other.roll.locator(".dice .source").last).to_have_text("skulk")


def test_what_is_chosen_while_making_stays_where_it_was_touched(phones: Phones, server: RunningServer) -> None:
    table = open_table(server, "wherever-we-go")
    player = phones.at(table.player)
    player.tab("Me")
    one = player.page.locator(".ready-one").first
    name = str(one.locator("b").text_content())
    table.other.do("make", name=name)  # taken while someone reads: it says by whom
    expect(one).to_be_disabled()
    expect(one.locator("small")).to_have_text("Bo plays them")
    player.page.get_by_role("button", name="Step by step").click()
    chip = player.page.locator(".making .kinds .chip").first
    chip.scroll_into_view_if_needed()
    before = chip.bounding_box()
    chip.click()
    expect(chip).to_have_attribute("aria-pressed", "true")
    assert chip.bounding_box() == before
    chip.click()
    expect(chip).to_have_attribute("aria-pressed", "false")
