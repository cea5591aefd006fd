"""Plain dice on a phone: tapped or typed, at a table of any game."""

import re

import pytest
from playwright.sync_api import expect

from tests.page.phones import Phones, at_ease
from tests.server import RunningServer

pytestmark = pytest.mark.slow


def test_plain_dice_are_tapped_or_typed_at_any_table(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "in-the-dark")
    table.player.do("make", name="Nyx")
    phone = phones.at(table.player)
    sheet = phone.page.locator(".sheet")
    sheet.get_by_label("Kind of roll").select_option("Plain dice")
    sheet.get_by_role("button", name="2d6", exact=True).click()
    expect(phone.roll.get_by_text("2 to 12")).to_be_visible()
    expect(phone.roll.get_by_text("7 on average, most often 7 (17 %)")).to_be_visible()
    phone.roll.get_by_role("button", name="Throw 2 dice").click()
    headline = phone.roll.locator(".headline")
    expect(headline).to_have_text(re.compile(r"^\d+$"))
    lying = phone.roll.get_by_role("group", name="dice").get_by_role("img")
    faces = [int(re.findall(r"\d+", str(die.get_attribute("aria-label")))[-1]) for die in lying.all()]
    expect(headline).to_have_text(str(sum(faces)))
    phone.tab("Me")
    sheet.get_by_label("Kind of roll").select_option("Plain dice")
    sheet.get_by_label("Dice to throw").fill("3d6kk")
    sheet.get_by_role("button", name="Take these").click()
    expect(phone.page.get_by_text("is not understood; accepted are dice such as 3d6kh2+1")).to_be_visible()
    sheet.get_by_label("Dice to throw").fill("d8 vs 2d6kh1")
    sheet.get_by_role("button", name="Take these").click()
    expect(phone.roll.get_by_role("button", name="Throw 3 dice")).to_be_visible()
    refused = [trouble for trouble in phones.troubles if "422" in trouble]
    assert len(refused) == 1
    phones.troubles.remove(refused[0])


def test_fudge_dice_are_drawn_and_typed_with_their_signs(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "in-the-dark")
    table.player.do("make", name="Nyx")
    table.player.do("declare", character="c1", move="4dF")
    phone = phones.at(table.player)
    phone.roll.get_by_role("button", name="Throw 4 dice").click()
    lying = phone.roll.get_by_role("group", name="dice").get_by_role("img")
    expect(lying.first).to_have_attribute("aria-label", re.compile("dF: (−1|0|\\+1)"))
    shown = [str(die.get_attribute("aria-label")).split("dF: ")[-1].partition(",")[0] for die in lying.all()]
    assert len(shown) == 4
    expect(phone.roll.locator(".headline")).to_have_text(
        re.compile(f"^[−-]?{abs(sum(int(face.replace('−', '-')) for face in shown))}$")
    )
