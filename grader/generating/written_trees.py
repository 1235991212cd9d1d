"""Generated trees → a text of the tree language, with what was asked for in comments; or a problem set."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from grader.generating.generator import GeneratedTree
from grader.generating.goals import Goals
from grader.generating.verification import Unmet
from grader.questions import Question
from grader.rule import OPEN, Rule
from grader.tree import Kind
from grader.tree.notation import write_name

_INDENT = " " * 6


def as_trees(trees: Sequence[GeneratedTree], goals: Goals) -> str:
    """The trees one below the other, each under comments that say what it has."""
    texts = [
        "\n".join([*(f"# {line}" for line in fact_lines(tree, goals, number)), f"{tree.tree}"])
        for number, tree in enumerate(trees, 1)
    ]
    return "\n\n".join(texts)


def fact_lines(tree: GeneratedTree, goals: Goals, number: int) -> Iterator[str]:
    """What a tree has of what was asked for, and how hard it is."""
    facts = tree.facts
    solution = facts.solution
    yield f"{number}: {_size(tree)}; value {solution.tree.pretty(solution.value)}{_best(tree)}"
    if solution.rule.search != "minimax":
        yield f"{_cuts(tree)}; pruned: {_listed(solution.pruned) or 'nothing'}"
    if goals.expectations != "any" and facts.expectations:
        yield f"chance nodes are worth {', '.join(map(solution.tree.pretty, facts.expectations))}"
    if goals.depth_limit_changes:
        whole = facts.unlimited
        moves = _listed(whole.best_moves)
        yield f"without the depth limit: value {whole.tree.pretty(whole.value)}, best move {moves}"
    if goals.ties != "any":
        yield f"ties: {goals.ties}"
    if goals.detect:
        yield f"shows {', '.join(goals.detect)}"
    if goals.most_ideas:
        yield f"shows {', '.join(facts.shown)}"
    if goals.name:
        yield f"would name {', '.join(goals.name)}"
    if goals.tell_apart:
        yield f"tells apart {', '.join(goals.tell_apart)}"
    yield f"difficulty {facts.difficulty}"


def in_words(missing: Unmet) -> str:
    """A goal that a tree misses, such as ``deep`: 2 wanted, 1 found`."""
    return f"`{missing.goal}`: {missing.wanted} wanted, {missing.found} found"


def _size(tree: GeneratedTree) -> str:
    return f"{tree.facts.leaves} leaves, depth {tree.facts.depth}"


def _best(tree: GeneratedTree) -> str:
    facts = tree.facts
    if not facts.best_places:
        return ""
    places = " and ".join(str(place + 1) for place in facts.best_places)
    return f"; best move {_listed(facts.solution.best_moves)} (number {places} of {facts.moves})"


def _cuts(tree: GeneratedTree) -> str:
    facts = tree.facts
    number = len(facts.cut_kinds)
    if not number:
        return "no cutoffs"
    counts = [f"{facts.deep} deep"]
    counts += (f"{facts.cut_kinds.count(kind)} at {kind.title()}" for kind in (Kind.MAX, Kind.MIN))
    return f"{number} {'cutoff' if number == 1 else 'cutoffs'} ({', '.join(counts)})"


def _listed(names: Iterable[str]) -> str:
    return ", ".join(map(write_name, names))


def as_set(trees: Sequence[GeneratedTree], rule: Mapping[str, object], name: str) -> str:
    """A problem set in YAML with a problem for each tree, which asks what was asked for."""
    shown = rule["preset"] if list(rule) == ["preset"] else rule
    lines = [f"set: {name}", "title: Generated trees", f"rule: {_flow(shown)}", "problems:"]
    for number, tree in enumerate(trees, 1):
        lines += [f"  - id: tree-{number}", "    tree: |"]
        lines += (_INDENT + line for line in f"{tree.tree}".splitlines())
        lines.append("    questions:")
        lines += (f"      - {_flow(_fields(question))}" for question in tree.facts.questions)
    return "\n".join(lines)


def stated(rule: Rule, preset: str | None) -> dict[str, object]:
    """The rule as a set states it: the preset and what differs from it, or every field that is set."""
    base = Rule.preset(preset).to_dict() if preset else {}
    unset: dict[str, object] = {"window": Rule(window=OPEN).to_dict()["window"]}
    fields = {
        name: value
        for name, value in rule.to_dict().items()
        if (base[name] != value if preset else value is not None and unset.get(name) != value)
    }
    return {"preset": preset, **fields} if preset else fields


def _fields(question: Question) -> dict[str, object]:
    named = {} if question.id == question.ask else {"id": question.id}
    points = {} if question.points == 1 else {"points": question.points}
    return {**named, "ask": question.ask, **question.public_fields(), **points}


def _flow(value: object) -> str:
    """A value as YAML writes it on one line."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{name}: {_flow(item)}" for name, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_flow, value)) + "]"
    return str(value)
