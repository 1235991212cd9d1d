"""The weaknesses that `grader check` warns about, each by its name, and how `allow` silences them."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.checking import WARNINGS, Finding, check_problems
from grader.problems import load_problems
from grader.text.source import Source

TREE = "A = max(a -> B = min(3, 12, 8), b -> C = min(2, 4, 6))"


def found(problems: str, head: str = "rule: aima") -> tuple[Finding, ...]:
    return check_problems(load_problems(Source(f"set: week-1\n{head}\nproblems:\n{problems}", "set.yaml")))


def problem(*questions: str, tree: str = TREE, more: str = "") -> str:
    asked = "".join(f"      - {question}\n" for question in questions)
    return f"  - id: one\n{more}    tree: '{tree}'\n    questions:\n{asked}"


def names(findings: tuple[Finding, ...]) -> list[str]:
    return [finding.name for finding in findings]


CASES = {
    "nothing is pruned": ("nothing-pruned", problem("{ask: pruned}", tree="max(1, min(2, 3))")),
    "no cutoffs": ("nothing-pruned", problem("{ask: cutoffs}", tree="max(1, min(2, 3))")),
    "no leaves pruned": ("nothing-pruned", problem("{ask: count, of: leaves-pruned}", tree="max(1, 2)")),
    "already the best order": (
        "nothing-to-find",
        problem("{ask: reorder, of: all}", tree="max(min(3, 4), min(2, 9))"),
    ),
    "two best moves": ("tied-best-move", problem("{ask: best-move}", tree="max(3, min(3, 4))")),
    "two last moves": (
        "tied-best-move",
        problem("{ask: best-move, rule: {best: last}}", tree="max(3, min(3, 4))"),
    ),
    "two best lines": ("tied-best-move", problem("{ask: line}", tree="max(2, min(3, 3, 4))")),
    "equal leaves": ("equal-leaves", problem("{ask: value}", tree="max(min(4, 4), min(4, 4))")),
    "a value in the text": (
        "answer-in-text",
        problem("{ask: value, of: [B, C]}", more="    text: Note that B is worth 3.\n"),
    ),
    "a move in the title": (
        "answer-in-text",
        problem("{ask: best-move}", more="    title: Why the best move is a\n"),
    ),
    "pruned leaves in another question": (
        "answer-in-text",
        problem("{ask: pruned}", "{ask: manual, text: Why are C2 and C3 pruned?}"),
    ),
    "visited leaves in the text": (
        "answer-in-text",
        problem("{ask: visited, as: leaves}", more="    text: Begin with B1, B2, B3, C1.\n"),
    ),
    "a count in the text": (
        "answer-in-text",
        problem("{ask: count, of: leaves-evaluated}", more="    text: Only 4 leaves are looked at.\n"),
    ),
}


@pytest.mark.parametrize(("name", "text"), CASES.values(), ids=CASES)
def test_a_weakness_is_warned_about_by_its_name(name: str, text: str) -> None:
    findings = found(text)
    assert names(findings) == [name]
    assert not findings[0].is_error


@pytest.mark.parametrize(("name", "text"), CASES.values(), ids=CASES)
def test_what_is_allowed_is_not_warned_about(name: str, text: str) -> None:
    allowed = text.replace("  - id: one\n", f"  - id: one\n    allow: {{{name}: On purpose.}}\n")
    assert found(allowed) == ()


FINE = {
    "a number that bounds the utilities": problem(
        "{ask: value, of: [B, C]}", more="    text: Every utility lies between 3 and 12.\n"
    ),
    "a number of another node": problem(
        "{ask: value, of: [C]}", more="    text: Note that B is worth 2 or more.\n"
    ),
    "what a leaf is worth": problem("{ask: value, of: [B1]}", more="    text: B1 is worth 3.\n"),
    "a longer number": problem("{ask: value}", more="    text: A is worth 3/2 or 3.5 or 35.\n"),
    "some of the names": problem("{ask: pruned}", more="    text: Is C2 pruned, or looked at?\n"),
    "names about something else": problem("{ask: pruned}", more="    text: C2 and C3 are leaves.\n"),
    "a word that is also a move": problem("{ask: best-move}", more="    text: Find a best move.\n"),
    "a claim that may be false": problem(
        "{ask: value, of: [B]}", "{ask: true-false, text: B is worth 3., right: true}"
    ),
    "several best moves, any of which is right": problem(
        "{ask: best-move, rule: {best: any}}", tree="max(3, min(3, 4))"
    ),
    "a tie off the line": problem("{ask: best-move}", tree="max(min(3, 3), min(2, 2))"),
    "nothing pruned where nobody asks": problem("{ask: value}", tree="max(1, 2)"),
    "a lone leaf": problem("{ask: value}", tree="4"),
}


@pytest.mark.parametrize("text", FINE.values(), ids=FINE)
def test_what_gives_nothing_away_is_fine(text: str) -> None:
    assert found(text) == ()


def test_a_rule_that_matters_and_is_not_stated_is_shown_with_both_keys() -> None:
    (finding,) = found(problem("{ask: pruned}", tree="max(3, min(3, 4))"), "rule: {order: left-to-right}")
    assert str(finding.mistake) == (
        "set.yaml:7:15: warning: "
        "the key of “1.1 Which leaves are pruned?” depends on `ties`, which nothing states: "
        "[B2] with `cut`, none with `keep`\n"
        "   7 |       - {ask: pruned}\n"
        "     |               ^^^^^^\n"
        "     = hint: state it, such as `rule: {ties: cut}`, or name a preset, "
        "or write `allow: {silent-rule: REASON}`"
    )


SILENCES = {
    "ties": ("{ask: pruned}", "max(3, min(3, 4))"),
    "order": ("{ask: visited, as: order}", "max(3, 4)"),
    "search": ("{ask: count, of: leaves-evaluated}", "max(3, min(2, 4))"),
    "cutoffs": ("{ask: pruned}", "max(3, min(4, max(1, min(2, 5))))"),
    "returns": ("{ask: value, as: returned, of: [B]}", "max(3, min(2, 4))"),
    "chance": ("{ask: pruned}", "max(5, chance(1, min(7, 8)))"),
    "last-child": ("{ask: cutoffs}", "max(3, min(4, 2))"),
    "exit": ("{ask: window, as: exit, of: [B]}", "max(3, min(2, 4))"),
    "depth-unit": ("{ask: value, rule: {depth: 1}}", "max(min~2(3, 4), 1)"),
}


@pytest.mark.parametrize(("field", "question", "tree"), [(k, *v) for k, v in SILENCES.items()], ids=SILENCES)
def test_every_field_can_matter(field: str, question: str, tree: str) -> None:
    findings = found(problem(question, tree=tree), "title: Nothing is stated")
    assert any(f"depends on `{field}`" in finding.mistake.message for finding in findings)


STATED = {
    "a preset states every field": ("rule: mit-6034", problem("{ask: pruned}")),
    "a question about pruning is about alpha-beta": (
        "rule: {ties: cut, order: left-to-right}",
        problem("{ask: pruned}"),
    ),
    "a rule that makes no difference may stay unsaid": ("title: One", problem("{ask: value}")),
    "a rule that earns the same marks": (
        "rule: {order: left-to-right}",
        problem(
            "{ask: count, of: leaves-evaluated, rule: {search: alpha-beta}}",
            tree="max(3, min(3, 4))",
            more="    accept: [{rule: {ties: keep}}]\n",
        ),
    ),
}


@pytest.mark.parametrize(("head", "text"), STATED.values(), ids=STATED)
def test_silence_that_does_not_matter_is_fine(head: str, text: str) -> None:
    assert found(text, head) == ()


def test_a_rule_by_which_the_tree_cannot_be_searched_is_no_other_reading() -> None:
    tree = "max(min~2(max(3, 5), 4), 1)"
    assert found(problem("{ask: value, rule: {depth: 1}}", tree=tree), "title: Nothing is stated") == ()


def test_a_field_is_warned_about_once_in_a_problem() -> None:
    questions = ("{ask: pruned}", "{ask: cutoffs}")
    findings = found(problem(*questions, tree="max(3, min(3, 4))"), "rule: {order: left-to-right}")
    assert [(finding.name, finding.question) for finding in findings] == [("silent-rule", "pruned")]


def test_a_node_that_another_rule_never_visits_has_no_answer_there() -> None:
    (finding,) = found(
        problem("{ask: window, of: C}", tree="max(B = min(C = max(2, 3), 1), 5)"), "title: One"
    )
    assert "[-inf, inf] with `left-to-right`, no answer with `right-to-left`" in finding.mistake.message


TWINS = """\
  - id: one
    tree: {first}
    questions: [{{ask: pruned}}, {{ask: value}}]
  - id: two
    tree: {second}
    questions: [{{ask: value, id: root}}, {asked}]
"""
NEAR = {
    "other names": "max(X = min(3, 12, 8), Y = min(2, 4, 6), Z = min(14, 5, 2))",
    "one other number": "max(min(3, 12, 8), min(2, 4, 7), min(14, 5, 2))",
    "every number ten times as large": "max(min(30, 120, 80), min(20, 40, 60), min(140, 50, 20))",
}
FAR = {
    "other numbers": "max(min(9, 1, 8), min(9, 4, 6), min(1, 5, 7))",
    "another shape": "max(min(3, 12, 8), min(2, 4, 6), min(14, 5))",
    "other kinds": "min(max(3, 12, 8), max(2, 4, 6), max(14, 5, 2))",
}
FIRST = "max(min(3, 12, 8), min(2, 4, 6), min(14, 5, 2))"


@pytest.mark.parametrize("second", NEAR.values(), ids=NEAR)
def test_a_problem_that_is_much_the_same_as_another_is_warned_about(second: str) -> None:
    (finding,) = found(TWINS.format(first=FIRST, second=second, asked="{ask: pruned}"))
    assert (finding.name, finding.problem) == ("near-duplicate", "two")
    assert "“two” is much the same as “one”" in finding.mistake.message
    assert finding.mistake.related is not None


@pytest.mark.parametrize("second", FAR.values(), ids=FAR)
def test_a_problem_about_another_tree_is_no_duplicate(second: str) -> None:
    assert "near-duplicate" not in names(
        found(TWINS.format(first=FIRST, second=second, asked="{ask: pruned}"))
    )


def test_a_problem_that_asks_something_else_is_no_duplicate() -> None:
    assert found(TWINS.format(first=FIRST, second=FIRST, asked="{ask: line}")) == ()


def test_a_question_allows_only_for_itself() -> None:
    first = "{ask: pruned, allow: {nothing-pruned: A trap.}}"
    findings = found(problem(first, "{ask: cutoffs}", tree="max(1, 2)"))
    assert [(finding.name, finding.question) for finding in findings] == [("nothing-pruned", "cutoffs")]


def test_what_is_allowed_and_does_not_happen_is_reported_where_it_stands() -> None:
    (finding,) = found(problem("{ask: pruned, allow: {nothing-pruned: A trap.}}"))
    assert str(finding.mistake) == (
        "set.yaml:7:31: warning: there is nothing here that `nothing-pruned` would warn about\n"
        "   7 |       - {ask: pruned, allow: {nothing-pruned: A trap.}}\n"
        "     |                               ^^^^^^^^^^^^^^\n"
        "     = hint: take it out"
    )


def test_a_warning_that_nobody_knows_is_an_error() -> None:
    (finding,) = found(problem("{ask: value}", more="    allow: {nothing-prund: A trap.}\n"))
    assert (finding.name, finding.is_error) == ("allow-unknown", True)
    assert finding.mistake.hint == "did you mean `nothing-pruned`?"


def test_a_warning_that_is_like_no_other_is_told_all_names() -> None:
    (finding,) = found(problem("{ask: value}", more="    allow: {everything: Please.}\n"))
    assert all(f"`{name}`" in str(finding.mistake.hint) for name in WARNINGS)


def test_an_error_cannot_be_allowed(tmp_path: Path) -> None:
    allowed = problem("{ask: value}", more="    allow: {sample-unsaid: No.}\n")
    (tmp_path / "set.yaml").write_text(f"set: week-1\nproblems:\n{allowed}", encoding="utf-8")
    (tmp_path / "samples").mkdir()
    (tmp_path / "samples/one.yaml").write_text("answers: {one: {value: 3}}\n", encoding="utf-8")
    findings = check_problems(load_problems(tmp_path / "set.yaml"))
    assert sorted(names(findings)) == ["allow-unknown", "sample-unsaid"]


def test_a_question_that_was_taken_out_is_not_looked_at() -> None:
    assert found(problem("{ask: pruned, void: full, because: A misprint.}", tree="max(1, 2)")) == ()
