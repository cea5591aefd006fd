"""Where faces come from: physical dice that someone types in, checked before they count, or a source of chance."""

from __future__ import annotations

from collections.abc import Sequence

from actionroll.cli.screen import Screen
from actionroll.errors import InputError, WrongDice
from actionroll.reckoning.explanation import told_pools
from actionroll.reckoning.play import Chance, checked, draw, sides_of
from actionroll.rules.kinds import die_name
from actionroll.rules.steps import Throw

ASK = "ask"
LONGEST_NUMBER = 6


class DrawnDice:
    """Faces from a source of chance."""

    by_hand = False

    def __init__(self, chance: Chance) -> None:
        self._chance = chance

    def faces(self, throw: Throw) -> tuple[int, ...]:
        """The faces of the next throw."""
        return draw(throw, self._chance)

    def refuse_more(self) -> None:
        """There are always as many as are thrown."""


class TypedDice:
    """The faces of one throw after the other: those given beforehand, then what someone types at a terminal."""

    by_hand = True

    def __init__(self, given: Sequence[str], screen: Screen, asks: bool) -> None:
        self._left = [text for text in given if text != ASK]
        self._screen = screen
        self._asks = asks

    def faces(self, throw: Throw) -> tuple[int, ...]:
        """The faces of the next throw."""
        if self._left:
            return checked(throw, read_faces(self._left.pop(0), sides_of(throw)))
        if self._asks:
            return self._asked(throw)
        wanted = " ".join(die_name(sides) for sides in sides_of(throw))
        raise InputError(f"The roll goes on with {wanted}; give their faces with one more --dice.")

    def refuse_more(self) -> None:
        """Faces that no throw asked for are an error."""
        if self._left:
            raise InputError("There are more --dice than this roll has throws; leave the last ones out.")

    def _asked(self, throw: Throw) -> tuple[int, ...]:
        wanted = " ".join(die_name(sides) for sides in sides_of(throw))
        self._screen.flow(f"Throw {told_pools(throw)}.")
        while True:
            try:
                return checked(throw, read_faces(self._screen.ask(f"{wanted}: "), sides_of(throw)))
            except WrongDice as error:
                self._screen.flow(str(error))


def read_faces(text: str, sides: Sequence[int]) -> list[int | str]:
    """Faces as people type them: `4 6 5`, `4,6,5` or `465`; a 0 is the ten of a d10, and the hundred of a d100."""
    words = text.replace(",", " ").split()
    if len(words) == 1 and len(words[0]) == len(sides) and max(sides) <= 10:
        words = list(words[0])
    return [_face(word, sides[place] if place < len(sides) else 0) for place, word in enumerate(words)]


def _face(word: str, sides: int) -> int | str:
    if not (word.isascii() and word.isdigit() and len(word) <= LONGEST_NUMBER):
        return word
    return sides if int(word) == 0 and sides in (10, 100) else int(word)
