"""The Grades of a class and its set → for each tree, how many students are wrong at each of its nodes."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, compress
from operator import attrgetter
from typing import Any, assert_never, get_args

from grader.grading import Check, Grade
from grader.problems import Problem, ProblemSet
from grader.problems.problem import FairTrees
from grader.questions import Question
from grader.questions import answer_form as forms
from grader.questions.question import MapLayer
from grader.questions.verdict import Parts, PartVerdict
from grader.reports.class_.statistics import AMISS, CODES, Columns, QuestionColumn
from grader.rule.rule_fields import OrderWord
from grader.tree import Tree
from grader.tree.new_names import NewNames
from grader.tree.notation import write_name

MOST_TREES = 60  # of a problem that are shown

_LAYERS: tuple[MapLayer, ...] = get_args(MapLayer)
_OF_NUMBERS: frozenset[MapLayer] = frozenset(("values", "windows"))  # of which something is said node by node

_MARKED = frozenset((CODES["right"], CODES["partly"], CODES["wrong"]))
_TOLD: tuple[PartVerdict, ...] = ("right", "carried", "wrong")  # of a number: that there is one


@dataclass(frozen=True, slots=True)
class Spot:
    """A node, and how many of the students who say something about it are wrong there.

    `who` are their places in the class. `often` is the most frequent wrong value, which `so_often` gave.
    """

    node: int
    wrong: int
    of: int
    often: str | None = None
    so_often: int = 0
    who: tuple[int, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class HeatMap:
    """One layer of mistakes on one of the trees of a problem, with its spots in the order of the tree.

    Fair variants are searched alike at the same positions: theirs is one map, on the tree as it is written.
    """

    problem: Problem
    variant: int
    layer: MapLayer
    spots: tuple[Spot, ...]

    @property
    def is_of_all(self) -> bool:
        """Whether it is about all variants together."""
        return isinstance(self.problem.trees, FairTrees)

    @property
    def name(self) -> str:
        """What the map is called in an address: its problem, its tree where there are several, its layer."""
        several = len(self.problem.trees) > 1 and not self.is_of_all
        tree = [self.problem.trees[self.variant].id or str(self.variant + 1)] if several else []
        return "/".join([self.problem.id, *tree, self.layer])

    @property
    def mapped(self) -> Problem:
        """The problem about the tree that is drawn."""
        return self.problem.as_written()

    @property
    def tree(self) -> Tree:
        return self.mapped.trees[self.variant].tree


def heat_maps(grades: Sequence[Grade], problems: ProblemSet, columns: Columns) -> tuple[HeatMap, ...]:
    """The maps of all trees about whose nodes there are marked answers."""
    maps = (found for problem in problems.on_sheet for found in _maps(problem, grades, columns))
    return tuple(found for found in maps if found.spots)


def _maps(problem: Problem, grades: Sequence[Grade], columns: Columns) -> Iterator[HeatMap]:
    several = len(problem.trees) > 1
    variants = [grade.variant_of(problem) for grade in grades] if several else [0] * len(grades)
    asked = {
        layer: [question for question in _mapped(problem) if question.layer == layer] for layer in _LAYERS
    }
    answers = {layer: _answers(problem, asked[layer], columns, variants) for layer in _LAYERS}
    if isinstance(problem.trees, FairTrees):
        for layer in _LAYERS:
            found = _of_all(problem, problem.trees, layer, asked[layer], answers[layer])
            yield HeatMap(problem, 0, layer, tuple(sorted(found, key=attrgetter("node"))))
        return
    for variant in _worst(answers.values()):
        ground = ground_of(problem, variant)
        for layer in _LAYERS:
            own = answers[layer].get(variant)
            if own is None:
                continue
            answer_forms = [_form(question, problem, variant) for question in asked[layer]]
            spots = _spots(layer, own, answer_forms, ground)
            yield HeatMap(problem, variant, layer, tuple(sorted(spots, key=attrgetter("node"))))


def _spots(
    layer: MapLayer, own: _Answers, answer_forms: Sequence[forms.AnswerForm], ground: Ground
) -> Iterator[Spot]:
    of_layer = _of_numbers if layer in _OF_NUMBERS else _of_sets
    return of_layer(own, answer_forms, ground)


def _of_all(
    problem: Problem,
    trees: FairTrees,
    layer: MapLayer,
    questions: Sequence[Question],
    answers: Mapping[int, _Answers],
) -> Iterator[Spot]:
    """The spots of all variants, added up by position; the wrong values are not, which differ in each."""
    written = [_form(question, problem.as_written(), 0) for question in questions]
    of = Counter[int]()
    who = defaultdict[int, list[int]](list)
    for variant, own in answers.items():
        names = trees.names(variant)
        answer_forms = [_renamed(form, names) for form in written]
        for spot in _spots(layer, own, answer_forms, _ground(trees.written.tree, problem, names)):
            who[spot.node] += spot.who
            of[spot.node] += spot.of
    everybody = sum(own.count for own in answers.values())
    for node in of:
        said = of[node] if layer in _OF_NUMBERS else everybody
        yield Spot(node, len(who[node]), said, who=tuple(sorted(who[node])))


def _renamed(form: forms.AnswerForm, names: NewNames) -> forms.AnswerForm:
    return replace(form, nodes=tuple(map(names, form.nodes))) if isinstance(form, forms.PerNode) else form


def _worst(answers: Iterable[Mapping[int, _Answers]]) -> list[int]:
    """The variants in their order; of very many those with the most answers that are not right."""
    amiss = Counter[int]()
    for by_variant in answers:
        for variant, own in by_variant.items():
            amiss[variant] += len(own.amiss[0]) if own.amiss else 0
    return sorted(variant for variant, _ in amiss.most_common(MOST_TREES))


def _mapped(problem: Problem) -> Iterator[Question]:
    """The questions whose answers say something of single nodes, as their layer has it."""
    written = problem.as_written()
    for asked in written.questions:
        layer = asked.question.layer
        if layer and _is_by_node(_form(asked.question, written, 0)) is (layer in _OF_NUMBERS):
            yield asked.question


def _is_by_node(form: forms.AnswerForm) -> bool | None:
    """Whether something is said of each node, or nodes are named; None where neither is so."""
    match form:
        case (
            forms.NumberPerNode()
            | forms.NumbersPerNode()
            | forms.IntervalPerNode()
            | forms.WindowsPerNode()
            | forms.ChildOrder()
        ):
            return True
        case forms.NodeSet() | forms.NodeOrder() | forms.CutList():
            return False
        case (
            forms.OneNumber() | forms.WindowList() | forms.Options() | forms.Claim() | forms.FreeText()
            | forms.NumberSet() | forms.WrittenTree() | forms.FoundMistake() | forms.OncePerDepth()
        ):  # fmt: skip
            return None
    assert_never(form)


def _form(question: Question, problem: Problem, variant: int) -> forms.AnswerForm:
    return question.answer_form(problem.solution_for(question, variant))


@dataclass(frozen=True, slots=True)
class _Answers:
    """The answers to some questions on one tree: how many are all `right`, and the checks of the others.

    `amiss` has a column for each question, with None where an answer could not be marked; `places` are those
    of its students in the class.
    """

    amiss: Sequence[Sequence[Check | None]]
    places: Sequence[int]
    right: int

    @property
    def count(self) -> int:
        return self.right + (len(self.amiss[0]) if self.amiss else 0)


def _answers(
    problem: Problem, questions: Sequence[Question], columns: Columns, variants: Sequence[int]
) -> Mapping[int, _Answers]:
    """The answers to some questions, by those variants about which there are any."""
    asked = [columns[problem.id, question.id] for question in questions]
    if len(asked) == len(problem.trees) == 1:  # the usual case, and far quicker
        return {0: _Answers([asked[0].amiss], asked[0].places(AMISS), asked[0].codes.count(CODES["right"]))}
    amiss = sorted(set(chain.from_iterable(column.places(AMISS) for column in asked)))
    right = set(chain.from_iterable(column.places(CODES["right"]) for column in asked)).difference(amiss)
    counts = Counter(map(variants.__getitem__, right))
    own: dict[int, list[int]] = {variant: [] for variant in sorted({*counts, *(variants[p] for p in amiss)})}
    for place in amiss:
        own[variants[place]].append(place)
    return {
        variant: _Answers([_marked(column, places) for column in asked], places, counts[variant])
        for variant, places in own.items()
    }


def _marked(column: QuestionColumn, places: Sequence[int]) -> list[Check | None]:
    """The checks at those places in the class."""
    checks = column.checks
    return [checks[place] if column.codes[place] in _MARKED else None for place in places]


def _of_sets(answers: _Answers, answer_forms: Sequence[forms.AnswerForm], ground: Ground) -> Iterator[Spot]:
    """Whoever names some nodes says something of all; only those are listed where somebody is wrong."""
    cuts = [isinstance(form, forms.CutList) for form in answer_forms]
    for node, who in _wrongly_pruned(answers, cuts, ground).items():
        yield Spot(node, len(who), answers.count, who=tuple(who))


def _of_numbers(
    answers: _Answers, answer_forms: Sequence[forms.AnswerForm], ground: Ground
) -> Iterator[Spot]:
    """Whoever gives no number for a node, or one that cannot be read, says nothing of it."""
    names = [name for name in _asked(answer_forms) if name in ground.indexes]
    judged = _numbers_judged(answers.amiss)
    numbers = [
        column
        for column, form in zip(answers.amiss, answer_forms, strict=True)
        if isinstance(form, forms.NumberPerNode)
    ]
    often = _often(numbers, names)
    for name in names:
        verdicts = [parts.get(name) for parts in judged]
        who = tuple(compress(answers.places, [verdict == "wrong" for verdict in verdicts]))
        told = answers.right + sum(map(verdicts.count, _TOLD))
        if told:
            value, number = often.get(name, (None, 0))
            yield Spot(ground.indexes[name], len(who), told, value, number, who)


def _asked(answer_forms: Iterable[forms.AnswerForm]) -> dict[str, None]:
    """The nodes of which something is asked."""
    return {name: None for form in answer_forms if isinstance(form, forms.PerNode) for name in form.nodes}


def _often(columns: Sequence[Sequence[Check | None]], names: Sequence[str]) -> dict[str, tuple[str, int]]:
    """For each node, the value that was given most often instead of the right one, and how often."""
    checks = [check for check in filter(None, chain.from_iterable(columns)) if check.given]
    often: dict[str, tuple[str, int]] = {}
    rows = [[check.given.get(name) for name in names] for check in checks]
    for name, given in zip(names, zip(*rows, strict=True), strict=False):
        counts = Counter(given)
        del counts[None]
        for value, count in sorted(counts.items(), key=lambda entry: (-entry[1], str(entry[0]))):
            if _is_wrong(name, value, checks[given.index(value)]):
                often[name] = str(value), count
                break
    return often


def _is_wrong(name: str, value: Any, check: Check) -> bool:
    """Whether a value that somebody gave for a node is not the right one, nor that rounded."""
    return check.parts.get(name) in ("wrong", "carried") and value != check.expected.get(name)


@dataclass(frozen=True, slots=True)
class Ground:
    """A tree on which answers are marked; `indexes` knows its nodes by name, and by the edge above them."""

    tree: Tree
    order: OrderWord
    indexes: Mapping[str, int]


def ground_of(problem: Problem, variant: int) -> Ground:
    """One of the trees of a problem."""
    return _ground(problem.trees[variant].tree, problem, NewNames({}))


def _ground(tree: Tree, problem: Problem, called: NewNames) -> Ground:
    """A tree whose nodes are called otherwise in the answers."""
    known = list(map(called, tree.names))
    names = list(map(write_name, known))
    edges = {f"{names[tree.parents[index]]}->{names[index]}": index for index in range(1, len(tree))}
    return Ground(tree, problem.rule.order, edges | {name: index for index, name in enumerate(known)})


def _numbers_judged(asked: Sequence[Sequence[Check | None]]) -> list[Parts]:
    """For each student a verdict for each node for which numbers were asked; wrong where one of them is.

    For each question that was asked there are the checks of the same students, None where there is none.
    """
    if len(asked) == 1:  # the usual case, and far quicker
        return [{} if check is None else check.parts for check in asked[0]]
    return [_judged(checks) for checks in zip(*asked, strict=True)]


def _judged(checks: Iterable[Check | None]) -> Parts:
    judged: dict[str, PartVerdict] = {}
    for check in filter(None, checks):
        judged |= {name: verdict for name, verdict in check.parts.items() if judged.get(name) != "wrong"}
    return judged


def _wrongly_pruned(answers: _Answers, cuts: Sequence[bool], ground: Ground) -> Mapping[int, list[int]]:
    """By node, who names it though they should not, or leaves it out, in answers that are amiss.

    In an order of visits it counts who is in it. `cuts` says for each question whether cutoffs are named,
    each of which stands for what it skips.
    """
    who = defaultdict[int, list[int]](list)
    for place, *checks in zip(answers.places, *answers.amiss, strict=True):
        for node in _all_wrong(checks, cuts, ground):
            who[node].append(place)
    return who


def _all_wrong(checks: Iterable[Check | None], cuts: Iterable[bool], ground: Ground) -> set[int]:
    found: set[int] = set()
    for check, cut in zip(checks, cuts, strict=True):
        if check is not None and check.verdict != "right":
            found |= _difference(check, cut, ground)
    return found


def _difference(check: Check, cut: bool, ground: Ground) -> set[int]:
    if cut:
        return _skipped(check.given, ground) ^ _skipped(check.expected, ground)
    named = set(check.given or ()).symmetric_difference(check.expected or ())
    indexes = ground.indexes
    return {indexes[name] for name in named if name in indexes}


def _skipped(cuts: Iterable[Mapping[str, Any]] | None, ground: Ground) -> set[int]:
    """The children that come after those after which the search is said to stop."""
    found: set[int] = set()
    for cut in cuts or ():
        at, after = (ground.indexes.get(cut[place]) for place in ("at", "after"))
        if at is not None and after is not None:
            found.update(child for child in ground.tree.child_indexes(at) if _follows(child, after, ground))
    return found


def _follows(child: int, after: int, ground: Ground) -> bool:
    return child > after if ground.order == "left-to-right" else child < after
