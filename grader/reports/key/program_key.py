"""A ProblemSet → what a right program answers on each tree of its code problems, hidden ones included."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from grader.grading.programs.ready_programs import series_by_rule
from grader.problems import Problem, ProblemSet, ProblemTree
from grader.reports.sheets.blank_sheet import shown_key
from grader.solving import Solution
from grader.text.sentences import Say

MOST_DRAWN = 60  # nodes of a tree that the key still draws


@dataclass(frozen=True, slots=True)
class TreeSection:
    """One tree: `answers` are the question's id, what it asks, and the right answer as a sheet prints it."""

    problem: Problem
    tree: ProblemTree
    solution: Solution
    answers: tuple[tuple[str, str, str], ...]


def program_sections(problems: ProblemSet) -> Iterator[TreeSection]:
    """Every tree of every code problem in turn."""
    for problem in problems.by_program:
        stated = series_by_rule(problem)[0]
        for place, tree in enumerate(problem.trees):
            posed = [(series.asked.question.id, series.posed[place]) for series in stated]
            answers = tuple(
                (name, one.question.ask, shown_key(one.question, one.solution)) for name, one in posed
            )
            yield TreeSection(problem, tree, tree.solution(problem.rule), answers)


def programs_record(problems: ProblemSet) -> dict[str, Any]:
    """The same as JSON holds it; nothing where no program is asked for."""
    if not problems.by_program:
        return {}
    return {"programs": [_record(section) for section in program_sections(problems)]}


def tree_title(section: TreeSection, say: Say) -> str:
    key = "hand-in.tree-hidden" if section.tree.hidden else "hand-in.tree"
    return say(key, problem=section.problem.title or section.problem.id, tree=section.tree.id)


def _record(section: TreeSection) -> dict[str, Any]:
    return {
        "problem": section.problem.id,
        "tree": section.tree.id,
        "hidden": section.tree.hidden,
        "text": str(section.tree.tree),
        "rule": section.solution.rule.to_dict(),
        "questions": [
            {"question": name, "ask": ask, "answer": answer} for name, ask, answer in section.answers
        ],
    }
