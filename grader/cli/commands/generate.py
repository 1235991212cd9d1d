"""`grader generate`: goals and a seed → trees that meet them, or why there are not enough."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from grader.cli.goal_arguments import (
    add_goal_arguments,
    add_rule_argument,
    given_goals,
    given_rule,
    goals_as_flags,
    whole_number,
)
from grader.cli.output import write_output
from grader.cli.set_arguments import load_set
from grader.generating.asked_kinds import USUALLY_ASKED, AskedKind, asked_in, read_asked
from grader.generating.generator import MOST_STEPS, Harvest, generate
from grader.generating.goal_fields import USUAL_LEAVES
from grader.generating.goals import Goals
from grader.generating.likeness import goals_like
from grader.generating.tree_facts import TreeFacts
from grader.generating.written_trees import as_set, as_trees, in_words, stated
from grader.problems import Problem
from grader.problems.frozen_set import frozen_text
from grader.rule import Rule
from grader.solving import solve
from grader.text.source import refusal
from grader.text.spelling import did_you_mean, listed

EXAMPLE = "grader generate --leaves 9..12 --cutoffs 2.. --deep 1 --detect no-deep-cutoffs --seed 7 -n 5"

_MOST_TREES = 10_000
_ENOUGH, _TOO_FEW = 0, 1


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "-n", "--number", metavar="N", default="1", help="the number of different trees (default: 1)"
    )
    parser.add_argument("--seed", default="1", help="the same seed gives the same trees (default: 1)")
    parser.add_argument(
        "--as", dest="form", choices=("tree", "set"), default="tree",
        help="print trees with their properties in comments, or a problem set (default: tree)",
    )  # fmt: skip
    parser.add_argument(
        "-o", "--output", metavar="FILE", type=Path, help="write to this file instead of standard output"
    )
    usual = ",".join(map(str, USUALLY_ASKED))
    parser.add_argument(
        "--ask",
        dest="asked",
        metavar="KIND,…",
        help=f"the questions asked, such as value,pruned:nodes (default: {usual})",
    )
    add_rule_argument(parser)
    parser.add_argument("--like", metavar="SET#PROBLEM", help="generate trees as hard as this problem's")
    parser.add_argument(
        "--freeze", metavar="SET", type=Path,
        help="write a copy of the set with all generated trees and variants spelled out; takes no goals",
    )  # fmt: skip
    parser.add_argument(
        "--steps", metavar="N", default=str(MOST_STEPS),
        help=f"how many candidates to try for each tree (default: {MOST_STEPS})",
    )  # fmt: skip
    add_goal_arguments(parser)


def run(arguments: Namespace) -> int:
    if arguments.freeze is not None:
        if given_goals(arguments) or arguments.like is not None:
            raise refusal("--freeze", "a set that is frozen has its trees already", "give no goals")
        write_output(frozen_text(load_set(str(arguments.freeze))), arguments.output)
        return _ENOUGH
    number = whole_number(arguments.number, "--number", _MOST_TREES)
    steps = whole_number(arguments.steps, "--steps", 10_000_000)
    with goals_as_flags():
        asked = read_asked(arguments.asked.split(",")) if arguments.asked is not None else None
        preset, rule = given_rule(arguments.rule)
        like = None
        if arguments.like is not None:
            like, facts = _like(arguments.like, asked, rule if arguments.rule else None)
            asked, rule = facts.asked, facts.solution.rule
            if not arguments.quiet:
                print(f"like `{arguments.like}`, with difficulty {facts.difficulty}", file=sys.stderr)
        goals = Goals.from_fields(given_goals(arguments), like)
        asked = asked or USUALLY_ASKED
        harvest = generate(goals, rule, arguments.seed, number, asked=asked, most_steps=steps)
    if harvest.trees:
        set_rule = stated(rule, preset)
        text = (
            as_trees(harvest.trees, goals)
            if arguments.form == "tree"
            else as_set(harvest.trees, set_rule, "generated")
        )
        write_output(text, arguments.output)
    if len(harvest.trees) == number:
        return _ENOUGH
    _tell(harvest, goals, number, steps)
    return _TOO_FEW


def _like(place: str, asked: Sequence[AskedKind] | None, rule: Rule | None) -> tuple[Goals, TreeFacts]:
    """Goals of trees like that of a problem, by its rule and what it asks, where nothing else is said."""
    problem = _problem(place)
    question = next((each.question for each in problem.questions if each.question.about_search), None)
    solution = None if question is None else problem.solution_for(question)
    if solution is None or solution.is_open or solution.tree.players:
        message = f"`{problem.id}` has no tree of Max, Min and Chance nodes with numbers at all leaves"
        raise refusal("--like", message, "name another problem")
    asked_there = asked_in([each.question for each in problem.questions], solution.whole)
    kinds = tuple(asked or asked_there or USUALLY_ASKED)
    if rule is not None:
        solution = solve(solution.whole, rule)
    facts = TreeFacts(solution, kinds)
    return goals_like(facts), facts


def _problem(place: str) -> Problem:
    file, sign, name = place.rpartition("#")
    if not sign or not file or not name:
        raise refusal("--like", f"`{place}` names no problem of a set", "write it as `set.yaml#textbook`")
    given = load_set(file)
    problems = {problem.id: problem for problem in given.on_sheet}
    if name in problems:
        return problems[name]
    usable = f"name {listed(problems, 'or')}" if problems else "name a problem of another set"
    if any(problem.id == name for problem in given.by_program):
        message = f"`{name}` of {file} is answered by a program, about trees of its own"
        raise refusal("--like", message, usable)
    hint = did_you_mean(name, problems, usable)
    raise refusal("--like", f"no problem on the sheet of {file} is called `{name}`", hint)


def _tell(harvest: Harvest, goals: Goals, number: int, steps: int) -> None:
    """What stood in the way, and the nearest that was found."""
    found = len(harvest.trees)
    which = "no further tree" if found else "no tree"
    print(
        f"grader generate: found {found} of {number}: {which} met all goals in {steps:,} steps",
        file=sys.stderr,
    )
    nearest = harvest.nearest
    if nearest is None:
        for goal, times in () if found else harvest.obstacles[:3]:
            print(f"  in the way: `--{goal}`, which left {times:,} plans without room", file=sys.stderr)
        print(f"  hint: {_what_to_widen(found)}", file=sys.stderr)
        return
    for missing in nearest.missing:
        print(f"  in the way: {in_words(replace(missing, goal='--' + missing.goal))}", file=sys.stderr)
    print(f"  the nearest: {nearest.tree!s}", file=sys.stderr)
    if any(missing.goal == "difficulty" for missing in nearest.missing):
        leaves = goals.leaves or f"{USUAL_LEAVES} by default"
        hint = f"a tree is as hard as it is large: change `--leaves` ({leaves})"
        print(f"  hint: {hint}", file=sys.stderr)


def _what_to_widen(found: int) -> str:
    """What to do where nothing came near."""
    if found:
        return "there may be no more trees of this size with these numbers; widen `--leaves` or `--numbers`"
    return "widen `--leaves` or `--numbers`, or want fewer cutoffs"
