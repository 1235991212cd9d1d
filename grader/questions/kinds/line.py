"""`line`: the principal variation, move by move; what is best by the student's own values counts too."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, NamedTuple

from grader.document import Fields
from grader.questions.answer_form import NodeOrder
from grader.questions.credit import CreditWord, credit_for_order
from grader.questions.question import Mark, Marking, Question, Shown, Unreadable
from grader.questions.reading.node_names import Names, names_of, unknown_node
from grader.questions.reading.phrases import Group, Item, Pair, Phrase, Word, read_answer
from grader.questions.reading.sentence_words import line_steps
from grader.questions.reasons.carried_values import OwnValues, TrueSteps, best_children, unrounded
from grader.questions.verdict import Parts, PartVerdict
from grader.solving import Solution
from grader.text.numbers import Number
from grader.text.sentences import Say
from grader.tree.notation import write_name


@dataclass(frozen=True, slots=True, kw_only=True)
class Line(Question):
    """Its answers are names of nodes, the root's first; `each` is the same as `prefix`."""

    ask: ClassVar[str] = "line"
    sample: ClassVar[str] = "[K, L, L2]"
    illustration: ClassVar[tuple[str, str]] = ("{ask: line, points: 2}", "[A, B, B3]")
    single: ClassVar[bool] = False
    room: ClassVar[tuple[int, int]] = (1, 60)
    follows: ClassVar[bool] = True
    credits: ClassVar[tuple[CreditWord, ...]] = ("each", "all", "prefix")

    @property
    def fits_players(self) -> bool:
        return True

    @property
    def shown(self) -> Shown:
        return "move"

    @classmethod
    def own_fields(cls, fields: Fields) -> dict[str, Any]:
        del fields  # it has none
        return {}

    def misfits(self, solution: Solution) -> Iterator[tuple[str, str, str | None]]:
        if len(solution.line) == 1:
            hint = "ask for its value, or begin the tree with a Max or Min node"
            yield "ask", "there is no line of play, because nobody moves at the root", hint

    def in_words(self, solution: Solution, say: Say) -> str:
        several = "-players" if solution.tree.players else ""
        return say(f"line.ask{several}", root=write_name(solution.tree.names[0]))

    def answer_form(self, solution: Solution) -> NodeOrder:
        del solution
        return NodeOrder("nodes", path=True)

    def deciding_nodes(self, solution: Solution) -> Sequence[str]:
        return solution.line

    def key(self, solution: Solution) -> tuple[str, ...]:
        return solution.line

    def show(self, answer: Sequence[str], solution: Solution) -> str:
        del solution
        return f"[{', '.join(map(write_name, answer))}]"

    def read(self, text: str, solution: Solution) -> tuple[str, ...]:
        names = names_of(solution)
        words = list(_words(read_answer(text, names.is_exact).items, names))
        if not words:
            raise Unreadable("unreadable.nothing-given")
        path = [0]
        for word, within in words[_is_root(words[0][0], names) :]:
            step = _next(word, path[-1], names, within)
            if step != path[-1]:  # a move and the node to which it leads may both be named
                path.append(step)
        return tuple(map(names.name, path))

    def mark(self, given: Sequence[str], marking: Marking) -> Mark:
        path = list(map(names_of(marking.solution).index, given))
        track = _track(path, marking.solution, marking.solution.true.column.__getitem__)
        if self.carry and not track.complete:
            own = _track(path, marking.solution, self._own(marking).worth, "carried")
            track = max(track, own, key=lambda either: either.share)  # of equals, the first
        sizes = (track.right, len(path) - 1, track.right + len(track.rest))
        share, reckoning = credit_for_order(self.credit, *sizes, marking.say)
        feedback = tuple(_feedback(track, marking, earns=bool(share)))
        return Mark(share, reckoning, feedback, _parts(track, marking.solution))

    def _own(self, marking: Marking) -> OwnValues:
        steps = TrueSteps(marking.solution)
        return OwnValues(steps, unrounded(steps, marking.own, self.rounding))


class _Track(NamedTuple):
    """How far a path goes right, and how the line goes on from there; `verdict` says by whose values."""

    path: Sequence[int]
    right: int
    rest: Sequence[int]
    verdict: PartVerdict

    @property
    def complete(self) -> bool:
        return self.right == len(self.path) - 1 and not self.rest

    @property
    def share(self) -> Fraction:
        return Fraction(self.right + 1, max(len(self.path), self.right + 1 + len(self.rest)))


def _track(
    path: Sequence[int], solution: Solution, worth: Callable[[int], Number], verdict: PartVerdict = "right"
) -> _Track:
    """A path against what is best when nodes are worth so much."""
    right = 0
    while right + 1 < len(path) and path[right + 1] in best_children(solution, path[right], worth):
        right += 1
    rest = [path[right]]
    while best := best_children(solution, rest[-1], worth):
        rest.append(best[0])
    return _Track(path, right, rest[1:], verdict)


def _parts(track: _Track, solution: Solution) -> Parts:
    name = names_of(solution).name
    followed, astray = track.path[1 : track.right + 1], track.path[track.right + 1 :]
    parts = dict.fromkeys(map(name, followed), track.verdict)
    parts |= dict.fromkeys(map(name, track.rest), "missed")
    return parts | dict.fromkeys(map(name, astray), "wrong")


def _feedback(track: _Track, marking: Marking, *, earns: bool) -> Iterator[str]:
    """How far the line is right, and what is wrong with the next step."""
    if track.complete and track.verdict == "right":
        return
    say, tree = marking.say, marking.solution.tree
    at = track.path[track.right]
    if track.verdict == "carried":
        yield say("line.carried" if earns else "line.carried-in-vain")
    elif track.right:
        yield say("line.right", node=write_name(tree.names[at]))
    if not track.complete:
        yield _astray(track, at, marking)


def _astray(track: _Track, at: int, marking: Marking) -> str:
    """What is wrong with the step from a node."""
    say, tree, values = marking.say, marking.solution.tree, marking.solution.true.column
    node = write_name(tree.names[at])
    step = track.path[track.right + 1] if track.right + 1 < len(track.path) else None
    names = names_of(marking.solution)
    if step is not None and names.is_below(step):
        return say("line.below", node=node, child=write_name(names.name(step)))
    if not track.rest:
        return say("line.ends", node=node)
    best = track.rest[0]
    parts = {"node": node, "best": write_name(tree.names[best]), "value": values[best]}
    if step is None:
        return say("line.goes-on", **parts)
    parts |= {"child": write_name(tree.names[step]), "other": values[step]}
    if tree.parents[step] != at:
        return say("line.no-child", **parts)
    wish, kind = marking.solution.true.wish, tree.kinds[at]
    tie = wish(at, values[step]) == wish(at, values[best])
    way = f"tie-{marking.solution.rule.best}{'-player' if kind.is_player else ''}" if tie else kind.role
    return say(f"line.{way}", player=kind.number, **parts)


def _words(items: Sequence[Item], names: Names) -> Iterator[tuple[Phrase | Word, Phrase]]:
    """The steps of a line, each with the phrase it stands in: a name with blanks is one."""
    for item in items:
        if isinstance(item, Group):
            yield from _words(item.items, names)
        elif isinstance(item, Pair):
            raise Unreadable("unreadable.pair-in-list", item.start, item.end)
        elif len(item.words) > 1 and names.find(item.text) is not None:
            yield item, item
        else:
            yield from ((step, item) for step in line_steps(item.words, names))


def _is_root(word: Phrase | Word, names: Names) -> bool:
    """Whether a line begins with the root, which it need not."""
    if word.text == names.tree.names[0]:
        return True
    return names.find(word.text) == 0 and names.child(0, word.text) is None


def _next(word: Phrase | Word, at: int, names: Names, within: Phrase) -> int:
    """The node that a step leads to; one that is no child is a wrong step."""
    ways = (
        None if names.is_below(at) else names.child(at, word.text),
        names.find_anywhere(word.text),
        names.child_with_utility(at, word.text),
        names.with_utility(word.text),
    )
    step = next((index for index in ways if index is not None), None)
    if step is None:
        raise unknown_node(word, names, within)
    return step
