"""Program + TreeTask + Worker → Run: what was seen of the program, in a fresh child."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from time import monotonic

from grader.sandbox.run.child import Child
from grader.sandbox.run.command_process import CommandChild, command_child
from grader.sandbox.run.final_message import read_result
from grader.sandbox.run.json_lines import LineMessages, write_facts
from grader.sandbox.run.packed_messages import Forged, Messages, PackedMessages, pack_facts
from grader.sandbox.run.program import Program, Run, RunOutcome, TreeTask, Trouble
from grader.sandbox.run.stream import Stream
from grader.sandbox.run.tree_server import OutOfVisits, Serving
from grader.sandbox.run.worker import Worker
from grader.sandbox.walls.limits import PATIENCE, ExitReason, Limits, time_used
from grader.sandbox.walls.policy import Isolation
from grader.text.columns import visible
from grader.text.spelling import closest

_INSTANT = 0.01  # seconds that nobody minds
_GRACE = 1.0  # seconds within which a child ends that has closed its channel

# How a run is said to have ended when the child ended without a result.
_ENDS: Mapping[ExitReason, RunOutcome] = {
    "ended": "exited",
    "timeout": "timeout",
    "processor": "timeout",
    "memory": "memory",
    "forbidden": "forbidden",
    "crash": "crashed",
    "killed": "killed",
}


def run_program(program: Program, task: TreeTask, worker: Worker) -> Run:
    """What was seen of the program on the task's tree."""
    if program.command:
        return _run_command(program, task, worker.isolation)
    if program.file not in program.files:
        return Run("no-file", trouble=_missing_file(program))
    return _run_python(program, task, worker)


def _run_python(program: Program, task: TreeTask, worker: Worker) -> Run:
    serving = Serving(task, pack_facts)

    def begin(stream: Stream) -> Messages:
        messages = PackedMessages(stream)
        messages.start(_header(program, serving), program.files)
        return messages

    with worker.child(task.limits) as child:
        return _run(program, serving, child, begin)


def _run_command(program: Program, task: TreeTask, isolation: Isolation) -> Run:
    serving = Serving(task, write_facts)

    def begin(stream: Stream) -> Messages:
        messages = LineMessages(stream)
        messages.start({"root": serving.root.hex(), "depth": task.rule.depth, "seed": task.seed})
        return messages

    with command_child(program, task.limits, isolation) as child:
        return _run(program, serving, child, begin)


def _run(
    program: Program, serving: Serving, child: Child | CommandChild, begin: Callable[[Stream], Messages]
) -> Run:
    """One run: the log and the time are ours."""
    limits = serving.task.limits
    started = monotonic()
    clock = Stream(child.channel, started + limits.seconds, lambda: _seconds_left(child, limits, started))
    run = _ended(program, serving, child, begin, clock)
    child.kill()
    used = time_used(child.wait(_GRACE).cpu, monotonic() - started)
    seconds = max(used, limits.seconds) if run.outcome == "timeout" else used
    printed = _plain(child.printed(limits.output))
    return replace(run, visited=serving.visited, visits=len(serving.log), printed=printed, seconds=seconds)


def _seconds_left(child: Child | CommandChild, limits: Limits, started: float) -> float:
    """How long to wait on for a child that has not got to use its time, as on a busy machine."""
    left = limits.seconds - child.processor_time
    return min(left, limits.seconds * PATIENCE - (monotonic() - started)) if left > _INSTANT else 0.0


def _ended(
    program: Program, serving: Serving, child: Child | CommandChild, begin: Callable[[Stream], Messages],
    stream: Stream,
) -> Run:  # fmt: skip
    """How the run ended, and what came out of it."""
    try:
        messages = begin(stream)
        result = serving.converse(messages)
        messages.close()
        return read_result(result.data, serving.task, program.way, program.files)
    except TimeoutError:
        return Run("timeout")
    except OutOfVisits:
        return Run("visits")
    except Forged as found:
        return Run("forged", returned=found.line, trouble=Trouble(found.kind, str(found)))
    except (EOFError, ConnectionError):
        end = child.wait(_GRACE)
        return Run(_ENDS[end.why], trouble=Trouble(end.how, str(end.number)) if program.command else None)


def _header(program: Program, serving: Serving) -> dict[str, object]:
    api, rule = program.way, serving.task.rule
    return {
        "file": program.file, "name": program.name, "api": api.name,
        "written": api.written, "returns": api.returns, "modules": api.modules, "stand-ins": api.stand_ins,
        "root": serving.root.hex(), "depth": rule.depth, "agents": rule.agents, "seed": serving.task.seed,
        "players": serving.task.tree.players,
    }  # fmt: skip


def _missing_file(program: Program) -> Trouble:
    close = closest(program.file, program.files)
    return Trouble("no-file", program.file, meant=close and visible(close))


def _plain(printed: bytes) -> str:
    """What was printed, line by line, without anything that acts on a terminal."""
    return "\n".join(map(visible, printed.decode("utf-8", "replace").split("\n")))
