"""Tree and marks → Picture: a drawing for a page that styles all its drawings and lays things over them."""

from __future__ import annotations

from dataclasses import dataclass, field

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


def picture(tree: Tree, marks: Marks | None = None, say: Say | None = None, *, named: bool = True) -> Picture:
    """The tree drawn once, for any number of pages; shorter where its parts need no names there."""
    marks = marks or Marks()
    scene = compose(tree, marks)
    return Picture(
        tree=tree,
        scene=scene,
        content=svg_content(tree, marks, scene, named=named),
        frame=_frame(scene),
        title=title(tree, say),
        description=describe(tree, marks, say),
    )


def _frame(scene: Scene) -> str:
    """The attributes of the picture: as large as drawn, or as wide as its place where it stays readable."""
    width, height = svg_number(scene.width), svg_number(scene.height)
    fits = " tree-fits" if scene.width * _SMALLEST_SCALE <= _PHONE_WIDTH else ""
    size = f'width="{width}" height="{height}"'
    return f'class="tree-drawing tree-laid{fits}" viewBox="0 0 {width} {height}" {size}'


_WIDTH, _HEIGHT = 680, 900  # between the margins of A4 and of Letter, in CSS pixels
_SMALLEST_ON_PAPER = 0.55  # at which the names of nodes can still be read


def fits_on_paper(picture: Picture | None) -> bool:
    """Whether a drawing stays readable on a page; one that does not exist is not."""
    if picture is None:
        return False
    scene = picture.scene
    return min(_WIDTH / scene.width, _HEIGHT / scene.height) >= _SMALLEST_ON_PAPER
