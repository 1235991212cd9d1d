"""Filters → the address of whom they find on the page of the class: `#question=tree.value&verdict=wrong`.

`question` and `verdict` are what became of an answer, `idea` is a misconception, `score` a range in per cent,
`at` a node of a map, `section` and `text` are typed or chosen there. The script of the page reads them.
"""

from __future__ import annotations

from urllib.parse import quote, urlencode

NOT_RIGHT = "not-right"  # any verdict but right


def link_to(**filters: str) -> str:
    """The address, from the page itself."""
    return "#" + urlencode(filters, safe="/", quote_via=quote, errors="replace")
