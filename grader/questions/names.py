"""What a student calls nodes → the nodes: by name in any case, by a move, by an edge, or by a utility."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

from grader.document.wording import closest, shortened
from grader.numbers import Number, NumberError
from grader.questions.answers import Group, Item, Pair, Phrase, Word
from grader.questions.keeping import kept
from grader.questions.question import Unreadable
from grader.questions.typography import folded, plainly_typed, read_numeral
from grader.solving import Solution
from grader.tree import Kind, Tree

_ARROWS = frozenset(("->", "-->", "→", "⟶", "➔", "➜", "↦", "⇒", "=>"))
_NOTHING = frozenset(("none", "nothing", "empty", "no", "∅", "ø", "無", "无", "沒有", "没有"))
MOST_NAMES_TO_COMPARE = 1000

_SIDES = {"left": 0, "right": 1}

_Spellings: TypeAlias = tuple[Mapping[str, int | None], ...]  # for each way to spell, who is called so


@dataclass(frozen=True, slots=True)
class Mention:
    """A node that an answer names, where, and how: by its "name", its "utility", or the "edge" to it."""

    index: int
    start: int
    end: int
    form: str = "name"


@kept
def names_of(solution: Solution) -> Names:
    """What the nodes of a solution's tree are called."""
    return Names(solution.tree, solution.true.numbers)


def mentions(answer: Group, solution: Solution) -> tuple[Mention, ...]:
    """The nodes that an answer lists, in its order; none where it says `none`. Raises `Unreadable`."""
    names = names_of(solution)
    return () if says_nothing(answer, names) else tuple(_mentioned(answer.items, names))


def says_nothing(answer: Group, names: Names) -> bool:
    """Whether an answer is an empty list, or a word for it that is nobody's name."""
    if len(answer.items) != 1:
        return not answer.items
    item = answer.items[0]
    return isinstance(item, Phrase) and item.text.lower() in _NOTHING and names.find(item.text) is None


def is_arrow(word: Word) -> bool:
    """Whether a word stands for an edge: `->`."""
    return word.kind == "sign" and word.text in _ARROWS


def unknown_node(named: Phrase | Word, names: Names) -> Unreadable:
    """That there is no such node, and which one was probably meant."""
    text = shortened(named.text)
    if plainly_typed(text) == "-":
        return Unreadable("unreadable.dash", named.start, named.end)
    if (leaves := names.leaves_with(named.text)) is not None:
        key = "unreadable.which-leaf" if leaves else "unreadable.no-leaf"
        return Unreadable(key, named.start, named.end, utility=text)
    close = closest(named.text, names.tree.names[:MOST_NAMES_TO_COMPARE])
    if close is None:
        return Unreadable("unreadable.unknown-node", named.start, named.end, name=text)
    return Unreadable("unreadable.misspelt-node", named.start, named.end, name=text, meant=close)


@dataclass(frozen=True)  # without slots: the tables are kept in the instance's own dictionary
class Names:
    """The names in a tree as students type them; `numbers` are those of its leaves."""

    tree: Tree
    numbers: Sequence[Number | None] = field(repr=False)

    def find(self, text: str) -> int | None:
        """The node of that name: spelt exactly so, else in other signs or another case if only one is."""
        for spelling, table in zip(_SPELLINGS, self._tables, strict=True):
            if (index := table.get(spelling(text))) is not None:
                return index
        return None

    def node(self, named: Phrase | Word) -> int:
        """The node that is called so; raises `Unreadable`."""
        index = self.find(named.text)
        if index is None:
            raise unknown_node(named, self)
        return index

    def child(self, parent: int, text: str) -> int | None:
        """A child of a node by its own name, by its move, or by its side where there are two."""
        return self._child(parent, text, (self._tables, self._moves(parent)))

    def move(self, parent: int, text: str) -> int | None:
        """The same, but a move comes before a name that is spelt like it."""
        return self._child(parent, text, (self._moves(parent), self._tables))

    def with_utility(self, text: str) -> int | None:
        """The one leaf with that number on it; None also where there are several."""
        leaves = self.leaves_with(text)
        return leaves[0] if leaves and len(leaves) == 1 else None

    def leaves_with(self, text: str) -> Sequence[int] | None:
        """All leaves with that number on them; None where it is no number."""
        try:
            return self._leaves.get(read_numeral(text), ())
        except NumberError:
            return None

    @cached_property
    def _tables(self) -> _Spellings:
        return _spellings([(name, index) for index, name in enumerate(self.tree.names)])

    @cached_property
    def _leaves(self) -> Mapping[Number, Sequence[int]]:
        found: dict[Number, list[int]] = {}
        for index, number in enumerate(self.numbers):
            if number is not None and self.tree.kinds[index] is Kind.LEAF:
                found.setdefault(number, []).append(index)
        return found

    def _moves(self, parent: int) -> _Spellings:
        if parent not in self._moves_by_parent:
            labels = ((self.tree.labels[child], child) for child in self.tree.child_indexes(parent))
            self._moves_by_parent[parent] = _spellings(
                [(label, child) for label, child in labels if label is not None]
            )
        return self._moves_by_parent[parent]

    @cached_property
    def _moves_by_parent(self) -> dict[int, _Spellings]:
        return {}

    def _child(self, parent: int, text: str, tables: Iterable[_Spellings]) -> int | None:
        for level, spelling in enumerate(_SPELLINGS):
            for table in tables:
                index = table[level].get(spelling(text))
                if index is not None and self.tree.parents[index] == parent:
                    return index
        return self._side(parent, text)

    def _side(self, parent: int, text: str) -> int | None:
        children = self.tree.child_indexes(parent)
        side = _SIDES.get(text.lower())
        return None if side is None or len(children) != len(_SIDES) else children[side]


def _normal(text: str) -> str:
    return text if text.isascii() else unicodedata.normalize("NFKC", plainly_typed(text))


# From the exact one to the one that keeps least.
_SPELLINGS: tuple[Callable[[str], str], ...] = (str, _normal, folded)


def _spellings(named: Sequence[tuple[str, int]]) -> _Spellings:
    """For each way to spell, which node is called so."""
    return tuple([_unambiguous((spelling(name), index) for name, index in named) for spelling in _SPELLINGS])


def _unambiguous(pairs: Iterable[tuple[str, int]]) -> dict[str, int | None]:
    """Who is called so; None where several are."""
    found: dict[str, int | None] = {}
    for key, index in pairs:
        found[key] = None if key in found else index
    return found


def _mentioned(items: Iterable[Item], names: Names) -> Iterator[Mention]:
    for item in items:
        if isinstance(item, Group):
            yield from _mentioned(item.items, names)
        elif isinstance(item, Pair):
            raise Unreadable("unreadable.pair-in-list", item.start, item.end)
        else:
            yield from _in_phrase(item, names)


def _in_phrase(phrase: Phrase, names: Names) -> Iterator[Mention]:
    """One name, or several with blanks between them, or edges."""
    index = names.find(phrase.text)
    if index is not None:
        yield Mention(index, phrase.start, phrase.end)
        return
    words = list(phrase.words)
    while words:
        if len(words) > 2 and is_arrow(words[1]):
            yield _edge(words[0], words[2], names)
            del words[:3]
        else:
            yield _mention(words.pop(0), names)


def _mention(word: Word, names: Names) -> Mention:
    if (index := names.find(word.text)) is not None:
        return Mention(index, word.start, word.end)
    if (index := names.with_utility(word.text)) is not None:
        return Mention(index, word.start, word.end, "utility")
    before, dash, after = plainly_typed(word.text).partition("-")
    if dash and before and after:
        middle = word.start + len(before)
        return _edge(Word(before, word.start, middle), Word(after, middle + 1, word.end), names)
    raise unknown_node(word, names)


def _edge(upper: Word, lower: Word, names: Names) -> Mention:
    """The node that an edge leads to; the edge may say its move instead."""
    parent = names.node(upper)
    child = names.child(parent, lower.text)
    if child is not None:
        return Mention(child, upper.start, lower.end, "edge")
    names.node(lower)
    raise Unreadable("unreadable.no-edge", upper.start, lower.end, parent=upper.text, child=lower.text)
