"""`grader practice`: a page for a set, a tree or goals, and what it refuses."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from grader.cli.main import main

SET = """\
set: week1
title: A secret title
due: 2020-02-01 12:00 UTC
reveal: due
problems:
  - id: one
    tree: max(min(31, 77), min(17, 55))
    questions: [{ask: value}, {ask: best-move}]
"""
DATA = re.compile(r'<script type="application/json" id="practice-data">(.*?)</script>', re.DOTALL)


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("set.yaml").write_text(SET, encoding="utf-8")


def data_of(page: str) -> dict[str, Any]:
    found = DATA.search(page)
    assert found is not None
    loaded: dict[str, Any] = json.loads(found[1])
    return loaded


def test_a_set_a_tree_and_goals_make_a_page(capsys: pytest.CaptureFixture[str]) -> None:
    for about in (["set.yaml"], ["max(min(3, 5), 4)"], ["--from-goals", "--leaves", "4..5"]):
        assert main(["practice", *about, "--trees", "2"]) == 0
        assert len(data_of(capsys.readouterr().out)["trees"]) == 2


def test_a_page_is_written_to_a_file_and_is_the_same_for_the_same_seed() -> None:
    for name, seed in (("a.html", "7"), ("b.html", "7"), ("c.html", "8")):
        assert main(["practice", "set.yaml", "--trees", "1", "--seed", seed, "-o", name]) == 0
    first, same, other = (Path(name).read_text(encoding="utf-8") for name in ("a.html", "b.html", "c.html"))
    assert first == same != other


def test_solve_asks_what_the_set_asks(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["practice", "set.yaml", "--trees", "1"]) == 0
    data = data_of(capsys.readouterr().out)
    words = [words for words, *_ in data["trees"][0]["questions"]]
    asked = [data["texts"][text] if isinstance(text, int) else text for text in words]
    assert asked[0].startswith("What are the minimax values of")
    assert asked[1].startswith("Which move is best")
    assert len(asked) == 2


ERRORS = {
    "nothing": (
        [],
        "grader practice: error: there is nothing to practise on\n"
        '     = hint: name a set or a tree such as "max(3, min(4, 5))", or add --from-goals\n',
    ),
    "--own of a tree": (
        ["max(1, 2)", "--own"], "--own: error: only a set has trees of its own\n     = hint: remove it\n",
    ),
    "a rule for a set": (
        ["set.yaml", "--rule", "ties=keep"],
        "--rule: error: the set says this itself\n     = hint: remove it, or name a tree instead of a set\n",
    ),
    "a leaf": (
        ["3"],
        "<tree>: error: `A` cannot be walked through by hand\n"
        "     = hint: take a tree of Max, Min and Chance nodes, with at most 120 nodes\n",
    ),
    "no language": (
        ["max(1, 2)", "--language", "zh"],
        "--language: error: there is no language `zh`\n     = hint: there are en, zh-TW\n",
    ),
    "too many trees": (
        ["set.yaml", "--trees", "61"],
        "--trees: error: `61` is not a whole number from 1 to 60\n     = hint: such as `20`\n",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("arguments", "told"), ERRORS.values(), ids=ERRORS)
def test_error_what_cannot_be_practised_is_refused(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["practice", *arguments]) == 2
    assert capsys.readouterr().err == told


def test_own_trees_come_once_the_key_is_open(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["practice", "set.yaml", "--own"]) == 0
    assert ">77<" in capsys.readouterr().out


def test_error_own_trees_wait_for_the_longest_extension(capsys: pytest.CaptureFixture[str]) -> None:
    Path("late.csv").write_text("id,extension\nada,\nben,2099-01-01 12:00 UTC\n", encoding="utf-8")
    assert main(["practice", "set.yaml", "--own", "--roster", "late.csv"]) == 2
    told = capsys.readouterr().err
    assert told == (
        "set.yaml: error: the key of this set is not shown to everybody yet, and its own trees would give it "
        "away\n"
        "     = hint: leave `--own` out: the page then has fresh trees like these\n"
    )
    Path("late.csv").rename("roster.csv")  # beside the set it counts without being named
    assert main(["practice", "set.yaml", "--own"]) == 2
    assert capsys.readouterr().err == told


def test_error_a_set_can_forbid_practice(capsys: pytest.CaptureFixture[str]) -> None:
    Path("never.yaml").write_text(f"practice: never\n{SET}", encoding="utf-8")
    assert main(["practice", "never.yaml"]) == 2
    assert capsys.readouterr().err == (
        "never.yaml: error: this set says `practice: never`\n"
        '     = hint: practise on a tree of your own, such as `grader practice "max(…)"`\n'
    )


def test_a_page_in_chinese_has_no_english_of_ours(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["practice", "max(min(3, 5), 4)", "--trees", "1", "--language", "zh-TW"]) == 0
    page = capsys.readouterr().out
    data = data_of(page)
    shown = re.sub(r"<(style|script|desc)\b.*?</\1>|<[^>]+>", " ", page, flags=re.DOTALL)
    ideas = [(idea["name"], idea["looks"], idea["wrong"], idea["instead"]) for idea in data["ideas"]]
    said = json.dumps([*data["say"].values(), data["texts"], data["rules"], ideas], ensure_ascii=False)
    words = set(re.findall("[A-Za-z]{4,}", shown + re.sub(r'\{\w+\}|"(one|many)":', "", said)))
    assert words <= {"JavaScript", "fail", "soft", "hard", "Star", "Negamax"}


def test_release_adds_the_page_where_the_set_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    Path("yes.yaml").write_text(f"practice: yes\n{SET}", encoding="utf-8")
    assert main(["release", "yes.yaml", "--out", "out"]) == 0
    assert "out/practice.html\n" in capsys.readouterr().out
    page = Path("out/practice.html").read_text(encoding="utf-8")
    assert "A secret title" not in page
    assert data_of(page)["trees"]
    assert main(["release", "set.yaml", "--out", "plain"]) == 0
    assert not Path("plain/practice.html").exists()
