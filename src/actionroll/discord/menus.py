"""What can be pressed under a roll: menus for what is still to be said, Throw, decisions with their price, dues, undo.

Every name says the table, the roll, the deed, and how far the roll had come when it was drawn: what is pressed late or
twice is then seen to be so.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from actionroll.charts import roughly
from actionroll.discord import components as parts
from actionroll.discord.components import Json, MenuLine
from actionroll.reckoning.record import begun
from actionroll.rules.inputs import Input
from actionroll.rules.sheet import picks_of
from actionroll.table import course
from actionroll.table.state import Table

MOST_MENUS = 6
MOST_DUES = 3
NOTHING = "nothing"
STEP_BACK = "back "
JOINED = re.compile(r"\b[a-z]+(?:_[a-z]+)+\b")


class Pressed(NamedTuple):
    """What the name of a button or a menu says."""

    table: str
    roll: int
    deed: str
    detail: str = ""
    place: int = 0
    """How far the roll had come when it was drawn."""

    @property
    def name(self) -> str:
        """As Discord keeps it."""
        return f"{self.table}:{self.roll}:{self.place}:{self.deed}:{self.detail}"[:100]

    @classmethod
    def read(cls, name: str) -> Pressed | None:
        """From what Discord gives back; None for what is not of this program."""
        told = name.split(":", 4)
        if len(told) != 5 or not (told[1].isdecimal() and told[2].isdecimal()):
            return None
        return cls(told[0], int(told[1]), told[3], told[4], int(told[2]))


class RollShown(NamedTuple):
    """A roll as everyone may see it, and the table it is rolled at."""

    table: Table
    view: Json

    @property
    def place(self) -> int:
        """How far it has come."""
        return place_of(self.table, self.view["roll"])

    def name(self, deed: str, detail: str = "") -> str:
        """What a button or a menu is called."""
        return Pressed(self.table.id, self.view["roll"], deed, detail, self.place).name

    def label(self, name: str) -> str:
        """What people call an input or a track."""
        return self.table.game.label(name)

    def worded(self, sentence: str) -> str:
        """A sentence of the rules with the joined names in it as people call them."""
        return JOINED.sub(lambda found: self.label(found[0]), sentence)

    def character(self, name: str) -> str:
        """What a character is called."""
        found = self.table.characters.get(name)
        return found.name if found else name


def place_of(table: Table, roll: int) -> int:
    """How far a roll has come: how many throws and decisions it has."""
    found = table.live.get(roll)
    return len(found.taken) if found else 0


def pressable(roll: RollShown, address: str) -> list[Json]:
    """All rows of a roll, the last one with what ends it."""
    rows = {"open": _open, "waiting": _waiting, "done": _done}.get(roll.view["status"])
    table = parts.way_out(address, "The table")
    return [*rows(roll), parts.row(*_closing(roll), table)] if rows else [parts.row(table)]


def _closing(roll: RollShown) -> list[Json]:
    match roll.view["status"]:
        case "open":
            return [
                parts.button(roll.name("throw"), throw_label(roll), parts.MAIN, _is_blocked(roll)),
                parts.button(roll.name("words"), "Say in words"),
                parts.button(roll.name("withdraw"), "Take the roll back"),
            ]
        case _:
            return [parts.button(roll.name("undo"), f"Take the roll back{' as wished' if roll.view['wished'] else ''}")]


def throw_label(roll: RollShown) -> str:
    """What the button that throws says."""
    count = len(roll.view.get("dice") or ())
    if roll.view.get("falling"):
        return "The dice are falling"
    if roll.view.get("odds") and not count:
        return "Do it"
    return f"Throw {count} dice" if count > 1 else "Throw the die" if count else "Throw"


def _is_blocked(roll: RollShown) -> bool:
    return bool(roll.view.get("needs") or roll.view.get("refusal") or roll.view.get("falling"))


# Before the dice fall


def _open(roll: RollShown) -> Iterator[Json]:
    for name, each in (roll.view.get("decide") or {}).items():
        yield parts.row(_decision_before(roll, name, each))
    first = said_first(roll)
    for name in first[:MOST_MENUS]:
        yield parts.row(input_menu(roll, name))
    if things := roll.view.get("things"):
        options = [MenuLine(each["name"], each["name"], each["says"], each["used"]) for each in things]
        yield parts.row(parts.select(roll.name("things"), "Use something of yours", options, len(options), 0))
    if (help_wanted := list(_ways_to_help(roll))) and not roll.view.get("falling"):
        yield parts.row(parts.select(roll.name("help"), "Help, each from their own seat", help_wanted))
    if rest := [each for each in settable(roll) if each not in first[:MOST_MENUS]]:
        yield parts.row(parts.select(roll.name("more"), "More about this roll", [_told(roll, each) for each in rest]))


def _decision_before(roll: RollShown, name: str, each: Json) -> Json:
    declared = {one.name: one.options for one in roll.table.move(roll.view["move"]).decisions}.get(name, {})
    options = [
        MenuLine(option, deed_called(roll, option), declared.get(option, ""), option == each["chosen"])
        for option in each["options"]
    ]
    return parts.select(roll.name("before", name), roll.label(name), options)


def settable(roll: RollShown) -> list[str]:
    """The inputs that someone may still say, other than in words."""
    declared, moot = course.open_inputs(roll.table, roll.view["move"]), roll.view.get("moot", ())
    found = (roll.view.get("inputs") or {}).items()
    return [
        name
        for name, said in found
        if not said["from_sheet"] and said["by"] in ("roller", "gm") and name not in moot and _counts(declared[name])
    ]


def _counts(each: Input) -> bool:
    return not each.kind.is_text and each.joins is None and each.of_each is None


def said_first(roll: RollShown) -> list[str]:
    """Those that stand on the roll at once: what it waits for, what this game shows first, and what was said."""
    face = roll.table.game.face
    order = face.first if face else ()
    needed = [each["input"] for each in roll.view.get("needs", ())]
    said = roll.view.get("inputs") or {}
    open_to_all = [name for name in settable(roll) if input_options(roll, name)]
    shown = [name for name in open_to_all if name in needed or _bare(name) in order or said[name]["set"]]
    place = {name: order.index(_bare(name)) if _bare(name) in order else len(order) for name in shown}
    return sorted(shown, key=lambda name: (name not in needed, place[name]))


def _bare(name: str) -> str:
    return name.removeprefix("attacker_").removeprefix("defender_")


def input_options(roll: RollShown, name: str) -> list[MenuLine]:
    """What an input may be, where that is a short list."""
    each, now = course.open_inputs(roll.table, roll.view["move"])[name], roll.view["inputs"][name]["value"]
    kind, is_said = each.kind, roll.view["inputs"][name]["set"] or not each.called
    current = kind.write(kind.parse(now)) if now is not None else "none"
    texts = list(kind.choices())
    if kind.repeats:
        near = [kind.write(kind.parse(each)) for each in kind.neighbours(kind.parse(now or []))]
        texts = list(dict.fromkeys([current, "none", *near]))
    if not 1 < len(texts) <= parts.MOST_OPTIONS:
        return []
    spoken = dict(zip(texts, getattr(kind, "names", ()), strict=False))
    label = roll.label(name)
    return [MenuLine(one, f"{label}: {one}", spoken.get(one, ""), is_said and one == current) for one in texts]


def input_menu(roll: RollShown, name: str) -> Json:
    """The menu of one input."""
    whose = (
        "the gm says" if roll.view["inputs"][name]["by"] == "gm" else f"{roll.character(roll.view['character'])} says"
    )
    return parts.select(roll.name("set", name), f"{roll.label(name)} ({whose})", input_options(roll, name))


def _told(roll: RollShown, name: str) -> MenuLine:
    each = course.open_inputs(roll.table, roll.view["move"])[name]
    now = roll.view["inputs"][name]["value"]
    return MenuLine(
        name, f"{roll.label(name)}: {each.kind.write(each.kind.parse(now)) if now is not None else 'none'}", each.says
    )


def _ways_to_help(roll: RollShown) -> Iterator[MenuLine]:
    ways = [way for way in roll.view.get("help", ()) if not way["proven"] or any(way["rolled"].values())]
    told = Counter(way["told"] for way in ways)
    for way in ways:
        apart = f" ({roll.label(way['input'])})" if told[way["told"]] > 1 else ""
        yield MenuLine(way["input"], f"Help: {way['told']}{apart}", way["says"])
    for offer in roll.view["offers"]:
        name = roll.character(offer["character"])
        yield MenuLine(
            f"{STEP_BACK}{offer['character']}", f"{name} steps back", "The offer is taken back; the gm may veto."
        )


# Once they lie


def _waiting(roll: RollShown) -> Iterator[Json]:
    asks = roll.view.get("asks")
    if not asks:
        return
    if asks["ask"] != "decision":
        yield parts.row(parts.button(roll.name("throw"), "Throw on", parts.MAIN, bool(roll.view.get("falling"))))
        return
    several = [
        parts.button(
            roll.name("decide", each["option"]), option_label(roll, each), parts.PLAIN if each["price"] else parts.GOOD
        )
        for each in asks["options"]
    ]
    yield from parts.buttons(several)


def deed_called(roll: RollShown, option: str) -> str:
    """What an option is called by its deed."""
    face, asks = roll.table.game.face, roll.view.get("asks") or {}
    now = (asks.get("now") or {}).get("tier", "roll")
    called = (face.deeds if face else {}).get(option, option.replace("_", " "))
    return begun(called.replace("{tier}", now))


def option_label(roll: RollShown, each: Json) -> str:
    """An option with what it costs and what it brings."""
    price = price_told(roll, each["price"])
    deed = deed_called(roll, each["option"])
    return " · ".join(one for one in (f"{deed}: {price}" if price else deed, brings_told(roll, each)) if one)


def brings_told(roll: RollShown, each: Json) -> str:
    """What an option comes to: `strong hit`, or `58 % success, 42 % failure`; of the one that does nothing, nothing."""
    odds = each["odds"] if each is not roll.view["asks"]["options"][0] else None
    chances = {tier: Fraction(chance) for tier, chance in odds["tiers"].items() if chance != "0/1"} if odds else {}
    told = [f"{roughly(chance)} {tier}" for tier, chance in chances.items()]
    return next(iter(chances)) if len(chances) == 1 else ", ".join(reversed(told))


def price_told(roll: RollShown, effects: list[Json]) -> str:
    """`1 stress, gains 1 cunning`."""
    paid, gained = paid_and_gained(roll, effects)
    return ", ".join([*paid, *(f"gains {one}" for one in gained)])


def paid_and_gained(roll: RollShown, effects: list[Json]) -> tuple[list[str], list[str]]:
    """What it costs and what it brings, `1 stress`, each with whose it is where that is not the roller's."""
    gains = [each for each in effects if _is_gain(roll, each)]
    costs = [each for each in effects if each not in gains]
    told = [[f"{_whose(roll, each)}{_change(roll, each)}" for each in some] for some in (costs, gains)]
    return told[0], told[1]


def _track(roll: RollShown, effect: Json) -> str:
    return str(roll.view["track_names"].get(effect["track"], effect["track"]))


def _is_mark(roll: RollShown, effect: Json) -> bool:
    return any(effect["track"] == each.name for each in roll.table.game.sheet.marks)


def _is_gain(roll: RollShown, effect: Json) -> bool:
    look = roll.table.game.face.tracks.get(_track(roll, effect)) if roll.table.game.face else None
    return look is not None and look.tone == ("good" if effect["by"] > 0 else "hurt")


def _change(roll: RollShown, effect: Json) -> str:
    name = roll.label(_track(roll, effect))
    if _is_mark(roll, effect):
        return f"{'marks' if effect['by'] > 0 else 'clears'} {name}"
    return f"{abs(effect['by'])} {name}"


def _whose(roll: RollShown, effect: Json) -> str:
    return "" if effect["who"] in ("roller", "attacker") else f"{part_called(roll, effect['who'])}: "


def part_called(roll: RollShown, part: str) -> str:
    """Who a part of a roll is."""
    return roll.character(roll.view["parts"].get(part, part))


def _done(roll: RollShown) -> Iterator[Json]:
    dues = roll.view["open_dues"][:MOST_DUES]
    for place, due in enumerate(dues):
        others = [each["answered_by"] for each in dues[:place]]
        yield from due_rows(roll, due, answered=due["answered_by"] in others)


def due_rows(roll: RollShown, due: Json, *, answered: bool = False) -> Iterator[Json]:
    """What settles a due: named first where it may be answered, agreed to where someone has the last word.

    A move that answers several is offered once.
    """
    place = str(due["due"])
    if said := due["named"] or due["proposed"]:
        label = "Take it" if due["named"] else "Agree"
        yield parts.row(
            parts.button(roll.name("settle_as_said", place), f"{label}: {', '.join(each['way'] for each in said)}")
        )
    if due["answered_by"] and not answered and (due["named"] or due["answered_as"]):
        yield parts.row(answer_menu(roll, due))
    if not due["named"]:
        deed = "name_due" if due["answered_by"] and not due["answered_as"] else "settle"
        options = [
            MenuLine(way["name"], way["name"], way["says"]) for way in due["ways"] if way["name"] != due["answered_as"]
        ]
        whose = "the gm" if due["by"] == "gm" else part_called(roll, due["by"])
        yield parts.row(parts.select(roll.name(deed, place), f"{due['kind']} ({whose})", options))


def answer_menu(roll: RollShown, due: Json) -> Json:
    """The move that answers a due, by what it is rolled with."""
    game, move = roll.table.game, due["answered_by"]
    called = (game.face.moves if game.face else {}).get(move, move)
    picks = picks_of(game.sheet, move)
    options = [MenuLine(pick or NOTHING, f"{called}: {roll.label(pick)}" if pick else called) for pick in picks]
    return parts.select(roll.name("answer", move), f"{called} first", options)
