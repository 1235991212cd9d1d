"""The Grades of a class → how its programs went on each tree: right answers, how runs ended, wrong visits."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from grader.grading import Grade, Ran
from grader.grading.visibility import Sight
from grader.problems import Problem, ProblemTree
from grader.problems.question_name import QuestionName
from grader.questions.question import MapLayer
from grader.reports.class_.anonymous_figures import FEWEST, STEP, blurred_maps
from grader.reports.class_.class_maps import MappedTree, drawn_trees, tree_in_words
from grader.reports.class_.heat_maps import HeatMap, Spot
from grader.reports.record_words import shown_percent
from grader.text.sentences import Say, sentences

_LAYER: MapLayer = "cuts"


@dataclass(frozen=True, slots=True)
class TreeRow:
    """A tree: `count` programs were run on it; `right` is for each question how many answer it right.

    `ends` are the ways in which runs broke off, each with how many did.
    """

    name: str
    count: int
    right: tuple[str, ...]
    ends: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ClassRuns:
    """The trees of one code problem: the ids of its questions, a row for each tree, and the heat maps."""

    questions: tuple[QuestionName, ...]
    rows: tuple[TreeRow, ...]
    trees: tuple[MappedTree, ...]


def class_runs(grades: Sequence[Grade], problem: Problem, title: str, sight: Sight) -> ClassRuns:
    """How a problem went; for students in a lecture hall, without hidden trees and what is true of a few."""
    say = sentences(sight.problems.language)
    runs, names = _by_tree(grades, problem), sight.problems.question_names
    shown = [(place, tree) for place, tree in enumerate(problem.trees) if sight.shows_tree(tree)]
    return ClassRuns(
        questions=tuple(names[f"{problem.id}.{asked.question.id}"] for asked in problem.questions),
        rows=tuple(_row(problem, place, runs[tree.id], say, exact=sight.is_whole) for place, tree in shown),
        trees=tuple(
            mapped
            for place, tree in shown
            for mapped in _mapped(problem, place, runs[tree.id], title, sight)
        ),
    )  # fmt: skip


def _by_tree(grades: Iterable[Grade], problem: Problem) -> Mapping[str, list[Ran]]:
    runs: defaultdict[str, list[Ran]] = defaultdict(list)
    for grade in grades:
        for ran in grade.runs:
            if ran.problem == problem.id:
                runs[ran.tree].append(ran)
    return runs


def _row(problem: Problem, place: int, runs: Sequence[Ran], say: Say, *, exact: bool) -> TreeRow:
    ends = Counter([ran.outcome for ran in runs if ran.outcome != "returned"])
    counts = [(end, count if exact else _blurred(count)) for end, count in ends.most_common()]
    return TreeRow(
        name=tree_in_words(problem, place, say),
        count=len(runs) if exact else _blurred(len(runs)),
        right=tuple(_right(asked.question.id, runs, say, exact=exact) for asked in problem.questions),
        ends=tuple(
            say("code-page.so-often", end=say(f"run-end.{end}"), number=count)
            for end, count in counts
            if count
        ),
    )


def _right(question: str, runs: Sequence[Ran], say: Say, *, exact: bool) -> str:
    """How many are right; an exact share could be reckoned back to somebody."""
    right = [ran.verdicts.get(question) for ran in runs].count("right")
    if not exact or not runs:
        return str(_blurred(right))
    percent = shown_percent(Fraction(right, len(runs)))
    return say("code-page.right-share", right=right, of=len(runs), percent=percent)


def _blurred(count: int) -> int:
    return count - count % STEP


def _mapped(
    problem: Problem, place: int, runs: Sequence[Ran], title: str, sight: Sight
) -> Iterator[MappedTree]:
    """The tree with the nodes that programs wrongly looked at or left out, where anybody did."""
    ended = [ran for ran in runs if ran.outcome == "returned"]
    about_nodes = any(asked.question.layer == _LAYER for asked in problem.questions)
    if not about_nodes or (not sight.is_whole and len(ended) < FEWEST):
        return
    spots = tuple(_spots(problem.trees[place], ended))
    maps = (HeatMap(problem, place, _LAYER, spots),) if spots else ()
    told = [place] if sight.shows_solution(problem, place) else []
    say = sentences(sight.problems.language)
    yield from drawn_trees(problem, title, maps if sight.is_whole else blurred_maps(maps), told, say)


def _spots(tree: ProblemTree, runs: Sequence[Ran]) -> Iterator[Spot]:
    # Many programs go wrong in the same way.
    ways = Counter([(ran.looked, ran.skipped) for ran in runs if ran.looked or ran.skipped])
    wrong: Counter[str] = Counter()
    for (looked, skipped), count in ways.items():
        wrong.update(dict.fromkeys((*looked, *skipped), count))
    for index, name in enumerate(tree.tree.names):
        if wrong[name]:
            yield Spot(index, wrong[name], len(runs))
