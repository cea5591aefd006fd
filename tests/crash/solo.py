"""A program that appends a given number of batches and tells each acknowledgement on standard output; for tracing."""

import os
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from actionroll.store.sql import SqliteStore
from tests.crash.appender import TABLES, send


def main(path: str, synchronous: str, batches: str) -> None:
    store = SqliteStore(Path(path), synchronous=synchronous)

    def append(number: int) -> None:
        table = number % TABLES
        receipt = send(store, f"solo.{number}", table)
        heads = [f"{head.number}:{head.hash.hex()}" for head in receipt.heads]
        os.write(1, "\t".join(["ack", f"solo.{number}", str(table), *heads, "\n"]).encode())

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(append, range(int(batches))))


if __name__ == "__main__":
    main(*sys.argv[1:])
