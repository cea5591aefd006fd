"""Three evenings on phones: alone with an oracle, and with a gm who prepared; told again, taken along, verified."""

import re
from base64 import b64decode
from collections.abc import Callable

import pytest
from playwright.sync_api import FilePayload, Locator, Route, expect

from actionroll.ledger import verify
from tests.jpegs import PNG
from tests.page.phones import DESKTOP, DRAWN, Phone, Phones
from tests.server import NewTable, RunningServer, SeatAt, join, open_table

pytestmark = pytest.mark.slow


def led(phone: Phone, alone: str) -> None:
    """Where the gm leads from; who plays alone finds it on another tab."""
    expect(phone.page.locator(".tabs button").first).to_be_visible()
    phone.tab("Gm" if phone.page.locator(".tabs").get_by_role("button", name="Gm", exact=True).count() else alone)


def begin(phone: Phone, name: str) -> None:
    led(phone, "Log")
    phone.page.get_by_label("Name of the evening").fill(name)
    phone.page.get_by_role("button", name="Begin an evening").click()
    expect(phone.page.locator(".evening-card h2").get_by_text(name)).to_be_visible()


def end(phone: Phone, told: str) -> None:
    """End the evening; its recap opens by itself."""
    led(phone, "Log")
    phone.page.get_by_role("button", name="End the evening").click()
    recap = phone.page.locator(".recap").get_by_text(told).first
    still_open = phone.page.get_by_role("dialog").get_by_role("button", name="Yes")
    expect(still_open.or_(recap)).to_be_visible()
    if still_open.is_visible():  # a roll waits, and the gm ends all the same
        still_open.click()
    expect(recap).to_be_visible()


def write(phone: Phone, text: str) -> None:
    phone.tab("Log")
    phone.page.get_by_role("radio", name="Journal").click()
    phone.page.get_by_role("textbox", name="Prose").fill(text)
    phone.page.get_by_role("button", name="Add to the journal").click()
    expect(phone.page.locator(".journal").get_by_text(text)).to_be_visible()


def is_right(seat: SeatAt) -> None:
    verify(seat.export().splitlines(keepends=True))


def made(phone: Phone, name: str, taken: tuple[str, ...], points: str) -> None:
    """A character by the guidance, which counts along."""
    phone.tab("Me")
    phone.page.get_by_role("button", name="Step by step").click()
    for thing in taken:
        phone.page.get_by_role("button", name=f"+ {thing}", exact=True).first.click()
    expect(phone.page.locator(".making .count", has_text=points).first).to_be_visible()
    phone.page.get_by_label("Name", exact=True).last.fill(name)
    phone.page.get_by_label("A line that introduces them").fill("Came back for one thing.")
    phone.page.get_by_role("button", name="Make the character").click()
    expect(phone.page.locator(".sheet h2").get_by_text(name, exact=True)).to_be_visible()


def with_thing(phone: Phone, trait: str, thing: str) -> None:
    """A roll of one's own in which a thing is used by a tap."""
    phone.declare(trait)
    use = phone.roll.get_by_role("switch", name=f"Use {thing}")
    with phone.page.expect_response("**/set"):  # seen at once, and told a moment later
        use.click()
    expect(use).to_have_attribute("aria-checked", "true")


def taken_along(phone: Phone, seat: SeatAt, name: str) -> None:
    """A character goes from this phone to another table."""
    phone.tab("Me")
    phone.page.get_by_role("button", name="Keep on this phone").click()
    expect(phone.page.get_by_role("button", name="Keep on this phone anew")).to_be_visible()
    cookie = {"name": f"seat-{seat.table}", "value": seat.client.token, "url": phone.phones.address}
    phone.page.context.add_cookies([cookie])  # type: ignore[list-item]
    phone.page.goto(f"{phone.phones.address}/t/{seat.table}")
    phone.tab("Me")
    phone.page.get_by_role("button", name=f"Bring {name}").click()
    expect(phone.page.locator(".introduced")).to_have_text("Came back for one thing.")
    is_right(seat)


def test_three_evenings_alone_in_starforged(phones: Phones, server: RunningServer) -> None:
    table = open_table(server, "starforged", with_gm=False)
    alone = table.gm
    for seat in (table.player, table.other, table.onlooker):
        seat.do("leave")
    phone = phones.at(alone)
    made(phone, "Kes", ("Navigator", "Old soldier", "Wreck diver"), "3 of 3")
    prepared(phone, lambda box: box.get_by_role("radio", name="dangerous").click())
    for number, name in enumerate(("Adrift", "The beacon", "Home"), 1):
        begin(phone, name)
        write(phone, f"Log of evening {number}: the engine dies.")
        phone.page.get_by_role("group", name=re.compile("oracle", re.IGNORECASE)).get_by_text(
            "likely", exact=True
        ).click()
        expect(phone.page.locator(".journal .folded")).to_have_count(1)
        roll = opposed(table, phone, phone, "iron", "Old soldier", "rank dangerous")
        assert alone.see()["rolls"][-1]["inputs"]["rank"]["value"] == "dangerous"
        alone.do("throw", roll=roll, dice=[6, 1, 2])
        phone.tab("Log")
        expect(phone.page.locator(".journal .folded").nth(1)).to_contain_text("Used Old soldier.")
        faces = phone.page.locator(".journal .folded").nth(1).locator(".faces-line").text_content() or ""
        assert "\u00a0·\u00a0" in faces, "dice of one throw stay on one line"
        assert " · " not in faces
        end(phone, f"Log of evening {number}")
        expect(phone.page.locator(".recap")).to_contain_text("Kes: Old soldier.")
    hand_out(phone, "everyone")
    told = alone.see("journal")["markdown"]
    assert told.index("## Evening 1: Adrift") < told.index("Log of evening 1") < told.index("> Kes rolls")
    assert told.count("**strong hit**") == 3
    is_right(alone)
    taken_along(phone, open_table(server, "starforged").player, "Kes")


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
    prose = phone.page.get_by_role("textbox", name="Prose")
    prose.press_sequentially("We ")
    with phone.page.expect_response("**/journal?*"):
        held[0].fulfill(response=early)
    phone.page.evaluate(DRAWN)
    expect(phone.page.locator(".journal").get_by_text("The engine dies.")).to_be_visible()
    phone.page.keyboard.type("drift.")  # who writes meanwhile writes on
    expect(prose).to_have_value("We drift.")


def prepared(gm: Phone, numbers: Callable[[Locator], None]) -> None:
    """A person who opposes and a letter with a picture, written down before the evening."""
    led(gm, "Table")
    box = gm.page.locator(".prepared")
    box.locator("> summary").click()
    box.get_by_role("button", name="People").click()
    box.get_by_text("A new person or opponent").click()
    box.get_by_label("Name", exact=True).fill("Sergeant Ottla")
    numbers(box)
    box.get_by_role("button", name="+ Resolve").click()
    held: list[Route] = []
    gm.page.route("**/keep", lambda route: route.continue_() if held else held.append(route))
    with gm.page.expect_request("**/keep"):
        box.get_by_role("button", name="Keep").click()
    box.get_by_role("button", name="Handouts").click()
    box.get_by_text("A new handout").click()
    box.get_by_label("Title").fill("A wet letter")
    with gm.page.expect_response("**/keep"):
        held[0].continue_()
    expect(box.get_by_role("button", name="People 1")).to_be_visible()
    gm.page.evaluate(DRAWN)
    box.get_by_label("Text").fill("Come alone.")  # what was kept late takes nobody away from the next
    picture: FilePayload = {"name": "map.png", "mimeType": "image/png", "buffer": b64decode(PNG)}
    box.get_by_label("Picture").set_input_files(files=[picture])
    expect(box.locator(".picture-field img")).to_be_visible()
    box.get_by_role("button", name="Keep").click()
    expect(box.locator(".cards").get_by_text("Come alone.")).to_be_visible()
    expect(box.locator(".cards img.drawing")).to_be_visible()


def hand_out(gm: Phone, whom: str) -> None:
    led(gm, "Table")
    gm.page.locator(".prepared").get_by_role("button", name="Handouts").click()
    gm.page.get_by_label("Hand out A wet letter").select_option(label=whom)


def opposed(table: NewTable, gm: Phone, player: Phone, trait: str, thing: str, says: str) -> int:
    """Someone rolls with a thing of theirs, and whoever was prepared stands against it; the roll's number."""
    with_thing(player, trait, thing)
    led(gm, "Table")
    gm.page.locator(".prepared").get_by_role("button", name="People").click()
    with gm.page.expect_response("**/set"):
        gm.page.get_by_role("button", name=re.compile(f"Oppose with {says}")).click()
    expect(gm.page.locator(".roll").first).to_be_visible()
    return int(next(each["roll"] for each in table.gm.see()["rolls"] if each["status"] == "open"))


def rolled_in_the_open(gm: Phone) -> None:
    gm.tab("Gm")
    gm.page.locator(".prepared").get_by_role("button", name="People").click()
    gm.page.get_by_role("button", name="Roll in the open").click()
    gm.throw()
    expect(gm.page.locator(".roll").get_by_text("Sergeant Ottla").first).to_be_visible()


def got_alone(player: Phone, other: Phone) -> None:
    """A letter came to one phone, with what it shows; to the other neither came."""
    card = player.page.locator(".news-card")
    expect(card.get_by_text("Come alone.")).to_be_visible()
    assert card.locator("img").evaluate("each => each.decode().then(() => each.naturalWidth)") == 16
    player.page.get_by_role("button", name="All right").click()
    assert other.page.get_by_text("A wet letter").count() == 0
    assert other.page.locator("img.drawing").count() == 0


def test_three_evenings_with_a_gm_in_the_dark(phones: Phones, server: RunningServer) -> None:
    def numbers(box: Locator) -> None:
        for _ in range(2):
            box.locator(".control", has_text="Dice").get_by_role("button", name=re.compile("more")).click()
            box.locator(".control", has_text="Target level").get_by_role("button", name=re.compile("more")).click()

    table = open_table(server, "in-the-dark")
    table.other.do("make", name="Moth")
    gm, player, other = (phones.at(each) for each in (table.gm, table.player, table.other))
    made(player, "Nyx", ("Lockpicks", "Grapnel and line", "Ghost step"), "2 of 2")
    prepared(gm, numbers)
    evenings = {
        "The docks": ("Lockpicks", [6, 1]),
        "The abbey": ("Grapnel and line", [6]),
        "The bell": ("Ghost step", [6]),
    }
    for name, (thing, faces) in evenings.items():
        begin(gm, name)
        if name == "The docks":
            hand_out(gm, f"{seat_name(table.player)} alone")
            got_alone(player, other)
        roll = opposed(table, gm, player, "skulk", thing, "target level")
        assert table.gm.see()["rolls"][-1]["inputs"]["target_level"]["value"] == 1
        table.player.do("throw", roll=roll, dice=faces)
        rolled_in_the_open(gm)
        table.other.do("note", text=f"{name}: we came by boat.")
        end(gm, f"{name}: we came by boat.")
        expect(gm.page.locator(".recap")).to_contain_text(f"Nyx: {thing}.")
    assert [each["name"] for each in table.player.see()["evenings"]] == [*evenings]
    is_right(table.player)
    taken_along(player, open_table(server, "in-the-dark").player, "Nyx")


def test_three_evenings_with_a_gm_in_starforged(phones: Phones, server: RunningServer) -> None:
    def numbers(box: Locator) -> None:
        box.get_by_role("radio", name="dangerous").click()
        box.get_by_role("radio", name="likely", exact=True).click()

    table = open_table(server, "starforged")
    table.other.do("make", name="Vane")
    gm, player, other = (phones.at(each) for each in (table.gm, table.player, table.other))
    made(player, "Kes", ("Navigator", "Old soldier", "Wreck diver"), "3 of 3")
    prepared(gm, numbers)
    for name in ("Adrift", "The beacon", "Home"):
        begin(gm, name)
        roll = opposed(table, gm, player, "iron", "Old soldier", "rank dangerous")
        table.player.do("throw", roll=roll, dice=[6, 1, 2])
        rolled_in_the_open(gm)
        table.other.do("note", text=f"{name}: nobody answers.")
        end(gm, f"{name}: nobody answers.")
        expect(gm.page.locator(".recap")).to_contain_text("Kes: Old soldier.")
    player.page.locator(".news-card", has_text="The evening is over").get_by_text("All right").click()
    hand_out(gm, f"{seat_name(table.player)} alone")
    got_alone(player, other)
    assert table.player.see("recap")["markdown"].count("nobody answers") == 3
    is_right(table.player)
    taken_along(player, open_table(server, "starforged").player, "Kes")


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


def test_someone_without_a_sheet_helps_in_wherever_we_go(phones: Phones, server: RunningServer) -> None:
    table = open_table(server, "wherever-we-go")
    table.player.do("make", name="Tam")
    table.gm.do("keep", what="npc", fields={"name": "The ferryman"})
    table.player.do("declare", character="c1", trait="stealth")
    gm = phones.at(table.gm)
    gm.tab("Gm")
    box = gm.page.locator(".prepared")
    box.locator("> summary").click()
    box.get_by_role("button", name="People").click()
    with gm.page.expect_response("**/set"):
        box.get_by_role("button", name="Help Tam: +1").click()
    expect(gm.roll).to_contain_text("+1 bonus")
    inputs = table.gm.see()["rolls"][0]["inputs"]
    assert (inputs["bonus"]["value"], inputs["bonus_from"]["value"]) == ([1], "The ferryman helps")
    is_right(table.player)


def test_a_fresh_table_and_a_removed_one(phones: Phones, server: RunningServer) -> None:
    table = open_table(server, "in-the-dark")
    table.player.do("make", name="Nyx")
    gm = phones.at(table.gm)
    gm.tab("Gm")
    gm.page.get_by_text("Save, copy or end the table").click()
    gm.page.get_by_label("Its name", exact=True).fill("The second winter")
    gm.page.get_by_role("button", name="Open it, with the same house rules").click()
    expect(gm.page.get_by_role("heading", name="The second winter")).to_be_visible()
    gm.page.goto(f"{phones.address}/t/{table.id}")
    gm.tab("Gm")
    gm.page.get_by_text("Save, copy or end the table").click()
    gm.page.get_by_label("Type its name: Lantern Street").fill("Lantern Street")
    gm.page.get_by_role("button", name="Remove it for good").click()
    expect(gm.page.get_by_role("link", name="The second winter")).to_be_visible()
    assert table.player.client.get(f"/api/tables/{table.id}").status == 401
    with pytest.raises(AssertionError):
        join(server, table.id, table.links["player"], "Late")


def test_a_recap_stays_under_the_eyes_of_who_reads_it_when_the_next_evening_begins(
    phones: Phones, server: RunningServer
) -> None:
    table = open_table(server)
    table.gm.do("begin_evening", name="The docks")
    table.gm.do("end_evening")
    player = phones.at(table.player)
    player.tab("Log")
    player.page.get_by_role("radio", name="Recap").click()
    player.page.get_by_role("combobox", name="Which evening").select_option(index=1)
    heading = player.page.get_by_role("heading", name="The docks")
    expect(heading).to_be_visible()
    table.gm.do("begin_evening", name="The roofs")
    expect(player.page.get_by_role("combobox", name="Which evening").locator("option")).to_have_count(3)
    expect(heading).to_be_visible()


def test_a_new_evening_begins_with_an_empty_stage(phones: Phones, server: RunningServer) -> None:
    """The last roll of the evening before is in the log: it stands there no more, with all that may be taken back."""
    table = open_table(server, "in-the-dark")
    table.player.do("make", name="Nyx")
    table.gm.do("begin_evening", name="The docks")
    roll = table.player.do("declare", character="c1", trait="skulk")["number"]
    table.player.do("throw", roll=roll, dice=[6, 2])
    gm = phones.at(table.gm)
    expect(gm.roll.locator(".word")).to_be_visible()
    others = [table.player.do("declare", character="c1", trait=each)["number"] for each in ("sway", "study")]
    gm.page.locator(".strip button").click()  # the one or the other is brought on stage
    for each in others:
        dice = table.player.see(f"rolls/{each}")["dice"]
        table.player.do("throw", roll=each, dice=[6] + [1] * (len(dice) - 1))
    expect(gm.roll.locator(".word")).to_be_visible()
    table.gm.do("end_evening")
    expect(gm.roll).to_have_count(0)
    table.gm.do("begin_evening", name="The roofs")
    expect(gm.roll).to_have_count(0)
    gm.page.reload()
    expect(gm.page.locator(".stage")).to_be_visible()
    expect(gm.roll).to_have_count(0)


def test_a_roll_that_is_open_when_an_evening_begins_keeps_its_result_on_stage(
    phones: Phones, server: RunningServer
) -> None:
    table = open_table(server, "in-the-dark")
    table.player.do("make", name="Nyx")
    table.gm.do("begin_evening", name="The docks")
    table.gm.do("end_evening")
    roll = table.player.do("declare", character="c1", trait="skulk")["number"]
    gm = phones.at(table.gm)
    table.gm.do("begin_evening", name="The roofs")
    table.player.do("throw", roll=roll, dice=[6, 2])
    expect(gm.roll.locator(".word")).to_be_visible()
    gm.page.reload()
    expect(gm.roll.locator(".word")).to_be_visible()
