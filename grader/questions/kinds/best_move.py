"""`best-move`: which move is best at the root, also one that is best by the student's own values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self, TypeAlias

from grader.document import Fields
from grader.questions.answer_form import AnswerOption, Options
from grader.questions.credit import credit_for_parts
from grader.questions.depth_question import DEPTHS, AtDepths, depths_in
from grader.questions.question import Mark, Marking, Observable, Question, Shown, Unreadable
from grader.questions.reading.node_names import Names, is_arrow, names_of
from grader.questions.reading.phrases import Group, Item, Phrase, read_answer
from grader.questions.reading.quantities import is_number
from grader.questions.reading.sentence_words import move_words
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
    schema: ClassVar[Mapping[str, Any]] = DEPTHS
    observable: ClassVar[Observable] = "move"

    @property
    def fits_players(self) -> bool:
        return True

    @property
    def shown(self) -> Shown:
        return "move"

    @classmethod
    def own_fields(cls, fields: Fields) -> dict[str, Any]:
        return depths_in(fields)

    @classmethod
    def kind_for(cls, own: Mapping[str, Any]) -> type[Question]:
        return BestMoveAtDepths if "depths" in own else cls

    @classmethod
    def is_single(cls, own: Mapping[str, Any]) -> bool:
        return len(own.get("depths", ())) < 2

    @classmethod
    def fullest(cls, solution: Solution) -> Self:
        return cls(id=cls.ask, rule=solution.rule)

    def misfits(self, solution: Solution) -> Iterator[tuple[str, str, str | None]]:
        if solution.tree.kinds[0] in (Kind.CHANCE, Kind.LEAF):
            hint = "ask for its value, or begin the tree with a Max or Min node"
            yield "ask", "there is no best move, because nobody moves at the root", hint

    def in_words(self, solution: Solution, say: Say) -> str:
        root, kind = write_name(solution.tree.names[0]), solution.tree.kinds[0]
        return say(f"best-move.ask-{kind.role}", root=root, player=kind.number)

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
        answer = read_answer(text, names.is_exact)
        bare = answer if whole is not None else _without_numbers(answer, names)
        found = [whole] if whole is not None else list(_children(bare, names))
        moves = _moves(tuple(dict.fromkeys(solution.tree[child].move for child in found)))
        return moves if bare is answer else _numbered(moves)

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
        note = (marking.say("best-move.number"),) if isinstance(given, _NumberedMove | _NumberedMoves) else ()
        feedback = () if right else self._feedback(verdict, moves, marking)
        return Mark(share, reckoning, (*note, *feedback), parts)

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
        wish, player = solution.true.wish, solution.tree.kinds[0].number
        if all(wish(0, worth[move]) == wish(0, solution.value) for move in moves):
            several = "-player" if player else ""
            return (
                say(f"best-move.tie-{solution.rule.best}{several}", moves=given, best=best, player=player),
            )
        children = some(
            [say("best-move.child", move=write_name(move), value=worth[move]) for move in worth], say
        )
        parts = {"children": children, "moves": given, "best": best, "number": len(best), "player": player}
        return (say(f"best-move.{solution.tree.kinds[0].role}", **parts),)


@dataclass(frozen=True, slots=True, kw_only=True)
class BestMoveAtDepths(AtDepths):
    """The best move at each of several depths."""

    ask: ClassVar[str] = BestMove.ask
    sample: ClassVar[str] = "{1: k1, 2: k3}"
    kind: ClassVar[type[Question]] = BestMove


class _NumberedMove(str):
    """A move behind which a number stood in brackets."""

    __slots__ = ()


class _NumberedMoves(tuple[str, ...]):
    """Several moves, the same."""

    __slots__ = ()


def _numbered(moves: Moves) -> Moves:
    return _NumberedMove(moves) if isinstance(moves, str) else _NumberedMoves(moves)


def _without_numbers(answer: Group, names: Names) -> Group:
    """The answer without numbers in brackets behind moves, such as what each is worth: `C (7)`."""
    items = [
        item
        for before, item in zip((None, *answer.items), answer.items, strict=False)
        if not (isinstance(before, Phrase) and _is_worth(item, names))
    ]
    return answer if len(items) == len(answer.items) else answer._replace(items=tuple(items))


def _is_worth(item: Item, names: Names) -> bool:
    if not isinstance(item, Group) or item.brackets != "(" or len(item.items) != 1:
        return False
    inner = item.items[0]
    return isinstance(inner, Phrase) and is_number(inner) and names.move(0, inner.text) is None


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
    if whole is not None:
        yield whole
        return
    words = [word for word in move_words(phrase.words, names) if not is_arrow(word)]
    if any(map(is_arrow, phrase.words)) and len(words) > 1 and names.find(words[0].text) == 0:
        del words[0]
    together = names.move(0, Phrase(tuple(words)).text) if words else None
    if together is not None:
        yield together
        return
    if not words:
        raise _no_move(phrase, names)
    for word in words:
        child = names.move(0, word.text)
        if child is None:
            raise _no_move(phrase, names)
        yield child


def _no_move(word: Phrase, names: Names) -> Unreadable:
    """That no such move can be made, and which can."""
    tree = names.tree
    moves = [write_name(tree[child].move) for child in tree.child_indexes(0)[:_MOST_MOVES]]
    parts = {"name": shortened(word.text), "root": write_name(tree.names[0]), "moves": moves}
    return Unreadable("unreadable.no-move", word.start, word.end, **parts)
