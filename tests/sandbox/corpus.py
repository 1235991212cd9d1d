"""The attack corpus: files that each begin with how their run must end, and with what they earn.

That is `nothing`, or `everything` where one only makes a noise and searches honestly. All of it can be run
without a test runner, as somebody who may not even read one.
"""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from grader.rule import Rule
from grader.sandbox.run import OUTCOMES, Limits, Program, Run, TreeTask, Worker, run_program
from grader.solving import solve
from grader.tree.language import parse_tree
from tests.sandbox.programs import ALPHABETA

ATTACKS = sorted(Path(__file__).parent.glob("attacks/*.py"))
OUTPUT = 4096
TREE = parse_tree("max(a -> min(5171, 6203, 5817), b -> min(2211, 7004, 6100), c -> min(9109, 4107, 3301))")
SOLUTION = solve(TREE, Rule())
HONEST = Program({"search.py": ALPHABETA.encode()}, "search.py", "alphabeta")


def attack(path: Path, worker: Worker) -> list[str]:
    """What is not as it should be after an attack, if anything."""
    return [*_wrong_about_the_attack(path, worker), *_wrong_about_the_next(worker)]


def run_attack(program: Program, worker: Worker, seconds: float) -> Run:
    limits = Limits(seconds, memory=128 << 20, output=OUTPUT)
    return run_program(program, TreeTask(TREE, Rule(), limits, visits=1000), worker)


def _wrong_about_the_attack(path: Path, worker: Worker) -> Iterator[str]:
    headers = _headers(path.read_text(encoding="utf-8"))
    verdicts = headers["verdict"].split(" or ")
    program = Program({"search.py": path.read_bytes()}, "search.py", "search")
    seen = run_attack(program, worker, 0.25 if "timeout" in verdicts else 20)
    if not set(verdicts) <= OUTCOMES or seen.outcome not in verdicts:
        yield f"its verdict is {seen.outcome}: {seen.trouble}"
    if _earns_all(seen) != (headers["earns"] == "everything"):
        yield f"it earns {seen.value} for {seen.visited}"
    if seen.value == SOLUTION.value and not _earns_all(seen):
        yield "it knows the value"
    if not seen.printed.replace("\n", "").isprintable() or len(seen.printed) > OUTPUT:
        yield f"it printed {seen.printed!r}"


def _wrong_about_the_next(worker: Worker) -> Iterator[str]:
    after = replace(run_attack(HONEST, worker, 20), seconds=0)
    expected = Run(
        "returned", SOLUTION.value, "a", "(5171, a)", SOLUTION.visited, visits=len(SOLUTION.visited)
    )
    if after != expected:
        yield f"the next student gets {after}"


def _headers(source: str) -> dict[str, str]:
    lines = [line.removeprefix("# ").partition(": ") for line in source.splitlines()[:2]]
    return {key: value for key, _, value in lines}


def _earns_all(seen: Run) -> bool:
    return (seen.outcome, seen.value, seen.visited) == ("returned", SOLUTION.value, SOLUTION.visited)
