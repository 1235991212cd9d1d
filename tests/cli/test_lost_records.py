"""A record that cannot be read costs its student and nobody else, in every command that reads records."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from grader.cli.main import main
from grader.gradebook import FILE
from tests.cli.bookkeeping import OUT, make_class
from tests.gradebook.keeping import RIGHT, SHEET, WRONG

BOOK = f"out/{FILE}"


def grades(change: str) -> str:
    """The change to all of Ada's gradings."""
    return f"UPDATE grades SET {change} WHERE submission = (SELECT id FROM submissions WHERE student = 'ada')"  # noqa: S608


DAMAGES = {
    "no JSON": grades("record = substr(record, 1, 99)"),
    "no text": grades("record = 7"),
    "no record": grades("record = '[]'"),
    "nested too deep": grades(f"record = '{'[' * 100_000}'"),
    "another format": (
        grades("record = json_set(record, '$.format', 99)")
    ),
    "another total": grades("record = json_set(record, '$.earned', 99)"),
    "a field that is something else": (
        grades("record = json_set(record, '$.checks', 'none')")
    ),
    "points that are none": grades("earned = 'many'"),
    "infinite points": grades("possible = 'inf'"),
    "a moment that is none": grades("marked_at = 'noon'"),
    "a time that is none": "UPDATE submissions SET handed_in = 'noon' WHERE student = 'ada'",
    "a decision that is none": (
        "INSERT INTO adjustments VALUES (NULL, 'search-1', 'ada', 'textbook.pruned', 'many', 'b', 'tom',"
        " 1, 'noon')"
    ),
    "bytes for a record": grades("record = x'7b7d'"),
    "an extension that is none": (
        "INSERT INTO people VALUES (NULL, 'ada', '', '', 'A', 'soon', '2026-01-01T00:00:00.000000Z', 1)"
    ),
}  # fmt: skip


@pytest.fixture(autouse=True)
def _in_a_class(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    make_class()


def damage(change: str) -> None:
    """Change what is history, as only somebody can who takes the triggers away."""
    with closing(sqlite3.connect(BOOK)) as book:
        for (name,) in book.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall():
            book.execute(f"DROP TRIGGER {name}")
        book.execute(change)
        book.commit()


def hand_in() -> None:
    Path("class").mkdir()
    for student, pruned in (("alan", WRONG), ("grace", RIGHT)):
        Path("class", f"{student}.yaml").write_text(SHEET.format(pruned=pruned), encoding="utf-8")


def decide() -> None:
    rows = [f"{student},textbook.pruned,1,misprint,tom" for student in ("ada", "grace")]
    Path("decisions.csv").write_text(
        "\n".join(["student,question,points,because,by", *rows]), encoding="utf-8"
    )


def change_points() -> None:
    text = Path("set.yaml").read_text(encoding="utf-8")
    Path("set.yaml").write_text(text.replace("points: 4", "points: 8"), encoding="utf-8")


def written(name: str) -> Callable[[], str]:
    return lambda: Path("reports", name).read_text(encoding="utf-8")


REPORT = ["report", BOOK, "--set", "set.yaml"]
# The command, what there must be for it, and where what it says of the others stands, if not in its output.
COMMANDS: dict[str, tuple[list[str], Callable[[], None] | None, Callable[[], str] | None]] = {
    "grades": (["grades", *OUT], None, None),
    "grades as CSV": (["grades", *OUT, "--format", "csv"], None, None),
    "grades as records": (["grades", *OUT, "--format", "json"], None, None),
    "the best grades": (["grades", *OUT, "--keep", "best"], None, None),
    "report": ([*REPORT, "--as", "csv"], None, None),
    "reports": ([*REPORT, "--out", "reports"], None, written("students/grace/report.html")),
    "records": ([*REPORT, "--out", "reports"], None, written("results.json")),
    "grade": (["grade", "set.yaml", "class", *OUT, "--jobs", "1"], hand_in, None),
    "who is alike": (["grade", "set.yaml", "class", *OUT, "--jobs", "1", "--similar"], hand_in, None),
    "regrade": (["regrade", "set.yaml", *OUT, "--format", "json"], change_points, None),
    "regrade and keep": (["regrade", "set.yaml", *OUT, "--apply"], change_points, None),
    "adjust": (["adjust", "--from", "decisions.csv", *OUT], decide, None),
}  # fmt: skip


def each_once() -> Iterator[object]:
    """Every command with some of the damages, and every damage with some commands; the rest are slow."""
    for row, command in enumerate(COMMANDS):
        for column, change in enumerate(DAMAGES):
            marks = () if (row - column) % len(COMMANDS) == 0 or column == 0 else pytest.mark.slow
            yield pytest.param(*COMMANDS[command], DAMAGES[change], id=f"{command}-{change}", marks=marks)


@pytest.mark.parametrize(("command", "prepare", "found", "change"), list(each_once()))
def test_the_others_are_served_and_the_student_is_named(
    command: list[str],
    prepare: Callable[[], None] | None,
    found: Callable[[], str] | None,
    change: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    if prepare is not None:
        prepare()
    damage(change)
    assert main(command) == 2
    captured = capsys.readouterr()
    assert captured.err.count("error: the grade of `ada` cannot be read: ") == 1
    assert "internal error" not in captured.err
    shown = captured.out if found is None else found()
    assert "grace" in shown
    assert re.search(r"\bada\b", shown) is None


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(change, id=name, marks=pytest.mark.slow if place % 4 else ())
        for place, (name, change) in enumerate(DAMAGES.items())
    ],
)
@pytest.mark.parametrize(
    "command",
    [["explain", "ada", "textbook.pruned"], ["history", "ada"], ["grades", "--student", "ada"],
     ["adjust", "ada", "textbook.pruned", "--points", "1", "--because", "b", "--by", "tom"]],
    ids=lambda command: command[0],
)  # fmt: skip
def test_a_command_about_the_student_says_so_and_one_about_another_works(
    command: list[str], change: str, capsys: pytest.CaptureFixture[str]
) -> None:
    damage(change)
    assert main([*command, *OUT]) == 2
    assert capsys.readouterr().err.count("error: the grade of `ada` cannot be read: ") == 1
    assert main([*(word.replace("ada", "grace") for word in command), *OUT]) == 0
    assert "grace" in capsys.readouterr().out or command[0] == "history"


def test_a_history_is_shown_also_where_the_record_that_counts_cannot_be_read(
    capsys: pytest.CaptureFixture[str],
) -> None:
    damage(DAMAGES["no JSON"])
    assert main(["history", "ada", *OUT]) == 2
    assert "5 of 7 points, 1 pending" in capsys.readouterr().out


@pytest.mark.parametrize("command", ["grade --force", "regrade --apply"])
@pytest.mark.parametrize("name", [name for name in DAMAGES if "record = " in DAMAGES[name]])
def test_marking_again_mends_what_cannot_be_read(
    command: str, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    damage(DAMAGES[name])
    if command == "grade --force":
        hand_in()
        Path("class", "ada.yaml").write_text(SHEET.format(pruned=RIGHT), encoding="utf-8")
        main(["grade", "set.yaml", "class", *OUT, "--jobs", "1", "--force"])
    else:
        change_points()
        assert main(["regrade", "set.yaml", *OUT, "--apply"]) == 2  # whose grade was not to be compared
    capsys.readouterr()
    assert main(["grades", *OUT]) == 0
    assert "ada" in capsys.readouterr().out


def test_a_set_that_cannot_be_read_any_more_costs_those_whom_it_marked(
    capsys: pytest.CaptureFixture[str],
) -> None:
    change_points()
    damage("UPDATE files SET data = CAST('set: [' AS BLOB) WHERE hash = (SELECT file FROM set_files)")
    hand_in()
    assert main(["grade", "set.yaml", "class", *OUT, "--jobs", "1"]) == 2
    captured = capsys.readouterr()
    assert "the grade of `ada` cannot be read: this grader cannot read the set" in captured.err
    assert "grace" in captured.out
    assert "`grace`" not in captured.err


RECORDS = {
    "another format": {"format": 99},
    "another total": {"earned": 99},
    "another state of the set": {"made_from": {"set": "0", "submission": "", "rule": {}, "version": ""}},
    "no name": {"student": ""},
    "a name that is none": {"student": 7},
}


@pytest.mark.parametrize("change", RECORDS.values(), ids=RECORDS)
def test_a_record_in_a_file_costs_its_student_too(
    change: dict[str, object], capsys: pytest.CaptureFixture[str]
) -> None:
    main([*REPORT, "--out", "reports"])
    path = Path("reports", "results.json")
    ada, *others = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps([ada | change, *others]), encoding="utf-8")
    capsys.readouterr()
    assert main(["report", str(path), "--set", "set.yaml", "--as", "csv"]) == 2
    captured = capsys.readouterr()
    assert "cannot be read: at `$[0]." in captured.err
    assert captured.out.count("\n") == 3
    assert main(["report", str(path), "--set", "set.yaml", "--student", "grace"]) == 0
    assert "grace" in capsys.readouterr().out


def test_a_student_whose_record_cannot_be_read_is_told_so_when_asked_for(
    capsys: pytest.CaptureFixture[str],
) -> None:
    damage(DAMAGES["no JSON"])
    assert main([*REPORT, "--student", "Ada"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("gradebook: error: the grade of `ada` cannot be read: the record of grade")


@pytest.mark.parametrize("results", ["[]", "[{}]"])
def test_reports_of_nobody_are_not_written_over_good_ones(
    results: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*REPORT, "--out", "reports"]) == 0
    before = {path: path.read_bytes() for path in Path("reports").rglob("*") if path.is_file()}
    Path("other.json").write_text(results, encoding="utf-8")
    capsys.readouterr()
    assert main(["report", "other.json", "--set", "set.yaml", "--out", "reports"]) == 2
    assert capsys.readouterr().err.startswith("other.json: error: ")
    damage("UPDATE grades SET record = 'x'")
    assert main([*REPORT, "--out", "reports"]) == 2
    hand_in()
    assert main(["grade", "set.yaml", "class", *OUT, "--jobs", "1"]) in (0, 2)
    assert {path: path.read_bytes() for path in Path("reports").rglob("*") if path.is_file()} == before


NAMELESS = {
    "a student": "UPDATE submissions SET student = x'61' WHERE student = 'ada'",
    "a section": "INSERT INTO people VALUES (NULL, 'eve', '', '', x'41', '', '2026-01-01T00:00:00Z', 1)",
}


@pytest.mark.parametrize("command", ["grades", "grades --format json"])
@pytest.mark.parametrize("change", NAMELESS.values(), ids=NAMELESS)
def test_error_bytes_where_nobody_can_be_named_are_a_damaged_gradebook(
    change: str, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    damage(change)
    assert main([*command.split(), *OUT]) == 2
    assert f"{BOOK}: error: the gradebook is damaged" in capsys.readouterr().err
