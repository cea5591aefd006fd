"""A table is its log: entries are facts in the past tense, and everything else is a fold over them."""

from actionroll.table.acting import act
from actionroll.table.folding import fold
from actionroll.table.state import Table

__all__ = ["Table", "act", "fold"]
