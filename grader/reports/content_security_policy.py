"""The styles and scripts of a page → its Content-Security-Policy; nothing else on the page takes effect."""

from __future__ import annotations

import re
from base64 import b64encode
from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markupsafe import Markup

_SCRIPT = re.compile(r"<script\b([^>]*)>(.*?)</script>", re.DOTALL | re.IGNORECASE)
_OUTSIDE_WORDS = re.compile("[^A-Za-z0-9 ]")
_DATA = re.compile(r"\btype\s*=\s*[\"']?application/json", re.IGNORECASE)  # which no browser runs


def page_policy(style: str, scripts: str, *styles: str) -> str:
    """What the page may do: be styled by these texts, run these `<script>` elements, and show what is in it.

    Both come from templates. What a student or an author wrote stands elsewhere on the page: if it were ever
    taken for a script or a style there, its hash would not be among these.
    """
    styled = " ".join(map(_digest, (style, *styles)))
    return (
        f"default-src 'none'; style-src {styled}; script-src {_run(scripts)}; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def page_head(text: str) -> Markup:
    """The style by which a text stands at the head of every printed page, whatever is in the text."""
    from markupsafe import Markup

    words = " ".join(Markup(text).unescape().split())  # noqa: S704 - to be escaped for the style
    safe = _OUTSIDE_WORDS.sub(lambda found: f"\\{ord(found[0]):x} ", words)
    return Markup('@page{@top-left{content:"%s"}}') % Markup(safe)  # noqa: S704 - letters and escapes only


@lru_cache(maxsize=64)  # nearly all pages share theirs
def _run(scripts: str) -> str:
    """What is run of some `<script>` elements."""
    run = [text for attributes, text in _SCRIPT.findall(scripts) if not _DATA.search(attributes)]
    return " ".join(map(_digest, run)) or "'none'"


@lru_cache(maxsize=64)  # likewise
def _digest(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
