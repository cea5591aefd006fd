"""An evening in Firefox and one in WebKit, all of it on the page: two people join, one makes a character, rolls and
decides, the other says what it brings and takes it back, and both see what comes of it."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from tests.page import other_browsers
from tests.page.other_browsers import Driven, Person
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


@pytest.mark.parametrize("opened", BROWSERS)
def test_an_evening(
    opened: Callable[[Path], AbstractContextManager[Driven]], server: RunningServer, tmp_path: Path
) -> None:
    table = at_ease(server, "wherever-we-go")
    seat = table.gm.do("links/seat", seat="s1")["links"]["seat"]
    with opened(tmp_path) as browser:
        player = Person(browser, f"http://127.0.0.1:{server.port}{table.links['player']}")
        player.write("[name=nickname]", "Robin")
        player.tap("form.door button", "Join the table")
        player.write(".maker [name=name]", "Nyx")
        player.tap(".maker button", "Make it")
        player.tap(".sheet [aria-label='more stress']")
        player.tap(".sheet button.trait", "Stealth")
        player.until("return document.querySelector('.roll .odds .chance')?.textContent.includes('%')")
        player.tap(".roll button", "Push")
        player.reads("button.throw", "Throw 3 dice")
        player.tap(".roll button", "I throw real dice")
        for place, face in enumerate([1, 2, 3], start=1):
            player.write(f".hand label:nth-child({place}) input", str(face))
        player.tap("button.throw", "These dice fell")
        player.tap("button.option", "Keep")
        player.reads(".roll .headline", "Failure")
        gm = Person(browser, f"http://localhost:{server.port}{seat}")  # whose cookies are others
        gm.tap("form.door button", "Join the table")
        gm.write(".due textarea", "A dog barks.")
        gm.tap(".due button.way", "Stress")
        gm.tap("button.settle", "So it happens")
        player.reads(".news", "A dog barks.")
        player.reads(".news", "1 → 2")
        gm.tap(".roll .undo summary", "Take the roll back")
        gm.tap(".roll .undo button", "Yes, take it back")
        player.reads(".roll", "Taken back")
        player.tap(".tabs button", "Log")
        player.reads("ar-log", "Nyx rolls Stealth")
        width = player.until("return [document.documentElement.scrollWidth - window.innerWidth]")
        assert width[0] <= 0
        assert player.troubles() + gm.troubles() == []
    [nyx] = table.other.see()["characters"]
    assert (nyx["name"], nyx["values"]["stress"], nyx["values"]["wp"]) == ("Nyx", 1, 3)
