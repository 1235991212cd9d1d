"""Trees on an exam paper: in the first layout in which they can be read."""

from __future__ import annotations

import pytest

from grader.problems import ProblemSet, load_problems
from grader.reports.sheets.paper import exam_tex, paper
from grader.text.source import Source


def problems(tree: str) -> ProblemSet:
    text = f'set: s\nproblems: [{{id: p, tree: "{tree}", questions: [{{ask: value}}]}}]\n'
    return load_problems(Source(text, "set.yaml"))


LAYOUTS = {
    "a small tree": ("[[3, 12], [2, 4]]", "upright"),
    "40 nodes": (str([[[1, 2, 3]] * 3] * 3), "upright"),
    "63 nodes": (str([[[[[1, 2]] * 2] * 2] * 2] * 2), "turned"),
    "64 leaves below one node": (str([1] * 64), "words"),
    "341 nodes": (str([[[[1] * 4] * 4] * 4] * 4), "words"),
    "a long chain": ("[" * 60 + "1, 2" + "]" * 60, "words"),
}


@pytest.mark.parametrize(("tree", "layout"), LAYOUTS.values(), ids=LAYOUTS)
def test_a_tree_has_the_first_layout_in_which_it_can_be_read(tree: str, layout: str) -> None:
    (drawing,) = paper(problems(tree)).problems[0].drawings
    assert drawing.layout == layout
    assert bool(drawing.tree) == (layout != "words")


def test_a_tree_in_words_has_a_line_for_each_node_and_a_word_why() -> None:
    tree = str([[1] * 40, [2] * 40])
    lines = paper(problems(tree)).problems[0].drawings[0].outline
    assert [(line.indent, line.words) for line in lines[:3]] == [
        ("0em", "A: Max"), ("1em", "B: Min"), ("2em", "B1: leaf, utility 1")
    ]  # fmt: skip
    assert len(lines) == 83
    assert "too large for a page" in exam_tex(problems(tree))
    (key,) = paper(problems(tree), key=True).problems[0].drawings
    assert key.outline[1].words == "B: Min, value 1"
