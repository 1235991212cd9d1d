"""A text → every way in which a file may hold it, so that none of them hides it."""

from __future__ import annotations

import html
import json
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Iterator
from urllib.parse import quote


def encodings(text: str) -> Iterator[bytes]:
    """The text as it is, and as JSON, HTML, addresses, hex and base64 write it, letter by letter too."""
    data = text.encode()
    yield data
    yield from (text.encode(code) for code in ("utf-16-le", "utf-16-be", "utf-32-le"))
    yield json.dumps(text)[1:-1].encode()
    yield "".join(f"\\u{ord(letter):04x}" for letter in text).encode()
    yield "".join(f"\\x{byte:02x}" for byte in data).encode()
    yield html.escape(text).encode()
    yield "".join(f"&#{ord(letter)};" for letter in text).encode()
    yield "".join(f"&#x{ord(letter):x};" for letter in text).encode()
    yield quote(text).encode()
    yield "".join(f"%{byte:02x}" for byte in data).encode()
    yield data.hex().encode()
    yield from _base64(data)


def found(text: str, content: bytes) -> bool:
    """Whether a file holds the text in any of these ways, in capitals or not."""
    lower = content.lower()
    return any(form in content or form.lower() in lower for form in encodings(text))


def _base64(data: bytes) -> Iterator[bytes]:
    """The middle of the text as base64 has it, wherever it begins."""
    for before in range(3):
        for encode in (b64encode, urlsafe_b64encode):
            coded = encode(b"\0" * before + data)
            yield coded[4 if before else 0 : -4]
