"""One mutant tried, in a process of its own that is forked for it.

A change inside functions is put into them where they are, after all is loaded and every test is collected: only the
tests are left to run. Whatever runs at import is changed before anything of the program is loaded.
"""

from __future__ import annotations

import gc
import math
import os
import resource
import signal
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, FunctionType
from typing import NoReturn

import hypothesis  # noqa: F401  loaded once, before all forks
import pytest
import yaml  # noqa: F401
from tools.mutation.mutants import SOURCE, Mutant
from tools.mutation.reached import TRIED

LOADED = "ignore::pytest.PytestAssertRewriteWarning"
"""What is loaded before the fork is not looked into by pytest, and need not be."""
QUIETLY = ["-q", "-p", "no:cacheprovider", "-W", LOADED]
MEMORY = 4 * 2**30
CPU_SECONDS = 20
"""Tests that come later than this reach the line on the way to something else."""
MOST_CPU_SECONDS, MOST_SECONDS = 120, 3600
"""A mutant that works or waits for longer hangs, which is noticed; on a busy machine one that does not waits too."""
GAMES = tuple(path.name.replace("_", "-") for path in (SOURCE / "games").iterdir() if path.is_dir())


def in_child(work: Callable[[], int], aloud: bool = False) -> bool:
    """Whether this fails in a fork of this process, which is silent and has an end unless it is `aloud`."""
    child = os.fork()
    if child == 0:
        _end_with(work) if aloud else _in_silence(work)
    _, status = os.waitpid(child, 0)
    result = os.waitstatus_to_exitcode(status)
    if result == pytest.ExitCode.USAGE_ERROR:
        raise SystemExit("A test that should be tried is not there any more; delete .mutation/reached and begin anew.")
    return result not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)


def _in_silence(work: Callable[[], int]) -> NoReturn:
    signal.alarm(MOST_SECONDS)
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_CPU_SECONDS, MOST_CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    silence = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(silence, stream)
    _end_with(work)


def _end_with(work: Callable[[], int]) -> NoReturn:
    result = 1
    try:
        result = work()
    finally:
        os._exit(result)


def concerns(nodeid: str, mutant: Mutant) -> bool:
    """A change of one game is not tried on what a test says of another."""
    package, game = mutant.path.relative_to(SOURCE).parts[:2]
    others = [name for name in GAMES if name != game.replace("_", "-")]
    return package != "games" or game.endswith(".py") or not any(name in nodeid for name in others)


def noticed_from_import(mutant: Mutant, tests: Sequence[str]) -> bool:
    """Whether a test fails where the module is the mutant from its import on; nothing of the program is loaded yet."""

    def work() -> int:
        _put_in_place(mutant)
        return int(pytest.main(["-x", *QUIETLY, *TRIED[:2], *tests], plugins=[_Concerned(mutant, tests)]))

    return in_child(work)


class _Concerned:
    """Only tests that the mutant concerns, in the order in which they were asked for, since they are tried no longer
    than on any mutant."""

    def __init__(self, mutant: Mutant, tests: Sequence[str]) -> None:
        self.mutant = mutant
        self.places = {test: place for place, test in enumerate(tests)}

    @pytest.hookimpl(wrapper=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> Iterator[None]:
        yield  # the project's own order, which serves whole runs
        items[:] = sorted((item for item in items if concerns(item.nodeid, self.mutant)), key=self._place)
        self.until = time.process_time() + CPU_SECONDS

    def _place(self, item: pytest.Item) -> int:
        """Where it, or its file, was asked for first."""
        return min(self.places.get(name, len(self.places)) for name in (item.location[0], item.nodeid.split("[")[0]))

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self) -> bool | None:
        return True if time.process_time() > self.until else None


def _put_in_place(mutant: Mutant) -> None:
    """Whoever imports the module gets the mutant; no file is touched."""
    as_written = SourceFileLoader.get_code

    def get_code(loader: SourceFileLoader, name: str) -> CodeType | None:
        return mutant.code if Path(loader.path) == mutant.path else as_written(loader, name)

    SourceFileLoader.get_code = get_code  # type: ignore[assignment, method-assign]


class Session:
    """All tests, collected once; each mutant is tried in a fork of what is loaded then."""

    def __init__(self, work: Callable[[Session], bool]) -> None:
        self._work = work
        self.done = False

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self._session = session
        self._functions = _functions_by_file()
        gc.freeze()
        self.done = self._work(self)
        return True

    def passes_unchanged(self, tests: Iterable[str]) -> bool:
        """Whether all of these pass with nothing changed."""
        chosen = [item for test in dict.fromkeys(tests) for item in self._of(test)]
        return not in_child(lambda: self._run(chosen), aloud=True)

    def noticed(self, mutant: Mutant, tests: Iterable[str]) -> bool:
        """Whether one of these tests, or files of tests, fails with the mutant in place."""
        blocks = mutant.changed_functions() or {}
        living = self._functions.get(str(mutant.path), [])
        chosen = [item for test in dict.fromkeys(tests) for item in self._of(test) if concerns(item.nodeid, mutant)]

        def work() -> int:
            _put_in_place(mutant)  # for modules that are loaded only once a test asks
            _swap(blocks, living)
            return self._run(chosen, CPU_SECONDS)

        return in_child(work)

    def _of(self, test: str) -> list[pytest.Item]:
        return [item for item in self._session.items if item.nodeid.split("[")[0] == test or item.location[0] == test]

    def _run(self, items: Sequence[pytest.Item], seconds: float = math.inf) -> int:
        until = time.process_time() + seconds
        for place, item in enumerate(items):
            if time.process_time() > until:
                break
            following = items[place + 1] if place + 1 < len(items) else None
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if self._session.testsfailed:
                return 1
        return 0


def in_session(work: Callable[[Session], bool]) -> int:
    """Do this where all tests are collected; 0 if it was done."""
    session = Session(work)
    pytest.main([*QUIETLY, "-s", *TRIED], plugins=[session])
    return 0 if session.done else 1


def _functions_by_file() -> dict[str, list[FunctionType]]:
    found: dict[str, list[FunctionType]] = defaultdict(list)
    for each in gc.get_objects():
        if type(each) is FunctionType and each.__code__.co_filename.startswith(str(SOURCE)):
            found[each.__code__.co_filename].append(each)
    return found


def _swap(blocks: dict[tuple[str, int], CodeType], living: Iterable[FunctionType]) -> None:
    """Give every function of a module that lives now the code of the mutant."""
    for each in living:
        each.__code__ = blocks.get((each.__code__.co_qualname, each.__code__.co_firstlineno), each.__code__)
