"""Which misconceptions a set can detect: what its questions expose, and what could be exposed at all."""

from __future__ import annotations

import pytest
from hypothesis import given

from grader.checking import Checked, Coverage, check_page, check_problems, cover
from grader.checking.asked_questions import every_question
from grader.checking.coverage_words import coverage_lines, matrix_rows, matrix_text, title_of
from grader.diagnosis.exposure import EVERY_IDEA, shows
from grader.problems import ProblemSet, load_problems
from grader.problems.question_name import QuestionName
from grader.rule import Rule
from grader.solving import solve
from grader.text.source import Source
from grader.tree import Kind, Tree
from grader.tree.language import parse_tree
from tests.bundled import SETS, bundled
from tests.growth import is_within
from tests.strategies import trees

TEXTBOOK = "A = max(a -> B = min(3, 12, 8), b -> C = min(2, 4, 6), c -> D = min(14, 5, 2))"
ALL = "[{ask: value, of: [B, C, D]}, {ask: best-move}, {ask: pruned}]"
SILENT = """\
set: s
title: Silent about its rule
problems:
  - id: tree
    tree: max(min(3, 12, 8), min(2, 4, 6))
    questions:
      - {ask: pruned}
"""
ABOUT_CHANCE = {
    "unweighted-average", "weighted-sum-divided-by-n", "chance-as-worst-case", "most-likely-outcome-only",
    "min-of-weighted-outcomes", "rounded-expectation", "window-passed-through-chance",
    "prune-chance-on-partial-sum", "prune-chance-on-one-bad-outcome", "swapped-l-and-u",
    "no-pruning-below-chance",
}  # fmt: skip


def covered(tree: str, questions: str = ALL, rule: str = "aima") -> Coverage:
    text = f"set: one\nrule: {rule}\nproblems: [{{id: one, tree: '{tree}', questions: {questions}}}]"
    return cover(load_problems(Source(text, "set.yaml")))


def exposed(coverage: Coverage, question: str) -> tuple[str, ...]:
    (exposure,) = [each for each in coverage.exposures if each.question == question]
    return exposure.exposes


def test_a_question_exposes_what_leads_to_another_answer() -> None:
    coverage = covered(TEXTBOOK)
    assert "everyone-maximises" in exposed(coverage, "one.value")
    assert "everyone-maximises" not in exposed(coverage, "one.pruned")
    assert "trigger-also-pruned" in exposed(coverage, "one.pruned")
    assert "trigger-also-pruned" not in exposed(coverage, "one.value")


def test_what_a_question_does_not_expose_looks_right_there() -> None:
    for exposure in covered(TEXTBOOK).exposures:
        assert not set(exposure.exposes) & set(exposure.looks_right)
    assert "trigger-also-pruned" in covered(TEXTBOOK).exposures[0].looks_right


def test_misconceptions_with_the_same_answer_are_alike() -> None:
    (exposure,) = covered("max(3, min(2, 4))", "[{ask: pruned}]").exposures
    assert any(
        {"bookkeeping-without-cutting", "alpha-never-tightens"} <= set(group) for group in exposure.alike
    )


def test_misconceptions_are_told_apart_by_the_set_where_one_question_does() -> None:
    alone = covered("max(3, min(2, 4))", "[{ask: pruned}]")
    both = covered("max(3, min(2, 4))", "[{ask: pruned}, {ask: window, of: B}]")
    pair = {"bookkeeping-without-cutting", "alpha-never-tightens"}
    assert any(pair <= set(group) for group in alone.alike)
    assert not any(pair <= set(group) for group in both.alike)


def test_what_applies_and_shows_nowhere_is_not_detected() -> None:
    coverage = covered(TEXTBOOK)
    assert "zero-is-missing" in coverage.undetected
    assert set(coverage.detected) | set(coverage.undetected) == set(coverage.applies)
    assert not set(coverage.detected) & set(coverage.undetected)


def test_a_misconception_about_chance_applies_only_where_there_is_chance() -> None:
    assert not ABOUT_CHANCE & set(covered(TEXTBOOK).applies)
    with_chance = covered("max(5, chance(1/4 -> min(8, 3), 3/4 -> min(1, 7)))", "[{ask: value}]")
    assert {"unweighted-average", "most-likely-outcome-only"} <= set(with_chance.applies)


def test_a_misconception_about_pruning_does_not_apply_where_nothing_is_pruned() -> None:
    coverage = covered(TEXTBOOK, "[{ask: value}]", "{preset: aima, search: minimax}")
    assert not {"no-deep-cutoffs", "trigger-also-pruned", "oracle-pruning"} & set(coverage.applies)


def test_what_a_rule_states_is_no_misconception() -> None:
    deep = "max(3, min(4, max(1, min(2, 5))))"
    assert "no-deep-cutoffs" in covered(deep, "[{ask: pruned}]").detected
    assert "no-deep-cutoffs" not in covered(deep, "[{ask: pruned}]", "{cutoffs: shallow}").applies


def test_the_numbers_of_a_game_are_its_own() -> None:
    game = "{game: nim, position: '1 2', to-move: max}"
    text = f"set: one\nrule: aima\nproblems: [{{id: one, tree: {game}, questions: [{{ask: value}}]}}]"
    assert "finite-infinity-sentinel" not in cover(load_problems(Source(text, "set.yaml"))).applies


def test_a_misconception_must_show_on_every_variant() -> None:
    text = "set: one\nrule: aima\nproblems:\n  - {id: one, questions: [{ask: value, of: B}], variants: "
    shown, hidden = "'max(1, B = min(0, 5))'", "'max(1, B = min(3, 5))'"
    for variants, detected in ((f"[{shown}, {shown}]", True), (f"[{shown}, {hidden}]", False)):
        coverage = cover(load_problems(Source(f"{text}{variants}}}", "set.yaml")))
        assert ("zero-is-missing" in coverage.detected) == detected


def of_variants(variants: str) -> ProblemSet:
    questions = "[{ask: value}, {ask: pruned}]"
    text = f"set: one\nrule: aima\nproblems: [{{id: one, questions: {questions}, {variants}}}]"
    return load_problems(Source(text, "set.yaml"))


def test_a_misconception_is_named_only_if_it_is_on_every_variant() -> None:
    named, not_named = "'max(min(3, 8), min(2, 6))'", "'max(min(20, 12), min(6, 3))'"
    for variants, among in ((f"[{named}, {named}]", 3), (f"[{named}, {not_named}]", None)):
        coverage = cover(of_variants(f"variants: {variants}"))
        assert "whole-cut-node-pruned" in coverage.detected
        assert coverage.named.get("whole-cut-node-pruned") == among


def test_the_matrix_names_only_what_is_named_on_every_fair_variant() -> None:
    frozen = "['max(min(11, 23, 10), min(13, 2, 3))', 'max(min(25, 14, 12), min(19, 9, 7))']"
    problems = of_variants(
        f"tree: 'max(min(12, 21, 8), min(15, 4, 6))', variants: {{like: this, trees: {frozen}}}"
    )
    assert cover(problems).named["stop-at-first-worse-sibling"] == 1
    assert "stop-at-first-worse-sibling" not in cover(problems, every_variant=True).named


def test_a_question_that_does_not_count_detects_nothing() -> None:
    assert covered(TEXTBOOK, "[{ask: value}, {ask: pruned, void: full, because: A misprint.}]").exposures == (
        covered(TEXTBOOK, "[{ask: value}]").exposures
    )


def test_a_set_that_asks_about_no_search_detects_nothing() -> None:
    coverage = covered(TEXTBOOK, "[{ask: true-false, text: So it is., right: true}]")
    assert coverage.applies == ()
    assert list(coverage_lines(coverage)) == ["asks for nothing in which a misconception could show"]


def test_a_tree_that_is_too_large_is_not_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grader.checking.asked_questions.MOST_NODES", 5)
    coverage = covered(TEXTBOOK)
    assert (coverage.exposures, coverage.too_large) == ((), ("one",))
    assert list(coverage_lines(coverage))[-1] == "not tried, because the trees are large: one"


@given(trees())
def test_a_right_search_exposes_nobody(tree: Tree) -> None:
    """What is about chance cannot show where there is none, whatever is asked and however it is read."""
    if Kind.CHANCE in tree.kinds:
        return
    solution = solve(tree, Rule(chance="star1"))
    for question in every_question(solution):
        for idea in EVERY_IDEA:
            assert idea.id not in ABOUT_CHANCE or not shows(idea, question, solution)


def test_a_value_that_a_right_search_reports_as_a_bound_exposes_no_chance() -> None:
    solution = solve(parse_tree("max(3, B = min(2, 1))"), Rule(chance="star1"))
    shown = {idea.id for idea in EVERY_IDEA for q in every_question(solution) if shows(idea, q, solution)}
    assert "window-passed-through-chance" not in shown


def test_the_table_has_a_row_for_every_misconception_that_applies() -> None:
    coverage = covered(TEXTBOOK)
    rows = dict(matrix_rows(coverage))
    assert tuple(rows) == coverage.applies
    assert rows["zero-is-missing"] == ["·", "·", "·", "·"]
    assert rows["best-score-never-updated"] == ["·", rows["best-score-never-updated"][1], "·", "·"]
    assert rows["best-score-never-updated"][1] != "·"


def test_the_table_says_what_its_columns_are() -> None:
    coverage = covered("max(2, 1)", "[{ask: best-move}]")
    names = {"one.best-move": QuestionName("1.1", "Which move is best?", "one.best-move")}
    lines = matrix_text(coverage, names).splitlines()
    assert lines[0].split() == ["1.1", "named"]
    assert lines[-1].startswith("1.1 Which move is best? (one.best-move): exposes ")


def test_json_has_the_questions_only_where_the_table_is_wanted() -> None:
    coverage = covered(TEXTBOOK)
    assert "questions" not in coverage.to_dict()
    value, *_ = coverage.to_dict(matrix=True)["questions"]
    assert list(value) == ["question", "exposes", "looks_right", "alike"]


# The others detect nothing that none of these does.
BROADEST = ("alpha-beta", "bounded-chance", "code-", "several-players")


@pytest.mark.slow
def test_our_own_sets_together_detect_nearly_every_misconception() -> None:
    paths = [path for path in SETS if path.parent.name.startswith(BROADEST)]
    detected = {idea for path in paths for idea in cover(bundled(path)).detected}
    assert len(detected) >= 0.95 * len(EVERY_IDEA)


def test_a_set_of_five_problems_is_covered_within_a_few_seconds() -> None:
    path = next(path for path in SETS if path.parent.name == "alpha-beta-step-by-step")
    assert len(bundled(path).on_sheet) == 5
    assert is_within(30, lambda: cover(load_problems(path, lambda document: document)))  # shared with no test


def test_the_page_names_misconceptions_and_links_findings_to_lines() -> None:
    problems = load_problems(Source(SILENT, "set.yaml"))
    findings = check_problems(problems)
    page = check_page([Checked("set.yaml", problems, findings, cover(problems))], matrix=True)
    assert 'href="#set-1-file-1-line-7"><code>set.yaml:7</code>' in page
    assert 'id="set-1-file-1-line-7"' in page
    first = cover(problems).detected[0]
    assert title_of(first) in page
    assert first not in page
    assert "shows, with an answer of its own" in page


def test_of_a_long_file_the_page_lists_only_what_stands_around_findings() -> None:
    text = SILENT + "# more\n" * 500
    problems = load_problems(Source(text, "set.yaml"))
    page = check_page([Checked("set.yaml", problems, check_problems(problems))], matrix=False)
    assert page.count('class="line-number"') < 20
