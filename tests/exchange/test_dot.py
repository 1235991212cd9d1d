"""Trees for Graphviz: what they show, and that no text in them is anything but text."""

from __future__ import annotations

import shutil
import subprocess
from xml.etree.ElementTree import fromstring

import pytest

from grader.exchange.trees.dot import write_dot
from grader.tree.language import parse_tree

TREE = parse_tree("A = max(a1 -> min~5(3, ?x), heads -> 4)")


def test_a_tree_is_a_graph_of_shapes_and_labels() -> None:
    assert write_dot(TREE) == (
        "digraph tree {\n"
        "  graph [ordering=out]\n"
        '  node [fontname="sans-serif"]\n'
        '  edge [fontname="sans-serif", arrowhead=none]\n'
        '  n0 [shape=triangle, label="A"]\n'
        '  n1 [shape=invtriangle, label="B\\n~5"]\n'
        '  n0 -> n1 [label="a1"]\n'
        '  n2 [shape=plaintext, label="B1\\n3"]\n'
        "  n1 -> n2\n"
        '  n3 [shape=plaintext, label="B2\\n?x"]\n'
        "  n1 -> n3\n"
        '  n4 [shape=plaintext, label="A2\\n4"]\n'
        '  n0 -> n4 [label="heads"]\n'
        "}\n"
    )


def test_chances_and_features_are_shown() -> None:
    shown = write_dot(parse_tree("chance(1/3 x -> {m=2, n=-1}, 2/3 -> 0.5)"))
    assert '  n1 [shape=plaintext, label="A1\\nm = 2\\nn = −1"]\n  n0 -> n1 [label="1/3 x"]\n' in shown


HOSTILE = 'max("\\"]; n9 [URL=\\"javascript:x\\" \\\\" = 3, "&lt;b>\\\\N\\n" -> 4)'


def test_a_hostile_name_stays_a_label() -> None:
    shown = write_dot(parse_tree(HOSTILE))
    assert '  n1 [shape=plaintext, label="\\"]; n9 [URL=\\"javascript:x\\" \\\\\\n3"]\n' in shown
    assert '[label="&amp;lt;b>\\\\N␊"]\n' in shown


@pytest.mark.skipif(shutil.which("dot") is None, reason="Graphviz is not installed")
@pytest.mark.parametrize("text", [str(TREE), HOSTILE])
def test_graphviz_draws_it(text: str) -> None:
    tree = parse_tree(text)
    command = [shutil.which("dot") or "dot", "-Tsvg"]
    run = subprocess.run(command, input=write_dot(tree), capture_output=True, encoding="utf-8", check=True)
    picture = fromstring(run.stdout)  # noqa: S314
    nodes = [group for group in picture.iter("{http://www.w3.org/2000/svg}g") if group.get("class") == "node"]
    assert len(nodes) == len(tree)
