"""`grader starter`: files to start from, which run as they are and earn nothing."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from grader.cli.main import main
from grader.grading import grade
from grader.problems import ProblemSet, load_problems
from grader.reports.sheets.starter_files import starter_files
from grader.submissions import read_files
from grader.text.source import Source

PROBLEMS = Path(__file__).parents[2] / "problems"
SETS = ("code-alpha-beta", "code-games", "code-pacman")


def a_set(code: str, tree: str = "max(min(3, 4), 2)", *, more: str = "", rule: str = "aima") -> ProblemSet:
    text = f"""\
set: week-1
{more}
problems:
  - id: one
    rule: {rule}
    code: {{{code}}}
    trees: ["{tree}"]
    questions: [{{ask: best-move}}]
"""
    return load_problems(Source(text, "set.yaml"))


def test_a_starter_for_several_players_says_what_they_are_called() -> None:
    problems = a_set("file: search.py, function: maxn", "p1(p2((8, 3), (2, 2)), (4, 9))")
    text = starter_files(problems)["search.py"]
    compile(text, "search.py", "exec")
    assert 'node.kind             "p1", "p2", "leaf"' in text
    assert "node.utility          (8, 3)" in text
    assert "Return (utilities, move)" in text


@pytest.mark.parametrize("name", SETS)
def test_every_starter_is_python(name: str) -> None:
    for file, text in starter_files(load_problems(PROBLEMS / name)).items():
        compile(text, file, "exec")


@pytest.mark.skipif(sys.platform != "linux", reason="students' code runs only on 64-bit Linux")
@pytest.mark.parametrize("name", SETS)
def test_a_starter_can_be_run_and_earns_nothing(name: str) -> None:
    problems = load_problems(PROBLEMS / name)
    files = {file: text.encode() for file, text in starter_files(problems).items()}
    result = grade(problems, read_files(files, "ada"))
    assert {ran.outcome for ran in result.runs} == {"raised"}
    assert result.earned == 0


def test_one_file_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["starter", str(PROBLEMS / "code-alpha-beta")]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("# Minimax and alpha-beta as programs\n\n\n# Minimax (15 points)\n")
    assert "def minimax(node):\n" in printed
    assert "def alphabeta(node):\n" in printed


def test_a_file_is_written(tmp_path: Path) -> None:
    assert main(["starter", str(PROBLEMS / "code-games"), "-o", str(tmp_path / "mine.py")]) == 0
    assert "def limited(game, state, depth):\n" in (tmp_path / "mine.py").read_text(encoding="utf-8")


def test_every_file_is_written_under_its_own_name(tmp_path: Path) -> None:
    assert main(["starter", str(PROBLEMS / "code-pacman"), "--out", str(tmp_path / "new")]) == 0
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["multiAgents.py"]


def test_what_a_student_wrote_is_not_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "search.py").write_text("mine", encoding="utf-8")
    assert main(["starter", str(PROBLEMS / "code-alpha-beta"), "--out", str(tmp_path)]) == 2
    assert "a file of that name already exists, and stays as it is" in capsys.readouterr().err
    assert (tmp_path / "search.py").read_text(encoding="utf-8") == "mine"


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert main(["starter", str(PROBLEMS / "code-alpha-beta"), "--out", str(tmp_path / "file" / "new")]) == 2
    assert "the folder cannot be made" in capsys.readouterr().err


def test_several_files_need_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = a_set("file: search.py, function: search").source.text
    second = first.partition("problems:\n")[2].replace("id: one", "id: two").replace("search.py", "other.py")
    (tmp_path / "set.yaml").write_text(first + second, encoding="utf-8")
    assert main(["starter", str(tmp_path / "set.yaml")]) == 2
    assert "there are 2 files to start from" in capsys.readouterr().err


def test_a_set_without_programs_has_no_starter(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["starter", str(PROBLEMS / "minimax-by-hand")]) == 2
    assert "no problem of this set asks for a program in Python" in capsys.readouterr().err


IN_ANOTHER_LANGUAGE = (
    "search.js: warning: there is no starter file for this program, which is run by a command"
)


def test_a_program_in_another_language_has_no_starter_and_that_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    only = a_set("file: search.js, command: [node, search.js]")
    assert starter_files(only) == {}
    (tmp_path / "set.yaml").write_text(only.source.text, encoding="utf-8")
    assert main(["starter", str(tmp_path / "set.yaml")]) == 2
    assert capsys.readouterr().err.startswith(f"{IN_ANOTHER_LANGUAGE}\n     = hint: follow the protocol")


def test_beside_one_in_python_a_program_in_another_language_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = a_set("file: search.py, function: search").source.text
    other = a_set("file: search.js, command: [node, search.js]").source.text.partition("problems:\n")[2]
    (tmp_path / "set.yaml").write_text(first + other.replace("id: one", "id: two"), encoding="utf-8")
    assert main(["starter", str(tmp_path / "set.yaml")]) == 0
    printed = capsys.readouterr()
    assert "def search(node):" in printed.out
    assert printed.err.startswith(IN_ANOTHER_LANGUAGE)


@pytest.mark.parametrize(
    ("rule", "signature"),
    [("aima", "def search(node):"), ("{preset: aima, depth: 2}", "def search(node, depth):")],
    ids=["to the end", "with a depth"],
)
def test_the_function_takes_what_it_is_given(rule: str, signature: str) -> None:
    (text,) = starter_files(a_set("file: search.py, function: search", rule=rule)).values()
    assert signature in text


def test_the_text_of_a_problem_can_be_anything() -> None:
    source = a_set("file: search.py, function: search").source.text
    odd = source.replace(
        "  - id: one\n", '  - id: one\n    text: "a \\"\\"\\" b\\n\\n\\\\ {% raw %} {{ x }}"\n'
    )
    (text,) = starter_files(load_problems(Source(odd, "set.yaml"))).values()
    compile(text, "search.py", "exec")
    assert '# a """ b\n#\n# \\ {% raw %} {{ x }}\n' in text


def test_a_starter_speaks_the_language_of_the_set() -> None:
    (text,) = starter_files(a_set("file: search.py, function: search", more="language: zh-TW")).values()
    assert "葉節點的效用值" in text
    compile(text, "search.py", "exec")
