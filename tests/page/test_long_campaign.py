"""A table of ten evenings with many people, notes and clocks is still small to load, and all of it is there."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests import long_campaign
from tests.page.phones import Phones
from tests.server import RunningServer
from tests.waiting_for import wait_for

pytestmark = pytest.mark.slow
MOST_BYTES = 132_500
"""With all that a roll on the stage needs."""
SCRIPTS = "performance.getEntries().map((each) => each.name.split('/').pop()).filter((name) => name.endsWith('.js'))"


@pytest.fixture(scope="module")
def campaign(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    path = tmp_path_factory.mktemp("campaign") / "campaign.db"
    long_campaign.played().store(path)
    with RunningServer(path, "--no-limits") as running:
        yield running


def test_a_campaign_of_ten_evenings_is_small_to_load(browser: Browser, campaign: RunningServer) -> None:
    phones = Phones(browser, f"http://127.0.0.1:{campaign.port}")
    gm = long_campaign.seat_at(campaign, "s1")
    seen = gm.see()
    people = len(seen["characters"]) + sum(each["what"] == "npc" for each in seen["cards"])
    notes = sum(each["what"] == "note" for each in seen["cards"])
    assert (people, notes, len(seen["clocks"]), len(seen["evenings"])) == (40, 60, 30, 10)
    assert seen["number"] >= 6_000
    phone = phones.at(gm)
    expect(phone.page.locator(".party .pc")).to_have_count(0)
    loaded = "performance.getEntries().reduce((sum, each) => sum + (each.encodedBodySize ?? 0), 0)"
    scripts = ["table-page.bundle.js", "table-page.sheet.js", "table-page.moment.js"]
    wait_for(lambda: bool(phone.page.evaluate(SCRIPTS) == scripts))
    assert 20_000 < phone.page.evaluate(loaded) < MOST_BYTES
    phone.tab("Gm")
    phone.page.locator(".prepared > summary").click()
    expect(phone.page.locator(".prepared .cards > li")).to_have_count(60)
    phone.tab("Log")
    phone.page.get_by_role("radio", name="Recap").click()
    expect(phone.page.locator(".recap")).to_contain_text("Great rolls")
    phones.put_away()
