"""`actionroll verify`: check a table's exported log and its dice, without a server."""

from __future__ import annotations

from collections.abc import Sequence

from actionroll.cli.options import Option, parse
from actionroll.cli.screen import Screen
from actionroll.errors import InputError, shown

WORDS = "FILE"
OPTIONS = (
    Option("receipt", "An entry's number and hash that someone kept: 12:9f3c…", "NUMBER:HASH", many=True),
    Option("json", "As JSON, for programs."),
)


def run(words: Sequence[str], screen: Screen) -> int:
    """Say what is right, or which entry is the first that is wrong."""
    given = parse(words, OPTIONS, most_words=1)
    if not given.words:
        raise InputError("verify takes the file that a table's export wrote.")
    from actionroll.ledger import verify

    verdict = verify(read_lines(given.words[0]), dict(_receipt(text) for text in given.all("receipt")))
    counts = {"entries": verdict.head.number, "hash": verdict.head.hash.hex(), "dice": verdict.dice}
    counts |= {"unrevealed": verdict.unrevealed, "by_hand": verdict.by_hand}
    if given.has("json"):
        import json

        screen.say(json.dumps({"table": verdict.head.log, **counts}))
        return 0
    screen.flow(f"All {verdict.head.number} entries of table {verdict.head.log} are whole and in one chain.")
    screen.flow(f"{verdict.dice} dice follow from the seeds that were committed to before they were thrown.")
    if verdict.unrevealed:
        screen.flow(f"{verdict.unrevealed} dice wait for their seed; the gm reveals it by changing the seed or ending.")
    if verdict.by_hand:
        screen.flow(f"{verdict.by_hand} dice were entered by hand, which proves nothing about them.")
    screen.say(f"Receipt: {verdict.head.number}:{verdict.head.hash.hex()}")
    return 0


def read_lines(name: str) -> list[bytes]:
    """The lines of an exported log."""
    from pathlib import Path

    try:
        return Path(name).read_bytes().splitlines(keepends=True)
    except OSError as error:
        raise InputError(
            f"{shown(name)} cannot be read ({error.strerror}); name a file that an export wrote."
        ) from None


def _receipt(text: str) -> tuple[int, str]:
    number, separator, sha = text.partition(":")
    if not (separator and number.isascii() and number.isdigit() and len(number) < 16):
        raise InputError(f"--receipt takes NUMBER:HASH, not {shown(text)}.")
    return int(number), sha.lower()
