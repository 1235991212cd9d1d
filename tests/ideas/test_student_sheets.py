"""Sheets that students with wrong ideas fill in, and what is counted of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf
from random import Random
from typing import Any, cast

import pytest

from benchmarks.diagnosing import Marking, Task
from benchmarks.students.catalogue import IDEAS, RIGHT_IDEA, together
from benchmarks.students.conventions import Conventions
from benchmarks.students.counts import Key, Told
from benchmarks.students.drawn_sheets import (
    Sheet,
    draw_pair,
    draw_right,
    draw_sheet,
    fill_in_all,
    shows_in,
    with_a_misread_leaf,
    with_one_right,
)
from benchmarks.students.figures import tables
from benchmarks.students.other_conventions import (
    CONVENTIONS,
    Convention,
    draw_convention,
    draw_idea_under_another,
    is_right_by_another,
)
from benchmarks.students.sheets import (
    OWN_VALUES,
    RUN,
    STYLES,
    VALUES_FIRST,
    WAYS,
    Puzzle,
    alike,
    carried,
    fill_in,
    fill_in_under,
    right_answers,
    ways_of,
)
from benchmarks.students.slips import slipped
from benchmarks.students.texts import set_text, sheet_text
from grader.grading import Grade, grade
from grader.problems import load_problems
from grader.submissions import read_submission
from grader.text.source import Source

TEXTBOOK = Puzzle.of("max(min(3, 12, 8), min(2, 4, 6), min(14, 5, 2))", Conventions())


def marked(sheet_of: Marking, answers: Sequence[Any]) -> Grade:
    return grade(sheet_of.problems, read_submission(sheet_text(answers).encode(), "ada.yaml"))


def test_a_sheet_is_what_a_student_would_type() -> None:
    answers = fill_in(TEXTBOOK, IDEAS["global-window"], RUN, "long")
    assert sheet_text([answers]) == (
        "set: students\n"
        "student: ada\n"
        "answers:\n"
        "  one:\n"
        "    value: {A: 3, B: 3}\n"
        "    best-move: B\n"
        "    pruned: [C1, C2, C3, D1, D2, D3]\n"
        "    visited: [A, B, B1, B2, B3]\n"
        "    window: {A: [-inf, inf], B: [-inf, inf]}\n"
    )


def test_values_that_come_first_are_true_beside_a_wrong_pruning() -> None:
    answers = fill_in(TEXTBOOK, IDEAS["global-window"], VALUES_FIRST, "short")
    assert answers["value"] == {"A": 3, "B": 3, "C": 2, "D": 2}
    assert answers["pruned"] == ("C1", "C2", "C3", "D1", "D2", "D3")


def test_wrong_values_beside_a_right_search_or_one_that_goes_by_them() -> None:
    puzzle = Puzzle.of("max(4, min(3, 1), 2)", Conventions())
    first, own, run = (
        fill_in(puzzle, IDEAS["players-inverted"], way, "short") for way in (VALUES_FIRST, OWN_VALUES, RUN)
    )
    assert first == {"value": {"A": 2, "B": 3}, "best-move": "A3", "pruned": ("B2",)}
    assert own == run == {"value": {"A": 2, "B": 3}, "best-move": "A3", "pruned": ()}


def test_two_ideas_each_spoil_their_own_facet() -> None:
    both = together(IDEAS["players-inverted"], IDEAS["bookkeeping-without-cutting"])
    answers = fill_in(TEXTBOOK, both, VALUES_FIRST, "short")
    assert answers["value"] == fill_in(TEXTBOOK, IDEAS["players-inverted"], VALUES_FIRST, "short")["value"]
    assert answers["pruned"] == ()


def test_a_slip_may_be_carried_upwards() -> None:
    values = right_answers(TEXTBOOK, "short")["value"]
    assert carried(TEXTBOOK, RIGHT_IDEA, values, ("D", 13)) == {"A": 13, "B": 3, "C": 2, "D": 13}
    assert carried(TEXTBOOK, RIGHT_IDEA, values, ("C", 1)) == {"A": 3, "B": 3, "C": 1, "D": 2}


def test_conventions_change_what_is_right() -> None:
    tested = fill_in_under(TEXTBOOK, Conventions(exit="tested"), VALUES_FIRST, "full")
    assert tested["exit"]["C"] == (3, inf)
    assert right_answers(TEXTBOOK, "full")["exit"]["C"] == (3, 2)
    bounded = replace(TEXTBOOK, rule=Conventions(utilities=(-20, 20)))
    started = fill_in_under(bounded, Conventions(utilities=(-20, 20), start="open"), VALUES_FIRST, "long")
    assert started["window"]["A"] == (-inf, inf)
    assert right_answers(bounded, "long")["window"]["A"] == (-20, 20)


@pytest.mark.parametrize("style", STYLES)
def test_a_right_sheet_is_right(style: str) -> None:
    random = Random(3)
    for _ in range(5):
        sheet = draw_right(random, style)
        checks = marked(Marking(sheet), sheet.answers).checks
        assert {check.verdict for check in checks} == {"right"}


# Marking needs most of the time, so the usual tests draw and mark for one idea, or convention, in four.
@pytest.mark.parametrize(
    "idea",
    [pytest.param(idea, marks=pytest.mark.slow if place % 4 else ()) for place, idea in enumerate(IDEAS)],
)
def test_an_idea_shows_on_the_sheet_that_is_drawn_for_it(idea: str) -> None:
    random = Random(5)
    way, style = random.choice(ways_of(IDEAS[idea])), "short" if shows_in(IDEAS[idea], "short") else "long"
    sheet = draw_sheet(random, IDEAS[idea], way, style)
    assert sheet is not None
    assert idea in alike(sheet.puzzles, sheet.answers, style)
    checks = marked(Marking(sheet), sheet.answers).checks
    assert {check.verdict for check in checks} <= {"right", "partly", "wrong", "missing"}
    assert {check.verdict for check in checks} != {"right"}


@pytest.mark.parametrize(
    "convention",
    [
        pytest.param(convention, id=convention.name, marks=pytest.mark.slow if place % 4 else ())
        for place, convention in enumerate(CONVENTIONS)
    ],
)
def test_another_convention_shows_on_the_sheet_that_is_drawn_for_it(convention: Convention) -> None:
    sheet = draw_convention(Random(5), convention, convention.styles[-1])
    assert sheet is not None
    verdicts = {check.verdict for check in marked(Marking(sheet), sheet.answers).checks}
    assert verdicts <= {"right", "partly", "wrong", "missing"}
    assert verdicts != {"right"}


def test_noise_changes_a_sheet() -> None:
    random = Random(1)
    idea = IDEAS["everyone-maximises"]
    sheet = draw_sheet(random, idea, VALUES_FIRST, "long")
    assert sheet is not None
    misread, learned = with_a_misread_leaf(random, sheet), with_one_right(random, sheet)
    assert misread is not None
    assert learned is not None
    noisy = [slipped(random, sheet.puzzles, sheet.answers, idea), misread.answers, learned.answers]
    for answers in noisy:
        assert answers != sheet.answers
        unreadable = [
            check for check in marked(Marking(sheet), answers).checks if check.verdict == "unreadable"
        ]
        assert unreadable == []


def test_two_ideas_are_drawn_so_that_both_show() -> None:
    sheet = draw_pair(Random(2), "short")
    assert len(set(sheet.ideas)) == 2
    assert not alike(sheet.puzzles, sheet.answers, "short") & set(sheet.ideas)


TREES = (
    "max(5, min(max(1, min(2, 6)), 9))",
    "max(min(max(2, min(0, 8)), max(9, 8)), min(max(min(-1, max(-3, 0)), min(max(3, 8), -2)), 4))",
    "max(min(max(4, 7), max(9, 2), 6), min(max(3, 1), max(8, 5)), min(2, 10))",
)


def test_an_idea_under_another_convention_is_named_and_the_convention_told_besides() -> None:
    puzzles = tuple(Puzzle.of(tree, Conventions()) for tree in TREES)
    others = [replace(puzzle, rule=Conventions(order="right-to-left")) for puzzle in puzzles]
    answers = fill_in_all(others, IDEAS["no-deep-cutoffs"], VALUES_FIRST, "long")
    graded = marked(Marking(Sheet(puzzles, "long", (), VALUES_FIRST, answers)), answers)
    assert [idea.id for idea in graded.misconceptions] == ["no-deep-cutoffs"]
    assert [
        sentence for check in graded.checks for sentence in check.feedback if sentence.startswith("You also")
    ] == [
        "You also seem to have followed another convention, “children are searched from right to left”. "
        "The rule on this sheet is “children are searched from left to right”."
    ]


@pytest.mark.parametrize("style", ["short", "long"])
def test_an_idea_under_another_convention_is_drawn_so_that_both_show(style: str) -> None:
    sheet = draw_idea_under_another(Random(3), style)
    assert sheet is not None
    (idea,) = sheet.ideas
    stated = fill_in_all(sheet.puzzles, IDEAS[idea], sheet.way, style)
    assert sheet.answers not in (stated, fill_in_all(sheet.puzzles, RIGHT_IDEA, sheet.way, style))


def test_ideas_that_cannot_be_told_apart_are_alike() -> None:
    sheet = draw_sheet(Random(4), IDEAS["window-starts-inverted"], RUN, "short")
    assert sheet is not None
    assert {"window-starts-inverted", "inverted-cut-test"} <= alike(sheet.puzzles, sheet.answers, "short")


def test_a_sheet_that_another_convention_explains_is_seen() -> None:
    convention = next(each for each in CONVENTIONS if each.name == "ties kept")
    sheet = draw_convention(Random(6), convention, "short")
    assert sheet is not None
    assert is_right_by_another(sheet)
    shown = draw_sheet(Random(6), IDEAS["players-inverted"], VALUES_FIRST, "short")
    assert shown is not None
    assert not is_right_by_another(shown)


def test_the_rule_of_a_sheet_is_stated() -> None:
    rule = Conventions(ties="keep", chance="star1", utilities=(-20, 20), exit="tested", start="open")
    text = set_text([replace(TEXTBOOK, rule=rule)], "short")
    loaded = load_problems(Source(text, "set.yaml")).problems[0].questions[0].question.rule
    assert (loaded.ties, loaded.chance, loaded.utilities) == ("keep", "star1", (-20, 20))


@dataclass
class Named:
    id: str
    either: tuple[str, ...] = ()


@dataclass
class Record:
    misconceptions: tuple[Named, ...]
    checks: tuple[Any, ...] = ()


def told(*named: Named) -> Told:
    return Told.by(cast("Grade", Record(named)))


def either(ids: str) -> Told:
    """What is told where none of these can be told from the others."""
    return told(*(Named(each, tuple(ids.replace(each, ""))) for each in ids))


def test_two_entries_without_either_hold_together() -> None:
    assert told(Named("a"), Named("b")).ideas == (frozenset("a"), frozenset("b"))
    assert either("ab").ideas == (frozenset(("a", "b")),)
    assert told().ideas == ()


@pytest.mark.parametrize(
    ("named", "outcome"),
    [
        ("", "missed"), ("a", "alone"), ("abc", "among"), ("abcd", "missed"), ("x", "wrongly"),
        ("t", "alike"),
    ],
)  # fmt: skip
def test_what_came_of_a_sheet_with_one_idea(named: str, outcome: str) -> None:
    assert either(named).of_one("a", same={"a", "t"}) == outcome


def test_two_ideas_are_named_only_where_they_hold_together() -> None:
    assert told(Named("a"), Named("b")).of_two(("a", "b")) == "both"
    assert either("ab").of_two(("a", "b")) == "one"
    assert told(Named("a"), Named("x")).of_two(("a", "b")) == "wrongly"
    assert told().of_two(("a", "b")) == "missed"


def test_the_same_sheets_are_drawn_every_time() -> None:
    task = Task("idea", 2, 7, "trigger-also-pruned", VALUES_FIRST, "short")
    assert task.run() == task.run()


def test_every_figure_is_printed_with_its_aim() -> None:
    counts = Task("idea", 1, 7, "trigger-also-pruned", VALUES_FIRST, "short").run()
    counts += Task("convention", 1, 7, "ties kept", VALUES_FIRST, "short").run()
    counts += Task("right", 1, 7, style="short").run()
    counts += Task("two ideas", 1, 7, style="short").run()
    lines = "\n".join(tables(counts))
    for words in ("trigger-also-pruned", "ties kept", "both named", "≥ 95%", "≤ 0.3%"):
        assert words in lines


def test_a_sheet_that_another_idea_gives_exactly_is_no_false_accusation() -> None:
    """Of ten sheets whose idea nobody knows, another one gives four; of the six others three are told one."""
    key = Key("left out", "trigger-also-pruned", RUN, "short", "none")
    counts = Counter({(key, "twin"): 4, (key, "another"): 3, (key, "nothing"): 3})
    lines = [line for line in tables(counts) if "told one that" in line or "told either" in line]
    assert [line.split()[-4:] for line in lines[:1]] == [["50.00%", "≤", "17.0%", "MISSED"]]
    assert [line.split()[-1] for line in lines[1:]] == ["40.00%", "70.00%"]


def test_ways_are_those_of_a_facet() -> None:
    assert ways_of(IDEAS["players-inverted"]) == WAYS
    assert ways_of(IDEAS["global-window"]) == (RUN, VALUES_FIRST)


UNPRUNED = """\
set: unpruned
rule: aima
problems:
  - id: a
    tree: max(min(3, 12, 8), min(2, 4, 6), min(14, 5, 2))
    questions: [{ask: pruned}, {ask: count, of: leaves-evaluated}, {ask: visited, as: order}]
"""


@pytest.mark.parametrize(
    ("visited", "told"),
    [
        ("", "This explains both of your wrong answers."),
        (
            ", visited: [A, B, B1, B2, B3, C, C1, C2, C3, D, D1, D2, D3]",
            "This explains all 3 of your wrong answers.",
        ),
    ],
    ids=["two", "three"],
)
def test_the_wrong_answers_that_an_idea_explains_are_counted(visited: str, told: str) -> None:
    answers = f"set: unpruned\nanswers:\n  a: {{pruned: none, count: 9{visited}}}\n"
    graded = grade(load_problems(Source(UNPRUNED, "set.yaml")), read_submission(answers.encode(), "ada.yaml"))
    assert graded.checks[0].idea[-1] == told
