"""What people write around and between names → the names alone: `the leaves E3 and G2`, `A – C – F`.

Nothing is taken away that is a name of the problem, and nothing that could be meant otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from grader.questions.reading.node_names import Names, is_and, is_arrow
from grader.questions.reading.phrases import Phrase, Word
from grader.questions.reading.quantities import is_number
from grader.questions.reading.typography import plainly_typed

# What stands before names, and what the names behind it then have to be.
NOUNS = {
    "leaf": "leaf", "leaves": "leaf", "node": "node", "nodes": "node", "subtree": "node", "subtrees": "node",
    "edge": "edge", "edges": "edge",
}  # fmt: skip
MOVE_WORDS = frozenset(("the", "to", "move", "go", "node", "child"))  # before a move
VALUE_WORDS = ("the", "minimax", "value", "values", "node")  # before the name of a node that has one
VALUE_SIGNS = frozenset(("v", "val", "value", "the value", "answer"))  # before the value of the one node
IS_WORDS = ("is", "equals")
STEP_WORDS = frozenset(("to", "then"))  # between the steps of a line
ROW_SIGNS = frozenset(("-", "..", "...", "…"))
_MOST_DASHES = 50
_JOINT = re.compile(r"\.{2,3}|…|-")


class WordRun(NamedTuple):
    """Words of a phrase between `and` and `/`, without what only says what they are: `noun` says it."""

    words: list[Word]
    noun: str | None


def runs(words: Sequence[Word], names: Names) -> Iterator[WordRun]:
    """The runs of a phrase; a noun goes on until there is another one."""
    noun, run = None, list[Word]()
    parts = [part for word in words for part in _slashed(word, names)]
    for place, word in enumerate(parts):
        if is_and(word, names) or _is_slash(word):
            if run:
                yield WordRun(run, noun)
            run = []
        elif not run and is_said(word, ("the", *NOUNS), names) and not name_at(parts, place, names):
            noun = NOUNS.get(word.text.lower(), noun)
        else:
            run.append(word)
    if run or not words:
        yield WordRun(run, noun)


def name_at(words: Sequence[Word], place: int, names: Names) -> Phrase | None:
    """The longest name that begins at a place."""
    for length in range(min(names.most_words, len(words) - place), 0, -1):
        name = Phrase(tuple(words[place : place + length]))
        if names.find(name.text) is not None:
            return name
    return None


def value_words(words: Sequence[Word], names: Names) -> tuple[Word, ...]:
    """Words about values without those that only make a sentence: `the value of D is 5` is `D 5`."""
    found, place, after = list[Word](), 0, ""
    while place < len(words):
        if name := name_at(words, place, names):
            found += name.words
            place, after = place + len(name.words), "name"
            continue
        word, following = words[place], words[place + 1 : place + 2]
        place += 1
        if is_said(word, VALUE_WORDS, names):
            after = "value"
        elif is_said(word, IS_WORDS, names) and after in ("name", "value"):
            after = "is"
        elif is_and(word, names) and _joins(found[-1:], following):
            after = "and"
        elif not (after == "value" and is_said(word, ("of",), names)):
            found.append(word)
            after = ""
    return tuple(found or words)


def _joins(before: Sequence[Word], following: Sequence[Word]) -> bool:
    """Whether an `and` stands before a name, or first; between two numbers it says that there are two."""
    return not before or (is_number(before[0]) and not any(map(is_number, following)))


def move_words(words: Sequence[Word], names: Names) -> list[Word]:
    """The words of an answer that names moves, without `to`, `move` and the like before each of them."""
    found, begins = list[Word](), True
    for word in words:
        is_joint = is_and(word, names)
        if not is_joint and not (begins and is_said(word, MOVE_WORDS, names)):
            found.append(word)
            begins = False
        begins = begins or is_joint or is_arrow(word)
    return found


def is_said(word: Word, said: Iterable[str], names: Names) -> bool:
    """Whether a word is one of those that are said around names, and no name itself."""
    return (
        word.kind == "word"
        and word.text.lower() in said
        and names.find_anywhere(word.text) is None
        and not names.is_exact(word.text)
    )


def _is_slash(word: Word) -> bool:
    return word.kind == "word" and word.text == "/"


def _slashed(word: Word, names: Names) -> Iterator[Word]:
    """The two names in `E3/G2`, or the word as it is."""
    before, slash, after = word.text.partition("/")
    is_pair = slash and word.kind == "word" and names.find_anywhere(word.text) is None
    if not is_pair or names.find_anywhere(before) is None or names.find_anywhere(after) is None:
        yield word
        return
    middle = word.start + len(before)
    yield Word(before, word.start, middle)
    yield Word("/", middle, middle + 1)
    yield Word(after, middle + 1, word.end)


def chain(word: Word, names: Names) -> list[Word]:
    """The names in `C-G-N-Z`, where dashes stand between names or moves alone; else the word as it is."""
    text = plainly_typed(word.text)
    if word.kind != "word" or not 0 < text.count("-") <= _MOST_DASHES or names.is_called(word.text):
        return [word]
    parts, start = [], word.start
    for part in text.split("-"):
        parts.append(Word(word.text[start - word.start :][: len(part)], start, start + len(part)))
        start += len(part) + 1
    return parts if all(names.is_called(part.text) for part in parts) else [word]


def line_steps(words: Sequence[Word], names: Names) -> Iterator[Word]:
    """The steps of a line, without what stands between them: arrows, dashes, `>`, `to`, `and`."""
    for place, word in enumerate(words):
        if is_arrow(word) or is_and(word, names):
            continue
        if len(words) > 1 and is_said(word, STEP_WORDS, names):
            continue
        if 0 < place < len(words) - 1 and _is_between(word, words[place + 1], names):
            continue
        yield from chain(word, names)


def _is_between(word: Word, following: Word, names: Names) -> bool:
    """Whether a word only separates two steps; a dash before a number may be a minus."""
    if plainly_typed(word.text) == "-":
        return names.is_called(following.text) or not is_number(following)
    return word.kind == "sign" and word.text == ">"


def split_at_joints(word: Word) -> list[str]:
    """What stands between dashes and dots."""
    return _JOINT.split(plainly_typed(word.text))


def row_ends(word: Word, names: Names) -> tuple[Word, Word] | None:
    """The first and the last name in `b1-b3` or `b1..b3`; None where a word is nothing like it."""
    if word.kind == "quoted":
        return None
    found: tuple[Word, Word] | None = None
    for joint in list(_JOINT.finditer(plainly_typed(word.text)))[:_MOST_DASHES]:
        start, end = joint.span()
        if not start or end == len(word.text):
            continue
        ends = (
            Word(word.text[:start], word.start, word.start + start),
            Word(word.text[end:], word.start + end, word.end),
        )
        if all(names.find_anywhere(each.text) is not None for each in ends):
            return ends
        found = found or ends
    return found


def row(first: int, last: int, names: Names) -> Sequence[int] | None:
    """The siblings from one to the other, from left to right; None where they are no row."""
    if names.is_below(first) or names.is_below(last):
        return None
    parent = names.tree.parents[first]
    if parent < 0 or first >= last or names.tree.parents[last] != parent:
        return None
    return [child for child in names.tree.child_indexes(parent) if first <= child <= last]
