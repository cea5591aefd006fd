"""What made newcomers hesitate at a table: each is said where they look."""

import pytest
from playwright.sync_api import expect

from tests.page.phones import DESKTOP, DRAWN, LINES, Phones, seated
from tests.server import RunningServer, open_table


def test_how_it_could_end_and_what_is_at_stake_say_what_each_is_for(phones: Phones, server: RunningServer) -> None:
    table = open_table(server, "wherever-we-go")
    table.player.do("make", name="Nyx")
    table.player.do("declare", character="c1", trait="stealth")
    gm = phones.at(table.gm)
    for name, hint in (("how it could end", "Well, or badly"), ("stakes", "What it costs")):
        field = gm.roll.get_by_role("textbox", name=name)
        expect(field).to_have_attribute("placeholder", hint)
        assert field.evaluate("each => each.scrollWidth <= each.clientWidth"), name


@pytest.mark.parametrize(("game", "trait"), [("wherever-we-go", "stealth"), ("illuminated-worlds", "strike")])
def test_what_the_gm_said_before_the_throw_belongs_to_the_told_roll(
    phones: Phones, server: RunningServer, game: str, trait: str
) -> None:
    table = seated(server, game)
    roll = table.player.do("declare", character="c1", trait=trait)["number"]
    said = {"expectations": "You get there, or you are seen.", "stakes": "Your good name."}
    table.gm.do("set", roll=roll, inputs=said)
    table.player.do("throw", roll=roll, dice=[6, 6])
    if game == "wherever-we-go":
        table.player.do("decide", roll=roll, option="keep")
    player = phones.at(table.player)
    quoted = "“You get there, or you are seen.” was how it could end; “Your good name.” was at stake"
    expect(player.roll.locator(".quote")).to_have_text(quoted)
    told = ["How it could end: You get there, or you are seen.", "At stake: Your good name."]
    assert all(each in "\n".join(player.log()) for each in told)
    assert all(each in table.gm.see("journal")["markdown"] for each in told)


def test_whether_the_roller_can_throw_now_is_said_above_the_button(phones: Phones, server: RunningServer) -> None:
    free, asked = seated(server, "in-the-dark"), open_table(server, "wherever-we-go")
    asked.player.do("make", name="Nyx")
    free.player.do("declare", character="c1", trait="skulk", inputs={"intent": "Past the dogs."})
    asked.player.do("declare", character="c1", trait="stealth")
    player, other = phones.at(free.player), phones.at(asked.player)
    says = "Throw now or wait for Gem: position, effect and what is at stake"
    expect(player.roll.locator(".needs")).to_have_text(says)
    expect(player.roll.locator("button.throw")).to_be_enabled()
    expect(other.roll.locator(".needs")).to_have_text("The throw waits for Gem: how it could end")
    expect(other.roll.locator("button.throw")).to_be_disabled()


def test_who_grants_a_bonus_is_said_and_another_source_is_added(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "wherever-we-go")
    table.player.do("declare", character="c1", trait="stealth")
    player, gm = phones.at(table.player), phones.at(table.gm, viewport=DESKTOP)
    bonus = player.roll.locator(".of-list", has_text="Bonus")
    expect(bonus.locator(".label")).to_contain_text("if the gm agrees")
    expect(player.roll.locator(".odds[aria-busy]")).to_have_count(0)
    player.page.evaluate(DRAWN)
    before = bonus.bounding_box()
    bonus.get_by_role("button", name="add 2 to bonus").click()
    expect(bonus.get_by_role("textbox")).to_have_attribute("placeholder", "from what?")
    assert bonus.bounding_box() == before
    assert bonus.locator(".label > span").first.evaluate(LINES) == 1
    assert all(
        each.evaluate("e => e.offsetLeft + e.offsetWidth <= e.parentElement.offsetLeft + e.parentElement.offsetWidth")
        for each in bonus.locator(".chip").all()
    )
    penalty = gm.roll.locator(".of-list", has_text="Penalty")
    expect(penalty.get_by_text("and", exact=True)).to_have_count(0)
    penalty.get_by_role("button", name="add 1 to penalty").click()
    expect(penalty.locator(".list")).to_have_text("−1×and−1−2−3")


def test_positions_and_effects_run_from_the_worst_to_the_best(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "in-the-dark")
    table.player.do("declare", character="c1", trait="skulk")
    gm = phones.at(table.gm, viewport=DESKTOP)
    for name, values in (("Position", ["bad", "normal", "good"]), ("Effect", ["limited", "normal", "great"])):
        options = gm.roll.get_by_role("radiogroup", name=name).get_by_role("radio")
        expect(options).to_have_count(len(values))
        assert [each.get_attribute("aria-label") for each in options.all()] == values
        expect(options.nth(1)).to_be_checked()
    gm.roll.get_by_role("button", name="Target level", exact=True).click()
    expect(gm.page.get_by_text("A die less for each level above the crew's")).to_be_visible()


def test_a_switch_of_the_whole_table_stands_once_at_the_gms_desk(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "in-the-dark")
    gm, player = phones.at(table.gm, viewport=DESKTOP), phones.at(table.player, viewport=DESKTOP)
    gm.page.get_by_role("button", name="Gm", exact=True).click()
    expect(gm.page.get_by_role("switch", name="Off the job")).to_have_count(1)
    expect(player.page.get_by_role("switch", name="Off the job")).to_have_count(1)


def test_while_a_character_is_made_only_dice_to_begin_with_are_offered(phones: Phones, server: RunningServer) -> None:
    table = open_table(server, "wherever-we-go")
    player = phones.at(table.player)
    player.page.get_by_role("button", name="Step by step").first.click()
    skill = player.page.get_by_role("radiogroup", name="stealth")
    expect(skill.get_by_role("radio")).to_have_text(["–", "d6", "d8"])
    attribute = player.page.get_by_role("radiogroup", name="wits").get_by_role("radio", name="d10")
    expect(attribute).to_be_visible()


def test_that_a_helper_is_asked_to_roll_first_is_said_in_full_at_the_desk(
    phones: Phones, server: RunningServer
) -> None:
    table = seated(server, "wherever-we-go")
    roll = table.player.do("declare", character="c1", trait="stealth")["number"]
    table.other.do("offer", roll=roll, character="c2", how="keeps watch")
    gm = phones.at(table.gm, viewport=DESKTOP)
    assert gm.roll.get_by_role("button", name="ask to roll first").inner_text() == "ask to roll first"
    assert not gm.roll.locator(".offers .what").evaluate("each => each.scrollHeight > each.clientHeight + 2")


def test_advice_names_no_option_that_cannot_reach_it(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "wherever-we-go")
    roll = table.player.do("declare", character="c1", trait="stealth")["number"]
    table.player.do("throw", roll=roll, dice=[1, 1])
    player = phones.at(table.player)
    player.roll.get_by_role("button", name="What is best?").click()
    first = player.roll.locator(".advice li").first
    expect(first).to_contain_text("For great success: only Gamble (")
    assert " %" not in str(first.text_content()), "a percentage is broken between its number and its sign"
