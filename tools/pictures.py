"""Draws the pictures of README and docs: our mark, trees as SVG, and pages as Chromium shows them."""

import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import grader
from grader.reports.sheets.sheet_page import sheet_html
from grader.reports.student.search_steps import steps_html
from tools.site import practice_page

ROOT = Path(__file__).parents[1]
IMAGES = ROOT / "docs" / "images"
MARK = ROOT / "grader" / "reports" / "templates" / "parts" / "mark.svg"
SET = ROOT / "docs" / "examples" / "report"
DEMO = ROOT / "demo"
PROGRAMS = ("chromium", "chromium-headless-shell", "chromium-browser", "google-chrome")
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


class Photograph(NamedTuple):
    """A page and how much of it is shown: width and height of the window, and where the page is opened."""

    page: str
    width: int
    height: int
    place: str = ""


def drawing(name: str) -> str:
    """The picture of a solved tree."""
    text, fields = DRAWINGS[name]
    return grader.draw(grader.solve(grader.parse_tree(text), grader.Rule.from_fields(fields)), "svg")


def report() -> str:
    """The report of a sheet with a few mistakes."""
    problems = grader.load_problems(SET / "set.yaml")
    sheet = grader.load_submission(SET / "grace.yaml")
    return grader.render(grader.grade(problems, sheet), "html", view="staff")


def class_page() -> str:
    """The page of the demo's class."""
    with TemporaryDirectory() as folder:
        command = ("grade", str(DEMO / "set.yaml"), str(DEMO / "class"), "--out", folder, "--quiet")
        subprocess.run([sys.executable, "-m", "grader", *command], check=True, timeout=600)  # noqa: S603 - our own
        return Path(folder, "class.html").read_text(encoding="utf-8")


def photographs() -> dict[str, Photograph]:
    """The pages that the documents show, by the names of their pictures."""
    search = grader.solve(grader.parse_tree(DEEP), grader.Rule())
    return {
        "report": Photograph(report(), 720, 1120),
        "sheet": Photograph(sheet_html(grader.load_problems(SET / "set.yaml")), 1180, 860),
        "player": Photograph(steps_html(search), 820, 620, "#step=15"),
        "practice": Photograph(practice_page("alpha-beta"), 820, 620),
        "class": Photograph(class_page(), 1180, 860),
    }


def main() -> None:
    """Draw all of them; pages only where there is a browser."""
    (IMAGES / "mark.svg").write_text(MARK.read_text(encoding="utf-8"), encoding="utf-8")
    for name in DRAWINGS:
        (IMAGES / f"{name}.svg").write_text(drawing(name), encoding="utf-8")
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if program is None:
        sys.exit("pictures: there is no Chromium here, so that the pictures of pages stay as they are")
    for name, shown in photographs().items():
        photograph(program, shown, IMAGES / f"{name}.png")


def photograph(program: str, shown: Photograph, picture: Path) -> None:
    """A page as a browser shows it."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "page.html"
        path.write_text(shown.page, encoding="utf-8")
        size = f"--window-size={shown.width},{shown.height}"
        where = (f"--user-data-dir={folder}/profile", f"--screenshot={picture}", path.as_uri() + shown.place)
        command = [program, *QUIET, size, "--virtual-time-budget=3000", *where]
        subprocess.run(command, check=True, timeout=120, capture_output=True)  # noqa: S603 - our own page


if __name__ == "__main__":
    main()
