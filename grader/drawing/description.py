"""Tree and marks → a title and a few sentences for somebody who cannot see the drawing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from grader.drawing.marks import Marks
from grader.text.columns import visible
from grader.text.sentences import Say, sentences
from grader.tree import Tree
from grader.tree.node import Kind

_MOST_NAMES = 12


def title(tree: Tree, say: Say | None = None) -> str:
    """What the drawing is."""
    return (say or sentences())("drawing.title", number=len(tree))


def describe(tree: Tree, marks: Marks, say: Say | None = None) -> str:
    """The root, its children, the size of the tree, and what is marked."""
    say = say or sentences()
    return say("drawing.space").join(_said(tree, marks, say))


def _said(tree: Tree, marks: Marks, say: Say) -> Iterator[str]:
    root = visible(tree.names[0])
    if children := tree.child_indexes(0):
        names = _names(tree, children, say, with_kind=True)
        yield say(f"drawing.root-{tree.kinds[0]}", root=root, children=names)
        yield _size(tree, say)
    else:
        yield say("drawing.single-leaf", root=root)
    if 0 in marks.values:
        yield say("drawing.value", value=visible(marks.values[0]))
    if marks.next_on_line(tree):
        yield say("drawing.line", nodes=_names(tree, sorted(marks.line), say))
    if marks.faded:
        yield say("drawing.pruned", nodes=_names(tree, sorted(marks.faded), say))


def _size(tree: Tree, say: Say) -> str:
    leaves = say("drawing.leaves", number=tree.kinds.count(Kind.LEAF))
    nodes = say("drawing.nodes", number=len(tree))
    return say("drawing.size", leaves=leaves, nodes=nodes, depth=max(tree.depths()))


def _names(tree: Tree, indexes: Iterable[int], say: Say, *, with_kind: bool = False) -> str:
    """The nodes' names, as many as one likes to listen to."""
    indexes = list(indexes)
    shown = [visible(tree.names[index]) for index in indexes[:_MOST_NAMES]]
    if with_kind:
        kinds = (say(f"kind.{tree.kinds[index]}") for index in indexes)
        shown = [say("drawing.child", node=node, kind=kind) for node, kind in zip(shown, kinds, strict=False)]
    if len(indexes) > _MOST_NAMES:
        shown.append(say("drawing.more", number=len(indexes) - _MOST_NAMES))
    return say("list.comma").join(shown)
