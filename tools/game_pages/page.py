"""A game's page, put together from its parts."""

from __future__ import annotations

from pathlib import Path

from tools.game_pages.claimed import claims_of
from tools.game_pages.moves import moves_section
from tools.game_pages.pictures import example_section, odds_section, picture
from tools.game_pages.rules_told import advice_section, rules_section, rulings_section
from tools.game_pages.sheets import sheet_section
from tools.game_pages.statements import statements_section

from actionroll.games import BUILT_IN, game
from actionroll.rules import Game

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "games"
NOTE = "<!-- Written by `make docs` from the game's rules and claims; change those, not this page. -->"


def games() -> list[Game]:
    """The games that have a page: those that are built in."""
    return [game(name) for name in BUILT_IN]


def files() -> dict[Path, str]:
    """Every file of docs/games with what it must hold."""
    found = {FOLDER / "README.md": index()}
    for each in games():
        found[FOLDER / f"{each.id}.md"] = page(each)
        found[FOLDER / f"{each.id}.svg"] = picture(each.id) + "\n"
    return found


def index() -> str:
    """The list of all games."""
    lines = [f"- [{each.title}]({each.id}.md): {each.line}" for each in games()]
    return "\n".join([NOTE, "", "# The games", "", *lines, ""])


def page(each: Game) -> str:
    """The page of one game."""
    claims = claims_of(each.id)
    sections = (
        f"{NOTE}\n\n# {each.title}\n\n{each.line}\n\n{introduction(each)}",
        odds_section(each.id),
        example_section(each.id),
        statements_section(each.id),
        moves_section(each),
        rulings_section(each, claims),
        rules_section(each, claims),
        advice_section(each),
        sheet_section(each.sheet),
        f"## Credits\n\n{each.credits}",
    )
    return "\n\n".join(section for section in sections if section) + "\n"


def introduction(each: Game) -> str:
    """What the page is."""
    return (
        f"What the program knows of {each.title}: how its rolls fall, what it asks before and after them, what it "
        "decided where the text leaves a choice, and every rule with sentences that are checked against the program "
        f"whenever it changes. Its name on the command line is `{each.id}`."
    )
