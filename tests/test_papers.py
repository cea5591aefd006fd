"""Words and portraits beside the log: who reads them, what undo brings back, and what is gone for good."""

import pytest

from actionroll.games import game
from actionroll.table import Viewer, sheet_view, table_view
from actionroll.table.log import standing
from actionroll.table.papers import KEPT, LONGEST, may_read
from tests.jpegs import PICTURE
from tests.table_in_memory import Laid, Played

PLAYER, OTHER, GM = Viewer("s2", "player"), Viewer("s3", "player"), Viewer("s1", "gm")


@pytest.fixture
def played() -> Played:
    return Laid(game("in-the-dark"))


def test_words_are_for_all_and_private_ones_for_the_seat_alone(played: Laid) -> None:
    words = {"pronouns": "she/her", "look": "A grey coat.", "line": "Never seen leaving.", "notes": "Owes Moth."}
    played.do("s2", "describe", character="c1", words=words)
    played.do("s2", "note_privately", character="c1", text="I am the duke's heir.")
    assert sheet_view(played.table, "c1", OTHER, played.texts)["words"] == words
    assert sheet_view(played.table, "c1", PLAYER, played.texts)["private"] == {"notes": "I am the duke's heir."}
    for viewer in (OTHER, GM, Viewer("", "onlooker")):
        assert "heir" not in str(table_view(played.table, viewer, (), (), played.texts))


def test_a_paper_is_read_by_whom_it_is_for(played: Laid) -> None:
    played.do("s2", "describe", character="c1", words={"look": "A grey coat."})
    played.do("s2", "note_privately", character="c1", text="I am the duke's heir.")
    public, private = (played.table.value("c1", f"paper:{what}") for what in ("words", "private"))
    assert [may_read(played.table, public, seat) for seat in ("", "s1", "s2", "s3")] == [True] * 4
    assert [may_read(played.table, private, seat) for seat in ("", "s1", "s2", "s3")] == [False, False, True, False]
    assert not may_read(played.table, "0" * 64, "s2"), "nobody laid it"


def test_private_words_stay_with_the_seat_when_the_character_is_given_away(played: Laid) -> None:
    played.do("s2", "note_privately", character="c1", text="I am the duke's heir.")
    played.do("s1", "give", character="c1", seat="s3")
    assert "private" not in sheet_view(played.table, "c1", OTHER, played.texts)
    assert sheet_view(played.table, "c1", PLAYER, played.texts)["private"]["notes"]
    assert "Only whoever plays" in played.refuses("s2", "note_privately", character="c1", text="Mine.")


def test_the_log_has_hashes_alone_and_no_two_of_them_are_alike(played: Laid) -> None:
    for character, seat in (("c1", "s2"), ("c2", "s3")):
        played.do(seat, "describe", character=character, words={"pronouns": "they"})
    assert len(played.table.papers) == 2, "the same words have different hashes, so that nobody finds them by trying"
    assert "they" not in str(standing(played.table))


def test_undo_brings_words_and_portrait_back(played: Laid) -> None:
    played.do("s2", "describe", character="c1", words={"look": "Grey."})
    later = played.do("s2", "describe", character="c1", words={"look": "Red."})
    portrait = played.do("s2", "portray", character="c1", picture=PICTURE)
    assert sheet_view(played.table, "c1", OTHER, played.texts)["portrait"] in played.table.papers
    played.do("s1", "undo", entry=portrait)
    played.do("s1", "undo", entry=later)
    shown = sheet_view(played.table, "c1", OTHER, played.texts)
    assert shown["words"] == {"look": "Grey."}
    assert "portrait" not in shown


def test_what_stands_outlives_the_versions_after_it_and_what_is_gone_is_not_shown(played: Laid) -> None:
    def dressed(many: int) -> list[int]:
        return [played.do("s2", "describe", character="c1", words={"look": f"Coat {place}."}) for place in range(many)]

    def look() -> object:
        return sheet_view(played.table, "c1", OTHER, played.texts).get("words")

    for entry in reversed(dressed(KEPT["words"])[1:]):
        played.do("s1", "undo", entry=entry)
    played.do("s1", "undo", entry=played.do("s2", "describe", character="c1", words={"look": "A cloak."}))
    assert look() == {"look": "Coat 0."}
    for entry in reversed(dressed(KEPT["words"] + 1)):
        played.do("s1", "undo", entry=entry)
    assert look() is None, "that version was not kept"
    assert "words" not in sheet_view(played.table, "c1", OTHER, {}), "whether or not anything tells of it"


def test_what_a_player_deletes_is_gone_in_all_versions(played: Laid) -> None:
    for look in ("Grey.", "Red."):
        played.do("s2", "describe", character="c1", words={"look": look})
    played.do("s2", "portray", character="c1", picture=PICTURE)
    played.do("s3", "describe", character="c2", words={"look": "Tall."})
    played.do("s2", "burn")
    assert set(sheet_view(played.table, "c1", PLAYER, played.texts)) & {"words", "portrait", "private"} == set()
    assert [content for content in played.texts.values() if content] == [
        content for content in played.texts.values() if b"Tall." in content
    ]
    assert "no words or pictures of yours" in played.refuses("s2", "burn")


def test_the_gm_deletes_a_portrait_and_leaves_private_words(played: Laid) -> None:
    played.do("s2", "portray", character="c1", picture=PICTURE)
    played.do("s2", "note_privately", character="c1", text="Mine.")
    played.do("s1", "burn", character="c1")
    shown = sheet_view(played.table, "c1", PLAYER, played.texts)
    assert "portrait" not in shown
    assert shown["private"] == {"notes": "Mine."}


def test_few_versions_are_kept(played: Laid) -> None:
    for number in range(KEPT["words"] + 5):
        played.do("s2", "describe", character="c1", words={"look": f"Coat {number}."})
    assert len(played.table.papers) == KEPT["words"]
    assert sheet_view(played.table, "c1", OTHER, played.texts)["words"] == {"look": f"Coat {number}."}
    assert len([content for content in played.texts.values() if content]) == KEPT["words"]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ({"height": "tall"}, "words takes pronouns"),
        ({"line": "x" * (LONGEST["line"] + 1)}, "1 to 200 characters"),
        ({"look": "a\u202eb"}, "control characters"),
        ({}, "nothing is changed"),
    ],
)
def test_bad_words_are_refused_in_a_sentence(played: Laid, words: dict[str, str], says: str) -> None:
    assert says in played.refuses("s2", "describe", character="c1", words=words)


def test_a_table_without_papers_stands_as_before(played: Laid) -> None:
    assert not {"papers", "laid"} & set(standing(played.table))
