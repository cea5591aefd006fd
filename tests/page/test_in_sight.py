"""What a newcomer lost sight of on the stage and on phones: each of it was there once, and is to stay gone."""

import re
from itertools import pairwise

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.page.phones import Phones
from tests.page.test_moments import seated
from tests.server import RunningServer, open_table

pytestmark = pytest.mark.slow

PHONE_HEIGHT = 844
EDGES = "each => [each.getBoundingClientRect().left, each.getBoundingClientRect().right]"
ABOVE_THE_TABS = PHONE_HEIGHT - 60


def is_in_sight(target: Locator) -> bool:
    """Whether it can be seen without scrolling, above the tabs of a phone."""
    box = target.bounding_box()
    return box is not None and box["y"] >= 0 and box["y"] + box["height"] <= ABOVE_THE_TABS


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


def test_a_loss_taken_back_before_it_was_seen_is_no_news(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "starforged")
    roll = table.player.do("declare", character="c1", trait="edge")["number"]
    player = phones.at(table.player)
    table.player.do("throw", roll=roll, dice=[1, 9, 10])
    expect(player.roll.locator(".word")).to_be_visible()
    (due, *_) = table.gm.see(f"rolls/{roll}")["open_dues"]
    table.gm.do("settle", roll=roll, due=due["due"], answer=[{"way": "endure stress", "amount": 1}])
    expect(player.page.locator(".news")).to_contain_text("Spirit5 → 4")
    table.gm.do("undo", entry=roll)
    expect(player.roll).to_contain_text("Taken back")
    expect(player.page.locator(".news")).to_have_count(0)


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


def test_a_table_for_one_opens_at_once_and_others_show_their_code_from_the_top(
    phones: Phones, server: RunningServer
) -> None:
    page = phones.phone().page
    page.goto(phones.address)
    page.get_by_role("button", name="Open a table").first.click()
    page.get_by_label("Your name").fill("Ana")
    page.get_by_text("I play alone").click()
    page.get_by_role("button", name="Start").click()
    expect(page.locator(".banner")).to_be_visible()
    assert "/t/" in page.url
    page.goto(phones.address)
    page.get_by_role("button", name="Open a table").first.click()
    late: list[Route] = []
    page.route("**/links/code", lambda asked, _: late.append(asked))
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_text("Your table is open")).to_be_visible()
    assert page.evaluate("scrollY") == 0
    go = page.get_by_role("link", name="Go to the table")
    expect(page.locator("ar-code svg").first).to_be_visible()
    stood = go.bounding_box()
    late[0].continue_()  # a code that comes late moves nothing that is about to be pressed
    expect(page.locator(".typed-code b")).to_be_visible()
    assert go.bounding_box() == stood


def test_a_made_character_is_seen_from_the_top(phones: Phones, server: RunningServer) -> None:
    table = open_table(server, "wherever-we-go")
    player = phones.at(table.player)
    player.page.locator(".maker").get_by_label("Name").fill("Moss")
    player.page.get_by_role("button", name="Step by step").click()
    player.page.get_by_role("button", name="Make them").click()
    expect(player.page.locator(".sheet h2").first).to_be_visible()
    expect(player.page.locator(".making")).to_have_count(0)
    assert player.page.evaluate("scrollY") == 0


def test_an_ally_helps_with_what_they_are_best_at(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "true-world", climbing="d8")
    table.gm.do("edit", where="c2", values={"climbing": "0"})
    table.player.do("declare", character="c1", move="assisted", trait="climbing")
    ally = phones.at(table.other)
    expect(ally.roll.locator(".way-in option:checked").first).to_have_text("blades d8")


def test_one_wish_has_one_answer(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "starforged")
    roll = table.player.do("declare", character="c1", trait="edge")["number"]
    table.player.do("throw", roll=roll, dice=[6, 1, 2])
    table.player.do("wish", roll=roll)
    gm = phones.at(table.gm)
    expect(gm.roll.get_by_text("Take the roll back", exact=True)).to_have_count(1)


def test_a_ladder_moves_by_one(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "starforged")
    player = phones.at(table.player)
    player.page.get_by_role("button", name="more momentum", exact=True).click()
    expect(player.page.locator(".rung.here")).to_have_text("3")


def test_the_words_of_difficulties_stand_apart(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "true-world")
    table.player.do("declare", character="c1", trait="climbing")
    gm = phones.at(table.gm)
    notes = gm.roll.locator(".called-for .segments .note")
    expect(notes).to_have_count(5)
    edges = [each.evaluate(EDGES) for each in notes.all()]
    assert all(one[1] <= other[0] for one, other in pairwise(edges))


def test_what_a_player_says_is_quiet_on_the_gms_screen(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "starforged")
    roll = table.player.do("declare", character="c1", trait="iron", inputs={"sf_move": "strike"})["number"]
    table.player.do("throw", roll=roll, dice=[6, 2, 3])
    gm, player = phones.at(table.gm), phones.at(table.player)
    expect(gm.roll.locator("button.settle.for-another")).to_contain_text("for Ann")
    expect(player.roll.locator("button.settle.for-another")).to_have_count(0)
    expect(player.roll.locator(".turn")).to_be_visible()


def test_a_success_has_ready_words_too(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "true-world", climbing="d8")
    roll = table.player.do("declare", character="c1", trait="climbing")["number"]
    table.gm.do("set", roll=roll, inputs={"difficulty": "d4", "position": "neutral"})
    table.player.do("throw", roll=roll, dice=[5, 1])
    gm = phones.at(table.gm)
    gm.roll.locator(".due .phrases button").first.click()  # all that is asked for are words: a tap says them
    expect(gm.roll.locator(".brought")).to_contain_text("It goes as planned.")


DESK = {"width": 1280, "height": 800}


def test_a_second_roll_that_waits_for_the_gm_stands_at_the_top(phones: Phones, server: RunningServer) -> None:
    table = open_table(server, "true-world")
    table.player.do("make", name="Kestrel")
    table.other.do("make", name="Lark")
    first = table.player.do("declare", character="c1", trait="athletics")["number"]
    gm = phones.at(table.gm, viewport=DESK)
    head = gm.roll.locator(".who")
    expect(head).to_contain_text("Your turn")
    stood = head.bounding_box()
    second = table.other.do("declare", character="c2", trait="stealth")["number"]
    also = gm.roll.get_by_role("button", name="Waits for you too: Lark")
    expect(also).to_be_in_viewport()
    assert head.bounding_box() == stood
    also.click()
    expect(gm.roll.locator(".who")).to_contain_text("Lark")
    expect(gm.roll.get_by_role("button", name="Waits for you too: Kestrel")).to_be_visible()
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
    gm = phones.at(table.gm, viewport=DESK)
    price = gm.roll.get_by_role("button", name="roll the price")
    expect(price).to_be_visible()
    price.scroll_into_view_if_needed()
    assert price.evaluate(WHOLE)
