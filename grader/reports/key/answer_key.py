"""A ProblemSet → its key: every right answer with the reasons, as a record, as text and as Markdown."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from grader.drawing import draw
from grader.drawing.marks import marks_of
from grader.grading.ready_questions import rule_difference
from grader.problems import Asked, Problem, ProblemSet
from grader.reports.key.program_key import (
    MOST_DRAWN,
    TreeSection,
    program_sections,
    programs_record,
    tree_title,
)  # fmt: skip
from grader.reports.sheets.blank_sheet import key_in_words, rule_change_in_words, rule_in_words, shown_key
from grader.rule import Rule, plain_number
from grader.solving import Solution
from grader.text.columns import width
from grader.text.sentences import Say, sentences

FORMAT = 1

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>()#+!|~&$])")


@dataclass(frozen=True, slots=True)
class Section:
    """The questions of a problem that are asked under one rule on one of its trees, and the search."""

    problem: Problem
    variant: int
    rule: Rule
    solution: Solution
    questions: tuple[Asked, ...]


def key_record(problems: ProblemSet, student: str | None = None) -> dict[str, Any]:
    """The key as JSON holds it: of every variant, or of those that the student has."""
    say = sentences(problems.language)
    return {
        "format": FORMAT,
        "set": problems.id,
        "title": problems.title,
        "student": student,
        "rule": problems.rule.to_dict(),
        "sections": [_record(section, problems.rule, say) for section in sections(problems, student)],
        **programs_record(problems),
    }


def key_text(problems: ProblemSet, student: str | None = None) -> str:
    """The key for a terminal, each tree drawn with what the search does on it."""
    return _written(problems, student, _TEXT)


def key_markdown(problems: ProblemSet, student: str | None = None) -> str:
    """The key as Markdown, for a web page or a repository."""
    return _written(problems, student, _MARKDOWN)


def sections(problems: ProblemSet, student: str | None) -> Iterator[Section]:
    """Every problem, variant and rule in turn; with a student, only the variants that the student has."""
    for problem in problems.on_sheet:
        all_variants = range(len(problem.trees))
        for variant in all_variants if student is None else (problem.variant(student),):
            for rule in dict.fromkeys(asked.question.rule for asked in problem.questions):
                asked = tuple(entry for entry in problem.questions if entry.question.rule == rule)
                yield Section(problem, variant, rule, problem.solution(variant, rule), asked)


def _record(section: Section, set_rule: Rule, say: Say) -> dict[str, Any]:
    return {
        "problem": section.problem.id,
        "title": section.problem.title,
        "variant": section.variant + 1 if len(section.problem.trees) > 1 else None,
        "tree": str(section.problem.trees[section.variant].tree),
        "rule": rule_difference(section.rule, set_rule),
        "cutoffs": [cutoff.to_dict() for cutoff in section.solution.cutoffs_in(say)],
        "questions": [_question_record(asked, section.solution, say) for asked in section.questions],
    }


def _question_record(asked: Asked, solution: Solution, say: Say) -> dict[str, Any]:
    question = asked.question
    return {
        "question": question.id,
        "ask": question.ask,
        "points": plain_number(question.points),
        "words": question.in_words(solution, say),
        "answer": shown_key(question, solution),
        "expected": question.plain(question.key(solution)),
        "void": None if asked.void is None else {"how": asked.void.how, "because": asked.void.because},
    }


@dataclass(frozen=True, slots=True)
class _Style:
    """How a form of text writes headings, drawings and answers."""

    heading: Callable[[str, int], list[str]]
    drawing: Callable[[str], list[str]]
    answer: Callable[[str], str]
    escaped: Callable[[str], str]


def _written(problems: ProblemSet, student: str | None, style: _Style) -> str:
    say = sentences(problems.language)
    lines = [*style.heading(problems.title, 1), "", say("sheet.rule"), ""]
    lines += _listed(rule_in_words(problems.rule, problems), style)
    for section in sections(problems, student):
        lines += ["", *_section(section, problems, say, style)]
    for part in program_sections(problems):
        lines += ["", *_program_section(part, problems, say, style)]
    return "\n".join(lines) + "\n"


def _section(section: Section, problems: ProblemSet, say: Say, style: _Style) -> Iterator[str]:
    yield from style.heading(section_title(section, say), 2)
    yield ""
    if words := rule_change_in_words(section.rule, problems.rule, problems):
        yield from (say("sheet.rule-of-problem"), "", *_listed(words, style), "")
    tree = section.solution.tree.without_evaluations()
    yield from style.drawing(draw(tree, "text", marks_of(section.solution), say))
    if why := [cutoff.why for cutoff in section.solution.cutoffs_in(say)]:
        yield from ("", say("key.reasons"), "", *_listed(why, style))
    for asked in section.questions:
        yield ""
        yield from _question(asked, section.solution, say, style)


def _program_section(section: TreeSection, problems: ProblemSet, say: Say, style: _Style) -> Iterator[str]:
    """What a right program answers on one tree."""
    yield from style.heading(tree_title(section, say), 2)
    yield ""
    if words := rule_change_in_words(section.solution.rule, problems.rule, problems):
        yield from (say("sheet.rule-of-problem"), "", *_listed(words, style), "")
    if len(section.solution.tree) <= MOST_DRAWN:
        tree = section.solution.tree.without_evaluations()
        yield from (*style.drawing(draw(tree, "text", marks_of(section.solution), say)), "")
    for name, ask, answer in section.answers:
        yield style.escaped(f"{name}: {say(f'code.ask-{ask}')}")
        yield from ("", style.answer(answer), "")


def section_title(section: Section, say: Say) -> str:
    """The problem's title, and which variant of it this is."""
    title = section.problem.title or section.problem.id
    of = len(section.problem.trees)
    return title if of == 1 else say("key.variant", title=title, number=section.variant + 1, of=of)


def _question(asked: Asked, solution: Solution, say: Say, style: _Style) -> Iterator[str]:
    question = asked.question
    points = say("sheet.points", number=question.points)
    words = say("sheet.question", question=question.in_words(solution, say), points=points)
    yield style.escaped(f"{question.id}: {words}")
    yield ""
    yield (
        style.answer(key_in_words(question, solution, say))
        if question.key(solution) is not None
        else say("key.by-hand")
    )
    if asked.void is not None:
        yield from ("", style.escaped(say(f"grading.void-{asked.void.how}", because=asked.void.because)))


def _listed(sentences_listed: Iterable[str], style: _Style) -> list[str]:
    return [f"- {style.escaped(sentence)}" for sentence in sentences_listed]


def _underlined(title: str, level: int) -> list[str]:
    return [title, ("=" if level == 1 else "-") * width(title)]


def _markdown_heading(title: str, level: int) -> list[str]:
    return [f"{'#' * level} {_escaped(title)}"]


def _fenced(drawing: str) -> list[str]:
    """A block that its own text cannot close."""
    longest = max(map(len, re.findall("`+", drawing)), default=0)
    fence = "`" * max(longest + 1, 3)
    return [fence, *drawing.rstrip().splitlines(), fence]


def _inline(answer: str) -> str:
    longest = max(map(len, re.findall("`+", answer)), default=0)
    ticks = "`" * (longest + 1)
    return f"{ticks} {answer} {ticks}" if longest or not answer else f"`{answer}`"


def _escaped(text: str) -> str:
    """A text without any markup, whose line ends stay line ends."""
    return _SPECIAL.sub(r"\\\1", text).replace("\n", "\\\n")


_TEXT = _Style(
    heading=_underlined,
    drawing=lambda drawing: drawing.rstrip().splitlines(),
    answer=lambda answer: f"    {answer}",
    escaped=str,
)
_MARKDOWN = _Style(heading=_markdown_heading, drawing=_fenced, answer=_inline, escaped=_escaped)
