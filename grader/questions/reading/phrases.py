"""Text that a student typed → its phrases, pairs and groups, each with its place in the text.

What `grammars/answer.lark` finds is kept and given no meaning yet: a question knows what it asked for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from typing import Any, NamedTuple, TypeAlias

from lark import Lark, Transformer
from lark.exceptions import UnexpectedToken

from grader.questions.question import Unreadable
from grader.questions.reading.answer_layout import MAX_DEPTH, AnswerLayout, TooDeep, Unmatched
from grader.questions.reading.typography import plain_but_minus
from grader.tree.language.grammar import NotInTheLanguage, Piece, Tokens, grammar_text
from grader.tree.notation import read_quoted

MAX_CHARACTERS = 100_000


class Word(NamedTuple):
    """A word, a number, a sign such as `<=` or `->`, or what stands in quotes."""

    text: str
    start: int
    end: int
    kind: str = "word"  # or "sign" or "quoted"


class Phrase(NamedTuple):
    """Words with nothing between them: a name, a number, `at most 2`, `C -> C2`."""

    words: tuple[Word, ...]

    @property
    def text(self) -> str:
        return " ".join([word.text for word in self.words])

    @property
    def start(self) -> int:
        return self.words[0].start

    @property
    def end(self) -> int:
        return self.words[-1].end


class Pair(NamedTuple):
    """Something about a name: `B: 3`, `B = [3, inf]`; `value` is None behind a bare `B:`."""

    key: Phrase
    value: Item | None
    sign: str = ":"

    @property
    def start(self) -> int:
        return self.key.start

    @property
    def end(self) -> int:
        return self.key.end if self.value is None else self.value.end


class Group(NamedTuple):
    """Items in brackets or in a block of lines; the whole answer is one too."""

    items: tuple[Item, ...]
    start: int
    end: int
    brackets: str = ""  # those that open it


Item: TypeAlias = Phrase | Pair | Group


def as_typed(item: Item | None) -> str:
    """An item in the words of who typed it."""
    if isinstance(item, Phrase):
        return item.text
    if isinstance(item, Pair):
        return f"{item.key.text}{item.sign} {as_typed(item.value)}".rstrip()
    if item is None:
        return ""
    inside = ", ".join(map(as_typed, item.items))
    return "".join((item.brackets, inside, *(_CLOSING[bracket] for bracket in reversed(item.brackets))))


_CLOSING = {"[": "]", "{": "}", "(": ")"}


def read_answer(text: str, is_name: Callable[[str], bool] | None = None, *, apart: bool = False) -> Group:
    """What stands in an answer, without brackets around the whole; raises `Unreadable`.

    With `is_name`, quotes around anything that is no name of the problem count for nothing; `apart` says
    that what stands in quotes behind a name is about that name alone, whatever it says.
    """
    if len(text) > MAX_CHARACTERS:
        raise Unreadable("unreadable.too-long", number=MAX_CHARACTERS)
    if is_name is not None:
        text = _without_null(without_idle_quotes(text, is_name, apart=apart), is_name)
    return _read_once(text) if len(text) <= _SHORT else _read(text)


_SHORT = 200  # in a class many students give the same short answers


def _read(text: str) -> Group:
    text = _without_quotes(text)
    try:
        items: tuple[Item, ...] = phrase_parser().parse(plain_but_minus(text))  # type: ignore[assignment]
    except TooDeep as refused:
        raise Unreadable("unreadable.too-deep", refused.offset, refused.offset + 1) from None
    except Unmatched as refused:
        sign = text[refused.offset]
        raise Unreadable(refused.key, refused.offset, refused.offset + 1, sign=sign) from None
    except NotInTheLanguage as refused:
        raise _strange(text, refused.offset) from None
    except UnexpectedToken as unexpected:
        raise _stray(text, unexpected.token) from None
    answer = Group(_without_stop(items), 0, len(text))
    while len(answer.items) == 1 and isinstance(answer.items[0], Group):
        inner = answer.items[0]
        answer = inner._replace(brackets=answer.brackets + inner.brackets)
    return answer


_read_once = lru_cache(maxsize=4096)(_read)


def _without_quotes(text: str) -> str:
    """Blanks for typographic quotes around the whole answer, as a sheet takes plain ones off."""
    typed = text.strip()
    plain = plain_but_minus(typed)
    if plain[:1] not in _QUOTES or typed[0] == plain[0] or plain.find(plain[0], 1) != len(plain) - 1:
        return text
    start = text.index(typed)
    return f"{text[:start]} {typed[1:-1]} {text[start + len(typed) :]}"


_QUOTES = ('"', "'")


def without_idle_quotes(text: str, is_name: Callable[[str], bool], *, apart: bool = False) -> str:
    """The text, as long as before, without the quotes around what is no name.

    With `apart`, brackets take their place behind a name. They stay where they keep in what would reach
    beyond them: a quote, or a bracket without its other half.
    """
    plain = plain_but_minus(text)
    if not any(quote in plain for quote in _QUOTES):
        return text
    parts, place = [], 0
    for found in _units().finditer(plain):
        if found.lastgroup == "stray":
            break  # which is never closed
        if found.lastgroup != "quoted":
            continue
        said = " ".join(_unquoted(found[0]).splitlines())
        if is_name(_unquoted(found[0])) or _reaches_out(said):
            continue
        between = plain[place : found.start()]
        said = f"[{said}]" if apart and _BEHIND_NAME.search(between) else f" {said}"
        parts += [text[place : found.start()], said.ljust(len(found[0]))]
        place = found.end()
    return "".join((*parts, text[place:]))


_BEHIND_NAME = re.compile(r"(?::|(?<![<>])=)\s*+\Z")


def _reaches_out(said: str) -> bool:
    """Whether a text would mean something to what stands around it, too."""
    plain, depth = plain_but_minus(said), 0
    for sign in plain:
        depth += (sign in "[{(") - (sign in ")}]")
        if depth < 0 or sign in _QUOTES:
            return True
    return depth > 0


def _without_null(text: str, is_name: Callable[[str], bool]) -> str:
    """Blanks for `: null`, by which programs write that nothing stands behind a name."""
    if "null" not in text or is_name("null"):
        return text
    return NOTHING_BEHIND.sub(lambda found: " " * len(found[0]), text)


NOTHING_BEHIND = re.compile(r":[ \t]++null(?=[ \t]*+(?:[,\]}\n]|\Z))")


def _without_stop(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """The items without a full stop behind the last bracket."""
    last = items[-1] if len(items) > 1 else None
    return items[:-1] if isinstance(last, Phrase) and last.text == "." else items


def _strange(text: str, offset: int) -> Unreadable:
    """What no word begins with: a quote that does not close, or a colon."""
    before = _SEPARATORS.match(plain_but_minus(text), offset)
    start = before.end() if before else offset
    key = "unreadable.stray-sign" if text[start] == ":" else "unreadable.open-quote"
    return Unreadable(key, start, start + 1, sign=text[start])


_SEPARATORS = re.compile(r"[\s,;=]*")


def _stray(text: str, piece: Any) -> Unreadable:
    """The grammar has no place for a piece."""
    end = piece.start_pos + len(piece.value)
    return Unreadable("unreadable.stray-sign", piece.start_pos, end, sign=text[piece.start_pos : end])


@cache
def phrase_parser() -> Lark:
    """The one parser, made when it is first needed."""
    return Lark(
        grammar_text("answer.lark"),
        parser="lalr",
        lexer=Tokens,
        postlex=AnswerLayout(),
        transformer=_Items(),
        maybe_placeholders=False,
    )


class _Items(Transformer[Any, tuple[Item, ...]]):
    """Makes phrases, pairs and groups of what the grammar finds."""

    def start(self, parts: list[Any]) -> tuple[Item, ...]:
        return tuple(_told_apart(parts))

    def group(self, parts: list[Any]) -> Item:
        opening, *inside, closing = parts
        items = tuple(_told_apart(inside))
        if not opening.value and len(items) == 1 and not isinstance(items[0], Pair):
            return items[0]  # a dash before a single thing
        return Group(items, opening.start_pos, closing.start_pos + len(closing.value), opening.value)

    def pair(self, parts: list[Any]) -> Pair:
        key = parts[0]
        phrase = _phrase(key.value.rstrip(_COLONS), key.start_pos)
        value = parts[1] if len(parts) > 1 else None
        return Pair(phrase, _item(value), " =" if key.value.rstrip().endswith("=") else ":")


_COLONS = ":= \t\v\f\r\xa0"


def _told_apart(parts: list[Any]) -> Iterator[Item]:
    """The items, where `B = 3 C = 2` is two pairs although no comma stands between them."""
    for part in parts:
        item = _item(part)
        keys: list[Pair] = []
        while isinstance(item, Pair):
            *words, name = item.key.words
            if keys and words:
                yield _pair(keys, Phrase(tuple(words)))
                keys = [item._replace(key=Phrase((name,)))]
            else:
                keys.append(item)
            item = item.value
        if keys:
            yield _pair(keys, item)
        elif item is not None:
            yield item


def _pair(keys: list[Pair], value: Item | None) -> Pair:
    """Something about a name of a name: `C: α = 3`."""
    if len(keys) > MAX_DEPTH:
        raise TooDeep(keys[MAX_DEPTH].start)
    *outer, last = keys
    pair = last._replace(value=value)
    for key in reversed(outer):
        pair = key._replace(value=pair)
    return pair


def _item(part: Any) -> Item | None:
    if type(part) is not Piece:
        return part  # type: ignore[no-any-return]
    return _phrase(part.value, part.start_pos) if part.value else None


def _phrase(text: str, start: int) -> Phrase:
    if text.isalnum():
        return Phrase((Word(text, start, start + len(text)),))
    return Phrase(tuple([_word(found, start) for found in _units().finditer(text)]))


def _word(found: re.Match[str], start: int) -> Word:
    kind = found.lastgroup or ""
    text = _unquoted(found[0]) if kind == "quoted" else found[0]
    return Word(text, start + found.start(), start + found.end(), kind)


@cache
def _units() -> re.Pattern[str]:
    """What a phrase consists of, as the grammar says."""
    patterns = {each.name: each.pattern.to_regexp() for each in phrase_parser().terminals}
    units = [f"(?P<{name.lower()}>{patterns[name]})" for name in ("SIGN", "QUOTED", "WORD")]
    return re.compile("|".join((*units, '(?P<stray>")')))


_FOLDED = re.compile(r"\\\n[ \t]*")  # where a long line was broken inside of double quotes
_BLANKS = re.compile(r"\s++")  # which of single ones are one blank where a line was broken


def _unquoted(text: str) -> str:
    if text[0] == "'":
        return _BLANKS.sub(lambda run: " " if "\n" in run[0] else run[0], text[1:-1])
    text = _FOLDED.sub("", text)
    try:
        return read_quoted(text)
    except ValueError:  # an escape that means nothing is what it looks like
        return text[1:-1]
