"""The style and scripts of a page → its Content-Security-Policy; nothing else on the page takes effect."""

from __future__ import annotations

import re
from base64 import b64encode
from functools import lru_cache
from hashlib import sha256

_SCRIPT = re.compile(r"<script\b([^>]*)>(.*?)</script>", re.DOTALL | re.IGNORECASE)
_DATA = re.compile(r"\btype\s*=\s*[\"']?application/json", re.IGNORECASE)  # which no browser runs


def page_policy(style: str, scripts: str) -> str:
    """What the page may do: be styled by this text, run these `<script>` elements, and show what is in it.

    Both come from templates. What a student or an author wrote stands elsewhere on the page: if it were ever
    taken for a script or a style there, its hash would not be among these.
    """
    run = [text for attributes, text in _SCRIPT.findall(scripts) if not _DATA.search(attributes)]
    may_run = " ".join(map(_digest, run)) or "'none'"
    return (
        f"default-src 'none'; style-src {_digest(style)}; script-src {may_run}; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


@lru_cache(maxsize=64)  # nearly all pages share theirs
def _digest(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
