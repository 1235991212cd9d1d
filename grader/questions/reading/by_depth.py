"""An answer once for each of some depths → what is said of each: `{1: 11, 2: 10}`, or one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeGuard

from grader.questions.question import Unreadable
from grader.questions.reading.by_node import Unread
from grader.questions.reading.node_names import Names
from grader.questions.reading.phrases import Group, Item, Pair, Phrase, Word, read_answer
from grader.questions.reading.quantities import numerals
from grader.questions.reading.typography import number_of
from grader.text.spelling import shortened

DEPTH_WORDS = frozenset(("at", "to", "depth", "d", "ply", "plies", "round", "level", "深度", "第", "層"))


def read_by_depth(
    text: str, depths: Sequence[str], names: Names, read: Callable[[str, str], Any]
) -> dict[str, Any]:
    """What is said of each depth; a part that cannot be read is an `Unread`. Raises `Unreadable`.

    `read` reads what stands behind a depth, which it is given first.
    """
    found: dict[str, Any] = {}
    for depth, item in _said(text, depths, names):
        if item is None:
            continue
        value = _part(depth, item, text, read) if depth in depths else _no_depth(depth, item, text, depths)
        found[depth] = value if found.get(depth, value) == value else _twice(depth, item, text)
    if all(isinstance(value, Unread) for value in found.values()):
        raise next((value.why for value in found.values()), Unreadable("unreadable.nothing-given"))
    return found


def _said(text: str, depths: Sequence[str], names: Names) -> list[tuple[str, Item | None]]:
    answer = read_answer(text, names.is_exact, apart=True)
    items = list(_opened(answer.items))
    about = [item for item in items if isinstance(item, Pair) and _is_about_depth(item)]
    if about and all(item in about or _is_bare(item, depths) for item in items):
        return [(_depth(item), item.value) for item in about]
    if len(depths) == 1 and items:
        return [(depths[0], Group(tuple(items), items[0].start, items[-1].end))]
    if len(items) != len(depths) and (words := list(_words(items))):
        items = [Phrase((word,)) for word in numerals(words)]
    if len(items) != len(depths) or any(isinstance(item, Pair) for item in items):
        raise Unreadable("depths.which", number=len(depths), text=shortened(text.strip()), depth=depths[0])
    return list(zip(depths, items, strict=True))


def _words(items: Iterable[Item]) -> Iterator[Word]:
    """The words of a row, which may go on over lines; none where anything is in brackets or about a name."""
    lines = [line for item in items for line in (item.items if _is_block(item) else (item,))]
    if all(isinstance(line, Phrase) for line in lines):
        yield from (word for line in lines if isinstance(line, Phrase) for word in line.words)


def _is_block(item: Item) -> TypeGuard[Group]:
    return isinstance(item, Group) and not item.brackets


def _opened(items: Iterable[Item]) -> Iterator[Item]:
    """The items without what stands around pairs: `- 1: 11` on a line, and `d = 1: 11`, are `1: 11`."""
    for item in items:
        if isinstance(item, Group) and item.items and all(map(_is_about_depth, item.items)):
            yield from item.items
        elif isinstance(item, Pair) and _is_depth_word(item.key) and _is_about_depth(item.value):
            yield item.value
        else:
            yield item


def _is_depth_word(phrase: Phrase) -> bool:
    return all(word.text.lower() in DEPTH_WORDS for word in phrase.words)


def _is_about_depth(item: Item | None) -> TypeGuard[Pair]:
    return isinstance(item, Pair) and _depth(item).isdecimal()


def _is_bare(item: Item, depths: Sequence[str]) -> bool:
    """Whether it is a depth behind which nothing stands, as programs write it: `3: null`."""
    return isinstance(item, Phrase) and item.text in depths


def _depth(item: Item) -> str:
    """The number of a depth without the words around it; any other text as it is."""
    assert isinstance(item, Pair)
    words = [number_of(word.text) for word in item.key.words if word.text.lower() not in DEPTH_WORDS]
    return (words[0].lstrip("0") or "0") if len(words) == 1 else item.key.text


def _part(depth: str, item: Item, text: str, read: Callable[[str, str], Any]) -> Any:
    typed = text[item.start : _end(item)]
    try:
        return read(depth, typed)
    except Unreadable as why:
        end = len(typed) if why.end is None else why.end
        moved = Unreadable(why.key, item.start + why.start, item.start + end, **why.parts)
        return Unread(typed, moved.quoting(text).detached() if why.end is not None else moved)


def _end(item: Item) -> int:
    """Where an item ends; lines below each other end with the last of them."""
    if isinstance(item, Group) and not item.brackets and item.items:
        return item.items[-1].end
    return item.end


def _no_depth(depth: str, item: Item, text: str, depths: Sequence[str]) -> Unread:
    parts = {"depth": shortened(depth), "depths": tuple(depths)}
    why = Unreadable("depths.not-asked", item.start, item.end, **parts)
    return Unread(text[item.start : item.end], why)


def _twice(depth: str, item: Item, text: str) -> Unread:
    why = Unreadable("unreadable.given-twice", item.start, item.end, name=depth)
    return Unread(text[item.start : item.end], why)
