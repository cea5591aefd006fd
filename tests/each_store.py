"""Each backend in turn, for tests of what all of them promise."""

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path

import pytest

from actionroll.store import Append, Batch, Key, Receipt, Store, open_store

BACKENDS = ["memory", "sqlite", "postgresql"]
SHARED = ["sqlite", "postgresql"]
OPEN, SECRET = "t1/open", "t1/secret"


@pytest.fixture
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    match request.param:
        case "memory":
            return ":memory:"
        case "sqlite":
            return f"sqlite:///{tmp_path / 'tables.db'}"
        case _:
            return str(request.getfixturevalue("postgres").database())


@pytest.fixture
def store(address: str) -> Iterator[Store]:
    store = open_store(address)
    yield store
    store.close()


def submitted(store: Store, batch: Batch) -> "Future[Receipt]":
    """What a batch comes to that is submitted."""
    future: Future[Receipt] = Future()

    def answered(answer: Receipt | Exception) -> None:
        if isinstance(answer, Receipt):
            future.set_result(answer)
        else:
            future.set_exception(answer)

    store.submit(batch, answered)
    return future


@pytest.fixture
def opened(address: str) -> Iterator[Callable[[], Store]]:
    """Opens the same store as often as asked."""
    stores: list[Store] = []

    def another() -> Store:
        stores.append(open_store(address))
        return stores[-1]

    yield another
    for store in stores:
        store.close()


every_backend = pytest.mark.parametrize("address", BACKENDS, indirect=True)
every_lasting_backend = pytest.mark.parametrize("address", SHARED, indirect=True)


def one(body: bytes, after: int, log: str = OPEN, key: Key | None = None) -> Batch:
    return Batch((Append(log, after, (body,)),), key)
