"""A ProblemSet → an exam paper as a LaTeX document, or its key, which compile with pdflatex."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from grader.drawing import draw
from grader.drawing.marks import Marks, marks_of
from grader.drawing.tikz import STYLES, draw_forest, forest_size, unicode_fonts
from grader.grading.ready_questions import Ready, make_ready
from grader.problems import Problem, ProblemSet
from grader.problems.question_name import QuestionName, names_in_problem
from grader.questions import Question
from grader.reports.page_templates import environment, fill_by
from grader.reports.record_words import shown_points
from grader.reports.set_words import (
    errata_in_words,
    key_in_words,
    rule_change_in_words,
    rule_in_words,
    tree_title,
)
from grader.reports.sheets.answer_room import Blank, Tick, room_for, words_on_paper
from grader.rule import Rule
from grader.text.escapes import pdftex_can_set, tex_text
from grader.text.sentences import Say, sentences
from grader.tree import Tree

if TYPE_CHECKING:
    from jinja2 import Environment


_PICTURE = re.compile(r"[A-Za-z0-9][\w.-]*\.(?:pdf|png|jpe?g|svg)", re.ASCII)


class TeX(str):
    """A text that is TeX already."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class PaperQuestion:
    """A question and the place for its answer, which is made of blanks, options or lines.

    `column` is its column in a table of answers; one that a person reads is not `copied` to the last page.
    """

    number: str
    title: str
    column: str
    copied: bool
    words: str
    points: str
    rule: tuple[str, ...]
    blanks: tuple[Blank, ...] = ()
    options: tuple[Tick, ...] = ()
    lines: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PaperProblem:
    """A problem on one of its trees; `figure` is the file of a picture that TeX can include."""

    number: str
    title: str
    points: str
    possible: str
    text: tuple[str, ...]
    figure: TeX
    rule: tuple[str, ...]
    drawings: tuple[Drawing, ...]
    questions: tuple[PaperQuestion, ...]


@dataclass(frozen=True, slots=True)
class Paper:
    """An exam paper, or its key; `page` numbers a page, and `elsewhere` says what cannot be on paper."""

    set: str
    title: str
    key: bool
    student: str
    points: str
    possible: str
    due: str
    rule: tuple[str, ...]
    errata: tuple[str, ...]
    page: TeX
    elsewhere: tuple[str, ...]
    problems: tuple[PaperProblem, ...]

    @property
    def copied(self) -> tuple[PaperQuestion, ...]:
        """The questions whose answers stand again on the last page, from which they are typed."""
        questions = (question for problem in self.problems for question in problem.questions)
        return () if self.key else tuple(question for question in questions if question.copied)


def exam_tex(
    problems: ProblemSet, student: str | None = None, *, key: bool = False, templates: Path | None = None
) -> str:
    """The paper with the student's variants and places for the answers; with `key`, filled in."""
    say = sentences(problems.language)
    written = fill_tex("exam/body.tex", templates, paper=paper(problems, student, key=key), say=say)
    chinese = chinese_font(written)
    body = settable(written, chinese)
    return fill_tex(
        "exam.tex",
        templates,
        body=TeX(body),
        chinese=None if chinese is None else TeX(chinese),
        strange=r"\character{" in body,
        fonts=TeX(unicode_fonts(written)),
        tree_styles=TeX(STYLES),
    )


def paper(problems: ProblemSet, student: str | None = None, *, key: bool = False) -> Paper:
    """The paper with the student's variants; without a student the first of each, on a key all of them."""
    say = sentences(problems.language)
    points = sum(problem.points for problem in problems.on_sheet)
    return Paper(
        set=problems.id,
        title=say("exam.key-title", title=problems.title) if key else problems.title,
        key=key,
        student=student or "",
        points=say("sheet.points-in-all", number=points),
        possible=shown_points(points),
        due=say("sheet.due", due=str(problems.due)) if problems.due and not key else "",
        rule=rule_in_words(problems.rule, problems),
        errata=errata_in_words(problems, say),
        page=_page(say),
        elsewhere=tuple(_elsewhere(problem, say) for problem in problems.by_program),
        problems=tuple(
            _Writer(
                problems, problem.seen_by(student).at(variant), variant, number, key, say
            ).problem_on_paper()
            for number, problem in enumerate(problems.problems, 1)
            if problem.program is None
            for variant in (problem.places(student) if key else (problem.variant(student),))
        ),
    )


def _page(say: Say) -> TeX:
    """The number of a page and that of all pages, which TeX knows."""
    words = tex(say("exam.page", page="@page@", pages="@pages@"))
    return TeX(words.replace("@page@", r"\thepage{}").replace("@pages@", r"\lastpage{}"))


def _elsewhere(problem: Problem, say: Say) -> str:
    """A problem that cannot be on paper."""
    points = say("sheet.points", number=problem.points)
    return say("exam.elsewhere", title=problem.title, points=points, file=problem.code.file)


@dataclass(frozen=True, slots=True)
class _Writer:
    """One problem on one of its trees, and what is needed to write it."""

    problems: ProblemSet
    problem: Problem
    variant: int
    number: int
    key: bool
    say: Say

    def problem_on_paper(self) -> PaperProblem:
        problem, points = self.problem, self.problem.points
        return PaperProblem(
            number=str(self.number),
            title=self.say("exam.problem-title", number=self.number, title=self._title()),
            points=self.say("sheet.points", number=points),
            possible=shown_points(points),
            text=tuple(filter(str.strip, problem.text.splitlines())),
            figure=self._figure(),
            rule=rule_change_in_words(problem.rule, self.problems.rule, self.problems),
            drawings=tuple(self._solved() if self.key else self._blank()),
            questions=tuple(self._questions()),
        )

    def _title(self) -> str:
        return tree_title(self.problem, self.variant, self.say)

    def _figure(self) -> TeX:
        """The picture's file beside the paper; of a drawing that TeX cannot include, the PDF."""
        name = "" if self.problem.figure is None else self.problem.figure.name
        return TeX(re.sub(r"\.svg$", ".pdf", name) if _PICTURE.fullmatch(name) else "")

    def _blank(self) -> Iterator[Drawing]:
        if self.problem.has_tree:
            yield drawing_on_paper(self.problem.shown_tree(self.variant), Marks(), self.say)

    def _solved(self) -> Iterator[Drawing]:
        """The tree under each rule that a question has."""
        solutions = self.problem.solutions(self.variant) or (self.problem.solution(self.variant),)
        for solution in solutions if self.problem.has_tree else ():
            yield drawing_on_paper(
                solution.tree.without_evaluations(),
                marks_of(solution),
                self.say,
                rule=" ".join(self._changes(solution.rule)) if len(solutions) > 1 else "",
                reasons=tuple(cutoff.why for cutoff in solution.cutoffs_in(self.say)),
            )

    def _changes(self, rule: Rule) -> tuple[str, ...]:
        """What a question's rule says other than the problem's."""
        return rule_change_in_words(rule, self.problem.rule, self.problems)

    def _questions(self) -> Iterator[PaperQuestion]:
        rules = make_ready(self.problem, self.variant, self.problems.rule)
        names = names_in_problem(self.problem, self.number, self.say)
        for place, (ready, name) in enumerate(zip(rules[0], names, strict=True)):
            question = ready.question
            changes = self._changes(question.rule)
            room = room_for(question, ready.solution, self.say, key=self.key)
            yield PaperQuestion(
                number=self._question_number(name, question),
                title=name.title,
                column=name.id,
                copied=not question.needs_person,
                words=words_on_paper(question, ready.solution, self.say),
                points=self.say("sheet.points", number=question.points),
                rule=(self.say("sheet.rule-of-question"), *changes) if changes else (),
                blanks=room.blanks,
                options=room.options,
                lines=room.lines,
                remarks=tuple(_remarks([ready_under[place] for ready_under in rules], self.say))
                if self.key
                else (),
            )

    def _question_number(self, name: QuestionName, question: Question) -> str:
        """The number, and the id where the problem's text speaks of the question by its id."""
        named = f"`{question.id}`" in self.problem.text
        return f"{name.number} {question.id}" if named else name.number


def _remarks(rules: Sequence[Ready], say: Say) -> Iterator[str]:
    """What else is accepted, for how much and why, and whether the question was taken out."""
    ready = rules[0]
    void = ready.asked.void
    if void is not None:
        yield say(f"grading.void-{void.how}", because=void.because)
    for other in ready.others:
        shown = ready.question.show(other.given, ready.solution)
        yield from _accepted(shown, other.credit, other.because, say)
    for under in rules[1:]:
        if under.accepted is not None:
            shown = key_in_words(under.question, under.solution, say)
            yield from _accepted(shown, under.accepted.credit, under.accepted.because, say)


def _accepted(shown: str, credit: Fraction, because: str | None, say: Say) -> Iterator[str]:
    yield say("exam.also", answer=shown, share=credit)
    if because is not None:
        yield because


_TEXT_WIDTH, _TEXT_HEIGHT = 470.0, 500.0  # what a drawing may take of a page, in points
_SMALLEST_SCALE = 0.58  # at which names of leaves can still be read
_MOST_NODES = 200  # LaTeX takes long to draw more, and nobody takes them in
_NO_DRAWING = TeX()


@dataclass(frozen=True, slots=True)
class OutlineLine:
    """A node in words, and how far its line is indented."""

    indent: TeX
    words: str


PaperLayout: TypeAlias = Literal["upright", "turned", "words"]


@dataclass(frozen=True, slots=True)
class Drawing:
    """A tree; on a key with what the search does on it and why, and `rule` where there are several.

    As `words` it has an `outline` of the tree, a node on each line.
    """

    layout: PaperLayout
    tree: TeX = _NO_DRAWING
    outline: tuple[OutlineLine, ...] = ()
    rule: str = ""
    reasons: tuple[str, ...] = ()


def drawing_on_paper(
    tree: Tree, marks: Marks, say: Say, *, rule: str = "", reasons: tuple[str, ...] = ()
) -> Drawing:
    """The drawing in the first layout in which it can be read."""
    layout = _layout(tree, marks)
    if layout == "words":
        return Drawing(layout, outline=_outline(tree, marks, say), rule=rule, reasons=reasons)
    return Drawing(layout, TeX(draw_forest(tree, marks)), rule=rule, reasons=reasons)


def _layout(tree: Tree, marks: Marks) -> PaperLayout:
    if len(tree) > _MOST_NODES:
        return "words"
    width, height = forest_size(tree, marks)
    rooms: Mapping[PaperLayout, tuple[float, float]] = {
        "upright": (_TEXT_WIDTH, _TEXT_HEIGHT),
        "turned": (_TEXT_HEIGHT / 0.75, _TEXT_WIDTH),
    }
    scales = {name: min(across / width, down / height) for name, (across, down) in rooms.items()}
    return next((name for name, scale in scales.items() if scale >= _SMALLEST_SCALE), "words")


def _outline(tree: Tree, marks: Marks, say: Say) -> tuple[OutlineLine, ...]:
    return tuple(map(_line, draw(tree, "outline", marks, say).splitlines()))


def _line(line: str) -> OutlineLine:
    words = line.lstrip()
    return OutlineLine(TeX(f"{(len(line) - len(words)) // 2}em"), words)


_BLANKS = re.compile(r"\s+")
_STRANGE = re.compile(r"[^\n -~]")

# The fonts for Chinese that CJKutf8 has, by the characters that each of them has.
_CHINESE = {"bsmi": "big5", "gbsn": "gb2312"}


def fill_tex(name: str, templates: Path | None = None, **data: object) -> str:
    """The template of that name filled in; one of `templates` that is mistaken is an `InputError`."""
    return fill_by(_environment, name, templates, data)


def tex(text: str) -> TeX:
    """A text as TeX sets it, on one line; a bracket at its beginning is no option of what stands before."""
    return TeX("{}" + tex_text(_BLANKS.sub(" ", text)))


def chinese_font(document: str) -> str | None:
    """The font that has most of the Chinese characters of a document, if it has any."""
    wide = {character for character in document if unicodedata.east_asian_width(character) in "WF"}
    has = {font: sum(_is_in(character, code) for character in wide) for font, code in _CHINESE.items()}
    best = max(has, key=lambda font: has[font])
    return best if has[best] else None


def settable(document: str, font: str | None) -> str:
    """The same document, in which pdfLaTeX has every character, or shows its number instead."""

    def shown(found: re.Match[str]) -> str:
        character = found[0]
        if pdftex_can_set(character) or (font is not None and _is_in(character, _CHINESE[font])):
            return character
        number = f"{ord(character):04X}"
        hidden = unicodedata.category(character)[0] in "CZ"
        return rf"\codepoint{{{number}}}" if hidden else rf"\character{{{number}}}{{{character}}}"

    return _STRANGE.sub(shown, document)


@cache
def _environment(templates: Path | None) -> Environment:
    return environment(templates).overlay(
        block_start_string="<%", block_end_string="%>", variable_start_string="<<", variable_end_string=">>",
        comment_start_string="<%#", comment_end_string="%>", finalize=_finalized,
    )  # fmt: skip


def _finalized(value: object) -> str:
    return value if isinstance(value, TeX) else tex(str(value))


def _is_in(character: str, code: str) -> bool:
    if character < "\u2000":
        return False
    try:
        return bool(character.encode(code))
    except UnicodeEncodeError:
        return False
