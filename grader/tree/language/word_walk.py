"""Words → a walk over them, one at a time, with a look ahead and the open brackets at hand."""

from __future__ import annotations

import re
from collections import Counter, deque

from grader.text.source import Mistake, Source, Span
from grader.tree.language.words import TreeWord, scan

_END = TreeWord("END", "", Span(0, 0))
_LANDMARKS = re.compile(r'"(?:[^"\\\r\n]++|\\.)*+"?|#[^\r\n]*+|[()\[\]{},]')


class WordWalk:
    """Where we are among the words, which brackets are open, and what was wrong so far.

    The walk begins at the last bracket or comma before `offset`: the grammar had nothing against what
    stands before that. A method that steps on returns whether a node is expected behind the step.
    """

    def __init__(self, source: Source, offset: int) -> None:
        self.source = source
        self.mistakes: list[Mistake] = []
        self.open, start = _last_fresh_start(source, offset)
        self.shapes_open = Counter(bracket.terminal for bracket in self.open)
        self.is_fresh = start is None
        self.before: TreeWord | None = None
        self._words = scan(source, source.start if start is None else start, self.mistakes)
        self._coming: deque[TreeWord] = deque()

    @property
    def here(self) -> TreeWord:
        return self.upcoming(0)

    def upcoming(self, distance: int) -> TreeWord:
        while len(self._coming) <= distance:
            self._coming.append(next(self._words, self._coming[-1] if self._coming else _END))
        return self._coming[distance]

    def advance(self, count: int = 1) -> bool:
        """Step over words; a node is expected behind them."""
        self.upcoming(count)
        for _ in range(count):
            self.before = self._coming.popleft()
        return True

    def skip(self) -> bool:
        """Step over a word that ends a node."""
        self.advance()
        return False

    def ahead(self, *terminals: str | frozenset[str]) -> bool:
        """Whether the words after this one are of these terminals."""
        words = (self.upcoming(distance).terminal for distance in range(1, len(terminals) + 1))
        return all(
            word == wanted if isinstance(wanted, str) else word in wanted
            for word, wanted in zip(words, terminals, strict=True)
        )

    def follows(self, *terminals: str) -> bool:
        return self.before is not None and self.before.terminal in terminals

    def wrong(
        self, word: TreeWord, message: str, hint: str | None = None, opened: TreeWord | None = None
    ) -> None:
        related = None if opened is None else (opened.span, "opened here")
        self.mistakes.append(Mistake(message, self.source, word.span, hint, related))

    def stop(self) -> bool:
        """Leave the rest of the text alone."""
        self._coming = deque([_END])
        return False

    def push(self) -> bool:
        """Step over an opening bracket."""
        self.open.append(self.here)
        self.shapes_open[self.here.terminal] += 1
        return self.advance()

    def pop(self) -> TreeWord:
        """Take the last open bracket from the stack."""
        opening = self.open.pop()
        self.shapes_open[opening.terminal] -= 1
        return opening


def _last_fresh_start(source: Source, offset: int) -> tuple[list[TreeWord], int | None]:
    """The brackets open before `offset`, and the place of the last bracket or comma, if there is one.

    The grammar had nothing against what stands before that place, so the walk begins there.
    """
    brackets: list[TreeWord] = []
    start = None
    in_features = False
    for found in _LANDMARKS.finditer(source.text, source.start, offset):
        sign = found[0]
        if sign in "{}":
            in_features = sign == "{"
        elif sign in ",()[]" and not in_features:
            start = found.start()
        if sign in "([":
            span = Span(found.start(), found.end())
            brackets.append(TreeWord("LPAR" if sign == "(" else "LSQB", sign, span))
        elif sign in ")]":
            brackets.pop()
    if brackets and brackets[-1].span.start == start:
        brackets.pop()
    return brackets, start
