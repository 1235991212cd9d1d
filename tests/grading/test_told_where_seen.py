"""What is told of ideas counts every wrong answer, and stands where it is seen."""

from __future__ import annotations

from typing import Any

import pytest

import grader
from grader.grading import Grade, seen_by_student
from grader.grading.idea_words import idea_words
from grader.grading.record import grade_from_record
from grader.problems import ProblemSet, load_problems
from grader.reports.student.student_page import WorkOn, student_page
from grader.submissions import read_submission
from grader.text.sentences import sentences
from grader.text.source import Source

SET = """\
set: told
rule: mit-6034
language: {language}
reveal: {reveal}
problems:
  - id: deep
    title: A deep one
    tree: |
      A = max(B = min(C = max(4, 7), D = max(9, 6)), E = min(F = max(G = min(5, 8), 11), H = max(I = min(7, 3), J = min(6, 10))), K = min(L = max(2, 1), 8))
    questions:
      - {{ask: value, of: [C, D, B, G, F, I, J, H, E, L, K, A], points: 6}}
      - {{ask: pruned, as: leaves, points: 5}}
      - {{ask: visited, as: order, credit: prefix, points: 4}}
      - {{ask: window, of: [G, J, K], as: entry, points: 3}}
  - id: luck
    title: With dice
    tree: |
      M = max(left -> N = min(3, 7), dice -> O = chance(1/4 -> P = min(8, 2, 5), 3/4 -> Q = min(6, 10)), right -> X = min(5, 1, 9), coin -> Y = chance(2/3 -> 12, 1/3 -> -4))
    questions:
      - {{ask: value, of: [N, P, Q, O, X, Y, M], points: 7}}
      - {{ask: pruned, as: leaves, points: 2}}
      - {{ask: visited, as: order, credit: prefix, points: 4}}
      - {{ask: window, of: [O, X, Y], as: entry, points: 3{last}}}
"""  # noqa: E501 - trees
RIGHT = {
    "deep": {
        "value": "{C: 7, D: 9, B: 7, G: 5, F: 11, I: 3, J: 6, H: 6, E: 6, L: 2, K: 2, A: 7}",
        "pruned": "[D2, G2, I2, J2, K2]",
        "visited": "[A, B, C, C1, C2, D, D1, E, F, G, G1, F2, H, I, I1, J, J1, K, L, L1, L2]",
        "window": "{G: [7, inf], J: [7, 11], K: [7, inf]}",
    },
    "luck": {},
}
DIFFERENT: dict[str, dict[str, str]] = {
    "deep": RIGHT["deep"] | {
        "pruned": "[D2, K2]",
        "visited": "[A, B, C, C1, C2, D, D1, E, F, G, G1, G2, F2, H, I, I1, I2, J, J1, J2, K, L, L1, L2]",
        "window": "{G: [-inf, inf], J: [3, inf], K: [7, inf]}",
    },
    "luck": {
        "value": "{N: 3, P: 2, Q: 6, O: 4, X: 1, Y: 4, M: 4}",
        "pruned": "[X3]",
        "visited": "[M, N, N1, N2, O, P, P1, P2, P3, Q, Q1, Q2, X, X1, X2, Y, Y1, Y2]",
        "window": "{O: [3, inf], X: [4, inf], Y: [4, inf]}",
    },
}  # fmt: skip
WHOLE_CUT: dict[str, dict[str, str]] = {
    "deep": RIGHT["deep"] | {"pruned": "[D, G, I, J, K]"},
    "luck": {},
}
LANGUAGES = pytest.mark.parametrize("language", ["en", "zh-TW"])
UNWEIGHTED, SHALLOW = "unweighted-average", "no-deep-cutoffs"


def problems_with(reveal: str = "now", language: str = "en", last: str = "") -> ProblemSet:
    return load_problems(Source(SET.format(reveal=reveal, language=language, last=last), "set.yaml"))


def marked(problems: ProblemSet, answers: dict[str, dict[str, str]]) -> Grade:
    lines = ["student: ada", "answers:"]
    for problem, given in answers.items():
        lines += (
            [f"  {problem}:", *(f"    {name}: {answer}" for name, answer in given.items())] if given else []
        )
    return grader.grade(problems, read_submission("\n".join(lines).encode(), "ada.yaml"))


def boxes(problems: ProblemSet, answers: dict[str, dict[str, str]]) -> tuple[WorkOn, ...]:
    return student_page(marked(problems, answers), problems).work_on


HIDDEN = "{marks: never, hint: never, why: never, key: never}"
LAST = ", reveal: {marks: now, hint: now}"


@LANGUAGES
def test_a_hint_stands_at_the_first_answer_that_is_seen(language: str) -> None:
    problems = problems_with(HIDDEN, language, LAST)
    seen = seen_by_student(marked(problems, DIFFERENT), problems)
    *hidden, shown = seen.checks
    assert [(check.ideas, check.idea) for check in hidden] == [((), ())] * 7
    assert shown.ideas == (UNWEIGHTED,)
    assert shown.idea == idea_words([UNWEIGHTED], sentences(language)).hint
    assert set(shown.idea) <= set(shown.feedback)
    assert [idea.id for idea in seen.misconceptions] == [UNWEIGHTED]
    page = student_page(marked(problems, DIFFERENT), problems)
    assert [one.is_told_before for problem in page.everything for one in problem.questions if one.idea] == [
        False
    ]
    again = seen_by_student(seen, problems)
    assert (again.checks, again.misconceptions) == (seen.checks, seen.misconceptions)


def test_where_an_answer_is_hidden_nothing_counts_it() -> None:
    hiding = problems_with("now", last=", reveal: {marks: never, hint: never, why: never, key: never}")
    for problems, told in ((problems_with(), True), (hiding, False)):
        seen = seen_by_student(marked(problems, DIFFERENT), problems)
        said = [sentence for check in seen.checks for sentence in check.feedback]
        assert ("Together, these explain all 7 of your wrong answers." in said) is told
        assert all((idea.of is not None) is told for idea in seen.misconceptions)
        assert len(seen.misconceptions) == 2


@LANGUAGES
def test_numbers_wait_for_the_reasons(language: str) -> None:
    problems = problems_with("{marks: now, hint: now, why: never, key: never}", language)
    seen = seen_by_student(marked(problems, DIFFERENT), problems)
    assert [(idea.explains, idea.of) for idea in seen.misconceptions] == [(None, None)] * 2
    assert [entry.extent for entry in boxes(problems, DIFFERENT)] == [(), ()]
    assert grade_from_record(seen.to_dict(), problems).misconceptions == seen.misconceptions


@LANGUAGES
def test_of_two_ideas_each_has_its_own_answers_and_number(language: str) -> None:
    problems = problems_with(language=language)
    graded = marked(problems, DIFFERENT)
    assert {idea.id: (idea.explains, idea.of) for idea in graded.misconceptions} == {
        UNWEIGHTED: (4, 7),
        SHALLOW: (3, 7),
    }
    behind = {check.id: check.misconception.id for check in graded.checks if check.misconception}
    assert behind == {
        **dict.fromkeys(("deep.pruned", "deep.visited", "deep.window"), SHALLOW),
        **dict.fromkeys(("luck.value", "luck.pruned", "luck.visited", "luck.window"), UNWEIGHTED),
    }
    page = student_page(graded, problems)
    assert {len(entry.questions) for entry in page.work_on} == {3, 4}
    assert page.again == ()


@LANGUAGES
def test_an_either_or_is_one_entry_that_names_its_answers(language: str) -> None:
    problems = problems_with(language=language)
    graded = marked(problems, WHOLE_CUT)
    assert len(graded.misconceptions) > 1
    (check,) = (check for check in graded.checks if check.behind)
    assert (check.id, check.misconception) == ("deep.pruned", None)
    assert grade_from_record(graded.to_dict(), problems).checks == graded.checks
    page = student_page(graded, problems)
    (entry,) = page.work_on
    assert [one.number for one in entry.questions] == ["1.2"]
    assert all(idea.name in entry.title for idea in graded.misconceptions)
    assert entry.title.startswith({"en": "Either “", "zh-TW": "可能是「"}[language])
    assert "1.2" not in [one.number for one in page.again]


RIGHT_TO_LEFT: dict[str, dict[str, str]] = {
    "deep": RIGHT["deep"] | {
        "pruned": "[G1, G2, I1]",
        "visited": "[A, K, K2, L, L2, L1, E, H, J, J2, J1, I, I2, F, F2, B, D, D2, D1, C, C2, C1]",
        "window": "{J: [2, inf], K: [-inf, inf]}",
    },
    "luck": {},
}  # fmt: skip


@LANGUAGES
def test_a_convention_alone_is_told_once_for_all_its_answers(language: str) -> None:
    problems = problems_with(language=language)
    graded = marked(problems, RIGHT_TO_LEFT)
    conventions = [check.id for check in graded.checks if check.convention]
    assert conventions[:2] == ["deep.pruned", "deep.visited"]
    (entry,) = boxes(problems, RIGHT_TO_LEFT)
    assert entry.hint == (sentences(language)("convention.order-right-to-left"),)
    assert len(entry.questions) == len(conventions)


def test_a_convention_is_hidden_with_its_sentence() -> None:
    problems = problems_with("{marks: now, hint: never, why: now, key: never}")
    seen = seen_by_student(marked(problems, RIGHT_TO_LEFT), problems)
    assert [check.convention for check in seen.checks] == [None] * 8
    shown = seen_by_student(marked(problems_with(), RIGHT_TO_LEFT), problems_with())
    told: list[Any] = [check for check in shown.checks if check.convention]
    assert told
    assert all("right to left" in check.feedback[0] for check in told)


SHALLOW_TO_THE_LEFT: dict[str, dict[str, str]] = {
    "deep": RIGHT["deep"] | {
        "pruned": "[G1, G2, I1]",
        "visited": "[A, K, K2, L, L2, L1, E, H, J, J2, J1, I, I2, F, F2, B, D, D2, D1, C, C2, C1]",
        "window": "{J: [-inf, inf], K: [-inf, inf]}",
    },
    "luck": {},
}  # fmt: skip


def test_values_alone_are_counted_among_all_wrong_answers() -> None:
    values = "{C: 4, D: 6, B: 6, G: 8, F: 8, I: 7, J: 10, H: 7, E: 8, L: 1, K: 8, A: 6}"
    luck = "{N: 7, P: 8, Q: 10, O: 19/2, X: 9, Y: 20/3, M: 20/3}"
    odd = {"pruned": "[I1, J1]", "visited": "[A, K, B, L]", "window": "{G: [1, 2], J: [2, 3], K: [4, 5]}"}
    graded = marked(problems_with(), {"deep": {"value": values, **odd}, "luck": {"value": luck}})
    (idea,) = graded.misconceptions
    assert (idea.id, idea.explains, idea.of) == ("players-inverted", 2, 5)
    assert "This explains 2 of your 5 wrong answers." in graded.checks[0].idea


@LANGUAGES
def test_an_idea_and_a_convention_are_told_together_and_no_place_is_due_to_the_convention(
    language: str,
) -> None:
    problems, say = problems_with(language=language), sentences(language)
    graded = marked(problems, SHALLOW_TO_THE_LEFT)
    checks = {check.id: check for check in graded.checks}
    assert checks["deep.pruned"].convention == checks["deep.visited"].convention is not None
    assert (checks["deep.pruned"].ideas, checks["deep.pruned"].idea) == ((), ())
    window = checks["deep.window"]
    assert SHALLOW in window.ideas
    assert window.idea[-1] == say("diagnosis.together-explains-all", number=3, of=3)
    assert {(idea.explains, idea.of, idea.besides) for idea in graded.misconceptions} == {
        (1, 3, window.idea[-2:-1])
    }
    told = [sentence for check in graded.checks for sentence in check.idea]
    skipped = [say("diagnosis.witness-pruned-too-many", node=node) for node in ("G1", "G2", "I1")]
    assert not set(told).intersection(skipped)
    titles = [entry.title for entry in boxes(problems, SHALLOW_TO_THE_LEFT)]
    assert titles[1:] == [say("student-page.other-convention")]
