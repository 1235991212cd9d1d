"""The figures of a class: exact scores, how each question went, who thinks what, and where on the trees."""

from __future__ import annotations

import statistics as oracle
from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.grading import Check, Convention, Grade, Misconception, Origin, grade
from grader.problems import ProblemSet, load_problems
from grader.reports.class_.anonymous_figures import blurred, blurred_maps
from grader.reports.class_.charts import histogram, stripes
from grader.reports.class_.heat_maps import HeatMap, heat_maps
from grader.reports.class_.statistics import (
    Statistics,
    Summed,
    class_statistics,
    columns_of,
    corrected,
    quantile,
)
from grader.submissions import read_submission
from grader.text.source import Source

SET = """\
set: week
title: A week
rule: aima
problems:
  - id: tree
    tree: A = max(a1 -> B = min(3, 12, 8), a2 -> C = min(2, 4, 6), a3 -> D = min(14, 5, 2))
    questions:
      - {ask: value, of: [B, C, D, A], points: 4}
      - {ask: pruned, points: 2}
      - {ask: manual, text: Say why., points: 2}
"""
RIGHT = {"value": "{B: 3, C: 2, D: 2, A: 3}", "pruned": "[C2, C3]", "manual": "because"}


def problems(text: str = SET) -> ProblemSet:
    return load_problems(Source(text, "set.yaml"))


def handed_in(week: ProblemSet, student: str, **answers: str) -> Grade:
    problem = week.problems[0].id
    lines = "".join(f"    {name}: {answer}\n" for name, answer in answers.items())
    sheet = f"set: {week.id}\nstudent: {student}\nanswers:\n  {problem}:\n{lines}"
    return grade(week, read_submission(sheet.encode(), f"{student}.yaml"))


def figures(grades: Sequence[Grade], week: ProblemSet) -> Statistics:
    return class_statistics(grades, columns_of(grades, week))


def maps(grades: Sequence[Grade], week: ProblemSet) -> dict[str, HeatMap]:
    return {one.layer: one for one in heat_maps(grades, week, columns_of(grades, week))}


def shares(found: HeatMap) -> dict[str, tuple[int, int]]:
    return {found.tree.names[spot.node]: (spot.wrong, spot.of) for spot in found.spots}


def test_the_scores_are_exact_and_of_what_is_marked_so_far() -> None:
    week = problems()
    answers = [RIGHT, RIGHT | {"pruned": "[C2]"}, RIGHT | {"value": "{B: 3}"}, {"pruned": "none"}]
    found = figures([handed_in(week, f"s{place}", **one) for place, one in enumerate(answers)], week)
    assert found.scores is not None
    assert found.scores.count == 4
    assert found.scores.bins == (1, 0, 0, 0, 0, 1, 0, 0, 1, 1)
    assert found.scores.points is not None
    assert found.scores.points.mean == Fraction(7, 2)
    assert found.scores.points.median == 4
    assert found.scores.shares.lower == Fraction(3, 8)
    assert found.scores.shares.highest == 1


def test_totals_are_those_of_the_grades() -> None:
    week = problems()
    grades = [handed_in(week, "one", **RIGHT), handed_in(week, "other", value="{B: 3, C: 1}", pruned="[C2]")]
    totals = figures(grades, week).totals
    assert [(total.earned, total.share) for total in totals] == [(one.earned, one.share) for one in grades]


def test_a_question_has_its_verdicts_and_the_mean_share_of_its_points() -> None:
    week = problems()
    grades = [
        handed_in(week, "one", **RIGHT),
        handed_in(week, "two", value="{B: 3}", pruned="[[", manual="x"),
    ]
    value, pruned, manual = figures(grades, week).items
    assert (value.verdicts, value.difficulty) == ({"right": 1, "partly": 1}, Fraction(5, 8))
    assert (pruned.verdicts, pruned.difficulty) == ({"right": 1, "unreadable": 1}, Fraction(1, 2))
    assert (manual.verdicts, manual.difficulty) == ({"pending": 2}, None)


def test_sheets_that_could_not_be_read_or_marked_are_counted_but_in_no_score() -> None:
    week = problems()
    unread = grade(week, read_submission(b"\xff\xfe\x00", "bad.yaml"))
    found = figures([handed_in(week, "one", **RIGHT), unread], week)
    assert found.statuses == {"graded": 1, "unreadable": 1}
    assert found.scores is not None
    assert found.scores.count == 1
    assert found.items[0].verdicts == {"right": 1, "unreadable": 1}
    assert found.items[0].difficulty == 1
    assert found.totals[1].share is None


def test_nobody_has_no_scores() -> None:
    found = figures([], problems())
    assert (found.count, found.scores, found.ideas) == (0, None, ())
    assert [item.difficulty for item in found.items] == [None, None, None]


def made(student: str, *earned: int, **fields: object) -> Grade:
    checks = tuple(
        Check(problem="tree", question=question, ask=question, verdict="wrong", earned=points, possible=4)
        for question, points in zip(RIGHT, earned, strict=True)
    )
    return Grade("week", student, "graded", checks, Origin("", "", {}, ""), **fields)  # type: ignore[arg-type]


def test_discrimination_is_the_correlation_with_the_other_questions() -> None:
    points = [(4, 4, 1), (3, 2, 4), (0, 1, 2), (1, 1, 0)]
    grades = [made(f"s{place}", *row) for place, row in enumerate(points)]
    for place, item in enumerate(figures(grades, problems()).items):
        own = [row[place] for row in points]
        rest = [sum(row) - row[place] for row in points]
        assert item.discrimination == pytest.approx(oracle.correlation(own, rest))


def test_there_is_no_discrimination_where_everybody_earns_the_same() -> None:
    grades = [made("one", 4, 1, 0), made("other", 4, 2, 3)]
    assert figures(grades, problems()).items[0].discrimination is None


def test_error_grades_of_another_set_are_refused() -> None:
    other = made("one", 1, 2, 3)
    with pytest.raises(ValueError, match="not all of one set"):
        columns_of([other, Grade("x", "two", "graded", other.checks[:2], other.made_from)], problems())


def test_misconceptions_are_listed_with_who_has_them_and_where() -> None:
    idea = Misconception("no-deep-cutoffs", "No deep cutoffs", 2, 3)
    plain = made("plain", 1, 2, 3)
    having = Check(problem="tree", question="value", ask="value", verdict="wrong", misconception=idea)
    one = made("one", 1, 2, 3, misconceptions=(idea,))
    one = Grade("week", "one", "graded", (having, *one.checks[1:]), one.made_from, (idea,))
    (found,) = figures([plain, one], problems()).ideas
    assert (found.names, found.count, found.students) == (("No deep cutoffs",), 1, (1,))
    assert found.questions == {"tree.value": 1}


def test_an_idea_behind_a_program_is_listed_at_its_problem() -> None:
    idea = Misconception("no-cuts", "Nothing is cut", 5, 5, "tree")
    (found,) = figures([made("one", 1, 2, 3, misconceptions=(idea,))], problems()).ideas
    assert (found.count, dict(found.questions)) == (1, {"tree": 1})


def test_answers_that_are_right_under_another_rule_are_counted() -> None:
    check = Check(
        problem="tree", question="value", ask="value", verdict="wrong", convention=Convention("ties", "keep")
    )
    one = made("one", 1, 2, 3)
    grades = [Grade("week", "one", "graded", (check, *one.checks[1:]), one.made_from)] * 2
    (found,) = figures(grades, problems()).conventions
    assert (found.question, found.field, found.value, found.count) == ("tree.value", "ties", "keep", 2)


@given(st.lists(st.integers(-50, 50), min_size=2, max_size=30))
def test_quartiles_are_those_of_the_standard_library(numbers: list[int]) -> None:
    ordered = sorted(numbers)
    expected = oracle.quantiles(list(map(Fraction, ordered)), n=4, method="inclusive")
    assert [quantile(ordered, Fraction(quarter, 4)) for quarter in (1, 2, 3)] == expected


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=2, max_size=20))
def test_the_correlation_is_that_of_the_standard_library(pairs: list[tuple[int, int]]) -> None:
    own, rest = zip(*pairs, strict=True)
    found = corrected(Summed(own), Summed([sum(pair) for pair in pairs]))
    if len(set(own)) == 1 or len(set(rest)) == 1:
        assert found is None
    else:
        assert found == pytest.approx(oracle.correlation(own, rest))


def test_a_correlation_of_huge_numbers_is_still_exact_enough() -> None:
    assert corrected(Summed((0, 10**400)), Summed((10**500, 10**400))) == -1


def test_wrong_values_are_counted_by_node_of_those_who_gave_one() -> None:
    week = problems()
    answers = [RIGHT["value"], "{B: 3, C: 4, D: 2, A: 9}", "{B: 12}", ""]
    found = maps([handed_in(week, f"s{place}", value=text) for place, text in enumerate(answers)], week)[
        "values"
    ]
    assert shares(found) == {"A": (1, 2), "B": (1, 3), "C": (1, 2), "D": (0, 2)}
    assert {(spot.often, spot.so_often) for spot in found.spots} == {("9", 1), ("12", 1), ("4", 1), (None, 0)}


def test_a_right_step_from_a_wrong_value_is_not_wrong_on_the_map() -> None:
    week = problems()
    found = maps([handed_in(week, "one", value="{B: 12, C: 2, D: 2, A: 12}")], week)["values"]
    assert shares(found)["A"] == (0, 1)
    assert shares(found)["B"] == (1, 1)


CUTS = {
    "leaves": ("ask: pruned", "[C2, D3]", {"C3", "D3"}),
    "edges": ("ask: pruned, as: edges", "[C->C2, D->D3]", {"C3", "D3"}),
    "a set of visits": ("ask: visited", "[A, B, B1, B2, B3, C, C1, C2, D, D1, D2]", {"C2", "D3"}),
    "an order, whatever it is": ("ask: visited, as: leaves", "[B2, B1, B3, C1, D1, D2, D3]", set()),
    "cutoffs": ("ask: cutoffs", "C after C2, D after D2", {"C2", "D3"}),
    "a cutoff by the wrong bound": ("ask: cutoffs", "C after C1 by beta", set()),
}


@pytest.mark.parametrize(("question", "answer", "wrong"), CUTS.values(), ids=CUTS)
def test_wrong_cuts_are_counted_at_the_nodes_that_are_taken_for_pruned_or_searched(
    question: str, answer: str, wrong: set[str]
) -> None:
    lines = SET.splitlines(keepends=True)
    week = problems("".join(lines[:-3]) + f"      - {{{question}, id: cut}}\n")
    one = handed_in(week, "one", cut=answer)
    assert one.checks[0].verdict != "right"
    found = maps([one, handed_in(week, "idle")], week)
    assert shares(found["cuts"]) == dict.fromkeys(wrong, (1, 1)) if wrong else "cuts" not in found


def test_a_node_has_one_spot_whether_it_is_named_or_the_edge_above_it() -> None:
    asked = "      - {ask: pruned, id: edges, as: edges}\n      - {ask: visited, as: leaves}\n"
    week = problems("".join(SET.splitlines(keepends=True)[:-3]) + asked)
    right = {"edges": "[C->C2, C->C3]", "visited": "[B1, B2, B3, C1, D1, D2, D3]"}
    grades = [
        handed_in(week, "both", edges="[C->C2]", visited="[B1, B2, B3, C1, C3, D1, D2, D3]"),
        handed_in(week, "one", **(right | {"edges": "[C->C2]"})),
        handed_in(week, "other", **(right | {"visited": "[B1, B2, B3, C1, C3, D1, D2, D3]"})),
    ]
    (spot,) = maps(grades, week)["cuts"].spots
    assert (spot.wrong, spot.of) == (3, 3)


def test_cutoffs_from_right_to_left_skip_the_children_to_the_left() -> None:
    text = SET.replace("rule: aima", "rule: {preset: aima, order: right-to-left}")
    week = problems("".join(text.splitlines(keepends=True)[:-3]) + "      - {ask: cutoffs, id: cut}\n")
    found = maps([handed_in(week, "one", cut="B after B2")], week)["cuts"]
    assert "B1" in shares(found)
    assert "B3" not in shares(found)


def test_each_student_counts_on_the_tree_that_is_theirs() -> None:
    week = problems("""\
set: week
title: A week
problems:
  - id: tree
    variants: ["max(3, 4)", "max(7, 5)"]
    questions: [{ask: value}]
""")
    grades = [handed_in(week, f"student-{number}", value="0") for number in range(20)]
    found = heat_maps(grades, week, columns_of(grades, week))
    assert [one.variant for one in found] == [0, 1]
    assert sum(one.spots[0].wrong for one in found) == 20


def test_the_numbers_for_a_lecture_hall_are_multiples_of_five() -> None:
    week = problems()
    grades = [handed_in(week, f"s{number}", value=f"{{B: {number % 4 + 2}}}") for number in range(23)]
    found = blurred(figures(grades, week))
    assert found.scores is not None
    assert found.totals == ()
    counts = [*found.scores.bins, *(count for item in found.items for count in item.verdicts.values())]
    assert any(counts)
    assert not any(count % 5 for count in counts)
    assert (found.scores.points, found.scores.shares.lowest, found.items[0].difficulty) == (None, None, None)
    heat = blurred_maps(heat_maps(grades, week, columns_of(grades, week)))
    assert not any(spot.wrong % 5 or spot.so_often % 5 for one in heat for spot in one.spots)


def test_what_is_true_of_a_few_only_is_not_told_in_a_lecture_hall() -> None:
    week = problems()
    idea = Misconception("no-deep-cutoffs", "No deep cutoffs", 1, 1)
    grades = [handed_in(week, f"s{number}", **RIGHT) for number in range(12)]
    odd = handed_in(week, "odd", value="{B: 12}")
    odd = Grade("week", "odd", "graded", odd.checks, odd.made_from, (idea,))
    found = blurred(figures([*grades, odd], week))
    assert found.ideas == ()
    assert found.items[0].verdicts == {"right": 10}
    assert blurred_maps(heat_maps([*grades, odd], week, columns_of([*grades, odd], week))) == ()


def test_a_class_of_a_few_has_no_numbers_for_a_lecture_hall() -> None:
    week = problems()
    found = blurred(figures([handed_in(week, f"s{number}", **RIGHT) for number in range(9)], week))
    assert (found.scores, found.items, found.ideas, found.conventions) == (None, (), (), ())


def test_the_highest_bar_fills_the_chart_and_an_empty_one_is_not_seen() -> None:
    low, high, none = histogram((2, 4, 0), ("a", "b", "c"), ("", "", ""))
    assert (low.height * 2, none.height) == (high.height, 0)
    assert low.left < low.middle < high.left
    assert [bar.height for bar in histogram((0, 0), ("a", "b"), ("", ""))] == [0, 0]


def test_the_stripes_of_a_bar_fill_it_from_left_to_right() -> None:
    found = stripes({"right": 3, "wrong": 0, "missing": 1}, {"right": "#r"})
    assert [(one.name, one.left, one.width) for one in found] == [("right", 0, 75), ("missing", 75, 25)]
    assert [one.link for one in found] == ["#r", ""]
    assert stripes({}, {}) == ()


def test_fair_variants_have_one_map_on_the_written_tree() -> None:
    problems = load_problems(
        Source(
            "set: fair\nseed: secret\nproblems:\n  - id: one\n    tree: max(min(3, 12, 8), min(2, 4, 6))\n"
            "    variants: {like: this, number: 200}\n"
            "    questions: [{ask: value, of: [B, C]}, {ask: pruned, as: leaves}]\n",
            "set.yaml",
        )
    )
    grades = []
    for variant in range(3):
        names = problems.problems[0].trees[variant].tree.names
        answers = f"    value: {{{names[1]}: 99}}\n    pruned: {names[8]}\n"
        sheet = f"set: fair\nstudent: s{variant}\nanswers:\n  one:\n{answers}"
        grades.append(grade(problems, read_submission(sheet.encode(), "s.yaml"), variant=variant))
    maps = {one.layer: one for one in heat_maps(grades, problems, columns_of(grades, problems))}
    assert [(spot.node, spot.wrong, spot.of) for spot in maps["values"].spots] == [(1, 3, 3)]
    assert [(spot.node, spot.wrong, spot.of) for spot in maps["cuts"].spots] == [(7, 3, 3)]
    assert maps["cuts"].tree is problems.problems[0].examples[0].tree
