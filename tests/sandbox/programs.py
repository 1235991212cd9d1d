"""Code and a tree → what was seen of a run, or nodes to ask without any run at all."""

from collections.abc import Mapping
from textwrap import dedent

from grader.rule import Rule
from grader.sandbox.inside.packed_channel import Facts, unpack_facts
from grader.sandbox.run import Limits, Program, Run, TreeTask, Trouble, Worker, run_program
from grader.sandbox.run.packed_messages import pack_facts
from grader.sandbox.run.tree_server import Serving
from grader.tree import Tree
from grader.tree.language import parse_tree

TEXTBOOK = "A = max(a1 -> B = min(3, 12, 8), a2 -> C = min(2, 4, 6), a3 -> D = min(14, 5, 2))"
LIMITS = Limits(seconds=10, memory=256 << 20, output=64 << 10)
ALPHABETA = """
def alphabeta(node, alpha=float("-inf"), beta=float("inf")):
    if node.is_leaf:
        return node.utility, None
    best, move = None, None
    for name, child in zip(node.moves, node.children):
        value, _ = alphabeta(child, alpha, beta)
        if best is None or (value > best if node.kind == "max" else value < best):
            best, move = value, name
        if node.kind == "max":
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best, move
"""


def task(
    tree: str = TEXTBOOK, rule: Rule | None = None, limits: Limits = LIMITS, visits: int = 1000
) -> TreeTask:
    return TreeTask(parse_tree(tree), rule or Rule(), limits, visits)


def run(
    worker: Worker, code: str, tree: str = TEXTBOOK, *, name: str = "search", api: str = "tree",
    rule: Rule | None = None, files: Mapping[str, str] | None = None, limits: Limits = LIMITS,
    visits: int = 1000,
) -> Run:  # fmt: skip
    """One run of a program that is one file, `search.py`, and perhaps some beside it."""
    texts = {"search.py": code, **(files or {})}
    program = Program({file: dedent(text).encode() for file, text in texts.items()}, "search.py", name, api)
    return run_program(program, task(tree, rule, limits, visits), worker)


def trouble_of(seen: Run) -> Trouble:
    assert seen.trouble is not None
    return seen.trouble


class Served:
    """A tree that is served in this very process."""

    def __init__(self, tree: str | Tree, rule: Rule | None = None) -> None:
        parsed = parse_tree(tree) if isinstance(tree, str) else tree
        self.serving = Serving(TreeTask(parsed, rule or Rule(), LIMITS, visits=1000), pack_facts)

    def ask(self, handle: bytes) -> Facts:
        return unpack_facts(self.serving.look(handle))

    @property
    def visited(self) -> str:
        return " ".join(self.serving.visited)
