"""A fight as an undertaking of all: begun, joined, named on its moves, and won."""

import pytest
from playwright.sync_api import Locator, expect

from tests.page.phones import DESKTOP, Phones, at_ease, fight, seated
from tests.page.test_fits import SPILLS
from tests.server import RunningServer

pytestmark = pytest.mark.slow


def test_who_enters_the_fray_joins_the_fight_that_goes_on(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "starforged", edge=3)
    started = fight(table)
    player = phones.at(table.player)
    fray = {"sf_move": "enter_the_fray", "intent": "Into their blind side"}
    roll = table.player.do("declare", character="c1", trait="edge", inputs=fray)["number"]
    assert table.gm.see()["rolls"][0]["undertaking"] == started
    table.player.do("throw", roll=roll, dice=[6, 1, 2])
    expect(player.roll.locator(".headline")).to_be_visible()
    expect(player.page.locator("form.begun")).to_have_count(0)
    gm = phones.at(table.gm, viewport=DESKTOP)
    party = gm.page.locator(".party")
    expect(party.locator(".condition")).to_have_text(["in control"])
    table.gm.do("edit", where="c1", values={"bad_spot": True})
    expect(party.locator(".condition")).to_have_text(["bad spot"])
    table.gm.do("change_undertaking", undertaking=started, ended=True)
    expect(party.locator(".condition")).to_have_count(0)


def test_how_one_stands_in_a_fight_is_what_was_chosen(phones: Phones, server: RunningServer) -> None:
    """Unknown before the first roll and what it asks for: the page took no mark for control."""
    table = seated(server, "starforged", edge=3)
    started = fight(table)
    player = phones.at(table.player)
    player.tab("Me")
    card = player.page.locator(".undertakings:visible")
    expect(card.locator(".on-it > span").locator("visible=true")).to_have_text(["Enter the fray"])
    card.get_by_role("button", name="Enter the fray with edge: Scrap pirates").click()
    expect(player.roll.get_by_role("button", name="Throw 3 dice")).to_be_visible()
    roll = table.gm.see()["rolls"][0]["roll"]
    table.player.do("throw", roll=roll, dice=[3, 3, 9])
    expect(player.roll).to_contain_text("You get one of the two.")
    expect(player.roll.get_by_role("group", name="What it brings")).to_be_in_viewport(ratio=1)
    expect(player.roll).not_to_contain_text("What fits now")
    expect(player.page.locator(".condition")).to_have_count(0)
    table.player.do("settle", roll=roll, answer=[{"way": "momentum"}])
    expect(player.roll).to_contain_text("You are in a bad spot. What fits now:")
    player.tab("Me")
    expect(card.locator(".on-it > span").locator("visible=true")).to_have_text(["React under fire", "Clash"])
    clash = {"sf_move": "clash"}
    made = table.player.do("declare", character="c1", trait="edge", inputs=clash, undertaking=started)["number"]
    table.player.do("edit", where="c1", values={"momentum": 8})
    table.player.do("throw", roll=made, dice=[1, 5, 9])
    player.tab("Table")
    burn = player.roll.get_by_role("button", name="Burn momentum")
    expect(burn).to_contain_text("Still to come: the price")  # better, and not for nothing
    burn.click()
    expect(player.roll).to_contain_text("you stay in a bad spot")
    expect(player.roll).not_to_contain_text("You are in control")


def test_a_fight_that_begins_is_named_by_people_and_is_everyones(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "starforged", edge=3)
    player = phones.at(table.player)
    fray = {"sf_move": "enter_the_fray", "intent": "Into their blind side"}
    roll = table.player.do("declare", character="c1", trait="edge", inputs=fray)["number"]
    table.player.do("throw", roll=roll, dice=[6, 1, 2])
    player.tab("Table")
    form = player.page.locator("form.begun")
    expect(form.get_by_label("Name")).to_have_value("")
    form.get_by_label("Name").fill("Pirates")
    form.get_by_role("button", name="Write it down").click()
    expect(form).to_have_count(0)
    assert [each["character"] for each in table.gm.see()["undertakings"]] == [""]


def test_moves_of_a_fight_say_where_they_belong(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "starforged", edge=3)
    started = fight(table)
    player = phones.at(table.player)
    player.tab("Me")
    player.page.locator("summary", has_text="Another move").first.click()
    moves = player.page.locator("p.on-it")
    expect(moves.get_by_role("button", name="Take decisive action: Scrap pirates")).to_be_visible()
    expect(moves.filter(has_text="Strike")).to_contain_text("In control, assault a foe.")
    expect(moves.filter(has_text="Clash")).to_contain_text("In a bad spot, fight back.")
    strike = {"sf_move": "strike"}
    made = table.player.do("declare", character="c1", trait="iron", inputs=strike, undertaking=started)
    table.player.do("throw", roll=made["number"], dice=[1, 9, 8])
    expect(player.roll).to_contain_text("You are in a bad spot. What fits now:")
    fitting = player.roll.get_by_role("group", name="What fits now")
    expect(fitting.locator(".on-it > span")).to_have_text(["React under fire", "Clash"])
    owed = player.roll.get_by_text("Next, the gm says the price.")
    assert top_of(owed) < top_of(fitting), "what is owed comes first"
    fitting.get_by_role("button", name="Clash with iron").click()
    expect(player.roll.locator(".who")).to_contain_text("Clash with iron on “Scrap pirates”")
    table.player.do("withdraw", roll=table.gm.see()["rolls"][-1]["roll"])
    table.gm.do("settle", roll=made["number"], answer=[{"way": "in words", "words": "They close in."}])
    lost = table.player.do("declare", character="c1", move="progress", undertaking=started)["number"]
    table.player.do("throw", roll=lost, dice=[8, 9])
    expect(player.roll).to_contain_text("the fight for it is over")
    expect(player.roll).not_to_contain_text("What fits now")
    player.tab("Me")
    expect(player.page.locator(".undertaking")).to_have_count(0)
    expect(player.page.get_by_role("switch", name="Bad spot")).to_have_attribute("aria-checked", "false")


def top_of(part: Locator) -> float:
    box = part.bounding_box()
    assert box is not None
    return box["y"]


def test_a_fight_is_brought_to_its_end_from_the_moves_that_fit(phones: Phones, server: RunningServer) -> None:
    """In control, with a box or more; in a bad spot it counts less, and stands among the others."""
    table = seated(server, "starforged", edge=3)
    started = fight(table)
    player = phones.at(table.player)
    strike = {"sf_move": "strike"}
    made = table.player.do("declare", character="c1", trait="iron", inputs=strike, undertaking=started)
    table.player.do("throw", roll=made["number"], dice=[6, 1, 2])
    fitting = player.roll.get_by_role("group", name="What fits now")
    expect(fitting.locator(".on-it > span").last).to_have_text("Take decisive action")
    player.tab("Me")
    end = player.page.locator(".undertakings").get_by_role("button", name="Take decisive action: Scrap pirates")
    expect(end).to_have_text("4 boxes")
    table.player.do("edit", where="c1", values={"bad_spot": True})
    expect(end).to_be_hidden()
    table.player.do("edit", where="c1", values={"bad_spot": False})
    player.roll.get_by_role("button", name="Take decisive action: Scrap pirates").click()
    expect(player.roll.locator(".who")).to_contain_text("Take decisive action, “Scrap pirates”, 4 boxes")
    expect(player.roll.get_by_role("button", name="Throw 2 dice")).to_be_visible()
    expect(player.roll.get_by_role("radio", name="discoveries")).to_be_visible()
    assert player.page.evaluate(SPILLS) == []


def test_a_fight_that_begins_badly_is_told_and_written_down_too(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "starforged", edge=3)
    player, gm = phones.at(table.player), phones.at(table.gm)
    fray = {"sf_move": "enter_the_fray"}
    roll = table.player.do("declare", character="c1", trait="edge", inputs=fray)["number"]
    table.player.do("throw", roll=roll, dice=[1, 9, 8])
    for phone in (player, gm):
        expect(phone.roll.locator(".due-says")).to_contain_text("Say how the fight begins")
    player.roll.get_by_role("textbox", name="in words").fill("They were waiting for us.")
    player.roll.locator("button.settle").click()
    expect(player.roll).to_contain_text("They were waiting for us.")
    player.roll.get_by_label("Name").fill("Ambush")
    player.roll.get_by_role("button", name="Write it down").click()
    expect(player.roll).to_contain_text("You are in a bad spot. What fits now:")
    assert [each["name"] for each in table.gm.see()["undertakings"]] == ["Ambush"]


def test_a_fight_that_is_won_stays_so_when_the_page_is_opened_anew(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "starforged")
    table.gm.do("undertake", kind="fight", name="Scrap pirates", rank="dangerous")
    track = table.gm.see()["undertakings"][0]["undertaking"]
    for _ in range(5):
        table.gm.do("mark_progress", undertaking=track)
    roll = table.player.do("declare", character="c1", move="progress", undertaking=track)["number"]
    table.player.do("throw", roll=roll, dice=[1, 2])
    for _ in range(12):
        other = table.other.do("declare", character="c2", trait="edge")["number"]
        table.other.do("throw", roll=other, dice=[6, 1, 2])
    table.gm.do("undertake", kind="fight", name="Ambush", rank="dangerous")
    ambush = table.gm.see()["undertakings"][1]["undertaking"]
    lost = table.player.do("declare", character="c1", move="progress", undertaking=ambush)["number"]
    table.player.do("throw", roll=lost, dice=[10, 9])
    player = phones.at(table.player)
    expect(player.page.get_by_text("It is done.").first).to_be_visible()
    expect(player.page.get_by_role("button", name="Take decisive action")).to_have_count(0)
    player.tab("Log")
    expect(player.page.locator("li.entry.story").first).to_contain_text("“Ambush” is over.")


def test_of_two_fights_one_is_tapped_before_the_dice(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "starforged")
    table.player.do("make", name="Nyx")
    for name in ("Dock thugs", "The captain"):
        table.player.do("undertake", kind="fight", name=name, rank="dangerous", character="c1")
    roll = table.player.do("declare", character="c1", trait="iron", inputs={"sf_move": "strike"})["number"]
    phone = phones.at(table.player)
    captain = phone.roll.get_by_role("button", name="The captain, 0 boxes")
    captain.click()
    expect(captain).to_have_attribute("aria-pressed", "true")
    table.player.do("throw", roll=roll, dice=[6, 1, 2])
    assert [each["ticks"] for each in table.gm.see()["undertakings"]] == [0, 16]
