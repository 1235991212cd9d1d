"""A set's file → ProblemSet: fields, inheritance, trees from everywhere, variants and solutions."""

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from grader.problems import Asked, Void, load_problems
from grader.problems.fields.problem_fields import MAX_QUESTIONS
from grader.problems.fields.tree_fields import MAX_TREES
from grader.rule import Rule
from grader.text.source import Source
from grader.tree.language import parse_tree
from tests.problem_texts import load, one_problem, refusal_of

EXAMPLE = """\
set: search-1
title: Adversarial search, sheet 1
rule: aima
problems:
  - id: textbook
    tree: |
      A = max(a1 -> B = min(3, 12, 8), a2 -> C = min(2, 4, 6), a3 -> D = min(14, 5, 2))
    questions:
      - {ask: value, of: [B, C, D, A], points: 4}
      - {ask: best-move, points: 1}
      - {ask: pruned, as: leaves, points: 3}
"""
TREE = "max(min(3, 12), min(2, 4))"


def one_question(question: str, *lines: str, top: str = "") -> Asked:
    """The one question of a problem that has these lines."""
    return one_problem(f"tree: {TREE}", *lines, top=top, question=question).questions[0]


def test_the_example_is_read_as_it_is_written() -> None:
    problems = load(EXAMPLE)
    assert (problems.id, problems.title) == ("search-1", "Adversarial search, sheet 1")
    assert problems.rule == Rule.preset("aima")
    problem = problems.problem("textbook")
    assert problem.trees[0].tree["D"].label == "a3"
    assert [asked.question.id for asked in problem.questions] == ["value", "best-move", "pruned"]
    assert [asked.question.points for asked in problem.questions] == [4, 1, 3]


def test_what_a_set_does_not_say_has_its_default() -> None:
    problems = load(f"set: week-1\nproblems:\n  - {{id: one, tree: '{TREE}', questions: [{{ask: value}}]}}\n")
    assert (problems.title, problems.language, problems.diagnosis.tell) == ("week-1", "en", "students")
    assert problems.due is None
    problem = problems.on_sheet[0]
    assert (problem.title, problem.text, problem.figure) == ("one", "", None)
    asked = problem.questions[0]
    assert (asked.accept, asked.void, asked.allow) == ((), None, {})
    question = asked.question
    assert (question.points, question.credit, question.carry, question.rounding) == (1, "each", True, 2)


def test_a_set_in_json_is_read_like_one_in_yaml() -> None:
    question = {"ask": "value", "points": "1/2"}
    tree = 'max("not a word" -> 3,\n4)'
    document = {"set": "week-1", "problems": [{"id": "one", "tree": tree, "questions": [question]}]}
    problem = load(json.dumps(document)).problems[0]
    assert [one.tree for one in problem.trees] == [parse_tree(tree)]
    assert problem.questions[0].question.points == Fraction(1, 2)


def test_a_folder_stands_for_the_set_in_it(tmp_path: Path) -> None:
    (tmp_path / "set.yaml").write_text(EXAMPLE)
    assert load_problems(tmp_path) == load_problems(str(tmp_path / "set.yaml"))


def test_a_folder_without_a_set_is_refused(tmp_path: Path) -> None:
    assert "this is a folder" in refusal_of(lambda: load_problems(tmp_path))


@pytest.mark.parametrize("path", ["", "x" * 5000, "missing.yaml"], ids=["empty", "long", "missing"])
def test_error_set_that_is_not_there(path: str) -> None:
    assert "error:" in refusal_of(lambda: load_problems(path))


def test_a_problem_that_is_not_there_is_named() -> None:
    with pytest.raises(KeyError, match="no problem is called `other`"):
        load(EXAMPLE).problem("other")


def test_ids_are_what_was_typed_whatever_yaml_takes_them_for() -> None:
    problem = one_problem(f"tree: {TREE}", question="{ask: value, id: 1.10}\n      - {ask: value, id: no}")
    assert [asked.question.id for asked in problem.questions] == ["1.10", "no"]


INHERITED = {
    "points": ("points: 1/2", "points: 3", lambda asked: asked.question.points, Fraction(1, 2), 3),
    "credit": ("credit: all", "credit: each", lambda asked: asked.question.credit, "all", "each"),
    "carry": ("carry: no", "carry: yes", lambda asked: asked.question.carry, False, True),
    "round": ("round: 0", "round: 5", lambda asked: asked.question.rounding, 0, 5),
    "reveal": ("reveal: never", "reveal: now", lambda asked: asked.reveal.key.word, "never", "now"),
    "rule": ("rule: cs188", "rule: {ties: cut}", lambda asked: asked.question.rule.ties, "keep", "cut"),
}


@pytest.mark.parametrize(("above", "below", "seen", "inherited", "own"), INHERITED.values(), ids=INHERITED)
def test_a_question_has_from_above_what_it_does_not_say(
    above: str, below: str, seen: Callable[[Asked], object], inherited: object, own: object
) -> None:
    assert seen(one_question("{ask: value}", top=f"{above}\n")) == inherited
    assert seen(one_question("{ask: value}", above)) == inherited
    assert seen(one_question("{ask: value}", below, top=f"{above}\n")) == own
    assert seen(one_question(f"{{ask: value, {below}}}", above)) == own


def test_a_way_to_give_credit_that_makes_no_sense_for_a_question_is_not_inherited() -> None:
    problem = one_problem(f"tree: {TREE}", "credit: prefix", question="{ask: value}\n      - {ask: line}")
    assert [asked.question.credit for asked in problem.questions] == ["each", "prefix"]


def test_credit_can_be_a_table_of_what_is_left_after_so_many_wrong_items() -> None:
    credit = one_question("{ask: pruned, credit: {0: 1, 1: 1/2, 3: 1/4}}").question.credit
    assert credit == {0: 1, 1: Fraction(1, 2), 3: Fraction(1, 4)}


SINGLE = {
    "best move": "{ask: best-move}",
    "count": "{ask: count, of: leaves-evaluated}",
    "true or false": "{ask: true-false, text: It is so., right: true}",
    "one right option": "{ask: choice, text: Which?, options: [{text: this, right: yes}, {text: that}]}",
    "the root": "{ask: value}",
    "one node": "{ask: value, of: [B]}",
}


@pytest.mark.parametrize("question", SINGLE.values(), ids=SINGLE)
def test_a_table_is_not_inherited_where_there_is_one_thing_to_answer(question: str) -> None:
    assert one_question(question, "credit: {1: 1/2}").question.credit == "each"


@pytest.mark.parametrize(
    "question",
    [
        "{ask: value, of: [A, B]}",
        "{ask: choice, text: Which?, options: [{text: this, right: yes}, {text: that, right: yes}]}",
    ],
    ids=["several nodes", "several options"],
)
def test_a_table_is_inherited_where_there_are_several_things_to_answer(question: str) -> None:
    assert one_question(question, "credit: {1: 1/2}").question.credit == {1: Fraction(1, 2)}


RULES = {
    "only what is named changes": (
        "{order: right-to-left}", Rule.preset("cs188").changed(order="right-to-left")
    ),
    "a preset starts afresh": ("nyu", Rule.preset("nyu")),
    "a preset among fields too": ("{preset: nyu, ties: keep}", Rule.preset("nyu").changed(ties="keep")),
    "a field is unset": ("{ties: default}", Rule.preset("cs188").changed(ties="cut")),
    "numbers": ("{utilities: [0, 40/2]}", Rule.preset("cs188").changed(utilities=(0, 20))),
    "weights": ("{evaluation: {m: 1/2}}", Rule.preset("cs188").changed(evaluation={"m": "1/2"})),
}  # fmt: skip


@pytest.mark.parametrize(("given", "expected"), RULES.values(), ids=RULES)
def test_a_rule_lower_down_changes_the_one_above(given: str, expected: Rule) -> None:
    assert one_question(f"{{ask: value, rule: {given}}}", top="rule: cs188\n").question.rule == expected


def test_a_tree_may_bring_a_rule_which_a_question_may_change() -> None:
    problem = one_problem(
        f"tree: {{tree: '{TREE}', rule: {{ties: keep, best: last}}}}",
        question="{ask: value}\n      - {ask: value, id: other, rule: {ties: cut}}",
    )
    rules = [asked.question.rule for asked in problem.questions]
    assert problem.rule == Rule(ties="keep", best="last")
    assert rules == [problem.rule, Rule(best="last")]


def test_a_rule_knows_what_the_set_states() -> None:
    assert one_question("{ask: value, rule: {ties: cut}}").question.rule.stated == {"ties"}


def test_a_question_can_be_taken_out() -> None:
    asked = one_question("{ask: value, void: excluded, because: the tree was wrong}")
    assert asked.void == Void("excluded", "the tree was wrong")


def test_further_rules_and_answers_are_accepted() -> None:
    asked = one_question(
        "{ask: value, accept: [{rule: {ties: keep}}, {answer: {A: 4}, credit: 1/2, because: a slip}]}",
        top="rule: nyu\n",
    )
    rule, answer = asked.accept
    assert (rule.rule, rule.credit, rule.answer) == (
        Rule.preset("nyu").changed(ties="keep"),
        Fraction(1),
        None,
    )
    assert (answer.rule, answer.credit, answer.answer) == (None, Fraction(1, 2), "{A: 4}")
    assert answer.because == "a slip"


def test_an_accepted_answer_over_lines_is_what_a_student_would_type() -> None:
    lines = "\n          - answer:\n              B: 3\n              C: 2"
    asked = one_question(f"ask: value\n        of: [B, C]\n        accept:{lines}")
    assert asked.accept[0].answer == "B: 3\nC: 2"


def test_a_rule_that_a_problem_accepts_changes_the_rule_of_each_question() -> None:
    problem = one_problem(
        f"tree: {TREE}",
        "accept: [{rule: {ties: keep}}]",
        question="{ask: value, rule: {order: right-to-left}}",
    )
    assert problem.accept[0].rule == Rule(ties="keep")
    under = problem.accept[0].under(problem.questions[0].question.rule)
    assert under == Rule(ties="keep", order="right-to-left")


def test_warnings_are_allowed_with_a_reason() -> None:
    allow = "allow: {nothing-pruned: that is the point}"
    problem = one_problem(f"tree: {TREE}", allow, question=f"{{ask: pruned, {allow}}}")
    assert problem.allow == problem.questions[0].allow == {"nothing-pruned": "that is the point"}


def test_a_question_knows_its_place() -> None:
    problems = load(EXAMPLE)
    problem = problems.on_sheet[0]
    assert problems.source.place(problem.place.start) == (5, 9)
    assert [problems.source.place(asked.place.start) for asked in problem.questions] == [
        (9, 15), (10, 15), (11, 15),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"questions: [{'{ask: value},' * (MAX_QUESTIONS + 1)}]", "this list has 201 entries"),
        (f"trees: [{'3,' * (MAX_TREES + 1)}]", "this list has 501 entries"),
    ],
    ids=["questions", "trees"],
)
def test_error_too_many_of_something(text: str, message: str) -> None:
    code = "code: {file: search.py, function: search}\n    questions: [{ask: value}]"
    other = "tree: 3" if "questions" in text else code
    refusal = refusal_of(lambda: load(f"set: week-1\nproblems:\n  - id: one\n    {text}\n    {other}\n"))
    assert message in refusal


def test_a_set_that_is_wrong_everywhere_gets_a_list_of_some_length() -> None:
    questions = "".join(f"      - {{ask: value, id: a-{number}, points: -1}}\n" for number in range(150))
    message = refusal_of(
        lambda: load(f"set: week-1\nproblems:\n  - id: one\n    tree: 3\n    questions:\n{questions}")
    )
    assert message.count("error:") == 100


def test_a_command_names_the_file_that_is_handed_in() -> None:
    code = "code: {command: [node, search.js]}, trees: [[3, 4]], questions: [{ask: value}]"
    (problem,) = load_problems(Source(f"set: week-1\nproblems:\n  - {{id: one, {code}}}")).by_program
    assert problem.code.file == "search.js"
