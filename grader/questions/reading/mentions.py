"""An answer that lists nodes → the nodes, and where each is named: by name, by utility, or by an edge."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from grader.questions.question import Unreadable
from grader.questions.reading.node_names import Names, is_and, is_arrow, names_of, says_nothing, unknown_node
from grader.questions.reading.phrases import Group, Item, Pair, Phrase, Word
from grader.questions.reading.typography import plainly_typed
from grader.solving import Solution


@dataclass(frozen=True, slots=True)
class Mention:
    """A node that an answer names, where, and how: the edge is the one that leads to it.

    The index of a node below the depth at which the search ends is one that only `Names` knows.
    """

    index: int
    start: int
    end: int
    form: Literal["name", "utility", "edge"] = "name"


_Reader: TypeAlias = Callable[[list[Word], Names], Iterator[Mention]]


def mentions(answer: Group, solution: Solution, *, pairs: bool = False) -> tuple[Mention, ...]:
    """The nodes that an answer lists, in its order; none where it says `none`. Raises `Unreadable`.

    An arrow makes an edge, and so do brackets around a node and its child where `pairs` are expected.
    """
    return _all(answer, names_of(solution), _edges, pairs)


def visits(answer: Group, solution: Solution) -> tuple[Mention, ...]:
    """The same, but arrows lead from each node to the next."""
    return _all(answer, names_of(solution), _visits, pairs=False)


_LISTS = ("", "[", "{")  # brackets that may stand around any list; a pair has others, or further ones


def _all(answer: Group, names: Names, read: _Reader, pairs: bool) -> tuple[Mention, ...]:
    if says_nothing(answer, names):
        return ()
    is_list = answer.brackets in _LISTS
    return tuple(_mentioned(answer.items if is_list else (answer,), names, read, pairs))


def _mentioned(items: Iterable[Item], names: Names, read: _Reader, pairs: bool) -> Iterator[Mention]:
    for item in items:
        if isinstance(item, Pair):
            raise Unreadable("unreadable.pair-in-list", item.start, item.end)
        if isinstance(item, Phrase):
            yield from _in_phrase(item, names, read)
        elif pairs and (edge := _pair(item, names)):
            yield edge
        else:
            yield from _mentioned(item.items, names, read, pairs)


def _pair(group: Group, names: Names) -> Mention | None:
    """The edge that `(C, C2)` stands for; None if that is no node and its child."""
    ends = [item for item in group.items if isinstance(item, Phrase)]
    if len(group.items) != 2 or len(ends) != 2:
        return None
    parent = names.find(ends[0].text)
    child = None if parent is None else _child(parent, ends[1].text, names)
    return None if child is None else Mention(child, group.start, group.end, "edge")


def _in_phrase(phrase: Phrase, names: Names, read: _Reader) -> Iterator[Mention]:
    """One name, or several with blanks between them."""
    index = names.find_anywhere(phrase.text)
    if index is not None:
        yield Mention(index, phrase.start, phrase.end)
        return
    words = [word for word in phrase.words if not is_and(word, names)]
    if len(words) > 1 and plainly_typed(words[0].text) == "-":
        words[:2] = [_after_dash(words[0], words[1], names)]
    yield from read(words, names)


def _after_dash(dash: Word, word: Word, names: Names) -> Word:
    """The word behind a dash, which is a minus if a leaf has that utility."""
    signed = Word(f"-{word.text}", dash.start, word.end)
    return word if names.with_utility(signed.text) is None else signed


def _edges(words: list[Word], names: Names) -> Iterator[Mention]:
    """Nodes, and edges by the nodes to which they lead."""
    place = 0
    while place < len(words):
        if len(words) > place + 2 and is_arrow(words[place + 1]):
            yield _edge(words[place], words[place + 2], names)
            place += 3
        else:
            yield _mention(words[place], names)
            place += 1


def _visits(words: list[Word], names: Names) -> Iterator[Mention]:
    """Nodes one after the other; behind an arrow a move says where it leads."""
    last, after_arrow = -1, False
    for word in words:
        if is_arrow(word) and last >= 0:
            after_arrow = True
            continue
        child = names.child(last, word.text) if after_arrow and not names.is_below(last) else None
        mention = _mention(word, names) if child is None else Mention(child, word.start, word.end)
        yield mention
        last, after_arrow = mention.index, False


def _mention(word: Word, names: Names) -> Mention:
    if (index := names.find_anywhere(word.text)) is not None:
        return Mention(index, word.start, word.end)
    if (index := names.with_utility(word.text)) is not None:
        return Mention(index, word.start, word.end, "utility")
    before, dash, after = plainly_typed(word.text).partition("-")
    if dash and before and after:
        middle = word.start + len(before)
        return _edge(Word(before, word.start, middle), Word(after, middle + 1, word.end), names)
    raise unknown_node(word, names)


def _edge(upper: Word, lower: Word, names: Names) -> Mention:
    """The node that an edge leads to; the edge may say its move or a utility instead."""
    below = names.find_anywhere(lower.text)
    if below is not None and names.is_below(below):
        return Mention(below, upper.start, lower.end, "edge")
    parent = names.node(upper)
    child = _child(parent, lower.text, names)
    if child is not None:
        return Mention(child, upper.start, lower.end, "edge")
    if names.with_utility(lower.text) is None:
        names.node(lower)
    raise Unreadable("unreadable.no-edge", upper.start, lower.end, parent=upper.text, child=lower.text)


def _child(parent: int, text: str, names: Names) -> int | None:
    """A child by its name, its move, or the utility on it."""
    child = names.child(parent, text)
    return names.child_with_utility(parent, text) if child is None else child
