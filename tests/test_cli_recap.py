"""`actionroll recap`: an exported log, told as Markdown."""

from pathlib import Path

import pytest

from tests.command_line import is_refused, run

LOG = str(Path(__file__).parent / "golden" / "logs" / "in-the-dark.jsonl")


def test_a_log_is_told_as_a_recap_or_a_journal() -> None:
    recap, journal = run("recap", LOG), run("recap", LOG, "--journal")
    assert (recap.status, journal.status) == (0, 0)
    assert recap.out.startswith("# in-the-dark\n")
    assert "\n## What it did to them\n" in recap.out
    assert "\n> " in journal.out


@pytest.mark.parametrize("words", [(), ("nowhere.jsonl",), (LOG, "--evening", "3"), (LOG, "--evening", "x")])
def test_what_cannot_be_told_is_refused_in_a_sentence(words: tuple[str, ...]) -> None:
    assert is_refused(run("recap", *words))
