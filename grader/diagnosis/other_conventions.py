"""A sheet → the other conventions under which all of it is right, if there are any and it says enough."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grader.diagnosis.evidence import AnswersOfSheet, Evidence
from grader.diagnosis.hypothesis import RIGHTLY, Hypothesis, Shift, conventions, two_conventions
from grader.ideas import BY_ID
from grader.questions.answer_form import OneNumber, Options

_FORGOT_TO_PRUNE = Hypothesis((BY_ID["bookkeeping-without-cutting"],))


def convention_behind(sheet: AnswersOfSheet) -> tuple[Shift, ...]:
    """One convention, or two; none where an answer speaks against each, or too little for one."""
    wrong = list(sheet.wrong())
    plain = all(answer.is_predicted(_FORGOT_TO_PRUNE) for answer in sheet.answers)
    for candidates in (_that_matter(conventions(), wrong), _that_matter(_pairs(wrong), wrong)):
        for hypothesis in candidates:
            if not _is_right_under(hypothesis, sheet, wrong):
                continue
            is_ties = [shift.field for shift in hypothesis.shifts] == ["ties"]
            if is_ties or (not plain and _says_enough(wrong)):
                return hypothesis.shifts
    return ()


def _is_right_under(hypothesis: Hypothesis, sheet: AnswersOfSheet, wrong: Sequence[Evidence]) -> bool:
    return all(answer.is_predicted(hypothesis) for answer in (*wrong, *sheet.answers))


def _that_matter(hypotheses: Iterable[Hypothesis], wrong: Sequence[Evidence]) -> list[Hypothesis]:
    """Those under which some wrong answer would be expected to be another one."""
    return [hypothesis for hypothesis in hypotheses if any(_differs(hypothesis, answer) for answer in wrong)]


def _differs(hypothesis: Hypothesis, answer: Evidence) -> bool:
    said, right = answer.predictions.said(hypothesis), answer.predictions.said(RIGHTLY)
    assert said is not None
    assert right is not None
    return said.parts != right.parts


def _pairs(wrong: Sequence[Evidence]) -> list[Hypothesis]:
    """Two conventions each of which makes a difference."""
    single = {hypothesis.shifts[0] for hypothesis in _that_matter(conventions(), wrong)}
    return [pair for pair in two_conventions() if single.issuperset(pair.shifts)]


def _says_enough(wrong: Sequence[Evidence]) -> bool:
    """Whether two answers speak for a convention, or one that says more than a move, a count or "none"."""
    return len(wrong) > 1 or (
        not isinstance(wrong[0].predictions.form, Options | OneNumber)
        and all(part != () for part in wrong[0].given.values())
    )
