"""What hurt in evenings that were played: each of it was there once, and is to stay gone."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.page.phones import Phones
from tests.page.test_moments import seated
from tests.server import RunningServer, open_table

pytestmark = pytest.mark.slow


def test_progress_of_two_marks_is_settled(phones: Phones, server: RunningServer) -> None:
    """A way that names nobody is answered without a name."""
    table = seated(server, "starforged")
    roll = table.player.do("declare", character="c1", trait="iron", inputs={"sf_move": "strike"})["number"]
    table.player.do("throw", roll=roll, dice=[6, 2, 3])
    player = phones.at(table.player)
    due = player.roll.locator(".due", has_text="progress")
    due.locator(".target button", has_text="dangerous").first.click()
    due.locator(".target button", has_text="dangerous").first.click()
    due.locator("button.settle").click()
    expect(due).to_have_count(0)
    assert table.gm.see()["values"]["progress"] == 16


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


def test_banes_look_like_harm_and_keeping_says_so(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "wherever-we-go", stress=2)
    roll = table.player.do("declare", character="c1", trait="stealth", decide={"push": "push"})["number"]
    player = phones.at(table.player)
    expect(player.roll.locator(".pill.hurt")).to_have_text("31 % a bane")
    table.player.do("throw", roll=roll, dice=[7, 3, 1, 1])
    expect(player.roll.locator(".die.broken")).to_have_count(2)
    expect(player.roll.locator(".die.forward")).to_have_count(1)
    keep = player.roll.locator("button.option", has_text="Keep the mixed success")
    expect(keep).to_contain_text("2 banes stay")
    expect(keep).not_to_contain_text("It costs nothing")
    expect(player.roll.locator(".badges .hurt")).to_have_text("2 banes")


def test_what_others_do_to_me_comes_to_my_screen_once(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "true-world")
    inputs = {"intent": "Nyx crosses the roof"}
    roll = table.player.do("declare", character="c1", trait="climbing", inputs=inputs)["number"]
    table.gm.do("set", roll=roll, inputs={"difficulty": "d8", "position": "neutral", "stakes": "You fall."})
    table.player.do("throw", roll=roll, dice=[1, 8])
    player, gm = phones.at(table.player), phones.at(table.gm)
    expect(player.roll).to_contain_text("Nyx crosses the roof")
    due = gm.roll.locator(".due").first
    due.get_by_role("textbox").fill("A pane gives.")
    touched = due.locator("button.way", has_text="Stress")
    before = touched.evaluate("each => each.getBoundingClientRect().top")
    touched.click()
    assert touched.evaluate("each => each.getBoundingClientRect().top") == before
    expect(due.get_by_role("textbox")).to_have_value("A pane gives.")
    due.locator("button.settle").click()
    card = player.page.locator(".news")
    expect(card).to_contain_text("A pane gives.")
    expect(card).to_contain_text("Stress0 → 1")
    expect(card.get_by_text("Stress", exact=True)).to_have_count(1)  # the kind is called as what it moves
    card.get_by_role("button").click()
    expect(card).to_have_count(0)
    player.page.reload()
    expect(player.page.locator(".banner")).to_be_visible()
    expect(player.page.locator(".news")).to_have_count(0)


def test_a_consequence_is_seen_before_it_falls_and_resisted_once(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "in-the-dark")
    roll = table.player.do("declare", character="c1", trait="skulk")["number"]
    table.player.do("throw", roll=roll, dice=[1, 2])
    player, gm = phones.at(table.player), phones.at(table.gm)
    gm.roll.locator(".due button.way", has_text="Moderate harm").click()
    gm.roll.locator(".due textarea").first.fill("A pane gives.")
    gm.roll.locator(".due button.settle").first.click()
    landing = player.roll.locator(".landing").first
    expect(landing).to_contain_text("A pane gives.")
    expect(landing).to_contain_text("Moderate harm0 → 1")
    assert table.gm.see()["characters"][0]["values"]["moderate_harm"] == 0
    expect(gm.roll.locator(".answers")).to_contain_text("Nyx takes it or answers it")
    expect(player.roll.get_by_role("button", name="Take it", exact=True)).to_be_visible()
    resist = player.roll.locator(".answer").get_by_role("button", name="Prowess")
    expect(resist).to_contain_text("3 dice, about 1.0 stress")
    resist.click()
    expect(player.roll).to_have_attribute("aria-label", re.compile("Resist"))
    expect(player.roll.locator(".spread li")).to_have_count(6)
    expect(player.roll).not_to_contain_text("0 % that it works")
    expect(player.roll.locator(".standing")).to_contain_text("You can always resist: it costs 0 to 5 stress")
    expect(gm.roll.locator(".standing")).to_contain_text("Nyx can always resist: it costs 0 to 5 stress")
    expect(gm.page.get_by_role("button", name="takes it")).to_have_count(0)
    table.player.do("throw", roll=table.player.see()["rolls"][-1]["roll"], dice=[5, 2, 1])
    expect(player.roll.locator(".now")).to_have_text("Resisting costs 1 stress: resist, or let it fall?")
    expect(player.roll.locator("button.option").first).to_contain_text("Moderate harm 0 → 1")
    expect(player.roll.locator("button.option").last).to_contain_text("stress 0 → 1")
    expect(gm.roll).to_have_attribute("aria-label", re.compile("Resist"))
    expect(gm.page.locator(".strip button")).to_have_count(0)  # nobody is sent to what is being resisted
    player.roll.get_by_role("button", name="Resist it").click()
    expect(player.roll.locator(".headline")).to_have_text("Resisted")
    expect(player.roll.locator(".effects")).to_contain_text("takes 1 stress")
    expect(gm.roll.locator(".due button.way")).to_have_text(["Minor, not moderate", "A lesser form"])


def test_the_most_of_a_track_moves_as_soon_as_it_does(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "starforged")
    player = phones.at(table.player)
    rungs = player.page.locator(".ladder .rung")
    expect(rungs).to_have_count(17)
    table.gm.do("edit", where="c1", values={"wounded": True})
    expect(rungs).to_have_count(16)


def test_a_change_starts_at_nothing(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "starforged")
    table.player.do("declare", character="c1", move="change")
    player = phones.at(table.player)
    amount = player.roll.get_by_role("group", name="by how much")
    expect(amount.locator("output")).to_have_text("0")
    amount.get_by_role("button", name="more by how much").click()
    expect(amount.locator("output")).to_have_text("1")


def test_gains_are_no_costs(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "illuminated-worlds", cunning=1)
    roll = table.player.do("declare", character="c1", trait="read")["number"]
    table.gm.do("set", roll=roll, inputs={"intent": "a", "stakes": "b", "expectations": "c"})
    player = phones.at(table.player)
    dice = table.player.see(f"rolls/{roll}")["dice"]
    table.player.do("throw", roll=roll, dice=[2 if die["from"] == "standard" else 5 for die in dice])
    player.roll.locator("button.option").first.click()
    expect(player.roll.locator("button.option").first).to_contain_text("Take the 5")
    expect(player.roll).not_to_contain_text(re.compile(r"costs [^.]*\+"))


def test_a_refusal_stands_where_the_finger_is(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "wherever-we-go")
    player = phones.at(table.player)
    player.page.locator("summary", has_text="Another character").click()
    player.page.locator(".maker").get_by_label("Name").fill("Moth")
    button = player.page.get_by_role("button", name="Make it")
    table.other.do("make", name="Wren")
    player.page.evaluate(
        "fetch = (path, how) => Promise.resolve(new Response(JSON.stringify("
        "{detail: 'Someone here is called Moth already.'}), {status: 422}))"
    )
    button.click()
    told = player.page.get_by_role("alert")
    expect(told).to_contain_text("Someone here is called Moth already.")
    near, shown = button.bounding_box(), told.bounding_box()
    assert near is not None
    assert shown is not None
    assert min(abs(shown["y"] - near["y"] - near["height"]), abs(shown["y"] + shown["height"] - near["y"])) < 60


def test_an_ended_table_keeps_its_sheets_and_says_so_at_the_front(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "in-the-dark")
    player = phones.at(table.player)
    expect(player.page.get_by_role("button", name="Save as a file")).to_be_visible()
    table.gm.do("end")
    expect(player.page.locator(".banner")).to_contain_text("ended")
    player.page.locator(".pc-line", has_text="Nyx").click()
    expect(player.page.get_by_role("button", name="Save as a file").first).to_be_visible()
    player.page.reload()
    expect(player.page.locator(".banner")).to_contain_text("ended")
    player.page.goto(phones.address)
    expect(player.page.locator(".known")).to_contain_text("ended")


def test_old_links_are_gone_once_they_are_renewed(phones: Phones, server: RunningServer) -> None:
    gm = phones.phone()
    link = gm.open_table("True World")
    gm.tab("Gm")
    gm.page.locator("summary", has_text="seats and links").click()
    code = gm.page.locator(".link", has_text="Players").locator("ar-code")
    expect(code).to_have_attribute("link", link)
    gm.page.get_by_role("button", name="Renew the links").click()
    gm.page.get_by_role("button", name="Yes").click()
    expect(code).not_to_have_attribute("link", link)


def test_what_cannot_be_tapped_looks_so(phones: Phones, server: RunningServer) -> None:
    table: Any = open_table(server, "in-the-dark")
    table.player.do("make", name="Nyx")
    other = phones.at(table.other)
    other.page.locator(".pc-line", has_text="Nyx").click()
    tile = other.page.locator("button.trait", has_text="Skulk")
    expect(tile).to_be_disabled()
    assert tile.evaluate("each => getComputedStyle(each).borderStyle") == "dashed"
    assert other.page.evaluate(
        "[...document.querySelectorAll('input')].every(each => each.type === 'file' || each.maxLength)"
    )
