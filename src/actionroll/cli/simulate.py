"""`actionroll simulate`: many trials of a roll, counted at once or written one by one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from actionroll.cli.odds import title
from actionroll.cli.odds_text import tier_lines
from actionroll.cli.options import Given, Option
from actionroll.cli.questions import FIXED, ask
from actionroll.cli.screen import Screen
from actionroll.errors import InputError
from actionroll.reckoning.simulation import MOST_TRIALS, Counts, columns, counts, source_for
from actionroll.sweep.results import check_target, write_columns
from actionroll.wire import outcome_head

WORDS = "GAME [MOVE]"
OPTIONS = (
    Option("trials", "How many; counting takes no longer for more.", "N", "a whole number"),
    Option("seed", "The same seed gives the same trials; 0 unless given.", "N", "a whole number"),
    Option("out", "Write the trials one by one here, as .csv or .parquet.", "FILE"),
    *FIXED,
)
USUAL_TRIALS = 100_000


def run(words: Sequence[str], screen: Screen) -> int:
    """Simulate, then tell or write."""
    asked = ask(words, OPTIONS)
    trials, seed = _whole(asked.given, "trials", USUAL_TRIALS), _whole(asked.given, "seed", 0)
    source = source_for(seed)
    target = asked.given.one("out")
    if target:
        check_target(Path(target))
    counted = counts(asked.question.start, trials, source, asked.question.policy)
    if target:
        write_columns(Path(target), columns(counted, source))
        screen.flow(f"{trials} trials in {target}.")
    elif asked.given.has("json"):
        from actionroll.cli.json_out import head_of, written

        outcomes = [{**outcome_head(each), "count": many} for each, many in counted.items()]
        screen.say(written({**head_of(asked.question), "trials": trials, "seed": seed, "outcomes": outcomes}))
    else:
        screen.title(f"{title(asked.question)}: {trials} trials")
        screen.say()
        for line in tier_lines(shares(counted, asked.question.tiers, trials), screen):
            screen.say(line)
        screen.say()
        screen.flow(f"The standard error is at most {50 / trials**0.5:.2g} points.")
    return 0


def shares(counted: Counts, tiers: Sequence[str], trials: int) -> Mapping[str, Fraction]:
    """Each tier's share of the trials."""
    found = dict.fromkeys(tiers, 0)
    for outcome, many in counted.items():
        found[outcome.tier] = found.get(outcome.tier, 0) + many
    return {tier: Fraction(many, trials) for tier, many in found.items()}


def _whole(given: Given, name: str, usual: int) -> Any:
    text = given.one(name)
    if text is None:
        return usual
    if not (text.isascii() and text.isdigit() and len(text) <= 15):
        raise InputError(f"--{name} takes a whole number up to {MOST_TRIALS}.")
    return int(text)
