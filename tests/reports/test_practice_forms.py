"""Every form of answer that a set may ask for is practised on fresh trees; what is not is told."""

from __future__ import annotations

import pytest

from grader.problems import ProblemSet, load_problems
from grader.questions.question import Marking
from grader.questions.reading.corrections import Correction
from grader.reports.practice.fresh_trees import families_of, fresh_trees, unasked
from grader.reports.practice.posed_questions import PractisedQuestion, asked_questions
from grader.reports.practice.practice_task import PracticeTask
from grader.reports.practice.practice_tree import PracticeTree, practice_tree
from grader.rule import Rule
from grader.solving import solve
from grader.text.sentences import sentences
from grader.text.source import Source
from grader.tree.language import parse_tree

SAY = sentences()
SOLUTION = solve(parse_tree("max(min(3, 12, 8), min(2, 4, 6), min(14, 5, 2))"))
DEEP = solve(parse_tree("max(min(max(5, 6), max(7, 4)), min(max(3, 8), max(9, 1)))"))
TREE = "A = max(B = min(3, 12, 8), C = min(?x, 4, 6), D = min(14, 5, 2))"
QUESTIONS = {
    "pruned": "{ask: for-which, unknown: x, holds: {pruned: C2}}",
    "visited": "{ask: for-which, unknown: x, holds: {visited: C2}, over: integers}",
    "best": "{ask: for-which, unknown: x, holds: {best-move: C}}",
    "best-child": "{ask: for-which, unknown: x, holds: {best-child: 2}}",
    "value": "{ask: for-which, unknown: x, holds: {value: {A: '> 3', C: '< 4'}}}",
    "smallest": "{ask: for-which, unknown: x, holds: {value: {C: '> 2'}}, over: integers, extreme: smallest}",
    "cutoffs": "{ask: for-which, unknown: x, holds: {cutoffs: 1}}",
    "nothing-pruned": "{ask: for-which, unknown: x, holds: {nothing-pruned: true}}",
    "given": "{ask: value, given: {x: 1}, of: [C, A]}",
}
OTHER_QUESTIONS = {
    "orders": "{ask: reorder, of: all}",
    "a mistake in a search": "{ask: first-error, by: bookkeeping-without-cutting}",
    "a mistake in values": "{ask: first-error, by: players-inverted}",
    "what remains": "{ask: pruned, as: tree}",
    "bounds in between": "{ask: bounds, of: [A, B], after: C1}",
    "depths": "{ask: value, depths: [1, 2]}",
    "moves at depths": "{ask: best-move, depths: [1, 2]}",
    "counts at depths": "{ask: count, of: leaves-evaluated, depths: [1, 2]}",
    "values below": "{ask: value, of: [B, C], depths: [1, 2]}",
    "another order": "{ask: visited, as: order, rule: {order: right-to-left}}",
    "a depth": "{ask: pruned, as: nodes, rule: {depth: 1}}",
    "histories": "{ask: window, of: [A, B], as: history}",
    "windows at cuts": "{ask: cutoffs, as: windows}",
}
TEXTS = """\
    - {ask: choice, text: Why?, options: [{text: So, right: true}, {text: Not so}]}
    - {ask: true-false, text: It is so., right: true}
    - {ask: manual, text: Say why.}
    - {ask: construct, holds: {best-child: 1}, shape: {leaves: 4..8, depth: 2..4}}
"""


def set_with(question: str, tree: str = TREE, more: str = "") -> ProblemSet:
    text = f"set: s\nproblems:\n  - id: p\n    tree: {tree}\n    questions:\n    - {question}\n{more}"
    return load_problems(Source(text, "set.yaml"))


def solved_tree(problems: ProblemSet) -> PracticeTree:
    (chosen,) = fresh_trees(families_of(problems, {}), 1, "forms")
    return practice_tree(chosen.solution, chosen.asked, SAY)


def asked_about(question: str, tree: str) -> PracticeTree:
    problems = set_with(question, tree)
    asked = [each.question for each in problems.problems[0].questions]
    return practice_tree(SOLUTION if "first-error" in question else DEEP, asked, SAY)


def earns_everything(asked: PractisedQuestion, tasks: list[PracticeTask], tree: PracticeTree) -> bool:
    """Whether the answers that the page takes for right are so to the grader."""
    question, solution = asked.posed
    marking = Marking(solution, SAY)

    def name(index: str) -> str:
        return tree.solution.tree.names[int(index)]

    def number(text: str) -> str:
        return text.replace("−", "-").replace("∞", "inf")

    def given(text: str) -> bool:
        return question.mark(question.read(number(text), solution), marking).share == 1

    first = tasks[0]
    match first.widget:
        case "range":
            return given(" or ".join(part.replace(";", ", ") for part in first.accepted[0].split()))
        case "line":
            step, rest = int(first.accepted[0]) + 1, tasks[1:]
            nodes = [name(task.accepted[0]) for task in rest if task.widget == "node"]
            numbers = [text for task in rest if task.widget != "node" for text in task.accepted[0].split(";")]
            correction = Correction(
                step,
                nodes[0] if nodes else "",
                tuple(
                    int(text.replace("−", "-")) if "∞" not in text else float(number(text))
                    for text in numbers
                ),
            )
            return question.agrees(correction, solution)
        case "order" if first.case == "reorder":
            best = {task.parts["node"]: task.accepted for task in tasks}
            return all(
                question.is_right(node, tuple(map(name, order.split())), solution)
                for node, orders in best.items()
                for order in orders
            )
        case "nodes" if first.case == "remaining":
            return {name(index) for index in first.accepted[0].split()} == {
                leaf.name for leaf in solution.tree.leaves if leaf.name not in solution.pruned
            }
    if question.at_depths(solution):
        by_depth: dict[str, list[str]] = {}
        for task in tasks:
            label, _, node = task.label.removeprefix("Depth ").partition(":")
            text = number(task.accepted[0]) if task.widget == "number" else name(task.accepted[0])
            by_depth.setdefault(label, []).append(f"{node.strip(' =')} = {text}" if node.strip() else text)
        return given(
            "{"
            + ", ".join(
                f"{depth}: {{{', '.join(each)}}}" if "=" in each[0] else f"{depth}: {each[0]}"
                for depth, each in by_depth.items()
            )
            + "}"
        )
    return True


@pytest.mark.parametrize("question", QUESTIONS.values(), ids=QUESTIONS)
def test_unknown_leaves_are_practised_on_fresh_trees(question: str) -> None:
    tree = solved_tree(set_with(question))
    for place, asked in enumerate(tree.questions):
        tasks = [task for task in tree.solve if task.question == place]
        assert tasks
        assert earns_everything(asked, tasks, tree)
    assert tree.questions[0].posed.question.ask == question.split(",", maxsplit=1)[0].removeprefix("{ask: ")
    assert bool(tree.questions[0].shown) == ("for-which" in question)


@pytest.mark.parametrize("question", OTHER_QUESTIONS.values(), ids=OTHER_QUESTIONS)
def test_every_other_form_is_practised_on_any_tree(question: str) -> None:
    tree = asked_about(
        question,
        "A = max(B = min(3, 12, 8), C = min~4(2, 4, 6), D = min(14, 5, 2))".replace("min(", "min~4("),
    )
    (asked,) = tree.questions
    assert tree.solve
    assert earns_everything(asked, list(tree.solve), tree)
    for task in tree.solve:
        for level in (1, 2, 3):
            words = task.case.split("-")
            cases = ("-".join(words[:number]) for number in range(1, len(words) + 1))
            assert any(f"practice.{case}-{level}" in SAY.catalogue for case in cases), task.case


def test_what_another_rule_says_stands_beside_its_question() -> None:
    (asked,) = asked_about(OTHER_QUESTIONS["another order"], TREE.replace("?x", "2")).questions
    assert any("right to left" in note for note in asked.notes)


def test_a_rule_that_makes_no_difference_asks_nothing_twice() -> None:
    problems = set_with(
        "{ask: best-move}", TREE.replace("?x", "2"), "    - {ask: best-move, id: again, rule: {ties: keep}}\n"
    )
    asked = [each.question for each in problems.problems[0].questions]
    assert len(asked_questions(asked, SOLUTION, SAY)) == 1


def test_static_evaluations_stand_at_the_nodes_and_in_words() -> None:
    (asked,) = asked_about(
        OTHER_QUESTIONS["depths"], TREE.replace("?x", "2").replace("min(", "min~4(")
    ).questions
    assert all(text.startswith("~") for text in asked.shown.values())
    assert len(asked.shown) == 6
    assert "B " in asked.notes[-1]


def test_a_run_with_a_mistake_follows_another_idea_than_that_of_the_set() -> None:
    (asked,) = asked_about(OTHER_QUESTIONS["a mistake in values"], TREE.replace("?x", "2")).questions
    assert getattr(asked.posed.question, "by") != "players-inverted"  # noqa: B009 - no question has it but these


def test_what_is_about_texts_of_the_set_is_left_out_and_told() -> None:
    problems = set_with("{ask: value}", TREE.replace("?x", "2"), TEXTS)
    assert unasked(problems) == ("p.choice", "p.true-false", "p.manual", "p.construct")
    tree = solved_tree(problems)
    assert [asked.posed.question.ask for asked in tree.questions] == ["value"]


def test_a_problem_of_texts_alone_is_practised_by_what_is_usual() -> None:
    problems = set_with("{ask: true-false, text: It is so., right: true}", TREE.replace("?x", "2"))
    asked = [each.posed.question.ask for each in solved_tree(problems).questions]
    assert asked == ["value", "best-move", "pruned"]


def test_fewer_trees_than_problems_ask_the_questions_of_all() -> None:
    more = "  - id: q\n    tree: max(min(4, 1), min(2, 9))\n    questions: [{ask: irrelevant}]\n"
    problems = set_with("{ask: best-move}", TREE.replace("?x", "2"), more)
    asked = [each.posed.question.ask for each in solved_tree(problems).questions]
    assert asked == ["best-move", "irrelevant"]


def test_a_rule_with_weights_of_features_goes_without_them() -> None:
    problems = set_with(
        "{ask: value, rule: {evaluation: {m: 2}}}", "max(min({m=1}, {m=2}), min({m=3}, {m=0}))"
    )
    tree = solved_tree(problems)
    assert tree.solution.rule.evaluation == Rule().evaluation
    assert all(asked.notes == () for asked in tree.questions)
