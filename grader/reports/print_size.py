"""A Picture → whether people can read it on paper, where it is shrunk to the width of the page."""

from __future__ import annotations

from grader.drawing.svg.picture import Picture

_WIDTH, _HEIGHT = 680, 900  # between the margins of A4 and of Letter, in CSS pixels
_SMALLEST_SCALE = 0.55  # at which the names of nodes can still be read


def fits_on_paper(picture: Picture | None) -> bool:
    """Whether a drawing stays readable on a page; one that does not exist is not."""
    if picture is None:
        return False
    scene = picture.scene
    return min(_WIDTH / scene.width, _HEIGHT / scene.height) >= _SMALLEST_SCALE
