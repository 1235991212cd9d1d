"""An answer → the cuts that it claims: at which node, after which child, and by which bound.

`{at: C, after: C1, bound: alpha}`, `C after C1 (alpha)`, `C: C1` and `[C, C1, alpha]` all say the same: a
word such as `after` says what comes next, else a node is followed by its child and then by the bound.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from grader.questions.question import Unreadable
from grader.questions.reading.node_names import Names, is_and, names_of, says_nothing, unknown_node
from grader.questions.reading.phrases import Group, Item, Pair, Phrase, Word
from grader.questions.reading.sentence_words import is_said
from grader.questions.reading.typography import folded
from grader.solving import Solution
from grader.text.spelling import shortened
from grader.tree.notation import write_name

_PLACES = ("at", "after")
CUT_WORDS = ("the", "cut", "cutoff", "cuts", "cutoffs", "node", "child")
_SLOTS = {"at": "at", "after": "after", "bound": "bound", "by": "bound"}
_BOUNDS = {"alpha": "alpha", "α": "alpha", "beta": "beta", "β": "beta"}


class Cut(NamedTuple):
    """A place where a search is said to stop; `bound` is None where nothing is said of it."""

    at: str
    after: str
    bound: str | None = None


def cuts_in(answer: Group, solution: Solution) -> tuple[Cut, ...]:
    """The cuts in the order of the tree, each once; raises `Unreadable`."""
    names = names_of(solution)
    if says_nothing(answer, names):
        return ()
    reading = _Reading(names)
    reading.read(answer.items)
    reading.finish()
    return reading.cuts()


def written_cut(cut: Cut) -> str:
    """The cut as the sheet prints it."""
    parts = [f"{field}: {written_node(part)}" for field, part in cut._asdict().items() if part is not None]
    return "{" + ", ".join(parts) + "}"


def written_node(name: str) -> str:
    """A name in quotes also where it is one of the words that say what comes next."""
    return f'"{name}"' if name.lower() in _SLOTS else write_name(name)


def _is_bound(group: Group) -> bool:
    """Whether brackets only add a bound to what stands before them, as in `C after C1 (by alpha)`."""
    if len(group.items) != 1 or not isinstance(group.items[0], Phrase):
        return False
    return folded(group.items[0].words[-1].text) in _BOUNDS


@dataclass(slots=True)
class _Reading:
    """What was understood so far, and the cut that is being told; `slot` is what comes next, where said."""

    names: Names
    found: set[tuple[int, int, str]] = field(default_factory=set)
    draft: dict[str, Phrase] = field(default_factory=dict)
    slot: str | None = None
    said: Phrase | None = None  # the last words of which not each says what it is

    def read(self, items: Iterable[Item]) -> None:
        for item in items:
            if isinstance(item, Group) and not _is_bound(item):
                self.finish()
            self.tell(item)

    def tell(self, item: Item) -> None:
        if isinstance(item, Phrase):
            self.say(item.words)
        elif isinstance(item, Pair):
            self.say(item.key.words)
            if item.value is not None:
                self.tell(item.value)
        else:
            self.read(item.items)
            self.finish()

    def say(self, words: Sequence[Word]) -> None:
        """Several words: those that say what comes next, and between them names and bounds."""
        run: list[Word] = []
        self.said = Phrase(tuple(words))
        for word in words:
            if is_said(word, CUT_WORDS, self.names):
                continue
            if word.kind == "word" and word.text.lower() in _SLOTS:
                self.put_all(run)
                run = []
                self.slot = _SLOTS[word.text.lower()]
            elif not is_and(word, self.names):
                run.append(word)
        self.put_all(run)

    def put_all(self, words: Sequence[Word]) -> None:
        whole = Phrase(tuple(words))
        if len(words) > 1 and self.names.find(whole.text) is not None:
            self.put(whole)
        else:
            for word in words:
                self.put(Phrase((word,)))

    def put(self, phrase: Phrase) -> None:
        slot = self.slot or self.next_slot(phrase.text)
        if slot in self.draft:
            self.finish()
        self.draft[slot] = phrase
        self.slot = None

    def next_slot(self, text: str) -> str:
        """What a word is that nothing was said about."""
        missing = [slot for slot in _PLACES if slot not in self.draft]
        if folded(text) in _BOUNDS and not (missing and self.names.find(text) is not None):
            return "bound"
        return missing[0] if missing else "at"

    def finish(self) -> None:
        """Take the cut that was told as a whole."""
        if not self.draft:
            return
        if not self.draft.keys() >= set(_PLACES):
            start = min(phrase.start for phrase in self.draft.values())
            end = max(phrase.end for phrase in self.draft.values())
            raise Unreadable("cutoffs.incomplete", start, end)
        at = self.names.find(self.draft["at"].text)
        if at is None:
            raise self.unknown(self.draft["at"])
        self.found.add((at, self.child(at, self.draft["after"]), self.bound()))
        self.draft = {}

    def child(self, at: int, phrase: Phrase) -> int:
        """The child by its name, its move or the utility on it; another node can be named, if wrongly."""
        named = self.names.find(phrase.text)
        if named is not None and self.names.tree.parents[named] == at:
            return named
        utility = self.names.child_with_utility(at, phrase.text)
        ways = (self.names.child(at, phrase.text), named, utility)
        index = next((index for index in ways if index is not None), None)
        if index is None:
            raise self.unknown(phrase)
        return index

    def unknown(self, phrase: Phrase) -> Unreadable:
        """That there is no such node; where it is but one of many words, all of them are shown."""
        why = unknown_node(phrase, self.names)
        if why.key != "unreadable.unknown-node" or self.said is None or not self.is_loose(phrase):
            return why
        parts = {"text": shortened(self.said.text)}
        return Unreadable("cutoffs.unclear", self.said.start, self.said.end, **parts)

    def is_loose(self, phrase: Phrase) -> bool:
        """Whether other words stand right beside one, so that it is hardly meant as a name."""
        assert self.said is not None
        words = [word.text for word in self.said.words]
        if phrase.text not in words:
            return False
        place = words.index(phrase.text)
        beside = (*words[max(place - 1, 0) : place], *words[place + 1 : place + 2])
        return any(self.names.find(word) is None and word.lower() not in _SLOTS for word in beside)

    def bound(self) -> str:
        phrase = self.draft.get("bound")
        if phrase is None:
            return ""
        if folded(phrase.text) not in _BOUNDS:
            raise Unreadable("cutoffs.no-bound", phrase.start, phrase.end, text=shortened(phrase.text))
        return _BOUNDS[folded(phrase.text)]

    def cuts(self) -> tuple[Cut, ...]:
        names = self.names.tree.names
        return tuple(Cut(names[at], names[after], bound or None) for at, after, bound in sorted(self.found))
