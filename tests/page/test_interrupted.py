"""Phones that are reloaded, cut off or locked in the middle of something come back to it."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.page.phones import DRAWN, Phone, Phones, at_ease
from tests.server import RunningServer, open_table

pytestmark = pytest.mark.slow
LOST = """(what) => {
  window.lost = 0;
  const look = () => (window.lost += !document.querySelector(what));
  new MutationObserver(look).observe(document.body, {childList: true, subtree: true});
}"""
"""How often something was not there that stood there."""


def at_a_decision(phones: Phones, server: RunningServer) -> tuple[Phone, Phone]:
    table = at_ease(server, "wherever-we-go")
    table.player.do("make", name="Nyx")
    roll = table.player.do("declare", character="c1", trait="stealth")["number"]
    table.player.do("throw", roll=roll, dice=[6, 1])
    gm, player = phones.at(table.gm), phones.at(table.player)
    expect(player.roll.locator("button.option").first).to_be_visible()
    return gm, player


def test_a_reload_comes_back_to_the_decision(phones: Phones, server: RunningServer) -> None:
    _, player = at_a_decision(phones, server)
    player.page.reload()
    expect(player.roll.locator(".turn")).to_be_visible()
    player.roll.locator("button.option", has_text="Keep").click()
    expect(player.roll.locator(".headline")).to_be_visible()


@contextmanager
def without_network(phone: Phone) -> Iterator[None]:
    phone.page.context.set_offline(True)
    try:
        yield
    finally:
        phone.page.context.set_offline(False)


def test_what_is_tapped_without_a_network_is_sent_once(phones: Phones, server: RunningServer) -> None:
    gm, player = at_a_decision(phones, server)
    with without_network(player):
        player.roll.locator("button.option", has_text="Keep").click()
        expect(player.page.locator(".reconnecting")).to_be_visible()
    expect(player.roll.locator(".headline")).to_be_visible()
    expect(gm.roll.locator(".headline")).to_be_visible()
    gm.tab("Log")
    expect(gm.page.locator(".entry.story")).to_contain_text("keeps the result")
    assert gm.page.locator(".entry.story").inner_text().count("keeps the result") == 1


def test_what_was_typed_stays_through_tabs_and_reloads(phones: Phones, server: RunningServer) -> None:
    table = open_table(server)
    player = phones.at(table.player)
    player.page.locator(".maker").get_by_label("Name").fill("Half a na")
    table.gm.do("note", text="Rain on the roofs.")
    player.tab("Log")
    expect(player.page.locator(".entry", has_text="Rain on the roofs.")).to_be_visible()
    held: list[Route] = []
    player.page.route("**/note", lambda route: route.continue_() if held else held.append(route))
    note = player.page.get_by_label("Note")
    note.fill("And wind.")
    with player.page.expect_request("**/note"):
        note.press("Enter")
    note.press_sequentially("And thun")  # while what was said before is on its way
    with player.page.expect_response("**/note"):
        held[0].continue_()
    expect(player.page.locator(".entry", has_text="And wind.")).to_be_visible()
    player.page.evaluate(DRAWN)
    player.page.reload()
    expect(player.page.locator(".maker").get_by_label("Name")).to_have_value("Half a na")
    player.tab("Log")
    expect(player.page.get_by_label("Note")).to_have_value("And thun")


LATE = """() => {
  window.kept = [];
  const listen = EventSource.prototype.addEventListener;
  EventSource.prototype.addEventListener = function (kind, take) {
    const tell = (event) => (window.late && kind === "entry" ? window.kept.push(() => take(event)) : take(event));
    listen.call(this, kind, tell);
  };
}"""
"""A stream whose news can be kept, to be told one by one."""


def test_news_that_come_late_put_nothing_back_and_are_told(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "wherever-we-go")
    for seat, name in ((table.player, "Nyx"), (table.other, "Moth")):
        seat.do("make", name=name)
    phone = phones.phone()
    phone.page.add_init_script(f"({LATE})()")
    phone.sit(table.player)
    phone.tab("Table")
    expect(phone.page.locator(".here li.here").first).to_be_visible()
    phone.page.evaluate("window.late = true")
    table.gm.do("make_clock", name="Flood", size=4)
    roll = table.player.do("declare", character="c1", trait="stealth")["number"]
    table.other.do("offer", roll=roll, character="c2")
    table.gm.do("note", text="It rains.")
    phone.page.wait_for_function("window.kept.length === 4")
    phone.page.evaluate("window.kept.shift()()")  # with which the whole table is told anew
    expect(phone.roll.locator(".offers li")).to_have_count(1)
    phone.page.evaluate("window.kept.shift()()")  # of a roll that nobody helped yet
    assert phone.roll.locator(".offers li").count() == 1
    phone.page.evaluate("window.kept.forEach((tell) => tell())")
    expect(phone.roll.locator(".offers li")).to_have_count(1)
    expect(phone.page.locator("[aria-live]").get_by_text("It rains.")).to_have_count(1)


def test_real_dice_are_typed_in_and_marked(phones: Phones, server: RunningServer) -> None:
    table = open_table(server, "starforged")
    table.player.do("make", name="Nyx")
    player = phones.at(table.player)
    player.declare("Edge")
    player.roll.get_by_role("button", name="I throw real dice").click()
    faces = player.roll.locator(".hand input")
    expect(faces).to_have_count(3)
    faces.first.press_sequentially("4")
    expect(faces.nth(1)).to_be_focused()
    player.page.keyboard.press("Tab")  # by habit: none is passed over
    expect(faces.nth(1)).to_be_focused()
    player.page.keyboard.type("0x")
    expect(faces.nth(2)).to_be_focused()
    player.page.keyboard.type("3")
    player.roll.get_by_role("button", name="These dice fell").click()
    expect(player.roll.locator(".die text").nth(1)).to_have_text("10")
    expect(player.roll).to_contain_text("entered by hand")


def test_a_phone_says_when_the_log_is_not_the_one_it_knew(browser: Browser, tmp_path: Path) -> None:
    """The store is set back to an earlier copy: the open page finds out, and so does every later visit."""
    kept, earlier = tmp_path / "tables.db", tmp_path / "earlier.db"
    with RunningServer(kept, "--no-limits") as server:
        table = open_table(server)
        copied = subprocess.run([sys.executable, "-m", "actionroll", "backup", earlier, "--database", kept], check=True)
        around = Phones(browser, f"http://127.0.0.1:{server.port}")
        player = around.at(table.player)
        last = table.gm.do("note", text="It rains.")["number"]
        player.tab("Log")
        expect(player.page.locator(".entry", has_text="It rains.")).to_be_visible()
        player.page.locator("summary", has_text="Were the dice fair?").click()
        receipt = player.page.locator(".receipt code").text_content() or ""
    with RunningServer(earlier, "--no-limits", port=server.port):
        expect(player.page.locator(".refused")).to_contain_text(f"your receipt is {receipt}")
        player.page.reload()
        expect(player.page.locator(".refused")).to_contain_text("set back or changed")
        player.page.context.close()
    assert (copied.returncode, receipt.split(":")[0]) == (0, str(last))


def test_a_page_whose_stream_is_held_back_asks_for_news(phones: Phones, server: RunningServer) -> None:
    """As behind a proxy that passes nothing on before the end: the page notices, says so, and hears everything."""
    table = open_table(server)
    player = phones.at(table.player)
    player.page.route("**/feed?*", lambda _route: None)
    player.page.reload()
    expect(player.page.locator(".held-back")).to_be_visible()
    table.gm.do("note", text="Rain on the roofs.")
    player.tab("Log")
    expect(player.page.locator(".entry", has_text="Rain on the roofs.")).to_be_visible()
    table.gm.do("note", text="And thunder.")
    expect(player.page.locator(".entry", has_text="And thunder.")).to_be_visible()
    player.page.evaluate(LOST, ".held-back")
    player.page.get_by_label("Note").fill("And wind.")
    player.page.get_by_label("Note").press("Enter")
    expect(player.page.locator(".entry", has_text="And wind.")).to_be_visible()
    player.page.evaluate(DRAWN)
    assert player.page.evaluate("window.lost") == 0  # a tap that is answered says nothing of the stream: nothing jumps
