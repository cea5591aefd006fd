"""Helping and joining: who may, what it takes and lends, and how everyone reads whose dice are whose."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.page.phones import DESKTOP, LINES, Phones, at_ease, is_in_sight, seated
from tests.server import RunningServer, open_table
from tests.waiting_for import wait_for

pytestmark = pytest.mark.slow


def test_help_that_is_rolled_for_says_whose_odds_and_how_hard_and_draws_what_follows(
    phones: Phones, server: RunningServer
) -> None:
    table = seated(server, "true-world")
    roll = table.player.do("declare", character="c1", move="assisted", trait="climbing")["number"]
    table.gm.do("set", roll=roll, inputs={"difficulty": "d8", "position": "disadvantage"})
    ally, gm = phones.at(table.other), phones.at(table.gm, viewport=DESKTOP)
    ally.roll.get_by_role("button", name="Moth rolls first to help").click()
    expect(ally.roll.locator(".offers")).to_contain_text("against d4")
    expect(ally.roll.locator(".works b")).to_contain_text("Nyx: ")
    ally.roll.locator(".way-in").get_by_text("Or how in your own words").click()
    ally.roll.get_by_label("How Moth helps", exact=True).fill("holds the rope")
    ally.roll.get_by_label("How Moth helps", exact=True).press("Enter")
    expect(ally.roll.locator(".offers")).to_contain_text("holds the rope")
    expect(ally.roll.locator(".way-in")).to_have_count(0)
    hard = gm.roll.get_by_label("How hard it is for Moth to help")
    expect(hard).to_have_value("d4")
    assert is_in_sight(hard)
    hard.select_option("d6")
    expect(ally.roll.locator(".offers")).to_contain_text("against d6")
    expect(ally.roll.locator(".to-throw")).to_contain_text("d6")
    dice = [6 if die["from"] != "difficulty" else 1 for die in table.gm.see(f"rolls/{roll}")["dice"]]
    table.other.do("throw", roll=roll, dice=[min(each, 4) for each in dice])
    player = phones.at(table.player)
    expect(player.roll.locator(".to-throw .die")).to_have_count(4)
    expect(player.roll.locator(".odds .bar")).to_be_visible()
    assert is_in_sight(player.roll.get_by_role("button", name="Throw 4 dice"))


def test_who_offered_help_may_still_say_what_with(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "true-world")
    roll = table.player.do("declare", character="c1", trait="climbing")["number"]
    ally = phones.at(table.other)
    what = ally.roll.locator("label", has_text="Moth rolls").locator("select")
    ally.roll.get_by_role("button", name="Moth rolls first to help").click()
    expect(ally.roll.locator(".offers")).to_contain_text("with climbing")
    expect(what).to_have_value("climbing")
    what.select_option("stealth")
    expect(ally.roll.locator(".offers")).to_contain_text("with stealth")
    ally.roll.get_by_role("button", name="lends a hand").click()
    expect(ally.roll.locator(".offers")).to_contain_text("lends a hand")
    what.select_option("athletics")
    expect(ally.roll.locator(".offers")).to_contain_text("with athletics · against d4 · lends a hand")
    (offer,) = table.gm.see(f"rolls/{roll}")["offers"]
    assert (offer["trait"], offer["how"]) == ("athletics", "lends a hand")


def test_who_rolls_to_help_is_asked_whom_and_their_die_waits(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "true-world")
    ally, player = phones.at(table.other), phones.at(table.player)
    assist = table.other.do("declare", character="c2", move="assist", trait="athletics")["number"]
    table.other.do("throw", roll=assist, dice=[5, 2])
    due = ally.roll.get_by_role("region", name="help")
    expect(due).to_contain_text("Say whom it helps: a die waits for their next action.")
    expect(due.locator(".cell")).to_have_text(["Nyx0 → 1"])
    give = due.locator("button.settle")
    expect(give).to_contain_text("Nyx: help, help at hand 0 → 1")
    nobody = due.get_by_role("button", name="It helps nobody").bounding_box()
    words = due.locator("textarea").bounding_box()
    assert nobody
    assert words
    assert nobody["y"] > words["y"]  # the rarer answer is not the first
    give.click()
    expect(player.page.locator(".news")).to_contain_text("Help at hand0 → 1")
    table.player.do("declare", character="c1", trait="climbing")
    expect(player.roll.locator(".to-throw")).to_contain_text("teamwork")


def names_shown(page: Page) -> list[str]:
    return page.locator(".roll .mods .control .label > span:first-child").all_inner_texts()


def test_a_round_and_help_in_true_world(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "true-world")
    thing = {"kind": "boost", "name": "Death grip", "does": [{"use": "lifts the effect for grit"}]}
    table.player.do("make", name="Nyx", values={"grit": 1, "things": [thing]})
    table.other.do("make", name="Moth")
    player, ally = phones.at(table.player), phones.at(table.other)
    player.tab("Me")
    expect(player.page.locator(".sheet .chooser .primary")).to_have_count(0)
    player.page.locator(".sheet .traits").get_by_role("button", name="Unskilled").click()
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
    expect(ally.roll.locator(".works")).to_contain_text("Moth’s help counted in. Moth’s own roll:")
    expect(ally.roll.locator(".die .source").first).to_have_text("athletics")
    table.other.do("throw", roll=roll, dice=[6, 1])
    expect(ally.roll.get_by_text("Moth helped!")).to_be_visible()


def test_the_gm_asks_for_a_roll_before_help_and_forbids_a_gamble(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "wherever-we-go", stress=1)
    roll = table.player.do("declare", character="c1", trait="stealth")["number"]
    table.other.do("offer", roll=roll, character="c2", input="helpers", how="keeps watch")
    player, gm = phones.at(table.player), phones.at(table.gm)
    gm.roll.get_by_role("button", name="ask to roll first").click()
    expect(gm.roll.locator(".offers li")).to_have_count(0)
    ally = phones.at(table.other)
    first = ally.roll.locator(".help").get_by_role("button", name="Moth rolls first")
    expect(first).to_contain_text("The gm asks for it: if it succeeds, Moth helps.")
    expect(ally.roll.locator(".help button")).to_have_count(1)  # nothing is offered that would be refused
    first.click()
    ally.declare("Observation")
    own = table.gm.see()["rolls"][-1]["roll"]
    table.gm.do("set", roll=own, inputs={"expectations": "You see them first."})
    table.other.do("throw", roll=own, dice=[6, 1])
    table.other.do("decide", roll=own, option="keep")
    expect(player.roll.locator(".offers li")).to_contain_text("Moth helps by a roll of their own")
    table.gm.do("set", roll=roll, inputs={"expectations": "You are in."})
    table.player.do("throw", roll=roll, dice=[1, 1])
    expect(player.roll.locator("button.option", has_text="Gamble")).to_be_visible()
    gm.roll.get_by_role("group", name="The last word on gambles").get_by_role("button", name="one less").click()
    expect(player.roll.locator(".headline")).to_have_text("Failure")
    gm.roll.get_by_role("button", name="one more").click()
    expect(player.roll.locator("button.option", has_text="Gamble")).to_be_visible()


def test_a_helper_is_offered_skills_in_their_own_words(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "true-world")
    table.gm.do("edit", where="c2", values={"things": [{"kind": "skill", "name": "piloting", "worth": "d12"}]})
    roll = table.player.do("declare", character="c1", trait="locks")["number"]
    table.gm.do("set", roll=roll, inputs={"difficulty": "d6", "position": "neutral"})
    ally = phones.at(table.other)
    choice = ally.roll.get_by_label("Moth rolls")
    expect(choice).to_have_value("piloting")
    expect(choice.locator("option", has_text="blades d8")).to_have_count(1)
    ally.roll.locator(".way-in .phrases button").first.click()
    expect(ally.roll.locator(".offers li")).to_contain_text("with piloting")
    rows = ally.roll.locator(".to-throw .of-side")
    expect(rows.locator(".side-name")).to_have_text(["Moth, first", "Nyx, then"])
    expect(rows.first.locator(".die")).to_have_count(2)
    assert [each["die"] for each in table.gm.see(f"rolls/{roll}")["dice"]] == ["d12", "d4"]


def test_harm_that_is_marked_is_proposed_and_edges_of_helpers_are_never_typed(
    phones: Phones, server: RunningServer
) -> None:
    table = seated(server, "wherever-we-go")
    roll = table.player.do("declare", character="c1", trait="stealth")["number"]
    gm, ally = phones.at(table.gm), phones.at(table.other)
    expect(ally.roll.locator(".way-in")).to_have_count(1)
    expect(ally.roll.get_by_text("helper edges")).to_have_count(0)
    hinders = gm.roll.get_by_role("switch", name="harm hinders")
    expect(gm.roll.locator("button.throw")).to_be_visible()
    expect(hinders).to_have_count(0)
    table.gm.do("edit", where="c1", values={"severe_harm": True})
    expect(gm.roll.get_by_text(re.compile(r"^harm 2: then \d+ % that it works$"))).to_be_visible()
    player = phones.at(table.player)
    told = player.roll.locator(".control", has_text="Harm hinders")
    expect(told).to_contain_text("harm 2, if the gm says so")  # who is hurt reads that it is the gm's to say
    expect(told).to_contain_text("no")
    hinders.click()
    expect(gm.roll.locator(".works")).to_contain_text("−2 harm")
    wait_for(lambda: table.gm.see(f"rolls/{roll}")["inputs"]["harm_hinders"]["value"] is True)


def test_the_roller_reads_that_a_helper_rolls_first(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "wherever-we-go")
    roll = table.player.do("declare", character="c1", trait="stealth")["number"]
    player = phones.at(table.player)
    table.other.do("offer", roll=roll, character="c2", how="keeps watch")
    expect(player.roll.locator(".offers")).to_contain_text("keeps watch")
    table.gm.do("demand_roll", roll=roll, character="c2")
    expect(player.roll.get_by_text("The gm asks Moth to roll first.")).to_be_visible()


def test_the_roller_reads_at_the_throw_that_help_is_still_rolled_for(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "wherever-we-go")
    roll = table.player.do("declare", character="c1", trait="stealth")["number"]
    table.gm.do("set", roll=roll, inputs={"stakes": "They see you."})
    table.other.do("offer", roll=roll, character="c2", how="keeps watch")
    player, other = phones.at(table.player), phones.at(table.other)
    expect(player.roll.locator(".who .turn")).to_contain_text("your turn")
    throw = player.roll.locator("button.throw")
    stood = throw.bounding_box()
    table.gm.do("demand_roll", roll=roll, character="c2")
    expect(player.roll.locator(".needs")).to_have_text("Moth still rolls to help: wait, or throw without")
    expect(player.roll.locator(".who .turn")).to_have_text("Moth rolls first")
    expect(throw).to_have_text("Throw 2 dice all the same")
    assert throw.bounding_box() == stood
    other.roll.get_by_role("button", name="Moth rolls first").click()
    expect(other.page.locator(".call-back")).to_contain_text("Nyx · you roll first, to help")
    own = table.other.do("declare", character="c2", trait="observation")["number"]
    other.tab("Table")
    other.roll.get_by_role("button", name="Waits for you too").click()
    expect(other.roll.locator(".who")).to_contain_text("Moth · Observation, to help Nyx")
    table.other.do("throw", roll=own, dice=[6, 1])
    table.other.do("decide", roll=own, option="keep")
    expect(other.roll.locator("h2")).to_have_text("Moth: Observation, to help Nyx")
    expect(player.roll.locator(".offers")).to_contain_text("edges rolled 1 · keeps watch")
    expect(player.roll.locator(".needs")).not_to_contain_text("wait")
    expect(throw).to_have_text("Throw 2 dice")


@pytest.mark.parametrize("game", ["illuminated-worlds", "wherever-we-go", "true-world"])
def test_who_helps_is_in_sight_on_a_laptop(game: str, phones: Phones, server: RunningServer) -> None:
    table = seated(server, game)
    trait = {"illuminated-worlds": "read", "wherever-we-go": "stealth", "true-world": "climbing"}[game]
    roll = table.player.do("declare", character="c1", trait=trait)["number"]
    said = {"true-world": {"difficulty": "d8", "position": "neutral"}}.get(game, {"stakes": "They see you."})
    table.gm.do("set", roll=roll, inputs={"intent": "Nyx slips past the toll-house", **said})
    if game == "illuminated-worlds":
        table.gm.do("set", roll=roll, inputs={"expectations": "A name, or a chase"})
        table.player.do("set", roll=roll, inputs={"drive_spent": 1})
    table.other.do("offer", roll=roll, character="c2", how="Keeps watch")
    player = phones.at(table.player, viewport=DESKTOP)
    row = player.roll.locator(".offers .mod")
    expect(row).to_be_visible()
    box, bar = row.bounding_box(), player.roll.locator(".throwing").bounding_box()
    assert box
    assert bar
    assert box["y"] + box["height"] <= bar["y"]


def test_who_may_join_a_roll_reads_so_on_their_sheet(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "in-the-dark")
    other = phones.at(table.other)
    other.tab("Me")
    table.player.do("declare", character="c1", move="teamwork", trait="skulk", members=["c1"])
    expect(other.page.locator(".call-back")).to_contain_text("Nyx · to throw, you may join")


def test_a_second_helper_who_pays_is_offered(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "illuminated-worlds")
    third = table.gm.do("make", name="Wren")["entries"][0]["entry"]["character"]
    roll = table.player.do("declare", character="c1", trait="read")["number"]
    table.gm.do("offer", roll=roll, character=third, input="helpers")
    ally = phones.at(table.other)
    button = ally.roll.locator(".offer", has_text="helps").first
    expect(button).to_be_enabled()
    button.click()
    expect(ally.roll.locator(".offers li")).to_have_count(2)


def test_an_ally_helps_with_what_they_are_best_at(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "true-world", climbing="d8")
    table.gm.do("edit", where="c2", values={"climbing": "0"})
    table.player.do("declare", character="c1", move="assisted", trait="climbing")
    ally = phones.at(table.other)
    expect(ally.roll.locator(".way-in option:checked").first).to_have_text("blades d8")


def test_who_takes_part_is_told_the_price_first_and_the_dice_are_called_by_what_is_done(
    phones: Phones, server: RunningServer
) -> None:
    table = seated(server, "in-the-dark", skulk=2)
    table.player.do("declare", character="c1", trait="skulk", move="teamwork", members=["c1"])
    other = phones.at(table.other)
    offer = other.roll.locator(".offer")
    expect(offer).to_contain_text("With your own dice. Skulk 2. It costs Moth 1 stress.")
    offer.click()
    expect(other.roll.locator(".side-name")).to_have_text(["Nyx", "Moth"])
    expect(other.roll.locator(".dice .source").last).to_have_text("skulk")


SAID = {"intent": "You flatter him.", "stakes": "He calls the guard.", "expectations": "You are in, or known."}


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


def test_who_rolls_keeps_a_row_where_help_comes_before_the_gm_spoke(phones: Phones, server: RunningServer) -> None:
    table = open_table(server, "true-world")
    table.player.do("make", name="Nyx")
    table.other.do("make", name="Moth")
    roll = table.player.do("declare", character="c1", trait="climbing")["number"]
    table.other.do("offer", roll=roll, character="c2", trait="climbing", how="lends a hand")
    player = phones.at(table.player)
    rows = player.roll.locator(".to-throw .of-side")
    expect(rows.locator(".side-name")).to_have_text(["Moth, first", "Nyx, then"])
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
        expect(phone.roll.locator(f"{rows} .side-name")).to_have_text(["Moth, first", "Nyx, then"])
        dice = [each.get_attribute("aria-label") for each in phone.roll.locator(f"{rows} .die").all()]
        assert dice == ["climbing d8", "difficulty d4", "climbing d8", "difficulty d6"]
    expect(ally.roll.locator("button.throw")).to_have_text("Throw 2 dice to help")
    table.other.do("throw", roll=roll, dice=[8, 1])
    for phone in (player, ally):
        expect(phone.roll.locator(".side-name")).to_have_text(["Moth", "Nyx"])
    expect(player.roll.locator("button.throw")).to_have_text("Throw 3 dice")


def test_dice_of_who_helps_first_and_of_who_rolls_after_are_of_one_size_on_one_line(
    phones: Phones, server: RunningServer
) -> None:
    table = open_table(server, "true-world")
    table.player.do("make", name="Nyx")
    table.other.do("make", name="Moth")
    roll = table.player.do("declare", character="c1", trait="climbing")["number"]
    table.gm.do("set", roll=roll, inputs={"difficulty": "d6", "position": "neutral"})
    table.other.do("offer", roll=roll, character="c2", how="lends a hand")
    player = phones.at(table.player)

    def stand(where: str, sizes: tuple[tuple[int, int], ...]) -> None:
        for width, height in sizes:
            player.page.set_viewport_size({"width": width, "height": height})
            boxes = player.roll.locator(f"{where} .die > svg").evaluate_all(
                """all => all.map((each) => each.getBoundingClientRect())
                    .map(({ y, width, height }) => [y, width, height].map(Math.round))"""
            )
            assert boxes == [boxes[0]] * 5, (width, height)

    expect(player.roll.locator(".to-throw .of-side .die")).to_have_count(5)
    stand(".to-throw", ((390, 844), (844, 390), (820, 1180), (1280, 800)))
    table.gm.do("throw", roll=roll, dice=[2, 4, 2])
    table.gm.do("throw", roll=roll, dice=[2, 2])
    expect(player.roll.locator(".result .word")).to_be_visible()
    stand(".fallen", ((844, 390), (820, 1180), (1280, 800)))  # on a phone held upright they have rows of their own


def test_who_may_help_sees_what_with_before_they_say_so_and_all_that_the_roll_waits_for(
    phones: Phones, server: RunningServer
) -> None:
    """True World, on a phone: the skill is chosen above the box that offers it; own words go on from ready ones."""
    table = open_table(server, "true-world")
    table.player.do("make", name="Nyx")
    table.other.do("make", name="Moth")
    table.player.do("declare", character="c1", trait="climbing")
    ally = phones.at(table.other)
    box = ally.roll.get_by_role("button", name="Moth rolls first to help")
    skill = ally.roll.locator(".way-in select")
    above, below = skill.bounding_box(), box.bounding_box()
    assert above
    assert below
    assert above["y"] < below["y"]
    waits = ally.roll.get_by_text("difficulty and position")
    assert is_in_sight(waits)
    box.click()
    expect(ally.roll.locator(".offers")).to_contain_text("with climbing")
    expect(ally.roll.locator(".way-in summary")).to_have_text("Or how in your own words")
    assert is_in_sight(waits)


def test_the_chance_of_who_rolls_after_a_helper_stands_on_one_line(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "true-world")
    table.player.do("make", name="Maud Harrow", values={"blades": "d10"})
    table.other.do("make", name="Odo", values={"blades": "d8"})
    roll = table.player.do("declare", character="c1", trait="blades", move="assisted")["number"]
    table.gm.do("set", roll=roll, inputs={"difficulty": "d8", "position": "disadvantage"})
    table.other.do("offer", roll=roll, character="c2", trait="blades")
    gm = phones.at(table.gm, viewport=DESKTOP)
    works = gm.roll.locator(".works > b + span")
    expect(gm.roll.locator(".works > b")).to_have_text(re.compile(r"^Maud Harrow: \d+ %$"))
    assert works.evaluate(LINES) == 1
    middle = gm.page.locator(".middle")
    assert middle.evaluate("each => each.scrollHeight <= each.clientHeight")
