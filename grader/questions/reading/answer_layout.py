"""Pieces of an answer over several lines → the same with brackets: lines group as they do in YAML."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from grader.tree.language.grammar import Piece

MAX_DEPTH = 12


class TooDeep(Exception):
    """Brackets or lines are nested deeper than any answer needs."""

    def __init__(self, offset: int) -> None:
        super().__init__(offset)
        self.offset = offset


class Unmatched(Exception):
    """A bracket that closes none, or is never closed; `key` is the sentence about it."""

    def __init__(self, key: str, offset: int) -> None:
        super().__init__(key, offset)
        self.key = key
        self.offset = offset


class AnswerLayout:
    """Stands between the lexer and the parser; inside brackets a line end means nothing."""

    # Terminals that no rule of the grammar has: lines, and what a phrase consists of.
    always_accept = ("LINE", "SIGN", "QUOTED", "WORD")

    def process(self, pieces: Iterator[Piece]) -> Iterator[Piece]:
        blocks = _Blocks()
        brackets: list[int] = []  # where those that are open stand
        for piece in pieces:
            if piece.type == "LINE":
                if not brackets:
                    yield from blocks.line(piece)
                continue
            _match(piece, brackets)
            if len(brackets) + len(blocks.open) > MAX_DEPTH:
                raise TooDeep(piece.start_pos)
            blocks.after_key = piece.type == "KEY"
            yield piece
        if brackets:
            raise Unmatched("unreadable.open-bracket", brackets[-1])
        yield from blocks.finish()


def _match(piece: Piece, brackets: list[int]) -> None:
    """Open or close a bracket; one that closes none must not close a block of lines instead."""
    if piece.type == "OPEN":
        brackets.append(piece.start_pos)
    elif piece.type == "CLOSE":
        if not brackets:
            raise Unmatched("unreadable.stray-sign", piece.start_pos)
        brackets.pop()


@dataclass(slots=True)
class _Blocks:
    """The blocks of lines that are open: the column of each, and whether its lines start with a dash."""

    open: list[tuple[int, bool]] = field(default_factory=lambda: [(0, False)])
    after_key: bool = False  # whether a name still waits for what is said about it
    end: int = 0

    def line(self, piece: Piece) -> Iterator[Piece]:
        self.end = piece.start_pos + len(piece.value)
        lead = piece.value.rpartition("\n")[2]
        dashes = [column for column, character in enumerate(lead) if not character.isspace()]
        if not dashes:
            yield from self.plain(len(lead))
        for column, content in pairwise((*dashes, len(lead))):
            yield from self.dashed(column, content)

    def plain(self, column: int) -> Iterator[Piece]:
        """A line without a dash: it goes on with its block, or starts one below a name."""
        if self.after_key and column > self.open[-1][0]:
            yield self.start(column, dashed=False)
        else:
            yield from self.close((column, False))

    def dashed(self, column: int, content: int) -> Iterator[Piece]:
        """An item of a list: a block of its own, and what stands behind the dash is its first line."""
        if self.open[-1] > (column, True):
            yield from self.close((column, True))
        if self.open[-1] != (column, True):
            yield self.start(column, dashed=True)
        yield self.start(content, dashed=False)

    def close(self, kept: tuple[int, bool]) -> Iterator[Piece]:
        """End the blocks that a line does not belong to."""
        if self.after_key:
            yield self.piece("NOTHING")
        while len(self.open) > 1 and self.open[-1] > kept:
            self.open.pop()
            yield self.piece("CLOSE")

    def finish(self) -> Iterator[Piece]:
        return self.close((-1, False))

    def start(self, column: int, *, dashed: bool) -> Piece:
        self.open.append((column, dashed))
        self.after_key = False
        return self.piece("OPEN")

    def piece(self, terminal: str) -> Piece:
        self.after_key = False
        return Piece(terminal, "", self.end)
