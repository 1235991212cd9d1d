"""The question `manual`: words are kept for a person to mark."""

import pytest

from grader.document import read_sheet
from grader.questions.kinds.manual import Manual
from grader.questions.question import Marking
from grader.text.sentences import sentences
from grader.text.source import Source
from tests.questions.asking import TEXTBOOK, asked, solved
from tests.questions.reading import question_from

MODEL = 'It says: "stop", because α ≥ β.\nSo there.'


def test_what_a_student_writes_is_kept() -> None:
    assert asked(Manual).read("  Because: none of C matters\nany more ", solved(TEXTBOOK)) == (
        "Because: none of C matters\nany more"
    )


def test_a_person_has_to_mark_it() -> None:
    assert Manual.needs_person
    with pytest.raises(NotImplementedError):
        asked(Manual).mark("because", Marking(solved(TEXTBOOK), sentences()))


def test_the_question_is_what_its_author_asks() -> None:
    solution = solved(TEXTBOOK)
    assert asked(Manual, text="Why is C cut?\n").in_words(solution, sentences()) == "Why is C cut?"
    assert asked(Manual).in_words(solution, sentences()) == (
        "Answer in a few sentences; a person will read them."
    )


def test_the_key_is_a_model_answer_if_there_is_one() -> None:
    solution = solved(TEXTBOOK)
    assert asked(Manual).show(asked(Manual).key(solution), solution) == ""
    question = question_from(Manual, "{text: Why?, answer: Because.}")
    assert question == asked(Manual, text="Why?", answer="Because.")
    assert question.show(question.key(solution), solution) == '"Because."'


def test_a_model_answer_of_any_kind_can_stand_on_a_sheet() -> None:
    solution = solved(TEXTBOOK)
    question = asked(Manual, answer=MODEL)
    shown = question.show(question.key(solution), solution)
    sheet = read_sheet(Source(f"set: s\nanswers:\n  p:\n    manual: {shown}\n", "sheet.yaml"))
    assert question.read(sheet.answers["p"]["manual"].text, solution) == MODEL
