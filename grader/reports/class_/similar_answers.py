"""The Grades of a class → pairs of students with the same rare wrong answers: a hint for a person, no more.

An answer that a named misconception or another convention explains is left out: whoever believes the same
makes the same mistake. Of the others, one that `k` of `n` students gave counts log2(n / k), so that what
many got wrong in the same way weighs little.
"""

from __future__ import annotations

import csv
import io
import json
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import log2

from grader.grading import Check, Grade
from grader.questions.verdict import SeenVerdict
from grader.text.escapes import spreadsheet_text

FILE = "similar.csv"
FEWEST = 2  # shared answers, below which it is chance
_COMMON = 0.05  # of the class: what more than these share is not rare
_MOST_PAIRS = 200
_ROUNDING = 1e-6  # more than sums of floats in another order differ by
_AMISS: frozenset[SeenVerdict] = frozenset(("partly", "wrong"))

GivenAnswer = tuple[str, str]  # a question on a student's own tree, and what was given


@dataclass(frozen=True, slots=True)
class SimilarPair:
    """Two students, the questions to which they gave the same rare wrong answers, and how rare these are.

    `wrong` is how many answers of each are wrong in a way that no known idea explains.
    """

    students: tuple[str, str]
    questions: tuple[str, ...]
    weight: float
    wrong: tuple[int, int]


def similar_pairs(grades: Iterable[Grade]) -> tuple[SimilarPair, ...]:
    """The pairs with the most telling answers first."""
    wrong = _Wrong(grades)
    found: list[SimilarPair] = []
    least = 0.0  # what a pair must weigh to be among those that are told
    for place in range(len(wrong.students)):
        found += (pair for pair in wrong.pairs(place, least) if pair.weight >= least)
        if len(found) >= 2 * _MOST_PAIRS:
            found = _heaviest(found)
            least = found[-1].weight
    return tuple(_heaviest(found))


def similar_csv(pairs: Sequence[SimilarPair]) -> str:
    """A row for each pair, for those who want to look into it."""
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow(["student", "other", "same", "wrong", "wrong of other", "weight", "questions"])
    for pair in pairs:
        names = map(spreadsheet_text, pair.students)
        questions = spreadsheet_text(" ".join(pair.questions))
        writer.writerow([*names, len(pair.questions), *pair.wrong, f"{pair.weight:.1f}", questions])
    return file.getvalue()


def _wrong_answers(grade: Grade) -> Iterator[tuple[GivenAnswer, str]]:
    """The answers that are wrong and that nothing explains; programs are not compared."""
    run = {ran.problem for ran in grade.runs}
    for check in grade.checks:
        if check.verdict in _AMISS and check.problem not in run and not _is_explained(check):
            asked = json.dumps([check.id, check.expected])
            yield (asked, json.dumps(check.given, sort_keys=True)), check.id


def _is_explained(check: Check) -> bool:
    return bool(check.ideas) or check.convention is not None


class _Wrong:
    """The wrong answers of a class by number, in the order in which they were first given.

    `given` has for each student, by place, the numbers of the rare ones, and `counts` how many are wrong.
    """

    def __init__(self, grades: Iterable[Grade]) -> None:
        numbers: dict[GivenAnswer, int] = {}
        self._questions: list[str] = []
        self._who: list[list[int]] = []  # for each answer, the places of those who gave it
        given: dict[str, list[int]] = {}
        for grade in grades:
            given[grade.student] = own = []
            for answer, question in dict(_wrong_answers(grade)).items():
                number = numbers.setdefault(answer, len(numbers))
                if number == len(self._questions):
                    self._questions.append(question)
                    self._who.append([])
                own.append(number)
                self._who[number].append(len(given) - 1)
        self.students = tuple(given)
        self.counts = [len(own) for own in given.values()]
        most = max(FEWEST, int(_COMMON * len(given)))
        self._weights = [
            log2(len(given) / len(who)) if FEWEST <= len(who) <= most else None for who in self._who
        ]
        self.given = [[one for one in own if self._weights[one] is not None] for own in given.values()]

    def pairs(self, place: int, least: float) -> Iterator[SimilarPair]:
        """The pairs of a student with those who come later and may share answers of so much weight."""
        own = set(self.given[place])
        others: set[int] = set()
        for number in self._telling(place, least):
            who = self._who[number]
            others.update(who[bisect_right(who, place) :])
        for other in others:
            shared = sorted(own.intersection(self.given[other]))
            if len(shared) >= FEWEST:
                yield self._pair(place, other, shared)

    def _telling(self, place: int, least: float) -> list[int]:
        """The rarest answers of a student, without so many that all others together weigh too little."""
        numbers = sorted(self.given[place], key=self._weight, reverse=True)
        left = 0.0
        while numbers and left + self._weight(numbers[-1]) < least - _ROUNDING:
            left += self._weight(numbers.pop())
        return numbers

    def _weight(self, number: int) -> float:
        return self._weights[number] or 0.0

    def _pair(self, one: int, other: int, shared: Sequence[int]) -> SimilarPair:
        if self.students[other] < self.students[one]:
            one, other = other, one
        return SimilarPair(
            (self.students[one], self.students[other]),
            tuple(self._questions[number] for number in shared),
            sum(map(self._weight, shared)),
            (self.counts[one], self.counts[other]),
        )


def _heaviest(pairs: Iterable[SimilarPair]) -> list[SimilarPair]:
    return sorted(pairs, key=lambda pair: (-pair.weight, pair.students))[:_MOST_PAIRS]
