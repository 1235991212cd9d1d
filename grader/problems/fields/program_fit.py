"""A problem for programs and a question of it → what no program could do, on any tree or on this one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from grader.document import Value
from grader.document.values import find
from grader.problems.asked_question import Asked
from grader.problems.problem import Problem, ProblemTree
from grader.questions import KINDS, Question
from grader.questions.question import OBSERVABLES
from grader.rule import Rule
from grader.sandbox.apis import COMMAND, TREE
from grader.text.source import Mistake, Source
from grader.text.spelling import listed
from grader.tree import Kind, Tree

_HOW_FAR = ("depth", "depth_unit", "agents", "evaluation")  # what a program is told, once for all questions


def program_misfits(problem: Problem, asked: Asked, given: Value) -> Iterator[Mistake]:
    """All about a question that no program could answer, whatever the trees are."""
    ask, form = asked.question.ask, asked.question.on_paper
    if asked.question.observable is None and form:
        message = f"a program does not answer `{ask}` in this form"
        yield _mistake(given, form, message, f"delete `{form}:`")
    elif asked.question.observable is None:
        hint = f"ask a program for {listed(_answerable(), 'or')}"
        yield _mistake(given, "ask", f"a program does not answer `{ask}`", hint)
    else:
        yield from _of_result(problem, asked.question, given)
        yield from _of_marking(problem, asked, given)


def _answerable() -> list[str]:
    """What a program can be asked for."""
    return [kind.ask for what in OBSERVABLES for kind in KINDS.values() if kind.observable == what]


def misfits_of_agents(problem: Problem, source: Source) -> Iterator[Mistake]:
    """Where a tree is not such that Pacman moves first and then every ghost, as agents take for granted."""
    if problem.code.way not in (TREE, COMMAND):
        for tree in problem.trees:
            if tree.tree.players:
                message = f"`api: {problem.code.api}` knows Max and Min, and this tree has several players"
                yield Mistake(message, source, tree.place, "write `api: tree`")
    if problem.code.way.in_turns:
        for tree in problem.trees:
            yield from islice(_out_of_turn(tree, tree.rule(problem.rule).agents, source), 1)


def _out_of_turn(tree: ProblemTree, agents: int, source: Source) -> Iterator[Mistake]:
    levels = tree.tree.depths()
    for index, kind in enumerate(tree.tree.kinds):
        agent, name = levels[index] % agents, tree.tree.names[index]
        if kind is not Kind.LEAF and (agent == 0) != (kind is Kind.MAX):
            who = "Pacman (max) moves" if agent == 0 else f"ghost {agent} of {agents - 1} moves"
            message = f"`{name}` is a {kind} node, and with `agents: {agents}` {who} there"
            yield Mistake(message, source, tree.place, "let the kinds of nodes follow the agents' turns")
        if kind is Kind.CHANCE and _is_weighed(tree.tree, index):
            message = f"the outcomes at `{name}` are not equally likely, and no agent is told so"
            yield Mistake(message, source, tree.place, "leave the probabilities out")


def _is_weighed(tree: Tree, index: int) -> bool:
    return len({tree.probabilities[child] for child in tree.child_indexes(index)}) > 1


def _of_result(problem: Problem, question: Question, given: Value) -> Iterator[Mistake]:
    """What a program cannot return."""
    if question.observable == "value" and "value" not in problem.code.way.returns:
        yield _mistake(
            given, "ask", "an agent returns a move and no value", "ask for `best-move` or `visited`"
        )
    for field in question.sheet_only:
        if find(given, field):
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


def _mistake(given: Value, field: str, message: str, hint: str | None) -> Mistake:
    place = find(given, field) or given
    return Mistake(message, given.source, place.span, hint)
