"""`choice`: which of the options are right; an answer names them by their letters or by their own words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import blake2b
from string import ascii_lowercase
from typing import Any, ClassVar, Self

from grader.document import Fields, Value, as_boolean, as_list, as_text, list_of, mistake_at
from grader.document.schema import BOOLEAN, TEXT, described
from grader.questions.answer_form import AnswerOption, Options
from grader.questions.credit import credit_for_set
from grader.questions.question import Mark, Marking, Posed, Question, Unreadable
from grader.questions.reading.phrases import Group, Pair, Phrase, Word, read_answer
from grader.questions.reading.typography import folded
from grader.questions.set_comparison import compared, having, said_of
from grader.questions.verdict import Parts
from grader.solving import Solution
from grader.text.sentences import Say
from grader.text.spelling import shortened
from grader.tree.new_names import NewNames

_LETTERED = re.compile(r"(?<![\w(])([A-Za-z])\)")  # `b)`, whose bracket nothing opened
_WORDS = re.compile(r"""\w+|[^\w\s.,:;()\[\]{}"']+""")  # whatever is not punctuation
_AND = frozenset(("and", "&", "+", "和", "與", "及", "跟"))


@dataclass(frozen=True, slots=True)
class Option:
    """One thing to choose: its words, whether it is right, and what is said to those who choose it."""

    text: str
    right: bool = False
    feedback: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice(Question):
    """Its answers are the letters that options have in the set, whatever letters a student sees."""

    ask: ClassVar[str] = "choice"
    about_search: ClassVar[bool] = False
    sample: ClassVar[str] = "b"
    illustration: ClassVar[tuple[str, str]] = (
        '{ask: choice, text: "What can pruning change?", options: ['
        "{text: The value of the root, feedback: The root's value is the same with and without pruning.}, "
        "{text: How many leaves are looked at, right: true}]}",
        "a",
    )
    single: ClassVar[bool] = False
    required: ClassVar[tuple[str, ...]] = ("text", "options")
    stand_ins: ClassVar[Mapping[tuple[str, ...], str]] = {("options", "right"): "true"}
    schema: ClassVar[Mapping[str, Any]] = {
        "text": TEXT,
        "shuffle": described(BOOLEAN, "whether every student sees the options in a different order"),
        "options": {
            "type": "array",
            "minItems": 2,
            "maxItems": len(ascii_lowercase),
            "items": {
                "type": "object",
                "properties": {"text": TEXT, "right": BOOLEAN, "feedback": TEXT},
                "required": ["text"],
                "additionalProperties": False,
            },
        },
    }

    options: tuple[Option, ...]
    text: str | None = None
    shuffle: bool = False
    order: tuple[int, ...] = ()  # the options as one student sees them; as the set has them if empty

    @property
    def needs_tree(self) -> bool:
        return False

    @classmethod
    def own_fields(cls, fields: Fields) -> dict[str, Any]:
        return {
            "text": fields.read("text", as_text, None),
            "options": fields.read("options", _as_options),
            "shuffle": fields.read("shuffle", as_boolean, False),
        }

    @classmethod
    def is_single(cls, own: Mapping[str, Any]) -> bool:
        options = own.get("options")
        return isinstance(options, tuple) and sum(option.right for option in options) == 1

    def public_fields(self) -> dict[str, Any]:
        return {"text": self.text, "options": [{"text": option.text} for _, _, option in self._seen()]}

    @property
    def is_shuffled(self) -> bool:
        return self.shuffle

    def seen_by(self, who: str, seed: bytes) -> Self:
        if not self.shuffle:
            return self
        places = range(len(self.options))
        order = sorted(places, key=lambda place: blake2b(f"{who}/{place}".encode(), key=seed[:64]).digest())
        return replace(self, order=tuple(order))

    def read_in_set(self, text: str, solution: Solution) -> tuple[str, ...]:
        return replace(self, order=()).read(text, solution)

    def seen_letters(self) -> Mapping[str, str]:
        return {letter: seen for seen, letter, _ in self._seen()} if self.order else {}

    def renamed(self, names: NewNames) -> Self:
        options = (
            replace(
                option,
                text=names.in_text(option.text),
                feedback=option.feedback and names.in_text(option.feedback),
            )
            for option in self.options
        )
        return replace(self, text=self.text and names.in_text(self.text), options=tuple(options))

    def answer_form(self, solution: Solution) -> Options:
        del solution
        options = tuple(AnswerOption(letter, seen, option.text) for seen, letter, option in self._seen())
        several = len(self._right()) != 1
        return Options(options, several, text=self.text or "", unshuffled=self.shuffle and not self.order)

    def about(self, solution: Solution) -> Posed | None:
        del solution  # its options are about a text of its set
        return None

    def in_words(self, solution: Solution, say: Say) -> str:
        del solution
        options = [say("choice.option", letter=seen, text=option.text) for seen, _, option in self._seen()]
        how = [say("choice.ask-one" if len(self._right()) == 1 else "choice.ask-many")]
        if self.shuffle and not self.order:
            how.append(say("choice.set-order"))
        return "\n".join([*([self.text.strip()] if self.text else []), *options, *how])

    def key(self, solution: Solution) -> tuple[str, ...]:
        del solution
        return self._right()

    def show(self, answer: Sequence[str], solution: Solution) -> str:
        del solution
        seen = self._letters_seen(answer)
        return seen[0] if len(seen) == 1 else f"[{', '.join(seen)}]"

    def read(self, text: str, solution: Solution) -> tuple[str, ...]:
        del solution
        spellings = _spellings(tuple(option for _, _, option in self._seen()))
        whole = spellings.get(_plain(text))
        letters = {whole} if whole else set(_chosen(text, spellings))
        return tuple(sorted(letter for seen, letter, _ in self._seen() if seen in letters))

    def mark(self, given: Sequence[str], marking: Marking) -> Mark:
        parts = compared(given, self._right())
        share, reckoning = credit_for_set(self.credit, parts, marking.say)
        return Mark(share, reckoning, tuple(self._remarks(given, parts, marking.say)), parts)

    def feedback_on(self, option: str) -> str:
        return self._option(option).feedback or ""

    def authors_feedback(self, given: Sequence[str], say: Say) -> Iterator[str]:
        for seen, letter, option in self._seen():
            if letter in given and option.feedback:
                yield say("choice.feedback", letter=seen, feedback=option.feedback)

    def _lettered(self) -> Iterable[tuple[str, Option]]:
        return zip(ascii_lowercase, self.options, strict=False)

    def _seen(self) -> Iterator[tuple[str, str, Option]]:
        """Each option with the letter that a student sees, and its letter in the set."""
        lettered = list(self._lettered())
        for seen, place in zip(ascii_lowercase, self.order or range(len(lettered)), strict=False):
            yield seen, *lettered[place]

    def _letters_seen(self, letters: Iterable[str]) -> list[str]:
        """The letters that a student sees, in their order."""
        wanted = set(letters)
        return [seen for seen, letter, _ in self._seen() if letter in wanted]

    def _right(self) -> tuple[str, ...]:
        return tuple(letter for letter, option in self._lettered() if option.right)

    def _remarks(self, given: Sequence[str], parts: Parts, say: Say) -> Iterator[str]:
        """What the author says of each option that was chosen; where that is nothing, whether it is right."""
        right, missed = having("right", parts), having("missed", parts)
        if right and len(right) < len(parts):
            yield said_of("set.right", self._letters_seen(right), say)
        yield from self.authors_feedback(given, say)
        silent = [letter for letter in having("wrong", parts) if not self._option(letter).feedback]
        if silent:
            yield said_of("choice.wrong", self._letters_seen(silent), say)
        if missed:
            yield said_of("choice.missed", self._letters_seen(missed), say)

    def _option(self, letter: str) -> Option:
        return self.options[ascii_lowercase.index(letter)]


def _as_options(value: Value) -> tuple[Option, ...]:
    """Two options or more that can be told apart, at least one of them right."""
    options = list_of(_as_option)(value)
    if not 2 <= len(options) <= len(ascii_lowercase):
        message = f"a choice has 2 to {len(ascii_lowercase)} options"
        raise mistake_at(value, message, "add an option" if len(options) < 2 else "take some out")
    if not any(option.right for option in options):
        raise mistake_at(value, "none of the options is right", "write `right: true` at one of them")
    for place, letter, option in zip(as_list(value).items, ascii_lowercase, options, strict=False):
        if _spellings(options)[_plain(option.text)] != letter:
            message = f"`{shortened(option.text)}` could also mean another option"
            raise mistake_at(place, message, "use other words, and no other option's letter")
    return options


def _as_option(value: Value) -> Option:
    fields = Fields(value)
    text = fields.read("text", as_text)
    right = fields.read("right", as_boolean, False)
    feedback = fields.read("feedback", as_text, None)
    fields.finish()
    return Option(text, right, feedback)


@lru_cache(maxsize=1024)
def _spellings(options: tuple[Option, ...]) -> Mapping[str, str]:
    """What an option may be called: its letter, or its words, or both."""
    letters = ascii_lowercase[: len(options)]
    words = {_plain(option.text): letter for letter, option in zip(letters, options, strict=True)}
    both = {f"{letter} {text}": letter for text, letter in words.items()}
    return both | words | dict(zip(letters, letters, strict=True))


def _plain(text: str) -> str:
    """The words alone, whatever their case, and whatever stands between them."""
    return " ".join(_WORDS.findall(folded(text)))


def _chosen(text: str, spellings: Mapping[str, str]) -> Iterator[str]:
    """The letters of the options that an answer lists, which may be none; raises `Unreadable`."""
    for item in _flat(read_answer(_LETTERED.sub(r"\1 ", text), lambda said: _plain(said) in spellings)):
        typed = text[item.start : item.end]
        whole = spellings.get(_plain(typed))
        letters = [whole] if whole else [spellings.get(_plain(word.text), "") for word in _words(item)]
        if not letters or not all(letters):
            raise Unreadable("choice.unknown", item.start, item.end, text=shortened(typed))
        yield from letters


def _flat(answer: Group) -> Iterator[Phrase | Pair]:
    for item in answer.items:
        if isinstance(item, Group):
            yield from _flat(item)
        else:
            yield item


def _words(item: Phrase | Pair) -> Sequence[Word]:
    """The words of which each may be a letter; none where something is said about something else."""
    return [word for word in item.words if word.text.lower() not in _AND] if isinstance(item, Phrase) else ()
