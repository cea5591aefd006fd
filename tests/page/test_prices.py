"""The price of a miss in Starforged: said in words, asked of the oracle, rolled once, and what it brings."""

import re

import pytest
from playwright.sync_api import expect

from tests.page.phones import Phones, at_ease, seated
from tests.page.test_fits import TURNED
from tests.server import RunningServer

pytestmark = pytest.mark.slow


LOOKS = """(each) => {
  const { borderTopColor, borderTopStyle, backgroundColor, fontWeight } = getComputedStyle(each);
  const clear = "rgba(0, 0, 0, 0)";
  return [borderTopStyle !== "none" && borderTopColor !== clear, backgroundColor !== clear, Number(fontWeight) > 600];
}"""
"""Whether something has an edge, a ground and heavy letters."""


def test_only_what_can_be_tapped_after_a_miss_looks_so(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "starforged")
    table.player.do("make", name="Nyx")
    roll = table.player.do("declare", character="c1", trait="edge", inputs={"sf_move": "face_danger"})["number"]
    table.player.do("throw", roll=roll, dice=[1, 10, 9])
    gm = phones.at(table.gm)
    settle = gm.roll.locator("button.settle")
    expect(settle).to_have_text("Choose what it brings")
    stood = settle.bounding_box()
    assert settle.evaluate("each => getComputedStyle(each).borderTopStyle") == "dashed", "a button that waits"
    assert not settle.evaluate(LOOKS)[2]
    for name in ("roll the price", "Ask the oracle"):
        tapped = gm.roll.get_by_role("button", name=name)
        assert tapped.evaluate(LOOKS)[:2] == [True, True]
        assert tapped.locator(".i").evaluate("each => each.getBoundingClientRect().width") >= 20
    gm.roll.get_by_role("button", name="Lose momentum").click()
    expect(settle).to_be_enabled()
    assert settle.evaluate(LOOKS)[1:] == [True, True]
    assert settle.bounding_box() == stood


def test_what_a_price_brings_goes_on(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "starforged")
    table.player.do("make", name="Nyx")
    player, gm = phones.at(table.player), phones.at(table.gm)
    roll = table.player.do("declare", character="c1", trait="edge", inputs={"sf_move": "face_danger"})["number"]
    table.gm.do("set", roll=roll, inputs={"stakes": "They learn of you."})
    table.player.do("throw", roll=roll, dice=[1, 10, 9])
    words = gm.roll.get_by_role("textbox", name="price in words")
    expect(words).to_have_attribute("placeholder", "What happens, words alone will do")
    gm.roll.get_by_role("button", name="Only in words", exact=True).click()
    expect(words).to_have_value("They learn of you.")
    expect(gm.roll.locator(".due").get_by_text("in words")).to_have_count(1)
    price = table.player.do("declare", character="c1", move="price")["number"]
    table.player.do("throw", roll=price, dice=[35])
    player.roll.get_by_role("button", name="Roll the price again").click()
    expect(player.roll.locator("button.throw")).to_be_visible()
    price = table.gm.see()["rolls"][-1]["roll"]
    table.player.do("throw", roll=price, dice=[38])
    assert [each["roll"] for each in table.gm.see()["rolls"] if each["open_dues"]] == [price]
    table.gm.do("settle", roll=price, due=0, answer=[{"way": "endure stress", "amount": 1}])
    player.page.get_by_role("button", name="All right").click()
    then = player.roll.get_by_role("group", name="Next: endure stress")
    expect(then).to_contain_text("if you like; at 0 spirit you have to. Roll the higher.")
    expect(then.get_by_role("button").first).to_have_text("Endure stress: roll spirit 4")  # the higher, which counts
    expect(then.get_by_role("button").first).to_have_class("primary")
    then.get_by_role("button", name=re.compile(r"Endure stress: roll (heart|spirit) \d")).click()
    expect(player.roll.locator(".who")).to_contain_text(re.compile("Endure stress with (heart|spirit)"))


def test_what_the_gm_says_next_is_one_line_and_called_by_what_it_is(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "starforged")
    player = phones.at(table.player)
    roll = table.player.do("declare", character="c1", trait="edge", inputs={"sf_move": "face_danger"})["number"]
    table.player.do("throw", roll=roll, dice=[1, 9, 9])
    expect(player.roll.get_by_text("Next, the gm says")).to_have_text("Next, the gm says the price and the match.")
    for due in table.gm.see(f"rolls/{roll}")["open_dues"]:
        table.gm.do("settle", roll=roll, due=due["due"], answer=[{"way": due["ways"][0]["name"], "words": "So."}])
    vow = table.other.do("declare", character="c2", trait="heart", inputs={"sf_move": "swear_an_iron_vow"})["number"]
    table.other.do("throw", roll=vow, dice=[5, 9, 1])
    expect(player.roll.get_by_text("Next, Bo says")).to_have_text("Next, Bo says the way forward.")


def test_a_price_that_was_rolled_is_not_asked_for_again(phones: Phones, server: RunningServer) -> None:
    """Starforged: to roll the price is a button of its own, and its outcome settles the miss that called for it."""
    table = seated(server, "starforged")
    roll = table.player.do("declare", character="c1", trait="edge")["number"]
    table.player.do("throw", roll=roll, dice=[1, 9, 10])
    gm = phones.at(table.gm)
    expect(gm.roll.locator(".due button.way", has_text="Rolled")).to_have_count(0)
    gm.roll.get_by_role("button", name=re.compile("roll the price", re.IGNORECASE)).click()
    expect(gm.roll).to_have_attribute("aria-label", re.compile("price", re.IGNORECASE))
    price = next(each["roll"] for each in table.gm.see()["rolls"] if each["move"] == "price")
    table.gm.do("throw", roll=price, dice=[50])
    answered = table.gm.see(f"rolls/{roll}")
    assert not [due for due in answered["open_dues"] if due["kind"] == "price"]
    table.gm.do("settle", roll=price, due=0, answer=[{"way": "endure stress", "amount": 2}])
    log = " ".join(gm.log())
    assert log.count("Nyx loses 2 spirit (now 3).") == 1  # by the roll of the price, and not by the miss once more
    assert "Rolled on the table" not in log


def test_a_price_is_asked_of_the_oracle_and_its_answer_stands_in_the_words(
    phones: Phones, server: RunningServer
) -> None:
    table = seated(server, "starforged")
    roll = table.player.do("declare", character="c1", trait="edge")["number"]
    table.player.do("throw", roll=roll, dice=[1, 9, 8])
    gm = phones.at(table.gm)
    gm.roll.get_by_role("button", name="Ask the oracle").click()
    expect(gm.roll).to_have_attribute("aria-label", re.compile("Ask the oracle"))
    asked = table.gm.see()["rolls"][-1]
    assert asked["move"] == "oracle"
    gm.write("question", "Do the pirates hear it?")
    expect(gm.roll.locator(".throwing button.throw")).to_be_enabled()
    table.gm.do("throw", roll=asked["roll"], dice=[41])
    expect(gm.roll.locator(".headline")).to_have_text("Yes")
    gm.page.get_by_role("button", name="Next: Nyx").click()
    words = gm.roll.get_by_role("textbox", name="price in words")
    expect(words).to_have_value("Do the pirates hear it? Yes.")
    expect(gm.roll.get_by_role("button", name="Ask the oracle")).to_have_attribute("aria-pressed", "true")
    gm.settle()
    assert "Do the pirates hear it? Yes." in " ".join(gm.log())


def test_a_turned_phone_says_what_is_asked_and_covers_nothing_with_it(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "starforged")
    table.player.do("make", name="Nyx")
    roll = table.player.do("declare", character="c1", trait="edge", inputs={"sf_move": "face_danger"})["number"]
    table.gm.do("set", roll=roll, inputs={"stakes": "They learn of you."})
    table.player.do("throw", roll=roll, dice=[1, 10, 9])
    gm = phones.at(table.gm, viewport=TURNED)
    asked = gm.roll.locator(".due-says")
    expect(asked).to_be_visible()
    a = asked.bounding_box()
    assert a
    assert a["y"] + a["height"] <= TURNED["height"]
    for other in (gm.roll.locator(".why"), gm.roll.locator("button.settle")):
        b = other.bounding_box()
        assert b
        above, left = a["y"] + a["height"] <= b["y"], a["x"] + a["width"] <= b["x"]
        below, right = a["y"] >= b["y"] + b["height"], a["x"] >= b["x"] + b["width"]
        assert above or below or left or right


def test_two_prices_at_once_are_said_as_what_they_are(phones: Phones, server: RunningServer) -> None:
    """98 on the table of prices: nothing said why two more dice were due, and “a price and a price” came."""
    table = seated(server, "starforged")
    player = phones.at(table.player)
    roll = table.player.do("declare", character="c1", move="price")["number"]
    table.player.do("throw", roll=roll, dice=[98])
    expect(player.roll.locator(".throwing")).to_contain_text("98 brings two prices at once")
    table.player.do("throw", roll=roll, dice=[64, 76])
    expect(player.roll).to_contain_text("two prices at once: ")
    expect(player.roll).to_contain_text("the gm says what the 2 prices bring")
    gm = phones.at(table.gm)
    gm.tab("Gm")
    expect(gm.page.locator(".evening-card")).to_contain_text("Nyx · 2 times price")


def test_what_is_open_is_named_by_what_it_is(phones: Phones, server: RunningServer) -> None:
    """A way forward is no cost."""
    table = seated(server, "starforged")
    table.gm.do("begin_evening")
    vow = {"sf_move": "swear_an_iron_vow"}
    roll = table.player.do("declare", character="c1", trait="heart", inputs=vow)["number"]
    table.player.do("throw", roll=roll, dice=[2, 1, 9])
    gm = phones.at(table.gm)
    gm.tab("Gm")
    expect(gm.page.locator(".evening-card")).to_contain_text("Still open: Nyx · way forward")
