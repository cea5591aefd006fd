"""What a newcomer stumbled over who played Starforged and True World with a gm: each was seen, and is mended."""

import pytest
from playwright.sync_api import expect

from tests.page.phones import Phones
from tests.page.test_fifth_reading import two
from tests.server import RunningServer

pytestmark = pytest.mark.slow


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
