"""A hook of MkDocs: links that lead out of docs/, such as to code, become plain text on the site."""

from __future__ import annotations

import posixpath
import re
from typing import Any

LINK = re.compile(r"\[([^\]]+)\]\((?!https?:|#)([^)#\s]+)(#[^)]*)?\)")


def on_page_markdown(markdown: str, *, page: Any, **_others: Any) -> str:
    """The page with links only to what the site has."""
    return LINK.sub(lambda found: _kept(found, posixpath.dirname(page.file.src_uri)), markdown)


def _kept(link: re.Match[str], folder: str) -> str:
    target = posixpath.normpath(posixpath.join(folder, link[2]))
    return link[1] if target.startswith("..") else link[0]
