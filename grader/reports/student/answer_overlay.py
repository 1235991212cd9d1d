"""A marked answer and its tree → the pills that lay it over the drawing, by the form of the answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal, TypeAlias, assert_never

from grader.drawing.svg_overlay import Pill, PillVerdict, Stroke
from grader.grading import Check
from grader.questions import answer_form as forms
from grader.questions.reading.cuts import Cut, written_cut
from grader.reports.record_words import SIGNS
from grader.text.columns import visible
from grader.text.numbers import NumberError, read_number
from grader.tree import Kind, Tree
from grader.tree.notation import write_name

ORDER_SIGN = "#"

Slot: TypeAlias = tuple[Literal["node", "edge"], int]  # with the index of the node


_NOT_RIGHT: frozenset[PillVerdict] = frozenset(("wrong", "missed", "carried", "unreadable"))
_SIGNS_OF_BOUNDS = {"alpha": "α", "beta": "β", None: ""}
_TYPOGRAPHY = {"<=": "≤", ">=": "≥", "-": "−", "inf": "∞"}


def pills_of(form: forms.AnswerForm, check: Check, tree: Tree) -> list[Pill]:
    """What was answered, laid over the tree, with its verdicts where the check tells them."""
    if check.given is None and not check.parts:
        return []
    return [pill for pill in _pills(form, check, tree) if pill.index >= 0]


def slots_of(form: forms.AnswerForm, tree: Tree) -> frozenset[Slot]:
    """Where any answer in this form might lay something."""
    return frozenset(_slots(form, tree))


def _pills(form: forms.AnswerForm, check: Check, tree: Tree) -> Iterable[Pill]:  # noqa: PLR0911 - each form
    match form:
        case forms.NumberPerNode() | forms.IntervalPerNode() | forms.NumbersPerNode():
            return _by_node(check, tree)
        case forms.WindowsPerNode() | forms.ChildOrder():
            return _verdicts_by_node(check, tree)
        case forms.NodeOrder(path=True):
            return _path(check, tree)
        case forms.NodeSet() | forms.NodeOrder():
            return _named(form, check, tree)
        case forms.Options(in_tree=True):
            return _moves(form, check, tree)
        case forms.CutList():
            return _cuts(check, tree)
        case (
            forms.OneNumber() | forms.WindowList() | forms.Options() | forms.Claim() | forms.FreeText()
            | forms.NumberSet() | forms.WrittenTree() | forms.FoundMistake() | forms.OncePerDepth()
        ):  # fmt: skip
            return ()
    assert_never(form)


def _slots(form: forms.AnswerForm, tree: Tree) -> Iterable[Slot]:
    match form:
        case (
            forms.NumberPerNode(nodes) | forms.IntervalPerNode(nodes) | forms.NumbersPerNode(nodes)
            | forms.WindowsPerNode(nodes) | forms.ChildOrder(nodes)
        ):  # fmt: skip
            return (("node", _index(tree, name)) for name in nodes)
        case forms.NodeOrder(path=True):
            return (("edge", index) for index in range(1, len(tree)))
        case forms.NodeSet(items) | forms.NodeOrder(items):
            return (("edge" if items == "edges" else "node", index) for index in forms.candidates(form, tree))
        case forms.Options(options, in_tree=True):
            return (("edge", _index(tree, option.node)) for option in options)
        case forms.CutList():
            return (("node", index) for index, kind in enumerate(tree.kinds) if kind is not Kind.LEAF)
        case (
            forms.OneNumber() | forms.WindowList() | forms.Options() | forms.Claim() | forms.FreeText()
            | forms.NumberSet() | forms.WrittenTree() | forms.FoundMistake() | forms.OncePerDepth()
        ):  # fmt: skip
            return ()
    assert_never(form)


def _index(tree: Tree, name: str) -> int:
    """The node of that name; -1 where a student named one that is not in the tree."""
    try:
        return tree.index(name)
    except KeyError:
        return -1


def _verdicts(check: Check, given: Iterable[str]) -> Mapping[str, PillVerdict]:
    return check.parts or dict.fromkeys(given, "given")


def _pill(index: int, verdict: PillVerdict, **rest: Any) -> Pill:
    return Pill(index, verdict, SIGNS[verdict], **rest)


def _by_node(check: Check, tree: Tree) -> Iterator[Pill]:
    given, expected = check.given or {}, check.expected or {}
    for name, verdict in _verdicts(check, given).items():
        right = _cell(expected.get(name), tree) if verdict in _NOT_RIGHT else ""
        yield _pill(_index(tree, name), verdict, text=_cell(given.get(name), tree), expected=right)


def _verdicts_by_node(check: Check, tree: Tree) -> Iterator[Pill]:
    """Of answers that are too long to stand at a node, whether they are right."""
    return (
        _pill(_index(tree, name), verdict) for name, verdict in _verdicts(check, check.given or ()).items()
    )


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


def _named(form: forms.NodeSet | forms.NodeOrder, check: Check, tree: Tree) -> Iterator[Pill]:
    """What was named: struck out where the student does so, or with its place where the order counts."""
    given, on_edge = check.given or (), form.items == "edges"
    indexes = _edges(tree) if on_edge else None
    places = (
        {item: visit_number(place) for place, item in enumerate(given, 1)}
        if isinstance(form, forms.NodeOrder)
        else {}
    )
    drawn: Stroke = "" if _is_looked_at(form) else "skipped" if on_edge else "struck"
    for item, verdict in _verdicts(check, given).items():
        index = _index(tree, item) if indexes is None else indexes.get(item, -1)
        struck = "" if verdict == "missed" else drawn
        yield _pill(index, verdict, text=places.get(item, ""), on_edge=on_edge, drawn=struck)


def visit_number(place: int) -> str:
    """The place of a node in an order, which nobody takes for its value."""
    return f"{ORDER_SIGN}{place}"


def _is_looked_at(form: forms.NodeSet | forms.NodeOrder) -> bool:
    return isinstance(form, forms.NodeOrder) or form.meaning in ("visited", "completed")


def _edges(tree: Tree) -> dict[str, int]:
    """The edge above every node but the root, as answers name it."""
    names = list(map(write_name, tree.names))
    return {
        f"{names[parent]}->{names[index]}": index for index, parent in enumerate(tree.parents) if parent >= 0
    }


def _moves(form: forms.Options, check: Check, tree: Tree) -> Iterator[Pill]:
    children = {option.value: _index(tree, option.node) for option in form.options}
    verdicts = _verdicts(check, _several(check.given))
    for move, verdict in verdicts.items():
        yield _pill(children.get(move, -1), verdict, on_edge=True, drawn="way")
    if "wrong" in verdicts.values():
        for move in _several(check.expected):
            yield _pill(children.get(move, -1), "missed", on_edge=True)


def _several(moves: Any) -> list[str]:
    return [moves] if isinstance(moves, str) else list(moves or ())


def _path(check: Check, tree: Tree) -> Iterator[Pill]:
    given = (check.given or [])[1:]
    for name, verdict in _verdicts(check, given).items():
        drawn = "" if verdict == "missed" else "way"
        yield _pill(_index(tree, name), verdict, on_edge=True, drawn=drawn)


def _cuts(check: Check, tree: Tree) -> Iterator[Pill]:
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


def _verdict_of(cut: Cut, check: Check, right: Cut | None) -> PillVerdict:
    """A cut whose bound was left out counts by its place."""
    if not check.parts:
        return "given"
    if cut.bound is None and right is not None and cut[:2] == right[:2]:
        cut = right
    return check.parts.get(written_cut(cut), "wrong")


def _cut_text(cut: Cut | None) -> str:
    return "" if cut is None else f"{cut.after} {_SIGNS_OF_BOUNDS[cut.bound]}".strip()
