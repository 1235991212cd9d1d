"""Whether the variants of a problem are alike, and whether texts follow their names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from grader.checking.asked_questions import in_quotes, is_small, spot_of
from grader.checking.finding import Finding, error, warning
from grader.generating.search_pattern import Pattern
from grader.memory import remembered
from grader.problems import Problem, ProblemSet
from grader.problems.problem import FairTrees
from grader.questions.answer_form import Claim, FreeText, Options
from grader.text.spelling import listed
from grader.tree.new_names import names_in_prose

_FEW = 3


@dataclass(frozen=True, slots=True)
class Fairness:
    """What is known of the variants of a problem: how many differ in numbers, and in what some are unlike."""

    problem: str
    title: str
    number: int
    numberings: int
    unlike: tuple[tuple[int, str], ...]  # the variant, counted from 1, and what differs

    @property
    def words(self) -> str:
        """One line for whoever checks the set."""
        if not self.unlike:
            shared = "" if self.numberings == self.number else f", with {self.numberings} sets of numbers"
            return f"{in_quotes(self.title)}: {self.number} variants, all fair{shared}"
        place, what = self.unlike[0]
        return f"{in_quotes(self.title)}: {self.number} variants, not all alike: in variant {place} {what}"

    def to_dict(self) -> dict[str, Any]:
        """The same as JSON holds it."""
        return {
            "problem": self.problem,
            "number": self.number,
            "numberings": self.numberings,
            "unlike": [{"variant": place, "what": what} for place, what in self.unlike],
        }


def fairness(problems: ProblemSet) -> Iterator[Fairness]:
    """What is proved, or refuted, of the problems that have variants and small trees."""
    for problem in problems.on_sheet:
        if problem.variants > 1 and is_small(problem.as_written()):
            yield _fairness(problem)


@remembered
def _fairness(problem: Problem) -> Fairness:
    """Every numbering is tried; names make no difference to a search."""
    trees = problem.trees
    most = trees.variants.numberings if isinstance(trees, FairTrees) else len(trees)
    tried = range(min(len(trees), most))
    written = problem.examples[0].tree
    pattern = Pattern(written, [asked.question for asked in problem.questions])
    first = 0 if isinstance(problem.trees, FairTrees) else 1
    unlike = []
    for place in tried[first:]:
        asked = [one.question for one in problem.at(place).questions]
        what = next(pattern.differences(problem.trees[place].tree, questions=asked), None)
        if what is not None:
            unlike.append((place + 1, what))
    numberings = len({problem.trees[place].tree.utilities for place in tried})
    return Fairness(problem.id, problem.title, problem.variants, numberings, tuple(unlike))


def variants_are_fair(problems: ProblemSet) -> Iterator[Finding]:
    """An error where a variant is not fair, and a warning where nearly all have the same numbers."""
    for problem in problems.on_sheet:
        if not isinstance(problem.trees, FairTrees) or not is_small(problem.as_written()):
            continue
        found = _fairness(problem)
        for place, what in found.unlike[:1]:
            message = f"variant {place} of {in_quotes(problem.title)} is not fair: {what}"
            hint = "change its numbers, or have them found by `variants: {like: this, number: …}`"
            yield error("unfair-variant", message, problems.source, problem.place, hint)
        if found.numberings < min(problem.variants, _FEW):
            many = f"{found.numberings} set{'' if found.numberings == 1 else 's'} of numbers"
            title = in_quotes(problem.title)
            message = f"the {problem.variants} variants of {title} have only {many} that are fair"
            but = _but_for_stated(problem.trees)
            hint = f"use numbers that lie further apart{but}, or write the variants yourself"
            yield warning("few-variants", message, hint, spot_of(problems, problem))


def _but_for_stated(trees: FairTrees) -> str:
    """That numbers of the tree stay because the problem speaks of them, where it does."""
    leaves = {utility for utility in trees.written.tree.utilities if utility is not None}
    stated = sorted(str(number) for number in trees.variants.stated if number in leaves)
    return f", or do not state {listed(stated[:3], 'and')} in the problem" if stated else ""


def names_follow(problems: ProblemSet) -> Iterator[Finding]:
    """A warning where a text speaks of a node whose name is another one in every variant."""
    for problem in problems.on_sheet:
        if not isinstance(problem.trees, FairTrees):
            continue
        tree = problem.trees.written.tree
        found = [name for text in _texts(problem) for name in names_in_prose(text, tree)]
        if found:
            names = listed(list(dict.fromkeys(found)), "and")
            message = (
                f"the text of {in_quotes(problem.title)} names {names}, but every variant has other names"
            )
            hint = "put names between backticks, and they follow the variant"
            yield warning("names-in-text", message, hint, spot_of(problems, problem))


def _texts(problem: Problem) -> Iterator[str]:
    yield problem.text
    written = problem.as_written()
    for question in (asked.question for asked in written.questions):
        match question.answer_form(written.solution_for(question)):
            case Options(text=text, options=options, in_tree=False):
                yield from (text, *(option.text for option in options))
            case Claim(text=text) | FreeText(text=text):
                yield text


def variants_are_alike(problems: ProblemSet) -> Iterator[Finding]:
    """A warning where the variants of a problem prune quite different numbers of leaves."""
    for problem in problems.on_sheet:
        if isinstance(problem.trees, FairTrees):
            continue
        variants = range(len(problem.trees))
        for searched in zip(*(problem.solutions(variant) for variant in variants), strict=False):
            pruned = [solution.counts.leaves_pruned for solution in searched]
            if _far_apart(min(pruned), max(pruned)):
                numbers = ", ".join(map(str, pruned))
                title = in_quotes(problem.title)
                message = f"the variants of {title} are not alike: the leaves pruned are {numbers}"
                yield warning("variants-differ", message, "change a leaf or two", spot_of(problems, problem))
                break


def _far_apart(fewest: int, most: int) -> bool:
    """Whether one student has nothing to find where another has, or clearly fewer."""
    return most > 0 and (fewest == 0 or most - fewest > max(1, most // 4))
