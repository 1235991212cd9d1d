"""class.html: what it says of a class, that all of it stays text, and what an anonymous one leaves out."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from urllib.parse import unquote
from xml.etree.ElementTree import Element

import html5lib
import pytest

from benchmarks.reporting import MOST_BYTES, bench_set, bench_sheet
from grader.grading import Grade, Misconception, grade, seen_by_student
from grader.grading.decisions import Late
from grader.problems import ProblemSet, load_problems
from grader.reports.class_.class_page import class_html, class_page
from grader.reports.report_files import lean_grades
from grader.submissions import read_submission
from grader.submissions.collecting import Person
from grader.text.sentences import languages
from grader.text.source import InputError, Source

SET = """\
set: week
title: A week
rule: aima
{more}problems:
  - id: tree
    title: A tree
    tree: A = max(a1 -> B = min(3, 12, 8), a2 -> C = min(2, 4, 6), a3 -> D = min(14, 5, 2))
    questions:
      - {{ask: value, of: [B, C, D, A], points: 4}}
      - {{ask: pruned, points: 2}}
      - {{ask: manual, text: Say why., points: 2}}
"""
RIGHT = {"value": "{B: 3, C: 2, D: 2, A: 3}", "pruned": "[C2, C3]"}
DUE = datetime(2027, 2, 1, tzinfo=UTC)
IDEA = Misconception("no-deep-cutoffs", "No deep cutoffs", 1, 2)
SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = "</script><script>alert(1)</script>{{7*7}}]]>\"'&amp;javascript:\u202e\x00" + "x" * 10_000


def problems(more: str = "") -> ProblemSet:
    return load_problems(Source(SET.format(more=more), "set.yaml"))


def handed_in(week: ProblemSet, student: str, **answers: str) -> Grade:
    lines = "".join(f"    {name}: {answer}\n" for name, answer in answers.items())
    sheet = f"set: week\nanswers:\n  tree:\n{lines}"
    return replace(grade(week, read_submission(sheet.encode(), "sheet.yaml")), student=student)


def a_class(week: ProblemSet) -> list[Grade]:
    """Twenty who are right, ten with a wrong idea, and one each who submitted nothing and rubbish."""
    right = [handed_in(week, f"zelda-{number}", **RIGHT) for number in range(20)]
    wrong = [
        handed_in(week, f"yorick-{number}", value="{B: 12, C: 2}", pruned="[C2]") for number in range(10)
    ]
    having = [replace(one, misconceptions=(IDEA,)) for one in wrong]
    rubbish = replace(grade(week, read_submission(b"\xff\xfe\x00", "rubbish")), student="rubbish")
    return [*right, *having, handed_in(week, "idle"), rubbish]


def parsed(page: str) -> Element:
    parser = html5lib.HTMLParser(strict=False, namespaceHTMLElements=False)
    root: Element = parser.parse(page)
    return root


def text_of(element: Element) -> str:
    return " ".join("".join(element.itertext()).split())


def rows(page: str, style: str) -> list[list[str]]:
    """The cells of the rows of a table."""
    found = [table for table in parsed(page).iter("table") if table.get("class") == style]
    return [[text_of(cell) for cell in row] for table in found for row in table.iter("tr")]


def ideas(page: str) -> list[str]:
    """What is said of each misconception."""
    lists = [each for each in parsed(page).iter("ol") if each.get("class") == "ideas"]
    return [text_of(item) for each in lists for item in each.findall("li")]


def links_outward(page: str) -> list[str]:
    """Where the links lead that leave the page."""
    links = [link.get("href") or "" for link in parsed(page).iter("a")]
    return [link for link in links if not link.startswith("#")]


def test_every_student_has_a_row_with_the_totals_of_the_grade() -> None:
    week = problems()
    head, first, *_, idle, rubbish = rows(class_html(a_class(week), week), "students")
    assert head == [
        "Student", "Points", "Per cent", "✓ right", "◐ partly", "○ missing", "? unreadable", "Sheet",
        "Misconceptions",
    ]  # fmt: skip
    assert first == ["zelda-0", "6", "75", "2", "0", "1", "0", "graded", ""]
    assert idle == ["idle", "0", "0", "0", "0", "3", "0", "graded", ""]
    assert rubbish == ["rubbish", "0", "–", "0", "0", "0", "3", "unreadable", ""]


def test_pending_is_shown_as_such_and_the_score_is_of_the_rest() -> None:
    week = problems()
    page = class_html([handed_in(week, "ada", **RIGHT, manual="because")], week)
    assert rows(page, "students")[1][:5] == ["ada", "6", "100", "2", "1"]
    assert "1 sheet has answers that a person has yet to mark" in text_of(parsed(page))
    assert rows(page, "questions")[-1][3:5] == ["– no points", "– no spread"]


def test_what_the_grader_failed_on_is_neither_wrong_nor_in_a_score() -> None:
    week = problems()
    one = handed_in(week, "ada", **RIGHT)
    broken = replace(one, status="failed", checks=(replace(one.checks[0], verdict="failed"), *one.checks[1:]))
    page = class_html([broken], week)
    assert "On 1 sheet the grader itself failed" in text_of(parsed(page))
    assert "There are no scores yet." in text_of(parsed(page))
    assert rows(page, "students")[0][-2:] == ["! failed", "Sheet"]


def test_the_questions_have_their_difficulty_and_the_numbers_of_their_chart() -> None:
    week = problems()
    _, title, value, *_ = rows(class_html(a_class(week), week), "questions")
    assert title == ["1. A tree"]
    assert value[2:5] == ["4", "72.6 %", "0.98"]
    assert value[-6:] == ["20", "10", "0", "1", "1", "0"]


def test_of_fair_variants_questions_use_the_names_of_the_written_tree_as_its_map_does() -> None:
    written = SET.format(more="versions: [X, Y]\n").replace(
        "    questions:", "    variants: {like: this}\n    questions:"
    )
    week = load_problems(Source(written, "set.yaml"))
    named = {week.problems[0].at(place).trees[0].tree.root.name for place in range(2)}
    assert "A" not in named
    _, _, value, *_ = rows(class_html(a_class(week), week), "questions")
    assert "values of B, C, D and A" in value[0]


def test_misconceptions_are_listed_with_the_students_who_have_them() -> None:
    week = problems()
    (idea,) = ideas(class_html(a_class(week), week))
    assert idea.startswith("No deep cutoffs 10 students 31.3 %")
    assert "yorick-0, yorick-1," in idea


def test_an_either_or_is_one_row_with_each_student_once() -> None:
    week = problems()
    other = replace(IDEA, id="only-min-cuts", name="Only Min nodes cut")
    one, two = replace(IDEA, either=(other.id,)), replace(other, either=(IDEA.id,))
    grades = a_class(week)
    grades = [replace(each, misconceptions=(one, two) if each.misconceptions else ()) for each in grades]
    page = class_html([*grades, replace(grades[0], misconceptions=(two,))], week)
    (idea,) = ideas(page)
    assert idea.startswith("“No deep cutoffs”, or “Only Min nodes cut” 11 students")
    assert 'href="#idea=no-deep-cutoffs-or-only-min-cuts"' in page


def test_an_idea_has_maps_of_where_it_bit_those_who_have_it_alone() -> None:
    week = problems()
    idea = Misconception("no-deep-cutoffs", "No deep cutoffs")
    wrong = handed_in(week, "yorick", pruned="[C2]")
    having = replace(
        wrong,
        checks=tuple(
            replace(check, misconception=idea) if check.question == "pruned" else check
            for check in wrong.checks
        ),
    )
    others = [handed_in(week, f"other-{number}", pruned="[B3]") for number in range(3)]
    (shown,) = class_page([*others, having], week).ideas
    (drawn,) = shown.maps
    assert [(row.node, row.wrong) for row in drawn.rows] == [("C3", "1 of 1")]


def test_the_heading_counts_whom_the_list_counts() -> None:
    week = problems()
    page = text_of(parsed(class_html(a_class(week), week, missing=[Person("nemo")])))
    assert "33 students: 32 submitted, 1 did not" in page
    assert "Showing 33 of 33 students." in page


def test_the_maps_have_a_number_at_every_node_that_was_asked_and_tell_them_to_listeners() -> None:
    week = problems()
    page = parsed(class_html(a_class(week), week))
    labels = [figure.get("aria-label") for figure in page.iter(f"{SVG}svg")]
    assert "Wrong values: B 33 %." in labels
    assert "Wrong cuts: C3 33 %." in labels
    values = next(
        figure for figure in page.iter(f"{SVG}svg") if figure.get("aria-label") == "Wrong values: B 33 %."
    )
    shares = next(group for group in values.iter(f"{SVG}g") if group.get("class") == "shares")
    assert [text.text for text in shares] == ["0 %", "33 %", "0 %", "0 %"]


def test_a_tree_stands_once_in_the_page_and_its_other_maps_use_it() -> None:
    week = load_problems(
        Source(
            "set: week\ntitle: A\nproblems:\n  - id: tree\n    tree: max(min(3, 12), min(2, 4))\n"
            "    questions: [{ask: value}, {ask: window, of: [B]}, {ask: irrelevant}]\n",
            "set.yaml",
        )
    )
    page = parsed(class_html([handed_in(week, "ada", value="7", window="[3, 4]", irrelevant="[B1]")], week))
    drawn = [group.get("id") for group in page.iter(f"{SVG}g") if group.get("id")]
    used = [use.get("href") for use in page.iter(f"{SVG}use")]
    assert drawn == ["tree-tree-0"]
    assert used == ["#tree-tree-0", "#tree-tree-0"]


def test_a_tree_too_large_to_draw_has_its_numbers_in_a_table() -> None:
    tree = f"max({', '.join(map(str, range(500)))})"
    text = f"set: week\ntitle: A\nproblems:\n  - {{id: tree, tree: '{tree}', questions: [{{ask: value}}]}}\n"
    week = load_problems(Source(text, "set.yaml"))
    page = class_html([handed_in(week, "ada", value="7")], week)
    assert "too large to draw" in page
    assert ["A", "1 of 1", "100 %", "7 (1)"] in rows(page, "narrow")


def test_of_many_nodes_only_the_worst_are_in_the_table() -> None:
    names = ", ".join(f"A{number}" for number in range(1, 61))
    text = f"set: week\ntitle: A\nproblems:\n  - id: tree\n    tree: max({', '.join(['3'] * 60)})\n"
    week = load_problems(Source(f"{text}    questions: [{{ask: value, of: [{names}]}}]\n", "set.yaml"))
    answer = ", ".join(f"A{number}: 7" for number in range(1, 61))
    page = class_html([handed_in(week, "ada", value=f"{{{answer}}}")], week)
    assert "20 more nodes with smaller shares are left out." in page


LINKS = {
    "a plain name": ("ada", "students/ada/report.html"),
    "a blank and a letter beyond ASCII": ("Zoë B", "students/Zo%C3%AB%20B/report.html"),
    "signs of addresses": ("a/b?c#d%e", "students/a%2Fb%3Fc%23d%25e/report.html"),
    "half a character": ("\ud800", "students/%3F/report.html"),
}


@pytest.mark.parametrize(("student", "address"), LINKS.values(), ids=LINKS)
def test_a_student_is_linked_to_the_report(student: str, address: str) -> None:
    week = problems()
    page = class_html([handed_in(week, student)], week)
    assert links_outward(page) == [address]


def test_links_that_are_given_are_paths_and_nothing_else() -> None:
    week = problems()
    grades = [handed_in(week, "ada"), handed_in(week, "bob")]
    page = class_html(grades, week, links={"ada": "javascript:alert(1)/a b.html"})
    assert links_outward(page) == ["javascript%3Aalert%281%29/a%20b.html"]


def test_hostile_text_stays_text() -> None:
    week = problems()
    idea = replace(IDEA, name=HOSTILE)
    one = replace(handed_in(week, HOSTILE, value="{B: 12}"), misconceptions=(idea,))
    title = replace(week, title=HOSTILE, problems=(replace(week.problems[0], title=HOSTILE),))
    text = class_html([one], title)
    page = parsed(text)
    assert len(list(page.iter("script"))) == 4
    assert "\x00" not in text_of(page)
    assert "\u202e" not in text_of(page)
    assert text_of(page).count("{{7*7}}") > 3
    (link,) = links_outward(text)
    assert unquote(link).startswith("students/</script><script>")


NOTHING_TO_SAY = {
    "nobody": (0, "Nobody has submitted anything yet."),
    "one": (1, "1 student"),
    "everybody perfect": (3, "100 %"),
}


@pytest.mark.parametrize("anonymous", [False, True], ids=["named", "anonymous"])
@pytest.mark.parametrize(("count", "said"), NOTHING_TO_SAY.values(), ids=NOTHING_TO_SAY)
def test_a_class_of_any_size_has_a_page(count: int, said: str, anonymous: bool) -> None:
    week = problems()
    page = class_html(
        [handed_in(week, f"s{number}", **RIGHT) for number in range(count)], week, anonymous=anonymous
    )
    assert (said in text_of(parsed(page))) == (not anonymous or count < 3)


def test_a_class_in_which_nobody_answered_has_a_page() -> None:
    week = problems()
    page = text_of(parsed(class_html([handed_in(week, "ada"), handed_in(week, "bob")], week)))
    assert "There are no graded answers about the nodes of a tree." in page
    assert "No misconception explains anybody's answers." in page


def test_a_class_whose_key_is_hidden_has_a_page() -> None:
    week = problems("reveal: {marks: now, key: never}\n")
    page = class_html([seen_by_student(one, week) for one in a_class(week)], week)
    assert "zelda-19" in text_of(parsed(page))


def test_an_anonymous_page_has_no_student_in_it_at_all() -> None:
    week = problems()
    page = class_html(a_class(week), week, anonymous=True)
    for trace in (
        "zelda",
        "yorick",
        "rubbish",
        "idle",
        "students/",
        "report.html",
        "data-m=",
        "data-at=",
        "data-to=",
        "#question=",
    ):
        assert trace not in page
    assert ideas(page) == ["No deep cutoffs 10 students 31.3 %"]


def test_an_anonymous_page_of_a_few_says_nothing() -> None:
    week = problems()
    page = parsed(class_html(a_class(week)[:9], week, anonymous=True))
    assert "With fewer than 10 students" in text_of(page)
    assert not list(page.iter("table"))


def test_the_page_of_a_class_on_ten_problems_of_forty_nodes_has_300_kilobytes_at_most() -> None:
    week = bench_set()
    grades = [grade(week, read_submission(bench_sheet(number), "s.yaml")) for number in range(30)]
    assert all(tree.maps for problem in class_page(grades, week).problems for tree in problem.trees)
    assert len(class_html(grades, week).encode()) <= MOST_BYTES


HIDDEN = {
    "the key is hidden": ("reveal: never\n", False),
    "all is shown": ("", True),
}


@pytest.mark.parametrize(("reveal", "dashed"), HIDDEN.values(), ids=HIDDEN)
def test_an_anonymous_page_does_not_draw_what_is_pruned_while_students_may_not_see_it(
    reveal: str, dashed: bool
) -> None:
    week = problems(reveal)
    page = class_html(a_class(week), week, anonymous=True)
    for mark in ('class="tree-leaf tree-faded"', 'class="map dashed"'):
        assert (mark in page) == dashed
        assert mark in class_html(a_class(week), week)


@pytest.mark.parametrize("language", languages())
def test_the_page_is_in_the_language_of_the_set(language: str) -> None:
    week = problems(f"language: {language}\n")
    page = class_page(a_class(week), week)
    assert page.say.language == language
    assert f'<html lang="{language}">' in class_html(a_class(week), week)


def test_a_template_of_ones_own_replaces_a_part_of_the_page(tmp_path: Path) -> None:
    folder = tmp_path / "class"
    folder.mkdir()
    (folder / "scores.html").write_text("<p>{{ page.count }} and {{ page.figures|length }}</p>")
    week = problems()
    assert "<p>32 and 6</p>" in class_html(a_class(week), week, templates=tmp_path)


def test_error_a_mistake_in_a_template_of_ones_own_is_told_with_its_place(tmp_path: Path) -> None:
    (tmp_path / "class.html").write_text("one\n{{ page.nothing }}\n")
    week = problems()
    with pytest.raises(InputError, match=r"class\.html:2"):
        class_html(a_class(week), week, templates=tmp_path)


def test_the_page_needs_nothing_but_itself() -> None:
    week = problems()
    page = class_html(a_class(week), week)
    assert "http://" not in page.replace("http://www.w3.org/2000/svg", "")
    assert "https://" not in page
    assert " src=" not in page
    assert "default-src 'none'" in page


def test_only_a_last_column_of_words_begins_at_its_start() -> None:
    week = problems()
    plain = class_html([handed_in(week, "ada")], week)
    assert "<tbody>" in plain.partition('<table class="students">')[2]
    idea = Misconception("x", "An idea", 1, 1)
    held = class_html([replace(handed_in(week, "ada"), misconceptions=(idea,))], week)
    assert '<tbody class="ends-in-words">' in held


def test_the_shade_of_a_node_fills_its_own_shape() -> None:
    week = problems()
    page = class_html(a_class(week), week)
    assert re.search(
        r'<g class="heat-\d" transform="translate\([^)]*\)" data-at="C3"><(path|rect|ellipse) ', page
    )


def test_who_handed_in_nothing_is_last_in_the_list_and_in_no_score() -> None:
    week, nobody = problems(), Person("nemo")
    page = class_html(a_class(week), week, missing=[nobody])
    told = (
        "1 person on the roster submitted nothing; they come last in the list of students, "
        "and count in no score."
    )
    assert told in text_of(parsed(page))
    assert rows(page, "students")[-1] == ["nemo", "", "", "", "", "", "", "missing", ""]
    without = class_html(a_class(week), week)
    assert rows(page, "narrow figures") == rows(without, "narrow figures")
    assert "Showing 33 of 33 students." in text_of(parsed(page))


def test_where_all_else_is_marked_who_is_missing_still_has_a_column_to_say_so() -> None:
    week = problems()
    page = class_html([handed_in(week, "ada", **RIGHT)], week, missing=[Person("nemo")])
    head, ada, nemo = rows(page, "students")
    assert (head[-1], ada[-1], nemo[-1]) == ("Sheet", "graded", "missing")
    assert len(head) == len(ada) == len(nemo)


@pytest.mark.parametrize(("count", "said"), [(3, False), (7, True)])
def test_an_anonymous_page_says_of_those_who_are_missing_only_how_many(count: int, said: bool) -> None:
    week = problems()
    missing = [Person(f"nemo-{number}") for number in range(count)]
    page = class_html(a_class(week), week, anonymous=True, missing=missing)
    assert "nemo" not in page
    assert ("5 people on the roster submitted nothing, and are in no score." in page) is said


def test_marks_before_lateness_what_it_costs_and_after_stand_apart() -> None:
    week = problems()
    late = Late(DUE, DUE, 2, Fraction(1, 5))
    grades = [replace(handed_in(week, "ada", **RIGHT), late=late), handed_in(week, "bob", **RIGHT)]
    page = class_html(grades, week, missing=[Person("nemo")])
    head, *shown = rows(page, "students")
    assert head[:5] == [
        "Student", "Points before", "Lateness", "Points after", "Per cent before",
    ]  # fmt: skip
    assert [row[:5] for row in shown] == [
        ["ada", "6", "1.2", "4.8", "75"], ["bob", "6", "", "6", "75"], ["nemo", "", "", "", ""],
    ]  # fmt: skip
    assert {len(row) for row in shown} == {len(head)}
    assert "Some sheets were late. The scores on this page are those before" in text_of(parsed(page))


def test_the_page_needs_only_what_is_left_of_lean_grades_which_are_shared_by_all_who_are_alike() -> None:
    week = problems()
    grades = a_class(week)
    lean = lean_grades(iter(grades))
    assert class_html(lean, week) == class_html(grades, week)
    assert class_html(lean, week, anonymous=True) == class_html(grades, week, anonymous=True)
    assert len({id(check) for one in lean for check in one.checks}) < len(grades)
