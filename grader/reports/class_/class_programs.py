"""The Grades of a class → how its programs went on each tree: right answers, how runs ended, wrong visits."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction

from grader.grading import Grade, Ran
from grader.grading.program_run import RETURNED
from grader.problems import CodeProblem, CodeTree, Problem, ProblemSet
from grader.reports.class_.anonymous_figures import FEWEST, STEP, blurred_maps
from grader.reports.class_.class_maps import MappedTree, drawn_trees
from grader.reports.class_.heat_maps import LAYERS, HeatMap, Spot
from grader.reports.record_words import shown_percent
from grader.reports.shown_keys import shows_runs
from grader.text.sentences import Say, sentences

_LAYER = "cuts"


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

    questions: tuple[str, ...]
    rows: tuple[TreeRow, ...]
    trees: tuple[MappedTree, ...]


def class_runs(
    grades: Sequence[Grade], problems: ProblemSet, problem: CodeProblem, title: str, now: datetime | None
) -> ClassRuns:
    """How a problem went; with a time for a lecture hall, without hidden trees and what is true of a few."""
    say = sentences(problems.language)
    runs = _by_tree(grades, problem)
    shown = [tree for tree in problem.trees if now is None or not tree.hidden]
    return ClassRuns(
        questions=tuple(asked.question.id for asked in problem.questions),
        rows=tuple(_row(problem, tree, runs[tree.id], say, exact=now is None) for tree in shown),
        trees=tuple(
            mapped
            for tree in shown
            for mapped in _mapped(problem, tree, runs[tree.id], title=title, problems=problems, now=now)
        ),
    )  # fmt: skip


def _by_tree(grades: Iterable[Grade], problem: CodeProblem) -> Mapping[str, list[Ran]]:
    runs: defaultdict[str, list[Ran]] = defaultdict(list)
    for grade in grades:
        for ran in grade.runs:
            if ran.problem == problem.id:
                runs[ran.tree].append(ran)
    return runs


def _row(problem: CodeProblem, tree: CodeTree, runs: Sequence[Ran], say: Say, *, exact: bool) -> TreeRow:
    ends = Counter([ran.outcome for ran in runs if ran.outcome != RETURNED])
    counts = [(end, count if exact else _blurred(count)) for end, count in ends.most_common()]
    return TreeRow(
        name=_name(tree, say),
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


def _name(tree: CodeTree, say: Say) -> str:
    return say("runs.hidden", tree=tree.id) if tree.hidden else tree.id


def _mapped(
    problem: CodeProblem,
    tree: CodeTree,
    runs: Sequence[Ran],
    *,
    title: str,
    problems: ProblemSet,
    now: datetime | None,
) -> Iterator[MappedTree]:
    """The tree with the nodes that programs wrongly looked at or left out, where anybody did."""
    say = sentences(problems.language)
    ended = [ran for ran in runs if ran.outcome == RETURNED]
    about = _about(problem, tree)
    if about is None or (now is not None and len(ended) < FEWEST):
        return
    spots = tuple(_spots(tree, ended))
    maps = (HeatMap(about, 0, _LAYER, spots),) if spots else ()
    told = [0] if shows_runs(problem, tree, problems, now) else []
    name = _name(tree, say)
    for mapped in drawn_trees(about, f"{title} – {name}", blurred_maps(maps) if now else maps, told, say):
        yield replace(mapped, variant=name)


def _spots(tree: CodeTree, runs: Sequence[Ran]) -> Iterator[Spot]:
    # Many programs go wrong in the same way.
    ways = Counter([(ran.looked, ran.skipped) for ran in runs if ran.looked or ran.skipped])
    wrong: Counter[str] = Counter()
    for (looked, skipped), count in ways.items():
        wrong.update(dict.fromkeys((*looked, *skipped), count))
    for index, name in enumerate(tree.tree.names):
        if wrong[name]:
            yield Spot(index, wrong[name], len(runs))


def _about(problem: CodeProblem, tree: CodeTree) -> Problem | None:
    """The tree as a problem of its own, as if asked on a sheet; none where no question is about its nodes."""
    kept, wanted = problem.drawn, ("as a problem", tree.id)
    if wanted not in kept:
        asked = [entry for entry in problem.questions if entry.question.ask in LAYERS[_LAYER]]
        questions = tuple(
            replace(entry, question=entry.question.with_rule(tree.rule(entry.question.rule)))
            for entry in asked
        )  # fmt: skip
        kept[wanted] = Problem(
            id=f"{problem.id}-{tree.id}", title=problem.title, text="", figure=None, trees=(tree.tree,),
            rule=tree.rule(problem.rule), questions=questions, accept=(), allow={}, place=problem.place,
            seed=problem.seed,
        ) if questions else None  # fmt: skip
    about: Problem | None = kept[wanted]
    return about
