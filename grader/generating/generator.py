"""Goals, a rule and a seed → trees that meet the goals, each verified; and the nearest where there are none.

The search has a plan: a shape of the wanted size, the cuts that are wanted in it, numbers that follow from
them, and a look at what came out. What no plan can foresee, such as which misconceptions show, is looked for
from there by changing one leaf at a time. A step is one tree that is verified, or a plan that had no room;
much larger plans, and trees for which every misconception is tried, count as several.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace

from grader.generating.asked_kinds import USUALLY_ASKED, AskedKind
from grader.generating.cut_plan import CutPlan, draw_plan
from grader.generating.cut_room import DEEP_WEIGHT, MOST_CHILDREN, CutRoom
from grader.generating.cut_shapes import CutShapes, are_foreseen, has_many_cuts
from grader.generating.draws import Draws
from grader.generating.goal_fields import GoalRange
from grader.generating.goals import GoalError, Goals
from grader.generating.planned_numbers import allowed, draw_numbers, fill_in
from grader.generating.ruled_out import ruled_out
from grader.generating.shape import NodeSketch, draw_shape, sketched_tree
from grader.generating.tree_facts import TreeFacts
from grader.generating.verification import Unmet, unmet
from grader.ideas import BY_ID
from grader.rule import OPEN, Rule
from grader.solving import solve
from grader.text.numbers import Finite
from grader.tree import Tree

MOST_STEPS = 3_000  # for one tree
_PLANS, _PLANS_WITH_ROOM = 6, 24  # for one shape; more where it is known to have room for many cuts
_ROUNDS = 6  # with a shape that is known to have room
_SELDOM = 250  # once in so many times a plan with other cuts than wanted is tried all the same
_MANY_CUTS, _MANY_DEEP = 3, 2  # from which on it is worth while to work out which shapes have room
_CHANGES = 24  # of one leaf each, from one plan
_CHANGES_FOR_IDEAS = 4  # the same where only misconceptions are missing: another plan is sooner right
_IN_VAIN = 30  # plans without room, or trees that are known: then numbers are drawn as well
_LEAVES_OF_A_STEP = 300  # in plans that do not work out: more of them count as more steps
_STEPS_OF_ALL_IDEAS = 6  # more than one where every misconception had to be tried for the difficulty
_IMPROVEMENTS = 40  # trees that are compared where as many misconceptions as possible are to show


@dataclass(frozen=True, slots=True)
class GeneratedTree:
    """A tree that meets the goals, or the nearest one, with what it misses; and how many steps it took."""

    tree: Tree
    facts: TreeFacts
    missing: tuple[Unmet, ...] = ()
    steps: int = 0


@dataclass(frozen=True, slots=True)
class Harvest:
    """The trees that were found, in a stable order; and for the first that was not, the nearest.

    `obstacles` says which goals stood in the way of how many trees that were tried for it.
    """

    trees: tuple[GeneratedTree, ...]
    nearest: GeneratedTree | None = None
    steps: int = 0
    obstacles: tuple[tuple[str, int], ...] = ()


def generate(
    goals: Goals, rule: Rule, seed: str, number: int = 1, *,
    asked: Sequence[AskedKind] = USUALLY_ASKED, most_steps: int = MOST_STEPS,
) -> Harvest:  # fmt: skip
    """So many different trees; a `GoalError` where the rule rules out what is wanted."""
    if faults := [*ruled_out(goals, rule, asked)]:
        raise GoalError(faults)
    found: dict[Tree, GeneratedTree] = {}
    steps = 0
    room = CutRoom(rule)
    planned = _foreseen(goals)
    shapes = CutShapes(planned, rule) if has_many_cuts(planned) and are_foreseen(planned, rule) else None
    for place in range(1, number + 1):
        search = _Search(goals, rule, tuple(asked), Draws(f"{seed}/{place}"), most_steps, room, shapes)
        tree = search.run(found)
        steps += search.steps
        if tree is None:
            return Harvest(tuple(found.values()), search.nearest, steps, tuple(search.failed.most_common()))
        found[tree.tree] = tree
    return Harvest(tuple(found.values()), None, steps)


@dataclass(slots=True)
class _Search:
    """The search for one tree."""

    goals: Goals
    rule: Rule
    asked: tuple[AskedKind, ...]
    draws: Draws
    most_steps: int
    room: CutRoom
    shapes: CutShapes | None  # where few have room for the cuts
    roomy: NodeSketch | None = None  # the last shape that has room for many cuts …
    rounds: int = 0  # … and how often it is still to be tried
    steps: int = 0
    in_vain: int = 0
    nearest: GeneratedTree | None = None
    failed: Counter[str] = field(default_factory=Counter)
    pool: tuple[Finite, ...] = ()
    plan: Goals = field(init=False)  # the goals, and what follows from them for the cuts

    def __post_init__(self) -> None:
        self.plan = _foreseen(self.goals)
        self.pool = allowed(self.goals.numbers.pool, *self.rule.bounds)

    def run(self, known: Collection[Tree]) -> GeneratedTree | None:
        """A tree that meets all goals and is not known yet; None after the last step."""
        best: GeneratedTree | None = None
        compared = 0
        while self.steps < self.most_steps:
            root = self._planned()
            if root is None:
                continue
            found = self._climb(root)
            if found is None:
                continue
            if found.tree in known:
                self.in_vain += 1
                continue
            if not self.goals.most_ideas:
                return found
            found, tried = self._improved(root, found, known)
            compared += tried
            if best is None or len(found.facts.shown) > len(best.facts.shown):
                best = found
            if compared >= _IMPROVEMENTS:
                return best
        return best

    def _planned(self) -> NodeSketch | None:
        """A shape with numbers by the best of several plans; None where there is no room."""
        found = self._shape_with_cuts() or self._shape_and_plan()
        if found is None:
            self.steps += 1
            return None
        root, plan = found
        # A plan never wants two numbers that are compared to be equal; drawn numbers can be.
        is_drawn = self.in_vain >= _IN_VAIN and self.draws.one_in(2)
        distinct = self.goals.distinct
        has_room = (
            draw_numbers(root, self.pool, self.draws, distinct=distinct)
            if is_drawn else fill_in(plan, self.pool, self.draws, distinct=distinct)
        )  # fmt: skip
        if not has_room:
            self.steps += 1
            self.in_vain += 1
            self.failed["numbers"] += 1
            return None
        return root

    def _shape_with_cuts(self) -> tuple[NodeSketch, CutPlan] | None:
        """A shape that was drawn for the cuts that it has room for, and the plan of these cuts."""
        drawn = self.shapes.draw(self.draws) if self.shapes else None
        if drawn is None:
            return None
        root, patterns = drawn
        plan = draw_plan(root, self.plan, self.rule, self.draws, patterns=patterns)
        return None if plan.shortfall(self.plan) else (root, plan)

    def _shape_and_plan(self) -> tuple[NodeSketch, CutPlan] | None:
        root = self._shape()
        plan = None if root is None else self._plan(root)
        return None if root is None or plan is None else (root, plan)

    def _shape(self) -> NodeSketch | None:
        """Another shape; or the last one again, where few others have as much room for cuts."""
        if self.rounds:
            self.rounds -= 1
            return self.roomy
        return draw_shape(self.goals, self.rule, self.draws)

    def _plan(self, root: NodeSketch) -> CutPlan | None:
        """A plan with the cuts that are wanted; now and then a worse one, for something near."""
        best = None
        room = self.room if self._is_demanding(root) else None
        if room is not None and room.most(root) < self._least_weight() and not self._tries_anything():
            return None
        if room is not None and root is not self.roomy:
            self.roomy, self.rounds = root, _ROUNDS
        number = _PLANS if room is None else _PLANS_WITH_ROOM
        for _ in range(number):
            plan = draw_plan(root, self.plan, self.rule, self.draws, room=room)
            short = plan.shortfall(self.plan)
            if not short:
                return plan
            if best is None or short < best[0]:
                best = short, plan
        assert best is not None
        if self._tries_anything():
            return best[1]
        self.steps += number * sum(spot.is_end for spot in root.walk()) // _LEAVES_OF_A_STEP
        return None

    def _tries_anything(self) -> bool:
        """Whether it is time for a plan that is not what is wanted; sooner where plans are not exact."""
        rule = self.rule
        exact = rule.utilities is None and rule.window == OPEN and rule.cutoffs == "deep"
        return self.steps % (_SELDOM if exact else 2) == 1

    def _is_demanding(self, root: NodeSketch) -> bool:
        cutoffs, deep = self.plan.cutoffs, self.plan.deep
        many = (cutoffs and cutoffs.least >= _MANY_CUTS) or (deep and deep.least >= _MANY_DEEP)
        return bool(many) and all(len(spot.children) <= MOST_CHILDREN for spot in root.walk())

    def _least_weight(self) -> int:
        """What the wanted cuts weigh at least; under Star1 there may be more than a plan foresees."""
        cutoffs, deep = self.plan.cutoffs, self.plan.deep
        least_deep = deep.least if deep else 0
        least = max(cutoffs.least if cutoffs else 0, least_deep)
        return 0 if self.rule.chance == "star1" else least + (DEEP_WEIGHT - 1) * least_deep

    def _climb(self, root: NodeSketch) -> GeneratedTree | None:
        """The tree as it stands, or with leaves changed one by one, each time for the better."""
        best = self._verified(root)
        for time in range(_CHANGES):
            most = _CHANGES_FOR_IDEAS if _is_about_ideas(best) else _CHANGES
            if not best.missing or time >= most or self.steps >= self.most_steps:
                break
            changed = self._changed(root)
            if changed is None:
                break
            spot, before = changed
            other = self._verified(root)
            if _rank(other) <= _rank(best):
                best = other
            else:
                spot.number = before
        return best if not best.missing else None

    def _improved(
        self, root: NodeSketch, best: GeneratedTree, known: Collection[Tree]
    ) -> tuple[GeneratedTree, int]:
        """The tree with leaves changed so that more misconceptions show."""
        tried = 0
        while tried < _CHANGES and self.steps < self.most_steps:
            tried += 1
            changed = self._changed(root)
            if changed is None:
                break
            spot, before = changed
            other = self._verified(root)
            is_better = not other.missing and len(other.facts.shown) >= len(best.facts.shown)
            if is_better and other.tree not in known:
                best = other
            else:
                spot.number = before
        return best, tried

    def _changed(self, root: NodeSketch) -> tuple[NodeSketch, Finite | None] | None:
        """A leaf that has got another number, and the one that it had; None where there is no other."""
        ends = [spot for spot in root.walk() if spot.is_end]
        spot = self.draws.choice(ends)
        used = {each.number for each in ends} if self.goals.distinct else {spot.number}
        free = [number for number in self.pool if number not in used]
        if not free:
            return None
        before, spot.number = spot.number, self.draws.choice(free)
        return spot, before

    def _verified(self, root: NodeSketch) -> GeneratedTree:
        self.steps += 1
        tree = sketched_tree(root)
        facts = TreeFacts(solve(tree, self.rule), self.asked)
        missing = tuple(unmet(self.goals, facts))
        if missing and facts.knows_all_ideas:
            self.steps += _STEPS_OF_ALL_IDEAS
        for each in missing:
            self.failed[each.goal] += 1
        found = GeneratedTree(tree, facts, missing, self.steps)
        if missing and (self.nearest is None or _rank(found) < _rank(self.nearest)):
            self.nearest = found
        return found


def _foreseen(goals: Goals) -> Goals:
    """The goals, with the cuts without which a misconception cannot show."""
    ideas = (*goals.detect, *goals.name)
    deep, cutoffs = goals.deep, goals.cutoffs
    if deep is None and "no-deep-cutoffs" in ideas:
        deep = GoalRange(1, None)
    if cutoffs is None and any(BY_ID[idea].facet == "search" for idea in ideas):
        cutoffs = GoalRange(1, None)
    return replace(goals, deep=deep, cutoffs=cutoffs)


def _distance(tree: GeneratedTree) -> int:
    return sum(each.distance for each in tree.missing)


def _rank(tree: GeneratedTree) -> tuple[bool, int]:
    """How near a tree is: those that miss misconceptions alone come first."""
    return not _is_about_ideas(tree), _distance(tree)


def _is_about_ideas(tree: GeneratedTree) -> bool:
    return all(each.goal in _ABOUT_IDEAS for each in tree.missing)


_ABOUT_IDEAS = ("detect", "tell-apart", "name", "difficulty")
