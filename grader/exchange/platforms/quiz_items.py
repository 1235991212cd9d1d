"""A ProblemSet → Items: its questions as a learning platform asks them, with every answer that an idea gives.

What an answer earns and what is said of it comes from the rubric, so that the diagnosis works where nothing
of ours runs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from hashlib import sha256
from typing import Literal, NamedTuple, TypeAlias, assert_never, get_args

from grader.diagnosis import predict
from grader.grading.ready_questions import Ready, make_ready
from grader.problems import Problem, ProblemSet
from grader.questions import Marking, Question
from grader.questions import answer_form as forms
from grader.reports.key.rubric import Belief, RubricPart, RubricRow, ideas_told, rubric_parts
from grader.reports.set_words import rule_in_words
from grader.reports.sheets.answer_room import words_on_paper
from grader.text.numbers import Number
from grader.text.sentences import Say, sentences
from grader.text.source import refusal
from grader.tree import Tree
from grader.tree.notation import write_name


@dataclass(frozen=True, slots=True)
class QuizAnswer:
    """Something to type or to tick: its share of the points, which may be below 0, and what is said of it.

    `number` is what the text writes, where it writes a number.
    """

    text: str
    share: Fraction
    feedback: tuple[str, ...] = ()
    number: Number | None = None


@dataclass(frozen=True, slots=True)
class QuizField:
    """A place for one answer: what stands before it, and the answers that are known."""

    label: str
    answers: tuple[QuizAnswer, ...]

    @property
    def right(self) -> QuizAnswer:
        return self.answers[0]


QuizForm: TypeAlias = Literal["number", "several-numbers", "one-of", "some-of", "true-false", "text", "essay"]


@dataclass(frozen=True, slots=True)
class QuizItem:
    """A question on one tree, or on none; `form` says how it is answered.

    The right answer of a field comes first, but where there is something to tick: there the order says
    nothing, and a platform may shuffle what is `shuffled`. `rounding` is how many decimals a rounded number
    needs.
    """

    id: str
    form: QuizForm
    title: str
    text: str
    tree: Tree | None
    rule: tuple[str, ...]
    words: str
    points: Fraction
    rounding: int
    fields: tuple[QuizField, ...]
    shuffled: bool = False


class Quiz(NamedTuple):
    """The questions that a platform can ask, and the names of those that it cannot."""

    items: tuple[QuizItem, ...]
    left_out: tuple[str, ...]

    @property
    def notes(self) -> tuple[str, ...]:
        """What is said of those that are left out."""
        return tuple(f"left out because no platform reads such an answer: {name}" for name in self.left_out)


FORMS: tuple[QuizForm, ...] = get_args(QuizForm)
QuizFields: TypeAlias = tuple[
    QuizForm | None, tuple[QuizField, ...]
]  # no form where there is no way to ask it


def items(problems: ProblemSet) -> tuple[QuizItem, ...]:
    """The questions of the sheet, of every variant; a set that has only programs is an `InputError`."""
    return quiz(problems).items


def quiz(problems: ProblemSet) -> Quiz:
    """The same, and which questions are left out."""
    found = {writer.name: writer.item() for writer in _writers(problems)}
    if not any(found.values()):
        what = "graded by a platform" if found else "answered on the sheet"
        message = f"no question of this set is {what}"
        raise refusal(problems.source.name, message, "a platform cannot run programs; `grader grade` can")
    asked = tuple(item for item in found.values() if item is not None)
    return Quiz(asked, tuple(name for name, item in found.items() if item is None))


def _writers(problems: ProblemSet) -> Iterator[_Writer]:
    parts = rubric_parts(problems)
    for problem in problems.on_sheet:
        for variant in range(len(problem.trees)):
            for ready in make_ready(problem, variant, problems.rule)[0]:
                part = next(parts)
                if ready.asked.void is None:
                    yield _Writer(problems, problem.at(variant), problem.trees[variant].tree, ready, part)


@dataclass(frozen=True, slots=True)
class _Writer:
    """One question, and what is needed to write it."""

    problems: ProblemSet
    problem: Problem
    tree: Tree
    ready: Ready
    part: RubricPart

    @property
    def say(self) -> Say:
        return sentences(self.problems.language)

    @property
    def question(self) -> Question:
        return self.ready.question

    @property
    def name(self) -> str:
        return f"{self.part.problem}.{self.part.question}".replace(" ", ".")

    def item(self) -> QuizItem | None:
        """The question; None where there is no way to ask it."""
        asked = self.question.answer_form(self.ready.solution)
        form, fields = self._essay() if self.question.needs_person else self._answered(asked)
        if form is None:
            return None
        return QuizItem(
            id=self.name,
            form=form,
            title=self.part.title,
            text=self.problem.text,
            tree=self.tree if self.problem.has_tree else None,
            rule=rule_in_words(self.question.rule, self.problems),
            words="\n".join(self._words(asked)),
            points=Fraction(self.part.possible),
            rounding=self.question.rounding,
            fields=fields,
            shuffled=form in ("one-of", "some-of")
            and not (isinstance(asked, forms.Options) and asked.in_tree),
        )

    def _answered(self, form: forms.AnswerForm) -> QuizFields:  # noqa: PLR0911 - each form
        """How the question is answered, and where."""
        match form:
            case forms.FreeText():
                return self._essay()
            case forms.Options(options, in_tree=True):
                return _to_choose(self._move(option.value) for option in options)
            case forms.Options():
                return self._choice(form)
            case forms.Claim():
                return self._claims()
            case forms.NumberPerNode(nodes, named=True):
                return "several-numbers", tuple(self._node_fields(nodes))
            case forms.NumberPerNode() | forms.OneNumber():
                return self._number()
            case forms.FoundMistake(steps):
                return self._step(steps)
            case (
                forms.NumbersPerNode() | forms.IntervalPerNode() | forms.WindowsPerNode() | forms.WindowList()
                | forms.NodeSet() | forms.NodeOrder() | forms.CutList()
                | forms.OncePerDepth()
            ):  # fmt: skip
                return _to_choose(self._known())
            case (
                forms.ChildOrder() | forms.NumberSet() | forms.WrittenTree()
            ):  # which can be written in so many ways that it cannot be typed
                return _to_choose(self._known(), alone=None)
        assert_never(form)

    def _known(self) -> list[QuizAnswer]:
        return self._in_no_order(_answer(row, self.part) for row in self.part.rows)

    def _in_no_order(self, answers: Iterable[QuizAnswer]) -> list[QuizAnswer]:
        """The answers of the rubric, whose own order has the right one first, always in the same order."""
        about = f"{self.problems.id}\0{self.part.problem}\0{self.part.question}"
        return sorted(answers, key=lambda answer: sha256(f"{about}\0{answer.text}".encode()).digest())

    def _essay(self) -> QuizFields:
        return "essay", ()

    def _choice(self, form: forms.Options) -> QuizFields:
        """Each option; where several are right, a wrong one takes away what a right one gives."""
        right = self.ready.key
        each = Fraction(1, len(right))
        penalty = Fraction(0) if each == 1 else -each
        answers = (
            QuizAnswer(option.text, each if option.value in right else penalty, self._feedback(option.value))
            for option in form.options
        )
        return ("one-of" if each == 1 else "some-of"), _alone(answers)

    def _feedback(self, option: str) -> tuple[str, ...]:
        feedback = self.question.feedback_on(option)
        return (feedback,) if feedback else ()

    def _claims(self) -> QuizFields:
        words = {True: self.say("exam.true"), False: self.say("exam.false")}
        return "true-false", _alone(self._marked(claim, word) for claim, word in words.items())

    def _move(self, move: str) -> QuizAnswer:
        shown = self.question.show(move, self.ready.solution)
        row = next((row for row in self.part.rows if row.answer == shown), None)
        return self._marked(move, shown) if row is None else _answer(row, self.part)

    def _number(self) -> QuizFields:
        """A number; where the right one is infinite, a text, since no platform knows such numbers."""
        read = {row: self.question.read(row.answer, self.ready.solution) for row in self.part.rows}
        answers = [replace(_answer(row, self.part), number=_only(given)) for row, given in read.items()]
        return ("text" if isinstance(answers[0].number, float) else "number"), _alone(answers)

    def _words(self, asked: forms.AnswerForm) -> Iterator[str]:
        yield words_on_paper(self.question, self.ready.solution, self.say)
        if isinstance(asked, forms.FoundMistake):
            yield self.say("exchange.step-alone")

    def _step(self, steps: int) -> QuizFields:
        """The number of the step alone, which is all that a platform can mark."""
        step = next((number for number in range(1, steps + 1) if self._is_step(number)), None)
        return ("number", _alone([QuizAnswer(str(step), Fraction(1), number=step)])) if step else (None, ())

    def _is_step(self, number: int) -> bool:
        given = self.question.read(str(number), self.ready.solution)
        marking = Marking(self.ready.solution, self.say, self.ready.own)
        return self.question.mark(given, marking).share > 0

    def _marked(self, given: object, text: str) -> QuizAnswer:
        mark = self.question.mark(given, Marking(self.ready.solution, self.say, self.ready.own))
        return QuizAnswer(text, mark.share, mark.feedback)

    def _node_fields(self, nodes: Iterable[str]) -> Iterator[QuizField]:
        """A field for each node, with the numbers that ideas give for it."""
        question = self.question
        predictions = predict(self.ready.solution, question)
        by_belief = tuple(predictions.by_belief())
        for name in nodes:
            right = question.expected(name, self.ready.solution)
            behind: dict[Number, dict[Belief, None]] = {}
            for belief, parts in by_belief:
                if name in parts and not question.is_right(name, parts[name], self.ready.solution):
                    behind.setdefault(parts[name], {})[belief] = None
            wrong = (self._node_answer(name, number, list(found)) for number, found in behind.items())
            label = self.say("exchange.field", node=write_name(name))
            yield QuizField(
                label,
                (
                    QuizAnswer(question.show_part(right, self.ready.solution), Fraction(1), number=right),
                    *wrong,
                ),
            )

    def _node_answer(self, name: str, number: Number, found: list[Belief]) -> QuizAnswer:
        question = self.question
        marking = Marking(self.ready.solution, self.say, self.ready.own)
        told = ideas_told(found, self.ready, self.problems.diagnosis, self.say)
        feedback = (*told, *question.explain(name, number, marking))
        return QuizAnswer(question.show_part(number, self.ready.solution), Fraction(0), feedback, number)


def _alone(answers: Iterable[QuizAnswer]) -> tuple[QuizField, ...]:
    return (QuizField("", tuple(answers)),)


def _to_choose(answers: Iterable[QuizAnswer], alone: QuizForm | None = "text") -> QuizFields:
    """A choice, where there is one; `alone` is how the right answer is asked for where there is no other."""
    (field,) = _alone(answers)
    return ("one-of" if len(field.answers) > 1 else alone), (field,)


def _answer(row: RubricRow, part: RubricPart) -> QuizAnswer:
    """An answer of the rubric."""
    if not part.possible or row.earned is None:
        return QuizAnswer(row.answer, Fraction(row.verdict == "right"), row.feedback)
    return QuizAnswer(row.answer, Fraction(row.earned) / part.possible, row.feedback)


def _only(given: object) -> Number:
    """The number that an answer about one node says, or that a count is."""
    number: Number = next(iter(given.values())) if isinstance(given, dict) else given  # type: ignore[assignment]
    return number
