"""A set → the text of its file with generated trees and fair variants written out, so that none changes."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from grader.document import Mapping, Scalar, Value, load_document
from grader.document.values import find
from grader.problems.problem import FairTrees, Problem, ProblemTree
from grader.problems.problem_set import ProblemSet
from grader.rule import Rule
from grader.text.source import Source, Span


def frozen_text(problems: ProblemSet) -> str:
    """The file as it is, but for `{generate: …}` and fair variants, which become the trees they stand for.

    Who has which variant stays as it is: that follows from the seed, the number and the deal.
    """
    source = problems.source
    text, end = [], 0
    for span, written in _places(problems, load_document(source)):
        text += [source.text[end : span.start], written]
        end = span.end
    return "".join((*text, source.text[end:]))


def _places(problems: ProblemSet, document: Value) -> list[tuple[Span, str]]:
    """What is to be written instead of what, from the top down."""
    found: list[tuple[Span, str]] = []
    ids = {problem.id: problem for problem in problems.problems}
    for number in range(len(problems.problems)):
        name = find(document, "problems", number, "id")
        problem = ids.get(name.text) if isinstance(name, Scalar) else None
        if problem is None:
            continue
        found += _generated(problem, document, number)
        variants = find(document, "problems", number, "variants")
        if variants is not None and _is_thawed(problem):
            trees = [_entry(problem.trees[place]) for place in range(problem.variants)]
            found.append((variants.span, _written(problems.source, variants.span, trees)))
    return sorted(found, key=lambda place: place[0].start)


def _generated(problem: Problem, document: Value, number: int) -> Iterator[tuple[Span, str]]:
    """The trees that are made to order: the problem's own, or those that a program is run on."""
    trees = (problem.trees.written,) if isinstance(problem.trees, FairTrees) else problem.trees
    for place, tree in enumerate(trees):
        path = ("trees", place) if problem.program else ("variants", place) if len(trees) > 1 else ("tree",)
        entry = find(document, "problems", number, *path)
        for key, goals in entry.entries if isinstance(entry, Mapping) else ():
            if key.text == "generate":
                text = json.dumps(tree.tree.text, ensure_ascii=False)
                yield Span(key.span.start, goals.span.end), f"tree: {text}"


def _is_thawed(problem: Problem) -> bool:
    return isinstance(problem.trees, FairTrees) and not problem.trees.variants.frozen


def _entry(tree: ProblemTree) -> str:
    """A variant, with what is other in its rule."""
    text = json.dumps(tree.tree.text, ensure_ascii=False)
    if not tree.changes:
        return text
    written = tree.rule(Rule()).to_dict()
    fields = (f"{name}: {json.dumps(written[name])}" for name in tree.changes)
    return f"{{tree: {text}, rule: {{{', '.join(fields)}}}}}"


def _written(source: Source, span: Span, trees: Sequence[str]) -> str:
    """The trees in brackets, which may stand wherever the field stands."""
    line, _ = source.place(span.start)
    written = source.line(line)
    indent = " " * (len(written) - len(written.lstrip(" -")) + 2)
    lines = [f"{indent}{tree}," for tree in trees]
    return "\n".join(["{like: this, trees: [", *lines, f"{indent[2:]}]}}"])
