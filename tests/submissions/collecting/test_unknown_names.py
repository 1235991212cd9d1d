"""A hand-in under a name that is not on the roster, where students have trees of their own."""

from pathlib import Path

import pytest

from grader.grading import Grade, grade
from grader.problems import ProblemSet, load_problems
from grader.submissions.collecting import collect
from grader.text.source import Source

SET = """\
set: own-trees
problems:
  - id: p
    variants: ["max(1, 2)", "max(3, 4)", "max(5, 6)", "max(7, 8)", "max(9, 10)"]
    questions: [{ask: value}]
"""
PROBLEMS = load_problems(Source(SET, "set.yaml"))
PEOPLE = ("ada", "bob", "cleo", "dan", "eve")


def key(student: str, problems: ProblemSet = PROBLEMS) -> int:
    problem = problems.problem("p")
    return 2 * problem.variant(student) + 2


OTHER = next(name for name in PEOPLE if key(name) != key("hw1-final"))


def graded(folder: Path, sheet: str, *, roster: bool = True, name: str = "hw1-final") -> Grade:
    if roster:
        (folder / "roster.csv").write_text("\n".join(["id", *PEOPLE]), encoding="utf-8")
    (folder / f"{name}.yaml").write_text(f"set: own-trees\n{sheet}", encoding="utf-8")
    (entry,) = collect(folder, PROBLEMS).entries
    return grade(PROBLEMS, entry.load())


def test_the_name_on_the_sheet_decides_on_the_tree_but_not_on_the_grade(tmp_path: Path) -> None:
    marked = graded(tmp_path, f"student: {OTHER}\nanswers: {{p: {{value: {key(OTHER)}}}}}\n")
    assert (marked.student, marked.tree_of, marked.earned) == ("hw1-final", OTHER, 1)
    assert marked.variant_of(PROBLEMS.problem("p")) == PROBLEMS.problem("p").variant(OTHER)
    (note,) = [note for note in marked.notes if note.key == "tree-of"]
    assert note.message == (
        "`hw1-final` is not on the roster; "
        f"the sheet names `{OTHER}`, and was graded on the tree of `{OTHER}`"
    )


@pytest.mark.parametrize("student", ["", "student: nobody\n", "student: hw1-final\n"])
def test_where_nothing_decides_it_is_reported_and_not_marked(student: str, tmp_path: Path) -> None:
    marked = graded(tmp_path, f"{student}answers: {{p: {{value: 4}}}}\n")
    assert (marked.status, marked.earned) == ("unreadable", 0)
    assert [check.verdict for check in marked.checks] == ["unreadable"]
    assert "it was not graded" in marked.checks[0].feedback[0]
    assert [note.key for note in marked.notes if note.key == "no-tree"] == ["no-tree"]


def test_who_is_on_the_roster_has_the_own_tree_whatever_the_sheet_says(tmp_path: Path) -> None:
    other = next(name for name in PEOPLE if key(name) != key("ada"))
    marked = graded(tmp_path, f"student: {other}\nanswers: {{p: {{value: {key('ada')}}}}}\n", name="ada")
    assert (marked.student, marked.tree_of, marked.earned) == ("ada", "", 1)


def test_without_a_roster_no_name_is_unknown(tmp_path: Path) -> None:
    answer = key("hw1-final")
    marked = graded(tmp_path, f"student: {OTHER}\nanswers: {{p: {{value: {answer}}}}}\n", roster=False)
    assert (marked.status, marked.tree_of, marked.earned) == ("graded", "", 1)


def test_a_hand_in_is_another_one_once_the_roster_says_whose_tree_it_has(tmp_path: Path) -> None:
    graded(tmp_path, f"student: {OTHER}\nanswers: {{p: {{value: 4}}}}\n")
    (before,) = collect(tmp_path, PROBLEMS).entries
    (tmp_path / "roster.csv").write_text("id\nhw1-final\n", encoding="utf-8")
    (after,) = collect(tmp_path, PROBLEMS).entries
    assert before.hand_in().hash != after.hand_in().hash
