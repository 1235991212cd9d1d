"""The answers of a sheet → Diagnosis: the explanation that is clearly the best, if there is one.

An explanation costs what it does not predict. Simple ones come first: right answers under another convention,
right answers with slips, one idea, two ideas in different facets of the work; the same in the whole sheet
before different ones in its problems.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from grader.diagnosis.evidence import LEARNED, AnswersOfSheet, Evidence
from grader.diagnosis.hypothesis import AS_REPORTED, RIGHTLY, Hypothesis, Shift, one_idea
from grader.diagnosis.misread_leaf import Misreading, reread
from grader.diagnosis.other_conventions import convention_behind
from grader.diagnosis.two_ideas import pairs_by_cost
from grader.ideas import BY_ID, WrongIdea
from grader.questions.question import Shown

MOST_ALIKE = 3  # ideas in an either-or
_CLEARLY = 4_500  # how much better than right answers with slips an idea has to be …
_FOR_A_SLIP = 1_500  # … more for every slip that is left over …
_OF_ITS_OWN = 0.6  # … by this share of what is left over in the answers that it is about …
_FOR_MOVES = 2_000  # … and where only moves speak for it
_ALIKE = 2_000  # ideas that are as close as this are not told apart
_A_SLIP = 6_500
_TWO_SLIPS = 13_600  # what may be left over
_SECOND = 5_500  # how much better two ideas have to be than one
_BY_ONE_OF_TWO = 0.25  # the share of what is wrong that one of two ideas explains at least
_VALUES_ALONE = (
    9_000  # how much an idea about values has to explain where the search follows from nothing known
)
_IN_ONE_PROBLEM = 12_000
_FORGOT_TO_PRUNE = BY_ID["bookkeeping-without-cutting"]
_REREAD = 4  # explanations that are tried with a misread leaf


@dataclass(frozen=True, slots=True)
class Explanation:
    """A hypothesis, what the sheet costs under it, and the leaf that was misread besides, if one was."""

    hypothesis: Hypothesis
    cost: int
    misread: Misreading | None = None

    @property
    def idea(self) -> WrongIdea:
        """The only idea."""
        return self.hypothesis.ideas[0]


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What explains the answers: other conventions, ideas that hold together, or just a misread leaf.

    Each of `named` is one idea, or at most three that cannot be told apart.
    """

    answers: tuple[Evidence, ...]
    explanation: Explanation
    named: tuple[tuple[WrongIdea, ...], ...] = ()

    @property
    def shifts(self) -> tuple[Shift, ...]:
        return self.explanation.hypothesis.shifts


def diagnose(answers: Sequence[Evidence], without: Collection[str] = ()) -> tuple[Diagnosis, ...]:
    """What explains the wrong answers; ideas in `without` are not thought of."""
    sheet = AnswersOfSheet(tuple(answers))
    if not any(True for _ in sheet.wrong()):
        return ()
    ideas = _in_all(sheet, without, _CLEARLY)
    if shifts := convention_behind(sheet):
        convention = Diagnosis(sheet.answers, Explanation(Hypothesis(shifts=shifts), 0))
        both = len(sheet.problems) == 1 and ideas is not None and not ideas.explanation.cost
        return (convention, ideas) if both and ideas is not None else (convention,)
    if ideas is not None:
        return (ideas,)
    return tuple(_problem_by_problem(sheet, without)) if len(sheet.problems) > 1 else ()


def _problem_by_problem(sheet: AnswersOfSheet, without: Collection[str]) -> Iterator[Diagnosis]:
    """Different ideas in different problems, where these leave nothing over."""
    wrong = [
        problem for problem, learned in zip(sheet.problems, sheet.is_learned, strict=True) if not learned
    ]
    if not all(map(_is_given_by_an_idea, wrong)):
        return
    found = [_in_all(AnswersOfSheet(problem), without, _IN_ONE_PROBLEM) for problem in wrong]
    if all(each is not None and each.named and not each.explanation.cost for each in found):
        yield from filter(None, found)


def _is_given_by_an_idea(problem: Sequence[Evidence]) -> bool:
    """Whether one idea leaves nothing over."""
    return 0 in map(sum, zip(*(answer.costs for answer in problem), strict=True))


def _in_all(sheet: AnswersOfSheet, without: Collection[str], clearly: int) -> Diagnosis | None:
    """One idea, or two, behind all answers."""
    right, singles = _right(sheet), _singles(sheet, without)
    if right.cost - clearly < 0:
        return None
    if min(right.cost, singles[0].cost) > _A_SLIP:
        right, *first = (_reread(sheet, one) for one in (right, *singles[:_REREAD]))
        singles = sorted((*first, *singles[_REREAD:]), key=_cost)
    pair = _two(sheet, right, singles[0], without)
    if pair is not None and _is_clear(pair[0], right, sheet, clearly):
        return Diagnosis(sheet.answers, pair[0], pair[1])
    alike = _alike(singles)
    if len(alike) > MOST_ALIKE:  # whoever forgets to prune is among those who do the plainest thing
        alike = [each for each in alike if each.idea is _FORGOT_TO_PRUNE]
    if alike and _is_clear(alike[0], right, sheet, clearly):
        return Diagnosis(sheet.answers, alike[0], (tuple(each.idea for each in alike),))
    return _values_alone(sheet, singles) or _misread_alone(sheet, right, clearly)


def _right(sheet: AnswersOfSheet) -> Explanation:
    """Right answers with slips, whichever values are meant."""
    rightly = Explanation(RIGHTLY, sheet.totals[0])
    reported = Explanation(AS_REPORTED, sum(answer.as_reported for answer in sheet.answers))
    return min(rightly, reported, key=_cost)


def _cost(explanation: Explanation) -> int:
    return explanation.cost


def _singles(sheet: AnswersOfSheet, without: Collection[str]) -> list[Explanation]:
    """Every idea in the way that fits best, the best one first."""
    best: dict[str, Explanation] = {}
    for hypothesis, cost in zip(one_idea(), sheet.totals[1:], strict=True):
        idea = hypothesis.ideas[0].id
        if idea not in without and (idea not in best or cost < best[idea].cost):
            best[idea] = Explanation(hypothesis, cost)
    return sorted(best.values(), key=_cost)


def _reread(sheet: AnswersOfSheet, explanation: Explanation) -> Explanation:
    hypothesis = explanation.hypothesis
    if hypothesis != AS_REPORTED and sheet.least_without_one(hypothesis) > _TWO_SLIPS:
        return explanation  # too much is left over in other problems
    found = reread(sheet, hypothesis, _TWO_SLIPS)
    return explanation if found is None else Explanation(explanation.hypothesis, *found)


def _alike(explanations: Sequence[Explanation]) -> list[Explanation]:
    """The best ones, as far as they cannot be told apart; where these are many, only what is just as good."""
    best = explanations[0].cost
    near = [each for each in explanations if each.cost <= best + _ALIKE]
    return near if len(near) <= MOST_ALIKE else [each for each in near if each.cost == best]


def _is_clear(best: Explanation, right: Explanation, sheet: AnswersOfSheet, clearly: int) -> bool:
    """Whether an explanation is clearly better than right answers with slips, and leaves little over."""
    if right.cost - best.cost < clearly or best.cost > _TWO_SLIPS + LEARNED * len(sheet.problems):
        return False
    if not best.misread and not any(answer.explained(best.hypothesis) for answer in sheet.answers):
        return False  # it is only near to what was answered
    slips = best.cost - sheet.learned(best.hypothesis)
    own = 0 if best.misread else _OF_ITS_OWN * _left_of_its_own(best.hypothesis, sheet)
    moves = _FOR_MOVES if _speaks_by_moves(best, sheet) else 0
    needed = clearly + round(slips / _A_SLIP) * _FOR_A_SLIP + own + moves
    return slips <= _TWO_SLIPS and right.cost - best.cost >= needed


def _left_of_its_own(hypothesis: Hypothesis, sheet: AnswersOfSheet) -> int:
    """What is left over where the ideas should show most, which speaks against them more than a slip."""
    shown = {idea.shows_in for idea in hypothesis.ideas}
    open_problems = [
        problem for problem, learned in zip(sheet.problems, sheet.is_learned, strict=True) if not learned
    ]
    answers = [answer for problem in open_problems for answer in problem if answer.shown in shown]
    return sum(answer.cost(hypothesis) for answer in answers)


def _speaks_by_moves(best: Explanation, sheet: AnswersOfSheet) -> bool:
    gains = (
        answer.costs[0] - answer.cost(best.hypothesis) for answer in sheet.answers if answer.shown != "move"
    )
    return sum(gains) <= 0


def _two(
    sheet: AnswersOfSheet, right: Explanation, single: Explanation, without: Collection[str]
) -> tuple[Explanation, tuple[tuple[WrongIdea, ...], ...]] | None:
    """Two ideas that explain clearly more than one does."""
    if single.cost < _SECOND or right.cost - single.cost < _BY_ONE_OF_TWO * right.cost:
        return None
    at_most = min(single.cost - _SECOND, _TWO_SLIPS) + _ALIKE
    pairs = [Explanation(hypothesis, cost) for cost, hypothesis in pairs_by_cost(sheet, without, at_most)]
    if not pairs or pairs[0].cost > single.cost - _SECOND:
        return None
    best = pairs[0]
    alike = [each.hypothesis.ideas for each in pairs if each.cost <= best.cost + _ALIKE]
    named = tuple(_in_facet(idea, alike) for idea in best.hypothesis.ideas)
    told = tuple(ideas for ideas in named if 0 < len(ideas) <= MOST_ALIKE)
    return (best, told) if told else None


def _in_facet(like: WrongIdea, pairs: Sequence[tuple[WrongIdea, ...]]) -> tuple[WrongIdea, ...]:
    """The ideas of these pairs about the same facet as one; none where some pair has no such idea."""
    facets = ("values", "chance") if like.facet in ("values", "chance") else (like.facet,)
    found = [[idea for idea in pair if idea.facet in facets] for pair in pairs]
    return tuple(dict.fromkeys(idea for ideas in found for idea in ideas)) if all(found) else ()


def _misread_alone(sheet: AnswersOfSheet, right: Explanation, clearly: int) -> Diagnosis | None:
    """Right answers to a puzzle with one other number."""
    usual = sheet.totals[0]
    clear = right.misread is not None and right.cost <= _TWO_SLIPS and usual - right.cost >= clearly
    return Diagnosis(sheet.answers, right) if clear else None


def _values_alone(sheet: AnswersOfSheet, singles: Sequence[Explanation]) -> Diagnosis | None:
    """An idea that explains all values and moves, whatever was done besides."""
    shown: tuple[Shown, ...] = ("values", "move")
    answers = [answer for answer in sheet.answers if answer.shown in shown]
    if sum(answer.costs[0] for answer in answers) < _VALUES_ALONE:
        return None
    costs = dict(
        zip(one_idea(), list(map(sum, zip(*(a.costs for a in answers), strict=True)))[1:], strict=True)
    )
    of_values = [each for each in singles if each.idea.facet in ("values", "chance")]
    fitting = [Explanation(each.hypothesis, 0) for each in of_values if not costs[each.hypothesis]]
    if not 0 < len(fitting) <= MOST_ALIKE:
        return None
    return Diagnosis(tuple(answers), fitting[0], (tuple(each.idea for each in fitting),))
