"""Regular expressions: none takes more than its text's length, whatever sign is repeated in the text."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from re import _constants, _parser
from types import ModuleType
from typing import Any

import pytest

import grader
from grader.questions.reading import phrases as answers
from grader.tree.language import grammar
from tests.growth import outgrows

LENGTH = 300
FLOOR = 0.004  # seconds; a pattern that is linear takes a tenth of that for 3,000 signs
METHODS = ("match", "fullmatch", "search", "finditer", "findall", "sub", "split")
USUAL = ("a", "1", " ", "\n", "!")
MOST_SIGNS = 7
CATEGORIES = {"CATEGORY_DIGIT": "1", "CATEGORY_SPACE": " ", "CATEGORY_WORD": "a"}


def modules() -> Iterator[ModuleType]:
    for found in pkgutil.walk_packages(grader.__path__, "grader."):
        if not found.name.endswith("__main__") and ".inside." not in found.name:
            yield importlib.import_module(found.name)


def patterns() -> dict[str, tuple[re.Pattern[str], frozenset[str]]]:
    """Every pattern of the package by its name, and the methods by which it is used."""
    found: dict[str, tuple[re.Pattern[str], frozenset[str]]] = {}
    for module in modules():
        text = source(module)
        for name, value in vars(module).items():
            held = list(inside(value))
            used = held and frozenset(re.findall(rf"\b{name}(?:\[.*?\])?\.(\w+)\(", text)) & set(METHODS)
            for number, pattern in enumerate(held):
                found.setdefault(f"{module.__name__}.{name}.{number}", (pattern, used or frozenset(METHODS)))
        for line, method, pattern in called(text):
            found[f"{module.__name__}:{line}"] = pattern, frozenset((method,))
    for language, parser in (("tree", grammar.tree_parser()), ("answer", answers.phrase_parser())):
        for each in parser.terminals:
            pattern = re.compile(each.pattern.to_regexp())
            found[f"{language}.{each.name}"] = pattern, frozenset(("match", "fullmatch"))
        found[f"{language}.tokens"] = tokens(parser), frozenset(("match",))
    found["tree.numbers"] = grammar._numbers(), frozenset(("findall",))  # noqa: SLF001 - made when it is needed
    found["answer.units"] = answers._units(), frozenset(("finditer",))  # noqa: SLF001 - as above
    return found


def source(module: ModuleType) -> str:
    assert module.__file__ is not None
    return Path(module.__file__).read_text(encoding="utf-8")


def inside(value: object) -> Iterator[re.Pattern[str]]:
    """The patterns that a global holds, alone or in a table; bytes are read as their characters."""
    if isinstance(value, re.Pattern):
        text = value.pattern if isinstance(value.pattern, str) else value.pattern.decode("latin-1")
        yield re.compile(text, value.flags if isinstance(value.pattern, str) else value.flags & ~re.ASCII)
    elif isinstance(value, dict):
        yield from (each for item in value.values() for each in inside(item))
    elif isinstance(value, tuple | list):
        yield from (each for item in value for each in inside(item))


def called(text: str) -> Iterator[tuple[int, str, re.Pattern[str]]]:
    """Patterns that stand in a call such as `re.sub(…)`, as far as they are written out there."""
    for node in ast.walk(ast.parse(text)) if "re." in text else ():
        match node:
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id="re"), attr=method),
                args=[ast.Constant(value=str(pattern)), *_],
            ) if method in METHODS:
                yield node.lineno, method, re.compile(pattern)


def tokens(parser: Any) -> re.Pattern[str]:
    """The one pattern that a lexer is made of."""
    lexer = parser.parser.lexer
    while not hasattr(lexer, "token"):
        lexer = lexer.lexer
    pattern: re.Pattern[str] = lexer.token
    return pattern


def signs(pattern: re.Pattern[str]) -> list[str]:
    """Signs that mean something to the pattern, and a few that may not."""
    found = dict.fromkeys(USUAL)
    found.update(dict.fromkeys(_signs(_parser.parse(pattern.pattern, pattern.flags))))
    strange = [sign for sign in found if sign not in USUAL]
    return [*USUAL, *strange[:: max(1, len(strange) // MOST_SIGNS)][:MOST_SIGNS]]


def _signs(part: Any) -> Iterator[str]:
    if isinstance(part, tuple | list | _parser.SubPattern):
        match part:
            case (_constants.LITERAL | _constants.NOT_LITERAL, int(code)):
                yield chr(code)
            case (_constants.RANGE, (int(first), _)):
                yield chr(first)
            case (_constants.CATEGORY, category):
                yield CATEGORIES.get(str(category), "!")
            case _:
                for each in part:
                    yield from _signs(each)


def repeated(before: str, fragment: str, behind: str) -> Callable[[int], str]:
    return lambda length: before + fragment * (length // len(fragment)) + behind


def texts(pattern: re.Pattern[str]) -> Iterator[tuple[str, str, str]]:
    """What stands first, what is repeated, and what comes last."""
    known = signs(pattern)
    for first in known:
        for second in known:
            yield "", first + second if second != first else first, "\0"
            yield first, second, "\0"


def test_no_pattern_takes_more_than_the_length_of_its_text() -> None:
    found = patterns()
    assert len(found) > 100
    assert {name: slow for name, (pattern, used) in found.items() if (slow := slow_on(pattern, used))} == {}


def slow_on(pattern: re.Pattern[str], methods: frozenset[str]) -> list[tuple[tuple[str, str, str], str]]:
    """The texts on which a pattern takes more than their length, and how it was used on them."""
    works = [WORK[method] for method in METHODS if method in methods][:2]
    return [
        (text, work.__name__)
        for text in texts(pattern)
        for work in works
        if outgrows(lambda long, work=work: work(pattern, long), repeated(*text), LENGTH, FLOOR)  # type: ignore[misc]
    ]


def match(pattern: re.Pattern[str], text: str) -> object:
    return pattern.match(text)


def fullmatch(pattern: re.Pattern[str], text: str) -> object:
    return pattern.fullmatch(text)


def search(pattern: re.Pattern[str], text: str) -> object:
    return pattern.search(text)


def every(pattern: re.Pattern[str], text: str) -> object:
    return pattern.sub("", text)


WORK = {
    "match": match, "fullmatch": fullmatch, "search": search, "finditer": every, "findall": every,
    "sub": every, "split": every,
}  # fmt: skip


EXPONENTIAL = re.compile(r"(?:\s+|#[^\n]*)*[a-z]")
QUADRATIC = re.compile(r"[0-9]+\.?[0-9]*%")


@pytest.mark.parametrize(
    ("pattern", "sign"),
    [(EXPONENTIAL, " "), pytest.param(EXPONENTIAL, "#", marks=pytest.mark.slow), (QUADRATIC, "1")],
    ids=str,
)
def test_what_divides_a_text_in_many_ways_is_found(pattern: re.Pattern[str], sign: str) -> None:
    assert outgrows(pattern.match, repeated("", sign, "\0"), LENGTH // 2, FLOOR / 8)
