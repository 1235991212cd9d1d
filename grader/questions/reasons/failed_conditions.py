"""A condition that does not hold in a solution → why not: the cutoffs there are, or that there is none."""

from __future__ import annotations

from collections.abc import Iterator

from grader.questions.conditions import Condition
from grader.questions.set_comparison import MOST_REASONS, some
from grader.solving import Cutoff, Solution
from grader.text.sentences import Say
from grader.tree.notation import write_name


def why_not(wanted: Condition, own: Solution, say: Say) -> Iterator[str]:
    """Sentences about the search in the student's own tree."""
    match wanted.about:
        case "pruned":
            yield from _looked_at(wanted.name, own, say)
        case "visited":
            index = own.tree.index(wanted.name)
            yield from _told([cut for cut in own.cutoffs_in(say) if _skips(cut, index, own)], say)
        case "best-move" | "best-child" if own.best_moves:
            yield _moves(own, say)
        case "deep-cutoff" if wanted.number:
            yield from _every_cutoff(own, say)
            if own.deep_cutoffs:
                yield say("construct.shallow")
        case "nothing-pruned" | "deep-cutoff" | "cutoffs" | "leaves-pruned":
            yield from _every_cutoff(own, say)


def _looked_at(name: str, own: Solution, say: Say) -> Iterator[str]:
    """The window with which the search comes to a node, or that it is the root."""
    index = own.tree.index(name)
    if index == 0:
        yield say("construct.root-is-entered")
        return
    alpha, beta = own.windows[name]
    parent = write_name(own.tree.names[own.tree.parents[index]])
    keeps = "keep" if own.rule.ties == "keep" else "cut"
    yield say(f"construct.open-{keeps}", node=write_name(name), parent=parent, alpha=alpha, beta=beta)


def _skips(cutoff: Cutoff, index: int, own: Solution) -> bool:
    tree = own.tree
    return any(tree.index(name) <= index < tree.ends[tree.index(name)] for name in cutoff.skipped)


def _every_cutoff(own: Solution, say: Say) -> Iterator[str]:
    cutoffs = own.cutoffs_in(say)
    if not cutoffs:
        yield say("construct.no-cutoff")
    yield from _told(cutoffs[:MOST_REASONS], say)


def _told(cutoffs: list[Cutoff] | tuple[Cutoff, ...], say: Say) -> Iterator[str]:
    for cutoff in cutoffs:
        yield say("construct.cutoff", why=cutoff.why)


def _moves(own: Solution, say: Say) -> str:
    """What every move at the root is worth."""
    children = [own.tree[index] for index in own.tree.child_indexes(0)]
    worth = [f"{write_name(child.move)} = {say.shown(own.values[child.name])}" for child in children]
    return say("construct.moves", moves=some(worth, say))
