"""Children that race each other for the same place in a log, or with the same key."""

from hashlib import sha256

from actionroll.store import Append, Batch, Conflict, Key, Receipt, Store, StoreBusy, open_store
from tests.crash.victim import Voice

LOG = "race/open"


def race_for_numbers(voice: Voice, address: str, name: str, races: int) -> None:
    """Try to be the one who appends each number; tell every win."""
    store = open_store(address)
    number = 0
    while number < races:
        try:
            store.append(Batch((Append(LOG, number, (name.encode(),)),)))
            voice.tell("won", str(number + 1), name)
            number += 1
        except Conflict as conflict:
            number = conflict.heads[0].number
    store.close()


def race_with_keys(voice: Voice, address: str, races: int) -> None:
    """Send the keys that all others send too; tell each reply."""
    store = open_store(address)
    for number in range(races):
        receipt = _keyed(store, f"key {number}", number)
        voice.tell("reply", str(number), (receipt.reply or b"").decode(), receipt.heads[0].hash.hex())
    store.close()


def _keyed(store: Store, name: str, number: int) -> Receipt:
    """Each key makes one entry, so the log stands at the key's number, or is past it and the key known.

    Whoever is told that the store is busy sends the same key again, as a phone does.
    """
    key = Key("seat", name, sha256(name.encode()).digest(), f"reply to {name}".encode())
    while True:
        try:
            return store.append(Batch((Append(LOG, number, (name.encode(),)),), key))
        except StoreBusy:
            continue
