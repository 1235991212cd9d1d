"""An answer that puts children in order → their names for each node: `{A: [D, B, C]}`, `A = D B C`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from grader.questions.question import Unreadable
from grader.questions.reading.by_node import Unread, nameless
from grader.questions.reading.node_names import Names, is_and, is_arrow, unknown_node
from grader.questions.reading.phrases import Group, Item, Pair, Phrase, Word, read_answer
from grader.text.spelling import shortened
from grader.tree.notation import write_name

Order: TypeAlias = tuple[str, ...]

_MOST_CHILDREN = 12  # as many as a reader takes in
_BETWEEN = frozenset((">", "then"))


class _Entry(NamedTuple):
    """A node, if it is named, and all that stands behind it."""

    name: Phrase | None
    items: list[Item]


def child_orders(text: str, asked: Sequence[str], names: Names) -> dict[str, Order | Unread]:
    """The order of the children of each node, by its name, as they are asked; a part may be an `Unread`.

    An answer about one node, or a list for each of them in their order, needs no names. Raises `Unreadable`
    where nothing can be read.
    """
    answer = read_answer(text, names.is_exact, apart=True)
    entries = _by_place(answer, asked) or list(_entries(answer.items))
    found: dict[str, Order | Unread] = {}
    for entry in entries:
        name, order = _read(entry, asked, names, text)
        if order is not None:
            found[name] = order if found.get(name, order) == order else _twice(name, order)
    unread = [order.why for order in found.values() if isinstance(order, Unread)]
    if len(unread) == len(found):
        raise unread[0] if unread else Unreadable("unreadable.nothing-given")
    places = {name: place for place, name in enumerate(asked)}
    return dict(sorted(found.items(), key=lambda each: places.get(each[0], len(places))))


def _by_place(answer: Group, asked: Sequence[str]) -> list[_Entry]:
    """A list for each node without its name; nothing where the answer is no such list."""
    if len(asked) == 1 or len(answer.items) != len(asked):
        return []
    lists = [item for item in answer.items if isinstance(item, Group) and not _has_pairs(item)]
    if len(lists) < len(asked):
        return []
    return [
        _Entry(Phrase((Word(name, item.start, item.end),)), [item])
        for name, item in zip(asked, lists, strict=True)
    ]


def _has_pairs(group: Group) -> bool:
    return any(isinstance(item, Pair) for item in group.items)


def _entries(items: Iterable[Item]) -> Iterator[_Entry]:
    """What stands behind each name, up to the next one."""
    last: _Entry | None = None
    for item in _opened(items):
        if isinstance(item, Pair):
            if last is not None:
                yield last
            last = _Entry(item.key, [] if item.value is None else [item.value])
        else:
            last = last or _Entry(None, [])
            last.items.append(item)
    if last is not None:
        yield last


def _opened(items: Iterable[Item]) -> Iterator[Item]:
    """The items, with the pairs in groups of their own: `- A: [C, B]` on a line is `A: [C, B]`."""
    for item in items:
        if isinstance(item, Group) and _has_pairs(item):
            yield from _opened(item.items)
        else:
            yield item


def _phrases(items: Iterable[Item]) -> Iterator[Phrase]:
    for item in items:
        if isinstance(item, Phrase):
            yield item
        elif isinstance(item, Group):
            yield from _phrases(item.items)
        else:
            raise Unreadable("unreadable.pair-in-list", item.start, item.end)


def _read(entry: _Entry, asked: Sequence[str], names: Names, text: str) -> tuple[str, Order | Unread | None]:
    """The node, and the order of its children; None where nothing is said of it yet."""
    items = entry.items
    if entry.name is None and len(asked) > 1:
        raise nameless("unreadable.which-node", items, asked, text)
    name = asked[0] if entry.name is None else entry.name.text
    index = names.find(name)
    name = name if index is None else names.tree.names[index]
    try:
        phrases = list(_phrases(items))
        if not phrases:
            return name, None
        if entry.name is not None and name not in asked:
            raise _not_asked(entry.name, names)
        assert index is not None
        return name, _order(phrases, index, names)
    except Unreadable as why:
        return name, Unread(text[items[0].start : items[-1].end], why.detached())


def _order(phrases: Iterable[Phrase], parent: int, names: Names) -> Order:
    """All of the children, each once."""
    tree = names.tree
    found: dict[str, Word | Phrase] = {}
    for phrase in phrases:
        for child, said in _children(phrase, parent, names):
            name = tree.names[child]
            if name in found:
                raise Unreadable("unreadable.child-twice", said.start, said.end, name=write_name(name))
            found[name] = said
    children = [tree.names[child] for child in tree.child_indexes(parent)]
    if missing := [name for name in children if name not in found]:
        raise Unreadable(
            "unreadable.child-missing",
            parent=write_name(tree.names[parent]),
            children=list(map(write_name, missing)),
            number=len(missing),
        )
    return tuple(found)


def _children(phrase: Phrase, parent: int, names: Names) -> Iterator[tuple[int, Word | Phrase]]:
    """The children that a phrase names, by a name of several words or word by word."""
    whole = _child(phrase.text, parent, names)
    if whole is not None:
        yield whole, phrase
        return
    for word in phrase.words:
        child = _child(word.text, parent, names)
        if child is not None:
            yield child, word
        elif not (is_arrow(word) or is_and(word, names) or word.text.lower() in _BETWEEN):
            raise _no_child(word, parent, names)


def _child(text: str, parent: int, names: Names) -> int | None:
    """A child by its name, its move, its side, or the utility on it."""
    child = names.child(parent, text)
    return names.child_with_utility(parent, text) if child is None else child


def _no_child(word: Word, parent: int, names: Names) -> Unreadable:
    """That no child is called so, and which there are."""
    tree = names.tree
    children = [write_name(tree.names[child]) for child in tree.child_indexes(parent)[:_MOST_CHILDREN]]
    parts = {"name": shortened(word.text), "parent": write_name(tree.names[parent]), "children": children}
    return Unreadable("unreadable.no-child", word.start, word.end, **parts)


def _not_asked(name: Phrase, names: Names) -> Unreadable:
    if names.find(name.text) is None:
        return unknown_node(name, names)
    return Unreadable("unreadable.order-not-asked", name.start, name.end, name=shortened(name.text))


def _twice(name: str, order: Order | Unread) -> Unread:
    said = str(order) if isinstance(order, Unread) else f"[{', '.join(map(write_name, order))}]"
    return Unread(said, Unreadable("unreadable.given-twice", name=write_name(name)))
