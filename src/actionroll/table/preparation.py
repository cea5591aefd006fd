"""What is prepared and kept in private: notes, opponents, handouts, scenes, lines to tap, what a clock brings; clocks.

Each is a card in the secret log. A gm's cards are the gm's, whoever that is by then; at a table without one they are
their author's. A handout can be given to one seat, or shown to all, and only then stands in the open log.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from actionroll.errors import InputError, UnknownName
from actionroll.rules.inputs import Input, inputs_of
from actionroll.rules.kinds import read
from actionroll.table import entries, rights
from actionroll.table.campaign import CARDS, JPEG, PICTURE, Card, cards_of, hash_of, is_seen
from actionroll.table.fairness import secret_name
from actionroll.table.log import Entry
from actionroll.table.requests import LEADING, PLAYERS, Asking, Deed, Field, Lays, request
from actionroll.table.rights import picture_read
from actionroll.table.state import Change, Json, Table

MOST_CONDITIONS = 8
LONGEST_CONDITION = 80
MOST_CARDS = 400
MOST_TRACKS, LARGEST_TRACK = 6, 100
MOST_NUMBERS = 12
LONGEST_CARD = 8000
MOST_CLOCKS = 40
LARGEST_CLOCK = 100
CLOCK = Field("clock", "text", "A clock's id.", required=True)
CARD = Field("card", "text", "A card's id.", required=True)


@request(
    "keep",
    Field("what", "text", f"What it is: {', '.join(CARDS)}.", required=True),
    Field("fields", "object", "What stands on it.", required=True),
    Field("card", "text", "The id of a card that is changed; a new one if it is left out."),
    who=LEADING,
    undo="take_back_card",
)
def keep(asking: Asking, wanted: Json) -> Deed:
    """Write a private card, or change one: nobody else sees it, or that there is one."""
    what = wanted["what"]
    rights.refuse_unless_leading(asking.table, asking.seat, "prepare something")
    if what not in CARDS:
        raise UnknownName("kind of card called", what, CARDS)
    cards = own_cards(asking)
    card = cards.get(_known(cards, wanted["card"])) if wanted["card"] else None
    if card is None and sum(bool(each.fields) for each in cards.values()) >= MOST_CARDS:
        raise InputError(f"At most {MOST_CARDS} cards are kept; take one away first.")
    if card is not None and card.what != what:
        raise InputError(f"That card is a {card.what}; what it is does not change.")
    drawn = {PICTURE: card.fields[PICTURE]} if card and PICTURE in card.fields else {}
    told = {name: each for name, each in wanted["fields"].items() if name != PICTURE}
    fields = {**_checked(asking.table, what, told), **drawn}
    if card is not None and card.fields == fields:
        raise InputError("It stands so already; say what is to be otherwise.")
    return Deed(secret=[_kept(asking, card.id if card else _new_id(asking), what, fields, card.to if card else "")])


@request(
    "illustrate",
    CARD,
    Field("picture", "text", "A JPEG in base64; empty takes the picture away.", required=True),
    who=LEADING,
    undo="take_back_card",
)
def illustrate(asking: Asking, wanted: Json) -> Deed:
    """Put a picture on a prepared handout, without whatever else its file says of where and when it was taken."""
    card = own_card(asking, wanted["card"])
    if card.what != "handout" or not card.fields:
        raise InputError("Only a handout that is there takes a picture.")
    content = picture_read(wanted["picture"]) if wanted["picture"] else b""
    sha = hash_of(content) if content else ""
    if card.fields.get(PICTURE, "") == sha:
        raise InputError("That is what it shows already; nothing is changed.")
    fields = {**_undrawn(card), **({PICTURE: sha} if sha else {})}
    kept = _kept(asking, card.id, card.what, fields, card.to)
    return Deed(secret=[kept], lays=(Lays(sha, JPEG, "", content),) if sha else ())


@request("discard", CARD, who=LEADING, undo="take_back_card")
def discard(asking: Asking, wanted: Json) -> Deed:
    """Take a private card away; what it said can be brought back."""
    card = own_card(asking, wanted["card"])
    if not card.fields:
        raise InputError("That card is taken away already.")
    return Deed(secret=[_kept(asking, card.id, card.what, {}, was=card.to)])


@request("take_back_card", CARD, who=LEADING, undo="take_back_card")
def take_back_card(asking: Asking, wanted: Json) -> Deed:
    """Take back the last change of a private card, or bring back one that was taken away."""
    card = own_card(asking, wanted["card"])
    return Deed(secret=[_kept(asking, card.id, card.what, dict(card.before or {}), card.to if card.before else "")])


@request(
    "hand_out",
    CARD,
    Field("seat", "text", "The seat that it is for; everyone if it is left out."),
    who=LEADING,
    undo="put_away",
)
def hand_out(asking: Asking, wanted: Json) -> Deed:
    """Show a prepared handout to all, or to one seat alone."""
    rights.refuse_unless_leading(asking.table, asking.seat, "hand something out")
    card = own_card(asking, wanted["card"])
    if card.what != "handout" or not card.fields:
        raise InputError("Only a handout that is there can be handed out.")
    if wanted["seat"]:
        to = rights.seat_at(asking.table, wanted["seat"]).id
        return Deed(secret=[_kept(asking, card.id, card.what, dict(card.fields), to, card.to)])
    if card.id in asking.table.campaign.handouts:
        raise InputError("Everyone sees it already.")
    return Deed([entries.HandedOut(handout=card.id, **card.fields)])


@request(
    "put_away",
    Field("handout", "text", "The id of something that was handed out.", required=True),
    who=LEADING,
    undo="hand_out",
)
def put_away(asking: Asking, wanted: Json) -> Deed:
    """Put away what was handed out: it is shown no more, and the log still tells of what all saw."""
    rights.refuse_unless_leading(asking.table, asking.seat, "put a handout away")
    if wanted["handout"] in asking.table.campaign.handouts:
        return Deed([entries.HandoutPutAway(handout=wanted["handout"])])
    card = own_card(asking, wanted["handout"])
    if not card.to:
        raise InputError("That is handed to nobody.")
    return Deed(secret=[_kept(asking, card.id, card.what, dict(card.fields), was=card.to)])


def own_cards(asking: Asking) -> dict[str, Card]:
    """The cards that a seat may change: its own, or the gm's."""
    seat = asking.seat
    own = [each for each in asking.outside.secrets if is_seen({**each, "to": "", "was": ""}, seat.id, seat.role)]
    return cards_of(own)


def own_card(asking: Asking, name: Any) -> Card:
    """One of them by its id."""
    rights.refuse_unless_leading(asking.table, asking.seat, "change what is prepared")
    cards = own_cards(asking)
    return cards[_known(cards, name)]


def cards_to_take(secrets: Iterable[Json], seat: str, role: str) -> list[Json]:
    """A seat's own cards as they stand, to take to another place."""
    own = [each for each in secrets if is_seen({**each, "to": "", "was": ""}, seat, role)]
    of_gm = {each["card"]: bool(each.get("of_gm")) for each in own if each["kind"] == "kept"}
    cards = [card for card in cards_of(own).values() if card.fields]
    return [{"card": each.id, "what": each.what, "fields": each.fields, "of_gm": of_gm[each.id]} for each in cards]


def pictures_shown(cards: Iterable[Json]) -> set[str]:
    """The hashes of the pictures on cards as they stand."""
    return {each["fields"][PICTURE] for each in cards if PICTURE in each["fields"]}


def hidden_pictures(asking: Asking) -> tuple[list[str], list[Entry]]:
    """All pictures that a seat ever put on cards, and the entries that take them off the cards that still show them."""
    laid = [each for each in asking.outside.secrets if each["kind"] == "kept" and each["by"] == asking.seat.id]
    gone = pictures_shown({"fields": {}, **each} for each in laid)
    drawn = [card for card in own_cards(asking).values() if card.fields.get(PICTURE) in gone]
    return sorted(gone), [_kept(asking, card.id, card.what, _undrawn(card), card.to) for card in drawn]


def _undrawn(card: Card) -> Json:
    return {name: each for name, each in card.fields.items() if name != PICTURE}


def card_read(table: Table, told: Any) -> entries.CardKept:
    """A card from an export, or an error that says what is wrong; it is the gm's, or of who opened the table."""
    whole = isinstance(told, dict) and set(told) == {"card", "what", "fields", "of_gm"} and told["what"] in CARDS
    if not whole or not isinstance(told["fields"], dict) or not isinstance(told["card"], str):
        raise InputError("A card in this export is not written as cards are; ask for the export anew.")
    fields, first = _checked(table, told["what"], told["fields"]), next(iter(table.seats))
    return entries.CardKept(by=first, card=told["card"], what=told["what"], fields=fields, of_gm=told["of_gm"] is True)


def _known(cards: dict[str, Card], name: Any) -> str:
    if name not in cards:
        raise rights.NotHere("There is no such card of yours.")
    return str(name)


def _new_id(asking: Asking) -> str:
    """A name that does not tell how many others there are."""
    return f"p{secret_name(asking.outside.secret_seed, len(asking.outside.secrets) + 1)[:12]}"


def _kept(asking: Asking, card: str, what: str, fields: Json, to: str = "", was: str = "") -> entries.CardKept:
    of_gm = asking.table.with_gm and asking.seat.role == "gm"
    return entries.CardKept(card=card, what=what, fields=fields, to=to, was="" if was == to else was, of_gm=of_gm)


# Clocks


@request(
    "make_clock",
    Field("name", "text", "What the clock is called.", required=True),
    Field("size", "number", "Its segments.", required=True),
    Field("full", "text", "What happens when it is full: private, and told to all when it fills."),
    who=LEADING,
    undo="remove_clock",
)
def make_clock(asking: Asking, wanted: Json) -> Deed:
    """A clock or progress track for all to see."""
    table, size = asking.table, wanted["size"]
    rights.refuse_unless_leading(table, asking.seat, "start a clock")
    if not 1 <= size <= LARGEST_CLOCK:
        raise InputError(f"size takes a whole number from 1 to {LARGEST_CLOCK}.")
    if len(table.clocks) >= MOST_CLOCKS:
        raise InputError(f"A table holds at most {MOST_CLOCKS} clocks; remove one first.")
    clock, name = f"k{table.number + 1}", rights.name_of(wanted["name"], "clock's name")
    secret = [clock_card(asking, clock, wanted["full"])] if wanted["full"] else []
    return Deed([entries.ClockMade(clock=clock, name=name, size=size)], secret)


@request("tick", CLOCK, Field("by", "number", "By how many segments; 1 if it is left out."), who=PLAYERS, undo="undo")
def tick(asking: Asking, wanted: Json) -> list[Entry]:
    """Fill or empty a clock by some segments, within its bounds."""
    clock = asking.table.clocks[_clock(asking.table, wanted["clock"])]
    after = min(clock.size, max(0, clock.filled + (1 if wanted["by"] is None else wanted["by"])))
    if after == clock.filled:
        raise InputError(f"{clock.name} stands at {clock.filled} of {clock.size} already.")
    filled = entries.Edited(changes=(Change(clock.id, "filled", clock.filled, after),))
    return [filled, *(what_fills(asking, clock.id) if after == clock.size else [])]


@request("remove_clock", CLOCK, who=LEADING)
def remove_clock(asking: Asking, wanted: Json) -> list[Entry]:
    """Take a clock away."""
    rights.refuse_unless_leading(asking.table, asking.seat, "remove a clock")
    return [entries.ClockRemoved(clock=_clock(asking.table, wanted["clock"]))]


def what_fills(asking: Asking, clock: str) -> list[Entry]:
    """The entry that tells what a full clock brings, where somebody wrote that down."""
    cards = cards_of(asking.outside.secrets).values()
    told = [str(card.fields["text"]) for card in cards if card.what == "clock" and card.fields.get("clock") == clock]
    return [entries.ClockFilled(clock=clock, text=text) for text in told[:1]]


def clock_card(asking: Asking, clock: str, text: str) -> entries.CardKept:
    """The card of what a new clock brings when it is full."""
    fields = {"clock": clock, "text": rights.text_of(text, "what happens then", LONGEST_CARD)}
    return _kept(asking, _new_id(asking), "clock", fields)


# What stands on a card


def _checked(table: Table, what: str, told: Json) -> Json:
    """What may stand on a card of this kind, without what is empty; or an error that says what is accepted."""
    accepted = _FIELDS[what]
    if unknown := [name for name in told if name not in accepted]:
        raise UnknownName(f"field of a {what}", unknown[0], accepted)
    found = {name: accepted[name](table, value) for name, value in told.items() if value not in ("", None, [], {})}
    needed = next(iter(accepted))
    if needed not in found:
        raise InputError(f"A {what} needs its {needed}.")
    return found


def _title(_table: Table, value: Any) -> str:
    return rights.name_of(value, "title")


def _text(_table: Table, value: Any) -> str:
    return rights.text_of(value, "text", LONGEST_CARD)


def _picture(_table: Table, value: Any) -> str:
    if not isinstance(value, str) or len(value) != 64 or set(value) - set("0123456789abcdef"):
        raise InputError("picture takes the hash of a picture; illustrate lays one there.")
    return value


def _line(_table: Table, value: Any) -> str:
    return rights.text_of(value, "line", 200)


def _use(_table: Table, value: Any) -> str:
    if value not in ("complication", "stake", "consequence"):
        raise InputError("for takes one of complication, stake, consequence.")
    return str(value)


def _character(table: Table, value: Any) -> str:
    return rights.character_at(table, value).id


def _clock(table: Table, value: Any) -> str:
    if not isinstance(value, str) or value not in table.clocks:
        raise UnknownName("clock", value, table.clocks)
    return str(value)


def _conditions(table: Table, value: Any) -> list[Json]:
    if not isinstance(value, list):
        raise InputError("conditions takes a list.")
    found = read_conditions(table, value)
    return [{"words": words, "input": name, "value": worth} for words, name, worth in found]


def _numbers(_table: Table, value: Any) -> Json:
    """What an opponent rolls and opposes with, by the names of inputs."""
    plain = isinstance(value, dict) and all(isinstance(each, str | int) for each in value.values())
    if not plain or len(value) > MOST_NUMBERS or any(len(str(each)) > rights.LONGEST_NAME for each in value.items()):
        raise InputError(f"numbers takes at most {MOST_NUMBERS} numbers or dice by name.")
    return dict(value)


def _tracks(_table: Table, value: Any) -> list[Json]:
    if not isinstance(value, list) or len(value) > MOST_TRACKS or not all(isinstance(each, dict) for each in value):
        raise InputError(f"tracks takes up to {MOST_TRACKS} objects with name, size and filled.")
    return [_track(each) for each in value]


def _track(told: Json) -> Json:
    size, filled = told.get("size"), told.get("filled", 0)
    whole = all(isinstance(each, int) and not isinstance(each, bool) for each in (size, filled))
    if not whole or not 1 <= size <= LARGEST_TRACK or not 0 <= filled <= size:  # type: ignore[operator]
        raise InputError(f"A track has a size from 1 to {LARGEST_TRACK}, and is filled from 0 to that.")
    return {"name": rights.name_of(told.get("name"), "track's name"), "size": size, "filled": filled}


Reads = Callable[[Table, Any], Any]
_FIELDS: dict[str, dict[str, Reads]] = {
    "note": {"text": _text, "title": _title, "about": _character},
    "npc": {"name": _title, "text": _text, "numbers": _numbers, "tracks": _tracks},
    "handout": {"title": _title, "text": _text, PICTURE: _picture},
    "scene": {"name": _title, "conditions": _conditions},
    "line": {"text": _line, "for": _use},
    "clock": {"text": _text, "clock": _clock},
}
"""What can stand on each kind of card; the first must."""


def read_conditions(table: Table, told: Any) -> tuple[tuple[str, str, Any], ...]:
    """Conditions of a scene, each with an input of the game's action that it proposes, or an error."""
    conditions = told or []
    if len(conditions) > MOST_CONDITIONS or not all(isinstance(each, dict) for each in conditions):
        raise InputError(f"conditions takes up to {MOST_CONDITIONS} objects with words, input and value.")
    return tuple(_condition(table, each) for each in conditions)


def _condition(table: Table, told: Json) -> tuple[str, str, Any]:
    inputs = proposable(table)
    name, words = told.get("input", ""), rights.text_of(told.get("words"), "condition", LONGEST_CONDITION)
    if not name:
        return words, "", None
    if not isinstance(name, str) or name not in inputs:
        raise UnknownName("input that a scene can propose", name, inputs)
    value = told.get("value")
    read(inputs[name].kind, name, value)
    return words, name, value


def proposable(table: Table) -> dict[str, Input]:
    """The inputs of the game's action that someone says at the table, and that no sheet fills: a bonus, a position."""
    said = inputs_of(table.game.move("action").attempt).items()
    by_people = {name: each for name, each in said if each.by in ("gm", "roller") and not each.required}
    return {name: each for name, each in by_people.items() if not each.kind.is_text and not each.late}
