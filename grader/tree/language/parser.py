"""Text → Tree: what `parse_tree` and `load_tree` do."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from contextlib import contextmanager

from grader.text.source import Source, load_source
from grader.tree import Tree
from grader.tree.language.builder import build_tree
from grader.tree.language.grammar import NotInTheLanguage, read_shape
from grader.tree.language.mistakes import explain
from grader.tree.language.size_limits import check_size


def parse_tree(text: str | Source) -> Tree:
    """The tree that `text` writes; an `InputError` says all that is wrong with it."""
    source = as_source(text)
    check_size(source)
    try:
        with no_garbage():
            return build_tree(read_shape(source), source)
    except NotInTheLanguage as refused:
        raise explain(source, refused.offset) from None


def load_tree(path: str | os.PathLike[str]) -> Tree:
    """The tree in a file."""
    return parse_tree(load_source(path))


def as_source(text: object) -> Source:
    """The text with a name, under which mistakes are reported."""
    if isinstance(text, str | Source):
        return text if isinstance(text, Source) else Source(text)
    hint = "; decode them first" if isinstance(text, bytes) else ""
    raise TypeError(f"a tree is parsed from text, not from {type(text).__name__}{hint}")


@contextmanager
def no_garbage() -> Iterator[None]:
    """Keep Python from looking for garbage among the parts of a tree: there is none, and they are many."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
