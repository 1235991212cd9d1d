"""The memory as imports left it → the same without gaps, so that what a child makes lies close together.

A child copies every page that it writes to. What it makes would fill gaps all over the old pages; once
these are filled, it comes to few new ones.
"""

from __future__ import annotations

_SIZES = range(512, 32, -16)  # Python keeps small things of each size on pages of their own
_OF_ITSELF = b"".__sizeof__()
_IN_A_ROW = 5
_MOST = 4000


def fill_gaps() -> list[bytes]:
    """What fills the gaps, for as long as it is kept."""
    return [block for size in _SIZES for block in _blocks(size)]


def _blocks(size: int) -> list[bytes]:
    """Blocks of one size, until some lie side by side, as they do on new pages."""
    blocks, beside = [bytes(size - _OF_ITSELF)], 0
    while beside < _IN_A_ROW and len(blocks) < _MOST:
        blocks.append(bytes(size - _OF_ITSELF))
        beside = beside + 1 if id(blocks[-1]) - id(blocks[-2]) == size else 0
    return blocks
