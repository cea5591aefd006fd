"""Write all pages and their charts."""

from __future__ import annotations

import sys

from tools.game_pages.page import files

if __name__ == "__main__":
    for path, content in files().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
        sys.stdout.write(f"{path}\n")
