"""A student's own check: what is missing and what cannot be read, and nothing about right or wrong."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from grader.course import Looked, Preview, Released, load_released, preview, preview_table, release_files
from grader.course.new_course import write_folder
from grader.course.preview import ALL, PROGRAMS, SHEET
from grader.problems import load_problems
from grader.reports.student.marks_table import plain_text
from grader.sandbox.run import Worker
from grader.submissions import read_files, read_submission
from grader.text.source import InputError, refusal
from tests.course.sandboxes import needs_sandbox

SET = """\
set: small
title: A small set
problems:
  - id: tree
    tree: "max(a -> B = min(3, 12), b -> C = min(2, 4))"
    questions:
      - {ask: value, of: [B, C, A]}
      - {ask: best-move}
      - {ask: pruned}
      - {ask: choice, text: Which?, options: [{text: This, right: true}, {text: That, feedback: No.}]}
      - {ask: true-false, text: So?, right: true}
      - {ask: manual, text: Why?}
  - id: program
    code: {file: search.py, function: minimax, seconds: 0.4}
    trees:
      - {id: open, tree: "max(a -> min(3, 12), b -> min(2, 4))"}
      - {id: lone, tree: "max(a -> 3)"}
      - {hidden: true, tree: "max(a -> 8300001)"}
    questions:
      - {ask: value}
      - {ask: best-move}
"""
NAMES = {
    "best-move": "1.2 Which move is best?",
    "pruned": "1.3 Which leaves are pruned?",
    "choice": "1.4 Multiple choice",
}
FILLED = """\
set: small
student: ada
answers:
  tree:
    value: {B: 3, C: 2, A: 3}
    best-move: a
    pruned: [C2]
    choice: a
    true-false: true
    manual: Since Min would choose 2.
"""
RIGHT = """\
def minimax(node):
    if node.is_leaf:
        return node.utility, None
    values = [minimax(child)[0] for child in node.children]
    best = max(values) if node.kind == "max" else min(values)
    return best, node.moves[values.index(best)]
"""
WRONG = "def minimax(node):\n    return -1, node.moves[-1]\n"
FAILS_ON_LONE = RIGHT.replace("    values", "    node.moves[1]\n    values", 1)
NOT_CHECKED = (
    "Only the form was checked. Nothing here says whether an answer is right; hidden questions and hidden\n"
    "trees are not checked, and there are no marks."
)

Look = Callable[..., Preview]


@pytest.fixture(name="small")
def _small(tmp_path: Path) -> Released:
    (tmp_path / "set.yaml").write_text(SET, encoding="utf-8")
    write_folder(tmp_path / "out", release_files(load_problems(tmp_path)))
    return load_released(tmp_path / "out")


@pytest.fixture(name="look")
def _look(small: Released) -> Look:
    def look(sheet: str = FILLED, program: str | None = RIGHT) -> Preview:
        files = {"answers.yaml": sheet.encode()}
        files |= {} if program is None else {"search.py": program.encode()}
        return preview(small, read_files(files, "ada"))

    return look


def text(seen: Preview, released: Released) -> str:
    return "\n".join(plain_text(line) for line in preview_table(seen, released.problems, "ada"))


def unreadable(question: str, line: int, column: int, why: str) -> Looked:
    said = f"Line {line}, column {column} cannot be read ({why})."
    return Looked(NAMES[question], "unreadable", (said,))


def states(seen: Preview) -> dict[str, str]:
    return {one.name: one.state for one in seen.looked}


@needs_sandbox
def test_what_is_complete_can_be_handed_in(look: Look, small: Released) -> None:
    seen = look()
    assert seen.ready
    assert text(seen, small) == (
        "ada, before it is submitted\n"
        "small: A small set\n"
        "\n"
        "1.1 What are the nodes worth?  answered\n"
        "1.2 Which move is best?        answered\n"
        "1.3 Which leaves are pruned?   answered\n"
        "1.4 Multiple choice            answered\n"
        "1.5 True or false?             answered\n"
        "1.6 In your own words          answered\n"
        "2. program                     answered\n"
        "    search.py ran to completion on 2 public trees.\n"
        "\n"
        "7 of 7 ready to submit.\n"
        f"{NOT_CHECKED}"
    )


def test_a_wrong_answer_looks_like_a_right_one(look: Look) -> None:
    wrong = FILLED.replace("{B: 3, C: 2, A: 3}", "{B: 12, C: 4, A: 12}").replace(
        "best-move: a", "best-move: b"
    )
    wrong = (
        wrong.replace("[C2]", "none")
        .replace("choice: a", "choice: b")
        .replace("true-false: true", "true-false: no")
    )
    assert look(wrong, WRONG) == look()


SHEETS = {
    "an empty answer": ("best-move: a", "best-move:", Looked("1.2 Which move is best?", "missing")),
    "no answer": ("    pruned: [C2]\n", "", Looked("1.3 Which leaves are pruned?", "missing")),
    "a blank form": (
        "{B: 3, C: 2, A: 3}",
        "{B: , C: , A: }",
        Looked("1.1 What are the nodes worth?", "missing"),
    ),
    "a part that is not there": (
        "{B: 3, C: 2, A: 3}",
        "{B: 3, A: 3}",
        Looked("1.1 What are the nodes worth?", "missing", ("There is nothing for C yet.",)),
    ),
    "a part that is no number": (
        "C: 2,",
        "C: two,",
        Looked(
            "1.1 What are the nodes worth?",
            "unreadable",
            ("Your answer for C cannot be read: two is not a number.",),
        ),
    ),
    "no move": (
        "best-move: a",
        "best-move: up",
        unreadable("best-move", 6, 16, "up is not a move at A; the moves there are a and b"),
    ),
    "an open bracket": ("[C2]", "[C2", unreadable("pruned", 7, 13, "the bracket [ is never closed")),
    "the same answer twice": (
        "    pruned: [C2]\n",
        "    pruned: [C2]\n    pruned: [C1]\n",
        unreadable("pruned", 8, 5, "`pruned` is given twice"),
    ),
    "no option": ("choice: a", "choice: z", unreadable("choice", 8, 13, "there is no option called z")),
}


@pytest.mark.parametrize(("old", "new", "expected"), SHEETS.values(), ids=SHEETS)
def test_what_is_missing_or_unreadable_is_said(old: str, new: str, expected: Looked, look: Look) -> None:
    assert old in FILLED
    seen = look(FILLED.replace(old, new))
    assert [one for one in seen.looked if one.state != "answered"] == [expected]
    assert not seen.ready


NOTES = {
    "another set": ("set: small", "set: large", "this sheet is for the set `large`, not for `small`"),
    "a misspelt question": ("best-move:", "bestmove:", "`tree` has no question `bestmove`"),
    "a strange line": ("answers:", "what is this\nanswers:", "this line is not understood"),
}


@pytest.mark.parametrize(("old", "new", "said"), NOTES.values(), ids=NOTES)
def test_what_is_odd_about_the_sheet_is_said(old: str, new: str, said: str, look: Look) -> None:
    seen = look(FILLED.replace(old, new))
    assert [note.message for note in seen.notes] == [said]
    assert not seen.ready


def test_a_warning_keeps_nobody_from_handing_in(look: Look) -> None:
    seen = look(FILLED.replace("student: ada\n", ""))
    assert [note.message for note in seen.notes] == ["`student` is missing in this sheet"]
    assert seen.ready


def test_a_sheet_that_is_no_text_is_unreadable_as_a_whole(small: Released) -> None:
    seen = preview(small, read_submission(b"\x00\x01", "answers.yaml"), SHEET)
    assert set(states(seen).values()) == {"unreadable"}
    assert [note.message for note in seen.notes] == ["this is not a text file: it has NUL bytes"]


OWNERS = {
    "somebody else": ("ben", ["these files are for `ben`, and the sheet says that it is by `ada`"]),
    "the same in capitals": ("ADA", []),
}


@pytest.mark.parametrize(("owner", "said"), OWNERS.values(), ids=OWNERS)
def test_the_sheet_of_somebody_else_is_told_apart(owner: str, said: list[str], tmp_path: Path) -> None:
    (tmp_path / "set.yaml").write_text(SET, encoding="utf-8")
    write_folder(tmp_path / "out", release_files(load_problems(tmp_path), owner))
    seen = preview(load_released(tmp_path / "out"), read_submission(FILLED.encode(), "ada.yaml"), SHEET)
    assert [note.message for note in seen.notes] == said
    assert seen.ready is (not said)


PROGRAMS_AND_WORDS = {
    "is not Python": ("def minimax(:\n", "unreadable", "On every tree: search.py is not Python, see line 1"),
    "has another name": ("def minmax(node): ...\n", "unreadable", "On every tree: there is no minimax"),
    "fails": ("def minimax(node):\n    1 / 0\n", "stopped", "On every tree: it raised ZeroDivisionError"),
    "fails once": (FAILS_ON_LONE, "stopped", "On lone: it raised IndexError"),
    "never ends": (
        "def minimax(node):\n    while True: pass\n",
        "stopped",
        "On every tree: it did not return",
    ),
    "returns nothing": (
        "def minimax(node): node.kind\n",
        "stopped",
        "On every tree: what it returned cannot",
    ),
    "returns no move": (
        "def minimax(node): return 3\n",
        "missing",
        "On every tree: it returned 3, which does not answer “Which move is best?”.",
    ),
    "is not there": (None, "missing", "search.py was not submitted."),
}


@needs_sandbox
@pytest.mark.parametrize(("program", "state", "said"), PROGRAMS_AND_WORDS.values(), ids=PROGRAMS_AND_WORDS)
def test_a_program_that_does_not_answer_is_told_why(
    program: str | None, state: str, said: str, look: Look
) -> None:
    seen = look(program=program)
    found = seen.looked[-1]
    assert found.state == state
    assert found.said[0].startswith(said)
    assert not seen.ready


@needs_sandbox
def test_a_program_is_not_run_on_a_hidden_tree_where_there_is_one(tmp_path: Path) -> None:
    (tmp_path / "set.yaml").write_text(SET, encoding="utf-8")
    fussy = RIGHT.replace(
        "return node.utility, None", "return node.utility // (node.utility != 8300001), None"
    )
    assert preview(load_released(tmp_path), read_files({"search.py": fussy.encode()}, "ada"), PROGRAMS).ready


@needs_sandbox
def test_a_program_that_draws_lots_is_told_so(look: Look) -> None:
    seen = look(program="import time\n\ndef minimax(node): return time.time_ns(), node.moves[0]\n")
    assert seen.ready
    assert seen.looked[-1].said[1].startswith("Run twice on open, your program did not do the same")


def test_a_file_that_is_never_imported_is_told_so(small: Released) -> None:
    files = {"search.py": RIGHT.encode(), "random.py": b""}
    seen = preview(small, read_files(files, "ada"))
    assert seen.looked[-1].said[1].startswith("random.py is not used")


@pytest.fixture(name="no_sandbox")
def _no_sandbox(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_worker: Worker) -> Worker:
        raise refusal("sandbox", "students' code runs only on 64-bit Linux")

    monkeypatch.setattr(Worker, "__enter__", refuse)


@pytest.mark.usefixtures("no_sandbox")
def test_where_programs_cannot_be_run_they_are_read(look: Look, small: Released) -> None:
    seen = look()
    assert seen.looked[-1].said == ("search.py can be read, but was not run.",)
    assert "Programs are not run here: students' code runs only on 64-bit Linux" in text(seen, small)
    assert seen.ready


UNRUN = {
    "no Python": ("def minimax(:\n", "search.py is not Python, see line 1: "),
    "NUL bytes": ("\0", "search.py is not Python, see line 1: "),
    "brackets without end": ("(" * 5000, "search.py is not Python, see line "),
    "signs without end": ("-" * 50_000 + "1", "search.py is not Python, see line 1: "),
    "nothing of that name": ("def minmax(node): ...\n", "there is no minimax in search.py."),
}


@pytest.mark.usefixtures("no_sandbox")
@pytest.mark.parametrize(("program", "said"), UNRUN.values(), ids=UNRUN)
def test_what_can_be_seen_without_running_a_program_is_said(program: str, said: str, look: Look) -> None:
    found = look(program=program).looked[-1]
    assert found.state == "unreadable"
    assert found.said[0].startswith(said)


NAMED = {
    "a function": "def minimax(node): ...",
    "a coroutine": "async def minimax(node): ...",
    "a class": "class minimax: ...",
    "an import": "from other import minimax",
    "an import by another name": "import other as minimax",
    "everything": "from other import *",
    "an assignment": "minimax = lambda node: 3",
    "an odd escape": "minimax = '\\d'",
}


@pytest.mark.usefixtures("no_sandbox")
@pytest.mark.parametrize("program", NAMED.values(), ids=NAMED)
def test_a_name_may_come_from_anywhere(program: str, look: Look) -> None:
    assert look(program=program).ready


def test_a_problem_without_public_trees_is_only_read(tmp_path: Path) -> None:
    (tmp_path / "set.yaml").write_text(
        SET.replace("{id: open,", "{hidden: true,").replace("{id: lone,", "{hidden: true,"), encoding="utf-8"
    )
    write_folder(tmp_path / "out", release_files(load_problems(tmp_path)))
    files = {"search.py": b"def minimax(node): 1 / 0\n"}
    seen = preview(load_released(tmp_path / "out"), read_files(files, "ada"), PROGRAMS)
    assert seen.looked[-1].said == (
        "search.py can be read. It was not run, because no tree of this problem is public.",
    )


def test_a_lone_sheet_is_not_asked_for_the_program(small: Released) -> None:
    seen = preview(small, read_submission(FILLED.encode(), "ada.yaml"), SHEET)
    assert seen.ready
    assert seen.elsewhere == ("2. program",)
    assert "Answered elsewhere, so not checked: 2. program." in text(seen, small)


def test_a_lone_program_is_not_asked_for_the_sheet(small: Released) -> None:
    seen = preview(small, read_submission(RIGHT.encode(), "search.py"), PROGRAMS)
    assert states(seen) == {"2. program": "answered"}
    assert seen.elsewhere == ("1. tree",)


NOTHING = {
    "a sheet": (SHEET, "tree", "no problem of this set is answered on a sheet"),
    "a program": (PROGRAMS, "program", "no problem of this set asks for a program"),
}


@pytest.mark.parametrize(("part", "without", "said"), NOTHING.values(), ids=NOTHING)
def test_error_what_the_set_does_not_ask_for_cannot_be_looked_at(
    part: str, without: str, said: str, tmp_path: Path
) -> None:
    head, tree, program = re.split(r"(?m)^  - (?=id)", SET)
    kept = program if without == "tree" else tree
    (tmp_path / "set.yaml").write_text(f"{head}  - {kept}", encoding="utf-8")
    with pytest.raises(InputError, match=said):
        preview(load_released(tmp_path), read_files({"a.py": b""}, "ada"), part)


@pytest.mark.usefixtures("no_sandbox")
def test_a_program_in_another_language_is_only_looked_for_where_it_cannot_be_run(tmp_path: Path) -> None:
    command = "code: {file: search.js, command: [node, search.js], seconds: 1}"
    text = SET.replace("code: {file: search.py, function: minimax, seconds: 0.4}", command)
    (tmp_path / "set.yaml").write_text(text, encoding="utf-8")
    seen = preview(load_released(tmp_path), read_files({"search.js": b"("}, "ada"), PROGRAMS)
    assert seen.looked[-1].said == ("search.js can be read, but was not run.",)


def test_everything_is_asked_for_where_everything_can_be(small: Released) -> None:
    seen = preview(small, read_files({"answers.yaml": FILLED.encode()}, "ada"), ALL)
    assert states(seen)["2. program"] == "missing"
