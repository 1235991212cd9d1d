"""A set's file → ProblemSet: fields, inheritance, trees from everywhere, variants and solutions."""

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from grader.games import unfold
from grader.language import parse_tree
from grader.problems import Asked, Problem, ProblemSet, Void, load_problems
from grader.problems.describing import MAX_QUESTIONS
from grader.problems.problem_fields import MAX_VARIANTS
from grader.rule import Rule
from grader.source import InputError, Source

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


def load(text: str) -> ProblemSet:
    return load_problems(Source(text, "set.yaml"))


def one_problem(*lines: str, top: str = "", question: str = "{ask: value}") -> Problem:
    """A set of one problem that has these lines, and one question."""
    body = "".join(f"    {line}\n" for line in lines)
    text = f"set: week-1\n{top}problems:\n  - id: one\n{body}    questions:\n      - {question}\n"
    return load(text).problems[0]


def one_question(question: str, *lines: str, top: str = "") -> Asked:
    """The one question of a problem that has these lines."""
    return one_problem(f"tree: {TREE}", *lines, top=top, question=question).questions[0]


def refusal_of(act: Callable[[], object]) -> str:
    with pytest.raises(InputError) as caught:
        act()
    return str(caught.value)


def test_the_example_is_read_as_it_is_written() -> None:
    problems = load(EXAMPLE)
    assert (problems.id, problems.title) == ("search-1", "Adversarial search, sheet 1")
    assert problems.rule == Rule.preset("aima")
    problem = problems.problem("textbook")
    assert problem.trees[0]["D"].label == "a3"
    assert [asked.question.id for asked in problem.questions] == ["value", "best-move", "pruned"]
    assert [asked.question.points for asked in problem.questions] == [4, 1, 3]


def test_what_a_set_does_not_say_has_its_default() -> None:
    problems = load(f"set: week-1\nproblems:\n  - {{id: one, tree: '{TREE}', questions: [{{ask: value}}]}}\n")
    assert (problems.title, problems.language, problems.diagnosis) == ("week-1", "en", "students")
    assert problems.due is None
    problem = problems.problems[0]
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
    assert problem.trees == (parse_tree(tree),)
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


TREES = {
    "a text": "tree: max(3, 4)",
    "a text over lines": "tree: |\n      # the root\n      max(3,\n        4)",
    "a text in quotes": 'tree: "max(3, 4)"',
    "a pasted list": "tree: [3, 4]",
    "a pasted list over lines": "tree: [\n      3,\n      4, # four\n      ]",
    "a field of its own": "tree: {tree: 'max(3, 4)'}",
}


@pytest.mark.parametrize("line", TREES.values(), ids=TREES)
def test_a_tree_is_written_in_the_set(line: str) -> None:
    assert one_problem(line).trees == (parse_tree("max(3, 4)"),)


def test_a_tree_is_unfolded_from_a_game() -> None:
    problem = one_problem('tree: {game: tic-tac-toe, position: "XO. .X. O..", to-move: X, depth: 9}')
    assert problem.trees == (unfold("tic-tac-toe", "XO. .X. O..", to_move="X", depth=9),)


def test_a_very_deep_tree_is_a_tree() -> None:
    deep = "max(" * 100_000 + "3" + ")" * 100_000
    assert one_problem(f"tree: {deep}").solution().value == 3


def in_folder(folder: Path, line: str) -> ProblemSet:
    question = "    questions:\n      - {ask: value}\n"
    (folder / "set.yaml").write_text(f"set: week-1\nproblems:\n  - id: one\n    {line}\n{question}")
    return load_problems(folder / "set.yaml")


def test_a_tree_is_taken_from_a_file_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "trees").mkdir()
    (tmp_path / "trees" / "one.tree").write_text("# a comment\nmax(3, 4)\n")
    problems = in_folder(tmp_path, "tree: {file: trees/one.tree}")
    assert problems.problems[0].trees == (parse_tree("max(3, 4)"),)


def test_error_in_a_file_stands_under_its_own_name(tmp_path: Path) -> None:
    (tmp_path / "one.tree").write_text("\nmax(3; 4)\n")
    message = refusal_of(lambda: in_folder(tmp_path, "tree: {file: one.tree}"))
    assert message.startswith(f"{tmp_path / 'one.tree'}:2:6: error: `;` does not separate children\n")


def test_error_link_that_leads_out_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "secret.tree").write_text("max(3, 4)")
    folder = tmp_path / "set"
    folder.mkdir()
    (folder / "one.tree").symlink_to(tmp_path / "secret.tree")
    message = refusal_of(lambda: in_folder(folder, "tree: {file: one.tree}"))
    assert "`one.tree` is not inside the set's folder" in message


@pytest.mark.parametrize("name", ["loop.tree", "folder", "x" * 5000, "''"], ids=lambda name: name[:20])
def test_error_name_of_no_file(name: str, tmp_path: Path) -> None:
    (tmp_path / "loop.tree").symlink_to("loop.tree")
    (tmp_path / "folder").mkdir()
    assert "there is no file" in refusal_of(lambda: in_folder(tmp_path, f"tree: {{file: {name}}}"))


def test_a_link_inside_the_folder_is_followed(tmp_path: Path) -> None:
    (tmp_path / "other.tree").write_text("max(3, 4)")
    (tmp_path / "one.tree").symlink_to("other.tree")
    assert in_folder(tmp_path, "tree: {file: one.tree}").problems[0].trees[0].root.kind == "max"


def test_a_figure_is_a_file_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "one.SVG").write_text("<svg/>")
    problems = in_folder(tmp_path, "figure: one.SVG\n    tree: max(3, 4)")
    assert problems.problems[0].figure == tmp_path / "one.SVG"


def test_error_figure_that_is_too_large(tmp_path: Path) -> None:
    with (tmp_path / "one.png").open("wb") as file:
        file.truncate(5_000_000)
    message = refusal_of(lambda: in_folder(tmp_path, "figure: one.png\n    tree: max(3, 4)"))
    assert "the picture is larger than 4,194,304 bytes" in message


def test_the_hash_changes_with_every_file_of_the_set(tmp_path: Path) -> None:
    line = "figure: one.svg\n    tree: {file: one.tree}"
    hashes = set()
    for tree, figure in [("max(3, 4)", "<svg/>"), ("max(3, 5)", "<svg/>"), ("max(3, 5)", "<svg></svg>")]:
        (tmp_path / "one.tree").write_text(tree)
        (tmp_path / "one.svg").write_text(figure)
        hashes.add(in_folder(tmp_path, line).hash)
    hashes.add(in_folder(tmp_path, f"title: One\n    {line}").hash)
    assert len(hashes) == 4
    (tmp_path / "notes.txt").write_text("not of the set")
    assert in_folder(tmp_path, f"title: One\n    {line}").hash in hashes


VARIANTS = "variants: ['max(3, 4)', 'max(5, 6)', 'max(7, 8)']"


def test_every_variant_goes_to_about_as_many_students() -> None:
    problem = one_problem(VARIANTS)
    drawn = [problem.variant(f"student-{number}") for number in range(300)]
    assert all(70 < drawn.count(variant) < 130 for variant in range(3))


def test_a_student_always_gets_the_same_variant() -> None:
    names = ["ada", " Ada ", "ADA"]
    assert len({one_problem(VARIANTS).variant(name) for name in names for _ in range(3)}) == 1


@pytest.mark.parametrize("change", ["set: week-2", "set: week-1\nseed: secret"])
def test_another_set_or_seed_draws_other_variants(change: str) -> None:
    students = [f"student-{number}" for number in range(50)]
    text = f"set: week-1\nproblems:\n  - id: one\n    {VARIANTS}\n    questions:\n      - {{ask: value}}\n"
    drawn = [
        [load(changed).problems[0].variant(student) for student in students]
        for changed in (text, text.replace("set: week-1", change))
    ]
    assert drawn[0] != drawn[1]


def test_without_a_student_the_first_variant_is_meant() -> None:
    assert one_problem(VARIANTS).variant(None) == 0


def test_a_tree_is_solved_once_for_each_rule() -> None:
    problem = one_problem(VARIANTS)
    assert problem.solution(1) is problem.solution(1, Rule())
    assert [problem.solution(variant).value for variant in range(3)] == [4, 6, 8]
    assert problem.solution(0, Rule(ties="keep")) is not problem.solution(0)


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
    problem = problems.problems[0]
    assert problems.source.place(problem.place.start) == (5, 9)
    assert [problems.source.place(asked.place.start) for asked in problem.questions] == [
        (9, 15), (10, 15), (11, 15),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"questions: [{'{ask: value},' * (MAX_QUESTIONS + 1)}]", "this list has 201 entries"),
        (f"variants: [{'3,' * (MAX_VARIANTS + 1)}]", "this list has 501 entries"),
    ],
    ids=["questions", "variants"],
)
def test_error_too_many_of_something(text: str, message: str) -> None:
    other = "tree: 3" if "questions" in text else "questions: [{ask: value}]"
    refusal = refusal_of(lambda: load(f"set: week-1\nproblems:\n  - id: one\n    {text}\n    {other}\n"))
    assert message in refusal


def test_error_trees_that_are_too_large_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grader.problems.reading.MAX_NODES", 5)
    message = refusal_of(lambda: one_problem("variants:", "  - max(3, 4)", "  - max(5, 6)"))
    assert message.startswith("set.yaml:6:9: error: the trees up to here have more than 5 nodes together\n")


def test_a_set_that_is_wrong_everywhere_gets_a_list_of_some_length() -> None:
    questions = "".join(f"      - {{ask: value, id: a-{number}, points: -1}}\n" for number in range(150))
    message = refusal_of(
        lambda: load(f"set: week-1\nproblems:\n  - id: one\n    tree: 3\n    questions:\n{questions}")
    )
    assert message.count("error:") == 100


def test_a_command_names_the_file_that_is_handed_in() -> None:
    code = "code: {command: [node, search.js]}, trees: [[3, 4]], questions: [{ask: value}]"
    (problem,) = load_problems(Source(f"set: week-1\nproblems:\n  - {{id: one, {code}}}")).programs
    assert problem.code.file == "search.js"
