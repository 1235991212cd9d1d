"""A rubric: the right answer, and every wrong one that an idea gives, worth what the grader gives for it."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from grader.cli.main import main
from grader.grading import grade
from grader.problems import ProblemSet, load_problems
from grader.reports.key.rubric import RubricPart, RubricRow, rubric, rubric_parts
from grader.submissions import load_submission
from grader.text.source import Source
from tests.bundled import SETS, bundled

FOLDER = Path(__file__).parents[2] / "problems"
SET = """\
set: search-1
title: Search
rule: aima
problems:
  - id: textbook
    tree: A = max(a1 -> B = min(3, 12, 8), a2 -> C = min(2, 4, 6), a3 -> D = min(3, 5, 2))
    questions:
      - {ask: value, of: [B, C, A], points: 3}
      - {ask: pruned, points: 2}
      - {ask: manual, text: Why?, points: 4}
      - {ask: true-false, id: claim, text: C2 matters., right: false, feedback: {true: Look at B.}}
      - ask: choice
        text: Which is it?
        options: [{text: This, right: true}, {text: That, feedback: Not that.}]
"""


def problems(text: str = SET) -> ProblemSet:
    return load_problems(Source(text, "set.yaml"))


def part(question: str, text: str = SET) -> RubricPart:
    return next(found for found in rubric_parts(problems(text)) if found.question == question)


def row(answer: str, question: str, text: str = SET) -> RubricRow:
    (found,) = (row for row in part(question, text).rows if row.answer == answer)
    return found


def test_the_right_answer_comes_first_and_earns_everything() -> None:
    first = part("value").rows[0]
    assert first == RubricRow("{B: 3, C: 2, A: 3}", ("The right answer",), "right", 3)


def test_a_wrong_answer_has_the_name_of_its_idea_its_points_and_its_feedback() -> None:
    assert row("{B: 12, C: 6, A: 12}", "value") == RubricRow(
        "{B: 12, C: 6, A: 12}",
        ("Everybody maximises",),
        "partly",
        1,
        (
            "It looks as if Min nodes took the largest child, too.",
            "Min wants Max to get as little as possible, so it never picks the larger child.",
            "At a Min node, take the smallest of the children's values.",
            "B is a Min node over B1 = 3, B2 = 12 and B3 = 8: its value is the smallest of these, 3, not 12.",
            "C is a Min node over C1 = 2, C2 = 4 and C3 = 6: its value is the smallest of these, 2, not 6.",
            "A follows correctly from your own values, and counts.",
        ),
    )


def test_ideas_that_give_the_same_wrong_answer_share_a_row() -> None:
    names = row("none", "pruned").names
    assert "α and β kept, but nothing cut" in names
    assert len(names) > 1
    answers = [found.answer for found in part("pruned").rows]
    assert len(set(answers)) == len(answers)


def test_another_rule_is_named_and_comes_before_misconceptions() -> None:
    found = row("[C2, C3]", "pruned")
    assert found.names[0] == "Another rule: ties: keep"
    assert found.feedback[0] == (
        "This is right when ties are not cut (stop only when α > β); here they are cut."
    )


def test_an_idea_about_what_never_comes_up_in_the_tree_is_not_named() -> None:
    text = SET.replace("B = min(3, 12, 8)", "B = min(31, 12, 18)").replace("min(3, 5, 2)", "min(14, 5, 2)")
    names = row("{B: 12, D: 5, A: 12}", "value", text.replace("of: [B, C, A]", "of: [B, D, A]")).names
    assert names == ("Another form: returned",)


def test_of_many_names_only_the_first_are_listed() -> None:
    listed = next(csv.reader(io.StringIO(rubric(problems(), "csv"))))
    rows = [
        dict(zip(listed, cells, strict=True)) for cells in csv.reader(io.StringIO(rubric(problems(), "csv")))
    ]
    (shown,) = (cells["name"] for cells in rows if (cells["question"], cells["answer"]) == ("pruned", "none"))
    names = row("none", "pruned").names
    assert shown == "; ".join([*names[:3], f"and {len(names) - 3} more"])


def test_of_moves_that_are_equally_right_the_first_row_says_that_either_will_do() -> None:
    text = SET.replace("{ask: pruned, points: 2}", "{ask: best-move, rule: {best: any}}")
    first = part("best-move", text.replace("min(3, 5, 2)", "min(3, 5, 4)")).rows[0]
    assert (first.answer, first.verdict) == ("a1 or a3", "right")


def test_another_form_is_named() -> None:
    text = SET.replace("{ask: value, of: [B, C, A], points: 3}", "{ask: window, of: [B, A]}")
    assert ("Another form: exit",) in [found.names[:1] for found in part("window", text).rows]


def test_points_follow_the_question_s_own_credit() -> None:
    assert row("[C2, C3]", "pruned").earned == 1
    assert row("[C2, C3]", "pruned", SET.replace("{ask: pruned,", "{ask: pruned, credit: all,")).earned == 0


def test_an_accepted_rule_earns_what_the_set_says() -> None:
    accept = "{ask: pruned, accept: [{rule: {ties: keep}, credit: 1}],"
    found = row("[C2, C3]", "pruned", SET.replace("{ask: pruned,", accept))
    assert (found.names[0], found.verdict, found.earned) == ("Another answer that is accepted", "right", 2)
    assert not any("here they are cut" in sentence for sentence in found.feedback)


def test_an_accepted_answer_is_listed_even_where_no_idea_gives_it() -> None:
    accept = "{ask: pruned, accept: [{answer: [B3], credit: 1/2, because: A misprint.}],"
    assert row("[B3]", "pruned", SET.replace("{ask: pruned,", accept)) == RubricRow(
        "[B3]", ("Another answer that is accepted",), "partly", 1, ("A misprint.",)
    )


def test_the_other_options_are_listed_with_the_author_s_feedback() -> None:
    assert row("true", "claim").feedback == ("It is false.", "Look at B.")
    assert row("b", "choice").feedback[0] == "b: Not that."
    assert row("b", "choice").names == ("Another option",)


def test_what_a_person_marks_has_no_answer_and_no_points() -> None:
    assert part("manual").rows == (RubricRow("", ("Marked by a person",), "pending", None),)


@pytest.mark.parametrize("diagnosis", ["staff", "off"])
def test_where_students_are_not_told_of_ideas_the_feedback_does_not_tell(diagnosis: str) -> None:
    found = row("{B: 12, C: 6, A: 12}", "value", f"diagnosis: {diagnosis}\n{SET}")
    assert found.names == ("Everybody maximises",)
    assert not any("It looks as if" in sentence for sentence in found.feedback)


def test_every_variant_is_listed_or_the_student_s_own() -> None:
    tree = SET[SET.index("tree:") : SET.index("    questions")]
    both = SET.replace(
        tree, "variants: ['max(B = min(1, 2), C = min(3, 4))', 'max(B = min(9), C = min(3))']\n"
    )
    both = both.replace("of: [B, C, A]", "of: [B, C]")
    assert {found.problem for found in rubric_parts(problems(both))} == {"textbook 1/2", "textbook 2/2"}
    assert len({found.problem for found in rubric_parts(problems(both), "ada")}) == 1


@pytest.mark.parametrize("file", SETS, ids=lambda file: file.parent.name)
def test_the_grader_can_read_and_mark_every_answer_of_a_rubric(file: Path) -> None:
    verdicts = {found.verdict for listed in rubric_parts(bundled(file)) for found in listed.rows}
    assert verdicts <= {"right", "partly", "wrong", "pending"}


def test_a_sheet_with_an_answer_of_the_rubric_earns_what_the_rubric_says(tmp_path: Path) -> None:
    marked = load_problems(FOLDER / "minimax-by-hand" / "set.yaml")
    for listed in rubric_parts(marked):
        for found in listed.rows:
            text = f"set: {marked.id}\nanswers: {{{listed.problem}: {{{listed.question}: {found.answer}}}}}\n"
            (tmp_path / "ada.yaml").write_text(text, encoding="utf-8")
            assert grade(marked, load_submission(tmp_path / "ada.yaml")).earned == found.earned


HOSTILE = SET.replace("title: Search", 'title: "<script>alert(1)</script> | [a](javascript:b)"').replace(
    "{text: That, feedback: Not that.}", '{text: "=1+1 | x", feedback: "=HYPERLINK(1) | `a` <b>\\n| c"}'
).replace("a2 ->", '"=2 | **x** @me" ->')  # fmt: skip


def test_no_cell_of_a_spreadsheet_is_a_formula() -> None:
    with_move = HOSTILE.replace("{ask: pruned, points: 2}", "{ask: best-move, points: 2}")
    rows = list(csv.reader(io.StringIO(rubric(problems(with_move), "csv"))))
    assert {len(cells) for cells in rows} == {8}
    assert not [cell for cells in rows for cell in cells if cell[:1] in set("=+-@\t\r")]
    assert any("=2 | **x** @me" in cells[5] for cells in rows)


def test_hostile_text_in_markdown_stays_text() -> None:
    with_move = HOSTILE.replace("{ask: pruned, points: 2}", "{ask: best-move, points: 2}")
    html = MarkdownIt("gfm-like", {"linkify": False}).render(rubric(problems(with_move), "markdown"))
    assert not [tag for tag in ("<script", "<a ", "<b>", "<strong", "<code") if tag in html]
    assert html.count("<td") == 4 * html.count("<tr>") - 4 * html.count("<thead>")
    assert "&lt;script&gt;alert(1)&lt;/script&gt; | [a](javascript:" in html.replace("\u200b", "")


COMMANDS = {
    "Markdown": (["--as", "rubric"], "out.md", "markdown"),
    "a table by the suffix": (["--as", "rubric"], "out.csv", "csv"),
    "a table by the suffix alone": ([], "out.csv", "csv"),
    "a table by its form": (["--as", "rubric-csv"], "out.txt", "csv"),
}


@pytest.mark.parametrize(("asked", "file", "form"), COMMANDS.values(), ids=COMMANDS)
def test_the_command_writes_a_rubric(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, asked: list[str], file: str, form: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("set.yaml").write_text(SET, encoding="utf-8")
    assert main(["key", "set.yaml", *asked, "-o", file]) == 0
    assert Path(file).read_text(encoding="utf-8") == rubric(problems(), form)
