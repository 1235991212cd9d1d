"""Source → shape: what `grammars/tree.lark` finds in a text, as nested lists of pieces.

A shape keeps what stands in the text and gives it no meaning yet: a node is the list of its parts,
such as `[Edge, "->", name, "=", KIND, Evaluation, "(", Children, ")"]`, in which a name is a `Piece`.
A leaf that is nothing but a number, as most are, is the tuple of that number and its place: of all
shapes the smallest, and a large tree has a million of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

from lark import Lark, TextSlice, Transformer
from lark.exceptions import UnexpectedToken
from lark.lexer import Lexer, LexerState

from grader.text.numbers import NumberError, read_number
from grader.text.source import Source, Span

Shape: TypeAlias = list[Any]


class Edge(list[Any]):
    """What stands before an arrow: a name, or a number with or without one."""


class Evaluation(list[Any]):
    """What stands between a kind and its bracket: `~` and a number, or a `FeatureList`."""


class FeatureList(list[Any]):
    """Features in their braces: pairs of a name and a number among commas and brackets."""


class PayoffList(list[Any]):
    """Numbers in their round brackets, among commas."""


class Children(list[Any]):
    """The children of a node, each a shape or the tuple of a plain leaf."""


class Piece:
    """A token: its terminal, its text, and where it starts. (Lark's own token costs three times as much.)"""

    __slots__ = ("start_pos", "type", "value")

    # Lark copies these from the last token to the end of the input.
    line = column = end_line = end_column = end_pos = None

    def __init__(self, terminal: str, value: str, start: int) -> None:
        self.type = terminal
        self.value = value
        self.start_pos = start

    @property
    def span(self) -> Span:
        return Span(self.start_pos, self.start_pos + len(self.value))


class NotInTheLanguage(Exception):
    """The grammar has no place for what stands at `offset`."""

    def __init__(self, offset: int) -> None:
        super().__init__(offset)
        self.offset = offset


def read_shape(source: Source) -> Shape:
    """The shape of the tree in `source`."""
    try:
        return tree_parser().parse(TextSlice(source.text, source.start, source.end))  # type: ignore[return-value]
    except UnexpectedToken as unexpected:
        at_end = unexpected.token.type == "$END"
        raise NotInTheLanguage(source.end if at_end else unexpected.token.start_pos) from None


def number_texts(source: Source) -> Iterator[str]:
    """Every number of a text that the grammar accepts, as it is written but for blanks inside it."""
    found = _numbers().findall(source.text, source.start, source.end)
    return ("".join(text.split()) for text in found if text)


@cache
def _numbers() -> re.Pattern[str]:
    """Matches every number, and nothing of whatever may have digits and is none."""
    patterns = {each.name: each.pattern.to_regexp() for each in tree_parser().terminals}
    skipped = [patterns[name] for name in ("QUOTED", "UNKNOWN", "NAME", *tree_parser().ignore_tokens)]
    return re.compile(f"({patterns['NUMBER']}|{patterns['PERCENT']})|{'|'.join(skipped)}")


@cache
def tree_parser() -> Lark:
    """The one parser, made when it is first needed."""
    return Lark(
        grammar_text("tree.lark"),
        parser="lalr",
        lexer=Tokens,
        transformer=_Shapes(),
        keep_all_tokens=True,
        maybe_placeholders=False,
    )


def grammar_text(name: str) -> str:
    """A grammar, from inside the package as a wheel carries it, or from the folder beside it."""
    package = Path(__file__).parents[2]
    inside = package / "grammars" / name
    return (inside if inside.exists() else package.parent / "grammars" / name).read_text(encoding="utf-8")


class Tokens(Lexer):
    """Cuts text into pieces with one regular expression made of the grammar's terminals."""

    __future_interface__ = 2  # Lark hands over the state of the lexer, and with it slices of a text

    def __init__(self, conf: Any) -> None:
        ignored = set(conf.ignore)
        terminals = sorted(
            conf.terminals, key=lambda terminal: (-terminal.priority, -len(terminal.pattern.value))
        )
        tokens = [
            f"(?P<{each.name}>{each.pattern.to_regexp()})" for each in terminals if each.name not in ignored
        ]
        skipped = [each.pattern.to_regexp() for each in terminals if each.name in ignored]
        # Possessive, or blanks before a sign that no token begins with are divided in every possible way.
        self.token = re.compile(f"(?:{'|'.join(skipped)})*+(?:{'|'.join(tokens)}|(?P<END>\\Z))")

    def lex(self, lexer_state: LexerState, parser_state: object) -> Iterator[Any]:  # noqa: ARG002
        text = lexer_state.text
        offset = text.start
        scanner = self.token.scanner(text.text, text.start, text.end)  # type: ignore[attr-defined]
        for found in iter(scanner.match, None):
            kind = found.lastgroup
            if kind == "END":
                return
            yield Piece(kind, found[kind], found.start(kind))
            offset = found.end()
        raise NotInTheLanguage(offset)


class _Shapes(Transformer[Any, Shape]):
    """Keeps the parts of each rule as they come, in a type that tells what they are."""

    edge = Edge
    evaluation = Evaluation
    features = FeatureList
    payoffs = PayoffList

    def inner(self, parts: Shape) -> Shape:
        return parts

    list = inner

    def start(self, parts: Shape) -> Any:
        return parts[0]

    def leaf(self, parts: Shape) -> Any:
        first = parts[0]
        if len(parts) > 1 or type(first) is not Piece or first.type != "NUMBER":
            return parts
        try:
            return read_number(first.value), first.start_pos
        except NumberError:
            return parts  # to be read, and reported, with its place

    def children(self, parts: Shape) -> Any:
        if len(parts) == 1:
            return Children(parts)
        parts[0].append(parts[2])
        return parts[0]

    def name(self, parts: Shape) -> Any:
        return parts[0]

    def feature(self, parts: Shape) -> tuple[Piece, Piece]:
        return parts[0], parts[2]
