"""Tree + Source → remarks: which node each comment belongs to, so that a new layout keeps it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from grader.source import Source
from grader.tree import Tree
from grader.writing import Remarks

_SIGNS = re.compile(r'"(?:[^"\\]|\\.)*"|#[^\r\n]*|[()\[\]]')


@dataclass(frozen=True, slots=True)
class Comments:
    """The remarks of each node by its index, and the comments after the whole tree."""

    nodes: dict[int, Remarks]
    after: tuple[str, ...]


def remarks_of(tree: Tree, source: Source) -> Comments:
    """A comment behind something belongs to it; one on its own line, to what comes next."""
    reading = _Reading()
    for start, sign in _events(tree, source):
        if isinstance(sign, int):
            reading.node(sign)
        elif sign.startswith("#"):
            reading.comment(sign.rstrip(), own_line=_stands_alone(source, start))
        else:
            reading.bracket(opens=sign in "([")
    return Comments(
        {index: remark.frozen() for index, remark in reading.remarks.items()}, tuple(reading.waiting)
    )


@dataclass(slots=True)
class _Remark:
    above: list[str] = field(default_factory=list)
    behind: list[str] = field(default_factory=list)
    closing: list[str] = field(default_factory=list)

    def frozen(self) -> Remarks:
        return Remarks(tuple(self.above), " ".join(self.behind) or None, tuple(self.closing))


@dataclass(slots=True)
class _Reading:
    """Where we are in the text: the open nodes, the last one, and the comments that wait for a node."""

    remarks: defaultdict[int, _Remark] = field(default_factory=lambda: defaultdict(_Remark))
    open_nodes: list[int] = field(default_factory=list)
    last: int | None = None
    waiting: list[str] = field(default_factory=list)

    def node(self, index: int) -> None:
        if self.waiting:
            self.remarks[index].above += self.waiting
            self.waiting.clear()
        self.last = index

    def bracket(self, opens: bool) -> None:
        if opens:
            assert self.last is not None
            self.open_nodes.append(self.last)
            return
        self.last = self.open_nodes.pop()
        if self.waiting:
            self.remarks[self.last].closing += self.waiting
            self.waiting.clear()

    def comment(self, text: str, own_line: bool) -> None:
        if own_line or self.last is None:
            self.waiting.append(text)
        else:
            self.remarks[self.last].behind.append(text)


def _events(tree: Tree, source: Source) -> Iterator[tuple[int, int | str]]:
    """The nodes, brackets and comments of the text, in their order; a node stands before its bracket."""
    nodes: list[tuple[int, int | str]] = [(start, index) for index, start in enumerate(tree.starts)]
    signs: list[tuple[int, int | str]] = [
        (found.start(), found[0])
        for found in _SIGNS.finditer(source.text, source.start, source.end)
        if not found[0].startswith('"')
    ]
    yield from sorted([*nodes, *signs], key=lambda event: (event[0], isinstance(event[1], str)))


def _stands_alone(source: Source, start: int) -> bool:
    line_start = source.text.rfind("\n", source.start, start) + 1
    return not source.text[max(line_start, source.start) : start].strip()
