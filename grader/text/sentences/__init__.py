"""A key and its parts → a sentence for a student, from the catalogue of a language.

A catalogue is a folder beside this file, such as `en`: files with tables of sentences, with places for parts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any, TypeAlias

from grader.text.numbers import Number, Payoffs, pretty_decimal, pretty_number

_LONGEST = 40  # as many digits as a reader takes in
_PLACES = re.compile("[{}]")
_WIDE = re.compile("[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]")  # Han, kana, and full-width punctuation

Sentence: TypeAlias = str | Mapping[str, str]  # one sentence, or one for `one` and one for `many`


@dataclass(frozen=True, slots=True, eq=False)  # the sentences of a language are one object
class Say:
    """The sentences of one language: `say("nodes.right", number=2, nodes=("B", "C"))`.

    A part may be a text, a number, or several of them, which become a list as the language writes it.
    Where the catalogue has a sentence for `one` and one for `many`, the part `number` decides.
    """

    language: str
    catalogue: Mapping[str, Sentence]
    show: Callable[[Number], str] = pretty_number

    def __call__(self, key: str, **parts: object) -> str:
        sentence = self.catalogue[key]
        if not parts and isinstance(sentence, str) and _has_no_places(sentence):
            return sentence
        if not isinstance(sentence, str):
            sentence = sentence["one" if parts["number"] == 1 else "many"]
        for name, part in parts.items():
            if type(part) is not str:
                parts[name] = self.shown(part)
        return _filled(sentence, parts) if _is_wide(sentence) else sentence.format_map(parts)

    def shown(self, part: object) -> str:
        """A part as it stands in a sentence."""
        if isinstance(part, str):
            return part
        if isinstance(part, Payoffs):
            return part.shown(self.shown)
        if isinstance(part, tuple | list):
            return self.listed(part)
        shown = self.show(part) if isinstance(part, int | Fraction | float) else str(part)
        return shown if len(shown) <= _LONGEST else f"{shown[: _LONGEST - 1]}…"

    def listed(self, parts: Iterable[object]) -> str:
        """Several parts as a list: `B, C and D`; nothing for none."""
        *first, last = [self.shown(part) for part in parts] or [""]
        if not first:
            return last
        return self("list.last", before=self("list.comma").join(first), last=last)

    def in_decimals(self) -> Say:
        """The same sentences, with decimals rather than fractions where a short one is the same number."""
        return _in_decimals(self)

    def alternatives(self, parts: Sequence[str]) -> str:
        """Several parts of which one holds: `to do this, or to do that`."""
        *first, last = parts
        return self("list.or", before=self("list.either").join(first), last=last) if first else last


@cache  # what is remembered by its sentences finds the same object
def _in_decimals(say: Say) -> Say:
    return replace(say, show=pretty_decimal)


@cache
def _has_no_places(sentence: str) -> bool:
    return _PLACES.search(sentence) is None


@cache
def _is_wide(sentence: str) -> bool:
    return _WIDE.search(sentence) is not None


def _filled(sentence: str, parts: Mapping[str, Any]) -> str:
    """A sentence of a wide script with its parts; its blanks set Latin words off, and never wide ones."""
    said = ""
    for text, place, _, _ in Formatter().parse(sentence):
        said = _joined(said, text)
        if place is not None:
            said = _joined(said, parts[place])
    return said


def _joined(before: str, after: str) -> str:
    """Two texts without a blank at the joint where wide letters stand on both sides of it."""
    if before[-1:] == " " and _WIDE.match(before[-2:-1]) and _WIDE.match(after):
        return before[:-1] + after
    if after[:1] == " " and _WIDE.match(before[-1:]) and _WIDE.match(after, 1):
        return before + after[1:]
    return before + after


@cache
def sentences(language: str = "en") -> Say:
    """What is said in a language; KeyError where there is no catalogue of it."""
    import tomllib

    if language not in languages():
        raise KeyError(f"there are no sentences in `{language}`")
    entries: dict[str, Sentence] = {}
    for path in sorted((_FOLDER / language).glob("*.toml")):
        for table, group in tomllib.loads(path.read_text(encoding="utf-8")).items():
            entries |= {f"{table}.{key}": entry for key, entry in group.items()}
    return Say(language, entries)


@cache
def languages() -> tuple[str, ...]:
    """The languages that have a catalogue."""
    return tuple(sorted({path.parent.name for path in _FOLDER.glob("*/*.toml")}))


_FOLDER = Path(__file__).parent
