"""Source → the same trees laid out over lines, with the comments where they belong and numbers as written."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from grader.text.source import Source
from grader.tree import Kind, Tree
from grader.tree.language.grammar import number_texts
from grader.tree.language.parser import TreeSection, no_garbage, read_sections
from grader.tree.tree_text import Remarks, lay_out

_BLANK_LINE = re.compile(r"[ \t\r]*\n\s*?\n")


def format_text(source: Source) -> str:
    """The text in its usual layout."""
    with no_garbage():
        lines = (line for section in read_sections(source) for line in _section(section))
        return "".join(f"{line}\n" for line in lines)


def _section(section: TreeSection) -> Iterator[str]:
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


_SIGNS = re.compile(r'"(?:[^"\\\r\n]++|\\.)*+"?|#[^\r\n]*+|[()\[\]{},]')


@dataclass(frozen=True, slots=True)
class Comments:
    """The remarks of each node by its index, and the lines after the whole tree."""

    nodes: dict[int, Remarks]
    after: tuple[str, ...]


def remarks_of(tree: Tree, source: Source) -> Comments:
    """A comment behind something belongs to it; one on its own line or inside a node's head, to the node.

    Between comments on lines of their own, and around them, one blank line is kept.
    """
    if source.text.find("#", source.start, source.end) < 0:
        return Comments({}, ())
    reading = _Reading(tree, source)
    for start, sign in _events(tree, source):
        if isinstance(sign, int):
            reading.node(sign, start)
        elif sign.startswith("#"):
            reading.comment(sign, start)
        else:
            reading.sign(sign, start)
    nodes = {index: remark.frozen() for index, remark in reading.remarks.items()}
    return Comments(nodes, tuple(reading.waiting))


def comment_lines(source: Source) -> tuple[str, ...]:
    """The comments of a text that has nothing else."""
    reading = _Reading(None, source)
    for found in _SIGNS.finditer(source.text, source.start, source.end):
        reading.comment(found[0], found.start())
    return tuple(reading.waiting)


@dataclass(slots=True)
class _Remark:
    above: list[str] = field(default_factory=list)
    opening: str | None = None
    closing: list[str] = field(default_factory=list)
    behind: str | None = None

    def frozen(self) -> Remarks:
        return Remarks(tuple(self.above), self.opening, tuple(self.closing), self.behind)


class _Reading:
    """Where we are in the text, and to what a comment there belongs.

    `slot` is the part of the `last` node's remark that a comment on the same line goes to; those that
    find no room there wait for the next node, or for the bracket that closes the one around them.
    """

    def __init__(self, tree: Tree | None, source: Source) -> None:
        self.tree = tree
        self.source = source
        self.remarks: defaultdict[int, _Remark] = defaultdict(_Remark)
        self.open_nodes: list[int] = []
        self.last = -1
        self.slot: str | None = None
        self.waiting: list[str] = []
        self.end = source.start  # of what was read last
        self.is_between = True  # between two nodes, where words belong to the next one
        self.in_features = False
        self.in_payoffs = False

    def node(self, index: int, start: int) -> None:
        if self.waiting and _begins_with_a_blank_line(self.gap(start)):
            self.waiting.append("")
        self.give_waiting("above", index)
        self.last, self.is_between = index, False
        self.slot = self.own_slot()

    def sign(self, sign: str, start: int) -> None:
        if self.in_payoffs or self.opens_payoffs(sign, start):
            self.in_payoffs = sign != ")"
        elif sign in "{}":
            self.features(opens=sign == "{")
        elif sign in "([":
            self.give_waiting("above", self.last)
            self.open_nodes.append(self.last)
            self.slot, self.is_between = "opening", True
        elif sign in ")]":
            self.last = self.open_nodes.pop()
            self.give_waiting("closing", self.last)
            self.slot, self.is_between = "behind", False
        elif not self.in_features:
            self.is_between = True
        self.end = start + len(sign)

    def opens_payoffs(self, sign: str, start: int) -> bool:
        """Whether a bracket is that of a leaf, around what it is worth to each player."""
        return sign == "(" and self.tree is not None and self.tree.starts[self.last] == start

    def features(self, opens: bool) -> None:
        self.in_features = opens
        self.give_waiting("above", self.last)
        self.slot = "above" if opens else self.own_slot()

    def own_slot(self) -> str:
        """Where a comment belongs that follows a node's first word: the head of an inner node goes on."""
        assert self.tree is not None
        return "behind" if self.tree.kinds[self.last] is Kind.LEAF else "above"

    def comment(self, text: str, start: int) -> None:
        words, blanks = _parted(self.gap(start))
        on_own_line = "\n" in blanks or (not words and self.end == self.source.start)
        in_next_head = self.is_between and bool(words)
        if on_own_line or in_next_head or not self.take(text.rstrip()):
            self.wait(text.rstrip(), after_blank_line=blanks.count("\n") > 1)
        self.end = start + len(text)

    def take(self, text: str) -> bool:
        """Give a comment to the last node, if it has room for one in this slot."""
        if self.slot == "above":
            self.remarks[self.last].above.append(text)
        elif self.slot is None or getattr(self.remarks[self.last], self.slot) is not None:
            return False
        else:
            setattr(self.remarks[self.last], self.slot, text)
        return True

    def wait(self, text: str, after_blank_line: bool) -> None:
        is_first = not self.waiting and self.slot in (None, "opening", "above")
        self.waiting += ["", text] if after_blank_line and not is_first else [text]

    def give_waiting(self, place: str, index: int) -> None:
        if self.waiting:
            getattr(self.remarks[index], place).extend(self.waiting)
            self.waiting.clear()

    def gap(self, start: int) -> str:
        """What stands between the last sign or comment and this place."""
        return self.source.text[self.end : start]


def _begins_with_a_blank_line(gap: str) -> bool:
    return gap[: len(gap) - len(gap.lstrip())].count("\n") > 1


def _parted(gap: str) -> tuple[str, str]:
    """The words in a gap, and the blanks behind them."""
    words = gap.rstrip()
    return words, gap[len(words) :]


def _events(tree: Tree, source: Source) -> Iterator[tuple[int, int | str]]:
    """The nodes, brackets, commas and comments in their order; a node stands before its bracket."""
    nodes: list[tuple[int, int | str]] = [(start, index) for index, start in enumerate(tree.starts)]
    signs: list[tuple[int, int | str]] = [
        (found.start(), found[0])
        for found in _SIGNS.finditer(source.text, source.start, source.end)
        if not found[0].startswith('"')
    ]
    yield from sorted([*nodes, *signs], key=lambda event: (event[0], isinstance(event[1], str)))
