"""Before the dice: making a character, building a roll, what is still to be said and by whom."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.page.phones import DESKTOP, Phones, at_ease
from tests.server import RunningServer, open_table

pytestmark = pytest.mark.slow


def test_what_is_open_of_a_character_stands_above_the_button(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "in-the-dark")
    page = phones.at(table.player).page
    page.get_by_role("button", name="Step by step").click()
    last = page.locator(".still-open")
    dots = page.get_by_label("Action dots", exact=True)
    dots.locator("button:enabled", has_text="−").first.click()
    expect(last).to_have_text(
        "Still open: 1 of 7 points left (Action dots), an ability, 2 of 2 gear left; nothing is forbidden."
    )
    button = page.get_by_role("button", name="Make them")
    edges = [each.evaluate("each => each.getBoundingClientRect().toJSON()") for each in (last, button)]
    assert 0 <= edges[1]["top"] - edges[0]["bottom"] < 40
    page.get_by_label("Name", exact=True).last.fill("Nix")
    button.click()
    expect(page.locator(".sheet h2")).to_have_text("Nix")


def test_a_character_as_the_game_has_it_leaves_nothing_open(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "starforged")
    page = phones.at(table.player).page
    page.get_by_role("button", name="Step by step").click()
    last = page.locator(".still-open")
    expect(last).to_have_text("Still open: 3 of 3 assets left; nothing is forbidden.")
    stats, assets = page.get_by_label("Stats", exact=True), page.get_by_label("Assets", exact=True)
    stats.get_by_role("button", name="more iron").click()
    expect(last).to_contain_text("3 still to give (Stats)")
    stats.get_by_role("button", name="less iron").click()
    for _ in range(3):
        assets.locator("button.chip[aria-pressed=false]").first.click()
    expect(last).to_have_text("All of it is as the game has it.")


SAID = {"intent": "You flatter him.", "stakes": "He calls the guard.", "expectations": "You are in, or known."}


def test_a_wish_to_lower_the_stakes_wipes_out_nothing(phones: Phones, server: RunningServer) -> None:
    table = open_table(server, "illuminated-worlds")
    table.player.do("make", name="Nyx")
    roll = table.player.do("declare", character="c1", trait="sway", inputs={"approach": "I smile at the clerk"})[
        "number"
    ]
    table.gm.do("set", roll=roll, inputs=SAID)
    player, gm = phones.at(table.player), phones.at(table.gm)
    player.roll.get_by_role("button", name="lower the stakes").click()
    boxes = gm.roll.locator(".intent textarea, .asked.proposed textarea")
    expect(boxes).to_have_count(3)
    assert [boxes.nth(place).input_value() for place in range(3)] == list(SAID.values())
    wish = "Nyx asks to lower the stakes: “I smile at the clerk, carefully, so that less is at stake”"
    expect(gm.roll.locator(".wish")).to_contain_text(wish)
    expect(player.roll.locator(".quote")).to_contain_text("He calls the guard.")
    expect(player.roll.locator("button.throw")).to_be_disabled()
    gm.roll.get_by_role("button", name="Agree: low stakes").click()
    expect(player.roll.locator("button.throw")).to_be_enabled()
    expect(player.roll.locator(".says").first).to_contain_text("low stakes")
    texts = table.gm.see(f"rolls/{roll}")["texts"]
    assert {name: texts[name] for name in SAID} == SAID
    table.player.do("set", roll=roll, inputs={"approach": "I smile at the clerk"})
    table.gm.do("set", roll=roll, inputs={**SAID, "stakes_level": "standard"})
    player.roll.get_by_role("button", name="lower the stakes").click()
    gm.write("stakes", "He remembers your face.")
    gm.roll.get_by_role("button", name="Leave it so").click()
    expect(player.roll.locator("button.throw")).to_be_enabled()
    expect(player.roll.locator(".quote")).to_contain_text("He remembers your face.")
    expect(gm.roll.locator(".wish")).to_have_count(0)
    assert table.gm.see(f"rolls/{roll}")["texts"] == {
        **SAID,
        "stakes": "He remembers your face.",
        "approach": "I smile at the clerk, carefully, so that less is at stake",
    }


def test_what_the_gm_only_agreed_to_gives_way_to_another_approach(phones: Phones, server: RunningServer) -> None:
    table = open_table(server, "illuminated-worlds")
    table.player.do("make", name="Nyx")
    roll = table.player.do("declare", character="c1", trait="sway", inputs={"approach": "I smile at the clerk"})[
        "number"
    ]
    table.gm.do("set", roll=roll, inputs={**SAID, "intent": "I smile at the clerk"})
    player, gm = phones.at(table.player), phones.at(table.gm)
    player.write("What I do", "I walk past.")
    expect(gm.roll.locator(".wish")).to_contain_text("Nyx does it another way: “I walk past.”")
    boxes = gm.roll.locator(".intent textarea, .asked.proposed textarea")
    expect(boxes.first).to_have_value("I walk past.")
    expect(boxes.nth(1)).to_have_value(SAID["stakes"])
    gm.roll.get_by_role("button", name=f"Still so: {SAID['stakes']}").click()
    gm.roll.get_by_role("button", name=f"Still so: {SAID['expectations']}").click()
    expect(player.roll.locator("button.throw")).to_be_enabled()
    assert table.gm.see(f"rolls/{roll}")["texts"]["intent"] == "I walk past."


def test_the_first_words_of_a_player_lock_nothing_and_stand_above_the_roll(
    phones: Phones, server: RunningServer
) -> None:
    table = open_table(server, "illuminated-worlds")
    table.player.do("make", name="Nyx")
    roll = table.player.do("declare", character="c1", trait="sway")["number"]
    player, gm = phones.at(table.player), phones.at(table.gm)
    expect(player.roll.locator(".needs")).to_have_text("Waiting for Gem: what is at stake and how it could end")
    for _ in range(2):
        gm.roll.locator(".asked.wanted .phrases button").first.click()
    expect(player.roll.locator("button.throw")).to_be_enabled()
    player.write("What I do", "I flatter the clerk.")
    expect(gm.roll.locator(".intent textarea")).to_have_value("I flatter the clerk.")
    expect(player.roll.locator("button.throw")).to_be_enabled()
    expect(player.roll.locator(".quote")).to_contain_text("It notices you.")
    table.player.do("throw", roll=roll, dice=[5, 2])
    expect(player.roll.locator("h2")).to_have_text("I flatter the clerk.")
    player.tab("Log")
    expect(player.page.locator("li.entry.story").first).to_contain_text("I flatter the clerk.")


def test_who_joins_is_told_to_the_gm_and_locks_nothing(phones: Phones, server: RunningServer) -> None:
    table = open_table(server, "illuminated-worlds")
    table.player.do("make", name="Nyx")
    table.other.do("make", name="Moth")
    roll = table.player.do("declare", character="c1", trait="sway")["number"]
    table.gm.do("set", roll=roll, inputs=SAID)
    player, gm = phones.at(table.player), phones.at(table.gm)
    expect(player.roll.locator("button.throw")).to_be_enabled()
    table.other.do("offer", roll=roll, character="c2", input="participants", how="I keep watch.")
    says = "Moth joins: “I keep watch”. Say anew how it could end, if that changes it."
    expect(gm.roll.locator(".wish")).to_have_text(says)
    expect(gm.roll.locator(".offers")).to_contain_text("I keep watch.")
    expect(gm.roll.locator(".offers small")).to_be_visible()
    expect(gm.roll.locator(".offers b")).to_have_text("Moth takes part", use_inner_text=True)
    expect(gm.roll.locator(".help > .lab")).to_have_count(0)  # it lends no die, and is called no help
    expect(player.roll.locator(".works")).to_contain_text("Moth takes part: 2 rating = 2 dice")
    expect(player.roll.locator(".needs")).to_have_text("Moth joins: Gem may say anew how it could end")
    expect(player.roll.locator("button.throw")).to_be_enabled()
    gm.write("how it could end", "In, both of you, or known.")
    expect(gm.roll.locator(".wish")).to_have_count(0)
    player.throw()
    expect(player.roll.locator(".fallen .die").first).to_be_visible()
    table.player.do("declare", character="c1", trait="sway", move="group")
    other = phones.at(table.other)
    expect(other.roll).to_contain_text("for a point of their own drive and a die each, or for neither. Six dice")
    helps, joins = other.roll.locator(".way-in .phrases").all()
    assert not {*helps.get_by_role("button").all_inner_texts()} & {*joins.get_by_role("button").all_inner_texts()}


def test_who_is_waited_for_stands_on_every_stage_and_then_whose_throw_it_is(
    phones: Phones, server: RunningServer
) -> None:
    table = open_table(server, "wherever-we-go")
    table.player.do("make", name="Nyx")
    table.other.do("make", name="Moth")
    roll = table.player.do("declare", character="c1", trait="stealth")["number"]
    player, ally, gm = phones.at(table.player), phones.at(table.other), phones.at(table.gm)
    for phone in (player, ally):
        expect(phone.roll.locator(".needs")).to_have_text("Waiting for Gem: how it could end")
    table.gm.do("set", roll=roll, inputs={"expectations": "In, or known.", "stakes": "You are seen."})
    expect(player.roll.locator(".turn")).to_have_text("Gem has spoken: your turn")
    for phone in (ally, gm):
        expect(phone.roll.locator(".turn")).to_have_text("Ann’s turn")
    table.other.do("offer", roll=roll, character="c2", how="keeps watch")
    expect(player.roll.locator(".works")).to_contain_text("+1 Moth helps: ")
    table.player.do("throw", roll=roll, dice=[1, 7])
    table.player.do("decide", roll=roll, option="keep")
    for phone in (player, ally):
        expect(phone.roll.locator(".turn")).to_have_text("Gem says what it brings")
    expect(gm.roll.locator(".turn")).to_have_text("Your turn")


def test_what_a_player_has_still_to_say_is_told_to_others_by_their_name(phones: Phones, server: RunningServer) -> None:
    table = open_table(server, "true-world")
    table.player.do("make", name="Nyx")
    roll = table.player.do("declare", character="c1", trait="climbing", inputs={"boosts": 1})["number"]
    table.gm.do("set", roll=roll, inputs={"difficulty": "d6", "position": "neutral"})
    needs = "how the boost is invoked"
    expect(phones.at(table.player).roll.locator(".needs")).to_have_text(f"Still to say: {needs}")
    expect(phones.at(table.other).roll.locator(".needs")).to_have_text(f"Waiting for Ann: {needs}")


THINGS: dict[str, tuple[str, dict[str, Any]]] = {
    "wherever-we-go": ("stealth", {"kind": "talent", "name": "Night", "does": [{"use": "talent die", "value": "d8"}]}),
    "starforged": ("edge", {"kind": "asset", "name": "Night", "does": [{"use": "add", "value": 1}]}),
    "illuminated-worlds": ("sway", {"kind": "ability", "name": "Night", "does": [{"use": "adds a die"}]}),
    "in-the-dark": ("skulk", {"kind": "gear", "name": "Night", "does": [{"use": "a good position"}]}),
    "true-world": ("climbing", {"kind": "boost", "name": "Night", "does": [{"use": "shifts the odds"}]}),
}


@pytest.mark.parametrize("game", THINGS)
def test_what_a_thing_makes_of_the_odds_is_seen_before_it_is_used(
    phones: Phones, server: RunningServer, game: str
) -> None:
    trait, thing = THINGS[game]
    table = at_ease(server, game)
    table.player.do("make", name="Nyx", values={"things": [thing]})
    roll = table.player.do("declare", character="c1", trait=trait)["number"]
    if game == "true-world":
        table.gm.do("set", roll=roll, inputs={"difficulty": "d6", "position": "neutral"})
    player = phones.at(table.player)
    tap = player.roll.get_by_role("switch", name="Use Night")
    effect = tap.locator(".effect b")
    expect(effect).to_have_text(re.compile(r"^\d+ → \d+ %$"))
    told = effect.inner_text()
    before, after = (f"{part.removesuffix(' %')} %" for part in told.split(" → "))
    expect(player.roll.locator(".works b").first).to_have_text(before)
    tap.click()
    expect(player.roll.locator(".works b").first).to_have_text(after)
    expect(effect).to_have_text(told)
    tap.click()
    expect(player.roll.locator(".works b").first).to_have_text(before)
    expect(effect).to_have_text(told)


def test_another_trait_takes_the_place_of_an_unthrown_roll(phones: Phones, server: RunningServer) -> None:
    table = open_table(server, "wherever-we-go")
    table.player.do("make", name="Nyx")
    table.other.do("make", name="Moth")
    player, ally = phones.at(table.player), phones.at(table.other)
    player.declare("Stealth")
    player.write("intent", "Over the roofs.")
    roll = table.gm.see()["rolls"][0]["roll"]
    table.gm.do("set", roll=roll, inputs={"stakes": "You are seen.", "expectations": "In, or known."})
    table.other.do("offer", roll=roll, character="c2", input="helpers", how="Keeps watch.")
    expect(ally.roll.locator(".who")).to_contain_text("Nyx · Stealth")
    player.declare("Mobility")
    expect(player.roll.locator(".who")).to_contain_text("Nyx · Mobility")
    for phone in (player, ally):
        expect(phone.roll.locator(".who")).to_contain_text("Nyx · Mobility")
        expect(phone.page.locator(".strip button")).to_have_count(0)
        expect(phone.roll.locator(".quote")).to_contain_text("You are seen.")
        expect(phone.roll.locator(".offers")).to_contain_text("Keeps watch.")
    expect(player.roll.get_by_role("textbox", name="intent")).to_have_value("Over the roofs.")
    assert [each["roll"] for each in table.gm.see()["rolls"]] == [roll]
    before = table.gm.see()["number"]
    player.declare("Mobility")
    expect(player.roll.locator(".who")).to_contain_text("Nyx · Mobility")
    assert table.gm.see()["number"] == before, "the same again changes nothing"
    table.gm.do("set", roll=roll, inputs={"expectations": "In, or known."})  # of another skill, asked for anew
    player.throw()
    expect(player.roll.locator(".fallen .die").first).to_be_visible()
    assert "Nyx rolls Mobility" in " ".join(ally.log())


def test_a_roll_that_the_gm_called_for_stays_beside_ones_own(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "in-the-dark")
    table.player.do("make", name="Nyx")
    called = table.gm.do("declare", character="c1", trait="attune")["number"]
    player = phones.at(table.player)
    player.declare("Skulk")
    expect(player.roll.locator(".who")).to_contain_text("Nyx · Skulk")
    rolls = {each["roll"]: each["trait"] for each in table.gm.see()["rolls"]}
    assert (len(rolls), rolls[called]) == (2, "attune")


def test_who_may_help_finds_that_before_what_is_not_theirs_to_touch(phones: Phones, server: RunningServer) -> None:
    table = open_table(server, "wherever-we-go")
    table.player.do("make", name="Nyx")
    table.other.do("make", name="Moth")
    table.player.do("declare", character="c1", trait="observation")
    ally = phones.at(table.other)
    help_, mods = ally.roll.locator(".help"), ally.roll.locator(".mods").first
    expect(help_).to_be_visible()
    tops = [each.evaluate("each => each.getBoundingClientRect().top") for each in (help_, mods)]
    assert tops[0] < tops[1]
    words = ally.roll.locator(".way-in").first.locator(".phrases button")
    rights = words.evaluate_all("all => all.map((each) => each.getBoundingClientRect().right)")
    assert max(rights) <= 390 - 16
    label = ally.roll.locator(".die .source", has_text="bservation")
    assert label.evaluate("each => each.getBoundingClientRect().height < 20"), "one line"


def test_what_the_roller_chooses_moves_nothing_under_the_gms_finger(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "in-the-dark")
    table.player.do("make", name="Nyx")
    roll = table.player.do("declare", character="c1", trait="skulk")["number"]
    gm = phones.at(table.gm)
    position = gm.roll.get_by_role("radiogroup", name="position")
    expect(position).to_be_visible()
    before = position.evaluate("each => each.getBoundingClientRect().top")
    table.player.do("set", roll=roll, inputs={"extra": "bargain"})
    expect(gm.roll.get_by_role("textbox", name="bargain")).to_be_visible()
    assert abs(position.evaluate("each => each.getBoundingClientRect().top") - before) < 1


def test_the_gm_lets_a_roll_go_on_with_one_tap_and_reads_what_is_missing(phones: Phones, server: RunningServer) -> None:
    table = open_table(server, "illuminated-worlds")
    table.player.do("make", name="Nyx")
    table.player.do("declare", character="c1", trait="sway")
    player, gm, ally = phones.at(table.player), phones.at(table.gm), phones.at(table.other)
    expect(gm.roll.locator(".needs")).to_have_text("Still to say: what is at stake and how it could end")
    expect(player.roll.locator(".needs")).to_have_text("Waiting for Gem: what is at stake and how it could end")
    expect(ally.roll.locator(".needs")).to_have_text("Waiting for Gem: what is at stake and how it could end")
    gm.roll.get_by_role("button", name="Let them throw").click()
    expect(player.roll.locator("button.throw")).to_be_enabled()


def test_what_the_gm_called_for_stands_where_the_player_would_write_it(phones: Phones, server: RunningServer) -> None:
    table = open_table(server, "illuminated-worlds")
    table.player.do("make", name="Nyx")
    said = {"intent": "Find out more.", "stakes": "He calls the guard.", "expectations": "A name, or a chase."}
    table.gm.do("declare", character="c1", trait="read", inputs=said)
    player = phones.at(table.player)
    expect(player.roll.get_by_role("textbox", name="What I do")).to_have_value("Find out more.")
    expect(player.roll.locator("h2")).to_have_count(0)


@pytest.mark.parametrize("width", [390, 320])
def test_rows_of_a_character_in_the_making_are_all_alike(phones: Phones, server: RunningServer, width: int) -> None:
    table = at_ease(server, "wherever-we-go")
    page = phones.at(table.player, viewport={"width": width, "height": 844}).page
    page.get_by_role("button", name="Step by step").click()
    rows = page.get_by_label("Skills", exact=True).locator(".made .control")
    expect(rows).to_have_count(16)
    assert len(set(rows.evaluate_all("all => all.map((each) => Math.round(each.offsetHeight))"))) == 1
    lefts = rows.locator(".segments").evaluate_all("all => all.map((each) => Math.round(each.offsetLeft))")
    assert len(set(lefts)) == 1
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.get_by_label("Skills", exact=True).locator(".control").last.scroll_into_view_if_needed()
    count = page.get_by_label("Skills", exact=True).locator(".count")
    assert count.evaluate("each => each.getBoundingClientRect().top >= 40"), "the count stays in sight"


def test_a_thing_in_words_alone_says_so(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "in-the-dark")
    table.player.do("make", name="Nyx", values={"things": [{"kind": "gear", "name": "Grapnel"}]})
    table.player.do("declare", character="c1", trait="skulk")
    thing = phones.at(table.player).roll.get_by_role("switch", name="Use Grapnel")
    expect(thing.locator("small")).to_have_text("gear: in words alone: it changes no dice")


def test_a_point_of_drive_says_what_it_costs_and_makes_of_the_odds(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "illuminated-worlds")
    table.player.do("make", name="Nyx", values={"cunning_max": 6, "cunning": 3})
    table.player.do("declare", character="c1", trait="sway")
    player = phones.at(table.player)
    row = player.roll.locator(".control", has=player.page.get_by_role("group", name="drive spent"))
    expect(row.locator(".label")).to_contain_text(re.compile(r"\+1: \d+ % · 1 cunning"))
    after = row.locator(".whose").inner_text().split(": ")[1].split(" %")[0]
    row.get_by_role("button", name="more drive spent").click()
    expect(player.roll.locator(".works b").first).to_have_text(f"{after} %")


def test_both_dice_of_the_other_side_are_waited_for_in_one_breath(phones: Phones, server: RunningServer) -> None:
    table = open_table(server, "wherever-we-go")
    table.player.do("make", name="Nyx")
    table.player.do("declare", character="c1", trait="stealth", move="opposed")
    player = phones.at(table.player)
    told = "Waiting for Gem: attribute and skill of the other side and how it could end"
    expect(player.roll.locator(".needs")).to_have_text(told)
    said = player.roll.locator("fieldset.side .said-by .locked")
    expect(said).to_have_count(2)
    assert len(set(said.evaluate_all("all => all.map((each) => each.getBoundingClientRect().top)"))) == 1


def test_the_boxes_of_a_track_stand_in_one_line_on_the_desk(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "in-the-dark")
    table.player.do("make", name="Nyx")
    gm = phones.at(table.gm, viewport=DESKTOP)
    boxes = gm.page.locator(".pc-line .small-track", has_text="stress").locator(".dots i")
    expect(boxes).to_have_count(9)
    assert len(set(boxes.evaluate_all("all => all.map((each) => each.getBoundingClientRect().top)"))) == 1


def test_who_rolls_keeps_a_row_where_help_comes_before_the_gm_spoke(phones: Phones, server: RunningServer) -> None:
    table = open_table(server, "true-world")
    table.player.do("make", name="Nyx")
    table.other.do("make", name="Moth")
    roll = table.player.do("declare", character="c1", trait="climbing")["number"]
    table.other.do("offer", roll=roll, character="c2", trait="climbing", how="lends a hand")
    player = phones.at(table.player)
    rows = player.roll.locator(".to-throw .of-side")
    expect(rows.locator(".side-name")).to_have_text(["Moth, first", "Nyx, after that"])
    expect(rows.last.locator(".die").first).to_have_attribute("aria-label", "climbing d8")


def test_who_helps_first_and_who_rolls_after_have_rows_of_their_own(phones: Phones, server: RunningServer) -> None:
    table = open_table(server, "true-world")
    table.player.do("make", name="Nyx")
    table.other.do("make", name="Moth")
    roll = table.player.do("declare", character="c1", trait="climbing")["number"]
    table.gm.do("set", roll=roll, inputs={"difficulty": "d6", "position": "neutral"})
    table.other.do("offer", roll=roll, character="c2", trait="climbing", how="lends a hand")
    player, ally = phones.at(table.player), phones.at(table.other)
    rows = ".to-throw .of-side"
    for phone in (player, ally):
        expect(phone.roll.locator(f"{rows} .side-name")).to_have_text(["Moth, first", "Nyx, after that"])
        dice = [each.get_attribute("aria-label") for each in phone.roll.locator(f"{rows} .die").all()]
        assert dice == ["climbing d8", "difficulty d4", "climbing d8", "difficulty d6"]
    expect(ally.roll.locator("button.throw")).to_have_text("Throw 2 dice to help")
    table.other.do("throw", roll=roll, dice=[8, 1])
    for phone in (player, ally):
        expect(phone.roll.locator(".side-name")).to_have_text(["Moth", "Nyx"])
    expect(player.roll.locator("button.throw")).to_have_text("Throw 3 dice")


def test_what_the_dice_wait_for_stands_first_at_the_gms_thumb(phones: Phones, server: RunningServer) -> None:
    table = open_table(server, "wherever-we-go")
    table.player.do("make", name="Nyx")
    table.player.do("declare", character="c1", trait="stealth")
    gm = phones.at(table.gm, viewport=DESKTOP)
    rows = gm.roll.locator(".called-for .asked .lab")
    expect(rows).to_have_text(["How it could end", "What is at stake"])
    expect(gm.roll.locator(".called-for .asked").first.locator(".phrases button")).to_have_count(2)
