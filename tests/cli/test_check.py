"""`grader check`: what is wrong with sets, and what the exit status says about it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from grader.cli.main import main

SET = """\
set: search-1
rule: aima
problems:
  - id: textbook
    tree: A = max(B = min(3, 12), C = min(2, 4))
    questions:
      - {ask: pruned}
"""
WEAK = """\
set: pick
rule: aima
problems:
  - id: pick
    variants:
      - A = max(B = min(3, 12), C = min(2, 4))
      - A = max(B = min(3, 12), C = min(4, 5))
    questions:
      - {ask: value}
"""
SAMPLE = "answers:\n  textbook:\n    pruned: [C2]\nexpect: {earned: 0}\n"


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in {"good": SET, "weak": WEAK, "wrong": SET, "broken": "set: ["}.items():
        Path(name).mkdir()
        Path(name, "set.yaml").write_text(text, encoding="utf-8")
    Path("wrong/samples").mkdir()
    Path("wrong/samples/one.yaml").write_text(SAMPLE, encoding="utf-8")


def test_a_good_set_is_said_to_be_fine(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "good/set.yaml"]) == 0
    first, second, *_ = capsys.readouterr().out.splitlines()
    assert first == "good/set.yaml: ok: 1 problem, 1 question, 1 point, 0 samples"
    assert re.fullmatch(
        r"  detects \d+ of \d+ misconceptions that apply; would name \d+, \d+ of them alone", second
    )


def test_what_is_wrong_is_shown_with_its_place(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "wrong/set.yaml", "good/set.yaml"]) == 1
    shown = capsys.readouterr().out
    assert shown.startswith("wrong/samples/one.yaml:4:18: error: this sample is graded differently:")
    assert "\nwrong/set.yaml: 1 error: 1 problem," in shown
    assert "\ngood/set.yaml: ok: 1 problem," in shown


def test_a_warning_counts_only_when_one_is_strict(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "weak/set.yaml"]) == 0
    assert main(["check", "weak/set.yaml", "--strict"]) == 1
    shown = capsys.readouterr().out
    assert shown.count("weak/set.yaml:4:9: warning: the variants of “pick” are not alike") == 2


def test_a_set_that_cannot_be_read_does_not_stop_the_next(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "broken/set.yaml", "good/set.yaml"]) == 1
    shown = capsys.readouterr()
    assert shown.err.startswith("broken/set.yaml:1:")
    assert shown.out.startswith("good/set.yaml: ok:")


def test_json_has_all_of_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "wrong/set.yaml", "broken/set.yaml", "good/set.yaml", "--format", "json"]) == 1
    shown = capsys.readouterr()
    wrong, broken, good = json.loads(shown.out)
    assert wrong["findings"] == [
        {
            "name": "sample-differs",
            "severity": "error",
            "file": str(Path("wrong/samples/one.yaml")),
            "place": [4, 18],
            "problem": None,
            "question": None,
            "message": "this sample is graded differently: `earned` is 1, not 0",
            "hint": None,
        }
    ]
    assert (broken["set"], [finding["name"] for finding in broken["findings"]]) == (None, ["unreadable"])
    assert broken["coverage"] is None
    assert (good["file"], good["set"], good["findings"]) == ("good/set.yaml", "search-1", [])
    assert list(good["coverage"]) == ["detected", "undetected", "alike", "named", "too_large"]
    assert good["suggestion"] is None
    assert list(good["difficulty"]) == ["textbook"]
    assert good["difficulty"]["textbook"]["leaves"] == 3
    assert broken["difficulty"] == {}
    assert [line.split(", ")[0] for line in shown.err.splitlines()] == [
        f"{file}/set.yaml: note: nothing says what students may see" for file in ("wrong", "good")
    ]


def test_the_table_is_printed_where_it_is_wanted(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "good/set.yaml", "--matrix"]) == 0
    shown = capsys.readouterr().out
    assert re.search(r"^trigger-also-pruned +[●a-z] +[0-9·]$", shown, re.MULTILINE)
    assert re.search(r"^players-inverted +· +·$", shown, re.MULTILINE)
    assert re.search(
        r"^1\.1 Which leaves are pruned\? \(textbook\.pruned\): exposes \d+$", shown, re.MULTILINE
    )


def test_json_has_the_table_where_it_is_wanted(capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", "good/set.yaml", "--matrix", "--format", "json"])
    (record,) = json.loads(capsys.readouterr().out)
    (question,) = record["coverage"]["questions"]
    assert question["question"] == "textbook.pruned"
    assert "trigger-also-pruned" in question["exposes"]


def test_html_has_the_table_where_it_is_wanted(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "good/set.yaml", "broken/set.yaml", "--matrix", "--format", "html"]) == 1
    page = capsys.readouterr().out
    assert page.startswith("<!doctype html>")
    assert '<table class="matrix">' in page
    assert '<th scope="row">The last node looked at called pruned</th>' in page
    assert "<code>set: [</code>" in page
    main(["check", "good/set.yaml", "--format", "html"])
    assert '<table class="matrix">' not in capsys.readouterr().out


def test_html_needs_nothing_from_elsewhere(capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", "good/set.yaml", "--matrix", "--format", "html"])
    assert not re.search(
        r"<script|src=|url\(|href=\"(?!#|data:)|https?:(?!//www\.w3\.org/2000/svg)", capsys.readouterr().out
    )


def test_html_shows_what_an_author_writes_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    Path("good/set.yaml").write_text(f"title: <b>Week</b>\n{SET}", encoding="utf-8")
    main(["check", "good/set.yaml", "--format", "html"])
    page = capsys.readouterr().out
    assert "<h1>&lt;b&gt;Week&lt;/b&gt;</h1>" in page
    assert "<b>" not in page


def test_html_says_what_students_will_see_on_the_page_itself(capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", "good/set.yaml", "--format", "html"])
    shown = capsys.readouterr()
    assert "<strong>Note:</strong> nothing says what students may see, so right answers are" in shown.out
    assert shown.err == ""
    Path("good/set.yaml").write_text(f"reveal: {{key: never}}\n{SET}", encoding="utf-8")
    main(["check", "good/set.yaml", "--format", "html"])
    assert "<strong>Note:</strong>" not in capsys.readouterr().out


def test_html_says_how_alike_variants_are(capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", "weak/set.yaml", "--format", "html"])
    assert "<li>“pick”: 2 variants, not all alike: in variant 2 the" in capsys.readouterr().out


def test_a_suggestion_is_made_in_every_format(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["check", "good/set.yaml", "--suggest", "trigger-also-pruned"]
    where = "1.1 Which leaves are pruned? (textbook.pruned)"
    line = f"trigger-also-pruned (“The last node looked at called pruned”) shows in {where} already"
    main(command)
    assert f"  {line}\n" in capsys.readouterr().out
    main([*command, "--format", "html"])
    assert f"<li>{line}</li>" in capsys.readouterr().out
    main([*command, "--format", "json"])
    (record,) = json.loads(capsys.readouterr().out)
    assert record["suggestion"]["shown_by"] == ["textbook.pruned"]


UNKNOWN = {
    "no-deep-cutofs": "did you mean `no-deep-cutoffs`?",
    "q": "`grader check SET --matrix` shows their names",
}


@pytest.mark.parametrize(("name", "hint"), UNKNOWN.items(), ids=UNKNOWN)
def test_a_misconception_that_nobody_knows_is_bad_usage(
    name: str, hint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", "good/set.yaml", "--suggest", name]) == 2
    assert capsys.readouterr().err == (
        f"grader check: error: no misconception is called `{name}`\n     = hint: {hint}\n"
    )


def test_a_file_that_is_not_there_is_unreadable(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "nowhere/set.yaml"]) == 2
    assert "nowhere/set.yaml: error: there is no file of this name" in capsys.readouterr().err


LEFT_OPEN = "set: a\nproblems:\n  - {id: one, tree: 'max(3, min(2, 9))', questions: [{ask: pruned}]}\n"


@pytest.mark.parametrize(
    ("seed", "variants", "warned"), [("", "5", True), ("seed: x", "5", False), ("", "", False)]
)
def test_variants_without_a_seed_get_a_note(
    seed: str, variants: str, warned: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = LEFT_OPEN.replace("problems:", f"{seed}\nproblems:")
    text = text.replace(", questions", f", variants: {variants}, questions") if variants else text
    (tmp_path / "set.yaml").write_text(text, encoding="utf-8")
    main(["check", str(tmp_path / "set.yaml")])
    assert ("write a secret `seed` into the set" in capsys.readouterr().err) == warned
