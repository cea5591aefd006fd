"""Entries are read as far as folding needs; what only looks like a throw is read whole."""

import json

import pytest

from actionroll.table.canonical import canonical
from actionroll.web.entries import THROWN, folded_from


@pytest.mark.parametrize(
    "entry",
    [
        {"kind": "settled", "roll": 3, "answer": [{"kind": "thrown"}]},
        {"kind": "noted", "text": 'he wrote "kind":"thrown" on the wall'},
        {"kind": "set", "roll": 3, "inputs": {"kind": "thrown", "roll": 4, "record": {"answers": []}}},
    ],
)
def test_what_only_looks_like_a_throw_is_read_whole(entry: dict[str, object]) -> None:
    body = canonical(entry)
    assert (THROWN in body) == (entry["kind"] != "noted")
    assert folded_from(body) == json.loads(body)
