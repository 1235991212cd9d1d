"""What all kinds of questions have in common, and how a problem set writes those about values and moves."""

import pickle
from fractions import Fraction
from math import inf
from typing import Any

import pytest

from grader.memory import remembered
from grader.problems import load_problems
from grader.questions import KINDS, Mark, Question, Unreadable, plain
from grader.questions.kinds.best_move import BestMove
from grader.questions.kinds.bounds import Bounds
from grader.questions.kinds.count import Count
from grader.questions.kinds.line import Line
from grader.questions.kinds.value import Values
from grader.questions.kinds.window import Windows
from grader.questions.reading.quantities import Bound
from grader.rule import Rule
from grader.solving import Solution
from grader.text.numbers import Typed
from grader.text.sentences import languages, sentences
from grader.text.source import InputError, Source
from tests.questions.asking import asked, solved
from tests.questions.reading import question_from
from tools.questions import TREE

WRITTEN: dict[str, tuple[type[Question], str, dict[str, Any]]] = {
    "the value of the root": (Values, "{}", {"of": None, "as_": "true"}),
    "the value of a node": (Values, "{of: B}", {"of": "B"}),
    "the values of nodes": (Values, "{of: [B, no], as: true}", {"of": ("B", "no"), "as_": "true"}),
    "what the search reports": (Values, "{of: [B], as: returned}", {"of": ("B",), "as_": "returned"}),
    "a window": (Windows, "{of: [C]}", {"of": ("C",), "as_": "entry"}),
    "a window on exit": (Windows, "{of: C, as: exit}", {"of": "C", "as_": "exit"}),
    "bounds": (Bounds, "{of: [C]}", {"of": ("C",)}),
    "a count": (Count, "{of: nodes-visited}", {"of": "nodes-visited"}),
    "a move": (BestMove, "{}", {}),
    "a line": (Line, "{}", {}),
}


@pytest.mark.parametrize(("kind", "text", "fields"), WRITTEN.values(), ids=WRITTEN)
def test_a_set_writes_a_question(kind: type[Question], text: str, fields: dict[str, Any]) -> None:
    assert question_from(kind, text) == asked(kind, **fields)


REFUSED: dict[str, tuple[type[Question], str, str]] = {
    "no nodes": (Values, "{of: []}", "there is no node in this list"),
    "another form": (Values, "{as: maybe}", "`maybe` is not one of the choices here"),
    "a group instead of nodes": (Windows, "{of: {B: 3}}", "a list is expected here, not a group of fields"),
    "a window of nothing": (Windows, "{as: exit}", "`of` is missing"),
    "bounds of nothing": (Bounds, "{to: [C]}", "`of` is missing"),
    "a count of something else": (Count, "{of: edges}", "`edges` is not one of the choices here"),
    "a field that a move does not have": (BestMove, "{of: B}", "there is no field `of` here"),
}


@pytest.mark.parametrize(("kind", "text", "message"), REFUSED.values(), ids=REFUSED)
def test_error_a_set_writes_no_question(kind: type[Question], text: str, message: str) -> None:
    with pytest.raises(InputError) as refused:
        question_from(kind, text)
    assert message in [mistake.message for mistake in refused.value.mistakes]


PLAIN: dict[str, tuple[Any, Any]] = {
    "a whole number": (3, 3),
    "a fraction": (Fraction(7, 3), "7/3"),
    "a decimal": (Typed("2.50"), "2.50"),
    "infinity": (-inf, "-inf"),
    "a truth value": (True, True),
    "nothing": (None, None),
    "a name": ("no", "no"),
    "a bound": (Bound("<=", Fraction(1, 2)), "<= 1/2"),
    "windows": ({"C": (3, inf)}, {"C": [3, "inf"]}),
    "a set": (frozenset(("C3", "C2")), ["C2", "C3"]),
}


@pytest.mark.parametrize(("answer", "expected"), PLAIN.values(), ids=PLAIN)
def test_an_answer_becomes_plain(answer: Any, expected: Any) -> None:
    assert plain(answer) == expected


@pytest.mark.parametrize(
    ("share", "verdict"), [(Fraction(1), "right"), (Fraction(1, 3), "partly"), (Fraction(0), "wrong")]
)
def test_the_share_decides_the_verdict(share: Fraction, verdict: str) -> None:
    assert Mark(share, "").verdict == verdict


def test_what_cannot_be_read_can_be_sent_to_another_process() -> None:
    refused = Unreadable("unreadable.no-number", 3, 4, text="x")
    again: Unreadable = pickle.loads(pickle.dumps(refused))  # noqa: S301 - our own bytes
    assert (again.start, again.end, again.in_words(sentences())) == (3, 4, "x is not a number")


def test_a_question_can_be_asked_under_another_rule() -> None:
    assert asked(Values, of="C").with_rule(Rule(ties="keep")) == Values(
        id="value", rule=Rule(ties="keep"), of="C"
    )


def test_every_kind_is_called_as_it_is_asked_for() -> None:
    assert all(kind.ask == ask and kind.sample for ask, kind in KINDS.items())
    assert set(KINDS) >= {"value", "best-move", "line", "count", "window", "bounds", "pruned", "visited"}


@pytest.mark.parametrize("ask", KINDS)
def test_every_kind_has_a_title_in_every_language(ask: str) -> None:
    kind = KINDS[ask]
    question = f"questions: [{kind.illustration[0]}]"
    text = f"set: s\nproblems:\n- id: p\n  tree: '{kind.illustrated_on or TREE}'\n  {question}\n"
    (made,) = load_problems(Source(text, "set.yaml")).problems[0].questions
    for language in languages():
        assert made.question.title(sentences(language))


def test_what_is_worked_out_is_kept_with_the_solution() -> None:
    calls = []

    @remembered
    def work(_solution: Solution, asker: Question) -> int:
        calls.append(asker)
        return len(calls)

    one, other = asked(Values), asked(Values)
    solution = solved()
    assert (work(solution, one), work(solution, one), work(solution, other)) == (1, 1, 2)
    assert work(solved(), one) == 3


def test_what_is_kept_for_one_asker_is_not_given_to_another_with_its_old_place_in_memory() -> None:
    @remembered
    def work(_solution: Solution, asker: Question) -> int | Fraction:
        return asker.points

    solution = solved()
    assert [work(solution, asked(Values, points=number)) for number in range(50)] == list(range(50))
