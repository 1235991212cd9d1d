"""Problem: trees, what is asked about them, and who answers, which is a sheet or a program."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import Literal, TypeAlias, overload

from grader.generating.fair_variants import FairVariants
from grader.memory import Memorable, remembered, remembered_text
from grader.problems.asked_question import Accepted, Asked
from grader.problems.deal import choice, folded_student
from grader.questions import Question
from grader.questions.answer_form import OncePerDepth
from grader.questions.question import Given
from grader.rule import Rule
from grader.sandbox.apis import Api, api_of
from grader.solving import Solution
from grader.solving.unknown_leaf import solve_as_far, with_numbers
from grader.text.sentences import Say
from grader.text.source import Span
from grader.tree import Tree
from grader.tree.new_names import NewNames

GameEnd: TypeAlias = Literal["won", "lost"]


@dataclass(frozen=True, slots=True)
class Code:
    """The program that is handed in: its file, the function or class in it, and how it meets the tree.

    `seconds`, `memory` (bytes) and `visits` are the limits on one tree, `seconds_in_all` on all of them.
    `command` runs a program in another language, which has no function.
    """

    file: str
    name: str
    api: str
    command: tuple[str, ...]
    seconds: Fraction | int
    memory: int
    visits: int
    seconds_in_all: Fraction | int

    @property
    def way(self) -> Api:
        """How it meets the tree."""
        return api_of(self.api, self.command)


@dataclass(frozen=True, slots=True)
class ProblemTree(Memorable):
    """A tree of a problem; `changes` are the fields of the rule that it names itself.

    `ends` says of leaves, by name, whether the game is won or lost there, for agents that ask; a leaf that
    it does not name is neither. Where it is None the utility decides.
    """

    id: str
    tree: Tree
    place: Span = field(repr=False, compare=False)
    weight: Fraction | int = 1
    hidden: bool = False
    changes: Mapping[str, object] = field(default_factory=dict, repr=False)
    ends: Mapping[str, GameEnd] | None = None

    def rule(self, above: Rule) -> Rule:
        """The rule on this tree, for a problem or a question that has the rule `above`."""
        return Rule.from_fields(self.changes, under=above) if self.changes else above

    def solution(self, above: Rule, given: Given = ()) -> Solution:
        """The tree solved under its rule, with numbers for unknown leaves; solved once."""
        return _solved(self, self.rule(above), given)


@remembered
def _solved(tree: ProblemTree, rule: Rule, given: Given) -> Solution:
    return solve_as_far(with_numbers(tree.tree, dict(given)), rule)


@dataclass(frozen=True, slots=True)
class FairTrees(Sequence[ProblemTree]):
    """Fair variants of a written tree, in the place of trees that are all there: each is made when needed."""

    written: ProblemTree
    variants: FairVariants
    number: int

    def __len__(self) -> int:
        return self.number

    @overload
    def __getitem__(self, place: int) -> ProblemTree: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[ProblemTree, ...]: ...
    def __getitem__(self, place: int | slice) -> ProblemTree | tuple[ProblemTree, ...]:
        found = range(self.number)[place]
        if isinstance(found, range):
            return tuple(map(self.__getitem__, found))
        return _fair_tree(self.variants, found, tree=self.written)

    def names(self, place: int) -> NewNames:
        """The names that the nodes of the written tree have there."""
        return self.variants.names(place)

    def changes(self, place: int) -> Mapping[str, object]:
        """What is other in the rule there: the bounds of the utilities, or of the window at the root."""
        return self.variants.changes(place)

    def in_written_names(self, place: int) -> ProblemTree:
        """The tree at that place with the names of the written one; the same for all that are alike."""
        return _in_written_names(self.variants, self.variants.alike(place), tree=self.written)


@remembered
def _fair_tree(variants: FairVariants, place: int, *, tree: ProblemTree) -> ProblemTree:
    made = variants.variant(place)
    return ProblemTree(f"tree-{place + 1}", made.tree, tree.place, changes=made.changes)


@remembered
def _in_written_names(variants: FairVariants, place: int, *, tree: ProblemTree) -> ProblemTree:
    numbered = variants.in_written_names(place)
    return ProblemTree(tree.id, numbered.tree, tree.place, changes=numbered.changes)


@dataclass(frozen=True, slots=True)
class Problem(Memorable):
    """Questions about trees.

    On a sheet they are asked about one tree, which is each student's own where there are several; a
    `program` answers them on every tree. What is said of nodes is said in the names of the written tree;
    whoever asks it about the tree at a place takes the problem `at` that place.
    """

    id: str
    title: str
    text: str
    figure: Path | None
    program: Code | None
    trees: Sequence[ProblemTree]
    rule: Rule
    questions: tuple[Asked, ...]
    accept: tuple[Accepted, ...]
    allow: Mapping[str, str]
    place: Span = field(repr=False, compare=False)
    seed: bytes = field(repr=False)
    all_or_nothing: bool = False  # whether a program must be right in all questions on all trees
    dealt: Mapping[str, int] = field(default_factory=dict, repr=False)  # by the student's folded name
    versions: tuple[str, ...] = ()  # of the set: each has one variant of every problem
    only: int | None = None  # the variant that everybody has, where one version is looked at
    has_tree: bool = True  # where students make up their own, its tree is a lone blank that nobody is shown

    @property
    def code(self) -> Code:
        """The program, for those who know that one answers."""
        assert self.program is not None
        return self.program

    @property
    def points(self) -> Fraction | int:
        """What all questions are worth together."""
        return sum(asked.question.points for asked in self.questions)

    @property
    def variants(self) -> int:
        """How many trees there are of which a student gets one: a program is run on all."""
        if self.program:
            return 1
        return min(len(self.trees), len(self.versions) or len(self.trees))

    def variant(self, student: str | None, named: int | None = None) -> int:
        """Which of the trees a student gets: always the same one, and not to be guessed from the name.

        `named` sets the student's own choice aside.
        """
        return self._place(student, named, self.variants)

    def _place(self, student: str | None, named: int | None, number: int) -> int:
        """Which of so many trees or versions a student gets."""
        named = self.only if named is None else named
        if named is not None:
            return named % number
        if student is None or number == 1:
            return 0
        dealt = self.dealt.get(folded_student(student))
        return choice(student, number, self.seed) if dealt is None else dealt % number

    @property
    def examples(self) -> Sequence[ProblemTree]:
        """The trees that stand for all: of fair variants the written one, in whose names questions are."""
        return (self.trees.written,) if isinstance(self.trees, FairTrees) else self.trees

    def as_written(self) -> Problem:
        """The problem about the tree that is written, of which students may have variants."""
        return replace(self, trees=self.examples) if isinstance(self.trees, FairTrees) else self

    def at(self, place: int) -> Problem:
        """The problem as it is asked about the tree at that place: its nodes are called as they are there."""
        return _problem_at(self, place) if isinstance(self.trees, FairTrees) else self

    @property
    def is_shuffled(self) -> bool:
        """Whether some of its options stand in another order for each student."""
        return any(asked.question.is_shuffled for asked in self.questions)

    def seen_by(self, student: str | None, named: int | None = None) -> Problem:
        """The problem with options in the student's order; in one order for all who have the same version.

        It stays as the set has it where nobody is named, or a variant instead of a student.
        """
        who = student if named is None else None
        if self.versions and (student is not None or named is not None or self.only is not None):
            who = self.versions[self._place(student, named, len(self.versions))]
        if who is None or not self.is_shuffled:
            return self
        seen = tuple(
            asked.question.seen_by(f"{folded_student(who)}/{self.id}/{asked.question.id}", self.seed)
            for asked in self.questions
        )
        return _seen(self, " ".join("".join(question.seen_letters()) for question in seen), seen=seen)

    def places(self, student: str | None) -> Sequence[int]:
        """The trees that are asked about: of a student, where one is named, else of all students."""
        if self.program:
            return range(len(self.trees))
        everybody = student is None and self.only is None
        return range(self.variants) if everybody else (self.variant(student),)

    def solution(self, place: int = 0, rule: Rule | None = None, given: Given = ()) -> Solution:
        """The tree at that place solved under the rule, or under the problem's own; solved once."""
        return self.trees[place].solution(rule or self.rule, given)

    def solution_for(self, question: Question, place: int = 0) -> Solution:
        """What a question is asked about."""
        return self.solution(place, question.rule, question.given)

    def solutions(self, place: int = 0) -> tuple[Solution, ...]:
        """What all questions together are asked about, each once."""
        ways = dict.fromkeys((asked.question.rule, asked.question.given) for asked in self.questions)
        return tuple(self.solution(place, rule, given) for rule, given in ways)

    def shown_tree(self, place: int = 0) -> Tree:
        """The tree as people see it; positions of a game are weighed only where a search may end."""
        tree = self.trees[place].tree
        asked = [asked.question for asked in self.questions]
        ends = (one.answer_form(self.solution_for(one, place)) for one in asked)
        is_cut = any(len(solution.tree) < len(tree) for solution in self.solutions(place))
        is_weighed = is_cut or any(isinstance(form, OncePerDepth) for form in ends)
        return tree if is_weighed or not tree.boards else tree.without_evaluations()

    def in_words(self, question: Question, place: int, say: Say) -> str:
        """A question about the tree at that place, or as a program is asked on every tree."""
        if self.program:
            return say(f"code.ask-{question.ask}")
        return question.in_full(self.solution_for(question, place), say)

    def title_of(self, asked: Asked, say: Say) -> str:
        """What a question is called, also where a program answers it."""
        if self.program and not asked.own_title:
            return say(f"code.title-{asked.question.ask}")
        return asked.title(say)


@remembered_text
def _seen(problem: Problem, _orders: str, *, seen: tuple[Question, ...]) -> Problem:
    """The problem with such orders of options, in which many students may have it."""
    pairs = zip(problem.questions, seen, strict=True)
    return replace(problem, questions=tuple(replace(asked, question=question) for asked, question in pairs))


@remembered
def _problem_at(problem: Problem, place: int) -> Problem:
    assert isinstance(problem.trees, FairTrees)
    names, changes = problem.trees.names(place), problem.trees.changes(place)
    asked = tuple(one.renamed(names).with_changes(changes) for one in problem.questions)
    rule = problem.rule.changed(**changes)
    return replace(problem, text=names.in_text(problem.text), questions=asked, rule=rule)
