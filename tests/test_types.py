"""The type checker has nothing to say; asked here, it works beside the other tests."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.mark.slow
def test_the_type_checker_has_nothing_to_say() -> None:
    told = subprocess.run([sys.executable, "-m", "mypy"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stdout
