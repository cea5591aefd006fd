"""The arcs of a campaign: evenings, scenes while they last, undertakings (named progress tracks) and rolls on them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from actionroll.errors import InputError, UnknownName
from actionroll.rules.steps import Due, Effect
from actionroll.table import course, entries, rights
from actionroll.table.campaign import Evening, Undertaking
from actionroll.table.log import Entry, fold, merged
from actionroll.table.preparation import read_conditions
from actionroll.table.requests import LEADING, OWN, PLAYERS, Asking, Field, request
from actionroll.table.roll_entries import InputsSet, Settled
from actionroll.table.seats import round_is
from actionroll.table.sheets import aimed_at, changes_of, with_changes
from actionroll.table.state import Change, Json, Read, Seat, Table, TableRoll

MOST_EVENINGS = 1000


@request("begin_evening", Field("name", "text", "What it is called, if anything."), who=LEADING, undo="end_evening")
def begin_evening(asking: Asking, wanted: Json) -> list[Entry]:
    """Begin an evening: the log, the journal and the recap are of it, with what was rolled since the last one ended."""
    rights.refuse_unless_leading(asking.table, asking.seat, "begin an evening")
    if going := asking.table.campaign.evening:
        raise InputError(f"{_called(asking.table, going)} goes on; end it first.")
    return [_evening_begun(asking, wanted)]


def _evening_begun(asking: Asking, wanted: Json) -> entries.EveningBegun:
    evenings = asking.table.campaign.evenings
    if len(evenings) >= MOST_EVENINGS:
        raise InputError(f"A table has at most {MOST_EVENINGS} evenings; open a fresh one like it.")
    name = rights.name_of(wanted["name"], "evening's name") if wanted["name"] else ""
    when, first = asking.outside.seconds, played_since(asking.table)
    return entries.EveningBegun(evening=f"e{len(evenings) + 1}", name=name, when=when, first=first)


def played_since(table: Table) -> int:
    """The first roll whose dice fell while no evening went on, since the last one ended; 0 if there is none."""
    ended = max([each.ended for each in table.campaign.evenings.values()], default=0)
    played = (past for number, past in table.past.after(ended) if number not in table.undone)
    return next((max(past.roll, ended + 1) for past in played if past.kind == "thrown"), 0)


@request("end_evening", who=LEADING, undo="undo")
def end_evening(asking: Asking, wanted: Json) -> list[Entry]:
    """End the evening that goes on, or one that was played without a word of it, and with it the rounds."""
    table, going = asking.table, asking.table.campaign.evening
    rights.refuse_unless_leading(table, asking.seat, "end the evening")
    begun = [] if going or not played_since(table) else [_evening_begun(asking, {"name": ""})]
    if going is None and not begun:
        raise InputError("No evening goes on; begin one first.")
    name, number = going.id if going else begun[0].evening, table.number + len(begun) + 1
    ended = Change(name, "ended", 0, number), Change(name, "ended_at", 0, asking.outside.seconds)
    return [*begun, entries.EveningChanged(changes=(*ended, *round_is(table, 0)))]


@request(
    "name_evening",
    Field("evening", "text", "An evening's id.", required=True),
    Field("name", "text", "What it is called from now on.", required=True),
    who=LEADING,
    undo="undo",
)
def name_evening(asking: Asking, wanted: Json) -> list[Entry]:
    """Give an evening a name, or another one."""
    rights.refuse_unless_leading(asking.table, asking.seat, "name an evening")
    found = evening_at(asking.table, wanted["evening"])
    name = rights.name_of(wanted["name"], "evening's name")
    if name == found.name:
        raise InputError(f"{name} is what that evening is called already; name another.")
    return [entries.EveningChanged(changes=(Change(found.id, "name", found.name, name),))]


def evening_at(table: Table, name: str) -> Evening:
    """An evening by its id."""
    if name in table.campaign.evenings:
        return table.campaign.evenings[name]
    raise UnknownName("evening", name, table.campaign.evenings)


def span(table: Table, evening: Evening | None) -> tuple[int, int]:
    """The entries among which an evening's are: from the end of the one before to that of the next, or all of them."""
    before, known = evenings_before(table, evening), table.campaign.evenings.values()
    after = [each.ended for each in known if evening and each.begun > evening.begun]
    return before[-1].ended + 1 if before else 1, (after[0] if after else 0) or table.number


def evenings_before(table: Table, evening: Evening | None) -> list[Evening]:
    """Those that began before one; none where none is named."""
    return [each for each in table.campaign.evenings.values() if evening and each.begun < evening.begun]


def _called(table: Table, evening: Evening) -> str:
    return evening.name or f"Evening {list(table.campaign.evenings).index(evening.id) + 1}"


@request(
    "begin_scene",
    Field("name", "text", "Where it is and what is going on, in a few words.", required=True),
    Field("conditions", "list", "What each roll is proposed while it lasts: objects with words, input and value."),
    who=LEADING,
    undo="end_scene",
)
def begin_scene(asking: Asking, wanted: Json) -> list[Entry]:
    """Begin a scene in place of any other; while it lasts, its conditions are proposed to every roll."""
    table = asking.table
    rights.refuse_unless_leading(table, asking.seat, "begin a scene")
    name, conditions = rights.name_of(wanted["name"], "scene's name"), read_conditions(table, wanted["conditions"])
    return [entries.SceneBegun(scene=f"x{table.number + 1}", name=name, conditions=conditions)]


@request("end_scene", who=LEADING, undo="begin_scene")
def end_scene(asking: Asking, wanted: Json) -> list[Entry]:
    """End the scene; nothing of it is proposed any more."""
    rights.refuse_unless_leading(asking.table, asking.seat, "end a scene")
    if asking.table.campaign.scene is None:
        raise InputError("No scene lasts here; begin one first.")
    return [entries.SceneEnded(scene=asking.table.campaign.scene.id)]


# Undertakings

MOST_UNDERTAKINGS = 100
MOST_TIMES = 10
RANK = "rank"
"""The effect that raises the rank of the undertaking that a roll is made on."""
UNDERTAKING = Field("undertaking", "text", "An undertaking's id.", required=True)


@request(
    "undertake",
    Field("kind", "text", "Which kind of the game's: a vow, a fight.", required=True),
    Field("name", "text", "What it is called.", required=True),
    Field("rank", "text", "Its rank.", required=True),
    Field("character", "text", "Whose it is; of all, if it is left out."),
    Field("roll", "number", "The roll that began it: what that roll marks is marked on it."),
    who={"": PLAYERS, "of a character": OWN},
    undo="change_undertaking",
)
def undertake(asking: Asking, wanted: Json) -> list[Entry]:
    """Begin an undertaking: a named progress track with a rank."""
    table, form = asking.table, asking.table.game.sheet
    if not form.undertakings:
        raise InputError(f"{table.game.title} has no undertakings; make a clock instead.")
    kinds = [each.name for each in form.undertakings]
    if wanted["kind"] not in kinds:
        raise UnknownName("kind of undertaking called", wanted["kind"], kinds)
    if sum(not each.ended for each in table.undertakings.values()) >= MOST_UNDERTAKINGS:
        raise InputError(f"A table holds at most {MOST_UNDERTAKINGS} undertakings; end one first.")
    owner = rights.character_at(table, wanted["character"]) if wanted["character"] else None
    if owner:
        rights.refuse_other_character(table, asking.seat, owner)
    name, rank = rights.sentence_of(wanted["name"], "undertaking's name"), _rank(table, wanted["rank"])
    whose, made = owner.id if owner else "", f"u{table.number + 1}"
    begun = entries.Undertaken(undertaking=made, what=wanted["kind"], name=name, rank=rank, character=whose)
    return [begun, *(_begun_by(asking, begun, wanted["roll"]) if wanted["roll"] else [])]


def _begun_by(asking: Asking, begun: entries.Undertaken, number: int) -> list[Entry]:
    """The roll that began it is made on it from now on; what of it only marks progress is marked, by its rank."""
    later, roll = asking.table.fork(), rights.roll_at(asking.table, number, "done")
    rights.refuse_other_roll(later, asking.seat, roll)
    if not isinstance(roll, TableRoll):
        return []
    kinds = _kinds_for(later, roll)
    if roll.undertaking or (kinds and begun.what not in kinds):
        raise InputError(f"That roll did not begin {begun.name}; leave roll out.")
    entries: list[Entry] = [InputsSet(roll=number, undertaking=begun.undertaking)]
    for entry in (begun, *entries):
        fold(later, later.number + 1, entry)
    roll = roll.but(undertaking=begun.undertaking)
    outcome = None if course.under_other_rules(later, roll) else course.reached(later, roll).outcome
    for place, owed in enumerate(outcome.dues if outcome else ()):
        due = of_its_rank(later, roll, owed)
        if place in roll.open_dues and [way.track for way in due.ways] == [later.game.sheet.progress]:
            answer = [{"way": due.ways[0].name}]
            changes = changes_by(later, roll, later.game.settle(due, answer), course.parts_of(later, roll))
            entries.append(Settled(roll=number, due=place, answer=answer, changes=changes))
            fold(later, later.number + 1, entries[-1])
    return entries


@request(
    "mark_progress",
    UNDERTAKING,
    Field("times", "number", "How often, by its rank; below 0 to clear as much; 1 if it is left out."),
    who={"": OWN, "on one of all": PLAYERS},
    undo="undo",
)
def mark_progress(asking: Asking, wanted: Json) -> list[Entry]:
    """Mark progress on an undertaking by its rank, or clear as much."""
    table, found = asking.table, _own(asking.table, asking.seat, wanted["undertaking"])
    _refuse_over(found)
    times = 1 if wanted["times"] is None else wanted["times"]
    if not times or abs(times) > MOST_TIMES:
        raise InputError(f"times takes a whole number from -{MOST_TIMES} to {MOST_TIMES}, and not 0.")
    after = _within(table, found.ticks + times * table.game.sheet.ranks[found.rank])
    if after == found.ticks:
        so = "full: roll on it, or mark another" if times > 0 else "empty: there is nothing to clear"
        raise InputError(f"{found.name} stands so already, with every box {so}.")
    return [_changed(table, found, ticks=after)]


@request(
    "change_undertaking",
    UNDERTAKING,
    Field("name", "text", "What it is called from now on."),
    Field("rank", "text", "Its rank from now on."),
    Field("ticks", "number", "Its ticks from now on."),
    Field("ended", "yes or no", "Whether it is over: done, or given up."),
    who={"": OWN, "one of all": PLAYERS},
    undo="undo",
)
def change_undertaking(asking: Asking, wanted: Json) -> list[Entry]:
    """Call an undertaking otherwise, change its rank or ticks by hand, end it or take it up again."""
    table, found = asking.table, _own(asking.table, asking.seat, wanted["undertaking"])
    said = {name: wanted[name] for name in ("name", "rank", "ticks", "ended") if wanted[name] is not None}
    if "name" in said:
        said["name"] = rights.sentence_of(said["name"], "undertaking's name")
    if "rank" in said:
        said["rank"] = _rank(table, said["rank"])
    if "ticks" in said and said["ticks"] != _within(table, said["ticks"]):
        raise InputError(f"ticks takes a whole number from 0 to {table.game.sheet.most_ticks}.")
    changed = _changed(table, found, **said)
    over = said.get("ended") and not found.ended
    return [replace(changed, changes=(*changed.changes, *_over(table, found))) if over else changed]


def _over(table: Table, found: Undertaking) -> list[Change]:
    """The marks that end with an undertaking, of all whom it is about or who rolled in it, and no other of its kind."""
    others = [each for each in table.undertakings.values() if each.kind == found.kind and each.id != found.id]
    still = {each.character for each in others if not each.ended and not is_done(table, each.id)}
    over = [table.over.get(number) for number in table.rolled.get(found.id, ())]
    live = [each for _, each in table.live.items() if each.undertaking == found.id]
    in_it = {found.character, *(each.character for each in (*over, *live) if each and each.status == "done")}
    about = [each for each in table.characters.values() if not found.character or each.id in in_it]
    marks = [(each, mark) for each in about for mark in table.game.sheet.while_on.get(found.kind, ())]
    return [
        Change(one.id, mark, True, False) for one, mark in marks if one.values.get(mark) and not still & {"", one.id}
    ]


def _own(table: Table, seat: Seat, name: str) -> Undertaking:
    """An undertaking that this seat may change: one of all, its own character's, or any for the gm."""
    if name not in table.undertakings:
        raise UnknownName("undertaking", name, table.undertakings)
    found = table.undertakings[name]
    if found.character:
        rights.refuse_other_character(table, seat, table.characters[found.character])
    return found


def _changed(table: Table, found: Undertaking, **said: Any) -> entries.UndertakingChanged:
    if "ticks" in said:
        _refuse_done(table, found)
    before = found._asdict()
    changes = [Change(found.id, name, before[name], after) for name, after in said.items() if before[name] != after]
    if not changes:
        raise InputError(f"{found.name} stands so already; say what is to be otherwise.")
    return entries.UndertakingChanged(changes=tuple(changes))


def _rank(table: Table, name: object) -> str:
    ranks = table.game.sheet.ranks
    if name not in ranks:
        raise UnknownName("rank", name, ranks)
    return str(name)


def _within(table: Table, ticks: int) -> int:
    return max(0, min(table.game.sheet.most_ticks, ticks))


# Rolls on an undertaking


def made_on(table: Table, roll: TableRoll, said: str | None) -> str:
    """The undertaking a roll is made on: the one that is named, if it fits; without a word the only one that does."""
    if said is None:
        return _fitting(table, roll)
    if not said:
        return ""
    if roll.move not in table.game.sheet.fill_on:
        raise InputError(f"{roll.move} is not made on an undertaking; leave undertaking out.")
    if said not in table.undertakings:
        raise UnknownName("undertaking", said, table.undertakings)
    found = table.undertakings[said]
    _refuse_over(found)
    if (kinds := _kinds_for(table, roll)) and found.kind not in kinds:
        raise InputError(f"This move marks a {' or '.join(kinds)}, and {found.name} is a {found.kind}; name another.")
    if roll.move == table.game.sheet.finished_by:
        _refuse_done(table, found)
    return said


def _refuse_over(found: Undertaking) -> None:
    if found.ended:
        raise InputError(f"{found.name} is over; take it up again first.")


def _refuse_done(table: Table, found: Undertaking) -> None:
    """What a roll has finished is neither rolled for nor marked any more: it was rolled against what was marked."""
    if is_done(table, found.id):
        raise InputError(f"{found.name} is done already; put it away, or have that roll taken back.")


def _kinds_for(table: Table, roll: TableRoll) -> list[str]:
    """The kinds of undertakings that the move which a roll names is for; none where it is for any."""
    named = table.game.sheet.made_on.items()
    return sorted({kind for each, of in named if (kind := of.get(str(roll.inputs.get(each))))})


def is_done(table: Table, undertaking: str) -> bool:
    """Whether the latest roll to finish an undertaking that stands succeeded: what is done pays once and stays so."""
    rolls = [(table.roll(number), tier) for number, tier in sorted(table.tried.get(undertaking, {}).items())]
    tiers = [tier for roll, tier in rolls if roll and roll.status == "done"]
    return bool(tiers) and tiers[-1] != table.move(table.game.sheet.finished_by).tiers[0]


def _fitting(table: Table, roll: TableRoll) -> str:
    """What it is made on already, unless its move is for another kind; else the only one of that kind under way.

    What is done and not put away is under way no more: who enters a fray is in a new one.
    """
    kinds = _kinds_for(table, roll)
    going = (each for each in table.undertakings.values() if each.kind in kinds and not each.ended)
    fitting = [each.id for each in going if each.character in ("", roll.character) and not is_done(table, each.id)]
    if not kinds or roll.undertaking in fitting:
        return roll.undertaking
    return fitting[0] if len(fitting) == 1 else ""


def _is_of(table: Table, roll: TableRoll, effect: Effect) -> bool:
    return roll.undertaking in table.undertakings and effect.track in (table.game.sheet.progress, RANK)


def changes_by(
    table: Table, roll: TableRoll, effects: Iterable[Effect], parts: Mapping[str, str], tier: str = ""
) -> tuple[Change, ...]:
    """What the effects of a roll change: on sheets, and on the undertaking that it is made on; and what ends so."""
    all_of_them = tuple(effects)
    on_sheets = [effect for effect in all_of_them if not _is_of(table, roll, effect)]
    changes = changes_of(table, on_sheets, parts, roll.trait)
    if roll.undertaking not in table.undertakings:
        return changes
    before = after = table.undertakings[roll.undertaking]
    for effect in all_of_them:
        if _is_of(table, roll, effect):
            after = _moved(table, after, effect)
    pairs = zip(before._asdict().items(), after, strict=True)
    moved = (*changes, *(Change(before.id, name, was, now) for (name, was), now in pairs if was != now))
    if before != after or not tier or roll.move != table.game.sheet.finished_by:
        return moved
    return tuple(each for each in merged((*moved, *_ends(table, moved, before, tier))) if each.before != each.after)


def _ends(table: Table, moved: tuple[Change, ...], found: Undertaking, tier: str) -> list[Change]:
    """What ends with a roll that was to finish it and moved no box: the marks it had; and itself, where it is lost."""
    lost = tier == table.move(table.game.sheet.finished_by).tiers[0]
    if lost and any(each.lasts for each in table.game.sheet.undertakings if each.name == found.kind):
        return []
    over = _over(with_changes(table, moved), found)
    return [Change(found.id, "ended", False, True), *over] if lost else over


def _moved(table: Table, found: Undertaking, effect: Effect) -> Undertaking:
    if effect.track != RANK:
        return found._replace(ticks=_within(table, found.ticks + effect.by))
    ranks = list(table.game.sheet.ranks)
    return found._replace(rank=ranks[min(len(ranks) - 1, ranks.index(found.rank) + effect.by)])


def aimed_by(table: Table, roll: TableRoll, effects: Iterable[Effect], parts: Mapping[str, str]) -> list[Read]:
    """The values that the effects of a roll are for."""
    all_of_them = tuple(effects)
    on_sheets = [effect for effect in all_of_them if not _is_of(table, roll, effect)]
    moved = {RANK if effect.track == RANK else "ticks" for effect in all_of_them if _is_of(table, roll, effect)}
    return [*aimed_at(table, on_sheets, parts, roll.trait), *((roll.undertaking, name) for name in sorted(moved))]


def of_its_rank(table: Table, roll: TableRoll, due: Due) -> Due:
    """Where a roll is made on an undertaking, progress is marked or cleared by its rank, and no other is offered."""
    if (found := table.undertakings.get(roll.undertaking)) is None:
        return due
    form = table.game.sheet
    other = [way for way in due.ways if way.track == form.progress and abs(way.each) != form.ranks[found.rank]]
    return due._replace(ways=tuple(way for way in due.ways if way not in other)) if other else due


def among_characters(table: Table, roll: TableRoll, due: Due, parts: Mapping[str, str]) -> Due:
    """At a table those it may fall on are known by their characters too: an ally is any but the roller's own."""
    named = [parts[part] for part in due.among if part in parts]
    allies = [each for each in table.characters if each != roll.character] if "ally" in due.among else []
    return due._replace(among=(*due.among, *named, *allies))
