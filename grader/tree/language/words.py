"""Source → words: cuts any text at all into words, and finds those that the language does not have.

Only a text that the grammar refuses comes here. Every word gets the terminal that it is, or that its
writer meant, so that one slip does not hide the next.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal, TypeAlias

from grader.text.columns import visible
from grader.text.source import Mistake, Source, Span
from grader.tree.language.grammar import tree_parser
from grader.tree.notation import PLAIN_NAME

Terminal: TypeAlias = Literal[
    "ARROW", "BLANK", "COMMA", "END", "EQUAL", "KIND", "LBRACE", "LPAR", "LSQB", "NAME", "NUMBER", "PERCENT",
    "QUOTED", "RBRACE", "RPAR", "RSQB", "STRANGE", "TILDE", "UNKNOWN",
]  # fmt: skip

_SKIPPED = r"(?P<SPACE>\s++|\#[^\r\n]*+)"
_LONGEST = 60
_DASHES = "‐‑‒–—―−﹣－"
_QUOTES = "“”„‟«»＂〝〞"
# A run of dashes is looked at from its beginning only, or a long one would be from each of them.
_WORDS = rf"""
    {_SKIPPED}
  | (?P<OPEN_QUOTE>"[^\r\n,()\[\]{{}}=>-]*+)
  | (?P<SINGLE>'[^'\r\n]*+')
  | (?P<CURLY>[{_QUOTES}][^\r\n{_QUOTES}"]*+[{_QUOTES}"]?)
  | (?P<ARROW>->)
  | (?P<OTHER_ARROW>[→⇒➔➜⟶↦]|(?<![-={_DASHES}])[-={_DASHES}]++>)
  | (?P<NUMBER>
        (?:(?<![+\-{_DASHES}])[+\-{_DASHES}]++)?(?:\d|\.(?=\d))[\w.'%/]*+(?:(?<=[eE])[+-]\w*+)?
        (?:[ \t]*+/[ \t]*+[\w.%/]++|(?<=/)[ \t]++\d[\w.%/]*+|[ \t]*+%)?
      | [+\-]?∞
    )
  | (?P<SIGNED>(?<![+\-{_DASHES}])[+\-{_DASHES}]++[ \t]*+[\w∞]++)
  | (?P<UNKNOWN>\?(?:{PLAIN_NAME})?[\w'?]*+)
  | (?P<KIND>[▲△▼▽●○])
  | (?P<NAME>{PLAIN_NAME})
  | (?P<BLANK>_[\w']*+)
  | (?P<SIGN>[()\[\]{{}},=~])
  | (?P<STRANGE>.)
"""
_QUOTE = r'"(?:[^"\\\r\n]++|\\.)*+'
_LOOSE = re.compile(rf"(?P<QUOTED>{_QUOTE}\") | (?P<UNCLOSED>{_QUOTE}) | {_WORDS}", re.VERBOSE | re.DOTALL)
_UNQUOTED = re.compile(_WORDS, re.VERBOSE | re.DOTALL)
_SIGNS: Mapping[str, Terminal] = {
    "(": "LPAR", ")": "RPAR", "[": "LSQB", "]": "RSQB", "{": "LBRACE", "}": "RBRACE",
    ",": "COMMA", "=": "EQUAL", "~": "TILDE",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class TreeWord:
    """A stretch of text and the terminal that it is or should be; `odd` where it is not what it should be."""

    terminal: Terminal
    text: str
    span: Span
    odd: bool = False


def scan(source: Source, start: int, mistakes: list[Mistake]) -> Iterator[TreeWord]:
    """The words from `start` on, and one for the end; what is wrong with single words goes to `mistakes`."""
    end = start
    in_features = False
    for found in _found(source, start):
        group = found.lastgroup
        assert group is not None
        if group == "SPACE":
            continue
        terminal, problem = _READERS[group](found[0])
        if is_player_at(source, found.start()):
            terminal = "KIND"
        if terminal in ("LBRACE", "RBRACE"):
            in_features = terminal == "LBRACE"
        elif in_features and found[0] == ":":  # the walk knows what is meant, and says it once
            problem = None
        span = Span(found.start(), found.end())
        if problem is not None:
            message, hint = problem
            mistakes.append(Mistake(_cut(message, found[0]), source, span, hint and _cut(hint, found[0])))
        yield TreeWord(terminal, found[0], span, problem is not None)
        end = found.end()
    yield TreeWord("END", "", Span(end, end))


def is_player_at(source: Source, start: int) -> bool:
    """Whether `p1(` to `p9(` begins there."""
    return _PLAYER.match(source.text, start, source.end) is not None


def _found(source: Source, start: int) -> Iterator[re.Match[str]]:
    """The words as they stand; what is behind a quote that its line does not close counts as if unquoted."""
    for found in _LOOSE.finditer(source.text, start, source.end):
        if found.lastgroup == "UNCLOSED":  # nor is any other quote closed in that stretch
            yield from _UNQUOTED.finditer(source.text, found.start(), found.end())
        else:
            yield found


def _cut(sentence: str, word: str) -> str:
    """The sentence with no more of a word than can be read."""
    return sentence if len(word) <= _LONGEST else sentence.replace(word, f"{word[: _LONGEST - 1]}…")


_Problem = tuple[str, str | None]
_Reading = tuple[Terminal, _Problem | None]


def _quoted(_text: str) -> _Reading:
    return "QUOTED", None


def _open_quote(_text: str) -> _Reading:
    return "STRANGE", ("this quote is never closed", 'end the name with `"` on the same line')


def _curly(text: str) -> _Reading:
    return "QUOTED", (f"`{text[0]}` is not a plain quotation mark", 'write `"` on both sides')


def _single(text: str) -> _Reading:
    return "QUOTED", ("names go in double quotes", f'write `"{visible(text[1:-1])}"`')


def _arrow(text: str) -> _Reading:
    problem = (f"`{text}` is not the arrow of this language", "write `->`")
    return "ARROW", None if text == "->" else problem


def _number(text: str) -> _Reading:
    if _is_terminal("NUMBER", text):
        return "NUMBER", None
    if _is_terminal("PERCENT", text):
        return "PERCENT", None
    return "NUMBER", next(problem for find in _NUMBER_PROBLEMS if (problem := find(text)) is not None)


def _signed(text: str) -> _Reading:
    if _is_terminal("NUMBER", text):
        return "NUMBER", None
    return "NUMBER", _typed_for(text) or (
        f"`{visible(text)}` is not a number",
        "a sign goes right before a number",
    )


def _unknown(text: str) -> _Reading:
    if _is_terminal("UNKNOWN", text):
        return "UNKNOWN", None
    hint = "after `?`, write a name that begins with a letter, such as `?x`; or write `_` for a blank"
    return "UNKNOWN", (f"`{visible(text)}` is not an unknown leaf", hint)


def _kind(_text: str) -> _Reading:
    return "KIND", None


def _name(text: str) -> _Reading:
    return (
        "KIND" if _is_terminal("KIND", text) else "NUMBER" if _is_terminal("NUMBER", text) else "NAME"
    ), None


def _blank(text: str) -> _Reading:
    problem = (
        f"a name cannot begin with `_`, as `{text}` does",
        f'begin it with a letter, or write `"{text}"`',
    )
    return ("BLANK", None) if text == "_" else ("NAME", problem)


def _sign(text: str) -> _Reading:
    return _SIGNS[text], None


def _strange(text: str) -> _Reading:
    meant = unicodedata.normalize("NFKC", text)
    meant = {"、": ",", "；": ",", "，": ",", "،": ",", "﹐": ","}.get(text, meant)
    if meant != text and meant in _SIGNS:
        return _SIGNS[meant], (f"`{text}` is {_described(text)} (U+{ord(text):04X})", f"write `{meant}`")
    if (typed := _typed_for(text)) is not None:
        return "NUMBER", typed
    if text in _STRANGE:
        return _STRANGE[text]
    if not text.isprintable():
        return "STRANGE", (f"{_described(text)} (U+{ord(text):04X}) does not belong here", "remove it")
    return "STRANGE", (
        f"`{text}` has no meaning in a tree",
        'put a name with such signs in quotes, as in `"…"`',
    )


_STRANGE: dict[str, _Reading] = {
    ";": ("COMMA", ("`;` does not separate children", "write `,`")),
    ":": ("EQUAL", ("`:` has no meaning in a tree", "write `name = …` for a name, `move -> …` for a move")),
    "\ufeff": ("STRANGE", ("a byte order mark (U+FEFF) does not belong here", "remove it")),
    "'": ("STRANGE", ("`'` cannot begin a name", 'put names with unusual signs in double quotes: `"…"`')),
    "%": ("STRANGE", ("`%` goes right after a number", "write a probability as `25%`")),
    "/": ("STRANGE", ("`/` goes between two whole numbers", "write a fraction as `7/3`")),
    "-": ("STRANGE", ("`-` goes right before a number", "write `-3` for a number, `->` for a move")),
    ".": ("STRANGE", ("`.` belongs only inside a number", "write `0.5`")),
    ">": ("ARROW", ("`>` is only half of an arrow", "write `->`")),
}

_READERS: dict[str, Callable[[str], _Reading]] = {
    "QUOTED": _quoted, "OPEN_QUOTE": _open_quote, "SINGLE": _single, "CURLY": _curly,
    "ARROW": _arrow, "OTHER_ARROW": _arrow, "NUMBER": _number, "SIGNED": _signed, "UNKNOWN": _unknown,
    "KIND": _kind, "NAME": _name, "BLANK": _blank, "SIGN": _sign, "STRANGE": _strange,
}  # fmt: skip


def _is_terminal(name: Terminal, text: str) -> bool:
    """Whether the grammar's own terminal matches the whole of `text`."""
    return _terminals()[name].fullmatch(text) is not None


@cache
def _terminals() -> dict[str, re.Pattern[str]]:
    return {each.name: re.compile(each.pattern.to_regexp()) for each in tree_parser().terminals}


def _typed_for(text: str) -> _Problem | None:
    """A number in signs that only look like the ones it needs: `−3`, `３`, `½`."""
    meant = unicodedata.normalize("NFKC", text.translate(_AS_HYPHEN)).replace("\N{FRACTION SLASH}", "/")
    if meant == text or not (_is_terminal("NUMBER", meant) or _is_terminal("PERCENT", meant)):
        return None
    odd = next(character for character in text if not character.isascii())
    return f"`{text}` is typed with {_described(odd)} (U+{ord(odd):04X})", f"write `{meant}`"


def _several_signs(text: str) -> _Problem | None:
    digits = text.lstrip("+-")
    return (
        (f"`{text}` has more than one sign", f"write `{digits}` or `-{digits}`")
        if text[:2].strip("+-") == ""
        else None
    )


def _other_base(text: str) -> _Problem | None:
    if not re.fullmatch(r"[+-]?0[xX][0-9a-fA-F]{1,16}|[+-]?0[bB][01]{1,64}|[+-]?0[oO][0-7]{1,22}", text):
        return None
    return f"`{text}` is not in decimal digits", f"write `{int(text, 0)}`"


def _grouped_digits(text: str) -> _Problem | None:
    meant = re.sub(r"[_']", "", text)
    if meant == text or not _is_terminal("NUMBER", meant):
        return None
    return f"`{text}` has a sign between its digits", f"write `{meant}`"


def _several_points(text: str) -> _Problem | None:
    if not re.fullmatch(r"[+-]?[0-9.]+", text):
        return None
    return f"`{text}` has more than one decimal point", "write a decimal as `3.5`"


def _odd_fraction(text: str) -> _Problem | None:
    if "/" not in text:
        return None
    return f"`{text}` is not a fraction", "a fraction is two whole numbers with `/` between them, as in `7/3`"


def _name_with_a_digit_first(text: str) -> _Problem | None:
    if not re.fullmatch(r"[0-9]+[^\W\d][\w']*", text):
        return None
    return (
        f"`{text}` is not a number, and a name begins with a letter",
        f'as a name or a move, put it in quotes: `"{text}"`',
    )


def _no_number(text: str) -> _Problem:
    return f"`{visible(text)}` is not a number", "numbers look like `3`, `-0.5`, `7/3` or `inf`"


_AS_HYPHEN = str.maketrans(dict.fromkeys(_DASHES, "-"))
_NUMBER_PROBLEMS: tuple[Callable[[str], _Problem | None], ...] = (
    _typed_for, _several_signs, _other_base, _grouped_digits, _several_points, _odd_fraction,
    _name_with_a_digit_first, _no_number,
)  # fmt: skip


def _described(character: str) -> str:
    """A character in words: `a full-width comma`, `an en dash`."""
    name = unicodedata.name(character, "control character").lower().replace("fullwidth", "full-width")
    return f"an {name}" if name[0] in "aeiou" else f"a {name}"


_PLAYER = re.compile(r"p[1-9](?=\()")
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

    def ahead(self, *terminals: Terminal | frozenset[Terminal]) -> bool:
        """Whether the words after this one are of these terminals."""
        words = (self.upcoming(distance).terminal for distance in range(1, len(terminals) + 1))
        return all(
            word == wanted if isinstance(wanted, str) else word in wanted
            for word, wanted in zip(words, terminals, strict=True)
        )

    def follows(self, *terminals: Terminal) -> bool:
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
