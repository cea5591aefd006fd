"""A television joins with one tap: nobody types a name with a remote control."""

import pytest
from playwright.sync_api import expect

from tests.page.phones import Phones, at_ease
from tests.server import RunningServer

pytestmark = pytest.mark.slow


def test_a_screen_for_the_stage_joins_without_a_name(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "starforged")
    link = table.links["onlooker"].replace("#", "?stage#")
    for name in ("Screen", "Screen 2"):
        page = phones.phone(viewport={"width": 1280, "height": 720}).page
        page.goto(f"{phones.address}{link}")
        expect(page.get_by_label("Your name at the table")).to_have_count(0)
        page.get_by_role("button", name="Show the stage here").click()
        expect(page.locator(".tv-room")).to_be_visible()
        assert name in [each["name"] for each in table.gm.see()["seats"]]
