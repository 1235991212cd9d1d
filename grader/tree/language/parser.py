"""Text → Tree: what `parse_tree` and `load_tree` do."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from contextlib import contextmanager

from grader.text.source import Source, load_source, refusal
from grader.tree import Tree
from grader.tree.language.builder import build_tree
from grader.tree.language.grammar import NotInTheLanguage, read_shape
from grader.tree.language.mistakes import explain


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


MAX_CHARACTERS = 64_000_000
MAX_NODES = 2_000_000


def check_size(source: Source) -> None:
    """Refuse a text that is too long, or that has so many commas and brackets that the tree is."""
    if source.end - source.start > MAX_CHARACTERS:
        raise refusal(source.name, f"the text is longer than {MAX_CHARACTERS:,} characters", _HINT)
    # A node follows an opening bracket or a comma, so together they are at least as many as the nodes.
    if sum(source.text.count(sign, source.start, source.end) for sign in ",([") > MAX_NODES:
        raise refusal(source.name, f"the text has more than {MAX_NODES:,} commas and brackets", _HINT)


_HINT = f"a tree can have up to {MAX_NODES:,} nodes"
