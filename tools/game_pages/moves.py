"""The moves of a game: what each asks for before the dice fall, what it may ask after, and how it can end."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from actionroll.rules import Decision, Game, Move, Texts
from actionroll.rules.inputs import Input, inputs_of

SAID_BY = {"sheet": "the sheet", "roller": "the player", "helper": "the helper", "gm": "the gm"}
HEAD = "| input | what it is | takes | unless said | said by |\n|---|---|---|---|---|"
SIDES = ("attacker_", "defender_")


def moves_section(game: Game) -> str:
    """All moves, and once what every one of them takes."""
    texts = ", ".join(f"`{each.name}`" for each in fields(Texts))
    return "\n\n".join(
        [
            "## The moves",
            f"Every move also takes the texts {texts}, which change no dice and are kept with the roll.",
            *[move_told(move) for move in game.moves],
        ]
    )


def move_told(move: Move) -> str:
    """One move."""
    parts = [f"### {move.name}", move.says, "\n".join([HEAD, *rows(move)]) if rows(move) else ""]
    parts += decisions_told(move.decisions)
    parts.append(tiers_told(move.tiers))
    parts.append("\n".join(f"- *{tier}*: {means}" for tier, means in move.means.items()))
    if move.facts:
        parts.append(
            "It also tells: " + "; ".join(f"`{name}`, {lowered(says)}" for name, says in move.facts.items()) + "."
        )
    return "\n\n".join(part for part in parts if part)


def tiers_told(tiers: tuple[str, ...]) -> str:
    """How a move can end."""
    named = ", ".join(f"*{tier}*" for tier in tiers)
    return f"It ends, from worst to best, in {named}." if len(tiers) > 1 else f"It ends in {named}."


def rows(move: Move) -> list[str]:
    """A line for each input; the two sides of an opposed roll, which take the same, share theirs."""
    shared = {each.name for each in fields(Texts)}
    lines: dict[tuple[str, str], list[str]] = {}
    for name, each in inputs_of(move.attempt).items():
        if name not in shared:
            lines.setdefault((without_side(name), cells(each)), []).append(f"`{name}`")
    return [f"| {', '.join(names)} | {rest} |" for (_, rest), names in lines.items()]


def without_side(name: str) -> str:
    """What is left of an input's name without its side."""
    for side in SIDES:
        name = name.removeprefix(side)
    return name


def cells(each: Input) -> str:
    """All cells of a line but the first."""
    by = SAID_BY[each.by] + (", before the throw" if each.called else "")
    says = each.says.replace("|", "\\|").rstrip(".")
    for side in SIDES:
        says = says.removeprefix(f"{side.rstrip('_').capitalize()}: ")
    return f"{says} | {each.kind.summary()} | {default_words(each)} | {by}"


def default_words(each: Input) -> str:
    """What an input is when nothing is said."""
    if each.default is None:
        return "**required**"
    return each.default.says or value_words(each.kind.show(each.default.value))


def value_words(value: Any) -> str:
    """A default as a person reads it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None or value in ("", []) else str(value)


def decisions_told(decisions: tuple[Decision, ...]) -> list[str]:
    """The choices that may come up during the roll; what both sides are asked alike is told once."""
    told: dict[tuple[str, str], list[str]] = {}
    for each in decisions:
        told.setdefault((without_side(each.name), options_told(each)), []).append(f"`{each.name}`")
    return [f"It may ask {' and '.join(names)}:\n\n{rest}" for (_, rest), names in told.items()]


def options_told(decision: Decision) -> str:
    """The options of a decision, and what answers it when no person does."""
    options = [f"- `{name}`: {says}" for name, says in decision.options.items()]
    named = ", ".join(f"`{name}`" for name in (*decision.policies, "best"))
    return "\n".join([*options, "", f"Without anyone to ask, it is answered by an option's name or by {named}."])


def lowered(says: str) -> str:
    """A sentence as the end of another."""
    return (says[:1].lower() + says[1:]).rstrip(".")
