"""sheet.html: every question has its fields, nothing of the key stands anywhere, and all text stays text."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NoReturn

import html5lib
import pytest

from benchmarks.reporting import MOST_BYTES, bench_set
from grader.problems import ProblemSet, load_problems
from grader.questions import KINDS
from grader.reports.author_content import MAX_BYTES, figure_address
from grader.reports.sheets.form_fields import MOST_ITEMS, form_of
from grader.reports.sheets.sheet_page import sheet_html, sheet_page
from grader.text.sentences import sentences
from grader.text.source import InputError

ROOT = Path(__file__).parents[2]
HTML = "{http://www.w3.org/1999/xhtml}"
TREE = "A = max(a1 -> B = min(3, 12), a2 -> C = min(2, 4))"
OPEN = "A = max(B = min(3, 12), C = min(?x, 4))"
BLANK = "A = max(B = min(3, _), C = min(_, 4))"
PLAYERS = "A = p1(B = p2((8, 3), (2, 4)), C = (3, 1))"


def load(questions: str, folder: Path, tree: str = TREE) -> ProblemSet:
    text = f"set: search-1\nproblems:\n  - id: one\n    tree: '{tree}'\n    questions:\n{questions}"
    return _load_text(text, folder)


def _load_text(text: str, folder: Path) -> ProblemSet:
    (folder / "set.yaml").write_text(text, encoding="utf-8")
    return load_problems(folder / "set.yaml")


FORMS = {
    "children in order": ("{ask: reorder, of: [B, C]}", "orders", ["B", "C"]),
    "children of one node": ("{ask: reorder, of: C}", "orders", ["C"]),
    "values": ("{ask: value, of: [B, A]}", "numbers", ["B", "A"]),
    "one value": ("{ask: value}", "numbers", ["A"]),
    "windows": ("{ask: window, of: [C]}", "intervals", ["C"]),
    "bounds": ("{ask: bounds, of: [C]}", "intervals", ["C"]),
    "a count": ("{ask: count, of: nodes-visited}", "numbers", [""]),
    "a move": ("{ask: best-move}", "options", ["a1", "a2"]),
    "a line": ("{ask: line}", "order", ["A", "B", "B1", "B2", "C", "C1", "C2"]),
    "pruned leaves": ("{ask: pruned}", "nodes", ["B1", "B2", "C1", "C2"]),
    "pruned nodes": ("{ask: pruned, as: nodes}", "nodes", ["A", "B", "B1", "B2", "C", "C1", "C2"]),
    "pruned subtrees": ("{ask: pruned, as: subtrees}", "nodes", ["A", "B", "B1", "B2", "C", "C1", "C2"]),
    "pruned edges": (
        "{ask: pruned, as: edges}", "nodes", ["A->B", "B->B1", "B->B2", "A->C", "C->C1", "C->C2"],
    ),
    "a visited set": ("{ask: visited}", "nodes", ["A", "B", "B1", "B2", "C", "C1", "C2"]),
    "visited leaves": ("{ask: visited, as: leaves}", "order", ["B1", "B2", "C1", "C2"]),
    "irrelevant leaves": ("{ask: irrelevant}", "nodes", ["B1", "B2", "C1", "C2"]),
    "cutoffs": ("{ask: cutoffs}", "cuts", ["A", "B", "C"]),
    "completed nodes": ("{ask: completed}", "nodes", ["A", "B", "C"]),
    "a choice": (
        "{ask: choice, text: x, options: [{text: so, right: true}, {text: no}]}", "options", ["a", "b"],
    ),
    "a claim": ("{ask: true-false, text: x, right: true}", "options", ["true", "false"]),
    "a mistake": ("{ask: first-error, by: everyone-maximises}", "intervals", [""]),
    "words": ("{ask: manual, text: x}", "words", []),
}  # fmt: skip
OF_OTHER_TREES = {
    "a set of numbers": (OPEN, "{ask: for-which, unknown: x, holds: {pruned: C2}}", "set", []),
    "a number for x": (
        OPEN, "{ask: for-which, unknown: x, holds: {visited: C2}, over: integers, extreme: smallest}",
        "numbers", ["x"],
    ),
    "blanks": (BLANK, "{ask: construct, holds: {pruned: C2}}", "numbers", ["B2", "C1"]),
    "a tree": (TREE, "{ask: construct, shape: {leaves: 4, depth: 2}, holds: {cutoffs: 1}}", "text", []),
    "several players": (PLAYERS, "{ask: value, of: [B, A]}", "intervals", ["B", "A"]),
}  # fmt: skip


@pytest.mark.parametrize(("question", "widget", "items"), FORMS.values(), ids=FORMS)
def test_a_question_has_a_field_for_everything_that_it_asks(
    question: str, widget: str, items: list[str], tmp_path: Path
) -> None:
    problem = load(f"      - {question}\n", tmp_path).problems[0]
    form = form_of(problem.questions[0].question, problem.solution(), sentences())
    assert (form.widget, [item.written for item in form.items]) == (widget, items)


@pytest.mark.parametrize(("tree", "question", "widget", "items"), OF_OTHER_TREES.values(), ids=OF_OTHER_TREES)
def test_so_has_one_about_unknowns_or_several_players(
    tree: str, question: str, widget: str, items: list[str], tmp_path: Path
) -> None:
    problem = load(f"      - {question}\n", tmp_path, tree).problems[0]
    form = form_of(problem.questions[0].question, problem.solution(), sentences())
    assert (form.widget, [item.written for item in form.items]) == (widget, items)


def test_every_kind_of_question_is_in_these_tables() -> None:
    asked = [entry[0] for entry in FORMS.values()] + [entry[1] for entry in OF_OTHER_TREES.values()]
    assert {question.split(": ", 1)[1].split(",")[0].rstrip("}") for question in asked} == set(KINDS)


def test_children_are_listed_as_they_stand(tmp_path: Path) -> None:
    problem = load("      - {ask: reorder, of: all}\n", tmp_path).problems[0]
    form = form_of(problem.questions[0].question, problem.solution(), sentences())
    listed = {item.node: [child.written for child in item.children] for item in form.items}
    assert listed == {"A": ["B", "C"], "B": ["B1", "B2"], "C": ["C1", "C2"]}


def test_where_any_best_move_is_right_several_can_be_chosen(tmp_path: Path) -> None:
    problem = load("      - {ask: best-move, rule: {best: any}}\n", tmp_path).problems[0]
    question = problem.questions[0].question
    assert form_of(question, problem.solution(0, question.rule), sentences()).several


@pytest.mark.parametrize("ask", ["{ask: pruned}", "{ask: visited}", "{ask: cutoffs}", "{ask: best-move}"])
def test_a_large_tree_is_answered_by_typing(ask: str, tmp_path: Path) -> None:
    tree = f"A = max({', '.join(map(str, range(MOST_ITEMS + 1)))})"
    problems = load(f"      - {ask}\n", tmp_path, tree)
    assert sheet_page(problems).problems[0].questions[0].form.widget in ("order", "words")
    assert '<input type="checkbox"' not in sheet_html(problems)


def test_a_tree_that_is_too_large_to_draw_is_told_in_words(tmp_path: Path) -> None:
    tree = f"A = max({', '.join(map(str, range(500)))})"
    problems = load("      - {ask: line}\n", tmp_path, tree)
    assert sheet_page(problems).problems[0].picture is None
    assert '<details class="screen-only" open>' in sheet_html(problems)


KEYS = """\
      - {ask: value, of: [B, A], accept: [{answer: "{B: 77701, A: 77702}", credit: 1/2, because: CANARY2}]}
      - {ask: best-move}
      - ask: choice
        text: x
        options: [{text: so, right: true, feedback: CANARY3}, {text: no, feedback: CANARY4}]
      - {ask: true-false, text: x, right: true, feedback: {"true": CANARY5, "false": CANARY6}}
      - {ask: manual, text: x, answer: CANARY7}
"""


def test_nothing_that_only_the_key_knows_stands_on_the_page(tmp_path: Path) -> None:
    page = sheet_html(load(KEYS, tmp_path))
    assert not any(canary in page for canary in ("CANARY", "7770"))


def test_the_page_is_the_same_whatever_is_right(tmp_path: Path) -> None:
    page = sheet_html(load(KEYS, tmp_path))
    other = KEYS.replace("so, right: true", "so").replace("{text: no,", "{text: no, right: true,")
    other = other.replace("right: true, feedback: {", "right: false, feedback: {").replace("CANARY", "OTHER")
    assert sheet_html(load(other, tmp_path)) == page


def test_no_key_is_asked_for_while_the_page_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> NoReturn:
        pytest.fail("the key was asked for")

    questions = "".join(
        f"      - {question.replace('{ask', f'{{id: q{place}, ask')}\n"
        for place, (question, _, _) in enumerate(FORMS.values())
    )
    problems = load(questions, tmp_path)
    for kind in KINDS.values():
        monkeypatch.setattr(kind, "key", refuse)
        monkeypatch.setattr(kind, "show", refuse)
    assert sheet_html(problems).count("<fieldset") == len(FORMS)


def test_no_computed_value_and_no_mark_stands_in_the_drawing(tmp_path: Path) -> None:
    tree = "A = max(B = chance(1/7 -> 1000, 6/7 -> 3007), C = min(2, 4))"  # B is worth 19042/7
    page = sheet_html(load("      - {ask: value}\n      - {ask: pruned}\n", tmp_path, tree))
    assert "19042" not in page
    drawn = page.split("</style>", 1)[1].split("<script>", 1)[0]
    assert not any(mark in drawn for mark in ("tree-cut", "tree-faded", "tree-line"))


def test_nothing_on_the_page_tells_which_set_it_was_made_from(tmp_path: Path) -> None:
    problems = load("      - {ask: value}\n", tmp_path)
    assert problems.hash not in sheet_html(problems)


HOSTILE = "</script><script>alert(1)</script>{{7*7}} \" ' & <b> javascript:x ]]> \u202e"


HOSTILE_SET = """\
set: search-1
title: TEXT
problems:
  - id: one
    title: TEXT
    text: TEXT
    tree: |
      "NAME" = max("NAME 1" -> 3, "NAME 2" -> 4)
    questions:
      - {ask: value}
      - {ask: pruned, as: edges}
      - {ask: best-move}
      - {ask: cutoffs}
      - {ask: choice, text: TEXT, options: [{text: TEXT, right: true}, {text: no}]}
      - {ask: manual, text: TEXT}
"""


def hostile_set(folder: Path) -> ProblemSet:
    escaped = HOSTILE.replace('"', '\\"')
    text = HOSTILE_SET.replace("NAME", escaped.replace("\u202e", "")).replace("TEXT", f'"{escaped}"')
    return _load_text(text, folder)


def test_hostile_text_stays_text(tmp_path: Path) -> None:
    page = sheet_html(hostile_set(tmp_path), "<img src=x onerror=alert(1)>")
    parsed: Any = html5lib.HTMLParser(strict=False).parse(page)
    scripts = list(parsed.iter(f"{HTML}script"))
    assert len(scripts) == 3  # that of drawings, the data, and the one that uses them
    assert not any("alert(1)" in (script.text or "") for script in (scripts[0], scripts[2]))
    assert not list(parsed.iter(f"{HTML}b"))
    assert not [name for element in parsed.iter() for name in element.attrib if str(name).startswith("on")]
    assert "\u202e" not in page


def test_a_page_names_no_other_place(tmp_path: Path) -> None:
    page = sheet_html(load(KEYS, tmp_path))
    parsed: Any = html5lib.parse(page)
    addresses = [
        value
        for element in parsed.iter()
        for name, value in element.attrib.items()
        if str(name).rpartition("}")[2] in ("src", "href", "action")
    ]
    assert all(address.startswith(("#", "data:")) for address in addresses)
    assert "default-src 'none'" in page


def test_a_sheet_of_a_set_with_variants_is_one_students_alone(tmp_path: Path) -> None:
    variants = "variants: ['A = max(1, 2)', 'A = max(3, 4)']"
    problems = _load_text(
        f"set: s\nproblems:\n  - {{id: p, {variants}, questions: [{{ask: value}}]}}\n", tmp_path
    )
    page = sheet_page(problems, "ada")
    assert page.fixed
    assert page.problems[0].variant == f"variant {problems.on_sheet[0].variant('ada') + 1} of 2"
    assert "readonly" in sheet_html(problems, "ada")


def test_another_tree_has_another_place_in_the_browsers_memory(tmp_path: Path) -> None:
    first = sheet_page(load("      - {ask: value}\n", tmp_path)).data["key"]
    assert sheet_page(load("      - {ask: value}\n", tmp_path)).data["key"] == first
    assert sheet_page(load("      - {ask: value}\n", tmp_path, "A = max(1, 2)")).data["key"] != first


def test_a_figure_stands_in_the_page_itself(tmp_path: Path) -> None:
    picture = tmp_path / "board.png"
    picture.write_bytes(b"\x89PNG")
    assert figure_address(picture) == "data:image/png;base64,iVBORw=="


def test_a_figure_that_cannot_stand_there_is_named_instead(tmp_path: Path) -> None:
    large = tmp_path / "large.png"
    large.write_bytes(bytes(MAX_BYTES + 1))
    (tmp_path / "notes.pdf").write_bytes(b"%PDF")
    assert [figure_address(tmp_path / name) for name in ("large.png", "notes.pdf", "none.png")] == [None] * 3
    problem = "{id: p, figure: large.png, tree: 'A = max(1, 2)', questions: [{ask: value}]}"
    assert "large.png" in sheet_html(_load_text(f"set: s\nproblems: [{problem}]\n", tmp_path))


def test_a_template_of_ones_own_stands_in_for_ours(tmp_path: Path) -> None:
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "sheet.html").write_text("Sheet {{ page.title }}", encoding="utf-8")
    assert (
        sheet_html(load("      - {ask: value}\n", tmp_path), templates=tmp_path / "templates")
        == "Sheet search-1"
    )


def test_a_mistake_in_such_a_template_is_told_with_its_place(tmp_path: Path) -> None:
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "sheet.html").write_text("\n{{ page.nothing }}", encoding="utf-8")
    with pytest.raises(InputError, match=r"sheet\.html:2"):
        sheet_html(load("      - {ask: value}\n", tmp_path), templates=tmp_path / "templates")


@pytest.mark.parametrize("file", sorted(ROOT.glob("problems/*/set.yaml")), ids=lambda path: path.parent.name)
def test_a_sheet_of_every_set_that_ships_is_not_large(file: Path) -> None:
    assert len(sheet_html(load_problems(file), "ada").encode()) <= MOST_BYTES


def test_a_sheet_of_ten_problems_of_forty_nodes_has_300_kilobytes_at_most() -> None:
    problems = bench_set()
    assert all(problem.picture for problem in sheet_page(problems).problems)
    assert len(sheet_html(problems).encode()) <= MOST_BYTES


def test_a_page_has_the_scripts_that_its_questions_need(tmp_path: Path) -> None:
    few = sheet_html(load("      - {ask: value}\n", tmp_path))
    many = sheet_html(load("      - {ask: cutoffs}\n      - {ask: visited}\n", tmp_path))
    for script in ("class CutReader", "function visits"):
        assert script not in few
        assert script in many
