"""Which files are read, in which order and by whom: the longest first, so that none of them is the last to end."""

import gc
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadFileScheduling
from xdist.workermanage import WorkerController

LONGEST = (
    "test_schema",
    "test_laws",
    "test_types",
    "test_history",
    "test_table_races",
    "test_model",
    "test_channels",
    "test_evenings",
    "test_table_replay",
    "test_store_kill",
    "test_kill",
    "test_sweep",
    "test_starforged",
    "test_limits",
    "test_routing",
    "test_store_faults",
    "test_store_power_cut",
    "test_papers",
    "test_store_races",
    "test_docs",
    "test_patience",
    "test_lost",
    "test_wherever_we_go",
    "test_feed",
    "test_slow",
    "test_memory",
    "test_files",
    "test_answers",
    "test_illuminated_worlds",
    "test_keys",
    "test_rights",
    "test_guard",
    "test_play",
    "test_cli_tables",
    "test_hosting_guide",
    "test_packaging",
)
LONGEST_OF_THE_PAGE = (
    "test_under_the_thumb",
    "test_journeys",
    "test_campaign",
    "test_fits",
    "test_small",
    "test_access",
    "test_other_browsers",
    "test_site",
    "test_gms_word",
    "test_together",
    "test_intents",
    "test_consequences",
    "test_help",
    "test_things",
    "test_moments",
    "test_inputs",
    "test_fair_play",
    "test_scripts",
    "test_news",
    "test_characters",
    "test_sheets",
    "test_rounds",
    "test_interrupted",
    "test_hostile",
    "test_screen",
)
TESTS = Path(__file__).parent
PAGE = TESTS / "page"


@cache
def place_of(path: Path) -> tuple[int, int]:
    """Where a file stands in the order: the page's, which share a browser, follow each other; then the short ones."""
    paged = path.is_relative_to(PAGE)
    longest = LONGEST_OF_THE_PAGE if paged else LONGEST
    place = longest.index(path.stem) if path.stem in longest else len(longest)
    return 1 if paged else 0 if place < len(longest) else 2, place


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: place_of(item.path))


class SideBySide(LoadFileScheduling):  # type: ignore[misc]
    """One process in two begins with the page, the others with all else, and each goes on with what is left.

    Among the long tests are many that wait, and browsers never do: so there is always something to count.
    """

    def _assign_work_unit(self, node: WorkerController) -> None:
        paged = int(node.gateway.id.removeprefix("gw")) % 2 == 0
        for scope in self.workqueue:
            if scope.startswith("tests/page/") is paged:
                self.workqueue.move_to_end(scope, last=False)
                break
        super()._assign_work_unit(node)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> LoadFileScheduling | None:
    return SideBySide(config, log) if config.getvalue("dist") == "loadfile" else None


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Where only tests that run alone are asked for, files without any need not be read."""
    if config.getoption("markexpr") != "alone" or collection_path.suffix != ".py":
        return None
    return True if "mark.alone" not in collection_path.read_text(encoding="utf-8") else None


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Iterator[None]:
    """All that is collected stays to the end: whoever looks for garbage, hundreds of times, need not look there."""
    gc.disable()
    try:
        read_first(session)
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def read_first(session: pytest.Session) -> None:
    """Side by side, each process begins to read elsewhere: what one has compiled, the others find compiled."""
    own = getattr(session.config, "workerinput", None)
    if own is None or session.config.args_source is not pytest.Config.ArgsSource.TESTPATHS:
        return
    files = sorted(TESTS.rglob("test_*.py"))
    first = len(files) * int(own["workerid"].removeprefix("gw")) // own["workercount"]
    for each in files[first:] + files[:first]:
        with suppress(Exception, pytest.skip.Exception):  # told when the file is collected
            import_module(".".join(each.relative_to(TESTS.parent).with_suffix("").parts))
