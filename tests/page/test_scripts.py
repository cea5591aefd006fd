"""The page's own scripts: types that a checker accepts, lines that fit, modules that are ideas."""

import json
import re
import shutil
import subprocess
from importlib import import_module
from pathlib import Path

import pytest

from actionroll.table.log import KINDS, Edit, OfRoll
from actionroll.web.pages import FOR_READERS, tight

STATIC = Path(__file__).parents[2] / "src/actionroll/web/static"
CHECKER = shutil.which("tsc")
NODE = shutil.which("node")
PERCENTAGES = Path(__file__).parents[1] / "percentages.json"
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


@pytest.mark.skipif(NODE is None, reason="Node is not installed; as root, tools/system_packages.py does it.")
def test_a_percentage_is_told_as_elsewhere() -> None:
    """The journal, the recap, Discord and the command line read the same cases, in `tests/test_charts_terminal.py`."""
    cases = json.loads(PERCENTAGES.read_text())
    command = [str(NODE), str(Path(__file__).with_name("percentages.mjs")), str(STATIC)]
    chances = json.dumps([case["chance"] for case in cases])
    told = subprocess.run(command, input=chances, capture_output=True, text=True, check=True)
    assert json.loads(told.stdout) == [[case["percent"], case["roughly"]] for case in cases]


@pytest.mark.skipif(NODE is None, reason="Node is not installed; as root, tools/system_packages.py does it.")
def test_a_total_is_rounded_by_itself_beside_the_parts_of_its_bar() -> None:
    """It is what people work out: the sum of what was rounded before is off by one here and there."""
    cases = {
        ("1/8", "49/108", "25/72", "2/27"): "88 %",  # 45, 35 and 7
        ("7/20", "9/40", "3/10", "1/8"): "65 %",  # 22, 30 and 12
        ("1953/10000", "39/100", "3/10", "1147/10000"): "80 %",  # 39, 30 and 11
        ("0/1", "1/2", "1/2", "0/1"): "100 %",
        ("1/1", "0/1", "0/1", "0/1"): "0 %",
        ("1/1000", "1/2", "499/1000", "0/1"): ">99 %",
        ("997/1000", "1/1000", "1/1000", "1/1000"): "<1 %",
    }
    command = [str(NODE), str(Path(__file__).with_name("totals.mjs")), str(STATIC)]
    odds = json.dumps([dict(zip("abcd", parts, strict=True)) for parts in cases])
    told = subprocess.run(command, input=odds, capture_output=True, text=True, check=True)
    assert json.loads(told.stdout) == list(cases.values())


@pytest.mark.skipif(NODE is None, reason="Node is not installed; as root, tools/system_packages.py does it.")
def test_what_is_counted_agrees_with_its_number() -> None:
    cases = {(1, "choice"): "1 choice", (2, "choice"): "2 choices", (4, "damage"): "4 damage", (0, "roll"): "0 rolls"}
    cases |= {(2, "recovery"): "2 recoveries", (1, "dots"): "1 dot", (3, "repairs"): "3 repairs"}
    cases |= {(2, "stress"): "2 stress", (1, "stress"): "1 stress", (-1, "point"): "−1 point", (2, "cost"): "2 costs"}
    command = [str(NODE), str(Path(__file__).with_name("numbers.mjs")), str(STATIC)]
    told = subprocess.run(command, input=json.dumps(list(cases)), capture_output=True, text=True, check=True)
    assert json.loads(told.stdout) == list(cases.values())


def test_lines_fit_120_columns() -> None:
    files = (*STATIC.glob("*.js"), *STATIC.glob("*.ts"), *STATIC.glob("*.css"))
    lines = ((path.name, place, line) for path in files for place, line in enumerate(path.read_text().split("\n"), 1))
    assert not [(name, place) for name, place, line in lines if len(line) > 120]


def test_what_the_page_says_has_one_kind_of_apostrophe() -> None:
    straight = re.compile(r"""^(?! *(?://|/?\*)).*["`][^"`\n]*[a-z]'[a-z][^"`\n]*["`]""", re.MULTILINE)
    found = {path.name: straight.findall(path.read_text()) for path in STATIC.glob("*.js")}
    assert {name: lines for name, lines in found.items() if lines} == {}


def test_modules_are_each_imported_or_a_page() -> None:
    modules = {path.name: path.read_text() for path in STATIC.glob("*.js")}
    named = re.compile(r'(?:from |import\()"\./([a-z-]+\.js)"')
    imported = {name for source in modules.values() for name in named.findall(source)}
    pages = {"sw.js", "exported.js", *(name for name in modules if name.endswith("-page.js"))}
    assert set(modules) == imported | pages
    assert len(modules) <= 79  # one of them stands in for another, in the exported site


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
    """A line of no roll, with changes, that takes nothing back itself: such are edits, and no others."""
    import_module("actionroll.web.app")
    assert "changes.length > 0 && !entry.entries" in (STATIC / "log.js").read_text()
    lines = {kind for kind, each in KINDS.items() if not issubclass(each, OfRoll) and "changes" in dict(each.written)}
    offered = {kind for kind in lines if "entries" not in dict(KINDS[kind].written)}
    assert offered == {kind for kind, each in KINDS.items() if issubclass(each, Edit)}
