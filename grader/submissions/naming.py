"""What a student is called somewhere → a name that a file or folder can have too."""

from __future__ import annotations

import re
import unicodedata
from hashlib import sha256

_LONGEST_NAME = 60
_UNSAFE = re.compile(r"[^\w .,'@+()-]")
# Windows takes these for devices, whatever follows a dot.
_DEVICES = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|\Z)", re.IGNORECASE)


def student_name(text: str) -> str | None:
    """A student's name such that a file or folder can have it too; None where nothing is left of it."""
    plain = squeezed_name(text)
    safe = _UNSAFE.sub("_", plain).strip(". ")
    if _DEVICES.match(safe):
        safe = f"_{safe}"
    if len(safe) > _LONGEST_NAME:  # two long names may begin alike
        safe = _marked(safe, plain)
    return safe if safe.strip("_") else None


def distinct_name(text: str) -> str:
    """A safe name that no other name has: one that could not be kept as it is has a mark of its own."""
    safe, plain = student_name(text) or "unnamed", squeezed_name(text)
    return safe if safe in (plain, _marked(safe, plain)) else _marked(safe, plain)


def squeezed_name(text: str) -> str:
    """A name in the usual Unicode form, with single blanks."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def folded_name(text: str) -> str:
    """A name of which capitals and forms of letters make no other name."""
    return unicodedata.normalize("NFKC", squeezed_name(text)).casefold()


def _marked(safe: str, plain: str) -> str:
    digest = sha256(plain.encode(errors="surrogatepass")).hexdigest()
    return f"{safe[: _LONGEST_NAME - 9]}-{digest[:8]}"
