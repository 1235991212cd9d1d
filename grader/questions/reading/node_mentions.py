"""An answer that lists nodes → the nodes, and where each is named: by name, by utility, or by an edge."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from grader.questions.question import Unreadable
from grader.questions.reading.node_names import (
    Names,
    is_arrow,
    names_of,
    not_certain,
    says_nothing,
    unknown_node,
)
from grader.questions.reading.phrases import Group, Item, Pair, Phrase, Word
from grader.questions.reading.sentence_words import (
    ROW_SIGNS,
    WordRun,
    chain,
    row,
    row_ends,
    runs,
    split_at_joints,
)
from grader.questions.reading.typography import plainly_typed
from grader.solving import Solution
from grader.text.spelling import shortened
from grader.tree import Kind


@dataclass(frozen=True, slots=True)
class Mention:
    """A node that an answer names, where, and how: the edge is the one that leads to it.

    The index of a node below the depth at which the search ends is one that only `Names` knows.
    """

    index: int
    start: int
    end: int
    form: Literal["name", "utility", "edge"] = "name"


_Reader: TypeAlias = Callable[[list[Word], Phrase, Names], Iterator[Mention]]


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
    found = [mention for run in runs(phrase.words, names) for mention in _in_run(run, phrase, names, read)]
    if not found:
        raise not_certain(phrase, names)
    yield from found


def _in_run(run: WordRun, phrase: Phrase, names: Names, read: _Reader) -> Iterator[Mention]:
    """The nodes in words between which nothing joins; they must be what they are said to be."""
    index = names.find_anywhere(Phrase(tuple(run.words)).text) if len(run.words) > 1 else None
    if index is not None:
        found = [Mention(index, run.words[0].start, run.words[-1].end)]
    else:
        words = run.words
        if len(words) > 1 and plainly_typed(words[0].text) == "-":
            words = [_after_dash(words[0], words[1], names), *words[2:]]
        found = list(read(words, phrase, names))
    if not all(_fits(mention, run.noun, names) for mention in found):
        raise not_certain(phrase, names)
    yield from found


def _fits(mention: Mention, noun: str | None, names: Names) -> bool:
    """Whether a node is what it is said to be: `leaves J` may mean those below J."""
    if noun == "leaf" and not names.is_below(mention.index):
        return names.tree.kinds[mention.index] is Kind.LEAF
    return noun != "edge" or mention.form == "edge"


def _after_dash(dash: Word, word: Word, names: Names) -> Word:
    """The word behind a dash, which is a minus if a leaf has that utility."""
    signed = Word(f"-{word.text}", dash.start, word.end)
    return word if names.with_utility(signed.text) is None else signed


def _edges(words: list[Word], phrase: Phrase, names: Names) -> Iterator[Mention]:
    """Nodes, edges by the nodes to which they lead, and rows of siblings."""
    place = 0
    while place < len(words):
        if len(words) > place + 2 and is_arrow(words[place + 1]):
            yield _edge(words[place], words[place + 2], names)
            place += 3
        elif ends := _apart(words, place, names):
            yield from _between(*ends, phrase, names)
            place += 3
        else:
            yield from _mentions(words[place], phrase, names)
            place += 1


def _apart(words: list[Word], place: int, names: Names) -> tuple[Word, Word] | None:
    """The two names around a dash or dots with blanks: `b1 - b3`, `b1 .. b3`."""
    if len(words) < place + 3 or plainly_typed(words[place + 1].text) not in ROW_SIGNS:
        return None
    ends = words[place], words[place + 2]
    return ends if all(names.find_anywhere(end.text) is not None for end in ends) else None


def _visits(words: list[Word], phrase: Phrase, names: Names) -> Iterator[Mention]:
    """Nodes one after the other; behind an arrow a move says where it leads."""
    last, after_arrow = -1, False
    for word in _in_order(words, names):
        if is_arrow(word) and last >= 0:
            after_arrow = True
            continue
        child = names.child(last, word.text) if after_arrow and not names.is_below(last) else None
        if child is not None:
            found = [Mention(child, word.start, word.end)]
        else:
            found = list(_mentions(word, phrase, names))
        yield from found
        last, after_arrow = found[-1].index, False


def _in_order(words: list[Word], names: Names) -> Iterator[Word]:
    """The words of a walk: dashes and `>` between names are arrows, but two siblings are a row."""
    place = 0
    while place < len(words):
        ends = _apart(words, place, names)
        if ends and len(words) == 3 and _row_of(*ends, names):
            yield Word(f"{ends[0].text}..{ends[1].text}", ends[0].start, ends[1].end)
            return
        word = words[place]
        if 0 < place < len(words) - 1 and _leads_on(words, place, names):
            yield Word("->", word.start, word.end, "sign")
        elif len(parts := chain(word, names)) > 1 and not (
            len(parts) == 2 and _row_of(parts[0], parts[1], names)
        ):
            for part in parts:
                yield part
                yield Word("->", part.end, part.end, "sign")
        else:
            yield word
        place += 1


def _leads_on(words: list[Word], place: int, names: Names) -> bool:
    """Whether a dash or a `>` stands between two names."""
    sign = words[place]
    if plainly_typed(sign.text) == "-":
        return all(names.is_called(words[beside].text) for beside in (place - 1, place + 1))
    return sign.kind == "sign" and sign.text == ">"


def _mentions(word: Word, phrase: Phrase, names: Names) -> Iterator[Mention]:
    """The node that a word names, or those of an edge or a row: `C-C2`, `b1..b3`."""
    if (index := names.find_anywhere(word.text)) is not None:
        yield Mention(index, word.start, word.end)
    elif (index := names.with_utility(word.text)) is not None:
        yield Mention(index, word.start, word.end, "utility")
    elif names.leaves_with(word.text) is None and (ends := row_ends(word, names)):
        yield from _between(*ends, phrase, names)
    else:
        raise unknown_node(word, names, phrase)


def _between(first: Word, last: Word, phrase: Phrase, names: Names) -> Iterator[Mention]:
    """An edge where there is one, else a row of siblings; raises `Unreadable` where it is neither."""
    siblings = _row_of(first, last, names)
    if siblings is None and len(split_at_joints(last)) > 1 and not names.is_called(last.text):
        raise not_certain(phrase, names)
    if siblings is None:
        yield _edge(first, last, names, phrase)
        return
    for index in siblings:
        yield Mention(index, first.start, last.end)


def _row_of(first: Word, last: Word, names: Names) -> Sequence[int] | None:
    ends = [names.find_anywhere(end.text) for end in (first, last)]
    return None if ends[0] is None or ends[1] is None else row(ends[0], ends[1], names)


def _edge(upper: Word, lower: Word, names: Names, phrase: Phrase | None = None) -> Mention:
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
    if phrase is not None and names.find(lower.text) is not None:
        parts = {"text": shortened(phrase.text), "example": names.example}
        raise Unreadable("unreadable.no-row", upper.start, lower.end, **parts)
    raise Unreadable("unreadable.no-edge", upper.start, lower.end, parent=upper.text, child=lower.text)


def _child(parent: int, text: str, names: Names) -> int | None:
    """A child by its name, its move, or the utility on it."""
    child = names.child(parent, text)
    return names.child_with_utility(parent, text) if child is None else child
