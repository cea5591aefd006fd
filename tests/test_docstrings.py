"""Every example in a docstring runs and says what it prints."""

import doctest
import importlib
from pathlib import Path

import pytest

import actionroll

SOURCE = Path(actionroll.__file__).parent
WITH_EXAMPLES = sorted(
    ".".join(("actionroll", *path.relative_to(SOURCE).with_suffix("").parts)).removesuffix(".__init__")
    for path in SOURCE.rglob("*.py")
    if ">>> " in path.read_text(encoding="utf-8")
)


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_examples_run(name: str) -> None:
    tried = doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS)
    assert tried.attempted > 0
    assert tried.failed == 0
