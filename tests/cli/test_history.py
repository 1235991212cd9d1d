"""`grader history`: what happened to a student's grade, in its order."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from grader.cli.main import main
from grader.gradebook import FILE, Gradebook
from grader.version import VERSION
from tests.cli.bookkeeping import NOW, OUT, change_set, make_class
from tests.gradebook.keeping import handed, marked, problems_with

REASON = ["--because", "a misprint", "--by", "tom"]


@pytest.fixture(autouse=True)
def _class(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    make_class()
    main(["adjust", "grace", "textbook.pruned", "--points", "3", *REASON, *OUT])
    change_set("points: 4", "points: 8")
    main(["regrade", "set.yaml", "--apply", *OUT])
    main(["adjust", "grace", "textbook.pruned", "--withdraw", *REASON, *OUT])


def test_everything_is_told_in_the_order_in_which_it_happened(capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert main(["history", "GRACE", *OUT]) == 0
    text = re.sub(r"[0-9a-f]{12}", "HASH", capsys.readouterr().out)
    lines = [re.sub(r"^\S+ \S+ UTC +", "", line) for line in text.splitlines()]
    made = f"(set HASH, submission HASH, version {VERSION})"
    assert lines == [
        "when                     what",
        "handed in  class/grace.yaml (HASH)",
        f"graded     3 of 7 points, 1 pending {made}",
        "adjusted   1.2 Which leaves are pruned? (textbook.pruned): 3 points by tom, because: a misprint",
        f"graded     5 of 11 points, 1 pending {made}; this one counts",
        "withdrawn  1.2 Which leaves are pruned? (textbook.pruned): by tom, because: a misprint",
    ]


def test_one_point_is_told_as_one(capsys: pytest.CaptureFixture[str]) -> None:
    main(["adjust", "grace", "textbook.pruned", "--points", "1", *REASON, *OUT])
    capsys.readouterr()
    assert main(["history", "grace", *OUT]) == 0
    assert "(textbook.pruned): 1 point by tom" in capsys.readouterr().out


def test_json_has_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert main(["history", "grace", "--format", "json", *OUT]) == 0
    entries = json.loads(capsys.readouterr().out)
    assert [entry["event"] for entry in entries] == ["handed in", "graded", "adjusted", "graded", "withdrawn"]
    assert [entry.get("counts") for entry in entries] == [None, False, None, True, None]


def test_where_the_time_is_not_known_it_is_when_the_file_was_found(
    capsys: pytest.CaptureFixture[str],
) -> None:
    capsys.readouterr()
    assert main(["history", "alan", *OUT]) == 0
    assert "found   class/alan.yaml" in capsys.readouterr().out


def test_error_for_somebody_unknown(capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert main(["history", "gracie", *OUT]) == 2
    assert capsys.readouterr().err == (
        "STUDENT: error: there is no grade of `gracie`\n     = hint: did you mean `grace`?\n"
    )


def test_what_was_handed_in_in_the_future_comes_before_its_marks(capsys: pytest.CaptureFixture[str]) -> None:
    with Gradebook.open(Path("out", FILE)) as book:
        book.add([marked(handed("zoe"), NOW.replace(year=2999))])
    capsys.readouterr()
    assert main(["history", "zoe", *OUT]) == 0
    _, first, second = capsys.readouterr().out.splitlines()
    assert first.startswith("2999-02-01 12:00:00 UTC  handed in  class/zoe.yaml")
    assert re.search(r"; this time is after \S+ \S+ UTC, when it was found$", first)
    assert " graded " in second


def test_out_of_one_point_is_told_as_one(capsys: pytest.CaptureFixture[str]) -> None:
    one = problems_with(points=0, without_manual=True)
    with Gradebook.open(Path("single", FILE)) as book:
        book.keep_set(one)
        book.add([marked(handed("zoe"), None, one)])
    capsys.readouterr()
    assert main(["history", "zoe", "--out", "single"]) == 0
    assert " of 1 point (set" in capsys.readouterr().out
