"""An answer about several nodes → what it says about each: `{B: 3, C: 2}`, `B=3, C=2`, `B 3`, or in order."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from grader.questions.question import Unreadable
from grader.questions.reading.node_names import Names, is_and, unknown_node
from grader.questions.reading.phrases import Group, Item, Pair, Phrase, Word, read_answer
from grader.questions.reading.quantities import is_number, numerals
from grader.questions.reading.sentence_words import VALUE_SIGNS, name_at, value_words
from grader.questions.reading.typography import plainly_typed
from grader.text.spelling import shortened
from grader.tree.notation import write_name

PartReader: TypeAlias = Callable[[Item], Any]
_Said: TypeAlias = tuple[Phrase | None, Item | None]  # a name, and what stands behind it


@dataclass(frozen=True, slots=True)
class Unread:
    """What a student gave for one node of several, and why it cannot be read."""

    text: str
    why: Unreadable = field(compare=False, repr=False)

    def __str__(self) -> str:
        return self.text


class _Entry(NamedTuple):
    """A name, and all that stands behind it; no name where an answer begins without one."""

    name: Phrase | None
    items: list[Item]

    @property
    def value(self) -> Item | None:
        if len(self.items) < 2:
            return self.items[0] if self.items else None
        return Group(tuple(self.items), self.items[0].start, self.items[-1].end)


def read_by_node(
    text: str, asked: Sequence[str], names: Names, read: PartReader, no_names: Iterable[str] = ()
) -> dict[str, Any]:
    """What is said about each node, by its name; a part that cannot be read is an `Unread`.

    An answer about one node, or about all in the order in which they were asked, needs no names.
    `no_names` are words that may stand before a colon too. Raises `Unreadable` where nothing can be read.
    """
    answer = read_answer(_without_function(text, names), names.is_exact, apart=True)
    entries = list(_entries(answer.items, names, frozenset(no_names)))
    nameless = bool(entries) and entries[0].name is None
    said = (
        _in_order(entries, asked, text, None if no_names else names)
        if nameless
        else [_named(entry, names, text) for entry in entries]
    )
    found: dict[str, Any] = {}
    for name, item in said:
        if item is not None:
            value = _read(item, read, text, names)
            found[name] = value if found.get(name, value) == value else _twice(name, value)
    if all(isinstance(value, Unread) for value in found.values()):
        raise next((value.why for value in found.values()), Unreadable("unreadable.nothing-given"))
    places = {name: place for place, name in enumerate(asked)}
    return dict(sorted(found.items(), key=lambda entry: places.get(entry[0], len(places))))


_FUNCTION = re.compile(r"(?<![\w'])(v|val|value)([ \t]?+\()([^()]*+)\)", re.IGNORECASE)


def _without_function(text: str, names: Names) -> str:
    """The text, as long as before, where `v(D)` is `D`."""

    def name_alone(found: re.Match[str]) -> str:
        word, opening, name = found.groups()
        if names.is_called(word) or names.find(name.strip(" \"'")) is None:
            return found[0]
        return f"{' ' * len(word + opening)}{name} "

    return _FUNCTION.sub(name_alone, text) if "(" in text else text


def _entries(items: Iterable[Item], names: Names, no_names: frozenset[str]) -> Iterator[_Entry]:
    """What stands behind each name, up to the next one."""
    last: _Entry | None = None
    for item in _opened(items, no_names):
        for name, value in _split(item, names, no_names):
            if last is None or name is not None:
                if last is not None:
                    yield last
                last = _Entry(name, [])
            if value is not None:
                last.items.append(value)
    if last is not None:
        yield last


def _opened(items: Iterable[Item], no_names: frozenset[str]) -> Iterator[Item]:
    """The items, with the pairs in groups that hold nothing else: `- B: 3` on a line of its own is `B: 3`."""
    for item in items:
        if isinstance(item, Group) and all(_is_named(inner, no_names) for inner in item.items):
            yield from item.items
        else:
            yield item


def _is_named(item: Item, no_names: frozenset[str]) -> bool:
    return isinstance(item, Pair) and item.key.text.lower() not in no_names


def _split(item: Item, names: Names, no_names: frozenset[str]) -> Iterator[_Said]:
    """Names and what is said about each; no name where the item goes on with what stands before it."""
    if isinstance(item, Pair):
        loose = item.key.text.lower() in (*no_names, *VALUE_SIGNS) and names.find(item.key.text) is None
        if loose and item.key.text.lower() in VALUE_SIGNS:
            yield None, item.value
            return
        yield (None, item) if loose else (Phrase(value_words(item.key.words, names)), item.value)
    elif isinstance(item, Phrase):
        yield from _in_phrase(value_words(item.words, names), names, no_names)
    else:
        yield None, item


def _in_phrase(words: tuple[Word, ...], names: Names, no_names: frozenset[str]) -> Iterator[_Said]:
    """The names in a phrase and the words behind each: `B 3 C 2` is about two nodes."""
    place = 0
    while place < len(words):
        name = name_at(words, place, names)
        begin = end = place + (len(name.words) if name else 0)
        while end < len(words) and not (end > begin and _starts_anew(words, end, names, no_names)):
            end += 1
        if name is None or (begin == end and is_number(name)):
            yield None, Phrase(words[place:end])
        else:
            yield name, _behind(name, words[begin:end])
        place = end


def _starts_anew(words: tuple[Word, ...], place: int, names: Names, no_names: frozenset[str]) -> bool:
    """Whether what is said about a node is over, because after a number comes a name."""
    word = words[place]
    if word.text.lower() in no_names or is_number(word) or not is_number(words[place - 1]):
        return False
    return name_at(words, place, names) is not None


def _behind(name: Phrase, words: tuple[Word, ...]) -> Phrase | None:
    """What stands behind a name; with the name where a dash may be a minus, and nobody can tell."""
    if words and plainly_typed(words[0].text) == "-":
        return Phrase((*name.words, *words))
    return Phrase(words) if words else None


def _in_order(
    entries: list[_Entry], asked: Sequence[str], text: str, names: Names | None
) -> list[tuple[str, Any]]:
    """What an answer without names says: about the one node, or about all of them in their order.

    With `names`, `and` may stand between two numbers.
    """
    items = entries[0].items
    if len(entries) > 1:
        raise nameless("unreadable.no-name", items[:1], asked, text)
    if len(asked) == 1:
        return [(asked[0], entries[0].value)]
    if len(items) == 1 and isinstance(items[0], Phrase):
        words = [word for word in items[0].words if names is None or not is_and(word, names)]
        items = [Phrase((word,)) for word in numerals(words)]
    if len(items) != len(asked):
        raise nameless("unreadable.which-node", entries[0].items, asked, text)
    return list(zip(asked, items, strict=True))


def nameless(key: str, items: Sequence[Item], asked: Sequence[str], text: str) -> Unreadable:
    """That nobody can tell which node something is about, and how to say it."""
    start, end = items[0].start, items[-1].end
    parts = {"text": shortened(text[start:end]), "number": len(asked), "node": write_name(asked[0])}
    return Unreadable(key, start, end, **parts)


def _named(entry: _Entry, names: Names, text: str) -> tuple[str, Any]:
    """The node's own name, and what is said about it."""
    assert entry.name is not None
    index, value = names.find(entry.name.text), entry.value
    if index is not None:
        return names.tree.names[index], value
    said = "" if value is None else text[value.start : value.end]
    return entry.name.text, Unread(said, unknown_node(entry.name, names))


def _read(item: Item | Unread, read: PartReader, text: str, names: Names) -> Any:
    if isinstance(item, Unread):
        return item
    if isinstance(item, Phrase):
        item = Phrase(value_words(item.words, names))
    try:
        return read(item)
    except Unreadable as why:
        return Unread(text[item.start : item.end], why.quoting(text).detached())


def _twice(name: str, value: Any) -> Unread:
    return Unread(str(value), Unreadable("unreadable.given-twice", name=name))
