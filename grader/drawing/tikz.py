"""Tree and marks → a LaTeX document that draws the tree with `forest`, complete and ready to compile."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grader.drawing.board_picture import board_lines
from grader.drawing.captions import Caption, captions, text_width
from grader.drawing.marks import Marks
from grader.text.columns import width
from grader.text.escapes import pdftex_can_set, tex_text
from grader.text.sentences import Say
from grader.tree import Tree
from grader.tree.node import Kind

_DEEPEST_INDENT = 40
_LEAST_GAP = 5.0  # between siblings, in points
_NAME_SIZE = 8.0
_LABEL_SIZE = 8.0
_LABEL_PLACE = 0.6  # of the way from the parent
_NARROWEST_NODE = 15.0
_LEAF_WIDTH = 17.0
_NODE_HEIGHT = 23.0
_NUMBER_SIZE, _SCRIPT_SIZE = 10.0, 8.0
_SLOPE = 5.0
_LEAST_DROP, _GREATEST_DROP = 26.0, 80.0

_PDFTEX = r"""% Compile with pdflatex.
\documentclass[border=4pt]{standalone}
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}
"""

_UNICODE = r"""% Compile with xelatex or lualatex: pdflatex lacks some of this tree's characters.
\documentclass[border=4pt]{standalone}
\usepackage{iftex}
\ifPDFTeX
  \PackageError{tree}{This tree needs xelatex or lualatex}{It has characters that pdflatex lacks.}
\else
  \usepackage{fontspec}
  \newcommand\firstfont[2]{\IfFontExistsTF{#1}{\setmainfont{#1}[Ligatures=TeXOff]}{#2}}
  @FONTS@
\fi
"""

_WIDE_FONTS = (
    "Noto Sans CJK TC", "Noto Sans CJK SC", "Noto Serif CJK TC", "Noto Serif CJK SC",
    "Source Han Sans", "PingFang TC", "PingFang SC", "Hiragino Sans", "Microsoft JhengHei",
    "Microsoft YaHei", "WenQuanYi Zen Hei", "FandolSong",
)  # fmt: skip
_FONTS = ("DejaVu Sans", "Noto Sans", "Arial Unicode MS", "Arial", "FreeSans")

STYLES = r"""\usepackage{forest}
\usetikzlibrary{shapes.geometric}
\forestset{
  tree/.style={for tree={
    draw, font=\small, align=center, inner sep=1.5pt, anchor=north, parent anchor=south, child anchor=north,
    tier/.wrap pgfmath arg={depth ##1}{level()},
  }},
  triangle/.style={isosceles triangle, isosceles triangle stretches, minimum width=8mm, minimum height=8mm},
  max/.style={triangle, shape border rotate=90, fill=blue!8, name at={right corner}{south west}},
  min/.style={triangle, shape border rotate=-90, fill=orange!14, name at={left corner}{north west}},
  chance/.style={ellipse, minimum size=8mm, fill=violet!9, name at={east}{west}},
  p1/.style={triangle, shape border rotate=90, fill=blue!8, name at={right corner}{south west}},
  p2/.style={triangle, shape border rotate=-90, fill=orange!14, name at={left corner}{north west}},
  p3/.style={diamond, minimum size=8mm, fill=green!10, name at={east}{west}},
  polygon/.style 2 args={regular polygon, regular polygon sides=#1, minimum size=9mm, fill=#2,
    name at={east}{west}},
  p4/.style={polygon={6}{red!8}},
  p5/.style={polygon={5}{teal!10}},
  p6/.style={trapezium, minimum size=8mm, fill=brown!12, name at={east}{west}},
  p7/.style={trapezium, shape border rotate=180, minimum size=8mm, fill=cyan!10, name at={east}{west}},
  p8/.style={trapezium, trapezium left angle=60, trapezium right angle=120, minimum size=8mm,
    fill=magenta!8, name at={east}{west}},
  p9/.style={polygon={8}{lime!15}},
  leaf/.style={rectangle, minimum width=6mm, minimum height=6mm},
  name at/.style 2 args={name/.style={
    label={[font=\footnotesize, align=left, inner sep=1pt, anchor=#2]#1:{##1}}}},
  move/.style={edge label+={node[pos=0.6, fill=white, font=\scriptsize, inner sep=1pt]{#1}}},
  cut/.style={edge={densely dashed},
    edge label+={node[pos=0.83, sloped, allow upside down, inner sep=0pt, text=black]{$\parallel$}}},
  pruned/.style={densely dashed, draw=gray, text=gray, fill=none, edge={gray, densely dashed}},
  on line/.style={very thick},
  line to/.style={edge={very thick}},
  changed/.style={double, double distance=1pt},
}
"""


def draw_tikz(tree: Tree, marks: Marks | None = None, say: Say | None = None) -> str:
    """The tree as a LaTeX document."""
    del say  # there are no words in it
    marks = marks or Marks()
    document = f"\\begin{{document}}\n{draw_forest(tree, marks)}\\end{{document}}\n"
    return _preamble(captions(tree, marks)) + STYLES + document


def draw_forest(tree: Tree, marks: Marks | None = None) -> str:
    """The drawing alone, for a document that has `STYLES` in its preamble."""
    marks = marks or Marks()
    lines = "\n".join(_brackets(tree, captions(tree, marks), marks))
    return f"\\begin{{forest}} tree\n{lines}\n\\end{{forest}}\n"


def forest_size(tree: Tree, marks: Marks | None = None) -> tuple[float, float]:
    """About how wide and how high that drawing is, in points; it is never much larger."""
    texts = captions(tree, marks or Marks())
    gaps = _gaps(tree, texts)
    drops = _drops(tree, gaps)
    bottoms = [_NODE_HEIGHT] * len(tree)
    for index in range(1, len(tree)):
        parent = tree.parents[index]
        bottoms[index] = bottoms[parent] + drops[parent] + _NODE_HEIGHT
    return _widths(tree, gaps, [_node_width(text) for text in texts])[0], max(bottoms)


def unicode_fonts(written: str) -> str:
    """The choice of a font that has the characters of `written`, for xelatex and lualatex."""
    fonts = _WIDE_FONTS if width(written) > len(written) else _FONTS
    return "".join(f"\\firstfont{{{font}}}{{" for font in fonts) + "}" * len(fonts)


def _preamble(texts: Sequence[Caption]) -> str:
    written = "".join(part for text in texts for part in (text.name, text.edge, *text.main, *text.remarks))
    if pdftex_can_set(written):
        return _PDFTEX
    return _UNICODE.replace("@FONTS@", unicode_fonts(written))


def _brackets(tree: Tree, texts: Sequence[Caption], marks: Marks) -> Iterator[str]:
    """The tree in the bracket notation of `forest`, a node on each line."""
    gaps = _gaps(tree, texts)
    drops = _drops(tree, gaps)
    depths = [*tree.depths(), 0]
    for index, text in enumerate(texts):
        options = (*_place(text, gaps[index], drops[index]), *_state(tree, index, text, marks))
        node = f"[{{{_content(text)}}}, {', '.join(options)}"
        closing = "]" * (depths[index] - depths[index + 1] + 1)
        yield " " * min(2 * depths[index] + 2, _DEEPEST_INDENT) + node + closing


def _content(text: Caption) -> str:
    """A leaf holds its name and the remarks too: `forest` keeps no room for what stands outside."""
    main = r" \\ ".join(map(tex_text, text.main))
    if text.kind is not Kind.LEAF:
        return main
    small = [rf"\tiny {tex_text(line)}" for line in (text.name, *text.remarks)]
    return r" \\ ".join([main, *small, *_board(text)])


def _board(text: Caption) -> list[str]:
    """The rows of a game's board, each on a line of its own."""
    return [rf"\tiny\ttfamily {tex_text(line)}" for line in board_lines(text.board)]


def _place(text: Caption, gap: float, drop: float) -> Iterator[str]:
    yield text.kind
    if text.kind is not Kind.LEAF:
        small = (rf"\scriptsize {tex_text(line)}" for line in text.remarks)
        yield "name={" + r" \\ ".join([tex_text(text.label), *small, *_board(text)]) + "}"
        yield f"s sep={gap:.0f}pt, l sep={drop:.0f}pt"
    if text.edge:
        yield f"move={{{tex_text(text.edge)}}}"


def _state(tree: Tree, index: int, text: Caption, marks: Marks) -> Iterator[str]:
    states = {
        "pruned": index in marks.faded,
        "on line": index in marks.line,
        "line to": marks.edge_on_line(tree.parents[index], index),
        "cut": index in marks.cut,
        "changed": bool(text.changed),
    }
    return (state for state, holds in states.items() if holds)


def _gaps(tree: Tree, texts: Sequence[Caption]) -> list[float]:
    """How far apart each node's children must stand for the names and labels below it."""
    gaps = [_LEAST_GAP] * len(tree)
    for index in reversed(range(1, len(tree))):  # every child before its parent
        text, parent = texts[index], tree.parents[index]
        label = text_width(text.edge, _LABEL_SIZE) / _LABEL_PLACE - _NARROWEST_NODE
        gaps[parent] = max(gaps[parent], gaps[index], label, _beside(text) + _LEAST_GAP)
    return gaps


def _drops(tree: Tree, gaps: Sequence[float]) -> list[float]:
    """How far below each node its children must stand for the lines to stay steep."""
    widths = _widths(tree, gaps, [_NARROWEST_NODE] * len(tree))
    return [min(max(wide / 2 / _SLOPE, _LEAST_DROP), _GREATEST_DROP) for wide in widths]


def _widths(tree: Tree, gaps: Sequence[float], nodes: Sequence[float]) -> list[float]:
    """How wide each subtree is whose nodes are as wide as `nodes` says."""
    widths = [0.0] * len(tree)
    for index in reversed(range(len(tree))):  # every child before its parent
        widths[index] = max(widths[index], nodes[index])
        if index:
            widths[tree.parents[index]] += widths[index] + gaps[tree.parents[index]]
    return widths


def _node_width(text: Caption) -> float:
    """The width of a node with what stands inside of it."""
    lines = [text_width(line, _NUMBER_SIZE) for line in text.main]
    small = [text_width(line, _SCRIPT_SIZE) for line in (text.name, *text.remarks) if text.kind is Kind.LEAF]
    least = _LEAF_WIDTH if text.kind is Kind.LEAF else _NODE_HEIGHT
    return max([least, *lines, *small])


def _beside(text: Caption) -> float:
    """The width of what stands to the right of a node's shape."""
    if text.kind is Kind.LEAF:
        return 0.0
    return max(text_width(line, _NAME_SIZE) for line in (text.label, *text.remarks))
