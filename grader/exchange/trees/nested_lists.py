"""Nested lists, as Python and JSON write them ↔ Tree: brackets alternate between Max and Min."""

from __future__ import annotations

import re
from dataclasses import replace

from grader.text.numbers import Payoffs, show_number
from grader.text.source import InputError, Mistake, Source, refusal
from grader.tree import Kind, Tree, Unknown
from grader.tree.language import parse_tree
from grader.tree.notation import write_name

_TUPLES, _LISTS = str.maketrans("()", "[]"), str.maketrans("[]", "()")
_SIGNS = re.compile(r"#[^\n]*|[()\[\],]")
_OTHER = {Kind.MAX: Kind.MIN, Kind.MIN: Kind.MAX}


def read_list(source: Source, root: str = "max") -> Tree:
    """The tree of nested lists or tuples, in which `root` moves first."""
    text = _as_lists(source.text)
    start = len(text) - len(text.lstrip("\ufeff \t\r\n"))
    if not text.startswith("[", start):
        message = "a nested list should be here"
        raise refusal(source.name, message, "such as `[[3, 12, 8], [2, 4, 6]]`")
    try:
        tree = parse_tree(Source(text, source.name))
    except InputError as error:  # told with the lines as they are in the file
        raise InputError((_in_file(one, source) for one in error.mistakes), error.more) from None
    return tree if root == "max" else parse_tree(f"{root} {text}")


def _as_lists(text: str) -> str:
    """The text with tuples as lists, and nothing moved.

    As in Python, brackets round a single thing, without a comma, make no tuple.
    """
    written = list(text.translate(_TUPLES))
    opened: list[int] = []
    with_comma: set[int] = set()  # the brackets that have a comma of their own
    before = -1
    for sign in _SIGNS.finditer(text):
        place = sign.start()
        if sign[0] in "([":
            opened.append(place)
        elif sign[0] == "," and opened:
            with_comma.add(opened[-1])
        elif sign[0] in ")]" and opened:
            start = opened.pop()
            is_empty = before == start and not text[start + 1 : place].strip()
            if text[start] == "(" and start not in with_comma and not is_empty:
                written[start] = written[place] = " "
        before = place
    return "".join(written)


def _in_file(mistake: Mistake, source: Source) -> Mistake:
    """A mistake with the lines, and the bracket, as they stand in the file."""
    start = -1 if mistake.span is None else mistake.span.start
    bracket = source.text[start : start + 1]
    if bracket != "(":
        return replace(mistake, source=source)
    hint = None if mistake.hint is None else mistake.hint.translate(_LISTS)
    return replace(mistake, source=source, message=mistake.message.translate(_LISTS), hint=hint)


def write_list(tree: Tree) -> str:
    """The tree as nested lists; what they cannot say is an `InputError`."""
    _check(tree)
    parts: list[str] = []
    open_ends: list[int] = []
    for index, kind in enumerate(tree.kinds):
        while open_ends and open_ends[-1] <= index:
            open_ends.pop()
            parts.append("]")
        if parts and not parts[-1].endswith("["):
            parts.append(", ")
        if kind is Kind.LEAF:
            parts.append(_number(tree, index))
        else:
            parts.append("[")
            open_ends.append(tree.ends[index])
    return "".join([*parts, "]" * len(open_ends), "\n"])


def _check(tree: Tree) -> None:
    """Refuse a tree that its own brackets do not tell."""
    if tree.kinds[0] is not Kind.MAX:
        raise _refused(tree, "a nested list begins with Max, and this tree does not")
    for index, kind in enumerate(tree.kinds):
        above = tree.kinds[tree.parents[index]]
        if kind is not Kind.LEAF and index and kind is not _OTHER.get(above):
            odd = f"`{write_name(tree.names[index])}` is a {kind} node below a {above} node"
            raise _refused(tree, f"in a nested list, Max and Min alternate, and {odd}")


def _number(tree: Tree, index: int) -> str:
    utility = tree.utilities[index]
    if utility is None or isinstance(utility, Unknown):
        raise _refused(tree, f"the leaf `{write_name(tree.names[index])}` has no number")
    return str(utility) if isinstance(utility, Payoffs) else show_number(utility)


def _refused(tree: Tree, message: str) -> InputError:
    return refusal("<tree>" if tree.source is None else tree.source.name, message, "write it as `json`")
