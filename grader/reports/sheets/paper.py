"""A ProblemSet → a Paper: what stands on an exam paper or on its key, from top to bottom."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from string import ascii_lowercase

from grader.drawing.marks import Marks, marks_of
from grader.grading.ready_questions import Ready, make_ready
from grader.problems import Problem, ProblemSet
from grader.questions import AboutNodes, Question
from grader.questions.kinds.choice import Choice
from grader.questions.kinds.true_false import TrueFalse
from grader.reports.record_words import shown_points
from grader.reports.sheets.blank_sheet import key_in_words, rule_change_in_words, rule_in_words, shown_key
from grader.reports.sheets.form_fields import INTERVAL_ENDS
from grader.reports.sheets.paper_drawing import Drawing, drawing
from grader.reports.tex_templates import TeX
from grader.rule import Rule
from grader.solving import Solution
from grader.text.numbers import show_number
from grader.text.sentences import Say, sentences
from grader.tree.notation import write_name

_PICTURE = re.compile(r"[A-Za-z0-9][\w.-]*\.(?:pdf|png|jpe?g|svg)", re.ASCII)

# How many lines there are for an answer: at least so many, and one more for so many nodes of the tree.
_LINES = {
    "line": (1, 60), "pruned": (1, 40), "visited": (1, 25), "cutoffs": (2, 20), "irrelevant": (1, 40),
    "manual": (8, 10_000),
}  # fmt: skip
_SHORT = frozenset(("best-move", "count"))


@dataclass(frozen=True, slots=True)
class Blank:
    """A short place for an answer, and what stands before it; the answer is empty but on a key."""

    label: str
    answer: str = ""


@dataclass(frozen=True, slots=True)
class Tick:
    """An option with a box; on a key the right ones are ticked, and the feedback stands below."""

    text: str
    ticked: bool = False
    feedback: str = ""


@dataclass(frozen=True, slots=True)
class PaperQuestion:
    """A question and the place for its answer, which is made of blanks, options or lines."""

    number: str
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
    """An exam paper, or its key."""

    title: str
    key: bool
    student: str
    points: str
    possible: str
    due: str
    rule: tuple[str, ...]
    problems: tuple[PaperProblem, ...]


def paper(problems: ProblemSet, student: str | None = None, *, key: bool = False) -> Paper:
    """The paper with the student's variants; without a student the first of each, on a key all of them."""
    say = sentences(problems.language)
    points = sum(map(_points, problems.on_sheet))
    return Paper(
        title=say("exam.key-title", title=problems.title) if key else problems.title,
        key=key,
        student=student or "",
        points=say("sheet.points-in-all", number=points),
        possible=shown_points(points),
        due=say("sheet.due", due=str(problems.due)) if problems.due and not key else "",
        rule=rule_in_words(problems.rule, problems),
        problems=tuple(
            _Writer(problems, problem, variant, number, key, say).problem_on_paper()
            for number, problem in enumerate(problems.on_sheet, 1)
            for variant in _variants(problem, student, key=key)
        ),
    )


def _points(problem: Problem) -> int | Fraction:
    return sum(asked.question.points for asked in problem.questions)


def _variants(problem: Problem, student: str | None, *, key: bool) -> Sequence[int]:
    return range(len(problem.trees)) if key and student is None else (problem.variant(student),)


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
        problem, points = self.problem, _points(self.problem)
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
        title, of = self.problem.title or self.problem.id, len(self.problem.trees)
        if of == 1 or not self.key:
            return title
        return self.say("key.variant", title=title, number=self.variant + 1, of=of)

    def _figure(self) -> TeX:
        """The picture's file beside the paper; of a drawing that TeX cannot include, the PDF."""
        name = "" if self.problem.figure is None else self.problem.figure.name
        return TeX(re.sub(r"\.svg$", ".pdf", name) if _PICTURE.fullmatch(name) else "")

    def _blank(self) -> Iterator[Drawing]:
        yield drawing(self.problem.trees[self.variant].tree, Marks(), self.say)

    def _solved(self) -> Iterator[Drawing]:
        """The tree under each rule that a question has."""
        rules = tuple(dict.fromkeys(asked.question.rule for asked in self.problem.questions))
        for rule in rules or (self.problem.rule,):
            solution = self.problem.solution(self.variant, rule)
            yield drawing(
                solution.tree.without_evaluations(),
                marks_of(solution),
                self.say,
                rule=" ".join(self._changes(rule)) if len(rules) > 1 else "",
                reasons=tuple(cutoff.why for cutoff in solution.cutoffs_in(self.say)),
            )

    def _changes(self, rule: Rule) -> tuple[str, ...]:
        """What a question's rule says other than the problem's."""
        return rule_change_in_words(rule, self.problem.rule, self.problems)

    def _questions(self) -> Iterator[PaperQuestion]:
        rules = make_ready(self.problem, self.variant, self.problems.rule)
        for place, ready in enumerate(rules[0]):
            question = ready.question
            changes = self._changes(question.rule)
            yield PaperQuestion(
                number=self._question_number(place + 1, question),
                words=_words(question, ready.solution, self.say),
                points=self.say("sheet.points", number=question.points),
                rule=(self.say("sheet.rule-of-question"), *changes) if changes else (),
                blanks=tuple(_blanks(question, ready.solution, self.say, key=self.key)),
                options=tuple(_options(question, self.say, key=self.key)),
                lines=tuple(_lines(question, ready.solution, self.say, key=self.key)),
                remarks=tuple(_remarks([ready_under[place] for ready_under in rules], self.say))
                if self.key
                else (),
            )

    def _question_number(self, number: int, question: Question) -> str:
        """The number, and the name where the problem's text speaks of the question by its name."""
        named = f"`{question.id}`" in self.problem.text
        return f"{self.number}.{number} {question.id}" if named else f"{self.number}.{number}"


def _words(question: Question, solution: Solution, say: Say) -> str:
    if not isinstance(question, Choice):
        return question.in_words(solution, say)
    how = say("exam.tick-one" if len(question.key(solution)) == 1 else "exam.tick-many")
    return say("exam.choice", text=question.text.strip(), how=how) if question.text else how


def _blanks(question: Question, solution: Solution, say: Say, *, key: bool) -> Iterator[Blank]:
    if isinstance(question, AboutNodes):
        for name in question.parts(solution):
            yield from _blanks_for(name, question, solution, say, key=key)
    elif question.ask in _SHORT:
        yield Blank("", key_in_words(question, solution, say) if key else "")


def _blanks_for(
    name: str, question: AboutNodes, solution: Solution, say: Say, *, key: bool
) -> Iterator[Blank]:
    """A blank for what is asked of a node, or one for each end of an interval."""
    expected = question.expected(name, solution) if key else None
    if question.ask not in INTERVAL_ENDS:
        yield Blank(f"{write_name(name)} = ", question.show_part(expected, solution) if key else "")
        return
    for place, end in enumerate(INTERVAL_ENDS[question.ask]):
        label = say("sheet-page.end-of", end=say(f"sheet-page.{end}"), node=write_name(name))
        yield Blank(f"{label} = ", show_number(expected[place]) if expected else "")


def _options(question: Question, say: Say, *, key: bool) -> Iterator[Tick]:
    if isinstance(question, TrueFalse):
        for claim in (True, False):
            word = say("exam.true" if claim else "exam.false")
            feedback = question.feedback.get(claim, "") if key else ""
            yield Tick(word, key and question.right == claim, feedback)
    elif isinstance(question, Choice):
        for letter, option in zip(ascii_lowercase, question.options, strict=False):
            text = say("choice.option", letter=letter, text=option.text)
            yield Tick(text, key and option.right, (option.feedback or "") if key else "")


def _lines(question: Question, solution: Solution, say: Say, *, key: bool) -> Iterator[str]:
    """The lines to write on, so many as the tree is large: their number tells nothing of the answer."""
    if question.ask not in _LINES:
        return
    if key:
        yield say("key.by-hand") if question.needs_person else shown_key(question, solution)
        return
    least, nodes = _LINES[question.ask]
    yield from [""] * (least + len(solution.tree) // nodes)


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
