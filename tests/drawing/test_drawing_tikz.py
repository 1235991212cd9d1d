"""TikZ: a whole document, with every character escaped, that TeX compiles where it is installed."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given

from grader.drawing import Marks, draw
from grader.text.escapes import pdftex_can_set, tex_text
from grader.tree import Tree
from grader.tree.language import parse_tree
from tests.strategies import trees

SOLVED = Marks(
    values={0: "3", 1: "3", 5: "≤ 2"},
    windows={5: ("3", "∞")},
    cut=frozenset({7, 8}),
    faded=frozenset({7, 8}),
    line=frozenset({0, 1, 2}),
    changed={10: "was 15"},
)
TEXTBOOK = parse_tree("A = max(a1 -> B = min(3, 12, 8), a2 -> C = min(2, 4, 6), a3 -> D = min(14, 5, 2))")
HOSTILE = r"""
"a_b#c%d&e$f{g}~^\\" = max(
  "[x], ``q'' -- << >> |=\"" -> 3,
  "100%" -> min{a_b=2}(?x, _, {c=1}),
)"""


def _has_forest() -> bool:
    """Whether this machine has all that the document asks for."""
    finder = shutil.which("kpsewhich")
    if finder is None or shutil.which("pdflatex") is None:
        return False
    run = subprocess.run([finder, "standalone.cls", "forest.sty"], capture_output=True, check=False)
    return run.stdout.count(b"\n") == 2


ESCAPED = {
    "plain": ("left 2", "left 2"),
    "commands": (r"\end{document}", r"\textbackslash{}end\{document\}"),
    "signs": ("a_b#c%d&e$f^g", r"a\_b\#c\%d\&e\$f\textasciicircum{}g"),
    "dashes": ("a--b", "a-{}-{}b"),
    "quotes": ('`a\' "b"', r"\textasciigrave{}a'{} \textquotedbl{}b\textquotedbl{}"),
    "mathematics": ("−7/3 ≤ ∞", r"$-$7/3 $\leq$ $\infty$"),
    "an evaluation": ("~5", r"$\sim$5"),
    "Greek": ("αβ", r"$\alpha$$\beta$"),
    "accents": ("größe Łódź", "größe Łódź"),
}


@pytest.mark.parametrize(("text", "tex"), ESCAPED.values(), ids=ESCAPED)
def test_text_is_escaped(text: str, tex: str) -> None:
    assert tex_text(text) == tex


def test_a_leaf_holds_its_number_and_its_name() -> None:
    assert "[{7 \\\\ \\tiny A}, leaf]\n" in draw(parse_tree("7"), "tikz")


def test_a_tree_is_written_in_brackets() -> None:
    drawing = draw(parse_tree("max~5(a1 -> min(-1))"), "tikz")
    assert _body(drawing) == [
        r"[{}, max, name={A \\ \scriptsize $\sim$5}, s sep=11pt, l sep=26pt",
        r"  [{}, min, name={B}, s sep=5pt, l sep=26pt, move={a1}",
        r"    [{$-$1 \\ \tiny B1}, leaf]]]",
    ]


def test_marks_are_styles() -> None:
    lines = _body(draw(TEXTBOOK, "tikz", SOLVED))
    assert lines[0].startswith("[{3}, max, ")
    assert lines[0].endswith(", on line")
    assert lines[1].endswith(", move={a1}, on line, line to")
    assert lines[5].startswith(r"  [{$\leq$ 2}, min, name={C \\ \scriptsize [3,{} $\infty$]}")
    assert lines[7].endswith(", leaf, pruned, cut]")
    assert lines[10].endswith(r"\tiny was 15}, leaf, changed]")


@given(trees(estimates=True))
def test_brackets_and_braces_are_balanced(tree: Tree) -> None:
    body = re.sub(r"\\[{}]", "", "\n".join(_body(draw(tree, "tikz"))))
    assert body.count("{") == body.count("}")
    outside = re.sub(r"\{(?:[^{}]|\{[^{}]*\})*\}", "", body)
    assert outside.count("[") == outside.count("]") == len(tree)


ENGINES = {
    "ASCII": ("max(1)", True),
    "Western letters": ("größe = max(Łódź -> 1)", True),
    "signs that have a command": ('max("α ≤ β" -> -inf)', True),
    "Chinese": ("先手 = max(1)", False),
    "Cyrillic": ("ж = max(1)", False),
    "an emoji": ('max("🂡" -> 1)', False),
}


@pytest.mark.parametrize(("text", "pdflatex"), ENGINES.values(), ids=ENGINES)
def test_a_document_says_which_engine_it_needs(text: str, pdflatex: bool) -> None:
    first, *rest = draw(parse_tree(text), "tikz").splitlines()
    assert (first == "% Compile with pdflatex.") is pdflatex
    assert any("fontspec" in line for line in rest) is not pdflatex


def test_letters_that_the_encoding_lacks_are_known() -> None:
    assert pdftex_can_set("ÀÿĀžȘ„–€")
    assert not any(map(pdftex_can_set, "ĦĸŉŦƀ\x1b"))


COMPILED = {
    "the textbook's tree": (TEXTBOOK, SOLVED),
    "hostile names": (parse_tree(HOSTILE), Marks()),
}


@pytest.mark.skipif(not _has_forest(), reason="pdflatex with forest and standalone is not installed")
@pytest.mark.parametrize(("tree", "marks"), COMPILED.values(), ids=COMPILED)
def test_a_document_compiles(tree: Tree, marks: Marks, tmp_path: Path) -> None:
    (tmp_path / "tree.tex").write_text(draw(tree, "tikz", marks), encoding="utf-8")
    command = [shutil.which("pdflatex") or "", "-interaction=nonstopmode", "-halt-on-error", "tree.tex"]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)
    assert run.returncode == 0, run.stdout[-2000:]


def _body(drawing: str) -> list[str]:
    """The lines of the tree itself, without the indentation that they share."""
    lines = drawing.partition("\\begin{forest} tree\n")[2].partition("\n\\end{forest}")[0].splitlines()
    return [line.removeprefix("  ") for line in lines]
