"""A character's sheet in a file: read for a move, checked, and written back with what a roll changed."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from actionroll.api import Question
from actionroll.cli.batch import LONGEST, read_object
from actionroll.errors import InputError, UnknownName, shown
from actionroll.reckoning.record import Roll, all_effects
from actionroll.rules.game import Game, Move
from actionroll.rules.inputs import inputs_of
from actionroll.rules.sheet import SheetForm, changed, fill, proposed, starting_values, values_of
from actionroll.rules.steps import Effect
from actionroll.rules.things import (
    THINGS,
    Thing,
    filled,
    named,
    once_more,
    read_things,
    thing_shown,
)

OWN_PARTS = ("roller", "attacker")
"""The parts of a roll that the sheet's own character can take."""


def values_after(form: SheetForm, values: dict[str, Any], effects: Iterable[Effect], trait: str) -> dict[str, Any]:
    """The values after the effects of a roll on the sheet's own character."""
    for effect in effects:
        if effect.who in OWN_PARTS:
            values = changed(form, values, effect, trait)
    return values


def template(game: Game) -> dict[str, Any]:
    """A sheet to start from."""
    return {"game": game.id, "name": "", "values": starting_values(game.sheet)}


FULL = ("game", "name", "values", "form", "words", "private", "picture", "history")
"""What a character's file may hold; a roll reads and writes the values alone."""
Changes = dict[str, tuple[Any, Any]]


class SheetFile:
    """A sheet as it was read, for one move."""

    def __init__(
        self, path: Path, raw: bytes, game: Game, move: Move, trait: str | None, use: Sequence[str] = ()
    ) -> None:
        self.path, self._raw, self._game, self._move = path, raw, game, move
        self._content = read_object(raw, f"The sheet {shown(str(path))}")
        self._trait, self._use = trait or "", use
        if self._full:
            _refuse_wrong_frame(self._content, game)
        elif trait is not None:
            raise InputError('--trait picks from a full sheet, {"game": …, "name": …, "values": {…}}; this one is not.')
        elif use:
            raise InputError('--use names things of a full sheet, {"game": …, "name": …, "values": {…}}; not of this.')

    @property
    def _full(self) -> bool:
        return "values" in self._content

    @property
    def values(self) -> dict[str, Any]:
        """All values of a full sheet, checked."""
        if not self._full:
            raise InputError('This takes a full sheet, {"game": …, "name": …, "values": {…}}; `show GAME --template`.')
        return values_of(self._game.sheet, self._content["values"])

    @property
    def by_name(self) -> dict[str, Any]:
        """What the file says, by name."""
        return self.values if self._full else self._content

    @property
    def name(self) -> str:
        """What the character is called, or the file."""
        return str(self._content.get("name") or self.path.stem)

    def inputs(self, said: Mapping[str, Any]) -> dict[str, Any]:
        """The inputs of the move that the sheet gives, beside those that are said."""
        if self._full:
            sheet, declared = self._game.sheet, inputs_of(self._move.attempt)
            read = fill(sheet, self._move.name, self.values, self._trait, said)
            return {**proposed(sheet, declared, self.values, said), **read}
        return {name: self._content[name] for name in inputs_of(self._move.attempt) if name in self._content}

    def used(self, said: dict[str, Any]) -> dict[str, Any]:
        """The inputs after using the named things."""
        if not self._use:
            return said
        if len(set(self._use)) < len(self._use):
            raise InputError("--use takes each thing once.")
        chosen = [named(self._things, name) for name in self._use]
        return filled(self._game.sheet.things, chosen, inputs_of(self._move.attempt), said, self._side)

    @property
    def _things(self) -> tuple[Thing, ...]:
        return read_things(self._game.sheet.things, self._content["values"].get(THINGS, []), ())

    @property
    def _side(self) -> str:
        return "attacker_" if self._move.against else ""

    def refuse_unwritable(self) -> None:
        """Before any dice fall: a roll that could not be written would be lost."""
        if not os.access(self.path, os.W_OK) or not os.access(self.path.parent, os.W_OK):
            raise InputError(f"The sheet {shown(str(self.path))} cannot be written; a roll needs one that can.")

    def write(self, question: Question, roll: Roll) -> Changes:
        """Write what the roll changed; which values that were, each before and after."""
        held: dict[str, Any] = self._content["values"] if self._full else self._content
        before = values_of(self._game.sheet, held) if self._full else _flat_before(question, held)
        after = self._full_after(before, roll) if self._full else _flat_after(question, before, roll)
        changes = {name: (before.get(name), value) for name, value in after.items() if before.get(name) != value}
        if changes:
            merged = {**held, **{name: value for name, (_, value) in changes.items()}}
            self._replace({**self._content, "values": merged} if self._full else merged)
        return changes

    def _full_after(self, before: dict[str, Any], roll: Roll) -> dict[str, Any]:
        changed = dict(values_after(self._game.sheet, before, all_effects(roll), self._trait))
        if self._use:
            worn = {kind.name for kind in self._game.sheet.things if kind.wears}
            spent = {name for name in self._use if named(self._things, name).kind not in worn}
            changed[THINGS] = [thing_shown(once_more(each) if each.name in spent else each) for each in self._things]
        return {name: value for name, value in changed.items() if value != before.get(name)}

    def _replace(self, content: dict[str, Any]) -> None:
        if _bytes_of(self.path) != self._raw:
            raise InputError("The sheet was changed by someone else during the roll; nothing was written to it.")
        text = json.dumps(content, ensure_ascii=False, indent=2) + "\n"
        beside = self.path.with_name(f".{self.path.name}.{os.getpid()}.new")
        try:
            with beside.open("w", encoding="utf-8") as written:
                written.write(text)
                written.flush()
                os.fsync(written.fileno())
            beside.chmod(self.path.stat().st_mode & 0o777)
            beside.replace(self.path)
        except OSError as error:
            beside.unlink(missing_ok=True)
            raise InputError(f"The sheet could not be written: {error.strerror}; it is as it was.") from None


def read_sheet(name: str, game: Game, move: Move, trait: str | None, use: Sequence[str] = ()) -> SheetFile:
    """The sheet in that file, and which of its things are used."""
    path = Path(os.path.realpath(name))
    return SheetFile(path, _bytes_of(path), game, move, trait, use)


def _bytes_of(path: Path) -> bytes:
    try:
        with path.open("rb") as opened:
            return opened.read(LONGEST + 1)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else "no such name"
        raise InputError(f"The sheet {shown(str(path))} cannot be read: {why}; name a JSON file.") from None


def _refuse_wrong_frame(content: dict[str, Any], game: Game) -> None:
    for key in content:
        if key not in FULL:
            raise UnknownName("key of a full sheet", key, FULL)
    if content.get("game", game.id) != game.id:
        raise InputError(f"This sheet is for {shown(content['game'])}; this roll takes one for {game.id}.")
    if not isinstance(content["values"], dict):
        raise InputError("The values of a full sheet are an object, such as {…}.")


def _flat_before(question: Question, held: dict[str, Any]) -> dict[str, Any]:
    """What stood before the roll: its inputs, typed or by default, what else the file holds, and no other mark."""
    unmarked = {mark.name: False for mark in question.game.sheet.marks}
    return unmarked | held | {name: getattr(question.attempt, name) for name in inputs_of(question.move.attempt)}


def _flat_after(question: Question, before: dict[str, Any], roll: Roll) -> dict[str, Any]:
    """Each effect by the name it has in a flat file: the roller's tracks as they are, others' after their part."""
    marks = {mark.name for mark in question.game.sheet.marks}
    after: dict[str, Any] = {}
    for effect in all_effects(roll):
        name = effect.track if effect.who == "roller" else f"{effect.who}_{effect.track}".replace("-", "_")
        stands = after.get(name, before.get(name))
        if effect.track in marks and effect.who == "roller":
            after[name] = effect.by > 0
        elif isinstance(stands, int) and not isinstance(stands, bool):
            after[name] = stands + effect.by
    return after
