"""A code problem and a question of it → where no program could be right, for the question or the trees."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from grader.document import Value
from grader.document.wording import listed
from grader.problems.asked_question import Asked
from grader.problems.fields.file_places import find
from grader.problems.problem import Problem, ProblemTree
from grader.questions import Question
from grader.rule import Rule, RuleError
from grader.text.source import InputError, Mistake, Source
from grader.tree import Kind, Tree

ASKS = ("value", "best-move", "visited", "pruned", "count")

_HOW_FAR = ("depth", "depth_unit", "agents", "evaluation")  # what a program is told, once for all questions


def misfits(problem: Problem, asked: Asked, given: Value) -> Iterator[Mistake]:
    """All about a question that no program could answer, or no tree has."""
    question = asked.question
    if question.ask not in ASKS:
        hint = f"ask a program for {listed(ASKS, 'or')}"
        yield _mistake(given, "ask", f"a program does not answer `{question.ask}`", hint)
        return
    yield from _of_result(problem, question, given)
    yield from _of_marking(problem, asked, given)
    for tree in problem.trees:
        yield from _of_tree(tree, question, given)
        yield from _of_accepted(problem, tree, asked, given)


def misfits_of_agents(problem: Problem, tree: ProblemTree, source: Source) -> Iterator[Mistake]:
    """Where a tree is not such that Pacman moves first and then every ghost, as agents take for granted."""
    if not problem.code.way.in_turns:
        return
    agents = tree.rule(problem.rule).agents
    levels = _levels(tree.tree)
    for index, kind in enumerate(tree.tree.kinds):
        agent = levels[index] % agents
        if kind is not Kind.LEAF and (agent == 0) != (kind is Kind.MAX):
            who = "Pacman (max) moves" if agent == 0 else f"ghost {agent} of {agents - 1} moves"
            message = f"`{tree.tree.names[index]}` is a {kind} node, and with `agents: {agents}` {who} there"
            yield Mistake(message, source, tree.place, "let the kinds of nodes follow the agents' turns")
            return
        if kind is Kind.CHANCE and _is_weighed(tree.tree, index):
            message = (
                f"the outcomes at `{tree.tree.names[index]}` are not equally likely, and no agent is told so"
            )
            yield Mistake(message, source, tree.place, "leave the probabilities out")
            return


def _levels(tree: Tree) -> list[int]:
    """How far below the root each node is."""
    levels = [0] * len(tree)
    for index in range(1, len(tree)):
        levels[index] = levels[tree.parents[index]] + 1
    return levels


def _is_weighed(tree: Tree, index: int) -> bool:
    return len({tree.probabilities[child] for child in tree.child_indexes(index)}) > 1


def _of_result(problem: Problem, question: Question, given: Value) -> Iterator[Mistake]:
    """What a program cannot return."""
    if question.ask == "value" and "value" not in problem.code.way.returns:
        yield _mistake(
            given, "ask", "an agent returns a move and no value", "ask for `best-move` or `visited`"
        )
    for field in ("of", "as"):
        if question.ask == "value" and find(given, field):
            yield _mistake(given, field, "a program returns the value of the root", f"delete `{field}:`")


def _of_marking(problem: Problem, asked: Asked, given: Value) -> Iterator[Mistake]:
    """What has no meaning where a tree is right or wrong as a whole, and a program is run once on it."""
    question = asked.question
    if question.credit not in ("each", "all"):
        message = "a program is right or wrong on a tree, and has no part of it right"
        yield _mistake(given, "credit", message, "write `each` for a share of every tree, or `all`")
    for number, accepted in enumerate(asked.accept):
        if accepted.answer is not None:
            place = find(given, "accept", number, "answer") or given
            message = "of a program no answer is accepted, since it answers on every tree"
            yield Mistake(message, place.source, place.span, "accept a `rule:`, or delete it")
    if _how_far(question.rule) != _how_far(problem.rule):
        message = "a program is run once on a tree, and cannot search it to another depth for one question"
        yield _mistake(given, "rule", message, "give the problem or the tree this rule")


def _how_far(rule: Rule) -> tuple[object, ...]:
    return tuple(getattr(rule, name) for name in _HOW_FAR)


def _of_tree(tree: ProblemTree, question: Question, given: Value) -> Iterator[Mistake]:
    try:
        solution = tree.solution(question.rule)
    except (InputError, RuleError) as error:
        yield from _unsolved(tree, error, given)
        return
    for field, message, hint in question.misfits(solution):
        yield replace(_mistake(given, field, message, hint), related=(tree.place, "on this tree"))


def _unsolved(tree: ProblemTree, error: InputError | RuleError, given: Value) -> Iterator[Mistake]:
    """What a search cannot use, at the tree."""
    if isinstance(error, RuleError):
        for problem in error.problems:
            message = f"the rule of this tree does not go with that of a question: {problem.message}"
            yield Mistake(message, given.source, tree.place, problem.hint)
        return
    for mistake in error.mistakes:
        placed = mistake if mistake.span else replace(mistake, source=given.source, span=tree.place)
        yield replace(placed, related=None)


def _of_accepted(problem: Problem, tree: ProblemTree, asked: Asked, given: Value) -> Iterator[Mistake]:
    """Where a tree cannot be searched by a rule that is accepted."""
    for accepted in (*problem.accept, *asked.accept):
        if accepted.rule is None:
            continue
        try:
            tree.solution(accepted.under(asked.question.rule))
        except (InputError, RuleError) as error:
            first = error.problems[0] if isinstance(error, RuleError) else error.mistakes[0]
            message = f"under the accepted rule, {first.message}"
            yield Mistake(message, given.source, tree.place, first.hint)


def _mistake(given: Value, field: str, message: str, hint: str | None) -> Mistake:
    place = find(given, field) or given
    return Mistake(message, given.source, place.span, hint)
