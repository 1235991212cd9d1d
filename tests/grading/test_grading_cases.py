"""Folders of a set, a sheet and the grade that it must get, checked to the last letter.

`grader grade set.yaml sheet.yaml --format json`, run inside such a folder, prints what `grade.json` holds,
and to standard error what `notes.txt` holds.
"""

import json
from pathlib import Path

import pytest

from grader.grading import grade
from grader.problems import load_problems
from grader.submissions import load_submission

CASES = sorted((Path(__file__).parent / "cases").iterdir())


@pytest.mark.parametrize("folder", CASES, ids=lambda folder: folder.name)
def test_a_sheet_gets_the_grade_that_is_written_down(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    grade_made = grade(load_problems("set.yaml"), load_submission("sheet.yaml"))
    record = grade_made.to_dict()
    del record["made_from"]  # it changes with every version
    assert record == json.loads(Path("grade.json").read_text(encoding="utf-8"))
    notes = Path("notes.txt")
    expected = notes.read_text(encoding="utf-8") if notes.exists() else ""
    assert "".join(f"{note}\n" for note in grade_made.notes) == expected
