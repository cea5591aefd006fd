"""What people install: nothing is missing from it, nothing too much, and what is not there is said in a sentence."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from tools import metadata, release, smoke

from actionroll.cli import COMMANDS, EXTRAS
from tests.command_line import is_refused, run
from tests.sixth_game import ROOT

BARE = "import sys; sys.path.insert(0, sys.argv.pop(1)); from actionroll.__main__ import main; sys.exit(main())"
"""The program without any package beside it: `-S` leaves site-packages out."""
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
WORDS = {
    "games": "",
    "show": "in-the-dark",
    "odds": "in-the-dark --dots 2",
    "roll": "in-the-dark --dots 2 --seed x",
    "advise": "starforged --stat 2 --momentum 6",
    "batch": "",
    "scene": "wherever-we-go stress --rolls 3",
    "compare": "in-the-dark --dots 2 --with position=good",
    "simulate": "in-the-dark --dots 2",
    "sweep": "in-the-dark --dots 2 --vary stress=0..2",
    "serve": "--port 0 --local",
    "doctor": "",
    "export": "site",
    "check": "in-the-dark",
    "mcp": "",
    "verify": "nothing.jsonl",
    "recap": "table.jsonl",
    "backup": "copy.db",
    "links": "--database made.db",
    "import": "table.jsonl",
    "completion": "bash",
}
NEED_AN_EXTRA = {"simulate", "serve", "export", "mcp"}


def test_every_command_is_tried_bare() -> None:
    assert set(COMMANDS) <= set(WORDS)


@pytest.mark.parametrize("name", WORDS)
def test_without_any_extra_a_command_works_or_says_which_one_it_takes(name: str, tmp_path: Path) -> None:
    (tmp_path / "table.jsonl").write_text('{"table": "x"}\n')
    made = [sys.executable, "-S", "-E", "-c", BARE, str(ROOT / "src"), name, *WORDS[name].split()]
    done = subprocess.run(made, cwd=tmp_path, capture_output=True, text=True, check=False, input="")
    assert "Traceback" not in done.stderr
    assert done.returncode in (0, 1, 2)
    if name in NEED_AN_EXTRA:
        assert re.search(r"pip install 'actionroll\[\w+\]'\.", done.stderr)
        assert done.stderr.count("\n") == 1


def test_extras_are_declared_and_known() -> None:
    declared = PROJECT["project"]["optional-dependencies"]
    assert set(declared) == {*EXTRAS, "all"}
    assert declared["all"] == [f"actionroll[{','.join(EXTRAS)}]"]
    assert PROJECT["project"]["dependencies"] == []


def pins(path: str) -> dict[str, str]:
    return dict(
        re.findall(r"^([a-z0-9-]+)(?:\[[\w,]+\])?==(\S+)", (ROOT / path).read_text(encoding="utf-8"), re.MULTILINE)
    )


@pytest.mark.parametrize("path", ["constraints-serve.txt", "hosting/constraints.txt"])
def test_what_serving_installs_is_a_small_part_of_what_is_tested(path: str) -> None:
    whole, part = pins("constraints.txt"), pins(path)
    assert part.items() <= whole.items()
    assert len(part) <= 26
    assert not {"pytest", "numpy", "scipy", "playwright", "mypy"} & set(part)


def test_a_release_is_refused_while_something_is_unset(capsys: pytest.CaptureFixture[str]) -> None:
    problems = release.unset()
    if metadata.repository_of(ROOT):
        assert not any("repository" in each for each in problems)
    else:
        assert any("repository" in each for each in problems)
        assert release.main() == 1
        assert "Not ready for a release:" in capsys.readouterr().out


def test_links_of_the_readme_are_absolute_once_the_repository_is_known() -> None:
    readme = '[a](docs/x.md) [b](https://b.example) <img src="docs/p.png"> [c](#here)'
    assert metadata.absolute(readme, "", "1.0") == readme
    assert metadata.absolute(readme, "https://code.example/a", "1.0") == (
        "[a](https://code.example/a/blob/v1.0/docs/x.md) [b](https://b.example) "
        '<img src="https://code.example/a/raw/v1.0/docs/p.png"> [c](#here)'
    )
    assert metadata.addresses("https://code.example/a")["Issues"] == "https://code.example/a/issues"
    assert metadata.addresses("") == {}


@pytest.mark.slow
def test_wheel_and_sdist_are_complete(tmp_path: Path) -> None:
    wheel = release.build(tmp_path)
    assert release.left_out(wheel) == []
    listed = subprocess.run(
        ["tar", "-tzf", str(next(tmp_path.glob("*.tar.gz")))], capture_output=True, text=True, check=True
    ).stdout
    for name in (
        "Makefile",
        "tests/test_packaging.py",
        "hosting/Containerfile",
        "tools/release.py",
        "constraints-serve.txt",
    ):
        assert f"/{name}\n" in listed


@pytest.mark.slow
def test_the_program_serves_as_its_user_starts_it() -> None:
    assert "was opened and joined" in smoke.serves([sys.executable, "-m", "actionroll"])


def commands_in(text: str) -> Iterator[list[str]]:
    """Every `serve` that files for hosting hold, with its options."""
    for line in text.splitlines():
        if match := re.search(r"actionroll (serve .*)$", line):
            yield match[1].split()


def test_the_service_starts_with_options_that_exist() -> None:
    unit = (ROOT / "hosting/actionroll.service").read_text(encoding="utf-8")
    (words,) = commands_in(unit)
    assert is_refused(run(*words, "--limit", "nothing=1"))
    assert "nothing" in run(*words, "--limit", "nothing=1").err


def test_the_service_is_one_that_systemd_reads(tmp_path: Path) -> None:
    if not shutil.which("systemd-analyze"):
        pytest.skip("systemd is not installed here.")
    unit = (ROOT / "hosting/actionroll.service").read_text(encoding="utf-8")
    trial = tmp_path / "actionroll.service"
    trial.write_text(unit.replace("/srv/actionroll/bin/actionroll", sys.executable))
    done = subprocess.run(["systemd-analyze", "verify", str(trial)], capture_output=True, text=True, check=False)
    assert str(trial) not in done.stderr
    assert "actionroll.service" not in done.stderr


def test_compose_starts_with_options_that_exist() -> None:
    services = yaml.safe_load((ROOT / "hosting/compose.yaml").read_text(encoding="utf-8"))["services"]
    words = [re.sub(r"\$\{(\w+)[^}]*\}", "example.org", each) for each in services["actionroll"]["command"]]
    assert set(services) == {"actionroll", "database", "proxy"}
    assert "nothing" in run(*words, "--limit", "nothing=1").err


def test_workflows_try_every_python_that_is_promised() -> None:
    test = yaml.safe_load((ROOT / ".github/workflows/test.yml").read_text(encoding="utf-8"))
    out = yaml.safe_load((ROOT / ".github/workflows/release.yml").read_text(encoding="utf-8"))
    assert test["jobs"]["test"]["strategy"]["matrix"]["python"] == list(release.PYTHONS)
    assert out["jobs"]["publish"]["permissions"] == {"id-token": "write"}
    assert out["jobs"]["publish"]["needs"] == "build"


def test_the_image_runs_without_rights_from_an_empty_volume() -> None:
    lines = (ROOT / "hosting/Containerfile").read_text(encoding="utf-8").splitlines()
    assert "USER 10001" in lines
    assert "VOLUME /data" in lines
    assert any(line.startswith("HEALTHCHECK") for line in lines)
    assert 'CMD ["serve", "--host", "0.0.0.0", "--database", "/data/tables.db"]' in lines
