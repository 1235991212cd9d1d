"""The attack corpus: every submission gets the verdict that stands in it, and changes nothing for the next.

Each file in `attacks/` begins with how its run must end, and with what it earns: `nothing`, or `everything`
where it only makes a noise and searches honestly.
"""

from dataclasses import replace
from pathlib import Path

import pytest

from grader.language import parse_tree
from grader.rule import Rule
from grader.sandbox import OUTCOMES, Limits, Program, Run, Task, Worker, run_program
from grader.solving import solve
from tests.sandbox.programs import ALPHABETA

ATTACKS = sorted(Path(__file__).parent.glob("attacks/*.py"))
TREE = parse_tree("max(a -> min(5171, 6203, 5817), b -> min(2211, 7004, 6100), c -> min(9109, 4107, 3301))")
SOLUTION = solve(TREE, Rule())
HONEST = Program({"search.py": ALPHABETA.encode()}, "search.py", "alphabeta")


def _run(program: Program, worker: Worker, seconds: float) -> Run:
    limits = Limits(seconds, memory=128 << 20, output=4096)
    (seen,) = run_program(program, [Task(TREE, Rule(), limits, visits=1000)], worker)
    return seen


def _headers(source: str) -> dict[str, str]:
    lines = [line.removeprefix("# ").partition(": ") for line in source.splitlines()[:2]]
    return {key: value for key, _, value in lines}


def _earns_all(seen: Run) -> bool:
    return (seen.outcome, seen.value, seen.visited) == ("returned", SOLUTION.value, SOLUTION.visited)


def test_the_corpus_is_there() -> None:
    assert len(ATTACKS) >= 45


@pytest.mark.parametrize("path", ATTACKS, ids=lambda path: path.stem)
def test_an_attack_gets_its_verdict_and_the_next_student_notices_nothing(path: Path, walled: Worker) -> None:
    headers = _headers(path.read_text(encoding="utf-8"))
    verdicts = headers["verdict"].split(" or ")
    program = Program({"search.py": path.read_bytes()}, "search.py", "search")
    seen = _run(program, walled, 0.5 if "timeout" in verdicts else 20)
    assert set(verdicts) <= OUTCOMES.keys()
    assert seen.outcome in verdicts
    assert _earns_all(seen) == (headers["earns"] == "everything")
    assert _earns_all(seen) or seen.value != SOLUTION.value
    assert seen.printed.replace("\n", "").isprintable()
    assert len(seen.printed) <= 4096
    after = _run(HONEST, walled, 20)
    assert replace(after, seconds=0) == Run(
        "returned", SOLUTION.value, "a", "(5171, a)", SOLUTION.visited, visits=len(SOLUTION.visited)
    )


def test_nothing_of_the_environment_is_inside(walled: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRADER_SECRET", "5171")
    code = b"import os\ndef search(node):\n    print(dict(os.environ))\n    return 1"
    assert _run(Program({"search.py": code}, "search.py", "search"), walled, 20).printed == "{}\n"
