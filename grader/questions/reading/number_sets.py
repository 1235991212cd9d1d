"""Text about an unknown → the set of numbers that is meant: `x >= 7`, `[5, 9)`, `x < 2 or x > 9`, `never`."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from math import inf
from typing import NamedTuple

from grader.questions.question import Unreadable
from grader.questions.reading.answer_layout import MAX_DEPTH
from grader.questions.reading.phrases import NOTHING_BEHIND
from grader.questions.reading.quantities import BOUND_SIGNS
from grader.questions.reading.typography import plainly_typed, read_numeral
from grader.solving.number_line import LINE, Segment, Segments, common, complement, joined_up
from grader.text.numbers import MAX_DIGITS, Number, NumberError
from grader.text.spelling import shortened

MAX_CHARACTERS = 2_000

SET_SIGNS = {
    **BOUND_SIGNS,
    "greater than": ">", "larger than": ">", "bigger than": ">", "smaller than": "<", "above": ">",
    "below": "<", "not less than": ">=", "not more than": "<=", "no less than": ">=", "no more than": "<=",
    **{f"{word} than or equal to": ">=" for word in ("greater", "larger", "bigger")},
    **{f"{word} than or equal to": "<=" for word in ("less", "smaller")},
    **{f"{word} or equal{to}": ">=" for word in ("greater", "larger") for to in ("", " to")},
    **{f"{word} or equal{to}": "<=" for word in ("less", "smaller") for to in ("", " to")},
    "up to": "<=", "≯": "<=", "≮": ">=", r"\leq": "<=", r"\le": "<=", r"\geq": ">=", r"\ge": ">=",
    r"\lt": "<", r"\gt": ">", r"\neq": "!=", r"\ne": "!=", "不小於": ">=", "不大於": "<=",
    "=": "=", "==": "=", "equals": "=", "equal to": "=", "等於": "=",
    "!=": "!=", "≠": "!=", "=/=": "!=", "<>": "!=", "not": "!=", "not equal to": "!=", "不等於": "!=",
}  # fmt: skip
OR_BEYOND = {
    ">=": ("more", "greater", "above", "larger", "higher", "bigger", "up"),
    "<=": ("less", "smaller", "below", "lower", "fewer"),
}
# What each kind of piece may be called.
SET_WORDS: Mapping[str, Collection[str]] = {
    "sign": SET_SIGNS,
    "or": ("or", "∪", "∨", "u", "union", r"\cup", "或", "或者"),
    "and": ("and", "∧", "∩", "&", "&&", "且", "並且"),
    "but": ("except", "but", "without", "other than", "apart from", "\\", "∖", "除了"),
    "in": ("∈", "in", r"\in", "屬於"),
    "all": ("all", "always", "any", "every", "everything", "ℝ", "r", "所有", "全部", "任意", "總是", "一定"),
    "none": ("none", "never", "nothing", "no", "∅", "無", "沒有", "從不", "絕不", "永不"),
    "filler": (
        "is", "be", "must", "should", "for", "when", "if", "the", "value", "values", "number", "numbers",
        "whole", "integer", "integers", "real", "reals", "of", "are", "it", "only", "exactly", "其中", "時",
        "當", "數", "整數", "實數", "是", "要", "必須", "的", "值",
    ),
}  # fmt: skip
_FLIPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "=", "!=": "!="}


class Token(NamedTuple):
    """A piece of the text: what it is, what it means, and where it stands."""

    kind: str
    text: str
    start: int
    end: int


def read_number_set(text: str, unknown: str) -> Segments:
    """The numbers that are meant; raises `Unreadable` where that is not certain."""
    if len(text) > MAX_CHARACTERS:
        raise Unreadable("unreadable.too-long", number=MAX_CHARACTERS)
    tokens = _without_builder(list(_tokens(text, unknown)))
    if not tokens:
        raise Unreadable("number-set.nothing", unknown=unknown)
    _refuse_depth(tokens)
    return _Reader(text, unknown).union(tokens)


def _refuse_depth(tokens: Sequence[Token]) -> None:
    """Raise `Unreadable` where brackets, or exceptions from exceptions, are deeper than any answer needs."""
    depth = 0
    for token in tokens:
        depth += (token.text == "(" or token.kind == "but") - (token.text == ")")
        if depth > MAX_DEPTH:
            raise Unreadable("unreadable.too-deep", token.start, token.end)


class _Reader:
    """Reads tokens, and knows the words to refuse them with."""

    def __init__(self, text: str, unknown: str) -> None:
        self.text = text
        self.unknown = unknown

    def union(self, tokens: Sequence[Token]) -> Segments:
        """Parts of which one has to be so."""
        inner = _unwrapped(tokens)
        if inner is not tokens:
            return self.union(inner)
        parts = _split(tokens, "or")
        if len(parts) > 1:
            return joined_up(
                segment for part in parts for segment in self.union(part or self._refuse(tokens))
            )
        listed = _split(tokens, "comma")
        if len(listed) > 1:
            return self.listed(listed, tokens)
        return self.both(tokens)

    def listed(self, parts: Sequence[Sequence[Token]], tokens: Sequence[Token]) -> Segments:
        """Numbers or intervals one after the other; of bounds a comma does not say how they go together."""
        parts = [part for place, part in enumerate(parts) if part or place + 1 < len(parts)]
        if any(token.kind == "sign" and token.text != "=" for token in tokens):
            raise self._unreadable("number-set.comma", tokens)
        if len(parts) == 2 and tokens[1].kind == "comma" and tokens[1].end == tokens[-1].start:
            typed = f"{tokens[0].text}.{tokens[-1].text}"
            raise self._unreadable("unreadable.decimal-comma", tokens, meant=typed)
        return joined_up(segment for part in parts for segment in self.both(part or self._refuse(tokens)))

    def both(self, tokens: Sequence[Token]) -> Segments:
        """Parts that all have to be so; of numbers alone, each of them."""
        parts = [part or self._refuse(tokens) for part in _split(tokens, "and")]
        if len(parts) == 1:
            return self.part(parts[0])
        found = [self.union(part) for part in parts]
        if all(len(part) == 1 and part[0].kind == "number" for part in parts):
            return joined_up(segment for segments in found for segment in segments)
        together = LINE
        for segments in found:
            together = common(together, segments)
        if not together and all(found):
            raise self._unreadable("number-set.no-number-is-both", tokens)
        return together

    def part(self, tokens: Sequence[Token]) -> Segments:  # noqa: PLR0911 - each way to write one
        inner = _unwrapped(tokens)
        if inner is not tokens:
            return self.union(inner)
        kinds = [token.kind for token in tokens]
        if "but" in kinds:
            return self.rest(tokens, kinds.index("but"))
        if set(kinds) <= {"all", "unknown", "in"} and kinds.count("all") == 1:
            return LINE
        if set(kinds) <= {"none", "unknown"} and kinds.count("none") == 1:
            return ()
        tokens = [token for token in tokens if token.kind != "all"]
        if len(tokens) > 1 and tokens[0].kind == "unknown" and tokens[1].kind == "in":
            return self.collection(tokens[2:] or self._refuse(tokens))
        if (
            len(tokens) > 2
            and tokens[0].kind == "unknown"
            and tokens[1].text == "="
            and tokens[2].kind == "open"
        ):
            return self.collection(tokens[2:])
        if tokens and tokens[0].kind in ("open", "close"):
            return self.collection(tokens)
        return self.chain(tokens or self._refuse(tokens))

    def rest(self, tokens: Sequence[Token], place: int) -> Segments:
        """All numbers but some; between two bounds, `but` joins them."""
        before, after = tokens[:place] or self._refuse(tokens), tokens[place + 1 :] or self._refuse(tokens)
        if tokens[place].text.lower() == "but" and _are_bounds(before, after):
            return self.both([*before, tokens[place]._replace(kind="and"), *after])
        return common(self.union(before), complement(self.union(after)))

    def collection(self, tokens: Sequence[Token]) -> Segments:
        """An interval, or numbers in curly brackets."""
        first, *inner, last = tokens if len(tokens) > 1 else self._refuse(tokens)
        kinds = [token.kind for token in inner]
        if (first.text, last.text) == ("{", "}"):
            numbers = [self.number(token) for token in inner if token.kind == "number"]
            if len(numbers) + kinds.count("comma") + kinds.count("and") != len(inner):
                raise self._unreadable("number-set.unclear", tokens)
            return joined_up(Segment(number, number, True, True) for number in numbers)
        if kinds == ["number"] and (first.text, last.text) in (("[", "]"), ("(", ")")):
            return self.bound("=", self.number(inner[0]))
        if kinds != ["number", "comma", "number"] or first.text == "{" or last.text == "}":
            raise self._unreadable("number-set.unclear", tokens)
        low, high = self.number(inner[0]), self.number(inner[2])
        if low > high:
            raise self._unreadable("number-set.turned-round", tokens)
        found = joined_up([Segment(low, high, first.text == "[", last.text == "]")])
        if not found:
            raise self._unreadable("number-set.unclear", tokens)
        return found

    def chain(self, tokens: Sequence[Token]) -> Segments:
        """`x > 5`, `5 < x <= 9`, `>= 7`, `7 or more`, or a number."""
        if [token.kind for token in tokens] in (
            ["number", "beyond"],
            ["unknown", "sign", "number", "beyond"],
        ):
            return self.bound(tokens[-1].text, self.number(tokens[-2]))
        operands = [token for token in tokens if token.kind in ("number", "unknown")]
        signs = [token for token in tokens if token.kind == "sign"]
        if len(operands) + len(signs) != len(tokens) or not any(each.kind == "number" for each in operands):
            raise self._unreadable("number-set.unclear", tokens)
        match [token.kind for token in tokens]:
            case ["number"] | ["sign", "number"] | ["unknown", "sign", "number"]:
                sign = signs[0].text if signs else "="
                return self.bound(sign, self.number(operands[-1]))
            case ["number", "sign", "unknown"]:
                return self.bound(_FLIPPED[signs[0].text], self.number(operands[0]))
            case ["number", "sign", "unknown", "sign", "number"]:
                low = self.bound(_FLIPPED[signs[0].text], self.number(operands[0]))
                high = self.bound(signs[1].text, self.number(operands[2]))
                one_way = len({sign.text[0] for sign in signs} & {"<", ">"}) == 1
                if one_way and (found := common(low, high)):
                    return found
        raise self._unreadable("number-set.unclear", tokens)

    def bound(self, sign: str, number: Number) -> Segments:
        match sign:
            case "=" | "!=":
                point = joined_up([Segment(number, number, True, True)])
                if not point:  # an unknown is never infinite
                    raise self._unreadable("number-set.unclear", ())
                return point if sign == "=" else complement(point)
            case "<" | "<=":
                return joined_up([Segment(-inf, number, False, sign == "<=")])
        return joined_up([Segment(number, inf, sign == ">=", False)])

    def number(self, token: Token) -> Number:
        try:
            return read_numeral(token.text)
        except NumberError:
            long = sum(map(str.isdigit, token.text)) > MAX_DIGITS
            key = "unreadable.long-number" if long else "unreadable.no-number"
            parts = {"text": shortened(token.text), "number": MAX_DIGITS}
            raise Unreadable(key, token.start, token.end, **parts) from None

    def _refuse(self, tokens: Sequence[Token]) -> Sequence[Token]:
        raise self._unreadable("number-set.unclear", tokens)

    def _unreadable(self, key: str, tokens: Sequence[Token], **parts: object) -> Unreadable:
        start, end = (tokens[0].start, tokens[-1].end) if tokens else (0, len(self.text))
        words = {"text": shortened(self.text[start:end].strip()), "unknown": self.unknown, **parts}
        return Unreadable(key, start, end, **words)


def _words(words: Collection[str]) -> str:
    """A pattern for any of these, the longest first; what is a word ends where it ends."""
    ends = ((re.escape(word).replace(r"\ ", r"\s+"), word[-1].isascii() and word[-1].isalpha()) for word in
            sorted(words, key=len, reverse=True))  # fmt: skip
    return "|".join(rf"(?<![^\W\d_]){word}(?![\w'])" if is_word else word for word, is_word in ends)


_BEYOND = "|".join(word for words in OR_BEYOND.values() for word in words)
_NUMERAL = (
    r"(?:[+-]\s*+)?+(?:[0-9]++\s++[0-9]++\s*+/\s*+[0-9]++|[0-9]++\s*+/\s*+[0-9]++|[0-9]*+[¼-¾⅐-⅞]"
    r"|(?:[0-9]++(?:\.[0-9]++)?+|\.[0-9]++)(?:e[+-]?[0-9]++)?+(?![\w])|\.?inf(?:inity)?(?!\w)|∞)"
)


def _pattern(unknown: str) -> re.Pattern[str]:
    pieces = {
        "unknown": rf"\?{re.escape(unknown)}(?![\w'])|(?<![\w?]){re.escape(unknown)}(?![\w'])",
        "beyond": rf"(?:or|and)\s+(?:{_BEYOND})(?!\s+than|\s*[-+.0-9∞])(?![\w'])|或以上|以上|或以下|以下",
        **{kind: _words(words) for kind, words in SET_WORDS.items()},
        "number": _NUMERAL,
        "comma": "[,;]", "open": r"[\[({]", "close": r"[\])}]", "such": "[|:]",
        "space": r"[\s\"'$]+|\.(?=\s*\Z)",
    }  # fmt: skip
    return re.compile("|".join(f"(?P<{kind}>{piece})" for kind, piece in pieces.items()), re.IGNORECASE)


def _tokens(text: str, unknown: str) -> Iterator[Token]:
    plain, place = _on_one_line(plainly_typed(text)), 0
    pattern = _pattern(unknown)
    while place < len(plain):
        found = pattern.match(plain, place)
        if found is None:
            end = re.compile(r"\S+").match(plain, place)
            until = place + 1 if end is None else end.end()
            key, words = "number-set.strange", shortened(text[place:until])
            raise Unreadable(key, place, until, text=words, unknown=unknown)
        kind = found.lastgroup or "space"
        if kind not in ("space", "filler"):
            yield Token(kind, _meant(kind, found[0]), place, found.end())
        place = found.end()


def _on_one_line(text: str) -> str:
    """What a program wrote over several lines, as it stood on one: `{7, 8}` and `[5, 9]`, place by place."""
    text = NOTHING_BEHIND.sub(lambda found: ",".ljust(len(found[0])), text)
    lines = text.rstrip().split("\n")
    dashes = [place for place, line in enumerate(lines) if line.lstrip().startswith("- ")]
    if len(dashes) < 2 or len(dashes) != sum(map(bool, map(str.strip, lines))):
        return text
    for place in dashes:
        lines[place] = lines[place].replace("-", "[" if place == dashes[0] else ",", 1)
    return "\n".join(lines) + "]"


def _meant(kind: str, text: str) -> str:
    squeezed = " ".join(text.lower().split())
    if kind == "sign":
        return SET_SIGNS[squeezed]
    if kind == "beyond":
        more = squeezed.endswith((*OR_BEYOND[">="], "以上"))
        return ">=" if more else "<="
    return text


def _are_bounds(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """Whether more is to hold, as in `> 3 but < 9`, and nothing is left out, as in `all but 5`."""
    if any(token.kind == "sign" and token.text == "!=" for token in after):
        return True
    is_bound = any(token.kind in ("sign", "beyond") for token in after)
    return is_bound and not any(token.kind == "all" for token in before)


def _without_builder(tokens: list[Token]) -> Sequence[Token]:
    """The condition alone in `{x | x > 5}`, and what is said behind `x:`."""
    kinds = [token.kind for token in tokens]
    if kinds[:3] == ["open", "unknown", "such"] and kinds[-1] == "close":
        return tokens[3:-1]
    return tokens[2:] if kinds[:2] == ["unknown", "such"] else tokens


def _unwrapped(tokens: Sequence[Token]) -> Sequence[Token]:
    """What stands in round brackets around the whole, unless they are an interval's."""
    if len(tokens) < 3 or tokens[0].text != "(" or tokens[-1].text != ")":
        return tokens
    inner, depth = tokens[1:-1], 0
    for token in inner:
        depth += (token.kind == "open") - (token.kind == "close")
        if depth < 0:
            return tokens
    is_interval = [token.kind for token in inner] in (["number", "comma", "number"], ["number"])
    return tokens if is_interval else inner


def _split(tokens: Sequence[Token], kind: str) -> list[Sequence[Token]]:
    """The parts between pieces of that kind that stand in no brackets."""
    parts: list[list[Token]] = [[]]
    depth = 0
    for place, token in enumerate(tokens):
        opens = token.kind == "open" or (token.text == "]" and depth == 0)
        closes = token.kind == "close" or (token.text == "[" and depth > 0 and _closes(tokens, place))
        if token.kind == kind and depth == 0:
            parts.append([])
            continue
        depth = depth + 1 if opens and not (closes and depth) else max(depth - 1, 0) if closes else depth
        parts[-1].append(token)
    return list(parts)


def _closes(tokens: Sequence[Token], place: int) -> bool:
    """Whether a bracket that usually opens stands behind a number, as in `]5, 9[`."""
    return place > 0 and tokens[place - 1].kind == "number"
