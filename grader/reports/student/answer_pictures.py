"""A problem with its answers → pictures: its tree drawn once, and what is laid over it for one student.

Questions share a picture as long as their answers cannot stand in one another's way; which do depends on
the questions alone, so that every student of a class gets the same pictures.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import zip_longest
from typing import NamedTuple, assert_never

from grader.drawing.captions import text_width
from grader.drawing.marks import Marks, Space, marks_of
from grader.drawing.picture import Picture, picture
from grader.drawing.scene import NUMBER_SIZE, SMALL_SIZE
from grader.drawing.svg_overlay import Pill, PillVerdict, draw_pill, draw_solved, layer, pill_width
from grader.memory import remembered, remembered_text
from grader.problems import Problem
from grader.questions import Question
from grader.questions import answer_form as forms
from grader.reports.student.answer_overlay import ORDER_SIGN, Slot, pills_of, slots_of, visit_number
from grader.reports.student.answered_problem import AnsweredProblem, AnsweredQuestion
from grader.solving import Solution
from grader.text.sentences import Say
from grader.tree import Kind, Tree
from grader.tree.notation import write_name

MOST_NODES = 400  # more cannot be taken in on one page, nor sent by mail
VERDICTS: tuple[PillVerdict, ...] = ("right", "carried", "wrong", "missed", "unreadable", "given")


class LayerWords(NamedTuple):
    """What a picture is called: its caption, and its name for somebody who cannot see it."""

    caption: str
    region: str


@dataclass(frozen=True, slots=True)
class Layer:
    """What is laid over the tree in one picture: of which questions, how it is called, as SVG, and in words.

    `verdicts` are those that occur, `corrects` says whether what is right is told beside what is not, and
    `orders` whether numbers are places in an order.
    """

    questions: tuple[AnsweredQuestion, ...]
    called: LayerWords
    drawing: str
    verdicts: tuple[PillVerdict, ...]
    corrects: bool
    orders: bool
    description: str


def base_picture(problem: AnsweredProblem, say: Say) -> Picture | None:
    """The problem's tree, drawn once for all students; None where it is too large, or there is none."""
    is_drawn = problem.problem.has_tree and len(problem.tree) <= MOST_NODES
    return _base(problem.problem, problem.place, say) if is_drawn else None


@remembered
def _base(problem: Problem, place: int, say: Say) -> Picture:
    tree = problem.shown_tree(place)
    return picture(tree, Marks(space=space_for(tree, _forms(problem, place))), say, named=False)


def answer_layers(problem: AnsweredProblem, base: Picture, say: Say) -> tuple[Layer, ...]:
    """The pictures of a problem on which something is laid; where nothing is, the tree once."""
    groups = _groups(problem.problem, problem.place)
    layers = tuple(_layer(problem, group, base, say) for group in groups)
    return tuple(found for found in layers if found.questions) or layers[:1]


def solved_layer(base: Picture, solution: Solution) -> str:
    """What the search finds, as a layer over the same tree."""
    return draw_solved(base.scene, _marks_on(base.tree, solution))


def _marks_on(tree: Tree, solution: Solution) -> Marks:
    """The marks of a solution by the nodes of the whole tree, of which a depth limit may leave out some."""
    marks = marks_of(solution)
    places = [tree.index(name) for name in solution.tree.names]
    return Marks(
        values={places[index]: value for index, value in marks.values.items()},
        cut=frozenset(places[index] for index in marks.cut),
        faded=frozenset(places[index] for index in marks.faded),
        line=frozenset(places[index] for index in marks.line),
    )


def _forms(problem: Problem, place: int) -> list[forms.AnswerForm]:
    """The forms of the answers to all questions."""
    return [_form(asked.question, problem, place) for asked in problem.questions]


def _form(question: Question, problem: Problem, place: int) -> forms.AnswerForm:
    return question.answer_form(problem.solution_for(question, place))


@remembered
def _groups(problem: Problem, place: int) -> tuple[tuple[int, ...], ...]:
    """Which questions share a picture: each goes into the first in which its places are free."""
    tree = problem.trees[place].tree
    return _grouped([slots_of(form, tree) for form in _forms(problem, place)])


def _grouped(slots: Sequence[frozenset[Slot]]) -> tuple[tuple[int, ...], ...]:
    taken: list[tuple[list[int], set[Slot]]] = []
    for place, own in enumerate(slots):
        if not own:
            continue
        group = next((entry for entry in taken if entry[1].isdisjoint(own)), None)
        if group is None:
            group = ([], set())
            taken.append(group)
        group[0].append(place)
        group[1].update(own)
    return tuple(tuple(places) for places, _ in taken) or ((),)


class _Laid(NamedTuple):
    """What is laid over the tree for one answer."""

    drawn: str
    verdicts: frozenset[PillVerdict]
    corrects: bool
    orders: bool
    told: tuple[str, ...]


def _layer(problem: AnsweredProblem, places: Sequence[int], base: Picture, say: Say) -> Layer:
    laid = {place: _laid_for(problem, problem.questions[place], base, say) for place in places}
    found = [entry for entry in laid.values() if entry.drawn]
    questions = tuple(problem.questions[place] for place, entry in laid.items() if entry.drawn)
    verdicts = frozenset[PillVerdict]().union(*(entry.verdicts for entry in found))
    return Layer(
        questions=questions,
        called=_called(problem.problem, problem.number, tuple(one.number for one in questions), say),
        drawing=layer(entry.drawn for entry in found) if found else "",
        verdicts=tuple(verdict for verdict in VERDICTS if verdict in verdicts),
        corrects=any(entry.corrects for entry in found),
        orders=any(entry.orders for entry in found),
        description=say("drawing.space").join(words for entry in found for words in entry.told),
    )


@remembered
def _called(_problem: Problem, number: int, questions: tuple[str, ...], say: Say) -> LayerWords:
    about = "" if questions else "-nothing"
    return LayerWords(
        caption=say(f"overlay.caption{about}", questions=questions),
        region=say(f"overlay.region{about}", number=number, questions=questions),
    )


def _laid_for(problem: AnsweredProblem, entry: AnsweredQuestion, base: Picture, say: Say) -> _Laid:
    """What is laid over the tree for an answer, which another student may have given before."""
    check = entry.check
    shown = tuple(check.parts.items()), check.given is None, check.expected is None, str(check.rule)
    return _laid(entry.question, check.raw or "", shown, base, say, entry=entry, problem=problem)


@remembered_text
def _laid(
    question: Question,
    _raw: str,
    _shown: Hashable,
    base: Picture,
    say: Say,
    *,
    entry: AnsweredQuestion,
    problem: AnsweredProblem,
) -> _Laid:
    pills = pills_of(_form(question, problem.problem, problem.place), entry.check, base.tree)
    return _Laid(
        drawn="".join(draw_pill(base.scene, pill) for pill in pills),
        verdicts=frozenset(pill.verdict for pill in pills),
        corrects=any(pill.expected for pill in pills),
        orders=any(pill.text.startswith(ORDER_SIGN) for pill in pills),
        told=tuple(_told(entry, pills, base.tree, say)),
    )


def _told(entry: AnsweredQuestion, pills: Sequence[Pill], tree: Tree, say: Say) -> Iterator[str]:
    """The same as the picture shows, for somebody who cannot see it."""
    for verdict in VERDICTS:
        items = [_item(pill, tree) for pill in pills if pill.verdict == verdict]
        if items:
            yield say(
                f"overlay.told-{verdict}",
                question=entry.number,
                items=say("list.comma").join(items),
                number=len(items),
            )


def _item(pill: Pill, tree: Tree) -> str:
    name = write_name(tree.names[pill.index])
    return f"{name} ({pill.text})" if pill.text else name


_LONGEST_NUMBER = 12
_LONGEST_NAME = 16


def space_for(
    tree: Tree, answer_forms: Sequence[forms.AnswerForm], numbers: Sequence[str] = ()
) -> dict[int, Space]:
    """The room at every node: for answers in all the forms, and at inner nodes for α, β, v and `numbers`."""
    number = _longest_number(tree, numbers)
    bounds = [max(text_width(f"{sign} {number}", SMALL_SIZE) for sign in "αβ") + 3] * 2
    inside = text_width(number, NUMBER_SIZE)
    lines = _lines(tree, answer_forms, number)
    return {
        index: Space(0.0, tuple(lines.get(index, ())))
        if kind is Kind.LEAF
        else Space(inside, tuple(_widest(lines.get(index, []), bounds)))
        for index, kind in enumerate(tree.kinds)
    }


def _lines(tree: Tree, answer_forms: Sequence[forms.AnswerForm], number: str) -> dict[int, list[float]]:
    """The widths of the lines that answers need at their nodes."""
    lines: dict[int, list[float]] = {}
    for form in answer_forms:
        widths = _widths(form, tree, number)
        for place, index in slots_of(form, tree):
            if place == "node":
                lines[index] = _widest(lines.get(index, []), widths)
    return lines


def _widest(one: Sequence[float], other: Sequence[float]) -> list[float]:
    """Line by line the wider of two."""
    return [max(pair) for pair in zip_longest(one, other, fillvalue=0.0)]


def _widths(form: forms.AnswerForm, tree: Tree, number: str) -> list[float]:
    """How wide the answer at a node may become, and the right one below it."""
    match form:
        case forms.NumberPerNode():  # which may be given as a bound where the search reports one
            return [pill_width(f"≤ {number}")] * 2
        case forms.IntervalPerNode():
            return [pill_width(f"[−∞, {number}]")] * 2
        case forms.NumbersPerNode(labels=labels):
            return [pill_width(f"[{', '.join([number] * len(labels))}]")] * 2
        case forms.CutList():
            return [pill_width(*(f"{write_name(name)[:_LONGEST_NAME]} α" for name in tree.names))] * 2
        case forms.NodeSet(meaning="visited") | forms.NodeOrder():
            return [pill_width(visit_number(len(tree)))]
        case (
            forms.NodeSet() | forms.WindowsPerNode() | forms.ChildOrder() | forms.OneNumber()
            | forms.WindowList() | forms.Options() | forms.Claim() | forms.FreeText() | forms.NumberSet()
            | forms.WrittenTree() | forms.FoundMistake() | forms.OncePerDepth()
        ):  # fmt: skip
            return [pill_width()]
    assert_never(form)


def _longest_number(tree: Tree, numbers: Sequence[str]) -> str:
    """As long a number as is to be expected, judging by the leaves and by whether there is chance."""
    shown = [tree.pretty(leaf.utility) for leaf in tree.leaves if isinstance(leaf.utility, int | Fraction)]
    usual = "−12.25" if tree.in_decimals else "13/12" if tree.has_chance else "−12"
    return max([usual, *shown, *numbers], key=lambda text: text_width(text, SMALL_SIZE))[:_LONGEST_NUMBER]
