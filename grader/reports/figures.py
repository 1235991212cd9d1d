"""The file of a figure → the address of the same picture inside a page, so that the page stands alone."""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path

MAX_BYTES = 1_000_000

_TYPES = {
    ".gif": "image/gif",
    ".jpeg": "image/jpeg",
    ".jpg": "image/jpeg",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webp": "image/webp",
}


def figure_address(path: Path) -> str | None:
    """A `data:` address of the picture; None where it is none, is too large, or cannot be read."""
    kind = _TYPES.get(path.suffix.lower())
    try:
        if kind is None or path.stat().st_size > MAX_BYTES:
            return None
        return f"data:{kind};base64,{b64encode(path.read_bytes()).decode()}"
    except OSError:
        return None
