"""Plain dice in the notation that people know, as the simplest of games: `3d6kh2+1`, `4dF`, `2d6+3 vs 9`.

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
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from actionroll.errors import InputError, shown
from actionroll.files.game_file import loads
from actionroll.rules.game import Game, Move

LONGEST = 100
MOST_TERMS = 12
ID = "dice"
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
def game_of(text: str) -> Game:
    """The game that plain dice are: one move, whose fact `total` is what they come to."""
    if len(text) > LONGEST:
        raise _not_accepted(text)
    sides = re.split(r"\s*\bvs\.?\s*", text.strip(), flags=re.IGNORECASE)
    if len(sides) > 2 or not all(sides):
        raise _not_accepted(text)
    first = _side(sides[0], "dice", text)
    second = _side(sides[1], OTHER, text) if len(sides) == 2 else Side([], "")
    title = re.sub(r"\s+", " ", text.strip())
    return loads(_file(title, first, second), title)


@lru_cache(maxsize=256)
def move_of(text: str) -> Move:
    """Plain dice as a move, called by what is thrown: every game has them."""
    return replace(game_of(text).moves[0], name=re.sub(r"\s+", " ", text.strip()))


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
        f'id = "{ID}"\ntitle = "{title}"\nline = "Plain dice."\n\n[moves.action]\nsays = "Throw {title}."\n'
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
