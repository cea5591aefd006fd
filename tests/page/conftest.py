"""A real browser and a real server, shared by the tests of this folder."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright
from tools.system_packages import browser as found_browser

from tests.page.devices import device, started
from tests.page.phones import PATIENCE, Drawer, Phones
from tests.server import RunningServer

__all__ = ["browser", "device", "drawer", "phones", "server", "started"]

CHROMIUM = found_browser()
FLAGS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    "--renderer-process-limit=1",  # no spare process for every phone; each phone has one of its own all the same
]
IN_FEW_PROCESSES = [
    "--in-process-gpu",
    # the first two are playwright's own, which a second list takes the place of
    "--enable-features=CDPScreenshotNewSurface,SkipListAccountsWithoutGaiaCookies,NetworkServiceInProcess2",
    "--js-flags=--single-threaded,--no-opt,--no-maglev",  # nothing runs so long that it would be worth it
]
"""So a page costs a tenth less, and pages are opened hundreds of times; who measures time has people's browser."""
TOUCHES = re.compile(
    r"\.(on|once|route|clock|add_init_script|emulate_media|expose_\w+|new_cdp_session|set_\w*offline)\b"
)
expect.set_options(timeout=PATIENCE)


# For as long as tests of this folder follow each other: while a browser is driven this way, no other test of this
# process can run an event loop.
@pytest.fixture(scope="package")
def browser(pytestconfig: pytest.Config) -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip(
            "Chromium is not installed and could not be; as root with apt, tools/system_packages.py installs it."
        )
    with sync_playwright() as playwright:
        flags = FLAGS if pytestconfig.getoption("markexpr") == "alone" else [*FLAGS, *IN_FEW_PROCESSES]
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=flags)
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with RunningServer(tmp_path_factory.mktemp("page") / "tables.db", "--no-limits") as running:
        yield running


@pytest.fixture(scope="package")
def drawer(browser: Browser) -> Drawer:
    return Drawer()


@cache
def only_uses_pages(tests: Path) -> bool:
    """Whether nothing in a file of tests touches pages otherwise than a person does, so that others can have them."""
    return TOUCHES.search(tests.read_text(encoding="utf-8")) is None


@pytest.fixture
def phones(request: pytest.FixtureRequest, browser: Browser, server: RunningServer, drawer: Drawer) -> Iterator[Phones]:
    around = Phones(browser, f"http://127.0.0.1:{server.port}", drawer, only_uses_pages(request.path))
    yield around
    around.put_away()
