"""What is derived from a value is worked out once, and gone with the value."""

import gc
import pickle
import weakref
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from threading import Barrier

import pytest

from grader.diagnosis import Predictions
from grader.grading import grade
from grader.memory import LONGEST, MOST, Memorable, remembered, remembered_text
from grader.problems import load_problems
from grader.questions.reading.node_names import Names
from grader.reports.class_.class_page import class_html
from grader.reports.render import FORMS, render
from grader.submissions import read_submission
from grader.text.source import Source


@dataclass(frozen=True, slots=True)
class Heap(Memorable):
    stones: int
    calls: list[int]

    @remembered
    def times(self, factor: int) -> int:
        self.calls.append(factor)
        return self.stones * factor


@dataclass(frozen=True)
class Loose(Memorable):
    """A value without slots."""

    stones: int

    @cached_property
    def half(self) -> int:
        return self.stones // 2


class Result:
    """Something that a weak reference can point at."""

    def __init__(self, of: object) -> None:
        self.of = of


@remembered
def made(value: Memorable, *further: object) -> Result:
    return Result((value, further))


@remembered_text
def read(value: Memorable, text: str, *, aside: object = None) -> Result:
    return Result((value, text, aside))


def test_a_result_is_worked_out_once_for_each_of_the_arguments() -> None:
    heap = Heap(3, [])
    assert [heap.times(2), heap.times(5), heap.times(2)] == [6, 15, 6]
    assert heap.calls == [2, 5]


def test_a_result_of_none_is_remembered_too() -> None:
    calls = []

    @remembered
    def nothing(value: Memorable) -> None:
        calls.append(value)

    heap = Heap(3, [])
    nothing(heap), nothing(heap)
    assert len(calls) == 1


def test_an_exception_is_not_remembered() -> None:
    @remembered
    def first(heap: Heap) -> int:
        return heap.calls[0]

    heap = Heap(3, [])
    with pytest.raises(IndexError):
        first(heap)
    heap.calls.append(7)
    assert first(heap) == 7


def test_values_that_are_equal_remember_apart() -> None:
    one, other = Loose(3), Loose(3)
    assert one == other
    assert made(one) is not made(other)


def test_a_value_among_the_further_arguments_equals_only_itself_and_need_not_be_hashable() -> None:
    loose, one, other = Loose(3), Heap(1, []), Heap(1, [])
    assert made(loose, one) is made(loose, one)
    assert made(loose, one) is not made(loose, other)


def test_anything_else_among_the_further_arguments_is_compared_as_usual() -> None:
    loose = Loose(3)
    assert made(loose, ("C2", 7)) is made(loose, ("C2", Fraction(7)))


def test_functions_remember_apart() -> None:
    loose = Loose(3)
    assert made(loose, "B") is not read(loose, "B")


def test_what_is_passed_by_keyword_only_is_not_compared() -> None:
    loose = Loose(3)
    assert read(loose, "B", aside=1) is read(loose, "B", aside=2)


def test_what_is_compared_cannot_be_passed_by_keyword() -> None:
    with pytest.raises(TypeError, match=r"Heap.times\(\) compares only what is passed by position"):
        Heap(3, []).times(factor=2)


def test_what_is_compared_has_no_default() -> None:
    def halved(_value: Memorable, times: int = 1) -> int:
        return times

    with pytest.raises(TypeError, match=r"halved\(\) compares `times`, which has a default"):
        remembered(halved)


def test_a_text_is_remembered_if_it_is_not_long() -> None:
    loose = Loose(3)
    assert read(loose, "x" * LONGEST) is read(loose, "x" * LONGEST)
    assert read(loose, "x" * (LONGEST + 1)) is not read(loose, "x" * (LONGEST + 1))


def test_texts_are_remembered_as_long_as_there_are_not_many() -> None:
    loose = Loose(3)
    for number in range(MOST):
        read(loose, str(number))
    assert read(loose, "0") is read(loose, "0")
    assert read(loose, "one more") is not read(loose, "one more")


def test_a_value_that_is_dropped_takes_along_what_refers_to_it() -> None:
    loose = Loose(3)
    gone = weakref.ref(made(loose)), weakref.ref(made(loose, Loose(4)))
    del loose
    gc.collect()
    assert [each() for each in gone] == [None, None]


SET = """\
set: s
problems:
  - id: p
    tree: max(min(3, 12, 8), min(2, 4, 6), min(14, 5, 2))
    questions: [{ask: value, of: [A, B]}, {ask: pruned, as: nodes}, {ask: visited, as: order}, {ask: line}]
"""
SHEET = b"answers:\n  p: {value: {A: 2, B: 12}, pruned: [C2, D], visited: [A, B], line: [A, C, C2]}\n"


def test_a_set_that_is_dropped_frees_all_that_marking_and_reports_derived_from_it() -> None:
    gc.freeze()  # what other tests left is not searched
    before = _alive()
    problems = load_problems(Source(SET, "set.yaml"), lambda document: document)  # shared with no other test
    marked = grade(problems, read_submission(SHEET, "ada.yaml"))
    assert all(render(marked, form) for form in FORMS)
    assert class_html([marked], problems)
    assert _alive() > before
    del problems, marked
    assert _alive() == before


def _alive() -> Counter[type]:
    gc.collect()
    return Counter(
        type(each) for each in gc.get_objects() if isinstance(each, Memorable | Predictions | Names)
    )


def test_what_is_remembered_is_no_part_of_the_value() -> None:
    plain, used = Loose(3), Loose(3)
    made(used)
    assert (used, repr(used), hash(used)) == (plain, repr(plain), hash(plain))


COPIES: dict[str, Callable[[Memorable], Memorable]] = {
    "pickled": lambda value: pickle.loads(pickle.dumps(value)),  # noqa: S301 - our own
    "copied": copy,
    "replaced": lambda value: replace(value, stones=value.stones),  # type: ignore[type-var,attr-defined]
}


@pytest.mark.parametrize("value", [Heap(3, []), Loose(3)], ids=["with slots", "without slots"])
@pytest.mark.parametrize("copied", COPIES.values(), ids=COPIES)
def test_a_copy_is_equal_and_remembers_for_itself(
    value: Memorable, copied: Callable[[Memorable], Memorable]
) -> None:
    made(value)
    twin = copied(value)
    assert twin == value
    assert made(twin) is made(twin)
    assert made(twin) is not made(value)


def test_a_copy_keeps_what_the_value_worked_out_for_itself() -> None:
    loose = Loose(8)
    assert loose.half == 4
    assert copy(loose).__dict__ == {"stones": 8, "half": 4}


def test_threads_that_ask_at_the_same_time_get_the_same() -> None:
    together = Barrier(4)

    @remembered
    def slow(value: Memorable) -> Result:
        together.wait(timeout=10)
        return Result(value)

    loose = Loose(3)
    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(slow, [loose] * 4))
    assert len(set(map(id, found))) == 1
