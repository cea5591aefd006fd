"""A short code to type: shown on request, read out across a room, and good for ten minutes."""

import re

import pytest
from playwright.sync_api import expect

from tests.page.phones import Phones
from tests.server import Client, RunningServer, open_table

pytestmark = pytest.mark.slow


def test_someone_joins_by_a_code_that_the_gm_reads_out(phones: Phones) -> None:
    gm, guest = phones.phone(), phones.phone()
    gm.page.goto(phones.address)
    card = gm.page.locator(".game", has=gm.page.get_by_role("heading", name="In the Dark", exact=True))
    card.get_by_role("button", name="Open a table").click()
    gm.page.get_by_label("Your name").fill("Ana")
    gm.page.get_by_role("button", name="Start").click()
    code = gm.page.locator(".typed-code b").first.inner_text()
    gm.page.get_by_role("link", name="Go to the table").click()
    expect(gm.page.locator(".banner")).to_be_visible()
    expect(gm.page.locator(".typed-code b").first).to_have_text(code)  # it opens the table still
    assert re.fullmatch(r"[A-Z2-9]{3} [A-Z2-9]{3}", code)
    guest.page.goto(phones.address)
    guest.page.get_by_label("Join with a code").fill("zzz zzz")
    guest.page.get_by_role("button", name="Join", exact=True).click()
    expect(guest.page.get_by_role("alert")).to_contain_text("No table has that code now. Check what you typed")
    phones.troubles.remove(*[trouble for trouble in phones.troubles if "404" in trouble])
    guest.page.get_by_label("Join with a code").fill("")
    expect(guest.page.get_by_role("alert")).to_have_count(0)  # it said so of what is no longer there
    guest.page.get_by_label("Join with a code").fill(f" {code.lower()}")
    guest.page.get_by_role("button", name="Join", exact=True).click()
    guest.page.get_by_label("Your name at the table").fill("Bo")
    guest.page.get_by_role("button", name="Join the table").click()
    expect(guest.page.locator(".banner")).to_be_visible()
    expect(gm.page.locator(".here li")).to_have_count(2)


def test_each_code_for_a_camera_is_asked_for_once_however_often_the_page_is_drawn(phones: Phones) -> None:
    gm = phones.phone()
    link = gm.open_table("In the Dark")
    codes = gm.page.locator("ar-code")
    expect(codes).not_to_have_count(0)
    expect(gm.page.locator("ar-code svg")).to_have_count(codes.count())
    asked: list[str] = []
    gm.page.on("request", lambda request: asked.append(request.url))
    phones.phone().join(link, "Bo").make("Nyx")
    expect(gm.page.locator(".here li.here")).to_have_count(2)
    assert asked
    assert not [each for each in asked if each.endswith("/api/qr")]
    expect(gm.page.locator("ar-code svg")).to_have_count(codes.count())


def test_what_is_shared_tells_the_game_and_the_gm_and_nothing_else(server: RunningServer) -> None:
    table = open_table(server)
    page = Client(server).get(f"/t/{table.id}").raw.decode()
    shared = dict(re.findall(r'property="og:([a-z_]+)" content="([^"]*)"', page))
    picture = shared.pop("image")
    assert shared == {
        "type": "website",
        "site_name": "actionroll",
        "title": "In the Dark with Gem – actionroll",
        "description": "You are invited to a table: join with a name, no account needed.",
    }
    front = Client(server).get("/", accept="text/html").raw.decode()
    assert f'og:image" content="{picture}"' in front  # one for all: it can tell nothing of this table
    drawn = Client(server).get("/" + picture.split("/", 3)[3])
    assert drawn.headers["content-type"] == "image/png"
    assert drawn.raw[:8] == b"\x89PNG\r\n\x1a\n"
    assert [int.from_bytes(drawn.raw[at : at + 4], "big") for at in (16, 20)] == [1200, 630]
    view = table.gm.see()
    told = [view["name"], *(seat["name"] for seat in view["seats"] if seat["role"] != "gm")]
    assert not [each for each in told if each in page]
    assert 'og:title" content="A table' in Client(server).get("/t/nowhere").raw.decode()


def test_a_television_shows_the_stage_by_a_code_of_its_own(phones: Phones) -> None:
    gm, screen = phones.phone(), phones.phone(viewport={"width": 1280, "height": 720})
    gm.open_table("True World")
    gm.tab("Gm")
    card = gm.page.locator(".card.television")
    card.get_by_text("Show on a television").click()
    expect(card.get_by_label("Television link")).to_have_value(re.compile(r"\?stage#"))
    card.get_by_role("button", name="Show a code to type there").click()
    code = card.locator(".typed-code b").inner_text()
    screen.page.goto(phones.address)
    screen.page.get_by_label("Join with a code").fill(code)
    screen.page.get_by_role("button", name="Join", exact=True).click()
    screen.page.get_by_role("button", name="Show it on this screen").click()
    expect(screen.page.locator(".tv-room")).to_be_visible()
    gm.page.locator("summary", has_text="Invite, seats and links").click()
    expect(gm.page.locator(".seats")).to_contain_text("Screen, onlooker")


def test_a_screen_needs_no_name(phones: Phones, server: RunningServer) -> None:
    table = open_table(server)
    screen = phones.phone()
    screen.page.goto(phones.address + table.links["onlooker"].replace("#", "?stage#"))
    expect(screen.page.locator(".door")).to_contain_text("after this nothing more to tap")
    screen.page.get_by_role("button", name="Show it on this screen").click()
    expect(screen.page.locator(".tv-room")).to_be_visible()
