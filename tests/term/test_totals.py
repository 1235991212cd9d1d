"""Laws of totals: against every choice tried one by one, in exact fractions."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product

from hypothesis import given
from hypothesis import strategies as st

from grader.term.course import Part, SlipRule, TotalRule
from grader.term.slip_days import LateSet, spend_as_said, spend_for_most
from grader.term.total import Scored, reckon, rounded

SHARES = st.fractions(0, 1, max_denominator=8)
WEIGHTS = st.sampled_from([Fraction(1), Fraction(2), Fraction(1, 2), Fraction(10)])
CAPS = st.sampled_from([None, Fraction(1), Fraction(3, 4)])
NAMES = ("p", "q")
PARTS = st.builds(lambda weight, drop, cap: (weight, drop, cap), WEIGHTS, st.integers(0, 2), CAPS)
RULES = st.lists(PARTS, min_size=1, max_size=2).flatmap(
    lambda given: st.builds(
        TotalRule, st.just(Fraction(100)), CAPS, st.integers(0, 2),
        st.just(tuple(Part(NAMES[place], *part) for place, part in enumerate(given))),
    )
)  # fmt: skip


@st.composite
def sets_of(draw: st.DrawFn, rule: TotalRule) -> list[Scored]:
    parts = [part.id for part in rule.parts]
    return [
        Scored(
            f"s{place}", draw(SHARES), draw(WEIGHTS), draw(st.sampled_from(parts)),
            draw(st.integers(0, 3)) == 0, draw(st.integers(0, 3)) > 0,
        )
        for place in range(draw(st.integers(1, 5)))
    ]  # fmt: skip


CASES = RULES.flatmap(lambda rule: st.tuples(st.just(rule), sets_of(rule)))


def own_total(scored: list[Scored], rule: TotalRule) -> Fraction | None:
    """An independent reckoning: every allowed choice of sets to drop is tried, part by part."""
    shares: list[tuple[Fraction, Fraction]] = []
    for part in rule.parts:
        regular = [one for one in scored if one.part == part.id and not one.bonus]
        extra = sum(
            (one.weight * one.share for one in scored if one.part == part.id and one.bonus), Fraction(0)
        )
        able = [one for one in regular if one.droppable]
        if not regular:
            continue
        number = min(part.drop, len(able), len(regular) - 1)
        best = Fraction(-1)
        for gone in combinations(able, number):
            kept = [one for one in regular if one not in gone]
            earned = sum((one.weight * one.share for one in kept), extra)
            best = max(best, earned / sum(one.weight for one in kept))
        shares.append((part.weight, best if part.cap is None else min(part.cap, best)))
    if not shares:
        return None
    share = sum((weight * one for weight, one in shares), Fraction(0)) / sum(weight for weight, _ in shares)
    return (share if rule.cap is None else min(rule.cap, share)) * rule.of


@given(CASES)
def test_a_total_is_that_of_an_independent_reckoning(case: tuple[TotalRule, list[Scored]]) -> None:
    rule, scored = case
    assert reckon(scored, rule).total == own_total(scored, rule)


@given(CASES, st.integers(0, 4), SHARES)
def test_more_points_never_make_a_total_lower(
    case: tuple[TotalRule, list[Scored]], place: int, more: Fraction
) -> None:
    rule, scored = case
    one = scored[place % len(scored)]
    raised = Scored(one.set, max(one.share, more), one.weight, one.part, one.bonus, one.droppable)
    before, after = (reckon([*others, *[new]], rule).total for others, new in [
        ([other for other in scored if other is not one], one),
        ([other for other in scored if other is not one], raised),
    ])  # fmt: skip
    assert (before is None) == (after is None)
    assert before is None or after is None or after >= before


def with_days(scored: list[Scored], late: list[LateSet], days: dict[str, int]) -> list[Scored]:
    shares = {one.set: one.shares for one in late}
    return [
        Scored(
            one.set, shares[one.set][days.get(one.set, 0)] if one.set in shares else one.share, one.weight,
            one.part, one.bonus, one.droppable,
        )
        for one in scored
    ]  # fmt: skip


@st.composite
def late_sets(draw: st.DrawFn, scored: list[Scored], per_set: int) -> list[LateSet]:
    """Some sets are late, and each day spent on one leaves its share as it is or raises it."""
    late = []
    for one in scored:
        if draw(st.booleans()):
            raised = [draw(SHARES) for _ in range(per_set)]
            late.append(
                LateSet(one.set, tuple(sorted([one.share, *[max(one.share, more) for more in raised]])))
            )
    return late


@st.composite
def slips(draw: st.DrawFn) -> tuple[TotalRule, list[Scored], list[LateSet], SlipRule]:
    rule, scored = draw(CASES)
    slip = SlipRule(draw(st.integers(0, 4)), draw(st.integers(0, 2)))
    return rule, scored, draw(late_sets(scored, slip.per_set)), slip


@given(slips())
def test_slip_days_are_spent_so_that_the_total_is_highest_and_no_day_is_wasted(
    case: tuple[TotalRule, list[Scored], list[LateSet], SlipRule],
) -> None:
    rule, scored, late, slip = case
    spent = dict(spend_for_most(scored, late, slip, rule))
    ways = [
        dict(zip((one.set for one in late), days, strict=True))
        for days in product(range(slip.per_set + 1), repeat=len(late))
        if sum(days) <= slip.days
    ]
    worth = {sum(way.values()): Fraction(-1) for way in ways}
    for way in ways:
        total = own_total(with_days(scored, late, way), rule)
        worth[sum(way.values())] = max(worth[sum(way.values())], Fraction(-1) if total is None else total)
    reached = own_total(with_days(scored, late, spent), rule)
    assert sum(spent.values()) <= slip.days
    assert all(0 < days <= slip.per_set for days in spent.values())
    if reached is not None:
        assert reached == max(worth.values())
        assert sum(spent.values()) == min(days for days, total in worth.items() if total == reached)


@given(slips(), st.dictionaries(st.sampled_from(["s0", "s1", "s2"]), st.integers(0, 9)))
def test_slip_days_are_never_spent_to_harm_also_where_a_student_says_how(
    case: tuple[TotalRule, list[Scored], list[LateSet], SlipRule], said: dict[str, int]
) -> None:
    rule, scored, late, slip = case
    spent = dict(spend_as_said(said, late, slip))
    before, after = (own_total(with_days(scored, late, days), rule) for days in ({}, spent))
    assert before is None or after is None or after >= before
    assert sum(spent.values()) <= slip.days
    assert all(days <= min(slip.per_set, said[name]) for name, days in spent.items())


def test_half_is_rounded_up() -> None:
    assert rounded(Fraction(165, 100), 1) == Fraction(17, 10)
    assert rounded(Fraction(1649, 1000), 1) == Fraction(16, 10)
    assert rounded(Fraction(1, 2), 0) == 1


def test_a_raised_mark_of_a_heavy_set_cannot_cost_anything() -> None:
    def total(share: Fraction) -> Fraction | None:
        sets = [Scored("a", Fraction(1)), Scored("b", Fraction(1, 2)), Scored("c", share, Fraction(10))]
        return reckon(sets, TotalRule(parts=(Part(drop=1),))).total

    assert total(Fraction(2, 5)) == total(Fraction(3, 5)) == 75


def test_no_slip_day_is_spent_while_only_bonus_sets_are_marked() -> None:
    half, whole = Fraction(1, 2), Fraction(1)
    rule = TotalRule(Fraction(100), None, 0, (Part("p", whole, 0, None),))
    extra = Scored("extra", half, whole, "p", bonus=True, droppable=False)
    assert spend_for_most([extra], [LateSet("extra", (half, whole))], SlipRule(1, 1, None), rule) == {}
