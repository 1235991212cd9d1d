"""An answer that counts something → the number alone: `7 leaves`, `count = 11`, `2 (C2, C3)`."""

from __future__ import annotations

import re
from collections.abc import Mapping

from grader.questions.answer_form import OneNumber
from grader.questions.reading.node_names import Names
from grader.questions.reading.phrases import Group, Item, Pair, Phrase, Word
from grader.questions.reading.quantities import is_number

COUNT_WORDS = frozenset(("count", "number", "total", "answer", "數量", "總數", "答案"))
_LEAVES = ("leaf", "leaves", "leaf nodes", "個", "個葉節點", "個葉子")
_UNITS: Mapping[tuple[str | None, str | None], tuple[str, ...]] = {
    ("leaves", "visited"): (
        *_LEAVES, "evaluation", "evaluations", "leaf evaluations", "leaves evaluated", "evaluated leaves",
        "次",
    ),
    ("leaves", "pruned"): (*_LEAVES, "leaves pruned", "pruned leaves"),
    ("nodes", "visited"): ("node", "nodes", "nodes visited", "visited nodes", "visits", "個", "個節點"),
}  # fmt: skip
_TOUCHING = re.compile(r"([0-9]+)(\D+)")


def units_of(form: OneNumber) -> tuple[str, ...]:
    """What may stand behind a number of this form."""
    return _UNITS.get((form.counted, form.meaning), ())


def number_alone(answer: Group, form: OneNumber, names: Names) -> Item:
    """The number without what is counted, without a name for the count, and without names in brackets."""
    first, *rest = answer.items or (answer,)
    if len(rest) == 1 and _are_names(rest[0], names):
        return _without_unit(first, form)
    if rest:
        return answer
    if isinstance(first, Pair) and first.value is not None and _is_count(first.key, names):
        return _without_unit(first.value, form)
    return _without_unit(first, form)


def _are_names(item: Item, names: Names) -> bool:
    """Whether brackets hold what was counted, as in `2 (C2, C3)`."""
    if not isinstance(item, Group):
        return False
    return any(names.find(each.text) is not None for each in item.items if isinstance(each, Phrase))


def _is_count(key: Phrase, names: Names) -> bool:
    return key.text.lower() in COUNT_WORDS and names.find(key.text) is None


def _without_unit(item: Item, form: OneNumber) -> Item:
    if not isinstance(item, Phrase):
        return item
    first, *others = _apart(item.words[0]) + list(item.words[1:])
    said = " ".join([word.text.lower() for word in others]).rstrip(".")
    return Phrase((first,)) if is_number(first) and said in units_of(form) else item


def _apart(word: Word) -> list[Word]:
    """A number and what touches it: `7個`."""
    found = _TOUCHING.fullmatch(word.text)
    if found is None:
        return [word]
    middle = word.start + found.end(1)
    return [Word(found[1], word.start, middle), Word(found[2], middle, word.end)]
