"""Sources of chance: where the faces of dice come from, and nothing else.

A source of chance is called with a number of sides and answers with a face. Each source here is a stream of bytes, and
one pure function, `face_from_words`, turns bytes into faces without bias; the tests count every raw value to show it.

>>> chance = seeded("a rainy evening")
>>> [chance(6) for _ in range(8)]
[4, 4, 6, 3, 1, 1, 2, 2]

How anyone can check a committed die, in any language:

- frame(x) is the length of x in bytes as 4 bytes big-endian, then x. Texts are UTF-8, numbers decimal digits.
- Block i, from 0, is HMAC-SHA256 with the seed as key over frame("actionroll/dice/2"), frame(table), frame(number of
  the entry that declared the roll), frame(which throw of that roll, from 1), frame(nonce) for each nonce, and i as 8
  bytes big-endian. The blocks, one after the other, are the stream.
- A die of 1 side takes no byte, one of 2–256 sides takes one, a larger one takes two (first × 256 + second). Values at
  or above the largest multiple of the sides are thrown away and new bytes taken; else the face is 1 + value mod sides.
  A fudge die, of −3 sides, is one of 3, less 2.
- The commitment is SHA-256 over frame("actionroll/commitment/1"), frame(salt) and frame(seed), in hexadecimal.
"""

import os
from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain, count
from typing import TypeAlias

from actionroll.errors import InputError, shown

__all__ = ["MOST_SIDES", "Chance", "commitment", "committed", "face_from_words", "new_seed", "seeded", "system"]

Chance: TypeAlias = Callable[[int], int]
"""Called with a number of sides, answers with a face from 1 to that number; −3 is a fudge die, which shows −1 to 1."""

MOST_SIDES = 1000
SEED_BYTES = 32
_BUFFER_BYTES = 4096


def face_from_words(next_word: Callable[[], int], sides: int, word_values: int = 256) -> int:
    """The face that the next raw words stand for, each face by equally many words; the remainder is drawn again.

    A word is a whole number below `word_values`. As many words as the sides need make up one value.

    >>> face_from_words(iter([255, 7]).__next__, 6)
    2
    """
    if sides == -3:
        return face_from_words(next_word, 3, word_values) - 2
    if not 1 <= sides <= MOST_SIDES:
        raise InputError(f"A die has 1 to {MOST_SIDES} sides, not {shown(sides)}.")
    if sides == 1:
        return 1
    while True:
        value, values = next_word(), word_values
        while values < sides:
            value, values = value * word_values + next_word(), values * word_values
        if value < values - values % sides:
            return value % sides + 1


def system() -> Chance:
    """Chance from the operating system's entropy. Threads may share it; forked processes never repeat each other."""
    return _SYSTEM


def seeded(text: str) -> Chance:
    """Chance that repeats itself: the same text gives the same faces, in every process and version.

    >>> seeded("red")(20) == seeded("red")(20)
    True
    """
    return _from_stream(b"actionroll/seeded/1", _framed(_utf8(text, "seed")))


def committed(seed: bytes, table: str, roll: int, throw: int, *nonces: str) -> Chance:
    """Chance for one throw of a roll, fixed by its declaration, the seed and what people added (the nonces).

    >>> chance = committed(bytes(32), "lantern-street", 17, 1, "from the roller")
    >>> chance(6), chance(6)
    (6, 4)
    """
    for number in (roll, throw):
        if not 0 <= number < 2**63:
            raise InputError(f"An entry's number is from 0 to 2^63 − 1, not {shown(number)}.")
    fields = [b"actionroll/dice/2", _utf8(table, "table"), b"%d" % roll, b"%d" % throw]
    fields += [_utf8(nonce, "nonce") for nonce in nonces]
    return _from_stream(_checked(seed), _framed(*fields))


def new_seed() -> bytes:
    """A fresh seed for a table: 32 bytes of the operating system's entropy."""
    return os.urandom(SEED_BYTES)


def commitment(seed: bytes, salt: bytes = b"") -> str:
    """What is published before the first roll, so that the seed, shown afterwards, can be checked.

    A seed from `new_seed` cannot be guessed and needs no salt. Two commitments to one seed need different salts, or
    anyone sees that they are to the same.
    """
    from hashlib import sha256  # who only rolls with the system's entropy need not wait for it

    return sha256(_framed(b"actionroll/commitment/1", salt, _checked(seed))).hexdigest()


class _SystemBytes:
    """The operating system's entropy byte by byte, fetched in buffers: one system call for thousands of dice."""

    __slots__ = ("_buffer",)

    def __init__(self) -> None:
        self._buffer: Iterator[int] = iter(b"")

    def __call__(self) -> int:
        for byte in self._buffer:
            return byte
        # The first byte is taken before the others are shared, so that no other thread can leave this one without.
        buffer = iter(os.urandom(_BUFFER_BYTES))
        byte = next(buffer)
        self._buffer = buffer
        return byte

    def forget(self) -> None:
        """A forked process holds a copy of its parent's buffer and would roll the same dice."""
        self._buffer = iter(b"")


_system_bytes = _SystemBytes()
_SYSTEM: Chance = partial(face_from_words, _system_bytes)

if hasattr(os, "register_at_fork"):  # where processes cannot fork, there is nothing to forget
    os.register_at_fork(after_in_child=_system_bytes.forget)


def _from_stream(key: bytes, message: bytes) -> Chance:
    from hmac import new  # whose `digest` stops for other threads each time, which takes longer than its work

    blocks = (new(key, message + block.to_bytes(8, "big"), "sha256").digest() for block in count())
    return partial(face_from_words, chain.from_iterable(blocks).__next__)


def _framed(*fields: bytes) -> bytes:
    """Lengths first, so that no two lists of fields run together into the same bytes."""
    return b"".join([len(each).to_bytes(4, "big") + each for each in fields])


def _utf8(text: str, name: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise InputError(f"The {name} must be text that can be written as UTF-8.") from None


def _checked(seed: bytes) -> bytes:
    if len(seed) != SEED_BYTES:
        raise InputError(f"A table's seed is {SEED_BYTES} bytes, not {len(seed)}.")
    return seed
