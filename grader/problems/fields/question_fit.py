"""A problem and a question of it → where the two do not fit: nodes, rules and answers that cannot be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from grader.document import Scalar, Sequence, Value
from grader.problems.asked_question import Asked
from grader.problems.fields.file_places import find
from grader.problems.problem import Problem
from grader.questions import Unreadable
from grader.rule import Rule, RuleError
from grader.solving import Solution
from grader.text.sentences import sentences
from grader.text.source import InputError, Mistake

MOST_NAMES = 12


def misfits(problem: Problem, trees: tuple[Value, ...], asked: Asked, given: Value) -> Iterator[Mistake]:
    """All that does not fit, at its place: `trees` and `given` are what the file says of the two."""
    try:
        rules = dict.fromkeys([asked.question.rule, *_accepted_rules(problem, asked)])
    except RuleError as refused:
        yield from _of_rules(refused, asked, given)
        return
    stated: set[str] = set()
    for rule in rules:
        for mistake in _under(problem, trees, replace(asked, question=asked.question.with_rule(rule)), given):
            if rule == asked.question.rule:
                stated.add(mistake.message)
                yield mistake
            elif mistake.message not in stated:
                yield replace(mistake, message=f"under the accepted rule, {mistake.message}")


def _under(problem: Problem, trees: tuple[Value, ...], asked: Asked, given: Value) -> Iterator[Mistake]:
    """All that does not fit under the rule of the question."""
    for variant, tree in enumerate(trees):
        try:
            solution = problem.solution(variant, asked.question.rule)
        except InputError as error:
            yield from _of_tree(error, tree)
            continue
        related = (tree.span, "in this variant") if len(trees) > 1 else None
        for mistake in (*_of_question(asked, given, solution), *_of_answers(asked, given, solution)):
            yield replace(mistake, related=related)


def _accepted_rules(problem: Problem, asked: Asked) -> Iterator[Rule]:
    for accepted in (*problem.accept, *asked.accept):
        if accepted.rule is not None:
            yield accepted.under(asked.question.rule)


def _of_rules(refused: RuleError, asked: Asked, given: Value) -> Iterator[Mistake]:
    for problem in refused.problems:
        message = f"a rule that is accepted does not go with that of this question: {problem.message}"
        yield Mistake(message, given.source, asked.place, problem.hint)


def _of_tree(error: InputError, tree: Value) -> Iterable[Mistake]:
    """What a search cannot use; where a tree was never text, as of a game, one example at its place."""
    first = error.mistakes[0]
    return error.mistakes if first.span else [replace(first, source=tree.source, span=tree.span)]


def _of_question(asked: Asked, given: Value, solution: Solution) -> Iterator[Mistake]:
    for field, message, hint in asked.question.misfits(solution):
        place = _named_in(message, find(given, field))
        yield Mistake(
            message, given.source, place.span if place else asked.place, hint or _nodes_of(solution)
        )


def _named_in(message: str, value: Value | None) -> Value | None:
    """The item of a list that the message is about, or else the whole value."""
    items = value.items if isinstance(value, Sequence) else ()
    named = [item for item in items if isinstance(item, Scalar) and f"`{item.text}`" in message]
    return named[-1] if named else value


def _nodes_of(solution: Solution) -> str:
    names = solution.tree.names
    shown = ", ".join(f"`{name}`" for name in names[:MOST_NAMES])
    return f"the nodes are {shown}{', …' if len(names) > MOST_NAMES else ''}"


def _of_answers(asked: Asked, given: Value, solution: Solution) -> Iterator[Mistake]:
    """The accepted answers that the question itself cannot read."""
    for number, accepted in enumerate(asked.accept):
        place = find(given, "accept", number, "answer")
        if accepted.answer is None or place is None:
            continue
        try:
            asked.question.read(accepted.answer, solution)
        except Unreadable as refused:
            hint = f"an answer looks like `{asked.question.example}`"
            yield Mistake(refused.in_words(sentences()), place.source, place.span, hint)
