"""`first-error`: where a run by a wrong idea first goes wrong, and what should stand there."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grader.ideas.catalogue import BY_ID, CATALOGUE
from grader.ideas.worked_run import NoRun, worked_run
from grader.questions.kinds.first_error import FirstError
from grader.questions.reading.corrections import Correction
from grader.solving import Solution
from grader.text.sentences import sentences
from tests.oracles import explore, true_values
from tests.oracles import plain as nested
from tests.questions.asking import asked, marked, solved
from tests.questions.reading import trouble

SEARCH = asked(FirstError, by="bookkeeping-without-cutting")
WINDOW = asked(FirstError, by="root-window-reset")
VALUES = asked(FirstError, by="everyone-maximises")
MOVE = asked(FirstError, by="tie-takes-last-move")

READINGS = {
    "a group": ("{step: 9, instead: C = 2}", Correction(9, "C", (2,))),
    "the step alone": ("9", Correction(9)),
    "in words": ("step 9: C reports 2", Correction(9, "C", (2,))),
    "an arrow": ("9 -> C = 2", Correction(9, "C", (2,))),
    "a list": ('[9, "C = 2"]', Correction(9, "C", (2,))),
    "turned round": ("instead: C = 2\nstep: 9", Correction(9, "C", (2,))),
    "a window": ("7: C [3, inf]", Correction(7, "C", (3, float("inf")))),
    "α and β": ("7: β = ∞, α = 3", Correction(7, "", (3, float("inf")))),
    "a move": ("18: a1", Correction(18, "B")),
    "in Chinese": ("第 9 步：C = 2", Correction(9, "C", (2,))),
    "in Chinese without blanks": ("第9步：C=2", Correction(9, "C", (2,))),
    "in other Chinese words": ("步驟９，應為 C = 2", Correction(9, "C", (2,))),
}


@pytest.mark.parametrize(("text", "given"), READINGS.values(), ids=READINGS)
def test_a_correction_is_read_and_shown_so_that_it_is_read_again(text: str, given: Correction) -> None:
    assert SEARCH.read(text, solved()) == given
    assert SEARCH.read(SEARCH.show(given, solved()), solved()) == given


@pytest.mark.parametrize(
    "text", ["the ninth", "C = 2", "9 10 11 x", "9: better", "step", "1 " * 61, "9: C D"]
)
def test_error_what_is_no_correction_is_not_guessed(text: str) -> None:
    assert trouble(SEARCH, text, solved())


SHARES = {
    "both": (SEARCH, "9: C = 2", Fraction(1)),
    "the step alone": (SEARCH, "9", Fraction(1, 2)),
    "the step, and something else": (SEARCH, "9: C2", Fraction(1, 2)),
    "too late": (SEARCH, "10: C = 2", Fraction(0)),
    "too early": (SEARCH, "3: B1 = 4", Fraction(0)),
    "no such step": (SEARCH, "99: C = 2", Fraction(0)),
    "step 0": (SEARCH, "0", Fraction(0)),
    "a number without its node": (SEARCH, "9: 2", Fraction(1, 2)),
    "a window": (WINDOW, "7: [3, inf]", Fraction(1)),
    "half a window": (WINDOW, "7: [3, 12]", Fraction(1, 2)),
    "a value": (VALUES, "1: 3", Fraction(1)),
    "another value": (VALUES, "1: B = 8", Fraction(1, 2)),
}


@pytest.mark.parametrize(("question", "text", "share"), SHARES.values(), ids=SHARES)
def test_the_step_and_what_should_stand_there_are_half_of_it_each(
    question: FirstError, text: str, share: Fraction
) -> None:
    assert marked(question, text).share == share


FEEDBACK = {
    "too late": (
        SEARCH, "11",
        "Something is already wrong before step 11: the first wrong step is step 9.",
        "Step 9 is “look at C2 = 4”; it should be “C reports 2”.",
        "The search stops here: C is at most 2 after C1, but Max can already get 3 at B, so the rest of C"
        " cannot matter.",
    ),
    "too early": (
        VALUES, "0",
        "There is no step 0: the run has 5.",
        "Step 1 is “B = 12”; it should be “B = 3”.",
        "B is a Min node over B1 = 3, B2 = 12 and B3 = 8: its value is the smallest of these, 3, not 12.",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", FEEDBACK.values(), ids=FEEDBACK)
def test_a_wrong_answer_is_told_what_should_stand_where(case: Any) -> None:
    question, text, *told = case
    assert marked(question, text).feedback == tuple(told)


def test_the_run_is_shown_and_the_idea_is_not_named() -> None:
    words = SEARCH.in_words(solved(), sentences())
    assert "9. look at C2 = 4\n" in words
    for said in (SEARCH.by, sentences()(f"misconception-name.{SEARCH.by}")):
        assert said not in words
        assert said not in str(SEARCH.released_fields(solved(), sentences()))
        assert not any(said in sentence for sentence in marked(SEARCH, "3").feedback)


def test_an_idea_that_chooses_another_move_goes_wrong_at_the_end() -> None:
    tied = solved("A = max(left -> B = min(3, 4), right -> C = min(3, 5))", ties="keep")
    assert MOVE.show(MOVE.key(tied), tied) == "{step: 11, instead: B}"
    assert marked(MOVE, "11: left", tied).share == 1


MISFITS = {
    "no-deep-cutoffs": "the idea `no-deep-cutoffs` does not show on this tree: every step of its run"
    " is right",
    "sum-is-maximised": "`sum-is-maximised` is an idea about several players, and this tree has others",
}


@pytest.mark.parametrize(("idea", "message"), MISFITS.items(), ids=MISFITS)
def test_error_an_idea_has_to_show_on_the_tree(idea: str, message: str) -> None:
    ((field, found, _),) = asked(FirstError, by=idea).misfits(solved())
    assert (field, found) == ("by", message)


def right_rows(solution: Solution) -> list[tuple[str, str, tuple[object, ...]]]:
    """The right run of a search by an engine of its own: entries and reports, in the order of a recursion."""
    record, tree = explore(solution.tree, {}), solution.tree
    rows: list[tuple[str, str, tuple[object, ...]]] = []

    def look(index: int) -> None:
        name = tree.names[index]
        below = [child for child in tree.child_indexes(index) if tree.names[child] in record.windows]
        if not tree.child_indexes(index):
            rows.append(("leaf", name, (record.returned[name],)))
            return
        rows.append(("enter", name, record.windows[name]))
        for child in below:
            look(child)
        rows.append(("report", name, (record.returned[name],)))

    look(0)
    return rows


TREES = (
    "A = max(a1 -> B = min(3, 12, 8), a2 -> C = min(2, 4, 6), a3 -> D = min(14, 5, 2))",
    "max(5, min(9, max(1, min(4, 2))), max(min(0, 7), min(-3, 6)))",
    "min(max(6, 2), max(0, min(7, 9)), max(4, 8))",
)


@pytest.mark.parametrize("tree", TREES, ids=["textbook", "deep", "min root"])
def test_what_a_run_is_compared_with_agrees_with_an_independent_engine(tree: str) -> None:
    solution = solved(tree)
    for idea in CATALOGUE:
        try:
            run = worked_run(solution, idea)
        except NoRun:
            continue
        right = [(step.action, step.node, step.numbers) for step in run.right if step.action != "move"]
        if right[0][0] == "value":
            values = true_values(nested(solution.tree, {}))
            assert all(numbers == (values[node],) for _, node, numbers in right)
        else:
            assert right == right_rows(solution)
        if run.first_error is not None:
            assert run.steps[: run.first_error - 1] == run.right[: run.first_error - 1]


def test_ideas_of_programs_alone_have_no_run() -> None:
    assert "floor-division" in BY_ID
    assert "floor-division" not in {idea.id for idea in CATALOGUE}
