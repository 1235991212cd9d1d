"""`grader key`: the right answers in three forms."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from grader.cli.main import main
from grader.problems import load_problems
from grader.reports.key.answer_key import key_markdown, key_record, key_text
from grader.reports.key.key_page import key_html

SET = """\
set: search-1
problems:
  - id: textbook
    tree: A = max(B = min(3, 12), C = min(2, 4))
    questions:
      - {ask: pruned}
"""


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("set.yaml").write_text(SET, encoding="utf-8")


def test_a_key_is_printed_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["key", "set.yaml"]) == 0
    assert capsys.readouterr().out == key_text(load_problems("set.yaml"))


def test_a_key_is_printed_as_markdown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["key", "set.yaml", "--as", "markdown"]) == 0
    assert capsys.readouterr().out == key_markdown(load_problems("set.yaml"))


def test_a_key_is_printed_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["key", "set.yaml", "--as", "json", "--student", "ada"]) == 0
    assert json.loads(capsys.readouterr().out) == key_record(load_problems("set.yaml"), "ada")


def test_a_key_goes_to_a_file() -> None:
    assert main(["key", "set.yaml", "-o", "key.txt"]) == 0
    assert Path("key.txt").read_text(encoding="utf-8") == key_text(load_problems("set.yaml"))


def test_a_key_is_a_page_where_the_file_says_so() -> None:
    assert main(["key", "set.yaml", "-o", "key.html"]) == 0
    assert Path("key.html").read_text(encoding="utf-8") == key_html(load_problems("set.yaml"))
