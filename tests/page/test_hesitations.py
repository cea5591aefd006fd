"""What newcomers hesitated at: nothing moves under a finger, and words say what happens."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.page.phones import DESKTOP, Phones, at_ease
from tests.server import RunningServer, open_table

pytestmark = pytest.mark.slow


def names_shown(page: Page) -> list[str]:
    return page.locator(".roll .mods .control .label > span:first-child").all_inner_texts()


def test_an_input_of_the_odds_page_stays_where_it_is_touched(phones: Phones) -> None:
    page = phones.phone().page
    page.goto(f"{phones.address}/odds/wherever-we-go?decide.push=push")
    more = page.locator(".inputs details.more")
    more.locator("summary").first.click()
    for _ in range(3):
        more.get_by_role("button", name="more stress", exact=True).click()
    expect(more.get_by_role("group", name="stress").locator("output")).to_have_text("3")
    page.get_by_role("button", name="Compare with another").click()
    expect(page.locator(".difference")).to_have_text(re.compile("Now change something"))
    more.get_by_role("button", name="less stress", exact=True).click()
    expect(page.locator(".difference")).to_have_text(re.compile(r"\d+ %, ([+−]\d+ points?|the same)"))


def test_a_round_and_help_in_true_world(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "true-world")
    thing = {"kind": "boost", "name": "Death grip", "does": [{"use": "lifts the effect for grit"}]}
    table.player.do("make", name="Nyx", values={"grit": 1, "things": [thing]})
    table.other.do("make", name="Moth")
    player, ally = phones.at(table.player), phones.at(table.other)
    player.tab("Me")
    expect(player.page.locator(".sheet .chooser .primary")).to_have_count(0)
    player.page.locator(".sheet .traits").get_by_role("button", name="Unskilled (d4)").click()
    expect(player.roll).to_be_visible()
    table.gm.do("set", roll=table.gm.see()["rolls"][0]["roll"], inputs={"difficulty": "d6"})
    expect(player.roll.get_by_role("button", name="Throw 3 dice")).to_be_visible()
    before = names_shown(player.page)
    player.roll.get_by_role("switch", name="Use Death grip").click()
    expect(player.roll.get_by_role("switch", name="Use Death grip")).to_have_attribute("aria-checked", "true")
    assert names_shown(player.page) == before
    player.roll.get_by_role("button", name="Take the roll back").click()
    for phone in (player, ally):
        phone.tab("Me")
    table.gm.do("begin_round")
    player.page.locator(".call-back").click()
    player.page.get_by_label("What Nyx is about to do").fill("climbs the tower")
    player.page.locator(".rounds").get_by_role("button", name="Say it").click()
    expect(player.page.locator(".panel > .rounds ~ .stage")).to_be_visible()
    table.other.do("intend", character="c2", intention="holds the rope")
    table.gm.do("begin_actions")
    roll = table.player.do("declare", character="c1", move="assisted", trait="climbing")["number"]
    table.gm.do("set", roll=roll, inputs={"difficulty": "d6", "position": "neutral"})
    table.other.do("offer", roll=roll, character="c2", trait="athletics")
    expect(ally.roll.locator(".works")).to_contain_text("Moth’s help counted in. Their dice:")
    expect(ally.roll.locator(".die .source").first).to_have_text("athletics")
    table.other.do("throw", roll=roll, dice=[6, 1])
    expect(ally.roll.get_by_text("Moth helped!")).to_be_visible()


def test_what_is_sworn_and_what_is_paid_in_starforged(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "starforged")
    table.player.do("make", name="Nyx")
    player, gm = phones.at(table.player), phones.at(table.gm)
    player.tab("Me")
    sheet = player.page.locator(".sheet")
    expect(sheet.get_by_text("Companion health", exact=True)).to_have_count(0)
    sheet.get_by_text("Swear a vow, or begin an expedition, connection, fight or scene").click()
    sheet.get_by_label("What it is called").fill("Bring them home")
    sheet.get_by_role("button", name="Begin", exact=True).click()
    expect(sheet.get_by_label("What it is called")).to_be_hidden()
    table.player.do("mark_progress", undertaking=table.player.see()["undertakings"][0]["undertaking"])
    sheet.get_by_label("Move", exact=True).select_option("face_danger")
    player.declare("Edge")
    expect(player.roll.locator(".who")).to_contain_text("Face danger")
    roll = table.gm.see()["rolls"][-1]["roll"]
    table.player.do("throw", roll=roll, dice=[1, 10, 9])
    expect(gm.roll.get_by_role("button", name="Choose what it brings")).to_be_disabled()
    expect(gm.roll.get_by_text("Companion takes a hit")).to_have_count(0)
    gm.roll.get_by_role("textbox", name="price in words").press_sequentially("Pirates.")
    expect(gm.roll.get_by_role("button", name="In words", exact=True)).to_have_attribute("aria-pressed", "true")
    gm.roll.get_by_role("button", name="So it is").click()
    expect(gm.roll.get_by_text("“Pirates.”")).to_be_visible()
    player.tab("Me")
    player.page.locator(".undertakings").get_by_role("button", name="Roll to finish it: Bring them home").click()
    expect(player.roll.locator(".who")).to_contain_text("“Bring them home”, 3 boxes")
    roll = table.gm.see()["rolls"][-1]["roll"]
    table.player.do("throw", roll=roll, dice=[1, 9])
    expect(
        player.roll.get_by_role("button", name=re.compile("The whole reward.*Set right what is left"))
    ).to_be_visible()
    player.roll.get_by_role("button", name=re.compile("lesser reward.*no ticks")).click()
    expect(player.roll.locator("button.settle small")).to_have_text("Nyx: the lesser reward")
    player.roll.locator("button.settle").click()
    player.tab("Me")
    expect(player.page.locator(".undertakings").get_by_text("It is done.")).to_be_visible()


def test_alone_a_written_line_is_the_oracles_question(phones: Phones, server: RunningServer) -> None:
    table = open_table(server, "starforged", with_gm=False)
    for seat in (table.player, table.other, table.onlooker):
        seat.do("leave")
    table.gm.do("make", name="Kes")
    table.gm.do("begin_evening")
    phone = phones.at(table.gm)
    roll = table.gm.do("declare", character="c1", move="oracle")["number"]
    expect(phone.roll.get_by_placeholder("What do you ask?")).to_be_visible()
    expect(phone.roll.get_by_placeholder("What is at stake?")).to_have_count(0)
    expect(phone.roll.locator(".works")).to_contain_text("50 % yes")
    phone.choose("likelihood", "likely")
    expect(phone.roll.locator(".works")).to_contain_text("75 % yes")
    table.gm.do("withdraw", roll=roll)
    phone.tab("Log")
    phone.page.get_by_role("radio", name="Journal").click()
    phone.page.get_by_role("textbox", name="Prose").fill("Is anyone aboard?")
    oracle = phone.page.get_by_role("group", name="Ask the oracle")
    assert oracle.get_by_role("button").all_inner_texts()[0] == "almost certain"
    oracle.get_by_role("button", name="50 : 50").click()
    expect(phone.page.locator(".journal .folded")).to_contain_text("Is anyone aboard?")
    expect(phone.page.get_by_role("textbox", name="Prose")).to_have_value("")
    recap = table.gm.see("recap")["markdown"]
    assert "## Asked of fate" in recap
    assert "Is anyone aboard?" in recap
    table.gm.do("end_evening")
    table.gm.do("begin_evening")
    phone.page.get_by_role("radio", name="Journal").click()
    expect(phone.page.get_by_text("Last time: Evening 1")).to_be_visible()


def test_what_cannot_help_or_be_paid_is_not_to_be_tapped(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "wherever-we-go")
    table.player.do("make", name="Nyx")
    player = phones.at(table.player)
    player.declare("Stealth")
    push = player.roll.get_by_role("switch", name="Push")
    expect(push).to_contain_text("No stress")
    expect(push).to_be_disabled()
    other = at_ease(server, "true-world")
    thing = {"kind": "boost", "name": "Death grip", "does": [{"use": "shifts the odds for grit"}]}
    other.player.do("make", name="Kes", values={"grit": 0, "things": [thing]})
    roll = other.player.do("declare", character="c1", trait="climbing")["number"]
    other.gm.do("set", roll=roll, inputs={"difficulty": "d6", "position": "neutral"})
    climber = phones.at(other.player)
    grip = climber.roll.get_by_role("switch", name="Use Death grip")
    expect(grip).to_be_disabled()
    expect(grip).to_contain_text("grit")
    other.gm.do("edit", where="c1", values={"grit": 1})
    expect(grip).to_be_enabled()


def test_a_thin_part_of_the_odds_tells_its_chance_in_the_key(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "in-the-dark")
    table.player.do("make", name="Nyx", values={"skulk": 1})
    player = phones.at(table.player)
    player.declare("Skulk")
    parts = player.roll.locator(".standing .segment .chance").all_inner_texts()
    thin = player.roll.locator(".standing .segment .chance.tight").all_inner_texts()
    key = player.roll.locator(".standing .tiers")
    assert len(thin) < len(parts)
    for chance in thin:
        expect(key).to_contain_text(chance)


def test_the_line_back_to_a_roll_is_read_whole(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "wherever-we-go")
    table.player.do("make", name="Tamsin of the Long Lantern Street")
    roll = table.player.do("declare", character="c1", trait="stealth")["number"]
    player = phones.at(table.player)
    player.tab("Me")
    back = player.page.locator(".call-back")
    expect(back).to_contain_text("Tamsin of the Long Lantern Street")
    assert back.evaluate("each => [...each.children].every((part) => part.scrollWidth <= part.clientWidth + 1)")
    assert back.evaluate("each => each.scrollWidth <= each.clientWidth + 1"), roll


@pytest.mark.parametrize("who", ["player", "gm"])
def test_adds_that_wait_behind_a_tap_are_read_and_tapped(phones: Phones, server: RunningServer, who: str) -> None:
    table = at_ease(server, "starforged")
    table.player.do("make", name="Sable Orn", values={"iron": 3})
    table.player.do("declare", character="c1", trait="iron", inputs={"sf_move": "face_danger"})
    phone = phones.at(getattr(table, who), **({} if who == "player" else {"viewport": DESKTOP}))
    phone.roll.get_by_text("More about this roll").click()
    late = phone.roll.get_by_role("group", name="late adds")
    late.get_by_role("button", name="add 1 to late adds").click()
    expect(late.get_by_role("button", name="remove 1 from late adds")).to_be_visible()
    tall = phone.roll.get_by_text("Late adds", exact=True).bounding_box() or {"height": 999}
    assert tall["height"] < 40
    assert phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_move_is_chosen_before_its_stat_and_fate_takes_no_things(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "starforged")
    table.player.do("make", name="Nyx", values={"things": [{"kind": "asset", "name": "Quartermaster"}]})
    player = phones.at(table.player)
    player.tab("Me")
    sheet = player.page.locator(".sheet")
    expect(sheet.get_by_text("Choose the move above, then tap what it is rolled with")).to_be_visible()
    sheet.get_by_label("Move", exact=True).select_option("compel")
    expect(sheet.get_by_text("Tap to roll", exact=True)).to_be_visible()
    roll = table.player.do("declare", character="c1", move="price")["number"]
    expect(player.roll.locator("button.throw")).to_be_enabled()
    expect(player.roll.get_by_role("switch", name="Use Quartermaster")).to_have_count(0)
    table.player.do("withdraw", roll=roll)
    vow = table.player.do("undertake", kind="vow", name="Beacon", rank="dangerous", character="c1")
    made = vow["entries"][0]["entry"]["undertaking"]
    table.player.do("declare", character="c1", move="progress", undertaking=made, inputs={"may_recommit": True})
    expect(player.roll.get_by_text("Fulfill your vow").first).to_be_visible()
    for said in ("on a miss, ask whether to go on", "may recommit"):  # asked once the dice lie, whatever is set
        expect(player.roll.get_by_text(said)).to_have_count(0)


LINES = """
() => [...document.querySelectorAll(".odds .tiers b, .pill b")].map(
  (each) => each.getBoundingClientRect().height / parseFloat(getComputedStyle(each).fontSize),
)
"""


def test_no_number_is_torn_and_nothing_possible_goes_without(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "true-world")
    table.player.do("make", name="Nyx")
    player = phones.at(table.player)
    roll = table.player.do("declare", character="c1", trait="athletics")["number"]
    table.gm.do("set", roll=roll, inputs={"difficulty": "d6", "position": "advantage"})
    told = player.roll.locator(".odds .tiers")
    expect(told).to_contain_text("critical success0 %")
    heights = player.page.evaluate(LINES)
    assert heights
    assert max(heights) < 1.7
    expect(player.roll.locator(".locked small").first).to_have_text("the gm says so")
    lines = "each => [each.previousSibling, each].map((part) => part.getBoundingClientRect())"
    value, reason = player.roll.locator(".locked small").first.evaluate(lines)
    assert reason["top"] >= value["bottom"] - 2  # each on a line of its own
    assert reason["height"] < 1.5 * value["height"]
