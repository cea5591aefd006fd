"""Which roll is on the stage, whom it waits for, and how the others that wait are found."""

import re
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from tests.page.phones import DESKTOP, LINES, Phones, at_ease, is_in_sight, seated
from tests.server import Client, RunningServer, SeatAt, open_table

pytestmark = pytest.mark.slow


def test_a_reload_shows_the_open_roll_not_the_last_result(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "starforged")
    first = table.player.do("declare", character="c1", trait="edge")["number"]
    table.player.do("throw", roll=first, dice=[6, 1, 2])
    for due in table.player.see(f"rolls/{first}")["open_dues"]:
        way = due["ways"][0]
        share = {"way": way["name"], "amount": max(1, due["amount"]), **({"who": "c1"} if way["anyone"] else {})}
        table.gm.do("settle", roll=first, due=due["due"], answer=[share])
    second = table.other.do("declare", character="c2", trait="heart")["number"]
    player = phones.at(table.player)
    player.page.reload()
    expect(player.roll).to_have_attribute("aria-label", re.compile(f"^Roll {second}:"))


def test_what_was_settled_stays_and_what_waits_is_a_button(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "starforged")
    older = table.player.do("declare", character="c1", trait="edge")["number"]
    table.player.do("throw", roll=older, dice=[1, 9, 10])
    newer = table.other.do("declare", character="c2", trait="iron")["number"]
    table.other.do("throw", roll=newer, dice=[1, 9, 10])
    gm = phones.at(table.gm)
    here = re.compile(f"^Roll {newer}:")
    if not here.match(str(gm.roll.get_attribute("aria-label"))):
        gm.page.locator(".strip button").click()
    expect(gm.roll).to_have_attribute("aria-label", here)
    gm.roll.locator(".due .chip", has_text="Endure stress").first.click()
    gm.settle()
    expect(gm.roll.locator(".brought")).to_be_visible()
    expect(gm.roll).to_have_attribute("aria-label", here)
    following = gm.page.locator(".next").get_by_role("button", name="Next: Nyx")
    assert is_in_sight(following)
    gm.roll.locator(".undo summary").click()
    gm.roll.get_by_role("button", name="Yes, take it back").click()
    expect(gm.roll).to_contain_text("Taken back")
    assert table.gm.see(f"rolls/{older}")["status"] == "done"
    following.click()
    expect(gm.roll).to_have_attribute("aria-label", re.compile(f"^Roll {older}:"))


def test_the_dice_of_another_are_thrown_in_their_name_and_quietly(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "true-world")
    roll = table.player.do("declare", character="c1", move="assisted", trait="climbing")["number"]
    gm = phones.at(table.gm)
    waiting = gm.roll.locator("button.throw")
    expect(waiting).to_be_disabled()
    assert waiting.evaluate("each => getComputedStyle(each).borderStyle") == "dashed"
    table.gm.do("set", roll=roll, inputs={"difficulty": "d8", "position": "neutral"})
    table.other.do("offer", roll=roll, character="c2", trait="athletics")
    table.other.do("throw", roll=roll, dice=[6, 1])
    button = gm.roll.locator("button.throw")
    expect(button).to_have_text(re.compile(r"^Throw .* for Nyx$"))
    expect(button).to_have_class(re.compile("for-another"))


def test_a_second_roll_that_waits_for_the_gm_stands_at_the_top(phones: Phones, server: RunningServer) -> None:
    table = open_table(server, "true-world")
    table.player.do("make", name="Kestrel")
    table.other.do("make", name="Lark")
    first = table.player.do("declare", character="c1", trait="athletics")["number"]
    gm = phones.at(table.gm, viewport=DESKTOP)
    head = gm.roll.locator(".who")
    expect(head).to_contain_text("Your turn")
    stood = head.bounding_box()
    second = table.other.do("declare", character="c2", trait="stealth")["number"]
    strip = gm.page.get_by_role("group", name="Waiting")  # once on a wide screen, above the stage
    also = strip.get_by_role("button", name="Lark")
    expect(also).to_be_in_viewport()
    assert head.bounding_box() == stood
    also.click()
    expect(gm.roll.locator(".who")).to_contain_text("Lark")
    expect(strip.get_by_role("button", name="Kestrel")).to_be_visible()
    expect(gm.roll.get_by_role("button", name="Waits for you too: Kestrel")).to_be_hidden()
    gm.roll.get_by_role("textbox").first.focus()  # what someone else takes back gives no place to fields of another
    table.other.do("withdraw", roll=second)
    expect(gm.page.locator(".stage > [role=status]")).to_have_text("Lark took the roll back; it cost nothing.")
    expect(gm.page.locator(".stage .roll")).to_have_count(0)
    gm.page.get_by_role("button", name="Next: Kestrel").click()
    expect(gm.roll).to_have_attribute("aria-label", re.compile(f"^Roll {first}:"))


WHOLE = """(below) => {
  const { left, top, width } = below.getBoundingClientRect();
  return below.contains(document.elementFromPoint(left + width / 2, top + 1))
    && !getComputedStyle(document.querySelector(".throwing")).boxShadow.includes("16px");
}"""


def test_nothing_at_the_desk_has_its_upper_edge_cut_off(phones: Phones, server: RunningServer) -> None:
    table = open_table(server, "starforged")
    table.player.do("make", name="Bo")
    roll = table.player.do("declare", character="c1", trait="edge", inputs={"sf_move": "face_danger"})["number"]
    table.player.do("throw", roll=roll, dice=[1, 9, 8])
    gm = phones.at(table.gm, viewport=DESKTOP)
    price = gm.roll.get_by_role("button", name="roll the price")
    expect(price).to_be_visible()
    price.scroll_into_view_if_needed()
    assert price.evaluate(WHOLE)


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
    expect(line).to_have_text("Nyx · to decide: let it stand or burn a resistance")


def test_what_was_taken_back_or_withdrawn_gives_way_to_what_is_open(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "in-the-dark")
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


def test_the_word_before_what_waits_stays_on_one_line(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "in-the-dark")
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


def test_what_waits_is_told_once_to_who_asks_fate_about_it(phones: Phones, server: RunningServer) -> None:
    made = Client(server).post(
        "/api/tables", {"game": "starforged", "name": "Drift", "nickname": "Ann", "with_gm": False}
    )
    seat = SeatAt(Client(server, made.json["token"]), made.json["table"], "s1", made.json["role"])
    seat.do("make", name="Iora")
    roll = seat.do("declare", character="c1", trait="edge", inputs={"sf_move": "face_danger"})["number"]
    seat.do("throw", roll=roll, dice=[1, 9, 10])
    asked = seat.do("declare", character="c1", move="oracle")["number"]
    player = phones.at(seat)
    player.tab("Table")
    waiting = player.page.get_by_role("group", name="Waiting").get_by_role("button")
    waiting.click()
    expect(player.roll).to_have_attribute("aria-label", re.compile(f"Roll {asked}:"))
    expect(waiting).to_have_count(1)
    expect(player.page.locator("button.also")).to_have_count(0)
    expect(player.page.get_by_text("First: ")).to_have_count(0)


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


def test_who_is_waited_for_stands_on_every_stage_and_then_whose_throw_it_is(
    phones: Phones, server: RunningServer
) -> None:
    table = open_table(server, "wherever-we-go")
    table.player.do("make", name="Nyx")
    table.other.do("make", name="Moth")
    roll = table.player.do("declare", character="c1", trait="stealth")["number"]
    player, ally, gm = phones.at(table.player), phones.at(table.other), phones.at(table.gm)
    expect(player.roll.locator(".needs")).to_have_text("The throw waits for Gem: how it could end")
    expect(ally.roll.locator(".needs")).to_have_text("Waiting for Gem: how it could end")
    table.gm.do("set", roll=roll, inputs={"expectations": "In, or known.", "stakes": "You are seen."})
    expect(player.roll.locator(".turn")).to_have_text("Gem has spoken: your turn")
    table.player.do("set", roll=roll, inputs={"intent": "Past the lamp."})
    expect(player.roll.locator(".turn")).to_have_text("Your turn")  # who was the last to speak knows that
    for phone in (ally, gm):
        expect(phone.roll.locator(".turn")).to_have_text("Ann’s turn")
    table.other.do("offer", roll=roll, character="c2", how="keeps watch")
    expect(player.roll.locator(".works")).to_contain_text("+1 help: ")
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


def test_the_desk_holds_a_roll_while_two_others_wait_and_one_of_the_gms_could_help(
    phones: Phones, server: RunningServer
) -> None:
    table = seated(server, "true-world")
    table.gm.do("make", name="Old Tom")
    for seat, character in ((table.player, "c1"), (table.other, "c2"), (table.gm, "c3")):
        seat.do("declare", character=character, trait="climbing")
    gm = phones.at(table.gm, viewport=DESKTOP)
    gm.page.locator(".strip").get_by_role("button", name="Moth").click()
    expect(gm.roll.get_by_text("Old Tom could help")).to_be_visible()
    expect(gm.page.locator(".strip button")).to_have_count(2)
    assert gm.page.locator(".middle").evaluate("(each) => each.scrollHeight <= each.clientHeight")


def test_who_rolls_what_is_whole_above_the_headline_of_a_phone(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "in-the-dark")
    table.player.do("make", name="Hollis of the Harbour")
    table.other.do("make", name="Moth")
    both = ["c1", "c2"]
    roll = table.gm.do("declare", character="c1", trait="attack", move="teamwork", members=both)["number"]
    own, ally = phones.at(table.player), phones.at(table.other)
    expect(ally.roll.locator("header h2")).to_have_text("Hollis of the Harbour: Work as one with attack")
    expect(ally.roll.locator(".who > :first-child")).to_have_text("")  # the headline says it, and no name stands alone
    table.player.do("set", roll=roll, inputs={"intent": "Down the stairs"})
    expect(ally.roll.locator("header h2")).to_have_text("Down the stairs")
    for phone in (own, ally):
        who = phone.roll.locator(".who > :first-child")
        expect(who).to_contain_text("Hollis of the Harbour · Work as one with attack")
        assert who.evaluate("(each) => each.scrollWidth <= each.clientWidth && each.scrollHeight <= each.clientHeight")
        assert who.evaluate(LINES) == 2


def test_what_explains_a_name_leaves_its_value_in_sight(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "in-the-dark")
    table.player.do("declare", character="c1", trait="skulk")
    player = phones.at(table.player)
    position = player.roll.locator(".said-by", has_text="Position")
    position.get_by_role("button", name="Position").click()
    box, told = position.bounding_box(), player.page.locator(".refusal").bounding_box()
    assert box is not None
    assert told is not None
    assert told["y"] >= box["y"] + box["height"] or told["y"] + told["height"] <= box["y"]


def test_what_is_said_and_what_holds_until_it_is_said_stand_together(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "in-the-dark")
    roll = table.player.do("declare", character="c1", trait="skulk")["number"]
    other = table.other.do("declare", character="c2", trait="skulk")["number"]
    for each in (roll, other):
        table.gm.do("set", roll=each, inputs={"position": "bad"})
    gm = phones.at(table.gm, viewport=DESKTOP)
    expect(gm.page.locator(".strip button")).to_have_text(re.compile("to throw, position bad, effect normal$"))


LEFT_WHILE_IT_FALLS = """() => addEventListener("animationstart", ({ animationName, target }) => {
  if (animationName !== "thrown" || !target.matches(".thrown:first-child svg")) return;
  const at = (time) => {
    for (const each of target.getAnimations()) each.currentTime = time;
    return target.querySelector(".shape").getBoundingClientRect().left;
  };
  window.furthest = Math.min(...[0, 60, 120, 200, 300, 390].map(at));
})"""
"""How far to the left the first die comes while it tumbles."""


def test_the_edge_of_the_screen_cuts_no_die_that_falls(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "starforged")
    table.player.do("make", name="Nyx")
    roll = table.player.do("declare", character="c1", trait="edge")["number"]
    watcher = phones.at(table.gm, reduced_motion="no-preference")
    expect(watcher.roll.locator(".odds")).to_be_visible()
    watcher.page.evaluate(LEFT_WHILE_IT_FALLS)
    table.player.do("throw", roll=roll, dice=[2, 5, 6])
    expect(watcher.roll.locator(".word")).to_be_visible()
    assert watcher.page.evaluate("window.furthest") >= 0


def test_what_may_be_said_of_a_difficulty_stands_apart_from_the_next(phones: Phones, server: RunningServer) -> None:
    table = open_table(server, "true-world")
    table.player.do("make", name="Nyx")
    table.player.do("declare", character="c1", trait="climbing")
    gm = phones.at(table.gm)
    notes = gm.roll.locator(".called-for .segments .note")
    expect(notes).to_have_count(5)
    for width, height in ((390, 844), (844, 390)):
        gm.page.set_viewport_size({"width": width, "height": height})
        edges = notes.evaluate_all(
            """all => all.map((each) => {
                const words = document.createRange();
                words.selectNodeContents(each);
                const { left, right } = words.getBoundingClientRect();
                return [left, right];
            })"""
        )
        apart = [after[0] - before[1] for before, after in pairwise(edges)]
        assert min(apart) >= 3, (width, apart)


def test_what_a_player_went_on_with_comes_to_the_gm_whom_it_waits_for(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "starforged")
    vow = table.player.do("declare", character="c1", trait="heart", inputs={"sf_move": "swear_an_iron_vow"})["number"]
    gm = phones.at(table.gm, viewport=DESKTOP)
    table.player.do("throw", roll=vow, dice=[5, 9, 1])
    expect(gm.roll.locator(".headline")).to_have_text("Weak hit")
    assert [each["seat"] for each in table.gm.see(f"rolls/{vow}")["open_dues"]] == [table.player.see()["you"]["seat"]]
    roll = table.player.do("declare", character="c1", trait="iron", inputs={"sf_move": "face_danger"})["number"]
    expect(gm.page.locator(".strip")).to_contain_text("Nyx")  # nothing of it waits for the gm yet
    table.player.do("throw", roll=roll, dice=[1, 9, 10])
    expect(gm.roll.locator(".headline")).to_have_text("Miss")
    gm.page.locator(".strip button").first.click()
    expect(gm.roll.locator(".headline")).to_have_text("Weak hit")  # who goes back to it stays there
    table.gm.do("note", text="Later.")
    expect(gm.roll.locator(".headline")).to_have_text("Weak hit")


def test_what_is_owed_from_before_is_said_in_a_whole_sentence(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "starforged")
    vow = table.player.do("declare", character="c1", trait="heart", inputs={"sf_move": "swear_an_iron_vow"})["number"]
    table.player.do("throw", roll=vow, dice=[5, 9, 1])
    table.player.do("declare", character="c1", trait="iron", inputs={"sf_move": "face_danger"})
    player = phones.at(table.player)
    player.tab("Table")
    player.page.get_by_role("group", name="Waiting").get_by_role("button").click()
    expect(player.roll.get_by_text("First: ")).to_have_text("First: Nyx still has to say the cost from before")
    newcomer = phones.at(open_table(server, "starforged").player)
    newcomer.tab("Me")
    expect(newcomer.page.locator(".first .hint").first).to_contain_text("Ironsworn: Starforged – Perilous quests")


def test_a_deed_that_is_left_is_no_roll_taken_back(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "in-the-dark", stress=3)
    roll = table.other.do("declare", character="c2", trait="tinker")["number"]
    table.other.do("throw", roll=roll, dice=[1] * len(table.other.see(f"rolls/{roll}")["dice"]))
    deed = table.player.do("declare", character="c1", move="downtime")["number"]
    table.player.do("withdraw", roll=deed)
    gm = phones.at(table.gm)
    expect(gm.roll).to_contain_text("Failure")
    expect(gm.page.get_by_text("took the roll back")).to_have_count(0)
    assert any("Nyx left it for now: Relax" in line for line in gm.log())


def test_who_still_answers_is_told_and_who_did_not_is_not(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "in-the-dark")
    roll = table.player.do("declare", character="c1", trait="skulk")["number"]
    table.player.do("throw", roll=roll, dice=[1] * len(table.player.see(f"rolls/{roll}")["dice"]))
    both = [{"way": "moderate harm", "who": who} for who in ("c1", "c2")]
    table.gm.do("name_due", roll=roll, answer=both)
    player, other, gm = phones.at(table.player), phones.at(table.other), phones.at(table.gm)
    expect(player.roll.locator(".hint.waits").last).to_have_text("Moth answers too.")
    table.other.do("declare", character="c2", move="resistance", trait="prowess")
    expect(other.roll.locator(".standing")).to_contain_text("Against: Moderate harmStress")
    expect(gm.page.locator(".strip")).not_to_contain_text("consequence")
    player.page.get_by_role("button", name="Your answer").first.wait_for()


IN_THE_HEADER = """() => {
  const box = (each) => each.getBoundingClientRect();
  const apart = (one, two) =>
    one.right <= two.left || one.left >= two.right || one.bottom <= two.top || one.top >= two.bottom;
  const strip = [...document.querySelectorAll(".strip > *")];
  const whole = (each) => document.elementsFromPoint(box(each).right - 9, box(each).top + box(each).height / 2)[0];
  const seen = [...document.querySelectorAll(".banner .home, .banner h1, .banner .here li, .roll, .also")];
  const title = document.querySelector(".banner h1");
  return {
    cut: strip.filter((each) => !each.contains(whole(each))).map((each) => each.textContent),
    over: seen.filter((other) => strip.some((each) => !apart(box(each), box(other)))).map((each) => each.className),
    low: strip.filter((each) => box(each).bottom > box(document.querySelector(".middle")).top + 1).length,
    title: title.scrollWidth - title.clientWidth,
  };
}"""


@pytest.mark.parametrize("size", [(1000, 800), (1280, 800), (1440, 900), (1920, 1000)], ids=str)
def test_a_second_roll_waits_in_the_line_of_the_header_at_a_desk(
    phones: Phones, server: RunningServer, size: tuple[int, int]
) -> None:
    """It was cut to a letter in the middle of the roll, and took the room of the table's name."""
    table = open_table(server, "starforged", name="Starforged, tonight")
    for who, name in ((table.player, "Iora Venn"), (table.other, "Sable Orn")):
        who.do("make", name=name)
    aided = {"sf_move": "aid_your_ally", "intent": "I cover her with the long rifle"}
    table.other.do("declare", character="c2", trait="wits", inputs=aided)
    table.player.do("declare", character="c1", trait="edge", inputs={"sf_move": "strike", "intent": "Into their flank"})
    gm = phones.at(table.gm, viewport={"width": size[0], "height": size[1]})
    expect(gm.page.locator(".strip > *")).to_have_count(2)
    told = gm.page.evaluate(IN_THE_HEADER)
    assert told == {"cut": [], "over": [], "low": 0, "title": 0}


def test_dice_of_an_empty_pool_say_that_the_lower_counts_and_none_is_named_for_what_was_added(
    phones: Phones, server: RunningServer
) -> None:
    """Without its own dice a pool read as any other, and two dice stood there called push and assist."""
    table = seated(server, "in-the-dark")
    table.gm.do("edit", where="c1", values={"sway": 1, "minor_harm": 2})
    table.player.do("declare", character="c1", trait="sway")
    player = phones.at(table.player)
    expect(player.roll.locator(".dice .reads")).to_have_text("the lower one counts")
    roll = table.player.see()["rolls"][-1]["roll"]
    table.player.do("set", roll=roll, inputs={"extra": "push"})
    table.other.do("offer", roll=roll, character="c2", input="assist")
    expect(player.roll.locator(".dice .source")).to_have_text(["sway", "sway"])
    expect(player.roll.locator(".dice .reads")).to_have_count(0)


def test_what_else_waits_is_read_whole_on_the_phone_of_who_leads(phones: Phones, server: RunningServer) -> None:
    """Beside it stands who rolls, without the move, which stands below; and the evening tells it in the same words."""
    table = at_ease(server, "starforged")
    for who, name in ((table.player, "Dr. Lune"), (table.other, "Rook")):
        who.do("make", name=name)
    roll = table.player.do("declare", character="c1", trait="edge", inputs={"sf_move": "face_danger"})["number"]
    table.player.do("throw", roll=roll, dice=[1, 9, 8])
    table.other.do("declare", character="c2", trait="iron", inputs={"sf_move": "compel"})
    gm = phones.at(table.gm)
    gm.page.locator(".strip button").click()
    told = gm.roll.locator(".who > :first-child, .also span")
    expect(told.nth(1)).to_have_text("Dr. Lune waits")
    assert told.evaluate_all("all => all.filter((each) => each.scrollWidth > each.clientWidth).length") == 0
    expect(told.first.locator(".with")).to_be_hidden()
    waits = gm.page.locator(".strip button").inner_text()
    gm.tab("Gm")
    expect(gm.page.locator(".evening-card .open-lines")).to_have_text(f"Still open: {waits}\nRook · to throw")
