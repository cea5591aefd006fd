"""The command `actionroll`: runs what was asked, and tells what is wrong in one sentence."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import TextIO

from actionroll.errors import ActionrollError, shown

WRONG_INPUT = 2
NOT_WRITTEN = 1
INTERRUPTED = 130
NOBODY_READS = 141


def main(words: Sequence[str] | None = None) -> int:
    """Run one command and give its exit status: 0, or 2 where the input is not accepted."""
    try:
        _open_streams()
        status = _run(sys.argv[1:] if words is None else words)
        sys.stdout.flush()
    except ActionrollError as error:
        return _told(str(error), WRONG_INPUT)
    except ModuleNotFoundError as missing:
        return _told(_extra_needed(missing), WRONG_INPUT)
    except KeyboardInterrupt:
        return _told("Stopped.", INTERRUPTED, "\n" if sys.stderr.isatty() else "")
    except BrokenPipeError:
        _drop_output()
        return NOBODY_READS
    except OSError as error:
        if error.filename is not None:
            return _told(f"{shown(error.filename)} cannot be used: {error.strerror}; name another.", WRONG_INPUT)
        _drop_output()
        return _told(f"The output could not be written: {error.strerror or error}.", NOT_WRITTEN)
    return status


def _run(words: Sequence[str]) -> int:
    from actionroll.cli import load
    from actionroll.cli.screen import screen_here

    screen = screen_here()
    name, rest = (words[0], words[1:]) if words else ("--help", [])
    if name == "--version":
        from actionroll import __version__

        screen.say(f"actionroll {__version__}")
        return 0
    if name in ("--help", "-h", "help") or "--help" in rest or "-h" in rest:
        from actionroll.cli.manual import show_help

        return show_help(words, screen)
    if any(word.endswith(".toml") or word[:1].isdigit() or word[:1] == "d" for word in rest[:4]):
        from actionroll.cli.questions import with_games

        rest = with_games(name, rest)
    return load(name).run(rest, screen)


def _extra_needed(missing: ModuleNotFoundError) -> str:
    """Which extra to install; a module that none brings is our defect, and is not hidden."""
    from actionroll.cli import EXTRAS

    for extra, modules in EXTRAS.items():
        if (missing.name or "").partition(".")[0] in modules:
            return f"This takes {missing.name}, which is not installed here: pip install 'actionroll[{extra}]'."
    raise missing


def _open_streams() -> None:
    """Streams that are closed swallow what is written; letters that an encoding lacks become question marks."""
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w")  # noqa: PTH123, SIM115 (pathlib costs time that odds need not wait for)
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: PTH123, SIM115
    for stream in (sys.stdout, sys.stderr):
        _replacing(stream)


def _replacing(stream: TextIO) -> None:
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")


def _told(sentence: str, status: int, before: str = "") -> int:
    sys.stderr.write(f"{before}actionroll: {sentence}\n")
    return status


def _drop_output() -> None:
    """What could not be written is not tried again when the process ends."""
    with open(os.devnull, "w") as nowhere:  # noqa: PTH123
        os.dup2(nowhere.fileno(), sys.stdout.fileno())


if __name__ == "__main__":
    if hasattr(sys, "frozen"):  # in the one-file executable a worker process starts here, too
        from multiprocessing import freeze_support

        freeze_support()
        if sys.argv[1:2] == ["-m"]:  # and so does the one that answers questions
            from runpy import run_module

            run_module(sys.argv[2], run_name="__main__", alter_sys=True)
            sys.exit()
    sys.exit(main())
