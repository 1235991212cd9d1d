"""Where there is nothing to find out: nothing is pruned, leaves are the same, or a problem comes twice."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from grader.checking.asked_questions import in_quotes, on_sheet, posed, spot_of
from grader.checking.finding import Finding, warning
from grader.checking.renumbered_tree import leaf_indexes
from grader.problems import Problem, ProblemSet
from grader.questions import Question
from grader.solving import Solution
from grader.text.numbers import Number, pretty_number
from grader.text.spelling import listed
from grader.tree import Kind, Tree


def something_is_pruned(problems: ProblemSet) -> Iterator[Finding]:
    """A warning where a question about pruning has nothing for an answer."""
    for entry in posed(problems):
        question = entry.question
        if question.pruning == "asked" and not all(map(question.key, entry.solutions)):
            message = f"nothing is pruned, though {entry.title} asks what is"
            yield warning("nothing-pruned", message, "change a leaf", entry.spot)


def something_is_to_be_found(problems: ProblemSet) -> Iterator[Finding]:
    """A warning where a question itself says that the tree leaves nothing to find out."""
    for entry in on_sheet(problems):
        weak = next(filter(None, map(entry.question.weakness, entry.solutions)), None)
        if weak is not None:
            message, hint = weak
            yield warning("nothing-to-find", f"in {entry.title} {message}", hint, entry.spot)


def leaves_differ(problems: ProblemSet) -> Iterator[Finding]:
    """A warning where every leaf has the same number, so that every value can be guessed."""
    for problem in problems.on_sheet:
        for solution in (one for variant in range(len(problem.trees)) for one in problem.solutions(variant)):
            numbers = _numbers(solution)
            if len(numbers) > 1 and len(set(numbers)) == 1:
                number = pretty_number(numbers[0])
                message = f"every leaf of {in_quotes(problem.title)} is {number}, so answers can be guessed"
                yield warning("equal-leaves", message, "change some leaves", spot_of(problems, problem))
                break


_HINT = "change a leaf, or accept each with `rule: {best: any}`"


def best_moves_are_alone(problems: ProblemSet) -> Iterator[Finding]:
    """A warning where a question about the best move, or the line, has a second answer that is as good."""
    for entry in posed(problems):
        best = entry.question.rule.best
        for solution in entry.solutions if best != "any" else ():
            if not solution.is_open and (tied := _tied(entry.question, solution)):
                moves = f"{listed(tied[1:], 'and')} are equally good at `{tied[0]}`"
                message = f"{moves}, and {entry.title} accepts only the {best} of them"
                yield warning("tied-best-move", message, _HINT, entry.spot)
                break


def _tied(question: Question, solution: Solution) -> Sequence[str]:
    """The first node that counts for the question at which moves are tied, and those moves."""
    tree, values, wish = solution.tree, solution.true.column, solution.true.wish
    for node in map(tree.index, question.deciding_nodes(solution)):
        if tree.kinds[node] in (Kind.CHANCE, Kind.LEAF):
            continue
        children, most = tree.child_indexes(node), wish(node, values[node])
        best = [child for child in children if wish(node, values[child]) == most]
        if len(best) > 1:
            return tree.names[node], *(tree[child].move for child in best)
    return ()


_LEAVES_PER_CHANGE = 4  # with one changed leaf in so many, or fewer, a tree is much the same


def problems_differ(problems: ProblemSet) -> Iterator[Finding]:
    """A warning for a problem that is much the same as one before it."""
    for earlier, later in combinations(problems.on_sheet, 2):
        if _questions(earlier) == _questions(later) and _are_much_the_same(earlier, later):
            one, other = in_quotes(later.title), in_quotes(earlier.title)
            message = f"{one} is much the same as {other}: the same questions about such a tree"
            found = warning(
                "near-duplicate", message, "change the tree or what is asked", spot_of(problems, later)
            )
            yield replace(found, mistake=replace(found.mistake, related=(earlier.place, "this one")))


def _questions(problem: Problem) -> frozenset[Hashable]:
    """What is asked, whatever the nodes and the points."""
    return frozenset(_gist(entry.question) for entry in problem.questions)


def _gist(question: Question) -> Hashable:
    fields = question.public_fields()
    return question.ask, question.rule, fields.get("as"), fields.get("text")


def _are_much_the_same(one: Problem, other: Problem) -> bool:
    asked = one.questions[0].question  # under whose rule the other asks something, too
    first, second = one.solution_for(asked), other.solution_for(asked)
    if first.is_open or second.is_open or _shape(first.tree) != _shape(second.tree):
        return False
    mine, theirs = _numbers(first), _numbers(second)
    changed = sum(map(_differ, mine, theirs))
    if changed * _LEAVES_PER_CHANGE <= len(mine):
        return True
    return not first.tree.players and _ranks(mine) == _ranks(theirs)


def _shape(tree: Tree) -> tuple[object, ...]:
    return tree.kinds, tree.ends, tree.probabilities


def _numbers(solution: Solution) -> list[Number]:
    if solution.is_open:
        return []
    return [solution.true.numbers[leaf] or 0 for leaf in leaf_indexes(solution.tree)]


def _differ(one: Number, other: Number) -> bool:
    return one != other


def _ranks(numbers: Sequence[Number]) -> list[int]:
    """Which leaf is how large: where this is the same, so is every step of minimax."""
    places = {number: place for place, number in enumerate(sorted(set(numbers)))}
    return [places[number] for number in numbers]
