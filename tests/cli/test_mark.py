"""`grader mark`: what a person reads is listed, marked in a table, and kept in the history."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from grader.cli.main import main
from grader.gradebook import FILE, Gradebook
from grader.problems import load_problems
from grader.submissions import HandIn
from grader.submissions.collecting.roster import Person
from tests.cli.bookkeeping import OUT
from tests.gradebook.keeping import RIGHT, SET, SHEET, marked

ANSWERS = {"ada": "because", "bob": "=1+1", "cid": "because", "dan": '"\\e[2J two\\nlines"'}
MARK = ["mark", "set.yaml", *OUT]
Marks = dict[str, tuple[str, str]]


@pytest.fixture(autouse=True)
def _class(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    Path("set.yaml").write_text(SET.format(settings="", points=4), encoding="utf-8")
    with Gradebook.open(Path("out", FILE)) as book:
        book.keep_set(load_problems("set.yaml"))
        book.enrol(Person(name, section="A" if name < "c" else "B") for name in ANSWERS)
    hand_in(ANSWERS)


def hand_in(answers: dict[str, str]) -> None:
    problems = load_problems("set.yaml")
    with Gradebook.open(Path("out", FILE)) as book:
        for name, answer in answers.items():
            sheet = SHEET.format(pruned=RIGHT).replace("because", answer).encode()
            book.add([marked(HandIn(name, f"{name}.yaml", {f"{name}.yaml": sheet}), problems=problems)])


def rows(file: str) -> list[dict[str, str]]:
    with Path(file).open(encoding="utf-8-sig", newline="") as table:
        return list(csv.DictReader(table))


def fill(file: str, marks: Marks) -> None:
    """Write points and reason beside the answers that begin with a text."""
    filled = rows(file)
    for row in filled:
        for answer, (points, reason) in marks.items():
            if row["answer"].startswith(answer):
                row.update(points=points, reason=reason)
    with Path(file).open("w", encoding="utf-8", newline="") as table:
        writer = csv.DictWriter(table, list(filled[0]))
        writer.writeheader()
        writer.writerows(filled)


def mark(by: str, marks: Marks, *words: str) -> int:
    """Have somebody write a table, fill it in and give it back."""
    file = f"{by}.csv"
    Path(file).unlink(missing_ok=True)
    assert main([*MARK, "--csv", file, "--by", by, *words]) == 0
    fill(file, marks)
    return main([*MARK, "--csv", file, "--by", by, *words])


def decisions(student: str) -> list[tuple[str, object, str]]:
    with Gradebook.open(Path("out", FILE), write=False) as book:
        return [(one.by, one.points, one.because) for one in book.adjustments("search-1", student)]


def test_identical_answers_stand_together_and_the_most_frequent_first(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main([*MARK, "--list"]) == 0
    assert capsys.readouterr().out == (
        "1.3 In your own words (textbook.manual): 2 points, 4 answers, 4 pending\n"
        "  Why?\n"
        "  2 × because\n      ada, cid\n      pending\n"
        "  1 × ␛[2J two\n      lines\n      dan\n      pending\n"
        "  1 × =1+1\n      bob\n      pending\n"
    )


@pytest.mark.parametrize("words", [["--list"], ["--csv", "marks.csv"]], ids=["list", "table"])
def test_nobody_is_named_where_it_is_anonymous(capsys: pytest.CaptureFixture[str], words: list[str]) -> None:
    assert main([*MARK, "--anonymous", *words]) == 0
    told = capsys.readouterr().out + (Path("marks.csv").read_text(encoding="utf-8") if words[1:] else "")
    assert "because" in told
    assert not any(name in told for name in ANSWERS)


def test_a_filled_in_table_marks_everybody_who_gave_the_answer(capsys: pytest.CaptureFixture[str]) -> None:
    assert mark("tom", {"because": ("2", "well said"), "'=": ("1/2", "short")}, "--anonymous") == 0
    assert capsys.readouterr().out == "3 new marks by tom; 1 still pending\n"
    assert decisions("ada") == decisions("cid") == [("tom", 2, "well said")]
    assert decisions("dan") == []
    assert main(["grades", "--student", "ada", *OUT]) == 0
    assert "100 " in capsys.readouterr().out


def test_a_table_that_is_given_twice_says_nothing_new(capsys: pytest.CaptureFixture[str]) -> None:
    mark("tom", {"because": ("2", "well said")})
    capsys.readouterr()
    assert main([*MARK, "--csv", "tom.csv", "--by", "tom"]) == 0
    assert capsys.readouterr().out == "0 new marks by tom; 2 still pending\n"
    assert len(decisions("ada")) == 1


def test_a_reason_that_was_used_before_has_a_number(capsys: pytest.CaptureFixture[str]) -> None:
    mark("tom", {"because": ("2", "well said"), "'=": ("0", "- nothing said")})
    assert main([*MARK, "--csv", "next.csv", "--by", "tom"]) == 0
    assert {row["used before"] for row in rows("next.csv")} == {"1: well said\n2: '- nothing said"}
    assert [row["reason"] for row in rows("next.csv")] == ["1", "", "2"]
    fill("next.csv", {"␛": ("1", "1")})
    capsys.readouterr()
    assert main([*MARK, "--csv", "next.csv", "--by", "tom"]) == 0
    assert capsys.readouterr().out == "1 new mark by tom; 0 still pending\n"
    assert decisions("dan") == [("tom", 1, "well said")]


def test_two_share_the_work_by_section(capsys: pytest.CaptureFixture[str]) -> None:
    assert mark("tom", {"because": ("2", "well said")}, "--section", "A") == 0
    assert mark("eva", {"because": ("1", "short")}, "--section", "B", "--question", "1.3") == 0
    assert (decisions("ada"), decisions("cid")) == ([("tom", 2, "well said")], [("eva", 1, "short")])
    assert "both marked" not in capsys.readouterr().out


def test_where_two_marked_the_same_their_agreement_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    mark("tom", {"because": ("2", "well said"), "'=": ("0", "no")})
    assert mark("eva", {"because": ("2", "fine"), "'=": ("1", "half")}) == 0
    agreement = "eva and tom both marked 3 answers, and agree on 2"
    assert f"1.3 In your own words (textbook.manual): {agreement}\n" in capsys.readouterr().out
    assert main(MARK) == 0
    assert f"  {agreement}\n" in capsys.readouterr().out
    assert decisions("bob") == [("tom", 0, "no"), ("eva", 1, "half")]


def test_a_second_marker_does_not_see_the_marks_of_the_first() -> None:
    mark("tom", {"because": ("2", "well said")})
    assert main([*MARK, "--csv", "blind.csv", "--by", "eva"]) == 0
    assert {row["points"] for row in rows("blind.csv")} == {""}


def test_another_answer_is_pending_again(capsys: pytest.CaptureFixture[str]) -> None:
    mark("tom", {"because": ("2", "well said")})
    hand_in({"ada": "no idea"})
    capsys.readouterr()
    assert main([*MARK, "--pending", "--section", "A"]) == 0
    text = capsys.readouterr().out
    assert "  1 × no idea\n      ada\n      pending\n" in text
    assert "because" not in text.replace("well said", "")


def test_a_mark_is_withdrawn_in_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    mark("tom", {"because": ("2", "well said")})
    fill("tom.csv", {"because": ("withdraw", "too early")})
    capsys.readouterr()
    assert main([*MARK, "--csv", "tom.csv", "--by", "tom"]) == 0
    assert capsys.readouterr().out == "2 new marks by tom; 4 still pending\n"
    assert decisions("ada")[-1] == ("tom", None, "too early")


def test_a_set_without_such_questions_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    hand_in(dict.fromkeys(ANSWERS, '""'))
    assert main(MARK) == 0
    assert capsys.readouterr() == ("", "there is no answer here that a person has to mark\n")


WRONG = {
    "no number": (("two", "x"), "`two` is not a number"),
    "too much": (("3", "x"), "3 is more than `textbook.manual` is worth"),
    "no points": (("", "x"), "there is a reason, but no points"),
    "no reason": (("1", ""), "there are points, but no reason"),
    "no such reason": (("1", "7"), "there is no reason 7"),
    "a huge number": (("1", "9" * 5000), "there is no reason 9"),
}


@pytest.mark.parametrize(("cells", "message"), WRONG.values(), ids=WRONG)
def test_error_in_a_table(capsys: pytest.CaptureFixture[str], cells: tuple[str, str], message: str) -> None:
    assert mark("tom", {"because": cells, "'=": ("1", "fine")}) == 2
    error = capsys.readouterr().err
    assert "tom.csv:2:" in error
    assert message in error
    assert decisions("bob") == []


def test_error_for_an_answer_that_is_no_longer_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*MARK, "--csv", "tom.csv"]) == 0
    fill("tom.csv", {"'=": ("1", "fine")})
    hand_in({"bob": "something else"})
    assert main([*MARK, "--csv", "tom.csv", "--by", "tom"]) == 2
    assert "to mark here\n" in capsys.readouterr().err


REFUSED = {
    "nobody marks": (["--csv", "there.csv"], "there.csv exists already, and `--by` is missing"),
    "no such question": (["--question", "textbook.manul"], "is not a question that a person marks"),
    "marked by the grader": (["--question", "textbook.pruned"], "is not a question that a person marks"),
    "no such section": (["--section", "Z"], "nobody on the roster is in the section `Z`"),
    "nothing in it": (["--csv", "there.csv", "--by", "tom"], "there is nothing in this file"),
    "no folder": (["--csv", "nowhere/marks.csv"], "nowhere"),
}


@pytest.mark.parametrize(("words", "message"), REFUSED.values(), ids=REFUSED)
def test_error(capsys: pytest.CaptureFixture[str], words: list[str], message: str) -> None:
    Path("there.csv").touch()
    assert main([*MARK, *words]) == 2
    assert message in capsys.readouterr().err
