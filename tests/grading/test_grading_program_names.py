"""Programs that are not called as the set wants them: taken or not, it is noted."""

from __future__ import annotations

import pytest

from grader.grading import Grade, grade
from grader.grading.programs.program_runs import find_program
from grader.grading.submission_notes import notes_about
from grader.problems import load_problems
from grader.submissions import read_files, read_submission
from grader.text.sentences import sentences
from grader.text.source import Source
from tests.marking_programs import a_set

PROGRAM = b"def alphabeta(node):\n    return 3\n"
NAMES = {
    "the lone one is taken": (
        ["ab.py"], ["`ab.py` was taken for `search.py`, because there is no other program"]
    ),
    "of several none is": (
        ["ab.py", "main.py"],
        [
            "`ab.py` was skipped: the program must be called `search.py`",
            "`main.py` was skipped: the program must be called `search.py`",
        ],
    ),
    "beside something else it is not": (
        ["ab.py", "readme.txt"],
        [
            "`ab.py` was skipped: the program must be called `search.py`",
            "`readme.txt` was skipped: it is neither the answer sheet nor a program that the set asks"
            " for",
        ],
    ),
    "the right one may have others beside it": (["search.py", "ab.py"], []),
    "it may lie in a folder": (["old/search.py", "ab.py"], []),
    "what is no program is none": (
        ["readme.txt"],
        ["`readme.txt` was skipped: it is neither the answer sheet nor a program that the set asks for"],
    ),
    "beside the right one nothing is missing": (["search.py", "readme.txt"], []),
    "of many not all are named": (
        [f"{number}.txt" for number in range(7)],
        [
            *(
                f"`{number}.txt` was skipped: it is neither the answer sheet nor a program that the set"
                " asks for"
                for number in range(5)
            ),
            "further files that were skipped: 2",
        ],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("files", "told"), NAMES.values(), ids=NAMES)
def test_a_program_of_another_name_in_a_folder_is_noted(files: list[str], told: list[str]) -> None:
    submission = read_files(dict.fromkeys(files, PROGRAM), "class/ada")
    notes = notes_about(a_set(), submission, {}, sentences())
    assert [note.message for note in notes] == told


def test_a_lone_file_may_be_called_after_the_student() -> None:
    submission = read_submission(PROGRAM, "class/ada.py")
    assert list(notes_about(a_set(), submission, {}, sentences())) == []


def test_the_grade_has_the_note() -> None:
    submission = read_files({"ab.py": b"", "main.py": b""}, "class/ada")
    marked: Grade = grade(a_set(), submission)
    assert [note.hint for note in marked.notes] == [
        "the set asks for `search.py`", *["call it `search.py` if it is the program"] * 2
    ]  # fmt: skip


def test_a_hand_in_in_which_nothing_was_found_is_not_just_graded() -> None:
    marked = grade(a_set(), read_files({"readme.txt": b"See my repository."}, "class/ada"))
    assert (marked.status, marked.notes[0].message) == (
        "unreadable", "nothing that the set asks for was found in this submission"
    )  # fmt: skip
    assert {check.verdict for check in marked.checks} == {"missing"}


JAVASCRIPT = """\
set: js
problems:
  - id: ab
    rule: mit-6034
    code: {command: [node, search.js]}
    trees: ["max(1, 2)"]
    questions: [{ask: value}]
"""
NEITHER = "this is neither an answer sheet nor a program that the set asks for"


@pytest.mark.parametrize("name", ["search.js", "ada.js", "ada.JS"])
def test_a_lone_file_in_a_language_of_the_set_is_its_program(name: str) -> None:
    problems = load_problems(Source(JAVASCRIPT, "set.yaml"))
    program = find_program(problems, problems.by_program[0], read_submission(b"answers: 3", name))
    assert program is not None
    assert program.files == {"search.js": b"answers: 3"}


@pytest.mark.parametrize("name", ["ada.png", "ada.java"])
def test_a_lone_file_that_is_neither_a_sheet_nor_a_program_is_said_to_be_neither(name: str) -> None:
    result = grade(load_problems(Source(JAVASCRIPT, "set.yaml")), read_submission(b"\x89PNG", name))
    assert result.status == "unreadable"
    assert [note.message for note in result.notes] == [NEITHER]


def test_a_program_for_a_set_that_asks_for_none_is_said_to_be_no_sheet() -> None:
    text = "set: s\nrule: aima\nproblems: [{id: p, tree: 'max(1, 2)', questions: [{ask: value}]}]"
    problems = load_problems(Source(text, "set.yaml"))
    result = grade(problems, read_submission(b"print(3)", "ada.py"))
    assert result.status == "unreadable"
    assert [note.message for note in result.notes] == ["this is not an answer sheet"]
    assert grade(problems, read_submission(b"answers: {p: {value: 2}}", "ada.yaml.bak")).earned == 1
