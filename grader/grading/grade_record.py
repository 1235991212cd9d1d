"""Grade and Check: the one record per submission of which every report is a view."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Literal, TypeAlias

from grader.grading.decisions import Adjusted, Late, Regrading
from grader.grading.note_records import note_record
from grader.grading.program_run import Ran
from grader.problems import Problem, ProblemSet
from grader.problems.asked_question import VoidKind
from grader.problems.question_name import QuestionName, problem_names, question_names
from grader.problems.reveal import RevealPart
from grader.questions.verdict import Parts, SeenVerdict
from grader.rule import plain_number
from grader.sandbox.walls.policy import Isolation
from grader.solving.counterexample import Counterexample
from grader.text.numbers import exact, exact_sum
from grader.text.sentences import sentences
from grader.text.source import Mistake

Status: TypeAlias = Literal["graded", "unreadable", "failed"]
CheckStanding: TypeAlias = Literal[SeenVerdict, "granted", "excluded"]

FORMAT = 1
WALLED: Isolation = "full"  # how programs are run unless somebody says otherwise

# What a question that was taken out is called instead of what became of the answer.
_VOIDED: Mapping[VoidKind, CheckStanding] = {"full": "granted", "excluded": "excluded"}


@dataclass(frozen=True, slots=True)
class Convention:
    """The field of the rule, and its other value, under which an answer would be right."""

    field: str
    value: str

    def to_dict(self) -> dict[str, str]:
        return {"field": self.field, "value": self.value}


@dataclass(frozen=True, slots=True)
class Misconception:
    """A wrong idea that gives the student's answers; of the record's list, how many `of` how many.

    Where it is a program's, these are trees, and `problem` says whose; else they are wrong answers on the
    sheet. Where `hidden` trees are counted, it is for the staff. `either` are the ids of those that it cannot
    be told from, so that two without it hold together. `besides` are sentences about the conventions that
    the student follows besides. Where the reasons are hidden, there are neither numbers nor these.
    """

    id: str
    name: str
    explains: int | None = None
    of: int | None = None
    problem: str | None = None
    hidden: bool = False
    either: tuple[str, ...] = ()
    besides: tuple[str, ...] = ()

    @property
    def without_reasons(self) -> Misconception:
        """The same without how much it explains."""
        return replace(self, explains=None, of=None, besides=())

    @property
    def name_record(self) -> dict[str, str]:
        """What a check has of it, as JSON holds it."""
        return {"id": self.id, "name": self.name}

    def to_dict(self) -> dict[str, Any]:
        """What the record's list has of it."""
        return {
            **self.name_record,
            "explains": self.explains,
            "of": self.of,
            **({} if self.problem is None else {"problem": self.problem}),
            **({"hidden": True} if self.hidden else {}),
            "either": list(self.either),
            **({"besides": list(self.besides)} if self.besides else {}),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """How one question was answered and marked."""

    problem: str
    """The problem's id."""
    question: str
    """The question's id within its problem."""
    ask: str
    """The kind of the question, such as `value`."""
    verdict: SeenVerdict
    """What became of the answer; in a student's view, only as much of it as the set shows."""
    earned: int | Fraction | None = 0
    """The points; none where the student may not see them."""
    possible: int | Fraction = 0
    """The points that the question is worth."""
    given: Any = None
    """The answer as it was read, as JSON holds it."""
    raw: str | None = None
    """The answer as it was typed."""
    place: tuple[int, int] | None = None
    """Line and column of the answer in the sheet."""
    expected: Any = None
    """The right answer, as JSON holds it."""
    rule: Mapping[str, Any] | None = None
    """The fields in which the rule of the marks differs from the set's, if any."""
    reckoning: str | None = None
    """How the points were reckoned, in words."""
    feedback: tuple[str, ...] = ()
    """What to say to the student, in sentences."""
    carried: tuple[str, ...] = ()
    """The nodes that follow correctly from the student's own values."""
    convention: Convention | None = None
    """The other rule under which the answer would be right, if there is one."""
    misconception: Misconception | None = None
    """The wrong idea behind the answer, if one alone explains it."""
    behind: tuple[str, ...] = ()
    """The ids of the ideas behind it where that is not one alone: either, or several together."""
    idea: tuple[str, ...] = field(default=(), compare=False)
    """Those sentences of the feedback that are about the idea behind the answer."""
    of_sheet: tuple[str, ...] = field(default=(), compare=False)
    """Those of these sentences that tell of other answers, too."""
    parts: Parts = field(default_factory=dict, compare=False)
    """The verdict on each node or item of the answer and of the key."""
    early: Mapping[str, RevealPart] = field(default_factory=dict, compare=False)
    """Sentences that a student may see before the key, each with the part of `reveal` that it waits for."""
    counterexample: Counterexample | None = field(default=None, compare=False)
    """Numbers that refute a claim about pruning."""
    fault: str | None = field(default=None, compare=False)
    """What went wrong on our side."""
    adjusted: Adjusted | None = None
    """The person's decision that the points are from."""
    void: VoidKind | None = None
    """How the question was taken out, where it was."""
    unseen: Mapping[str, Any] = field(default_factory=dict)
    """By field that tells something of hidden trees, what a student sees instead."""
    letters: Mapping[str, str] = field(default_factory=dict, compare=False)
    """By an option's letter in the set, the letter that the student saw, where that is another."""

    @property
    def standing(self) -> CheckStanding:
        """What people are told of the answer: its verdict, or that the question was taken out."""
        return self.verdict if self.void is None else _VOIDED[self.void]

    @property
    def ideas(self) -> tuple[str, ...]:
        """The ids of all ideas that may be behind it."""
        return self.behind if self.misconception is None else (self.misconception.id,)

    @property
    def is_known(self) -> bool:
        """Whether it is said what was earned: not where that is hidden, or waits for a person."""
        return self.earned is not None and self.standing != "pending"

    @property
    def id(self) -> str:
        """The question's name in the whole set, such as `textbook.value`."""
        return f"{self.problem}.{self.question}"

    def as_seen(self, answer: Any) -> Any:
        """An answer by the letters of options that the student saw."""
        if not self.letters or not isinstance(answer, list):
            return answer
        return sorted(self.letters.get(letter, letter) for letter in answer)

    def to_dict(self) -> dict[str, Any]:
        """The check as JSON holds it."""
        return {
            "problem": self.problem,
            "question": self.question,
            "ask": self.ask,
            "verdict": self.verdict,
            "earned": None if self.earned is None else plain_number(self.earned),
            "possible": plain_number(self.possible),
            "given": self.given,
            "raw": self.raw,
            "place": None if self.place is None else list(self.place),
            "expected": self.expected,
            "rule": None if self.rule is None else dict(self.rule),
            "reckoning": self.reckoning,
            "feedback": list(self.feedback),
            "carried": list(self.carried),
            "convention": None if self.convention is None else self.convention.to_dict(),
            "misconception": None if self.misconception is None else self.misconception.name_record,
            **({"behind": list(self.behind)} if self.behind else {}),
            **({"idea": list(self.idea)} if self.idea else {}),
            **({"of_sheet": list(self.of_sheet)} if self.of_sheet else {}),
            "parts": dict(self.parts),
            "early": dict(self.early),
            "counterexample": None if self.counterexample is None else _example_record(self.counterexample),
            "fault": self.fault,
            **({} if self.adjusted is None else {"adjusted": self.adjusted.to_dict()}),
            **({} if self.void is None else {"void": self.void}),
            **({"unseen": _unseen_record(self.unseen)} if self.unseen else {}),
            **({"letters": dict(self.letters)} if self.letters else {}),
        }


@dataclass(frozen=True, slots=True)
class Origin:
    """What a grade was made from: two submissions with the same origin have the same grade.

    `isolation` is how programs were run, if any were.
    """

    set: str
    submission: str
    rule: Mapping[str, Any]
    version: str
    isolation: Isolation = WALLED

    def to_dict(self) -> dict[str, Any]:
        return {
            "set": self.set,
            "submission": self.submission,
            "rule": dict(self.rule),
            "version": self.version,
            **({} if self.is_walled else {"isolation": self.isolation}),
        }

    @property
    def is_walled(self) -> bool:
        """Whether nothing of it was run without walls around it."""
        return self.isolation == WALLED


@dataclass(frozen=True, slots=True)
class OtherVersion:
    """The version that a sheet names where its student has another, by which it was marked.

    `earned` is what it would earn as the version that it names; none where there is no such version, or where
    a student looks.
    """

    said: str
    own: str
    earned: int | Fraction | None = None

    def to_dict(self) -> dict[str, Any]:
        earned = None if self.earned is None else plain_number(self.earned)
        return {"said": self.said, "own": self.own, "earned": earned}


@dataclass(frozen=True, slots=True)
class Grade:
    """What a submission earned, question by question: the one record of which every report is a view."""

    set: str
    """The set's id."""
    student: str
    """The student's name, safe for paths."""
    status: Status
    """Whether the submission was marked."""
    checks: tuple[Check, ...]
    """How each question was answered and marked, in the order of the set."""
    made_from: Origin
    """What the grade was made from."""
    misconceptions: tuple[Misconception, ...] = ()
    """The wrong ideas that explain the answers of the whole submission."""
    runs: tuple[Ran, ...] = ()
    """What was seen of each program on each tree."""
    notes: tuple[Mistake, ...] = field(default=(), compare=False)
    """What was odd about what was submitted."""
    name: str = field(default="", compare=False)
    """The file or folder that was submitted."""
    problems: ProblemSet | None = field(default=None, repr=False, compare=False)
    """The set that it was marked by."""
    late: Late | None = None
    """When it came and when it was due, where that matters."""
    variant: int | None = None
    """The variant that was marked in every problem, where it is not the student's own."""
    typed: str = field(default="", compare=False)
    """The student's name as it was typed, where `student` is made safe for paths."""
    tree_of: str = ""
    """Whose trees were marked, where a sheet under an unknown name says whose they are."""
    regraded: tuple[Regrading, ...] = ()
    """How marking again has changed it since, where somebody said why."""
    other_version: OtherVersion | None = None
    """The version on the sheet, where the student has another."""

    @property
    def called(self) -> str:
        """What people call the student."""
        return self.typed or self.student

    @property
    def is_hidden(self) -> bool:
        """Whether nothing is said of what was earned, so that the total of it says nothing either."""
        return bool(self.checks) and all(check.earned is None for check in self.checks)

    @property
    def earned(self) -> int | Fraction:
        return exact_sum(check.earned or 0 for check in self.checks)

    @property
    def possible(self) -> int | Fraction:
        """What could be earned by the questions whose marks are not hidden."""
        return exact_sum(check.possible for check in self.checks if check.earned is not None)

    @property
    def penalty(self) -> int | Fraction:
        """What lateness costs of what was earned."""
        return 0 if self.late is None else exact(self.late.share * Fraction(self.earned))

    @property
    def after(self) -> int | Fraction:
        """What is left of what was earned, after the penalty."""
        return exact(Fraction(self.earned) - self.penalty)

    def variant_of(self, problem: Problem) -> int:
        """Which of the problem's trees was marked."""
        return problem.variant(self.tree_of or self.student, self.variant)

    def seen(self, problem: Problem) -> Problem:
        """The problem as the student saw it, about the tree that was marked."""
        return problem.seen_by(self.tree_of or self.student, self.variant).at(self.variant_of(problem))

    @property
    def question_names(self) -> dict[str, QuestionName]:
        """By its id the name of each question, as the student has it; none where the set is not known."""
        if self.problems is None:
            return {}
        return question_names(map(self.seen, self.problems.problems), sentences(self.problems.language))

    @property
    def problem_names(self) -> dict[str, str]:
        """By its id the name of each problem; none where the set is not known."""
        return {} if self.problems is None else problem_names(self.problems.problems)

    @property
    def pending(self) -> int:
        """How many questions with points to earn wait for a person."""
        return sum(check.standing == "pending" and check.possible > 0 for check in self.checks)

    @property
    def known(self) -> int | Fraction:
        """What could be earned where it is known what was: without what is hidden or waits for a person."""
        return exact_sum(check.possible for check in self.checks if check.is_known)

    @property
    def share(self) -> Fraction:
        """What was earned of what was possible where that is known; all, where nothing was."""
        known = self.known
        return Fraction(self.earned) / known if known else Fraction(1)

    @property
    def share_after(self) -> Fraction:
        """The same after the penalty."""
        return self.share if self.late is None else self.share * (1 - self.late.share)

    def to_dict(self) -> dict[str, Any]:
        """The record as JSON holds it."""
        return {
            "format": FORMAT,
            "set": self.set,
            "student": self.student,
            "status": self.status,
            "earned": None if self.is_hidden else plain_number(self.earned),
            "possible": plain_number(self.possible),
            "checks": [check.to_dict() for check in self.checks],
            "misconceptions": [misconception.to_dict() for misconception in self.misconceptions],
            "made_from": self.made_from.to_dict(),
            **({"runs": [ran.to_dict() for ran in self.runs]} if self.runs else {}),
            "notes": [note_record(note) for note in self.notes],
            "name": self.name,
            **({} if self.late is None else {"late": self._late_record(self.late)}),
            **({} if self.variant is None else {"variant": self.variant}),
            **({"typed": self.typed} if self.typed else {}),
            **({"tree_of": self.tree_of} if self.tree_of else {}),
            **({"regraded": [one.to_dict() for one in self.regraded]} if self.regraded else {}),
            **({} if self.other_version is None else {"other_version": self.other_version.to_dict()}),
        }

    def _late_record(self, late: Late) -> dict[str, Any]:
        marks = {"before": self.earned, "penalty": self.penalty, "after": self.after}
        return late.to_dict() | {name: plain_number(points) for name, points in marks.items()}


def _unseen_record(unseen: Mapping[str, Any]) -> dict[str, Any]:
    """What students see instead of some fields, as JSON holds it."""
    return {name: _plain(part) for name, part in unseen.items()}


def _plain(part: Any) -> Any:
    if isinstance(part, tuple):
        return list(part)
    if isinstance(part, Misconception):
        return part.name_record
    return part.to_dict() if isinstance(part, Convention) else part


def _example_record(example: Counterexample) -> dict[str, Any]:
    """A counterexample as JSON holds it: the leaf, and the numbers that are not the tree's own."""
    return {
        "leaf": example.leaf,
        "changed": {name: plain_number(number) for name, number in example.changed.items()},
        "utilities": [plain_number(number) for number in example.utilities],
        "values": [plain_number(number) for number in example.values],
    }
