"""A ProblemSet → key.html: the set with its solutions, for those who mark it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from grader.columns import visible
from grader.drawing import draw
from grader.drawing.picture import Picture, picture
from grader.drawing.solutions import marks_of
from grader.problems import Accepted, Asked, ProblemSet
from grader.reports.environment import fill
from grader.reports.figures import figure_address
from grader.reports.form import MOST_NODES
from grader.reports.key import Section, section_title, sections
from grader.reports.sheet import rule_change_in_words, rule_in_words, shown_key
from grader.reports.sheet_page import shown_text
from grader.reports.wording import shown_percent
from grader.sentences import Say, sentences


@dataclass(frozen=True, slots=True)
class KeyQuestion:
    """A question with its answer, None where a person marks it, and what else is `accepted`."""

    id: str
    words: str
    points: str
    answer: str | None
    accepted: tuple[str, ...]
    void: str


@dataclass(frozen=True, slots=True)
class KeySection:
    """The questions about one tree under one rule; the picture is None where the tree is too large."""

    number: int
    title: str
    text: str
    figure: str | None
    rule: tuple[str, ...]
    picture: Picture | None
    outline: str
    reasons: tuple[str, ...]
    questions: tuple[KeyQuestion, ...]


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
    points = sum(asked.question.points for problem in problems.problems for asked in problem.questions)
    return KeyPage(
        title=visible(problems.title),
        student=visible(student or ""),
        points=say("sheet.points-in-all", number=points),
        due="" if problems.due is None else say("sheet.due", due=str(problems.due)),
        rule=rule_in_words(problems.rule, problems),
        sections=tuple(
            _section(number, section, problems, say)
            for number, section in enumerate(sections(problems, student), 1)
        ),
    )


def _section(number: int, section: Section, problems: ProblemSet, say: Say) -> KeySection:
    problem, solution = section.problem, section.solution
    tree, marks = solution.tree.without_evaluations(), marks_of(solution)
    return KeySection(
        number=number,
        title=visible(section_title(section, say)),
        text=shown_text(problem.text),
        figure=None if problem.figure is None else figure_address(problem.figure),
        rule=rule_change_in_words(section.rule, problems.rule, problems),
        picture=picture(tree, marks, say) if len(tree) <= MOST_NODES else None,
        outline=draw(tree, "outline", marks, say),
        reasons=tuple(cutoff.why for cutoff in solution.cutoffs_in(say)),
        questions=tuple(_question(asked, section, problems, say) for asked in section.questions),
    )


def _question(asked: Asked, section: Section, problems: ProblemSet, say: Say) -> KeyQuestion:
    question, solution, void = asked.question, section.solution, asked.void
    by_hand = question.key(solution) is None
    return KeyQuestion(
        id=question.id,
        words=shown_text(question.in_words(solution, say)),
        points=say("sheet.points", number=question.points),
        answer=None if by_hand else visible(shown_key(question, solution)),
        accepted=tuple(_accepted(asked, section, problems, say)),
        void="" if void is None else say(f"grading.void-{void.how}", because=shown_text(void.because)),
    )


def _accepted(asked: Asked, section: Section, problems: ProblemSet, say: Say) -> Iterator[str]:
    """What else earns a share: another answer, or the answer under another rule."""
    key = shown_key(asked.question, section.solution)
    for entry in (*asked.accept, *section.problem.accept):
        answer = _other_answer(entry, asked, section)
        if answer == key:
            continue
        parts = {"answer": shown_text(answer), "share": shown_percent(entry.credit)}
        sentence = "key-page.other-rule" if entry.answer is None else "key-page.other-answer"
        rule = rule_change_in_words(entry.under(section.rule), section.rule, problems)
        yield say(sentence, rule=rule, **parts)
        if entry.because:
            yield shown_text(entry.because)


def _other_answer(entry: Accepted, asked: Asked, section: Section) -> str:
    """The answer that is accepted, or what is right under the rule that is."""
    if entry.answer is not None:
        return entry.answer
    rule = entry.under(section.rule)
    return shown_key(asked.question.with_rule(rule), section.problem.solution(section.variant, rule))
