"""Who may do what at a table, and what names, texts and pictures may be.

What comes out of a picture has one frame, known sizes, no words, no place and no bytes behind its end; everything else
is refused. Only JPEG is read, which every phone makes of any picture itself.
"""

from __future__ import annotations

import binascii
import re
from base64 import b64decode
from collections.abc import Container, Iterator, Mapping
from itertools import pairwise
from typing import Any, NamedTuple
from unicodedata import category, decimal, normalize

from actionroll.errors import ActionrollError, InputError, UnknownName
from actionroll.rules.game import Move
from actionroll.rules.inputs import inputs_of
from actionroll.rules.things import THINGS
from actionroll.table.state import Character, Json, Over, Seat, Table, TableRoll
from actionroll.values import is_said

MOST_MEMBERS = 20
LONGEST_NAME, LONGEST_SENTENCE = 40, 100
LONGEST_NOTE = 2000
LONGEST_NONCE = 64
JOINERS = frozenset("\u200c\u200d")
"""Within words of some scripts, and within pictures of several people."""
BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0\u034f")
"""Counted as letters or signs, and nothing is seen of them."""
SAME_LOOKS = (
    "aАаΑαᎪꓮɑᴀ bВвΒᏴꓐʙ cСсᏟᴄꓚ dԁᎠꓓᴅ eЕеєΕᎬᴇꓰ fꜰꓝϜᖴ𐊇Ғ gցɡɢᏀᎶꓖ hНнһΗհᎻʜꓧ iіιıɪ jЈјᎫᴊꓙ kКкΚκᏦᴋꓗ "
    "lІӏΙԼᏞꓡ|1IʟꓲᏆ mМмΜᎷᴍꓟ nΝηոɴꓠ oОоΟοօⲞⲟ0ᴏꓳ pРрΡρᏢꓑᴘᑭ qԛզ rᎡʀᏒꓣᖇ sЅѕᏚꓢꜱ tТтΤτᎢᴛꓔ uυսᴜꓴմ vνᏙᴠꓦ wԝᎳᴡꓪ"
    " xХхΧχꓫ×⤫ⲭⲬ᙭ⵝ yУуҮүΥγʏꓬᎩ zΖᏃᴢꓜ"
)
TWINS = {ord(twin): looks[0] for looks in SAME_LOOKS.split() for twin in looks[1:]}
TWINS |= {first + place: chr(97 + place) for first in (0x1F150, 0x1F170, 0x1F1E6) for place in range(26)}
"""Letters of other alphabets, and signs, that look like a Latin letter in one of their cases: that one stands first."""
PAIRS = (("rn", "m"), ("vv", "w"))
GM = frozenset({"gm", "gamemaster"})


class NotYours(ActionrollError):
    """Someone else's to do."""


class NotLetIn(NotYours):
    """Who is still to be let in sees and does nothing."""

    def __init__(self) -> None:
        super().__init__("This seat is not let in yet; the gm sees who waits.")


class NotHere(ActionrollError):
    """There is no such seat, roll or character here, or it is over."""


class TableEnded(NotHere):
    """Nothing is added to a table that has ended."""

    def __init__(self) -> None:
        super().__init__("This table has ended; its log can still be read and exported.")


def seat_at(table: Table, seat: str, *, waiting: bool = False) -> Seat:
    """A seat that is at the table; one that is still to be let in, only if that is said."""
    found = table.seats.get(seat)
    if found is None or found.gone:
        raise NotHere("This seat is not at the table any more; ask the gm for a new link.")
    if found.waits and not waiting:
        raise NotLetIn
    return found


def leads(table: Table, seat: Seat) -> bool:
    """Whether a seat has the gm's rights: the gm, or any player of a table without one."""
    return seat.role == "gm" or (not table.with_gm and seat.role == "player")


def refuse_unless_leading(table: Table, seat: Seat, what: str) -> None:
    """Only the gm; at a table without one, any player."""
    if not leads(table, seat):
        raise NotYours(f"Only the gm may {what}; ask them.")


def refuse_earned(table: Table, seat: Seat, names: Container[str]) -> None:
    """What waits for a next roll is earned by rolls: by hand only whoever leads changes it."""
    for track in table.game.sheet.tracks:
        if track.rolled and track.name in names:
            refuse_unless_leading(table, seat, f"set {track.name}, which only rolls change")


def character_at(table: Table, name: object) -> Character:
    """A character by id."""
    if isinstance(name, str) and name in table.characters:
        return table.characters[name]
    raise UnknownName("character", name, table.characters)


def refuse_other_character(table: Table, seat: Seat, character: Character) -> None:
    """A player acts for their own characters; the gm for all."""
    if character.seat != seat.id and not leads(table, seat):
        raise NotYours(f"{character.name} is played from another seat; only that seat or the gm may do this.")


def roll_at(table: Table, number: int, *statuses: str) -> TableRoll | Over:
    """A roll by the number of its declaration, in one of these states."""
    roll = table.roll(number)
    if roll is None:
        raise NotHere("There is no such roll at this table; look at the log for its number.")
    if statuses and roll.status not in statuses:
        raise NotHere(f"That roll is {roll.status}; this takes one that is {' or '.join(statuses)}.")
    return roll


def live_roll(table: Table, number: int, *statuses: str, falling: bool = False) -> TableRoll:
    """A roll that is being built or waiting, in one of these states; whose dice are falling, only if that is said."""
    roll = roll_at(table, number, *statuses)
    if isinstance(roll, TableRoll) and roll.called and not falling:
        raise NotHere("The dice of that roll are falling; wait for them.")
    if not isinstance(roll, TableRoll):
        raise NotHere(f"That roll is over; this takes one that is {' or '.join(statuses)}.")
    return roll


def npc_of(table: Table, seat: Seat, wanted: Json) -> Character:
    """Someone without a sheet, whom the gm plays and who is known by name alone."""
    refuse_unless_leading(table, seat, "roll for someone without a sheet")
    name = name_of(wanted["npc"], "npc's name")
    if wanted["character"] or name in table.characters or re.fullmatch(r"c\d+", name):
        raise InputError("npc takes a name, in place of a character, that is no character's id.")
    return Character(name, name, seat.id, {})


def roll_to_set(table: Table, number: int, inputs: Mapping[str, Any], decide: Any) -> TableRoll:
    """The roll of which this is said: an open one, or for words alone also one whose dice fall or lie.

    Words change no dice: who was still writing when somebody threw has not written in vain.
    """
    roll = table.roll(number)
    if isinstance(roll, TableRoll) and inputs and not decide and roll.status in ("open", "waiting", "done"):
        declared = inputs_of(table.move(roll.move).attempt)
        are_words = (name in declared and declared[name].kind.is_text for name in inputs)
        if all(are_words) and all(map(is_said, inputs.values())):
            return roll
    return live_roll(table, number, "open")


def refuse_other_roll(table: Table, seat: Seat, roll: TableRoll | Over) -> None:
    """A roll is its roller's; the gm may act for an absent seat."""
    if roll.seat != seat.id and not leads(table, seat):
        raise NotYours("This roll is made from another seat; only that seat or the gm may do this.")


def refuse_other_dice(table: Table, seat: Seat, roll: TableRoll, owner: str) -> None:
    """Dice are thrown from the seat whose they are: a helper who rolls first does so from their own."""
    if owner == seat.id or leads(table, seat):
        return
    if owner == roll.seat:
        refuse_other_roll(table, seat, roll)
    else:
        raise NotYours(f"{table.seats[owner].name} throws these dice first; only that seat or the gm may do this.")


def refuse_what_players_roll(table: Table, move: Move, what: str) -> None:
    """What only players roll is rolled by no character of the gm's, nor in secret."""
    if move.players_only and table.with_gm:
        others = ", ".join(each.name for each in table.game.moves if not each.players_only)
        raise InputError(f"Only players roll {move.name}, and {what} is the gm's; the gm rolls {others}.")


def name_of(text: Any, what: str = "name", longest: int = LONGEST_NAME) -> str:
    """A name that people can read and nothing can hide in."""
    if not isinstance(text, str):
        raise InputError(f"The {what} is text of 1 to {longest} characters.")
    clean = " ".join(normalize("NFC", text).split())
    seen = any(category(letter)[0] in "LNPS" and letter not in BLANK for letter in clean)
    if not 1 <= len(clean) <= longest or _hides(clean) or not seen:
        raise InputError(f"The {what} is text of 1 to {longest} characters, without control characters.")
    return clean


def sentence_of(text: Any, what: str) -> str:
    """A name that is often a whole sentence, as a vow is."""
    return name_of(text, what, LONGEST_SENTENCE)


def alike(one: str, other: str) -> bool:
    """Whether two names have the same letters, or can be taken for each other by their looks."""
    return _letters(one) == _letters(other) or _at_a_glance(one) == _at_a_glance(other)


def claims_role(name: str) -> bool:
    """Whether a name says of itself that this is the gm, in whichever letters."""
    words = "".join(each if each.isalnum() else " " for each in _looks(name).replace(".", "")).split()
    return not GM.isdisjoint([*words, *map("".join, pairwise(words))])


def _letters(name: str) -> str:
    seen = [each for each in normalize("NFKC", name) if not _is_unseen(each)]
    return normalize("NFKC", "".join(seen).casefold())


def _at_a_glance(name: str) -> str:
    """How a name looks, without gaps and stops."""
    looks = _looks(name)
    return "".join(each for each in looks if category(each)[0] not in "PZ") or looks


def _looks(name: str) -> str:
    shown = [each for each in normalize("NFKC", name) if not _is_unseen(each)]
    seen = "".join(str(decimal(each, each)) for each in shown if not _is_stroke(each)).translate(TWINS).casefold()
    for pair, single in PAIRS:
        seen = seen.replace(pair, single)
    return seen


def _is_stroke(letter: str) -> bool:
    """A line through or below a letter, as no alphabet has it."""
    return "\u0300" <= letter <= "\u036f"


def _is_unseen(letter: str) -> bool:
    variant = "\ufe00" <= letter <= "\ufe0f" or letter >= "\U000e0000"
    return variant or letter in BLANK or category(letter) == "Cf"


def text_of(text: Any, what: str, longest: int = LONGEST_NOTE) -> str:
    """Free text of a bounded length."""
    if not isinstance(text, str) or not 1 <= len(text) <= longest or _hides(text.replace("\n", " ")):
        raise InputError(f"The {what} is text of 1 to {longest} characters, without control characters.")
    return text


def nonce_of(text: str | None) -> str:
    """What a roller's own device adds to the dice; empty if it adds nothing."""
    if text is None:
        return ""
    if not (len(text) <= LONGEST_NONCE and text.isascii() and text.isprintable()):
        raise InputError(f"nonce takes at most {LONGEST_NONCE} plain letters and digits.")
    return text


def _hides(text: str) -> bool:
    """Control characters, those that turn the direction of writing or are not seen, and halves of characters."""
    return any(category(letter) in ("Cc", "Cf", "Cs", "Zl", "Zp") and letter not in JOINERS for letter in text)


# What pictures may be

PICTURE_BYTES = 45_000
LARGEST_SIDE = 1024
MOST_SCANS = 40
"""A picture that is drawn in steps has about ten; thousands of them keep a phone busy for minutes."""
A_PICTURE = f"A picture is a JPEG of at most {PICTURE_BYTES // 1000} kB and {LARGEST_SIDE} by {LARGEST_SIDE} pixels"
_SOI, _EOI, _SOS, _DQT, _DHT, _DRI, _APP0 = 0xD8, 0xD9, 0xDA, 0xDB, 0xC4, 0xDD, 0xE0
_FRAMES = (0xC0, 0xC1, 0xC2)
"""Drawn at once, or in steps; other ways of JPEG are read by few browsers."""
_DRAWS = frozenset({_DQT, _DHT, _DRI, *_FRAMES})
_LEFT_OUT = frozenset({*range(_APP0, 0xF0), 0xFE})
"""Made by whom, where and when, with which colours, and words: a picture is drawn without."""
_WITHIN = frozenset({0, 0xFF, *range(0xD0, 0xD8)})
"""What may follow 0xFF while something is drawn."""


class NoPicture(InputError):
    """Not a picture that is taken here."""

    def __init__(self, why: str) -> None:
        super().__init__(f"{A_PICTURE}: {why}.")


class _Segment(NamedTuple):
    marker: int
    whole: bytes
    content: bytes


def picture_read(text: Any) -> bytes:
    """A picture from base64, clean."""
    if not isinstance(text, str) or len(text) > PICTURE_BYTES * 4 // 3 + 4:
        raise NoPicture("this one is larger")
    try:
        raw = b64decode(text, validate=True)
    except (ValueError, binascii.Error):
        raise NoPicture("this is not base64") from None
    return clean_picture(raw)


def clean_picture(raw: bytes) -> bytes:
    """The picture with nothing but what draws it, or an error that says what is taken."""
    if len(raw) > PICTURE_BYTES:
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
        place += 1
    raise NoPicture("this one is cut off or broken")


class User(NamedTuple):
    """Who uses things of their own in a roll."""

    character: str
    names: str = THINGS
    """The input that names them."""
    side: str = ""
    """What the names of their own inputs begin with, where there are two sides."""


def users_of(table: Table, roll: TableRoll) -> tuple[User, ...]:
    """Whoever rolls, and in a contest the other side, if someone plays it."""
    if not table.move(roll.move).against:
        return (User(roll.character),)
    other = (User(roll.against, f"defender_{THINGS}", "defender_"),) if roll.against else ()
    return (User(roll.character, THINGS, "attacker_"), *other)


def other_side(table: Table, move: Move, character: Character, name: Any) -> Character:
    """The character that a contest is against."""
    if not move.against:
        raise InputError(f"{move.name} has no other side; leave against out.")
    against = character_at(table, name)
    if against.id == character.id:
        raise InputError(f"{character.name} cannot roll against themselves; name another character.")
    return against


def members_of(table: Table, move: Move, names: list[str]) -> list[Character]:
    """Those who roll together, each once."""
    if move.name not in table.game.sheet.share:
        raise InputError(f"{move.name} is not rolled by several together; leave members out.")
    if len(set(names)) < len(names):
        raise InputError(f"members takes up to {MOST_MEMBERS} characters, each once.")
    return [character_at(table, each) for each in names]


def own_rolls(table: Table, roll: TableRoll, helper: str, proof: tuple[str, str, str]) -> dict[int, Any]:
    """What each roll that someone made since this one was declared settled of what is asked for before they help."""
    move, settled, _ = proof
    known = [*(each for _, each in table.live.after(roll.id)), *table.recent]
    own = [each for each in known if (each.character, each.move, each.status) == (helper, move, "done")]
    return {each.id: each.ending.facts[settled] for each in own if each.id > roll.id and each.ending}
