"""A table's log as a file: written, verified by anyone, and taken into another store."""

from actionroll.ledger.log_file import exported
from actionroll.ledger.verdict import Verdict, verify

__all__ = ["Verdict", "exported", "verify"]
