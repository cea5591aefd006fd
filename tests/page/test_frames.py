"""A table in the page of another site: shown where the host names that site, and nowhere else."""

import functools
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.server import RunningServer, open_table

pytestmark = pytest.mark.slow


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[str]:
    """Another site, which shows what stands in a folder."""
    site = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(tmp_path)))
    serving = threading.Thread(target=site.serve_forever, daemon=True)
    serving.start()
    yield f"http://127.0.0.1:{site.server_port}"
    site.shutdown()
    site.server_close()
    serving.join()


@pytest.mark.parametrize("named", [True, False])
def test_a_table_is_shown_only_where_the_host_says(
    browser: Browser, elsewhere: str, tmp_path: Path, named: bool
) -> None:
    with RunningServer(tmp_path / "tables.db", "--embed-in", elsewhere if named else "https://x.example") as running:
        table = open_table(running)
        address = f"http://127.0.0.1:{running.port}{table.links['player']}"
        page = browser.new_page()
        (tmp_path / "index.html").write_text(f'<!doctype html><title>A game</title><iframe src="{address}"></iframe>')
        page.goto(f"{elsewhere}/index.html", wait_until="load")
        frame = page.frames[1]
        if named:
            frame.get_by_text("Lantern Street").first.wait_for()
            frame.get_by_label("Your name at the table").fill("Framed")
            frame.get_by_role("button", name="Join the table").click()
            frame.locator(".maker").first.wait_for()
            assert "Framed" in [each["name"] for each in table.gm.see()["seats"]]
        else:
            assert frame.url.startswith("chrome-error:")
        page.close()
