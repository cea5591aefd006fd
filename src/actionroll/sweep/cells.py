"""Cells of a grid worked out, here or by others, and the figures of each: chances of tiers, facts and changes.

A figure is known by its name, which says what it is: a tier or an ending stands as it is called, all others begin with
one of `KINDS`. So rows from anywhere (a sweep, `--vary`, a comparison) make one kind of table.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from fractions import Fraction
from math import sqrt
from multiprocessing import active_children, get_context
from multiprocessing.process import BaseProcess
from typing import Any, TypeAlias

from actionroll.api import Question, odds_of
from actionroll.charts import percent
from actionroll.errors import ActionrollError, Budget, InputError, LimitError, UnknownName
from actionroll.rules.steps import Fact, Outcome
from actionroll.scenes import SceneQuestion, solve_asked
from actionroll.scenes.solution import decimal
from actionroll.sweep.grid import Grid

AT_LEAST, CHANCE, MEAN, CHANGE = "at least ", "chance of ", "mean ", "change "
TIMES, WORTH = "times ", "worth"
KINDS = (AT_LEAST, CHANCE, MEAN, CHANGE, TIMES, WORTH)
SHARES = (AT_LEAST, CHANCE)
FIGURE_WORDS: dict[str, tuple[str, ...]] = {
    "tiers": (),
    "at-least": (AT_LEAST,),
    "facts": (CHANCE, MEAN),
    "changes": (CHANGE,),
}
"""What names several figures at once."""
ALL = "all"


def is_level(name: str) -> bool:
    """Whether it is a tier or an ending: of these, exactly one comes about."""
    return not name.startswith(KINDS)


def shown_as(name: str, value: Fraction) -> str:
    """A chance as a percentage, a mean as a decimal number."""
    return percent(value) if is_level(name) or name.startswith(SHARES) else decimal(value)


def figures_of(ways: Mapping[Outcome, int], tiers: Sequence[str]) -> dict[str, Fraction]:
    """Every figure of outcomes that come about in so many ways, or in so many trials."""
    total = sum(ways.values())
    counts = dict.fromkeys(tiers, 0)
    for outcome, many in ways.items():
        counts[outcome.tier] = counts.get(outcome.tier, 0) + many
    found = {tier: Fraction(many, total) for tier, many in counts.items()}
    levels = list(found)
    for place in range(1, len(levels)):
        found[AT_LEAST + levels[place]] = sum((found[tier] for tier in levels[place:]), Fraction(0))
    for name, values in _spreads(ways).items():
        found[name] = Fraction(sum(value * many for value, many in values), total)
    return found


def largest_error(ways: Mapping[Outcome, int], tiers: Sequence[str]) -> float:
    """The largest standard error of any figure, where the ways are trials."""
    trials = sum(ways.values())
    figures = figures_of(ways, tiers)
    shares = [float(value) for name, value in figures.items() if is_level(name) or name.startswith(SHARES)]
    spreads = [share * (1 - share) for share in shares]
    for name, values in _spreads(ways).items():
        mean = float(figures[name])
        spreads.append(sum((value - mean) ** 2 * many for value, many in values) / trials)
    return max(sqrt(spread / trials) for spread in spreads)


def _spreads(ways: Mapping[Outcome, int]) -> dict[str, list[tuple[int, int]]]:
    """Of each fact that is a number or yes or no, and of each track that changes: values, each in how many ways."""
    found: dict[str, list[tuple[int, int]]] = {}
    for outcome, many in ways.items():
        for fact, value in outcome.facts:
            if not isinstance(value, str):
                found.setdefault(_fact_figure(fact, value), []).append((int(value), many))
    for outcome, many in ways.items():
        for effect in outcome.effects:
            whose = "" if effect.who == "roller" else f"{effect.who} "
            found.setdefault(f"{CHANGE}{whose}{effect.track}", []).append((effect.by, many))
    return found


def _fact_figure(name: str, value: Fact) -> str:
    return f"{CHANCE if isinstance(value, bool) else MEAN}{name}"


def chosen(rows: Sequence[Mapping[str, Fraction]], wanted: Sequence[str]) -> list[str]:
    """The figures to show: those that are named, else levels and changes, and facts where the levels tell nothing."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    if ALL in wanted:
        return names
    if wanted:
        picked = {name for word in wanted for name in _named(word, names)}
        return [name for name in names if name in picked]
    told = [name for name in names if not name.startswith((*SHARES, MEAN))]
    if any(name.startswith(TIMES) for name in names):  # a scene, whose means are where its tracks stand
        return names
    levels = {tuple(row.get(name, Fraction(0)) for name in names if is_level(name)) for row in rows}
    return told if len(levels) > 1 or len(rows) == 1 else [name for name in names if not name.startswith(AT_LEAST)]


def _named(word: str, names: Sequence[str]) -> list[str]:
    """The figures that a word names: several, one by its whole name, or those of a fact, a track or a tier."""
    if word in FIGURE_WORDS:
        return [name for name in names if (is_level(name) if word == "tiers" else name.startswith(FIGURE_WORDS[word]))]
    if word in names:
        return [word]
    found = [name for name in names if name.replace("_", " ").endswith(f" {word.replace('_', ' ')}")]
    if not found:
        shorts = [name.removeprefix(kind) for name in names for kind in KINDS if name.startswith(kind)]
        raise UnknownName("figure to show called", word, dict.fromkeys([*FIGURE_WORDS, ALL, *shorts]))
    return found


Row: TypeAlias = dict[str, str]
"""Columns of a cell besides what is varied: `how` it was worked out, its figures, the largest `error` of them."""


def work_out(spec: Mapping[str, Any], numbers: Sequence[int]) -> list[Row]:
    """The rows of some cells of a grid; a worker calls it with plain values."""
    grid = Grid(spec)
    return [row_of(grid, number) for number in numbers]


def row_of(grid: Grid, number: int, within: Budget | None = None) -> Row:
    """One cell. One that cannot be asked says why; the others go on. A sweep takes its time, `within` does not."""
    try:
        asked = grid.subject.asked(grid.given(grid.point(number)), grid.spec.get("aim"), within)
        return _figures(grid, asked, number)
    except ActionrollError as error:
        return {"how": "refused", "error": str(error)}


def _figures(grid: Grid, asked: Question | SceneQuestion, number: int) -> Row:
    how = grid.spec.get("simulate", "if-needed")
    if how != "always":
        try:
            return {"how": "exact", **_exact(asked), "error": "0"}
        except LimitError:
            if how == "never":
                raise
    figures, error = _simulated(asked, grid.trials, (grid.spec.get("seed", 0), number))
    return {"how": f"{grid.trials} trials", **figures, "error": repr(error)}


def _exact(asked: Question | SceneQuestion) -> Row:
    if isinstance(asked, Question):
        return _written(figures_of(odds_of(asked).ways, asked.tiers))
    solved = solve_asked(asked)
    figures: dict[str, Fraction] = dict(solved.endings)
    figures |= {f"mean {track.name}": solved.mean(track.name) for track in solved.told}
    figures |= {f"times {tier}": many for tier, many in solved.tiers.items()}
    return _written({**figures, "worth": solved.worth or Fraction(0)})


def _tracks(asked: SceneQuestion) -> list[str]:
    return [track.name for track in asked.played.tracks if track.high > track.low]


def _written(figures: Mapping[str, Fraction]) -> Row:
    return {name: f"{value.numerator}/{value.denominator}" for name, value in figures.items()}


def _simulated(asked: Question | SceneQuestion, trials: int, seed: tuple[int, int]) -> tuple[Row, float]:
    from actionroll.reckoning.play import counts, source_for

    source = source_for(*seed)
    if isinstance(asked, SceneQuestion):
        return _simulated_scene(asked, trials, source)
    counted = counts(asked.start, trials, source, asked.policy)
    return _written(figures_of(counted, asked.tiers)), largest_error(counted, asked.tiers)


def _simulated_scene(asked: SceneQuestion, trials: int, source: Any) -> tuple[Row, float]:
    from actionroll.scenes.solution import simulate_scene

    if asked.is_open:
        raise InputError("What is best is found exactly only, and this scene is too large; name a policy instead.")
    done = simulate_scene(asked.played, asked.aim, trials, source)
    means = {name: done.mean(name) for name in _tracks(asked)}
    row = _written({ending: Fraction(many, trials) for ending, many in done.endings.items()})
    row |= {f"mean {name}": repr(mean) for name, (mean, _) in means.items()}
    row |= {f"times {tier}": repr(many / trials) for tier, many in done.tiers.items()}
    worth, error = done.worth
    errors = [_largest(done.endings.values(), trials), error, *(each for _, each in means.values())]
    return {**row, "worth": repr(worth)}, max(errors)


def _largest(counted: Any, trials: int) -> float:
    """The largest standard error among shares of so many trials."""
    shares = [many / trials for many in counted]
    return max(sqrt(share * (1 - share) / trials) for share in shares)


MOST_AT_ONCE = 100
"""Cells in one task."""
TASKS_EACH = 8
"""Tasks for each worker, so that all end at about the same time."""
TRIES = 5

Done: TypeAlias = tuple[Sequence[int], list[Row]]


class SweepStopped(ActionrollError):
    """The workers were lost again and again; what is done is kept."""


def tasks_of(numbers: Sequence[int], workers: int) -> list[Sequence[int]]:
    """The cells in tasks of a fair size."""
    size = max(1, min(MOST_AT_ONCE, len(numbers) // (workers * TASKS_EACH)))
    return [numbers[start : start + size] for start in range(0, len(numbers), size)]


def in_this_process(spec: Mapping[str, Any], numbers: Sequence[int]) -> Iterator[Done]:
    """One cell after the other, for few."""
    for number in numbers:
        yield [number], work_out(spec, [number])


def on_cores(spec: Mapping[str, Any], numbers: Sequence[int], workers: int | None = None) -> Iterator[Done]:
    """On all cores. If a process dies, new ones take what it left."""
    count = workers or os.cpu_count() or 1
    left = tasks_of(numbers, count)
    for _ in range(TRIES):
        with ProcessPoolExecutor(count, mp_context=get_context("spawn"), initializer=_leave_interrupts) as pool:
            others = set(active_children())
            with _interrupts_held():
                waiting = {pool.submit(work_out, spec, task): task for task in left}
            started = set(active_children()) - others
            try:
                yield from _as_done(waiting)
            except BrokenProcessPool:
                pass
            finally:
                _end(started)
                pool.shutdown(cancel_futures=True)
        left = [task for future, task in waiting.items() if not _is_done(future)]
        if not left:
            return
    raise SweepStopped(f"The workers were lost {TRIES} times; start the sweep again, and it goes on where it stood.")


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Processes that start meanwhile are deaf to Ctrl-C from their first moment; this one hears it afterwards."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _leave_interrupts() -> None:
    """Ctrl-C is for the process that shows the sweep; it ends the others in order."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _end(processes: Iterable[BaseProcess]) -> None:
    """Nothing they do is wanted any more. Left to end by themselves, one may wait for a lock that a lost one held."""
    for process in processes:
        process.terminate()


def _as_done(waiting: Mapping[Future[list[Row]], Sequence[int]]) -> Iterator[Done]:
    for future in as_completed(waiting):
        yield waiting[future], future.result()


def _is_done(future: Future[list[Row]]) -> bool:
    return future.done() and not future.cancelled() and future.exception() is None


def on_cluster(spec: Mapping[str, Any], numbers: Sequence[int], address: str) -> Iterator[Done]:
    """On a Dask cluster that runs already; it gives the tasks of a lost worker to others."""
    try:
        from distributed import Client
    except ModuleNotFoundError:
        raise InputError("--cluster takes Dask distributed; install it: pip install 'actionroll[cluster]'.") from None
    try:
        client = Client(address, timeout="10s", set_as_default=False)
    except (OSError, ValueError):
        raise InputError(
            f"--cluster takes a running scheduler such as tcp://host:8786; {address} answers not."
        ) from None
    with client:
        left = tasks_of(numbers, max(1, len(client.scheduler_info(n_workers=-1)["workers"])))
        for _ in range(TRIES):
            lost: list[Sequence[int]] = []
            yield from _of_cluster(client, spec, left, lost)
            left = lost
            if not left:
                return
    raise SweepStopped(f"The workers were lost {TRIES} times; start the sweep again, and it goes on where it stood.")


def _of_cluster(
    client: Any, spec: Mapping[str, Any], left: Sequence[Sequence[int]], lost: list[Sequence[int]]
) -> Iterator[Done]:
    """Each task as it is done; those that went down with too many workers are put down as lost."""
    from distributed import KilledWorker
    from distributed.client import CancelledError, as_completed

    waiting = {client.submit(work_out, dict(spec), list(task), pure=False): task for task in left}
    for future in as_completed(list(waiting), loop=client.loop):
        try:
            rows = future.result()
        except KilledWorker:
            lost.append(waiting[future])
            continue
        except CancelledError:
            raise SweepStopped("The cluster is gone; start the sweep again, and it goes on where it stood.") from None
        yield waiting[future], rows
