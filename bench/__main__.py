"""Measure and print all figures; fail if one is below what was promised. `python -m bench odds play` takes some."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules

import bench
from bench.figures import Figure

PREFIX = "bench_"
LINE = "{mark:2}{name:46}{ours:>10}{peer:>11}{ratio:>10}  {promised}\n"


def areas() -> list[str]:
    """All areas that have figures."""
    return sorted(
        each.name.removeprefix(PREFIX) for each in iter_modules(bench.__path__) if each.name.startswith(PREFIX)
    )


def measured(area: str) -> Iterator[Figure]:
    """The figures of one area, as they are measured."""
    yield from import_module(f"bench.{PREFIX}{area}").figures()


def line(figure: Figure) -> str:
    """A figure as a line of the table."""
    return LINE.format(
        mark=" " if figure.kept else "✗",
        name=figure.name,
        ours=figure.ours,
        peer=figure.peer,
        ratio="" if figure.ratio is None else f"{figure.ratio:.3g} ×",
        promised=", ".join(promise.says + ("" if promise.kept else " MISSED") for promise in figure.promises),
    )


def main(wanted: list[str]) -> int:
    """The exit status: 1 if anything promised was missed."""
    if unknown := set(wanted) - set(areas()):
        sys.stderr.write(f"There is no area {', '.join(sorted(unknown))}; there are: {', '.join(areas())}.\n")
        return 2
    missed = 0
    for area in wanted or areas():
        sys.stdout.write(
            LINE.format(mark="", name=area.upper(), ours="ours", peer="peer", ratio="ratio", promised="promised")
        )
        for figure in measured(area):
            sys.stdout.write(line(figure))
            sys.stdout.flush()
            missed += not figure.kept
    sys.stdout.write(f"{missed} below what was promised.\n" if missed else "All as promised.\n")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
