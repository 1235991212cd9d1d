"""README and the address of a release → what a package index shows: the long description and links.

The address is known where a release is built, and is nowhere else in the project: a course has its own copy.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

ADDRESS = "PROJECT_URL"  # the variable that says it, such as https://example.org/owner/repository

_LINK = re.compile(r"(\]\()(?![a-z]+:|#)([^)\s]+)")
_PICTURE = re.compile(r'(<img src=")(?![a-z]+:)([^"]+)')
_VERSION = re.compile(r'^VERSION = "(.+)"$', re.MULTILINE)


class Metadata(MetadataHookInterface):
    """What hatchling asks for when it builds the project."""

    def update(self, metadata: dict[str, Any]) -> None:
        root = Path(self.root)
        address = os.environ.get(ADDRESS, "").rstrip("/")
        readme = (root / "README.md").read_text(encoding="utf-8")
        found = _VERSION.search((root / "grader" / "version.py").read_text(encoding="utf-8"))
        assert found is not None
        if address:
            readme = absolute(readme, address, f"v{found[1]}")
            metadata["urls"] = links(address)
        metadata["readme"] = {"content-type": "text/markdown", "text": readme}


def links(address: str) -> dict[str, str]:
    """The links beside the description, by their names."""
    return {
        "Repository": address,
        "Documentation": f"{address}/blob/HEAD/docs/index.md",
        "Changelog": f"{address}/blob/HEAD/CHANGELOG.md",
        "Issues": f"{address}/issues",
    }


def absolute(readme: str, address: str, tag: str) -> str:
    """The text with every link to a file, and every picture, as it is in the repository at that tag."""
    readme = _LINK.sub(rf"\g<1>{address}/blob/{tag}/\2", readme)
    return _PICTURE.sub(rf"\g<1>{address}/raw/{tag}/\2", readme)
