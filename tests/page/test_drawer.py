"""A phone that lay in the drawer is as good as new: nothing on it tells who had it before."""

import pytest

from tests.page.phones import Drawer, Phones
from tests.server import RunningServer, open_table

KEPT = """async () => {
  const databases = await indexedDB.databases();
  const workers = await navigator.serviceWorker.getRegistrations();
  return [localStorage.length, sessionStorage.length, databases.length, workers.length, (await caches.keys()).length];
}"""
KEEP = """async () => {
  localStorage.setItem("name", "Ana");
  sessionStorage.setItem("draft", "Over the roof");
  await new Promise((done) => { indexedDB.open("kept").onsuccess = done; });
  await navigator.serviceWorker.register("/sw.js");
  await caches.open("kept");
}"""


@pytest.fixture
def drawer() -> Drawer:
    return Drawer()


def test_a_phone_that_lay_in_the_drawer_is_as_good_as_new(phones: Phones, server: RunningServer) -> None:
    first = phones.at(open_table(server).player)
    first.page.evaluate(KEEP)
    assert all(first.page.evaluate(KEPT))
    phones.put_away()
    phones.opened.clear()
    second = phones.phone()
    assert second.page.context is first.page.context
    assert not second.page.context.cookies()
    second.page.goto(f"{phones.address}/healthz")  # which keeps nothing by itself
    assert not any(second.page.evaluate(KEPT))
