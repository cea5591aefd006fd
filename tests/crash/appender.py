"""A child that appends under load: before each request it tells the key, after it what was acknowledged.

Every batch puts one entry into a table's open log, one into its secret log, a reply and a row, so that a half applied
one would show.
"""

from collections import Counter
from hashlib import sha256
from itertools import count
from threading import Thread

from actionroll.store import (
    Append,
    Batch,
    Conflict,
    Head,
    Key,
    Receipt,
    Seed,
    Store,
    StoredEntry,
    StoreUnavailable,
    open_store,
)
from tests.crash.victim import Message, Voice

TABLES = 3


def append_on(voice: Voice, address: str, run: str, threads: int) -> None:
    """Append until killed."""
    store = open_store(address)
    workers = [
        Thread(target=_work, args=(voice, store, f"{run}.{number}", number % TABLES)) for number in range(threads)
    ]
    for worker in workers:
        worker.start()


def _work(voice: Voice, store: Store, name: str, table: int) -> None:
    for number in count():
        key = f"{name}.{number}"
        voice.tell("try", key, str(table))
        while (receipt := _sent(store, key, table)) is None:
            voice.tell("again", key)
        voice.tell("ack", key, str(table), *(f"{head.number}:{head.hash.hex()}" for head in receipt.heads))


def _sent(store: Store, key: str, table: int) -> Receipt | None:
    try:
        return send(store, key, table)
    except StoreUnavailable:
        return None


def send(store: Store, key: str, table: int) -> Receipt:
    """Append with validation again on conflict, as a server does."""
    while True:
        try:
            return store.append(batch(store, key, table))
        except Conflict:
            continue


def batch(store: Store, key: str, table: int) -> Batch:
    bodies = (f'{{"key":"{key}"}}'.encode(),)
    opened, secret = f"{table}/open", f"{table}/secret"
    appends = (Append(opened, store.head(opened).number, bodies), Append(secret, store.head(secret).number, bodies))
    remembered = Key(f"seat {table}", key, sha256(key.encode()).digest(), f"reply {key}".encode())
    return Batch(appends, remembered, (Seed(f"{table}", key, 1, key.encode()),))


def check_whole(store: Store, told: list[Message]) -> None:
    """Nothing acknowledged is lost, nothing half applied, nothing twice; then every unanswered key gives one entry."""
    check_kept(store, told)
    answered = {message[1]: message for message in told if message[0] == "ack"}
    for _, key, table in (message for message in told if message[0] == "try"):
        receipt = send(store, key, int(table))
        assert receipt.reply == f"reply {key}".encode()
        assert receipt.repeated or key not in answered
        assert key not in answered or list(receipt.heads) == receipts([answered[key]])
    assert {message[1] for message in told if message[0] == "try"} <= _check_all_or_nothing(store)


def check_kept(store: Store, told: list[Message]) -> None:
    """Nothing acknowledged is lost, nothing half applied, nothing twice."""
    assert store.verify(receipts(told)) == ()
    _check_all_or_nothing(store)


def _check_all_or_nothing(store: Store) -> set[str]:
    keys: set[str] = set()
    for table in range(TABLES):
        bodies = [entry.body for entry in all_entries(store, f"{table}/open")]
        assert max(Counter(bodies).values(), default=1) == 1
        assert bodies == [entry.body for entry in all_entries(store, f"{table}/secret")]
        found = {body.decode().split('"')[3] for body in bodies}
        assert {seed.kind for seed in store.seeds(f"{table}")} == found
        keys |= found
    return keys


def all_entries(store: Store, log: str) -> list[StoredEntry]:
    entries: list[StoredEntry] = []
    while page := store.read(log, len(entries)):
        entries += page
    return entries


def receipts(told: list[Message]) -> list[Head]:
    """What clients of the child would have kept."""
    return [
        Head(f"{table}/{kind}", int(head.split(":")[0]), bytes.fromhex(head.split(":")[1]))
        for _, _, table, *heads in (message for message in told if message[0] == "ack")
        for kind, head in zip(("open", "secret"), heads, strict=True)
    ]
