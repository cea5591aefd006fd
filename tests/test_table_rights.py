"""Who may do what, tried in memory: every use of every request, by everyone, at tables with a gm and without one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from actionroll.errors import ActionrollError
from actionroll.games import game
from actionroll.table import REQUESTS
from actionroll.table.campaign import laid_by
from actionroll.table.log import written
from actionroll.table.papers import PLAYS_IT
from actionroll.table.requests import Who
from tests.every_use import GAMES, USES, Table, newcomer
from tests.table_in_memory import Dice, Played

ROLES = {"gm": "s1", "player": "s2", "other": "s3", "onlooker": "s4"}
GM_ALONE = {"secret_roll", "reveal", "hand_over"}
"""What needs a gm: at a table without one nobody may."""
OWN_CARDS = {"illustrate", "discard", "take_back_card", "hand_out"}
"""Of cards, which at a table without a gm are their author's."""


@dataclass
class Sits:
    """A seat in memory, as those of a server are asked."""

    played: Played
    seat: str

    def do(self, operation: str, key: str | None = None, **body: Any) -> Any:
        """What it makes of the log."""
        before = len(self.played.lines)
        number = self.played.do(self.seat, operation, **body)
        entries = [{"entry": written(line.entry)} for line in self.played.lines[before:]]
        return {"number": number, "entries": entries}

    def try_to(self, operation: str, key: str | None = None, **body: Any) -> Any:
        return self.played.allows(self.seat, operation, **body)

    def see(self) -> Any:
        return self.played.sees(self.seat)


class InMemory(Table):
    """A gm or a third player, the two whose characters are there, and an onlooker."""

    def __init__(self, game_id: str, *, with_gm: bool = True) -> None:
        self.played = Played(game(game_id), with_gm=with_gm)
        self.played.outside = Dice()
        self.played.sit("Una", "onlooker")
        super().__init__(*(Sits(self.played, seat) for seat in ("s1", "s2", "s3")))

    def joined(self) -> Sits:
        return Sits(self.played, self.played.sit(newcomer()))

    def asked(self, use: str, seat: str) -> str:
        """What comes of a use from a seat: `yes`, or the refusal with its class."""
        try:
            self.played.do(seat, use.partition(" ")[0], **USES[use](self))
        except ActionrollError as refused:
            return f"{type(refused).__name__}: {refused}"
        return "yes"


def declared(use: str) -> Who:
    name, _, how = use.partition(" ")
    return REQUESTS[name].who[how.strip("()")]


def at_a_table(use: str, *, with_gm: bool = True) -> InMemory:
    return InMemory(GAMES.get(use, "in-the-dark"), with_gm=with_gm)


def test_every_use_that_is_declared_is_tried() -> None:
    known = {f"{name} ({how})" if how else name for name, each in REQUESTS.items() for how in each.who}
    assert set(USES) == known


@pytest.mark.parametrize("use", USES)
def test_everyone_may_what_is_declared(use: str) -> None:
    for role, seat in ROLES.items():
        told = at_a_table(use).asked(use, seat)
        assert (told == "yes") == getattr(declared(use), role), (role, told)
        assert told.startswith(("yes", "NotYours")), (role, told)


@pytest.mark.parametrize("use", [use for use in USES if not declared(use).onlooker])
def test_an_onlooker_only_watches_even_one_who_was_given_a_character(use: str) -> None:
    table = at_a_table(use)
    table.played.do("s1", "give", character="c1", seat="s4")
    told = table.played.refuses("s4", use.partition(" ")[0])
    only_watches = "An onlooker watches; join as a player to take part."
    assert told == (only_watches if use != "leave (another's seat)" else "")
    assert table.played.sees("s4")["characters"][0]["seat"] == "s4"


def may_without_gm(use: str, role: str) -> bool:
    """Every player has the gm's rights, but nobody rolls in secret or hands over, and nobody takes back their own."""
    who = declared(use)
    if role == "onlooker" or who is PLAYS_IT:
        return bool(getattr(who, role))
    if use == "undo":
        return role != "player"
    return use not in GM_ALONE and who.gm


@pytest.mark.parametrize("use", [each for each in USES if each not in OWN_CARDS | {"reveal"}])
def test_at_a_table_without_gm_every_player_leads(use: str) -> None:
    for role in ("player", "other", "onlooker"):
        told = at_a_table(use, with_gm=False).asked(use, ROLES[role])
        assert (told == "yes") == may_without_gm(use, role), (role, told)
        assert told.startswith(("yes", "NotYours")), (role, told)


@pytest.mark.parametrize("use", sorted(OWN_CARDS))
def test_a_card_of_a_table_without_gm_is_its_authors(use: str) -> None:
    table = at_a_table(use, with_gm=False)
    assert table.asked(use, "s2") == "NotHere: There is no such card of yours."
    assert table.asked(use, "s1") == "yes"


def test_only_a_gm_reveals() -> None:
    played = Played(game("in-the-dark"), with_gm=False)
    assert played.refuses("s2", "reveal", secret=1) == "Only the gm reveals a secret roll."


@pytest.mark.parametrize("request_name", sorted(REQUESTS))
def test_who_is_gone_or_waits_does_nothing_and_nothing_is_done_once_it_ended(request_name: str) -> None:
    played = Played(game("in-the-dark"))
    played.do("s1", "set_up", knock=True)
    waits = played.sit("Una")
    played.do("s1", "leave", seat="s3")
    gone = "This seat is not at the table any more; ask the gm for a new link."
    assert played.refuses("s3", request_name) == played.refuses("s99", request_name) == gone
    assert played.refuses(waits, request_name) == "This seat is not let in yet; the gm sees who waits."
    played.do("s1", "end")
    over = "This table has ended; its log can still be read and exported."
    assert (played.refuses("s1", request_name) == over) == (request_name != "burn")


# what is taken back

TAKEN_BACK = [use for use in USES if REQUESTS[use.partition(" ")[0]].undo == "undo"]
OF_ROLLS = {"throw", "decide", "roll_at_once", "settle", "say_late"}


def test_what_takes_a_request_back_is_a_request_itself() -> None:
    for each in REQUESTS.values():
        assert each.undo in ("", *REQUESTS), each.name


@pytest.mark.parametrize("use", [use for use in TAKEN_BACK if use.partition(" ")[0] not in OF_ROLLS])
def test_what_is_taken_back_leaves_all_as_it_was_for_everyone(use: str) -> None:
    table = at_a_table(use)
    played, body = table.played, USES[use](table)
    before = {seat: standing(played, seat) for seat in ROLES.values()}
    entry = played.do("s2" if declared(use) is PLAYS_IT else "s1", use.partition(" ")[0], **body)
    assert any(standing(played, seat) != before[seat] for seat in before), "it is seen by someone"
    played.do("s1", "undo", entry=entry)
    assert {seat: standing(played, seat) for seat in before} == before
    assert played.sees("s2")["undone"] == [entry]
    told = played.refuses("s1", "undo", entry=entry)
    assert told.startswith("Only a roll whose dice fell, what it brought, or an edit can be undone, and only once")


def standing(played: Played, seat: str) -> Any:
    """All that a seat sees, without the count of entries and what was taken back; papers by their names.

    What is nothing is not there.
    """
    papers = {each.id: laid_by(each.values) for each in played.table.characters.values()}
    seen = {name: each for name, each in played.sees(seat).items() if name not in ("number", "undone")}
    return _there({**seen, "papers": papers})


def _there(seen: Any) -> Any:
    if isinstance(seen, dict):
        return {name: _there(each) for name, each in seen.items() if each is not None}
    return [_there(each) for each in seen] if isinstance(seen, list) else seen
