"""Tree and marks → plain text: a drawing, top-down where it fits or else sideways; or an outline in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import floor

from grader.drawing.board_picture import board_in_a_line, board_lines
from grader.drawing.captions import Caption, captions, equation, kind_in_words
from grader.drawing.layout import NodeRoom, middles
from grader.drawing.marks import Marks
from grader.text.columns import visible, width
from grader.text.sentences import Say, sentences
from grader.tree import Tree
from grader.tree.node import Kind, Node, Unknown

WIDTH = 100


def draw_text(tree: Tree, marks: Marks | None = None, say: Say | None = None, *, width: int = WIDTH) -> str:
    """The tree in box-drawing characters, at most `width` columns wide where that can be."""
    marks, say = marks or Marks(), say or sentences()
    texts = captions(tree, marks)
    lines = topdown(tree, texts, marks, width)
    signs = [*_signs(tree, marks), *(["pruned"] if marks.faded and lines else [])]
    lines = lines or sideways(tree, texts, marks, say)
    legend = say("list.comma").join(say(f"legend.{sign}") for sign in signs)
    return "\n".join([*lines, *(["", legend] if legend else [])]) + "\n"


def _signs(tree: Tree, marks: Marks) -> Iterator[str]:
    """The signs that are used, whose meaning the legend says."""
    if marks.next_on_line(tree):
        yield "line"
    if marks.cut:
        yield "cut"


DEEPEST = 20  # below this depth lines are not indented further, and say their depth instead


def sideways(tree: Tree, texts: Sequence[Caption], marks: Marks, say: Say) -> list[str]:
    """The drawing's lines, in preorder."""
    pruned = say("legend.pruned-node")
    heads = [_head(text, pruned if index in marks.faded else "") for index, text in enumerate(texts)]
    return [branch + head for branch, head in zip(_branches(tree, marks, say), heads, strict=True)]


def _head(text: Caption, pruned: str) -> str:
    node = text.name + equation(text.number) if text.kind is Kind.LEAF else text.title
    parts = (
        f"{text.edge} → {node}" if text.edge else node,
        text.estimate,
        "{" + ", ".join(text.features) + "}" if text.features else "",
        text.window,
        f"({text.changed})" if text.changed else "",
        board_in_a_line(text.board),
        pruned,
    )
    return " ".join(filter(None, parts))


def _branches(tree: Tree, marks: Marks, say: Say) -> Iterator[str]:
    """What stands before each node: the lines that pass by, and the one that leads to it."""
    next_on_line = marks.next_on_line(tree)
    passing: list[str] = []  # for each ancestor below the root, the line to its later siblings
    for index, depth in enumerate(tree.depths()):
        if depth == 0:
            yield ""
            continue
        parent = tree.parents[index]
        best = next_on_line.get(parent, -1)
        down = 0 if tree.ends[index] == tree.ends[parent] else weight(best > index)
        before = "".join(passing[: min(depth, DEEPEST) - 1])
        scissors = "✂" if index in marks.cut else ""
        said = say("legend.depth", depth=depth) if depth > DEEPEST else ""
        yield before + _branch(best, index, down, scissors) + said
        if depth < DEEPEST:
            passing[depth - 1 :] = [stroke(up=down, down=down) + "   "]


def _branch(best: int, index: int, down: int, scissors: str) -> str:
    """`├── `, with heavy strokes for what belongs to the best line."""
    right = weight(best == index)
    along = stroke(left=right, right=right) * (1 if scissors else 2)
    return stroke(up=weight(best >= index), right=right, down=down) + along + scissors + " "


_BETWEEN_SIBLINGS = 2
_BETWEEN_SUBTREES = 3

_Piece = tuple[int, str]  # a text and the column where it starts


def topdown(tree: Tree, texts: Sequence[Caption], marks: Marks, most_columns: int) -> list[str] | None:
    """The drawing's lines, or none where they would be wider than `most_columns`."""
    cells = [_cell(index, text, marks) for index, text in enumerate(texts)]
    columns = _columns(tree, cells)
    if max(column + cell.right for column, cell in zip(columns, cells, strict=True)) > most_columns:
        return None
    return _Canvas(tree, marks, cells, columns).lines()


@dataclass(frozen=True, slots=True)
class _Cell:
    """What stands at a node: the words on its edge and its own lines, all around one column."""

    edge: str
    lines: tuple[str, ...]
    widest: int

    @property
    def left(self) -> int:
        """Columns to the left of the middle one."""
        return (self.widest - 1) // 2

    @property
    def right(self) -> int:
        """The middle column and those to the right of it."""
        return self.widest // 2 + 1


def _half(line: str) -> int:
    """Columns to the left of a line's middle one."""
    return max(width(line) - 1, 0) // 2


def _cell(index: int, text: Caption, marks: Marks) -> _Cell:
    if text.kind is Kind.LEAF:
        head, *rest = (*text.main, text.name)
    else:
        head, rest = text.title, []
    if index in marks.faded:
        head = f"({head})"
    edge = " ".join(filter(None, ("✂" if index in marks.cut else "", text.edge)))
    lines = (head, *rest, *text.remarks, *board_lines(text.board))
    return _Cell(edge, lines, max(1, *map(width, (edge, *lines))))


def _columns(tree: Tree, cells: Sequence[_Cell]) -> list[int]:
    """The middle column of every node; rounding down keeps whole distances whole."""
    left, right = [cell.left for cell in cells], [cell.right for cell in cells]
    room = NodeRoom(left, right, _BETWEEN_SIBLINGS, _BETWEEN_SUBTREES)
    return [floor(middle + 1e-6) for middle in middles(tree, room)]


class _Canvas:
    """Writes level after level, each line from pieces in their order."""

    def __init__(self, tree: Tree, marks: Marks, cells: Sequence[_Cell], columns: Sequence[int]) -> None:
        self.tree = tree
        self.cells = cells
        self.columns = columns
        self.next_on_line = marks.next_on_line(tree)

    def lines(self) -> list[str]:
        lines: list[str] = []
        level = [0]
        while level:
            if any(self.cells[index].edge for index in level):
                lines.append(_line(map(self.edge, level)))
            lines += self.own_lines(level)
            below = {index: self.tree.child_indexes(index) for index in level}
            lines.append(_line(self.fan(parent, children) for parent, children in below.items() if children))
            level = [child for children in below.values() for child in children]
        return lines[:-1]  # below the last level there is no line to draw

    def edge(self, index: int) -> _Piece:
        """The words on an edge, or the line itself where it has none."""
        column, words = self.columns[index], self.cells[index].edge
        if words:
            return column - _half(words), words
        return column, _upright(self.next_on_line.get(self.tree.parents[index]) == index)

    def own_lines(self, level: Sequence[int]) -> Iterator[str]:
        """The nodes' own lines; below a short one the line to its children goes on."""
        tallest = max(len(self.cells[index].lines) for index in level)
        for row in range(tallest):
            yield _line(self.own_line(index, row) for index in level)

    def own_line(self, index: int, row: int) -> _Piece:
        lines, column = self.cells[index].lines, self.columns[index]
        if row < len(lines):
            return column - _half(lines[row]), lines[row]
        return column, "" if self.tree.kinds[index] is Kind.LEAF else _upright(index in self.next_on_line)

    def fan(self, parent: int, children: Sequence[int]) -> _Piece:
        """The line from a parent to its children: `┌──┴──┐`."""
        trunk = self.columns[parent]
        feet = {self.columns[child] for child in children}
        first, last = self.columns[children[0]], self.columns[children[-1]]
        best = self.next_on_line.get(parent)
        target = None if best is None else self.columns[best]
        near, far = (trunk, trunk) if target is None else sorted((trunk, target))
        return first, "".join(
            stroke(
                up=weight(target is not None) if column == trunk else 0,
                right=weight(near <= column < far) if column < last else 0,
                down=weight(column == target) if column in feet else 0,
                left=weight(near < column <= far) if column > first else 0,
            )
            for column in range(first, last + 1)
        )


def _upright(heavy: bool) -> str:
    return stroke(up=weight(heavy), down=weight(heavy))


def _line(pieces: Iterable[_Piece]) -> str:
    """Pieces from left to right on one line, each at its column."""
    line, end = [], 0
    for column, text in pieces:
        line.append(" " * (column - end) + text)
        end = column + width(text)
    return "".join(line).rstrip()


_CHARACTERS = (
    " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳"  # nothing upwards
    "╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈"  # light upwards
    "╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"  # heavy upwards
)


def stroke(up: int = 0, right: int = 0, down: int = 0, left: int = 0) -> str:
    """The character whose arms have these weights."""
    return _CHARACTERS[27 * up + 9 * right + 3 * down + left]


def weight(heavy: bool) -> int:
    """The weight of an arm that is there."""
    return 2 if heavy else 1


def draw_outline(tree: Tree, marks: Marks | None = None, say: Say | None = None) -> str:
    """The tree as `B: Min, by move a1, value 3`, line by line."""
    marks, say = marks or Marks(), say or sentences()
    lines = []
    for node, depth in zip(tree, tree.depths(), strict=True):
        words = say("list.comma").join(_words(tree, node, depth, marks, say))
        said = say("outline.node", name=visible(node.name), words=words)
        lines.append(f"{'  ' * min(depth, DEEPEST)}{said}\n")
    return "".join(lines)


def _words(tree: Tree, node: Node, depth: int, marks: Marks, say: Say) -> Iterator[str]:
    yield kind_in_words(node.kind, say)
    if depth > DEEPEST:
        yield say("outline.depth", depth=depth)
    if node.probability is not None:
        yield say("outline.probability", probability=tree.pretty(node.probability))
    if node.label is not None:
        yield say("outline.move", move=visible(node.label))
    yield from _numbers(tree, node, marks, say)
    if tree.boards:
        yield say("outline.board", board=board_in_a_line(tree.boards[node.index]))
    yield from _state(node, marks, say)


def _numbers(tree: Tree, node: Node, marks: Marks, say: Say) -> Iterator[str]:
    if isinstance(node.utility, Unknown):
        name = visible(node.utility.name or "")
        yield say("outline.unknown", name=name) if name else say("outline.blank")
    elif node.utility is not None:
        yield say("outline.utility", utility=tree.pretty(node.utility))
    if node.estimate is not None:
        yield say("outline.estimate", estimate=tree.pretty(node.estimate))
    for name, number in node.features or ():
        yield say("outline.feature", name=visible(name), number=tree.pretty(number))
    if node.index in marks.values:
        yield say("outline.value", value=visible(marks.values[node.index]))


def _state(node: Node, marks: Marks, say: Say) -> Iterator[str]:
    if node.index in marks.windows:
        alpha, beta = map(visible, marks.windows[node.index])
        yield say("outline.window", alpha=alpha, beta=beta)
    states = {"line": marks.line, "cut": marks.cut, "pruned": marks.faded}
    yield from (say(f"outline.{state}") for state, nodes in states.items() if node.index in nodes)
    if node.index in marks.changed:
        yield say("outline.changed", changed=visible(marks.changed[node.index]))
