"""A named progress track on phones: begun, marked with one tap and rolled on."""

import re

import pytest
from playwright.sync_api import expect

from tests.page.phones import Phone, Phones, at_ease, fight, seated
from tests.server import NewTable, RunningServer, open_table

pytestmark = pytest.mark.slow


def test_a_vow_is_begun_marked_and_rolled_on(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "starforged")
    table.player.do("make", name="Nyx")
    phone = phones.at(table.player)
    phone.tab("Me")
    card = phone.page.locator(".undertakings")
    card.get_by_text("Swear a vow").first.click()
    card.locator("[name=kind]").select_option("vow")
    card.locator("[name=name]").fill("Find the lost beacon")
    card.locator("[name=rank]").select_option("dangerous")
    card.get_by_role("button", name="Begin", exact=True).click()
    expect(card.get_by_text("Find the lost beacon")).to_be_visible()
    swear = card.get_by_role("button", name="Swear an iron vow: roll heart")
    expect(swear).to_be_in_viewport(ratio=1)  # what one is in leads the sheet, far above the form
    expect(swear).to_have_class("small primary first")
    mark = card.get_by_role("button", name="mark progress: Find the lost beacon")
    finish = card.get_by_role("button", name="Roll to finish it: Find the lost beacon")
    mark.scroll_into_view_if_needed()
    before = mark.bounding_box(), finish.bounding_box()
    mark.click()
    expect(swear).to_have_count(0)
    again = card.get_by_role("button", name="Take the mark back").bounding_box()
    give_up = card.get_by_role("button", name="Give it up").bounding_box()
    assert again is not None
    assert give_up is not None
    assert again["y"] == give_up["y"]  # in a row that was there before
    expect(card.get_by_role("img", name="Find the lost beacon: 2 boxes")).to_be_visible()
    assert (mark.bounding_box(), finish.bounding_box()) == before  # nothing moves under a thumb
    card.get_by_role("button", name="Roll to finish it: Find the lost beacon").click()
    expect(phone.roll.get_by_role("button", name="Throw 2 dice")).to_be_visible()
    expect(phone.roll.get_by_role("radiogroup", name="legacy")).to_have_count(0)  # a vow's are quests, unasked
    (roll,) = [each for each in table.gm.see()["rolls"] if each["move"] == "progress"]
    assert roll["undertaking"] == table.gm.see()["undertakings"][0]["undertaking"]


@pytest.mark.parametrize("with_gm", [True, False])
def test_a_mark_is_taken_back_where_it_was_made(with_gm: bool, phones: Phones, server: RunningServer) -> None:
    table = open_table(server, "starforged", with_gm=with_gm)
    table.player.do("make", name="Nyx")
    vow = table.player.do("undertake", kind="vow", name="Beacon", rank="troublesome", character="c1")
    table.player.do("change_undertaking", undertaking=vow["entries"][0]["entry"]["undertaking"], ticks=30)
    phone = phones.at(table.player)
    phone.tab("Me")
    card = phone.page.locator(".undertakings")
    mark, back = (card.get_by_role("button", name=name) for name in ("Mark progress: Beacon", "Take the mark back"))
    mark.click()
    expect(card.get_by_role("img", name="Beacon: 10 boxes")).to_be_visible()
    back.click()
    expect(card.get_by_role("img", name="Beacon: 7 boxes and 2 ticks")).to_be_visible()
    expect(back).to_have_count(0)


def test_what_is_done_keeps_its_marks(phones: Phones, server: RunningServer) -> None:
    table = open_table(server, "starforged")
    table.player.do("make", name="Nyx")
    made = table.player.do("undertake", kind="vow", name="Beacon", rank="troublesome", character="c1")
    vow = made["entries"][0]["entry"]["undertaking"]
    table.player.do("mark_progress", undertaking=vow)
    table.player.do("mark_progress", undertaking=vow)
    roll = table.player.do("declare", character="c1", move="progress", undertaking=vow)["number"]
    table.player.do("throw", roll=roll, dice=[1, 2])
    phone = phones.at(table.player)
    phone.tab("Me")
    card = phone.page.locator(".undertakings")
    expect(card.get_by_text("It is done.")).to_be_visible()
    expect(card.get_by_role("button", name="Put it away")).to_be_visible()
    expect(card.get_by_role("button", name="Take the mark back")).to_have_count(0)


def taken_up_again(phone: Phone) -> None:
    """Only who lets it go pays a price; who does not loses boxes by dice of their own, and the rank has a name."""
    expect(phone.roll.get_by_role("button", name="Forsake it")).to_contain_text("Still to come: the price")
    again = phone.roll.get_by_role("button", name="Recommit")
    expect(again).not_to_contain_text("price")
    expect(again).to_contain_text("progress 6 → 0–5 boxes, rank formidable")
    again.click()
    expect(phone.roll.locator(".result .word")).to_have_text("Nyx recommits")  # what the dice are for
    expect(phone.roll.locator(".throwing")).to_contain_text("the lower says how many boxes are lost")
    phone.roll.get_by_role("button", name="Throw 2 dice").click()
    expect(phone.roll).to_contain_text("You take it up again")
    expect(phone.roll.locator(".die .source")).to_have_text(["recommit"] * 2)  # those before step back at once
    expect(phone.roll.locator(".effects")).to_contain_text("The rank rises to formidable")  # and nobody is asked for it
    expect(phone.roll.locator(".due")).to_have_count(0)


def sworn_once_more(table: NewTable, phone: Phone) -> None:
    """The button to swear begins a roll, and a new one where the first was withdrawn."""
    swear = phone.page.get_by_role("button", name="Swear an iron vow: roll heart")
    swear.click()
    expect(phone.roll.get_by_role("button", name="Throw 3 dice")).to_be_visible()
    table.player.do("withdraw", roll=table.gm.see()["rolls"][0]["roll"])
    phone.tab("Me")
    swear.click()
    expect(phone.roll.get_by_role("button", name="Throw 3 dice")).to_be_visible()


def test_a_vow_is_sworn_with_heart_and_a_miss_may_be_taken_up_again(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "starforged")
    table.player.do("make", name="Nyx", values={"heart": 2})
    vow = table.player.do("undertake", kind="vow", name="Find the beacon", rank="dangerous", character="c1")
    phone = phones.at(table.player)
    phone.tab("Me")
    phone.page.get_by_label("Sf move").or_(phone.page.get_by_label("Move", exact=True)).first.select_option(
        "gather_information"
    )
    tile = phone.page.locator(".traits").get_by_role("button")
    expect(tile.filter(has_text="Wits")).to_be_enabled()
    for other in ("Iron", "Edge", "Supply"):  # what the move does not take is not offered
        expect(tile.filter(has_text=other)).to_have_count(0)
    sworn_once_more(table, phone)
    *_, roll = table.gm.see()["rolls"]
    made = vow["entries"][0]["entry"]["undertaking"]
    assert (roll["trait"], roll["undertaking"]) == ("heart", made)
    assert roll["inputs"]["sf_move"]["value"] == "swear_an_iron_vow"
    table.player.do("throw", roll=roll["roll"], dice=[5, 1, 2])
    for _ in range(3):
        table.player.do("mark_progress", undertaking=made)

    phone.tab("Me")
    phone.page.get_by_role("button", name="Roll to finish it: Find the beacon").click()
    expect(phone.roll.get_by_role("button", name="Throw 2 dice")).to_be_visible()
    expect(phone.roll.locator(".who")).to_contain_text("Fulfill your vow, “Find the beacon”")
    expect(phone.roll).not_to_contain_text("On a miss")  # where it is asked
    missed = table.gm.see()["rolls"][-1]["roll"]
    table.player.do("throw", roll=missed, dice=[8, 9])
    taken_up_again(phone)
    expect(phone.roll).to_contain_text("“Find the beacon”, 6 boxes")  # which it was rolled against
    phone.tab("Log")
    expect(phone.page.get_by_text("on “Find the beacon”").first).to_be_visible()
    expect(phone.page.get_by_text("progress 0 → 2 boxes").first).to_be_visible()
    phone.page.get_by_role("button", name="Step by step").first.click()
    phone.page.locator("ol.steps").get_by_role("button", name="SF-").first.click()
    expect(phone.page.locator("ol.steps .rule-says").first).to_be_visible()


def test_where_banes_go_is_proposed_and_the_gm_takes_it(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "wherever-we-go")
    table.player.do("make", name="Nyx", values={"stress": 1})
    roll = table.player.do("declare", character="c1", trait="stealth", decide={"push": "push"})["number"]
    table.player.do("throw", roll=roll, dice=[1, 1, 1])
    table.player.do("decide", roll=roll, option="keep")
    table.player.do("settle", roll=roll, answer=[{"way": "gear", "amount": 2}])
    gm, player = phones.at(table.gm), phones.at(table.player)
    expect(player.roll.get_by_text("Waiting for the gm, who has the last word.")).to_be_visible()
    expect(player.roll).not_to_contain_text("Your turn")
    expect(player.roll.locator("button.settle:visible")).to_have_count(0)
    gm.roll.get_by_role("button", name="Agree").click()
    expect(gm.page.get_by_role("button", name="Agree")).to_have_count(0)
    (nyx,) = table.gm.see()["characters"]
    assert nyx["values"]["gear"] == 1


def test_moves_stand_where_their_undertaking_does_and_mark_it(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "starforged")
    table.player.do("make", name="Nyx", values={"wits": 3})
    table.player.do("undertake", kind="expedition", name="Across the Drift", rank="troublesome", character="c1")
    phone = phones.at(table.player)
    phone.tab("Me")
    card = phone.page.locator(".undertakings")
    card.get_by_role("button", name="Undertake an expedition with wits: Across the Drift").click()
    expect(phone.roll.get_by_role("button", name="Throw 3 dice")).to_be_visible()
    (roll,) = table.gm.see()["rolls"]
    table.player.do("throw", roll=roll["roll"], dice=[6, 1, 2])
    phone.tab("Me")
    expect(card.get_by_role("img", name="Across the Drift: 3 boxes")).to_be_visible()
    expect(card).to_contain_text("Expedition, troublesome, 3 boxes")


def test_what_is_not_written_down_yet_is_so_before_the_dice(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "starforged")
    table.player.do("make", name="Nyx")
    roll = table.player.do("declare", character="c1", trait="iron", inputs={"sf_move": "strike"})["number"]
    phone = phones.at(table.player)
    phone.roll.get_by_text("Which fight is it?").click()
    form = phone.roll.get_by_role("form", name="The fight")
    form.get_by_label("Name").fill("Dock thugs")
    form.get_by_role("button", name="Write it down").click()
    expect(phone.roll).to_contain_text("Strike with iron on “Dock thugs”")
    table.player.do("throw", roll=roll, dice=[6, 1, 2])
    assert [each["ticks"] for each in table.gm.see()["undertakings"]] == [16]


def test_what_all_share_stands_on_everyone_s_table(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "starforged")
    table.player.do("make", name="Nyx")
    table.player.do("undertake", kind="vow", name="My own", rank="epic", character="c1")
    table.player.do("undertake", kind="fight", name="Pirate boarders", rank="dangerous")
    phone = phones.at(table.player)
    phone.tab("Table")
    shared = phone.page.locator(".undertakings.of-all")
    expect(shared).to_contain_text("Pirate boarders")
    expect(shared).not_to_contain_text("My own")
    expect(shared.get_by_role("button", name="Mark progress")).to_be_in_viewport(ratio=1)  # no empty stage above it
    moves = shared.locator(".on-it > span")
    expect(moves.last).to_have_text("Clash")
    table.player.do("edit", where="c1", values={"bad_spot": True})
    expect(moves.last).to_have_text("Strike")  # which is for who is in control; in a bad spot one reacts
    expect(moves.filter(has_text="React under fire")).to_be_visible()


def test_a_vow_that_was_sworn_is_written_down_from_its_roll(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "starforged", heart=2)
    phone = phones.at(table.player)
    sworn = {"sf_move": "swear_an_iron_vow", "intent": "Bring the beacon home"}
    roll = table.player.do("declare", character="c1", trait="heart", inputs=sworn)["number"]
    gm = phones.at(table.gm)
    expect(gm.roll.locator("button.throw")).to_be_visible()
    stakes = gm.roll.get_by_role("textbox", name="stakes")  # may be said, though the move says what a miss is
    expect(stakes).to_have_attribute("placeholder", "As the move says, or more")
    expect(phone.roll.locator("button.throw")).to_be_visible()
    expect(phone.roll).not_to_contain_text("what is at stake")  # and nobody waits for the gm's word on it
    table.player.do("throw", roll=roll, dice=[5, 1, 2])
    expect(phone.roll.locator(".effects")).to_contain_text("gains 2 momentum (now 4)")
    offer = phone.roll.get_by_role("form", name="The vow")
    expect(offer.get_by_label("Name")).to_have_value("Bring the beacon home")
    offer.get_by_label("Rank").select_option("formidable")
    offer.get_by_role("button", name="Write it down").click()
    expect(phone.roll.get_by_role("status")).to_contain_text("its track stands on the sheet")
    (vow,) = table.gm.see()["undertakings"]
    assert (vow["name"], vow["rank"], vow["character"]) == ("Bring the beacon home", "formidable", "c1")
    phone.tab("Me")
    expect(phone.page.get_by_role("button", name="Mark progress: Bring the beacon home")).to_be_visible()
    expect(phone.page.get_by_role("button", name="Swear an iron vow: roll heart")).to_have_count(0)  # it was sworn


def test_who_swears_says_what_first_and_what_others_begin_is_not_it(phones: Phones, server: RunningServer) -> None:
    """What stands in the way was answered, and there was no vow; a fight of the gm's was taken for it."""
    table = seated(server, "starforged", heart=2)
    phone = phones.at(table.player)
    sworn = {"sf_move": "swear_an_iron_vow", "intent": "Bring the beacon home"}
    roll = table.player.do("declare", character="c1", trait="heart", inputs=sworn)["number"]
    table.player.do("throw", roll=roll, dice=[1, 8, 9])
    fight(table)
    offer = phone.roll.get_by_role("form", name="The vow")
    expect(offer).to_be_visible()
    expect(phone.roll.locator("button.settle")).to_have_count(0)
    offer.get_by_label("Rank").select_option("epic")
    offer.get_by_role("button", name="Write it down").click()
    phone.roll.get_by_role("textbox", name="in words").fill("The harbour is closed.")
    phone.roll.locator("button.settle").click()
    expect(phone.roll).to_contain_text("“Bring the beacon home”: its track stands on the sheet")
    assert [each["rank"] for each in table.gm.see()["undertakings"] if each["kind"] == "vow"] == ["epic"]
    bond = table.player.do("undertake", kind="connection", name="Oda", rank="dangerous", character="c1")
    track = bond["entries"][0]["entry"]["undertaking"]
    test = {"sf_move": "test_your_relationship"}
    broken = table.player.do("declare", character="c1", trait="heart", inputs=test, undertaking=track)["number"]
    table.player.do("throw", roll=broken, dice=[1, 8, 9])
    table.gm.do("settle", roll=broken, answer=[{"way": "swear an iron vow", "words": "I find her sister."}])
    phone.page.locator(".news-card").get_by_role("button").click()
    phone.roll.get_by_role("button", name="Swear an iron vow: roll heart 2").click()
    expect(phone.roll.locator(".who")).to_contain_text("Swear an iron vow with heart")


def test_progress_has_one_measure(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "starforged")
    made = table.player.do("undertake", kind="vow", name="Beacon", rank="dangerous", character="c1")
    track = made["entries"][0]["entry"]["undertaking"]
    for _ in range(4):
        table.player.do("mark_progress", undertaking=track)
    phone = phones.at(table.player)
    roll = table.player.do("declare", character="c1", move="progress", undertaking=track)["number"]
    table.player.do("throw", roll=roll, dice=[2, 5])
    expect(phone.roll.locator(".effects")).to_contain_text("Nyx gains 2 ticks of quests")
    phone.tab("Log")
    expect(phone.page.locator("li.entry.story").first).to_contain_text("quests 0 boxes → 2 ticks")
    phone.tab("Me")
    expect(phone.page.get_by_role("img", name="quests: 2 ticks")).to_be_visible()


def test_progress_of_two_marks_is_settled(phones: Phones, server: RunningServer) -> None:
    """A way that names nobody is answered without a name."""
    table = seated(server, "starforged")
    roll = table.player.do("declare", character="c1", trait="iron", inputs={"sf_move": "strike"})["number"]
    table.player.do("throw", roll=roll, dice=[6, 2, 3])
    player = phones.at(table.player)
    due = player.roll.locator(".due", has_text="progress")
    due.locator(".target button", has_text="dangerous").first.click()
    due.locator(".target button", has_text="dangerous").first.click()
    due.locator("button.settle").click()
    expect(due).to_have_count(0)
    assert table.gm.see()["values"]["progress"] == 16
    peril_in_words(table, player)


def peril_in_words(table: NewTable, player: Phone) -> None:
    """Costs of 2, or a peril: one or the other, and what is told has a field to tell it in."""
    table.player.do("undertake", kind="expedition", name="Across the Drift", rank="dangerous", character="c1")
    way = {"sf_move": "undertake_an_expedition"}
    roll = table.player.do("declare", character="c1", trait="edge", inputs=way)["number"]
    table.player.do("throw", roll=roll, dice=[4, 4, 9])
    due = player.roll.locator(".due")
    due.locator(".target button", has_text="stress").first.click()
    due.locator(".target button", has_text="Or: peril").click()
    expect(due.locator(".target.on")).to_have_count(1)
    expect(due.locator("button.settle")).to_have_text("Say it in words")
    due.get_by_role("textbox", name="cost in words").fill("The gate is guarded.")
    expect(due.locator("button.settle")).to_have_text("So it happensPeril")
    due.locator("button.settle").click()
    expect(player.roll.get_by_text("Peril: “The gate is guarded.”")).to_be_visible()


def test_a_long_vow_can_be_written_down_as_it_was_said(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "starforged")
    table.player.do("make", name="Iora")
    intent = "Find the beacon that my sister sent from the drowned moon of Tolleth"
    inputs = {"sf_move": "swear_an_iron_vow", "intent": intent}
    roll = table.player.do("declare", character="c1", trait="heart", inputs=inputs)["number"]
    table.player.do("throw", roll=roll, dice=[6, 1, 2])
    player = phones.at(table.player)
    player.roll.get_by_role("button", name="Write it down").first.click()
    expect(player.roll).to_contain_text("its track stands on the sheet")
    assert table.gm.see()["undertakings"][0]["name"] == intent


def test_what_is_sworn_and_what_is_paid_in_starforged(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "starforged")
    table.player.do("make", name="Nyx")
    player, gm = phones.at(table.player), phones.at(table.gm)
    player.tab("Me")
    sheet = player.page.locator(".sheet")
    expect(sheet.get_by_text("Companion health", exact=True)).to_have_count(0)
    sheet.get_by_text("Swear a vow, or begin an expedition, connection, fight or scene").click()
    sheet.get_by_label("What it is called").fill("Bring them home")
    sheet.get_by_role("button", name="Begin", exact=True).click()
    expect(sheet.get_by_label("What it is called")).to_be_hidden()
    table.player.do("mark_progress", undertaking=table.player.see()["undertakings"][0]["undertaking"])
    sheet.get_by_label("Move", exact=True).select_option("face_danger")
    player.declare("Edge")
    expect(player.roll.locator(".who")).to_contain_text("Face danger")
    roll = table.gm.see()["rolls"][-1]["roll"]
    table.player.do("throw", roll=roll, dice=[1, 10, 9])
    expect(gm.roll.get_by_role("button", name="Choose what it brings")).to_be_disabled()
    expect(gm.roll.get_by_text("Companion takes a hit")).to_have_count(0)
    gm.roll.get_by_role("textbox", name="price in words").press_sequentially("Pirates.")
    expect(gm.roll.get_by_role("button", name="Only in words", exact=True)).to_have_attribute("aria-pressed", "true")
    gm.roll.get_by_role("button", name="So it happens").click()
    expect(gm.roll.get_by_text("“Pirates.”")).to_be_visible()
    player.tab("Me")
    player.page.locator(".undertakings").get_by_role("button", name="Roll to finish it: Bring them home").click()
    expect(player.roll.locator(".who")).to_contain_text("“Bring them home”, 3 boxes")
    roll = table.gm.see()["rolls"][-1]["roll"]
    table.player.do("throw", roll=roll, dice=[1, 9])
    expect(
        player.roll.get_by_role("button", name=re.compile("The whole reward.*Set right what is left"))
    ).to_be_visible()
    player.roll.get_by_role("button", name=re.compile("lesser reward.*no ticks")).click()
    expect(player.roll.locator("button.settle small")).to_have_text("Nyx: the lesser reward")
    player.roll.locator("button.settle").click()
    player.tab("Me")
    expect(player.page.locator(".undertakings").get_by_text("It is done.")).to_be_visible()


def test_what_all_share_is_sworn_by_one_of_them(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "starforged")
    vow = table.gm.do("undertake", kind="vow", name="Find the colony", rank="dangerous")["entries"][0]["entry"]
    player = phones.at(table.player)
    player.tab("Me")
    swear = player.page.get_by_role("button", name="Swear an iron vow: roll heart")
    expect(swear).to_be_visible()
    inputs = {"sf_move": "swear_an_iron_vow"}
    on = vow["undertaking"]
    sworn = table.other.do("declare", character="c2", trait="heart", undertaking=on, inputs=inputs)
    table.other.do("throw", roll=sworn["number"], dice=[6, 1, 2])
    expect(player.page.locator(".undertaking", has_text="Find the colony").first).to_be_visible()
    expect(swear).to_have_count(0)


def test_what_was_begun_stays_so_when_a_page_is_loaded_again(phones: Phones, server: RunningServer) -> None:
    """A loaded page holds no rolls that are over: a vow was to be sworn again, and an expedition led with its name."""
    table = at_ease(server, "starforged")
    table.player.do("make", name="Nyx")
    for kind, trait, move in (
        ("vow", "heart", "swear_an_iron_vow"),
        ("expedition", "wits", "undertake_an_expedition"),
    ):
        begun = table.player.do("undertake", kind=kind, name="The Veil", rank="epic", character="c1")
        on = {"undertaking": begun["entries"][0]["entry"]["undertaking"], "inputs": {"sf_move": move}}
        roll = table.player.do("declare", character="c1", trait=trait, **on)["number"]
        table.player.do("throw", roll=roll, dice=[1, 9, 8])
        for due in table.gm.see(f"rolls/{roll}")["open_dues"]:
            table.gm.do("settle", roll=roll, due=due["due"], answer=[{"way": due["ways"][-1]["name"], "words": "So."}])
    table.player.do("undertake", kind="connection", name="Oda", rank="dangerous", character="c1")
    phone = phones.at(table.player)
    for _ in range(25):  # further back than what the page loads of the log
        table.player.do("roll_at_once", character="c1", trait="edge", dice=[6, 1, 2])
    phone.page.reload()
    phone.tab("Me")
    card = phone.page.locator(".sheet .undertakings")
    expect(card.get_by_role("button", name="Explore a waypoint with wits")).to_be_visible()
    expect(card.get_by_role("button", name="Swear an iron vow: roll heart")).to_have_count(0)
    expect(card.locator(".on-it.first")).to_have_count(0)
    next_leg = card.get_by_role("button", name="Undertake an expedition with wits")
    expect(next_leg).to_be_visible()
    test = card.get_by_role("button", name="Test your relationship with heart").bounding_box()
    assert test is not None
    assert test["width"] >= 44  # where one trait alone is rolled its button was as wide as its digit


def test_who_names_a_vow_is_not_disturbed_by_another_that_begins(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "starforged")
    table.player.do("make", name="Nyx")
    phone = phones.at(table.player)
    phone.tab("Me")
    card = phone.page.locator(".sheet .undertakings")
    card.get_by_text("Swear a vow").first.click()
    name = card.locator("[name=name]")
    name.press_sequentially("The lost be")
    table.gm.do("undertake", kind="vow", name="The relay", rank="dangerous")
    expect(card.get_by_text("The relay")).to_have_count(1)
    expect(phone.page.locator(".banner .news.slim")).to_contain_text("The relay")  # a line, over no field
    expect(phone.page.locator(".news-card")).to_have_count(0)
    expect(name).to_be_focused()
    expect(name).to_be_in_viewport(ratio=1)
    where = "each => each.compareDocumentPosition(document.querySelector('.sheet .traits')) & 2"
    assert card.evaluate(where)  # still below the traits
    name.press_sequentially("acon")
    card.get_by_role("button", name="Begin", exact=True).click()
    expect(card.get_by_text("The lost beacon")).to_be_visible()
    assert not card.evaluate(where)  # what one is in leads the sheet


def test_what_another_swore_stands_below_what_is_mine(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "starforged")
    table.player.do("undertake", kind="vow", name="Find the lost Ardent", rank="troublesome", character="c1")
    other = phones.at(table.other)
    other.tab("Me")
    sheet = other.page.locator(".sheet").first
    theirs = sheet.locator(".undertaking", has_text="Find the lost Ardent")
    expect(theirs).to_be_hidden()
    above = "each => each.compareDocumentPosition(document.querySelector('.sheet .traits')) === 2"
    assert sheet.locator(".undertakings").evaluate(above)
    sheet.get_by_text("What others are at").click()
    expect(theirs).to_be_visible()
    table.other.do("undertake", kind="vow", name="Bring her home", rank="troublesome", character="c2")
    expect(sheet.locator(".undertakings")).to_contain_text("Bring her home")
    assert not sheet.locator(".undertakings").evaluate(above)
