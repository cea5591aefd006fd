"""A question: a move of a game with all that is said of it, checked; what odds, play and advice start from.

Plain dice in the notation that people know stand where a game's name goes, as the simplest of games.

3d6 d8 4dF d100    dice; dF shows −1, 0 or 1
kh2 kl1 dh1 dl1    keep or drop the highest or lowest
! !2               a die that shows its highest is thrown again and added, once or up to so often
r1 r<3             dice that show this are thrown again once
c>=5               count the dice that show this
+ - 3              sums of dice and numbers
vs                 held against a number or other dice
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import Field, dataclass, field, fields, is_dataclass, replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol, cast

from actionroll.errors import Budget, InputError, shown
from actionroll.games import BUILT_IN, game, games
from actionroll.rules.futures import first_step
from actionroll.rules.game import BEST, Aim, Game, Move, Policy
from actionroll.rules.inputs import check_attempt, inputs_of, make_attempt, make_rulings
from actionroll.rules.steps import Step

if TYPE_CHECKING:
    from actionroll.reckoning import advice as advising


@dataclass(eq=False)
class Question:
    """A move of a game with its attempt, rulings and policies: all that odds, play and advice start from."""

    game: Game
    move: Move
    attempt: Any
    rulings: Any
    decide: Mapping[str, str]
    aim: Any = None
    budget: Budget | None = None
    """What counting and weighing may take; without one, the usual."""
    remembered: bool = True
    """Whether its attempt and first step are kept for when it is asked again."""
    _fixed: Policy = field(init=False, repr=False)
    """What answers the decisions that are not left to what is best."""

    def __post_init__(self) -> None:
        self._fixed = self.move.policy(self.decide)

    def __str__(self) -> str:
        return f"{self.game.id} {self.move.name}"

    def varied(self, over: str, said: Mapping[str, Any]) -> str:
        """`Starforged: action by stat; momentum 7; burn whenever it helps`: what changes, and all that was said."""
        usual = {name: each.default and each.default.value for name, each in inputs_of(self.move.attempt).items()}
        plain = {name: value for name, value in said.items() if name != over and value != usual.get(name)}
        set_so = [
            self._told(name, value) for name, value in {**plain, **self.decide}.items() if value not in (None, [])
        ]
        return "; ".join([f"{self.game.title}: {self.move.name} by {self.game.label(over)}", *set_so])

    def _told(self, name: str, value: Any) -> str:
        if isinstance(value, bool):
            return f"{'' if value else 'no '}{self.game.label(name)}"
        told = ", ".join(map(str, value)) if isinstance(value, list) else self.game.label(str(value))
        return told if told == self.game.label(name) else f"{self.game.label(name)} {told}"

    _start: Step | None = field(default=None, init=False, repr=False)

    @property
    def start(self) -> Step:
        """The first step."""
        if self._start is None:
            start, attempt, rulings = self.move.start, self.attempt, self.rulings
            self._start = first_step(start, attempt, rulings) if self.remembered else start(attempt, rulings)
        return self._start

    @property
    def tiers(self) -> tuple[str, ...]:
        """The tiers it can end in, from worst to best."""
        return self.move.tiers_for(self.attempt, self.rulings)

    @property
    def policy(self) -> Policy:
        """What answers its decisions."""
        return self._best_of_some if BEST in self.decide.values() else self._fixed

    @cached_property
    def _best_of_some(self) -> Policy:
        return self._best([name for name, how in self.decide.items() if how == BEST])

    @cached_property
    def best(self) -> advising.Best:
        """The best policy for the aim, beside what is decided already."""
        fixed = {name for name, how in self.decide.items() if how != BEST}
        return self._best([each.name for each in self.move.decisions if each.name not in fixed])

    def _best(self, free: list[str]) -> advising.Best:
        from actionroll.reckoning.advice import MOST_WEIGHED, Best

        return Best(self._aim(), free, self._fixed, self.move.against, self.budget or Budget(MOST_WEIGHED))

    def _aim(self) -> Aim:
        from actionroll.reckoning.advice import read_aim

        return read_aim(self.aim if self.aim is not None else self.tiers[-1], self.tiers)


def game_named(name: str) -> Game:
    """The game of that id, or the one that plain dice are: `2d6+3 vs 9`."""
    return game_of_dice(name) if name not in BUILT_IN and is_dice(name) else game(name)


def move_named(played: Game, name: str) -> Move:
    """The move of that name, or plain dice, which every game has: `2d6+3 vs 9`."""
    for each in played.moves:
        if each.name == name:
            return each
    return move_of_dice(name) if is_dice(name) else played.move(name)


class Attempted(Protocol):
    """An attempt as a value, such as `in_the_dark.Action(dots=2)`: its inputs are known to a type checker."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]


def question(  # noqa: PLR0913
    name: str | Game | Attempted,
    move: str = "action",
    attempt: Mapping[str, Any] | None = None,
    *,
    rulings: Mapping[str, Any] | None = None,
    decide: Mapping[str, str] | None = None,
    aim: Any = None,
    budget: Budget | None = None,
    remembered: bool = True,
) -> Question:
    """All that was asked, checked; an attempt as a value says its game and move itself."""
    if not isinstance(name, str):
        name, move, attempt = _handed_in(name, move, attempt or {})
    played = name if isinstance(name, Game) else game_named(name)
    made = move_named(played, move)
    tried = (make_attempt if remembered else check_attempt)(made.attempt, attempt or {})
    ruled = make_rulings(played.rulings, rulings or {})
    return Question(played, made, tried, ruled, dict(decide) if decide else {}, aim, budget, remembered)


def _handed_in(found: object, move: str, attempt: Mapping[str, Any]) -> tuple[str | Game, str, Mapping[str, Any]]:
    """A game, or an attempt as a value, with its game and move; anything else is looked for by its name."""
    if isinstance(found, Game):
        return found, move, attempt
    return _said_by(cast(Attempted, found), attempt) if is_dataclass(found) else (str(found), move, attempt)


def _said_by(attempted: Attempted, more: Mapping[str, Any]) -> tuple[Game, str, Mapping[str, Any]]:
    """The game and the move that an attempt belongs to, and what it says beside the usual."""
    if more:
        raise InputError(f"{next(iter(more))} is said by the attempt itself; give it there.")
    found = next(((each, move) for each in games() for move in each.moves if move.attempt is type(attempted)), None)
    if found is None:
        raise InputError(f"{type(attempted).__name__} is no attempt of a known game.")
    usual = {each.name: each.default for each in fields(attempted)}
    kinds = {name: each.kind for name, each in inputs_of(type(attempted)).items()}
    said = {name: getattr(attempted, name) for name in kinds if getattr(attempted, name) != usual[name]}
    given = {name: value if isinstance(value, str) else kinds[name].show(value) for name, value in said.items()}
    return found[0], found[1].name, given


# Plain dice

LONGEST = 100
MOST_TERMS = 12
DICE_ID = "dice"
OTHER = "theirs"
ACCEPTED = "dice such as 3d6kh2+1, 4dF, 2d6+3 vs 9 or d8 vs 2d6kh1, with kh kl dh dl ! r and c after a die"
_LOOKS_SO = re.compile(r"[+-]?\s*\d*d(\d|f|%)", re.IGNORECASE)
_TERM = re.compile(
    r"(?P<sign>[+-]?)(?:(?P<count>\d*)d(?P<sides>\d+|f|%)(?P<more>(?:k[hl]?\d+|d[hl]\d+|!\d*|r(?:<=?|>=?|=)?\d+"
    r"|c(?:<=?|>=?|=)\d+)*)|(?P<number>\d+))",
    re.IGNORECASE,
)
_MORE = re.compile(r"(?P<how>kh|kl|k|dh|dl|!|r|c)(?P<sign><=|>=|<|>|=)?(?P<number>\d*)", re.IGNORECASE)
SIGNS = {"=": "==", None: "=="}


class Side(NamedTuple):
    """One side of plain dice: the lines of its pools, and the sum that they make."""

    pools: list[str]
    total: str


def is_dice(text: object) -> bool:
    """Whether a word means plain dice, not a game."""
    return isinstance(text, str) and _LOOKS_SO.match(text) is not None


@lru_cache(maxsize=256)
def game_of_dice(text: str) -> Game:
    """The game that plain dice are: one move, whose fact `total` is what they come to."""
    if len(text) > LONGEST:
        raise _not_accepted(text)
    from actionroll.files import loads

    sides = re.split(r"\s*\bvs\.?\s*", text.strip(), flags=re.IGNORECASE)
    if len(sides) > 2 or not all(sides):
        raise _not_accepted(text)
    first = _side(sides[0], "dice", text)
    second = _side(sides[1], OTHER, text) if len(sides) == 2 else Side([], "")
    title = re.sub(r"\s+", " ", text.strip())
    return loads(_file(title, first, second), title)


@lru_cache(maxsize=256)
def move_of_dice(text: str) -> Move:
    """Plain dice as a move, called by what is thrown: every game has them."""
    return replace(game_of_dice(text).moves[0], name=re.sub(r"\s+", " ", text.strip()))


def _file(title: str, first: Side, second: Side) -> str:
    """The same as a game file."""
    tiers, facts = '["rolled"]', '{total = "What the dice come to."}'
    lines = ["throw", *first.pools, *second.pools] if first.pools or second.pools else []
    lines += [f"total = {first.total}"]
    end = ["end", "    rolled", '    why "{total} in all"']
    if second.total:
        tiers = '["below", "equal", "above"]'
        facts = '{total = "What the dice come to.", margin = "How far above the other side."}'
        lines += [f"other = {second.total}", "margin = total - other"]
        end = ["end", "    above when margin > 0", "    equal when margin == 0", "    below"]
        end += ['    why "{total} against {other}"']
    roll = "\n".join([*lines, *end])
    return (
        f'id = "{DICE_ID}"\ntitle = "{title}"\nline = "Plain dice."\n\n[moves.action]\nsays = "Throw {title}."\n'
        f"tiers = {tiers}\nfacts = {facts}\nroll = '''\n{roll}\n'''\n"
    )


def _side(text: str, name: str, whole: str) -> Side:
    """One side, term by term."""
    plain = re.sub(r"\s+", "", text)
    pools: list[str] = []
    parts: list[str] = []
    at = 0
    while at < len(plain):
        term = _TERM.match(plain, at)
        if term is None or (at and not term["sign"]) or len(parts) >= MOST_TERMS:
            raise _not_accepted(whole)
        at = term.end()
        sign = "- " if term["sign"] == "-" else "+ "
        if term["number"] is not None:
            parts.append(sign + term["number"][:7])
        else:
            lines, value = _dice(term, f"{name}{len(parts) + 1 if parts else ''}", whole)
            pools += lines
            parts.append(sign + value)
    if not parts:
        raise _not_accepted(whole)
    return Side(pools, "0 " + " ".join(parts))


def _dice(term: re.Match[str], name: str, whole: str) -> tuple[list[str], str]:
    """The lines of one pool, and what it adds to the sum."""
    count, sides = int(term["count"] or 1), term["sides"].upper()
    die = "dF" if sides == "F" else f"d{100 if sides == '%' else int(sides)}"
    if not 1 <= count <= 1000 or die == "d0":
        raise _not_accepted(whole)
    held = " against" if name == OTHER else ""
    lines, reading, value = [f"    {name}{held}: {count}{die}"], "sum", f"{name}_all"
    for each in _MORE.finditer(term["more"] or ""):
        how, number = each["how"].lower(), int(each["number"] or 1)
        test = f"face {SIGNS.get(each['sign'], each['sign'])} {number}"
        match how:
            case "k" | "kh" | "dl":
                reading, value = f"top {number if how != 'dl' else max(0, count - number)}", f"sum({name}_all)"
            case "kl" | "dh":
                reading, value = f"bottom {number if how == 'kl' else max(0, count - number)}", f"sum({name}_all)"
            case "!":
                best = "1" if die == "dF" else "size"
                lines.append(f"        explode face == {best} upto {min(20, max(1, number))}")
            case "r":
                lines.append(f"        reroll {test}")
            case _:
                reading, value = f"count {test}", f"{name}_all"
    return [*lines, f"        {name}_all = {reading}"], value


def _not_accepted(text: str) -> InputError:
    return InputError(f"{shown(text)} is not understood; accepted are {ACCEPTED}.")
