"""Requests about the table and its seats: open, join, rename, leave, hand over, links, rulings, seeds, notes."""

from __future__ import annotations

from typing import Any

from actionroll.errors import InputError
from actionroll.files import table_game
from actionroll.games import game
from actionroll.rules.inputs import make_rulings
from actionroll.rules.sheet import INTENTIONS, Rounds, starting_values
from actionroll.table import entries, rights
from actionroll.table.course import doing, inputs_for, rulings_of
from actionroll.table.fairness import refuse_while_falling
from actionroll.table.log import Entry
from actionroll.table.requests import (
    ANYONE,
    CHARACTER,
    GM,
    LEADING,
    OWN,
    PLAYERS,
    SEAT,
    Asking,
    Deed,
    Field,
    Opens,
    Shut,
    request,
)
from actionroll.table.roll_entries import InputsSet
from actionroll.table.state import ROLES, TABLE, Change, Character, Json, Role, Table
from actionroll.values import WORDLESS, not_blank
from actionroll.wire import rulings_shown

MOST_SEATS, MOST_WAITING = 40, 8
SEATED: dict[Role, int] = {"gm": 3, "player": 12, "onlooker": 20}
"""How many sit at a time who came by the link of a role, unless the table says otherwise."""
THE_ROUND = ((TABLE, "round"),)
"""What is said and done in a round builds on it: the round is not taken back alone."""


def opening(table: str, wanted: Json, commitment: str) -> entries.Opened:
    """The first entry of a table."""
    file = wanted.get("file") or ""
    played = table_game(file) if file else game(wanted.get("game", ""))
    rulings = make_rulings(played.rulings, wanted.get("rulings") or {})
    shared = played.sheet.of_the_table
    values = {name: value for name, value in starting_values(played.sheet).items() if name in shared}
    return entries.Opened(
        table=table,
        game=played.id,
        name=rights.name_of(wanted["name"], "table's name"),
        with_gm=wanted.get("with_gm") is not False,
        rulings=rulings_shown(rulings),
        values=values,
        commitment=commitment,
        file=file,
    )


def joining(table: Table, seat: str, name: Any, role: Role) -> entries.Joined:
    """The entry of someone who sits down."""
    if role not in ROLES:
        raise InputError(f"role takes one of {', '.join(ROLES)}.")
    if len([each for each in table.seats.values() if not each.gone]) >= MOST_SEATS:
        raise InputError(f"This table has its {MOST_SEATS} seats taken; the gm can free one.")
    _refuse_full(table, role)
    waits = bool(table.settings.get("knock")) and role != "gm"
    if waits and sum(each.waits and not each.gone for each in table.seats.values()) >= MOST_WAITING:
        raise InputError(f"{MOST_WAITING} are waiting to be let in already; try again once the gm has looked.")
    return entries.Joined(by=seat, seat=seat, name=_own_name(table, seat, name, role), role=role, waits=waits)


def seats_by_link(table: Table) -> dict[str, int]:
    """How many each link seats, as the settings name it."""
    usual = {_seats(role): most for role, most in SEATED.items()}
    return {name: table.settings.get(name, most) for name, most in usual.items()}


def _seats(role: Role) -> str:
    return f"{role}_seats"


def _refuse_full(table: Table, role: Role) -> None:
    """A link that got around seats no more than it should; who leaves makes room."""
    most = seats_by_link(table)[_seats(role)]
    if sum(each.role == role and not each.gone for each in table.seats.values()) >= most:
        leads = "the gm" if table.with_gm else "someone at the table"
        raise InputError(
            f"This link seats {most}, and {'that is' if most == 1 else 'all are'} taken; {leads} can let it seat more "
            "or free a seat (Gm, Seats and links)."
        )


def _own_name(table: Table, seat: str, wanted: Any, role: Role) -> str:
    """A nickname that nobody else at the table has, nor one that could be taken for it, nor a role."""
    name = rights.name_of(wanted, "nickname")
    if role != "gm" and rights.claims_role(name):
        raise InputError("A nickname does not say gm: who that is, the table tells; choose another name.")
    if taken := _namesake(table, seat, name):
        asked = "the gm" if table.with_gm else "someone at the table"
        raise InputError(
            f"Someone here is called {taken} already: choose another name; "
            f"or, if that seat is your own on another device, ask {asked} for a link to it."
        )
    return name


def _namesake(table: Table, seat: str, name: str) -> str:
    """What another seat is called that cannot be told from this name by its letters; empty if there is none."""
    others = (each.name for each in table.seats.values() if each.id != seat and not each.gone)
    return next((other for other in others if rights.alike(other, name)), "")


@request("let_in", SEAT, who=LEADING, undo="leave")
def let_in(asking: Asking, wanted: Json) -> list[Entry]:
    """Let someone sit down who waits for it; who is not to come in, their seat is freed."""
    rights.refuse_unless_leading(asking.table, asking.seat, "let someone in")
    found = asking.table.seats.get(wanted["seat"])
    if found is None or found.gone or not found.waits:
        raise rights.NotHere("Nobody waits to be let in there.")
    return [entries.LetIn(seat=found.id)]


@request("note", Field("text", "text", "The words.", required=True), who=PLAYERS)
def note(asking: Asking, wanted: Json) -> list[Entry]:
    """Write something into the log."""
    return [entries.Noted(text=rights.text_of(wanted["text"], "note"))]


@request("rename", Field("name", "text", "Your nickname.", required=True), who=ANYONE)
def rename(asking: Asking, wanted: Json) -> list[Entry]:
    """Take another nickname."""
    name = _own_name(asking.table, asking.seat.id, wanted["name"], asking.seat.role)
    if name == asking.seat.name:
        raise InputError(f"{name} is what you are called already; name another.")
    return [entries.Renamed(seat=asking.seat.id, name=name)]


@request(
    "leave",
    Field("seat", "text", "A seat's id; your own if it is left out."),
    who={"": ANYONE, "another's seat": LEADING},
    undo="bring_back",
)
def leave(asking: Asking, wanted: Json) -> list[Entry]:
    """Free a seat: one's own, or from the gm any."""
    freed = wanted["seat"] or asking.seat.id
    if freed != asking.seat.id:
        rights.refuse_unless_leading(asking.table, asking.seat, "free another seat")
    return [entries.Left(seat=rights.seat_at(asking.table, freed, waiting=True).id)]


@request("bring_back", SEAT, who=LEADING, undo="leave")
def bring_back(asking: Asking, wanted: Json) -> list[Entry]:
    """Give a freed seat back to its player."""
    table, seat = asking.table, wanted["seat"]
    rights.refuse_unless_leading(table, asking.seat, "bring a seat back")
    if seat not in table.seats or not table.seats[seat].gone:
        raise rights.NotHere("That seat is not one that was freed.")
    if taken := _namesake(table, seat, table.seats[seat].name):
        raise InputError(f"Another seat is called {taken} by now: let them take another name first, or free that seat.")
    return [entries.Returned(seat=seat)]


@request("seat_link", SEAT, who=LEADING, path="links/seat")
def seat_link(asking: Asking, wanted: Json) -> Deed:
    """A link for one seat, in place of any before: what opens it sits there, for another alone, for oneself besides."""
    rights.refuse_unless_leading(asking.table, asking.seat, "make a link for a seat")
    seat = rights.seat_at(asking.table, wanted["seat"])
    if seat.role == "gm" and asking.seat.role != "gm":
        raise InputError("Only the gm makes a link for the gm's seat.")
    opened = Opens(seat.role, seat.id, own=seat.id == asking.seat.id)
    return Deed([entries.SeatLinkMade(seat=seat.id)], shuts=(Shut(seat=seat.id),), opens=(opened,))


@request(
    "show_code",
    Field("screen", "yes or no", "For a screen that shows the stage alone: it opens what the onlookers' link does."),
    who=LEADING,
    path="links/code",
)
def show_code(asking: Asking, wanted: Json) -> Deed:
    """A short code to type at the front page: for ten minutes it opens what the players' link does."""
    rights.refuse_unless_leading(asking.table, asking.seat, "show a code")
    return Deed([entries.CodeShown()], opens=(Opens("onlooker" if wanted["screen"] else "player", typed=True),))


@request("renew_links", who=LEADING, path="links/renew")
def renew_links(asking: Asking, wanted: Json) -> Deed:
    """New links; the old ones open nothing any more, and seats that were taken stay."""
    rights.refuse_unless_leading(asking.table, asking.seat, "renew the links")
    return links_renewed(asking.table)


def links_renewed(table: Table) -> Deed:
    """New links, whoever makes them; nothing is added to the log of a table that has ended."""
    return Deed([] if table.ended else [entries.LinksRenewed()], shuts=(Shut(),), opens=links_of(table.with_gm))


def links_of(with_gm: bool) -> tuple[Opens, ...]:
    """The links that a table has."""
    return tuple(Opens(role) for role in ROLES if with_gm or role != "gm")


@request("hand_over", Field("to", "text", "The seat that becomes the gm's.", required=True), who=GM)
def hand_over(asking: Asking, wanted: Json) -> Deed:
    """Make another seat the gm. Links that the old gm knows to the gm's place or that seat open nothing any more."""
    if asking.seat.role != "gm":
        raise rights.NotYours("Only the gm may hand over; ask them.")
    to = rights.seat_at(asking.table, wanted["to"])
    if to.id == asking.seat.id:
        raise InputError("Hand over to another seat.")
    return Deed([entries.HandedOver(to=to.id)], shuts=(Shut(role="gm"), Shut(seat=to.id)))


@request(
    "rule",
    Field("rulings", "object", "Rulings by name.", required=True),
    who=LEADING,
    undo="rule",
)
def rule(asking: Asking, wanted: Json) -> list[Entry]:
    """Change rulings of the game; open rolls follow."""
    rights.refuse_unless_leading(asking.table, asking.seat, "change rulings")
    refuse_while_falling(asking.table, "change rulings")
    told = rulings_shown(make_rulings(asking.table.game.rulings, wanted["rulings"]))
    changed = {name: told[name] for name in wanted["rulings"] if told[name] != asking.table.rulings.get(name)}
    if not changed:
        raise InputError("rulings takes at least one ruling that is to be another than now.")
    return [entries.Ruled(rulings=changed)]


@request(
    "set_up",
    Field("advice", "yes or no", "Whether advice is shown at decisions."),
    Field("hand_dice", "yes or no", "Whether dice that were thrown by hand may be entered."),
    Field("undo_alone", "yes or no", "Whether one seat takes a roll back; if not, one wishes and another agrees."),
    Field("knock", "yes or no", "Whether who joins waits until they are let in."),
    *(Field(_seats(role), "number", f"How many the {role}s' link seats, 1 to {MOST_SEATS}.") for role in SEATED),
    who=LEADING,
    undo="set_up",
)
def set_up(asking: Asking, wanted: Json) -> list[Entry]:
    """Change a setting of the table."""
    rights.refuse_unless_leading(asking.table, asking.seat, "change settings")
    settings = {name: value for name, value in wanted.items() if value is not None}
    if not settings:
        raise InputError(f"Name a setting to change: {', '.join(wanted)}.")
    for name in settings.keys() & seats_by_link(asking.table).keys():
        if not 1 <= settings[name] <= MOST_SEATS:
            raise InputError(f"{name} takes a whole number from 1 to {MOST_SEATS}, not {settings[name]}.")
    return [entries.SetUp(settings=settings)]


@request("begin_round", who=LEADING, undo="undo")
def begin_round(asking: Asking, wanted: Json) -> list[Entry]:
    """A new round: marks that last a round are cleared, and where the game has phases intentions are said first."""
    table = asking.table
    rights.refuse_unless_leading(table, asking.seat, "begin a round")
    return [entries.RoundBegun(changes=round_is(table, table.values.get("round", 0) + 1))]


def round_is(table: Table, number: int) -> tuple[Change, ...]:
    """The table in a round of that number, in which nobody has said or done anything yet."""
    rounds = table.game.sheet.rounds
    after: Json = {"round": number} if "round" in table.values else {}
    after |= {rounds.actions: False, INTENTIONS: {}} if rounds else {}
    changes = [Change(TABLE, name, table.value(TABLE, name), value) for name, value in after.items()]
    for character in table.characters.values():
        marks = [mark for mark in table.game.sheet.each_round if character.values.get(mark)]
        changes += [Change(character.id, mark, True, False) for mark in marks]
    return tuple(change for change in changes if (change.before or 0) != (change.after or 0))


@request("end_rounds", who=LEADING, undo="undo")
def end_rounds(asking: Asking, wanted: Json) -> list[Entry]:
    """Rounds are over: whoever wants acts as they please."""
    rights.refuse_unless_leading(asking.table, asking.seat, "end the rounds")
    _round_of(asking.table)
    return [entries.RoundChanged(what="rounds_ended", changes=round_is(asking.table, 0))]


@request(
    "intend",
    CHARACTER,
    Field("intention", "text", "What the character is about to do this round.", required=True),
    who=OWN,
    undo="undo",
)
def intend(asking: Asking, wanted: Json) -> list[Entry]:
    """Say what a character is about to do this round, before anyone acts; who came later may still say it."""
    table = asking.table
    rounds, character = _round_of(table), rights.character_at(table, wanted["character"])
    rights.refuse_other_character(table, asking.seat, character)
    if table.value(TABLE, rounds.actions) and character.id in (table.values.get(INTENTIONS) or {}):
        raise InputError("The actions of this round have begun; intentions are said before, in the next round.")
    words = rights.text_of(wanted["intention"].strip(), "stated intention", 200)
    entry = entries.RoundChanged(what="intended", changes=_said(table, {character.id: words}), reads=THE_ROUND)
    own = [roll for roll in table.open_rolls if (roll.character, roll.status) == (character.id, "open")]
    told = [each for each in own if "intent" in inputs_for(table, each)]
    unwritten = [each for each in told if each.inputs.get("intent") in (None, "", doing(table, each).get("intent"))]
    return [entry, *(InputsSet(roll=roll.id, inputs={"intent": words}) for roll in unwritten)]


def _said(table: Table, intentions: Json) -> tuple[Change, ...]:
    """What some are about to do, beside what is said of the others."""
    before = table.values.get(INTENTIONS)
    return (Change(TABLE, INTENTIONS, before, {**(before or {}), **intentions}),) if intentions else ()


@request(
    "begin_actions",
    Field("unsaid", "text", "What those are about to do who have said nothing; else the round waits for them."),
    Field("waits", "yes or no", "Whether those who have said nothing wait and see."),
    who=LEADING,
    undo="undo",
)
def begin_actions(asking: Asking, wanted: Json) -> list[Entry]:
    """All intentions are said: this round comes to its actions, one for each in turn."""
    table, rounds = asking.table, _round_of(asking.table)
    rights.refuse_unless_leading(table, asking.seat, "begin the actions")
    if table.value(TABLE, rounds.actions):
        raise InputError("This round has come to its actions already; begin a new round when all have acted.")
    silent = [each for each in _players_characters(table) if each.id not in (table.values.get(INTENTIONS) or {})]
    said: Json = {}
    if silent and rounds.waits(rulings_of(table)):
        if not not_blank(wanted["unsaid"]) and not wanted["waits"]:
            names = ", ".join(each.name for each in silent)
            raise InputError(f"What these are about to do is not said yet: {names}. Say it for them (unsaid), or wait.")
        words = WORDLESS if wanted["waits"] else rights.text_of(wanted["unsaid"], "stated intention", 200)
        said = dict.fromkeys((each.id for each in silent), words)
    begun = Change(TABLE, rounds.actions, False, True)
    return [entries.RoundChanged(what="actions_begun", changes=(*_said(table, said), begun), reads=THE_ROUND)]


def _players_characters(table: Table) -> list[Character]:
    """All whom a player plays: a gm's own say nothing beforehand."""
    players = {seat.id for seat in table.seats.values() if seat.role == "player"}
    return [each for each in table.characters.values() if each.seat in players]


def _round_of(table: Table) -> Rounds:
    """How rounds go here, if one is being played."""
    if table.game.sheet.rounds is None:
        raise InputError(f"{table.game.title} has no rounds with intentions and actions; just act.")
    if not table.values.get("round"):
        raise InputError("No round has begun; begin one first (begin_round).")
    return table.game.sheet.rounds


@request("rotate_seed", who=LEADING)
def rotate_seed(asking: Asking, wanted: Json) -> Deed:
    """Reveal the seed of all throws so far, and commit to a new one."""
    rights.refuse_unless_leading(asking.table, asking.seat, "change the seed")
    refuse_while_falling(asking.table, "change the seed")
    epoch, made = asking.table.epoch + 1, asking.outside.new_commitment()
    changed = entries.SeedChanged(epoch=epoch, commitment=made, seed=asking.outside.seed)
    return Deed([changed], reveals_seed=True)


@request("end", who=LEADING)
def end(asking: Asking, wanted: Json) -> Deed:
    """End the table; its seed is revealed with it."""
    rights.refuse_unless_leading(asking.table, asking.seat, "end the table")
    return Deed([entries.Ended(seed=asking.outside.seed)], reveals_seed=True)


def is_alone(table: Table) -> bool:
    """Whether one person is all who plays here, so that nobody has to be told who wrote something."""
    return sum(seat.role != "onlooker" and not seat.gone for seat in table.seats.values()) == 1
