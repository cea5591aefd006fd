"""Folders in memory, where the machine has them: for what need not outlive it."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

SHARED = Path("/dev/shm")


def make_folder(prefix: str, needed: int = 2**28) -> Path:
    """A new folder, in memory if there is that much space."""
    in_memory = SHARED.is_dir() and shutil.disk_usage(SHARED).free > needed
    return Path(tempfile.mkdtemp(prefix=prefix, dir=SHARED if in_memory else None))


@contextmanager
def memory_folder() -> Iterator[Path]:
    """The same, gone afterwards."""
    folder = make_folder("actionroll-")
    try:
        yield folder
    finally:
        shutil.rmtree(folder)
