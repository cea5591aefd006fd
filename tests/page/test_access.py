"""Everyone can use it: axe finds nothing on any view, the keyboard is enough, and results are told once."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.page.phones import DESKTOP, Phone, Phones

pytestmark = pytest.mark.slow
AXE = Axe()


def clean(page: Page) -> None:
    found = AXE.run(page)
    told = [(each["id"], each["nodes"][0]["html"][:200]) for each in found.response["violations"]]
    assert not told


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_any_view(phones: Phones, scheme: str) -> None:
    gm = phones.phone(color_scheme=scheme)
    gm.page.goto(phones.address)
    expect(gm.page.locator(".game").first).to_be_visible()
    clean(gm.page)
    link = gm.open_table("Wherever We Go")
    watched(gm, "Sheet", "Table", "Log", "Gm")
    player = phones.phone(color_scheme=scheme)
    player.page.goto(link)
    expect(player.page.get_by_label("Your name at the table")).to_be_visible()
    clean(player.page)
    player.join(link, "Bo").make("Nyx")
    clean(player.page)
    player.declare("Stealth")
    clean(player.page)
    player.roll.get_by_role("button", name="Throw the dice").click()
    expect(player.roll.locator("button.option").first).to_be_visible()
    clean(player.page)
    player.roll.locator("button.option", has_text="Keep").click()
    expect(player.roll.locator(".headline")).to_be_visible()
    clean(player.page)
    clean(gm.page)


def watched(phone: Phone, *tabs: str) -> None:
    for name in tabs:
        phone.tab(name)
        clean(phone.page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_wide_screens_and_odds(phones: Phones, scheme: str) -> None:
    wide = phones.phone(color_scheme=scheme, viewport=DESKTOP)
    wide.open_table("In the Dark")
    clean(wide.page)
    wide.page.goto(f"{phones.address}/odds/illuminated-worlds")
    expect(wide.page.locator("#chart svg")).to_be_visible()
    clean(wide.page)


def test_a_roll_by_keyboard_alone(phones: Phones) -> None:
    player = phones.phone().join(phones.phone().open_table("Wherever We Go"), "Bo")
    player.make("Nyx")
    press(player.page, "button.trait")
    press(player.page, ".segments [role=radio]:has-text('push')")
    press(player.page, "button.big")
    press(player.page, "button.option")
    expect(player.roll.locator(".headline")).to_be_visible()


def press(page: Page, target: str) -> None:
    """Tab until the target has the focus, then press Enter."""
    expect(page.locator(target).first).to_be_visible()
    page.evaluate("document.activeElement?.blur()")
    for _ in range(120):
        page.keyboard.press("Tab")
        if page.evaluate("target => document.activeElement?.matches(target)", target):
            page.keyboard.press("Enter")
            return
    raise AssertionError(f"{target} cannot be reached by keyboard")


def test_a_result_is_told_once_short_or_long(phones: Phones) -> None:
    gm = phones.phone()
    player = phones.phone().join(gm.open_table("Ironsworn: Starforged"), "Bo")
    player.make("Nyx")
    gm.page.evaluate(
        """() => {
            window.told = [];
            const place = document.getElementById("announcer");
            new MutationObserver(() => window.told.push(place.textContent)).observe(place, {childList: true});
        }"""
    )
    player.declare("Edge")
    player.roll.get_by_role("button", name="Throw the dice").click()
    expect(gm.roll.locator(".fallen .die").first).to_be_visible()
    told = [line for line in gm.page.evaluate("window.told") if "threw" in line or "hit" in line or "Miss" in line]
    assert len(told) == 1


def test_text_at_twice_the_size_fits(phones: Phones) -> None:
    phone = phones.phone(viewport={"width": 360, "height": 800})
    phone.open_table("Illuminated Worlds")
    phone.make("Nyx")
    phone.page.evaluate("document.documentElement.style.fontSize = '200%'")
    wider = phone.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wider <= 0
