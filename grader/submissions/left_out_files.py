"""The name of a file or folder → whether it is left out: hidden, or made by a program."""

from __future__ import annotations

import re

_LEFT_OUT = re.compile(
    r"(?:\A|/)(?:\.|__pycache__|__MACOSX|(?:node_modules|site-packages)(?:/|\Z)"
    r"|(?i:thumbs\.db|desktop\.ini)\Z)"
)
# What systems and programs put beside a student's files, of which nobody needs to hear.
_NOBODYS = re.compile(
    r"__pycache__|__MACOSX|\._|\.(?:DS_Store|Spotlight-V100|Trashes|fseventsd|localized|directory)\Z"
    r"|\.(?:git|gitignore|gitattributes|gitkeep|github|svn|hg|idea|vscode|ipynb_checkpoints|venv)\Z"
    r"|\.(?:pytest|mypy|ruff)_cache\Z|(?i:thumbs\.db|desktop\.ini)\Z"
)


def is_left_out(path: str) -> bool:
    """Whether it is hidden, or was made by a program rather than by the student."""
    return _LEFT_OUT.search(path) is not None


def is_hidden(name: str) -> bool:
    """Whether a file or folder is left out because of its dot alone, which a student may not have meant."""
    return name.startswith(".") and _NOBODYS.match(name) is None
