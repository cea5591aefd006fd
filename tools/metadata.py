"""What the package index shows: the README with links that work there, and where the project lives.

Both follow from one address, `[tool.actionroll] repository` of pyproject.toml. While it is empty the README stays as it
is and no address is claimed; the release check (tools/release.py) refuses to go on from there.
"""

import re
import tomllib
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

RELATIVE = re.compile(r'(\]\(|src=")(?!https?:|#|mailto:)([^)"\s]+)')
PICTURES = (".png", ".svg", ".jpg", ".webp")


class CustomMetadataHook(MetadataHookInterface):
    def update(self, metadata: dict[str, Any]) -> None:
        root = Path(self.root)
        repository = repository_of(root)
        readme = (root / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {
            "content-type": "text/markdown",
            "text": absolute(readme, repository, metadata["version"]),
        }
        metadata["urls"] = addresses(repository)


def repository_of(root: Path) -> str:
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    return str(project["tool"]["actionroll"]["repository"]).rstrip("/")


def addresses(repository: str) -> dict[str, str]:
    if not repository:
        return {}
    return {
        "Homepage": repository,
        "Documentation": f"{repository}/tree/main/docs",
        "Source": repository,
        "Issues": f"{repository}/issues",
        "Changelog": f"{repository}/blob/main/CHANGELOG.md",
    }


def absolute(readme: str, repository: str, version: str) -> str:
    """Links and pictures of this version, wherever the text is read."""
    if not repository:
        return readme

    def replaced(found: re.Match[str]) -> str:
        kind = "raw" if found[2].endswith(PICTURES) else "blob"
        return f"{found[1]}{repository}/{kind}/v{version}/{found[2]}"

    return RELATIVE.sub(replaced, readme)
