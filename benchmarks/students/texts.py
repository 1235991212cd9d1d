"""Puzzles and answers → the YAML of a set and of a sheet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from benchmarks.students.sheets import STYLES, Answers, Puzzle

_IDS = ("one", "two", "three", "four")


def set_text(puzzles: Sequence[Puzzle], style: str) -> str:
    """A set that asks the questions of a style about each puzzle."""
    lines = ["set: students", f"rule: {puzzles[0].rule.written()}", "problems:"]
    for name, puzzle in zip(_IDS, puzzles, strict=False):
        lines += [f"  - id: {name}", f"    tree: {puzzle.text}", "    questions:"]
        lines += [f"      - {{{asked}}}" for asked in _asked(puzzle, style)]
    return "\n".join(lines) + "\n"


def _asked(puzzle: Puzzle, style: str) -> Iterator[str]:
    inner = ", ".join(node.name for node in puzzle.root.inner)
    visited = ", ".join(puzzle.visited_inner)
    questions = {
        "value": f"ask: value, of: [{inner}], points: {len(puzzle.root.inner)}",
        "best-move": "ask: best-move",
        "pruned": "ask: pruned, as: leaves, points: 3",
        "visited": "ask: visited, as: order, points: 3",
        "window": f"ask: window, of: [{visited}], points: 3",
        "exit": f"ask: window, as: exit, id: exit, of: [{visited}], points: 3",
        "returned": f"ask: value, as: returned, id: returned, of: [{visited}], points: 3",
    }
    return (questions[question] for question in STYLES[style])


def sheet_text(sheet: Sequence[Answers]) -> str:
    """A student's answers to such a set."""
    lines = ["set: students", "student: ada", "answers:"]
    for name, answers in zip(_IDS, sheet, strict=False):
        lines.append(f"  {name}:")
        lines += [
            f"    {question}: {_written(answer)}"
            for question, answer in answers.items()
            if answer is not None
        ]
    return "\n".join(lines) + "\n"


def _written(answer: Any) -> str:
    if isinstance(answer, Mapping):
        return "{" + ", ".join(f"{name}: {_part(part)}" for name, part in answer.items()) + "}"
    if isinstance(answer, tuple):
        return "[" + ", ".join(answer) + "]" if answer else "none"
    return str(answer)


def _part(part: Any) -> str:
    return "[{}, {}]".format(*part) if isinstance(part, tuple) else str(part)
