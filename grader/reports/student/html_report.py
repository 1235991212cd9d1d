"""StudentPage → report.html: one file that needs nothing else."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from grader.drawing.picture import Picture
from grader.drawing.svg_overlay import PillVerdict
from grader.memory import remembered
from grader.problems import Problem, ProblemSet
from grader.reports.page_templates import fill
from grader.reports.practice.idea_practice import named_practice
from grader.reports.set_words import rule_change_in_words
from grader.reports.student.answer_pictures import (
    MOST_NODES,
    VERDICTS,
    Layer,
    answer_layers,
    base_picture,
    solved_layer,
)
from grader.reports.student.answered_problem import AnsweredProblem, AnsweredQuestion
from grader.reports.student.run_pictures import DrawnRun, drawn_runs
from grader.reports.student.search_drawings import (
    DrawnOwnSearch,
    counterexample_picture,
    own_search,
    own_search_picture,
)
from grader.reports.student.search_steps import SearchWalk, walk
from grader.reports.student.student_page import StudentPage
from grader.solving import Solution
from grader.solving.counterexample import Counterexample
from grader.text.sentences import Say

MOST_BYTES = 300_000  # of a page that opens at once, also from a mail
MOST_OPEN = 6  # questions with what is said of them: a page of more is long on a phone


@dataclass(frozen=True, slots=True)
class DrawnSearch:
    """A search to walk through: the rule where it is not the problem's own, what it finds, and its steps."""

    rule: tuple[str, ...]
    solved: str
    walk: SearchWalk
    solution: Solution


class DrawnExample(NamedTuple):
    """A counterexample as it is drawn: whole, or with what does not change folded; the first one `opens`."""

    picture: Picture
    folded: bool
    opens: bool


@dataclass(frozen=True, slots=True)
class Drawn:
    """What is drawn for one problem; `base` is None where its tree is too large.

    `counterexamples` are by the number of the question, and so are a student's `own_searches`.
    """

    base: Picture | None
    layers: tuple[Layer, ...]
    searches: tuple[DrawnSearch, ...]
    counterexamples: dict[str, DrawnExample]
    own_searches: dict[str, DrawnOwnSearch]

    @property
    def verdicts(self) -> tuple[PillVerdict, ...]:
        """The verdicts that occur in any layer, for a legend."""
        found = {verdict for layer in self.layers for verdict in layer.verdicts}
        return tuple(verdict for verdict in VERDICTS if verdict in found)

    @property
    def legend(self) -> tuple[str, ...]:
        """What decides which words stand below the picture."""
        signs = ("corrects" if self.corrects else "", "orders" if self.orders else "")
        return *self.verdicts, *signs

    @property
    def corrects(self) -> bool:
        """Whether a layer tells what is right beside what is not."""
        return any(layer.corrects for layer in self.layers)

    @property
    def orders(self) -> bool:
        """Whether a layer has numbers that are places in an order."""
        return any(layer.orders for layer in self.layers)


def report_html(page: StudentPage, templates: Path | None = None) -> str:
    """The page filled into the template `report.html`; it has trees to practise on as long as it is small."""
    data = page_data(page)
    filled = fill("report.html", templates, **data)
    if data["practice"] and len(filled.encode()) > MOST_BYTES:
        return fill("report.html", templates, **data | {"practice": {}})
    return filled


def page_data(page: StudentPage) -> dict[str, Any]:
    """What the template gets: the page, its sentences, what is open and drawn, and practice."""
    if page.is_unreadable:
        return {"page": page, "say": page.say, "drawn": {}, "opens": frozenset(), "practice": {}}
    first = next(_with_counterexample(page), None)
    drawn: dict[str, Drawn | dict[str, DrawnRun]] = {
        problem.id: drawn_runs(problem, page.say) if problem.by_program else _drawn(problem, page, first)
        for problem in page.everything
    }
    practice = named_practice(page.grade, page.asked, page.say)
    return {"page": page, "say": page.say, "drawn": drawn, "opens": _opens(page), "practice": practice}


def _opens(page: StudentPage) -> frozenset[str]:
    """The questions that are open at first: what lost points, of a long page that of its first problems.

    A problem that is wholly right is folded itself.
    """
    found = [question.number for problem in page.right for question in problem.questions]
    room = MOST_OPEN
    for problem in page.open:
        lost = [question.number for question in problem.questions if question.verdict != "right"]
        if len(lost) > room < MOST_OPEN:
            break
        found += lost
        room -= len(lost)
    return frozenset(found)


def _with_counterexample(page: StudentPage) -> Iterator[str]:
    """The numbers of the questions that have one, in the order of the report."""
    for problem in page.open:
        for question in problem.questions if len(problem.tree) <= MOST_NODES else ():
            if question.counterexample is not None and question.counterexample.solution is not None:
                yield question.number


def _drawn(problem: AnsweredProblem, page: StudentPage, first: str | None) -> Drawn:
    base = base_picture(problem, page.say)
    return Drawn(
        base=base,
        layers=() if base is None else answer_layers(problem, base, page.say),
        searches=tuple(_searches(problem, base, page)),
        counterexamples=dict(_counterexamples(problem, first, page.say)),
        own_searches=dict(_own_searches(problem, page.say)),
    )


def _searches(problem: AnsweredProblem, base: Picture | None, page: StudentPage) -> Iterator[DrawnSearch]:
    """The searches that may be shown; each is made once for all students."""
    for solution in problem.searches:
        yield _search(solution, problem.problem, base, page.say, asked=page.asked)


@remembered
def _search(
    solution: Solution, problem: Problem, base: Picture | None, say: Say, *, asked: ProblemSet
) -> DrawnSearch:
    return DrawnSearch(
        rule=rule_change_in_words(solution.rule, problem.rule, asked),
        solved="" if base is None else solved_layer(base, solution),
        walk=walk(solution, None if base is None else base.scene, say),
        solution=solution,
    )


def _counterexamples(
    problem: AnsweredProblem, first: str | None, say: Say
) -> Iterator[tuple[str, DrawnExample]]:
    for question in problem.questions if len(problem.tree) <= MOST_NODES else ():
        if (found := _counterexample(problem, question, say)) is not None:
            folded = len(found.tree) < len(problem.tree)
            yield question.number, DrawnExample(found, folded, opens=question.number == first)


def _own_searches(problem: AnsweredProblem, say: Say) -> Iterator[tuple[str, DrawnOwnSearch]]:
    for question in problem.questions:
        if (own := own_search(problem, question)) is not None:
            yield question.number, own_search_picture(own, say)


def _counterexample(problem: AnsweredProblem, question: AnsweredQuestion, say: Say) -> Picture | None:
    """The tree on which the answer shows to be wrong; many students need the same one."""
    example = question.counterexample
    if example is None or example.solution is None:
        return None
    told = example.leaf, tuple(example.changed.items()), example.utilities, example.solution.rule
    return _example_picture(problem.problem, problem.place, told, say, example=example)


@remembered
def _example_picture(
    _problem: Problem, _place: int, _told: Hashable, say: Say, *, example: Counterexample
) -> Picture:
    assert example.solution is not None
    return counterexample_picture(example, example.solution, say)
