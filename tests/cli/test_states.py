"""`grade`, `regrade` and `adjust` with several states of one set: the last one counts, in every file."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grader.cli.main import main
from grader.gradebook import FILE, Adjustment, adjusted
from grader.grading import grade
from grader.problems import load_problems
from grader.submissions import load_submission
from tests.cli.bookkeeping import OUT
from tests.gradebook.keeping import HALF, RIGHT, SET, SHEET, WRONG

STATES = {
    "v1.yaml": SET.format(settings="", points=4),
    "v2.yaml": SET.format(settings="", points=8),
    "v3.yaml": SET.format(settings="rule: {order: right-to-left}", points=4),
}
CLASS = {"ada": RIGHT, "bob": HALF, "eve": WRONG}
REPORTS = ["--report", "json,csv"]
QUIET = ["--quiet", "--jobs", "1"]


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("class").mkdir()
    for name, text in STATES.items():
        Path(name).write_text(text, encoding="utf-8")
    for student, pruned in CLASS.items():
        Path("class", f"{student}.yaml").write_text(SHEET.format(pruned=pruned), encoding="utf-8")


def mark(state: str) -> int:
    return main(["grade", state, "class", *OUT, *REPORTS, *QUIET])


def mark_again(state: str) -> int:
    return main(["regrade", state, *OUT, "--apply", *QUIET])


def decide(student: str, points: int | None) -> int:
    what = ["--withdraw"] if points is None else ["--points", str(points)]
    return main(["adjust", student, "textbook.pruned", *what, "--because", "b", "--by", "tom", *OUT])


def afresh(state: str, decisions: Iterable[Adjustment]) -> list[dict[str, Any]]:
    problems = load_problems(state)
    grades = [grade(problems, load_submission(f"class/{student}.yaml")) for student in CLASS]
    decided = (
        adjusted(one, [decision for decision in decisions if decision.student == one.student])
        for one in grades
    )
    return records(json.dumps([one.to_dict() for one in decided]))


def records(text: str) -> list[dict[str, Any]]:
    """Records without what is about the file that was handed in."""
    found: list[dict[str, Any]] = json.loads(text)
    return [{**record, "name": "", "notes": [], "made_from": record["made_from"]["set"]} for record in found]


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("grade"), st.sampled_from(list(STATES))),
        st.tuples(st.just("regrade"), st.sampled_from(list(STATES))),
        st.tuples(st.sampled_from(list(CLASS)), st.sampled_from((0, 1, 3, None))),
    ),
    max_size=4,
)


@settings(
    max_examples=settings().max_examples // 8,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(steps=STEPS)
def test_all_files_show_what_marking_afresh_by_the_last_state_gives(
    steps: list[tuple[str, Any]], capsys: pytest.CaptureFixture[str]
) -> None:
    Path("out", FILE).unlink(missing_ok=True)
    assert mark("v1.yaml") == 0
    last, decisions = "v1.yaml", list[Adjustment]()
    for what, which in steps:
        if what in ("grade", "regrade"):
            last = which
            assert (mark if what == "grade" else mark_again)(which) == 0
        elif decide(what, which) == 0:  # nothing can be withdrawn that nobody decided
            decisions.append(Adjustment(what, "textbook.pruned", which, "b", "tom"))
        expected = afresh(last, decisions)
        capsys.readouterr()
        assert main(["grades", *OUT, "--format", "json"]) == 0
        assert records(capsys.readouterr().out) == expected
        assert main(["report", f"out/{FILE}", "--set", last, "--out", "reports", "--as", "json,csv"]) == 0
        assert records(Path("reports", "results.json").read_text(encoding="utf-8")) == expected
        if what == "grade":
            assert records(Path("out", "results.json").read_text(encoding="utf-8")) == expected


def test_going_back_to_an_earlier_state_is_shown_and_kept(capsys: pytest.CaptureFixture[str]) -> None:
    assert (mark("v1.yaml"), mark_again("v2.yaml")) == (0, 0)
    good = Path("out", "grades.csv").read_text(encoding="utf-8")
    capsys.readouterr()
    assert main(["regrade", "v1.yaml", *OUT, "--diff"]) == 0
    assert "3 of 3 grades would change: 0 up, 2 down, 1 otherwise\n" in capsys.readouterr().out
    assert main(["regrade", "v1.yaml", *OUT, "--apply"]) == 0
    assert capsys.readouterr().out.endswith(
        "3 of 3 grades changed: 0 up, 2 down, 1 otherwise\nthe new grades are stored\n"
    )
    assert mark("v1.yaml") == 0
    assert Path("out", "grades.csv").read_text(encoding="utf-8") == good


def test_going_back_by_marking_the_class_marks_everybody(capsys: pytest.CaptureFixture[str]) -> None:
    assert (mark("v1.yaml"), mark_again("v2.yaml")) == (0, 0)
    capsys.readouterr()
    assert main(["grade", "v1.yaml", "class", *OUT, *REPORTS, "--jobs", "1"]) == 0
    captured = capsys.readouterr()
    assert captured.err.startswith("3 submissions: 0 unchanged, 3 processed")
    assert "another state" not in captured.err
    assert main(["grade", "v1.yaml", "class", *OUT, *REPORTS, "--jobs", "1"]) == 0
    assert capsys.readouterr().err.startswith("3 submissions: 3 unchanged, 0 processed")


def test_nothing_is_said_to_be_kept_where_all_is_as_it_was(capsys: pytest.CaptureFixture[str]) -> None:
    assert mark("v1.yaml") == 0
    capsys.readouterr()
    assert main(["regrade", "v1.yaml", *OUT, "--apply"]) == 0
    assert capsys.readouterr().out == (
        "0 of 3 grades changed: 0 up, 0 down, 0 otherwise\n"
        "nothing was written: everything that counts is already graded with this set\n"
    )


def test_a_table_has_the_questions_of_the_state_that_stands(capsys: pytest.CaptureFixture[str]) -> None:
    """Also where a state that was seen later for the first time has others."""
    text = STATES["v1.yaml"]
    Path("v2.yaml").write_text("".join(text.splitlines(keepends=True)[:-1]), encoding="utf-8")
    for step in (mark("v1.yaml"), mark_again("v2.yaml"), mark_again("v1.yaml")):
        assert step == 0
    capsys.readouterr()
    assert main(["grades", *OUT, "--format", "csv"]) == 0
    assert "textbook.manual" in capsys.readouterr().out.splitlines()[0]
