"""Tree and marks → an indented list in plain words, a node on each line, for reading aloud."""

from __future__ import annotations

from collections.abc import Iterator

from grader.drawing.marks import Marks
from grader.text.columns import visible
from grader.text.sentences import Say, sentences
from grader.tree import Tree
from grader.tree.node import Node, Unknown

DEEPEST = 20  # below this depth lines are not indented further, and say their depth instead


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
    yield say(f"kind.{node.kind}")
    if depth > DEEPEST:
        yield say("outline.depth", depth=depth)
    if node.probability is not None:
        yield say("outline.probability", probability=tree.pretty(node.probability))
    if node.label is not None:
        yield say("outline.move", move=visible(node.label))
    yield from _numbers(tree, node, marks, say)
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
