"""What `grader check` finds in a set, by marking its key, a blank sheet and its samples."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from grader.checking import Finding, check_problems
from grader.problems import load_problems
from grader.questions import KINDS
from tests.bundled import SETS, bundled

SET = """\
set: search-1
rule: aima
problems:
  - id: textbook
    tree: A = max(B = min(3, 12, 8), C = min(2, 4, 6))
    questions:
      - {ask: value, points: 2}
      - {ask: pruned, points: 1}
"""
SAMPLE = """\
set: search-1
answers:
  textbook:
    value: 3
    pruned: [C2]
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("samples").mkdir()
    Path("set.yaml").write_text(SET, encoding="utf-8")
    return tmp_path


def found(text: str | None = None) -> tuple[Finding, ...]:
    if text is not None:
        Path("set.yaml").write_text(text, encoding="utf-8")
    return check_problems(load_problems("set.yaml"))


def messages(findings: tuple[Finding, ...]) -> Iterator[str]:
    return (str(finding.mistake) for finding in findings)


# Programs take their time: one set of three is checked always, and the samples of all are marked always.
AS_OTHERS = dict.fromkeys(("code-alpha-beta", "code-games"), pytest.mark.slow)


@pytest.mark.parametrize(
    "path",
    [pytest.param(path, marks=AS_OTHERS.get(path.parent.name, ()), id=path.parent.name) for path in SETS],
)
def test_nothing_is_wrong_with_our_own_sets(path: Path) -> None:
    assert list(messages(check_problems(bundled(path)))) == []


@pytest.mark.usefixtures("folder")
def test_a_set_without_samples_may_be_fine() -> None:
    assert found() == ()


@pytest.mark.usefixtures("folder")
def test_a_sample_that_earns_what_it_says_is_fine() -> None:
    expect = (
        "expect:\n  earned: 2.5\n  possible: 3\n  status: graded\n"
        "  checks: {textbook.value: right, textbook.pruned: partly}\n"
    )
    Path("samples/half.yaml").write_text(SAMPLE + expect, encoding="utf-8")
    assert found() == ()


SAMPLES = {
    "other points": (
        "expect: {earned: 3, possible: 4}\n",
        [
            "samples/one.yaml:6:18: error: this sample is graded differently: `earned` is 5/2, not 3\n"
            "   6 | expect: {earned: 3, possible: 4}\n"
            "     |                  ^",
            "samples/one.yaml:6:31: error: this sample is graded differently: "
            "`possible` is 3, not 4\n"
            "   6 | expect: {earned: 3, possible: 4}\n"
            "     |                               ^",
        ],
    ),
    "another verdict": (
        "expect:\n  checks:\n    textbook.value: wrong\n",
        [
            "samples/one.yaml:8:21: error: this sample is graded differently: "
            "`textbook.value` is right, not wrong\n"
            "   8 |     textbook.value: wrong\n"
            "     |                     ^^^^^"
        ],
    ),
    "another status": (
        "expect: {status: unreadable}\n",
        [
            "samples/one.yaml:6:18: error: this sample is graded differently: "
            "`status` is graded, not unreadable\n"
            "   6 | expect: {status: unreadable}\n"
            "     |                  ^^^^^^^^^^"
        ],
    ),
    "no such question": (
        "expect: {checks: {textbook.valeu: right}}\n",
        [
            "samples/one.yaml:6:35: error: the set has no question `textbook.valeu`\n"
            "   6 | expect: {checks: {textbook.valeu: right}}\n"
            "     |                                   ^^^^^\n"
            "     = hint: did you mean `textbook.value`?"
        ],
    ),
    "no such verdict": (
        "expect: {checks: {textbook.value: fine}}\n",
        [
            "samples/one.yaml:6:35: error: `fine` is not one of the choices here\n"
            "   6 | expect: {checks: {textbook.value: fine}}\n"
            "     |                                   ^^^^\n"
            "     = hint: write `right`, `partly`, `wrong`, `missing`, `unreadable` or `pending`"
        ],
    ),
    "no such field": (
        "expect: {earnt: 3}\n",
        [
            "samples/one.yaml:6:10: error: there is no field `earnt` here\n"
            "   6 | expect: {earnt: 3}\n"
            "     |          ^^^^^\n"
            "     = hint: did you mean `earned`?"
        ],
    ),
    "nothing said": (
        "",
        [
            "samples/one.yaml: error: nothing says what this sample must earn\n"
            "     = hint: add what it must earn, such as `expect: {earned: 7, possible: 10}`"
        ],
    ),
}


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(("expect", "expected"), SAMPLES.values(), ids=SAMPLES)
def test_a_sample_that_is_marked_otherwise_than_it_says_is_found(expect: str, expected: list[str]) -> None:
    Path("samples/one.yaml").write_text(SAMPLE + expect, encoding="utf-8")
    assert list(messages(found())) == expected


@pytest.mark.usefixtures("folder")
def test_a_sample_that_is_no_text_cannot_say_what_it_must_earn() -> None:
    Path("samples/one.yaml").write_bytes(b"\xff\xff")
    assert [finding.name for finding in found()] == ["sample-unsaid"]


@pytest.mark.usefixtures("folder")
def test_a_sample_without_answers_may_say_that_it_is_unreadable() -> None:
    Path("samples/one.yaml").write_text("Dear professor\nexpect: {status: unreadable}\n", encoding="utf-8")
    assert found() == ()


@pytest.mark.usefixtures("folder")
def test_a_sample_that_is_no_file_is_found() -> None:
    Path("samples/one.yaml").mkdir()
    assert [(finding.name, finding.is_error) for finding in found()] == [("sample-unreadable", True)]


@pytest.mark.usefixtures("folder")
def test_what_is_no_sheet_is_no_sample() -> None:
    Path("samples/README.md").write_text("What these are.", encoding="utf-8")
    assert found() == ()


@pytest.mark.usefixtures("folder")
@pytest.mark.usefixtures("own_sets")
def test_a_key_that_does_not_earn_its_own_points_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    kind = KINDS["value"]
    usual = kind.mark

    def mark(question: Any, given: Any, marking: Any) -> Any:
        return replace(usual(question, given, marking), share=Fraction(0), feedback=("Too bad.",))

    monkeypatch.setattr(kind, "mark", mark)
    assert list(messages(found())) == [
        "set.yaml:7:15: error: "
        "the key of “1.1 What is the root worth?” earns 0 of 2 points when it is marked\n"
        "   7 |       - {ask: value, points: 2}\n"
        "     |               ^^^^^\n"
        "     = hint: Too bad."
    ]


@pytest.mark.usefixtures("folder")
def test_a_blank_sheet_that_is_taken_for_an_answer_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    from grader.grading import ready_questions as ready

    monkeypatch.setattr(KINDS["pruned"], "blank", lambda _question, _solution: "none")
    monkeypatch.setattr(ready, "squeezed", lambda _text: "something else")
    assert list(messages(found())) == [
        "set.yaml:8:15: error: "
        "a blank sheet earns 0 points for “1.2 Which leaves are pruned?”: it is taken for an answer\n"
        "   8 |       - {ask: pruned, points: 1}\n"
        "     |               ^^^^^^"
    ]


@pytest.mark.usefixtures("folder")
def test_an_answer_for_a_person_to_mark_is_nothing_wrong() -> None:
    assert found(f"{SET}      - {{ask: manual, text: Why?}}\n") == ()


@pytest.mark.usefixtures("folder")
def test_points_that_everybody_gets_are_nothing_wrong() -> None:
    assert found(f"{SET}      - {{ask: best-move, void: full, because: A misprint.}}\n") == ()


VARIANTS = """\
set: variants
rule: aima
problems:
  - id: pick
    {allow}
    variants:
      - A = max(B = min(3, 12, 8), C = min(2, 4, 6))
      - A = max(B = min(3, 12, 8), C = min({second}, 4, 6))
    questions:
      - {{ask: value}}
"""


@pytest.mark.usefixtures("folder")
def test_variants_that_prune_quite_different_numbers_of_leaves_are_warned_about() -> None:
    findings = found(VARIANTS.format(second=5, allow="title: Pick"))
    assert [(finding.name, finding.is_error) for finding in findings] == [("variants-differ", False)]
    (message,) = messages(findings)
    assert "warning: the variants of “Pick” are not alike: the leaves pruned are 2, 0\n" in message


@pytest.mark.usefixtures("folder")
def test_a_warning_that_is_allowed_is_silent() -> None:
    allow = "allow: {variants-differ: One is for those who like it hard.}"
    assert found(VARIANTS.format(second=5, allow=allow)) == ()


@pytest.mark.usefixtures("folder")
def test_variants_that_are_alike_are_fine() -> None:
    assert found(VARIANTS.format(second=1, allow="title: Pick")) == ()
