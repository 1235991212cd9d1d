"""ProblemSet → Problem → Asked: what an instructor's file says, with a Solution for each tree and rule."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from hashlib import blake2b
from pathlib import Path

from grader.problems.deal import Deal, Pack, choice
from grader.problems.errata import Erratum
from grader.problems.late_policy import LatePolicy
from grader.problems.moment import Moment
from grader.problems.policies import DiagnosisPolicy, PracticeWord
from grader.problems.problem import FairTrees, Problem
from grader.problems.question_name import QuestionName, question_names
from grader.problems.reveal import Reveal
from grader.rule import Rule
from grader.text.sentences import sentences
from grader.text.source import Source


@dataclass(frozen=True, slots=True)
class ProblemSet:
    """What an instructor's file says: problems, when they are due, and what students are shown of them."""

    id: str
    """What answer sheets and records call the set."""
    title: str
    """What people call it."""
    language: str
    """The language of its pages, such as `en`."""
    rule: Rule
    """The rule of all questions that state no other."""
    problems: tuple[Problem, ...]
    """The problems, in the order of the file."""
    due: Moment | None
    """When it is due, if it says so."""
    reveal: Reveal
    """When students are shown what, for questions that do not say."""
    diagnosis: DiagnosisPolicy
    """Who is told the wrong idea behind an answer, and which ideas are switched off."""
    practice: PracticeWord = field(kw_only=True, default="allowed")
    """Whether a practice page is released with it, may be made of it, or never."""
    folder: Path = field(repr=False)
    """Where its files are."""
    source: Source = field(repr=False, compare=False)
    """The text of its own file."""
    hash: str = field(repr=False)
    """Changes whenever any of its files does."""
    late: LatePolicy | None = None
    """What lateness costs."""
    versions: tuple[str, ...] = ()
    """Its versions, where it has some: one is one choice of variants for all problems."""
    shuffled: bool = False
    """Whether the problems stand in another order in each version."""
    version: str | None = None
    """The one version that this is, where that is so."""
    errata: tuple[Erratum, ...] = ()
    """What was corrected after the release, in the order of the dates."""
    deal: Deal = field(default_factory=Deal, repr=False, compare=False)
    """What was dealt to students on a roster."""
    seed: bytes = field(default=b"", repr=False)
    """What choices follow from besides the student."""
    is_seeded: bool = False
    """Whether there is anything secret in it."""
    files: Mapping[str, bytes] = field(default_factory=dict, repr=False, compare=False)
    """All its files by name, its own first."""

    @property
    def on_sheet(self) -> tuple[Problem, ...]:
        """The problems that are answered on the sheet."""
        return tuple(problem for problem in self.problems if problem.program is None)

    @property
    def by_program(self) -> tuple[Problem, ...]:
        """The problems that programs answer."""
        return tuple(problem for problem in self.problems if problem.program is not None)

    @property
    def program_files(self) -> tuple[str, ...]:
        """The files that programs are handed in as, each once."""
        return tuple(dict.fromkeys(problem.code.file for problem in self.by_program))

    @property
    def has_variants(self) -> bool:
        """Whether sheets differ from one student to the next."""
        return any(problem.variants > 1 for problem in self.problems)

    @property
    def differs(self) -> bool:
        """Whether not everybody sees the same, be it other trees or another order of options."""
        return self.has_variants or any(problem.is_shuffled for problem in self.problems)

    def version_of(self, student: str) -> str | None:
        """The version that a student has: by the deal, or else by the seed."""
        if not self.versions:
            return None
        hand = self.deal.hand(student)
        if hand is not None and hand.version in self.versions:
            return hand.version
        return self.versions[choice(student, len(self.versions), self.seed)]

    def of_version(self, version: str) -> ProblemSet:
        """The set as everybody has it who has that version."""
        place = self.versions.index(version)
        order = _order(len(self.problems), self.seed, version) if self.shuffled else range(len(self.problems))
        problems = (replace(self.problems[number], only=place) for number in order)
        title = sentences(self.language)("sheet.version-title", title=self.title, version=version)
        return replace(self, problems=tuple(problems), title=title, version=version)

    def given_to(self, student: str | None) -> ProblemSet:
        """The set as one student has it."""
        version = None if student is None or self.version else self.version_of(student)
        return self if version is None else self.of_version(version)

    @property
    def packs(self) -> tuple[Pack, ...]:
        """What there is to deal of each problem."""
        return tuple(
            Pack(problem.id, problem.variants, problem.seed, _numberings(problem))
            for problem in self.on_sheet
            if problem.variants > 1
        )

    def dealt(self, deal: Deal) -> ProblemSet:
        """The set with a deal, which decides what students have."""
        problems = (_dealt(problem, deal, self.versions, self.seed) for problem in self.problems)
        return replace(self, problems=tuple(problems), deal=deal)

    def as_written(self) -> ProblemSet:
        """The set about the trees that are written, without the fair variants that students have of them."""
        return replace(self, problems=tuple(problem.as_written() for problem in self.problems))

    @property
    def question_names(self) -> dict[str, QuestionName]:
        """By its id the name of each question."""
        return question_names(self.problems, sentences(self.language))

    @property
    def points(self) -> Fraction | int:
        """What all problems are worth together."""
        return sum(problem.points for problem in self.problems)

    def problem(self, id: str) -> Problem:  # noqa: A002 - what a sheet calls it
        """The problem of that id."""
        for problem in self.problems:
            if problem.id == id:
                return problem
        raise KeyError(f"no problem is called `{id}`")


def _numberings(problem: Problem) -> int:
    """After how many variants numbers come again; 0 where all are written out."""
    trees = problem.trees
    return trees.variants.numberings if isinstance(trees, FairTrees) and not trees.variants.frozen else 0


def _dealt(problem: Problem, deal: Deal, versions: tuple[str, ...], seed: bytes) -> Problem:
    if versions:
        places = {version: place for place, version in enumerate(versions)}
        hands = ((name, places.get(hand.version or "")) for name, hand in deal.hands.items())
        problem = replace(problem, seed=seed, versions=versions)
    else:
        hands = ((name, hand.variants.get(problem.id)) for name, hand in deal.hands.items())
    return replace(problem, dealt={name: place for name, place in hands if place is not None})


def _order(number: int, seed: bytes, version: str) -> list[int]:
    """The places of problems in a version."""
    return sorted(range(number), key=lambda place: blake2b(f"{version}/{place}".encode(), key=seed).digest())
