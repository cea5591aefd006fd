"""Commands on logs and stores: `verify` an export, tell its `recap`, `import` it; `backup` a store, new `links`."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from actionroll.cli import Command, Option, parse
from actionroll.cli.screen import Screen
from actionroll.errors import InputError, in_number, shown

if TYPE_CHECKING:
    from actionroll.store import Store
    from actionroll.table.campaign import Evening
    from actionroll.web.draft import Wanted


def existing_store(place: str) -> Store:
    """The store at a place, which must be there already."""
    from actionroll.store import open_store

    if "://" not in place and not Path(place).is_file():
        raise InputError(f"There is no store {shown(place)}; name it with --database.")
    return open_store(place)


VERIFY_OPTIONS = (
    Option(
        "receipt",
        "An entry's number and hash that someone kept, or the first 40 signs: 12:9f3c…",
        "NUMBER:HASH",
        many=True,
    ),
    Option("json", "As JSON, for programs."),
)
COUNTED = {
    "dice": "{} dice follow from the seeds that were committed to before they were thrown.",
    "unrevealed": "{} dice wait for their seed; the gm reveals it by changing the seed or ending.",
    "left_behind": "{} dice fell before this table was imported; their seed stayed where it came from, and only a log "
    "that is exported there, once it is revealed, can prove them.",
    "by_hand": "{} dice were entered by hand, which proves nothing about them.",
    "replayed": "{} throws and decisions were played again under the rules, and came to what the log tells.",
    "falling": "{} rolls had their dice called for, and the log ends before they fell.",
    "other_logs": "{} times a phone had seen another entry than stands here: compare your exports.",
    "other_rules": "{} throws and decisions were made under other rules than those installed here, and are not played "
    "again.",
}
"""What a verdict counts, and the sentence that tells it."""


def run_verify(words: Sequence[str], screen: Screen) -> int:
    """Say what is right, or which entry is the first that is wrong."""
    given = parse(words, VERIFY_OPTIONS, most_words=1)
    if not given.words:
        raise InputError("verify takes the file that a table's export wrote.")
    from actionroll.ledger import verify
    from actionroll.table import trace_told, traces

    verdict = verify(read_lines(given.words[0]), dict(_receipt(text) for text in given.all("receipt")))
    if given.has("json"):
        counts = {name: getattr(verdict, name) for name in COUNTED}
        counts["traces"] = {each["trace"]: each["count"] for each in traces(verdict.table)}
        head = {"table": verdict.head.log, "entries": verdict.head.number, "hash": verdict.head.hash.hex()}
        screen.say(json.dumps({**head, **counts}))
        return 0
    screen.flow(f"All {verdict.head.number} entries of table {verdict.head.log} are whole and in one chain.")
    for name, sentence in COUNTED.items():
        if name == "dice" or getattr(verdict, name):
            screen.flow(sentence.format(getattr(verdict, name)))
    if found := [trace_told(verdict.table, each) for each in traces(verdict.table)]:
        screen.flow(f"What someone who chooses among dice would do, and others do too: {'; '.join(found)}.")
    screen.say(f"Receipt: {verdict.head.number}:{verdict.head.hash.hex()}")
    return 0


def read_lines(name: str) -> list[bytes]:
    """The lines of an exported log."""
    try:
        return Path(name).read_bytes().splitlines(keepends=True)
    except OSError as error:
        raise InputError(
            f"{shown(name)} cannot be read ({error.strerror}); name a file that an export wrote."
        ) from None


def _receipt(text: str) -> tuple[int, str]:
    from actionroll.ledger import LEAST_SIGNS

    number, separator, sha = text.partition(":")
    signs = "".join(sha.split()).lower()
    if not (separator and number.isascii() and number.isdigit() and len(number) < 16 and len(signs) >= LEAST_SIGNS):
        raise InputError(
            f"--receipt takes NUMBER:HASH, the hash whole or its first {LEAST_SIGNS} signs as a phone shows them, "
            f"not {shown(text)}."
        )
    return int(number), signs


VERIFY = Command("FILE", VERIFY_OPTIONS, run_verify)


RECAP_OPTIONS = (
    Option("evening", "Which evening, by its number; all that happened unless given.", "NUMBER"),
    Option("journal", "Rolls and prose in the order in which they happened, in place of a recap."),
)


def run_recap(words: Sequence[str], screen: Screen) -> int:
    """Verify the log, and tell what is to be remembered of it as Markdown."""
    given = parse(words, RECAP_OPTIONS, most_words=1)
    if not given.words:
        raise InputError("recap takes the file that a table's export wrote.")
    from actionroll.ledger import verify
    from actionroll.table import arcs, campaign, chronicle, entry_read
    from actionroll.table.log import Line
    from actionroll.table.seats import is_alone

    verdict = verify(read_lines(given.words[0]))
    table, evening = verdict.table, _evening(list(verdict.table.campaign.evenings.values()), given.one("evening"))
    first, last = arcs.span(table, evening)
    told = [json.loads(body) for body in verdict.bodies[first - 1 : last]]
    lines = [Line(number, each["at"], entry_read(each)) for number, each in enumerate(told, first)]
    story = chronicle.Chronicle(table, lines, evening)
    if given.has("journal"):
        alone = is_alone(table)
        screen.say(campaign.journal_markdown(table.name, story.journal(), _day, alone).rstrip())
        return 0
    title = f"{table.name}, {story.evening_name(evening.id)}" if evening else table.name
    screen.say(campaign.recap_markdown(title, _day(evening.at) if evening else "", story.recap()).rstrip())
    return 0


def _evening(known: list[Evening], number: str | None) -> Evening | None:
    """An evening by its number; the whole log where none is named."""
    if number is None:
        return None
    if not (number.isascii() and number.isdigit() and 1 <= int(number) <= len(known)):
        has = f"1 to {len(known)}" if known else "no number, because this log has no evenings"
        raise InputError(f"--evening takes {has}, not {shown(number)}.")
    return known[int(number) - 1]


def _day(seconds: int) -> str:
    return time.strftime("%A, %d %B %Y", time.localtime(seconds))


RECAP = Command("FILE", RECAP_OPTIONS, run_recap)


BACKUP_OPTIONS = (
    Option("database", "The store: a file, or postgresql://…; actionroll.db unless given.", "PLACE"),
    Option("restore", "Put the copy FILE back into the store, which must be new."),
)


def run_backup(words: Sequence[str], screen: Screen) -> int:
    """Write a consistent copy, checked before it is called done."""
    given = parse(words, BACKUP_OPTIONS, most_words=1)
    if not given.words:
        raise InputError("backup takes the file to write the copy to.")
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
    screen.flow(f"{file} holds {in_number(tables, 'table')}, whole and verified.")
    return 0


BACKUP = Command("FILE", BACKUP_OPTIONS, run_backup)


LINKS_OPTIONS = (Option("database", "The store: a file, or postgresql://…; actionroll.db unless given.", "PLACE"),)


def run_links(words: Sequence[str], screen: Screen) -> int:
    """Tell the tables of the store; of the one that is named, renew the links and tell them."""
    given = parse(words, LINKS_OPTIONS, most_words=1)
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
    from actionroll.table.requests import done
    from actionroll.table.seats import links_renewed
    from actionroll.web.access import with_secrets
    from actionroll.web.operations import with_access
    from actionroll.web.tables import Tables

    key = secrets.token_hex(16)

    async def renew() -> bytes:
        tables = Tables(store)
        opened = await tables.opened(table)
        if opened is None:
            raise InputError(f"There is no table {shown(table)} in this store; `actionroll links` lists them.")

        def renewed() -> Wanted:
            return with_access(opened, done(opened.table, links_renewed(opened.table)), key, tables.entropy)

        return await tables.commit(opened, renewed, None)

    return dict(json.loads(with_secrets(asyncio.run(renew()), key))["links"])


LINKS = Command("[TABLE]", LINKS_OPTIONS, run_links)


IMPORT_OPTIONS = (Option("database", "The store: a file, or postgresql://…; actionroll.db unless given.", "PLACE"),)


def run_import(words: Sequence[str], screen: Screen) -> int:
    """Verify the log, store it, and tell the new links."""
    given = parse(words, IMPORT_OPTIONS, most_words=1)
    if not given.words:
        raise InputError("import takes the file that a table's export wrote.")
    from actionroll.chance import new_seed
    from actionroll.ledger import take_in
    from actionroll.store import open_store
    from actionroll.table.seats import links_of
    from actionroll.web.access import derived, links_made

    lines = read_lines(given.words[0])
    key, salt = secrets.token_hex(16), secrets.token_bytes(32)
    try:
        table = str(json.loads(lines[0])["table"])
        links = links_of(bool(json.loads(lines[1])["entry"].get("with_gm", True)))
    except (ValueError, KeyError, IndexError, TypeError):
        raise InputError("This is not an exported log; it should begin with a line that names its table.") from None
    store = open_store(given.one("database") or "actionroll.db")
    try:
        verdict = take_in(store, lines, int(time.time()), new_seed, links_made(key, salt, table, links))
    finally:
        store.close()
    screen.flow(f"Table {table} ({verdict.table.name}) is taken in with {verdict.head.number} entries.")
    if verdict.table.ended:
        screen.flow("It has ended, so each of these links opens it for reading only.")
    for link in links:
        screen.say(f"{link.role:9} /t/{table}#{derived(key, salt, f'link {link.role}')}")
    return 0


IMPORT = Command("FILE", IMPORT_OPTIONS, run_import)
