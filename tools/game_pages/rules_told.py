"""Rules, rulings and advice, each with the sentences that are checked."""

from __future__ import annotations

from collections.abc import Mapping

from tools.game_pages.claimed import Claim, Marks, about, bullet

from actionroll.rules import Game
from actionroll.rules.inputs import Ruling, rulings_of


def rules_section(game: Game, claims: list[Claim]) -> str:
    """Every rule that the program keeps."""
    marks = marks_of(game)
    kept = [
        rule_told(f"**{rule}** {says}", about(claims, rule), marks)
        for rule, says in game.rules.items()
        if about(claims, rule)
    ]
    intro = "Each rule in our own words, and below it what was tried and what came of it. Costs are among the changes."
    return "\n\n".join(["## The rules", intro, *kept])


def rule_told(head: str, claims: list[Claim], marks: Marks) -> str:
    """One rule with its claims."""
    return "\n".join([head, "", *[bullet(claim, marks) for claim in claims]])


def marks_of(game: Game) -> Marks:
    """The names of a game's marks."""
    return frozenset(mark.name for mark in game.sheet.marks)


def advice_section(game: Game) -> str:
    """What no program can show."""
    if not game.advice:
        return ""
    lines = [f"- **{rule}** {game.rules[rule]} *{reason}*" for rule, reason in game.advice.items()]
    return "\n".join(["## Left to people", "", *lines])


def rulings_section(game: Game, claims: list[Claim]) -> str:
    """Every switch, with what was decided and why, and then what is checked of it."""
    rulings = rulings_of(game.rulings).values()
    if not rulings:
        return ""
    intro = (
        "Where the text can be read in more than one way, the table decides; this is how the program plays it unless a "
        "table says otherwise (`--ruling name=value`, or in a table's settings)."
    )
    head = ["| ruling | values, the usual one first | why |", "|---|---|---|"]
    table = [*head, *[row(game, each) for each in rulings]]
    return "\n\n".join(["## What the text leaves open", intro, "\n".join(table), *checked(game, claims)])


def checked(game: Game, claims: list[Claim]) -> list[str]:
    """What is checked of all that is no rule of the text, folded away."""
    others = sorted({rule for claim in claims for rule in ids(claim) if rule not in game.rules}, key=number)
    shown = [rule_told(f"**{rule}**", about(claims, rule), marks_of(game)) for rule in others]
    return ["<details><summary>What is checked of them</summary>", *shown, "</details>"] if shown else []


def ids(claim: Claim) -> list[str]:
    """The rules that a claim names."""
    return claim["rule"] if isinstance(claim["rule"], list) else [claim["rule"]]


def number(rule: str) -> tuple[str, int]:
    """Sorts A2 before A10."""
    digits = "".join(letter for letter in rule.rpartition("-")[2] if letter.isdigit())
    return rule.rstrip("0123456789"), int(digits or 0)


def row(game: Game, each: Ruling) -> str:
    """A ruling as a line of the table."""
    asked = game.face.questions.get(each.name) if game.face else None
    asks = f"{asked.asks} <br> " if asked else ""
    return f"| {asks}`{each.name}` ({each.rule}) | {values(each, asked.answers if asked else {})} | {each.reason} |"


def values(each: Ruling, answers: Mapping[str, str]) -> str:
    """The values that a ruling takes, the default first, with what each says."""
    usual = each.show(each.default)
    others = [word for word in each.kind.words() or answers if word != usual] or [each.kind.accepts()]
    told = [f"{word}: {answers[word]}." if word in answers else word for word in (usual, *others)]
    return (" <br> " if answers else ", ").join([told[0].replace(usual, f"**{usual}**", 1), *told[1:]])
