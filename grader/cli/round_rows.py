"""`--depths` of `grader solve` → what the search to each depth finds, as a table and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grader.rule import plain_number
from grader.solving import Solution
from grader.solving.rounds import new_orders, rounds
from grader.text.columns import visible, width
from grader.text.source import refusal

MOST_DEPTHS = 100


def read_depths(text: str) -> tuple[int, ...]:
    """Whole numbers that rise: `1,2,3`."""
    words = text.strip("[]() ").replace(",", " ").split()
    depths = [int(word) for word in words if word.isascii() and word.isdecimal() and len(word) < 10]
    is_rising = depths == sorted({depth for depth in depths if depth})
    if len(depths) < len(words) or not 0 < len(depths) <= MOST_DEPTHS or not is_rising:
        raise refusal("--depths", f"`{visible(text[:60])}` is no list of depths that rise", "such as 1,2,3")
    return tuple(depths)


def round_lines(solution: Solution, depths: tuple[int, ...]) -> Iterator[str]:
    """A row for each depth; the last column where children are searched in another order than they stand."""
    found = rounds(solution, depths)
    orders = [new_orders(solution.whole, each) for each in found]
    rows = [("depth", "value", "best move", "leaves", "pruned", "order" if any(orders) else "")]
    for depth, each, order in zip(depths, found, orders, strict=True):
        value, moves = each.tree.pretty(each.value), _listed(each.best_moves)
        leaves, pruned = str(each.counts.leaves_evaluated), _listed(each.pruned) or "nothing"
        changed = "; ".join(f"{visible(name)}: {_listed(children)}" for name, children in order.items())
        rows.append((str(depth), value, moves or "none", leaves, pruned, changed))
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (text + " " * (room - width(text)) for text, room in zip(row, widths, strict=True))
        yield "  ".join(cells).rstrip()


def round_records(solution: Solution, depths: tuple[int, ...]) -> list[dict[str, object]]:
    """The same as JSON holds it."""
    return [
        {
            "depth": depth,
            "value": plain_number(each.value),
            "best_moves": list(each.best_moves),
            "leaves_evaluated": each.counts.leaves_evaluated,
            "visited": list(each.visited),
            "pruned": list(each.pruned),
        }
        for depth, each in zip(depths, rounds(solution, depths), strict=True)
    ]


def _listed(names: Sequence[str]) -> str:
    return ", ".join(map(visible, names))
