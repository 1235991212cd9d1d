"""A ProblemSet → key.html: the set with its solutions, for those who mark it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from grader.drawing import draw
from grader.drawing.marks import marks_of
from grader.drawing.svg.picture import Picture, picture
from grader.grading.programs.ready_programs import series_by_rule
from grader.problems import Accepted, Asked, ProblemSet
from grader.reports.inline_figures import figure_address
from grader.reports.key.answer_key import Section, section_title, sections
from grader.reports.key.program_key import TreeSection, program_sections, tree_title
from grader.reports.page_templates import fill
from grader.reports.print_size import fits_on_paper
from grader.reports.record_words import shown_percent
from grader.reports.sheets.blank_sheet import key_in_words, rule_change_in_words, rule_in_words, shown_key
from grader.reports.sheets.form_fields import MOST_NODES
from grader.reports.sheets.sheet_page import shown_text
from grader.text.columns import visible
from grader.text.numbers import exact
from grader.text.sentences import Say, sentences


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
    points = sum(asked.question.points for problem in problems.problems for asked in problem.questions)
    return KeyPage(
        title=visible(problems.title),
        student=visible(student or ""),
        points=say("sheet.points-in-all", number=points),
        due="" if problems.due is None else say("sheet.due", due=str(problems.due)),
        rule=rule_in_words(problems.rule, problems),
        sections=tuple(
            _section(number, section, problems, say)
            if isinstance(section, Section)
            else _tree_section(number, section, problems, say)
            for number, section in enumerate(_in_order(problems, student), 1)
        ),
    )


def _in_order(problems: ProblemSet, student: str | None) -> Iterator[Section | TreeSection]:
    """The sections of the sheet and of programs, in the order of the set."""
    found: list[Section | TreeSection] = [*sections(problems, student), *program_sections(problems)]
    for problem in problems.problems:
        yield from (section for section in found if section.problem is problem)


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


def _tree_section(number: int, section: TreeSection, problems: ProblemSet, say: Say) -> KeySection:
    """One of the trees that programs are run on; what is said of all of them stands at the first."""
    problem, solution = section.problem, section.solution
    tree, marks = solution.tree.without_evaluations(), marks_of(solution)
    first, small = section.tree is problem.trees[0], len(tree) <= MOST_NODES
    return KeySection(
        number=number,
        title=visible(tree_title(section, say)),
        text=shown_text(problem.text) if first else "",
        figure=figure_address(problem.figure) if problem.figure is not None and first else None,
        rule=rule_change_in_words(solution.rule, problems.rule, problems),
        picture=picture(tree, marks, say) if small else None,
        outline=draw(tree, "outline", marks, say) if small else "",
        reasons=tuple(cutoff.why for cutoff in solution.cutoffs_in(say)) if small else (),
        questions=tuple(_answers(section, problems, say)),
    )


def _answers(section: TreeSection, problems: ProblemSet, say: Say) -> Iterator[KeyQuestion]:
    """What a right program answers on the tree, and what a right answer counts there."""
    weight = Fraction(section.tree.weight) / Fraction(sum(tree.weight for tree in section.problem.trees))
    for asked, (name, ask, answer) in zip(section.problem.questions, section.answers, strict=True):
        whole = asked.question.points
        points = whole if asked.question.credit == "all" else exact(weight * whole)
        void = asked.void
        yield KeyQuestion(
            id=name,
            words=say(f"code.ask-{ask}"),
            points=say("sheet.points", number=points),
            answer=visible(answer),
            accepted=tuple(_accepted_on_tree(asked, answer, section, problems, say)),
            void="" if void is None else say(f"grading.void-{void.how}", because=shown_text(void.because)),
        )


def _accepted_on_tree(
    asked: Asked, key: str, section: TreeSection, problems: ProblemSet, say: Say
) -> Iterator[str]:
    """What earns a share because it is right there under another rule."""
    place = section.problem.trees.index(section.tree)
    series = [one for rules in series_by_rule(section.problem)[1:] for one in rules if one.asked is asked]
    for entry, posed in ((one.accepted, one.posed[place]) for one in series):
        answer = shown_key(posed.question, posed.solution)
        if entry is not None and answer != key:
            rule = rule_change_in_words(posed.question.rule, section.solution.rule, problems)
            parts = {"answer": shown_text(answer), "share": shown_percent(entry.credit)}
            yield say("key-page.other-rule", rule=rule, **parts)
            if entry.because:
                yield shown_text(entry.because)


def _question(asked: Asked, section: Section, problems: ProblemSet, say: Say) -> KeyQuestion:
    question, solution, void = asked.question, section.solution, asked.void
    by_hand = question.key(solution) is None
    return KeyQuestion(
        id=question.id,
        words=shown_text(question.in_words(solution, say)),
        points=say("sheet.points", number=question.points),
        answer=None if by_hand else visible(key_in_words(question, solution, say)),
        accepted=tuple(_accepted(asked, section, problems, say)),
        void="" if void is None else say(f"grading.void-{void.how}", because=shown_text(void.because)),
    )


def _accepted(asked: Asked, section: Section, problems: ProblemSet, say: Say) -> Iterator[str]:
    """What else earns a share: another answer, or the answer under another rule."""
    key = key_in_words(asked.question, section.solution, say)
    for entry in (*asked.accept, *section.problem.accept):
        answer = _other_answer(entry, asked, section, say)
        if answer == key:
            continue
        parts = {"answer": shown_text(answer), "share": shown_percent(entry.credit)}
        sentence = "key-page.other-rule" if entry.answer is None else "key-page.other-answer"
        rule = rule_change_in_words(entry.under(section.rule), section.rule, problems)
        yield say(sentence, rule=rule, **parts)
        if entry.because:
            yield shown_text(entry.because)


def _other_answer(entry: Accepted, asked: Asked, section: Section, say: Say) -> str:
    """The answer that is accepted, or what is right under the rule that is."""
    if entry.answer is not None:
        return entry.answer
    rule = entry.under(section.rule)
    solution = section.problem.solution(section.variant, rule)
    return key_in_words(asked.question.with_rule(rule), solution, say)
