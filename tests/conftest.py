"""What all tests share: their order; Hypothesis draws the same examples every time and knows no deadline."""

import signal

from hypothesis import settings

from tests.collecting import (
    pytest_collection,
    pytest_collection_modifyitems,
    pytest_ignore_collect,
    pytest_xdist_make_scheduler,
)
from tests.counts import count
from tests.each_store import address, opened, store
from tests.postgres_server import postgres

__all__ = [
    "address",
    "opened",
    "postgres",
    "pytest_collection",
    "pytest_collection_modifyitems",
    "pytest_ignore_collect",
    "pytest_xdist_make_scheduler",
    "store",
]

settings.register_profile("actionroll", deadline=None, derandomize=True, max_examples=count(60, 1000), database=None)
settings.load_profile("actionroll")

# A run that was started in the background ignores Ctrl-C, and so would all that tests start and interrupt.
signal.signal(signal.SIGINT, signal.default_int_handler)
