"""The answers of a student, laid over the trees of the problems."""

from __future__ import annotations

import pytest

from grader.drawing.picture import Picture
from grader.drawing.svg_overlay import Pill
from grader.problems import ProblemSet
from grader.questions.answer_form import AnswerForm
from grader.reports.student.answer_overlay import pills_of
from grader.reports.student.answer_pictures import answer_layers, base_picture, space_for
from grader.reports.student.html_report import page_data, report_html
from grader.reports.student.student_page import StudentPage, student_page
from grader.solving import solve
from grader.tree import Tree
from grader.tree.language import parse_tree
from tests.report_pages import AFTER, PERFECT, QUESTIONS, marked, page_of, the_set

# What is laid over the tree, by question; ↑ is the edge above a node.
LAID = {
    "value": ("{ask: value, of: [B, C, D]}", "{B: 3, C: 5}", ["B right 3", "C wrong 5 → 2", "D missed → 2"]),
    "value, a part that cannot be read": (
        "{ask: value, of: [B, C]}", "B: 3, C: x", ["B right 3", "C unreadable x → 2"],
    ),
    "returned": (
        "{ask: value, as: returned, of: [C, A]}", "{C: <= 2, A: -3}", ["C right ≤ 2", "A wrong −3 → 3"],
    ),
    "window": (
        "{ask: window, of: [B, C]}", "{B: [-inf, inf], C: [0, 7/2]}",
        ["B right [−∞, ∞]", "C wrong [0, 7/2] → [3, ∞]"],
    ),
    "bounds": ("{ask: bounds, of: [C]}", "[-inf, 2]", ["C right [−∞, 2]"]),
    "best-move, right": ("{ask: best-move}", "a1", ["↑B right way"]),
    "best-move, wrong": ("{ask: best-move}", "a3", ["↑D wrong way", "↑B missed"]),
    "line": ("{ask: line}", "[A, C, C1]", ["↑B missed", "↑B1 missed", "↑C wrong way", "↑C1 wrong way"]),
    "pruned leaves": ("{ask: pruned}", "[C2, D3]", ["C2 right struck", "C3 missed", "D3 wrong struck"]),
    "pruned nodes": ("{ask: pruned, as: nodes}", "C", [
        "C2 right struck", "C3 right struck", "C wrong struck", "C1 wrong struck",
    ]),
    "pruned edges": ("{ask: pruned, as: edges}", "[C->C2]", ["↑C2 right skipped", "↑C3 missed"]),
    "irrelevant": (
        "{ask: irrelevant}", "[B2, C2]",
        ["C2 right struck", "C3 missed", "D1 missed", "D2 missed", "B2 wrong struck"],
    ),
    "visited as a set": (
        "{ask: visited}", "[A, B, C]",
        [
            "A right", "B right", "B1 missed", "B2 missed", "B3 missed", "C right", "C1 missed", "D missed",
            "D1 missed", "D2 missed", "D3 missed",
        ],
    ),
    "completed": ("{ask: completed}", "[A, C]", ["A right", "B missed", "D missed", "C wrong"]),
    "visited in order": (
        "{ask: visited, as: leaves}", "[B1, B2, B3, C1, C2]",
        [
            "B1 right #1", "B2 right #2", "B3 right #3", "C1 right #4", "D1 missed", "D2 missed", "D3 missed",
            "C2 wrong #5",
        ],
    ),
    "cutoffs, right without its bound": ("{ask: cutoffs}", "C after C1", ["C right C1"]),
    "cutoffs, elsewhere": (
        "{ask: cutoffs}", "[{at: C, after: C2, bound: beta}, {at: D, after: D1, bound: alpha}]",
        ["C wrong C2 β → C1 α", "D wrong D1 α"],
    ),
    "cutoffs, none": ("{ask: cutoffs}", "none", ["C missed → C1 α"]),
    "count": ("{ask: count, of: leaves-evaluated}", "9", []),
}  # fmt: skip


@pytest.mark.parametrize(("question", "answer", "laid"), LAID.values(), ids=LAID)
def test_an_answer_is_laid_over_the_tree(question: str, answer: str, laid: list[str]) -> None:
    assert laid_over(question, answer) == laid


GIVEN = {
    "value": ("{ask: value, of: [B, C]}", "{B: 3, C: 5}", ["B given 3", "C given 5"]),
    "best-move": ("{ask: best-move}", "a3", ["↑D given way"]),
    "pruned": ("{ask: pruned}", "[C2, D3]", ["C2 given struck", "D3 given struck"]),
    "line": ("{ask: line}", "[A, C, C1]", ["↑C given way", "↑C1 given way"]),
    "cutoffs": ("{ask: cutoffs}", "C after C2", ["C given C2"]),
    "nothing": ("{ask: pruned}", "", []),
    "a node that there is not": ("{ask: value, of: [B, C]}", "B: 3, Z: 5", ["B given 3"]),
}


@pytest.mark.parametrize(
    "reveal", ["never", "{marks: now, why: now, key: never}"], ids=["nothing", "the marks"]
)
@pytest.mark.parametrize(("question", "answer", "laid"), GIVEN.values(), ids=GIVEN)
def test_while_the_key_is_hidden_an_answer_is_shown_without_a_verdict(
    question: str, answer: str, laid: list[str], reveal: str
) -> None:
    assert laid_over(question, answer, f"reveal: {reveal}\n") == laid


def test_what_may_not_even_be_read_back_is_not_laid_over_the_tree() -> None:
    assert (
        laid_over("{ask: pruned}", "[C2]", "reveal: {form: never, marks: never, why: never, key: never}\n")
        == []
    )


def laid_over(question: str, answer: str, head: str = "") -> list[str]:
    problems = the_set({"q": question}, head)
    asked = problems.on_sheet[0].questions[0].question
    page = student_page(marked(problems, {asked.id: answer}), problems, now=AFTER)
    (answered,) = page.problems[0].questions
    tree = page.problems[0].tree
    return [plain(pill, tree) for pill in pills_of(form_of(problems), answered.check, tree)]


def form_of(problems: ProblemSet) -> AnswerForm:
    problem = problems.problems[0]
    question = problem.questions[0].question
    return question.answer_form(problem.solution(0, question.rule))


def plain(pill: Pill, tree: Tree) -> str:
    name = ("↑" if pill.on_edge else "") + tree.names[pill.index]
    expected = f"→ {pill.expected}" if pill.expected else ""
    return " ".join(filter(None, (name, pill.verdict, pill.text, expected, pill.drawn)))


def test_a_node_below_the_depth_is_laid_over_where_it_stands() -> None:
    tree = "A = max(B = min~1(3, 4), C = min~2(5, 6))"
    problems = the_set({"pruned": "{ask: pruned, as: nodes}"}, "rule: {depth: 1}\n", tree)
    page = student_page(marked(problems, {"pruned": "[B1]"}), problems)
    problem = page.problems[0]
    pills = pills_of(form_of(problems), problem.questions[0].check, problem.tree)
    assert [plain(pill, problem.tree) for pill in pills] == ["B1 wrong struck"]
    assert "pill-wrong" in report_html(page)


def test_there_is_room_for_every_kind_of_answer() -> None:
    for question, answer, laid in LAID.values():
        problems = the_set({"q": question})
        asked = problems.on_sheet[0].questions[0].question
        html = report_html(student_page(marked(problems, {asked.id: answer}), problems))
        assert html.count('<g class="pill ') == len(laid)
        assert html.count("<rect x=") + html.count("<circle") >= len(laid)


def test_room_does_not_depend_on_what_is_right() -> None:
    questions = [asked.question for asked in the_set(QUESTIONS).problems[0].questions]
    room, other = (
        space_for(tree, [question.answer_form(solve(tree, question.rule)) for question in questions])
        for first, second in (("3, 12, 8", "2, 4, 6"), ("12, 8, 3", "6, 4, 2"))
        for tree in [parse_tree(f"A = max(B = min({first}), C = min({second}), D = min(14, 5, 2))")]
    )
    assert room == other


def test_questions_share_a_picture_until_they_would_stand_in_each_others_way() -> None:
    questions = QUESTIONS | {
        "line": "{ask: line}",
        "window": "{ask: window, of: [B]}",
        "count": "{ask: count, of: nodes-visited}",
        "irrelevant": "{ask: irrelevant}",
    }
    answers = PERFECT | {"line": "[A, B, B1]", "window": "[0, 1]", "count": "3", "irrelevant": "[B2]"}
    page = page_of(questions, answers)
    layers = answer_layers(page.problems[0], drawn(page), page.say)
    assert [[question.id for question in layer.questions] for layer in layers] == [
        ["value", "best-move", "pruned"],
        ["line", "window", "irrelevant"],
    ]


UNREAD = {
    "both": ({"value": "hm", "window": "hm"}, [[]]),
    "the first": ({"value": "hm", "window": "B: [0, 1]"}, [["window"]]),
    "the second": ({"value": "B: 3", "window": "hm"}, [["value"]]),
}  # fmt: skip


@pytest.mark.parametrize(("answers", "laid"), UNREAD.values(), ids=UNREAD)
def test_the_tree_stands_once_however_many_answers_cannot_be_laid_over_it(
    answers: dict[str, str], laid: list[list[str]]
) -> None:
    page = page_of({"value": "{ask: value, of: [B]}", "window": "{ask: window, of: [B]}"}, answers)
    layers = answer_layers(page.problems[0], drawn(page), page.say)
    assert [[question.id for question in layer.questions] for layer in layers] == laid


def test_a_layer_is_told_in_words_too() -> None:
    page = page_of(QUESTIONS, PERFECT | {"value": "{B: 3, C: 5, D: 2}"})
    (layer,) = answer_layers(page.problems[0], drawn(page), page.say)
    assert layer.description.startswith(
        "1.1: B (3), D (2) are right. 1.1: C (5) is wrong. 1.1: A was missed."
    )
    assert layer.verdicts == ("right", "wrong", "missed")
    assert layer.corrects


def test_the_picture_is_drawn_once_for_all_students() -> None:
    problems = the_set(QUESTIONS)
    first, second = (
        page_data(student_page(marked(problems, PERFECT, name), problems))["drawn"]["p"]
        for name in ("ada", "bo")
    )
    assert first.base is second.base
    assert first.searches[0].walk is second.searches[0].walk


def drawn(page: StudentPage) -> Picture:
    base = base_picture(page.problems[0], page.say)
    assert base is not None
    return base
