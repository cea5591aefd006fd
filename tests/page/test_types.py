"""What the checker believes of the server's replies is what the server gives: every field is declared."""

import re
from pathlib import Path
from typing import Any

import pytest
from tools import page_types

from tests.page.phones import at_ease
from tests.server import Client, RunningServer

pytestmark = pytest.mark.slow
STATIC = Path(__file__).parents[2] / "src/actionroll/web/static"
TYPES = "".join((STATIC / name).read_text() for name in ("types.d.ts", "wire.d.ts"))


def test_what_is_sent_and_heard_is_what_the_table_declares() -> None:
    assert page_types.PLACE.read_text() == page_types.written(), "make docs writes it anew."


def declared(name: str) -> set[str]:
    """The fields of an interface, without those of what stands inside it."""
    found = re.findall(rf"^interface {name} \{{\n(.*?)^\}}", TYPES, re.MULTILINE | re.DOTALL)
    assert found, name
    return set(re.findall(r"^    (\w+)\??:", "".join(found), re.MULTILINE))


def undeclared(name: str, told: dict[str, Any]) -> set[str]:
    return {f"{name}.{field}" for field in set(told) - declared(name)}


@pytest.mark.parametrize("game", ["wherever-we-go", "starforged", "illuminated-worlds", "in-the-dark", "true-world"])
def test_every_field_of_a_game_is_declared(server: RunningServer, game: str) -> None:
    told = Client(server).get(f"/api/games/{game}").json
    missing = undeclared("Game", told) | undeclared("Face", told["face"])
    for move in told["moves"]:
        missing |= undeclared("Move", move)
        for each in move["inputs"]:
            missing |= undeclared("Input", each)
    assert not sorted(missing)


def test_every_field_of_a_table_is_declared(server: RunningServer) -> None:
    table = at_ease(server, "in-the-dark")
    table.player.do("make", name="Nyx")
    table.other.do("make", name="Moth")
    table.gm.do("make_clock", name="The watch", size=4)
    roll = table.player.do("declare", character="c1", trait="skulk")["number"]
    table.other.do("offer", roll=roll, character="c2", how="Keeps watch")
    view = table.player.see()
    missing = undeclared("View", view) | undeclared("Roll", view["rolls"][0])
    missing |= undeclared("Offer", view["rolls"][0]["offers"][0])
    missing |= {each for way in view["rolls"][0]["help"] for each in undeclared("Help", way)}
    for name, shown in (("Seat", "seats"), ("Character", "characters"), ("Clock", "clocks")):
        missing |= undeclared(name, view[shown][0])
    table.player.do("throw", roll=roll, dice=[1] * len(view["rolls"][0]["dice"]))
    done = table.player.see(f"rolls/{roll}")
    missing |= undeclared("Roll", done) | undeclared("RollRecord", done["record"])
    missing |= undeclared("Outcome", done["record"]["outcome"])
    for due in done["open_dues"]:
        missing |= undeclared("Due", due) | {each for way in due["ways"] for each in undeclared("Way", way)}
    assert not sorted(missing)
