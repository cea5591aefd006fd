"""The way of one roll from the tap to all phones stays as short as it is."""

import asyncio

import pytest
from tools.way_of_a_roll import way_of_a_roll

MOST_FUNCTIONS, MOST_FILES = 350, 52


@pytest.mark.slow
def test_a_declared_roll_passes_few_functions_and_files() -> None:
    passed = asyncio.run(way_of_a_roll())
    files = {code.co_filename for code in passed}
    assert (len(passed) <= MOST_FUNCTIONS, len(files) <= MOST_FILES) == (True, True), (len(passed), len(files))
