"""A ProblemSet → Items: its questions as a learning platform asks them, with every answer that an idea gives.

What an answer earns and what is said of it comes from the rubric, so that the diagnosis works where nothing
of ours runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from hashlib import sha256
from typing import TypeAlias

from grader.diagnosis import Idea, ideas, predict
from grader.grading.ready_questions import Ready, make_ready
from grader.problems import Problem, ProblemSet
from grader.questions import Marking, Question, Value
from grader.questions.kinds.best_move import BestMove
from grader.questions.kinds.choice import Choice
from grader.questions.kinds.count import Count
from grader.questions.kinds.manual import Manual
from grader.questions.kinds.true_false import TrueFalse
from grader.reports.key.rubric import Part, Row, ideas_told, rubric_parts
from grader.reports.sheets.blank_sheet import rule_in_words
from grader.text.numbers import Number
from grader.text.sentences import Say, sentences
from grader.text.source import refusal
from grader.tree import Tree
from grader.tree.notation import write_name


@dataclass(frozen=True, slots=True)
class Answer:
    """Something to type or to tick: its share of the points, which may be below 0, and what is said of it.

    `number` is what the text writes, where it writes a number.
    """

    text: str
    share: Fraction
    feedback: tuple[str, ...] = ()
    number: Number | None = None


@dataclass(frozen=True, slots=True)
class Field:
    """A place for one answer: what stands before it, and the answers that are known."""

    label: str
    answers: tuple[Answer, ...]

    @property
    def right(self) -> Answer:
        return self.answers[0]


@dataclass(frozen=True, slots=True)
class Item:
    """A question on one tree; `form`, one of `FORMS`, says how it is answered.

    The right answer of a field comes first, but where there is something to tick: there the order says
    nothing, and a platform may shuffle what is `shuffled`. `rounding` is how many decimals a rounded number
    needs.
    """

    id: str
    form: str
    title: str
    text: str
    tree: Tree
    rule: tuple[str, ...]
    words: str
    points: Fraction
    rounding: int
    fields: tuple[Field, ...]
    shuffled: bool = False


Answered: TypeAlias = tuple[str, tuple[Field, ...]]  # the form, and the fields

FORMS = ("number", "several-numbers", "one-of", "some-of", "true-false", "text", "essay")


def items(problems: ProblemSet) -> tuple[Item, ...]:
    """The questions of the sheet, of every variant; a set that has only programs is an `InputError`."""
    found = tuple(_items(problems))
    if not found:
        message = "no question of this set is answered on the sheet"
        raise refusal(problems.source.name, message, "a platform cannot run programs; `grader grade` can")
    return found


def _items(problems: ProblemSet) -> Iterator[Item]:
    parts = rubric_parts(problems)
    for problem in problems.on_sheet:
        for variant in range(len(problem.trees)):
            for ready in make_ready(problem, variant, problems.rule)[0]:
                part = next(parts)
                if ready.asked.void is None:
                    yield _Writer(problems, problem, problem.trees[variant].tree, ready, part).item()


@dataclass(frozen=True, slots=True)
class _Writer:
    """One question, and what is needed to write it."""

    problems: ProblemSet
    problem: Problem
    tree: Tree
    ready: Ready
    part: Part

    @property
    def say(self) -> Say:
        return sentences(self.problems.language)

    @property
    def question(self) -> Question:
        return self.ready.question

    def item(self) -> Item:
        form, fields = self._form()
        return Item(
            id=f"{self.part.problem}.{self.part.question}".replace(" ", "."),
            form=form,
            title=self.part.title,
            text=self.problem.text,
            tree=self.tree,
            rule=rule_in_words(self.question.rule, self.problems),
            words=self._words(),
            points=Fraction(self.part.possible),
            rounding=self.question.rounding,
            fields=fields,
            shuffled=form in ("one-of", "some-of") and not isinstance(self.question, BestMove),
        )

    def _words(self) -> str:
        """The question; what can be chosen stands below it anyway."""
        if not isinstance(self.question, Choice):
            return self.part.words
        how = self.say("exam.tick-one" if len(self.ready.key) == 1 else "exam.tick-many")
        text = self.question.text
        return self.say("exam.choice", text=text.strip(), how=how) if text else how

    def _form(self) -> Answered:
        """How the question is answered, and where."""
        for kind, form in _FORMS_OF:
            if isinstance(self.question, kind):
                return form(self)
        return _to_choose(self._in_no_order(_answer(row, self.part) for row in self.part.rows))

    def _in_no_order(self, answers: Iterable[Answer]) -> list[Answer]:
        """The answers of the rubric, whose own order has the right one first, always in the same order."""
        about = f"{self.problems.id}\0{self.part.problem}\0{self.part.question}"
        return sorted(answers, key=lambda answer: sha256(f"{about}\0{answer.text}".encode()).digest())

    def essay(self) -> Answered:
        return "essay", ()

    def choice(self) -> Answered:
        """Each option; where several are right, a wrong one takes away what a right one gives."""
        each = Fraction(1, len(self.ready.key))
        penalty = Fraction(0) if each == 1 else -each
        assert isinstance(self.question, Choice)
        answers = (
            Answer(
                option.text, each if option.right else penalty, (option.feedback,) if option.feedback else ()
            )
            for option in self.question.options
        )
        return ("one-of" if each == 1 else "some-of"), _alone(answers)

    def claims(self) -> Answered:
        words = {True: self.say("exam.true"), False: self.say("exam.false")}
        return "true-false", _alone(self._marked(claim, word) for claim, word in words.items())

    def best_move(self) -> Answered:
        """Every move at the root, in the order of the tree."""
        tree = self.ready.solution.tree
        return _to_choose(self._move(tree[child].move) for child in tree.child_indexes(0))

    def _move(self, move: str) -> Answer:
        shown = self.question.show(move, self.ready.solution)
        row = next((row for row in self.part.rows if row.answer == shown), None)
        return self._marked(move, shown) if row is None else _answer(row, self.part)

    def values(self) -> Answered:
        assert isinstance(self.question, Value)
        if isinstance(self.question.of, tuple):
            return "several-numbers", tuple(self._node_fields(self.question))
        return self.number()

    def number(self) -> Answered:
        """A number; where the right one is infinite, a text, since no platform knows such numbers."""
        read = {row: self.question.read(row.answer, self.ready.solution) for row in self.part.rows}
        answers = [replace(_answer(row, self.part), number=_only(given)) for row, given in read.items()]
        return ("text" if isinstance(answers[0].number, float) else "number"), _alone(answers)

    def _marked(self, given: object, text: str) -> Answer:
        mark = self.question.mark(given, Marking(self.ready.solution, self.say, self.ready.own))
        return Answer(text, mark.share, mark.feedback)

    def _node_fields(self, question: Value) -> Iterator[Field]:
        """A field for each node, with the numbers that ideas give for it."""
        predictions = predict(self.ready.solution, question)
        by_idea = [(idea, predictions.of(bit)) for bit, idea in enumerate(ideas())]
        for name in question.parts(self.ready.solution):
            right = question.expected(name, self.ready.solution)
            behind: dict[Number, list[Idea]] = {}
            for idea, parts in by_idea:
                if name in parts and not question.is_right(name, parts[name], self.ready.solution):
                    behind.setdefault(parts[name], []).append(idea)
            wrong = (self._node_answer(question, name, number, found) for number, found in behind.items())
            label = self.say("exchange.field", node=write_name(name))
            yield Field(
                label,
                (Answer(question.show_part(right, self.ready.solution), Fraction(1), number=right), *wrong),
            )

    def _node_answer(self, question: Value, name: str, number: Number, found: list[Idea]) -> Answer:
        marking = Marking(self.ready.solution, self.say, self.ready.own)
        told = ideas_told(found, self.say) if self.problems.diagnosis == "students" else ()
        feedback = (*told, *question.explain(name, number, marking))
        return Answer(question.show_part(number, self.ready.solution), Fraction(0), feedback, number)


def _alone(answers: Iterable[Answer]) -> tuple[Field, ...]:
    return (Field("", tuple(answers)),)


def _to_choose(answers: Iterable[Answer]) -> Answered:
    """A choice, where there is one."""
    (field,) = _alone(answers)
    return ("one-of" if len(field.answers) > 1 else "text"), (field,)


def _answer(row: Row, part: Part) -> Answer:
    """An answer of the rubric."""
    if not part.possible or row.earned is None:
        return Answer(row.answer, Fraction(row.verdict == "right"), row.feedback)
    return Answer(row.answer, Fraction(row.earned) / part.possible, row.feedback)


def _only(given: object) -> Number:
    """The number that an answer about one node says, or that a count is."""
    number: Number = next(iter(given.values())) if isinstance(given, dict) else given  # type: ignore[assignment]
    return number


_FORMS_OF: tuple[tuple[type[Question], Callable[[_Writer], Answered]], ...] = (
    (Manual, _Writer.essay),
    (Choice, _Writer.choice),
    (TrueFalse, _Writer.claims),
    (BestMove, _Writer.best_move),
    (Value, _Writer.values),
    (Count, _Writer.number),
)
