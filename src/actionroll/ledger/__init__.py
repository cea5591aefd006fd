"""A table's log as a file: written, verified by anyone, and taken into another store."""

from actionroll.ledger.log_file import Verdict, exported, verify

__all__ = ["Verdict", "exported", "verify"]
