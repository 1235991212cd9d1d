"""The Markdown in which authors write: what becomes of it on a page."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.grading import grade
from grader.problems import load_problems
from grader.reports.author_content import MAX_BYTES_IN_REPORT, prose
from grader.reports.key.key_page import key_html
from grader.reports.sheets.sheet_page import sheet_html
from grader.reports.student.html_report import report_html
from grader.reports.student.student_page import student_page
from grader.submissions import read_submission

READ = {
    "emphasis": ("*a* and **b**", "<p><em>a</em> and <strong>b</strong></p>\n"),
    "code": ("`max(1, 2)`", "<p><code>max(1, 2)</code></p>\n"),
    "a list": ("- a\n- b", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n"),
    "a link": ("[a](https://example.org/x)", '<p><a href="https://example.org/x">a</a></p>\n'),
    "an address for mail": ("[a](mailto:a@example.org)", '<p><a href="mailto:a@example.org">a</a></p>\n'),
    "headings, below those of the page": ("# a\n##### b", "<h3>a</h3>\n<h6>b</h6>\n"),
    "a table": (
        "|a|\n|-|\n|1|",
        "<table>\n<thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n"
        "<tbody>\n<tr>\n<td>1</td>\n</tr>\n</tbody>\n</table>\n",
    ),
}


@pytest.mark.parametrize(("text", "html"), READ.values(), ids=READ)
def test_markdown_becomes_html(text: str, html: str) -> None:
    assert prose(text) == html


LEFT_ALONE = {
    "html": ("<b>a</b>", "<p>&lt;b&gt;a&lt;/b&gt;</p>\n"),
    "a block of html": ("<script>\na\n</script>", "<p>&lt;script&gt;\na\n&lt;/script&gt;</p>\n"),
    "a script's address": ("[a](javascript:alert)", "<p>[a](javascript:alert)</p>\n"),
    "a page in an address": ("[a](data:text/html,b)", "<p>[a](data:text/html,b)</p>\n"),
    "a file beside the page": ("[a](b.pdf)", "<p>[a](b.pdf)</p>\n"),
    "a picture": ("![a](b.png)", "<p>![a](b.png)</p>\n"),
    "an entity": ("&#x202e;", "<p>&amp;#x202e;</p>\n"),
}


@pytest.mark.parametrize(("text", "html"), LEFT_ALONE.values(), ids=LEFT_ALONE)
def test_what_could_do_harm_stays_text(text: str, html: str) -> None:
    assert prose(text) == html


SET = """\
set: s
problems:
  - id: p
    text: Look *here*.
    figure: drawn.png
    tree: max(1, 2)
    questions: [{ask: value}]
"""


@pytest.mark.parametrize(
    ("size", "shown"),
    [
        (10, '<img src="data:image/png;base64,'),
        (MAX_BYTES_IN_REPORT + 1, "There is a figure in the file drawn.png."),
    ],
    ids=["small", "too large"],
)
def test_a_report_has_the_figure_of_a_problem(tmp_path: Path, size: int, shown: str) -> None:
    (tmp_path / "drawn.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(size))
    (tmp_path / "set.yaml").write_text(SET)
    problems = load_problems(tmp_path / "set.yaml")
    page = student_page(grade(problems, read_submission(b"student: a\nanswers: {}\n", "a.yaml")), problems)
    assert shown in report_html(page)


def test_every_page_has_the_text_of_a_problem_as_html(tmp_path: Path) -> None:
    (tmp_path / "drawn.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    (tmp_path / "set.yaml").write_text(SET)
    problems = load_problems(tmp_path / "set.yaml")
    page = student_page(grade(problems, read_submission(b"student: a\nanswers: {}\n", "a.yaml")), problems)
    for html in (report_html(page), sheet_html(problems), key_html(problems)):
        assert "<p>Look <em>here</em>.</p>" in html
