"""The Grades of a class and its set → exact figures: scores, and for every question how it went."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import chain, compress
from math import lcm, sqrt
from operator import mul
from string import hexdigits
from typing import cast, get_args

from grader.grading import Check, Grade, Misconception
from grader.grading.grade_record import CheckStanding, Status
from grader.problems import ProblemSet
from grader.text.numbers import Finite, exact, exact_sum

_Ids = tuple[str, ...]

VERDICTS: tuple[CheckStanding, ...] = get_args(CheckStanding)
BINS = 10


@dataclass(frozen=True, slots=True)
class Spread:
    """The scores of a class in one unit: the middle ones by linear interpolation between neighbours."""

    mean: Finite
    lowest: Finite | None
    lower: Finite
    median: Finite
    upper: Finite
    highest: Finite | None


@dataclass(frozen=True, slots=True)
class Scores:
    """The scores of all sheets that were marked: `bins` counts them by tenths of what was possible."""

    count: int
    bins: tuple[int, ...]
    points: Spread | None
    shares: Spread


@dataclass(frozen=True, slots=True)
class QuestionFigures:
    """How one question went: `difficulty` is the mean share of its points that was earned.

    `discrimination` is the correlation of the question's points with those of all other questions; it is
    None where either does not vary. `verdicts` counts all sheets, the other two those that were marked.
    """

    problem: str
    question: str
    possible: Finite
    verdicts: Mapping[CheckStanding, int]
    difficulty: Fraction | None
    discrimination: float | None

    @property
    def id(self) -> str:
        return f"{self.problem}.{self.question}"


@dataclass(frozen=True, slots=True)
class IdeaFigures:
    """A misconception: how many students have it, their places in the class, and how often at a question.

    Several `ids` are an either-or: the answers of these students do not tell them apart.
    """

    ids: tuple[str, ...]
    names: tuple[str, ...]
    count: int
    students: tuple[int, ...]
    questions: Mapping[str, int]

    @property
    def id(self) -> str:
        """What it is called in an address."""
        return "-or-".join(self.ids)


@dataclass(frozen=True, slots=True)
class Otherwise:
    """How many answers to a question are right under another value of a field of the rule."""

    question: str
    field: str
    value: str
    count: int


@dataclass(frozen=True, slots=True, eq=False)  # equal ones are one object
class Total:
    """What a sheet earned; `share` is None where that says nothing about its student."""

    earned: Finite
    share: Fraction | None


@dataclass(frozen=True, slots=True)
class Statistics:
    """A class in figures; `scores` is None where no sheet was marked, `totals` are by place in the class."""

    count: int
    statuses: Mapping[Status, int]
    scores: Scores | None
    items: tuple[QuestionFigures, ...]
    ideas: tuple[IdeaFigures, ...]
    conventions: tuple[Otherwise, ...]
    totals: tuple[Total, ...] = ()


class Columns(dict[tuple[str, str], "QuestionColumn"]):
    """The columns of a class by problem and question, in the order of the set.

    `explained` has by their place the grades of which it is known what is behind one of their wrong answers.
    """

    def __init__(
        self, columns: Mapping[tuple[str, str], QuestionColumn], explained: Mapping[int, Grade]
    ) -> None:
        super().__init__(columns)
        self.explained = explained


@dataclass(frozen=True, slots=True)
class QuestionColumn:
    """The checks of one question, at `place` in each grade; `codes` has a sign for each, as in `CODES`.

    `amiss` are the checks of answers that were marked and are not right.
    """

    grades: Sequence[Grade]
    place: int
    codes: str
    earned: Sequence[Finite | None]
    amiss: Sequence[Check]

    @property
    def possible(self) -> Finite:
        return self.grades[0].checks[self.place].possible if self.grades else 0

    @property
    def checks(self) -> list[Check]:
        """The checks by place in the class."""
        return [grade.checks[self.place] for grade in self.grades]

    def places(self, codes: Container[str]) -> list[int]:
        """The places in the class of the checks with these signs."""
        return [place for place, code in enumerate(self.codes) if code in codes]

    @property
    def verdicts(self) -> dict[CheckStanding, int]:
        """How many checks have each verdict that occurs."""
        return {verdict: count for verdict, code in CODES.items() if (count := self.codes.count(code))}


CODES = dict(zip(VERDICTS, hexdigits, strict=False))
AMISS = frozenset((CODES["partly"], CODES["wrong"]))


def columns_of(grades: Sequence[Grade], problems: ProblemSet) -> Columns:
    """The checks of every question, which all grades of a set have in one order."""
    names = [(problem.id, asked.question.id) for problem in problems.problems for asked in problem.questions]
    if not grades:
        return Columns({name: QuestionColumn((), 0, "", (), ()) for name in names}, {})
    order = [(check.problem, check.question) for check in grades[0].checks]
    questions = [question for _, question in order]
    codes: list[str] = []
    earned: list[list[Finite | None]] = []
    amiss: list[list[Check]] = [[] for _ in order]
    explained: dict[int, Grade] = {}
    for student, grade in enumerate(grades):  # what is read together stands together in memory
        checks = grade.checks
        if [check.question for check in checks] != questions:
            raise ValueError("the grades are not all of one set")
        signs = [CODES[check.verdict if check.void is None else check.standing] for check in checks]
        codes += signs
        earned.append([check.earned for check in checks])
        for place, sign in enumerate(signs):
            if sign in AMISS:
                amiss[place].append(checks[place])
        if grade.misconceptions or any([check.ideas or check.convention for check in checks]):  # noqa: C419 - quicker
            explained[student] = grade
    every, points = "".join(codes), list(zip(*earned, strict=True))
    found = {
        name: QuestionColumn(grades, place, every[place :: len(order)], points[place], amiss[place])
        for place, name in enumerate(order)
    }
    return Columns({name: found[name] for name in names}, explained)


def class_statistics(grades: Sequence[Grade], columns: Columns) -> Statistics:
    """The figures of a class; sheets that could not be read or marked count only in `verdicts`."""
    units = _Units(columns)
    totals = tuple(
        _total(grade, earned, units) for grade, earned in zip(grades, units.totals.numbers, strict=True)
    )
    marked = [total.share is not None for total in totals]
    return Statistics(
        count=len(grades),
        statuses=Counter(grade.status for grade in grades),
        scores=_scores(totals),
        items=tuple(_item(*name, column, marked, units) for name, column in columns.items()),
        ideas=_ideas(columns.explained),
        conventions=_conventions(columns.explained.values()),
        totals=totals,
    )


def _total(grade: Grade, earned: int, units: _Units) -> Total:
    """A grade's total and share, from its points in whole units."""
    return _made(earned, units.per_point, units.known_of(grade) if grade.status == "graded" else 0)


@lru_cache(maxsize=4096)  # many students have the same
def _made(earned: int, per_point: int, possible: int) -> Total:
    return Total(exact(Fraction(earned, per_point)), Fraction(earned, possible) if possible else None)


def quantile(ordered: Sequence[int], share: Fraction) -> Fraction:
    """What lies a share of the way from the first to the last of the numbers, which are in order."""
    place = share * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])


class Summed:
    """Numbers, their sum, and the sum of their squares."""

    def __init__(self, numbers: Sequence[int]) -> None:
        self.numbers = numbers
        self.sum = sum(numbers)
        self.squares = sum(map(mul, numbers, numbers))


def corrected(own: Summed, totals: Summed) -> float | None:
    """Pearson's correlation of what a question earned with the rest of the totals; None without spread."""
    count = len(own.numbers)
    spread = count * own.squares - own.sum * own.sum
    together = count * sum(map(mul, own.numbers, totals.numbers)) - own.sum * totals.sum
    rest = count * totals.squares - totals.sum * totals.sum - 2 * together + spread
    if not spread or not rest:
        return None
    strength = sqrt(Fraction((together - spread) ** 2, spread * rest))
    return strength if together >= spread else -strength


class _Units:
    """All points as whole numbers of one unit, in which sums and products are exact and quick."""

    def __init__(self, columns: Columns) -> None:
        possible = [column.possible for column in columns.values()]
        kinds = {name: set(map(type, column.earned)) for name, column in columns.items()}
        parts = [columns[name].earned for name, found in kinds.items() if Fraction in found]
        self.per_point = lcm(*{points.denominator for points in chain(possible, *parts) if points})
        self.columns = {name: self.wholes(column.earned, kinds[name]) for name, column in columns.items()}
        self.totals = Summed(list(map(sum, zip(*self.columns.values(), strict=True))))
        self.possible = sum(self.wholes(possible, set(map(type, possible))))
        # Where nothing is hidden and nothing waits for a person, everybody could earn the same.
        self.all_known = not any(
            CODES["pending"] in column.codes or type(None) in kinds[name] for name, column in columns.items()
        )

    def wholes(self, numbers: Sequence[Finite | None], kinds: Set[type]) -> Sequence[int]:
        """Points as units, and none where they are not known; `kinds` are the types of the numbers."""
        unit = self.per_point
        if kinds <= {int}:  # the usual case, and far quicker
            whole = cast(Sequence[int], numbers)
            return [points * unit for points in whole] if unit > 1 else whole
        return [points.numerator * (unit // points.denominator) if points else 0 for points in numbers]

    def known_of(self, grade: Grade) -> int:
        """What a grade could earn where it is known what it earned."""
        if self.all_known:
            return self.possible
        known = exact_sum(check.possible for check in grade.checks if check.is_known)
        return int(known * self.per_point)


def _scores(totals: Sequence[Total]) -> Scores | None:
    shares = [total.share for total in totals if total.share is not None]
    if not shares:
        return None
    bins = Counter(map(tenth_of, shares))
    return Scores(
        count=len(shares),
        bins=tuple(bins[number] for number in range(BINS)),
        points=_spread([total.earned for total in totals if total.share is not None]),
        shares=_spread(shares),
    )


def tenth_of(share: Fraction) -> int:
    """The bin of a share of all points; everything is in the last."""
    return min(share.numerator * BINS // share.denominator, BINS - 1)


def _spread(numbers: Sequence[Finite]) -> Spread:
    unit = lcm(*{number.denominator for number in numbers})
    ordered = sorted(number.numerator * (unit // number.denominator) for number in numbers)
    mean = Fraction(sum(ordered), unit * len(ordered))
    return Spread(mean, *(quantile(ordered, Fraction(quarter, 4)) / unit for quarter in range(5)))


def _item(
    problem: str, question: str, column: QuestionColumn, marked: Sequence[bool], units: _Units
) -> QuestionFigures:
    own, totals = units.columns[problem, question], units.totals
    if not (units.all_known and all(marked)):
        known = [whole and check.is_known for whole, check in zip(marked, column.checks, strict=True)]
        own, totals = list(compress(own, known)), Summed(list(compress(totals.numbers, known)))
    earned = Summed(own)
    most = column.possible * units.per_point * len(own)
    return QuestionFigures(
        problem, question, column.possible,
        verdicts=column.verdicts,
        difficulty=Fraction(earned.sum) / most if most else None,
        discrimination=corrected(earned, totals),
    )  # fmt: skip


def _ideas(grades: Mapping[int, Grade]) -> tuple[IdeaFigures, ...]:
    """The misconceptions of the class, those of most students first; an either-or is one of its own."""
    names: dict[str, str] = {}
    students: dict[_Ids, list[int]] = {}
    questions: dict[_Ids, Counter[str]] = {}
    for number, grade in grades.items():
        behind = _behind(grade)
        names |= {idea.id: idea.name for idea in grade.misconceptions}
        names |= {
            check.misconception.id: check.misconception.name for check in grade.checks if check.misconception
        }
        for ids in dict.fromkeys((*(ids for _, ids in behind), *map(_alike, grade.misconceptions))):
            students.setdefault(ids, []).append(number)
        for question, ids in behind:
            questions.setdefault(ids, Counter())[question] += 1
    ideas = [
        IdeaFigures(
            ids,
            tuple(names[idea] for idea in ids),
            len(students[ids]),
            tuple(students[ids]),
            questions.get(ids, {}),
        )
        for ids in students
    ]
    return tuple(sorted(ideas, key=lambda idea: (-idea.count, idea.names)))


def _alike(idea: Misconception) -> _Ids:
    """The ideas of an either-or in one order, whoever has it."""
    return tuple(sorted((idea.id, *idea.either)))


def _behind(grade: Grade) -> list[tuple[str, _Ids]]:
    """The questions, or problems of programs, that have ideas behind their wrong answers; and the ideas."""
    run = {ran.problem for ran in grade.runs}
    found = {(idea.problem, _alike(idea)): idea for idea in grade.misconceptions}
    of_sheet = [ids for problem, ids in found if problem is None]
    behind: list[tuple[str, _Ids]] = []
    for check in grade.checks:
        if check.misconception is not None:
            behind.append((check.id, check.ideas))
        elif check.ideas:
            behind += [(check.id, ids) for ids in of_sheet if set(ids).intersection(check.ideas)]
    told = {(question.partition(".")[0], ids) for question, ids in behind}
    is_old = not any(check.behind for check in grade.checks)  # an either-or was not named at its answers
    for (problem, ids), idea in found.items():
        if problem is not None and (problem, ids) not in told:
            behind.append((problem, ids))
        elif is_old and problem is None and idea.either and idea.explains == idea.of:
            behind += [
                (check.id, ids) for check in grade.checks if check.problem not in run and is_amiss(check)
            ]
    return behind


def is_amiss(check: Check) -> bool:
    """Whether an answer was marked and is not right."""
    return check.void is None and CODES[check.verdict] in AMISS


def _conventions(grades: Iterable[Grade]) -> tuple[Otherwise, ...]:
    """The answers that are right under another rule, by question."""
    counts = Counter(
        (check.id, check.convention.field, check.convention.value)
        for grade in grades
        for check in grade.checks
        if check.convention is not None
    )
    return tuple(Otherwise(*other, count) for other, count in counts.items())
