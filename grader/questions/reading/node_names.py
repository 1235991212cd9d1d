"""What a student calls a node → the node: by its name in any case, by a move, or by the utility on it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

from grader.memory import remembered
from grader.questions.question import Unreadable
from grader.questions.reading.phrases import Group, Phrase, Word
from grader.questions.reading.typography import folded, plainly_typed, read_numeral
from grader.solving import Solution
from grader.text.numbers import Number, NumberError
from grader.text.spelling import closest, shortened
from grader.tree import Kind, Tree
from grader.tree.notation import write_name

_ARROWS = frozenset(("->", "-->", "→", "⟶", "➔", "➜", "↦", "⇒", "=>"))
AND_WORDS = frozenset(("and", "&", "和", "與", "及", "跟"))
NOTHING_WORDS = frozenset((
    "none", "nothing", "empty", "no", "∅", "ø", "無", "无", "沒有", "没有",
    "none of them", "none of these", "none at all", "nothing at all", "都沒有", "都没有",
))  # fmt: skip
MOST_NAMES_TO_COMPARE = 1000

_JOINED = re.compile(r"\w(?:-|\.\.)\w")
SIDE_WORDS = {"left": 0, "right": 1, "左": 0, "右": 1}  # of two children

_Spellings: TypeAlias = tuple[Mapping[str, int | None], ...]  # for each way to spell, who is called so


@remembered
def names_of(solution: Solution) -> Names:
    """What the nodes of a solution's tree are called."""
    return Names(solution.tree, solution.true.numbers, solution.whole)


def says_nothing(answer: Group, names: Names) -> bool:
    """Whether an answer is an empty list, or a word for it that is nobody's name."""
    if len(answer.items) != 1:
        return not answer.items
    item = answer.items[0]
    if not isinstance(item, Phrase) or names.find(item.text) is not None:
        return False
    return item.text.lower().rstrip(".") in NOTHING_WORDS


def is_arrow(word: Word) -> bool:
    """Whether a word stands for an edge: `->`."""
    return word.kind == "sign" and plainly_typed(word.text) in _ARROWS


def is_and(word: Word, names: Names) -> bool:
    """Whether a word only joins names, as in `C2 and C3`."""
    return word.kind == "word" and word.text.lower() in AND_WORDS and names.find(word.text) is None


def not_certain(phrase: Phrase, names: Names) -> Unreadable:
    """That several words may mean anything, and what to write instead."""
    parts = {"text": shortened(phrase.text), "example": names.example}
    return Unreadable("unreadable.words", phrase.start, phrase.end, **parts)


def unknown_node(named: Phrase | Word, names: Names, within: Phrase | None = None) -> Unreadable:
    """That there is no such node, and which one was probably meant; `within` are the words around it."""
    text = shortened(named.text)
    lone = within is None or len(within.words) < 2
    if plainly_typed(text) == "-" and lone:
        return Unreadable("unreadable.dash", named.start, named.end)
    if names.find_anywhere(named.text) is not None:
        return Unreadable("unreadable.below", named.start, named.end, name=text)
    leaves = names.leaves_with(named.text)
    if leaves is not None and len(leaves) != 1:
        key = "unreadable.which-leaf" if leaves else "unreadable.no-leaf"
        called = tuple(names.shown(leaf) for leaf in leaves[:2])
        return Unreadable(key, named.start, named.end, utility=text, leaves=called)
    close = closest(named.text, names.tree.names[:MOST_NAMES_TO_COMPARE])
    if close is None and within is not None and not (lone and _JOINED.search(plainly_typed(text)) is None):
        return not_certain(within, names)
    if close is None:
        return Unreadable("unreadable.unknown-node", named.start, named.end, name=text)
    return Unreadable("unreadable.misspelt-node", named.start, named.end, name=text, meant=close)


@dataclass(frozen=True)  # without slots: the tables are kept in the instance's own dictionary
class Names:
    """The names in a tree as students type them; `numbers` are those of its leaves.

    What `whole` has below the tree's depth is known too, by indexes that come after those of the tree.
    """

    tree: Tree
    numbers: Sequence[Number | None] = field(repr=False)
    whole: Tree = field(repr=False)

    def find(self, text: str) -> int | None:
        """The node of that name: spelt exactly so, else in other signs or another case if only one is."""
        index = self.find_anywhere(text)
        return None if index is None or self.is_below(index) else index

    def find_anywhere(self, text: str) -> int | None:
        """The same, also below the depth at which the tree ends."""
        for spelling, table in zip(_SPELLINGS, self._tables, strict=True):
            if (index := table.get(spelling(text))) is not None:
                return index
        stem = text.rstrip(".")  # a full stop may end the answer
        return self.find_anywhere(stem) if stem and stem != text else None

    def is_exact(self, text: str) -> bool:
        """Whether a node or a move is called just so."""
        return text in self._exact

    def is_called(self, text: str) -> bool:
        """Whether a node is called so, or a move just so."""
        return self.find_anywhere(text) is not None or self.is_exact(text)

    def is_below(self, index: int) -> bool:
        """Whether a node lies below the depth at which the tree ends."""
        return index >= len(self.tree)

    def name(self, index: int) -> str:
        """What a node is called, also below that depth."""
        return self.all_names[index]

    def shown(self, index: int) -> str:
        """A node's name as it is to be written."""
        return write_name(self.tree.names[index])

    @property
    def example(self) -> str:
        """A list of nodes as it is to be written: the last two in the tree."""
        return f"[{', '.join(map(write_name, self.tree.names[-2:]))}]"

    def index(self, name: str) -> int:
        """The node that is called just so, also below that depth."""
        index = self._tables[0][name]
        assert index is not None  # no two have the same name
        return index

    @cached_property
    def all_names(self) -> Sequence[str]:
        """The names by index, those below that depth last."""
        names = self.tree.names
        if self.whole is self.tree:
            return names
        known = frozenset(names)
        return (*names, *(name for name in self.whole.names if name not in known))

    @cached_property
    def most_words(self) -> int:
        """How many words the longest name has."""
        return max(len(name.split()) for name in self.tree.names)

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

    def child_with_utility(self, parent: int, text: str) -> int | None:
        """The one leaf among a node's children with that number on it; None also where there are several."""
        leaves = [leaf for leaf in self.leaves_with(text) or () if self.tree.parents[leaf] == parent]
        return leaves[0] if len(leaves) == 1 else None

    def leaves_with(self, text: str) -> Sequence[int] | None:
        """All leaves with that number on them; None where it is no number."""
        try:
            return self._leaves.get(read_numeral(text), ())
        except NumberError:
            return None

    @cached_property
    def _exact(self) -> frozenset[str | None]:
        return frozenset((*self.all_names, *self.whole.labels)) - {None}

    @cached_property
    def _tables(self) -> _Spellings:
        return _spellings([(name, index) for index, name in enumerate(self.all_names)])

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

    def _child(self, parent: int, text: str, tables: Sequence[_Spellings]) -> int | None:
        for level, spelling in enumerate(_SPELLINGS):
            for table in tables:
                index = table[level].get(spelling(text))
                if index is not None and not self.is_below(index) and self.tree.parents[index] == parent:
                    return index
        stem = text.rstrip(".")
        return self._child(parent, stem, tables) if stem and stem != text else self._side(parent, text)

    def _side(self, parent: int, text: str) -> int | None:
        children = self.tree.child_indexes(parent)
        side = SIDE_WORDS.get(text.lower())
        return None if side is None or len(children) != 2 else children[side]


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
