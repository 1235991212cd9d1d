"""A tree that a student wrote, in the tree language or as nested lists → Tree; raises `Unreadable`."""

from __future__ import annotations

import re
from itertools import count
from typing import TYPE_CHECKING

from grader.questions.question import Unreadable
from grader.questions.reading.phrases import Group, Item, as_typed, read_answer
from grader.text.source import InputError
from grader.text.spelling import shortened
from grader.tree.node import Unknown
from grader.tree.notation import write_name

if TYPE_CHECKING:
    from grader.tree import Tree

MOST_SIGNS = 10_000
MOST_DEPTH = 200

_QUOTED_NUMBER = re.compile(
    r"""(["'])([+-]?[0-9][0-9./]*+)\1(?=\s*+[,\]])"""
)  # as JSON writes `7/3` in a list
_LISTED = re.compile(r"-\s")  # as YAML writes lists over several lines
_OPENING, _CLOSING = frozenset("(["), frozenset(")]")


def read_tree_answer(text: str) -> Tree:
    """The tree; every leaf has a number of its own."""
    from grader.tree.language import parse_tree

    if len(text) > MOST_SIGNS:
        raise Unreadable("written-tree.too-long", number=MOST_SIGNS)
    if _depth(text) > MOST_DEPTH:
        raise Unreadable("written-tree.too-deep", number=MOST_DEPTH)
    plain = _in_brackets(text) if _LISTED.match(text) else _QUOTED_NUMBER.sub(r" \2 ", text)
    try:
        tree = parse_tree(plain)
    except InputError as refused:
        raise _unreadable(text, plain, refused) from None
    _check_leaves(tree)
    return tree


def _depth(text: str) -> int:
    """How deep brackets are nested."""
    depth = most = 0
    for sign in text:
        depth += (sign in _OPENING) - (sign in _CLOSING)
        most = max(most, depth)
    return most


def _in_brackets(text: str) -> str:
    """Lists over several lines as they are written on one."""
    answer = read_answer(text)
    return f"[{', '.join(map(_written, answer.items))}]"


def _written(item: Item) -> str:
    """A list in brackets, or what else was typed."""
    return f"[{', '.join(map(_written, item.items))}]" if isinstance(item, Group) else as_typed(item)


def _unreadable(text: str, plain: str, refused: InputError) -> Unreadable:
    """Where it goes wrong, in the student's own words."""
    span = refused.mistakes[0].span
    if span is None or len(plain) != len(text) or not text[span.start : span.end].strip():
        return Unreadable("written-tree.strange", text=shortened(text.strip()))
    typed = shortened(text[span.start : span.end])
    return Unreadable("written-tree.strange-here", span.start, span.end, text=typed)


def _check_leaves(tree: Tree) -> None:
    """Refuse leaves that are no numbers."""
    if tree.players:
        raise Unreadable("written-tree.players")
    for index, utility in zip(count(), tree.utilities, strict=False):
        if isinstance(utility, Unknown):
            raise Unreadable("written-tree.no-number", node=write_name(tree.names[index]), text=str(utility))
        if utility is None and tree.features[index] and tree.ends[index] == index + 1:
            raise Unreadable("written-tree.features", node=write_name(tree.names[index]))
