"""How many cases a test tries: few in `make test`, many in `make test-long`."""

import os

LONG = os.environ.get("ACTIONROLL_LONG") == "1"


def count(normal: int, long: int) -> int:
    return long if LONG else normal
