"""`grader regrade`: what would change is shown in three forms, and only `--apply` writes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from grader.cli.main import main
from grader.gradebook import FILE, Gradebook
from grader.problems import load_problems
from tests.cli.bookkeeping import OUT, change_set, make_class
from tests.cli.unheard import nobody_reads
from tests.gradebook.keeping import RIGHT, handed, marked

REGRADE = ["regrade", "set.yaml", *OUT]
DIFF = """\
ada: 5 of 7, 1 pending → 9 of 11, 1 pending (+4)
    1.2 Which leaves are pruned? (textbook.pruned): right 4 of 4 → right 8 of 8 (+4)
        points: 4 → 8
alan: 1 of 7, 1 pending → 1 of 11, 1 pending
    1.2 Which leaves are pruned? (textbook.pruned): wrong 0 of 4 → wrong 0 of 8 (+0)
        points: 4 → 8
grace: 3 of 7, 1 pending → 5 of 11, 1 pending (+2)
    1.2 Which leaves are pruned? (textbook.pruned): partly 2 of 4 → partly 4 of 8 (+2)
        points: 4 → 8
"""


@pytest.fixture(autouse=True)
def _class(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    make_class()


def points(student: str) -> list[object]:
    with Gradebook.open(Path("out", FILE), write=False) as book:
        return [graded.earned for graded in book.gradings("search-1", student)]


def test_a_set_that_is_as_it_was_changes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(REGRADE) == 0
    assert capsys.readouterr().out == (
        "0 of 3 grades would change: 0 up, 0 down, 0 otherwise\n"
        "nothing was written; `--apply` stores the new grades\n"
    )


@pytest.mark.parametrize("options", [[], ["--diff"]])
def test_the_diff_says_whose_grade_would_change_and_why(
    capsys: pytest.CaptureFixture[str], options: list[str]
) -> None:
    change_set("points: 4", "points: 8")
    assert main([*REGRADE, *options]) == 0
    assert capsys.readouterr().out == (
        f"{DIFF}3 of 3 grades would change: 2 up, 0 down, 1 otherwise\n"
        "nothing was written; `--apply` stores the new grades\n"
    )
    assert points("ada") == [5]


def test_apply_keeps_the_new_grades_behind_the_old(capsys: pytest.CaptureFixture[str]) -> None:
    change_set("points: 4", "points: 8")
    assert main([*REGRADE, "--apply"]) == 0
    assert capsys.readouterr().out == (
        f"{DIFF}3 of 3 grades changed: 2 up, 0 down, 1 otherwise\nthe new grades are stored\n"
    )
    assert points("ada") == [5, 9]
    assert main([*REGRADE, "--apply"]) == 0
    assert points("ada") == [5, 9]


def test_what_was_handed_in_before_is_marked_again_where_it_is_kept() -> None:
    problems = load_problems("set.yaml")
    with Gradebook.open(Path("out", FILE)) as book:
        book.add([marked(handed("alan", RIGHT), None, problems)])
    change_set("points: 4", "points: 8")
    for _ in range(2):
        assert main([*REGRADE, "--apply"]) == 0
    assert points("alan") == [1, 5, 1, 9]
    with Gradebook.open(Path("out", FILE), write=False) as book:
        assert book.standing("search-1", "alan").graded.earned == 9


def test_many_are_kept_in_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    from grader.cli.commands import regrade

    monkeypatch.setattr(regrade, "_BATCH", 2)
    change_set("points: 4", "points: 8")
    assert main([*REGRADE, "--apply"]) == 0
    assert [points(student) for student in ("ada", "alan", "grace")] == [[5, 9], [1, 1], [3, 5]]


def test_markdown_is_a_table_in_which_nothing_is_markup(capsys: pytest.CaptureFixture[str]) -> None:
    adjust = ["--points", "1", "--because", "x", "--by", "t|m"]
    main(["adjust", "grace", "textbook.pruned", *adjust, *OUT])
    change_set("points: 4", "points: 8")
    capsys.readouterr()
    assert main([*REGRADE, "--format", "markdown"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:4] == [
        "## Adversarial search", "", "| student | before | after | change | question | why |",
        "|---|---|---|---|---|---|",
    ]  # fmt: skip
    assert lines[4].startswith("| ada | 5 of 7, 1 pending | 9 of 11, 1 pending |")
    assert lines[7].startswith(
        "|  |  |  |  | 1.2 Which leaves are pruned? (textbook\\.pruned) | t\\|m gave 1 point"
    )


def test_json_has_exact_numbers_and_reasons(capsys: pytest.CaptureFixture[str]) -> None:
    change_set("ask: pruned, points: 4", "ask: pruned, points: 1")
    main(["adjust", "grace", "textbook.pruned", "--points", "1/3", "--because", "x", "--by", "tom", *OUT])
    capsys.readouterr()
    assert main([*REGRADE, "--format", "json", "--diff"]) == 0
    record = json.loads(capsys.readouterr().out)
    ada, _, grace = record["students"]
    assert (record["set"], record["applied"], record["counts"]) == (
        "search-1", False, {"same": 0, "up": 0, "down": 1, "otherwise": 2, "reworded": 0},
    )  # fmt: skip
    assert (ada["change"], ada["questions"][0]["why"]) == (-3, [{"what": "points", "was": "4", "now": "1"}])
    assert grace["adjusted"] == [
        {
            "question": "textbook.pruned", "points": "1/3", "because": "x", "by": "tom",
            "then": {"verdict": "partly", "earned": 2, "possible": 4, "raw": "[C2]"},
            "now": {"verdict": "partly", "earned": "1/2", "possible": 1, "raw": "[C2]"},
        }
    ]  # fmt: skip


def test_a_question_taken_out_is_a_reason(capsys: pytest.CaptureFixture[str]) -> None:
    change_set("{ask: pruned, points: 4}", "{ask: pruned, points: 4, void: full, because: misprint}")
    assert main(REGRADE) == 0
    assert "        void: – → full\n" in capsys.readouterr().out


def test_error_for_a_set_without_grades(capsys: pytest.CaptureFixture[str]) -> None:
    change_set("set: search-1", "set: search-2")
    assert main(REGRADE) == 2
    assert capsys.readouterr().err == (
        "out/gradebook.sqlite: error: there are no grades of the set `search-2` in this gradebook\n"
        "     = hint: it has `search-1`\n"
    )


def test_error_without_a_gradebook_and_none_is_made(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["regrade", "set.yaml", "--out", "elsewhere", "--apply"]) == 2
    assert "there is no gradebook here" in capsys.readouterr().err
    assert not Path("elsewhere").exists()


def test_error_for_both_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*REGRADE, "--diff", "--apply"]) == 2
    assert "not allowed with argument" in capsys.readouterr().err


def test_a_report_leaves_out_what_another_state_of_the_set_marked(capsys: pytest.CaptureFixture[str]) -> None:
    change_set("points: 4", "points: 8")
    assert main(["report", f"out/{FILE}", "--set", "set.yaml", "--as", "csv"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.endswith(
        "out/gradebook.sqlite: error: no grade here is from this state of the set, so no report was written\n"
        "     = hint: `grader regrade SET --out DIR --apply` grades everything with it\n"
    )
    assert captured.err.startswith(
        "out/gradebook.sqlite: warning: the grade of `ada` is from another state of the set, and was left "
        "out\n"
        "     = hint: `grader regrade SET --out DIR` grades it again\n"
    )


def test_another_tree_is_shown_once_for_all_questions_of_its_problem(
    capsys: pytest.CaptureFixture[str],
) -> None:
    change_set("B = min(3, 12, 8), C = min(2, 4, 6)", "B = min(1, 12, 8), C = min(2, 4, 6)")
    assert main(REGRADE) == 0
    printed = capsys.readouterr().out
    assert printed.count("        tree: A = max(") == printed.count("(textbook.best-move):") == 3
    marked = [line for line in printed.splitlines() if "(textbook.pruned): " in line and "→" in line]
    assert printed.count("        tree: as above") == len(marked) > 0
    assert main([*REGRADE, "--format", "markdown"]) == 0
    assert "tree: as above" in capsys.readouterr().out


def test_one_grade_is_one(capsys: pytest.CaptureFixture[str]) -> None:
    with Gradebook.open(Path("single", FILE)) as book:
        book.keep_set(load_problems("set.yaml"))
        book.add([marked(handed("zoe"), None, load_problems("set.yaml"))])
    assert main(["regrade", "set.yaml", "--out", "single"]) == 0
    assert capsys.readouterr().out.startswith("0 of 1 grade would change: ")


def test_a_whole_class_is_kept_also_where_nobody_reads_what_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    change_set("points: 4", "points: 8")
    monkeypatch.setattr("grader.cli.commands.regrade._BATCH", 1)
    nobody_reads(monkeypatch, "stdout")
    assert main([*REGRADE, "--apply"]) == 141
    assert [points(student) for student in ("ada", "alan", "grace")] == [[5, 9], [1, 1], [3, 5]]


BECAUSE = ["--because", "the tree was misprinted"]
REPORT = ["report", f"out/{FILE}", "--set", "set.yaml", "--as", "md", "--student"]


def report(capsys: pytest.CaptureFixture[str], student: str) -> str:
    capsys.readouterr()
    assert main([*REPORT, student]) == 0
    return capsys.readouterr().out


def earned(student: str) -> dict[str, object]:
    with Gradebook.open(Path("out", FILE), write=False) as book:
        return {check.question: check.earned for check in book.standing("search-1", student).grade.checks}


def test_students_see_what_changed_and_why(capsys: pytest.CaptureFixture[str]) -> None:
    change_set("points: 4", "points: 8")
    assert main([*REGRADE, "--apply", *BECAUSE]) == 0
    text = report(capsys, "grace")
    assert ": the tree was misprinted\n- 1.2 Which leaves are pruned? 2 of 4 before, 4 of 8 now\n" in text
    assert "Which move is best? 1" not in text
    assert main(["history", "grace", *OUT]) == 0
    told = (
        " 1.2 Which leaves are pruned? (textbook.pruned) 2 of 4 → 4 of 8, because: the tree was misprinted\n"
    )
    assert told in capsys.readouterr().out


def test_whose_grade_stays_is_told_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    change_set("title: Adversarial search", "title: Games")
    assert main([*REGRADE, "--apply", *BECAUSE]) == 0
    assert "misprinted" not in report(capsys, "grace")


def test_what_changed_is_hidden_as_long_as_the_marks_are(capsys: pytest.CaptureFixture[str]) -> None:
    change_set("points: 4", "points: 8, reveal: {marks: never, why: never, key: never}")
    assert main([*REGRADE, "--apply", *BECAUSE]) == 0
    assert "misprinted" not in report(capsys, "grace")


def test_only_applied_changes_are_announced(capsys: pytest.CaptureFixture[str]) -> None:
    change_set("points: 4", "points: 8")
    assert main([*REGRADE, *BECAUSE, "--nobody-loses"]) == 0
    change_set("points: 8", "points: 4")
    assert "misprinted" not in report(capsys, "grace")


def test_a_submission_that_came_afterwards_has_nothing_to_do_with_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    change_set("points: 4", "points: 8")
    assert main([*REGRADE, "--apply", *BECAUSE]) == 0
    with Gradebook.open(Path("out", FILE)) as book:
        book.add([marked(handed("alan", RIGHT), problems=load_problems("set.yaml"))])
    assert "misprinted" not in report(capsys, "alan")


NOBODY_LOSES = [*BECAUSE, "--nobody-loses"]


def test_nobody_loses_what_they_had(capsys: pytest.CaptureFixture[str]) -> None:
    before = {student: earned(student) for student in ("ada", "grace", "alan")}
    change_set("C = min(2, 4, 6)", "C = min(4, 1, 6)")  # another leaf is pruned
    assert main([*REGRADE, "--apply", *NOBODY_LOSES]) == 0
    assert capsys.readouterr().err == ""
    after = {student: earned(student) for student in before}
    assert after["ada"] == before["ada"]
    assert all(after[who][question] >= had[question] for who, had in before.items() for question in had)  # type: ignore[operator]
    assert "You keep 4 of 4 points here: the tree was misprinted" in report(capsys, "ada")


def test_what_is_kept_gives_way_to_a_better_mark(capsys: pytest.CaptureFixture[str]) -> None:
    change_set("C = min(2, 4, 6)", "C = min(4, 1, 6)")
    assert main([*REGRADE, "--apply", *NOBODY_LOSES]) == 0
    assert earned("grace")["pruned"] == 2
    change_set("C = min(4, 1, 6)", "C = min(2, 4, 6)")
    change_set("points: 4", "points: 8")
    assert main([*REGRADE, "--apply"]) == 0
    assert earned("grace")["pruned"] == 4
    assert "You keep" not in report(capsys, "grace")


def test_who_has_less_all_the_same_is_counted(capsys: pytest.CaptureFixture[str]) -> None:
    change_set("points: 4", "points: 1")
    assert main([*REGRADE, *NOBODY_LOSES]) == 0
    told = capsys.readouterr()
    assert told.err == (
        "warning: 2 students have fewer points all the same:"
        " a question is gone, worth less or pending, or lateness costs more\n"
    )
    assert "ada: 5 of 7, 1 pending → 2 of 4, 1 pending (−3)" in told.out


@pytest.mark.parametrize("words", [["--nobody-loses"], ["--because", "  "]], ids=["none", "blank"])
def test_error_without_a_reason(capsys: pytest.CaptureFixture[str], words: list[str]) -> None:
    assert main([*REGRADE, *words]) == 2
    assert capsys.readouterr().err.startswith("grader regrade: error: `--because` is missing\n")
