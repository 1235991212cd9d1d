"""What a visit of a node costs, against a bare packed question and answer between two processes."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from struct import Struct
from time import perf_counter

from benchmarks.measuring import Figure
from grader.rule import Rule
from grader.sandbox.run import Limits, Program, TreeTask, Worker, run_program
from grader.tree import Kind, Tree, TreeBuilder

DEPTH = 12
ROUNDS = 10
QUESTION, ANSWER = Struct("<cQ"), Struct("<IBI8sQQ")  # about as long as ours
SEARCH = b"""
def search(node):
    if node.is_leaf:
        return node.utility
    return (max if node.kind == "max" else min)([search(child) for child in node.children])
"""


def figures() -> Iterator[Figure]:
    tree = _tree()
    with Worker("none", core=0) as worker:  # the walls cost nothing here, and may be missing
        turns = [(_visiting(tree, worker), _ping_pong(len(tree))) for _ in range(ROUNDS)]
    ours, bare = map(min, zip(*turns, strict=True))
    note = f"{ours / len(tree) * 1e6:.1f} µs"
    yield Figure("one visit / one bare packed question and answer", ours / bare, at_most=4, note=note)


def _visiting(tree: Tree, worker: Worker) -> float:
    """The seconds of a run that visits every node, without what a run of a single leaf takes."""
    limits = Limits(seconds=60, memory=1 << 30, output=1000)
    program = Program({"search.py": SEARCH}, "search.py", "search")
    leaf = TreeBuilder()
    leaf.leaf(1)
    tasks = [TreeTask(some, Rule(), limits, len(tree)) for some in (tree, leaf.tree())]
    whole, nothing = (run_program(program, task, worker) for task in tasks)
    assert whole.visits == len(tree), whole
    return whole.seconds - nothing.seconds


def _ping_pong(number: int) -> float:
    """The seconds that so many questions and answers take, with nothing done about them."""
    ours, theirs = socket.socketpair()
    if os.fork() == 0:
        _ask(theirs, number)
    answer = ANSWER.pack(0, 0, 0, b"", 0, 0)
    started = perf_counter()
    for _ in range(number):
        QUESTION.unpack(ours.recv(QUESTION.size))
        ours.send(answer)
    elapsed = perf_counter() - started
    os.wait()
    return elapsed


def _ask(theirs: socket.socket, number: int) -> None:
    for handle in range(number):
        theirs.send(QUESTION.pack(b"?", handle))
        ANSWER.unpack(theirs.recv(ANSWER.size))
    os._exit(0)


def _tree() -> Tree:
    """A binary tree with 8,191 nodes."""
    builder = TreeBuilder()
    for level in _levels():
        if level < 0:
            builder.close()
        elif level == DEPTH:
            builder.leaf(level)
        else:
            builder.open(Kind.MIN if level % 2 else Kind.MAX)
    return builder.tree()


def _levels() -> Iterator[int]:
    """The depth of each node in preorder, and −1 where an inner node ends."""
    waiting = [0]
    while waiting:
        level = waiting.pop()
        yield level
        if 0 <= level < DEPTH:
            waiting += [-1, level + 1, level + 1]
