"""`actionroll backup`: copy a store while it runs, or put a copy back into a new one."""

from __future__ import annotations

from collections.abc import Sequence

from actionroll.cli.options import Option, parse
from actionroll.cli.screen import Screen
from actionroll.cli.stores import existing_store
from actionroll.errors import InputError

WORDS = "FILE"
OPTIONS = (
    Option("database", "The store: a file, or postgresql://…; actionroll.db unless given.", "PLACE"),
    Option("restore", "Put the copy FILE back into the store, which must be new."),
)


def run(words: Sequence[str], screen: Screen) -> int:
    """Write a consistent copy, checked before it is called done."""
    given = parse(words, OPTIONS, most_words=1)
    if not given.words:
        raise InputError("backup takes the file to write the copy to.")
    from pathlib import Path

    from actionroll.store import open_store, restore

    file, place = Path(given.words[0]), given.one("database") or "actionroll.db"
    if given.has("restore"):
        restore(file, place)
        screen.flow(f"{file} is restored.")
        return 0
    store = existing_store(place)
    try:
        store.backup(file)
    finally:
        store.close()
    copied = open_store(file)
    try:
        damage = copied.verify()
        tables = len(copied.tables())
    finally:
        copied.close()
    if damage:
        raise InputError(f"The copy is damaged, as the store is: {damage[0]}; restore an older copy.")
    screen.flow(f"{file} holds {tables} table{'s' if tables != 1 else ''}, whole and verified.")
    return 0
