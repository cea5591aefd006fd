"""python -m tools.mutation"""

from __future__ import annotations

import argparse
import sys

from tools import mutation
from tools.mutation.mutants import Key, Mutant, drawn, found_again
from tools.mutation.page import DRAWN, ENOUGH, PAGE, Tried, keep, page, recorded, share
from tools.mutation.reached import Reached
from tools.mutation.trial import Session, in_child, in_session, noticed_from_import


class Run:
    """Mutants that are tried one after another, and what came of them so far."""

    def __init__(self, told: argparse.Namespace) -> None:
        self.seed, self.known = told.seed, Reached()
        self.tried: list[Tried] = recorded() if told.survivors or told.resume else []
        self.earlier = {each.key: each for each in self.tried}
        self.before: dict[Key, Key] = {}
        """Where those that are tried again stood when they were tried before."""
        keep(self.tried)
        self.mutants = self._survivors() if told.survivors else self._untried(told)

    def _untried(self, told: argparse.Namespace) -> list[Mutant]:
        done = {each.key for each in self.tried}
        return [each for each in drawn(told.count, told.under, told.seed) if each.key not in done]

    def _survivors(self) -> list[Mutant]:
        found = [(each, found_again(*each.key)) for each in self.tried if not each.noticed]
        self.before = {mutant.key: each.key for each, mutant in found if mutant is not None}
        return [mutant for _, mutant in found if mutant is not None]

    def go(self) -> bool:
        """Whether all tests that are tried pass with nothing changed, and then all mutants were tried: those in
        functions at first, in a process of its own, which is quick; then those of which something is computed at
        import."""
        in_functions = [each for each in self.mutants if each.changed_functions() is not None]
        if in_child(lambda: in_session(lambda session: self._try_in(session, in_functions)), aloud=True):
            return False
        self.tried = recorded()
        lived = {each.key for each in self.tried if not each.noticed}
        early = [each for each in in_functions if each.key in lived and self.known.at_import(each)]
        for mutant in [*early, *(each for each in self.mutants if each not in in_functions)]:
            self._tell(mutant, noticed_from_import(mutant, self.known.tests_for(mutant)))
        return True

    def _try_in(self, session: Session, mutants: list[Mutant]) -> bool:
        """The tests as they are now are looked at first, whatever was tried before."""
        if not session.passes_unchanged([test for mutant in self.mutants for test in self.known.tests_for(mutant)]):
            return False
        for mutant in mutants:
            self._tell(mutant, session.noticed(mutant, self.known.tests_for(mutant)))
        return True

    def _tell(self, mutant: Mutant, noticed: bool) -> None:
        print(f"{'noticed' if noticed else 'survived'}  {mutant}", flush=True)
        told_before = (self.before.get(mutant.key, mutant.key), mutant.key)
        self.tried = [each for each in self.tried if each.key not in told_before]
        self.tried.append(Tried.of(mutant, self.seed, noticed, self.earlier.get(told_before[0])))
        keep(self.tried)


def main() -> int:
    parser = argparse.ArgumentParser(description=(mutation.__doc__ or "").split("\n")[0])
    parser.add_argument("--count", type=int, default=DRAWN)
    parser.add_argument("--under", nargs="*", default=(), help="only below these folders, as in games/starforged rules")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--resume", action="store_true", help="go on with a run that was ended")
    parser.add_argument("--survivors", action="store_true", help="only those that survived before, with today's tests")
    run = Run(parser.parse_args())
    if not run.go():
        print("A test fails with nothing changed; mend that first.", file=sys.stderr)
        return 2
    PAGE.write_text(page(run.tried), encoding="utf-8")
    seen = sum(each.noticed for each in run.tried)
    print(f"{seen} of {len(run.tried)} noticed, {share(run.tried):.1%} of those that could be")
    return 0 if share(run.tried) >= ENOUGH else 1


if __name__ == "__main__":
    sys.exit(main())
