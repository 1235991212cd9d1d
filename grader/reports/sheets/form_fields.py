"""A Question and the Solution that it is asked about → the fields in which a page takes its answer.

Nothing here looks at the key: a form has the names in the tree and the author's words, and no more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from string import ascii_lowercase
from typing import Any

from grader.questions import Question
from grader.questions.reading.cuts import written_node
from grader.questions.reading.subtrees import item_texts
from grader.questions.set_comparison import written_list
from grader.solving import Solution
from grader.text.columns import visible
from grader.text.sentences import Say
from grader.tree import Kind
from grader.tree.notation import write_name

MOST_NODES = 400  # a larger tree is told in words: nobody takes in its drawing
INTERVAL_ENDS = {"window": ("alpha", "beta"), "bounds": ("least", "most")}
MOST_ITEMS = 120  # as many boxes as anybody looks through; beyond that one types, or clicks in the drawing


@dataclass(frozen=True, slots=True)
class Item:
    """Something that can be chosen or filled in: as it is shown, and as an answer writes it.

    `node` is the name of the node that it is about, and `children` are what can be chosen next.
    """

    shown: str
    written: str
    node: str = ""
    children: tuple[Item, ...] = ()


@dataclass(frozen=True, slots=True)
class Form:
    """How a question is answered: `widget` names the template that shows it.

    `named` says whether the answer says which node a number belongs to, `bounds` whether `<= 2` will do,
    `several` whether more than one item can be chosen, `none` how an empty answer is written. `marks` says
    what a mark in the drawing means, and `whole` that it stands for all below it too.
    """

    widget: str
    items: tuple[Item, ...] = ()
    named: bool = False
    bounds: bool = False
    several: bool = False
    ends: tuple[str, ...] = ()
    none: str = ""
    marks: str = ""
    whole: bool = False


def form_of(question: Question, solution: Solution, say: Say) -> Form:
    """The fields of a question; one for text where no other fits."""
    return _FORMS.get(question.ask, _words)(question, solution, say)


def _numbers(question: Any, solution: Solution, say: Say) -> Form:
    del say
    bounds = question.as_ == "returned"
    return Form("numbers", _nodes(question.parts(solution)), named=_is_named(question), bounds=bounds)


def _count(question: Any, solution: Solution, say: Say) -> Form:
    del question, solution
    return Form("numbers", (Item(say("sheet-page.number"), ""),))


def _intervals(question: Any, solution: Solution, say: Say) -> Form:
    ends = tuple(say(f"sheet-page.{end}") for end in INTERVAL_ENDS[question.ask])
    return Form("intervals", _nodes(question.parts(solution)), named=_is_named(question), ends=ends)


def _moves(question: Any, solution: Solution, say: Say) -> Form:
    tree = solution.tree
    children = [tree[child] for child in tree.child_indexes(0)]
    items = [
        Item(_move(child.label, child.name, say), write_name(child.move), child.name) for child in children
    ]
    several = question.rule.best == "any"
    return Form("options", tuple(items), several=several) if len(items) <= MOST_ITEMS else Form("words")


def _choice(question: Any, solution: Solution, say: Say) -> Form:
    how = question.in_words(solution, say).splitlines()[-1]
    items = [
        Item(say("choice.option", letter=letter, text=visible(option.text)), letter)
        for letter, option in zip(ascii_lowercase, question.options, strict=False)
    ]
    return Form("options", tuple(items), several=how == say("choice.ask-many"))


def _true_false(question: Any, solution: Solution, say: Say) -> Form:
    del question, solution
    return Form("options", tuple(Item(say(f"sheet-page.{word}"), word) for word in ("true", "false")))


def _pruned(question: Any, solution: Solution, say: Say) -> Form:
    del say
    tree, form = solution.tree, question.as_
    # An edge that nothing leads along is the root's, which has none.
    wanted = {"leaves": _leaves(solution), "edges": range(1, len(tree))}.get(form, range(len(tree)))
    texts = item_texts(form, solution) if form == "edges" else [write_name(name) for name in tree.names]
    items = [Item(_arrow(texts[index]), texts[index], tree.names[index]) for index in wanted]
    return _set(items, solution, "pruned", whole=form == "nodes")


def _visited(question: Any, solution: Solution, say: Say) -> Form:
    del say
    if question.as_ == "set":
        return _set(_nodes(solution.tree.names), solution, "chosen")
    names = solution.tree.names
    return _order([names[index] for index in _leaves(solution)] if question.as_ == "leaves" else names)


def _line(question: Any, solution: Solution, say: Say) -> Form:
    del question, say
    return _order(solution.tree.names)


def _irrelevant(question: Any, solution: Solution, say: Say) -> Form:
    del question, say
    return _set(_nodes(solution.tree.names[index] for index in _leaves(solution)), solution, "chosen")


def _cutoffs(question: Any, solution: Solution, say: Say) -> Form:
    del question, say
    tree = solution.tree
    if len(tree) > MOST_ITEMS:
        return Form("words")
    items = [
        _cut_item(
            tree.names[index],
            tuple(_cut_item(tree.names[child]) for child in tree.child_indexes(index)),
        )
        for index in range(len(tree))
        if tree.kinds[index] is not Kind.LEAF
    ]
    return Form("cuts", tuple(items), none=written_list((), solution))


def _words(question: Any, solution: Solution, say: Say) -> Form:
    del question, solution, say
    return Form("words")


def _set(items: Iterable[Item], solution: Solution, marks: str, *, whole: bool = False) -> Form:
    items = tuple(items)
    shown = items if len(items) <= MOST_ITEMS else ()
    if not shown:
        return Form("order", items, none=written_list((), solution), marks=marks)
    return Form("nodes", shown, several=True, none=written_list((), solution), marks=marks, whole=whole)


def _order(names: Iterable[str]) -> Form:
    return Form("order", _nodes(names), marks="order")


def _nodes(names: Iterable[str]) -> tuple[Item, ...]:
    return tuple(Item(visible(name), write_name(name), name) for name in names)


def _cut_item(name: str, children: tuple[Item, ...] = ()) -> Item:
    return Item(visible(name), written_node(name), name, children)


def _leaves(solution: Solution) -> list[int]:
    return [index for index, kind in enumerate(solution.tree.kinds) if kind is Kind.LEAF]


def _is_named(question: Any) -> bool:
    return isinstance(question.of, tuple)


def _move(label: str | None, name: str, say: Say) -> str:
    if label is None:
        return visible(name)
    return say("sheet-page.move", move=visible(label), node=visible(name))


def _arrow(written: str) -> str:
    return visible(written.replace("->", " → "))


_FORMS: Mapping[str, Callable[[Any, Solution, Say], Form]] = {
    "value": _numbers,
    "count": _count,
    "window": _intervals,
    "bounds": _intervals,
    "best-move": _moves,
    "choice": _choice,
    "true-false": _true_false,
    "pruned": _pruned,
    "visited": _visited,
    "line": _line,
    "irrelevant": _irrelevant,
    "cutoffs": _cutoffs,
}
