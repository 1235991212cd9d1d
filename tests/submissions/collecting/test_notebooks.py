"""Notebooks: their code cells are a program, and a cell of answers is the sheet."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from grader.grading import grade
from grader.sandbox.run import Worker
from grader.submissions import MAX_BYTES, Submission, load_submission, read_files
from tests.marking_programs import MINIMAX, a_set
from tests.submissions.collecting.laying import collected, lay

SEARCH = MINIMAX.strip()
ANSWERS = "set: week-1\nstudent: ada\nanswers:\n  textbook: {value: 3}\n"


def notebook(*cells: tuple[str, str], **extra: Any) -> bytes:
    listed = [
        {"cell_type": kind, "source": text.splitlines(keepends=True), "metadata": {}} for kind, text in cells
    ]
    return json.dumps({"cells": [*listed, *extra.get("more", ())], "nbformat": 4}).encode()


def handed_in(*cells: tuple[str, str], **extra: Any) -> Submission:
    return read_files({"search.ipynb": notebook(*cells, **extra)}, "class/ada")


def earned(submission: Submission, worker: Worker) -> object:
    return grade(a_set(questions="[{ask: value, points: 4}]"), submission, worker=worker).earned


CELLS: dict[str, Sequence[tuple[str, str]]] = {
    "one cell": [("code", SEARCH)],
    "with words around it": [("markdown", "# My search"), ("code", SEARCH), ("raw", "the end")],
    "in several cells": [("code", "import math\nlow = -math.inf"), ("code", SEARCH)],
    "a cell that fails does not stop the next": [("code", "tree = undefined"), ("code", SEARCH)],
    "nor one after it": [("code", SEARCH), ("code", "alphabeta(my_tree)\nassert False")],
    "nor one that is no Python": [("code", "def broken(:"), ("code", SEARCH)],
    "with magics": [("code", f"%matplotlib inline\n!pip install numpy\nlen?\n{SEARCH}\n%time 1")],
    "with a magic over the cell": [("code", f"%%time\n{SEARCH}")],
    "another language is left out": [("code", "%%bash\nrm -r /"), ("code", SEARCH)],
    "a magic that gives a name its value": [("code", f"here = %pwd\nfiles = !ls\n?len\n{SEARCH}")],
    "a magic over several lines": [("code", f"!pip install \\\n    numpy\n{SEARCH}")],
    "a magic that runs a statement": [("code", f"%time low = -1\n!ls\nlow\n{SEARCH}")],
    "a cell that ends the program does not end it": [("code", SEARCH), ("code", "import sys\nsys.exit(1)")],
    "nor one before it": [("code", "raise SystemExit"), ("code", SEARCH)],
    "a file that a cell writes": [("code", f"%%writefile search.py\n{SEARCH}")],
}


@pytest.mark.parametrize("cells", CELLS.values(), ids=CELLS)
def test_the_code_cells_are_the_program(cells: Sequence[tuple[str, str]], worker: Worker) -> None:
    assert earned(handed_in(*cells), worker) == 4


def test_a_notebook_of_the_format_before_is_read_too(worker: Worker) -> None:
    cells = [{"cell_type": "code", "input": SEARCH}]
    data = json.dumps({"worksheets": [{"cells": cells}], "nbformat": 3}).encode()
    assert earned(read_files({"search.ipynb": data}, "class/ada"), worker) == 4


def test_nbgrader_s_own_tests_are_not_run(worker: Worker) -> None:
    tests = {"grade": True, "solution": False}
    cell = {"cell_type": "code", "source": "def alphabeta(node): 1 / 0", "metadata": {"nbgrader": tests}}
    assert earned(handed_in(("code", SEARCH), more=[cell]), worker) == 4


def test_what_fails_is_told_with_its_line_where_the_function_is_missing(worker: Worker) -> None:
    submission = handed_in(("markdown", "# My search"), ("code", "def alphabeta(node:\n    return 3"))
    (ran, *_) = grade(a_set(), submission, worker=worker).runs
    assert (ran.outcome, ran.line, ran.file) == ("syntax", 3, "search.py")


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("raw", ANSWERS),
        ("markdown", f"```yaml\n{ANSWERS}```"),
        ("code", ANSWERS),
        ("code", "answers: {textbook: {value: 3}}"),
    ],
)
def test_a_cell_of_answers_is_the_sheet(kind: str, text: str) -> None:
    sheet = handed_in((kind, text)).sheet
    assert sheet is not None
    assert [answer.text for answers in sheet.answers.values() for answer in answers.values()] == ["3"]


def test_python_that_annotates_a_name_is_no_sheet() -> None:
    submission = handed_in(("code", "answers: dict = {}\nquestions: list = []"))
    assert (submission.sheet, list(submission.files)) == (None, ["search.py"])


def test_a_sheet_beside_the_notebook_comes_first() -> None:
    files = {"search.ipynb": notebook(("raw", ANSWERS)), "answers.yaml": b"student: bob\nanswers: {}"}
    sheet = read_files(files, "class/ada").sheet
    assert sheet is not None
    assert sheet.student is not None
    assert sheet.student.text == "bob"


def test_a_program_beside_the_notebook_comes_first_and_that_is_noted() -> None:
    files = {"search.ipynb": notebook(("code", "x = 1")), "search.py": b"x = 2"}
    submission = read_files(files, "class/ada")
    assert submission.files == {"search.py": b"x = 2"}
    assert [mistake.message for mistake in submission.mistakes] == [
        "`search.ipynb` was skipped: there is a program of the same name"
    ]


@pytest.mark.parametrize("data", [b"", b"{", b"[" * 100_000, b"\xff\xfe"])
def test_error_a_notebook_that_cannot_be_read(data: bytes) -> None:
    submission = read_files({"search.ipynb": data}, "class/ada")
    (mistake,) = submission.mistakes
    assert (mistake.message, mistake.hint) == (
        "this notebook cannot be read: it is not JSON",
        "save it in Jupyter again, or submit the program itself",
    )
    assert grade(a_set(), submission).status == "unreadable"


def test_a_notebook_without_code_is_named(tmp_path: Path) -> None:
    lay(tmp_path, {"ada/search.ipynb": notebook(("markdown", SEARCH))})
    graded = grade(a_set(), load_submission(tmp_path / "ada"))
    assert graded.status == "unreadable"
    assert [note.message for note in graded.notes] == [
        "`search.ipynb` was skipped: its cells contain neither code nor an answer sheet"
    ]


LARGE = {"image/png": "x" * (MAX_BYTES + 1)}


@pytest.mark.parametrize("place", ["ada.ipynb", "ada/search.ipynb", "submitted/ada/week-1/search.ipynb"])
def test_pictures_in_a_notebook_do_not_count_for_its_size(place: str, tmp_path: Path, worker: Worker) -> None:
    shown = {"cell_type": "code", "source": "1", "outputs": [{"data": LARGE}]}
    pasted = {"cell_type": "markdown", "source": "a drawing", "attachments": {"a.png": LARGE}}
    lay(tmp_path, {place: notebook(("code", SEARCH), more=[shown, pasted])})
    (entry,) = collected(tmp_path).entries
    assert earned(entry.load(), worker) == 4
    assert earned(load_submission(tmp_path / place), worker) == 4


def test_code_in_a_notebook_counts_for_its_size(tmp_path: Path) -> None:
    lay(tmp_path, {"ada/search.ipynb": notebook(("code", "#" * (MAX_BYTES + 1)))})
    (entry,) = collected(tmp_path).entries
    (mistake,) = entry.load().mistakes
    assert mistake.message == "there are more than 200 files or 1,000,000 bytes in this submission"
    assert mistake.hint is not None
    assert "clear all outputs" in mistake.hint


ODD = [[], 3, None, {"cells": 3}, {"cells": [3, {}, {"cell_type": "code", "source": 3}]}, {"worksheets": [3]}]


@pytest.mark.parametrize("loaded", ODD, ids=str)
def test_a_notebook_of_an_odd_shape_holds_nothing(loaded: object) -> None:
    submission = read_files({"search.ipynb": json.dumps(loaded).encode()}, "class/ada")
    assert (submission.sheet, submission.files) == (None, {})
    assert grade(a_set(), submission).status == "unreadable"


def test_a_lone_notebook_is_called_after_the_student(tmp_path: Path) -> None:
    lay(tmp_path, {"ada.ipynb": notebook(("code", SEARCH)), "bob.ipynb": notebook(("raw", ANSWERS))})
    entries = collected(tmp_path).entries
    assert [entry.student for entry in entries] == ["ada", "bob"]
    assert load_submission(tmp_path / "ada.ipynb").student == "ada"


def test_nbgrader_s_layout_with_notebooks(tmp_path: Path, worker: Worker) -> None:
    data = notebook(("code", SEARCH))
    folder = "submitted/ada/week-1"
    lay(tmp_path, {f"{folder}/search.ipynb": data, f"{folder}/timestamp.txt": "2027-01-31 22:59:01 UTC"})
    assert [entry.student for entry in collected(tmp_path).entries] == ["ada"]
    assert earned(load_submission(tmp_path / "submitted/ada/week-1"), worker) == 4
