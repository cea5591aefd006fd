"""The hash that every entry carries tells of all that stands, field by field; what it leaves out is named with why."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from inspect import getmembers, isclass
from typing import Any

import pytest

from actionroll.table import campaign, state
from actionroll.table.campaign import (
    Campaign,
    Card,
    Clock,
    Evening,
    Handout,
    KnownPaper,
    Said,
    StoryScene,
    Telling,
    Undertaking,
)
from actionroll.table.log import NONE_HASHED, state_hash
from actionroll.table.state import (
    Answered,
    Change,
    Character,
    Chose,
    Ending,
    Fell,
    Offer,
    Over,
    Owed,
    Past,
    Seat,
    Table,
    TableRoll,
)
from actionroll.values import Pages, Summed

FROM_DICE = "follows from the game's rules and the dice and choices, which are hashed"
AS_SAID = "said once by an entry, which the chain of the log holds"
FROM_BEFORE = "follows from entries and rolls before, which were hashed while they stood"
IN_MEMORY = "worked out again on each machine"
LEFT_OUT: dict[tuple[type, str], str] = {
    (Offer, "part"): "follows from the input, which is hashed",
    (Offer, "place"): "the order of inputs is the game's, and may change",
    (TableRoll, "by"): AS_SAID,  # as what was brought to it is, once it is no longer open
    (TableRoll, "rules"): AS_SAID,
    (TableRoll, "rulings"): "those of the table when its first dice fell, hashed there",
    (TableRoll, "throws"): FROM_DICE,
    (TableRoll, "ending"): FROM_DICE,
    (TableRoll, "fell"): "tells what can be taken back; what fell changed values and is settled, both hashed",
    (TableRoll, "reached"): IN_MEMORY,
    (TableRoll, "owed"): IN_MEMORY,
    (TableRoll, "sheets"): IN_MEMORY,
    (Table, "rules_of"): IN_MEMORY,
    (Table, "file"): AS_SAID,
    (Table, "ruled"): "the rulings of before, each hashed when it held",
    (Table, "tried"): FROM_BEFORE,
    (Table, "rolled"): FROM_BEFORE,
    (Table, "over"): FROM_BEFORE,
    (Table, "recent"): FROM_BEFORE,
    (Table, "making"): "follows from the rolls that stand, which are hashed",
    (Table, "past"): FROM_BEFORE,
    (Table, "undone"): "hashed as taken_back, which does not grow",
    (Table, "traces"): FROM_BEFORE,
    (Table, "struck"): FROM_BEFORE,
    (Table, "demands"): IN_MEMORY,
    (Table, "awaiting"): IN_MEMORY,
    (Table, "known"): IN_MEMORY,
    (Table, "hashes"): IN_MEMORY,
}
"""What no hash tells, and why it need not. What old logs lack is no reason: it is hashed where it is not as usual, as
`waits` of a seat is."""
NOT_STANDING = {Change, Fell, Chose, Owed, Ending, Past, Over, Card, Telling, Said}
"""What entries say, what is kept of those before, what lies in private, and words."""


def at_one_roll() -> Table:
    table = Table(id="t1", game_id="in-the-dark", campaign=CAMPAIGN)
    table.live[2] = TableRoll(2, "s1", "c1", "action")
    return table


EVENING, HANDOUT = Evening("e1", 1, 2), Handout("h1", "A letter")
OFFER = Offer("s1", "c1", "assist")
ANSWERED, SCENE = Answered(3, 2, 0, []), StoryScene("n1", "The vault")
CAMPAIGN = Campaign({"e1": EVENING}, SCENE, {"h1": HANDOUT})
STANDING = (
    Seat("s1", "Gem", "gm"),
    Character("c1", "Nyx", "s1", {"stress": 1}),
    Clock("k1", "Alarm", 6),
    Undertaking("u1", "vow", "Home", "formidable"),
    KnownPaper("c1", "text", "", "s1"),
    EVENING,
    SCENE,
    HANDOUT,
    CAMPAIGN,
    OFFER,
    ANSWERED,
    TableRoll(2, "s1", "c1", "action"),
    at_one_roll(),
)
"""One of everything that stands at a table."""
OTHERWISE: dict[str, Any] = {
    "taken": (Fell(dice=((6, 4),)), Chose(decision="resist", option="decline")),
    "offers": (OFFER,),
    "answered": (ANSWERED,),
    "ending": Ending(tier="success"),
    "reached": object(),
    "owed": (),
    "sheets": ((), {}, []),
    "hashes": NONE_HASHED,
    "scene": None,
    "campaign": Campaign(),
    "seats": {"s2": Seat("s2", "Pim", "player")},
    "characters": {"c2": Character("c2", "Moth", "s2", {})},
    "clocks": {"k2": Clock("k2", "Dawn", 4)},
    "undertakings": {"u2": Undertaking("u2", "vow", "Home", "epic")},
    "evenings": {},
    "handouts": {},
    "papers": {"a" * 64: KnownPaper("c1", "text", "", "s1")},
    "live": Summed(),
    "over": Pages(),
    "past": Pages(),
    "demands": (2, None),
    "rules_of": str,
    "named": {0: [{"way": "harm"}]},
}
"""Another value of what is no plain text, number, list or map."""


def names_of(thing: Any) -> list[str]:
    """Its fields, but the hash that a roll itself keeps."""
    names = [each.name for each in fields(thing)] if is_dataclass(thing) else thing._fields
    return [name for name in names if name != "digest"]


def other(name: str, value: Any) -> Any:
    """Not what it was."""
    if name in OTHERWISE:
        return OTHERWISE[name]
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str():
            return value + "1"
        case dict():
            return {**value, "other": ["1"]}
        case tuple():
            return (*value, ("other", "stress", 1))
        case frozenset():
            return value | {"other"}
        case bytes():
            return value + b"1"
        case list():
            return [*value, "other"]
        case _:
            raise AssertionError(f"say in OTHERWISE what else '{name}' can be")


def with_other(thing: Any, name: str) -> Any:
    value = other(name, getattr(thing, name))
    if isinstance(thing, TableRoll):
        return thing.but(**{name: value})
    if isinstance(thing, Table):
        later = thing.fork()
        later.hashes = None
        setattr(later, name, value)
        return later
    return thing._replace(**{name: value})


def table_of(thing: Any) -> Table:
    """A table at which only this stands."""
    if isinstance(thing, Table):
        return thing
    table = Table(id="t1", game_id="in-the-dark")
    match thing:
        case TableRoll():
            table.live[2] = thing
        case Offer():
            table.live[2] = TableRoll(2, "s1", "c1", "action", offers=(thing,))
        case Answered():
            table.live[2] = TableRoll(2, "s1", "c1", "action", answered=(thing,))
        case Campaign():
            table.campaign = thing
        case StoryScene():
            table.campaign = Campaign(scene=thing)
        case Evening():
            table.campaign = Campaign(evenings={thing.id: thing})
        case Handout():
            table.campaign = Campaign(handouts={thing.id: thing})
        case KnownPaper():
            table.papers = {"b" * 64: thing}
        case _:
            setattr(table, f"{type(thing).__name__.lower()}s", {getattr(thing, "id", "b" * 64): thing})
    return table


@pytest.mark.parametrize(
    ("thing", "name"),
    [pytest.param(each, name, id=f"{type(each).__name__}.{name}") for each in STANDING for name in names_of(each)],
)
def test_what_stands_is_hashed_field_by_field(thing: Any, name: str) -> None:
    """Else it could differ between a log and who reads it, and nobody would notice."""
    differs = state_hash(table_of(thing)) != state_hash(table_of(with_other(thing, name)))
    if why := LEFT_OUT.get((type(thing), name)):
        assert not differs, f"it is hashed, though LEFT_OUT says: {why}"
        return
    assert differs, "tell it in the hash where it is not as usual: PARTS in table/log.py, of a roll _digest"


def test_everything_that_can_stand_is_tried() -> None:
    declared = {
        each
        for module in (state, campaign)
        for _, each in getmembers(module, isclass)
        if each.__module__ == module.__name__ and (is_dataclass(each) or hasattr(each, "_fields"))
    }
    untried = declared - NOT_STANDING - {type(each) for each in STANDING}
    assert not untried, "put one of it into STANDING, and say in table_of where it stands"
