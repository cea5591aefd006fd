"""A phone that lay in the drawer is as good as new: nothing on it tells who had it before."""

from pathlib import Path

import pytest

from tests.page.conftest import only_uses_pages
from tests.page.phones import PHONE, Drawer, Phones
from tests.server import RunningServer, open_table

KEPT = """async () => {
  const databases = await indexedDB.databases();
  const workers = await navigator.serviceWorker.getRegistrations();
  const stored = await caches.keys();
  return [localStorage.length, sessionStorage.length, databases.length, workers.length, stored.length, window.name];
}"""
KEEP = """async () => {
  localStorage.setItem("name", "Ana");
  sessionStorage.setItem("draft", "Over the roof");
  await new Promise((done) => { indexedDB.open("kept").onsuccess = done; });
  await navigator.serviceWorker.register("/sw.js");
  await caches.open("kept");
  window.name = "kept";
  addEventListener("pagehide", () => [localStorage, sessionStorage].forEach((each) => each.setItem("late", "a word")));
}"""


@pytest.fixture
def drawer() -> Drawer:
    return Drawer()


def test_a_phone_that_lay_in_the_drawer_is_as_good_as_new(phones: Phones, server: RunningServer) -> None:
    first = phones.at(open_table(server).player)
    first.page.evaluate(KEEP)
    assert all(first.page.evaluate(KEPT))
    first.page.set_viewport_size({"width": 844, "height": 390})
    phones.put_away()
    phones.opened.clear()
    second = phones.phone()
    assert second.page is first.page, "which was only used"
    assert not second.page.context.cookies()
    second.page.goto(f"{phones.address}/healthz")  # which keeps nothing by itself
    assert not any(second.page.evaluate(KEPT))
    assert second.page.viewport_size == PHONE


def test_a_page_that_was_more_than_used_is_nobody_elses(phones: Phones, server: RunningServer) -> None:
    phones.only_uses = False
    first = phones.at(open_table(server).player)
    phones.put_away()
    phones.opened.clear()
    second = phones.phone()
    assert second.page is not first.page
    assert second.page.context is first.page.context
    assert first.page.is_closed()


def test_what_tests_do_to_pages_is_found_in_their_text(tmp_path: Path) -> None:
    tests = tmp_path / "tests.py"
    for does in (
        "on(",
        "once(",
        "clock.install()",
        "route(",
        "add_init_script(",
        "emulate_media(",
        "set_offline(True)",
    ):
        tests.write_text(f"phone.page.{does}")
        only_uses_pages.cache_clear()
        assert not only_uses_pages(tests), does
    tests.write_text("phone.page.locator('p').click(); table.gm.do('throw')")
    only_uses_pages.cache_clear()
    assert only_uses_pages(tests)
