"""Game files on disk: one by its path, all of a folder, and those that ship with the program."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from actionroll.errors import InputError, shown
from actionroll.files.game_file import loads
from actionroll.files.source import MOST_BYTES
from actionroll.rules.game import Game

SHIPPED = Path(__file__).parent / "files"


def load(path: str | Path) -> Game:
    """The game that stands in a file, or an error that tells every fault with its line; `odds(load(path), …)` asks it.

    Plain dice need no file: they stand where a game's name goes.

    >>> from actionroll import odds
    >>> odds("2d6+3 vs 9")["above"]
    Fraction(7, 12)
    """
    return loads(text_of(path), Path(path).name)


def text_of(path: str | Path) -> str:
    """The text of a game file, if it is small enough to be one."""
    file = Path(path)
    try:
        if file.stat().st_size > MOST_BYTES:
            raise InputError(f"{shown(str(path), 80)} is too large: a game file takes at most {MOST_BYTES // 1024} kB.")
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not text in UTF-8"
        raise InputError(f"{shown(str(path), 80)} cannot be read as a game file: {why}.") from None


def games_in(folder: str | Path) -> tuple[Game, ...]:
    """Every game file of a folder, by name."""
    if not Path(folder).is_dir():
        raise InputError(f"{shown(str(folder), 80)} is no folder; name one that holds game files.")
    return tuple(load(path) for path in sorted(Path(folder).glob("*.toml")))


def starts() -> Mapping[str, str]:
    """The texts of the mechanics that ship as starting points, by their ids."""
    return {path.stem: text_of(path) for path in sorted((SHIPPED / "starts").glob("*.toml"))}


def core(game: Game) -> str:
    """A built-in game's action roll as a file, to start a house rule from."""
    path = SHIPPED / "cores" / f"{game.id}.toml"
    if not path.exists():
        raise InputError(f"{game.title} has no core as a file; those of the built-in games have.")
    return text_of(path)
