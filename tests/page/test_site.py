"""The site without a server: in a browser it tells what the program tells, and says what it does not hold."""

from __future__ import annotations

import gzip
import json
import random
import re
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, Page

from actionroll.api import game, games, odds_of, question
from actionroll.errors import ActionrollError
from actionroll.reckoning import Odds
from actionroll.rules.inputs import inputs_of
from actionroll.web.pages import STATIC
from actionroll.web.site import UNSET, write_site
from tests.command_line import is_refused, run
from tests.counts import count

pytestmark = pytest.mark.slow
CELLS = count(250, 3_000)
QUESTIONS = count(600, 10_000)
ASK = """async (bodies) => {
    const { ask } = await import("/static/exported.js");
    const answer = (body) => ask("/api/odds", body).catch((no) => ({ refused: no.message }));
    return Promise.all(bodies.map(answer));
}"""


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        """Nothing is told."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("site")
    write_site(made, CELLS)
    for name in ("exported.js", "words.js"):
        (made / "static" / name).write_bytes((STATIC / name).read_bytes())
    return made


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    opened = browser.new_page()
    yield opened
    opened.close()


def asked_at_random(chance: random.Random, game_id: str, move: str, table: Any) -> dict[str, Any]:
    """A question inside the tables; what may be left out sometimes is."""
    attempt, decide = {}, {}
    for axis in table["axes"]:
        value = chance.choice(axis["values"])
        if value == UNSET or (value == axis["unset"] and chance.random() < 0.5):
            continue
        if axis["decision"]:
            decide[axis["name"].removeprefix("decide.")] = value
        else:
            attempt[axis["name"]] = value
    return {"game": game_id, "move": move, "attempt": attempt, "rulings": {}, "decide": decide}


def told_by_the_program(body: dict[str, Any]) -> dict[str, Any]:
    try:
        asked = question(body["game"], body["move"], body["attempt"], decide=body["decide"])
        return odds_of(asked).to_dict()
    except ActionrollError as error:
        return {"refused": str(error)}


def test_odds_are_those_of_the_program(folder: Path, address: str, page: Page) -> None:
    chance = random.Random(18)
    each_game = [each.id for each in games()]
    for game_id in each_game:
        page.goto(f"{address}/odds/{game_id}/")
        moves = {path.stem: json.loads(path.read_text()) for path in sorted((folder / "odds" / game_id).glob("*.json"))}
        moves.pop("game")
        picked = [chance.choice(list(moves)) for _ in range(QUESTIONS // len(each_game))]
        bodies = [asked_at_random(chance, game_id, move, moves[move]) for move in picked]
        for body, told in zip(bodies, page.evaluate(ASK, bodies), strict=True):
            exact = told_by_the_program(body)
            assert told.get("refused") == exact.get("refused"), body
            assert told.get("tiers") == exact.get("tiers"), body
            for name, values in told.get("facts", {}).items():
                assert values == exact["facts"][name], body


@pytest.mark.parametrize("game_id", [each.id for each in games()])
def test_the_page_shows_the_odds_of_its_link(address: str, page: Page, folder: Path, game_id: str) -> None:
    failures: list[str] = []
    page.on("pageerror", lambda error: failures.append(str(error)))
    page.goto(f"{address}/odds/{game_id}/")
    page.wait_for_function("() => document.querySelector('section.result')?.innerText.includes('%')")
    shown = page.inner_text("section.result")
    page.wait_for_selector("#chart svg, #chart:not(:empty)")
    told = {round(float(each)) for each in re.findall(r"\b(\d+(?:\.\d)?) %", shown)}
    assert told, shown
    exact = asked_by(page.url, game_id)
    chances = [*exact.values(), *(exact.at_least(tier) for tier in exact)]
    whole = {int(chance * 100) + more for chance in chances for more in (0, 1)}  # those of a bar make a hundred
    assert told <= {0, 1, 99, 100, *whole}, shown
    assert not failures


def asked_by(url: str, game_id: str) -> Odds:
    """The odds of a link, as the program tells them."""
    query = parse_qs(urlsplit(url).query)
    inputs = inputs_of(game(game_id).move("action").attempt)
    attempt = {name: each.kind.from_words(query[name]) for name, each in inputs.items() if name in query}
    return odds_of(question(game_id, "action", attempt))


def test_a_set_up_outside_the_tables_names_the_command_that_knows_it(address: str, page: Page) -> None:
    page.goto(f"{address}/odds/in-the-dark/?dots=2&stress=9&assist=1&ruling.more_assists=yes")
    body = {"game": "in-the-dark", "move": "action", "attempt": {"dots": 2}, "rulings": {"any": "thing"}, "decide": {}}
    (told,) = page.evaluate(ASK, [body])
    assert "These tables hold no such set-up" in told["refused"]
    outside = {**body, "rulings": {}, "attempt": {"dots": 2, "target_level": 5, "crew_level": 4, "stress": 4}}
    (told,) = page.evaluate(ASK, [outside])
    command = told["refused"].partition("The program does: actionroll ")[2]
    assert run(*command.split()).status == 0


def test_the_start_leads_to_every_game(address: str, page: Page) -> None:
    page.goto(address)
    links = [link.get_attribute("href") for link in page.query_selector_all("main a")]
    assert links == [f"odds/{each.id}/" for each in games()]


def test_little_is_loaded_until_the_first_odds(folder: Path) -> None:
    shell = [*(folder / "static").glob("*.css"), folder / "static" / "odds-page.bundle.js"]
    for each in games():
        own = [folder / "odds" / each.id / name for name in ("index.html", "game.json", "action.json")]
        assert sum(len(gzip.compress(path.read_bytes())) for path in (*shell, *own)) < 200_000


def test_a_folder_with_other_things_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "diary.txt").write_text("mine")
    assert is_refused(run("export", str(tmp_path)))
    assert is_refused(run("export"))
    assert is_refused(run("export", str(tmp_path / "site"), "--cells", "none"))
    assert [path.name for path in tmp_path.iterdir()] == ["diary.txt"]
