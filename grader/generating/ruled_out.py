"""Goals, a rule and what is asked → what the goals want that no tree can have, whatever its numbers are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grader.generating.asked_kinds import AskedKind
from grader.generating.goal_fields import GoalRange
from grader.generating.goals import GoalFault, Goals
from grader.ideas import BY_ID
from grader.rule import OPEN, Rule
from grader.text.spelling import listed
from grader.tree import Kind

_CUTS = ("cutoffs", "deep", "cutoffs-at-max", "cutoffs-at-min", "leaves-pruned", "inner-pruned")
_LEVELS_OF_DEEP = 3  # the bound, a parent that did not set it, and the node that is cut
_OF_VALUES = ("value", "best-move", "line")  # questions whose answers no search changes


def ruled_out(goals: Goals, rule: Rule, asked: Sequence[AskedKind]) -> Iterator[GoalFault]:
    """What the rule or the questions rule out."""
    yield from _cuts(goals, rule)
    yield from _depth(goals, rule)
    yield from _ties(goals, rule)
    yield from _ideas(goals, rule, asked)
    low, high = rule.bounds
    possible = [number for number in goals.numbers.pool if low <= number <= high]
    hint = "choose others, or change the rule's `utilities`"
    if not possible:
        yield GoalFault("numbers", "the rule allows none of these numbers", hint)
    elif len(possible) == 1 < len(goals.numbers.pool):
        yield GoalFault("numbers", f"the rule allows only {possible[0]} of these numbers", hint)
    elif goals.distinct and len(possible) < (least := min((leaves for leaves, _ in goals.sizes), default=0)):
        message = f"there are {len(possible)} numbers for {least} different leaves"
        yield GoalFault("numbers", message, "widen the range, or leave `distinct` out")


def _cuts(goals: Goals, rule: Rule) -> Iterator[GoalFault]:
    wanted = [name for name in _CUTS if (span := _span(goals, name)) is not None and span.least]
    if rule.search == "minimax":
        hint = "use `search: alpha-beta`, or leave this out"
        if goals.ties == "cut":
            wanted.append("ties")
        for name in wanted:
            yield GoalFault(name, "plain minimax prunes nothing", hint)
        return
    if goals.no_guess:
        wanted.append("no-guess")
    players = set(goals.layers or goals.kinds) - {Kind.CHANCE}
    is_open = rule.utilities is None and rule.window == OPEN
    if len(players) == 1 and is_open:
        (player,) = players
        for name in wanted:
            message = f"nothing is pruned where {player.title()} alone moves"
            hint = f"add `{'min' if player is Kind.MAX else 'max'}` to the kinds, or leave this out"
            yield GoalFault(name, message, hint)
        return
    if goals.deep and goals.deep.least and rule.cutoffs == "shallow":
        hint = "use `cutoffs: deep`, or leave this out"
        yield GoalFault("deep", "the rule has shallow cutoffs only", hint)
    most = goals.depth.most if goals.depth else None
    if _least(goals, "deep") and is_open and most is not None and most < _LEVELS_OF_DEEP:
        message = f"a deep cutoff takes {_LEVELS_OF_DEEP} levels, and a tree of depth {goals.depth} has fewer"
        yield GoalFault("deep", message, "raise `depth`, or leave this out")
    if goals.ties == "cut" and goals.distinct and not goals.has_chance and is_open:
        yield GoalFault("ties", "there are no ties where all leaves are `distinct`", "keep one of the two")
    yield from _nothing_pruned(goals, rule)


def _nothing_pruned(goals: Goals, rule: Rule) -> Iterator[GoalFault]:
    none = [name for name in ("cutoffs", "leaves-pruned") if (_span(goals, name) or (0, None))[1] == 0]
    if goals.no_guess and none:
        message = f"“nothing is pruned” is right where `{none[0]}` is 0"
        yield GoalFault("no-guess", message, f"raise `{none[0]}`, or leave this out")
    cuts = [name for name in _CUTS[:4] if (span := _span(goals, name)) is not None and span.least]
    if cuts and none == ["leaves-pruned"] and rule.last_child == "silent":
        yield GoalFault(
            cuts[0], "a cutoff prunes a leaf at least", "raise `leaves-pruned`, or leave this out"
        )

    counted = max(
        _least(goals, "cutoffs"), _least(goals, "deep"),
        _least(goals, "cutoffs-at-max") + _least(goals, "cutoffs-at-min"),
    )  # fmt: skip
    pruned = goals.leaves_pruned
    if pruned and pruned.most and counted > pruned.most and rule.last_child == "silent":
        message = f"{counted} cutoffs prune at least {counted} leaves, not {pruned.most}"
        yield GoalFault(cuts[0], message, "raise `leaves-pruned`, or lower this")


def _ties(goals: Goals, rule: Rule) -> Iterator[GoalFault]:
    """Where the best of equally good moves cannot stand."""
    if goals.ties != "best-move" or goals.best_move is None or goals.best_move == "middle":
        return
    place = "first" if goals.best_move == 1 else goals.best_move
    if rule.best == "any":
        where = f"number {place}" if isinstance(place, int) else place
        message = f"of two equally good moves, which are both right, only one is {where}"
        yield GoalFault("best-move", message, "use `best: first`, or leave this out")
    elif place == {"first": "last", "last": "first"}[rule.best]:
        message = f"the {rule.best} of equally good moves is right, which is not the {place} of all"
        yield GoalFault("best-move", message, f"use `best: {place}`, or leave this out")


def _depth(goals: Goals, rule: Rule) -> Iterator[GoalFault]:
    if not goals.depth_limit_changes:
        return
    if rule.limit is None:
        hint = "add a depth to the rule, such as `depth=2`"
        yield GoalFault("depth-limit-changes", "the rule has no depth that could change anything", hint)
    elif goals.depth and goals.depth.most is not None and goals.depth.most <= rule.limit:
        message = f"a search of depth {rule.limit} sees all of a tree of depth {goals.depth}"
        yield GoalFault("depth-limit-changes", message, "raise `depth`, or lower that of the rule")


def _ideas(goals: Goals, rule: Rule, asked: Sequence[AskedKind]) -> Iterator[GoalFault]:
    """Misconceptions that cannot show."""
    for name, ideas in (("detect", goals.detect), ("name", goals.name)):
        for idea in ideas:
            if (why := _why_hidden(idea, goals, rule, asked)) is not None:
                yield GoalFault(name, f"`{idea}` {why[0]}", why[1])
    hidden = [idea for idea in goals.tell_apart if _why_hidden(idea, goals, rule, asked)]
    if len(hidden) > 1:
        both = listed(hidden, "and")
        hint = "choose others, or ask for what they change"
        yield GoalFault("tell-apart", f"{both} cannot lead to a wrong answer here", hint)


def _why_hidden(idea: str, goals: Goals, rule: Rule, asked: Sequence[AskedKind]) -> tuple[str, str] | None:
    """Why nobody's answer can show an idea, and what to do."""
    known = BY_ID[idea]
    if known.facet == "chance" and not goals.has_chance:
        return "shows only at chance nodes", "add `chance` to the kinds"
    if known.facet not in ("search", "labels", "windows"):
        return None
    if rule.search == "minimax" and known.always_right:
        return "shows only where something is pruned", "use `search: alpha-beta`, or choose another one"
    if all(kind.kind in _OF_VALUES and kind.word is None for kind in asked):
        kinds = " or ".join(kind.kind for kind in asked)
        return f"changes no answer to {kinds}", "ask for what the search does as well, such as `pruned`"
    return None


def _least(goals: Goals, name: str) -> int:
    span = _span(goals, name)
    return span.least if span else 0


def _span(goals: Goals, name: str) -> GoalRange | None:
    span: GoalRange | None = getattr(goals, name.replace("-", "_"))
    return span
