"""A problem with its answers → pictures: its tree drawn once, and what is laid over it for one student.

Questions share a picture as long as their answers cannot stand in one another's way; which do depends on
the questions alone, so that every student of a class gets the same pictures.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from grader.drawing.marks import Marks, marks_of
from grader.drawing.svg.picture import Picture, picture
from grader.drawing.svg.svg_overlay import Pill, draw_pill, draw_solved, layer
from grader.grading.memory import Memory
from grader.questions import Question
from grader.questions.answer_form import AnswerForm
from grader.reports.student.answer_overlay import Slot, pills_of, slots_of
from grader.reports.student.answered_problem import AnsweredProblem, AnsweredQuestion
from grader.reports.student.drawing_space import space_for
from grader.solving import Solution
from grader.text.sentences import Say
from grader.tree import Tree
from grader.tree.notation import write_name

MOST_NODES = 400  # more cannot be taken in on one page, nor sent by mail
VERDICTS = ("right", "carried", "wrong", "missed", "unreadable", "given")


@dataclass(frozen=True, slots=True)
class Layer:
    """What is laid over the tree in one picture: of which questions, as SVG, and in words.

    `verdicts` are those that occur, `corrects` says whether what is right is told beside what is not.
    """

    questions: tuple[AnsweredQuestion, ...]
    drawing: str
    verdicts: tuple[str, ...]
    corrects: bool
    description: str


def base_picture(problem: AnsweredProblem, say: Say) -> Picture | None:
    """The problem's tree, drawn once for all students; None where it is too large."""
    if len(problem.tree) > MOST_NODES:
        return None
    kept, wanted = problem.problem.drawn, ("tree", problem.place, say.language)
    if wanted not in kept:
        marks = Marks(space=space_for(problem.tree, _forms(problem)))
        kept[wanted] = picture(problem.tree, marks, say, named=False)
    drawn: Picture = kept[wanted]
    return drawn


def answer_layers(problem: AnsweredProblem, base: Picture, say: Say) -> tuple[Layer, ...]:
    """The pictures of a problem; one without anything laid over it where nothing can be."""
    groups = _groups(problem)
    return tuple(_layer(problem, group, base, say) for group in groups)


def solved_layer(problem: AnsweredProblem, base: Picture, solution: Solution) -> str:
    """What the search finds, as a layer over the same tree; drawn once for all students."""
    kept, wanted = problem.problem.drawn, ("solved", problem.place, solution.rule)
    if wanted not in kept:
        kept[wanted] = draw_solved(base.scene, _marks_on(problem.tree, solution))
    drawn: str = kept[wanted]
    return drawn


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


def _forms(problem: AnsweredProblem) -> list[AnswerForm]:
    """The forms of the answers to all questions."""
    return [_form(asked.question, problem) for asked in problem.problem.questions]


def _form(question: Question, problem: AnsweredProblem) -> AnswerForm:
    return question.answer_form(problem.problem.solution(problem.place, question.rule))


def _groups(problem: AnsweredProblem) -> tuple[tuple[int, ...], ...]:
    """Which questions share a picture: each goes into the first in which its places are free."""
    kept, wanted = problem.problem.drawn, ("groups", problem.place)
    if wanted not in kept:
        kept[wanted] = _grouped([slots_of(form, problem.tree) for form in _forms(problem)])
    groups: tuple[tuple[int, ...], ...] = kept[wanted]
    return groups


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
    verdicts: frozenset[str]
    corrects: bool
    told: tuple[str, ...]


def _layer(problem: AnsweredProblem, places: Sequence[int], base: Picture, say: Say) -> Layer:
    laid = {place: _remembered(problem, problem.questions[place], base, say) for place in places}
    found = [entry for entry in laid.values() if entry.drawn]
    verdicts = frozenset[str]().union(*(entry.verdicts for entry in found))
    return Layer(
        questions=tuple(problem.questions[place] for place, entry in laid.items() if entry.drawn),
        drawing=layer(entry.drawn for entry in found) if found else "",
        verdicts=tuple(verdict for verdict in VERDICTS if verdict in verdicts),
        corrects=any(entry.corrects for entry in found),
        description=say("drawing.space").join(words for entry in found for words in entry.told),
    )


def _remembered(problem: AnsweredProblem, entry: AnsweredQuestion, base: Picture, say: Say) -> _Laid:
    """What is laid over the tree for an answer, which another student may have given before."""
    wanted = ("laid", problem.place, entry.id, say.language)
    memory: Memory = problem.problem.drawn.setdefault(wanted, Memory())
    check = entry.check
    shown = tuple(check.parts.items()), check.given is None, check.expected is None, str(check.rule)
    laid: _Laid = memory.recall(check.raw or "", _laid, entry, problem, base, say, besides=shown)
    return laid


def _laid(entry: AnsweredQuestion, problem: AnsweredProblem, base: Picture, say: Say) -> _Laid:
    pills = pills_of(_form(entry.question, problem), entry.check, base.tree)
    return _Laid(
        drawn="".join(draw_pill(base.scene, pill) for pill in pills),
        verdicts=frozenset(pill.verdict for pill in pills),
        corrects=any(pill.expected for pill in pills),
        told=tuple(_told(entry, pills, base.tree, say)),
    )


def _told(entry: AnsweredQuestion, pills: Sequence[Pill], tree: Tree, say: Say) -> Iterator[str]:
    """The same as the picture shows, for somebody who cannot see it."""
    for verdict in VERDICTS:
        items = [_item(pill, tree) for pill in pills if pill.verdict == verdict]
        if items:
            yield say(f"overlay.told-{verdict}", question=entry.id, items=say("list.comma").join(items))


def _item(pill: Pill, tree: Tree) -> str:
    name = write_name(tree.names[pill.index])
    return f"{name} ({pill.text})" if pill.text else name
