"""A table is its log: entries are facts in the past tense, and everything else is a fold over them."""

from actionroll.table import arcs, fairness, help, papers, roll, seats, settlement, undo  # noqa: A004, F401  they declare requests
from actionroll.table.log import entry_read, fold
from actionroll.table.requests import REQUESTS, Acted, act
from actionroll.table.state import Table

__all__ = ["REQUESTS", "Acted", "Table", "act", "entry_read", "fold"]
