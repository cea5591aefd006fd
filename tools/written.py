"""What stands in YAML, read in C where that is to be had: ten times as fast."""

from pathlib import Path
from typing import Any

import yaml

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def written(path: Path) -> Any:
    """What a file says."""
    with path.open(encoding="utf-8") as text:
        return yaml.load(text, LOADER)
