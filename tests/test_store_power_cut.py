"""A power cut loses nothing acknowledged; the same cut of a store that syncs too little does, so the test can fail."""

import random
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from actionroll.store.sql import SqliteStore
from tests.counts import count
from tests.crash.appender import check_kept
from tests.crash.power_cut import Image, images, traced
from tests.crash.victim import Message
from tests.memory_folder import memory_folder

BATCHES = 300
CUTS = count(20, 250)


def crash_images(tmp_path: Path, synchronous: str) -> Iterator[Image]:
    program = [sys.executable, "-B", "-m", "tests.crash.solo", str(tmp_path / "tables.db"), synchronous, str(BATCHES)]
    traced(program, tmp_path / "trace")
    return images(tmp_path / "trace", CUTS, random.Random(1))


def told_before(image: Image) -> list[Message]:
    lines = b"".join(image.said).decode().splitlines()
    return [tuple(line.strip().split("\t")) for line in lines]


def check_image(image: Image) -> None:
    """Open what is left and look for everything that was acknowledged."""
    with memory_folder() as folder:
        for path, content in image.files.items():
            (folder / Path(path).name).write_bytes(content)
        store = SqliteStore(folder / "tables.db")
        try:
            check_kept(store, told_before(image))
        finally:
            store.close()


def is_whole(image: Image) -> bool:
    try:
        check_image(image)
    except AssertionError:
        return False
    return True


@pytest.mark.slow
def test_a_power_cut_loses_nothing_acknowledged(tmp_path: Path) -> None:
    checked: Counter[tuple[bytes, ...]] = Counter()
    for image in crash_images(tmp_path, "FULL"):
        check_image(image)
        checked[image.said] += 1
    assert checked.total() == 3 * CUTS
    assert len(checked) > CUTS / 2


@pytest.mark.slow
def test_with_less_syncing_the_same_cut_does_lose(tmp_path: Path) -> None:
    lost = (image for image in crash_images(tmp_path, "NORMAL") if image.kind == "all unsynced lost")
    whole = [is_whole(image) for image in lost]
    assert whole.count(False) > len(whole) / 2
