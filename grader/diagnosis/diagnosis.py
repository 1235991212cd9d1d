"""The answers of a sheet → Diagnosis: the explanation that is clearly the best, if there is one.

An explanation costs what it does not predict. Simple ones come first: right answers under another convention,
right answers with slips, one idea, an idea under another convention, two ideas in different facets of the
work; the same in the whole sheet before different ones in its problems.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from operator import gt

from grader.diagnosis.cost_row import ideas_in_row, in_row, places, places_below
from grader.diagnosis.evidence import LEARNED, AnswersOfSheet, Evidence
from grader.diagnosis.hypothesis import (
    AS_REPORTED,
    RIGHTLY,
    Hypothesis,
    Shift,
    conventions,
    one_idea,
    two_conventions,
)
from grader.diagnosis.misread_leaf import Misreading, reread
from grader.diagnosis.price import says_something
from grader.diagnosis.two_ideas import pairs_by_cost
from grader.ideas import BY_ID, WrongIdea
from grader.questions.question import Shown

MOST_ALIKE = 3  # ideas in an either-or
_CLEARLY = 4_500  # how much better than right answers with slips an idea has to be …
_FOR_A_SLIP = 1_000  # … more for every slip that is left over …
_WHERE_IT_ACTS = 3  # … or so many times what is left over just where it should have made a difference …
_FOR_MOVES = 2_000  # … and where only moves speak for it
_ALIKE = 2_000  # ideas that are as close as this are not told apart
_A_SLIP = 6_500
_TWO_SLIPS = 13_600  # what may be left over …
_SLIPS_IN_ONE_OF = 3  # … in one of so many problems
_SECOND = 5_500  # how much better two ideas have to be than one
_CONVENTION = 7_000  # … and an idea under another convention
_FOR_A_CONVENTION_WITH_A_SLIP = 3  # answers that say something and are right under it …
_ONE_SLIP = 8_500  # … and what may be left over of one: a value, a leaf of a set, both bounds of a window
_IDEAS_TOO = ("as", "best")  # conventions that beside an idea are a way, or an idea themselves
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
    """What explains the answers: other conventions, ideas that hold together, both, or just a misread leaf.

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
    sheet = AnswersOfSheet.of(answers)
    if not sheet.right_cost:
        return ()
    ideas = _in_all(sheet, without, _CLEARLY)
    if shifts := _convention_behind(sheet):
        convention = Diagnosis(sheet.answers, Explanation(Hypothesis(shifts=shifts), 0))
        both = len(sheet.problems) == 1 and ideas is not None and not ideas.explanation.cost
        return (convention, ideas) if both and ideas is not None else (convention,)
    if (nearly := _convention_but_for_a_slip(sheet, ideas)) is not None:
        return (Diagnosis(sheet.answers, nearly),)
    if ideas is not None:
        return (ideas,)
    return tuple(_problem_by_problem(sheet, without)) if len(sheet.problems) > 1 else ()


def _problem_by_problem(sheet: AnswersOfSheet, without: Collection[str]) -> Iterator[Diagnosis]:
    """Different ideas in different problems, where these leave nothing over."""
    parts = sheet.open_problems
    if any(part.right_cost < _IN_ONE_PROBLEM or not _free_of_cost(part.answers) for part in parts):
        return
    found = [_in_all(AnswersOfSheet((part,)), without, _IN_ONE_PROBLEM) for part in parts]
    if all(each is not None and each.named and not each.explanation.cost for each in found):
        yield from filter(None, found)


def _free_of_cost(answers: Sequence[Evidence]) -> int:
    """The ideas in their ways that leave nothing over, one bit for each."""
    free = -1
    for answer in answers:
        free &= answer.free
    return free


def _in_all(sheet: AnswersOfSheet, without: Collection[str], clearly: int) -> Diagnosis | None:
    """One idea, or two, behind all answers."""
    right = _right(sheet)
    if right.cost < clearly:
        return None
    singles = _singles(sheet, without, right.cost)
    if min(each.cost for each in (right, *singles[:1])) > _A_SLIP:
        right, *first = (_reread(sheet, one) for one in (right, *singles[:_REREAD]))
        singles = sorted((*first, *singles[_REREAD:]), key=_cost)
    mixed, pair = _under_a_convention(sheet, right, singles, without), _two(sheet, right, singles, without)
    if (
        mixed
        and (pair is None or mixed[0].cost <= pair[0].cost)
        and _is_clear(mixed[0], right, sheet, clearly)
    ):
        return Diagnosis(sheet.answers, mixed[0], (tuple(each.idea for each in mixed),))
    if pair is not None and _is_clear(pair[0], right, sheet, clearly):
        return Diagnosis(sheet.answers, pair[0], pair[1])
    alike = _alike(singles)
    if alike and _is_clear(alike[0], right, sheet, clearly):
        return Diagnosis(sheet.answers, alike[0], (tuple(each.idea for each in alike),))
    return _values_alone(sheet, without) or _misread_alone(sheet, right, clearly)


def _right(sheet: AnswersOfSheet) -> Explanation:
    """Right answers with slips, whichever values are meant."""
    rightly = Explanation(RIGHTLY, sheet.right_cost)
    reported = Explanation(AS_REPORTED, sum(problem.as_reported for problem in sheet.problems))
    return min(rightly, reported, key=_cost)


def _cost(explanation: Explanation) -> int:
    return explanation.cost


def _singles(sheet: AnswersOfSheet, without: Collection[str], right: int) -> list[Explanation]:
    """Ideas that explain more than slips do, each in its best way: all that may be told, or reread.

    The best one comes first.
    """
    better = [place for place in places_below(sheet.row, right) if place in ideas_in_row()]
    if not better:
        return []
    costs, hypotheses = sheet.totals, in_row()
    best: dict[WrongIdea, Explanation] = {}
    at_most = 0
    for place in sorted(better, key=costs.__getitem__):
        if len(best) >= _REREAD and costs[place] > at_most:
            break
        hypothesis = hypotheses[place]
        idea = hypothesis.ideas[0]
        if idea not in best and idea.id not in without:
            best[idea] = Explanation(hypothesis, costs[place])
            at_most = at_most or costs[place] + _ALIKE
    return list(best.values())


def _reread(sheet: AnswersOfSheet, explanation: Explanation) -> Explanation:
    """The same with a misread leaf, where that explains more, and not too much is left over elsewhere."""
    found = reread(sheet, explanation.hypothesis, _TWO_SLIPS)
    return explanation if found is None else Explanation(explanation.hypothesis, *found)


def _alike(explanations: Sequence[Explanation]) -> list[Explanation]:
    """The best ones, as far as they cannot be told apart; none where too many are just as good."""
    if not explanations:
        return []
    best = explanations[0].cost
    near = tuple(each.idea for each in explanations if each.cost <= best + _ALIKE)
    equal = tuple(each.idea for each in explanations if each.cost == best)
    few = _few(near, equal)
    return [each for each in explanations if each.idea in few]


def _is_clear(best: Explanation, right: Explanation, sheet: AnswersOfSheet, clearly: int) -> bool:
    """Whether an explanation is clearly better than right answers with slips, and leaves little over."""
    if right.cost - best.cost < clearly or best.cost > _TWO_SLIPS + LEARNED * len(sheet.problems):
        return False
    if not best.misread and not any(answer.explained(best.hypothesis) for answer in sheet.answers):
        return False  # it is only near to what was answered
    learned = sheet.learned(best.hypothesis)
    slips = best.cost - learned
    if slips > _TWO_SLIPS or learned > LEARNED * len(sheet.open_problems) or _slips_all_over(best, sheet):
        return False
    against = 0 if best.misread else sum(answer.against(best.hypothesis) for answer in _open(sheet))
    moves = _FOR_MOVES if _speaks_by_moves(best, sheet) else 0
    for_slips = round(slips / _A_SLIP) * _FOR_A_SLIP
    return right.cost - best.cost >= clearly + max(for_slips, _WHERE_IT_ACTS * against) + moves


def _open(sheet: AnswersOfSheet) -> Iterator[Evidence]:
    """The answers to the problems in which something has to be explained."""
    return (answer for problem in sheet.open_problems for answer in problem.answers)


def _slips_all_over(best: Explanation, sheet: AnswersOfSheet) -> bool:
    """Whether slips are left over in several problems, which looks like something else than slips."""
    problems = sum(map(bool, sheet.open_costs(best.hypothesis)))
    return not best.misread and problems > max(1, len(sheet.open_problems) // _SLIPS_IN_ONE_OF)


def _speaks_by_moves(best: Explanation, sheet: AnswersOfSheet) -> bool:
    """Whether nothing but moves speaks for an explanation, where something has to be explained."""
    answers = (answer for answer in _open(sheet) if answer.shown != "move")
    return sum(answer.right_cost - answer.cost(best.hypothesis) for answer in answers) <= 0


def _under_a_convention(
    sheet: AnswersOfSheet, right: Explanation, singles: Sequence[Explanation], without: Collection[str]
) -> list[Explanation]:
    """One idea of somebody who besides goes by another convention; none where that explains little more.

    Tried are the best ideas under all conventions, and all ideas under conventions that explain much alone.
    """
    single = min(each.cost for each in (right, *singles[:1]))
    at_most = min(single - _CONVENTION, right.cost - 2 * _CONVENTION, _TWO_SLIPS)
    if at_most < 0:
        return []
    best = [each.hypothesis for each in singles if _leaves_room_for_more(right, each)]
    explaining = [each for place, each in _beside_ideas() if sheet.totals[place] <= right.cost - _CONVENTION]
    if not best and not explaining:
        return []
    known = [each for each in one_idea() if each.ideas[0].id not in without]
    others = [each for _, each in _beside_ideas()]
    tried = dict.fromkeys((*product(best, others), *product(known, explaining)))
    found = []
    for each, convention in tried:
        hypothesis = replace(each, shifts=convention.shifts)
        if (cost := sheet.cost(hypothesis, at_most)) <= at_most and _speaks_for_convention(hypothesis, sheet):
            found.append(Explanation(hypothesis, cost))
    return _alike_under_one(sorted(found, key=_cost))


def _speaks_for_convention(mixed: Hypothesis, sheet: AnswersOfSheet) -> bool:
    """Whether there is enough that the idea alone does not explain."""
    alone = replace(mixed, shifts=())
    speaking = [answer for answer in sheet.answers if answer.cost(mixed) < answer.cost(alone)]
    return _are_ties(mixed.shifts) or _is_enough(speaking, speaking, 1)


@cache
def _beside_ideas() -> tuple[tuple[int, Hypothesis], ...]:
    """The conventions by which somebody with an idea may go besides, each with its place in a row."""
    others = (each for each in conventions() if each.shifts[0].field not in _IDEAS_TOO)
    return tuple((places()[each], each) for each in others)


def _alike_under_one(found: Sequence[Explanation]) -> list[Explanation]:
    """The best ideas under the convention of the best, each in its best way."""
    ideas: dict[WrongIdea, Explanation] = {}
    for each in found:
        if each.hypothesis.shifts == found[0].hypothesis.shifts:
            ideas.setdefault(each.idea, each)
    return _alike(list(ideas.values()))


def _leaves_room_for_more(right: Explanation, single: Explanation) -> bool:
    """Whether the best idea explains much, and leaves enough over for something else."""
    return single.cost >= _SECOND and right.cost - single.cost >= _BY_ONE_OF_TWO * right.cost


def _two(
    sheet: AnswersOfSheet, right: Explanation, singles: Sequence[Explanation], without: Collection[str]
) -> tuple[Explanation, tuple[tuple[WrongIdea, ...], ...]] | None:
    """Two ideas that explain clearly more than one does."""
    if not singles or not _leaves_room_for_more(right, single := singles[0]):
        return None
    at_most = min(single.cost - _SECOND, _TWO_SLIPS) + _ALIKE
    pairs = [Explanation(hypothesis, cost) for cost, hypothesis in pairs_by_cost(sheet, without, at_most)]
    if not pairs or pairs[0].cost > single.cost - _SECOND:
        return None
    best = pairs[0]
    if best.cost and not _both_show(best.hypothesis, sheet):
        return None
    near = [each.hypothesis.ideas for each in pairs if each.cost <= best.cost + _ALIKE]
    equal = [each.hypothesis.ideas for each in pairs if each.cost == best.cost]
    told = tuple(
        ideas
        for idea in best.hypothesis.ideas
        if (ideas := _few(_in_place_of(idea, near), _in_place_of(idea, equal)))
    )
    whole = (
        each for each in pairs if set(each.hypothesis.ideas) <= {idea for ideas in told for idea in ideas}
    )
    return (next(whole, best), told) if told else None


def _few(near: tuple[WrongIdea, ...], equal: tuple[WrongIdea, ...]) -> tuple[WrongIdea, ...]:
    """The ideas that cannot be told apart, if that is few; else those that are just as good."""
    ideas = near if len(near) <= MOST_ALIKE else equal
    if len(ideas) <= MOST_ALIKE:
        return ideas
    # Whoever forgets to prune is among those who do the plainest thing.
    return (_FORGOT_TO_PRUNE,) if _FORGOT_TO_PRUNE in ideas else ()


def _both_show(pair: Hypothesis, sheet: AnswersOfSheet) -> bool:
    """Whether each of two ideas explains something in several problems: what is odd in one may be slips."""
    both = sheet.open_costs(pair)
    alone = [sheet.open_costs(replace(pair, ideas=(idea,))) for idea in pair.ideas]
    return all(sum(map(gt, one, both)) > 1 for one in alone)


def _in_place_of(like: WrongIdea, pairs: Sequence[tuple[WrongIdea, ...]]) -> tuple[WrongIdea, ...]:
    """What these pairs have where the first has one idea: beside the same other idea, or in the same facet.

    None where some pair has no such idea.
    """
    facets = ("values", "chance") if like.facet in ("values", "chance") else (like.facet,)
    beside = {idea for idea in pairs[0] if idea is not like}
    found = [
        [idea for idea in pair if idea not in beside and (idea.facet in facets or beside.intersection(pair))]
        for pair in pairs
    ]
    return tuple(dict.fromkeys(idea for ideas in found for idea in ideas)) if all(found) else ()


def _misread_alone(sheet: AnswersOfSheet, right: Explanation, clearly: int) -> Diagnosis | None:
    """Right answers to a puzzle with one other number."""
    if right.misread is None or right.cost > _TWO_SLIPS:
        return None
    clear = sheet.right_cost - right.cost >= clearly
    return Diagnosis(sheet.answers, right) if clear else None


def _values_alone(sheet: AnswersOfSheet, without: Collection[str]) -> Diagnosis | None:
    """An idea that explains all values and moves, whatever was done besides."""
    shown: tuple[Shown, ...] = ("values", "move")
    answers = [answer for answer in sheet.answers if answer.shown in shown]
    if sum(answer.right_cost for answer in answers) < _VALUES_ALONE or not (free := _free_of_cost(answers)):
        return None
    fitting: dict[WrongIdea, Hypothesis] = {}
    for place in ideas_in_row():
        hypothesis = in_row()[place]
        idea = hypothesis.ideas[0]
        if idea.facet in ("values", "chance") and idea.id not in without and free >> place & 1:
            fitting.setdefault(idea, hypothesis)
    if not 0 < len(fitting) <= MOST_ALIKE:
        return None
    best = next(iter(fitting.values()))
    return Diagnosis(tuple(answers), Explanation(best, 0), (tuple(fitting),))


_AS_IF_NOT_PRUNED = Hypothesis((BY_ID["bookkeeping-without-cutting"],))


def _convention_behind(sheet: AnswersOfSheet) -> tuple[Shift, ...]:
    """One convention, or two; none where an answer speaks against each, or too little for one."""
    wrong = [answer for answer in sheet.answers if answer.right_cost]
    right = [answer for answer in sheet.answers if not answer.right_cost]
    for shifts in _fitting([*wrong, *right]):  # the wrong ones speak against most of them
        if _are_ties(shifts) or _is_enough(sheet.answers, wrong, len(shifts)):
            return shifts
    return ()


def _convention_but_for_a_slip(sheet: AnswersOfSheet, ideas: Diagnosis | None) -> Explanation | None:
    """One convention by which all answers but one are right, if much speaks for it, and no idea as well."""
    telling = [answer for answer in sheet.answers if answer.right_cost and _says_something(answer)]
    if len(telling) < _FOR_A_CONVENTION_WITH_A_SLIP:
        return None
    found = []
    for hypothesis in _all_right_but_one(sheet.answers):
        (slip,) = (answer for answer in sheet.answers if not answer.is_predicted(hypothesis))
        explained = [answer for answer in telling if answer is not slip]
        costs = [fit.cost for fit in slip.fits(hypothesis) if fit.cost]
        if len(explained) >= _FOR_A_CONVENTION_WITH_A_SLIP and len(costs) == 1 and costs[0] <= _ONE_SLIP:
            found.append(Explanation(hypothesis, costs[0]))
    if not found:
        return None
    best = min(found, key=_cost)
    others = [sheet.totals[place] for place in (places()[RIGHTLY], *ideas_in_row())]
    is_clear = best.cost + _CONVENTION <= min(others)
    return best if is_clear and (ideas is None or best.cost <= ideas.explanation.cost) else None


def _all_right_but_one(answers: Sequence[Evidence]) -> Iterator[Hypothesis]:
    """The conventions under which exactly one answer is wrong."""
    none, one = -1, 0  # the conventions under which so many are wrong, one bit for each
    for answer in answers:
        right = answer.right_under
        none, one = none & right, one & right | none & ~right
        if not none | one:
            return
    yield from (each for bit, each in enumerate(conventions()) if one >> bit & 1)


def _are_ties(shifts: Sequence[Shift]) -> bool:
    return [shift.field for shift in shifts] == ["ties"]


def _fitting(answers: Sequence[Evidence]) -> Iterator[tuple[Shift, ...]]:
    """What makes all answers right: one convention, and then two."""
    one = two = -1
    for answer in answers:
        one &= answer.right_under
        if not one:
            break
    yield from (each.shifts for bit, each in enumerate(conventions()) if one >> bit & 1)
    for answer in answers:
        two &= answer.right_under_two
        if not two:
            return
    yield from (each.shifts for bit, each in enumerate(two_conventions()) if two >> bit & 1)


def _is_enough(answers: Sequence[Evidence], wrong: Sequence[Evidence], number: int) -> bool:
    """Whether the answers speak for so many conventions: not where it was just forgotten to prune."""
    if all(answer.is_predicted(_AS_IF_NOT_PRUNED) for answer in answers):
        return False
    return len(wrong) > 1 or (number == 1 and _says_something(wrong[0]))


def _says_something(answer: Evidence) -> bool:
    return all(says_something(answer.predictions.form, part) for part in answer.given.values())
