"""A Question about a Solution → tasks of the practice page, one for each part, by the form of its answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeAlias

from grader.diagnosis import Shift, predict
from grader.ideas import CATALOGUE, WrongIdea
from grader.questions import Question
from grader.questions import answer_form as forms
from grader.questions.answer_form import candidates
from grader.questions.question import Marking, Posed
from grader.questions.reading.cuts import Cut
from grader.questions.reading.quantities import Bound
from grader.questions.reading.subtrees import item_index
from grader.questions.reasons.refutation import prove
from grader.reports.practice.number_set_tasks import extreme_task, number_set_task, segments_text
from grader.reports.practice.practice_task import PracticeTask, grouped, nodes_text, number_pair
from grader.reports.practice.repair_tasks import child_order_task, mistake_tasks
from grader.solving import Solution
from grader.solving.minimax import probabilities
from grader.text.columns import visible
from grader.text.numbers import Number
from grader.text.sentences import Say
from grader.tree import Kind, Tree

# An answer to a part as the page holds it; None where that says nothing.
_Written: TypeAlias = Callable[[Any], str | None]


def solve_tasks(
    posed: Posed, place: int, say: Say, ideas: Sequence[WrongIdea] = CATALOGUE, drawn: Tree | None = None
) -> tuple[PracticeTask, ...]:
    """The tasks of a question about the tree that is `drawn`; none where no page can answer its form."""
    question, solution = posed
    say = say.in_decimals() if solution.tree.in_decimals else say
    asked = _Asked(question, solution, say, frozenset(idea.id for idea in ideas), drawn or solution.tree)
    return tuple(replace(task, question=place) for task in asked.placed_tasks())


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question about a solution, and the sentences for it."""

    question: Question
    solution: Solution
    say: Say
    ideas: frozenset[str]
    drawn: Tree

    @property
    def about(self) -> tuple[Question, Solution, Say]:
        return self.question, self.solution, self.say

    def placed_tasks(self) -> Iterator[PracticeTask]:
        """The tasks, whose nodes have the indexes that they have in the drawing."""
        names, drawn = self.solution.tree.names, self.drawn
        for task in self.tasks():
            yield task if names == drawn.names else task.placed(lambda index: drawn.index(names[index]))

    def tasks(self) -> Iterator[PracticeTask]:
        form = self.question.answer_form(self.solution)
        single = self._single(form)
        if single is not None:
            yield self._predicted(single[0], "", single[1])
        else:
            yield from self._several(form)

    def _single(self, form: forms.AnswerForm) -> tuple[PracticeTask, _Written] | None:  # noqa: PLR0911 - a form each
        """The one task of a question, and how answers to it are written; None where there are several."""
        match form:
            case forms.OneNumber(counted=None):
                return extreme_task(form, *self.about), self._number_text
            case forms.OneNumber():
                return self._count(form), self._number_text
            case forms.Options(in_tree=True):
                return self._move(), self._move_text
            case forms.NodeSet(items):
                return self._set(form), partial(self._items_text, items)
            case forms.NodeOrder(items):
                return self._order(form), partial(self._items_text, items, in_order=True)
            case forms.NumberSet():
                return number_set_task(form, *self.about), segments_text
        return None

    def _several(self, form: forms.AnswerForm) -> Iterator[PracticeTask]:
        """The tasks of a question that asks for several things, or that no idea predicts."""
        match form:
            case forms.OncePerDepth():
                yield from self._at_depths()
            case forms.FoundMistake():
                yield from mistake_tasks(*self.about)
            case forms.WrittenTree(remaining=True):
                yield self._remaining()
            case forms.CutList():
                yield from self._cuts()
            case forms.WindowList():
                yield from self._cut_windows()
            case _:
                yield from self._of_nodes(form)

    def _of_nodes(self, form: forms.AnswerForm) -> Iterator[PracticeTask]:
        """The tasks about each of some nodes."""
        match form:
            case forms.NumberPerNode(nodes):
                for name in self._from_below(nodes):
                    yield self._predicted(self._number(name), name, self._number_text)
            case forms.IntervalPerNode(nodes, ends=ends):
                case = "interval" if ends == ("alpha", "beta") else "bounds"
                for name in nodes:
                    yield self._predicted(self._interval(name, case), name, self._pair_text)
            case forms.WindowsPerNode(nodes):
                for name in nodes:
                    yield from self._history(name)
            case forms.ChildOrder(nodes):
                for name in nodes:
                    yield child_order_task(name, *self.about)

    def _number(self, name: str) -> PracticeTask:
        index = self.solution.tree.index(name)
        right = self._number_text(self.question.expected(name, self.solution))
        label = f"{visible(name)} ="
        rounding = self.question.rounding
        if self.question.shown == "values" and right == self._show(self.solution.true.column[index]):
            return PracticeTask("number", *self._of_value(index, right), index, label, rounding=rounding)
        parts = {"node": visible(name), "value": right, "cuts": self._cut_nodes()}
        bounds = (f"{bound.sign} {right}" for bound in self._bounds(name))
        return PracticeTask("number", "reported", (right, *bounds), parts, index, label, rounding=rounding)

    def _bounds(self, name: str) -> Iterator[Bound]:
        """What may be said instead of a number that is only a bound."""
        number = self.question.expected(name, self.solution)
        bounds = (Bound(sign, number) for sign in ("<=", ">="))
        return (bound for bound in bounds if self.question.is_right(name, bound, self.solution))

    def _of_value(self, index: int, right: str) -> tuple[str, tuple[str, ...], Mapping[str, str]]:
        """How a value comes about: the case, the right answer, and the operands."""
        tree, column = self.solution.tree, self.solution.true.column
        children, kind = tree.child_indexes(index), tree.kinds[index]
        parts = {
            "node": self._name(index),
            "children": self.say.listed(
                f"{self._name(child)} = {self._show(column[child])}" for child in children
            ),
            "value": right,
        }
        if kind is Kind.CHANCE:
            chances = zip(probabilities(tree, index), children, strict=True)
            terms = (
                f"{self._show(chance)} × {_bracketed(self._show(column[child]))}" for chance, child in chances
            )
            parts["sum"] = " + ".join(terms)
        return f"of-{kind}", (right,), parts

    def _interval(self, name: str, case: str) -> PracticeTask:
        return self._pair(name, case, self.question.expected(name, self.solution), visible(name))

    def _history(self, name: str) -> Iterator[PracticeTask]:
        """The windows of a node one after the other."""
        for number, window in enumerate(self.question.expected(name, self.solution), 1):
            label = self.say("practice-page.place", node=visible(name), number=number)
            yield self._pair(name, "interval", window, label)

    def _cut_windows(self) -> Iterator[PracticeTask]:
        """Where the search stops, and the window at each of these places."""
        places = [cutoff.at for cutoff in self.solution.cutoffs]
        yield self._cut_places(places)
        for name, window in zip(places, self.question.key(self.solution), strict=True):
            label = self.say("practice-page.stops-at", node=visible(name))
            yield self._pair(name, "interval", window, label)

    def _pair(self, name: str, case: str, numbers: Any, label: str) -> PracticeTask:
        right = self._pair_text(numbers)
        low, high = right.split(";")
        parts = {"node": visible(name), "alpha": low, "beta": high, "cuts": self._cut_nodes()}
        index = self.solution.tree.index(name)
        return PracticeTask("window", case, (right,), parts, index, label, rounding=self.question.rounding)

    def _count(self, form: forms.OneNumber) -> PracticeTask:
        right = self._number_text(self.question.key(self.solution))
        names = self.solution.pruned if form.meaning == "pruned" else self.solution.visited
        tree = self.solution.tree
        counted = [name for name in names if form.counted != "leaves" or tree[name].is_leaf]
        parts = {"value": right, "cuts": self._cut_nodes(), "nodes": self._names(counted)}
        return PracticeTask("number", f"count-{form.meaning}", (right,), parts)

    def _move(self) -> PracticeTask:
        tree, column = self.solution.tree, self.solution.true.column
        children = tree.child_indexes(0)
        moves = {tree[child].move: child for child in children}
        right = tuple(str(moves[move]) for move in self._right_moves())
        parts = {
            "node": self._name(0),
            "children": self.say.listed(
                f"{self._name(child)} = {self._show(column[child])}" for child in children
            ),
            "value": self.say.listed(self._name(int(child)) for child in right),
        }
        return PracticeTask("node", f"move-{tree.kinds[0]}", right, parts, 0, candidates=tuple(children))

    def _right_moves(self) -> Iterator[str]:
        for answer in self.question.alternatives(self.solution):
            yield from (answer,) if isinstance(answer, str) else answer

    def _set(self, form: forms.NodeSet) -> PracticeTask:
        tree = self.solution.tree
        right = self._indexes(form.items, self.question.key(self.solution))
        chosen = tuple(candidates(form, tree))
        parts = {"nodes": self._listed(right), "cuts": self._cut_nodes(), "why": self._whys()}
        proofs = self._proofs(chosen, right) if form.meaning == "pruned" else {}
        return PracticeTask(
            "nodes",
            f"set-{form.meaning}",
            (nodes_text(sorted(right)),),
            parts,
            candidates=chosen,
            proofs=proofs,
        )

    def _proofs(self, chosen: Iterable[int], right: Sequence[int]) -> dict[str, str]:
        """For each node that is not pruned, why the search looks there."""
        marking = Marking(self.solution, self.say)
        found = ((index, prove([index], marking).why) for index in chosen if index not in right)
        return {str(index): why for index, why in found if why}

    def _order(self, form: forms.NodeOrder) -> PracticeTask:
        right = self._indexes(form.items, self.question.key(self.solution))
        parts = {"nodes": self._listed(right), "cuts": self._cut_nodes(), "node": self._name(0)}
        parts["order"] = self.say(f"practice-page.{self.solution.rule.order}")
        case = "line" if form.path else "visits"
        chosen = () if form.path else tuple(candidates(form, self.solution.tree))
        return PracticeTask("order", case, (nodes_text(right),), parts, candidates=chosen)

    def _cuts(self) -> Iterator[PracticeTask]:
        """Where the search stops; and of each such place after which child, and because of which bound."""
        key: Sequence[Cut] = self.question.key(self.solution)
        yield self._cut_places([cut.at for cut in key])
        for cut in key:
            yield from self._cut(cut)

    def _cut_places(self, names: Sequence[str]) -> PracticeTask:
        places = sorted({self.solution.tree.index(name) for name in names})
        parts = {"cuts": self._cut_nodes(), "why": self._whys(), "nodes": self._names(names)}
        return PracticeTask("nodes", "cuts", (nodes_text(places),), parts, candidates=self._inner())

    def _cut(self, cut: Cut) -> Iterator[PracticeTask]:
        tree, index = self.solution.tree, self.solution.tree.index(cut.at)
        why = next(each.why for each in self.solution.cutoffs_in(self.say) if each.at == cut.at)
        parts = {"node": visible(cut.at), "child": visible(cut.after), "why": why}
        label = self.say("practice-page.stops-at", node=visible(cut.at))
        children = tuple(tree.child_indexes(index))
        yield PracticeTask(
            "node", "cut-after", (str(tree.index(cut.after)),), parts, index, label, candidates=children
        )
        if cut.bound is not None:
            yield PracticeTask(
                "choice", f"bound-{cut.bound}", (cut.bound,), parts, index, label, choice="bound"
            )

    def _at_depths(self) -> Iterator[PracticeTask]:
        """The same for each depth, about the tree as it is searched there."""
        for depth, (question, searched) in self.question.at_depths(self.solution).items():
            once = _Asked(question, searched, self.say, self.ideas, self.solution.tree)
            for task in once.placed_tasks():
                label = self.say("practice-page.at-depth", depth=depth, label=task.label).strip()
                yield replace(task, label=label)

    def _remaining(self) -> PracticeTask:
        tree = self.solution.tree
        leaves = tuple(index for index, kind in enumerate(tree.kinds) if kind is Kind.LEAF)
        right = [index for index in leaves if tree.names[index] not in self.solution.pruned]
        parts = {"nodes": self._listed(right), "cuts": self._cut_nodes()}
        return PracticeTask("nodes", "remaining", (nodes_text(right),), parts, candidates=leaves)

    def _predicted(self, task: PracticeTask, part: str, written: _Written) -> PracticeTask:
        """The task with what is answered by whoever has an idea or goes by another convention."""
        shifted: list[tuple[str, str]] = []
        ideas: list[tuple[str, str]] = []
        for belief, parts in predict(self.solution, self.question).by_belief():
            given = written(parts[part]) if part in parts else None
            if given is None:
                continue
            if isinstance(belief, Shift):
                shifted.append((f"{belief.field}-{belief.value}", given))
            elif belief.id in self.ideas:
                ideas.append((belief.id, given))
        other = grouped(shifted, task.accepted)
        return replace(
            task,
            conventions={given: names[0] for given, names in other.items()},
            ideas=grouped(ideas, (*task.accepted, *other)),
        )

    # Answers as the page holds them.

    def _number_text(self, given: Any) -> str:
        return self._show(given.number if isinstance(given, Bound) else given)

    def _pair_text(self, given: Any) -> str:
        return number_pair(*map(self._number_text, given))

    def _move_text(self, given: Any) -> str | None:
        tree = self.solution.tree
        moves = {tree[child].move: str(child) for child in tree.child_indexes(0)}
        chosen = (given,) if isinstance(given, str) else tuple(given)
        return moves.get(chosen[0]) if len(chosen) == 1 else None

    def _items_text(self, items: forms.SetItems, given: Any, *, in_order: bool = False) -> str:
        indexes = self._indexes(items, given)
        return nodes_text(indexes if in_order else sorted(indexes))

    def _indexes(self, items: forms.SetItems, given: Iterable[str]) -> list[int]:
        return [item_index(items, item, self.solution) for item in given]

    # Words.

    def _from_below(self, names: Iterable[str]) -> list[str]:
        """Children before their parents, as one works them out."""
        tree = self.solution.tree
        return sorted(names, key=lambda name: (tree.ends[tree.index(name)], -tree.index(name)))

    def _inner(self) -> tuple[int, ...]:
        tree = self.solution.tree
        return tuple(index for index, kind in enumerate(tree.kinds) if kind is not Kind.LEAF)

    def _cut_nodes(self) -> str:
        """Where the search stops early, as a sentence of its own."""
        nodes = dict.fromkeys(visible(cutoff.at) for cutoff in self.solution.cutoffs)
        return self.say("practice-page.stops" if nodes else "practice-page.stops-nowhere", nodes=tuple(nodes))

    def _whys(self) -> str:
        """Why the search stops early, as a sentence of its own; nothing where it does not."""
        whys = "; ".join(cutoff.why for cutoff in self.solution.cutoffs_in(self.say))
        return self.say("practice-page.whys", whys=whys) if whys else ""

    def _listed(self, indexes: Sequence[int]) -> str:
        return self._names([self.solution.tree.names[index] for index in indexes])

    def _names(self, names: Sequence[str]) -> str:
        return self.say.listed(map(visible, names)) or self.say("practice-page.nothing")

    def _name(self, index: int) -> str:
        return visible(self.solution.tree.names[index])

    def _show(self, number: Number) -> str:
        return self.solution.tree.pretty(number)


def _bracketed(shown: str) -> str:
    return f"({shown})" if shown.startswith("−") else shown
