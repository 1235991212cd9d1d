"""A student's report: what it keeps to itself, and text that means harm."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterator
from datetime import datetime
from urllib.parse import quote

import html5lib
import pytest

from grader.grading import grade
from grader.problems import load_problems
from grader.reports.student.html_report import report_html
from grader.reports.student.student_page import student_page
from grader.submissions import read_submission
from grader.text.source import Source
from tests.report_pages import AFTER, BEFORE, marked

SECRETS = ("333339", "CANARY")
CANARIES = """\
set: canaries
due: 2027-02-01 12:00 UTC
reveal: {reveal}
problems:
  - id: p
    tree: A = max(B = chance(1/3 -> 1000003, 2/3 -> 7), C = min(5, 17))
    accept: [{{rule: {{ties: keep}}, because: CANARY-problem}}]
    questions:
      - ask: value
        of: [B, A]
        accept: [{{answer: "{{B: 333340, A: 1}}", credit: 1/2, because: CANARY-half}}]
      - ask: choice
        text: Which?
        options: [{{text: this}}, {{text: that, right: true, feedback: CANARY-option}}]
      - {{ask: true-false, text: So?, right: true, feedback: {{true: CANARY-true}}}}
      - {{ask: pruned}}
      - {{ask: window, of: [C]}}
"""
SHEET = b"""\
student: ada
answers:
  p: {value: "B: 333340, A: 2", choice: a, true-false: no, pruned: [C1], window: "[0, 1]"}
"""
HIDDEN = ["never", "due", "{marks: now, why: never, key: never}", "{marks: now, why: now, key: never}"]


def canaries(reveal: str, now: datetime) -> str:
    problems = load_problems(Source(CANARIES.format(reveal=reveal), "set.yaml"))
    marks = grade(problems, read_submission(SHEET, "ada.yaml"))
    return report_html(student_page(marks, problems, now=now)).replace("333340", "")


@pytest.mark.parametrize("reveal", HIDDEN)
def test_what_is_hidden_stands_nowhere_in_the_file(reveal: str) -> None:
    html = canaries(reveal, BEFORE)
    for secret in SECRETS:
        for form in encoded(secret):
            assert form not in html
    body = re.sub("<script>.*?</script>", "", html.split("</style>")[1], flags=re.DOTALL)
    assert "data-s=" not in body
    assert not re.search(r"pill-(right|wrong|missed|carried)", body)


@pytest.mark.parametrize("reveal", ["never", "due"])
def test_while_the_marks_are_hidden_no_verdict_stands_in_the_file(reveal: str) -> None:
    body = canaries(reveal, BEFORE).split("</style>")[1]
    assert not re.search(r"badge-(right|wrong|partly|failed|pending)", body)


def test_what_was_hidden_is_there_once_it_is_shown() -> None:
    assert "333339" in canaries("due", AFTER)


def encoded(secret: str) -> Iterator[str]:
    """A text, and what it becomes in an address, in JSON, in HTML and in base64, wherever it begins."""
    yield from (secret, quote(secret, safe=""), "".join(f"%{byte:02X}" for byte in secret.encode()))
    yield "".join(f"\\u{ord(letter):04x}" for letter in secret)
    yield "".join(f"&#{ord(letter)};" for letter in secret)
    for shift in range(3):
        whole = b64encode(b"\0" * shift + secret.encode() + b"\0" * (2 - shift)).decode()
        yield whole[4 : len(secret) // 3 * 4]


HOSTILE = (
    "<script>alert(1)</script>", "{{7*7}}", "]]>", "</textarea></svg></style>", "javascript:alert(1)",
    "\u202egnp.exe", "a\0b", '"><img src=x onerror=alert(1)>', "&lt;b&gt;",
)  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_stays_text(text: str) -> None:
    tree = f"max({json.dumps(text.replace(chr(0), ''))} = min(3, 4), B = min(1, 2))"
    questions = [{"ask": "value"}, {"ask": "manual", "text": text}]
    problem = {"id": "p", "title": text, "text": text, "tree": tree, "questions": questions}
    body = {"set": "s", "title": text, "problems": [problem]}
    problems = load_problems(Source(json.dumps(body), "set.json"))
    marks = marked(problems, {"value": json.dumps(text), "manual": json.dumps(text)}, student=text)
    html = report_html(student_page(marks, problems))
    page = html5lib.parse(html, namespaceHTMLElements=False)
    assert len(list(page.iter("script"))) == 2
    assert not list(page.iter("img"))
    assert not [part for part in page.iter() for name in part.attrib if name.startswith("on")]
    assert not [link for link in page.iter("a") if not (link.get("href") or "").startswith("#")]
    assert "\u202e" not in html
    assert "\0" not in html
