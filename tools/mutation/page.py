"""What came of the mutants: kept between runs, and told in docs/mutation.md."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

import yaml
from tools.mutation.mutants import ROOT, Key, Mutant
from tools.mutation.reached import KEPT

RECORD = KEPT / "tried"
REASONS = Path(__file__).with_name("equivalent.yaml")
PAGE = ROOT / "docs" / "mutation.md"
DRAWN, ENOUGH = 400, 0.95


@dataclass(frozen=True)
class Tried:
    """What came of one mutant."""

    seed: int
    module: str
    line: int
    column: int
    at: str
    says: str
    noticed: bool
    at_first: bool
    """Whether it was noticed when it was tried for the first time, before any test was written for it."""

    @classmethod
    def of(cls, mutant: Mutant, seed: int, noticed: bool, before: Tried | None) -> Tried:
        """What came of a mutant, which may have been tried before."""
        place = (mutant.module, mutant.line, mutant.column, mutant.at, mutant.says)
        if before is None:
            return cls(seed, *place, noticed, noticed)
        return cls(before.seed, *place, noticed, before.at_first)

    @property
    def key(self) -> Key:
        return self.module, self.at, self.column, self.says

    @property
    def because(self) -> str:
        """Why nobody could see the change; empty where a test is owed."""
        return reasons().get((self.at, " ".join(self.says.split())), "")


def recorded() -> list[Tried]:
    """All that were tried in the last run; of one that was tried again, what came of it last."""
    lines = RECORD.read_text(encoding="utf-8").splitlines() if RECORD.exists() else []
    return [Tried(**json.loads(line)) for line in lines]


def keep(tried: list[Tried]) -> None:
    """Remember what came of them."""
    RECORD.write_text("".join(f"{json.dumps(asdict(each))}\n" for each in tried), encoding="utf-8")


@cache
def reasons() -> dict[tuple[str, str], str]:
    """Why nobody could see a change, by line and change."""
    told = yaml.safe_load(REASONS.read_text(encoding="utf-8")) or []
    return {(each["at"], each["change"]): each["because"] for each in told}


def share(tried: list[Tried]) -> float:
    """How many were noticed of those that could be."""
    could = [each for each in tried if each.noticed or not each.because]
    return sum(each.noticed for each in could) / len(could)


def _at_first(tried: list[Tried]) -> str:
    could = [each for each in tried if each.at_first or not each.because]
    seen = sum(each.at_first for each in could)
    return f"{seen} of {len(could)} ({seen / len(could):.1%})"


def _folders(tried: list[Tried]) -> str:
    return ", ".join(sorted({each.module.split("/", maxsplit=1)[0] for each in tried}))


def page(tried: list[Tried]) -> str:
    """How many were noticed, and every survivor with its reason or as owed."""
    survived = sorted((each for each in tried if not each.noticed), key=lambda each: (each.module, each.line))
    same = [each for each in survived if each.because]
    owed = [each for each in survived if not each.because]
    seen, seeds = len(tried) - len(survived), sorted({each.seed for each in tried})
    at_first = {seed: [each for each in tried if each.seed == seed] for seed in seeds}
    rows = {
        f"tried, drawn by seed {' and '.join(map(str, seeds))}": f"{len(tried)} ({DRAWN} are asked for)",
        **{
            f"of seed {seed}, in {_folders(own)}, noticed when first tried": _at_first(own)
            for seed, own in at_first.items()
        },
        "noticed": f"{seen} ({seen / len(tried):.1%} of all)",
        "equivalent: nobody could see the change": str(len(same)),
        "a test is owed": str(len(owed)),
        "noticed of those that could be": f"**{share(tried):.1%}** ({ENOUGH:.0%} are asked for)",
    }
    lines = [*HEAD, *(f"| {what} | {count} |" for what, count in rows.items())]
    lines += ["", "## Equivalent: nobody could see the change", "", "| where | change | why |", "|---|---|---|"]
    lines += [f"| {_shown(each)} | {each.because} |" for each in same]
    lines += ["", "## A test is owed", ""]
    lines += ["| where | change |", "|---|---|", *(f"| {_shown(each)} |" for each in owed)] if owed else ["None."]
    return "\n".join(lines) + "\n"


HEAD = (
    "# Rules broken on purpose",
    "",
    "What `python -m tools.mutation` found the last time it ran, written by it: one point of games, rules, reckoning",
    "or table changed at a time, and the tests that reach the line run on it, without those that start servers or",
    "read the source. Survivors that a test was written for are tried again: so these mutants fare now. How those of a",
    "seed fared when nobody had written a test for them is told apart; equivalent ones are left out of both shares.",
    "",
    "| | mutants |",
    "|---|---:|",
)


def _shown(each: Tried) -> str:
    change = " ".join(each.says.split()).replace("|", "\\|")
    return f"`{each.module}:{each.line}` | `{change}`"
