"""What is noted about a sheet: what it lacks, and what stands where it does not belong."""

from __future__ import annotations

from dataclasses import replace

import pytest

from grader.grading import Grade, grade
from grader.submissions import read_submission
from tests.marking import HEAD, TEXTBOOK, grade_of, problems_of, verdicts


def test_no_more_notes_are_made_than_anybody_reads() -> None:
    sheet = HEAD + "".join(f"    nothing{number}: 1\n" for number in range(500))
    assert len(grade_of(TEXTBOOK, sheet).notes) == 100


def notes(marked: Grade) -> list[tuple[str, str | None]]:
    return [(note.message, note.hint) for note in marked.notes]


def test_a_sheet_that_says_neither_whose_it_is_nor_for_which_set_is_noted() -> None:
    assert notes(grade_of(TEXTBOOK, "answers:\n")) == [
        ("`set` is missing in this sheet", "write `set: search-1`"),
        (
            "`student` is missing in this sheet",
            "write `student: …`; it was graded as the sheet of `ada`",
        ),
    ]


def test_a_field_that_says_nothing_is_noted_at_its_place() -> None:
    marked = grade_of(TEXTBOOK, "set:\nstudent: ///\nanswers:\n")
    assert [str(note).splitlines()[0] for note in marked.notes] == [
        "ada.yaml:1:1: warning: there is nothing after `set:` in this sheet",
        "ada.yaml:2:1: warning: there is no name after `student:` in this sheet",
    ]


def test_where_nobody_says_whose_sheet_it_is_the_note_says_which_variant_was_marked() -> None:
    text = TEXTBOOK.replace("    tree: A = max(", "    variants:\n      - A = max(1, 2)\n      - A = max(")
    text = text.replace("[B, C, D, A]", "[A]")
    variant = problems_of(text).problems[0].variant("ada") + 1
    ((_, hint),) = notes(grade_of(text, "set: search-1\nanswers:\n"))
    assert hint is not None
    assert hint.endswith(f"it was graded as the sheet of `ada`, with variant {variant} of 2 in `textbook`")


def test_notes_stand_in_the_order_of_the_sheet() -> None:
    marked = grade_of(TEXTBOOK, "set: other\nstudent: ada\nanswers:\n  one:\n  one:\n  textbook:\n    x: 1\n")
    places = [note.span.start for note in marked.notes if note.span]
    assert len(places) == 4
    assert places == sorted(places)


LOST = {
    "the problem beside the answers": "answers:\ntextbook:\n  best-move: a1\n  pruned: [C2, C3]\n",
    "the questions too": "answers:\ntextbook:\nbest-move: a1\npruned: [C2, C3]\n",
    "no place for answers": "textbook:\n  best-move: a1\n  pruned: [C2, C3]\n",
    "in brackets": "textbook: {best-move: a1, pruned: [C2, C3]}\n",
    "another spelling": "answers:\nTextbook:\n  best-move: a1\n  pruned: [C2, C3]\n",
}


@pytest.mark.parametrize("sheet", LOST.values(), ids=LOST)
def test_a_problem_that_lost_its_indentation_is_marked_and_noted(sheet: str) -> None:
    marked = grade_of(TEXTBOOK, f"set: search-1\nstudent: ada\n{sheet}")
    assert (marked.earned, marked.status) == (4, "graded")
    assert "is not indented below `answers:`" in marked.notes[-1].message
    assert not any("there is no field" in note.message for note in marked.notes)


def test_in_json_too() -> None:
    marked = grade_of(TEXTBOOK, '{"set": "search-1", "student": "ada", "textbook": {"best-move": "a1"}}')
    assert marked.earned == 1


def test_a_problem_beside_the_answers_does_not_replace_one_below_them() -> None:
    marked = grade_of(TEXTBOOK, HEAD + "    best-move: a2\ntextbook:\n  best-move: a1\n")
    assert marked.earned == 0
    assert [note.message for note in marked.notes] == ["there is no field `textbook` in a sheet"]


def test_a_group_that_is_no_problem_stays_an_unknown_field() -> None:
    marked = grade_of(TEXTBOOK, HEAD + "    best-move: a1\nremarks:\n  I was: ill\n  and tired\n")
    assert marked.earned == 1
    assert [note.message for note in marked.notes] == ["there is no field `remarks` in a sheet"]


def test_nodes_that_are_not_indented_below_their_question_are_its_answer() -> None:
    marked = grade_of(
        TEXTBOOK, HEAD + "    value:\n    B: 3  # so\n    C: 2\n    D: 2\n    A: 3\n    best-move: a1\n"
    )
    assert verdicts(marked) == {"value": "right", "best-move": "right", "pruned": "missing"}
    assert marked.checks[0].raw == "B: 3\nC: 2\nD: 2\nA: 3"
    assert marked.notes == ()


def test_problems_with_a_word_beside_them_have_no_questions_and_are_none() -> None:
    two = TEXTBOOK + TEXTBOOK[TEXTBOOK.index("  - id: textbook") :].replace("textbook", "second")
    marked = grade_of(two, "set: search-1\nstudent: ada\nanswers:\n  textbook: skipped\n  second: skipped\n")
    assert [str(note).splitlines()[0] for note in marked.notes] == [
        "ada.yaml:4:13: error: `textbook` has no questions here",
        "ada.yaml:5:11: error: `second` has no questions here",
    ]


def test_nodes_that_follow_no_empty_question_are_unknown_questions() -> None:
    marked = grade_of(TEXTBOOK, HEAD + "    best-move: a1\n    B: 3\n")
    assert [note.message for note in marked.notes] == ["`textbook` has no question `B`"]


def test_a_node_that_is_given_twice_there_makes_the_answer_unreadable() -> None:
    marked = grade_of(TEXTBOOK, HEAD + "    value:\n    B: 3\n    B: 4\n")
    assert verdicts(marked)["value"] == "unreadable"


KNOWN = {
    "the address's own name": ("ada@example.edu", (), "Ada"),
    "an address for a name": ("ada", (), "ada@example.edu"),
    "the address among other names": ("u42", ("Ada Lovelace", "ada@example.edu"), "ada"),
    "a name of the container's": ("ada@example.edu", ("Ada Lovelace",), "ada lovelace"),
}
UNKNOWN = {
    "another name": ("ada@example.edu", ("Ada Lovelace",), "eve"),
    "a part of the name": ("ada@example.edu", (), "ad"),
    "the host": ("ada@example.edu", (), "example.edu"),
    "another host": ("ada@example.edu", (), "ada@example.org"),
}


def noted_of(student: str, known_as: tuple[str, ...], name: str) -> list[str]:
    """What is noted where a sheet is by a name, and the container says who handed it in."""
    sheet = f"set: search-1\nstudent: {name}\nanswers:\n"
    submission = replace(read_submission(sheet.encode(), "x.yaml"), student=student, known_as=known_as)
    return [note.message for note in grade(problems_of(TEXTBOOK), submission).notes]


@pytest.mark.parametrize(("student", "known_as", "name"), KNOWN.values(), ids=KNOWN)
def test_who_writes_a_part_of_the_address_that_handed_it_in_is_not_warned(
    student: str, known_as: tuple[str, ...], name: str
) -> None:
    assert noted_of(student, known_as, name) == []


@pytest.mark.parametrize(("student", "known_as", "name"), UNKNOWN.values(), ids=UNKNOWN)
def test_a_name_that_the_container_does_not_have_for_the_student_is_noted(
    student: str, known_as: tuple[str, ...], name: str
) -> None:
    said = f"this sheet says that it is by `{name}`, but `{student}` submitted it"
    assert noted_of(student, known_as, name) == [said]
