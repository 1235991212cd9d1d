"""An answer that corrects a run → the step, and what should stand there: `5: C = 2`, `step 5: C2`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grader.questions.question import Unreadable
from grader.questions.reading.node_names import Names
from grader.questions.reading.phrases import Group, Item, Pair, Word, read_answer
from grader.questions.reading.quantities import SIDES, numerals
from grader.questions.reading.typography import number_of, plainly_typed, read_numeral
from grader.text.numbers import Number, NumberError, show_number
from grader.text.spelling import shortened
from grader.tree.notation import write_name

MOST_WORDS = 60
STEP_WORDS_OF_RUN = frozenset(("step", "no", "no.", "nr", "number", "#", "第", "步", "步驟"))
INSTEAD_WORDS = frozenset(("instead", "should", "correct", "right", "改為", "應為"))
# What people write around a name and its numbers.
IDLE_WORDS = frozenset((
    "is", "be", "go", "to", "of", "at", "the", "and", "with", "returns", "return", "reports", "report",
    "value", "v", "enter", "enters", "look", "looks", "leaf", "node", "best", "move", "->", "=", "→", "是",
    "的", "值", "應", "步", "回傳", "查看", "進入", "最佳走步",
))  # fmt: skip


@dataclass(frozen=True, slots=True)
class Correction:
    """The number of a step, and what should stand there: a node, numbers, or both; neither if not said."""

    step: int
    node: str = ""
    numbers: tuple[Number, ...] = ()

    @property
    def says_more(self) -> bool:
        return bool(self.node or self.numbers)

    @property
    def instead(self) -> str:
        """What should stand there, as it is read again."""
        numbers = ", ".join(map(show_number, self.numbers))
        shown = f"[{numbers}]" if len(self.numbers) > 1 else numbers
        name = write_name(self.node) if self.node else ""
        return " = ".join(filter(None, (name, shown)))

    def __str__(self) -> str:
        return f"{{step: {self.step}, instead: {self.instead}}}" if self.says_more else str(self.step)


def read_correction(text: str, names: Names) -> Correction:
    """What was found; raises `Unreadable`."""
    words = list(_words(read_answer(text, names.is_exact)))
    if len(words) > MOST_WORDS:
        raise Unreadable("unreadable.too-long", number=MOST_WORDS)
    numbered, rest = _parted(words)
    step = _step(numbered, text)
    return Correction(step, *_instead(rest, names))


def _words(item: Item | None) -> Iterator[Word]:
    """All words in their order, whatever groups them."""
    match item:
        case Group(items=items):
            for inner in items:
                yield from _words(inner)
        case Pair(key=key, value=value):
            yield from key.words
            yield from _words(value)
        case None:
            return
        case _:
            yield from item.words


def _parted(words: Sequence[Word]) -> tuple[list[Word], list[Word]]:
    """The words about the step, and those about what should stand there, whichever comes first."""
    places = [place for place, word in enumerate(words) if word.text.lower() in INSTEAD_WORDS]
    if not places:
        first = next((place for place, word in enumerate(words) if _whole(word) is not None), len(words))
        return list(words[: first + 1]), list(words[first + 1 :])
    before, behind = list(words[: places[0]]), list(words[places[-1] + 1 :])
    if before:
        return before, behind
    begin = next((place for place, word in enumerate(behind) if word.text.lower() == "step"), len(behind))
    return behind[begin:], behind[:begin]


def _step(words: Sequence[Word], text: str) -> int:
    said = [word for word in words if word.text.lower() not in STEP_WORDS_OF_RUN]
    number = _whole(said[0]) if len(said) == 1 else None
    if number is None:
        raise Unreadable("first-error.no-step", text=shortened(text.strip()))
    return number


def _whole(word: Word) -> int | None:
    text = plainly_typed(number_of(word.text)).lstrip("#").rstrip(".")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else None


def _instead(words: Sequence[Word], names: Names) -> tuple[str, tuple[Number, ...]]:
    """A node and numbers; α and β may say which of two is which."""
    node, numbers, side = "", dict[int, Number](), None
    for word in numerals(words):
        said = word.text.lower()
        if said in SIDES and names.find(word.text) is None:
            side = SIDES[said]
        elif (number := _number(word)) is not None and not names.is_exact(word.text):
            numbers[len(numbers) if side is None else side] = number
            side = None
        elif (index := _node(word, names)) is not None and not node:
            node = names.tree.names[index]
        elif said not in IDLE_WORDS:
            raise Unreadable("first-error.strange", word.start, word.end, text=shortened(word.text))
    return node, tuple(number for _, number in sorted(numbers.items()))


def _node(word: Word, names: Names) -> int | None:
    """A node by its name, or one to which a move at the root leads."""
    index = names.find(word.text)
    return names.child(0, word.text) if index is None else index


def _number(word: Word) -> Number | None:
    try:
        return read_numeral(word.text)
    except NumberError:
        return None
