"""One file that serves without Python: `python -m tools.executable`, where actionroll[serve] and PyInstaller are.

The file lands in dist/. PyInstaller follows imports, but games, commands and scenes are loaded by name: all modules of
the package go in, with its pages. It is tried as a user would before this ends.
"""

import subprocess
import sys
from pathlib import Path

from tools.smoke import serves

ROOT = Path(__file__).parent.parent
COLLECTED = ("uvicorn", "segno")
LEFT_OUT = (
    "numpy",
    "pyarrow",
    "distributed",
    "dask",
    "psycopg",
    "pytest",
    "hypothesis",
    "playwright",
    "scipy",
    "tkinter",
)


def command(into: Path) -> list[str]:
    return [
        *(sys.executable, "-m", "PyInstaller", "--onefile", "--noconfirm", "--log-level=WARN", "--name=actionroll"),
        *(f"--distpath={into}", f"--workpath={into / 'work'}", f"--specpath={into / 'work'}"),
        *("--collect-all=actionroll", *(f"--collect-submodules={each}" for each in COLLECTED)),
        *(f"--exclude-module={each}" for each in LEFT_OUT),
        f"--paths={ROOT / 'src'}",
        str(ROOT / "src/actionroll/__main__.py"),
    ]


def main() -> int:
    into = ROOT / "dist"
    subprocess.run(command(into), check=True)
    made = into / ("actionroll.exe" if sys.platform == "win32" else "actionroll")
    print(serves([str(made)]))
    print(f"{made}: {made.stat().st_size / 1e6:.0f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
