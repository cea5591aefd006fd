"""The page in a real Chromium: toggles, the first load, a roll on its way to other phones, a long log, a campaign."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright
from tests import long_campaign
from tests.page.phones import LAST_AT_A_TABLE, received
from tests.server import SeatAt, StartedServer, open_table
from tools.system_packages import browser as found_browser

from bench.bench_web import opening_seconds
from bench.figures import Figure, Promise, within

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
PHONE = {"width": 390, "height": 844}
ROUND_TRIP = 0.15
LOADS, ROLLS, LINES = 5, 60, 2_000
MOST_BYTES, MOST_CAMPAIGN_BYTES = 80_000, 135_000  # a test holds the first one lower, so that it is never near

TOGGLE = """
async () => {
  const bar = () => document.querySelector(".roll .odds .chance").textContent;
  const buttons = () => [...document.querySelectorAll(".roll .segments button")];
  const times = [];
  for (let round = 0; round < 30; round += 1) {
    for (const name of round % 2 ? ["normal", "none"] : ["good", "push"]) {
      const before = bar();
      const start = performance.now();
      buttons().find((each) => each.ariaLabel === name).click();
      const waits = document.querySelector(".roll .odds.waiting");
      if (bar() === before || waits) throw Error(`${name} did not show at once`);
      times.push((performance.now() - start) / 1000);
    }
    await new Promise((done) => setTimeout(done, 900));
  }
  return times;
}
"""
WATCH = """
() => {
  window.fell = {};
  new MutationObserver(() => {
    for (const card of document.querySelectorAll("article.roll.fallen:has(.word)")) {
      window.fell[card.getAttribute("aria-label").match(/\\d+/)[0]] ??= Date.now() / 1000;
    }
  }).observe(document.getElementById("table-page"), {childList: true, subtree: true});
}
"""
SCROLL = """
async () => {
  const frames = [];
  let last = await new Promise(requestAnimationFrame);
  for (let frame = 0; frame < 240; frame += 1) {
    scrollBy(0, 250);
    const now = await new Promise(requestAnimationFrame);
    frames.push((now - last) / 1000);
    last = now;
  }
  return frames;
}
"""


def figures() -> Iterator[Figure]:
    """All figures of the page; none where there is no Chromium."""
    chromium = found_browser()
    if chromium is None:
        print("No Chromium here, so the page is not measured; tools/system_packages.py installs it.", file=sys.stderr)
        return
    with (
        TemporaryDirectory(prefix="actionroll-bench-") as folder,
        StartedServer(Path(folder) / "page.db", "--no-limits") as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        table = open_table(server)
        yield from loads("a table", browser, server, table.player, MOST_BYTES)
        table.player.do("make", name="Nyx")
        yield within(
            "toggle to changed odds, 150 ms away, p95", toggles(browser, server, table.gm, table.player), 0.016
        )
        yield within("a roll on another phone, p99", on_its_way(browser, server), 0.15)
        yield within("a frame of scrolling 2,000 entries, p95", scrolling(browser, server), 0.05)
        yield from campaign(browser, Path(folder) / "campaign.db")
        browser.close()


def campaign(browser: Browser, path: Path) -> Iterator[Figure]:
    """The same at a table of ten evenings: 40 characters and opponents, 60 notes, 30 clocks, 6,000 entries."""
    long_campaign.played().store(path)
    opened_in = median(opening_seconds(path, long_campaign.TABLE) for _ in range(LOADS))
    yield within("opening a campaign of ten evenings, on the server", opened_in, 0.1)
    with StartedServer(path, "--no-limits") as server:
        gm, player = (long_campaign.seat_at(server, seat) for seat in ("s1", "s2"))
        yield from loads("such a campaign", browser, server, gm, MOST_CAMPAIGN_BYTES)
        yield within("toggle in such a campaign, p95", toggles(browser, server, gm, player), 0.016)


def loads(called: str, browser: Browser, server: StartedServer, seat: SeatAt, most: int) -> Iterator[Figure]:
    seconds, size = first_load(browser, server, seat)
    yield within(f"first load of {called}, 150 ms away", seconds, 1.0)
    promise = Promise(f"< {most // 1000} kB", size < most)
    yield Figure(f"first load of {called}, in total", f"{size / 1000:.3g} kB", "", None, (promise,))


def at(browser: Browser, server: StartedServer, seat: SeatAt, slow: bool = False) -> Page:
    """A seat's phone, with the page not opened yet."""
    context = browser.new_context(viewport=PHONE, reduced_motion="reduce")  # type: ignore[arg-type]
    address = f"http://127.0.0.1:{server.port}"
    cookie: Any = {"name": f"seat-{seat.table}", "value": seat.client.token, "url": address}
    context.add_cookies([cookie])
    page = context.new_page()
    if slow:
        session = context.new_cdp_session(page)
        session.send("Network.enable")
        limits = {"latency": ROUND_TRIP * 1000, "downloadThroughput": 1_500_000, "uploadThroughput": 750_000}
        session.send("Network.emulateNetworkConditions", {"offline": False, **limits})
    return page


def opened(page: Page, server: StartedServer, table: str) -> Page:
    page.goto(f"http://127.0.0.1:{server.port}/t/{table}")
    page.locator(".banner").wait_for()
    return page


def toggles(browser: Browser, server: StartedServer, gm: SeatAt, player: SeatAt) -> float:
    """Seconds from a tap to changed odds, two taps in quick succession each time."""
    roll = player.do("declare", character="c1", trait="skulk")["number"]
    gm.do("set", roll=roll, inputs={"position": "normal"})
    page = at(browser, server, gm, slow=True)
    with page.expect_response(lambda reply: reply.url.endswith(f"/rolls/{roll}")):
        opened(page, server, gm.table)
    page.wait_for_timeout(500)
    times: list[float] = page.evaluate(TOGGLE)
    return quantiles(times, n=20)[-1]


def first_load(browser: Browser, server: StartedServer, seat: SeatAt) -> tuple[float, int]:
    """Seconds until a table stands there, and the bytes of everything that was sent for it."""
    taken = []
    for _ in range(LOADS):
        page = at(browser, server, seat, slow=True)
        start = time.perf_counter()
        opened(page, server, seat.table)
        seconds = time.perf_counter() - start
        taken.append((seconds, received(page, LAST_AT_A_TABLE)))
        page.context.close()
    return sorted(taken)[len(taken) // 2]


def on_its_way(browser: Browser, server: StartedServer) -> float:
    """Seconds from the request to throw until the dice lie on another phone."""
    table = open_table(server)
    table.player.do("make", name="Nyx")
    page = opened(at(browser, server, table.onlooker), server, table.id)
    page.evaluate(WATCH)
    sent = {}
    for _ in range(ROLLS):
        roll = table.player.do("declare", character="c1", trait="skulk", move="fortune")["number"]
        sent[str(roll)] = time.time()
        table.player.do("throw", roll=roll)
        page.wait_for_function("roll => window.fell[roll]", arg=str(roll), polling=20)
        for due in table.gm.see(f"rolls/{roll}")["open_dues"]:  # or it stays on stage, and the next one waits
            answer = [{"way": due["ways"][0]["name"], "words": "So it goes."}]
            table.gm.do("settle", roll=roll, due=due["due"], answer=answer)
    fell: dict[str, float] = page.evaluate("window.fell")
    page.context.close()
    return quantiles([fell[roll] - began for roll, began in sent.items()], n=100)[-1]


def scrolling(browser: Browser, server: StartedServer) -> float:
    """Seconds between frames while a long log goes by."""
    table = open_table(server)
    for number in range(LINES):
        table.gm.do("note", text=f"Line {number} of a long evening")
    page = opened(at(browser, server, table.gm), server, table.id)
    page.locator(".tabs").get_by_role("button", name="Log", exact=True).click()
    page.locator("li.entry").first.wait_for()
    frames: list[float] = page.evaluate(SCROLL)
    return quantiles(frames, n=20)[-1]
