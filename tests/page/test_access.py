"""Everyone can use it: axe finds nothing on any view, the keyboard is enough, and results are told once."""

from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from actionroll.games import games
from tests.page.phones import DESKTOP, DRAWN, Phone, Phones, at_ease
from tests.server import RunningServer, open_table

pytestmark = pytest.mark.slow
AXE = Axe().axe_script
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
FAULTS = "axe.run({resultTypes: ['violations']}).then((told) => told.violations)"


def clean(page: Page) -> None:
    """By day and by night."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        page.evaluate(DRAWN)
        told = [(each["id"], each["nodes"][0]["html"][:200]) for each in page.evaluate(FAULTS)]
        assert not told, scheme


def test_axe_finds_nothing_on_any_view(phones: Phones) -> None:
    gm = phones.phone()
    gm.page.goto(phones.address)
    expect(gm.page.locator(".game").first).to_be_visible()
    clean(gm.page)
    link = gm.open_table("Wherever We Go")
    player = phones.phone()
    player.page.goto(link)
    expect(player.page.get_by_label("Your name at the table")).to_be_visible()
    clean(player.page)
    player.join(link, "Bo").make("Nyx")
    watched(player, "Me", "Table")
    player.declare("Strength")  # one die, which is never so good that nothing is asked
    clean(player.page)
    gm.roll.locator("button.as-usual").click()
    player.throw()
    expect(player.roll.locator("button.option").first).to_be_visible()
    clean(player.page)
    player.roll.locator("button.option", has_text="Keep").click()
    expect(player.roll.locator(".headline")).to_be_visible()
    opened(gm.page)
    watched(gm, "Me", "Table", "Gm", "Log")


def opened(page: Page) -> None:
    """Everything that folds is unfolded."""
    page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true })")


def watched(phone: Phone, *tabs: str) -> None:
    for name in tabs:
        phone.tab(name)
        opened(phone.page)
        clean(phone.page)


def test_axe_finds_nothing_on_wide_screens_and_odds(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "wherever-we-go")
    table.player.do("make", name="Nyx")
    table.other.do("make", name="Moth")
    table.player.do("declare", character="c1", trait="stealth", move="opposed", against="c2")
    wide = phones.at(table.gm, viewport=DESKTOP)
    expect(wide.roll.locator("fieldset")).to_have_count(2)
    clean(wide.page)
    wide.page.goto(f"{phones.address}/odds/illuminated-worlds")
    expect(wide.page.locator("#chart svg")).to_be_visible()
    opened(wide.page)
    clean(wide.page)


def test_a_roll_by_keyboard_alone(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "wherever-we-go")
    player = phones.at(table.player)
    press(player.page, "[name=name]", typing="Nyx")
    expect(player.page.locator("button.trait").first).to_be_visible()
    table.gm.do("edit", where="c1", values={"stress": 1})  # without it a push adds nothing; with more all could be won
    press(player.page, "button.trait")
    press(player.page, ".roll [role=switch][aria-checked=false]")
    expect(player.roll.locator("[role=switch][aria-checked=true]", has_text="Push")).to_be_visible()
    press(player.page, "button.throw")
    press(player.page, "button.option")
    expect(player.roll.locator(".headline")).to_be_visible()


def press(page: Page, target: str, typing: str = "") -> None:
    """Tab until the target has the focus, then type and press Enter."""
    expect(page.locator(target).first).to_be_visible()
    page.evaluate("document.activeElement?.blur()")
    for _ in range(120):
        page.keyboard.press("Tab")
        if page.evaluate("target => document.activeElement?.matches(target)", target):
            page.keyboard.type(typing)
            page.keyboard.press("Enter")
            return
    raise AssertionError(f"{target} cannot be reached by keyboard")


@pytest.mark.parametrize("form", ["short", "long"])
def test_a_result_is_told_once_short_or_long(phones: Phones, server: RunningServer, form: str) -> None:
    table = open_table(server, "starforged")
    table.player.do("make", name="Nyx")
    onlooker = phones.at(table.onlooker)
    onlooker.page.evaluate(
        """form => {
            localStorage.setItem("actionroll.spoken", form);
            window.told = [];
            const place = document.getElementById("announcer");
            new MutationObserver(() => window.told.push(place.textContent)).observe(place, {childList: true});
        }""",
        form,
    )
    roll = table.player.do("declare", character="c1", trait="edge")["number"]
    table.player.do("throw", roll=roll, dice=[6, 9, 9])
    expect(onlooker.roll.locator(".headline")).to_have_text("Miss")
    told = [line for line in onlooker.page.evaluate("window.told") if "miss" in line.lower()]
    assert len(told) == 1
    assert ("(SF-" in told[0]) == (form == "long")


def test_text_at_twice_the_size_fits(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "illuminated-worlds")
    table.player.do("make", name="Nyx")
    table.player.do("declare", character="c1", trait="read")
    phone = phones.at(table.gm, viewport={"width": 360, "height": 800})
    phone.page.evaluate("document.documentElement.style.fontSize = '200%'")
    for tab in ("Me", "Table", "Log", "Gm"):
        phone.tab(tab)
        opened(phone.page)
        wider = phone.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wider <= 0, (tab, phone.page.evaluate(TOO_WIDE))


def test_with_letters_twice_as_large_odds_stay_in_sight_and_nothing_lies_on_the_stakes(
    phones: Phones, server: RunningServer
) -> None:
    table = open_table(server, "starforged", with_gm=False)
    table.player.do("make", name="Brother Kast")
    table.player.do("declare", character="c1", trait="heart")
    phone = phones.at(table.player)
    phone.page.evaluate("document.documentElement.style.fontSize = '200%'")
    field, easy, throw = (phone.roll.locator(each).first for each in (".asked textarea", ".asked .easy", ".throwing"))
    expect(easy).to_be_visible()
    boxes = [each.bounding_box() for each in (field, easy, phone.roll.locator(".works b").first, throw)]
    written, beside, chance, below = (box for box in boxes if box)
    assert written["x"] + written["width"] <= beside["x"]
    assert chance["y"] + chance["height"] <= below["y"]


def test_front_and_odds_at_twice_the_size_are_no_wider_than_a_phone(phones: Phones) -> None:
    phone = phones.phone(viewport={"width": 320, "height": 844})
    for path in ("/", *(f"/odds/{game.id}" for game in games())):
        phone.page.goto(phones.address + path)
        expect(phone.page.locator(".bar").first).to_be_visible()
        phone.page.evaluate("document.documentElement.style.fontSize = '200%'")
        wider = phone.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wider <= 0, (path, phone.page.evaluate(TOO_WIDE))


TOO_WIDE = """
() => [...document.querySelectorAll("main *")].filter((each) => each.getBoundingClientRect().right > innerWidth + 1)
    .map((each) => each.outerHTML.slice(0, 120)).slice(0, 5)
"""
