"""The page's own scripts: types that a checker accepts, lines that fit, modules that are ideas."""

import json
import re
import shutil
import subprocess
from importlib import import_module
from pathlib import Path

import pytest

from actionroll.table.log import KINDS
from actionroll.table.undo import UNDONE_KINDS
from actionroll.web.pages import FOR_READERS, tight

STATIC = Path(__file__).parents[2] / "src/actionroll/web/static"
CHECKER = shutil.which("tsc")
MOST_LINES = 400


@pytest.mark.slow
@pytest.mark.skipif(CHECKER is None, reason="TypeScript is not installed; as root, tools/system_packages.py does it.")
def test_the_scripts_have_checked_types(pytestconfig: pytest.Config, tmp_path: Path) -> None:
    """What was checked in an earlier run and did not change since is not checked once more."""
    cache = getattr(pytestconfig, "cache", None)  # pytest can be run without one
    known = (cache.mkdir("scripts") if cache else tmp_path) / "checked"
    config = Path(__file__).with_name("tsconfig.json")
    command = [str(CHECKER), "-p", str(config), "--incremental", "--tsBuildInfoFile", str(known)]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stdout


@pytest.mark.slow
@pytest.mark.skipif(CHECKER is None, reason="TypeScript is not installed; as root, tools/system_packages.py does it.")
def test_what_is_sent_is_the_program_that_is_read() -> None:
    """Comments and white space are left out by patterns: no text, template or operator may change by that."""
    scripts = {path.name: path.read_text() for path in STATIC.glob("*.js")}
    sent = {name: (text, tight(FOR_READERS.sub("", text))) for name, text in scripts.items()}
    broken = {"x.js": ('say("a && b // c");\n', tight('say("a && b // c");\n'))}
    assert _unlike(sent) == []
    assert _unlike(broken) == ["x.js"], "a text that would change is noticed"


def _unlike(pairs: dict[str, tuple[str, str]]) -> list[str]:
    compiler = Path(str(CHECKER)).resolve().parents[1] / "lib/typescript.js"
    command = ["node", str(Path(__file__).with_name("scripts_alike.mjs")), str(compiler)]
    told = subprocess.run(command, input=json.dumps(pairs), capture_output=True, text=True, check=True)
    found: list[str] = json.loads(told.stdout)
    return found


def test_lines_fit_120_columns() -> None:
    files = (*STATIC.glob("*.js"), *STATIC.glob("*.ts"))
    lines = ((path.name, place, line) for path in files for place, line in enumerate(path.read_text().split("\n"), 1))
    assert not [(name, place) for name, place, line in lines if len(line) > 120]


def test_modules_are_each_imported_or_a_page() -> None:
    modules = {path.name: path.read_text() for path in STATIC.glob("*.js")}
    named = re.compile(r'(?:from |import\()"\./([a-z-]+\.js)"')
    imported = {name for source in modules.values() for name in named.findall(source)}
    pages = {"sw.js", "exported.js", *(name for name in modules if name.endswith("-page.js"))}
    assert set(modules) == imported | pages
    assert len(modules) <= 76  # one of them stands in for another, in the exported site


def test_no_file_is_two_ideas() -> None:
    files = (*STATIC.glob("*.js"), *STATIC.glob("*.css"))
    assert not [path.name for path in files if path.read_text().count("\n") > MOST_LINES]


def test_every_kind_of_entry_has_words_or_is_silent() -> None:
    import_module("actionroll.web.app")  # all kinds of entries are there with the server
    told = "".join((STATIC / name).read_text() for name in ("story.js", "evenings.js"))
    named = set(re.findall(r'"([a-z_]+)"|^  ([a-z_]+):', told, re.MULTILINE))
    words = {name for pair in named for name in pair}
    private = {"kept"}  # stands in the secret log, which nobody reads line by line
    assert set(KINDS) <= words | private, sorted(set(KINDS) - words)


def test_the_log_offers_to_take_back_what_the_table_takes_back() -> None:
    script = (STATIC / "log.js").read_text()
    lists = re.findall(r"^const (?:SHEETS|UNDONE) = (.*?);", script, re.MULTILINE | re.DOTALL)
    offered = set(re.findall(r'"([a-z_]+)"', "".join(lists)))
    assert offered == set(UNDONE_KINDS), "UNDONE in static/log.js and UNDONE_KINDS in table/undo.py name the same kinds"
