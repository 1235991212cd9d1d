"""`grader practice`: a set, a tree or goals → a page on which students practise, and are told at once."""

from __future__ import annotations

import os.path
import sys
from argparse import ArgumentParser, Namespace
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from grader.cli.deal_arguments import load_roster
from grader.cli.goal_arguments import (
    add_goal_arguments,
    add_rule_argument,
    given_goals,
    given_rule,
    goals_as_flags,
    whole_number,
)
from grader.cli.output import write_output
from grader.cli.set_arguments import NamedSet, named_set
from grader.cli.tree_arguments import read_tree_argument
from grader.generating.asked_kinds import USUALLY_ASKED, AskedKind, read_asked
from grader.generating.goals import Goals
from grader.gradebook.standing import own_due
from grader.problems import ProblemSet
from grader.problems.set_file import FILE
from grader.reports.practice.fresh_trees import (
    MOST_LEAVES,
    ChosenTree,
    TreeFamily,
    family_like,
    fresh_trees,
    unasked,
)
from grader.reports.practice.practice_files import SEED, TREES, practice_of_set, practice_with_own_trees
from grader.reports.practice.practice_page import practice_html
from grader.reports.practice.tree_identity import identities
from grader.rule import Rule
from grader.solving import solve
from grader.submissions.collecting.roster import ROSTER
from grader.text.columns import visible
from grader.text.sentences import Say, languages, sentences
from grader.text.source import refusal
from grader.text.spelling import did_you_mean
from grader.tree import Kind
from grader.tree.language import parse_trees

EXAMPLE = "grader practice problems/minimax-by-hand/set.yaml -o practice.html"

_MOST_TREES = 60
_MOST_NODES = 120  # in a tree that anybody walks through
_UNASKED = "not practised, because they cannot be asked about another tree"
_SET_SUFFIXES = (".yaml", ".yml")


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "about", metavar="SET|TREE", nargs="?", help="a problem set, a tree, or a file with trees"
    )
    parser.add_argument(
        "-o", "--output", metavar="FILE", type=Path, help="write to this file instead of standard output"
    )
    parser.add_argument(
        "--trees",
        metavar="N",
        default=str(TREES),
        help=f"the number of trees, at most {_MOST_TREES} (default: {TREES})",
    )
    parser.add_argument("--seed", default=SEED, help=f"the same seed gives the same trees (default: {SEED})")
    parser.add_argument(
        "--own", action="store_true", help="use the set's own trees, once its key is shown to everybody"
    )
    parser.add_argument(
        "--roster", metavar="CSV",
        help=f"the roster with the extensions that the key waits for (default: {ROSTER} beside the set)",
    )  # fmt: skip
    parser.add_argument(
        "--from-goals", action="store_true", help="use trees that meet the goals below, without a set"
    )
    parser.add_argument(
        "--ask", dest="asked", metavar="KIND,…",
        help=f"what Solve asks, without a set (default: {','.join(map(str, USUALLY_ASKED))})",
    )  # fmt: skip
    parser.add_argument("--title", help="the title of the page (default: Practice)")
    parser.add_argument(
        "--language",
        metavar="CODE",
        default="en",
        help="the language of the page, without a set (default: en)",
    )
    add_rule_argument(parser)
    add_goal_arguments(parser)


def run(arguments: Namespace) -> int:
    number = whole_number(arguments.trees, "--trees", _MOST_TREES)
    with goals_as_flags():
        if arguments.about is not None and _is_set(arguments.about):
            page = _of_set(arguments, number)
        elif arguments.about is not None:
            page = _of_trees(arguments, number)
        elif arguments.from_goals:
            page = _of_goals(arguments, number)
        else:
            hint = 'name a set or a tree such as "max(3, min(4, 5))", or add --from-goals'
            raise refusal("grader practice", "there is nothing to practise on", hint)
    write_output(page, arguments.output)
    return 0


def _is_set(about: str) -> bool:
    if named_set(about).place is not None:
        return True
    return about.endswith(_SET_SUFFIXES) or os.path.isfile(os.path.join(about, FILE))  # noqa: PTH113, PTH118 - a tree may be no path


def _of_set(arguments: Namespace, number: int) -> str:
    for flag, given in (
        ("--from-goals", arguments.from_goals), ("--rule", arguments.rule), ("--ask", arguments.asked),
        ("--title", arguments.title),
    ):  # fmt: skip
        if given:
            raise refusal(flag, "the set says this itself", "remove it, or name a tree instead of a set")
    named = named_set(arguments.about)
    problems = named.load()
    if arguments.own:
        roster = _roster_path(problems, named, arguments.roster)
        page = practice_with_own_trees(_latest_due(problems, roster), datetime.now(UTC))
    else:
        page = practice_of_set(problems, number, arguments.seed, given_goals(arguments))
    if left_out := unasked(problems):
        names = ", ".join(map(visible, left_out))
        print(f"{visible(arguments.about)}: note: {_UNASKED}: {names}", file=sys.stderr)
    return page


def _roster_path(problems: ProblemSet, named: NamedSet, given: str | None) -> str | None:
    """The roster that is named, that of the course, or the one beside the set."""
    if given is not None:
        return given
    if named.place is not None and named.place.course.roster is not None:
        return str(named.place.course.roster)
    beside = problems.folder / ROSTER
    return str(beside) if beside.is_file() else None


def _latest_due(problems: ProblemSet, roster: str | None) -> ProblemSet:
    """The set with the due date of whoever on the roster has most time."""
    if roster is None or problems.due is None:
        return problems
    dues = [own_due(problems.due.at, person.extension) for person in load_roster(roster).people]
    return replace(problems, due=problems.due.moved(max(dues)))


def _of_trees(arguments: Namespace, number: int) -> str:
    """The trees that were named, and then fresh ones like them."""
    if arguments.own:
        raise refusal("--own", "only a set has trees of its own", "remove it")
    rule, asked, say = _how(arguments)
    trees = parse_trees(read_tree_argument(arguments.about))
    for tree in trees:
        if tree.players or tree.kinds[0] is Kind.LEAF or len(tree) > _MOST_NODES:
            message = f"`{visible(tree.names[0])}` cannot be walked through by hand"
            hint = f"take a tree of Max, Min and Chance nodes, with at most {_MOST_NODES} nodes"
            raise refusal(arguments.about if os.path.exists(arguments.about) else "<tree>", message, hint)  # noqa: PTH110
    given = [ChosenTree(solve(tree, rule), asked, place) for place, tree in enumerate(trees[:number])]
    changes = given_goals(arguments)
    families = [family_like(each.solution, asked).changed(changes) for each in given]
    known = frozenset(name for each in given for name in identities(each.solution.whole))
    fresh = fresh_trees(families, number - len(given), arguments.seed, known) if number > len(given) else ()
    return practice_html((*given, *fresh), _title(arguments, say), say)


def _of_goals(arguments: Namespace, number: int) -> str:
    rule, asked, say = _how(arguments)
    goals = Goals.from_fields(given_goals(arguments))
    if goals.leaves is None and goals.depth is None:
        goals = Goals.from_fields({"leaves": f"4..{MOST_LEAVES - 4}"}, goals)
    chosen = fresh_trees([TreeFamily(goals, rule, asked)], number, arguments.seed)
    if not chosen:
        raise refusal(
            "--from-goals", "no tree met all goals", "ask for less; `grader generate` says what is in the way"
        )
    return practice_html(chosen, _title(arguments, say), say)


def _how(arguments: Namespace) -> tuple[Rule, tuple[AskedKind, ...], Say]:
    if arguments.language not in languages():
        hint = did_you_mean(arguments.language, languages(), f"there are {', '.join(languages())}")
        raise refusal("--language", f"there is no language `{arguments.language}`", hint)
    asked = USUALLY_ASKED if arguments.asked is None else read_asked(arguments.asked.split(","))
    return given_rule(arguments.rule)[1], asked, sentences(arguments.language)


def _title(arguments: Namespace, say: Say) -> str:
    return arguments.title or say("practice-page.of-set")
