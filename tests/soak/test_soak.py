"""A short soak of each kind, the same one every time; `make soak` runs them for as long as one likes."""

from __future__ import annotations

import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from random import Random

import pytest

from grader.gradebook import FILE
from tests.soak import mutants
from tests.soak.bench import Bench
from tests.soak.case import COLUMNS, Case, Finding
from tests.soak.commands import LINUX, ROOT, Ended
from tests.soak.growth import SUBJECTS
from tests.soak.mutation import NASTIES, mutate
from tests.soak.room import furnish
from tests.soak.standing import Standing
from tests.soak.tally import Tally

SEED = "1"
SHORT = {"kills": 2, "writers": 1, "mutants": 6, "attacks": 1, "growth": len(SUBJECTS) // 2}
USUAL = (
    "mutants",
    "attacks",
)  # of what the others try by chance, a part is tried by tests of faults and of growth
LINE = re.compile(r"(\w+): +tried +(\d+), lost 0, doubled 0, corrupt 0, tracebacks 0, hangs 0, growth \S+")

on_linux = pytest.mark.skipif(not LINUX, reason="signals, limits and programs of students are those of Linux")


def soak(*words: str, keep: Path) -> subprocess.CompletedProcess[str]:
    """`make soak`, in a process of its own: it adopts orphans, and ends them."""
    command = [sys.executable, "-m", "tests.soak", "--keep", str(keep), *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, encoding="utf-8")


@on_linux
@pytest.mark.parametrize(
    ("name", "cases"),
    [
        pytest.param(name, cases, id=name, marks=() if name in USUAL else pytest.mark.slow)
        for name, cases in SHORT.items()
    ],
)
def test_a_short_soak_finds_nothing(name: str, cases: int, tmp_path: Path) -> None:
    done = soak("--only", name, "--seed", SEED, "--cases", str(cases), keep=tmp_path / "kept")
    found = LINE.fullmatch(done.stdout.splitlines()[-1])
    assert found, f"{done.stdout}{done.stderr}"
    assert (*found.groups(), done.returncode) == (name, str(cases), 0), done.stdout


@on_linux
def test_a_soak_of_an_unknown_name_says_which_there_are(tmp_path: Path) -> None:
    done = soak("--only", "kill", keep=tmp_path)
    assert done.returncode == 2
    assert "no soak is called kill; there are kills, writers, mutants, attacks, growth" in done.stderr


def test_the_line_has_every_column_and_a_dash_where_nothing_grew() -> None:
    tally, findings = Tally("kills"), [Finding("lost", "x"), Finding("lost", "y")]
    assert tally.count(findings) == findings
    assert tally.count([]) == []
    assert tally.line(5) == (
        "kills: tried     2, lost 2, doubled 0, corrupt 0, tracebacks 0, hangs 0, growth –"
    )
    assert not tally.is_clean


def test_how_much_something_grew_is_the_most_of_all_cases() -> None:
    tally = Tally("growth")
    for ratio in (9.8, 11.31, 2.0):
        assert tally.count([ratio]) == []
    assert tally.line(6).endswith(", growth 11.3")
    assert tally.is_clean


def test_a_soak_that_tried_nothing_shows_nothing() -> None:
    assert not Tally("kills").is_clean


def test_a_failing_case_is_kept_with_the_command_that_plays_it_again(tmp_path: Path) -> None:
    case = Case("mutants", 7, 12, tmp_path / "case")
    case.folder.mkdir()
    (case.folder / "one.tree").write_bytes(b"max(\xff")
    kept = case.keep([Finding("hangs", "it does not end")], tmp_path / "kept")
    assert (kept / "one.tree").read_bytes() == b"max(\xff"
    assert (kept / "found.txt").read_text(encoding="utf-8") == (
        "make soak ONLY=mutants SEED=7 CASE=12\nhangs: it does not end\n"
    )


def test_the_same_case_has_the_same_chances() -> None:
    one, same, other = (Case("kills", 7, number, Path()).random.random() for number in (1, 1, 2))
    assert one == same != other


def test_mutations_are_the_same_for_the_same_chance_and_change_something() -> None:
    text = b"max(min(3, 12, 8), min(2, 4, 6))"
    mutants = [mutate(text, Random(seed)) for seed in range(200)]
    assert mutants == [mutate(text, Random(seed)) for seed in range(200)]
    assert sum(mutant != text for mutant in mutants) > 150
    assert any(nasty in mutant for nasty in NASTIES[:10] for mutant in mutants)


def test_nothing_at_all_can_be_mutated_too() -> None:
    assert {type(mutate(b"", Random(seed))) for seed in range(100)} == {bytes}


ORIGINALS = ("_exchanged", "_sheet", "_code_set", "_records", "_roster", "_answers", "_decisions", "_pacman")


@on_linux
def test_what_is_mutated_works_as_long_as_nothing_is_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mutants, "mutate", lambda data, _random: data)
    with Bench() as bench:
        mutants.prepare(bench, tmp_path / "shared")
        for name in ORIGINALS:
            folder = tmp_path / name
            folder.mkdir()
            for step in getattr(mutants, name)(Random(1), tmp_path / "shared", folder):
                ended = bench.run(step.words, folder, 0)
                assert ended is not None, step
                assert ended.status == 0, (step, ended)
                if step.into:
                    (folder / step.into).write_text(ended.out, encoding="utf-8")


ENDS: dict[str, tuple[Ended, bool, list[str]]] = {
    "a value": (Ended(0, "3", ""), False, []),
    "our message": (Ended(2, "", "set.yaml:1:1: error: no\n     = hint: yes"), False, []),
    "no message": (Ended(2, "", ""), False, ["tracebacks"]),
    "our own fault": (Ended(3, "", "grader: internal error: KeyError: 1"), False, ["tracebacks"]),
    "a traceback": (Ended(1, "", "Traceback (most recent call last):"), False, ["tracebacks"]),
    "a traceback when killed": (Ended(-15, "", "Traceback (most recent call last):"), True, ["tracebacks"]),
    "killed": (Ended(-9, "", ""), True, []),
    "killed by nobody": (Ended(-9, "", ""), False, ["tracebacks"]),
    "a student's failure": (Ended(0, "", "warning: the grader itself failed on 1"), False, ["tracebacks"]),
}


@pytest.mark.parametrize(("ended", "killed", "columns"), ENDS.values(), ids=ENDS)
def test_how_a_command_may_end(ended: Ended, killed: bool, columns: list[str]) -> None:
    assert columns_of(ended.faults(killed=killed)) == columns


def columns_of(findings: Iterable[Finding]) -> list[str]:
    found = [finding.column for finding in findings]
    assert set(found) <= set(COLUMNS)
    return found


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a small class after it was graded."""
    from grader.cli.main import main

    folder = tmp_path_factory.mktemp("graded")
    furnish(folder, 3)
    words = [str(folder / "set.yaml"), str(folder / "class"), "--out", str(folder / "out"), "--jobs", "1"]
    assert main(["grade", *words]) == 0
    return folder / "out"


CHANGES = {
    "a grade lost": ("DELETE FROM grades WHERE id = 2", ["lost"]),
    "a grade doubled": (
        "INSERT INTO grades SELECT NULL, submission, set_hash, rule, version, status, earned, possible,"
        " pending, marked_at, record FROM grades WHERE id = 2",
        ["doubled"],
    ),
    "a grade changed": ("UPDATE grades SET earned = 99 WHERE id = 2", ["lost", "corrupt"]),
    "nothing": ("SELECT 1", []),
}


@pytest.mark.parametrize(("change", "columns"), CHANGES.values(), ids=CHANGES)
def test_what_is_lost_doubled_or_changed_in_a_gradebook_is_found(
    graded: Path, tmp_path: Path, change: str, columns: list[str]
) -> None:
    shutil.copytree(graded, tmp_path / "out")
    with sqlite3.connect(tmp_path / "out" / FILE) as book:
        for (trigger,) in book.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall():
            book.execute(f"DROP TRIGGER {trigger}")
        book.execute(change)
    book.close()
    found = Standing.of(tmp_path / "out").differences(Standing.of(graded))
    assert columns_of(found) == columns


def test_files_that_are_lost_left_behind_or_cut_short_are_found(graded: Path, tmp_path: Path) -> None:
    shutil.copytree(graded, tmp_path / "out")
    (tmp_path / "out" / "grades.csv").unlink()
    (tmp_path / "out" / ".0123.tmp").touch()
    page = tmp_path / "out" / "class.html"
    page.write_bytes(page.read_bytes()[:-100])
    found = Standing.of(tmp_path / "out").differences(Standing.of(graded))
    assert sorted(columns_of(found)) == ["corrupt", "corrupt", "lost"]
