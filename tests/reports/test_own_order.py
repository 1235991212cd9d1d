"""A student's report draws the search in the order that the student gave."""

from grader.grading import grade
from grader.problems import load_problems
from grader.reports.render import render
from grader.submissions import read_submission
from grader.text.source import Source

SET = """\
set: order
rule: aima
reveal: {}
problems:
  - id: one
    tree: A = max(B = min(2, 9), C = min(3, 4), D = min(5, 6))
    questions:
      - {{ask: reorder, of: [A, B], points: 2}}
"""


def report(answer: str, form: str, reveal: str = "now") -> str:
    problems = load_problems(Source(SET.format(reveal), "set.yaml"))
    sheet = f"set: order\nstudent: ada\nanswers:\n  one:\n    reorder: {answer}\n"
    return render(grade(problems, read_submission(sheet.encode(), "ada.yaml")), form)


def test_the_page_draws_the_search_in_the_students_own_order() -> None:
    page = report("{A: [D, B, C]}", "html")
    assert "The search in your order" in page


def test_markdown_draws_it_as_text() -> None:
    text = report("{A: [C, B, D]}", "md")
    drawing = text.partition("The search in your order:")[2]
    assert drawing.index("▼ C = 3") < drawing.index("▼ B ≤ 2") < drawing.index("▼ D = 5")


def test_nothing_is_drawn_where_the_answer_cannot_be_read_or_its_marks_are_hidden() -> None:
    for page in (report("{A: [D, B]}", "html"), report("{A: [D, B, C]}", "html", "never")):
        assert "The search in your order" not in page


def test_the_search_is_drawn_with_the_number_that_is_given() -> None:
    text = (
        SET.format("now").replace("min(3, 4)", "min(?x, 4)").replace("points: 2", "points: 2, given: {x: 3}")
    )
    sheet = b"set: order\nstudent: ada\nanswers:\n  one:\n    reorder: {A: [C, B, D]}\n"
    problems = load_problems(Source(text, "set.yaml"))
    report = render(grade(problems, read_submission(sheet, "ada.yaml")), "md")
    assert "▼ C = 3" in report.partition("The search in your order:")[2]
