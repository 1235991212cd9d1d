"""Tree and marks → Picture: a drawing for a page that styles all its drawings and lays things over them."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import ceil

from grader.drawing.marks import Marks
from grader.drawing.scene import Scene, compose
from grader.drawing.svg_drawing import describe, svg_content, svg_number, title
from grader.memory import Memorable
from grader.text.sentences import Say
from grader.tree import Tree

_PHONE_WIDTH = 300
_SMALLEST_SCALE = 0.72  # a drawing that would have to shrink further is wider than its place instead


@dataclass(frozen=True, slots=True)
class Picture(Memorable):
    """A drawn tree: `content` goes into an `<svg>` with the attributes `frame`; `scene` is where it is."""

    tree: Tree = field(repr=False)
    scene: Scene = field(repr=False)
    content: str = field(repr=False)
    frame: str
    title: str
    description: str
    paper: tuple[PaperPiece, ...] = ()  # where it is too wide for a page

    @property
    def sizes(self) -> str:
        """How many nodes each subtree has, in preorder, by which a script folds them away."""
        return " ".join(str(end - index) for index, end in enumerate(self.tree.ends))


def picture(
    tree: Tree,
    marks: Marks | None = None,
    say: Say | None = None,
    *,
    named: bool = True,
    edges_apart: bool = False,
) -> Picture:
    """The tree drawn once, for any number of pages; shorter where its parts need no names there."""
    marks = marks or Marks()
    scene = compose(tree, marks)
    return Picture(
        tree=tree,
        scene=scene,
        content=svg_content(tree, marks, scene, named=named, edges_apart=edges_apart),
        frame=_frame(scene),
        title=title(tree, say),
        description=describe(tree, marks, say),
        paper=_paper(scene),
    )


def _frame(scene: Scene) -> str:
    """The attributes of the picture: as large as drawn, or as wide as its place where it stays readable."""
    width, height = svg_number(scene.width), svg_number(scene.height)
    fits = " tree-fits" if scene.width * _SMALLEST_SCALE <= _PHONE_WIDTH else ""
    size = f'width="{width}" height="{height}"'
    return f'class="tree-drawing tree-laid{fits}" viewBox="0 0 {width} {height}" {size}'


_WIDTH, _HEIGHT = 680, 900  # between the margins of A4 and of Letter, in CSS pixels
_SMALLEST_ON_PAPER = 0.55  # at which the names of nodes can still be read
_PIECE = _WIDTH / 0.65
_MOST_PIECES = 4
_OVERLAP = 40.0  # of a piece and the next, so that an edge can be followed


@dataclass(frozen=True, slots=True)
class PaperPiece:
    """A drawing, or a piece of it, for paper: the attributes of its `<svg>`, and of the group inside."""

    frame: str
    turn: str = ""


def fits_on_paper(picture: Picture | None) -> bool:
    """Whether a drawing stays readable on a page, whole or in pieces; one that does not exist does not."""
    return picture is not None and (_fits(picture.scene.width, picture.scene.height) or bool(picture.paper))


def _fits(width: float, height: float) -> bool:
    return min(_WIDTH / width, _HEIGHT / height) >= _SMALLEST_ON_PAPER


def _paper(scene: Scene) -> tuple[PaperPiece, ...]:
    """How a drawing that is too wide for a page stands on paper: turned, or else in pieces side by side."""
    width, height = scene.width, scene.height
    number = ceil((width - _OVERLAP) / (_PIECE - _OVERLAP))
    if _fits(width, height) or height > _HEIGHT / _SMALLEST_ON_PAPER:
        return ()
    if _fits(height, width):
        frame = _paper_frame(0, height, width)
        return (PaperPiece(frame, f' transform="translate({svg_number(height)} 0) rotate(90)"'),)
    if number > _MOST_PIECES:
        return ()
    starts = (place * (_PIECE - _OVERLAP) for place in range(number))
    return tuple(PaperPiece(_paper_frame(start, min(_PIECE, width - start), height)) for start in starts)


def _paper_frame(left: float, width: float, height: float) -> str:
    scale = min(1.0, _WIDTH / width, _HEIGHT / height)
    size = f'width="{svg_number(width * scale)}" height="{svg_number(height * scale)}"'
    return f'viewBox="{svg_number(left)} 0 {svg_number(width)} {svg_number(height)}" {size}'
