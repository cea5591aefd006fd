"""Pictures: what draws one is kept, everything else in the file is refused or left out."""

from base64 import b64decode, b64encode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from actionroll.errors import ActionrollError
from actionroll.table.rights import LARGEST_SIDE, PICTURE_BYTES, NoPicture, clean_picture, picture_read
from tests.jpegs import JPEG, PICTURE, PNG, WEBP, segment, sized, with_segment

SCRIPT = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
PLACE = b"Exif\0\0MM\0*GPS 52.5200 N 13.4050 E"


def test_a_phones_own_picture_is_taken_and_stays_as_it_is() -> None:
    kept = picture_read(PICTURE)
    tables = JPEG.index(b"\xff\xdb")
    assert kept == JPEG[:2] + JPEG[tables:], "only its colours' profile and the name of the format are left out"
    assert clean_picture(kept) == kept


@pytest.mark.parametrize(
    ("what", "file"),
    [
        ("a place in Exif", with_segment(0xE1, PLACE)),
        ("words", with_segment(0xFE, b"taken at home")),
        ("colours with words in them", with_segment(0xE2, b"ICC_PROFILE\0home")),
        ("an archive behind the picture", JPEG + b"PK\x03\x04 home"),
        ("a page behind the picture", JPEG + b"<script>home</script>"),
        ("another picture behind it", JPEG + JPEG),
        ("a script in a segment", with_segment(0xED, SCRIPT)),
        ("filled up by one", JPEG[:2] + b"\xff" + JPEG[2:]),
        ("filled up", JPEG[:2] + b"\xff\xff" + JPEG[2:]),
    ],
)
def test_what_does_not_draw_is_left_out(what: str, file: bytes) -> None:
    assert clean_picture(file) == clean_picture(JPEG), what


@pytest.mark.parametrize(
    ("file", "says"),
    [
        (SCRIPT, "something else"),
        (b"GIF89a" + bytes(40), "something else"),
        (b64decode(PNG), "something else"),
        (b64decode(WEBP), "something else"),
        (b"", "something else"),
        (sized(10_000, 10_000), "10000 by 10000"),
        (sized(LARGEST_SIDE + 1, 1), "1025 by 1"),
        (sized(0, 5), "0 by 5"),
        (JPEG[:-2], "cut off"),
        (JPEG[:40], "cut off"),
        (b"\xff\xd8\xff\xd9", "nothing is drawn"),
        (b"\xff\xd8" + segment(0xC0, bytes(3)) + JPEG[2:], "other colours"),
        (b"\xff\xd8" + segment(0xC9, bytes(15)) + JPEG[2:], "not drawn as pictures are"),
        (JPEG[:2] + JPEG[JPEG.index(b"\xff\xc0") :][:19] + JPEG[2:], "not drawn as pictures are"),
        (JPEG[:-2] + JPEG[JPEG.index(b"\xff\xda") : -2] * 60 + JPEG[-2:], "not drawn as pictures are"),
        (JPEG + bytes(PICTURE_BYTES), "larger"),
    ],
)
def test_hostile_files_are_refused_in_a_sentence(file: bytes, says: str) -> None:
    with pytest.raises(NoPicture, match=says) as refused:
        clean_picture(file)
    assert "A picture is a JPEG of at most 45 kB and 1024 by 1024 pixels" in str(refused.value)


SCAN = JPEG[JPEG.index(b"\xff\xda") : -2]
FRAME = JPEG.index(b"\xff\xc0")


def with_frame(marker: int = 0xC0, bits: int = 8, colours: int = 3) -> bytes:
    """The picture, whose frame says how it is drawn."""
    parts = bytes((1, 0x11, 0)) * colours
    frame = segment(marker, bytes((bits, 0, 16, 0, 16, colours)) + parts)
    return JPEG[:FRAME] + frame + JPEG[FRAME + 19 :]


def scanned(times: int) -> bytes:
    return JPEG[:-2] + SCAN * (times - 1) + JPEG[-2:]


@pytest.mark.parametrize(
    ("what", "taken", "refused"),
    [
        ("drawn in steps", scanned(40), scanned(41)),
        ("as large as can be", sized(1024, 1024), sized(1024, 1025)),
        ("as wide as can be", sized(1024, 1), sized(1025, 1)),
        ("a single point", sized(1, 1), sized(1, 0)),
        ("as long as can be", JPEG + bytes(45_000 - len(JPEG)), JPEG + bytes(45_001 - len(JPEG))),
        ("in three colours", with_frame(colours=3), with_frame(colours=4)),
        ("in grey", with_frame(colours=1), with_frame(colours=2)),
        ("with eight bits", with_frame(bits=8), with_frame(bits=12)),
        ("drawn in steps by its frame", with_frame(0xC2), with_frame(0xC3)),
        ("drawn at once with longer tables", with_frame(0xC1), with_frame(0xC5)),
        ("with the last kind of segment that a maker has", with_segment(0xEF, b"x"), with_segment(0xF0, b"x")),
        ("with restarts while it is drawn", JPEG[:-2] + b"\xff\xd0\xff\xd7\xff\xd9", JPEG[:-2] + b"\xff\xd8\xff\xd9"),
        ("filled up before its end", JPEG[:-2] + b"\xff\xff\xff\xd9", JPEG[:-2] + b"\xff\xff\xff"),
        ("filled up by one before its end", JPEG[:-2] + b"\xff\xff\xd9", JPEG[:-2] + b"\xff\xff"),
        ("with an empty segment", with_segment(0xFE, b""), JPEG[:2] + b"\xff\xfe\0\1" + JPEG[2:]),
    ],
)
def test_what_is_just_taken_and_what_just_is_not(what: str, taken: bytes, refused: bytes) -> None:
    assert clean_picture(taken), what
    with pytest.raises(NoPicture):
        clean_picture(refused)


def test_how_often_a_drawing_begins_anew_stays_in_it() -> None:
    assert b"\xff\xdd\0\4\0\2" in clean_picture(with_segment(0xDD, b"\0\2"))


@pytest.mark.parametrize(
    "text",
    [f"{PICTURE[:40]}\n{PICTURE[40:]}", "not base64!", "data:image/jpeg;base64,AAAA", "A" * 70_000, "é", None, 5],
)
def test_only_base64_is_read(text: object) -> None:
    with pytest.raises(NoPicture):
        picture_read(text)


@given(st.binary(max_size=300), st.integers(0, len(JPEG)), st.integers(0, 40))
def test_any_bytes_are_refused_or_come_out_clean(junk: bytes, place: int, cut: int) -> None:
    """Whatever comes out has no words of the file's maker, and reads as itself."""
    try:
        kept = clean_picture(JPEG[:place] + junk + JPEG[place + cut :])
    except ActionrollError:
        return
    assert clean_picture(kept) == kept
    assert kept.endswith(b"\xff\xd9")


def test_the_largest_that_is_taken_fits_into_one_request() -> None:
    assert len(b64encode(bytes(PICTURE_BYTES))) + 1000 < 65_536
