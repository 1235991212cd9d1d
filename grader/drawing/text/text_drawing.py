"""Tree and marks → a drawing in plain text: top-down where it fits the width, else sideways."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grader.drawing.captions import Caption, captions, equation
from grader.drawing.marks import Marks
from grader.drawing.text.topdown import stroke, topdown, weight
from grader.text.sentences import Say, sentences
from grader.tree import Tree
from grader.tree.node import Kind

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
