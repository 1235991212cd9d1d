"""Laws of the questions about sets, orders and cutoffs, whatever the tree and the rule."""

from collections.abc import Iterable
from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from grader.document import read_sheet
from grader.questions.kinds.cutoffs import Cutoffs
from grader.questions.kinds.irrelevant import Irrelevant
from grader.questions.kinds.pruned import Pruned
from grader.questions.kinds.visited import Visited
from grader.questions.question import Marking, Question, Unreadable
from grader.questions.reading.cuts import Cut, written_cut
from grader.questions.set_comparison import written_list
from grader.rule import Rule
from grader.solving import Solution, solve
from grader.text.sentences import sentences
from grader.text.source import Source
from grader.tree import Tree
from grader.tree.notation import write_name
from tests.questions.asking import asked, marked, solved
from tests.questions.reading import SUBTREES
from tests.strategies import cases

Case = tuple[Tree, dict[str, Any]]

FORMS = ("leaves", "nodes", "subtrees", "edges")
PRUNED = st.sampled_from([asked(Pruned, as_=form) for form in FORMS])
ORDERS = st.builds(
    lambda form, credit: asked(Visited, as_=form, credit=credit),
    st.sampled_from(("order", "leaves")),
    st.sampled_from(("each", "all", "prefix")),
)
SETS_AND_ORDERS = st.one_of(PRUNED, ORDERS, st.sampled_from([asked(Visited), asked(Irrelevant)]))
QUESTIONS = st.one_of(SETS_AND_ORDERS, st.just(asked(Cutoffs)))
# Names, separators and words that answers are made of, and some that they are not.
PIECES = st.sampled_from((
    "A", "B", "C1", "C2", "D", "c", "3", "-1/2", "∞", "none", "[", "]", "{", "}", "(", ")", ", ", " ",
    "\n", "- ", ": ", "->", "→", "-", "at", "after", "bound", "alpha", "β", "'", '"', "\\", "<= ", "=",
    ";", "\t", "节点", "\u200b", "\x00",
))  # fmt: skip
TEXTS = st.one_of(st.text(max_size=40), st.lists(PIECES, max_size=12).map("".join))


def solution_of(case: Case) -> Solution:
    tree, fields = case
    return solve(tree, Rule(**fields))


def leaves(solution: Solution) -> list[str]:
    return [node.name for node in solution.tree.leaves]


def listed(names: Iterable[str], solution: Solution) -> str:
    """Names as a student lists them."""
    return written_list(map(write_name, names), solution)


def on_a_sheet(shown: str) -> str:
    """What the sheet's reader makes of an answer."""
    sheet = read_sheet(Source(f"set: s\nanswers:\n  p:\n    q: {shown}\n    next: 1\n", "sheet.yaml"))
    answer = sheet.answers["p"]["q"]
    assert answer.mistake is None
    return answer.text


@given(cases(), QUESTIONS)
def test_the_key_as_the_sheet_prints_it_earns_everything(case: Case, question: Question) -> None:
    solution = solution_of(case)
    key = question.key(solution)
    answer = question.read(on_a_sheet(question.show(key, solution)), solution)
    assert answer == key
    result = question.mark(answer, Marking(solution, sentences()))
    assert result.share == 1
    assert result.feedback == ()
    assert set(result.parts.values()) <= {"right"}


@given(cases(), PRUNED, PRUNED)
def test_every_form_of_what_is_pruned_is_read_as_the_same(
    case: Case, question: Pruned, other: Pruned
) -> None:
    solution = solution_of(case)
    shown = other.show(other.key(solution), solution)
    assert question.read(shown, solution) == question.key(solution)
    assert marked(question, shown, solution).share == 1


@given(cases(), PRUNED, PRUNED, st.data())
def test_every_form_of_any_claim_is_read_as_the_same(
    case: Case, question: Pruned, other: Pruned, data: st.DataObject
) -> None:
    solution = solution_of(case)
    claim = listed(data.draw(st.lists(st.sampled_from(solution.tree.names), max_size=6)), solution)
    restated = other.show(other.read(claim, solution), solution)
    assert question.read(restated, solution) == question.read(claim, solution)


@given(cases(), SETS_AND_ORDERS, st.data())
def test_only_the_key_earns_everything_and_nothing_earns_less_than_nothing(
    case: Case, question: Question, data: st.DataObject
) -> None:
    solution = solution_of(case)
    answer = listed(data.draw(st.lists(st.sampled_from(leaves(solution)), max_size=8)), solution)
    result = marked(question, answer, solution)
    assert 0 <= result.share <= 1
    assert (result.share == 1) == (question.read(answer, solution) == question.key(solution))
    assert bool(result.feedback) == (result.share < 1) or question.ask == "pruned"


@given(cases(), st.data())
def test_cutoffs_anywhere_are_marked(case: Case, data: st.DataObject) -> None:
    solution = solution_of(case)
    names = st.sampled_from(solution.tree.names)
    cuts = data.draw(st.lists(st.builds(Cut, names, names, st.sampled_from(("alpha", "beta", None)))))
    question = asked(Cutoffs)
    result = marked(question, question.show(cuts, solution), solution)
    assert 0 <= result.share <= 1
    assert set(result.parts) >= {written_cut(cut) for cut in question.key(solution)}


@given(cases(), st.sampled_from(("leaves", "nodes")), st.data())
def test_one_more_wrong_leaf_never_raises_the_share(case: Case, form: str, data: st.DataObject) -> None:
    solution = solution_of(case)
    question = asked(Pruned, as_=form)
    wrong = [name for name in leaves(solution) if name in solution.windows]
    assume(wrong)
    named = data.draw(st.lists(st.sampled_from(solution.tree.names), max_size=6))
    more = [*named, data.draw(st.sampled_from(wrong))]
    before, after = (marked(question, listed(names, solution), solution) for names in (named, more))
    assert after.share <= before.share


@given(cases(), ORDERS, st.data())
def test_a_pruned_node_in_an_order_never_raises_the_share(
    case: Case, question: Visited, data: st.DataObject
) -> None:
    solution = solution_of(case)
    pruned = [name for name in leaves(solution) if name not in solution.windows]
    assume(pruned)
    key = question.key(solution)
    named = data.draw(st.lists(st.sampled_from(key), max_size=8, unique=True))
    place = data.draw(st.integers(0, len(named)))
    more = [*named[:place], data.draw(st.sampled_from(pruned)), *named[place:]]
    marking = Marking(solution, sentences())
    assert question.mark(more, marking).share <= question.mark(named, marking).share


@given(QUESTIONS, TEXTS)
@settings(max_examples=3 * settings().max_examples)
def test_any_text_is_read_or_unreadable(question: Question, text: str) -> None:
    solution = solved(SUBTREES)
    answer = read_or_refused(question, text, solution)
    if answer is not None:
        assert 0 <= question.mark(answer, Marking(solution, sentences())).share <= 1
        assert question.read(question.show(answer, solution), solution) == answer
        question.plain(answer)


def read_or_refused(question: Question, text: str, solution: Solution) -> Any:
    """The answer, or None where the text is refused with a sentence and a place inside it."""
    try:
        return question.read(text, solution)
    except Unreadable as refused:
        trouble = refused
    assert trouble.in_words(sentences())
    assert 0 <= trouble.start <= (len(text) if trouble.end is None else trouble.end) <= len(text)
    return None
