"""Text ↔ Tree: `parse_tree`, `load_tree`, and `format_text`, which lays a text out anew."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from contextlib import contextmanager

from grader.language.building import build_tree
from grader.language.comments import remarks_of
from grader.language.grammar import NotInTheLanguage, read_shape
from grader.language.limits import check_size
from grader.language.mistakes import explain
from grader.source import InputError, Source, load_source
from grader.tree import Tree
from grader.writing import lay_out

__all__ = ["format_text", "load_tree", "parse_tree"]


def parse_tree(text: str | Source) -> Tree:
    """The tree that `text` writes; an `InputError` says all that is wrong with it."""
    source = text if isinstance(text, Source) else Source(text)
    check_size(source)
    try:
        with _no_garbage():
            return build_tree(read_shape(source), source)
    except NotInTheLanguage as refused:
        raise InputError(explain(source, refused.offset)) from None


@contextmanager
def _no_garbage() -> Iterator[None]:
    """Keep Python from looking for garbage among the parts of a tree: there is none, and they are many."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def load_tree(path: str | os.PathLike[str]) -> Tree:
    """The tree in a file."""
    return parse_tree(load_source(path))


def format_text(source: Source) -> str:
    """The same tree laid out over lines, with the comments where they belong."""
    tree = parse_tree(source)
    remarks = remarks_of(tree, source)
    return "".join(line + "\n" for line in (lay_out(tuple(tree), remarks.nodes), *remarks.after))
