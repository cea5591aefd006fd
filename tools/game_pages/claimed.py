"""Claims as sentences for a reader: what is tried, and what comes of it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tools.written import written

FOLDER = Path(__file__).parents[2] / "tests" / "claims"
Claim = Mapping[str, Any]
Marks = frozenset[str]
"""The names of a game's marks, which are set and cleared where tracks go up and down."""


def claims_of(game: str) -> list[Claim]:
    """All claims of a game."""
    found: list[Claim] = written(FOLDER / f"{game}.yaml")
    return found


def about(claims: list[Claim], rule: str) -> list[Claim]:
    """Those that name a rule."""
    return [claim for claim in claims if rule == claim["rule"] or rule in _listed(claim["rule"])]


def _listed(named: Any) -> list[str]:
    return named if isinstance(named, list) else []


def bullet(claim: Claim, marks: Marks) -> str:
    """One claim as a line of a list: the sentence, then the example behind it."""
    tried, came = tried_words(claim), came_words(claim, marks)
    example = " → ".join(part for part in (tried, came) if part)
    return f"- {claim['says']}." + (f" <br> *{escaped(example)}*" if example else "")


def tried_words(claim: Claim) -> str:
    """What is tried: the move unless it is an action, inputs, rulings, policies, dice and choices."""
    parts = [] if claim.get("move", "action") == "action" else [f"{claim['move']}"]
    parts += [f"{plain(name)} {value_words(value)}" for name, value in claim.get("attempt", {}).items()]
    parts += [f"ruling {name}={value_words(value)}" for name, value in (claim.get("rulings") or {}).items()]
    parts += [f"decided {name}={value_words(value)}" for name, value in (claim.get("decide") or {}).items()]
    tried = ", ".join(parts)
    answers = [answer_words(answer) for answer in claim.get("answers", [])]
    return "; ".join(part for part in (tried, *answers) if part)


def answer_words(answer: Any) -> str:
    """Dice that show faces, or a choice."""
    return f"dice {' '.join(map(str, answer))}" if isinstance(answer, list) else f"choose {answer}"


def came_words(claim: Claim, marks: Marks) -> str:
    """What comes of it: the end, what changed, what is asked or settled, and the odds."""
    ends = [claim["tier"]] if "tier" in claim else []
    ends += [f"{plain(name)} {value_words(value)}" for name, value in claim.get("facts", {}).items()]
    ends += [effect_words(marks, *effect) for effect in claim.get("effects", [])]
    ends += ["nothing paid or changed"] if claim.get("effects") == [] else []
    ends += ["refused"] if "error" in claim else []
    ends += [asks_words(claim)] if claim.get("asks", "dice") != "dice" else []
    settled = [effect_words(marks, *effect) for effect in claim.get("changes", [])]
    chances = [f"{tier} {value_words(chance)}" for tier, chance in claim.get("chances", {}).items()]
    parts = [", ".join(ends)]
    parts += [f"settled: {', '.join(settled)}"] if settled else []
    parts += [f"chances: {', '.join(chances)}"] if chances else []
    told = "; ".join(part for part in parts if part)
    return told or (f"“{claim['why']}”" if "why" in claim else "")


def asks_words(claim: Claim) -> str:
    """A decision that comes up, with its options where they are named."""
    options = claim.get("options")
    return f"asks to {claim['asks']}" + (f": {' or '.join(options)}" if options else "")


def effect_words(marks: Marks, who: str, track: str, by: int) -> str:
    """A change of a track or mark: whose it is unless it is the roller's."""
    whose = "" if who == "roller" else f"{who.replace('-', ' ')} "
    if track in marks:
        return f"{whose}{plain(track)} {'marked' if by > 0 else 'cleared'}"
    return f"{whose}{plain(track)} {'+' if by >= 0 else '−'}{abs(by)}"


def value_words(value: Any) -> str:
    """A value as a person writes it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return " ".join(value_words(each) for each in value) or "none"
    return "none" if value is None else str(value).replace("-", "−") if isinstance(value, int) else str(value)


def plain(name: str) -> str:
    """A name without its underscores."""
    return name.replace("_", " ")


def escaped(text: str) -> str:
    """Text in which nothing is taken for markup."""
    for letter in "*_|<[":
        text = text.replace(letter, f"\\{letter}")
    return text.replace("\n", " ")
