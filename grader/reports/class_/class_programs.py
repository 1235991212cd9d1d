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
from grader.reports.class_.heat_map_pictures import MappedTree, drawn_trees, tree_in_words
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
    shown = [place for place, tree in enumerate(problem.trees) if sight.shows_tree(tree)]
    exact = tuple(heat for place in shown for heat in _maps(problem, place, runs, sight))
    maps = exact if sight.is_whole else blurred_maps(exact)
    told = [place for place in shown if sight.shows_solution(problem, place)]
    return ClassRuns(
        questions=tuple(names[f"{problem.id}.{asked.question.id}"] for asked in problem.questions),
        rows=tuple(
            _row(problem, place, list(runs[problem.trees[place].id].values()), say, exact=sight.is_whole)
            for place in shown
        ),
        trees=tuple(drawn_trees(problem, title, maps, told, say)),
    )


def _by_tree(grades: Iterable[Grade], problem: Problem) -> Mapping[str, Mapping[int, Ran]]:
    """The runs on each tree, by the places of their students in the class."""
    runs: defaultdict[str, dict[int, Ran]] = defaultdict(dict)
    for place, grade in enumerate(grades):
        for ran in grade.runs:
            if ran.problem == problem.id:
                runs[ran.tree][place] = ran
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


def _maps(
    problem: Problem, place: int, runs: Mapping[str, Mapping[int, Ran]], sight: Sight
) -> Iterator[HeatMap]:
    """The tree with the nodes that programs wrongly looked at or left out, where anybody did."""
    tree = problem.trees[place]
    ended = {student: ran for student, ran in runs[tree.id].items() if ran.outcome == "returned"}
    about_nodes = any(asked.question.layer == _LAYER for asked in problem.questions)
    if not about_nodes or (not sight.is_whole and len(ended) < FEWEST):
        return
    if spots := tuple(_spots(tree, ended)):
        yield HeatMap(problem, place, _LAYER, spots)


def _spots(tree: ProblemTree, runs: Mapping[int, Ran]) -> Iterator[Spot]:
    who: defaultdict[str, list[int]] = defaultdict(list)
    for student, ran in runs.items():
        for name in dict.fromkeys((*ran.looked, *ran.skipped)):
            who[name].append(student)
    for index, name in enumerate(tree.tree.names):
        if name in who:
            yield Spot(index, len(who[name]), len(runs), who=tuple(who[name]))
