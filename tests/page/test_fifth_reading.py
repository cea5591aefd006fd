"""What a newcomer stumbled over who played two games for an evening: each was seen on the page, and is mended."""

import re

import pytest
from playwright.sync_api import expect

from tests.page.phones import Phones, at_ease
from tests.server import NewTable, RunningServer

pytestmark = pytest.mark.slow


def two(server: RunningServer, game: str, **values: int) -> NewTable:
    table = at_ease(server, game)
    table.player.do("make", name="Nyx", values=values)
    table.other.do("make", name="Moth")
    return table


def test_a_suggestion_for_a_match_is_all_that_it_takes(phones: Phones, server: RunningServer) -> None:
    table = two(server, "starforged", edge=3)
    roll = table.player.do("declare", character="c1", trait="edge", inputs={"sf_move": "face_danger"})["number"]
    table.player.do("throw", roll=roll, dice=[6, 2, 2])
    player = phones.at(table.player)
    player.roll.get_by_role("button", name="An old name comes up.").click()
    player.roll.locator("button.settle", has_text="Twist").click()
    expect(player.roll.locator(".due")).to_have_count(0)


def test_who_is_to_tell_it_hears_so(phones: Phones, server: RunningServer) -> None:
    table = two(server, "true-world")
    gm, player = phones.at(table.gm), phones.at(table.player)
    roll = table.player.do("declare", character="c1", trait="stealth", move="quick")["number"]
    table.gm.do("set", roll=roll, inputs={"risk": "none"})
    table.player.do("throw", roll=roll)
    expect(gm.roll.locator(".nothing.way b")).to_have_text("The player tells it")
    gm.roll.locator(".nothing.way").click()
    expect(player.page.locator(".news-card")).to_contain_text("It is yours to tell how it goes")


def test_a_bonus_is_told_of_the_one_who_gets_it(phones: Phones, server: RunningServer) -> None:
    table = two(server, "starforged", heart=3)
    player = phones.at(table.player)
    own = table.player.do("declare", character="c1", trait="edge", inputs={"sf_move": "face_danger"})["number"]
    aid = table.other.do("declare", character="c2", trait="heart", inputs={"sf_move": "aid_your_ally"})["number"]
    table.other.do("throw", roll=aid, dice=[1, 2, 9])
    expect(player.roll).to_have_attribute("aria-label", re.compile(f"Roll {own}:"))
    due = next(each["due"] for each in table.other.see()["rolls"][-1]["open_dues"] if each["kind"] == "choice")
    table.other.do("settle", roll=aid, due=due, answer=[{"way": "next", "amount": 1, "who": "c1"}])
    news = player.page.get_by_role("button", name=re.compile("bonus on the next move 0 → 1"))
    expect(news).to_have_text("Nyx: bonus on the next move 0 → 1 (from Moth)")
