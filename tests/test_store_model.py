"""Random batches: every backend answers as the plain one in memory does, byte for byte."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count as numbers
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from actionroll.store import (
    Append,
    Batch,
    Conflict,
    Key,
    KeyReused,
    MemoryStore,
    Receipt,
    Seed,
    Store,
    TableRow,
    open_store,
)
from tests.counts import count

Asked = list[tuple[list[tuple[str, int, tuple[bytes, ...]]], Key | None, tuple[TableRow | Seed, ...]]]

LOGS = ("a/open", "a/secret", "ä/open")
bodies = st.lists(st.binary(max_size=12), max_size=3).map(tuple)
appends = st.lists(
    st.tuples(st.sampled_from(LOGS), st.sampled_from([0, 0, 0, 1, -1]), bodies),
    max_size=3,
    unique_by=lambda one: one[0],
)
keys = st.builds(
    Key, st.sampled_from("ST"), st.sampled_from("klm"), st.sampled_from([b"d", b"e"]), st.binary(max_size=8)
)
rows = st.one_of(
    st.builds(TableRow, st.sampled_from("ab"), st.just("g"), st.text("x☠\u00e4'\"", max_size=5), st.integers(0, 2**62)),
    st.builds(Seed, st.sampled_from("ab"), st.just("open"), st.integers(0, 2), st.binary(max_size=5), st.booleans()),
)
requests = st.lists(st.tuples(appends, st.none() | keys, st.lists(rows, max_size=2).map(tuple)), max_size=12)


def renamed(batch: Batch, example: str) -> Batch:
    """The same batch on logs, keys and tables of its own, so that one store serves all examples."""
    return Batch(
        tuple(replace(append, log=f"{example} {append.log}") for append in batch.appends),
        batch.key and replace(batch.key, scope=f"{example} {batch.key.scope}"),
        tuple(replace(row, id=f"{example} {row.id}") if isinstance(row, TableRow) else row for row in batch.rows),
    )


def answer(store: Store, batch: Batch) -> Receipt | str:
    try:
        return store.append(batch)
    except (Conflict, KeyReused) as refused:
        return f"{type(refused).__name__} {getattr(refused, 'heads', '')}"


def played(store: Store, asked: Asked, example: str) -> list[object]:
    """All answers; each append expects the present number, or one more or less."""
    answers: list[object] = []
    for parts, key, given_rows in asked:
        named = tuple(
            Append(log, max(0, store.head(f"{example} {log}").number + wrong), content) for log, wrong, content in parts
        )
        answers.append(answer(store, renamed(Batch(named, key, given_rows), example)))
    logs = [f"{example} {log}" for log in LOGS]
    return [
        answers,
        [store.head(log) for log in logs],
        [store.read(log) for log in logs],
        store.find_table(f"{example} a"),
    ]


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    server = request.param == "postgresql"
    path: Path | str = tmp_path_factory.mktemp("model") / "tables.db"
    store = open_store(request.getfixturevalue("postgres").database() if server else path)
    yield store
    assert store.verify() == ()
    store.close()


@pytest.fixture(scope="module")
def fresh_name() -> Callable[[], str]:
    counted = numbers()
    return lambda: f"example {next(counted)}"


@pytest.mark.slow
@settings(max_examples=count(60, 3000))
@given(asked=requests)
def test_every_backend_answers_as_the_plain_one(store: Store, fresh_name: Callable[[], str], asked: Asked) -> None:
    example = fresh_name()
    assert played(store, asked, example) == played(MemoryStore(), asked, example)
