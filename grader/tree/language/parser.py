"""Text → Tree: what `parse_tree`, `load_tree` and, for several trees in one text, `parse_trees` do."""

from __future__ import annotations

import gc
import os
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeVar

from grader.text.source import InputError, Source, all_mistakes, first_mistakes, load_source, refusal
from grader.tree import Tree
from grader.tree.language.builder import build_tree
from grader.tree.language.grammar import NotInTheLanguage, read_shape
from grader.tree.language.mistakes import explain_refusal


def parse_tree(text: str | Source) -> Tree:
    """The tree that `text` writes; an `InputError` says all that is wrong with it."""
    source = as_source(text)
    check_size(source)
    try:
        with no_garbage():
            return build_tree(read_shape(source), source)
    except NotInTheLanguage as refused:
        raise explain_refusal(source, refused.offset) from None


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


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class TreeSection:
    """What stands between two lines of dashes: its trees, if any, and the line that stands above it.

    Each tree's `source` is the part of the text that belongs to it, with the comments around it.
    """

    above: str | None
    source: Source
    trees: tuple[Tree, ...]


def parse_trees(text: str | Source) -> tuple[Tree, ...]:
    """All trees that `text` writes; an `InputError` says all that is wrong with them."""
    return tuple(tree for section in read_sections(as_source(text)) for tree in section.trees)


def read_sections(source: Source) -> tuple[TreeSection, ...]:
    """The sections of a text; at least one of them has a tree."""
    check_size(source)
    sections, errors = _attempt(_read_section, _sections(source))
    if errors:
        joined = all_mistakes(errors)
        raise first_mistakes(joined.mistakes, joined.more)
    if not any(section.trees for section in sections):
        raise explain_refusal(source.part(source.end, source.end), source.end)
    return tuple(sections)


def _attempt(read: Callable[[Source], T], sources: Iterable[Source]) -> tuple[list[T], list[InputError]]:
    """What can be read, and why the rest cannot."""
    found: list[T] = []
    errors: list[InputError] = []
    for source in sources:
        try:
            found.append(read(source))
        except InputError as error:
            errors.append(error)
    return found, errors


def _sections(source: Source) -> Iterator[Source]:
    """The stretches between lines of dashes, each but the first with the line that stands above it."""
    start = source.start
    for dashes in _DASHES.finditer(source.text, source.start, source.end):
        yield source.part(start, dashes.start())
        start = dashes.start()
    yield source.part(start, source.end)


def _read_section(section: Source) -> TreeSection:
    dashes = _DASHES.match(section.text, section.start, section.end)
    inside = section.part(dashes.end(), section.end) if dashes else section
    trees = _trees(inside) if _has_content(inside, inside.start, inside.end) else []
    above = None if dashes is None else f"---  {dashes['comment'] or ''}".rstrip()
    return TreeSection(above, inside, tuple(trees))


def _trees(section: Source) -> list[Tree]:
    """One tree over all lines; where that cannot be, one after the other, if any of those is a tree."""
    try:
        return [parse_tree(section)]
    except InputError:
        trees, errors = _attempt(parse_tree, _parts(section))
        if not trees:
            raise
    if errors:
        raise all_mistakes(errors)
    return trees


def _parts(section: Source) -> list[Source]:
    """The stretches from tree to tree; a comment on a line of its own belongs to the tree below it."""
    parts: list[Source] = []
    start = section.start
    for end in (*_ends(section), section.end):
        if _has_content(section, start, end):
            parts.append(section.part(start, end))
            start = end
    return [*parts[:-1], section.part(parts[-1].start, section.end)]


def _ends(section: Source) -> Iterator[int]:
    """The ends of lines at which a tree may end: no bracket is open, and the next line begins another."""
    depth, last = 0, ""
    for sign in _signs(section):
        if sign["bracket"]:
            depth += 1 if sign[0] in "([{" else -1
        if sign["end"] is None:
            last = last if sign["comment"] else sign[0]
        elif depth <= 0 and not _goes_on(section, last, sign.end()):
            yield sign.start()
            depth = 0


def _signs(section: Source) -> Iterator[re.Match[str]]:
    """The signs and words; what stands behind a quote that its line does not close counts as if unquoted."""
    for sign in _SIGNS.finditer(section.text, section.start, section.end):
        if sign["open"] is None:
            yield sign
        else:  # nor is any other quote closed in that stretch, so none of them is looked at again
            yield from _UNQUOTED.finditer(section.text, sign.start(), sign.end())


def _goes_on(section: Source, last: str, start: int) -> bool:
    """Whether a tree that ended its line with the word `last` goes on where the text does."""
    return _OPEN_END.search(last) is not None or section.text.startswith(_CONTINUATIONS, start, section.end)


def _has_content(source: Source, start: int, end: int) -> bool:
    return _CONTENT.match(source.text, start, end) is not None


_DASHES = re.compile(r"^[ \t]*+-{3,}+[ \t]*+(?P<comment>\#[^\r\n]*+)?\r?$", re.MULTILINE)
_CONTENT = re.compile(r"(?:\s|#[^\n]*+)*+[^\s#]")
_OTHERS = r"""(?P<comment>\#[^\n]*+) | (?P<bracket>[()\[\]{}])
  | (?P<end>\n(?:\s|\#[^\n]*+)*+) | (?P<word>[^\s"\#()\[\]{}]++ | ")"""
_SIGNS = re.compile(rf'"(?:[^"\\\r\n]++|\\.)*+(?:"|(?P<open>)) | {_OTHERS}', re.VERBOSE)
_UNQUOTED = re.compile(_OTHERS, re.VERBOSE)
_OPEN_END = re.compile(r"(?:=|->|~|(?<![\w'])(?:max|min|chance)|[▲△▼▽●○])$", re.IGNORECASE)
_CONTINUATIONS = ("(", "=", "->", "~")
