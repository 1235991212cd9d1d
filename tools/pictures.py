"""Draws the pictures of README and docs: trees as SVG, and a student's report as Chromium shows it."""

import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

import grader

ROOT = Path(__file__).parents[1]
IMAGES = ROOT / "docs" / "images"
SET = ROOT / "docs" / "examples" / "report"
PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
SIZE = "--window-size=820,1680"
QUIET = ("--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--hide-scrollbars")

TEXTBOOK = "max(a1 -> min(3, 12, 8), a2 -> min(2, 4, 6), a3 -> min(14, 5, 2))"
TIED = "max(min(3, 5), min(3, 1))"
DEEP = "max(7, min(max(min(5, 3), 6), 4))"
LUCK = "max(chance(1, 2), chance(0, 2))"
BOUNDED: Mapping[str, object] = {"utilities": (-2, 2)}
DRAWINGS: Mapping[str, tuple[str, Mapping[str, object]]] = {
    "textbook": (TEXTBOOK, {}),
    "ties-cut": (TIED, {"ties": "cut"}),
    "ties-keep": (TIED, {"ties": "keep"}),
    "cutoffs-deep": (DEEP, {"cutoffs": "deep"}),
    "cutoffs-shallow": (DEEP, {"cutoffs": "shallow"}),
    "chance-reset": (LUCK, {"chance": "reset", **BOUNDED}),
    "chance-star1": (LUCK, {"chance": "star1", **BOUNDED}),
}


def drawing(name: str) -> str:
    """The picture of a solved tree."""
    text, fields = DRAWINGS[name]
    return grader.draw(grader.solve(grader.parse_tree(text), grader.Rule.from_fields(fields)), "svg")


def report() -> str:
    """The report of a sheet with a few mistakes."""
    problems = grader.load_problems(SET / "set.yaml")
    sheet = grader.load_submission(SET / "grace.yaml")
    return grader.render(grader.grade(problems, sheet), "html", view="staff")


def main() -> None:
    """Draw all of them; the report only where there is a browser."""
    for name in DRAWINGS:
        (IMAGES / f"{name}.svg").write_text(drawing(name), encoding="utf-8")
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if program is None:
        sys.exit("pictures: there is no Chromium here, so that report.png stays as it is")
    photograph(program, report(), IMAGES / "report.png")


def photograph(program: str, page: str, picture: Path) -> None:
    """A page as a browser shows it."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "report.html"
        path.write_text(page, encoding="utf-8")
        where = (f"--user-data-dir={folder}/profile", f"--screenshot={picture}", path.as_uri())
        subprocess.run([program, *QUIET, SIZE, *where], check=True, timeout=120, capture_output=True)  # noqa: S603 - our own page


if __name__ == "__main__":
    main()
