"""What is built for a release, checked before it goes out: `python -m tools.release`, or `make release`.

Refuses while anything that a release says is unset. Then builds sdist and wheel into dist/, and tries the wheel as it
will be installed: bare, where `serve` must say what it lacks, with what serving needs, and by uvx if uv is here.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tools.metadata import repository_of
from tools.smoke import serves

ROOT = Path(__file__).parent.parent
PYTHONS = ("3.11", "3.12", "3.13", "3.14")


def project() -> dict[str, Any]:
    return dict(tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"])


def unset() -> list[str]:
    """What must be said before a release, each as a sentence."""
    version = project()["version"]
    said = (ROOT / "src/actionroll/__init__.py").read_text(encoding="utf-8")
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    problems = []
    if not repository_of(ROOT).startswith("https://"):
        problems.append("Set [tool.actionroll] repository in pyproject.toml to the address of the public repository.")
    if f'__version__ = "{version}"' not in said:
        problems.append(f"src/actionroll/__init__.py says another version than pyproject.toml ({version}).")
    if not re.search(rf"^## {re.escape(version)} \(\d{{4}}-\d\d-\d\d\)$", changes, re.MULTILINE):
        problems.append(f"CHANGELOG.md has no heading `## {version} (YEAR-MONTH-DAY)`; give the release its date.")
    named = project()["classifiers"]
    left = [python for python in PYTHONS if f"Programming Language :: Python :: {python}" not in named]
    return problems + [f"The classifiers leave Python {python} out." for python in left]


def build(into: Path) -> Path:
    """Sdist and wheel; the path of the wheel, which is built from the sdist as an installer would."""
    hatch = [sys.executable, "-m", "hatchling", "build", "--directory", str(into)]
    subprocess.run([*hatch, "--target", "sdist"], cwd=ROOT, check=True, capture_output=True)
    with tempfile.TemporaryDirectory() as folder:
        (sdist,) = into.glob("actionroll-*.tar.gz")
        subprocess.run(["tar", "-xzf", str(sdist), "-C", folder], check=True)
        (source,) = Path(folder).iterdir()
        subprocess.run([*hatch, "--target", "wheel"], cwd=source, check=True, capture_output=True)
    (wheel,) = into.glob("actionroll-*.whl")
    return wheel


def left_out(wheel: Path) -> list[str]:
    """Files of the package that the wheel lacks."""
    source = ROOT / "src"
    ours = {
        path.relative_to(source).as_posix()
        for path in (source / "actionroll").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    return sorted(ours - set(zipfile.ZipFile(wheel).namelist()))


def bare(wheel: Path, folder: Path) -> Path:
    """The command, installed without any extra into an environment of its own."""
    venv.create(folder, with_pip=True)
    scripts = folder / ("Scripts" if sys.platform == "win32" else "bin")
    subprocess.run([*pip_of(scripts), "--no-deps", str(wheel)], check=True)
    return scripts / "actionroll"


def pip_of(scripts: Path) -> list[str]:
    return [str(scripts / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]


def lacks(command: Path) -> str:
    """What `serve` says where nothing that it needs is installed, and that odds are told there."""
    odds = subprocess.run([str(command), "odds", "2d6"], capture_output=True, text=True, check=True).stdout
    serve = subprocess.run([str(command), "serve"], capture_output=True, text=True, check=False)
    if "Traceback" in serve.stderr or "actionroll[serve]" not in serve.stderr or "2.8 %" not in odds:
        raise SystemExit(f"The bare wheel does not say what it lacks: {serve.stderr}")
    return serve.stderr.strip()


def ways(wheel: Path, folder: Path) -> Iterator[str]:
    """What came of each way to install it."""
    command = bare(wheel, folder)
    yield lacks(command)
    subprocess.run([*pip_of(command.parent), "--require-hashes", "-r", str(ROOT / "constraints-serve.txt")], check=True)
    yield serves([str(command)])
    if uvx := shutil.which("uvx", path=os.pathsep.join((str(ROOT / ".uv/bin"), os.environ.get("PATH", os.defpath)))):
        yield "uvx: " + serves([uvx, "--quiet", "--python", sys.executable, "--from", f"{wheel}[serve]", "actionroll"])


def main() -> int:
    if problems := unset():
        print("Not ready for a release:", *problems, sep="\n- ")
        return 1
    dist = ROOT / "dist"
    dist.mkdir(exist_ok=True)
    for old in dist.glob("actionroll-*"):
        old.unlink()
    wheel = build(dist)
    if lacking := left_out(wheel):
        print("The wheel lacks:", *lacking, sep="\n- ")
        return 1
    with tempfile.TemporaryDirectory() as folder:
        for told in ways(wheel, Path(folder)):
            print(told, flush=True)
    print(f"Ready: {wheel.name} and its sdist are in dist/. A tag v{project()['version']} publishes them.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
