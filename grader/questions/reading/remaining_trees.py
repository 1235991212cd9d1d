"""An answer that writes down what remains of a tree → the depth of every node and the numbers of leaves.

Nested lists, `[[3, 12, 8], [2]]`, also over lines as YAML has them; or the tree language: names, moves,
probabilities, kinds and static evaluations are passed over, for a tree with parts left out has no others.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from grader.questions.question import Unreadable
from grader.questions.reading.node_names import Names
from grader.questions.reading.phrases import MAX_CHARACTERS
from grader.questions.reading.typography import plainly_typed, read_numeral
from grader.text.numbers import Number, NumberError, show_number
from grader.text.spelling import shortened

Row: TypeAlias = tuple[int, Number | None]  # how deep a node stands, and the number of a leaf
Rows: TypeAlias = tuple[Row, ...]

_TOKEN = re.compile(
    r"""(?P<said>"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+'|(?:(?!-{1,2}>|→)[^\s,;:=\[\](){}"'#])(?:(?!-{1,2}>|→)[^\s,;:=\[\](){}"#])*+)
    |(?P<open>[\[({])|(?P<close>[\])}])|(?P<about>-{1,2}>|→|[:=])|(?P<comma>[,;])|(?P<idle>\#[^\n]*+|\s)""",
    re.VERBOSE,
)
_DASHES = re.compile(
    r"(?<![^\S\n])[^\S\n]*+(?:-[^\S\n]++)+"
)  # from the start of blanks, so that none is read twice
_FEATURES = re.compile(r"\{[^{}\[\]()]*+\}")


def rows_in(text: str, names: Names) -> Rows:
    """Every node in preorder; raises `Unreadable`."""
    if len(text) > MAX_CHARACTERS:
        raise Unreadable("unreadable.too-long", number=MAX_CHARACTERS)
    reading = _Reading(names)
    reading.read(_in_brackets(plainly_typed(text)))
    if reading.depth:
        raise Unreadable("unreadable.open-bracket", sign="[")
    if not any(number is not None for _, number in reading.rows):
        raise Unreadable("unreadable.nothing-given")
    tops = sum(depth == 0 for depth, _ in reading.rows)
    if tops == 1:
        return tuple(reading.rows)
    return (0, None), *(
        (depth + 1, number) for depth, number in reading.rows
    )  # the outermost list is left out


def written_rows(rows: Rows, show: Callable[[Number], str] = show_number) -> str:
    """The nodes as nested lists."""
    pieces: list[str] = []
    depths = [depth for depth, _ in rows]
    for (depth, number), before, after in zip(rows, (-1, *depths), (*depths[1:], 0), strict=False):
        pieces.append(", " if before >= depth else "")
        pieces.append("[" if number is None else show(number))
        pieces.append("]" * (depth - after if number is not None else max(depth - after + 1, 0)))
    return "".join(pieces)


@dataclass(slots=True)
class _Reading:
    """What was read so far; `said` are words of which it is not clear yet what they are about."""

    names: Names
    rows: list[Row] = field(default_factory=list)
    depth: int = 0
    said: list[str] = field(default_factory=list)

    def read(self, text: str) -> None:
        place = 0
        while place < len(text):
            found = _TOKEN.match(text, place)
            if found is None:  # a quote that does not close
                raise Unreadable("unreadable.open-quote", sign=text[place])
            place = found.end()
            if found.lastgroup == "open" and self.said and (features := _FEATURES.match(text, found.start())):
                place = features.end()
            else:
                self.take(found.lastgroup or "", found[0])
        self.end()

    def take(self, kind: str, text: str) -> None:
        if kind == "said":
            self.said.append(text)
        elif kind == "about":
            self.said.clear()  # a name, a move or a probability
        elif kind == "open":
            self.said.clear()  # a kind, or the name of a node
            self.rows.append((self.depth, None))
            self.depth += 1
        elif kind == "close":
            self.end()
            if not self.depth:
                raise Unreadable("unreadable.stray-sign", sign=text)
            self.depth -= 1
        elif kind == "comma":
            self.end()

    def end(self) -> None:
        """Take what was said for a leaf, or for several."""
        words = self.said
        if len(words) > 1 and (number := _number(" ".join(words))) is not None:
            self.rows.append((self.depth, number))
        else:
            self.rows += [(self.depth, self.leaf(word)) for word in words]
        self.said = []

    def leaf(self, word: str) -> Number:
        """A number, or that of a leaf which is named."""
        number = _number(word)
        if number is None and (index := self.names.find(word.strip("\"'"))) is not None:
            number = self.names.numbers[index]
        if number is None:
            raise Unreadable("remaining.no-leaf", text=shortened(word))
        return number


def _number(text: str) -> Number | None:
    try:
        return read_numeral(text.strip("\"'"))
    except NumberError:
        return None


def _in_brackets(text: str) -> str:
    """The text with brackets instead of the dashes that begin the lines of a list."""
    return "".join(_bracketed(text)) if _DASHES.search(text) else text


def _bracketed(text: str) -> Iterator[str]:
    blocks: list[int] = []  # the columns of the dashes
    depth = 0
    for line in text.split("\n"):
        lead = None if depth else _DASHES.match(line)
        if lead is not None:
            columns = [place for place, sign in enumerate(lead[0]) if sign == "-"]
            while blocks and blocks[-1] > columns[0]:
                blocks.pop()
                yield "]"
            is_next = bool(blocks) and blocks[-1] == columns[0]
            yield ("," if is_next else "") + "[" * (len(columns) - is_next)
            blocks += columns[is_next:]
        said = line[lead.end() :] if lead else line
        depth += sum(map(said.count, "[({")) - sum(map(said.count, "])}"))
        yield f"{said}\n"
    yield "]" * len(blocks)
