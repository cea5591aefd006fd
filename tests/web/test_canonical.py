"""Canonical JSON is one text for one value, whichever way it is made."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from actionroll.table.log import canonical
from actionroll.web.bodies import quick_canonical

TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | TEXTS,
    lambda inner: st.lists(inner) | st.dictionaries(TEXTS, inner),
)


@given(VALUES)
def test_quick_and_plain_are_byte_equal(value: object) -> None:
    assert quick_canonical(value) == canonical(value)
    assert json.loads(canonical(value)) == value


def test_keys_are_sorted_by_code_point_and_letters_stay_as_they_are() -> None:
    assert canonical({"é": 1, "b": [1, True, None], "𝒜": "\x7f\u2028", "a": "\x00\n"}) == (
        '{"a":"\\u0000\\n","b":[1,true,null],"é":1,"𝒜":"\x7f\u2028"}'.encode()
    )
