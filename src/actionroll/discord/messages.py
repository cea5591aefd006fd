"""What a channel reads: a roll as it grows, a table with its people, a sheet, a secret roll."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import groupby
from typing import Any

from actionroll.charts import bar, percent
from actionroll.dice import FUDGE, face_told
from actionroll.discord import components as parts
from actionroll.discord.components import Json, plainly
from actionroll.discord.menus import (
    Pressed,
    RollShown,
    brings_told,
    deed_called,
    paid_and_gained,
    part_called,
    pressable,
    price_told,
)
from actionroll.reckoning.record import begun
from actionroll.rules.face import Face
from actionroll.rules.things import THINGS
from actionroll.table import Viewer, course, sheet_view
from actionroll.table.state import Table

BAR_WIDTH = 10
MOST_BARS = 6
SPENT = {"withdrawn": "withdrawn", "undone": "undone", "closed": "closed, because its rules have changed"}


def roll_message(table: Table, view: Json, address: str) -> Json:
    """A roll: all that everyone may see of it, and what can be pressed."""
    roll = RollShown(table, view)
    words = parts.text("\n".join(_paragraphs(roll)))
    rows = pressable(roll, address)
    return parts.message(colour(table.game.face), [words, *parts.within(rows, parts.MOST_PARTS - 2)])


def colour(face: Face | None) -> int:
    """The colour of a game."""
    return int(face.dark.act[1:], 16) if face else 0x808080


def _paragraphs(roll: RollShown) -> Iterator[str]:
    yield heading(roll)
    status = roll.view["status"]
    if status in SPENT:
        yield f"This roll is {SPENT[status]}."
        return
    yield from _texts(roll)
    yield from _helpers(roll)
    if status == "open":
        yield from _before(roll)
    yield from _thrown(roll)
    if status == "waiting":
        yield from _asked(roll)
    yield from _ended(roll)
    if roll.view["wished"]:
        yield f"-# {plainly(_seat(roll.table, roll.view['wished']))} wishes this undone."


def heading(roll: RollShown) -> str:
    """Who rolls what."""
    view, game = roll.view, roll.table.game
    move = (game.face.moves if game.face else {}).get(view["move"], view["move"])
    against = f" against {plainly(roll.character(view['against']))}" if view["against"] else ""
    members = [plainly(roll.character(each)) for each in view.get("members", ()) if each != view["character"]]
    together = f" with {', '.join(members)}" if members else ""
    trait = f": {plainly(roll.label(view['trait']))}" if view["trait"] else ""
    who = plainly(roll.character(view["character"]))
    return f"### {who}{trait}{against}{together}\n-# {plainly(move)} · {plainly(roll.table.name)}"


def _texts(roll: RollShown) -> Iterator[str]:
    found = roll.table.live.get(roll.view["roll"])
    from_sheet = course.from_sheets(roll.table, found)[0] if found else {}
    for name, said in roll.view["texts"].items():
        if name in from_sheet:
            continue
        yield f"> {plainly(roll.label(name))}: {plainly(parts.cut(said, 300))}"


def _helpers(roll: RollShown) -> Iterator[str]:
    told = {way["input"]: way["told"] for way in roll.view.get("help", ())}
    for offer in roll.view["offers"]:
        how = f": {plainly(parts.cut(offer['how'], 200))}" if offer["how"] else ""
        trait = f" with {plainly(roll.label(offer['trait']))}" if offer["trait"] else ""
        yield f"**{plainly(roll.character(offer['character']))}** {told.get(offer['input'], 'helps')}{trait}{how}"


def _before(roll: RollShown) -> Iterator[str]:
    view = roll.view
    if view.get("says"):
        yield f"To be thrown: {plainly(view['says'])}"
    if view.get("dice"):
        yield " ".join(f"`{each['die']}`" for each in view["dice"][:40])
    if view.get("odds"):
        yield bars(view["odds"]["tiers"])
    if view.get("uncounted"):
        yield f"-# {plainly(view['uncounted'])}"
    for verb, told in zip(("costs", "brings"), paid_and_gained(roll, view.get("costs", [])), strict=True):
        if told:
            yield f"It {verb} {plainly(', '.join(told))}."
    for each in view.get("needs", ()):
        whose = "the gm" if each["by"] == "gm" else plainly(roll.character(view["character"]))
        what = plainly(roll.label(each["input"]))
        yield f"-# Waits for **{what}** from {whose}: {plainly(roll.worded(each['says']))}"
    if view.get("refusal"):
        yield f"-# {plainly(roll.worded(view['refusal']))}"
    if view.get("falling"):
        yield "*The dice are falling …*"


def bars(tiers: dict[str, str]) -> str:
    """Odds as bars, narrow enough for a phone; of very many tiers none are drawn."""
    chances = {tier: Fraction(chance) for tier, chance in tiers.items()}
    if not 1 < len(chances) <= MOST_BARS:
        return ""
    widest = max(map(len, chances))
    lines = [
        f"{tier:<{widest}} {percent(chance):>6} {bar(chance, BAR_WIDTH)}".rstrip() for tier, chance in chances.items()
    ]
    return "```\n" + "\n".join(lines) + "\n```"


def _thrown(roll: RollShown) -> Iterator[str]:
    if roll.view.get("unasked"):
        yield f"-# {plainly(roll.view['unasked'])}"
    for step in (roll.view["record"] or {}).get("steps", ()):
        if step["do"] == "throw" and step["dice"]:
            hand = " *by hand*" if step["by_hand"] else ""
            yield f"{dice_lying(step['dice'], roll)}{hand}"
        elif step["do"] == "decide" and step["chose"] not in step["options"][:1]:
            yield f"-# {plainly(part_called(roll, step['by']))}: {plainly(step['chose'])}"


def dice_lying(dice: list[Json], roll: RollShown | None = None) -> str:
    """Dice by where they come from; those that counted stand out."""
    told = []
    for (source, die), group in groupby(dice, key=lambda each: (each["from"], each["die"])):
        faces = " ".join(f"**[{_face(each)}]**" if each["counted"] else _face(each) for each in group)
        named = part_called(roll, source) if roll else source
        told.append(f"{plainly(named)} `{die}` {faces}".strip())
    return "  ".join(told)


def _face(die: Json) -> str:
    return face_told(die["face"], FUDGE) if die["die"] == "dF" else str(die["face"])


def _asked(roll: RollShown) -> Iterator[str]:
    asks = roll.view.get("asks")
    if not asks:
        return
    if asks["ask"] != "decision":
        yield f"To be thrown: {plainly(asks['says'])}"
        return
    if asks["now"]:
        yield f"It stands at **{plainly(asks['now']['tier'])}**; {plainly(part_called(roll, asks['by']))} decides:"
    for each in asks["options"]:
        told = [price_told(roll, each["price"]), brings_told(roll, each)]
        says = each["says"] or ", then ".join(filter(None, told)) or "It stays so."
        yield f"- **{plainly(deed_called(roll, each['option']))}**: {plainly(says)}"
        if each["price"] and each["odds"]:
            yield bars(each["odds"]["tiers"])


def _ended(roll: RollShown) -> Iterator[str]:
    outcome = (roll.view["record"] or {}).get("outcome")
    if not outcome:
        return
    yield f"## {plainly(begun(outcome['tier']))}"
    yield plainly(outcome["words"]["short"])
    if outcome.get("means"):
        yield f"*{plainly(outcome['means'])}*"
    for due in roll.view["open_dues"]:
        whose = "the gm" if due["by"] == "gm" else part_called(roll, due["by"])
        yield f"- Next, {plainly(whose)}: {plainly(due['says'])}"
        if said := due["named"] or due["proposed"]:
            yield f"  {'Named' if due['named'] else 'Proposed'}: {plainly(', '.join(each['way'] for each in said))}"


def _seat(table: Table, seat: str) -> str:
    return table.seats[seat].name if seat in table.seats else "someone"


# A table, a sheet, a secret roll


def table_message(table: Table, address: str) -> Json:
    """Who sits at a table and who is played, with the ways in."""
    lines = [f"### {plainly(table.name)}", f"-# {plainly(table.game.title)}: {plainly(table.game.line)}"]
    for seat in table.seats.values():
        if not seat.gone:
            own = [plainly(each.name) for each in table.characters.values() if each.seat == seat.id]
            waits = ", waits to be let in" if seat.waits else ""
            lines.append(f"- {plainly(seat.name)}, {seat.role}{waits}{': ' + ', '.join(own) if own else ''}")
    lines += [f"- {plainly(each.name)} {each.filled}/{each.size}" for each in table.clocks.values()]
    if table.ended:
        return parts.message(colour(table.game.face), [parts.text("\n".join([*lines, "This table has ended."]))])
    ways = parts.row(
        parts.button(Pressed(table.id, 0, "sit").name, "Sit down", parts.MAIN),
        parts.button(Pressed(table.id, 0, "phone").name, "My seat on a phone"),
        parts.way_out(address, "The table"),
    )
    return parts.message(colour(table.game.face), [parts.text("\n".join(lines)), ways])


def sheet_message(table: Table, character: str) -> Json:
    """A character with all values."""
    shown, form = sheet_view(table, character, Viewer("", "onlooker")), table.game.sheet
    values, label = shown["values"], table.game.label
    traits = [_trait(label(each.name), values[each.name]) for each in form.traits if values.get(each.name) is not None]
    tracks = [
        f"{plainly(label(each.name))} **{_written(values[each.name])}**{_bound(shown, each.name)}"
        for each in form.tracks
        if each.name in values
    ]
    marks = [plainly(label(each.name)) for each in form.marks if values.get(each.name)]
    things = [plainly(each["name"]) for each in values.get(THINGS) or ()]
    lines = [
        f"### {plainly(shown['name'])}",
        *(", ".join(filter(None, each)) for each in (traits, tracks, marks, things) if each),
    ]
    return parts.message(colour(table.game.face), [parts.text("\n".join(lines))])


def _trait(name: str, value: Any) -> str:
    """A trait with its worth; one that is there or not, only if it is."""
    if isinstance(value, bool):
        return plainly(name) if value else ""
    return f"{plainly(name)} **{_written(value)}**"


def _written(value: Any) -> str:
    return plainly(str(value))


def _bound(shown: Json, name: str) -> str:
    high = shown["bounds"].get(name, [None, None])[1]
    return f"/{high}" if high is not None else ""


def secret_message(table: Table, secret: Json) -> Json:
    """A secret roll, for the gm alone, with the way to show it to all."""
    record = secret["entry"]["record"]
    thrown = [dice_lying(step["dice"]) for step in record["steps"] if step["do"] == "throw" and step["dice"]]
    outcome = record.get("outcome") or {"tier": "", "words": {"short": ""}}
    note = [f"> {plainly(secret['entry']['note'])}"] if secret["entry"].get("note") else []
    tier = begun(outcome["tier"])
    lines = [
        "-# In secret: only you see this.",
        *note,
        *thrown,
        f"## {plainly(tier)}",
        plainly(outcome["words"]["short"]),
    ]
    shown = parts.row(parts.button(Pressed(table.id, 0, "reveal", str(secret["number"])).name, "Show it to all"))
    return parts.message(colour(table.game.face), [parts.text("\n".join(lines)), shown])


def revealed_message(table: Table, secret: Json) -> Json:
    """A secret roll that the gm shows to all."""
    made = secret_message(table, secret)
    words = made["components"][0]["components"][0]
    words["content"] = words["content"].replace("In secret: only you see this.", "Rolled in secret, and shown now.")
    made["components"][0]["components"] = [words]
    return made
