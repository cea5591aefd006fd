"""Who plays alone is nobody's gm; help says whose it is, and only what a move takes is asked."""

import re

import pytest
from playwright.sync_api import expect

from tests.page.phones import DESKTOP, Phone, Phones, at_ease, fight, is_in_sight
from tests.server import Client, RunningServer, SeatAt, join, open_table

pytestmark = pytest.mark.slow


def alone(server: RunningServer) -> tuple[SeatAt, str]:
    """The only seat of a table without a gm, and the link for more players."""
    asked = {"game": "starforged", "name": "Drift", "nickname": "Ann", "with_gm": False}
    made = Client(server).post("/api/tables", asked).json
    seat = SeatAt(Client(server, made["token"]), made["table"], "s1", made["role"])
    seat.do("make", name="Iora")
    return seat, made["links"]["player"]


def tabs(phone: Phone) -> list[str]:
    return phone.page.locator(".tabs button").all_inner_texts()


def test_who_plays_alone_has_no_gm_and_finds_it_all(phones: Phones, server: RunningServer) -> None:
    seat, link = alone(server)
    phone, wide = phones.at(seat), phones.at(seat, viewport=DESKTOP)
    assert tabs(phone) == ["Me", "Table", "Log"]
    phone.tab("Me")
    for said in ("House rules", "Save, copy or end the table", "Show on a television", "Invite, seats and links"):
        expect(phone.page.locator("summary", has_text=said)).to_be_visible()
    phone.tab("Table")
    phone.page.locator("summary", has_text="Start a clock").click()
    phone.page.get_by_label("Name of the clock").fill("The storm")
    phone.page.get_by_role("button", name="Start the clock").click()
    expect(phone.page.locator(".clocks")).to_contain_text("The storm")
    expect(phone.page.locator(".prepared")).to_be_visible()
    phone.tab("Log")
    phone.page.get_by_role("button", name="Begin an evening").click()
    expect(phone.page.get_by_role("heading", name="Evening 1", exact=True)).to_be_visible()
    assert tabs(wide) == []
    expect(wide.page.locator(".column.middle .prepared")).to_be_visible()
    expect(wide.page.locator(".column.right .evening-card")).to_be_visible()
    join(server, seat.table, link, "Bo")  # who is no longer alone leads together
    expect(phone.page.locator(".tabs button")).to_have_text(["Me", "Table", "Log", "World"])


def test_an_evening_that_was_played_without_a_word_is_named_and_not_begun(
    phones: Phones, server: RunningServer
) -> None:
    seat, _ = alone(server)
    phone = phones.at(seat)
    roll = seat.do("declare", character="c1", trait="edge")["number"]
    seat.do("throw", roll=roll, dice=[6, 1, 2])
    phone.tab("Log")
    card = phone.page.locator(".evening-card")
    expect(card.get_by_role("button")).to_have_text(["Name it", "End the evening"])
    card.get_by_label("Name of the evening").fill("Out of the dock")
    card.get_by_role("button", name="Name it").click()
    expect(phone.page.get_by_role("heading", name="Evening 1: Out of the dock", exact=True)).to_be_visible()
    card.get_by_role("button", name="End the evening").click()
    card.get_by_role("button", name="Reopen the evening").click()  # one tap too many is taken back with one
    expect(card.get_by_role("button", name="End the evening")).to_be_visible()


def test_help_is_called_help_and_says_from_whom(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "starforged")
    table.player.do("make", name="Nyx")
    table.other.do("make", name="Moth")
    fight(table)  # which leads the sheet, above what is tapped
    player, ally = phones.at(table.player), phones.at(table.other)
    first = table.player.do("declare", character="c1", trait="edge")["number"]
    ally.roll.get_by_role("button", name="Moth helps: aid your ally").click()
    sheet = ally.page.locator(".sheet")
    expect(sheet.get_by_label("Move", exact=True)).to_have_value("aid_your_ally")
    expect(sheet).to_contain_text("Help an ally")
    expect(sheet.locator(".traits .lab")).to_have_text("Tap to roll")
    expect(sheet.locator("button.trait", has_text="Wits")).to_be_in_viewport(ratio=1)
    table.player.do("withdraw", roll=first)
    aid = table.other.do("declare", character="c2", trait="heart", inputs={"sf_move": "aid_your_ally"})["number"]
    table.other.do("throw", roll=aid, dice=[5, 8, 1])
    table.gm.do("settle", roll=aid, answer=[{"way": "next", "amount": 1, "who": "c1"}])
    roll = table.player.do("declare", character="c1", trait="edge")["number"]
    expect(player.roll.locator(".says")).to_contain_text("1 help from Moth")
    expect(player.roll.locator(".costs")).to_have_text("")
    table.player.do("throw", roll=roll, dice=[5, 8, 1])
    expect(player.roll.locator(".why")).to_contain_text("+ 1 help from Moth")


def whole(label: str) -> re.Pattern[str]:
    """A label and nothing else, begun with a capital or not."""
    return re.compile(f"^{label}$", re.IGNORECASE)


def test_only_what_a_move_takes_is_asked(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "starforged")
    table.player.do("make", name="Nyx")
    gm, player = phones.at(table.gm), phones.at(table.player)
    gm.tab("Gm")
    call = gm.page.locator("form.call")
    call.get_by_label("Move", exact=True).select_option("compel")
    expect(call.get_by_label("with").locator("option")).to_have_text(["Iron 3", "Heart 2", "Shadow 1"])
    call.get_by_role("button", name="Call for it").click()
    expect(player.roll.locator("button.throw")).to_be_enabled()
    player.roll.get_by_text("More about this roll").click()
    more = player.roll.locator("details.more", has_text="More about this roll")
    expect(more.get_by_text("late adds")).to_be_visible()
    for other in ("repairs at", "supply given", "use the waiting bonus", "reasons"):
        expect(more.get_by_text(whole(other))).to_have_count(0)
    roll = table.gm.see()["rolls"][0]["roll"]
    table.player.do("set", roll=roll, inputs={"adds": [1]})
    expect(more.get_by_text(whole("reasons"))).to_be_visible()
    table.player.do("withdraw", roll=roll)
    table.player.do("declare", character="c1", trait="wits", inputs={"sf_move": "repair"})
    expect(player.roll.get_by_text(whole("repairs at"))).to_be_attached()


def test_the_oracle_is_one_tap_away_on_an_empty_stage(phones: Phones, server: RunningServer) -> None:
    seat, _ = alone(server)
    phone = phones.at(seat)
    phone.tab("Table")
    phone.page.locator(".empty-stage").get_by_role("group", name="Ask the oracle").get_by_text("unlikely").click()
    expect(phone.roll).to_have_attribute("aria-label", re.compile("Ask the oracle"))
    expect(phone.roll.locator(".headline")).to_be_visible()
    expect(phones.at(at_ease(server, "starforged").gm).page.locator(".empty-stage .at-hand")).to_have_count(0)


def test_what_was_said_aloud_need_not_be_written(phones: Phones, server: RunningServer) -> None:
    seat, _ = alone(server)
    roll = seat.do("declare", character="c1", trait="heart", inputs={"sf_move": "swear_an_iron_vow"})["number"]
    seat.do("throw", roll=roll, dice=[4, 1, 10])
    phone = phones.at(seat)
    phone.roll.get_by_label("Name").fill("Find the beacon")
    phone.roll.get_by_role("button", name="Write it down").click()
    steps = phone.roll.locator("details.long")
    steps.locator("summary").click()
    expect(steps).to_contain_text("Next, Iora: Say what you do to find a way forward")
    phone.roll.locator("button.settle", has_text="as you picture it").click()
    expect(phone.roll.locator(".due")).to_have_count(0)
    expect(steps).not_to_contain_text("Next, ")
    assert is_in_sight(phone.roll.get_by_role("button", name="To your sheet"))  # whatever was opened
    phone.tab("Log")
    expect(phone.page.get_by_text("Iora’s momentum rises from 2 to 3.")).to_be_visible()
    expect(phone.page.get_by_text("Said aloud")).to_have_count(0)


def test_alone_a_written_line_is_the_oracles_question(phones: Phones, server: RunningServer) -> None:
    table = open_table(server, "starforged", with_gm=False)
    for seat in (table.player, table.other, table.onlooker):
        seat.do("leave")
    table.gm.do("make", name="Kes")
    table.gm.do("begin_evening")
    phone = phones.at(table.gm)
    roll = table.gm.do("declare", character="c1", move="oracle")["number"]
    expect(phone.roll.get_by_placeholder("What do you ask?")).to_be_visible()
    expect(phone.roll.get_by_placeholder("What is at stake?")).to_have_count(0)
    expect(phone.roll.locator(".works")).to_contain_text("50 % yes")
    for each in phone.roll.get_by_role("radiogroup", name="likelihood").get_by_role("radio").all():
        assert each.evaluate("(button) => button.scrollWidth <= button.clientWidth")  # no word is broken or cut
    phone.choose("likelihood", "likely")
    expect(phone.roll.locator(".works")).to_contain_text("75 % yes")
    table.gm.do("withdraw", roll=roll)
    phone.tab("Log")
    phone.page.get_by_role("radio", name="Journal").click()
    phone.page.get_by_role("textbox", name="Prose").fill("Is anyone aboard?")
    oracle = phone.page.get_by_role("group", name="Ask the oracle")
    assert oracle.get_by_role("button").all_inner_texts()[0] == "almost certain"
    oracle.get_by_role("button", name="50 : 50").click()
    expect(phone.page.locator(".journal .folded")).to_contain_text("Is anyone aboard?")
    expect(phone.page.get_by_role("textbox", name="Prose")).to_have_value("")
    recap = table.gm.see("recap")["markdown"]
    assert "## Asked of fate" in recap
    assert "Is anyone aboard?" in recap
    table.gm.do("end_evening")
    table.gm.do("begin_evening")
    phone.page.get_by_role("radio", name="Journal").click()
    expect(phone.page.get_by_text("Last time: Evening 1")).to_be_visible()


def test_an_answer_to_no_question_is_no_word_of_another_price(phones: Phones, server: RunningServer) -> None:
    """Who asked the oracle of a price and then lost momentum had “Yes.” in the story."""
    table = open_table(server, "starforged", with_gm=False)
    table.player.do("make", name="Kast")
    phone = phones.at(table.player)
    missed = table.player.do("declare", character="c1", trait="edge")["number"]
    table.player.do("throw", roll=missed, dice=[1, 8, 9])
    expect(phone.roll.locator(".due")).to_be_visible()
    phone.roll.locator(".due .way", has_text="Ask the oracle").click()
    expect(phone.roll).to_have_attribute("aria-label", re.compile("Ask the oracle"))
    asked = table.player.see()["rolls"][-1]["roll"]
    table.player.do("throw", roll=asked, dice=[12])
    phone.page.get_by_role("button", name=re.compile("Next: ")).first.click()
    words = phone.roll.locator(".due textarea").first
    expect(words).to_have_value("Yes.")
    phone.roll.locator(".due .way", has_text="Lose momentum").click()
    expect(words).to_have_value("")


def test_what_is_to_be_said_after_a_roll_is_written_in_the_journal_one_tap_away(
    phones: Phones, server: RunningServer
) -> None:
    seat, _ = alone(server)
    phone = phones.at(seat)
    roll = seat.do("declare", character="c1", move="oracle")["number"]
    chances = phone.roll.get_by_role("radiogroup", name="likelihood")
    expect(chances).to_be_visible()
    before = chances.bounding_box()
    phone.roll.locator(".intent textarea").fill("Is someone still alive aboard?")
    assert chances.bounding_box() == before, "two lines have their room from the beginning"
    seat.do("throw", roll=roll, dice=[15])
    asked = phone.roll.get_by_role("group", name="Ask the oracle")
    expect(asked.get_by_role("button", name="unlikely")).to_be_visible()
    phone.roll.get_by_role("button", name="Write it in the journal").click()
    prose = phone.page.get_by_label("Prose")
    expect(prose).to_be_focused()
    prose.fill("A hand moves behind the glass.")
    phone.page.get_by_role("button", name="Add to the journal").click()
    expect(phone.page.locator(".journal")).to_contain_text("A hand moves behind the glass.")


def test_at_a_table_of_several_nothing_sends_anyone_to_the_journal(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "starforged")
    table.player.do("make", name="Iora")
    roll = table.player.do("declare", character="c1", trait="edge")["number"]
    table.player.do("throw", roll=roll, dice=[6, 1, 2])
    player = phones.at(table.player)
    expect(player.roll.locator(".headline")).to_be_visible()
    expect(player.page.get_by_role("button", name="Write it in the journal")).to_have_count(0)
