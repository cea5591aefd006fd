"""What a fourth reader stumbled over: each was seen on the page, and is mended."""

import re

import pytest
from playwright.sync_api import expect

from tests.page.phones import Phones, at_ease
from tests.server import NewTable, RunningServer, open_table

pytestmark = pytest.mark.slow


def two(server: RunningServer, game: str, **values: int) -> NewTable:
    table = at_ease(server, game)
    table.player.do("make", name="Nyx", values=values)
    table.other.do("make", name="Moth")
    return table


def test_whom_a_roll_waits_for_is_not_told_as_if_they_had_spoken(phones: Phones, server: RunningServer) -> None:
    table = open_table(server, "illuminated-worlds")
    table.player.do("make", name="Nyx", values={"read": 2, "cunning_max": 3})
    other, gm = phones.at(table.other), phones.at(table.gm)
    other.tab("Me")
    gm.tab("Me")
    roll = table.player.do("declare", character="c1", trait="read")["number"]
    line = other.page.locator(".call-back")
    expect(line).to_have_text("Nyx · waits for the gm: what is at stake")
    expect(gm.page.locator(".call-back")).to_have_text("Your turn: Nyx · to say: what is at stake")
    said = {"intent": "Read her", "stakes": "She notices", "expectations": "A name"}
    table.gm.do("set", roll=roll, inputs=said)
    table.player.do("throw", roll=roll, dice=[1, 2])
    expect(line).to_have_text("Nyx · accept or resist?")


def test_what_was_taken_back_or_withdrawn_gives_way_to_what_is_open(phones: Phones, server: RunningServer) -> None:
    table = two(server, "in-the-dark")
    other = phones.at(table.other)
    roll = table.player.do("declare", character="c1", trait="skulk")["number"]
    table.player.do("throw", roll=roll, dice=[6, 1])
    expect(other.roll).to_contain_text("Full success")
    other.tab("Me")  # and does not look while it is taken back, and another one opened
    table.gm.do("undo", entry=roll)
    later = table.player.do("declare", character="c1", trait="sway")["number"]
    expect(other.page.locator(".call-back")).to_contain_text("Nyx")
    other.tab("Table")
    expect(other.roll).to_have_attribute("aria-label", re.compile(f"^Roll {later}:"))
    table.player.do("withdraw", roll=later)
    expect(other.page.locator(".stage").get_by_role("status").first).to_contain_text("Nyx took the roll back")
    again = table.player.do("declare", character="c1", trait="skulk")["number"]
    expect(other.roll).to_have_attribute("aria-label", re.compile(f"^Roll {again}:"))
    expect(other.page.get_by_text("took the roll back")).to_have_count(0)


def test_who_resists_here_is_not_sent_to_what_they_resist(phones: Phones, server: RunningServer) -> None:
    table = two(server, "in-the-dark")
    roll = table.player.do("declare", character="c1", trait="skulk")["number"]
    table.player.do("throw", roll=roll, dice=[1, 1])
    harm = {"way": "moderate harm", "amount": 1, "who": "c1", "words": "Glass opens your arm."}
    table.gm.do("name_due", roll=roll, due=0, answer=[harm])
    player = phones.at(table.player)
    resists = table.player.do("declare", character="c1", move="resistance", trait="prowess")["number"]
    table.player.do("throw", roll=resists, dice=[3, 2, 1])
    expect(player.roll).to_contain_text("Resist it")
    expect(player.page.locator(".stage .strip button")).to_have_count(0)
    expect(player.roll.locator(".also")).to_have_count(0)


def test_stress_that_buys_nothing_is_said_to_where_it_is_chosen(phones: Phones, server: RunningServer) -> None:
    table = two(server, "in-the-dark", attune=0)
    player, other = phones.at(table.player), phones.at(table.other)
    roll = table.player.do("declare", character="c1", trait="attune")["number"]
    table.gm.do("set", roll=roll, inputs={"position": "bad"})
    more = player.roll.get_by_role("radiogroup", name="one die more")
    control = more.locator("xpath=ancestor::*[contains(@class, 'control')]").last
    expect(control).to_contain_text("push or bargain changes nothing by itself")
    expect(more.get_by_role("radio", name="push")).to_contain_text("2 stress")
    table.gm.do("set", roll=roll, inputs={"extra": "bargain", "bargain": "The bell rings."})
    expect(more.get_by_role("radio", name="bargain")).to_have_attribute("aria-checked", "true")
    expect(control).to_contain_text("push or bargain changes nothing by itself")
    row = {round((each.bounding_box() or {"y": 0})["y"]) for each in more.get_by_role("radio").all()}
    assert len(row) == 1, row
    table.gm.do("set", roll=roll, inputs={"extra": "none"})
    help_row = other.roll.locator(".offer")
    expect(help_row).to_contain_text("It changes nothing by itself.")
    table.gm.do("set", roll=roll, inputs={"position": "normal"})
    expect(more.get_by_role("radio", name="push")).to_contain_text("2 stress")
    expect(player.roll.get_by_text("changes nothing by itself")).to_have_count(0)
    expect(help_row).not_to_contain_text("changes nothing")


def test_a_bargain_that_nobody_named_is_said_to_be_so_at_the_throw(phones: Phones, server: RunningServer) -> None:
    table = two(server, "in-the-dark")
    player = phones.at(table.player)
    roll = table.player.do("declare", character="c1", trait="skulk", inputs={"extra": "bargain"})["number"]
    needs = player.roll.locator(".throwing .needs")
    expect(needs).to_have_text(re.compile("^Wait for .+ to say what the bargain costs, or throw and hear it then$"))
    throw = player.roll.locator("button.throw")
    expect(throw).to_have_text("Throw 3 dice all the same")
    table.gm.do("set", roll=roll, inputs={"bargain": "You leave a trace"})
    expect(throw).to_have_text("Throw 3 dice")
    expect(needs).to_have_text("")  # who has spoken is content with the rest


def test_stakes_that_are_lowered_arrive_where_the_consequence_is_named(phones: Phones, server: RunningServer) -> None:
    table = open_table(server, "illuminated-worlds")
    table.player.do("make", name="Nyx", values={"sway": 1})
    inputs = {"approach": "I smile at the clerk"}
    roll = table.player.do("declare", character="c1", trait="sway", inputs=inputs)["number"]
    said = {"intent": "You flatter him.", "stakes": "He calls the guard.", "expectations": "You are in, or known."}
    table.gm.do("set", roll=roll, inputs=said)
    player, gm = phones.at(table.player), phones.at(table.gm)
    player.roll.get_by_role("button", name="lower the stakes").click()
    player.roll.get_by_role("button", name="leave them so").click()
    expect(gm.roll.locator(".wish")).to_contain_text("Nyx does it another way: “I smile at the clerk”")
    gm.roll.get_by_role("button", name="Leave it so").click()
    player.roll.get_by_role("button", name="lower the stakes").click()
    gm.write("stakes", "He remembers your face.")
    gm.roll.get_by_role("button", name="Leave it so").click()
    expect(player.roll.locator(".says").first).to_contain_text("low stakes")
    expect(player.roll.locator(".throwing button.throw")).to_be_enabled()
    table.player.do("throw", roll=roll, dice=[1])
    table.gm.do("undo", entry=roll)
    again = table.player.do("declare", character="c1", trait="sway", inputs=inputs)["number"]
    table.gm.do("set", roll=again, inputs={**said, "stakes_level": "low"})
    table.player.do("throw", roll=again, dice=[1])
    table.player.do("decide", roll=again, option="accept")
    expect(gm.roll).to_contain_text("Name the consequence, at low stakes.")
    usual = table.player.do("declare", character="c1", trait="sway", inputs=inputs)["number"]
    table.gm.do("set", roll=usual, inputs=said)
    table.player.do("throw", roll=usual, dice=[1])
    table.player.do("decide", roll=usual, option="accept")
    assert table.gm.see(f"rolls/{usual}")["open_dues"][0]["says"] == "Name the consequence."


def test_what_only_the_gm_may_allow_is_one_tap_where_it_is_told(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "in-the-dark")
    things = [{"kind": "gear", "name": "Old map", "does": [{"use": "a good position"}]}]
    table.player.do("make", name="Nyx", values={"severe_harm": True, "things": things})
    player, gm = phones.at(table.player), phones.at(table.gm)
    gm.tab("Me")
    table.player.do("declare", character="c1", trait="skulk")
    told = "Severe harm: out of action until treated, unless the gm lets them act this once."
    expect(player.roll.locator(".needs")).to_have_text(told)
    expect(player.roll.get_by_text("out of action until treated")).to_have_count(1)
    expect(player.roll.locator(".turn")).to_have_count(0)
    expect(gm.page.locator(".call-back")).to_have_text("Your turn: Nyx · to say: act despite severe harm")
    gm.page.locator(".call-back").click()
    gm.roll.get_by_role("button", name="Let them act despite severe harm").click()
    expect(player.roll.locator("button.throw")).to_be_enabled()
    expect(player.roll.locator(".turn")).to_contain_text("your turn")


def test_what_is_not_resisted_is_told_where_it_was_decided(phones: Phones, server: RunningServer) -> None:
    table = two(server, "in-the-dark")
    roll = table.player.do("declare", character="c1", trait="skulk")["number"]
    table.player.do("throw", roll=roll, dice=[1, 1])
    harm = {"way": "severe harm", "amount": 1, "who": "c1", "words": "Burning oil on your arm."}
    table.gm.do("name_due", roll=roll, due=0, answer=[harm])
    player = phones.at(table.player)
    resists = table.player.do("declare", character="c1", move="resistance", trait="prowess")["number"]
    table.player.do("throw", roll=resists, dice=[3, 2, 1])
    player.roll.get_by_role("button", name="Let it fall in full").click()
    expect(player.roll).to_contain_text("Not resisted")
    fell = player.roll.locator(".brought")
    expect(fell).to_contain_text("Burning oil on your arm.")
    expect(fell.locator("li")).to_have_text(re.compile("Nyx.*severe harm"))
    expect(player.roll).not_to_contain_text("the gm tells it")


def test_what_a_roll_for_the_world_is_made_of_stands_above_its_throw(phones: Phones, server: RunningServer) -> None:
    table = two(server, "in-the-dark")
    gm = phones.at(table.gm)
    gm.tab("Gm")
    gm.page.locator("summary", has_text="Roll for the world").click()
    card = gm.page.locator(".card.secret")
    more, throw = card.get_by_role("button", name="more dice"), card.get_by_role("button", name="Roll in secret")
    expect(throw).to_be_visible()
    (above, below) = (each.bounding_box() for each in (more, throw))
    assert above
    assert below
    assert above["y"] + above["height"] <= below["y"]


def test_the_word_before_what_waits_stays_on_one_line(phones: Phones, server: RunningServer) -> None:
    table = two(server, "in-the-dark")
    roll = table.player.do("declare", character="c1", trait="skulk")["number"]
    table.player.do("throw", roll=roll, dice=[1, 1])
    gm = phones.at(table.gm)
    expect(gm.roll).to_contain_text("Failure")
    table.other.do("declare", character="c2", trait="skulk")
    word = gm.page.locator(".strip b")
    expect(word).to_have_text("Waiting:")
    box = word.bounding_box()
    assert box
    assert box["width"] > 2 * box["height"]


def test_a_choice_that_only_earns_less_is_not_put_beside_the_other(phones: Phones, server: RunningServer) -> None:
    table = two(server, "illuminated-worlds", sway=1, sway_gilded=True, cunning_max=3, cunning=1)
    roll = table.player.do("declare", character="c1", trait="sway")["number"]
    player = phones.at(table.player)
    table.player.do("throw", roll=roll, dice=[5])
    table.player.do("decide", roll=roll, option="accept")
    decision = player.roll.locator(".decision")
    expect(decision.get_by_role("button", name="Take the 5").first).to_be_visible()
    expect(decision.get_by_text("earning no drive").first).to_be_visible()
    expect(decision.locator(".option:visible")).to_have_count(1)


def test_who_may_join_a_roll_reads_so_on_their_sheet(phones: Phones, server: RunningServer) -> None:
    table = two(server, "in-the-dark")
    other = phones.at(table.other)
    other.tab("Me")
    table.player.do("declare", character="c1", move="teamwork", trait="skulk", members=["c1"])
    expect(other.page.locator(".call-back")).to_contain_text("Nyx · to throw, you may join")


def test_words_stay_with_what_is_words_and_with_whom_it_falls_on(phones: Phones, server: RunningServer) -> None:
    table = two(server, "illuminated-worlds", sway=1)
    roll = table.player.do("declare", character="c1", trait="sway")["number"]
    table.other.do("offer", roll=roll, character="c2", how="Keeps watch")
    table.player.do("throw", roll=roll, dice=[1, 2])
    table.player.do("decide", roll=roll, option="accept")
    gm = phones.at(table.gm)
    due = gm.roll.locator(".due")
    due.locator("button.way", has_text="Body").click()
    due.get_by_role("group", name="body").get_by_role("button", name="Moth").click()
    due.locator("button.way", has_text="Complication").click()
    due.get_by_role("textbox").fill("The lamp goes out.")
    gm.settle()
    said = gm.roll.locator(".brought p")
    expect(said).to_have_text("Body marks, Nyx: Complication: “The lamp goes out.”")


def test_that_the_crew_is_off_the_job_is_said_where_rolls_are_chosen(phones: Phones, server: RunningServer) -> None:
    table = two(server, "in-the-dark")
    player, gm = phones.at(table.player), phones.at(table.gm)
    player.tab("Me")
    gm.tab("Gm")
    chooser = player.page.locator(".chooser")
    expect(chooser).to_contain_text("Kind of roll")
    expect(chooser.get_by_text("Off the job")).to_have_count(0)
    does = "Between jobs or without pressure: fortune rolls take the place of action rolls."
    switch = gm.page.locator(".panel .card", has=gm.page.get_by_role("switch", name="Off the job"))
    expect(switch).to_contain_text(does)
    expect(switch.locator("xpath=following-sibling::form[contains(@class, 'call')]")).to_have_count(1)  # it is above
    switch.get_by_role("switch").click()
    expect(chooser).to_contain_text(f"Off the job. {does}")
    chooser.get_by_role("combobox").select_option("fortune")
    expect(chooser.get_by_text("Off the job")).to_have_count(0)  # it is left to fortune anyway


def test_harm_is_treated_in_downtime_and_where_it_keeps_someone_from_acting(
    phones: Phones, server: RunningServer
) -> None:
    table = two(server, "in-the-dark", severe_harm=True)
    player = phones.at(table.player)
    player.tab("Me")
    downtime = player.page.get_by_role("region", name="Downtime")
    expect(downtime.get_by_role("button", name="Relax")).to_be_visible()
    table.player.do("declare", character="c1", trait="skulk")
    player.tab("Table")
    player.roll.get_by_role("button", name="Severe harm is treated").click()
    player.page.get_by_role("dialog").get_by_role("button", name="No").click()
    expect(player.roll.locator("button.throw")).to_be_disabled()
    player.tab("Me")
    downtime.get_by_role("button", name="Severe harm is treated").click()
    expect(downtime.get_by_role("button", name="Severe harm is treated")).to_have_count(0)
    player.tab("Table")
    expect(player.roll.locator("button.throw")).to_be_enabled()
    expect(player.roll.get_by_role("button", name="Severe harm is treated")).to_have_count(0)


def test_what_hurts_is_not_gone_with_one_touch(phones: Phones, server: RunningServer) -> None:
    table = two(server, "in-the-dark", severe_harm=True, worse_position=True)
    player = phones.at(table.player)
    player.tab("Me")
    severe, worse = (player.page.get_by_role("switch", name=name) for name in ("Severe harm", "Worse position"))
    dialog = player.page.get_by_role("dialog")
    severe.click()
    expect(dialog).to_contain_text("Nyx: severe harm is treated? Incapacitated until treated.")
    dialog.get_by_role("button", name="No").click()
    expect(severe).to_have_attribute("aria-checked", "true")
    severe.click()
    dialog.get_by_role("button", name="Yes").click()
    expect(severe).to_have_attribute("aria-checked", "false")
    worse.click()
    expect(dialog).to_contain_text("Nyx: clear worse position? The next action starts from a bad position.")
    dialog.get_by_role("button", name="Yes").click()
    expect(worse).to_have_attribute("aria-checked", "false")
    worse.click()  # what hurts is set without a question
    expect(worse).to_have_attribute("aria-checked", "true")


def test_what_was_proposed_waits_for_the_gm_and_the_form_is_gone(phones: Phones, server: RunningServer) -> None:
    table = two(server, "wherever-we-go", stress=2)
    roll = table.player.do("declare", character="c1", trait="stealth", decide={"push": "push"})["number"]
    table.player.do("throw", roll=roll, dice=[7, 3, 1, 1])
    table.player.do("decide", roll=roll, option="keep")
    player = phones.at(table.player)
    player.roll.get_by_role("button", name="Nyx: resolve, all of it").click()
    settle = player.roll.locator("button.settle")
    expect(settle).to_contain_text("Nyx: resolve")
    settle.click()
    expect(player.roll.get_by_role("group", name="What is proposed")).to_contain_text("Waiting for the gm")
    expect(settle).to_have_count(0)
    player.roll.get_by_role("button", name="Change it").click()
    expect(settle).to_contain_text("Nyx: resolve")
    player.roll.get_by_role("button", name="Leave it so").click()
    expect(settle).to_have_count(0)


def test_a_rating_of_zero_speaks_of_its_dice_and_not_of_its_chance(phones: Phones, server: RunningServer) -> None:
    table = two(server, "illuminated-worlds", sway=0, cunning_max=3, cunning=3)
    table.player.do("declare", character="c1", trait="sway")
    told = phones.at(table.player).roll.locator(".works .says > span").last
    expect(told).to_have_text("the lowest of the two dice counts unless drive is spent")


def test_who_reads_their_sheet_sees_that_dice_fell_and_how(phones: Phones, server: RunningServer) -> None:
    table = two(server, "in-the-dark")
    other = phones.at(table.other)
    other.tab("Me")
    line = other.page.locator(".call-back")
    table.gm.do("roll_at_once", character="c1", move="fortune", inputs={"dice": 1}, dice=[6])
    expect(line).to_have_text("Nyx · strong success")
    roll = table.player.do("declare", character="c1", trait="skulk")["number"]
    expect(line).to_have_text("Nyx · to throw")
    table.player.do("throw", roll=roll, dice=[1, 1])
    expect(line).to_have_text("Nyx · failure, Gem says what it brings")
    line.click()
    expect(other.roll).to_have_attribute("aria-label", re.compile(f"^Roll {roll}:"))
    table.gm.do("name_due", roll=roll, due=0, answer=[{"way": "complication", "words": "A dog barks."}])
    table.player.do("settle", roll=roll)
    expect(other.roll).to_contain_text("A dog barks")
    other.tab("Me")
    expect(line).to_have_count(0)  # it was looked at


def test_dice_that_tumble_are_told_on_every_sheet(phones: Phones, server: RunningServer) -> None:
    table = two(server, "in-the-dark")
    other = phones.at(table.other, reduced_motion="no-preference")
    other.tab("Me")
    roll = table.player.do("declare", character="c1", trait="skulk")["number"]
    expect(other.page.locator(".call-back")).to_contain_text("to throw")
    other.page.evaluate("""() => {
        window.told = [];
        const look = () => window.told.push(document.querySelector(".call-back")?.textContent);
        new MutationObserver(look).observe(document.body, {subtree: true, childList: true, characterData: true});
    }""")
    table.player.do("throw", roll=roll, dice=[6, 1])
    expect(other.page.locator(".call-back")).to_have_text("Nyx · full success")
    assert "Nyx · the dice fall" in other.page.evaluate("window.told")
