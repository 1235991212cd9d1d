"""Student code: a program and a tree come in, what was seen of the run goes out.

    with Worker() as worker:
        program = Program(files, "search.py", "alphabeta")
        run = run_program(program, Task(tree, rule, limits, visits=10_000), worker)

It runs on Linux only, and nothing here knows a right answer.
"""

from grader.sandbox.run.execution import run_program
from grader.sandbox.run.program import OUTCOMES, Program, Run, TreeTask, Trouble
from grader.sandbox.run.worker import Worker
from grader.sandbox.walls.limits import Exit, Limits

__all__ = [
    "OUTCOMES", "Exit", "Limits", "Program", "Run", "TreeTask", "Trouble", "Worker", "run_program",
]  # fmt: skip
