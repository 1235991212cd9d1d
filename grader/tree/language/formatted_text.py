"""Source → the same trees laid out over lines, with the comments where they belong and numbers as written."""

from __future__ import annotations

import re
from collections.abc import Iterator

from grader.text.source import Source
from grader.tree import Tree
from grader.tree.language.comments import comment_lines, remarks_of
from grader.tree.language.grammar import number_texts
from grader.tree.language.parser import no_garbage
from grader.tree.language.several_trees import Section, read_sections
from grader.tree.tree_text import lay_out

_BLANK_LINE = re.compile(r"[ \t\r]*\n\s*?\n")


def format_text(source: Source) -> str:
    """The text in its usual layout."""
    with no_garbage():
        lines = (line for section in read_sections(source) for line in _section(section))
        return "".join(f"{line}\n" for line in lines)


def _section(section: Section) -> Iterator[str]:
    if section.above is not None:
        yield section.above
    if not section.trees:
        yield from comment_lines(section.source)
    for number, tree in enumerate(section.trees):
        assert tree.source is not None
        if number and _BLANK_LINE.match(tree.source.text, tree.source.start, tree.source.end):
            yield ""
        yield from _tree(tree, tree.source)


def _tree(tree: Tree, source: Source) -> Iterator[str]:
    remarks = remarks_of(tree, source)
    numbers = number_texts(source)  # they come in the order in which a tree is written
    yield lay_out(tuple(tree), remarks.nodes, lambda _: next(numbers))
    yield from remarks.after
