"""The way of one roll from the tap to all phones stays as short as it is."""

import pytest
from tools.way_of_a_roll import longest_way

MOST_FUNCTIONS, MOST_FILES = 250, 40


@pytest.mark.slow
def test_a_declared_roll_passes_few_functions_and_files() -> None:
    passed = longest_way()
    files = {code.co_filename for code in passed}
    assert (len(passed) <= MOST_FUNCTIONS, len(files) <= MOST_FILES) == (True, True), (len(passed), len(files))
