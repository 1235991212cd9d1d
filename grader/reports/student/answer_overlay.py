"""A marked answer and its tree → the pills that lay it over the drawing, by the kind of its question."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple, TypeAlias

from grader.drawing.svg.svg_overlay import Pill
from grader.grading import Check
from grader.questions import AboutNodes, Question
from grader.questions.reading.cuts import Cut, written_cut
from grader.reports.verdict_signs import SIGNS
from grader.text.columns import visible
from grader.text.numbers import NumberError, read_number
from grader.tree import Kind, Tree
from grader.tree.notation import write_name

Slot: TypeAlias = tuple[str, int]  # `node` or `edge`, and the index of the node

_GIVEN = "given"  # the verdict of what may not be judged yet
_NOT_RIGHT = frozenset(("wrong", "missed", "carried", "unreadable"))
_SIGNS_OF_BOUNDS = {"alpha": "α", "beta": "β", None: ""}
_TYPOGRAPHY = {"<=": "≤", ">=": "≥", "-": "−", "inf": "∞"}


def pills_of(question: Question, check: Check, tree: Tree) -> list[Pill]:
    """What was answered, laid over the tree, with its verdicts where the check tells them."""
    lay = _LAID.get(question.ask)
    if lay is None or (check.given is None and not check.parts):
        return []
    return [pill for pill in lay.pills(question, check, tree) if pill.index >= 0]


def slots_of(question: Question, tree: Tree) -> frozenset[Slot]:
    """Where any answer to the question might lay something."""
    lay = _LAID.get(question.ask)
    return frozenset() if lay is None else frozenset(lay.slots(question, tree))


def asked_nodes(question: AboutNodes, tree: Tree) -> list[int]:
    """The nodes that the question asks about."""
    names = (question.of,) if isinstance(question.of, str) else question.of or (tree.names[0],)
    return [_index(tree, name) for name in names]


class _Laid(NamedTuple):
    """How the answers to a kind of question are laid over a tree."""

    slots: Callable[[Any, Tree], Iterable[Slot]]
    pills: Callable[[Any, Check, Tree], Iterator[Pill]]


def _index(tree: Tree, name: str) -> int:
    """The node of that name; -1 where a student named one that is not in the tree."""
    try:
        return tree.index(name)
    except KeyError:
        return -1


def _verdicts(check: Check, given: Iterable[str]) -> Mapping[str, str]:
    return check.parts or dict.fromkeys(given, _GIVEN)


def _pill(index: int, verdict: str, **rest: Any) -> Pill:
    return Pill(index, verdict, SIGNS[verdict], **rest)


def _slots_of_nodes(question: AboutNodes, tree: Tree) -> Iterator[Slot]:
    return (("node", index) for index in asked_nodes(question, tree))


def _by_node(_question: AboutNodes, check: Check, tree: Tree) -> Iterator[Pill]:
    given, expected = check.given or {}, check.expected or {}
    for name, verdict in _verdicts(check, given).items():
        right = _cell(expected.get(name), tree) if verdict in _NOT_RIGHT else ""
        yield _pill(_index(tree, name), verdict, text=_cell(given.get(name), tree), expected=right)


def _cell(value: Any, tree: Tree) -> str:
    """An answer about a node, as JSON holds it, in few signs."""
    if value is None:
        return ""
    if isinstance(value, list):
        return f"[{', '.join(_cell(part, tree) for part in value)}]"
    try:
        return tree.pretty(read_number(str(value)))
    except NumberError:
        text = visible(str(value))
        for plain, sign in _TYPOGRAPHY.items():
            text = text.replace(plain, sign)
        return text


def _slots_of_items(question: Any, tree: Tree) -> Iterator[Slot]:
    form = getattr(question, "as_", "leaves")
    place = "edge" if form == "edges" else "node"
    only_leaves = form == "leaves"
    return ((place, index) for index, kind in enumerate(tree.kinds) if not only_leaves or kind is Kind.LEAF)


def _items(question: Any, check: Check, tree: Tree) -> Iterator[Pill]:
    """What was named as pruned or irrelevant: struck out where the student does so."""
    on_edge = getattr(question, "as_", "leaves") == "edges"
    indexes = _edges(tree) if on_edge else None
    for item, verdict in _verdicts(check, check.given or ()).items():
        index = _index(tree, item) if indexes is None else indexes.get(item, -1)
        drawn = "" if verdict == "missed" else "skipped" if on_edge else "struck"
        yield _pill(index, verdict, on_edge=on_edge, drawn=drawn)


def _edges(tree: Tree) -> dict[str, int]:
    """The edge above every node but the root, as answers name it."""
    names = list(map(write_name, tree.names))
    return {
        f"{names[parent]}->{names[index]}": index for index, parent in enumerate(tree.parents) if parent >= 0
    }


def _visits(question: Any, check: Check, tree: Tree) -> Iterator[Pill]:
    """What was named as visited, with its place where the order counts."""
    given = check.given or []
    places = {} if question.as_ == "set" else {name: str(place) for place, name in enumerate(given, 1)}
    for name, verdict in _verdicts(check, given).items():
        yield _pill(_index(tree, name), verdict, text=places.get(name, ""))


def _slots_of_moves(_question: Question, tree: Tree) -> Iterator[Slot]:
    return (("edge", index) for index in tree.child_indexes(0))


def _moves(_question: Question, check: Check, tree: Tree) -> Iterator[Pill]:
    children = {tree[child].move: child for child in tree.child_indexes(0)}
    verdicts = _verdicts(check, _several(check.given))
    for move, verdict in verdicts.items():
        yield _pill(children.get(move, -1), verdict, on_edge=True, drawn="way")
    if "wrong" in verdicts.values():
        for move in _several(check.expected):
            yield _pill(children.get(move, -1), "missed", on_edge=True)


def _several(moves: Any) -> list[str]:
    return [moves] if isinstance(moves, str) else list(moves or ())


def _slots_of_edges(_question: Question, tree: Tree) -> Iterator[Slot]:
    return (("edge", index) for index in range(1, len(tree)))


def _line(_question: Question, check: Check, tree: Tree) -> Iterator[Pill]:
    given = (check.given or [])[1:]
    for name, verdict in _verdicts(check, given).items():
        drawn = "" if verdict == "missed" else "way"
        yield _pill(_index(tree, name), verdict, on_edge=True, drawn=drawn)


def _slots_of_cuts(_question: Question, tree: Tree) -> Iterator[Slot]:
    return (("node", index) for index, kind in enumerate(tree.kinds) if kind is not Kind.LEAF)


def _cuts(_question: Question, check: Check, tree: Tree) -> Iterator[Pill]:
    """A pill at each node where the search is said to stop, or does: after which child, by which bound."""
    given = [_cut(record) for record in check.given or ()]
    right = {cut.at: cut for cut in map(_cut, check.expected or ())}
    for cut in given:
        verdict = _verdict_of(cut, check, right.get(cut.at))
        expected = right.get(cut.at) if verdict in _NOT_RIGHT else None
        yield _pill(_index(tree, cut.at), verdict, text=_cut_text(cut), expected=_cut_text(expected))
    named = {cut.at for cut in given}
    if check.parts:
        for at, cut in right.items():
            if at not in named:
                yield _pill(_index(tree, at), "missed", expected=_cut_text(cut))


def _cut(record: Mapping[str, str]) -> Cut:
    return Cut(record["at"], record["after"], record.get("bound"))


def _verdict_of(cut: Cut, check: Check, right: Cut | None) -> str:
    """A cut whose bound was left out counts by its place."""
    if not check.parts:
        return _GIVEN
    if cut.bound is None and right is not None and cut[:2] == right[:2]:
        cut = right
    return check.parts.get(written_cut(cut), "wrong")


def _cut_text(cut: Cut | None) -> str:
    return "" if cut is None else f"{cut.after} {_SIGNS_OF_BOUNDS[cut.bound]}".strip()


_LAID: Mapping[str, _Laid] = {
    "value": _Laid(_slots_of_nodes, _by_node),
    "window": _Laid(_slots_of_nodes, _by_node),
    "bounds": _Laid(_slots_of_nodes, _by_node),
    "best-move": _Laid(_slots_of_moves, _moves),
    "line": _Laid(_slots_of_edges, _line),
    "pruned": _Laid(_slots_of_items, _items),
    "irrelevant": _Laid(_slots_of_items, _items),
    "visited": _Laid(_slots_of_items, _visits),
    "cutoffs": _Laid(_slots_of_cuts, _cuts),
}
