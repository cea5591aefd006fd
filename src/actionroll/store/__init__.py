"""Durable storage for the logs of tables. It knows nothing of games: what an entry says is bytes to it."""

from actionroll.store.opening import open_store, restore
from actionroll.store.protocol import (
    Conflict,
    Grown,
    KeyReused,
    Store,
    StoreBusy,
    StoreDamaged,
    StoreError,
    StoreFull,
    StoreRefused,
    StoreUnavailable,
    Wake,
)
from actionroll.store.values import Append, Batch, Damage, Entry, Head, Key, Receipt, Row, Secret, Seed, TableRow

__all__ = [
    "Append",
    "Batch",
    "Conflict",
    "Damage",
    "Entry",
    "Grown",
    "Head",
    "Key",
    "KeyReused",
    "Receipt",
    "Row",
    "Secret",
    "Seed",
    "Store",
    "StoreBusy",
    "StoreDamaged",
    "StoreError",
    "StoreFull",
    "StoreRefused",
    "StoreUnavailable",
    "TableRow",
    "Wake",
    "open_store",
    "restore",
]
