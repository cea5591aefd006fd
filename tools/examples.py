"""Write anew what the examples in README and docs say: `python -m tools.examples`, then look at the difference.

Pages can be named: `python -m tools.examples README.md`.
What holds a … or shows nothing is left as it is: there a person chose what to show.
"""

import os
import sys
import tempfile
from pathlib import Path

from tests.sixth_game import files_of
from tests.test_docs import BLOCK, PAGES, commands_of, is_ours, says


def renewed(text: str) -> str:
    told = []
    for command, said in commands_of(text):
        told.append(f"$ {command}\n")
        told.append(
            says(command).rstrip("\n") + "\n" if is_ours(command) and said.strip() and "…" not in said else said
        )
    return "".join(told)


def renew(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder, files_of(page, Path(folder)):
        os.chdir(folder)
        for kind, block in BLOCK.findall(text):
            if kind == "console":
                text = text.replace(f"```console\n{block}```", f"```console\n{renewed(block)}```")
    page.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    for page in [Path(each).resolve() for each in sys.argv[1:]] or PAGES:
        renew(page)
