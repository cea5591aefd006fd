"""Canonical JSON is one text for one value, whichever way it is made."""

from __future__ import annotations

import json
import zlib
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import DecodeError
from starlette.requests import Request

from actionroll.table.log import canonical
from actionroll.web.bodies import apart, decoded, quick_canonical
from actionroll.web.endpoints import packed
from actionroll.web.guard import read_plainly
from actionroll.web.operations import with_sheets

TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | TEXTS,
    lambda inner: st.lists(inner) | st.dictionaries(TEXTS, inner),
)


@given(VALUES)
def test_quick_and_plain_are_byte_equal(value: object) -> None:
    assert quick_canonical(value) == canonical(value)
    assert json.loads(canonical(value)) == value


ODD = (
    *(
        b"",
        b" {} ",
        b"{} x",
        b"[1,]",
        b"'a'",
        b"NaN",
        b"-Infinity",
        b"1e400",
        b"1e-400",
        b"-0",
        b"-0.0",
        b"01",
        b"1.",
        b".5",
    ),
    *(b'"\x01"', b'"\t"', b'"\xff"', b'"\xed\xa0\x80"', b'"\\ud800"', b'"\\ud83d\\ude00"', b'"\\x"', b"\xef\xbb\xbf{}"),
    *(b'{"a":1,"a":2}', b"1" * 30, b"18446744073709551616", b"-9223372036854775809", b"1\0", b"[" * 5000 + b"]" * 5000),
)


@given(
    VALUES.map(lambda value: json.dumps(value).encode())
    | st.floats().map(lambda value: repr(value).encode())
    | st.binary(max_size=12)
    | st.text('[]{}":,0123456789.eE+-\\\\u dtrn', max_size=20).map(str.encode)
    | st.sampled_from(ODD)
)
def test_what_is_sent_is_read_quickly_as_it_is_read_plainly(body: bytes) -> None:
    """What the quick way takes the plain one takes, as the same; and what it refuses the plain one judges."""
    with suppress(DecodeError, UnicodeDecodeError, RecursionError):
        quick = decoded(body)
        assert repr(quick) == repr(read_plainly(body))


def test_keys_are_sorted_by_code_point_and_letters_stay_as_they_are() -> None:
    assert canonical({"é": 1, "b": [1, True, None], "𝒜": "\x7f\u2028", "a": "\x00\n"}) == (
        '{"a":"\\u0000\\n","b":[1,true,null],"é":1,"𝒜":"\x7f\u2028"}'.encode()
    )


def test_the_length_of_what_is_packed_does_not_tell_a_guess_from_the_secret() -> None:
    """A player writes guesses into the log and watches how long the gm's replies are."""
    secret, wrong = (
        b'{"note":"%b"}' % text for text in (b"the duke is the spy in blue", b"eulb ni yps eht si ekud eht")
    )
    right = secret
    assert zlib.decompress(apart([right, secret]), 31) == right + secret
    assert len(apart([right, secret])) == len(apart([wrong, secret]))
    assert len(apart([right + secret])) < len(apart([wrong + secret])), "packed together it does tell"


@pytest.mark.parametrize(
    ("takes", "size", "is_packed"), [(b"br, gzip", 501, True), (b"br, gzip", 500, False), (b"br", 501, False)]
)
def test_replies_are_packed_for_whoever_takes_it_and_caches_are_told(takes: bytes, size: int, is_packed: bool) -> None:
    asked = Request({"type": "http", "headers": [(b"host", b"here"), (b"accept-encoding", takes)]})
    reply, whole = packed(asked, b"1" * (size - 1), b"2"), b"1" * (size - 1) + b"2"
    assert (zlib.decompress(reply.body, 31) if is_packed else reply.body) == whole
    assert reply.headers.get("content-encoding") == ("gzip" if is_packed else None)
    assert (reply.headers["vary"], reply.headers["content-length"]) == ("Accept-Encoding", str(len(reply.body)))
    assert reply.headers["content-type"] == "application/json"


def test_what_only_one_seat_reads_of_a_sheet_is_packed_apart_from_what_all_know() -> None:
    sheets: list[dict[str, Any]] = [
        {"name": "Nyx", "private": {"notes": "the duke"}},
        {"name": "Moth"},
        {"name": "Wren", "private": {}},
    ]
    pieces = with_sheets(b'{"characters":[', [dict(each) for each in sheets])
    assert json.loads(b"".join(pieces) + b"]}") == {"characters": sheets}
    assert [b"the duke" in each for each in pieces] == [False, True, False, False, False]
    assert not any(b"Nyx" in each or b"Moth" in each for each in pieces[1::2])
