"""`cutoffs`: where the search stops early, after which child, and whether alpha or beta makes it stop.

Alpha and beta themselves, `as: windows`, are a class of their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from grader.document import Fields, one_of
from grader.memory import remembered
from grader.questions.answer_form import CutList
from grader.questions.credit import credit_for_set
from grader.questions.kinds.cutoff_windows import CutoffWindows
from grader.questions.question import MapLayer, Mark, Marking, Pruning, Question
from grader.questions.reading.cuts import Cut, cuts_in, written_cut
from grader.questions.reading.node_names import names_of
from grader.questions.reading.phrases import read_answer
from grader.questions.reasons.skips import is_visited
from grader.questions.reasons.window_steps import window_change_in_words
from grader.questions.set_comparison import MOST_REASONS, compared, having, said_of, written_list
from grader.questions.verdict import PartVerdict
from grader.solving import Cutoff, Solution
from grader.text.sentences import Say
from grader.tree.notation import write_name

WAYS = ("places", "windows")


@dataclass(frozen=True, slots=True, kw_only=True)
class Cutoffs(Question):
    """Its answers are cuts in the order of the tree; one whose bound is left out counts by its place."""

    ask: ClassVar[str] = "cutoffs"
    sample: ClassVar[str] = "[{at: K, after: K1, bound: alpha}]"
    illustration: ClassVar[tuple[str, str]] = ("{ask: cutoffs, points: 2}", "C after C2")
    single: ClassVar[bool] = False
    layer: ClassVar[MapLayer] = "cuts"
    room: ClassVar[tuple[int, int]] = (2, 20)
    schema: ClassVar[Mapping[str, Any]] = {"as": {"enum": list(WAYS), "default": "places"}}

    @classmethod
    def own_fields(cls, fields: Fields) -> dict[str, Any]:
        way = fields.read("as", one_of(WAYS), "places")
        return {"as_": way} if way == "windows" else {}

    @classmethod
    def kind_for(cls, own: Mapping[str, Any]) -> type[Question]:
        return CutoffWindows if "as_" in own else cls

    @property
    def pruning(self) -> Pruning:
        return "asked"

    def answer_form(self, solution: Solution) -> CutList:
        del solution
        return CutList()

    def in_words(self, solution: Solution, say: Say) -> str:
        del solution
        return say("cutoffs.ask")

    def key(self, solution: Solution) -> tuple[Cut, ...]:
        return _cuts(solution)

    def show(self, answer: Sequence[Cut], solution: Solution) -> str:
        return written_list(map(written_cut, answer), solution)

    def read(self, text: str, solution: Solution) -> tuple[Cut, ...]:
        return cuts_in(read_answer(text, names_of(solution).is_exact), solution)

    def agrees(self, given: Sequence[Cut], solution: Solution) -> bool:
        """A bound that was left out may be either."""
        key = self.key(solution)
        return len(given) == len(key) and all(
            cut[:2] == right[:2] and cut.bound in (None, right.bound)
            for cut, right in zip(given, key, strict=True)
        )

    def mark(self, given: Sequence[Cut], marking: Marking) -> Mark:
        key = self.key(marking.solution)
        places = {(cut.at, cut.after): cut for cut in key}
        completed = {cut: cut if cut.bound else places.get((cut.at, cut.after), cut) for cut in given}
        items = {written_cut(cut): cut for cut in (*completed.values(), *key)}
        parts = compared([written_cut(cut) for cut in completed.values()], [written_cut(cut) for cut in key])
        share, reckoning = credit_for_set(self.credit, parts, marking.say)
        verdicts = {verdict: [items[item] for item in having(verdict, parts)] for verdict in _VERDICTS}
        left_out = [whole for cut, whole in completed.items() if cut != whole]
        feedback = (*_remarks(verdicts, marking), *_left_out(left_out, marking.say))
        return Mark(share, reckoning, tuple(dict.fromkeys(feedback)), parts)

    def plain(self, answer: Sequence[Cut]) -> list[dict[str, str]]:
        return [{name: part for name, part in cut._asdict().items() if part is not None} for cut in answer]


_VERDICTS: tuple[PartVerdict, ...] = ("right", "wrong", "missed")
_SIGNS = {"alpha": "α", "beta": "β"}


def _remarks(cuts: Mapping[PartVerdict, Sequence[Cut]], marking: Marking) -> Iterator[str]:
    """What is right, then what is too much or elsewhere, then what is missing; nothing where all is right."""
    say = marking.say
    cutoffs = {cutoff.at: cutoff for cutoff in marking.solution.cutoffs_in(say)}
    if cuts["right"] and (cuts["wrong"] or cuts["missed"]):
        yield said_of("set.right", [_place(cut, say) for cut in cuts["right"]], say)
    for cut in cuts["wrong"][:MOST_REASONS]:
        yield _correction(cut, cutoffs.get(cut.at), marking)
        yield from _step(cut, cutoffs.get(cut.at), marking)
    corrected = {cut.at for cut in cuts["wrong"][:MOST_REASONS]}
    for cut in [cut for cut in cuts["missed"] if cut.at not in corrected][:MOST_REASONS]:
        yield say("cutoffs.missed", place=_place(cut, say), why=cutoffs[cut.at].why)
        yield from _step(cut, cutoffs[cut.at], marking)


def _correction(cut: Cut, cutoff: Cutoff | None, marking: Marking) -> str:
    """What happens at a node, other than what was said."""
    say = marking.say
    at, after = write_name(cut.at), write_name(cut.after)
    if cutoff is None:
        return say(f"cutoffs.{_nothing_there(cut, marking.solution)}", at=at, after=after)
    if cutoff.after != cut.after:
        right = write_name(cutoff.after)
        return say("cutoffs.other-child", at=at, given=after, after=right, why=cutoff.why)
    return say("cutoffs.other-bound", place=_place(cut, say), bound=_SIGNS[cutoff.bound], why=cutoff.why)


def _step(cut: Cut, cutoff: Cutoff | None, marking: Marking) -> Iterator[str]:
    """What the child that was named changes at the node, or the one after which the search stops there."""
    solution = marking.solution
    after = solution.tree.index(cut.after)
    is_child = solution.tree.parents[after] == solution.tree.index(cut.at)
    stop = None if cutoff is None else cutoff.after
    child = cut.after if is_child and is_visited(after, solution) else stop
    if child is not None and (told := window_change_in_words("step.turns", child, solution, marking.say)):
        yield told


def _nothing_there(cut: Cut, solution: Solution) -> str:
    """Why there is no cutoff at a node: it is never reached, or searched to its end."""
    tree = solution.tree
    at = tree.index(cut.at)
    if not is_visited(at, solution):
        return "never-there"
    children = tree.child_indexes(at) or [at]
    last = children[-1 if solution.rule.order == "left-to-right" else 0]
    silent = solution.rule.last_child == "silent" and cut.after == tree.names[last]
    return "nothing-left" if silent else "none-there"


def _left_out(cuts: Sequence[Cut], say: Say) -> Iterator[str]:
    """The bounds that nobody gave."""
    for bound, sign in _SIGNS.items():
        if places := [_place(cut, say) for cut in cuts if cut.bound == bound]:
            yield said_of("cutoffs.bound-left-out", places, say, bound=sign)


def _place(cut: Cut, say: Say) -> str:
    return say("cutoffs.place", at=write_name(cut.at), after=write_name(cut.after))


@remembered
def _cuts(solution: Solution) -> tuple[Cut, ...]:
    cuts = [Cut(cutoff.at, cutoff.after, cutoff.bound) for cutoff in solution.cutoffs]
    return tuple(sorted(cuts, key=lambda cut: solution.tree.index(cut.at)))
