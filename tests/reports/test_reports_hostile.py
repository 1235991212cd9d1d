"""Whatever stands in names, answers, files and titles, every format shows it as text and nothing more."""

from __future__ import annotations

import csv
import io
import json
import re
from functools import cache
from pathlib import Path
from xml.etree.ElementTree import Element

import html5lib
import pytest
from lxml import etree
from markdown_it import MarkdownIt

from grader.grading import Grade, grade
from grader.problems import ProblemSet, load_problems
from grader.reports.key.key_page import key_html
from grader.reports.platforms.canvas_gradebook import fill_canvas
from grader.reports.platforms.github_actions import annotations_of, step_summary
from grader.reports.report_files import (
    CLASS_SINKS,
    STUDENT_SINKS,
    Export,
    Request,
    class_report,
    student_folders,
)
from grader.reports.sheets.sheet_page import sheet_html
from grader.text.sentences import sentences
from grader.text.source import Source
from tests.reporting import NOW, sheet

SCHEMA = etree.XMLSchema(etree.parse(Path(__file__).with_name("junit.xsd")))
BENIGN = "plain words"
HOSTILE = {
    "a script": "<script>alert(1)</script>",
    "the end of a script": "</script></style></textarea></title><script>alert(1)</script>",
    "an image": "\"'><img src=x onerror=alert(1)>",
    "a template": "{{7*7}}{% raw %}${7*7}#{7*7}",
    "the end of CDATA": "]]><b>&amp;&#0;",
    "an address": "javascript:alert(1) https://example.com www.example.com ada@example.com",
    "markdown": "[x](javascript:alert(1)) ![y](z) **b** `c` | d | @ada #1 <b>e</b>\n# f\n- g\n```h",
    "a formula": '=HYPERLINK("https://example.com")',
    "other formulas": "@SUM(A1);=1+1,+2|-3",
    "text that is turned around": "\u202eabc\u2066def\u2069\u200f",
    "controls": "a\x00b\x1b[2J\x07c\x85d\u2028e\x9bf",
    "commands": "x\n::error::boo\n##[error]boo\r::add-mask::y%0A",
    "half a character": "a\ud800b",
    "10,000 characters": "<&\"'>" * 2000,
}
HARMFUL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
EXPORT = """\
Student,ID,SIS Login ID,Title (1)
    Points Possible,,,4
{name},1,,
"""


def problems_of(text: str) -> ProblemSet:
    """A set with the text in all places in which an instructor writes text."""
    written = json.dumps("".join(one for one in text if one not in "\0\ud800"))
    return load_problems(Source(f"""\
set: search-1
title: {written}
problems:
  - id: textbook
    title: {written}
    text: {written}
    tree: A = max(B = min(3, 12, 8), C = min(2, 4, 6))
    questions:
      - {{ask: value, of: [B, C], points: 1}}
      - {{ask: pruned, points: 1}}
      - {{ask: manual, text: {written}, points: 1}}
      - ask: choice
        text: {written}
        options: [{{text: {written}, right: true, feedback: {written}}}, {{text: no}}]
        points: 1
""", "set.yaml"))  # fmt: skip


def grades_of(problems: ProblemSet, text: str) -> list[Grade]:
    """The grades of a sheet that has the text as every answer, and of one that has it inside of answers."""
    name = text.replace("\0", "") or "x"
    whole = dict.fromkeys(("value", "pruned", "manual", "choice", text), text)
    inside = {"value": f"{{B: 3, C: {text}}}", "pruned": f"[B3, {text}]", "manual": text, "choice": "a"}
    return [grade(problems, sheet(answers, text, f"{name}.json")) for answers in (whole, inside)]


@cache
def made(text: str) -> tuple[ProblemSet, tuple[Grade, ...], Request]:
    problems = problems_of(text)
    export = Export(EXPORT.format(name=json.dumps(BENIGN)).encode(), "export.csv", "1")
    return problems, tuple(grades_of(problems, text)), Request(problems, "staff", canvas=export, now=NOW)


@cache
def contents(name: str, text: str) -> list[str]:
    """The reports of that name, with the text wherever text can be."""
    problems, grades, request = made(text)
    if name in PAGES_OF_SETS:
        return [PAGES_OF_SETS[name](problems)]
    if name in STUDENT_SINKS:
        return [STUDENT_SINKS[name].write(one, request) or "" for one in grades]
    written = class_report(name, grades, request).content
    return [written if isinstance(written, str) else written.decode()]


PAGES_OF_SETS = {"key": key_html, "sheet": sheet_html}
PAGES = ("html", "class", *PAGES_OF_SETS)
# What a page may put a text into, as it is long or not, and the Markdown in which a problem is written.
SHOWN_IN = {"br", "code", "pre", "p", "text", "tspan", "em", "strong", "h3", "ul", "li"}
ALL = pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)


def test_every_sink_is_tried() -> None:
    tried = {"html", "class", "json", "gradescope", "classroom", "junit", "csv", "canvas", "md", "txt"}
    assert {*tried, "codequality"} == {*STUDENT_SINKS, *CLASS_SINKS}


@ALL
def test_a_code_quality_report_is_json_whose_fields_are_ours(text: str) -> None:
    ((report,), (usual,)) = (contents("codequality", one) for one in (text, BENIGN))
    assert {tuple(entry) for entry in json.loads(report)} == {tuple(entry) for entry in json.loads(usual)}


@ALL
@pytest.mark.parametrize("name", PAGES)
def test_a_page_gets_no_element_and_no_attribute_from_a_text(name: str, text: str) -> None:
    for page, (usual, scripts) in zip(contents(name, text), usual_tags(name), strict=True):
        found = elements(page)
        assert {one.tag for one in found} <= usual | SHOWN_IN
        assert sum(map(is_script, found)) == scripts
        for element in found:
            assert not any(attribute.lower().startswith("on") for attribute in element.attrib)
            for attribute in ("href", "src", "action", "formaction"):
                assert element.get("rel") == "icon" or re.fullmatch(
                    r"|#[\w.=&%-]*|students/\S*", element.get(attribute, "")
                )


@ALL
@pytest.mark.parametrize("name", PAGES)
def test_a_page_has_no_characters_that_change_how_others_are_read(name: str, text: str) -> None:
    for page in contents(name, text):
        assert not HARMFUL.search(page)


@pytest.mark.parametrize("name", ["a script", "a template", "the end of CDATA", "a formula"])
def test_a_page_shows_the_answer_as_it_was_typed(name: str) -> None:
    for page in contents("html", HOSTILE[name]):
        assert HOSTILE[name] in "".join(document(page).itertext())


@cache
def usual_tags(name: str) -> list[tuple[set[str], int]]:
    """What the pages of that name are made of, and how many scripts each has."""
    pages = [elements(page) for page in contents(name, BENIGN)]
    return [({one.tag for one in page}, sum(map(is_script, page))) for page in pages]


def document(page: str) -> Element:
    parsed: Element = html5lib.HTMLParser(strict=False, namespaceHTMLElements=False).parse(page)
    return parsed


def elements(page: str) -> list[Element]:
    return list(document(page).iter("*"))


def is_script(element: Element) -> bool:
    return element.tag == "script"


@ALL
def test_markdown_gets_no_markup_from_a_text(text: str) -> None:
    for report in contents("md", text):
        kinds, html = markup(report)
        assert kinds <= KINDS
        assert html <= OUR_HTML


@ALL
def test_the_markdown_of_gradescope_gets_no_markup_from_a_text(text: str) -> None:
    for record in map(json.loads, contents("gradescope", text)):
        for markdown in (record["output"], *(test["output"] for test in record["tests"])):
            kinds, html = markup(markdown)
            assert kinds <= KINDS
            assert not html


@ALL
def test_the_summary_of_a_step_gets_no_markup_from_a_text(text: str) -> None:
    _, grades, request = made(text)
    kinds, html = markup(step_summary([request.page(one) for one in grades]))
    assert kinds <= KINDS
    assert not html


KINDS = {
    "heading", "paragraph", "inline", "text", "text_special", "strong", "bullet_list", "list_item", "fence",
    "code_inline", "table", "thead", "tbody", "tr", "th", "td", "html_block", "hardbreak", "softbreak",
}  # fmt: skip
OUR_HTML = {
    "<details>\n<summary>The reference search, step by step</summary>\n", "</details>\n", "</details>",
}  # fmt: skip


def markup(markdown: str) -> tuple[set[str], set[str]]:
    """The kinds of markup in a document, and its HTML."""
    tokens = [
        one for token in MarkdownIt("gfm-like").parse(markdown) for one in (token, *(token.children or ()))
    ]
    kinds = {token.type.removesuffix("_open").removesuffix("_close") for token in tokens}
    return kinds, {token.content for token in tokens if token.type == "html_block"}


@ALL
def test_plain_text_has_nothing_that_a_terminal_obeys(text: str) -> None:
    for report in contents("txt", text):
        assert all(one.isprintable() or one in "\n\u200c\u200d" for one in report)


@ALL
def test_xml_is_valid_and_has_the_same_elements(text: str) -> None:
    (report,) = contents("junit", text)
    root = etree.fromstring(report.encode())
    SCHEMA.assertValid(root)
    assert [suite.get("tests") for suite in root] == ["4", "4"]


@ALL
@pytest.mark.parametrize("name", ["csv", "canvas"])
def test_no_cell_is_a_formula(name: str, text: str) -> None:
    (table,) = contents(name, text)
    rows = list(csv.reader(io.StringIO(table, newline="")))
    assert len({len(row) for row in rows}) == 1
    assert not [cell for row in rows for cell in row if cell[:1] in set("=+-@\t\r")]


@ALL
def test_json_holds_the_answer_as_it_was_typed(text: str) -> None:
    (report,) = contents("json", text)
    records = json.loads(report.encode())
    assert [one["checks"][2]["raw"] for one in records] == [one.checks[2].raw for one in made(text)[1]]


@ALL
@pytest.mark.parametrize("name", ["gradescope", "classroom"])
def test_the_files_of_others_are_json_in_utf_8(name: str, text: str) -> None:
    for report in contents(name, text):
        assert json.loads(report.encode())["tests"]


@ALL
def test_an_annotation_is_one_command(text: str) -> None:
    problems, grades, _ = made(text)
    for line in annotations_of(grades, sentences(problems.language), {}):
        assert re.fullmatch(r"::(error|warning|notice) [^\n\r]*", line)
        properties = line.split("::")[1].partition(" ")[2]
        assert all(re.fullmatch("(file|line|col|title)=[^:,]*", one) for one in properties.split(","))


@ALL
def test_an_export_of_canvas_with_the_text_in_it_keeps_its_cells(text: str) -> None:
    problems, grades, _ = made(text)
    name = "".join(one for one in text if one != "\ud800")
    export = EXPORT.format(name='"' + name.replace('"', '""') + '"')
    filled = fill_canvas(export.encode(), "export.csv", grades, problems, "1").data.decode()
    *_, row = csv.reader(io.StringIO(filled, newline=""))
    assert row[0].removeprefix("'") == name
    assert row[0][:1] not in set("=+-@\t")


@ALL
def test_the_names_of_folders_are_safe(text: str) -> None:
    for folder in student_folders(made(text)[1]):
        assert re.fullmatch(r"[\w .,'@+()-]+", folder)
        assert folder not in (".", "..")
