"""Answers as people write them: what is read, and what stays unreadable because it may be meant otherwise."""

from typing import TypeAlias

import pytest

from grader.questions import KINDS, Question, Unread, Unreadable
from grader.rule import Rule
from grader.text.sentences import sentences
from tests.questions.asking import marked, solved
from tests.questions.reading import question_from

Table: TypeAlias = dict[str, dict[str, tuple[str, ...]]]  # texts by question and by what is made of them

TREE = "A = max(B = min(3, 12, 8), C = min(2, F = max(4, 1), -6), D = min(14, 5, 2, 1))"
ODD = 'root = max(to -> "5 and 8" = min(1, 2), move -> the = min(3, 4), go -> "a-b" = 7)'
SOLUTION, ODD_SOLUTION = solved(TREE), solved(ODD)

READ: Table = {
    "best-move {}": {
        "C": ("to C", "move C", "move to C", "go to C", "the move to C", "C (7)", "C (-6)", '"C"', "A -> C"),
        "[B, C]": ("to B and to C", "B (3), C (2)", '["B", "C"]'),
    },
    "pruned {}": {
        "[F1, F2]": (
            "the subtree F",
            "subtree F",
            "C-F",
            "F1-F2",
            '"C->F"',
            "node F",
            "F1/F2",
            "{F1: null, F2: null}",
        ),
        "[C1, C3]": (
            "the leaves C1 and C3",
            "C1 / C3",
            "C1/C3",
            '["C->C1", "C->C3"]',
            '"C1, C3"',
            "C1 and the leaf C3",
        ),
        "[B1, B2, B3]": (
            "B1-B3",
            "B1..B3",
            "B1...B3",
            "B1 - B3",
            "B1 .. B3",
            "B1 … B3",
            "B1–B3",
            "b1-b3",
            "[B1-B3]",
        ),
        "[B1, B2, B3, C1, C3]": ("B1-B3, C1, C3", "the leaves B1..B3 and C1 / C3"),
        "[C1]": ("the edge C->C1",),
        "none": ("none of them", "nothing", "None of these.", '"none"', "nothing at all"),
    },
    "visited {as: order}": {
        "[A, B, B1]": ("A-B-B1", "A – B – B1", "A > B > B1", '["A", "B", "B1"]', '"A -> B -> B1"'),
        "[B1, B2, B3]": ("B1-B3", "B1 - B3", "B1..B3"),
        "[A, B]": ("A-B", "A - B"),
    },
    "line {}": {
        "[A, C, F, F1]": (
            "C-F-F1",
            "A-C-F-F1",
            "A – C – F – F1",
            "A > C > F > F1",
            "A to C to F to F1",
            "to C, then F, F1",
        ),
    },
    "count {of: leaves-evaluated}": {
        "7": (
            "7 leaves",
            "7 evaluations",
            "count = 7",
            "count: 7",
            "7 leaves (B1, B2)",
            '"7"',
            "7個葉節點",
            "7 leaves evaluated.",
        ),
    },
    "count {of: nodes-visited}": {"7": ("7 nodes", "7 nodes visited", "number = 7 nodes")},
    "count {of: leaves-pruned}": {"2": ("2 leaves", "2 leaves (C2, C3)", "2 leaves pruned")},
    "value {of: [B, D]}": {
        "{B: 5, D: 8}": (
            "5 and 8",
            "5, and 8",
            "B is 5, D is 8",
            "v(B) = 5, v(D) = 8",
            "V(B): 5, V(D): 8",
            "v(B)=5 v(D)=8",
            "value of B = 5, value of D = 8",
            "the value of B is 5 and the value of D is 8",
            "B = 5 and D = 8",
            '{"B": "5", "D": "8"}',
            "B is 5 D is 8",
            "B equals 5, D equals 8",
            "{B: '5', D: 8}",
        ),
        "{D: 5}": ("D is 5", "v(D) = 5", "value of D = 5", '{"B": null, "D": 5}'),
    },
    "value {}": {
        "5": ("A is 5", "v(A) = 5", "value of A = 5", "the value is 5", "value = 5", "v = 5", '"5"')
    },
    "value {of: [B], as: returned}": {"{B: >= 8}": ('{B: ">= 8"}', "B is at least 8", '{"B": "\\u2265 8"}')},
    "window {of: [B]}": {"{B: [5, 7]}": ('{B: "(5, 7)"}', '{"B": "[5, 7]"}', "B is 5 to 7")},
    "bounds {of: [B]}": {"{B: [-inf, 7]}": ('{B: "<= 7"}', "B is at most 7")},
    "cutoffs {}": {
        "[{at: C, after: C1, bound: beta}]": (
            '[{"at": "C", "after": "C1", "bound": "beta"}]',
            '["C after C1 by beta"]',
            "the cut at C after C1 by beta",
        ),
    },
}
NAMES_WIN: Table = {
    "best-move {}": {"to": ("to", '"5 and 8"', "5 and 8"), "move": ("move", "the"), "go": ("go", "a-b")},
    "pruned {}": {
        '["5 and 81", "5 and 82"]': ("5 and 8", '"5 and 8"', '["5 and 8"]'),
        "[the1, the2]": ("the", "the the"),
        '["a-b"]': ("a-b", '"a-b"', "root-a-b"),
    },
    "line {}": {'[root, "a-b"]': ("root - a-b", "go"), '[root, "5 and 8"]': ("to", "root to")},
    "value {of: [the, 5 and 8]}": {
        '{the: 3, "5 and 8": 2}': (
            'the 3, "5 and 8" 2',
            '{"the": "3", "5 and 8": "2"}',
            "5 and 8: 2, the is 3",
        ),
    },
}
_WORDS = "it is not clear what “{}” means; write only names of nodes, such as [D3, D4]"
_ROW = "“{}” is neither an edge nor a row of siblings from left to right; write each name, as in [D3, D4]"
_MOVE = "{} is not a move at A; the moves there are B, C and D"
_NUMBER = "“{}” is not one number; write the number alone, such as 5 or 7/3"
_NODE = "“{}” does not say which of the 2 nodes it is about; write the name before each, such as B:"
_LEAVES = "several leaves have the utility {}, such as F2 and D4; write the name of each leaf that you mean"
REFUSED: Table = {
    "best-move {}": {_MOVE: ("to the corner", "A > C", "C is best", "not C", "to", "C?")},
    "pruned {}": {
        _WORDS: (
            "the red one",
            "C1 to C3",
            "not C1",
            "only C1",
            "all but C1",
            "leaves F",
            "the edges C1",
            "the",
            "C-F-F1",
            "C1 or C3",
        ),
        _ROW: ("B3-B1", "B3..B1", "C-F1", "A - F", "F1-C3"),
        _LEAVES: ("1",),
        "there is no node called {}": ("X",),
    },
    "visited {as: order}": {_WORDS: ("A-B-5", "B1 to B3", "first A")},
    "line {}": {_WORDS: ("A – C – 5", "A-C-4", "A-X-F", "left or right")},
    "count {of: leaves-evaluated}": {_NUMBER: ("7 nodes", "about 7", "7 or 8", "n: 7", "B1, B2")},
    "value {of: [B, D]}": {
        _NODE: ("5 or 8", "5 8 9", "v(X) = 5"),
        _NUMBER: ("D is {not 5}", "D is {about 5}", "D: {5 of 8}", "D: {[3, 4]}"),
    },
    "value {}": {_NUMBER: ("5 and 8",)},
    "window {of: [B, D]}": {
        _NODE: ("5 and 8",),
        "“{}” is not an interval; write two numbers, such as [3, inf]": ("B: {5}",),
    },
    "bounds {of: [B, D]}": {_NODE: ("5 and 8",)},
    "cutoffs {}": {
        "it is not clear what “{}” means; write a node and the child after which the search stops there, "
        "such as K after K1": ("somewhere below C",),
    },
}


def asked(question: str) -> Question:
    ask, _, fields = question.partition(" ")
    return question_from(KINDS[ask], fields)


def rows(table: Table) -> list[tuple[str, str, str]]:
    return [
        (question, text, said)
        for question, all_ in table.items()
        for said, texts in all_.items()
        for text in texts
    ]


@pytest.mark.parametrize(("question", "text", "shown"), rows(READ))
def test_an_answer_is_read_as_people_write_it(question: str, text: str, shown: str) -> None:
    kind = asked(question)
    assert kind.show(kind.read(text, SOLUTION), SOLUTION) == shown


@pytest.mark.parametrize(("question", "text", "shown"), rows(NAMES_WIN))
def test_a_name_of_the_problem_is_never_a_word_around_one(question: str, text: str, shown: str) -> None:
    kind = asked(question)
    assert kind.show(kind.read(text, ODD_SOLUTION), ODD_SOLUTION) == shown


@pytest.mark.parametrize(("question", "text", "why"), rows(REFUSED))
def test_error_what_may_be_meant_otherwise_stays_unreadable(question: str, text: str, why: str) -> None:
    shown = text[text.find("{") + 1 : text.find("}")] if "{" in text else text
    text = text.replace("{", "").replace("}", "") if "{" in text else text
    assert refusal(asked(question), text) == why.format(shown)


def refusal(question: Question, text: str) -> str:
    """Why an answer cannot be read, also where that is but a part of it."""
    try:
        given = question.read(text, SOLUTION)
    except Unreadable as refused:
        return refused.quoting(text).in_words(sentences())
    parts = given.values() if isinstance(given, dict) else ()
    return next(part.why.in_words(sentences()) for part in parts if isinstance(part, Unread))


def test_a_number_beside_a_move_is_ignored_with_a_note() -> None:
    note = "The number in brackets was ignored: the question asks only for a move."
    question = asked("best-move {}")
    assert marked(question, "B (3)", SOLUTION).feedback == (note,)
    assert marked(question, "B (3)", SOLUTION).share == 1
    assert marked(question, "C (3)", SOLUTION).feedback[0] == note
    assert marked(question, "B", SOLUTION).feedback == ()


def test_a_move_that_is_called_like_a_number_is_no_number_beside_a_move() -> None:
    numbered = solved('max("7" -> 3, C -> 3)', best="any")
    question = KINDS["best-move"](id="best-move", rule=Rule(best="any"))
    assert question.read("C (7)", numbered) == ("C", "7")
