"""What a newcomer stumbled over who played Starforged and True World with a gm: each was seen, and is mended."""

import pytest
from playwright.sync_api import expect

from tests.page.phones import DESKTOP, Phones
from tests.page.test_fifth_reading import fight, two
from tests.server import RunningServer

pytestmark = pytest.mark.slow


def test_what_the_gm_begins_moves_and_ends_is_told_to_all_once(phones: Phones, server: RunningServer) -> None:
    table = two(server, "starforged")
    player, gm = phones.at(table.player), phones.at(table.gm)
    news = player.page.locator(".news-card")
    ours = fight(table)
    expect(news).to_contain_text("Gem began the fight “Scrap pirates” (dangerous).")
    news.get_by_role("button", name="To the fight").click()
    expect(news).to_have_count(0)
    expect(player.page.locator(".of-all strong")).to_be_in_viewport()
    player.tab("Me")
    table.gm.do("change_undertaking", undertaking=ours, ended=True)
    expect(news).to_contain_text("Gem ended “Scrap pirates”.")
    news.get_by_role("button", name="All right").click()
    clock = table.gm.do("make_clock", name="Patrol", size=6)["entries"][0]["entry"]["clock"]
    expect(news).to_contain_text("Gem started the clock “Patrol” (0 of 6).")
    news.get_by_role("button", name="All right").click()
    for by in (1, 2):  # what was not looked at yet is told as one
        table.gm.do("tick", clock=clock, by=by)
    expect(news).to_contain_text("The clock “Patrol” moves0 → 3 of 6")
    table.player.do("undertake", kind="vow", name="Mine", rank="epic", character="c1")
    table.player.do("undertake", kind="expedition", name="To the relay", rank="epic")
    expect(gm.page.locator(".news-card")).to_contain_text("began the expedition “To the relay” (epic).")


def test_a_card_of_what_all_share_waits_while_a_roll_is_played(phones: Phones, server: RunningServer) -> None:
    table = two(server, "starforged")
    table.player.do("declare", character="c1", trait="edge")
    player, desk = phones.at(table.player), phones.at(table.gm, viewport=DESKTOP)
    expect(player.roll.locator("button.throw")).to_be_visible()
    throw = desk.roll.locator("button.throw")
    expect(throw).to_be_visible()
    before = throw.bounding_box()
    table.other.do("undertake", kind="fight", name="Scrap pirates", rank="dangerous")
    expect(desk.page.locator(".news-card")).to_contain_text("Bo began the fight")  # over the log, beside the roll
    assert throw.bounding_box() == before
    expect(player.page.locator(".news.slim")).to_have_text("Bo began the fight “Scrap pirates” (dangerous).")
    expect(player.page.locator(".news-card")).to_have_count(0)


def test_what_hurts_all_is_not_gone_with_one_touch(phones: Phones, server: RunningServer) -> None:
    table = two(server, "starforged")
    table.gm.do("edit", where="table", values={"battered": True})
    gm = phones.at(table.gm)
    battered = gm.page.get_by_role("switch", name="Battered")
    dialog = gm.page.get_by_role("dialog")
    battered.click()
    expect(dialog).to_contain_text("Shared: clear battered?")
    dialog.get_by_role("button", name="No").click()
    expect(battered).to_have_attribute("aria-checked", "true")
    battered.click()
    dialog.get_by_role("button", name="Yes").click()
    expect(battered).to_have_attribute("aria-checked", "false")


def test_a_headline_is_what_somebody_wrote_or_plainly_what_is_rolled(phones: Phones, server: RunningServer) -> None:
    table = two(server, "true-world")
    roll = table.player.do("declare", character="c1", trait="climbing")["number"]
    table.gm.do("set", roll=roll, inputs={"difficulty": "d6", "position": "neutral"})
    other = phones.at(table.other)
    expect(other.roll.locator("h2.intent")).to_have_text("Nyx: Climbing")
    table.player.do("throw", roll=roll, dice=[8, 1])
    expect(other.roll.locator("h2.told")).to_have_text("Nyx: Climbing")
    assert other.log()[-1].startswith("Nyx rolls Climbing")
    table.gm.do("settle", roll=roll, answer=[{"way": "told", "amount": 1, "words": "A way opens."}])
    table.gm.do("begin_round")
    table.gm.do("begin_actions", unsaid="waits and sees")
    table.player.do("declare", character="c1", trait="stealth")
    other.tab("Table")
    expect(other.roll.locator("h2.intent")).to_have_text("Nyx: Stealth")  # which is not what someone does who waits
