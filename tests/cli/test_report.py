"""`grader report`, and `grader grade --report`: from stored grades or new ones to files and to GitHub."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from grader.cli.main import main
from grader.cli.report_arguments import REPORTS
from tests.cli.test_grade import SET, SHEET

EXPORT = "Student,ID,SIS Login ID,Adversarial search (1)\n    Points Possible,,,5\nAda,1,ada,\n"
GRADE = ["grade", "set.yaml", "ada.yaml", "grace.yaml"]
REPORT = ["report", "out/results.json", "--set", "set.yaml"]
USUAL = ["class.html", "grades.csv", "junit.xml", "results.json", "students/ada/report.html"]
ALL = f"     = hint: there are {', '.join(f'`{name}`' for name in REPORTS[:-1])} and `github`\n"


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("GITHUB_ACTIONS", "GITHUB_STEP_SUMMARY", "GITHUB_WORKSPACE"):
        monkeypatch.delenv(name, raising=False)
    Path("set.yaml").write_text(SET, encoding="utf-8")
    Path("ada.yaml").write_text(SHEET, encoding="utf-8")
    Path("grace.yaml").write_text(SHEET.replace("ada", "grace"), encoding="utf-8")
    Path("export.csv").write_text(EXPORT, encoding="utf-8")


@pytest.fixture
def stored(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*GRADE, "--report", "json", "--out", "out"]) == 0
    capsys.readouterr()


def files(folder: str = "out") -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in Path(folder).rglob("*") if path.is_file())


def test_grade_writes_the_reports_that_are_named_and_still_prints(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["grade", "set.yaml", "ada.yaml", "--report", "md, junit,md", "--out", "out"]) == 0
    assert files() == ["junit.xml", "students/ada/report.md"]
    assert capsys.readouterr().out.startswith("ada (ada.yaml)\n")


@pytest.mark.usefixtures("stored")
def test_what_was_written_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*REPORT, "--as", "csv,md", "--out", "out"]) == 0
    assert main([*REPORT, "--as", "csv", "-o", "grades.csv"]) == 0
    assert capsys.readouterr() == (
        "",
        "wrote grades.csv, report.md for 2 students in out\nwrote grades.csv\n",
    )


def test_a_folder_alone_gets_the_usual_reports() -> None:
    assert main(["grade", "set.yaml", "ada.yaml", "--out", "out"]) == 0
    assert files() == USUAL


def test_an_export_of_canvas_is_filled_in(capsys: pytest.CaptureFixture[str]) -> None:
    words = [
        *GRADE,
        "--report",
        "csv",
        "--canvas",
        "export.csv",
        "--out",
        "out",
    ]
    assert main(words) == 0
    assert Path("out/canvas.csv").read_text() == EXPORT.replace("ada,\n", "ada,0.67\n")
    assert capsys.readouterr().err == "export.csv: warning: nobody in this export is `grace`\n"


def test_a_class_page_can_be_anonymous() -> None:
    assert (
        main(
            [
                *GRADE,
                "--report",
                "class",
                "--anonymous",
                "--out",
                "out",
            ]
        )
        == 0
    )
    assert "grace" not in Path("out/class.html").read_text(encoding="utf-8")


def test_own_templates_come_first() -> None:
    Path("own").mkdir()
    Path("own/report.md").write_text("Hello {{ page.student }}\n")
    assert (
        main(["grade", "set.yaml", "ada.yaml", "--report", "md", "--templates", "own", "--out", "out"]) == 0
    )
    assert Path("out/students/ada/report.md").read_text() == "Hello ada\n"


REFUSED = {
    "a report that is misspelt": (
        ["--report", "htlm", "--out", "out"],
        "--report: error: no report is called `htlm`\n     = hint: did you mean `html`?\n",
    ),
    "a report that is nothing": (
        ["--report", "xyzzy", "--out", "out"],
        f"--report: error: no report is called `xyzzy`\n{ALL}",
    ),
    "no folder": (
        ["--report", "github,md"],
        "--report: error: `md` is a file, and nothing says where to write it\n     = hint: add `--out DIR`\n",
    ),
    "no export": (
        ["--report", "canvas", "--out", "out"],
        "--report: error: `canvas` needs an export to fill in\n"
        "     = hint: add `--canvas EXPORT.csv`, the file that Canvas exports\n",
    ),
    "an export that is not there": (
        ["--canvas", "nothing.csv", "--out", "out"],
        "nothing.csv: error: there is no file of this name\n"
        "     = hint: check the spelling, and the folder you are in\n",
    ),
}


@pytest.mark.parametrize(("words", "message"), REFUSED.values(), ids=REFUSED)
def test_error_reports_that_cannot_be_written_are_refused_before_marking(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["grade", "set.yaml", "ada.yaml", *words]) == 2
    shown = capsys.readouterr()
    assert (shown.out, shown.err) == ("", message)
    assert not Path("out").exists()


@pytest.mark.usefixtures("stored")
def test_stored_grades_become_the_same_files_as_new_ones() -> None:
    reports = "html,md,txt,gradescope,csv,class"
    assert main([*REPORT, "--as", reports, "--out", "later"]) == 0
    assert main([*GRADE, "--report", reports, "--out", "new"]) == 0
    assert files("later") == files("new")
    for file in files("new"):
        assert (Path("later") / file).read_bytes() == (Path("new") / file).read_bytes(), file


@pytest.mark.usefixtures("stored")
def test_one_report_of_one_student_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*REPORT, "--as", "md", "--student", "Grace"]) == 0
    assert capsys.readouterr().out.startswith("# Adversarial search\n\nReport for grace\n")


@pytest.mark.usefixtures("stored")
def test_one_report_is_text_if_nothing_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*REPORT, "--student", "ada"]) == 0
    assert capsys.readouterr().out.startswith("ada (ada.yaml)\nsearch-1: Adversarial search\n")


@pytest.mark.usefixtures("stored")
@pytest.mark.parametrize("name", ["csv", "canvas"])
def test_one_report_of_the_class_is_printed_or_written(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = [*REPORT, "--as", name, "--canvas", "export.csv"]
    assert main(words) == 0
    printed = capsys.readouterr().out
    assert "0.67" in printed
    assert main([*words, "-o", "file.csv"]) == 0
    assert Path("file.csv").read_bytes().decode().replace("\r", "") == printed.replace("\r", "")


@pytest.mark.usefixtures("stored")
def test_a_folder_alone_gets_the_usual_reports_of_stored_grades() -> None:
    assert main([*REPORT, "--student", "ada", "--out", "later"]) == 0
    assert files("later") == USUAL


@pytest.mark.usefixtures("stored")
def test_the_view_decides_what_stored_grades_show(capsys: pytest.CaptureFixture[str]) -> None:
    Path("set.yaml").write_text(SET.replace("problems:", "reveal: never\nproblems:"), encoding="utf-8")
    assert main(["grade", "set.yaml", "ada.yaml", "--report", "json", "--out", "out"]) == 0
    capsys.readouterr()
    for view, shows in (("student", False), ("staff", True)):
        assert main([*REPORT, "--view", view]) == 0
        assert ("smallest of these" in capsys.readouterr().out) is shows


NOT_ONE = {
    "several students": (
        ["--as", "md"],
        "--as: error: `md` is a file for each student, and there are 2 grades\n"
        "     = hint: add `--student ID`, or `--out DIR`\n",
    ),
    "several reports": (
        ["--as", "md,txt", "--student", "ada"],
        "--as: error: these are several files\n     = hint: add `--out DIR`, or name one of them\n",
    ),
    "a student who is not there": (
        ["--student", "gracie"],
        "--student: error: there is no grade of `gracie`\n     = hint: did you mean `grace`?\n",
    ),
    "a student who is nobody": (
        ["--student", "zz"],
        "--student: error: there is no grade of `zz`\n     = hint: name a student as the records do\n",
    ),
    "an unknown form": (
        ["--as", "pdf"],
        f"--as: error: no report is called `pdf`\n{ALL}",
    ),
}


@pytest.mark.usefixtures("stored")
@pytest.mark.parametrize(("words", "message"), NOT_ONE.values(), ids=NOT_ONE)
def test_error_it_is_not_clear_which_report_is_meant(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*REPORT, *words]) == 2
    assert capsys.readouterr().err == message


@pytest.mark.usefixtures("stored")
def test_error_the_set_has_changed_since(capsys: pytest.CaptureFixture[str]) -> None:
    Path("set.yaml").write_text(SET.replace("points: 3", "points: 4"), encoding="utf-8")
    assert main([*REPORT, "--as", "csv"]) == 2
    assert capsys.readouterr().err == (
        "out/results.json: error: at `$[0].made_from.set`:"
        " the set `search-1` has changed since this was graded\n"
        "     = hint: name the files as they were then, or grade the sheets again\n"
    )


def test_github_is_told_when_it_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["grade", "set.yaml", "ada.yaml", "--report", "github"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "ada (ada.yaml)"
    assert lines[-1] == "::notice file=ada.yaml,title=1.3 Which leaves are pruned? – missing::0 of 3"


@pytest.mark.usefixtures("stored")
def test_github_is_told_of_stored_grades(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*REPORT, "--as", "github"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 8
    assert all(line.startswith("::") for line in lines)


@pytest.fixture
def _actions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", "summary.md")


@pytest.mark.usefixtures("_actions")
def test_in_a_step_of_github_the_table_is_fenced_and_annotations_follow(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["grade", "set.yaml", "ada.yaml"]) == 0
    first, *lines = capsys.readouterr().out.splitlines()
    found = re.fullmatch(r"::stop-commands::([0-9a-f]{32})", first)
    assert found is not None
    end = lines.index(f"::{found[1]}::")
    assert not any(line.startswith("::") for line in lines[:end])
    assert all(line.startswith("::") for line in lines[end:])
    assert len(lines) - end == 5


@pytest.mark.usefixtures("_actions")
def test_in_a_step_of_github_each_fence_has_a_token_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(2):
        assert main(["grade", "set.yaml", "ada.yaml"]) == 0
    tokens = re.findall("::stop-commands::(.*)", capsys.readouterr().out)
    assert len(set(tokens)) == 2


@pytest.mark.usefixtures("_actions")
def test_in_a_step_of_github_records_stay_json_and_hold_no_command(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("ada.yaml").write_text(SHEET.replace("best-move: X", "best-move: '##[error]x'"), encoding="utf-8")
    assert main(["grade", "set.yaml", "ada.yaml", "--format", "json"]) == 0
    shown = capsys.readouterr()
    assert json.loads(shown.out)[0]["checks"][1]["raw"] == "'##[error]x'"
    assert "##[" not in shown.out
    assert "\n::error file=ada.yaml,line=7" in shown.err


@pytest.mark.usefixtures("_actions")
def test_in_a_step_of_github_an_error_is_fenced_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["grade", "set.yaml", "::error::x.yaml"]) == 2
    error = capsys.readouterr().err
    assert re.fullmatch(r"::stop-commands::(\w+)\n::error::x\.yaml: error: .*\n.*\n::\1::\n", error)


@pytest.mark.usefixtures("_actions")
def test_the_summary_is_appended_to_what_is_there() -> None:
    Path("summary.md").write_text("before\n")
    assert main(["grade", "set.yaml", "ada.yaml"]) == 0
    assert Path("summary.md").read_text(encoding="utf-8").startswith("before\n# Adversarial search\n")


@pytest.mark.usefixtures("_actions")
def test_where_the_summary_is_full_nothing_is_appended() -> None:
    Path("summary.md").write_text("x" * ((1 << 20) - 10))
    assert main(["grade", "set.yaml", "ada.yaml"]) == 0
    assert Path("summary.md").stat().st_size == (1 << 20) - 10


@pytest.mark.usefixtures("_actions")
def test_error_the_summary_cannot_be_written(capsys: pytest.CaptureFixture[str]) -> None:
    Path("summary.md").mkdir()
    assert main(["grade", "set.yaml", "ada.yaml"]) == 2
    assert "summary.md: error: the summary cannot be written (is a directory)" in capsys.readouterr().err


@pytest.mark.usefixtures("_actions")
def test_github_shows_students_only_what_they_may_see(capsys: pytest.CaptureFixture[str]) -> None:
    Path("set.yaml").write_text(SET.replace("problems:", "reveal: never\nproblems:"), encoding="utf-8")
    assert main(["grade", "set.yaml", "ada.yaml", "--view", "student"]) == 0
    assert "smallest" not in capsys.readouterr().out + Path("summary.md").read_text(encoding="utf-8")


def test_the_schema_of_results_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", "results"]) == 0
    assert json.loads(capsys.readouterr().out)["items"]["properties"]["format"] == {"const": 1}


def test_error_a_report_has_nothing_to_say_while_no_marks_are_shown(
    capsys: pytest.CaptureFixture[str],
) -> None:
    hiding = SET.replace("problems:", "reveal: never\nproblems:", 1)
    Path("set.yaml").write_text(hiding, encoding="utf-8")
    assert main([*GRADE, "--report", "json", "--out", "out"]) == 0
    capsys.readouterr()
    assert main([*REPORT, "--as", "classroom", "--student", "ada"]) == 2
    assert capsys.readouterr().err == (
        "--as: error: `classroom` has nothing to say while no marks are shown\n"
        "     = hint: add `--view staff`\n"
    )
