"""`grader explain`: a mark can be defended in a minute."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from grader.cli.main import main
from grader.gradebook import FILE, Gradebook
from grader.problems import load_problems
from grader.submissions import HandIn
from tests.cli.bookkeeping import LATE, OUT, change_set, make_class
from tests.gradebook.keeping import failed, handed, marked


@pytest.fixture(autouse=True)
def _class(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    make_class()


def explained(capsys: pytest.CaptureFixture[str], student: str, question: str) -> str:
    capsys.readouterr()
    assert main(["explain", student, question, *OUT]) == 0
    return capsys.readouterr().out


def test_a_mark_is_explained_from_the_answer_to_the_tree(capsys: pytest.CaptureFixture[str]) -> None:
    text = explained(capsys, "grace", "textbook.pruned")
    assert text.startswith(
        "grace, search-1, 1.2 Which leaves are pruned? (textbook.pruned)\n\n"
        "question   Which leaves are pruned, that is, which does the search never look at?\n"
        "verdict    partly, 2 of 4 points\n"
        "as typed   [C2]   (line 5, column 13)\n"
        "as read    C2\n"
        "key        C2, C3\n"
        "rule       minimax with alpha-beta pruning\n"
        "           a tie is cut: stop when α ≥ β\n"
    )
    assert "reckoning  1 right of 2, times 4 points\n" in text
    assert "- C2 is right.\n" in text
    assert " ▼ B = 3       ▼ C ≤ 2       ▼ D = 2\n" in text
    assert (
        "\nthe whole grade: So far 3 of 5 points (60 %); 1 question is pending and not counted"
        "\nfrom class/grace.yaml (" in text
    )


WEIGHED = """\
set: search-1
rule: aima
problems:
  - id: one
    tree: max(min(9, 7, 4), min(8, 6, 5), min(3, 2, 9))
    questions: [{ask: value, of: [B, C, D, A], points: 4}, {ask: best-move}, {ask: pruned}]
"""
TYPED = "student: ada\nanswers: {one: {value: {B: 9, C: 8, D: 9, A: 9}, best-move: B, pruned: [B1]}}\n"


def test_each_answer_says_what_it_contributed(capsys: pytest.CaptureFixture[str]) -> None:
    Path("weighed.yaml").write_text(WEIGHED, encoding="utf-8")
    Path("typed").mkdir()
    Path("typed/ada.yaml").write_text(TYPED, encoding="utf-8")
    assert main(["grade", "weighed.yaml", "typed", "--out", "weighed", "--quiet"]) == 0
    capsys.readouterr()
    assert main(["explain", "ada", "one.value", "--out", "weighed"]) == 0
    assert (
        "\nthe evidence for and against `everyone-maximises`:\n"
        "1.1 What are the nodes worth?  +19.5\n"
        "1.2 Which move is best?        0\n"
        "1.3 Which leaves are pruned?   +11.4\n"
    ) in capsys.readouterr().out


def test_a_claim_that_is_refuted_has_its_tree(capsys: pytest.CaptureFixture[str]) -> None:
    text = explained(capsys, "alan", "textbook.pruned")
    assert "\na tree on which the value of the root depends on " in text
    assert "8 or 1" in text


def test_what_a_person_decided_is_there_with_what_it_replaced(capsys: pytest.CaptureFixture[str]) -> None:
    reason = ["--because", "a misprint", "--by", "tom"]
    main(["adjust", "grace", "textbook.pruned", "--points", "3", *reason, *OUT])
    text = explained(capsys, "grace", "textbook.pruned")
    assert (
        "verdict      partly, 3 of 4 points\nadjusted     by tom: a misprint\nbefore that  partly, 2 points\n"
    ) in text


def test_what_waits_for_a_person_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert "verdict   pending, ? of 2 points\n" in explained(capsys, "grace", "textbook.manual")


def test_the_set_is_as_it_was_when_it_was_marked(capsys: pytest.CaptureFixture[str]) -> None:
    change_set("D = min(14, 5, 2)", "D = min(14, 5, 99)")
    assert "D = 2" in explained(capsys, "grace", "textbook.pruned")


def test_a_fault_of_ours_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    problems = load_problems("set.yaml")
    entry = failed(handed("kurt"), problems=problems)
    for check in entry.record["checks"]:
        check["fault"] = "ZeroDivisionError"
    with Gradebook.open(Path("out", FILE)) as book:
        book.add([entry])
    assert "our fault  ZeroDivisionError\n" in explained(capsys, "kurt", "textbook.pruned")


def test_nothing_in_an_answer_moves_the_cursor(capsys: pytest.CaptureFixture[str]) -> None:
    problems = load_problems("set.yaml")
    data = b"answers:\n  textbook:\n    pruned: '\x1b[2J'\n"
    with Gradebook.open(Path("out", FILE)) as book:
        book.add([marked(HandIn("eve", "eve.yaml", {"eve.yaml": data}), problems=problems)])
    assert "\x1b" not in explained(capsys, "eve", "textbook.pruned")


def test_a_tree_too_large_to_draw_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    leaves = ", ".join(["1"] * 2000)
    Path("big.yaml").write_text(
        f"set: big\nproblems: [{{id: one, tree: 'max({leaves})', questions: [{{ask: value}}]}}]",
        encoding="utf-8",
    )
    problems = load_problems("big.yaml")
    with Gradebook.open(Path("out", FILE)) as book:
        book.keep_set(problems)
        given = HandIn("eve", "eve.yaml", {"eve.yaml": b"answers: {one: {value: 1}}"})
        book.add([marked(given, problems=problems)])
    capsys.readouterr()
    assert main(["explain", "eve", "one.value", "--set", "big", *OUT]) == 0
    assert "(the tree has 2001 nodes, too many to draw it here)" in capsys.readouterr().out


CODE = """\
set: code
problems:
  - id: mine
    code: {file: search.py, function: alphabeta}
    trees:
      - {id: first, tree: "max(min(3, 12), min(2, 4))"}
      - {id: second, tree: "max(4, 5)"}
    questions: [{ask: value, points: 2}]
"""
PROGRAM = b"""\
def alphabeta(node):
    return node.utility if node.is_leaf else max(map(alphabeta, node.children))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="programs are run on Linux only")
def test_a_program_is_explained_tree_by_tree(capsys: pytest.CaptureFixture[str]) -> None:
    Path("code.yaml").write_text(CODE, encoding="utf-8")
    problems = load_problems("code.yaml")
    given = HandIn("eve", "eve/", {"search.py": PROGRAM})
    with Gradebook.open(Path("out", FILE)) as book:
        book.keep_set(problems)
        book.add([marked(given, problems=problems)])
    capsys.readouterr()
    assert main(["explain", "eve", "mine.value", "--set", "code", *OUT]) == 0
    text = capsys.readouterr().out
    assert "search.py\n" in text
    assert "tree first: wrong: returned 12, 7 nodes visited\n" in text
    assert "tree second: right: returned 5, 3 nodes visited\n" in text
    assert "tree first\nanswered    A: 12\nkey         A: 3\n" in text
    assert "▼ B = 3" in text


def test_without_a_question_everything_that_was_lost_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert main(["explain", "grace", *OUT]) == 0
    text = capsys.readouterr().out
    assert text.startswith(
        "grace, search-1: So far 3 of 5 points (60 %); 1 question is pending and not counted\n\n"
        "1.2 Which leaves are pruned? (textbook.pruned): partly, 2 of 4 points lost\n    - C2 is right.\n"
    )
    assert "\n1.3 In your own words (textbook.manual): pending, 2 points to earn\n" in text
    assert "best-move" not in text


def test_who_lost_nothing_is_told_so(capsys: pytest.CaptureFixture[str]) -> None:
    main(["adjust", "ada", "1.3", "--points", "2", "--because", "fine", "--by", "tom", *OUT])
    capsys.readouterr()
    assert main(["explain", "ada", *OUT]) == 0
    assert capsys.readouterr().out == "ada, search-1: 7 of 7 points (100 %)\nnothing was lost\n"


def test_what_lateness_costs_is_among_the_losses(capsys: pytest.CaptureFixture[str]) -> None:
    Path("out", FILE).unlink()
    make_class(LATE)
    capsys.readouterr()
    assert main(["explain", "grace", *OUT]) == 0
    assert "\n\nSubmitted at 2026-02-01 13:00" in capsys.readouterr().out


def test_a_question_is_found_by_its_number_in_the_report(capsys: pytest.CaptureFixture[str]) -> None:
    assert explained(capsys, "grace", "1.2") == explained(capsys, "grace", "textbook.pruned")


def test_error_for_a_question_that_is_not_asked(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "grace", "textbook.prund", *OUT]) == 2
    assert capsys.readouterr().err == (
        "PROBLEM.QUESTION: error: the set has no question `textbook.prund`\n"
        "     = hint: did you mean `textbook.pruned`?\n"
    )
