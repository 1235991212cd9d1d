"""`best-move`: which move is best at the root, also one that is best by the student's own values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self, TypeAlias

from grader.document import Fields
from grader.questions.answer_form import AnswerOption, Options
from grader.questions.credit import credit_for_parts
from grader.questions.question import Mark, Marking, Observable, Question, Shown, Unreadable
from grader.questions.reading.node_names import Names, is_and, is_arrow, names_of
from grader.questions.reading.phrases import Group, Phrase, Word, read_answer
from grader.questions.reasons.carried_values import OwnValues, TrueSteps, best_children, unrounded
from grader.questions.set_comparison import some
from grader.questions.verdict import PartVerdict
from grader.solving import Solution
from grader.text.numbers import Number
from grader.text.sentences import Say
from grader.text.spelling import shortened
from grader.tree import Kind
from grader.tree.notation import write_name

Moves: TypeAlias = str | tuple[str, ...]

_MOST_MOVES = 12  # as many as a reader takes in


@dataclass(frozen=True, slots=True, kw_only=True)
class BestMove(Question):
    """Its answers are the move's label, or the child's name where it has none; several are a tuple."""

    ask: ClassVar[str] = "best-move"
    sample: ClassVar[str] = "k1"
    illustration: ClassVar[tuple[str, str]] = ("{ask: best-move, points: 1}", "a3")
    follows: ClassVar[bool] = True
    single: ClassVar[bool] = True
    observable: ClassVar[Observable] = "move"

    @property
    def shown(self) -> Shown:
        return "move"

    @classmethod
    def own_fields(cls, fields: Fields) -> dict[str, Any]:
        del fields  # it has none
        return {}

    @classmethod
    def fullest(cls, solution: Solution) -> Self:
        return cls(id=cls.ask, rule=solution.rule)

    def misfits(self, solution: Solution) -> Iterator[tuple[str, str, str | None]]:
        if solution.tree.kinds[0] in (Kind.CHANCE, Kind.LEAF):
            hint = "ask for its value, or begin the tree with a Max or Min node"
            yield "ask", "there is no best move, because nobody moves at the root", hint

    def in_words(self, solution: Solution, say: Say) -> str:
        root, kind = write_name(solution.tree.names[0]), solution.tree.kinds[0]
        return say(f"best-move.ask-{kind}", root=root)

    def answer_form(self, solution: Solution) -> Options:
        tree = solution.tree
        children = [tree[child] for child in tree.child_indexes(0)]
        moves = [
            AnswerOption(child.move, write_name(child.move), child.label or "", child.name)
            for child in children
        ]
        return Options(tuple(moves), several=self.rule.best == "any", in_tree=True)

    def deciding_nodes(self, solution: Solution) -> Sequence[str]:
        return solution.line[:1]

    def key(self, solution: Solution) -> Moves:
        return _moves(solution.best_moves)

    def alternatives(self, solution: Solution) -> tuple[str, ...]:
        return solution.best_moves

    def show(self, answer: Moves, solution: Solution) -> str:
        del solution
        written = [write_name(move) for move in ((answer,) if isinstance(answer, str) else answer)]
        return written[0] if len(written) == 1 else f"[{', '.join(written)}]"

    def read(self, text: str, solution: Solution) -> Moves:
        names = names_of(solution)
        whole = names.move(0, text.strip())
        found = [whole] if whole is not None else list(_children(read_answer(text), names))
        return _moves(tuple(dict.fromkeys(solution.tree[child].move for child in found)))

    def agrees(self, given: Moves, solution: Solution) -> bool:
        moves = (given,) if isinstance(given, str) else given
        return set(moves) <= set(solution.best_moves)

    def mark(self, given: Moves, marking: Marking) -> Mark:
        moves = (given,) if isinstance(given, str) else given
        right = self.agrees(given, marking.solution)
        carried = not right and self.carry and set(moves) <= set(self._best_by_own(marking))
        verdict: PartVerdict = "right" if right else "carried" if carried else "wrong"
        parts = dict.fromkeys(moves, verdict)
        share, reckoning = credit_for_parts(self.credit, {"move": verdict}, marking.say)
        return Mark(share, reckoning, () if right else self._feedback(verdict, moves, marking), parts)

    def _best_by_own(self, marking: Marking) -> list[str]:
        """The moves that are best by the student's own values."""
        steps = TrueSteps(marking.solution)
        own = OwnValues(steps, unrounded(steps, marking.own, self.rounding))
        best = best_children(marking.solution, 0, own.worth)
        return [marking.solution.tree[child].move for child in best]

    def _feedback(self, verdict: PartVerdict, moves: tuple[str, ...], marking: Marking) -> tuple[str, ...]:
        say, solution = marking.say, marking.solution
        given = tuple(map(write_name, moves))
        if verdict == "carried":
            return (say("best-move.carried", number=len(moves), moves=given),)
        best = tuple(map(write_name, solution.best_moves))
        worth = _worth_by_move(solution)
        if all(worth[move] == solution.value for move in moves):
            return (say(f"best-move.tie-{solution.rule.best}", moves=given, best=best),)
        children = some(
            [say("best-move.child", move=write_name(move), value=worth[move]) for move in worth], say
        )
        parts = {"children": children, "moves": given, "best": best, "number": len(best)}
        return (say(f"best-move.{solution.tree.kinds[0]}", **parts),)


def _moves(moves: tuple[str, ...]) -> Moves:
    return moves[0] if len(moves) == 1 else moves


def _worth_by_move(solution: Solution) -> dict[str, Number]:
    """The true value of each move at the root."""
    tree = solution.tree
    return {tree[child].move: solution.true.column[child] for child in tree.child_indexes(0)}


def _children(answer: Group, names: Names) -> Iterator[int]:
    """The children of the root that an answer names."""
    if not answer.items:
        raise Unreadable("unreadable.nothing-given")
    for item in answer.items:
        if isinstance(item, Group):
            yield from _children(item, names)
        elif isinstance(item, Phrase):
            yield from _in_phrase(item, names)
        else:
            raise Unreadable("unreadable.pair-in-list", item.start, item.end)


def _in_phrase(phrase: Phrase, names: Names) -> Iterator[int]:
    """One move, or several; `A -> B` is the move to B."""
    whole = names.move(0, phrase.text)
    words = [word for word in phrase.words if not is_arrow(word) and not is_and(word, names)]
    if whole is not None:
        yield whole
        return
    if any(map(is_arrow, phrase.words)) and len(words) > 1 and names.find(words[0].text) == 0:
        del words[0]
    for word in words:
        child = names.move(0, word.text)
        if child is None:
            raise _no_move(word, names)
        yield child


def _no_move(word: Word, names: Names) -> Unreadable:
    """That no such move can be made, and which can."""
    tree = names.tree
    moves = [write_name(tree[child].move) for child in tree.child_indexes(0)[:_MOST_MOVES]]
    parts = {"name": shortened(word.text), "root": write_name(tree.names[0]), "moves": moves}
    return Unreadable("unreadable.no-move", word.start, word.end, **parts)
