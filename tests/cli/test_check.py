"""`grader check`: what is wrong with sets, and what the exit status says about it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from grader.cli.main import main

SET = """\
set: search-1
problems:
  - id: textbook
    tree: A = max(B = min(3, 12), C = min(2, 4))
    questions:
      - {ask: pruned}
"""
WEAK = """\
set: pick
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
    assert capsys.readouterr().out == "good/set.yaml: ok: 1 problem, 1 question, 1 point, 0 samples\n"


def test_what_is_wrong_is_shown_with_its_place(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "wrong/set.yaml", "good/set.yaml"]) == 1
    shown = capsys.readouterr().out
    assert shown.startswith("wrong/samples/one.yaml:4:18: error: this sample is marked otherwise:")
    assert "good/set.yaml: ok:" in shown


def test_a_warning_counts_only_when_one_is_strict(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "weak/set.yaml"]) == 0
    assert main(["check", "weak/set.yaml", "--strict"]) == 1
    shown = capsys.readouterr().out
    assert shown.count("weak/set.yaml:3:9: warning: the variants of `pick` are not alike") == 2


def test_a_set_that_cannot_be_read_does_not_stop_the_next(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "broken/set.yaml", "good/set.yaml"]) == 2
    shown = capsys.readouterr()
    assert shown.err.startswith("broken/set.yaml:1:")
    assert shown.out.startswith("good/set.yaml: ok:")


def test_json_has_all_of_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "wrong/set.yaml", "broken/set.yaml", "good/set.yaml", "--format", "json"]) == 2
    shown = capsys.readouterr()
    wrong, broken, good = json.loads(shown.out)
    assert wrong["findings"] == [
        {
            "name": "sample-differs",
            "severity": "error",
            "file": str(Path("wrong/samples/one.yaml")),
            "place": [4, 18],
            "message": "this sample is marked otherwise: `earned` is 1, not 0",
            "hint": None,
        }
    ]
    assert (broken["set"], [finding["name"] for finding in broken["findings"]]) == (None, ["unreadable"])
    assert good == {"file": "good/set.yaml", "set": "search-1", "findings": []}
    assert shown.err == ""
