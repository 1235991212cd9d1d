"""A set with fair variants → the text of its file with each written out, so that none ever changes."""

from __future__ import annotations

import json
from collections.abc import Iterator

from grader.document import Scalar, Value, load_document
from grader.document.values import find
from grader.problems.problem import FairTrees, Problem
from grader.problems.problem_set import ProblemSet
from grader.text.source import Source, Span


def frozen_text(problems: ProblemSet) -> str:
    """The file as it is, but for `variants: {like: this, …}`, which gets the trees that it stands for.

    Who has which variant stays as it is: that follows from the seed, the number and the deal.
    """
    source = problems.source
    text, end = [], 0
    for span, trees in _places(problems, load_document(source)):
        text += [source.text[end : span.start], _written(source, span, trees)]
        end = span.end
    return "".join((*text, source.text[end:]))


def _places(problems: ProblemSet, document: Value) -> Iterator[tuple[Span, tuple[str, ...]]]:
    ids = {problem.id: problem for problem in problems.on_sheet if _is_thawed(problem)}
    for number in range(len(problems.problems)):
        name, variants = (find(document, "problems", number, field) for field in ("id", "variants"))
        problem = ids.get(name.text) if isinstance(name, Scalar) else None
        if problem is not None and variants is not None:
            yield variants.span, tuple(str(problem.trees[place].tree) for place in range(problem.variants))


def _is_thawed(problem: Problem) -> bool:
    return isinstance(problem.trees, FairTrees) and not problem.trees.variants.frozen


def _written(source: Source, span: Span, trees: tuple[str, ...]) -> str:
    """The trees in brackets, which may stand wherever the field stands."""
    line, _ = source.place(span.start)
    written = source.line(line)
    indent = " " * (len(written) - len(written.lstrip(" -")) + 2)
    lines = [f"{indent}{json.dumps(tree, ensure_ascii=False)}," for tree in trees]
    return "\n".join(["{like: this, trees: [", *lines, f"{indent[2:]}]}}"])
