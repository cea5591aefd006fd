"""What lies beside the log: words about characters and their portraits, which the log names by hash alone.

So words can be private, and words and pictures can be deleted for good, while the log stays as it was written. Words
carry a salt, so that nobody finds short ones by trying; earlier versions are kept a while, for undo.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from typing import Any

from actionroll.errors import InputError
from actionroll.table import rights
from actionroll.table.campaign import JPEG, PAPER, PICTURE, PORTRAIT, TEXT, KnownPaper, hash_of, laid_by
from actionroll.table.log import Edit, Entry, canonical, entry
from actionroll.table.preparation import hidden_pictures
from actionroll.table.requests import CHARACTER, OWN, PLAYERS, Asking, Deed, Field, Lays, Who, request
from actionroll.table.rights import clean_picture, picture_read
from actionroll.table.state import Change, Character, Json, Table

WORDS, PRIVATE = "words", "private"
LONGEST = {"pronouns": 40, "look": 300, "line": 200, "notes": 4000, "history": 2000}
"""What can be said of a character for all to read, each with its longest text."""
KEPT = {WORDS: 10, PRIVATE: 10, PORTRAIT: 3}
"""So many versions are kept of each, the latest among them."""
PLAYS_IT = Who("the one who plays it", gm=False, player=True, other=False, onlooker=False)


@entry("laid", beside="papers")
class Laid(Edit):
    """Words or a picture were laid beside the log, or taken away; the change has their hashes."""

    seat: str = ""
    """The seat that alone may read them."""
    burned: tuple[str, ...] = ()
    """Earlier ones that are not kept any longer."""

    def fold(self, table: Table, number: int) -> None:
        """Know of what lies there now."""
        for where, name, _, sha in self.changes:
            laid = {sha: KnownPaper(where, name.removeprefix(PAPER), self.seat, self.by)} if sha else {}
            table.papers = {each: kept for each, kept in {**table.papers, **laid}.items() if each not in self.burned}


@entry("burned", beside="papers")
class Burned(Entry):
    """Words and pictures were deleted for good."""

    burned: tuple[str, ...]

    def fold(self, table: Table, number: int) -> None:
        """Know of it no more, and show it nowhere."""
        table.papers = {sha: paper for sha, paper in table.papers.items() if sha not in self.burned}
        table.campaign = table.campaign.without_pictures(self.burned)
        for each in table.characters.values():
            for what in [what for what, sha in laid_by(each.values).items() if sha in self.burned]:
                table.put(Change(each.id, PAPER + what, "", ""), "")


@request(
    "describe",
    CHARACTER,
    Field("words", "words", f"For all to read: {', '.join(LONGEST)}; what is left out is empty.", required=True),
    who=OWN,
    undo="undo",
)
def describe(asking: Asking, wanted: Json) -> Deed:
    """Say who a character is: pronouns, a look, a line, notes, and what they went through elsewhere."""
    character = _own(asking, wanted)
    words = wanted["words"]
    if unknown := [name for name in words if name not in LONGEST]:
        raise InputError(f"words takes {', '.join(LONGEST)}, not {unknown[0]}.")
    said = {name: rights.text_of(words[name], name, longest) for name, longest in LONGEST.items() if words.get(name)}
    return _laid(asking, character, WORDS, _words(asking, said))


@request(
    "note_privately",
    CHARACTER,
    Field("text", "text", "What only your own seat reads; empty takes it away.", required=True),
    who=PLAYS_IT,
    undo="undo",
)
def note_privately(asking: Asking, wanted: Json) -> Deed:
    """Keep notes of one's own about a character: nobody else reads them, the gm neither."""
    character = rights.character_at(asking.table, wanted["character"])
    if character.seat != asking.seat.id:
        raise rights.NotYours(f"Only whoever plays {character.name} keeps private notes there.")
    said = {"notes": rights.text_of(wanted["text"], "note", LONGEST["notes"])} if wanted["text"] else {}
    return _laid(asking, character, PRIVATE, _words(asking, said), asking.seat.id)


@request(
    "portray",
    CHARACTER,
    Field("picture", "text", "A JPEG in base64; empty takes the portrait away.", required=True),
    who=OWN,
    undo="undo",
)
def portray(asking: Asking, wanted: Json) -> Deed:
    """Give a character a portrait, without whatever else its file says of where and when it was taken."""
    character = _own(asking, wanted)
    return _laid(asking, character, PORTRAIT, picture_read(wanted["picture"]) if wanted["picture"] else b"")


@request(
    "burn",
    Field("character", "text", "A character's id; without it, all that you laid at this table yourself."),
    who={"": PLAYERS, "of a character": OWN},
    at_ended=True,
)
def burn(asking: Asking, wanted: Json) -> Deed:
    """Delete words and pictures for good, all versions: of a character, or all of one's own."""
    papers = asking.table.papers.items()
    if wanted["character"]:
        whose, seat = _own(asking, wanted).id, asking.seat.id
        gone = tuple(sha for sha, paper in papers if paper.where == whose and paper.seat in ("", seat))
    else:
        gone = tuple(sha for sha, paper in papers if paper.by == asking.seat.id)
    hidden, blank = ([], []) if wanted["character"] else hidden_pictures(asking)
    if not gone and not hidden:
        raise InputError("There are no words or pictures of yours here.")
    told = [Burned(burned=gone)] if gone and not asking.table.ended else []
    return Deed(told, blank, lays=tuple(Lays(sha) for sha in dict.fromkeys((*gone, *hidden))))


def _own(asking: Asking, wanted: Json) -> Character:
    character = rights.character_at(asking.table, wanted["character"])
    rights.refuse_other_character(asking.table, asking.seat, character)
    return character


def _words(asking: Asking, said: Json) -> bytes:
    return canonical({"salt": asking.outside.salt(), **said}) if said else b""


def _laid(asking: Asking, character: Character, what: str, content: bytes, seat: str = "") -> Deed:
    table, before = asking.table, asking.table.value(character.id, PAPER + what)
    sha = hash_of(content) if content else ""
    if sha == (before or ""):
        raise InputError("That is what stands there already; nothing is changed.")
    burned = _outlived(table, character.id, what, sha)
    entry = Laid(changes=(Change(character.id, PAPER + what, before, sha),), seat=seat, burned=burned)
    laid = (Lays(sha, JPEG if what == PORTRAIT else TEXT, seat, content),) if sha else ()
    return Deed([entry], lays=(*(Lays(each) for each in burned), *laid))


def _outlived(table: Table, character: str, what: str, fresh: str) -> tuple[str, ...]:
    """The versions that are not kept any longer once there is one more; what stands somewhere stays."""
    own = [sha for sha, paper in table.papers.items() if (paper.where, paper.what) == (character, what)]
    shown = {sha for each in table.characters.values() for sha in laid_by(each.values).values()}
    return tuple(sha for sha in own[: max(0, len(own) + 1 - KEPT[what])] if sha != fresh and sha not in shown)


def words_shown(table: Table, character: str, seat: str, texts: Mapping[str, bytes]) -> Json:
    """What a seat may read of a character's words, and the hash of its portrait; what is not said is left away."""
    papers = laid_by(table.characters[character].values)
    laid = {what: sha for what, sha in papers.items() if sha in table.papers and texts.get(sha) != b""}
    mine = [what for what, sha in laid.items() if table.papers[sha].seat in ("", seat)]
    told: Json = {what: _said(texts[laid[what]]) for what in mine if what != PORTRAIT and laid[what] in texts}
    if PORTRAIT in laid:
        told[PORTRAIT] = laid[PORTRAIT]
    return told


def _said(content: bytes) -> Json:
    return {name: each for name, each in json.loads(content).items() if name != "salt"}


def may_read(table: Table, sha: str, seat: str) -> bool:
    """Whether a paper is there, and for this seat."""
    return sha in table.papers and table.papers[sha].seat in ("", seat)


def public_papers(table: Table) -> list[str]:
    """What everyone at the table may read, and so travels with the log."""
    return sorted(sha for sha, paper in table.papers.items() if not paper.seat)


def brought(table: Table, sha: Any, kind: Any, content: bytes, hidden: Collection[str] = ()) -> Lays:
    """A paper that came with a log, if that or a card with a hidden picture names it; anything else is an error."""
    paper = table.papers.get(sha) if isinstance(sha, str) else None
    if paper is None and sha in hidden:
        paper = KnownPaper("", PICTURE, "", "")
    wanted = JPEG if paper and paper.what in (PORTRAIT, PICTURE) else TEXT
    if not paper or paper.seat or kind != wanted or hash_of(content) != sha or not _is_sound(kind, content):
        raise InputError("A paper in it is not one that its log names; ask for the export anew.")
    return Lays(str(sha), kind, "", content)


def _is_sound(kind: str, content: bytes) -> bool:
    if kind == JPEG:
        return clean_picture(content) == content
    try:
        said = json.loads(content)
    except ValueError:
        return False
    longest = {"salt": 64, **LONGEST}
    return isinstance(said, dict) and all(
        isinstance(each, str) and len(each) <= longest.get(name, 0) for name, each in said.items()
    )
