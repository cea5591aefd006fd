"""A table's log as a file: written, verified by anyone, and taken into another store."""

from actionroll.ledger.verifying import Verdict, verify
from actionroll.ledger.writing import exported

__all__ = ["Verdict", "exported", "verify"]
