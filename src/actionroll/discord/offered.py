"""What is offered to someone who types or presses, from the sheets and the rules; and what they said, as a request."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from actionroll.discord import components as parts
from actionroll.discord.components import Json, MenuLine, Typed
from actionroll.discord.menus import Pressed, RollShown, input_options
from actionroll.errors import InputError, UnknownName
from actionroll.rules.inputs import Input, inputs_of
from actionroll.rules.kinds import Kind, read
from actionroll.rules.sheet import SheetForm, picks_of
from actionroll.table import course, help, rights  # noqa: A004  what others bring to a roll
from actionroll.table.sheets import own_traits
from actionroll.table.state import TABLE, Character, Table, TableRoll
from actionroll.web.tables import Seated

if TYPE_CHECKING:
    from actionroll.discord.interactions import Press

CHARACTER, TRAIT, HOW = "character", "trait", "how"
NO_CHARACTER = "You play nobody here yet: use /character make, and roll then."


# While someone types


def while_typing(asked: Seated, command: Typed) -> list[MenuLine]:
    """What may be typed for what is being typed, from the sheets; that which fits best first."""
    found: Iterable[MenuLine] = ()
    match command.name, command.focused:
        case "character make", "name":
            found = _ready(asked.opened.table)
        case "roll", "trait":
            found = _traits(asked, command)
        case "roll", "move":
            found = _moves(asked.opened.table)
        case "roll", "against":
            found = _named(asked.opened.table.characters.values())
        case "character set", "what":
            found = _values(asked, command)
        case _, "character" | "name":
            found = _named(characters_of(asked, anyones=command.name == "character show"))
        case _:
            pass
    return _fitting(found, command.text(command.focused))


def _fitting(found: Iterable[MenuLine], typed: str) -> list[MenuLine]:
    said = typed.lower()
    fits = [each for each in found if said in (each.label or each.value).lower()]
    return sorted(fits, key=lambda each: not (each.label or each.value).lower().startswith(said))


def _ready(table: Table) -> Iterator[MenuLine]:
    taken = {each.name for each in table.characters.values()}
    for each in table.game.face.ready if table.game.face else ():
        if each.name not in taken:
            yield MenuLine(each.name, f"{each.name}: {each.line}")


def _traits(asked: Seated, command: Typed) -> Iterator[MenuLine]:
    table = asked.opened.table
    character = character_meant(asked, command.text(CHARACTER))
    values = {**table.values_of(character), **own_traits(table, character)}
    picks = [pick for pick in picks_of(table.game.sheet, command.text("move") or "action") if pick]
    for name in (*picks, *own_traits(table, character)):
        yield MenuLine(name, f"{table.game.label(name)} {values[name]}" if name in values else table.game.label(name))


def _moves(table: Table) -> Iterator[MenuLine]:
    called = table.game.face.moves if table.game.face else {}
    for each in table.game.moves:
        yield MenuLine(each.name, f"{called.get(each.name, each.name)}: {each.says}")


def _named(characters: Iterable[Character]) -> Iterator[MenuLine]:
    return (MenuLine(each.name) for each in characters)


def _values(asked: Seated, command: Typed) -> Iterator[MenuLine]:
    table, character = asked.opened.table, character_meant(asked, command.text("name"))
    values, form = table.values_of(character), table.game.sheet
    for name in _kinds(form):
        if name in values:
            yield MenuLine(name, f"{table.game.label(name)}, now {_told(values[name])}")


def _kinds(form: SheetForm) -> dict[str, Kind | None]:
    """Every value of a sheet; of what is no number and no mark, what it takes."""
    kinds: dict[str, Kind | None] = dict.fromkeys([each.name for each in form.tracks])
    kinds |= dict.fromkeys([each.name for each in form.marks])
    return kinds | {each.name: each.kind for each in form.traits}


def _told(value: Any) -> str:
    return {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)


# Whom and what someone means


def characters_of(asked: Seated, anyones: bool = False) -> list[Character]:
    """The characters that a seat acts for, its own first."""
    table, seat = asked.opened.table, asked.seat
    every = sorted(table.characters.values(), key=lambda each: each.seat != seat.id)
    return [each for each in every if anyones or each.seat == seat.id or rights.leads(table, seat)]


def character_meant(asked: Seated, name: str, anyones: bool = False) -> str:
    """A character by name; without one, the first that is one's own."""
    known = characters_of(asked, anyones or bool(name))
    if not known and not name:
        raise InputError(NO_CHARACTER)
    wanted = [each for each in known if not name or name.casefold() in (each.name.casefold(), each.id)]
    if not wanted:
        raise UnknownName("character", name, [each.name for each in known])
    return wanted[0].id


def _name_meant(table: Table, said: str, names: Iterable[str]) -> str:
    """A name as the rules have it, from that or from what people call it."""
    labels = {table.game.label(each).casefold(): each for each in names}
    return labels.get(said.casefold(), said)


def character_wanted(table: Table, name: str) -> Json:
    """A ready character, or one of that name."""
    for each in table.game.face.ready if table.game.face else ():
        if each.name == name:
            return {"name": name, "values": dict(each.values)}
    return {"name": name}


def edit_wanted(asked: Seated, command: Typed) -> Json:
    """A value of a sheet, or of what all share."""
    table, form = asked.opened.table, asked.opened.table.game.sheet
    every = _kinds(form)
    name = _name_meant(table, command.text("what"), every)
    if name not in every:
        raise UnknownName("value", name, every)
    where = TABLE if name in form.of_the_table else character_meant(asked, command.text("name"))
    kind = every[name]
    value = said_as(kind, name, command.text("value")) if kind else _plain(command.text("value"))
    return {"where": where, "values": {name: value}}


def _plain(text: str) -> Any:
    if text.lower() in ("yes", "no"):
        return text.lower() == "yes"
    digits = text.replace("−", "-")
    return int(digits) if digits.removeprefix("-").isdecimal() and len(digits) < 10 else text


def said_as(kind: Kind, name: str, text: str) -> Any:
    """What someone wrote, as JSON has it; or an error that says what is accepted."""
    return kind.show(read(kind, name, kind.from_text(text.strip())))


# Rolls


def roll_wanted(asked: Seated, command: Typed) -> Json:
    """A roll that is opened for all."""
    table, move = asked.opened.table, _move(asked, command)
    character = character_meant(asked, command.text(CHARACTER))
    body: Json = {"character": character, "move": move, "trait": _trait(asked, command, character)}
    if against := command.text("against"):
        body["against"] = character_meant(asked, against, anyones=True)
    if move in table.game.sheet.share:
        body["members"] = [character]
    if intent := command.text("intent"):
        body["inputs"] = {"intent": intent}
    return body


def _move(asked: Seated, command: Typed) -> str:
    game, said = asked.opened.table.game, command.text("move") or "action"
    called = {name: move for move, name in (game.face.moves if game.face else {}).items()}
    return called.get(said, said)


def _trait(asked: Seated, command: Typed, character: str) -> str:
    table = asked.opened.table
    names = [*picks_of(table.game.sheet, _move(asked, command)), *own_traits(table, character)]
    return _name_meant(table, command.text(TRAIT), names) if command.text(TRAIT) else ""


def secret_wanted(asked: Seated, command: Typed) -> Json:
    """A roll of the gm's that nobody else sees, from a sheet or from what is written."""
    table, move = asked.opened.table, _move(asked, command)
    declared, filled = inputs_of(table.move(move).attempt), {}
    if command.text(TRAIT):
        character = character_meant(asked, command.text(CHARACTER))
        trait = _trait(asked, command, character)
        filled = course.from_sheets(table, TableRoll(0, asked.seat.id, character, move, trait))[0]
    said = {}
    for each in command.text("inputs").split():
        name, _, value = each.partition("=")
        if name not in declared:
            raise UnknownName("input", name, declared)
        said[name] = said_as(declared[name].kind, name, value)
    body: Json = {"move": move, "inputs": {**filled, **said}}
    return {**body, "note": command.text("intent")} if command.text("intent") else body


# Forms


def input_said(press: Press, text: str) -> Json:
    """An input as it was picked or written."""
    roll = press.roll()
    name = press.pressed.detail
    declared = course.open_inputs(roll.table, roll.view["move"])
    if name not in declared:
        raise UnknownName("input", name, declared)
    return {name: said_as(declared[name].kind, roll.label(name), text)}


def _form_name(press: Press, deed: str, detail: str) -> str:
    return Pressed(press.pressed.table, press.pressed.roll, deed, detail, press.pressed.place).name


def input_form(press: Press, name: str) -> Json:
    """One input to set: picked where that can be, else written."""
    roll = press.roll()
    declared = course.open_inputs(roll.table, roll.view["move"])
    if name not in declared or name not in (roll.view.get("inputs") or {}):
        raise InputError("That cannot be set any more; look at the roll again.")
    label, says = roll.label(name), declared[name].says
    if options := input_options(roll, name):
        part = parts.labelled(label, {**parts.select(name, label, options), "required": True}, says)
    else:
        part = parts.field(
            name, label, says=f"{says} Takes {declared[name].kind.accepts()}.", longest=100, required=True
        )
    return parts.form(_form_name(press, "said", name), label, [part])


def _texts(press: Press, roll: RollShown) -> list[Input]:
    """The texts that a seat may write of a roll, those that are waited for first."""
    leads = rights.leads(roll.table, press.asked.seat)
    own = leads or roll.view["seat"] == press.asked.seat.id
    needed = [each["input"] for each in roll.view.get("needs", ())]
    inputs = course.open_inputs(roll.table, roll.view["move"]).values()
    found = [each for each in inputs if each.kind.is_text and {"gm": leads, "roller": own}.get(each.by, False)]
    said = (roll.view.get("inputs") or {}).items()
    fixed = {name for name, each in said if each["from_sheet"] or (name.startswith("defender_") and not leads)}
    shown = [each for each in found if each.name not in (*fixed, *roll.view.get("moot", ()))]
    return sorted(shown, key=lambda each: (each.name not in needed, not each.called))[:5]


def words_form(press: Press) -> Json:
    """What may be said of a roll in words."""
    roll = press.roll()
    texts = _texts(press, roll)
    if not texts or roll.view["status"] != "open":
        raise rights.NotYours("There is nothing for you to write about this roll.")
    said = roll.view["texts"]
    fields = [parts.field(each.name, roll.label(each.name), said.get(each.name, ""), each.says) for each in texts]
    return parts.form(_form_name(press, "told", ""), "In words", fields)


def words_said(press: Press) -> Json:
    """The texts that were changed."""
    before = press.roll().view["texts"]
    found = {name: text for name, text in press.came.written.items() if text != before.get(name, "")}
    if not found:
        raise InputError("Nothing was changed; write something, or close the form.")
    return found


def _way(press: Press, name: str) -> help.WayIn:
    roll = press.table.live.get(press.pressed.roll)
    for way in help.ways_in(press.table, roll) if roll else ():
        if way.input.name == name:
            return way
    raise InputError("Help cannot join this roll so any more; look at it again.")


def _helpers(press: Press) -> list[Character]:
    roll = press.table.live[press.pressed.roll]
    taken = (roll.character, roll.against, *roll.members, *(each.character for each in roll.offers))
    own = [each for each in characters_of(press.asked) if each.id not in taken]
    if not own:
        raise InputError("You play nobody who could help here: use /character make, or wait for your own roll.")
    return own


def help_form(press: Press) -> Json | None:
    """What someone who helps has to say first; None where nothing is left to say."""
    way, helpers = _way(press, press.value), _helpers(press)
    label = press.table.game.label
    asks = []
    if len(helpers) > 1:
        listed = [MenuLine(each.id, each.name) for each in helpers]
        asks.append(parts.labelled("Who helps", {**parts.select(CHARACTER, "Who", listed), "required": True}))
    if traits := way.traits:
        listed = [MenuLine(each, label(each)) for each in (*traits, *own_traits(press.table, helpers[0].id))]
        asks.append(parts.labelled("With what", {**parts.select(TRAIT, "Trait", listed), "required": False}))
    demands, said = way.says_how, {} if way.joins.proof else way.said
    if not (asks or demands or said):
        return None
    asks.append(parts.field(HOW, "How", says="What you do to help, in a few words.", longest=200, required=demands))
    asks += [parts.field(name, label(name), says=each.says, longest=100) for name, each in said.items()]
    return parts.form(_form_name(press, "offered", way.input.name), "Help", asks)


def offer_said(press: Press) -> Json:
    """An offer of help, from a form or at once."""
    written = press.came.written
    way = _way(press, press.pressed.detail if written else press.value)
    body: Json = {"character": written.get(CHARACTER) or _helpers(press)[0].id, "input": way.input.name}
    body |= {name: written[name] for name in (TRAIT, HOW) if written.get(name)}
    said = {
        name: said_as(each.kind.single(), name, written[name]) for name, each in way.said.items() if written.get(name)
    }
    return {**body, "inputs": said} if said else body
