"""An evening in Firefox and one in WebKit: join, make a character, roll, decide, settle, and read it all in the log."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from tests.page import other_browsers
from tests.page.other_browsers import Driven, until
from tests.page.phones import at_ease
from tests.server import RunningServer

pytestmark = pytest.mark.slow
HAVE_WEBKIT = other_browsers.WEBKIT and other_browsers.MINI_BROWSER and other_browsers.SCREEN
BROWSERS = [
    pytest.param(
        other_browsers.firefox,
        id="Firefox",
        marks=pytest.mark.skipif(not other_browsers.FIREFOX, reason="Firefox is not installed (Debian: firefox-esr)."),
    ),
    pytest.param(
        other_browsers.webkit,
        id="WebKit",
        marks=pytest.mark.skipif(
            not HAVE_WEBKIT, reason="WebKit cannot be driven here (Debian: webkit2gtk-driver and xvfb)."
        ),
    ),
]


def tap(browser: Driven, selector: str, text: str = "") -> None:
    """Tap the first of these that can be tapped and says so."""
    until(
        browser,
        f"const found = [...document.querySelectorAll({selector!r})].find((each) => !each.disabled"
        f" && each.textContent.includes({text!r}) && each.getClientRects().length);"
        "if (found) found.click(); return !!found;",
    )


def write(browser: Driven, selector: str, text: str) -> None:
    until(
        browser,
        f"const field = document.querySelector({selector!r}); if (!field) return false; field.value = {text!r};"
        "field.dispatchEvent(new Event('input', {bubbles: true}));"
        "field.dispatchEvent(new Event('change', {bubbles: true})); return true;",
    )


@pytest.mark.parametrize("opened", BROWSERS)
def test_an_evening(
    opened: Callable[[Path], AbstractContextManager[Driven]], server: RunningServer, tmp_path: Path
) -> None:
    table = at_ease(server, "in-the-dark")
    with opened(tmp_path) as browser:
        browser.open(f"http://127.0.0.1:{server.port}{table.links['player']}")
        write(browser, "[name=nickname]", "Robin")
        tap(browser, "form.door button", "Join the table")
        write(browser, ".maker [name=name]", "Nyx")
        tap(browser, ".maker button", "Make it")
        tap(browser, ".sheet button.trait", "Skulk")
        until(browser, "return document.querySelector('.roll .odds .chance')?.textContent.includes('%')")
        tap(browser, ".segments button", "push")
        tap(browser, "button.throw", "Throw 3 dice")
        until(browser, "return document.querySelector('.roll .headline')?.textContent")
        standing = [(roll, due) for roll in table.gm.see()["rolls"] for due in roll["open_dues"]]
        for roll, due in standing:
            table.gm.do(
                "settle" if not due["answered_by"] else "name_due",
                roll=roll["roll"],
                due=due["due"],
                answer=[{"way": due["ways"][0]["name"], "amount": 1, "words": "A dog barks."}],
            )
        browser.run(
            "[...document.querySelectorAll('.tabs button')].find((each) => each.textContent === 'Log')?.click()"
        )
        until(browser, "return document.body.innerText.includes('Nyx rolls Skulk')")
        width = browser.run("return document.documentElement.scrollWidth - window.innerWidth")
        assert width <= 0
        assert [each["name"] for each in table.gm.see()["characters"]] == ["Nyx"]
