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
_OF_VALUES = ("value", "best-move", "line")  # questions whose answers no search changes


def ruled_out(goals: Goals, rule: Rule, asked: Sequence[AskedKind]) -> Iterator[GoalFault]:
    """What the rule or the questions rule out."""
    yield from _cuts(goals, rule)
    yield from _depth(goals, rule)
    yield from _ideas(goals, rule, asked)
    low, high = rule.bounds
    if not [number for number in goals.numbers.pool if low <= number <= high]:
        hint = "choose others, or change the rule's `utilities`"
        yield GoalFault("numbers", "the rule allows none of these numbers", hint)


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


def _span(goals: Goals, name: str) -> GoalRange | None:
    span: GoalRange | None = getattr(goals, name.replace("-", "_"))
    return span
