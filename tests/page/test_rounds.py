"""A round stays in sight from its first intention to its last action, on every phone and beside every roll."""

import re

import pytest
from playwright.sync_api import expect

from tests.page.phones import DESKTOP, Phone, Phones, acted, at_ease, is_in_sight, seated
from tests.server import NewTable, RunningServer

pytestmark = pytest.mark.slow


def both_say_what_they_do(table: NewTable, player: Phone, gm: Phone) -> None:
    """What is typed and left stays, whoever says something meanwhile."""
    silent = gm.page.get_by_label("Not said yet: Nyx and Moth. In their place you say:")
    expect(silent).to_have_value("waits and sees")
    silent.fill("keeps watch")
    silent.blur()
    player.page.get_by_label("What Nyx is about to do").fill("cuts the rope")
    player.page.get_by_role("button", name="Say it").click()
    waiting = player.page.get_by_text("Waiting for Moth.")
    expect(waiting).to_be_visible()
    assert is_in_sight(waiting)
    typed = player.page.get_by_label("What Nyx is about to do")
    expect(typed).to_have_value("cuts the rope")
    silent = gm.page.get_by_label("Not said yet: Moth. In their place you say:")
    expect(silent).to_have_value("keeps watch")
    typed.fill("cuts the rope at last")
    typed.blur()
    table.other.do("intend", character="c2", intention="talks the guards down")
    expect(player.page.locator(".rounds")).to_contain_text("talks the guards down")
    expect(typed).to_have_value("cuts the rope at last")


def test_all_intentions_and_who_has_acted_stay_in_sight_beside_rolls(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "true-world")
    acted(table, table.player, "c1")
    player, gm = phones.at(table.player), phones.at(table.gm, viewport=DESKTOP)
    player.tab("Table")
    gm.page.get_by_role("button", name="Begin a round").click()
    for phone in (player, gm):  # what is over makes room
        expect(phone.page.locator(".roll").first).to_be_hidden()
        expect(phone.page.get_by_text("Before this round: Nyx: Climbing")).to_be_visible()
    both_say_what_they_do(table, player, gm)
    gm.page.get_by_role("button", name="Begin the actions").click()
    expect(gm.page.locator(".rounds li", has_text="talks the guards down")).to_be_visible()
    roll = table.player.do("declare", character="c1", trait="climbing")["number"]
    table.gm.do("set", roll=roll, inputs={"difficulty": "d6", "position": "neutral"})
    for phone in (player, gm):
        lines = phone.page.locator(".in-round li")
        expect(lines).to_have_text(["Nyxcuts the ropeacts now", "Mothtalks the guards downmay act"])
        expect(lines.last).to_be_in_viewport(ratio=1)
        expect(phone.roll.locator("button.throw")).to_be_in_viewport(ratio=1)
    assert is_in_sight(player.roll.locator("button.throw"))  # above the tabs, which a desk has not
    table.player.do("throw", roll=roll, dice=[8, 1])
    expect(gm.page.locator(".in-round li.acted")).to_have_text("Nyxcuts the ropehas acted")
    player.tab("Me")
    expect(player.page.locator(".chooser")).to_contain_text("Nyx has acted; what else they do waits")
    player.tab("Table")
    table.gm.do("undo", entry=roll)
    expect(player.roll).to_contain_text("Taken back")
    expect(player.page.locator("body")).not_to_contain_text("gone again")  # that one has not acted, the round tells
    acted(table, table.player, "c1")
    table.gm.do("begin_round")
    expect(player.page.locator(".rounds")).to_contain_text("A new round: you may act again.")
    expect(gm.page.locator(".rounds")).to_contain_text("Round 2: intentions")
    expect(gm.page.locator(".rounds")).not_to_contain_text("act again")
    table.gm.do("end_evening")  # and with it the round, which ends at no time of day
    expect(gm.page.get_by_text(re.compile("^Evening 1 ended at"))).to_be_visible()


def test_who_says_nothing_waits_and_sees(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "true-world")
    gm = phones.at(table.gm, viewport=DESKTOP)
    gm.page.get_by_role("button", name="Begin a round").click()
    gm.page.get_by_role("button", name="Begin the actions").click()
    lines = gm.page.locator(".rounds li", has_text="waits and sees")
    expect(lines).to_have_count(2)
    assert table.gm.see()["values"]["intentions"] == {"c1": False, "c2": False}
    acted(table, table.player, "c1")
    table.player.do("declare", character="c1", trait="climbing")
    player = phones.at(table.player)
    spent = "already spent: the next round brings another, unless the gm lets you act again."
    expect(player.roll.locator(".held")).to_contain_text(spent)
    expect(player.roll.locator(".needs")).to_have_text("")  # said once, above, where no odds will stand
    expect(player.roll).not_to_contain_text("The odds stand here")
    expect(player.page.locator(".rounds > summary")).to_have_text("Round 1: actions · you have acted")
    assert player.page.locator(".rounds > summary").evaluate("each => each.clientHeight") < 60  # on one line
    expect(player.roll.locator(".turn")).to_have_count(0)
    expect(player.roll).not_to_contain_text("waits and sees")
    gm.roll.get_by_role("button", name="Let them act again").click()
    expect(player.roll.locator(".needs")).to_have_text("The throw waits for Gem: difficulty and position")


def test_the_result_stays_where_it_is_when_the_last_has_acted(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "true-world")
    table.gm.do("begin_round")
    table.gm.do("begin_actions", waits=True)
    gm = phones.at(table.gm, viewport=DESKTOP)
    acted(table, table.player, "c1")
    roll = table.other.do("declare", character="c2", trait="climbing")["number"]
    table.gm.do("set", roll=roll, inputs={"difficulty": "d6", "position": "neutral"})
    table.other.do("throw", roll=roll, dice=[8, 1])
    headline = gm.roll.locator(".headline")
    expect(headline).to_have_text(re.compile("success"))
    before = gm.roll.bounding_box()
    table.gm.do("settle", roll=roll, answer=[{"way": "told", "amount": 1, "words": "A way opens."}])
    expect(gm.page.locator(".next").get_by_role("button", name="Next round")).to_be_visible()
    after = gm.roll.bounding_box()
    assert is_in_sight(headline)
    assert before
    assert after
    assert after["y"] == pytest.approx(before["y"], abs=1)
    gm.page.set_viewport_size({"width": 1280, "height": 500})  # where it sticks to the end, all of it
    expect(gm.page.locator(".next").get_by_role("button", name="Next round")).to_be_in_viewport(ratio=1)
    gm.page.set_viewport_size({"width": 1280, "height": 800})
    gm.page.locator(".next").get_by_role("button", name="Next round").click()
    expect(gm.page.locator(".rounds")).to_contain_text("Round 2: intentions")


ON_TOP = """(each) => {
  const { left, top, width, height } = each.getBoundingClientRect();
  return each.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}"""


def test_at_the_desk_that_nothing_need_be_rolled_is_said_where_all_else_is(
    phones: Phones, server: RunningServer
) -> None:
    """In a round more lies below than is in sight: it stands beside what is at stake, whether that is said or not."""
    table = seated(server, "true-world")
    table.gm.do("begin_round")
    table.gm.do("begin_actions", waits=True)
    roll = table.player.do("declare", character="c1", trait="climbing")["number"]
    gm = phones.at(table.gm, viewport=DESKTOP)
    easy = gm.roll.get_by_role("button", name="Easy: no roll")
    expect(easy).to_be_in_viewport(ratio=1)
    assert easy.evaluate(ON_TOP)
    before = easy.bounding_box()
    table.gm.do("set", roll=roll, inputs={"stakes": "You fall.", "difficulty": "d6", "position": "neutral"})
    table.other.do("offer", roll=roll, character="c2", trait="climbing", how="keeps watch")
    expect(gm.roll.locator(".offers li")).to_be_visible()
    assert easy.bounding_box() == before
    assert easy.evaluate(ON_TOP)


def test_at_the_desk_the_round_covers_no_heading(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "true-world")
    for name in ("Wren", "Sable", "Finch"):
        table.gm.do("make", name=name)
    table.gm.do("begin_round")
    table.gm.do("begin_actions", waits=True)
    gm = phones.at(table.gm, viewport={"width": 1280, "height": 600})
    roll = table.player.do("declare", character="c1", trait="climbing")["number"]
    table.gm.do("set", roll=roll, inputs={"difficulty": "d6", "position": "neutral"})
    table.player.do("throw", roll=roll, dice=[8, 1])
    expect(gm.roll.locator(".headline")).to_be_visible()
    gm.page.locator(".middle").evaluate("each => each.scrollTo(0, 120)")
    heights = "each => [each.getBoundingClientRect().top, each.getBoundingClientRect().bottom]"
    assert gm.page.locator(".in-round").evaluate(heights)[1] <= gm.roll.evaluate(heights)[0]


def test_a_round_comes_in_sight_leaves_room_and_says_when_all_have_acted(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "true-world")
    acted(table, table.player, "c1")
    gm = phones.at(table.gm, viewport=DESKTOP)
    gm.page.locator(".next").get_by_role("button", name="Begin a round").click()
    rounds = gm.page.locator(".rounds")
    expect(rounds).to_be_in_viewport(ratio=0.9)
    table.player.do("intend", character="c1", intention="cut the rope")
    table.other.do("intend", character="c2", intention="talk the guards down")
    rounds.get_by_role("button", name="Begin the actions").click()
    roll = table.player.do("declare", character="c1", trait="climbing")["number"]
    expect(gm.roll).to_have_attribute("aria-label", re.compile(f"^Roll {roll}:"))
    expect(rounds.locator("ul")).to_be_hidden()
    table.player.do("withdraw", roll=roll)
    acted(table, table.player, "c1")
    rounds.locator("summary").click()
    expect(rounds.get_by_role("button", name=re.compile("^Next round"))).to_have_text("Next round (Moth has not acted)")
    acted(table, table.other, "c2")
    expect(rounds.locator("summary")).to_contain_text("all have acted")
    expect(gm.page.locator(".next").get_by_role("button", name="Next round", exact=True)).to_be_visible()


def test_a_round_is_said_and_then_acted(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "true-world")
    player, gm = phones.at(table.player), phones.at(table.gm)
    for phone in (player, gm):
        phone.tab("Table")
    gm.page.get_by_role("button", name="Begin a round").click()
    box = player.page.get_by_role("textbox", name="What Nyx is about to do")
    box.fill("Climb the wall.")
    box.press("Enter")
    rounds = gm.page.locator(".rounds")
    expect(rounds).to_contain_text("Climb the wall.")
    roll = table.player.do("declare", character="c1", trait="climbing")["number"]
    table.gm.do("set", roll=roll, inputs={"difficulty": "d6", "position": "neutral"})
    expect(player.roll).to_contain_text("Intentions are said first")
    gm.roll.get_by_role("button", name="Begin the actions, 1 waits and sees").click()  # beside what waits for it
    expect(player.roll).not_to_contain_text("Intentions are said first")
    table.player.do("throw", roll=roll, dice=[5, 2])
    expect(rounds.locator("li.acted")).to_contain_text("has acted")


def test_a_round_waits_for_intentions_and_the_gm_goes_on_in_words(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "true-world")
    gm = phones.at(table.gm)
    gm.tab("Table")
    gm.page.get_by_role("button", name="Begin a round").click()
    rounds = gm.page.locator(".rounds")
    begin = rounds.get_by_role("button", name="Begin the actions")
    unsaid = rounds.get_by_label("Not said yet: Nyx and Moth. In their place you say:")
    unsaid.fill("")
    begin.click()
    expect(unsaid).to_be_focused()
    assert not table.gm.see()["values"]["action_phase"]
    unsaid.fill("hold their breath")
    begin.click()
    expect(rounds).to_contain_text("Round 1: actions")
    expect(rounds.locator("li", has_text="Moth")).to_contain_text("hold their breath")
    assert "Moth is about to: hold their breath" in gm.log()[-1]


def test_while_intentions_are_said_nobody_is_sent_to_a_roll(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "true-world", things=[{"kind": "gear", "name": "Rope"}])
    table.gm.do("begin_round")
    player, gm = phones.at(table.player), phones.at(table.gm, viewport=DESKTOP)
    player.tab("Table")
    stage = player.page.locator(".empty-stage")
    expect(stage).to_have_text("Intentions first: say what you are about to do.")
    expect(gm.page.locator(".empty-stage")).to_have_text("Intentions first: everyone says what they are about to do.")
    player.tab("Me")
    expect(player.page.locator(".sheet button.trait", has_text="Climbing").first).to_be_disabled()
    table.gm.do("declare", character="c1", trait="climbing")
    for phone in (player, gm):
        expect(phone.roll.locator(".held")).to_have_text("Intentions are said first; the gm begins the actions.")
        expect(phone.roll.get_by_text("Intentions are said first")).to_have_count(1)
        expect(phone.roll.get_by_text("The throw waits for")).to_have_count(0)
    expect(player.roll.get_by_role("switch", name="Use Rope")).to_be_visible()
    expect(player.roll.locator("button.throw")).to_be_disabled()
    for seat, character in ((table.player, "c1"), (table.other, "c2")):
        seat.do("intend", character=character, intention="climbs")
    said = "All have said what they are about to do: the gm begins the actions."
    expect(gm.roll.locator(".held")).to_have_text(said)
    table.gm.do("begin_actions", waits=True)
    expect(player.roll.locator(".needs")).to_have_text("The throw waits for Gem: difficulty and position")


def test_a_round_is_in_sight_on_every_phone(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "true-world")
    gm, player = phones.at(table.gm), phones.at(table.player)
    gm.tab("Table")
    begin = gm.page.get_by_role("button", name="Begin a round")
    assert is_in_sight(begin)
    begin.click()
    call = player.page.locator(".call-back")
    expect(call).to_have_text("Your turn: say what you are about to do")
    expect(player.page.locator(".news")).to_have_count(0)
    call.click()
    player.page.get_by_label("What Nyx is about to do").fill("climbs the tower")
    player.page.get_by_role("button", name="Say it").click()
    act = gm.page.get_by_role("button", name="Begin the actions")
    expect(gm.page.locator(".rounds")).to_contain_text("climbs the tower")
    assert is_in_sight(act)
    act.click()
    mine = player.page.locator(".rounds").get_by_text("You may act")
    expect(mine).to_be_visible()
    assert is_in_sight(mine)
    player.tab("Me")
    player.page.evaluate("scrollTo(0, 400)")
    expect(call).to_contain_text("you may act: tap what you roll with")
    call.click()  # which leads to where one acts, and not away from it
    told = player.page.locator(".chooser").get_by_text("Round 1: actions. Nyx may act: “climbs the tower”")
    assert is_in_sight(told)
    player.declare("Climbing")
    line = player.page.locator("details.rounds summary")
    expect(line).to_have_text("Round 1: actions · you act now")
    assert is_in_sight(line)
    lines = player.page.locator(".in-round li")
    expect(lines).to_have_text(["Nyxclimbs the toweracts now", "Mothwaits and seesmay act"])


def test_a_round_begins_beside_a_roll_that_is_over(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "true-world")
    roll = table.player.do("declare", character="c1", trait="climbing")["number"]
    table.gm.do("set", roll=roll, inputs={"difficulty": "d8", "position": "neutral"})
    table.player.do("throw", roll=roll, dice=[1, 8])
    gm, player = phones.at(table.gm), phones.at(table.player)
    for phone in (gm, player):
        expect(phone.roll).to_contain_text("Critical failure")
    table.gm.do("undo", entry=roll)
    expect(gm.roll).to_contain_text("Taken back")
    begin = gm.page.locator(".next").get_by_role("button", name="Begin a round")
    assert is_in_sight(begin)
    expect(player.roll).to_contain_text("Taken back")
    begin.click()
    for phone in (gm, player, phones.at(table.other)):  # it was seen once, and is a line of the log
        phone.tab("Table")
        expect(phone.page.locator(".rounds").first).to_contain_text("Round 1")
        expect(phone.page.locator(".roll")).to_have_count(0)


def test_a_round_in_short_is_never_wider_than_the_phone(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "true-world")
    for seat, name in ((table.player, "Kestrel"), (table.other, "Maud Harrow of the Upper Reeds")):
        seat.do("make", name=name)
    table.gm.do("begin_round")
    said = "hold the rope, cut the reeds and keep the boat from drifting"
    table.player.do("intend", character="c1", intention=said)
    table.other.do("intend", character="c2", intention=said)
    table.gm.do("begin_actions")
    gm = phones.at(table.gm)
    table.player.do("declare", character="c1", trait="climbing")
    expect(gm.roll.first).to_be_visible()
    expect(gm.page.locator(".in-round li")).to_have_count(2)
    assert gm.page.evaluate("document.documentElement.scrollWidth") == 390
    edges = gm.page.locator(".in-round small").evaluate_all("(all) => all.map((each) => each.getBoundingClientRect())")
    assert all(0 < each["right"] <= 390 for each in edges)


def test_who_has_acted_is_not_offered_to_help(phones: Phones, server: RunningServer) -> None:
    """True World, in rounds: someone who acted in this round gives no die."""
    table = seated(server, "true-world")
    table.gm.do("begin_round")
    table.gm.do("begin_actions", waits=True)
    table.gm.do("edit", where="c2", values={"acted": True})
    roll = table.player.do("declare", character="c1", trait="climbing")["number"]
    table.gm.do("set", roll=roll, inputs={"difficulty": "d6", "position": "neutral"})
    refused = table.other.try_to("offer", roll=roll, character="c2", how="Lends a hand")
    assert refused.status == 422
    assert "action of this round is already spent" in refused.json["detail"]


def test_what_takes_no_action_of_a_round_is_told_so(phones: Phones, server: RunningServer) -> None:
    """Grit is spent, and all act together, for no action: nobody is told that they act now, and all may act still."""
    table = seated(server, "true-world", grit=1, stress=2)
    table.gm.do("begin_round")
    table.gm.do("begin_actions", waits=True)
    player = phones.at(table.player)
    for asked in ({"move": "soak"}, {"move": "group", "trait": "athletics"}):
        roll = table.player.do("declare", character="c1", **asked)["number"]
        expect(player.roll).to_have_attribute("aria-label", re.compile(f"^Roll {roll}:"))
        expect(player.page.locator(".rounds > summary")).to_have_text("Round 1: actions · not your action")
        expect(player.page.locator(".in-round li").first).to_contain_text("may act")
        table.player.do("withdraw", roll=roll)
    expect(player.page.get_by_text("Below is the one before")).to_have_count(0)
    expect(player.page.locator("[key=withdrawn], .stage > p.hint")).to_be_visible()
    table.gm.do("begin_round")
    expect(player.page.locator(".stage > p.hint")).to_have_count(0)  # which was of the round before


def test_what_a_roll_reads_of_the_round_is_told_in_words(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "true-world")
    table.gm.do("begin_round")
    table.gm.do("begin_actions", waits=True)
    table.player.do("declare", character="c1", trait="climbing")
    player = phones.at(table.player)
    player.roll.locator("details.more > summary", has_text="More").first.click()
    told = player.roll.get_by_text("From the sheet:")
    expect(told).to_contain_text("a round is played, its actions have begun")
    expect(told).not_to_contain_text("yes")


def test_at_the_desk_on_whom_it_falls_stands_above_the_button(phones: Phones, server: RunningServer) -> None:
    """Below a round, help and its dice the row of persons lay half under the bar."""
    table = seated(server, "true-world")
    table.gm.do("begin_round")
    for seat, character in ((table.player, "c1"), (table.other, "c2")):
        seat.do("intend", character=character, intention="duel the captain")
    table.gm.do("begin_actions")
    roll = int(table.player.do("declare", character="c1", trait="climbing")["number"])
    table.gm.do("set", roll=roll, inputs={"difficulty": "d8", "position": "disadvantage"})
    told = "draws their eyes away with the sand that was in the bucket by the door, and then with the bucket"
    table.other.do("offer", roll=roll, character="c2", trait="climbing", how=told)
    table.other.do("throw", roll=roll, dice=[4, 1])
    table.player.do("throw", roll=roll, dice=[1, 1, 8, 3])
    gm = phones.at(table.gm, viewport=DESKTOP)
    gm.roll.locator(".due button.way", has_text="Stress").click()
    row, bar = gm.roll.locator(".grid-row"), gm.roll.locator(".throwing")
    expect(row).to_be_visible()
    gm.page.wait_for_function(
        """() => { const [row, bar] = [".grid-row", ".throwing"].map((each) =>
          document.querySelector(each).getBoundingClientRect()); return row.bottom <= bar.top; }"""
    )
    expect(bar).to_be_in_viewport(ratio=1)
