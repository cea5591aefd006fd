"""`actionroll import`: take an exported table into a store, with new links."""

from __future__ import annotations

from collections.abc import Sequence

from actionroll.cli.options import Option, parse
from actionroll.cli.screen import Screen
from actionroll.cli.verify import read_lines
from actionroll.errors import InputError

WORDS = "FILE"
OPTIONS = (Option("database", "The store: a file, or postgresql://…; actionroll.db unless given.", "PLACE"),)


def run(words: Sequence[str], screen: Screen) -> int:
    """Verify the log, store it, and tell the new links."""
    given = parse(words, OPTIONS, most_words=1)
    if not given.words:
        raise InputError("import takes the file that a table's export wrote.")
    import json
    import secrets
    import time

    from actionroll.chance import new_seed
    from actionroll.ledger.importing import take_in
    from actionroll.store import open_store
    from actionroll.web.asking import link_roles, link_rows
    from actionroll.web.links import derived

    lines = read_lines(given.words[0])
    key, salt = secrets.token_hex(16), secrets.token_bytes(32)
    try:
        table = str(json.loads(lines[0])["table"])
        roles = link_roles(bool(json.loads(lines[1])["entry"]["with_gm"]))
    except (ValueError, KeyError, IndexError, TypeError):
        raise InputError("This is not an exported log; it should begin with a line that names its table.") from None
    store = open_store(given.one("database") or "actionroll.db")
    try:
        verdict = take_in(store, lines, int(time.time()), new_seed, link_rows(key, salt, table, roles))
    finally:
        store.close()
    screen.flow(f"Table {table} ({verdict.table.name}) is taken in with {verdict.head.number} entries.")
    if verdict.table.ended:
        screen.flow("It has ended, so each of these links opens it for reading only.")
    for role in roles:
        screen.say(f"{role:9} /t/{table}#{derived(key, salt, f'link {role}')}")
    return 0
