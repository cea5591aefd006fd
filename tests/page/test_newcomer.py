"""What a newcomer stumbled over in three games: each of it was there once, and is to stay gone."""

import pytest
from playwright.sync_api import expect

from tests.page.phones import DESKTOP, Phones
from tests.page.test_moments import seated
from tests.page.test_reading import LINES
from tests.server import RunningServer, open_table

pytestmark = pytest.mark.slow


def test_a_call_reaches_its_player_and_real_dice_have_one_button(phones: Phones, server: RunningServer) -> None:
    table = open_table(server, "wherever-we-go")
    table.player.do("make", name="Nyx")
    table.other.do("make", name="Moth")
    player, gm, ally = phones.at(table.player), phones.at(table.gm, viewport=DESKTOP), phones.at(table.other)
    expect(player.page.locator(".sheet")).to_be_visible()
    roll = table.gm.do("declare", character="c1", trait="stealth")["number"]
    card = player.page.locator(".news")
    expect(card).to_contain_text("Gem asks you to roll Stealth")
    card.get_by_role("button", name="To the roll").click()
    expect(player.roll.locator("header")).to_contain_text("Gem asks you to roll Stealth")
    push = player.roll.get_by_role("switch", name="Push")
    expect(push).to_contain_text("No stress yet")
    expect(ally.roll.locator(".offer b:first-child").filter(has_text="Moth")).to_have_text(["Moth helps"])

    at_stake = gm.roll.locator(".called-for .asked", has_text="What is at stake")
    at_stake.locator(".phrases button").first.click()
    expect(player.roll.locator(".quote")).to_contain_text("It takes too long.")
    assert "expectations" not in table.gm.see(f"rolls/{roll}")["texts"]
    expect(player.roll.locator(".needs")).to_have_text("Waiting for Gem: how it could end")
    gm.roll.get_by_role("button", name="Let them throw").click()
    expect(player.roll.locator(".of-text").first).to_contain_text("as usual")

    player.roll.get_by_role("button", name="I throw real dice").click()
    expect(player.roll.locator("button.throw")).to_have_text(["These dice fell"])
    for place, face in enumerate("32"):
        player.roll.locator(".hand input").nth(place).fill(face)
    player.roll.locator("button.throw").click()
    expect(player.roll.locator(".badges .by-hand")).to_be_visible()


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
    expect(options.locator("strong")).to_have_text(["Take the 6", "Take the 6, earning no drive"])
    expect(options.first).to_contain_text("cunning 3 → 4")
    options.first.click()
    expect(player.roll.locator(".effects li")).to_have_text(["Nyx spends 1 cunning", "Nyx gains 1 cunning"])
    expect(player.roll.locator("details.long")).to_contain_text("chose “Take the die” (IW-14)")
    table.gm.do("undo", entry=roll)
    expect(player.roll).to_contain_text("Taken back")
    expect(player.page.locator(".news")).to_have_count(0)
    assert not any("+0" in line for line in player.log())


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
    faces = [6] + [1] * (len(table.player.see(f"rolls/{answer}")["dice"]) - 1)
    table.player.do("throw", roll=answer, dice=faces)
    answered = table.player.see(f"rolls/{answer}")
    assert (answered["status"], answered["record"]["outcome"]["tier"]) == ("done", "resisted")
    expect(player.roll).not_to_contain_text("..")


def test_a_bargain_that_was_said_before_the_throw_is_not_asked_again(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "in-the-dark")
    roll = table.player.do("declare", character="c1", trait="skulk", inputs={"extra": "bargain"})["number"]
    table.gm.do("set", roll=roll, inputs={"bargain": "Someone else pays for it."})
    table.player.do("throw", roll=roll, dice=[6] + [1] * (len(table.player.see(f"rolls/{roll}")["dice"]) - 1))
    for phone in (phones.at(table.gm), phones.at(table.player)):
        expect(phone.roll).to_contain_text("the devil's bargain happens: Someone else pays for it.")
        expect(phone.roll.locator(".settle")).to_have_count(0)


def test_a_consequence_on_two_is_told_in_numbers_and_each_answers_for_their_own(
    phones: Phones, server: RunningServer
) -> None:
    table = seated(server, "in-the-dark")
    roll = table.player.do("declare", character="c1", trait="skulk")["number"]
    table.other.do("offer", roll=roll, character="c2", how="I hold the rope.")
    table.player.do("throw", roll=roll, dice=[1] * len(table.player.see(f"rolls/{roll}")["dice"]))
    shares = [{"way": "moderate harm", "words": "The arm breaks."}, {"way": "minor harm", "who": "helper-1"}]
    table.gm.do("name_due", roll=roll, answer=shares)
    player, gm = phones.at(table.player), phones.at(table.gm)
    rows = player.roll.locator(".landing .change")
    expect(rows).to_have_text(["Nyx: Moderate harm0 → 1", "Moth: Minor harm0 → 1"])
    answer = table.player.do("declare", character="c1", move="resistance", trait="prowess")["number"]
    table.player.do("throw", roll=answer, dice=[4, 1, 1])
    expect(player.roll.locator("button.option", has_text="Let it fall")).to_contain_text("Moderate harm 0 → 1")
    expect(player.roll).not_to_contain_text("minor harm")
    table.player.do("decide", roll=answer, option="resist")
    told = "".join(gm.log())
    assert "It is not taken in full: what is left is still to be said." in told
    assert "Moth assists: I hold the rope.\n" in told


def test_what_the_gm_works_on_stays_when_a_player_proposes(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "wherever-we-go", stress=2)
    roll = table.player.do("declare", character="c1", trait="stealth", decide={"push": "push"})["number"]
    table.player.do("throw", roll=roll, dice=[1, 1, 1, 1])
    table.player.do("decide", roll=roll, option="keep")
    gm, player = phones.at(table.gm, viewport=DESKTOP), phones.at(table.player)
    gm.roll.locator(".due textarea").first.fill("The bridge gives.")
    player.roll.locator(".due button.settle").first.click()
    expect(player.roll).to_contain_text("Waiting for the gm")
    expect(player.roll).not_to_contain_text("Your turn")
    expect(gm.roll.locator(".due-line.mine")).to_contain_text("Ann proposes")
    expect(gm.roll.locator(".due textarea").first).to_have_value("The bridge gives.")
    button = gm.roll.locator(".throwing:has(button.settle)")
    assert button.evaluate("each => getComputedStyle(each).position") == "static"


def test_a_name_goes_along_step_by_step(phones: Phones, server: RunningServer) -> None:
    table = open_table(server, "wherever-we-go")
    player = phones.at(table.player)
    player.page.locator(".maker").get_by_label("Name").fill("Moss")
    player.page.get_by_role("button", name="Step by step").click()
    expect(player.page.locator(".making > form.words [name=name]")).to_have_value("Moss")
    top = player.page.locator(".making h3").first.evaluate("each => each.getBoundingClientRect().top")
    assert 40 <= top < 200


def test_who_begins_the_next_roll_has_seen_what_changed(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "in-the-dark")
    player = phones.at(table.player)
    table.gm.do("edit", where="c1", values={"stress": 3})
    expect(player.page.locator(".news")).to_contain_text("Stress")
    player.declare("Skulk")
    expect(player.roll.locator("button.throw")).to_be_visible()
    expect(player.page.locator(".news-card")).to_have_count(0)


def test_while_intentions_are_said_nobody_is_sent_to_a_roll(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "true-world", things=[{"kind": "gear", "name": "Rope"}])
    table.gm.do("begin_round")
    player, gm = phones.at(table.player), phones.at(table.gm, viewport=DESKTOP)
    player.tab("Table")
    stage = player.page.locator(".empty-stage")
    expect(stage).to_have_text("Intentions first: say what you are about to do.")
    expect(gm.page.locator(".empty-stage")).to_have_text("Intentions first: everyone says what they are about to do.")
    player.tab("Me")
    player.page.locator(".sheet button.trait", has_text="Climbing").first.click()
    for phone in (player, gm):
        expect(phone.roll.locator(".needs")).to_have_text("Intentions are said first; the gm begins the actions.")
        expect(phone.roll.get_by_text("Intentions are said first")).to_have_count(1)
        expect(phone.roll.get_by_text("Waiting for")).to_have_count(0)
    expect(player.roll.get_by_role("switch", name="Use Rope")).to_be_visible()
    expect(player.roll.locator("button.throw")).to_be_disabled()
    for seat, character in ((table.player, "c1"), (table.other, "c2")):
        seat.do("intend", character=character, intention="climbs")
    said = "All have said what they are about to do: the gm begins the actions."
    expect(gm.roll.locator(".needs")).to_have_text(said)
    table.gm.do("begin_actions", unsaid="waits and sees")
    expect(player.roll.locator(".needs")).to_have_text("Waiting for Gem: difficulty and position")


def test_each_bar_of_a_comparison_stands_under_its_own_line(phones: Phones) -> None:
    page = phones.phone().page
    page.goto(f"{phones.address}/odds/starforged?stat=2")
    page.get_by_role("button", name="Compare with another").click()
    beside = page.locator(".beside")
    expect(beside.locator(".hint + .odds")).to_have_count(1)
    page.get_by_role("button", name="A stat of 3 and an add").click()
    expect(beside.locator(".hint", has_text="Compared with 67 %").locator("+ .odds")).to_have_count(1)
    now = beside.locator(".hint", has_text="Now ").locator("+ .odds .bar")
    main = page.locator(".result > .odds .bar").get_attribute("aria-label")
    expect(now).to_have_attribute("aria-label", str(main))


def test_every_die_to_add_lies_on_the_screen_of_a_phone(phones: Phones) -> None:
    page = phones.phone().page
    page.goto(f"{phones.address}/odds/true-world")
    largest = page.locator(".inputs").get_by_role("button", name="add d12 to").first
    largest.scroll_into_view_if_needed()
    expect(largest).to_be_in_viewport(ratio=1)
    assert page.locator(".inputs .list").first.evaluate("each => each.scrollWidth <= each.clientWidth")


def test_what_the_gm_says_of_a_roll_stays_within_its_frame_on_a_phone(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "true-world")
    roll = table.player.do("declare", character="c1", trait="climbing")["number"]
    player = phones.at(table.player)
    player.tab("Table")
    table.gm.do("set", roll=roll, inputs={"difficulty": "d12", "position": "disadvantage"})
    expect(player.roll.locator(".said-by", has_text="disadvantage")).to_be_visible()
    boxes = player.roll.locator(".said-by", has_text="d").all()
    assert {box.evaluate("each => each.scrollWidth <= each.clientWidth") for box in boxes} == {True}
    assert {box.locator(".locked > span").evaluate(LINES) for box in boxes} == {1}


def test_a_better_situation_is_the_rollers_and_used_by_their_next_roll(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "wherever-we-go", stress=2)
    gm = phones.at(table.gm)
    roll = table.player.do("declare", character="c1", trait="stealth")["number"]
    table.player.do("throw", roll=roll, dice=[6, 6])
    table.player.do("decide", roll=roll, option="keep")
    gm.roll.get_by_role("button", name="Better situation").click()
    better = gm.roll.get_by_role("group", name="better situation", exact=True)
    expect(better.get_by_role("button", name="Nyx")).to_have_attribute("aria-pressed", "true")
    gm.settle()
    assert table.gm.see()["characters"][0]["values"]["waiting_bonus"] == 1
    table.gm.do("edit", where="c1", values={"waiting_penalty": 2})
    next_roll = table.player.do("declare", character="c1", trait="stealth")["number"]
    table.player.do("throw", roll=next_roll, dice=[1, 1])
    table.player.do("decide", roll=next_roll, option="keep")
    used = ["Nyx uses a bonus of 1 for this roll", "Nyx bears a penalty of 2 in this roll"]
    expect(gm.roll.locator(".effects li")).to_have_text(used)
    assert ", ".join(used) in gm.log()[-1]
