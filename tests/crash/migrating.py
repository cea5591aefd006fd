"""A program that brings a store to a second version, which no release has; for killing it on the way."""

import sys
from pathlib import Path

from actionroll.store.chain import Statements, scripts
from actionroll.store.sqlite_file import prepare

SECOND: Statements = (
    "ALTER TABLE tables ADD COLUMN colour text",
    "CREATE TABLE notes (note text)",
    "INSERT INTO notes (note) SELECT log FROM entries",
)

if __name__ == "__main__":
    prepare(Path(sys.argv[1]), (*scripts("sqlite"), SECOND))
