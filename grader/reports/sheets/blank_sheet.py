"""A ProblemSet → its answer sheet as YAML: blank for a student, or filled in with the key.

Everything but the answers stands in comments: the rule in words, and for each problem its text, its
tree as a drawing and as a list that can be read aloud, and its questions.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from grader.drawing import draw
from grader.problems import Problem, ProblemSet
from grader.problems.question_name import names_in_problem
from grader.questions import Question
from grader.reports.record_words import wrapped
from grader.reports.set_words import (
    errata_in_words,
    hand_in,
    questions_in_words,
    rule_change_in_words,
    rule_in_words,
    shown_key,
    variant_in_words,
)
from grader.solving import Solution
from grader.submissions.collecting.roster import Person
from grader.text.columns import visible, width
from grader.text.escapes import spreadsheet_text
from grader.text.sentences import Say, sentences
from grader.tree import Tree

_COLUMNS = 92
_PLAIN = re.compile(r"[A-Za-z][\w.@+-]*")
_YAML_WORDS = frozenset(("true", "false", "yes", "no", "on", "off", "null", "y", "n"))

Fill = Callable[[Question, Solution], str]


def blank_sheet(problems: ProblemSet, student: str | None = None) -> str:
    """The sheet that a student fills in; with a name, the one for that student's variants."""
    return _sheet(problems, student, None, lambda question, solution: question.blank(solution))


def filled_sheet(problems: ProblemSet, student: str | None = None, *, variant: int | None = None) -> str:
    """The same sheet with the key written in, of the student's variants or of the one that is named."""
    return _sheet(problems, student, variant, shown_key)


def _sheet(problems: ProblemSet, student: str | None, variant: int | None, fill: Fill) -> str:
    say = sentences(problems.language)
    lines = [*_comments(_opening(problems, say)), f"set: {problems.id}"]
    lines += [
        f"student: {_scalar(student)}" if student else f"student:  # {say('sheet.student')}",
        *([f"version: {_scalar(problems.version)}"] if problems.version else []),
        "answers:" if problems.on_sheet else "answers: {}",
    ]
    for number, problem in enumerate(problems.problems, 1):
        place = problem.variant(student, variant)
        problem = problem.seen_by(student, variant).at(place)  # noqa: PLW2901 - the student's own
        lines += ["", *_comments(_introduction(problems, problem, number, place, say), "  ")]
        if not problem.program:
            lines += _answers(problems, problem, number, place, say=say, fill=fill)
    return "\n".join(lines) + "\n"


def _opening(problems: ProblemSet, say: Say) -> Iterator[str]:
    yield problems.title
    yield say("sheet.points-in-all", number=problems.points)
    if problems.due is not None:
        yield say("sheet.due", due=str(problems.due))
    yield ""
    yield say("sheet.how")
    yield ""
    yield say("sheet.rule")
    yield from _listed(rule_in_words(problems.rule, problems))
    yield ""
    if problems.errata:
        yield say("sheet.errata")
        yield from _listed(errata_in_words(problems, say))
        yield ""


def _answers(
    problems: ProblemSet, problem: Problem, number: int, variant: int, *, say: Say, fill: Fill
) -> Iterator[str]:
    yield f"  {problem.id}:"
    for asked, name in zip(problem.questions, names_in_problem(problem, number, say), strict=True):
        question = asked.question
        solution = problem.solution_for(question, variant)
        yield ""
        yield from _comments((str(name),), "    ")
        yield from _comments(_question(problems, problem, question, solution, say), "    ")
        yield f"    {question.id}: {fill(question, solution)}".rstrip()


def _introduction(
    problems: ProblemSet, problem: Problem, number: int, variant: int, say: Say
) -> Iterator[str]:
    """All but the questions; of a program, what is handed in besides the sheet, and what it is asked."""
    title = f"{number}. {problem.title or problem.id}"
    yield title
    yield "=" * min(width(title), _COLUMNS)
    if words := variant_in_words(problem, variant, say):
        yield words
    if problem.text:
        yield from problem.text.rstrip().splitlines()
        yield ""
    if problem.program:
        yield hand_in(problem, say)
    elif problem.figure is not None:
        yield say("sheet.figure", file=problem.figure.name)
    if changed := rule_change_in_words(problem.rule, problems.rule, problems):
        yield say("sheet.rule-of-problem")
        yield from _listed(changed)
    if problem.program:
        yield from _listed(questions_in_words(problem, number, say))
        return
    if changed:
        yield ""
    if problem.has_tree:
        yield from _drawn(problem.shown_tree(variant), say)


def _drawn(tree: Tree, say: Say) -> Iterator[str]:
    yield from draw(tree, "text", say=say).rstrip().splitlines()
    yield ""
    yield say("sheet.outline")
    yield from draw(tree, "outline", say=say).rstrip().splitlines()


def _question(
    problems: ProblemSet, problem: Problem, question: Question, solution: Solution, say: Say
) -> Iterator[str]:
    yield say(
        "sheet.question",
        question=question.in_full(solution, say),
        points=say("sheet.points", number=question.points),
    )
    if words := rule_change_in_words(question.rule, problem.rule, problems):
        yield say("sheet.rule-of-question")
        yield from _listed(words)


def _listed(sentences_listed: Iterable[str]) -> Iterator[str]:
    return (f"- {sentence}" for sentence in sentences_listed)


def _comments(texts: Iterable[str], indent: str = "") -> Iterator[str]:
    """Each text as comments; a line that is too long is broken, unless blanks lay it out."""
    for text in texts:
        for line in map(visible, text.splitlines() or [""]):
            laid_out = "  " in line.strip() or line.startswith(" ")
            first, *others = [line] if laid_out else wrapped(line, _COLUMNS)
            yield f"{indent}# {first}".rstrip()
            hanging = "  " if line.startswith("- ") else ""
            yield from (f"{indent}# {hanging}{part}" for part in others)


def _scalar(text: str) -> str:
    """A text as YAML writes it, in quotes where it might be taken for something else."""
    if _PLAIN.fullmatch(text) and text.casefold() not in _YAML_WORDS:
        return text
    return "".join(
        character if character.isprintable() else f"\\U{ord(character):08x}"
        for character in json.dumps(text, ensure_ascii=False)
    )


_LIKE_A_NUMBER = re.compile(r"[0-9]+\.[0-9]+")


def answer_table(problems: ProblemSet, people: Sequence[Person] = ()) -> str:
    """The table, whose columns have the numbers that the questions have on paper."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    columns = tuple(_columns(problems))
    writer.writerow(("id", "name", *columns))
    for person in people:
        if problems.version in (None, problems.version_of(person.student)):
            writer.writerow((person.id, spreadsheet_text(person.name), *[""] * len(columns)))
    return file.getvalue()


def _columns(problems: ProblemSet) -> Iterator[str]:
    """The names of all questions, after their numbers where these can mean only one thing."""
    asked = [
        (f"{number}.{place}", f"{problem.id}.{entry.question.id}")
        for number, problem in enumerate(problems.problems, 1)
        if problem.program is None
        for place, entry in enumerate(problem.questions, 1)
    ]
    is_certain = problems.version is not None or not problems.shuffled
    if any(_LIKE_A_NUMBER.fullmatch(name) for _, name in asked):
        is_certain = False
    yield from (f"{number} {name}" if is_certain else name for number, name in asked)
