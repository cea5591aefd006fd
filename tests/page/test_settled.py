"""After the dice: what is proposed, asked and told until all that a roll brings has been said."""

import pytest
from playwright.sync_api import expect

from tests.page.phones import Phones, at_ease
from tests.server import NewTable, RunningServer

pytestmark = pytest.mark.slow


def seated(server: RunningServer, game: str, **values: object) -> NewTable:
    table = at_ease(server, game)
    table.player.do("make", name="Nyx", values=values)
    table.other.do("make", name="Moth")
    return table


def test_otherwise_opens_the_form_with_what_was_proposed(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "wherever-we-go", stress=2)
    roll = table.player.do("declare", character="c1", trait="stealth", decide={"push": "push"})["number"]
    table.player.do("throw", roll=roll, dice=[1, 1, 1, 1])
    table.player.do("decide", roll=roll, option="keep")
    gm = phones.at(table.gm)
    expect(gm.roll.locator(".due")).to_be_visible()
    split = [{"way": "health", "amount": 1, "who": "c1"}, {"way": "resolve", "amount": 3, "who": "c2"}]
    table.player.do("settle", roll=roll, answer=split)
    asked = gm.roll.get_by_role("group", name="What is proposed")
    expect(asked).to_contain_text("Ann proposes: Nyx: health 18 → 17 (weakened) and Moth: resolve 16 → 13 (minor harm)")
    expect(asked.get_by_role("button", name="Agree")).to_be_visible()
    asked.get_by_role("button", name="Otherwise").click()
    form = gm.roll.locator(".due .share")
    expect(form.locator(".placed")).to_have_count(2)
    expect(form.locator(".unassigned")).to_have_text("All assigned")
    form.get_by_role("button", name="Nyx: health, one more").click()
    form.locator("button.settle").click()
    expect(asked).to_have_count(0)
    nyx, moth = table.gm.see()["characters"]
    assert (nyx["values"]["health"], moth["values"]["resolve"]) == (16, 14)


def test_a_proposal_beside_what_the_gm_writes_is_agreed_to_with_one_tap(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "wherever-we-go", stress=1)
    roll = table.player.do("declare", character="c1", trait="stealth", decide={"push": "push"})["number"]
    table.player.do("throw", roll=roll, dice=[1, 1, 1])
    table.player.do("decide", roll=roll, option="keep")
    gm = phones.at(table.gm)
    gm.roll.locator(".due textarea").first.fill("The bridge gives.")
    table.player.do("settle", roll=roll, answer=[{"way": "health", "amount": 2, "who": "c1"}])
    gm.roll.get_by_role("button", name="Agree").click()
    expect(gm.roll.get_by_role("group", name="What is proposed")).to_have_count(0)
    expect(gm.roll.locator(".due textarea").first).to_have_value("The bridge gives.")
    assert table.gm.see()["characters"][0]["values"]["health"] == 16
