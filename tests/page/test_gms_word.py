"""What the gm said of a roll stands until they say otherwise, and is asked anew where the roll becomes another."""

import pytest
from playwright.sync_api import expect

from tests.page.phones import Phones
from tests.page.test_moments import seated
from tests.server import RunningServer

pytestmark = pytest.mark.slow

LOCKPICKS = {"kind": "gear", "name": "Lockpicks", "does": [{"use": "a good position"}]}


def test_gear_gives_a_position_until_the_gm_says_another(phones: Phones, server: RunningServer) -> None:
    """In the Dark: what a thing does is told as its own doing, and the gm's word takes its place on both screens."""
    table = seated(server, "in-the-dark", things=[LOCKPICKS])
    table.player.do("declare", character="c1", trait="tinker", inputs={"things": ["Lockpicks"]})
    player, gm = phones.at(table.player), phones.at(table.gm)
    placed = player.roll.locator(".control", has_text="Position")
    expect(placed).to_contain_text("Lockpicks")
    expect(placed).not_to_contain_text("the gm says so")
    expect(gm.roll.locator("button.throw")).to_contain_text("Throw 2 dice")
    for position, thrown in (("normal", "Throw the die"), ("bad", "Throw 2 dice")):
        gm.choose("position", position)
        expect(player.roll.locator(".using")).to_contain_text(f"The gm says position {position}")
        for phone in (player, gm):
            expect(phone.roll.locator("button.throw")).to_contain_text(thrown)
            expect(phone.roll.locator("button.throw")).to_be_enabled()
    expect(placed).to_contain_text("the gm says so")
    expect(player.roll.get_by_role("radio", name="both")).to_have_count(0)
