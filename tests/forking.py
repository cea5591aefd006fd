"""Processes that start in milliseconds: each is forked from one that has imported what they need."""

import multiprocessing

FORKING = multiprocessing.get_context("forkserver")
# With "__main__" each child finds pytest imported, instead of importing it again.
FORKING.set_forkserver_preload(
    ["__main__", "tests.crash.appender", "actionroll.store.postgresql", "actionroll.web.app"]
)
