"""Read a table from the store, whole or what is new. Runs in a thread beside the event loop."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field

from actionroll.store import Entry, Head, Secret, Seed, Store
from actionroll.store.chain import head_of, start
from actionroll.table.state import Table
from actionroll.web.entries import fold_stored
from actionroll.web.opened import HIDDEN_LOG, OpenTable

AT_ONCE = 1000
CHANGES_ACCESS = frozenset(
    {"joined", "seat_link_made", "reseated", "links_renewed", "handed_over", "seed_changed", "ended"}
)


@dataclass(slots=True)
class News:
    """What the store holds beyond what is open here."""

    table: Table
    entries: tuple[Entry, ...] = ()
    secret_entries: tuple[Entry, ...] = ()
    access: dict[bytes, Secret] = field(default_factory=dict)
    seeds: dict[tuple[str, int], Seed] = field(default_factory=dict)


def load(store: Store, table: str) -> OpenTable | None:
    """A table with everything that stands, or None if there is none of that id."""
    if store.find_table(table) is None:
        return None
    standing, last = Table(), None
    with uncollected() if store.head(table).number > AT_ONCE else nullcontext():
        for last in entries_after(store, start(table)):
            fold_stored(standing, last.number, last.body)
    opened = OpenTable(table, standing, head_of(last) if last else start(table), start(HIDDEN_LOG.format(table)))
    opened.access = {secret.hash: secret for secret in store.secrets(table)}
    opened.seeds = {(seed.kind, seed.epoch): seed for seed in store.seeds(table)}
    opened.add_secrets(tuple(entries_after(store, opened.secret_head)))
    return opened


@contextmanager
def uncollected() -> Iterator[None]:
    """All that a long log makes is kept, so that looking for garbage in it only takes time, now and later."""
    was_on = gc.isenabled()
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if was_on:
            gc.enable()


def caught_up(store: Store, opened: OpenTable) -> News:
    """Everything that was appended since."""
    news = News(opened.table.fork())
    news.entries = tuple(entries_after(store, opened.head))
    news.secret_entries = tuple(entries_after(store, opened.secret_head))
    kinds = {fold_stored(news.table, entry.number, entry.body) for entry in news.entries}
    if kinds & CHANGES_ACCESS:
        news.access = {secret.hash: secret for secret in store.secrets(opened.id)}
        news.seeds = {(seed.kind, seed.epoch): seed for seed in store.seeds(opened.id)}
    return news


def entries_after(store: Store, head: Head) -> Iterator[Entry]:
    """Every entry that follows a head."""
    after = head.number
    while found := store.read(head.log, after, AT_ONCE):
        yield from found
        after = found[-1].number
        if len(found) < AT_ONCE:
            return
