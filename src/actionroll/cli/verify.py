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
COUNTED = {
    "dice": "{} dice follow from the seeds that were committed to before they were thrown.",
    "unrevealed": "{} dice wait for their seed; the gm reveals it by changing the seed or ending.",
    "left_behind": "{} dice fell before this table was imported; their seed stayed where it came from, and only a log "
    "that is exported there, once it is revealed, can prove them.",
    "by_hand": "{} dice were entered by hand, which proves nothing about them.",
    "replayed": "{} throws and decisions were played again under the rules, and came to what the log tells.",
    "other_rules": "{} throws and decisions were made under other rules than those installed here, and are not played "
    "again.",
}
"""What a verdict counts, and the sentence that tells it."""


def run(words: Sequence[str], screen: Screen) -> int:
    """Say what is right, or which entry is the first that is wrong."""
    given = parse(words, OPTIONS, most_words=1)
    if not given.words:
        raise InputError("verify takes the file that a table's export wrote.")
    from actionroll.ledger import verify

    verdict = verify(read_lines(given.words[0]), dict(_receipt(text) for text in given.all("receipt")))
    if given.has("json"):
        import json

        counts = {name: getattr(verdict, name) for name in COUNTED}
        head = {"table": verdict.head.log, "entries": verdict.head.number, "hash": verdict.head.hash.hex()}
        screen.say(json.dumps({**head, **counts}))
        return 0
    screen.flow(f"All {verdict.head.number} entries of table {verdict.head.log} are whole and in one chain.")
    for name, sentence in COUNTED.items():
        if name == "dice" or getattr(verdict, name):
            screen.flow(sentence.format(getattr(verdict, name)))
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
