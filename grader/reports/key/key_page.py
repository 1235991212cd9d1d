"""A ProblemSet → key.html: the set with its solutions, for those who mark it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from grader.drawing import draw
from grader.drawing.marks import marks_of
from grader.drawing.picture import Picture, fits_on_paper, picture
from grader.problems import Asked, ProblemSet
from grader.problems.question_name import QuestionName
from grader.reports.author_content import figure_address
from grader.reports.key.answer_key import SolvedTree, search_reasons, sections
from grader.reports.page_templates import fill
from grader.reports.set_words import rule_change_in_words, rule_in_words, tree_title
from grader.reports.sheets.form_fields import MOST_NODES
from grader.reports.sheets.sheet_page import shown_text
from grader.text.columns import visible
from grader.text.numbers import exact
from grader.text.sentences import Say, sentences


@dataclass(frozen=True, slots=True)
class KeyQuestion:
    """A question with its answer, None where a person marks it, and what else is `accepted`."""

    name: QuestionName
    words: str
    points: str
    answer: str | None
    reasons: tuple[str, ...]
    accepted: tuple[str, ...]
    void: str


@dataclass(frozen=True, slots=True)
class KeySection:
    """The questions about one tree under one rule; the picture is None where the tree is too large.

    The outline is empty where a program is run on a tree that nobody would read through.
    """

    number: int
    title: str
    text: str
    figure: str | None
    rule: tuple[str, ...]
    picture: Picture | None
    outline: str
    reasons_title: str
    reasons: tuple[str, ...]
    questions: tuple[KeyQuestion, ...]

    @property
    def on_paper(self) -> bool:
        """Whether the drawing is printed, too."""
        return fits_on_paper(self.picture)


@dataclass(frozen=True, slots=True)
class KeyPage:
    """The page: `student` is empty where it has every variant."""

    title: str
    student: str
    points: str
    due: str
    rule: tuple[str, ...]
    sections: tuple[KeySection, ...]


def key_html(problems: ProblemSet, student: str | None = None, templates: Path | None = None) -> str:
    """The key as a page, of every variant, or of those that the student has."""
    return fill("key.html", templates, say=sentences(problems.language), page=key_page(problems, student))


def key_page(problems: ProblemSet, student: str | None = None) -> KeyPage:
    """What the template `key.html` is filled in with."""
    say = sentences(problems.language)
    return KeyPage(
        title=visible(problems.title),
        student=visible(student or ""),
        points=say("sheet.points-in-all", number=problems.points),
        due="" if problems.due is None else say("sheet.due", due=str(problems.due)),
        rule=rule_in_words(problems.rule, problems),
        sections=tuple(
            _section(number, section, problems, say)
            for number, section in enumerate(sections(problems, student), 1)
        ),
    )


def _section(number: int, section: SolvedTree, problems: ProblemSet, say: Say) -> KeySection:
    """A solved tree; what is said of all the trees that a program is run on stands at the first of them."""
    problem, solution = section.problem, section.solution
    tree, marks = solution.tree.without_evaluations(), marks_of(solution)
    small = len(tree) <= MOST_NODES
    first = not problem.program or section.place == 0
    names = section.names(say)
    read = problem.has_tree and (not problem.program or small)
    return KeySection(
        number=number,
        title=f"{section.number}. {visible(tree_title(problem, section.place, say))}",
        text=shown_text(problem.text) if first else "",
        figure=figure_address(problem.figure) if problem.figure is not None and first else None,
        rule=rule_change_in_words(solution.rule, problems.rule, problems),
        picture=picture(tree, marks, say, named=False) if small and problem.has_tree else None,
        outline=draw(tree, "outline", marks, say) if read else "",
        reasons_title=say("key-page.cases" if solution.is_open else "key-page.reasons"),
        reasons=search_reasons(solution, say) if read else (),
        questions=tuple(
            _question(asked, section, names[asked.question.id], problems, say) for asked in section.questions
        ),
    )


def _question(
    asked: Asked, section: SolvedTree, name: QuestionName, problems: ProblemSet, say: Say
) -> KeyQuestion:
    question, void = asked.question, asked.void
    key = section.key_in_words(asked, question.rule, say)
    return KeyQuestion(
        name=name,
        words=shown_text(section.problem.in_words(question, section.place, say)),
        points=say("sheet.points", number=_points(asked, section)),
        answer=None if key is None else visible(key),
        reasons=section.key_reasons(asked, say),
        accepted=tuple(section.others_in_words(asked, problems, say)),
        void="" if void is None else say(f"grading.void-{void.how}", because=shown_text(void.because)),
    )


def _points(asked: Asked, section: SolvedTree) -> int | Fraction:
    """What a right answer counts; of a program, on this tree."""
    points = asked.question.points
    if not section.problem.program or asked.question.credit == "all":
        return points
    return exact(points * Fraction(section.tree.weight) / sum(tree.weight for tree in section.problem.trees))
