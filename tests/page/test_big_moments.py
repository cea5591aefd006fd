"""What all should notice comes to every screen, and what someone did is seen where they look."""

import re

import pytest
from playwright.sync_api import expect

from tests.page.phones import DESKTOP, Phone, Phones, at_ease, is_in_sight, seated
from tests.server import RunningServer, SeatAt

pytestmark = pytest.mark.slow


def end_with_more_and_more_open(gm: Phone, player: SeatAt, roll: int) -> None:
    """The gm is warned of the roll that is open, then of what its dice left to be said, and ends the evening."""
    gm.tab("Gm")
    expect(gm.page.locator(".evening-card")).to_contain_text("Still open: Nyx")
    gm.page.get_by_role("button", name="End the evening").click()
    gm.page.get_by_role("dialog", name=re.compile("Still open: Nyx")).get_by_role("button", name="No").click()
    player.do("throw", roll=roll, dice=[2, 1])
    expect(gm.page.locator(".evening-card")).to_contain_text("Nyx · consequence")
    gm.page.get_by_role("button", name="End the evening").click()
    dialog = gm.page.get_by_role("dialog", name=re.compile("Nyx · consequence"))
    dialog.get_by_role("button", name="Yes").click()


def test_a_full_clock_a_scene_and_the_end_of_an_evening_come_to_every_phone(
    phones: Phones, server: RunningServer
) -> None:
    table = seated(server, "in-the-dark")
    table.gm.do("make_clock", name="The third candle", size=2, full="The child walks in.")
    clock = table.gm.see()["clocks"][0]["clock"]
    roll = table.player.do("declare", character="c1", trait="skulk", inputs={"intent": "Over the roof"})["number"]
    table.player.do("throw", roll=roll, dice=[6] * len(table.player.see(f"rolls/{roll}")["dice"]))
    gm, player, screen = phones.at(table.gm), phones.at(table.player), phones.at_screen(table.onlooker)
    news = player.page.locator(".news")
    gm.tab("Table")
    expect(gm.page.locator(".clock")).to_contain_text("When it is full: The child walks in.")
    player.tab("Table")
    expect(player.page.locator(".clock")).not_to_contain_text("The child")
    expect(player.page.locator(".clock button")).to_have_count(0)
    for _ in range(2):
        table.gm.do("tick", clock=clock)
    for phone in (player, gm):
        expect(phone.page.locator(".news")).to_contain_text("A clock is full“The third candle”The child walks in.")
    expect(screen.locator(".tv-handout")).to_contain_text("The child walks in.")
    news.get_by_role("button", name="All right").click()
    expect(news).to_have_count(0)
    expect(player.page.locator(".clock")).to_contain_text("Full. The child walks in.")
    table.gm.do("begin_scene", name="The nursery", conditions=[{"words": "Slick tiles"}])
    expect(news).to_contain_text("A scene begins“The nursery”Slick tiles")
    news.get_by_role("button", name="All right").click()
    opened = table.player.do("declare", character="c1", trait="skulk")["number"]
    gm.page.locator(".news").get_by_role("button", name="All right").click()
    end_with_more_and_more_open(gm, table.player, opened)
    expect(gm.page.locator(".recap")).to_contain_text("Over the roof")  # though nobody had begun the evening
    expect(news).to_contain_text("The evening is over")
    news.get_by_role("button", name="Read the recap").click()
    expect(player.page.locator(".recap")).to_contain_text("Nyx: Over the roof (skulk) – critical success.")
    expect(news).to_have_count(0)


def test_the_log_asks_before_it_takes_a_roll_back_and_offers_what_it_brought(
    phones: Phones, server: RunningServer
) -> None:
    table = seated(server, "starforged")
    roll = table.player.do("declare", character="c1", trait="iron")["number"]
    table.player.do("throw", roll=roll, dice=[1, 9, 10])
    table.gm.do("settle", roll=roll, due=0, answer=[{"way": "endure harm", "amount": 2}])
    gm = phones.at(table.gm)
    gm.tab("Log")
    story = gm.page.locator(".entry.story").first
    story.get_by_role("button", name=f"take the roll back #{roll}").click()
    gm.page.get_by_role("dialog", name=re.compile("dice and all.*has to be taken back first")).get_by_role(
        "button", name="No"
    ).click()
    assert table.gm.see(f"rolls/{roll}")["status"] == "done"
    story.get_by_role("button", name="take back what it brought").click()
    gm.page.get_by_role("dialog", name=re.compile("The dice stay")).get_by_role("button", name="Yes").click()
    expect(story.get_by_role("button", name="take back what it brought")).to_have_count(0)
    told = table.gm.see(f"rolls/{roll}")
    assert (told["status"], [due["kind"] for due in told["open_dues"]]) == ("done", ["price"])


def test_what_the_gm_keeps_is_seen_at_once_and_a_scene_that_lasts_says_so(
    phones: Phones, server: RunningServer
) -> None:
    table = seated(server, "in-the-dark")
    gm = phones.at(table.gm)
    gm.tab("Gm")
    box = gm.page.locator(".prepared")
    box.locator("> summary").click()
    box.get_by_role("button", name="Handouts").click()
    box.get_by_text("A new handout").click()
    box.get_by_label("Title").fill("A wet letter")
    box.get_by_role("button", name="Keep").click()
    kept = box.locator(".cards .kept")
    expect(kept).to_contain_text("Kept.")
    assert is_in_sight(kept)
    expect(box.get_by_label("Title")).to_be_hidden()
    box.get_by_role("button", name="Scenes").click()
    box.get_by_text("A new scene").click()
    box.get_by_label("Name", exact=True).fill("The roof")
    box.get_by_role("button", name="Keep").click()
    box.get_by_role("button", name="Begin it: The roof").click()
    expect(box.locator(".cards")).to_contain_text("It lasts now")
    box.get_by_role("button", name="End it: The roof").click()
    expect(box.get_by_role("button", name="Begin it: The roof")).to_be_visible()


def test_whoever_ends_the_evening_reads_its_recap_and_that_it_is_over(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "in-the-dark")
    roll = table.player.do("declare", character="c1", trait="skulk", inputs={"intent": "Over the roof"})["number"]
    table.player.do("throw", roll=roll, dice=[6, *[1] * (len(table.player.see(f"rolls/{roll}")["dice"]) - 1)])
    gm = phones.at(table.gm, viewport=DESKTOP)
    gm.tab("Gm")
    gm.page.get_by_role("button", name="End the evening").click()
    expect(gm.page.get_by_role("radio", name="Recap")).to_have_attribute("aria-checked", "true")
    over = gm.page.get_by_text("The evening is over. What is rolled from now on belongs to the next one.")
    expect(over).to_be_visible()
    evening = gm.page.get_by_role("heading", name="Evening 1", exact=True)
    small, large = (
        float(each.evaluate("each => parseFloat(getComputedStyle(each).fontSize)")) for each in (over, evening)
    )
    assert small < large  # what was played is what is read; that it is over stands beside it
    gm.page.get_by_role("radio", name="Journal").click()
    expect(gm.page.locator(".journal")).to_contain_text("Over the roof")
    expect(gm.page.locator("details:not([open])", has_text="In short")).to_have_count(1)
    gm.page.get_by_role("radio", name="Recap").click()
    table.gm.do("begin_evening", name="The morning after")
    expect(over).to_have_count(0)


def test_an_evening_that_nobody_began_stands_before_its_rolls_and_leaves_no_stage_with_one(
    phones: Phones, server: RunningServer
) -> None:
    """The log read as if it began after them, and the desk was empty while phones still showed the roll; what is over
    stays large nowhere.
    """
    table = at_ease(server, "illuminated-worlds")
    table.player.do("make", name="Nyx")
    roll = table.player.do("declare", character="c1", trait="sway")["number"]
    table.player.do("throw", roll=roll, dice=[6, 1])
    gm, player = phones.at(table.gm, viewport=DESKTOP), phones.at(table.player)
    for phone in (gm, player):
        expect(phone.roll.locator(".headline")).to_have_text("Full success")
    table.gm.do("end_evening")
    expect(gm.page.locator("ar-log")).to_contain_text("Evening 1 ended")
    for phone in (gm, player):
        expect(phone.page.locator(".stage .empty-stage")).to_be_visible()
    told = gm.log()
    assert not any("lets it stand" in each for each in told)  # nobody was asked
    begun = next(place for place, each in enumerate(told) if each.startswith("Evening 1 began."))
    assert begun < next(place for place, each in enumerate(told) if "Nyx rolls Sway" in each)
