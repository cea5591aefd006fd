"""What a roll costs before it is thrown: bargains, stress, drive and boosts, offered only where they buy something."""

import re

import pytest
from playwright.sync_api import expect

from tests.page.phones import DESKTOP, Phones, at_ease, is_in_sight, seated
from tests.server import RunningServer

pytestmark = pytest.mark.slow


def test_a_bargain_asks_for_its_price_and_a_free_resistance_is_not_asked(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "in-the-dark")
    roll = table.player.do("declare", character="c1", trait="skulk", inputs={"extra": "bargain"})["number"]
    gm, player = phones.at(table.gm), phones.at(table.player)
    expect(gm.roll.locator(".needs")).to_have_text("Not said yet: what the bargain costs")
    gm.roll.locator(".called-for [aria-label*=bargain] button").first.click()
    expect(player.roll).to_contain_text("Someone else pays for it.")
    dice = len(table.player.see(f"rolls/{roll}")["dice"])
    table.player.do("throw", roll=roll, dice=[1] * dice)
    (due, *_) = table.player.see(f"rolls/{roll}")["open_dues"]
    table.gm.do("name_due", roll=roll, due=due["due"], answer=[{"way": "moderate harm", "amount": 1, "words": "Ribs."}])
    answer = table.player.do("declare", character="c1", move="resistance", trait="prowess")["number"]
    expect(player.roll.locator(".standing")).to_contain_text("Against: Moderate harm: “Ribs.”")
    expect(player.roll.locator(".standing")).to_contain_text("you may still choose not to pay")
    gm = phones.at(table.gm)
    expect(gm.roll.locator(".standing")).to_contain_text("Nyx may still choose not to pay")
    faces = [6] + [1] * (len(table.player.see(f"rolls/{answer}")["dice"]) - 1)
    table.player.do("throw", roll=answer, dice=faces)
    answered = table.player.see(f"rolls/{answer}")
    assert (answered["status"], answered["record"]["outcome"]["tier"]) == ("done", "resisted")
    expect(player.roll).not_to_contain_text("..")


def test_a_bargain_beside_a_push_asks_for_its_price_too(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "in-the-dark")
    table.gm.do("rule", rulings={"push_and_bargain": "both"})
    roll = table.player.do("declare", character="c1", trait="skulk", inputs={"extra": "push"})["number"]
    gm = phones.at(table.gm)
    expect(gm.roll.locator(".needs")).not_to_contain_text("bargain")
    table.player.do("set", roll=roll, inputs={"extra": "both"})
    expect(gm.roll.locator(".needs")).to_have_text("Not said yet: what the bargain costs")
    gm.roll.locator(".called-for [aria-label*=bargain] button").first.click()
    expect(phones.at(table.player).roll).to_contain_text("Someone else pays for it.")


def test_a_bargain_that_was_said_happens_and_is_neither_asked_for_nor_told_again(
    phones: Phones, server: RunningServer
) -> None:
    table = seated(server, "in-the-dark")
    roll = table.player.do("declare", character="c1", trait="skulk", inputs={"extra": "bargain"})["number"]
    table.gm.do("set", roll=roll, inputs={"bargain": "Someone else pays for it."})
    table.player.do("throw", roll=roll, dice=[6] + [1] * (len(table.player.see(f"rolls/{roll}")["dice"]) - 1))
    gm, player = phones.at(table.gm), phones.at(table.player)
    happens = "6 is the highest of 3 dice. The devil’s bargain happens: Someone else pays for it."
    expect(player.roll.locator(".why")).to_have_text(happens)
    expect(gm.roll.locator(".why")).to_have_text(happens)
    for phone in (gm, player):
        expect(phone.roll.locator(".due, .waits, .settle")).to_have_count(0)
    assert not table.player.see(f"rolls/{roll}")["open_dues"]
    gm.tab("Gm")
    gm.page.get_by_role("button", name="End the evening").first.click()
    expect(gm.page.locator(".recap", has_text="pays for it").first).to_be_visible()
    for told in gm.page.locator(".recap li", has_text="pays for it").all_inner_texts():
        assert told.count("Someone else pays for it") == 1


def test_a_bargain_stays_with_its_roll_for_who_makes_it_happen(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "in-the-dark")
    roll = table.player.do("declare", character="c1", trait="skulk", inputs={"extra": "bargain"})["number"]
    table.gm.do("set", roll=roll, inputs={"bargain": "You leave a trace."})
    table.player.do("throw", roll=roll, dice=[1] * len(table.player.see(f"rolls/{roll}")["dice"]))
    gm, player = phones.at(table.gm, viewport=DESKTOP), phones.at(table.player)
    trace = "The devil’s bargain happens: You leave a trace."
    expect(gm.page.get_by_text(trace).first).to_be_visible()
    expect(player.roll.get_by_text(trace).first).to_be_visible()
    table.gm.do("name_due", roll=roll, answer=[{"way": "complication", "words": "A dog barks."}])
    table.player.do("settle", roll=roll)
    for phone in (gm, player):
        expect(phone.roll.locator(".brought")).to_contain_text("A dog barks.")
        expect(phone.roll.get_by_text(trace).first).to_be_visible()


def test_the_gm_says_how_it_goes_after_a_fortune_roll_and_all_read_it(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "in-the-dark")
    table.gm.do("edit", where="table", values={"off_job": True})
    roll = table.player.do("declare", character="c1", trait="skulk")["number"]
    gm, player = phones.at(table.gm), phones.at(table.player)
    table.player.do("throw", roll=roll, dice=[1] * len(table.player.see(f"rolls/{roll}")["dice"]))
    gm.roll.locator(".phrases button", has_text="It is noticed.").click()
    gm.roll.locator(".settle:enabled").click()
    expect(player.page.locator(".news")).to_contain_text("“It is noticed.”")
    expect(gm.roll).to_contain_text("It is noticed.")
    inputs = {"dice": 1, "npc": "the guards"}
    world = table.gm.do("declare", npc="the guards", move="fortune", inputs=inputs)["number"]
    table.gm.do("throw", roll=world, dice=[5])
    expect(player.roll.locator(".means")).to_contain_text("It goes partly well for the guards")
    gm.page.locator(".roll textarea").fill("They find it at dawn.")
    gm.roll.locator(".settle:enabled").click()
    expect(player.roll).to_contain_text("They find it at dawn.")


def test_stress_that_buys_nothing_is_said_to_where_it_is_chosen(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "in-the-dark", attune=0)
    player, other = phones.at(table.player), phones.at(table.other)
    roll = table.player.do("declare", character="c1", trait="attune")["number"]
    table.gm.do("set", roll=roll, inputs={"position": "bad"})
    more = player.roll.get_by_role("radiogroup", name="one die more")
    control = more.locator("xpath=ancestor::*[contains(@class, 'control')]").last
    expect(control).to_contain_text("gains nothing")
    expect(more.get_by_role("radio", name="push")).to_contain_text("2 stress")
    table.gm.do("set", roll=roll, inputs={"extra": "bargain", "bargain": "The bell rings."})
    expect(more.get_by_role("radio", name="bargain")).to_have_attribute("aria-checked", "true")
    expect(control).to_contain_text("gains nothing")
    row = {round((each.bounding_box() or {"y": 0})["y"]) for each in more.get_by_role("radio").all()}
    assert len(row) == 1, row
    table.gm.do("set", roll=roll, inputs={"extra": "none"})
    help_row = other.roll.locator(".offer")
    expect(help_row).to_contain_text("It changes nothing by itself.")
    table.gm.do("set", roll=roll, inputs={"position": "normal"})
    expect(more.get_by_role("radio", name="push")).to_contain_text("2 stress")
    expect(control).not_to_contain_text("gains nothing")
    expect(player.roll.get_by_text("changes nothing by itself")).to_have_count(0)
    expect(help_row).not_to_contain_text("changes nothing")


def test_a_bargain_that_nobody_named_is_said_to_be_so_at_the_throw(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "in-the-dark")
    player = phones.at(table.player)
    roll = table.player.do("declare", character="c1", trait="skulk", inputs={"extra": "bargain"})["number"]
    needs = player.roll.locator(".throwing .needs")
    expect(needs).to_have_text(re.compile("^Wait for .+ to say what the bargain costs, or throw and hear it then$"))
    throw = player.roll.locator("button.throw")
    expect(throw).to_have_text("Throw 3 dice all the same")
    table.gm.do("set", roll=roll, inputs={"bargain": "You leave a trace"})
    expect(throw).to_have_text("Throw 3 dice")
    expect(needs).to_have_text("")  # who has spoken is content with the rest


def test_a_boost_that_cannot_be_paid_is_greyed_before_the_gm_speaks(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "true-world")
    grip = {"kind": "boost", "name": "Death grip", "does": [{"use": "lifts the effect for grit"}]}
    table.player.do("edit", where="c1", values={"things": [grip]})
    player = phones.at(table.player)
    player.declare("Climbing")
    boost = player.roll.get_by_role("switch", name="Death grip")
    expect(boost).to_be_disabled()
    expect(boost).to_contain_text("To use this takes 1 grit, and there is none.")


def test_the_last_point_that_a_boost_takes_is_told_as_its_price(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "true-world")
    grip = {"kind": "boost", "name": "Death grip", "does": [{"use": "lifts the effect for grit"}]}
    table.player.do("make", name="Odo", values={"grit": 1, "things": [grip]})
    roll = table.player.do("declare", character="c1", trait="climbing")["number"]
    table.gm.do("set", roll=roll, inputs={"difficulty": "d8", "position": "neutral"})
    player = phones.at(table.player)
    boost = player.roll.get_by_role("switch", name="Death grip")
    expect(boost).to_contain_text("1 grit, win or lose")
    boost.click()
    expect(player.roll.locator(".costs")).to_have_text("It costs Odo 1 grit. ")


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


def test_gains_are_no_costs(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "illuminated-worlds", cunning=1)
    roll = table.player.do("declare", character="c1", trait="read")["number"]
    table.gm.do("set", roll=roll, inputs={"intent": "a", "stakes": "b", "expectations": "c"})
    player = phones.at(table.player)
    dice = table.player.see(f"rolls/{roll}")["dice"]
    table.player.do("throw", roll=roll, dice=[2 if die["from"] == "standard" else 5 for die in dice])
    expect(player.roll.locator("button.option", has_text="Take the 5").first).to_be_visible()
    expect(player.roll).not_to_contain_text(re.compile(r"costs [^.]*\+"))


def test_what_was_spent_is_no_harm_and_a_mark_is_no_number(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "illuminated-worlds")
    table.player.do("make", name="Nyx", values={"move": 2})
    roll = table.player.do("declare", character="c1", trait="move", inputs={"drive_spent": 1})["number"]
    table.player.do("throw", roll=roll, dice=[6] * len(table.player.see(f"rolls/{roll}")["dice"]))
    player = phones.at(table.player)
    spent = player.roll.locator(".effects li").filter(has_text="spends")
    expect(spent).to_have_count(1)
    expect(spent).not_to_have_class("hurt")


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


def test_a_die_that_was_taken_away_is_told_with_the_sum(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "in-the-dark", skulk=2)
    roll = table.player.do("declare", character="c1", trait="skulk")["number"]
    player = phones.at(table.player)
    seen = player.roll.locator(".works .says > :not(.visually-hidden)").last
    expect(seen).to_have_text("")
    table.gm.do("set", roll=roll, inputs={"position": "bad"})
    expect(seen).to_have_text("2 dots, −1 bad position = 1 die")
    assert is_in_sight(seen)
    table.gm.do("set", roll=roll, inputs={"position": "good"})
    expect(seen).to_have_text("")


def test_a_push_into_the_ninth_box_says_what_it_brings_and_the_trauma_has_ready_words(
    phones: Phones, server: RunningServer
) -> None:
    table = seated(server, "in-the-dark")
    table.gm.do("edit", where="c1", values={"stress": 7})
    player, gm = phones.at(table.player), phones.at(table.gm)
    roll = table.player.do("declare", character="c1", trait="skulk")["number"]
    table.gm.do("set", roll=roll, inputs={"position": "normal"})
    more = player.roll.get_by_role("radiogroup", name="one die more")
    expect(more.get_by_role("radio", name="push")).to_contain_text("2 stress, then out of action")
    table.player.do("set", roll=roll, inputs={"extra": "push"})
    told = "It costs Nyx 2 stress. Then Nyx is out of action: until downtime, with a new trauma."
    expect(player.roll.locator(".costs")).to_have_text(told)
    expect(more.get_by_role("radio", name="push")).to_have_text("push2 stress")  # the rest stands with the odds
    table.player.do("throw", roll=roll, dice=[1, 1, 2])
    expect(player.roll.locator(".phrases button").first).to_have_text("You never sleep in the dark.")
    expect(player.roll.locator(".kind-says")).to_have_text("Trauma: It stays for good.")
    expect(player.roll).to_contain_text("At the same time, the gm says the consequence.")
    expect(gm.roll).to_contain_text("At the same time, Ann says the trauma")


def test_what_falls_on_two_is_told_of_each_with_its_amount(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "true-world")
    roll = table.player.do("declare", character="c1", trait="climbing")["number"]
    table.gm.do("set", roll=roll, inputs={"difficulty": "d6", "position": "neutral"})
    table.player.do("throw", roll=roll, dice=[1, 6])
    words = "They know you are here."
    hurt = [{"way": "stress", "amount": 2, "who": "c1", "words": words}, {"way": "stress", "amount": 1, "who": "c2"}]
    table.gm.do("settle", roll=roll, answer=hurt)
    gm = phones.at(table.gm)
    expect(gm.roll.locator(".brought p")).to_have_text("Nyx: stress 2, “They know you are here.” Moth: stress 1.")
    gm.tab("Log")
    expect(gm.page.locator("li.entry.story").first).to_contain_text(f"Nyx: stress 2, “{words}” Moth: stress 1.")


def test_a_push_that_cannot_be_paid_keeps_its_place_and_says_so(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "in-the-dark", stress=8)
    table.player.do("declare", character="c1", trait="skulk")
    player = phones.at(table.player)
    push = player.roll.get_by_role("radiogroup", name="One die more").get_by_role("radio", name="push")
    expect(push).to_be_disabled()
    expect(push).to_contain_text("not now")
    push.dispatch_event("click")
    expect(player.page.locator(".refusal p")).to_have_text("A push costs Nyx 2 stress, and only 1 of 9 boxes is free.")
    expect(push).to_have_attribute("aria-checked", "false")


def test_a_cost_goes_no_further_than_it_is_and_one_without_a_measure_says_what_is_usual(
    phones: Phones, server: RunningServer
) -> None:
    table = seated(server, "starforged", shadow=1)
    danger = {"sf_move": "face_danger"}
    roll = table.player.do("declare", character="c1", trait="shadow", inputs=danger)["number"]
    table.player.do("throw", roll=roll, dice=[1, 1, 9])
    player = phones.at(table.player)
    expect(player.roll.get_by_text("Tap what it brings. Its words or numbers are asked for here.")).to_be_visible()
    player.roll.get_by_role("button", name="Endure stress").click()
    expect(player.roll.get_by_role("group", name="endure stress")).to_be_visible()
    expect(player.roll.get_by_role("button", name="more of endure stress")).to_have_count(0)
    table.player.do("settle", roll=roll, answer=[{"way": "endure stress"}])
    price = table.player.do("declare", character="c1", move="price")["number"]
    table.player.do("throw", roll=price, dice=[80])
    gm = phones.at(table.gm)
    gm.roll.get_by_role("button", name="Endure harm").click()
    expect(gm.roll).to_contain_text("Lose health (1 minor, 2 serious, 3 major).")
    expect(gm.roll.get_by_role("button", name="more of endure harm")).to_be_enabled()
    table.gm.do("settle", roll=price, answer=[{"way": "endure harm", "amount": 2}])
    gm.tab("Log")
    gm.page.get_by_role("radio", name="Recap").click()
    asked = gm.page.locator(".recap, ar-log, .journal").filter(has_text="rolls the price")
    expect(asked.first).to_contain_text("health falls from 5 to 3")
