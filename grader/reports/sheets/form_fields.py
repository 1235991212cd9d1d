"""A Question and the Solution that it is asked about → the fields in which a page takes its answer.

Nothing here looks at the key: a form has the names in the tree and the author's words, and no more.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, assert_never

from grader.questions import Question
from grader.questions import answer_form as forms
from grader.questions.reading.cuts import written_node
from grader.questions.reading.subtrees import item_texts
from grader.questions.set_comparison import written_list
from grader.solving import Solution
from grader.solving.best_order import children_of
from grader.text.columns import visible
from grader.text.sentences import Say
from grader.tree import Kind
from grader.tree.notation import write_name

MOST_NODES = 400  # a larger tree is told in words: nobody takes in its drawing
MOST_ITEMS = 120  # as many boxes as anybody looks through; beyond that one types, or clicks in the drawing
CORRECTION_PARTS = ("step", "instead")
ANY = "any"  # the script reads every text, since the grader alone knows what can be read


@dataclass(frozen=True, slots=True)
class FormItem:
    """Something that can be chosen or filled in: as it is shown, and as an answer writes it.

    `node` is the name of the node that it is about, and `children` are what can be chosen next.
    """

    shown: str
    written: str
    node: str = ""
    children: tuple[FormItem, ...] = ()


Widget: TypeAlias = Literal[
    "numbers",
    "intervals",
    "windows",
    "nodes",
    "order",
    "orders",
    "remaining",
    "cuts",
    "options",
    "depths",
    "set",
    "words",
    "text",
]


@dataclass(frozen=True, slots=True)
class SheetForm:
    """How a question is answered: `widget` names the template that shows it.

    `named` says whether the answer says which node a number belongs to, `bounds` whether `<= 2` will do,
    `several` whether more than one item can be chosen, `none` how an empty answer is written. `parts` are
    the names under which the answer has its ends. `marks` says what a mark in the drawing means, and `whole`
    that it stands for all below it too. `reader` is what the
    page's script reads an answer with, `unknown` the name of the unknown that the answer is about, and
    `example` is shown where a text is typed in a form of its own. `once` is the form of the answer for one
    depth, where there are several.
    """

    widget: Widget
    items: tuple[FormItem, ...] = ()
    named: bool = False
    bounds: bool = False
    several: bool = False
    ends: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    none: str = ""
    marks: str = ""
    whole: bool = False
    reader: str = ANY
    unknown: str = ""
    example: str = ""
    once: SheetForm | None = None


def form_of(question: Question, solution: Solution, say: Say) -> SheetForm:
    """The fields of a question; one for text where no other fits."""
    form = _fields(question.answer_form(solution), solution, say)
    return replace(form, example=question.example) if form.widget in ("remaining", "text") else form


def _fields(form: forms.AnswerForm, solution: Solution, say: Say) -> SheetForm:  # noqa: C901, PLR0911, PLR0912 - each form
    match form:
        case forms.OneNumber(unknown=unknown) if unknown:
            item = FormItem(visible(unknown), unknown, unknown)
            return SheetForm("numbers", (item,), reader="unknown-number", unknown=unknown)
        case forms.OneNumber(counted):
            return SheetForm(
                "numbers", (FormItem(say("sheet-page.number"), ""),), reader="count" if counted else "number"
            )
        case forms.NumberPerNode(nodes, named, bounds):
            reader = "bound-per-node" if bounds else "number-per-node"
            return SheetForm("numbers", _nodes(nodes), named=named, bounds=bounds, reader=reader)
        case forms.IntervalPerNode(nodes, named, ends, bounds):
            words = tuple(say(f"sheet-page.{end}") for end in ends)
            reader = "known-per-node" if bounds else "interval-per-node"
            return SheetForm("intervals", _nodes(nodes), named=named, ends=words, reader=reader)
        case forms.NumbersPerNode(nodes, named, labels):
            players = tuple(map(visible, labels))
            return SheetForm("intervals", _nodes(nodes), named=named, ends=players, reader="payoffs-per-node")
        case forms.WrittenTree(blanks) if blanks:
            return SheetForm("numbers", _nodes(blanks), named=True, reader="number-per-node")
        case forms.NodeSet():
            return _set(form, solution)
        case forms.NodeOrder(items, path):
            reader = "path" if path else "visited-leaves" if items == "leaves" else "visits"
            return _order(forms.candidates(form, solution.tree), solution, reader)
        case forms.ChildOrder(nodes, named):
            return SheetForm("orders", _parents(nodes, solution), named=named, reader="order-per-node")
        case forms.NumberSet(unknown):
            return SheetForm("set", reader="number-set", unknown=unknown)
        case forms.FoundMistake():
            ends = (say("sheet-page.step"), say("sheet-page.instead"))
            return SheetForm(
                "intervals", (FormItem("", ""),), ends=ends, reader="correction", parts=CORRECTION_PARTS
            )
        case forms.CutList():
            return _cuts(solution)
        case forms.Options():
            return _options(form, say)
        case forms.Claim():
            claims = tuple(FormItem(say(f"sheet-page.{word}"), word) for word in ("true", "false"))
            return SheetForm("options", claims, reader="claim")
        case forms.FreeText():
            return SheetForm("words")
        case forms.OncePerDepth():
            return _once_per_depth(form, solution, say)
        case forms.WindowsPerNode(nodes, named):
            return SheetForm("windows", _nodes(nodes), named=named, reader="windows-per-node")
        case forms.WindowList():
            return SheetForm("windows", none=written_list((), solution), reader="windows")
        case forms.WrittenTree(remaining=True):
            leaves = _nodes(leaf.name for leaf in solution.tree.leaves)
            return SheetForm("remaining", leaves, marks="pruned", reader="remaining-tree")
        case forms.WrittenTree():
            return SheetForm("text", reader="tree")
    assert_never(form)


def _set(form: forms.NodeSet, solution: Solution) -> SheetForm:
    """Boxes to tick, or names to type where there would be too many boxes."""
    tree = solution.tree
    if form.items == "edges":
        texts = item_texts("edges", solution)
        items = tuple(
            FormItem(_arrow(texts[index]), texts[index], tree.names[index])
            for index in forms.candidates(form, tree)
        )
    else:
        items = _nodes(tree.names[index] for index in forms.candidates(form, tree))
    many = len(items) > MOST_ITEMS
    return SheetForm(
        "order" if many else "nodes",
        items,
        several=not many,
        none=written_list((), solution),
        marks="pruned" if form.meaning == "pruned" else "chosen",
        whole=form.whole and not many,
        reader=_SET_READERS.get(form.meaning, "edges" if form.items == "edges" else "nodes"),
    )


_SET_READERS: Mapping[str, str] = {"visited": "visits", "completed": "inner"}


def _order(indexes: Iterable[int], solution: Solution, reader: str) -> SheetForm:
    names = (solution.tree.names[index] for index in indexes)
    return SheetForm("order", _nodes(names), marks="order", reader=reader)


def _cuts(solution: Solution) -> SheetForm:
    tree = solution.tree
    if len(tree) > MOST_ITEMS:
        return SheetForm("words", reader="cuts")
    items = [
        _cut_item(
            tree.names[index],
            tuple(_cut_item(tree.names[child]) for child in tree.child_indexes(index)),
        )
        for index in range(len(tree))
        if tree.kinds[index] is not Kind.LEAF
    ]
    return SheetForm("cuts", tuple(items), none=written_list((), solution), reader="cuts")


def _options(form: forms.Options, say: Say) -> SheetForm:
    shown, reader = (_move, "moves") if form.in_tree else (_lettered, "options")
    if len(form.options) > MOST_ITEMS:
        return SheetForm("words", reader=reader)
    items = tuple(FormItem(shown(option, say), option.written, option.node) for option in form.options)
    return SheetForm("options", items, several=form.several, reader=reader)


def _once_per_depth(form: forms.OncePerDepth, solution: Solution, say: Say) -> SheetForm:
    """Fields for each depth, in a row."""
    once = _fields(form.form, solution, say)
    depths = ((say("sheet-page.depth", depth=depth), str(depth)) for depth in form.depths)
    rows = tuple(FormItem(shown, written, written) for shown, written in depths)
    is_plain = not once.named and once.widget in ("numbers", "intervals")
    row = once if is_plain else SheetForm("depths")
    return replace(row, items=rows, named=True, reader="once-per-depth", once=once)


def _nodes(names: Iterable[str]) -> tuple[FormItem, ...]:
    return tuple(FormItem(visible(name), write_name(name), name) for name in names)


def _parents(names: Iterable[str], solution: Solution) -> tuple[FormItem, ...]:
    """Nodes, each with its children as they stand."""
    tree = solution.tree
    return tuple(replace(item, children=_nodes(children_of(tree, item.node))) for item in _nodes(names))


def _cut_item(name: str, children: tuple[FormItem, ...] = ()) -> FormItem:
    return FormItem(visible(name), written_node(name), name, children)


def _move(option: forms.AnswerOption, say: Say) -> str:
    node = visible(option.node)
    return say("sheet-page.move", move=visible(option.text), node=node) if option.text else node


def _lettered(option: forms.AnswerOption, say: Say) -> str:
    return say("choice.option", letter=option.written, text=visible(option.text))


def _arrow(written: str) -> str:
    return visible(written.replace("->", " → "))
