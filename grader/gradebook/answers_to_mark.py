"""A gradebook's answers that a person marks → those that are identical together, with who decided what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import TypeAlias

from grader.gradebook.connection import UnreadRecord, costing
from grader.gradebook.entries import Adjustment, Points
from grader.gradebook.gradebook import Gradebook
from grader.gradebook.standing import Standing
from grader.grading import Check
from grader.problems import Problem
from grader.text.sentences import sentences

_Key: TypeAlias = tuple[str, int, str]  # question, variant and answer


@dataclass(frozen=True, slots=True)
class AnswerToMark:
    """One student's answer; `decided` has of each marker the last decision about this very answer.

    `stands` says whether one of them counts, so that the answer is pending no longer.
    """

    student: str
    section: str
    grade: int
    decided: Mapping[str, Adjustment]
    stands: bool


@dataclass(frozen=True, slots=True)
class AnswerGroup:
    """Identical answers to a question about the same tree, in the order of their students.

    `number` is the question's place in the set, `variant` the tree's, or 0 where all have the same; `model`
    is the author's own answer, if there is one.
    """

    question: str
    number: int
    variant: int
    text: str
    words: str
    model: str | None
    possible: Points
    answers: tuple[AnswerToMark, ...] = field(repr=False)

    @property
    def id(self) -> str:
        """A name that stays as long as the answer does, and that no spreadsheet takes for a number."""
        said = "\0".join((self.question, str(self.variant), self.text))
        return f"a-{blake2b(said.encode('utf-8', 'backslashreplace'), digest_size=6).hexdigest()}"

    @property
    def pending(self) -> int:
        """How many of the answers nobody has marked."""
        return sum(not answer.stands for answer in self.answers)

    def marks(self) -> Counter[tuple[str, Points, str]]:
        """How often each marker has given which points for which reason."""
        return Counter(
            (by, decision.points, decision.because)
            for answer in self.answers
            for by, decision in answer.decided.items()
            if decision.points is not None
        )

    def mark_by(self, by: str) -> tuple[Points, str] | None:
        """What one marker has given, if it is the same wherever that marker has decided."""
        own = {(points, because) for marker, points, because in self.marks() if marker == by}
        return own.pop() if len(own) == 1 else None


@dataclass(frozen=True, slots=True)
class Agreement:
    """Two markers and a question: how many answers both have marked, and how many of them the same."""

    question: str
    markers: tuple[str, str]
    both: int
    same: int


def answers_to_mark(
    book: Gradebook, standings: Iterable[Standing], lose: Callable[[UnreadRecord], object]
) -> tuple[AnswerGroup, ...]:
    """The answers by question in the order of the set, and of each question the most frequent first.

    Whose decisions cannot be read is given to `lose`, and the others follow.
    """
    found: dict[_Key, list[AnswerToMark]] = {}
    asked: dict[_Key, tuple[int, Check, Standing]] = {}
    for standing in standings:
        try:
            answers = _answers(book, standing)
        except UnreadRecord as unread:
            lose(unread)
            continue
        for key, place, check, answer in answers:
            found.setdefault(key, []).append(answer)
            asked.setdefault(key, (place, check, standing))
    groups = [_group(key, *asked[key], answers) for key, answers in found.items()]
    return tuple(sorted(groups, key=_order))


def _order(group: AnswerGroup) -> tuple[int, int, int, str]:
    return group.number, group.variant, -len(group.answers), group.text


def agreements(groups: Iterable[AnswerGroup]) -> Iterator[Agreement]:
    """For every question and two who have both marked some of its answers, how often they agree."""
    both: Counter[tuple[str, tuple[str, str]]] = Counter()
    same: Counter[tuple[str, tuple[str, str]]] = Counter()
    for group in groups:
        for answer in group.answers:
            given = {by: one.points for by, one in sorted(answer.decided.items()) if one.points is not None}
            for pair in _pairs(tuple(given)):
                both[group.question, pair] += 1
                same[group.question, pair] += given[pair[0]] == given[pair[1]]
    return (Agreement(*key, number, same[key]) for key, number in both.items())


def _pairs(names: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    return ((one, other) for place, one in enumerate(names) for other in names[place + 1 :])


def _answers(book: Gradebook, standing: Standing) -> list[tuple[_Key, int, Check, AnswerToMark]]:
    """All answers of a student that a person marks, with their places in the set."""
    with costing(standing.student, book.path):
        return [
            (
                (check.id, _variant(standing, check), str(check.given)),
                place,
                check,
                _answer(book, standing, check),
            )
            for place, check in enumerate(standing.grade.checks)
            if _is_read(check)
        ]


def _is_read(check: Check) -> bool:
    """Whether the grader left the answer to a person."""
    marked = check.verdict if check.adjusted is None else check.adjusted.verdict
    return marked == "pending" and check.void is None


def _variant(standing: Standing, check: Check) -> int:
    problem = _problem(standing, check)
    return 0 if problem.program else standing.grade.variant_of(problem)


def _problem(standing: Standing, check: Check) -> Problem:
    assert standing.grade.problems is not None
    return standing.grade.problems.problem(check.problem)


def _answer(book: Gradebook, standing: Standing, check: Check) -> AnswerToMark:
    """A student's answer with the decisions about it: those about an earlier answer are not among them."""
    own = [one for one in standing.adjustments if one.question == check.id]
    about = [one for one in own if _is_about(book, one, standing, check)]
    decided = {one.by: one for one in about}
    section = "" if standing.person is None else standing.person.section
    stands = bool(about) and about[-1] is own[-1] and about[-1].points is not None
    return AnswerToMark(standing.student, section, standing.graded.id, decided, stands)


def _is_about(book: Gradebook, decision: Adjustment, standing: Standing, check: Check) -> bool:
    """Whether the answer that was decided about is the one that counts now."""
    if decision.grade == standing.graded.id:
        return True
    then = book.grading(decision.grade).record["checks"]
    given = [one["given"] for one in then if f"{one['problem']}.{one['question']}" == check.id]
    return given == [check.given]


def _group(
    key: _Key, place: int, check: Check, standing: Standing, answers: list[AnswerToMark]
) -> AnswerGroup:
    question, variant, text = key
    problem = standing.grade.seen(_problem(standing, check))
    asked = next(one.question for one in problem.questions if one.question.id == check.question)
    assert standing.grade.problems is not None
    words = problem.in_words(asked, variant, sentences(standing.grade.problems.language))
    model = None if check.expected is None else str(check.expected)
    named = problem.variants > 1
    return AnswerGroup(
        question, place, variant + 1 if named else 0, text, words, model, check.possible, tuple(answers)
    )
