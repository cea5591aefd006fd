"""What lies beside the log: papers that it names by hash; and a small reader of pictures from phones.

What comes out of a picture has one frame, known sizes, no words, no place and no bytes behind its end; everything else
is refused. Only JPEG is read, which every phone makes of any picture itself.
"""

from __future__ import annotations

import binascii
from base64 import b64decode
from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any, NamedTuple

from actionroll.errors import InputError

PAPER = "paper:"
"""What the names of papers begin with among the names of a character's values."""
TEXT, JPEG = "text", "image/jpeg"
PORTRAIT, PICTURE = "portrait", "picture"
"""Papers that are looked at: a character's face, what a handout shows."""
MOST_BYTES = 45_000
LARGEST_SIDE = 1024
MOST_SCANS = 40
"""A picture that is drawn in steps has about ten; thousands of them keep a phone busy for minutes."""
TAKEN = f"A picture is a JPEG of at most {MOST_BYTES // 1000} kB and {LARGEST_SIDE} by {LARGEST_SIDE} pixels"
_SOI, _EOI, _SOS, _DQT, _DHT, _DRI, _APP0 = 0xD8, 0xD9, 0xDA, 0xDB, 0xC4, 0xDD, 0xE0
_FRAMES = (0xC0, 0xC1, 0xC2)
"""Drawn at once, or in steps; other ways of JPEG are read by few browsers."""
_DRAWS = frozenset({_DQT, _DHT, _DRI, *_FRAMES})
_LEFT_OUT = frozenset({*range(_APP0, 0xF0), 0xFE})
"""Made by whom, where and when, with which colours, and words: a picture is drawn without."""
_WITHIN = frozenset({0, 0xFF, *range(0xD0, 0xD8)})
"""What may follow 0xFF while something is drawn."""


class Paper(NamedTuple):
    """What the log knows of bytes that lie beside it."""

    where: str
    """Whose it is: the id of a character, or of a handout."""
    what: str
    seat: str
    """The seat that alone may read it; empty for all at the table."""
    by: str
    """The seat that laid it there."""


def laid_by(values: Mapping[str, Any]) -> dict[str, str]:
    """The hashes of the papers among a character's values, by what they are."""
    papers = {name.removeprefix(PAPER): sha for name, sha in values.items() if name.startswith(PAPER)}
    return {what: sha for what, sha in papers.items() if sha}


def hash_of(content: bytes) -> str:
    """The name of a paper in the log."""
    return sha256(content).hexdigest()


class NoPicture(InputError):
    """Not a picture that is taken here."""

    def __init__(self, why: str) -> None:
        super().__init__(f"{TAKEN}: {why}.")


class _Segment(NamedTuple):
    marker: int
    whole: bytes
    content: bytes


def picture_read(text: Any) -> bytes:
    """A picture from base64, clean."""
    if not isinstance(text, str) or len(text) > MOST_BYTES * 4 // 3 + 4:
        raise NoPicture("this one is larger")
    try:
        raw = b64decode(text, validate=True)
    except (ValueError, binascii.Error):
        raise NoPicture("this is not base64") from None
    return clean(raw)


def clean(raw: bytes) -> bytes:
    """The picture with nothing but what draws it, or an error that says what is taken."""
    if len(raw) > MOST_BYTES:
        raise NoPicture("this one is larger")
    if raw[:2] != bytes((0xFF, _SOI)):
        raise NoPicture("this file is something else")
    kept, frames, scans = [raw[:2]], 0, 0
    for segment in _segments(raw):
        if segment.marker in _LEFT_OUT:
            continue
        if segment.marker in _FRAMES:
            _check_frame(segment.content)
            frames += 1
        scans += segment.marker == _SOS
        if frames > 1 or (segment.marker == _SOS and not frames) or scans > MOST_SCANS:
            raise NoPicture("this one is not drawn as pictures are")
        kept.append(segment.whole)
    if not scans:
        raise NoPicture("nothing is drawn in this one")
    return b"".join(kept)


def _check_frame(content: bytes) -> None:
    if len(content) < 6 or content[0] != 8 or content[5] not in (1, 3) or len(content) != 6 + 3 * content[5]:
        raise NoPicture("this one has other colours than screens do")
    height, width = int.from_bytes(content[1:3], "big"), int.from_bytes(content[3:5], "big")
    if not (1 <= height <= LARGEST_SIDE and 1 <= width <= LARGEST_SIDE):
        raise NoPicture(f"this one is {width} by {height}")


def _segments(raw: bytes) -> Iterator[_Segment]:
    """All segments up to the end of the picture, scans with what they draw; what follows the end is not looked at."""
    place = 2
    while True:
        if place + 2 > len(raw) or raw[place] != 0xFF:
            raise NoPicture("this one is cut off or broken")
        marker = raw[place + 1]
        if marker == 0xFF:  # filled up
            place += 1
            continue
        if marker == _EOI:
            yield _Segment(marker, raw[place : place + 2], b"")
            return
        if marker not in _DRAWS | _LEFT_OUT | {_SOS}:
            raise NoPicture("this one is not drawn as pictures are")
        end = place + 2 + int.from_bytes(raw[place + 2 : place + 4], "big")
        if end > len(raw) or end < place + 4:
            raise NoPicture("this one is cut off or broken")
        content = raw[place + 4 : end]
        if marker == _SOS:
            end = _scan_end(raw, end)
        yield _Segment(marker, raw[place:end], content)
        place = end


def _scan_end(raw: bytes, place: int) -> int:
    """Where the drawing ends that begins here: at the next marker that does not belong to it."""
    while (place := raw.find(0xFF, place)) != -1 and place + 1 < len(raw):
        following = raw[place + 1]
        if following not in _WITHIN:
            return place
        place += 1 if following == 0xFF else 2
    raise NoPicture("this one is cut off or broken")
