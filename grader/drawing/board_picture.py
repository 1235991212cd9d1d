"""The cells of a game's position → a small picture of the board: as SVG, or as lines of text."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from grader.text.columns import visible
from grader.tree.node import Cells

BOARD_GAP = 3.0  # between a node's shape or texts and its board

_USUAL_SIDE = 30.0  # of a board of pieces, in pixels; one of many cells is larger
_SMALLEST_CELL = 8.0
_TILE = 15.0  # a side of a cell that holds a number
_EMPTY = "."
_PIECES = frozenset("XO.")
_MOST_CROSSED = 5  # cells on a side; of a larger board all pieces are discs
_TILE_SIZES = {1: 9.0, 2: 8.5, 3: 6.5, 4: 5.0}  # of type, by the digits of a tile


def board_size(cells: Cells) -> tuple[float, float]:
    """Width and height of the picture; nothing where there is no board."""
    if not cells:
        return 0.0, 0.0
    side = _side(cells)
    return side * len(cells[0]), side * len(cells)


@lru_cache(maxsize=4096)  # lines of play meet
def board_svg(cells: Cells) -> str:
    """The board in a group's own coordinates, from its top left corner."""
    wide, high = board_size(cells)
    drawn = _pieces(cells) if _has_pieces(cells) else _tiles(cells)
    fine = " tree-fine" if _has_pieces(cells) and not _has_crosses(cells) else ""
    return f'<path class="tree-grid{fine}" d="{_grid(cells, wide, high)}"/>{drawn}'


def board_lines(cells: Cells) -> tuple[str, ...]:
    """A row on each line: pieces side by side, numbers in columns."""
    wide = max((len(cell) for row in cells for cell in row), default=0)
    between = "" if wide == 1 else " "
    return tuple(visible(between.join(cell.rjust(wide) for cell in row)) for row in cells)


def board_in_a_line(cells: Cells) -> str:
    """The board as a position is written: `XO./.X./O..`."""
    between = "" if _has_pieces(cells) else " "
    return visible("/".join(between.join(row) for row in cells))


def _has_pieces(cells: Cells) -> bool:
    return all(cell in _PIECES for row in cells for cell in row)


def _has_crosses(cells: Cells) -> bool:
    return max(len(cells), len(cells[0])) <= _MOST_CROSSED


def _side(cells: Cells) -> float:
    if not _has_pieces(cells):
        return _TILE
    return max(round(_USUAL_SIDE / max(len(cells), len(cells[0])), 1), _SMALLEST_CELL)


def _grid(cells: Cells, wide: float, high: float) -> str:
    side = _side(cells)
    frame = f"M0 0H{wide:g}V{high:g}H0z"
    across = "".join(f"M0 {side * row:g}H{wide:g}" for row in range(1, len(cells)))
    return frame + across + "".join(f"M{side * column:g} 0V{high:g}" for column in range(1, len(cells[0])))


def _pieces(cells: Cells) -> str:
    side, as_cross = _side(cells), _has_crosses(cells)
    marks = {
        "X": "".join((_cross if as_cross else _disc)(x, y, side) for x, y in _places(cells, "X")),
        "O": "".join(_disc(x, y, side) for x, y in _places(cells, "O")),
    }
    styles = {
        "X": "tree-x" if as_cross else "tree-x tree-disc",
        "O": "tree-o" if as_cross else "tree-o tree-disc",
    }
    return "".join(f'<path class="{styles[piece]}" d="{path}"/>' for piece, path in marks.items() if path)


def _places(cells: Cells, piece: str) -> Iterator[tuple[float, float]]:
    """The middles of the cells that hold the piece."""
    side = _side(cells)
    for row, line in enumerate(cells):
        for column, cell in enumerate(line):
            if cell == piece:
                yield side * (column + 0.5), side * (row + 0.5)


def _cross(x: float, y: float, side: float) -> str:
    arm = side * 0.28
    size = f"{2 * arm:.1f}"
    return f"M{_short(x - arm)} {_short(y - arm)}l{size} {size}m0-{size}l-{size} {size}"


def _disc(x: float, y: float, side: float) -> str:
    radius = side * 0.32
    bow = f"a{_short(radius)} {_short(radius)} 0 1 0"
    return f"M{_short(x - radius)} {_short(y)}{bow} {_short(2 * radius)} 0{bow}-{_short(2 * radius)} 0z"


def _short(number: float) -> str:
    return f"{round(number, 1):g}"


def _tiles(cells: Cells) -> str:
    return "".join(
        f'<text class="tree-tile-{min(len(cell), 4)}" '
        f'x="{_TILE * (column + 0.5):g}" y="{_TILE * (row + 0.72):g}">'
        f"{visible(cell)}</text>"
        for row, line in enumerate(cells)
        for column, cell in enumerate(line)
        if cell != _EMPTY
    )


BOARD_STYLE = """
.tree-drawing .tree-board path{stroke-width:.8}
.tree-drawing .tree-board .tree-grid{fill:none;stroke:#8b95a3}
.tree-drawing .tree-board .tree-fine{stroke-width:.35}
.tree-drawing .tree-board .tree-x{fill:none;stroke:#1f5fbf;stroke-width:1.6}
.tree-drawing .tree-board .tree-o{fill:none;stroke:#b3261e;stroke-width:1.4}
.tree-drawing .tree-board .tree-x.tree-disc{fill:#1f5fbf;stroke-width:.3}
.tree-drawing .tree-board .tree-o.tree-disc{stroke-width:1.5}
""" + "".join(
    f".tree-drawing .tree-tile-{digits}{{font-size:{size:g}px}}\n" for digits, size in _TILE_SIZES.items()
)
BOARD_STYLE_IN_THE_DARK = """
.tree-drawing .tree-board .tree-x{stroke:#8ab8ff}
.tree-drawing .tree-board .tree-x.tree-disc{fill:#8ab8ff}
.tree-drawing .tree-board .tree-o{stroke:#ff8a80}
"""
