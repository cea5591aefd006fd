"""What whoever plays for the first time stumbled over: forms that are read whole, and words that say what they mean."""

import pytest
from playwright.sync_api import Locator, expect

from tests.page.phones import DESKTOP, DRAWN, KNOWS_ALL, LINES, Phones, seated
from tests.server import NewTable, RunningServer

pytestmark = pytest.mark.slow
CUT = "(each) => each.scrollHeight > each.clientHeight || each.scrollWidth > each.clientWidth"
"""Whether something is taller or wider than its box."""


def right_of(target: Locator) -> float:
    box = target.bounding_box()
    assert box
    return box["x"] + box["width"]


def climbing(table: NewTable) -> int:
    """Nyx begins to climb."""
    (nyx, *_) = table.player.see()["characters"]
    return int(table.player.do("declare", character=nyx["character"], trait="climbing")["number"])


def test_a_roll_for_the_world_stays_in_its_card_at_a_desk(phones: Phones, server: RunningServer) -> None:
    gm = phones.at(seated(server, "true-world").gm, viewport=DESKTOP)
    gm.tab("Gm")
    gm.page.locator("summary", has_text="Roll for the world").click()
    card = gm.page.locator(".card.secret")
    position = card.get_by_role("radiogroup", name="position")
    expect(position).to_be_visible()
    assert right_of(position) <= right_of(card)
    assert not [each for each in position.get_by_role("radio").all() if each.evaluate(CUT)]


def test_how_someone_helps_is_read_whole_at_a_desk(phones: Phones, server: RunningServer) -> None:
    """Who helps alone has the whole line; of two each has one of its own, in its pill."""
    table = seated(server, "true-world", climbing="d10")
    moth = table.gm.do("make", name="Lark", values={"deception": "d10"})["entries"][0]["entry"]["character"]
    roll = climbing(table)
    table.gm.do("offer", roll=roll, character=moth, trait="deception", how="draws their eyes away")
    gm = phones.at(table.gm, viewport=DESKTOP)
    pill = gm.roll.locator(".offers .what")
    expect(pill).to_contain_text("with deception · draws their eyes away")
    assert pill.evaluate(LINES) == 1
    expect(gm.roll.locator(".offers .acts")).to_contain_text("against")
    expect(gm.roll.get_by_label("How hard it is for Lark to help")).to_have_value("d4")
    other = table.other.see()["characters"][1]["character"]
    table.other.do("offer", roll=roll, character=other, trait="stealth", how="comes at them from behind")
    expect(pill).to_have_count(2)
    gm.page.evaluate(DRAWN)
    inside = "(each) => each.offsetHeight <= each.parentElement.clientHeight"
    assert all(each.evaluate(inside) for each in pill.all())


def test_what_is_opened_of_a_roll_is_read_above_the_gms_calls(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "true-world", climbing="d10")
    climbing(table)
    gm = phones.at(table.gm, viewport=DESKTOP)
    more = gm.roll.locator("details.more", has_text="More about this roll")
    more.locator("summary").first.click()
    expect(more).to_have_attribute("open", "")
    gm.page.wait_for_function("() => document.querySelector('.desk .middle').scrollTop > 0")
    box, thumb = more.bounding_box(), gm.roll.locator(".throwing").bounding_box()
    assert box
    assert thumb
    assert min(box["y"] + box["height"], thumb["y"]) - box["y"] >= 400


def test_each_kind_of_roll_says_what_it_is(phones: Phones, server: RunningServer) -> None:
    """Before it is chosen: who rolls, and whose die counts."""
    player = phones.at(seated(server, "true-world").player)
    player.tab("Me")
    chooser = player.page.locator(".chooser").first
    chooser.locator("summary", has_text="What each kind is for").click()
    kinds = chooser.locator(".kinds .hint")
    expect(kinds.first).to_be_visible()
    told = dict(each.split(": ", 1) for each in kinds.all_inner_texts())
    named = chooser.get_by_label("Kind of roll").locator("option").all_inner_texts()
    assert list(told) == named
    assert told["Act"].startswith("The usual roll")
    assert told["Help someone"].startswith("Before someone begins to act")
    assert "once someone helps" in told["Teamwork"]


def test_a_track_is_explained_as_the_table_has_ruled(phones: Phones, server: RunningServer) -> None:
    """It said that grit is spent to reroll, where no house rule allows that."""
    table = seated(server, "true-world")
    player = phones.at(table.player)
    player.tab("Me")
    grit, told = player.page.get_by_role("button", name="Grit", exact=True).first, player.page.locator(".refusal")
    grit.click()
    expect(told).to_contain_text("Earned by helping")
    expect(told).not_to_contain_text("again")
    table.gm.do("rule", rulings={"grit_reroll": "yes", "effect_grit": "yes"})
    player.page.wait_for_function(KNOWS_ALL)
    grit.click()
    expect(told).to_contain_text("pays for a boost. A complete effect earns 1 too, a critical one 2. Or it throws")
