"""The Grades of a class → pairs of students with the same rare wrong answers: a hint for a person, no more.

An answer that a named misconception or another convention explains is left out: whoever believes the same
makes the same mistake. Of the others, one that `k` of `n` students gave counts log2(n / k), so that what
many got wrong in the same way weighs little.
"""

from __future__ import annotations

import csv
import io
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import log2

from grader.grading import Check, Grade
from grader.reports.escaping import spreadsheet_text

FILE = "similar.csv"
FEWEST = 2  # shared answers, below which it is chance
_COMMON = 0.05  # of the class: what more than these share is not rare
_MOST_PAIRS = 200
_AMISS = frozenset(("partly", "wrong"))

Answer = tuple[str, str]  # a question on a student's own tree, and what was given


@dataclass(frozen=True, slots=True)
class Pair:
    """Two students, the questions to which they gave the same rare wrong answers, and how rare these are.

    `wrong` is how many answers of each are wrong in a way that no known idea explains.
    """

    students: tuple[str, str]
    questions: tuple[str, ...]
    weight: float
    wrong: tuple[int, int]


def similar_pairs(grades: Iterable[Grade]) -> tuple[Pair, ...]:
    """The pairs with the most telling answers first."""
    given = {grade.student: dict(_wrong_answers(grade)) for grade in grades}
    sharing = _sharing(given)
    shared: dict[tuple[str, str], list[Answer]] = defaultdict(list)
    for answer, students in sharing.items():
        for pair in combinations(sorted(students), 2):
            shared[pair].append(answer)
    pairs = [
        _pair(pair, answers, given, sharing) for pair, answers in shared.items() if len(answers) >= FEWEST
    ]
    return tuple(sorted(pairs, key=lambda pair: (-pair.weight, pair.students))[:_MOST_PAIRS])


def similar_csv(pairs: Sequence[Pair]) -> str:
    """A row for each pair, for those who want to look into it."""
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow(["student", "other", "same", "wrong", "wrong of other", "weight", "questions"])
    for pair in pairs:
        names = map(spreadsheet_text, pair.students)
        questions = spreadsheet_text(" ".join(pair.questions))
        writer.writerow([*names, len(pair.questions), *pair.wrong, f"{pair.weight:.1f}", questions])
    return file.getvalue()


def _wrong_answers(grade: Grade) -> Iterator[tuple[Answer, str]]:
    """The answers that are wrong and that nothing explains; programs are not compared."""
    run = {ran.problem for ran in grade.runs}
    for check in grade.checks:
        if check.verdict in _AMISS and check.problem not in run and not _is_explained(check):
            asked = json.dumps([check.id, check.expected])
            yield (asked, json.dumps(check.given, sort_keys=True)), check.id


def _is_explained(check: Check) -> bool:
    return check.misconception is not None or check.convention is not None


def _sharing(given: Mapping[str, Mapping[Answer, str]]) -> dict[Answer, list[str]]:
    """Who gave each answer, where these are at least two, and so few that it is rare."""
    who: dict[Answer, list[str]] = defaultdict(list)
    for student, answers in given.items():
        for answer in answers:
            who[answer].append(student)
    most = max(FEWEST, int(_COMMON * len(given)))
    return {answer: students for answer, students in who.items() if FEWEST <= len(students) <= most}


def _pair(
    pair: tuple[str, str],
    answers: Sequence[Answer],
    given: Mapping[str, Mapping[Answer, str]],
    sharing: Mapping[Answer, Sequence[str]],
) -> Pair:
    one, other = pair
    questions = tuple(given[one][answer] for answer in answers)
    weight = sum(log2(len(given) / len(sharing[answer])) for answer in answers)
    return Pair(pair, questions, weight, (len(given[one]), len(given[other])))
