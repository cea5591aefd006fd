"""What made newcomers hesitate at a table: each is said where they look."""

import re
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from tests.page.phones import DESKTOP, DRAWN, LINES, Phones, at_ease, seated
from tests.server import NewTable, RunningServer, open_table


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
    lines = ["At stake “Your good name.”", "Could end “You get there, or you are seen.”"]
    is_open = bool(table.gm.see(f"rolls/{roll}")["open_dues"])
    expect(player.roll.locator(".quote p")).to_have_text(lines if is_open else lines[:1])
    told = ["How it could end: You get there, or you are seen.", "At stake: Your good name."]
    assert all(each in "\n".join(player.log()) for each in told)
    assert all(each in table.gm.see("journal")["markdown"] for each in told)


def test_whether_the_roller_can_throw_now_is_said_above_the_button(phones: Phones, server: RunningServer) -> None:
    free, asked = seated(server, "in-the-dark"), open_table(server, "wherever-we-go")
    asked.player.do("make", name="Nyx")
    free.player.do("declare", character="c1", trait="skulk", inputs={"intent": "Past the dogs."})
    asked.player.do("declare", character="c1", trait="stealth")
    player, other = phones.at(free.player), phones.at(asked.player)
    says = "Throw now, or let Gem say position, effect and what is at stake"
    expect(player.roll.locator(".needs")).to_have_text(says)
    expect(player.roll.locator("button.throw")).to_be_enabled()
    expect(other.roll.locator(".needs")).to_have_text("The throw waits for Gem: how it could end")
    expect(other.roll.locator("button.throw")).to_be_disabled()


def test_who_grants_a_bonus_is_said_and_another_source_is_added(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "wherever-we-go")
    table.player.do("declare", character="c1", trait="stealth")
    player, gm = phones.at(table.player), phones.at(table.gm, viewport=DESKTOP)
    bonus = player.roll.locator(".of-list", has_text="Bonus")
    expect(bonus.locator(".label")).to_contain_text("unless the gm says no")
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
    at_desk = gm.roll.locator(".of-list", has_text="Bonus")
    at_desk.get_by_role("button", name="add 1 to bonus").click()
    expect(at_desk.locator(".chip.has")).to_have_count(2)
    assert at_desk.locator(".list").evaluate("each => each.scrollWidth <= each.clientWidth")
    assert at_desk.get_by_role("textbox").evaluate("each => each.scrollHeight <= each.clientHeight")
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
    expect(gm.page.get_by_text("A die less for each level above the crew’s").last).to_be_visible()


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
    table.other.do("rename_character", character="c2", name="Hob Lantern")
    expect(gm.roll.locator(".offers b")).to_contain_text("Hob Lantern")
    assert gm.roll.locator(".offers b").evaluate(LINES) == 1
    assert not gm.roll.locator(".offers .what").evaluate("each => each.scrollHeight > each.clientHeight + 2")


def test_advice_names_no_option_that_cannot_reach_it(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "wherever-we-go")
    roll = table.player.do("declare", character="c1", trait="stealth")["number"]
    table.player.do("throw", roll=roll, dice=[1, 1])
    player = phones.at(table.player)
    player.roll.get_by_role("button", name="What is best?").click()
    first = player.roll.locator(".advice li").first
    expect(first).to_contain_text("Only “Gamble” can still bring great success: ")
    assert " %" not in str(first.text_content()), "a percentage is broken between its number and its sign"
    expect(player.roll.locator(".advice li").last).to_have_text("This looks only at the odds, not at the price.")


def test_advice_that_counts_on_a_later_choice_says_so(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "starforged")
    things = [{"kind": "asset", "name": "Navigator", "does": [{"use": "reroll challenge"}]}]
    table.player.do("make", name="Nyx", values={"things": things, "momentum": 9})
    inputs = {"sf_move": "face_danger", "things": ["Navigator"]}
    roll = table.player.do("declare", character="c1", trait="edge", inputs=inputs)["number"]
    table.player.do("throw", roll=roll, dice=[5, 8, 10])
    player = phones.at(table.player)
    player.roll.get_by_role("button", name="What is best?").click()
    says = (
        "What may still be decided after it is taken as best for that. This looks only at the odds, not at the price."
    )
    expect(player.roll.locator(".advice li").last).to_have_text(says)


def in_intentions(server: RunningServer) -> tuple[NewTable, int]:
    """Someone rolls in a round before its actions began, as whoever leads may ask for it."""
    table = seated(server, "true-world")
    table.gm.do("begin_round")
    table.player.do("intend", character="c1", intention="climbs the wall")
    return table, int(table.gm.do("declare", character="c1", trait="climbing")["number"])


def test_a_roll_before_the_actions_of_a_round_is_in_sight_and_says_so(phones: Phones, server: RunningServer) -> None:
    table, _ = in_intentions(server)
    player, gm = phones.at(table.player), phones.at(table.gm)
    for phone in (player, gm):
        held = phone.roll.locator(".held")
        expect(held).to_have_text("Intentions are said first; the gm begins the actions.")
        head = phone.roll.locator(".intent, .intent textarea").last
        expect(head).to_be_in_viewport(ratio=1)
        expect(phone.roll.locator("button.throw")).to_be_in_viewport(ratio=1)
        tops = [each.bounding_box() for each in (head, held, phone.roll.locator(".throwing"))]
        assert all(one and other and one["y"] + one["height"] <= other["y"] + 1 for one, other in pairwise(tops))
        expect(phone.roll).not_to_contain_text("The odds stand here")
        expect(phone.page.locator(".rounds > summary")).to_have_text("Round 1: intentions")
    expect(player.roll.locator("textarea").first).to_have_value("Climbs the wall")
    begin = gm.roll.get_by_role("button", name="Begin the actions, 1 waits and sees")
    box = begin.bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390
    begin.click()
    expect(gm.roll.locator(".held")).to_have_count(0)
    assert table.gm.see()["values"]["intentions"]["c2"] is False


def test_nothing_looks_as_if_it_could_be_rolled_before_the_actions(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "true-world")
    table.gm.do("begin_round")
    player = phones.at(table.player)
    player.tab("Me")
    sheet = player.page.locator(".sheet")
    expect(sheet.locator(".traits > .lab")).to_have_text("Nobody rolls yet: the gm begins the actions")
    tiles = sheet.locator("button.trait")
    expect(tiles.first).to_be_disabled()
    expect(sheet.get_by_role("button", name="Unskilled")).to_be_disabled()
    sheet.get_by_label("Kind of roll").select_option("All together")  # which no round holds back
    expect(tiles.first).to_be_enabled()
    sheet.get_by_label("Kind of roll").select_option("Act")
    table.gm.do("begin_actions", waits=True)
    expect(tiles.first).to_be_enabled()
    expect(sheet.locator(".traits > .lab")).to_have_text("Tap to roll")


def test_a_roll_that_is_no_action_of_the_round_says_so_of_itself(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "true-world")
    table.gm.do("rule", rulings={"quick_in_rounds": "free"})
    table.gm.do("begin_round")
    table.gm.do("begin_actions", waits=True)
    table.player.do("declare", character="c1", trait="blades", move="quick")
    player = phones.at(table.player)
    player.tab("Table")
    summary = player.page.locator(".rounds > summary")
    expect(summary).to_have_text("Round 1: actions · not your action")
    assert summary.evaluate("each => each.clientHeight") < 60  # on one line


def helped_climb(server: RunningServer) -> tuple[NewTable, int]:
    table = seated(server, "true-world")
    roll = int(table.player.do("declare", character="c1", trait="climbing")["number"])
    table.gm.do("set", roll=roll, inputs={"difficulty": "d6", "position": "neutral"})
    table.other.do("offer", roll=roll, character="c2", input="helper_abilities", trait="athletics", how="A hand.")
    return table, roll


def test_who_helps_reads_the_chance_of_their_own_roll(phones: Phones, server: RunningServer) -> None:
    """A d6 against a d4: 18 of 24 ways, and by another skill another."""
    table, roll = helped_climb(server)
    helper = phones.at(table.other)
    expect(helper.roll.locator(".works")).to_contain_text("Moth’s own roll: 75 %, challenging.")
    table.other.do("offer", roll=roll, character="c2", input="helper_abilities", trait="blades", how="A hand.")
    expect(helper.roll.locator(".works")).to_contain_text("Moth’s own roll: 81 %, challenging.")
    table.other.do("throw", roll=roll, dice=[8, 1])
    expect(helper.roll.locator(".works")).not_to_contain_text("own roll")


def test_own_dice_after_help_are_large_where_they_fell(phones: Phones, server: RunningServer) -> None:
    table, roll = helped_climb(server)
    table.other.do("throw", roll=roll, dice=[6, 1])
    table.player.do("throw", roll=roll, dice=[8, 3, 1])
    player = phones.at(table.player)
    own = player.roll.locator(".fallen .of-side:not(.helper) .die > svg")
    expect(own).to_have_count(3)
    assert set(own.evaluate_all("all => all.map((each) => Math.round(each.getBoundingClientRect().width))")) == {72}
    helps = player.roll.locator(".fallen .of-side.helper .die > svg").first
    assert helps.evaluate("each => each.getBoundingClientRect().width") < 60


def test_the_gm_reads_on_a_phone_what_each_part_of_the_bar_is(phones: Phones, server: RunningServer) -> None:
    table, _ = helped_climb(server)
    gm = phones.at(table.gm)
    key = gm.roll.locator(".odds .tiers li")
    expect(key).to_have_count(6)
    for each in key.all():
        expect(each).to_be_in_viewport(ratio=1)
    told = " ".join(key.all_inner_texts())
    assert "critical success" in told
    thin = [place for place, each in enumerate(gm.roll.locator(".segment").all()) if each.locator("svg").count() == 0]
    assert thin
    assert all("%" in key.nth(place).inner_text() for place in thin), "what has no number in the bar has it in its key"


def test_a_group_is_told_by_what_all_roll_with_and_its_dice_stand_on_one_line(
    phones: Phones, server: RunningServer
) -> None:
    table = seated(server, "true-world")
    table.other.do("edit", where="c2", values={"crafts": "d6"})
    roll = table.gm.do("declare", character="c1", trait="crafts", move="group", members=["c1", "c2"])["number"]
    table.gm.do("set", roll=roll, inputs={"difficulty": "d8", "position": "neutral"})
    table.player.do("throw", roll=roll, dice=[1, 8, 4])
    table.other.do("throw", roll=roll, dice=[1, 7])
    player, gm = phones.at(table.player), phones.at(table.gm)
    names = player.roll.locator(".fallen .source")
    expect(names).to_have_text(["unskilled", "difficulty", "position", "crafts", "difficulty"], ignore_case=True)
    lines = "all => all.map((each) => Math.round(each.getBoundingClientRect().bottom))"
    assert len(set(names.evaluate_all(lines))) == 1
    expect(gm.roll.locator(".due-says")).to_have_text("Name what the group’s failure brings.")
    gm.roll.get_by_role("button", name="Stress", exact=True).click()
    gm.roll.get_by_role("button", name="+ another person").click()
    expect(gm.roll.locator("button.settle")).to_contain_text("Moth")


def test_making_keeps_its_rule_in_sight_and_groups_as_the_sheet_does(phones: Phones, server: RunningServer) -> None:
    player = phones.at(open_table(server, "in-the-dark").player)
    player.tab("Me")
    player.page.get_by_role("button", name="Step by step").click()
    making, dots = player.page.locator(".making"), player.page.get_by_role("region", name="Action dots")
    expect(making).to_contain_text("The points are placed already: move them as you like.")
    expect(dots.locator("h5")).to_have_text(["Insight", "Prowess", "Resolve"])
    dots.get_by_role("button", name="more operate").click()
    expect(dots.get_by_text("1 too many")).to_be_visible()
    expect(dots.get_by_text("none above two to begin with")).to_be_visible()
    other = phones.at(open_table(server, "true-world").player)
    other.tab("Me")
    other.page.get_by_role("button", name="Step by step").click()
    boosts = other.page.get_by_role("region", name="Boosts").locator(".kinds .chip")
    expect(boosts.filter(has_text="+").nth(2)).to_be_visible()  # more than the two that are chosen


def test_a_result_is_told_in_short_and_its_words_and_steps_tell_the_rest(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "true-world")
    roll = table.player.do("declare", character="c1", trait="climbing")["number"]
    table.gm.do("set", roll=roll, inputs={"difficulty": "d6", "position": "neutral"})
    table.player.do("throw", roll=roll, dice=[1, 5])
    player, gm = phones.at(table.player), phones.at(table.gm)
    why = player.roll.locator(".why")
    expect(why).to_have_text("4 short, so the effect of the failure is complete.")
    why.get_by_role("button", name="effect").click()
    expect(player.page.get_by_text("apart plus 1: to 3 marginal, to 6 complete, then critical.")).to_be_visible()
    player.roll.get_by_text("Step by step, with the rules").click()
    expect(player.roll).to_contain_text("4 plus 1 is 5, and 4 to 6 is complete (TW-30).")
    expect(gm.roll.locator(".due-says")).to_have_text("Name what a complete failure brings, such as 2 stress.")
    assert "plus 1" not in table.gm.see("journal")["markdown"]


def test_where_no_die_is_chosen_what_the_dice_make_is_told_before_a_decision(
    phones: Phones, server: RunningServer
) -> None:
    table = seated(server, "starforged", momentum=9)
    roll = table.player.do("declare", character="c1", trait="edge")["number"]
    table.player.do("throw", roll=roll, dice=[1, 9, 6])
    player = phones.at(table.player)
    expect(player.roll.locator("button.option")).to_have_count(2)
    expect(player.roll.locator(".why")).to_contain_text("As it stands, 1 + ")


def test_advice_names_the_options_as_they_stand_on_the_screen(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "illuminated-worlds", read=2, read_gilded=True, cunning_max=6, cunning=2)
    roll = table.player.do("declare", character="c1", trait="read")["number"]
    table.player.do("throw", roll=roll, dice=[4, 1])
    player = phones.at(table.player)
    expect(player.roll.locator(".why")).to_have_text("To choose from: the dice that stand out.")
    expect(player.roll.locator(".die.forward")).to_have_count(2)
    options = player.roll.locator("button.option strong")
    expect(options).to_have_text(["Take the 4", "Take the gilded 1", "Burn a resistance"])
    player.roll.get_by_role("button", name="What is best?").click()
    said = player.roll.locator(".advice li")
    expect(said.nth(2)).to_have_text(re.compile(r"^For mixed success or better: Take the 4 \(100.%; Burn a resistance"))
    expect(player.roll.locator(".advice")).not_to_contain_text("Let it stand")
    table.player.do("decide", roll=roll, option="gilded")
    expect(player.roll.locator(".headline")).to_have_text("Failure")
    expect(player.roll.locator(".die.forward")).to_have_count(1)


def test_who_is_called_for_a_roll_reads_that_before_other_news(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "illuminated-worlds", read=2)
    player = phones.at(table.player)
    player.tab("Me")
    table.gm.do("make_clock", name="It wakes", size=6)
    expect(player.page.locator(".news")).to_contain_text("It wakes")
    table.gm.do("declare", character="c1", trait="read")
    expect(player.page.locator(".news")).to_contain_text("Gem asks you to roll Read")
    player.page.locator(".news").get_by_role("button", name="To the roll").click()
    expect(player.roll.locator("header")).to_contain_text("Read")


def test_who_is_down_is_not_said_to_join_and_is_offered_it_behind_their_state(
    phones: Phones, server: RunningServer
) -> None:
    table = seated(server, "illuminated-worlds", read=2)
    table.gm.do("edit", where="c2", values={"incapacitated": True})
    roll = table.player.do("declare", character="c1", trait="read", move="group")["number"]
    player, other = phones.at(table.player), phones.at(table.other)
    expect(player.roll).to_be_visible()
    expect(player.roll).not_to_contain_text("may still join")
    state = other.roll.locator("details", has_text="Moth is incapacitated")
    expect(state).to_be_visible()
    expect(other.roll.get_by_role("button", name=re.compile("Moth helps|helps"))).to_have_count(0)
    state.locator("summary").first.click()
    expect(state.locator("button").first).to_be_visible()  # the gm may let them
    table.gm.do("edit", where="c2", values={"incapacitated": False})
    expect(player.roll).to_contain_text("Moth may still join")
    assert roll


def test_the_words_of_the_game_hold_what_stands_on_its_sheets(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "starforged")
    table.player.do("make", name="Nyx")
    phone = phones.at(table.player)
    phone.tab("Me")
    words = phone.page.locator("details.glossary").first
    words.locator("summary").click()
    for word in ("Bad spot", "Rank", "Supply", "Integrity", "Tension", "Momentum"):
        expect(words.locator("b", has_text=re.compile(f"^{word}: "))).to_have_count(1)
    expect(words).to_contain_text("in control")
    tops = [box["y"] + box["height"] for each in words.locator("p").all()[:2] if (box := each.bounding_box())]
    second = words.locator("p").nth(1).bounding_box()
    assert second
    assert second["y"] - tops[0] >= 4


LOCKPICKS = {"kind": "gear", "name": "Fine lockpicks", "does": [{"use": "right tool", "value": 1}]}
DRIVE = {"kind": "drive", "name": "Find my brother", "does": [{"use": "act on it", "value": 2}]}


def test_each_thing_that_is_paid_for_says_what_it_does_and_what_brings_no_more_says_why(
    phones: Phones, server: RunningServer
) -> None:
    table = seated(server, "wherever-we-go", stress=2, things=[LOCKPICKS, DRIVE])
    roll = table.player.do("declare", character="c1", trait="stealth")["number"]
    said = {"bonus": [1], "bonus_from": "a rope", "things": ["Find my brother"]}
    table.player.do("set", roll=roll, inputs=said, decide={"push": "push"})
    player = phones.at(table.player)
    expect(player.roll.locator(".costs")).to_contain_text("It costs Nyx 2 willpower.")
    push = player.roll.get_by_role("switch", name="Push")
    expect(push).to_contain_text("Stress dice, 1 willpower.")
    expect(push).not_to_contain_text("3 → 1")
    picks = player.roll.get_by_role("switch", name="Use Fine lockpicks")
    expect(picks).to_contain_text("A bonus that steps the lower die up")
    expect(picks.locator(".effect")).to_have_text("changes nothing now: −1 beyond the limit")
    expect(player.roll.locator(".pill.hurt")).to_contain_text("stress shows a 1")
    expect(player.roll.locator(".pill.good")).to_contain_text("stress shows a 6")


def test_what_someone_takes_is_told_to_the_gm_and_taken_off_with_one_tap(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "wherever-we-go")
    roll = table.player.do("declare", character="c1", trait="stealth")["number"]
    gm, player = phones.at(table.gm), phones.at(table.player)
    player.roll.locator(".of-list", has_text="Bonus").get_by_role("button", name="add 1 to bonus").click()
    table.player.do("set", roll=roll, inputs={"bonus_from": "a rope"})
    told = gm.roll.locator(".wish")
    expect(told).to_contain_text("Nyx takes +1 bonus (a rope): it counts unless you say no")
    told.get_by_role("button", name="Take it off").click()
    expect(told).to_have_count(0)
    assert table.gm.see(f"rolls/{roll}")["inputs"]["bonus"]["value"] == []
    table.gm.do("set", roll=roll, inputs={"bonus": [2]})
    expect(gm.roll.locator(".says")).to_contain_text("+2 bonus")
    expect(told).to_have_count(0)  # who gives it themselves is not asked


def test_once_an_evening_is_over_no_roll_of_it_stays_on_the_table(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "wherever-we-go")
    table.gm.do("begin_evening", name="The ford")
    roll = table.player.do("declare", character="c1", trait="stealth")["number"]
    table.player.do("throw", roll=roll, dice=[8, 8])
    while table.gm.see(f"rolls/{roll}")["asks"]:
        table.gm.do("decide", roll=roll, option="keep")
    table.gm.do("settle", roll=roll, answer=[{"way": "nothing"}])
    player = phones.at(table.player)
    expect(player.roll.locator(".headline")).to_be_visible()
    table.gm.do("end_evening")
    expect(player.page.locator(".empty-stage")).to_be_visible()
    again = table.player.do("declare", character="c1", trait="stealth")["number"]
    expect(player.page.locator("article.roll")).to_be_visible()
    table.player.do("withdraw", roll=again)
    expect(player.page.locator(".empty-stage")).to_be_visible()
