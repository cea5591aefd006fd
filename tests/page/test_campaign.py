"""Three evenings on phones: alone with an oracle, and with a gm who prepared; told again, taken along, verified."""

import re

import pytest
from playwright.sync_api import Route, expect

from actionroll.ledger import verify
from tests.page.phones import DESKTOP, Phone, Phones
from tests.server import RunningServer, SeatAt, join, open_table

pytestmark = pytest.mark.slow


def begin(phone: Phone, name: str) -> None:
    phone.tab("Gm")
    phone.page.get_by_label("Name of the evening").fill(name)
    phone.page.get_by_role("button", name="Begin an evening").click()
    expect(phone.page.locator(".evening-card h2").get_by_text(name)).to_be_visible()


def end(phone: Phone, told: str) -> None:
    """End the evening; its recap opens by itself."""
    phone.tab("Gm")
    phone.page.get_by_role("button", name="End the evening").click()
    expect(phone.page.locator(".recap").get_by_text(told).first).to_be_visible()


def write(phone: Phone, text: str) -> None:
    phone.tab("Log")
    phone.page.get_by_role("radio", name="Journal").click()
    phone.page.get_by_role("textbox", name="Prose").fill(text)
    phone.page.get_by_role("button", name="Add to the journal").click()
    expect(phone.page.locator(".journal").get_by_text(text)).to_be_visible()


def is_right(seat: SeatAt) -> None:
    verify(seat.export().splitlines(keepends=True))


def test_three_evenings_alone_in_starforged(phones: Phones, server: RunningServer) -> None:
    table = open_table(server, "starforged", with_gm=False)
    alone = table.gm
    for seat in (table.player, table.other, table.onlooker):
        seat.do("leave")
    alone.do("make", name="Kes")
    phone = phones.at(alone)
    for number, name in enumerate(("Adrift", "The beacon", "Home"), 1):
        begin(phone, name)
        write(phone, f"Log of evening {number}: the engine dies.")
        phone.page.get_by_role("group", name=re.compile("oracle", re.IGNORECASE)).get_by_text(
            "likely", exact=True
        ).click()
        expect(phone.page.locator(".journal .folded")).to_have_count(1)
        rolled = alone.do("roll_at_once", character="c1", trait="iron", dice=[6, 1, 2])
        assert rolled["entries"][-1]["entry"]["tier"] == "strong hit"
        expect(phone.page.locator(".journal .folded").nth(1)).to_contain_text("Strong hit")
        end(phone, f"Log of evening {number}")
    told = alone.see("journal")["markdown"]
    assert told.index("## Evening 1: Adrift") < told.index("Log of evening 1") < told.index("> Kes rolls")
    assert told.count("**strong hit**") == 3
    is_right(alone)


def test_a_reply_that_was_held_up_tells_nothing_older(phones: Phones, server: RunningServer) -> None:
    table = open_table(server, "starforged", with_gm=False)
    phone = phones.at(table.gm)
    held: list[Route] = []
    phone.page.route("**/journal?*", lambda route: route.continue_() if held else held.append(route))
    phone.tab("Log")
    with phone.page.expect_request("**/journal?*"):
        phone.page.get_by_role("radio", name="Journal").click()
    expect(phone.page.locator(".panel").get_by_text("Reading the log")).to_be_visible()
    early = held[0].fetch()
    table.player.do("note", text="The engine dies.")
    expect(phone.page.locator("[aria-live]").get_by_text("The engine dies.")).to_have_count(1)
    phone.page.evaluate("fetch(location.href).then((reply) => reply.text())")
    with phone.page.expect_response("**/journal?*"):
        held[0].fulfill(response=early)
    phone.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    expect(phone.page.locator(".journal").get_by_text("The engine dies.")).to_be_visible()


def prepared(gm: Phone) -> None:
    """A person who opposes, a letter and a scene, written down before the evening."""
    gm.tab("Gm")
    box = gm.page.locator(".prepared")
    box.locator("> summary").click()
    box.get_by_role("button", name="People").click()
    box.get_by_text("A new person or opponent").click()
    box.get_by_label("Name", exact=True).fill("Sergeant Ottla")
    for _ in range(2):
        box.locator(".control", has_text="Dice").get_by_role("button", name=re.compile("more|\\+")).click()
    box.locator(".control", has_text="Target level").get_by_role("button", name=re.compile("more|\\+")).click()
    box.get_by_role("button", name="+ Resolve").click()
    box.get_by_role("button", name="Keep").click()
    expect(box.get_by_text("Sergeant Ottla")).to_be_visible()
    box.get_by_role("button", name="Handouts").click()
    box.get_by_text("A new handout").click()
    box.get_by_label("Title").fill("A wet letter")
    box.get_by_label("Text").fill("Come alone.")
    box.get_by_role("button", name="Keep").click()
    expect(box.get_by_text("Come alone.")).to_be_visible()


def test_three_evenings_with_a_gm_in_the_dark(phones: Phones, server: RunningServer) -> None:
    table = open_table(server, "in-the-dark")
    table.player.do("make", name="Nyx")
    table.other.do("make", name="Moth")
    gm, player, other = (phones.at(each) for each in (table.gm, table.player, table.other))
    prepared(gm)
    begin(gm, "The docks")
    gm.page.get_by_label("Hand out A wet letter").select_option(label=f"{seat_name(table.player)} alone")
    expect(player.page.locator(".news-card").get_by_text("Come alone.")).to_be_visible()
    player.page.get_by_role("button", name="All right").click()
    assert other.page.get_by_text("A wet letter").count() == 0
    player.declare("skulk")
    roll = table.player.see()["rolls"][0]["roll"]
    gm.tab("Gm")
    gm.page.locator(".prepared").get_by_role("button", name="People").click()
    gm.page.get_by_role("button", name=re.compile("Oppose with target level")).click()
    expect(gm.page.locator(".roll").first).to_be_visible()
    table.gm.do("set", roll=roll, inputs={"position": "normal"})
    assert table.gm.see()["rolls"][0]["inputs"]["target_level"]["value"] is not None
    table.player.do("throw", roll=roll)
    gm.tab("Gm")
    gm.page.get_by_role("button", name="Roll in the open").click()
    gm.throw()
    expect(gm.page.locator(".roll").get_by_text("Sergeant Ottla").first).to_be_visible()
    end(gm, "Still open") if table.gm.see()["rolls"] else end(gm, "")
    for name in ("The abbey", "The bell"):
        begin(gm, name)
        table.other.do("note", text=f"{name}: we came by boat.")
        end(gm, f"{name}: we came by boat.")
    assert [each["name"] for each in table.player.see()["evenings"]] == ["The docks", "The abbey", "The bell"]
    elsewhere = open_table(server, "in-the-dark")
    sheet = table.player.see("sheets/c1")
    elsewhere.player.do("make", name=sheet["name"], values=sheet["values"])
    is_right(table.player)


def seat_name(seat: SeatAt) -> str:
    return str(next(each["name"] for each in seat.see()["seats"] if each["seat"] == seat.seat))


def test_a_scene_proposes_and_a_clock_tells_in_starforged(phones: Phones, server: RunningServer) -> None:
    table = open_table(server, "starforged")
    table.player.do("make", name="Kes")
    rain = {"words": "Solar storm", "input": "adds", "value": [1]}
    table.gm.do("begin_scene", name="The hull", conditions=[rain])
    table.gm.do("make_clock", name="Air", size=1, full="It is gone.")
    player, gm = phones.at(table.player), phones.at(table.gm, viewport=DESKTOP)
    player.declare("iron")
    with player.page.expect_response("**/set"):
        player.roll.get_by_role("button", name="Solar storm: adds 1").click()
    expect(player.page.get_by_role("group", name="what the scene proposes")).to_have_count(0)
    assert table.gm.see()["rolls"][0]["inputs"]["adds"]["value"] == [1]
    table.player.do("tick", clock=table.gm.see()["clocks"][0]["clock"])
    expect(gm.page.locator("ar-log").get_by_text("Air is full: It is gone.")).to_be_visible()
    expect(gm.page.locator(".scene").get_by_text("The hull")).to_be_visible()
    is_right(table.player)


def test_a_fresh_table_and_a_removed_one(phones: Phones, server: RunningServer) -> None:
    table = open_table(server, "in-the-dark")
    table.player.do("make", name="Nyx")
    gm = phones.at(table.gm)
    gm.tab("Gm")
    gm.page.get_by_text("Save, begin afresh, remove").click()
    gm.page.get_by_label("Its name", exact=True).fill("The second winter")
    gm.page.get_by_role("button", name="Open it, with the same house rules").click()
    expect(gm.page.get_by_role("heading", name="The second winter")).to_be_visible()
    gm.page.goto(f"{phones.address}/t/{table.id}")
    gm.tab("Gm")
    gm.page.get_by_text("Save, begin afresh, remove").click()
    gm.page.get_by_label("Type its name: Lantern Street").fill("Lantern Street")
    gm.page.get_by_role("button", name="Remove it for good").click()
    expect(gm.page.get_by_role("link", name="The second winter")).to_be_visible()
    assert table.player.client.get(f"/api/tables/{table.id}").status == 401
    with pytest.raises(AssertionError):
        join(server, table.id, table.links["player"], "Late")
