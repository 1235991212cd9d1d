"""Programs that search trees of several players: they see kinds such as `p2`, and return tuples."""

import sys
from textwrap import dedent

import pytest

from grader.sandbox.run import Worker
from grader.text.source import InputError
from tests.marking_programs import a_set, check, marked

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="students' code runs only on 64-bit Linux")

TREES = (
    '"p1(l -> p2((8, 3, 1), (2, 2, 6)), r -> p3((4, 9, 0), (3, 5, 2)))"',
    '"p2(p1((9, 6, 3), (6, 3, 9)), chance(1/3 -> (0, 3, 3), 2/3 -> (3, 1/2, 6)))"',
)
ASKED = "[{ask: value, points: 2}, {ask: best-move, points: 2}]"
MAX_N = dedent("""\
    def alphabeta(node):
        if node.is_leaf:
            return node.utility, None
        found = [alphabeta(child)[0] for child in node.children]
        if node.kind == "chance":
            rows = zip(*found)
            return tuple(sum(p * u for p, u in zip(node.probabilities, row)) for row in rows), None
        player = int(node.kind[1]) - 1
        best = max(range(len(found)), key=lambda place: found[place][player])
        return found[best], node.moves[best]
    """)


def test_a_program_returns_the_utilities_and_the_move(worker: Worker) -> None:
    grade = marked(a_set(*TREES, questions=ASKED), MAX_N, worker)
    assert (grade.earned, grade.possible) == (4, 4)


def test_a_program_may_return_the_utilities_alone(worker: Worker) -> None:
    code = MAX_N.replace("def alphabeta", "def search").replace("[alphabeta(", "[search(")
    code += "\n\ndef alphabeta(node):\n    return search(node)[0]\n"
    grade = marked(a_set(*TREES, questions=ASKED), code, worker)
    assert [check(grade, name).verdict for name in ("value", "best-move")] == ["right", "wrong"]


def test_two_utilities_are_no_value_and_move(worker: Worker) -> None:
    problems = a_set('"p1((1, 2), (2, 1))"', questions="[{ask: value}]")
    code = "def alphabeta(node):\n    return max(child.utility for child in node.children)\n"
    assert marked(problems, code, worker).earned == 1


@pytest.mark.parametrize("returned", ["3", "(1, 2)", "((1, 2), 'l')", "'abc'", "None"])
def test_what_is_no_tuple_of_utilities_cannot_be_read(returned: str, worker: Worker) -> None:
    grade = marked(a_set(*TREES, questions=ASKED), f"def alphabeta(node):\n    return {returned}\n", worker)
    assert grade.earned == 0


def test_the_idea_of_a_program_is_named(worker: Worker) -> None:
    code = MAX_N.replace("found[place][player]", "sum(found[place])")
    trees = (*TREES, '"p1((2, 1), (1, 3))"', '"p2((1, 2), p1((9, 1), (5, 6)))"')
    grade = marked(a_set(*trees, questions=ASKED), code, worker)
    assert [idea.id for idea in grade.misconceptions] == ["sum-is-maximised"]


def test_error_where_an_api_knows_max_and_min_alone() -> None:
    with pytest.raises(InputError, match="this tree has several players"):
        a_set(*TREES, questions=ASKED, code=", api: aima")
