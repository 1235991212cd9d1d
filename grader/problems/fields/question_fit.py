"""A problem and a question of it → where the two do not fit: nodes, rules, programs, impossible answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from grader.document import Scalar, Value
from grader.document import Sequence as List
from grader.document.values import find
from grader.problems.asked_question import Asked
from grader.problems.problem import Problem, ProblemTree
from grader.questions import KINDS, Question, Unreadable
from grader.questions.question import OBSERVABLES
from grader.rule import Rule, RuleError
from grader.sandbox.apis import COMMAND, TREE
from grader.solving import Solution, solve
from grader.solving.unknown_leaf import blanks_of, unknowns_of
from grader.text.sentences import sentences
from grader.text.source import InputError, Mistake, Source, Span
from grader.text.spelling import listed
from grader.tree import Kind, Tree

MOST_NAMES = 12


def misfits(problem: Problem, asked: Asked, given: Value) -> Iterator[Mistake]:
    """All that does not fit, at its place: `given` is what the file says of the question."""
    if problem.program:
        yield from _program_misfits(problem, asked, given)
        if asked.question.observable is None:
            return
    try:
        rules = dict.fromkeys([asked.question.rule, *_accepted_rules(problem, asked)])
    except RuleError as refused:
        yield from _of_rules(refused, asked, given)
        return
    stated: set[str] = set()
    for rule in rules:
        for mistake in _under(rule, problem, asked, given):
            if rule == asked.question.rule:
                stated.add(mistake.message)
                yield mistake
            elif mistake.message not in stated:
                yield replace(mistake, message=f"under the accepted rule, {mistake.message}")


def _under(rule: Rule, problem: Problem, asked: Asked, given: Value) -> Iterator[Mistake]:
    """All that does not fit under the rule of the question, or under one that is accepted."""
    stated = rule == asked.question.rule
    for tree in problem.examples:
        try:
            solution = tree.solution(rule, () if problem.program else asked.question.given)
            if problem.program and solution.is_open:
                solve(solution.whole, solution.rule)  # which says where a number is missing
        except (InputError, RuleError) as error:
            mistakes = _of_tree(error, tree, given.source)
            yield from mistakes if stated else [replace(mistakes[0], source=given.source, span=tree.place)]
            continue
        if mistakes := list(_of_unknowns(problem, asked, given, tree, solution)):
            yield from mistakes
            continue
        posed = replace(asked, question=asked.question.with_rule(solution.rule))
        for mistake in (*_of_question(posed, given, solution), *_of_answers(posed, given, solution)):
            yield replace(mistake, related=_related(problem, tree))


def _of_unknowns(
    problem: Problem, asked: Asked, given: Value, tree: ProblemTree, solution: Solution
) -> Iterator[Mistake]:
    """Whether every unknown and blank of the tree, but for what is asked about, is given a number."""
    question, place = asked.question, find(given, "given")
    span = asked.place if place is None else place.span
    if problem.program and question.given:
        yield Mistake("a program is given the tree itself", given.source, span, "write numbers in the tree")
        return
    names = (*unknowns_of(tree.tree), *blanks_of(tree.tree))
    hint = f"the unknowns are {', '.join(f'`{name}`' for name in names)}" if names else "delete it"
    for name, _ in question.given:
        if name not in names:
            yield Mistake(f"the tree has no unknown `{name}`", given.source, span, hint)
        elif name == question.unknown:
            message = f"this question asks for `{name}`, so it cannot be given"
            yield Mistake(message, given.source, span, "give numbers for the other unknowns alone")
    left = [name for name in unknowns_of(solution.whole) if name != question.unknown]
    is_misnamed = question.unknown is not None and question.unknown not in names
    if left and question.needs_tree and not is_misnamed:
        yield _open_tree(left[0], problem, asked, tree, given.source)
    elif (blanks := blanks_of(solution.whole)) and question.needs_tree and not question.fills_blanks:
        message = f"the leaf `{blanks[0]}` is left blank, and a search needs a number there"
        hint = f"add `given: {{{blanks[0]}: 4}}`, or ask `construct`"
        yield Mistake(message, given.source, asked.place, hint, _related(problem, tree))


def _open_tree(unknown: str, problem: Problem, asked: Asked, tree: ProblemTree, source: Source) -> Mistake:
    message = f"the tree has the unknown `?{unknown}`, and a search needs a number there"
    hint = f"add `given: {{{unknown}: 4}}`"
    if asked.question.unknown is None:
        hint += f", or ask `for-which` with `unknown: {unknown}`"
    return Mistake(message, source, asked.place, hint, _related(problem, tree))


def _related(problem: Problem, tree: ProblemTree) -> tuple[Span, str] | None:
    """The tree that a mistake is about, where there may be others."""
    if problem.program:
        return tree.place, "on this tree"
    return (tree.place, "in this variant") if problem.variants > 1 else None


def _accepted_rules(problem: Problem, asked: Asked) -> Iterator[Rule]:
    for accepted in (*problem.accept, *asked.accept):
        if accepted.rule is not None:
            yield accepted.under(asked.question.rule)


def _of_rules(refused: RuleError, asked: Asked, given: Value) -> Iterator[Mistake]:
    for problem in refused.problems:
        message = f"a rule that is accepted does not go with that of this question: {problem.message}"
        yield Mistake(message, given.source, asked.place, problem.hint)


def _of_tree(error: InputError | RuleError, tree: ProblemTree, source: Source) -> Sequence[Mistake]:
    """What a search cannot use; where a tree was never text, as of a game, one example at its place."""
    if isinstance(error, RuleError):
        message = "the rule of this tree does not go with that of a question"
        return [
            Mistake(f"{message}: {problem.message}", source, tree.place, problem.hint)
            for problem in error.problems
        ]
    first = error.mistakes[0]
    return error.mistakes if first.span else [replace(first, source=source, span=tree.place)]


def _of_question(asked: Asked, given: Value, solution: Solution) -> Iterator[Mistake]:
    if solution.tree.players and not asked.question.fits_players:
        place = find(given, "as") or find(given, "ask")
        message = "nothing is pruned if each of several players has its own goal"
        instead = "ask for the `value` of nodes, the `best-move` or the `line`"
        yield Mistake(message, given.source, place.span if place else asked.place, instead)
        return
    for field, message, hint in asked.question.misfits(solution):
        place = _named_in(message, find(given, field))
        yield Mistake(
            message, given.source, place.span if place else asked.place, hint or _nodes_of(solution)
        )


def _named_in(message: str, value: Value | None) -> Value | None:
    """The item of a list that the message is about, or else the whole value."""
    items = value.items if isinstance(value, List) else ()
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
            hint = f"an answer looks like `{asked.question.example_for(solution)}`"
            yield Mistake(refused.in_words(sentences()), place.source, place.span, hint)


_HOW_FAR = ("depth", "depth_unit", "agents", "evaluation")  # what a program is told, once for all questions


def _program_misfits(problem: Problem, asked: Asked, given: Value) -> Iterator[Mistake]:
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
            message = f"the outcomes at `{name}` are not equally likely, and agents cannot find that out"
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
        message = "a program is either right or wrong on a tree, never partly right"
        yield _mistake(given, "credit", message, "write `each` for a share of every tree, or `all`")
    for number, accepted in enumerate(asked.accept):
        if accepted.answer is not None:
            place = find(given, "accept", number, "answer") or given
            message = "no answer can be accepted from a program, since it answers on every tree"
            yield Mistake(message, place.source, place.span, "accept a `rule:`, or delete it")
    if _how_far(question.rule) != _how_far(problem.rule):
        message = "a program is run once on a tree, and cannot search it to another depth for one question"
        yield _mistake(given, "rule", message, "give the problem or the tree this rule")


def _how_far(rule: Rule) -> tuple[object, ...]:
    return tuple(getattr(rule, name) for name in _HOW_FAR)


def _mistake(given: Value, field: str, message: str, hint: str | None) -> Mistake:
    place = find(given, field) or given
    return Mistake(message, given.source, place.span, hint)
