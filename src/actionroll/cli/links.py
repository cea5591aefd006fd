"""`actionroll links`: for a host, new links to a table whose own are lost, while the server runs or not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from actionroll.cli.options import Option, parse
from actionroll.cli.screen import Screen
from actionroll.cli.stores import existing_store
from actionroll.errors import InputError, shown

if TYPE_CHECKING:
    from actionroll.store import Store

WORDS = "[TABLE]"
OPTIONS = (Option("database", "The store: a file, or postgresql://…; actionroll.db unless given.", "PLACE"),)


def run(words: Sequence[str], screen: Screen) -> int:
    """Tell the tables of the store; of the one that is named, renew the links and tell them."""
    given = parse(words, OPTIONS, most_words=1)
    store = existing_store(given.one("database") or "actionroll.db")
    try:
        if not given.words:
            return _tell_tables(store, screen)
        links = _renewed(store, given.words[0])
    finally:
        store.close()
    for role, link in links.items():
        screen.say(f"{role:9} {link}")
    screen.flow("The links from before open nothing any more; seats that were taken stay.")
    return 0


def _tell_tables(store: Store, screen: Screen) -> int:
    tables = store.tables()
    for each in tables:
        screen.say(f"{each.id}  {each.game}, {each.name}")
    screen.flow("Name one of them to make new links to it." if tables else "There is no table in this store.")
    return 0


def _renewed(store: Store, table: str) -> dict[str, str]:
    import asyncio
    import json
    import secrets

    from actionroll.web.asking import links_renewed
    from actionroll.web.sitting_down import with_secrets
    from actionroll.web.tables import Tables

    key, salt = secrets.token_hex(16), secrets.token_bytes(32)

    async def renew() -> bytes:
        tables = Tables(store)
        opened = await tables.opened(table)
        if opened is None:
            raise InputError(f"There is no table {shown(table)} in this store; `actionroll links` lists them.")
        return await tables.commit(opened, lambda: links_renewed(opened, "", key, salt), None)

    return dict(json.loads(with_secrets(asyncio.run(renew()), key))["links"])
