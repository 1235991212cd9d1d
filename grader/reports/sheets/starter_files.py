"""A ProblemSet → the files that its students start from: every function to write, and what it can ask."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from grader.problems import Problem, ProblemSet
from grader.reports.page_templates import fill
from grader.reports.record_words import wrapped
from grader.text.numbers import Payoffs
from grader.text.sentences import Say, sentences

_COLUMNS = 92


@dataclass(frozen=True, slots=True)
class StarterFunction:
    """A function or class that a student is to write: `depth` is its second parameter, if it has one."""

    name: str
    introduction: tuple[str, ...]
    depth: str
    luck: bool
    players: int  # of which each has a utility of its own; 0 for Max and Min

    @property
    def kinds(self) -> tuple[str, ...]:
        """What a node may be."""
        movers = tuple(f"p{number}" for number in range(1, self.players + 1)) or ("max", "min")
        return (*movers, *(("chance",) if self.luck else ()), "leaf")

    @property
    def utility(self) -> str:
        """An example of what several players get."""
        return str(Payoffs.example(self.players)) if self.players else ""


def starter_files(problems: ProblemSet) -> Mapping[str, str]:
    """By name, the files to start from; they can be run as they are, and earn nothing.

    A program in another language has none, since its problem alone knows which language that is.
    """
    in_python = [problem for problem in problems.by_program if not problem.code.command]
    names = dict.fromkeys(problem.code.file for problem in in_python)
    return {
        name: _file(problems, [problem for problem in in_python if problem.code.file == name])
        for name in names
    }


def _file(problems: ProblemSet, programs: list[Problem]) -> str:
    """The heading, and what there is to write for each of the ways to meet a tree."""
    say = sentences(problems.language)
    heading = "".join(f"# {line}\n" for line in wrapped(problems.title, _COLUMNS))
    parts = [heading]
    for api in dict.fromkeys(problem.code.api for problem in programs):
        entries = [_entry(problem, say) for problem in programs if problem.code.api == api]
        parts.append(fill(f"starter/{api}.jinja", entries=entries, say=say))
    return "".join(parts)


def _entry(problem: Problem, say: Say) -> StarterFunction:
    deep = {tree.rule(problem.rule).depth is not None for tree in problem.trees}
    return StarterFunction(
        problem.code.name,
        tuple(_introduction(problem, say)),
        depth="" if True not in deep else "depth" if len(deep) == 1 else "depth=None",
        luck=any(tree.tree.has_chance for tree in problem.trees),
        players=max(tree.tree.players for tree in problem.trees),
    )


def _introduction(problem: Problem, say: Say) -> Iterator[str]:
    """What the problem says, in lines that can stand in comments."""
    yield f"{problem.title} ({say('sheet.points', number=problem.points)})"
    for line in problem.text.splitlines():
        yield from wrapped(line, _COLUMNS)
