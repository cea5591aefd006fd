"""Small game files, written for tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from actionroll.shelf import starts

TWO_DICE = starts()["two-dice"]
SMALL = """\
id = "small"
title = "Small"
line = "One die."

[rules]
S-1 = "A 4 is enough."

[moves.action]
says = "Try."
tiers = ["no", "yes"]
facts = {}
roll = '''
throw
    die: d6
        shown = sum
end
    yes when shown >= 4
    no
'''
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    (tmp_path / "my.toml").write_text(TWO_DICE.replace('id = "two-dice"', 'id = "my-game"'), encoding="utf-8")
    return tmp_path / "my.toml"
