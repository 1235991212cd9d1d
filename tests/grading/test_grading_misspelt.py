"""A misspelt problem is read where it is certain which is meant, and a comment is no part of an answer."""

import pytest

from tests.marking import TEXTBOOK, grade_of, verdicts

TWO = TEXTBOOK + "  - {id: deeper, tree: 'max(4, 6)', questions: [{ask: value}]}\n"
NUMBERED = TEXTBOOK.replace("textbook", "tree1")
ALIKE = TEXTBOOK + "  - {id: textbooks, tree: 'max(4, 6)', questions: [{ask: value}]}\n"


def sheet(problem: str, answers: str = "    best-move: a1\n") -> str:
    return f"set: search-1\nstudent: ada\nanswers:\n  {problem}:\n{answers}"


@pytest.mark.parametrize("name", ["textbok", "texbook", "Txtbook"])
def test_a_misspelt_problem_is_read_as_the_one_that_is_meant(name: str) -> None:
    marked = grade_of(TWO, sheet(name))
    assert verdicts(marked)["best-move"] == "right"
    (note,) = [note for note in marked.notes if note.key == "read-as-problem"]
    assert note.message == f"the set has no problem `{name}`"
    assert note.hint == "did you mean `textbook`? It was read as that"


NOT_CERTAIN = {
    "another number": (NUMBERED, sheet("tree2")),
    "two that are alike": (ALIKE, sheet("textbok")),
    "one that is there besides": (TWO, sheet("textbook", "    value:\n") + "  textbok:\n    best-move: a1\n"),
    "two that may be meant by it": (TWO, sheet("textbok") + "  texbook:\n    best-move: a1\n"),
    "questions of no such problem": (TWO, sheet("textbok", "    bounds: 3\n")),
    "too far off": (TWO, sheet("book")),
}


@pytest.mark.parametrize(("problems", "typed"), NOT_CERTAIN.values(), ids=NOT_CERTAIN)
def test_a_problem_is_not_guessed(problems: str, typed: str) -> None:
    marked = grade_of(problems, typed)
    assert not [note for note in marked.notes if note.key == "read-as-problem"]
    assert verdicts(marked)["best-move"] != "right"


COMMENTED = {
    "behind a word": ("    best-move: a1  # sure\n", "best-move", "a1"),
    "behind a list in brackets": ("    pruned: [C2, C3]  # both\n", "pruned", "[C2, C3]"),
    "behind the items of a list": (
        "    pruned:\n      - C2  # this\n      - C3 # that\n",
        "pruned",
        "- C2\n- C3",
    ),
    "above an answer": ("    pruned: # both\n      [C2, C3]\n", "pruned", "[C2, C3]"),
    "between lines": ("    pruned:\n      - C2\n      # and\n      - C3\n", "pruned", "- C2\n- C3"),
}


@pytest.mark.parametrize(("answers", "question", "raw"), COMMENTED.values(), ids=COMMENTED)
def test_a_comment_is_no_part_of_what_was_given(answers: str, question: str, raw: str) -> None:
    marked = grade_of(TEXTBOOK, sheet("textbook", answers))
    (check,) = [check for check in marked.checks if check.question == question]
    assert (check.verdict, check.raw) == ("right", raw)
