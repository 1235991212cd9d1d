"""What a student is called somewhere → a name that a file or folder can have too."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from hashlib import sha256

_LONGEST_NAME = 60
_MARKED = re.compile(r"-[0-9a-f]{8}\Z")
_UNSAFE = re.compile(r"[^\w .,'@+()-]")
_VOWELS = ("Mn", "Mc")  # the marks of which names in Hindi, Tamil, Thai or Arabic are made, as of letters
_UNSEEN = re.compile("[\u034f\u17b4\u17b5\u180b-\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
_PLAIN = re.compile(r"[A-Za-z0-9][\w-]{4,59}\Z", re.ASCII)  # no device, and nothing to be changed
# Windows takes these for devices, whatever follows a dot.
_DEVICES = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|\Z)", re.IGNORECASE)


def student_name(text: str) -> str | None:
    """A name that a file or folder can have too, and no other student has; None where nothing is left of it.

    One that cannot be kept as it is gets a mark of its own, and so stays apart from all that look alike.
    """
    plain = squeezed_name(text)
    safe = _without_unsafe(plain).strip(". ")
    if not safe.strip("_"):
        return None
    if _DEVICES.match(safe):
        safe = f"_{safe}"
    return safe if safe == plain and len(safe) <= _LONGEST_NAME else _marked(safe, plain)


def is_plain(text: str) -> bool:
    """Whether it surely is a student's name as it stands, which most are, and which is quickly told."""
    return _PLAIN.match(text) is not None


def distinct_name(text: str) -> str:
    """The same, also where nothing is left of the name."""
    return student_name(text) or _marked("unnamed", squeezed_name(text))


def typed_name(student: str, names: Iterable[str]) -> str:
    """Of names that somebody is known by, the one that was made safe to be the student's; "" without any."""
    if not _MARKED.search(student):  # nothing was changed
        return ""
    typed = map(squeezed_name, names)
    return next((name for name in typed if name != student and distinct_name(name) == student), "")


def squeezed_name(text: str) -> str:
    """A name in the usual Unicode form, with single blanks."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def folded_name(text: str) -> str:
    """A name of which capitals and forms of letters make no other name."""
    return unicodedata.normalize("NFKC", squeezed_name(text)).casefold()


def _without_unsafe(plain: str) -> str:
    if _UNSAFE.search(plain) is None:
        return plain
    signs, is_letter = [], False
    for sign in plain:
        is_letter = sign.isalnum() or (is_letter and _is_mark(sign))  # a mark belongs to the letter before it
        signs.append("_" if not is_letter and _UNSAFE.match(sign) else sign)
    return "".join(signs)


def _is_mark(sign: str) -> bool:
    return unicodedata.category(sign) in _VOWELS and _UNSEEN.match(sign) is None


def _marked(safe: str, plain: str) -> str:
    digest = sha256(plain.encode(errors="surrogatepass")).hexdigest()
    return f"{safe[: _LONGEST_NAME - 9]}-{digest[:8]}"
